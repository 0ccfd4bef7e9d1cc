//! The layer discipline: whatever exists at a layer mentions only what exists there too.
//!
//! One file per kind of declaration, one function per rule, the rule above it. The rules are those of Civl (Kragl and
//! Qadeer, "The Civl verifier", FMCAD 2021, and its implementation in Boogie), made stricter where something could be
//! said at a layer that has no meaning there, or go unchecked between two layers; such rules are marked "stricter".

mod actions;
mod atomic_calls;
mod calls;
mod ghost;
mod invariants;
mod recursion;
mod refinement;
pub mod uses;
mod yield_bodies;
mod yield_procedures;

use crate::civl::{Civl, LayerRange, Routine};
use source::Diagnostic;

/// Everything that breaks the discipline.
pub fn check_discipline(civl: &Civl) -> Vec<Diagnostic> {
    // Other rules follow the chain from a procedure to the action that stands for it; so first, the chains.
    let chains = refinement::check_chains(civl);
    if !chains.is_empty() {
        return chains;
    }
    let mut diagnostics = refinement::check_signatures(civl);
    diagnostics.extend(recursion::check_actions(civl));
    diagnostics.extend(ghost::check_termination(civl));
    for routine in &civl.routines {
        match routine {
            Routine::Plain { .. } | Routine::Pure { .. } | Routine::Primitive { .. } => {}
            Routine::Action(action) => diagnostics.extend(actions::check_action(civl, action)),
            Routine::Yield(procedure) => diagnostics.extend(yield_procedures::check_procedure(civl, procedure)),
            Routine::Invariant(invariant) => diagnostics.extend(invariants::check_invariant(civl, invariant)),
        }
    }
    diagnostics
}

/// "layer 1", "layers 1 to 3", "layers from 1 on".
fn show(layers: LayerRange) -> String {
    let LayerRange { lower, upper } = layers;
    match (lower, upper) {
        (0, u32::MAX) => "all layers".to_string(),
        (_, u32::MAX) => format!("layers from {lower} on"),
        _ if lower == upper => format!("layer {lower}"),
        _ => format!("layers {lower} to {upper}"),
    }
}
