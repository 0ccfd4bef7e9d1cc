//! Methods that stand for their bodies: that a body follows its abstraction, and what its callers know.

pub mod abstract_call;
pub mod helpers;
pub mod simulation;
pub mod underway;
