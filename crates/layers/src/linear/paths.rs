//! Places inside variables: `x->f->val[k]->g`.
//!
//! A path is read from an expression, where a procedure of the base library gets one as its argument, or from an
//! assignment of an updated variable to itself, which is what `x->f[i] := e` has become.

use ivl::typed::{Expr, ExprKind, FieldId, Type, Var};
use std::sync::Arc;

/// A variable and the way into its value, from the outside in.
pub struct Path {
    pub root: Var,
    pub steps: Vec<Step>,
}

/// One step, with the value that it starts from.
pub enum Step {
    Index { map: Expr, indices: Vec<Expr>, type_args: Vec<Type> },
    Field { record: Expr, field: FieldId },
}

impl Step {
    /// The value that the step starts from.
    pub fn start(&self) -> &Expr {
        match self {
            Step::Index { map, .. } => map,
            Step::Field { record, .. } => record,
        }
    }
}

impl Path {
    /// The path that the expression is, if it is one.
    pub fn read(expr: &Expr) -> Option<Path> {
        match expr.kind() {
            ExprKind::Var(root) => Some(Path { root: *root, steps: Vec::new() }),
            ExprKind::Field { expr, field } => {
                let mut path = Path::read(expr)?;
                path.steps.push(Step::Field { record: expr.clone(), field: *field });
                Some(path)
            }
            ExprKind::Select { map, indices, type_args } => {
                let mut path = Path::read(map)?;
                let (map, indices, type_args) = (map.clone(), indices.clone(), type_args.clone());
                path.steps.push(Step::Index { map, indices, type_args });
                Some(path)
            }
            ExprKind::Literal(_)
            | ExprKind::Old(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IfThenElse(..)
            | ExprKind::Store { .. }
            | ExprKind::Apply { .. }
            | ExprKind::Construct { .. }
            | ExprKind::FieldUpdate { .. }
            | ExprKind::Is { .. }
            | ExprKind::Extract { .. }
            | ExprKind::ToInt(_)
            | ExprKind::ToReal(_)
            | ExprKind::Quantifier(_)
            | ExprKind::Let { .. }
            | ExprKind::Code(_) => None,
        }
    }

    /// The place that `target := value` assigns, and what is assigned to it: `x := x[i := x[i]->(f := e)]` assigns `e` to
    /// `x[i]->f`. An update whose path is not recognised is an assignment to the whole variable.
    pub fn of_assignment(target: Var, value: &Expr) -> (Path, Expr) {
        let mut steps: Vec<Step> = Vec::new();
        let mut value = value.clone();
        loop {
            let (step, inner) = match value.kind() {
                ExprKind::FieldUpdate { expr, field, value } if is_place(expr, target, &steps) => {
                    (Step::Field { record: expr.clone(), field: *field }, value.clone())
                }
                ExprKind::Store { map, indices, value, type_args } if is_place(map, target, &steps) => {
                    let (indices, type_args) = (indices.clone(), type_args.clone());
                    (Step::Index { map: map.clone(), indices, type_args }, value.clone())
                }
                _ => return (Path { root: target, steps }, value),
            };
            steps.push(step);
            value = inner;
        }
    }

    /// The value of the root after `self := value`.
    pub fn update(&self, value: Expr) -> Expr {
        let span = value.span();
        self.steps.iter().rev().fold(value, |value, step| match step {
            Step::Index { map, indices, type_args } => {
                let (map, indices, type_args) = (map.clone(), indices.clone(), type_args.clone());
                let ty = map.ty().clone();
                Expr::new(ExprKind::Store { map, indices, value, type_args }, ty, span)
            }
            Step::Field { record, field } => {
                let ty = record.ty().clone();
                Expr::new(ExprKind::FieldUpdate { expr: record.clone(), field: *field, value }, ty, span)
            }
        })
    }
}

/// Whether the expression reads the place that the steps lead to.
fn is_place(expr: &Expr, root: Var, steps: &[Step]) -> bool {
    let Some((last, before)) = steps.split_last() else {
        return matches!(expr.kind(), ExprKind::Var(var) if *var == root);
    };
    match (expr.kind(), last) {
        (ExprKind::Field { expr, field }, Step::Field { field: other, .. }) => {
            field == other && is_place(expr, root, before)
        }
        (ExprKind::Select { map, indices, .. }, Step::Index { indices: others, .. }) => {
            same_all(indices, others) && is_place(map, root, before)
        }
        _ => false,
    }
}

/// Whether two expressions are written the same. It may say no where they are: then less is known.
fn same(left: &Expr, right: &Expr) -> bool {
    if Arc::ptr_eq(&left.0, &right.0) {
        return true;
    }
    match (left.kind(), right.kind()) {
        (ExprKind::Literal(left), ExprKind::Literal(right)) => left == right,
        (ExprKind::Var(left), ExprKind::Var(right)) => left == right,
        (ExprKind::Unary(left_op, left), ExprKind::Unary(right_op, right)) => left_op == right_op && same(left, right),
        (ExprKind::Binary(left_op, a, b), ExprKind::Binary(right_op, c, d)) => {
            left_op == right_op && same(a, c) && same(b, d)
        }
        (ExprKind::Field { expr: left, field: a }, ExprKind::Field { expr: right, field: b }) => {
            a == b && same(left, right)
        }
        (ExprKind::Select { map: a, indices: b, .. }, ExprKind::Select { map: c, indices: d, .. }) => {
            same(a, c) && same_all(b, d)
        }
        (ExprKind::Construct { constructor: a, args: b }, ExprKind::Construct { constructor: c, args: d }) => {
            a == c && left.ty() == right.ty() && same_all(b, d)
        }
        (ExprKind::Apply { function: a, args: b, .. }, ExprKind::Apply { function: c, args: d, .. }) => {
            a == c && same_all(b, d)
        }
        _ => false,
    }
}

fn same_all(left: &[Expr], right: &[Expr]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
}
