//! Yield procedures: their specifications. Their code is in [`super::yield_bodies`].

use super::super::codes;
use super::show;
use super::uses::uses;
use crate::actions::gate::variables_of;
use crate::civl::{Civl, InvariantCall, Layer, LayerRange, Layered, LayeredMeasure, YieldProcedure};
use ivl::typed::{Expr, LocalId, Name, Var};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

pub fn check_procedure(civl: &Civl, procedure: &YieldProcedure) -> Vec<Diagnostic> {
    let mut check = YieldCheck { civl, procedure, diagnostics: Vec::new() };
    check.claims();
    check.modified();
    check.mover_has_body();
    if let Some(body) = &procedure.body {
        check.body(body);
    }
    check.diagnostics
}

/// What an expression is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A condition, an assertion, an argument of an invariant: something to check.
    Claim,
    /// Something to run.
    Code,
}

pub(super) struct YieldCheck<'a> {
    pub civl: &'a Civl<'a>,
    pub procedure: &'a YieldProcedure,
    pub diagnostics: Vec<Diagnostic>,
}

impl YieldCheck<'_> {
    pub fn name(&self) -> &Name {
        self.civl.name(self.procedure.id)
    }

    pub fn span(&self) -> Span {
        self.civl.program.procedures[self.procedure.id.index()].span
    }

    /// What a mover procedure does is one step at its layer, against which the steps of others are checked: it is read off
    /// its body. (Stricter: a contract says what callers may expect, not what others meet.) Without globals there is nothing
    /// to meet.
    fn mover_has_body(&mut self) {
        let is_unknown = self.procedure.mover.is_some() && self.procedure.body.is_none();
        // Of copies, the rules of modules say more.
        let is_copy = self.civl.modules.routine(self.procedure.id).is_copy();
        if is_unknown && !is_copy && self.speaks_of_globals() {
            let message = format!("mover procedure `{}` has no body, so nobody knows its step", self.name());
            let diagnostic = Diagnostic::error(&codes::MOVER_PROCEDURE, self.span(), message)
                .help("write the body, or a procedure that refines an action");
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether the contract is about more than the parameters.
    fn speaks_of_globals(&self) -> bool {
        let YieldProcedure { requires, ensures, requires_calls, ensures_calls, modifies, .. } = self.procedure;
        let mut variables = requires.iter().chain(ensures).flat_map(|it| variables_of(&it.condition.expr));
        !modifies.is_empty()
            || !requires_calls.is_empty()
            || !ensures_calls.is_empty()
            || variables.any(|variable| matches!(variable, Var::Global(_)))
    }

    /// All layers at which the procedure is one.
    pub fn layers(&self) -> LayerRange {
        LayerRange { lower: 0, upper: self.procedure.layer }
    }

    pub fn error(&mut self, code: &'static source::Code, span: Span, message: String) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    pub fn local_layers(&self, id: LocalId) -> LayerRange {
        if let Some(param) = self.procedure.params.get(id.index()) {
            return param.layers;
        }
        let locals = self.procedure.body.as_ref().map_or(&[][..], |body| &body.locals);
        locals.get(id.index()).map_or(self.layers(), |local| local.layers)
    }

    pub fn local_name(&self, id: LocalId) -> (Name, Span) {
        let params = &self.civl.program.procedures[self.procedure.id.index()].params;
        let locals = self.procedure.body.iter().flat_map(|body| &body.locals);
        let variable = params.get(id.index()).or_else(|| locals.map(|local| &local.variable).nth(id.index()));
        variable.map_or(("a local".into(), self.span()), |variable| (variable.name.clone(), variable.span))
    }

    /// The law: an expression that is evaluated at `layers` mentions variables that exist at all of them.
    ///
    /// Code reads shared variables through actions; but for their values on entry, `old(x)`, which type checking lets
    /// pass. That is a read without an action. Where code uses it at several layers, one of them could take it for a part
    /// of an atomic step that it is not; so it may at one layer only, as ghost code (stricter).
    pub fn expr(&mut self, expr: &Expr, layers: LayerRange, place: Place) {
        for used in uses(expr) {
            let (exists, name, declared) = match used.var {
                Var::Global(id) => {
                    let global = &self.civl.program.globals[id.index()];
                    (self.civl.globals[id.index()].layers, global.name.clone(), global.span)
                }
                Var::Local(id) => {
                    let (name, span) = self.local_name(id);
                    (self.local_layers(id), name, span)
                }
                Var::Const(_) | Var::Bound(_) => continue,
            };
            let is_global = matches!(used.var, Var::Global(_));
            if place == Place::Code && is_global && layers.lower != layers.upper {
                let message = format!(
                    "`old({name})` is read without an action, so it can be used at one layer only, not at {}",
                    show(layers)
                );
                let diagnostic = Diagnostic::error(&codes::GLOBAL_READ, used.span, message);
                self.diagnostics.push(diagnostic.label(declared, "the shared variable"));
            } else if !layers.is_within(exists) {
                let message = format!("`{name}` is used at {}, but exists at {}", show(layers), show(exists));
                let diagnostic = Diagnostic::error(&codes::UNAVAILABLE, used.span, message);
                self.diagnostics.push(diagnostic.label(declared, "declared here"));
            }
        }
    }

    /// The law: conditions and arguments of invariants exist at the layers where they are claimed. Stricter: measures too.
    fn claims(&mut self) {
        let procedure = self.procedure;
        for Layered { condition, layers } in procedure.requires.iter().chain(&procedure.ensures) {
            self.expr(&condition.expr, hull(layers), Place::Claim);
        }
        for call in procedure.requires_calls.iter().chain(&procedure.ensures_calls) {
            self.invariant_call(call);
        }
        procedure.measures.iter().for_each(|measure| self.measure(measure));
    }

    pub fn measure(&mut self, measure: &LayeredMeasure) {
        measure.exprs.iter().for_each(|expr| self.expr(expr, hull(&measure.layers), Place::Claim));
    }

    /// The law: a procedure yields at its own layer and below; a mover procedure only below.
    pub fn invariant_call(&mut self, call: &InvariantCall) {
        let Some(invariant) = self.civl.invariant(call.invariant) else { return };
        call.ins.iter().for_each(|input| self.expr(input, LayerRange::only(invariant.layer), Place::Claim));
        let called = self.civl.name(call.invariant);
        let (name, layer) = (self.name(), self.procedure.layer);
        let (code, message) = if invariant.layer > layer {
            let message =
                format!("`{called}` is at layer {}, but `{name}` exists up to layer {layer}", invariant.layer);
            (&codes::CALL_LAYER, message)
        } else if invariant.layer == layer && self.procedure.mover.is_some() {
            let message = format!("mover procedure `{name}` is one step at layer {layer}, the layer of `{called}`");
            (&codes::MOVER_PROCEDURE, message)
        } else {
            return;
        };
        self.error(code, call.span, message);
    }

    /// The law: what a mover procedure changes exists at its layer.
    fn modified(&mut self) {
        for id in &self.procedure.modifies {
            let (global, layers) = (&self.civl.program.globals[id.index()], self.civl.globals[id.index()].layers);
            if !layers.contains(self.procedure.layer) {
                let message = format!(
                    "mover procedure `{}` is a step of layer {}, where `{}` does not exist",
                    self.name(),
                    self.procedure.layer,
                    global.name
                );
                let procedure = &self.civl.program.procedures[self.procedure.id.index()];
                let span = procedure.modified_at(*id).unwrap_or(procedure.span);
                let diagnostic = Diagnostic::error(&codes::UNAVAILABLE, span, message);
                let text = format!("`{}` exists at {}", global.name, show(layers));
                self.diagnostics.push(diagnostic.label(global.span, text));
            }
        }
    }
}

/// The layers from the lowest to the highest. A variable that exists at both exists at all of them.
pub(super) fn hull(layers: &BTreeSet<Layer>) -> LayerRange {
    match (layers.first(), layers.last()) {
        (Some(lower), Some(upper)) => LayerRange { lower: *lower, upper: *upper },
        _ => LayerRange::only(0),
    }
}
