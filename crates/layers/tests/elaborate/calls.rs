//! Calls of yield procedures and invariants.

use crate::common::check_elaboration as check;
use expect_test::expect;

#[test]
fn layers_of_callees() {
    check(
        "action {:layer 2} A() { }
        yield invariant {:layer 3} I3();
        yield procedure {:layer 1} P1() refines A; { call P2(); call I3(); }
        yield procedure {:layer 2} P2() { call P1(); }
        yield procedure {:layer 3} P3() { call P1(); call P2(); call P1() | P2() | I3(); }",
        expect![[r#"
            3:54: E0506 `P2` is at layer 2, but its caller `P1` at layer 1
            3:65: E0506 `I3` is at layer 3, but `P1` exists up to layer 1
            5:43: E0506 nothing stands for `P1` at layer 3, the layer of the caller
              help: widen the layers of the action that `P1` refines, or let it refine another action
            5:65: E0506 nothing stands for `P1` at layer 3, the layer of the caller
              help: widen the layers of the action that `P1` refines, or let it refine another action
        "#]],
    );
}

#[test]
fn parameters_and_arguments() {
    check(
        "action {:layer 2, 3} A(x: int) returns (r: int) { }
        yield procedure {:layer 1} P(x: int, {:hide} h: int) returns (r: int, {:hide} s: int) refines A; { }
        yield procedure {:layer 3} Q(a: int, {:layer 0, 1} b: int) returns (c: int, {:layer 0, 1} d: int) {
            call c, d := P(a, b);
            call c, d := P(b, a);
            call d, c := P(a, b);
        }
        yield procedure {:layer 1} S(x: int) returns (r: int) { }
        yield procedure {:layer 3} T() returns (c: int, {:layer 0, 1} d: int) {
            call d := S(1);
            call c := S(1);
        }",
        expect![[r#"
            5:28: E0503 `b` is used at layers 0 to 3, but exists at layers 0 to 1
              3:60: declared here
            6:13: E0503 `c` exists at layers 0 to 3, but gets a value here at layers 0 to 1 only
              3:77: declared here
            11:13: E0503 `c` exists at layers 0 to 3, but gets a value here at layers 0 to 1 only
              9:49: declared here
        "#]],
    );
}

#[test]
fn mover_procedures() {
    check(
        "var {:layer 0, 1} g: int;
        action {:layer 2, 3} A() { }
        yield invariant {:layer 1} I1();
        yield invariant {:layer 2} I2();
        yield procedure {:layer 1} P() refines A; { }
        yield procedure {:layer 2} Skip() { }
        yield procedure {:layer 2} Q() refines B; { }
        action {:layer 3} B() { }
        yield left procedure {:layer 2} M()
        requires call I2();
        modifies g;
        { call P(); call I1(); call I2(); call Q(); call Skip(); call M(); }
        yield procedure {:layer 3} R() { call M(); }
        yield procedure {:layer 2} S() { call M(); async call {:sync} M(); async call {:sync} N(); }
        yield right procedure {:layer 2} N() { while (*) invariant {:yields} true; { } }",
        expect![[r#"
            10:18: E0507 mover procedure `M` is one step at layer 2, the layer of `I2`
            11:18: E0503 mover procedure `M` is a step of layer 2, where `g` does not exist
              1:19: `g` exists at layers 0 to 1
            12:32: E0507 mover procedure `M` is one step at layer 2, the layer of `I2`
            12:43: E0507 mover procedure `M` is one step at layer 2, where `Q` yields
            12:53: E0507 mover procedure `M` is one step at layer 2, where `Skip` yields
            13:42: E0507 mover procedure `M` does not exist above layer 2, but its caller is at layer 3
            14:76: E0508 `N` is not a left mover procedure, so it cannot be synchronized
            15:58: E0507 the loop yields at layer 2, where mover procedure `N` is one step
              help: say up to which lower layer it yields: `{:yields} {:layer n}`
        "#]],
    );
}

#[test]
fn asynchronous_calls() {
    check(
        "left action {:layer 2} L() refines L3; { }
        left action {:layer 3, 4} L3() refines N5; { }
        atomic action {:layer 5} N5() { }
        yield procedure {:layer 1} P() refines L; { }
        yield procedure {:layer 1} Skip() { async call Skip(); }
        yield procedure {:layer 4} Q() { async call {:sync} P(); async call P(); async call Skip(); }
        yield procedure {:layer 5} R() { async call {:sync} P(); }
        yield procedure {:layer 6} S() { async call {:sync} P(); }
        yield procedure {:layer 1} T() { async call {:sync} P(); }",
        expect![[r#"
            6:66: E0508 the asynchronous call of `P` must be synchronized: `async call {:sync} …`
            7:42: E0508 `N5` stands for the synchronized call, but is no left mover
              3:34: declared here
            8:42: E0506 nothing stands for `P` at layer 6, the layer of the caller
              help: widen the layers of the action that `P` refines, or let it refine another action
            8:42: E0508 `N5` stands for the synchronized call, but is no left mover
              3:34: declared here
            9:42: E0508 `P` is synchronized above its layer 1, but its caller does not exist there
        "#]],
    );
}

#[test]
fn parallel_arms() {
    check(
        "action {:layer 2} A(x: int) returns (r: int, s: int) { }
        action {:layer 2} B() { }
        yield procedure {:layer 1} P() refines B; { }
        yield procedure {:layer 1} S() returns (r: int) { }
        yield procedure {:layer 1} Q(x: int) returns (r: int, s: int) refines A; {
            var t: int;
            call P() | P();
            call P() | t := S();
            call P() | r := S();
            call r := S() | s := S();
        }",
        expect![[r#"
            7:13: E0512 two arms could be the visible step of `Q` at its layer 1
              7:13: this arm
              7:24: and this one
            9:13: E0512 two arms could be the visible step of `Q` at its layer 1
              9:13: this arm
              9:24: and this one
            10:13: E0512 two arms could be the visible step of `Q` at its layer 1
              10:13: this arm
              10:29: and this one
        "#]],
    );
}
