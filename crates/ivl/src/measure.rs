//! Measures: lexicographic tuples of integers and truth values that fall.
//!
//! ```text
//! bounded(m1, …, mn)    mi ≥ 0 for each integer mi
//! (s1, …, sn) < (g1, …, gn)    s1 < g1 ∨ (s1 = g1 ∧ (s2 < g2 ∨ …)), where false < true
//! ```

use crate::typed::*;
use source::Span;

/// The conditions that keep a measure well founded.
pub fn bounded(exprs: &[Expr]) -> Vec<Expr> {
    let integers = exprs.iter().filter(|expr| *expr.ty() == Type::Int);
    integers.map(|expr| binary(BinaryOp::Ge, expr.clone(), zero(expr.span()), expr.span())).collect()
}

/// The first tuple is smaller than the second.
pub fn less(smaller: &[Expr], greater: &[Expr], span: Span) -> Expr {
    let mut result: Option<Expr> = None;
    for (small, great) in smaller.iter().zip(greater).rev() {
        let falls = match small.ty() {
            Type::Bool => binary(BinaryOp::And, not(small.clone()), great.clone(), span),
            _ => binary(BinaryOp::Lt, small.clone(), great.clone(), span),
        };
        result = Some(match result {
            None => falls,
            Some(rest) => {
                let stays = binary(BinaryOp::Eq, small.clone(), great.clone(), span);
                binary(BinaryOp::Or, falls, binary(BinaryOp::And, stays, rest, span), span)
            }
        });
    }
    result.unwrap_or_else(|| literal(Literal::Bool(false), Type::Bool, span))
}

fn binary(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Binary(op, left, right), Type::Bool, span)
}

fn not(expr: Expr) -> Expr {
    let span = expr.span();
    Expr::new(ExprKind::Unary(UnaryOp::Not, expr), Type::Bool, span)
}

fn zero(span: Span) -> Expr {
    literal(Literal::Int(0.into()), Type::Int, span)
}

fn literal(literal: Literal, ty: Type, span: Span) -> Expr {
    Expr::new(ExprKind::Literal(literal), ty, span)
}
