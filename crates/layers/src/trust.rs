//! What a proof rests on besides the program's text: told once for each kind.
//!
//! ```text
//! no body                 the procedure is believed to refine its action, to keep its postconditions and to return
//!                         permissions that nobody else has
//! free                    the condition, invariant or precondition at a call is believed and never proved
//! verify false            the body is not checked, and what it promises is believed
//! entry point             the preconditions of a yield procedure that nothing calls hold where threads start in it: those
//!                         of every layer, so also of the run at the lowest layer, whose actions may fail without them
//!                         A warning for each that a layer below does not require, if an action may fail there
//! open assumption         some value satisfies it (see [`crate::cooperation::choices`])
//! assuming call           some value satisfies what `call {:layer k} Assume(e)` says (see [`crate::cooperation::disguised`])
//! ```

use crate::actions::atomic::Atomics;
use crate::civl::{Body, Civl, Cmd, CmdKind, Layer, Linearity, Routine, YieldProcedure};
use crate::codes::TRUST;
use crate::cooperation::choices::{is_about, open_before};
use crate::cooperation::disguised;
use crate::cooperation::termination::Blocking;
use crate::linear::Permissions;
use crate::yields::codes::BLOCKED;
use ivl::attributes::says_not_to_verify;
use ivl::call_graph::{CallGraph, called_by};
use ivl::trust::note;
use ivl::typed::{Assumption, BlockId, Condition, Expr, Name, ProcedureId};
use rustc_hash::FxHashSet;
use source::{Diagnostic, Severity, Span};

/// One note for each kind of trust, and a warning for each assumption that is believed not to block.
pub fn trusted(civl: &Civl, permissions: &Permissions, atomics: &Atomics, blocking: &[Blocking]) -> Vec<Diagnostic> {
    let called: FxHashSet<ProcedureId> = civl.program.implementations.iter().flat_map(called_by).collect();
    let is_believed = |id: ProcedureId, routine: &Routine| match routine {
        Routine::Yield(_) => true,
        // A library has more than the program uses.
        Routine::Plain { .. }
        | Routine::Pure { .. }
        | Routine::Primitive { .. }
        | Routine::Action(_)
        | Routine::Invariant(_) => called.contains(&id),
    };
    let without_body =
        declared(civl, |id, routine| is_believed(id, routine) && claims_without_body(civl, permissions, id, routine));
    let free = declared(civl, |id, routine| is_believed(id, routine) && has_free_condition(civl, id, routine));
    let unverified = declared(civl, |id, routine| is_believed(id, routine) && is_not_to_be_verified(civl, id, routine));
    let mut told = Vec::new();
    told.extend(note(&TRUST, without_body, "no body: what is declared is believed"));
    told.extend(note(&TRUST, free, "`free` conditions or calls, which are believed and not proved"));
    told.extend(note(&TRUST, unverified, "a body with `{:verify false}`: what is declared is believed"));
    told.extend(note(
        &TRUST,
        entry_points(civl),
        "preconditions and no caller in the program: they are believed, at every layer, of callers outside",
    ));
    told.extend(required_above(civl, atomics));
    told.extend(disguised::believed(civl));
    told.extend(blocking.iter().filter(|it| believed_assumption(civl, it).is_some()).map(believed));
    // An assumption may be in committed transactions at several layers.
    let mut once: Vec<Diagnostic> = Vec::new();
    for diagnostic in told {
        if !once.iter().any(|other| (other.code, other.span) == (diagnostic.code, diagnostic.span)) {
            once.push(diagnostic);
        }
    }
    once
}

/// The routines of this kind.
fn declared(civl: &Civl, is: impl Fn(ProcedureId, &Routine) -> bool) -> Vec<(Span, Name)> {
    let routines = civl.routines.iter().enumerate().map(|(at, routine)| (ProcedureId(at as u32), routine));
    let chosen = routines.filter(|(id, routine)| is(*id, routine));
    chosen.map(|(id, _)| (civl.program.procedures[id.index()].span, civl.name(id).clone())).collect()
}

/// Whether somebody believes what the declaration says. A procedure that promises nothing is not believed anything.
fn claims_without_body(civl: &Civl, permissions: &Permissions, id: ProcedureId, routine: &Routine) -> bool {
    let procedure = &civl.program.procedures[id.index()];
    match routine {
        Routine::Plain { params, bodies } => {
            let gives = |(param, linearity): (&ivl::typed::Variable, &Linearity)| {
                linearity.holds_on_exit() && permissions.is_linear_type(&param.ty)
            };
            let makes = procedure.params.iter().zip(params).skip(procedure.ins).any(gives);
            bodies.is_empty() && (makes || !procedure.ensures.is_empty())
        }
        Routine::Pure { body, .. } => body.is_none() && !procedure.ensures.is_empty(),
        // A copy is worth what its original is worth.
        Routine::Yield(procedure) => procedure.body.is_none() && !civl.modules.is_proved_as_copy(id),
        Routine::Primitive { .. } | Routine::Action(_) | Routine::Invariant(_) => false,
    }
}

fn has_free_condition(civl: &Civl, id: ProcedureId, routine: &Routine) -> bool {
    let is_free = |condition: &Condition| condition.free;
    let is_free_invariant = |cmd: &Cmd| matches!(cmd.kind, CmdKind::Assume { origin: Assumption::FreeInvariant, .. });
    let is_free_call = |body: &Body| {
        let blocks = &civl.program.implementations[body.implementation.index()].blocks;
        blocks.iter().flat_map(|block| &block.cmds).any(|cmd| cmd.kind.calls().any(|call| call.free))
    };
    let has_free_invariant = |body: &Body| body.blocks.iter().flat_map(|block| &block.cmds).any(is_free_invariant);
    let in_body = |body: &Body| has_free_invariant(body) || is_free_call(body);
    let procedure = &civl.program.procedures[id.index()];
    let declared = procedure.requires.iter().chain(&procedure.ensures).any(is_free);
    match routine {
        Routine::Plain { bodies, .. } => declared || bodies.iter().any(in_body),
        Routine::Pure { body, .. } => declared || body.iter().any(in_body),
        // Their conditions cannot be free.
        Routine::Yield(_) | Routine::Action(_) | Routine::Primitive { .. } | Routine::Invariant(_) => false,
    }
}

/// `{:verify false}` of a body that promises something. Yield procedures are checked all the same.
fn is_not_to_be_verified(civl: &Civl, id: ProcedureId, routine: &Routine) -> bool {
    let procedure = &civl.program.procedures[id.index()];
    let promises = !procedure.ensures.is_empty();
    let says_so = |body: &Body| {
        let implementation = &civl.program.implementations[body.implementation.index()];
        [&implementation.attributes, &procedure.attributes].into_iter().any(|list| says_not_to_verify(list))
    };
    match routine {
        Routine::Plain { bodies, .. } => promises && bodies.iter().any(says_so),
        Routine::Pure { body, .. } => promises && body.iter().any(says_so),
        Routine::Yield(_) | Routine::Action(_) | Routine::Primitive { .. } | Routine::Invariant(_) => false,
    }
}

/// A warning for each precondition of an entry point that a layer below does not require, with an action that may fail at
/// that layer. A gate is proved at the layer of the procedure alone: a failure below it is one there too (see
/// [`crate::cooperation::disguised`]), if the caller keeps there what is required. Callers in the program prove it, at
/// its layers; what callers outside do is believed, and the belief is about the program that runs, so about all layers.
fn required_above(civl: &Civl, atomics: &Atomics) -> Vec<Diagnostic> {
    let calls = CallGraph::new(civl.program);
    let mut told = Vec::new();
    for procedure in civl.yield_procedures().filter(|procedure| is_entry_point(civl, &calls, procedure)) {
        let clauses = procedure.requires.iter().map(|clause| (clause.layers.first().copied(), clause.condition.span));
        let invariants = procedure.requires_calls.iter();
        let invariants =
            invariants.map(|call| (civl.invariant(call.invariant).map(|invariant| invariant.layer), call.span));
        for (layer, span) in clauses.chain(invariants) {
            let fails =
                layer.and_then(|layer| Some((layer, failing_below(civl, atomics, &calls, procedure.id, layer)?)));
            let Some((layer, (below, action))) = fails else { continue };
            let message = format!(
                "believed of callers outside also at layer {below}, where nothing requires it; without it, `{}` may fail there \
                 and no layer finds it",
                civl.name(action)
            );
            let help = format!("require it at layer {below} too: then the layers from {below} to {layer} agree on it");
            told.push(Diagnostic::warning(&TRUST, span, message).help(help));
        }
    }
    told
}

/// An action with a gate that stands for a callee, direct or not, at a layer below this one; with its lowest layer.
fn failing_below(
    civl: &Civl,
    atomics: &Atomics,
    calls: &CallGraph,
    from: ProcedureId,
    layer: Layer,
) -> Option<(Layer, ProcedureId)> {
    let callees = civl.yield_procedures().filter(|callee| callee.id != from && calls.reaches(from, callee.id));
    let actions = callees.filter_map(|callee| civl.action(callee.refines?.action));
    let mut failing = actions.filter(|action| action.layers.lower < layer && !atomics.get(action.id).gate.is_empty());
    failing.next().map(|action| (action.layers.lower, action.id))
}

fn is_entry_point(civl: &Civl, calls: &CallGraph, procedure: &YieldProcedure) -> bool {
    // Those that it leads to itself do not count.
    let mut callers = civl.yield_procedures().filter(|other| calls.callees(other.id).contains(&procedure.id));
    callers.all(|caller| calls.reaches(procedure.id, caller.id))
}

/// The yield procedures with preconditions in which threads can start only from outside.
fn entry_points(civl: &Civl) -> Vec<(Span, Name)> {
    let calls = CallGraph::new(civl.program);
    declared(civl, |_, routine| match routine {
        Routine::Yield(procedure) => {
            let requires = !procedure.requires.is_empty() || !procedure.requires_calls.is_empty();
            requires && is_entry_point(civl, &calls, procedure)
        }
        Routine::Plain { .. }
        | Routine::Pure { .. }
        | Routine::Primitive { .. }
        | Routine::Action(_)
        | Routine::Invariant(_) => false,
    })
}

/// The assumption, with its body, if it is about open values alone.
pub fn believed_assumption<'a>(civl: &'a Civl, blocking: &Blocking) -> Option<(&'a Body, &'a Expr)> {
    let body = civl.yield_procedure(blocking.procedure)?.body.as_ref()?;
    let ins = civl.program.procedures[blocking.procedure.index()].ins;
    let mut cmds = body.blocks.iter().enumerate().flat_map(|(at, block)| {
        let numbered = block.cmds.iter().enumerate();
        numbered.map(move |(position, cmd)| (BlockId(at as u32), position, cmd))
    });
    cmds.find_map(|(at, position, cmd)| match &cmd.kind {
        CmdKind::Assume { expr, .. } if cmd.span == blocking.span => {
            is_about(expr, &open_before(body, ins, at, position)).then_some((body, expr))
        }
        _ => None,
    })
}

fn believed(blocking: &Blocking) -> Diagnostic {
    let message = format!(
        "believed: some value satisfies this assumption, so that it does not block the transaction committed at layer {}",
        blocking.layer
    );
    let failure = blocking.failure.clone();
    Diagnostic { code: &BLOCKED, severity: Severity::Warning, message, ..failure }
}
