//! Findings in words.

use crate::codes;
use crate::interface::check::{Judged, Text};
use crate::interface::judge::candidate::Candidate;
use crate::interface::walk::trace::{Event, EventKind, Trace};
use concurrent::object::{MethodId, Program, text};
use source::{Diagnostic, Obligation, Outcome, Report, Span, Step, Verdict};
use std::collections::BTreeMap;

/// Long ways are cut in the middle.
const STEPS: usize = 24;

/// What is told of a method.
pub fn method(program: &Program, id: MethodId, judged: &Judged, source: &Text) -> Report {
    let name = text::method_name(program, id);
    let mut diagnostics = Vec::new();
    let is_told = |violation: &&Candidate| !judged.violations.iter().any(|other| includes(other, violation));
    diagnostics.extend(judged.violations.iter().filter(is_told).map(|violation| finding(violation, source)));
    let is_known = |possible: &&Candidate| {
        !judged.violations.iter().any(|known| known.code == possible.code && known.span == possible.span)
    };
    for possible in judged.possible.iter().filter(is_known) {
        let message = format!("{}; whether this way is possible is not known", possible.message);
        let doubt = Diagnostic::error(&codes::UNKNOWN, possible.span, message);
        diagnostics.push(with_details(doubt, possible, source));
    }
    let mut doubts = judged.doubts.clone();
    doubts.dedup();
    // One callee that is not known is reason enough.
    let mut has_callee = false;
    doubts.retain(|doubt| {
        let is_told = doubt.is_of_callee && has_callee;
        has_callee |= doubt.is_of_callee;
        !is_told
    });
    for doubt in doubts {
        let message = match doubt.is_of_callee {
            true => {
                format!("a method that is called here, or further down, is not known to be right: {}", doubt.message)
            }
            false => doubt.message,
        };
        let code = if doubt.is_internal { &ivl::codes::INTERNAL } else { &codes::UNKNOWN };
        let diagnostic = Diagnostic::error(code, doubt.span, message);
        if !diagnostics.contains(&diagnostic) {
            diagnostics.push(diagnostic);
        }
    }
    let verdict = match (judged.violations.is_empty(), diagnostics.is_empty()) {
        (false, _) => Verdict::Failed,
        (true, false) => Verdict::Unknown,
        (true, true) if judged.is_shadowed => Verdict::Unknown,
        (true, true) => Verdict::Proved,
    };
    let span = program.method(id).span;
    let (id, kind, time) = (format!("{name}/interface"), "lock-interface", judged.time);
    Report::of_obligation(Obligation { id, kind, span, outcome: Outcome::of(verdict, diagnostics), time })
}

/// Whether one finding says all that the other does: `count++` reads and writes without the same lock.
fn includes(whole: &Candidate, part: &Candidate) -> bool {
    let is_inside = whole.span.file == part.span.file
        && whole.span.start <= part.span.start
        && part.span.end <= whole.span.end
        && whole.span != part.span;
    is_inside && whole.code == part.code && whole.labels == part.labels && !whole.labels.is_empty()
}

fn finding(candidate: &Candidate, source: &Text) -> Diagnostic {
    with_details(Diagnostic::error(candidate.code, candidate.span, candidate.message.clone()), candidate, source)
}

fn with_details(mut diagnostic: Diagnostic, candidate: &Candidate, source: &Text) -> Diagnostic {
    for (span, text) in &candidate.labels {
        diagnostic = diagnostic.label(*span, text.clone());
    }
    if let Some(help) = candidate.help {
        diagnostic = diagnostic.help(help);
    }
    let mut steps = Vec::new();
    add_steps(&candidate.trace, true, source, &mut steps);
    if steps.len() > STEPS {
        steps.retain(|(_, is_aside)| !is_aside);
    }
    let mut steps: Vec<Step> = steps.into_iter().map(|(step, _)| step).collect();
    if steps.len() > STEPS {
        let tail = steps.split_off(steps.len() - STEPS / 2);
        let left_out = steps.split_off(STEPS / 2);
        let text = format!("… {} further steps", left_out.len());
        steps.push(Step { text, ..left_out[0].clone() });
        steps.extend(tail);
    }
    diagnostic.trace(steps)
}

/// The steps of a way, each with whether it is aside: a call that gives back what it takes is one step, which may be left
/// out, unless the way ends there.
fn add_steps(trace: &Trace, is_end: bool, source: &Text, steps: &mut Vec<(Step, bool)>) {
    let events = trace.events();
    for (index, event) in events.iter().enumerate() {
        let is_end = is_end && index + 1 == events.len();
        let inner = match &event.kind {
            EventKind::Call { inner, .. } => Some(inner),
            _ => None,
        };
        let is_aside = !is_end && inner.is_some_and(is_balanced);
        if let Some(text) = words(event, source) {
            steps.push((Step { span: event.span, thread: None, text, values: Vec::new() }, is_aside));
        }
        if let Some(inner) = inner.filter(|_| !is_aside) {
            add_steps(inner, is_end, source, steps);
        }
    }
}

/// Whether each lock is released as often as it is taken.
fn is_balanced(trace: &Trace) -> bool {
    let mut counts = BTreeMap::new();
    count_locks(trace, &mut counts);
    counts.values().all(|count| *count == 0)
}

fn count_locks(trace: &Trace, counts: &mut BTreeMap<String, i32>) {
    for event in trace.events() {
        match event.kind {
            EventKind::Takes(lock) => *counts.entry(lock).or_default() += 1,
            EventKind::Releases(lock) => *counts.entry(lock).or_default() -= 1,
            EventKind::Call { inner, .. } => count_locks(&inner, counts),
            EventKind::Waits(_) | EventKind::Refused(_) | EventKind::Branch(_) => {}
            EventKind::AfterRounds(_) | EventKind::Throws(_) => {}
        }
    }
}

fn words(event: &Event, source: &Text) -> Option<String> {
    Some(match &event.kind {
        EventKind::Takes(lock) => format!("takes {lock}"),
        EventKind::Releases(lock) => format!("releases {lock}"),
        EventKind::Waits(lock) => format!("gives {lock} up while it waits, and has it again"),
        EventKind::Refused(lock) => format!("does not get {lock}"),
        EventKind::Branch(is_true) => {
            let condition = source(event.span);
            let condition = condition.lines().next().unwrap_or_default().trim();
            if condition.is_empty() || condition == "}" {
                return None;
            }
            if condition.starts_with("for ") || condition.starts_with("for(") {
                return Some(if *is_true { "the loop goes on" } else { "the loop ends" }.to_string());
            }
            match (is_label(event.span, source), is_true) {
                (true, true) => format!("`case {condition}` is taken"),
                (true, false) => format!("`case {condition}` is not taken"),
                (false, _) => format!("`{condition}` is {is_true}"),
            }
        }
        EventKind::AfterRounds(counter) => format!("after enough rounds, `{counter}` may be any number"),
        EventKind::Throws(class) if class.is_empty() => "throws".to_string(),
        EventKind::Throws(class) => format!("throws {class}"),
        EventKind::Call { name, .. } => format!("calls `{name}`"),
    })
}

/// Whether the place is a label of a switch, as its text says.
fn is_label(span: Span, source: &Text) -> bool {
    const FAR: u32 = 200;
    let before = source(Span::new(span.file, span.start.saturating_sub(FAR), span.start));
    before.rsplit_once("case ").is_some_and(|(_, labels)| !labels.contains(|c| ":;{}()>".contains(c)))
}
