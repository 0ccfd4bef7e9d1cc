//! When a search gives up: its time, and the memory of its states.
//!
//! Whoever repeats something that may take long asks [`Deadline::is_over`] in each round, and ends early if it is. What was
//! computed after that is not used: the search says that it was cut short. This is the only place that looks at the clock.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Bytes that the states of one search may take, all that were ever made together. A process stays below 2 GB with what the
/// front end needs besides.
pub const MOST_MEMORY: usize = 1 << 30;

/// How long it may take to tell a run that was found, after the time of the search is over.
pub const TO_TELL: Duration = Duration::from_secs(3);

/// Between two looks at the clock.
const CLOCK_EVERY: u32 = 64;

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

/// The time until which a search may go on. Once it is over, it stays so.
#[derive(Default, Debug)]
pub struct Deadline {
    until: Cell<Option<Instant>>,
    asked: Cell<u32>,
    is_over: Cell<bool>,
}

impl Deadline {
    pub fn new(until: Option<Instant>) -> Deadline {
        Deadline { until: Cell::new(until), ..Deadline::default() }
    }

    /// Cheap enough to be asked at each step.
    pub fn is_over(&self) -> bool {
        if self.is_over.get() {
            return true;
        }
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if asked.is_multiple_of(CLOCK_EVERY) {
            self.look();
        }
        self.is_over.get()
    }

    /// Looks at the clock in any case.
    pub fn is_over_now(&self) -> bool {
        self.look();
        self.is_over.get()
    }

    fn look(&self) {
        if self.until.get().is_some_and(|until| Instant::now() >= until) {
            self.is_over.set(true);
        }
    }

    /// A run was found: there is time to tell it.
    pub fn leave_time_to_tell(&self) {
        self.until.set(self.until.get().map(|until| until.max(Instant::now()) + TO_TELL));
        self.is_over.set(false);
    }
}

/// A deadline this far away; none if it is too far to be told.
pub fn deadline_after(limit: Duration) -> Option<Instant> {
    Instant::now().checked_add(limit)
}
