//! The states of a lock with its threads, counted: how many threads are in which state.
//!
//! Threads are alike, so that counting loses nothing. For a given number of threads the counts are exact. For every
//! number at once, a count is exact up to a bound and *more* beyond; a thread that leaves such a state leaves the bound
//! or still more behind, so that each run of any number of threads is a run of the counts (counting abstraction).

mod fields;
mod progress;
mod threads;

use super::linear::{Condition, Linear, Number, Range, Variable};
use super::machine::{Command, Machine, ThreadState, Wakes};
use rustc_hash::FxHashMap;
use source::Deadline;

/// By field, and by state of a thread.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Configuration {
    pub fields: Vec<Range>,
    pub threads: Vec<Range>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    pub to: usize,
    pub cause: Cause,
    /// The state of the thread that moves, before.
    pub from: usize,
    /// The state of the one thread that is woken, before.
    pub woken: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    Command(usize),
    /// A sleeping thread wakes up for no reason.
    NoReason,
    /// A sleeping thread is interrupted.
    Interrupt,
}

impl Cause {
    pub fn command(self) -> Option<usize> {
        match self {
            Cause::Command(index) => Some(index),
            Cause::NoReason | Cause::Interrupt => None,
        }
    }
}

/// What there is to explore.
pub struct Counting<'a> {
    pub machine: &'a Machine,
    pub states: Vec<ThreadState>,
    /// By state of a thread: up to where threads are counted; none is exactly. Those who sleep and those who have been woken
    /// are counted up to the same bound, so that *more* of the ones are *more* of the others.
    pub caps: Vec<Option<Number>>,
    /// By field: its value as a sum of counts, if it is known to be one.
    pub equal: Vec<Option<Linear>>,
    /// Beyond, numbers in fields are not told apart; none is exactly.
    pub field_cap: Option<Number>,
    commands: Vec<Prepared>,
    /// By state of a thread, see `progress`.
    ranks: Vec<usize>,
}

/// A command in terms of counts.
struct Prepared {
    guard: Condition,
    updates: Vec<Linear>,
    /// By state of a thread: the state after.
    after: Vec<Option<usize>>,
}

pub struct Space {
    pub configurations: Vec<Configuration>,
    pub transitions: Vec<Vec<Transition>>,
    pub initial: Vec<usize>,
    /// On a shortest way from an initial configuration.
    pub parents: Vec<Option<(usize, Transition)>>,
    /// Whether all were explored.
    pub is_complete: bool,
    /// By configuration: whether it has steps that were not explored.
    pub cut: Vec<bool>,
}

/// Why counting does not work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// This field does not always have the value that it was taken to have.
    NotEqual(usize),
    /// The value of this field is not known any more.
    Unknown(usize),
}

pub fn exactly(value: Number) -> Range {
    Range { low: Some(value), high: Some(value) }
}

fn is_none(range: Range) -> bool {
    range.high == Some(0)
}

impl<'a> Counting<'a> {
    pub fn new(
        machine: &'a Machine,
        states: Vec<ThreadState>,
        caps: Vec<Option<Number>>,
        equal: Vec<Option<Linear>>,
        field_cap: Option<Number>,
    ) -> Counting<'a> {
        let ranks = progress::ranks(machine, &states);
        let mut counting = Counting { machine, states, caps, equal, field_cap, commands: Vec::new(), ranks };
        counting.commands = machine.commands.iter().map(|command| counting.prepared(command)).collect();
        counting
    }

    /// Exactly so many threads.
    pub fn exact(machine: &'a Machine) -> Counting<'a> {
        let states = machine.states.clone();
        let (caps, equal) = (vec![None; states.len()], vec![None; machine.fields.len()]);
        Counting::new(machine, states, caps, equal, None)
    }

    fn prepared(&self, command: &Command) -> Prepared {
        let after = self.states.iter().map(|state| {
            let after = self.machine.after(command, *state)?;
            self.number_of(after)
        });
        Prepared {
            guard: self.in_counts(&command.guard),
            updates: command.updates.iter().map(|update| update.replaced(&|variable| self.sum_of(variable))).collect(),
            after: after.collect(),
        }
    }

    pub fn number_of(&self, state: ThreadState) -> Option<usize> {
        self.states.iter().position(|other| *other == state)
    }

    /// The condition in terms of counts, as far as fields are known to be sums of them.
    pub fn in_counts(&self, condition: &Condition) -> Condition {
        condition.replaced(&|variable| self.sum_of(variable))
    }

    fn sum_of(&self, variable: Variable) -> Option<Linear> {
        match variable {
            Variable::Field(field) => self.equal[field].clone(),
            Variable::Holders(mode) => {
                let mut sum = Linear::default();
                for (index, state) in self.states.iter().enumerate() {
                    if state.held & (1 << mode) != 0 {
                        sum = sum.plus(&Linear::of(Variable::Threads(index)), 1);
                    }
                }
                Some(sum)
            }
            Variable::Threads(_) => None,
        }
    }

    /// Whether a condition in terms of counts holds, if that is known.
    pub fn known(&self, condition: &Condition, at: &Configuration) -> Option<bool> {
        condition.known(&|variable| range_of(variable, at))
    }

    /// Everything that can be reached; `threads` is how many there are, none is any number.
    pub fn explore(&self, threads: Option<Number>, limit: usize, deadline: Deadline) -> Result<Space, Trouble> {
        let mut space = Space {
            configurations: Vec::new(),
            transitions: Vec::new(),
            initial: Vec::new(),
            parents: Vec::new(),
            is_complete: true,
            cut: Vec::new(),
        };
        let mut known: FxHashMap<Configuration, usize> = FxHashMap::default();
        for start in self.initial(threads) {
            let index = space.configurations.len();
            known.insert(start.clone(), index);
            space.configurations.push(start);
            space.parents.push(None);
            space.initial.push(index);
        }
        let mut at = 0;
        while at < space.configurations.len() {
            if deadline.is_over() {
                space.is_complete = false;
                space.cut.resize(space.configurations.len(), true);
                space.transitions.resize(space.configurations.len(), Vec::new());
                break;
            }
            let configuration = space.configurations[at].clone();
            let mut leaving = Vec::new();
            space.cut.push(false);
            for (next, mut transition) in self.steps(&configuration)? {
                transition.to = match known.get(&next) {
                    Some(index) => *index,
                    None if space.configurations.len() >= limit => {
                        space.is_complete = false;
                        space.cut[at] = true;
                        continue;
                    }
                    None => {
                        let index = space.configurations.len();
                        known.insert(next.clone(), index);
                        space.configurations.push(next);
                        space.parents.push(Some((at, Transition { to: index, ..transition })));
                        index
                    }
                };
                if !leaving.contains(&transition) {
                    leaving.push(transition);
                }
            }
            space.transitions.push(leaving);
            at += 1;
        }
        Ok(space)
    }

    fn initial(&self, threads: Option<Number>) -> Vec<Configuration> {
        let fields = self.machine.fields.iter().map(|field| exactly(field.initial)).collect();
        let mut start = Configuration { fields, threads: vec![exactly(0); self.states.len()] };
        for (field, equal) in self.equal.iter().enumerate() {
            if equal.is_some() {
                start.fields[field] = exactly(0);
            }
        }
        let numbers: Vec<Range> = match (threads, self.caps[0]) {
            (Some(threads), _) => vec![exactly(threads)],
            (None, cap) => {
                let cap = cap.unwrap_or(0);
                (1..=cap).map(exactly).chain([Range { low: Some(cap + 1), high: None }]).collect()
            }
        };
        let with = |number| {
            let mut start = start.clone();
            start.threads[0] = number;
            start
        };
        numbers.into_iter().map(with).collect()
    }

    /// Every step from here.
    pub fn steps(&self, at: &Configuration) -> Result<Vec<(Configuration, Transition)>, Trouble> {
        let mut found = Vec::new();
        for (from, state) in self.states.iter().enumerate() {
            if is_none(at.threads[from]) {
                continue;
            }
            for (index, command) in self.commands.iter().enumerate() {
                if let Some(to) = command.after[from]
                    && self.known(&command.guard, at) != Some(false)
                {
                    self.step(at, index, from, to, &mut found)?;
                }
            }
            let causes =
                [(self.machine.awake(*state), Cause::NoReason), (self.machine.interrupted(*state), Cause::Interrupt)];
            for (after, cause) in causes {
                let Some(to) = after.and_then(|after| self.number_of(after)) else { continue };
                for (threads, woken) in self.stepped(&at.threads, from, to, Wakes::Nobody) {
                    let next = Configuration { fields: at.fields.clone(), threads };
                    found.push((next, Transition { to: 0, cause, from, woken }));
                }
            }
        }
        Ok(found)
    }

    fn step(
        &self,
        at: &Configuration,
        index: usize,
        from: usize,
        to: usize,
        found: &mut Vec<(Configuration, Transition)>,
    ) -> Result<(), Trouble> {
        let fields = self.updated(at, index, from, to)?;
        let cause = Cause::Command(index);
        for (threads, woken) in self.stepped(&at.threads, from, to, self.machine.commands[index].wakes) {
            for fields in &fields {
                let next = Configuration { fields: fields.clone(), threads: threads.clone() };
                found.push((next, Transition { to: 0, cause, from, woken }));
            }
        }
        Ok(())
    }
}

fn range_of(variable: Variable, at: &Configuration) -> Range {
    match variable {
        Variable::Field(field) => at.fields[field],
        Variable::Threads(state) => at.threads[state],
        Variable::Holders(_) => Range { low: None, high: None },
    }
}
