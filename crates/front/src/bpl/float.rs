//! Whether a float literal is a value of its format.
//!
//! `0xH.Fe±DfSeE` is H.F · 16^D with S bits of significand (the hidden one included) and E bits of exponent. With
//! bias b = 2^(E-1) - 1, the format holds the numbers whose highest bit weighs at most 2^b and whose lowest bit
//! weighs at least 2^max(highest, 1-b)-(S-1).

/// The text is a float token. The error completes the sentence "`0x…` …".
pub(super) fn check(text: &str) -> Result<(), &'static str> {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (value, sizes) = match text.strip_prefix("0x") {
        Some(rest) => rest.rsplit_once('f').ok_or("is not a float")?,
        None => ("", text.get(4..).unwrap_or("")),
    };
    let (significand, exponent) = sizes.split_once('e').ok_or("has no sizes")?;
    let significand: i64 = significand.parse().map_err(|_| "has too large a significand")?;
    let exponent: i64 = exponent.parse().map_err(|_| "has too large an exponent size")?;
    if significand < 2 || exponent < 2 {
        return Err("is of no format: significand and exponent have at least two bits");
    }
    if value.is_empty() {
        return Ok(());
    }
    let (digits, scale) = value.rsplit_once('e').ok_or("is not a float")?;
    let Some((highest, lowest)) = bit_range(digits) else { return Ok(()) };
    let scale: i64 = scale.parse().map_err(|_| "has an exponent out of range")?;
    let shift = scale.checked_mul(4).ok_or("has an exponent out of range")?;
    let (highest, lowest) = (highest.saturating_add(shift), lowest.saturating_add(shift));
    // Beyond this size, every exponent that fits 64 bits is in range.
    let bias = if exponent > 62 { i64::MAX / 2 } else { (1i64 << (exponent - 1)) - 1 };
    if highest > bias {
        return Err("is too large for its format");
    }
    if lowest < highest.max(1 - bias) - (significand - 1) {
        return Err("has more digits than its format can hold");
    }
    Ok(())
}

/// The weights (powers of two) of the highest and lowest bits that are 1 in `H.F`; None if the number is 0.
fn bit_range(digits: &str) -> Option<(i64, i64)> {
    let point = digits.find('.')?;
    let bits = digits.bytes().filter(|byte| *byte != b'.').enumerate().flat_map(|(index, byte)| {
        let value = (byte as char).to_digit(16).unwrap_or(0);
        let weight = 4 * (point as i64 - 1 - index as i64);
        (0..4).rev().filter(move |bit| value & (1 << bit) != 0).map(move |bit| weight + bit)
    });
    let mut bits = bits.peekable();
    let highest = *bits.peek()?;
    Some((highest, bits.last()?))
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn only_values_of_the_format_are_accepted() {
        let cases = [
            ("0x0.0e0f2e2", true),
            ("0x0.0e0f2e1", false),
            ("0x0.0e0f1e2", false),
            ("0NaN24e8", true),
            ("0+oo24e1", false),
            ("0x1.8e0f24e8", true),
            // The smallest number of the format is 2^-149.
            ("0x0.000004e-32f24e8", false),
            ("0x0.000008e-32f24e8", true),
            // The largest exponent is 127.
            ("0x1.0e32f24e8", false),
            ("0x0.8e32f24e8", true),
            ("-0x5.0e32f24e8", false),
            // 24 bits of significand.
            ("0x1.ffffffe0f24e8", false),
            ("-0x1.ffffffe0f24e8", false),
            ("0x0.ffffffe0f24e8", true),
            ("0x1.fffffffffffffe0f53e11", true),
            ("0x3.fffffffffffffe0f53e11", false),
            ("0x1.0e99999999999999999999f24e8", false),
            ("0x0.0e99999999999999999999f24e8", true),
            ("0x1.0e999f24e99", true),
        ];
        for (text, expected) in cases {
            assert_eq!(check(text).is_ok(), expected, "{text}");
        }
    }
}
