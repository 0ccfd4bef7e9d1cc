//! Units of a check: a method in a context, a lock class, the order of locks.
//!
//! What fails in the verifier itself costs its unit the verdict, and no other one.

use crate::codes;
use ivl::check::end_of_run;
use source::{Deadline, Diagnostic, Obligation, Outcome, Report, Span};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// What is said of a method of which that is true.
pub const INTERNAL: &str = "internal error while checking this; nothing is known about it";

/// What comes of a unit; none if the verifier itself failed.
pub fn attempt<T>(unit: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(unit)).ok()
}

/// A unit of which nothing is known.
pub fn failed(id: String, kind: &'static str, span: Span) -> Report {
    let message = format!("internal error while checking `{id}`; nothing is known about it");
    let outcome = Outcome::Internal(vec![Diagnostic::error(&ivl::codes::INTERNAL, span, message)]);
    Report::of_obligation(Obligation { id, kind, span, outcome, time: Duration::ZERO })
}

/// A unit that the run did not come to.
pub fn not_reached(id: &str, kind: &'static str, span: Span, deadline: Deadline) -> Report {
    let message = format!("`{id}` was not checked: {}", end_of_run(deadline));
    let outcome = Outcome::unknown(Diagnostic::error(&codes::UNKNOWN, span, message));
    Report::of_obligation(Obligation { id: id.to_string(), kind, span, outcome, time: Duration::ZERO })
}

#[cfg(test)]
mod tests {
    use super::{attempt, failed};
    use source::{Outcome, Span};

    #[test]
    fn what_fails_costs_its_own_verdict() {
        let place = || Span::new(source::FileId(0), 0, 1);
        let units: [fn() -> u32; 3] = [|| 1, || panic!("on purpose"), || 3];
        let found: Vec<Option<u32>> = units.into_iter().map(attempt).collect();
        assert_eq!(found, [Some(1), None, Some(3)]);
        let report = failed("Lock/waiting".to_string(), "lock-deadlock", place());
        assert!(
            matches!(&report.obligations[0].outcome, Outcome::Internal(findings) if findings[0].code.name == "internal")
        );
    }
}
