//! The judge on small programs: which runs fail, which do not exist, and what is not modelled.

#[path = "support/pipeline.rs"]
mod pipeline;

use expect_test::{Expect, expect};
use ivl::body::GoalId;
use ivl::call_graph::CallGraph;
use ivl::encode::Prelude;
use ivl::interpret::replay::replay;
use ivl::interpret::{Effort, Search};
use ivl::solve::{Depth, Limits, Outcome, solve};
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
fn known_types_decide_a_quantifier_over_types_one_way() {
    check(
        "procedure A(b: bool) { assert (exists<T> x, y, z: T :: x != y && y != z && z != x); }
         procedure B(b: bool) { assume (forall<T> x, y, z: T :: x == y || y == z || z == x); assert false; }
         procedure C(i: int) { assert (forall<T> x, y: T :: x == y); }",
        expect![[r#"
            A: not modelled: a quantifier over types
            B: not modelled: a quantifier over types
            C: not modelled: a quantifier over infinitely many values
        "#]],
    );
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
        let limits = Limits { timeout: Duration::from_secs(10), deadline: source::Deadline::never() };
        for (goal, outcome) in solve(&query, &goals, Depth::Runs, &mut *solver.pool.acquire(), limits) {
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
        11: returns
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

/// Procedures named `Good…` are proved and have no failing run; those named `Bad…` have one and are not proved.
fn judge_and_prover_agree(text: &str) {
    let checked = program(text);
    let report = Solver::start(1).check(&checked.typed);
    let search = Search::new(&checked.prepared);
    for (index, implementation) in checked.prepared.implementations.iter().enumerate() {
        let name = &*implementation.name;
        if !name.starts_with("Good") && !name.starts_with("Bad") {
            continue;
        }
        let own = report.obligations.iter().filter(|each| each.id.split('/').next() == Some(name));
        let is_proved = own.clone().all(|each| each.outcome.is_proved()) && own.count() > 0;
        let found = search.find(ImplementationId(index as u32), EFFORT, &|_| None, &|_| true);
        let fails = found.failure.is_some();
        assert!(found.finished > 0 || fails, "{name}: no run");
        assert_eq!((is_proved, fails), (name.starts_with("Good"), name.starts_with("Bad")), "{name}: (proved, fails)");
    }
}

#[test]
fn results_and_modified_globals_are_different_things() {
    judge_and_prover_agree(
        "var g: int; var h: int;
         procedure Q(a: int) returns (r: int); modifies g; ensures g == 1 && r == a + 2;
         procedure R(a: int) returns (r: int) modifies g; ensures g == 1 && r == a + 2; { g := 1; r := a + 2; }
         procedure GoodQ() modifies g; { call g := Q(0); assert g == 2; }
         procedure BadQ() modifies g; { call g := Q(0); assert g == 1; }
         procedure BadR() modifies g; { call g := R(0); assert false; }
         procedure GoodSame(x: int) modifies g; { var y: int; y := x; call y := Q(y); assert y == x + 2 && g == 1; }
         procedure BadSame(x: int) modifies g; { var y: int; y := x; call y := Q(y); assert y == y + 2; }
         procedure GoodFrame() modifies g; { var y: int; call y := Q(1); assert h == old(h) && y == 3; }
         procedure BadFrame() modifies g; { var y: int; call y := Q(1); assert g == old(g); }",
    );
}

#[test]
fn loops_forget_what_they_change_and_nothing_else() {
    judge_and_prover_agree(
        "var g: int;
         procedure Inc() modifies g; ensures g == old(g) + 1; { g := g + 1; }
         procedure GoodKeeps(n: int) { var i: int; var x: int; x := n; i := 0; while (i < 3) { i := i + 1; } assert x == n; }
         procedure BadBreak(n: int) {
           var i: int; i := 0;
           while (i < 5) invariant i <= 5; { if (n == i) { break; } i := i + 1; }
           assert i == 5;
         }
         procedure BadCalled() modifies g; { var i: int; g := 0; i := 0; while (i < 2) { call Inc(); i := i + 1; } assert g == 0; }
         procedure BadHavoc() { var i: int; var x: int; x := 0; i := 0; while (i < 1) { havoc x; i := i + 1; } assert x == 0; }
         procedure BadInner() {
           var i: int; var j: int; i := 0; j := 0;
           while (i < 2) invariant j == 0; { while (j < 2) { j := j + 1; } i := i + 1; }
         }
         procedure GoodInner() {
           var i: int; var j: int; var x: int; i := 0; x := 7;
           while (i < 2) invariant 0 <= i && i <= 2 && x == 7 + i; {
             j := 0;
             while (j < 2) invariant x == 7 + i; { j := j + 1; }
             i := i + 1; x := x + 1;
           }
           assert x == 9;
         }
         procedure BadTwoEntries(b: bool) {
           var i: int; i := 0;
           goto head, middle;
           head: assert i <= 2; goto middle, done;
           middle: assume i < 3; i := i + 1; goto head;
           done: assert i == 0;
         }
         procedure GoodOld() modifies g; {
           var i: int; i := 0; g := 5;
           while (i < 2) invariant old(g) == old(g) && g == 5 + i; { call Inc(); i := i + 1; }
           assert g >= 5;
         }
         procedure BadOld() modifies g; { g := 5; call Inc(); assert old(g) == 5; }"
    );
}

#[test]
fn names_do_not_mix() {
    judge_and_prover_agree(
        "var x: int;
         function {:inline} most(a: int): bool { (forall i: int :: 0 <= i && i < 3 ==> i <= a) }
         function {:inline} twice(a: int): int { (var i := a + a; i) }
         procedure {:inline 1} Add(a: int) returns (r: int) { var t: int; t := a + 1; r := t; }
         procedure GoodShadow() { var x: int; x := 1; assert x == 1; assert (forall x: int :: 5 <= x && x < 7 ==> x > 4); }
         procedure BadShadow(y: int) { assert (exists y: int :: 0 <= y && y < 2 && y == 1) && y == 1; }
         procedure GoodInline(i: int) { assume i == 2; assert most(i) && twice(i) == 4; }
         procedure BadInline(i: int) { assume i == 1; assert most(i); }
         procedure GoodCall(t: int) { var r: int; call r := Add(t); call r := Add(r); assert r == t + 2; }
         procedure BadCall(t: int) { var r: int; call r := Add(t); call r := Add(r); assert r == t + 1; }
         procedure GoodSwap(a: int, b: int) { var c: int; var d: int; c, d := a, b; c, d := d, c; assert c == b && d == a; }
         procedure BadSwap(a: int, b: int) { var c: int; var d: int; c, d := a, b; c, d := d, c; assert c == a; }"
    );
}

#[test]
fn clauses_are_believed_only_where_they_may_be() {
    judge_and_prover_agree(
        "var g: int where g >= 0;
         procedure Free(a: int) free requires a > 0; { assert a > 0; }
         procedure Sets() modifies g; { g := -1; }
         procedure GoodWhere() { var a: int where a > g; assert a > 0; }
         procedure BadWhere() { var a: int where a > 0; a := 0; assert a > 0; }
         procedure BadGlobal() modifies g; { g := -1; assert g >= 0; }
         procedure GoodHavoc() modifies g; { g := -1; havoc g; assert g >= 0; }
         procedure GoodUnchanged() { var a: int where a > 0; while (*) { } assert a > 0; }
         procedure BadUnchanged() { var a: int where a > 0; a := 0; while (*) { } assert a > 0; }
         procedure BadAssert(x: int) { assert {:subsumption 0} x > 0; assert x > 0; }
         procedure BadReturn(x: int) returns (r: int) ensures r == 1; { r := 1; if (x > 3) { r := 2; return; } r := 1; }
         procedure GoodReturn(x: int) returns (r: int) ensures r >= 1; { r := 1; if (x > 3) { r := 2; return; } r := 1; }"
    );
}
