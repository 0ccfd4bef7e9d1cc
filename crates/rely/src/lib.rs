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
//! ```text
//! text          what is read off the program without the solver
//! terms         how objects are maps, how values and annotations are terms
//! others        what declarations mean: what is promised, and what others do between two steps
//! steps         one method as a plain procedure: what each step does, and what is proved of it
//! abstraction   a body follows its abstraction; callers know no more
//! content       what fields of thread-safe classes lead to: locks at every access, and steps that belong together
//! plan          which methods are checked, against what, and how loops are settled
//! obligations   plain procedures for all of it, in batches
//! check         all of it; `vacuity`: what was assumed can be true; `assumptions`: the reasons; `infer`: guards
//! ```

mod abstraction;
mod assumptions;
pub mod check;
pub mod codes;
mod content;
pub mod infer;
mod obligations;
mod others;
mod plan;
pub mod properties;
mod steps;
mod terms;
mod text;
mod trace;
mod vacuity;
