//! Every program of the corpus through the whole tool, against the marks in its text. Each folder of siblings is a test.
//!
//! Every mark (see [`support::marks`]) must be met by a finding, every error by a mark, and a program is proved just when it
//! has no marks. A program whose first line is `// lib: base node` is checked with these libraries.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use support::trials::{self, Outcome, functions, of_folders};
use support::{Mark, Scratch, check_each, file_name, files_below, marks, read, root, without_times};

/// The least number of programs; fewer means that the corpus was not found.
const AT_LEAST: usize = 500;

/// A quarter of the corpus takes less than a minute, where nothing else is at work.
const LIMIT: Duration = Duration::from_secs(1200);

/// The names of codes that make a program invalid; those of linearity do so too.
const INVALID: [&str; 8] = ["syntax", "type", "resolve", "layers", "ownership", "module", "functor", "instance"];

fn main() -> ExitCode {
    let mut tests = of_folders(corpus(), every_mark_is_met_and_every_finding_is_marked);
    tests.extend(functions![the_corpus_is_found, jobs_and_cache_change_nothing]);
    trials::run(tests)
}

fn the_corpus_is_found() {
    let count = corpus().len();
    assert!(count >= AT_LEAST, "only {count} programs found");
}

fn every_mark_is_met_and_every_finding_is_marked(siblings: &[PathBuf]) -> Outcome {
    // Programs that want the same libraries are checked by one run.
    let alike = siblings.chunk_by(|one, next| libraries(one) == libraries(next));
    let wrong = alike.filter_map(|alike| {
        let libraries = libraries(&alike[0]);
        let options: Vec<&str> = libraries.iter().map(String::as_str).collect();
        check_each(&options, alike, compare).err()
    });
    let wrong: Vec<String> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n\n")) }
}

fn jobs_and_cache_change_nothing() {
    let files: Vec<PathBuf> = corpus().into_iter().step_by(4).collect();
    let scratch = Scratch::new();
    let cache = scratch.path().join("cache");
    let cached = |jobs| ["--jobs", jobs, "--cache-dir", cache.to_str().expect("the path is UTF-8")];
    let alone = check(&files, &["--no-cache", "--jobs", "1"]);
    let cold = check(&files, &cached("3"));
    let warm = check(&files, &cached("2"));
    for ((alone, cold), warm) in alone.iter().zip(&cold).zip(&warm) {
        assert_eq!(verdict_and_places(&alone.1), verdict_and_places(&cold.1), "{}", alone.0.display());
        assert_eq!(verdict_and_places(&cold.1), verdict_and_places(&warm.1), "{}", alone.0.display());
        // A question without an answer is not in the cache.
        if is_answered(&cold.1) {
            assert_eq!(
                without_times(cold.1.clone()),
                without_times(warm.1.clone()),
                "{}: the cache differs",
                alone.0.display()
            );
        }
    }
}

/// Every `.bpl` file of the corpus, in sorted order.
fn corpus() -> Vec<PathBuf> {
    let folders = ["tests/sequential", "examples/sequential", "tests/layers", "examples/layers"];
    let mut files: Vec<PathBuf> =
        folders.into_iter().flat_map(|folder| files_below(&root().join(folder), "bpl")).collect();
    files.sort();
    files
}

/// The JSON report of each file: as many runs side by side as there are cores, each over a part of the files.
fn check(files: &[PathBuf], options: &[&str]) -> Vec<(PathBuf, Value)> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let parts = files.chunks(files.len().div_ceil(cores).max(1));
    std::thread::scope(|scope| {
        let runs: Vec<_> = parts.map(|part| scope.spawn(|| check_part(part, options))).collect();
        runs.into_iter().flat_map(|run| run.join().expect("the run ends")).collect()
    })
}

/// Programs next to each other that want the same libraries are checked by one run.
fn check_part(files: &[PathBuf], options: &[&str]) -> Vec<(PathBuf, Value)> {
    files
        .chunk_by(|one, next| libraries(one) == libraries(next))
        .flat_map(|alike| check_alike(alike, options))
        .collect()
}

fn check_alike(files: &[PathBuf], options: &[&str]) -> Vec<(PathBuf, Value)> {
    let scratch = Scratch::new();
    let mut command = scratch.command(["check", "--format", "json1", "--timeout", "100", "--time-limit", "0"]);
    command.args(files.first().into_iter().flat_map(|file| libraries(file)));
    command.args(options).args(files);
    let report = scratch.start(command).finish_within(LIMIT).json();
    let reports = report["files"].as_array().expect("there is a list of files");
    assert_eq!(reports.len(), files.len());
    files.iter().cloned().zip(reports.iter().cloned()).collect()
}

/// The options for the libraries that a program names in its first line: `// lib: base node`.
fn libraries(path: &Path) -> Vec<String> {
    let text = read(path);
    let names = text.lines().next().and_then(|line| line.strip_prefix("// lib: "));
    names.into_iter().flat_map(str::split_whitespace).map(|name| format!("--lib={name}")).collect()
}

/// What a report says whatever the load of the machine: the verdict, each obligation with its outcome, each error with its
/// place. A solver that has answered other questions before, or was given up sooner, may find another run, and a question
/// about what is vacuous may be given up.
fn verdict_and_places(report: &Value) -> Vec<String> {
    let of_obligation = |one: &Value| format!("{}: {}", one["id"], one["verdict"]);
    let of_error = |one: &Value| format!("{} {}", one["name"], one["span"]);
    let all = |list: &str| report[list].as_array().cloned().unwrap_or_default();
    let mut said = vec![report["verdict"].to_string()];
    said.extend(all("obligations").iter().map(of_obligation));
    said.extend(all("diagnostics").iter().filter(|one| one["severity"] == "error").map(of_error));
    said
}

/// Whether every question had an answer, those about what is vacuous too.
fn is_answered(report: &Value) -> bool {
    let all = |list: &str| report[list].as_array().cloned().unwrap_or_default();
    let is_open = |one: &Value| one["verdict"] == "unknown" || one["name"] == "unknown";
    !all("obligations").iter().chain(&all("diagnostics")).any(is_open)
}

/// What is wrong with the report of one program, a line each.
fn compare(path: &Path, reports: &[Value]) -> Outcome {
    let [report] = reports else { return Err(format!("expected one report, found {}", reports.len())) };
    let marks = marks(&read(path));
    let mut findings: Vec<&Value> = report["diagnostics"].as_array().into_iter().flatten().filter(counts).collect();
    let mut wrong = Vec::new();
    for mark in &marks {
        match findings.iter().position(|finding| meets(finding, mark)) {
            Some(met) => drop(findings.remove(met)),
            None => wrong.push(format!("line {}: expected `{}`, not found", mark.line, mark.name)),
        }
    }
    // Two findings of one kind at one place may share a mark.
    findings.retain(|finding| !marks.iter().any(|mark| meets(finding, mark)));
    for finding in findings {
        let (line, name, message) = (&finding["span"]["line"], &finding["name"], &finding["message"]);
        wrong.push(format!("line {line}: unmarked finding {name}: {message}"));
    }
    let verdict = report["verdict"].as_str().unwrap_or("none");
    if !verdict_fits(verdict, &marks) {
        wrong.push(format!("verdict `{verdict}` with {} marks", marks.len()));
    }
    if file_name(path).starts_with("bug_") && marks.is_empty() {
        wrong.push("a seeded bug needs a mark".to_string());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Errors must be marked, and so must the warning that a proof is vacuous.
fn counts(finding: &&Value) -> bool {
    finding["severity"] == "error" || finding["name"] == "vacuous"
}

/// Whether the finding has the mark's name, starts on its line, and touches its columns.
fn meets(finding: &Value, mark: &Mark) -> bool {
    let number = |key: &str| finding["span"][key].as_u64().unwrap_or(0);
    let end = if number("end_line") == number("line") { number("end_column") } else { u64::MAX };
    finding["name"] == mark.name.as_str()
        && number("line") == mark.line
        && number("column") <= mark.columns.1
        && mark.columns.0 <= end
}

fn verdict_fits(verdict: &str, marks: &[Mark]) -> bool {
    let marked = |name: &str| marks.iter().any(|mark| mark.name == name);
    if INVALID.into_iter().any(marked) || marks.iter().any(|mark| mark.name.starts_with("linear-")) {
        verdict == "invalid"
    } else if marks.is_empty() {
        verdict == "proved"
    } else if marks.iter().all(|mark| mark.name == "unsupported") {
        verdict == "unsupported"
    } else {
        verdict != "proved" && verdict != "invalid"
    }
}
