//! The layers at which there is something to check.

use crate::civl::{Body, Civl, CmdKind, Layer, LayerRange, Layered, LayeredMeasure, Routine, YieldProcedure};
use ivl::typed::ProcedureId;
use std::collections::BTreeSet;

/// Fills in the layers of the program.
///
/// At a refinement layer a yield procedure with a body, or an action, gives way to what it refines. An invariant layer is
/// one at which something could fail: refinement, an invariant, an assertion, a condition, a measure, or a ghost call.
/// No layer that is written on something to check may be missing here, since it would not be checked at all.
pub fn collect_layers(civl: &mut Civl) {
    let (mut refinement, mut invariant) = (BTreeSet::new(), BTreeSet::new());
    for routine in &civl.routines {
        match routine {
            Routine::Plain { .. } | Routine::Pure { .. } | Routine::Primitive { .. } => {}
            Routine::Action(action) => {
                refinement.extend(action.refines.map(|_| action.layers.upper));
                extend(&mut invariant, &action.requires);
                invariant.extend((!action.requires_calls.is_empty()).then_some(action.layers.upper));
            }
            Routine::Yield(procedure) => {
                refinement.extend(procedure.body.as_ref().map(|_| procedure.layer));
                extend_by_procedure(&mut invariant, procedure, civl);
            }
            Routine::Invariant(declared) => _ = invariant.insert(declared.layer),
        }
    }
    invariant.extend(&refinement);
    (civl.refinement_layers, civl.invariant_layers) = (refinement, invariant);
}

fn extend(layers: &mut BTreeSet<Layer>, conditions: &[Layered]) {
    conditions.iter().for_each(|condition| layers.extend(&condition.layers));
}

fn extend_by_procedure(layers: &mut BTreeSet<Layer>, procedure: &YieldProcedure, civl: &Civl) {
    extend(layers, &procedure.requires);
    extend(layers, &procedure.ensures);
    procedure.measures.iter().for_each(|measure| layers.extend(&measure.layers));
    if let Some(body) = &procedure.body {
        extend_by_body(layers, body, procedure.layer, civl);
    }
}

fn extend_by_body(layers: &mut BTreeSet<Layer>, body: &Body, layer: Layer, civl: &Civl) {
    for cmd in body.blocks.iter().flat_map(|block| &block.cmds) {
        match &cmd.kind {
            CmdKind::Assert { expr: _, layers: own } => layers.extend(own),
            CmdKind::Measure(LayeredMeasure { exprs: _, layers: own, span: _ }) => layers.extend(own),
            // What the callee asks for is checked at these layers; at `layer` it is with the refinement.
            CmdKind::Atomic { callee, ins: _, outs: _, layers: LayerRange { lower, upper } } => {
                if *upper < layer && can_fail(civl, *callee) {
                    layers.extend([*lower, *upper]);
                }
            }
            CmdKind::Assume { .. }
            | CmdKind::Assign(_)
            | CmdKind::Unpack { .. }
            | CmdKind::Havoc(_)
            | CmdKind::Invariant(_)
            | CmdKind::Call(_)
            | CmdKind::Async { .. }
            | CmdKind::Parallel(_) => {}
        }
    }
}

/// Whether a ghost call asks for something: a gate, a precondition, or what a primitive asserts.
fn can_fail(civl: &Civl, callee: ProcedureId) -> bool {
    match &civl.routines[callee.index()] {
        Routine::Primitive { .. } | Routine::Action(_) => true,
        Routine::Pure { .. } => !civl.program.procedures[callee.index()].requires.is_empty(),
        Routine::Plain { .. } | Routine::Yield(_) | Routine::Invariant(_) => false,
    }
}
