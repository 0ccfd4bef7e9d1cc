//! The loops of a graph: a head, and the nodes from which the head is reached again without leaving it.

use crate::plan::flat::Flat;
use std::collections::{BTreeMap, BTreeSet};

pub struct Loop {
    pub head: usize,
    pub nodes: BTreeSet<usize>,
}

/// The natural loops, by their heads.
pub fn loops(flat: &Flat) -> Vec<Loop> {
    let mut successors = vec![Vec::new(); flat.nodes.len()];
    let mut predecessors = vec![Vec::new(); flat.nodes.len()];
    for edge in &flat.edges {
        for to in std::iter::once(edge.to).chain(edge.unwind) {
            successors[edge.from].push(to);
            predecessors[to].push(edge.from);
        }
    }
    let mut bodies: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (latch, head) in back_edges(&successors, flat.entry) {
        let body = bodies.entry(head).or_insert_with(|| BTreeSet::from([head]));
        let mut pending = vec![latch];
        while let Some(node) = pending.pop() {
            if body.insert(node) {
                pending.extend(&predecessors[node]);
            }
        }
    }
    bodies.into_iter().map(|(head, nodes)| Loop { head, nodes }).collect()
}

/// Edges to a node that the search from the entry has not left yet.
fn back_edges(successors: &[Vec<usize>], entry: usize) -> Vec<(usize, usize)> {
    let (mut found, mut seen, mut open) = (Vec::new(), vec![false; successors.len()], vec![false; successors.len()]);
    let mut stack = vec![(entry, 0)];
    seen[entry] = true;
    open[entry] = true;
    while let Some((node, next)) = stack.pop() {
        match successors[node].get(next) {
            None => open[node] = false,
            Some(to) => {
                stack.push((node, next + 1));
                if open[*to] {
                    found.push((node, *to));
                } else if !seen[*to] {
                    seen[*to] = true;
                    open[*to] = true;
                    stack.push((*to, 0));
                }
            }
        }
    }
    found
}
