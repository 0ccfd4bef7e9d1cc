//! Which threads surely go on, and what they can release.

use super::super::machine::{CommandKind, Control, ThreadState};
use super::{Configuration, Counting, Transition, is_none};

impl Counting<'_> {
    /// Whether some thread that is not resting can surely make a step of its own. One whose time is up wakes by itself;
    /// if it only sleeps again, that is no step.
    pub fn can_go_on(&self, at: &Configuration) -> bool {
        self.states.iter().enumerate().any(|(from, state)| {
            let is_there = at.threads[from].low.is_some_and(|low| low > 0);
            let timed = self.after_its_time(*state);
            let from = timed.unwrap_or(from);
            is_there
                && !state.is_resting()
                && self.commands.iter().zip(&self.machine.commands).any(|(command, of_machine)| {
                    let sleeps_again = of_machine.kind == CommandKind::Waits && of_machine.changes_nothing();
                    command.after[from].is_some()
                        && !(timed.is_some() && sleeps_again)
                        && self.known(&command.guard, at) == Some(true)
                })
        })
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
