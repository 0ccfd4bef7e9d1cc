//! From paths on the command line to texts in memory.
//!
//! A folder stands for the files of a known kind below it, in sorted order. Passed over are hidden entries, and links to
//! folders below it that are read where they are. Whatever else cannot be read, be it a file, a link or a folder, becomes
//! a diagnostic of its own, and the rest of the run goes on.
//!
//! A folder may be hostile: a link in it that leads out of it is not followed, only regular files are read, and not more
//! than [`LARGEST`] of any. A file that is named on the command line may be a link.

use crate::codes::{NOT_UTF8, TOO_LARGE, UNKNOWN_KIND, UNREADABLE};
use crate::render::exact;
use source::{Diagnostic, FileId, SourceMap, Span};
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// No source that a person wrote is larger.
const LARGEST: u64 = 64 << 20;

/// A file that was asked for. The finding says why its text cannot be used.
pub struct Input {
    pub file: FileId,
    pub finding: Option<Diagnostic>,
}

/// A file that a path stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub path: PathBuf,
    /// The given folder that it was found in; none if it was named itself.
    pub root: Option<PathBuf>,
}

impl Found {
    pub fn named(path: impl Into<PathBuf>) -> Found {
        Found { path: path.into(), root: None }
    }

    pub fn kind(&self) -> Option<Kind> {
        kind(&self.path)
    }
}

/// The Boogie and C files that the paths stand for, in order, and what no engine reads. Java files are one program
/// together, see [`crate::java`].
pub fn programs(paths: &[PathBuf]) -> Vec<Found> {
    let of_path = |path: &PathBuf| if path.is_dir() { files_below(path) } else { vec![Found::named(path)] };
    paths.iter().flat_map(of_path).filter(|found| found.kind() != Some(Kind::Java)).collect()
}

/// The files of a known kind below a folder, in sorted order; a folder that cannot be read, or is a link to one that is
/// not read, stands for itself.
pub fn files_below(root: &Path) -> Vec<Found> {
    let (mut found, mut entries) = (Vec::new(), vec![(root.to_path_buf(), Entry::Folder)]);
    // The last is the next: what a folder holds comes before what follows the folder.
    while let Some((path, entry)) = entries.pop() {
        let stands_for_itself = match entry {
            Entry::Folder => match entries_of(&path) {
                Ok(held) => {
                    entries.extend(held);
                    false
                }
                Err(_) => true,
            },
            Entry::Link => match fs::metadata(&path) {
                Ok(target) if target.is_dir() => target_within(root, &path).is_err(),
                Ok(_) => kind(&path).is_some(),
                // There is nothing to be read: it leads nowhere, or to itself.
                Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::ELOOP)) => kind(&path).is_some(),
                Err(_) => true,
            },
            Entry::File => kind(&path).is_some(),
            Entry::Unknown => true,
        };
        if stands_for_itself {
            found.push(Found { path, root: Some(root.into()) });
        }
    }
    found
}

/// What a folder holds, as far as the folder itself knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entry {
    Folder,
    Link,
    /// Anything else, pipes and devices too.
    File,
    /// The system does not say.
    Unknown,
}

/// The entries of a folder that are not hidden, the first at the end.
fn entries_of(folder: &Path) -> io::Result<Vec<(PathBuf, Entry)>> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.retain(|entry| !is_hidden(&entry.file_name()));
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.file_name()));
    let entry_of = |entry: &fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => Entry::Folder,
        Ok(kind) if kind.is_symlink() => Entry::Link,
        Ok(_) => Entry::File,
        Err(_) => Entry::Unknown,
    };
    Ok(entries.iter().map(|entry| (entry.path(), entry_of(entry))).collect())
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether what a path below the root leads to is below the root as well, and not hidden there if it is a folder: only
/// then it is read where it is.
fn target_within(root: &Path, path: &Path) -> io::Result<()> {
    let (root, target) = (fs::canonicalize(root)?, fs::canonicalize(path)?);
    let Ok(inner) = target.strip_prefix(&root) else {
        return Err(io::Error::other("it is a link that leads out of the checked folder, which is not followed"));
    };
    if inner.iter().any(is_hidden) && target.is_dir() {
        return Err(io::Error::other("it is a link to a hidden folder, which is not followed"));
    }
    Ok(())
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

/// Why a file of an unknown kind, or a folder that cannot be read, is no program.
pub fn refuse(found: &Found, map: &mut SourceMap) -> Input {
    if found.path.is_dir() { load(found, map) } else { unknown_kind(&found.path, map) }
}

/// Reads a file of a known kind.
pub fn load_or_refuse(found: &Found, map: &mut SourceMap) -> Input {
    if found.kind().is_some() { load(found, map) } else { refuse(found, map) }
}

/// Reads one file whatever its kind.
pub fn load(found: &Found, map: &mut SourceMap) -> Input {
    let path = found.path.as_path();
    let bytes = match read(found) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => {
            let message = format!("the file is larger than {} MiB", LARGEST >> 20);
            let file = map.add(path, "");
            return rejected(Diagnostic::error(&TOO_LARGE, Span::new(file, 0, 0), message));
        }
        Err(error) => return unreadable(path, &error, map),
    };
    match String::from_utf8(bytes) {
        Ok(text) => Input { file: map.add(path, text), finding: None },
        Err(error) => not_utf8(path, &error, map),
    }
}

/// The content of a file; none if it is too large.
fn read(found: &Found) -> io::Result<Option<Vec<u8>>> {
    if let Some(root) = &found.root {
        target_within(root, &found.path)?;
    }
    if found.path.is_dir() {
        fs::read_dir(&found.path)?;
    }
    let mut bytes = Vec::new();
    let read = regular_file(&found.path, true)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok((read as u64 <= LARGEST).then_some(bytes))
}

/// Opens a regular file without waiting: a pipe or a device might never end. The last part of the path may be a link
/// only if links are followed.
pub fn regular_file(path: &Path, follows_links: bool) -> io::Result<File> {
    let flags = libc::O_NONBLOCK | if follows_links { 0 } else { libc::O_NOFOLLOW };
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is not a regular file")),
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
    let message = format!("cannot read {}: {error}", exact(path));
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
