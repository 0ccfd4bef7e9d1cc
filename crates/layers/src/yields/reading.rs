//! A flow graph read by an automaton: whether every path can be read, and a shortest one that cannot.
//!
//! The verdict is that of the simulation. Automata here are deterministic, so a state fails to simulate a node exactly
//! if some path from the node cannot be read from the state; such a path is what the user sees.

use crate::yields::flow::{Edge, Flow};
use crate::yields::simulation::{self, Graph, largest_simulation};
use std::collections::VecDeque;

/// An automaton as a table of (state, label, state).
pub struct Automaton {
    graph: Graph,
    label: fn(&Edge) -> usize,
}

/// Why a run of the flow graph is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The automaton cannot read this edge.
    Edge(usize),
    /// The automaton is in this state where the flow graph ends, or at least where it must not be.
    At { node: usize },
}

/// A run from the entry to the refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The edges that were read, each with the state after it.
    pub read: Vec<(usize, usize)>,
    pub refusal: Refusal,
}

impl Automaton {
    pub fn new(states: usize, table: impl Iterator<Item = (usize, usize, usize)>, label: fn(&Edge) -> usize) -> Self {
        let edges = table.map(|(from, label, to)| simulation::Edge { from, label, to }).collect();
        Automaton { graph: Graph { nodes: states, edges }, label }
    }

    /// Whether `start` simulates the entry of the flow graph, where only some states are allowed at each node.
    pub fn simulates(&self, flow: &Flow, start: usize, allowed: impl Fn(usize, usize) -> bool) -> bool {
        let label = self.label;
        let edges = flow.edges.iter().map(|edge| simulation::Edge { from: edge.from, label: label(edge), to: edge.to });
        let graph = Graph { nodes: flow.blocks.len(), edges: edges.collect() };
        largest_simulation(&graph, &self.graph, allowed).contains(0, start)
    }

    /// A shortest run from the entry, in state `start`, that is refused.
    pub fn refused_run(&self, flow: &Flow, start: usize, allowed: impl Fn(usize, usize) -> bool) -> Option<Run> {
        let mut search = Product::new(self, flow, start);
        while let Some((node, state)) = search.queue.pop_front() {
            if !allowed(node, state) {
                return Some(search.run(node, state, Refusal::At { node }));
            }
            for edge in &flow.outgoing[node] {
                match self.next(state, &flow.edges[*edge]) {
                    Some(next) => search.reach(flow.edges[*edge].to, next, Some((*edge, state))),
                    None => return Some(search.run(node, state, Refusal::Edge(*edge))),
                }
            }
        }
        None
    }

    /// The pairs of node and state that some run comes to; runs stop where they are refused.
    pub fn reached(&self, flow: &Flow, start: usize) -> Vec<(usize, usize)> {
        let mut search = Product::new(self, flow, start);
        let mut reached = Vec::new();
        while let Some((node, state)) = search.queue.pop_front() {
            reached.push((node, state));
            for edge in &flow.outgoing[node] {
                if let Some(next) = self.next(state, &flow.edges[*edge]) {
                    search.reach(flow.edges[*edge].to, next, Some((*edge, state)));
                }
            }
        }
        reached
    }

    /// A shortest run from the entry, in state `start`, to `node` in a state, if there is one.
    pub fn run_to(&self, flow: &Flow, start: usize, node: usize, state: usize) -> Option<Run> {
        self.refused_run(flow, start, |at, in_state| (at, in_state) != (node, state))
    }

    pub fn next(&self, state: usize, edge: &Edge) -> Option<usize> {
        let label = (self.label)(edge);
        self.graph.edges.iter().find(|arrow| arrow.from == state && arrow.label == label).map(|arrow| arrow.to)
    }
}

/// Breadth-first search in the product of flow graph and automaton.
struct Product {
    states: usize,
    queue: VecDeque<(usize, usize)>,
    /// For each pair: whether it is reached, and from where, by which edge.
    reached: Vec<bool>,
    before: Vec<Option<(usize, usize, usize)>>,
    sources: Vec<usize>,
}

impl Product {
    fn new(automaton: &Automaton, flow: &Flow, start: usize) -> Product {
        let states = automaton.graph.nodes;
        let pairs = flow.blocks.len() * states;
        let mut product = Product {
            states,
            queue: VecDeque::new(),
            reached: vec![false; pairs],
            before: vec![None; pairs],
            sources: flow.edges.iter().map(|edge| edge.from).collect(),
        };
        product.reach(0, start, None);
        product
    }

    /// `by` is the edge and the state before it.
    fn reach(&mut self, node: usize, state: usize, by: Option<(usize, usize)>) {
        let pair = node * self.states + state;
        if !std::mem::replace(&mut self.reached[pair], true) {
            self.before[pair] = by.map(|(edge, before)| (self.sources[edge], before, edge));
            self.queue.push_back((node, state));
        }
    }

    fn run(&self, mut node: usize, mut state: usize, refusal: Refusal) -> Run {
        let mut read = Vec::new();
        while let Some((from, before, edge)) = self.before[node * self.states + state] {
            read.push((edge, state));
            (node, state) = (from, before);
        }
        read.reverse();
        Run { read, refusal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yields::flow::{AsyncLabel, Cause, MoverLabel};
    use ivl::typed::BlockId;
    use source::{FileId, Span};

    /// A flow graph of `nodes` nodes with random edges, drawn from `seed`.
    fn flow(mut seed: u64, nodes: usize, edges: usize) -> Flow {
        let mut below = |bound: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % bound
        };
        let edges: Vec<Edge> = (0..edges)
            .map(|_| Edge {
                from: below(nodes),
                to: below(nodes),
                mover: MoverLabel::ALL[below(MoverLabel::ALL.len())],
                asynchrony: AsyncLabel::Private,
                cause: Cause::Jump,
                span: Span { file: FileId(0), start: 0, end: 0 },
            })
            .collect();
        let mut outgoing = vec![Vec::new(); nodes];
        for (at, edge) in edges.iter().enumerate() {
            outgoing[edge.from].push(at);
        }
        let blocks = (0..nodes as u32).map(BlockId).collect();
        Flow { layer: 0, blocks, edges, returns: Vec::new(), outgoing, parallel: Vec::new() }
    }

    #[test]
    fn a_state_fails_to_simulate_exactly_if_some_run_is_refused() {
        let automaton = crate::yields::sufficiency::transactions();
        let (mut accepted, mut refused) = (0, 0);
        for seed in 0..4000 {
            let nodes = 1 + seed as usize % 6;
            let flow = flow(seed, nodes, seed as usize % 9);
            for start in 0..2 {
                let allowed = |node, state| node + 1 != nodes || nodes == 1 || state == 0;
                let simulates = automaton.simulates(&flow, start, allowed);
                let run = automaton.refused_run(&flow, start, allowed);
                assert_eq!(simulates, run.is_none(), "{:?} from {start}", flow.edges);
                *(if simulates { &mut accepted } else { &mut refused }) += 1;
            }
        }
        assert!(accepted > 1000 && refused > 1000, "both answers occur: {accepted} {refused}");
    }

    #[test]
    fn the_run_that_is_shown_is_a_path_that_the_automaton_reads() {
        let automaton = crate::yields::sufficiency::transactions();
        for seed in 0..4000 {
            let flow = flow(seed, 5, 8);
            let Some(run) = automaton.refused_run(&flow, 0, |_, _| true) else { continue };
            let (mut node, mut state) = (0, 0);
            for (edge, after) in run.read {
                assert_eq!(flow.edges[edge].from, node);
                assert_eq!(automaton.next(state, &flow.edges[edge]), Some(after));
                (node, state) = (flow.edges[edge].to, after);
            }
            let Refusal::Edge(edge) = run.refusal else { panic!("all states are allowed") };
            assert_eq!((flow.edges[edge].from, automaton.next(state, &flow.edges[edge])), (node, None));
        }
    }
}
