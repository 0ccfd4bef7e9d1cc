//! A C program, from text to verdict: proved by `effects`, or refuted by a run that `explore` finds.
//!
//! The engine looks at all runs of any number of threads and may see more than there is. So what it cannot prove is
//! searched for a real failing run, within growing bounds. If there is one, the program is refuted; if not, it is unknown.

use crate::options::{CheckOptions, Engine};
use crate::report::ProgramReport;
use ::explore::{Bounds, Outcome, report, search};
use concurrent::program::Program;
use concurrent::spec::{Spec, elaborate};
use source::{Diagnostic, FileId, FileReport, Obligation, SourceMap, Span, Verdict};
use std::time::Duration;

/// Threads and operations of each, in the order in which they are tried.
const BOUNDS: [(u8, u8); 8] = [(1, 3), (2, 1), (2, 2), (3, 1), (2, 3), (3, 2), (2, 4), (3, 3)];

/// So many states are searched for each of the bounds.
const STATES: usize = 2_000_000;

pub fn judge(options: &CheckOptions, map: &SourceMap, file: FileId) -> ProgramReport {
    let engine = Engine::Effects.name();
    let (program, mut diagnostics) = front::c::parse(file, &map.file(file).text);
    let Some(program) = program else { return ProgramReport::rejected(file, engine, diagnostics) };
    let spec = match elaborate(&program) {
        Ok(spec) => spec,
        Err(wrong) => {
            diagnostics.extend(wrong);
            return ProgramReport::rejected(file, engine, diagnostics);
        }
    };
    let mut findings = match effects::check::check(&program, &spec) {
        Ok(outcome) => outcome.report(&spec),
        Err(unsupported) => FileReport::of_diagnostics(unsupported),
    };
    if !findings.diagnostics.is_empty()
        && let Some(run) = failing_run(options, &program, &spec)
    {
        refute(&mut findings, run, spec.span);
    }
    diagnostics.append(&mut findings.diagnostics);
    findings.diagnostics = diagnostics;
    ProgramReport::judged(file, engine, findings)
}

/// A real run that goes wrong.
fn failing_run(options: &CheckOptions, program: &Program, spec: &Spec) -> Option<Diagnostic> {
    let deadline = ::explore::search::deadline_after(options.timeout);
    for (threads, ops) in BOUNDS {
        match search(program, spec, &Bounds { threads, ops, states: STATES, deadline, is_reduced: true }) {
            Outcome::Found { trace, .. } => return Some(report::diagnostic(program, spec, &trace)),
            Outcome::NoneWithin { .. } | Outcome::LimitReached { .. } => {}
        }
    }
    None
}

/// The run takes the place of what the engine suspected.
fn refute(findings: &mut FileReport, run: Diagnostic, span: Span) {
    let kind = if run.code.id == ::explore::codes::LINEARIZABILITY.id { "linearizability" } else { "memory-safety" };
    match findings.obligations.iter_mut().find(|obligation| obligation.kind == kind) {
        Some(obligation) => obligation.verdict = Verdict::Refuted,
        // The engine had none: it does not support the program.
        None => {
            let (verdict, time) = (Verdict::Refuted, Duration::ZERO);
            findings.obligations.push(Obligation { id: kind.to_string(), kind, span, verdict, time });
        }
    }
    findings.diagnostics = vec![run];
}
