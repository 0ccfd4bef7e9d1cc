//! What `explore` refutes, `locks` must not prove: the programs with locks, right and wrong, and versions of them with a fault
//! that `inject` puts in.
//!
//! A run that fails is one in which a thread keeps a lock, waits for or releases what it does not hold, is part of a cycle
//! of threads that wait for each other's locks, or uses a collection of a `@ThreadSafe` class while another one changes it.
//! By default a sample; `COUNTERPOINT_LOCKS_VERSIONS=all` is all of them, `COUNTERPOINT_SEED` another sample,
//! `COUNTERPOINT_PROGRAMS` one of other programs.

mod support;

use concurrent::object::annotations;
use explore::object::{Bounds, FaultKind, Kinds, Outcome, Target, explore_target, targets};
use front::java::Input;
use locks::inject::{self, inject};
use source::{Deadline, FileId, SourceMap, Span};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use support::{Random, Scratch, files_below, number, root};

/// So many versions are checked by default.
const SAMPLE: usize = 48;
/// Longer programs have too many states.
const LINES: usize = 250;
/// So many states of a version are searched by default, and for so long: more than they take, so that what is refuted does
/// not depend on how busy the machine is.
const STATES: usize = 5_000;
const SECONDS: u64 = 60;
/// So many faults of each kind are put into a program.
const SEEDS: u64 = 4;

/// Programs whose methods leave locks to others of the program that call them, as docs/locks.md allows: `explore`
/// calls these methods by themselves, and sees a lock that is kept.
const LEFT_TO_CALLERS: [&str; 1] = ["tests/locks/helpers/ok.java"];

struct Version {
    path: PathBuf,
    change: String,
    text: String,
}

fn programs() -> Vec<PathBuf> {
    let root = std::env::var_os("COUNTERPOINT_PROGRAMS").map_or_else(root, PathBuf::from);
    let folders = ["examples/locks", "tests/locks"];
    let mut found: Vec<PathBuf> =
        folders.into_iter().flat_map(|folder| files_below(&root.join(folder), "java")).collect();
    found.retain(|path| !LEFT_TO_CALLERS.iter().any(|known| path.ends_with(known)));
    found.sort();
    found
}

/// The program itself, and with one fault each.
fn versions(path: &Path) -> Vec<Version> {
    let text = std::fs::read_to_string(path).expect("the program can be read");
    if text.lines().count() > LINES {
        return Vec::new();
    }
    let mut all: Vec<Version> = Vec::new();
    let mut map = SourceMap::new();
    let file = map.add("Version.java", text.as_str());
    let (program, _) = front::java::read(&[Input { file, text: &text, is_overlay: false }]);
    let (spec, _) = annotations::resolve(&program);
    let (locks, _) = locks::spec::elaborate(&program, &spec);
    let words = |span: Span| map.text(span).to_string();
    for kind in [inject::FaultKind::Modified, inject::FaultKind::OnVariable] {
        for seed in 0..SEEDS {
            let Some(fault) = inject(&program, &locks, &words, kind, seed) else { continue };
            let mut edits = fault.edits;
            edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
            let mut changed = text.clone();
            for (span, new) in edits {
                changed.replace_range(span.start as usize..span.end as usize, &new);
            }
            if all.iter().all(|version| version.text != changed) {
                all.push(Version { path: path.to_path_buf(), change: fault.description, text: changed });
            }
        }
    }
    all.push(Version { path: path.to_path_buf(), change: "nothing changed".to_string(), text });
    all
}

/// A failing run of what the engine claims there is none of, in words.
fn refuted(text: &str, states: usize, seconds: u64) -> Option<String> {
    let (program, diagnostics) = front::java::read(&[Input { file: FileId(0), text, is_overlay: false }]);
    if !diagnostics.is_empty() {
        return None;
    }
    let (spec, _) = annotations::resolve(&program);
    let is_claimed = |kind: &FaultKind, target: &Target| match (kind, target) {
        (FaultKind::MonitorState | FaultKind::LockHeld, _) => true,
        // A thread of `main` may wait for a signal that never comes, of which the engine says nothing.
        (FaultKind::Deadlock, Target::Class(_)) => true,
        // What such a class holds is guarded, whatever it is; of other classes nothing was asked.
        (FaultKind::Race, Target::Class(class)) => spec.thread_safe.contains(class),
        (_, _) => false,
    };
    // All that a version has to run shares its time.
    let deadline = Deadline::after(Duration::from_secs(seconds));
    targets(&program, &spec).into_iter().find_map(|target| {
        let others = FaultKind::ALL.into_iter().filter(|kind| !is_claimed(kind, &target));
        let judges = others.fold(Kinds::ALL, Kinds::without);
        let bounds = Bounds { states, deadline, judges, leaks: true, ..Bounds::default() };
        match explore_target(&program, &spec, target, &bounds) {
            Outcome::Found { finding, .. } => Some(format!("{:?}: {}", finding.fault.kind, finding.fault.message)),
            Outcome::NoneWithin { .. } | Outcome::LimitReached { .. } | Outcome::Unsupported { .. } => None,
        }
    })
}

fn is_proved(scratch: &Scratch, text: &str) -> bool {
    scratch.write("Version.java", text);
    let command = scratch.command(["check", "--engine", "locks", "--no-cache", "--timeout", "10", "Version.java"]);
    let finished = scratch.start(command).finish_within(Duration::from_secs(600));
    match finished.code {
        Some(0) => true,
        Some(1 | 3) => false,
        // A run without a verdict has not refused it.
        _ => panic!("exit code {:?}: {}", finished.code, finished.stderr),
    }
}

fn chosen() -> Vec<Version> {
    let mut all: Vec<Version> = programs().iter().flat_map(|path| versions(path)).collect();
    let wanted = std::env::var("COUNTERPOINT_LOCKS_VERSIONS").unwrap_or_default();
    if wanted == "all" {
        return all;
    }
    let wanted = wanted.parse().unwrap_or(SAMPLE);
    let mut random = Random::new(number("COUNTERPOINT_SEED").unwrap_or(1));
    let mut sample = Vec::new();
    while sample.len() < wanted && !all.is_empty() {
        sample.push(all.swap_remove(random.below(all.len())));
    }
    sample
}

#[derive(Default)]
struct Counts {
    versions: usize,
    refuted: usize,
    wrong: Vec<String>,
}

#[test]
fn what_explore_refutes_is_not_proved() {
    let seconds = number("COUNTERPOINT_SECONDS").unwrap_or(SECONDS);
    let states = number("COUNTERPOINT_STATES").unwrap_or(STATES);
    let (versions, counts) = (Mutex::new(chosen()), Mutex::new(Counts::default()));
    let work = || {
        let scratch = Scratch::new();
        loop {
            let Some(version) = versions.lock().expect("no worker has failed").pop() else { break };
            let failure = refuted(&version.text, states, seconds);
            // The engine is asked only where that can show a contradiction.
            let is_wrong = failure.is_some() && is_proved(&scratch, &version.text);
            let mut counts = counts.lock().expect("no worker has failed");
            counts.versions += 1;
            counts.refuted += usize::from(failure.is_some());
            if let (true, Some(failure)) = (is_wrong, failure) {
                let Version { path, change, text } = version;
                println!("{}, {change}: proved, but {failure}", path.display());
                counts.wrong.push(format!("{}, {change}: proved, but {failure}\n{text}", path.display()));
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        (0..workers).for_each(|_| {
            scope.spawn(work);
        });
    });
    let Counts { versions, refuted, wrong } = counts.into_inner().expect("no worker has failed");
    println!("{refuted} of {versions} versions are refuted, {} of them proved", wrong.len());
    assert!(refuted * 8 >= versions, "`explore` refutes {refuted} of {versions} only: nothing is compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
