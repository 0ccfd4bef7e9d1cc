//! Calls of yield procedures.

use super::super::codes;
use super::show;
use super::yield_procedures::{Place, YieldCheck};
use crate::calls::Callee;
use crate::civl::{Arm, Call, LayerRange, YieldProcedure};
use ivl::typed::{LocalId, Var};
use source::{Diagnostic, Span};

impl YieldCheck<'_> {
    pub(super) fn yield_call(&mut self, call: &Call) {
        self.arguments(call);
        let Some(callee) = self.civl.yield_procedure(call.callee) else { return };
        if !self.callee_is_not_above(callee, call.span) {
            return;
        }
        match callee.mover {
            Some(_) => self.mover_at_same_layer(callee, call.span),
            None if callee.layer == self.procedure.layer => self.mover_does_not_yield(callee, call.span),
            None => self.callee_is_available(callee, call.span),
        }
    }

    /// The law: above the layer of the callee, its action happens within the caller. It may do so because it is a left
    /// mover at each of these layers. A callee that refines nothing does nothing there.
    pub(super) fn async_call(&mut self, call: &Call, sync: bool) {
        self.arguments(call);
        let Some(callee) = self.civl.yield_procedure(call.callee) else { return };
        if !self.callee_is_not_above(callee, call.span) || (callee.mover.is_none() && callee.refines.is_none()) {
            return;
        }
        let name = self.civl.name(callee.id);
        if !sync {
            let message = format!("the asynchronous call of `{name}` must be synchronized: `async call {{:sync}} …`");
            self.error(&codes::ASYNC, call.span, message);
        } else if callee.mover.is_some() {
            self.mover_at_same_layer(callee, call.span);
            if !is_left(callee) {
                let message = format!("`{name}` is not a left mover procedure, so it cannot be synchronized");
                self.error(&codes::ASYNC, call.span, message);
            }
        } else if callee.layer == self.procedure.layer {
            let message = format!(
                "`{name}` is synchronized above its layer {}, but its caller does not exist there",
                callee.layer
            );
            self.error(&codes::ASYNC, call.span, message);
        } else {
            self.callee_is_available(callee, call.span);
            self.chain_moves_left(callee, call.span);
        }
    }

    /// The law: at the layers where a parameter exists, its argument does; at the layers where the variable that takes a
    /// result exists, the result does. A visible parameter lives on as a parameter of the refined action.
    fn arguments(&mut self, call: &Call) {
        let Some(callee) = self.civl.yield_procedure(call.callee) else { return };
        for (index, input) in call.ins.iter().enumerate() {
            self.expr(input, self.formal_layers(callee, index), Place::Code);
        }
        for (index, output) in call.outs.iter().enumerate() {
            let formal = self.formal_layers(callee, call.ins.len() + index);
            match *output {
                Var::Local(id) => self.output(id, formal, call.span),
                // Type checking lets only locals take results.
                Var::Global(_) | Var::Const(_) | Var::Bound(_) => {}
            }
        }
    }

    /// A variable that takes a result exists only at layers at which it gets one.
    pub(super) fn output(&mut self, id: LocalId, layers: LayerRange, span: Span) {
        let exists = self.local_layers(id);
        if !exists.is_within(layers) {
            let (name, declared) = self.local_name(id);
            let message =
                format!("`{name}` exists at {}, but gets a value here at {} only", show(exists), show(layers));
            let diagnostic = Diagnostic::error(&codes::UNAVAILABLE, span, message);
            self.diagnostics.push(diagnostic.label(declared, "declared here"));
        }
    }

    fn formal_layers(&self, callee: &YieldProcedure, index: usize) -> LayerRange {
        let own = callee.params.get(index).map_or(LayerRange::ALL, |param| param.layers);
        match callee.visible.contains(&LocalId(index as u32)) {
            true => LayerRange { lower: own.lower, upper: self.procedure.layer.max(own.upper) },
            false => own,
        }
    }

    /// The law: a callee exists at the layers of its caller, as itself or as what it refines.
    fn callee_is_not_above(&mut self, callee: &YieldProcedure, span: Span) -> bool {
        let fits = callee.layer <= self.procedure.layer;
        if !fits {
            let message = format!(
                "`{}` is at layer {}, but its caller `{}` at layer {}",
                self.civl.name(callee.id),
                callee.layer,
                self.name(),
                self.procedure.layer
            );
            self.error(&codes::CALL_LAYER, span, message);
        }
        fits
    }

    /// The law: the actions that stand for the callee reach up to the layer of the caller.
    fn callee_is_available(&mut self, callee: &YieldProcedure, span: Span) {
        if let Callee::Missing = self.civl.callee_at(callee.id, self.procedure.layer) {
            let name = self.civl.name(callee.id);
            let layer = self.procedure.layer;
            let message = format!("nothing stands for `{name}` at layer {layer}, the layer of the caller");
            let diagnostic = Diagnostic::error(&codes::CALL_LAYER, span, message);
            let help = format!("widen the layers of the action that `{name}` refines, or let it refine another action");
            self.diagnostics.push(diagnostic.help(help));
        }
    }

    /// The law: a mover procedure is one step at its layer, and nothing above.
    fn mover_at_same_layer(&mut self, callee: &YieldProcedure, span: Span) {
        if callee.layer < self.procedure.layer {
            let message = format!(
                "mover procedure `{}` does not exist above layer {}, but its caller is at layer {}",
                self.civl.name(callee.id),
                callee.layer,
                self.procedure.layer
            );
            self.error(&codes::MOVER_PROCEDURE, span, message);
        }
    }

    /// The law: at its layer, a mover procedure does not call a procedure that yields. Stricter: even one that refines
    /// nothing.
    fn mover_does_not_yield(&mut self, callee: &YieldProcedure, span: Span) {
        if self.procedure.mover.is_some() {
            let message = format!(
                "mover procedure `{}` is one step at layer {}, where `{}` yields",
                self.name(),
                self.procedure.layer,
                self.civl.name(callee.id)
            );
            self.error(&codes::MOVER_PROCEDURE, span, message);
        }
    }

    /// The law: what happens earlier than it was called is a left mover at each layer where it does.
    fn chain_moves_left(&mut self, callee: &YieldProcedure, span: Span) {
        let mut next = callee.refines.map(|refines| refines.action);
        while let Some(action) = next.and_then(|id| self.civl.action(id)) {
            if !action.is_left_mover() {
                let name = self.civl.name(action.id);
                let message = format!("`{name}` stands for the synchronized call, but is no left mover");
                let diagnostic = Diagnostic::error(&codes::ASYNC, span, message);
                let declared = self.civl.program.procedures[action.id.index()].span;
                self.diagnostics.push(diagnostic.label(declared, "declared here"));
                return;
            }
            next = action.refines.filter(|_| action.layers.upper < self.procedure.layer);
        }
    }

    /// The law: the caller refines one action by one step. At the layer of the caller, at most one arm can be that step:
    /// one that refines an action, or gives a value to what the caller's action returns.
    pub(super) fn one_visible_arm(&mut self, arms: &[Arm], span: Span) {
        if self.procedure.mover.is_some() {
            return;
        }
        let shows = |call: &Call| {
            let callee = self.civl.yield_procedure(call.callee);
            let at_layer = callee.filter(|callee| callee.layer == self.procedure.layer);
            let returns = |out: &Var| matches!(out, Var::Local(id) if self.procedure.visible.contains(id));
            at_layer.is_some_and(|callee| callee.refines.is_some() || call.outs.iter().any(returns))
        };
        let visible: Vec<Span> = arms
            .iter()
            .filter_map(|arm| match arm {
                Arm::Call(call) => shows(call).then_some(call.span),
                Arm::Invariant(_) => None,
            })
            .collect();
        if let [first, second, ..] = visible[..] {
            let message = format!(
                "two arms could be the visible step of `{}` at its layer {}",
                self.name(),
                self.procedure.layer
            );
            let diagnostic = Diagnostic::error(&codes::PARALLEL, span, message);
            self.diagnostics.push(diagnostic.label(first, "this arm").label(second, "and this one"));
        }
    }
}

fn is_left(procedure: &YieldProcedure) -> bool {
    use ivl::ast::Mover;
    match procedure.mover {
        Some(Mover::Left | Mover::Both) => true,
        Some(Mover::Right | Mover::Atomic) | None => false,
    }
}
