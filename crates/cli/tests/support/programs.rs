//! The programs of the corpora: where they are, and what their marks expect.

// Each test file is a program of its own and uses a part of this.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project's root exists")
}

/// The files with this extension below a folder, in sorted order.
pub fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = all_files_below(folder);
    files.retain(|path| path.extension().is_some_and(|own| own == extension));
    files
}

/// All files below a folder, in sorted order.
pub fn all_files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// The text of a program.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", shown(path)))
}

/// The path of a file in the project.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The name of a file, without its folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// An expected finding: a comment below a line, with carets under the place and the name of the expected code.
///
/// ```text
///   assert x > 0;
/// //^^^^^^^^^^^^^ assertion
/// ```
///
/// Columns count characters from 1; the end is the column after the last caret.
#[derive(Debug)]
pub struct Mark {
    pub line: u64,
    pub columns: (u64, u64),
    pub name: String,
}

/// The marks of a program. Several marks in a row stand below the same line.
pub fn marks(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut marked_line = 0;
    for (index, line) in text.lines().enumerate() {
        match mark(line) {
            Some((columns, name)) => marks.push(Mark { line: marked_line, columns, name }),
            None => marked_line = index as u64 + 1,
        }
    }
    marks
}

/// The columns of the carets and the first word after them, if the line is a comment of that shape.
fn mark(line: &str) -> Option<((u64, u64), String)> {
    let comment = line.strip_prefix("//")?;
    let blanks = comment.len() - comment.trim_start_matches(' ').len();
    let carets = comment[blanks..].len() - comment[blanks..].trim_start_matches('^').len();
    if carets == 0 {
        return None;
    }
    let name = comment[blanks + carets..].split_whitespace().next().unwrap_or("").to_string();
    let start = 3 + blanks as u64;
    Some(((start, start + carets as u64), name))
}
