//! Loops in the blocks of a body, by dominators. Only what the entry reaches counts.

use crate::typed::{Block, Transfer};
use rustc_hash::FxHashSet;

pub(super) struct Flow {
    successors: Vec<Vec<usize>>,
    /// Reverse postorder from the entry.
    order: Vec<usize>,
    dominators: Vec<usize>,
}

impl Flow {
    pub fn new(blocks: &[Block]) -> Flow {
        let successors: Vec<Vec<usize>> = blocks.iter().map(successors).collect();
        let order = reverse_postorder(&successors);
        let dominators = immediate_dominators(&successors, &order);
        Flow { successors, order, dominators }
    }

    /// Targets of edges whose source they dominate.
    pub fn loop_heads(&self) -> FxHashSet<usize> {
        self.edges().filter(|(from, to)| self.dominates(*to, *from)).map(|(_, to)| to).collect()
    }

    pub fn has_cycle(&self) -> bool {
        self.retreating().next().is_some()
    }

    /// Whether every cycle goes through a loop head.
    pub fn is_reducible(&self) -> bool {
        self.retreating().all(|(from, to)| self.dominates(to, from))
    }

    fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        self.order.iter().flat_map(|from| self.successors[*from].iter().map(|to| (*from, *to)))
    }

    /// Edges that go back in the order; every cycle has one.
    fn retreating(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut position = vec![0; self.successors.len()];
        self.order.iter().enumerate().for_each(|(at, node)| position[*node] = at);
        self.edges().filter(move |(from, to)| position[*to] <= position[*from])
    }

    fn dominates(&self, head: usize, mut node: usize) -> bool {
        while node != head && self.dominators[node] != node {
            node = self.dominators[node];
        }
        node == head
    }
}

fn successors(block: &Block) -> Vec<usize> {
    match &block.transfer {
        Transfer::Goto { targets, .. } => targets.iter().map(|target| target.index()).collect(),
        Transfer::Return { .. } => Vec::new(),
    }
}

fn reverse_postorder(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let (mut order, mut work) = (Vec::new(), vec![(0, 0)]);
    seen[0] = true;
    while let Some((node, child)) = work.pop() {
        match successors[node].get(child) {
            Some(&to) => {
                work.push((node, child + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    work.push((to, 0));
                }
            }
            None => order.push(node),
        }
    }
    order.reverse();
    order
}

/// Cooper, Harvey and Kennedy's iteration; unreachable blocks dominate only themselves.
fn immediate_dominators(successors: &[Vec<usize>], order: &[usize]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut position = vec![NONE; successors.len()];
    order.iter().enumerate().for_each(|(at, node)| position[*node] = at);
    let mut predecessors = vec![Vec::new(); successors.len()];
    for from in order {
        successors[*from].iter().for_each(|to| predecessors[*to].push(*from));
    }
    let mut dominators = vec![NONE; successors.len()];
    dominators[order[0]] = order[0];
    let mut changed = true;
    while changed {
        changed = false;
        for node in &order[1..] {
            let mut best = NONE;
            for from in predecessors[*node].iter().filter(|from| dominators[**from] != NONE) {
                best = if best == NONE { *from } else { common(best, *from, &dominators, &position) };
            }
            changed |= dominators[*node] != best;
            dominators[*node] = best;
        }
    }
    dominators.iter().enumerate().map(|(at, dominator)| if *dominator == NONE { at } else { *dominator }).collect()
}

fn common(mut a: usize, mut b: usize, dominators: &[usize], position: &[usize]) -> usize {
    while a != b {
        if position[a] > position[b] {
            a = dominators[a];
        } else {
            b = dominators[b];
        }
    }
    a
}
