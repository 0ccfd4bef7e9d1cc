//! Whether a thread may take a mode of a lock class again while it has it.
//!
//! A lock class is read as it stands. An operation that waits for what it has itself changed waits for ever the second
//! time, unless it asks who the thread is; one that remembers no count is given back altogether by the first release.

use crate::spec::LockSpec;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    BinaryOp, Body, Edge, Expr, ExprKind, FieldId, Graph, Instruction, LocalId, MethodId, Program,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What comes of a second acquisition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reentry {
    WaitsForItself,
    Unknown,
}

/// By operation; those that are not here may be entered again.
pub fn operations(program: &Program, locks: &LockSpec) -> FxHashMap<MethodId, Reentry> {
    let mut found = FxHashMap::default();
    for (id, effects) in &locks.effects {
        let takes_mode = effects.iter().any(|effect| effect.is_acquire && effect.lock.mode.is_some());
        let Some(graph) = program.method(*id).graph().filter(|_| takes_mode) else { continue };
        found.extend(of_graph(program, graph).map(|reentry| (*id, reentry)));
    }
    found
}

fn of_graph(program: &Program, graph: &Graph) -> Option<Reentry> {
    let written = written_fields(program, graph);
    // What does nothing of its own leaves it to another lock.
    if written.is_empty() {
        return None;
    }
    let reads = graph.edges.iter().filter(|edge| is_in_loop(graph, edge)).filter_map(|edge| match &edge.instruction {
        Instruction::ReadField { field, .. } => Some(*field),
        _ => None,
    });
    let is_stopped = reads.into_iter().any(|field| written.contains(&field));
    let asks_who = graph.edges.iter().any(|edge| is_library(program, edge, LibraryMethod::CurrentThread));
    let counts = written.iter().any(|field| is_incremented(graph, *field));
    match (is_stopped && !asks_who, counts) {
        (true, _) => Some(Reentry::WaitsForItself),
        (false, true) => None,
        (false, false) => Some(Reentry::Unknown),
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

/// Whether a field gets a sum of itself.
fn is_incremented(graph: &Graph, field: FieldId) -> bool {
    let is_own = |expr: &Expr| expr.local().and_then(|local| read_from(graph, local)) == Some(field);
    let is_sum = |expr: &Expr| match &expr.kind {
        ExprKind::Binary { op: BinaryOp::Add, left, right } => is_own(left) || is_own(right),
        _ => false,
    };
    let defines_sum = |local: LocalId| {
        graph.edges.iter().any(|edge| match &edge.instruction {
            Instruction::Assign { target, value } => *target == local && is_sum(value),
            _ => false,
        })
    };
    graph.edges.iter().any(|edge| match &edge.instruction {
        Instruction::WriteField { field: written, value, .. } => {
            *written == field && (is_sum(value) || value.local().is_some_and(defines_sum))
        }
        _ => false,
    })
}

fn is_library(program: &Program, edge: &Edge, kind: LibraryMethod) -> bool {
    match &edge.instruction {
        Instruction::Call(call) => matches!(program.method(call.method).body, Body::Library(own) if own == kind),
        _ => false,
    }
}

/// Whether a way leads from the end of the edge back to its beginning.
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
