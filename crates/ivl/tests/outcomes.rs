//! What is concluded from what a solver says, without a solver.

use expect_test::{Expect, expect};
use ivl::check::{Context, check};
use smt::{Answer, Cache, Pool, Reason, Script, ScriptedSession, SolverConfig, SolverInfo, Step};
use source::{Report, Severity, SourceMap};
use std::sync::Arc;
use std::time::Duration;

const TWO_ASSERTIONS: &str = "procedure P(x: int) { assert x > 0; assert x > 1; }";

/// Checks a program with a solver that follows the script.
fn run(text: &str, steps: Vec<Step>) -> (Report, Script) {
    let mut map = SourceMap::new();
    let file = map.add("test.bpl", text);
    let (tree, _) = front::bpl::parse(file, text);
    let (program, _) = ivl::typecheck::typecheck(&tree);
    let script = Script::new(steps);
    let of_session = script.clone();
    let pool = Pool::new(Arc::new(move || Box::new(ScriptedSession::new(of_session.clone()))), 1);
    let context = Context {
        pool: &pool,
        cache: &Cache::disabled(),
        info: &SolverInfo { name: "scripted".into(), version: "1".into(), contents: [0; 32] },
        config: &SolverConfig::new("scripted"),
        deadline: source::Deadline::never(),
        timeout: Duration::from_millis(50),
        jobs: 1,
        only: None,
        progress: &|_, _| {},
    };
    (check(program, &context), script)
}

fn expect_verdicts(text: &str, steps: Vec<Step>, expected: Expect) {
    let (report, _) = run(text, steps);
    let mut lines = String::new();
    for obligation in &report.obligations {
        lines += &format!("{} {}\n", obligation.id, obligation.outcome.verdict().word());
    }
    for diagnostic in report.findings() {
        lines += &format!("{}: {}\n", diagnostic.code.id, diagnostic.message);
    }
    expected.assert_eq(&lines);
}

fn unknown(reason: Reason) -> Step {
    Step::Answer(Answer::Unknown(reason))
}

#[test]
fn unsat_proves_everything_asked() {
    expect_verdicts(
        TWO_ASSERTIONS,
        vec![Step::Answer(Answer::Unsat)],
        expect![[r#"
        P/assertion.1 proved
        P/assertion.2 proved
    "#]],
    );
}

#[test]
fn each_model_refutes_one_goal() {
    let models = vec![
        Step::Answer(Answer::Sat),
        Step::Answer(Answer::Sat),
        Step::Values(vec!["true".into(), "true".into()]),
        Step::Values(vec!["false".into(), "true".into()]),
        Step::Values(vec!["1".into()]),
        Step::Answer(Answer::Unsat),
    ];
    expect_verdicts(
        TWO_ASSERTIONS,
        models,
        expect![[r#"
        P/assertion.1 proved
        P/assertion.2 refuted
        E0401: this assertion fails
    "#]],
    );
}

#[test]
fn a_model_without_a_failing_run_is_no_answer() {
    let models = vec![
        Step::Answer(Answer::Sat),
        Step::Answer(Answer::Sat),
        Step::Values(vec!["true".into()]),
        Step::Values(vec!["false".into()]),
    ];
    expect_verdicts(
        "procedure P(x: int) { assert x > 0; }",
        models,
        expect![[r#"
        P/assertion.1 unknown
        E0420: no answer for the assertion: The solver printed something that is not an answer: a model without a failing run
    "#]],
    );
}

#[test]
fn a_timeout_is_split_and_each_goal_answers_for_itself() {
    let late = || unknown(Reason::Timeout);
    let steps = vec![late(), Step::Answer(Answer::Unsat), late(), late()];
    expect_verdicts(
        TWO_ASSERTIONS,
        steps,
        expect![[r#"
        P/assertion.1 proved
        P/assertion.2 unknown
        E0420: no answer for the assertion: The solver ran out of time.
    "#]],
    );
}

#[test]
fn what_is_late_alone_is_asked_together_with_more_time() {
    let late = || unknown(Reason::Timeout);
    let steps = vec![late(), late(), late(), Step::Answer(Answer::Unsat)];
    expect_verdicts(
        TWO_ASSERTIONS,
        steps,
        expect![[r#"
        P/assertion.1 proved
        P/assertion.2 proved
    "#]],
    );
}

#[test]
fn death_rubbish_rejection_and_silence_are_unknown() {
    let one = "procedure P(x: int) { assert x > 0; }";
    expect_verdicts(
        one,
        vec![Step::Die("killed by signal 9".into())],
        expect![[r#"
        P/assertion.1 unknown
        E0420: no answer for the assertion: The solver process died: killed by signal 9.
    "#]],
    );
    expect_verdicts(
        one,
        vec![Step::Rubbish("hello".into())],
        expect![[r#"
        P/assertion.1 unknown
        E0420: no answer for the assertion: The solver printed something that is not an answer: hello
    "#]],
    );
    expect_verdicts(
        one,
        vec![unknown(Reason::Rejected("unknown constant x".into()))],
        expect![[r#"
        P/assertion.1 unknown
        E0420: no answer for the assertion: The solver rejected a command: unknown constant x
    "#]],
    );
    expect_verdicts(
        one,
        vec![Step::Hang],
        expect![[r#"
        P/assertion.1 unknown
        E0420: no answer for the assertion: The solver ran out of time.
    "#]],
    );
    expect_verdicts(
        one,
        vec![],
        expect![[r#"
        P/assertion.1 unknown
        E0420: no answer for the assertion: The solver gave no answer: the script is at its end.
    "#]],
    );
}

#[test]
fn contradictory_preconditions_are_reported() {
    let text = "procedure P(x: int) requires x > 0; requires x < 0; { assert x == 0; }";
    let steps = vec![Step::Answer(Answer::Unsat), Step::Answer(Answer::Unsat)];
    expect_verdicts(
        text,
        steps,
        expect![[r#"
        P/assertion.1 proved
        P/vacuity.1 failed
        E0410: the preconditions of this procedure contradict each other or the axioms, so its proof says nothing
    "#]],
    );
    let steps = vec![Step::Answer(Answer::Unsat), Step::Answer(Answer::Sat)];
    expect_verdicts(
        text,
        steps,
        expect![[r#"
            P/assertion.1 proved
        "#]],
    );
    let steps = vec![Step::Answer(Answer::Unsat), Step::Die("gone".into())];
    expect_verdicts(
        text,
        steps,
        expect![[r#"
        P/assertion.1 proved
        P/vacuity.1 unknown
        E0420: no answer to whether the assumptions made here contradict each other: The solver process died: gone.
    "#]],
    );
}

/// The proof stands, and the question that is open is told.
#[test]
fn a_probe_without_an_answer_is_a_note() {
    let text = "procedure P(x: int) requires x > 0; { assert x > 0; }";
    let (report, _) = run(text, vec![Step::Answer(Answer::Unsat), unknown(Reason::Timeout)]);
    assert!(report.obligations.iter().all(|obligation| obligation.outcome.is_proved()));
    let notes: Vec<Severity> = report.findings().map(|diagnostic| diagnostic.severity).collect();
    assert_eq!(notes, [Severity::Note]);
    expect_verdicts(
        "const c: int; axiom c > 0;",
        vec![unknown(Reason::Timeout)],
        expect![[r#"
            E0420: no answer to whether the axioms contradict each other: The solver ran out of time.
        "#]],
    );
}

#[test]
fn unique_constants_may_be_too_many() {
    let steps = vec![Step::Answer(Answer::Unsat), Step::Answer(Answer::Sat), Step::Answer(Answer::Sat)];
    expect_verdicts(
        "const unique a: bool; const unique b: bool; const unique c: bool;",
        steps,
        expect![[r#"
            axioms/vacuity failed
            E0410: the type has fewer values than unique constants up to this one, so everything can be proved
        "#]],
    );
}

/// An axiom that is not modelled does not hide that others contradict each other.
#[test]
fn axioms_that_are_not_modelled_are_left_out_with_a_note() {
    let text = "const c: bv8; axiom c[3:3] == c[3:3]; const d: int; axiom d > 0; axiom d < 0;";
    let steps = vec![Step::Answer(Answer::Unsat), Step::Answer(Answer::Sat)];
    expect_verdicts(
        text,
        steps,
        expect![[r#"
            axioms/vacuity failed
            E0410: this axiom contradicts the axioms before it (or itself), so everything can be proved
            E0420: not tested for contradictions: bit-vectors of width 0 are not supported
        "#]],
    );
}

#[test]
fn nothing_to_prove_needs_no_solver() {
    let (report, script) = run("procedure P() { assert true; }", vec![]);
    assert_eq!(report.findings().count(), 0);
    assert_eq!(script.sent(), Vec::<String>::new());
}

/// The warnings and notes of a program of which all is proved.
fn expect_told(text: &str, expected: Expect) {
    let (report, _) = run(text, vec![Step::Answer(Answer::Unsat); 40]);
    let told = report.findings().filter(|diagnostic| diagnostic.severity != Severity::Error);
    let lines: String = told.map(|diagnostic| format!("{}: {}\n", diagnostic.code.id, diagnostic.message)).collect();
    expected.assert_eq(&lines);
}

#[test]
fn where_clauses_of_what_is_computed_are_goals() {
    let (report, _) = run(
        "var g: int where g > 0;
        procedure Loop(n: int) { var i: int where i <= 10; i := 0; while (i < n) { i := i + 1; } assert i <= 10; }
        procedure Other(n: int) { var m: int; var i: int where i <= m; while (*) { havoc i; m := m - 1; } assert i <= m; }
        procedure Result() returns (y: int where y > 0) { y := -1; }
        procedure Argument(x: int where x > 0) { assert x > 0; }
        procedure Write() modifies g; { g := -1; }
        procedure Caller() modifies g; { var z: int; call z := Result(); call Argument(-1); call Write(); assert g > 0; }",
        vec![Step::Answer(Answer::Unsat); 60],
    );
    let wheres: Vec<&str> =
        report.obligations.iter().filter(|one| one.kind == "where").map(|one| one.id.as_str()).collect();
    expect![[r#"
        Loop/where.1
        Loop/where.2
        Other/where.1
        Other/where.2
        Result/where.1
        Write/where.1
        Caller/where.1
        Caller/where.2
        Caller/where.3
        Caller/where.4"#]]
    .assert_eq(&wheres.join("\n"));
    expect_told(
        "procedure P(n: int) { var i: int where i <= 10; i := 0; while (i < n) { i := i + 1; } }",
        expect![[""]],
    );
}

#[test]
fn where_clauses_that_cannot_be_broken_are_no_goals() {
    let (report, _) = run(
        "procedure Chosen(n: int) returns (y: int where y > n) { while (*) { havoc y; } assert y > n; }
        procedure Assigned() { var i: int where i > 0; i := -1; }
        procedure {:inline 1} Inlined(x: int where x > 0) returns (y: int where y > 0) { y := -1; }
        procedure Caller() { var z: int; call z := Chosen(3); call z := Inlined(-1); assert z < 0; }",
        vec![Step::Answer(Answer::Unsat); 40],
    );
    assert!(report.obligations.iter().all(|one| one.kind != "where"));
}

#[test]
fn where_clauses_that_nothing_proves_are_told() {
    expect_told(
        "var g: int where g > 0;
        procedure External() returns (y: int where y > 0);
        procedure Silent() returns (y: int where y > 0);
        procedure Changes(); modifies g;
        procedure {:verify false} Skipped() returns (y: int where y > 0) { y := 0; }
        procedure Caller() modifies g; { var z: int; call z := External(); call Changes(); call z := Skipped(); }",
        expect![[r#"
            E0411: believed: `y` satisfies its where-clause when `External` returns, which has no body
            E0411: believed: `g` satisfies its where-clause when `Changes` returns, which has no body
            E0411: believed: `y` satisfies its where-clause when `Skipped` returns, which has a body with `{:verify false}`
        "#]],
    );
}

#[test]
fn free_conditions_and_skipped_bodies_are_told() {
    expect_told(
        "procedure Free(x: int) returns (y: int) free requires x > 0; free ensures y > 0; { y := x; }
        procedure Loop(n: int) { var i: int; while (i < n) free invariant i < 3; { i := i + 1; } }
        procedure {:verify false} Skipped() returns (y: int) ensures y > 0; { y := 0; }
        procedure Caller() { var y: int; call y := Free(0); call y := Skipped(); }",
        expect![[r#"
            E0412: `Free` and `Loop` have `free` conditions or calls, which are believed and not proved
            E0412: `Skipped` has a body with `{:verify false}`: what is declared is believed
        "#]],
    );
}
