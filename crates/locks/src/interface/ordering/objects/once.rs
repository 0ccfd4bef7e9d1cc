//! What is made at most once in a run: then all who name it mean the same object.
//!
//! `main` and static initialisers run once. So does a method that is called from one place, in a method that runs once,
//! outside of any loop, and that code outside of the program cannot call.

use super::Object;
use crate::interface::walk::entries::is_main;
use concurrent::object::{EdgeId, Graph, Instruction, MethodId, MethodKind, NodeId, Program, Visibility};
use rustc_hash::FxHashMap;

/// By object.
pub fn made_once(program: &Program, objects: &[Object]) -> Vec<bool> {
    let mut calls: FxHashMap<MethodId, Vec<(MethodId, EdgeId)>> = FxHashMap::default();
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        for (index, edge) in graph.edges.iter().enumerate() {
            if let Instruction::Call(call) = &edge.instruction {
                for target in &call.targets {
                    calls.entry(*target).or_default().push((id, EdgeId(index as u32)));
                }
            }
        }
    }
    let is_once = |object: &Object| match object {
        Object::Made(method, edge) => is_once(program, &calls, *method, *edge, program.methods.len()),
        Object::Of(_) | Object::Runs(_) | Object::Initialises(_) | Object::Inside(_) | Object::View(..) => false,
        Object::Class(_) | Object::Text(_) => true,
    };
    objects.iter().map(is_once).collect()
}

/// Whether an edge of a method is passed at most once; `depth` bounds the callers that are looked at.
fn is_once(
    program: &Program,
    calls: &FxHashMap<MethodId, Vec<(MethodId, EdgeId)>>,
    id: MethodId,
    edge: EdgeId,
    depth: usize,
) -> bool {
    let method = program.method(id);
    let Some(graph) = method.graph() else { return false };
    if depth == 0 || is_in_loop(graph, edge) {
        return false;
    }
    let callers = calls.get(&id).map_or(&[][..], |callers| &callers[..]);
    match callers {
        [] => method.kind == MethodKind::StaticInitializer || is_main(program, id),
        [(caller, at)] => {
            let is_hidden =
                method.visibility != Visibility::Public || program.class(method.class).visibility != Visibility::Public;
            is_hidden && method.overrides.is_empty() && is_once(program, calls, *caller, *at, depth - 1)
        }
        _ => false,
    }
}

/// Whether a way leads from the end of the edge back to its start.
fn is_in_loop(graph: &Graph, edge: EdgeId) -> bool {
    let start = graph.edges[edge.index()].from;
    let mut seen = vec![false; graph.nodes.len()];
    let mut stack: Vec<NodeId> = vec![graph.edges[edge.index()].to];
    while let Some(node) = stack.pop() {
        if node == start {
            return true;
        }
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        for edge in graph.edges.iter().filter(|edge| edge.from == node) {
            stack.push(edge.to);
            stack.extend(edge.unwind);
        }
    }
    false
}
