//! Resolution and type checking: syntax tree in, typed program out.
//!
//! The order of work: [`names`] finds what every global name declares; [`signatures`] resolves the types of
//! declarations; [`bodies`] checks every expression and statement against these; [`function_cycles`] and [`measures`]
//! check what needs the whole program; in Civl programs, [`infer_modifies`] finds what procedures change. Everything that is wrong is reported; an expression that already has an error
//! has the type [`unify::UNKNOWN`], which agrees with everything, so that one mistake is one message.

mod assign;
mod attributes;
mod binders;
mod blocks;
mod bodies;
mod calls;
mod civl;
mod closed;
mod code_expr;
mod codes;
mod commands;
mod expr;
mod flow;
mod function_cycles;
mod functions;
mod infer_modifies;
mod literal;
mod loop_yields;
mod measures;
mod names;
mod operators;
mod procedures;
mod routine;
mod scope;
mod settle;
mod show;
mod signatures;
mod type_ops;
mod types;
mod unify;

pub use assign::UNPACK;
pub use codes::{CODES, UNSUPPORTED};

use crate::ast;
use crate::typed::{
    self, BoundId, BoundVar, ConstructorId, CtorId, DatatypeId, Expr, ExprKind, FunctionId, GlobalId, Literal, Name,
    ProcedureId, Type, TypeVar,
};
use routine::Kind;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Binding, Scope};
use source::{Code, Diagnostic, Severity, Span};
use std::fmt::Display;
use std::sync::Arc;
use types::Synonym;
use unify::{Inference, UNKNOWN};

/// Resolves and checks a program. The program returned is well formed if no diagnostic is an error.
pub fn typecheck(program: &ast::Program) -> (typed::Program, Vec<Diagnostic>) {
    let mut checker = Checker { is_civl: program.is_civl(), ..Checker::default() };
    let items = checker.declare_names(program);
    checker.resolve_signatures(&items);
    checker.check_bodies(&items);
    if is_typed(&checker.diagnostics) {
        function_cycles::check(&mut checker);
        closed::check(&mut checker);
        measures::check(&mut checker);
    }
    if checker.errors == 0 && checker.is_civl {
        infer_modifies::infer(&mut checker.out);
    }
    let Checker { out, mut diagnostics, .. } = checker;
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.start));
    (out, diagnostics)
}

/// Whether nothing is wrong but what a clause or a body may speak of and call: then every expression still has its type, and
/// other rules can be judged.
pub fn is_typed(diagnostics: &[Diagnostic]) -> bool {
    let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors.all(|error| [codes::STATE.id, codes::CALL.id].contains(&error.code.id))
}

/// What the name of a type declares.
#[derive(Clone, Copy)]
enum TypeEntry {
    Ctor(CtorId),
    Data(DatatypeId),
    /// Index in [`Checker::synonyms`].
    Synonym(usize),
}

/// What the name of a function declares.
#[derive(Clone, Copy)]
enum FunctionEntry {
    Function(FunctionId),
    Constructor(DatatypeId, ConstructorId),
}

/// The type of a function or constructor.
struct FunctionSignature {
    type_params: Vec<TypeVar>,
    params: Vec<Type>,
    result: Type,
}

/// The type and frame of a procedure.
struct ProcedureSignature {
    name: Name,
    kind: Kind,
    /// `{:primitive}`: one of the library's operations on permissions.
    is_primitive: bool,
    type_params: Vec<TypeVar>,
    ins: Vec<Type>,
    outs: Vec<Type>,
    modifies: Vec<GlobalId>,
    span: Span,
}

/// Which states an expression may speak of.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Mode {
    /// None: axioms, functions, pure procedures.
    Stateless,
    /// The current one.
    #[default]
    One,
    /// The current one and that on entry.
    Two,
}

/// The procedure whose body is being checked.
struct Frame {
    signature: Arc<ProcedureSignature>,
    modifies: FxHashSet<GlobalId>,
}

#[derive(Clone, Copy)]
enum Namespace {
    Types,
    Functions,
    Variables,
    Procedures,
}

#[derive(Default)]
struct Checker<'a> {
    out: typed::Program,
    diagnostics: Vec<Diagnostic>,
    /// Diagnostics that are errors.
    errors: usize,
    /// What procedures modify is inferred.
    is_civl: bool,

    types: FxHashMap<Name, TypeEntry>,
    synonyms: Vec<Synonym<'a>>,
    /// Synonyms whose bodies are being resolved, outermost first.
    open_synonyms: Vec<usize>,
    cyclic_synonyms: FxHashSet<usize>,
    functions: FxHashMap<Name, FunctionEntry>,
    function_signatures: Vec<Arc<FunctionSignature>>,
    /// By datatype, then constructor.
    constructor_signatures: Vec<Vec<Arc<FunctionSignature>>>,
    /// By datatype: fields by name.
    fields: Vec<FxHashMap<Name, typed::FieldId>>,
    /// Functions with `{:never_pattern}`.
    never_patterns: FxHashSet<FunctionId>,
    procedures: FxHashMap<Name, ProcedureId>,
    /// The names of all procedures that the program declares.
    claimed_procedures: FxHashSet<&'a str>,
    procedure_signatures: Vec<Arc<ProcedureSignature>>,

    scope: Scope,
    type_scope: Vec<(Name, TypeVar)>,
    infer: Inference,
    mode: Mode,
    /// Global variables can be read only inside `old`: the current state is no one's to speak of between two steps.
    is_shared: bool,
    in_old: bool,
    /// The results of a call of something pure are being taken.
    in_pure_call: bool,
    in_trigger: bool,
    /// Code expressions around the current place: their statements are settled with the whole expression.
    code_depth: usize,
    /// The first bound variable of the innermost code expression.
    code_start: u32,
    /// Assumption variables assigned so far: locals of the current body, globals of any.
    assigned_assumptions: FxHashSet<typed::Var>,
    frame: Option<Frame>,
    /// Names given by `{:id "…"}`.
    statement_ids: FxHashMap<Name, Span>,
    axiom_names: FxHashMap<Name, Span>,
    /// Spelling suggestions made so far; they are costly, so only the first few errors get one.
    suggestions: usize,
}

impl<'a> Checker<'a> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    fn undeclared(&mut self, namespace: Namespace, name: &str, span: Span) {
        let what = match namespace {
            Namespace::Types => "type",
            Namespace::Functions => "function",
            Namespace::Variables => "variable",
            Namespace::Procedures => "procedure",
        };
        let mut diagnostic = Diagnostic::error(&codes::UNDECLARED, span, format!("undeclared {what} `{name}`"));
        self.suggestions += 1;
        if self.suggestions <= 20 {
            let similar = match namespace {
                Namespace::Types => show::similar(name, self.types.keys().map(|name| &**name)),
                Namespace::Functions => show::similar(name, self.functions.keys().map(|name| &**name)),
                Namespace::Variables => show::similar(name, self.scope.names().map(|name| &**name)),
                Namespace::Procedures => show::similar(name, self.procedures.keys().map(|name| &**name)),
            };
            if let Some(similar) = similar {
                diagnostic = diagnostic.help(format!("did you mean `{similar}`?"));
            }
        }
        self.report(diagnostic);
    }

    fn duplicate(&mut self, what: &str, name: &ast::Ident, previous: Span) {
        let message = format!("{what} `{}` is declared more than once", name.name);
        self.report(Diagnostic::error(&codes::DUPLICATE, name.span, message).label(previous, "first declared here"));
    }

    /// Declares a variable in the innermost scope.
    fn declare(&mut self, name: &ast::Ident, binding: Binding) {
        if let Err(previous) = self.scope.declare(&name.name, binding) {
            self.duplicate("variable", name, previous);
        }
    }

    fn fresh_bound(&mut self) -> BoundId {
        self.out.next_bound += 1;
        BoundId(self.out.next_bound - 1)
    }

    /// Declares a variable that expressions bind.
    fn bind(&mut self, name: &ast::Ident, ty: &Type) -> BoundId {
        let id = self.fresh_bound();
        let var = typed::Var::Bound(id);
        let binding = Binding { var, ty: ty.clone(), mutable: false, assumption: false, span: name.span };
        self.declare(name, binding);
        id
    }

    fn in_mode<T>(&mut self, mode: Mode, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.mode, mode);
        let result = work(self);
        self.mode = outer;
        result
    }

    /// Where the current state may change at any moment, globals can be read only inside `old`.
    fn in_shared_state<T>(&mut self, is_shared: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.is_shared, is_shared);
        let result = work(self);
        self.is_shared = outer;
        result
    }

    /// Whether the body of a yield procedure is being checked.
    fn in_yield_body(&self) -> bool {
        self.frame.as_ref().is_some_and(|frame| frame.signature.kind.is_yield())
    }

    /// Reports unless the expression has the type that its place demands.
    fn expect(&mut self, expr: &Expr, expected: &Type, place: impl Display) -> bool {
        let agrees = self.infer.unify(expr.ty(), expected);
        if !agrees {
            let (expected, found) = (self.show(expected), self.show(expr.ty()));
            let message = format!("{place} must be of type `{expected}`, not `{found}`");
            self.error(&codes::MISMATCH, expr.span(), message);
        }
        agrees
    }

    /// Checks a whole expression of type bool and settles its types.
    fn condition(&mut self, expr: &'a ast::Expr, place: &str) -> Expr {
        self.begin();
        let checked = self.expr(expr);
        self.expect(&checked, &Type::Bool, place);
        self.settle(checked)
    }

    /// Starts a whole expression or statement: no unfinished types are around, unless inside a code expression.
    fn begin(&mut self) {
        if self.code_depth == 0 {
            self.infer.clear();
        }
    }
}

/// The expression that stands for one that is wrong.
fn broken(span: Span) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Bool(false)), UNKNOWN, span)
}

fn variable(var: typed::Var, ty: &Type, span: Span) -> Expr {
    Expr::new(ExprKind::Var(var), ty.clone(), span)
}

fn bound_variable(var: &BoundVar, span: Span) -> Expr {
    variable(typed::Var::Bound(var.id), &var.ty, span)
}
