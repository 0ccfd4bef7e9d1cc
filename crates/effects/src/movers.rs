//! What the steps of a locked section touch, and whether they commute with the steps of others.
//!
//! A step is a both-mover if it touches
//!
//! * locals and cells that nobody else knows yet;
//! * a global, if all procedures hold one and the same lock wherever they touch it;
//! * a field of cells, if all procedures hold one and the same lock wherever they touch it in a cell that others may know,
//!   or if it is never written in such a cell.
//!
//! With manual memory a cell might be cut off, freed and given to its next owner meanwhile. There a field counts only if it
//! is sure that this does not happen, for one of two reasons:
//!
//! * *Nobody cuts cells off:* the section holds a lock that is held wherever a global, or a pointer in a cell that others
//!   may know, is written.
//! * *The cell is anchored:* since the section took a lock, it came to the cell from a global that is protected by that lock,
//!   through pointers, and has written no pointer itself. Nobody else can change the global. Others who change pointers in
//!   cells without the lock only append: they replace null, which is [checked on the views](Code::appending). So the
//!   global still reaches the cell, and who frees it all the same is found to free a cell that is shared. Both are
//!   properties of single steps and of what these touch. So the first step of a run that breaks them can be moved, with
//!   its section, to where a run of the program with atomic sections has it too.

use crate::cell_locks::locked_cell;
use crate::code::{AgeOf, Code, Expr, Op, Written};
use crate::view::Slot;
use source::Span;

/// The locks that are held, as bits: those of the slots of locks, and this one within `ATOMIC`.
pub type Locks = u64;

/// `ATOMIC` is a lock that is taken and released by its braces.
pub const ATOMIC: Locks = 1 << 63;

/// Something that threads share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shared {
    Global(Slot),
    Age(u8),
    Next,
    Data,
    CellAge,
    CellLock,
}

/// A use of something shared.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    pub what: Shared,
    pub is_write: bool,
    pub held: Locks,
    /// The local through which a cell is reached, if it is one.
    base: Option<Slot>,
    /// The number of the operation in its edge.
    op: usize,
    pub span: Span,
}

/// All uses of shared things, by edge.
pub struct Uses {
    by_edge: Vec<Vec<Use>>,
    /// The locks that are held wherever a cell may be cut off; all of them if cells are never freed.
    cutting: Locks,
    /// For each lock that protects a global, the locals that are anchored by it, at each location.
    anchored: Vec<(Locks, Vec<u64>)>,
}

impl Uses {
    pub fn new(code: &Code, held: &[Option<Locks>], is_about_locks: impl Fn(&Op) -> bool) -> Uses {
        let fresh = fresh_locals(code);
        let mut uses = Uses { by_edge: Vec::new(), cutting: !0, anchored: Vec::new() };
        for edge in &code.edges {
            let mut of_edge = Vec::new();
            if let Some(held) = held[usize::from(edge.from)] {
                let mut fresh = fresh[usize::from(edge.from)];
                for (at, op) in edge.ops.iter().enumerate().filter(|(_, op)| !is_about_locks(op)) {
                    touched(code, op, fresh, |what, base, is_write| {
                        let base = match base {
                            Some(Expr::Slot(slot)) if !code.is_global(*slot) => Some(*slot),
                            _ => None,
                        };
                        of_edge.push(Use { what, is_write, held, base, op: at, span: edge.span });
                        if code.is_manual() && is_write && matches!(what, Shared::Global(_) | Shared::Next) {
                            uses.cutting &= held;
                        }
                    });
                    fresh = fresh_after(op, fresh);
                }
            }
            uses.by_edge.push(of_edge);
        }
        if code.is_manual() {
            let locks = code.locks.iter().map(|slot| 1 << slot).chain([ATOMIC]);
            uses.anchored = locks.map(|lock| (lock, uses.anchored_by(code, held, lock))).collect();
        }
        uses
    }

    pub fn of_edge(&self, edge: usize) -> &[Use] {
        &self.by_edge[edge]
    }

    fn all(&self) -> impl Iterator<Item = &Use> {
        self.by_edge.iter().flatten()
    }

    /// The locks that are held wherever the thing is used.
    fn common(&self, what: Shared) -> Locks {
        self.all().filter(|one| one.what == what).fold(!0, |locks, one| locks & one.held)
    }

    fn is_written(&self, what: Shared) -> bool {
        self.all().any(|one| one.what == what && one.is_write)
    }

    /// Whether a use at an edge is a both-mover, with these locks held before or after it. If it is one because its cell is
    /// anchored, `rely` is told the lock.
    pub fn is_both_mover(&self, code: &Code, edge: usize, one: &Use, held: Locks, rely: impl FnOnce(Locks)) -> bool {
        let (common, is_written) = (self.common(one.what), self.is_written(one.what));
        let is_so = |safe: Locks| if is_written { common & safe != 0 } else { held & safe != 0 };
        match one.what {
            Shared::Global(_) | Shared::Age(_) => is_so(!0),
            Shared::Next | Shared::Data | Shared::CellAge | Shared::CellLock if is_so(self.cutting) => true,
            Shared::Next | Shared::Data | Shared::CellAge | Shared::CellLock => {
                let Some(base) = one.base.filter(|_| is_so(!0)) else { return false };
                let (from, ops) = (usize::from(code.edges[edge].from), &code.edges[edge].ops[..one.op]);
                let anchor = self.anchored.iter().find(|(lock, locals)| {
                    let before =
                        ops.iter().fold(locals[from], |locals, op| self.anchored_after(code, op, locals, *lock));
                    before & (1 << base) != 0
                });
                anchor.map(|(lock, _)| rely(*lock)).is_some()
            }
        }
    }

    /// A use elsewhere that keeps this one from being a both-mover.
    pub fn rival(&self, one: &Use) -> Option<&Use> {
        let is_rival = |other: &&Use| {
            other.what == one.what
                && other.held & one.held == 0
                && (other.is_write || one.is_write || !self.is_written(one.what))
                && other.span != one.span
        };
        self.all().find(is_rival)
    }

    /// The locals that point to cells that are anchored by a lock, at each location. See the head of this file.
    fn anchored_by(&self, code: &Code, held: &[Option<Locks>], lock: Locks) -> Vec<u64> {
        let mut anchored = vec![!0u64; code.locations.len()];
        code.procedures.iter().for_each(|procedure| anchored[usize::from(procedure.entry)] = 0);
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for edge in &code.edges {
                let has = |location: u16| held[usize::from(location)].is_some_and(|held| held & lock != 0);
                let after = match (has(edge.from), has(edge.to)) {
                    (_, false) => 0,
                    (false, true) => MAY_ANCHOR,
                    (true, true) => {
                        let before = anchored[usize::from(edge.from)];
                        edge.ops.iter().fold(before, |locals, op| self.anchored_after(code, op, locals, lock))
                    }
                };
                let place = &mut anchored[usize::from(edge.to)];
                if *place & after != *place {
                    *place &= after;
                    is_stable = false;
                }
            }
        }
        anchored
    }

    fn anchored_after(&self, code: &Code, op: &Op, anchored: u64, lock: Locks) -> u64 {
        let is_protected = |slot: Slot| self.common(Shared::Global(slot)) & lock != 0;
        let has = |slot: Slot| anchored & (1 << slot) != 0;
        match op {
            Op::Set(slot, _) if code.is_global(*slot) && code.pointers.contains(slot) => 0,
            Op::SetNext(..) | Op::Free(_) => 0,
            Op::Set(slot, value) if !code.is_global(*slot) => {
                let is_anchored = anchored & MAY_ANCHOR != 0
                    && match value {
                        Expr::Slot(from) if code.is_global(*from) => {
                            code.pointers.contains(from) && is_protected(*from)
                        }
                        Expr::Slot(from) => has(*from),
                        Expr::Next(base) => matches!(**base, Expr::Slot(from) if !code.is_global(from) && has(from)),
                        _ => false,
                    };
                anchored & !(1 << slot) | u64::from(is_anchored) << slot
            }
            Op::Alloc(slot) | Op::Pick(slot) | Op::Choose(slot) => anchored & !(1 << slot),
            Op::Set(..)
            | Op::Assume(_)
            | Op::Assert(_)
            | Op::SetData(..)
            | Op::SetAge(..)
            | Op::Insert(_)
            | Op::Remove(_)
            | Op::Is(..)
            | Op::Lock(_)
            | Op::Unlock(_)
            | Op::InitLock(_)
            | Op::MarkEmpty => anchored,
        }
    }
}

/// Among anchored locals: the section has the lock and has written no pointer so far.
const MAY_ANCHOR: u64 = 1 << 63;

/// The locals that point to cells that nobody else knows, at each location.
pub fn fresh_locals(code: &Code) -> Vec<u64> {
    let mut fresh = vec![!0u64; code.locations.len()];
    for procedure in &code.procedures {
        fresh[usize::from(procedure.entry)] = 0;
    }
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for edge in &code.edges {
            let after = edge.ops.iter().fold(fresh[usize::from(edge.from)], |fresh, op| fresh_after(op, fresh));
            let place = &mut fresh[usize::from(edge.to)];
            if *place & after != *place {
                *place &= after;
                is_stable = false;
            }
        }
    }
    fresh
}

fn fresh_after(op: &Op, mut fresh: u64) -> u64 {
    match op {
        Op::Alloc(slot) => return fresh | 1 << slot,
        // A copy, or the address in a cell: somebody else may know it now.
        Op::Set(_, value) | Op::SetNext(_, value) => {
            if let Expr::Slot(slot) = value {
                fresh &= !(1 << slot);
            }
        }
        Op::Assume(_)
        | Op::Assert(_)
        | Op::SetData(..)
        | Op::SetAge(..)
        | Op::Free(_)
        | Op::Pick(_)
        | Op::Insert(_)
        | Op::Remove(_)
        | Op::Choose(_)
        | Op::Is(..)
        | Op::Lock(_)
        | Op::Unlock(_)
        | Op::InitLock(_)
        | Op::MarkEmpty => {}
    }
    op.target().map_or(fresh, |slot| fresh & !(1 << slot))
}

/// Calls `visit` for all that an operation touches and others may know: what it is, the pointer to the cell if it is in
/// one, and whether it is written.
fn touched(code: &Code, op: &Op, fresh: u64, mut visit: impl FnMut(Shared, Option<&Expr>, bool)) {
    let is_fresh = |base: &Expr| matches!(base, Expr::Slot(slot) if fresh & (1 << slot) != 0);
    op.walk(&mut |expr| match expr {
        Expr::Slot(slot) if code.is_global(*slot) => visit(Shared::Global(*slot), None, false),
        Expr::Age(AgeOf::Global(age)) => visit(Shared::Age(*age), None, false),
        Expr::Next(base) if !is_fresh(base) => visit(Shared::Next, Some(base), false),
        Expr::Data(base) if !is_fresh(base) => visit(Shared::Data, Some(base), false),
        Expr::Age(AgeOf::Cell(base)) if !is_fresh(base) => visit(Shared::CellAge, Some(base), false),
        _ => {}
    });
    match op.written() {
        Some(Written::Slot(slot)) if code.is_global(slot) => visit(Shared::Global(slot), None, true),
        Some(Written::Age(AgeOf::Global(age))) => visit(Shared::Age(*age), None, true),
        Some(Written::Next(base)) if !is_fresh(base) => visit(Shared::Next, Some(base), true),
        Some(Written::Data(base)) if !is_fresh(base) => visit(Shared::Data, Some(base), true),
        Some(Written::Age(AgeOf::Cell(base))) if !is_fresh(base) => visit(Shared::CellAge, Some(base), true),
        // A local, or a cell that nobody else knows.
        Some(Written::Slot(_) | Written::Next(_) | Written::Data(_) | Written::Age(_)) | None => {}
    }
    if let Some(base) = locked_cell(op).filter(|base| !is_fresh(base)) {
        visit(Shared::CellLock, Some(base), true);
    }
}
