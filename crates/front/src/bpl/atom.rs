//! Atomic expressions: literals, names, calls, parentheses and what they may hold, conditionals, code expressions.

use super::error::{MALFORMED_LITERAL, UNEXPECTED};
use super::float;
use super::parser::{Failed, Parse, Parser};
use super::token::TokenKind;
use ivl::ast::{
    CodeBlock, CodeExpr, CodeTransfer, Expr, ExprKind, Let, Quantifier, QuantifierKind, RoundingMode, StmtKind,
};
use source::{Diagnostic, Span};

impl Parser<'_> {
    pub fn atom(&mut self) -> Parse<Expr> {
        match self.kind() {
            TokenKind::LParen => self.parenthesised(),
            TokenKind::If => self.conditional(),
            TokenKind::CodeOpen => self.code(),
            TokenKind::Old | TokenKind::Int | TokenKind::RealKeyword => self.keyword_call(),
            kind if kind.is_ident() => self.name_or_call(),
            _ => self.literal(),
        }
    }

    fn literal(&mut self) -> Parse<Expr> {
        let token = self.token();
        let text = self.text_of(token);
        let kind = match token.kind {
            TokenKind::True => ExprKind::Bool(true),
            TokenKind::False => ExprKind::Bool(false),
            TokenKind::Rne | TokenKind::RoundNearestTiesToEven => {
                ExprKind::RoundingMode(RoundingMode::NearestTiesToEven)
            }
            TokenKind::Rna | TokenKind::RoundNearestTiesToAway => {
                ExprKind::RoundingMode(RoundingMode::NearestTiesToAway)
            }
            TokenKind::Rtp | TokenKind::RoundTowardPositive => ExprKind::RoundingMode(RoundingMode::TowardPositive),
            TokenKind::Rtn | TokenKind::RoundTowardNegative => ExprKind::RoundingMode(RoundingMode::TowardNegative),
            TokenKind::Rtz | TokenKind::RoundTowardZero => ExprKind::RoundingMode(RoundingMode::TowardZero),
            TokenKind::Digits => ExprKind::Int(self.intern(text)),
            TokenKind::Real => ExprKind::Real(self.intern(text)),
            TokenKind::Float => self.float(),
            TokenKind::Bv => self.bit_vector()?,
            TokenKind::String => {
                let kind = ExprKind::String(self.string());
                return Ok(Expr { kind: Box::new(kind), span: self.span_of(token) });
            }
            _ => return Err(self.no_expression()),
        };
        self.bump();
        Ok(Expr { kind: Box::new(kind), span: self.span_of(token) })
    }

    fn bit_vector(&mut self) -> Parse<ExprKind> {
        let text = self.text_of(self.token());
        let parts = text.split_once("bv").and_then(|(digits, width)| Some((digits, width.parse().ok()?)));
        let Some((digits, width)) = parts else {
            let message = format!("the width of `{text}` is out of range");
            return Err(self.report_at(&MALFORMED_LITERAL, self.span(), message));
        };
        Ok(ExprKind::Bv { digits: self.intern(digits), width })
    }

    fn float(&mut self) -> ExprKind {
        let text = self.text_of(self.token());
        if let Err(reason) = float::check(text) {
            self.report_at(&MALFORMED_LITERAL, self.span(), format!("`{text}` {reason}"));
        }
        ExprKind::Float(self.intern(text))
    }

    fn no_expression(&mut self) -> Failed {
        let help = match self.kind() {
            TokenKind::Forall | TokenKind::Exists | TokenKind::Lambda => {
                Some("quantifiers stand in parentheses: `(forall x: int :: …)`")
            }
            TokenKind::Plus => Some("there is no unary `+`"),
            TokenKind::ColonEqual => Some("equality is written `==`"),
            kind if kind.is_keyword() => Some("to use a keyword as a name, write a backslash before it"),
            _ => None,
        };
        self.unexpected_because("an expression", help)
    }

    fn name_or_call(&mut self) -> Parse<Expr> {
        let name = self.ident("a name")?;
        let start = name.span;
        if !self.eat(TokenKind::LParen) {
            return Ok(Expr { kind: Box::new(ExprKind::Name(name)), span: start });
        }
        let args = self.args()?;
        self.node(ExprKind::Call { callee: name, args }, self.span_from(start))
    }

    /// Arguments and the closing parenthesis.
    pub fn args(&mut self) -> Parse<Vec<Expr>> {
        let args = if self.kind() == TokenKind::RParen { Vec::new() } else { self.exprs()? };
        self.expect(TokenKind::RParen, "after the arguments")?;
        Ok(args)
    }

    /// `old(e)`, `int(e)`, `real(e)`.
    fn keyword_call(&mut self) -> Parse<Expr> {
        let keyword = self.bump();
        let start = self.span_of(keyword);
        self.expect(TokenKind::LParen, &format!("after {}", keyword.kind.name()))?;
        let expr = self.expr()?;
        self.expect(TokenKind::RParen, "after the argument")?;
        let kind = match keyword.kind {
            TokenKind::Int => ExprKind::ToInt(expr),
            TokenKind::RealKeyword => ExprKind::ToReal(expr),
            _ => ExprKind::Old(expr),
        };
        self.node(kind, self.span_from(start))
    }

    fn parenthesised(&mut self) -> Parse<Expr> {
        let start = self.span();
        self.bump();
        let mut expr = match self.kind() {
            TokenKind::Forall => self.quantifier(QuantifierKind::Forall)?,
            TokenKind::Exists => self.quantifier(QuantifierKind::Exists)?,
            TokenKind::Lambda => self.quantifier(QuantifierKind::Lambda)?,
            TokenKind::Var => self.let_in()?,
            _ => self.expr()?,
        };
        if self.kind() != TokenKind::RParen {
            let error = Diagnostic::error(&UNEXPECTED, self.span(), format!("expected `)`, found {}", self.found()));
            return Err(self.report(error.label(start, "to close this parenthesis")));
        }
        self.bump();
        expr.span = self.span_from(start);
        Ok(expr)
    }

    fn quantifier(&mut self, kind: QuantifierKind) -> Parse<Expr> {
        let start = self.span();
        self.bump();
        let type_params = self.type_params()?;
        let vars = if !type_params.is_empty() && self.kind() == TokenKind::QSep {
            Vec::new()
        } else {
            self.attributed_bindings("a variable to quantify over", Some("a bound variable"))?
        };
        self.expect(TokenKind::QSep, "after the bound variables")?;
        let (attributes, mut triggers) = self.attributes_and_triggers()?;
        if kind == QuantifierKind::Lambda && !triggers.is_empty() {
            self.report_at(&UNEXPECTED, triggers[0].span, "a lambda expression has no triggers");
            triggers.clear();
        }
        let body = self.expr()?;
        let quantifier = Quantifier { kind, type_params, vars, attributes, triggers, body };
        self.node(ExprKind::Quantifier(quantifier), self.span_from(start))
    }

    /// `var x, y := e1, e2; body`, inside parentheses.
    fn let_in(&mut self) -> Parse<Expr> {
        let start = self.span();
        self.bump();
        let mut names = Vec::new();
        loop {
            let attributes = self.attributes()?;
            names.push((attributes, self.ident("a variable to bind")?));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::ColonEqual, "after the bound variables")?;
        let values = self.exprs()?;
        self.expect(TokenKind::Semicolon, "after the bound values")?;
        let attributes = self.attributes()?;
        let body = self.expr()?;
        self.node(ExprKind::Let(Let { names, values, attributes, body }), self.span_from(start))
    }

    fn conditional(&mut self) -> Parse<Expr> {
        let start = self.span();
        self.bump();
        let condition = self.expr()?;
        self.expect(TokenKind::Then, "after the condition")?;
        let then_branch = self.expr()?;
        self.expect(TokenKind::Else, "after the first branch of the conditional")?;
        let else_branch = self.expr()?;
        self.node(ExprKind::IfThenElse { condition, then_branch, else_branch }, self.span_from(start))
    }

    fn code(&mut self) -> Parse<Expr> {
        let start = self.span();
        self.bump();
        let mut locals = Vec::new();
        while self.kind() == TokenKind::Var {
            locals.extend(self.locals()?);
        }
        let mut blocks = vec![self.nested(Self::code_block)?];
        while self.kind() != TokenKind::CodeClose {
            blocks.push(self.nested(Self::code_block)?);
        }
        self.bump();
        self.node(ExprKind::Code(CodeExpr { locals, blocks }), self.span_from(start))
    }

    fn code_block(&mut self) -> Parse<CodeBlock> {
        let label = self.ident("the name of a block in the code expression")?;
        self.expect(TokenKind::Colon, "after the label")?;
        let mut stmts = Vec::new();
        loop {
            let start = self.span();
            match self.kind() {
                TokenKind::Goto | TokenKind::Return => {
                    return Ok(CodeBlock { label, stmts, transfer: self.code_transfer(start)? });
                }
                TokenKind::If | TokenKind::While | TokenKind::Break => {
                    return Err(self.unexpected("a simple statement, `goto` or `return` in the code expression"));
                }
                TokenKind::CodeClose => return Err(self.unexpected("`goto` or `return` at the end of the block")),
                _ => {
                    let stmt = self.stmt()?;
                    if matches!(stmt.kind, StmtKind::Label(_)) {
                        let error = Diagnostic::error(&UNEXPECTED, stmt.span, "a block has only one label");
                        return Err(self.report(error.help("end the block above with `goto` or `return`")));
                    }
                    stmts.push(stmt);
                }
            }
        }
    }

    fn code_transfer(&mut self, start: Span) -> Parse<CodeTransfer> {
        if self.eat(TokenKind::Goto) {
            let attributes = self.attributes()?;
            let labels = self.idents("the name of a label")?;
            self.semicolon("after `goto`")?;
            return Ok(CodeTransfer::Goto { attributes, labels, span: self.span_from(start) });
        }
        self.bump();
        let attributes = self.attributes()?;
        let expr = self.expr()?;
        self.semicolon("after `return`")?;
        Ok(CodeTransfer::Return { attributes, expr, span: self.span_from(start) })
    }
}
