//! Programs of which nothing is known, through `check` and `explore`: what is said of each, and what must not be.

use crate::support::{Scratch, solver};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Seconds for the whole run of `check` or `explore`.
const TIME_LIMIT: u64 = 10;
/// What a run may take beyond its limit.
const GRACE: Duration = Duration::from_secs(60);
/// Kilobytes of memory that a process may use, and of addresses, which are cheap.
const MOST_MEMORY: u64 = 2 << 20;
const MOST_ADDRESSES: u64 = 8 << 20;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Language {
    Boogie,
    C,
    Java,
}

impl Language {
    pub fn extension(self) -> &'static str {
        match self {
            Language::Boogie => "bpl",
            Language::C => "c",
            Language::Java => "java",
        }
    }
}

/// What is said of a program.
#[derive(Clone, Default)]
pub struct Judgement {
    pub verdict: String,
    /// Of `explore`; none where it cannot run the program.
    pub outcome: Option<String>,
    /// What must not be: a crash, a run that does not end, a proof that a run refutes.
    pub problem: Option<String>,
}

/// What is said of each of the programs, which are judged by one process. Where that fails, the half of them that is to
/// blame is looked for.
pub fn judge(scratch: &Scratch, language: Language, programs: &[&str]) -> Vec<Judgement> {
    judge_together(scratch, language, programs).unwrap_or_else(|problem| match programs.len() {
        0 | 1 => vec![Judgement { problem: Some(problem), ..Judgement::default() }; programs.len()],
        count => {
            let (one, other) = programs.split_at(count / 2);
            [judge(scratch, language, one), judge(scratch, language, other)].concat()
        }
    })
}

fn judge_together(scratch: &Scratch, language: Language, programs: &[&str]) -> Result<Vec<Judgement>, String> {
    let names: Vec<String> = (0..programs.len()).map(|at| format!("m{at}.{}", language.extension())).collect();
    names.iter().zip(programs).for_each(|(name, text)| drop(scratch.write(name, text)));
    let limit = TIME_LIMIT.to_string();
    let common = ["--timeout", "1", "--time-limit", &limit, "--format", "json1"];
    let checked = run(scratch, &[&["check", "--jobs", "1", "--no-cache"], &common[..]].concat(), &names);
    let verdicts = judged(&checked, "verdict").map_err(|reason| format!("check: {reason}"))?;
    let is_program = |name: &&String| verdicts.get(*name).is_some_and(|(verdict, _)| verdict != "invalid");
    let valid: Vec<String> = names.iter().filter(is_program).cloned().collect();
    let mut outcomes = BTreeMap::new();
    if language != Language::Boogie && !valid.is_empty() {
        let explored = run(scratch, &[&["explore", "--threads", "2", "--ops", "2"], &common[..]].concat(), &valid);
        outcomes = judged(&explored, "outcome").map_err(|reason| format!("explore: {reason}"))?;
    }
    let judgement = |(name, text): (&String, &&str)| {
        let (verdict, check) = verdicts.get(name).ok_or("check says nothing of it")?;
        let explored = outcomes.get(name);
        let refuted = explored.and_then(|(_, runs)| claimed(language, check, runs, text));
        let problem = refuted.filter(|_| verdict == "proved").map(|finding| format!("it is proved, but {finding}"));
        Ok(Judgement { verdict: verdict.clone(), outcome: explored.map(|(outcome, _)| outcome.clone()), problem })
    };
    names.iter().zip(programs).map(judgement).collect()
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

/// The verdict or outcome of each file, with all that is said of it. Of several things that are run in a file, the worst.
fn judged(ended: &Ended, word: &str) -> Result<BTreeMap<String, (String, Vec<Value>)>, String> {
    if ended.was_given_up {
        return Err(format!("it runs on after {:?}", ended.time));
    }
    if !matches!(ended.code, Some(0..=3)) {
        return Err(format!("exit code {:?}: {}", ended.code, ended.stderr.trim()));
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
    // `rely` speaks of the methods that have obligations: of the one that others have called last.
    let is_rely = |target: &str, finding: &Value| {
        if target.ends_with(".main") {
            return of_rely().next().is_some();
        }
        let class = format!("{}.", target.rsplit('.').next().unwrap_or(target));
        let steps = finding["trace"].as_array().into_iter().flatten();
        let mut called = steps.filter_map(|step| step["text"].as_str()?.split_once('(')).map(|(name, _)| name);
        let Some(called) = called.rfind(|name| name.starts_with(&class)) else { return false };
        let is_of_method = |id: &str| id.strip_prefix(called).is_some_and(|rest| rest.starts_with(['/', '#']));
        of_rely().any(|one| one["id"].as_str().is_some_and(is_of_method))
    };
    let is_claimed = |file: &Value, finding: &Value, name: &str| match name {
        _ if language == Language::C => true,
        "illegal-monitor-state" | "broken-protection" => true,
        // A thread of `main` may wait for a signal that never comes, or keep a lock when the program ends.
        "deadlock" => !file["target"].as_str().unwrap_or_default().ends_with(".main"),
        "collection-race" => text.contains("@ThreadSafe"),
        "assertion" | "uncaught-exception" | "broken-declaration" | "method-contract" => {
            is_rely(file["target"].as_str().unwrap_or_default(), finding)
        }
        _ => false,
    };
    explore.iter().filter(|file| file["outcome"] == "found").find_map(|file| {
        let finding = file["diagnostics"].as_array()?.iter().find(|one| one["severity"] == "error")?;
        let name = finding["name"].as_str()?;
        is_claimed(file, finding, name).then(|| format!("{name}: {}", finding["message"]))
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
