//! S-expressions, as solvers print them.
//!
//! Parsing, printing, comparing and dropping are iterative: a solver may nest its answers as
//! deeply as it likes.

use std::fmt;

#[derive(Eq)]
pub enum Sexpr {
    /// A symbol (bars included), numeral, keyword or other word, verbatim.
    Atom(String),
    /// A string literal, without its quotes and with `""` undone.
    String(String),
    List(Vec<Sexpr>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SexprError {
    UnbalancedClose,
    UnfinishedList,
    UnfinishedString,
    UnfinishedSymbol,
    /// `parse_one` found so many expressions.
    NotOne(usize),
}

impl fmt::Display for SexprError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SexprError::UnbalancedClose => f.write_str("a `)` closes nothing"),
            SexprError::UnfinishedList => f.write_str("a `(` is never closed"),
            SexprError::UnfinishedString => f.write_str("a string is never closed"),
            SexprError::UnfinishedSymbol => f.write_str("a `|` symbol is never closed"),
            SexprError::NotOne(count) => write!(f, "{count} expressions instead of one"),
        }
    }
}

impl std::error::Error for SexprError {}

/// Parses a text that is exactly one expression.
pub fn parse_one(text: &str) -> Result<Sexpr, SexprError> {
    let mut all = parse_all(text)?;
    match (all.pop(), all.len()) {
        (Some(one), 0) => Ok(one),
        (None, _) => Err(SexprError::NotOne(0)),
        (Some(_), others) => Err(SexprError::NotOne(others + 1)),
    }
}

/// Parses a sequence of expressions. Comments run from `;` to the end of the line.
pub fn parse_all(text: &str) -> Result<Vec<Sexpr>, SexprError> {
    let mut open: Vec<Vec<Sexpr>> = Vec::new();
    let mut current: Vec<Sexpr> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match first {
            '(' => {
                open.push(std::mem::take(&mut current));
                rest = &rest[1..];
            }
            ')' => {
                let outer = open.pop().ok_or(SexprError::UnbalancedClose)?;
                let list = std::mem::replace(&mut current, outer);
                current.push(Sexpr::List(list));
                rest = &rest[1..];
            }
            ';' => rest = rest.find('\n').map_or("", |end| &rest[end..]),
            '"' => {
                let (string, after) = take_string(&rest[1..])?;
                current.push(Sexpr::String(string));
                rest = after;
            }
            '|' => {
                let end = rest[1..].find('|').ok_or(SexprError::UnfinishedSymbol)? + 2;
                current.push(Sexpr::Atom(rest[..end].to_owned()));
                rest = &rest[end..];
            }
            space if space.is_whitespace() => rest = rest.trim_start(),
            _ => {
                let end = rest.find(ends_atom).unwrap_or(rest.len());
                current.push(Sexpr::Atom(rest[..end].to_owned()));
                rest = &rest[end..];
            }
        }
    }
    if open.is_empty() { Ok(current) } else { Err(SexprError::UnfinishedList) }
}

fn ends_atom(c: char) -> bool {
    matches!(c, '(' | ')' | ';' | '"' | '|') || c.is_whitespace()
}

/// The string literal whose opening quote was just read, and the text after it.
fn take_string(text: &str) -> Result<(String, &str), SexprError> {
    let mut string = String::new();
    let mut rest = text;
    loop {
        let end = rest.find('"').ok_or(SexprError::UnfinishedString)?;
        string.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            None => return Ok((string, rest)),
            Some(after) => {
                string.push('"');
                rest = after;
            }
        }
    }
}

impl Sexpr {
    pub fn atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(text) => Some(text),
            Sexpr::String(_) | Sexpr::List(_) => None,
        }
    }

    pub fn list(&self) -> Option<&[Sexpr]> {
        match self {
            Sexpr::List(items) => Some(items),
            Sexpr::Atom(_) | Sexpr::String(_) => None,
        }
    }
}

impl Drop for Sexpr {
    fn drop(&mut self) {
        let mut work = match self {
            Sexpr::Atom(_) | Sexpr::String(_) => return,
            Sexpr::List(items) => std::mem::take(items),
        };
        while let Some(mut next) = work.pop() {
            if let Sexpr::List(items) = &mut next {
                work.append(items);
            }
        }
    }
}

impl PartialEq for Sexpr {
    fn eq(&self, other: &Sexpr) -> bool {
        let mut work = vec![(self, other)];
        while let Some(pair) = work.pop() {
            match pair {
                (Sexpr::Atom(a), Sexpr::Atom(b)) if a == b => {}
                (Sexpr::String(a), Sexpr::String(b)) if a == b => {}
                (Sexpr::List(a), Sexpr::List(b)) if a.len() == b.len() => {
                    work.extend(a.iter().zip(b));
                }
                (Sexpr::Atom(_) | Sexpr::String(_) | Sexpr::List(_), _) => return false,
            }
        }
        true
    }
}

impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Item<'a> {
            Expression(&'a Sexpr),
            Text(&'static str),
        }
        let mut work = vec![Item::Expression(self)];
        while let Some(item) = work.pop() {
            match item {
                Item::Text(text) => f.write_str(text)?,
                Item::Expression(Sexpr::Atom(text)) => f.write_str(text)?,
                Item::Expression(Sexpr::String(text)) => {
                    write!(f, "\"{}\"", text.replace('"', "\"\""))?;
                }
                Item::Expression(Sexpr::List(items)) => {
                    work.push(Item::Text(")"));
                    for (position, item) in items.iter().enumerate().rev() {
                        work.push(Item::Expression(item));
                        work.push(Item::Text(if position == 0 { "" } else { " " }));
                    }
                    f.write_str("(")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_survives_a_round_trip() {
        for text in ["x", "()", "(a (b |c d|) \"e \"\"f\"\" )\" 1.5)", "(- 5)"] {
            assert_eq!(parse_one(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn spacing_and_comments() {
        let all = parse_all(" a;comment )\n(b\t\"c\"|d|(e))f").unwrap();
        let texts: Vec<_> = all.iter().map(Sexpr::to_string).collect();
        assert_eq!(texts, ["a", "(b \"c\" |d| (e))", "f"]);
        assert_eq!(parse_all("; only a comment"), Ok(vec![]));
    }

    #[test]
    fn malformed_text_is_an_error() {
        let cases = [
            (")", SexprError::UnbalancedClose),
            ("(a", SexprError::UnfinishedList),
            ("\"a\"\"", SexprError::UnfinishedString),
            ("|a", SexprError::UnfinishedSymbol),
            ("", SexprError::NotOne(0)),
            ("a b", SexprError::NotOne(2)),
        ];
        for (text, error) in cases {
            assert_eq!(parse_one(text), Err(error), "{text}");
        }
    }

    #[test]
    fn a_million_levels_do_not_overflow_the_stack() {
        let deep = format!("{}{}", "(".repeat(1_000_000), ")".repeat(1_000_000));
        let one = parse_one(&deep).unwrap();
        assert!(one == parse_one(&deep).unwrap());
        assert_eq!(one.to_string(), deep);
        assert_eq!(parse_one(&deep[1..]), Err(SexprError::UnbalancedClose));
    }
}
