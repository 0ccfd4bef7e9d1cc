//! `counterpoint check`: every program in turn, from text to verdict.

use crate::input::{self, Input, Kind};
use crate::options::{CheckOptions, Engine, Format};
use crate::progress::Progress;
use crate::render::{self, human, json, sarif};
use crate::report::{ProgramReport, Summary};
use crate::selection::Selection;
use crate::solver::{self, Solver};
use crate::{codes, java, parse, structure};
use ivl::check::Context;
use ivl::threads::is_beyond_sequential;
use ivl::typed;
use smt::Cache;
use source::{Diagnostic, FileId, SourceMap, Span, Verdict};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Checks what the paths stand for and prints the results; the exit code says what was concluded.
pub fn run(options: &CheckOptions) -> Result<u8, String> {
    let start = Instant::now();
    let mut map = SourceMap::new();
    let libraries = parse::load_libraries(&options.libs, &mut map)?;
    let of_java: Vec<&PathBuf> = options.paths.iter().filter(|path| java::holds_java(path)).collect();
    let inputs = input::load(&options.paths, &mut map);
    if inputs.is_empty() && of_java.is_empty() {
        return Err("there is no `.bpl`, `.c` or `.java` file in the given folders".to_string());
    }
    let selection = Selection::new(options.only.as_deref());
    let mut run = Run {
        options,
        asked: options.engine,
        map,
        libraries,
        solver: None,
        java_solver: None,
        cache: cache(options),
        selection,
        structures: BTreeMap::new(),
        named: java::NamedClasses::default(),
    };
    run.judge_structures(&inputs)?;
    let human = human::Human::new(&std::io::stdout(), options.verbose);
    let mut programs = Vec::new();
    for inputs in grouped(inputs, options.together).into_iter().filter(|inputs| !inputs.is_empty()) {
        let program = run.program(inputs)?;
        if run.selection.concerns(&program) && options.format == Format::Human {
            render::print(&human.program(&run.map, &program))?;
        }
        programs.push(program);
    }
    for path in of_java {
        for program in run.java_program(path)? {
            if run.selection.concerns(&program) && options.format == Format::Human {
                render::print(&human.program(&run.map, &program))?;
            }
            programs.push(program);
        }
    }
    run.selection.reject_if_empty()?;
    run.named.reject_unknown(options)?;
    if let Some(warning) = idle_inference(options, &programs) {
        eprintln!("warning: {warning}");
    }
    if let Some(warning) = run.cache.take_warning() {
        eprintln!("warning: {warning}");
    }
    if programs.iter().all(|program| program.verdict == Verdict::Proved && program.findings.obligations.is_empty()) {
        let missing = match options.engine {
            Some(Engine::Locks) => "no lock, `@GuardedBy` or property was found",
            _ => "no body has an assertion, a postcondition or the like",
        };
        eprintln!("warning: there is nothing to prove here: {missing}");
    }
    let solver = run.solver.as_ref().or(run.java_solver.as_ref()).map(|solver| solver::described(&solver.info));
    let summary = Summary { solver, ..Summary::of(&programs, start.elapsed()) };
    render::print(&match options.format {
        Format::Human => human.summary(&summary),
        Format::Json => json::render(&run.map, &programs, &summary),
        Format::Sarif => sarif::render(&run.map, &programs, &codes::all()),
    })?;
    Ok(summary.exit_code)
}

fn cache(options: &CheckOptions) -> Cache {
    if options.no_cache { Cache::disabled() } else { Cache::open(&options.cache_dir) }
}

fn jobs(options: &CheckOptions) -> usize {
    options.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()))
}

/// An engine that was asked for judges programs of its own language only.
fn reject_other_language(asked: Option<Engine>, kind: Kind) -> Result<(), String> {
    let Some(engine) = asked else { return Ok(()) };
    let (its, given) = (engine.language(), kind);
    let message =
        || format!("the engine `{}` judges {} programs, not {}", engine.name(), its.described(), given.described());
    if its == given { Ok(()) } else { Err(message()) }
}

/// The inputs of each program: one each, or all in one.
fn grouped(inputs: Vec<Input>, together: bool) -> Vec<Vec<Input>> {
    if together { vec![inputs] } else { inputs.into_iter().map(|input| vec![input]).collect() }
}

type Judgement = Result<source::FileReport, Vec<Diagnostic>>;

/// What lasts from one program to the next.
struct Run<'a> {
    options: &'a CheckOptions,
    asked: Option<Engine>,
    map: SourceMap,
    libraries: Vec<FileId>,
    /// Started for the first program that needs it.
    solver: Option<Solver>,
    /// The same for Java programs, whose questions want other options.
    java_solver: Option<Solver>,
    cache: Cache,
    selection: Selection<'a>,
    /// The C programs are judged first, several at once.
    structures: BTreeMap<FileId, ProgramReport>,
    named: java::NamedClasses,
}

/// Why `--infer` says nothing.
fn idle_inference(options: &CheckOptions, programs: &[ProgramReport]) -> Option<&'static str> {
    let is_inferred = |program: &ProgramReport| {
        program.findings.diagnostics.iter().any(|finding| *finding.code == rely::codes::INFERRED)
    };
    match options.engine {
        _ if !options.infer || programs.iter().any(is_inferred) => None,
        Some(Engine::Rely) | None => Some(
            "`--infer` has nothing to say here: it is about fields of `@ThreadSafe` Java classes of which nothing is declared",
        ),
        Some(_) => Some("`--infer` has no effect here: only the engine `rely` infers guards"),
    }
}

impl Run<'_> {
    fn judge_structures(&mut self, inputs: &[Input]) -> Result<(), String> {
        if !matches!(self.asked, None | Some(Engine::Effects)) || self.options.together && inputs.len() > 1 {
            return Ok(());
        }
        let readable = inputs.iter().filter(|input| input.finding.is_none()).map(|input| input.file);
        let files: Vec<FileId> = readable.filter(|file| input::kind(self.map.path(*file)) == Some(Kind::C)).collect();
        if self.selection.is_given() {
            files.iter().for_each(|file| self.selection.offer_names(structure::names(&self.map, *file)));
        }
        self.structures = structure::judge_all(self.options, &self.map, &files, jobs(self.options))?;
        Ok(())
    }

    fn program(&mut self, inputs: Vec<Input>) -> Result<ProgramReport, String> {
        let start = Instant::now();
        if let Some(report) = self.structures.remove(&inputs[0].file) {
            return Ok(report);
        }
        let mut report = self.judge(inputs)?;
        report.time = start.elapsed();
        Ok(report)
    }

    fn judge(&mut self, inputs: Vec<Input>) -> Result<ProgramReport, String> {
        let file = inputs[0].file;
        let files: Vec<FileId> = inputs.iter().map(|input| input.file).collect();
        let unjudged = self.asked.unwrap_or(Engine::Sequential).name();
        let unread: Vec<Diagnostic> = inputs.into_iter().filter_map(|input| input.finding).collect();
        if !unread.is_empty() {
            return Ok(ProgramReport::rejected(file, unjudged, unread));
        }
        let kind = input::kind(self.map.path(file)).unwrap_or(Kind::Boogie);
        reject_other_language(self.asked, kind)?;
        if kind == Kind::C {
            return Err("C programs are judged one by one, not `--together`".to_string());
        }
        let (program, mut diagnostics) = parse::typecheck(&self.libraries, &files, &mut self.map);
        let Some(program) = program else {
            return Ok(ProgramReport::rejected(file, unjudged, diagnostics));
        };
        self.selection.offer(&program);
        let engine = self.engine_for(&program);
        let mut findings = match self.check(program, engine, file)? {
            Ok(findings) => findings,
            Err(rejected) => return Ok(ProgramReport::rejected(file, engine.name(), rejected)),
        };
        diagnostics.append(&mut findings.diagnostics);
        findings.diagnostics = diagnostics;
        Ok(ProgramReport::judged(file, engine.name(), findings))
    }

    /// A program without yields and permissions is the same to both engines. Any other is Civl's, and `sequential`, if it
    /// is asked for, says what it does not support.
    fn engine_for(&self, program: &typed::Program) -> Engine {
        match self.asked {
            Some(Engine::Layers) | None if is_beyond_sequential(program) => Engine::Layers,
            Some(_) | None => Engine::Sequential,
        }
    }

    /// A Java file, or a folder of them that are one program. Files that were left out have a report of their own.
    fn java_program(&mut self, path: &Path) -> Result<Vec<ProgramReport>, String> {
        reject_other_language(self.asked, Kind::Java)?;
        let start = Instant::now();
        let read = java::read(path, &mut self.map);
        let with_unseen = (self.asked != Some(Engine::Rely)).then(|| read.with_unseen(&self.map));
        let java::JavaProgram { program, spec, mut diagnostics, files, left_out } = read;
        if files.is_empty() && left_out.is_empty() {
            return Err(format!("there is no `.java` file in {}", path.display()));
        }
        self.named.offer(&program, self.options);
        let unjudged = self.asked.unwrap_or(Engine::Rely).name();
        let rejected = |(file, findings)| ProgramReport::rejected(file, unjudged, findings);
        let mut reports: Vec<ProgramReport> = left_out.into_iter().map(rejected).collect();
        let Some(file) = files.first().copied() else { return Ok(reports) };
        let texts: Vec<(FileId, String)> =
            files.iter().map(|file| (*file, self.map.file(*file).text.to_string())).collect();
        // A span that ends behind the text ends with it.
        let text = |span: Span| {
            let file = texts.iter().find(|(file, _)| *file == span.file);
            let at = |text: &str| text.get(span.start as usize..text.len().min(span.end as usize)).map(str::to_string);
            file.and_then(|(_, text)| at(text)).unwrap_or_default()
        };
        let (asked, options) = (self.asked, self.options);
        let (engine, mut findings) = self.in_context(file, true, |context| {
            let (program, spec, with_unseen) = (&program, &spec, with_unseen.as_ref());
            java::judge(&java::Judgement { program, spec, with_unseen, asked, options, text: &text }, context)
        })?;
        diagnostics.append(&mut findings.diagnostics);
        findings.diagnostics = diagnostics;
        let mut report = ProgramReport::judged(file, engine.name(), findings);
        report.time = start.elapsed();
        reports.insert(0, report);
        Ok(reports)
    }

    /// The engine's findings, or why the program is none that it can judge.
    fn check(&mut self, program: typed::Program, engine: Engine, file: FileId) -> Result<Judgement, String> {
        self.in_context(file, false, |context| match engine {
            Engine::Layers => layers::check::check(&program, context),
            Engine::Sequential | Engine::Rely | Engine::Locks | Engine::Effects => {
                Ok(ivl::check::check(program, context))
            }
        })
    }

    /// Runs an engine with the solver, which is started if it is not running yet.
    fn in_context<T>(&mut self, file: FileId, is_java: bool, engine: impl FnOnce(&Context) -> T) -> Result<T, String> {
        let jobs = jobs(self.options);
        let (solver, tuning) = match is_java {
            true => (&mut self.java_solver, rely::check::Z3_OPTIONS),
            false => (&mut self.solver, &[] as &[_]),
        };
        let solver = match solver {
            Some(solver) => solver,
            none => none.insert(solver::start(self.options, jobs, tuning)?),
        };
        let progress = Progress::new(self.map.path(file).display().to_string());
        let context = Context {
            pool: &solver.pool,
            cache: &self.cache,
            info: &solver.info,
            config: &solver.config,
            timeout: self.options.timeout,
            jobs,
            only: self.options.only.as_deref(),
            progress: &|done, total| progress.update(done, total),
        };
        Ok(engine(&context))
    }
}
