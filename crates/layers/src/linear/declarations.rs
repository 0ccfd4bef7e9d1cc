//! The rules of linearity for declarations: where permissions come from, and what clauses may speak of.

use super::codes;
use super::scope::{Passed, Scope, linearities};
use crate::civl::{Civl, InvariantCall, Linearity, Routine};
use ivl::typed::{LocalId, Var};
use source::Diagnostic;
use std::collections::BTreeSet;

/// Permissions that a pure procedure returns come from its body. Without one it would make them out of nothing, whatever
/// it claims to return. (A yield procedure without a body is part of the world that the program is given: it is believed
/// to refine its action, to keep its postconditions, and to return permissions that nobody else has.)
pub fn without_body(scope: &Scope) -> Vec<Diagnostic> {
    let Routine::Pure { body: None, .. } = &scope.civl.routines[scope.routine.index()] else { return Vec::new() };
    let procedure = &scope.civl.program.procedures[scope.routine.index()];
    let (ins, outs) = scope.linear_params();
    let made = ins.into_iter().filter(|(_, linearity)| *linearity == Linearity::LinearOut).chain(outs);
    let error = |(id, _): (LocalId, Linearity)| {
        let param = &procedure.params[id.index()];
        let message = format!(
            "`{}` returns permissions in `{}`, and has no body to show where they come from",
            procedure.name, param.name
        );
        Diagnostic::error(&codes::LINEAR_DECLARATION, param.span, message)
            .help("write the body, or return a value without permissions")
    };
    made.map(error).collect()
}

/// A clause that calls yield invariants, with the parameters that hold permissions when it holds. Here `{:linear}` counts
/// at any type: what is marked so is meant so.
pub fn clauses<'a>(civl: &'a Civl, scope: &Scope) -> Vec<(&'a InvariantCall, BTreeSet<LocalId>)> {
    let procedure = &civl.program.procedures[scope.routine.index()];
    let params = || linearities(civl, scope.routine).into_iter().enumerate();
    let entry = params().filter(|(at, linearity)| *at < procedure.ins && linearity.holds_on_entry());
    let entry: BTreeSet<LocalId> = entry.map(|(at, _)| LocalId(at as u32)).collect();
    let exit = params().filter(|(_, linearity)| linearity.holds_on_exit());
    let exit: BTreeSet<LocalId> = exit.map(|(at, _)| LocalId(at as u32)).collect();
    let (requires, ensures) = match &civl.routines[scope.routine.index()] {
        Routine::Plain { .. } | Routine::Pure { .. } | Routine::Primitive { .. } | Routine::Invariant(_) => {
            (&[][..], &[][..])
        }
        Routine::Action(action) => (&action.requires_calls[..], &[][..]),
        Routine::Yield(procedure) => (&procedure.requires_calls[..], &procedure.ensures_calls[..]),
    };
    let requires = requires.iter().map(|call| (call, entry.clone()));
    requires.chain(ensures.iter().map(|call| (call, exit.clone()))).collect()
}

/// A linear argument in a clause is a parameter that holds permissions then.
pub fn clause(scope: &Scope, call: &InvariantCall, holding: &BTreeSet<LocalId>) -> Vec<Diagnostic> {
    let callee = scope.callee(call.invariant);
    let missing = scope.marked(&callee, &call.ins).into_iter().filter(|passed| match passed.var {
        Var::Local(id) => !holding.contains(&id),
        Var::Global(_) | Var::Const(_) | Var::Bound(_) => false,
    });
    let error = |passed: Passed| {
        let message = format!(
            "`{}` does not hold permissions when this clause holds, and goes to linear parameter `{}`",
            scope.name(passed.var),
            callee.ins[passed.position].variable.name
        );
        Diagnostic::error(&codes::LINEAR_UNAVAILABLE, passed.span, message)
    };
    missing.map(error).collect()
}
