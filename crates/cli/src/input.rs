//! From paths on the command line to texts in memory.
//!
//! A folder stands for the files of a known kind below it, in sorted order; hidden entries and links to folders
//! are passed over, and so are Java files, which are one program together. What cannot be read becomes a diagnostic of its own file, and the rest of the run goes on.

use crate::codes::{NOT_UTF8, TOO_LARGE, UNKNOWN_KIND, UNREADABLE};
use source::{Diagnostic, FileId, SourceMap, Span};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file that was asked for. The finding says why its text cannot be used.
pub struct Input {
    pub file: FileId,
    pub finding: Option<Diagnostic>,
}

/// Reads every file that the paths stand for, in order.
pub fn load(paths: &[PathBuf], map: &mut SourceMap) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.is_dir() {
            load_folder(path, map, &mut inputs);
            continue;
        }
        match kind(path) {
            Some(Kind::Boogie | Kind::C) => inputs.push(load_file(path, map)),
            Some(Kind::Java) => {}
            None => inputs.push(unknown_kind(path, map)),
        }
    }
    inputs
}

fn load_folder(folder: &Path, map: &mut SourceMap, inputs: &mut Vec<Input>) {
    let entries = match sorted_entries(folder) {
        Ok(entries) => entries,
        Err(error) => return inputs.push(unreadable(folder, &error, map)),
    };
    for entry in entries {
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            load_folder(&path, map, inputs);
        } else if matches!(kind(&path), Some(Kind::Boogie | Kind::C)) && !path.is_dir() {
            inputs.push(load_file(&path, map));
        }
    }
}

fn sorted_entries(folder: &Path) -> io::Result<Vec<fs::DirEntry>> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    Ok(entries)
}

/// What a file holds, by its extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Boogie,
    C,
    Java,
}

impl Kind {
    pub fn described(self) -> &'static str {
        match self {
            Kind::Boogie => "Boogie",
            Kind::C => "C",
            Kind::Java => "Java",
        }
    }
}

pub fn kind(path: &Path) -> Option<Kind> {
    match path.extension()?.to_str()? {
        "bpl" => Some(Kind::Boogie),
        "c" => Some(Kind::C),
        "java" => Some(Kind::Java),
        _ => None,
    }
}

/// Reads one file whatever its kind.
pub fn load_file(path: &Path, map: &mut SourceMap) -> Input {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return unreadable(path, &error, map),
    };
    if u32::try_from(bytes.len()).is_err() {
        let file = map.add(path, "");
        return rejected(Diagnostic::error(&TOO_LARGE, Span::new(file, 0, 0), "the file is larger than 4 GiB"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Input { file: map.add(path, text), finding: None },
        Err(error) => not_utf8(path, &error, map),
    }
}

/// The text up to the bad byte is the same in the lossy copy, so that the byte's offset is a place in it.
fn not_utf8(path: &Path, error: &std::string::FromUtf8Error, map: &mut SourceMap) -> Input {
    let offset = error.utf8_error().valid_up_to();
    let text = String::from_utf8_lossy(error.as_bytes());
    let end = offset + char::REPLACEMENT_CHARACTER.len_utf8();
    let file = map.add(path, text);
    let span = Span::new(file, offset as u32, end as u32);
    let line = map.start(span).line;
    let message = format!("the file is not UTF-8 text: bad byte at offset {offset}, line {line}");
    rejected(Diagnostic::error(&NOT_UTF8, span, message))
}

fn unreadable(path: &Path, error: &io::Error, map: &mut SourceMap) -> Input {
    let file = map.add(path, "");
    let message = format!("cannot read {}: {error}", path.display());
    rejected(Diagnostic::error(&UNREADABLE, Span::new(file, 0, 0), message))
}

fn unknown_kind(path: &Path, map: &mut SourceMap) -> Input {
    if let Err(error) = fs::metadata(path) {
        return unreadable(path, &error, map);
    }
    let file = map.add(path, "");
    let kind = match path.extension() {
        Some(extension) => format!("files ending in `.{}`", extension.to_string_lossy()),
        None => "files without an extension".to_string(),
    };
    let finding = Diagnostic::error(&UNKNOWN_KIND, Span::new(file, 0, 0), format!("no engine reads {kind}"))
        .help("Boogie programs end in `.bpl`, C programs in `.c`, Java programs in `.java`");
    rejected(finding)
}

fn rejected(finding: Diagnostic) -> Input {
    Input { file: finding.span.file, finding: Some(finding) }
}
