//! Cooperation: a committed transaction can be brought to its end. Checked by the program's text, but for the assumptions
//! in it and the sets that lose members, which become obligations.
//!
//! yields → **cooperation** → obligations
//!
//! - [`termination`]: loops and assumptions behind a commit; [`recursion`]: procedures that call themselves.
//! - [`choices`]: assumptions about values that are still open.
//! - [`ghost`]: assumptions in pure procedures; [`disguised`]: assumptions that are calls of one without a body.
//! - [`counting`], [`bounds`]: loops that count to a limit; [`finishing`]: procedures that may always return.

mod bounds;
pub mod choices;
mod counting;
pub mod disguised;
pub mod finishing;
pub mod ghost;
pub mod recursion;
pub mod termination;
