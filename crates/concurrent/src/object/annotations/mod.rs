//! The annotation language: from comments as written to a typed specification.
//!
//! raw comments → [`lexer`] → [`parse`] → [`syntax`] → [`resolve`] → [`spec`]
//!
//! Clauses stand in `//@ …` and `/*@ … @*/` comments. At class level: `env_assumption E2`, `global_invariant E`,
//! `ghost T x`, `property NAME: …`. At field level: `unwritable_by_env_if E`, `writable_if E`, `readable_if E`, `needs …`.
//! At method level: `requires E`, `modifies v, …`, `action: also_modifies v, … ensures E2`, `ensures E2`, `inline`,
//! `acquires …`, `releases …`, `needs …`. Among statements: `assert E`, `assume E`, `set x = e`, and before a loop
//! `loop_invariant E`. A clause may end with `;`.
//!
//! Expressions are Java's without side effects and calls, and: `==>`, `<==>`, `\forall T x; E`, `\exists T x; E`,
//! `\old(e)`, `x'`, `\result`, `tid`, `main`, `o.holder`, `t.start`, `x.get()` of an atomic.

pub mod codes;
mod expr;
mod guarded_by;
mod keyword;
mod lexer;
mod names;
mod parse;
mod resolve;
pub mod spec;
pub mod syntax;
mod variables;

pub use keyword::{Keyword, Level, clause_keyword, is_meant_as_clause};
pub use names::closest;
pub use resolve::resolve;
