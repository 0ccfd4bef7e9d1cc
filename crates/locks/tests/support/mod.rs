//! Programs read and checked in this process.

use ivl::check::Context;
use smt::{Cache, Pool, SolverConfig, SolverInfo, SolverSession};
use source::{Report, Severity, SourceMap, Span, Verdict};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What was found, as lines and names.
pub struct Checked {
    pub findings: Vec<(u32, String, String)>,
    pub verdicts: Vec<(String, Verdict)>,
}

fn solver() -> PathBuf {
    match std::env::var_os("COUNTERPOINT_Z3") {
        Some(path) if !path.is_empty() => PathBuf::from(path),
        _ => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/z3"),
    }
}

/// A pool of one solver, which is started only if it is asked something.
pub fn pool() -> Pool {
    let config = SolverConfig::new(solver());
    Pool::new(Arc::new(move || Box::new(SolverSession::new(config.clone()))), 1)
}

pub fn check(text: &str, pool: &Pool) -> Checked {
    let mut map = SourceMap::new();
    let file = map.add("Test.java", text);
    let input = front::java::Input { file, text, is_overlay: false };
    let (program, read) = front::java::read_with(&[input], front::java::Unseen::IsCalled);
    let (spec, annotated) = concurrent::object::annotations::resolve(&program);
    let (config, cache) = (SolverConfig::new(solver()), Cache::disabled());
    let info = SolverInfo { name: "Z3".to_string(), version: String::new(), contents: [0; 32] };
    let context = Context {
        pool,
        cache: &cache,
        info: &info,
        config: &config,
        deadline: source::Deadline::never(),
        timeout: Duration::from_secs(20),
        jobs: 1,
        only: None,
        progress: &|_, _| {},
    };
    let words = |span: Span| {
        let end = span.end.min(map.file(span.file).text.len() as u32);
        map.text(Span { end, ..span }).to_string()
    };
    let mut report = Report::of_inputs(read.into_iter().chain(annotated).collect());
    let request = locks::check::Request { text: &words, threads: None };
    report.append(locks::check::check(&program, &spec, &request, &context));
    let findings = report.findings().filter(|finding| finding.severity != Severity::Note);
    let findings = findings
        .map(|finding| (map.start(finding.span).line, finding.code.name.to_string(), finding.message.clone()))
        .collect();
    let verdicts =
        report.obligations.iter().map(|obligation| (obligation.id.clone(), obligation.outcome.verdict())).collect();
    Checked { findings, verdicts }
}
