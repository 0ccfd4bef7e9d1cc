//! Java programs: a file or a folder of them, read together with the overlays beside them.

use crate::input::{self, Found, Kind};
use crate::options::{CheckOptions, Engine};
use crate::render::{self, human::Human};
use crate::{EXIT_INVALID, parse};
use concurrent::object;
use concurrent::object::annotations::{self, spec::Spec};
use front::java::{Input, Unseen};
use ivl::check::Context;
use source::{Diagnostic, FileId, FileReport, SourceMap, Span};
use std::path::Path;

/// A Java program and what was found while reading it.
pub struct JavaProgram {
    pub program: object::Program,
    pub spec: Spec,
    pub diagnostics: Vec<Diagnostic>,
    pub files: Vec<FileId>,
}

impl JavaProgram {
    /// The same program as `locks` reads it: code that is not seen is called.
    pub fn with_unseen(&self, map: &SourceMap) -> (object::Program, Spec) {
        let (program, _) = front::java::read_with(&inputs(&self.files, map), Unseen::IsCalled);
        let (spec, _) = annotations::resolve(&program);
        (program, spec)
    }
}

pub fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "java")
}

/// A Java file, or a folder with one somewhere in it.
pub fn holds_java(path: &Path) -> bool {
    if path.is_dir() { !java_files(path).is_empty() } else { is_java(path) }
}

/// The Java files below a folder, in sorted order.
fn java_files(folder: &Path) -> Vec<Found> {
    let mut files = input::files_below(folder);
    files.retain(|found| found.kind() == Some(Kind::Java));
    files
}

fn is_overlay(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".spec.java"))
}

/// The overlay of a source: `Account.spec.java` beside `Account.java`.
fn overlay_of(path: &Path) -> Option<Found> {
    let overlay = path.with_extension("spec.java");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    (!is_overlay(path) && overlay.exists()).then(|| Found { path: overlay, root: Some(folder.to_path_buf()) })
}

/// Reads all Java files that the path stands for as one program.
pub fn read(path: &Path, map: &mut SourceMap) -> JavaProgram {
    let mut diagnostics = Vec::new();
    let mut files: Vec<FileId> = Vec::new();
    let found = match path.is_dir() {
        true => java_files(path),
        false => std::iter::once(Found::named(path)).chain(overlay_of(path)).collect(),
    };
    for found in found {
        let input = input::load(&found, map);
        match input.finding {
            Some(finding) => diagnostics.push(finding),
            None => files.push(input.file),
        }
    }
    let (program, findings) = front::java::read(&inputs(&files, map));
    diagnostics.extend(findings);
    let (spec, findings) = annotations::resolve(&program);
    diagnostics.extend(findings);
    JavaProgram { program, spec, diagnostics, files }
}

fn inputs<'m>(files: &[FileId], map: &'m SourceMap) -> Vec<Input<'m>> {
    let input =
        |file: &FileId| Input { file: *file, text: &map.file(*file).text, is_overlay: is_overlay(map.path(*file)) };
    files.iter().map(input).collect()
}

/// A program, and what is asked of it.
pub struct Judgement<'a> {
    pub program: &'a object::Program,
    pub spec: &'a Spec,
    /// The same as `locks` reads it, if that is asked.
    pub with_unseen: Option<&'a (object::Program, Spec)>,
    pub asked: Option<Engine>,
    pub options: &'a CheckOptions,
    /// The text of the sources.
    pub text: &'a (dyn Fn(Span) -> String + Sync),
}

/// What the engines for Java say, one after the other, or the one that was asked for. The report goes by the first that
/// has something to prove.
pub fn judge(judgement: &Judgement, context: &Context) -> (Engine, FileReport) {
    let Judgement { program, spec, with_unseen, asked, options, text } = *judgement;
    let mut all = FileReport::default();
    let mut judge = None;
    if asked != Some(Engine::Locks) {
        let request = rely::check::Request { thread_safe: &options.thread_safe, text };
        all.append(rely::check::check(program, spec, &request, context));
        if options.infer {
            all.diagnostics.extend(rely::infer::infer(program, spec, &request, context));
        }
        judge = (!all.obligations.is_empty()).then_some(Engine::Rely);
    }
    if asked.is_none() || asked == Some(Engine::Locks) {
        let request = locks::check::Request { text, threads: options.threads };
        let (program, spec) = with_unseen.map_or((program, spec), |(program, spec)| (program, spec));
        let mut found = locks::check::check(program, spec, &request, context);
        found.diagnostics.retain(|finding| !is_told(finding, &all.diagnostics));
        all.append(found);
        judge = judge.or((!all.obligations.is_empty()).then_some(Engine::Locks));
    }
    (asked.or(judge).unwrap_or(Engine::Rely), all)
}

/// That a field is touched without its lock is found by both engines, and told once.
fn is_told(finding: &Diagnostic, before: &[Diagnostic]) -> bool {
    finding.code.id == locks::codes::ACCESS.id && before.iter().any(|other| other.span == finding.span)
}

/// `dump --stage object`: the program as text, then the methods that could not be lowered.
pub fn dump(path: &Path) -> Result<u8, String> {
    let mut map = SourceMap::new();
    let JavaProgram { program, spec: _, diagnostics, files: _ } = read(path, &mut map);
    let human = Human::new(&std::io::stderr(), false);
    for diagnostic in &diagnostics {
        eprintln!("{}", human.diagnostic(&map, diagnostic));
    }
    if parse::has_errors(&diagnostics) {
        return Ok(EXIT_INVALID);
    }
    render::print(&object::text::print(&program))?;
    for (method, gap) in program.gaps() {
        let place = map.start(gap.span);
        let name = object::text::method_name(&program, method);
        eprintln!("{}:{}: {name}: {}", map.path(gap.span.file).display(), place.line, gap.message);
    }
    Ok(0)
}

/// The other stages of `dump`: the plain procedures that the engine `rely` makes of the program.
pub fn dump_obligations(path: &Path, stage: Option<ivl::dump::Stage>) -> Result<u8, String> {
    let Some(stage) = stage else {
        return Err("a Java program has the stage `object`, and those of its obligations".to_string());
    };
    let mut map = SourceMap::new();
    let read = read(path, &mut map);
    let human = Human::new(&std::io::stderr(), false);
    if parse::has_errors(&read.diagnostics) {
        read.diagnostics.iter().for_each(|finding| eprintln!("{}", human.diagnostic(&map, finding)));
        return Ok(EXIT_INVALID);
    }
    let text = |span: Span| source_at(&map, span);
    let request = rely::check::Request { thread_safe: &[], text: &text };
    let program = rely::check::obligations(&read.program, &read.spec, &request);
    match ivl::dump::dump(&program, stage) {
        Ok(text) => render::print(&text).map(|()| 0),
        Err(diagnostics) => {
            diagnostics.iter().for_each(|finding| eprintln!("{}", human.diagnostic(&map, finding)));
            Ok(EXIT_INVALID)
        }
    }
}

/// The source at a span.
pub fn source_at(map: &SourceMap, span: Span) -> String {
    map.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default().to_string()
}
