//! A failing run as a finding.

use super::super::codes;
use super::Finding;
use concurrent::object::Gap;
use source::{Diagnostic, Span, Step};

/// The finding, with its run. Steps of one thread at one line are told together.
pub fn diagnostic(finding: &Finding, line: impl Fn(Span) -> u32) -> Diagnostic {
    let fault = &finding.fault;
    let mut diagnostic = Diagnostic::error(fault.kind.code(), fault.span, fault.message.clone());
    if let Some((span, words)) = &fault.other {
        diagnostic = diagnostic.label(*span, words.clone());
    }
    let is_near = |left: Span, right: Span| left.file == right.file && line(left) == line(right);
    let mut steps: Vec<Step> = Vec::new();
    for step in &finding.steps {
        match steps.last_mut() {
            Some(last) if last.thread == step.thread && is_near(last.span, step.span) => {
                if !step.text.is_empty() {
                    let joint = if last.text.is_empty() { "" } else { "; " };
                    last.text = format!("{}{joint}{}", last.text, step.text);
                }
                last.values.extend(step.values.iter().cloned());
            }
            Some(_) | None => steps.push(step.clone()),
        }
    }
    diagnostic.trace(steps)
}

/// What is not modelled, as a finding.
pub fn unsupported(gap: &Gap) -> Diagnostic {
    Diagnostic::error(&codes::UNSUPPORTED, gap.span, gap.message.clone())
}
