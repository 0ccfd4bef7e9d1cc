//! Whether a thread may take a mode of a lock class again while it has it.
//!
//! This is asked of a class that could not be read as a machine. An operation that waits for what it has itself changed
//! waits for ever the second time, unless it asks who the thread is. Of the others it is not known.

use crate::spec::{Effect, LockSpec};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Edge, Expr, FieldId, Graph, Instruction, LocalId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// What comes of a second acquisition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reentry {
    WaitsForItself,
    Unknown,
}

/// By operation that takes a mode. That one may be entered again is never concluded from its words.
pub fn operations(program: &Program, locks: &LockSpec) -> FxHashMap<MethodId, Reentry> {
    let takes_mode = |effects: &[Effect]| effects.iter().any(|effect| effect.is_acquire && effect.lock.mode.is_some());
    let operations = locks.effects.iter().filter(|(_, effects)| takes_mode(effects));
    operations
        .map(|(id, _)| (*id, program.method(*id).graph().map_or(Reentry::Unknown, |graph| of_graph(program, graph))))
        .collect()
}

fn of_graph(program: &Program, graph: &Graph) -> Reentry {
    let written = written_fields(program, graph);
    let mut reads =
        graph.edges.iter().filter(|edge| is_in_loop(graph, edge)).filter_map(|edge| match &edge.instruction {
            Instruction::ReadField { field, .. } => Some(*field),
            _ => None,
        });
    let is_stopped = reads.any(|field| written.contains(&field));
    let asks_who = graph.edges.iter().any(|edge| is_library(program, edge, LibraryMethod::CurrentThread));
    match is_stopped && !asks_who {
        true => Reentry::WaitsForItself,
        false => Reentry::Unknown,
    }
}

/// The fields that are written, or whose object is changed.
fn written_fields(program: &Program, graph: &Graph) -> FxHashSet<FieldId> {
    let mut written = FxHashSet::default();
    for edge in &graph.edges {
        match &edge.instruction {
            Instruction::WriteField { field, .. } => {
                written.insert(*field);
            }
            Instruction::Call(call) => {
                let is_change = matches!(
                    program.method(call.method).body,
                    Body::Library(
                        LibraryMethod::AtomicSet
                            | LibraryMethod::AtomicGetAndSet
                            | LibraryMethod::CompareAndSet
                            | LibraryMethod::WeakCompareAndSet
                    )
                );
                let receiver = call.receiver.as_ref().and_then(Expr::local).filter(|_| is_change);
                written.extend(receiver.and_then(|receiver| read_from(graph, receiver)));
            }
            _ => {}
        }
    }
    written
}

fn read_from(graph: &Graph, local: LocalId) -> Option<FieldId> {
    graph.edges.iter().find_map(|edge| match &edge.instruction {
        Instruction::ReadField { target, field, .. } if *target == local => Some(*field),
        _ => None,
    })
}

fn is_library(program: &Program, edge: &Edge, kind: LibraryMethod) -> bool {
    match &edge.instruction {
        Instruction::Call(call) => matches!(program.method(call.method).body, Body::Library(own) if own == kind),
        _ => false,
    }
}

/// Whether a way leads from the end of the edge back to its start.
fn is_in_loop(graph: &Graph, edge: &Edge) -> bool {
    let mut seen = vec![false; graph.nodes.len()];
    let mut stack = vec![edge.to];
    while let Some(node) = stack.pop() {
        if node == edge.from {
            return true;
        }
        if !std::mem::replace(&mut seen[node.index()], true) {
            stack.extend(graph.outgoing(node).map(|edge| edge.to));
        }
    }
    false
}
