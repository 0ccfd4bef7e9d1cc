//! Java programs: a file or a folder of them, read together with the overlays beside them.

use crate::input::{self, Found, Kind};
use crate::options::{CheckOptions, Engine};
use crate::render::{self, human::Human};
use crate::{EXIT_INVALID, parse};
use concurrent::object;
use concurrent::object::annotations::{self, spec::Spec};
use front::java::{Input, Unseen};
use ivl::check::Context;
use source::{Deadline, Diagnostic, FileId, Report, Severity, SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A Java program and what was found while reading it.
pub struct JavaProgram {
    pub program: object::Program,
    pub spec: Spec,
    pub diagnostics: Vec<Diagnostic>,
    pub files: Vec<FileId>,
    /// Files that were left out, each with the reason: the program is what the others say.
    pub left_out: Vec<(FileId, Vec<Diagnostic>)>,
}

impl JavaProgram {
    /// The same program as `locks` reads it: code that is not seen is called. None if that is not read in time.
    pub fn with_unseen(&self, map: &SourceMap, deadline: Deadline) -> Option<(object::Program, Spec)> {
        let (program, _) = front::java::read_within(&inputs(&self.files, map), Unseen::IsCalled, deadline)?;
        let (spec, _) = annotations::resolve(&program);
        Some((program, spec))
    }
}

/// A Java file, or a folder with one somewhere in it.
pub fn holds_java(path: &Path) -> bool {
    if path.is_dir() { !java_files(path).is_empty() } else { input::kind(path) == Some(Kind::Java) }
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

/// Reads all Java files that the path stands for as one program. One that is not Java, or does not belong to the others,
/// is left out. What is in it is unseen code to them, as if it had not been given. None if they are not read in time.
pub fn read(path: &Path, map: &mut SourceMap, deadline: Deadline) -> Option<JavaProgram> {
    let mut left_out: BTreeMap<FileId, Vec<Diagnostic>> = BTreeMap::new();
    let mut files: Vec<FileId> = Vec::new();
    let found = match path.is_dir() {
        true => java_files(path),
        false => std::iter::once(Found::named(path)).chain(overlay_of(path)).collect(),
    };
    for found in found {
        if deadline.is_over() {
            return None;
        }
        let input = input::load(&found, map);
        match input.finding {
            Some(finding) => left_out.entry(input.file).or_default().push(finding),
            None => files.push(input.file),
        }
    }
    loop {
        let (program, mut diagnostics) = front::java::read_within(&inputs(&files, map), Unseen::IsGap, deadline)?;
        let leaves_out = |finding: &Diagnostic| {
            finding.severity == Severity::Error && front::java::codes::leaves_file_out(finding.code)
        };
        let (wrong, findings): (Vec<Diagnostic>, Vec<Diagnostic>) = diagnostics.drain(..).partition(leaves_out);
        if wrong.is_empty() {
            let (spec, more) = annotations::resolve(&program);
            let diagnostics = findings.into_iter().chain(more).collect();
            let left_out = left_out.into_iter().collect();
            return Some(JavaProgram { program, spec, diagnostics, files, left_out });
        }
        // Without these files there may be others that do not fit; each round leaves one out.
        for finding in wrong {
            files.retain(|file| *file != finding.span.file);
            left_out.entry(finding.span.file).or_default().push(finding);
        }
    }
}

/// The same for who waits until it is done.
pub fn read_whole(path: &Path, map: &mut SourceMap) -> Result<JavaProgram, String> {
    read(path, map, Deadline::never()).ok_or_else(|| format!("{} was not read in time", path.display()))
}

fn inputs<'m>(files: &[FileId], map: &'m SourceMap) -> Vec<Input<'m>> {
    let input =
        |file: &FileId| Input { file: *file, text: &map.file(*file).text, is_overlay: is_overlay(map.path(*file)) };
    files.iter().map(input).collect()
}

/// The classes that `--thread-safe` names, and those that there are.
#[derive(Default)]
pub struct NamedClasses {
    found: BTreeSet<String>,
    known: BTreeSet<String>,
    /// Whether there may be more: a program was not read to its end.
    is_open: bool,
}

impl NamedClasses {
    /// Those of a program of which nothing is known.
    pub fn unknown() -> NamedClasses {
        NamedClasses { is_open: true, ..NamedClasses::default() }
    }

    pub fn offer(&mut self, program: &object::Program, options: &CheckOptions) {
        let named = options.thread_safe.iter().filter(|name| rely::check::names_class(program, name));
        self.found.extend(named.cloned());
        let own = program.classes.iter().filter(|class| class.origin == object::ClassOrigin::Source);
        self.known.extend(own.map(|class| class.name.to_string()));
    }

    /// Adds what another program has.
    pub fn add(&mut self, other: NamedClasses) {
        self.found.extend(other.found);
        self.known.extend(other.known);
        self.is_open |= other.is_open;
    }

    /// A name that no class has is a mistake: nothing would be checked for it.
    pub fn reject_unknown(&self, options: &CheckOptions) -> Result<(), String> {
        let Some(missing) = options.thread_safe.iter().find(|name| !self.found.contains(*name) && !self.is_open) else {
            return Ok(());
        };
        let simple = |name: &str| name.rsplit('.').next().unwrap_or(name).to_string();
        let names: BTreeMap<String, &String> = self.known.iter().map(|name| (simple(name), name)).collect();
        let close = annotations::closest(&simple(missing), names.keys().map(String::as_str));
        let by_case = || names.keys().find(|name| name.eq_ignore_ascii_case(&simple(missing))).map(String::as_str);
        let hint = match close.or_else(by_case).and_then(|name| names.get(name)) {
            Some(name) => format!("did you mean `{name}`?"),
            None if self.known.is_empty() => "there is no Java class in the given files".to_string(),
            None => "it is given as `Name`, or with its package".to_string(),
        };
        Err(format!("`--thread-safe {missing}`: no class of the given files has this name; {hint}"))
    }
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
pub fn judge(judgement: &Judgement, context: &Context) -> (Engine, Report) {
    let Judgement { program, spec, with_unseen, asked, options, text } = *judgement;
    let mut all = Report::default();
    let mut first = None;
    if asked != Some(Engine::Locks) {
        let request = rely::check::Request { thread_safe: &options.thread_safe, text };
        all.append(rely::check::check(program, spec, &request, context));
        if options.infer {
            all.notes.extend(rely::infer::infer(program, spec, &request, context));
        }
        first = (!all.obligations.is_empty()).then_some(Engine::Rely);
    }
    if asked.is_none() || asked == Some(Engine::Locks) {
        let request = locks::check::Request { text, threads: options.threads };
        let (program, spec) = with_unseen.map_or((program, spec), |(program, spec)| (program, spec));
        let mut found = locks::check::check(program, spec, &request, context);
        found.keep_findings(|finding| !is_reported(finding, &all));
        all.append(found);
        first = first.or((!all.obligations.is_empty()).then_some(Engine::Locks));
    }
    (asked.or(first).unwrap_or(Engine::Rely), all)
}

/// That a field is used without its lock is found by both engines, and reported once.
fn is_reported(finding: &Diagnostic, before: &Report) -> bool {
    finding.code.id == locks::codes::ACCESS.id && before.findings().any(|other| other.span == finding.span)
}

/// `dump --stage object`: the program as text, then the methods that could not be lowered.
pub fn dump(path: &Path) -> Result<u8, String> {
    let mut map = SourceMap::new();
    let JavaProgram { program, spec: _, diagnostics, files, left_out } = read_whole(path, &mut map)?;
    let human = Human::new(&std::io::stderr(), false);
    for diagnostic in left_out.iter().flat_map(|(_, findings)| findings).chain(&diagnostics) {
        render::tell(&human.diagnostic(&map, diagnostic));
    }
    if files.is_empty() {
        return Ok(EXIT_INVALID);
    }
    render::print(&object::text::print(&program))?;
    for (method, gap) in program.gaps() {
        let place = map.start(gap.span);
        let name = object::text::method_name(&program, method);
        render::tell(&format!("{}:{}: {name}: {}", map.path(gap.span.file).display(), place.line, gap.message));
    }
    Ok(exit_code_of_rest(&diagnostics, &left_out))
}

/// What was read is printed; a file that was left out, or an annotation that cannot be read, is not.
fn exit_code_of_rest(diagnostics: &[Diagnostic], left_out: &[(FileId, Vec<Diagnostic>)]) -> u8 {
    let is_invalid = |finding: &Diagnostic| finding.code.kind != source::Kind::Unsupported;
    if left_out.iter().flat_map(|(_, findings)| findings).any(is_invalid) {
        return EXIT_INVALID;
    }
    if parse::has_errors(diagnostics) || !left_out.is_empty() { 3 } else { 0 }
}

/// The other stages of `dump`: the plain procedures that the engine `rely` makes of the program.
pub fn dump_obligations(path: &Path, stage: Option<ivl::dump::Stage>) -> Result<u8, String> {
    let Some(stage) = stage else {
        return Err("a Java program has the stage `object`, and those of its obligations".to_string());
    };
    let mut map = SourceMap::new();
    let read = read_whole(path, &mut map)?;
    let human = Human::new(&std::io::stderr(), false);
    let left_out = read.left_out.iter().flat_map(|(_, findings)| findings);
    left_out.chain(&read.diagnostics).for_each(|finding| render::tell(&human.diagnostic(&map, finding)));
    if read.files.is_empty() {
        return Ok(EXIT_INVALID);
    }
    let text = |span: Span| source_at(&map, span);
    let request = rely::check::Request { thread_safe: &[], text: &text };
    let program = rely::check::obligations(&read.program, &read.spec, &request);
    match ivl::dump::dump(&program, stage) {
        Ok(text) => render::print(&text).map(|()| exit_code_of_rest(&read.diagnostics, &read.left_out)),
        Err(diagnostics) => {
            diagnostics.iter().for_each(|finding| render::tell(&human.diagnostic(&map, finding)));
            Ok(EXIT_INVALID)
        }
    }
}

/// The source at a span; one that ends after the text ends with it.
pub fn source_at(map: &SourceMap, span: Span) -> String {
    let text = &map.file(span.file).text;
    text.get(span.start as usize..text.len().min(span.end as usize)).unwrap_or_default().to_string()
}
