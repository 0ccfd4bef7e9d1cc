//! Constants of known headers: those of `limits.h` and `stdint.h`, as gcc and clang have them where `int` has 32 bits and `long` has 64.

use super::Constant;
use crate::c::types::{CType, INT};
use concurrent::program::Name;
use std::collections::HashMap;

/// The name before `_MIN` and `_MAX`, the bits of the type and whether it is signed. The constants have the promoted type.
const TYPES: [(&str, u8, bool); 20] = [
    ("SCHAR", 8, true),
    ("UCHAR", 8, false),
    ("SHRT", 16, true),
    ("USHRT", 16, false),
    ("INT", 32, true),
    ("UINT", 32, false),
    ("LONG", 64, true),
    ("ULONG", 64, false),
    ("LLONG", 64, true),
    ("ULLONG", 64, false),
    ("INT8", 8, true),
    ("UINT8", 8, false),
    ("INT16", 16, true),
    ("UINT16", 16, false),
    ("INT32", 32, true),
    ("UINT32", 32, false),
    ("INT64", 64, true),
    ("UINT64", 64, false),
    ("INTPTR", 64, true),
    ("SIZE", 64, false),
];

pub(super) fn constants() -> HashMap<Name, Constant> {
    let mut constants = HashMap::new();
    // Of `threads.h`: what functions return if nothing goes wrong.
    constants.insert("thrd_success".into(), Constant::Value { value: 0, ty: INT });
    for (name, bits, is_signed) in TYPES {
        let value_bits = if is_signed { bits - 1 } else { bits };
        let (least, most) = (-(1i128 << value_bits), (1i128 << value_bits) - 1);
        let ty = CType::Int { bits: bits.max(32), is_signed: is_signed || bits < 32 };
        let mut add = |suffix: &str, value| {
            constants.insert(format!("{name}_{suffix}").into(), Constant::Value { value, ty: ty.clone() });
        };
        add("MAX", most);
        if is_signed {
            add("MIN", least);
        }
    }
    constants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_have_the_types_of_c() {
        let constants = constants();
        let limit = |name: &str| match constants.get(name) {
            Some(Constant::Value { value, ty: CType::Int { bits, is_signed } }) => Some((*value, *bits, *is_signed)),
            Some(_) | None => None,
        };
        assert_eq!(limit("INT_MIN"), Some((i32::MIN.into(), 32, true)));
        assert_eq!(limit("UINT_MAX"), Some((u32::MAX.into(), 32, false)));
        assert_eq!(limit("UINT16_MAX"), Some((65535, 32, true)));
        assert_eq!(limit("SIZE_MAX"), Some((u64::MAX.into(), 64, false)));
        assert_eq!(limit("LONG_MIN"), Some((i64::MIN.into(), 64, true)));
        assert_eq!(limit("UINT_MIN"), None);
    }
}
