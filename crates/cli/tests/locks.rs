//! Locks in Java through the command line: verdicts, exit codes, the engine that is chosen, faults on purpose.

mod support;

use std::fs;
use std::path::Path;
use support::{Scratch, root};

fn example(name: &str) -> String {
    root().join("examples/locks").join(name).display().to_string()
}

#[test]
fn a_right_user_of_locks_is_proved() {
    let scratch = Scratch::new();
    scratch.run(["check", "--engine", "locks", "--no-cache", &example("exception_path/ok.java")]).expect_code(0);
}

#[test]
fn a_lock_that_an_exception_keeps_held_is_reported_with_the_path() {
    let scratch = Scratch::new();
    let path = example("exception_path/bug_no_finally.java");
    let run = scratch.run(["check", "--engine", "locks", "--no-cache", &path]).expect_code(1);
    assert!(run.stdout.contains("`lock` is still held where an exception leaves"), "{}", run.stdout);
    assert!(run.stdout.contains("takes `lock`"), "{}", run.stdout);
}

#[test]
fn a_wrong_lock_is_refuted_with_a_run_of_threads() {
    let scratch = Scratch::new();
    let path = example("behaviour/read_write_lock/bug_if_for_while.java");
    let run = scratch.run(["check", "--engine", "locks", "--no-cache", "--format", "json1", &path]).expect_code(1);
    let report = run.json();
    let verdicts: Vec<(String, String)> = report["files"][0]["obligations"]
        .as_array()
        .expect("obligations are a list")
        .iter()
        .map(|obligation| (obligation["id"].to_string(), obligation["verdict"].to_string()))
        .collect();
    let refuted = ("\"ReadWriteLock/no_reader_with_writer\"".to_string(), "\"refuted\"".to_string());
    assert!(verdicts.contains(&refuted), "{verdicts:?}");
}

/// Of two threads that take two locks of one allocation site in opposite order, both are reported.
#[test]
fn both_paths_of_an_order_are_reported() {
    let scratch = Scratch::new();
    let file = scratch.path().join("Account.java");
    let text = "class Account { synchronized void to(Account other) { synchronized (other) { } } }";
    fs::write(&file, text).expect("the file can be written");
    let path = file.display().to_string();
    let run = scratch.run(["check", "--engine", "locks", "--no-cache", "--format", "json1", &path]).expect_code(1);
    let report = run.json();
    let trace = report["files"][0]["diagnostics"][0]["trace"].as_array().expect("a trace is a list").clone();
    let threads: Vec<Option<u64>> = trace.iter().map(|step| step["thread"].as_u64()).collect();
    assert_eq!(threads, [Some(1), Some(2), Some(1), Some(2)], "{report}");
}

#[test]
fn a_program_without_locks_is_reported() {
    let scratch = Scratch::new();
    let file = scratch.path().join("Empty.java");
    fs::write(&file, "class Empty { }").expect("the file can be written");
    let path = file.display().to_string();
    let run = scratch.run(["check", "--engine", "locks", "--no-cache", &path]).expect_code(0);
    assert!(run.stderr.contains("no lock, `@GuardedBy` or property was found"), "{}", run.stderr);
}

#[test]
fn stamps_are_not_changed_by_faults() {
    let scratch = Scratch::new();
    let target = scratch.path().join("out").display().to_string();
    let run = scratch.run(["inject", "--kind", "im", &example("optimistic_read/ok.java"), &target]).expect_code(2);
    assert!(run.stderr.contains("calls of `StampedLock` are not changed"), "{}", run.stderr);
}

/// Sixteen threads, one after the other proved, are as many as every number for a lock that is right.
#[test]
fn properties_hold_for_sixteen_threads_as_for_every_number() {
    let scratch = Scratch::new();
    let path = example("behaviour/mutex/ok.java");
    scratch.run(["check", "--engine", "locks", "--no-cache", "--threads", "16", &path]).expect_code(0);
    scratch.run(["check", "--engine", "locks", "--no-cache", &path]).expect_code(0);
}

/// A fault that is put in on purpose is found, for each kind; the same seed gives the same fault.
#[test]
fn injected_faults_are_found() {
    let scratch = Scratch::new();
    let source = example("buffer/ok_depth_4.java");
    for (kind, seed) in [("im", "3"), ("icv", "1"), ("icn", "2")] {
        let target = scratch.path().join(kind);
        let target = target.display().to_string();
        let run = scratch.run(["inject", "--kind", kind, "--seed", seed, &source, &target]).expect_code(0);
        let again = scratch.run(["inject", "--kind", kind, "--seed", seed, &source, &target]).expect_code(0);
        assert_eq!(run.stdout, again.stdout);
        scratch.run(["check", "--engine", "locks", "--no-cache", &target]).expect_code(1);
    }
}

/// The copy never takes the place of the program, nor does it become a part of it.
#[test]
fn faults_are_not_injected_into_the_program_itself() {
    let scratch = Scratch::new();
    let text = fs::read_to_string(example("buffer/ok_depth_4.java")).expect("the example is there");
    let folder = scratch.path().join("src");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("Buffer.java");
    fs::write(&file, &text).expect("a file");
    let shown = |path: &Path| path.display().to_string();
    for (source, target) in [(&folder, folder.clone()), (&folder, folder.join("out")), (&file, folder.clone())] {
        let run = scratch.run(["inject", "--kind", "im", &shown(source), &shown(&target)]).expect_code(2);
        assert!(run.stderr.contains("holds the program itself"), "{}", run.stderr);
    }
    assert_eq!(fs::read_to_string(&file).expect("it is still there"), text);
    scratch.run(["inject", "--kind", "im", &shown(&file), &shown(&folder.join("out"))]).expect_code(0);
}
