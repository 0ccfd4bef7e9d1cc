//! What the steps from a node touch besides the thread's own locals and what never changes; read off the program once.

use crate::needs::{Dooms, Fate, Prospects};
use crate::settled::Settled;
use concurrent::program::*;
use concurrent::spec::Memory;

#[derive(PartialEq)]
pub enum Touched {
    Nothing,
    /// Only the cells that these locals point to when the step begins.
    Cells(Vec<LocalId>),
    /// Shared variables, freed memory, or cells that are known only in the middle of the step.
    Shared,
}

/// The steps that lead on from the node under these dooms, taken together. Steps into an atomic block count as shared.
pub fn of_node(
    procedure: &Procedure,
    node: NodeId,
    memory: Memory,
    settled: &Settled,
    (prospects, dooms): (&Prospects, Dooms),
) -> Touched {
    let mut pointers = Vec::new();
    for edge in procedure.edges.iter().filter(|edge| edge.from == node) {
        if procedure.node(edge.to).is_within_atomic && !procedure.node(node).is_within_atomic {
            return Touched::Shared;
        }
        let mut step = Step { memory, settled, assigned: Vec::new(), pointers: &mut pointers, is_shared: false };
        let mut dooms = dooms;
        for cmd in &edge.step.cmds {
            let fate = match &cmd.kind {
                CmdKind::Assume(condition) => prospects.fate(condition, dooms),
                _ => Fate::Open,
            };
            match fate {
                Fate::Never => break,
                Fate::Always => {}
                Fate::Open => step.cmd(cmd),
            }
            dooms = prospects.after(cmd, dooms);
        }
        if step.is_shared {
            return Touched::Shared;
        }
    }
    if pointers.is_empty() { Touched::Nothing } else { Touched::Cells(pointers) }
}

struct Step<'a> {
    memory: Memory,
    /// What may be read at any time.
    settled: &'a Settled,
    /// Locals that were assigned before in the same step.
    assigned: Vec<LocalId>,
    pointers: &'a mut Vec<LocalId>,
    is_shared: bool,
}

impl Step<'_> {
    fn cmd(&mut self, cmd: &Cmd) {
        match &cmd.kind {
            CmdKind::Assume(expr) | CmdKind::Assert(expr) => self.expr(expr),
            CmdKind::Assign { target, value } => {
                self.expr(value);
                self.target(target);
            }
            CmdKind::Havoc(target) => self.target(target),
            CmdKind::Alloc { target, .. } => {
                self.is_shared |= self.memory == Memory::Manual;
                self.assigned.push(*target);
            }
            CmdKind::Free(pointer) => {
                self.pointer(pointer);
                self.expr(pointer);
            }
        }
    }

    fn target(&mut self, place: &Place) {
        match place.kind {
            PlaceKind::Local(local) => self.assigned.push(local),
            PlaceKind::Global(_) | PlaceKind::Field { .. } => self.place(place),
        }
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Local(_) => {}
            PlaceKind::Global(_) => self.is_shared = true,
            PlaceKind::Field { base, .. } => {
                self.pointer(base);
                self.expr(base);
            }
        }
    }

    fn read(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Global(global) if self.settled.has_global(*global) => {}
            PlaceKind::Field { base, record, field } if self.settled.has_field(*record, *field) => self.expr(base),
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Field { .. } => self.place(place),
        }
    }

    /// A cell is touched by way of this pointer.
    fn pointer(&mut self, base: &Expr) {
        let local = match &base.kind {
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) if !self.assigned.contains(&local) => Some(local),
                PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Field { .. } => None,
            },
            _ => None,
        };
        match local {
            Some(local) if !self.pointers.contains(&local) => self.pointers.push(local),
            Some(_) => {}
            None => self.is_shared = true,
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Read(place) => self.read(place),
            ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => {}
            ExprKind::Unary { arg, .. } => self.expr(arg),
            ExprKind::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
        }
    }
}
