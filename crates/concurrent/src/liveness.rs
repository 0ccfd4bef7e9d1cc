//! Which locals may still be read: a local is live at a node if some path from there reads it before it assigns it.
//!
//! live(n) = ⋃ over edges n → m of use(step) ∪ (live(m) ∖ def(step)); at the exit the results are live.

use crate::program::*;

/// For each node and each local, in their order, whether the local is live there.
pub fn live_locals(procedure: &Procedure) -> Vec<Vec<bool>> {
    let mut live = vec![vec![false; procedure.locals.len()]; procedure.nodes.len()];
    for result in &procedure.results {
        live[procedure.exit.index()][result.index()] = true;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for edge in procedure.edges.iter().rev() {
            let before = before_step(&edge.step, &live[edge.to.index()]);
            for (known, is_live) in live[edge.from.index()].iter_mut().zip(before) {
                changed |= is_live && !*known;
                *known |= is_live;
            }
        }
    }
    live
}

/// What is live before the step if this is live after it.
pub fn before_step(step: &Step, after: &[bool]) -> Vec<bool> {
    let mut live = after.to_vec();
    step.cmds.iter().rev().for_each(|cmd| before_cmd(cmd, &mut live));
    live
}

/// Changes what is live after the command to what is live before it.
pub fn before_cmd(cmd: &Cmd, live: &mut [bool]) {
    match &cmd.kind {
        CmdKind::Assume(condition) | CmdKind::Assert(condition) => read_expr(condition, live),
        CmdKind::Assign { target, value } => {
            write_place(target, live);
            read_expr(value, live);
        }
        CmdKind::Havoc(target) => write_place(target, live),
        CmdKind::Alloc { target, record: _ } => live[target.index()] = false,
        CmdKind::Free(pointer) => read_expr(pointer, live),
    }
}

fn write_place(place: &Place, live: &mut [bool]) {
    match &place.kind {
        PlaceKind::Local(local) => live[local.index()] = false,
        PlaceKind::Global(_) => {}
        PlaceKind::Field { base, .. } => read_expr(base, live),
    }
}

fn read_expr(expr: &Expr, live: &mut [bool]) {
    match &expr.kind {
        ExprKind::Read(place) => match &place.kind {
            PlaceKind::Local(local) => live[local.index()] = true,
            PlaceKind::Global(_) => {}
            PlaceKind::Field { base, .. } => read_expr(base, live),
        },
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => {}
        ExprKind::Unary { arg, .. } => read_expr(arg, live),
        ExprKind::Binary { left, right, .. } => {
            read_expr(left, live);
            read_expr(right, live);
        }
    }
}
