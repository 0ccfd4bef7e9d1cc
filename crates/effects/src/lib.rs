//! Lock-free structures by effect summaries.
//!
//! ```text
//! concurrent ──lower──▶ code ──linearization──▶ code with effects ──cas_block, path──▶ summaries
//!                                                    │                                     │
//!                                 views ◀──steps──fixed_point──interference, mimic─────────┘
//! ```
//!
//! A structure is linearizable for any number of threads if no view of a fixed point goes wrong: a view is the shared heap
//! and one thread, and all other threads are replaced by summaries of what an operation does to the shared heap. Whether
//! the summaries leave nothing out is checked on the same fixed point.

pub mod canonical;
pub mod cas_block;
pub mod cell_locks;
pub mod check;
pub mod classical;
pub mod code;
pub mod codes;
pub mod eval;
pub mod fault;
pub mod fixed_point;
mod indeterminate;
pub mod interference;
pub mod linearization;
pub mod liveness;
pub mod locks;
pub mod lower;
mod lower_locks;
pub mod merge;
pub mod mimic;
pub mod movers;
pub mod observer;
pub mod outsiders;
pub mod ownership;
pub mod path;
pub mod post;
pub mod properties;
mod races;
pub mod repair;
pub mod report;
pub mod set_summary;
pub mod simplify;
pub mod spin_locks;
pub mod steps;
pub mod text;
pub mod value;
pub mod view;
