//! The loops of a body, as far as a run needs to know them.
//!
//! A block is the head of a loop if some block that it dominates jumps back to it. Arriving from such a block means
//! that an iteration ended; arriving from elsewhere means that the loop is entered.

use crate::typed::{Block, BlockId, CmdKind, Implementation, Program, Transfer, Var};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) struct Flow {
    heads: FxHashMap<BlockId, Head>,
}

/// A head with its loop.
pub(super) struct Head {
    /// The blocks that jump back to the head.
    pub latches: FxHashSet<BlockId>,
    /// The variables that the loop assigns and that have a where-clause.
    pub guarded: Vec<Var>,
}

impl Flow {
    pub fn new(program: &Program, implementation: &Implementation) -> Flow {
        let graph = Graph { blocks: &implementation.blocks };
        let reachable = graph.reachable(None);
        let mut back_edges: FxHashMap<BlockId, FxHashSet<BlockId>> = FxHashMap::default();
        for target in graph.retreat_targets() {
            let without = graph.reachable(Some(target));
            let latches = reachable.iter().copied().filter(|from| {
                graph.successors(*from).contains(&target) && (*from == target || !without.contains(from))
            });
            let latches: FxHashSet<BlockId> = latches.collect();
            if !latches.is_empty() {
                back_edges.insert(target, latches);
            }
        }
        let head = |(target, latches): (BlockId, FxHashSet<BlockId>)| {
            let guarded = guarded(program, implementation, &graph.natural_loop(target, &latches, &reachable));
            (target, Head { latches, guarded })
        };
        Flow { heads: back_edges.into_iter().map(head).collect() }
    }

    pub fn head(&self, block: BlockId) -> Option<&Head> {
        self.heads.get(&block)
    }
}

struct Graph<'a> {
    blocks: &'a [Block],
}

impl<'a> Graph<'a> {
    fn successors(&self, block: BlockId) -> &'a [BlockId] {
        match &self.blocks[block.index()].transfer {
            Transfer::Goto { targets, .. } => targets,
            Transfer::Return { .. } => &[],
        }
    }

    /// The blocks that the entry reaches, going round `avoided`.
    fn reachable(&self, avoided: Option<BlockId>) -> FxHashSet<BlockId> {
        let mut reached = FxHashSet::default();
        let mut work = vec![BlockId(0)];
        while let Some(block) = work.pop() {
            if Some(block) != avoided && reached.insert(block) {
                work.extend(self.successors(block));
            }
        }
        reached
    }

    /// The blocks that a depth-first search meets again while it is still below them: all heads are among them.
    fn retreat_targets(&self) -> Vec<BlockId> {
        let (mut seen, mut open, mut found) = (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
        let mut work = vec![(BlockId(0), 0)];
        seen.insert(BlockId(0));
        open.insert(BlockId(0));
        while let Some((block, next)) = work.pop() {
            let Some(target) = self.successors(block).get(next) else {
                open.remove(&block);
                continue;
            };
            work.push((block, next + 1));
            if open.contains(target) {
                found.insert(*target);
            }
            if seen.insert(*target) {
                open.insert(*target);
                work.push((*target, 0));
            }
        }
        let mut found: Vec<BlockId> = found.into_iter().collect();
        found.sort();
        found
    }

    /// The blocks that reach a latch without passing the head, and the head.
    fn natural_loop(
        &self,
        head: BlockId,
        latches: &FxHashSet<BlockId>,
        reachable: &FxHashSet<BlockId>,
    ) -> FxHashSet<BlockId> {
        let mut inside: FxHashSet<BlockId> = FxHashSet::from_iter([head]);
        inside.extend(latches);
        let mut grown = true;
        while grown {
            grown = false;
            for &block in reachable {
                let enters = self.successors(block).iter().any(|to| *to != head && inside.contains(to));
                grown |= enters && inside.insert(block);
            }
        }
        inside
    }
}

/// The variables with a where-clause that some block assigns.
fn guarded(program: &Program, implementation: &Implementation, blocks: &FxHashSet<BlockId>) -> Vec<Var> {
    let has_where = |var: &Var| match var {
        Var::Global(id) => program.globals[id.index()].where_clause.is_some(),
        Var::Local(id) => implementation.locals[id.index()].where_clause.is_some(),
        Var::Const(_) | Var::Bound(_) => false,
    };
    let mut vars = Vec::new();
    for cmd in blocks.iter().flat_map(|block| &implementation.blocks[block.index()].cmds) {
        match &cmd.kind {
            CmdKind::Assign(assignments) => vars.extend(assignments.iter().map(|(var, _)| *var)),
            CmdKind::Havoc(changed) => vars.extend(changed),
            CmdKind::Call(_) | CmdKind::Async(_) | CmdKind::Parallel(_) | CmdKind::LoopYield(_) => {
                for call in cmd.kind.calls() {
                    vars.extend(&call.outs);
                    let modified = &program.procedures[call.procedure.index()].modifies;
                    vars.extend(modified.iter().map(|global| Var::Global(*global)));
                }
            }
            CmdKind::Assert(_)
            | CmdKind::Prove { .. }
            | CmdKind::Assume { .. }
            | CmdKind::Measure(_)
            | CmdKind::Visibility(_) => {}
        }
    }
    vars.retain(has_where);
    vars.sort();
    vars.dedup();
    vars
}
