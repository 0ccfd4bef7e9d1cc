//! What is read off the text of the program, without the solver: facts about fields and functions, who calls what, what
//! the library may run, who owns an object, and what is not declared.

pub mod call_graph;
pub mod callbacks;
pub mod effect;
pub mod fields;
pub mod footprint;
pub mod functions;
pub mod harm;
pub mod inherited;
pub mod initialisers;
pub mod loops;
pub mod never_null;
pub mod owned;
pub mod place;
pub mod replaceable;
pub mod threads;
pub mod undeclared;
