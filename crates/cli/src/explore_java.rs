//! `counterpoint explore` on Java: `main` is run, or the methods of each class that says something about threads.

use crate::explore::Explored;
use crate::java;
use crate::options::ExploreOptions;
use ::explore::object::{Bounds, FaultKind, Kinds, Outcome, Target, explore_target, report, targets};
use concurrent::object::{Program, text};
use source::{Deadline, Diagnostic, FileId, Severity, SourceMap, Verdict};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

/// One result for each thing that is run.
pub fn explore(options: &ExploreOptions, path: &Path, map: &mut SourceMap, deadline: Deadline) -> Vec<Explored> {
    let start = Instant::now();
    let Some(read) = java::read(path, map, deadline) else {
        return vec![Explored::late(map.add(path, ""))];
    };
    let java::JavaProgram { program, spec, diagnostics, files, left_out } = read;
    let first = files.first().or(left_out.first().map(|(file, _)| file)).copied().unwrap_or(FileId(0));
    let mut all = not_read(diagnostics, left_out);
    let found = targets(&program, &spec);
    if found.is_empty() && all.is_empty() {
        // Nothing runs, so nothing can fail; but nothing was looked at either.
        return vec![Explored::rejected(first, vec![nothing_to_run(first)])];
    }
    let ExploreOptions { threads, ops, states, spurious, balanced: leaks, .. } = *options;
    let bounds =
        Bounds { threads, ops, states, deadline, spurious, leaks, judges: judged(options), ..Bounds::default() };
    let mut start = start;
    for target in found {
        let attempt = catch_unwind(AssertUnwindSafe(|| explore_target(&program, &spec, target, &bounds)));
        let time_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        start = Instant::now();
        let file = span(&program, target).file;
        all.push(match attempt {
            Ok(outcome) => explored(&program, map, target, file, outcome, time_ms),
            Err(_) => Explored::broken(file, Some(name(&program, target))),
        });
    }
    all
}

/// What is not run: files that are left out, and declarations with an annotation that cannot be read.
fn not_read(diagnostics: Vec<Diagnostic>, left_out: Vec<(FileId, Vec<Diagnostic>)>) -> Vec<Explored> {
    let mut all: Vec<Explored> =
        left_out.into_iter().map(|(file, findings)| Explored::rejected(file, findings)).collect();
    let mut by_file: BTreeMap<FileId, Vec<Diagnostic>> = BTreeMap::new();
    for finding in diagnostics.into_iter().filter(|finding| finding.severity == Severity::Error) {
        by_file.entry(finding.span.file).or_default().push(finding);
    }
    let unsupported = |(file, findings)| Explored::new(file, Verdict::Unsupported.word(), findings);
    all.extend(by_file.into_iter().map(unsupported));
    all
}

/// The kinds of faults that are looked for.
fn judged(options: &ExploreOptions) -> Kinds {
    let is_ignored = |kind: &FaultKind| options.ignore.iter().any(|name| name == kind.code().name);
    FaultKind::ALL.into_iter().filter(is_ignored).fold(Kinds::ALL, Kinds::without)
}

fn nothing_to_run(file: FileId) -> Diagnostic {
    let message = "there is neither a `main` nor a class with annotations about threads";
    let gap = concurrent::object::Gap { message: message.into(), span: source::Span::new(file, 0, 0) };
    report::unsupported(&gap)
}

fn span(program: &Program, target: Target) -> source::Span {
    match target {
        Target::Main(method) => program.method(method).span,
        Target::Class(class) => program.class(class).span,
    }
}

fn name(program: &Program, target: Target) -> String {
    match target {
        Target::Main(method) => text::method_name(program, method),
        Target::Class(class) => program.class(class).name.to_string(),
    }
}

fn explored(
    program: &Program,
    map: &SourceMap,
    target: Target,
    file: FileId,
    outcome: Outcome,
    time_ms: u64,
) -> Explored {
    let states = outcome.states();
    let found = match outcome {
        Outcome::Found { finding, .. } => {
            Explored::new(file, "found", vec![report::diagnostic(&finding, |span| map.start(span).line)])
        }
        Outcome::NoneWithin { .. } => Explored::new(file, "none", Vec::new()),
        Outcome::LimitReached { limit, .. } => {
            Explored { limit: Some(limit), ..Explored::new(file, "limit", Vec::new()) }
        }
        Outcome::Unsupported { gap, .. } => {
            Explored::new(file, Verdict::Unsupported.word(), vec![report::unsupported(&gap)])
        }
    };
    let is_main = matches!(target, Target::Main(_));
    Explored { target: Some(name(program, target)), is_main, states, time_ms, ..found }
}
