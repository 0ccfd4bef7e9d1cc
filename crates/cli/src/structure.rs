//! A C program, from text to verdict: proved by `effects`, or refuted by a run that `explore` finds.
//!
//! The engine looks at all runs of any number of threads and may see more than there is. So what it cannot prove is
//! searched for a real failing run, within growing bounds. If there is one, the program is refuted; if not, it is unknown,
//! and what the engine stumbled over is a warning that says so.

use crate::options::{CheckOptions, Engine, Format, Interference};
use crate::report::ProgramReport;
use ::explore::{Bounds, Outcome as Explored, report, search};
use concurrent::program::Program;
use concurrent::spec::{Spec, elaborate};
use source::{Deadline, Diagnostic, FileId, Kind, Obligation, Outcome, Report, Severity, SourceMap};
use std::time::Duration;

/// Threads and operations of each, in the order in which they are tried.
const BOUNDS: [(u8, u8); 8] = [(1, 5), (2, 1), (2, 2), (3, 1), (2, 3), (3, 2), (2, 4), (3, 3)];

/// So many states are searched for each of the bounds.
const STATES: usize = 500_000;

/// A proof may take so many times as long as the search for a failing run: with the usual limits most of the time of a run.
const PROOF_TIME: u32 = 8;

/// What is said of a program.
pub fn judge(options: &CheckOptions, map: SourceMap, file: FileId, deadline: Deadline) -> ProgramReport {
    let engine = Engine::Effects;
    let reading = front::c::Options { malloc_may_fail: options.malloc_may_fail };
    let (program, mut diagnostics) = front::c::parse_with(file, &map.file(file).text, reading);
    let Some(program) = program else { return ProgramReport::of_inputs(map, file, engine, diagnostics) };
    let spec = match elaborate(&program) {
        Ok(spec) => spec,
        Err(wrong) => {
            diagnostics.extend(wrong);
            return ProgramReport::of_inputs(map, file, engine, diagnostics);
        }
    };
    let until = deadline.within(options.timeout.saturating_mul(PROOF_TIME));
    let mut report = prove(options, &program, &spec, until);
    if !report.is_proved() {
        report = match failing_run(&program, &spec, deadline.within(options.timeout)) {
            Search::Found(run) => refuted(&spec, *run),
            Search::Nothing { searched, unfinished } => not_proved(report, &searched, &unfinished),
        };
    }
    diagnostics.append(&mut report.inputs);
    report.inputs = diagnostics;
    select(options, &program, &spec, &mut report);
    ProgramReport::new(map, file, engine, report)
}

/// What the engine says, and how it came to say so where that is asked for.
fn prove(options: &CheckOptions, program: &Program, spec: &Spec, deadline: Deadline) -> Report {
    let interference = match options.interference {
        Interference::Summaries => effects::check::Interference::Summaries,
        Interference::Classical => effects::check::Interference::Classical,
    };
    match effects::check::check(program, spec, effects::check::Config { interference, deadline }) {
        Ok(analysis) => {
            let mut report = analysis.report(spec);
            let is_asked = options.verbose || options.format != Format::Human;
            report.notes.extend(analysis.proof(spec).filter(|_| is_asked));
            report
        }
        Err(reasons) if reasons.iter().any(|reason| reason.code.kind == Kind::Unsupported) => {
            Report::of_inputs(reasons)
        }
        Err(reasons) => {
            let obligations = effects::report::obligations(spec, Outcome::Unknown(reasons), Duration::ZERO);
            Report { obligations, ..Report::default() }
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
            Explored::Found { trace, .. } => return Search::Found(Box::new(report::diagnostic(program, spec, &trace))),
            Explored::NoneWithin { .. } => searched.push((threads, ops)),
            Explored::LimitReached { .. } => unfinished.push((threads, ops)),
        }
    }
    Search::Nothing { searched, unfinished }
}

/// A run refutes what it breaks; of the rest nothing is known.
fn refuted(spec: &Spec, run: Diagnostic) -> Report {
    let kind = if run.code.id == ::explore::codes::LINEARIZABILITY.id { "linearizability" } else { "memory-safety" };
    let mut obligations = effects::report::obligations(spec, Outcome::Unknown(Vec::new()), Duration::ZERO);
    for obligation in obligations.iter_mut().filter(|obligation| obligation.kind == kind) {
        obligation.outcome = Outcome::Refuted(vec![run.clone()]);
    }
    Report { obligations, ..Report::default() }
}

/// What the engine suspected, with the bounds within which there is no failing run. It is no proof of an error.
fn not_proved(report: Report, searched: &[(u8, u8)], unfinished: &[(u8, u8)]) -> Report {
    let list = |bounds: &[(u8, u8)]| {
        bounds.iter().map(|(threads, ops)| format!("{threads}×{ops}")).collect::<Vec<String>>().join(", ")
    };
    let mut said = format!("no failing run with these numbers of threads and operations of each: {}", list(searched));
    if !unfinished.is_empty() {
        said.push_str(&format!("; not searched to the end: {}", list(unfinished)));
    }
    let suspected = |finding: Diagnostic| Diagnostic {
        severity: Severity::Warning,
        message: format!("not proved: {}", finding.message),
        ..finding
            .help(said.clone())
            .help("the analysis is of all runs of any number of threads and may see more than there is")
    };
    let open = |obligation: Obligation| match obligation.outcome {
        Outcome::Unknown(findings) => {
            let outcome = Outcome::Unknown(findings.into_iter().map(suspected).collect());
            Obligation { outcome, ..obligation }
        }
        _ => obligation,
    };
    Report { obligations: report.obligations.into_iter().map(open).collect(), ..report }
}

/// Keeps what `--only` names: an obligation, or an operation, on which all of them depend.
fn select(options: &CheckOptions, program: &Program, spec: &Spec, report: &mut Report) {
    let Some(only) = options.only.as_deref() else { return };
    if spec.operations().any(|id| *program.procedure(id).name == *only) {
        return;
    }
    report.obligations.retain(|obligation| obligation.id == only || obligation.kind == only);
    if report.obligations.is_empty() {
        report.notes.clear();
    }
}

/// The names that `--only` may select in a C program.
pub fn names(map: &SourceMap, file: FileId) -> Vec<String> {
    let (Some(program), _) = front::c::parse(file, &map.file(file).text) else { return Vec::new() };
    let Ok(spec) = elaborate(&program) else { return Vec::new() };
    let operations = spec.operations().map(|id| program.procedure(id).name.to_string());
    let obligations = effects::report::obligations(&spec, Outcome::Unknown(Vec::new()), Duration::ZERO);
    operations.chain(obligations.into_iter().map(|obligation| obligation.kind.to_string())).collect()
}
