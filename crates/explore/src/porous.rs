//! Whether `ATOMIC` blocks are as atomic as they look.
//!
//! The macro of `counterpoint.h` keeps out other blocks and nothing else. If all that a block uses is used within blocks only, or
//! never written, nobody can tell the difference. What a function does to a cell that it has just allocated does not count.

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
        for edge in &procedure.edges {
            let is_within = procedure.node(edge.from).is_within_atomic;
            let add = |what, is_write| uses.push(Use { what, is_write, is_within });
            Walk { procedure, add }.cmds(&edge.step.cmds);
        }
    }
    let is_rival = |one: &Use, other: &Use| {
        one.what == other.what && one.is_within && !other.is_within && (one.is_write || other.is_write)
    };
    uses.iter().any(|one| uses.iter().any(|other| is_rival(one, other)))
}

struct Walk<'a, F> {
    procedure: &'a Procedure,
    add: F,
}

impl<F: FnMut(Shared, bool)> Walk<'_, F> {
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
        }
    }

    fn place(&mut self, place: &Place, is_write: bool) {
        match &place.kind {
            PlaceKind::Local(_) => {}
            PlaceKind::Global(global) => (self.add)(Shared::Global(*global), is_write),
            PlaceKind::Field { base, record, field } => {
                if !self.is_new(base) {
                    (self.add)(Shared::Field(*record, *field), is_write);
                }
                self.expr(base);
            }
        }
    }

    /// Whether the pointer is a variable that only ever holds cells that the function allocates.
    fn is_new(&self, base: &Expr) -> bool {
        let ExprKind::Read(place) = &base.kind else { return false };
        let PlaceKind::Local(local) = place.kind else { return false };
        let cmds = self.procedure.edges.iter().flat_map(|edge| &edge.step.cmds);
        let mut is_allocated = false;
        for cmd in cmds {
            match &cmd.kind {
                CmdKind::Alloc { target, .. } if *target == local => is_allocated = true,
                CmdKind::Assign { target, .. } | CmdKind::Havoc(target) if matches!(target.kind, PlaceKind::Local(assigned) if assigned == local) =>
                {
                    return false;
                }
                CmdKind::Assume(_)
                | CmdKind::Assert(_)
                | CmdKind::Assign { .. }
                | CmdKind::Havoc(_)
                | CmdKind::Alloc { .. }
                | CmdKind::Free(_) => {}
            }
        }
        is_allocated
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
