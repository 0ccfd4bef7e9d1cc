//! The words of an annotation, with their places. What marks the comment itself is layout.

use source::Span;

#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    /// Names and keywords, also `\old` and its kin with their backslash.
    Word(String),
    Int(i64),
    Float(f64),
    Char(u16),
    String(String),
    Symbol(&'static str),
    /// What is no token.
    Unknown(char),
}

#[derive(Clone, Debug)]
pub struct Lexeme {
    pub token: Token,
    pub span: Span,
    /// Whether only layout stands before it on its line.
    pub begins_line: bool,
}

/// Longer symbols come first.
const SYMBOLS: [&str; 40] = [
    "<==>", ">>>", "==>", "...", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "::", "+", "-", "*", "/", "%", "(",
    ")", "[", "]", "{", "}", "<", ">", "=", "!", "~", "?", ":", ";", ",", ".", "&", "|", "^", "'", "@", "#",
];

/// The text is the source at the span, comment marks included.
pub fn lex(text: &str, span: Span) -> Vec<Lexeme> {
    let mut lexer = Lexer { text, at: 0, span, begins_line: true, found: Vec::new() };
    while lexer.at < text.len() {
        lexer.next();
    }
    lexer.found
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    span: Span,
    begins_line: bool,
    found: Vec<Lexeme>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn next(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return;
        };
        if first == '\n' {
            self.begins_line = true;
        }
        if first.is_whitespace() {
            self.at += first.len_utf8();
            return;
        }
        if let Some(mark) = ["//@", "/*@", "@*/", "*/"].iter().find(|mark| rest.starts_with(**mark)) {
            self.at += mark.len();
            return;
        }
        // The margin of a comment of several lines.
        if self.begins_line && (first == '@' || first == '*') {
            self.at += 1;
            return;
        }
        // A comment in the annotation.
        if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
            return;
        }
        let start = self.at;
        let token = self.token(first);
        let span = Span::new(self.span.file, self.span.start + start as u32, self.span.start + self.at as u32);
        self.found.push(Lexeme { token, span, begins_line: self.begins_line });
        self.begins_line = false;
    }

    fn token(&mut self, first: char) -> Token {
        if first.is_alphabetic() || first == '_' || first == '$' || first == '\\' {
            return self.word();
        }
        if first.is_ascii_digit() {
            return self.number();
        }
        if first == '"' {
            return self.quoted();
        }
        if let Some(token) = self.character() {
            return token;
        }
        let symbol = SYMBOLS.iter().find(|symbol| self.rest().starts_with(**symbol));
        match symbol {
            Some(symbol) => {
                self.at += symbol.len();
                Token::Symbol(symbol)
            }
            None => {
                self.at += first.len_utf8();
                Token::Unknown(first)
            }
        }
    }

    fn word(&mut self) -> Token {
        let rest = self.rest();
        let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let skip = usize::from(rest.starts_with('\\'));
        let end = rest[skip..].find(|c| !inside(c)).map_or(rest.len(), |end| end + skip);
        let word = rest[..end].to_string();
        self.at += end;
        Token::Word(word)
    }

    fn number(&mut self) -> Token {
        let rest = self.rest();
        let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut end = rest.find(|c| !inside(c)).unwrap_or(rest.len());
        if rest[end..].starts_with('.') && rest[end + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            end += 1 + rest[end + 1..].find(|c| !inside(c)).unwrap_or(rest.len() - end - 1);
        }
        let text: String = rest[..end].chars().filter(|c| *c != '_').collect();
        self.at += end;
        let digits = text.trim_end_matches(['l', 'L']);
        let int = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(hex) => i64::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        };
        let float = || text.trim_end_matches(['f', 'F', 'd', 'D']).parse().ok();
        match (int, float()) {
            (Some(value), _) => Token::Int(value),
            (None, Some(value)) => Token::Float(value),
            (None, None) => Token::Unknown('0'),
        }
    }

    fn quoted(&mut self) -> Token {
        let rest = &self.rest()[1..];
        let mut escaped = false;
        let end = rest.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        match end {
            Some(end) => {
                let text = rest[..end].to_string();
                self.at += end + 2;
                Token::String(text)
            }
            None => {
                self.at = self.text.len();
                Token::Unknown('"')
            }
        }
    }

    /// `'a'` and `'\n'`; a quote that follows a name is a prime.
    fn character(&mut self) -> Option<Token> {
        let inner = self.rest().strip_prefix('\'')?;
        let follows_name = matches!(
            self.found.last(),
            Some(Lexeme { token: Token::Word(_) | Token::Symbol(")" | "]"), span, .. })
                if span.end == self.span.start + self.at as u32
        );
        if follows_name {
            return None;
        }
        let mut chars = inner.chars();
        let first = chars.next()?;
        let value = match first {
            '\\' => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '0' => '\0',
                other => other,
            },
            other => other,
        };
        (chars.next() == Some('\'')).then(|| {
            let length = inner.len() - chars.as_str().len();
            self.at += 1 + length;
            Token::Char(u16::try_from(u32::from(value)).unwrap_or(0))
        })
    }
}
