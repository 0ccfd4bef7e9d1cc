//! Races on plain variables.
//!
//! Two threads race if both access a place at the same time, at least one of them writes, and at least one access is plain:
//! neither the place nor the access is atomic. C11 leaves undefined what happens then, and compilers move and repeat plain
//! accesses. The steps of the program, and so the proof, are those of sequential consistency. Where there is a race it says
//! nothing about what a compiler makes of the text, and that is told.
//!
//! Accesses do not happen at the same time if both threads hold the same lock, or both that of the cell; or if the cell is
//! new: nobody else knows it. What is done to a cell before it is made known is over when others find it.

use crate::code::{Code, Expr, Op};
use crate::codes::RACE;
use crate::locks::held_locks;
use crate::movers::{Locks, fresh_locals};
use crate::view::Slot;
use concurrent::program::{
    Cmd, CmdKind, Expr as Term, ExprKind, FieldId, GlobalId, NodeId, Place, PlaceKind, Program, RecordId, Type,
};
use concurrent::spec::Spec;
use source::{Diagnostic, Span};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shared {
    Global(GlobalId),
    Field(RecordId, FieldId),
}

#[derive(Clone, Copy, Debug)]
struct Access {
    what: Shared,
    is_write: bool,
    is_atomic: bool,
    held: Locks,
    /// Whether the lock of the cell is held.
    is_cell_locked: bool,
    span: Span,
}

/// A warning for each variable on which there is a race. The code has its locks still.
pub fn races(program: &Program, spec: &Spec, code: &Code) -> Vec<Diagnostic> {
    // Where locks are used in a way that is not understood, there is no proof.
    let Ok(held) = held_locks(code, &code.procedures) else { return Vec::new() };
    let accesses = accesses(program, spec, code, &held);
    let mut told: Vec<String> = Vec::new();
    let mut warnings = Vec::new();
    for one in &accesses {
        let Some(other) = accesses.iter().find(|other| is_race(one, other)) else { continue };
        let name = name(program, one.what);
        if !told.contains(&name) {
            warnings.push(warning(&name, one, other));
            told.push(name);
        }
    }
    warnings
}

/// Whether two threads may make these accesses at the same time, and must not. It may be one access, made by both.
fn is_race(one: &Access, other: &Access) -> bool {
    one.what == other.what
        && !one.is_atomic
        && (one.is_write || other.is_write)
        && one.held & other.held == 0
        && !(one.is_cell_locked && other.is_cell_locked)
}

fn warning(name: &str, one: &Access, other: &Access) -> Diagnostic {
    let message = format!("race on the plain variable `{name}`: the proof holds for sequential consistency only");
    let verb = if other.is_write { "write" } else { "read" };
    let help = format!(
        "C11 leaves it undefined: declare `{name}` as `_Atomic`, or access it by `atomic_load` and the like, or with a lock held"
    );
    let finding = Diagnostic::warning(&RACE, one.span, message);
    let finding = match one.span == other.span {
        true => finding,
        false => finding.label(other.span, format!("another thread may {verb} it here at the same time")),
    };
    finding.help(help)
}

/// A variable of the text: a member of a structure value is a part of one.
fn name(program: &Program, what: Shared) -> String {
    let whole = |name: &str| name.split('.').next().unwrap_or(name).to_string();
    match what {
        Shared::Global(global) => whole(&program.global(global).name),
        Shared::Field(record, field) => whole(&program.record(record).fields[field.index()].name),
    }
}

/// Every access of the operations to what others may know.
fn accesses(program: &Program, spec: &Spec, code: &Code, held: &[Option<Locks>]) -> Vec<Access> {
    let (fresh, locked) = (fresh_locals(code), locked_cells(code));
    let mut accesses = Vec::new();
    for (id, of_code) in spec.operations().zip(&code.procedures) {
        for edge in &program.procedure(id).edges {
            let location = |node: NodeId| usize::from(of_code.range.0) + node.index();
            let (from, to) = (location(edge.from), location(edge.to));
            if let (Some(before), Some(after)) = (held[from], held[to]) {
                let (fresh, locked) = (fresh[from], locked[from]);
                let first_local = code.first_local();
                let walk = Walk { first_local, fresh, locked, held: before | after, accesses: &mut accesses };
                walk.cmds(&edge.step.cmds);
            }
        }
    }
    accesses
}

/// The accesses of a step.
struct Walk<'a> {
    first_local: Slot,
    /// The locals that point to new cells, and to cells whose locks are held, as bits of their slots.
    fresh: u64,
    locked: u64,
    held: Locks,
    accesses: &'a mut Vec<Access>,
}

impl Walk<'_> {
    fn cmds(mut self, cmds: &[Cmd]) {
        for cmd in cmds {
            match &cmd.kind {
                CmdKind::Assume(expr) | CmdKind::Assert(expr) | CmdKind::Free(expr) => self.expr(expr),
                CmdKind::Assign { target, value } => {
                    self.expr(value);
                    self.place(target, true);
                }
                CmdKind::Havoc(target) => self.place(target, true),
                CmdKind::Alloc { target, .. } => self.fresh |= 1 << (self.first_local + target.0 as Slot),
            }
        }
    }

    fn expr(&mut self, expr: &Term) {
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

    fn place(&mut self, place: &Place, is_write: bool) {
        let (what, base) = match &place.kind {
            PlaceKind::Local(_) => return,
            PlaceKind::Global(global) => (Shared::Global(*global), None),
            PlaceKind::Field { base, record, field } => {
                self.expr(base);
                (Shared::Field(*record, *field), self.slot(base))
            }
        };
        let is_among = |locals: u64| base.is_some_and(|base| locals & (1 << base) != 0);
        if place.ty == Type::Thread || is_among(self.fresh) {
            return;
        }
        let (is_atomic, held, span) = (place.is_atomic, self.held, place.span);
        self.accesses.push(Access { what, is_write, is_atomic, held, is_cell_locked: is_among(self.locked), span });
    }

    /// The slot of the local that a pointer is read from.
    fn slot(&self, pointer: &Term) -> Option<Slot> {
        let ExprKind::Read(place) = &pointer.kind else { return None };
        match place.kind {
            PlaceKind::Local(local) => Some(self.first_local + local.0 as Slot),
            PlaceKind::Global(_) | PlaceKind::Field { .. } => None,
        }
    }
}

/// The locals that point to cells whose locks the thread holds, at each location.
fn locked_cells(code: &Code) -> Vec<u64> {
    let mut locked = vec![!0u64; code.locations.len()];
    code.procedures.iter().for_each(|procedure| locked[usize::from(procedure.entry)] = 0);
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for edge in &code.edges {
            let after = edge.ops.iter().fold(locked[usize::from(edge.from)], |locked, op| locked_after(op, locked));
            let place = &mut locked[usize::from(edge.to)];
            is_stable &= *place & after == *place;
            *place &= after;
        }
    }
    locked
}

fn locked_after(op: &Op, locked: u64) -> u64 {
    let bit = |slot: &Slot| 1u64 << slot;
    match op {
        Op::Lock(Expr::Slot(slot)) => locked | bit(slot),
        Op::Unlock(Expr::Slot(slot)) => locked & !bit(slot),
        Op::Set(target, Expr::Slot(source)) if locked & bit(source) != 0 => locked | bit(target),
        // It is not known whose lock is released.
        Op::Unlock(_) => 0,
        Op::Lock(_) | Op::InitLock(_) | Op::Assume(_) | Op::Assert(_) | Op::Free(_) | Op::MarkEmpty => locked,
        Op::SetNext(..) | Op::SetData(..) | Op::SetAge(..) | Op::Insert(_) | Op::Remove(_) | Op::Is(..) => locked,
        Op::Set(target, _) | Op::Alloc(target) | Op::Pick(target) | Op::Choose(target) => locked & !bit(target),
    }
}
