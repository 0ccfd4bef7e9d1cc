//! The globals and routines that a declaration refers to, with its body.

use super::Item;
use crate::elaborate::uses;
use ivl::typed::{Call, CallSite, Cmd, CmdKind, Expr, Implementation, Procedure, Program, Role, Var};
use ivl::visit::{for_each_expr_of_implementation, for_each_expr_of_procedure};
use source::Span;

/// What the declaration refers to, and where.
pub fn references(program: &Program, item: Item) -> Vec<(Item, Span)> {
    let mut found = Vec::new();
    // A global has a type, and nothing more.
    let Item::Routine(id) = item else { return found };
    let procedure = &program.procedures[id.index()];
    for_each_expr_of_procedure(procedure, &mut |expr| mentioned(expr, &mut found));
    clauses(procedure, &mut found);
    for implementation in program.implementations.iter().filter(|implementation| implementation.procedure == id) {
        for_each_expr_of_implementation(implementation, &mut |expr| mentioned(expr, &mut found));
        cmds(implementation).for_each(|cmd| cmd_references(cmd, &mut found));
    }
    // Without a body, the clause says what is changed.
    found.extend(procedure.modifies.iter().map(|global| (Item::Global(*global), procedure.span)));
    found
}

fn mentioned(expr: &Expr, found: &mut Vec<(Item, Span)>) {
    found.extend(uses(expr).into_iter().filter_map(|used| Some((global(used.var)?, used.span))));
}

fn global(var: Var) -> Option<Item> {
    match var {
        Var::Global(id) => Some(Item::Global(id)),
        Var::Const(_) | Var::Local(_) | Var::Bound(_) => None,
    }
}

fn clauses(procedure: &Procedure, found: &mut Vec<(Item, Span)>) {
    let (refines, sites) = match &procedure.role {
        Role::Plain | Role::Pure | Role::Invariant { .. } => (None, [&[][..]; 3]),
        Role::Action(action) => (action.refines.as_ref(), [&action.requires[..], &[], &[]]),
        Role::Yield(role) => (role.refines.as_ref(), [&role.requires[..], &role.preserves, &role.ensures]),
    };
    found.extend(refines.map(|refines| (Item::Routine(refines.action), refines.span)));
    sites.into_iter().flatten().for_each(|site| found.push(site_reference(site)));
}

fn cmds(implementation: &Implementation) -> impl Iterator<Item = &Cmd> {
    implementation.blocks.iter().flat_map(|block| &block.cmds)
}

fn cmd_references(cmd: &Cmd, found: &mut Vec<(Item, Span)>) {
    let called = |call: &Call| (Item::Routine(call.procedure), cmd.span);
    let written = |vars: &[Var]| vars.iter().filter_map(|var| Some((global(*var)?, cmd.span))).collect::<Vec<_>>();
    match &cmd.kind {
        CmdKind::Assign(pairs) => {
            let targets: Vec<Var> = pairs.iter().map(|(target, _)| *target).collect();
            found.extend(written(&targets));
        }
        CmdKind::Havoc(vars) => found.extend(written(vars)),
        CmdKind::Call(call) | CmdKind::Async(call) => {
            found.push(called(call));
            found.extend(written(&call.outs));
        }
        CmdKind::Parallel(sites) | CmdKind::LoopYield(sites) => {
            for site in sites {
                found.push(site_reference(site));
                found.extend(written(&site.call.outs));
            }
        }
        CmdKind::Assert(_)
        | CmdKind::Prove { .. }
        | CmdKind::Assume { .. }
        | CmdKind::Measure(_)
        | CmdKind::Visibility(_) => {}
    }
}

fn site_reference(site: &CallSite) -> (Item, Span) {
    (Item::Routine(site.call.procedure), site.span)
}
