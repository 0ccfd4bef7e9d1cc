//! Methods with loops.
//!
//! Each is asked about without guesses first. Where that is not enough, all guesses are tried at once; those that fail
//! are dropped, and the rest is tried again until all that are left hold together, and are proved with the method. How
//! that came out is remembered by the fingerprint of the method without guesses; it is no proof.

use crate::check::{Plan, Planned, build};
use crate::guess::Guess;
use ivl::check::{Context, Depth, Prepared, check_prepared, fingerprints};
use ivl::typed::{ImplementationId, Program};
use source::{FileReport, Obligation, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How long guesses about loops are tried, and how often.
const TRIAL: Duration = Duration::from_secs(10);
const MOST_TRIALS: usize = 12;

/// What is found about the methods whose procedures, without guesses, are given.
pub fn settle(
    plan: &Plan,
    program: &Program,
    methods: &BTreeMap<ImplementationId, &Planned>,
    context: &Context,
) -> FileReport {
    let mut report = FileReport::default();
    if methods.is_empty() {
        return report;
    }
    let keys = keys(program, methods, context);
    let recalled = |name: &str| keys.get(name).and_then(|key| read(&context.recall(key)?));
    let mut guesses: BTreeMap<&str, Guess> = BTreeMap::new();
    let mut open: BTreeMap<ImplementationId, &str> = BTreeMap::new();
    for (id, method) in methods {
        match recalled(&method.name) {
            Some(dropped) => drop(guesses.insert(&method.name, Guess::Settled { dropped })),
            None => drop(open.insert(*id, &method.name)),
        }
    }
    let quiet = Context { progress: &|_, _| (), ..*context };
    let selected: BTreeSet<ImplementationId> = open.keys().copied().collect();
    let plain = ask(program, Some(&selected), Depth::Together, &quiet);
    report.solver_time += plain.solver_time;
    let plain = by_method(plain);
    let mut trials: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for name in open.into_values() {
        let own = plain.get(name).cloned().unwrap_or_default();
        match own.iter().all(|one| one.verdict == Verdict::Proved) {
            true => report.obligations.extend(own),
            false => drop(trials.insert(name, BTreeSet::new())),
        }
    }
    // What does not settle is asked about without guesses.
    guesses.extend(trials.keys().map(|name| (*name, Guess::Nothing)));
    let settled = held(plan, trials, &quiet);
    for (name, dropped) in settled {
        if let Some(key) = keys.get(name) {
            context.note(key, &write(&dropped));
        }
        guesses.insert(name, Guess::Settled { dropped });
    }
    let guessed = build(plan, &|method| guesses.get(&*method.name).cloned(), false).program;
    report.append(ask(&guessed, None, Depth::Runs, context));
    report
}

/// Houdini: of each method, the guesses that are dropped until the rest holds together, if that is found in time.
fn held<'a>(
    plan: &Plan,
    mut trials: BTreeMap<&'a str, BTreeSet<u32>>,
    context: &Context,
) -> BTreeMap<&'a str, BTreeSet<u32>> {
    let quick = Context { timeout: context.timeout.min(TRIAL), ..*context };
    let mut settled = BTreeMap::new();
    for _ in 0..MOST_TRIALS {
        if trials.is_empty() {
            break;
        }
        let wanted =
            |method: &Planned| trials.get(&*method.name).map(|dropped| Guess::Trial { dropped: dropped.clone() });
        let program = build(plan, &wanted, false).program;
        let report = by_method(ask(&program, None, Depth::Goals, &quick));
        for (name, dropped) in std::mem::take(&mut trials) {
            let own = report.get(name).into_iter().flatten();
            let failed = own.filter(|one| one.verdict != Verdict::Proved).map(|one| one.span.start);
            let still: BTreeSet<u32> = failed.chain(dropped.iter().copied()).collect();
            match still.len() > dropped.len() {
                true => drop(trials.insert(name, still)),
                false => drop(settled.insert(name, dropped)),
            }
        }
    }
    settled
}

/// By the name of a method, where to find how its guesses came out.
fn keys<'a>(
    program: &Program,
    methods: &BTreeMap<ImplementationId, &'a Planned>,
    context: &Context,
) -> BTreeMap<&'a str, Vec<u8>> {
    if !context.cache.is_enabled() {
        return BTreeMap::new();
    }
    let names = methods.values().map(|method| &*method.name);
    let key = |bytes: Vec<u8>| [b"guesses about loops", &bytes[..]].concat();
    names.zip(fingerprints(program, methods.keys().copied()).into_iter().map(key)).collect()
}

fn ask(
    program: &Program,
    selected: Option<&BTreeSet<ImplementationId>>,
    depth: Depth,
    context: &Context,
) -> FileReport {
    check_prepared(&Prepared { program, obligations: 0, probes: &[], selected, depth }, context)
}

/// The obligations of each method: the first part of an obligation's name is that of the method.
fn by_method(report: FileReport) -> BTreeMap<String, Vec<Obligation>> {
    let mut found: BTreeMap<String, Vec<Obligation>> = BTreeMap::new();
    for one in report.obligations {
        found.entry(method_of(&one).to_string()).or_default().push(one);
    }
    found
}

/// The name of the method that an obligation is about.
fn method_of(obligation: &Obligation) -> &str {
    obligation.id.split('/').next().unwrap_or_default()
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
