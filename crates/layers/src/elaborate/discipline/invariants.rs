//! Invariants.

use super::super::codes;
use super::show;
use super::uses::uses;
use crate::civl::{Civl, Invariant};
use ivl::typed::Var;
use source::Diagnostic;

/// The law: an invariant at layer `n` mentions globals that exist at `n`. A global invariant holds at every moment, also
/// inside a fragment at layer `n`, where a global introduced at `n` can be anything: it mentions none of those.
pub fn check_invariant(civl: &Civl, invariant: &Invariant) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for used in invariant.conditions.iter().flat_map(|condition| uses(&condition.expr)) {
        let Var::Global(id) = used.var else { continue };
        let (global, layers) = (&civl.program.globals[id.index()], civl.globals[id.index()].layers);
        let (name, layer) = (civl.name(invariant.id), invariant.layer);
        let message = if !layers.contains(layer) {
            format!("invariant `{name}` is at layer {layer}, where `{}` does not exist", global.name)
        } else if invariant.is_global && layers.lower == layer {
            format!("invariant `{name}` holds at every moment at layer {layer}, where `{}` is introduced", global.name)
        } else {
            continue;
        };
        let diagnostic = Diagnostic::error(&codes::UNAVAILABLE, used.span, message);
        diagnostics.push(diagnostic.label(global.span, format!("`{}` exists at {}", global.name, show(layers))));
    }
    diagnostics
}
