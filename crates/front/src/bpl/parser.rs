//! The parser's state: a cursor over the tokens, the names seen so far, and the diagnostics.

use super::MAX_NESTING;
use super::error::{MALFORMED_LITERAL, TOO_DEEP, UNEXPECTED};
use super::token::{Token, TokenKind};
use ivl::ast::Ident;
use source::{Code, Diagnostic, FileId, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// After so many errors the rest is not worth reading.
const MAX_ERRORS: usize = 100;

pub(super) struct Parser<'t> {
    pub file: FileId,
    pub text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    /// How many expressions, types and blocks are open around the cursor.
    depth: u32,
    /// The height of the tallest expression read so far inside the expression that is being read.
    pub height: u32,
    names: HashMap<&'t str, Arc<str>>,
    diagnostics: Vec<Diagnostic>,
    /// The token of the latest error: one token, one error.
    latest_error: Option<usize>,
}

/// An error has been reported; the caller gives up or recovers.
pub(super) struct Failed;

pub(super) type Parse<T> = Result<T, Failed>;

impl<'t> Parser<'t> {
    /// The tokens end with [`TokenKind::Eof`].
    pub fn new(file: FileId, text: &'t str, tokens: Vec<Token>, diagnostics: Vec<Diagnostic>) -> Parser<'t> {
        let names = HashMap::new();
        Parser { file, text, tokens, at: 0, depth: 0, height: 0, names, diagnostics, latest_error: None }
    }

    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        self.diagnostics.truncate(MAX_ERRORS);
        self.diagnostics
    }

    pub fn token(&self) -> Token {
        self.tokens[self.at]
    }

    pub fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    /// The token so many places ahead; the last one if there are not so many.
    pub fn token_ahead(&self, ahead: usize) -> Token {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    pub fn kind_ahead(&self, ahead: usize) -> TokenKind {
        self.token_ahead(ahead).kind
    }

    /// How many tokens lie behind the cursor.
    pub fn position(&self) -> usize {
        self.at
    }

    pub fn previous(&self) -> Option<Token> {
        self.at.checked_sub(1).map(|at| self.tokens[at])
    }

    pub fn bump(&mut self) -> Token {
        let token = self.tokens[self.at];
        if token.kind != TokenKind::Eof {
            self.at += 1;
        }
        token
    }

    pub fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Takes the token at the cursor for another one, after an error.
    pub fn read_as(&mut self, kind: TokenKind) {
        if self.kind() != TokenKind::Eof {
            self.tokens[self.at].kind = kind;
        }
    }

    /// `context` completes the sentence: "expected `;` after the assertion".
    pub fn expect(&mut self, kind: TokenKind, context: &str) -> Parse<Span> {
        if self.kind() == kind {
            let token = self.bump();
            return Ok(self.span_of(token));
        }
        Err(self.missing(kind, context))
    }

    pub fn span_of(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    pub fn span(&self) -> Span {
        self.span_of(self.token())
    }

    /// From the start of `first` to the end of the token before the cursor.
    pub fn span_from(&self, first: Span) -> Span {
        let end = self.previous().map_or(first.end, |token| token.end);
        Span::new(self.file, first.start, end.max(first.end))
    }

    pub fn text_of(&self, token: Token) -> &'t str {
        &self.text[token.start as usize..token.end as usize]
    }

    /// One shared copy of each text.
    pub fn intern(&mut self, text: &'t str) -> Arc<str> {
        self.names.entry(text).or_insert_with(|| Arc::from(text)).clone()
    }

    /// `what` says what the name is for: "a variable", "the name of the procedure".
    pub fn ident(&mut self, what: &str) -> Parse<Ident> {
        if !self.kind().is_ident() {
            return Err(self.no_name(what));
        }
        let token = self.bump();
        let text = self.text_of(token);
        let name = self.intern(text.strip_prefix('\\').unwrap_or(text));
        Ok(Ident { name, span: self.span_of(token) })
    }

    /// One or more names between commas.
    pub fn idents(&mut self, what: &str) -> Parse<Vec<Ident>> {
        let mut idents = vec![self.ident(what)?];
        while self.eat(TokenKind::Comma) {
            idents.push(self.ident(what)?);
        }
        Ok(idents)
    }

    /// Reads one level deeper, unless that is too deep.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_NESTING {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reports the limit and gives up on the rest of the file.
    pub fn too_deep(&mut self) -> Failed {
        let error = Diagnostic::error(&TOO_DEEP, self.span(), "nested more than 5,000 deep");
        self.report(error.help("name intermediate results with variables or functions"));
        self.stop()
    }

    /// Moves to the end of the file; nothing is reported there any more.
    pub fn stop(&mut self) -> Failed {
        self.at = self.tokens.len() - 1;
        self.latest_error = Some(self.at);
        Failed
    }

    /// Reports that something else stands at the cursor than what is expected.
    pub fn unexpected(&mut self, expected: &str) -> Failed {
        self.unexpected_because(expected, None)
    }

    pub fn unexpected_because(&mut self, expected: &str, help: Option<&str>) -> Failed {
        let span = if self.kind() == TokenKind::Eof { self.gap() } else { self.span() };
        self.unexpected_at(span, expected, help)
    }

    /// Reports that a token is missing: what ends something is missing behind the last token of its line.
    fn missing(&mut self, kind: TokenKind, context: &str) -> Failed {
        let ends = matches!(kind, TokenKind::Semicolon | TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace);
        let span = if ends && self.first_on_line() { self.gap() } else { self.span() };
        self.unexpected_at(span, &format!("{} {context}", kind.name()), None)
    }

    fn no_name(&mut self, what: &str) -> Failed {
        let text = self.text_of(self.token());
        let help = match self.kind() {
            TokenKind::LBrace => Some("attributes are written `{:name …}`".to_string()),
            kind if kind.is_keyword() => Some(format!("`{text}` is a keyword; to use it as a name, write `\\{text}`")),
            _ => None,
        };
        self.unexpected_because(what, help.as_deref())
    }

    fn unexpected_at(&mut self, span: Span, expected: &str, help: Option<&str>) -> Failed {
        if let Some(error) = self.malformed_number() {
            return self.report(error);
        }
        let message = format!("expected {expected}, found {}", self.found());
        let error = Diagnostic::error(&UNEXPECTED, span, message);
        self.report(match help {
            Some(help) => error.help(help),
            None => error,
        })
    }

    /// The empty place directly behind the last token.
    fn gap(&self) -> Span {
        let end = self.previous().map_or(0, |previous| previous.end);
        Span::new(self.file, end, end)
    }

    /// Whether the cursor stands on the first token of a line.
    pub fn first_on_line(&self) -> bool {
        let start = self.previous().map_or(0, |previous| previous.end as usize);
        let gap = &self.text[start..self.token().start as usize];
        self.at == 0 || self.kind() == TokenKind::Eof || gap.contains('\n')
    }

    /// A number directly followed by a name, such as `0x1F` or `8bv`, was meant as one literal.
    fn malformed_number(&self) -> Option<Diagnostic> {
        let previous = self.previous().filter(|token| token.kind.is_number())?;
        let token = self.token();
        let is_word = token.kind == TokenKind::Ident || token.kind.is_number();
        if !is_word || token.start != previous.end {
            return None;
        }
        let span = Span::new(self.file, previous.start, token.end);
        let text = &self.text[previous.start as usize..token.end as usize];
        let error = Diagnostic::error(&MALFORMED_LITERAL, span, format!("`{text}` is not a number"));
        Some(error.help(match self.text_of(token) {
            "bv" => "a bit-vector literal ends with its width: `8bv32`",
            word if word.starts_with('x') => {
                "integers are written in decimal; a hexadecimal float looks like `0x1.8e0f24e8`"
            }
            _ => "put a space between a number and a name",
        }))
    }

    /// The token at the cursor, in the words of a message.
    pub fn found(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::Eof | TokenKind::Unknown => token.kind.name().to_string(),
            kind if kind.is_keyword() && !kind.is_ident() => format!("keyword `{}`", self.text_of(token)),
            _ => match self.text_of(token) {
                text if text.len() <= 40 => format!("`{text}`"),
                _ => token.kind.name().to_string(),
            },
        }
    }

    pub fn report_at(&mut self, code: &'static Code, span: Span, message: impl Into<String>) -> Failed {
        self.report(Diagnostic::error(code, span, message))
    }

    /// Adds an error, unless one has been reported for this token already.
    pub fn report(&mut self, error: Diagnostic) -> Failed {
        let silent = self.latest_error == Some(self.at) || self.kind() == TokenKind::Unknown;
        self.latest_error = Some(self.at);
        if !silent {
            self.diagnostics.push(error);
        }
        if self.diagnostics.len() >= MAX_ERRORS { self.stop() } else { Failed }
    }
}
