//! Calls at a layer.

use super::Purpose;
use super::lowering::{Lowering, Pending, PendingArm};
use crate::actions::code::globals_of;
use crate::actions::placed::Placed;
use crate::actions::preconditions::preconditions;
use crate::calls::Callee;
use crate::civl::{Action, Arm, Call, Linearity, Refines, Routine, YieldProcedure};
use crate::codes;
use crate::cooperation::disguised;
use crate::invariants::is_at;
use crate::linear::{PrimitiveCall, primitives};
use crate::sketch::Witnesses;
use crate::step::StepKind;
use crate::yields::codes::PARALLEL_ARMS;
use ivl::ast::Mover;
use ivl::build::{bool_lit, var};
use ivl::typed::{Assumption, Call as TypedCall, Claim, CmdKind, Expr, LocalId, ProcedureId, Var};
use rustc_hash::FxHashSet;
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

impl<'a> Lowering<'a, '_> {
    /// A call of a pure action, pure procedure or primitive.
    pub(super) fn pure_call(&mut self, callee: ProcedureId, ins: &[Expr], outs: &[Var], span: Span) {
        // Where the layer is not the procedure's own, no refinement copy checks it later.
        let is_checked =
            self.purpose == Purpose::Refinement || self.is_mover_here() || self.layer < self.procedure.layer;
        match &self.given.civl.routines[callee.index()] {
            Routine::Action(_) => self.action(callee, ins.to_vec(), outs.to_vec(), span, is_checked),
            Routine::Primitive { primitive, params: _ } => {
                let call = PrimitiveCall { primitive: *primitive, callee, ins, outs, span };
                for mut step in primitives::lower(self.build, self.given.permissions, &call) {
                    if let StepKind::Assert(expr) = &step.kind
                        && !is_checked
                    {
                        step.kind = StepKind::Assume { expr: expr.clone(), origin: Assumption::Stated };
                    }
                    self.sketch.push(step.into());
                }
            }
            Routine::Pure { .. } | Routine::Plain { .. } => {
                let free = self.purpose == Purpose::Refinement;
                if !free {
                    self.assumption_holds(callee, ins, span);
                }
                let (ins, outs) = (ins.to_vec(), outs.to_vec());
                let call = TypedCall { procedure: callee, type_args: Vec::new(), ins, outs, free };
                self.push(CmdKind::Call(call), Vec::new(), span);
            }
            Routine::Yield(_) | Routine::Invariant(_) => {}
        }
    }

    /// What the call assumes holds, unless it is about values that are open; see [`disguised`].
    fn assumption_holds(&mut self, callee: ProcedureId, ins: &[Expr], span: Span) {
        let civl = self.given.civl;
        let Some(condition) = disguised::assumed_by(civl, callee, ins, span) else { return };
        let count = civl.program.procedures[self.procedure.id.index()].ins;
        if disguised::open_in(self.body, count, span, &condition).is_empty() {
            self.sketch.prove(disguised::claim(civl, callee, self.layer, span), condition);
        }
    }

    /// The action runs: preconditions, gate, code.
    pub(super) fn action(
        &mut self,
        id: ProcedureId,
        ins: Vec<Expr>,
        outs: Vec<Var>,
        span: Span,
        is_gate_checked: bool,
    ) {
        let atomic = self.given.atomics.get(id);
        let name = self.given.civl.name(id).clone();
        let (count, prefix) = (ins.len(), format!("{name}."));
        let placed = Placed::new(&mut self.sketch, atomic, &prefix);
        let passed = placed.params.iter().zip(ins).map(|(param, arg)| (Var::Local(*param), arg)).collect();
        self.sketch.assign(passed, span);
        let formals = placed.formals(&self.sketch);
        for condition in preconditions(self.given.civl, self.build, atomic, &formals) {
            let message = format!("a precondition of `{name}` might not hold at this call, at layer {}", self.layer);
            let failure = Diagnostic::error(&codes::ACTION_PRECONDITION, span, message)
                .label(condition.span, "this is the precondition");
            self.sketch.prove_condition(Claim { kind: "action-precondition", failure }, condition);
        }
        for condition in placed.gate(self.build, &self.sketch) {
            if is_gate_checked {
                let message = format!("the gate of `{name}` might not hold at this call, at layer {}", self.layer);
                let failure =
                    Diagnostic::error(&codes::GATE, span, message).label(condition.span, "this is what fails");
                self.sketch.prove_condition(Claim { kind: "gate", failure }, condition);
            } else {
                self.sketch.assume_condition(condition);
            }
        }
        self.sketch.run(self.build, &placed.running(&prefix, Witnesses::default()));
        let received = outs
            .into_iter()
            .zip(&placed.params[count..])
            .map(|(out, param)| (out, self.sketch.value(*param)))
            .collect();
        self.sketch.assign(received, span);
    }

    /// The action that stands for a procedure below this layer.
    pub(super) fn refined_call(&mut self, callee: &YieldProcedure, action: &Action, call: &Call) {
        let (ins, outs) = self.visible(callee, &call.ins, &call.outs);
        self.action(action.id, ins, outs, call.span, self.checks_gates());
    }

    /// Whether this is the copy that checks the gates of the actions that stand for callees.
    fn checks_gates(&self) -> bool {
        self.purpose == Purpose::Refinement || self.is_mover_here()
    }

    /// A call that the layer discipline refuses.
    fn missing(&mut self, span: Span) {
        let message = format!("nothing stands for this call at layer {}", self.layer);
        self.errors.push(Diagnostic::error(&codes::UNSUPPORTED, span, message));
    }

    /// The arguments and results that the refined action has too.
    pub(super) fn visible(&self, callee: &YieldProcedure, ins: &[Expr], outs: &[Var]) -> (Vec<Expr>, Vec<Var>) {
        let visible: FxHashSet<usize> = callee.visible.iter().map(|local| local.index()).collect();
        let count = ins.len();
        let ins = ins.iter().enumerate().filter(|(at, _)| visible.contains(at)).map(|(_, arg)| arg.clone()).collect();
        let outs =
            outs.iter().enumerate().filter(|(at, _)| visible.contains(&(count + at))).map(|(_, out)| *out).collect();
        (ins, outs)
    }

    pub(super) fn call(&mut self, call: &'a Call, index: usize) {
        match self.given.civl.callee_at(call.callee, self.layer) {
            Callee::Action(callee, action) => self.refined_call(callee, action, call),
            Callee::Nothing => {}
            Callee::Mover(callee, _) => self.mover_call(callee, call),
            Callee::Yields(callee) => {
                let around = self.around(index);
                self.pending(vec![PendingArm::Call(pending(callee, call))], &around, call.span);
            }
            Callee::Missing => self.missing(call.span),
        }
    }

    /// A mover procedure at its own layer: by contract, without a yield.
    pub(super) fn mover_call(&mut self, callee: &'a YieldProcedure, call: &Call) {
        self.check_requires(&pending(callee, call), "this call");
        let procedure = self.contracts[&callee.id];
        let (ins, outs) = (call.ins.clone(), call.outs.clone());
        let call_cmd = TypedCall { procedure, type_args: Vec::new(), ins, outs, free: false };
        self.push(CmdKind::Call(call_cmd), Vec::new(), call.span);
    }

    pub(super) fn async_call(&mut self, call: &'a Call, sync: bool) {
        match self.given.civl.callee_at(call.callee, self.layer) {
            Callee::Action(callee, action) if sync => self.refined_call(callee, action, call),
            Callee::Action(..) | Callee::Missing => self.missing(call.span),
            Callee::Nothing => {}
            Callee::Mover(callee, _) => self.mover_call(callee, call),
            Callee::Yields(callee) => {
                if self.purpose == Purpose::Invariants {
                    self.check_requires(&pending(callee, call), "the thread that this call starts");
                }
            }
        }
    }

    /// The arms are one yield, except those that are atomic at this layer: they run one after the other in between.
    pub(super) fn parallel_call(&mut self, arms: &'a [Arm], index: usize, span: Span) {
        self.late_arms(arms);
        let mut waiting = Vec::new();
        let mut first = 0;
        for (at, arm) in arms.iter().enumerate() {
            let call = match arm {
                Arm::Call(call) => call,
                Arm::Invariant(call) => {
                    if is_at(self.given.civl, call, self.layer) {
                        waiting.push(PendingArm::Invariant(call.clone()));
                    }
                    continue;
                }
            };
            let callee = self.given.civl.callee_at(call.callee, self.layer);
            if let Callee::Yields(callee) = callee {
                waiting.push(PendingArm::Call(pending(callee, call)));
                continue;
            }
            let around = self.between(index, &arms[..first], &arms[at..]);
            self.pending(std::mem::take(&mut waiting), &around, span);
            first = at + 1;
            match callee {
                Callee::Action(callee, action) => self.refined_call(callee, action, call),
                Callee::Nothing | Callee::Yields(_) => {}
                Callee::Mover(callee, _) => self.mover_call(callee, call),
                Callee::Missing => self.missing(call.span),
            }
        }
        let around = self.between(index, &arms[..first], &[]);
        self.pending(waiting, &around, span);
    }

    /// An arm may run before those in front of it. It does not matter what it would do then, since it moves right over
    /// them; but it could fail. A left mover in front would not hide that (failure preservation), others could:
    ///
    /// ```text
    /// one such step in front     a step does not fail at the start of the call either: its gate, or what it requires, holds
    /// several, or a yield        that lasts, too: it reads no globals, or is the gate of a left mover (gate preservation)
    /// ```
    fn late_arms(&mut self, arms: &'a [Arm]) {
        let (mut steps, mut yields) = (0, false);
        for arm in arms {
            let Arm::Call(call) = arm else { continue };
            let must_last = yields || steps > 1;
            match self.given.civl.callee_at(call.callee, self.layer) {
                Callee::Action(callee, action) => {
                    if yields || steps > 0 {
                        self.late_action(callee, action, call, must_last);
                    }
                    steps += !action.is_left_mover() as usize;
                }
                Callee::Mover(callee, mover) => {
                    if yields || steps > 0 {
                        self.late_mover(callee, call, must_last);
                    }
                    steps += matches!(mover, Mover::Right | Mover::Atomic) as usize;
                }
                Callee::Yields(_) => yields = true,
                Callee::Nothing | Callee::Missing => {}
            }
        }
    }

    fn late_mover(&mut self, callee: &'a YieldProcedure, call: &Call, must_last: bool) {
        let requires = callee.requires.iter().filter(|clause| clause.layers.contains(&self.layer));
        let mut globals = requires.flat_map(|clause| globals_of(&clause.condition.expr));
        if must_last && globals.next().is_some() {
            self.may_fail_early(callee, call.span);
        } else if self.purpose == Purpose::Invariants {
            self.check_requires(&pending(callee, call), "this call, which may run before the arms in front of it,");
        }
    }

    fn late_action(&mut self, callee: &YieldProcedure, action: &Action, call: &Call, must_last: bool) {
        let atomic = self.given.atomics.get(action.id);
        if must_last && !action.is_left_mover() && !atomic.gate_reads.is_empty() {
            return self.may_fail_early(callee, call.span);
        }
        if !self.checks_gates() {
            return;
        }
        let name = self.given.civl.name(action.id).clone();
        let (ins, _) = self.visible(callee, &call.ins, &call.outs);
        let placed = Placed::new(&mut self.sketch, atomic, &format!("{name} at the start."));
        let passed = placed.params.iter().zip(ins).map(|(param, arg)| (Var::Local(*param), arg)).collect();
        self.sketch.assign(passed, call.span);
        for condition in placed.gate(self.build, &self.sketch) {
            let message = format!(
                "the gate of `{name}` might not hold at the start of the parallel call, at layer {}",
                self.layer
            );
            let failure = Diagnostic::error(&codes::GATE, call.span, message)
                .label(condition.span, "this is what fails")
                .help("this arm may run before the arms in front of it");
            self.sketch.prove(Claim { kind: "gate", failure }, condition.expr);
        }
    }

    fn may_fail_early(&mut self, callee: &YieldProcedure, span: Span) {
        if self.purpose == Purpose::Refinement {
            return;
        }
        let name = self.given.civl.name(callee.id);
        let message = format!("`{name}` might fail before the arms in front of it have run, at layer {}", self.layer);
        let failure = Diagnostic::error(&PARALLEL_ARMS, span, message)
            .label(span, "behind arms that do not move left, a step must not depend on globals for not failing")
            .help("make two calls of them, or declare its action a left mover too, if it is one");
        self.sketch.prove(Claim { kind: "parallel-arms", failure }, bool_lit(false, span));
    }

    /// The locals that hold permissions before and after the command at the position.
    fn around(&self, index: usize) -> Around {
        let (availability, id) = (self.given.availability, self.procedure.id);
        Around {
            before: availability.before(id, self.at, index).clone(),
            after: availability.after(id, self.at, index).clone(),
        }
    }

    /// The same for some arms of a parallel call, where others have run and others have not yet: what the former were
    /// given is gone before, and what the latter return is not there after. Such a variable still has its old value,
    /// and someone else may hold it by now.
    fn between(&self, index: usize, earlier: &[Arm], later: &[Arm]) -> Around {
        let Around { mut before, mut after } = self.around(index);
        earlier.iter().flat_map(|arm| self.changing_hands(arm)).for_each(|local| _ = before.remove(&local));
        later.iter().flat_map(|arm| self.changing_hands(arm)).for_each(|local| _ = after.remove(&local));
        Around { before, after }
    }

    /// The locals whose permissions an arm takes or gives.
    fn changing_hands(&self, arm: &Arm) -> Vec<LocalId> {
        let Arm::Call(call) = arm else { return Vec::new() };
        let params = self.given.civl.yield_procedure(call.callee).map_or(&[][..], |callee| &callee.params);
        let moved = call.ins.iter().zip(params).filter(|(_, param)| match param.linearity {
            Linearity::LinearIn | Linearity::LinearOut => true,
            Linearity::Linear | Linearity::Ordinary => false,
        });
        let moved = moved.flat_map(|(arg, _)| crate::actions::gate::variables_of(arg));
        let local = |var: Var| if let Var::Local(local) = var { Some(local) } else { None };
        moved.chain(call.outs.iter().copied()).filter_map(local).collect()
    }

    /// Calls of procedures that exist at this layer. For refinement, one that itself refines something at this layer
    /// takes its step as a whole: a yield, then the step, then the yield of the call.
    fn pending(&mut self, mut arms: Vec<PendingArm<'a>>, around: &Around, span: Span) {
        if arms.is_empty() {
            return;
        }
        let stepping = arms.iter().position(|arm| match arm {
            PendingArm::Call(call) => self.purpose == Purpose::Refinement && self.takes_step(call),
            PendingArm::Invariant(_) => false,
        });
        // What the callee ensures of `old` values speaks of the globals here, not of those behind the step.
        let called = self.keep_globals(&arms, span);
        let Some(PendingArm::Call(call)) = stepping.map(|at| &mut arms[at]) else {
            return self.yield_since(&called, arms, &around.after, span);
        };
        let callee = call.callee;
        let kept: Vec<LocalId> = call
            .ins
            .iter()
            .enumerate()
            .map(|(at, _)| {
                let param = &self.given.civl.program.procedures[callee.id.index()].params[at];
                self.sketch.hidden_local(&format!("{} of {}", param.name, self.given.civl.name(callee.id)), param)
            })
            .collect();
        let ins = std::mem::take(&mut call.ins);
        let assigned = kept.iter().zip(ins).map(|(local, arg)| (Var::Local(*local), arg)).collect();
        let values: Vec<Expr> = kept.iter().map(|local| self.sketch.value(*local)).collect();
        call.ins = values.clone();
        let outs = std::mem::take(&mut call.outs);
        let fresh: Vec<LocalId> = outs
            .iter()
            .enumerate()
            .map(|(at, _)| {
                let param = &self.given.civl.program.procedures[callee.id.index()].params[values.len() + at];
                self.sketch.hidden_local(&format!("{} of {}", param.name, self.given.civl.name(callee.id)), param)
            })
            .collect();
        call.outs = fresh.iter().map(|local| Var::Local(*local)).collect();
        let step = Call { callee: callee.id, ins: values, outs: outs.clone(), span: call.span };
        // The yield before the step.
        self.yield_to(Vec::new(), &around.before, span);
        self.sketch.assign(assigned, span);
        self.step_of(callee, &step);
        let visible: FxHashSet<usize> = callee.visible.iter().map(|local| local.index()).collect();
        let is_visible = |at: usize| visible.contains(&(step.ins.len() + at));
        // Results that the step does not have are assigned behind the yield, and hold their permissions from then on.
        let late =
            |local: &LocalId| outs.iter().enumerate().any(|(at, out)| *out == Var::Local(*local) && !is_visible(at));
        let there = around.after.iter().copied().filter(|local| !late(local)).collect();
        self.yield_since(&called, arms, &there, span);
        // What the step gave is what the call gives; results that the step does not have are the call's.
        for (at, (out, local)) in outs.iter().zip(&fresh).enumerate() {
            let value = self.sketch.value(*local);
            if is_visible(at) {
                let out = var(*out, value.ty(), span);
                self.sketch.assume(ivl::build::eq(value, out));
            } else {
                self.sketch.assign(vec![(*out, value)], span);
            }
        }
        if there != around.after {
            self.assume_permissions(&around.after);
        }
    }

    /// The action that the callee refines, at the callee's own layer.
    pub(super) fn step_of(&mut self, callee: &YieldProcedure, step: &Call) {
        if let Some(Refines { action, .. }) = callee.refines {
            let (ins, outs) = self.visible(callee, &step.ins, &step.outs);
            self.action(action, ins, outs, step.span, true);
        }
    }

    /// Whether the call does at this layer what counts for refinement: it refines something, or gives a result that
    /// the caller's action has.
    pub(super) fn takes_step(&self, call: &Pending) -> bool {
        if call.callee.layer != self.layer || call.callee.mover.is_some() {
            return false;
        }
        let visible: FxHashSet<Var> = self.procedure.visible.iter().map(|local| Var::Local(*local)).collect();
        call.callee.refines.is_some() || call.outs.iter().any(|out| visible.contains(out))
    }
}

/// The locals that hold permissions before and after a yield.
struct Around {
    before: BTreeSet<LocalId>,
    after: BTreeSet<LocalId>,
}

fn pending<'a>(callee: &'a YieldProcedure, call: &Call) -> Pending<'a> {
    Pending { callee, ins: call.ins.clone(), outs: call.outs.clone(), span: call.span }
}
