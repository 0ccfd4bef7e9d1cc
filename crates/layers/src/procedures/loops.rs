//! The loops of a body.

use crate::civl::{Arm, Body, CmdKind, Layer, YieldProcedure};
use ivl::typed::{BlockId, LocalId, Var};
use rustc_hash::FxHashSet;

/// The heads of loops: targets of edges from blocks that they dominate.
pub fn heads(body: &Body) -> FxHashSet<BlockId> {
    all(body).filter(|head| !natural_loop(body, *head).is_empty()).collect()
}

/// For each block, whether it is in a loop that yields at this layer.
pub fn blocks_in_yielding_loops(body: &Body, layer: Layer) -> Vec<bool> {
    let mut inside = vec![false; body.blocks.len()];
    for head in all(body).filter(|id| body.blocks[id.index()].yields_at(layer)) {
        natural_loop(body, head).iter().for_each(|block| inside[block.index()] = true);
    }
    inside
}

/// Whether a loop that yields at this layer can assign one of these locals.
pub fn loops_assign(procedure: &YieldProcedure, layer: Layer, locals: &[LocalId]) -> bool {
    let Some(body) = &procedure.body else { return false };
    let inside = blocks_in_yielding_loops(body, layer);
    let is_one = |var: &Var| matches!(var, Var::Local(local) if locals.contains(local));
    body.blocks.iter().zip(inside).filter(|(_, inside)| *inside).flat_map(|(block, _)| &block.cmds).any(|cmd| {
        match &cmd.kind {
            CmdKind::Assign(pairs) => pairs.iter().any(|(left, _)| is_one(left)),
            CmdKind::Unpack { constructor: _, targets, source: _ } => targets.iter().any(is_one),
            CmdKind::Havoc(vars) => vars.iter().any(is_one),
            // A primitive changes one of its arguments.
            CmdKind::Atomic { callee: _, ins, outs, layers: _ } => {
                outs.iter().any(is_one)
                    || ins.iter().any(|arg| crate::actions::gate::variables_of(arg).iter().any(is_one))
            }
            CmdKind::Call(call) | CmdKind::Async { call, sync: _ } => call.outs.iter().any(is_one),
            CmdKind::Parallel(arms) => arms.iter().any(|arm| match arm {
                Arm::Call(call) => call.outs.iter().any(is_one),
                Arm::Invariant(_) => false,
            }),
            CmdKind::Assert { .. } | CmdKind::Assume { .. } | CmdKind::Measure(_) | CmdKind::Invariant(_) => false,
        }
    })
}

fn all(body: &Body) -> impl Iterator<Item = BlockId> {
    (0..body.blocks.len() as u32).map(BlockId)
}

/// The blocks that `head` dominates and from which it is reached again through such blocks; empty if it is no head.
fn natural_loop(body: &Body, head: BlockId) -> FxHashSet<BlockId> {
    let around = reach(body, BlockId(0), |id| id != head);
    let reachable = reach(body, BlockId(0), |_| true);
    let is_dominated = |id: &BlockId| reachable.contains(id) && !around.contains(id);
    let mut inside = FxHashSet::default();
    let mut grows = true;
    while grows {
        grows = false;
        for id in all(body).filter(is_dominated) {
            let leads_back =
                body.blocks[id.index()].successors().iter().any(|next| *next == head || inside.contains(next));
            if leads_back && id != head && inside.insert(id) {
                grows = true;
            }
        }
    }
    if !inside.is_empty() || body.blocks[head.index()].successors().contains(&head) {
        inside.insert(head);
    }
    inside
}

/// The blocks that are reached from `start` through blocks that may be entered.
fn reach(body: &Body, start: BlockId, may_enter: impl Fn(BlockId) -> bool) -> FxHashSet<BlockId> {
    let mut reached = FxHashSet::default();
    let mut work = if may_enter(start) { vec![start] } else { Vec::new() };
    while let Some(id) = work.pop() {
        if reached.insert(id) {
            work.extend(body.blocks[id.index()].successors().iter().filter(|next| may_enter(**next)));
        }
    }
    reached
}
