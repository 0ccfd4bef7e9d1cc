//! The concurrent programs that engines and the explorer read.
//!
//! Of C: [`program`] is its data, [`spec`] what its annotations ask for, [`text`] its printed form, [`liveness`] which
//! locals matter where, [`codes`] what can be wrong with annotations. Of Java: [`object`], with its own annotations and
//! text.

pub mod codes;
pub mod liveness;
pub mod object;
pub mod program;
pub mod spec;
pub mod text;
