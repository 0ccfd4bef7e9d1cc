//! A `tryLock` that is tried again until it succeeds is a wait.
//!
//! From where it was refused, every way leads back to it: none out of the method, and none that gives something back
//! in between.

use crate::interface::walk::analysis::Walk;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Call, EdgeId, Expr, ExprKind, Instruction, LocalId, NodeId, UnaryOp};

impl Walk<'_, '_> {
    /// Whether the thread tries again until it has the lock, and keeps what it holds.
    pub fn is_tried_for_ever(&self, id: EdgeId, call: &Call) -> bool {
        let Some(result) = call.target else { return false };
        let start = self.graph.edges[id.index()].to;
        let mut seen = vec![false; self.graph.nodes.len()];
        let mut pending: Vec<NodeId> = vec![start];
        let mut is_tried_again = false;
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut seen[node.index()], true) {
                continue;
            }
            if node == self.graph.exit || node == self.graph.exceptional_exit {
                return false;
            }
            for next in &self.shape.outgoing[node.index()] {
                let edge = &self.graph.edges[next.index()];
                match &edge.instruction {
                    _ if *next == id => is_tried_again = true,
                    Instruction::Assume(condition) if is_local(condition, result) => {}
                    Instruction::Exit(_) => return false,
                    Instruction::Call(other) if self.calls_a_release(other) => return false,
                    Instruction::Throw(_) => pending.push(edge.unwind.unwrap_or(edge.to)),
                    _ => pending.push(edge.to),
                }
            }
        }
        is_tried_again
    }

    fn calls_a_release(&self, call: &Call) -> bool {
        call.targets.iter().any(|target| match self.engine.program.method(*target).body {
            Body::Library(kind) => matches!(
                kind,
                LibraryMethod::Unlock
                    | LibraryMethod::SemaphoreRelease
                    | LibraryMethod::StampUnlock
                    | LibraryMethod::StampUnlockRead
                    | LibraryMethod::StampUnlockWrite
                    | LibraryMethod::Halt
            ),
            Body::Graph(_) => self.engine.may_touch_locks(*target),
            Body::Abstract | Body::Native | Body::Unsupported(_) => false,
        })
    }
}

/// Whether the condition is that the local is true.
fn is_local(condition: &Expr, local: LocalId) -> bool {
    match &condition.kind {
        ExprKind::Local(other) => *other == local,
        ExprKind::Unary { op: UnaryOp::Not, arg } => match &arg.kind {
            ExprKind::Unary { op: UnaryOp::Not, arg } => is_local(arg, local),
            _ => false,
        },
        _ => false,
    }
}
