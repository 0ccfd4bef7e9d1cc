//! The variables that an expression mentions.

use ivl::typed::{Expr, ExprKind, Var};
use ivl::visit::for_each_child;
use source::Span;
use std::collections::HashSet;
use std::sync::Arc;

/// An occurrence of a variable.
#[derive(Clone, Copy)]
pub struct Use {
    pub var: Var,
    pub span: Span,
    pub in_old: bool,
}

/// All occurrences of globals and locals, in source order.
pub fn uses(expr: &Expr) -> Vec<Use> {
    let mut found = Vec::new();
    collect(expr, false, &mut HashSet::new(), &mut found);
    found
}

/// Shared parts are seen once inside `old` and once outside.
fn collect(expr: &Expr, in_old: bool, seen: &mut HashSet<(usize, bool)>, found: &mut Vec<Use>) {
    if !seen.insert((Arc::as_ptr(&expr.0) as usize, in_old)) {
        return;
    }
    match expr.kind() {
        ExprKind::Var(var @ (Var::Global(_) | Var::Local(_))) => {
            found.push(Use { var: *var, span: expr.span(), in_old });
        }
        ExprKind::Var(Var::Const(_) | Var::Bound(_)) => {}
        ExprKind::Old(inner) => collect(inner, true, seen, found),
        _ => for_each_child(expr, &mut |child| collect(child, in_old, seen, found)),
    }
}

/// The variable that a path such as `x->f[i]` starts from.
pub fn path_root(expr: &Expr) -> Option<Var> {
    match expr.kind() {
        ExprKind::Var(var) => Some(*var),
        ExprKind::Field { expr, field: _ } => path_root(expr),
        ExprKind::Select { map, indices: _, type_args: _ } => path_root(map),
        _ => None,
    }
}
