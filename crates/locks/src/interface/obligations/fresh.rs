//! Objects that a method has made and that nobody else gets to know while it runs: they belong to it, whatever guards them
//! later.

use crate::interface::terms::term::{Place, Symbol, SymbolKind, Term, TermId};
use crate::interface::walk::analysis::Walk;
use concurrent::object::{Call, EdgeId, Expr, ExprKind, Instruction, LocalId};
use std::collections::BTreeSet;

impl Walk<'_, '_> {
    /// Whether the method has made the object and does nothing with it but fill it, ask it, and return it.
    pub fn belongs_to_method(&self, object: TermId) -> bool {
        let Term::Symbol(Symbol { place: Place::Edge(made), kind: SymbolKind::Fresh(_) }) =
            self.engine.terms.get(object)
        else {
            return false;
        };
        let names = self.names_of(*made);
        let is_it = |value: &Expr| local_of(value).is_some_and(|local| names.contains(&local));
        !names.is_empty()
            && self.graph.edges.iter().all(|edge| match &edge.instruction {
                Instruction::WriteField { value, .. }
                | Instruction::WriteElement { value, .. }
                | Instruction::Throw(value) => !is_it(value),
                Instruction::Call(call) => !call.args.iter().any(is_it) && self.keeps_to_itself(call, &is_it),
                Instruction::Skip
                | Instruction::Annotation(_)
                | Instruction::Assign { .. }
                | Instruction::ReadField { .. }
                | Instruction::ReadElement { .. }
                | Instruction::ArrayLength { .. }
                | Instruction::NewObject { .. }
                | Instruction::NewArray { .. }
                | Instruction::Enter(_)
                | Instruction::Exit(_)
                | Instruction::Assume(_)
                | Instruction::Check(_) => true,
            })
    }

    /// Whether what is called on the object tells nobody of it.
    fn keeps_to_itself(&self, call: &Call, is_it: &dyn Fn(&Expr) -> bool) -> bool {
        let tells = |target| {
            let escape = self.engine.escapes.get(&(target, 0));
            escape.is_none_or(|escape| !escape.published.is_empty())
        };
        !call.receiver.as_ref().is_some_and(is_it) || !call.targets.iter().any(|target| tells(*target))
    }

    /// The locals that may hold what an edge has made.
    fn names_of(&self, made: EdgeId) -> BTreeSet<LocalId> {
        let mut names: BTreeSet<LocalId> = self.graph.edges[made.index()].instruction.target().into_iter().collect();
        loop {
            let before = names.len();
            for edge in &self.graph.edges {
                if let Instruction::Assign { target, value } = &edge.instruction
                    && local_of(value).is_some_and(|local| names.contains(&local))
                {
                    names.insert(*target);
                }
            }
            if names.len() == before {
                return names;
            }
        }
    }
}

/// The local that an expression is, whatever it is cast to.
fn local_of(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Local(local) => Some(*local),
        ExprKind::Cast(inner) => local_of(inner),
        _ => None,
    }
}
