//! What compilers reject at the level of the file, as far as a proof could rest on it: a name is declared once, before it is
//! used.

use super::Context;
use crate::c::ast::{TypeKind, TypeName};
use crate::c::codes::{RESOLVE, UNSUPPORTED};
use concurrent::program::Name;
use source::Span;
use std::collections::HashMap;

/// What a name stands for at the level of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Declared without a body.
    Prototype,
    Function,
    Global,
    Typedef,
    Enumerator,
}

impl Context<'_> {
    /// Reports names that are declared twice where that is an error: functions, enumerators, members and structures; or as
    /// things of different kinds; or as different types.
    pub(super) fn declared_once(&mut self) {
        let unit = self.unit;
        let functions = unit.functions.iter().map(|one| (&one.name, Kind::Function, one.span));
        let globals = unit.globals.iter().map(|one| (&one.declared.name, Kind::Global, one.declared.span));
        let typedefs = unit.typedefs.iter().map(|one| (&one.name, Kind::Typedef, one.span));
        let enumerators = unit.enumerators.iter().map(|one| (&one.name, Kind::Enumerator, one.span));
        let prototypes = unit.prototypes.iter().map(|one| (&one.name, Kind::Prototype, one.span));
        let mut known: HashMap<&Name, (Kind, Span)> = HashMap::new();
        for (name, kind, span) in prototypes.chain(functions).chain(globals).chain(typedefs).chain(enumerators) {
            let may_repeat = matches!(kind, Kind::Global | Kind::Typedef | Kind::Prototype);
            match known.insert(name, (kind, span)) {
                Some((Kind::Prototype, _)) if kind == Kind::Function => {}
                Some((earlier, _)) if earlier != kind || !may_repeat => self.twice(name, span),
                Some(_) | None => {}
            }
        }
        self.same_types();
        self.same_headers();
        self.same_linkage();
        let mut tags: HashMap<&Name, Span> = HashMap::new();
        for one in &unit.enums {
            if tags.insert(&one.tag, one.span).is_some() {
                self.twice(&one.tag, one.span);
            }
        }
        for one in &unit.structs {
            if tags.insert(&one.tag, one.span).is_some() {
                self.twice(&one.tag, one.span);
            }
            let mut members: HashMap<&Name, Span> = HashMap::new();
            for member in one.members.iter().filter(|member| !member.name.is_empty()) {
                if members.insert(&member.name, member.span).is_some() {
                    self.twice(&member.name, member.span);
                }
            }
        }
    }

    /// What is declared again has the same type, as far as that is spelt alike.
    fn same_types(&mut self) {
        let unit = self.unit;
        let globals = unit.globals.iter().map(|one| &one.declared);
        let mut known: HashMap<&Name, String> = HashMap::new();
        for declared in globals.chain(&unit.typedefs) {
            let spelt = spelling(&declared.ty);
            match known.get(&declared.name) {
                Some(earlier) if *earlier != spelt => {
                    let message = format!("`{}` is declared again with a type that is spelt otherwise", declared.name);
                    self.fail::<()>(&UNSUPPORTED, declared.span, message);
                }
                Some(_) => {}
                None => drop(known.insert(&declared.name, spelt)),
            }
        }
    }

    /// All headers of a function have the same types, as far as they are understood (C11, 6.7 (4)).
    fn same_headers(&mut self) {
        let unit = self.unit;
        let mut known: HashMap<&Name, (String, Option<Vec<String>>)> = HashMap::new();
        let defined = unit.functions.iter().map(|one| {
            let params = one.params.iter().map(|param| param.ty.clone()).collect();
            (&one.name, one.span, &one.result, Some(params))
        });
        let declared = unit.prototypes.iter().map(|one| (&one.name, one.span, &one.result, one.params.clone()));
        for (name, span, result, params) in defined.chain(declared) {
            let result = self.meant(result, true);
            let params = params.map(|params| params.iter().map(|param| self.meant(param, true)).collect::<Vec<_>>());
            let differs = |one: &String, other: &String| one != other && !one.contains('?') && !other.contains('?');
            let Some((earlier, others)) = known.get(name) else {
                known.insert(name, (result, params));
                continue;
            };
            let differ = match (others, &params) {
                (Some(others), Some(params)) => {
                    others.len() != params.len() || others.iter().zip(params).any(|(one, other)| differs(one, other))
                }
                _ => false,
            };
            if differ || differs(earlier, &result) {
                let message = format!("`{name}` is declared again with other types");
                self.fail::<()>(&UNSUPPORTED, span, message);
            }
        }
    }

    /// What is `static` is so from its first declaration on, and a variable has one initialiser (C11, 6.2.2 (7), 6.9 (5)).
    fn same_linkage(&mut self) {
        let unit = self.unit;
        let functions = unit.functions.iter().map(|one| (&one.name, one.span, one.is_static, true));
        let prototypes = unit.prototypes.iter().map(|one| (&one.name, one.span, one.is_static, true));
        let globals =
            unit.globals.iter().map(|one| (&one.declared.name, one.declared.span, one.is_static, one.is_extern));
        let mut all: Vec<_> = functions.chain(prototypes).chain(globals).collect();
        all.sort_by_key(|(_, span, ..)| span.start);
        let mut first: HashMap<&Name, bool> = HashMap::new();
        for (name, span, is_static, follows) in all {
            let was_static = *first.entry(name).or_insert(is_static);
            if is_static && !was_static || was_static && !is_static && !follows {
                self.fail::<()>(&RESOLVE, span, format!("`{name}` is `static` in one declaration and not in another"));
            }
        }
        let mut initialised: HashMap<&Name, Span> = HashMap::new();
        for one in unit.globals.iter().filter(|one| one.init.is_some()) {
            if initialised.insert(&one.declared.name, one.declared.span).is_some() {
                self.twice(&one.declared.name, one.declared.span);
            }
        }
    }

    /// The spelling of a type without typedefs; a question mark where it is not understood. Qualifiers of a parameter itself are
    /// no part of its type.
    fn meant(&self, ty: &TypeName, is_outermost: bool) -> String {
        let mut ty = ty.clone();
        for _ in 0..100 {
            let TypeKind::Named(name) = &ty.kind else { break };
            let Some(typedef) = self.unit.typedefs.iter().find(|one| *one.name == **name) else { break };
            let (is_atomic, is_const) = (ty.is_atomic || typedef.ty.is_atomic, ty.is_const || typedef.ty.is_const);
            ty = TypeName { is_atomic, is_const, ..typedef.ty.clone() };
        }
        let qualifier = match (ty.is_const, ty.is_atomic) {
            _ if is_outermost => "",
            (true, true) => "const atomic ",
            (true, false) => "const ",
            (false, true) => "atomic ",
            (false, false) => "",
        };
        match &ty.kind {
            TypeKind::Named(name) => format!("{qualifier}{}", plain_name(name)),
            TypeKind::Struct(tag) => format!("{qualifier}struct {tag}"),
            // Compatible with an integer type.
            TypeKind::Enum(_) | TypeKind::Unsupported(_) => "?".to_string(),
            TypeKind::Pointer(to) => format!("{qualifier}*({})", self.meant(to, false)),
        }
    }

    fn twice(&mut self, name: &str, span: Span) {
        self.fail::<()>(&RESOLVE, span, format!("`{name}` is declared twice"));
    }

    /// Whether the function is declared before this place.
    pub(super) fn is_declared_before(&self, function: &str, span: Span) -> bool {
        self.declared.get(function).is_none_or(|start| *start < span.start)
    }
}

/// The words of an integer type in one order, without those that say nothing.
fn plain_name(name: &str) -> String {
    let mut words: Vec<&str> = name.split(' ').filter(|word| !matches!(*word, "volatile" | "const")).collect();
    words.sort_unstable();
    if !words.contains(&"char") {
        words.retain(|word| *word != "signed");
    }
    if words.len() > 1 {
        words.retain(|word| *word != "int");
    }
    if words.is_empty() { "int".to_string() } else { words.join(" ") }
}

fn spelling(ty: &TypeName) -> String {
    let atomic = match (ty.is_const, ty.is_atomic) {
        (true, true) => "const atomic ",
        (true, false) => "const ",
        (false, true) => "atomic ",
        (false, false) => "",
    };
    match &ty.kind {
        TypeKind::Named(name) => format!("{atomic}{name}"),
        TypeKind::Struct(tag) => format!("{atomic}struct {tag}"),
        TypeKind::Enum(tag) => format!("{atomic}enum {tag}"),
        TypeKind::Pointer(to) => format!("{atomic}*({})", spelling(to)),
        TypeKind::Unsupported(what) => format!("{atomic}{what}"),
    }
}
