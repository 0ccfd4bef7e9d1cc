//! Mutants of the right concurrent programs: one line is changed, and the proof should break.
//!
//! Each right program of `examples/layers` gives mutants by the operators of [`Operator`]. A mutant that is still proved
//! is a survivor. Survivors are either harmless, and `tests/layers/survivors.txt` says why, or a hole in the engine. The
//! test fails on a survivor that is not listed. It runs every n-th mutant; `COUNTERPOINT_MUTANTS=all` runs all of them
//! (`make mutants`) and then also fails on listed survivors that are none any more.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{Scratch, file_name, files_below, root};

/// In a quick run, one mutant in this many is checked, of programs that are not longer than so many lines.
const STRIDE: usize = 11;
const SHORT: usize = 400;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Operator {
    /// An invariant, pre- or postcondition is left out.
    DropCondition,
    /// An assertion of an action is left out: its gate is weaker. (An assertion in a procedure only asks for something.)
    DropAssertion,
    /// A statement and the one below change places.
    SwapSteps,
    /// An action claims to move where it did not, or in the other direction.
    ChangeMover,
    /// A linear value is not given up where it was.
    DuplicateLinear,
    /// A call is left out; calls of invariants are yields.
    DropCall,
    /// A loop does not yield any more, nor call invariants at its head.
    DropLoopYield,
}

struct Mutant {
    /// Which mutant this is, no matter in which line: the program, the operator, the declaration that is changed, and
    /// what stood there. A number distinguishes those that have all this in common.
    key: String,
    operator: Operator,
    text: String,
}

#[test]
fn mutants_are_refused() {
    let all = std::env::var("COUNTERPOINT_MUTANTS").is_ok_and(|value| value == "all");
    let longest = if all { usize::MAX } else { SHORT };
    let mutants: Vec<Mutant> = programs().iter().flat_map(|path| mutants(path, longest)).collect();
    let stride = if all { 1 } else { STRIDE };
    let chosen: Vec<&Mutant> = mutants.iter().step_by(stride).collect();
    let outcomes = check(&chosen);
    let listed = listed_survivors();
    let survivors: BTreeSet<String> =
        outcomes.iter().filter(|(_, code)| *code == 0).map(|(mutant, _)| mutant.key.clone()).collect();
    println!("{}", summary(mutants.len(), &outcomes));
    let unlisted: Vec<&String> = survivors.iter().filter(|survivor| !listed.contains(*survivor)).collect();
    assert!(unlisted.is_empty(), "still proved, and not known to be harmless:\n{}", joined(&unlisted));
    if all {
        let gone: Vec<&String> = listed.iter().filter(|survivor| !survivors.contains(*survivor)).collect();
        assert!(gone.is_empty(), "listed in tests/layers/survivors.txt, but no survivors:\n{}", joined(&gone));
    }
}

fn joined(lines: &[&String]) -> String {
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

fn summary(made: usize, outcomes: &[(&Mutant, i32)]) -> String {
    let mut by_operator: BTreeMap<Operator, [usize; 3]> = BTreeMap::new();
    for (mutant, code) in outcomes {
        let counts = by_operator.entry(mutant.operator).or_default();
        counts[0] += 1;
        counts[1] += usize::from(*code == 2);
        counts[2] += usize::from(*code == 0);
    }
    let mut text = format!("{made} mutants, {} checked", outcomes.len());
    for (operator, [checked, invalid, survive]) in by_operator {
        text += &format!("\n  {operator:?}: {checked} checked, {invalid} of them no programs, {survive} survive");
    }
    text
}

/// The keys in `tests/layers/survivors.txt`; the last column of a line says why the survivor is harmless.
fn listed_survivors() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("tests/layers/survivors.txt")).expect("the list of survivors is there");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let keyed = lines.map(|line| {
        let (key, reason) = line.rsplit_once(" | ").expect("a survivor has a key and a reason");
        assert!(!reason.trim().is_empty(), "a survivor without a reason: {line}");
        key.to_string()
    });
    keyed.collect()
}

/// The exit code of `check` for each mutant, in their order. Two at a time. A mutant has most of its obligations in
/// common with the program that it was made from, so they share what is proved.
fn check<'a>(mutants: &[&'a Mutant]) -> Vec<(&'a Mutant, i32)> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![0; mutants.len()]);
    let shared = Scratch::new();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let scratch = Scratch::new();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(at) else { break };
                    let path = scratch.write("mutant.bpl", &mutant.text);
                    let options = ["check", "--jobs", "1", "--timeout", "5", "--cache-dir"].map(PathBuf::from);
                    let finished = scratch.run(options.into_iter().chain([shared.path().to_path_buf(), path]));
                    found.lock().expect("no thread panics while it holds this")[at] = finished.code.unwrap_or(-1);
                }
            });
        }
    });
    let found = found.into_inner().expect("no thread panics while it holds this");
    mutants.iter().copied().zip(found).collect()
}

/// The right programs, in a fixed order.
fn programs() -> Vec<PathBuf> {
    let mut found = files_below(&root().join("examples/layers"), "bpl");
    found.retain(|path| file_name(path).starts_with("ok"));
    assert!(!found.is_empty(), "there are no programs");
    found
}

/// Every mutant of a program that is not too long, from its first line to its last.
fn mutants(path: &Path, longest: usize) -> Vec<Mutant> {
    let text = fs::read_to_string(path).expect("the program can be read");
    let program = path.strip_prefix(root().join("examples/layers")).expect("it is in this folder").with_extension("");
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    if lines.len() > longest {
        return found;
    }
    let mut keys: BTreeMap<String, usize> = BTreeMap::new();
    let mut declared = "";
    for at in 0..lines.len() {
        declared = declared_name(lines[at]).unwrap_or(declared);
        for (operator, change) in changes(&lines, at) {
            let mut mutated: Vec<&str> = lines.clone();
            mutated.splice(at..at + change.replaces, change.lines.iter().map(String::as_str));
            let mut key = format!("{} | {operator:?} | {declared} | {}", program.display(), change.what);
            let count = keys.entry(key.clone()).or_default();
            *count += 1;
            if *count > 1 {
                key += &format!(" ({count})");
            }
            found.push(Mutant { key, operator, text: mutated.join("\n") });
        }
    }
    found
}

/// The name of the action, procedure or invariant whose declaration begins in this line.
fn declared_name(line: &str) -> Option<&str> {
    let (before, _) = line.split_once('(')?;
    let all = words(before);
    let is_declaration = line.starts_with(|first: char| first.is_ascii_lowercase())
        && ["action", "procedure", "invariant"].iter().any(|kind| all.contains(kind))
        && !["refines", "invariant"].contains(all.first()?);
    is_declaration.then(|| all.last().copied())?
}

struct Change {
    /// What is changed, in words of the program.
    what: String,
    /// So many lines.
    replaces: usize,
    lines: Vec<String>,
}

impl Change {
    fn drop(line: &str) -> Change {
        Change { what: line.trim().to_string(), replaces: 1, lines: Vec::new() }
    }
}

/// What the operators make of the line at this index.
fn changes(lines: &[&str], at: usize) -> Vec<(Operator, Change)> {
    let line = lines[at];
    let trimmed = line.trim();
    let starts = |words: &[&str]| words.iter().any(|word| trimmed.starts_with(word));
    let is_whole = trimmed.ends_with(';');
    let mut found = Vec::new();
    if is_whole && trimmed.starts_with("invariant {:yields}") {
        let called = lines[at + 1..].iter().take_while(|below| below.trim().starts_with("invariant call ")).count();
        let what = trimmed.to_string();
        found.push((Operator::DropLoopYield, Change { what, replaces: 1 + called, lines: Vec::new() }));
    } else if is_whole && starts(&["invariant ", "requires ", "ensures ", "preserves "]) {
        found.push((Operator::DropCondition, Change::drop(line)));
    }
    if is_whole && trimmed.starts_with("assert ") && !trimmed.starts_with("assert {:layer") {
        found.push((Operator::DropAssertion, Change::drop(line)));
    }
    if is_whole && trimmed.starts_with("call ") {
        found.push((Operator::DropCall, Change::drop(line)));
    }
    if lines.get(at + 1).is_some_and(|below| is_statement(line) && is_statement(below) && may_conflict(line, below)) {
        let swapped = vec![lines[at + 1].to_string(), line.to_string()];
        found.push((Operator::SwapSteps, Change { what: trimmed.to_string(), replaces: 2, lines: swapped }));
    }
    for (kind, others) in MOVERS {
        if line.contains(&format!("{kind} action ")) {
            found.extend(others.iter().map(|other| {
                let changed = line.replace(&format!("{kind} action "), &format!("{other} action "));
                (
                    Operator::ChangeMover,
                    Change { what: format!("{kind} to {other}"), replaces: 1, lines: vec![changed] },
                )
            }));
        }
    }
    if line.contains("{:linear_in}") {
        let changed = line.replacen("{:linear_in}", "{:linear}", 1);
        let what = trimmed.to_string();
        found.push((Operator::DuplicateLinear, Change { what, replaces: 1, lines: vec![changed] }));
    }
    found
}

const MOVERS: [(&str, &[&str]); 4] =
    [("atomic", &["left", "right"]), ("left", &["right", "both"]), ("right", &["left", "both"]), ("both", &[])];

/// A command in a body, on a line of its own.
fn is_statement(line: &str) -> bool {
    let trimmed = line.trim();
    let is_declaration =
        ["var ", "invariant ", "requires ", "ensures ", "preserves ", "modifies ", "return", "refines "]
            .iter()
            .any(|word| trimmed.starts_with(word));
    line.starts_with("  ") && trimmed.ends_with(';') && !is_declaration && !trimmed.contains("::")
}

/// Whether the order of two different statements can matter: both are calls, or one assigns what the other mentions.
fn may_conflict(one: &str, other: &str) -> bool {
    let is_call = |line: &str| line.trim().starts_with("call ");
    one != other && (is_call(one) && is_call(other) || assigns_to(one, other) || assigns_to(other, one))
}

/// Whether one statement assigns a variable that the other mentions.
fn assigns_to(one: &str, other: &str) -> bool {
    let Some((targets, _)) = one.split_once(":=") else { return false };
    // Before an index or a field, after `call` and attributes.
    let names = targets.split(',').filter_map(|target| words(target.split(['[', '-']).next()?).pop());
    names.into_iter().any(|name| words(other).contains(&name))
}

fn words(text: &str) -> Vec<&str> {
    text.split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|word| !word.is_empty())
        .collect()
}
