//! Blocks and commands at a layer.

use super::Purpose;
use super::lowering::{Lowering, PendingArm};
use crate::actions::code::unpack;
use crate::actions::gate::Condition;
use crate::civl::{Call, CmdKind as CivlCmdKind, InvariantCall, Transfer as CivlTransfer};
use crate::codes;
use crate::cooperation::choices::{for_some, is_about, open_before};
use crate::cooperation::finishing::calls;
use crate::cooperation::recursion::Shrinking;
use crate::cooperation::termination::Blocking;
use crate::invariants::{invariant_at, is_at};
use crate::step::Step;
use crate::yields::codes::COOPERATION_RECURSION;
use ivl::build::{eq, goto, not, var};
use ivl::typed::{Assumption, Attribute, BlockId, Claim, Cmd, CmdKind, Expr, LocalId, Transfer, Var};
use ivl::visit::Substitution;
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

impl<'a> Lowering<'a, '_> {
    pub(super) fn block(&mut self, at: usize) {
        let block = &self.body.blocks[at];
        self.at = BlockId(at as u32);
        self.sketch.current = self.blocks[at];
        let is_yielding = self.is_yielding_head(self.at);
        let available = self.given.availability.at_block(self.procedure.id, self.at).clone();
        if self.loop_heads.contains(&self.at) {
            self.assume_permissions(&available);
        }
        let mut cmds = block.cmds.iter().enumerate().peekable();
        if is_yielding {
            // The invariants of the loop come first.
            while let Some((index, cmd)) = cmds.next_if(|(_, cmd)| {
                matches!(cmd.kind, CivlCmdKind::Assert { .. } | CivlCmdKind::Assume { .. } | CivlCmdKind::Measure(_))
            }) {
                self.cmd(cmd, index);
            }
            self.yielding_head(&available, block.span);
        }
        for (index, cmd) in cmds {
            self.cmd(cmd, index);
        }
        self.transfer(&block.transfer);
    }

    pub(super) fn is_yielding_head(&self, at: BlockId) -> bool {
        self.body.blocks[at.index()].yields_at(self.layer)
    }

    /// The head of a loop that yields: invariants of other threads hold, globals are arbitrary otherwise.
    pub(super) fn yielding_head(&mut self, available: &BTreeSet<LocalId>, span: Span) {
        if let Some(refinement) = &self.refinement {
            refinement.assume_gate(&mut self.sketch);
            refinement.loop_head(self.given, self.procedure, &mut self.sketch);
        }
        let yields = self.body.blocks[self.at.index()].yields.as_ref();
        for call in yields.into_iter().flat_map(|yields| &yields.invariants) {
            if is_at(self.given.civl, call, self.layer) {
                self.invariant(call, "this loop");
            }
        }
        // Assigning them makes them arbitrary at the head.
        let globals: Vec<(Var, Expr)> =
            self.globals.iter().map(|(global, _)| (Var::Global(*global), self.global(*global))).collect();
        self.sketch.assign(globals, span);
        self.start_fragment(available, span);
    }

    /// The invariant holds here: to be checked, or believed where another copy checks it.
    pub(super) fn invariant(&mut self, call: &InvariantCall, needed_by: &str) {
        let conditions = invariant_at(self.given.civl, self.build, call, &Substitution::default());
        for condition in conditions {
            match self.purpose {
                Purpose::Invariants => {
                    let claim = self.invariant_claim(call, &condition, needed_by);
                    self.sketch.prove_condition(claim, condition);
                }
                Purpose::Refinement => self.sketch.assume_condition(condition),
            }
        }
    }

    pub(super) fn invariant_claim(&self, call: &InvariantCall, condition: &Condition, needed_by: &str) -> Claim {
        let name = self.given.civl.name(call.invariant);
        let message = format!("the yield invariant `{name}` might not hold here, at layer {}", self.layer);
        let failure = Diagnostic::error(&codes::YIELD_INVARIANT, call.span, message)
            .label(condition.span, format!("needed by {needed_by}"));
        Claim { kind: "yield-invariant", failure }
    }

    /// The invariants that the procedure ensures hold on return.
    fn ensured(&mut self, span: Span) {
        if self.purpose == Purpose::Refinement {
            return;
        }
        let (civl, layer) = (self.given.civl, self.layer);
        for call in self.procedure.ensures_calls.iter().filter(|call| is_at(civl, call, layer)) {
            for condition in invariant_at(civl, self.build, call, &Substitution::default()) {
                let (procedure, name) = (civl.name(self.procedure.id), civl.name(call.invariant));
                let message = format!(
                    "the yield invariant `{name}`, which `{procedure}` ensures, might not hold on return, at layer {layer}"
                );
                let failure = Diagnostic::error(&codes::YIELD_INVARIANT, call.span, message)
                    .label(condition.span, "this part of it")
                    .label(span, "on this return");
                self.sketch.prove_condition(Claim { kind: "yield-invariant", failure }, condition);
            }
        }
    }

    pub(super) fn transfer(&mut self, transfer: &CivlTransfer) {
        match transfer {
            CivlTransfer::Goto { targets, span } => {
                let targets: Vec<BlockId> = targets.iter().map(|target| self.edge(*target, *span)).collect();
                self.end_block(Transfer::Goto { targets, attributes: Vec::new(), span: *span });
            }
            CivlTransfer::Return { span } => {
                if !self.is_mover_here() {
                    self.end_of_run(*span);
                }
                self.ensured(*span);
                self.end_block(Transfer::Return { attributes: Vec::new(), span: *span });
            }
        }
    }

    /// The block to go to for an edge: the head of a yielding loop is reached at the end of a fragment.
    pub(super) fn edge(&mut self, target: BlockId, span: Span) -> BlockId {
        if !self.is_yielding_head(target) || self.is_mover_here() {
            return self.blocks[target.index()];
        }
        let here = self.sketch.current;
        let edge = self.sketch.block(span);
        self.sketch.current = edge;
        self.end_fragment(span);
        self.end_block(goto(self.blocks[target.index()], span));
        self.sketch.current = here;
        edge
    }

    pub(super) fn cmd(&mut self, cmd: &'a crate::civl::Cmd, index: usize) {
        let span = cmd.span;
        calls(&cmd.kind).into_iter().for_each(|call| self.loses_a_member(call));
        match &cmd.kind {
            CivlCmdKind::Assert { expr, layers } => {
                if layers.contains(&self.layer) {
                    let kind = match self.purpose {
                        Purpose::Invariants => CmdKind::Assert(expr.clone()),
                        Purpose::Refinement => {
                            CmdKind::Assume { expr: expr.clone(), origin: Assumption::FreeInvariant }
                        }
                    };
                    self.push(kind, cmd.attributes.clone(), span);
                }
            }
            CivlCmdKind::Assume { expr, origin } => {
                self.does_not_block(expr, index, span);
                let kind = CmdKind::Assume { expr: expr.clone(), origin: *origin };
                self.push(kind, cmd.attributes.clone(), span);
            }
            CivlCmdKind::Assign(pairs) => {
                let pairs: Vec<(Var, Expr)> =
                    pairs.iter().filter(|(left, _)| self.exists_here(*left)).cloned().collect();
                if !pairs.is_empty() {
                    self.push(CmdKind::Assign(pairs), cmd.attributes.clone(), span);
                }
            }
            CivlCmdKind::Unpack { constructor, targets, source } => {
                for kind in unpack(self.given.civl, *constructor, targets, source.clone()) {
                    self.sketch.push(Step { kind, attributes: Vec::new(), span }.into());
                }
            }
            CivlCmdKind::Havoc(vars) => self.sketch.havoc(vars.clone(), span),
            CivlCmdKind::Measure(measure) => {
                if self.purpose == Purpose::Invariants && measure.layers.contains(&self.layer) {
                    self.push(CmdKind::Measure(measure.exprs.clone()), Vec::new(), span);
                }
            }
            CivlCmdKind::Atomic { callee, ins, outs, layers } => {
                if layers.contains(self.layer) {
                    self.pure_call(*callee, ins, outs, span);
                }
            }
            CivlCmdKind::Invariant(call) => {
                if is_at(self.given.civl, call, self.layer) {
                    self.parallel(vec![PendingArm::Invariant(call.clone())], index, span);
                }
            }
            CivlCmdKind::Call(call) => self.call(call, index),
            CivlCmdKind::Async { call, sync } => self.async_call(call, *sync),
            CivlCmdKind::Parallel(arms) => self.parallel_call(arms, index, span),
        }
    }

    /// In the committed part of a transaction, some choice of the values that are open satisfies the assumption. Of one
    /// that speaks of nothing else this is believed, and told by [`crate::trust`].
    fn does_not_block(&mut self, expr: &Expr, index: usize, span: Span) {
        let (id, layer) = (self.procedure.id, self.layer);
        let here = |other: &&Blocking| (other.procedure, other.layer, other.span) == (id, layer, span);
        let Some(blocking) = self.given.blocking.iter().find(here) else { return };
        let ins = self.given.civl.program.procedures[id.index()].ins;
        let open = open_before(self.body, ins, self.at, index);
        if self.purpose == Purpose::Invariants && !is_about(expr, &open) {
            let condition = for_some(self.build, self.body, expr, &open);
            let claim = Claim { kind: "non-blocking", failure: blocking.failure.clone() };
            self.sketch.prove(claim, condition);
        }
    }

    /// A procedure that calls itself until a set is empty hands on another set than its own.
    fn loses_a_member(&mut self, call: &Call) {
        let (id, layer) = (self.procedure.id, self.layer);
        let here = |it: &&Shrinking| call.callee == id && (it.procedure, it.layer) == (id, layer);
        let Some(shrinking) = self.given.shrinking.iter().find(here) else { return };
        if self.purpose == Purpose::Invariants {
            let param = &self.given.civl.program.procedures[id.index()].params[shrinking.at];
            let own = var(Var::Local(LocalId(shrinking.at as u32)), &param.ty, call.span);
            let message = format!(
                "this call might hand on the whole set `{}`, so that the calls never end, at layer {layer}",
                param.name
            );
            let failure = Diagnostic::error(&COOPERATION_RECURSION, call.span, message)
                .help("take a member out: assume or assert before the call that it is one");
            let condition = not(eq(call.ins[shrinking.at].clone(), own));
            self.sketch.prove(Claim { kind: "termination", failure }, condition);
        }
    }

    pub(super) fn push(&mut self, kind: CmdKind, attributes: Vec<Attribute>, span: Span) {
        self.sketch.push(Cmd { kind, attributes, span });
    }

    pub(super) fn exists_here(&self, target: Var) -> bool {
        match target {
            Var::Local(local) => self.body.locals[local.index()].layers.contains(self.layer),
            Var::Global(_) | Var::Const(_) | Var::Bound(_) => true,
        }
    }
}
