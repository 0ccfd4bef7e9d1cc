//! The sequential core: Boogie programs from syntax tree to verdict.
//!
//! text → [`ast`] → [`typed`] → [`mono`] → [`body::Contract`] → [`body::Acyclic`] → [`passive`] → solver text

pub mod ast;
pub mod attributes;
pub mod body;
pub mod build;
pub mod call_graph;
pub mod check;
pub mod codes;
mod components;
mod consistency;
pub mod contract;
pub mod cut_loops;
pub mod dump;
pub mod encode;
mod fingerprint;
mod gather;
pub mod inline_code_calls;
pub mod inline_functions;
pub mod interpret;
mod liveness;
mod loops;
mod measure;
pub mod mono;
pub mod parallel;
pub mod passify;
pub mod passive;
pub mod pool;
pub mod print_ast;
mod proof_cache;
pub mod properties;
mod relevant;
mod report;
pub mod solve;
pub mod threads;
pub mod to_ast;
pub mod trust;
pub mod typecheck;
pub mod typed;
mod vacuity;
pub mod vc;
mod verdict_cache;
pub mod visit;
pub mod where_clauses;
