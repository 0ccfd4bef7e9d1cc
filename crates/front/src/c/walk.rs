//! One traversal of the syntax tree for reading.

use super::ast::*;
use concurrent::program::Name;
use std::collections::{BTreeSet, HashMap};

/// Calls the visitor on the expression and on every one within it, outer ones first.
pub fn exprs<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Int { .. } | ExprKind::Bool(_) | ExprKind::Null | ExprKind::Unsupported(_) => {}
        ExprKind::SizeOf(SizeOf::Type(_) | SizeOf::Value(_)) => {}
        ExprKind::Not(arg)
        | ExprKind::Unary { arg, .. }
        | ExprKind::Count { target: arg, .. }
        | ExprKind::Member { base: arg, .. }
        | ExprKind::Deref(arg)
        | ExprKind::AddressOf(arg)
        | ExprKind::Cast { arg, .. } => exprs(arg, visit),
        ExprKind::And(left, right)
        | ExprKind::Or(left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::Binary { left, right, .. }
        | ExprKind::Assign { target: left, value: right, .. } => {
            exprs(left, visit);
            exprs(right, visit);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            exprs(condition, visit);
            exprs(then, visit);
            exprs(otherwise, visit);
        }
        ExprKind::Call { args, .. } => args.iter().for_each(|arg| exprs(arg, visit)),
        ExprKind::Compound { items, .. } => items.iter().for_each(|item| initialiser(&item.value, visit)),
    }
}

pub fn initialiser<'a>(init: &'a Initialiser, visit: &mut dyn FnMut(&'a Expr)) {
    match init {
        Initialiser::Value(value) => exprs(value, visit),
        Initialiser::List(items, _) => items.iter().for_each(|item| initialiser(&item.value, visit)),
    }
}

/// Every expression of the statements.
pub fn stmts<'a>(stmts: &'a [Stmt], visit: &mut dyn FnMut(&'a Expr)) {
    stmts.iter().for_each(|one| stmt(one, visit));
}

fn stmt<'a>(one: &'a Stmt, visit: &mut dyn FnMut(&'a Expr)) {
    match &one.kind {
        StmtKind::Empty
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None)
        | StmtKind::Goto(_)
        | StmtKind::Unsupported(_) => {}
        StmtKind::Block(body) => stmts(body, visit),
        StmtKind::Declare(declarations) => {
            declarations.iter().filter_map(|one| one.init.as_ref()).for_each(|init| initialiser(init, visit));
        }
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => exprs(expr, visit),
        StmtKind::If { condition, then, otherwise } => {
            exprs(condition, visit);
            stmt(then, visit);
            otherwise.iter().for_each(|otherwise| stmt(otherwise, visit));
        }
        StmtKind::While { condition, body } | StmtKind::DoWhile { condition, body } => {
            exprs(condition, visit);
            stmt(body, visit);
        }
        StmtKind::For { init, condition, update, body } => {
            init.iter().for_each(|init| stmt(init, visit));
            condition.iter().chain(update).for_each(|expr| exprs(expr, visit));
            stmt(body, visit);
        }
        StmtKind::Switch { operand, body } => {
            exprs(operand, visit);
            stmt(body, visit);
        }
        StmtKind::Case { value, body } => {
            value.iter().for_each(|value| exprs(value, visit));
            stmts(body, visit);
        }
        StmtKind::Label { body, .. } | StmtKind::Atomic(body) => stmt(body, visit),
    }
}

/// Whether evaluating the expression changes something or calls a function.
pub fn has_effects(expr: &Expr) -> bool {
    let mut found = false;
    exprs(expr, &mut |one| {
        found |= matches!(one.kind, ExprKind::Assign { .. } | ExprKind::Count { .. } | ExprKind::Call { .. });
    });
    found
}

/// Whether evaluating the expression may change something: it assigns, or calls anything that does more than to read.
pub fn may_change(expr: &Expr) -> bool {
    const READERS: [&str; 4] = ["atomic_load", "atomic_load_explicit", "__atomic_load_n", "LOAD"];
    let mut found = false;
    exprs(expr, &mut |one| {
        found |= match &one.kind {
            ExprKind::Assign { .. } | ExprKind::Count { .. } => true,
            ExprKind::Call { function, .. } => !READERS.contains(&&**function),
            _ => false,
        };
    });
    found
}

/// Whether the statements may change the variable: they assign it, count it, or take its address.
pub fn changes(body: &[Stmt], variable: &Name) -> bool {
    let mut found = false;
    stmts(body, &mut |one| {
        let target = match &one.kind {
            ExprKind::Assign { target, .. } | ExprKind::Count { target, .. } | ExprKind::AddressOf(target) => target,
            _ => return,
        };
        found |= root(target) == Some(variable);
    });
    found
}

/// The variable that the place is a part of.
pub fn root(place: &Expr) -> Option<&Name> {
    match &place.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member { base, is_arrow: false, .. } => root(base),
        _ => None,
    }
}

/// The names that the functions of these names mention, and those that they call, and so on.
pub fn used_names(functions: &HashMap<&str, &Function>, roots: &[Name]) -> BTreeSet<Name> {
    let mut used: BTreeSet<Name> = BTreeSet::new();
    let mut waiting: Vec<Name> = roots.to_vec();
    while let Some(name) = waiting.pop() {
        if !used.insert(name.clone()) {
            continue;
        }
        if let Some(function) = functions.get(&*name) {
            stmts(&function.body, &mut |expr| match &expr.kind {
                ExprKind::Name(name) | ExprKind::Call { function: name, .. } => waiting.push(name.clone()),
                _ => {}
            });
        }
    }
    used
}
