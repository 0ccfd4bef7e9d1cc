//! The loops of a flow graph, and how an irreducible one is made reducible.
//!
//! A loop is a strongly connected set of blocks that is entered through one block only, its head. Loops nest: without
//! the edges back to the head, the rest of the set may hold further loops. Where a set has several entries, no block
//! cuts all its runs in the state they come from, so one entry is chosen as the head and the other blocks are copied
//! for the runs that enter elsewhere: each run of the graph stays a run, and the copy is smaller than the original.

use crate::body::Graph;
use crate::encode::Gap;
use crate::typed::BlockId;
use rustc_hash::FxHashSet;

/// One natural loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub head: BlockId,
    /// All blocks of the loop, the head and inner loops included, in order.
    pub blocks: Vec<BlockId>,
    /// The blocks of the loop with an edge to the head.
    pub latches: Vec<BlockId>,
}

/// Copying stops when the graph would have more than this many times its blocks (and a few).
const GROWTH_LIMIT: usize = 8;

/// The loops of a graph, and whether blocks had to be copied to find them.
pub struct Loops {
    /// Outer before inner.
    pub loops: Vec<Loop>,
    pub copied: bool,
}

/// Finds all loops; copies blocks first where the graph is irreducible. Every block is reachable, before and after.
pub fn find_loops(graph: &mut Graph) -> Result<Loops, Gap> {
    let limit = graph.blocks.len() * GROWTH_LIMIT + 64;
    let mut copied = false;
    loop {
        match Search::new(graph).loops() {
            Ok(loops) => return Ok(Loops { loops, copied }),
            Err(region) => copy_region(graph, &region),
        }
        copied = true;
        graph.remove_unreachable();
        if graph.blocks.len() > limit {
            return Err(Gap::new("loops with so many entries are not supported", graph.span));
        }
    }
}

/// A connected set with several entries.
struct Irreducible {
    head: BlockId,
    blocks: Vec<BlockId>,
}

/// Copies all blocks of the region but its head; edges that enter the region elsewhere go to the copies.
fn copy_region(graph: &mut Graph, region: &Irreducible) {
    let members: Vec<BlockId> = region.blocks.iter().copied().filter(|block| *block != region.head).collect();
    let inside: FxHashSet<BlockId> = region.blocks.iter().copied().collect();
    let copy_of = |block: BlockId| {
        members.iter().position(|member| *member == block).map(|at| BlockId((graph.blocks.len() + at) as u32))
    };
    let mut copies = Vec::new();
    for member in &members {
        let mut copy = graph.block(*member).clone();
        copy.label = format!("{} (copy)", copy.label).into();
        for successor in &mut copy.successors {
            *successor = copy_of(*successor).unwrap_or(*successor);
        }
        copies.push(copy);
    }
    let redirected: Vec<Vec<BlockId>> = (0..graph.blocks.len())
        .map(|index| {
            let from = BlockId(index as u32);
            let enters = !inside.contains(&from);
            let successors = graph.blocks[index].successors.iter();
            successors.map(|to| if enters { copy_of(*to).unwrap_or(*to) } else { *to }).collect()
        })
        .collect();
    for (block, successors) in graph.blocks.iter_mut().zip(redirected) {
        block.successors = successors;
    }
    graph.blocks.extend(copies);
}

struct Search<'a> {
    graph: &'a Graph,
    predecessors: Vec<Vec<BlockId>>,
    /// Heads of the loops around the current search: edges into them are cut.
    heads: FxHashSet<BlockId>,
    loops: Vec<Loop>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph) -> Search<'a> {
        Search { graph, predecessors: graph.predecessors(), heads: FxHashSet::default(), loops: Vec::new() }
    }

    fn loops(mut self) -> Result<Vec<Loop>, Irreducible> {
        let all: Vec<BlockId> = (0..self.graph.blocks.len() as u32).map(BlockId).collect();
        self.search(&all)?;
        Ok(self.loops)
    }

    /// Finds the loops among `blocks`, without the edges into heads found so far.
    fn search(&mut self, blocks: &[BlockId]) -> Result<(), Irreducible> {
        for component in self.components(blocks) {
            let members: FxHashSet<BlockId> = component.iter().copied().collect();
            let entries: Vec<BlockId> =
                component.iter().copied().filter(|block| self.is_entry(*block, &members)).collect();
            // A component that nothing enters is unreachable: any head will do.
            let head = entries.first().copied().unwrap_or(component[0]);
            if entries.len() > 1 {
                return Err(Irreducible { head, blocks: component });
            }
            let latches = self.predecessors[head.index()].iter().copied();
            let latches = latches.filter(|from| members.contains(from)).collect();
            self.loops.push(Loop { head, blocks: component.clone(), latches });
            self.heads.insert(head);
            self.search(&component)?;
        }
        Ok(())
    }

    /// Whether a run can come to `block` from outside `members`. An edge from the head of an enclosing loop comes from
    /// outside, since that head is no member of an inner component.
    fn is_entry(&self, block: BlockId, members: &FxHashSet<BlockId>) -> bool {
        block == BlockId(0) || self.predecessors[block.index()].iter().any(|from| !members.contains(from))
    }

    /// Strongly connected components with at least one edge inside, by Tarjan's algorithm without recursion.
    /// Each is sorted, and they are ordered by their first block.
    fn components(&self, blocks: &[BlockId]) -> Vec<Vec<BlockId>> {
        const UNSEEN: u32 = u32::MAX;
        let inside: FxHashSet<BlockId> = blocks.iter().copied().collect();
        let follows = |to: &BlockId| inside.contains(to) && !self.heads.contains(to);
        let size = self.graph.blocks.len();
        let (mut order, mut low, mut on_stack) = (vec![UNSEEN; size], vec![0u32; size], vec![false; size]);
        let (mut stack, mut next, mut found) = (Vec::new(), 0u32, Vec::new());
        for root in blocks.iter().copied() {
            let mut work = Vec::new();
            if order[root.index()] == UNSEEN {
                work.push((root, 0usize));
            }
            while let Some((block, position)) = work.last_mut() {
                let (block, at) = (*block, block.index());
                if order[at] == UNSEEN {
                    (order[at], low[at], on_stack[at]) = (next, next, true);
                    next += 1;
                    stack.push(block);
                }
                if let Some(to) = self.graph.blocks[at].successors.get(*position).copied() {
                    *position += 1;
                    if follows(&to) && order[to.index()] == UNSEEN {
                        work.push((to, 0));
                    } else if follows(&to) && on_stack[to.index()] {
                        low[at] = low[at].min(order[to.index()]);
                    }
                    continue;
                }
                work.pop();
                if let Some((parent, _)) = work.last() {
                    low[parent.index()] = low[parent.index()].min(low[at]);
                }
                if low[at] == order[at] {
                    let start = stack.iter().rposition(|member| *member == block).unwrap_or(0);
                    let mut component: Vec<BlockId> = stack.split_off(start);
                    component.iter().for_each(|member| on_stack[member.index()] = false);
                    component.sort();
                    found.push(component);
                }
            }
        }
        let has_edge = |block: BlockId| self.graph.block(block).successors.iter().any(|to| *to == block && follows(to));
        found.retain(|component| component.len() > 1 || has_edge(component[0]));
        found.sort();
        found
    }
}
