//! The states of a lock with its threads, counted: how many threads are in which state.
//!
//! Threads are alike, so that counting loses nothing. For a given number of threads the counts are exact. For every
//! number at once, a count is exact up to a bound and *more* beyond; a thread that leaves such a state leaves the bound
//! or still more behind, so that each run of any number of threads is a run of the counts (counting abstraction).

use super::linear::{Condition, Linear, Range, Variable};
use super::machine::{Command, CommandKind, Control, Machine, ThreadState, Wakes};
use rustc_hash::FxHashMap;

/// By field, and by state of a thread.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Configuration {
    pub fields: Vec<Range>,
    pub threads: Vec<Range>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    pub to: usize,
    /// None is a wake-up for no reason.
    pub command: Option<usize>,
    /// The state of the thread that moves, before.
    pub from: usize,
    /// The state of the one thread that is woken, before.
    pub woken: Option<usize>,
}

/// What there is to explore.
pub struct Counting<'a> {
    pub machine: &'a Machine,
    pub states: Vec<ThreadState>,
    /// By state of a thread: up to where threads are counted; none is exactly.
    pub caps: Vec<Option<i64>>,
    /// By field: its value as a sum of counts, if it is known to be one.
    pub equal: Vec<Option<Linear>>,
    /// Beyond, numbers in fields are not told apart; none is exactly.
    pub field_cap: Option<i64>,
    commands: Vec<Prepared>,
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
}

/// Why counting does not work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// This field does not always have the value that it was taken to have.
    NotEqual(usize),
    /// The value of this field is not known any more.
    Unknown(usize),
}

pub fn exactly(value: i64) -> Range {
    Range { low: Some(value), high: Some(value) }
}

fn is_none(range: Range) -> bool {
    range.high == Some(0)
}

impl<'a> Counting<'a> {
    pub fn new(
        machine: &'a Machine,
        states: Vec<ThreadState>,
        caps: Vec<Option<i64>>,
        equal: Vec<Option<Linear>>,
        field_cap: Option<i64>,
    ) -> Counting<'a> {
        let mut counting = Counting { machine, states, caps, equal, field_cap, commands: Vec::new() };
        counting.commands = machine.commands.iter().map(|command| counting.prepared(command)).collect();
        counting
    }

    /// Exactly so many threads.
    pub fn exact(machine: &'a Machine) -> Counting<'a> {
        let states = machine.thread_states();
        let (caps, equal) = (vec![None; states.len()], vec![None; machine.fields.len()]);
        Counting::new(machine, states, caps, equal, None)
    }

    fn prepared(&self, command: &Command) -> Prepared {
        let after = self.states.iter().map(|state| {
            let after = self.machine.after(command, *state)?;
            self.states.iter().position(|other| *other == after)
        });
        Prepared {
            guard: self.in_counts(&command.guard),
            updates: command.updates.iter().map(|update| update.replaced(&|variable| self.sum_of(variable))).collect(),
            after: after.collect(),
        }
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
    pub fn explore(&self, threads: Option<i64>, limit: usize) -> Result<Space, Trouble> {
        let mut space = Space {
            configurations: Vec::new(),
            transitions: Vec::new(),
            initial: Vec::new(),
            parents: Vec::new(),
            is_complete: true,
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
            let configuration = space.configurations[at].clone();
            let mut leaving = Vec::new();
            for (next, mut transition) in self.steps(&configuration)? {
                transition.to = match known.get(&next) {
                    Some(index) => *index,
                    None if space.configurations.len() >= limit => {
                        space.is_complete = false;
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

    fn initial(&self, threads: Option<i64>) -> Vec<Configuration> {
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
            if let Control::Asleep(point) = state.control {
                let awake = ThreadState { control: Control::Awake(point), ..*state };
                if let Some(to) = self.states.iter().position(|other| *other == awake) {
                    for threads in self.moved(&at.threads, from, to) {
                        let next = Configuration { fields: at.fields.clone(), threads };
                        found.push((next, Transition { to: 0, command: None, from, woken: None }));
                    }
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
        let command = &self.machine.commands[index];
        for moved in self.moved(&at.threads, from, to) {
            for (threads, woken) in self.woken(moved, command.wakes) {
                for fields in self.updated(at, index, from, to)? {
                    let next = Configuration { fields, threads: threads.clone() };
                    found.push((next, Transition { to: 0, command: Some(index), from, woken }));
                }
            }
        }
        Ok(())
    }

    /// One thread goes from one state to another.
    fn moved(&self, threads: &[Range], from: usize, to: usize) -> Vec<Vec<Range>> {
        if from == to {
            return vec![threads.to_vec()];
        }
        let mut found = Vec::new();
        for left in self.fewer(from, threads[from]) {
            let mut threads = threads.to_vec();
            threads[from] = left;
            threads[to] = self.clipped(to, plus(threads[to], exactly(1)));
            found.push(threads);
        }
        found
    }

    fn fewer(&self, state: usize, count: Range) -> Vec<Range> {
        match (count.high, self.caps[state]) {
            (Some(high), _) => vec![exactly(high - 1)],
            (None, cap) => vec![exactly(cap.unwrap_or(0)), count],
        }
    }

    fn clipped(&self, state: usize, count: Range) -> Range {
        match self.caps[state] {
            Some(cap) if count.low.is_some_and(|low| low > cap) => Range { low: Some(cap + 1), high: None },
            _ => count,
        }
    }

    /// Who is woken.
    fn woken(&self, threads: Vec<Range>, wakes: Wakes) -> Vec<(Vec<Range>, Option<usize>)> {
        let sleepers: Vec<(usize, usize)> = self
            .states
            .iter()
            .enumerate()
            .filter_map(|(index, state)| match state.control {
                Control::Asleep(point) => {
                    let awake = ThreadState { control: Control::Awake(point), ..*state };
                    Some((index, self.states.iter().position(|other| *other == awake)?))
                }
                Control::Idle | Control::Awake(_) => None,
            })
            .filter(|(index, _)| !is_none(threads[*index]))
            .collect();
        match wakes {
            Wakes::Nobody => vec![(threads, None)],
            _ if sleepers.is_empty() => vec![(threads, None)],
            Wakes::One => {
                let mut found = Vec::new();
                for (asleep, awake) in sleepers {
                    let woken = self.moved(&threads, asleep, awake);
                    found.extend(woken.into_iter().map(|threads| (threads, Some(asleep))));
                }
                found
            }
            Wakes::All => {
                let mut threads = threads;
                for (asleep, awake) in sleepers {
                    let sum = plus(threads[asleep], threads[awake]);
                    threads[awake] = self.clipped(awake, sum);
                    threads[asleep] = exactly(0);
                }
                vec![(threads, None)]
            }
        }
    }

    /// What the fields hold after a command.
    fn updated(&self, at: &Configuration, index: usize, from: usize, to: usize) -> Result<Vec<Vec<Range>>, Trouble> {
        let command = &self.commands[index];
        let mut found = vec![at.fields.clone()];
        for (field, update) in command.updates.iter().enumerate() {
            if let Some(equal) = &self.equal[field] {
                self.stays_equal(at, field, equal, update, from, to)?;
                continue;
            }
            let range = update.range(&|variable| range_of(variable, at));
            let values = self.field_values(range).ok_or(Trouble::Unknown(field))?;
            found = found
                .into_iter()
                .flat_map(|fields| {
                    values.iter().map(move |value| {
                        let mut fields = fields.clone();
                        fields[field] = *value;
                        fields
                    })
                })
                .collect();
        }
        Ok(found)
    }

    /// The field still has the value of its sum when the thread has moved. Waking a thread does not change a sum.
    fn stays_equal(
        &self,
        at: &Configuration,
        field: usize,
        equal: &Linear,
        update: &Linear,
        from: usize,
        to: usize,
    ) -> Result<(), Trouble> {
        let factor = |state: usize| equal.factors.get(&Variable::Threads(state)).copied().unwrap_or(0);
        let after = equal.plus(&Linear::constant(factor(to) - factor(from)), 1);
        let difference = update.plus(&after, -1).range(&|variable| range_of(variable, at));
        if difference == exactly(0) { Ok(()) } else { Err(Trouble::NotEqual(field)) }
    }

    /// The values that are told apart and make up a range.
    fn field_values(&self, range: Range) -> Option<Vec<Range>> {
        let Some(cap) = self.field_cap else { return Some(vec![range]) };
        let above = Range { low: Some(cap + 1), high: None };
        let below = Range { low: None, high: Some(-cap - 1) };
        let (low, high) = match (range.low, range.high) {
            (Some(low), Some(high)) if low == high => {
                return Some(vec![if low > cap {
                    above
                } else if low < -cap {
                    below
                } else {
                    range
                }]);
            }
            (Some(low), high) => (low, high.unwrap_or(cap + 1)),
            (None, Some(high)) => (-cap - 1, high),
            (None, None) => return None,
        };
        let mut values: Vec<Range> = (low.max(-cap)..=high.min(cap)).map(exactly).collect();
        if low < -cap {
            values.push(below);
        }
        if high > cap {
            values.push(above);
        }
        Some(values)
    }

    /// Whether some thread that is not resting can surely make a step of its own.
    pub fn can_go_on(&self, at: &Configuration) -> bool {
        self.states.iter().enumerate().any(|(from, state)| {
            let is_there = at.threads[from].low.is_some_and(|low| low > 0);
            let wakes_up = match state.control {
                Control::Asleep(point) => self.machine.points[point].is_timed,
                Control::Idle | Control::Awake(_) => false,
            };
            is_there && wakes_up
                || is_there
                    && !state.is_resting()
                    && self.commands.iter().enumerate().any(|(index, command)| {
                        self.machine.commands[index].kind != CommandKind::Interrupted
                            && command.after[from].is_some()
                            && self.known(&command.guard, at) == Some(true)
                    })
        })
    }

    /// Whether some thread may be in the middle of something.
    pub fn is_busy(&self, at: &Configuration) -> bool {
        self.states.iter().enumerate().any(|(index, state)| !state.is_resting() && !is_none(at.threads[index]))
    }

    /// The modes that some thread holds and can surely release.
    pub fn releasable(&self, at: &Configuration) -> u32 {
        let mut modes = 0;
        for (from, state) in self.states.iter().enumerate() {
            let is_there = at.threads[from].low.is_some_and(|low| low > 0);
            if !is_there || state.control != Control::Idle {
                continue;
            }
            for (index, command) in self.commands.iter().enumerate() {
                let of_machine = &self.machine.commands[index];
                if of_machine.kind == CommandKind::Completes
                    && command.after[from].is_some()
                    && self.known(&command.guard, at) == Some(true)
                {
                    modes |= self.machine.operations[of_machine.operation].releases;
                }
            }
        }
        modes
    }

    /// The modes that a transition releases.
    pub fn released(&self, transition: &Transition) -> u32 {
        transition.command.map_or(0, |index| {
            let command = &self.machine.commands[index];
            match command.kind {
                CommandKind::Completes => self.machine.operations[command.operation].releases,
                CommandKind::Throws | CommandKind::Refused | CommandKind::Waits | CommandKind::Interrupted => 0,
            }
        })
    }
}

fn plus(left: Range, right: Range) -> Range {
    Range { low: left.low.zip(right.low).map(|(a, b)| a + b), high: left.high.zip(right.high).map(|(a, b)| a + b) }
}

fn range_of(variable: Variable, at: &Configuration) -> Range {
    match variable {
        Variable::Field(field) => at.fields[field],
        Variable::Threads(state) => at.threads[state],
        Variable::Holders(_) => Range { low: None, high: None },
    }
}
