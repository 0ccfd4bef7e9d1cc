//! Cooperation: a committed transaction can be brought to its end. Checked by the program's text alone.
//!
//! yields → **cooperation** → obligations
//!
//! - [`termination`]: loops, recursion and assumptions behind a commit.
//! - [`counting`], [`bounds`]: loops that count to a limit; [`finishing`]: procedures that may always return.

mod bounds;
mod counting;
pub mod finishing;
pub mod termination;
