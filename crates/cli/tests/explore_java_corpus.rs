//! `explore` on the Java programs of the corpus: right ones have no failing run, most wrong ones do, and neither depends on which
//! steps are joined. Each program is a test.

mod support;

use explore::object::{Bounds, FaultKind, Kinds, Outcome, explore};
use front::java::Input;
use source::FileId;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use support::trials::{self, functions, of_programs};
use support::{file_name, files_below, number, read, root};

const RELY: [&str; 2] = ["examples/rely", "tests/rely"];
const LOCKS: [&str; 2] = ["examples/locks", "tests/locks"];

/// Fewer means that the corpus was not found.
const AT_LEAST: usize = 100;

fn main() -> ExitCode {
    let mut tests = of_programs(corpus(RELY, "ok"), "", it_has_no_failing_run);
    // `COUNTERPOINT_STRIDE=1` takes every program, else one in ten is taken.
    let stride = number("COUNTERPOINT_STRIDE").unwrap_or(10);
    let paths =
        [RELY, LOCKS].into_iter().flat_map(|folders| [corpus(folders, "ok"), corpus(folders, "bug_")]).flatten();
    tests.extend(of_programs(paths.step_by(stride), "with single steps", joined_steps_lose_nothing));
    tests.extend(functions![the_corpus_is_found, most_wrong_programs_have_a_failing_run]);
    trials::run(tests)
}

fn the_corpus_is_found() {
    let counts = [RELY, LOCKS].map(|folders| corpus(folders, "ok").len());
    assert!(counts.iter().all(|count| *count >= AT_LEAST), "only {counts:?} right programs found");
}

/// The programs whose names begin like this, in folders of the corpus.
fn corpus(folders: [&str; 2], beginning: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders.map(|folder| root().join(folder)) {
        let depth = |path: &Path| path.strip_prefix(&folder).map_or(0, |below| below.components().count());
        let programs = files_below(&folder, "java").into_iter();
        found.extend(programs.filter(|path| depth(path) == 2 && file_name(path).starts_with(beginning)));
    }
    found.sort();
    found
}

fn run(path: &Path, bounds: &Bounds) -> Outcome {
    let text = read(path);
    let (program, _) = front::java::read(&[Input { file: FileId(0), text: &text, is_overlay: false }]);
    explore(&program, bounds)
}

/// The engine does not claim that threads come to an end, or that they release their locks.
fn bounds() -> Bounds {
    let judges = Kinds::ALL.without(FaultKind::Deadlock).without(FaultKind::LockHeld);
    Bounds { states: 2000, judges, ..Bounds::default() }
}

fn it_has_no_failing_run(path: &Path) -> trials::Outcome {
    match run(path, &bounds()) {
        found @ Outcome::Found { .. } => Err(format!("expected no failing run\nfound {found:?}")),
        _ => Ok(()),
    }
}

fn most_wrong_programs_have_a_failing_run() {
    let wrong = corpus(RELY, "bug_");
    let is_found = |path: &&PathBuf| matches!(run(path, &bounds()), Outcome::Found { .. });
    let found = wrong.iter().filter(is_found).count();
    // The others need more threads, more calls or other numbers, lose an update that nothing asserts, or are right but
    // cannot be proved.
    assert!(found * 100 >= wrong.len() * 55, "{found} of {} wrong programs fail", wrong.len());
}

/// Whether a program has a failing run does not depend on which steps are joined.
fn joined_steps_lose_nothing(path: &Path) -> trials::Outcome {
    let bounds = Bounds { ops: 1, states: 5000, leaks: true, ..Bounds::default() };
    let joined = run(path, &bounds);
    let single = run(path, &Bounds { is_reduced: false, ..bounds });
    let agree = match (&joined, &single) {
        // Nothing is known of the states that were left out.
        (Outcome::LimitReached { .. }, _) | (_, Outcome::LimitReached { .. }) => true,
        (Outcome::Found { .. }, Outcome::Found { .. }) => true,
        (Outcome::NoneWithin { states: less }, Outcome::NoneWithin { states: more }) => less <= more,
        (Outcome::Unsupported { .. }, Outcome::Unsupported { .. }) => true,
        (_, _) => false,
    };
    if agree { Ok(()) } else { Err(format!("with single steps {single:?}\nbut joined {joined:?}")) }
}
