//! Calls of pure procedures and actions by yield procedures.

use crate::common::check_elaboration as check;
use expect_test::expect;

#[test]
fn results_at_their_layers() {
    check(
        "yield procedure {:layer 2} P({:layer 1} x: int) returns (r: int) {
            var {:layer 1} y: int;
            call {:layer 1} y := Copy(x);
            call {:layer 1, 2} y := Copy(x);
            call {:layer 1} r := Copy(x);
            call r := Copy(r);
        }",
        expect![[r#"
            4:42: E0503 `x` is used at layers 1 to 2, but exists at layer 1
              1:41: declared here
            5:13: E0503 `r` exists at layers 0 to 2, but gets a value here at layer 1 only
              1:58: declared here
        "#]],
    );
}

#[test]
fn shared_variables_at_one_layer() {
    check(
        "var {:layer 0, 2} g: int;
        var {:layer 1, 2} i: int;
        var {:layer 1} j: int;
        yield procedure {:layer 1} P() {
            var {:layer 1} y: int;
            call {:layer 1} y := Copy(g);
            call y := Copy(g);
            call {:layer 0, 1} y := Copy(old(g));
            call {:layer 1} i := Copy(g);
            call {:layer 1} j := Copy(i);
            call {:layer 1} g := Copy(0);
        }
        yield procedure {:layer 2} Q() {
            call {:layer 1} i := Copy(0);
            call {:layer 1} j := Copy(0);
        }",
        expect![[r#"
            7:13: E0504 the call touches shared variables, so it belongs to one layer, not layers 0 to 1
              help: name the layer: `call {:layer n} …`
            8:13: E0504 the call touches shared variables, so it belongs to one layer, not layers 0 to 1
              help: name the layer: `call {:layer n} …`
            11:13: E0505 ghost code at layer 1 changes `g`, which is not introduced there
              1:19: `g` exists at layers 0 to 2
            14:13: E0505 `i` is changed at layer 1, but `Q` exists up to layer 2, where nothing accounts for the change
              2:27: `i` exists at layers 1 to 2
        "#]],
    );
}

/// A primitive changes the variable that its path starts from.
#[test]
fn primitives_change_their_path() {
    check(
        "var {:layer 0, 2} {:linear} g: Map (One int) int;
        yield procedure {:layer 2} P({:linear_in} k: One int) {
            var m: Map (One int) int;
            var v: int;
            call {:layer 1} Map_Put(m, k, v);
            call {:layer 2} Map_Put(g, k, v);
        }",
        expect![[r#"
            5:13: E0503 `m` exists at layers 0 to 2, but gets a value here at layer 1 only
              3:17: declared here
            6:13: E0505 ghost code at layer 2 changes `g`, which is not introduced there
              1:29: `g` exists at layers 0 to 2
        "#]],
    );
}

#[test]
fn pure_actions_exist() {
    check(
        "pure action {:layer 2} A() { }
        yield procedure {:layer 2} P() { call {:layer 1} A(); call {:layer 2} A(); call A(); }",
        expect![[r#"
            2:42: E0506 `A` is called at layer 1, but exists at layer 2
            2:84: E0506 `A` is called at layers 0 to 2, but exists at layer 2
        "#]],
    );
}

/// Ghost code that does not end could claim anything.
#[test]
fn ghost_code_ends() {
    check(
        "pure procedure Lemma(n: int) ensures false; { call Lemma(n); }
        pure procedure Even(n: int) ensures false; { call Odd(n); }
        pure procedure Odd(n: int) { call Even(n); }
        pure procedure Loop() ensures false; { while (true) { } }
        pure procedure Fine(n: int) measure n; { var i: int; while (i > 0) measure i; { i := i - 1; } if (n > 0) { call Fine(n - 1); } }
        pure procedure NotCalled() { call NotCalled(); }
        yield procedure {:layer 1} P() {
            call {:layer 1} Lemma(0);
            call {:layer 1} Even(0);
            call {:layer 1} Loop();
            call {:layer 1} Fine(0);
        }",
        expect![[r#"
            1:16: E0516 pure procedure `Lemma` calls itself, but has no measure
              help: add `measure e;`, which gets smaller with each call
            2:24: E0516 pure procedure `Even` calls itself, but has no measure
              help: add `measure e;`, which gets smaller with each call
            3:24: E0516 pure procedure `Odd` calls itself, but has no measure
              help: add `measure e;`, which gets smaller with each call
            4:48: E0516 a loop of pure procedure `Loop` has no measure
              help: add `measure e;` to the loop: it gets smaller with each turn
        "#]],
    );
}
