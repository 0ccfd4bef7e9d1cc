//! The passes from contract to solver text, from text to text.

use expect_test::{Expect, expect};
use ivl::dump::{Stage, dump};
use ivl::typed::Program;
use source::{Severity, SourceMap};

fn typed(text: &str) -> Program {
    let mut map = SourceMap::new();
    let file = map.add("test.bpl", text);
    let (tree, diagnostics) = front::bpl::parse(file, text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
    let (program, diagnostics) = ivl::typecheck::typecheck(&tree);
    assert!(diagnostics.iter().all(|found| found.severity != Severity::Error), "{diagnostics:?}\n{text}");
    program
}

fn at(stage: Stage, text: &str) -> String {
    dump(&typed(text), stage).expect("the program is supported")
}

/// Only the body: what stands between the outermost braces of the dump.
fn check(stage: Stage, text: &str, expected: Expect) {
    let dumped = at(stage, text);
    let start = dumped.find("\n{").expect("there is a body");
    expected.assert_eq(&dumped[start + 1..]);
}

const CALLS: &str = "
    var g: int;
    var h: int where h >= 0;
    procedure Q(x: int) returns (y: int where y != 7);
      requires x > g;
      modifies g;
      ensures y == old(g) + x;
      free ensures g > 0;
    procedure P(a: int) returns (r: int)
      requires a > 0;
      modifies g, h;
      ensures r == old(g);
      free ensures r == 5;
    {
      call r := Q(a + r);
      havoc h;
    }";

#[test]
fn calls_and_contracts_are_spelt_out() {
    check(
        Stage::Contract,
        CALLS,
        expect![[r#"
            {
              var a: int;
              var r: int;
              var old_g: int;
              var old_h: int;
              var x_of_Q: int;
              var g_before_Q: int;
              var r_1: int;
              anon0:
              old_g, old_h := g, h;
              assume h >= 0;
              assume a > 0;
              x_of_Q := a + r;
              assert x_of_Q > g;
              g_before_Q := g;
              assert h >= 0;
              havoc g, r_1;
              assume r_1 != 7;
              assume r_1 == g_before_Q + x_of_Q;
              assume g > 0;
              r := r_1;
              havoc h;
              assume h >= 0;
              assume true;
              goto exit;
              exit:
              assert r == old_g;
              return;
            }
        "#]],
    );
}

#[test]
fn an_inlined_body_stands_in_place_of_the_call() {
    let text = "
        var g: int;
        procedure {:inline 1} Q(x: int) returns (y: int)
          requires x > 0;
          modifies g;
          ensures g == old(g) + x;
        { var t: int; t := g; g := t + x; y := old(g); }
        procedure P() modifies g; { var a: int; call a := Q(3); }";
    let dumped = at(Stage::Contract, text);
    let of_p = &dumped[dumped.find("implementation P()").expect("P has a body")..];
    expect![[r#"
        implementation P()
        {
          var a: int;
          var old_g: int;
          var x_of_Q: int;
          var g_before_Q: int;
          var y_of_Q: int;
          var t_of_Q: int;
          before_Q:
          old_g := g;
          x_of_Q := 3;
          assert x_of_Q > 0;
          g_before_Q := g;
          havoc y_of_Q, t_of_Q;
          goto anon0;
          exit:
          return;
          anon0:
          t_of_Q := g;
          g := t_of_Q + x_of_Q;
          y_of_Q := g_before_Q;
          assume true;
          goto anon0_1;
          anon0_1:
          assert g == g_before_Q + x_of_Q;
          a := y_of_Q;
          assume true;
          goto exit;
        }
    "#]]
    .assert_eq(of_p);
}

#[test]
fn a_loop_is_cut_at_its_head() {
    let text = "
        procedure P(n: int)
          requires n >= 0;
        {
          var i: int, j: int;
          i := 0; j := n;
          while (i < n)
            invariant i <= n;
            free invariant j == n;
            measure n - i;
          { i := i + 1; }
          assert i == n;
        }";
    check(
        Stage::Acyclic,
        text,
        expect![[r#"
        {
          var n: int;
          var i: int;
          var j: int;
          var measure_at_the_loop_head: int;
          anon0:
          assume n >= 0;
          i := 0;
          j := n;
          goto anon0_to_anon1_LoopHead;
          anon0_to_anon1_LoopHead:
          assert i <= n;
          assert n - i >= 0;
          goto anon1_LoopHead;
          anon1_LoopHead:
          havoc i, measure_at_the_loop_head;
          assume i <= n;
          assume j == n;
          assume n - i >= 0;
          measure_at_the_loop_head := n - i;
          goto anon1_LoopDone, anon1_LoopBody;
          anon1_LoopDone:
          assume !(i < n);
          assert i == n;
          assume true;
          goto exit;
          exit:
          return;
          anon1_LoopBody:
          assume i < n;
          i := i + 1;
          goto anon1_LoopBody_to_anon1_LoopHead;
          anon1_LoopBody_to_anon1_LoopHead:
          assert i <= n;
          assert n - i >= 0;
          assert n - i < measure_at_the_loop_head;
          return;
        }
    "#]],
    );
}

#[test]
fn only_what_a_loop_assigns_is_forgotten() {
    let text = "
        procedure P() {
          var i: int, kept: int, inner: int;
          kept := 1; i := 0;
          while (*) {
            while (*) { inner := inner + 1; }
            i := i + 1;
          }
          assert kept == 1;
        }";
    check(
        Stage::Acyclic,
        text,
        expect![[r#"
        {
          var i: int;
          var kept: int;
          var inner: int;
          anon0:
          kept := 1;
          i := 0;
          goto anon0_to_anon1_LoopHead;
          anon0_to_anon1_LoopHead:
          goto anon1_LoopHead;
          anon1_LoopHead:
          havoc i, inner;
          goto anon1_LoopDone, anon1_LoopBody;
          anon1_LoopDone:
          assert kept == 1;
          assume true;
          goto exit;
          exit:
          return;
          anon1_LoopBody:
          goto anon1_LoopBody_to_anon2_LoopHead;
          anon1_LoopBody_to_anon2_LoopHead:
          goto anon2_LoopHead;
          anon2_LoopHead:
          havoc inner;
          goto anon2_LoopDone, anon2_LoopBody;
          anon2_LoopDone:
          i := i + 1;
          goto anon2_LoopDone_to_anon1_LoopHead;
          anon2_LoopDone_to_anon1_LoopHead:
          return;
          anon2_LoopBody:
          inner := inner + 1;
          goto anon2_LoopBody_to_anon2_LoopHead;
          anon2_LoopBody_to_anon2_LoopHead:
          return;
        }
    "#]],
    );
}

#[test]
fn an_irreducible_loop_is_copied_until_it_has_one_head() {
    let text = "
        procedure P() {
          var x: int;
          start: x := 0; goto A, B;
          A: x := x + 1; goto B, done;
          B: x := x + 2; goto A;
          done: assert x >= 0;
        }";
    check(
        Stage::Acyclic,
        text,
        expect![[r#"
        {
          var x: int;
          start:
          x := 0;
          goto start_to_A, B_copy;
          start_to_A:
          goto A;
          B_copy:
          x := x + 2;
          goto B_copy_to_A;
          B_copy_to_A:
          goto A;
          A:
          havoc x;
          x := x + 1;
          goto B, done;
          B:
          x := x + 2;
          goto B_to_A;
          B_to_A:
          return;
          done:
          assert x >= 0;
          assume true;
          goto exit;
          exit:
          return;
        }
    "#]],
    );
}

#[test]
fn assignments_become_equations() {
    let text = "
        procedure P(a: int, c: bool) returns (r: int)
          ensures r >= a;
        {
          var dead: int;
          r := a + 1;
          dead := r * 2;
          if (c) { r := r + 1; dead := 5; } else { havoc r; assume r > a; }
          r := r;
        }";
    check(
        Stage::Passive,
        text,
        expect![[r#"
        {
          var a_0: int;
          var c_0: bool;
          var r_0: int;
          var dead_0: int;
          var r_1: int;
          var r_2: int;
          var r_3: int;
          anon0:
          assume r_0 == a_0 + 1;
          assume dead_0 == r_0 * 2;
          goto anon1_Then, anon1_Else;
          anon1_Then:
          assume c_0;
          assume r_1 == r_0 + 1;
          assume r_3 == r_1;
          goto anon2;
          anon1_Else:
          assume !c_0;
          assume r_2 > a_0;
          assume r_3 == r_2;
          goto anon2;
          anon2:
          assume true;
          goto exit;
          exit:
          assert r_3 >= a_0;
          return;
        }
    "#]],
    );
}

#[test]
fn the_condition_is_a_chain_of_points() {
    let text = "
        procedure P(a: int) {
          if (a > 0) { assert a != 0; } else { assert a <= 0; }
          assert a * a >= 0;
        }";
    expect![[r#"
        ; P
        (declare-const a@0 Int)
        (declare-const at!0 Bool)
        (declare-const at!1 Bool)
        (declare-const at!2 Bool)
        (declare-const at!3 Bool)
        (declare-const at!4 Bool)
        (declare-const at!5 Bool)
        (declare-const wrong!0 Bool)
        (declare-const wrong!1 Bool)
        (declare-const wrong!2 Bool)
        (assert (=> at!0 (or at!1 at!2)))
        (assert (=> at!1 (and (> a@0 0) (or wrong!2 (and (not (= a@0 0)) at!5)))))
        (assert (=> at!2 (and (not (> a@0 0)) (or wrong!0 (and (<= a@0 0) at!3)))))
        (assert (=> at!3 at!4))
        (assert (=> at!4 wrong!1))
        (assert (=> at!5 at!4))
        (assert (=> wrong!0 (not (<= a@0 0))))
        (assert (=> wrong!1 (not (>= (* a@0 a@0) 0))))
        (assert (=> wrong!2 (= a@0 0)))
        (assert at!0)
        (check-sat)
        (reset)
    "#]]
    .assert_eq(&at(Stage::Smt, text));
}

#[test]
fn the_text_does_not_depend_on_what_it_does_not_reach() {
    let body = "procedure P(x: int) { assert f(x) > 0 && c != d; }";
    let needed =
        "function f(x: int): int; axiom (forall x: int :: {f(x)} f(x) > 0); const unique c: int; const unique d: int;";
    let plain = at(Stage::Smt, &format!("{needed}{body}"));
    let around = format!(
        "type T; function g(x: int): T; axiom (forall x: int, y: int :: {{g(x), g(y)}} g(x) == g(y) ==> x == y);
         datatype D {{ D(d1: int) }} var global: D; const e: int; axiom e > 0;
         {needed} procedure Q(d: D) {{ }} {body}"
    );
    let dumped = at(Stage::Smt, &around);
    let of_p = &dumped[dumped.find("; P\n").expect("P has a query")..];
    assert_eq!(of_p, plain);
}

#[test]
fn axioms_are_chosen_by_their_triggers() {
    let text = "
        function f(x: int): int;
        function g(x: int): int;
        function h(x: int): int;
        axiom (forall x: int :: {f(x)} f(x) == g(x));
        axiom (forall x: int :: {g(x)} g(x) > 0);
        axiom (forall x: int :: {h(x)} h(x) == f(x));
        axiom h(0) == 0;
        procedure P(x: int) { assert f(x) > 0; }";
    let text = at(Stage::Smt, text);
    let axioms: Vec<&str> = text.lines().filter(|line| line.starts_with("(assert (forall")).collect();
    expect![[r#"
        (assert (forall ((v!0.0 Int)) (! (= (f%25f v!0.0) (f%25g v!0.0)) :pattern ((f%25f v!0.0)))))
        (assert (forall ((v!0.0 Int)) (! (> (f%25g v!0.0) 0) :pattern ((f%25g v!0.0)))))"#]]
    .assert_eq(&axioms.join("\n"));
}

#[test]
fn assumptions_are_gathered_and_those_of_no_use_left_out() {
    let text = "
        procedure P(m: [int]int, n: [int]int, k: [int]int, x: int) {
            assume (forall i: int :: {m[i]} 0 <= i ==> m[i] > 0);
            assume (forall i: int :: {k[i]} k[i] == m[i]);
            assume (forall i: int :: {n[i]} {k[i]} n[i] == k[i]);
            assume (forall i: int :: {m[i]} 0 <= i ==> m[i] < 9);
            assume (forall i: int :: {m[i]} 1 <= i ==> m[i] < 8);
            assume (forall i: int :: {m[i]} true);
            assert m[x] > 0;
        }";
    let text = at(Stage::Smt, text);
    let assumed: Vec<&str> = text.lines().filter(|line| line.contains("forall")).collect();
    expect!["(assert (=> at!0 (and (forall ((v!0.0 Int)) (! (=> (<= 0 v!0.0) (and (> (select m@0 v!0.0) 0) (< (select m@0 v!0.0) 9))) :pattern ((select m@0 v!0.0)))) (forall ((v!0.0 Int)) (! (=> (<= 1 v!0.0) (< (select m@0 v!0.0) 8)) :pattern ((select m@0 v!0.0)))) wrong!0)))"].assert_eq(&assumed.join("\n"));
}

#[test]
fn functions_that_double_each_other_stay_small() {
    let function = |n: usize| format!("function {{:inline}} f{n}(x: int): int {{ f{}(x) + f{}(x) }}\n", n + 1, n + 1);
    let functions: String = (0..60).map(function).collect();
    let text = format!("{functions}function f60(x: int): int; procedure P() {{ assert f0(0) == 0; }}");
    assert!(at(Stage::Smt, &text).len() < 10_000);
}

#[test]
fn datatypes_are_declared_after_those_they_need() {
    let text =
        "datatype A { A(b: B) } datatype B { B(c: C, a: [int]A), E() } datatype C { C(i: int) } datatype D { D(a: A) }
        procedure P(d: D, c: C) { assert d->a->b->c == c; }";
    let dumped = at(Stage::Smt, text);
    let declared: Vec<&str> = dumped.lines().filter(|line| line.starts_with("(declare-datatypes")).collect();
    expect![[r#"
        (declare-datatypes ((t%25C 0)) (((k%25C%25C (s%25C%25C%25i Int)))))
        (declare-datatypes ((t%25A 0)(t%25B 0)) (((k%25A%25A (s%25A%25A%25b t%25B)))((k%25B%25B (s%25B%25B%25c t%25C) (s%25B%25B%25a (Array Int t%25A)))(k%25B%25E))))
        (declare-datatypes ((t%25D 0)) (((k%25D%25D (s%25D%25D%25a t%25A)))))"#]].assert_eq(&declared.join("\n"));
}
