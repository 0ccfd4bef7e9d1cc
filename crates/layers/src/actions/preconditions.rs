//! What an action requires of its callers.

use crate::actions::atomic::Atomic;
use crate::actions::code::globals_of;
use crate::actions::gate::Condition;
use crate::build::Build;
use crate::civl::Civl;
use crate::invariants::invariant_at;
use ivl::typed::GlobalId;
use ivl::visit::{Fresh, Substitution, substitute};
use std::collections::BTreeSet;

/// `requires E` and `requires call Inv(…)` of an action, for parameters replaced so.
pub fn preconditions(civl: &Civl, build: &mut Build, atomic: &Atomic, params: &Substitution) -> Vec<Condition> {
    let mut conditions = Vec::new();
    for layered in &atomic.action.requires {
        let expr = substitute(&layered.condition.expr, params, &mut Fresh::of(&mut build.program));
        conditions.push(Condition { expr, span: layered.condition.span });
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
