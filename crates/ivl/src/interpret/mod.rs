//! The judge: concrete runs of sequential programs.
//!
//! typed (prepared: no type variables, no inline functions) → **runs**
//!
//! A run has a definite value for everything. What the program leaves open (initial values, `havoc`, `goto` with
//! several targets, uninterpreted functions, results of procedures without a body) is decided by a
//! [`choose::Chooser`], so that a run can be searched for, enumerated or rebuilt from a solver's model.
//!
//! Nothing is shared with the proof rules but the meaning of programs: the judge executes bodies where the prover
//! uses contracts, and goes round loops where the prover cuts them. It decides nothing for all runs. It exists to turn
//! a counterexample into a real failing run ([`replay()`]) and to catch a proof of a program that has one.
//!
//! | what | meaning here |
//! |---|---|
//! | `assume`, free clauses, where-clauses that are false | the run does not exist: [`Ending::Stuck`] |
//! | `assert`, `requires` at a call, `ensures`, invariants, measures that are false | [`Ending::Failed`] |
//! | division by zero, a field that the constructor lacks | some value, the same for the same arguments |
//! | anything that cannot be computed exactly | [`Ending::Unmodelled`], never a guess |

mod arithmetic;
mod assume;
mod axioms;
mod bitvector;
mod builtin;
mod call;
mod choose;
mod convert;
mod data;
mod domain;
mod eval;
mod flow;
mod judge;
mod machine;
mod quantifier;
mod rational;
pub mod replay;
mod run;
mod search;
mod trace;
mod value;

pub use choose::{Chooser, Place};
pub use judge::{Ending, Failure, Judge};
pub use rational::Rational;
pub use replay::replay;
pub use search::{Effort, Found, Search};
pub use value::{MapValue, Value};
