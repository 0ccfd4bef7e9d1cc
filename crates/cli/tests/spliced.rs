//! Mutants of all programs of `examples` and `tests`, by splices of their tokens: whatever they are, a run of `check` or
//! `explore` ends in time, within its memory and with an exit code of its own, and nothing is proved that `explore` refutes.
//!
//! By default 240; `COUNTERPOINT_SPLICED=N` is another number of them, `COUNTERPOINT_SEED` another choice.
//! Those on which something fails are kept in `target/spliced`.

#[path = "support/judgement.rs"]
mod judgement;
#[path = "support/splice.rs"]
mod splice;
mod support;

use judgement::{Judgement, Language, judge};
use splice::Source;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{Random, Scratch, files_below, number, root};

/// Mutants that one process checks: to start it and the solver takes a while.
const BATCH: usize = 8;
/// Batches after which a long run says how it goes.
const REPORT_EVERY: usize = 200;
/// At once.
const WORKERS: usize = 2;
/// Without a number of mutants.
const DEFAULT_MUTANTS: usize = 240;
/// Of a hundred mutants, so many have to come past the front end; of a few, it may be chance.
const LEAST_PASS: usize = 40;
const A_FEW: usize = 100;

/// Not taken: what is no program, and wrong programs that are known to be proved (`tests/siblings/open.txt`).
const NO_PROGRAMS: [&str; 4] = ["sequential/invalid/", "sequential/library_", "layers/modules/", "tests/siblings/"];

const LANGUAGES: [Language; 3] = [Language::Boogie, Language::C, Language::Java];

struct Mutant {
    origin: String,
    text: String,
}

#[derive(Default)]
struct Tally {
    verdicts: BTreeMap<(Language, String), usize>,
    explored: BTreeMap<(Language, String), usize>,
    failures: Vec<String>,
}

#[test]
fn spliced_programs_are_harmless() {
    let wanted: usize = number("COUNTERPOINT_SPLICED").unwrap_or(DEFAULT_MUTANTS);
    let seed: u64 = number("COUNTERPOINT_SEED").unwrap_or(1);
    let sources: Vec<Vec<(String, Source)>> = LANGUAGES.iter().map(|language| sources(*language)).collect();
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                let scratch = Scratch::new();
                loop {
                    let batch = next.fetch_add(1, Ordering::Relaxed);
                    if batch * BATCH >= wanted {
                        break;
                    }
                    if batch > 0 && batch.is_multiple_of(REPORT_EVERY) {
                        println!(
                            "{} mutants: {}",
                            batch * BATCH,
                            tally.lock().expect("no worker has failed").summary()
                        );
                    }
                    let language = LANGUAGES[batch % LANGUAGES.len()];
                    let sources = &sources[batch % LANGUAGES.len()];
                    let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(batch as u64));
                    let mutants: Vec<Mutant> =
                        (0..BATCH).filter_map(|_| mutant(language, sources, &mut random)).collect();
                    let texts: Vec<&str> = mutants.iter().map(|mutant| mutant.text.as_str()).collect();
                    let judgements = judge(&scratch, language, &texts);
                    let mut tally = tally.lock().expect("no worker has failed");
                    mutants.iter().zip(&judgements).for_each(|(mutant, said)| tally.count(language, mutant, said));
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no worker has failed");
    println!("{}", tally.summary());
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
    for language in LANGUAGES {
        let (all, passed) = tally.passed(language);
        assert!(all < A_FEW || passed * 100 >= all * LEAST_PASS, "{language:?}: only {passed} of {all} are programs");
    }
}

fn sources(language: Language) -> Vec<(String, Source)> {
    let below = |folder| files_below(&root().join(folder), language.extension());
    let mut paths: Vec<PathBuf> = ["examples", "tests"].into_iter().flat_map(below).collect();
    // Those need `--lib`, or are no programs by themselves.
    paths.retain(|path| !NO_PROGRAMS.iter().any(|part| path.to_string_lossy().contains(part)));
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
        Some((name, Source::new(fs::read_to_string(path).ok()?, scope_depth(language))))
    };
    paths.iter().filter_map(read).collect()
}

/// A program with one to three splices.
fn mutant(language: Language, sources: &[(String, Source)], random: &mut Random) -> Option<Mutant> {
    let (origin, first) = random.pick(sources)?;
    let mut text: Option<String> = None;
    for _ in 0..[1, 1, 1, 2, 2, 3][random.below(6)] {
        let (_, other) = random.pick(sources)?;
        let made = match &text {
            None => first.mutant(other, random),
            Some(text) => Source::new(text.clone(), scope_depth(language)).mutant(other, random),
        };
        text = made.or(text);
    }
    Some(Mutant { origin: origin.clone(), text: text? })
}

/// In so many braces, names are known together.
fn scope_depth(language: Language) -> usize {
    if language == Language::Java { 2 } else { 1 }
}

impl Tally {
    fn count(&mut self, language: Language, mutant: &Mutant, said: &Judgement) {
        if !said.verdict.is_empty() {
            *self.verdicts.entry((language, said.verdict.clone())).or_default() += 1;
        }
        if let Some(outcome) = &said.outcome {
            *self.explored.entry((language, outcome.clone())).or_default() += 1;
        }
        if let Some(problem) = &said.problem {
            self.fail(language, mutant, problem);
        }
    }

    /// Keeps the mutant, in a file that no other run of this test takes.
    fn fail(&mut self, language: Language, mutant: &Mutant, reason: &str) {
        let folder = root().join("target/spliced");
        let name = format!("{}-{}.{}", std::process::id(), self.failures.len(), language.extension());
        let kept = folder.join(name);
        let _ = fs::create_dir_all(&folder).and_then(|()| fs::write(&kept, &mutant.text));
        let failure = format!("{}, kept as {}: {reason}", mutant.origin, kept.display());
        println!("{failure}");
        self.failures.push(failure);
    }

    /// How many there are, and how many are programs.
    fn passed(&self, language: Language) -> (usize, usize) {
        let of = self.verdicts.iter().filter(|((own, _), _)| *own == language);
        let (mut all, mut passed) = (0, 0);
        for ((_, verdict), count) in of {
            all += count;
            passed += if verdict == "invalid" { 0 } else { *count };
        }
        (all, passed)
    }

    fn summary(&self) -> String {
        let mut text = format!("{} failed\n", self.failures.len());
        for language in LANGUAGES {
            let (all, passed) = self.passed(language);
            let of = |counts: &BTreeMap<(Language, String), usize>| {
                let own = counts.iter().filter(|((own, _), _)| *own == language);
                own.map(|((_, word), count)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
            };
            text += &format!("{language:?}: {passed} of {all} are programs: {}", of(&self.verdicts));
            text += &format!("; explored: {}\n", of(&self.explored));
        }
        text
    }
}
