//! What one step does to a state, and what can go wrong in it.

use crate::codes;
use crate::machine::Machine;
use crate::rounds::Location;
use crate::state::{Call, Cell, State, Value};
use concurrent::program::*;
use source::{Code, Span};

/// A program that holds more cells at once waits for memory forever: the search is bounded in this too.
const MOST_CELLS: usize = 4096;

/// What memory holds after a number without a defined value is stored in it.
///
/// C11 leaves such a number indeterminate: a local that was never set may come out otherwise each time that it is read. What is
/// stored in memory that others may read is a pattern of bytes, which is some number, and stays what it is until the next store: a
/// compiler cannot choose anew for each thread what the one cell holds. Which number is open, so every one is a run of
/// the program; this one is where counters begin, so that a counter that is set back is found. `effects` allows every number here.
/// A pointer without a value must not be stored where others find it at all.
const STORED: Value = Value::Int(0);

/// Something went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    NullDereference,
    UndefinedDereference,
    UseAfterFree,
    DoubleFree,
    LockedFree,
    Leak,
    Assertion,
    Linearizability,
    UndefinedPublished,
    Division,
    UninitialisedLock,
    NotHeld,
}

impl Fault {
    pub fn new(kind: FaultKind, span: Span) -> Fault {
        Fault { kind, span }
    }
}

impl FaultKind {
    pub fn code(self) -> &'static Code {
        match self {
            FaultKind::NullDereference => &codes::NULL_DEREFERENCE,
            FaultKind::UndefinedDereference => &codes::UNDEFINED_DEREFERENCE,
            FaultKind::UseAfterFree => &codes::USE_AFTER_FREE,
            FaultKind::DoubleFree => &codes::DOUBLE_FREE,
            FaultKind::LockedFree => &codes::LOCKED_FREE,
            FaultKind::Leak => &codes::LEAK,
            FaultKind::Assertion | FaultKind::NotHeld => &codes::ASSERTION,
            FaultKind::Linearizability => &codes::LINEARIZABILITY,
            FaultKind::UndefinedPublished => &codes::UNDEFINED_PUBLISHED,
            FaultKind::Division => &codes::DIVISION,
            FaultKind::UninitialisedLock => &codes::UNINITIALISED_LOCK,
        }
    }

    pub fn message(self) -> &'static str {
        match self {
            FaultKind::NullDereference => "a null pointer is dereferenced here",
            FaultKind::UndefinedDereference => "a pointer without a defined value is dereferenced here",
            FaultKind::UseAfterFree => "freed memory is written here",
            FaultKind::DoubleFree => "memory is freed here that is free already",
            FaultKind::LockedFree => "memory is freed here whose lock is held",
            FaultKind::Leak => "after this step memory is lost: it is not freed, and nobody can reach it",
            FaultKind::Assertion => "this does not hold here",
            FaultKind::Linearizability => "no order of the operations explains what this one returns",
            FaultKind::UndefinedPublished => "a pointer without a defined value is made shared here",
            FaultKind::NotHeld => "a lock is released here by a thread that does not hold it",
            FaultKind::UninitialisedLock => "a lock is used here that was not initialised",
            FaultKind::Division => "a number is divided by zero here",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    Yes,
    /// An assumption does not hold.
    No,
}

/// Whether a condition asks who holds a lock.
fn is_about_lock(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Binary { left, .. } => left.ty == Type::Thread,
        ExprKind::Read(_)
        | ExprKind::Null
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::NoThread
        | ExprKind::ThisThread
        | ExprKind::Unary { .. } => false,
    }
}

impl Machine<'_> {
    /// The thread calls the procedure.
    pub fn enter(&self, state: &mut State, thread: usize, id: ProcedureId, arg: Option<Value>) {
        let procedure = self.procedure(id);
        let mut locals = vec![Value::Undefined; procedure.locals.len()];
        if let (Some(param), Some(arg)) = (procedure.params.first(), arg) {
            locals[param.index()] = arg;
        }
        state.threads[thread].call = Some(Call { procedure: id, node: procedure.entry, arg, locals, is_pure: true });
    }

    /// The thread takes the edge. Where memory is allocated, `cell` is the freed cell that is used again, if one is.
    /// After a fault, or if the step is not taken, the state is of no use.
    pub fn take(&self, state: &mut State, thread: usize, edge: EdgeId, cell: Option<u16>) -> Result<Taken, Fault> {
        let Some(call) = &state.threads[thread].call else { return Ok(Taken::No) };
        let procedure = self.procedure(call.procedure);
        let edge = &procedure.edges[edge.index()];
        for cmd in &edge.step.cmds {
            if self.run(state, thread, cmd, cell)? == Taken::No {
                return Ok(Taken::No);
            }
        }
        if let Some(call) = &mut state.threads[thread].call {
            call.node = edge.to;
        }
        Ok(Taken::Yes)
    }

    fn run(&self, state: &mut State, thread: usize, cmd: &Cmd, cell: Option<u16>) -> Result<Taken, Fault> {
        match &cmd.kind {
            CmdKind::Assume(condition) => {
                // What is undefined may be true and may be false.
                let holds = self.eval(state, thread, condition)? != Value::Int(0);
                return Ok(if holds { Taken::Yes } else { Taken::No });
            }
            CmdKind::Assert(condition) => match self.eval(state, thread, condition)? {
                Value::Int(0) | Value::Undefined => {
                    let kind = if is_about_lock(condition) { FaultKind::NotHeld } else { FaultKind::Assertion };
                    return Err(Fault::new(kind, cmd.span));
                }
                Value::Null | Value::Cell(_) | Value::Int(_) | Value::Data(_) | Value::Nobody | Value::Thread(_) => {}
            },
            CmdKind::Assign { target, value } => {
                let value = self.eval(state, thread, value)?;
                self.write(state, thread, target, value, cmd.span)?;
            }
            CmdKind::Havoc(target) => self.write(state, thread, target, Value::Undefined, cmd.span)?,
            CmdKind::Alloc { .. } if cell.is_none() && state.cells.len() >= MOST_CELLS => return Ok(Taken::No),
            CmdKind::Alloc { target, record } => {
                let allocated = self.allocate(state, *record, cell);
                if let Some(call) = &mut state.threads[thread].call {
                    call.locals[target.index()] = Value::Cell(allocated);
                }
            }
            CmdKind::Free(pointer) => match self.eval(state, thread, pointer)? {
                Value::Null => {}
                Value::Cell(cell) if !state.cells[usize::from(cell)].is_free => {
                    if self.is_locked_by(state, cell, thread) {
                        return Err(Fault::new(FaultKind::LockedFree, cmd.span));
                    }
                    self.free(state, cell);
                }
                Value::Cell(_)
                | Value::Undefined
                | Value::Int(_)
                | Value::Data(_)
                | Value::Nobody
                | Value::Thread(_) => return Err(Fault::new(FaultKind::DoubleFree, cmd.span)),
            },
        }
        Ok(Taken::Yes)
    }

    fn write(&self, state: &mut State, thread: usize, target: &Place, value: Value, span: Span) -> Result<(), Fault> {
        let is_wild = value == Value::Undefined && matches!(target.ty, Type::Pointer(_));
        let is_number = matches!(target.ty, Type::Int { .. } | Type::Bool | Type::Version);
        let stored = if value == Value::Undefined && is_number { STORED } else { value };
        match &target.kind {
            PlaceKind::Local(local) => {
                if let Some(call) = &mut state.threads[thread].call {
                    call.locals[local.index()] = value;
                }
            }
            PlaceKind::Global(_) if is_wild => return Err(Fault::new(FaultKind::UndefinedPublished, span)),
            PlaceKind::Global(global) => {
                self.watch(Location::Global(*global));
                state.globals[global.index()] = stored;
            }
            PlaceKind::Field { base, field, .. } => {
                let cell = self.target(state, thread, base)?;
                if state.cells[usize::from(cell)].is_free {
                    return Err(Fault::new(FaultKind::UseAfterFree, span));
                }
                if is_wild && self.reachable_from_globals(state)[usize::from(cell)] {
                    return Err(Fault::new(FaultKind::UndefinedPublished, span));
                }
                self.watch(Location::Field(cell, *field));
                let at = self.field_at(cell, *field);
                state.fields[at] = stored;
            }
        }
        Ok(())
    }

    /// Whether the thread holds a lock in the cell. Another that holds one will release it in freed memory, and fail there.
    fn is_locked_by(&self, state: &State, cell: u16, thread: usize) -> bool {
        let fields = &self.program.record(state.cells[usize::from(cell)].record).fields;
        let mut locks = (0..fields.len()).filter(|at| fields[*at].ty == Type::Thread);
        locks.any(|at| state.fields[self.field_at(cell, FieldId(at as u32))] == Value::Thread(thread as u8))
    }

    /// A fresh cell, or a freed one again. Fields are undefined, version counters keep their values; they begin with 0.
    fn allocate(&self, state: &mut State, record: RecordId, again: Option<u16>) -> u16 {
        let fields = &self.program.record(record).fields;
        let cell = match again {
            Some(cell) => {
                state.cells[usize::from(cell)].is_free = false;
                cell
            }
            None => {
                state.cells.push(Cell { record, is_free: false });
                state.fields.resize(state.cells.len() * self.stride, Value::Undefined);
                let cell = (state.cells.len() - 1) as u16;
                for (at, field) in fields.iter().enumerate() {
                    if field.ty == Type::Version {
                        let at = self.field_at(cell, FieldId(at as u32));
                        state.fields[at] = Value::Int(0);
                    }
                }
                cell
            }
        };
        for (at, field) in fields.iter().enumerate() {
            if field.ty != Type::Version {
                let at = self.field_at(cell, FieldId(at as u32));
                state.fields[at] = Value::Undefined;
            }
        }
        cell
    }

    fn free(&self, state: &mut State, cell: u16) {
        let record = state.cells[usize::from(cell)].record;
        state.cells[usize::from(cell)].is_free = true;
        for (at, field) in self.program.record(record).fields.iter().enumerate() {
            if field.ty != Type::Version {
                let at = self.field_at(cell, FieldId(at as u32));
                state.fields[at] = Value::Undefined;
            }
        }
    }

    /// For each cell, whether a path of pointers leads to it from the shared variables.
    pub fn reachable_from_globals(&self, state: &State) -> Vec<bool> {
        let mut reached = vec![false; state.cells.len()];
        self.mark(state, state.globals.iter().copied(), &mut reached);
        reached
    }

    /// Marks what can be reached from the values.
    pub fn mark(&self, state: &State, roots: impl Iterator<Item = Value>, reached: &mut [bool]) {
        let mut waiting: Vec<u16> = Vec::new();
        let visit = |value: Value, reached: &mut [bool], waiting: &mut Vec<u16>| {
            if let Value::Cell(cell) = value
                && !std::mem::replace(&mut reached[usize::from(cell)], true)
            {
                waiting.push(cell);
            }
        };
        roots.for_each(|root| visit(root, reached, &mut waiting));
        while let Some(cell) = waiting.pop() {
            let first = usize::from(cell) * self.stride;
            for at in first..first + self.stride {
                visit(state.fields[at], reached, &mut waiting);
            }
        }
    }
}
