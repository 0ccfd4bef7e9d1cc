//! Numbers: operators at `int` and `real`.
//!
//! Division and remainder of integers are Euclidean: `a = b * (a div b) + a mod b` with `0 ≤ a mod b < |b|`.

use super::machine::{Machine, Run, Undefined, unmodelled};
use super::rational::Rational;
use super::value::Value;
use crate::typed::{BinaryOp, Type};
use num_bigint::{BigInt, Sign};
use source::Span;

impl Machine<'_> {
    /// An operator that is neither a connective nor an equality.
    pub(super) fn arithmetic(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Run<Value> {
        match (op, &left, &right) {
            (BinaryOp::RealDiv, _, _) => self.real_division(left, right, span),
            (BinaryOp::Concat, Value::Bv { value: high, width: more }, Value::Bv { value: low, width }) => {
                Ok(Value::Bv { value: (high << *width) | low, width: more + width })
            }
            (_, Value::Int(a), Value::Int(b)) => match op {
                BinaryOp::Div if b.sign() == Sign::NoSign => self.undefined(Undefined::IntDiv(left), &Type::Int, span),
                BinaryOp::Mod if b.sign() == Sign::NoSign => self.undefined(Undefined::IntMod(left), &Type::Int, span),
                _ => integers(op, a, b).map_or_else(|| unmodelled("this operator on integers", span), Ok),
            },
            (_, Value::Real(a), Value::Real(b)) => {
                reals(op, a, b).map_or_else(|| unmodelled("this operator on reals", span), Ok)
            }
            _ => unmodelled("this operator", span),
        }
    }

    fn real_division(&mut self, left: Value, right: Value, span: Span) -> Run<Value> {
        let (Some(above), Some(below)) = (as_real(&left), as_real(&right)) else {
            return unmodelled("this division", span);
        };
        match above.divided_by(&below) {
            Some(quotient) => Ok(Value::Real(quotient)),
            None => self.undefined(Undefined::RealDiv(Value::Real(above)), &Type::Real, span),
        }
    }
}

/// A number as a real.
pub(super) fn as_real(value: &Value) -> Option<Rational> {
    match value {
        Value::Int(value) => Some(Rational::from_int(value.clone())),
        Value::Real(value) => Some(value.clone()),
        Value::Bool(_) | Value::Bv { .. } | Value::Data { .. } | Value::Map(_) | Value::Element { .. } => None,
    }
}

/// The divisor is not zero.
fn integers(op: BinaryOp, a: &BigInt, b: &BigInt) -> Option<Value> {
    Some(match op {
        BinaryOp::Add => Value::Int(a + b),
        BinaryOp::Sub => Value::Int(a - b),
        BinaryOp::Mul => Value::Int(a * b),
        BinaryOp::Div => Value::Int((a - euclidean_remainder(a, b)) / b),
        BinaryOp::Mod => Value::Int(euclidean_remainder(a, b)),
        BinaryOp::Lt => Value::Bool(a < b),
        BinaryOp::Le => Value::Bool(a <= b),
        BinaryOp::Gt => Value::Bool(a > b),
        BinaryOp::Ge => Value::Bool(a >= b),
        BinaryOp::Iff
        | BinaryOp::Implies
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Eq
        | BinaryOp::Neq
        | BinaryOp::Concat
        | BinaryOp::RealDiv
        | BinaryOp::Pow => return None,
    })
}

fn euclidean_remainder(a: &BigInt, b: &BigInt) -> BigInt {
    let remainder = a % b;
    if remainder.sign() != Sign::Minus {
        remainder
    } else if b.sign() == Sign::Minus {
        remainder - b
    } else {
        remainder + b
    }
}

fn reals(op: BinaryOp, a: &Rational, b: &Rational) -> Option<Value> {
    Some(match op {
        BinaryOp::Add => Value::Real(a.plus(b)),
        BinaryOp::Sub => Value::Real(a.minus(b)),
        BinaryOp::Mul => Value::Real(a.times(b)),
        BinaryOp::Lt => Value::Bool(a < b),
        BinaryOp::Le => Value::Bool(a <= b),
        BinaryOp::Gt => Value::Bool(a > b),
        BinaryOp::Ge => Value::Bool(a >= b),
        BinaryOp::Iff
        | BinaryOp::Implies
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Eq
        | BinaryOp::Neq
        | BinaryOp::Concat
        | BinaryOp::Div
        | BinaryOp::Mod
        | BinaryOp::RealDiv
        | BinaryOp::Pow => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_is_euclidean() {
        let both = |a: i32, b: i32| {
            let (a, b) = (BigInt::from(a), BigInt::from(b));
            (integers(BinaryOp::Div, &a, &b).unwrap(), integers(BinaryOp::Mod, &a, &b).unwrap())
        };
        assert_eq!(both(7, 2), (Value::int(3), Value::int(1)));
        assert_eq!(both(-7, 2), (Value::int(-4), Value::int(1)));
        assert_eq!(both(7, -2), (Value::int(-3), Value::int(1)));
        assert_eq!(both(-7, -2), (Value::int(4), Value::int(1)));
        assert_eq!(both(-6, -2), (Value::int(3), Value::int(0)));
    }
}
