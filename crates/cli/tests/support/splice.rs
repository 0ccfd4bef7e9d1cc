//! Mutants of programs by splices of their tokens: most of them balanced and of a plausible type, so that they come past the
//! front end. What is made depends on the texts and the seed alone.

use crate::support::Random;
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Word,
    Number,
    Text,
    Sign,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
    /// The outermost block of code that it is in: names are known there together.
    scope: usize,
    depth: usize,
}

/// A program in tokens, with its statements.
pub struct Source {
    text: String,
    tokens: Vec<Token>,
    /// From the first token to the one after the last.
    statements: Vec<(usize, usize)>,
    /// What stands in round brackets, likewise.
    groups: Vec<(usize, usize)>,
    /// The types with which names are declared, as far as that is seen.
    types: HashMap<String, String>,
}

/// Signs that can stand for each other.
const SIGNS: [&[&str]; 6] = [
    &["+", "-"],
    &["<", "<=", ">", ">=", "==", "!="],
    &["&&", "||", "==>", "<==>"],
    &["++", "--"],
    &["+=", "-="],
    &["&", "|", "^"],
];

/// Words that can stand for each other; those of the first group can be left out.
const WORDS: [&[&str]; 7] = [
    &["synchronized", "static", "final", "volatile", "public", "private"],
    &["left", "right", "both", "atomic"],
    &["requires", "ensures"],
    &["assert", "assume"],
    &["true", "false"],
    &["lock", "unlock", "wait", "notify", "notifyAll", "signal", "await"],
    &["int", "long"],
];

/// Words that a declaration begins with.
const DECLARES: [&str; 14] = [
    "var",
    "const",
    "type",
    "function",
    "axiom",
    "import",
    "package",
    "struct",
    "typedef",
    "private",
    "public",
    "protected",
    "static",
    "final",
];

/// Words that are followed by another one in what is no declaration.
const COMMANDS: [&str; 22] = [
    "return",
    "call",
    "assert",
    "assume",
    "havoc",
    "free",
    "delete",
    "throw",
    "yield",
    "goto",
    "break",
    "await",
    "async",
    "par",
    "invariant",
    "requires",
    "ensures",
    "modifies",
    "preserves",
    "set",
    "else",
    "continue",
];

const NUMBERS: [&str; 9] = ["0", "1", "2", "7", "64", "2147483647", "4294967296", "9223372036854775807", "100000"];

/// The longest sign first.
const LONG_SIGNS: [&str; 20] = [
    "<==>", ">>>=", "==>", ">>>", "<<=", ">>=", "...", "->", "::", ":=", "==", "!=", "<=", ">=", "&&", "||", "++",
    "--", "+=", "-=",
];

impl Source {
    pub fn new(text: String, scope_depth: usize) -> Source {
        let mut source =
            Source { text, tokens: Vec::new(), statements: Vec::new(), groups: Vec::new(), types: HashMap::new() };
        source.split();
        source.nest(scope_depth);
        source.note_types();
        source
    }

    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    fn range(&self, (first, end): (usize, usize)) -> &str {
        &self.text[self.tokens[first].start..self.tokens[end - 1].end]
    }

    fn split(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &self.text[at..];
            let first = bytes[at];
            let while_true = |test: &dyn Fn(char) -> bool| rest.find(|c: char| !test(c)).unwrap_or(rest.len());
            let (kind, length) = if rest.starts_with("//@") {
                // What follows is read by us.
                (None, 3)
            } else if rest.starts_with("//") {
                (None, rest.find('\n').unwrap_or(rest.len()))
            } else if rest.starts_with("/*") {
                (None, rest.find("*/").map_or(rest.len(), |end| end + 2))
            } else if first == b'#' && self.text[..at].ends_with('\n') {
                (None, rest.find('\n').unwrap_or(rest.len()))
            } else if first == b'"' || first == b'\'' {
                let end = rest[1..].find([first as char, '\n']).map_or(rest.len(), |end| end + 2);
                (Some(Kind::Text), end)
            } else if first.is_ascii_digit() {
                (Some(Kind::Number), while_true(&|c| c.is_ascii_alphanumeric() || c == '_'))
            } else if first.is_ascii_alphabetic() || matches!(first, b'_' | b'$' | b'\\' | b'@') {
                let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '#' | '\\' | '@');
                (Some(Kind::Word), while_true(&name))
            } else if first.is_ascii_whitespace() || !first.is_ascii() {
                (None, rest.chars().next().map_or(1, char::len_utf8))
            } else {
                let long = LONG_SIGNS.iter().find(|sign| rest.starts_with(**sign));
                (Some(Kind::Sign), long.map_or(1, |sign| sign.len()))
            };
            if let Some(kind) = kind {
                self.tokens.push(Token { kind, start: at, end: at + length, scope: 0, depth: 0 });
            }
            at += length;
        }
    }

    fn nest(&mut self, scope_depth: usize) {
        let (mut depth, mut scope, mut first) = (0usize, 0, 0);
        let mut open: Vec<usize> = Vec::new();
        for at in 0..self.tokens.len() {
            let word = self.word(at).to_string();
            if word == "}" {
                depth = depth.saturating_sub(1);
            }
            if depth < scope_depth {
                scope = at;
            }
            (self.tokens[at].scope, self.tokens[at].depth) = (scope, depth);
            match word.as_str() {
                "{" => depth += 1,
                "(" => open.push(at),
                ")" => {
                    if let Some(start) = open.pop().filter(|start| at > *start + 1) {
                        self.groups.push((start + 1, at));
                    }
                }
                _ => {}
            }
            if matches!(word.as_str(), "{" | "}" | ";") {
                if word == ";" && open.is_empty() && at > first {
                    self.statements.push((first, at + 1));
                }
                (first, open) = (at + 1, Vec::new());
            }
        }
    }

    /// `name: type` of Boogie, `type name` and `type *name` of the others.
    fn note_types(&mut self) {
        let is_word = |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word);
        let mut types = HashMap::new();
        for at in 0..self.tokens.len() {
            if !is_word(at) {
                continue;
            }
            let declared = match self.word(at + 1) {
                ":" if is_word(at + 2) => Some((at, self.word(at + 2).to_string())),
                "*" if is_word(at + 2) && self.word(at + 3) != "(" => Some((at + 2, format!("{}*", self.word(at)))),
                _ if is_word(at + 1) && !COMMANDS.contains(&self.word(at)) => Some((at + 1, self.word(at).to_string())),
                _ => None,
            };
            if let Some((name, ty)) = declared.filter(|(name, _)| !matches!(self.word(name + 1), "(" | "<")) {
                types.entry(self.word(name).to_string()).or_insert(ty);
            }
        }
        self.types = types;
    }

    fn is_declaration(&self, (first, _): (usize, usize)) -> bool {
        let is_word = |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word);
        let second = if self.word(first + 1) == "*" { first + 2 } else { first + 1 };
        let is_named = is_word(second) || self.word(second) == "<";
        DECLARES.contains(&self.word(first)) || (is_word(first) && is_named && !COMMANDS.contains(&self.word(first)))
    }

    /// A statement that is no declaration.
    fn step(&self, random: &mut Random) -> Option<(usize, usize)> {
        let steps: Vec<(usize, usize)> =
            self.statements.iter().copied().filter(|one| !self.is_declaration(*one)).collect();
        random.pick(&steps).copied()
    }

    /// How the token is used, by what is beside it.
    fn role(&self, at: usize) -> (u8, u8) {
        let before = match at.checked_sub(1).map_or("", |at| self.word(at)) {
            "." | "->" => 1,
            ":" => 2,
            "call" | "async" | "par" => 3,
            "new" => 4,
            _ => 0,
        };
        let is_word = self.tokens.get(at + 1).is_some_and(|token| token.kind == Kind::Word);
        let after = match self.word(at + 1) {
            "(" => 1,
            "." | "->" => 2,
            "[" => 3,
            ":" => 4,
            "<" if before == 2 => 5,
            _ if is_word => 6,
            _ => 0,
        };
        (before, after)
    }

    fn replaced(&self, (first, end): (usize, usize), new: &str) -> String {
        let (start, stop) = (self.tokens[first].start, self.tokens[end - 1].end);
        format!("{}{new}{}", &self.text[..start], &self.text[stop..])
    }

    /// One splice; none if this kind of it does not fit here.
    pub fn mutant(&self, other: &Source, random: &mut Random) -> Option<String> {
        if self.tokens.is_empty() {
            return None;
        }
        match random.below(100) {
            0..=26 => self.other_name(random),
            27..=38 => self.other_of(Kind::Sign, random),
            39..=46 => self.other_of(Kind::Number, random),
            47..=53 => self.other_of(Kind::Word, random),
            54..=62 => self.without_statement(random),
            63..=70 => self.twice(random),
            71..=78 => self.swapped(random),
            79..=86 => self.other_statement(self, random),
            87..=89 => self.other_statement(other, random),
            90..=94 => self.other_group(self, random),
            95..=96 => self.other_group(other, random),
            _ => self.damaged(random),
        }
    }

    fn other_name(&self, random: &mut Random) -> Option<String> {
        let is_name = |at: &usize| self.tokens[*at].kind == Kind::Word && self.tokens[*at].depth > 0;
        let names: Vec<usize> = (0..self.tokens.len()).filter(is_name).collect();
        let at = *random.pick(&names)?;
        let near = random.below(20) < 19;
        let ty = |at: usize| self.types.get(self.word(at));
        let fits = |other: &&usize| {
            self.role(**other) == self.role(at)
                && self.word(**other) != self.word(at)
                && (!near || (self.tokens[**other].scope == self.tokens[at].scope && ty(**other) == ty(at)))
        };
        let others: Vec<&usize> = names.iter().filter(fits).collect();
        let new = self.word(**random.pick(&others)?).to_string();
        Some(self.replaced((at, at + 1), &new))
    }

    /// A sign, word or number by one of its group.
    fn other_of(&self, kind: Kind, random: &mut Random) -> Option<String> {
        let groups: Vec<&[&str]> = match kind {
            Kind::Sign => SIGNS.to_vec(),
            Kind::Word => WORDS.to_vec(),
            Kind::Number | Kind::Text => vec![&NUMBERS],
        };
        let group_of = |at: usize| match kind {
            Kind::Number | Kind::Text => groups.first(),
            Kind::Sign | Kind::Word => groups.iter().find(|group| group.contains(&self.word(at))),
        };
        let follows_value = |at: usize| {
            let before = at.checked_sub(1).map(|at| (self.tokens[at].kind, self.word(at)));
            let is_type = before.is_some_and(|(_, word)| word.starts_with(|c: char| c.is_ascii_uppercase()));
            let is_value = before.is_some_and(|(kind, word)| kind != Kind::Sign || matches!(word, ")" | "]"));
            kind != Kind::Sign || (is_value && !(is_type && matches!(self.word(at), "<" | ">")))
        };
        let fits = |at: &usize| self.tokens[*at].kind == kind && group_of(*at).is_some() && follows_value(*at);
        let all: Vec<usize> = (0..self.tokens.len()).filter(fits).collect();
        let at = *random.pick(&all)?;
        let group = *group_of(at)?;
        let leaves_out = kind == Kind::Word && group[0] == WORDS[0][0] && random.below(2) == 0;
        // A word that this program knows.
        let is_known = |word: &&&str| kind != Kind::Word || self.text.contains(**word);
        let known: Vec<&&str> = group.iter().filter(is_known).collect();
        let new = if leaves_out { "" } else { random.pick(&known)? };
        (new != self.word(at)).then(|| self.replaced((at, at + 1), new))
    }

    fn without_statement(&self, random: &mut Random) -> Option<String> {
        let statement = self.step(random)?;
        Some(self.replaced(statement, ""))
    }

    fn twice(&self, random: &mut Random) -> Option<String> {
        let statement = self.step(random)?;
        let text = self.range(statement);
        Some(self.replaced(statement, &format!("{text}\n{text}")))
    }

    /// A statement and the next one, in the other order.
    fn swapped(&self, random: &mut Random) -> Option<String> {
        let at = random.below(self.statements.len().saturating_sub(1));
        let (one, next) = (*self.statements.get(at)?, *self.statements.get(at + 1)?);
        let between = &self.text[self.tokens[one.1 - 1].end..self.tokens[next.0].start];
        let text = format!("{}{between}{}", self.range(next), self.range(one));
        (one.1 == next.0).then(|| self.replaced((one.0, next.1), &text))
    }

    fn other_statement(&self, other: &Source, random: &mut Random) -> Option<String> {
        let statement = self.step(random)?;
        let (is_same, token) = (std::ptr::eq(self, other), self.tokens[statement.0]);
        let fits = |one: &&(usize, usize)| {
            let new = other.tokens[one.0];
            let is_alike = (new.depth > 0) == (token.depth > 0) && !other.is_declaration(**one);
            is_alike && (!is_same || (new.scope == token.scope && **one != statement))
        };
        let others: Vec<&(usize, usize)> = other.statements.iter().filter(fits).collect();
        let new = other.range(**random.pick(&others)?);
        Some(self.replaced(statement, new))
    }

    fn other_group(&self, other: &Source, random: &mut Random) -> Option<String> {
        let group = *random.pick(&self.groups)?;
        let (is_same, scope) = (std::ptr::eq(self, other), self.tokens[group.0].scope);
        let fits = |one: &&(usize, usize)| {
            let is_near = !is_same || other.tokens[one.0].scope == scope;
            is_near && **one != group && one.1 - one.0 < 40
        };
        let others: Vec<&(usize, usize)> = other.groups.iter().filter(fits).collect();
        let new = other.range(**random.pick(&others)?);
        Some(self.replaced(group, new))
    }

    /// Tokens are left out, doubled, or cut off: this is rarely still a program.
    fn damaged(&self, random: &mut Random) -> Option<String> {
        let at = random.below(self.tokens.len());
        let end = (at + 1 + random.below(4)).min(self.tokens.len());
        let text = self.range((at, end));
        let nested = |open: &str, close: &str| format!("{}1{}", open.repeat(3000), close.repeat(3000));
        Some(match random.below(8) {
            0..=2 => self.replaced((at, end), ""),
            3..=4 => self.replaced((at, end), &format!("{text} {text}")),
            5 => self.text[..self.tokens[at].start].to_string(),
            6 => self.replaced((at, at + 1), &nested("(", ")")),
            _ => self.replaced((at, at + 1), &nested("- ", "")),
        })
    }
}
