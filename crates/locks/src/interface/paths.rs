//! Paths through the graph of a method, and where its locals come from.

use concurrent::object::{Edge, EdgeId, Graph, Instruction, LocalId, NodeId};

/// The only instruction that gives the local a value.
pub fn only_write(graph: &Graph, local: LocalId) -> Option<(EdgeId, &Edge)> {
    let is_write = |(_, edge): &(usize, &Edge)| edge.instruction.target() == Some(local);
    let mut writes = graph.edges.iter().enumerate().filter(is_write);
    match (writes.next(), writes.next()) {
        (Some((index, edge)), None) => Some((EdgeId(index as u32), edge)),
        _ => None,
    }
}

/// The local that another one is a copy of; both are written once.
pub fn original(graph: &Graph, mut local: LocalId) -> Option<LocalId> {
    for _ in 0..graph.edges.len() {
        match &only_write(graph, local)?.1.instruction {
            Instruction::Assign { value, .. } => local = value.local()?,
            _ => return Some(local),
        }
    }
    None
}

/// By node: whether a path leads there that does not pass the normal end of one of these edges.
pub fn reached(graph: &Graph, mut open: Vec<NodeId>, is_left_out: impl Fn(EdgeId) -> bool) -> Vec<bool> {
    let mut seen = vec![false; graph.nodes.len()];
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        for (index, edge) in graph.edges.iter().enumerate().filter(|(_, edge)| edge.from == node) {
            open.extend(Some(edge.to).filter(|_| !is_left_out(EdgeId(index as u32))));
            open.extend(edge.unwind);
        }
    }
    seen
}

/// The nodes that an edge leads to.
pub fn ends(edge: &Edge) -> Vec<NodeId> {
    std::iter::once(edge.to).chain(edge.unwind).collect()
}

/// Whether a path leads from the end of an edge back to it.
pub fn is_in_cycle(graph: &Graph, edge: &Edge) -> bool {
    reached(graph, ends(edge), |_| false)[edge.from.index()]
}

/// Whether a path leads from the end of an edge back to it without passing the other.
pub fn repeats(graph: &Graph, edge: &Edge, other: EdgeId) -> bool {
    reached(graph, ends(edge), |at| at == other)[edge.from.index()]
}
