//! The resolved and typed program.
//!
//! text → ast → **typed** → mono → contract → acyclic → passive → solver text
//!
//! At this level: every name is an id, every expression has its type, and the program is well formed (what Boogie
//! rejects is not here). Structured control flow is gone: bodies are blocks that end in a goto or a return, and
//! `if` and `while` became assumptions at the start of the branch blocks. Type synonyms are expanded. Coercions `e: T`,
//! parentheses and `Pair(x, y) := e` are gone; assignments to `m[i]` and `d->f` are assignments of stores and updates
//! to a variable. Still here: type variables, calls, `old`, loops, function bodies to be inlined.
//!
//! Civl's declarations are procedures with a [`Role`] beyond the two sequential ones. Actions written inside a `refines`
//! clause are procedures of their own; the clauses that make a loop yield are one command, [`CmdKind::LoopYield`]; in a
//! Civl program the `modifies` of every procedure is what its body may change. What layers and linearity mean is not
//! known here: their attributes are kept as they were written.
//!
//! Ids index the tables of [`Program`]; locals index the table of their procedure or implementation, bound variables
//! and type variables are unique in the whole program.

pub use crate::ast::{BinaryOp, Mover, QuantifierKind, RoundingMode, UnaryOp};
use num_bigint::BigInt;
use source::{Diagnostic, Span};
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
    CtorId,
    DatatypeId,
    /// A constructor, counted within its datatype.
    ConstructorId,
    /// A field name, counted within its datatype: constructors may share one.
    FieldId,
    ConstId,
    FunctionId,
    GlobalId,
    ProcedureId,
    ImplementationId,
    BlockId,
    /// An in-parameter, out-parameter or local, in this order, of a procedure or implementation.
    LocalId,
    /// A variable bound by a quantifier, lambda, let or function; unique in the program.
    BoundId,
    /// A type variable; unique in the program.
    TypeVar,
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub type_ctors: Vec<TypeCtor>,
    pub datatypes: Vec<Datatype>,
    pub consts: Vec<Const>,
    pub functions: Vec<Function>,
    pub axioms: Vec<Axiom>,
    pub globals: Vec<Variable>,
    pub procedures: Vec<Procedure>,
    pub implementations: Vec<Implementation>,
    /// Name of every type variable, by id.
    pub type_vars: Vec<Name>,
    /// The next unused [`BoundId`].
    pub next_bound: u32,
}

impl Role {
    /// The calls of yield invariants in the clauses that only procedures of this role have.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        let sites = match self {
            Role::Plain | Role::Pure | Role::Invariant { .. } => [&[][..]; 3],
            Role::Action(action) => [&action.requires[..], &[], &[]],
            Role::Yield(procedure) => [&procedure.requires[..], &procedure.preserves, &procedure.ensures],
        };
        sites.into_iter().flatten().map(|site| &site.call)
    }
}

impl Procedure {
    /// Where its `modifies` clause names the global.
    pub fn modified_at(&self, global: GlobalId) -> Option<Span> {
        let mut named = self.modifies.iter().zip(&self.modifies_at);
        named.find(|(id, _)| **id == global).map(|(_, span)| *span)
    }

    /// `pure procedure` or `pure action`.
    pub fn is_pure(&self) -> bool {
        match &self.role {
            Role::Plain | Role::Yield(_) | Role::Invariant { .. } => false,
            Role::Pure => true,
            Role::Action(action) => action.pure,
        }
    }
}

/// A type. Type synonyms are expanded, so equality is equality of types.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    Bool,
    Int,
    Real,
    Bv(u32),
    Float {
        significand: u32,
        exponent: u32,
    },
    RoundingMode,
    String,
    RegEx,
    Ctor(CtorId, Arc<[Type]>),
    Data(DatatypeId, Arc<[Type]>),
    Map(Arc<MapType>),
    Var(TypeVar),
    /// A type parameter of an enclosing polymorphic map type: `depth` binders out (0 is the nearest). Map types without
    /// type parameters are no binders.
    MapParam {
        depth: u32,
        index: u32,
    },
}

/// `<type_params>[domain]range`; the parameters occur as [`Type::MapParam`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MapType {
    pub type_params: u32,
    pub domain: Vec<Type>,
    pub range: Type,
}

/// `{:name params}`, resolved.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: Name,
    pub params: Vec<AttributeParam>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum AttributeParam {
    String(Name),
    Expr(Expr),
}

/// An uninterpreted type constructor.
#[derive(Clone, Debug)]
pub struct TypeCtor {
    pub name: Name,
    pub arity: usize,
    /// `{:builtin "Seq"}`: the solver's own sort.
    pub builtin: Option<Name>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Datatype {
    pub name: Name,
    pub type_params: Vec<TypeVar>,
    pub constructors: Vec<Constructor>,
    pub fields: Vec<Field>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Constructor {
    pub name: Name,
    /// One per argument position.
    pub fields: Vec<FieldId>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Name,
    pub ty: Type,
    /// Where it occurs: constructor and argument position. Never empty.
    pub places: Vec<(ConstructorId, usize)>,
}

#[derive(Clone, Debug)]
pub struct Const {
    pub name: Name,
    pub ty: Type,
    pub unique: bool,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Name,
    pub type_params: Vec<TypeVar>,
    pub params: Vec<BoundVar>,
    pub result: Type,
    pub meaning: Meaning,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// What a function is for the solver.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// Only its axioms say. A body without `{:inline}` or `{:define}` became an axiom.
    Uninterpreted,
    /// `{:inline}`: each call is replaced by the body.
    Inline(Expr),
    /// `{:define}`: a definition of the solver's own. Never recursive.
    Define(Expr),
    /// `{:builtin "op"}` or `{:bvbuiltin "op"}`: the solver's own operator, or a map combinator such as `MapConst`.
    Builtin(Name),
}

#[derive(Clone, Debug)]
pub struct BoundVar {
    pub id: BoundId,
    pub name: Name,
    pub ty: Type,
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Debug)]
pub struct Axiom {
    pub expr: Expr,
    pub attributes: Vec<Attribute>,
    /// The functions and constants whose `uses` clause holds it; empty for an axiom at the top level.
    pub used_by: Vec<Symbol>,
    pub span: Span,
}

/// What an axiom can speak of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Symbol {
    Function(FunctionId),
    Const(ConstId),
}

/// A global, a parameter or a local.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Name,
    pub ty: Type,
    pub where_clause: Option<Expr>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: Name,
    pub role: Role,
    pub type_params: Vec<TypeVar>,
    /// In-parameters, then out-parameters; [`LocalId`]s of the specification index this.
    pub params: Vec<Variable>,
    pub ins: usize,
    pub requires: Vec<Condition>,
    pub ensures: Vec<Condition>,
    pub modifies: Vec<GlobalId>,
    /// Where the text names the first of them; the rest were inferred.
    pub modifies_at: Vec<Span>,
    pub measures: Vec<Measure>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// What a procedure is for.
#[derive(Clone, Debug)]
pub enum Role {
    /// `procedure`
    Plain,
    /// `pure procedure`
    Pure,
    /// Civl: `action`. Its body is the procedure's implementation.
    Action(Box<Action>),
    /// Civl: `yield procedure`.
    Yield(Box<YieldProcedure>),
    /// Civl: `yield invariant`, or a global `invariant`. Its conditions are the procedure's `requires`.
    Invariant { global: bool },
}

#[derive(Clone, Debug)]
pub struct Action {
    pub pure: bool,
    /// As written; else `Both` for a pure action, `Atomic` for any other.
    pub mover: Mover,
    pub refines: Option<Refines>,
    /// The gate: over the in-parameters and the state before the action.
    pub asserts: Vec<Condition>,
    /// `requires call I(…)`
    pub requires: Vec<CallSite>,
}

/// A plain `preserves` is among both the `requires` and the `ensures` of the procedure.
#[derive(Clone, Debug)]
pub struct YieldProcedure {
    pub mover: Option<Mover>,
    pub refines: Option<Refines>,
    /// `requires call I(…)`
    pub requires: Vec<CallSite>,
    /// `preserves call I(…)`
    pub preserves: Vec<CallSite>,
    /// `ensures call I(…)`
    pub ensures: Vec<CallSite>,
}

/// `refines A`
#[derive(Clone, Debug)]
pub struct Refines {
    pub action: ProcedureId,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// A call that is part of a clause or of a parallel call.
#[derive(Clone, Debug)]
pub struct CallSite {
    pub call: Call,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Condition {
    pub free: bool,
    pub expr: Expr,
    pub attributes: Vec<Attribute>,
    /// The clause, from its keyword to its end.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Measure {
    pub exprs: Vec<Expr>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Implementation {
    pub procedure: ProcedureId,
    pub name: Name,
    /// In-parameters, out-parameters (both at the same positions as in the procedure, where-clauses included),
    /// then locals. Its type variables are the procedure's.
    pub locals: Vec<Variable>,
    /// Variables that an engine made up for its own use; a trace does not show them.
    pub hidden: Vec<Var>,
    /// The first block is the entry. Every block is listed, reachable or not.
    pub blocks: Vec<Block>,
    pub attributes: Vec<Attribute>,
    /// The name in the header.
    pub span: Span,
    /// The closing brace.
    pub end: Span,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub label: Name,
    pub cmds: Vec<Cmd>,
    pub transfer: Transfer,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Transfer {
    /// Any of the targets; a guard is an assumption at the start of its target.
    Goto { targets: Vec<BlockId>, attributes: Vec<Attribute>, span: Span },
    /// The span is the statement's, or the closing brace where the end is reached.
    Return { attributes: Vec<Attribute>, span: Span },
}

#[derive(Clone, Debug)]
pub struct Cmd {
    pub kind: CmdKind,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum CmdKind {
    Assert(Expr),
    /// An assertion that an engine makes, with its own words for a failure.
    Prove {
        claim: Arc<Claim>,
        expr: Expr,
    },
    Assume {
        expr: Expr,
        origin: Assumption,
    },
    /// Simultaneous; targets are distinct globals and locals.
    Assign(Vec<(Var, Expr)>),
    Havoc(Vec<Var>),
    /// Of a procedure of any role; a call of a yield invariant yields.
    Call(Call),
    /// Civl: `async call`
    Async(Call),
    /// Civl: `call A() | B()`
    Parallel(Vec<CallSite>),
    /// Civl: the loop yields here, with the `invariant call I(…)` that hold. In the head of a yielding loop and nowhere
    /// else, right after the loop's invariants. The attributes of the command are those of the clause `{:yields}`.
    LoopYield(Vec<CallSite>),
    /// `measure e, …` of a loop, right after its invariants at the start of the loop's head, or as a statement.
    Measure(Vec<Expr>),
    /// `hide f`, `reveal f`, `push`, `pop`: advice for pruning, without meaning for correctness.
    Visibility(Visibility),
}

impl CmdKind {
    /// The calls of the command, whatever becomes of them.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        let (one, sites) = match self {
            CmdKind::Call(call) | CmdKind::Async(call) => (Some(call), &[][..]),
            CmdKind::Parallel(sites) | CmdKind::LoopYield(sites) => (None, &sites[..]),
            CmdKind::Assert(_)
            | CmdKind::Prove { .. }
            | CmdKind::Assume { .. }
            | CmdKind::Assign(_)
            | CmdKind::Havoc(_)
            | CmdKind::Measure(_)
            | CmdKind::Visibility(_) => (None, &[][..]),
        };
        one.into_iter().chain(sites.iter().map(|site| &site.call))
    }
}

/// What an engine says of a condition that it asserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The word in obligation ids and JSON.
    pub kind: &'static str,
    /// The finding, if it fails; the trace is added to it.
    pub failure: Diagnostic,
}

/// Where an assumption comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// Written as `assume`.
    Stated,
    /// The guard of an `if` or `while`, or its negation (`taken` is false).
    Guard { taken: bool },
    /// `free invariant`.
    FreeInvariant,
    /// By a rule of an engine; a trace does not tell it.
    Rule,
}

#[derive(Clone, Debug)]
pub enum Visibility {
    Hide(Option<FunctionId>),
    Reveal(Option<FunctionId>),
    Push,
    Pop,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub procedure: ProcedureId,
    pub type_args: Vec<Type>,
    pub ins: Vec<Expr>,
    pub outs: Vec<Var>,
    /// `free call`: the preconditions are not checked.
    pub free: bool,
}

/// A typed expression; cheap to clone.
#[derive(Clone, Debug)]
pub struct Expr(pub Arc<ExprNode>);

#[derive(Debug)]
pub struct ExprNode {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Type, span: Span) -> Expr {
        Expr(Arc::new(ExprNode { kind, ty, span }))
    }

    pub fn kind(&self) -> &ExprKind {
        &self.0.kind
    }

    pub fn ty(&self) -> &Type {
        &self.0.ty
    }

    pub fn span(&self) -> Span {
        self.0.span
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Var {
    Global(GlobalId),
    Const(ConstId),
    Local(LocalId),
    Bound(BoundId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    Bool(bool),
    Int(BigInt),
    /// numerator / 10^scale
    Real {
        numerator: BigInt,
        scale: u32,
    },
    /// 0 ≤ value < 2^width
    Bv {
        value: BigInt,
        width: u32,
    },
    /// As written; the type gives the format.
    Float(Name),
    String(Name),
    RoundingMode(RoundingMode),
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Literal(Literal),
    Var(Var),
    /// Only in procedure contexts; the value on entry of the procedure.
    Old(Expr),
    Unary(UnaryOp, Expr),
    /// `==` is identity at every type, floating-point numbers included. Both sides have the same type, except that arithmetic and comparison may be at int, real or float, `/` may
    /// have an int on either side, `**` is at real or float, `++` at bit-vectors. `==` and `!=` may compare two types
    /// that type variables could make the same; where they are not the same, the values differ.
    Binary(BinaryOp, Expr, Expr),
    IfThenElse(Expr, Expr, Expr),
    /// `type_args` instantiate the map's own type parameters.
    Select {
        map: Expr,
        indices: Vec<Expr>,
        type_args: Vec<Type>,
    },
    Store {
        map: Expr,
        indices: Vec<Expr>,
        value: Expr,
        type_args: Vec<Type>,
    },
    Apply {
        function: FunctionId,
        type_args: Vec<Type>,
        args: Vec<Expr>,
    },
    /// The datatype and its arguments are the expression's type.
    Construct {
        constructor: ConstructorId,
        args: Vec<Expr>,
    },
    Field {
        expr: Expr,
        field: FieldId,
    },
    FieldUpdate {
        expr: Expr,
        field: FieldId,
        value: Expr,
    },
    Is {
        expr: Expr,
        constructor: ConstructorId,
    },
    /// Bits `low..high`, high exclusive.
    Extract {
        expr: Expr,
        high: u32,
        low: u32,
    },
    ToInt(Expr),
    ToReal(Expr),
    Quantifier(Quantifier),
    Let {
        vars: Vec<BoundVar>,
        values: Vec<Expr>,
        body: Expr,
    },
    Code(Arc<CodeExpr>),
}

#[derive(Clone, Debug)]
pub struct Quantifier {
    pub kind: QuantifierKind,
    pub type_params: Vec<TypeVar>,
    pub vars: Vec<BoundVar>,
    pub triggers: Vec<Vec<Expr>>,
    /// `{:nopats e}`
    pub no_patterns: Vec<Expr>,
    pub attributes: Vec<Attribute>,
    pub body: Expr,
}

/// A code expression; its locals are bound variables.
#[derive(Clone, Debug)]
pub struct CodeExpr {
    pub locals: Vec<BoundVar>,
    pub blocks: Vec<CodeBlock>,
}

/// `Assign` and `Havoc` target the code expression's own locals, as [`Var::Bound`].
#[derive(Clone, Debug)]
pub struct CodeBlock {
    pub label: Name,
    pub cmds: Vec<Cmd>,
    pub transfer: CodeTransfer,
}

#[derive(Clone, Debug)]
pub enum CodeTransfer {
    Goto(Vec<BlockId>),
    Return(Expr),
}
