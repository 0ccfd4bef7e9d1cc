//! A loop that only waits for a volatile field to change, with a lock held.
//!
//! ```text
//! on every way from the read back to it nothing is written, counted or released, and
//! a method that writes the field, or one that leads to it, takes locks
//! ```
//!
//! Then the one that is waited for may need the lock that this thread keeps. Which locks these are is not compared.

use crate::interface::races::uses_threads;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::entries::{reached_from, reversed, static_calls};
use crate::interface::walk::state::State;
use concurrent::object::{Body, EdgeId, Expr, ExprKind, FieldId, Instruction, MethodId, MethodKind, NodeId};
use std::rc::Rc;

impl Walk<'_, '_> {
    /// A field is read: perhaps again and again until another thread writes it.
    pub fn waits_for_field(&mut self, id: EdgeId, field: FieldId, state: &State) {
        let is_held = state.held.iter().any(|held| held.count.is_held()) || !state.held.nameless.is_empty();
        let declared = self.engine.program.field(field);
        if !is_held || !declared.is_volatile || !self.only_waits(id) {
            return;
        }
        if self.is_written_with_locks(field) {
            let message = format!(
                "this loop waits with a lock held until `{}` changes: if the thread that writes it needs the lock, both wait \
                 for ever",
                declared.name
            );
            self.doubt(self.graph.edges[id.index()].span, message);
        }
    }

    /// Whether some way leads from the instruction back to it, and all that do only look and sleep.
    fn only_waits(&self, id: EdgeId) -> bool {
        let (start, shape) = (self.graph.edges[id.index()].from, Rc::clone(&self.shape));
        let leads_back = |from: NodeId| {
            let (mut seen, mut open) = (vec![false; self.graph.nodes.len()], vec![from]);
            while let Some(node) = open.pop() {
                if node == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[node.index()], true) {
                    open.extend(shape.outgoing[node.index()].iter().map(|next| self.graph.edges[next.index()].to));
                }
            }
            false
        };
        let (mut seen, mut open) = (vec![false; self.graph.nodes.len()], vec![self.graph.edges[id.index()].to]);
        let mut is_again = false;
        while let Some(node) = open.pop() {
            if node == start {
                is_again = true;
                continue;
            }
            if std::mem::replace(&mut seen[node.index()], true) {
                continue;
            }
            for next in &shape.outgoing[node.index()] {
                let edge = &self.graph.edges[next.index()];
                if !leads_back(edge.to) {
                    continue;
                }
                if !self.only_looks(&edge.instruction) {
                    return false;
                }
                open.push(edge.to);
            }
        }
        is_again
    }

    fn only_looks(&self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Assign { value, .. } => !is_counted(value),
            Instruction::Call(call) => matches!(self.engine.program.method(call.method).body, Body::Library(_)),
            Instruction::WriteField { .. } | Instruction::WriteElement { .. } => false,
            Instruction::Enter(_) | Instruction::Exit(_) => false,
            _ => true,
        }
    }

    /// Whether a method that takes locks, or one that it leads to, writes the field once its object is built.
    fn is_written_with_locks(&self, field: FieldId) -> bool {
        let program = self.engine.program;
        let writes = |id: &MethodId| {
            let method = program.method(*id);
            let edges = method.graph().map_or(&[][..], |graph| &graph.edges[..]);
            let is_write = |instruction: &Instruction| matches!(instruction, Instruction::WriteField { field: own, .. } if *own == field);
            method.kind == MethodKind::Method && edges.iter().any(|edge| is_write(&edge.instruction))
        };
        let writers: Vec<MethodId> = program.method_ids().filter(writes).collect();
        let above = reached_from(&reversed(&static_calls(program)), &writers);
        above.into_iter().any(|id| uses_threads(program, self.engine.locks, id))
    }
}

/// Whether a value is counted up or down: then the loop comes to an end.
fn is_counted(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Binary { .. }) && !matches!(value.ty, concurrent::object::Type::Boolean)
}
