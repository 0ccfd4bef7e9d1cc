//! Failing runs in the words of the source: values of the method's own variables, and the places where others run.

use crate::codes;
use source::{Diagnostic, Span, Step};

/// The name of a variable that changes whenever others run.
pub const OTHERS: &str = "others run";

/// Leaves out what only the encoding knows, says where other threads come in, and what fails at the end.
pub fn tell(finding: &mut Diagnostic, text: &dyn Fn(Span) -> String) {
    let mut told: Vec<Step> = Vec::new();
    let last = finding.trace.len().saturating_sub(1);
    for (at, mut step) in std::mem::take(&mut finding.trace).into_iter().enumerate() {
        let others_ran = step.text.is_empty() && step.values.iter().any(|(name, _)| name == OTHERS);
        step.values.retain(|(name, value)| name != OTHERS && !value.starts_with('['));
        if others_ran {
            step.text = "before this, other threads may run".into();
        }
        if step.text.is_empty() && step.values.is_empty() && at != last {
            continue;
        }
        told.push(step);
    }
    if let Some(last) = told.last_mut() {
        last.text = format!("fails: {}", broken(finding, text));
    }
    finding.trace = told;
}

/// Clauses that are longer are not repeated.
const LONGEST: usize = 80;

/// The clause that does not hold in the words of the source; what Java itself asks for, in ours.
fn broken(finding: &Diagnostic, text: &dyn Fn(Span) -> String) -> String {
    let is_any_of = |codes: &[&source::Code]| codes.iter().any(|code| code.id == finding.code.id);
    let declared = [&codes::GUARD, &codes::WRITE, &codes::READ, &codes::INVARIANT, &codes::ENVIRONMENT];
    let clause = if is_any_of(&declared) || is_any_of(&[&codes::PRECONDITION]) {
        finding.related.first().map(|label| label.span)
    } else if is_any_of(&[&codes::ASSERTION, &codes::LOOP, &codes::STABILITY, &codes::ACTION]) {
        Some(finding.span)
    } else {
        None
    };
    let words = clause.map(text).unwrap_or_default();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.is_empty() || words.len() > LONGEST {
        true => finding.message.clone(),
        false => words,
    }
}
