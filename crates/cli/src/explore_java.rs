//! `counterpoint explore` on Java: `main` is run, or the methods of each class that says something about threads.

use crate::explore::Explored;
use crate::options::ExploreOptions;
use crate::{EXIT_INVALID, java, parse};
use ::explore::object::{Bounds, FaultKind, Kinds, Outcome, Target, explore_target, report, targets};
use concurrent::object::{Program, text};
use source::{Deadline, Diagnostic, FileId, SourceMap, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

/// One result for each thing that is run.
pub fn explore(options: &ExploreOptions, path: &Path, map: &mut SourceMap, deadline: Deadline) -> Vec<Explored> {
    let start = Instant::now();
    let java::JavaProgram { program, spec, diagnostics, files, left_out } = java::read(path, map);
    // What is run is the whole program.
    let left_out = left_out.into_iter().flat_map(|(_, findings)| findings);
    let diagnostics: Vec<Diagnostic> = left_out.chain(diagnostics).collect();
    let first = files.first().copied().or(diagnostics.first().map(|one| one.span.file)).unwrap_or(FileId(0));
    if parse::has_errors(&diagnostics) {
        let (outcome, exit_code) = (Verdict::Invalid.word(), EXIT_INVALID);
        let file = diagnostics.first().map_or(first, |one| one.span.file);
        return vec![Explored {
            file,
            target: None,
            is_main: false,
            outcome,
            exit_code,
            limit: None,
            states: 0,
            time_ms: 0,
            diagnostics,
        }];
    }
    let found = targets(&program, &spec);
    if found.is_empty() {
        // Nothing runs, so nothing can fail; but nothing was looked at either.
        let outcome = Verdict::Unsupported.word();
        let diagnostics = vec![nothing_to_run(first)];
        return vec![Explored {
            file: first,
            target: None,
            is_main: false,
            outcome,
            exit_code: 3,
            limit: None,
            states: 0,
            time_ms: 0,
            diagnostics,
        }];
    }
    let ExploreOptions { threads, ops, states, spurious, balanced: leaks, .. } = *options;
    let deadline = deadline.left().and_then(::explore::search::deadline_after);
    let bounds =
        Bounds { threads, ops, states, deadline, spurious, leaks, judges: judged(options), ..Bounds::default() };
    let mut start = start;
    let mut all = Vec::new();
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
    let limit = match outcome {
        Outcome::LimitReached { limit, .. } => Some(limit),
        Outcome::Found { .. } | Outcome::NoneWithin { .. } | Outcome::Unsupported { .. } => None,
    };
    let (outcome, exit_code, diagnostics) = match outcome {
        Outcome::Found { finding, .. } => ("found", 1, vec![report::diagnostic(&finding, |span| map.start(span).line)]),
        Outcome::NoneWithin { .. } => ("none", 0, Vec::new()),
        Outcome::LimitReached { .. } => ("limit", 3, Vec::new()),
        Outcome::Unsupported { gap, .. } => (Verdict::Unsupported.word(), 3, vec![report::unsupported(&gap)]),
    };
    Explored {
        file,
        target: Some(name(program, target)),
        is_main: matches!(target, Target::Main(_)),
        outcome,
        exit_code,
        limit,
        states,
        time_ms,
        diagnostics,
    }
}
