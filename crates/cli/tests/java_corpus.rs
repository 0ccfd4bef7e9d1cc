//! The Java programs of the corpus: javac accepts all of them, and each wrong one is marked.
//!
//! Every program has a package of its own, so that they do not meet. The annotations that they import are in
//! `tests/stubs`.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Scratch, file_name, files_below, marks, root};

const FOLDERS: [&str; 4] = ["examples/rely", "tests/rely", "examples/locks", "tests/locks"];

/// Fewer means that the corpus was not found.
const AT_LEAST: usize = 300;

#[test]
fn javac_accepts_every_program() {
    if Command::new("javac").arg("-version").output().is_err() {
        return;
    }
    let (with_package, without): (Vec<PathBuf>, Vec<PathBuf>) =
        programs().into_iter().partition(|path| package(path).is_some());
    compile(&with_package);
    // Programs without a package may use the same names, so each is compiled by itself.
    for path in without {
        compile(&[path]);
    }
}

fn compile(programs: &[PathBuf]) {
    let scratch = Scratch::new();
    let result = Command::new("javac")
        .args(["-encoding", "UTF-8", "-nowarn", "-proc:none", "--release", "17", "-d"])
        .arg(scratch.path())
        .args(java_files(&root().join("tests/stubs")))
        .args(programs)
        .output()
        .expect("javac runs");
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
}

/// The line that names the package of a program.
fn package(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("the program can be read");
    text.lines().find(|line| line.starts_with("package ")).map(str::to_string)
}

#[test]
fn every_wrong_program_is_marked_and_no_right_one() {
    let files = programs();
    assert!(files.len() >= AT_LEAST, "only {} programs found", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let name = file_name(&path);
        let text = fs::read_to_string(&path).expect("the program can be read");
        let is_marked = !marks(&text).is_empty();
        if (name.starts_with("bug_") || name.starts_with("unknown_")) != is_marked {
            let state = if is_marked { "marked" } else { "not marked" };
            wrong.push(format!("{} is {state}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_of_one_file_have_a_package_of_their_own() {
    let mut packages: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in programs() {
        let name = file_name(&path);
        if !name.starts_with("ok") && !name.starts_with("bug_") {
            continue;
        }
        match package(&path) {
            None => wrong.push(format!("{} has no package", path.display())),
            Some(package) => {
                if let Some(other) = packages.insert(package, path.clone()) {
                    wrong.push(format!("{} and {} have the same package", other.display(), path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn programs() -> Vec<PathBuf> {
    FOLDERS.iter().flat_map(|folder| java_files(&root().join(folder))).collect()
}

/// Every Java file below a folder, in sorted order; overlays of specifications have no bodies and are no programs.
fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = files_below(folder, "java");
    files.retain(|path| !file_name(path).ends_with(".spec.java"));
    files
}
