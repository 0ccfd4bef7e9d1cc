//! The body of a method: a graph of instructions.

use super::{Annotation, ClassId, FieldId, LocalId, MethodId, Name, NodeId, Type};
use source::Span;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub entry: NodeId,
    /// Where every `return` leads. No edge leaves it. A body that never returns never gets here.
    pub exit: NodeId,
    /// Where an exception that is not caught leads. No edge leaves it.
    pub exceptional_exit: NodeId,
    /// What is returned, at `exit`.
    pub result: Option<LocalId>,
    /// The exception in flight, at the target of an `unwind` and at `exceptional_exit`.
    pub exception: LocalId,
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The source that comes next.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub from: NodeId,
    pub to: NodeId,
    /// Where control goes if the instruction completes abruptly; none if it cannot.
    pub unwind: Option<NodeId>,
    pub instruction: Instruction,
    pub span: Span,
}

/// One atomic step. Objects and arrays that are accessed are not null and indices are in bounds: a [`Check`] stands
/// before.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// Nothing happens.
    Skip,
    Assign {
        target: LocalId,
        value: Expr,
    },
    ReadField {
        target: LocalId,
        /// None if the field is static.
        object: Option<Expr>,
        field: FieldId,
    },
    WriteField {
        object: Option<Expr>,
        field: FieldId,
        value: Expr,
    },
    ReadElement {
        target: LocalId,
        array: Expr,
        index: Expr,
    },
    WriteElement {
        array: Expr,
        index: Expr,
        value: Expr,
    },
    /// The length of an array never changes.
    ArrayLength {
        target: LocalId,
        array: Expr,
    },
    /// A fresh object whose fields hold zero, false or null. The constructor is a call of its own.
    NewObject {
        target: LocalId,
        class: ClassId,
    },
    /// A fresh array of zeros, with arrays of the further lengths in it, down to the last that is given.
    NewArray {
        target: LocalId,
        /// Of the array itself.
        ty: Type,
        lengths: Vec<Expr>,
    },
    Call(Call),
    /// Takes the monitor, waiting for it.
    Enter(Expr),
    Exit(Expr),
    /// The edge can be taken only if this holds.
    Assume(Expr),
    Check(Check),
    /// Completes abruptly with this object, which is not null. Both ends of its edge are the node that it unwinds to.
    Throw(Expr),
    /// An annotation among the statements, as written.
    Annotation(StatementAnnotation),
}

#[derive(Clone, Debug)]
pub struct Call {
    pub kind: CallKind,
    /// None if there is no result, or it is not used.
    pub target: Option<LocalId>,
    /// The method that the source names; for a virtual call the one that all targets override, or the only one.
    pub method: MethodId,
    pub receiver: Option<Expr>,
    pub args: Vec<Expr>,
    /// Every method that may run, among the classes given: none if no class of the program implements it. A model stands
    /// for all library classes, and is among them if the method that is named is one. For a call that is not virtual,
    /// the method itself.
    pub targets: Vec<MethodId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallKind {
    Static,
    /// Of exactly this method: constructors, `super.m()` and private methods.
    Special,
    Virtual,
}

/// A condition that Java checks by itself, and throws if it does not hold.
#[derive(Clone, Debug)]
pub enum Check {
    /// Else a `NullPointerException`.
    NotNull(Expr),
    /// Else an `ArrayIndexOutOfBoundsException`. The array is not null.
    InBounds { array: Expr, index: Expr },
    /// An array's length, else a `NegativeArraySizeException`.
    NotNegative(Expr),
    /// A divisor, else an `ArithmeticException`.
    NotZero(Expr),
    /// Null or of this type, else a `ClassCastException`.
    Cast { value: Expr, ty: Type },
    /// Null or of a type that the array holds, else an `ArrayStoreException`.
    ArrayStore { array: Expr, value: Expr },
    /// An `assert` statement, else an `AssertionError`.
    Assertion(Expr),
}

impl Check {
    /// The class of what is thrown.
    pub fn exception(&self) -> &'static str {
        match self {
            Check::NotNull(_) => "java.lang.NullPointerException",
            Check::InBounds { .. } => "java.lang.ArrayIndexOutOfBoundsException",
            Check::NotNegative(_) => "java.lang.NegativeArraySizeException",
            Check::NotZero(_) => "java.lang.ArithmeticException",
            Check::Cast { .. } => "java.lang.ClassCastException",
            Check::ArrayStore { .. } => "java.lang.ArrayStoreException",
            Check::Assertion(_) => "java.lang.AssertionError",
        }
    }
}

#[derive(Clone, Debug)]
pub struct StatementAnnotation {
    pub annotation: Annotation,
    /// Whether it stands before a loop: then its edge leaves the loop's head, and is passed in every iteration.
    pub is_at_loop: bool,
    /// The variables that its names may mean, innermost first; other names are fields.
    pub scope: Arc<[ScopeEntry]>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ScopeEntry {
    pub name: Name,
    pub variable: ScopeVariable,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ScopeVariable {
    Local(LocalId),
    /// A variable of the enclosing method that this class has captured: a field of `this`.
    Captured(FieldId),
}

/// Reads locals and constants only.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Local(LocalId),
    Constant(Constant),
    Unary {
        op: UnaryOp,
        arg: Box<Expr>,
    },
    /// Both sides have the type that the operator works on; shifts apart, whose right side is any integer. Integers are
    /// two's complement of their width, and what overflows wraps.
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// A number as a number of the expression's type; floating point to integer saturates.
    Convert(Box<Expr>),
    /// A reference as one of the expression's type, after a check or where it is known to be one.
    Cast(Box<Expr>),
    /// Not null and of this type.
    InstanceOf {
        value: Box<Expr>,
        ty: Type,
    },
    /// A fresh string, not null, of which nothing more is known.
    Concat(Vec<Expr>),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    Null,
    Bool(bool),
    /// Of every integer type.
    Int(i64),
    Float(f64),
    /// Equal texts are the same object.
    String(Arc<str>),
    /// `Cls.class`: the object whose monitor static synchronized methods take.
    Class(Type),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Not,
    Negate,
    Complement,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
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
    /// On booleans too, as are the next two.
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
}

impl Graph {
    pub fn outgoing(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |edge| edge.from == node)
    }
}

impl Instruction {
    /// The local that it sets, if it sets one.
    pub fn target(&self) -> Option<LocalId> {
        match self {
            Instruction::Assign { target, .. }
            | Instruction::ReadField { target, .. }
            | Instruction::ReadElement { target, .. }
            | Instruction::ArrayLength { target, .. }
            | Instruction::NewObject { target, .. }
            | Instruction::NewArray { target, .. } => Some(*target),
            Instruction::Call(call) => call.target,
            Instruction::Skip
            | Instruction::WriteField { .. }
            | Instruction::WriteElement { .. }
            | Instruction::Enter(_)
            | Instruction::Exit(_)
            | Instruction::Assume(_)
            | Instruction::Check(_)
            | Instruction::Throw(_)
            | Instruction::Annotation(_) => None,
        }
    }
}

impl Expr {
    /// The local whose value it is, seen as whatever type.
    pub fn local(&self) -> Option<LocalId> {
        match &self.kind {
            ExprKind::Local(local) => Some(*local),
            ExprKind::Cast(inner) => inner.local(),
            _ => None,
        }
    }
}

impl BinaryOp {
    /// As Java writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::ShiftLeft => "<<",
            BinaryOp::ShiftRight => ">>",
            BinaryOp::ShiftRightUnsigned => ">>>",
        }
    }
}
