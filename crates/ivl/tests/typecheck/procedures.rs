//! Procedures, implementations, assignments and calls.

use crate::{accept, check};
use expect_test::expect;
use ivl::typed::{ExprKind, LocalId, Type, Var};

#[test]
fn assignable_variables() {
    check(
        "var g, h: int; const c: int;
         procedure P(i: int) returns (o: int)
           modifies g;
         {
           var l: int;
           g, o, l := 1, 2, 3;
           h := 1;
           c := 1;
           i := 1;
           havoc h, i, c, g;
           u := 1;
           call g := Q();
           call h := Q();
         }
         procedure Q() returns (r: int);
         procedure R(); modifies c, u;",
        expect![[r#"
            7:12: E0306 `h` is assigned, but procedure `P` does not modify it
              2:20: the procedure is declared here
              help: add `modifies h;` to its specification
            8:12: E0306 `c` is a constant and cannot be assigned
              1:22: declared here
            9:12: E0306 `i` is an in-parameter and cannot be assigned
              2:22: declared here
              help: copy it to a local variable
            10:18: E0306 `h` is assigned, but procedure `P` does not modify it
              2:20: the procedure is declared here
              help: add `modifies h;` to its specification
            10:21: E0306 `i` is an in-parameter and cannot be assigned
              2:22: declared here
              help: copy it to a local variable
            10:24: E0306 `c` is a constant and cannot be assigned
              1:22: declared here
            11:12: E0201 undeclared variable `u`
            13:17: E0306 `h` is assigned, but procedure `P` does not modify it
              2:20: the procedure is declared here
              help: add `modifies h;` to its specification
            16:34: E0306 `c` is a constant and cannot be modified
            16:37: E0201 undeclared variable `u`
        "#]],
    );
}

#[test]
fn callees_modify_no_more() {
    check(
        "var g, h: int;
         procedure P() modifies g; { call Q(); call P(); }
         procedure Q(); modifies g, h, g;",
        expect![[r#"
            2:38: E0306 the call may change `h`, which `P` does not modify
              3:20: `Q` modifies it
              help: add `modifies h;` to procedure `P`
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        "datatype D { E(), D(f: [int]D, n: int) }
         procedure P(i: int) returns (x: int, y: int, m: [int][bool]int, d: D) {
           x, y := 1;
           x, x := 1, 2;
           m[0], m[1] := m[0], m[1];
           x := true;
           m[0][true] := 1;
           m[0][1] := 1;
           m[0] := 1;
           d->f[1]->n := 2;
           d->f[1]->f[2] := d;
           d->g := 1;
           x->f := 1;
           x[0] := 1;
         }",
        expect![[r#"
            3:12: E0303 1 value for 2 targets
            4:15: E0307 `x` is assigned twice by one statement
              4:12: also here
            5:18: E0307 `m` is assigned twice by one statement
              5:12: also here
            6:17: E0301 a value of type `bool` cannot be assigned to a place of type `int`
              6:12: this is of type `int`
            8:17: E0301 index 1 must be of type `bool`, not `int`
            9:20: E0301 a value of type `int` cannot be assigned to a place of type `[bool]int`
              9:12: this is of type `[bool]int`
            12:15: E0304 datatype `D` has no field `g`
            13:15: E0304 a field access needs a datatype, and `int` is none
            14:13: E0304 a value of type `int` cannot be indexed
        "#]],
    );
}

#[test]
fn nested_targets_become_one_update() {
    let (_, program) = accept(
        "datatype D { E(), D(f: [int]D, n: int) }
         procedure P() returns (d: D) { d->f[1]->n := 2; }",
    );
    expect![[r#"
        l0 := l0->(f0 := l0->f0[Int(1) := l0->f0[Int(1)]->(f1 := Int(2))])
    "#]]
    .assert_eq(&format!("{}\n", crate::blocks::kinds(&program.implementations[0].blocks[0].cmds)));
}

#[test]
fn calls() {
    check(
        "procedure Id<T>(x: T) returns (y: T);
         procedure Two(x: int) returns (a: int, b: bool);
         procedure P() returns (i: int, b: bool) {
           call i := Id(1);
           call b := Id(1);
           call i, b := Two(1);
           call b, i := Two(1);
           call i, i := Two(1);
           call i := Two(1);
           call i, b := Two();
           call i, b := Two(true);
         }",
        expect![[r#"
            5:17: E0301 `b` of type `bool` cannot take a result of `Id` of type `int`
            7:17: E0301 `b` of type `bool` cannot take a result of `Two` of type `int`
            7:20: E0301 `i` of type `int` cannot take a result of `Two` of type `bool`
            8:20: E0307 `i` takes two results of one call
              8:17: also here
            8:20: E0301 `i` of type `int` cannot take a result of `Two` of type `bool`
            9:12: E0303 `Two` gives 2 results, not 1
              2:20: declared here
            10:12: E0303 `Two` takes 1 argument, not 0
              2:20: declared here
            11:29: E0301 argument 1 of `Two` must be of type `int`, not `bool`
        "#]],
    );
}

#[test]
fn pure_procedures_call_pure_procedures() {
    check(
        "procedure P(); pure procedure Q();
         pure procedure R() { call P(); call Q(); }",
        expect![[r#"
            2:31: E0214 pure procedure `R` calls `P`, which is not pure
              1:11: declared here
        "#]],
    );
}

#[test]
fn assumption_variables() {
    check(
        "procedure P() {
           var {:assumption} a: bool where a;
           var {:assumption} b: int;
           var {:assumption} c: bool;
           c := true;
           c := c && true;
           c := c && false;
         }",
        expect![[r#"
            2:30: E0211 an assumption variable has no where-clause
            3:30: E0211 an assumption variable must be of type `bool`
            5:12: E0211 assumption variable `c` can only be assigned `c && …`
            7:12: E0211 assumption variable `c` is assigned more than once
        "#]],
    );
}

#[test]
fn implementations_fit_their_procedures() {
    check(
        "procedure P<T>(x: T, y: int) returns (r: T);
         implementation P<U>(a: U, b: int) returns (c: U) { c := a; }
         implementation P<U>(a: U, b: bool) returns (c: U) { c := a; }
         implementation P<U>(a: int, b: U) returns (c: U) { c := b; }
         implementation P(a: int, b: int) returns (c: int) { c := a; }
         implementation P<U>(a: U) returns (c: U) { c := a; }
         implementation P<U>(a: U, b: int) { }
         implementation Q() { }",
        expect![[r#"
            3:36: E0213 parameter `b` has type `bool`, in the procedure `int`
              1:11: the procedure is declared here
            4:30: E0213 parameter `a` has type `int`, in the procedure `T`
              1:11: the procedure is declared here
            4:38: E0213 parameter `b` has type `T`, in the procedure `int`
              1:11: the procedure is declared here
            5:25: E0213 implementation `P` has 0 type parameters, its procedure has 1
              1:11: the procedure is declared here
            6:25: E0213 implementation `P` has 1 in-parameters, its procedure has 2
              1:11: the procedure is declared here
            7:25: E0213 implementation `P` has 0 out-parameters, its procedure has 1
              1:11: the procedure is declared here
            8:25: E0201 undeclared procedure `Q`
        "#]],
    );
}

#[test]
fn an_implementation_takes_where_clauses_and_type_variables_of_its_procedure() {
    let (_, program) = accept(
        "procedure P<T, U>(x: U where x == x, y: T) returns (r: int where r > 0);
         implementation P<A, B>(u: B, v: A) returns (s: int) { var w: [A]B; s := 1; }",
    );
    let (procedure, implementation) = (&program.procedures[0], &program.implementations[0]);
    assert_eq!(implementation.locals[0].ty, procedure.params[0].ty);
    assert_eq!(implementation.locals[1].ty, procedure.params[1].ty);
    let Type::Map(map) = &implementation.locals[3].ty else { panic!("no map") };
    assert_eq!((&map.domain[0], &map.range), (&procedure.params[1].ty, &procedure.params[0].ty));
    let clause = implementation.locals[2].where_clause.as_ref().unwrap();
    let ExprKind::Binary(_, left, _) = clause.kind() else { panic!("no comparison") };
    assert!(matches!(left.kind(), ExprKind::Var(Var::Local(LocalId(2)))));
}

#[test]
fn measures_are_ints_or_bools() {
    check(
        "procedure P(i: int, b: bool, r: real); measure i, b, r, x;
         procedure Q(r: real) { while (r > 0.0) measure r; { } }",
        expect![[r#"
            1:54: E0301 a measure must be of type `int` or `bool`, not `real`
            1:57: E0201 undeclared variable `x`
            2:57: E0301 a measure must be of type `int` or `bool`, not `real`
        "#]],
    );
}

#[test]
fn measures() {
    check(
        "procedure One(n: int); measure n; measure n;
         procedure A(n: int) measure n, true; { call B(n); call C(n); }
         procedure B(n: int) measure n; { call A(n); }
         procedure C(n: int); measure n;
         procedure L() {
           var i: int;
           measure i;
           while (i > 0) measure i; measure i; { i := i - 1; }
           while (i > 0) invariant true; measure i; { i := i - 1; }
           goto L;
         L:
           i := i - 1;
           measure i;
           goto L, M;
         M:
         }",
        expect![[r#"
            1:35: E0212 a procedure has at most one measure
            2:49: E0212 the measures of `A` and `B` cannot be compared: 2 and 1 expressions
            3:43: E0212 the measures of `B` and `A` cannot be compared: 1 and 2 expressions
            7:12: E0212 a measure belongs in the head of a loop
            8:37: E0212 a loop has at most one measure
            13:12: E0212 the measure of a loop stands before any assignment
        "#]],
    );
}
