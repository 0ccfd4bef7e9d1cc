//! Gates given by the author, and actions that refine actions.
//!
//! ```text
//! gate sufficiency       A asserts G          G holds  ==>  no assertion in the body of A fails
//! action refinement      A refines B          gate of B holds  ==>  the gate of A holds, and every step of A is one of B
//! ```
//!
//! Actions of an instance are copies of actions of which this is proved.

use crate::actions::atomic::Atomic;
use crate::actions::placed::Placed;
use crate::actions::transition::{After, transition};
use crate::civl::Layer;
use crate::codes;
use crate::given::Given;
use crate::sketch::{Running, Sketch, Witnesses};
use ivl::build::{Build, var};
use ivl::typed::{Claim, GlobalId, Var};
use source::{Diagnostic, Span};

/// `A asserts G`: G is enough.
pub fn gate_sufficiency(given: &Given, build: &mut Build) {
    let stated = given.atomics.iter().filter(|atomic| !atomic.action.gate.is_empty());
    for atomic in stated.filter(|atomic| !given.civl.modules.is_proved_as_copy(atomic.action.id)) {
        let (name, span) = (&atomic.signature.name, atomic.signature.span);
        let mut sketch = Sketch::new(format!("{name}: gate suffices"), span);
        let placed = start(given, build, &mut sketch, atomic, atomic.action.layers.upper);
        placed.assume_gate(build, &mut sketch);
        let claim = |at: Span| {
            let message = format!("this assertion of `{name}` might fail although its gate holds");
            let failure = Diagnostic::error(&codes::GATE_SUFFICIENCY, at, message)
                .label(span, "the `asserts` clauses of this action are its gate")
                .help("add an `asserts` clause that the assertion follows from");
            Claim { kind: "gate-sufficiency", failure }
        };
        let running = placed.running("", Witnesses::default());
        sketch.run(build, &Running { code: &atomic.asserting, claim: Some(&claim), ..running });
        sketch.finish(build);
    }
}

/// `A refines B`
pub fn action_refinement(given: &Given, build: &mut Build) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for atomic in given.atomics.iter().filter(|atomic| !given.civl.modules.is_proved_as_copy(atomic.action.id)) {
        if let Some(refined) = atomic.action.refines {
            errors.extend(refines(given, build, atomic, given.atomics.get(refined)).err());
        }
    }
    errors
}

fn refines(given: &Given, build: &mut Build, atomic: &Atomic, refined: &Atomic) -> Result<(), Diagnostic> {
    let civl = given.civl;
    let (name, abstraction) = (&atomic.signature.name, &refined.signature.name);
    let (span, layer) = (atomic.signature.span, atomic.action.layers.upper);
    let mut sketch = Sketch::new(format!("{name} refines {abstraction}"), span);
    let placed = start(given, build, &mut sketch, atomic, layer);
    let abstracted = Placed { atomic: refined, params: placed.params.clone() };
    abstracted.assume_gate(build, &mut sketch);
    for condition in placed.gate(build, &sketch) {
        let message = format!("the gate of `{name}` might fail where that of `{abstraction}` holds");
        let failure = Diagnostic::error(&codes::ACTION_REFINEMENT, condition.span, message)
            .label(span, format!("refines `{abstraction}`, so it must not fail where `{abstraction}` does not"))
            .help(format!("strengthen the gate of `{abstraction}`, or weaken this one"));
        sketch.prove_condition(Claim { kind: "action-refinement", failure }, condition);
    }
    let globals = (0..civl.globals.len() as u32).map(GlobalId);
    let frame: Vec<GlobalId> = globals.filter(|global| civl.globals[global.index()].outlives(layer)).collect();
    let run = abstracted.run(&sketch);
    let step = transition(build, &[run], &frame, After::Told, &|_, _| None, span).map_err(|_| {
        Diagnostic::error(&codes::UNSUPPORTED, refined.signature.span, "the refined action has too many paths")
    })?;
    sketch.run(build, &placed.running("", Witnesses::default()));
    let message = format!("`{name}` might do what `{abstraction}` does not");
    let failure = Diagnostic::error(&codes::ACTION_REFINEMENT, span, message)
        .label(refined.signature.span, "this is what it refines")
        .label(atomic.action.body.end, "here its step is done")
        .help("the trace is a step of the former that the latter does not have");
    sketch.prove(Claim { kind: "action-refinement", failure }, step.formula);
    sketch.finish(build);
    Ok(())
}

/// Makes the parameters; permissions are disjoint.
fn start<'a>(
    given: &Given,
    build: &mut Build,
    sketch: &mut Sketch,
    atomic: &'a Atomic<'a>,
    layer: Layer,
) -> Placed<'a> {
    let placed = Placed::new(sketch, atomic, "");
    let mut held = placed.held_before(sketch);
    held.extend(given.civl.linear_globals(layer).map(|global| {
        let variable = &given.civl.program.globals[global.index()];
        var(Var::Global(global), &variable.ty, variable.span)
    }));
    sketch.assume_held(build, given.permissions, &held, &[]);
    placed
}
