//! The forms of numbers: `12`, `12bv8`, `1e5`, `1.5e-3`, `0x1.8e0f24e8`, `0NaN24e8`, `0+oo24e8`.

use super::token::TokenKind;

/// The kind and length of the number at the start of the bytes; the first byte is a digit.
pub(super) fn scan(bytes: &[u8]) -> (TokenKind, usize) {
    if let Some(length) = hexadecimal_float(bytes).or_else(|| special_float(bytes)) {
        return (TokenKind::Float, length);
    }
    let whole = digits(bytes, 0);
    let suffix = &bytes[whole..];
    if suffix.starts_with(b"bv") {
        let width = digits(suffix, 2);
        if width > 0 {
            return (TokenKind::Bv, whole + 2 + width);
        }
    }
    if suffix.first() == Some(&b'.') {
        let fraction = digits(suffix, 1);
        if fraction > 0 {
            let end = whole + 1 + fraction;
            return (TokenKind::Real, end + exponent(&bytes[end..]).unwrap_or(0));
        }
    }
    match exponent(suffix) {
        Some(length) => (TokenKind::Real, whole + length),
        None => (TokenKind::Digits, whole),
    }
}

/// The length of a float with its sign, such as `-0x1.0e0f24e8`.
pub(super) fn scan_negative_float(bytes: &[u8]) -> Option<usize> {
    Some(1 + hexadecimal_float(bytes.strip_prefix(b"-")?)?)
}

/// `0x hex . hex e [-] digits f digits e digits`
fn hexadecimal_float(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"0x")?;
    let whole = nonzero(hex_digits(rest))?;
    let rest = rest[whole..].strip_prefix(b".")?;
    // The letters e and f are hexadecimal digits too: the fraction ends before the last `e` that can begin the rest.
    let run = hex_digits(rest);
    let marker = (1..run).rev().find_map(|at| float_tail(&rest[at..]).map(|tail| at + tail))?;
    Some(2 + whole + 1 + marker)
}

/// `e [-] digits f digits e digits`
fn float_tail(bytes: &[u8]) -> Option<usize> {
    let exponent = exponent(bytes)?;
    let rest = bytes[exponent..].strip_prefix(b"f")?;
    Some(exponent + 1 + sizes(rest)?)
}

/// `0NaN sizes`, `0nan sizes`, `0+oo sizes`, `0-oo sizes`
fn special_float(bytes: &[u8]) -> Option<usize> {
    const NAMES: [&[u8]; 4] = [b"0NaN", b"0nan", b"0+oo", b"0-oo"];
    let rest = NAMES.iter().find_map(|name| bytes.strip_prefix(*name))?;
    Some(4 + sizes(rest)?)
}

/// `digits e digits`
fn sizes(bytes: &[u8]) -> Option<usize> {
    let significand = nonzero(digits(bytes, 0))?;
    let rest = bytes[significand..].strip_prefix(b"e")?;
    Some(significand + 1 + nonzero(digits(rest, 0))?)
}

/// `e [-] digits`
fn exponent(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"e")?;
    let sign = usize::from(rest.first() == Some(&b'-'));
    Some(1 + sign + nonzero(digits(rest, sign))?)
}

/// How many decimal digits there are from `start`.
fn digits(bytes: &[u8], start: usize) -> usize {
    bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn hex_digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_hexdigit()).count()
}

fn nonzero(count: usize) -> Option<usize> {
    (count > 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenKind::{Bv, Digits, Float, Real};

    #[test]
    fn the_longest_form_wins() {
        let cases: &[(&str, TokenKind, usize)] = &[
            ("12", Digits, 2),
            ("12bv8", Bv, 5),
            ("12bv", Digits, 2),
            ("12b", Digits, 2),
            ("1e5", Real, 3),
            ("1e-5x", Real, 4),
            ("1e", Digits, 1),
            ("1e-", Digits, 1),
            ("1.5", Real, 3),
            ("1.5e7", Real, 5),
            ("1.5e", Real, 3),
            ("1.", Digits, 1),
            ("1.x", Digits, 1),
            ("0x1.8e0f24e8", Float, 12),
            ("0x1.ef8e-10f24e8 ", Float, 16),
            ("0xe.e1e1f2e3", Float, 12),
            ("0x1.8", Digits, 1),
            ("0x1", Digits, 1),
            ("0NaN24e8", Float, 8),
            ("0nan11e5", Float, 8),
            ("0+oo24e8", Float, 8),
            ("0-oo24e8", Float, 8),
            ("0+oo", Digits, 1),
            ("00+oo24e8", Digits, 2),
        ];
        for (text, kind, length) in cases {
            assert_eq!(scan(text.as_bytes()), (*kind, *length), "{text}");
        }
        assert_eq!(scan_negative_float(b"-0x1.0e0f24e8+"), Some(13));
        assert_eq!(scan_negative_float(b"-0"), None);
    }
}
