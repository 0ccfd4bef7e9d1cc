//! Who decides what the program leaves open.

use super::value::Value;
use crate::typed::{ConstId, FunctionId, Type, Var};
use source::Span;

/// Decides. A run asks only for what it needs to go on, in the order in which it needs it, and once for each thing.
pub trait Chooser {
    /// A value of the type. None: there is no such run.
    fn value(&mut self, place: &Place, ty: &Type) -> Option<Value>;

    /// One of several ways to go on, counted from 0; there are at least two.
    fn way(&mut self, count: usize) -> usize;
}

/// What needs a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A variable at the start of the run.
    Entry(Var),
    /// An out-parameter or local of a procedure that is called.
    Local,
    /// The variable at this position of a `havoc`, when the statement is executed for the n-th time, from 0.
    Havoc {
        span: Span,
        position: usize,
        occurrence: usize,
    },
    /// A variable that a call without a body changes: modified globals, then results, by position.
    Result {
        span: Span,
        position: usize,
        occurrence: usize,
    },
    Const(ConstId),
    /// An uninterpreted function at some arguments.
    Function(FunctionId),
    /// A partial operation outside its domain.
    Undefined,
}
