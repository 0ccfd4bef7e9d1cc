//! Every run ends, also where a solver hangs or dies, and says what it knows then.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::time::Duration;
use support::{HARD, Scratch, kill, number, root, solver, wait_until};

/// The hard program with so many copies of its procedure, and a provable one before them.
fn hard_procedures(count: usize) -> String {
    let (functions, procedure) = HARD.split_once("procedure").expect("there is a procedure");
    let copies = (0..count).map(|number| format!("procedure{}", procedure.replace("Hard", &format!("Hard{number}"))));
    format!("procedure Easy(x: int) {{ assert x + 1 > x; }}\n{functions}{}", copies.collect::<String>())
}

#[test]
fn the_time_limit_of_a_run_is_kept() {
    let scratch = Scratch::new();
    scratch.write("hard.bpl", hard_procedures(30));
    scratch.write("later.bpl", "procedure Later(x: int) { assert x + 1 > x; }\n");
    // Without the limit, the questions alone would take hours.
    let limits = ["--timeout", "1000", "--time-limit", "3"];
    let run = scratch.run(["check", "--no-cache", "hard.bpl", "later.bpl"].iter().chain(&limits)).expect_code(3);
    assert!(run.stdout.contains("the time limit of the run was reached"), "{}", run.stdout);
    assert!(run.stdout.contains("--time-limit"), "{}", run.stdout);
    scratch.assert_nothing_left_behind();
}

/// What follows the end of the time is not even read, so that a run on many programs ends soon after.
#[test]
fn programs_after_the_time_limit_are_not_begun() {
    let scratch = Scratch::new();
    scratch.write("project/a.bpl", hard_procedures(1));
    for number in 0..300 {
        scratch.write(&format!("project/b{number}.bpl"), "this is no program");
        scratch.write(&format!("project/b{number}.c"), "this is no program");
    }
    let limits = ["--timeout", "1000", "--time-limit", "2", "--format", "json1"];
    let json = scratch.run(["check", "--no-cache", "project"].iter().chain(&limits)).expect_code(3).json();
    let files = json["files"].as_array().expect("there are files");
    assert_eq!(files.len(), 601, "each is listed");
    for file in &files[1..] {
        assert_eq!(file["verdict"], "unknown", "{file}");
        let message = file["diagnostics"][0]["message"].as_str();
        assert_eq!(message, Some("this program was not checked: the time limit of the run was reached"));
    }
}

/// A Java program is read as a whole, or nothing is said of it.
#[test]
fn a_java_program_that_is_not_read_in_time() {
    let scratch = Scratch::new();
    for number in 0..2000 {
        let body = "{ private int x; synchronized void a() { x = 1; } synchronized int b() { return x; } }";
        scratch.write(&format!("project/C{number}.java"), format!("class C{number} {body}\n"));
    }
    // No machine reads 2,000 classes in that time.
    let limits = ["--time-limit", "0.01", "--thread-safe", "C1999"];
    let run = scratch.run(["check", "--no-cache", "project"].iter().chain(&limits)).expect_code(3);
    assert!(run.stdout.contains("unknown 1"), "{}", run.stdout);
    let reasons = ["this program was not read to its end", "this program was not checked"];
    assert!(reasons.iter().any(|reason| run.stdout.contains(reason)), "{}", run.stdout);
    // Far more than reading all takes.
    assert!(run.time < Duration::from_secs(100), "it took {:?}", run.time);
    let run = scratch.run(["explore", "--time-limit", "0.01", "project"]).expect_code(3);
    assert!(run.stdout.contains("nothing found"), "{}", run.stdout);
}

#[test]
fn an_interrupt_prints_what_was_decided() {
    let scratch = Scratch::new();
    scratch.write("hard.bpl", hard_procedures(3));
    let options = ["--no-cache", "--timeout", "1000", "--time-limit", "0", "--jobs", "2", "--format", "json1"];
    let run = scratch.start(scratch.command(["check", "hard.bpl"].iter().chain(&options)));
    // The first procedure is the provable one: when both solvers are at hard ones, it is decided.
    let are_at_work = || scratch.solvers_at_work().len() == 2;
    assert!(wait_until(Duration::from_secs(100), are_at_work), "the solvers do not start to work");
    kill("-INT", run.id());
    let json = run.finish().expect_code(3).json();
    assert_eq!(json["summary"]["proved"], 1, "{json}");
    assert_eq!(json["summary"]["unknown"], 3, "{json}");
    scratch.assert_nothing_left_behind();
}

/// A solver that introduces itself and then hangs costs one time-out and a little.
#[test]
fn a_hanging_solver_costs_about_one_time_out() {
    let scratch = Scratch::new();
    let goals: String = (0..9).map(|goal| format!("  assert x + {goal} >= x;\n")).collect();
    scratch.write("a.bpl", format!("procedure P(x: int) {{\n{goals}}}\n"));
    let (real, met) = (solver(), scratch.path().join("met"));
    let (real, met) = (real.display(), met.display());
    let body = format!("if [ ! -e '{met}' ]; then touch '{met}'; exec '{real}' \"$@\"; fi\nexec sleep 1000");
    let hanging = scratch.script("solver", &body);
    let hanging = hanging.to_str().expect("the path is UTF-8");
    let run = scratch.run(["check", "--no-cache", "--timeout", "6", "--solver", hanging, "a.bpl"]).expect_code(3);
    assert!(run.stdout.contains("unknown 9"), "{}", run.stdout);
    // Nine time-outs are 54 seconds.
    assert!(run.time < Duration::from_secs(40), "it took {:?}", run.time);
}

/// Where there is no room for a thread, a run says so, and what it was for is unknown. The stacks alone are 512 MiB each.
#[test]
fn memory_that_is_limited() {
    let scratch = Scratch::new();
    let good = "procedure P(x: int) { assert x + 1 > x; }\n";
    scratch.write("project/a.bpl", good);
    scratch.write("project/b.bpl", good);
    let class = "class C { private int x; synchronized void a() { x = 1; } synchronized int b() { return x; } }\n";
    scratch.write("project/C.java", class);
    let limited = |kilobytes: u32, command: &str| {
        let script = format!("ulimit -v {kilobytes}; exec '{}' {command} project", env!("CARGO_BIN_EXE_counterpoint"));
        let mut shell = Command::new("bash");
        shell.args(["-c", &script]).current_dir(scratch.path()).env("COUNTERPOINT_Z3", solver());
        let run = scratch.start(shell).finish();
        assert!(matches!(run.code, Some(0 | 2 | 3)), "{kilobytes}: {run:?}");
        assert!(!run.stderr.contains("internal error"), "{kilobytes}: {}", run.stderr);
        run
    };
    // Not even the thread that does all.
    for command in ["check --no-cache", "explore"] {
        let run = limited(500_000, command).expect_code(2);
        assert!(run.stderr.contains("cannot start a thread with 512 MiB of stack"), "{}", run.stderr);
    }
    // Not those of the programs.
    let run = limited(800_000, "check --no-cache").expect_code(3);
    assert_eq!(run.stdout.matches("this program was not checked: cannot start a thread").count(), 3, "{}", run.stdout);
    assert!(run.stdout.contains("unknown 3"), "{}", run.stdout);
    for step in 0..12 {
        limited(1_000_000 + 200_000 * step, "check --no-cache");
    }
    limited(8_000_000, "check --no-cache").expect_code(0);
}

/// A program of so many procedures, each with one obligation; those that a multiple of seven numbers fail.
fn many_obligations(count: usize) -> String {
    let mut text = String::from("function f(x: int): int;\naxiom (forall x: int :: {f(x)} f(x) > x);\n");
    for number in 0..count {
        let claim = if number % 7 == 0 { "f(x) > x + 1" } else { "f(x) > x" };
        let _ = writeln!(text, "procedure P{number}(x: int) requires x > {number}; {{ assert {claim}; }}");
    }
    text
}

/// The solver is killed at one question of twenty: no verdict is wrong or lost, and none is unknown unless its question
/// was killed twice. `make soak` makes fifty runs over 2,000 obligations.
#[test]
fn a_solver_that_is_killed_now_and_then() {
    let runs = number("COUNTERPOINT_KILLING_RUNS").unwrap_or(1);
    let count = number("COUNTERPOINT_KILLED_OBLIGATIONS").unwrap_or(200);
    let scratch = Scratch::new();
    scratch.write("a.bpl", many_obligations(count));
    let proxy = root().join("crates/cli/tests/support/dying_solver.py");
    let (mut kills, mut unknown) = (0, 0);
    for seed in 0..runs {
        let log = scratch.path().join(format!("kills-{seed}"));
        let body =
            format!("exec python3 '{}' '{}' '{}' {seed} \"$@\"", proxy.display(), solver().display(), log.display());
        let dying = scratch.script("z3", &body);
        let dying = dying.to_str().expect("the path is UTF-8");
        let run = scratch.run(["check", "--no-cache", "--format", "json1", "--solver", dying, "a.bpl"]).expect_code(1);
        let json = run.json();
        let obligations = json["files"][0]["obligations"].as_array().expect("there are obligations");
        // Besides these there is one for each question about vacuity that has no answer.
        let asserted = obligations.iter().filter(|one| one["kind"] == "assertion");
        assert_eq!(asserted.count(), count, "none is lost");
        let mut killed: BTreeMap<String, usize> = BTreeMap::new();
        for question in fs::read_to_string(&log).unwrap_or_default().lines() {
            *killed.entry(question.to_string()).or_default() += 1;
        }
        let twice = killed.values().filter(|count| **count > 1).count();
        let mut without = 0;
        for obligation in obligations {
            let id = obligation["id"].as_str().expect("it has a name");
            let number: usize = id[1..id.find('/').expect("of a procedure")].parse().expect("a number");
            match obligation["verdict"].as_str() {
                Some("proved") => assert_ne!(number % 7, 0, "seed {seed}: {id}"),
                Some("failed" | "refuted") => assert_eq!(number % 7, 0, "seed {seed}: {id}"),
                Some("unknown") => without += 1,
                other => panic!("seed {seed}: {id} is {other:?}"),
            }
        }
        assert!(without <= twice, "seed {seed}: {without} without an answer, {twice} questions killed twice");
        kills += killed.values().sum::<usize>();
        unknown += without;
    }
    assert!(kills > runs * count / 100, "the solver was killed {kills} times");
    println!("{runs} runs, {count} obligations each: {kills} kills, {unknown} without an answer");
}
