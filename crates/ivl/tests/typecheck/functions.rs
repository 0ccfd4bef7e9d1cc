//! Functions and what their bodies become.

use crate::{accept, check};
use expect_test::expect;
use ivl::typed::{Expr, ExprKind, Meaning, Program, Symbol, Type, Var};

fn meanings(program: &Program) -> Vec<&'static str> {
    let word = |meaning: &Meaning| match meaning {
        Meaning::Uninterpreted => "uninterpreted",
        Meaning::Inline(_) => "inline",
        Meaning::Define(_) => "define",
        Meaning::Builtin(_) => "builtin",
    };
    program.functions.iter().map(|function| word(&function.meaning)).collect()
}

/// An expression in prefix form; bound variables by name would need a scope, so they are numbered.
fn show(expr: &Expr) -> String {
    match expr.kind() {
        ExprKind::Quantifier(quantifier) => {
            let vars: Vec<String> = quantifier.vars.iter().map(|var| format!("b{}", var.id.0)).collect();
            let triggers: Vec<String> = quantifier.triggers.iter().flatten().map(show).collect();
            let types = quantifier.type_params.len();
            format!("forall<{types}> {} :: {{{}}} {}", vars.join(" "), triggers.join(" "), show(&quantifier.body))
        }
        ExprKind::Binary(op, left, right) => format!("({op:?} {} {})", show(left), show(right)),
        ExprKind::Apply { function, type_args, args } => {
            let args: Vec<String> = args.iter().map(show).collect();
            format!("f{}<{}>({})", function.0, type_args.len(), args.join(" "))
        }
        ExprKind::Var(Var::Bound(id)) => format!("b{}", id.0),
        ExprKind::Literal(literal) => format!("{literal:?}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_plain_body_becomes_an_axiom() {
    let (_, program) = accept(
        "function double(x: int): int { x + x }
         function two(): int { 2 }
         function first<T, U>(x: T, y: U): T { x }
         function none<T>(): T uses { axiom true; }
         function {:inline} next(x: int): int { x + 1 }
         function {:define} prev(x: int): int { x - 1 }
         function {:inline false} plain(x: int): int { x }
         function {:bvbuiltin \"bvadd\"} add(x: bv8, y: bv8): bv8;
         function {:builtin \"MapConst\"} constant<T>(x: T): [int]T;",
    );
    assert_eq!(
        meanings(&program),
        [
            "uninterpreted",
            "uninterpreted",
            "uninterpreted",
            "uninterpreted",
            "inline",
            "define",
            "uninterpreted",
            "builtin",
            "builtin"
        ]
    );
    let mut text = String::new();
    for axiom in &program.axioms {
        assert!(matches!(axiom.used_by[..], [Symbol::Function(_)]));
        text += &format!("{}\n", show(&axiom.expr));
    }
    expect![[r#"
        forall<0> b9 :: {f0<0>(b9)} (Eq f0<0>(b9) (Add b9 b9))
        (Eq f1<0>() Int(2))
        forall<2> b10 b11 :: {f2<2>(b10 b11)} (Eq f2<2>(b10 b11) b10)
        Bool(true)
        forall<0> b12 :: {f6<0>(b12)} (Eq f6<0>(b12) b12)
    "#]]
    .assert_eq(&text);
}

#[test]
fn the_variables_of_a_definition_are_its_own() {
    let (_, program) = accept("function f<T>(x: T): T { x }");
    let ExprKind::Quantifier(quantifier) = program.axioms[0].expr.kind() else { panic!("no quantifier") };
    assert_ne!(quantifier.vars[0].id, program.functions[0].params[0].id);
    assert_ne!(quantifier.vars[0].ty, program.functions[0].params[0].ty);
    assert_eq!(quantifier.vars[0].ty, Type::Var(quantifier.type_params[0]));
}

#[test]
fn bodies_have_the_type_of_the_result() {
    check(
        "function f(x: int): bool { x }
         function {:inline} g(x: int): bool { x }
         function {:define} h(x: int): bool { x }
         function k(x: int) returns (r: int) { r }
         function l(x: int) returns (x: int) { x }
         axiom 1;",
        expect![[r#"
            1:28: E0301 the body of the function must be of type `bool`, not `int`
            2:47: E0301 the body of the function must be of type `bool`, not `int`
            3:47: E0301 the body of the function must be of type `bool`, not `int`
            4:48: E0201 undeclared variable `r`
            5:38: E0202 parameter `x` is declared more than once
              5:21: first declared here
            6:16: E0301 an axiom must be of type `bool`, not `int`
        "#]],
    );
}

#[test]
fn expansion_must_end() {
    check(
        "function {:inline} self(x: int): int { self(x) }
         function {:inline} a(x: int): int { b(x) }
         function {:define} b(x: int): int { 1 + a(x) }
         function {:inline} fine(x: int): int { rec(x) }
         function rec(x: int): int { fine(x) }",
        expect![[r#"
            1:20: E0210 function `self` is expanded but calls itself
              help: without `:inline` or `:define` the body becomes an axiom, and may be recursive
            2:29: E0210 functions are expanded but call each other: `a`, `b`
              help: without `:inline` or `:define` the body becomes an axiom, and may be recursive
        "#]],
    );
}

#[test]
fn attributes_of_functions() {
    check(
        "function {:inline} {:define} both(x: int): int { x }
         function {:inline} no_body(x: int): int;
         function {:define} no_body_either(x: int): int;
         function {:define} poly<T>(x: T): T { x }
         function {:inline 1} number(x: int): int { x }",
        expect![[r#"
            1:30: E0210 function `both` cannot be both `:inline` and `:define`
            2:29: E0210 function `no_body` is `:inline` but has no body
            3:29: E0210 function `no_body_either` is `:define` but has no body
            4:29: E0210 function `poly` is `:define` and cannot have type parameters
            5:19: E0210 the parameter of `:inline` on a function must be of type `bool`
        "#]],
    );
}

#[test]
fn functions_that_are_no_patterns() {
    let (_, program) = accept(
        "function {:never_pattern} f(x: int): int; function g(x: int): int;
         axiom (forall x: int :: f(x) == g(x));
         axiom (forall x: int :: {g(x)} f(x) == g(x));",
    );
    let counts: Vec<usize> = program
        .axioms
        .iter()
        .map(|axiom| match axiom.expr.kind() {
            ExprKind::Quantifier(quantifier) => quantifier.no_patterns.len(),
            _ => 99,
        })
        .collect();
    assert_eq!(counts, [1, 0]);
}
