//! The spaces that properties of a lock are judged by, each explored once, when it is asked for.
//!
//! A space for every number of threads counts up to a bound. A space for one number is exact. A run of a few threads is
//! one of more threads, too: the others rest, and a step in which nothing happens is always possible.

use super::equalities::guesses;
use super::linear::{Linear, Number, Variable};
use super::machine::{self, Machine, ThreadState};
use super::space::{Counting, Space, Trouble};
use source::Deadline;

/// At least so many threads are tried, one number after the other, in search of a failing run.
const THREADS: Number = 4;
/// So many at most, for locks and properties that speak of larger numbers.
const MOST_THREADS: Number = 7;
/// So many configurations are looked at for a given number of threads.
const LIMIT: usize = 300_000;
/// So many counts of threads are kept for a given number, of all configurations together.
const COUNTS: usize = 6_000_000;
/// So many if the lock is known to be wrong: its numbers may grow for ever.
const LIMIT_OF_WRONG: usize = 20_000;
/// So many for every number at once.
const ABSTRACT: usize = 15_000;
/// So many for a guess.
const SAMPLES: usize = 2_000;
/// So many in search of a failing run.
const FEW: usize = 20_000;

/// A space, and what its configurations mean.
pub struct Explored<'a> {
    pub counting: Counting<'a>,
    pub space: Space,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    EveryNumber,
    OneNumber(Number),
}

pub struct Spaces<'a> {
    machine: &'a Machine,
    /// None is every number.
    pub threads: Option<Number>,
    /// The largest number that the lock or a property speaks of.
    largest: Number,
    /// Runs of up to so many threads are looked at.
    pub most: Number,
    /// What is not explored by then is not known.
    pub deadline: Deadline,
    /// Whether a property does not hold.
    pub is_refuted: bool,
    every: Option<Option<Explored<'a>>>,
    one: Option<Option<Explored<'a>>>,
    few: Vec<(Number, Option<Explored<'a>>)>,
}

impl<'a> Spaces<'a> {
    pub fn new(machine: &'a Machine, threads: Option<Number>, largest: Number, deadline: Deadline) -> Spaces<'a> {
        let most = (largest + 2).clamp(THREADS, MOST_THREADS);
        let most = threads.map_or(most, |threads| threads.min(most));
        Spaces { machine, threads, largest, most, deadline, is_refuted: false, every: None, one: None, few: Vec::new() }
    }

    /// The spaces that prove something of the threads that are asked about, best first.
    pub fn kinds(&self) -> Vec<Kind> {
        let one = self.threads.map(Kind::OneNumber);
        one.into_iter().chain([Kind::EveryNumber]).collect()
    }

    /// None if it could not be explored to the end.
    pub fn get(&mut self, kind: Kind) -> Option<&Explored<'a>> {
        let deadline = self.deadline;
        let limit = if self.is_refuted { LIMIT_OF_WRONG } else { LIMIT };
        match kind {
            Kind::EveryNumber => {
                let (machine, largest) = (self.machine, self.largest);
                let fewer =
                    || (largest > machine::FEW).then(|| every_number(machine, machine::FEW, deadline)).flatten();
                self.every.get_or_insert_with(|| every_number(machine, largest, deadline).or_else(fewer)).as_ref()
            }
            Kind::OneNumber(number) => {
                let machine = self.machine;
                let exact = || exactly_so_many(machine, number, limit, deadline);
                let exact = || exact().filter(|explored| explored.space.is_complete);
                self.one.get_or_insert_with(exact).as_ref()
            }
        }
    }

    /// What so many threads can do, as far as it was looked at.
    pub fn of_few(&mut self, number: Number) -> Option<&Explored<'a>> {
        let index = match self.few.iter().position(|(known, _)| *known == number) {
            Some(index) => index,
            None => {
                self.few.push((number, exactly_so_many(self.machine, number, FEW, self.deadline)));
                self.few.len() - 1
            }
        };
        self.few[index].1.as_ref()
    }
}

fn exactly_so_many(machine: &Machine, number: Number, limit: usize, deadline: Deadline) -> Option<Explored<'_>> {
    let counting = Counting::exact(machine);
    let space = counting.explore(Some(number), limit.min(COUNTS / counting.states.len()), deadline).ok()?;
    Some(Explored { counting, space })
}

/// Counts up to a bound, with fields that are sums of counts replaced by them.
fn every_number(machine: &Machine, largest: Number, deadline: Deadline) -> Option<Explored<'_>> {
    let exact = Counting::exact(machine);
    let mut equal = guesses(&exact, 3, SAMPLES, deadline);
    let states = exact.states;
    for sum in &mut equal {
        if sum.as_ref().is_some_and(|sum| !is_kept_by_waking(machine, &states, sum)) {
            *sum = None;
        }
    }
    loop {
        let counts = |index: usize| {
            let is_summed = equal.iter().flatten().any(|sum| sum.factors.contains_key(&Variable::Threads(index)));
            is_summed || states[index].held != 0
        };
        let caps = (0..states.len()).map(|index| Some(if counts(index) { largest + 1 } else { 0 })).collect();
        let counting = Counting::new(machine, states.clone(), caps, equal.clone(), Some(largest + 1));
        match counting.explore(None, ABSTRACT, deadline) {
            Ok(space) if space.is_complete => return Some(Explored { counting, space }),
            Ok(_) | Err(Trouble::Unknown(_)) => return None,
            Err(Trouble::NotEqual(field)) => equal[field] = None,
        }
    }
}

/// A thread that is woken or interrupted is counted as one that sleeps.
fn is_kept_by_waking(machine: &Machine, states: &[ThreadState], sum: &Linear) -> bool {
    let factor = |state: ThreadState| {
        let index = states.iter().position(|other| *other == state);
        index.and_then(|index| sum.factors.get(&Variable::Threads(index)).copied()).unwrap_or(0)
    };
    states.iter().all(|state| {
        let awake = [machine.awake(*state), machine.interrupted(*state)];
        awake.into_iter().flatten().all(|awake| factor(awake) == factor(*state))
    })
}
