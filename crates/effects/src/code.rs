//! The program as the engine runs it.
//!
//! concurrent → **code** → views
//!
//! At this level variables are slots of a view, there is one kind of cell with one successor, one datum and one version
//! counter at most, and constants are numbers in a table. Control is one graph for all procedures.

use crate::canonical::Shape;
use crate::liveness::{Fact, Live};
use crate::value::Val;
use crate::view::Slot;
use concurrent::program::{BinaryOp, Name, Type};
use concurrent::spec::{Kind, Memory, Removal};
use source::{Deadline, Span};

/// Most parts of what is known of a variable on a path.
const MOST_PARTS: usize = 500;

#[derive(Clone, Debug)]
pub struct Code {
    pub kind: Kind,
    pub memory: Memory,
    pub removal: Removal,
    /// Whether an insertion may return false, and then has no effect.
    pub insertion_may_fail: bool,
    /// The names of all global slots; globals come first among the slots.
    pub globals: Vec<Name>,
    /// The names of the globals that are version counters.
    pub ages: Vec<Name>,
    /// The names of the successor, the datum, the version counter and the lock of a cell.
    pub fields: Fields,
    /// The globals that are pointers.
    pub pointers: Vec<Slot>,
    /// The global that decides whose a cell is: it belongs to the thread that cuts it off from this one, even if others still reach
    /// it. None if a cell belongs to the thread that cuts it off from all.
    pub root: Option<Slot>,
    /// How views of the program fold.
    pub shape: Shape,
    /// The globals that are locks.
    pub locks: Vec<Slot>,
    pub has_cell_locks: bool,
    /// For each location whether it is in a locked section that was made atomic. Empty if there are no locks.
    pub sections: Vec<bool>,
    /// For each location whether a pointer in a shared cell that is written there has to be null before, since a section
    /// of another thread relies on its cells staying where they are. Empty if none does.
    pub appending: Vec<bool>,
    /// For each location whether it is in a loop of an atomic block, in the code of a set. Empty if none is.
    pub stops: Vec<bool>,
    pub constants: Vec<i128>,
    pub locations: Vec<Location>,
    pub edges: Vec<Edge>,
    pub procedures: Vec<Procedure>,
    /// The procedure that runs first, alone.
    pub init: Option<Procedure>,
    /// The first slot that no procedure uses.
    pub first_temporary: Slot,
    /// Whether copies of the counters of cells are related to them. Not if the program ever sets such a counter in a cell
    /// that is not shared: others would not see it.
    pub relates_cell_ages: bool,
    /// Whether interference is the [classical](crate::classical) one.
    pub is_classical: bool,
    /// In merged views the slots of the other thread, as bits; they are live wherever the thread is.
    pub passengers: u64,
    /// When to stop.
    pub deadline: Deadline,
}

#[derive(Clone, Debug)]
pub struct Fields {
    pub record: Name,
    pub next: Name,
    pub data: Name,
    pub age: Name,
    pub lock: Name,
}

/// What an operation does to the abstract structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Init,
    Insert,
    Remove,
    /// Of a set.
    Contains,
}

#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: Name,
    pub role: Role,
    pub entry: u16,
    pub exit: u16,
    pub params: Vec<Slot>,
    pub results: Vec<Slot>,
    /// Its locations are all numbers from one to the other.
    pub range: (u16, u16),
    /// The names of its locals; the first is that of the slot [`Code::first_local`].
    pub locals: Vec<Name>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Location {
    pub is_within_atomic: bool,
    /// Edges that leave, by number.
    pub edges: Vec<usize>,
    /// What may be known of a view here, and what is live for each set of these facts.
    pub facts: Vec<Fact>,
    pub live: Vec<Live>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub from: u16,
    pub to: u16,
    pub ops: Vec<Op>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    Assume(Expr),
    Assert(Expr),
    Set(Slot, Expr),
    SetNext(Expr, Expr),
    SetData(Expr, Expr),
    SetAge(AgeOf, Expr),
    Alloc(Slot),
    Free(Expr),
    /// A value that a caller hands in.
    Pick(Slot),
    /// An insertion of this value takes effect here.
    Insert(Expr),
    /// A removal of this value takes effect here.
    Remove(Expr),
    /// Any cell that the globals reach. Only in summaries of sets.
    Choose(Slot),
    /// The data is known to be this, as a role. Only in summaries of sets.
    Is(Expr, Val),
    /// Takes the lock of a cell; see [`cell_locks`](crate::cell_locks).
    Lock(Expr),
    Unlock(Expr),
    /// The lock of a new cell may be used from now on.
    InitLock(Expr),
    /// If the removal finds nothing, this was the moment when there was nothing.
    MarkEmpty,
}

/// What an operation writes: a variable, or a part of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written<'a> {
    Slot(Slot),
    Next(&'a Expr),
    Data(&'a Expr),
    Age(&'a AgeOf),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AgeOf {
    Global(u8),
    Cell(Box<Expr>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    Slot(Slot),
    Value(Val),
    /// The global is not worth knowing, or the value is not determined.
    Unknown,
    Next(Box<Expr>),
    Data(Box<Expr>),
    Age(AgeOf),
    /// A version plus one.
    Successor(Box<Expr>),
    Equal(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Arithmetic(BinaryOp, Type, Box<Expr>, Box<Expr>),
}

/// Ghost slots, counted from the last global.
pub const GHOSTS: usize = 3;

impl Code {
    /// What the operation of the thread has done: nothing, inserted, or the value that it removed.
    pub fn linearized(&self) -> Slot {
        self.globals.len() as Slot
    }

    /// Whether the structure could be empty when the mark was last passed.
    pub fn mark(&self) -> Slot {
        self.globals.len() as Slot + 1
    }

    /// The value that the thread is about to insert.
    pub fn pending(&self) -> Slot {
        self.globals.len() as Slot + 2
    }

    pub fn first_local(&self) -> Slot {
        (self.globals.len() + GHOSTS) as Slot
    }

    /// The procedure that a location belongs to.
    pub fn procedure_of(&self, location: u16) -> Option<&Procedure> {
        self.procedures.iter().find(|procedure| procedure.contains(location))
    }

    pub fn is_in_section(&self, location: u16) -> bool {
        self.sections.get(usize::from(location)).is_some_and(|is| *is)
    }

    /// Whether steps end here although others do not run: the location is in a loop of an atomic block.
    pub fn is_stop(&self, location: u16) -> bool {
        self.stops.get(usize::from(location)).is_some_and(|is| *is)
    }

    pub fn only_appends(&self, location: u16) -> bool {
        self.appending.get(usize::from(location)).is_some_and(|is| *is)
    }

    pub fn is_global(&self, slot: Slot) -> bool {
        usize::from(slot) < self.globals.len()
    }

    pub fn is_manual(&self) -> bool {
        self.memory == Memory::Manual
    }

    /// Whether a step from here may change what others see. Steps that only the thread sees and that follow it do not.
    pub fn may_have_effect(&self, location: u16) -> bool {
        self.locations[usize::from(location)].edges.iter().map(|edge| &self.edges[*edge]).any(|edge| {
            self.locations[usize::from(edge.to)].is_within_atomic
                || edge.ops.iter().any(|op| self.may_change_shared(op))
        })
    }

    /// Who holds the lock of a cell is known by the one who does, and by nobody else.
    fn may_change_shared(&self, op: &Op) -> bool {
        match op.written() {
            Some(Written::Slot(slot)) => self.is_global(slot),
            Some(Written::Next(_) | Written::Data(_) | Written::Age(_)) => true,
            None => matches!(op, Op::Free(_) | Op::Insert(_) | Op::Remove(_)),
        }
    }

    pub fn constant(&self, number: i128) -> Option<Val> {
        self.constants.iter().position(|known| *known == number).map(crate::value::constant)
    }
}

impl Procedure {
    pub fn contains(&self, location: u16) -> bool {
        (self.range.0..self.range.1).contains(&location)
    }
}

impl Expr {
    /// Calls `visit` for this expression and all within it.
    pub fn walk(&self, visit: &mut impl FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Slot(_) | Expr::Value(_) | Expr::Unknown | Expr::Age(AgeOf::Global(_)) => {}
            Expr::Next(arg) | Expr::Data(arg) | Expr::Age(AgeOf::Cell(arg)) | Expr::Successor(arg) | Expr::Not(arg) => {
                arg.walk(visit)
            }
            Expr::Equal(left, right)
            | Expr::And(left, right)
            | Expr::Or(left, right)
            | Expr::Arithmetic(_, _, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
        }
    }

    /// The expression with every slot replaced.
    /// The expression, or nothing that is known if it is large: `x = x + x` doubles what is known of `x` each time.
    pub fn bounded(self) -> Expr {
        let mut parts = 0;
        self.walk(&mut |_| parts += 1);
        if parts > MOST_PARTS { Expr::Unknown } else { self }
    }

    pub fn substitute(&self, of: &impl Fn(Slot) -> Expr) -> Expr {
        let again = |arg: &Expr| Box::new(arg.substitute(of));
        match self {
            Expr::Slot(slot) => of(*slot),
            Expr::Value(value) => Expr::Value(*value),
            Expr::Unknown => Expr::Unknown,
            Expr::Next(arg) => Expr::Next(again(arg)),
            Expr::Data(arg) => Expr::Data(again(arg)),
            Expr::Age(place) => Expr::Age(place.substitute(of)),
            Expr::Successor(arg) => Expr::Successor(again(arg)),
            Expr::Equal(left, right) => Expr::Equal(again(left), again(right)),
            Expr::Not(arg) => Expr::Not(again(arg)),
            Expr::And(left, right) => Expr::And(again(left), again(right)),
            Expr::Or(left, right) => Expr::Or(again(left), again(right)),
            Expr::Arithmetic(op, ty, left, right) => Expr::Arithmetic(*op, *ty, again(left), again(right)),
        }
    }
}

impl AgeOf {
    pub fn substitute(&self, of: &impl Fn(Slot) -> Expr) -> AgeOf {
        match self {
            AgeOf::Global(at) => AgeOf::Global(*at),
            AgeOf::Cell(base) => AgeOf::Cell(Box::new(base.substitute(of))),
        }
    }

    pub fn walk(&self, visit: &mut impl FnMut(&Expr)) {
        match self {
            AgeOf::Global(_) => {}
            AgeOf::Cell(base) => base.walk(visit),
        }
    }
}

impl Op {
    /// Calls `visit` for every expression that is evaluated, and all within.
    pub fn walk(&self, visit: &mut impl FnMut(&Expr)) {
        match self {
            Op::Assume(arg)
            | Op::Assert(arg)
            | Op::Set(_, arg)
            | Op::Free(arg)
            | Op::Insert(arg)
            | Op::Remove(arg)
            | Op::Lock(arg)
            | Op::Unlock(arg)
            | Op::InitLock(arg)
            | Op::Is(arg, _) => arg.walk(visit),
            Op::SetNext(base, value) | Op::SetData(base, value) => {
                base.walk(visit);
                value.walk(visit);
            }
            Op::SetAge(place, value) => {
                place.walk(visit);
                value.walk(visit);
            }
            Op::Alloc(_) | Op::Pick(_) | Op::Choose(_) | Op::MarkEmpty => {}
        }
    }

    /// The slot that is overwritten.
    pub fn target(&self) -> Option<Slot> {
        match self.written() {
            Some(Written::Slot(slot)) => Some(slot),
            Some(Written::Next(_) | Written::Data(_) | Written::Age(_)) | None => None,
        }
    }

    /// What is overwritten. That a cell is freed, and whose its lock is, is not counted.
    pub fn written(&self) -> Option<Written<'_>> {
        match self {
            Op::Set(slot, _) | Op::Alloc(slot) | Op::Pick(slot) | Op::Choose(slot) => Some(Written::Slot(*slot)),
            Op::SetNext(base, _) => Some(Written::Next(base)),
            Op::SetData(base, _) => Some(Written::Data(base)),
            Op::SetAge(place, _) => Some(Written::Age(place)),
            Op::Assume(_)
            | Op::Assert(_)
            | Op::Free(_)
            | Op::Insert(_)
            | Op::Remove(_)
            | Op::Is(..)
            | Op::Lock(_)
            | Op::Unlock(_)
            | Op::InitLock(_)
            | Op::MarkEmpty => None,
        }
    }

    /// Calls `visit` for every slot that is read.
    pub fn reads(&self, mut visit: impl FnMut(Slot)) {
        self.walk(&mut |expr| {
            if let Expr::Slot(slot) = expr {
                visit(*slot);
            }
        });
    }
}
