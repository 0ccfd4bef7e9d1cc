//! The judge: bounded search over the full states of a concurrent program.
//!
//! A few threads call the operations of the specification, each a few times; every interleaving is run, breadth first. A
//! failing one is found with the least number of steps and can be replayed. Nothing is concluded about more threads or
//! more operations.
//!
//! - [`machine`] and [`step`]: what a step does to a [`state`]; memory as in the paper's appendix B.
//! - [`advance`]: what a thread does at one go, up to its next step that others can notice.
//! - [`rounds`]: which turns are taken one after the other without a look at the states between.
//! - [`history`]: linearizability, by the set of sequential runs that explain the history so far.
//! - [`canonical`]: states that differ only in names are one; states as bytes, without what nobody will need.
//! - `values`: which values are inserted, and which keys looked for.
//! - [`limits`]: when a search gives up.
//! - [`object`]: the same for programs with objects, such as Java's.
//! - [`search`] and [`trace`]: the search, and its find as a run from the start. [`picture`]: heaps as drawings.

pub mod advance;
mod arena;
pub mod canonical;
pub mod codes;
pub mod eval;
pub mod history;
pub mod independence;
pub mod limits;
pub mod machine;
mod needs;
pub mod object;
pub mod picture;
mod porous;
pub mod report;
mod rounds;
pub mod search;
mod settled;
pub mod state;
pub mod step;
mod touched;
pub mod trace;
mod values;

pub use machine::Machine;
pub use search::{Bounds, Outcome, search};
pub use trace::{Trace, replay};
