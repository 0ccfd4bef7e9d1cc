//! Observers: stacks and queues told from sequences of operations that are none.
//!
//! A program does not look at the values that it stores (this is [checked](crate::fault::Fault::DataDependence)), so it is
//! enough to look at runs in which no value is inserted twice, and at two values of them, whichever they are. Let all
//! operations take effect at their linearization points. The sequence of effects is not one of a stack or a queue if and
//! only if for some values
//!
//! * `FIRST` is removed before it is inserted, or twice, or the structure is found empty while `FIRST` is in it; or
//! * `FIRST` is inserted, then `SECOND`, and then, while both are in, the wrong one is removed.
//!
//! An observer goes to a fault in exactly these cases. It loses interest (the run is not followed any further) when the
//! same values are inserted again, when `SECOND` is inserted and `FIRST` is not in, and when one of two values is removed
//! rightly: each violation that could follow occurs as well in the run where the two values are other ones, or where
//! `SECOND` is one of the others.
//!
//! A set is one truth value for each key, so it is enough to look at one key: `FIRST` is in or not. An operation that adds
//! it while it is in, or removes it while it is not, is a fault.

use crate::fault::Fault;
use crate::value::{ANY, FIRST, SECOND, UNDEFINED, Val};
use concurrent::spec::Kind;

/// Nothing of interest has been inserted.
pub const BEFORE: u8 = 0;
/// `FIRST` is in.
pub const ONE: u8 = 1;
/// `FIRST` and then `SECOND` have been inserted, and both are in.
pub const TWO: u8 = 2;
/// `FIRST` has been removed; `SECOND` was never inserted.
pub const AFTER: u8 = 3;

pub enum Reaction {
    State(u8),
    /// Nothing that follows is of interest.
    Bored,
    Fault(Fault),
}

pub fn insert(kind: Kind, state: u8, value: Val) -> Reaction {
    match (value, state) {
        (FIRST, ONE) if kind == Kind::Set => Reaction::Fault(Fault::AddedTwice),
        (FIRST, BEFORE) => Reaction::State(ONE),
        (SECOND, ONE) => Reaction::State(TWO),
        (FIRST | SECOND, _) => Reaction::Bored,
        _ => Reaction::State(state),
    }
}

/// Whether the value may still be inserted, in a run of interest.
pub fn may_follow(state: u8, value: Val) -> bool {
    match value {
        FIRST => state == BEFORE,
        SECOND => state == BEFORE || state == ONE,
        _ => true,
    }
}

pub fn remove(kind: Kind, state: u8, value: Val) -> Reaction {
    let comes_out_last = match kind {
        Kind::Stack | Kind::Set => FIRST,
        Kind::Queue => SECOND,
    };
    match (value, state) {
        (UNDEFINED | ANY, _) => Reaction::Fault(Fault::UndefinedResult),
        (FIRST, BEFORE) => Reaction::Fault(Fault::RemovedBeforeInserted),
        (FIRST, AFTER) => Reaction::Fault(Fault::RemovedTwice),
        (FIRST, ONE) if kind == Kind::Set => Reaction::State(BEFORE),
        (FIRST, ONE) => Reaction::State(AFTER),
        (FIRST | SECOND, TWO) if value == comes_out_last => Reaction::Fault(Fault::WrongOrder),
        (FIRST | SECOND, TWO) => Reaction::Bored,
        _ => Reaction::State(state),
    }
}

/// Whether the structure can be empty, as far as the observed values go.
pub fn can_be_empty(state: u8) -> bool {
    state == BEFORE || state == AFTER
}
