//! What is said about text that is not a program.

use expect_test::{Expect, expect};
use source::SourceMap;

/// Parses and renders `line:column: message`, with labels and help below.
fn check(text: &str, expected: Expect) {
    let mut map = SourceMap::new();
    let file = map.add("test.bpl", text);
    let (_, diagnostics) = front::bpl::parse(file, text);
    let mut shown = String::new();
    for diagnostic in diagnostics {
        let (start, end) = (map.start(diagnostic.span), map.end(diagnostic.span));
        assert_eq!(start.line, end.line, "an error marks one line");
        shown += &format!("{}:{}-{}: ", start.line, start.column, end.column);
        if diagnostic.code.id != "E0101" {
            shown += &format!("[{}] ", diagnostic.code.id);
        }
        shown += &format!("{}\n", diagnostic.message);
        for label in diagnostic.related {
            let place = map.start(label.span);
            shown += &format!("  {}:{}: {}\n", place.line, place.column, label.text);
        }
        for help in diagnostic.help {
            shown += &format!("  help: {help}\n");
        }
    }
    expected.assert_eq(&shown);
}

/// Checks the body of a procedure; the text stands on line 1, from column 17 on.
fn check_body(text: &str, expected: Expect) {
    check(&format!("procedure P() {{ {text} }}"), expected);
}

#[test]
fn empty_files_are_programs() {
    check("", expect![""]);
    check(" // nothing\n/* at all */", expect![""]);
    check("\u{feff}const x: int;", expect![""]);
}

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
