//! What declarations mean to a thread and to the others: what is promised, what is assumed of steps of others, and that
//! any number of such steps is one.

pub mod clauses;
pub mod environment;
pub mod java_relation;
pub mod parts;
pub mod relevance;
pub mod shape;
pub mod stability;
pub mod unsupported;
