//! Yields, and the calls that are yields at a layer.

use super::Purpose;
use super::lowering::{Lowering, Pending, PendingArm};
use crate::civl::YieldProcedure;
use crate::codes;
use crate::invariants::{invariant_at, is_at};
use ivl::build::var;
use ivl::typed::{Claim, Expr, LocalId, ProcedureId, Var};
use ivl::visit::{Fresh, Substitution, substitute};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

impl<'a> Lowering<'a, '_> {
    pub(super) fn parallel(&mut self, arms: Vec<PendingArm<'a>>, index: usize, span: Span) {
        let after = self.given.availability.after(self.procedure.id, self.at, index).clone();
        self.yield_to(arms, &after, span);
    }

    /// A yield in which these arms run.
    pub(super) fn yield_to(&mut self, arms: Vec<PendingArm<'a>>, available: &BTreeSet<LocalId>, span: Span) {
        let called = self.keep_globals(&arms, span);
        self.yield_since(&called, arms, available, span);
    }

    /// A yield in which these arms run, where the globals at the calls are the kept ones.
    pub(super) fn yield_since(
        &mut self,
        called: &FxHashMap<Var, Expr>,
        mut arms: Vec<PendingArm<'a>>,
        available: &BTreeSet<LocalId>,
        span: Span,
    ) {
        let mut changed: Vec<Var> = self.globals.iter().map(|(global, _)| Var::Global(*global)).collect();
        for arm in &arms {
            if let PendingArm::Call(call) = arm {
                changed.extend(&call.outs);
            }
        }
        for arm in &mut arms {
            match arm {
                PendingArm::Call(call) => {
                    self.keep_arguments(&mut call.ins, call.callee.id, &changed, span);
                    if self.purpose == Purpose::Invariants {
                        self.check_requires(call, "this call");
                    }
                }
                PendingArm::Invariant(call) => {
                    self.keep_arguments(&mut call.ins, call.invariant, &changed, span);
                    if self.purpose == Purpose::Invariants {
                        self.invariant(call, "this yield");
                    }
                }
            }
        }
        self.end_fragment(span);
        self.sketch.havoc(changed, span);
        for arm in &arms {
            match arm {
                PendingArm::Call(call) => self.assume_ensures(call, called),
                PendingArm::Invariant(call) => {
                    for condition in invariant_at(self.given.civl, self.build, call, &Substitution::default()) {
                        self.sketch.assume_condition(condition);
                    }
                }
            }
        }
        self.assume_permissions(available);
        if let Some(refinement) = &self.refinement {
            refinement.assume_gate(&mut self.sketch);
        }
        self.start_fragment(available, span);
    }

    /// Arguments that the yield may change are kept aside.
    pub(super) fn keep_arguments(&mut self, ins: &mut [Expr], callee: ProcedureId, changed: &[Var], span: Span) {
        let mut kept = Vec::new();
        for (at, arg) in ins.iter_mut().enumerate() {
            if crate::actions::gate::variables_of(arg).iter().any(|var| changed.contains(var)) {
                let param = &self.given.civl.program.procedures[callee.index()].params[at];
                let local = self.sketch.hidden_local(&format!("{} of the call", param.name), param);
                let value = std::mem::replace(arg, self.sketch.value(local));
                kept.push((Var::Local(local), value));
            }
        }
        self.sketch.assign(kept, span);
    }

    /// The globals at the calls, if what the arms ensure speaks of them.
    pub(super) fn keep_globals(&mut self, arms: &[PendingArm], span: Span) -> FxHashMap<Var, Expr> {
        let mut kept = FxHashMap::default();
        if arms.iter().any(|arm| matches!(arm, PendingArm::Call(call) if mentions_old(call.callee))) {
            let mut pairs = Vec::new();
            for (global, _) in self.globals.clone() {
                let variable = &self.given.civl.program.globals[global.index()];
                let local = self.sketch.hidden_local(&format!("{} before the call", variable.name), variable);
                pairs.push((Var::Local(local), self.global(global)));
                kept.insert(Var::Global(global), self.sketch.value(local));
            }
            self.sketch.assign(pairs, span);
        }
        kept
    }

    pub(super) fn params_of(&self, call: &Pending) -> Substitution {
        let outs = call.outs.iter().enumerate().map(|(at, out)| {
            let param = &self.given.civl.program.procedures[call.callee.id.index()].params[call.ins.len() + at];
            var(*out, &param.ty, call.span)
        });
        let values = call.ins.iter().cloned().chain(outs);
        let vars = values.enumerate().map(|(at, value)| (Var::Local(LocalId(at as u32)), value)).collect();
        Substitution { vars, ..Substitution::default() }
    }

    /// What the callee requires holds here: to be checked, or believed where another copy checks it.
    pub(super) fn check_requires(&mut self, call: &Pending, needed_by: &str) {
        let params = self.params_of(call);
        let name = self.given.civl.name(call.callee.id).clone();
        for clause in call.callee.requires.iter().filter(|clause| clause.layers.contains(&self.layer)) {
            let expr = substitute(&clause.condition.expr, &params, &mut Fresh::of(&mut self.build.program));
            let message = format!("a precondition of `{name}` might not hold at this call, at layer {}", self.layer);
            let failure = Diagnostic::error(&codes::PRECONDITION, call.span, message)
                .label(clause.condition.span, "this is the precondition");
            match self.purpose {
                Purpose::Invariants => self.sketch.prove(Claim { kind: "precondition", failure }, expr),
                Purpose::Refinement => self.sketch.assume(expr),
            }
        }
        for required in &call.callee.requires_calls {
            if is_at(self.given.civl, required, self.layer) {
                for condition in invariant_at(self.given.civl, self.build, required, &params) {
                    let invariant = self.given.civl.name(required.invariant);
                    let message = format!(
                        "the yield invariant `{invariant}`, which {needed_by} requires, might not hold here, at layer {}",
                        self.layer
                    );
                    let failure = Diagnostic::error(&codes::YIELD_INVARIANT, call.span, message)
                        .label(required.span, format!("required by `{name}`"))
                        .label(condition.span, "this part of it");
                    match self.purpose {
                        Purpose::Invariants => {
                            self.sketch.prove_condition(Claim { kind: "yield-invariant", failure }, condition);
                        }
                        Purpose::Refinement => self.sketch.assume_condition(condition),
                    }
                }
            }
        }
    }

    pub(super) fn assume_ensures(&mut self, call: &Pending, before: &FxHashMap<Var, Expr>) {
        let params = Substitution { old: Some(before.clone()), ..self.params_of(call) };
        for clause in call.callee.ensures.iter().filter(|clause| clause.layers.contains(&self.layer)) {
            let expr = substitute(&clause.condition.expr, &params, &mut Fresh::of(&mut self.build.program));
            self.sketch.assume(expr);
        }
        for ensured in &call.callee.ensures_calls {
            if is_at(self.given.civl, ensured, self.layer) {
                for condition in invariant_at(self.given.civl, self.build, ensured, &params) {
                    self.sketch.assume_condition(condition);
                }
            }
        }
    }
}

fn mentions_old(procedure: &YieldProcedure) -> bool {
    let mut found = false;
    let ensures = procedure.ensures.iter().map(|clause| &clause.condition.expr);
    for expr in ensures.chain(procedure.ensures_calls.iter().flat_map(|call| &call.ins)) {
        ivl::visit::walk(expr, &mut |expr| {
            found |= matches!(expr.kind(), ivl::typed::ExprKind::Old(_));
            !found
        });
    }
    found
}
