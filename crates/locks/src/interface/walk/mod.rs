//! The walk through a method in a context: states, what each instruction does to them, calls, and what the library runs.

pub mod analysis;
pub mod arithmetic;
pub mod backs;
pub mod binding;
pub mod call;
pub mod callbacks;
pub mod context;
pub mod engine;
pub mod entries;
pub mod first_use;
pub mod foreign;
pub mod functions;
pub mod held;
pub mod inner_locks;
pub mod library;
pub mod memo;
pub mod modes;
pub mod semaphores;
pub mod shape;
pub mod stamped;
pub mod state;
pub mod step;
pub mod tasks;
pub mod touches;
pub mod trace;
pub mod unseen;
