//! The uses of locks in cells, as a part of [`lower`](crate::lower).
//!
//! ```text
//! assume x->lock == nobody; x->lock = self        Lock(x)
//! assert x->lock == self; x->lock = nobody        Unlock(x)
//! x->lock = nobody                                InitLock(x)
//! assume x->lock != nobody                        nothing: some other thread may hold it
//! ```
//!
//! Any other use is unsupported.

use crate::code::{Expr, Op};
use crate::lower::Lowering;
use crate::view::Slot;
use concurrent::program::{self as ir, CmdKind, ExprKind, PlaceKind, Program, Type};

pub fn has_cell_locks(program: &Program) -> bool {
    program.records.iter().flat_map(|record| &record.fields).any(|field| field.ty == Type::Thread)
}

/// A use of the lock of a cell.
struct Use {
    /// What there is to be known of it.
    op: Option<Op>,
    /// How many commands it is.
    length: usize,
}

impl Lowering<'_> {
    /// The commands of a step.
    pub(crate) fn cmds(&mut self, mut cmds: &[ir::Cmd], first_local: Slot, ops: &mut Vec<Op>) {
        while let Some(first) = cmds.first() {
            let used = self.use_of_lock(cmds, first_local);
            if used.is_none() {
                if uses_cell_lock(first) {
                    self.unsupported(first.span, "such uses of a lock in a cell");
                }
                self.cmd(first, first_local, ops);
            }
            let Use { op, length } = used.unwrap_or(Use { op: None, length: 1 });
            ops.extend(op);
            cmds = &cmds[length..];
        }
    }

    fn use_of_lock(&mut self, cmds: &[ir::Cmd], first_local: Slot) -> Option<Use> {
        match &cmds.first()?.kind {
            CmdKind::Assume(condition) => {
                let (base, is_equal, Who::Nobody) = self.compared(condition, first_local)? else { return None };
                if !is_equal {
                    return Some(Use { op: None, length: 1 });
                }
                let taken = self.assigned(cmds.get(1)?, first_local)? == (base.clone(), Who::This);
                taken.then_some(Use { op: Some(Op::Lock(base)), length: 2 })
            }
            CmdKind::Assert(condition) => {
                let (base, true, Who::This) = self.compared(condition, first_local)? else { return None };
                let released = self.assigned(cmds.get(1)?, first_local)? == (base.clone(), Who::Nobody);
                released.then_some(Use { op: Some(Op::Unlock(base)), length: 2 })
            }
            CmdKind::Assign { .. } => {
                let (base, Who::Nobody) = self.assigned(cmds.first()?, first_local)? else { return None };
                Some(Use { op: Some(Op::InitLock(base)), length: 1 })
            }
            CmdKind::Havoc(_) | CmdKind::Alloc { .. } | CmdKind::Free(_) => None,
        }
    }

    /// The cell whose lock is compared, whether it has to be equal, and to whom.
    fn compared(&mut self, condition: &ir::Expr, first_local: Slot) -> Option<(Expr, bool, Who)> {
        let ExprKind::Binary { op, left, right } = &condition.kind else { return None };
        let is_equal = match op {
            ir::BinaryOp::Equal => true,
            ir::BinaryOp::NotEqual => false,
            _ => return None,
        };
        let ExprKind::Read(place) = &left.kind else { return None };
        Some((self.expr(base_of_lock(place)?, first_local), is_equal, who(right)?))
    }

    /// The cell whose lock is assigned, and who has it then.
    fn assigned(&mut self, cmd: &ir::Cmd, first_local: Slot) -> Option<(Expr, Who)> {
        let CmdKind::Assign { target, value } = &cmd.kind else { return None };
        Some((self.expr(base_of_lock(target)?, first_local), who(value)?))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Who {
    Nobody,
    This,
}

fn who(expr: &ir::Expr) -> Option<Who> {
    match expr.kind {
        ExprKind::NoThread => Some(Who::Nobody),
        ExprKind::ThisThread => Some(Who::This),
        ExprKind::Read(_)
        | ExprKind::Null
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. } => None,
    }
}

fn base_of_lock(place: &ir::Place) -> Option<&ir::Expr> {
    match &place.kind {
        PlaceKind::Field { base, .. } if place.ty == Type::Thread => Some(base),
        PlaceKind::Field { .. } | PlaceKind::Local(_) | PlaceKind::Global(_) => None,
    }
}

fn uses_cell_lock(cmd: &ir::Cmd) -> bool {
    match &cmd.kind {
        CmdKind::Assume(expr) | CmdKind::Assert(expr) | CmdKind::Free(expr) => reads_cell_lock(expr),
        CmdKind::Assign { target, value } => base_of_lock(target).is_some() || reads_cell_lock(value),
        CmdKind::Havoc(target) => base_of_lock(target).is_some(),
        CmdKind::Alloc { .. } => false,
    }
}

fn reads_cell_lock(expr: &ir::Expr) -> bool {
    match &expr.kind {
        ExprKind::Read(place) => base_of_lock(place).is_some(),
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => false,
        ExprKind::Unary { arg, .. } => reads_cell_lock(arg),
        ExprKind::Binary { left, right, .. } => reads_cell_lock(left) || reads_cell_lock(right),
    }
}
