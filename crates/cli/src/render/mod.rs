//! Results as text: for people, for scripts, for code-scanning tools.

pub mod human;
pub mod json;
pub mod sarif;

use std::io::{self, Write};

/// A text of which parts come from the input, without the characters that command a terminal or turn the text around.
pub fn neutral(text: &str) -> String {
    let is_unsafe = |c: char| {
        let is_invisible = matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}');
        c.is_control() || is_invisible || matches!(c, '\u{2060}'..='\u{2069}')
    };
    text.replace(is_unsafe, "\u{fffd}")
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
