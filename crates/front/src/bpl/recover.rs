//! How the parser goes on after an error: it skips to a place where something new can begin.

use super::parser::{Failed, Parse, Parser};
use super::token::TokenKind;
use source::Span;

impl Parser<'_> {
    /// The `;` at the end of something. If it is only forgotten, reading goes on as if it were there.
    pub fn semicolon(&mut self, context: &str) -> Parse<Span> {
        if self.kind() == TokenKind::Semicolon || !self.at_fresh_start() {
            return self.expect(TokenKind::Semicolon, context);
        }
        match (self.expect(TokenKind::Semicolon, context), self.previous()) {
            (Err(Failed), Some(previous)) if self.kind() != TokenKind::Eof => Ok(self.span_of(previous)),
            (result, _) => result,
        }
    }

    /// Whether a new statement, specification or declaration seems to begin here.
    fn at_fresh_start(&self) -> bool {
        let kind = self.kind();
        let starts = kind.starts_statement() || kind.starts_spec() || kind.may_start_declaration();
        kind == TokenKind::RBrace || self.first_on_line() && (starts || kind.is_ident() || kind == TokenKind::LBrace)
    }

    /// Skips the rest of a broken statement: past its `;`, or to the brace that closes the block around it.
    pub fn skip_statement(&mut self) {
        let mut open = 0usize;
        loop {
            match self.kind() {
                TokenKind::Eof => return,
                TokenKind::Semicolon if open == 0 => {
                    self.bump();
                    return;
                }
                TokenKind::LBrace | TokenKind::CodeOpen => open += 1,
                TokenKind::RBrace | TokenKind::CodeClose if open == 0 => return,
                TokenKind::RBrace | TokenKind::CodeClose => {
                    open -= 1;
                    if open == 0 && self.kind() == TokenKind::RBrace && self.closes_block() {
                        self.bump();
                        return;
                    }
                }
                _ if self.at_declaration() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Whether the cursor stands on a keyword that begins a declaration and is not misused as a variable.
    pub fn at_declaration(&self) -> bool {
        let next = self.kind_ahead(1);
        let introduces = next.is_ident() || next.is_keyword() || next == TokenKind::LBrace;
        self.kind().starts_declaration() && introduces && self.first_on_line()
    }

    /// Whether the brace at the cursor ends a block rather than an attribute or a trigger.
    fn closes_block(&self) -> bool {
        let next = self.kind_ahead(1);
        let is_last =
            matches!(self.previous(), Some(token) if matches!(token.kind, TokenKind::Semicolon | TokenKind::RBrace));
        is_last && next != TokenKind::Else && next != TokenKind::Semicolon
    }

    /// Skips the rest of a broken condition, past its closing parenthesis.
    pub fn skip_parenthesis(&mut self) -> Parse<()> {
        let mut open = 0usize;
        loop {
            match self.kind() {
                TokenKind::LParen => open += 1,
                TokenKind::RParen if open == 0 => {
                    self.bump();
                    return Ok(());
                }
                TokenKind::RParen => open -= 1,
                TokenKind::LBrace | TokenKind::RBrace | TokenKind::Semicolon | TokenKind::Eof => return Err(Failed),
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips the rest of a broken specification: past its `;`, or to the next one, or to the body.
    pub fn skip_spec(&mut self) {
        loop {
            let kind = self.kind();
            match kind {
                TokenKind::Eof => return,
                TokenKind::Semicolon => {
                    self.bump();
                    return;
                }
                TokenKind::LBrace if self.kind_ahead(1) != TokenKind::Colon && self.first_on_line() => return,
                _ if self.first_on_line() && (kind.starts_spec() || kind.may_start_declaration()) => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips to the next declaration.
    pub fn skip_declaration(&mut self) {
        let mut open = 0usize;
        loop {
            let kind = self.kind();
            match kind {
                TokenKind::Eof => return,
                TokenKind::LBrace | TokenKind::CodeOpen => open += 1,
                TokenKind::RBrace | TokenKind::CodeClose => open = open.saturating_sub(1),
                _ if kind.starts_declaration() && self.first_on_line() => return,
                _ if kind.may_start_declaration() && open == 0 && self.after_declaration() => return,
                _ => {}
            }
            self.bump();
        }
    }

    fn after_declaration(&self) -> bool {
        let previous = self.previous().map(|token| token.kind);
        self.first_on_line() || matches!(previous, Some(TokenKind::Semicolon | TokenKind::RBrace))
    }
}
