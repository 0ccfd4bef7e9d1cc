//! A C program, from text to verdict: proved by `effects`, or refuted by a run that `explore` finds.
//!
//! The engine looks at all runs of any number of threads and may see more than there is. So what it cannot prove is
//! searched for a real failing run, within growing bounds. If there is one, the program is refuted; if not, it is unknown,
//! and what the engine stumbled over is a warning that says so.

use crate::codes;
use crate::options::{CheckOptions, Engine, Format, Interference};
use crate::report::ProgramReport;
use ::explore::{Bounds, Outcome, report, search};
use concurrent::program::Program;
use concurrent::spec::{Spec, elaborate};
use source::{Deadline, Diagnostic, FileId, FileReport, Obligation, Severity, SourceMap, Span, Verdict};
use std::time::Duration;

/// Threads and operations of each, in the order in which they are tried.
const BOUNDS: [(u8, u8); 8] = [(1, 5), (2, 1), (2, 2), (3, 1), (2, 3), (3, 2), (2, 4), (3, 3)];

/// So many states are searched for each of the bounds.
const STATES: usize = 500_000;

/// A proof may take so many times as long as the search for a failing run: with the usual limits most of the time of a run.
const PROOF_TIME: u32 = 8;

/// What is said of a program.
pub fn judge(options: &CheckOptions, map: SourceMap, file: FileId, deadline: Deadline) -> ProgramReport {
    let engine = Engine::Effects.name();
    let reading = front::c::Options { malloc_may_fail: options.malloc_may_fail };
    let (program, mut diagnostics) = front::c::parse_with(file, &map.file(file).text, reading);
    let Some(program) = program else { return ProgramReport::rejected(map, file, engine, diagnostics) };
    let spec = match elaborate(&program) {
        Ok(spec) => spec,
        Err(wrong) => {
            diagnostics.extend(wrong);
            return ProgramReport::rejected(map, file, engine, diagnostics);
        }
    };
    let until = deadline.within(options.timeout.saturating_mul(PROOF_TIME));
    let mut findings = prove(options, &program, &spec, until);
    if findings.diagnostics.iter().any(|one| one.severity == Severity::Error) {
        match failing_run(&program, &spec, deadline.within(options.timeout)) {
            Search::Found(run) => refute(&mut findings, *run, spec.span),
            Search::Nothing { searched, unfinished } => explain(&mut findings, &searched, &unfinished),
        }
    }
    if !diagnostics.is_empty() {
        findings.diagnostics.splice(0..0, diagnostics);
    }
    select(options, &program, &spec, &mut findings);
    ProgramReport::judged(map, file, engine, findings)
}

/// What the engine says, and how it came to say so where that is asked for.
fn prove(options: &CheckOptions, program: &Program, spec: &Spec, deadline: Deadline) -> FileReport {
    let interference = match options.interference {
        Interference::Summaries => effects::check::Interference::Summaries,
        Interference::Classical => effects::check::Interference::Classical,
    };
    match effects::check::check(program, spec, effects::check::Config { interference, deadline }) {
        Ok(outcome) => {
            let mut findings = outcome.report(spec);
            let is_asked = options.verbose || options.format != Format::Human;
            findings.diagnostics.extend(outcome.proof(spec).filter(|_| is_asked));
            findings
        }
        Err(reasons) if reasons.iter().any(|reason| codes::is_unsupported(reason.code)) => {
            FileReport::of_diagnostics(reasons)
        }
        Err(reasons) => {
            let obligations = effects::report::obligations(spec, Verdict::Unknown, Duration::ZERO);
            FileReport { obligations, diagnostics: reasons, ..FileReport::default() }
        }
    }
}

/// The end of a search for a real run that goes wrong.
enum Search {
    Found(Box<Diagnostic>),
    /// The bounds within which there is none, and those that were not searched to the end.
    Nothing {
        searched: Vec<(u8, u8)>,
        unfinished: Vec<(u8, u8)>,
    },
}

fn failing_run(program: &Program, spec: &Spec, deadline: Deadline) -> Search {
    let (mut searched, mut unfinished) = (Vec::new(), Vec::new());
    for (threads, ops) in BOUNDS {
        match search(program, spec, &Bounds { threads, ops, states: STATES, deadline, is_reduced: true }) {
            Outcome::Found { trace, .. } => return Search::Found(Box::new(report::diagnostic(program, spec, &trace))),
            Outcome::NoneWithin { .. } => searched.push((threads, ops)),
            Outcome::LimitReached { .. } => unfinished.push((threads, ops)),
        }
    }
    Search::Nothing { searched, unfinished }
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

/// Says of what the engine stumbled over that it is no proof of an error. The obligations are unknown, so the program is.
fn explain(findings: &mut FileReport, searched: &[(u8, u8)], unfinished: &[(u8, u8)]) {
    let is_unknown = findings.obligations.iter().any(|obligation| obligation.verdict == Verdict::Unknown);
    if !is_unknown {
        return;
    }
    let list = |bounds: &[(u8, u8)]| {
        bounds.iter().map(|(threads, ops)| format!("{threads}×{ops}")).collect::<Vec<String>>().join(", ")
    };
    let mut said = format!("no failing run with these numbers of threads and operations of each: {}", list(searched));
    if !unfinished.is_empty() {
        said.push_str(&format!("; not searched to the end: {}", list(unfinished)));
    }
    for diagnostic in findings.diagnostics.iter_mut().filter(|one| one.severity == Severity::Error) {
        diagnostic.severity = Severity::Warning;
        diagnostic.message = format!("not proved: {}", diagnostic.message);
        diagnostic.help.push(said.clone());
        diagnostic
            .help
            .push("the analysis is of all runs of any number of threads and may see more than there is".into());
    }
}

/// Keeps what `--only` names: an obligation, or an operation, on which all of them depend.
fn select(options: &CheckOptions, program: &Program, spec: &Spec, findings: &mut FileReport) {
    let Some(only) = options.only.as_deref() else { return };
    if spec.operations().any(|id| *program.procedure(id).name == *only) {
        return;
    }
    findings.obligations.retain(|obligation| obligation.id == only || obligation.kind == only);
    if findings.obligations.is_empty() {
        findings.diagnostics.clear();
    }
}

/// The names that `--only` may select in a C program.
pub fn names(map: &SourceMap, file: FileId) -> Vec<String> {
    let (Some(program), _) = front::c::parse(file, &map.file(file).text) else { return Vec::new() };
    let Ok(spec) = elaborate(&program) else { return Vec::new() };
    let operations = spec.operations().map(|id| program.procedure(id).name.to_string());
    let obligations = effects::report::obligations(&spec, Verdict::Unknown, Duration::ZERO);
    operations.chain(obligations.into_iter().map(|obligation| obligation.kind.to_string())).collect()
}
