//! What the annotations of a program say, with every name resolved and every type checked.

use super::syntax::{Operator, Raw};
use crate::object::{ClassId, Constant, EdgeId, FieldId, LocalId, MethodId, Type, UnaryOp};
use source::Span;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub struct Spec {
    pub ghosts: Vec<Ghost>,
    /// Two-state: what steps of other threads do. They speak of any object `this` of the class and of any thread `tid`.
    pub env_assumptions: Vec<ClassClause>,
    pub global_invariants: Vec<ClassClause>,
    pub field_clauses: Vec<FieldClause>,
    pub methods: BTreeMap<MethodId, MethodSpec>,
    /// By method and the edge that carries the annotation, in order.
    pub statements: BTreeMap<(MethodId, EdgeId), Vec<StatementClause>>,
    pub guarded_by: Vec<GuardedBy>,
    /// Classes marked `@ThreadSafe`.
    pub thread_safe: Vec<ClassId>,
    /// Classes marked `@Immutable`.
    pub immutable: Vec<ClassId>,
    /// `property`, `acquires`, `releases`, `needs`: what another parser reads.
    pub raw: Vec<RawClause>,
    /// Declarations with an annotation that cannot be read, and where the first one is. What could be read of a method is
    /// left out with it. It is not known what they promise: nothing may be concluded from the absence of a clause.
    pub unreadable: BTreeMap<Owner, Span>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GhostId(pub u32);

/// A variable that only specifications read and write: one for each object of its class, or one for all.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub name: String,
    pub class: ClassId,
    pub ty: SpecType,
    pub is_static: bool,
    /// What it holds at first; else zero, false, null or the empty set.
    pub value: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SpecType {
    Java(Type),
    /// A thread: an object of class `Thread`, or `main`; null is none.
    Thread,
    ThreadSet,
}

#[derive(Clone, Debug)]
pub struct ClassClause {
    pub class: ClassId,
    pub condition: Expr,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldClauseKind {
    UnwritableByEnvIf,
    WritableIf,
    ReadableIf,
}

#[derive(Clone, Debug)]
pub struct FieldClause {
    pub field: FieldId,
    pub kind: FieldClauseKind,
    pub condition: Expr,
    pub span: Span,
}

/// The abstraction of a method.
#[derive(Clone, Debug, Default)]
pub struct MethodSpec {
    pub requires: Vec<Condition>,
    pub modifies: Vec<Place>,
    /// In the order in which they happen.
    pub actions: Vec<Action>,
    pub ensures: Vec<Condition>,
    pub is_inline: bool,
}

#[derive(Clone, Debug)]
pub struct Condition {
    pub condition: Expr,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Action {
    pub also_modifies: Vec<Place>,
    /// None is `true`.
    pub ensures: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Place {
    pub kind: PlaceKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum PlaceKind {
    Nothing,
    Everything,
    /// A field, a ghost, an element or the content of an atomic.
    One(Expr),
    /// `a[*]`.
    Elements(Expr),
}

#[derive(Clone, Debug)]
pub struct StatementClause {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Assert(Expr),
    Assume(Expr),
    LoopInvariant(Expr),
    /// A ghost gets a value, together with the step before it.
    Set {
        target: Expr,
        value: Expr,
    },
}

/// `@GuardedBy("lock")`.
#[derive(Clone, Debug)]
pub struct GuardedBy {
    pub on: Guarded,
    pub lock: Guard,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guarded {
    Field(FieldId),
    Method(MethodId),
}

#[derive(Clone, Debug)]
pub enum Guard {
    /// `"this"`, `"lock"`, `"this.lock"`, `"Cls.class"`, `"Cls.lock"`, `"Outer.this"`.
    Lock(Expr),
    /// `"itself"`: the object that the field holds.
    Itself,
    /// `"lock()"`: what this method without parameters returns.
    Call(MethodId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Owner {
    Class(ClassId),
    Field(FieldId),
    Method(MethodId),
}

#[derive(Clone, Debug)]
pub struct RawClause {
    pub keyword: super::Keyword,
    pub owner: Owner,
    pub raw: Raw,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: SpecType,
    pub span: Span,
}

/// A variable of a quantifier; the same number is used again where quantifiers do not nest.
#[derive(Clone, Debug)]
pub struct Bound {
    pub name: String,
    pub number: u32,
    pub ty: SpecType,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Constant(Constant),
    /// A parameter, or a local of the method that the annotation stands in.
    Local(LocalId),
    Bound(u32),
    This,
    Result,
    /// The thread that makes the step, or that the clause speaks of.
    Tid,
    /// The thread that the program starts with.
    Main,
    Field {
        /// None if it is static.
        object: Option<Box<Expr>>,
        field: FieldId,
    },
    Ghost {
        object: Option<Box<Expr>>,
        ghost: GhostId,
    },
    /// The thread that holds the monitor or lock of this object, or null.
    Holder(Box<Expr>),
    /// Whether a thread was started.
    Started(Box<Expr>),
    /// What an atomic holds.
    Content(Box<Expr>),
    Element {
        array: Box<Expr>,
        index: Box<Expr>,
    },
    Length(Box<Expr>),
    /// In the state before the step, or at the entry of the method.
    Old(Box<Expr>),
    /// `x'`: the value after the step.
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
        ty: Type,
    },
    Quantifier {
        is_forall: bool,
        variables: Vec<Bound>,
        body: Box<Expr>,
    },
    EmptySet,
    /// Whether a set holds a thread.
    Contains {
        set: Box<Expr>,
        thread: Box<Expr>,
    },
    /// A set with one thread more, or one less.
    With {
        set: Box<Expr>,
        thread: Box<Expr>,
    },
    Without {
        set: Box<Expr>,
        thread: Box<Expr>,
    },
}

impl Spec {
    pub fn ghost(&self, id: GhostId) -> &Ghost {
        &self.ghosts[id.0 as usize]
    }
}

impl Expr {
    /// Whether it speaks of two states.
    pub fn is_two_state(&self) -> bool {
        matches!(self.kind, ExprKind::Old(_) | ExprKind::Prime(_))
            || self.children().into_iter().any(Expr::is_two_state)
    }

    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Bound(_)
            | ExprKind::This
            | ExprKind::Result
            | ExprKind::Tid
            | ExprKind::Main
            | ExprKind::EmptySet => Vec::new(),
            ExprKind::Field { object, .. } | ExprKind::Ghost { object, .. } => {
                object.iter().map(|object| &**object).collect()
            }
            ExprKind::Holder(arg)
            | ExprKind::Started(arg)
            | ExprKind::Content(arg)
            | ExprKind::Length(arg)
            | ExprKind::Old(arg)
            | ExprKind::Prime(arg)
            | ExprKind::Unary { arg, .. } => vec![arg],
            ExprKind::InstanceOf { value, .. } => vec![value],
            ExprKind::Quantifier { body, .. } => vec![body],
            ExprKind::Element { array: left, index: right }
            | ExprKind::Binary { left, right, .. }
            | ExprKind::Contains { set: left, thread: right }
            | ExprKind::With { set: left, thread: right }
            | ExprKind::Without { set: left, thread: right } => vec![left, right],
            ExprKind::Conditional { condition, then, otherwise } => vec![condition, then, otherwise],
        }
    }
}
