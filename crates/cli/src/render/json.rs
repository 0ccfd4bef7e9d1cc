//! Results for scripts: one JSON object, whose shape is part of the command line's contract. `docs/report.schema.json` says
//! what it is.

use crate::closing::Closing;
use crate::render::exact;
use crate::render::finding::{Finding, Span, finding, milliseconds, span};
use crate::report::{ProgramReport, Summary};
use serde::Serialize;
use source::{Asked, Diagnostic};

const VERSION: u32 = 2;

pub fn render(programs: &[ProgramReport], summary: &Summary, closing: &Closing) -> String {
    let run = Run {
        version: VERSION,
        files: programs.iter().map(file).collect(),
        properties: closing.asked.iter().map(|(name, asked)| property(name, *asked)).collect(),
        not_asked: not_asked(closing),
        trusted: trusted(closing),
        summary: counts(summary),
    };
    // Plain structs of strings and numbers always have a JSON form.
    let mut text = serde_json::to_string_pretty(&run).unwrap_or_default();
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Run {
    version: u32,
    files: Vec<File>,
    properties: Vec<Property>,
    not_asked: Vec<NotAsked>,
    trusted: Vec<Trusted>,
    summary: Counts,
}

#[derive(Serialize)]
struct File {
    /// As [`exact`] writes it; so are the paths of spans.
    path: String,
    verdict: &'static str,
    engine: &'static str,
    time_ms: u64,
    /// Problems of the input, with warnings and notes about it.
    inputs: Vec<Finding>,
    obligations: Vec<Obligation>,
    notes: Vec<Finding>,
}

#[derive(Serialize)]
struct Obligation {
    id: String,
    kind: &'static str,
    verdict: &'static str,
    span: Span,
    time_ms: u64,
    /// Why it is not proved. If there is none, the reason stands at another obligation.
    findings: Vec<Finding>,
}

#[derive(Serialize)]
struct Property {
    name: &'static str,
    proved: usize,
    failed: usize,
    open: usize,
}

#[derive(Serialize)]
struct NotAsked {
    /// None if no engine asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    property: Option<&'static str>,
    reason: String,
}

#[derive(Serialize)]
struct Trusted {
    /// None if every proof of the engine rests on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    count: usize,
    /// The first of so many.
    what: String,
}

/// How many obligations have which verdict.
#[derive(Serialize)]
pub struct Counts {
    proved: usize,
    refuted: usize,
    failed: usize,
    unknown: usize,
    unsupported: usize,
    invalid: usize,
    /// Programs of which nothing was asked.
    not_checked: usize,
    exit_code: u8,
    time_ms: u64,
    solver_ms: u64,
    /// Name and version; null if no program came as far.
    solver: Option<String>,
}

fn file(program: &ProgramReport) -> File {
    let map = &program.map;
    let findings = |list: &[Diagnostic]| list.iter().map(|one| finding(map, program.file, one)).collect();
    let obligations = program.report.obligations.iter().map(|obligation| Obligation {
        id: obligation.id.clone(),
        kind: obligation.kind,
        verdict: obligation.outcome.verdict().word(),
        span: span(map, program.file, obligation.span),
        time_ms: milliseconds(obligation.time),
        findings: findings(obligation.outcome.findings()),
    });
    File {
        path: exact(map.path(program.file)),
        verdict: program.verdict().word(),
        engine: program.engine.name(),
        time_ms: milliseconds(program.time),
        inputs: findings(&program.report.inputs),
        obligations: obligations.collect(),
        notes: findings(&program.report.notes),
    }
}

fn property(name: &'static str, asked: Asked) -> Property {
    let Asked { proved, failed, open } = asked;
    Property { name, proved, failed, open }
}

fn not_asked(closing: &Closing) -> Vec<NotAsked> {
    let asked = closing.not_asked.iter();
    let asked = asked.map(|(name, reason)| NotAsked { property: Some(name), reason: reason.to_string() });
    let never = closing.never_asked.iter().map(|reason| NotAsked { property: None, reason: reason.to_string() });
    asked.chain(never).collect()
}

fn trusted(closing: &Closing) -> Vec<Trusted> {
    let believed = closing.believed.values();
    let believed =
        believed.map(|(count, code, first)| Trusted { code: Some(code.id), count: *count, what: first.clone() });
    let always = closing.trusted.iter().map(|what| Trusted { code: None, count: 1, what: what.to_string() });
    believed.chain(always).collect()
}

pub fn counts(summary: &Summary) -> Counts {
    let Summary {
        proved,
        refuted,
        failed,
        unknown,
        unsupported,
        invalid,
        not_checked,
        exit_code,
        time,
        solver_time,
        solver,
    } = summary;
    Counts {
        proved: *proved,
        refuted: *refuted,
        failed: *failed,
        unknown: *unknown,
        unsupported: *unsupported,
        invalid: *invalid,
        not_checked: *not_checked,
        exit_code: *exit_code,
        time_ms: milliseconds(*time),
        solver_ms: milliseconds(*solver_time),
        solver: solver.clone(),
    }
}
