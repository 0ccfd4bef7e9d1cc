//! `counterpoint explore`: a bounded search for a failing interleaving of C and Java programs.

use crate::input::{self, Found, Input, Kind};
use crate::options::{ExploreOptions, Format};
use crate::render::{self, finding, human, human::Human};
use crate::report::worst;
use crate::supervise::{self, Lost};
use crate::{EXIT_INVALID, explore_java, java};
use ::explore::limits::Limit;
use ::explore::{Bounds, Outcome, Trace, picture, report, search};
use serde::Serialize;
use source::{Deadline, Diagnostic, FileId, SourceMap, Verdict};
use std::fs;
use std::path::Path;
use std::sync::Arc;
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

/// The sources of a program, and what was found in each thing that was run.
type Searched = (SourceMap, Vec<Explored>);

pub fn run(options: ExploreOptions) -> Result<u8, String> {
    if options.format == Format::Sarif {
        return Err("`explore` prints for people or as JSON".to_string());
    }
    let of_java = options.paths.iter().filter(|path| java::holds_java(path)).map(Found::named);
    let found = input::programs(&options.paths).into_iter().filter(|found| found.kind() != Some(Kind::Boogie));
    let programs: Vec<Found> = found.chain(of_java).collect();
    if programs.is_empty() {
        let message = "there is no `.c` or `.java` file at the given paths; only C and Java programs can be explored";
        return Err(message.to_string());
    }
    let (human, deadline) = (Human::new(&std::io::stdout(), false), supervise::deadline_of_run(options.time_limit.0));
    let options = Arc::new(options);
    let mut explored = Vec::new();
    for program in programs {
        let (path, options) = (program.path.clone(), Arc::clone(&options));
        let (of_unit, limit) = (Arc::clone(&options), deadline.within(options.timeout));
        let unit = supervise::start(limit, move || search_program(&of_unit, &program, limit))?;
        let (map, found) = unit.wait().unwrap_or_else(|lost| Ok(lost_program(&path, lost)))?;
        if options.format == Format::Human {
            found.iter().try_for_each(|one| render::print(&shown(&options, &human, &map, one)))?;
        }
        if options.pictures.is_some() {
            warn_of_pictures(&found, &map);
        }
        explored.push((map, found));
    }
    if matches!(options.format, Format::Json | Format::Json1) {
        render::print(&as_json(&options, &explored))?;
    }
    Ok(exit_code(&explored))
}

fn exit_code(explored: &[Searched]) -> u8 {
    worst(explored.iter().flat_map(|(_, found)| found).map(|one| one.exit_code))
}

fn search_program(options: &ExploreOptions, program: &Found, deadline: Deadline) -> Result<Searched, String> {
    let mut map = SourceMap::new();
    if java::holds_java(&program.path) {
        let found = explore_java::explore(options, &program.path, &mut map, deadline);
        return Ok((map, found));
    }
    let input = input::load_or_refuse(program, &mut map);
    let found = explore(options, &map, input, deadline)?;
    Ok((map, vec![found]))
}

fn lost_program(path: &Path, lost: Lost) -> Searched {
    let mut map = SourceMap::new();
    let file = map.add(path, "");
    let found = match lost {
        Lost::Panicked => Explored::broken(file, None),
        Lost::Late => Explored::late(file),
    };
    (map, vec![found])
}

/// What has no failing run has no pictures, and neither has Java.
fn warn_of_pictures(explored: &[Explored], map: &SourceMap) {
    for one in explored {
        let path = human::path(map, one.file);
        if input::kind(map.path(one.file)) != Some(Kind::C) {
            render::tell(&format!(
                "warning: `--pictures` draws nothing of {path}: only the heaps of C programs are drawn"
            ));
        } else if one.outcome != "found" {
            render::tell(&format!("warning: `--pictures` draws nothing of {path}: there is no failing run to draw"));
        }
    }
}

impl Explored {
    /// The outcome decides the exit code; nothing else is known yet.
    pub fn new(file: FileId, outcome: &'static str, diagnostics: Vec<Diagnostic>) -> Explored {
        let exit_code = match outcome {
            "found" => 1,
            "none" => 0,
            "invalid" => EXIT_INVALID,
            _ => 3,
        };
        let (target, is_main, limit, states, time_ms) = (None, false, None, 0, 0);
        Explored { file, target, is_main, outcome, exit_code, limit, states, time_ms, diagnostics }
    }

    /// A program, or a part of one, that is not run.
    pub fn rejected(file: FileId, diagnostics: Vec<Diagnostic>) -> Explored {
        let is_unsupported = diagnostics.iter().all(|one| one.code.kind == source::Kind::Unsupported);
        let verdict = if is_unsupported { Verdict::Unsupported } else { Verdict::Invalid };
        Explored::new(file, verdict.word(), diagnostics)
    }

    /// The search came to an internal error: that costs this program its verdict.
    pub fn broken(file: FileId, target: Option<String>) -> Explored {
        let span = source::Span::new(file, 0, 0);
        let message = "internal error; nothing is known about this program";
        let diagnostic = Diagnostic::error(&ivl::codes::INTERNAL, span, message);
        Explored { target, ..Explored::new(file, Verdict::Unknown.word(), vec![diagnostic]) }
    }

    /// The time is over.
    pub fn late(file: FileId) -> Explored {
        Explored { limit: Some(Limit::Time), ..Explored::new(file, "limit", Vec::new()) }
    }
}

fn explore(options: &ExploreOptions, map: &SourceMap, input: Input, deadline: Deadline) -> Result<Explored, String> {
    let start = Instant::now();
    let file = input.file;
    if let Some(finding) = input.finding {
        return Ok(Explored::rejected(file, vec![finding]));
    }
    let reading = front::c::Options { malloc_may_fail: options.malloc_may_fail };
    let (program, diagnostics) = front::c::parse_with(file, &map.file(file).text, reading);
    let Some(program) = program else { return Ok(Explored::rejected(file, diagnostics)) };
    let spec = match concurrent::spec::elaborate(&program) {
        Ok(spec) => spec,
        Err(diagnostics) => return Ok(Explored::rejected(file, diagnostics)),
    };
    let ExploreOptions { threads, ops, states, .. } = *options;
    let bounds = Bounds { threads, ops, states, deadline, is_reduced: true };
    let outcome = search(&program, &spec, &bounds);
    let time_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let states = outcome.states();
    let found = match outcome {
        Outcome::Found { trace, .. } => {
            if let Some(folder) = &options.pictures {
                draw(&program, map, file, &trace, folder)?;
            }
            Explored::new(file, "found", vec![report::diagnostic(&program, &spec, &trace)])
        }
        Outcome::NoneWithin { .. } => Explored::new(file, "none", Vec::new()),
        Outcome::LimitReached { limit, .. } => {
            Explored { limit: Some(limit), ..Explored::new(file, "limit", Vec::new()) }
        }
    };
    Ok(Explored { states, time_ms, ..found })
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
    let path = human::path(map, one.file);
    let path = one.target.as_ref().map_or_else(|| path.clone(), |target| format!("{path}: {target}"));
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
    diagnostics: Vec<finding::Finding>,
}

#[derive(Serialize)]
struct Summary {
    exit_code: u8,
}

fn as_json(options: &ExploreOptions, explored: &[Searched]) -> String {
    let file = |map: &SourceMap, one: &Explored| File {
        path: render::exact(map.path(one.file)),
        target: one.target.clone(),
        outcome: one.outcome,
        threads: options.threads,
        ops: options.ops,
        states: one.states,
        time_ms: one.time_ms,
        diagnostics: one.diagnostics.iter().map(|diagnostic| finding::finding(map, one.file, diagnostic)).collect(),
    };
    let files = explored.iter().flat_map(|(map, found)| found.iter().map(move |one| file(map, one))).collect();
    let run = Run { version: 1, files, summary: Summary { exit_code: exit_code(explored) } };
    let mut text = serde_json::to_string_pretty(&run).unwrap_or_default();
    text.push('\n');
    text
}
