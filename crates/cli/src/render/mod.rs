//! Results as text: for people, for scripts, for code-scanning tools.

pub mod human;
pub mod json;
pub mod sarif;

use std::io::{self, Write};

/// A text of which parts come from the input, without the characters that command a terminal or turn the text around.
pub fn neutral(text: &str) -> String {
    let is_unsafe = |c: char| {
        c.is_control() || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(is_unsafe, "\u{fffd}")
}

/// Writes to standard output. A reader that went away is no error: it has seen what it wanted.
pub fn print(text: &str) -> Result<(), String> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot write the results: {error}")),
        Ok(()) | Err(_) => Ok(()),
    }
}
