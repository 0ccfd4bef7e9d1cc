//! Mutants of all programs of `examples` and `tests`, by splices of their tokens: whatever they are, a run of `check` or
//! `explore` ends in time, within its memory and with an exit code of its own, and nothing is proved that `explore` refutes.
//!
//! By default 240; `COUNTERPOINT_SPLICED=N` is another number of them, `COUNTERPOINT_SEED` another choice.
//! Those on which something fails are kept in `target/spliced`.

#[path = "support/splice.rs"]
mod splice;
mod support;

use serde_json::Value;
use splice::{Random, Source};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use support::{Scratch, files_below, number, root, solver};

/// Seconds for the whole run of `check` or `explore`.
const TIME_LIMIT: u64 = 10;
/// What a run may take beyond its limit.
const GRACE: Duration = Duration::from_secs(60);
/// Mutants that one process checks: to start it and the solver takes a while.
const BATCH: usize = 8;
/// Kilobytes of memory that a process may use, and of addresses, which are cheap.
const MOST_MEMORY: u64 = 2 << 20;
const MOST_ADDRESSES: u64 = 8 << 20;
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Language {
    Boogie,
    C,
    Java,
}

const LANGUAGES: [Language; 3] = [Language::Boogie, Language::C, Language::Java];

impl Language {
    fn extension(self) -> &'static str {
        match self {
            Language::Boogie => "bpl",
            Language::C => "c",
            Language::Java => "java",
        }
    }

    /// In so many braces, names are known together.
    fn scope_depth(self) -> usize {
        if self == Language::Java { 2 } else { 1 }
    }
}

struct Mutant {
    name: String,
    origin: String,
    text: String,
}

/// How a process ended.
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    /// Kilobytes, as far as it was seen.
    peak: u64,
    time: Duration,
    was_given_up: bool,
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
                    let mutants = (0..BATCH).filter_map(|at| mutant(language, sources, at, &mut random)).collect();
                    check_and_explore(&scratch, language, mutants, &tally);
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
        Some((name, Source::new(fs::read_to_string(path).ok()?, language.scope_depth())))
    };
    paths.iter().filter_map(read).collect()
}

/// A program with one to three splices.
fn mutant(language: Language, sources: &[(String, Source)], at: usize, random: &mut Random) -> Option<Mutant> {
    let (origin, first) = random.pick(sources)?;
    let mut text: Option<String> = None;
    for _ in 0..[1, 1, 1, 2, 2, 3][random.below(6)] {
        let (_, other) = random.pick(sources)?;
        let made = match &text {
            None => first.mutant(other, random),
            Some(text) => Source::new(text.clone(), language.scope_depth()).mutant(other, random),
        };
        text = made.or(text);
    }
    let name = format!("m{at}.{}", language.extension());
    Some(Mutant { name, origin: origin.clone(), text: text? })
}

/// Checks and explores all of them. Where that fails, the half of them that is to blame is looked for.
fn check_and_explore(scratch: &Scratch, language: Language, mutants: Vec<Mutant>, tally: &Mutex<Tally>) {
    if mutants.is_empty() {
        return;
    }
    let names = |of: &[&Mutant]| of.iter().map(|mutant| mutant.name.clone()).collect::<Vec<_>>();
    mutants.iter().for_each(|mutant| drop(scratch.write(&mutant.name, &mutant.text)));
    let limit = TIME_LIMIT.to_string();
    let common = ["--timeout", "1", "--time-limit", &limit, "--format", "json"];
    let args = [&["check", "--jobs", "1", "--no-cache"], &common[..]].concat();
    let all: Vec<&Mutant> = mutants.iter().collect();
    let checked = run(scratch, &args, &names(&all));
    let verdicts = match outcomes(&checked, "verdict") {
        Ok(verdicts) => verdicts,
        Err(reason) => return blame(scratch, language, mutants, tally, "check", reason, &checked),
    };
    let is_program = |mutant: &&Mutant| verdicts.get(&mutant.name).is_some_and(|(verdict, _)| verdict != "invalid");
    let programs: Vec<&Mutant> = mutants.iter().filter(is_program).collect();
    let mut explored = BTreeMap::new();
    if language != Language::Boogie && !programs.is_empty() {
        let args = [&["explore", "--threads", "2", "--ops", "2"], &common[..]].concat();
        let run = run(scratch, &args, &names(&programs));
        explored = match outcomes(&run, "outcome") {
            Ok(outcomes) => outcomes,
            Err(reason) => return blame(scratch, language, mutants, tally, "explore", reason, &run),
        };
    }
    let mut tally = tally.lock().expect("no worker has failed");
    for mutant in &mutants {
        let Some((verdict, file)) = verdicts.get(&mutant.name) else {
            tally.fail(mutant, "check says nothing of it");
            continue;
        };
        *tally.verdicts.entry((language, verdict.clone())).or_default() += 1;
        let Some((outcome, run)) = explored.get(&mutant.name) else { continue };
        *tally.explored.entry((language, outcome.clone())).or_default() += 1;
        if let Some(finding) = claimed(language, file, run, &mutant.text).filter(|_| verdict == "proved") {
            tally.fail(mutant, &format!("it is proved, but {finding}"));
        }
    }
}

fn blame(
    scratch: &Scratch,
    language: Language,
    mut mutants: Vec<Mutant>,
    tally: &Mutex<Tally>,
    command: &str,
    reason: String,
    ended: &Ended,
) {
    if mutants.len() > 1 {
        let rest = mutants.split_off(mutants.len() / 2);
        check_and_explore(scratch, language, mutants, tally);
        return check_and_explore(scratch, language, rest, tally);
    }
    let mut tally = tally.lock().expect("no worker has failed");
    tally.fail(&mutants[0], &format!("{command}: {reason}: {}", ended.stderr.trim()));
}

/// The verdict or outcome of each file, with all that is said of it. Of several things that are run in a file, the worst.
fn outcomes(ended: &Ended, word: &str) -> Result<BTreeMap<String, (String, Vec<Value>)>, String> {
    if ended.was_given_up {
        return Err(format!("it runs on after {:?}", ended.time));
    }
    if !matches!(ended.code, Some(0..=3)) {
        return Err(format!("exit code {:?}", ended.code));
    }
    if ended.peak > MOST_MEMORY {
        return Err(format!("{} MB of memory", ended.peak >> 10));
    }
    let json: Value = serde_json::from_str(&ended.stdout).map_err(|error| format!("no JSON: {error}"))?;
    let mut found: BTreeMap<String, (String, Vec<Value>)> = BTreeMap::new();
    for file in json["files"].as_array().into_iter().flatten() {
        let is_internal = |one: &Value| one["name"] == "internal";
        if file["diagnostics"].as_array().is_some_and(|all| all.iter().any(is_internal)) {
            return Err("internal error".to_string());
        }
        let text = |word: &str| file[word].as_str().unwrap_or_default().to_string();
        let entry = found.entry(text("path")).or_insert_with(|| (text(word), Vec::new()));
        if text(word) == "found" {
            entry.0 = text(word);
        }
        entry.1.push(file.clone());
    }
    Ok(found)
}

/// What `explore` finds and `check` claims that there is none of, by docs/c.md, docs/locks.md and docs/rely.md.
fn claimed(language: Language, check: &[Value], explore: &[Value], text: &str) -> Option<String> {
    let obligations = || check.iter().filter_map(|file| file["obligations"].as_array()).flatten();
    let of_rely = || obligations().filter(|one| !one["kind"].as_str().unwrap_or_default().starts_with("lock-"));
    // `rely` speaks of the methods that have obligations; a class that no thread reaches has none.
    let is_rely = |target: &str| {
        let class = format!("{}.", target.rsplit('.').next().unwrap_or(target));
        let is_of_class = |one: &Value| one["id"].as_str().is_some_and(|id| id.starts_with(&class));
        if target.ends_with(".main") { of_rely().next().is_some() } else { of_rely().any(is_of_class) }
    };
    let is_claimed = |file: &Value, name: &str| match name {
        _ if language == Language::C => true,
        "illegal-monitor-state" | "broken-protection" => true,
        // A thread of `main` may wait for a signal that never comes, or keep a lock when the program ends.
        "deadlock" => !file["target"].as_str().unwrap_or_default().ends_with(".main"),
        "collection-race" => text.contains("@ThreadSafe"),
        "assertion" | "uncaught-exception" | "broken-declaration" | "method-contract" => {
            is_rely(file["target"].as_str().unwrap_or_default())
        }
        _ => false,
    };
    explore.iter().filter(|file| file["outcome"] == "found").find_map(|file| {
        let finding = file["diagnostics"].as_array()?.iter().find(|one| one["severity"] == "error")?;
        let name = finding["name"].as_str()?;
        is_claimed(file, name).then(|| format!("{name}: {}", finding["message"]))
    })
}

fn run(scratch: &Scratch, args: &[&str], files: &[String]) -> Ended {
    let started = Instant::now();
    let (stdout, stderr) = (scratch.path().join("stdout"), scratch.path().join("stderr"));
    let shell = format!("ulimit -v {MOST_ADDRESSES}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &shell, env!("CARGO_BIN_EXE_counterpoint")]).args(args).args(files);
    command.current_dir(scratch.path()).env("COUNTERPOINT_Z3", solver()).stdin(Stdio::null());
    command.stdout(File::create(&stdout).expect("a file can be made"));
    command.stderr(File::create(&stderr).expect("a file can be made"));
    let mut child = command.spawn().expect("counterpoint can be started");
    let limit = Duration::from_secs(TIME_LIMIT) + GRACE;
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let (mut peak, mut was_given_up) = (0, false);
    let code = loop {
        peak = peak.max(resident(&status).unwrap_or(0));
        match child.try_wait().expect("the process can be asked") {
            Some(status) => break status.code(),
            None if started.elapsed() > limit => {
                was_given_up = true;
                let _ = child.kill();
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let read =
        |path: &Path| fs::read(path).map_or_else(|_| String::new(), |text| String::from_utf8_lossy(&text).into());
    Ended { code, stdout: read(&stdout), stderr: read(&stderr), peak, time: started.elapsed(), was_given_up }
}

/// The most memory that a process has had, in kilobytes.
fn resident(status: &Path) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

impl Tally {
    /// Keeps the mutant, in a file that no other run of this test takes.
    fn fail(&mut self, mutant: &Mutant, reason: &str) {
        let folder = root().join("target/spliced");
        let kept = folder.join(format!("{}-{}-{}", std::process::id(), self.failures.len(), mutant.name));
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
