//! The concurrent program that engines and the explorer read: [`program`] is its data, [`spec`] what its annotations ask
//! for, [`text`] its printed form,
//! [`liveness`] which locals matter where, [`codes`] what can be wrong with annotations.

pub mod codes;
pub mod liveness;
pub mod program;
pub mod spec;
pub mod text;
