//! Calls, alone or in parallel, and the sign of assignment.

use super::error::UNEXPECTED;
use super::parser::{Failed, Parse, Parser};
use super::token::TokenKind;
use ivl::ast::Call;
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// `[async] [free] call A(…) | B(…)`, without the `;`.
    pub fn calls(&mut self) -> Parse<Vec<Call>> {
        let start = self.span();
        let is_async = self.eat(TokenKind::Async);
        let free = self.eat(TokenKind::Free);
        self.expect(TokenKind::Call, if is_async { "after `async`" } else { "after `free`" })?;
        let mut calls = vec![self.call(start, is_async, free)?];
        while self.eat(TokenKind::Bar) {
            let start = self.span();
            calls.push(self.call(start, false, false)?);
        }
        if calls.len() > 1 && (is_async || free) {
            self.report_at(&UNEXPECTED, start, "an `async` or `free` call may not be part of a parallel call");
        }
        Ok(calls)
    }

    /// A single call and its `;`, as a specification.
    pub fn call_in_spec(&mut self) -> Parse<Call> {
        let start = self.span();
        let mut calls = self.calls()?;
        if calls.len() > 1 {
            let error = Diagnostic::error(&UNEXPECTED, start, "a parallel call may not stand in a specification");
            return Err(self.report(error.help("write one specification for each call")));
        }
        self.semicolon("after the call")?;
        calls.pop().ok_or(Failed)
    }

    fn call(&mut self, start: Span, is_async: bool, free: bool) -> Parse<Call> {
        let attributes = self.attributes()?;
        let mut callee = self.ident("the name of a procedure after `call`")?;
        let mut outs = Vec::new();
        if self.kind() != TokenKind::LParen {
            outs.push(callee);
            while self.eat(TokenKind::Comma) {
                outs.push(self.ident("a variable for the result of the call")?);
            }
            self.assignment_sign("or `(` in the call")?;
            callee = self.ident("the name of a procedure after `:=`")?;
        }
        self.expect(TokenKind::LParen, "before the arguments of the call")?;
        let ins = self.args()?;
        Ok(Call { is_async, free, attributes, outs, callee, ins, span: self.span_from(start) })
    }

    /// `:=`; a single `=` is reported and taken for it.
    pub fn assignment_sign(&mut self, context: &str) -> Parse<()> {
        if self.kind() == TokenKind::Equal {
            let help = "assignment is written `:=`, equality `==`";
            self.unexpected_because(&format!("`:=` {context}"), Some(help));
            self.bump();
            return Ok(());
        }
        self.expect(TokenKind::ColonEqual, context).map(|_| ())
    }
}
