//! Quantifiers, lambdas and lets: what binds variables, and what the variables stand for.

use super::{Encoder, Gap};
use crate::typed::{
    Attribute, AttributeParam, BinaryOp, BoundId, BoundVar, Expr, ExprKind, Literal, Quantifier, QuantifierKind,
    UnaryOp, Var,
};
use rustc_hash::FxHashSet;
use smt::{Sort, TermId};
use source::Span;
use std::sync::Arc;

impl Encoder<'_> {
    pub(super) fn let_in(&mut self, vars: &[BoundVar], values: &[Expr], body: &Expr) -> Result<TermId, Gap> {
        let values = self.exprs(values)?;
        self.rebind(vars, &values);
        self.in_new_scope(|encoder| encoder.expr(body))
    }

    pub(super) fn quantifier(&mut self, quantifier: &Quantifier, span: Span) -> Result<TermId, Gap> {
        if quantifier.vars.is_empty() {
            return self.expr(&quantifier.body);
        }
        if quantifier.kind == QuantifierKind::Lambda && is_closed(quantifier) {
            // Wherever it stands it is the same term.
            let outside = std::mem::take(&mut self.depth);
            let term = self.binder(quantifier, span);
            self.depth = outside;
            return term;
        }
        self.binder(quantifier, span)
    }

    fn binder(&mut self, quantifier: &Quantifier, span: Span) -> Result<TermId, Gap> {
        let vars = self.bind(&quantifier.vars, span)?;
        let parts = self.in_new_scope(|encoder| {
            let body = encoder.expr(&quantifier.body)?;
            Ok((body, encoder.triggers(&quantifier.triggers)?, encoder.exprs(&quantifier.no_patterns)?))
        });
        self.leave_binder();
        let (body, triggers, no_patterns) = parts?;
        let kind = match quantifier.kind {
            QuantifierKind::Forall => smt::QuantifierKind::Forall,
            QuantifierKind::Exists => smt::QuantifierKind::Exists,
            QuantifierKind::Lambda => return self.lambda(quantifier, vars, body, span),
        };
        let term = smt::Quantifier {
            triggers: triggers.into_iter().map(Vec::into_boxed_slice).collect(),
            no_patterns: no_patterns.into(),
            weight: weight(&quantifier.attributes),
            ..smt::Quantifier::plain(kind, vars, body)
        };
        Ok(self.terms.quantifier(term))
    }

    /// Names for variables that a binder introduces, in scope until [`Encoder::leave_binder`].
    pub(super) fn bind(&mut self, vars: &[BoundVar], span: Span) -> Result<Vec<(Arc<str>, Sort)>, Gap> {
        let mut named = Vec::new();
        for (position, var) in vars.iter().enumerate() {
            let (name, sort) = self.new_name(var, self.depth, position, span)?;
            let term = self.terms.constant(&name);
            self.bound.insert(var.id, term);
            named.push((name, sort));
        }
        self.depth += 1;
        Ok(named)
    }

    pub(super) fn leave_binder(&mut self) {
        self.depth -= 1;
    }

    /// Another variable of the innermost binder: its `position`-th.
    pub(super) fn extend_binder(
        &mut self,
        var: &BoundVar,
        position: usize,
        span: Span,
    ) -> Result<(Arc<str>, Sort), Gap> {
        self.new_name(var, self.depth - 1, position, span)
    }

    fn new_name(&mut self, var: &BoundVar, depth: usize, position: usize, span: Span) -> Result<(Arc<str>, Sort), Gap> {
        let name = smt::quote(&format!("v!{depth}.{position}")).into();
        Ok((name, self.sort(&var.ty, span)?))
    }

    /// What the variables stand for now.
    pub(super) fn bindings(&self, vars: &[BoundVar]) -> Vec<TermId> {
        vars.iter().map(|var| self.bound[&var.id]).collect()
    }

    /// From here on, the variables stand for these terms.
    pub(super) fn rebind(&mut self, vars: &[BoundVar], terms: &[TermId]) {
        for (var, term) in vars.iter().zip(terms) {
            self.bound.insert(var.id, *term);
        }
    }

    /// Work in a scope where bound variables may mean something else than outside.
    pub(super) fn in_new_scope<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let outside = std::mem::take(&mut self.memo);
        let result = work(self);
        self.memo = outside;
        result
    }

    /// Patterns the solver takes. One with a connective or a binder inside is advice it cannot follow, and is left out.
    fn triggers(&mut self, triggers: &[Vec<Expr>]) -> Result<Vec<Vec<TermId>>, Gap> {
        let usable = triggers.iter().filter(|trigger| trigger.iter().all(is_pattern));
        usable.map(|trigger| self.exprs(trigger)).collect()
    }
}

/// Whether all bound variables that the quantifier mentions are its own or bound inside it.
fn is_closed(quantifier: &Quantifier) -> bool {
    let mut bound: FxHashSet<BoundId> = quantifier.vars.iter().map(|var| var.id).collect();
    let mut mentioned = FxHashSet::default();
    crate::visit::walk(&quantifier.body, &mut |node| {
        match node.kind() {
            ExprKind::Var(Var::Bound(id)) => _ = mentioned.insert(*id),
            ExprKind::Quantifier(inner) => bound.extend(inner.vars.iter().map(|var| var.id)),
            ExprKind::Let { vars, values: _, body: _ } => bound.extend(vars.iter().map(|var| var.id)),
            ExprKind::Code(code) => bound.extend(code.locals.iter().map(|var| var.id)),
            _ => {}
        }
        true
    });
    mentioned.is_subset(&bound)
}

/// Whether an expression has only what a pattern may have: no connectives, no binders.
fn is_pattern(expr: &Expr) -> bool {
    let mut usable = true;
    crate::visit::walk(expr, &mut |node| {
        usable &= may_be_in_pattern(node.kind());
        usable
    });
    usable
}

fn may_be_in_pattern(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Quantifier(_) | ExprKind::Let { .. } | ExprKind::Code(_) | ExprKind::IfThenElse(..) => false,
        ExprKind::Unary(UnaryOp::Not, _) => false,
        ExprKind::Binary(op, ..) => match op {
            BinaryOp::Iff
            | BinaryOp::Implies
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Eq
            | BinaryOp::Neq
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => false,
            BinaryOp::Concat
            | BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::RealDiv
            | BinaryOp::Pow => true,
        },
        ExprKind::Literal(_)
        | ExprKind::Var(_)
        | ExprKind::Old(_)
        | ExprKind::Unary(UnaryOp::Neg, _)
        | ExprKind::Select { .. }
        | ExprKind::Store { .. }
        | ExprKind::Apply { .. }
        | ExprKind::Construct { .. }
        | ExprKind::Field { .. }
        | ExprKind::FieldUpdate { .. }
        | ExprKind::Is { .. }
        | ExprKind::Extract { .. }
        | ExprKind::ToInt(_)
        | ExprKind::ToReal(_) => true,
    }
}

/// `{:weight n}`
fn weight(attributes: &[Attribute]) -> Option<u32> {
    let attribute = attributes.iter().find(|attribute| &*attribute.name == "weight")?;
    let AttributeParam::Expr(expr) = attribute.params.first()? else { return None };
    let ExprKind::Literal(Literal::Int(value)) = expr.kind() else { return None };
    value.try_into().ok()
}
