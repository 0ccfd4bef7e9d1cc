//! Yielding loops and measures.

use crate::common::check_elaboration as check;
use expect_test::expect;

#[test]
fn layers_of_loops() {
    check(
        "yield procedure {:layer 1} P() {
            while (*) invariant {:yields} {:layer 2} true; { }
            while (*) invariant {:yields} {:layer 0, 1} true; { }
            while (*) invariant {:yields} true; { }
        }",
        expect![[r#"
            2:23: E0511 the loop yields up to layer 2, but its procedure has layer 1
            3:23: E0511 the layer of a yielding loop is the highest one at which it yields: one number
        "#]],
    );
}

#[test]
fn invariants_of_yielding_loops() {
    check(
        "var {:layer 0, 3} g: int;
        yield invariant {:layer 1} I1();
        yield invariant {:layer 2} I2();
        yield procedure {:layer 2} P({:layer 1} x: int) {
            while (*)
            invariant {:yields} {:layer 1} true;
            invariant call I1();
            invariant call I2();
            invariant {:layer 1, 2} g > 0;
            invariant {:layer 2} g > 0;
            invariant {:layer 1} old(g) > 0;
            invariant {:layer 2} x > 0;
            { }
        }",
        expect![[r#"
            8:23: E0511 `I2` is at layer 2, but the loop yields up to layer 1 only
              6:13: the loop yields here
            9:13: E0511 the loop yields at layer 1: what its invariant says of `g` would not last
              6:13: the loop yields here
              help: state it as a yield invariant: `invariant call …;`
            12:34: E0503 `x` is used at layer 2, but exists at layer 1
              4:49: declared here
        "#]],
    );
}

#[test]
fn measures_have_layers() {
    check(
        "yield left procedure {:layer 2} L(x: int) measure x; {
            while (*) measure x; { }
            while (*) measure {:layer 3} x; { }
        }",
        expect![[r#"
            1:43: E0500 the measure needs the layers at which it holds, `{:layer …}`
            2:23: E0500 the measure needs the layers at which it holds, `{:layer …}`
            3:23: E0500 the measure is stated at layer 3, but what it belongs to does not exist above layer 2
        "#]],
    );
}

#[test]
fn measures_at_their_layers() {
    check(
        "yield left procedure {:layer 2} M({:layer 1} x: int) measure {:layer 2} x; { }
        yield left procedure {:layer 2} N({:layer 1} x: int) {
            while (*) measure {:layer 2} x; { }
        }",
        expect![[r#"
            1:73: E0503 `x` is used at layer 2, but exists at layer 1
              1:46: declared here
            3:42: E0503 `x` is used at layer 2, but exists at layer 1
              2:54: declared here
        "#]],
    );
}

/// What stands with `{:yields}` is not checked.
#[test]
fn nothing_is_claimed_by_yields() {
    check(
        "yield procedure {:layer 2} N() { while (*) invariant {:yields} false; { } }",
        expect![[r#"
        1:64: E0290 the condition of a clause `{:yields}` would not be checked
          help: write `invariant {:yields} true;`, and the condition by itself
    "#]],
    );
    check(
        "yield procedure {:layer 2} N() { assert {:yields} false; }",
        expect![[r#"
        1:51: E0290 the condition of a clause `{:yields}` would not be checked
          help: write `invariant {:yields} true;`, and the condition by itself
    "#]],
    );
    check(
        "yield procedure {:layer 2} N() { assert {:layer 1} {:yields} false; }",
        expect![[r#"
        1:62: E0290 the condition of a clause `{:yields}` would not be checked
          help: write `invariant {:yields} true;`, and the condition by itself
    "#]],
    );
    check(
        "yield invariant {:layer 1} I(); yield procedure {:layer 2} N() { while (*) invariant call I(); { } }",
        expect![[r#"
            1:86: E0214 a yield invariant is called, but the loop does not yield
              1:66: this loop
              help: add `invariant {:yields} true;` to the loop
        "#]],
    );
}
