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
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Checks what the paths stand for and prints the results; the exit code says what was concluded.
pub fn run(options: &CheckOptions) -> Result<u8, String> {
    let start = Instant::now();
    let mut map = SourceMap::new();
    let libraries = parse::load_libraries(&options.libs, &mut map)?;
    let (of_java, others): (Vec<PathBuf>, Vec<PathBuf>) =
        options.paths.iter().cloned().partition(|path| java::holds_java(path));
    let inputs = input::load(&others, &mut map);
    if inputs.is_empty() && of_java.is_empty() {
        return Err("there is no `.bpl`, `.c` or `.java` file in the given folders".to_string());
    }
    let selection = Selection::new(options.only.as_deref());
    let mut run =
        Run { options, asked: options.engine, map, libraries, solver: None, cache: cache(options), selection };
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
        let program = run.java_program(&path)?;
        if run.selection.concerns(&program) && options.format == Format::Human {
            render::print(&human.program(&run.map, &program))?;
        }
        programs.push(program);
    }
    run.selection.reject_if_empty()?;
    if let Some(warning) = run.cache.take_warning() {
        eprintln!("warning: {warning}");
    }
    if programs.iter().all(|program| program.verdict == Verdict::Proved && program.findings.obligations.is_empty()) {
        eprintln!("warning: there is nothing to prove here: no body has an assertion, a postcondition or the like");
    }
    let solver = run.solver.as_ref().map(|solver| solver::described(&solver.info));
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
    cache: Cache,
    selection: Selection<'a>,
}

impl Run<'_> {
    fn program(&mut self, inputs: Vec<Input>) -> Result<ProgramReport, String> {
        let start = Instant::now();
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
        match (input::kind(self.map.path(file)), self.asked) {
            (Some(Kind::C), None | Some(Engine::Effects)) => {
                return Ok(structure::judge(self.options, &self.map, file));
            }
            (Some(Kind::C), Some(engine)) => {
                return Err(format!("the engine `{}` does not read C programs; `effects` does", engine.name()));
            }
            (Some(Kind::Boogie) | None, Some(Engine::Effects)) => {
                return Err("the engine `effects` reads C programs only".to_string());
            }
            (Some(Kind::Boogie) | None, _) => {}
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
            Some(Engine::Layers | Engine::Rely | Engine::Locks | Engine::Effects) | None
                if is_beyond_sequential(program) =>
            {
                Engine::Layers
            }
            Some(_) | None => Engine::Sequential,
        }
    }

    /// A Java file, or a folder of them that are one program.
    fn java_program(&mut self, path: &Path) -> Result<ProgramReport, String> {
        let start = Instant::now();
        let java::JavaProgram { program, spec, mut diagnostics, files } = java::read(path, &mut self.map);
        let Some(file) = files.first().copied().or_else(|| diagnostics.first().map(|finding| finding.span.file)) else {
            return Err(format!("there is no `.java` file in {}", path.display()));
        };
        if parse::has_errors(&diagnostics) {
            let engine = self.asked.unwrap_or(Engine::Rely);
            return Ok(ProgramReport::rejected(file, engine.name(), diagnostics));
        }
        let texts: Vec<(FileId, String)> =
            files.iter().map(|file| (*file, self.map.file(*file).text.to_string())).collect();
        let text = |span: Span| {
            let file = texts.iter().find(|(file, _)| *file == span.file);
            let text = file.and_then(|(_, text)| text.get(span.start as usize..span.end as usize));
            text.unwrap_or_default().to_string()
        };
        let (asked, options) = (self.asked, self.options);
        let (engine, mut findings) = self.in_context(file, |context| {
            java::judge(&java::Judgement { program: &program, spec: &spec, asked, options, text: &text }, context)
        })?;
        diagnostics.append(&mut findings.diagnostics);
        findings.diagnostics = diagnostics;
        let mut report = ProgramReport::judged(file, engine.name(), findings);
        report.time = start.elapsed();
        Ok(report)
    }

    /// The engine's findings, or why the program is none that it can judge.
    fn check(&mut self, program: typed::Program, engine: Engine, file: FileId) -> Result<Judgement, String> {
        self.in_context(file, |context| match engine {
            Engine::Layers => layers::check::check(&program, context),
            Engine::Sequential | Engine::Rely | Engine::Locks | Engine::Effects => {
                Ok(ivl::check::check(program, context))
            }
        })
    }

    /// Runs an engine with the solver, which is started if it is not running yet.
    fn in_context<T>(&mut self, file: FileId, engine: impl FnOnce(&Context) -> T) -> Result<T, String> {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let jobs = self.options.jobs.unwrap_or_else(cores);
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(solver::start(self.options, jobs)?),
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
