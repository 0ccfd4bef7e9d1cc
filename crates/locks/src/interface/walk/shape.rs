//! What is known of the graph of a method besides its edges.

use crate::interface::walk::rounds::{self, RoundCounter};
use concurrent::object::liveness::{Annotations, Locals, liveness};
use concurrent::object::{EdgeId, Graph, Method, NodeId};

#[derive(Default)]
pub struct Shape {
    /// By node.
    pub outgoing: Vec<Vec<EdgeId>>,
    pub live: Vec<Locals>,
    pub is_loop_head: Vec<bool>,
    /// What counts the rounds of the loop that begins there.
    pub counters: Vec<Vec<RoundCounter>>,
    /// Places in an order in which only edges of loops lead back.
    pub order: Vec<usize>,
}

impl Shape {
    pub fn new(method: &Method, graph: &Graph) -> Shape {
        let mut outgoing = vec![Vec::new(); graph.nodes.len()];
        for (index, edge) in graph.edges.iter().enumerate() {
            outgoing[edge.from.index()].push(EdgeId(index as u32));
        }
        let live = liveness(method, graph, Annotations::AreSkipped).nodes;
        let (is_loop_head, order) = traverse(graph, &outgoing);
        let counters = |node: usize| match is_loop_head[node] {
            true => rounds::counters(method, graph, NodeId(node as u32)),
            false => Vec::new(),
        };
        let counters = (0..graph.nodes.len()).map(counters).collect();
        Shape { outgoing, live, is_loop_head, counters, order }
    }
}

/// The targets of edges that lead back on some way from the entry, and the place of each node in an order in which all
/// other edges lead onwards.
fn traverse(graph: &Graph, outgoing: &[Vec<EdgeId>]) -> (Vec<bool>, Vec<usize>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Colour {
        New,
        Open,
        Done,
    }
    let mut colours = vec![Colour::New; graph.nodes.len()];
    let mut is_head = vec![false; graph.nodes.len()];
    let mut order = vec![usize::MAX; graph.nodes.len()];
    let mut next_place = graph.nodes.len();
    let successors = |node: NodeId| -> Vec<NodeId> {
        let edges = outgoing[node.index()].iter().map(|edge| &graph.edges[edge.index()]);
        edges.flat_map(|edge| std::iter::once(edge.to).chain(edge.unwind)).collect()
    };
    let mut stack = vec![(graph.entry, successors(graph.entry))];
    colours[graph.entry.index()] = Colour::Open;
    while let Some((node, next)) = stack.last_mut() {
        match next.pop() {
            Some(to) => match colours[to.index()] {
                Colour::New => {
                    colours[to.index()] = Colour::Open;
                    stack.push((to, successors(to)));
                }
                Colour::Open => is_head[to.index()] = true,
                Colour::Done => {}
            },
            None => {
                colours[node.index()] = Colour::Done;
                next_place -= 1;
                order[node.index()] = next_place;
                stack.pop();
            }
        }
    }
    (is_head, order)
}
