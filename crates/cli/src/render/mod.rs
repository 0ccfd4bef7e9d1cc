//! Results as text: for people, for scripts, for code-scanning tools.

pub mod finding;
pub mod human;
pub mod json;
pub mod json1;
pub mod sarif;

use std::io::{self, Write};
use std::path::Path;

/// A text of which parts come from the input, without the characters that command a terminal or turn the text around.
pub fn neutral(text: &str) -> String {
    let is_unsafe = |c: char| {
        let is_invisible = matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}');
        c.is_control() || is_invisible || matches!(c, '\u{2060}'..='\u{2069}')
    };
    text.replace(is_unsafe, "\u{fffd}")
}

/// A path as text that no other path has.
///
/// A name that is UTF-8 text stands for itself. Of any other, each byte that belongs to no character is written `\xNN`,
/// with two hexadecimal digits. So that no valid name looks like one of these, a backslash that such an `xNN` follows in
/// the name itself is written `\x5c`: replacing every `\xNN` by its byte gives the path back.
pub fn exact(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(at) = rest.find('\\') {
            let (before, after) = (&rest[..at], &rest[at + 1..]);
            text.push_str(before);
            text.push_str(if is_escape(after) { "\\x5c" } else { "\\" });
            rest = after;
        }
        text.push_str(rest);
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    text
}

/// Whether a backslash before this would be read as the start of an escaped byte.
fn is_escape(text: &str) -> bool {
    matches!(text.as_bytes(), [b'x', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Writes a line to standard error, as far as that can be written to.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes to standard output. A reader that went away is no error: it has seen what it wanted.
pub fn print(text: &str) -> Result<(), String> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot write the results: {error}")),
        Ok(()) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    fn exact_bytes(bytes: &[u8]) -> String {
        exact(Path::new(OsStr::from_bytes(bytes)))
    }

    /// What the comment of `exact` says gives the path back.
    fn decoded(text: &str) -> Vec<u8> {
        let (mut bytes, mut rest) = (Vec::new(), text);
        while let Some(first) = rest.chars().next() {
            let escaped = rest.strip_prefix('\\').filter(|after| is_escape(after));
            let byte = escaped.and_then(|after| u8::from_str_radix(after.get(1..3)?, 16).ok());
            let length = if byte.is_some() { 4 } else { first.len_utf8() };
            match byte {
                Some(byte) => bytes.push(byte),
                None => bytes.extend(&rest.as_bytes()[..length]),
            }
            rest = &rest[length..];
        }
        bytes
    }

    #[test]
    fn paths_are_exact() {
        for name in ["a/b c.bpl", "λ.bpl", r"a\b\x\xy", r"\", "\u{fffd}"] {
            assert_eq!(exact(Path::new(name)), name);
        }
        assert_eq!(exact_bytes(b"a\xff.bpl"), r"a\xff.bpl");
        assert_eq!(exact_bytes(br"a\xff.bpl"), r"a\x5cxff.bpl");
        // All short names over what matters, valid and not, are given back, so that no two have the same text.
        let alphabet = [b'\\', b'x', b'f', b'5', b'c', 0xff, 0xce, 0xbb];
        for number in 0..8_usize.pow(6) {
            let name: Vec<u8> = (0..6).map(|digit| alphabet[number >> (3 * digit) & 7]).collect();
            assert_eq!(decoded(&exact_bytes(&name)), name, "{name:?}");
        }
    }
}
