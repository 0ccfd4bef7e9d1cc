//! Gates given by the author, and actions that refine actions.
//!
//! ```text
//! gate sufficiency       A asserts G          G holds  ==>  no assertion in the body of A fails
//! action refinement      A refines B          gate of B holds  ==>  the gate of A holds, and every step of A is one of B
//! ```

use crate::actions::atomic::Atomic;
use crate::actions::code::Code;
use crate::actions::transition::{After, Run, transition};
use crate::build::{Build, var};
use crate::civl::Layer;
use crate::codes;
use crate::given::Given;
use crate::sketch::{Running, Sketch, Witnesses};
use ivl::typed::{Claim, CmdKind, Expr, GlobalId, LocalId, Var};
use ivl::visit::{Fresh, Substitution, substitute};
use source::{Diagnostic, Span};
use std::sync::Arc;

/// `A asserts G`: G is enough.
pub fn gate_sufficiency(given: &Given, build: &mut Build) {
    for atomic in given.atomics.iter().filter(|atomic| !atomic.action.gate.is_empty()) {
        let (name, span) = (given.civl.name(atomic.action.id), span_of(given, atomic));
        let mut sketch = Sketch::new(format!("{name}: gate suffices"), span);
        let params = start(given, build, &mut sketch, atomic, atomic.action.layers.upper);
        assume_gate(build, &mut sketch, atomic, &params);
        let claim = |at: Span| {
            let message = format!("this assertion of `{name}` might fail although its gate holds");
            let failure = Diagnostic::error(&codes::GATE_SUFFICIENCY, at, message)
                .label(span, "the `asserts` clauses of this action are its gate")
                .help("add an `asserts` clause that the assertion follows from");
            Claim { kind: "gate-sufficiency", failure }
        };
        let ins = given.civl.program.procedures[atomic.action.id.index()].ins;
        let code = claimed(&atomic.asserting, claim);
        sketch.run(build, &Running { code: &code, params: &params, ins, prefix: "", chosen: Witnesses::default() });
        sketch.finish(build);
    }
}

/// `A refines B`
pub fn action_refinement(given: &Given, build: &mut Build) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for atomic in given.atomics.iter() {
        if let Some(refined) = atomic.action.refines {
            errors.extend(refines(given, build, atomic, given.atomics.get(refined)).err());
        }
    }
    errors
}

fn refines(given: &Given, build: &mut Build, atomic: &Atomic, refined: &Atomic) -> Result<(), Diagnostic> {
    let civl = given.civl;
    let (name, abstraction) = (civl.name(atomic.action.id), civl.name(refined.action.id));
    let (span, layer) = (span_of(given, atomic), atomic.action.layers.upper);
    let mut sketch = Sketch::new(format!("{name} refines {abstraction}"), span);
    let params = start(given, build, &mut sketch, atomic, layer);
    assume_gate(build, &mut sketch, refined, &params);
    let values = formals(&sketch, &params);
    for condition in &atomic.gate {
        let expr = substitute(&condition.expr, &values, &mut Fresh::of(&mut build.program));
        let message = format!("the gate of `{name}` might fail where that of `{abstraction}` holds");
        let failure = Diagnostic::error(&codes::ACTION_REFINEMENT, condition.span, message)
            .label(span, format!("refines `{abstraction}`, so it must not fail where `{abstraction}` does not"))
            .help(format!("strengthen the gate of `{abstraction}`, or weaken this one"));
        sketch.prove(Claim { kind: "action-refinement", failure }, expr);
    }
    let ins = civl.program.procedures[atomic.action.id.index()].ins;
    let all: Vec<Expr> = params.iter().map(|local| sketch.value(*local)).collect();
    let run = Run { code: &refined.code, ins: all[..ins].to_vec(), outs: all[ins..].to_vec() };
    let globals = (0..civl.globals.len() as u32).map(GlobalId);
    let frame: Vec<GlobalId> = globals.filter(|global| civl.globals[global.index()].outlives(layer)).collect();
    let step = transition(build, &[run], &frame, After::Told, &|_, _| None, span).map_err(|_| {
        Diagnostic::error(&codes::UNSUPPORTED, span_of(given, refined), "the refined action has too many paths")
    })?;
    sketch.run(build, &Running { code: &atomic.code, params: &params, ins, prefix: "", chosen: Witnesses::default() });
    let message = format!("`{name}` might do what `{abstraction}` does not");
    let failure = Diagnostic::error(&codes::ACTION_REFINEMENT, span, message)
        .label(span_of(given, refined), "this is what it refines")
        .help("the trace is a step of the former that the latter does not have");
    sketch.prove(Claim { kind: "action-refinement", failure }, step.formula);
    sketch.finish(build);
    Ok(())
}

fn span_of(given: &Given, atomic: &Atomic) -> Span {
    given.civl.program.procedures[atomic.action.id.index()].span
}

/// Makes the parameters; permissions are disjoint.
fn start(given: &Given, build: &mut Build, sketch: &mut Sketch, atomic: &Atomic, layer: Layer) -> Vec<LocalId> {
    let civl = given.civl;
    let params: Vec<LocalId> = atomic.params().iter().map(|param| sketch.local(&param.name, param)).collect();
    let ins = civl.program.procedures[atomic.action.id.index()].ins;
    let on_entry = (0..ins).filter(|at| atomic.linearity(*at).holds_on_entry());
    let mut held: Vec<Expr> = on_entry.map(|at| sketch.value(params[at])).collect();
    for (at, global) in civl.globals.iter().enumerate() {
        if global.is_linear && global.layers.contains(layer) {
            let variable = &civl.program.globals[at];
            held.push(var(Var::Global(GlobalId(at as u32)), &variable.ty, variable.span));
        }
    }
    let mut facts = given.permissions.disjoint(build, &held, &[]);
    facts.extend(given.permissions.well_formed(build, &held));
    for fact in facts {
        sketch.assume(fact);
    }
    params
}

fn formals(sketch: &Sketch, params: &[LocalId]) -> Substitution {
    let vars = params.iter().enumerate().map(|(at, local)| (Var::Local(LocalId(at as u32)), sketch.value(*local)));
    Substitution { vars: vars.collect(), ..Substitution::default() }
}

fn assume_gate(build: &mut Build, sketch: &mut Sketch, atomic: &Atomic, params: &[LocalId]) {
    let values = formals(sketch, params);
    for gate in atomic.gate_exprs() {
        sketch.assume(substitute(gate, &values, &mut Fresh::of(&mut build.program)));
    }
}

/// The code with its assertions as claims.
fn claimed(code: &Code, claim: impl Fn(Span) -> Claim) -> Code {
    let mut code = code.clone();
    for cmd in code.blocks.iter_mut().flat_map(|block| &mut block.cmds) {
        if let CmdKind::Assert(expr) = &cmd.kind {
            cmd.kind = CmdKind::Prove { claim: Arc::new(claim(cmd.span)), expr: expr.clone() };
        }
    }
    code
}
