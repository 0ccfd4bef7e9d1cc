//! Floating-point literals.
//!
//! ```text
//! 0x1.8e2f24e8      hexadecimal digits times 16^2, in the format with 24 bits of significand and 8 of exponent
//! 0NaN24e8  0+oo24e8  0-oo24e8
//! ```

use crate::typed::Type;
use num_bigint::BigInt;
use smt::{TermId, Terms};

/// The literal in the format of its type; none if it is not one.
pub fn literal(terms: &mut Terms, text: &str, ty: &Type) -> Option<TermId> {
    let Type::Float { significand, exponent } = ty else { return None };
    let special = |name: &str| format!("(_ {name} {exponent} {significand})");
    if text.starts_with("0NaN") || text.starts_with("0nan") {
        return Some(terms.constant(&special("NaN")));
    }
    if text.starts_with("0+oo") {
        return Some(terms.constant(&special("+oo")));
    }
    if text.starts_with("0-oo") {
        return Some(terms.constant(&special("-oo")));
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (numerator, denominator) = value(digits.strip_prefix("0x")?)?;
    if numerator == BigInt::ZERO {
        return Some(terms.constant(&special(if negative { "-zero" } else { "+zero" })));
    }
    let numerator = terms.constant(&format!("{numerator}.0"));
    let denominator = terms.constant(&format!("{denominator}.0"));
    let magnitude = terms.app("/", &[numerator, denominator]);
    let real = if negative { terms.app("-", &[magnitude]) } else { magnitude };
    let rounding = terms.constant("RNE");
    Some(terms.app(&format!("(_ to_fp {exponent} {significand})"), &[rounding, real]))
}

/// `h.hhe±nf…` as a fraction.
fn value(text: &str) -> Option<(BigInt, BigInt)> {
    let (whole, rest) = text.split_once('.')?;
    // The exponent is marked by the last `e` before the format; hexadecimal digits may be `e` and `f` too.
    let format = rest.rfind('f')?;
    let mark = rest[..format].rfind('e')?;
    let (fraction, power) = (&rest[..mark], &rest[mark + 1..format]);
    let digits = BigInt::parse_bytes(format!("{whole}{fraction}").as_bytes(), 16)?;
    let power: i64 = power.parse().ok()?;
    let shift = power.checked_sub(fraction.len() as i64)?;
    if shift.unsigned_abs() > 10_000 {
        return None;
    }
    let scale = BigInt::from(16).pow(shift.unsigned_abs() as u32);
    Some(if shift >= 0 { (digits * scale, BigInt::from(1)) } else { (digits, scale) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(literal_text: &str) -> String {
        let mut terms = Terms::new();
        let ty = Type::Float { significand: 24, exponent: 8 };
        let Some(term) = literal(&mut terms, literal_text, &ty) else { return "none".into() };
        let mut text = String::new();
        smt::write_term(&terms, term, &mut text);
        text
    }

    #[test]
    fn literals_are_exact_fractions() {
        assert_eq!(text("0x1.8e0f24e8"), "((_ to_fp 8 24) RNE (/ 24.0 16.0))");
        assert_eq!(text("-0x1.8e1f24e8"), "((_ to_fp 8 24) RNE (- (/ 24.0 1.0)))");
        assert_eq!(text("0xff.0e-1f24e8"), "((_ to_fp 8 24) RNE (/ 4080.0 256.0))");
        assert_eq!(text("-0x0.0e0f24e8"), "(_ -zero 8 24)");
        assert_eq!(text("0NaN24e8"), "(_ NaN 8 24)");
        assert_eq!(text("0-oo24e8"), "(_ -oo 8 24)");
        assert_eq!(text("1.5"), "none");
    }
}
