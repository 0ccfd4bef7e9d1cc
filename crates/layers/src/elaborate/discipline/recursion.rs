//! Actions that call themselves.

use super::super::codes;
use crate::civl::{Civl, CmdKind};
use ivl::typed::ProcedureId;
use source::{Diagnostic, Span};

/// The law: the calls among actions form no cycle, since a call stands for the body of the callee.
pub fn check_actions(civl: &Civl) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for action in civl.actions() {
        let circular = calls(civl, action.id).into_iter().find(|(callee, _)| reaches(civl, *callee, action.id));
        if let Some((callee, span)) = circular {
            let (name, callee) = (civl.name(action.id), civl.name(callee));
            let message = format!("action `{name}` calls `{callee}`, which calls `{name}` again");
            diagnostics.push(Diagnostic::error(&codes::RECURSION, span, message));
        }
    }
    diagnostics
}

fn calls(civl: &Civl, id: ProcedureId) -> Vec<(ProcedureId, Span)> {
    let Some(action) = civl.action(id) else { return Vec::new() };
    let cmds = action.body.blocks.iter().flat_map(|block| &block.cmds);
    cmds.filter_map(|cmd| match &cmd.kind {
        CmdKind::Atomic { callee, ins: _, outs: _, layers: _ } => Some((*callee, cmd.span)),
        CmdKind::Assert { .. }
        | CmdKind::Assume { .. }
        | CmdKind::Assign(_)
        | CmdKind::Unpack { .. }
        | CmdKind::Havoc(_)
        | CmdKind::Measure(_)
        | CmdKind::Invariant(_)
        | CmdKind::Call(_)
        | CmdKind::Async { .. }
        | CmdKind::Parallel(_) => None,
    })
    .collect()
}

/// Whether calls lead from one action to the other, or they are the same.
fn reaches(civl: &Civl, from: ProcedureId, to: ProcedureId) -> bool {
    let (mut seen, mut work) = (vec![from], vec![from]);
    while let Some(id) = work.pop() {
        if id == to {
            return true;
        }
        for (callee, _) in calls(civl, id) {
            if !seen.contains(&callee) {
                seen.push(callee);
                work.push(callee);
            }
        }
    }
    false
}
