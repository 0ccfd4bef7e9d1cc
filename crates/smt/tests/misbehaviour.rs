//! Programs that pose as solvers: none of them may be believed, hang us, or outlive us.

mod common;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use common::{Folder, is_gone_soon, soon, within};
use smt::{Answer, ProbeError, Reason, Session, SolverConfig, SolverSession};

/// Answers `echo` commands and no others.
const ECHO_ONLY: &str = r#"sed -u -n 's/(echo "\(.*\)")/\1/p'"#;

/// How long a check may take whose answer does not depend on a deadline, or whose deadline is less than a second. The
/// programs here sleep for longer; a busy machine does not take as long.
const MOMENT: Duration = Duration::from_secs(30);

/// What a check says that has plenty of time.
fn check(body: &str) -> (Reason, Duration) {
    check_within(90_000, body)
}

fn check_within(milliseconds: u64, body: &str) -> (Reason, Duration) {
    let folder = Folder::new();
    let path = folder.script("z3", body);
    let mut session = SolverSession::new(SolverConfig::new(path));
    let start = Instant::now();
    let answer = match session.send("(assert false)") {
        Ok(()) => session.check(within(milliseconds)),
        Err(reason) => Answer::Unknown(reason),
    };
    let elapsed = start.elapsed();
    match answer {
        Answer::Unknown(reason) => (reason, elapsed),
        Answer::Sat | Answer::Unsat => panic!("{answer:?} was believed"),
    }
}

/// A script that answers the introduction as z3 does, and then does something else.
fn after_introduction(body: &str) -> String {
    format!(
        "echo '(:name \"Z3\")'\n\
         echo counterpoint:1\n\
         echo counterpoint:2\n\
         echo counterpoint:3\n\
         {body}"
    )
}

#[test]
fn rubbish_is_garbage_at_once() {
    let (reason, elapsed) = check("while read line; do echo what do you mean; done");
    assert_eq!(reason, Reason::Garbage("what do you mean".into()));
    assert!(elapsed < MOMENT, "{elapsed:?}");
    let (reason, _) = check(&format!("echo '(hello)'; {ECHO_ONLY}"));
    assert!(matches!(reason, Reason::Garbage(_)), "{reason:?}");
}

#[test]
fn silence_is_a_solver_that_hangs() {
    let (reason, elapsed) = check_within(400, "sleep 100");
    assert_eq!(reason, Reason::Hung);
    assert!(elapsed < MOMENT, "{elapsed:?}");
    let (reason, elapsed) = check_within(400, &after_introduction("sleep 100"));
    assert_eq!(reason, Reason::Hung);
    assert!(elapsed < MOMENT, "{elapsed:?}");
}

#[test]
fn an_early_end_is_a_death_with_its_status() {
    let (reason, elapsed) = check("exit 3");
    assert_eq!(reason, Reason::Died("it ended with exit status 3".into()));
    assert!(elapsed < MOMENT, "{elapsed:?}");
    let (reason, _) = check("echo 'no licence' >&2; exit 1");
    let said = "it ended with exit status 1 and said `no licence`";
    assert_eq!(reason, Reason::Died(said.into()));
    let (reason, _) = check("kill -SEGV $$");
    assert_eq!(reason, Reason::Died("it was killed by signal 11".into()));
}

#[test]
fn closed_output_is_a_death() {
    let (reason, elapsed) = check("exec >&-\nsleep 100");
    assert_eq!(reason, Reason::Died("it closed its output without ending".into()));
    assert!(elapsed < MOMENT, "{elapsed:?}");
}

#[test]
fn floods_are_garbage() {
    let (reason, _) = check("yes");
    assert_eq!(reason, Reason::Garbage("y".into()));
    for flood in ["yes unsat", "yes '(' | tr -d '\\n'"] {
        let (reason, elapsed) = check_within(400, flood);
        let expected = matches!(reason, Reason::Garbage(_) | Reason::Hung);
        assert!(expected, "{flood}: {reason:?}");
        assert!(elapsed < MOMENT, "{flood}: {elapsed:?}");
    }
}

/// What becomes of a check whose fourth command, the question, is answered like this. The process ends after it, so that
/// no deadline has to be waited for.
fn answer_of(name: &str, answer: &str) -> Answer {
    let folder = Folder::new();
    let introduction = "echo '(:name \"Solver\")'; for n in 1 2 3; do echo counterpoint:$n; done";
    let path = folder.script(name, &format!("{introduction}\n{answer}; sleep 0.2"));
    let mut session = SolverSession::new(SolverConfig::new(path));
    session.send("(assert false)").unwrap();
    session.check(soon())
}

#[test]
fn an_answer_outside_the_protocol_is_not_believed() {
    let right = answer_of("right", "echo unsat; echo counterpoint:4");
    assert_eq!(right, Answer::Unsat);
    let wrong = [
        // Without the sentinel, or with that of another command.
        "echo unsat",
        "echo unsat; exit 0",
        "echo unsat; echo counterpoint:5",
        // In answer to another command.
        "echo counterpoint:4; echo unsat; echo counterpoint:5",
        // Twice, or with something else.
        "echo unsat; echo unsat; echo counterpoint:4",
        "echo unsat; echo sat; echo counterpoint:4",
        "echo unsat; echo '(error \"oops\")'; echo counterpoint:4",
        "echo '(error \"oops\")'; echo unsat; echo counterpoint:4",
        "echo unsat.; echo counterpoint:4",
        "echo UNSAT; echo counterpoint:4",
        "printf 'uns\\nat\\n'; echo counterpoint:4",
    ];
    for answer in wrong {
        match answer_of("wrong", answer) {
            Answer::Unknown(_) => {}
            believed => panic!("{answer}: {believed:?}"),
        }
    }
}

#[test]
fn a_time_out_word_is_a_timeout() {
    let (reason, _) = check(&after_introduction("echo timeout"));
    assert_eq!(reason, Reason::Timeout);
}

#[test]
fn the_whole_process_group_ends_with_the_session() {
    let folder = Folder::new();
    let pids = folder.0.join("pids");
    let pids = pids.display();
    // A wrapper that does not exec: its child must end too.
    let body = format!("echo $$ >> '{pids}'; sleep 100 & echo $! >> '{pids}'; wait");
    let path = folder.script("z3", &body);
    let mut session = SolverSession::new(SolverConfig::new(path));
    session.send("(assert false)").unwrap();
    let pids = folder.wait_for_pids(2);
    drop(session);
    assert!(pids.iter().all(|pid| is_gone_soon(*pid)), "{pids:?}");
}

#[test]
fn a_process_that_does_not_read_does_not_block_us() {
    let folder = Folder::new();
    let path = folder.script("z3", "sleep 100");
    let mut session = SolverSession::new(SolverConfig::new(path));
    let start = Instant::now();
    for _ in 0..10 {
        session.send(&"(assert true)\n".repeat(100_000)).unwrap();
    }
    let answer = session.check(within(300));
    assert_eq!(answer, Answer::Unknown(Reason::Hung));
    drop(session);
    assert!(start.elapsed() < 2 * MOMENT, "{:?}", start.elapsed());
}

#[test]
fn a_missing_program_dies_in_every_session() {
    let mut session = SolverSession::new(SolverConfig::new("/no/such/solver"));
    let reason = session.send("(assert false)").unwrap_err();
    assert!(matches!(&reason, Reason::Died(why) if why.contains("/no/such/solver")));
    assert_eq!(session.check(within(100)), Answer::Unknown(reason));
}

fn probe(path: impl Into<PathBuf>) -> ProbeError {
    let start = Instant::now();
    let error = SolverConfig::new(path).probe().unwrap_err();
    assert!(start.elapsed() < 2 * MOMENT, "{:?}", start.elapsed());
    error
}

#[test]
fn probing_what_is_not_a_solver() {
    let folder = Folder::new();
    let plain = folder.0.join("plain");
    fs::write(&plain, "(check-sat)").unwrap();
    assert_eq!(probe("/no/such/solver").to_string(), "There is no solver `/no/such/solver`.");
    assert_eq!(probe("no-such-solver-on-the-path"), ProbeError::NotFound("no-such-solver-on-the-path".into()));
    assert_eq!(probe(&plain), ProbeError::NotExecutable(plain));
    assert_eq!(probe(&folder.0), ProbeError::NotExecutable(folder.0.clone()));
    let orphan = folder.script("orphan", "");
    fs::write(&orphan, "#!/no/such/shell\n").unwrap();
    assert!(matches!(probe(&orphan), ProbeError::CannotRun(_, _)));
    let not_solvers = [
        ("talks", "echo hello; sleep 100", "it printed `hello`"),
        ("echoes", ECHO_ONLY, "it does not tell its name and version"),
    ];
    let quits = folder.script("quits", "exit 0");
    assert_eq!(probe(&quits), ProbeError::Died(quits, "it ended with exit status 0".into()));
    for (name, body, how) in not_solvers {
        let path = folder.script(name, body);
        assert_eq!(probe(&path), ProbeError::NotASolver(path, how.into()), "{name}");
    }
    let hangs = folder.script("hangs", "sleep 100");
    assert_eq!(probe(&hangs), ProbeError::Silent(hangs));
}
