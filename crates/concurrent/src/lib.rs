//! The concurrent program that engines and the explorer read: [`program`] is its data.

pub mod program;
