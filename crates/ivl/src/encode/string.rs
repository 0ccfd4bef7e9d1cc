//! String literals.
//!
//! A literal is the sequence of its characters, where `\u{h…}` with one to five hexadecimal digits and `\uhhhh` stand for
//! the character of that number, as in SMT-LIB. Solvers disagree about other escapes and about characters outside of
//! ASCII, and some know no escapes, so none reach them:
//!
//! ```text
//! "a\u{41}é\z"        (str.++ "aA" (str.from_code 233) (str.from_code 92) "z")
//! ```
//!
//! A solver that does not know `str.from_code` rejects the query. What `\"` should mean is not settled; it is a gap.

use smt::{TermId, Terms};

/// The last character that SMT-LIB has.
const LAST: u32 = 0x2_FFFF;

/// The literal with this text between its quotes; none if it is not clear what it means.
pub fn literal(terms: &mut Terms, text: &str) -> Option<TermId> {
    let codes = decode(text)?;
    let mut parts = Vec::new();
    for run in codes.chunk_by(|one, next| is_plain(*one) && is_plain(*next)) {
        parts.push(match run {
            [code] if !is_plain(*code) => {
                let code = terms.int(&code.to_string());
                terms.app("str.from_code", &[code])
            }
            _ => quoted(terms, run),
        });
    }
    Some(match parts.as_slice() {
        [] => quoted(terms, &[]),
        [only] => *only,
        _ => terms.app("str.++", &parts),
    })
}

/// Characters that stand for themselves between the quotes of SMT-LIB.
fn is_plain(code: u32) -> bool {
    matches!(u8::try_from(code), Ok(b' '..=b'~')) && code != u32::from('\\') && code != u32::from('"')
}

fn quoted(terms: &mut Terms, plain: &[u32]) -> TermId {
    let text: String = plain.iter().filter_map(|code| char::from_u32(*code)).collect();
    terms.constant(&format!("\"{text}\""))
}

/// The numbers of the characters.
fn decode(text: &str) -> Option<Vec<u32>> {
    let mut codes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("\\\"") {
            return None;
        }
        let (code, length) = escape(rest).unwrap_or((u32::from(first), first.len_utf8()));
        if code > LAST {
            return None;
        }
        codes.push(code);
        rest = &rest[length..];
    }
    Some(codes)
}

/// The character that an escape at the start of the text stands for, and the length of the escape.
fn escape(text: &str) -> Option<(u32, usize)> {
    let after = text.strip_prefix("\\u")?;
    let (digits, length) = match after.strip_prefix('{') {
        Some(inside) => {
            let digits = &inside[..inside.find('}')?];
            (digits, digits.len() + 4)
        }
        None => (after.get(..4)?, 6),
    };
    let is_number = (1..=5).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_number.then(|| u32::from_str_radix(digits, 16).ok().zip(Some(length)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str) -> Option<String> {
        let mut terms = Terms::new();
        let term = literal(&mut terms, text)?;
        let mut text = String::new();
        smt::write_term(&terms, term, &mut text);
        Some(text)
    }

    #[test]
    fn what_is_plain_stays() {
        for text in ["", "a", "a b ~ {x} (;|", "/* no comment */"] {
            assert_eq!(encoded(text), Some(format!("\"{text}\"")));
        }
    }

    #[test]
    fn escapes_of_the_standard_are_characters() {
        for text in ["\\u{41}", "\\u{00041}", "\\u0041"] {
            assert_eq!(encoded(text).as_deref(), Some("\"A\""), "{text}");
        }
        assert_eq!(encoded("a\\u{e9}b").as_deref(), Some("(str.++ \"a\" (str.from_code 233) \"b\")"));
        assert_eq!(encoded("\\u{22}").as_deref(), Some("(str.from_code 34)"));
    }

    #[test]
    fn other_backslashes_are_backslashes() {
        let backslash = "(str.from_code 92)";
        for rest in ["n", "x41", "u41", "u{}", "u{000041}", "u{g}", "u{41", "u+041"] {
            assert_eq!(encoded(&format!("\\{rest}")), Some(format!("(str.++ {backslash} \"{rest}\")")));
        }
        assert_eq!(encoded("\\").as_deref(), Some(backslash));
        assert_eq!(encoded("\\uéab").as_deref(), Some("(str.++ (str.from_code 92) \"u\" (str.from_code 233) \"ab\")"));
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        for text in ["\\\"", "a\\\"b", "\\u{30000}", "\u{10ffff}"] {
            assert_eq!(encoded(text), None, "{text}");
        }
    }
}
