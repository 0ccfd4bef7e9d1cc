//! The Java programs of the corpus: javac accepts all of them, and each wrong one is marked.
//!
//! Every program has a package of its own, so that they do not meet and one run of javac can take many. The annotations that
//! they import are in `tests/stubs`.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use support::trials::{self, Outcome, functions, test, with_tools};
use support::{Scratch, file_name, files_below, marks, read, root, shown};

const FOLDERS: [&str; 4] = ["examples/rely", "tests/rely", "examples/locks", "tests/locks"];

/// A program of many features, which javac compiles and java runs as `explore` does.
const FEATURES: &str = "crates/cli/tests/java/Features.java";

/// Fewer means that the corpus was not found.
const AT_LEAST: usize = 300;

fn main() -> ExitCode {
    // A run of javac takes a second to start, and hardly more for a hundred programs. So a folder is a test, not a program.
    let of_folder = |folder| test(format!("{folder} for javac"), move || javac_accepts(folder));
    let mut tests = with_tools(&["javac"], FOLDERS.map(of_folder).into());
    let java = test(format!("{FEATURES} for java"), every_assertion_holds_in_java);
    tests.extend(with_tools(&["javac", "java"], vec![java]));
    tests.extend(functions![
        every_wrong_program_is_marked_and_no_right_one,
        programs_of_one_file_have_a_package_of_their_own
    ]);
    trials::run(tests)
}

fn javac_accepts(folder: &str) -> Outcome {
    let (with_package, without): (Vec<PathBuf>, Vec<PathBuf>) =
        java_files(&root().join(folder)).into_iter().partition(|path| package(path).is_some());
    compile(&with_package)?;
    // Programs without a package may use the same names, so each is compiled by itself.
    without.into_iter().try_for_each(|path| compile(&[path]))
}

fn compile(programs: &[PathBuf]) -> Outcome {
    let scratch = Scratch::new();
    let mut javac = Command::new("javac");
    javac.args(["-encoding", "UTF-8", "-nowarn", "-proc:none", "--release", "17", "-d"]).arg(scratch.path());
    let result = javac.args(java_files(&root().join("tests/stubs"))).args(programs).output().expect("javac runs");
    if result.status.success() {
        return Ok(());
    }
    Err(format!("expected that javac accepts the programs\nfound {}", String::from_utf8_lossy(&result.stderr)))
}

fn every_assertion_holds_in_java() -> Outcome {
    let scratch = Scratch::new();
    let compiled = Command::new("javac").arg("-d").arg(scratch.path()).arg(root().join(FEATURES)).status();
    assert!(compiled.is_ok_and(|status| status.success()));
    let run = Command::new("java").args(["-ea", "-cp"]).arg(scratch.path()).arg("Features").output();
    let run = run.expect("java runs");
    if run.status.success() {
        return Ok(());
    }
    Err(format!("expected that every assertion holds\nfound {}", String::from_utf8_lossy(&run.stderr)))
}

/// The line that names the package of a program.
fn package(path: &Path) -> Option<String> {
    let text = read(path);
    text.lines().find(|line| line.starts_with("package ")).map(str::to_string)
}

fn every_wrong_program_is_marked_and_no_right_one() {
    let files = programs();
    assert!(files.len() >= AT_LEAST, "only {} programs found", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let name = file_name(&path);
        let text = read(&path);
        let is_marked = !marks(&text).is_empty();
        if (name.starts_with("bug_") || name.starts_with("unknown_")) != is_marked {
            let state = if is_marked { "marked" } else { "not marked" };
            wrong.push(format!("{} is {state}", shown(&path)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn programs_of_one_file_have_a_package_of_their_own() {
    let mut packages: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in programs() {
        let name = file_name(&path);
        if !name.starts_with("ok") && !name.starts_with("bug_") {
            continue;
        }
        match package(&path) {
            None => wrong.push(format!("{} has no package", shown(&path))),
            Some(package) => {
                if let Some(other) = packages.insert(package, path.clone()) {
                    wrong.push(format!("{} and {} have the same package", shown(&other), shown(&path)));
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
