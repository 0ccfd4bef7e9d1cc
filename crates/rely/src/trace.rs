//! Failing runs in the words of the source: values of the method's own variables, and the places where others run.

use crate::codes;
use ivl::typed::Program;
use source::{Diagnostic, Span, Step};
use std::collections::BTreeSet;

/// The name of a variable that changes whenever others run.
pub const OTHERS: &str = "others run";

/// Leaves out what only the encoding knows, says where other threads come in, and what fails at the end.
pub fn tell(program: &Program, finding: &mut Diagnostic, text: &dyn Fn(Span) -> String) {
    let shared: BTreeSet<&str> = program.globals.iter().map(|global| &*global.name).collect();
    let mut told: Vec<Step> = Vec::new();
    let last = finding.trace.len().saturating_sub(1);
    for (at, mut step) in std::mem::take(&mut finding.trace).into_iter().enumerate() {
        let others_ran = step.text.is_empty() && step.values.iter().any(|(name, _)| name == OTHERS);
        step.values.retain(|(name, value)| is_readable(name, value) && !shared.contains(name.as_str()));
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

/// A variable of the source with a value that is not a map. What the encoding adds has spaces in its name.
fn is_readable(name: &str, value: &str) -> bool {
    let is_own = !name.contains(' ') && !["mine", "depth", "locked", "position", "cell", "changed"].contains(&name);
    let is_temporary = name.strip_prefix('t').is_some_and(|rest| rest.chars().all(|digit| digit.is_ascii_digit()));
    is_own && !value.starts_with('[') && (!is_temporary || name == "t")
}
