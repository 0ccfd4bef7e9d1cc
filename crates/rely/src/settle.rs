//! Which guesses about loops hold.
//!
//! A method with loops is checked without guesses first. Where that is not enough, all are tried at once; those that fail
//! are dropped, and the rest is tried again until all that are left hold together. How that came out is remembered by the
//! fingerprint of the first trial; it is no proof, since what is left is proved with the method.

use crate::check::{Plan, Planned, build};
use crate::guess::Guess;
use ivl::check::{Context, Prepared, check_prepared, fingerprints};
use source::{FileReport, Obligation, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How long guesses about loops are tried, and how often.
const TRIAL: Duration = Duration::from_secs(10);
const MOST_TRIALS: usize = 12;

/// By the name of a method, its guesses; and the obligations of the methods that need none.
#[derive(Default)]
pub struct Settled {
    pub guesses: BTreeMap<String, Guess>,
    pub proved: Vec<Obligation>,
}

pub fn settle(plan: &Plan, context: &Context) -> Settled {
    let mut settled = Settled::default();
    let mut open: BTreeMap<String, Option<Vec<u8>>> = BTreeMap::new();
    let first = Guess::Trial { dropped: BTreeSet::new() };
    let keys = keys(plan, &first, context);
    for method in plan.methods.iter().filter(|method| method.has_loops) {
        let key = keys.get(&method.name).cloned();
        let known = key.as_ref().and_then(|key| context.recall(key));
        match known.and_then(|entry| read(&entry)) {
            Some(guess) => drop(settled.guesses.insert(method.name.clone(), guess)),
            None => drop(open.insert(method.name.clone(), key)),
        }
    }
    if open.is_empty() {
        return settled;
    }
    let quick = Context { timeout: context.timeout.min(TRIAL), progress: &|_, _| (), ..*context };
    let report = by_method(ask(plan, &quick, &|method| open.contains_key(&method.name).then_some(Guess::Nothing)));
    let mut trials: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for (name, key) in &open {
        let own = report.get(name).cloned().unwrap_or_default();
        if own.iter().all(|one| one.verdict == Verdict::Proved) {
            settled.proved.extend(own);
            remember(context, key, &Guess::Nothing);
        } else {
            trials.insert(name.clone(), BTreeSet::new());
        }
    }
    for _ in 0..MOST_TRIALS {
        if trials.is_empty() {
            break;
        }
        let report = by_method(ask(plan, &quick, &|method| {
            trials.get(&method.name).map(|dropped| Guess::Trial { dropped: dropped.clone() })
        }));
        for (name, dropped) in std::mem::take(&mut trials) {
            let failed = report
                .get(&name)
                .into_iter()
                .flatten()
                .filter(|one| one.verdict != Verdict::Proved)
                .map(|one| one.span.start);
            let still: BTreeSet<u32> = failed.chain(dropped.iter().copied()).collect();
            if still.len() > dropped.len() {
                trials.insert(name, still);
                continue;
            }
            let guess = Guess::Settled { dropped };
            remember(context, &open[&name], &guess);
            settled.guesses.insert(name, guess);
        }
    }
    // What did not settle is left out.
    settled
}

/// By method with loops, where to find how its guesses came out.
fn keys(plan: &Plan, first: &Guess, context: &Context) -> BTreeMap<String, Vec<u8>> {
    if !context.cache.is_enabled() || !plan.methods.iter().any(|method| method.has_loops) {
        return BTreeMap::new();
    }
    let program = build(plan, &|method| method.has_loops.then(|| first.clone()), false).program;
    let names = program.implementations.iter().map(|one| one.name.to_string());
    let key = |bytes: Vec<u8>| [b"guesses about loops", &bytes[..]].concat();
    names.zip(fingerprints(&program).into_iter().map(key)).collect()
}

fn ask(plan: &Plan, context: &Context, wanted: &dyn Fn(&Planned) -> Option<Guess>) -> FileReport {
    let program = build(plan, wanted, false).program;
    check_prepared(&Prepared { program: &program, obligations: 0, probes: &[], selected: None }, context)
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
pub fn method_of(obligation: &Obligation) -> &str {
    obligation.id.split('/').next().unwrap_or_default()
}

fn remember(context: &Context, key: &Option<Vec<u8>>, guess: &Guess) {
    if let Some(key) = key {
        context.note(key, &write(guess));
    }
}

fn write(guess: &Guess) -> String {
    match guess {
        Guess::Nothing => "nothing".into(),
        Guess::Trial { dropped } | Guess::Settled { dropped } => {
            let numbers: Vec<String> = dropped.iter().map(u32::to_string).collect();
            format!("all but {}", numbers.join(" "))
        }
    }
}

/// None if the text is not what [`write`] writes.
fn read(text: &str) -> Option<Guess> {
    if text == "nothing" {
        return Some(Guess::Nothing);
    }
    let numbers = text.strip_prefix("all but ")?.split_whitespace();
    let dropped: Result<BTreeSet<u32>, _> = numbers.map(str::parse).collect();
    Some(Guess::Settled { dropped: dropped.ok()? })
}
