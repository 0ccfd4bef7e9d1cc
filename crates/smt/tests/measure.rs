//! How long a small query takes: after a reset, in a fresh process, between push and pop.
//! Run with `cargo test -p smt --release --test measure -- --ignored --nocapture`.

mod common;

use std::time::{Duration, Instant};

use common::{soon, z3};
use smt::{Answer, Session, SolverConfig, SolverSession};

const ROUNDS: usize = 200;
const QUERY: &str = "(declare-const x Int)(declare-const y Int)
    (assert (> (+ x y) 3))(assert (< x 1))(assert (< y 1))";

/// The shortest and the median time of one round. On a busy machine the shortest tells more.
fn times(mut round: impl FnMut()) -> (Duration, Duration) {
    let mut times: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            round();
            start.elapsed()
        })
        .collect();
    times.sort();
    (times[0], times[ROUNDS / 2])
}

#[test]
#[ignore = "a measurement, not a test"]
fn reset_or_restart() {
    let config = SolverConfig::new(z3());
    let mut warm = SolverSession::new(config.clone());
    let reset = times(|| {
        warm.reset().unwrap();
        warm.send(QUERY).unwrap();
        assert_eq!(warm.check(soon()), Answer::Unsat);
    });
    let fresh = times(|| {
        let mut session = SolverSession::new(config.clone());
        session.send(QUERY).unwrap();
        assert_eq!(session.check(soon()), Answer::Unsat);
    });
    warm.reset().unwrap();
    let pushed = times(|| {
        warm.send(&format!("(push 1){QUERY}")).unwrap();
        assert_eq!(warm.check(soon()), Answer::Unsat);
        warm.send("(pop 1)").unwrap();
    });
    let version = config.probe().unwrap().version;
    println!("z3 {version}: reset {reset:.1?}, fresh {fresh:.1?}, push and pop {pushed:.1?}");
}
