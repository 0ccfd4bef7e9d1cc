//! Outcomes as obligations and diagnostics.

use crate::body::{Goal, GoalId, GoalKind, Origin};
use crate::codes;
use crate::passive::{Event, Passive, Step as PassiveStep};
use crate::solve::{Counterexample, Outcome as Answer};
use crate::vc::Position;
use crate::where_clauses::WherePlace;
use rustc_hash::FxHashMap;
use smt::Reason;
use source::{Deadline, Diagnostic, Obligation, Outcome, Report, Span, Step};
use std::time::Duration;

/// The ids of a body's goals: name of the implementation, kind, number within the kind.
pub fn goal_ids(name: &str, words: impl IntoIterator<Item = &'static str>) -> Vec<String> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let mut id = |word: &'static str| {
        let number = counts.entry(word).or_default();
        *number += 1;
        format!("{name}/{word}.{number}")
    };
    words.into_iter().map(&mut id).collect()
}

/// What is said of one implementation whose goals are known to be proved: kinds and places.
pub fn proved(name: &str, goals: &[(&'static str, Span)]) -> Report {
    let ids = goal_ids(name, goals.iter().map(|(kind, _)| *kind));
    let obligation = |(id, (kind, span)): (String, &(&'static str, Span))| Obligation {
        id,
        kind,
        span: *span,
        outcome: Outcome::Proved,
        time: Duration::ZERO,
    };
    Report { obligations: ids.into_iter().zip(goals).map(obligation).collect(), ..Report::default() }
}

/// What is said of one implementation whose goals have these outcomes. `replay` looks for a real run that fails.
pub fn report(
    name: &str,
    passive: &Passive,
    answers: &[(GoalId, Answer)],
    replay: &dyn Fn(&Goal, &Counterexample) -> Option<Vec<Step>>,
    time: Duration,
) -> Report {
    let ids = goal_ids(name, passive.goals.iter().map(|goal| goal.kind.word()));
    let mut report = Report::default();
    for (id, answer) in answers {
        let goal = &passive.goals[id.index()];
        let outcome = match answer {
            Answer::Proved => Outcome::Proved,
            Answer::Unknown(reason) => Outcome::unknown(unknown(goal, reason)),
            Answer::Failed(counterexample) => match replay(goal, counterexample) {
                Some(run) => Outcome::Refuted(vec![refuted(goal, run)]),
                None => Outcome::failed(failed(name, goal, passive, counterexample)),
            },
        };
        let (id, kind) = (ids[id.index()].clone(), goal.kind.word());
        report.obligations.push(Obligation { id, kind, span: goal.span, outcome, time });
    }
    report
}

/// The program is wrong: here is a run.
fn refuted(goal: &Goal, run: Vec<Step>) -> Diagnostic {
    let diagnostic = blame(goal, certain_sentence(&goal.kind), run);
    match &goal.kind {
        GoalKind::Where { place, .. } => diagnostic.help(where_help(place)),
        _ => diagnostic,
    }
}

/// The proof does not go through: here is what the solver thinks.
fn failed(name: &str, goal: &Goal, passive: &Passive, counterexample: &Counterexample) -> Diagnostic {
    let trace = trace(name, passive, counterexample);
    let diagnostic = blame(goal, sentence(&goal.kind), trace);
    match goal.kind {
        // The engine that makes the claim knows what would help.
        GoalKind::Claim(_) => diagnostic,
        GoalKind::Where { ref place, .. } => diagnostic.help(where_help(place)),
        _ => diagnostic.help(
            "no real run was found that fails here; if there is none, the proof needs more: \
             a stronger invariant, precondition or postcondition",
        ),
    }
}

fn blame(goal: &Goal, sentence: String, mut trace: Vec<Step>) -> Diagnostic {
    let message = goal.message.as_ref().map_or(sentence, |text| text.to_string());
    let mut diagnostic = match &goal.kind {
        GoalKind::Claim(claim) => claim.failure.clone(),
        kind => Diagnostic::error(codes::of_goal(kind), goal.span, message),
    };
    if let Some(clause) = goal.clause {
        diagnostic = diagnostic.label(clause, clause_label(&goal.kind));
    }
    for call in &goal.inlined_at {
        diagnostic = diagnostic.label(*call, "inlined at this call");
    }
    if let GoalKind::Where { variable, .. } = &goal.kind
        && let Some((step, value)) = last_write(&trace, variable)
    {
        let value = if value.len() <= LONGEST_VALUE { format!("is {value}") } else { "has this value".into() };
        diagnostic = diagnostic.label(step.span, format!("`{variable}` {value} from here on"));
    }
    let is_return = matches!(goal.kind, GoalKind::Postcondition | GoalKind::Where { place: WherePlace::Return(_), .. });
    if is_return && let Some(last) = trace.last() {
        diagnostic = diagnostic.label(last.span, "on this return");
    }
    trace.retain(|step| !(is_silent(step) && step.span == goal.span));
    trace.dedup_by(|step, before| is_silent(step) && step.span == before.span);
    trace.push(step(goal.span, format!("fails: {}", goal_phrase(&goal.kind))));
    diagnostic.trace(trace)
}

/// A value that is longer stands in the trace alone.
const LONGEST_VALUE: usize = 30;

/// The last step that gives the variable a value, with the value.
fn last_write<'a>(trace: &'a [Step], variable: &str) -> Option<(&'a Step, &'a str)> {
    let value_of =
        |step: &'a Step| step.values.iter().find(|(name, _)| name == variable).map(|(_, value)| (step, value));
    trace.iter().rev().find_map(value_of).map(|(step, value)| (step, value.as_str()))
}

/// Where the clause of the variable does not hold.
fn where_place(place: &WherePlace) -> String {
    match place {
        WherePlace::LoopEntry => "when this loop is first reached".into(),
        WherePlace::LoopBack => "after an iteration of this loop".into(),
        WherePlace::Call(callee) => format!("where `{callee}` is called"),
        WherePlace::Return(name) => format!("when `{name}` returns"),
    }
}

fn where_help(place: &WherePlace) -> &'static str {
    match place {
        WherePlace::LoopEntry | WherePlace::LoopBack => {
            "add invariants from which the clause follows, or replace the clause by an invariant that holds"
        }
        WherePlace::Call(_) => "establish the clause before the call, or require it of the caller",
        WherePlace::Return(_) => "establish the clause before the return, or replace it by a postcondition that holds",
    }
}

fn certain_sentence(kind: &GoalKind) -> String {
    match kind {
        GoalKind::Assertion => "this assertion fails".into(),
        GoalKind::Precondition { callee } => format!("a precondition of `{callee}` fails at this call"),
        GoalKind::Postcondition => "this postcondition fails on return".into(),
        GoalKind::InvariantEntry => "this loop invariant fails on entry".into(),
        GoalKind::InvariantPreserved => "this loop invariant fails after an iteration".into(),
        GoalKind::Where { variable, place } => {
            format!("the where-clause of `{variable}` does not hold {}", where_place(place))
        }
        GoalKind::MeasureBounded => "this measure becomes negative".into(),
        GoalKind::MeasureDecreases => "the measure does not fall".into(),
        GoalKind::Unpack => "the value has another constructor".into(),
        GoalKind::Claim(claim) => claim.failure.message.clone(),
    }
}

fn sentence(kind: &GoalKind) -> String {
    match kind {
        GoalKind::Assertion => "this assertion might not hold".into(),
        GoalKind::Precondition { callee } => format!("a precondition of `{callee}` might not hold at this call"),
        GoalKind::Postcondition => "this postcondition might not hold on return".into(),
        GoalKind::InvariantEntry => "this loop invariant might not hold on entry".into(),
        GoalKind::InvariantPreserved => "this loop invariant might not be preserved by the loop".into(),
        GoalKind::Where { variable, place } => {
            format!("the where-clause of `{variable}` might not hold {}", where_place(place))
        }
        GoalKind::MeasureBounded => "this measure might be negative".into(),
        GoalKind::MeasureDecreases => "the measure might not fall".into(),
        GoalKind::Unpack => "the value might have another constructor".into(),
        GoalKind::Claim(claim) => claim.failure.message.clone(),
    }
}

fn goal_phrase(kind: &GoalKind) -> &'static str {
    match kind {
        GoalKind::Assertion => "the assertion",
        GoalKind::Precondition { .. } => "the precondition",
        GoalKind::Postcondition => "the postcondition",
        GoalKind::InvariantEntry => "the invariant, on entry",
        GoalKind::InvariantPreserved => "the invariant, after the iteration",
        GoalKind::Where { .. } => "the where-clause",
        GoalKind::MeasureBounded => "the measure is negative",
        GoalKind::MeasureDecreases => "the measure does not fall",
        GoalKind::Unpack => "the constructor is another",
        GoalKind::Claim(_) => "the condition",
    }
}

fn clause_label(kind: &GoalKind) -> &'static str {
    match kind {
        GoalKind::Precondition { .. } => "this is the precondition",
        GoalKind::Where { .. } => "this is the where-clause",
        GoalKind::MeasureBounded | GoalKind::MeasureDecreases => "this is the measure",
        GoalKind::Assertion
        | GoalKind::Postcondition
        | GoalKind::InvariantEntry
        | GoalKind::InvariantPreserved
        | GoalKind::Unpack
        | GoalKind::Claim(_) => "declared here",
    }
}

/// What helps where a run has come to its time limit.
pub const MORE_TIME: &str = "give the run more time with `--time-limit SECONDS`, or 0 for no limit";

/// Why a run ends before all is asked.
pub fn end_of_run(deadline: Deadline) -> &'static str {
    if deadline.is_interrupted() { "the run was interrupted" } else { "the time limit of the run was reached" }
}

fn unknown(goal: &Goal, reason: &Reason) -> Diagnostic {
    let message = format!("no answer for {}: {reason}", goal_phrase(&goal.kind));
    let diagnostic = Diagnostic::error(&codes::UNKNOWN, goal.span, message);
    match reason {
        Reason::Timeout | Reason::ResourceLimit => diagnostic.help("give more time with `--timeout SECONDS`"),
        Reason::Stopped => diagnostic.help(MORE_TIME),
        Reason::Incomplete(_)
        | Reason::Hung
        | Reason::MemoryOut
        | Reason::Died(_)
        | Reason::Garbage(_)
        | Reason::Rejected(_)
        | Reason::Cancelled
        | Reason::Other(_) => diagnostic,
    }
}

fn trace(name: &str, passive: &Passive, counterexample: &Counterexample) -> Vec<Step> {
    let told = counterexample.events.iter().filter_map(|(position, values)| {
        let event = event_at(passive, *position)?;
        let mut step = step(event.span, told_as(name, event));
        let names = event.values.iter().map(|(name, _)| name.to_string());
        step.values = names.zip(values.iter().map(|value| readable(value))).collect();
        Some(step)
    });
    told.collect()
}

fn event_at(passive: &Passive, position: Position) -> Option<&Event> {
    match passive.blocks.get(position.block.index())?.steps.get(position.step)? {
        PassiveStep::Event(event) => Some(event),
        PassiveStep::Assume { .. } | PassiveStep::Check { .. } => None,
    }
}

fn told_as(name: &str, event: &Event) -> String {
    match &event.origin {
        Origin::Entry => format!("`{name}` is called"),
        Origin::Statement => String::new(),
        Origin::Guard { taken: true } => "the condition holds".into(),
        Origin::Guard { taken: false } => "the condition does not hold".into(),
        Origin::CallReturn(callee) => format!("`{callee}` returns"),
        Origin::Return => "returns".into(),
        Origin::LoopHead => "an arbitrary iteration begins".into(),
        Origin::Invariant | Origin::Internal => String::new(),
    }
}

/// A value in the words of the program: the solver's names of constructors and elements without their prefix.
fn readable(value: &str) -> String {
    let value = smt::parse_one(value).map_or_else(|_| value.into(), |value| smt::Value::from_sexpr(&value).to_string());
    let mut text = String::new();
    let mut rest = value.as_str();
    while let Some(at) = rest.find("k%").into_iter().chain(rest.find("t%")).min() {
        text.push_str(&rest[..at]);
        let name = &rest[at + 2..];
        // `k%Datatype%Constructor`: keep the part after the second mark.
        let end = name.find(['(', ')', ',', ' ', ']']).unwrap_or(name.len());
        rest = match name[..end].find('%') {
            Some(mark) => &name[mark + 1..],
            None => name,
        };
    }
    text.push_str(rest);
    text
}

/// A step that would only repeat its place.
fn is_silent(step: &Step) -> bool {
    step.text.is_empty() && step.values.is_empty()
}

fn step(span: Span, text: String) -> Step {
    Step { span, thread: None, text, values: Vec::new() }
}
