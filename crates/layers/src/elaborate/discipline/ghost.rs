//! Ghost code must end.

use super::super::codes;
use crate::civl::{Civl, CmdKind, Routine, Transfer};
use ivl::typed::{BlockId, ProcedureId};
use source::Diagnostic;

/// The law (stricter): a call of a pure procedure does not exist below its layers, so the program does not wait for it;
/// then a procedure that runs forever must not be believed to end. So pure procedures that Civl code calls have a measure
/// where they recurse and where they loop; the measures are checked with the procedures.
pub fn check_termination(civl: &Civl) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for id in called(civl) {
        let procedure = &civl.program.procedures[id.index()];
        let recursive = callees(civl, id).into_iter().any(|callee| reachable(civl, vec![callee]).contains(&id));
        if recursive && procedure.measures.is_empty() {
            let message = format!("pure procedure `{}` calls itself, but has no measure", procedure.name);
            let diagnostic = Diagnostic::error(&codes::GHOST, procedure.span, message);
            diagnostics.push(diagnostic.help("add `measure e;`, which gets smaller with each call"));
        }
        diagnostics.extend(loops_without_measure(civl, id));
    }
    diagnostics
}

/// The pure procedures that actions and yield procedures call, directly or not.
fn called(civl: &Civl) -> Vec<ProcedureId> {
    let ids = (0..civl.routines.len()).map(|index| ProcedureId(index as u32));
    let roots = ids.filter(|id| match &civl.routines[id.index()] {
        Routine::Action(_) | Routine::Yield(_) => true,
        Routine::Plain { .. } | Routine::Pure { .. } | Routine::Primitive { .. } | Routine::Invariant(_) => false,
    });
    let mut called = reachable(civl, roots.collect());
    called.retain(|id| matches!(civl.routines[id.index()], Routine::Pure { .. }));
    called.sort();
    called
}

/// What calls of atomic routines lead to, the start included.
fn reachable(civl: &Civl, start: Vec<ProcedureId>) -> Vec<ProcedureId> {
    let (mut seen, mut work) = (start.clone(), start);
    while let Some(id) = work.pop() {
        for callee in callees(civl, id) {
            if !seen.contains(&callee) {
                seen.push(callee);
                work.push(callee);
            }
        }
    }
    seen
}

fn callees(civl: &Civl, id: ProcedureId) -> Vec<ProcedureId> {
    let body = match &civl.routines[id.index()] {
        Routine::Pure { params: _, body } => body.as_ref(),
        Routine::Action(action) => Some(&action.body),
        Routine::Yield(procedure) => procedure.body.as_ref(),
        Routine::Plain { .. } | Routine::Primitive { .. } | Routine::Invariant(_) => None,
    };
    let cmds = body.into_iter().flat_map(|body| &body.blocks).flat_map(|block| &block.cmds);
    cmds.filter_map(|cmd| match &cmd.kind {
        CmdKind::Atomic { callee, ins: _, outs: _, layers: _ } => Some(*callee),
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

/// Every cycle in the flow of control must pass a block with a measure: without those blocks there is none.
fn loops_without_measure(civl: &Civl, id: ProcedureId) -> Option<Diagnostic> {
    let Routine::Pure { params: _, body: Some(body) } = &civl.routines[id.index()] else { return None };
    let measured =
        |block: BlockId| body.blocks[block.index()].cmds.iter().any(|cmd| matches!(cmd.kind, CmdKind::Measure(_)));
    let targets = |block: BlockId| match &body.blocks[block.index()].transfer {
        Transfer::Goto { targets, span: _ } => targets.iter().copied().filter(|target| !measured(*target)).collect(),
        Transfer::Return { span: _ } => Vec::new(),
    };
    let blocks = (0..body.blocks.len()).map(|index| BlockId(index as u32));
    let looping = blocks.filter(|block| !measured(*block)).find(|block| {
        let (mut seen, mut work) = (Vec::new(), targets(*block));
        while let Some(next) = work.pop() {
            if next == *block {
                return true;
            }
            if !seen.contains(&next) {
                seen.push(next);
                work.extend(targets(next));
            }
        }
        false
    })?;
    let message = format!("a loop of pure procedure `{}` has no measure", civl.name(id));
    let diagnostic = Diagnostic::error(&codes::GHOST, body.blocks[looping.index()].span, message);
    Some(diagnostic.help("add `measure e;` to the loop: it gets smaller with each turn"))
}
