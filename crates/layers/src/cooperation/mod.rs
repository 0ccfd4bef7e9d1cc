//! Cooperation: a committed transaction can be brought to its end. Checked by the program's text, but for the assumptions
//! in it, which become obligations.
//!
//! yields → **cooperation** → obligations
//!
//! - [`termination`]: loops, recursion and assumptions behind a commit.
//! - [`choices`]: assumptions about values that are still open.
//! - [`counting`], [`bounds`]: loops that count to a limit; [`finishing`]: procedures that may always return.

mod bounds;
pub mod choices;
mod counting;
pub mod finishing;
pub mod termination;
