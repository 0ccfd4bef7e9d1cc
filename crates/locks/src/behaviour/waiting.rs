//! Whether threads may wait in a lock class for ever.

use super::actl::Model;
use super::check::{Checker, Judgement};
use super::explain::{Run, run_to, steps};
use super::linear::{Number, Range};
use super::machine::{Control, ThreadState};
use super::spaces::{Explored, Kind, Spaces};
use crate::codes;
use ivl::check::end_of_run;
use source::{Diagnostic, Span, Verdict};

impl Checker<'_> {
    /// Whether threads may sleep with nobody left to wake them.
    pub fn waiting(&self, spaces: &mut Spaces) -> (Verdict, Option<Diagnostic>) {
        let found = match spaces.threads {
            None => self.never_stuck(spaces).or_else(|| self.stuck_run(spaces)),
            Some(_) => self.stuck_run(spaces).or_else(|| self.never_stuck(spaces)),
        };
        if let Some(judgement) = found {
            return judgement;
        }
        let span = self.program.class(self.class).span;
        let reason = if self.deadline.is_over() { format!(": {}", end_of_run(self.deadline)) } else { String::new() };
        let message = format!("whether threads may wait in `{}` for ever is not known{reason}", self.name);
        (Verdict::Unknown, Some(Diagnostic::error(&codes::UNKNOWN, span, message)))
    }

    fn never_stuck(&self, spaces: &mut Spaces) -> Judgement {
        for kind in spaces.kinds() {
            let Some(Explored { counting, space }) = spaces.get(kind) else { continue };
            let is_never = match kind {
                Kind::EveryNumber => {
                    space.configurations.iter().all(|at| !counting.is_busy(at) || counting.can_go_on(at))
                }
                Kind::OneNumber(_) => !counting.left_for_ever(space).contains(&true),
            };
            if is_never {
                return Some((Verdict::Proved, None));
            }
        }
        None
    }

    pub fn stuck_run(&self, spaces: &mut Spaces) -> Judgement {
        for number in 1..=spaces.most {
            let Some(Explored { counting, space }) = spaces.of_few(number) else { continue };
            let is_left = counting.left_for_ever(space);
            let stuck: Vec<usize> = (0..is_left.len()).filter(|at| is_left[*at]).collect();
            let model = Model::new(counting, space, false);
            // Where somebody is not woken that could go on, there is more to say.
            let is_missed = |at: &&usize| self.woken_could_go_on(&model, **at).is_some();
            if let Some(stuck) = stuck.iter().find(is_missed).or(stuck.first()).copied() {
                return Some((Verdict::Refuted, Some(self.stuck(&model, number, stuck))));
            }
        }
        None
    }

    /// A thread that could go on if it were woken is missed by the thread that moved last; else all wait for nothing.
    fn stuck(&self, model: &Model, number: Number, at: usize) -> Diagnostic {
        let run: Run = run_to(model.space, at);
        let last = run.transitions.iter().rev().find_map(|(_, transition)| transition.cause.command());
        let class = self.program.class(self.class).span;
        let trace = |place: Span| steps(model, number, &run, place);
        let sleeper = self.woken_could_go_on(model, at);
        match (last, sleeper) {
            (Some(last), Some(point)) => {
                let operation = &self.machine.operations[self.machine.commands[last].operation];
                let waiting = &self.machine.points[point];
                let name = &self.machine.operations[waiting.operation].name;
                let message = format!(
                    "a thread that waits in `{name}` could go on when `{}` is done, but nobody wakes it",
                    operation.name
                );
                Diagnostic::error(&codes::MISSING_NOTIFY, operation.span, message)
                    .label(waiting.span, "it waits here")
                    .help("call `notifyAll()` whenever a condition that others wait for may have become true")
                    .trace(trace(operation.span))
            }
            _ => {
                let is_asleep = |(state, count): (&ThreadState, &Range)| {
                    matches!(state.control, Control::Asleep(_)) && count.low.is_some_and(|low| low > 0)
                };
                let threads = &model.space.configurations[at].threads;
                let message = match model.counting.states.iter().zip(threads).any(is_asleep) {
                    true => format!("threads may wait in `{}` for ever", self.name),
                    false => format!("a thread that has entered `{}` may never come out of it again", self.name),
                };
                Diagnostic::error(&codes::DEADLOCK, class, message).trace(trace(class))
            }
        }
    }

    fn woken_could_go_on(&self, model: &Model, at: usize) -> Option<usize> {
        let configuration = &model.space.configurations[at];
        let counting = model.counting;
        counting.states.iter().enumerate().find_map(|(index, state)| {
            let Control::Asleep(point) = state.control else { return None };
            let is_there = configuration.threads[index].low.is_some_and(|low| low > 0);
            let awake = ThreadState { control: Control::Awake(point), ..*state };
            let goes_on = self.machine.commands.iter().any(|command| {
                let after = self.machine.after(command, awake);
                let is_idle = after.is_some_and(|after| after.control == Control::Idle);
                let guard = counting.in_counts(&command.guard);
                is_idle && counting.known(&guard, configuration) == Some(true)
            });
            (is_there && goes_on).then_some(point)
        })
    }
}
