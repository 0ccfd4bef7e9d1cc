//! Literals: digits to values.

use super::types::float_format;
use super::{Checker, broken, codes};
use crate::typed::{Expr, ExprKind, Literal, Type};
use num_bigint::BigInt;
use source::Span;

/// Exponents beyond this are refused: the numeral would not fit in memory.
const MAX_EXPONENT: u32 = 100_000;

impl Checker<'_> {
    pub(super) fn int_literal(&mut self, digits: &str, span: Span) -> Expr {
        match digits.parse() {
            Ok(value) => literal(Literal::Int(value), Type::Int, span),
            Err(_) => self.malformed("number", digits, span),
        }
    }

    /// `1.5`, `2e-3`, `1.5e7`: a numerator and a power of ten.
    pub(super) fn real_literal(&mut self, text: &str, span: Span) -> Expr {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let numerator = format!("{whole}{fraction}").parse::<BigInt>();
        let (Ok(numerator), Ok(exponent)) = (numerator, exponent.parse::<i64>()) else {
            return self.malformed("number", text, span);
        };
        let power = exponent - fraction.len() as i64;
        match u32::try_from(power.unsigned_abs()) {
            Ok(size) if size <= MAX_EXPONENT => {
                let (numerator, scale) =
                    if power < 0 { (numerator, size) } else { (numerator * BigInt::from(10).pow(size), 0) };
                literal(Literal::Real { numerator, scale }, Type::Real, span)
            }
            _ => {
                let message = format!("the exponent of `{text}` is beyond {MAX_EXPONENT}");
                self.error(&codes::UNSUPPORTED, span, message);
                broken(span)
            }
        }
    }

    pub(super) fn bv_literal(&mut self, digits: &str, width: u32, span: Span) -> Expr {
        let Ok(value) = digits.parse::<BigInt>() else {
            return self.malformed("bit-vector", digits, span);
        };
        if value.bits() > u64::from(width) {
            let message = format!("{digits} does not fit in {width} bits");
            self.error(&codes::BIT_VECTOR, span, message);
        }
        literal(Literal::Bv { value, width }, Type::Bv(width), span)
    }

    /// The format is at the end: after the last `f`, `NaN` or `oo`.
    pub(super) fn float_literal(&mut self, text: &str, span: Span) -> Expr {
        let format = ["NaN", "oo", "f"].iter().find_map(|mark| text.rsplit_once(mark)).map(|(_, format)| format);
        match format.and_then(float_format).flatten() {
            Some(ty) => literal(Literal::Float(text.into()), ty, span),
            None => self.malformed("floating point number", text, span),
        }
    }

    fn malformed(&mut self, what: &str, text: &str, span: Span) -> Expr {
        self.error(&codes::MISMATCH, span, format!("`{text}` is not a {what}"));
        broken(span)
    }
}

pub(super) fn literal(value: Literal, ty: Type, span: Span) -> Expr {
    Expr::new(ExprKind::Literal(value), ty, span)
}
