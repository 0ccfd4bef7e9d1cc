//! When a search gives up: its time, and the memory of its states.
//!
//! Each loop that may take long asks [`source::Deadline::is_over`] in each round, and ends early if it is. What was
//! computed after that is not used: the search says that it was cut short.

use std::time::Duration;

/// Bytes that the states of one search may take, all that were ever made together. A process stays below 2 GB with what the
/// front end needs besides.
pub const MOST_MEMORY: usize = 1 << 30;

/// How long it may take to tell a run that was found, after the time of the search is over.
pub const TO_TELL: Duration = Duration::from_secs(3);

/// Why a search did not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    States,
    Time,
    Memory,
    /// Of one step there were more ways to go than are tried.
    Ways,
}

impl Limit {
    pub fn reason(self) -> &'static str {
        match self {
            Limit::States => "there are more states than `--states` allows",
            Limit::Time => "the time of `--timeout` is over",
            Limit::Memory => "its states take too much memory",
            Limit::Ways => "some steps have more outcomes than are tried",
        }
    }
}
