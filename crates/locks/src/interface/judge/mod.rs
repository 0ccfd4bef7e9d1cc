//! Which suspicions are findings: ways that the solver excludes, invariants of counters, and what is told.

pub mod candidate;
pub mod feasible;
pub mod horn;
pub mod origin;
pub mod report;
pub mod rules;
