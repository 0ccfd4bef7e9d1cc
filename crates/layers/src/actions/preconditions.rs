//! What an action requires of its callers.

use crate::actions::atomic::Atomic;
use crate::actions::code::globals_of;
use crate::actions::gate::Condition;
use crate::civl::Civl;
use crate::invariants::invariant_at;
use ivl::build::Build;
use ivl::typed::{Condition as Clause, GlobalId};
use ivl::visit::Substitution;
use std::collections::BTreeSet;

/// `requires E` and `requires call Inv(…)` of an action, for parameters replaced so.
pub fn preconditions(civl: &Civl, build: &mut Build, atomic: &Atomic, params: &Substitution) -> Vec<Condition> {
    let mut conditions = Vec::new();
    for layered in &atomic.action.requires {
        let Clause { expr, attributes, span, free: _ } = &layered.condition;
        conditions.push(Condition::new(expr.clone(), attributes, *span).over(params, build));
    }
    for call in &atomic.action.requires_calls {
        conditions.extend(invariant_at(civl, build, call, params));
    }
    conditions
}

/// The globals that they speak of.
pub fn precondition_globals(civl: &Civl, atomic: &Atomic) -> BTreeSet<GlobalId> {
    let conditions = atomic.action.requires.iter().map(|layered| &layered.condition.expr);
    let invariants = atomic.action.requires_calls.iter().filter_map(|call| civl.invariant(call.invariant));
    let invariants = invariants.flat_map(|invariant| &invariant.conditions).map(|condition| &condition.expr);
    conditions.chain(invariants).flat_map(globals_of).collect()
}
