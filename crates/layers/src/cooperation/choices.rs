//! Assumptions about values that are still open.
//!
//! A variable that got an arbitrary value, and that nothing has looked at since, may just as well have got another one.
//! So an assumption behind it does not block for good if it holds for some value of the variable.

use crate::actions::gate::variables_of;
use crate::actions::settle::{conjuncts_of, settle};
use crate::civl::{Block, Body, CmdKind};
use ivl::build::{Build, all, bound_var, exists, var};
use ivl::typed::{BlockId, Expr, ExprKind, LocalId, Var};
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

/// The condition for some values of the open variables. Those that an equation settles have that value; the solver has
/// to find the others.
pub fn for_some(build: &mut Build, body: &Body, expr: &Expr, open: &BTreeSet<LocalId>) -> Expr {
    let free = variables_of(expr);
    let mut symbols = Vec::new();
    let mut substitution = Substitution::default();
    for local in open.iter().filter(|local| free.contains(&Var::Local(**local))) {
        let variable = &body.locals[local.index()].variable;
        let bound = build.fresh_bound();
        symbols.push(bound_var(bound, variable.name.clone(), variable.ty.clone()));
        substitution.vars.insert(Var::Local(*local), var(Var::Bound(bound), &variable.ty, variable.span));
    }
    let condition = substitute(expr, &substitution, &mut Fresh::of(&mut build.program));
    let mut conjuncts = conjuncts_of(condition);
    settle(build, &mut conjuncts, &mut symbols.iter().map(|symbol| symbol.id).collect());
    let condition = all(conjuncts, expr.span());
    let free = variables_of(&condition);
    symbols.retain(|symbol| free.contains(&Var::Bound(symbol.id)));
    exists(symbols, Vec::new(), condition)
}
