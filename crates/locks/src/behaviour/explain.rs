//! A run that shows why a formula does not hold, with the numbers of the threads.

use super::actl::Model;
use super::formula::{Antecedent, Formula};
use super::linear::Number;
use super::machine::{CommandKind, Control, Machine, Wakes};
use super::space::{Cause, Space, Transition};
use source::{Span, Step};
use std::collections::VecDeque;

/// Configurations and the transitions between them; at its end, perhaps, a cycle.
pub struct Run {
    pub transitions: Vec<(usize, Transition)>,
    pub end: usize,
    /// The steps after which the run goes on for ever, from here on.
    pub is_endless: bool,
}

/// A run on which the formula fails, from a configuration where it does.
pub fn failing_run(model: &Model, formula: &Formula, start: usize) -> Run {
    let mut run = Run { transitions: Vec::new(), end: start, is_endless: false };
    extend(model, formula, &mut run);
    run
}

fn extend(model: &Model, formula: &Formula, run: &mut Run) {
    match formula {
        Formula::Now(_) => {}
        Formula::And(left, right) => {
            let fails_left = !model.holds(left)[run.end];
            extend(model, if fails_left { left } else { right }, run);
        }
        Formula::Or(left, right) => {
            let is_now = matches!(**right, Formula::Now(_));
            extend(model, if is_now { left } else { right }, run);
        }
        Formula::Next(inner) => {
            let inner_holds = model.holds(inner);
            if inner_holds[run.end] {
                let next = model.space.transitions[run.end].iter().find(|next| !inner_holds[next.to]).copied();
                if let Some(next) = next {
                    run.transitions.push((run.end, next));
                    run.end = next.to;
                }
            }
            extend(model, inner, run);
        }
        Formula::Always(inner) => {
            let holds = model.holds(inner);
            walk(model.space, run, &|at| !holds[at], &|_| true);
            extend(model, inner, run);
        }
        Formula::WeakUntil(left, right) => {
            let (left_holds, right_holds) = (model.holds(left), model.holds(right));
            walk(model.space, run, &|at| !left_holds[at] && !right_holds[at], &|at| !right_holds[at]);
            extend(model, left, run);
        }
        Formula::Eventually(inner) => stay_outside(model, &model.holds(inner), run),
        Formula::Until(left, right) => {
            let weak = Formula::WeakUntil(left.clone(), right.clone());
            match model.holds(&weak)[run.end] {
                true => stay_outside(model, &model.holds(right), run),
                false => extend(model, &weak, run),
            }
        }
    }
}

fn stay_outside(model: &Model, inner: &[bool], run: &mut Run) {
    let mut is_trap = vec![false; inner.len()];
    model.traps(inner).into_iter().for_each(|at| is_trap[at] = true);
    walk(model.space, run, &|at| is_trap[at], &|at| !inner[at]);
    run.is_endless = true;
}

/// A shortest way to a goal.
fn walk(space: &Space, run: &mut Run, is_goal: &dyn Fn(usize) -> bool, may_pass: &dyn Fn(usize) -> bool) {
    let mut parents: Vec<Option<(usize, Transition)>> = vec![None; space.configurations.len()];
    let mut queue = VecDeque::from([run.end]);
    let mut seen = vec![false; space.configurations.len()];
    seen[run.end] = true;
    while let Some(at) = queue.pop_front() {
        if is_goal(at) {
            let mut way = Vec::new();
            let mut here = at;
            while let Some((before, transition)) = parents[here] {
                way.push((before, transition));
                here = before;
            }
            way.reverse();
            run.transitions.extend(way);
            run.end = at;
            return;
        }
        for transition in &space.transitions[at] {
            if !seen[transition.to] && (may_pass(transition.to) || is_goal(transition.to)) {
                seen[transition.to] = true;
                parents[transition.to] = Some((at, *transition));
                queue.push_back(transition.to);
            }
        }
    }
}

/// The way from the start to a configuration.
pub fn run_to(space: &Space, end: usize) -> Run {
    let mut transitions = Vec::new();
    let mut at = end;
    while let Some((before, transition)) = space.parents[at] {
        transitions.push((before, transition));
        at = before;
    }
    transitions.reverse();
    Run { transitions, end, is_endless: false }
}

/// A run in words. Threads are numbered from one; of those that are alike, the one that has been there longest moves.
pub fn steps(model: &Model, threads: Number, run: &Run, place: Span) -> Vec<Step> {
    let machine = model.counting.machine;
    // The states of threads, and who is in them, longest first.
    let mut members: Vec<VecDeque<u32>> = vec![VecDeque::new(); model.counting.states.len()];
    members[0] = (1..=threads as u32).collect();
    let mut found = Vec::new();
    for (before, transition) in &run.transitions {
        let Some(thread) = members[transition.from].pop_front() else { break };
        // Who goes to sleep is not woken by what it did before.
        wake(model, transition, &mut members);
        members[target(model, transition)].push_back(thread);
        let values = changes(machine, model.space, *before, transition.to);
        let (span, text) = words(model, transition, place);
        found.push(Step { span, thread: Some(thread), text, values });
    }
    if run.is_endless {
        let text = "from here on it may go on like this for ever".to_string();
        found.push(Step { span: place, thread: None, text, values: Vec::new() });
    }
    found
}

fn target(model: &Model, transition: &Transition) -> usize {
    let counting = model.counting;
    let state = counting.states[transition.from];
    let after = match transition.cause {
        Cause::Command(index) => counting.machine.after(&counting.machine.commands[index], state),
        Cause::NoReason => counting.machine.awake(state),
        Cause::Interrupt => counting.machine.interrupted(state),
    };
    after.and_then(|after| counting.number_of(after)).unwrap_or(transition.from)
}

fn wake(model: &Model, transition: &Transition, members: &mut [VecDeque<u32>]) {
    let counting = model.counting;
    let Some(index) = transition.cause.command() else { return };
    for (asleep, state) in counting.states.iter().enumerate() {
        let awake = counting.machine.awake(*state);
        let Some(awake) = awake.and_then(|awake| counting.number_of(awake)) else { continue };
        match counting.machine.commands[index].wakes {
            Wakes::All => {
                let woken = std::mem::take(&mut members[asleep]);
                members[awake].extend(woken);
            }
            Wakes::One if transition.woken == Some(asleep) => {
                let woken = members[asleep].pop_front();
                members[awake].extend(woken);
            }
            Wakes::One | Wakes::Nobody => {}
        }
    }
}

fn changes(machine: &Machine, space: &Space, before: usize, after: usize) -> Vec<(String, String)> {
    let (before, after) = (&space.configurations[before].fields, &space.configurations[after].fields);
    let mut found = Vec::new();
    for (index, field) in machine.fields.iter().enumerate() {
        if before[index] != after[index] {
            let value = after[index].low.unwrap_or(0);
            let text = if field.is_boolean { (value != 0).to_string() } else { value.to_string() };
            found.push((field.name.to_string(), text));
        }
    }
    found
}

fn words(model: &Model, transition: &Transition, place: Span) -> (Span, String) {
    let machine = model.counting.machine;
    let command = match transition.cause {
        Cause::Command(index) => &machine.commands[index],
        Cause::NoReason => return (place, "wakes up for no reason".to_string()),
        Cause::Interrupt => return (place, "is interrupted".to_string()),
    };
    let operation = &machine.operations[command.operation];
    let name = &operation.name;
    let begins = match command.from {
        Control::Idle => format!("calls `{name}`"),
        Control::Asleep(_) | Control::Awake(_) | Control::Interrupted(_) => format!("goes on in `{name}`"),
    };
    let ends = match command.kind {
        CommandKind::Completes => {
            let of = |bits: u32| -> String {
                let names: Vec<&str> = machine
                    .modes
                    .iter()
                    .enumerate()
                    .filter(|(mode, _)| bits & (1 << mode) != 0)
                    .map(|(_, name)| &**name)
                    .collect();
                names.join(" and ")
            };
            match (operation.acquires, operation.releases) {
                (0, 0) => "returns".to_string(),
                (acquired, 0) => format!("has {}", of(acquired)),
                (0, released) => format!("has given {} back", of(released)),
                (acquired, released) => format!("has {} instead of {}", of(acquired), of(released)),
            }
        }
        CommandKind::Refused => "is refused".to_string(),
        CommandKind::Throws => "leaves it with an exception".to_string(),
        CommandKind::Waits => "waits".to_string(),
    };
    (operation.span, format!("{begins} and {ends}"))
}

/// Whether the left side of an implication is false wherever it is asked about.
pub fn is_never(model: &Model, left: &Antecedent) -> bool {
    let condition = model.counting.in_counts(&left.condition);
    let is_false = |at: usize| model.counting.known(&condition, &model.space.configurations[at]) == Some(false);
    let mut reached = vec![false; model.space.configurations.len()];
    let mut last: Vec<usize> = model.space.initial.clone();
    let mut steps = 0;
    while !last.is_empty() && left.steps.is_none_or(|most| steps <= most) {
        last.retain(|at| !std::mem::replace(&mut reached[*at], true));
        if !last.iter().all(|at| is_false(*at)) {
            return false;
        }
        last = last.iter().flat_map(|at| model.successors(*at)).collect();
        steps += 1;
    }
    true
}
