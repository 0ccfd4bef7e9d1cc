//! Whether what is assumed of a Civl program can be true at all.
//!
//! From a contradiction everything follows, so a proof is worth something only where there is none. For each of these
//! there is a probe, a plain procedure whose end must not be provably out of reach:
//!
//! ```text
//! yield invariant          some state and arguments satisfy it
//! procedure at a layer     some state and arguments satisfy what it requires there
//! action                   it can be run: some state satisfies its gate, and a step leads on from there
//! open assumption          some value satisfies it, as is believed (see [`crate::trust`])
//! ```
//!
//! The law of permissions is left out: `requires p == q` of two linear parameters is a way to say that there is no such
//! call. An action that says `assert false` or `assume false` in these words is meant not to be called, or to wait forever.

use crate::actions::atomic::Atomic;
use crate::actions::placed::Placed;
use crate::actions::preconditions::preconditions;
use crate::civl::{Invariant, Layer, YieldProcedure};
use crate::cooperation::termination::Blocking;
use crate::given::Given;
use crate::invariants::{invariant_at, is_at};
use crate::linear::variable_of;
use crate::sketch::{Sketch, Witnesses};
use crate::step::StepKind;
use crate::trust::believed_assumption;
use ivl::build::{Build, bool_lit, is_literal};
use ivl::check::Probe;
use ivl::codes::VACUOUS;
use ivl::typed::{Assumption, Cmd, CmdKind, Expr, ProcedureId, Var};
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
        for layer in given.civl.invariant_layers.range(..=procedure.layer) {
            if let Some(probe) = probing.procedure(procedure, *layer, &explained, &of_invariants) {
                explained.push(probe);
            }
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
        let mut sketch = self.with_params(invariant.id, layer);
        for condition in &invariant.conditions {
            sketch.assume(condition.expr.clone());
        }
        let message = format!(
            "no state satisfies the invariant `{}`, so what relies on it is proved from nothing",
            declared.name
        );
        self.finish(sketch, declared.span, message, Vec::new());
    }

    /// None if what the procedure requires at the layer needs no probe of its own.
    fn procedure(
        &mut self,
        procedure: &YieldProcedure,
        layer: Layer,
        explained: &[usize],
        of_invariants: &FxHashMap<ProcedureId, usize>,
    ) -> Option<usize> {
        let civl = self.given.civl;
        let clauses: Vec<_> = procedure.requires.iter().filter(|clause| clause.layers.contains(&layer)).collect();
        let calls: Vec<_> = procedure.requires_calls.iter().filter(|call| is_at(civl, call, layer)).collect();
        // One invariant for any arguments is asked about by itself.
        let is_asked = match (&clauses[..], &calls[..]) {
            ([], []) => false,
            ([], [call]) => !are_distinct_variables(&call.ins),
            _ => true,
        };
        if !is_asked {
            return None;
        }
        let mut sketch = self.with_params(procedure.id, layer);
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
        let message =
            format!("what `{name}` requires at layer {layer} contradicts itself, so its proof there says nothing");
        let span = civl.program.procedures[procedure.id.index()].span;
        self.finish(sketch, span, message, after);
        Some(self.probes.len() - 1)
    }

    fn action(&mut self, atomic: &Atomic) {
        let (name, span) = (&atomic.signature.name, atomic.signature.span);
        let mut sketch = Sketch::new(format!("{name}: can be run"), span);
        let placed = Placed::new(&mut sketch, atomic, "");
        let formals = placed.formals(&sketch);
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
    fn with_params(&self, id: ProcedureId, layer: Layer) -> Sketch {
        let procedure = &self.given.civl.program.procedures[id.index()];
        let mut sketch = Sketch::new(format!("{}: can be true at layer {layer}", procedure.name), procedure.span);
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
