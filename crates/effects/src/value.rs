//! What a variable or a field of a view holds, in one byte.
//!
//! Data is known by its role alone (data independence): one of the two observed values, some other value, or one of the
//! constants of the program. A version counter is known by how it relates to the place that it was copied from. Counters
//! only grow, so a copy that is behind stays behind.

use std::cmp::Ordering;

pub type Val = u8;

/// Most cells of a view.
pub const CELLS: usize = 16;

/// Nothing of use: not initialised, read from free memory, or no longer needed.
pub const UNDEFINED: Val = 0;
pub const NULL: Val = 1;
/// Any number, or any version.
pub const ANY: Val = 2;
/// The observed value that is inserted first.
pub const FIRST: Val = 3;
/// The observed value that is inserted second.
pub const SECOND: Val = 4;
/// Data that is not observed.
pub const OTHER: Val = 5;
/// The value that the thread of the view is about to insert. It stands for any value, observed or not.
pub const MINE: Val = 10;
/// A lock that nobody holds.
pub const NOBODY: Val = 6;
/// The thread that looks.
pub const SELF: Val = 7;
/// The operation has been linearized, or a mark was passed while it held.
pub const DONE: Val = 8;
/// A mark was passed while it did not hold.
pub const MISSED: Val = 9;
/// In a set: a key that is less than the observed one, which is `FIRST`.
pub const LESS: Val = 13;
/// In a set: a key that is greater.
pub const GREATER: Val = 14;
/// As a successor: any number of unnamed cells, and then null.
pub const SEGMENT_TO_NULL: Val = 12;

const CELL: Val = 16;
const SEGMENT: Val = 32;
const AGE: Val = 64;
const CONSTANT: Val = 160;
/// The first constant of every program is zero, the second is one.
pub const FALSE: Val = CONSTANT;

/// Most constants of a program.
pub const CONSTANTS: usize = 96;

pub fn cell(at: usize) -> Val {
    CELL + at as Val
}

/// Any number of unnamed cells, and then this one.
pub fn segment(at: usize) -> Val {
    SEGMENT + at as Val
}

pub fn constant(at: usize) -> Val {
    CONSTANT + at as Val
}

pub fn as_cell(value: Val) -> Option<usize> {
    (CELL..SEGMENT).contains(&value).then(|| usize::from(value - CELL))
}

pub fn as_segment(value: Val) -> Option<usize> {
    (SEGMENT..AGE).contains(&value).then(|| usize::from(value - SEGMENT))
}

pub fn as_constant(value: Val) -> Option<usize> {
    (value >= CONSTANT).then(|| usize::from(value - CONSTANT))
}

/// Whether this is data that a caller handed in.
pub fn is_payload(value: Val) -> bool {
    matches!(value, FIRST | SECOND | OTHER | MINE | LESS | GREATER)
}

/// How two keys of a set compare; none if that is not known.
pub fn key_order(left: Val, right: Val) -> Option<Ordering> {
    let rank = |value| match value {
        LESS => Some(0),
        FIRST => Some(1),
        GREATER => Some(2),
        _ => None,
    };
    let (left, right) = (rank(left)?, rank(right)?);
    // Two keys below the observed one, or above it, may be the same or not.
    (left != right || left == 1).then(|| left.cmp(&right))
}

/// What unnamed cells behind a cell with this data hold: keys of a set lie on the same side of the observed one.
pub fn unnamed_after(data: Val) -> Val {
    if matches!(data, LESS | GREATER) { data } else { OTHER }
}

/// A place that holds a version counter: a cell (its number), or a global (its number and [`CELLS`]).
pub type AgePlace = usize;

/// How a copy of a version counter relates to the place that it was copied from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Age {
    /// The counter is what it was.
    Current,
    /// The counter has grown since.
    Behind,
    /// One more than the counter.
    Ahead,
}

pub fn age(place: AgePlace, relation: Age) -> Val {
    AGE + 3 * place as Val + relation as Val
}

pub fn as_age(value: Val) -> Option<(AgePlace, Age)> {
    let relation = |at| match at % 3 {
        0 => Age::Current,
        1 => Age::Behind,
        _ => Age::Ahead,
    };
    (AGE..CONSTANT).contains(&value).then(|| (usize::from(value - AGE) / 3, relation(value - AGE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_of_values_do_not_overlap() {
        let kinds = |value| {
            [
                as_cell(value).is_some(),
                as_segment(value).is_some(),
                as_age(value).is_some(),
                as_constant(value).is_some(),
            ]
        };
        for value in 0..=Val::MAX {
            assert!(kinds(value).into_iter().filter(|is| *is).count() <= 1, "{value}");
        }
        assert_eq!(as_cell(cell(CELLS - 1)), Some(CELLS - 1));
        assert_eq!(as_segment(segment(CELLS - 1)), Some(CELLS - 1));
        assert_eq!(as_age(age(2 * CELLS - 1, Age::Ahead)), Some((2 * CELLS - 1, Age::Ahead)));
        assert_eq!(as_constant(constant(CONSTANTS - 1)), Some(CONSTANTS - 1));
    }
}
