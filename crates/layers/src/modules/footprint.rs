//! The globals that a step refers to, by any owner.

use crate::calls::Callee;
use crate::civl::{Action, Body, Civl, Cmd, CmdKind, YieldProcedure};
use crate::cooperation::finishing::calls;
use crate::elaborate::uses;
use ivl::typed::{Expr, GlobalId, ProcedureId, Var};
use source::Span;
use std::collections::BTreeSet;

/// A mention of a global, with its place.
pub type Mention = (GlobalId, Span);

/// The globals that an expression mentions.
pub fn of_expr(expr: &Expr) -> impl Iterator<Item = Mention> {
    uses(expr).into_iter().filter_map(|used| Some((global(used.var)?, used.span)))
}

pub fn of_exprs<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> impl Iterator<Item = Mention> {
    exprs.into_iter().flat_map(of_expr)
}

/// The globals among the targets of a command.
pub fn of_targets(targets: impl IntoIterator<Item = Var>, span: Span) -> impl Iterator<Item = Mention> {
    targets.into_iter().filter_map(global).map(move |id| (id, span))
}

fn global(var: Var) -> Option<GlobalId> {
    match var {
        Var::Global(id) => Some(id),
        Var::Const(_) | Var::Local(_) | Var::Bound(_) => None,
    }
}

/// What a command of an action mentions, but for what its callee does.
pub fn of_action_cmd(cmd: &Cmd) -> Vec<Mention> {
    match &cmd.kind {
        CmdKind::Assert { expr, layers: _ } | CmdKind::Assume { expr, origin: _ } => of_expr(expr).collect(),
        CmdKind::Assign(pairs) => {
            let targets = of_targets(pairs.iter().map(|(target, _)| *target), cmd.span);
            targets.chain(of_exprs(pairs.iter().map(|(_, value)| value))).collect()
        }
        CmdKind::Unpack { constructor: _, targets, source } => {
            of_targets(targets.iter().copied(), cmd.span).chain(of_expr(source)).collect()
        }
        CmdKind::Havoc(targets) => of_targets(targets.iter().copied(), cmd.span).collect(),
        CmdKind::Measure(measure) => of_exprs(&measure.exprs).collect(),
        CmdKind::Atomic { callee: _, ins, outs, layers: _ } => {
            of_targets(outs.iter().copied(), cmd.span).chain(of_exprs(ins)).collect()
        }
        // No part of actions.
        CmdKind::Invariant(_) | CmdKind::Call(_) | CmdKind::Async { .. } | CmdKind::Parallel(_) => Vec::new(),
    }
}

/// All that an action does, with its gate and its callees.
pub fn of_action(civl: &Civl, action: &Action) -> BTreeSet<GlobalId> {
    let mut found: BTreeSet<GlobalId> = action.gate.iter().flat_map(|gate| of_expr(&gate.expr)).map(first).collect();
    for cmd in action.body.blocks.iter().flat_map(|block| &block.cmds) {
        found.extend(of_action_cmd(cmd).into_iter().map(first));
        if let CmdKind::Atomic { callee, ins: _, outs: _, layers: _ } = &cmd.kind
            && let Some(callee) = civl.action(*callee)
        {
            // Actions do not call themselves.
            found.extend(of_action(civl, callee));
        }
    }
    found
}

/// All that a call of a mover procedure does at its layer, with its contract.
pub fn of_mover(civl: &Civl, procedure: &YieldProcedure) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    add_mover(civl, procedure, &mut found, &mut Vec::new());
    found
}

fn add_mover(civl: &Civl, procedure: &YieldProcedure, found: &mut BTreeSet<GlobalId>, seen: &mut Vec<ProcedureId>) {
    if seen.contains(&procedure.id) {
        return;
    }
    seen.push(procedure.id);
    found.extend(&procedure.modifies);
    let conditions = procedure.requires.iter().chain(&procedure.ensures).map(|layered| &layered.condition.expr);
    found.extend(of_exprs(conditions).map(first));
    let body = procedure.body.iter().flat_map(|body: &Body| &body.blocks).flat_map(|block| &block.cmds);
    for cmd in body {
        found.extend(of_action_cmd(cmd).into_iter().map(first));
        for call in calls(&cmd.kind) {
            match civl.callee_at(call.callee, procedure.layer) {
                Callee::Action(_, action) => found.extend(of_action(civl, action)),
                Callee::Mover(callee, _) => add_mover(civl, callee, found, seen),
                Callee::Nothing | Callee::Yields(_) | Callee::Missing => {}
            }
        }
    }
}

fn first((global, _): Mention) -> GlobalId {
    global
}
