//! Yields suffice: threads may be taken to run in turns, from yield to yield. Checked by the program's text alone.
//!
//! linear → **yields** → obligations
//!
//! - [`flow`]: a yield procedure at a layer, as a graph of steps with mover types; [`effects`]: which steps write globals.
//! - [`sufficiency`]: every path is a sequence of transactions; [`simulation`], [`reading`]: how paths are read.
//! - [`loop_yields`], [`parallel_arms`]: what loops and parallel calls have to keep besides.
//! - [`codes`], [`describe`]: what the user is told.

pub mod codes;
pub(crate) mod describe;
pub(crate) mod effects;
pub(crate) mod flow;
pub(crate) mod loop_yields;
pub(crate) mod parallel_arms;
pub(crate) mod reading;
pub(crate) mod simulation;
pub mod sufficiency;
