//! Assumptions that are calls: `call {:layer k} Assume(e)`.
//!
//! The law. The proof at layer k is about the runs of layer k, and says of layer k - 1 only: each of its runs fails, or has
//! a run of layer k that does the same. If a run of layer k - 1 fails, there is to be a failing run of layer k, and so on up;
//! that is what lets a gate be proved at one layer alone. A layer that assumes something which the layers below do not
//! leaves out runs that these have: then a failure below has nothing above it, and the proof says nothing of it.
//! So no layer may assume anything of its own:
//!
//! ```text
//! assume e                     is a statement of all layers
//! call {:layer k} P(…)         pure procedures are ghost code, which exists at some layers alone: the program does not wait
//!                              for it. One with a body is proved to return. One without a body is believed to
//!   P promises an argument     for e it cannot be believed: nothing makes `e` true. The call proves e, at its layers, for
//!                              some value of what is still open there (see [`super::choices`])
//!   e is about open values     that some value satisfies it is believed: a warning says so
//!   P promises more of its     a lemma without a proof. A warning says what it can hide. One that is false for simple
//!   arguments                  arguments is found by a probe (see [`crate::vacuity`])
//!   P promises of its results  believed, with the note that it has no body
//! ```

use super::choices::open_before;
use crate::actions::gate::variables_of;
use crate::civl::{Body, Civl, CmdKind, Layer, LayerRange, Routine};
use crate::codes::TRUST;
use crate::yields::codes::BLOCKED;
use ivl::build::all;
use ivl::typed::{BlockId, Claim, Expr, ExprKind, LocalId, ProcedureId, Type, Var};
use rustc_hash::FxHashSet;
use source::{Diagnostic, Span};

/// The condition that a call assumes: those of its arguments that a pure procedure without a body promises.
pub fn assumed_by(civl: &Civl, callee: ProcedureId, ins: &[Expr], span: Span) -> Option<Expr> {
    let Routine::Pure { body: None, .. } = &civl.routines[callee.index()] else { return None };
    let procedure = &civl.program.procedures[callee.index()];
    let promised = procedure.ensures.iter().filter_map(|condition| match condition.expr.kind() {
        ExprKind::Var(Var::Local(param)) if *condition.expr.ty() == Type::Bool => ins.get(param.index()).cloned(),
        _ => None,
    });
    let promised: Vec<Expr> = promised.collect();
    (!promised.is_empty()).then(|| all(promised, span))
}

/// The locals among those of the condition that are open before the call at this place.
pub fn open_in(body: &Body, ins: usize, span: Span, condition: &Expr) -> Vec<LocalId> {
    let calls = body.blocks.iter().enumerate().flat_map(|(at, block)| {
        let numbered = block.cmds.iter().enumerate();
        numbered.filter(|(_, cmd)| cmd.span == span).map(move |(position, _)| (BlockId(at as u32), position))
    });
    let mut calls = calls.map(|(at, position)| open_before(body, ins, at, position));
    let open = calls.next().unwrap_or_default();
    let read = variables_of(condition);
    open.into_iter().filter(|local| read.contains(&Var::Local(*local))).collect()
}

/// What is claimed of the condition at a layer.
pub fn claim(civl: &Civl, callee: ProcedureId, layer: Layer, span: Span) -> Claim {
    let message = format!("what `{}` takes for true here, at layer {layer}, might not hold", civl.name(callee));
    let failure = Diagnostic::error(&BLOCKED, span, message)
        .label(span, "the layers below do not assume it: a run that fails there has no run here")
        .help("test it in the program, or write `assume`, which is a statement of all layers");
    Claim { kind: "non-blocking", failure }
}

/// A warning for each call that assumes something of open values, and for each lemma without a body.
pub fn believed(civl: &Civl) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut lemmas: FxHashSet<ProcedureId> = FxHashSet::default();
    for procedure in civl.yield_procedures() {
        let Some(body) = &procedure.body else { continue };
        let ins = civl.program.procedures[procedure.id.index()].ins;
        for cmd in body.blocks.iter().flat_map(|block| &block.cmds) {
            let CmdKind::Atomic { callee, ins: args, layers, .. } = &cmd.kind else { continue };
            let Some(condition) = assumed_by(civl, *callee, args, cmd.span) else {
                if is_lemma_without_body(civl, *callee) && lemmas.insert(*callee) {
                    found.push(lemma(civl.name(*callee), *layers, cmd.span));
                }
                continue;
            };
            let open = open_in(body, ins, cmd.span, &condition);
            let Some(first) = open.first() else { continue };
            let name = &body.locals[first.index()].variable.name;
            found.push(warning(name, *layers, cmd.span));
        }
    }
    found
}

/// Whether the procedure promises something of its arguments alone, and nothing proves it.
fn is_lemma_without_body(civl: &Civl, callee: ProcedureId) -> bool {
    let Routine::Pure { body: None, .. } = &civl.routines[callee.index()] else { return false };
    let procedure = &civl.program.procedures[callee.index()];
    let is_out = |var: &Var| matches!(var, Var::Local(param) if param.index() >= procedure.ins);
    procedure.ensures.iter().any(|condition| !variables_of(&condition.expr).iter().any(is_out))
}

fn lemma(name: &str, layers: LayerRange, span: Span) -> Diagnostic {
    let layer = layers.lower;
    let message = format!("believed: what `{name}` promises of its arguments, which has no body");
    Diagnostic::warning(&TRUST, span, message)
        .label(
            span,
            format!("if it is false here, a failure of the layers below {layer} has no run here and is not found"),
        )
        .help("give it a body that proves it")
}

fn warning(name: &str, layers: LayerRange, span: Span) -> Diagnostic {
    let layer = layers.lower;
    let message =
        format!("believed: some value of `{name}` satisfies what is taken for true here, from layer {layer} on");
    Diagnostic::warning(&BLOCKED, span, message)
        .label(span, "if none does, a failure of the layers below has no run here and is not found")
        .help("assign a value that satisfies it, and assert that it does")
}
