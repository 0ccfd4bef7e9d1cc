//! Elaboration seen from outside: what is read, and which programs are refused with which words.

mod accepted;
mod actions;
mod calls;
#[path = "../common/mod.rs"]
mod common;
mod ghost;
mod globals;
mod layers_of;
mod loops;
mod refinement;
