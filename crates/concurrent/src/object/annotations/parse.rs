//! From the words of a comment to its clauses.

use super::codes;
use super::lexer::{Lexeme, Token, lex};
use super::syntax::{Clause, ClauseKind, Expr, ExprKind, Operator, Raw, Special, TypeName};
use super::{Keyword, names};
use crate::object::{Annotation, BinaryOp, Constant, UnaryOp};
use source::{Diagnostic, Span};

/// Expressions are nested at most this deep.
const MAX_DEPTH: u32 = 200;

/// So many operators and members follow each other in a clause at most, so that no expression is higher than this and the
/// depth together.
const MAX_LINKS: u32 = 2_000;

/// All clauses of a comment. What is wrong ends the clause that it stands in.
pub fn clauses(annotation: &Annotation, diagnostics: &mut Vec<Diagnostic>) -> Vec<Clause> {
    let tokens = lex(&annotation.text, annotation.span);
    let end = Span::new(annotation.span.file, annotation.span.end, annotation.span.end);
    let mut parser = Parser { tokens, at: 0, text: &annotation.text, span: annotation.span, end, depth: 0, links: 0 };
    let mut clauses = Vec::new();
    while parser.at < parser.tokens.len() {
        if parser.takes(";") {
            continue;
        }
        match parser.clause() {
            Ok(clause) => clauses.push(clause),
            Err(finding) => {
                diagnostics.push(*finding);
                parser.recover();
            }
        }
    }
    clauses
}

/// An expression by itself, such as the argument of `@GuardedBy`.
pub fn expression(text: &str, span: Span) -> Result<Expr, Box<Diagnostic>> {
    let end = Span::new(span.file, span.end, span.end);
    let mut parser = Parser { tokens: lex(text, span), at: 0, text, span, end, depth: 0, links: 0 };
    let expr = parser.expr()?;
    match parser.at == parser.tokens.len() {
        true => Ok(expr),
        false => parser.expected("the end"),
    }
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

struct Parser<'t> {
    tokens: Vec<Lexeme>,
    at: usize,
    text: &'t str,
    span: Span,
    end: Span,
    depth: u32,
    links: u32,
}

impl Parser<'_> {
    fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |lexeme| lexeme.span)
    }

    fn previous(&self) -> Span {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(self.span, |lexeme| lexeme.span)
    }

    fn symbol(&self) -> Option<&'static str> {
        match self.tokens.get(self.at).map(|lexeme| &lexeme.token) {
            Some(Token::Symbol(symbol)) => Some(symbol),
            _ => None,
        }
    }

    fn word(&self) -> Option<&str> {
        match self.tokens.get(self.at).map(|lexeme| &lexeme.token) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn takes(&mut self, symbol: &str) -> bool {
        let found = self.symbol() == Some(symbol);
        self.at += usize::from(found);
        found
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let found = self.word() == Some(word);
        self.at += usize::from(found);
        found
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = match self.tokens.get(self.at) {
            None => "the annotation ends".to_string(),
            Some(lexeme) => {
                let start = (lexeme.span.start - self.span.start) as usize;
                let end = (lexeme.span.end - self.span.start) as usize;
                format!("found `{}`", self.text.get(start..end).unwrap_or(""))
            }
        };
        let message = format!("expected {what}, {found}");
        Err(Box::new(Diagnostic::error(&codes::SYNTAX, self.here(), message)))
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.takes(symbol) { Ok(()) } else { self.expected(&format!("`{symbol}`")) }
    }

    fn name(&mut self) -> Parsed<(String, Span)> {
        match self.word() {
            Some(word) if !word.starts_with('\\') => {
                let found = (word.to_string(), self.here());
                self.at += 1;
                Ok(found)
            }
            _ => self.expected("a name"),
        }
    }

    /// Goes on at the next clause.
    fn recover(&mut self) {
        self.at += 1;
        while let Some(lexeme) = self.tokens.get(self.at) {
            let is_keyword = matches!(&lexeme.token, Token::Word(word) if Keyword::of(word).is_some());
            if self.symbol() == Some(";") || (is_keyword && lexeme.begins_line) {
                return;
            }
            self.at += 1;
        }
    }

    /// One more part of a chain of operators or members.
    fn link(&mut self) -> Parsed<()> {
        self.links += 1;
        if self.links <= MAX_LINKS {
            return Ok(());
        }
        self.at = self.tokens.len();
        self.expected("a shorter expression")
    }

    fn clause(&mut self) -> Parsed<Clause> {
        (self.depth, self.links) = (0, 0);
        let span = self.here();
        let Some(word) = self.word() else {
            return self.expected("a clause");
        };
        let Some(keyword) = Keyword::of(word) else {
            return Err(Box::new(unknown(word, span)));
        };
        self.at += 1;
        let kind = self.clause_kind(keyword)?;
        let span = span.to(self.previous());
        self.takes(";");
        Ok(Clause { keyword, kind, span })
    }

    fn clause_kind(&mut self, keyword: Keyword) -> Parsed<ClauseKind> {
        match keyword {
            Keyword::EnvAssumption
            | Keyword::GlobalInvariant
            | Keyword::UnwritableByEnvIf
            | Keyword::WritableIf
            | Keyword::ReadableIf
            | Keyword::Requires
            | Keyword::Ensures
            | Keyword::Assert
            | Keyword::Assume
            | Keyword::LoopInvariant => self.expr().map(ClauseKind::Expr),
            Keyword::Ghost => self.ghost(),
            Keyword::Modifies | Keyword::AlsoModifies => self.places().map(ClauseKind::Places),
            Keyword::Action => self.action(),
            Keyword::Inline => Ok(ClauseKind::Bare),
            Keyword::Set => {
                let target = self.postfix()?;
                self.expect("=")?;
                Ok(ClauseKind::Set { target, value: self.expr()? })
            }
            Keyword::Acquires | Keyword::Releases | Keyword::Needs | Keyword::Property => {
                Ok(ClauseKind::Raw(self.raw()))
            }
        }
    }

    fn ghost(&mut self) -> Parsed<ClauseKind> {
        let is_static = self.takes_word("static");
        let ty = self.type_name()?;
        let (name, _) = self.name()?;
        let value = if self.takes("=") { Some(self.expr()?) } else { None };
        Ok(ClauseKind::Ghost { is_static, ty, name, value })
    }

    fn action(&mut self) -> Parsed<ClauseKind> {
        self.takes(":");
        let also_modifies = if self.takes_word("also_modifies") { self.places()? } else { Vec::new() };
        self.takes(";");
        let ensures = if self.takes_word("ensures") { Some(self.expr()?) } else { None };
        Ok(ClauseKind::Action { also_modifies, ensures })
    }

    fn places(&mut self) -> Parsed<Vec<Expr>> {
        let mut places = vec![self.postfix()?];
        while self.takes(",") {
            places.push(self.postfix()?);
        }
        Ok(places)
    }

    /// Up to the next clause or the end.
    fn raw(&mut self) -> Raw {
        let start = self.at;
        while let Some(lexeme) = self.tokens.get(self.at) {
            if self.symbol() == Some(";") || lexeme.begins_line && self.begins_clause() {
                break;
            }
            self.at += 1;
        }
        let Some(first) = self.tokens[start..self.at].first() else {
            return Raw { text: String::new(), span: self.previous() };
        };
        let span = first.span.to(self.previous());
        let text = self.text.get((span.start - self.span.start) as usize..(span.end - self.span.start) as usize);
        Raw { text: text.unwrap_or("").to_string(), span }
    }

    /// Whether the next word begins a clause, perhaps a misspelt one: nothing else has a name behind its first word.
    fn begins_clause(&self) -> bool {
        let Some(word) = self.word() else { return false };
        let is_followed = match self.tokens.get(self.at + 1) {
            Some(Lexeme { token: Token::Word(next), begins_line: false, .. }) => next != "U" && next != "W",
            _ => false,
        };
        Keyword::of(word).is_some() || is_followed && Keyword::closest(word).is_some()
    }

    fn type_name(&mut self) -> Parsed<TypeName> {
        let (mut name, mut span) = self.name()?;
        while self.symbol() == Some(".") {
            self.at += 1;
            let (more, more_span) = self.name()?;
            name = format!("{name}.{more}");
            span = span.to(more_span);
        }
        let mut dimensions = 0;
        while self.symbol() == Some("[") {
            self.at += 1;
            self.expect("]")?;
            dimensions += 1;
        }
        Ok(TypeName { name, dimensions, span })
    }

    fn expr(&mut self) -> Parsed<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.at = self.tokens.len();
            return self.expected("fewer parentheses");
        }
        let result = self.iff();
        self.depth -= 1;
        result
    }

    fn iff(&mut self) -> Parsed<Expr> {
        let mut left = self.implies()?;
        while self.takes("<==>") {
            self.link()?;
            let right = self.implies()?;
            left = binary(Operator::Iff, left, right);
        }
        Ok(left)
    }

    /// Binds to the right.
    fn implies(&mut self) -> Parsed<Expr> {
        let left = self.conditional()?;
        if !self.takes("==>") {
            return Ok(left);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.expected("a shorter chain");
        }
        let right = self.implies()?;
        self.depth -= 1;
        Ok(binary(Operator::Implies, left, right))
    }

    fn conditional(&mut self) -> Parsed<Expr> {
        let condition = self.operators(0)?;
        if !self.takes("?") {
            return Ok(condition);
        }
        let then = self.expr()?;
        self.expect(":")?;
        let otherwise = self.expr()?;
        let span = condition.span.to(otherwise.span);
        let (condition, then, otherwise) = (Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Expr { kind: ExprKind::Conditional { condition, then, otherwise }, span })
    }

    /// Operators that bind at least so tightly.
    fn operators(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            if least <= INSTANCE_OF && self.takes_word("instanceof") {
                let ty = self.type_name()?;
                let span = left.span.to(ty.span);
                left = Expr { kind: ExprKind::InstanceOf { value: Box::new(left), ty }, span };
                continue;
            }
            self.link()?;
            let Some((op, strength)) = self.symbol().and_then(operator).filter(|(_, strength)| *strength >= least)
            else {
                return Ok(left);
            };
            self.at += 1;
            let right = self.operators(strength + 1)?;
            left = binary(op, left, right);
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let span = self.here();
        let op = match self.symbol() {
            Some("!") => UnaryOp::Not,
            Some("-") => UnaryOp::Negate,
            Some("~") => UnaryOp::Complement,
            _ => return self.postfix(),
        };
        self.at += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.expected("fewer operators");
        }
        let arg = self.unary()?;
        self.depth -= 1;
        let span = span.to(arg.span);
        Ok(Expr { kind: ExprKind::Unary { op, arg: Box::new(arg) }, span })
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut expr = self.primary()?;
        loop {
            self.link()?;
            let start = expr.span;
            let kind = match self.symbol() {
                Some(".") => {
                    self.at += 1;
                    self.member(expr)?
                }
                Some("[") => {
                    self.at += 1;
                    if self.takes("*") {
                        self.expect("]")?;
                        ExprKind::AllElements(Box::new(expr))
                    } else {
                        let index = self.expr()?;
                        self.expect("]")?;
                        ExprKind::Index { array: Box::new(expr), index: Box::new(index) }
                    }
                }
                Some("'") => {
                    self.at += 1;
                    ExprKind::Prime(Box::new(expr))
                }
                _ => return Ok(expr),
            };
            expr = Expr { kind, span: start.to(self.previous()) };
        }
    }

    fn member(&mut self, object: Expr) -> Parsed<ExprKind> {
        let object = Box::new(object);
        if self.takes_word("class") {
            return Ok(ExprKind::ClassLiteral(object));
        }
        let (name, _) = self.name()?;
        if self.takes("(") {
            return Ok(ExprKind::Call { object: Some(object), name, args: self.args()? });
        }
        Ok(ExprKind::Field { object, name })
    }

    /// After the opening parenthesis.
    fn args(&mut self) -> Parsed<Vec<Expr>> {
        let mut args = Vec::new();
        if self.takes(")") {
            return Ok(args);
        }
        loop {
            args.push(self.expr()?);
            if self.takes(")") {
                return Ok(args);
            }
            self.expect(",")?;
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let span = self.here();
        let Some(lexeme) = self.tokens.get(self.at) else {
            return self.expected("an expression");
        };
        let kind = match lexeme.token.clone() {
            Token::Int(value) => ExprKind::Constant(Constant::Int(value)),
            Token::Float(value) => ExprKind::Constant(Constant::Float(value)),
            Token::Char(value) => ExprKind::Constant(Constant::Int(i64::from(value))),
            Token::String(text) => ExprKind::Constant(Constant::String(text.into())),
            Token::Word(word) => return self.word_expr(&word, span),
            Token::Symbol("(") => return self.parenthesized(),
            Token::Symbol(_) | Token::Unknown(_) => return self.expected("an expression"),
        };
        self.at += 1;
        Ok(Expr { kind, span })
    }

    fn parenthesized(&mut self) -> Parsed<Expr> {
        self.at += 1;
        let expr = self.expr()?;
        self.expect(")")?;
        Ok(expr)
    }

    fn word_expr(&mut self, word: &str, span: Span) -> Parsed<Expr> {
        if Keyword::of(word).is_some_and(|keyword| keyword != Keyword::Set && keyword != Keyword::Action) {
            return self.expected("an expression");
        }
        self.at += 1;
        let kind = match word {
            "null" => ExprKind::Constant(Constant::Null),
            "true" => ExprKind::Constant(Constant::Bool(true)),
            "false" => ExprKind::Constant(Constant::Bool(false)),
            "\\result" => ExprKind::Result,
            "\\nothing" => ExprKind::Special(Special::Nothing),
            "\\everything" => ExprKind::Special(Special::Everything),
            "\\empty" => ExprKind::Special(Special::EmptySet),
            "\\old" => {
                self.expect("(")?;
                let inner = self.expr()?;
                self.expect(")")?;
                ExprKind::Old(Box::new(inner))
            }
            "\\forall" | "\\exists" => return self.quantifier(word == "\\forall", span),
            _ if word.starts_with('\\') => {
                self.at -= 1;
                let known = ["\\old", "\\result", "\\forall", "\\exists", "\\nothing", "\\everything", "\\empty"];
                let finding = self.expected("an expression");
                return match names::closest(word, known.into_iter()) {
                    Some(close) => finding.map_err(|found| Box::new(found.help(format!("did you mean `{close}`?")))),
                    None => finding,
                };
            }
            _ if self.takes("(") => ExprKind::Call { object: None, name: word.to_string(), args: self.args()? },
            _ => ExprKind::Name(word.to_string()),
        };
        Ok(Expr { kind, span: span.to(self.previous()) })
    }

    /// `\forall T x, y; E` and, in parentheses, `\forall T x; R; E`.
    fn quantifier(&mut self, is_forall: bool, span: Span) -> Parsed<Expr> {
        let ty = self.type_name()?;
        let mut names = vec![self.name()?];
        while self.takes(",") {
            names.push(self.name()?);
        }
        self.expect(";")?;
        let first = self.expr()?;
        let has_range = self.symbol() == Some(";") && !self.next_begins_clause();
        let (range, body) = match has_range {
            true => {
                self.at += 1;
                (Some(Box::new(first)), self.expr()?)
            }
            false => (None, first),
        };
        let span = span.to(body.span);
        Ok(Expr { kind: ExprKind::Quantifier { is_forall, ty, names, range, body: Box::new(body) }, span })
    }

    /// Whether what follows the next symbol is a new clause or the end.
    fn next_begins_clause(&self) -> bool {
        match self.tokens.get(self.at + 1) {
            None => true,
            Some(Lexeme { token: Token::Word(word), .. }) => Keyword::of(word).is_some(),
            Some(_) => false,
        }
    }
}

/// A word that is no clause. One that is close to ours was meant to be one; any other is a comment of another tool.
fn unknown(word: &str, span: Span) -> Diagnostic {
    if Keyword::is_meant(word) {
        let message = format!("there is no annotation `{word}`");
        return Diagnostic::error(&codes::UNKNOWN, span, message).help(Keyword::meant_by(word));
    }
    let message = format!("`{word}` is no annotation of Counterpoint, so this has no effect");
    Diagnostic::note(&codes::UNKNOWN, span, message).help(Keyword::meant_by(word))
}

const INSTANCE_OF: u8 = 6;

fn operator(symbol: &str) -> Option<(Operator, u8)> {
    let java = |op, strength| Some((Operator::Java(op), strength));
    match symbol {
        "||" => Some((Operator::Or, 0)),
        "&&" => Some((Operator::And, 1)),
        "|" => java(BinaryOp::Or, 2),
        "^" => java(BinaryOp::Xor, 3),
        "&" => java(BinaryOp::And, 4),
        "==" => java(BinaryOp::Equal, 5),
        "!=" => java(BinaryOp::NotEqual, 5),
        "<" => java(BinaryOp::Less, 6),
        "<=" => java(BinaryOp::LessEqual, 6),
        ">" => java(BinaryOp::Greater, 6),
        ">=" => java(BinaryOp::GreaterEqual, 6),
        "<<" => java(BinaryOp::ShiftLeft, 7),
        ">>" => java(BinaryOp::ShiftRight, 7),
        ">>>" => java(BinaryOp::ShiftRightUnsigned, 7),
        "+" => java(BinaryOp::Add, 8),
        "-" => java(BinaryOp::Subtract, 8),
        "*" => java(BinaryOp::Multiply, 9),
        "/" => java(BinaryOp::Divide, 9),
        "%" => java(BinaryOp::Remainder, 9),
        _ => None,
    }
}

fn binary(op: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, span }
}
