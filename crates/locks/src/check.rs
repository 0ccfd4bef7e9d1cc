//! The engine: the interface of every method that uses locks, the behaviour of every lock class with properties.

use crate::behaviour;
use crate::interface;
use crate::spec::elaborate;
use crate::unit::attempt;
use concurrent::object::Program;
use concurrent::object::annotations::spec::Spec;
use ivl::check::{Context, internal_error};
use source::{Diagnostic, Obligation, Outcome, Report, Span};
use std::time::Duration;

/// What the engine is given besides the program.
pub struct Request<'a> {
    /// The text of the sources. A place that ends behind its file ends with it.
    pub text: &'a (dyn Fn(Span) -> String + 'a),
    /// How many threads use a lock; none is every number.
    pub threads: Option<u32>,
}

/// Checks a program. A program without locks has no obligations.
pub fn check(program: &Program, spec: &Spec, request: &Request, context: &Context) -> Report {
    let place = program.classes.iter().find(|class| class.is_from_source()).map(|class| class.span);
    let Some((locks, wrong)) = attempt(|| elaborate(program, spec)) else { return internal_error(place) };
    let mut report = Report { obligations: wrong.into_iter().map(not_said).collect(), ..Report::default() };
    let interface = attempt(|| interface::check::check(program, &locks, request.text, context));
    report.append(interface.unwrap_or_else(|| internal_error(place)));
    report.append(behaviour::check::check(program, &locks, request.threads, context.deadline));
    report
}

/// What a wrong clause was to say is not checked.
fn not_said(wrong: Diagnostic) -> Obligation {
    let (id, kind, span) = (wrong.code.name.to_string(), wrong.code.name, wrong.span);
    Obligation { id, kind, span, outcome: Outcome::unsupported(wrong), time: Duration::ZERO }
}
