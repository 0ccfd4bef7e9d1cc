//! Programs by chance, judged three ways.
//!
//! - What is proved has no failing run: the interpreter looks for one.
//! - What is refuted is not verified by anyone.
//! - Debian's `boogie`, where it is installed, comes to the same verdicts on the same programs.
//!
//! `COUNTERPOINT_RANDOM_PROGRAMS` sets how many programs are made, `COUNTERPOINT_RANDOM_SEED` where their seeds start.
//! A failure prints the seed and the smallest program found that fails in the same way.

#[path = "../../cli/tests/support/programs.rs"]
mod programs;
mod support;
#[path = "../../cli/tests/support/trials.rs"]
mod trials;

use ivl::interpret::{Effort, Failure, Search};
use ivl::typed::ImplementationId;
use source::{Obligation, Report, Verdict};
use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use support::generator::generate;
use support::peer;
use support::pipeline::{Checked, Solver, read};
use support::shrink::shrink;
use support::syntax::Program;
use trials::{functions, with_tools};

/// Programs nest little, but unoptimised passes and the interpreter need room.
const STACK: usize = 256 << 20;

const WORKERS: usize = 2;

fn main() -> ExitCode {
    let mut tests = functions![what_is_proved_has_no_failing_run];
    tests.extend(with_tools(&["boogie"], functions![boogie_agrees]));
    trials::run(tests)
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Does the work for each seed on several threads; the first panic ends the test.
fn for_each_seed(count: u64, work: impl Fn(u64) + Sync) {
    let first = number("COUNTERPOINT_RANDOM_SEED", 0);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            let worker = || {
                while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < count) {
                    work(first + at);
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).unwrap();
        }
    });
}

/// A goal that is proved although a run violates it.
struct Contradiction {
    failure: Failure,
    checked: Checked,
    report: Report,
}

/// What is known of one program.
struct Judged {
    contradiction: Option<Contradiction>,
    is_proved: bool,
    verdicts: Vec<Verdict>,
    /// Whether some run violates a goal that is not proved.
    fails: bool,
}

fn judge(text: &str, solver: &Solver, effort: Effort) -> Option<Judged> {
    let checked = read(text).ok()?;
    let report = solver.check(&checked.typed);
    let search = Search::new(&checked.prepared);
    let implementations = (0..checked.prepared.implementations.len() as u32).map(ImplementationId);
    let (mut contradiction, mut fails) = (None, false);
    for id in implementations {
        let claimed = std::cell::Cell::new(false);
        let wanted = |failure: &Failure| {
            let is_proved = is_proved(&report, failure);
            claimed.set(claimed.get() || !is_proved);
            is_proved
        };
        let found = search.find(id, effort, &|_| None, &wanted);
        fails |= claimed.get();
        contradiction = contradiction.or(found.failure);
    }
    let verdicts =
        report.obligations.iter().filter(|each| each.kind != "vacuity").map(|each| each.outcome.verdict()).collect();
    let judged = Judged { is_proved: is_all_proved(&report.obligations), verdicts, fails, contradiction: None };
    let contradiction = contradiction.map(|failure| Contradiction { failure, checked, report });
    Some(Judged { contradiction, ..judged })
}

/// Whether every obligation about this condition is proved. Clauses of one call share their place and kind. Which
/// assertions are invariants is a matter of opinion where a loop has several entries, so only their place counts.
fn is_proved(report: &Report, failure: &Failure) -> bool {
    let family = |kind: &str| if kind.starts_with("invariant") { "assertion" } else { kind }.to_string();
    let of = |same: &dyn Fn(&str) -> bool| -> Vec<Verdict> {
        let about = |each: &&Obligation| each.span == failure.span && same(each.kind);
        report.obligations.iter().filter(about).map(|each| each.outcome.verdict()).collect()
    };
    let mut about = of(&|kind| kind == failure.kind.word());
    if about.is_empty() {
        about = of(&|kind| family(kind) == family(failure.kind.word()));
    }
    let is_checked = !report.obligations.iter().any(|each| each.kind == "procedure");
    is_checked && about.iter().all(|verdict| *verdict == Verdict::Proved)
}

fn is_all_proved(obligations: &[Obligation]) -> bool {
    obligations.iter().all(|each| each.kind == "vacuity" || each.outcome.is_proved())
}

fn show(contradiction: &Contradiction, text: &str) -> String {
    let Contradiction { failure, checked, report } = contradiction;
    let line = |span| checked.map.start(span).line;
    let mut out =
        format!("{text}\nproved, but this run violates the {} at line {}:\n", failure.kind.word(), line(failure.span));
    for step in &failure.steps {
        let values: Vec<String> = step.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        out.push_str(&format!("  line {}: {} {}\n", line(step.span), step.text, values.join(", ")));
    }
    for obligation in &report.obligations {
        out.push_str(&format!(
            "  {} at line {}: {}\n",
            obligation.id,
            line(obligation.span),
            obligation.outcome.verdict().word()
        ));
    }
    out
}

fn what_is_proved_has_no_failing_run() {
    let count = number("COUNTERPOINT_RANDOM_PROGRAMS", 2_000);
    let solver = Solver::start(WORKERS);
    let effort = |seed| Effort { systematic: 20_000, by_chance: 20_000, each: 3_000, seed };
    let (valid, proved, failing) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let verdicts: Mutex<HashMap<&str, usize>> = Mutex::default();
    for_each_seed(count, |seed| {
        let (program, data) = generate(seed, "");
        let text = |program: &Program| program.text(&data);
        let Some(judged) = judge(&text(&program), &solver, effort(seed)) else { return };
        if judged.contradiction.is_some() {
            let bad = |program: &Program| {
                judge(&text(program), &solver, effort(seed)).and_then(|judged| judged.contradiction)
            };
            let smallest = shrink(program, &|program| bad(program).is_some());
            let shown = bad(&smallest).map(|contradiction| show(&contradiction, &text(&smallest)));
            panic!("seed {seed}\n{}", shown.unwrap_or_default());
        }
        valid.fetch_add(1, Ordering::Relaxed);
        proved.fetch_add(usize::from(judged.is_proved), Ordering::Relaxed);
        failing.fetch_add(usize::from(judged.fails), Ordering::Relaxed);
        for verdict in judged.verdicts {
            *verdicts.lock().unwrap().entry(verdict.word()).or_insert(0) += 1;
        }
    });
    let (valid, proved, failing) = (valid.into_inner(), proved.into_inner(), failing.into_inner());
    println!("{count} programs, {valid} well typed, {proved} proved, {failing} with a failing run");
    println!("obligations: {:?}", verdicts.into_inner().unwrap());
    // A test that finds nothing to judge would be no test.
    let count = count as usize;
    assert!(valid * 10 >= count * 9, "the generator makes too few well-typed programs");
    assert!(proved * 5 >= valid, "too few programs are proved");
    assert!(failing * 5 >= valid, "too few programs have a failing run");
}

/// Programs in one file for `boogie`: its start takes longer than a program.
const BATCH: u64 = 50;

fn boogie_agrees() {
    let count = number("COUNTERPOINT_RANDOM_PROGRAMS", 2_000) / 5;
    let solver = Solver::start(WORKERS);
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let differences: Mutex<Vec<String>> = Mutex::default();
    let compared = AtomicUsize::new(0);
    for_each_seed(count.div_ceil(BATCH), |batch| {
        let (mut file_text, mut ours) = (String::new(), Vec::new());
        for seed in batch * BATCH..(batch + 1) * BATCH {
            let (program, data) = generate(seed, &format!("p{seed}_"));
            let text = program.text(&data);
            let Some(checked) = program.classic.then(|| read(&text).ok()).flatten() else { continue };
            let report = solver.check(&checked.typed);
            for procedure in program.procedures.iter().filter(|procedure| procedure.body.is_some()) {
                ours.push((procedure.name.clone(), verdict(&report, &procedure.name), text.clone()));
            }
            file_text.push_str(&text);
        }
        let path = folder.join(format!("programs_{batch}.bpl"));
        std::fs::write(&path, &file_text).unwrap();
        let theirs = peer::verdicts(&path, &Solver::path());
        for (name, verdict, text) in ours {
            let (Some(verdict), Some(verified)) = (verdict, theirs.get(&name)) else { continue };
            compared.fetch_add(1, Ordering::Relaxed);
            if (verdict == Verdict::Proved) != *verified {
                let peer = if *verified { "verified" } else { "an error" };
                differences.lock().unwrap().push(format!("{name}: {} here, {peer} there\n{text}", verdict.word()));
            }
        }
    });
    let differences = differences.into_inner().unwrap();
    println!("{} procedures compared, {} differ", compared.into_inner(), differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n----\n"));
}

/// The worst verdict of a procedure's own obligations; none if the solver gave up on one.
fn verdict(report: &Report, procedure: &str) -> Option<Verdict> {
    let own = |each: &&Obligation| {
        each.kind != "vacuity" && each.id.strip_prefix(procedure).is_some_and(|rest| rest.starts_with('/'))
    };
    let worst =
        report.obligations.iter().filter(own).map(|each| each.outcome.verdict()).max().unwrap_or(Verdict::Proved);
    match worst {
        Verdict::Proved | Verdict::Failed | Verdict::Refuted => Some(worst),
        Verdict::Unknown | Verdict::Unsupported | Verdict::Invalid | Verdict::NotChecked => None,
    }
}
