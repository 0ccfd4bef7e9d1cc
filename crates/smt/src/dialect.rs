//! The wording of solvers: the only place that recognises what they print.

use crate::answer::Reason;
use crate::sexpr::{Sexpr, parse_one};

/// One response to a command that has no structured answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Response {
    Sat,
    Unsat,
    Unknown,
    Timeout,
    Success,
    Unsupported,
    Error(String),
    Other(String),
}

/// Responses that are one word on a line.
const WORDS: &[(&str, Response)] = &[
    ("sat", Response::Sat),
    ("unsat", Response::Unsat),
    ("unknown", Response::Unknown),
    ("timeout", Response::Timeout),
    ("success", Response::Success),
    ("unsupported", Response::Unsupported),
];

/// Parts of an explanation for `unknown`, in lower case; the first that occurs decides.
const EXPLANATIONS: &[(&str, Explanation)] = &[
    ("timeout", Explanation::Timeout),
    ("timed out", Explanation::Timeout),
    ("resource limit", Explanation::ResourceLimit),
    ("resourceout", Explanation::ResourceLimit),
    ("rlimit", Explanation::ResourceLimit),
    ("max. steps exceeded", Explanation::ResourceLimit),
    ("max-conflicts", Explanation::ResourceLimit),
    ("out of memory", Explanation::MemoryOut),
    ("max. memory exceeded", Explanation::MemoryOut),
    ("memout", Explanation::MemoryOut),
    ("canceled", Explanation::Cancelled),
    ("cancelled", Explanation::Cancelled),
    ("interrupted", Explanation::Cancelled),
    ("incomplete", Explanation::Incomplete),
    ("quantifiers", Explanation::Incomplete),
];

#[derive(Copy, Clone)]
enum Explanation {
    Timeout,
    ResourceLimit,
    MemoryOut,
    Cancelled,
    Incomplete,
}

/// Solvers with abilities of their own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    Z3,
    Cvc5,
    Other,
}

/// Solves Horn clauses. Generalizing over several lemmas at once finds equations between counters.
pub(crate) const HORN: &str = "(set-option :fp.spacer.global true)\n(check-sat-using horn)";

impl Family {
    /// From the answer to `(get-info :name)`, or from the name of the program.
    pub(crate) fn of_name(name: &str) -> Family {
        let name = name.to_ascii_lowercase();
        if name.contains("z3") {
            Family::Z3
        } else if name.contains("cvc5") {
            Family::Cvc5
        } else {
            Family::Other
        }
    }

    /// The command that makes a solver of this family give up after some milliseconds.
    pub(crate) fn limit_time(self, milliseconds: u128) -> Option<String> {
        // Z3 reads its largest number as "no limit".
        const LARGEST: u128 = u32::MAX as u128 - 1;
        match self {
            Family::Z3 => {
                let limit = milliseconds.clamp(1, LARGEST);
                Some(format!("(set-option :timeout {limit})"))
            }
            Family::Cvc5 | Family::Other => None,
        }
    }
}

/// Reads the responses of commands such as `assert` and `check-sat`.
pub(crate) fn responses(text: &str) -> Vec<Response> {
    let mut found = Vec::new();
    let mut lines = text.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        if line.trim().is_empty() || line.starts_with(';') {
            continue;
        }
        if let Some((_, response)) = WORDS.iter().find(|(word, _)| *word == line) {
            found.push(response.clone());
        } else if let Some(start) = line.strip_prefix("(error") {
            found.push(Response::Error(error_message(start, &mut lines)));
        } else {
            found.push(Response::Other(line.to_owned()));
        }
    }
    found
}

/// The message of an error, which may run over several lines and, in Z3, holds quotes escaped
/// by a backslash: so the end is a line that ends in `")`.
fn error_message<'a>(start: &'a str, lines: &mut impl Iterator<Item = &'a str>) -> String {
    let mut message = start.trim_start().to_owned();
    while !message.ends_with("\")") {
        match lines.next() {
            None => break,
            Some(line) => {
                message.push('\n');
                message.push_str(line);
            }
        }
    }
    let inner = message.strip_prefix('"').unwrap_or(&message);
    let inner = inner.strip_suffix("\")").unwrap_or(inner);
    inner.trim().replace("\\\"", "\"").replace("\"\"", "\"")
}

/// Whether a line may begin the output of a solver that keeps to the protocol.
pub(crate) fn may_begin_output(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(['(', ';']) || WORDS.iter().any(|(word, _)| *word == line.trim_end())
}

/// The reason for an `unknown`, from the answer to `(get-info :reason-unknown)`.
pub(crate) fn reason_unknown(answer: &str) -> Reason {
    match info(answer, ":reason-unknown") {
        Some(explanation) => classify(&explanation),
        None => Reason::Other(answer.trim().to_owned()),
    }
}

/// The reason that an error gives: a rejected command, unless memory ran out.
pub(crate) fn reason_of_error(message: &str) -> Reason {
    if is_out_of_memory(message) { Reason::MemoryOut } else { Reason::Rejected(message.to_owned()) }
}

pub(crate) fn is_out_of_memory(text: &str) -> bool {
    explanation_of(text).is_some_and(|kind| matches!(kind, Explanation::MemoryOut))
}

fn classify(explanation: &str) -> Reason {
    match explanation_of(explanation) {
        Some(Explanation::Timeout) => Reason::Timeout,
        Some(Explanation::ResourceLimit) => Reason::ResourceLimit,
        Some(Explanation::MemoryOut) => Reason::MemoryOut,
        Some(Explanation::Cancelled) => Reason::Cancelled,
        Some(Explanation::Incomplete) => Reason::Incomplete(explanation.to_owned()),
        None if explanation.is_empty() => Reason::Other("it did not say why".to_owned()),
        None => Reason::Other(explanation.to_owned()),
    }
}

fn explanation_of(text: &str) -> Option<Explanation> {
    let text = text.to_lowercase();
    let found = EXPLANATIONS.iter().find(|(part, _)| text.contains(part));
    found.map(|(_, kind)| *kind)
}

/// The text in an answer `(keyword "text")` or `(keyword text)` to `get-info`.
pub(crate) fn info(answer: &str, keyword: &str) -> Option<String> {
    let answer = parse_one(answer).ok()?;
    match answer.list()? {
        [key, value] if key.atom() == Some(keyword) => match value {
            Sexpr::String(text) | Sexpr::Atom(text) => Some(text.clone()),
            Sexpr::List(_) => Some(value.to_string()),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_errors_and_the_rest() {
        let error = |message: &str| Response::Error(message.to_owned());
        let other = |text: &str| Response::Other(text.to_owned());
        let cases: &[(&str, &[Response])] = &[
            ("", &[]),
            ("sat\n", &[Response::Sat]),
            ("unsat\r\n", &[Response::Unsat]),
            ("unknown", &[Response::Unknown]),
            ("timeout\n", &[Response::Timeout]),
            ("success\nsuccess", &[Response::Success, Response::Success]),
            ("unsupported\n; foo line: 30 position: 4\n", &[Response::Unsupported]),
            (
                "(error \"line 6 column 11: unknown constant y\")\nunsat",
                &[error("line 6 column 11: unknown constant y"), Response::Unsat],
            ),
            ("(error \"unknown constant a\\\"b\")", &[error("unknown constant a\"b")]),
            ("(error \"a\nb\")\nsat", &[error("a\nb"), Response::Sat]),
            ("(error \"never closed\nsat", &[error("\"never closed\nsat".trim_matches('"'))]),
            ("satt", &[other("satt")]),
            ("sat unsat", &[other("sat unsat")]),
            ("ASSERTION VIOLATION\n", &[other("ASSERTION VIOLATION")]),
        ];
        for (text, expected) in cases {
            assert_eq!(responses(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn explanations_for_unknown() {
        let incomplete = |text: &str| Reason::Incomplete(text.to_owned());
        let cases = [
            ("timeout", Reason::Timeout),
            ("canceled", Reason::Cancelled),
            ("interrupted from keyboard", Reason::Cancelled),
            ("max. resource limit exceeded", Reason::ResourceLimit),
            ("(resource limits reached)", Reason::ResourceLimit),
            ("max-conflicts-reached", Reason::ResourceLimit),
            ("memout", Reason::MemoryOut),
            ("out of memory", Reason::MemoryOut),
            ("(incomplete quantifiers)", incomplete("(incomplete quantifiers)")),
            (
                "smt tactic failed to show goal to be sat/unsat (incomplete quantifiers)",
                incomplete("smt tactic failed to show goal to be sat/unsat (incomplete quantifiers)"),
            ),
            ("(incomplete (theory arithmetic))", incomplete("(incomplete (theory arithmetic))")),
            ("bored", Reason::Other("bored".into())),
            ("", Reason::Other("it did not say why".into())),
        ];
        for (explanation, reason) in cases {
            let answer = format!("(:reason-unknown \"{explanation}\")");
            assert_eq!(reason_unknown(&answer), reason, "{explanation}");
        }
        assert_eq!(reason_unknown("(:reason-unknown incomplete)"), incomplete("incomplete"));
        assert_eq!(reason_unknown("what?"), Reason::Other("what?".into()));
    }

    #[test]
    fn names_and_versions() {
        assert_eq!(info("(:name \"Z3\")\n", ":name").as_deref(), Some("Z3"));
        assert_eq!(info("(:version \"4.8.5\")", ":version").as_deref(), Some("4.8.5"));
        assert_eq!(info("(:version \"4.8.5\")", ":name"), None);
        assert_eq!(info("hello", ":name"), None);
        assert_eq!(Family::of_name("Z3"), Family::Z3);
        assert_eq!(Family::of_name("z3-4.15.4"), Family::Z3);
        assert_eq!(Family::of_name("cvc5"), Family::Cvc5);
        assert_eq!(Family::of_name("yices"), Family::Other);
    }

    #[test]
    fn errors_that_are_no_rejections() {
        assert_eq!(reason_of_error("out of memory"), Reason::MemoryOut);
        assert_eq!(reason_of_error("no"), Reason::Rejected("no".into()));
    }
}
