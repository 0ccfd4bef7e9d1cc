//! Refinement: of all fragments of a procedure, one does what its action does, the others do nothing visible.
//!
//! With `pc`: the action has happened; `ok`: the results are those of the action; R the transition formula of the action
//! from the state at the last yield to now, over the globals that outlive this layer and the visible results:
//!
//! ```text
//! start              pc, ok := false, false; assume gate
//! fragment end       eval := R
//!                    check pc || globals unchanged || eval
//!                    check pc ==> globals and results unchanged
//!                    pc, ok := pc || globals changed, eval || (results unchanged && ok)
//! after a yield      assume pc || gate
//! in yielding loops  check globals unchanged; check pc ==> results unchanged; ok := ok && results unchanged
//! return             a fragment end, then check ok
//! ```
//!
//! The action may be taken to fail where its gate does not hold before it has happened: then the layer above fails too.
//! A loop may run any number of times, so a fragment in it cannot be the one that acts.

use super::loops::loops_assign;
use crate::actions::transition::{After, Run, transition};
use crate::civl::{Refines, YieldProcedure};
use crate::codes;
use crate::given::Given;
use crate::sketch::Sketch;
use ivl::build::{Build, all, and, any, bool_lit, eq, implies, is_literal, not, or, var};
use ivl::typed::{BlockId, Claim, Expr, GlobalId, LocalId, Type, Var};
use ivl::visit::{Fresh, Substitution, substitute};
use source::{Diagnostic, Span};

pub struct Refinement {
    pc: LocalId,
    ok: LocalId,
    eval: LocalId,
    /// Of the action, for the parameters of the procedure.
    gate: Expr,
    formula: Expr,
    globals_unchanged: Expr,
    results_unchanged: Expr,
    /// The visible results, each with the local that keeps its value at the last yield.
    results: Vec<(LocalId, LocalId)>,
    /// Whether a fragment in a yielding loop may change a result.
    loops_change_results: bool,
    check: BlockId,
    check_in_loop: BlockId,
    return_check: BlockId,
}

impl Refinement {
    pub fn new(
        given: &Given,
        build: &mut Build,
        sketch: &mut Sketch,
        procedure: &YieldProcedure,
        globals: Vec<(GlobalId, LocalId)>,
    ) -> Result<Refinement, Diagnostic> {
        let civl = given.civl;
        let signature = &civl.program.procedures[procedure.id.index()];
        let span = signature.span;
        let (visible_ins, visible_outs): (Vec<LocalId>, Vec<LocalId>) =
            procedure.visible.iter().partition(|local| local.index() < signature.ins);
        let mut results = Vec::new();
        for out in &visible_outs {
            let name = format!("{} at the last yield", sketch.locals[out.index()].name);
            let like = sketch.locals[out.index()].clone();
            results.push((*out, sketch.hidden_local(&name, &like)));
        }
        let layer = procedure.layer;
        let outlives = |global: &GlobalId| civl.globals[global.index()].outlives(layer);
        let kept: Vec<(GlobalId, LocalId)> = globals.into_iter().filter(|(global, _)| outlives(global)).collect();
        let now = |global: GlobalId| {
            let variable = &civl.program.globals[global.index()];
            var(Var::Global(global), &variable.ty, span)
        };
        let globals_unchanged = all(kept.iter().map(|(global, local)| eq(now(*global), sketch.value(*local))), span);
        let results_unchanged =
            all(results.iter().map(|(out, local)| eq(sketch.value(*out), sketch.value(*local))), span);
        let (gate, formula) = match procedure.refines {
            None => (bool_lit(true, span), globals_unchanged.clone()),
            Some(refines) => step_of(given, build, sketch, refines, &kept, [&visible_ins, &visible_outs], span)?,
        };
        let mut refinement = Refinement {
            pc: sketch.fresh("the action has happened", &Type::Bool, span),
            ok: sketch.fresh("the results are the action's", &Type::Bool, span),
            eval: sketch.fresh("this fragment is the action", &Type::Bool, span),
            gate,
            formula,
            globals_unchanged,
            results_unchanged,
            loops_change_results: loops_assign(procedure, layer, &visible_outs),
            results,
            check: sketch.block(span),
            check_in_loop: sketch.block(span),
            return_check: sketch.block(span),
        };
        refinement.fill_checks(given, sketch, procedure, span);
        Ok(refinement)
    }

    fn fill_checks(&mut self, given: &Given, sketch: &mut Sketch, procedure: &YieldProcedure, span: Span) {
        let here = sketch.current;
        let words = Words::new(given, procedure, span);
        sketch.current = self.check;
        self.fragment_checks(sketch, &words);
        sketch.stop(span);

        sketch.current = self.check_in_loop;
        sketch.prove(
            words.claim("changes globals in a loop that yields: its action would happen once per iteration"),
            self.globals_unchanged.clone(),
        );
        let results = implies(sketch.value(self.pc), self.results_unchanged.clone());
        sketch.prove(words.claim("changes its results after its action has happened"), results);
        sketch.stop(span);

        sketch.current = self.return_check;
        self.evaluate(sketch, span);
        self.fragment_checks(sketch, &words);
        self.end_fragment(sketch, false, span);
        let ok = sketch.value(self.ok);
        sketch.prove(words.claim("can return without having done what its action does"), ok);
        sketch.stop(span);
        sketch.current = here;
    }

    fn fragment_checks(&self, sketch: &mut Sketch, words: &Words) {
        let pc = sketch.value(self.pc);
        let matches = any([pc.clone(), self.globals_unchanged.clone(), sketch.value(self.eval)], pc.span());
        sketch.prove(words.claim("changes globals between two yields in a way that its action does not"), matches);
        let unchanged = and(self.globals_unchanged.clone(), self.results_unchanged.clone());
        let once = implies(pc, unchanged);
        sketch.prove(words.claim("changes globals or results once more after its action has happened"), once);
    }

    pub fn start(&self, sketch: &mut Sketch, span: Span) {
        let fields = [self.pc, self.ok, self.eval];
        sketch.assign(fields.map(|local| (Var::Local(local), bool_lit(false, span))).to_vec(), span);
        sketch.assume(self.gate.clone());
    }

    /// eval := R
    pub fn evaluate(&self, sketch: &mut Sketch, span: Span) {
        sketch.assign(vec![(Var::Local(self.eval), self.formula.clone())], span);
    }

    pub fn end_fragment(&self, sketch: &mut Sketch, in_loop: bool, span: Span) {
        let (pc, ok, eval) = (sketch.value(self.pc), sketch.value(self.ok), sketch.value(self.eval));
        let kept = and(self.results_unchanged.clone(), ok);
        if !in_loop {
            let happened = or(pc, not(self.globals_unchanged.clone()));
            sketch.assign(vec![(Var::Local(self.pc), happened), (Var::Local(self.ok), or(eval, kept))], span);
        } else if self.loops_change_results {
            sketch.assign(vec![(Var::Local(self.ok), kept)], span);
        }
    }

    /// At the head of a yielding loop: what the loop cannot spoil.
    pub fn loop_head(&self, given: &Given, procedure: &YieldProcedure, sketch: &mut Sketch) {
        if self.loops_change_results {
            let words = Words::new(given, procedure, given.civl.program.procedures[procedure.id.index()].span);
            let kept = implies(sketch.value(self.pc), sketch.value(self.ok));
            sketch.prove(words.claim("changes its results in a loop after its action has happened"), kept);
        }
    }

    /// assume pc || gate
    pub fn assume_gate(&self, sketch: &mut Sketch) {
        if is_literal(&self.gate) != Some(true) {
            let pc = sketch.value(self.pc);
            sketch.assume(or(pc, self.gate.clone()));
        }
    }

    pub fn start_fragment(&self, sketch: &mut Sketch, span: Span) {
        let pairs = self.results.iter().map(|(out, local)| (Var::Local(*local), sketch.value(*out))).collect();
        sketch.assign(pairs, span);
    }

    /// Where a fragment is checked.
    pub fn check(&self, in_loop: bool) -> BlockId {
        if in_loop { self.check_in_loop } else { self.check }
    }

    pub fn return_check(&self) -> BlockId {
        self.return_check
    }
}

/// The gate of the refined action, and R: its transition formula from the kept values of globals to those of now. The
/// visible in-parameters and results of the procedure are the action's.
fn step_of(
    given: &Given,
    build: &mut Build,
    sketch: &Sketch,
    refines: Refines,
    kept: &[(GlobalId, LocalId)],
    [ins, outs]: [&[LocalId]; 2],
    span: Span,
) -> Result<(Expr, Expr), Diagnostic> {
    let atomic = given.atomics.get(refines.action);
    let values = |locals: &[LocalId]| locals.iter().map(|local| sketch.value(*local)).collect();
    let run = Run { code: &atomic.code, ins: values(ins), outs: values(outs) };
    let frame: Vec<GlobalId> = kept.iter().map(|(global, _)| *global).collect();
    let step = transition(build, &[run], &frame, After::Told, &|_, _| None, span)
        .map_err(|_| Diagnostic::error(&codes::UNSUPPORTED, refines.span, "the refined action has too many paths"))?;
    let old = kept.iter().map(|(global, local)| (Var::Global(*global), sketch.value(*local))).collect();
    let before = Substitution { old: Some(old), ..Substitution::default() };
    let mut fresh = Fresh::of(&mut build.program);
    let formula = substitute(&step.formula, &before, &mut fresh);
    let params = sketch.formals(ins);
    let gates: Vec<Expr> = atomic.gate_exprs().map(|gate| substitute(gate, &params, &mut fresh)).collect();
    Ok((all(gates, span), formula))
}

/// What findings about one procedure have in common.
struct Words {
    subject: String,
    span: Span,
    refined: Option<(Span, String)>,
}

impl Words {
    fn new(given: &Given, procedure: &YieldProcedure, span: Span) -> Words {
        let name = given.civl.name(procedure.id);
        let refined = procedure.refines.map(|refines| {
            let action = given.civl.name(refines.action);
            (refines.span, format!("`{action}` is what it should do, at layer {}", procedure.layer + 1))
        });
        Words { subject: format!("`{name}`"), span, refined }
    }

    fn claim(&self, what: &str) -> Claim {
        let message = format!("{} {what}", self.subject);
        let mut failure = Diagnostic::error(&codes::REFINEMENT, self.span, message);
        match &self.refined {
            Some((span, text)) => failure = failure.label(*span, text.clone()),
            None => {
                failure = failure.help("a yield procedure without `refines` must not change globals of the layer above")
            }
        }
        Claim { kind: "refinement", failure }
    }
}
