//! Declarations with an annotation that cannot be read.
//!
//! What it was to promise, or to ask for, is not known: the declaration is *unsupported*, and the rest is checked.

use crate::codes;
use crate::interface::terms::names::simple;
use crate::spec::LockSpec;
use concurrent::object::Program;
use concurrent::object::annotations::spec::Owner;
use concurrent::object::text::method_name;
use source::{Diagnostic, Obligation, Outcome, Report};
use std::time::Duration;

/// What is said of them.
pub fn unreadable(program: &Program, locks: &LockSpec) -> Report {
    let mut report = Report::default();
    for (owner, place) in &locks.unreadable {
        let (name, span) = match owner {
            Owner::Class(class) => (simple(&program.class(*class).name).to_string(), program.class(*class).span),
            Owner::Method(method) => (method_name(program, *method), program.method(*method).span),
            Owner::Field(field) => {
                let declared = program.field(*field);
                (format!("{}.{}", simple(&program.class(declared.class).name), declared.name), declared.span)
            }
        };
        let message = format!("what is said of `{name}` is not checked for locks: this annotation cannot be read");
        let finding = Diagnostic::error(&codes::UNSUPPORTED, *place, message)
            .help("correct the annotation: what is wrong with it is reported at the same place");
        let (id, kind) = (format!("{name}/interface"), "lock-interface");
        let outcome = Outcome::unsupported(finding);
        report.obligations.push(Obligation { id, kind, span, outcome, time: Duration::ZERO });
    }
    report
}
