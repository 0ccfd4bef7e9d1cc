//! The concurrent program.
//!
//! text → front → **concurrent** → engines, explore
//!
//! A program is shared variables, record types and procedures; any number of threads call procedures, any number of
//! times. At this level: every name is an id and every expression has its type. Calls of helpers are inlined. A value of
//! a structure type is gone: it became one variable or field for each of its members. Expressions have no side effects,
//! and control flow is a graph whose edges carry guarded atomic [`Step`]s.
//!
//! What is atomic: a step runs without interference, and so does the way through nodes that are
//! [within an atomic block](Node::is_within_atomic). At every other node other threads may run. So a front end puts at
//! most one access to memory that others may see into a step, unless the source says that several happen at once. A
//! compare-and-swap is two edges: one assumes that the values are equal and assigns, the other assumes that they differ.
//!
//! Ids index the tables of [`Program`], of their [`Record`] or of their [`Procedure`].

use source::Span;
use std::sync::Arc;

pub type Name = Arc<str>;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    RecordId,
    /// A field, counted within its record.
    FieldId,
    GlobalId,
    ProcedureId,
    /// A parameter, result or local of a procedure.
    LocalId,
    /// A point of control, counted within its procedure.
    NodeId,
    /// An edge, counted within its procedure.
    EdgeId,
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub records: Vec<Record>,
    pub globals: Vec<Variable>,
    pub procedures: Vec<Procedure>,
    /// Runs once, alone, before every other procedure. It gives every global its first value, also where the source leaves
    /// that to the language.
    pub init: Option<ProcedureId>,
    /// Comments that begin with `//@`, as they were written.
    pub annotations: Vec<Annotation>,
    /// Whether an allocation in a procedure that threads call may also give null.
    pub may_run_out_of_memory: bool,
    /// What else may change the shared variables and cells, besides the procedures.
    pub outsiders: Vec<Outsider>,
}

/// Code that no procedure stands for, and that may change shared variables or cells while procedures run.
#[derive(Clone, Debug)]
pub struct Outsider {
    /// The global variable or the function.
    pub name: Name,
    pub span: Span,
    pub access: Access,
}

#[derive(Clone, Debug)]
pub enum Access {
    /// A global variable that other files can name.
    Exposed,
    /// A function that other files can call, and where it changes something.
    Writes(Span),
    /// The same, and where it frees a cell.
    Frees(Span),
    /// The same, and where it releases a lock that it does not hold.
    Unlocks(Span),
    /// It gives a pointer to a cell to its caller.
    HandsOut,
    /// What it does is not known: something in it is not modelled.
    Unclear { span: Span, reason: String },
}

impl Program {
    pub fn procedure(&self, id: ProcedureId) -> &Procedure {
        &self.procedures[id.index()]
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.index()]
    }

    pub fn global(&self, id: GlobalId) -> &Variable {
        &self.globals[id.index()]
    }
}

impl Procedure {
    pub fn local(&self, id: LocalId) -> &Variable {
        &self.locals[id.index()]
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}

/// What a heap cell holds.
#[derive(Clone, Debug)]
pub struct Record {
    pub name: Name,
    pub fields: Vec<Variable>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Variable {
    /// As in the source; members of a structure value are `top.ptr` and `top.age`.
    pub name: Name,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Bool,
    /// Two's complement; what overflows wraps.
    Int {
        bits: u8,
        is_signed: bool,
    },
    /// The address of a heap cell that holds such a record, or null.
    Pointer(RecordId),
    /// The counter beside a pointer in a version-counted pointer. It never wraps, and in a freed cell it keeps its value.
    Version,
    /// A thread or none: who holds a lock.
    Thread,
}

#[derive(Clone, Debug)]
pub struct Annotation {
    /// Without the `//@`.
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: Name,
    pub locals: Vec<Variable>,
    pub params: Vec<LocalId>,
    /// The returned value, if there is one, then what is written through parameters that are pointers to data.
    pub results: Vec<LocalId>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub entry: NodeId,
    /// Where every `return` leads. No edge leaves it.
    pub exit: NodeId,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// No other thread runs while control is here.
    pub is_within_atomic: bool,
    /// The source that comes next.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub from: NodeId,
    pub to: NodeId,
    pub step: Step,
}

/// Commands that run at once, in order. If an assumption among them does not hold, the edge cannot be taken.
#[derive(Clone, Debug)]
pub struct Step {
    pub cmds: Vec<Cmd>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Cmd {
    pub kind: CmdKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum CmdKind {
    Assume(Expr),
    /// It is an error if this does not hold.
    Assert(Expr),
    Assign {
        target: Place,
        value: Expr,
    },
    /// The place gets any value of its type.
    Havoc(Place),
    /// A fresh cell. Its fields hold nothing of use until they are assigned; version counters keep their values.
    Alloc {
        target: LocalId,
        record: RecordId,
    },
    Free(Expr),
}

#[derive(Clone, Debug)]
pub struct Place {
    pub kind: PlaceKind,
    pub ty: Type,
    /// Whether the source says that the access is atomic. If not, and if other threads use the place at the same time, a
    /// compiler may make another program of it. The steps are the same either way.
    pub is_atomic: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum PlaceKind {
    Local(LocalId),
    Global(GlobalId),
    Field {
        /// A pointer.
        base: Box<Expr>,
        record: RecordId,
        field: FieldId,
    },
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Read(Box<Place>),
    Null,
    Bool(bool),
    Int(i128),
    /// A lock that nobody holds.
    NoThread,
    /// The thread that runs the step.
    ThisThread,
    Unary {
        op: UnaryOp,
        arg: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Not,
    Negate,
    Complement,
    /// To the expression's type: between integers, and between integers and booleans.
    Convert,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
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
