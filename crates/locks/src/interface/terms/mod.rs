//! What values are called: terms, what is known of them, and which fields always hold the same.

pub mod definitions;
pub mod escape;
pub mod evaluate;
pub mod facts;
pub mod names;
pub mod term;
