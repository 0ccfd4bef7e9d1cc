//! `counterpoint explore`: a bounded search for a failing interleaving of C and Java programs.

use crate::input::{self, Input, Kind};
use crate::options::{ExploreOptions, Format};
use crate::render::{self, human::Human, json};
use crate::{EXIT_INVALID, codes, explore_java, java};
use ::explore::limits::Limit;
use ::explore::{Bounds, Outcome, Trace, picture, report, search};
use serde::Serialize;
use source::{Diagnostic, FileId, SourceMap, Verdict};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What the search says of one program.
pub struct Explored {
    pub file: FileId,
    /// What was run, in a program with several classes.
    pub target: Option<String>,
    /// Whether the program says itself which threads there are.
    pub is_main: bool,
    /// `found`, `none`, `limit`, `unsupported`, `unknown` or `invalid`.
    pub outcome: &'static str,
    pub exit_code: u8,
    /// Why the search was cut short.
    pub limit: Option<Limit>,
    pub states: usize,
    pub time_ms: u64,
    pub diagnostics: Vec<Diagnostic>,
}

pub fn run(options: &ExploreOptions) -> Result<u8, String> {
    if options.format == Format::Sarif {
        return Err("`explore` prints for people or as JSON".to_string());
    }
    let mut map = SourceMap::new();
    let programs: Vec<&PathBuf> = options.paths.iter().filter(|path| java::holds_java(path)).collect();
    let inputs = input::load(&options.paths, &mut map);
    let is_c = |input: &Input| input.finding.is_some() || input::kind(map.path(input.file)) == Some(Kind::C);
    let inputs: Vec<Input> = inputs.into_iter().filter(is_c).collect();
    if inputs.is_empty() && programs.is_empty() {
        let message = "there is no `.c` or `.java` file at the given paths; only C and Java programs can be explored";
        return Err(message.to_string());
    }
    let human = Human::new(&std::io::stdout(), false);
    let mut explored = Vec::new();
    for input in inputs {
        let file = input.file;
        let attempt = catch_unwind(AssertUnwindSafe(|| explore(options, &map, input)));
        let one = attempt.unwrap_or_else(|_| Ok(Explored::broken(file, None)))?;
        if options.format == Format::Human {
            render::print(&shown(options, &human, &map, &one))?;
        }
        explored.push(one);
    }
    for path in programs {
        for one in explore_java::explore(options, path, &mut map) {
            if options.format == Format::Human {
                render::print(&shown(options, &human, &map, &one))?;
            }
            explored.push(one);
        }
    }
    if options.pictures.is_some() {
        warn_of_pictures(&explored, &map);
    }
    if options.format == Format::Json {
        render::print(&as_json(options, &map, &explored))?;
    }
    Ok(worst(explored.iter().map(|one| one.exit_code)))
}

/// What has no failing run has no pictures, and neither has Java.
fn warn_of_pictures(explored: &[Explored], map: &SourceMap) {
    for one in explored {
        let path = map.path(one.file).display();
        if input::kind(map.path(one.file)) != Some(Kind::C) {
            eprintln!("warning: `--pictures` draws nothing of {path}: only the heaps of C programs are drawn");
        } else if one.outcome != "found" {
            eprintln!("warning: `--pictures` draws nothing of {path}: there is no failing run to draw");
        }
    }
}

impl Explored {
    /// The search came to an internal error: that costs this program its verdict.
    pub fn broken(file: FileId, target: Option<String>) -> Explored {
        let span = source::Span::new(file, 0, 0);
        let message = "internal error; nothing is known about this program";
        Explored {
            file,
            target,
            is_main: false,
            outcome: Verdict::Unknown.word(),
            exit_code: 3,
            limit: None,
            states: 0,
            time_ms: 0,
            diagnostics: vec![Diagnostic::error(&ivl::codes::INTERNAL, span, message)],
        }
    }
}

/// Where several apply: 1, then 2, then 3, so that one file that is no program hides no failing run.
fn worst(codes: impl Iterator<Item = u8>) -> u8 {
    let rank = |code: &u8| [0, 3, EXIT_INVALID, 1].iter().position(|one| one == code);
    codes.max_by_key(rank).unwrap_or(0)
}

fn explore(options: &ExploreOptions, map: &SourceMap, input: Input) -> Result<Explored, String> {
    let start = Instant::now();
    let file = input.file;
    let rejected = |diagnostics: Vec<Diagnostic>| {
        let is_unsupported = diagnostics.iter().all(|one| codes::is_unsupported(one.code));
        let (outcome, exit_code) =
            if is_unsupported { (Verdict::Unsupported.word(), 3) } else { (Verdict::Invalid.word(), EXIT_INVALID) };
        Explored {
            file,
            target: None,
            is_main: false,
            outcome,
            exit_code,
            limit: None,
            states: 0,
            time_ms: 0,
            diagnostics,
        }
    };
    if let Some(finding) = input.finding {
        return Ok(rejected(vec![finding]));
    }
    let reading = front::c::Options { malloc_may_fail: options.malloc_may_fail };
    let (program, diagnostics) = front::c::parse_with(file, &map.file(file).text, reading);
    let Some(program) = program else { return Ok(rejected(diagnostics)) };
    let spec = match concurrent::spec::elaborate(&program) {
        Ok(spec) => spec,
        Err(diagnostics) => return Ok(rejected(diagnostics)),
    };
    let deadline = ::explore::search::deadline_after(options.timeout);
    let ExploreOptions { threads, ops, states, .. } = *options;
    let bounds = Bounds { threads, ops, states, deadline, is_reduced: true };
    let outcome = search(&program, &spec, &bounds);
    let time_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let states = outcome.states();
    Ok(match outcome {
        Outcome::Found { trace, .. } => {
            if let Some(folder) = &options.pictures {
                draw(&program, map, file, &trace, folder)?;
            }
            let diagnostics = vec![report::diagnostic(&program, &spec, &trace)];
            Explored {
                file,
                target: None,
                is_main: false,
                outcome: "found",
                exit_code: 1,
                limit: None,
                states,
                time_ms,
                diagnostics,
            }
        }
        Outcome::NoneWithin { .. } => Explored {
            file,
            target: None,
            is_main: false,
            outcome: "none",
            exit_code: 0,
            limit: None,
            states,
            time_ms,
            diagnostics: Vec::new(),
        },
        Outcome::LimitReached { limit, .. } => Explored {
            file,
            target: None,
            is_main: false,
            outcome: "limit",
            exit_code: 3,
            limit: Some(limit),
            states,
            time_ms,
            diagnostics: Vec::new(),
        },
    })
}

/// One drawing per step, and the first state before them.
fn draw(
    program: &concurrent::program::Program,
    map: &SourceMap,
    file: FileId,
    trace: &Trace,
    folder: &Path,
) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write pictures to {}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let stem = map.path(file).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let first = trace.steps.first().map(|step| (&step.before, "before the first step".to_string()));
    let rest = trace.steps.iter().enumerate().map(|(at, step)| {
        let line = map.start(step.span).line;
        let title = format!("after step {}: thread {}, line {line}", at + 1, step.thread + 1);
        (&step.after, title)
    });
    for (at, (state, title)) in first.into_iter().chain(rest).enumerate() {
        let name = |extension: &str| folder.join(format!("{stem}-{at:03}.{extension}"));
        fs::write(name("svg"), picture::svg(program, state, &title)).map_err(failed)?;
        fs::write(name("dot"), picture::dot(program, state)).map_err(failed)?;
    }
    Ok(())
}

fn shown(options: &ExploreOptions, human: &Human, map: &SourceMap, one: &Explored) -> String {
    let mut text: String = one.diagnostics.iter().map(|diagnostic| human.diagnostic(map, diagnostic) + "\n").collect();
    let path = map.path(one.file).display();
    let path = one.target.as_ref().map_or_else(|| path.to_string(), |target| format!("{path}: {target}"));
    let bounds = match one.is_main {
        true => "the threads of the program".to_string(),
        false => format!("{} threads with up to {} operations each", options.threads, options.ops),
    };
    let figures = format!("{} states, {:.1} s", one.states, one.time_ms as f64 / 1000.0);
    text.push_str(&match one.outcome {
        "found" => format!("{path}: a failing run was found ({figures})\n"),
        "none" => format!("{path}: nothing found with {bounds} ({figures}); this is a bounded search, not a proof\n"),
        "limit" => {
            let reason = one.limit.map_or("a limit was reached", Limit::reason);
            format!("{path}: nothing found, and the search with {bounds} was cut short ({figures}): {reason}\n")
        }
        "unsupported" if one.states > 0 => {
            format!("{path}: nothing found, but not every run could be followed ({figures})\n")
        }
        rejected => format!("{path}: {rejected}\n"),
    });
    text
}

#[derive(Serialize)]
struct Run {
    version: u32,
    files: Vec<File>,
    summary: Summary,
}

#[derive(Serialize)]
struct File {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    outcome: &'static str,
    threads: u8,
    ops: u8,
    states: usize,
    time_ms: u64,
    diagnostics: Vec<json::Finding>,
}

#[derive(Serialize)]
struct Summary {
    exit_code: u8,
}

fn as_json(options: &ExploreOptions, map: &SourceMap, explored: &[Explored]) -> String {
    let file = |one: &Explored| File {
        path: map.path(one.file).display().to_string(),
        target: one.target.clone(),
        outcome: one.outcome,
        threads: options.threads,
        ops: options.ops,
        states: one.states,
        time_ms: one.time_ms,
        diagnostics: one.diagnostics.iter().map(|diagnostic| json::finding(map, one.file, diagnostic)).collect(),
    };
    let exit_code = worst(explored.iter().map(|one| one.exit_code));
    let run = Run { version: 1, files: explored.iter().map(file).collect(), summary: Summary { exit_code } };
    let mut text = serde_json::to_string_pretty(&run).unwrap_or_default();
    text.push('\n');
    text
}
