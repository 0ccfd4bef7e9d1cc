//! Clauses and expressions as written: names are not resolved.

use super::Keyword;
use crate::object::{BinaryOp, Constant, UnaryOp};
use source::Span;

#[derive(Clone, Debug)]
pub struct Clause {
    pub keyword: Keyword,
    pub kind: ClauseKind,
    /// The keyword.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ClauseKind {
    /// A condition, or a lock.
    Expr(Expr),
    Ghost {
        is_static: bool,
        ty: TypeName,
        name: String,
        value: Option<Expr>,
    },
    /// What may be modified.
    Places(Vec<Expr>),
    Action {
        also_modifies: Vec<Expr>,
        ensures: Option<Expr>,
    },
    Set {
        target: Expr,
        value: Expr,
    },
    /// `inline`.
    Bare,
    /// The rest, which another parser reads.
    Raw(Raw),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Raw {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct TypeName {
    pub name: String,
    pub dimensions: usize,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Constant(Constant),
    /// Also `this`, `tid` and `main`.
    Name(String),
    Result,
    /// `o.f`, also `o.holder` and `Cls.f`.
    Field {
        object: Box<Expr>,
        name: String,
    },
    /// `Cls.class`.
    ClassLiteral(Box<Expr>),
    Index {
        array: Box<Expr>,
        index: Box<Expr>,
    },
    /// `a[*]`, only in `modifies`.
    AllElements(Box<Expr>),
    /// `x.get()`, `s.contains(t)`.
    Call {
        object: Option<Box<Expr>>,
        name: String,
        args: Vec<Expr>,
    },
    Old(Box<Expr>),
    Prime(Box<Expr>),
    Unary {
        op: UnaryOp,
        arg: Box<Expr>,
    },
    Binary {
        op: Operator,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    InstanceOf {
        value: Box<Expr>,
        ty: TypeName,
    },
    Quantifier {
        is_forall: bool,
        ty: TypeName,
        names: Vec<(String, Span)>,
        range: Option<Box<Expr>>,
        body: Box<Expr>,
    },
    /// `\nothing` and `\everything`, only in `modifies`; `\empty`, the empty set of threads.
    Special(Special),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    Nothing,
    Everything,
    EmptySet,
}

/// Java's operators, and those of logic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    Java(BinaryOp),
    And,
    Or,
    Implies,
    Iff,
}
