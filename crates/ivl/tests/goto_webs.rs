//! Blocks that jump anywhere, by chance: branches straight to joins, loops with several entries, calls whose results go
//! to the globals that the callee changes. What is proved of them has no failing run.
//!
//! `COUNTERPOINT_RANDOM_PROGRAMS` scales how many programs are made.

#[path = "support/dice.rs"]
mod dice;
#[path = "support/pipeline.rs"]
mod pipeline;

use dice::Dice;
use ivl::interpret::{Effort, Search};
use ivl::typed::ImplementationId;
use pipeline::{Solver, read};
use std::fmt::Write;

const STACK: usize = 256 << 20;

/// Two globals, a procedure that changes one and returns a value, and a web of blocks over them.
fn web(dice: &mut Dice) -> String {
    let mut text = String::from(
        "var g: int;\nvar h: int;\n\
         procedure Step(a: int) returns (r: int)\n  modifies g;\n  ensures g == old(g) + a && r == g + 1;\n\
         {\n  g := g + a;\n  r := g + 1;\n}\n\
         procedure Web()\n  modifies g, h;\n{\n  var x: int;\n  g, h, x := 0, 1, 2;\n",
    );
    let blocks = 3 + dice.below(4);
    let _ = writeln!(text, "  goto {};", targets(dice, blocks));
    for block in 0..blocks {
        let _ = writeln!(text, "  B{block}:");
        for _ in 0..dice.below(3) {
            let _ = writeln!(text, "  {};", statement(dice));
        }
        if block + 1 == blocks || dice.chance(15) {
            let _ = writeln!(text, "  return;");
        } else {
            let _ = writeln!(text, "  goto {};", targets(dice, blocks));
        }
    }
    text + "}\n"
}

fn targets(dice: &mut Dice, blocks: usize) -> String {
    let count = 1 + dice.below(3);
    let labels: Vec<String> = (0..count).map(|_| format!("B{}", dice.below(blocks))).collect();
    labels.join(", ")
}

fn statement(dice: &mut Dice) -> String {
    let variable = |dice: &mut Dice| *dice.pick(&["g", "h", "x"]);
    let (left, right) = (variable(dice), variable(dice));
    let constant = dice.below(4);
    match dice.below(8) {
        0 => format!("{left} := {constant}"),
        1 => format!("{left} := {right}"),
        2 => format!("{left} := {right} + 1"),
        3 => format!("call {left} := Step({constant})"),
        4 => format!("assume {left} <= {constant}"),
        5 => format!("havoc {left}"),
        6 => format!("assert {left} <= {right} + {constant}"),
        _ => format!("assert {left} >= {constant} - 2"),
    }
}

#[test]
fn what_is_proved_of_a_web_has_no_failing_run() {
    let programs =
        std::env::var("COUNTERPOINT_RANDOM_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let work = move || {
        let solver = Solver::start(1);
        let mut proved = 0;
        for seed in 0..programs / 5 {
            let text = web(&mut Dice::new(seed));
            let checked = read(&text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
            let report = solver.check(&checked.typed);
            if report.obligations.iter().any(|each| !each.outcome.is_proved()) {
                continue;
            }
            proved += 1;
            let search = Search::new(&checked.prepared);
            let effort = Effort { systematic: 10_000, by_chance: 10_000, each: 500, seed };
            for id in (0..checked.prepared.implementations.len() as u32).map(ImplementationId) {
                let found = search.find(id, effort, &|_| None, &|_| true);
                assert!(found.failure.is_none(), "proved, but it fails:\n{text}\n{:?}", found.failure);
            }
        }
        assert!(proved * 20 > programs / 5, "only {proved} programs are proved: the test says little");
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).unwrap();
    thread.join().unwrap();
}
