//! Statements, blocks and bodies.

use super::error::UNEXPECTED;
use super::parser::{Failed, Parse, Parser};
use super::token::TokenKind;
use ivl::ast::{
    Access, Binding, Block, Body, Condition, Else, Expr, Ident, If, LoopInvariant, Measure, Stmt, StmtKind, Target,
    While,
};
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// `{ locals statements }`
    pub fn body(&mut self) -> Parse<Body> {
        let open = self.expect(TokenKind::LBrace, "before the body")?;
        let mut locals = Vec::new();
        while self.kind() == TokenKind::Var {
            match self.locals() {
                Ok(bindings) => locals.extend(bindings),
                Err(Failed) => self.skip_statement(),
            }
        }
        let Block { stmts, end } = self.rest_of_block(open)?;
        Ok(Body { locals, stmts, end })
    }

    /// `var x, y: T where E;`
    pub fn locals(&mut self) -> Parse<Vec<Binding>> {
        self.bump();
        let locals = self.bindings("a variable to declare")?;
        if self.kind() == TokenKind::ColonEqual || self.kind() == TokenKind::Equal {
            let help = "a declaration gives no value; assign in a statement after the declarations";
            return Err(self.unexpected_because("`;` after the variable", Some(help)));
        }
        self.semicolon("after the variable")?;
        Ok(locals)
    }

    fn block(&mut self, what: &str) -> Parse<Block> {
        if self.kind() != TokenKind::LBrace {
            let help = "the statements of a branch or loop stand in braces, even if there is only one";
            return Err(self.unexpected_because(&format!("`{{` {what}"), Some(help)));
        }
        let open = self.span();
        self.bump();
        self.nested(|parser| parser.rest_of_block(open))
    }

    /// Statements up to the closing brace. A broken statement is skipped.
    fn rest_of_block(&mut self, open: Span) -> Parse<Block> {
        let mut stmts = Vec::new();
        loop {
            match self.kind() {
                TokenKind::RBrace => {
                    let end = self.span();
                    self.bump();
                    return Ok(Block { stmts, end });
                }
                TokenKind::Eof => return Err(self.unclosed(open)),
                _ if self.at_declaration() => return Err(self.unclosed(open)),
                _ => {}
            }
            let before = self.position();
            match self.stmt() {
                Ok(stmt) => stmts.push(stmt),
                Err(Failed) => {
                    self.skip_statement();
                    if self.position() == before && self.kind() != TokenKind::RBrace {
                        return Err(Failed);
                    }
                }
            }
        }
    }

    fn unclosed(&mut self, open: Span) -> Failed {
        let error = Diagnostic::error(&UNEXPECTED, open, "this brace is not closed");
        let found = self.found();
        self.report(error.label(self.span(), format!("expected `}}` before {found}")))
    }

    pub fn stmt(&mut self) -> Parse<Stmt> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Assert => {
                let (attributes, expr) = self.proposition("after the assertion")?;
                StmtKind::Assert { attributes, expr }
            }
            TokenKind::Assume => {
                let (attributes, expr) = self.proposition("after the assumption")?;
                StmtKind::Assume { attributes, expr }
            }
            TokenKind::Measure => StmtKind::Measure(self.measure()?),
            TokenKind::Havoc => {
                self.bump();
                let names = self.idents("a variable to havoc")?;
                self.semicolon("after `havoc`")?;
                StmtKind::Havoc(names)
            }
            TokenKind::Call | TokenKind::Async | TokenKind::Free => {
                let calls = self.calls()?;
                self.semicolon("after the call")?;
                StmtKind::Call(calls)
            }
            TokenKind::If => StmtKind::If(self.if_stmt()?),
            TokenKind::While => StmtKind::While(self.while_stmt()?),
            TokenKind::Break => {
                self.bump();
                let label = if self.kind().is_ident() { Some(self.ident("the name of a label")?) } else { None };
                self.semicolon("after `break`")?;
                StmtKind::Break(label)
            }
            TokenKind::Goto => {
                self.bump();
                let attributes = self.attributes()?;
                let labels = self.idents("the name of a label")?;
                self.semicolon("after `goto`")?;
                StmtKind::Goto { attributes, labels }
            }
            TokenKind::Return => self.return_stmt()?,
            kind if kind.is_ident() => self.stmt_from_name()?,
            _ => return Err(self.no_statement()),
        };
        Ok(Stmt { kind, span: self.span_from(start) })
    }

    /// The keyword at the cursor, attributes, an expression and `;`.
    pub fn proposition(&mut self, context: &str) -> Parse<(Vec<ivl::ast::Attribute>, Expr)> {
        self.bump();
        let attributes = self.attributes()?;
        let expr = self.expr()?;
        self.semicolon(context)?;
        Ok((attributes, expr))
    }

    /// `measure {:attributes} e, …;`
    pub fn measure(&mut self) -> Parse<Measure> {
        let start = self.span();
        self.bump();
        let attributes = self.attributes()?;
        let exprs = self.exprs()?;
        self.semicolon("after the measure")?;
        Ok(Measure { attributes, exprs, span: self.span_from(start) })
    }

    fn return_stmt(&mut self) -> Parse<StmtKind> {
        self.bump();
        let attributes = self.attributes()?;
        if self.kind() != TokenKind::Semicolon && !self.first_on_line() {
            let help = "`return` takes no value: assign to the results, then write `return;`";
            return Err(self.unexpected_because("`;` after `return`", Some(help)));
        }
        self.semicolon("after `return`")?;
        Ok(StmtKind::Return { attributes })
    }

    fn no_statement(&mut self) -> Failed {
        let help = match self.kind() {
            TokenKind::Var => Some("local variables are declared at the start of the body, before all statements"),
            TokenKind::Int | TokenKind::Bool | TokenKind::RealKeyword => {
                Some("a variable is declared at the start of the body: `var x: int;`")
            }
            TokenKind::Else => Some("an `else` follows directly on the `}` of its `if`"),
            TokenKind::Invariant => Some("invariants stand between the head of the loop and its `{`"),
            TokenKind::LBrace => Some("blocks do not stand alone"),
            TokenKind::Requires | TokenKind::Ensures | TokenKind::Modifies | TokenKind::Preserves => {
                Some("specifications stand before the body")
            }
            TokenKind::Yield => Some("a yield is a parallel call of yield invariants: `call Inv();`"),
            kind if kind.is_keyword() => Some("to use a keyword as a name, write a backslash before it"),
            _ => None,
        };
        self.unexpected_because("a statement", help)
    }

    fn if_stmt(&mut self) -> Parse<If> {
        self.bump();
        let attributes = self.attributes()?;
        let guard = self.guard("if")?;
        let then_branch = self.block("after the condition of the `if`")?;
        let else_branch = if self.eat(TokenKind::Else) { Some(self.else_branch()?) } else { None };
        Ok(If { attributes, guard, then_branch, else_branch })
    }

    fn else_branch(&mut self) -> Parse<Else> {
        let start = self.span();
        if self.kind() == TokenKind::If {
            let nested = self.nested(Self::if_stmt)?;
            return Ok(Else::If(Box::new(nested), self.span_from(start)));
        }
        self.block("or `if` after `else`").map(Else::Block)
    }

    /// `(e)`, or `(*)`, which is None.
    fn guard(&mut self, keyword: &str) -> Parse<Option<Expr>> {
        if self.kind() != TokenKind::LParen {
            let help = "the condition of a statement stands in parentheses";
            return Err(self.unexpected_because(&format!("`(` after `{keyword}`"), Some(help)));
        }
        self.bump();
        let guard = match self.kind() {
            TokenKind::Star => {
                self.bump();
                None
            }
            _ => match self.expr() {
                Ok(guard) => Some(guard),
                Err(Failed) => return self.skip_parenthesis().map(|()| None),
            },
        };
        self.expect(TokenKind::RParen, "after the condition")?;
        Ok(guard)
    }

    fn while_stmt(&mut self) -> Parse<While> {
        self.bump();
        let guard = self.guard("while")?;
        let mut invariants = Vec::new();
        let mut measures = Vec::new();
        loop {
            match self.kind() {
                TokenKind::Invariant | TokenKind::Free => match self.loop_invariant() {
                    Ok(invariant) => invariants.push(invariant),
                    Err(Failed) => self.skip_spec(),
                },
                TokenKind::Measure => match self.measure() {
                    Ok(measure) => measures.push(measure),
                    Err(Failed) => self.skip_spec(),
                },
                _ => break,
            }
        }
        let body = self.block("before the body of the loop")?;
        Ok(While { guard, invariants, measures, body })
    }

    fn loop_invariant(&mut self) -> Parse<LoopInvariant> {
        let start = self.span();
        let free = self.eat(TokenKind::Free);
        self.expect(TokenKind::Invariant, "after `free`")?;
        let attributes = self.attributes()?;
        if matches!(self.kind(), TokenKind::Call | TokenKind::Async | TokenKind::Free) {
            // The language gives no meaning to `free` and to attributes before `call`.
            let call = self.call_in_spec()?;
            return Ok(LoopInvariant::Yield(call));
        }
        let expr = self.expr()?;
        self.semicolon("after the invariant")?;
        Ok(LoopInvariant::Condition(Condition { free, attributes, expr, span: self.span_from(start) }))
    }

    /// A statement that begins with a name: a label, an assignment, or one of the words that are keywords only here.
    fn stmt_from_name(&mut self) -> Parse<StmtKind> {
        let next = self.kind_ahead(1);
        match self.kind() {
            TokenKind::Reveal | TokenKind::Hide if next.is_ident() || next == TokenKind::Star => {
                let reveal = self.bump().kind == TokenKind::Reveal;
                let name = if self.eat(TokenKind::Star) { None } else { Some(self.ident("a function")?) };
                self.semicolon("after the function")?;
                return Ok(StmtKind::Visibility { reveal, name });
            }
            kind @ (TokenKind::Push | TokenKind::Pop) if next == TokenKind::Semicolon => {
                self.bump();
                self.bump();
                return Ok(if kind == TokenKind::Push { StmtKind::PushScope } else { StmtKind::PopScope });
            }
            _ => {}
        }
        let name = self.ident("a statement")?;
        match self.kind() {
            TokenKind::Colon => {
                self.bump();
                Ok(StmtKind::Label(name))
            }
            TokenKind::LParen => self.unpack(name),
            TokenKind::LBracket | TokenKind::Arrow | TokenKind::Comma | TokenKind::ColonEqual | TokenKind::Equal => {
                self.assignment(name)
            }
            _ => Err(self.no_statement_from(&name)),
        }
    }

    fn no_statement_from(&mut self, name: &Ident) -> Failed {
        let text = &*name.name;
        let help = match (text, self.kind()) {
            (text, _) if is_else_if(text) => Some("write `else if`".to_string()),
            ("par", kind) if kind.is_ident() => Some("parallel calls are written `call A() | B();`".to_string()),
            (_, TokenKind::PlusPlus) => Some(format!("write `{text} := {text} + 1;`")),
            (_, TokenKind::Plus | TokenKind::Minus) => Some(format!("write `{text} := {text} + …;`")),
            (_, TokenKind::Semicolon) => Some(format!("to call a procedure, write `call {text}();`")),
            _ => None,
        };
        self.unexpected_because(&format!("`:=` or `:` after `{text}`"), help.as_deref())
    }

    /// `Pair(x, y) := e;`
    fn unpack(&mut self, constructor: Ident) -> Parse<StmtKind> {
        self.bump();
        let mut targets = Vec::new();
        while self.kind().is_ident() && matches!(self.kind_ahead(1), TokenKind::Comma | TokenKind::RParen) {
            targets.push(self.ident("a variable")?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        let is_call = self.kind() != TokenKind::RParen || self.kind_ahead(1) != TokenKind::ColonEqual;
        if is_call || targets.is_empty() {
            let name = &constructor.name;
            let message = format!("`{name}(…)` is not a statement");
            let error = Diagnostic::error(&UNEXPECTED, constructor.span, message);
            let help = match is_call {
                true if is_else_if(name) => "write `else if`".to_string(),
                true => format!("to call a procedure, write `call {name}(…);`"),
                false => format!("to take a value apart, write `{name}(x, y) := e;` with one variable or more"),
            };
            return Err(self.report(error.help(help)));
        }
        self.bump();
        self.bump();
        let attributes = self.attributes()?;
        let value = self.expr()?;
        self.semicolon("after the assignment")?;
        Ok(StmtKind::Unpack { attributes, constructor, targets, value })
    }

    fn assignment(&mut self, name: Ident) -> Parse<StmtKind> {
        let mut targets = vec![self.target(name)?];
        while self.eat(TokenKind::Comma) {
            let name = self.ident("a variable to assign to")?;
            targets.push(self.target(name)?);
        }
        self.assignment_sign("in the assignment")?;
        let attributes = self.attributes()?;
        let values = self.exprs()?;
        self.semicolon("after the assignment")?;
        Ok(StmtKind::Assign { attributes, targets, values })
    }

    fn target(&mut self, name: Ident) -> Parse<Target> {
        let start = name.span;
        let mut path = Vec::new();
        loop {
            let access = self.span();
            if self.eat(TokenKind::LBracket) {
                let indices = if self.kind() == TokenKind::RBracket { Vec::new() } else { self.exprs()? };
                self.expect(TokenKind::RBracket, "after the index")?;
                path.push(Access::Index { indices, span: self.span_from(access) });
            } else if self.eat(TokenKind::Arrow) {
                let field = self.ident("the name of a field after `->`")?;
                path.push(Access::Field { field, span: self.span_from(access) });
            } else {
                return Ok(Target { name, path, span: self.span_from(start) });
            }
        }
    }
}

/// How other languages spell `else if`.
fn is_else_if(name: &str) -> bool {
    matches!(name, "elif" | "elseif" | "elsif")
}
