//! Errors in statements.

use crate::{check, check_body};
use expect_test::expect;

#[test]
fn a_missing_semicolon_is_reported_where_it_is_missing() {
    check(
        "procedure P() {\n  x := 1\n  assert x == 1\n  y := 2;\n  havoc x }\naxiom true",
        expect![[r#"
        2:9-9: expected `;` after the assignment, found keyword `assert`
        3:16-16: expected `;` after the assertion, found `y`
        5:11-12: expected `;` after `havoc`, found `}`
        6:11-11: expected `;` after the axiom, found the end of the file
    "#]],
    );
    check(
        "var x: int\nvar y: int;\nconst c: int\nprocedure P();\nrequires x > 0\nensures true;",
        expect![[r#"
        1:11-11: expected `;` after the variable, found keyword `var`
        3:13-13: expected `;` after the constant, found keyword `procedure`
        5:15-15: expected `;` after the precondition, found keyword `ensures`
    "#]],
    );
}

#[test]
fn calls_need_call() {
    check_body(
        "Q(x, 1); Q(); R(x); S;",
        expect![[r#"
        1:17-18: `Q(…)` is not a statement
          help: to call a procedure, write `call Q(…);`
        1:26-27: `Q(…)` is not a statement
          help: to call a procedure, write `call Q(…);`
        1:31-32: `R(…)` is not a statement
          help: to call a procedure, write `call R(…);`
        1:38-39: expected `:=` or `:` after `S`, found `;`
          help: to call a procedure, write `call S();`
    "#]],
    );
    check_body(
        "None() := e; par A() | B(); call A() | ; async call A() | B();",
        expect![[r#"
        1:17-21: `None(…)` is not a statement
          help: to take a value apart, write `None(x, y) := e;` with one variable or more
        1:34-35: expected `:=` or `:` after `par`, found `A`
          help: parallel calls are written `call A() | B();`
        1:56-57: expected the name of a procedure after `call`, found `;`
        1:58-63: an `async` or `free` call may not be part of a parallel call
    "#]],
    );
}

#[test]
fn conditions_and_branches() {
    check_body(
        "if x > 0 { y := 1; }",
        expect![[r#"
        1:20-21: expected `(` after `if`, found `x`
          help: the condition of a statement stands in parentheses
    "#]],
    );
    check_body(
        "if (x > 0) y := 1; z := 2;",
        expect![[r#"
        1:28-29: expected `{` after the condition of the `if`, found `y`
          help: the statements of a branch or loop stand in braces, even if there is only one
    "#]],
    );
    check_body(
        "if (x > 0) { y := 1; } elif (x < 0) { y := 2; }",
        expect![[r#"
        1:40-44: `elif(…)` is not a statement
          help: write `else if`
    "#]],
    );
    check_body(
        "if (x > 0) { } else y := 3;",
        expect![[r#"
        1:37-38: expected `{` or `if` after `else`, found `y`
          help: the statements of a branch or loop stand in braces, even if there is only one
    "#]],
    );
    check_body(
        "while (*) { x := 1; } invariant x > 0;",
        expect![[r#"
        1:39-48: expected a statement, found keyword `invariant`
          help: invariants stand between the head of the loop and its `{`
    "#]],
    );
    check_body(
        "else { x := 1; }",
        expect![[r#"
        1:17-21: expected a statement, found keyword `else`
          help: an `else` follows directly on the `}` of its `if`
    "#]],
    );
}

#[test]
fn braces_that_do_not_match() {
    check(
        "procedure P() {\n  if (*) {\n    x := 1;\n}\n\nprocedure Q() { }\nprocedure R() { x = 1; }",
        expect![[r#"
        1:15-16: this brace is not closed
          6:1: expected `}` before keyword `procedure`
        7:19-20: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
    "#]],
    );
    check(
        "procedure P() {\n  x := 1;\n",
        expect![[r#"
        1:15-16: this brace is not closed
          3:1: expected `}` before the end of the file
    "#]],
    );
    check(
        "procedure P() { } }\nprocedure Q() { x = 1; }",
        expect![[r#"
        1:19-20: expected a declaration, found `}`
          help: this brace closes nothing
        2:19-20: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
    "#]],
    );
    check(
        "axiom (f(x);\naxiom [x;",
        expect![[r#"
        1:12-13: expected `)`, found `;`
          1:7: to close this parenthesis
        2:7-8: expected an expression, found `[`
    "#]],
    );
}

#[test]
fn keywords_are_no_names() {
    check(
        "var type: int;\nprocedure old();\nfunction f(x: int, call: int): int;",
        expect![[r#"
        1:5-9: expected a variable to declare, found keyword `type`
          help: `type` is a keyword; to use it as a name, write `\type`
        2:11-14: expected the name of the procedure, found keyword `old`
          help: `old` is a keyword; to use it as a name, write `\old`
        3:20-24: expected the name of a parameter, found keyword `call`
          help: `call` is a keyword; to use it as a name, write `\call`
    "#]],
    );
    check_body(
        "x := type + 1; type := 2; y = 3;",
        expect![[r#"
        1:22-26: expected an expression, found keyword `type`
          help: to use a keyword as a name, write a backslash before it
        1:32-36: expected a statement, found keyword `type`
          help: to use a keyword as a name, write a backslash before it
        1:45-46: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
    "#]],
    );
    check(
        "procedure P() {\n  type := 2;\n  y = 3;\n}",
        expect![[r#"
        2:3-7: expected a statement, found keyword `type`
          help: to use a keyword as a name, write a backslash before it
        3:5-6: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
    "#]],
    );
    check("var \\type, reveal, pop, left: int; procedure P() { pop := 1; pop; left: reveal f; hide *; }", expect![]);
}

#[test]
fn a_broken_invariant_does_not_break_its_loop() {
    check_body(
        "while (x > ) invariant x = 1; invariant ; measure ; { y = 1; } z = 1;",
        expect![[r#"
            1:28-29: expected an expression, found `)`
            1:42-43: `=` is not an operator
              help: equality is written `==`, assignment `:=`
            1:57-58: expected an expression, found `;`
            1:67-68: expected an expression, found `;`
            1:73-74: expected `:=` in the assignment, found `=`
              help: assignment is written `:=`, equality `==`
            1:82-83: expected `:=` in the assignment, found `=`
              help: assignment is written `:=`, equality `==`
        "#]],
    );
    check_body(
        "while (true) invariant x = 1; invariant ; measure ; { y = 1; } z = 1;",
        expect![[r#"
        1:42-43: `=` is not an operator
          help: equality is written `==`, assignment `:=`
        1:57-58: expected an expression, found `;`
        1:67-68: expected an expression, found `;`
        1:73-74: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
        1:82-83: expected `:=` in the assignment, found `=`
          help: assignment is written `:=`, equality `==`
    "#]],
    );
    check_body(
        "if (x = ) { y = 1; } else { y = 2; } z = 1;",
        expect![[r#"
            1:23-24: `=` is not an operator
              help: equality is written `==`, assignment `:=`
            1:25-26: expected an expression, found `)`
            1:31-32: expected `:=` in the assignment, found `=`
              help: assignment is written `:=`, equality `==`
            1:47-48: expected `:=` in the assignment, found `=`
              help: assignment is written `:=`, equality `==`
            1:56-57: expected `:=` in the assignment, found `=`
              help: assignment is written `:=`, equality `==`
        "#]],
    );
}
