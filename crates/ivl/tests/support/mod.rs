//! What the tests of whole programs share.

pub mod dice;
pub mod generator;
pub mod peer;
pub mod pipeline;
pub mod shrink;
pub mod syntax;
