//! Tests that are made from data: each program of a corpus, or each folder of siblings, is a test of its own, named by its path
//! in the project, so that it can be chosen, timed, and run beside the others.
//!
//! A test file that uses this has `harness = false` in its manifest, and its `main` hands its tests to [`run`]. Under
//! `cargo nextest` each test is a process that begins with the list of all tests, so what makes the list does little more
//! than read the names in folders.
//!
//! A test that needs a tool, such as javac, is ignored where there is none, and the reason stands before its name. Where
//! `COUNTERPOINT_MAY_LACK` is set, as in `.ci/run`, only the tools that it names may be missing; a test that lacks another
//! one fails.

// Each test file is a program of its own and uses a part of this.
#![allow(dead_code)]

use super::programs::shown;
use libtest_mimic::{Arguments, Trial};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The tests that these functions are, with their names.
#[allow(unused_macros)]
macro_rules! functions {
    ($($function:ident),* $(,)?) => {
        vec![$(trials::function(stringify!($function), $function)),*]
    };
}
#[allow(unused_imports)]
pub(crate) use functions;

/// What a test says: nothing, or what was expected and what came.
pub type Outcome = Result<(), String>;

/// Runs those of the tests that the command line asks for.
pub fn run(tests: Vec<Trial>) -> ExitCode {
    let names: HashSet<&str> = tests.iter().map(Trial::name).collect();
    assert_eq!(names.len(), tests.len(), "two tests have the same name");
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// A test that fails by a panic, like those of the standard harness.
pub fn function(name: &str, body: fn()) -> Trial {
    test(name.to_string(), move || {
        body();
        Ok(())
    })
}

/// A test with a name. If it fails, it says how to repeat it.
pub fn test(name: String, body: impl FnOnce() -> Outcome + Send + 'static) -> Trial {
    let repeat = format!(
        "to repeat: cargo test -p {} --test {} -- --exact '{name}'",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_CRATE_NAME")
    );
    Trial::test(name, move || match catch_unwind(AssertUnwindSafe(body)) {
        Ok(outcome) => outcome.map_err(|failure| format!("{failure}\n{repeat}").into()),
        // The message of the panic has been printed.
        Err(_) => Err(format!("it panicked\n{repeat}").into()),
    })
}

/// A test for each of these programs, named by its path and what is tested, if that is not all.
pub fn of_programs(
    programs: impl IntoIterator<Item = PathBuf>,
    what: &str,
    body: impl Fn(&Path) -> Outcome + Clone + Send + 'static,
) -> Vec<Trial> {
    let of_program = |path: PathBuf| {
        let body = body.clone();
        test(format!("{} {what}", shown(&path)).trim_end().to_string(), move || body(&path))
    };
    programs.into_iter().map(of_program).collect()
}

/// A test for each folder that holds some of these programs, named by its path: a right program and its wrong siblings.
///
/// This is for programs that are checked by a run of `counterpoint` with a solver. To start the solver takes longer than
/// to check most programs, and a run starts it twice. With a run for each program, the tests of `examples/rely` and `tests/rely` took
/// 85 s of the processor, with one run for all of them 42 s; those in Boogie's language 69 s and 18 s.
pub fn of_folders(
    mut programs: Vec<PathBuf>,
    body: impl Fn(&[PathBuf]) -> Outcome + Clone + Send + 'static,
) -> Vec<Trial> {
    programs.sort_by(|one, other| (one.parent(), one).cmp(&(other.parent(), other)));
    let folders = programs.chunk_by(|one, next| one.parent() == next.parent());
    let of_folder = |siblings: &[PathBuf]| {
        let (body, siblings) = (body.clone(), siblings.to_vec());
        let name = siblings[0].parent().map(shown).expect("a program is in a folder");
        test(name, move || body(&siblings))
    };
    folders.map(of_folder).collect()
}

/// The same tests, ignored if one of these tools is missing, or then bound to fail if none may be.
pub fn with_tools(tools: &[&str], tests: Vec<Trial>) -> Vec<Trial> {
    let Some(missing) = tools.iter().find(|tool| !is_installed(tool)) else { return tests };
    let may_lack = std::env::var("COUNTERPOINT_MAY_LACK").ok();
    let is_required = may_lack.is_some_and(|tools| !tools.split_whitespace().any(|tool| tool == *missing));
    let without = |one: Trial| match is_required {
        true => test(one.name().to_string(), {
            let failure = format!("{missing} is missing, and only $COUNTERPOINT_MAY_LACK may be");
            move || Err(failure)
        }),
        false => one.with_kind(format!("skipped: {missing} is missing")).with_ignored_flag(true),
    };
    tests.into_iter().map(without).collect()
}

/// Whether a tool is in one of the folders of the search path.
fn is_installed(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

/// Fails if the two differ, and says both.
pub fn expect_same<T: PartialEq + std::fmt::Debug>(expected: &T, found: &T) -> Outcome {
    if expected == found { Ok(()) } else { Err(format!("expected {expected:?}\nfound    {found:?}")) }
}
