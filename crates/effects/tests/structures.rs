//! The structures in `examples/effects`: what is proved, with how many views, and that no seeded bug is.

use concurrent::program::Program;
use concurrent::spec::{Spec, elaborate};
use effects::check::{Outcome, check};
use expect_test::{Expect, expect};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/effects")
}

fn read(path: &Path) -> (String, Program, Spec) {
    let text = std::fs::read_to_string(path).unwrap();
    parse(text)
}

fn parse(text: String) -> (String, Program, Spec) {
    let (program, diagnostics) = front::c::parse(source::FileId(0), &text);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let spec = elaborate(&program).unwrap();
    (text, program, spec)
}

/// The C files of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    paths
}

/// What is known of a program, in a line.
fn line(path: &Path) -> String {
    let (text, program, spec) = read(path);
    let name = path.file_stem().unwrap().to_string_lossy();
    match check(&program, &spec) {
        Ok(outcome) if outcome.is_proved() => {
            format!("{name}: proved, {} summaries, {} views", outcome.summaries.len(), outcome.views())
        }
        Ok(outcome) => {
            let finding = outcome.finding(&spec).unwrap();
            let at = text[..finding.span.start as usize].matches('\n').count() + 1;
            format!("{name}: {} in line {at}: {}", finding.code.id, finding.message)
        }
        Err(unsupported) => format!("{name}: {}", unsupported[0].message),
    }
}

fn list(folder: &Path) -> String {
    files(folder).iter().fold(String::new(), |mut text, path| {
        let _ = writeln!(text, "{}", line(path));
        text
    })
}

fn is_proved(outcome: Result<Outcome, Vec<source::Diagnostic>>) -> bool {
    outcome.is_ok_and(|outcome| outcome.is_proved())
}

#[test]
fn structures() {
    expect![[r#""#]].assert_eq(&list(&folder()));
}

#[test]
fn no_bug_is_proved() {
    expect![[r#""#]].assert_eq(&list(&folder().join("bugs")));
    for path in files(&folder().join("bugs")) {
        let (_, program, spec) = read(&path);
        assert!(!is_proved(check(&program, &spec)), "{}", path.display());
    }
}

#[test]
fn two_runs_are_the_same() {
    let (_, program, spec) = read(&folder().join("michael_scott_gc.c"));
    let (one, other) = (check(&program, &spec).unwrap(), check(&program, &spec).unwrap());
    assert_eq!(one.fixed_point.unwrap().views, other.fixed_point.unwrap().views);
    assert_eq!(one.summaries, other.summaries);
}

fn summaries(name: &str, expected: Expect) {
    let (_, program, spec) = read(&folder().join(name));
    expected.assert_eq(&effects::check::summarize(&program, &spec).unwrap());
}

/// Figure 9 of the paper.
#[test]
fn summaries_of_treibers_stack() {
    summaries("treiber_manual.c", expect![[r#""#]]);
}

/// Figure 11 of the paper.
#[test]
fn summaries_of_the_queue_of_michael_and_scott() {
    summaries("michael_scott_manual.c", expect![[r#""#]]);
}

/// Figure 13 of the paper.
#[test]
fn summaries_of_the_dglm_queue() {
    summaries("dglm_gc.c", expect![[r#""#]]);
}

/// Figure 7 of the paper.
#[test]
fn summaries_of_the_coarse_queue() {
    summaries("coarse_queue_manual.c", expect![[r#""#]]);
}
