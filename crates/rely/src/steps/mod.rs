//! One method as a plain procedure: what each step does to the state, and what is to be proved of it.

pub mod access;
pub mod atomic;
pub mod dirt;
pub mod escape;
pub mod guess;
pub mod in_between;
pub mod library;
pub mod lock;
pub mod loop_heads;
pub mod method;
pub mod sketch;
pub mod static_initialiser;
pub mod step;
pub mod walk;
