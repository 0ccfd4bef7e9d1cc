//! Findings and places as JSON has them.

use crate::render::exact;
use serde::Serialize;
use source::{Diagnostic, FileId, Severity, SourceMap};
use std::time::Duration;

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
pub struct Span {
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

pub fn span(map: &SourceMap, file: FileId, span: source::Span) -> Span {
    let (start, end) = (map.start(span), map.end(span));
    Span {
        path: (span.file != file).then(|| exact(map.path(span.file))),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}

pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
