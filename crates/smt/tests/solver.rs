//! Sessions with a real z3.

mod common;

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Folder, hard_problem, is_gone_soon, is_running, soon, within, z3, z3_session};
use smt::{Answer, Pool, Reason, Session, SolverConfig, SolverSession, Value, quote};

fn rejected(answer: &Answer) -> &str {
    match answer {
        Answer::Unknown(Reason::Rejected(message)) => message,
        other => panic!("not rejected: {other:?}"),
    }
}

#[test]
fn sat_unsat_and_unknown() {
    let mut session = z3_session();
    assert_eq!(session.check(soon()), Answer::Sat);
    session.send("(declare-const x Int)").unwrap();
    session.send("(push 1)\n(assert (> x 3)) ; a comment").unwrap();
    assert_eq!(session.check(soon()), Answer::Sat);
    session.send("(assert (< x 3))").unwrap();
    assert_eq!(session.check(soon()), Answer::Unsat);
    session.send("(pop 1)").unwrap();
    assert_eq!(session.check(soon()), Answer::Sat);
    session.reset().unwrap();
    let quantified = "(set-option :smt.mbqi false)(set-option :smt.auto_config false)
        (declare-fun f (Int) Int)
        (assert (forall ((i Int)) (! (> (f i) i) :pattern ((f i)))))
        (assert (> (f 0) 5))";
    session.send(quantified).unwrap();
    match session.check(soon()) {
        Answer::Unknown(Reason::Incomplete(why)) => assert!(why.contains("quantifiers"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn assumptions() {
    let mut session = z3_session();
    session.send("(declare-const p Bool)(declare-const q Bool)(assert (=> p q))").unwrap();
    assert_eq!(session.check_assuming(&["p", "(not q)"], soon()), Answer::Unsat);
    assert_eq!(session.check_assuming(&["p"], soon()), Answer::Sat);
    assert_eq!(session.check_assuming(&[], soon()), Answer::Sat);
}

#[test]
fn values_of_many_sorts() {
    let mut session = z3_session();
    session
        .send(
            "(declare-datatypes ((L 0)) (((Nil) (Cons (hd Int) (tl L)))))
             (declare-sort T 0)
             (declare-const x Int)(declare-const r Real)(declare-const b (_ BitVec 8))
             (declare-const a (Array Int Int))(declare-const l L)(declare-const t T)
             (assert (= x (- 5)))(assert (= (* 3.0 r) 1.0))(assert (= b #x0f))
             (assert (= a (store ((as const (Array Int Int)) 0) 3 7)))
             (assert (= l (Cons 1 Nil)))",
        )
        .unwrap();
    assert_eq!(session.check(soon()), Answer::Sat);
    let terms = ["x", "r", "b", "a", "l", "t", "(> x 0)"].map(str::to_owned);
    let values = session.values(&terms, soon()).unwrap();
    let shown: Vec<_> = values.iter().map(|v| Value::from_sexpr(v).to_string()).collect();
    assert_eq!(shown, ["-5", "1/3", "15bv8", "[3 := 7, else 0]", "Cons(1, Nil())", "T#0", "false"]);
    assert_eq!(session.values(&[], soon()), Ok(vec![]));
    let many: Vec<_> = (0..1000).map(|n| format!("(+ x {n})")).collect();
    let values = session.values(&many, soon()).unwrap();
    assert_eq!(values.len(), 1000);
    assert_eq!(values[999].to_string(), "994");
}

#[test]
fn reset_forgets_everything_but_the_options() {
    let config = SolverConfig::new(z3()).option("smt.random_seed", "7");
    let mut session = SolverSession::new(config);
    session.send("(declare-const x Int)(assert false)").unwrap();
    assert_eq!(session.check(soon()), Answer::Unsat);
    session.reset().unwrap();
    session.send("(declare-const x Bool)(assert x)").unwrap();
    assert_eq!(session.check(soon()), Answer::Sat);
}

#[test]
fn a_rejected_assertion_is_never_dropped() {
    let mut session = z3_session();
    session.send("(declare-const x Int)").unwrap();
    session.send("(assert (= y 3))").unwrap();
    session.send("(assert false)").unwrap();
    let answer = session.check(soon());
    assert!(rejected(&answer).contains("unknown constant y"), "{answer:?}");
    // Not before the reset is anything believed again.
    assert_eq!(session.check(soon()), answer);
    assert!(session.send("(assert true)").is_err());
    assert!(session.values(&["x".into()], soon()).is_err());
    session.reset().unwrap();
    session.send("(assert false)").unwrap();
    assert_eq!(session.check(soon()), Answer::Unsat);
}

#[test]
fn whatever_spoils_the_protocol_is_no_answer() {
    let cases = [
        "(assert (= 1 \"a\"))",
        "(no-such-command)",
        "(set-option :no-such-option 1)",
        "(declare-const x Int)(declare-const x Int)",
        ")",
        "(check-sat)",
        "(echo \"unsat\")",
    ];
    let mut session = z3_session();
    for text in cases {
        session.send(text).unwrap();
        session.send("(assert false)").unwrap();
        match session.check(soon()) {
            Answer::Unknown(Reason::Rejected(_) | Reason::Garbage(_)) => {}
            other => panic!("{text}: {other:?}"),
        }
        session.reset().unwrap();
    }
    // An unfinished command swallows the question.
    session.send("(assert (and false").unwrap();
    assert_eq!(session.check(within(300)), Answer::Unknown(Reason::Hung));
    session.reset().unwrap();
    assert_eq!(session.check(soon()), Answer::Sat);
}

#[test]
fn an_error_that_no_check_saw_does_not_reach_the_next_problem() {
    let mut session = z3_session();
    session.send("(assert nonsense)").unwrap();
    session.reset().unwrap();
    assert_eq!(session.check(soon()), Answer::Sat);
}

#[test]
fn values_without_a_model_are_rejected() {
    let mut session = z3_session();
    session.send("(declare-const x Int)(assert false)").unwrap();
    assert_eq!(session.check(soon()), Answer::Unsat);
    match session.values(&["x".into()], soon()) {
        Err(Reason::Rejected(message)) => assert!(message.contains("model"), "{message}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_deadline_is_kept_and_the_process_survives_it() {
    let folder = Folder::new();
    let mut session = SolverSession::new(SolverConfig::new(folder.noted_z3()));
    session.send("(declare-const before Bool)").unwrap();
    session.send(&hard_problem()).unwrap();
    assert_eq!(session.check_assuming(&["before", "(not before)"], soon()), Answer::Unsat);
    let start = Instant::now();
    assert_eq!(session.check(within(200)), Answer::Unknown(Reason::Timeout));
    // The whole problem takes minutes.
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(10), "{elapsed:?}");
    // The same process, with the same assertions.
    assert_eq!(session.check_assuming(&["before", "(not before)"], soon()), Answer::Unsat);
    assert_eq!(folder.pids().len(), 1);
    assert_eq!(session.check(Instant::now()), Answer::Unknown(Reason::Timeout));
}

#[test]
fn limits_of_memory_and_resources_are_distinguished() {
    let config = SolverConfig::new(z3()).option("memory_max_size", "25");
    let mut session = SolverSession::new(config);
    session
        .send(
            "(declare-const a (_ BitVec 4096))(declare-const b (_ BitVec 4096))
             (assert (= (bvmul a b b) (bvmul a a (bvadd a b))))(assert (distinct a b))",
        )
        .unwrap();
    assert_eq!(session.check(soon()), Answer::Unknown(Reason::MemoryOut));

    let config = SolverConfig::new(z3()).option("rlimit", "100000");
    let mut session = SolverSession::new(config);
    session.send(&hard_problem()).unwrap();
    assert_eq!(session.check(soon()), Answer::Unknown(Reason::ResourceLimit));
}

#[test]
fn a_process_killed_in_a_check_is_replaced_once() {
    let folder = Folder::new();
    let config = SolverConfig::new(folder.noted_z3());
    let pool = Pool::new(Arc::new(move || Box::new(SolverSession::new(config.clone()))), 1);
    let mut lease = pool.acquire();
    lease.send(&hard_problem()).unwrap();
    let checking = std::thread::spawn(move || (lease.check(soon()), lease));
    for process in 0..2 {
        let pid = folder.wait_for_pids(process + 1)[process];
        std::thread::sleep(Duration::from_millis(200));
        assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
    }
    let (answer, lease) = checking.join().unwrap();
    match answer {
        Answer::Unknown(Reason::Died(how)) => assert!(how.contains("signal 9"), "{how}"),
        other => panic!("{other:?}"),
    }
    drop(lease);
    let mut lease = pool.acquire();
    lease.send("(assert false)").unwrap();
    assert_eq!(lease.check(soon()), Answer::Unsat);
    assert_eq!(folder.pids().len(), 3);
}

#[test]
fn a_pool_keeps_its_processes_warm() {
    let folder = Folder::new();
    let config = SolverConfig::new(folder.noted_z3());
    let pool = Pool::new(Arc::new(move || Box::new(SolverSession::new(config.clone()))), 2);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let mut lease = pool.acquire();
                    lease.send("(declare-const x Int)(assert (> x 0))").unwrap();
                    assert_eq!(lease.check(soon()), Answer::Sat);
                    lease.send("(assert (< x 0))").unwrap();
                    assert_eq!(lease.check(soon()), Answer::Unsat);
                }
            });
        }
    });
    let pids = folder.pids();
    assert!(pids.len() <= 2, "{pids:?}");
    // The threads that started the processes are gone, the processes are not.
    assert!(pids.iter().all(|pid| is_running(*pid)));
    drop(pool);
    assert!(pids.iter().all(|pid| is_gone_soon(*pid)));
}

#[test]
fn megabytes_in_both_directions_do_not_block() {
    let mut session = z3_session();
    session.send("(declare-const x Int)").unwrap();
    // Each line is an error, so the solver prints while we write: both pipes fill.
    session.send(&"(assert (= there_is_no_such_constant 1))\n".repeat(100_000)).unwrap();
    let answer = session.check(soon());
    assert!(rejected(&answer).contains("there_is_no_such_constant"));
    session.reset().unwrap();
    session.send("(declare-const x Int)").unwrap();
    session.send(&"(assert (> x 0))\n".repeat(100_000)).unwrap();
    assert_eq!(session.check(soon()), Answer::Sat);
}

#[test]
fn every_quoted_name_can_be_declared() {
    let names = [
        "", "and", "let", "select", "Int", "bvadd", "a|b", "a\\b", "?0", "-5", "5", "é", "a#b", "x'", "%", "seq.len",
        "!", "_", "as", "assert", "map", "if", "T!val!0", "\n",
    ];
    let mut session = z3_session();
    for (number, name) in names.iter().enumerate() {
        let name = quote(name);
        session.send(&format!("(declare-fun {name} (Int) Int)")).unwrap();
        session.send(&format!("(assert (= ({name} 0) {number}))")).unwrap();
    }
    assert_eq!(session.check(soon()), Answer::Sat);
    let terms: Vec<_> = names.iter().map(|name| format!("({} 0)", quote(name))).collect();
    let values = session.values(&terms, soon()).unwrap();
    for (number, value) in values.iter().enumerate() {
        assert_eq!(value.to_string(), number.to_string(), "{}", terms[number]);
    }
}

#[test]
fn the_solver_dies_with_its_parent() {
    const MARK: &str = "COUNTERPOINT_TEST_PIDS";
    if let Some(path) = std::env::var_os(MARK) {
        // The parent: asks a hard question from a thread, until it is killed.
        let mut session = SolverSession::new(SolverConfig::new(path));
        session.send(&hard_problem()).unwrap();
        session.check(within(60_000));
        return;
    }
    let folder = Folder::new();
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "the_solver_dies_with_its_parent"])
        .env(MARK, folder.noted_z3())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let pid = folder.wait_for_pids(1)[0];
    std::thread::sleep(Duration::from_millis(200));
    assert!(is_running(pid));
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert!(is_gone_soon(pid));
}

#[test]
fn a_real_solver_passes_the_probe() {
    let info = SolverConfig::new(z3()).probe().unwrap();
    assert_eq!(info.name, "Z3");
    assert!(info.version.starts_with(|c: char| c.is_ascii_digit()), "{}", info.version);
}
