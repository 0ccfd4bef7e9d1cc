//! How objects are maps, and how values of Java and annotations are terms.

pub mod classes;
pub mod formula;
pub mod heap;
pub mod values;
pub mod witness;
