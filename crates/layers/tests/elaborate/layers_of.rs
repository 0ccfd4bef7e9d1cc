//! Attributes that cannot be read.

use crate::common::check_elaboration as check;
use expect_test::expect;

#[test]
fn layers_are_given_and_within() {
    check(
        "yield procedure {:layer 1} P()
        requires true;
        ensures {:layer 2} true;
        { assert {:layer 0, 3} true; assert true; }
        action {:layer 1} A() requires true; { }
        action {:layer 1} B() requires {:layer 2} true; { }",
        expect![[r#"
            2:9: E0500 the precondition needs the layers at which it holds, `{:layer …}`
            3:9: E0500 the postcondition is stated at layer 2, but what it belongs to does not exist above layer 1
            4:11: E0500 the assertion is stated at layer 3, but what it belongs to does not exist above layer 1
            4:38: E0500 the assertion needs the layers at which it holds, `{:layer …}`
            5:31: E0500 the precondition needs the layers at which it holds, `{:layer …}`
            6:31: E0500 the precondition is stated at layer 2, but what it belongs to exists at layer 1 only
        "#]],
    );
}

#[test]
fn one_layer_or_a_range() {
    check(
        "yield procedure P() { }
        yield procedure {:layer 1, 2} Q() { var {:layer 0, 1, 2} x: int; }
        yield invariant {:layer 1} {:layer 2} I();
        var {:layer 1, 2, 3} g: int;
        var {:layer} h: int;
        action {:layer 1, 2, 3} A() { }",
        expect![[r#"
            1:17: E0500 a yield procedure needs its layer, `{:layer n}`
            2:39: E0500 a yield procedure has one single layer
            2:66: E0500 a range of layers has a first and a last layer, not more
            3:47: E0500 a yield invariant has one single layer
            4:30: E0500 a range of layers has a first and a last layer, not more
            5:13: E0500 `{:layer}` names no layer
            6:33: E0500 a range of layers has a first and a last layer, not more
        "#]],
    );
}

#[test]
fn variables_end_with_their_procedure() {
    check(
        "yield procedure {:layer 1} P({:layer 2} x: int) { var {:layer 1, 3} y: int; call {:layer 2} Assume(true); }",
        expect![[r#"
            1:41: E0500 parameter `x` exists up to layer 2, but its procedure only up to layer 1
            1:69: E0500 local `y` exists up to layer 3, but its procedure only up to layer 1
            1:77: E0500 the call happens at layer 2, but its procedure has layer 1
        "#]],
    );
}

/// An attribute without meaning would promise something that does not happen.
#[test]
fn misplaced() {
    check(
        "action {:layer 1} A({:layer 1} x: int) asserts {:layer 1} true; { assert {:layer 1} true; }
        yield invariant {:layer 1} I({:linear_in} x: int, {:hide} y: int); preserves {:layer 1} true;
        yield procedure {:layer 1} P({:linear} {:linear_in} x: int) returns ({:linear_out} y: int)
        {
            assume {:layer 1} true;
            call {:sync} P2();
            call {:layer 1} P2();
            call {:layer 1} I(1, 2);
        }
        yield procedure {:layer 0} P2() { }
        var {:linear_in} g: int;",
        expect![[r#"
            1:48: E0501 `{:layer}` has no meaning at the gate of an action
              help: remove it
            1:74: E0501 `{:layer}` has no meaning at an assertion of an action
              help: remove it
            2:38: E0502 a parameter of an invariant cannot be `{:linear_in}`
            2:59: E0501 `{:hide}` has no meaning at a parameter of an invariant
              help: remove it
            3:48: E0502 a variable holds permissions in one way only
            3:78: E0502 an out-parameter cannot be `{:linear_out}`
            5:20: E0501 `{:layer}` has no meaning at an assumption, which is made at every layer
              help: remove it
            6:18: E0501 `{:sync}` has no meaning at a call of a yield procedure
              help: remove it
            7:18: E0501 `{:layer}` has no meaning at a call of a yield procedure
              help: remove it
            8:18: E0501 `{:layer}` has no meaning at a call of an invariant, which has its own layer
              help: remove it
            11:13: E0502 a global variable cannot be `{:linear_in}`
        "#]],
    );
}

#[test]
fn not_modelled() {
    check(
        "var {:layer 0, 1} g: int where g > 0;
        yield procedure {:layer 1} P(x: int where x > 0) { var l: int where l > 0; free call Assume(false); }
        action {:layer 1} A(x: int where x > 0) { var l: int where l > 0; }
        yield invariant {:layer 1} I(x: int where x > 0);",
        expect![[r#"
            1:32: E0515 the where-clause of `g` is not supported in Civl programs
              help: state it as an invariant or a precondition
            2:51: E0515 the where-clause of `x` is not supported in Civl programs
              help: state it as an invariant or a precondition
            2:77: E0515 the where-clause of `l` is not supported in Civl programs
              help: state it as an invariant or a precondition
            2:84: E0515 `free call` is not supported in Civl programs
            3:42: E0515 the where-clause of `x` is not supported in Civl programs
              help: state it as an invariant or a precondition
            3:68: E0515 the where-clause of `l` is not supported in Civl programs
              help: state it as an invariant or a precondition
            4:51: E0515 the where-clause of `x` is not supported in Civl programs
              help: state it as an invariant or a precondition
        "#]],
    );
}

#[test]
fn layers_of_invariants() {
    check(
        "yield invariant {:layer 1} I(); preserves {:layer 2} true; preserves {:layer 1} true;",
        expect![[r#"
        1:33: E0500 the invariant is at layer 1, and so are its conditions
    "#]],
    );
}

#[test]
fn one_body() {
    check(
        "action {:layer 1} A();",
        expect![[r#"
        1:19: E0513 action `A` has no body
    "#]],
    );
    check(
        "yield procedure {:layer 1} P(); implementation P() { } implementation P() { assert {:layer 1} false; }",
        expect![[r#"
            1:71: E0515 several implementations of `P` are not supported in Civl programs
        "#]],
    );
    check(
        "action {:layer 1} A() { async call B(); } action {:layer 1} B() { }",
        expect![[r#"
        1:25: E0214 only a yield procedure calls asynchronously, and `A` is an action
          1:61: declared here
    "#]],
    );
}
