//! Procedures that may return whatever the data are.
//!
//! A committed transaction must be able to end; it need not end on every run. So at `goto A, B;` one branch that cannot
//! block and leads to the end is enough, while of branches with guards each must lead there, since the data choose:
//!
//! ```text
//! a block finishes if all procedures it calls finish, and it
//!   returns, or
//!   can go to a block that finishes and begins with no assumption, or
//!   goes only to blocks that finish, where going back to the head of a bounded loop is as good
//! a procedure finishes if its first block does
//! ```
//!
//! This is the least such set, so that nothing finishes by calling itself.

use crate::civl::{Arm, Body, Call, Civl, CmdKind, Layer, YieldProcedure};
use crate::cooperation::bounds::is_free;
use crate::cooperation::counting::is_counted;
use crate::yields::flow::reachable;
use crate::yields::loop_yields::{Loop, loops};
use ivl::typed::{BlockId, ProcedureId};
use rustc_hash::FxHashSet;

/// Those among `cycle` that finish. Procedures outside the cycle are judged elsewhere.
pub fn finishing(civl: &Civl, cycle: &[&YieldProcedure], layer: Layer) -> FxHashSet<ProcedureId> {
    let members: FxHashSet<ProcedureId> = cycle.iter().map(|procedure| procedure.id).collect();
    let bounded: Vec<Vec<(BlockId, Vec<BlockId>)>> = cycle
        .iter()
        .map(|procedure| procedure.body.as_ref().map_or(Vec::new(), |body| bounded_loops(civl, procedure, body, layer)))
        .collect();
    let mut found = FxHashSet::default();
    loop {
        let finishes = |(procedure, bounded): &(&&YieldProcedure, &Vec<_>)| {
            let Some(body) = &procedure.body else { return true };
            let ends = |callee: ProcedureId| !members.contains(&callee) || found.contains(&callee);
            first_block_finishes(body, bounded, &ends)
        };
        let next: FxHashSet<ProcedureId> =
            cycle.iter().zip(&bounded).filter(finishes).map(|(procedure, _)| procedure.id).collect();
        if next.len() == found.len() {
            return found;
        }
        found = next;
    }
}

/// The heads of loops that end by themselves, with the blocks of each.
fn bounded_loops(civl: &Civl, procedure: &YieldProcedure, body: &Body, layer: Layer) -> Vec<(BlockId, Vec<BlockId>)> {
    let bounded = |it: &Loop| match it.entries[..] {
        [head] if has_measure(body, head, layer) || is_counted(civl, procedure, body, it, layer) => {
            Some((head, it.blocks.clone()))
        }
        _ => None,
    };
    loops(body).iter().filter_map(bounded).collect()
}

fn first_block_finishes(body: &Body, bounded: &[(BlockId, Vec<BlockId>)], ends: &dyn Fn(ProcedureId) -> bool) -> bool {
    let goes_back =
        |from: BlockId, to: BlockId| bounded.iter().any(|(head, blocks)| *head == to && blocks.contains(&from));
    let reachable = reachable(body);
    let mut finished: FxHashSet<BlockId> = FxHashSet::default();
    loop {
        let size = finished.len();
        for id in &reachable {
            let block = &body.blocks[id.index()];
            let calls_end = block.cmds.iter().flat_map(|cmd| calls(&cmd.kind)).all(|call| ends(call.callee));
            let targets = block.successors();
            let good = |to: &BlockId| finished.contains(to) || goes_back(*id, *to);
            let may = targets.iter().any(|to| is_free(&body.blocks[to.index()]) && finished.contains(to));
            if calls_end && (may || targets.iter().all(good)) {
                finished.insert(*id);
            }
        }
        if finished.len() == size {
            return finished.contains(&BlockId(0));
        }
    }
}

/// The yield procedures that a command calls.
pub fn calls(cmd: &CmdKind) -> Vec<&Call> {
    match cmd {
        CmdKind::Call(call) | CmdKind::Async { call, .. } => vec![call],
        CmdKind::Parallel(arms) => {
            let calls = arms.iter().filter_map(|arm| match arm {
                Arm::Call(call) => Some(call),
                Arm::Invariant(_) => None,
            });
            calls.collect()
        }
        CmdKind::Assert { .. }
        | CmdKind::Assume { .. }
        | CmdKind::Assign(_)
        | CmdKind::Unpack { .. }
        | CmdKind::Havoc(_)
        | CmdKind::Measure(_)
        | CmdKind::Atomic { .. }
        | CmdKind::Invariant(_) => Vec::new(),
    }
}

/// Whether a loop has a measure at the layer, which is proved there.
pub fn has_measure(body: &Body, head: BlockId, layer: Layer) -> bool {
    let mut cmds = body.blocks[head.index()].cmds.iter();
    cmds.any(|cmd| matches!(&cmd.kind, CmdKind::Measure(measure) if measure.layers.contains(&layer)))
}
