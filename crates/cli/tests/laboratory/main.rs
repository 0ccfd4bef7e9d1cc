//! Random concurrent programs, through the engine and through `explore`: what is proved is not refuted by a run. A program
//! that is both is made as small as it can be, and kept in `target/laboratory`.
//!
//! By default a minute's worth; `COUNTERPOINT_LABORATORY=N` is a number of programs of each kind, `COUNTERPOINT_SEED` another
//! choice, `COUNTERPOINT_KIND` one of the kinds.

mod c;
mod civl;
mod java;
#[path = "../support/judgement.rs"]
mod judgement;
mod piece;
#[path = "../support/mod.rs"]
mod support;

use judgement::{Judgement, Language, judge};
use piece::Piece;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use support::{Random, Scratch, number, root};

/// A kind of programs.
struct Kind {
    name: &'static str,
    language: Language,
    program: fn(&mut Random) -> Piece,
    /// Why a program is wrong, where `explore` does not run it.
    refuted: Option<fn(&str) -> Option<String>>,
}

impl Kind {
    fn judge(&self, scratch: &Scratch, programs: &[&str]) -> Vec<Judgement> {
        let mut judgements = judge(scratch, self.language, programs);
        if let Some(refuted) = self.refuted {
            judgements.iter_mut().zip(programs).for_each(|(said, text)| {
                let reason = refuted(text);
                said.outcome = Some(if reason.is_some() { "found" } else { "none" }.to_string());
                let contradiction = reason.filter(|_| said.verdict == "proved");
                said.problem =
                    said.problem.take().or(contradiction.map(|reason| format!("it is proved, but wrong: {reason}")));
            });
        }
        judgements
    }
}

const KINDS: [Kind; 3] = [
    Kind { name: "civl", language: Language::Boogie, program: civl::program, refuted: Some(civl::refuted) },
    Kind { name: "c", language: Language::C, program: c::program, refuted: None },
    Kind { name: "java", language: Language::Java, program: java::program, refuted: None },
];

/// Programs that one process judges.
const BATCH: usize = 16;
/// At once.
const WORKERS: usize = 2;
/// Programs of each kind, without a number.
const DEFAULT_PROGRAMS: usize = 160;
/// Of a hundred programs, so many have to be proved, and so many refuted: else the generator says little.
const LEAST_SHARE: usize = 20;

#[test]
fn nothing_is_proved_that_a_run_refutes() {
    let wanted: usize = number("COUNTERPOINT_LABORATORY").unwrap_or(DEFAULT_PROGRAMS);
    let seed: u64 = number("COUNTERPOINT_SEED").unwrap_or(1);
    let only = std::env::var("COUNTERPOINT_KIND").ok();
    for kind in KINDS.iter().filter(|kind| only.as_deref().is_none_or(|only| only == kind.name)) {
        let (next, tally, started) = (AtomicUsize::new(0), Mutex::new(Tally::default()), Instant::now());
        std::thread::scope(|scope| {
            for _ in 0..WORKERS {
                scope.spawn(|| work(kind, seed, wanted, &next, &tally));
            }
        });
        let tally = tally.into_inner().expect("no worker has failed");
        println!("{}, {} s: {}", kind.name, started.elapsed().as_secs(), tally.summary());
        assert!(tally.problems.is_empty(), "{}", tally.problems.join("\n\n"));
        for (word, of) in [("proved", &tally.verdicts), ("found", &tally.outcomes)] {
            let share = of.get(word).copied().unwrap_or(0) * 100 / wanted.max(1);
            assert!(wanted < 100 || share >= LEAST_SHARE, "{}: only {share} of a hundred are {word}", kind.name);
        }
    }
}

fn work(kind: &Kind, seed: u64, wanted: usize, next: &AtomicUsize, tally: &Mutex<Tally>) {
    let scratch = Scratch::new();
    loop {
        let first = next.fetch_add(BATCH, Ordering::Relaxed);
        if first >= wanted {
            return;
        }
        let made = |at| (kind.program)(&mut Random::new(seed.wrapping_mul(1_000_003).wrapping_add(at as u64)));
        let programs: Vec<Piece> = (first..wanted.min(first + BATCH)).map(made).collect();
        let texts: Vec<String> = programs.iter().map(Piece::render).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let judgements = kind.judge(&scratch, &texts);
        for (program, said) in programs.into_iter().zip(judgements) {
            let problem = said.problem.clone().map(|problem| minimised(kind, &scratch, program, &problem));
            tally.lock().expect("no worker has failed").count(&said, problem);
        }
    }
}

/// A problem with the smallest program that has it.
fn minimised(kind: &Kind, scratch: &Scratch, program: Piece, problem: &str) -> String {
    let problem_of = |text: &str| kind.judge(scratch, &[text]).into_iter().find_map(|said| said.problem);
    // The place and the names that a message shows may change.
    let class = |problem: &str| problem.split(':').next().unwrap_or_default().to_string();
    let smallest = program.minimised(|text| problem_of(text).is_some_and(|other| class(&other) == class(problem)));
    let text = smallest.render();
    let folder = root().join("target/laboratory");
    let size = fs::read_dir(&folder).map_or(0, |entries| entries.count());
    let kept = folder.join(format!("{}-{size}.{}", std::process::id(), kind.language.extension()));
    let _ = fs::create_dir_all(&folder).and_then(|()| fs::write(&kept, &text));
    let report = format!("{problem}\nkept as {}\n{text}", kept.display());
    println!("{report}");
    report
}

#[derive(Default)]
struct Tally {
    verdicts: BTreeMap<String, usize>,
    outcomes: BTreeMap<String, usize>,
    problems: Vec<String>,
}

impl Tally {
    fn count(&mut self, said: &Judgement, problem: Option<String>) {
        *self.verdicts.entry(said.verdict.clone()).or_default() += 1;
        if let Some(outcome) = &said.outcome {
            *self.outcomes.entry(outcome.clone()).or_default() += 1;
        }
        self.problems.extend(problem);
    }

    fn summary(&self) -> String {
        let of = |counts: &BTreeMap<String, usize>| {
            counts.iter().map(|(word, count)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
        };
        format!("{}; explored: {}; {} problems", of(&self.verdicts), of(&self.outcomes), self.problems.len())
    }
}
