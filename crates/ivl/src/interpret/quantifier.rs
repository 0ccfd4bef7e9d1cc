//! Quantifiers and lambdas, where finitely many points decide them.
//!
//! ```text
//! x of a small type            all its values
//! ∀x. G ⇒ B,  ∃x. G ∧ B        the integers between the bounds that the conjuncts of G give, or the value of e for a
//!                              conjunct x = e: elsewhere G is false
//! λx. if G then A else B       the same points; elsewhere B, if it does not mention x
//! ```
//!
//! Bounds are expressions without the variables that are still to be quantified, so they have values here. Where a
//! variable has no such points, nothing is known: unmodelled.

use super::domain;
use super::eval::map_index;
use super::machine::{Machine, Run, Scope, unmodelled};
use super::value::Value;
use crate::typed::{
    BinaryOp, BoundId, BoundVar, Expr, ExprKind, Literal, Quantifier, QuantifierKind, Type, UnaryOp, Var,
};
use crate::visit;
use num_bigint::BigInt;
use source::Span;
use std::collections::BTreeMap;

/// More points than this are not looked at one by one.
const MOST_POINTS: u32 = 5_000;

impl Machine<'_> {
    pub(super) fn quantifier(
        &mut self,
        scope: &mut Scope,
        quantifier: &Quantifier,
        ty: &Type,
        span: Span,
    ) -> Run<Value> {
        if !quantifier.type_params.is_empty() {
            return unmodelled("a quantifier over types", span);
        }
        let vars: Vec<&BoundVar> = quantifier.vars.iter().collect();
        if vars.is_empty() {
            return self.known_instances(scope, quantifier, span);
        }
        match quantifier.kind {
            QuantifierKind::Forall => Ok(Value::Bool(!self.some(scope, &vars, &quantifier.body, false, span)?)),
            QuantifierKind::Exists => Ok(Value::Bool(self.some(scope, &vars, &quantifier.body, true, span)?)),
            QuantifierKind::Lambda => self.lambda(scope, &vars, &quantifier.body, ty, span),
        }
    }

    /// A quantifier over types, of which the body holds the instances at known types: these decide it only one way.
    fn known_instances(&mut self, scope: &mut Scope, quantifier: &Quantifier, span: Span) -> Run<Value> {
        let value = self.holds(scope, &quantifier.body)?;
        match (quantifier.kind, value) {
            (QuantifierKind::Forall, false) | (QuantifierKind::Exists, true) => Ok(Value::Bool(value)),
            (QuantifierKind::Forall | QuantifierKind::Exists | QuantifierKind::Lambda, _) => {
                unmodelled("a quantifier over types", span)
            }
        }
    }

    /// Whether the body has the wanted truth at some point.
    fn some(&mut self, scope: &mut Scope, vars: &[&BoundVar], body: &Expr, wanted: bool, span: Span) -> Run<bool> {
        if vars.is_empty() {
            return Ok(self.holds(scope, body)? == wanted);
        }
        let guards = if wanted { conjuncts(body) } else { antecedents(body) };
        for (at, var) in vars.iter().enumerate() {
            let Some(points) = self.points(scope, var, vars, &guards, span)? else { continue };
            let mut rest = vars.to_vec();
            rest.remove(at);
            for point in points {
                scope.bound.push((var.id, point));
                let found = self.some(scope, &rest, body, wanted, span);
                scope.bound.pop();
                if found? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        unmodelled("a quantifier over infinitely many values", span)
    }

    /// The points of a variable outside which some guard is false; none if the guards give no such points.
    fn points(
        &mut self,
        scope: &mut Scope,
        var: &BoundVar,
        open: &[&BoundVar],
        guards: &[Expr],
        span: Span,
    ) -> Run<Option<Vec<Value>>> {
        if let Some(elements) = domain::elements(self.program, &var.ty) {
            return Ok(Some(elements));
        }
        let (mut low, mut high): (Option<BigInt>, Option<BigInt>) = (None, None);
        for guard in guards {
            let Some((op, bound)) = comparison(guard, var.id) else { continue };
            if mentions_any(bound, open) {
                continue;
            }
            let value = self.eval(scope, bound)?;
            if op == BinaryOp::Eq {
                return Ok(Some(vec![value]));
            }
            let Value::Int(value) = value else { continue };
            match op {
                BinaryOp::Lt => lower(&mut high, value - 1),
                BinaryOp::Le => lower(&mut high, value),
                BinaryOp::Gt => raise(&mut low, value + 1),
                BinaryOp::Ge => raise(&mut low, value),
                _ => {}
            }
        }
        let (Some(low), Some(high)) = (low, high) else { return Ok(None) };
        if low > high {
            return Ok(Some(Vec::new()));
        }
        let count = u32::try_from(&high - &low).unwrap_or(u32::MAX);
        if count >= MOST_POINTS {
            return unmodelled("a quantifier over this many values", span);
        }
        Ok(Some((0..=count).map(|offset| Value::Int(&low + offset)).collect()))
    }

    /// λ of several variables is λ of the first to λ of the rest.
    fn lambda(&mut self, scope: &mut Scope, vars: &[&BoundVar], body: &Expr, ty: &Type, span: Span) -> Run<Value> {
        let Some((var, rest)) = vars.split_first() else { return self.eval(scope, body) };
        let Some((domain, result)) = map_index(ty) else { return unmodelled("this lambda", span) };
        if !mentions_any(body, &[var]) {
            let default = self.lambda(scope, rest, body, &result, span)?;
            return self.map_value(&domain, default, BTreeMap::new(), span);
        }
        let (points, default) = match domain::elements(self.program, &var.ty) {
            Some(elements) => (elements, None),
            None => {
                let Some((guards, outside)) = guarded(body) else {
                    return unmodelled("a lambda over infinitely many values", span);
                };
                let points = self.points(scope, var, vars, &guards, span)?;
                let (Some(points), false) = (points, mentions_any(&outside, &[var])) else {
                    return unmodelled("a lambda over infinitely many values", span);
                };
                (points, Some(self.lambda(scope, rest, &outside, &result, span)?))
            }
        };
        let mut entries = BTreeMap::new();
        for point in points {
            scope.bound.push((var.id, point.clone()));
            let value = self.lambda(scope, rest, body, &result, span);
            scope.bound.pop();
            entries.insert(point, value?);
        }
        // Over a small type the entries are everything, and any default does.
        let default = default.or_else(|| entries.values().next().cloned());
        match default {
            Some(default) => self.map_value(&domain, default, entries, span),
            None => unmodelled("a lambda over an empty type", span),
        }
    }
}

fn lower(bound: &mut Option<BigInt>, value: BigInt) {
    *bound = Some(bound.take().map_or(value.clone(), |old| old.min(value)));
}

fn raise(bound: &mut Option<BigInt>, value: BigInt) {
    *bound = Some(bound.take().map_or(value.clone(), |old| old.max(value)));
}

/// G1, G2, … of G1 ∧ G2 ∧ …
fn conjuncts(expr: &Expr) -> Vec<Expr> {
    match expr.kind() {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        _ => vec![expr.clone()],
    }
}

/// The conjuncts of G1, G2, … of G1 ⇒ (G2 ⇒ … B), and of ¬G1 ∨ ….
fn antecedents(expr: &Expr) -> Vec<Expr> {
    match expr.kind() {
        ExprKind::Binary(BinaryOp::Implies, guard, body) => {
            let mut all = conjuncts(guard);
            all.extend(antecedents(body));
            all
        }
        ExprKind::Binary(BinaryOp::Or, left, right) => {
            let mut all = antecedents(left);
            all.extend(antecedents(right));
            all
        }
        ExprKind::Unary(UnaryOp::Not, guard) => conjuncts(guard),
        _ => Vec::new(),
    }
}

/// The guards of a body, and what it is where they do not all hold.
fn guarded(body: &Expr) -> Option<(Vec<Expr>, Expr)> {
    let truth = |value| Expr::new(ExprKind::Literal(Literal::Bool(value)), Type::Bool, body.span());
    match body.kind() {
        ExprKind::IfThenElse(guard, _, otherwise) => Some((conjuncts(guard), otherwise.clone())),
        ExprKind::Binary(BinaryOp::Implies | BinaryOp::Or, ..) => Some((antecedents(body), truth(true))),
        ExprKind::Binary(..) if *body.ty() == Type::Bool => Some((conjuncts(body), truth(false))),
        _ => None,
    }
}

/// `x op e` out of a guard that compares the variable, on either side.
fn comparison(guard: &Expr, var: BoundId) -> Option<(BinaryOp, &Expr)> {
    let ExprKind::Binary(op, left, right) = guard.kind() else { return None };
    let is_var = |expr: &Expr| matches!(expr.kind(), ExprKind::Var(Var::Bound(id)) if *id == var);
    let mirrored = match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Eq => BinaryOp::Eq,
        BinaryOp::Iff
        | BinaryOp::Implies
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Neq
        | BinaryOp::Concat
        | BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Mod
        | BinaryOp::RealDiv
        | BinaryOp::Pow => return None,
    };
    if is_var(left) {
        Some((*op, right))
    } else if is_var(right) {
        Some((mirrored, left))
    } else {
        None
    }
}

fn mentions_any(expr: &Expr, vars: &[&BoundVar]) -> bool {
    let mut found = false;
    visit::walk(expr, &mut |node| {
        found |= matches!(node.kind(), ExprKind::Var(Var::Bound(id)) if vars.iter().any(|var| var.id == *id));
        !found
    });
    found
}
