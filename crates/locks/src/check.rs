//! The engine: the interface of every method that uses locks, the behaviour of every lock class with properties.

use crate::behaviour;
use crate::interface;
use crate::spec::elaborate;
use concurrent::object::Program;
use concurrent::object::annotations::spec::Spec;
use ivl::check::Context;
use source::{Diagnostic, FileReport, Obligation, Span, Verdict};
use std::time::Duration;

/// What the engine is given besides the program.
pub struct Request<'a> {
    /// The text of the sources. A place that ends behind its file ends with it.
    pub text: &'a (dyn Fn(Span) -> String + 'a),
    /// How many threads use a lock; none is every number.
    pub threads: Option<u32>,
}

/// Checks a program. A program without locks has no obligations.
pub fn check(program: &Program, spec: &Spec, request: &Request, context: &Context) -> FileReport {
    let (locks, wrong) = elaborate(program, spec);
    let obligations = wrong.iter().map(not_said).collect();
    let mut report = FileReport { obligations, diagnostics: wrong, ..FileReport::default() };
    report.append(interface::check::check(program, &locks, request.text, context));
    report.append(behaviour::check::check(program, &locks, request.threads));
    report
}

/// What a wrong clause was to say is not checked.
fn not_said(wrong: &Diagnostic) -> Obligation {
    let (id, kind) = (wrong.code.name.to_string(), wrong.code.name);
    Obligation { id, kind, span: wrong.span, verdict: Verdict::Invalid, time: Duration::ZERO }
}
