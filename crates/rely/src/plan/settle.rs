//! Methods with loops.
//!
//! Each is asked about without guesses first. Where that is not enough, all guesses are tried at once; those that fail
//! are dropped, and the rest is tried again until all that are left hold together, and are proved with the method. How
//! that came out is remembered by the fingerprint of the method without guesses; it is no proof.

use crate::check::{Plan, Planned, decided, not_reached};
use crate::obligations::{Obligations, with_guesses};
use crate::steps::guess::Guess;
use ivl::check::{Context, Depth, Prepared, check_prepared, fingerprint};
use ivl::codes::INTERNAL;
use ivl::parallel::in_parallel;
use ivl::typed::{ImplementationId, Program};
use source::{Diagnostic, Report, Verdict};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// How long guesses about loops are tried, and how often.
const TRIAL: Duration = Duration::from_secs(10);
const MOST_TRIALS: usize = 12;

/// What is found about the methods with loops.
pub fn settle(plan: &Plan, context: &Context) -> Report {
    let methods: Vec<&Planned> = plan.methods.iter().filter(|method| method.has_loops).collect();
    let one_job = |method: &&Planned| {
        if context.deadline.is_over() {
            return not_reached(plan.java, method, context.deadline);
        }
        let context = Context { jobs: 1, progress: &|_, _| (), ..*context };
        let attempt = catch_unwind(AssertUnwindSafe(|| settle_method(plan, method, &context)));
        attempt.unwrap_or_else(|_| {
            let message = format!("internal error while checking `{}`; nothing is known about it", method.name);
            let finding = Diagnostic::error(&INTERNAL, plan.java.method(method.id).span, message);
            decided(&method.name, "procedure", Verdict::Unknown, finding)
        })
    };
    let mut report = Report::default();
    in_parallel(&methods, context.jobs, context.progress, one_job).into_iter().for_each(|found| report.append(found));
    report
}

fn settle_method(plan: &Plan, method: &Planned, context: &Context) -> Report {
    let plain = with(plan, method, Guess::Nothing);
    if plain.program.implementations.is_empty() {
        return plain.report;
    }
    let key = context.cache.is_enabled().then(|| {
        let fingerprint = fingerprint(&plain.program, ImplementationId(0));
        [b"guesses about loops", &fingerprint[..]].concat()
    });
    let recalled = key.as_ref().and_then(|key| read(&context.recall(key)?));
    let dropped = match recalled {
        Some(dropped) => Some(dropped),
        None => {
            let report = ask(&plain.program, Depth::Together, context);
            if report.obligations.iter().all(|one| one.outcome.is_proved()) {
                return report;
            }
            let dropped = held(plan, method, context);
            if let (Some(key), Some(dropped)) = (&key, &dropped) {
                context.note(key, &write(dropped));
            }
            dropped
        }
    };
    match dropped {
        Some(dropped) => ask(&with(plan, method, Guess::Settled { dropped }).program, Depth::Runs, context),
        None => ask(&plain.program, Depth::Runs, context),
    }
}

/// Houdini: the guesses that are dropped until the rest holds together, if that is found in time.
fn held(plan: &Plan, method: &Planned, context: &Context) -> Option<BTreeSet<u32>> {
    // All guesses are tried, whatever is asked of the method: each is believed where the others are.
    let quick = Context { timeout: context.timeout.min(TRIAL), only: None, ..*context };
    let mut dropped = BTreeSet::new();
    for _ in 0..MOST_TRIALS {
        let trial = with(plan, method, Guess::Trial { dropped: dropped.clone() });
        let report = ask(&trial.program, Depth::Goals, &quick);
        let failed = report.obligations.iter().filter(|one| !one.outcome.is_proved());
        // A guess stands at the place of its number.
        let before = dropped.len();
        dropped.extend(failed.map(|one| one.span.start));
        if dropped.len() == before {
            return Some(dropped);
        }
    }
    None
}

/// The procedure of one method.
fn with(plan: &Plan, method: &Planned, guess: Guess) -> Obligations {
    with_guesses(plan, &|other| (other.name == method.name).then(|| guess.clone()))
}

fn ask(program: &Program, depth: Depth, context: &Context) -> Report {
    check_prepared(&Prepared { program, obligations: 0, probes: &[], selected: None, depth, facts: false }, context)
}

fn write(dropped: &BTreeSet<u32>) -> String {
    let numbers: Vec<String> = dropped.iter().map(u32::to_string).collect();
    format!("all but {}", numbers.join(" "))
}

/// None if the text is not what [`write`] writes.
fn read(text: &str) -> Option<BTreeSet<u32>> {
    let numbers = text.strip_prefix("all but ")?.split_whitespace();
    numbers.map(|number| number.parse().ok()).collect()
}
