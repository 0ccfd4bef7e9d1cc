//! Programs written from the law alone, without sight of the code: for each class of mistakes that a verifier may make,
//! wrong programs that differ in mechanism, and right ones near them. No wrong one is proved, and each right one is, but for
//! those that `tests/siblings/open.txt` lists with their reason; that list may only become shorter. Each folder is
//! a test.

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use support::trials::{self, Outcome, functions, of_folders};
use support::{all_files_below, check_each, file_name, read, root};

fn main() -> ExitCode {
    let mut tests = of_folders(programs(), |siblings| check_each(&[], siblings, it_is_proved_if_it_is_right));
    tests.extend(functions![the_programs_are_there, what_is_open_is_a_program]);
    trials::run(tests)
}

fn folder() -> PathBuf {
    root().join("tests/siblings")
}

fn programs() -> Vec<PathBuf> {
    let mut programs = all_files_below(&folder());
    programs.retain(|path| path.extension().is_some_and(|extension| extension != "txt"));
    programs
}

/// The programs that are known to be judged otherwise than their names say.
fn open() -> BTreeSet<PathBuf> {
    let list = read(&folder().join("open.txt"));
    list.lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| folder().join(name)).collect()
}

fn the_programs_are_there() {
    let count = programs().len();
    assert!(count > 200, "only {count} programs found");
}

fn what_is_open_is_a_program() {
    let programs: BTreeSet<PathBuf> = programs().into_iter().collect();
    let gone: Vec<PathBuf> = open().difference(&programs).cloned().collect();
    assert!(gone.is_empty(), "listed in tests/siblings/open.txt, but no programs: {gone:?}");
}

/// By each method that reads it.
fn it_is_proved_if_it_is_right(path: &Path, reports: &[Value]) -> Outcome {
    let verdicts: Vec<&str> = reports.iter().map(|report| report["verdict"].as_str().unwrap_or("none")).collect();
    let (is_right, is_open) = (file_name(path).starts_with("ok_"), open().contains(path));
    let is_proved = verdicts.iter().all(|verdict| *verdict == "proved");
    if is_proved == (is_right != is_open) {
        return Ok(());
    }
    let expected = match (is_right, is_open) {
        (true, false) => "a right program is to be proved",
        (false, false) => "a wrong program is not to be proved",
        (_, true) => "it is judged as its name says: its line in tests/siblings/open.txt is to go",
    };
    Err(format!("{expected}\nfound {verdicts:?}"))
}
