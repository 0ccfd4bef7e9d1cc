//! Unicode escapes, which Java translates before it reads anything else (JLS 3.3): `// \u000a x = 0;` is a comment and an
//! assignment. The grammar reads the text as it is. Within comments and literals that makes a difference only for escapes of
//! characters that end a line, a literal or a comment, or that escape another.

use std::ops::Range;

const DELIMITERS: [u32; 7] = ['\n' as u32, '\r' as u32, '"' as u32, '\'' as u32, '\\' as u32, '*' as u32, '/' as u32];

/// The first escape of a character by which comments and literals are distinguished from code.
pub fn of_a_delimiter(text: &str) -> Option<Range<usize>> {
    escapes(text).find(|(_, character)| DELIMITERS.contains(character)).map(|(place, _)| place)
}

pub fn first(text: &str) -> Option<Range<usize>> {
    escapes(text).next().map(|(place, _)| place)
}

/// Each escape with the number of its character. A backslash after an odd number of others begins none.
fn escapes(text: &str) -> impl Iterator<Item = (Range<usize>, u32)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            at += 1;
            if bytes[start] != b'\\' {
                continue;
            }
            if bytes.get(at) != Some(&b'u') {
                at += 1;
                continue;
            }
            let digits = at + bytes[at..].iter().take_while(|byte| **byte == b'u').count();
            if let Some(Ok(character)) = text.get(digits..digits + 4).map(|digits| u32::from_str_radix(digits, 16)) {
                at = digits + 4;
                return Some((start..at, character));
            }
        }
        None
    })
}

#[test]
fn escapes_are_found_where_java_finds_them() {
    let all = |text: &str| escapes(text).map(|(_, character)| character).collect::<Vec<u32>>();
    assert_eq!(all(r#"'\u0041' \uuu000a "#), [0x41, 0xa]);
    assert_eq!(all(r#""\\u000a \u00""#), []);
    assert_eq!(of_a_delimiter(r#""\u0041" /* \u002a/"#), Some(12..18));
    assert_eq!(of_a_delimiter(r#""\u0041\n""#), None);
}
