//! Actions.

use super::super::codes;
use super::show;
use super::uses::uses;
use crate::civl::{Action, Civl, CmdKind};
use ivl::typed::{Expr, GlobalId, Var};
use source::{Diagnostic, Span};

pub fn check_action(civl: &Civl, action: &Action) -> Vec<Diagnostic> {
    let mut check = ActionCheck { civl, action, diagnostics: Vec::new() };
    check.preconditions();
    check.globals();
    check.calls();
    check.diagnostics
}

struct ActionCheck<'a> {
    civl: &'a Civl<'a>,
    action: &'a Action,
    diagnostics: Vec<Diagnostic>,
}

impl ActionCheck<'_> {
    fn span(&self) -> Span {
        self.civl.program.procedures[self.action.id.index()].span
    }

    fn error(&mut self, code: &'static source::Code, span: Span, message: String) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    /// The law: a precondition is established by every caller, at the one layer of the action. Stricter: a pure action is
    /// called directly, where no precondition is established.
    fn preconditions(&mut self) {
        let action = self.action;
        if !action.has_preconditions() {
            return;
        }
        let name = self.civl.name(action.id).clone();
        if action.is_pure {
            self.error(&codes::ACTION, self.span(), format!("pure action `{name}` has preconditions; use `asserts`"));
        } else if action.layers.lower != action.layers.upper {
            let message = format!(
                "action `{name}` has preconditions, but exists at {}: at which is it called?",
                show(action.layers)
            );
            self.error(&codes::ACTION, self.span(), message);
        }
        for call in &action.requires_calls {
            let Some(invariant) = self.civl.invariant(call.invariant) else { continue };
            if !action.layers.contains(invariant.layer) {
                let message = format!(
                    "`{}` is an invariant at layer {}, but `{name}` exists at {}",
                    self.civl.name(call.invariant),
                    invariant.layer,
                    show(action.layers)
                );
                self.error(&codes::CALL_LAYER, call.span, message);
            }
        }
    }

    /// The law: a global of layers `m` to `n` is there for actions at layers `m + 1` to `n`, and an action uses it at
    /// all of its own layers. Stricter: this holds for assertions with a `{:layer}` too, as they are part of the gate.
    fn globals(&mut self) {
        let action = self.action;
        action.gate.iter().for_each(|gate| self.expr(&gate.expr));
        for cmd in action.body.blocks.iter().flat_map(|block| &block.cmds) {
            match &cmd.kind {
                CmdKind::Assert { expr, layers: _ } | CmdKind::Assume { expr, origin: _ } => self.expr(expr),
                CmdKind::Assign(assignments) => {
                    self.targets(assignments.iter().map(|(target, _)| *target), cmd.span);
                    assignments.iter().for_each(|(_, value)| self.expr(value));
                }
                CmdKind::Unpack { constructor: _, targets, source } => {
                    self.targets(targets.iter().copied(), cmd.span);
                    self.expr(source);
                }
                CmdKind::Havoc(targets) => self.targets(targets.iter().copied(), cmd.span),
                CmdKind::Measure(measure) => measure.exprs.iter().for_each(|expr| self.expr(expr)),
                CmdKind::Atomic { callee: _, ins, outs, layers: _ } => {
                    self.targets(outs.iter().copied(), cmd.span);
                    ins.iter().for_each(|input| self.expr(input));
                }
                CmdKind::Invariant(_) | CmdKind::Call(_) | CmdKind::Async { .. } | CmdKind::Parallel(_) => {}
            }
        }
        // What is changed by callees, or is said to change and does not.
        if self.diagnostics.is_empty() {
            let procedure = &self.civl.program.procedures[action.id.index()];
            let place = |global: GlobalId| procedure.modified_at(global).unwrap_or(procedure.span);
            procedure.modifies.iter().for_each(|global| self.global(*global, place(*global)));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        for used in uses(expr) {
            if let Var::Global(id) = used.var {
                self.global(id, used.span);
            }
        }
    }

    fn targets(&mut self, targets: impl Iterator<Item = Var>, span: Span) {
        for target in targets {
            if let Var::Global(id) = target {
                self.global(id, span);
            }
        }
    }

    fn global(&mut self, id: GlobalId, span: Span) {
        let (global, layers) = (&self.civl.program.globals[id.index()], self.civl.globals[id.index()].layers);
        let (action, name) = (self.action, self.civl.name(self.action.id));
        let message = if action.is_pure {
            format!("pure action `{name}` uses `{}`, which is shared", global.name)
        } else if action.layers.lower <= layers.lower {
            format!(
                "action `{name}` exists from layer {}, but can use `{}` only above layer {}, where it is introduced",
                action.layers.lower, global.name, layers.lower
            )
        } else if !action.layers.is_within(layers) {
            format!("action `{name}` exists at {}, where `{}` does not", show(action.layers), global.name)
        } else {
            return;
        };
        let mut diagnostic = Diagnostic::error(&codes::UNAVAILABLE, span, message)
            .label(global.span, format!("`{}` exists at {}", global.name, show(layers)));
        if let Some(named) = self.civl.program.procedures[action.id.index()].modified_at(id).filter(|at| *at != span) {
            diagnostic = diagnostic.label(named, "said to change here");
        }
        self.diagnostics.push(diagnostic);
    }

    /// The law: the callee exists wherever the caller does.
    fn calls(&mut self) {
        let action = self.action;
        for cmd in action.body.blocks.iter().flat_map(|block| &block.cmds) {
            let CmdKind::Atomic { callee, ins: _, outs: _, layers: _ } = &cmd.kind else { continue };
            if let Some(called) = self.civl.action(*callee)
                && !action.layers.is_within(called.layers)
            {
                let message = format!(
                    "`{}` exists at {}, but calls `{}`, which exists at {}",
                    self.civl.name(action.id),
                    show(action.layers),
                    self.civl.name(*callee),
                    show(called.layers)
                );
                self.error(&codes::CALL_LAYER, cmd.span, message);
            }
        }
    }
}
