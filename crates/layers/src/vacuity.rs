//! Whether what is assumed of a Civl program can be true at all.
//!
//! From a contradiction everything follows, so a proof is worth something only where there is none. For each of these
//! there is a probe, a plain procedure whose end must not be provably out of reach:
//!
//! ```text
//! yield invariant          some state and arguments satisfy it
//! procedure at a layer     some state and arguments satisfy what it requires there
//! action                   it can be run: some state satisfies its gate, and a step leads on from there
//! ```
//!
//! An action that says `assert false` or `assume false` in these words is meant not to be called, or to wait forever.

use crate::actions::atomic::Atomic;
use crate::actions::preconditions::preconditions;
use crate::actions::refinement::start;
use crate::build::{Build, bool_lit, is_literal, var};
use crate::civl::{Civl, Invariant, Layer, Linearity, YieldProcedure};
use crate::given::Given;
use crate::invariants::{invariant_at, is_at};
use crate::sketch::{Sketch, Witnesses};
use crate::step::StepKind;
use ivl::check::Probe;
use ivl::codes::VACUOUS;
use ivl::typed::{CmdKind, LocalId, ProcedureId, Var};
use ivl::visit::Substitution;
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};

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
    given.atomics.iter().filter(|atomic| !is_meant(atomic)).for_each(|atomic| probing.action(atomic));
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
        let mut sketch = self.with_params(invariant.id, &invariant.params, layer);
        for condition in &invariant.conditions {
            sketch.assume(condition.expr.clone());
        }
        let message = format!(
            "no state satisfies the invariant `{}`, so what relies on it is proved from nothing",
            declared.name
        );
        self.finish(sketch, declared.span, message, Vec::new());
    }

    /// None if the procedure requires nothing at the layer.
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
        if clauses.is_empty() && calls.is_empty() {
            return None;
        }
        let linearities: Vec<Linearity> = procedure.params.iter().map(|param| param.linearity).collect();
        let mut sketch = self.with_params(procedure.id, &linearities, layer);
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
        let placed = start(self.given, self.build, &mut sketch, atomic, atomic.action.layers.upper);
        let formals = placed.formals(&sketch);
        for condition in preconditions(self.given.civl, self.build, atomic, &formals) {
            sketch.assume_condition(condition);
        }
        placed.assume_gate(self.build, &mut sketch);
        sketch.run(self.build, &placed.running("", Witnesses::default()));
        let message = format!("`{name}` can never be run: no state satisfies both its gate and what it assumes");
        self.finish(sketch, span, message, Vec::new());
    }

    /// A sketch whose first locals are the parameters, and in which permissions are disjoint.
    fn with_params(&mut self, id: ProcedureId, linearities: &[Linearity], layer: Layer) -> Sketch {
        let civl: &Civl = self.given.civl;
        let procedure = &civl.program.procedures[id.index()];
        let mut sketch = Sketch::new(format!("{}: can be true at layer {layer}", procedure.name), procedure.span);
        let locals: Vec<LocalId> = procedure.params.iter().map(|param| sketch.local(&param.name, param)).collect();
        let holds = locals.iter().zip(linearities).filter(|(_, linearity)| linearity.holds_on_entry());
        let mut held: Vec<_> = holds.map(|(local, _)| sketch.value(*local)).collect();
        held.extend(civl.linear_globals(layer).map(|global| {
            let variable = &civl.program.globals[global.index()];
            var(Var::Global(global), &variable.ty, variable.span)
        }));
        sketch.assume_held(self.build, self.given.permissions, &held, &[]);
        sketch
    }

    fn finish(&mut self, mut sketch: Sketch, span: Span, message: String, after: Vec<usize>) {
        let end = bool_lit(false, span);
        sketch.push(ivl::typed::Cmd { kind: CmdKind::Assert(end), attributes: Vec::new(), span });
        let implementation = sketch.finish(self.build);
        self.probes.push(Probe { implementation, failure: Diagnostic::error(&VACUOUS, span, message), after });
    }
}

/// Whether it says in so many words that it cannot be run.
fn is_meant(atomic: &Atomic) -> bool {
    let steps = atomic.asserting.steps().filter_map(|step| match &step.kind {
        StepKind::Assert(expr) | StepKind::Assume { expr, .. } => Some(expr),
        StepKind::Assign(_) | StepKind::Havoc(_) => None,
    });
    steps.chain(atomic.gate_exprs()).any(|expr| is_literal(expr) == Some(false))
}
