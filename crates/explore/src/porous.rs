//! Whether `ATOMIC` blocks are as atomic as they look.
//!
//! The macro of `counterpoint.h` keeps out other blocks and nothing else. If all that a block uses is used within blocks only, or
//! never written, nobody can tell the difference. What a function does to a cell that it has allocated, and whose address it
//! has not passed on, does not count.
//!
//! Nor does it count that a cell is freed, or allocated again, while a block runs. What is read from a free cell is undefined,
//! which includes every value that it may have had, and a write to it is a fault. So a run in which the cell is freed in the middle
//! of the block is covered by one in which it is freed before, and one in which it is allocated again by one in which that
//! happens after. The steps that lead there can be moved: they use nothing that the block uses.

use crate::settled::{is_new, new_cells, pass_on};
use concurrent::program::*;
use concurrent::spec::Spec;

/// Something that threads share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shared {
    Global(GlobalId),
    Field(RecordId, FieldId),
}

#[derive(Clone, Copy)]
struct Use {
    what: Shared,
    is_write: bool,
    is_within: bool,
}

pub fn has_porous_blocks(program: &Program, spec: &Spec) -> bool {
    let mut uses = Vec::new();
    for id in spec.operations() {
        let procedure = program.procedure(id);
        let new = new_cells(procedure);
        for edge in &procedure.edges {
            let is_within = procedure.node(edge.from).is_within_atomic;
            let add = |what, is_write| uses.push(Use { what, is_write, is_within });
            Walk { new: new[edge.from.index()].clone(), add }.cmds(&edge.step.cmds);
        }
    }
    let is_rival = |one: &Use, other: &Use| {
        one.what == other.what && one.is_within && !other.is_within && (one.is_write || other.is_write)
    };
    uses.iter().any(|one| uses.iter().any(|other| is_rival(one, other)))
}

struct Walk<F> {
    /// The locals that point to new cells.
    new: Vec<bool>,
    add: F,
}

impl<F: FnMut(Shared, bool)> Walk<F> {
    fn cmds(&mut self, cmds: &[Cmd]) {
        for cmd in cmds {
            match &cmd.kind {
                CmdKind::Assume(expr) | CmdKind::Assert(expr) | CmdKind::Free(expr) => self.expr(expr),
                CmdKind::Assign { target, value } => {
                    self.expr(value);
                    self.place(target, true);
                }
                CmdKind::Havoc(target) => self.place(target, true),
                CmdKind::Alloc { .. } => {}
            }
            pass_on(cmd, &mut self.new);
        }
    }

    fn place(&mut self, place: &Place, is_write: bool) {
        match &place.kind {
            PlaceKind::Local(_) => {}
            PlaceKind::Global(global) => (self.add)(Shared::Global(*global), is_write),
            PlaceKind::Field { base, record, field } => {
                if !is_new(base, &self.new) {
                    (self.add)(Shared::Field(*record, *field), is_write);
                }
                self.expr(base);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Read(place) => self.place(place, false),
            ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => {}
            ExprKind::Unary { arg, .. } => self.expr(arg),
            ExprKind::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
        }
    }
}
