//! Atomic actions: what they do, and what they owe.
//!
//! civl → **actions** → obligations: plain procedures
//!
//! - [`code`]: a body as straight code; [`gate`]: from where it does not fail; [`transition`]: what it does, as a formula,
//!   with the arbitrary values that [`settle`] can leave out left out.
//! - [`atomic`]: these together, for all actions of a program.
//! - [`refinement`]: gates given by the author, and actions that refine actions; [`mover`]: mover types.
//! - [`preconditions`]: what callers owe; [`placed`]: an action in an obligation.

pub mod atomic;
pub mod code;
pub mod gate;
pub mod mover;
pub mod placed;
pub mod preconditions;
pub mod refinement;
pub mod settle;
pub mod transition;
