//! What gives way to what, from one layer to the next.

use super::super::codes;
use super::show;
use crate::civl::{Action, Civl, Layer, Linearity, YieldProcedure};
use ivl::typed::{ProcedureId, Variable};
use source::{Diagnostic, Span};

/// The law: what stands for something above its last layer `n` exists at layer `n + 1`. Chains of refined actions then
/// go up strictly, without gaps.
pub fn check_chains(civl: &Civl) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut check = |id: ProcedureId, last: Layer, refined: ProcedureId, span: Span| {
        let Some(action) = civl.action(refined) else { return };
        if last.checked_add(1).is_some_and(|above| action.layers.contains(above)) {
            return;
        }
        let (name, refined_name) = (civl.name(id), civl.name(refined));
        let message = match last.checked_add(1) {
            Some(above) => format!("`{name}` refines `{refined_name}` at layer {above}, where that does not exist"),
            None => format!("`{name}` exists at every layer, so there is none where it refines `{refined_name}`"),
        };
        let diagnostic = Diagnostic::error(&codes::REFINES, span, message);
        let text = format!("`{refined_name}` exists at {}", show(action.layers));
        diagnostics.push(diagnostic.label(civl.program.procedures[refined.index()].span, text));
    };
    for action in civl.actions() {
        if let Some(refined) = action.refines {
            check(action.id, action.layers.upper, refined, civl.program.procedures[action.id.index()].span);
        }
    }
    for procedure in civl.yield_procedures() {
        if let Some(refines) = procedure.refines {
            check(procedure.id, procedure.layer, refines.action, civl.program.procedures[procedure.id.index()].span);
        }
    }
    diagnostics
}

/// The law: the visible parameters of what refines are those of what is refined.
pub fn check_signatures(civl: &Civl) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for procedure in civl.yield_procedures() {
        if let Some(refined) = procedure.refines.and_then(|refines| civl.action(refines.action)) {
            compare(civl, &visible_signature(civl, procedure), refined, &mut diagnostics);
        }
    }
    for action in civl.actions() {
        if let Some(refined) = action.refines.and_then(|refined| civl.action(refined)) {
            compare(civl, &signature(civl, action), refined, &mut diagnostics);
        }
    }
    diagnostics
}

struct Signature<'a> {
    id: ProcedureId,
    ins: Vec<(&'a Variable, Linearity)>,
    outs: Vec<(&'a Variable, Linearity)>,
}

fn signature<'a>(civl: &'a Civl, action: &Action) -> Signature<'a> {
    let procedure = &civl.program.procedures[action.id.index()];
    let mut ins: Vec<_> = procedure.params.iter().zip(action.params.iter().copied()).collect();
    let outs = ins.split_off(procedure.ins);
    Signature { id: action.id, ins, outs }
}

fn visible_signature<'a>(civl: &'a Civl, procedure: &YieldProcedure) -> Signature<'a> {
    let declared = &civl.program.procedures[procedure.id.index()];
    let (ins, outs): (Vec<_>, Vec<_>) = procedure.visible.iter().partition(|id| id.index() < declared.ins);
    let pick = |ids: Vec<ivl::typed::LocalId>| {
        ids.iter().map(|id| (&declared.params[id.index()], procedure.params[id.index()].linearity)).collect()
    };
    Signature { id: procedure.id, ins: pick(ins), outs: pick(outs) }
}

fn compare(civl: &Civl, ours: &Signature, refined: &Action, diagnostics: &mut Vec<Diagnostic>) {
    let theirs = signature(civl, refined);
    for (kind, ours_params, their_params) in [("in", &ours.ins, &theirs.ins), ("out", &ours.outs, &theirs.outs)] {
        let (name, refined_name) = (civl.name(ours.id), civl.name(theirs.id));
        let refined_span = civl.program.procedures[theirs.id.index()].span;
        if ours_params.len() != their_params.len() {
            let message = format!(
                "`{name}` has {} visible {kind}-parameters, but `{refined_name}`, which it refines, has {}",
                ours_params.len(),
                their_params.len()
            );
            let span = civl.program.procedures[ours.id.index()].span;
            let diagnostic = Diagnostic::error(&codes::SIGNATURE, span, message).label(refined_span, "refined here");
            diagnostics.push(diagnostic.help("mark a parameter that is not part of the action with `{:hide}`"));
            continue;
        }
        for ((ours, our_linearity), (theirs, their_linearity)) in ours_params.iter().zip(their_params) {
            let problem = if ours.name != theirs.name {
                format!("{kind}-parameter `{}` is called `{}` in `{refined_name}`", ours.name, theirs.name)
            } else if ours.ty != theirs.ty {
                format!("{kind}-parameter `{}` has another type in `{refined_name}`", ours.name)
            } else if our_linearity != their_linearity {
                format!("{kind}-parameter `{}` holds permissions in another way in `{refined_name}`", ours.name)
            } else {
                continue;
            };
            let message = format!("{problem}, which `{name}` refines");
            let diagnostic = Diagnostic::error(&codes::SIGNATURE, ours.span, message);
            diagnostics.push(diagnostic.label(theirs.span, "the refined one"));
        }
    }
}
