//! The syntax tree of Java, as written: names are not resolved, nothing is typed.
//!
//! Parentheses are gone. Annotations are attached to what they belong to.

use concurrent::object::{Annotation, BinaryOp, ClassKind, Name, UnaryOp, Visibility};
use source::Span;
use std::sync::Arc;

#[derive(Debug)]
pub struct Unit {
    pub package: Option<Name>,
    pub imports: Vec<Import>,
    pub classes: Vec<Arc<ClassDecl>>,
}

#[derive(Debug)]
pub struct Import {
    /// Without the `.*`.
    pub path: Name,
    pub is_static: bool,
    pub is_on_demand: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Modifiers {
    pub visibility: Option<Visibility>,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    pub is_synchronized: bool,
    pub is_native: bool,
    pub is_volatile: bool,
    pub is_default: bool,
}

#[derive(Debug)]
pub struct ClassDecl {
    /// Empty for an anonymous class.
    pub name: Name,
    pub kind: ClassKind,
    pub modifiers: Modifiers,
    pub type_params: Vec<TypeParam>,
    pub superclass: Option<TypeExpr>,
    pub interfaces: Vec<TypeExpr>,
    /// Of a record.
    pub components: Vec<Param>,
    /// Of an enum.
    pub constants: Vec<EnumConstant>,
    pub members: Vec<Member>,
    pub annotations: Vec<Annotation>,
    pub span: Span,
}

#[derive(Debug)]
pub struct TypeParam {
    pub name: Name,
    pub bound: Option<TypeExpr>,
}

#[derive(Debug)]
pub struct EnumConstant {
    pub name: Name,
    pub args: Vec<Expr>,
    pub body: Option<Arc<ClassDecl>>,
    pub annotations: Vec<Annotation>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Member {
    Field(FieldDecl),
    Method(Arc<MethodDecl>),
    Initializer(Initializer),
    Class(Arc<ClassDecl>),
}

#[derive(Debug)]
pub struct Initializer {
    pub is_static: bool,
    pub body: Block,
}

#[derive(Debug)]
pub struct FieldDecl {
    pub name: Name,
    pub modifiers: Modifiers,
    pub ty: TypeExpr,
    pub value: Option<Arc<Expr>>,
    pub annotations: Vec<Annotation>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodForm {
    Method,
    Constructor,
    /// Of a record: without parameters, which are the components.
    CompactConstructor,
}

#[derive(Debug)]
pub struct MethodDecl {
    pub name: Name,
    pub form: MethodForm,
    pub modifiers: Modifiers,
    pub type_params: Vec<TypeParam>,
    /// None is `void`.
    pub result: Option<TypeExpr>,
    pub params: Vec<Param>,
    pub throws: Vec<TypeExpr>,
    pub body: Option<Block>,
    pub annotations: Vec<Annotation>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Name,
    /// None for the parameter of a lambda whose type is left out.
    pub ty: Option<TypeExpr>,
    pub is_varargs: bool,
    pub annotations: Vec<Annotation>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct TypeExpr {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    Primitive(Primitive),
    /// `java.util.Map.Entry<K, V>` is its dotted name and the arguments of the last part; none given is an empty list,
    /// and so is a diamond.
    Named {
        path: Vec<Name>,
        args: Vec<TypeExpr>,
        is_diamond: bool,
    },
    Array(Box<TypeExpr>),
    /// `?`, `? extends T`, `? super T`.
    Wildcard(Option<(WildcardBound, Box<TypeExpr>)>),
    Var,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WildcardBound {
    Extends,
    Super,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Primitive {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

#[derive(Debug)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    /// The closing brace.
    pub end: Span,
}

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StmtKind {
    Empty,
    Annotation(Annotation),
    Block(Block),
    Local(Vec<LocalDecl>),
    Class(Arc<ClassDecl>),
    Expr(Expr),
    If {
        condition: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        condition: Expr,
    },
    For {
        init: Vec<Stmt>,
        condition: Option<Expr>,
        update: Vec<Expr>,
        body: Box<Stmt>,
    },
    ForEach {
        ty: TypeExpr,
        name: Name,
        name_span: Span,
        value: Expr,
        body: Box<Stmt>,
    },
    Labeled {
        label: Name,
        body: Box<Stmt>,
    },
    Break(Option<Name>),
    Continue(Option<Name>),
    Return(Option<Expr>),
    Yield(Expr),
    Throw(Expr),
    Assert {
        condition: Expr,
        message: Option<Expr>,
    },
    Synchronized {
        monitor: Expr,
        body: Block,
    },
    Switch(Switch),
    Try(Try),
    /// `this(…)` and `super(…)`, also `outer.super(…)`.
    ConstructorCall {
        is_super: bool,
        outer: Option<Expr>,
        args: Vec<Expr>,
    },
}

#[derive(Debug)]
pub struct LocalDecl {
    pub name: Name,
    pub ty: TypeExpr,
    pub value: Option<Expr>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Switch {
    pub selector: Box<Expr>,
    pub groups: Vec<SwitchGroup>,
    pub span: Span,
}

/// The statements after a run of labels, or one arrow.
#[derive(Debug)]
pub struct SwitchGroup {
    pub labels: Vec<SwitchLabel>,
    pub body: SwitchBody,
    pub span: Span,
}

#[derive(Debug)]
pub enum SwitchLabel {
    Default,
    Case(Expr),
}

#[derive(Debug)]
pub enum SwitchBody {
    /// Falls through to the next group.
    Statements(Block),
    ArrowExpr(Expr),
    ArrowBlock(Stmt),
}

#[derive(Debug)]
pub struct Try {
    pub resources: Vec<Resource>,
    pub body: Block,
    pub catches: Vec<Catch>,
    pub finally: Option<Block>,
}

#[derive(Debug)]
pub enum Resource {
    Declared(LocalDecl),
    Existing(Expr),
}

#[derive(Debug)]
pub struct Catch {
    pub types: Vec<TypeExpr>,
    pub name: Name,
    pub body: Block,
    pub span: Span,
}

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Literal {
    Null,
    Bool(bool),
    /// The value of the digits; `-2147483648` is the negation of a literal that is out of range by itself.
    Int(i128),
    Long(i128),
    Float(f64),
    Double(f64),
    Char(u16),
    String(Arc<str>),
}

#[derive(Debug)]
pub enum ExprKind {
    Literal(Literal),
    /// A local, a field, a class or the start of a package's name.
    Name(Name),
    This,
    /// `Outer.this`.
    OuterThis(Vec<Name>),
    ClassLiteral(TypeExpr),
    Field {
        object: Box<Expr>,
        name: Name,
        name_span: Span,
    },
    /// `super.x`, also `Outer.super.x`.
    SuperField {
        name: Name,
    },
    Index {
        array: Box<Expr>,
        index: Box<Expr>,
    },
    Call {
        object: Option<Box<Expr>>,
        name: Name,
        name_span: Span,
        args: Vec<Expr>,
    },
    /// `super.m()`, and `Interface.super.m()` with its qualifier.
    SuperCall {
        qualifier: Option<Vec<Name>>,
        name: Name,
        args: Vec<Expr>,
    },
    New {
        outer: Option<Box<Expr>>,
        ty: TypeExpr,
        args: Vec<Expr>,
        body: Option<Arc<ClassDecl>>,
    },
    NewArray {
        /// Of the innermost elements.
        element: TypeExpr,
        lengths: Vec<Expr>,
        /// Dimensions without a length.
        more: usize,
        values: Option<Vec<Expr>>,
    },
    /// `{a, b}`, where the type is known.
    ArrayValues(Vec<Expr>),
    Unary {
        op: UnaryOp,
        arg: Box<Expr>,
    },
    /// `+x`.
    Plus(Box<Expr>),
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    ShortCircuit {
        is_and: bool,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Assign {
        target: Box<Expr>,
        /// Of a compound assignment.
        op: Option<BinaryOp>,
        value: Box<Expr>,
    },
    Update {
        target: Box<Expr>,
        is_increment: bool,
        is_prefix: bool,
    },
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Cast {
        ty: TypeExpr,
        value: Box<Expr>,
    },
    InstanceOf {
        value: Box<Expr>,
        ty: TypeExpr,
        /// Of a pattern: the variable that it binds.
        binding: Option<(Name, Span)>,
    },
    Lambda(Arc<Lambda>),
    MethodReference(Arc<MethodReference>),
    Switch(Switch),
    /// A construct of a later Java, or one that is not read.
    Unsupported(&'static str),
}

#[derive(Debug)]
pub struct Lambda {
    pub params: Vec<Param>,
    pub body: LambdaBody,
    pub span: Span,
}

#[derive(Debug)]
pub enum LambdaBody {
    Expr(Expr),
    Block(Block),
}

#[derive(Debug)]
pub struct MethodReference {
    pub qualifier: Qualifier,
    /// `new` for a constructor.
    pub name: Name,
    pub span: Span,
}

#[derive(Debug)]
pub enum Qualifier {
    /// An expression or the name of a class: the same until names are resolved.
    Expr(Expr),
    Type(TypeExpr),
    Super,
}
