//! Errors in expressions.

use crate::{check, check_body};
use expect_test::expect;

#[test]
fn assignment_and_equality() {
    check_body(
        "x = 1; m[i] = 2; assert x = 1; assert a = b && c = d; call y = Q();",
        expect![[r#"
        1:19-20: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
        1:29-30: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
        1:43-44: `=` is not an operator
          help: equality is written `==`, assignment `:=`
        1:57-58: `=` is not an operator
          help: equality is written `==`, assignment `:=`
        1:66-67: `=` is not an operator
          help: equality is written `==`, assignment `:=`
        1:78-79: expected `:=` or `(` in the call, found `=`
          help: assignment is written `:=`, equality `==`
    "#]],
    );
    check_body(
        "assert a => b; x := := 3;",
        expect![[r#"
        1:26-27: `=` is not an operator
          help: implication is written `==>`, and at least `>=`
        1:37-39: expected an expression, found `:=`
          help: equality is written `==`
    "#]],
    );
}

#[test]
fn operators_that_do_not_mix() {
    check_body(
        "assert a && b || c;",
        expect![[r#"
        1:31-33: [E0105] `&&` and `||` are mixed without parentheses
          1:26: the other operator
          help: write `(a && b) || c` or `a && (b || c)`
    "#]],
    );
    check_body(
        "assert a || b && c || d;",
        expect![[r#"
        1:31-33: [E0105] `||` and `&&` are mixed without parentheses
          1:26: the other operator
          help: write `(a || b) && c` or `a || (b && c)`
        1:36-38: [E0105] `&&` and `||` are mixed without parentheses
          1:31: the other operator
          help: write `(a && b) || c` or `a && (b || c)`
    "#]],
    );
    check_body(
        "assert a ==> b <== c;",
        expect![[r#"
        1:32-35: [E0105] `==>` and `<==` are mixed without parentheses
          1:26: the other operator
          help: write `(a ==> b) <== c` or `a ==> (b <== c)`
    "#]],
    );
    check_body(
        "assert a <== b ==> c;",
        expect![[r#"
        1:32-35: [E0105] `<==` and `==>` are mixed without parentheses
          1:26: the other operator
          help: write `(a <== b) ==> c` or `a <== (b ==> c)`
    "#]],
    );
    check_body(
        "assert 0 <= i < n; assert x is A is B;",
        expect![[r#"
        1:31-32: [E0105] comparisons do not chain: `<` follows `<=`
          1:26: after this
          help: write `a < b && b < c`, or compare the truth values with parentheses
        1:50-52: [E0105] `is` does not chain
    "#]],
    );
    check_body("assert (a && b) || c; assert a ==> b ==> c <==> d; assert a <== b <== c;", expect![]);
}

#[test]
fn quantifiers() {
    check(
        "axiom forall x: int :: x == x;",
        expect![[r#"
        1:7-13: expected an expression, found keyword `forall`
          help: quantifiers stand in parentheses: `(forall x: int :: …)`
    "#]],
    );
    check(
        "axiom (forall x :: x == x);",
        expect![[r#"
        1:17-19: expected `:` before the type, found `::`
    "#]],
    );
    check(
        "axiom (forall x: int where x > 0 :: x == x);",
        expect![[r#"
        1:22-27: no `where` clause may stand on a bound variable
    "#]],
    );
    check(
        "axiom (forall x: int :: {:nopats f(x), g(x)} {:nopats f(x)} {f(x)} x == x);",
        expect![[r#"
        1:25-45: `{:nopats}` has exactly one expression
    "#]],
    );
    check(
        "axiom f == (lambda x: int :: {g(x)} x);",
        expect![[r#"
        1:30-36: a lambda expression has no triggers
    "#]],
    );
    check(
        "axiom {:nopats x} {g(x)} x;",
        expect![[r#"
        1:7-18: `{:nopats}` is a trigger; only a quantifier may have one
    "#]],
    );
}

#[test]
fn numbers() {
    check(
        "axiom x == 0x1F;",
        expect![[r#"
        1:12-16: [E0102] `0x1F` is not a number
          help: integers are written in decimal; a hexadecimal float looks like `0x1.8e0f24e8`
    "#]],
    );
    check(
        "axiom x == 8bv;",
        expect![[r#"
        1:12-15: [E0102] `8bv` is not a number
          help: a bit-vector literal ends with its width: `8bv32`
    "#]],
    );
    check(
        "axiom x == 8bv99999999999;",
        expect![[r#"
        1:12-26: [E0102] the width of `8bv99999999999` is out of range
    "#]],
    );
    check(
        "axiom x == 0x1.0e99f24e8 && y == 0NaN1e8;",
        expect![[r#"
        1:12-25: [E0102] `0x1.0e99f24e8` is too large for its format
        1:34-41: [E0102] `0NaN1e8` is of no format: significand and exponent have at least two bits
    "#]],
    );
    check(
        "axiom x == 3 y;",
        expect![[r#"
        1:14-15: expected `;` after the axiom, found `y`
    "#]],
    );
    check(
        "axiom x[i:0] == y[(3:0)];\naxiom z[3:0, 4];\naxiom w[3:0 := 2];",
        expect![[r#"
        1:10-11: bit-vector bounds may not stand here
          help: bits are taken out with `e[high:low]`, both written as numbers
        1:21-22: bit-vector bounds may not stand here
          help: bits are taken out with `e[high:low]`, both written as numbers
        2:12-13: expected `]` after the index, found `,`
        3:13-15: expected `]` after the index, found `:=`
    "#]],
    );
}

#[test]
fn lexical_errors() {
    check(
        "axiom x % 2 == 0;\naxiom a & b;\naxiom \"open;\naxiom é;",
        expect![[r#"
        1:9-10: unknown character `%`
          help: the remainder is written `mod`
        2:9-10: unknown character `&`
          help: conjunction is written `&&`
        3:7-13: [E0103] this string has no end
          help: a string ends on the line on which it begins
        4:7-8: unknown character `é`
    "#]],
    );
    check(
        "axiom true; /* open /* */",
        expect![[r#"
        1:13-15: [E0103] this comment has no end
          help: comments nest: each `/*` needs its own `*/`
    "#]],
    );
    check(
        "#line x\n#if A\naxiom ;\n#endif\n#endif\naxiom ;",
        expect![[r#"
        1:1-8: [E0106] unknown or malformed directive
          help: the directives are `#line NUMBER [FILE]`, `#if`, `#elsif`, `#else` and `#endif`
        5:1-7: [E0106] this `#endif` belongs to no `#if`
        6:7-8: expected an expression, found `;`
    "#]],
    );
}

#[test]
fn code_expressions() {
    check(
        "axiom |{ A: x := 1; B: return x; }|;",
        expect![[r#"
        1:21-23: a block has only one label
          help: end the block above with `goto` or `return`
    "#]],
    );
    check(
        "axiom |{ A: if (*) { } return x; }|;",
        expect![[r#"
        1:13-15: expected a simple statement, `goto` or `return` in the code expression, found keyword `if`
    "#]],
    );
    check(
        "axiom |{ A: x := 1; }|;\naxiom |{ }|;",
        expect![[r#"
        1:21-23: expected `goto` or `return` at the end of the block, found `}|`
        2:10-12: expected the name of a block in the code expression, found `}|`
    "#]],
    );
}
