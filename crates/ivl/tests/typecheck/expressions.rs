//! Expressions and inference.

use crate::{accept, check, on_large_stack, typecheck};
use expect_test::expect;

#[test]
fn operators() {
    check(
        "procedure P(i: int, r: real, b: bool, v: bv8, w: bv4, f: float24e8, d: float53e11, m: [int]int) {
           assert i + r == r;
           assert -b;
           assert !i;
           assert -f == f;
           assert i div r == 0;
           assert i ** i == 0;
           assert v + v == v;
           assert f + d == f;
           assert f < f && f + f == f && f / f == f;
           assert i / r == r && r / i == i / i;
           assert b && i;
           assert v ++ w == v;
           assert i ++ v == v;
           assert v == w;
           assert m == i;
           assert int(i) == i && real(r) == r && int(r) == i && real(i) == r;
           assert r ** r == r;
           assert b <==> i;
         }",
        expect![[r#"
            2:19: E0302 operator `+` does not apply to `int` and `real`
              help: convert one side with `real(…)` or `int(…)`
            3:19: E0302 operator `-` does not apply to `bool`
            4:19: E0302 operator `!` does not apply to `int`
            5:19: E0302 operator `-` does not apply to `float24e8`
            6:19: E0302 operator `div` does not apply to `int` and `real`
              help: convert one side with `real(…)` or `int(…)`
            7:19: E0302 operator `**` does not apply to `int` and `int`
            8:19: E0302 operator `+` does not apply to `bv8` and `bv8`
              help: bit-vectors need a function declared with `{:bvbuiltin "…"}`
            9:19: E0302 operator `+` does not apply to `float24e8` and `float53e11`
            12:19: E0302 operator `&&` does not apply to `bool` and `int`
            13:19: E0302 operator `==` does not apply to `bv12` and `bv8`
            14:19: E0302 operator `++` does not apply to `int` and `bv8`
            15:19: E0302 operator `==` does not apply to `bv8` and `bv4`
            16:19: E0302 operator `==` does not apply to `[int]int` and `int`
            17:23: E0301 the argument of `int` must be of type `real`, not `int`
            17:39: E0301 the argument of `real` must be of type `int`, not `real`
            19:19: E0302 operator `<==>` does not apply to `bool` and `int`
        "#]],
    );
}

#[test]
fn bit_vectors() {
    check(
        "procedure P(v: bv8, i: int) {
           assert v[8:0] == v;
           assert v[12:8] == v[4:0];
           assert v[2:4] == v;
           assert i[4:0] == 0bv4;
           assert v[4:4] ++ v == v;
           assert 256bv8 == v;
           assert v[4:0] ++ v[8:4] == v;
         }
         function g<T>(): T;
         axiom g() ++ 1bv4 == 1bv8;
         axiom g()[4:0] == 1bv4;",
        expect![[r#"
            3:19: E0305 extracting up to bit 12 needs a bit-vector of at least 12 bits, not `bv8`
            4:19: E0305 the upper bound 2 is below the lower bound 4
              help: write the upper bound, exclusive, first: `e[high:low]`
            5:19: E0305 extracting up to bit 4 needs a bit-vector of at least 4 bits, not `int`
            7:19: E0305 256 does not fit in 8 bits
            12:16: warning E0308 the type argument of `g` is ambiguous here; taking `bv4`
              help: state the type that is meant by a coercion `e: T`
        "#]],
    );
}

#[test]
fn literals() {
    check(
        "procedure P() {
           assert 1.5e3 == 1500.0 && 2e-3 == 0.002;
           assert 0x1.8e0f24e8 == 0NaN24e8 && 0+oo53e11 == 0-oo53e11;
           assert 1e999999999 == 1.0;
           assert 0x1.8e0f24e8 == 0x1.8e0f53e11;
           assert RNE == RTZ;
         }",
        expect![[r#"
            4:19: E0290 the exponent of `1e999999999` is beyond 100000
            5:19: E0302 operator `==` does not apply to `float24e8` and `float53e11`
        "#]],
    );
}

#[test]
fn maps() {
    check(
        "procedure P(m: [int]bool, n: [int, bool]int, k: [int][bool]int, e: []int) {
           assert m[1] && n[1, true] == k[1][true] && e[] == 0;
           assert m[true];
           assert m[1, 2];
           assert n[1] == 0;
           assert k[1, true] == 0;
           assert m[1 := 2] == m;
           assert (1)[0];
           assert m[0 := true][1];
         }",
        expect![[r#"
            3:21: E0301 index 1 must be of type `int`, not `bool`
            4:19: E0303 a map of type `[int]bool` takes 1 index, not 2
            5:19: E0303 a map of type `[int, bool]int` takes 2 indices, not 1
            6:19: E0303 a map of type `[int][bool]int` takes 1 index, not 2
            7:26: E0301 the stored value must be of type `bool`, not `int`
            8:19: E0304 a value of type `int` cannot be indexed
        "#]],
    );
}

#[test]
fn polymorphic_maps() {
    check(
        "type Field a; type Ref;
         const f: Field int; const g: Field bool;
         procedure P(h: <a>[Ref, Field a]a, r: Ref) returns (i: int, h': <b>[Ref, Field b]b) {
           i := h[r, f];
           h' := h[r, g := true][r, f := 1];
           i := h[r, g];
           h' := h[r, f := true];
           assert h == h';
           assert (lambda<a> r: Ref, x: Field a :: h[r, x]) == h;
           assert (lambda<a> r: Ref :: 1) == (lambda r: Ref :: 1);
         }",
        expect![[r#"
            6:17: E0301 a value of type `bool` cannot be assigned to a place of type `int`
              6:12: this is of type `int`
            7:28: E0301 the stored value must be of type `int`, not `bool`
            10:19: E0205 no parameter of the lambda mentions the type parameter `a`
        "#]],
    );
}

#[test]
fn result_types_are_inferred_from_the_context() {
    check(
        "type List a;
         function Nil<a>(): List a;
         function Cons<a>(x: a, l: List a): List a;
         function Len<a>(l: List a): int;
         function Any<a>(): a;
         procedure P() returns (l: List int, i: int) {
           l := Nil();
           l := Cons(1, Nil());
           l := Cons(true, Nil());
           assert Any() && Any() + 1 == 2;
           assert Any()[1] == true;
           i := Any();
           assert Len(Nil()) == 0;
           assert Len(Nil(): List bool) == 0;
           assert (Nil(): List bool) == l;
         }",
        expect![[r#"
            9:17: E0301 a value of type `List bool` cannot be assigned to a place of type `List int`
              9:12: this is of type `List int`
            15:19: E0302 operator `==` does not apply to `List bool` and `List int`
        "#]],
    );
}

#[test]
fn ambiguous_types_are_settled_with_a_warning() {
    check(
        "type List a;
         function Nil<a>(): List a;
         function Len<a>(l: List a): int;
         function Any<a>(): a;
         procedure P(h: <a>[int]a) {
           assert Len(Nil()) == 0;
           assert Any()[1] == true;
           assert Any() == Any();
           assert h[0] == h[1];
           assert Any() ++ Any() == 1bv8;
         }",
        expect![[r#"
            6:19: warning E0308 the type argument of `Len` is ambiguous here; taking `int`
              help: state the type that is meant by a coercion `e: T`
            7:19: warning E0308 the type argument of `Any` is ambiguous here; taking `<a, b>[a]b`
              help: state the type that is meant by a coercion `e: T`
            8:19: warning E0308 the type argument of `Any` is ambiguous here; taking `int`
              help: state the type that is meant by a coercion `e: T`
            9:19: warning E0308 the type argument of the map is ambiguous here; taking `int`
              help: state the type that is meant by a coercion `e: T`
            10:19: warning E0308 the type argument of `Any` is ambiguous here; taking `bv8`
              help: state the type that is meant by a coercion `e: T`
            10:28: warning E0308 the type argument of `Any` is ambiguous here; taking `bv0`
              help: state the type that is meant by a coercion `e: T`
        "#]],
    );
}

#[test]
fn an_unknown_map_is_any_map_that_fits_its_uses() {
    accept(
        "function Any<a>(): a;
         function F<a, b>(m: <c>[c]a, x: b): a;
         procedure P(m: [int]bool) {
           assert (var n := Any(); n[1] && n == m);
           assert (var n := Any(); n[1] == 2 && n[true] == 3 && F(n, 1) == 4);
         }",
    );
}

#[test]
fn type_variables_are_equal_only_for_equality() {
    check(
        "function f<T>(x: T): int { if x == 1 then 1 else 0 }
         function g<T>(x: T): int { x }
         function h<T>(x: T): bool { x + 1 == 2 }
         function k<T, U>(x: T, y: U): T { if true then x else y }
         type List a;
         function occurs<T>(x: T, y: List T): bool { x == y }",
        expect![[r#"
            2:37: E0301 the body of the function must be of type `int`, not `T`
            3:38: E0302 operator `+` does not apply to `T` and `int`
            4:44: E0301 the branches have different types, `T` and `U`
            6:54: E0302 operator `==` does not apply to `T` and `List T`
        "#]],
    );
}

#[test]
fn arguments() {
    check(
        "function f(x: int, y: bool): int;
         procedure P() {
           assert f(1) == 0;
           assert f(true, 1) == 0;
           assert f(1, true);
           assert f(1, true): bool;
           assert if 1 then true else 2;
           assert (var x, y := 1; x == y);
           assert (var x, x := 1, 2; x == 1);
         }",
        expect![[r#"
            3:19: E0303 `f` takes 2 arguments, not 1
            4:21: E0301 argument 1 of `f` must be of type `int`, not `bool`
            4:27: E0301 argument 2 of `f` must be of type `bool`, not `int`
            5:19: E0301 an asserted condition must be of type `bool`, not `int`
            6:19: E0301 `int` cannot be coerced to `bool`
            7:19: E0301 the branches have different types, `bool` and `int`
            7:22: E0301 the condition must be of type `bool`, not `int`
            8:19: E0303 1 value for 2 names
            9:27: E0202 variable `x` is declared more than once
              9:24: first declared here
        "#]],
    );
}

#[test]
fn quantifiers() {
    check(
        "function f(x: int): int; function g(x: int, y: int): bool;
         axiom (forall x: int, x: bool :: true);
         axiom (forall x: int :: (forall x: bool :: x));
         axiom (forall x: int :: (exists x: bool :: x) && x == 0);
         axiom (forall x: int :: f(x));
         axiom (forall x: int, y: int :: {f(x)} g(x, y));
         axiom (forall x: int, y: int :: {f(x), f(y)} g(x, y));
         axiom (forall x: int :: {x} f(x) == 0);
         axiom (forall x: int :: {f(x) == 0} f(x) == 0);
         axiom (forall x: int :: {f(x) != 0} f(x) == 0);
         axiom (forall x: int :: {f(x) < 0} {!g(x, x)} {g(x, x) && true} f(x) == 0);
         axiom (forall x: int :: {(forall y: int :: g(x, y))} f(x) == 0);
         axiom (forall x: int :: {undeclared(x)} f(x) == 0);
         axiom (forall x: int, y: int :: {:nopats f(x)} g(x, y));
         function h<T>(x: int): T;
         axiom (forall<T> x: int :: {f(x)} (h(x): T) == h(x));
         axiom (forall<T> x: int :: {h(x): T} (h(x): T) == h(x));
         axiom (forall<T> x: int :: (h(x): T) == h(x));",
        expect![[r#"
            2:32: E0202 variable `x` is declared more than once
              2:24: first declared here
            3:42: E0202 variable `x` is declared more than once
              3:24: first declared here
            3:53: E0301 the body of a quantifier must be of type `bool`, not `int`
            5:34: E0301 the body of a quantifier must be of type `bool`, not `int`
            6:42: E0208 the trigger does not mention the bound variable `y`
              help: a trigger mentions all bound variables; add a term with the missing one
            8:35: E0208 a trigger must be more than the variable `x` by itself
            9:35: E0208 equality is not allowed in triggers
            11:35: E0208 comparisons are not allowed in triggers
            11:46: E0208 logical operators are not allowed in triggers
            11:57: E0208 logical operators are not allowed in triggers
            12:35: E0208 quantifiers are not allowed in triggers
            13:35: E0201 undeclared function `undeclared`
            16:37: E0208 neither the bound variables nor the trigger mention the type parameter `T`
        "#]],
    );
}

#[test]
fn code_expressions() {
    check(
        "procedure P(x: int) returns (r: int) {
           var z: bool;
           assert |{ var y: bool; A: y := x == 0; goto B, C; B: return y; C: return x; }|;
           assert |{ A: goto B; }|;
           assert |{ A: return true; A: return false; }|;
           assert |{ A: z := true; return z; }|;
           assert |{ var y: int; A: y := true; return true; }|;
           assert |{ var y: int; A: call y := Q(); call z := Q(); call y := Q(x); return true; }|;
         }
         procedure Q() returns (y: int);",
        expect![[r#"
            3:85: E0301 the result of a code expression must be of type `bool`, not `int`
            4:30: E0209 there is no label `B` in this code expression
            5:38: E0202 label `A` is declared more than once
              5:22: first declared here
            6:25: E0290 a code expression that assigns `z`, a variable not its own, is not supported
            7:42: E0301 a value of type `bool` cannot be assigned to a place of type `int`
              7:37: this is of type `int`
            8:57: E0290 a code expression that assigns `z`, a variable not its own, is not supported
            8:57: E0301 `z` of type `bool` cannot take a result of `Q` of type `int`
            8:67: E0303 `Q` takes 0 arguments, not 1
              10:20: declared here
        "#]],
    );
}

#[test]
fn deep_expressions_and_statements() {
    on_large_stack(|| {
        let n = 4_800;
        let deep = [
            format!("assert {}x{} == 0;", "f(".repeat(n), ")".repeat(n)),
            format!("assert {}x{} == 0;", "id(".repeat(n), ")".repeat(n)),
            format!("{}{}", "if (x > 0) {".repeat(n), "}".repeat(n)),
            format!("{}{}", "while (x > 0) {".repeat(n), "}".repeat(n)),
        ];
        for body in deep {
            let text = format!("function f(x: int): int; function id<T>(x: T): T; procedure P(x: int) {{ {body} }}");
            let (_, _, diagnostics) = typecheck(&text);
            assert!(diagnostics.is_empty());
        }
    });
}
