//! Annotated Java: every method checked alone against its environment.
//!
//! ```text
//! object program, annotations ──entries──▶ methods that threads call ──flat──▶ one graph each, callees inlined
//!                        verdicts ◀──the sequential engine── plain procedures ◀──method──┘
//! ```
//!
//! The method is rely-guarantee reasoning. Between any two steps of a method that touch shared state, other threads may
//! run; all that is known of what they do is the environment: the declarations on fields and classes, and what Java
//! itself promises. In turn every step of every method is checked to keep to what the declarations promise to all other
//! threads. Memory is sequentially consistent; integers wrap around as in Java.
//!
//! [`heap`] is how objects are maps, [`values`] how expressions of Java are terms, [`formula`] how annotations are,
//! [`clauses`] what declarations mean to a thread and its environment, [`flat`] inlining, [`method`] the procedure that is
//! one obligation.

mod abstract_call;
mod access;
mod assumptions;
mod atomic;
mod call_graph;
mod callbacks;
pub mod check;
mod classes;
mod clauses;
pub mod codes;
mod dirt;
mod effect;
mod entries;
mod environment;
mod escape;
mod fields;
mod flat;
mod footprint;
mod formula;
mod functions;
mod guess;
mod harm;
mod heap;
mod helpers;
mod in_between;
pub mod infer;
mod initialisers;
mod java_relation;
mod known_classes;
mod library;
mod lock;
mod loop_heads;
mod loops;
mod method;
mod never_null;
mod owned;
mod parts;
mod place;
mod provable;
mod replaceable;
mod settle;
mod shape;
mod shift;
mod simulation;
mod sketch;
mod stability;
mod static_initialiser;
mod step;
mod threads;
mod trace;
mod undeclared;
mod underway;
mod unsupported;
mod vacuity;
mod values;
mod walk;
mod witness;
