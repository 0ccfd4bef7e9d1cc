//! Whether each thread obeys the interface of the locks it uses.
//!
//! ```text
//! object program ──terms──▶ names of locks
//!        │
//!        └──walk──▶ states of a method in a context ──obligations, ordering──▶ suspicions ──judge──▶ findings
//! ```
//!
//! Every thread is looked at alone; what others may change has any value at any time. A thread is right if, on every
//! way through its code, it releases only what it holds, uses what is guarded only with the guard, and ends with all
//! counts at zero (the accepting runs of the interface machine). Methods are looked at once for each set of locks that
//! their callers hold, so that the depth of reentry does not matter.

pub mod check;
pub mod judge;
pub mod obligations;
pub mod ordering;
mod paths;
pub mod races;
pub mod terms;
pub mod walk;
