//! Declarations and the use of names.

use crate::{accept, check};
use expect_test::expect;

#[test]
fn undeclared_names_are_reported_once_per_use() {
    check(
        "procedure P(count: int) returns (r: int) {
           r := coutn + f(coutn) + g;
           call Q();
           call r := f(1);
           r := R(1);
           hide h;
         }
         function f(x: int): T;
         procedure R(x: int);",
        expect![[r#"
            2:17: E0201 undeclared variable `coutn`
              help: did you mean `count`?
            2:27: E0201 undeclared variable `coutn`
              help: did you mean `count`?
            2:36: E0201 undeclared variable `g`
            3:17: E0201 undeclared procedure `Q`
            4:22: E0201 undeclared procedure `f`
              help: `f` is a function: use it in an expression, without `call`
            5:17: E0201 undeclared function `R`
              help: `R` is a procedure: use the statement `call R(…);`
            6:17: E0201 undeclared function `h`
            8:30: E0201 undeclared type `T`
        "#]],
    );
}

#[test]
fn name_spaces_are_separate() {
    accept(
        "type x;
         function x(a: x): x;
         const x: x;
         procedure x();
         axiom x(x) == x;
         implementation x() { call x(); }",
    );
}

#[test]
fn duplicates() {
    check(
        "type T; type T a; datatype T { C() }
         const c: int; var c: bool;
         function f(): int; function f(x: int): int;
         datatype D { f(), D(a: int, a: int) }
         procedure P(); procedure P();
         procedure Q(x: int, x: int) returns (x: int) { var x: bool; var y, y: int; }
         function g(x: int, x: int): int;
         type bv32;",
        expect![[r#"
            1:14: E0202 type `T` is declared more than once
              1:6: first declared here
            1:28: E0202 type `T` is declared more than once
              1:6: first declared here
            2:28: E0202 variable `c` is declared more than once
              2:16: first declared here
            3:38: E0202 function `f` is declared more than once
              3:19: first declared here
            4:23: E0202 function `f` is declared more than once
              3:19: first declared here
            4:38: E0202 field `a` is declared more than once
              4:30: first declared here
            5:35: E0202 procedure `P` is declared more than once
              5:20: first declared here
            6:30: E0202 variable `x` is declared more than once
              6:22: first declared here
            6:47: E0202 variable `x` is declared more than once
              6:22: first declared here
            6:61: E0202 variable `x` is declared more than once
              6:22: first declared here
            6:77: E0202 variable `y` is declared more than once
              6:74: first declared here
            7:29: E0202 parameter `x` is declared more than once
              7:21: first declared here
            8:15: E0202 `bv32` is the name of a bit-vector type
        "#]],
    );
}

#[test]
fn an_extern_declaration_gives_way() {
    accept(
        "const {:extern} c: int;
         const c: bool;
         function f(): bool;
         function {:extern} f(): int;
         axiom c && f();
         procedure {:extern} P(x: int);
         procedure P(x: bool) { call P(c); }
         type {:extern} T;
         type T = int;
         axiom (forall t: T :: t == t + 0);",
    );
}

#[test]
fn types_take_their_number_of_arguments() {
    check(
        "type Pair a b; type Syn a = [a]int;
         var a: Pair int;
         var b: Pair int bool int;
         var c: Syn;
         var d: int32;
         var e: bv8 int;
         function f<T>(x: T int): T;
         var ok: Pair (Pair int bool) (Syn int);",
        expect![[r#"
            2:17: E0203 type `Pair` takes 2 arguments, not 1
              help: put an argument that has arguments itself in parentheses
            3:17: E0203 type `Pair` takes 2 arguments, not 3
              help: put an argument that has arguments itself in parentheses
            4:17: E0203 type `Syn` takes 1 argument, not 0
              help: put an argument that has arguments itself in parentheses
            5:17: E0201 undeclared type `int32`
            6:17: E0203 `bv8` is a built-in type and takes no arguments
            7:27: E0203 `T` is a type parameter and takes no arguments
        "#]],
    );
}

#[test]
fn synonyms() {
    check(
        "type A = [int]B; type B = Pair C; type C = A; type Pair a;
         type Self = Self;
         var x: A;
         procedure P() { assert x == 1; }",
        expect![[r#"
            1:6: E0204 type synonym `A` is defined in terms of itself
            1:23: E0204 type synonym `B` is defined in terms of itself
            1:40: E0204 type synonym `C` is defined in terms of itself
            2:15: E0204 type synonym `Self` is defined in terms of itself
            4:33: E0302 operator `==` does not apply to `[int]Pair ?` and `int`
        "#]],
    );
    accept(
        "type Two a = Three a a; type Three a b = [a]b;
         procedure P(m: Two int) returns (i: int) { i := m[0]; }",
    );
}

#[test]
fn synonyms_that_explode_are_refused() {
    let mut text: String = (0..40).map(|at| format!("type T{at} = [T{}]T{};\n", at + 1, at + 1)).collect();
    text += "type T40 = int; var x: T0;";
    check(
        &text,
        expect![[r#"
        10:12: E0290 type `T10` expands to more than 50000 parts
        10:16: E0290 type `T10` expands to more than 50000 parts
        25:13: E0290 type `T25` expands to more than 50000 parts
        25:17: E0290 type `T25` expands to more than 50000 parts
    "#]],
    );
}

#[test]
fn type_parameters() {
    check(
        "type T;
         function f<T>(x: T): int;
         function g<a, a>(x: a): int;
         function h<a>(x: int): int;
         procedure P<a>(x: int);
         var m: <a>[int]int;
         var n: <a>[a]<a>[a]int;
         axiom (forall<bv8> x: int :: x == x);",
        expect![[r#"
            2:21: E0205 type parameter `T` has the name of a type
              help: give the parameter a name of its own
            3:24: E0205 type parameter `a` is already in scope
            4:19: E0205 type parameter `a` does not occur in the types of the function's parameters or result
              help: remove it, or use it where it can be inferred from
            5:20: E0205 type parameter `a` does not occur in the types of the procedure's parameters
              help: remove it, or use it where it can be inferred from
            6:17: E0205 type parameter `a` does not occur in the types of the map's indices or value
              help: remove it, or use it where it can be inferred from
            7:24: E0205 type parameter `a` is already in scope
            8:24: E0205 type parameter `bv8` has the name of a type
              help: give the parameter a name of its own
        "#]],
    );
}

#[test]
fn states_have_their_places() {
    check(
        "var g: int;
         axiom g == 0;
         function f(): int { g }
         procedure P(x: int where x == old(x))
           requires old(g) == 0;
           ensures old(g) == g;
           measure old(x);
         {
           var y: int where old(g) == y;
           assert old(g) == g;
         }
         pure procedure Q(x: int) requires g == x; ensures old(x) == x;
         { g := 1; assume g == x; }
         pure procedure R(); modifies g;",
        expect![[r#"
            2:16: E0207 global variable `g` cannot be used here: there is no state
              1:5: declared here
              help: axioms, functions and pure procedures speak of constants and parameters only
            3:30: E0207 global variable `g` cannot be used here: there is no state
              1:5: declared here
              help: axioms, functions and pure procedures speak of constants and parameters only
            4:40: E0207 `old` is not allowed here
              help: there is an old state in postconditions and procedure bodies only
            5:21: E0207 `old` is not allowed here
              help: there is an old state in postconditions and procedure bodies only
            7:20: E0207 `old` is not allowed here
              help: there is an old state in postconditions and procedure bodies only
            9:29: E0207 `old` is not allowed here
              help: there is an old state in postconditions and procedure bodies only
            12:44: E0207 global variable `g` cannot be used here: there is no state
              1:5: declared here
              help: axioms, functions and pure procedures speak of constants and parameters only
            12:60: E0207 `old` is not allowed here
              help: there is an old state in postconditions and procedure bodies only
            13:12: E0207 global variable `g` cannot be used here: there is no state
            13:27: E0207 global variable `g` cannot be used here: there is no state
              1:5: declared here
              help: axioms, functions and pure procedures speak of constants and parameters only
            14:30: E0214 a pure procedure has no modifies clause
        "#]],
    );
}

#[test]
fn out_parameters_are_not_in_preconditions() {
    check(
        "procedure P(x: int where x < y) returns (y: int where x < y);
           requires y == 0;
           ensures y == 0;",
        expect![[r#"
            1:30: E0201 undeclared variable `y`
            2:21: E0201 undeclared variable `y`
        "#]],
    );
}

#[test]
fn attributes() {
    check(
        r#"const c: int;
         function {:f d} f(x: int): int;
         procedure {:p x, r, "text", c} P(x: int) returns (r: int) {
           assert {:minimize} true;
           assert {:maximize true} true;
           assert {:minimize x} true;
           assert {:verified_under 1} true;
           assert {:a x + true} true;
           assume {:id "one"} true;
           assert {:id "one"} true;
         }
         axiom {:name "n"} true;
         axiom {:name "n"} true;
         var {:layer -1} v: int;"#,
        expect![[r#"
            2:23: E0201 undeclared variable `d`
            4:19: E0211 attribute `:minimize` takes one parameter, a number
            5:19: E0211 attribute `:maximize` takes one parameter, a number
            7:19: E0211 attribute `:verified_under` takes one parameter, a bool
            8:23: E0302 operator `+` does not apply to `int` and `bool`
            10:12: E0202 more than one statement has the id `one`
              9:12: also here
            13:10: E0202 more than one axiom has the name `n`
              12:10: also here
            14:14: E0211 a layer is a number from 0 to 2147483647
        "#]],
    );
}
