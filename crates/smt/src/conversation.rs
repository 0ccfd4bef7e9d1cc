//! Commands to a solver process, and the output that belongs to each.
//!
//! Every command is followed by `(echo "counterpoint:N")` with a running number N; the output
//! of the command is what comes before that line.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::time::Instant;

use crate::dialect;
use crate::process::{Ending, Output, Process, Stop};

/// Text is handed to the process when this much has gathered, or when an answer is wanted.
const OUTBOX: usize = 32 * 1024;
/// No answer to one command is longer.
const LONGEST_OUTPUT: usize = 64 * 1024 * 1024;

pub(crate) struct Conversation {
    process: Process,
    /// Commands not yet handed to the process.
    outbox: String,
    last_number: u64,
    /// Numbers of the commands whose output was not read yet.
    unread: VecDeque<u64>,
    inbox: Vec<u8>,
    /// Where the first line of the inbox begins that was not examined yet.
    line_start: usize,
    /// How much of the inbox was searched for the end of that line.
    searched: usize,
}

/// Why a conversation cannot go on.
#[derive(Debug)]
pub(crate) enum Break {
    /// The deadline passed.
    Deadline,
    /// The run has come to its end.
    Stopped,
    /// The process printed what no solver prints, or far too much.
    Rubbish(String),
    /// The process ended, after this output.
    Ended { ending: Ending, output: String },
}

impl Conversation {
    pub(crate) fn start(path: &Path, args: &[String]) -> io::Result<Conversation> {
        Ok(Conversation {
            process: Process::spawn(path, args)?,
            outbox: String::new(),
            last_number: 0,
            unread: VecDeque::new(),
            inbox: Vec::new(),
            line_start: 0,
            searched: 0,
        })
    }

    /// Gives commands whose output will be read by the next `hear`.
    pub(crate) fn tell(&mut self, commands: &str) {
        self.last_number += 1;
        self.outbox.push_str(commands);
        self.outbox.push_str("\n(echo \"");
        self.outbox.push_str(&sentinel(self.last_number));
        self.outbox.push_str("\")\n");
        self.unread.push_back(self.last_number);
        if self.outbox.len() > OUTBOX {
            self.flush();
        }
    }

    /// Whether the output of every `tell` was read.
    pub(crate) fn is_heard(&self) -> bool {
        self.unread.is_empty()
    }

    /// Reads the output of every `tell` that was not heard yet, in order.
    pub(crate) fn hear(mut self, deadline: Instant, stop: &Stop) -> Result<(Conversation, Vec<String>), Break> {
        self.flush();
        let mut outputs = Vec::with_capacity(self.unread.len());
        while let Some(number) = self.unread.pop_front() {
            let sentinel = sentinel(number);
            let output = loop {
                match self.take_output(&sentinel)? {
                    Some(output) => break output,
                    None => match self.process.read(deadline, stop) {
                        Output::Bytes(bytes) => self.inbox.extend_from_slice(bytes),
                        Output::Late => return Err(Break::Deadline),
                        Output::Stopped => return Err(Break::Stopped),
                        Output::End => return Err(self.ended()),
                    },
                }
            };
            outputs.push(output);
        }
        Ok((self, outputs))
    }

    fn flush(&mut self) {
        if !self.outbox.is_empty() {
            self.process.write(&self.outbox);
            self.outbox.clear();
        }
    }

    fn ended(self) -> Break {
        let output = lossy(&self.inbox);
        let ending = self.process.end();
        Break::Ended { ending, output }
    }

    /// The inbox up to the line with the sentinel, if that line is there.
    fn take_output(&mut self, sentinel: &str) -> Result<Option<String>, Break> {
        while let Some(length) = self.inbox[self.searched..].iter().position(|b| *b == b'\n') {
            let start = self.line_start;
            let end = self.searched + length;
            let line = self.inbox[start..end].trim_ascii();
            // SMT-LIB prints the string as a literal, Z3 as its content.
            let line = line.strip_prefix(b"\"").unwrap_or(line);
            let line = line.strip_suffix(b"\"").unwrap_or(line);
            if line == sentinel.as_bytes() {
                let output = lossy(&self.inbox[..start]);
                self.inbox.drain(..=end);
                (self.line_start, self.searched) = (0, 0);
                return Ok(Some(output));
            }
            if start == 0 && !dialect::may_begin_output(&lossy(line)) {
                return Err(Break::Rubbish(lossy(line)));
            }
            (self.line_start, self.searched) = (end + 1, end + 1);
        }
        self.searched = self.inbox.len();
        if self.inbox.len() > LONGEST_OUTPUT {
            return Err(Break::Rubbish(format!(
                "more than {} MB in answer to one command",
                LONGEST_OUTPUT / (1024 * 1024)
            )));
        }
        Ok(None)
    }
}

fn sentinel(number: u64) -> String {
    format!("counterpoint:{number}")
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
