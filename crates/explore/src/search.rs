//! Breadth-first search: every state that the bounds allow, or a way with the fewest [rounds](crate::rounds) to one where something
//! goes wrong.
//!
//! States are kept as bytes ([`crate::arena`]), and the table holds their numbers: nothing is hashed away. A state
//! that an earlier one covers (see [`canonical`](crate::canonical)) is not looked at.

use crate::arena::{Arena, Place};
use crate::canonical;
use crate::limits::{Limit, MOST_MEMORY, TO_TELL};
use crate::machine::Machine;
use crate::step::Fault;
use crate::trace::{self, Trace};
use crate::values;
use concurrent::program::Program;
use concurrent::spec::Spec;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use source::Deadline;
use std::hash::Hasher;

#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub threads: u8,
    /// Operations that each thread calls at most.
    pub ops: u8,
    pub states: usize,
    pub deadline: Deadline,
    /// Join steps that nobody can tell apart, and leave out what another state or another run covers. Without that the search
    /// takes longer and finds the same, which is tested.
    pub is_reduced: bool,
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
    /// The search was cut short.
    LimitReached {
        states: usize,
        limit: Limit,
    },
}

impl Outcome {
    pub fn states(&self) -> usize {
        match self {
            Outcome::Found { states, .. } | Outcome::NoneWithin { states } | Outcome::LimitReached { states, .. } => {
                *states
            }
        }
    }
}

/// If a search had at most so many states, it is made again with [more values](crate::values).
const CHEAP: usize = 5_000;
/// So many states are looked at then. Where there are more, that is no reason to say that the search was cut short.
const STATES_WITH_MORE: usize = 200_000;

/// Searches once, and once more with other values if the program looks at them.
pub fn search(program: &Program, spec: &Spec, bounds: &Bounds) -> Outcome {
    let mut machine = Machine::new(program, spec);
    let passes_values_on = machine.is_independent;
    machine.is_fine = !bounds.is_reduced;
    machine.deadline.set(bounds.deadline);
    machine.is_independent &= bounds.is_reduced;
    let first = search_with(&machine, bounds);
    let Outcome::NoneWithin { states } = first else { return first };
    if passes_values_on || bounds.is_reduced && states > CHEAP {
        return first;
    }
    machine.values = values::more(program, spec);
    let most = if bounds.is_reduced { bounds.states.min(STATES_WITH_MORE) } else { bounds.states };
    match search_with(&machine, &Bounds { states: most, ..*bounds }) {
        Outcome::Found { trace, states: more } => Outcome::Found { trace, states: states + more },
        Outcome::LimitReached { states, limit } if !bounds.is_reduced => Outcome::LimitReached { states, limit },
        Outcome::NoneWithin { states: more } | Outcome::LimitReached { states: more, .. } => {
            Outcome::NoneWithin { states: states + more }
        }
    }
}

fn search_with(machine: &Machine, bounds: &Bounds) -> Outcome {
    let threads = usize::from(bounds.threads);
    let mut states = States { threads, is_reduced: bounds.is_reduced, ..States::default() };
    let initial = match machine.initial(bounds.threads, bounds.ops) {
        Ok(initial) => initial,
        Err(fault) => {
            let trace = Box::new(trace::of_init(fault));
            return Outcome::Found { trace, states: 0 };
        }
    };
    let mut bytes = Vec::new();
    let key = machine.encode(&initial, &mut bytes);
    states.add(&bytes, key, 0);
    let mut next = 0;
    while next < states.len() {
        if states.is_obsolete[next] {
            next += 1;
            continue;
        }
        let state = machine.decode(states.bytes(next), threads);
        let rounds = machine.rounds(&state);
        if machine.deadline.get().is_over() {
            // Some rounds may be missing, and others may be wrong.
            return Outcome::LimitReached { states: states.len(), limit: Limit::Time };
        }
        for round in rounds {
            if machine.deadline.get().is_over() {
                return Outcome::LimitReached { states: states.len(), limit: Limit::Time };
            }
            match round.end {
                Err(fault) => {
                    let path = states.path(next);
                    let trace = Box::new(found(machine, &states, &path, bounds, fault));
                    return Outcome::Found { trace, states: states.len() };
                }
                Ok(end) => {
                    bytes.clear();
                    let key = machine.encode(&end, &mut bytes);
                    let mut moved: Vec<usize> = round.moves.iter().map(|(moved, _)| usize::from(*moved)).collect();
                    moved.sort_unstable();
                    moved.dedup();
                    let restarts =
                        |moved: &usize| state.threads[*moved].call.is_some() && machine.is_restart(&end, *moved);
                    let covered = || bounds.is_reduced && moved.iter().any(restarts);
                    if !states.cover(&bytes, key) && !covered() {
                        states.add(&bytes, key, next as u32);
                    }
                }
            }
        }
        if states.len() > bounds.states {
            return Outcome::LimitReached { states: states.len(), limit: Limit::States };
        }
        if states.memory() > MOST_MEMORY {
            return Outcome::LimitReached { states: states.len(), limit: Limit::Memory };
        }
        next += 1;
    }
    let states = states.len();
    match machine.was_cut_short.get() {
        true => Outcome::LimitReached { states, limit: Limit::Ways },
        false => Outcome::NoneWithin { states },
    }
}

fn found(machine: &Machine, states: &States, path: &[usize], bounds: &Bounds, fault: Fault) -> Trace {
    machine.deadline.set(machine.deadline.get().extended(TO_TELL));
    let path: Vec<&[u8]> = path.iter().map(|at| states.bytes(*at)).collect();
    trace::follow(machine, &path, bounds, fault)
}

/// Bytes of a state in the vectors and in the table, without its own.
const ENTRY: usize = 40;

#[derive(Default)]
struct States {
    arena: Arena,
    threads: usize,
    is_reduced: bool,
    /// Where each state is, and how long its key is.
    places: Vec<(Place, u32)>,
    /// The state before it with the same key, or itself.
    earlier: Vec<u32>,
    /// Covered by a later one, which is looked at instead.
    is_obsolete: Vec<bool>,
    /// The state from which each was first reached.
    parents: Vec<u32>,
    table: HashTable<u32>,
}

impl States {
    fn len(&self) -> usize {
        self.places.len()
    }

    /// Bytes, about.
    fn memory(&self) -> usize {
        // Vectors have room for twice what they hold, and for three times while they grow.
        self.arena.memory() + 3 * self.len() * ENTRY
    }

    fn bytes(&self, at: usize) -> &[u8] {
        self.arena.get(self.places[at].0)
    }

    fn key(&self, at: usize) -> &[u8] {
        &self.bytes(at)[..self.places[at].1 as usize]
    }

    fn rest(&self, at: usize) -> &[u8] {
        &self.bytes(at)[self.places[at].1 as usize..]
    }

    /// Whether the state is there, or one with the same key that covers it.
    fn cover(&self, bytes: &[u8], key: usize) -> bool {
        let (key, rest) = bytes.split_at(key);
        let mut next = self.table.find(hash(key), |at| self.key(*at as usize) == key).copied();
        while let Some(at) = next {
            let known = self.rest(at as usize);
            if known == rest || (self.is_reduced && canonical::covers(known, rest, self.threads)) {
                return true;
            }
            next = Some(self.earlier[at as usize]).filter(|earlier| *earlier != at);
        }
        false
    }

    fn add(&mut self, bytes: &[u8], key: usize, parent: u32) {
        let key = &bytes[..key];
        let hash = hash(key);
        let new = self.places.len() as u32;
        self.places.push((self.arena.add(bytes), key.len() as u32));
        self.parents.push(parent);
        self.is_obsolete.push(false);
        let mut table = std::mem::take(&mut self.table);
        match table.find_mut(hash, |at| self.key(*at as usize) == key) {
            Some(last) => self.earlier.push(std::mem::replace(last, new)),
            None => {
                self.earlier.push(new);
                table.insert_unique(hash, new, |at| self::hash(self.key(*at as usize)));
            }
        }
        self.table = table;
        if self.is_reduced {
            self.mark_obsolete(new);
        }
    }

    /// Those with the same key that the new state covers need not be looked at any more.
    fn mark_obsolete(&mut self, new: u32) {
        let mut at = new;
        while self.earlier[at as usize] != at {
            at = self.earlier[at as usize];
            if canonical::covers(self.rest(new as usize), self.rest(at as usize), self.threads) {
                self.is_obsolete[at as usize] = true;
            }
        }
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
