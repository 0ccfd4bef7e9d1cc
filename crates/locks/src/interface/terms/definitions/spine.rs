//! The nodes that every way from the start of a method to its normal end passes, in their order.
//!
//! One such way is taken, of which they are a part. Going along it, the furthest node of it that any detour from the nodes
//! so far leads to is kept: the next node is passed by every way if no detour leads beyond it. Each edge is looked at once.

use concurrent::object::{Graph, NodeId};

pub fn spine(graph: &Graph) -> Vec<NodeId> {
    let mut next: Vec<Vec<NodeId>> = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        next[edge.from.index()].extend(std::iter::once(edge.to).chain(edge.unwind));
    }
    let way = one_way(&next, graph.entry, graph.exit);
    let mut places = vec![None; graph.nodes.len()];
    way.iter().enumerate().for_each(|(place, node)| places[node.index()] = Some(place));
    let mut is_seen = vec![false; graph.nodes.len()];
    let mut furthest = 0;
    let mut passed = Vec::new();
    for (place, node) in way.iter().enumerate() {
        if furthest <= place {
            passed.push(*node);
        }
        let mut detours = next[node.index()].clone();
        while let Some(node) = detours.pop() {
            match places[node.index()] {
                Some(place) => furthest = furthest.max(place),
                None if !std::mem::replace(&mut is_seen[node.index()], true) => detours.extend(&next[node.index()]),
                None => {}
            }
        }
    }
    passed
}

/// The nodes of one way; none if there is no way.
fn one_way(next: &[Vec<NodeId>], from: NodeId, to: NodeId) -> Vec<NodeId> {
    let mut came_from: Vec<Option<NodeId>> = vec![None; next.len()];
    let mut stack = vec![from];
    while let Some(node) = stack.pop() {
        for after in &next[node.index()] {
            if *after != from && came_from[after.index()].is_none() {
                came_from[after.index()] = Some(node);
                stack.push(*after);
            }
        }
    }
    let mut way = vec![to];
    while let Some(before) = way.last().and_then(|node| came_from[node.index()]) {
        way.push(before);
    }
    way.reverse();
    if way[0] == from { way } else { Vec::new() }
}
