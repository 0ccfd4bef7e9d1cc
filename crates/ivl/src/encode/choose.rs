//! Which axioms a query gets.
//!
//! Only what it can reach. Leaving an axiom out can lose a proof and never makes one, so the choice is made by what could
//! help: an axiom belongs to a query if
//!
//! ```text
//! it is in the `uses` clause of something reached, or
//! it is a quantifier with triggers, and everything that one of its triggers mentions is reached, or
//! it has no triggers, and it mentions something reached, or nothing that could be reached.
//! ```
//!
//! What a chosen axiom mentions is reached too.

use super::closure::Closure;
use super::{Gap, Prelude, Symbols};
use crate::typed::{Axiom, ConstId, Expr, ExprKind, FunctionId, Meaning, Program, Symbol, Type, Var};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Where to look again when something new is reached.
#[derive(Default)]
pub struct AxiomIndex {
    /// Axioms that mention a symbol, or that a symbol uses.
    by_function: FxHashMap<FunctionId, Vec<usize>>,
    by_const: FxHashMap<ConstId, Vec<usize>>,
    by_type: FxHashMap<Type, Vec<usize>>,
    /// Axioms that mention none of these.
    others: Vec<usize>,
}

impl AxiomIndex {
    pub fn new(program: &Program) -> AxiomIndex {
        let mut index = AxiomIndex::default();
        for (number, axiom) in program.axioms.iter().enumerate() {
            index.enter(program, number, axiom);
        }
        index
    }

    fn enter(&mut self, program: &Program, number: usize, axiom: &Axiom) {
        let mut found = Symbols::default();
        crate::visit::walk(&axiom.expr, &mut |node| {
            crate::visit::walk_type(node.ty(), &mut |ty| {
                if let Type::Data(..) | Type::Ctor(..) = ty {
                    found.types.insert(ty.clone());
                }
            });
            add(program, named_by(node), &mut found);
            true
        });
        axiom.used_by.iter().for_each(|symbol| add(program, Some(*symbol), &mut found));
        if found.is_empty() {
            self.others.push(number);
        }
        found.types.into_iter().for_each(|ty| self.by_type.entry(ty).or_default().push(number));
        found.functions.into_iter().for_each(|id| self.by_function.entry(id).or_default().push(number));
        found.consts.into_iter().for_each(|id| self.by_const.entry(id).or_default().push(number));
    }

    /// The axioms that the symbols may make useful.
    fn of<'i>(&'i self, symbols: &'i Symbols) -> impl Iterator<Item = usize> + 'i {
        let functions = symbols.functions.iter().filter_map(|id| self.by_function.get(id));
        let consts = symbols.consts.iter().filter_map(|id| self.by_const.get(id));
        let types = symbols.types.iter().filter_map(|ty| self.by_type.get(ty));
        functions.chain(consts).chain(types).flatten().copied()
    }
}

/// What a query that mentions `used` reaches, and the axioms it gets.
pub fn choose(prelude: &Prelude, used: &Symbols) -> Result<(Symbols, BTreeSet<usize>), Gap> {
    let mut closure = Closure::new(prelude);
    closure.reach(used);
    let mut candidates: BTreeSet<usize> = prelude.index.others.iter().copied().collect();
    let mut chosen = BTreeSet::new();
    loop {
        candidates.extend(prelude.index.of(&closure.close()?));
        let Some(candidate) = candidates.pop_first() else {
            return Ok((closure.reached().clone(), chosen));
        };
        if !chosen.contains(&candidate) && is_useful(prelude, candidate, closure.reached())? {
            chosen.insert(candidate);
            closure.reach(&prelude.axiom(candidate)?.used);
        }
    }
}

fn is_useful(prelude: &Prelude, axiom: usize, reached: &Symbols) -> Result<bool, Gap> {
    let is_reached = |symbol: &Symbol| match symbol {
        Symbol::Function(id) => reached.functions.contains(id),
        Symbol::Const(id) => reached.consts.contains(id),
    };
    if prelude.program.axioms[axiom].used_by.iter().any(is_reached) {
        return Ok(true);
    }
    let axiom = prelude.axiom(axiom)?;
    if !axiom.triggers.is_empty() {
        return Ok(axiom.triggers.iter().any(|trigger| covers(reached, trigger)));
    }
    let used = &axiom.used;
    Ok(used.is_empty()
        || !used.functions.is_disjoint(&reached.functions)
        || !used.consts.is_disjoint(&reached.consts)
        || !used.types.is_disjoint(&reached.types))
}

fn covers(reached: &Symbols, trigger: &Symbols) -> bool {
    trigger.functions.is_subset(&reached.functions)
        && trigger.consts.is_subset(&reached.consts)
        && trigger.types.is_subset(&reached.types)
}

/// What the expressions of a trigger mention.
pub fn mentioned(program: &Program, exprs: &[Expr]) -> Symbols {
    let mut symbols = Symbols::default();
    for expr in exprs {
        crate::visit::walk(expr, &mut |node| {
            add(program, named_by(node), &mut symbols);
            if let ExprKind::Field { expr: inner, .. } | ExprKind::Is { expr: inner, .. } = node.kind() {
                symbols.types.insert(inner.ty().clone());
            }
            if let ExprKind::Construct { .. } = node.kind() {
                symbols.types.insert(node.ty().clone());
            }
            true
        });
    }
    symbols
}

/// Adds a symbol, unless it is an operator of the solver, which is there always.
fn add(program: &Program, symbol: Option<Symbol>, symbols: &mut Symbols) {
    match symbol {
        None => {}
        Some(Symbol::Const(id)) => drop(symbols.consts.insert(id)),
        Some(Symbol::Function(id)) => match program.functions[id.index()].meaning {
            Meaning::Builtin(_) => {}
            Meaning::Uninterpreted | Meaning::Inline(_) | Meaning::Define(_) => drop(symbols.functions.insert(id)),
        },
    }
}

/// The function or constant that a node names itself.
fn named_by(node: &Expr) -> Option<Symbol> {
    match node.kind() {
        ExprKind::Apply { function, .. } => Some(Symbol::Function(*function)),
        ExprKind::Var(Var::Const(id)) => Some(Symbol::Const(*id)),
        ExprKind::Var(Var::Global(_) | Var::Local(_) | Var::Bound(_))
        | ExprKind::Literal(_)
        | ExprKind::Old(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::IfThenElse(..)
        | ExprKind::Select { .. }
        | ExprKind::Store { .. }
        | ExprKind::Construct { .. }
        | ExprKind::Field { .. }
        | ExprKind::FieldUpdate { .. }
        | ExprKind::Is { .. }
        | ExprKind::Extract { .. }
        | ExprKind::ToInt(_)
        | ExprKind::ToReal(_)
        | ExprKind::Quantifier(_)
        | ExprKind::Let { .. }
        | ExprKind::Code(_) => None,
    }
}
