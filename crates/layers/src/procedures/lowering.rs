//! One yield procedure at one layer, on its way to a plain procedure.

use super::Purpose;
use super::contract::contract;
use super::loops::{blocks_in_yielding_loops, heads};
use super::refinement::Refinement;
use crate::civl::{Body, InvariantCall, Layer, YieldProcedure};
use crate::given::Given;
use crate::sketch::Sketch;
use ivl::build::{Build, goto};
use ivl::typed::{BlockId, Expr, GlobalId, LocalId, ProcedureId, Transfer, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// What is known on the way.
pub(super) struct Lowering<'a, 'b> {
    pub(super) given: &'a Given<'a>,
    pub(super) contracts: &'a FxHashMap<ProcedureId, ProcedureId>,
    pub(super) build: &'b mut Build,
    pub(super) errors: &'b mut Vec<Diagnostic>,
    pub(super) procedure: &'a YieldProcedure,
    pub(super) body: &'a Body,
    pub(super) layer: Layer,
    pub(super) purpose: Purpose,
    pub(super) sketch: Sketch,
    /// The globals that exist at this layer, each with the local that keeps its value at the last yield.
    pub(super) globals: Vec<(GlobalId, LocalId)>,
    /// One local per domain: the permissions held at the last yield.
    pub(super) held: Vec<LocalId>,
    pub(super) refinement: Option<Refinement>,
    /// Where fragments are checked against the invariants of other threads.
    pub(super) interference: Option<BlockId>,
    /// The sketch's block for each block of the body.
    pub(super) blocks: Vec<BlockId>,
    pub(super) loop_heads: FxHashSet<BlockId>,
    /// For each block of the body.
    pub(super) in_yielding_loop: Vec<bool>,
    /// The block of the body that is being lowered.
    pub(super) at: BlockId,
}

/// A call whose callee still exists at the layer.
pub(super) struct Pending<'a> {
    pub(super) callee: &'a YieldProcedure,
    pub(super) ins: Vec<Expr>,
    pub(super) outs: Vec<Var>,
    pub(super) span: Span,
}

pub(super) enum PendingArm<'a> {
    Call(Pending<'a>),
    Invariant(InvariantCall),
}

impl<'a, 'b> Lowering<'a, 'b> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn new(
        given: &'a Given<'a>,
        contracts: &'a FxHashMap<ProcedureId, ProcedureId>,
        build: &'b mut Build,
        procedure: &'a YieldProcedure,
        body: &'a Body,
        layer: Layer,
        purpose: Purpose,
        errors: &'b mut Vec<Diagnostic>,
    ) -> Lowering<'a, 'b> {
        let civl = given.civl;
        let name = civl.name(procedure.id);
        let span = civl.program.procedures[procedure.id.index()].span;
        let name = match purpose {
            Purpose::Invariants => format!("{name} at layer {layer}"),
            Purpose::Refinement => format!("{name} refines at layer {layer}"),
        };
        let mut sketch = Sketch::new(name, span);
        for local in &body.locals {
            sketch.local(&local.variable.name, &local.variable);
        }
        Lowering {
            given,
            contracts,
            build,
            errors,
            procedure,
            body,
            layer,
            purpose,
            sketch,
            globals: Vec::new(),
            held: Vec::new(),
            refinement: None,
            interference: None,
            blocks: Vec::new(),
            loop_heads: heads(body),
            in_yielding_loop: blocks_in_yielding_loops(body, layer),
            at: BlockId(0),
        }
    }

    pub(super) fn is_mover_here(&self) -> bool {
        self.procedure.mover_at(self.layer).is_some()
    }

    pub(super) fn procedure(mut self) {
        let span = self.sketch_span();
        self.blocks = self.body.blocks.iter().map(|block| self.sketch.block(block.span)).collect();
        let civl = self.given.civl;
        let here = |global: &GlobalId| civl.globals[global.index()].layers.contains(self.layer);
        let globals: Vec<GlobalId> = (0..civl.globals.len() as u32).map(GlobalId).filter(here).collect();
        if self.is_mover_here() {
            self.assume_permissions(&self.entry_locals());
        } else {
            for global in globals {
                let variable = &civl.program.globals[global.index()];
                let local = self.sketch.hidden_local(&format!("{} at the last yield", variable.name), variable);
                self.globals.push((global, local));
            }
            self.entry(span);
        }
        let first = self.blocks[0];
        self.end_block(goto(first, span));
        for at in 0..self.body.blocks.len() {
            self.block(at);
        }
        self.finish();
    }

    pub(super) fn finish(self) {
        let Lowering { given, contracts, build, procedure, layer, purpose, sketch, .. } = self;
        let is_mover = procedure.mover_at(layer).is_some();
        if is_mover {
            sketch.finish_body(build, contracts[&procedure.id]);
            return;
        }
        let mut contract = contract(given.civl, build, procedure, layer);
        if purpose == Purpose::Refinement {
            contract.ensures.clear();
        }
        let id = ProcedureId(build.program.procedures.len() as u32);
        build.program.procedures.push(contract);
        sketch.finish_body(build, id);
    }

    pub(super) fn sketch_span(&self) -> Span {
        self.given.civl.program.procedures[self.procedure.id.index()].span
    }

    /// Ends the current block.
    pub(super) fn end_block(&mut self, transfer: Transfer) {
        let current = self.sketch.current;
        self.sketch.blocks[current.index()].transfer = transfer;
    }

    pub(super) fn entry_locals(&self) -> BTreeSet<LocalId> {
        let params = self.procedure.params.iter().enumerate();
        params.filter(|(_, param)| param.linearity.holds_on_entry()).map(|(at, _)| LocalId(at as u32)).collect()
    }
}
