//! The bit-vector operators of SMT-LIB.

use super::value::Value;
use num_bigint::{BigInt, Sign};

/// The operator applied; none if it is not known, or not on these arguments.
pub(super) fn apply(name: &str, args: &[Value]) -> Option<Value> {
    if let Some(count) = name.strip_prefix("zero_extend ") {
        return extend(args, count, false);
    }
    if let Some(count) = name.strip_prefix("sign_extend ") {
        return extend(args, count, true);
    }
    match args {
        [Value::Bv { value, width }] => unary(name, value, *width),
        [Value::Bv { value: a, width }, Value::Bv { value: b, width: same }] if width == same => {
            binary(name, a, b, *width).or_else(|| compare(name, a, b, *width).map(Value::Bool))
        }
        [Value::Bv { value: high, width: more }, Value::Bv { value: low, width }] if name == "concat" => {
            Some(Value::Bv { value: (high << *width) | low, width: more + width })
        }
        _ => None,
    }
}

fn unary(name: &str, a: &BigInt, width: u32) -> Option<Value> {
    Some(match name {
        "bvneg" => bits(-a, width),
        "bvnot" => bits(-a - 1, width),
        "bv2nat" | "bv2int" | "ubv_to_int" => Value::Int(a.clone()),
        "sbv_to_int" => Value::Int(signed(a, width)),
        _ => return None,
    })
}

fn binary(name: &str, a: &BigInt, b: &BigInt, width: u32) -> Option<Value> {
    let zero = b.sign() == Sign::NoSign;
    let value = match name {
        "bvadd" => a + b,
        "bvsub" => a - b,
        "bvmul" => a * b,
        "bvand" => a & b,
        "bvor" => a | b,
        "bvxor" => a ^ b,
        "bvnand" => -(a & b) - 1,
        "bvnor" => -(a | b) - 1,
        "bvxnor" => -(a ^ b) - 1,
        "bvudiv" if zero => BigInt::from(-1),
        "bvudiv" => a / b,
        "bvurem" if zero => a.clone(),
        "bvurem" => a % b,
        "bvsdiv" => return Some(bits(signed_division(a, b, width), width)),
        "bvsrem" if zero => a.clone(),
        "bvsrem" => signed(a, width) % signed(b, width),
        "bvsmod" if zero => a.clone(),
        "bvsmod" => signed_modulo(&signed(a, width), &signed(b, width)),
        "bvshl" => shift_amount(b, width).map_or(BigInt::from(0), |by| a << by),
        "bvlshr" => shift_amount(b, width).map_or(BigInt::from(0), |by| a >> by),
        "bvashr" => signed(a, width) >> shift_amount(b, width).unwrap_or(width),
        _ => return None,
    };
    Some(bits(value, width))
}

fn compare(name: &str, a: &BigInt, b: &BigInt, width: u32) -> Option<bool> {
    let (s, t) = (signed(a, width), signed(b, width));
    Some(match name {
        "bvult" => a < b,
        "bvule" => a <= b,
        "bvugt" => a > b,
        "bvuge" => a >= b,
        "bvslt" => s < t,
        "bvsle" => s <= t,
        "bvsgt" => s > t,
        "bvsge" => s >= t,
        _ => return None,
    })
}

/// Truncates towards zero; division by zero gives 1 for a negative dividend and -1 otherwise.
fn signed_division(a: &BigInt, b: &BigInt, width: u32) -> BigInt {
    let (a, b) = (signed(a, width), signed(b, width));
    match (b.sign(), a.sign()) {
        (Sign::NoSign, Sign::Minus) => BigInt::from(1),
        (Sign::NoSign, Sign::NoSign | Sign::Plus) => BigInt::from(-1),
        (Sign::Minus | Sign::Plus, _) => a / b,
    }
}

/// The remainder with the sign of the divisor.
fn signed_modulo(a: &BigInt, b: &BigInt) -> BigInt {
    let remainder = a % b;
    let differ = remainder.sign() != Sign::NoSign && remainder.sign() != b.sign();
    if differ { remainder + b } else { remainder }
}

/// The number of places to shift by; none if nothing is left.
fn shift_amount(b: &BigInt, width: u32) -> Option<u32> {
    u32::try_from(b).ok().filter(|by| *by < width)
}

fn extend(args: &[Value], count: &str, keep_sign: bool) -> Option<Value> {
    let [Value::Bv { value, width }] = args else { return None };
    let count: u32 = count.trim().parse().ok()?;
    let value = if keep_sign { signed(value, *width) } else { value.clone() };
    Some(bits(value, width.checked_add(count)?))
}

/// The number that the bits mean in two's complement.
fn signed(value: &BigInt, width: u32) -> BigInt {
    let half = BigInt::from(1) << width.saturating_sub(1);
    if width > 0 && *value >= half { value - (half << 1) } else { value.clone() }
}

/// The lowest bits of a number in two's complement.
pub(super) fn bits(value: BigInt, width: u32) -> Value {
    let modulus = BigInt::from(1) << width;
    let remainder = value % &modulus;
    let value = if remainder.sign() == Sign::Minus { remainder + modulus } else { remainder };
    Value::Bv { value, width }
}

/// Bits `low..high` of a value.
pub(super) fn extract(value: &BigInt, high: u32, low: u32) -> Value {
    bits(value >> low, high.saturating_sub(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, a: u32, b: u32, expected: u32) {
        let value = |value: u32| Value::Bv { value: value.into(), width: 4 };
        assert_eq!(apply(name, &[value(a), value(b)]), Some(value(expected)), "{name} {a} {b}");
    }

    #[test]
    fn operators_of_four_bits() {
        check("bvadd", 9, 9, 2);
        check("bvsub", 2, 5, 13);
        check("bvmul", 5, 5, 9);
        check("bvudiv", 13, 0, 15);
        check("bvurem", 13, 0, 13);
        check("bvsdiv", 8, 15, 8);
        check("bvsdiv", 9, 2, 13);
        check("bvsdiv", 9, 0, 1);
        check("bvsrem", 9, 2, 15);
        check("bvsmod", 9, 2, 1);
        check("bvsmod", 7, 14, 15);
        check("bvshl", 3, 2, 12);
        check("bvshl", 3, 4, 0);
        check("bvlshr", 12, 2, 3);
        check("bvashr", 12, 2, 15);
        check("bvashr", 12, 9, 15);
        check("bvxnor", 5, 3, 9);
    }

    #[test]
    fn signs_and_extension() {
        let value = |value: u32, width| Value::Bv { value: value.into(), width };
        assert_eq!(apply("bvslt", &[value(8, 4), value(0, 4)]), Some(Value::Bool(true)));
        assert_eq!(apply("bvneg", &[value(8, 4)]), Some(value(8, 4)));
        assert_eq!(apply("sign_extend 2", &[value(2, 2)]), Some(value(14, 4)));
        assert_eq!(apply("zero_extend 2", &[value(2, 2)]), Some(value(2, 4)));
        assert_eq!(extract(&BigInt::from(0b1101), 4, 2), value(3, 2));
    }
}
