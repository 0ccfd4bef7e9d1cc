//! `counterpoint inject`: a copy of a Java program with one fault in its use of locks.

use crate::java::{self, JavaProgram};
use crate::options::{FaultKind, InjectOptions};
use crate::render::{self, human::Human};
use locks::inject::{self, Fault};
use source::{FileId, SourceMap, Span};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the faulty copy and says what is wrong with it.
pub fn run(options: &InjectOptions) -> Result<u8, String> {
    let mut map = SourceMap::new();
    let JavaProgram { program, spec, diagnostics, files, left_out } = java::read_whole(&options.source, &mut map)?;
    if files.is_empty() {
        return Err(format!("{} cannot be read; `counterpoint check` tells why", options.source.display()));
    }
    let human = Human::new(&std::io::stderr(), false);
    let not_read = left_out.iter().flat_map(|(_, findings)| findings).chain(&diagnostics);
    not_read.for_each(|finding| render::tell(&human.diagnostic(&map, finding)));
    let (locks, _) = locks::spec::elaborate(&program, &spec);
    let kind = match options.kind {
        FaultKind::Im => inject::FaultKind::Modified,
        FaultKind::Icv => inject::FaultKind::OnVariable,
        FaultKind::Icn => inject::FaultKind::OnCounter,
    };
    let text = |span: Span| map.text(span).to_string();
    let Some(fault) = inject::inject(&program, &locks, &text, kind, options.seed) else {
        let reason = match inject::has_stamps(&program) {
            true => "; calls of `StampedLock` are not changed",
            false => "",
        };
        return Err(format!("there is no call of a lock that could be changed in this way{reason}"));
    };
    keeps_the_source(options)?;
    // A file that is left out is copied as it is: it belongs to the program.
    for file in files.into_iter().chain(left_out.into_iter().map(|(file, _)| file)) {
        write(&map, file, &fault, options)?;
    }
    let place = map.start(fault.span);
    let path = map.path(fault.span.file).display();
    render::print(&format!("{path}:{}: {}\n", place.line, fault.description))?;
    Ok(0)
}

/// The copy is beside the program: it replaces none of its files, and is not read as a part of it the next time.
fn keeps_the_source(options: &InjectOptions) -> Result<(), String> {
    let real = |path: &Path| std::path::absolute(path).ok()?.ancestors().find_map(|above| above.canonicalize().ok());
    let (Some(source), Some(target)) = (real(&options.source), real(&options.target)) else { return Ok(()) };
    let is_inside = match source.is_dir() {
        true => target.starts_with(&source),
        false => target == source || source.parent() == Some(&target) && options.target.exists(),
    };
    match is_inside {
        true => Err(format!("{} holds the program itself: the copy goes to another folder", options.target.display())),
        false => Ok(()),
    }
}

fn write(map: &SourceMap, file: FileId, fault: &Fault, options: &InjectOptions) -> Result<(), String> {
    let mut text = map.file(file).text.clone();
    let mut edits: Vec<&(Span, String)> = fault.edits.iter().filter(|(span, _)| span.file == file).collect();
    edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    for (span, replacement) in edits {
        text.replace_range(span.start as usize..span.end as usize, replacement);
    }
    let target = target(&options.source, map.path(file), &options.target);
    let written = target.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&target, text));
    written.map_err(|error| format!("cannot write {}: {error}", target.display()))
}

/// The place of a file in the copy.
fn target(source: &Path, file: &Path, target: &Path) -> PathBuf {
    match file.strip_prefix(source) {
        Ok(inner) if !inner.as_os_str().is_empty() => target.join(inner),
        _ => target.join(file.file_name().unwrap_or_default()),
    }
}
