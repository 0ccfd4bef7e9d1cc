//! `counterpoint check`: every program in turn, from text to verdict.
//!
//! A program is a unit of the run (see [`crate::supervise`]): it has a thread, a share of the run's time and a map of its
//! sources of its own. Several C programs are checked at once; the others use several threads themselves.

use crate::closing::Closing;
use crate::input::{self, Found, Input, Kind};
use crate::options::{CheckOptions, Engine, Format};
use crate::progress::Progress;
use crate::render::{self, human, json, json1, sarif};
use crate::report::{ProgramReport, Summary};
use crate::selection::Selection;
use crate::solver::{self, Solver};
use crate::supervise::{self, Lost, Unit};
use crate::{cache, codes, java, parse, structure};
use ivl::check::Context;
use ivl::threads::is_beyond_sequential;
use ivl::typed;
use smt::Cache;
use source::{Code, Deadline, Diagnostic, FileId, SourceMap, Span, Verdict};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// In a run with a time limit, a program has at least the time of so many questions.
const LEAST_SHARE: u32 = 2;

/// Checks what the paths stand for and prints the results; the exit code says what was concluded.
pub fn run(options: CheckOptions) -> Result<u8, String> {
    let start = Instant::now();
    let deadline = supervise::deadline_of_run(options.time_limit.0);
    let tasks = tasks(&options)?;
    parse::library_files(&options.libs)?;
    let (cache, warning) = cache::open(&options);
    if let Some(warning) = warning {
        render::tell(&format!("warning: {warning}"));
    }
    let run = Arc::new(Run { options, cache, deadline, solver: OnceLock::new(), java_solver: OnceLock::new(), start });
    let options = &run.options;
    let human = human::Human::new(&std::io::stdout(), options.verbose);
    let mut selection = Selection::new(options.only.as_deref());
    let mut named = java::NamedClasses::default();
    let mut programs = Vec::new();
    for_each_judged(&run, tasks, |judged| {
        let Judged { programs: judged, names, classes } = judged;
        selection.offer(names);
        named.add(classes);
        for program in judged {
            if selection.concerns(&program) && options.format == Format::Human {
                render::print(&human.program(&program))?;
            }
            programs.push(program);
        }
        Ok(())
    })?;
    selection.reject_if_empty()?;
    named.reject_unknown(options)?;
    run.conclude(&programs);
    let closing = Closing::of(&programs, options.engine);
    let mut summary = run.summary(&programs);
    if options.strict && summary.exit_code == 0 && closing.has_gaps() {
        summary.exit_code = 3;
    }
    render::print(&match options.format {
        Format::Human => human.closing(&closing, options.strict) + &human.summary(&summary),
        Format::Json => json::render(&programs, &summary, &closing),
        Format::Json1 => json1::render(&programs, &summary),
        Format::Sarif => sarif::render(&programs, &codes::all()),
    })?;
    Ok(summary.exit_code)
}

/// One program that is to be checked.
#[derive(Clone)]
enum Task {
    Boogie(Vec<Found>),
    C(Found),
    /// A file, or a folder of files that are one program.
    Java(PathBuf),
    /// No engine reads it.
    Unread(Found),
}

impl Task {
    fn path(&self) -> &Path {
        match self {
            Task::Boogie(files) => files.first().map_or(Path::new(""), |found| &found.path),
            Task::C(found) | Task::Unread(found) => &found.path,
            Task::Java(path) => path,
        }
    }
}

fn tasks(options: &CheckOptions) -> Result<Vec<Task>, String> {
    let found = input::programs(&options.paths);
    let of_java = options.paths.iter().filter(|path| java::holds_java(path)).cloned();
    let mut tasks = Vec::new();
    if options.together && found.len() > 1 {
        if found.iter().any(|found| found.kind() == Some(Kind::C)) {
            return Err("C programs are checked one by one, not `--together`".to_string());
        }
        tasks.push(Task::Boogie(found));
    } else {
        tasks.extend(found.into_iter().map(|found| match found.kind() {
            Some(Kind::C) => Task::C(found),
            Some(Kind::Boogie | Kind::Java) => Task::Boogie(vec![found]),
            None => Task::Unread(found),
        }));
    }
    tasks.extend(of_java.map(Task::Java));
    if tasks.is_empty() {
        return Err("there is no `.bpl`, `.c` or `.java` file in the given folders".to_string());
    }
    for task in &tasks {
        reject_other_language(options.engine, task)?;
    }
    Ok(tasks)
}

/// An engine that was asked for checks programs of its own language only.
fn reject_other_language(asked: Option<Engine>, task: &Task) -> Result<(), String> {
    let given = match task {
        Task::Boogie(_) => Kind::Boogie,
        Task::C(_) => Kind::C,
        Task::Java(_) => Kind::Java,
        Task::Unread(_) => return Ok(()),
    };
    let Some((engine, its)) = asked.map(|engine| (engine, engine.language())) else { return Ok(()) };
    let message =
        || format!("the engine `{}` checks {} programs, not {}", engine.name(), its.described(), given.described());
    if its == given { Ok(()) } else { Err(message()) }
}

/// What came of a task: a program with its verdict, and files that were left out of it.
#[derive(Default)]
struct Judged {
    programs: Vec<ProgramReport>,
    /// What `--only` may select.
    names: Vec<String>,
    /// What `--thread-safe` may name.
    classes: java::NamedClasses,
}

impl From<ProgramReport> for Judged {
    fn from(program: ProgramReport) -> Judged {
        Judged { programs: vec![program], ..Judged::default() }
    }
}

/// Checks the programs and hands on the results in order, each as soon as it is there.
fn for_each_judged(
    run: &Arc<Run>,
    tasks: Vec<Task>,
    mut hand_on: impl FnMut(Judged) -> Result<(), String>,
) -> Result<(), String> {
    let at_once = |task: &Task| if matches!(task, Task::C(_)) { run.jobs() } else { 1 };
    let mut waiting = VecDeque::from(tasks);
    let mut under_way: VecDeque<(PathBuf, Unit<Result<Judged, String>>)> = VecDeque::new();
    loop {
        while let Some(task) = waiting.pop_front_if(|task| under_way.len() < at_once(task)) {
            if run.deadline.is_over() {
                // Results come in the order of the programs: those before it are waited for first.
                waiting.push_front(task);
                break;
            }
            let least = run.options.timeout * LEAST_SHARE;
            let deadline = run.deadline.share(waiting.len() + 1, at_once(&task), least);
            let (path, of_unit, shared) = (task.path().to_path_buf(), task.clone(), Arc::clone(run));
            match supervise::start(deadline, move || shared.judge(of_unit, deadline)) {
                Ok(unit) => under_way.push_back((path, unit)),
                Err(reason) if under_way.is_empty() => hand_on(run.not_started(&path, &reason))?,
                // There may be room for it when another has ended.
                Err(_) => {
                    waiting.push_front(task);
                    break;
                }
            }
        }
        if let Some((path, unit)) = under_way.pop_front() {
            hand_on(unit.wait().unwrap_or_else(|lost| Ok(run.lost(&path, lost)))?)?;
        } else if let Some(task) = waiting.pop_front_if(|_| run.deadline.is_over()) {
            hand_on(run.not_reached(task.path()))?;
        } else if waiting.is_empty() {
            return Ok(());
        }
    }
}

/// What all programs of a run share.
struct Run {
    options: CheckOptions,
    cache: Cache,
    deadline: Deadline,
    start: Instant,
    /// Started for the first program that needs it.
    solver: OnceLock<Result<Solver, String>>,
    /// The same for Java programs, whose questions want other options.
    java_solver: OnceLock<Result<Solver, String>>,
}

impl Run {
    fn jobs(&self) -> usize {
        self.options.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()))
    }

    fn judge(&self, task: Task, deadline: Deadline) -> Result<Judged, String> {
        let start = Instant::now();
        let mut judged = match task {
            Task::Boogie(files) => self.boogie(&files, deadline),
            Task::C(found) => Ok(self.structure(&found, deadline)),
            Task::Java(path) => self.java(&path, deadline),
            Task::Unread(found) => {
                let mut map = SourceMap::new();
                let input = input::refuse(&found, &mut map);
                Ok(rejected(map, input.file, self.unjudged(), input.finding).into())
            }
        }?;
        judged.programs.iter_mut().for_each(|program| program.time = start.elapsed());
        Ok(judged)
    }

    /// The engine that a report names if none has checked the program.
    fn unjudged(&self) -> Engine {
        self.options.engine.unwrap_or(Engine::Sequential)
    }

    /// A program of which the check did not end.
    fn lost(&self, path: &Path, lost: Lost) -> Judged {
        match lost {
            Lost::Late => {
                let message = format!("no answer in time: {}", ivl::check::end_of_run(self.deadline));
                self.unknown(path, &ivl::codes::UNKNOWN, message, Some(ivl::check::MORE_TIME))
            }
            Lost::Panicked => {
                let message = "internal error; nothing is known about this program".to_string();
                self.unknown(path, &ivl::codes::INTERNAL, message, None)
            }
        }
    }

    /// A program of which only a part was read when the time was over.
    fn not_read(&self, path: &Path) -> Judged {
        let message = format!("this program was not read to its end: {}", ivl::check::end_of_run(self.deadline));
        self.unknown(path, &ivl::codes::UNKNOWN, message, Some(ivl::check::MORE_TIME))
    }

    /// A program whose turn comes when the time is over.
    fn not_reached(&self, path: &Path) -> Judged {
        let message = format!("this program was not checked: {}", ivl::check::end_of_run(self.deadline));
        self.unknown(path, &ivl::codes::UNKNOWN, message, Some(ivl::check::MORE_TIME))
    }

    /// A program of which the check cannot begin.
    fn not_started(&self, path: &Path, reason: &str) -> Judged {
        self.unknown(path, &ivl::codes::UNKNOWN, format!("this program was not checked: {reason}"), None)
    }

    fn unknown(&self, path: &Path, code: &'static Code, message: String, help: Option<&str>) -> Judged {
        let mut map = SourceMap::new();
        let file = map.add(path, "");
        let finding = Diagnostic::error(code, Span::new(file, 0, 0), message);
        let finding = help.into_iter().fold(finding, Diagnostic::help);
        let program = ProgramReport::of_inputs(map, file, self.unjudged(), vec![finding]);
        Judged { classes: java::NamedClasses::unknown(), ..program.into() }
    }

    fn boogie(&self, files: &[Found], deadline: Deadline) -> Result<Judged, String> {
        let mut map = SourceMap::new();
        let libraries = parse::load_libraries(&self.options.libs, &mut map)?;
        let inputs: Vec<Input> = files.iter().map(|found| input::load(found, &mut map)).collect();
        let ids: Vec<FileId> = inputs.iter().map(|input| input.file).collect();
        let (file, unjudged) = (ids[0], self.unjudged());
        let unread: Vec<Diagnostic> = inputs.into_iter().filter_map(|input| input.finding).collect();
        if !unread.is_empty() {
            return Ok(rejected(map, file, unjudged, unread).into());
        }
        let (program, mut diagnostics) = parse::typecheck(&libraries, &ids, &mut map);
        let Some(program) = program else {
            return Ok(rejected(map, file, unjudged, diagnostics).into());
        };
        let names = program.implementations.iter().map(|body| body.name.to_string()).collect();
        let engine = self.engine_for(&program);
        let context = Place { map: &map, file, is_java: false, deadline };
        let judgement = self.in_context(&context, |context| match engine {
            Engine::Layers => layers::check::check(&program, context),
            Engine::Sequential | Engine::Rely | Engine::Locks | Engine::Effects => {
                Ok(ivl::check::check(program, context))
            }
        })?;
        let program = match judgement {
            Ok(mut report) => {
                diagnostics.append(&mut report.inputs);
                report.inputs = diagnostics;
                ProgramReport::new(map, file, engine, report)
            }
            // Why the engine cannot check the program.
            Err(reasons) => rejected(map, file, engine, reasons),
        };
        Ok(Judged { names, ..program.into() })
    }

    /// A program without yields and permissions is the same to both engines. Any other is Civl's, and `sequential`, if it
    /// is asked for, says what it does not support.
    fn engine_for(&self, program: &typed::Program) -> Engine {
        match self.options.engine {
            Some(Engine::Layers) | None if is_beyond_sequential(program) => Engine::Layers,
            Some(_) | None => Engine::Sequential,
        }
    }

    fn structure(&self, found: &Found, deadline: Deadline) -> Judged {
        let mut map = SourceMap::new();
        let input = input::load(found, &mut map);
        if input.finding.is_some() {
            return rejected(map, input.file, Engine::Effects, input.finding).into();
        }
        let names = if self.options.only.is_some() { structure::names(&map, input.file) } else { Vec::new() };
        Judged { names, ..structure::judge(&self.options, map, input.file, deadline).into() }
    }

    /// A Java file, or a folder of them that are one program. Files that were left out have a report of their own.
    fn java(&self, path: &Path, deadline: Deadline) -> Result<Judged, String> {
        let mut map = SourceMap::new();
        let asked = self.options.engine;
        let Some(read) = java::read(path, &mut map, deadline) else { return Ok(self.not_read(path)) };
        let with_unseen = match asked {
            Some(Engine::Rely) => None,
            Some(_) | None => match read.with_unseen(&map, deadline) {
                Some(with_unseen) => Some(with_unseen),
                None => return Ok(self.not_read(path)),
            },
        };
        let java::JavaProgram { program, spec, mut diagnostics, files, left_out } = read;
        if files.is_empty() && left_out.is_empty() {
            return Err(format!("there is no `.java` file in {}", path.display()));
        }
        let mut judged = Judged::default();
        judged.classes.offer(&program, &self.options);
        let unjudged = asked.unwrap_or(Engine::Rely);
        let of_left_out = |(file, findings)| ProgramReport::of_inputs(map.clone(), file, unjudged, findings);
        judged.programs = left_out.into_iter().map(of_left_out).collect();
        let Some(file) = files.first().copied() else { return Ok(judged) };
        let text = |span: Span| java::source_at(&map, span);
        let options = &self.options;
        let context = Place { map: &map, file, is_java: true, deadline };
        let (engine, mut report) = self.in_context(&context, |context| {
            let (program, spec, with_unseen) = (&program, &spec, with_unseen.as_ref());
            java::judge(&java::Judgement { program, spec, with_unseen, asked, options, text: &text }, context)
        })?;
        diagnostics.append(&mut report.inputs);
        report.inputs = diagnostics;
        judged.programs.insert(0, ProgramReport::new(map, file, engine, report));
        Ok(judged)
    }

    /// Runs an engine with the solver, which is started if it is not running yet.
    fn in_context<T>(&self, place: &Place, engine: impl FnOnce(&Context) -> T) -> Result<T, String> {
        let jobs = self.jobs();
        let (solver, tuning) = match place.is_java {
            true => (&self.java_solver, rely::check::Z3_OPTIONS),
            false => (&self.solver, &[] as &[_]),
        };
        let solver = solver.get_or_init(|| solver::start(&self.options, jobs, tuning, self.deadline));
        let solver = solver.as_ref().map_err(String::clone)?;
        let progress = Progress::new(render::neutral(&place.map.path(place.file).to_string_lossy()));
        let context = Context {
            pool: &solver.pool,
            cache: &self.cache,
            info: &solver.info,
            config: &solver.config,
            timeout: self.options.timeout,
            deadline: place.deadline,
            jobs,
            only: self.options.only.as_deref(),
            progress: &|done, total| progress.update(done, total),
        };
        Ok(engine(&context))
    }

    /// What is said besides the results.
    fn conclude(&self, programs: &[ProgramReport]) {
        self.cache.shrink();
        if let Some(warning) = self.cache.take_warning() {
            render::tell(&format!("warning: {}", render::neutral(&warning)));
        }
        if let Some(asked) = self.cache.rechecks() {
            let (confirmed, unconfirmed, wrong) = (asked.confirmed, asked.unconfirmed(), asked.contradicted);
            render::tell(&format!(
                "rechecked answers of the cache: {confirmed} confirmed, {unconfirmed} without an answer now"
            ));
            if wrong > 0 {
                render::tell(&format!(
                    "error: the cache gave {wrong} answers that differ from those of this run; remove it"
                ));
            }
        }
        if let Some(warning) = idle_inference(&self.options, programs) {
            render::tell(&format!("warning: {warning}"));
        }
        if programs.iter().all(|program| program.verdict() == Verdict::NotChecked) {
            let missing = match self.options.engine {
                Some(Engine::Locks) => "no lock, `@GuardedBy` or property was found",
                _ if programs.iter().all(|program| program.engine.language() == Kind::Java) => {
                    "no class is `@ThreadSafe` or has annotations, and no method uses locks; `--thread-safe CLASS` names one"
                }
                _ => "no body has an assertion, a postcondition or the like",
            };
            render::tell(&format!("warning: there is nothing to prove here: {missing}"));
        }
    }

    fn summary(&self, programs: &[ProgramReport]) -> Summary {
        let started = [&self.solver, &self.java_solver].into_iter().find_map(|solver| solver.get()?.as_ref().ok());
        let mut summary =
            Summary { solver: started.map(Solver::described), ..Summary::of(programs, self.start.elapsed()) };
        // A run that was given a wrong answer proves nothing.
        if summary.exit_code == 0 && self.cache.rechecks().is_some_and(|asked| asked.contradicted > 0) {
            summary.exit_code = 3;
        }
        summary
    }
}

/// Why `--infer` says nothing.
fn idle_inference(options: &CheckOptions, programs: &[ProgramReport]) -> Option<&'static str> {
    let is_inferred =
        |program: &ProgramReport| program.report.findings().any(|finding| *finding.code == rely::codes::INFERRED);
    match options.engine {
        _ if !options.infer || programs.iter().any(is_inferred) => None,
        Some(Engine::Rely) | None => Some(
            "`--infer` has nothing to say here: it is about fields of `@ThreadSafe` Java classes of which nothing is declared",
        ),
        Some(_) => Some("`--infer` has no effect here: only the engine `rely` infers guards"),
    }
}

/// Where an engine is at work, and for how long.
struct Place<'a> {
    map: &'a SourceMap,
    file: FileId,
    is_java: bool,
    deadline: Deadline,
}

fn rejected(
    map: SourceMap,
    file: FileId,
    engine: Engine,
    reasons: impl IntoIterator<Item = Diagnostic>,
) -> ProgramReport {
    ProgramReport::of_inputs(map, file, engine, reasons.into_iter().collect())
}
