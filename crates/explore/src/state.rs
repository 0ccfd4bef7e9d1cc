//! A state of the whole program: shared variables, heap, threads, and what the history so far allows.

use concurrent::program::{NodeId, ProcedureId, RecordId};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Uninitialised, or read from freed memory: any value at all.
    Undefined,
    Null,
    Cell(u16),
    Int(i64),
    /// A value that was inserted, in a program that only passes values on: they are told apart by number.
    Data(u16),
    Nobody,
    Thread(u8),
}

impl Value {
    pub fn bool(value: bool) -> Value {
        Value::Int(value.into())
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub globals: Vec<Value>,
    pub cells: Vec<Cell>,
    /// As many for each cell as the largest record has fields.
    pub fields: Vec<Value>,
    pub threads: Vec<Thread>,
    /// The sequential runs that explain the history so far; sorted.
    pub explanations: Arc<Vec<Explanation>>,
    /// How many values were inserted so far, but for those that were chosen.
    pub inserted: u16,
    /// Which of the [values](crate::Machine::values) were inserted, as bits.
    pub chosen: u16,
}

impl State {
    /// Whether all cells are as they were; there may be new ones.
    pub fn has_same_cells(&self, later: &State) -> bool {
        later.cells.starts_with(&self.cells) && later.fields.starts_with(&self.fields)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    pub record: RecordId,
    pub is_free: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// Operations that it may still call.
    pub calls_left: u8,
    pub call: Option<Call>,
}

/// An operation that is running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub procedure: ProcedureId,
    pub node: NodeId,
    /// The value that is inserted or looked for.
    pub arg: Option<Value>,
    pub locals: Vec<Value>,
    /// It has not changed anything that others can notice.
    pub is_pure: bool,
}

/// A sequential run: what the structure holds after it, and which running operations it contains.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Explanation {
    /// Bottom or front first; a set in ascending order.
    pub content: Vec<Value>,
    /// For each thread.
    pub pending: Vec<Pending>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pending {
    /// No operation is running, or it has not taken effect yet.
    Not,
    /// It has taken effect and must return this.
    Done(Answer),
}

/// What an operation returns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Answer {
    Nothing,
    /// There was no value to remove.
    Empty,
    Removed(Value),
    Bool(bool),
}
