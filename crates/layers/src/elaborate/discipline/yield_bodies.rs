//! The code of yield procedures.

use super::super::codes;
use super::uses::uses;
use super::yield_procedures::{Place, YieldCheck, hull};
use crate::civl::{Arm, Block, Body, Cmd, CmdKind, Layer, LayerRange, LoopYield};
use ivl::typed::{Expr, Var};
use source::{Diagnostic, Span};

impl YieldCheck<'_> {
    pub(super) fn body(&mut self, body: &Body) {
        for block in &body.blocks {
            if let Some(yields) = &block.yields {
                self.yielding_loop(block, yields);
            }
            block.cmds.iter().for_each(|cmd| self.cmd(cmd));
        }
    }

    fn cmd(&mut self, cmd: &Cmd) {
        match &cmd.kind {
            CmdKind::Assert { expr, layers } => self.expr(expr, hull(layers), Place::Claim),
            // Assumptions and guards steer the procedure at each of its layers.
            CmdKind::Assume { expr, origin: _ } => self.expr(expr, self.layers(), Place::Code),
            CmdKind::Assign(assignments) => {
                for (target, value) in assignments {
                    let layers = self.target(*target);
                    self.expr(value, layers, Place::Code);
                }
            }
            CmdKind::Unpack { constructor: _, targets, source } => {
                let layers: Vec<LayerRange> = targets.iter().map(|target| self.target(*target)).collect();
                let union = layers.into_iter().reduce(|left, right| LayerRange {
                    lower: left.lower.min(right.lower),
                    upper: left.upper.max(right.upper),
                });
                self.expr(source, union.unwrap_or(self.layers()), Place::Code);
            }
            CmdKind::Havoc(_) => {}
            CmdKind::Measure(measure) => self.measure(measure),
            CmdKind::Atomic { callee, ins, outs, layers } => self.atomic(*callee, ins, outs, *layers, cmd.span),
            CmdKind::Invariant(call) => self.invariant_call(call),
            CmdKind::Call(call) => self.yield_call(call),
            CmdKind::Async { call, sync } => self.async_call(call, *sync),
            CmdKind::Parallel(arms) => self.parallel(arms, cmd.span),
        }
    }

    /// The layers at which a target exists, and so at which its assignment happens. Type checking lets only locals be
    /// targets.
    fn target(&self, target: Var) -> LayerRange {
        match target {
            Var::Local(id) => self.local_layers(id),
            Var::Global(_) | Var::Const(_) | Var::Bound(_) => self.layers(),
        }
    }

    /// The law: the yield invariants of a loop are of layers at which it yields. At these layers other threads run at the
    /// head of the loop, so neither a plain invariant there nor (stricter) an argument of a yield invariant mentions
    /// shared variables. A mover procedure does not yield at its own layer (stricter: nor do its loops).
    fn yielding_loop(&mut self, block: &Block, yields: &LoopYield) {
        if self.procedure.mover.is_some() && yields.layer == self.procedure.layer {
            let message = format!(
                "the loop yields at layer {}, where mover procedure `{}` is one step",
                yields.layer,
                self.name()
            );
            let diagnostic = Diagnostic::error(&codes::MOVER_PROCEDURE, yields.span, message);
            self.diagnostics.push(diagnostic.help("say up to which lower layer it yields: `{:yields} {:layer n}`"));
        }
        for call in &yields.invariants {
            self.invariant_call(call);
            let layer = self.civl.invariant(call.invariant).map_or(0, |invariant| invariant.layer);
            if layer > yields.layer {
                let message = format!(
                    "`{}` is at layer {layer}, but the loop yields up to layer {} only",
                    self.civl.name(call.invariant),
                    yields.layer
                );
                let diagnostic = Diagnostic::error(&codes::YIELDING_LOOP, call.span, message);
                self.diagnostics.push(diagnostic.label(yields.span, "the loop yields here"));
            }
            call.ins.iter().for_each(|input| self.lasts(input, layer, call.span, yields));
        }
        for (expr, lowest, span) in loop_invariants(block) {
            if lowest > yields.layer {
                continue;
            }
            self.lasts(expr, lowest, span, yields);
        }
    }

    /// Nothing that is said at the head of a yielding loop depends on the value of a shared variable there.
    fn lasts(&mut self, expr: &Expr, layer: Layer, span: Span, yields: &LoopYield) {
        let shared = uses(expr).into_iter().filter(|used| !used.in_old).find_map(|used| match used.var {
            Var::Global(id) => Some(id),
            Var::Local(_) | Var::Const(_) | Var::Bound(_) => None,
        });
        if let Some(id) = shared {
            let name = &self.civl.program.globals[id.index()].name;
            let message =
                format!("the loop yields at layer {layer}: what its invariant says of `{name}` would not last");
            let diagnostic = Diagnostic::error(&codes::YIELDING_LOOP, span, message);
            let diagnostic = diagnostic.label(yields.span, "the loop yields here");
            self.diagnostics.push(diagnostic.help("state it as a yield invariant: `invariant call …;`"));
        }
    }

    fn parallel(&mut self, arms: &[Arm], span: Span) {
        for arm in arms {
            match arm {
                Arm::Call(call) => self.yield_call(call),
                Arm::Invariant(call) => self.invariant_call(call),
            }
        }
        self.one_visible_arm(arms, span);
    }
}

/// The assertions and assumptions at the start of a block, each with its lowest layer.
fn loop_invariants(block: &Block) -> impl Iterator<Item = (&ivl::typed::Expr, u32, Span)> {
    block
        .cmds
        .iter()
        .map_while(|cmd| match &cmd.kind {
            CmdKind::Assert { expr, layers } => Some(Some((expr, layers.first().copied().unwrap_or(0), cmd.span))),
            CmdKind::Assume { expr, origin: _ } => Some(Some((expr, 0, cmd.span))),
            CmdKind::Measure(_) => Some(None),
            CmdKind::Assign(_)
            | CmdKind::Unpack { .. }
            | CmdKind::Havoc(_)
            | CmdKind::Atomic { .. }
            | CmdKind::Invariant(_)
            | CmdKind::Call(_)
            | CmdKind::Async { .. }
            | CmdKind::Parallel(_) => None,
        })
        .flatten()
}
