//! Breadth-first search: every state that the bounds allow, or the shortest way to one where something goes wrong.
//!
//! States lie one after the other in one arena, as bytes, and the table holds their numbers: nothing is hashed away.

use crate::machine::Machine;
use crate::step::Fault;
use crate::trace::{self, Trace};
use concurrent::program::Program;
use concurrent::spec::Spec;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub threads: u8,
    /// Operations that each thread calls at most.
    pub ops: u8,
    pub states: usize,
    pub deadline: Option<Instant>,
}

#[derive(Debug)]
pub enum Outcome {
    Found {
        trace: Box<Trace>,
        states: usize,
    },
    /// Nothing goes wrong within the bounds.
    NoneWithin {
        states: usize,
    },
    /// Too many states, or too little time.
    LimitReached {
        states: usize,
    },
}

impl Outcome {
    pub fn states(&self) -> usize {
        match self {
            Outcome::Found { states, .. } | Outcome::NoneWithin { states } | Outcome::LimitReached { states } => {
                *states
            }
        }
    }
}

/// Between two looks at the clock.
const CLOCK_EVERY: usize = 1024;

pub fn search(program: &Program, spec: &Spec, bounds: &Bounds) -> Outcome {
    let machine = Machine::new(program, spec);
    let threads = usize::from(bounds.threads);
    let mut states = States::default();
    let initial = match machine.initial(bounds.threads, bounds.ops) {
        Ok(initial) => initial,
        Err(fault) => {
            let trace = Box::new(trace::of_init(fault));
            return Outcome::Found { trace, states: 0 };
        }
    };
    let mut bytes = Vec::new();
    machine.encode(&initial, &mut bytes);
    states.add(&bytes, 0);
    let mut next = 0;
    while next < states.len() {
        if next % CLOCK_EVERY == 0 && bounds.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Outcome::LimitReached { states: states.len() };
        }
        let state = machine.decode(states.bytes(next), threads);
        for thread in 0..threads {
            // Threads that have done the same are interchangeable.
            if thread > 0 && state.threads[thread] == state.threads[thread - 1] && state.threads[thread].call.is_none()
            {
                continue;
            }
            for turn in machine.turns(&state, thread) {
                match turn.end {
                    Err(fault) => {
                        let path = states.path(next);
                        let trace = Box::new(found(&machine, &states, &path, bounds, fault));
                        return Outcome::Found { trace, states: states.len() };
                    }
                    Ok(end) => {
                        bytes.clear();
                        machine.encode(&end, &mut bytes);
                        states.add(&bytes, next as u32);
                    }
                }
            }
        }
        if states.len() > bounds.states {
            return Outcome::LimitReached { states: states.len() };
        }
        next += 1;
    }
    Outcome::NoneWithin { states: states.len() }
}

fn found(machine: &Machine, states: &States, path: &[usize], bounds: &Bounds, fault: Fault) -> Trace {
    let path: Vec<&[u8]> = path.iter().map(|at| states.bytes(*at)).collect();
    trace::follow(machine, &path, bounds, fault)
}

/// A deadline this far away.
pub fn deadline_after(limit: Duration) -> Option<Instant> {
    Instant::now().checked_add(limit)
}

#[derive(Default)]
struct States {
    arena: Vec<u8>,
    /// Where each state begins.
    starts: Vec<usize>,
    /// The state from which each was first reached.
    parents: Vec<u32>,
    table: HashTable<u32>,
}

impl States {
    fn len(&self) -> usize {
        self.starts.len()
    }

    fn bytes(&self, at: usize) -> &[u8] {
        let end = self.starts.get(at + 1).copied().unwrap_or(self.arena.len());
        &self.arena[self.starts[at]..end]
    }

    fn add(&mut self, bytes: &[u8], parent: u32) {
        let hash = hash(bytes);
        let States { arena, starts, table, .. } = self;
        let of = |at: &u32| {
            let at = *at as usize;
            let end = starts.get(at + 1).copied().unwrap_or(arena.len());
            &arena[starts[at]..end]
        };
        if table.find(hash, |at| of(at) == bytes).is_some() {
            return;
        }
        let at = starts.len() as u32;
        table.insert_unique(hash, at, |at| self::hash(of(at)));
        self.starts.push(self.arena.len());
        self.arena.extend_from_slice(bytes);
        self.parents.push(parent);
    }

    /// The states from the first one to this one.
    fn path(&self, last: usize) -> Vec<usize> {
        let mut path = vec![last];
        let mut at = last;
        while at != 0 {
            at = self.parents[at] as usize;
            path.push(at);
        }
        path.reverse();
        path
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
