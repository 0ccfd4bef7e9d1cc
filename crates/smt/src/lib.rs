//! Sorts, terms, SMT-LIB text, and solvers as child processes.
//!
//! The pipeline of this crate:
//!
//! ```text
//! Terms (hash-consed DAG) --print--> text --Session--> Answer, values --model--> Value
//!                                     |
//!                                     +--Cache (by content)
//! ```
//!
//! Three laws hold everywhere:
//!
//! - The text of a term depends only on its structure, so the text can be a cache key.
//! - `Sat` and `Unsat` are said only by a solver that kept to the protocol since its last
//!   reset; whatever else happens (death, rubbish, a rejected command, a deadline) is
//!   `Unknown` with its reason.
//! - No solver process outlives the value that owns it.

mod answer;
mod cache;
mod config;
mod conversation;
mod dialect;
mod model;
mod names;
mod pool;
mod print;
mod process;
mod scripted;
mod session;
mod sexpr;
mod sharing;
mod sort;
mod store;
mod term;

pub use answer::{Answer, Reason};
pub use cache::{Cache, Key, Rechecked, digest};
pub use config::{ProbeError, SolverConfig, SolverInfo};
pub use model::Value;
pub use names::{quote, unquote};
pub use pool::{Lease, Pool, SessionFactory};
pub use print::write_term;
pub use process::Stop;
pub use scripted::{Script, ScriptedSession, Step};
pub use session::{Session, SolverSession};
pub use sexpr::{Sexpr, SexprError, parse_all, parse_one};
pub use sort::Sort;
pub use store::{Secret, check_folder, check_owner, create_folder};
pub use term::{Quantifier, QuantifierKind, Term, TermId, Terms};
