//! Wrong versions of right Java programs: what `rely` proves, `explore` must not refute.
//!
//! A version has one lock removed, another lock taken, a lock released early, a wait under `if`, or two statements in the
//! other order; which one follows from a number. By default a small sample; `COUNTERPOINT_RELY_MUTANTS=300` is more of it,
//! `COUNTERPOINT_SEED` another one, `COUNTERPOINT_PROGRAMS` one of other programs.

mod support;

use explore::object::{Bounds, FaultKind, Kinds, Outcome, explore};
use front::java::Input;
use source::{Deadline, FileId};
use std::path::PathBuf;
use std::time::Duration;
use support::{Random, Scratch, file_name, files_below, root};

/// The right programs: files, in folders of their own or not, that do not name a bug.
fn right_programs() -> Vec<PathBuf> {
    let root = std::env::var_os("COUNTERPOINT_PROGRAMS").map_or_else(root, PathBuf::from);
    let folders = ["examples/rely", "tests/rely"];
    let mut found: Vec<PathBuf> =
        folders.into_iter().flat_map(|folder| files_below(&root.join(folder), "java")).collect();
    found.retain(|path| {
        let is_alone = path.parent().is_some_and(|parent| parent.ends_with("examples/rely"));
        is_alone || file_name(path).starts_with("ok")
    });
    found.sort();
    found
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    LockRemoved,
    WrongLock,
    EarlyRelease,
    WaitUnderIf,
    StatementsSwapped,
}

const CHANGES: [Change; 5] =
    [Change::LockRemoved, Change::WrongLock, Change::EarlyRelease, Change::WaitUnderIf, Change::StatementsSwapped];

/// All versions of a text with one change of this kind.
fn versions(text: &str, change: Change) -> Vec<String> {
    match change {
        Change::LockRemoved => {
            let mut all = replaced(text, "synchronized (", |rest| {
                let close = closing(rest, '(', ')')?;
                Some((close, String::new()))
            });
            all.extend(replaced(text, "synchronized ", |rest| (!rest.starts_with('(')).then_some((0, String::new()))));
            all.extend(without_calls(text));
            all
        }
        Change::WrongLock => replaced(text, "synchronized (", |rest| {
            let close = closing(rest, '(', ')')?;
            Some((close, "synchronized (new Object())".to_string()))
        }),
        Change::EarlyRelease => early_releases(text),
        Change::WaitUnderIf => replaced(text, "while (", |rest| {
            let close = closing(rest, '(', ')')?;
            let body: String = rest[close..].chars().take(60).collect();
            (body.contains("wait()") || body.contains("await()")).then_some((0, "if (".to_string()))
        }),
        Change::StatementsSwapped => swapped(text),
    }
}

/// Each place of the needle, together with what the change takes of the rest, replaced.
fn replaced(text: &str, needle: &str, change: impl Fn(&str) -> Option<(usize, String)>) -> Vec<String> {
    let places = text.match_indices(needle).map(|(at, _)| at);
    let changed = |at: usize| {
        let rest = &text[at + needle.len()..];
        let (taken, new) = change(rest)?;
        Some(format!("{}{new}{}", &text[..at], &rest[taken..]))
    };
    places.filter_map(changed).collect()
}

/// After the bracket that closes the one before the text.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == open) - i32::from(c == close);
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// One `lock()` and the next `unlock()` of the same receiver left out.
fn without_calls(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(receiver) = line.trim().strip_suffix(".lock();") else { continue };
        let unlock = format!("{receiver}.unlock();");
        let Some(end) = (at + 1..lines.len()).find(|end| lines[*end].trim() == unlock) else { continue };
        let kept = lines.iter().enumerate().filter(|(line, _)| *line != at && *line != end).map(|(_, line)| *line);
        all.push(kept.collect::<Vec<_>>().join("\n"));
    }
    all
}

/// The last statement of a synchronized block after it, or an `unlock()` before the statement in front of it.
fn early_releases(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for at in 1..lines.len() {
        let (before, here) = (lines[at - 1], lines[at]);
        let is_unlock = here.trim().ends_with(".unlock();");
        let opened = block_start(&lines, at);
        let is_end = here.trim() == "}" && opened.is_some_and(|line| lines[line].trim().starts_with("synchronized ("));
        if is_statement(before) && (is_unlock || is_end) {
            let mut lines = lines.clone();
            lines.swap(at - 1, at);
            all.push(lines.join("\n"));
        }
    }
    all
}

/// The line that opens the block which this line closes, by the indentation.
fn block_start(lines: &[&str], end: usize) -> Option<usize> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    (0..end).rev().find(|at| !lines[*at].trim().is_empty() && indent(lines[*at]) == indent(lines[end]))
}

fn is_statement(line: &str) -> bool {
    let line = line.trim();
    let leaves = ["return", "break", "continue", "throw", "//", "@", "package", "import"];
    line.ends_with(';') && !leaves.iter().any(|word| line.starts_with(word))
}

/// Two statements that follow each other, in the other order.
fn swapped(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for at in 1..lines.len() {
        if is_statement(lines[at - 1]) && is_statement(lines[at]) && lines[at - 1].trim() != lines[at].trim() {
            let mut lines = lines.clone();
            lines.swap(at - 1, at);
            all.push(lines.join("\n"));
        }
    }
    all
}

/// A failing run, in words.
fn refuted(text: &str, bounds: &Bounds) -> Option<String> {
    let (program, diagnostics) = front::java::read(&[Input { file: FileId(0), text, is_overlay: false }]);
    if !diagnostics.is_empty() {
        return None;
    }
    match explore(&program, bounds) {
        Outcome::Found { finding, .. } => Some(format!("{:?}: {}", finding.fault.kind, finding.fault.message)),
        Outcome::NoneWithin { .. } | Outcome::LimitReached { .. } | Outcome::Unsupported { .. } => None,
    }
}

fn is_proved(scratch: &Scratch, text: &str) -> bool {
    scratch.write("Mutant.java", text);
    let command = scratch.command(["check", "--engine", "rely", "--no-cache", "--timeout", "10", "Mutant.java"]);
    scratch.start(command).finish_within(Duration::from_secs(600)).code == Some(0)
}

fn number(variable: &str, default: usize) -> usize {
    support::number(variable).unwrap_or(default)
}

fn bounds() -> Bounds {
    // More than that many states take, however busy the machine is.
    let deadline = Deadline::after(Duration::from_secs(60));
    let (threads, states) = (number("COUNTERPOINT_THREADS", 2) as u8, number("COUNTERPOINT_STATES", 20_000));
    // The engine does not claim that threads come to an end, or that they release their locks. An exception that the
    // program throws itself ends a thread like any other return.
    let judges = Kinds::ALL.without(FaultKind::Deadlock).without(FaultKind::LockHeld).without(FaultKind::Died);
    Bounds { threads, states, deadline, judges, spurious: true, ..Bounds::default() }
}

#[test]
fn what_is_proved_of_a_wrong_version_is_not_refuted() {
    let wanted = number("COUNTERPOINT_RELY_MUTANTS", 24);
    let scratch = Scratch::new();
    let mut all: Vec<(PathBuf, Change, String)> = Vec::new();
    for path in right_programs() {
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        for change in CHANGES {
            all.extend(versions(&text, change).into_iter().map(|version| (path.clone(), change, version)));
        }
    }
    assert!(!all.is_empty(), "there are no programs");
    let mut random = Random::new(number("COUNTERPOINT_SEED", 1) as u64);
    let (mut refutations, mut proofs, mut wrong) = (0, 0, Vec::new());
    for _ in 0..wanted.min(all.len()) {
        let (path, change, text) = all.swap_remove(random.below(all.len()));
        // The engine is asked only where that can show a contradiction.
        let Some(failure) = refuted(&text, &bounds()) else { continue };
        refutations += 1;
        println!("{} with {change:?}: {failure}", path.display());
        if is_proved(&scratch, &text) {
            proofs += 1;
            wrong.push(format!("{} with {change:?} is proved, but {failure}\n{text}", path.display()));
        }
    }
    println!("{refutations} of {wanted} versions are refuted, {proofs} of them proved");
    assert!(refutations > 0 || wanted < 24, "nothing is compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_is_proved_of_the_right_versions_is_not_refuted() {
    let scratch = Scratch::new();
    let wanted = number("COUNTERPOINT_RELY_MUTANTS", 8);
    // If nothing were proved, nothing could be contradicted.
    let counter =
        std::fs::read_to_string(root().join("examples/rely/counter/ok.java")).expect("the program can be read");
    assert!(is_proved(&scratch, &counter));
    for path in right_programs().into_iter().take(wanted) {
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        if let Some(failure) = refuted(&text, &bounds()) {
            assert!(!is_proved(&scratch, &text), "{} is proved, but {failure}", path.display());
        }
    }
}

#[test]
fn changes_change_what_they_say() {
    let text = "class A {\n    synchronized void m() throws Exception {\n        while (x) wait();\n        a = 1;\n        b = 2;\n    }\n    \
                void n() {\n        synchronized (this) {\n            a = 3;\n        }\n        l.lock();\n        a = 4;\n        l.unlock();\n    }\n}";
    let count = |change: Change| versions(text, change).len();
    assert_eq!(CHANGES.map(count), [3, 1, 2, 1, 4]);
    assert!(versions(text, Change::WaitUnderIf)[0].contains("if (x) wait();"));
    assert!(versions(text, Change::EarlyRelease)[0].contains("}\n            a = 3;"));
    assert!(versions(text, Change::LockRemoved)[2].contains("        }\n        a = 4;\n    }"));
}
