//! Tests on expressions built by hand.

use super::*;
use crate::typed::{
    BinaryOp, BoundId, BoundVar, Cmd, CmdKind, CodeBlock, CodeExpr, CodeTransfer, Expr, ExprKind, FunctionId, GlobalId,
    Literal, MapType, Name, Quantifier, QuantifierKind, Type, TypeVar, Var,
};
use rustc_hash::FxHashMap;
use source::{FileId, Span};
use std::sync::Arc;

fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}

fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr::new(kind, ty, span())
}

fn int(n: i32) -> Expr {
    expr(ExprKind::Literal(Literal::Int(n.into())), Type::Int)
}

fn bound(id: u32) -> Expr {
    expr(ExprKind::Var(Var::Bound(BoundId(id))), Type::Int)
}

fn global(id: u32) -> Expr {
    expr(ExprKind::Var(Var::Global(GlobalId(id))), Type::Int)
}

fn add(left: &Expr, right: &Expr) -> Expr {
    expr(ExprKind::Binary(BinaryOp::Add, left.clone(), right.clone()), Type::Int)
}

fn eq(left: &Expr, right: &Expr) -> Expr {
    expr(ExprKind::Binary(BinaryOp::Eq, left.clone(), right.clone()), Type::Bool)
}

fn bound_var(id: u32, ty: Type) -> BoundVar {
    BoundVar { id: BoundId(id), name: "x".into(), ty, attributes: Vec::new() }
}

fn forall(id: u32, trigger: Expr, body: Expr) -> Expr {
    let quantifier = Quantifier {
        kind: QuantifierKind::Forall,
        type_params: Vec::new(),
        vars: vec![bound_var(id, Type::Int)],
        triggers: vec![vec![trigger]],
        no_patterns: Vec::new(),
        attributes: Vec::new(),
        body,
    };
    expr(ExprKind::Quantifier(quantifier), Type::Bool)
}

fn apply(args: Vec<Expr>) -> Expr {
    expr(ExprKind::Apply { function: FunctionId(0), type_args: Vec::new(), args }, Type::Int)
}

/// `|{ var x: int; A: x := 1; return x == g0; }|` where x is `id`.
fn code(id: u32) -> Expr {
    let cmd =
        Cmd { kind: CmdKind::Assign(vec![(Var::Bound(BoundId(id)), int(1))]), attributes: Vec::new(), span: span() };
    let block =
        CodeBlock { label: "A".into(), cmds: vec![cmd], transfer: CodeTransfer::Return(eq(&bound(id), &global(0))) };
    let code = CodeExpr { locals: vec![bound_var(id, Type::Int)], blocks: vec![block] };
    expr(ExprKind::Code(Arc::new(code)), Type::Bool)
}

/// A graph of `depth` nodes that is a tree of 2^depth.
fn doubled(depth: u32) -> Expr {
    (0..depth).fold(global(0), |sum, _| add(&sum, &sum))
}

fn rename(map: &[(Var, Expr)]) -> Substitution {
    let vars: FxHashMap<Var, Expr> = map.iter().cloned().collect();
    Substitution { vars, ..Substitution::default() }
}

#[test]
fn rewrite_calls_back_once_per_node_parts_first() {
    // forall x :: {f(x)} f(x) == x + 1, nothing shared: ==, +, x, 1, f, x, and the trigger's f, x, and the forall.
    let body = eq(&apply(vec![bound(0)]), &add(&bound(0), &int(1)));
    let whole = forall(0, apply(vec![bound(0)]), body);
    let mut seen = Vec::new();
    let new = rewrite(&whole, &mut |e| {
        seen.push(match e.kind() {
            ExprKind::Quantifier(_) => "forall",
            ExprKind::Apply { .. } => "f",
            ExprKind::Var(_) => "x",
            ExprKind::Literal(_) => "1",
            ExprKind::Binary(BinaryOp::Add, ..) => "+",
            _ => "==",
        });
        e
    });
    assert_eq!(seen, ["x", "f", "x", "f", "x", "1", "+", "==", "forall"]);
    assert!(Arc::ptr_eq(&new.0, &whole.0), "nothing changed, so nothing is copied");
}

#[test]
fn rewrite_and_walk_take_each_shared_node_once() {
    let graph = doubled(60);
    let mut calls = 0;
    let new = rewrite(&graph, &mut |e| {
        calls += 1;
        if matches!(e.kind(), ExprKind::Var(_)) { int(7) } else { e }
    });
    assert_eq!(calls, 61);
    let mut nodes = 0;
    walk(&new, &mut |_| {
        nodes += 1;
        true
    });
    assert_eq!(nodes, 61, "the rewritten graph is as shared as the old one");
}

#[test]
fn rewrite_keeps_what_does_not_change() {
    let kept = add(&int(1), &int(2));
    let whole = eq(&kept, &global(0));
    let new = rewrite(&whole, &mut |e| if matches!(e.kind(), ExprKind::Var(_)) { int(3) } else { e });
    let ExprKind::Binary(BinaryOp::Eq, left, right) = new.kind() else { panic!("{new:?}") };
    assert!(Arc::ptr_eq(&left.0, &kept.0));
    assert!(matches!(right.kind(), ExprKind::Literal(_)));
}

#[test]
fn rewrite_reaches_the_commands_of_code_expressions() {
    let mut calls = 0;
    rewrite(&code(0), &mut |e| {
        calls += 1;
        e
    });
    assert_eq!(calls, 5, "1, x, g0, ==, and the code expression");
}

#[test]
fn walk_goes_below_only_where_told() {
    let whole = forall(0, apply(vec![bound(0)]), eq(&bound(0), &int(1)));
    let mut nodes = 0;
    walk(&whole, &mut |e| {
        nodes += 1;
        !matches!(e.kind(), ExprKind::Apply { .. })
    });
    assert_eq!(nodes, 5, "the forall, f, ==, x, 1");
}

#[test]
fn substitute_renews_binders_in_triggers_and_bodies() {
    let whole = forall(0, apply(vec![bound(0), bound(5)]), eq(&bound(0), &bound(5)));
    let mut next_bound = 10;
    let mut type_vars: Vec<Name> = Vec::new();
    let mut fresh = Fresh { next_bound: &mut next_bound, type_vars: &mut type_vars };
    // The replacement mentions another binder's variable; nothing captures it.
    let new = substitute(&whole, &rename(&[(Var::Bound(BoundId(5)), bound(0))]), &mut fresh);
    let ExprKind::Quantifier(quantifier) = new.kind() else { panic!("{new:?}") };
    assert_eq!(quantifier.vars[0].id, BoundId(10));
    assert_eq!(format!("{:?}", vars(&quantifier.triggers[0][0])), "[10, 0]");
    assert_eq!(format!("{:?}", vars(&quantifier.body)), "[10, 0]");
    assert_eq!(next_bound, 11);
}

#[test]
fn substitute_renews_the_locals_of_code_expressions() {
    let mut next_bound = 10;
    let mut type_vars: Vec<Name> = Vec::new();
    let mut fresh = Fresh { next_bound: &mut next_bound, type_vars: &mut type_vars };
    let new = substitute(&code(0), &rename(&[(Var::Global(GlobalId(0)), int(4))]), &mut fresh);
    let ExprKind::Code(new) = new.kind() else { panic!("{new:?}") };
    assert_eq!(new.locals[0].id, BoundId(10));
    let CmdKind::Assign(assignments) = &new.blocks[0].cmds[0].kind else { panic!("{new:?}") };
    assert_eq!(assignments[0].0, Var::Bound(BoundId(10)));
    let CodeTransfer::Return(result) = &new.blocks[0].transfer else { panic!("{new:?}") };
    assert_eq!(vars(result), [10]);
}

#[test]
fn substitution_is_simultaneous_and_shares_the_replacement() {
    let (x, y) = (Var::Bound(BoundId(0)), Var::Bound(BoundId(1)));
    let big = add(&bound(1), &bound(0));
    let whole = add(&add(&bound(0), &bound(1)), &bound(0));
    let mut next_bound = 10;
    let mut type_vars: Vec<Name> = Vec::new();
    let mut fresh = Fresh { next_bound: &mut next_bound, type_vars: &mut type_vars };
    let new = substitute(&whole, &rename(&[(x, big.clone()), (y, bound(0))]), &mut fresh);
    assert_eq!(vars(&new), [1, 0, 0], "the shared replacement counts once");
    let ExprKind::Binary(_, _, right) = new.kind() else { panic!("{new:?}") };
    assert!(Arc::ptr_eq(&right.0, &big.0));
}

#[test]
fn old_is_resolved_when_the_substitution_says_how() {
    let old = expr(ExprKind::Old(global(0)), Type::Int);
    let whole = eq(&old, &global(0));
    let now = Var::Global(GlobalId(0));
    let mut substitution = rename(&[(now, int(1))]);
    substitution.old = Some([(now, int(0))].into_iter().collect());
    let new = Substituter::new(&substitution, None).expr(&whole);
    let ExprKind::Binary(_, left, right) = new.kind() else { panic!("{new:?}") };
    assert!(matches!(left.kind(), ExprKind::Literal(Literal::Int(n)) if *n == 0.into()));
    assert!(matches!(right.kind(), ExprKind::Literal(Literal::Int(n)) if *n == 1.into()));
}

#[test]
fn instantiate_replaces_types_everywhere() {
    let t = Type::Var(TypeVar(0));
    let x = expr(ExprKind::Var(Var::Bound(BoundId(0))), t.clone());
    let call = expr(ExprKind::Apply { function: FunctionId(0), type_args: vec![t.clone()], args: vec![x] }, Type::Bool);
    let lambda = Quantifier {
        kind: QuantifierKind::Lambda,
        type_params: Vec::new(),
        vars: vec![bound_var(0, t.clone())],
        triggers: Vec::new(),
        no_patterns: Vec::new(),
        attributes: Vec::new(),
        body: call,
    };
    let map = |domain| Type::Map(Arc::new(MapType { type_params: 0, domain: vec![domain], range: Type::Bool }));
    let whole = expr(ExprKind::Quantifier(lambda), map(t));
    let new = instantiate(&whole, &[(TypeVar(0), Type::Real)].into_iter().collect());
    assert_eq!(*new.ty(), map(Type::Real));
    walk(&new, &mut |e| {
        assert!(!has_type_vars(e.ty()));
        match e.kind() {
            ExprKind::Apply { type_args, .. } => assert_eq!(*type_args, [Type::Real]),
            ExprKind::Quantifier(lambda) => assert_eq!(lambda.vars[0].ty, Type::Real),
            _ => {}
        }
        true
    });
}

#[test]
fn opening_a_map_type_counts_only_polymorphic_binders() {
    // <a>[a][int]<b>[b]a
    let inner = MapType {
        type_params: 1,
        domain: vec![Type::MapParam { depth: 0, index: 0 }],
        range: Type::MapParam { depth: 1, index: 0 },
    };
    let middle = MapType { type_params: 0, domain: vec![Type::Int], range: Type::Map(Arc::new(inner)) };
    let outer = MapType {
        type_params: 1,
        domain: vec![Type::MapParam { depth: 0, index: 0 }],
        range: Type::Map(Arc::new(middle)),
    };
    let (domain, range) = open_map(&outer, &[Type::Real]);
    assert_eq!(domain, [Type::Real]);
    let Type::Map(middle) = range else { panic!() };
    let Type::Map(inner) = &middle.range else { panic!() };
    assert_eq!(inner.domain, [Type::MapParam { depth: 0, index: 0 }]);
    assert_eq!(inner.range, Type::Real);
}

/// The bound variables of an expression, in order.
fn vars(expr: &Expr) -> Vec<u32> {
    let mut vars = Vec::new();
    walk(expr, &mut |e| {
        if let ExprKind::Var(Var::Bound(id)) = e.kind() {
            vars.push(id.0);
        }
        true
    });
    vars
}
