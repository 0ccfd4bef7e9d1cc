//! Layered refinement of Civl programs, reduced to sequential procedures.
//!
//! ```text
//! mono ──elaborate──▶ civl ──linear, yields, cooperation──▶ civl that keeps the rules of the text
//!                                                                   │ actions, procedures
//!                          verdicts ◀──the sequential engine── plain procedures
//! ```
//!
//! [`check`] is the table of contents: what is checked, in which order. [`civl`] is the program that all parts read;
//! [`ivl::build`] and [`sketch`] are the means to write obligations down.

mod actions;
mod calls;
pub mod check;
pub mod civl;
pub mod codes;
pub mod cooperation;
pub mod elaborate;
mod given;
mod invariants;
pub mod linear;
pub mod modules;
mod procedures;
pub mod properties;
mod sketch;
pub mod step;
mod trust;
mod vacuity;
pub mod yields;
