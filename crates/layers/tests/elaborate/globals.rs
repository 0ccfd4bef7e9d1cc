//! Shared variables and variables of layers.

use crate::common::check_elaboration as check;
use expect_test::expect;

#[test]
fn locals_at_their_layers() {
    check(
        "yield procedure {:layer 2} P({:layer 0, 1} x: int, y: int) returns (r: int, {:layer 1} s: int)
        requires {:layer 1, 2} x > 0;
        {
            var {:layer 1, 2} z: int;
            r := x;
            s := x;
            z := y + s;
            if (z > 0) { }
            assert {:layer 1} x + z > 0;
            assert {:layer 0, 2} y + x > 0;
            assume s > 0;
        }",
        expect![[r#"
            2:32: E0503 `x` is used at layers 1 to 2, but exists at layers 0 to 1
              1:44: declared here
            5:18: E0503 `x` is used at layers 0 to 2, but exists at layers 0 to 1
              1:44: declared here
            7:22: E0503 `s` is used at layers 1 to 2, but exists at layer 1
              1:88: declared here
            8:17: E0503 `z` is used at layers 0 to 2, but exists at layers 1 to 2
              4:31: declared here
            10:38: E0503 `x` is used at layers 0 to 2, but exists at layers 0 to 1
              1:44: declared here
            11:20: E0503 `s` is used at layers 0 to 2, but exists at layer 1
              1:88: declared here
        "#]],
    );
}

/// The index of `m[i] := e` is evaluated at the layers of `m` too.
#[test]
fn indices_are_read() {
    check(
        "yield procedure {:layer 2} P() {
            var m: [int]int;
            var {:layer 1} i: int;
            m[i] := 0;
        }",
        expect![[r#"
            4:15: E0503 `i` is used at layers 0 to 2, but exists at layer 1
              3:28: declared here
        "#]],
    );
}

/// `old(g)` is a read without an action: at several layers it could pass for an atomic one.
#[test]
fn entry_values_at_one_layer() {
    check(
        "var {:layer 0, 2} g: int;
        yield procedure {:layer 1} P() returns (r: int) {
            var {:layer 1} ghost: int;
            ghost := old(g);
            r := old(g);
            if (old(g) > 0) { call P2(old(g)); }
        }
        yield procedure {:layer 0} P2({:layer 0} x: int);",
        expect![[r#"
            5:22: E0504 `old(g)` is read without an action, so it can be used at one layer only, not at layers 0 to 1
              1:19: the shared variable
            6:21: E0504 `old(g)` is read without an action, so it can be used at one layer only, not at layers 0 to 1
              1:19: the shared variable
        "#]],
    );
}

#[test]
fn claims_at_their_layers() {
    check(
        "var {:layer 1, 2} g: int;
        yield invariant {:layer 1} I(x: int);
        yield procedure {:layer 3} P({:layer 2} x: int) returns ({:layer 2} y: int)
        requires {:layer 2} x > 0;
        ensures {:layer 1, 2} x == 0;
        ensures {:layer 0} old(g) > 0;
        ensures {:layer 2} y > old(g);
        requires call I(x);
        preserves call I(old(g));
        ensures call I(y);
        {
            assert {:layer 0} g > 0;
            assert {:layer 1, 2} g > 0;
            assert {:layer 2, 3} g > 0;
            call I(g);
            call I(x);
        }",
        expect![[r#"
            5:31: E0503 `x` is used at layers 1 to 2, but exists at layer 2
              3:49: declared here
            6:32: E0503 `g` is used at layer 0, but exists at layers 1 to 2
              1:19: declared here
            8:25: E0503 `x` is used at layer 1, but exists at layer 2
              3:49: declared here
            10:24: E0503 `y` is used at layer 1, but exists at layer 2
              3:77: declared here
            12:31: E0503 `g` is used at layer 0, but exists at layers 1 to 2
              1:19: declared here
            14:34: E0503 `g` is used at layers 2 to 3, but exists at layers 1 to 2
              1:19: declared here
            16:20: E0503 `x` is used at layer 1, but exists at layer 2
              3:49: declared here
        "#]],
    );
}

#[test]
fn invariants_at_their_layer() {
    check(
        "var {:layer 1, 2} g: int;
        yield invariant {:layer 0} I0(); preserves g > 0;
        yield invariant {:layer 1} I1(); preserves g > 0;
        yield invariant {:layer 3} I3(); preserves g > 0;
        invariant {:layer 1} G1(); preserves g > 0;
        invariant {:layer 2} G2(); preserves g > 0;",
        expect![[r#"
            2:52: E0503 invariant `I0` is at layer 0, where `g` does not exist
              1:19: `g` exists at layers 1 to 2
            4:52: E0503 invariant `I3` is at layer 3, where `g` does not exist
              1:19: `g` exists at layers 1 to 2
            5:46: E0503 invariant `G1` holds at every moment at layer 1, where `g` is introduced
              1:19: `g` exists at layers 1 to 2
        "#]],
    );
}
