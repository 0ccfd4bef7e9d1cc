//! Assumptions about values that are still open.
//!
//! A variable that got an arbitrary value, and that nothing has looked at since, may just as well have got another one.
//! So an assumption behind it does not block for good if it holds for some value of the variable.

use crate::civl::{Block, Body, CmdKind};
use ivl::build::{Build, all, bound_var, exists, var};
use ivl::typed::{BinaryOp, BlockId, Expr, ExprKind, LocalId, Var};
use ivl::visit::{Fresh, Substitution, substitute, walk};
use std::collections::BTreeSet;

/// The locals that are open before the command at the position: those of a `havoc` right before it; in the first block,
/// before anything else happens, all but the in-parameters.
pub fn open_before(body: &Body, ins: usize, at: BlockId, position: usize) -> BTreeSet<LocalId> {
    let Block { cmds, .. } = &body.blocks[at.index()];
    let mut open = BTreeSet::new();
    for cmd in cmds[..position].iter().rev() {
        let CmdKind::Havoc(vars) = &cmd.kind else { return open };
        open.extend(vars.iter().filter_map(|var| match var {
            Var::Local(local) => Some(*local),
            Var::Global(_) | Var::Const(_) | Var::Bound(_) => None,
        }));
    }
    let is_entered_once = body.blocks.iter().all(|block| !block.successors().contains(&at));
    if at == BlockId(0) && is_entered_once {
        open.extend((ins as u32..body.locals.len() as u32).map(LocalId));
    }
    open
}

/// Whether the condition speaks of nothing else that a run could change.
pub fn is_about(expr: &Expr, open: &BTreeSet<LocalId>) -> bool {
    let mut is_about = true;
    walk(expr, &mut |expr| {
        is_about &= match expr.kind() {
            ExprKind::Var(Var::Local(local)) => open.contains(local),
            ExprKind::Var(Var::Global(_)) => false,
            _ => true,
        };
        is_about
    });
    is_about
}

/// The condition for some values of the open variables. Those that it gives a value by an equation have that value; the
/// solver has to find the others.
pub fn for_some(build: &mut Build, body: &Body, expr: &Expr, open: &BTreeSet<LocalId>) -> Expr {
    let mut conjuncts = Vec::new();
    flatten(expr, &mut conjuncts);
    while let Some((at, local, value)) = conjuncts.iter().enumerate().find_map(|(at, it)| solved(at, it, open)) {
        conjuncts.remove(at);
        let vars = [(Var::Local(local), value)].into_iter().collect();
        let substitution = Substitution { vars, ..Substitution::default() };
        for conjunct in &mut conjuncts {
            *conjunct = substitute(conjunct, &substitution, &mut Fresh::of(&mut build.program));
        }
    }
    let expr = &all(conjuncts, expr.span());
    let mut vars = Vec::new();
    let mut substitution = Substitution::default();
    for local in open.iter().filter(|local| mentions(expr, **local)) {
        let variable = &body.locals[local.index()].variable;
        let bound = build.fresh_bound();
        vars.push(bound_var(bound, variable.name.clone(), variable.ty.clone()));
        substitution.vars.insert(Var::Local(*local), var(Var::Bound(bound), &variable.ty, variable.span));
    }
    let condition = substitute(expr, &substitution, &mut Fresh::of(&mut build.program));
    exists(vars, Vec::new(), condition)
}

fn flatten(expr: &Expr, conjuncts: &mut Vec<Expr>) {
    match expr.kind() {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            flatten(left, conjuncts);
            flatten(right, conjuncts);
        }
        _ => conjuncts.push(expr.clone()),
    }
}

/// `v == e` or `e == v`, where v is open and e does not depend on it.
fn solved(at: usize, conjunct: &Expr, open: &BTreeSet<LocalId>) -> Option<(usize, LocalId, Expr)> {
    let ExprKind::Binary(BinaryOp::Eq, left, right) = conjunct.kind() else { return None };
    let gives = |side: &Expr, value: &Expr| match side.kind() {
        ExprKind::Var(Var::Local(local)) if open.contains(local) && !mentions(value, *local) => {
            Some((at, *local, value.clone()))
        }
        _ => None,
    };
    gives(left, right).or_else(|| gives(right, left))
}

fn mentions(expr: &Expr, local: LocalId) -> bool {
    let mut found = false;
    walk(expr, &mut |expr| {
        found |= matches!(expr.kind(), ExprKind::Var(Var::Local(other)) if *other == local);
        !found
    });
    found
}
