//! What a solver concludes, and why it may conclude nothing.

use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Sat,
    Unsat,
    Unknown(Reason),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The deadline passed.
    Timeout,
    /// The deadline passed, and the solver did not keep the limit that it was given: asking it again seldom helps.
    Hung,
    /// The run that asks has come to its end, by its time limit or by the user's wish.
    Stopped,
    /// A limit of the solver other than time, such as `:rlimit`.
    ResourceLimit,
    /// The solver gave up; the text is its own explanation.
    Incomplete(String),
    MemoryOut,
    /// The process ended, or could not be started.
    Died(String),
    /// The process printed what is not an answer.
    Garbage(String),
    /// The solver did not accept a command. Whatever it says afterwards is about another
    /// problem than ours.
    Rejected(String),
    Cancelled,
    /// Another explanation of the solver for its `unknown`.
    Other(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => f.write_str("The solver ran out of time."),
            Reason::Hung => f.write_str("The solver hangs: it did not keep its time limit."),
            Reason::Stopped => f.write_str("The run ended before the solver had an answer."),
            Reason::ResourceLimit => f.write_str("The solver reached its resource limit."),
            Reason::Incomplete(why) => {
                write!(f, "The solver gave up because it is incomplete here: {why}.")
            }
            Reason::MemoryOut => f.write_str("The solver ran out of memory."),
            Reason::Died(how) => write!(f, "The solver process died: {how}."),
            Reason::Garbage(text) => {
                let text = shortened(text);
                write!(f, "The solver printed something that is not an answer: {text}")
            }
            Reason::Rejected(message) => {
                let message = shortened(message);
                write!(f, "The solver rejected a command: {message}")
            }
            Reason::Cancelled => f.write_str("The solver was cancelled."),
            Reason::Other(why) => write!(f, "The solver gave no answer: {why}."),
        }
    }
}

impl std::error::Error for Reason {}

/// The first line of a text from a solver, and not too much of it.
fn shortened(text: &str) -> String {
    const LIMIT: usize = 300;
    let line = text.trim().lines().next().unwrap_or("(nothing)");
    match line.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn each_reason_is_one_sentence() {
        let reasons = [
            Reason::Timeout,
            Reason::ResourceLimit,
            Reason::Incomplete("(incomplete quantifiers)".into()),
            Reason::MemoryOut,
            Reason::Died("killed by signal 9".into()),
            Reason::Garbage("hello\nworld".into()),
            Reason::Rejected("line 1: unknown constant x".into()),
            Reason::Hung,
            Reason::Stopped,
            Reason::Cancelled,
            Reason::Other("bored".into()),
        ];
        let sentences: Vec<_> = reasons.iter().map(Reason::to_string).collect();
        expect![[r#"
            The solver ran out of time.
            The solver reached its resource limit.
            The solver gave up because it is incomplete here: (incomplete quantifiers).
            The solver ran out of memory.
            The solver process died: killed by signal 9.
            The solver printed something that is not an answer: hello
            The solver rejected a command: line 1: unknown constant x
            The solver hangs: it did not keep its time limit.
            The run ended before the solver had an answer.
            The solver was cancelled.
            The solver gave no answer: bored."#]]
        .assert_eq(&sentences.join("\n"));
    }
}
