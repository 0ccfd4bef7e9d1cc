//! Fragments: what runs between two yields starts and ends.

use super::Purpose;
use super::lowering::Lowering;
use super::noninterference::Interference;
use super::refinement::Refinement;
use crate::civl::InvariantCall;
use crate::invariants::{invariant_at, is_at};
use ivl::build::{old, var};
use ivl::typed::{Expr, GlobalId, LocalId, Transfer, Var};
use ivl::visit::Substitution;
use source::Span;
use std::collections::BTreeSet;

impl<'a> Lowering<'a, '_> {
    pub(super) fn entry(&mut self, span: Span) {
        for call in self.procedure.requires_calls.iter().filter(|call| is_at(self.given.civl, call, self.layer)) {
            for condition in invariant_at(self.given.civl, self.build, call, &Substitution::default()) {
                self.sketch.assume_condition(condition);
            }
        }
        let globals: Vec<Var> = self.globals.iter().map(|(global, _)| Var::Global(*global)).collect();
        self.sketch.havoc(globals, span);
        let entry = self.entry_locals();
        self.assume_permissions(&entry);
        for clause in self.procedure.requires.iter().filter(|clause| clause.layers.contains(&self.layer)) {
            self.sketch.assume(clause.condition.expr.clone());
        }
        for call in self.procedure.requires_calls.iter().filter(|call| is_at(self.given.civl, call, self.layer)) {
            // The arguments are those of the call, the state is that after the yield on entry.
            let ins = call.ins.iter().map(|arg| old(arg.clone())).collect();
            let call = InvariantCall { ins, ..call.clone() };
            for condition in invariant_at(self.given.civl, self.build, &call, &Substitution::default()) {
                self.sketch.assume_condition(condition);
            }
        }
        self.start_checks(span);
        self.start_fragment(&entry, span);
        if let Some(refinement) = &self.refinement {
            refinement.start(&mut self.sketch, span);
        }
    }

    /// Makes the blocks where fragments are checked.
    pub(super) fn start_checks(&mut self, span: Span) {
        for domain in self.given.permissions.domains() {
            self.held.push(self.sketch.fresh("permissions at the last yield", &domain.set_type(), span));
        }
        match self.purpose {
            Purpose::Invariants => {
                let interference = Interference {
                    given: self.given,
                    procedure: self.procedure,
                    body: self.body,
                    layer: self.layer,
                    globals: &self.globals,
                    held: &self.held,
                };
                self.interference = interference.block(self.build, &mut self.sketch);
            }
            Purpose::Refinement => {
                let old = self.globals.clone();
                match Refinement::new(self.given, self.build, &mut self.sketch, self.procedure, old) {
                    Ok(refinement) => self.refinement = Some(refinement),
                    Err(error) => self.errors.push(error),
                }
            }
        }
    }

    /// old_g := g; held := permissions held here
    pub(super) fn start_fragment(&mut self, available: &BTreeSet<LocalId>, span: Span) {
        let mut pairs: Vec<(Var, Expr)> =
            self.globals.iter().map(|(global, local)| (Var::Local(*local), self.global(*global))).collect();
        if self.interference.is_some() {
            let held = self.holding(available);
            for (domain, local) in self.given.permissions.domains().zip(self.held.clone()) {
                pairs.push((Var::Local(local), self.given.permissions.union(self.build, domain, &held, span)));
            }
        }
        self.sketch.assign(pairs, span);
        if let Some(refinement) = &self.refinement {
            refinement.start_fragment(&mut self.sketch, span);
        }
    }

    pub(super) fn global(&self, global: GlobalId) -> Expr {
        let variable = &self.given.civl.program.globals[global.index()];
        var(Var::Global(global), &variable.ty, self.sketch_span())
    }

    /// The variables that hold permissions at this layer, given the locals that hold some.
    pub(super) fn holding(&self, available: &BTreeSet<LocalId>) -> Vec<Expr> {
        let locals = available.iter().filter(|local| self.body.locals[local.index()].layers.contains(self.layer));
        let mut held: Vec<Expr> = locals.map(|local| self.sketch.value(*local)).collect();
        held.extend(self.given.civl.linear_globals(self.layer).map(|global| self.global(global)));
        held
    }

    pub(super) fn assume_permissions(&mut self, available: &BTreeSet<LocalId>) {
        let held = self.holding(available);
        self.sketch.assume_held(self.build, self.given.permissions, &held, &[]);
    }

    pub(super) fn in_loop(&self) -> bool {
        self.in_yielding_loop[self.at.index()]
    }

    /// The checks at a yield; goes on in a new block.
    pub(super) fn end_fragment(&mut self, span: Span) {
        let in_loop = self.in_loop();
        if let Some(refinement) = &self.refinement
            && !in_loop
        {
            refinement.evaluate(&mut self.sketch, span);
        }
        let next = self.sketch.block(span);
        let mut targets = vec![next];
        targets.extend(self.interference);
        targets.extend(self.refinement.as_ref().map(|refinement| refinement.check(in_loop)));
        self.end_block(Transfer::Goto { targets, attributes: Vec::new(), span });
        self.sketch.current = next;
        if let Some(refinement) = &self.refinement {
            refinement.end_fragment(&mut self.sketch, in_loop, span);
        }
    }

    /// The checks at a return.
    pub(super) fn end_of_run(&mut self, span: Span) {
        let next = self.sketch.block(span);
        let mut targets = vec![next];
        targets.extend(self.interference);
        targets.extend(self.refinement.as_ref().map(|refinement| refinement.return_check()));
        self.end_block(Transfer::Goto { targets, attributes: Vec::new(), span });
        self.sketch.current = next;
    }
}
