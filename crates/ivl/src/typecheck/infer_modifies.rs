//! What procedures of a Civl program may change.
//!
//! There the `modifies` clause of a procedure, an action or a procedure with a mover type is completed by what its body
//! assigns, directly or through calls; what is written stays. The least solution of
//!
//! ```text
//! modifies(P) ⊇ written clause of P
//! modifies(P) ⊇ targets of assignments, havocs and calls in the body of P
//! modifies(P) ⊇ modifies(Q)      if the body of P calls Q, unless asynchronously without `{:sync}`
//! modifies(P) ⊇ { root of e }    if the body of P calls the primitive Q(e, …), which changes its first argument
//! ```
//! A yield procedure without a mover type has no such set, and calls of it count as calls of the action that it refines
//! at the layer of the caller.

use crate::attributes;
use crate::typed::{Call, CmdKind, Expr, ExprKind, GlobalId, Implementation, ProcedureId, Program, Role, Var};
use std::collections::BTreeSet;

pub(super) fn infer(program: &mut Program) {
    let mut sets: Vec<BTreeSet<GlobalId>> = Vec::new();
    for procedure in &program.procedures {
        sets.push(procedure.modifies.iter().copied().collect());
    }
    let mut callees: Vec<BTreeSet<ProcedureId>> = vec![BTreeSet::new(); sets.len()];
    for implementation in &program.implementations {
        let caller = implementation.procedure;
        if has_set(program, caller) {
            collect(program, implementation, &mut sets[caller.index()], &mut callees[caller.index()]);
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for caller in 0..sets.len() {
            let inherited: BTreeSet<GlobalId> =
                callees[caller].iter().flat_map(|callee| &sets[callee.index()]).copied().collect();
            let before = sets[caller].len();
            sets[caller].extend(inherited);
            changed |= sets[caller].len() != before;
        }
    }
    for (procedure, set) in program.procedures.iter_mut().zip(sets) {
        let written = procedure.modifies.clone();
        procedure.modifies.extend(set.into_iter().filter(|id| !written.contains(id)));
    }
}

fn has_set(program: &Program, id: ProcedureId) -> bool {
    match &program.procedures[id.index()].role {
        Role::Plain | Role::Pure | Role::Action(_) => true,
        Role::Yield(role) => role.mover.is_some(),
        Role::Invariant { .. } => false,
    }
}

/// The globals that a body changes itself, and whom it calls.
fn collect(
    program: &Program,
    implementation: &Implementation,
    globals: &mut BTreeSet<GlobalId>,
    callees: &mut BTreeSet<ProcedureId>,
) {
    let layers = attributes::layers(&program.procedures[implementation.procedure.index()].attributes);
    let layer = layers.last().copied().unwrap_or(0);
    let mut targets: Vec<Var> = Vec::new();
    for cmd in implementation.blocks.iter().flat_map(|block| &block.cmds) {
        match &cmd.kind {
            CmdKind::Assign(assignments) => targets.extend(assignments.iter().map(|(var, _)| *var)),
            CmdKind::Havoc(vars) => targets.extend(vars),
            CmdKind::Async(_) if !attributes::has(&cmd.attributes, "sync") => {}
            CmdKind::Call(_) | CmdKind::Async(_) | CmdKind::Parallel(_) | CmdKind::LoopYield(_) => {
                for call in cmd.kind.calls() {
                    targets.extend(&call.outs);
                    targets.extend(written_argument(program, call));
                    callees.extend(callee_at(program, call.procedure, layer));
                }
            }
            CmdKind::Assert(_)
            | CmdKind::Prove { .. }
            | CmdKind::Assume { .. }
            | CmdKind::Measure(_)
            | CmdKind::Visibility(_) => {}
        }
    }
    globals.extend(targets.into_iter().filter_map(|var| match var {
        Var::Global(id) => Some(id),
        Var::Const(_) | Var::Local(_) | Var::Bound(_) => None,
    }));
}

/// Whose set counts for a call at this layer.
fn callee_at(program: &Program, callee: ProcedureId, layer: u32) -> Option<ProcedureId> {
    let Role::Yield(role) = &program.procedures[callee.index()].role else { return Some(callee) };
    if role.mover.is_some() {
        return Some(callee);
    }
    let mut refines = role.refines.as_ref();
    let mut steps = 0;
    while let Some(action) = refines.map(|refines| &program.procedures[refines.action.index()]) {
        let upper = attributes::layers(&action.attributes).last().copied().unwrap_or(u32::MAX);
        steps += 1;
        if layer <= upper || steps > program.procedures.len() {
            return refines.map(|refines| refines.action);
        }
        refines = match &action.role {
            Role::Action(action) => action.refines.as_ref(),
            Role::Plain | Role::Pure | Role::Yield(_) | Role::Invariant { .. } => None,
        };
    }
    None
}

/// The variable that a primitive changes: that at the root of its first argument.
fn written_argument(program: &Program, call: &Call) -> Option<Var> {
    let attributes = &program.procedures[call.procedure.index()].attributes;
    attributes::becomes(attributes).and_then(|_| root(call.ins.first()?))
}

fn root(path: &Expr) -> Option<Var> {
    match path.kind() {
        ExprKind::Var(var) => Some(*var),
        ExprKind::Field { expr, .. } => root(expr),
        ExprKind::Select { map, .. } => root(map),
        _ => None,
    }
}
