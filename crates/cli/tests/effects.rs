//! The C programs of the corpus: they compile, the right ones survive the search, and the wrong ones fail as marked.
//! Each program is a test of each of these.
//!
//! A wrong program says by a line `// explore: --threads 2 --ops 2` which bounds show its fault, and by carets under a line
//! what is found there. A right one has neither; the line is then about what the test can afford.

mod support;

use concurrent::program::Program;
use concurrent::spec::{self, Spec};
use explore::{Bounds, Outcome, search};
use source::{Deadline, SourceMap};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use support::trials::{self, expect_same, functions, of_programs, with_tools};
use support::{files_below, read, root, shown};

/// Fewer means that the corpus was not found.
const AT_LEAST: usize = 50;

/// The bounds of a search without reduction where a program does not ask for others.
const SMALL: (u8, u8) = (2, 1);

fn main() -> ExitCode {
    let mut tests = of_programs(corpus(), "", it_fails_where_it_is_marked_and_not_otherwise);
    let small = corpus().into_iter().filter(|path| is_small(bounds_of(path).unwrap_or(SMALL)));
    tests.extend(of_programs(small, "without reduction", leaving_states_out_changes_no_answer));
    let wrong = corpus().into_iter().filter(|path| is_wrong(path));
    tests.extend(of_programs(wrong, "replayed", a_failing_run_can_be_replayed));
    for compiler in ["gcc", "clang"] {
        let what = format!("for {compiler}");
        let compiled = of_programs(corpus(), &what, |path| it_compiles_without_warnings(compiler, path));
        tests.extend(with_tools(&[compiler], compiled));
    }
    tests.extend(functions![
        the_corpus_is_found,
        leaving_states_out_changes_no_answer_for_damaged_programs,
        the_numbers_of_states_are_known,
    ]);
    trials::run(tests)
}

fn the_corpus_is_found() {
    let count = corpus().len();
    assert!(count >= AT_LEAST, "only {count} programs found");
}

fn it_compiles_without_warnings(compiler: &str, path: &Path) -> trials::Outcome {
    let mut command = Command::new(compiler);
    command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-c", "-o", "/dev/null", "-I"]);
    let output = command.arg(root().join("include")).arg(path).output().expect("the compiler runs");
    if output.status.success() {
        return Ok(());
    }
    Err(format!("expected no warning of {command:?}\n{}", String::from_utf8_lossy(&output.stderr)))
}

fn it_fails_where_it_is_marked_and_not_otherwise(path: &Path) -> trials::Outcome {
    let (map, program, spec) = load(path);
    let marked = marks(path);
    assert_eq!(is_wrong(path), !marked.is_empty(), "programs in `bugs` are marked, and no others");
    let (threads, ops) = bounds_of(path).unwrap_or((2, 2));
    let bounds = Bounds { threads, ops, states: usize::MAX, deadline: Deadline::never(), is_reduced: true };
    let found = match search(&program, &spec, &bounds) {
        Outcome::Found { trace, .. } => {
            let diagnostic = explore::report::diagnostic(&program, &spec, &trace);
            vec![(map.start(diagnostic.span).line, diagnostic.code.name.to_string())]
        }
        Outcome::NoneWithin { .. } | Outcome::LimitReached { .. } => Vec::new(),
    };
    let command = format!("counterpoint explore --threads {threads} --ops {ops} {}", shown(path));
    expect_same(&marked, &found).map_err(|failure| format!("{failure}\nas said by {command}"))
}

/// What the search leaves out has been covered: with and without, it finds the same.
fn leaving_states_out_changes_no_answer(path: &Path) -> trials::Outcome {
    let (threads, ops) = bounds_of(path).unwrap_or(SMALL);
    let (_, program, spec) = load(path);
    let explored = |is_reduced| {
        let bounds = Bounds { threads, ops, states: 200_000, deadline: Deadline::never(), is_reduced };
        search(&program, &spec, &bounds)
    };
    let (all, some) = (explored(false), explored(true));
    assert!(some.states() <= all.states(), "{} states, but reduced {}", all.states(), some.states());
    match (all, some) {
        (Outcome::Found { .. }, Outcome::Found { .. }) => Ok(()),
        (Outcome::NoneWithin { .. }, Outcome::NoneWithin { .. }) => Ok(()),
        // Where everything is too much, nothing is said.
        (Outcome::LimitReached { .. }, _) => Ok(()),
        (all, some) => Err(format!("expected {all:?}\nfound    {some:?}")),
    }
}

/// The same for programs with a line missing or two lines exchanged, most of them wrong in some way.
/// COUNTERPOINT_DAMAGED_PROGRAMS says how many of each; there are few by default.
fn leaving_states_out_changes_no_answer_for_damaged_programs() {
    let asked = std::env::var("COUNTERPOINT_DAMAGED_PROGRAMS").ok().and_then(|count| count.parse().ok());
    let mut random = 11u64;
    let mut next = |bound: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % bound.max(1)
    };
    let (mut judged, mut failing) = (0, 0);
    for path in corpus().into_iter().filter(|path| marks(path).is_empty()) {
        let text = read(&path);
        for _ in 0..asked.unwrap_or(3) {
            let mut lines: Vec<&str> = text.lines().collect();
            let steps: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("  ")).collect();
            let (one, other) = (steps[next(steps.len())], steps[next(steps.len())]);
            match next(2) {
                0 => drop(lines.remove(one)),
                _ => lines.swap(one, other),
            }
            let damaged = lines.join("\n");
            let (Some(program), _) = front::c::parse(source::FileId(0), &damaged) else { continue };
            let Ok(spec) = spec::elaborate(&program) else { continue };
            let explored = |is_reduced| {
                let bounds = Bounds { threads: 2, ops: 2, states: 20_000, deadline: Deadline::never(), is_reduced };
                search(&program, &spec, &bounds)
            };
            match (explored(false), explored(true)) {
                (Outcome::Found { .. }, Outcome::Found { .. }) => failing += 1,
                (Outcome::NoneWithin { .. }, Outcome::NoneWithin { .. }) => {}
                (Outcome::LimitReached { .. }, _) => continue,
                (all, some) => panic!("{}:\n{damaged}\n{all:?}\n{some:?}", path.display()),
            }
            judged += 1;
        }
    }
    assert!(judged > 10 && failing > 3, "{judged} judged, {failing} of them failing");
}

fn a_failing_run_can_be_replayed(path: &Path) -> trials::Outcome {
    let (threads, ops) = bounds_of(path).ok_or("it does not say in which bounds it fails")?;
    let (_, program, spec) = load(path);
    let bounds = Bounds { threads, ops, states: usize::MAX, deadline: Deadline::never(), is_reduced: true };
    let Outcome::Found { trace, .. } = search(&program, &spec, &bounds) else {
        return Err("nothing was found".to_string());
    };
    let again = explore::replay(&program, &spec, threads, ops, &trace.schedule());
    assert_eq!(again.expect("it is a run").fault, trace.fault);
    let cut = &trace.schedule()[..trace.steps.len() - 1];
    assert!(explore::replay(&program, &spec, threads, ops, cut).is_err());
    Ok(())
}

fn the_numbers_of_states_are_known() {
    let states = |name: &str, threads, ops| {
        let (_, program, spec) = load(&root().join("examples/effects").join(name));
        let bounds = Bounds { threads, ops, states: usize::MAX, deadline: Deadline::never(), is_reduced: true };
        match search(&program, &spec, &bounds) {
            Outcome::NoneWithin { states } => states,
            other => panic!("{name}: {other:?}"),
        }
    };
    let counts = [
        states("coarse_stack_gc.c", 3, 3),
        states("treiber_gc.c", 2, 4),
        states("treiber_manual.c", 2, 3),
        states("michael_scott_gc.c", 2, 2),
        states("two_lock_queue_manual.c", 2, 2),
    ];
    assert_eq!(counts, [20, 487, 544, 162, 141]);
}

/// The programs of the corpus; wrong ones are in the folders `bugs`.
fn corpus() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["examples/effects", "tests/effects"].map(|folder| root().join(folder)) {
        let is_here = |path: &Path| [&folder, &folder.join("bugs")].iter().any(|here| path.parent() == Some(here));
        files.extend(files_below(&folder, "c").into_iter().filter(|path| is_here(path)));
    }
    files
}

fn is_wrong(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with("bugs"))
}

fn is_small((threads, ops): (u8, u8)) -> bool {
    usize::from(threads) * usize::from(ops) <= 4
}

fn load(path: &Path) -> (SourceMap, Program, Spec) {
    let mut map = SourceMap::new();
    let text = read(path);
    let file = map.add(path, text.clone());
    let (program, diagnostics) = front::c::parse(file, &text);
    let program = program.unwrap_or_else(|| panic!("{}: {diagnostics:?}", path.display()));
    let spec = spec::elaborate(&program).unwrap_or_else(|diagnostics| panic!("{}: {diagnostics:?}", path.display()));
    (map, program, spec)
}

/// The bounds that the program asks for.
fn bounds_of(path: &Path) -> Option<(u8, u8)> {
    let text = read(path);
    let line = text.lines().find_map(|line| line.strip_prefix("// explore: "))?;
    let number = |option: &str| {
        let mut words = line.split_whitespace().skip_while(|word| *word != option);
        words.nth(1).and_then(|number| number.parse().ok())
    };
    Some((number("--threads")?, number("--ops")?))
}

/// The lines of the marks of a program, with the names of what is found there.
fn marks(path: &Path) -> Vec<(u32, String)> {
    let text = read(path);
    support::marks(&text).into_iter().map(|mark| (mark.line as u32, mark.name)).collect()
}
