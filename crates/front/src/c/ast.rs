//! The C program as it was written.
//!
//! C text → **c::ast** → concurrent
//!
//! At this level: comments, layout and preprocessor lines are gone, names are strings, and nothing has a type yet. What
//! the tree holds beyond the accepted subset stays as `Unsupported` with a word for it, and is reported only if a checked
//! function uses it.

use concurrent::program::{Annotation, Name};
use source::Span;
use std::collections::BTreeSet;

#[derive(Default)]
pub struct Unit {
    pub annotations: Vec<Annotation>,
    pub includes: Vec<(String, Span)>,
    pub macros: Vec<Macro>,
    pub macro_uses: Vec<MacroUse>,
    pub structs: Vec<Struct>,
    pub typedefs: Vec<Declared>,
    pub enumerators: Vec<Enumerator>,
    pub enums: Vec<Enum>,
    pub globals: Vec<Declaration>,
    pub functions: Vec<Function>,
    /// Functions that are declared without a body.
    pub prototypes: Vec<Prototype>,
    /// Functions whose names stand where they are not called: a pointer to them may be.
    pub addressed: BTreeSet<Name>,
    /// The words of each declaration of a global that has an initialiser.
    pub initialised: Vec<(Name, BTreeSet<Name>)>,
    /// What is not of the subset at the level of the file, in any case.
    pub unsupported: Vec<(String, Span)>,
}

/// `#define NAME value`; no value if it is none of the literals that are understood, or not the only one.
pub struct Macro {
    pub name: Name,
    pub text: String,
    pub value: Option<Expr>,
    /// Where it is defined: before that, its name means something else.
    pub span: Span,
}

/// The name of a macro where it is no constant of an expression: the preprocessor would put something else there.
pub struct MacroUse {
    pub name: Name,
    /// The function in which it stands.
    pub function: Option<Name>,
    pub span: Span,
}

pub struct Struct {
    /// Made up for a structure without a name.
    pub tag: Name,
    pub members: Vec<Declared>,
    pub span: Span,
}

pub struct Enum {
    /// Made up for an enumeration without a name.
    pub tag: Name,
    /// Whether one of its constants is less than zero; none if that is not clear from the text.
    pub has_negative: Option<bool>,
    pub span: Span,
}

pub struct Enumerator {
    pub name: Name,
    /// The value before it plus one if there is none.
    pub value: Option<Expr>,
    pub is_first: bool,
    pub span: Span,
}

/// A name with its type.
#[derive(Clone)]
pub struct Declared {
    pub name: Name,
    pub ty: TypeName,
    pub span: Span,
}

#[derive(Clone)]
pub struct TypeName {
    pub kind: TypeKind,
    /// `_Atomic` at the outermost level.
    pub is_atomic: bool,
    /// `const` at the outermost level.
    pub is_const: bool,
    pub span: Span,
}

#[derive(Clone)]
pub enum TypeKind {
    /// A typedef, a type of the language or of a known header, spelt with single blanks.
    Named(String),
    Struct(Name),
    Enum(Name),
    Pointer(Box<TypeName>),
    Unsupported(String),
}

pub struct Declaration {
    pub declared: Declared,
    pub is_static: bool,
    pub is_extern: bool,
    pub is_register: bool,
    pub init: Option<Initialiser>,
}

#[derive(Clone)]
pub enum Initialiser {
    Value(Expr),
    List(Vec<Item>, Span),
}

impl Initialiser {
    /// Adds the expressions that it consists of.
    pub fn exprs<'a>(&'a self, exprs: &mut Vec<&'a Expr>) {
        match self {
            Initialiser::Value(value) => exprs.push(value),
            Initialiser::List(items, _) => items.iter().for_each(|item| item.value.exprs(exprs)),
        }
    }
}

/// One entry of `{ .name = value, value }`.
#[derive(Clone)]
pub struct Item {
    pub member: Option<Name>,
    pub value: Initialiser,
}

/// The header of a function without a body.
pub struct Prototype {
    pub name: Name,
    pub start: u32,
    pub is_static: bool,
    pub result: TypeName,
    /// None if the text says nothing of them, as in `f()`.
    pub params: Option<Vec<TypeName>>,
    pub span: Span,
}

pub struct Function {
    pub name: Name,
    pub result: TypeName,
    pub params: Vec<Declared>,
    pub body: Vec<Stmt>,
    pub is_static: bool,
    /// All words in it, whether what they stand in is understood or not.
    pub words: BTreeSet<Name>,
    /// The header: from the result's type to the closing parenthesis.
    pub span: Span,
}

pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

pub enum StmtKind {
    Empty,
    Block(Vec<Stmt>),
    Declare(Vec<Declaration>),
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
        init: Option<Box<Stmt>>,
        condition: Option<Expr>,
        update: Option<Expr>,
        body: Box<Stmt>,
    },
    Switch {
        operand: Expr,
        body: Box<Stmt>,
    },
    /// `case value:` or, without a value, `default:`; then what stands behind it.
    Case {
        value: Option<Expr>,
        body: Vec<Stmt>,
    },
    Break,
    Continue,
    Return(Option<Expr>),
    Goto(Name),
    Label {
        name: Name,
        body: Box<Stmt>,
    },
    Atomic(Box<Stmt>),
    Unsupported(String),
}

#[derive(Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone)]
pub enum ExprKind {
    Name(Name),
    Int {
        value: i128,
        bits: u8,
        is_signed: bool,
    },
    Bool(bool),
    Null,
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Unary {
        op: Sign,
        arg: Box<Expr>,
    },
    Binary {
        op: BinarySign,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Assign {
        op: Option<BinarySign>,
        target: Box<Expr>,
        value: Box<Expr>,
    },
    /// `++` and `--`; before the operand the value is the new one.
    Count {
        up: bool,
        is_prefix: bool,
        target: Box<Expr>,
    },
    Comma(Box<Expr>, Box<Expr>),
    Call {
        function: Name,
        args: Vec<Expr>,
    },
    Member {
        base: Box<Expr>,
        member: Name,
        is_arrow: bool,
    },
    Deref(Box<Expr>),
    AddressOf(Box<Expr>),
    Cast {
        ty: TypeName,
        arg: Box<Expr>,
    },
    SizeOf(SizeOf),
    Compound {
        ty: TypeName,
        items: Vec<Item>,
    },
    Unsupported(String),
}

#[derive(Clone)]
pub enum SizeOf {
    Type(TypeName),
    Value(Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Plus,
    Minus,
    Complement,
}

impl BinarySign {
    pub fn is_comparison(self) -> bool {
        match self {
            BinarySign::Equal
            | BinarySign::NotEqual
            | BinarySign::Less
            | BinarySign::LessEqual
            | BinarySign::Greater
            | BinarySign::GreaterEqual => true,
            BinarySign::Add
            | BinarySign::Subtract
            | BinarySign::Multiply
            | BinarySign::Divide
            | BinarySign::Remainder
            | BinarySign::BitAnd
            | BinarySign::BitOr
            | BinarySign::BitXor
            | BinarySign::ShiftLeft
            | BinarySign::ShiftRight => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BinarySign {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
}
