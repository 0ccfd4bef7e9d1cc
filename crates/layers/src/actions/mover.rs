//! Mover types: what an action declared a right or left mover owes to the actions of other threads.
//!
//! For a first action A and a second action B of another thread that exist at a common layer, where A is a right mover
//! or B is a left mover (paper, section 4):
//!
//! ```text
//! commutativity           gates, A; B reaches a state            ==>  B; A reaches it, with the same results
//! gate preservation       gates of A and M, M runs               ==>  the gate of A holds   (M a right mover, or A a left mover)
//! failure preservation    M left mover; wherever M leads, the gate of A holds  ==>  it held before M   (A any action)
//! non-blocking            M left mover, its gate holds           ==>  M has a step
//! ```
//!
//! Failure preservation is less than the paper asks ("backward preservation": A fails after *every* step of M). It is
//! enough that A fails after *some* step. Lemma 6 uses the condition once, to complete interrupted transactions: a run
//! ends in a state σ where A of thread j fails, and thread i stands in its left-moving part, before M. The run is extended
//! by M, from σ to a σ' where A still fails, and M is moved left to where thread i was interrupted. The run is to be shown
//! to exist, so the step from σ is ours to choose, like the results of M; nothing that comes later may object:
//!
//! ```text
//! the swap of M with the steps before it      commutativity is asked for each step of M, so also for the chosen one
//! the next left mover of thread i, from σ'    the same argument again, with A failing in σ'
//! its assumptions, loops and ghost code       end for all results of M (see [`crate::cooperation`])
//! a gate of thread i that fails in σ'         is a failure too, and of a thread that is not interrupted
//! ```
//!
//! With the stronger form, a left mover that havocs what a gate reads would owe a failure after each value. Where M has no
//! step at all, the weaker form asks for the gate before M; non-blocking excludes that anyway.
//!
//! The permissions that the two threads hold are disjoint. A left mover with preconditions owes this only where they
//! hold. Nothing needs a solver where the footprints of the two are disjoint, as those of different modules are, and
//! nothing is asked again of two actions of one instance of a functor.

use crate::actions::atomic::Atomic;
use crate::actions::gate::{Condition, weakest_precondition};
use crate::actions::placed::Placed;
use crate::actions::preconditions::{precondition_globals, preconditions};
use crate::actions::transition::{After, Run, TooManyPaths, transition};
use crate::civl::{Action, Civl, YieldProcedure};
use crate::codes;
use crate::given::Given;
use crate::sketch::{Sketch, Witnesses};
use crate::step::StepKind;
use ivl::build::{Build, var};
use ivl::typed::{Claim, Expr, GlobalId, LocalId, ProcedureId, Var};
use ivl::visit::Substitution;
use source::{Diagnostic, Obligation, Outcome, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What came of stating the obligations of all mover types.
pub struct Movers {
    /// What cannot be stated.
    pub errors: Vec<Diagnostic>,
    /// For each mover that meets actions with which it shares nothing, that it moves past these.
    pub apart: Vec<Obligation>,
}

/// Adds the obligations of all mover types.
pub fn movers(given: &Given, build: &mut Build) -> Movers {
    let atomics = given.atomics;
    let mut pairs = Pairs { given, build, errors: Vec::new() };
    let mut apart: BTreeMap<ProcedureId, &Atomic> = BTreeMap::new();
    for first in atomics.iter() {
        for second in atomics.iter() {
            let Owed { is_right, is_left } = owed(given.civl, first.action, second.action);
            if is_proved_by_functor(given.civl, first.action, second.action) {
                continue;
            }
            let stated = pairs.stated();
            if is_right || is_left {
                // With preconditions, only if that is the only reason.
                pairs.commutativity(first, second, !is_right);
                pairs.gate_preservation(second, first, !is_right);
            }
            if is_left {
                pairs.failure_preservation(first, second);
            }
            if pairs.stated() == stated {
                let movers = [(is_right, first), (is_left, second)].into_iter().filter(|(moves, _)| *moves);
                apart.extend(movers.map(|(_, mover)| (mover.action.id, mover)));
            }
        }
    }
    let left = atomics.iter().filter(|atomic| atomic.action.is_left_mover());
    for mover in left.filter(|atomic| !given.civl.modules.is_proved_as_copy(atomic.action.id)) {
        pairs.non_blocking(mover);
    }
    let of = |mover: &Atomic| {
        let (id, kind, span) = (format!("{}/apart", mover.signature.name), "commutativity", mover.signature.span);
        Obligation { id, kind, span, outcome: Outcome::Proved, time: Duration::ZERO }
    };
    Movers { errors: pairs.errors, apart: apart.into_values().map(of).collect() }
}

/// Why a first and a second action have to commute.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Owed {
    /// The first is a right mover.
    is_right: bool,
    /// The second is a left mover.
    is_left: bool,
}

fn owed(civl: &Civl, first: &Action, second: &Action) -> Owed {
    Owed {
        is_right: first.is_right_mover() && meets(civl, first, second),
        is_left: second.is_left_mover() && meets(civl, second, first),
    }
}

/// Two actions of an instance owe each other what their originals do, unless a procedure without a body, from outside of
/// the instance, brings one of them down to layers where only the other is.
fn is_proved_by_functor(civl: &Civl, first: &Action, second: &Action) -> bool {
    let originals = civl.modules.originals(first.id, second.id);
    let originals = originals.and_then(|(first, second)| Some((civl.action(first)?, civl.action(second)?)));
    originals.is_some_and(|(one, other)| owed(civl, one, other) == owed(civl, first, second))
}

/// Whether the mover exists at a layer at which the other action runs. A procedure without a body runs at its own layer
/// and below all the same, and what it does there is what its action does.
fn meets(civl: &Civl, mover: &Action, other: &Action) -> bool {
    let refining = |procedure: &&YieldProcedure| procedure.refines.is_some_and(|it| it.action == other.id);
    let mut believed = civl.believed_procedures().filter(refining);
    mover.layers.overlaps(other.layers) || believed.any(|procedure| mover.layers.lower <= procedure.layer)
}

struct Pairs<'a> {
    given: &'a Given<'a>,
    build: &'a mut Build,
    errors: Vec<Diagnostic>,
}

impl Pairs<'_> {
    /// How much has been stated, or could not be.
    fn stated(&self) -> usize {
        self.build.program.implementations.len() + self.errors.len()
    }

    /// The permissions that are held before are disjoint.
    fn entry(&mut self, sketch: &mut Sketch, placed: &[&Placed], frame: &BTreeSet<GlobalId>) {
        let mut held = Vec::new();
        for placed in placed {
            held.extend(placed.held_before(sketch));
        }
        held.extend(self.linear_globals(frame));
        sketch.assume_held(self.build, self.given.permissions, &held, &[]);
    }

    fn linear_globals(&self, frame: &BTreeSet<GlobalId>) -> Vec<Expr> {
        let linear = frame.iter().filter(|global| self.given.civl.globals[global.index()].is_linear);
        linear.map(|global| self.global(*global)).collect()
    }

    fn global(&self, global: GlobalId) -> Expr {
        let variable = &self.given.civl.program.globals[global.index()];
        var(Var::Global(global), &variable.ty, variable.span)
    }

    /// What the author requires of callers of a left mover.
    fn assume_preconditions(&mut self, placed: &Placed, sketch: &mut Sketch) {
        for condition in preconditions(self.given.civl, self.build, placed.atomic, &placed.formals(sketch)) {
            sketch.assume_condition(condition);
        }
    }

    /// `conditional`: the preconditions of the second may be used.
    fn commutativity(&mut self, first: &Atomic, second: &Atomic, conditional: bool) {
        let same = first.action.id == second.action.id && first.params().is_empty();
        if same || !interfere(first, second) {
            return;
        }
        let (a, b) = (&*first.signature.name, &*second.signature.name);
        let span = first.signature.span;
        let mut frame = frame([&first.gate_reads, &first.touches, &second.gate_reads, &second.touches]);
        let mut sketch = Sketch::new(format!("{a} then {b}: commutes"), span);
        let (left, right) = place_two(&mut sketch, first, second);
        if conditional {
            frame.extend(precondition_globals(self.given.civl, second));
        }
        self.entry(&mut sketch, &[&left, &right], &frame);
        left.assume_gate(self.build, &mut sketch);
        right.assume_gate(self.build, &mut sketch);
        if conditional {
            self.assume_preconditions(&right, &mut sketch);
        }
        let globals: Vec<GlobalId> = frame.iter().copied().collect();
        let runs = [right.run(&sketch), left.run(&sketch)];
        let order = [second, first];
        let witness = |run: usize, local: LocalId| order[run].witness(local);
        let swapped = match transition(self.build, &runs, &globals, After::Told, &witness, span) {
            Ok(swapped) => swapped,
            Err(TooManyPaths) => return self.errors.push(too_many_paths(span, a)),
        };
        let chosen = |run: usize| swapped.chosen.iter().filter(move |(at, _)| *at == run).map(|(_, local)| *local);
        sketch.run(self.build, &left.running(&format!("{a}."), first.witnesses(chosen(1))));
        sketch.run(self.build, &right.running(&format!("{b}."), second.witnesses(chosen(0))));
        self.exit(&mut sketch, &left, &right, &frame);
        let claim = self.commutativity_claim(first, second);
        sketch.prove(claim, swapped.formula);
        sketch.finish(self.build);
    }

    /// The permissions that are held after both ran are disjoint.
    fn exit(&mut self, sketch: &mut Sketch, left: &Placed, right: &Placed, frame: &BTreeSet<GlobalId>) {
        let mut held = left.held_after(sketch);
        held.extend(right.held_after(sketch));
        held.extend(self.linear_globals(frame));
        sketch.assume_held(self.build, self.given.permissions, &held, &[]);
    }

    fn commutativity_claim(&self, first: &Atomic, second: &Atomic) -> Claim {
        let (a, b) = (&*first.signature.name, &*second.signature.name);
        let mut failure = Diagnostic::error(
            &codes::COMMUTATIVITY,
            first.signature.span,
            format!("`{a}` and then `{b}` of another thread can reach a state that `{b}` and then `{a}` cannot"),
        );
        if first.action.is_right_mover() {
            failure = failure
                .label(first.signature.span, format!("declared a right mover: it must commute with a later `{b}`"));
        }
        if second.action.is_left_mover() {
            failure = failure
                .label(second.signature.span, format!("declared a left mover: it must commute with an earlier `{a}`"));
        } else {
            failure = failure.label(second.signature.span, "the other action");
        }
        let failure = failure.help(
            "strengthen a gate (a permission such as a linear thread id tells the two threads apart), or weaken the mover type",
        );
        Claim { kind: "commutativity", failure }
    }

    /// The gate of `owner` survives a step of `step`. `conditional`: the preconditions of `owner` may be used.
    fn gate_preservation(&mut self, owner: &Atomic, step: &Atomic, conditional: bool) {
        if owner.gate_reads.is_disjoint(&step.writes) {
            return;
        }
        let (a, b) = (&*owner.signature.name, &*step.signature.name);
        let mut frame = frame([&owner.gate_reads, &step.gate_reads, &step.touches, &BTreeSet::new()]);
        let mut sketch = Sketch::new(format!("{b} before {a}: gate kept"), step.signature.span);
        let (left, right) = place_two(&mut sketch, owner, step);
        if conditional {
            frame.extend(precondition_globals(self.given.civl, owner));
        }
        self.entry(&mut sketch, &[&left, &right], &frame);
        left.assume_gate(self.build, &mut sketch);
        right.assume_gate(self.build, &mut sketch);
        if conditional {
            self.assume_preconditions(&left, &mut sketch);
        }
        sketch.run(self.build, &right.running(&format!("{b}."), Witnesses::default()));
        let mut held = left.held_before(&sketch);
        held.extend(right.held_after(&sketch));
        held.extend(self.linear_globals(&frame));
        sketch.assume_held(self.build, self.given.permissions, &held, &[]);
        for condition in left.gate(self.build, &sketch) {
            let message = format!("the gate of `{a}` might not hold any more after `{b}` of another thread");
            let failure = Diagnostic::error(&codes::GATE_PRESERVATION, condition.span, message)
                .label(step.signature.span, format!("`{b}`, {}", declared(step)))
                .label(owner.signature.span, format!("`{a}`, {}", declared(owner)))
                .help(format!("strengthen the gate of one of them so that the two cannot both be enabled, or weaken the mover type of {}", if step.action.is_right_mover() { format!("`{b}`") } else { format!("`{a}`") }));
            sketch.prove_condition(Claim { kind: "gate-preservation", failure }, condition);
        }
        sketch.finish(self.build);
    }

    /// If the gate of `owner` fails, a step of the left mover does not make it hold.
    fn failure_preservation(&mut self, owner: &Atomic, mover: &Atomic) {
        if owner.gate_reads.is_disjoint(&mover.writes) {
            return;
        }
        let (a, b) = (&*owner.signature.name, &*mover.signature.name);
        let mut frame = frame([&owner.gate_reads, &mover.gate_reads, &mover.touches, &BTreeSet::new()]);
        frame.extend(precondition_globals(self.given.civl, mover));
        let mut sketch = Sketch::new(format!("{b} before {a}: failure kept"), mover.signature.span);
        let (left, right) = place_two(&mut sketch, owner, mover);
        self.entry(&mut sketch, &[&left, &right], &frame);
        right.assume_gate(self.build, &mut sketch);
        self.assume_preconditions(&right, &mut sketch);
        // The locals of the mover's code must not be mistaken for those of the sketch: the gate of the owner gets its
        // own variables only after the precondition is computed over the mover's.
        let after = self.gate_after(owner, mover, &left, &right, &sketch);
        for condition in after {
            sketch.assume_condition(condition);
        }
        for condition in left.gate(self.build, &sketch) {
            let message =
                format!("`{b}` of another thread can repair a failing gate of `{a}`, and so hide the failure");
            let failure = Diagnostic::error(&codes::FAILURE_PRESERVATION, condition.span, message)
                .label(mover.signature.span, format!("`{b}`, {}", declared(mover)))
                .label(owner.signature.span, format!("`{a}` fails before `{b}`, but not after it"))
                .help(format!("weaken the mover type of `{b}`, or let its gate exclude this"));
            sketch.prove_condition(Claim { kind: "failure-preservation", failure }, condition);
        }
        sketch.finish(self.build);
    }

    /// The gate of `owner` wherever the step of `mover` leads, over the variables of the sketch.
    fn gate_after(
        &mut self,
        owner: &Atomic,
        mover: &Atomic,
        left: &Placed,
        right: &Placed,
        sketch: &Sketch,
    ) -> Vec<Condition> {
        // Stand-ins for the owner's parameters, bound outside.
        let mut stand_ins = Substitution::default();
        let mut back = Substitution::default();
        for (at, param) in left.params.iter().enumerate() {
            let id = self.build.fresh_bound();
            let value = sketch.value(*param);
            stand_ins.vars.insert(Var::Local(LocalId(at as u32)), var(Var::Bound(id), value.ty(), value.span()));
            back.vars.insert(Var::Bound(id), value);
        }
        let post: Vec<Condition> = owner.gate.iter().map(|condition| condition.over(&stand_ins, self.build)).collect();
        let before = weakest_precondition(self.build, &mover.code, mover.signature.ins, &post);
        let mover_params = right.formals(sketch);
        let own = before.iter().map(|condition| condition.over(&mover_params, self.build).over(&back, self.build));
        own.collect()
    }

    fn non_blocking(&mut self, mover: &Atomic) {
        if !mover.code.steps().any(|step| matches!(step.kind, StepKind::Assume { .. })) {
            return;
        }
        let (name, span) = (&*mover.signature.name, mover.signature.span);
        let mut frame = frame([&mover.gate_reads, &mover.touches, &BTreeSet::new(), &BTreeSet::new()]);
        frame.extend(precondition_globals(self.given.civl, mover));
        let mut sketch = Sketch::new(format!("{name}: does not block"), span);
        let placed = Placed::new(&mut sketch, mover, "");
        self.entry(&mut sketch, &[&placed], &frame);
        placed.assume_gate(self.build, &mut sketch);
        self.assume_preconditions(&placed, &mut sketch);
        let run = Run { outs: Vec::new(), ..placed.run(&sketch) };
        match transition(self.build, &[run], &[], After::Ignored, &|_, _| None, span) {
            Ok(step) => {
                let message = format!("`{name}` might block: its gate holds, but it has no step");
                let failure = Diagnostic::error(&codes::NON_BLOCKING, span, message)
                    .label(span, "declared a left mover: it must be able to run as soon as its gate holds")
                    .help("say when it can run by an assertion in place of an assumption, or weaken the mover type");
                sketch.prove(Claim { kind: "non-blocking", failure }, step.formula);
                sketch.finish(self.build);
            }
            Err(TooManyPaths) => self.errors.push(too_many_paths(span, name)),
        }
    }
}

/// Whether one writes what the other touches.
fn interfere(first: &Atomic, second: &Atomic) -> bool {
    !first.writes.is_disjoint(&second.touches) || !first.touches.is_disjoint(&second.writes)
}

fn place_two<'a>(sketch: &mut Sketch, first: &'a Atomic<'a>, second: &'a Atomic<'a>) -> (Placed<'a>, Placed<'a>) {
    let (a, b) = (&first.signature.name, &second.signature.name);
    let (a, b) =
        if a == b { (format!("first {a}."), format!("second {b}.")) } else { (format!("{a}."), format!("{b}.")) };
    (Placed::new(sketch, first, &a), Placed::new(sketch, second, &b))
}

fn frame(parts: [&BTreeSet<GlobalId>; 4]) -> BTreeSet<GlobalId> {
    parts.into_iter().flatten().copied().collect()
}

fn declared(atomic: &Atomic) -> &'static str {
    match (atomic.action.is_left_mover(), atomic.action.is_right_mover()) {
        (true, true) => "declared a both mover",
        (true, false) => "declared a left mover",
        (false, true) => "declared a right mover",
        (false, false) => "an atomic action",
    }
}

fn too_many_paths(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(&codes::UNSUPPORTED, span, format!("`{name}` has too many paths for a formula of what it does"))
        .help("replace branches by conditional expressions, `x := if c then a else b`")
}
