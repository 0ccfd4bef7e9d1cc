//! The engine: the interface of every method that uses locks, the behaviour of every lock class with properties.

use crate::behaviour;
use crate::interface;
use crate::spec::elaborate;
use concurrent::object::Program;
use concurrent::object::annotations::spec::Spec;
use ivl::check::Context;
use source::{FileReport, Span};

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
    let mut report = FileReport::of_diagnostics(wrong);
    report.append(interface::check::check(program, &locks, request.text, context));
    report.append(behaviour::check::check(program, &locks, request.threads));
    report
}
