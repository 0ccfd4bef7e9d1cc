//! A progress bar on standard error while obligations run; nothing when that is not a terminal.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const WIDTH: usize = 24;
const INTERVAL: Duration = Duration::from_millis(50);

/// Draws while alive and leaves an empty line behind.
pub struct Progress {
    label: String,
    /// When the bar was last drawn; none off a terminal.
    drawn: Option<Mutex<Instant>>,
}

impl Progress {
    pub fn new(label: impl Into<String>) -> Progress {
        let drawn = std::io::stderr().is_terminal().then(|| Mutex::new(Instant::now()));
        Progress { label: label.into(), drawn }
    }

    pub fn update(&self, done: usize, total: usize) {
        let Some(drawn) = &self.drawn else { return };
        // Whoever holds the lock is drawing; this update is not worth waiting for.
        let Ok(mut drawn) = drawn.try_lock() else { return };
        if drawn.elapsed() < INTERVAL {
            return;
        }
        *drawn = Instant::now();
        draw(&format!("{} {done}/{total} {}", bar(done, total), self.label));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.drawn.is_some() {
            draw("");
        }
    }
}

/// Replaces the current line. A terminal that went away is no reason to fail.
fn draw(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = write!(stderr, "\r\x1b[K{text}");
    let _ = stderr.flush();
}

fn bar(done: usize, total: usize) -> String {
    let filled = (done * WIDTH).checked_div(total).unwrap_or(WIDTH).min(WIDTH);
    format!("[{}{}]", "#".repeat(filled), "-".repeat(WIDTH - filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_up() {
        assert_eq!(bar(0, 4), "[------------------------]");
        assert_eq!(bar(1, 4), "[######------------------]");
        assert_eq!(bar(9, 4), "[########################]");
        assert_eq!(bar(0, 0), "[########################]");
    }
}
