//! Locked sections as atomic blocks, by reduction (Lipton).
//!
//! A section is the code between taking the first lock and releasing the last one. It may be taken to run at once if its
//! steps are, in this order: right movers (locks are taken, both-movers), at most one step that is neither, and left
//! movers (locks are released, both-movers). A step is a both-mover if it touches
//!
//! * locals and cells that nobody else knows yet;
//! * a global, if all procedures hold one and the same lock wherever they touch it;
//! * a field of cells, if all procedures hold one and the same lock wherever they touch it in a cell that others may know,
//!   or if it is never written in such a cell.
//!
//! With manual memory, `malloc` may be given the cell that another thread has just freed: it moves to the right, like
//! taking a lock, and `free` moves to the left, like releasing one.
//!
//! With manual memory a cell might be cut off, freed and given to its next owner meanwhile. So there a field counts only if
//! the section holds a lock that is held wherever a global, or a pointer in a cell that others may know, is written: then
//! nobody cuts cells off while the section runs. Nor may a section read a free cell, which is checked on the views
//! ([`Code::sections`]). Where the premises do not hold, nothing is made atomic, and the section is reported.
//!
//! Once sections are atomic, every lock is free whenever others run, so the operations on locks are removed.

use crate::code::{AgeOf, Code, Expr, Op};
use crate::codes::SECTION;
use crate::spin_locks::NEVER;
use crate::value::{NOBODY, SELF};
use crate::view::Slot;
use source::Diagnostic;

/// Makes locked sections atomic.
pub fn reduce(code: &mut Code) -> Result<(), Vec<Diagnostic>> {
    if code.locks.is_empty() {
        return Ok(());
    }
    let held = held_locks(code)?;
    let fresh = fresh_locals(code);
    let accesses = Accesses::new(code, &held, &fresh);
    let mut findings = Vec::new();
    check_sections(code, &held, &fresh, &accesses, &mut findings);
    if !findings.is_empty() {
        return Err(findings);
    }
    for (location, held) in code.locations.iter_mut().zip(&held) {
        if held.is_some_and(|held| held != 0) {
            location.is_within_atomic = true;
        }
    }
    code.sections = held.iter().map(|held| held.is_some_and(|held| held != 0)).collect();
    let locks = code.locks.clone();
    for edge in &mut code.edges {
        edge.ops.retain(|op| lock_of(op, &locks).is_none());
    }
    Ok(())
}

/// The lock that an operation is about.
fn lock_of(op: &Op, locks: &[Slot]) -> Option<Slot> {
    let mut found = op.target().filter(|slot| locks.contains(slot));
    op.reads(|slot| {
        if locks.contains(&slot) {
            found = Some(slot);
        }
    });
    found
}

fn unreduced(code: &Code, edge: usize, message: &str) -> Diagnostic {
    Diagnostic::error(&SECTION, code.edges[edge].span, message)
}

/// The locks that are held at each location, as bits; none where control never is.
fn held_locks(code: &Code) -> Result<Vec<Option<u64>>, Vec<Diagnostic>> {
    let mut held: Vec<Option<u64>> = vec![None; code.locations.len()];
    let mut pending: Vec<u16> = code.procedures.iter().map(|procedure| procedure.entry).collect();
    pending.iter().for_each(|entry| held[usize::from(*entry)] = Some(0));
    while let Some(at) = pending.pop() {
        let Some(before) = held[usize::from(at)] else { continue };
        for number in &code.locations[usize::from(at)].edges {
            let edge = &code.edges[*number];
            if edge.ops.contains(&NEVER) {
                continue;
            }
            let after = after_edge(code, *number, before)?;
            let place = &mut held[usize::from(edge.to)];
            match place {
                None => {
                    *place = Some(after);
                    pending.push(edge.to);
                }
                Some(known) if *known == after => {}
                Some(_) => {
                    let message = "which locks are held after this step depends on how it was reached";
                    return Err(vec![unreduced(code, *number, message)]);
                }
            }
        }
    }
    for procedure in &code.procedures {
        if held[usize::from(procedure.exit)].is_some_and(|held| held != 0) {
            let message = "a lock may still be held when this function returns";
            return Err(vec![Diagnostic::error(&SECTION, procedure.span, message)]);
        }
    }
    Ok(held)
}

/// What is held after an edge. Locks are taken in the step that finds them free, and released by who holds them, and nothing else is
/// done with them.
fn after_edge(code: &Code, edge: usize, mut held: u64) -> Result<u64, Vec<Diagnostic>> {
    let mut seen_free = 0u64;
    for op in &code.edges[edge].ops {
        let Some(lock) = lock_of(op, &code.locks) else { continue };
        let (bit, subject) = (1 << lock, Expr::Slot(lock));
        let compared = |with| Expr::Equal(Box::new(subject.clone()), Box::new(Expr::Value(with)));
        let is_held = held & bit != 0;
        match op {
            Op::Assume(condition) if *condition == compared(NOBODY) && !is_held => seen_free |= bit,
            Op::Assume(condition) if *condition == Expr::Not(Box::new(compared(NOBODY))) && !is_held => {}
            Op::Set(_, Expr::Value(SELF)) if !is_held && seen_free & bit != 0 => held |= bit,
            Op::Assert(condition) if *condition == compared(SELF) && is_held => {}
            Op::Set(_, Expr::Value(NOBODY)) if is_held => held &= !bit,
            _ => return Err(vec![unreduced(code, edge, "this use of a lock is not understood")]),
        }
    }
    Ok(held)
}

/// The locals that point to cells that nobody else knows, at each location.
fn fresh_locals(code: &Code) -> Vec<u64> {
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
        | Op::MarkEmpty => {}
    }
    op.target().map_or(fresh, |slot| fresh & !(1 << slot))
}

/// Something that threads share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shared {
    Global(Slot),
    Age(u8),
    Next,
    Data,
    CellAge,
}

/// Calls `visit` for all that an operation touches and others may know, and whether it writes.
fn touched(code: &Code, op: &Op, fresh: u64, mut visit: impl FnMut(Shared, bool)) {
    let is_fresh = |base: &Expr| matches!(base, Expr::Slot(slot) if fresh & (1 << slot) != 0);
    op.walk(&mut |expr| match expr {
        Expr::Slot(slot) if code.is_global(*slot) => visit(Shared::Global(*slot), false),
        Expr::Age(AgeOf::Global(age)) => visit(Shared::Age(*age), false),
        Expr::Next(base) if !is_fresh(base) => visit(Shared::Next, false),
        Expr::Data(base) if !is_fresh(base) => visit(Shared::Data, false),
        Expr::Age(AgeOf::Cell(base)) if !is_fresh(base) => visit(Shared::CellAge, false),
        _ => {}
    });
    match op {
        Op::Set(slot, _) if code.is_global(*slot) => visit(Shared::Global(*slot), true),
        Op::SetAge(AgeOf::Global(age), _) => visit(Shared::Age(*age), true),
        Op::SetNext(base, _) if !is_fresh(base) => visit(Shared::Next, true),
        Op::SetData(base, _) if !is_fresh(base) => visit(Shared::Data, true),
        Op::SetAge(AgeOf::Cell(base), _) if !is_fresh(base) => visit(Shared::CellAge, true),
        _ => {}
    }
}

/// How each shared thing is used: the locks that are held at all uses, and whether it is ever written.
struct Accesses {
    uses: Vec<(Shared, u64, bool)>,
    /// The locks that are held wherever a cell may be cut off, as bits; all of them if cells are never freed.
    cutting: u64,
}

impl Accesses {
    fn new(code: &Code, held: &[Option<u64>], fresh: &[u64]) -> Accesses {
        let mut accesses = Accesses { uses: Vec::new(), cutting: !0 };
        for edge in &code.edges {
            let Some(held) = held[usize::from(edge.from)] else { continue };
            let mut fresh = fresh[usize::from(edge.from)];
            for op in edge.ops.iter().filter(|op| lock_of(op, &code.locks).is_none()) {
                touched(code, op, fresh, |what, is_write| {
                    accesses.add(what, held, is_write);
                    if code.is_manual() && is_write && matches!(what, Shared::Global(_) | Shared::Next) {
                        accesses.cutting &= held;
                    }
                });
                fresh = fresh_after(op, fresh);
            }
        }
        accesses
    }

    fn add(&mut self, what: Shared, held: u64, is_write: bool) {
        match self.uses.iter_mut().find(|(known, ..)| *known == what) {
            Some((_, locks, written)) => {
                *locks &= held;
                *written |= is_write;
            }
            None => self.uses.push((what, held, is_write)),
        }
    }

    /// Whether it is touched by both-movers only in sections that hold these locks.
    fn is_both_mover(&self, what: Shared, held: u64) -> bool {
        let safe = match what {
            Shared::Global(_) | Shared::Age(_) => !0,
            Shared::Next | Shared::Data | Shared::CellAge => self.cutting,
        };
        let is_so = |locks: u64, written: bool| if written { locks & safe != 0 } else { held & safe != 0 };
        self.uses.iter().any(|(known, locks, written)| *known == what && is_so(*locks, *written))
    }
}

/// The order of movers in all sections: whether a location may be reached after the step that is no right mover.
fn check_sections(
    code: &Code,
    held: &[Option<u64>],
    fresh: &[u64],
    accesses: &Accesses,
    findings: &mut Vec<Diagnostic>,
) {
    let mut is_late = vec![false; code.locations.len()];
    let mut is_stable = false;
    while !is_stable && findings.is_empty() {
        is_stable = true;
        for (number, edge) in code.edges.iter().enumerate() {
            let (Some(before), Some(after)) = (held[usize::from(edge.from)], held[usize::from(edge.to)]) else {
                continue;
            };
            if before == 0 && after == 0 {
                continue;
            }
            let mut late = before != 0 && is_late[usize::from(edge.from)];
            let mut counted = 0;
            let mut known = fresh[usize::from(edge.from)];
            for op in edge.ops.iter().filter(|op| lock_of(op, &code.locks).is_none()) {
                touched(code, op, known, |what, _| {
                    counted += usize::from(!accesses.is_both_mover(what, before | after))
                });
                known = fresh_after(op, known);
            }
            let takes = after & !before != 0;
            if late && takes {
                findings.push(unreduced(code, number, "a lock is taken after a step that others can see"));
            }
            let allocates = edge.ops.iter().any(|op| matches!(op, Op::Alloc(_)));
            let frees = edge.ops.iter().any(|op| matches!(op, Op::Free(_)));
            if late && allocates && code.is_manual() {
                findings.push(unreduced(code, number, "memory is allocated after a step that others can see"));
            }
            if late && counted > 0 {
                findings.push(unreduced(code, number, "a locked section has two steps here that others can see"));
            }
            late |= counted > 0 || before & !after != 0 || frees && code.is_manual();
            if after != 0 && late && !is_late[usize::from(edge.to)] {
                is_late[usize::from(edge.to)] = true;
                is_stable = false;
            }
        }
    }
    findings.extend(endless(code, &is_late));
}

/// The law: a section that others have seen can end. As an atomic block that does not, it would have no effect at all.
fn endless(code: &Code, is_late: &[bool]) -> Option<Diagnostic> {
    let is_within = |edge: usize| {
        let edge = &code.edges[edge];
        is_late[usize::from(edge.from)] && is_late[usize::from(edge.to)]
    };
    // Edges that lead out of the locations from which every way ends are left over: these make cycles.
    let mut left: Vec<usize> = (0..code.edges.len()).filter(|edge| is_within(*edge)).collect();
    loop {
        let goes_on = |edge: &usize| left.iter().any(|next| code.edges[*next].from == code.edges[*edge].to);
        let remaining: Vec<usize> = left.iter().copied().filter(goes_on).collect();
        if remaining.len() == left.len() {
            break;
        }
        left = remaining;
    }
    let edge = left.first()?;
    Some(unreduced(code, *edge, "a locked section may run forever after a step that others can see"))
}
