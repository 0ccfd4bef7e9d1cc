//! Reentrant locks: threads obey the interface of a lock, and the lock behaves.
//!
//! ```text
//! object program, spec ──elaborate──▶ clauses about locks
//!        ├──interface──▶ findings about threads: each alone, for every depth of reentry
//!        └──behaviour──▶ findings about lock classes: for every number of threads that obey the interface
//! ```
//!
//! The two halves meet at the interface. If every thread obeys it, what a lock class does when threads enter it again
//! does not matter: its behaviour without reentry simulates the program, and properties of all paths carry over.

pub mod behaviour;
pub mod check;
pub mod codes;
pub mod inject;
pub mod interface;
pub mod properties;
pub mod spec;
mod unit;
