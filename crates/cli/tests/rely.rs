//! Annotated Java: right programs are proved, and wrong ones fail where they are marked and nowhere else. Each
//! folder of siblings is a test.

mod support;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use support::trials::{self, Outcome, functions, of_folders};
use support::{Scratch, check_each, file_name, files_below, read, root};

const FOLDERS: [&str; 2] = ["examples/rely", "tests/rely"];

/// Fewer means that the corpus was not found.
const AT_LEAST: usize = 400;

fn main() -> ExitCode {
    let check =
        |siblings: &[PathBuf]| check_each(&["--engine", "rely"], siblings, it_is_proved_or_fails_where_it_is_marked);
    let mut tests = of_folders(programs(), check);
    tests.extend(functions![
        the_corpus_is_found,
        what_is_assumed_is_reported,
        declarations_that_contradict_each_other_prove_nothing,
        a_precondition_that_nothing_satisfies_proves_nothing,
        a_trace_shows_what_was_written,
    ]);
    trials::run(tests)
}

fn the_corpus_is_found() {
    let count = programs().len();
    assert!(count >= AT_LEAST, "only {count} programs found");
}

/// A finding: its line and the name of its code.
type Finding = (u64, String);

fn it_is_proved_or_fails_where_it_is_marked(path: &Path, reports: &[Value]) -> Outcome {
    let [report] = reports else { return Err(format!("expected one report, found {}", reports.len())) };
    let (marked, found) = (marks(path), findings(report));
    let (verdict, is_proved) = (&report["verdict"], report["verdict"] == "proved");
    if marked == found && is_proved == marked.is_empty() {
        return Ok(());
    }
    Err(format!("marked {marked:?}\nfound  {found:?}, verdict {verdict}"))
}

/// The programs of one file, each in a folder with its siblings.
fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in FOLDERS.map(|folder| root().join(folder)) {
        let mut files = files_below(&folder, "java");
        files.retain(|path| {
            let (name, depth) =
                (file_name(path), path.strip_prefix(&folder).map_or(0, |below| below.components().count()));
            let is_named = name.starts_with("ok") || name.starts_with("bug_");
            depth == 2 && is_named && !name.ends_with(".spec.java")
        });
        found.extend(files);
    }
    found
}

/// The findings that the marks of a program expect.
fn marks(path: &Path) -> BTreeSet<Finding> {
    support::marks(&read(path)).into_iter().map(|mark| (mark.line, mark.name)).collect()
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

fn what_is_assumed_is_reported() {
    let scratch = Scratch::new();
    let text = "/** A number. */\nclass Trusting {\n    //@ global_invariant 0 <= x\n    private int x;\n\n    \
                public void set(int value) {\n        //@ assume 0 <= value\n        x = value;\n    }\n}\n";
    let path = scratch.write("Trusting.java", text);
    let report = scratch.run(["check", "--engine", "rely", "--format", "json1", &path.display().to_string()]).json();
    let notes = report["files"][0]["diagnostics"].as_array().expect("a list of findings").clone();
    assert_eq!(report["files"][0]["verdict"], "proved", "{report}");
    assert!(notes.iter().any(|note| note["code"] == "E0933" && note["span"]["line"] == 7), "{report}");
}

fn declarations_that_contradict_each_other_prove_nothing() {
    let scratch = Scratch::new();
    let text = "/** No such number. */\nclass Nothing {\n    //@ global_invariant x < 0\n    \
                //@ global_invariant x > 0\n    private int x;\n\n    public void look() {\n        \
                //@ assert x == 7\n    }\n\n    private Nothing() {\n        x = 1 / x;\n    }\n}\n";
    let path = scratch.write("Nothing.java", text);
    let report = scratch.run(["check", "--engine", "rely", "--format", "json1", &path.display().to_string()]).json();
    assert_ne!(report["files"][0]["verdict"], "proved", "{report}");
}

fn a_precondition_that_nothing_satisfies_proves_nothing() {
    let scratch = Scratch::new();
    let text = "/** Never to be called. */\nclass Closed {\n    private int x;\n\n    \
                //@ requires x > 0 && x < 0\n    public void look() {\n        //@ assert x == 7\n    }\n}\n";
    let path = scratch.write("Closed.java", text);
    let report = scratch.run(["check", "--engine", "rely", "--format", "json1", &path.display().to_string()]).json();
    let findings = report["files"][0]["diagnostics"].as_array().expect("a list of findings").clone();
    assert!(findings.iter().any(|finding| finding["code"] == "E0410"), "{report}");
}

fn a_trace_shows_what_was_written() {
    let scratch = Scratch::new();
    let text = "/** Two numbers. */\nclass Pair {\n    //@ global_invariant left <= right\n    \
                private volatile int left;\n    private volatile int right;\n\n    public void set() {\n        \
                left = 1000;\n    }\n}\n";
    let path = scratch.write("Pair.java", text);
    let report = scratch.run(["check", "--engine", "rely", &path.display().to_string()]);
    assert!(report.stdout.contains("this.left = 1000"), "{}", report.stdout);
}
