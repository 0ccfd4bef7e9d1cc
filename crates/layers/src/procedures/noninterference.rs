//! Non-interference: what one thread does between two yields keeps the yield invariants of the others.
//!
//! For a yield invariant Inv(p) of layer n and a fragment of another thread from state `old_g` to state `g`, which held
//! the permissions `held` at its start:
//!
//! ```text
//! assume permissions of p and `held` are disjoint; assume Inv(p) in old_g; check Inv(p) in g
//! ```
//!
//! A global invariant is kept by every action of its layer, and so by every fragment made of them; fragments that write
//! globals other than by actions are checked against it too. An invariant that reads nothing a fragment can write is kept.
//!
//! A procedure without a body is believed to refine its action. At its own layer and below it runs all the same, and what
//! it does there is what its action does, in one fragment. What parts of one instance owe each other is proved of their
//! originals.

use crate::actions::atomic::Atomic;
use crate::actions::code::globals_of;
use crate::actions::placed::Placed;
use crate::calls::Callee;
use crate::civl::{Arm, Body, Call, CmdKind, Invariant, Layer, YieldProcedure};
use crate::codes;
use crate::given::Given;
use crate::linear::primitives;
use crate::sketch::{Sketch, Witnesses};
use ivl::build::{Build, var};
use ivl::typed::{BlockId, Claim, Expr, GlobalId, LocalId, ProcedureId, Transfer, Var};
use ivl::visit::{Fresh, substitute};
use rustc_hash::FxHashMap;
use source::Diagnostic;
use std::collections::BTreeSet;

/// The fragments of a procedure at a layer.
pub struct Interference<'a> {
    pub given: &'a Given<'a>,
    pub procedure: &'a YieldProcedure,
    pub body: &'a Body,
    pub layer: Layer,
    pub globals: &'a [(GlobalId, LocalId)],
    pub held: &'a [LocalId],
}

impl Interference<'_> {
    /// The block that checks a fragment that ends; `None` if there is nothing to check.
    pub fn block(&self, build: &mut Build, sketch: &mut Sketch) -> Option<BlockId> {
        let civl = self.given.civl;
        let writes = writes(self.given, self.body, self.layer);
        let at_stake: Vec<&Invariant> = civl
            .invariants()
            .filter(|invariant| invariant.layer == self.layer)
            .filter(|invariant| {
                let written = if invariant.is_global { &writes.ghost } else { &writes.all };
                !reads(invariant).is_disjoint(written)
            })
            .collect();
        if at_stake.is_empty() {
            return None;
        }
        let span = civl.program.procedures[self.procedure.id.index()].span;
        let here = sketch.current;
        let entry = sketch.block(span);
        let mut targets = Vec::new();
        for invariant in at_stake {
            sketch.current = sketch.block(span);
            targets.push(sketch.current);
            self.check(build, sketch, invariant);
        }
        sketch.blocks[entry.index()].transfer = Transfer::Goto { targets, attributes: Vec::new(), span };
        sketch.current = here;
        Some(entry)
    }

    fn check(&self, build: &mut Build, sketch: &mut Sketch, invariant: &Invariant) {
        let civl = self.given.civl;
        let span = civl.program.procedures[self.procedure.id.index()].span;
        let name = civl.name(self.procedure.id);
        let before: FxHashMap<Var, Expr> =
            self.globals.iter().map(|(global, local)| (Var::Global(*global), sketch.value(*local))).collect();
        let held: Vec<Expr> = self.held.iter().map(|local| sketch.value(*local)).collect();
        let message = format!(
            "what `{name}` does between two yields, at layer {}, might break `{}` of another thread",
            self.layer,
            civl.name(invariant.id)
        );
        let failure = Diagnostic::error(&codes::NON_INTERFERENCE, span, message);
        kept(self.given, build, sketch, invariant, before, held, &failure, |_, _| {});
        sketch.stop(span);
    }
}

/// Assumes the invariant before and the disjointness of its permissions; runs; checks the invariant afterwards.
#[allow(clippy::too_many_arguments)]
fn kept(
    given: &Given,
    build: &mut Build,
    sketch: &mut Sketch,
    invariant: &Invariant,
    before: FxHashMap<Var, Expr>,
    held: Vec<Expr>,
    failure: &Diagnostic,
    run: impl FnOnce(&mut Build, &mut Sketch),
) {
    let civl = given.civl;
    let name = civl.name(invariant.id);
    let params: Vec<LocalId> = civl.program.procedures[invariant.id.index()]
        .params
        .iter()
        .map(|param| sketch.local(&format!("{name}.{}", param.name), param))
        .collect();
    let linear = params.iter().enumerate().filter(|(at, _)| invariant.params[*at].holds_on_entry());
    let linear: Vec<Expr> = linear.map(|(_, local)| sketch.value(*local)).collect();
    let extra: Vec<_> = given.permissions.domains().zip(held).collect();
    sketch.assume_held(build, given.permissions, &linear, &extra);
    let mut earlier = sketch.formals(&params);
    earlier.vars.extend(before);
    for condition in &invariant.conditions {
        sketch.assume(substitute(&condition.expr, &earlier, &mut Fresh::of(&mut build.program)));
    }
    run(build, sketch);
    let now = sketch.formals(&params);
    for condition in invariant.conditions.iter().filter(|condition| !condition.free) {
        let expr = substitute(&condition.expr, &now, &mut Fresh::of(&mut build.program));
        let failure = failure
            .clone()
            .label(condition.span, format!("`{name}`, which holds before and might not hold after"))
            .help("strengthen the invariant, give it a linear parameter that the other thread cannot have, or yield earlier");
        sketch.prove(Claim { kind: "non-interference", failure }, expr);
    }
}

/// Global invariants against the actions of their layers.
pub fn global_invariants(given: &Given, build: &mut Build) {
    let civl = given.civl;
    for invariant in civl.invariants().filter(|invariant| invariant.is_global) {
        let reads = reads(invariant);
        let written = given.atomics.at_layer(invariant.layer).filter(|atomic| !atomic.writes.is_disjoint(&reads));
        for atomic in written.filter(|atomic| civl.modules.originals(invariant.id, atomic.action.id).is_none()) {
            let (signature, layer) = (atomic.signature, invariant.layer);
            let (action, kept) = (&signature.name, civl.name(invariant.id));
            let message = format!("`{action}` might break the global invariant `{kept}`, at layer {layer}");
            let failure = Diagnostic::error(&codes::NON_INTERFERENCE, signature.span, message);
            action_keeps(given, build, invariant, atomic, &format!("{action} keeps"), failure);
        }
    }
}

/// Invariants against the procedures without a body that run at their layers. Of a mover procedure without a body nothing
/// is known below its own layer, so there it must leave alone what invariants read.
pub fn without_body(given: &Given, build: &mut Build) -> Vec<Diagnostic> {
    let civl = given.civl;
    let mut errors = Vec::new();
    for procedure in civl.believed_procedures() {
        let (name, span) = (civl.name(procedure.id), civl.program.procedures[procedure.id.index()].span);
        let atomic = procedure.refines.map(|refines| given.atomics.get(refines.action));
        let invariants = civl.invariants().filter(|invariant| invariant.layer <= procedure.layer);
        for invariant in invariants.filter(|it| civl.modules.originals(it.id, procedure.id).is_none()) {
            let (layer, reads) = (invariant.layer, reads(invariant));
            let message = format!(
                "what `{name}` does, at layer {layer}, might break `{}` of another thread",
                civl.name(invariant.id)
            );
            let failure = Diagnostic::error(&codes::NON_INTERFERENCE, span, message);
            if let Some(atomic) = atomic.filter(|atomic| !atomic.writes.is_disjoint(&reads)) {
                let failure = failure.label(atomic.signature.span, "it has no body: this is what it does");
                action_keeps(given, build, invariant, atomic, &format!("{name} keeps"), failure);
            } else if layer < procedure.layer && procedure.modifies.iter().any(|global| reads.contains(global)) {
                errors.push(failure.help("write the body of the mover procedure"));
            }
        }
    }
    errors
}

fn action_keeps(
    given: &Given,
    build: &mut Build,
    invariant: &Invariant,
    atomic: &Atomic,
    prefix: &str,
    failure: Diagnostic,
) {
    let civl = given.civl;
    let (signature, layer) = (atomic.signature, invariant.layer);
    let name = format!("{prefix} {} at layer {layer}", civl.name(invariant.id));
    let mut sketch = Sketch::new(name, signature.span);
    let placed = Placed::new(&mut sketch, atomic, "");
    let mut holding = placed.held_before(&sketch);
    holding.extend(civl.linear_globals(layer).map(|global| {
        let variable = &civl.program.globals[global.index()];
        var(Var::Global(global), &variable.ty, variable.span)
    }));
    sketch.assume_held(build, given.permissions, &holding, &[]);
    placed.assume_gate(build, &mut sketch);
    let domains = given.permissions.domains();
    let mut held = Vec::new();
    for domain in domains {
        held.push(given.permissions.union(build, domain, &holding, signature.span));
    }
    // The permissions held are those before the action runs.
    let kept_held: Vec<LocalId> =
        held.iter().map(|set| sketch.fresh("permissions before", set.ty(), signature.span)).collect();
    let pairs = kept_held.iter().zip(held).map(|(local, set)| (Var::Local(*local), set)).collect();
    sketch.assign(pairs, signature.span);
    let held = kept_held.iter().map(|local| sketch.value(*local)).collect();
    kept(given, build, &mut sketch, invariant, FxHashMap::default(), held, &failure, |build, sketch| {
        sketch.run(build, &placed.running("", Witnesses::default()));
    });
    sketch.finish(build);
}

/// The globals that the conditions mention.
pub fn reads(invariant: &Invariant) -> BTreeSet<GlobalId> {
    invariant.conditions.iter().flat_map(|condition| globals_of(&condition.expr)).collect()
}

/// What fragments can write.
struct Writes {
    all: BTreeSet<GlobalId>,
    /// Other than by actions.
    ghost: BTreeSet<GlobalId>,
}

fn writes(given: &Given, body: &Body, layer: Layer) -> Writes {
    let mut writes = Writes { all: BTreeSet::new(), ghost: BTreeSet::new() };
    for cmd in body.blocks.iter().flat_map(|block| &block.cmds) {
        match &cmd.kind {
            CmdKind::Atomic { callee, ins, outs, layers } if layers.contains(layer) => {
                ghost_writes(given, *callee, ins, outs, &mut writes.ghost);
            }
            CmdKind::Assign(pairs) => writes.ghost.extend(pairs.iter().filter_map(|(left, _)| global_of(*left))),
            CmdKind::Havoc(vars) => writes.ghost.extend(vars.iter().filter_map(|var| global_of(*var))),
            CmdKind::Call(call) | CmdKind::Async { call, sync: _ } => call_writes(given, call, layer, &mut writes.all),
            CmdKind::Parallel(arms) => arms.iter().for_each(|arm| match arm {
                Arm::Call(call) => call_writes(given, call, layer, &mut writes.all),
                Arm::Invariant(_) => {}
            }),
            CmdKind::Atomic { .. }
            | CmdKind::Assert { .. }
            | CmdKind::Assume { .. }
            | CmdKind::Unpack { .. }
            | CmdKind::Measure(_)
            | CmdKind::Invariant(_) => {}
        }
    }
    writes.all.extend(&writes.ghost);
    writes
}

fn ghost_writes(given: &Given, callee: ProcedureId, ins: &[Expr], outs: &[Var], into: &mut BTreeSet<GlobalId>) {
    into.extend(outs.iter().filter_map(|out| global_of(*out)));
    match &given.civl.routines[callee.index()] {
        crate::civl::Routine::Primitive { primitive, params: _ } => {
            into.extend(primitives::changed(*primitive, ins).and_then(global_of));
        }
        crate::civl::Routine::Action(action) => into.extend(&given.atomics.get(action.id).writes),
        crate::civl::Routine::Plain { .. }
        | crate::civl::Routine::Pure { .. }
        | crate::civl::Routine::Yield(_)
        | crate::civl::Routine::Invariant(_) => {}
    }
}

fn call_writes(given: &Given, call: &Call, layer: Layer, into: &mut BTreeSet<GlobalId>) {
    match given.civl.callee_at(call.callee, layer) {
        Callee::Action(_, action) => into.extend(&given.atomics.get(action.id).writes),
        Callee::Mover(callee, _) => into.extend(&callee.modifies),
        // What a callee that yields writes is in fragments of its own.
        Callee::Nothing | Callee::Yields(_) | Callee::Missing => {}
    }
}

fn global_of(var: Var) -> Option<GlobalId> {
    match var {
        Var::Global(global) => Some(global),
        Var::Const(_) | Var::Local(_) | Var::Bound(_) => None,
    }
}
