//! Ownership: at each layer, modules keep to themselves.
//!
//! The law, for every layer n, with own(·, n) the module that something belongs to at n (paper, section 7):
//!
//! ```text
//! an action A that exists at n            its gate and body refer to g, or it calls an action that does
//! an invariant J of layer n               its conditions refer to g
//! a yield procedure P of layer n or above its contract and its statements refer to g as far as they exist at n; or
//!                                         it calls a procedure that is an action at n, or a mover procedure of layer n,
//!                                         and that step refers to g
//! a yield procedure P without a body      the action that it refines refers to g: P does that at n, too
//!                                                                                     ==>  own(g, n) = own(·, n)
//! ```
//!
//! Calls of procedures that are procedures at n too, and of invariants, are the ways from one module to another: what
//! these refer to is theirs. Then a fragment or an action of M at n changes no variable of another module, and an
//! invariant or a gate of M depends on none.

use super::codes::OWNERSHIP;
use super::footprint::{Mention, of_action, of_action_cmd, of_expr, of_exprs, of_mover, of_targets};
use super::layers::Stretches;
use super::{Item, ModuleId, Origin};
use crate::calls::Callee;
use crate::civl::{
    Action, Arm, Body, Call, Civl, Cmd, CmdKind, Invariant, InvariantCall, Layer, LayerRange, Layered, LayeredMeasure,
    Routine, YieldProcedure,
};
use crate::cooperation::finishing::calls;
use ivl::typed::{GlobalId, ProcedureId, Var};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// Every reference to a variable of another module, at the lowest layer where it is one.
pub fn check_ownership(civl: &Civl) -> Vec<Diagnostic> {
    let stretches = Stretches::new(civl);
    let mut found = Vec::new();
    for (at, routine) in civl.routines.iter().enumerate() {
        let check = Check { civl, stretches: &stretches, id: ProcedureId(at as u32), accesses: Vec::new() };
        found.extend(match routine {
            Routine::Plain { .. } | Routine::Pure { .. } | Routine::Primitive { .. } => Vec::new(),
            Routine::Action(action) => check.action(action),
            Routine::Yield(procedure) => check.procedure(procedure),
            Routine::Invariant(invariant) => check.invariant(invariant),
        });
    }
    found
}

struct Access {
    global: GlobalId,
    layer: Layer,
    span: Span,
    /// What is called here and refers to the variable.
    through: Option<ProcedureId>,
}

struct Check<'a> {
    civl: &'a Civl<'a>,
    stretches: &'a Stretches,
    id: ProcedureId,
    accesses: Vec<Access>,
}

impl Check<'_> {
    fn action(mut self, action: &Action) -> Vec<Diagnostic> {
        let layers = self.stretches.within(action.layers);
        action.gate.iter().for_each(|gate| self.mentions(of_expr(&gate.expr), &layers));
        self.conditions(&action.requires);
        action.requires_calls.iter().for_each(|call| self.invariant_call(call));
        for cmd in action.body.blocks.iter().flat_map(|block| &block.cmds) {
            self.mentions(of_action_cmd(cmd), &layers);
            if let CmdKind::Atomic { callee, ins: _, outs: _, layers: _ } = &cmd.kind
                && let Some(callee) = self.civl.action(*callee)
            {
                let footprint = of_action(self.civl, callee);
                layers.iter().for_each(|layer| self.through(callee.id, &footprint, *layer, cmd.span));
            }
        }
        self.found()
    }

    fn invariant(mut self, invariant: &Invariant) -> Vec<Diagnostic> {
        for condition in &invariant.conditions {
            self.mentions(of_expr(&condition.expr), &[invariant.layer]);
        }
        self.found()
    }

    fn procedure(mut self, procedure: &YieldProcedure) -> Vec<Diagnostic> {
        self.conditions(&procedure.requires);
        self.conditions(&procedure.ensures);
        procedure.requires_calls.iter().chain(&procedure.ensures_calls).for_each(|call| self.invariant_call(call));
        procedure.measures.iter().for_each(|measure| self.measure(measure));
        let layers = LayerRange { lower: 0, upper: procedure.layer };
        match &procedure.body {
            Some(body) => self.body(body, layers),
            None => self.believed(procedure, layers),
        }
        self.found()
    }

    /// What a procedure without a body does is what its action does, also at the layers below that of the action.
    fn believed(&mut self, procedure: &YieldProcedure, layers: LayerRange) {
        let span = self.civl.program.procedures[procedure.id.index()].span;
        self.mentions(procedure.modifies.iter().map(|global| (*global, span)), &[procedure.layer]);
        let Some(refines) = procedure.refines else { return };
        let Some(action) = self.civl.action(refines.action) else { return };
        let footprint = of_action(self.civl, action);
        for layer in self.stretches.within(layers) {
            let exists = |global: &GlobalId| self.civl.globals[global.index()].layers.contains(layer);
            let there = footprint.iter().filter(|global| exists(global));
            let through = Some(action.id);
            let access = |global: &GlobalId| Access { global: *global, layer, span: refines.span, through };
            self.accesses.extend(there.map(access));
        }
    }

    fn body(&mut self, body: &Body, layers: LayerRange) {
        for block in &body.blocks {
            block.yields.iter().flat_map(|yields| &yields.invariants).for_each(|call| self.invariant_call(call));
            block.cmds.iter().for_each(|cmd| self.cmd(body, cmd, layers));
        }
    }

    fn cmd(&mut self, body: &Body, cmd: &Cmd, all: LayerRange) {
        // A variable exists at the layers of the local that takes its value: reads are there.
        let target = |var: &Var| match var {
            Var::Local(id) => body.locals[id.index()].layers,
            Var::Global(_) | Var::Const(_) | Var::Bound(_) => all,
        };
        match &cmd.kind {
            CmdKind::Assert { expr, layers } => self.mentions(of_expr(expr), &in_order(layers)),
            CmdKind::Assume { expr, origin: _ } => self.mentions_within(of_expr(expr), all),
            CmdKind::Assign(pairs) => {
                for (left, right) in pairs {
                    self.mentions_within(of_targets([*left], cmd.span), target(left));
                    self.mentions_within(of_expr(right), target(left));
                }
            }
            CmdKind::Unpack { constructor: _, targets, source } => {
                for left in targets {
                    self.mentions_within(of_targets([*left], cmd.span), target(left));
                    self.mentions_within(of_expr(source), target(left));
                }
            }
            CmdKind::Havoc(targets) => self.mentions_within(of_targets(targets.iter().copied(), cmd.span), all),
            CmdKind::Measure(measure) => self.measure(measure),
            CmdKind::Atomic { callee, ins, outs, layers } => {
                self.mentions_within(of_targets(outs.iter().copied(), cmd.span), *layers);
                self.mentions_within(of_exprs(ins), *layers);
                if let Some(callee) = self.civl.action(*callee) {
                    let footprint = of_action(self.civl, callee);
                    let layers = self.stretches.within(*layers);
                    layers.into_iter().for_each(|layer| self.through(callee.id, &footprint, layer, cmd.span));
                }
            }
            CmdKind::Invariant(call) => self.invariant_call(call),
            CmdKind::Parallel(arms) => {
                for arm in arms {
                    match arm {
                        Arm::Call(_) => {}
                        Arm::Invariant(call) => self.invariant_call(call),
                    }
                }
            }
            CmdKind::Call(_) | CmdKind::Async { .. } => {}
        }
        calls(&cmd.kind).into_iter().for_each(|call| self.call(call, all));
    }

    /// A call is a step of the caller at the layers where the callee does not yield.
    fn call(&mut self, call: &Call, all: LayerRange) {
        self.mentions_within(of_exprs(&call.ins), all);
        for layer in self.stretches.within(all) {
            match self.civl.callee_at(call.callee, layer) {
                Callee::Action(_, action) => {
                    let footprint = of_action(self.civl, action);
                    self.through(action.id, &footprint, layer, call.span);
                }
                Callee::Mover(callee, _) => {
                    let footprint = of_mover(self.civl, callee);
                    self.through(callee.id, &footprint, layer, call.span);
                }
                Callee::Nothing | Callee::Yields(_) | Callee::Missing => {}
            }
        }
    }

    fn conditions(&mut self, conditions: &[Layered]) {
        for Layered { condition, layers } in conditions {
            self.mentions(of_expr(&condition.expr), &in_order(layers));
        }
    }

    fn measure(&mut self, measure: &LayeredMeasure) {
        self.mentions(of_exprs(&measure.exprs), &in_order(&measure.layers));
    }

    /// The arguments are the caller's, what is said of them is the invariant's.
    fn invariant_call(&mut self, call: &InvariantCall) {
        let Some(invariant) = self.civl.invariant(call.invariant) else { return };
        self.mentions(of_exprs(&call.ins), &[invariant.layer]);
    }

    fn mentions_within(&mut self, mentions: impl IntoIterator<Item = Mention>, layers: LayerRange) {
        let layers = self.stretches.within(layers);
        self.mentions(mentions, &layers);
    }

    fn mentions(&mut self, mentions: impl IntoIterator<Item = Mention>, layers: &[Layer]) {
        for (global, span) in mentions {
            let exists = self.civl.globals[global.index()].layers;
            let layers = layers.iter().filter(|layer| exists.contains(**layer));
            self.accesses.extend(layers.map(|layer| Access { global, layer: *layer, span, through: None }));
        }
    }

    /// A callee of the same module answers for itself.
    fn through(&mut self, callee: ProcedureId, footprint: &BTreeSet<GlobalId>, layer: Layer, span: Span) {
        let modules = &self.civl.modules;
        if modules.routine(callee).owner(layer) != modules.routine(self.id).owner(layer) {
            let access = |global: &GlobalId| Access { global: *global, layer, span, through: Some(callee) };
            self.accesses.extend(footprint.iter().map(access));
        }
    }

    /// The accesses that break the law: each variable once at each place.
    fn found(mut self) -> Vec<Diagnostic> {
        self.accesses.sort_by_key(|access| access.layer);
        let mut reported: Vec<(GlobalId, Span)> = Vec::new();
        let mut diagnostics = Vec::new();
        for access in &self.accesses {
            let own = self.civl.modules.routine(self.id).owner(access.layer);
            let owner = self.civl.modules.of(Item::Global(access.global)).owner(access.layer);
            if own != owner && !reported.contains(&(access.global, access.span)) {
                reported.push((access.global, access.span));
                diagnostics.push(self.diagnostic(access, own, owner));
            }
        }
        diagnostics
    }

    fn diagnostic(&self, access: &Access, own: ModuleId, owner: ModuleId) -> Diagnostic {
        let (civl, modules, layer) = (self.civl, &self.civl.modules, access.layer);
        let (variable, declared) = civl.declared(Item::Global(access.global));
        let (name, (own_name, owner_name)) = (civl.name(self.id), (modules.show(own), modules.show(owner)));
        let by = access.through.map_or(String::new(), |callee| format!(" by way of `{}`", civl.name(callee)));
        let message = format!(
            "`{name}` of {own_name} refers{by} to `{variable}`, which belongs to {owner_name} at layer {layer}"
        );
        let mut diagnostic = Diagnostic::error(&OWNERSHIP, access.span, message)
            .label(declared, format!("`{variable}` belongs to {owner_name} at layer {layer}"));
        if let Some(callee) = access.through {
            let callee = civl.declared(Item::Routine(callee)).1;
            diagnostic = diagnostic.label(callee, format!("at layer {layer} this is a step of the caller"));
        }
        diagnostic = diagnostic.help(format!(
            "call a procedure of {owner_name} that is still a procedure at layer {layer}, or a yield invariant of {owner_name}"
        ));
        match (modules.of(Item::Global(access.global)).origin, own) {
            (Origin::Template, _) => diagnostic,
            (Origin::Ordinary | Origin::Copy(_), ModuleId::MAIN) => {
                diagnostic.help(format!("or let `{name}` belong to {owner_name} at layer {layer}"))
            }
            (Origin::Ordinary | Origin::Copy(_), _) => diagnostic.help(format!(
                "or let `{variable}` migrate: `{{:module {layer}, \"{}\"}}` on it and on the actions that use it",
                modules.names[own.0 as usize]
            )),
        }
    }
}

fn in_order(layers: &BTreeSet<Layer>) -> Vec<Layer> {
    layers.iter().copied().collect()
}
