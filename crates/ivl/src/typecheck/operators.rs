//! Operators: which types they take, and what they give.

use super::literal::literal;
use super::unify::UNKNOWN;
use super::{Checker, broken, codes};
use crate::ast;
use crate::typed::{BinaryOp, Expr, ExprKind, Literal, Type, UnaryOp};
use source::Span;

impl<'a> Checker<'a> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &'a ast::Expr, span: Span) -> Expr {
        if self.in_trigger && op == UnaryOp::Not {
            self.error(&codes::TRIGGER, span, "logical operators are not allowed in triggers");
        }
        let operand = self.expr(operand);
        let unknown = *operand.ty() == UNKNOWN;
        let ty = match op {
            UnaryOp::Not => Some(Type::Bool).filter(|ty| self.infer.unify(operand.ty(), ty)),
            UnaryOp::Neg => [Type::Int, Type::Real].into_iter().find(|ty| self.infer.unify(operand.ty(), ty)),
        };
        match ty {
            _ if unknown => broken(span),
            Some(ty) => Expr::new(ExprKind::Unary(op, operand), ty, span),
            None => {
                let symbol = if op == UnaryOp::Not { "!" } else { "-" };
                let message = format!("operator `{symbol}` does not apply to `{}`", self.show(operand.ty()));
                self.error(&codes::OPERATOR, span, message);
                broken(span)
            }
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: &'a ast::Expr, right: &'a ast::Expr, span: Span) -> Expr {
        if self.in_trigger {
            self.check_trigger_operator(op, span);
        }
        let left = self.expr(left);
        let right = self.expr(right);
        if *left.ty() == UNKNOWN || *right.ty() == UNKNOWN {
            return broken(span);
        }
        match self.binary_type(op, left.ty(), right.ty()) {
            Some(ty) => Expr::new(ExprKind::Binary(op, left, right), ty, span),
            None => {
                let (left, right) = (self.show(left.ty()), self.show(right.ty()));
                let message = format!("operator `{}` does not apply to `{left}` and `{right}`", op.symbol());
                let mut diagnostic = source::Diagnostic::error(&codes::OPERATOR, span, message);
                if let Some(help) = conversion_help(&left, &right) {
                    diagnostic = diagnostic.help(help);
                }
                self.report(diagnostic);
                broken(span)
            }
        }
    }

    fn check_trigger_operator(&mut self, op: BinaryOp, span: Span) {
        let what = match op {
            BinaryOp::Eq => "equality is",
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => "comparisons are",
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => "logical operators are",
            BinaryOp::Neq | BinaryOp::Concat | BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => return,
            BinaryOp::Div | BinaryOp::Mod | BinaryOp::RealDiv | BinaryOp::Pow => return,
        };
        self.error(&codes::TRIGGER, span, format!("{what} not allowed in triggers"));
    }

    fn binary_type(&mut self, op: BinaryOp, left: &Type, right: &Type) -> Option<Type> {
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.number(left, right),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => self.number(left, right).map(|_| Type::Bool),
            BinaryOp::Div | BinaryOp::Mod => self.both(left, right, Type::Int),
            BinaryOp::RealDiv => {
                if self.int_or_real(left) && self.int_or_real(right) {
                    Some(Type::Real)
                } else {
                    self.float(left, right)
                }
            }
            BinaryOp::Pow => self.both(left, right, Type::Real),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => self.both(left, right, Type::Bool),
            BinaryOp::Eq | BinaryOp::Neq => self.infer.comparable(left, right).then_some(Type::Bool),
            BinaryOp::Concat => {
                let (high, low) = (self.infer.fresh_bv(0), self.infer.fresh_bv(0));
                let vectors = self.infer.unify(left, &high) && self.infer.unify(right, &low);
                vectors.then(|| self.infer.concat(left, right))
            }
        }
    }

    fn both(&mut self, left: &Type, right: &Type, ty: Type) -> Option<Type> {
        (self.infer.unify(left, &ty) && self.infer.unify(right, &ty)).then_some(ty)
    }

    fn number(&mut self, left: &Type, right: &Type) -> Option<Type> {
        let number = self.both(left, right, Type::Int).or_else(|| self.both(left, right, Type::Real));
        number.or_else(|| self.float(left, right))
    }

    fn int_or_real(&mut self, ty: &Type) -> bool {
        self.infer.unify(ty, &Type::Int) || self.infer.unify(ty, &Type::Real)
    }

    fn float(&mut self, left: &Type, right: &Type) -> Option<Type> {
        let (left, right) = (self.infer.head(left), self.infer.head(right));
        (matches!(left, Type::Float { .. }) && left == right).then_some(left)
    }

    /// `int(e)` takes a real, `real(e)` an int.
    pub(super) fn conversion(&mut self, to_int: bool, operand: &'a ast::Expr, span: Span) -> Expr {
        let operand = self.expr(operand);
        let (from, to) = if to_int { (Type::Real, Type::Int) } else { (Type::Int, Type::Real) };
        let place = if to_int { "the argument of `int`" } else { "the argument of `real`" };
        self.expect(&operand, &from, place);
        Expr::new(if to_int { ExprKind::ToInt(operand) } else { ExprKind::ToReal(operand) }, to, span)
    }

    /// `e[high:low]`.
    pub(super) fn extract(&mut self, operand: &'a ast::Expr, high: &str, low: &str, span: Span) -> Expr {
        let operand = self.expr(operand);
        let (Ok(high), Ok(low)) = (high.parse::<u32>(), low.parse::<u32>()) else {
            self.error(&codes::BIT_VECTOR, span, "the bounds of an extraction must be small numbers");
            return broken(span);
        };
        if high < low {
            let message = format!("the upper bound {high} is below the lower bound {low}");
            let help = "write the upper bound, exclusive, first: `e[high:low]`";
            self.report(source::Diagnostic::error(&codes::BIT_VECTOR, span, message).help(help));
            return broken(span);
        }
        if *operand.ty() == UNKNOWN {
            return literal(Literal::Bool(false), Type::Bv(high - low), span);
        }
        let wide_enough = self.infer.fresh_bv(high);
        if !self.infer.unify(&wide_enough, operand.ty()) {
            let found = self.show(operand.ty());
            let message =
                format!("extracting up to bit {high} needs a bit-vector of at least {high} bits, not `{found}`");
            self.error(&codes::BIT_VECTOR, span, message);
            return broken(span);
        }
        Expr::new(ExprKind::Extract { expr: operand, high, low }, Type::Bv(high - low), span)
    }
}

fn conversion_help(left: &str, right: &str) -> Option<&'static str> {
    match (left, right) {
        ("int", "real") | ("real", "int") => Some("convert one side with `real(…)` or `int(…)`"),
        (left, right) if left.starts_with("bv") && left == right => {
            Some("bit-vectors need a function declared with `{:bvbuiltin \"…\"}`")
        }
        _ => None,
    }
}
