//! Source files and places in them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Index of a file in its [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    /// The smallest span that covers both; spans of different files give the first.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place as people count: line and column from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

/// One file's path and text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub path: PathBuf,
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    fn new(path: PathBuf, text: String) -> SourceFile {
        let text = with_line_feeds(text);
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        let line_starts = std::iter::once(0).chain(starts).collect();
        SourceFile { path, text, line_starts }
    }

    /// The line and column of a byte offset; offsets past the end give the end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(self.text.len());
        let line = self.line_starts.partition_point(|start| *start as usize <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let column = self.text.get(start..offset).map_or(0, |before| before.chars().count());
        LineColumn { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// The text of a line counted from 1, without its line break.
    pub fn line(&self, line: u32) -> &str {
        let index = line as usize - 1;
        let start = self.line_starts[index] as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |next| *next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }
}

/// A carriage return alone ends a line in all languages that are read, and a comment with it. It becomes a line feed, so that
/// there is one rule.
fn with_line_feeds(text: String) -> String {
    if !text.contains('\r') {
        return text;
    }
    let mut characters = text.chars().peekable();
    let mut replaced = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        let is_alone = character == '\r' && characters.peek() != Some(&'\n');
        replaced.push(if is_alone { '\n' } else { character });
    }
    replaced
}

/// All files of a program; a copy shares their texts. Texts are at most 4 GiB: offsets are 32 bits.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> FileId {
        self.files.push(Arc::new(SourceFile::new(path.into(), text.into())));
        FileId(self.files.len() as u32 - 1)
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    pub fn path(&self, id: FileId) -> &Path {
        &self.file(id).path
    }

    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    pub fn start(&self, span: Span) -> LineColumn {
        self.file(span.file).line_column(span.start)
    }

    pub fn end(&self, span: Span) -> LineColumn {
        self.file(span.file).line_column(span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let mut map = SourceMap::new();
        let file = map.add("a.bpl", "x\nλy z\n");
        let z = map.file(file).text.find('z').unwrap() as u32;
        assert_eq!(map.start(Span::new(file, z, z + 1)), LineColumn { line: 2, column: 4 });
        assert_eq!(map.file(file).line(2), "λy z");
        assert_eq!(map.file(file).line_column(99), LineColumn { line: 3, column: 1 });
    }

    #[test]
    fn an_empty_file_has_one_line() {
        let mut map = SourceMap::new();
        let file = map.add("empty.bpl", "");
        assert_eq!(map.file(file).line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(map.file(file).line(1), "");
    }
}
