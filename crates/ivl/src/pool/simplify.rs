//! Forms in which no `let` hides what a lambda mentions.

use super::search::Search;
use super::takes_values;
use crate::typed::*;
use crate::visit::{Folder, Memo, Substitution, fold_children, walk};
use rustc_hash::FxHashSet;

/// The expression with the values of its lets in their place; a graph still, which shares them.
pub fn without_lets(search: &mut Search, expr: &Expr) -> Expr {
    LetRemoval { search, memo: Memo::default() }.expr(expr)
}

struct LetRemoval<'s, 'a> {
    search: &'s mut Search<'a>,
    memo: Memo,
}

impl Folder for LetRemoval<'_, '_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        if let Some(new) = self.memo.get(expr) {
            return new;
        }
        let new = if let ExprKind::Let { vars, values, body } = expr.kind() {
            let values: Vec<Expr> = values.iter().map(|value| self.expr(value)).collect();
            let vars = vars.iter().map(|var| Var::Bound(var.id)).zip(values).collect();
            let body = self.search.copy(body, &Substitution { vars, ..Substitution::default() });
            self.expr(&body)
        } else {
            fold_children(self, expr)
        };
        self.memo.put(expr, &new);
        new
    }
}

/// The lambdas that take values and mention no variable bound outside of them, in the order they are met.
pub fn closed_lambdas(expr: &Expr) -> Vec<(Expr, Quantifier)> {
    let mut found = Vec::new();
    walk(expr, &mut |node| {
        if let ExprKind::Quantifier(quantifier) = node.kind()
            && quantifier.kind == QuantifierKind::Lambda
            && takes_values(quantifier)
            && is_closed(node)
        {
            found.push((node.clone(), quantifier.clone()));
        }
        true
    });
    found
}

fn is_closed(expr: &Expr) -> bool {
    let (mut bound, mut mentioned) = (FxHashSet::default(), FxHashSet::default());
    walk(expr, &mut |node| {
        bound.extend(bound_by(node).iter().map(|var| var.id));
        if let ExprKind::Var(Var::Bound(id)) = node.kind() {
            mentioned.insert(*id);
        }
        true
    });
    mentioned.is_subset(&bound)
}

/// The variables that a node binds.
fn bound_by(expr: &Expr) -> &[BoundVar] {
    match expr.kind() {
        ExprKind::Quantifier(quantifier) => &quantifier.vars,
        ExprKind::Let { vars, .. } => vars,
        ExprKind::Code(code) => &code.locals,
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
        | ExprKind::ToReal(_) => &[],
    }
}
