//! How deep the brackets of a text are nested, before it is parsed: a parser takes long on what nobody writes.

use super::mask;

/// Where the brackets are nested deeper than so many levels, if they are anywhere. Those in comments and quotes do not count.
pub fn deep_place(text: &str, most: u32) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0u32);
    while at < bytes.len() {
        let rest = &bytes[at..];
        at = match rest[0] {
            b'/' if rest.starts_with(b"//") => mask::past(bytes, at, b"\n"),
            b'/' if rest.starts_with(b"/*") => mask::past(bytes, at + 2, b"*/"),
            b'"' | b'\'' => mask::past_quoted(bytes, at),
            b'(' | b'[' | b'{' => {
                depth += 1;
                if depth > most {
                    return Some(at);
                }
                at + 1
            }
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                at + 1
            }
            _ => at + 1,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_of_the_program_count() {
        assert_eq!(deep_place("((({[", 5), None);
        assert_eq!(deep_place("((({[(", 5), Some(5));
        assert_eq!(deep_place("()()()()()()", 1), None);
        assert_eq!(deep_place("/* (((( */ \"((((\" '(' // ((((\n(", 1), None);
        assert_eq!(deep_place(")))(", 0), Some(3));
    }
}
