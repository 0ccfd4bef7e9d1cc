//! The order in which threads take locks, by the places where the locks are made.

pub mod chain;
pub mod cycles;
pub mod distinct;
pub mod joins;
pub mod meetings;
pub mod objects;
pub mod order;
pub mod reasons;
pub mod turns;
