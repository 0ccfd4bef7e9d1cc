//! Conditions made ready: witnesses named, and quantifiers that take values set aside.
//!
//! A quantifier set aside leaves a mark, a bound variable that nothing binds, until its instances are known.

use super::search::Search;
use super::{concerns_pools, takes_values};
use crate::attributes;
use crate::typed::*;
use crate::visit::{Folder, Memo, Substitution, fold_children};

/// How a formula stands in a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Polarity {
    /// It is one of the facts that a run satisfies.
    Assumed,
    /// Its negation is.
    Checked,
    /// Both, or hard to tell.
    Unknown,
}

impl Polarity {
    fn flip(self) -> Polarity {
        match self {
            Polarity::Assumed => Polarity::Checked,
            Polarity::Checked => Polarity::Assumed,
            Polarity::Unknown => Polarity::Unknown,
        }
    }
}

/// A condition outside of all binders, at a polarity.
pub struct Preparing<'s, 'a> {
    pub search: &'s mut Search<'a>,
    pub polarity: Polarity,
    /// What is set aside inside an instance comes after the quantifier whose instance it is.
    pub after: Option<usize>,
    memos: [Memo; 3],
}

impl<'s, 'a> Preparing<'s, 'a> {
    pub fn new(search: &'s mut Search<'a>, polarity: Polarity, after: Option<usize>) -> Preparing<'s, 'a> {
        Preparing { search, polarity, after, memos: Default::default() }
    }

    fn memo(&mut self) -> &mut Memo {
        &mut self.memos[self.polarity as usize]
    }

    fn at(&mut self, polarity: Polarity, expr: &Expr) -> Expr {
        let around = std::mem::replace(&mut self.polarity, polarity);
        let new = self.expr(expr);
        self.polarity = around;
        new
    }

    fn rebuild(&mut self, expr: &Expr) -> Expr {
        let (polarity, rebuilt) = (self.polarity, |kind| Expr::new(kind, expr.ty().clone(), expr.span()));
        match expr.kind() {
            ExprKind::Unary(UnaryOp::Not, inner) => {
                rebuilt(ExprKind::Unary(UnaryOp::Not, self.at(polarity.flip(), inner)))
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let left = self.at(polarity, left);
                rebuilt(ExprKind::Binary(*op, left, self.at(polarity, right)))
            }
            ExprKind::Binary(BinaryOp::Implies, left, right) => {
                let left = self.at(polarity.flip(), left);
                rebuilt(ExprKind::Binary(BinaryOp::Implies, left, self.at(polarity, right)))
            }
            ExprKind::IfThenElse(condition, yes, no) if *expr.ty() == Type::Bool => {
                let condition = self.at(Polarity::Unknown, condition);
                let yes = self.at(polarity, yes);
                rebuilt(ExprKind::IfThenElse(condition, yes, self.at(polarity, no)))
            }
            // Instances at known types.
            ExprKind::Quantifier(quantifier) if quantifier.vars.is_empty() && quantifier.type_params.is_empty() => {
                self.expr(&quantifier.body)
            }
            ExprKind::Quantifier(quantifier) => self.quantifier(expr, quantifier),
            // Commands of their own, which stay as they are; and what [`Search`] has replaced by its meaning.
            ExprKind::Code(_) | ExprKind::Let { .. } => expr.clone(),
            ExprKind::Literal(_)
            | ExprKind::Var(_)
            | ExprKind::Old(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IfThenElse(..)
            | ExprKind::Select { .. }
            | ExprKind::Store { .. }
            | ExprKind::Apply { .. }
            | ExprKind::Construct { .. }
            | ExprKind::Field { .. }
            | ExprKind::FieldUpdate { .. }
            | ExprKind::Is { .. }
            | ExprKind::Extract { .. }
            | ExprKind::ToInt(_)
            | ExprKind::ToReal(_) => {
                let around = std::mem::replace(&mut self.polarity, Polarity::Unknown);
                let new = fold_children(self, expr);
                self.polarity = around;
                new
            }
        }
    }

    fn quantifier(&mut self, expr: &Expr, quantifier: &Quantifier) -> Expr {
        match (quantifier.kind, self.polarity) {
            (QuantifierKind::Lambda, _) => expr.clone(),
            (QuantifierKind::Exists, Polarity::Assumed) | (QuantifierKind::Forall, Polarity::Checked) => {
                match quantifier.type_params.is_empty() && concerns_pools(expr) {
                    true => self.name_witness(expr, quantifier),
                    false => expr.clone(),
                }
            }
            (QuantifierKind::Forall, Polarity::Assumed | Polarity::Unknown)
            | (QuantifierKind::Exists, Polarity::Checked | Polarity::Unknown) => match takes_values(quantifier) {
                true => self.search.hold(expr, quantifier, self.polarity, self.after),
                false => expr.clone(),
            },
        }
    }

    /// The body for a witness, whose offers are made.
    fn name_witness(&mut self, expr: &Expr, quantifier: &Quantifier) -> Expr {
        let witnesses = self.search.witnesses(expr, quantifier);
        let vars = quantifier.vars.iter().map(|var| Var::Bound(var.id)).zip(witnesses).collect();
        let witness = Substitution { vars, ..Substitution::default() };
        for (pool, value) in attributes::offers(&quantifier.attributes) {
            let value = self.search.copy(value, &witness);
            self.search.values.offer(&pool, value);
        }
        let body = self.search.copy(&quantifier.body, &witness);
        self.expr(&body)
    }
}

impl Folder for Preparing<'_, '_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        if let Some(new) = self.memo().get(expr) {
            return new;
        }
        let new = self.rebuild(expr);
        self.memo().put(expr, &new);
        new
    }
}
