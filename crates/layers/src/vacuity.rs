//! Whether what is assumed of a Civl program can be true at all.
//!
//! From a contradiction everything follows, so a proof is worth something only where there is none. For each of these
//! there is a probe, a plain procedure whose end must not be provably out of reach:
//!
//! ```text
//! yield invariant          some state and arguments satisfy it
//! procedure at a layer     some state and arguments satisfy what it requires there
//! procedure                some state and arguments satisfy what it requires at all of its layers
//! action                   it can be run: some state satisfies its gate, and a step leads on from there
//! open assumption          some value satisfies it, as is believed (see [`crate::trust`])
//! ```
//!
//! The law of permissions is assumed, as it is in the proofs: nobody can call a procedure that requires `p == q` of two
//! linear parameters, so a proof of it says nothing either. An action that says `assert false` or `assume false` in these words is meant not to be called, or to wait forever.

use crate::actions::atomic::Atomic;
use crate::actions::placed::Placed;
use crate::actions::preconditions::preconditions;
use crate::civl::{Invariant, InvariantCall, Layer, Layered, Param, YieldProcedure};
use crate::cooperation::termination::Blocking;
use crate::given::Given;
use crate::invariants::{invariant_at, is_at};
use crate::linear::variable_of;
use crate::sketch::{Sketch, Witnesses};
use crate::step::StepKind;
use crate::trust::believed_assumption;
use ivl::build::{Build, bool_lit, is_literal, var};
use ivl::check::Probe;
use ivl::codes::VACUOUS;
use ivl::typed::{Assumption, Cmd, CmdKind, Expr, LocalId, ProcedureId, Var};
use ivl::visit::Substitution;
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// Adds the probes to the program.
pub fn probes(given: &Given, build: &mut Build) -> Vec<Probe> {
    let mut probing = Probing { given, build, probes: Vec::new() };
    let mut of_invariants: FxHashMap<ProcedureId, usize> = FxHashMap::default();
    for invariant in given.civl.invariants().filter(|invariant| !invariant.conditions.is_empty()) {
        of_invariants.insert(invariant.id, probing.probes.len());
        probing.invariant(invariant);
    }
    for procedure in given.civl.yield_procedures() {
        let mut explained: Vec<usize> = Vec::new();
        let layers: Vec<Layer> = given.civl.invariant_layers.range(..=procedure.layer).copied().collect();
        for layer in &layers {
            explained.extend(probing.procedure(procedure, &[*layer], &explained, &of_invariants));
        }
        if explained.len() > 1 {
            probing.procedure(procedure, &layers, &explained, &of_invariants);
        }
    }
    let asked = given.atomics.iter().filter(|atomic| is_limited(atomic) && !is_meant(atomic));
    asked.for_each(|atomic| probing.action(atomic));
    given.blocking.iter().for_each(|blocking| probing.open_assumption(blocking));
    probing.probes
}

struct Probing<'a, 'b> {
    given: &'a Given<'a>,
    build: &'b mut Build,
    probes: Vec<Probe>,
}

impl Probing<'_, '_> {
    fn invariant(&mut self, invariant: &Invariant) {
        let (civl, layer) = (self.given.civl, invariant.layer);
        let declared = &civl.program.procedures[invariant.id.index()];
        let mut sketch = self.with_params(invariant.id, &format!("at layer {layer}"));
        self.permissions(&mut sketch, layer, |at| invariant.params[at].holds_on_entry());
        for condition in &invariant.conditions {
            sketch.assume(condition.expr.clone());
        }
        let message = format!(
            "no state satisfies the invariant `{}`, so what relies on it is proved from nothing",
            declared.name
        );
        self.finish(sketch, declared.span, message, Vec::new());
    }

    /// None if what the procedure requires at these layers needs no probe of its own.
    fn procedure(
        &mut self,
        procedure: &YieldProcedure,
        layers: &[Layer],
        explained: &[usize],
        of_invariants: &FxHashMap<ProcedureId, usize>,
    ) -> Option<usize> {
        let civl = self.given.civl;
        let is_here = |clause: &&Layered| layers.iter().any(|layer| clause.layers.contains(layer));
        let clauses: Vec<_> = procedure.requires.iter().filter(is_here).collect();
        let is_called = |call: &&InvariantCall| layers.iter().any(|layer| is_at(civl, call, *layer));
        let calls: Vec<_> = procedure.requires_calls.iter().filter(is_called).collect();
        let ins = &procedure.params[..civl.program.procedures[procedure.id.index()].ins];
        let is_linear = |param: &Param| param.linearity.holds_on_entry();
        // One invariant for any arguments is asked about by itself.
        let is_asked = match (&clauses[..], &calls[..]) {
            ([], []) => false,
            ([], [call]) => !are_distinct_variables(&call.ins) || ins.iter().any(is_linear),
            _ => true,
        };
        if !is_asked {
            return None;
        }
        let place = match layers {
            [layer] => format!("at layer {layer}"),
            _ => "at its layers".into(),
        };
        let mut sketch = self.with_params(procedure.id, &place);
        for layer in layers {
            let holds = |param: &Param| is_linear(param) && param.layers.contains(*layer);
            self.permissions(&mut sketch, *layer, |at| ins.get(at).is_some_and(holds));
        }
        for clause in clauses {
            sketch.assume(clause.condition.expr.clone());
        }
        let mut after = explained.to_vec();
        for call in calls {
            after.extend(of_invariants.get(&call.invariant));
            for condition in invariant_at(civl, self.build, call, &Substitution::default()) {
                sketch.assume_condition(condition);
            }
        }
        let name = civl.name(procedure.id);
        let message = format!("what `{name}` requires {place} contradicts itself, so its proof there says nothing");
        let span = civl.program.procedures[procedure.id.index()].span;
        self.finish(sketch, span, message, after);
        Some(self.probes.len() - 1)
    }

    /// The law of permissions, for a thread that holds those of some parameters.
    fn permissions(&mut self, sketch: &mut Sketch, layer: Layer, holds: impl Fn(usize) -> bool) {
        let params = (0..sketch.locals.len()).filter(|at| holds(*at)).map(|at| LocalId(at as u32));
        let mut held: Vec<Expr> = params.map(|local| sketch.value(local)).collect();
        held.extend(self.given.civl.linear_globals(layer).map(|global| {
            let variable = &self.given.civl.program.globals[global.index()];
            var(Var::Global(global), &variable.ty, variable.span)
        }));
        sketch.assume_held(self.build, self.given.permissions, &held, &[]);
    }

    fn action(&mut self, atomic: &Atomic) {
        let (name, span) = (&atomic.signature.name, atomic.signature.span);
        let mut sketch = Sketch::new(format!("{name}: can be run"), span);
        let placed = Placed::new(&mut sketch, atomic, "");
        let formals = placed.formals(&sketch);
        let holds = |at: usize| at < atomic.signature.ins && atomic.linearity(at).holds_on_entry();
        self.permissions(&mut sketch, atomic.action.layers.lower, holds);
        for condition in preconditions(self.given.civl, self.build, atomic, &formals) {
            sketch.assume_condition(condition);
        }
        placed.assume_gate(self.build, &mut sketch);
        sketch.run(self.build, &placed.running("", Witnesses::default()));
        let message = format!("`{name}` can never be run: no state satisfies both its gate and what it assumes");
        self.finish(sketch, span, message, Vec::new());
    }

    fn open_assumption(&mut self, blocking: &Blocking) {
        let Some((body, assumption)) = believed_assumption(self.given.civl, blocking) else { return };
        let name = self.given.civl.name(blocking.procedure);
        let mut sketch = Sketch::new(format!("{name}: some value at layer {}", blocking.layer), blocking.span);
        for local in &body.locals {
            sketch.local(&local.variable.name, &local.variable);
        }
        sketch.assume(assumption.clone());
        sketch.push(end(blocking.span));
        let implementation = sketch.finish(self.build);
        self.probes.push(Probe { implementation, failure: blocking.failure.clone(), after: Vec::new() });
    }

    /// A sketch whose first locals are the parameters.
    fn with_params(&self, id: ProcedureId, place: &str) -> Sketch {
        let procedure = &self.given.civl.program.procedures[id.index()];
        let mut sketch = Sketch::new(format!("{}: can be true {place}", procedure.name), procedure.span);
        for param in &procedure.params {
            sketch.local(&param.name, param);
        }
        sketch
    }

    fn finish(&mut self, mut sketch: Sketch, span: Span, message: String, after: Vec<usize>) {
        sketch.push(end(span));
        let implementation = sketch.finish(self.build);
        self.probes.push(Probe { implementation, failure: Diagnostic::error(&VACUOUS, span, message), after });
    }
}

/// What a probe must not prove.
fn end(span: Span) -> Cmd {
    Cmd { kind: CmdKind::Assert(bool_lit(false, span)), attributes: Vec::new(), span }
}

fn are_distinct_variables(exprs: &[Expr]) -> bool {
    let vars: Option<BTreeSet<Var>> = exprs.iter().map(variable_of).collect();
    vars.is_some_and(|vars| vars.len() == exprs.len())
}

/// Whether something could keep the action from running: a condition on the state, or an assumption that is no guard. One
/// of the branches of an `if` is always open.
fn is_limited(atomic: &Atomic) -> bool {
    let mut steps = atomic.code.steps();
    !atomic.gate.is_empty()
        || atomic.action.has_preconditions()
        || steps.any(|step| matches!(step.kind, StepKind::Assume { origin: Assumption::Stated, .. }))
}

/// Whether it says in so many words that it cannot be run.
fn is_meant(atomic: &Atomic) -> bool {
    let steps = atomic.asserting.steps().filter_map(|step| match &step.kind {
        StepKind::Assert(expr) | StepKind::Assume { expr, .. } => Some(expr),
        StepKind::Assign(_) | StepKind::Havoc(_) => None,
    });
    steps.chain(atomic.gate_exprs()).any(|expr| is_literal(expr) == Some(false))
}
