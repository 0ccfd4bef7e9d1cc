//! Whether a lock class behaves, whatever the number of threads.
//!
//! ```text
//! methods ──commands──▶ guarded commands ──machine──▶ states of one thread
//!                                │
//! properties ──formula──▶ formulas about all paths ──actl──▶ space of counts ──explain──▶ a run with its threads
//! ```
//!
//! Threads obey the interface of the lock: the other half of the engine checks that. A lock that is entered again does
//! what it does for one more thread, see `reentry`, so that the machine without reentry simulates the program with it,
//! and formulas about all paths carry over.

pub mod actl;
pub mod check;
mod classes;
pub mod closed;
pub mod commands;
pub mod equalities;
pub mod explain;
pub mod formula;
pub mod linear;
pub mod machine;
pub mod overrides;
pub mod reentry;
pub mod space;
pub mod spaces;
pub mod waiting;
