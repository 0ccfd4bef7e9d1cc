//! The syntax tree of a Boogie program, as written.
//!
//! text → **ast** → typed → mono → contract → acyclic → passive → solver text
//!
//! At this level: names are strings, types are unresolved, control flow is structured or not as the author wrote
//! it, attributes are raw. Every node has its span. Nothing is checked beyond the grammar, except what the grammar
//! itself settles: the short forms of function parameters are spelt out, and `a <== b` is `b ==> a`.

use source::Span;
use std::sync::Arc;

/// An identifier with its place. The text has no leading backslash.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ident {
    pub name: Arc<str>,
    pub span: Span,
}

/// The declarations of one or more files, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    pub decls: Vec<Decl>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Decl {
    Type(TypeDecl),
    Datatype(DatatypeDecl),
    Const(ConstDecl),
    Function(FunctionDecl),
    Axiom(AxiomDecl),
    Var(VarDecl),
    Procedure(ProcedureDecl),
    Implementation(ImplementationDecl),
    YieldInvariant(YieldInvariantDecl),
    Action(ActionDecl),
    YieldProcedure(YieldProcedureDecl),
}

impl Program {
    /// Whether this is a program of Civl: one of its declarations says what happens at layers or to permissions. A pure
    /// action alone is not: it is of use to such programs, and may be in a library.
    pub fn is_civl(&self) -> bool {
        self.decls.iter().any(Decl::is_civl)
    }
}

impl Decl {
    fn is_civl(&self) -> bool {
        let attributes = match self {
            Decl::YieldInvariant(_) | Decl::YieldProcedure(_) => return true,
            Decl::Action(decl) if !decl.pure => return true,
            Decl::Action(decl) => &decl.attributes,
            Decl::Type(decl) => &decl.attributes,
            Decl::Datatype(decl) => &decl.attributes,
            Decl::Const(decl) => &decl.attributes,
            Decl::Function(decl) => &decl.attributes,
            Decl::Axiom(decl) => &decl.attributes,
            Decl::Var(decl) => &decl.binding.attributes,
            Decl::Procedure(decl) => &decl.signature.attributes,
            Decl::Implementation(decl) => &decl.signature.attributes,
        };
        let names = ["layer", "yields", "hide", "sync", "linear", "linear_in", "linear_out"];
        attributes.iter().any(|attribute| names.contains(&&*attribute.name.name))
    }
}

/// `{:name parameters}`.
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    pub name: Ident,
    pub params: Vec<AttributeParam>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum AttributeParam {
    /// A string literal, without its quotes.
    String(Arc<str>),
    Expr(Expr),
}

/// `type name params;` or `type name params = synonym;`.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeDecl {
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub params: Vec<Ident>,
    pub synonym: Option<Type>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct DatatypeDecl {
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub params: Vec<Ident>,
    pub constructors: Vec<Constructor>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Constructor {
    pub name: Ident,
    pub fields: Vec<Binding>,
}

/// `const unique a, b: T uses { axioms }`.
#[derive(Clone, PartialEq, Debug)]
pub struct ConstDecl {
    pub attributes: Vec<Attribute>,
    pub unique: bool,
    pub names: Vec<Ident>,
    pub ty: Type,
    pub uses: Vec<AxiomDecl>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct FunctionDecl {
    pub attributes: Vec<Attribute>,
    pub revealed: bool,
    pub name: Ident,
    pub type_params: Vec<Ident>,
    pub params: Vec<FunctionParam>,
    pub result: FunctionParam,
    pub body: Option<Expr>,
    pub uses: Vec<AxiomDecl>,
    pub span: Span,
}

/// A parameter of a function; its name may be absent.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionParam {
    pub attributes: Vec<Attribute>,
    pub name: Option<Ident>,
    pub ty: Type,
}

#[derive(Clone, PartialEq, Debug)]
pub struct AxiomDecl {
    pub attributes: Vec<Attribute>,
    pub hideable: bool,
    pub expr: Expr,
    pub span: Span,
}

/// `var x: T where E;` at the top level; `var x, y: T` gives two.
#[derive(Clone, PartialEq, Debug)]
pub struct VarDecl {
    pub binding: Binding,
    pub span: Span,
}

/// A name with its type: a variable, a parameter, a field, a bound variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub ty: Type,
    /// `where E`; only where the grammar allows one.
    pub where_clause: Option<Expr>,
}

/// What procedures and implementations have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub type_params: Vec<Ident>,
    pub ins: Vec<Binding>,
    pub outs: Vec<Binding>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ProcedureDecl {
    pub pure: bool,
    pub signature: Signature,
    pub specs: Vec<Spec>,
    pub body: Option<Body>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ImplementationDecl {
    pub signature: Signature,
    pub body: Body,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Spec {
    Requires(Condition),
    Ensures(Condition),
    Modifies { names: Vec<Ident>, span: Span },
    Measure(Measure),
}

/// `free requires {:attributes} E` and its likes.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    pub free: bool,
    pub attributes: Vec<Attribute>,
    pub expr: Expr,
    pub span: Span,
}

/// `measure E, …`: a lexicographic tuple that falls.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    pub attributes: Vec<Attribute>,
    pub exprs: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Body {
    pub locals: Vec<Binding>,
    pub stmts: Vec<Stmt>,
    /// The closing brace.
    pub end: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    Label(Ident),
    Assert {
        attributes: Vec<Attribute>,
        expr: Expr,
    },
    Assume {
        attributes: Vec<Attribute>,
        expr: Expr,
    },
    Measure(Measure),
    Havoc(Vec<Ident>),
    Assign {
        attributes: Vec<Attribute>,
        targets: Vec<Target>,
        values: Vec<Expr>,
    },
    /// `Pair(x, y) := e;`
    Unpack {
        attributes: Vec<Attribute>,
        constructor: Ident,
        targets: Vec<Ident>,
        value: Expr,
    },
    /// One call, or several in parallel.
    Call(Vec<Call>),
    If(If),
    While(While),
    Break(Option<Ident>),
    Goto {
        attributes: Vec<Attribute>,
        labels: Vec<Ident>,
    },
    Return {
        attributes: Vec<Attribute>,
    },
    /// `reveal f;`, `hide f;`, `reveal *;`, `hide *;`
    Visibility {
        reveal: bool,
        name: Option<Ident>,
    },
    PushScope,
    PopScope,
}

/// `x`, `x[i][j, k]`, `x->f`, in any nesting.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    pub name: Ident,
    pub path: Vec<Access>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Access {
    Index { indices: Vec<Expr>, span: Span },
    Field { field: Ident, span: Span },
}

#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub is_async: bool,
    pub free: bool,
    pub attributes: Vec<Attribute>,
    pub outs: Vec<Ident>,
    pub callee: Ident,
    pub ins: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct If {
    pub attributes: Vec<Attribute>,
    /// None is `*`.
    pub guard: Option<Expr>,
    pub then_branch: Block,
    pub else_branch: Option<Else>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Else {
    If(Box<If>, Span),
    Block(Block),
}

#[derive(Clone, PartialEq, Debug)]
pub struct While {
    /// None is `*`.
    pub guard: Option<Expr>,
    pub invariants: Vec<LoopInvariant>,
    pub measures: Vec<Measure>,
    pub body: Block,
}

#[derive(Clone, PartialEq, Debug)]
pub enum LoopInvariant {
    Condition(Condition),
    /// Civl: `invariant call Inv(…);`
    Yield(Call),
}

/// Statements in braces.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    /// The closing brace.
    pub end: Span,
}

/// Civl: `yield invariant` (or a global `invariant`).
#[derive(Clone, PartialEq, Debug)]
pub struct YieldInvariantDecl {
    pub global: bool,
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub params: Vec<Binding>,
    pub preserves: Vec<Condition>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    Atomic,
    Left,
    Right,
    Both,
}

/// Civl: `left action A(ins) returns (outs) …`.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionDecl {
    pub pure: bool,
    pub mover: Option<Mover>,
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub ins: Vec<Binding>,
    pub outs: Vec<Binding>,
    pub specs: Vec<CivlSpec>,
    pub body: Option<Body>,
    pub span: Span,
}

/// Civl: `yield procedure`.
#[derive(Clone, PartialEq, Debug)]
pub struct YieldProcedureDecl {
    pub mover: Option<Mover>,
    pub attributes: Vec<Attribute>,
    pub name: Ident,
    pub ins: Vec<Binding>,
    pub outs: Vec<Binding>,
    pub specs: Vec<CivlSpec>,
    pub body: Option<Body>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum CivlSpec {
    Refines {
        attributes: Vec<Attribute>,
        action: Ident,
        span: Span,
    },
    /// `refines action A { … }`
    RefinesAnonymous {
        attributes: Vec<Attribute>,
        mover: Option<Mover>,
        action_attributes: Vec<Attribute>,
        name: Ident,
        body: Body,
        span: Span,
    },
    Asserts(Condition),
    Requires(Condition),
    Preserves(Condition),
    Ensures(Condition),
    RequiresCall(Call),
    PreservesCall(Call),
    EnsuresCall(Call),
    Modifies {
        names: Vec<Ident>,
        span: Span,
    },
    Measure(Measure),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    Bool,
    Int,
    Real,
    /// A declared type, a type variable, or a built-in such as `bv32`, `float24e8`, `string`, with arguments.
    Named {
        name: Arc<str>,
        args: Vec<Type>,
    },
    Map {
        type_params: Vec<Ident>,
        domain: Vec<Type>,
        range: Box<Type>,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Bool(bool),
    /// Decimal digits.
    Int(Arc<str>),
    /// As written: `1.5`, `2e-3`, `1.5e7`.
    Real(Arc<str>),
    /// `digits bv width`.
    Bv {
        digits: Arc<str>,
        width: u32,
    },
    /// As written: `0x1.8e0f24e8`, `0NaN24e8`, `0+oo24e8`.
    Float(Arc<str>),
    String(Arc<str>),
    RoundingMode(RoundingMode),
    Name(Ident),
    Call {
        callee: Ident,
        args: Vec<Expr>,
    },
    Old(Expr),
    /// `int(e)`
    ToInt(Expr),
    /// `real(e)`
    ToReal(Expr),
    Unary(UnaryOp, Expr),
    Binary(BinaryOp, Expr, Expr),
    /// `e is Constructor`
    Is {
        expr: Expr,
        constructor: Ident,
    },
    /// `e : T`
    Coerce {
        expr: Expr,
        ty: Type,
    },
    /// `m[i, j]`
    Select {
        map: Expr,
        indices: Vec<Expr>,
    },
    /// `m[i, j := v]`
    Store {
        map: Expr,
        indices: Vec<Expr>,
        value: Expr,
    },
    /// `e[high:low]`
    Extract {
        expr: Expr,
        high: Arc<str>,
        low: Arc<str>,
    },
    /// `e->f`
    Field {
        expr: Expr,
        field: Ident,
    },
    /// `e->(f := v)`
    FieldUpdate {
        expr: Expr,
        field: Ident,
        value: Expr,
    },
    IfThenElse {
        condition: Expr,
        then_branch: Expr,
        else_branch: Expr,
    },
    Quantifier(Quantifier),
    Let(Let),
    Code(CodeExpr),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundingMode {
    NearestTiesToEven,
    NearestTiesToAway,
    TowardPositive,
    TowardNegative,
    TowardZero,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Not,
    Neg,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Iff,
    Implies,
    And,
    Or,
    Eq,
    Neq,
    Lt,
    Le,
    Gt,
    Ge,
    Concat,
    Add,
    Sub,
    Mul,
    /// `div`
    Div,
    /// `mod`
    Mod,
    /// `/`
    RealDiv,
    /// `**`
    Pow,
}

impl BinaryOp {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Iff => "<==>",
            BinaryOp::Implies => "==>",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Eq => "==",
            BinaryOp::Neq => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::Concat => "++",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "div",
            BinaryOp::Mod => "mod",
            BinaryOp::RealDiv => "/",
            BinaryOp::Pow => "**",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuantifierKind {
    Forall,
    Exists,
    Lambda,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Quantifier {
    pub kind: QuantifierKind,
    pub type_params: Vec<Ident>,
    pub vars: Vec<Binding>,
    pub attributes: Vec<Attribute>,
    pub triggers: Vec<Trigger>,
    pub body: Expr,
}

/// `{e1, e2}`, or `{:nopats e}`.
#[derive(Clone, PartialEq, Debug)]
pub struct Trigger {
    pub negative: bool,
    pub exprs: Vec<Expr>,
    pub span: Span,
}

/// `(var x, y := e1, e2; body)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Let {
    pub names: Vec<(Vec<Attribute>, Ident)>,
    pub values: Vec<Expr>,
    pub attributes: Vec<Attribute>,
    pub body: Expr,
}

/// `|{ var x: T; A: …; goto B; B: …; return e; }|`.
#[derive(Clone, PartialEq, Debug)]
pub struct CodeExpr {
    pub locals: Vec<Binding>,
    pub blocks: Vec<CodeBlock>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct CodeBlock {
    pub label: Ident,
    /// Simple commands only: no labels, no control flow.
    pub stmts: Vec<Stmt>,
    pub transfer: CodeTransfer,
}

#[derive(Clone, PartialEq, Debug)]
pub enum CodeTransfer {
    Goto { attributes: Vec<Attribute>, labels: Vec<Ident>, span: Span },
    Return { attributes: Vec<Attribute>, expr: Expr, span: Span },
}
