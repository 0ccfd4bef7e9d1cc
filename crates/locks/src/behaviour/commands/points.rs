//! Where threads wait, and what they remember meanwhile.

use super::Reading;
use super::reader::{Reader, Way};
use super::values::Local;
use crate::behaviour::linear::{Condition, Number};
use crate::behaviour::machine::{Machine, Point};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, ClassId, Edge, EdgeId, Expr, Instruction};

impl Reader<'_> {
    /// The exception of a thread that is interrupted in a wait.
    pub(super) fn interrupt(&self, edge: &Edge) -> Option<ClassId> {
        match &edge.instruction {
            Instruction::Call(call) if edge.unwind.is_some() => {
                let throws = &self.program.method(call.method).throws;
                throws.iter().copied().find(|class| self.program.class(*class).name.ends_with("InterruptedException"))
            }
            _ => None,
        }
    }

    /// The point of a wait, with the locals that are read after it.
    pub(super) fn point(&self, machine: &mut Machine, way: &Way, edge: EdgeId) -> Reading<usize> {
        let waiting = &self.graph.edges[edge.index()];
        let mut live = self.live[waiting.to.index()].clone();
        if let Some(unwind) = waiting.unwind {
            live.add(&self.live[unwind.index()]);
        }
        let mut locals = Vec::new();
        for (local, value) in &way.locals {
            let is_read =
                live.contains(local.index()) && Some(*local) != self.method.this() && *local != self.graph.exception;
            match value {
                _ if !is_read => {}
                Local::Number(number) => match number.as_constant() {
                    Some(constant) => locals.push((*local, constant)),
                    None => return self.gap(waiting, "a thread remembers a number of the lock while it waits"),
                },
                Local::Truth(Condition::Known(value)) => locals.push((*local, Number::from(*value))),
                Local::Truth(_) => return self.gap(waiting, "a thread remembers a condition while it waits"),
                Local::This | Local::Object(_) | Local::Other => {}
            }
        }
        locals.sort();
        let is_timed = self.is_timed(&waiting.instruction);
        let is_interruptible = self.interrupt(waiting).is_some();
        let point = Point { operation: self.operation, edge, locals, span: waiting.span, is_timed, is_interruptible };
        Ok(match machine.points.iter().position(|other| *other == point) {
            Some(index) => index,
            None => {
                machine.points.push(point);
                machine.points.len() - 1
            }
        })
    }

    /// Whether a wait ends by itself; without a time, or with one of zero, it does not.
    fn is_timed(&self, instruction: &Instruction) -> bool {
        let Instruction::Call(call) = instruction else { return false };
        let is_long = |time: &Expr| match self.value(&Way::new(self.graph.entry, 0, true), time) {
            Local::Number(number) => number.as_constant().is_some_and(|time| time > 0),
            Local::Truth(_) | Local::This | Local::Object(_) | Local::Other => false,
        };
        let is_timed = matches!(self.program.method(call.method).body, Body::Library(LibraryMethod::TimedWait));
        is_timed && call.args.first().is_some_and(is_long)
    }
}
