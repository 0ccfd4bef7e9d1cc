//! Solvers that are missing, wrong, silent, talkative or killed: a clear word and an end, never a proof.

mod support;

use std::path::Path;
use std::time::Duration;
use support::{Finished, HARD, Scratch, kill, solver, wait_until};

const PROVABLE: &str = "procedure P(x: int) requires x > 0; { assert x >= 1; }\n";

/// Checks a provable program with this solver: it is not proved, and the run ends by itself.
fn check_with(scratch: &Scratch, solver: &Path) -> Finished {
    scratch.write("a.bpl", PROVABLE);
    let solver = solver.to_str().expect("the path is UTF-8");
    let run = scratch.run(["check", "--no-cache", "--timeout", "2", "--solver", solver, "a.bpl"]);
    assert!(run.code == Some(2) || run.code == Some(3), "{run:?}");
    assert!(run.stdout.is_empty() || run.stdout.contains("proved 0, "), "{}", run.stdout);
    assert!(!run.stderr.contains("internal error"), "{}", run.stderr);
    scratch.assert_nothing_left_behind();
    run
}

/// A solver that cannot even say what it is: one clear message.
fn refused(solver: &str) -> String {
    let run = check_with(&Scratch::new(), Path::new(solver)).expect_code(2);
    assert!(run.stderr.contains(solver), "the message must name the solver: {}", run.stderr);
    run.stderr
}

/// A solver that introduces itself properly and then runs this script instead.
fn turns_bad(script: &str) -> Finished {
    let scratch = Scratch::new();
    let real = solver();
    let (real, met) = (real.display(), scratch.path().join("met"));
    let met = met.display();
    let body = format!("if [ ! -e '{met}' ]; then touch '{met}'; exec '{real}' \"$@\"; fi\n{script}");
    let path = scratch.script("solver", &body);
    let run = check_with(&scratch, &path).expect_code(3);
    assert!(run.stdout.contains("unknown 1"), "{}", run.stdout);
    run
}

#[test]
fn a_solver_that_the_environment_names_wrongly() {
    let scratch = Scratch::new();
    scratch.write("a.bpl", PROVABLE);
    let mut command = scratch.command(["check", "a.bpl"]);
    command.env("COUNTERPOINT_Z3", "/nowhere/z3");
    let run = scratch.start(command).finish().expect_code(2);
    assert_eq!(run.stderr, "error: There is no solver `/nowhere/z3`. $COUNTERPOINT_Z3 names it.\n");
}

#[test]
fn a_solver_that_is_not_there() {
    refused("/nonexistent/z3");
    refused("/");
}

#[test]
fn a_binary_that_is_no_solver() {
    refused("/bin/true");
    refused("/bin/cat");
}

#[test]
fn a_text_file_as_solver() {
    let scratch = Scratch::new();
    let path = scratch.write("z3", "not a program");
    check_with(&scratch, &path).expect_code(2);
}

#[test]
fn scripts_that_are_no_solver() {
    for body in ["sleep 1000", "yes rubbish", "cat; sleep 1000", "exit 1", "kill -9 $$", "echo unsat; cat >/dev/null"] {
        let scratch = Scratch::new();
        let path = scratch.script("z3", body);
        check_with(&scratch, &path).expect_code(2);
    }
}

#[test]
fn a_solver_that_turns_silent() {
    turns_bad("sleep 1000");
    turns_bad("cat >/dev/null");
}

#[test]
fn a_solver_that_turns_to_rubbish() {
    turns_bad("yes rubbish");
    turns_bad("while read line; do echo rubbish; done");
    turns_bad("while read line; do echo unsat; done");
    turns_bad("while read line; do echo '(error \"no\")'; done");
    turns_bad("cat");
}

#[test]
fn a_solver_that_ends_early() {
    turns_bad("exit 0");
    turns_bad("exit 3");
    turns_bad("echo unsat; exit 0");
    turns_bad("kill -9 $$");
}

/// A run on a hard program, once its solver is at work. The run has more time than the test waits for its end.
fn hard_run(scratch: &Scratch) -> (support::Running, u32) {
    scratch.write("hard.bpl", HARD);
    let options = ["--no-cache", "--timeout", "1000", "--time-limit", "0", "--jobs", "1"];
    let run = scratch.start(scratch.command(["check", "hard.bpl"].iter().chain(&options)));
    (run, solver_at_work(scratch, &[]))
}

/// Waits until a solver is at work that is none of these.
fn solver_at_work(scratch: &Scratch, known: &[u32]) -> u32 {
    let mut found = None;
    let is_found = wait_until(Duration::from_secs(100), || {
        found = scratch.solvers_at_work().into_iter().find(|id| !known.contains(id));
        found.is_some()
    });
    assert!(is_found, "no solver starts to work");
    found.expect("it was there")
}

#[test]
fn a_solver_killed_at_work_is_tried_once_more() {
    let scratch = Scratch::new();
    let (run, solver) = hard_run(&scratch);
    kill("-9", solver);
    kill("-9", solver_at_work(&scratch, &[solver]));
    let run = run.finish().expect_code(3);
    assert!(run.stdout.contains("unknown 1"), "{}", run.stdout);
    scratch.assert_nothing_left_behind();
}

#[test]
fn a_run_that_is_ended_takes_its_solvers_along() {
    for (signal, code) in [("-INT", Some(3)), ("-TERM", Some(3)), ("-9", None)] {
        let scratch = Scratch::new();
        let (run, _) = hard_run(&scratch);
        kill(signal, run.id());
        let run = run.finish();
        assert_eq!(run.code, code, "{signal}");
        assert!(code.is_none() || run.stdout.contains("unknown 1"), "{}", run.stdout);
        scratch.assert_nothing_left_behind();
    }
}
