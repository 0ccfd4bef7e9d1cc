//! What the grammar of plain C misreads is replaced, with the same length and so the same places:
//!
//! * `ATOMIC` of `counterpoint.h`, which stands before a block, becomes a label.
//! * `_Atomic` before a parenthesis becomes a macro that takes a type.
//! * Attributes that change nothing become blanks: the grammar does not know all the places where they may stand.
//! * Blanks at the end of a directive become line ends: the grammar takes the next line for a part of it otherwise.
//! * The parentheses of `(f())` become blanks where an operator follows that would make a cast of it, as in `(f()) - 1`. A
//!   call binds more than any operator, and there are no casts to types of functions.

use super::preprocessor::harmful;

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
            "__attribute__" | "__attribute" => {
                let end = past_parenthesis(text, end).filter(|end| harmful(&text[start..*end]).is_none());
                let blanked = masked[start..end.unwrap_or(start)].iter_mut();
                blanked.filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            }
            _ => {
                if let Some((open, close)) = call_in_parentheses(text, start, end) {
                    (masked[open], masked[close]) = (b' ', b' ');
                }
            }
        }
    }
    cut_directives(&mut masked);
    // Words are ASCII, and so are their replacements.
    String::from_utf8(masked).unwrap_or_else(|_| text.to_string())
}

fn cut_directives(masked: &mut [u8]) {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c);
    for line in masked.split_inclusive_mut(|byte| *byte == b'\n') {
        let length = line.iter().rposition(|byte| !is_blank(byte) && *byte != b'\n').map_or(0, |last| last + 1);
        let is_directive = line.iter().find(|byte| !is_blank(byte)) == Some(&b'#');
        // A line that goes on is looked at elsewhere.
        if is_directive && line.ends_with(b"\n") && !line[..length].ends_with(b"\\") {
            line[length..].fill(b'\n');
        }
    }
}

/// The parentheses around a call whose function this word is, if they look like those of a cast.
fn call_in_parentheses(text: &str, start: usize, end: usize) -> Option<(usize, usize)> {
    let before = text[..start].trim_end().strip_suffix('(')?;
    let open = before.len();
    let close = past_parenthesis(text, end)?;
    let close = close + text[close..].find(|character: char| !character.is_whitespace())?;
    let is_whole = text[close..].starts_with(')');
    let is_operand = text[close + 1..].trim_start().starts_with(['-', '+', '*', '&', '(']);
    let before = before.trim_end();
    let is_after_operator = before.ends_with(|character: char| "=+-*/%<>!&|^~?:,;{}()".contains(character));
    (is_whole && is_operand && (is_after_operator || before.ends_with("return"))).then_some((open, close))
}

/// So far the end of a parenthesis is looked for. What is longer is left as it is, and then not understood.
const LONGEST: usize = 4_096;

/// The place behind the parenthesis that ends what begins here, if a parenthesis does begin here. None if there are quotes
/// or comments within, or if it is far.
fn past_parenthesis(text: &str, from: usize) -> Option<usize> {
    let start = from + text[from..].find(|character: char| !character.is_whitespace())?;
    let mut depth = 0;
    for (at, character) in text[start..].char_indices().take(LONGEST) {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            '"' | '\'' | '/' | '#' | ';' | '{' => return None,
            _ => {}
        }
        if depth == 0 {
            return (character == ')').then_some(start + at + 1);
        }
    }
    None
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
pub fn past(bytes: &[u8], from: usize, wanted: &[u8]) -> usize {
    let from = from.min(bytes.len());
    let found = bytes[from..].windows(wanted.len()).position(|window| window == wanted);
    found.map_or(bytes.len(), |found| from + found + wanted.len())
}

/// The place after the string or character that begins here; it ends with its line at the latest.
pub fn past_quoted(bytes: &[u8], start: usize) -> usize {
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
    fn calls_that_look_like_casts_lose_their_parentheses() {
        for (text, expected) in [
            ("x = (f()) - 1;", "x =  f()  - 1;"),
            ("x = (int)(f(a, b)) & 2;", "x = (int) f(a, b)  & 2;"),
            ("return ( g ( (1) ) ) * y;", "return   g ( (1) )   * y;"),
            ("if (f()) *p = 1;", "if (f()) *p = 1;"),
            ("x = (T(*)()) p;", "x = (T(*)()) p;"),
            ("while (f()) (g());", "while (f()) (g());"),
            ("x = (f()) ? 1 : 2;", "x = (f()) ? 1 : 2;"),
        ] {
            assert_eq!(mask(text), expected);
        }
    }

    #[test]
    fn only_harmless_attributes_vanish() {
        assert_eq!(mask("int a __attribute__((unused)) = 1;"), "int a                         = 1;");
        let harmful = "int a __attribute__((cleanup(f))) = 1;";
        assert_eq!(mask(harmful), harmful);
    }

    #[test]
    fn only_words_of_the_program_are_masked() {
        let text =
            "ATOMIC { x = \"ATOMIC\"; } // ATOMIC\n_Atomic (Node *) y; _Atomic int z; /* ATOMIC */ ATOMICS '\\''";
        let expected =
            "ATOMI: { x = \"ATOMIC\"; } // ATOMIC\n_AtomiC (Node *) y; _Atomic int z; /* ATOMIC */ ATOMICS '\\''";
        assert_eq!(mask(text), expected);
    }

    #[test]
    fn directives_end_with_their_lines() {
        assert_eq!(mask("#define A \t\nint x;  \n # define B 1 \n"), "#define A\n\n\nint x;  \n # define B 1\n\n");
        assert_eq!(mask("#define A \\\n 1\n"), "#define A \\\n 1\n");
    }

    #[test]
    fn unfinished_text_is_no_trouble() {
        for text in ["", "/", "/*", "\"", "'\\", "#", "ATOMIC", "é ATOMIC {"] {
            assert_eq!(mask(text).len(), text.len());
        }
    }
}
