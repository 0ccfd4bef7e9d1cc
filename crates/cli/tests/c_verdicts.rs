//! C programs with the verdicts that they say of themselves: what changes a structure from outside, what the macros of
//! headers see, what has no value, what is not modelled, and the figures of the paper. gcc accepts each of them, unless it says otherwise.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{Scratch, file_name, root};

const FOLDERS: [&str; 5] = ["outside", "hygiene", "indeterminate", "locks_freed", "paper_figures"];

const STACK: &str = "#include <stdatomic.h>\n#include <stdbool.h>\n#include <stdlib.h>\n\n//@ linearizable stack(push, pop)\n\
    //@ memory gc\n\ntypedef struct Node Node;\nstruct Node {\n  int data;\n  Node *next;\n};\n\nstatic _Atomic(Node *) Top;\n";
const PUSH: &str = "\nvoid push(int value)\n{\n  Node *node = malloc(sizeof *node);\n  node->data = value;\n";
const REST: &str = "\n  while (true) {\n    Node *top = Top;\n    node->next = top;\n    \
    if (atomic_compare_exchange_strong(&Top, &top, node)) {\n      return;\n    }\n  }\n}\n\n\
    bool pop(int *out)\n{\n  while (true) {\n    Node *top = Top;\n    if (top == NULL) {\n      return false;\n    }\n    \
    Node *next = top->next;\n    if (atomic_compare_exchange_strong(&Top, &top, next)) {\n      *out = top->data;\n      \
    return true;\n    }\n  }\n}\n";

#[test]
fn every_program_has_its_verdict() {
    let scratch = Scratch::new();
    let mut expected = BTreeMap::new();
    for folder in FOLDERS {
        let entries = fs::read_dir(root().join("tests/effects").join(folder)).expect("the corpus can be read");
        for path in entries.flatten().map(|entry| entry.path()) {
            let text = fs::read_to_string(&path).expect("the program can be read");
            let name = format!("{folder}_{}", file_name(&path));
            let verdict = text.lines().find_map(|line| line.strip_prefix("// verdict: "));
            let verdict = verdict.unwrap_or_else(|| panic!("{name} has no verdict")).to_string();
            let is_rejected = text.lines().next().is_some_and(|line| line.starts_with("// gcc: rejects"));
            gcc_says(&scratch.write(&name, &text), !is_rejected);
            expected.insert(name, verdict);
        }
    }
    assert!(expected.len() > 40, "only {} programs", expected.len());
    assert_eq!(verdicts(&scratch), expected);
}

/// The snippets of a file, each put into a stack: the header of the snippet, and the program.
fn snippets(file: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("tests/effects").join(file)).expect("the snippets can be read");
    let program = |snippet: &str| {
        let (header, rest) = snippet.split_once('\n').expect("a snippet has a header");
        let rest = format!("{rest}\n");
        let (top, body) = rest.split_once("---\n").expect("a snippet has a body");
        (header.to_string(), format!("{STACK}{top}{PUSH}{body}{REST}"))
    };
    text.split("\n=== ").skip(1).map(program).collect()
}

/// What gcc accepts and we do not model is unsupported, never invalid.
#[test]
fn what_gcc_accepts_is_not_invalid() {
    let scratch = Scratch::new();
    let mut expected = BTreeMap::new();
    for (header, program) in snippets("unmodelled.txt") {
        let (name, verdict) = header.split_once(' ').expect("a snippet has a verdict");
        let name = format!("{name}.c");
        gcc_says(&scratch.write(&name, program), true);
        assert_ne!(verdict, "invalid", "{name}");
        expected.insert(name, verdict.to_string());
    }
    assert!(expected.len() > 100, "only {} snippets", expected.len());
    assert_eq!(verdicts(&scratch), expected);
}

/// What gcc rejects is not proved.
#[test]
fn what_gcc_rejects_has_no_verdict() {
    let scratch = Scratch::new();
    let programs = snippets("rejected.txt");
    assert!(programs.len() > 150, "only {} snippets", programs.len());
    for (name, program) in &programs {
        gcc_says(&scratch.write(&format!("{name}.c"), program), false);
    }
    let found = verdicts(&scratch);
    assert_eq!(found.len(), programs.len());
    let judged: Vec<_> = found.iter().filter(|(_, one)| !matches!(&***one, "invalid" | "unsupported")).collect();
    assert!(judged.is_empty(), "{judged:?}");
}

fn gcc_says(path: &Path, is_accepted: bool) {
    let include = root().join("include");
    let arguments = ["-std=gnu11", "-fsyntax-only", "-w", "-I"];
    let Ok(output) = Command::new("gcc").args(arguments).arg(include).arg(path).output() else { return };
    let said = String::from_utf8_lossy(&output.stderr).to_string();
    assert_eq!(output.status.success(), is_accepted, "{}: {said}", path.display());
}

/// The verdict of each program of the folder. The search for a failing run ends by its number of states, not by a time.
fn verdicts(scratch: &Scratch) -> BTreeMap<String, String> {
    let json = scratch.run(["check", ".", "--format", "json", "--timeout", "100", "--time-limit", "0"]).json();
    let files = json["files"].as_array().cloned().unwrap_or_default();
    let name = |file: &serde_json::Value| file_name(Path::new(file["path"].as_str().unwrap_or_default()));
    files.iter().map(|file| (name(file), file["verdict"].as_str().unwrap_or_default().to_string())).collect()
}
