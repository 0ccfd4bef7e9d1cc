//! Right and wrong users of locks: right ones are proved, wrong ones fail where they are marked, and nowhere else. Each program
//! is a test.

#[path = "../../cli/tests/support/programs.rs"]
mod programs;
mod support;
#[path = "../../cli/tests/support/trials.rs"]
mod trials;

use programs::{file_name, files_below, read, root, shown};
use source::Verdict;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use trials::{Outcome, functions, of_programs};

fn main() -> ExitCode {
    let mut tests = of_programs(corpus(), "", it_is_judged_as_it_is_marked);
    tests.extend(functions![the_corpus_is_found, the_order_is_not_known_where_a_method_is_not]);
    trials::run(tests)
}

fn corpus() -> Vec<PathBuf> {
    let folders = ["examples/locks", "tests/locks"];
    folders.into_iter().flat_map(|folder| files_below(&root().join(folder), "java")).collect()
}

fn the_corpus_is_found() {
    let count = corpus().len();
    assert!(count > 200, "only {count} programs found");
}

fn it_is_judged_as_it_is_marked(path: &Path) -> Outcome {
    let text = read(path);
    let marked: BTreeSet<(u32, String)> =
        programs::marks(&text).into_iter().map(|mark| (mark.line as u32, mark.name)).collect();
    let checked = support::check(&text, &support::pool());
    let found: BTreeSet<(u32, String)> = checked.findings.iter().map(|(line, name, _)| (*line, name.clone())).collect();
    let is_right = file_name(path).starts_with("ok");
    let all_proved = checked.verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Proved);
    let is_as_named = is_right == marked.is_empty() && is_right == all_proved && !checked.verdicts.is_empty();
    if found == marked && is_as_named {
        return Ok(());
    }
    let (findings, verdicts) = (&checked.findings, &checked.verdicts);
    let command = format!("counterpoint check --engine locks --no-cache {}", shown(path));
    Err(format!("marked {marked:?}\nfound  {findings:?}\nverdicts {verdicts:?}\nas said by {command}"))
}

/// Where a method is not known, locks may be taken that are not seen.
fn the_order_is_not_known_where_a_method_is_not() {
    let text = "
        class Both {
            private static final Object A = new Object();
            private static final Object B = new Object();
            public void inOrder() { synchronized (A) { synchronized (B) { } } }
            public void unknown(java.util.concurrent.locks.Condition c) throws InterruptedException { c.await(); }
        }";
    let checked = support::check(text, &support::pool());
    let order = checked.verdicts.iter().find(|(id, _)| id == "lock-order").map(|(_, verdict)| *verdict);
    assert_eq!(order, Some(Verdict::Unknown), "{:?}", checked.verdicts);
}
