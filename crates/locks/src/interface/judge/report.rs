//! Findings in words.

use crate::codes;
use crate::interface::check::{Judged, Text};
use crate::interface::judge::candidate::Candidate;
use crate::interface::walk::trace::{Event, EventKind, Trace};
use concurrent::object::{MethodId, Program, text};
use source::{Diagnostic, FileReport, Obligation, Step, Verdict};

/// Long ways are cut in the middle.
const STEPS: usize = 24;

/// What is told of a method.
pub fn method(program: &Program, id: MethodId, judged: &Judged, source: &Text) -> FileReport {
    let name = text::method_name(program, id);
    let mut diagnostics = Vec::new();
    diagnostics.extend(judged.violations.iter().map(|violation| finding(violation, source)));
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
        let diagnostic = Diagnostic::error(&codes::UNKNOWN, doubt.span, message);
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
    let obligation =
        Obligation { id: format!("{name}/interface"), kind: "lock-interface", span, verdict, time: judged.time };
    FileReport { obligations: vec![obligation], diagnostics, ..FileReport::default() }
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
    add_steps(&candidate.trace, source, &mut steps);
    if steps.len() > STEPS {
        let tail = steps.split_off(steps.len() - STEPS / 2);
        steps.truncate(STEPS / 2);
        steps.extend(tail);
    }
    diagnostic.trace(steps)
}

fn add_steps(trace: &Trace, source: &Text, steps: &mut Vec<Step>) {
    for event in trace.events() {
        let text = words(&event, source);
        if let Some(text) = text {
            steps.push(Step { span: event.span, thread: None, text, values: Vec::new() });
        }
        if let EventKind::Call { inner, .. } = &event.kind {
            add_steps(inner, source, steps);
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
            if condition.is_empty() {
                return None;
            }
            format!("`{condition}` is {is_true}")
        }
        EventKind::Throws(class) if class.is_empty() => "throws".to_string(),
        EventKind::Throws(class) => format!("throws {class}"),
        EventKind::Call { name, .. } => format!("calls `{name}`"),
    })
}
