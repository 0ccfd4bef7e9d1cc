//! Expressions as terms: the encoder, and which file does what.

use super::lambda::Lambdas;
use super::names::{const_name, function_name};
use super::{Gap, Symbols, builtin, code, sort};
use crate::typed::*;
use rustc_hash::FxHashMap;
use smt::{Sort, TermId, Terms};
use source::Span;
use std::sync::Arc;

/// Builds terms over one arena and remembers what they mention.
pub struct Encoder<'a> {
    pub program: &'a Program,
    pub terms: Terms,
    pub used: Symbols,
    /// The constant of each incarnation.
    pub locals: Vec<TermId>,
    pub(super) bound: FxHashMap<BoundId, TermId>,
    /// How many binders are around the current expression. Bound variables are named by it and not as in the program, so
    /// that expressions that differ in such names only are one term, and an inner name never hides an outer one that is
    /// still in use.
    pub(super) depth: usize,
    /// Terms of shared expressions, by address; valid in the current scope only, since the same expression means
    /// something else where its bound variables do.
    pub(super) memo: FxHashMap<usize, TermId>,
    /// The lambdas that got a name; none do where there is no room for declarations.
    pub(super) lambdas: Option<Lambdas>,
}

impl<'a> Encoder<'a> {
    pub fn new(program: &'a Program) -> Encoder<'a> {
        Encoder {
            program,
            terms: Terms::new(),
            used: Symbols::default(),
            locals: Vec::new(),
            bound: FxHashMap::default(),
            depth: 0,
            memo: FxHashMap::default(),
            lambdas: None,
        }
    }

    /// An encoder that names lambdas; [`Encoder::lambda_definitions`] says what the names mean.
    pub fn naming_lambdas(program: &'a Program) -> Encoder<'a> {
        Encoder { lambdas: Some(Lambdas::default()), ..Encoder::new(program) }
    }

    pub fn sort(&mut self, ty: &Type, span: Span) -> Result<Sort, Gap> {
        sort::sort(self.program, ty, &mut self.used, span)
    }

    /// The term of an expression. The expression must outlive the encoder's work: terms are remembered by address.
    pub fn expr(&mut self, expr: &Expr) -> Result<TermId, Gap> {
        let shared = (Arc::strong_count(&expr.0) > 1).then_some(Arc::as_ptr(&expr.0) as usize);
        if let Some(term) = shared.and_then(|address| self.memo.get(&address)) {
            return Ok(*term);
        }
        let term = self.node(expr)?;
        if let Some(address) = shared {
            self.memo.insert(address, term);
        }
        Ok(term)
    }

    fn node(&mut self, expr: &Expr) -> Result<TermId, Gap> {
        let span = expr.span();
        match expr.kind() {
            ExprKind::Literal(literal) => self.literal(literal, expr.ty(), span),
            ExprKind::Var(var) => self.var(*var, span),
            ExprKind::Old(_) => Err(Gap::new("`old` is not supported here", span)),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            ExprKind::IfThenElse(condition, yes, no) => self.if_then_else(condition, yes, no),
            ExprKind::Select { map, indices, type_args: _ } => self.select(map, indices),
            ExprKind::Store { map, indices, value, type_args: _ } => self.store(map, indices, value),
            ExprKind::Apply { function, args, type_args: _ } => self.apply(*function, args, span),
            ExprKind::Construct { constructor, args } => self.construct(expr.ty(), *constructor, args, span),
            ExprKind::Field { expr: inner, field } => self.field(inner, *field, span),
            ExprKind::FieldUpdate { expr: inner, field, value } => self.field_update(inner, *field, value, span),
            ExprKind::Is { expr: inner, constructor } => self.is(inner, *constructor, span),
            ExprKind::Extract { expr: inner, high, low } => self.extract(inner, *high, *low, span),
            ExprKind::ToInt(inner) => self.int_of(inner, span),
            ExprKind::ToReal(inner) => self.real_of(inner, span),
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier, span),
            ExprKind::Let { vars, values, body } => self.let_in(vars, values, body),
            ExprKind::Code(code) => code::encode(self, code, span),
        }
    }

    pub fn exprs(&mut self, exprs: &[Expr]) -> Result<Vec<TermId>, Gap> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn if_then_else(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Result<TermId, Gap> {
        let condition = self.expr(condition)?;
        let (yes, no) = (self.expr(yes)?, self.expr(no)?);
        Ok(self.terms.ite(condition, yes, no))
    }

    fn var(&mut self, var: Var, span: Span) -> Result<TermId, Gap> {
        match var {
            Var::Local(id) => self
                .locals
                .get(id.index())
                .copied()
                .ok_or_else(|| Gap::new("a local variable is not supported here", span)),
            Var::Const(id) => {
                self.used.consts.insert(id);
                Ok(self.terms.constant(&const_name(self.program, id)))
            }
            Var::Bound(id) => self
                .bound
                .get(&id)
                .copied()
                .ok_or_else(|| Gap::new("a variable is not supported out of its scope", span)),
            Var::Global(_) => Err(Gap::new("a global variable is not supported here", span)),
        }
    }

    fn apply(&mut self, id: FunctionId, args: &[Expr], span: Span) -> Result<TermId, Gap> {
        let program = self.program;
        let function = &program.functions[id.index()];
        match &function.meaning {
            Meaning::Builtin(name) => builtin::apply(self, function, name, args, span),
            Meaning::Uninterpreted | Meaning::Define(_) => {
                let args = self.exprs(args)?;
                self.used.functions.insert(id);
                Ok(self.terms.app(&function_name(program, id), &args))
            }
            Meaning::Inline(_) => Err(Gap::new("a call that should have been inlined is not supported", span)),
        }
    }
}
