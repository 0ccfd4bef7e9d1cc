//! Operators and conversions of numbers as terms.

use super::{Encoder, Gap};
use crate::typed::{BinaryOp, Expr, Type, UnaryOp};
use smt::TermId;
use source::Span;

impl Encoder<'_> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Result<TermId, Gap> {
        let term = self.expr(operand)?;
        Ok(match (op, operand.ty()) {
            (UnaryOp::Not, _) => self.terms.not(term),
            (UnaryOp::Neg, Type::Float { .. }) => self.terms.app("fp.neg", &[term]),
            (UnaryOp::Neg, _) => self.terms.app("-", &[term]),
        })
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Result<TermId, Gap> {
        if let Type::Float { .. } = left.ty() {
            return self.float_binary(op, left, right, span);
        }
        if op == BinaryOp::RealDiv {
            let (left, right) = (self.real_of(left, span)?, self.real_of(right, span)?);
            return Ok(self.terms.app("/", &[left, right]));
        }
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        Ok(match op {
            BinaryOp::Iff | BinaryOp::Eq => self.terms.eq(a, b),
            BinaryOp::Neq => {
                let equal = self.terms.eq(a, b);
                self.terms.not(equal)
            }
            BinaryOp::Implies => self.terms.implies(a, b),
            BinaryOp::And => self.terms.and([a, b]),
            BinaryOp::Or => self.terms.or([a, b]),
            BinaryOp::Lt => self.terms.app("<", &[a, b]),
            BinaryOp::Le => self.terms.app("<=", &[a, b]),
            BinaryOp::Gt => self.terms.app(">", &[a, b]),
            BinaryOp::Ge => self.terms.app(">=", &[a, b]),
            BinaryOp::Concat => self.terms.app("concat", &[a, b]),
            BinaryOp::Add => self.terms.app("+", &[a, b]),
            BinaryOp::Sub => self.terms.app("-", &[a, b]),
            BinaryOp::Mul => self.terms.app("*", &[a, b]),
            BinaryOp::Div => self.terms.app("div", &[a, b]),
            BinaryOp::Mod => self.terms.app("mod", &[a, b]),
            BinaryOp::Pow => {
                self.used.power = true;
                self.terms.app("power%real", &[a, b])
            }
            BinaryOp::RealDiv => unreachable!("handled above"),
        })
    }

    /// Arithmetic rounds to nearest, ties to even; equality is identity, as in Boogie: NaN equals itself, and the two
    /// zeros differ. The equality of IEEE 754 is the solver's `fp.eq`, to be had as a `{:builtin}` function.
    fn float_binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Result<TermId, Gap> {
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        let rounding = self.terms.constant("RNE");
        Ok(match op {
            BinaryOp::Add => self.terms.app("fp.add", &[rounding, a, b]),
            BinaryOp::Sub => self.terms.app("fp.sub", &[rounding, a, b]),
            BinaryOp::Mul => self.terms.app("fp.mul", &[rounding, a, b]),
            BinaryOp::RealDiv => self.terms.app("fp.div", &[rounding, a, b]),
            BinaryOp::Lt => self.terms.app("fp.lt", &[a, b]),
            BinaryOp::Le => self.terms.app("fp.leq", &[a, b]),
            BinaryOp::Gt => self.terms.app("fp.gt", &[a, b]),
            BinaryOp::Ge => self.terms.app("fp.geq", &[a, b]),
            BinaryOp::Eq | BinaryOp::Iff => self.terms.eq(a, b),
            BinaryOp::Neq => {
                let equal = self.terms.eq(a, b);
                self.terms.not(equal)
            }
            BinaryOp::Implies
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Concat
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Pow => return Err(Gap::new("this operator is not supported on floating-point numbers", span)),
        })
    }

    pub(super) fn int_of(&mut self, inner: &Expr, span: Span) -> Result<TermId, Gap> {
        let term = self.expr(inner)?;
        match inner.ty() {
            Type::Int => Ok(term),
            Type::Real => Ok(self.terms.app("to_int", &[term])),
            Type::Float { .. }
            | Type::Bool
            | Type::Bv(_)
            | Type::RoundingMode
            | Type::String
            | Type::RegEx
            | Type::Ctor(..)
            | Type::Data(..)
            | Type::Map(_)
            | Type::Var(_)
            | Type::MapParam { .. } => Err(Gap::new("`int` is not supported at this type", span)),
        }
    }

    pub(super) fn real_of(&mut self, inner: &Expr, span: Span) -> Result<TermId, Gap> {
        let term = self.expr(inner)?;
        match inner.ty() {
            Type::Real => Ok(term),
            Type::Int => Ok(self.terms.app("to_real", &[term])),
            Type::Float { .. } => Ok(self.terms.app("fp.to_real", &[term])),
            Type::Bool
            | Type::Bv(_)
            | Type::RoundingMode
            | Type::String
            | Type::RegEx
            | Type::Ctor(..)
            | Type::Data(..)
            | Type::Map(_)
            | Type::Var(_)
            | Type::MapParam { .. } => Err(Gap::new("`real` is not supported at this type", span)),
        }
    }

    /// Bits `low..high`.
    pub(super) fn extract(&mut self, inner: &Expr, high: u32, low: u32, span: Span) -> Result<TermId, Gap> {
        if high <= low {
            return Err(Gap::new("bit-vectors of width 0 are not supported", span));
        }
        let term = self.expr(inner)?;
        Ok(self.terms.app(&format!("(_ extract {} {low})", high - 1), &[term]))
    }
}
