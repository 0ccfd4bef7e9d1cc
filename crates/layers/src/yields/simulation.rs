//! The largest simulation of a labelled graph by an automaton.
//!
//! A state b simulates a node a if every edge a -l-> a' is matched by some b -l-> b' such that b' simulates a'. The
//! largest such relation is a greatest fixed point: start from all pairs and take out what cannot stay. Looking at all
//! pairs again after each removal costs a factor too much. Henzinger, Henzinger and Kopke ("Computing simulations on
//! finite and infinite graphs", FOCS 1995) remember instead, for each node a', which states have lost their *last*
//! successor that simulates a'; only predecessors of a' are then visited, and each edge pays for a state once:
//!
//! ```text
//! count(a', l, b) = |{ b' | b -l-> b' and b' simulates a' }|
//! b' no longer simulates a'   ⟹  count(a', l, b) falls for every b -l-> b'
//! count(a', l, b) = 0         ⟹  b no longer simulates any a with a -l-> a'
//! ```
//!
//! The paper keeps the sets of lost states (`remove`), where this file keeps the counts; with m edges and n states of the
//! automaton, time is in O(m·n) for an automaton of bounded size. The paper's graphs label nodes; here edges are labelled,
//! so counts are kept per label.
//!
//! Where the automaton is deterministic, b simulates a exactly if it can read every path from a; the tests use that too.

/// An edge `from -label-> to`. Nodes and labels are small numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    pub from: usize,
    pub label: usize,
    pub to: usize,
}

/// A graph whose nodes are the numbers below `nodes`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    pub nodes: usize,
    pub edges: Vec<Edge>,
}

/// Which states simulate which nodes.
pub struct Simulation {
    states: usize,
    /// One entry for each node and state.
    holds: Vec<bool>,
}

impl Simulation {
    pub fn contains(&self, node: usize, state: usize) -> bool {
        self.holds[node * self.states + state]
    }
}

/// The largest simulation of `graph` by `automaton` within the pairs of node and state that are `allowed`.
pub fn largest_simulation(graph: &Graph, automaton: &Graph, allowed: impl Fn(usize, usize) -> bool) -> Simulation {
    let labels = graph.edges.iter().chain(&automaton.edges).map(|edge| edge.label + 1).max().unwrap_or(0);
    let mut search = Search::new(graph, automaton, labels);
    for node in 0..graph.nodes {
        for state in 0..automaton.nodes {
            if !allowed(node, state) {
                search.remove(node, state);
            }
        }
    }
    for edge in &graph.edges {
        for state in 0..automaton.nodes {
            if search.counts[search.count_index(edge.to, edge.label, state)] == 0 {
                search.remove(edge.from, state);
            }
        }
    }
    while let Some((node, state)) = search.work.pop() {
        search.propagate(node, state);
    }
    Simulation { states: automaton.nodes, holds: search.holds }
}

struct Search {
    states: usize,
    labels: usize,
    holds: Vec<bool>,
    /// `count(a', l, b)` of the essay above.
    counts: Vec<u32>,
    /// For each node, its incoming edges as (label, from).
    into_node: Vec<Vec<(usize, usize)>>,
    /// For each state, its incoming edges as (label, from).
    into_state: Vec<Vec<(usize, usize)>>,
    /// Pairs taken out whose consequences are not yet drawn.
    work: Vec<(usize, usize)>,
}

impl Search {
    /// All pairs, with the counts that belong to them.
    fn new(graph: &Graph, automaton: &Graph, labels: usize) -> Search {
        let states = automaton.nodes;
        let mut outgoing = vec![0; labels * states];
        for edge in &automaton.edges {
            outgoing[edge.label * states + edge.from] += 1;
        }
        Search {
            states,
            labels,
            holds: vec![true; graph.nodes * states],
            counts: outgoing.repeat(graph.nodes),
            into_node: incoming(graph),
            into_state: incoming(automaton),
            work: Vec::new(),
        }
    }

    fn count_index(&self, node: usize, label: usize, state: usize) -> usize {
        (node * self.labels + label) * self.states + state
    }

    fn remove(&mut self, node: usize, state: usize) {
        let holds = &mut self.holds[node * self.states + state];
        if std::mem::take(holds) {
            self.work.push((node, state));
        }
    }

    /// `state` no longer simulates `node`: a pair that relied on it loses a successor, and maybe its last one.
    fn propagate(&mut self, node: usize, state: usize) {
        for at in 0..self.into_state[state].len() {
            let (label, before) = self.into_state[state][at];
            let index = self.count_index(node, label, before);
            self.counts[index] -= 1;
            if self.counts[index] > 0 {
                continue;
            }
            for at in 0..self.into_node[node].len() {
                let (edge_label, from) = self.into_node[node][at];
                if edge_label == label {
                    self.remove(from, before);
                }
            }
        }
    }
}

fn incoming(graph: &Graph) -> Vec<Vec<(usize, usize)>> {
    let mut incoming = vec![Vec::new(); graph.nodes];
    for edge in &graph.edges {
        incoming[edge.to].push((edge.label, edge.from));
    }
    incoming
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, iterated until nothing changes.
    fn naive(graph: &Graph, automaton: &Graph, allowed: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
        let row = |node| (0..automaton.nodes).map(|state| allowed(node, state)).collect();
        let mut holds: Vec<Vec<bool>> = (0..graph.nodes).map(row).collect();
        loop {
            let stays = |node: usize, state: usize| {
                let mut edges = graph.edges.iter().filter(|edge| edge.from == node);
                edges.all(|edge| {
                    let mut answers = automaton.edges.iter();
                    answers.any(|it| it.from == state && it.label == edge.label && holds[edge.to][it.to])
                })
            };
            let next: Vec<Vec<bool>> = (0..graph.nodes)
                .map(|node| (0..automaton.nodes).map(|state| holds[node][state] && stays(node, state)).collect())
                .collect();
            if next == holds {
                return holds;
            }
            holds = next;
        }
    }

    /// A small generator of numbers, so that the same graphs are drawn everywhere (splitmix64).
    struct Draw(u64);

    impl Draw {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = self.0;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ (mixed >> 31)) % bound as u64) as usize
        }

        fn graph(&mut self, nodes: usize, edges: usize, labels: usize) -> Graph {
            let edge =
                |draw: &mut Draw| Edge { from: draw.below(nodes), label: draw.below(labels), to: draw.below(nodes) };
            Graph { nodes, edges: (0..edges).map(|_| edge(self)).collect() }
        }
    }

    #[test]
    fn the_worklist_agrees_with_the_definition_on_random_graphs() {
        let mut draw = Draw(1);
        let (mut kept, mut removed) = (0, 0);
        for _ in 0..2000 {
            let labels = 1 + draw.below(4);
            let (nodes, states) = (1 + draw.below(8), 1 + draw.below(5));
            let (edges, arrows) = (draw.below(2 * nodes), draw.below(3 * states * labels));
            let graph = draw.graph(nodes, edges, labels);
            let automaton = draw.graph(states, arrows, labels);
            let barred = (draw.below(nodes), draw.below(states));
            let allowed = |node, state| (node, state) != barred;
            let found = largest_simulation(&graph, &automaton, allowed);
            let expected = naive(&graph, &automaton, &allowed);
            for (node, row) in expected.iter().enumerate() {
                for (state, expected) in row.iter().enumerate() {
                    assert_eq!(found.contains(node, state), *expected, "{graph:?} {automaton:?} {node} {state}");
                    *(if *expected { &mut kept } else { &mut removed }) += 1;
                }
            }
        }
        assert!(kept > 2000 && removed > 2000, "both answers occur: {kept} {removed}");
    }

    #[test]
    fn a_node_without_edges_is_simulated_by_every_allowed_state() {
        let graph = Graph { nodes: 1, edges: Vec::new() };
        let automaton = Graph { nodes: 2, edges: vec![Edge { from: 0, label: 0, to: 1 }] };
        let found = largest_simulation(&graph, &automaton, |_, state| state == 1);
        assert!(!found.contains(0, 0) && found.contains(0, 1));
    }

    #[test]
    fn a_chain_is_judged_from_its_end() {
        let chain = |nodes: usize| {
            let mut edges: Vec<Edge> = (1..nodes).map(|to| Edge { from: to - 1, label: 0, to }).collect();
            edges.push(Edge { from: nodes - 1, label: 1, to: nodes - 1 });
            Graph { nodes, edges }
        };
        let automaton = Graph { nodes: 1, edges: vec![Edge { from: 0, label: 0, to: 0 }] };
        let found = largest_simulation(&chain(100_000), &automaton, |_, _| true);
        assert!((0..100_000).all(|node| !found.contains(node, 0)));
    }
}
