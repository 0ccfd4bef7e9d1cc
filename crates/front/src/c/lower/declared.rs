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
        let mut known: HashMap<&Name, (Kind, Span)> = HashMap::new();
        for (name, kind, span) in functions.chain(globals).chain(typedefs).chain(enumerators) {
            let may_repeat = matches!(kind, Kind::Global | Kind::Typedef);
            match known.insert(name, (kind, span)) {
                Some((earlier, _)) if earlier != kind || !may_repeat => self.twice(name, span),
                Some(_) | None => {}
            }
        }
        self.same_types();
        let mut tags: HashMap<&Name, Span> = HashMap::new();
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

    fn twice(&mut self, name: &str, span: Span) {
        self.fail::<()>(&RESOLVE, span, format!("`{name}` is declared twice"));
    }

    /// Whether the function is declared before this place.
    pub(super) fn is_declared_before(&self, function: &str, span: Span) -> bool {
        let defined = self.unit.functions.iter().filter(|one| &*one.name == function).map(|one| one.span.start);
        let announced = self.unit.prototypes.iter().filter(|(name, _)| &**name == function).map(|(_, start)| *start);
        defined.chain(announced).min().is_none_or(|start| start < span.start)
    }
}

fn spelling(ty: &TypeName) -> String {
    let atomic = if ty.is_atomic { "atomic " } else { "" };
    match &ty.kind {
        TypeKind::Named(name) => format!("{atomic}{name}"),
        TypeKind::Struct(tag) => format!("{atomic}struct {tag}"),
        TypeKind::Enum(tag) => format!("{atomic}enum {tag}"),
        TypeKind::Pointer(to) => format!("{atomic}*({})", spelling(to)),
        TypeKind::Unsupported(what) => format!("{atomic}{what}"),
    }
}
