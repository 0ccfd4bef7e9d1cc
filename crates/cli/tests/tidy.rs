//! The invariants of the source tree: who depends on whom, how files begin, how long they are, what they name.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use support::{all_files_below, file_name, files_below, root};

/// No file is longer; most are much shorter.
const LONGEST: usize = 700;

/// The crates of the project that each crate may use.
const MAY_USE: [(&str, &[&str]); 10] = [
    ("source", &[]),
    ("smt", &[]),
    ("ivl", &["source", "smt"]),
    ("concurrent", &["source", "ivl"]),
    ("front", &["source", "ivl", "concurrent"]),
    ("layers", &["source", "smt", "ivl", "concurrent"]),
    ("rely", &["source", "smt", "ivl", "concurrent"]),
    ("locks", &["source", "smt", "ivl", "concurrent"]),
    ("effects", &["source", "smt", "ivl", "concurrent"]),
    ("explore", &["source", "ivl", "concurrent"]),
];

/// The crate that may use every other, and print.
const TOP: &str = "cli";

/// Folders that appear with use; documents may name what is in them.
const GENERATED: [&str; 2] = [".tools", "target"];

#[test]
fn crates_use_only_what_they_may() {
    let allowed: BTreeMap<&str, &[&str]> = MAY_USE.into_iter().collect();
    let mut wrong = Vec::new();
    for folder in entries(&root().join("crates")) {
        let name = file_name(&folder);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("every crate has a manifest");
        for used in dependencies(&manifest) {
            let known = allowed.contains_key(used) || used == TOP;
            if known && name != TOP && !allowed.get(name.as_str()).is_some_and(|may| may.contains(&used)) {
                wrong.push(format!("{name} must not use {used}"));
            }
        }
        if name != TOP && !allowed.contains_key(name.as_str()) {
            wrong.push(format!("{name} has no place in the order of crates"));
        }
    }
    report(wrong);
}

#[test]
fn every_file_says_what_it_is() {
    let silent = |(path, text): (PathBuf, String)| (!text.starts_with("//!")).then(|| shown(&path));
    report(sources().into_iter().filter_map(silent).map(|path| format!("{path} does not start with `//!`")).collect());
}

#[test]
fn files_are_short() {
    let long = |(path, text): (PathBuf, String)| {
        let lines = text.lines().count();
        (lines > LONGEST).then(|| format!("{} has {lines} lines", shown(&path)))
    };
    report(sources().into_iter().filter_map(long).collect());
}

#[test]
fn only_the_command_line_prints() {
    let library = |path: &Path| {
        let path = shown(path);
        !path.starts_with("crates/cli/")
            && !path.contains("/tests/")
            && !path.contains("/examples/")
            && !path.ends_with("/build.rs")
    };
    let libraries = sources().into_iter().filter(|(path, _)| library(path)).collect();
    report(lines_with(libraries, &["print!(", "println!("]));
}

#[test]
fn nothing_is_left_unfinished() {
    let needles = ["todo", "unimplemented", "dbg"].map(|name| format!("{name}!("));
    report(lines_with(sources(), &needles.each_ref().map(String::as_str)));
}

/// Verdicts follow from outcomes: no list of codes, and nothing that rewrites verdicts, stands beside them.
#[test]
fn verdicts_follow_from_outcomes() {
    let needles =
        [("File", "Report"), ("fn is_", "unsupported"), ("fn is_", "not_modelled"), ("structure::", "refute")];
    let needles = needles.map(|(beginning, end)| format!("{beginning}{end}"));
    report(lines_with(sources(), &needles.each_ref().map(String::as_str)));
}

#[test]
fn documents_name_files_that_exist() {
    let mut wrong = Vec::new();
    let own = ["README.md", "ARCHITECTURE.md"].map(|document| root().join(document));
    for document in own.into_iter().chain(files_below(&root().join("docs"), "md")) {
        let Ok(text) = fs::read_to_string(&document) else {
            wrong.push(format!("{} is missing", shown(&document)));
            continue;
        };
        let missing = named_paths(&text).into_iter().filter(|path| !root().join(path).exists());
        wrong.extend(missing.map(|path| format!("{} names `{path}`, which does not exist", shown(&document))));
    }
    report(wrong);
}

#[test]
fn every_seeded_bug_has_a_right_sibling() {
    let files: Vec<PathBuf> =
        ["tests", "examples"].into_iter().flat_map(|folder| all_files_below(&root().join(folder))).collect();
    let with_right: Vec<PathBuf> = files
        .iter()
        .filter(|path| file_name(path).starts_with("ok"))
        .filter_map(|path| path.parent().map(Path::to_path_buf))
        .collect();
    let lonely = |path: &&PathBuf| {
        file_name(path).starts_with("bug_") && !with_right.iter().any(|folder| path.parent() == Some(folder))
    };
    report(files.iter().filter(lonely).map(|path| format!("{} has no `ok` beside it", shown(path))).collect());
}

#[track_caller]
fn report(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every Rust file of the project with its text.
fn sources() -> Vec<(PathBuf, String)> {
    let files = files_below(&root().join("crates"), "rs");
    assert!(!files.is_empty());
    let read = |path: PathBuf| fs::read_to_string(&path).map(|text| (path, text)).expect("sources are readable text");
    files.into_iter().map(read).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().into_owned()
}

/// The lines of code, comments apart, that hold one of the needles.
fn lines_with(sources: Vec<(PathBuf, String)>, needles: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in sources {
        for (index, line) in text.lines().enumerate() {
            let code = line.trim_start();
            if !code.starts_with("//") && needles.iter().any(|needle| code.contains(needle)) {
                found.push(format!("{}:{}: {code}", shown(&path), index + 1));
            }
        }
    }
    found
}

/// The names under `[dependencies]`, `[build-dependencies]` and the like; those of tests are their own affair.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            inside = section.ends_with("dependencies") && !section.contains("dev-dependencies");
        } else if inside && !line.starts_with('#') {
            names.extend(line.split(['.', '=', ' ']).next().filter(|name| !name.is_empty()));
        }
    }
    names
}

/// The words in backquotes that look like paths of the project.
fn named_paths(document: &str) -> Vec<&str> {
    let plain = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let generated = |word: &str| GENERATED.iter().any(|folder| word.split('/').next() == Some(folder));
    let is_path = |word: &str| word.contains('/') || [".md", ".toml", ".py"].iter().any(|end| word.ends_with(end));
    let prose: Vec<&str> = document.split("```").step_by(2).collect();
    let quoted = prose.into_iter().flat_map(|text| text.split('`').skip(1).step_by(2));
    quoted.filter(plain).filter(|word| is_path(word) && !generated(word)).collect()
}

#[test]
fn dependencies_are_read_from_their_sections() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\n# no smt here\nsource.workspace = true\nclap = \"4\"\n\
                    [dev-dependencies]\nfront.workspace = true\n[target.'cfg(unix)'.dependencies]\nlibc = \"1\"\n";
    assert_eq!(dependencies(manifest), ["source", "clap", "libc"]);
}

#[test]
fn paths_are_read_from_backquotes() {
    let text = "See `tools/setup.py`, `a * b`, `.tools/z3` and `README.md`.\n```\n`not/this`\n```\nOr `crates/cli`.";
    assert_eq!(named_paths(text), ["tools/setup.py", "README.md", "crates/cli"]);
}
