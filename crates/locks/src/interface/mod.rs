//! Whether each thread obeys the interface of the locks it uses.
//!
//! ```text
//! object program ──definitions──▶ names of locks
//!        │
//!        └──entries──▶ method in a context ──step, call──▶ states ──▶ ways out, candidates ──feasible──▶ findings
//! ```
//!
//! Every thread is looked at alone; what others may change has any value at any time. A thread is right if, on every
//! way through its code, it releases only what it holds, uses what is guarded only with the guard, and ends with all
//! counts at zero (the accepting runs of the interface machine). Methods are looked at once for each set of locks that
//! their callers hold, so that the depth of reentry does not matter.

pub mod analysis;
pub mod backs;
pub mod binding;
pub mod call;
pub mod callbacks;
pub mod candidate;
pub mod check;
pub mod circles;
pub mod content;
pub mod context;
pub mod definitions;
pub mod effect;
pub mod engine;
pub mod entries;
pub mod entry;
pub mod escape;
pub mod evaluate;
pub mod facts;
pub mod feasible;
pub mod first_use;
pub mod foreign;
pub mod fresh;
pub mod functions;
pub mod held;
pub mod horn;
pub mod initial;
pub mod inner_locks;
pub mod library;
pub mod mode_parts;
pub mod modes;
pub mod names;
pub mod needs;
pub mod never_ends;
pub mod objects;
pub mod order;
pub mod origin;
pub mod premise;
pub mod reasons;
pub mod reentry;
pub mod report;
pub mod rules;
pub mod self_deadlock;
pub mod self_wait;
pub mod shape;
pub mod spin;
pub mod stamped;
pub mod state;
pub mod step;
pub mod swapped;
pub mod taint;
pub mod tasks;
pub mod term;
pub mod touches;
pub mod trace;
pub mod turns;
pub mod views;
