//! Errors in declarations.

use crate::{check, check_body};
use expect_test::expect;

#[test]
fn empty_files_are_programs() {
    check("", expect![""]);
    check(" // nothing\n/* at all */", expect![""]);
    check("\u{feff}const x: int;", expect![""]);
}

#[test]
fn results_of_functions_and_procedures() {
    check(
        "procedure P(x: int): int;",
        expect![[r#"
        1:20-21: expected `returns`, `;` or a body after the parameters, found `:`
          help: the results of a procedure have names: `returns (r: T)`
    "#]],
    );
    check(
        "procedure P(x: int) returns int;",
        expect![[r#"
        1:29-32: expected `(` after `returns`, found keyword `int`
          help: the results of a procedure have names: `returns (r: T)`
    "#]],
    );
    check(
        "procedure P(x: int) (y: int);",
        expect![[r#"
        1:21-22: expected `returns`, `;` or a body after the parameters, found `(`
          help: write `returns` before the results
    "#]],
    );
    check(
        "procedure P(x: int) return (y: int);",
        expect![[r#"
        1:21-27: expected `returns`, `;` or a body after the parameters, found keyword `return`
          help: results are declared with `returns`
    "#]],
    );
    check(
        "function f(x: int) returns int;",
        expect![[r#"
        1:28-31: expected `(` after `returns`, found keyword `int`
          help: the result is written `returns (T)`, `returns (r: T)` or `: T`
    "#]],
    );
    check(
        "function f(x: int);",
        expect![[r#"
        1:19-20: expected `returns` or `:` after the parameters, found `;`
          help: a function has one result: write `: T` or `returns (r: T)`
    "#]],
    );
    check(
        "function f(x: int): int = x + 1;",
        expect![[r#"
        1:25-26: expected `{` or `;` after the function, found `=`
          help: the body of a function stands in braces: `{ e }`
    "#]],
    );
    check(
        "function f(x: int): int { x + 1; }",
        expect![[r#"
        1:32-33: expected `}` after the body of the function, found `;`
          help: the body of a function is one expression, without `;`
    "#]],
    );
}

#[test]
fn declarations_of_variables() {
    check_body(
        "var x: int := 3; var y; x := 1; var z: int; y = 2;",
        expect![[r#"
        1:28-30: expected `;` after the variable, found `:=`
          help: a declaration gives no value; assign in a statement after the declarations
        1:39-40: expected `:` before the type, found `;`
        1:49-52: expected a statement, found keyword `var`
          help: local variables are declared at the start of the body, before all statements
        1:63-64: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
    "#]],
    );
    check_body(
        "int x; x++; x += 1; return x;",
        expect![[r#"
        1:17-20: expected a statement, found keyword `int`
          help: a variable is declared at the start of the body: `var x: int;`
        1:25-27: expected `:=` or `:` after `x`, found `++`
          help: write `x := x + 1;`
        1:31-32: expected `:=` or `:` after `x`, found `+`
          help: write `x := x + …;`
        1:44-45: expected `;` after `return`, found `x`
          help: `return` takes no value: assign to the results, then write `return;`
    "#]],
    );
    check(
        "const c: int = 3;\ntype T<a>;\ntype T { }\ndatatype D { A, B() }\ntype U := int;",
        expect![[r#"
        1:14-15: expected `;` after the constant, found `=`
          help: a constant gets its value from an axiom: `axiom c == 3;`
        2:7-8: expected `;` after the type, found `<`
          help: the parameters of a type are written `type T a b;`
        3:8-9: expected `;` after the type, found `{`
          help: a type with constructors is declared with `datatype`
        4:15-16: expected `(` after the constructor, found `,`
          help: a constructor without fields is written `A()`
        5:8-10: expected `;` after the type, found `:=`
          help: a type synonym is written with `=`
    "#]],
    );
}

#[test]
fn procedures_and_their_bodies() {
    check(
        "procedure P();\nrequires true;\n{ x := 1; }",
        expect![[r#"
        3:1-2: expected a declaration, found `{`
          help: a header that ends with `;` has no body: remove that `;`
    "#]],
    );
    check(
        "procedure P()\nrequires true;\nprocedure Q() { }",
        expect![[r#"
        3:1-10: expected a body after the specifications, found keyword `procedure`
          help: without a body, the header ends with `;` before the specifications
    "#]],
    );
    check(
        "procedure P()\nprocedure Q() { y = 1; }",
        expect![[r#"
        2:1-10: expected `;`, a specification or a body after the header, found keyword `procedure`
        2:19-20: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
    "#]],
    );
    check(
        "procedure P() requires ; ensures x = 1; { }",
        expect![[r#"
        1:24-25: expected an expression, found `;`
        1:36-37: `=` is not an operator
          help: equality is written `==`, assignment `:=`
    "#]],
    );
    check(
        "procedure P() refines A; { }\nimplementation P() requires x; { }",
        expect![[r#"
        1:15-22: expected `requires`, `ensures`, `modifies` or `measure`, found keyword `refines`
          help: `refines`, `preserves` and `asserts` belong to actions and yield procedures
        2:20-28: expected the body of the implementation, found keyword `requires`
          help: the specification belongs to the procedure, not to its implementation
    "#]],
    );
    check(
        "implementation P(x: int where x > 0) { }\nrequires x;\nx := 1;",
        expect![[r#"
        1:25-30: no `where` clause may stand on a parameter of an implementation
        2:1-9: expected a declaration, found keyword `requires`
          help: specifications follow directly on the header of their procedure, before its body
    "#]],
    );
}

#[test]
fn function_parameters() {
    check("function f(x, y: int, z, w: bool): int;", expect![]);
    check(
        "function f(x: int, y): int;",
        expect![[r#"
        1:20-21: the type of the last parameter is not given
    "#]],
    );
    check(
        "function f(int, y: int): int;",
        expect![[r#"
        1:12-15: expected the name of a parameter, found a type
          help: either all parameters of a function have names, or none has
    "#]],
    );
    check(
        "function f(int: y): int;",
        expect![[r#"
        1:12-15: expected the name of a parameter before `:`
          help: a parameter is written `x: T`, or `T` alone
    "#]],
    );
}

#[test]
fn civl() {
    check(
        "pure left action A();\nyield axiom;\natomic procedure P();\npure function f(): int;",
        expect![[r#"
        1:6-10: a pure action has no mover type
          help: a pure action commutes with everything; remove the mover type
        2:7-12: expected `procedure` or `invariant` after `yield`, found keyword `axiom`
        3:8-17: expected `action` after the mover type, found keyword `procedure`
        4:6-14: expected `action` or `procedure` after `pure`, found keyword `function`
    "#]],
    );
    check(
        "yield procedure P();\nrefines A;\nrefines action B { }\nasserts x;\nrequires call A() | B();",
        expect![[r#"
        3:1-21: only one action can be refined
          2:1: the other `refines`
        4:1-8: expected `requires`, `preserves`, `ensures`, `refines`, `modifies` or `measure`, found keyword `asserts`
        5:10-14: a parallel call may not stand in a specification
          help: write one specification for each call
    "#]],
    );
    check(
        "action A() ensures x; { }\nyield invariant I() preserves x;",
        expect![[r#"
        1:12-19: expected `refines`, `modifies`, `requires` or `asserts`, found keyword `ensures`
          help: an action has a body instead of a postcondition
        2:21-30: expected `;` after the header of the invariant, found keyword `preserves`
    "#]],
    );
    check_body(
        "yield; call A() | { } B();",
        expect![[r#"
        1:17-22: expected a statement, found keyword `yield`
          help: a yield is a parallel call of yield invariants: `call Inv();`
        1:35-36: expected the name of a procedure after `call`, found `{`
          help: attributes are written `{:name …}`
    "#]],
    );
}

#[test]
fn recovery_finds_later_errors() {
    check(
        "type T U = ;\nvar x: ;\nfunction f(: int;\nprocedure P()\n{\n  x := ;\n  if ( { y := ; }\n  z := 1 +;\n}\nvar y;",
        expect![[r#"
            1:12-13: expected a type, found `;`
            2:8-9: expected a type, found `;`
            3:12-13: expected a type, found `:`
            6:8-9: expected an expression, found `;`
            7:8-9: expected an expression, found `{`
            8:11-12: expected an expression, found `;`
            10:6-7: expected `:` before the type, found `;`
        "#]],
    );
}

#[test]
fn a_hundred_errors_are_enough() {
    let text = "axiom ;\n".repeat(1000);
    let (_, diagnostics) = front::bpl::parse(source::FileId(0), &text);
    assert_eq!(diagnostics.len(), 100);
}
