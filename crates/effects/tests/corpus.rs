//! The structures in C: what is proved of each, with how many summaries and views, or what is found, and that no seeded bug is
//! proved. Each program is a test.
//!
//! `verdicts.txt` has a line for each program. `UPDATE_EXPECT=1` writes it anew.

#[path = "../../cli/tests/support/programs.rs"]
mod programs;
#[path = "../../cli/tests/support/trials.rs"]
mod trials;

use concurrent::spec::elaborate;
use effects::check::{Interference, check};
use programs::{files_below, read, root, shown};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use trials::{Outcome, expect_same, functions, of_programs};

const LIST: &str = "crates/effects/tests/verdicts.txt";

/// Fewer means that the corpus was not found.
const AT_LEAST: usize = 100;

fn main() -> ExitCode {
    let mut tests = of_programs(corpus(), "", it_has_its_verdict);
    tests.extend(functions![the_list_has_a_line_for_each_program]);
    trials::run(tests)
}

/// The programs; wrong ones are in the folders `bugs`.
fn corpus() -> Vec<PathBuf> {
    let folders = ["examples/effects", "examples/effects/bugs", "tests/effects", "tests/effects/bugs"];
    let of_folder = |folder: PathBuf| {
        let mut files = files_below(&folder, "c");
        files.retain(|path| path.parent() == Some(&folder));
        files
    };
    folders.into_iter().flat_map(|folder| of_folder(root().join(folder))).collect()
}

fn it_has_its_verdict(path: &Path) -> Outcome {
    let (is_proved, found) = verdict(path);
    let is_wrong = path.parent().is_some_and(|folder| folder.ends_with("bugs"));
    if is_wrong && is_proved {
        return Err(format!("expected that a wrong program is not proved\nfound    {found}"));
    }
    let list = read(&root().join(LIST));
    let name = shown(path);
    let expected = list.lines().find_map(|line| line.strip_prefix(&name)?.strip_prefix(": "));
    let command = format!("counterpoint check {name}, by whose line in {LIST} it is to be");
    expect_same(&expected.unwrap_or("nothing"), &found.as_str())
        .map_err(|wrong| format!("{wrong}\nas said by {command}"))
}

/// Whether a program is proved, and what is known of it, in a line.
fn verdict(path: &Path) -> (bool, String) {
    let text = read(path);
    let (program, diagnostics) = front::c::parse(source::FileId(0), &text);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let spec = elaborate(&program).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    match check(&program, &spec, Interference::Summaries) {
        Ok(outcome) if outcome.is_proved() => {
            (true, format!("proved, {} summaries, {} views", outcome.summaries.len(), outcome.views()))
        }
        Ok(outcome) => {
            let finding = outcome.finding(&spec).expect("what is not proved has a finding");
            let at = text[..finding.span.start as usize].matches('\n').count() + 1;
            (false, format!("{} in line {at}: {}", finding.code.id, finding.message))
        }
        Err(unsupported) => (false, unsupported[0].message.clone()),
    }
}

fn the_list_has_a_line_for_each_program() {
    let names: Vec<String> = corpus().iter().map(|path| shown(path)).collect();
    assert!(names.len() >= AT_LEAST, "only {} programs found", names.len());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let lines = corpus().iter().map(|path| format!("{}: {}\n", shown(path), verdict(path).1)).collect::<String>();
        std::fs::write(root().join(LIST), lines).expect("the list can be written");
    }
    let list = read(&root().join(LIST));
    let listed: Vec<&str> = list.lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name).collect();
    assert_eq!(listed, names, "left: the lines of {LIST}; right: the programs");
}
