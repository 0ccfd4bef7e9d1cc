//! Actions.

use crate::common::check_elaboration as check;
use expect_test::expect;

#[test]
fn globals_above_their_introduction() {
    check(
        "var {:layer 1, 2} g: int;
        action {:layer 1, 2} A() { assume g > 0; }
        action {:layer 2, 3} B() modifies g; { g := 0; }
        action {:layer 2} C() asserts g > 0; { assert g > 1; havoc g; }",
        expect![[r#"
            2:43: E0503 action `A` exists from layer 1, but can use `g` only above layer 1, where it is introduced
              1:19: `g` exists at layers 1 to 2
            3:48: E0503 action `B` exists at layers 2 to 3, where `g` does not
              1:19: `g` exists at layers 1 to 2
              3:43: said to change here
        "#]],
    );
}

#[test]
fn callees_exist() {
    check(
        "action {:layer 1, 3} A() { call B(); }
        action {:layer 1, 2} B() { call C(); }
        action {:layer 1, 3} C() { }",
        expect![[r#"
            1:28: E0506 `A` exists at layers 1 to 3, but calls `B`, which exists at layers 1 to 2
        "#]],
    );
}

#[test]
fn preconditions_at_one_layer() {
    check(
        "invariant {:layer 1} G(i: int);
        invariant {:layer 2} H();
        action {:layer 1, 2} A() requires {:layer 1} true; { }
        action {:layer 1} B(i: int) requires {:layer 1} i > 0; requires call G(i); { }
        action {:layer 1} C() requires call H(); { }",
        expect![[r#"
            3:30: E0513 action `A` has preconditions, but exists at layers 1 to 2: at which is it called?
            5:40: E0506 `H` is an invariant at layer 2, but `C` exists at layer 1
        "#]],
    );
}

/// Nobody would check it: a pure action is called directly.
#[test]
fn pure_actions_have_no_preconditions() {
    check(
        "pure action {:layer 1} D(i: int) requires {:layer 1} i > 0; { }",
        expect![[r#"
        1:24: E0513 pure action `D` has preconditions; use `asserts`
    "#]],
    );
}

#[test]
fn no_recursion() {
    check(
        "action {:layer 1} B() { call C(); }
        action {:layer 1} C() { call B(); }
        action {:layer 1} D() { call D(); }
        action {:layer 1} E() { call D(); }",
        expect![[r#"
            1:25: E0514 action `B` calls `C`, which calls `B` again
            2:33: E0514 action `C` calls `B`, which calls `C` again
            3:33: E0514 action `D` calls `D`, which calls `D` again
        "#]],
    );
}

/// An assertion of an action is part of its gate at all its layers, whatever layers it names.
#[test]
fn assertions_have_no_layers() {
    check(
        "var {:layer 0, 2} g: int;
        action {:layer 1, 3} A() { assert {:layer 1} g > 0; }",
        expect![[r#"
            2:43: E0501 `{:layer}` has no meaning at an assertion of an action
              help: remove it
        "#]],
    );
}

#[test]
fn changes_by_callees() {
    check(
        "var {:layer 1} g: int;
        action {:layer 1} A() { call B(); }
        action {:layer 1} B() modifies g; { }",
        expect![[r#"
            2:27: E0503 action `A` exists from layer 1, but can use `g` only above layer 1, where it is introduced
              1:16: `g` exists at layer 1
            3:40: E0503 action `B` exists from layer 1, but can use `g` only above layer 1, where it is introduced
              1:16: `g` exists at layer 1
        "#]],
    );
}
