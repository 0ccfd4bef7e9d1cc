//! Expressions: operators by precedence climbing.
//!
//! From loose to tight: `<==>`; `==>` and `<==`; `&&` and `||`; comparisons; `++`; `+ -`; `* div mod /`; `**`;
//! `is`; `- !`; `: T`; `[…]` and `->`. Where two operators of one level may not be mixed or chained, the error is
//! reported and reading goes on as if they associated to the left.

use super::MAX_NESTING;
use super::error::{MIXED_OPERATORS, UNEXPECTED};
use super::parser::{Failed, Parse, Parser};
use super::token::{Token, TokenKind};
use ivl::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use ivl::print_ast::LONGEST_CHAIN;
use source::{Diagnostic, Span};

/// How tightly a binary operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Iff,
    Implies,
    Logic,
    Relation,
    Concat,
    Sum,
    Product,
    Power,
}

impl Level {
    /// The level of the right operand of an operator that associates to the left.
    fn tighter(self) -> Level {
        match self {
            Level::Iff => Level::Implies,
            Level::Implies => Level::Logic,
            Level::Logic => Level::Relation,
            Level::Relation => Level::Concat,
            Level::Concat => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product | Level::Power => Level::Power,
        }
    }
}

/// The operator a token stands for. `<==` is found as an implication; its operands are swapped later.
fn binary_op(kind: TokenKind) -> Option<(Level, BinaryOp)> {
    Some(match kind {
        TokenKind::Iff => (Level::Iff, BinaryOp::Iff),
        TokenKind::Implies | TokenKind::Explies => (Level::Implies, BinaryOp::Implies),
        TokenKind::And => (Level::Logic, BinaryOp::And),
        TokenKind::Or => (Level::Logic, BinaryOp::Or),
        TokenKind::EqEq => (Level::Relation, BinaryOp::Eq),
        TokenKind::NotEq => (Level::Relation, BinaryOp::Neq),
        TokenKind::Less => (Level::Relation, BinaryOp::Lt),
        TokenKind::LessEq => (Level::Relation, BinaryOp::Le),
        TokenKind::Greater => (Level::Relation, BinaryOp::Gt),
        TokenKind::GreaterEq => (Level::Relation, BinaryOp::Ge),
        TokenKind::PlusPlus => (Level::Concat, BinaryOp::Concat),
        TokenKind::Plus => (Level::Sum, BinaryOp::Add),
        TokenKind::Minus => (Level::Sum, BinaryOp::Sub),
        TokenKind::Star => (Level::Product, BinaryOp::Mul),
        TokenKind::Div => (Level::Product, BinaryOp::Div),
        TokenKind::Mod => (Level::Product, BinaryOp::Mod),
        TokenKind::Slash => (Level::Product, BinaryOp::RealDiv),
        TokenKind::StarStar => (Level::Power, BinaryOp::Pow),
        _ => return None,
    })
}

impl Parser<'_> {
    pub fn expr(&mut self) -> Parse<Expr> {
        self.nested(|parser| parser.binary(Level::Iff))
    }

    /// One or more expressions between commas.
    pub fn exprs(&mut self) -> Parse<Vec<Expr>> {
        let mut exprs = vec![self.expr()?];
        while self.eat(TokenKind::Comma) {
            exprs.push(self.expr()?);
        }
        Ok(exprs)
    }

    /// A node on top of the expressions read since the expression began; its height is one more than theirs.
    pub fn node(&mut self, kind: ExprKind, span: Span) -> Parse<Expr> {
        self.raise(1)?;
        Ok(Expr { kind: Box::new(kind), span })
    }

    fn raise(&mut self, levels: u32) -> Parse<()> {
        self.height += levels;
        if self.height > MAX_NESTING {
            return Err(self.too_deep());
        }
        Ok(())
    }

    /// Operators of at least this level.
    fn binary(&mut self, loosest: Level) -> Parse<Expr> {
        let outer = std::mem::take(&mut self.height);
        let mut left = self.operand()?;
        loop {
            if self.kind() == TokenKind::Equal {
                self.single_equal();
            }
            let Some((level, op)) = binary_op(self.kind()) else { break };
            if level < loosest {
                break;
            }
            left = match level {
                Level::Implies => self.implications(left)?,
                Level::Logic => self.conjuncts(left, op)?,
                Level::Relation => self.relation(left, op)?,
                Level::Power => {
                    self.bump();
                    let right = self.nested(|parser| parser.binary(Level::Power))?;
                    self.join(op, left, right)?
                }
                Level::Iff | Level::Concat | Level::Sum | Level::Product => {
                    self.bump();
                    let right = self.binary(level.tighter())?;
                    self.join(op, left, right)?
                }
            };
        }
        self.height = self.height.max(outer);
        Ok(left)
    }

    fn join(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Parse<Expr> {
        self.raise(1)?;
        Ok(binary_node(op, left, right))
    }

    /// `a ==> b ==> c` is `a ==> (b ==> c)`, and `a <== b <== c` is `c ==> (b ==> a)`; the two do not mix.
    fn implications(&mut self, left: Expr) -> Parse<Expr> {
        let first = self.token();
        let mut operands = vec![left];
        while self.kind() == first.kind {
            self.bump();
            operands.push(self.binary(Level::Logic)?);
        }
        self.raise(u32::try_from(operands.len() - 1).unwrap_or(MAX_NESTING))?;
        if matches!(self.kind(), TokenKind::Implies | TokenKind::Explies) {
            self.mixed(first);
        }
        if first.kind == TokenKind::Implies {
            operands.reverse();
        }
        let implies = |conclusion, premise| binary_node(BinaryOp::Implies, premise, conclusion);
        operands.into_iter().reduce(implies).ok_or(Failed)
    }

    /// A chain of `&&` or a chain of `||`; not both. A long chain becomes a balanced tree.
    fn conjuncts(&mut self, left: Expr, op: BinaryOp) -> Parse<Expr> {
        let first = self.token();
        let mut operands = vec![left];
        while self.kind() == first.kind {
            self.bump();
            operands.push(self.binary(Level::Relation)?);
        }
        if matches!(self.kind(), TokenKind::And | TokenKind::Or) {
            self.mixed(first);
        }
        if operands.len() > LONGEST_CHAIN {
            self.raise(operands.len().ilog2() + 1)?;
            return balanced(op, operands).ok_or(Failed);
        }
        self.raise(operands.len() as u32 - 1)?;
        operands.into_iter().reduce(|left, right| binary_node(op, left, right)).ok_or(Failed)
    }

    fn relation(&mut self, left: Expr, op: BinaryOp) -> Parse<Expr> {
        let first = self.bump();
        let right = self.binary(Level::Concat)?;
        if self.kind().is_relation() {
            let message =
                format!("comparisons do not chain: `{}` follows `{}`", self.text_of(self.token()), self.text_of(first));
            let error =
                Diagnostic::error(&MIXED_OPERATORS, self.span(), message).label(self.span_of(first), "after this");
            self.report(error.help("write `a < b && b < c`, or compare the truth values with parentheses"));
        }
        self.join(op, left, right)
    }

    /// Reports two operators of one level without parentheses.
    fn mixed(&mut self, first: Token) {
        let (before, after) = (self.text_of(first), self.text_of(self.token()));
        let message = format!("`{before}` and `{after}` are mixed without parentheses");
        let error = Diagnostic::error(&MIXED_OPERATORS, self.span(), message);
        let help = format!("write `(a {before} b) {after} c` or `a {before} (b {after} c)`");
        self.report(error.label(self.span_of(first), "the other operator").help(help));
    }

    /// Reports `=` where an operator is expected, and reads on at the operator that was meant.
    fn single_equal(&mut self) {
        let next = self.token_ahead(1);
        let adjacent = next.start == self.token().end;
        let error = Diagnostic::error(&UNEXPECTED, self.span(), "`=` is not an operator");
        self.report(match next.kind {
            TokenKind::Greater if adjacent => error.help("implication is written `==>`, and at least `>=`"),
            _ => error.help("equality is written `==`, assignment `:=`"),
        });
        if adjacent && next.kind == TokenKind::Greater {
            self.bump();
            self.read_as(TokenKind::Implies);
        } else {
            self.read_as(TokenKind::EqEq);
        }
    }

    /// A unary expression, or a test of its constructor.
    fn operand(&mut self) -> Parse<Expr> {
        let expr = self.unary()?;
        if !self.eat(TokenKind::Is) {
            return Ok(expr);
        }
        let constructor = self.ident("the name of a constructor after `is`")?;
        if self.kind() == TokenKind::Is {
            self.report_at(&MIXED_OPERATORS, self.span(), "`is` does not chain");
        }
        let span = expr.span.to(constructor.span);
        self.node(ExprKind::Is { expr, constructor }, span)
    }

    fn unary(&mut self) -> Parse<Expr> {
        let op = match self.kind() {
            TokenKind::Minus => UnaryOp::Neg,
            TokenKind::Not => UnaryOp::Not,
            _ => return self.coercion(),
        };
        let start = self.span();
        self.bump();
        let operand = self.nested(Self::unary)?;
        let span = start.to(operand.span);
        self.node(ExprKind::Unary(op, operand), span)
    }

    fn coercion(&mut self) -> Parse<Expr> {
        let mut expr = self.postfix()?;
        while self.kind() == TokenKind::Colon {
            if self.kind_ahead(1) == TokenKind::Digits {
                let help = "bits are taken out with `e[high:low]`, both written as numbers";
                let error = Diagnostic::error(&UNEXPECTED, self.span(), "bit-vector bounds may not stand here");
                self.report(error.help(help));
                self.bump();
                self.bump();
                continue;
            }
            self.bump();
            let ty = self.ty()?;
            let span = expr.span.to(ty.span);
            expr = self.node(ExprKind::Coerce { expr, ty }, span)?;
        }
        Ok(expr)
    }

    fn postfix(&mut self) -> Parse<Expr> {
        let mut expr = self.atom()?;
        loop {
            expr = match self.kind() {
                TokenKind::LBracket => self.index(expr)?,
                TokenKind::Arrow => self.field(expr)?,
                _ => return Ok(expr),
            };
        }
    }

    /// `m[i, j]`, `m[i, j := v]`, or `e[high:low]`.
    fn index(&mut self, expr: Expr) -> Parse<Expr> {
        let start = expr.span;
        self.bump();
        let bounds = [self.kind(), self.kind_ahead(1), self.kind_ahead(2)];
        let kind = if bounds == [TokenKind::Digits, TokenKind::Colon, TokenKind::Digits] {
            let (high, low) = (self.bump(), self.token_ahead(1));
            self.bump();
            self.bump();
            let high = self.intern(self.text_of(high));
            ExprKind::Extract { expr, high, low: self.intern(self.text_of(low)) }
        } else {
            let indices = match self.kind() {
                TokenKind::RBracket | TokenKind::ColonEqual => Vec::new(),
                _ => self.exprs()?,
            };
            match self.eat(TokenKind::ColonEqual) {
                true => ExprKind::Store { map: expr, indices, value: self.expr()? },
                false => ExprKind::Select { map: expr, indices },
            }
        };
        self.expect(TokenKind::RBracket, "after the index")?;
        self.node(kind, self.span_from(start))
    }

    /// `e->f` or `e->(f := v)`.
    fn field(&mut self, expr: Expr) -> Parse<Expr> {
        let start = expr.span;
        self.bump();
        if !self.eat(TokenKind::LParen) {
            let field = self.ident("the name of a field after `->`")?;
            return self.node(ExprKind::Field { expr, field }, self.span_from(start));
        }
        let field = self.ident("the name of a field after `->(`")?;
        self.expect(TokenKind::ColonEqual, "in the field update")?;
        let value = self.expr()?;
        self.expect(TokenKind::RParen, "after the field update")?;
        self.node(ExprKind::FieldUpdate { expr, field, value }, self.span_from(start))
    }
}

fn binary_node(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: Box::new(ExprKind::Binary(op, left, right)), span }
}

/// A tree of logarithmic height over the operands, in their order.
fn balanced(op: BinaryOp, mut operands: Vec<Expr>) -> Option<Expr> {
    while operands.len() > 1 {
        let mut halved = Vec::with_capacity(operands.len().div_ceil(2));
        let mut rest = operands.into_iter();
        while let Some(left) = rest.next() {
            halved.push(match rest.next() {
                Some(right) => binary_node(op, left, right),
                None => left,
            });
        }
        operands = halved;
    }
    operands.pop()
}
