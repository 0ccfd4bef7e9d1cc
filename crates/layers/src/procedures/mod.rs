//! Yield procedures at a layer, as plain procedures.
//!
//! At layer n a yield procedure P (of layer n or above) is a sequential procedure in which other threads run at the
//! yields. With g the globals, `old_g` and `held` their values and the thread's permissions at the last yield:
//!
//! ```text
//! entry                 assume invariants required at n; havoc g; assume permissions are disjoint;
//!                       assume requires and invariants required at n, for the arguments of the call
//! call Q(), Q below n   the action that Q refines runs: its gate, then its code
//! call Q | R | Inv      check what they require at n; **fragment end**; havoc g, results;
//!  (Q, R at or above n) assume what they ensure at n; assume permissions are disjoint; **fragment start**
//! async call Q()        check what Q requires at n
//! assert {:layer n}     check
//! return                **fragment end**; check ensures and invariants ensured at n
//! fragment start        old_g := g; held := permissions held here
//! ```
//!
//! What is checked at a fragment end depends on what the copy of P is for: that the fragment keeps every yield invariant
//! of other threads ([`noninterference`]), or that it refines ([`refinement`]). In the copy for refinement, all that is
//! checked by the other copy is believed; the gates of actions are checked there.
//!
//! A mover procedure at its own layer has no yields: it is a plain procedure with a contract, called as such.

mod body;
mod call;
mod fragment;
pub mod loops;
pub mod noninterference;
pub mod refinement;
mod yielding;

use crate::actions::atomic::Atomics;
use crate::actions::code::{goto, unpack};
use crate::actions::gate::Condition;
use crate::actions::mover::{invariant_at, preconditions};
use crate::build::{Build, bool_lit, old, var};
use crate::civl::{
    Arm, Body, Call, Civl, CmdKind as CivlCmdKind, InvariantCall, Layer, Layered, Refines, Routine,
    Transfer as CivlTransfer, YieldProcedure,
};
use crate::codes;
use crate::linear::{Availability, Permissions, PrimitiveCall, primitives};
use crate::procedures::loops::blocks_in_yielding_loops;
use crate::procedures::noninterference::Interference;
use crate::procedures::refinement::Refinement;
use crate::sketch::{Running, Sketch, Witnesses, sequential};
use ivl::typed::{
    Assumption, Attribute, BlockId, Call as TypedCall, Claim, Cmd, CmdKind, Condition as Clause, Expr, GlobalId,
    LocalId, Measure, Procedure, ProcedureId, Role, Transfer, Var,
};
use ivl::visit::{Fresh, Substitution, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// What the copy of a procedure is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Assertions, contracts and yield invariants hold.
    Invariants,
    /// The procedure refines its action.
    Refinement,
}

/// What lowering is given.
pub struct Given<'a> {
    pub civl: &'a Civl<'a>,
    pub permissions: &'a Permissions,
    pub availability: &'a Availability,
    pub atomics: &'a Atomics<'a>,
}

/// Adds the copies of all yield procedures; reports what cannot be stated.
pub fn yield_procedures(given: &Given, build: &mut Build) -> Vec<Diagnostic> {
    let contracts = mover_contracts(given, build);
    let mut errors = Vec::new();
    for procedure in given.civl.yield_procedures() {
        let Some(body) = &procedure.body else { continue };
        for layer in given.civl.invariant_layers.range(..=procedure.layer) {
            Lowering::new(given, &contracts, build, procedure, body, *layer, Purpose::Invariants, &mut errors)
                .procedure();
        }
        if procedure.mover.is_none() {
            let layer = procedure.layer;
            Lowering::new(given, &contracts, build, procedure, body, layer, Purpose::Refinement, &mut errors)
                .procedure();
        }
    }
    errors
}

/// The plain procedures that stand for mover procedures at their own layers.
fn mover_contracts(given: &Given, build: &mut Build) -> FxHashMap<ProcedureId, ProcedureId> {
    let mut contracts = FxHashMap::default();
    for procedure in given.civl.yield_procedures().filter(|procedure| procedure.mover.is_some()) {
        let contract = contract(given.civl, build, procedure, procedure.layer);
        contracts.insert(procedure.id, ProcedureId(build.program.procedures.len() as u32));
        build.program.procedures.push(contract);
    }
    contracts
}

/// The contract of a procedure at a layer, without requires: they are assumed or checked by hand, except for movers.
fn contract(civl: &Civl, build: &mut Build, procedure: &YieldProcedure, layer: Layer) -> Procedure {
    let original = &civl.program.procedures[procedure.id.index()];
    let is_mover = procedure.mover.is_some() && procedure.layer == layer;
    let name = civl.name(procedure.id);
    let none = Substitution::default();
    let mut requires = clauses(&procedure.requires, layer);
    let mut ensures = clauses(&procedure.ensures, layer);
    let calls = |build: &mut Build, calls: &[InvariantCall]| -> Vec<Clause> {
        let here = calls.iter().filter(|call| is_at(civl, call, layer));
        here.flat_map(|call| {
            let conditions = invariant_at(civl, build, call, &none);
            conditions.into_iter().map(move |condition| Clause {
                free: false,
                expr: condition.expr,
                attributes: Vec::new(),
                span: call.span,
            })
        })
        .collect()
    };
    requires.extend(calls(build, &procedure.requires_calls));
    ensures.extend(calls(build, &procedure.ensures_calls));
    let measures = procedure.measures.iter().filter(|measure| measure.layers.contains(&layer));
    let all_globals = (0..civl.globals.len() as u32).map(GlobalId);
    Procedure {
        name: format!("{name} at layer {layer}").into(),
        role: Role::Plain,
        type_params: Vec::new(),
        params: original.params.iter().map(sequential).collect(),
        ins: original.ins,
        requires: if is_mover { requires } else { Vec::new() },
        ensures,
        modifies: if is_mover { procedure.modifies.clone() } else { all_globals.collect() },
        measures: if is_mover {
            measures
                .map(|measure| Measure { exprs: measure.exprs.clone(), attributes: Vec::new(), span: measure.span })
                .collect()
        } else {
            Vec::new()
        },
        attributes: Vec::new(),
        span: original.span,
    }
}

fn clauses(layered: &[Layered], layer: Layer) -> Vec<Clause> {
    layered.iter().filter(|clause| clause.layers.contains(&layer)).map(|clause| clause.condition.clone()).collect()
}

pub fn is_at(civl: &Civl, call: &InvariantCall, layer: Layer) -> bool {
    civl.invariant(call.invariant).is_some_and(|invariant| invariant.layer == layer)
}

struct Lowering<'a, 'b> {
    given: &'a Given<'a>,
    contracts: &'a FxHashMap<ProcedureId, ProcedureId>,
    build: &'b mut Build,
    errors: &'b mut Vec<Diagnostic>,
    procedure: &'a YieldProcedure,
    body: &'a Body,
    layer: Layer,
    purpose: Purpose,
    sketch: Sketch,
    /// The globals that exist at this layer, each with the local that keeps its value at the last yield.
    globals: Vec<(GlobalId, LocalId)>,
    /// One local per domain: the permissions held at the last yield.
    held: Vec<LocalId>,
    refinement: Option<Refinement>,
    /// Where fragments are checked against the invariants of other threads.
    interference: Option<BlockId>,
    /// The sketch's block for each block of the body.
    blocks: Vec<BlockId>,
    in_yielding_loop: Vec<bool>,
    /// The block of the body that is being lowered.
    at: BlockId,
}

/// A call whose callee still exists at the layer.
struct Pending<'a> {
    callee: &'a YieldProcedure,
    ins: Vec<Expr>,
    outs: Vec<Var>,
    span: Span,
}

enum PendingArm<'a> {
    Call(Pending<'a>),
    Invariant(InvariantCall),
}

impl<'a, 'b> Lowering<'a, 'b> {
    #[allow(clippy::too_many_arguments)]
    fn new(
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
            in_yielding_loop: blocks_in_yielding_loops(body, layer),
            at: BlockId(0),
        }
    }

    fn is_mover_here(&self) -> bool {
        self.procedure.mover.is_some() && self.procedure.layer == self.layer
    }

    fn procedure(mut self) {
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
                let local = self.sketch.local(&format!("{} at the last yield", variable.name), variable);
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

    fn finish(self) {
        let Lowering { given, contracts, build, procedure, layer, purpose, sketch, .. } = self;
        let is_mover = procedure.mover.is_some() && procedure.layer == layer;
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

    fn sketch_span(&self) -> Span {
        self.given.civl.program.procedures[self.procedure.id.index()].span
    }

    /// Ends the current block.
    fn end_block(&mut self, transfer: Transfer) {
        let current = self.sketch.current;
        self.sketch.blocks[current.index()].transfer = transfer;
    }

    fn entry_locals(&self) -> BTreeSet<LocalId> {
        let params = self.procedure.params.iter().enumerate();
        params.filter(|(_, param)| param.linearity.holds_on_entry()).map(|(at, _)| LocalId(at as u32)).collect()
    }
}

/// `assume false`: the run is not looked at further.
pub fn stop(sketch: &mut Sketch, span: Span) {
    sketch.push(crate::actions::code::assume(bool_lit(false, span), span));
    let current = sketch.current;
    sketch.blocks[current.index()].transfer = Transfer::Return { attributes: Vec::new(), span };
}
