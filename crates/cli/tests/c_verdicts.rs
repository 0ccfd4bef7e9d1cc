//! C programs with the verdicts that they say of themselves: what changes a structure from outside, what the macros of
//! headers see, what has no value, what is not modelled, and the figures of the paper. gcc accepts each of them, unless it says
//! otherwise. Each program is a test, and so is each snippet.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use support::trials::{self, Outcome, expect_same, functions, of_programs, test, with_tools};
use support::{Scratch, files_below, read, root, shown};

const FOLDERS: [&str; 5] = ["outside", "hygiene", "indeterminate", "locks_freed", "paper_figures"];

const STACK: &str = "#include <stdatomic.h>\n#include <stdbool.h>\n#include <stdlib.h>\n\n//@ linearizable stack(push, pop)\n\
    //@ memory gc\n\ntypedef struct Node Node;\nstruct Node {\n  int data;\n  Node *next;\n};\n\nstatic _Atomic(Node *) Top;\n";
const PUSH: &str = "\nvoid push(int value)\n{\n  Node *node = malloc(sizeof *node);\n  node->data = value;\n";
const REST: &str = "\n  while (true) {\n    Node *top = Top;\n    node->next = top;\n    \
    if (atomic_compare_exchange_strong(&Top, &top, node)) {\n      return;\n    }\n  }\n}\n\n\
    bool pop(int *out)\n{\n  while (true) {\n    Node *top = Top;\n    if (top == NULL) {\n      return false;\n    }\n    \
    Node *next = top->next;\n    if (atomic_compare_exchange_strong(&Top, &top, next)) {\n      *out = top->data;\n      \
    return true;\n    }\n  }\n}\n";

/// What gcc accepts and we do not model is unsupported, never invalid.
const UNMODELLED: &str = "tests/effects/unmodelled.txt";
/// What gcc rejects is not proved.
const REJECTED: &str = "tests/effects/rejected.txt";

fn main() -> ExitCode {
    let mut tests = of_programs(programs(), "", it_has_its_verdict);
    let mut for_gcc = of_programs(programs(), "for gcc", gcc_says_what_it_says);
    for (name, snippet) in snippets() {
        for_gcc.push(test(format!("{name} for gcc"), {
            let snippet = snippet.clone();
            move || gcc_says(&snippet.write(&Scratch::new()), snippet.is_accepted)
        }));
        tests.push(test(name, move || snippet.has_its_verdict()));
    }
    tests.extend(with_tools(&["gcc"], for_gcc));
    tests.extend(functions![the_corpus_is_found, what_gcc_accepts_is_not_invalid]);
    trials::run(tests)
}

fn programs() -> Vec<PathBuf> {
    let folders = FOLDERS.map(|folder| root().join("tests/effects").join(folder));
    folders.iter().flat_map(|folder| files_below(folder, "c")).collect()
}

fn the_corpus_is_found() {
    let (accepted, rejected): (Vec<_>, Vec<_>) = snippets().into_iter().partition(|(_, snippet)| snippet.is_accepted);
    let counts = [programs().len(), accepted.len(), rejected.len()];
    assert!(counts[0] > 40 && counts[1] > 100 && counts[2] > 150, "only {counts:?} programs and snippets");
}

fn what_gcc_accepts_is_not_invalid() {
    let is_wrong = |snippet: &Snippet| snippet.is_accepted && snippet.verdicts.contains(&"invalid".to_string());
    let wrong: Vec<String> = snippets().into_iter().filter(|(_, one)| is_wrong(one)).map(|(name, _)| name).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn it_has_its_verdict(path: &Path) -> Outcome {
    let text = read(path);
    let expected = text.lines().find_map(|line| line.strip_prefix("// verdict: ")).ok_or("it has no verdict")?;
    let found = verdict(&Scratch::new(), path);
    let command = format!("counterpoint check {}", shown(path));
    expect_same(&expected, &found.as_str()).map_err(|failure| format!("{failure}\nas said by {command}"))
}

fn gcc_says_what_it_says(path: &Path) -> Outcome {
    let is_rejected = read(path).lines().next().is_some_and(|line| line.starts_with("// gcc: rejects"));
    gcc_says(path, !is_rejected)
}

/// A few lines of C that are put into a stack.
#[derive(Clone)]
struct Snippet {
    text: String,
    /// By gcc.
    is_accepted: bool,
    /// The verdicts that are right.
    verdicts: Vec<String>,
}

impl Snippet {
    fn write(&self, scratch: &Scratch) -> PathBuf {
        scratch.write("snippet.c", &self.text)
    }

    fn has_its_verdict(&self) -> Outcome {
        let scratch = Scratch::new();
        let found = verdict(&scratch, &self.write(&scratch));
        if self.verdicts.contains(&found) {
            return Ok(());
        }
        Err(format!("expected {}\nfound    {found}, which `check` says of\n{}", self.verdicts.join(" or "), self.text))
    }
}

/// All snippets with their names.
fn snippets() -> Vec<(String, Snippet)> {
    let unmodelled = snippets_of(UNMODELLED).into_iter().map(|(header, text)| {
        let (name, verdict) = header.split_once(' ').expect("a snippet has a verdict");
        let snippet = Snippet { text, is_accepted: true, verdicts: vec![verdict.to_string()] };
        (format!("{UNMODELLED} {name}"), snippet)
    });
    let rejected = snippets_of(REJECTED).into_iter().map(|(name, text)| {
        let verdicts = ["invalid", "unsupported"].map(String::from).to_vec();
        (format!("{REJECTED} {name}"), Snippet { text, is_accepted: false, verdicts })
    });
    unmodelled.chain(rejected).collect()
}

/// The snippets of a file, each put into a stack: the header of the snippet, and the program.
fn snippets_of(file: &str) -> Vec<(String, String)> {
    let text = read(&root().join(file));
    let program = |snippet: &str| {
        let (header, rest) = snippet.split_once('\n').expect("a snippet has a header");
        let rest = format!("{rest}\n");
        let (top, body) = rest.split_once("---\n").expect("a snippet has a body");
        (header.to_string(), format!("{STACK}{top}{PUSH}{body}{REST}"))
    };
    text.split("\n=== ").skip(1).map(program).collect()
}

fn gcc_says(path: &Path, is_accepted: bool) -> Outcome {
    let include = root().join("include");
    let arguments = ["-std=gnu11", "-fsyntax-only", "-w", "-I"];
    let output = Command::new("gcc").args(arguments).arg(include).arg(path).output().expect("gcc runs");
    if output.status.success() == is_accepted {
        return Ok(());
    }
    let expected = if is_accepted { "accepts" } else { "rejects" };
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("expected that gcc {expected} {}\nit said {said:?}\n{}", shown(path), read(path)))
}

/// The verdict of a program. The search for a failing run ends by its number of states, not by a time.
fn verdict(scratch: &Scratch, path: &Path) -> String {
    let reports = scratch.reports_of(&[], &[path.to_path_buf()]).concat();
    assert_eq!(reports.len(), 1, "a program has one report");
    reports[0]["verdict"].as_str().unwrap_or_default().to_string()
}
