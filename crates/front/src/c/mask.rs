//! Two words of the text become words that the grammar of plain C understands, with the same length and so the same places:
//! `ATOMIC` of `counterpoint.h`, which stands before a block, becomes a label; and `_Atomic` before a parenthesis becomes
//! a macro that takes a type.

/// What `ATOMIC` becomes: a label that no program has.
pub const ATOMIC_LABEL: &str = "ATOMI";
/// What `_Atomic` before a parenthesis becomes.
pub const ATOMIC_OF: &str = "_AtomiC";

pub fn mask(text: &str) -> String {
    let mut masked = text.as_bytes().to_vec();
    for (start, end) in words(text) {
        let rest = text[end..].trim_start();
        match &text[start..end] {
            "ATOMIC" => masked[start..end].copy_from_slice(format!("{ATOMIC_LABEL}:").as_bytes()),
            "_Atomic" if rest.starts_with('(') => masked[start..end].copy_from_slice(ATOMIC_OF.as_bytes()),
            _ => {}
        }
    }
    // Words are ASCII, and so are their replacements.
    String::from_utf8(masked).unwrap_or_else(|_| text.to_string())
}

/// The words outside comments, strings and preprocessor lines, as ranges.
pub fn words(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut words = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text.as_bytes()[at..];
        at = if rest.starts_with(b"//") || rest[0] == b'#' {
            past(bytes, at, b"\n")
        } else if rest.starts_with(b"/*") {
            past(bytes, at + 2, b"*/")
        } else if rest[0] == b'"' || rest[0] == b'\'' {
            past_quoted(bytes, at)
        } else if is_word(at) {
            let end = (at..).find(|at| !is_word(*at)).unwrap_or(bytes.len());
            words.push((at, end));
            end
        } else {
            at + 1
        };
    }
    words
}

/// The place after the next occurrence.
fn past(bytes: &[u8], from: usize, wanted: &[u8]) -> usize {
    let from = from.min(bytes.len());
    let found = bytes[from..].windows(wanted.len()).position(|window| window == wanted);
    found.map_or(bytes.len(), |found| from + found + wanted.len())
}

/// The place after the string or character that begins here; it ends with its line at the latest.
fn past_quoted(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_of_the_program_are_masked() {
        let text =
            "ATOMIC { x = \"ATOMIC\"; } // ATOMIC\n_Atomic (Node *) y; _Atomic int z; /* ATOMIC */ ATOMICS '\\''";
        let expected =
            "ATOMI: { x = \"ATOMIC\"; } // ATOMIC\n_AtomiC (Node *) y; _Atomic int z; /* ATOMIC */ ATOMICS '\\''";
        assert_eq!(mask(text), expected);
    }

    #[test]
    fn unfinished_text_is_no_trouble() {
        for text in ["", "/", "/*", "\"", "'\\", "#", "ATOMIC", "é ATOMIC {"] {
            assert_eq!(mask(text).len(), text.len());
        }
    }
}
