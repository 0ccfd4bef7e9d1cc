//! The judge on small programs: which runs fail, which do not exist, and what is not modelled.

#[path = "support/pipeline.rs"]
mod pipeline;

use expect_test::{Expect, expect};
use ivl::body::GoalId;
use ivl::call_graph::CallGraph;
use ivl::encode::Prelude;
use ivl::interpret::{Effort, Search, replay};
use ivl::solve::{Outcome, solve};
use ivl::typed::ImplementationId;
use pipeline::{Checked, Solver, read};
use source::{SourceMap, Step};
use std::time::Duration;

const EFFORT: Effort = Effort { systematic: 100_000, by_chance: 50_000, each: 5_000, seed: 1 };

fn program(text: &str) -> Checked {
    read(text).unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"))
}

/// What a search for a failing run of each implementation says.
fn judged(text: &str) -> String {
    let checked = program(text);
    let search = Search::new(&checked.prepared);
    let mut out = String::new();
    for (index, implementation) in checked.prepared.implementations.iter().enumerate() {
        let found = search.find(ImplementationId(index as u32), EFFORT, &|_| None, &|_| true);
        let verdict = match (&found.failure, &found.unmodelled) {
            (Some(failure), _) => {
                let place = checked.map.text(failure.span).lines().next().unwrap_or_default();
                format!("{} fails: {place}", failure.kind.word())
            }
            (None, Some(what)) => format!("not modelled: {what}"),
            (None, None) if found.finished == 0 => "no run".into(),
            (None, None) => "no failing run".into(),
        };
        out.push_str(&format!("{}: {verdict}\n", implementation.name));
    }
    out
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&judged(text));
}

fn steps(map: &SourceMap, steps: &[Step]) -> String {
    let mut out = String::new();
    for step in steps {
        let values: Vec<String> = step.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let told = [step.text.clone(), values.join(", ")];
        let told: Vec<String> = told.into_iter().filter(|part| !part.is_empty()).collect();
        out.push_str(&format!("{}: {}\n", map.start(step.span).line, told.join(" ")));
    }
    out
}

#[test]
fn assertions_and_assumptions() {
    check(
        "procedure A(x: int) { assume x > 3; assert x > 4; }
         procedure B(x: int) { assume x > 3; assert x > 2; }
         procedure C(x: int) { assume x > 3 && x < 3; assert false; }
         procedure D(x: int) requires x == 1000000; { assert x != 1000000; }",
        expect![[r#"
            A: assertion fails: assert x > 4;
            B: no failing run
            C: no run
            D: assertion fails: assert x != 1000000;
        "#]],
    );
}

#[test]
fn loops_are_executed() {
    check(
        "procedure Entry(n: int) { var i: int; i := 1; while (i < n) invariant i <= 0; { i := i + 1; } }
         procedure Preserved() { var i: int; i := 0; while (i < 3) invariant i < 3; { i := i + 1; } }
         procedure NotInductive() { var i: int; i := 0; while (i < 3) invariant i != 7; { i := i + 1; } }
         procedure Free() { var i: int; i := 0; while (i < 3) free invariant i < 3; { i := i + 1; } assert false; }
         procedure Falls(n: int) { var i: int; i := n; while (i > 0) measure i; { i := i - 1; } }
         procedure Stays(n: int) { var i: int; i := 2; while (i > 0) measure i; { if (*) { i := i - 1; } } }
         procedure Negative() { var i: int; i := 2; while (i > -2) measure i; { i := i - 1; } }
         procedure Nested() {
           var i: int; var j: int; i := 0;
           while (i < 2) invariant j == 0 || i > 0; { j := 0; while (j < 2) invariant j <= 2; { j := j + 1; } i := i + 1; }
         }",
        expect![[r#"
            Entry: invariant-entry fails: invariant i <= 0;
            Preserved: invariant-preserved fails: invariant i < 3;
            NotInductive: no failing run
            Free: no run
            Falls: measure fails: measure i;
            Stays: measure fails: measure i;
            Negative: measure fails: measure i;
            Nested: invariant-entry fails: invariant j == 0 || i > 0;
        "#]],
    );
}

#[test]
fn calls_execute_bodies_and_check_contracts() {
    check(
        "var g: int;
         procedure Bodiless(x: int) returns (y: int); requires x > 0; modifies g; ensures y > x && g == old(g) + 1;
         procedure Body(x: int) returns (y: int) ensures y >= x; { y := x; }
         procedure Wrong(x: int) returns (y: int) ensures y > x; { y := x; }
         procedure Pre() modifies g; { var y: int; call y := Bodiless(0); }
         procedure Post() modifies g; { var y: int; g := 5; call y := Bodiless(1); assert y > 1 && g == 6; }
         procedure Weak() { var y: int; call y := Body(1); assert y == 1; }
         procedure Within() { var y: int; call y := Wrong(1); assert true; }
         procedure Forever() { call Forever(); assert false; }
         procedure Result() modifies g; { call g := Bodiless(1); assert g > 1; }",
        expect![[r#"
            Body: no failing run
            Wrong: postcondition fails: ensures y > x;
            Pre: precondition fails: call y := Bodiless(0)
            Post: no failing run
            Weak: no failing run
            Within: postcondition fails: ensures y > x;
            Forever: no run
            Result: no failing run
        "#]],
    );
}

#[test]
fn recursion_with_measures() {
    check(
        "procedure Down(n: int) requires n >= 0; measure n; { if (n > 0) { call Down(n - 1); } }
         procedure Up(n: int) requires n >= 0; measure n; { if (n < 3) { call Up(n + 1); } }
         procedure Below(n: int) measure n; { call Below(n - 1); }",
        expect![[r#"
            Down: no failing run
            Up: measure fails: call Up(n + 1)
            Below: measure fails: call Below(n - 1)
        "#]],
    );
}

#[test]
fn where_clauses_are_assumed_where_values_are_arbitrary() {
    check(
        "var g: int where g > 0;
         procedure Entry() { assert g > 0; }
         procedure Assigned() modifies g; { g := 0; assert g > 0; }
         procedure Havoc() modifies g; { havoc g; assert g > 0; }
         procedure Head() modifies g; { g := 0; while (*) { g := 0; } assert false; }
         procedure Other() modifies g; { g := 0; while (*) { } assert false; }",
        expect![[r#"
            Entry: no failing run
            Assigned: assertion fails: assert g > 0;
            Havoc: no failing run
            Head: no run
            Other: assertion fails: assert false;
        "#]],
    );
}

#[test]
fn partial_operations_have_some_value() {
    check(
        "datatype D { A(x: int), B(y: int), C() }
         procedure Same(a: int) { assert a div 0 == a div 0 && a mod 0 == a mod 0; }
         procedure Zero(a: int) { assert a div 0 == 0; }
         procedure Field(d: D) { assert d == B(1) ==> d->x == d->x; }
         procedure Wrong(d: D) { assume d is C; assert d->x == 0; }
         procedure Update(d: D) { assume d is B; assert d->(x := 1) is A; }
         procedure Unpack(d: D) { var i: int; A(i) := d; }",
        expect![[r#"
            Same: no failing run
            Zero: assertion fails: assert a div 0 == 0;
            Field: no failing run
            Wrong: assertion fails: assert d->x == 0;
            Update: no failing run
            Unpack: unpack fails: A(i) := d;
        "#]],
    );
}

#[test]
fn quantifiers_over_finitely_many_points() {
    check(
        "procedure Bounded(m: [int]int) { assume (forall i: int :: 0 <= i && i < 3 ==> m[i] == 1); assert m[2] == 3; }
         procedure Exists() { assert (exists i: int :: 1 < i && i < 4 && i * i == 10); }
         procedure Dependent() { assert (forall i, j: int :: 0 <= i && i < 3 && i < j && j < 3 ==> i + j < 3); }
         procedure Small() { assert (forall b: bv3 :: b != 7bv3); }
         procedure Infinite() { assert (forall i: int :: i < 100); }
         procedure Lambda() { assert (lambda i: int :: i == 3 || i == 4)[3]; }
         procedure Set() { var s: [int]bool; s := (lambda i: int :: 0 <= i && i < 2); assert !s[1] || s[2]; }",
        expect![[r#"
            Bounded: assertion fails: assert m[2] == 3;
            Exists: assertion fails: assert (exists i: int :: 1 < i && i < 4 && i * i == 10);
            Dependent: assertion fails: assert (forall i, j: int :: 0 <= i && i < 3 && i < j && j < 3 ==> i + j < 3);
            Small: assertion fails: assert (forall b: bv3 :: b != 7bv3);
            Infinite: not modelled: a quantifier over infinitely many values
            Lambda: not modelled: a lambda over infinitely many values
            Set: assertion fails: assert !s[1] || s[2];
        "#]],
    );
}

#[test]
fn functions_and_axioms() {
    check(
        "function f(x: int): int;
         axiom f(0) == 7;
         function twice(x: int): int { x + x }
         function sum(n: int): int { if n <= 0 then 0 else n + sum(n - 1) }
         function even(x: int): bool;
         axiom (forall x: int :: even(x) ==> even(x + 2));
         const unique a: int; const unique b: int;
         procedure F() { assert f(0) == 7; }
         procedure G() { assert f(1) == 7; }
         procedure Twice(x: int) { assert twice(x) != 4; }
         procedure Sum() { assert sum(4) == 11; }
         procedure Even() { assert even(0); }
         procedure Unique() { assert a != b; }",
        expect![[r#"
            F: no failing run
            G: assertion fails: assert f(1) == 7;
            Twice: assertion fails: assert twice(x) != 4;
            Sum: assertion fails: assert sum(4) == 11;
            Even: not modelled: a quantifier over infinitely many values
            Unique: no failing run
        "#]],
    );
}

#[test]
fn maps_are_equal_if_their_values_are() {
    check(
        "procedure Ints(m: [int]int) { assert m[3 := m[3]] == m; }
         procedure Bools(m: [bool]int, n: [bool]int) { assume m[true] == n[true] && m[false] == n[false]; assert m == n; }
         procedure Two(m: [int, int]int) { assert m[1, 2 := 5][1, 2] == 5 && m[1, 2 := 5][2, 1] == m[2, 1]; }
         procedure Differ(m: [int]int, n: [int]int) { assume m[0] == n[0]; assert m == n; }",
        expect![[r#"
            Ints: no failing run
            Bools: no failing run
            Two: no failing run
            Differ: assertion fails: assert m == n;
        "#]],
    );
}

/// For every goal that the solver refutes: the run found, or that none was.
fn replayed(text: &str) -> String {
    let checked = program(text);
    let solver = Solver::start(1);
    let (program, calls) = (&checked.prepared, CallGraph::new(&checked.prepared));
    let prelude = Prelude::new(program);
    let mut out = String::new();
    for (index, implementation) in program.implementations.iter().enumerate() {
        let id = ImplementationId(index as u32);
        let passive = ivl::check::passive(program, &calls, id).unwrap();
        let query = ivl::vc::query(program, &prelude, &passive, implementation.span).unwrap();
        let goals: Vec<GoalId> = (0..passive.goals.len() as u32).map(GoalId).collect();
        for (goal, outcome) in solve(&query, &goals, &mut *solver.pool.acquire(), Duration::from_secs(10)) {
            let Outcome::Failed(counterexample) = outcome else { continue };
            let goal = &passive.goals[goal.index()];
            out.push_str(&format!("{}/{}\n", implementation.name, goal.kind.word()));
            match replay(program, id, goal, &counterexample, &passive) {
                Some(run) => out.push_str(&steps(&checked.map, &run)),
                None => out.push_str("not replayed\n"),
            }
        }
    }
    out
}

#[test]
fn a_counterexample_becomes_a_run() {
    expect![[r#"
        Values/assertion
        2: `Values` is called x = 123456789
        3: the condition holds
        Invariant/postcondition
        8: `Invariant` is called
        9: r = 0
        10: the condition holds
        10: r = 1
        10: the condition holds
        10: r = 2
        10: the condition holds
        10: r = 3
        10: the condition does not hold
        11: 
        Weak/assertion
        not replayed
        Havoc/assertion
        20: `Havoc` is called
        22: a = 77
        23: `Unknown` returns b = 88
    "#]]
    .assert_eq(&replayed(
        "
procedure Values(x: int) {
  if (x * 2 == 246913578) {
    assert false;
  }
}

procedure Invariant() returns (r: int) ensures r != 3; {
  r := 0;
  while (r < 3) { r := r + 1; }
}

procedure Weak() {
  var i: int;
  i := 0;
  while (i < 3) { i := i + 1; }
  assert i == 3;
}
procedure Unknown() returns (b: int);
procedure Havoc() {
  var a: int; var b: int;
  havoc a;
  call b := Unknown();
  assert !(a == 77 && b == 88);
}",
    ));
}
