//! What a query needs besides its own condition: declarations and axioms.
//!
//! A query gets only what it can reach. Leaving an axiom out can lose a proof and never makes one, so the choice is
//! made by what could help: an axiom belongs to a query if
//!
//! ```text
//! it is in the `uses` clause of something reached, or
//! it is a quantifier with triggers, and everything that one of its triggers mentions is reached, or
//! it has no triggers, and it mentions something reached, or nothing that could be reached.
//! ```
//!
//! What a chosen axiom mentions is reached too. Axioms are encoded once, when first needed, and shared by all queries.

use super::datatypes;
use super::expr::{Encoder, const_name, function_name};
use super::sort::{sort, sort_name};
use super::{Gap, Symbols};
use crate::typed::*;
use rustc_hash::FxHashMap;
use smt::write_term;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::OnceLock;

/// The program's declarations and axioms, ready to be selected from.
pub struct Prelude<'a> {
    program: &'a Program,
    axioms: Vec<OnceLock<Result<EncodedAxiom, Gap>>>,
    functions: Vec<OnceLock<Result<Declaration, Gap>>>,
    /// Axioms that mention a symbol, or that a symbol uses.
    by_function: FxHashMap<FunctionId, Vec<usize>>,
    by_const: FxHashMap<ConstId, Vec<usize>>,
    by_type: FxHashMap<Type, Vec<usize>>,
    /// Axioms that mention none of these.
    others: Vec<usize>,
}

struct EncodedAxiom {
    text: String,
    used: Symbols,
    /// What each trigger of the outermost quantifier mentions.
    triggers: Vec<Symbols>,
}

struct Declaration {
    text: String,
    used: Symbols,
}

/// The part of a program that one query reaches.
pub struct Selection {
    pub text: String,
}

impl<'a> Prelude<'a> {
    pub fn new(program: &'a Program) -> Prelude<'a> {
        let mut prelude = Prelude {
            program,
            axioms: program.axioms.iter().map(|_| OnceLock::new()).collect(),
            functions: program.functions.iter().map(|_| OnceLock::new()).collect(),
            by_function: FxHashMap::default(),
            by_const: FxHashMap::default(),
            by_type: FxHashMap::default(),
            others: Vec::new(),
        };
        for (index, axiom) in program.axioms.iter().enumerate() {
            prelude.enter(index, axiom);
        }
        prelude
    }

    fn enter(&mut self, index: usize, axiom: &Axiom) {
        let (mut functions, mut consts, mut types) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        crate::visit::walk(&axiom.expr, &mut |node| {
            crate::visit::walk_type(node.ty(), &mut |ty| {
                if let Type::Data(..) | Type::Ctor(..) = ty {
                    types.insert(ty.clone());
                }
            });
            match node.kind() {
                ExprKind::Apply { function, .. } => drop(functions.insert(*function)),
                ExprKind::Var(Var::Const(id)) => drop(consts.insert(*id)),
                _ => {}
            }
            true
        });
        for symbol in &axiom.used_by {
            match symbol {
                Symbol::Function(id) => drop(functions.insert(*id)),
                Symbol::Const(id) => drop(consts.insert(*id)),
            }
        }
        functions.retain(|id| !matches!(self.program.functions[id.index()].meaning, Meaning::Builtin(_)));
        if functions.is_empty() && consts.is_empty() && types.is_empty() {
            self.others.push(index);
        }
        types.into_iter().for_each(|ty| self.by_type.entry(ty).or_default().push(index));
        functions.into_iter().for_each(|id| self.by_function.entry(id).or_default().push(index));
        consts.into_iter().for_each(|id| self.by_const.entry(id).or_default().push(index));
    }

    /// Everything that a query which mentions `used` may need, as solver text.
    pub fn select(&self, used: &Symbols) -> Result<Selection, Gap> {
        let mut closure = Closure::new(self);
        closure.reach(used);
        closure.run()?;
        closure.text()
    }

    /// The first `count` axioms, all of them, with the declarations they need.
    pub fn beginning(&self, count: usize) -> Result<Selection, Gap> {
        let mut closure = Closure::new(self);
        closure.candidates = (0..count).collect();
        closure.forced = true;
        closure.run()?;
        closure.text()
    }

    fn axiom(&self, index: usize) -> Result<&EncodedAxiom, Gap> {
        let encoded = self.axioms[index].get_or_init(|| encode_axiom(self.program, &self.program.axioms[index]));
        encoded.as_ref().map_err(Clone::clone)
    }

    fn function(&self, id: FunctionId) -> Result<&Declaration, Gap> {
        let declared = self.functions[id.index()].get_or_init(|| declare_function(self.program, id));
        declared.as_ref().map_err(Clone::clone)
    }
}

/// The fixed point of what is reached.
struct Closure<'p, 'a> {
    prelude: &'p Prelude<'a>,
    reached: Symbols,
    chosen: BTreeSet<usize>,
    /// Axioms to look at again.
    candidates: BTreeSet<usize>,
    /// All candidates are taken, and no others.
    forced: bool,
    new_functions: Vec<FunctionId>,
    new_types: Vec<Type>,
}

impl<'p, 'a> Closure<'p, 'a> {
    fn new(prelude: &'p Prelude<'a>) -> Closure<'p, 'a> {
        Closure {
            prelude,
            reached: Symbols::default(),
            chosen: BTreeSet::new(),
            candidates: prelude.others.iter().copied().collect(),
            forced: false,
            new_functions: Vec::new(),
            new_types: Vec::new(),
        }
    }

    fn reach(&mut self, used: &Symbols) {
        self.reached.power |= used.power;
        for id in &used.functions {
            if self.reached.functions.insert(*id) {
                self.look_again_at(self.prelude.by_function.get(id));
                self.new_functions.push(*id);
            }
        }
        for id in &used.consts {
            if self.reached.consts.insert(*id) {
                self.look_again_at(self.prelude.by_const.get(id));
            }
        }
        for ty in &used.types {
            if self.reached.types.insert(ty.clone()) {
                self.look_again_at(self.prelude.by_type.get(ty));
                self.new_types.push(ty.clone());
            }
        }
    }

    fn look_again_at(&mut self, axioms: Option<&Vec<usize>>) {
        if !self.forced {
            self.candidates.extend(axioms.into_iter().flatten());
        }
    }

    fn run(&mut self) -> Result<(), Gap> {
        loop {
            if let Some(id) = self.new_functions.pop() {
                let used = &self.prelude.function(id)?.used;
                self.reach(used);
            } else if let Some(ty) = self.new_types.pop() {
                self.reach_fields(&ty)?;
            } else if let Some(index) = self.candidates.pop_first() {
                if !self.chosen.contains(&index) && (self.forced || self.wants(index)?) {
                    self.chosen.insert(index);
                    let used = &self.prelude.axiom(index)?.used;
                    self.reach(used);
                }
            } else {
                return self.reach_const_types();
            }
        }
    }

    fn wants(&self, index: usize) -> Result<bool, Gap> {
        let declared = &self.prelude.program.axioms[index].used_by;
        if declared.iter().any(|symbol| self.is_reached(*symbol)) {
            return Ok(true);
        }
        let axiom = self.prelude.axiom(index)?;
        if !axiom.triggers.is_empty() {
            return Ok(axiom.triggers.iter().any(|trigger| self.covers(trigger)));
        }
        let used = &axiom.used;
        Ok(used.is_empty()
            || !used.functions.is_disjoint(&self.reached.functions)
            || !used.consts.is_disjoint(&self.reached.consts)
            || !used.types.is_disjoint(&self.reached.types))
    }

    fn is_reached(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Function(id) => self.reached.functions.contains(&id),
            Symbol::Const(id) => self.reached.consts.contains(&id),
        }
    }

    fn covers(&self, trigger: &Symbols) -> bool {
        trigger.functions.is_subset(&self.reached.functions)
            && trigger.consts.is_subset(&self.reached.consts)
            && trigger.types.is_subset(&self.reached.types)
    }

    fn reach_fields(&mut self, ty: &Type) -> Result<(), Gap> {
        let Type::Data(id, _) = ty else { return Ok(()) };
        let datatype = &self.prelude.program.datatypes[id.index()];
        let mut used = Symbols::default();
        for field in &datatype.fields {
            sort(self.prelude.program, &field.ty, &mut used, datatype.span)?;
        }
        self.reach(&used);
        Ok(())
    }

    /// The types of constants are reached with them.
    fn reach_const_types(&mut self) -> Result<(), Gap> {
        let mut used = Symbols::default();
        for id in &self.reached.consts {
            let declaration = &self.prelude.program.consts[id.index()];
            sort(self.prelude.program, &declaration.ty, &mut used, declaration.span)?;
        }
        if used.types.is_subset(&self.reached.types) {
            return Ok(());
        }
        self.reach(&used);
        self.run()
    }

    fn text(&self) -> Result<Selection, Gap> {
        let mut text = String::new();
        self.write_types(&mut text)?;
        self.write_consts(&mut text)?;
        if self.reached.power {
            text.push_str("(declare-fun power%real (Real Real) Real)\n");
        }
        for id in self.definition_order() {
            text.push_str(&self.prelude.function(id)?.text);
        }
        for index in &self.chosen {
            let _ = writeln!(text, "(assert {})", self.prelude.axiom(*index)?.text);
        }
        Ok(Selection { text })
    }

    /// Functions by id, except that a definition comes after what it mentions.
    fn definition_order(&self) -> Vec<FunctionId> {
        fn visit(closure: &Closure, id: FunctionId, done: &mut BTreeSet<FunctionId>, order: &mut Vec<FunctionId>) {
            if !done.insert(id) {
                return;
            }
            if let Ok(declaration) = closure.prelude.function(id) {
                declaration.used.functions.iter().for_each(|used| visit(closure, *used, done, order));
            }
            order.push(id);
        }
        let (mut done, mut order) = (BTreeSet::new(), Vec::new());
        self.reached.functions.iter().for_each(|id| visit(self, *id, &mut done, &mut order));
        order
    }

    fn write_types(&self, text: &mut String) -> Result<(), Gap> {
        let program = self.prelude.program;
        let mut datatypes = BTreeSet::new();
        for ty in &self.reached.types {
            match ty {
                Type::Data(id, _) => {
                    datatypes.insert(*id);
                }
                _ => {
                    let _ = writeln!(text, "(declare-sort {} 0)", sort_name(program, ty));
                }
            }
        }
        text.push_str(&datatypes::declarations(program, &datatypes)?);
        Ok(())
    }

    fn write_consts(&self, text: &mut String) -> Result<(), Gap> {
        let program = self.prelude.program;
        // Unique constants of one type differ from each other.
        let mut unique: Vec<(&Type, Vec<String>)> = Vec::new();
        for id in &self.reached.consts {
            let declaration = &program.consts[id.index()];
            let name = const_name(program, *id);
            let sort = sort(program, &declaration.ty, &mut Symbols::default(), declaration.span)?;
            let _ = writeln!(text, "(declare-const {name} {sort})");
            if declaration.unique {
                match unique.iter_mut().find(|(ty, _)| **ty == declaration.ty) {
                    Some((_, names)) => names.push(name),
                    None => unique.push((&declaration.ty, vec![name])),
                }
            }
        }
        for (_, names) in unique.iter().filter(|(_, names)| names.len() > 1) {
            let _ = writeln!(text, "(assert (distinct {}))", names.join(" "));
        }
        Ok(())
    }
}

fn encode_axiom(program: &Program, axiom: &Axiom) -> Result<EncodedAxiom, Gap> {
    let mut encoder = Encoder::new(program);
    let term = encoder.expr(&axiom.expr)?;
    let mut text = String::new();
    write_term(&encoder.terms, term, &mut text);
    Ok(EncodedAxiom { text, used: encoder.used, triggers: trigger_symbols(program, &axiom.expr) })
}

/// What each trigger of an outermost universal quantifier mentions; nothing if it has no trigger.
fn trigger_symbols(program: &Program, expr: &Expr) -> Vec<Symbols> {
    match expr.kind() {
        ExprKind::Quantifier(quantifier) if quantifier.kind == QuantifierKind::Forall => {
            quantifier.triggers.iter().map(|trigger| mentioned(program, trigger)).collect()
        }
        _ => Vec::new(),
    }
}

fn mentioned(program: &Program, exprs: &[Expr]) -> Symbols {
    let mut symbols = Symbols::default();
    for expr in exprs {
        crate::visit::walk(expr, &mut |node| {
            match node.kind() {
                ExprKind::Apply { function, .. }
                    if !matches!(program.functions[function.index()].meaning, Meaning::Builtin(_)) =>
                {
                    symbols.functions.insert(*function);
                }
                ExprKind::Var(Var::Const(id)) => {
                    symbols.consts.insert(*id);
                }
                ExprKind::Field { expr: inner, .. } | ExprKind::Is { expr: inner, .. } => {
                    symbols.types.insert(inner.ty().clone());
                }
                ExprKind::Construct { .. } => {
                    symbols.types.insert(node.ty().clone());
                }
                _ => {}
            }
            true
        });
    }
    symbols
}

fn declare_function(program: &Program, id: FunctionId) -> Result<Declaration, Gap> {
    let function = &program.functions[id.index()];
    let name = function_name(program, id);
    let mut encoder = Encoder::new(program);
    match &function.meaning {
        Meaning::Define(body) => {
            let params = encoder.bind(&function.params, function.span)?;
            let result = encoder.sort(&function.result, function.span)?;
            let term = encoder.expr(body)?;
            let params: Vec<String> = params.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
            let mut text = format!("(define-fun {name} ({}) {result} ", params.join(" "));
            write_term(&encoder.terms, term, &mut text);
            text.push_str(")\n");
            Ok(Declaration { text, used: encoder.used })
        }
        Meaning::Uninterpreted | Meaning::Inline(_) | Meaning::Builtin(_) => {
            let params: Result<Vec<String>, Gap> =
                function.params.iter().map(|param| Ok(encoder.sort(&param.ty, function.span)?.to_string())).collect();
            let result = encoder.sort(&function.result, function.span)?;
            let text = format!("(declare-fun {name} ({}) {result})\n", params?.join(" "));
            Ok(Declaration { text, used: encoder.used })
        }
    }
}
