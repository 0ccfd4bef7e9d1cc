//! Which threads surely go on, and what they can release.
//!
//! Nobody is left for ever ⇔ AG EF (all rest), where only threads take steps that are not resting, and wake only when they
//! are woken or their time is up. For a given number of threads that is looked up. For every number it follows from a
//! measure: each state of a thread has a rank, its distance from rest, the same for those who sleep and those who have
//! been woken. If from each configuration some thread surely takes a step
//!
//! ```text
//! to a state of lower rank, or from awake to asleep at the same rank, waking nobody
//! ```
//!
//! then (Σ ranks, threads that do not sleep) decreases lexicographically until all rest. A thread whose time is up has to
//! come to a lower rank: that it looks again and sleeps is no step.

use super::super::machine::{CommandKind, Control, Machine, ThreadState, Wakes};
use super::{Cause, Configuration, Counting, Space, Transition, is_none};

/// By state of a thread: its distance from rest on ways without exceptions and refusals. An operation is as long as its
/// longest way.
pub fn ranks(machine: &Machine, states: &[ThreadState]) -> Vec<usize> {
    let mut ranks = vec![usize::MAX; states.len()];
    ranks[0] = 0;
    let index = |state: ThreadState| states.iter().position(|other| *other == state);
    let leads = |command: &super::Command, state: ThreadState| match command.kind {
        CommandKind::Completes | CommandKind::Waits => machine.after(command, state).and_then(index),
        CommandKind::Refused | CommandKind::Throws => None,
    };
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (at, state) in states.iter().enumerate().skip(1) {
            let after = |operation: usize| {
                let commands = machine.commands.iter().filter(move |command| command.operation == operation);
                commands.filter_map(|command| leads(command, *state)).map(|next| ranks[next])
            };
            let best = match state.control {
                Control::Idle => (0..machine.operations.len()).filter_map(|operation| after(operation).max()).min(),
                Control::Asleep(_) => machine.awake(*state).and_then(index).map(|awake| ranks[awake]),
                Control::Awake(point) => after(machine.points[point].operation).min(),
                Control::Interrupted(point) => {
                    index(ThreadState { control: Control::Awake(point), ..*state }).map(|awake| ranks[awake])
                }
            };
            let is_inside = matches!(state.control, Control::Asleep(_) | Control::Interrupted(_));
            let rank = best.map_or(usize::MAX, |best| best.saturating_add(usize::from(!is_inside)));
            if rank < ranks[at] {
                ranks[at] = rank;
                is_changed = true;
            }
        }
    }
    ranks
}

impl Counting<'_> {
    /// Whether some thread that is not resting can surely take a step by which the measure decreases.
    pub fn can_go_on(&self, at: &Configuration) -> bool {
        self.states.iter().enumerate().any(|(state_before, state)| {
            let is_there = at.threads[state_before].low.is_some_and(|low| low > 0);
            let timed = self.after_its_time(*state);
            let from = timed.unwrap_or(state_before);
            is_there
                && !state.is_resting()
                && self.commands.iter().zip(&self.machine.commands).any(|(command, of_machine)| {
                    let is_nearer = |to: usize| {
                        let sleeps = of_machine.kind == CommandKind::Waits && of_machine.wakes == Wakes::Nobody;
                        self.ranks[to] < self.ranks[from]
                            || timed.is_none() && sleeps && self.ranks[to] == self.ranks[from]
                    };
                    command.after[from].is_some_and(is_nearer) && self.known(&command.guard, at) == Some(true)
                })
        })
    }

    /// By configuration of an exact space: whether threads are in the middle of something, and not all of them can come
    /// to rest any more. What was not explored may lead there.
    pub fn left_for_ever(&self, space: &Space) -> Vec<bool> {
        let mut before = vec![Vec::new(); space.configurations.len()];
        for (at, leaving) in space.transitions.iter().enumerate() {
            for transition in leaving.iter().filter(|transition| self.is_own_step(transition)) {
                before[transition.to].push(at);
            }
        }
        let is_end = |at: &usize| space.cut[*at] || !self.is_busy(&space.configurations[*at]);
        let mut queue: Vec<usize> = (0..before.len()).filter(is_end).collect();
        let mut is_left = vec![true; before.len()];
        queue.iter().for_each(|at| is_left[*at] = false);
        while let Some(at) = queue.pop() {
            for earlier in &before[at] {
                if std::mem::replace(&mut is_left[*earlier], false) {
                    queue.push(*earlier);
                }
            }
        }
        is_left
    }

    /// Whether a thread that is not resting takes the step, and of its own accord.
    fn is_own_step(&self, transition: &Transition) -> bool {
        let state = self.states[transition.from];
        match transition.cause {
            Cause::Command(_) => !state.is_resting(),
            Cause::NoReason => self.after_its_time(state).is_some(),
            Cause::Interrupt => false,
        }
    }

    /// The state of a thread that sleeps for a time, when it wakes.
    fn after_its_time(&self, state: ThreadState) -> Option<usize> {
        let Control::Asleep(point) = state.control else { return None };
        let awake = self.machine.awake(state).filter(|_| self.machine.points[point].is_timed)?;
        self.number_of(awake)
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
        transition.cause.command().map_or(0, |index| {
            let command = &self.machine.commands[index];
            match command.kind {
                CommandKind::Completes => self.machine.operations[command.operation].releases,
                CommandKind::Refused | CommandKind::Throws | CommandKind::Waits => 0,
            }
        })
    }
}
