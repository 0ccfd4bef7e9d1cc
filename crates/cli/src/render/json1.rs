//! The first version of the results for scripts, for those that rely on it.

use crate::render::exact;
use crate::render::finding::{Finding, finding, milliseconds};
use crate::render::json::{Counts, counts};
use crate::report::{ProgramReport, Summary};
use serde::Serialize;

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
