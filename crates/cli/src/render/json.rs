//! Results for scripts: one JSON object, whose shape is part of the command line's contract.

use crate::render::exact;
use crate::report::{ProgramReport, Summary};
use serde::Serialize;
use source::{Diagnostic, FileId, Severity, SourceMap};
use std::time::Duration;

const VERSION: u32 = 1;

pub fn render(programs: &[ProgramReport], summary: &Summary) -> String {
    let run = Run { version: VERSION, files: programs.iter().map(file).collect(), summary: counts(summary) };
    // Plain structs of strings and numbers always have a JSON form.
    let mut text = serde_json::to_string_pretty(&run).unwrap_or_default();
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Run {
    version: u32,
    files: Vec<File>,
    summary: Counts,
}

#[derive(Serialize)]
struct File {
    /// As [`exact`] writes it; so are the paths of spans.
    path: String,
    verdict: &'static str,
    engine: &'static str,
    time_ms: u64,
    obligations: Vec<Obligation>,
    diagnostics: Vec<Finding>,
}

#[derive(Serialize)]
struct Obligation {
    id: String,
    kind: &'static str,
    verdict: &'static str,
    time_ms: u64,
}

#[derive(Serialize)]
pub struct Finding {
    code: &'static str,
    /// The kind of the code in one or two words.
    name: &'static str,
    severity: &'static str,
    message: String,
    span: Span,
    related: Vec<Related>,
    help: Vec<String>,
    trace: Vec<Step>,
}

/// Lines and columns count from 1, columns in characters; the end is the place after the last character.
#[derive(Serialize)]
struct Span {
    /// Given only where the place is not in the file of the enclosing object.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
struct Related {
    span: Span,
    message: String,
}

#[derive(Serialize)]
struct Step {
    span: Span,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<u32>,
    text: String,
    values: Vec<Value>,
}

#[derive(Serialize)]
struct Value {
    name: String,
    value: String,
}

#[derive(Serialize)]
struct Counts {
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
    let obligations = program.report.obligations.iter().map(|obligation| Obligation {
        id: obligation.id.clone(),
        kind: obligation.kind,
        verdict: obligation.outcome.verdict().word(),
        time_ms: milliseconds(obligation.time),
    });
    let diagnostics = program.report.findings().map(|diagnostic| finding(map, program.file, diagnostic));
    File {
        path: exact(map.path(program.file)),
        verdict: program.verdict().word(),
        engine: program.engine.name(),
        time_ms: milliseconds(program.time),
        obligations: obligations.collect(),
        diagnostics: diagnostics.collect(),
    }
}

pub fn finding(map: &SourceMap, file: FileId, diagnostic: &Diagnostic) -> Finding {
    let related = diagnostic
        .related
        .iter()
        .map(|label| Related { span: span(map, file, label.span), message: label.text.clone() });
    let trace = diagnostic.trace.iter().map(|step| Step {
        span: span(map, file, step.span),
        thread: step.thread,
        text: step.text.clone(),
        values: step.values.iter().map(|(name, value)| Value { name: name.clone(), value: value.clone() }).collect(),
    });
    Finding {
        code: diagnostic.code.id,
        name: diagnostic.code.name,
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: diagnostic.message.clone(),
        span: span(map, file, diagnostic.span),
        related: related.collect(),
        help: diagnostic.help.clone(),
        trace: trace.collect(),
    }
}

fn span(map: &SourceMap, file: FileId, span: source::Span) -> Span {
    let (start, end) = (map.start(span), map.end(span));
    Span {
        path: (span.file != file).then(|| exact(map.path(span.file))),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}

fn counts(summary: &Summary) -> Counts {
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

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
