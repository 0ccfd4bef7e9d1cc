//! Variables that are declared without a value.
//!
//! C11, 6.2.4 (6): the value of such a variable is indeterminate each time its declaration is reached, so also in the next
//! round of a loop, and in the next call of a function that is inlined. The lowered text says so by a havoc at the declaration.
//! Where no one can see the difference it goes: if the variable is not read before it is assigned, or if no assignment to
//! it comes before the declaration.

use concurrent::liveness;
use concurrent::program::*;

/// Removes what makes indeterminate a local that is so already, or that is not read afterwards.
pub fn remove_idle(procedure: &mut Procedure) {
    let has_any = procedure.edges.iter().flat_map(|edge| &edge.step.cmds).any(|cmd| havocked(cmd).is_some());
    if !has_any {
        return;
    }
    let live = liveness::live_locals(procedure);
    let assigned = assigned_locals(procedure);
    for edge in &mut procedure.edges {
        let (mut before, mut kept) = (assigned[edge.from.index()].clone(), Vec::new());
        for (at, cmd) in edge.step.cmds.iter().enumerate() {
            let mut after = live[edge.to.index()].clone();
            edge.step.cmds[at + 1..].iter().rev().for_each(|later| liveness::before_cmd(later, &mut after));
            let is_idle = havocked(cmd).is_some_and(|local| !before[local.index()] || !after[local.index()]);
            if !is_idle {
                kept.push(cmd.clone());
            }
            assign(cmd, &mut before);
        }
        edge.step.cmds = kept;
    }
}

fn havocked(cmd: &Cmd) -> Option<LocalId> {
    match &cmd.kind {
        CmdKind::Havoc(Place { kind: PlaceKind::Local(local), .. }) => Some(*local),
        CmdKind::Havoc(_)
        | CmdKind::Assign { .. }
        | CmdKind::Assume(_)
        | CmdKind::Assert(_)
        | CmdKind::Alloc { .. }
        | CmdKind::Free(_) => None,
    }
}

/// For each node and each local, whether the local may have been assigned on a path that leads there.
fn assigned_locals(procedure: &Procedure) -> Vec<Vec<bool>> {
    let mut assigned = vec![vec![false; procedure.locals.len()]; procedure.nodes.len()];
    procedure.params.iter().for_each(|param| assigned[procedure.entry.index()][param.index()] = true);
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for edge in &procedure.edges {
            let mut after = assigned[edge.from.index()].clone();
            edge.step.cmds.iter().for_each(|cmd| assign(cmd, &mut after));
            for (known, is_assigned) in assigned[edge.to.index()].iter_mut().zip(after) {
                is_stable &= *known || !is_assigned;
                *known |= is_assigned;
            }
        }
    }
    assigned
}

fn assign(cmd: &Cmd, assigned: &mut [bool]) {
    match &cmd.kind {
        CmdKind::Assign { target: Place { kind: PlaceKind::Local(local), .. }, .. } => assigned[local.index()] = true,
        CmdKind::Havoc(Place { kind: PlaceKind::Local(local), .. }) => assigned[local.index()] = false,
        CmdKind::Alloc { target, .. } => assigned[target.index()] = true,
        CmdKind::Assign { .. } | CmdKind::Havoc(_) | CmdKind::Assume(_) | CmdKind::Assert(_) | CmdKind::Free(_) => {}
    }
}
