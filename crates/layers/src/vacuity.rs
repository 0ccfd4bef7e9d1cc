//! Whether what is assumed of a Civl program can be true at all.
//!
//! From a contradiction everything follows, so a proof is worth something only where there is none. For each of these
//! there is a probe, a plain procedure whose end must not be provably out of reach:
//!
//! ```text
//! yield invariant          some state and arguments satisfy it
//! procedure at a layer     some state and arguments satisfy what it requires there
//! procedure                some state and arguments satisfy what it requires at all of its layers
//! plain or pure procedure  some arguments satisfy what it requires
//! pure, without a body     for some arguments that are tried, some results satisfy what it promises
//! action                   it can be run: some state satisfies its gate, and a step leads on from there
//! open assumption          some value satisfies it, as is believed (see [`crate::trust`])
//! ```
//!
//! The law of permissions is assumed, as it is in the proofs: nobody can call a procedure that requires `p == q` of two
//! linear parameters, so a proof of it says nothing either. An action that says `assert false` or `assume false` in these words is meant not to be called, or to wait forever.

use crate::actions::atomic::Atomic;
use crate::actions::placed::Placed;
use crate::actions::preconditions::preconditions;
use crate::civl::{Invariant, InvariantCall, Layer, Layered, Linearity, Param, Routine, YieldProcedure};
use crate::cooperation::termination::Blocking;
use crate::given::Given;
use crate::invariants::{invariant_at, is_at};
use crate::linear::variable_of;
use crate::sketch::{Sketch, Witnesses};
use crate::step::StepKind;
use crate::trust::believed_assumption;
use ivl::build::{Build, all, bool_lit, implies, is_literal, var};
use ivl::call_graph::called_by;
use ivl::check::Probe;
use ivl::codes::VACUOUS;
use ivl::typed::{Assumption, Cmd, CmdKind, Condition, Expr, ExprKind, Literal, LocalId, ProcedureId, Type, Var};
use ivl::visit::{Fresh, Substitution, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// How many combinations of arguments are tried: whole numbers from -1 on.
const CHOICES: i64 = 4;

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
    probing.sequential_procedures();
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

    fn sequential_procedures(&mut self) {
        let civl = self.given.civl;
        let called: FxHashSet<ProcedureId> = civl.program.implementations.iter().flat_map(called_by).collect();
        for (at, routine) in civl.routines.iter().enumerate() {
            let id = ProcedureId(at as u32);
            match routine {
                Routine::Plain { params, bodies } if !bodies.is_empty() => self.sequential(id, params),
                Routine::Pure { params, body: Some(_) } => self.sequential(id, params),
                Routine::Pure { params: _, body: None } if called.contains(&id) => self.promise(id),
                Routine::Plain { .. }
                | Routine::Pure { .. }
                | Routine::Primitive { .. }
                | Routine::Action(_)
                | Routine::Yield(_)
                | Routine::Invariant(_) => {}
            }
        }
    }

    /// Without permissions, the sequential engine asks it.
    fn sequential(&mut self, id: ProcedureId, params: &[Linearity]) {
        let declared = &self.given.civl.program.procedures[id.index()];
        let holds = |at: usize| at < declared.ins && params[at].holds_on_entry();
        if declared.requires.is_empty() || !(0..declared.ins).any(holds) {
            return;
        }
        let mut sketch = self.with_params(id, "with its permissions");
        let held: Vec<Expr> =
            (0..declared.ins).filter(|at| holds(*at)).map(|at| sketch.value(LocalId(at as u32))).collect();
        sketch.assume_held(self.build, self.given.permissions, &held, &[]);
        for condition in &declared.requires {
            sketch.assume(condition.expr.clone());
        }
        let message = format!("what `{}` requires contradicts itself, so its proof says nothing", declared.name);
        self.finish(sketch, declared.span, message, Vec::new());
    }

    /// assume (requires ==> ensures), for some arguments and any results. What is promised of an argument alone is proved
    /// where it is passed (see [`crate::cooperation::disguised`]). The solver finds no arguments by itself: for numbers and
    /// truth values they are chosen here.
    fn promise(&mut self, id: ProcedureId) {
        let declared = &self.given.civl.program.procedures[id.index()];
        let is_argument = |condition: &Condition| matches!(condition.expr.kind(), ExprKind::Var(Var::Local(_)));
        let promised: Vec<&Condition> = declared.ensures.iter().filter(|condition| !is_argument(condition)).collect();
        if promised.is_empty() {
            return;
        }
        let mut sketch = Sketch::new(format!("{}: can be kept", declared.name), declared.span);
        for chosen in 0..CHOICES {
            let mut params = Substitution { old: Some(FxHashMap::default()), ..Substitution::default() };
            for (at, param) in declared.params.iter().enumerate() {
                let value = match &param.ty {
                    Type::Int if at < declared.ins => number((chosen + at as i64) % CHOICES - 1, param.span),
                    Type::Bool if at < declared.ins => bool_lit((chosen + at as i64) % 2 == 0, param.span),
                    _ => {
                        let local = sketch.local(&param.name, param);
                        sketch.value(local)
                    }
                };
                params.vars.insert(Var::Local(LocalId(at as u32)), value);
            }
            let build = &mut *self.build;
            let mut over =
                |condition: &Condition| substitute(&condition.expr, &params, &mut Fresh::of(&mut build.program));
            let requires: Vec<Expr> = declared.requires.iter().map(&mut over).collect();
            let ensures: Vec<Expr> = promised.iter().map(|condition| over(condition)).collect();
            sketch.assume(implies(all(requires, declared.span), all(ensures, declared.span)));
        }
        let message =
            format!("`{}` has no body, and none could keep what it promises for all arguments", declared.name);
        self.finish(sketch, declared.span, message, Vec::new());
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

fn number(value: i64, span: Span) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Int(value.into())), Type::Int, span)
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
