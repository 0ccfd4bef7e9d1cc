//! Annotated Java: right programs are proved, and wrong ones fail where they are marked and nowhere else.

mod support;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::{Scratch, root};

#[test]
fn examples_from_a_to_i() {
    check_folder("examples/rely", 'a'..='i');
}

#[test]
fn examples_from_j_to_z() {
    check_folder("examples/rely", 'j'..='z');
}

#[test]
fn tests_from_a_to_l() {
    check_folder("tests/rely", 'a'..='l');
}

#[test]
fn tests_from_m_to_z() {
    check_folder("tests/rely", 'm'..='z');
}

/// A finding: its line and the name of its code.
type Finding = (u64, String);

fn check_folder(folder: &str, letters: RangeInclusive<char>) {
    let programs = programs(&root().join(folder), letters);
    assert!(!programs.is_empty(), "there are no programs in {folder}");
    let scratch = Scratch::new();
    let limits = ["--timeout", "100", "--time-limit", "0"].map(String::from);
    let mut args: Vec<String> =
        ["check", "--engine", "rely", "--no-cache", "--format", "json"].map(String::from).into();
    args.extend(limits);
    args.extend(programs.iter().map(|path| path.display().to_string()));
    let finished = scratch.start(scratch.command(&args)).finish_within(Duration::from_secs(1200));
    let report = finished.json();
    let mut wrong = Vec::new();
    let files = report["files"].as_array().expect("a list of files");
    assert_eq!(files.len(), programs.len(), "each program is reported once");
    for (path, file) in programs.iter().zip(files) {
        assert!(
            path.ends_with(file["path"].as_str().unwrap_or_default()),
            "{} is not {}",
            file["path"],
            path.display()
        );
        let (marked, found) = (marks(path), findings(file));
        let is_proved = file["verdict"] == "proved";
        if marked != found || is_proved != marked.is_empty() {
            wrong.push(format!("{}: {}\n  marked {marked:?}\n  found  {found:?}", path.display(), file["verdict"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The programs of one file, each in a folder with its siblings.
fn programs(folder: &Path, letters: RangeInclusive<char>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with(|first| letters.contains(&first)) {
            continue;
        }
        let files = fs::read_dir(entry.path()).into_iter().flatten().flatten().map(|file| file.path());
        found.extend(files.filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_source = name.ends_with(".java") && !name.ends_with(".spec.java");
            is_source && (name.starts_with("ok") || name.starts_with("bug_"))
        }));
    }
    found.sort();
    found
}

/// The findings that the marks of a program expect.
fn marks(path: &Path) -> BTreeSet<Finding> {
    let text = fs::read_to_string(path).expect("the program can be read");
    support::marks(&text).into_iter().map(|mark| (mark.line, mark.name)).collect()
}

fn findings(file: &Value) -> BTreeSet<Finding> {
    let codes = rely::check::CODES.iter().chain(ivl::check::CODES);
    let names: BTreeMap<&str, &str> = codes.map(|code| (code.id, code.name)).collect();
    let errors = file["diagnostics"].as_array().expect("a list of findings").iter();
    let errors = errors.filter(|finding| finding["severity"] == "error");
    let found = errors.map(|finding| {
        let code = finding["code"].as_str().unwrap_or_default();
        let line = finding["span"]["line"].as_u64().unwrap_or_default();
        (line, names.get(code).copied().unwrap_or(code).to_string())
    });
    found.collect()
}

#[test]
fn what_is_assumed_is_reported() {
    let scratch = Scratch::new();
    let text = "/** A number. */\nclass Trusting {\n    //@ global_invariant 0 <= x\n    private int x;\n\n    \
                public void set(int value) {\n        //@ assume 0 <= value\n        x = value;\n    }\n}\n";
    let path = scratch.write("Trusting.java", text);
    let report = scratch.run(["check", "--engine", "rely", "--format", "json", &path.display().to_string()]).json();
    let notes = report["files"][0]["diagnostics"].as_array().expect("a list of findings").clone();
    assert_eq!(report["files"][0]["verdict"], "proved", "{report}");
    assert!(notes.iter().any(|note| note["code"] == "E0933" && note["span"]["line"] == 7), "{report}");
}

#[test]
fn declarations_that_contradict_each_other_prove_nothing() {
    let scratch = Scratch::new();
    let text = "/** No such number. */\nclass Nothing {\n    //@ global_invariant x < 0\n    \
                //@ global_invariant x > 0\n    private int x;\n\n    public void look() {\n        \
                //@ assert x == 7\n    }\n\n    private Nothing() {\n        x = 1 / x;\n    }\n}\n";
    let path = scratch.write("Nothing.java", text);
    let report = scratch.run(["check", "--engine", "rely", "--format", "json", &path.display().to_string()]).json();
    assert_ne!(report["files"][0]["verdict"], "proved", "{report}");
}

#[test]
fn a_precondition_that_nothing_satisfies_proves_nothing() {
    let scratch = Scratch::new();
    let text = "/** Never to be called. */\nclass Closed {\n    private int x;\n\n    \
                //@ requires x > 0 && x < 0\n    public void look() {\n        //@ assert x == 7\n    }\n}\n";
    let path = scratch.write("Closed.java", text);
    let report = scratch.run(["check", "--engine", "rely", "--format", "json", &path.display().to_string()]).json();
    let findings = report["files"][0]["diagnostics"].as_array().expect("a list of findings").clone();
    assert!(findings.iter().any(|finding| finding["code"] == "E0410"), "{report}");
}

#[test]
fn a_trace_shows_what_was_written() {
    let scratch = Scratch::new();
    let text = "/** Two numbers. */\nclass Pair {\n    //@ global_invariant left <= right\n    \
                private volatile int left;\n    private volatile int right;\n\n    public void set() {\n        \
                left = 1000;\n    }\n}\n";
    let path = scratch.write("Pair.java", text);
    let report = scratch.run(["check", "--engine", "rely", &path.display().to_string()]);
    assert!(report.stdout.contains("this.left = 1000"), "{}", report.stdout);
}
