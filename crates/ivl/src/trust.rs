//! What the proof of a sequential program rests on besides its text.
//!
//! Where-clauses are proved where they are used (see [`crate::where_clauses`]), except of what a procedure without a
//! checked body leaves: a warning says so. `free` conditions and calls, and bodies with `{:verify false}`, are listed in
//! a note.

use crate::attributes::says_not_to_verify;
use crate::call_graph::{CallGraph, called_by};
use crate::codes::{TRUSTED, WHERE};
use crate::typed::*;
use crate::where_clauses::{clause_of, is_called_by_contract, touched};
use rustc_hash::FxHashSet;
use source::{Code, Diagnostic, Span};

/// Warnings for where-clauses that nothing proves, and a note for what the author wants believed.
pub fn believed(program: &Program) -> Vec<Diagnostic> {
    let mut found = where_clauses(program);
    found.extend(stated(program, &program.implementations.iter().flat_map(called_by).collect()));
    found
}

/// A warning for each where-clause that is believed of what a procedure without a checked body leaves.
pub fn where_clauses(program: &Program) -> Vec<Diagnostic> {
    let calls = CallGraph::new(program);
    let mut found = Vec::new();
    for (index, procedure) in program.procedures.iter().enumerate() {
        let id = ProcedureId(index as u32);
        let is_checked = |id: &ImplementationId| {
            let own = &program.implementations[id.index()].attributes;
            ![own, &procedure.attributes].into_iter().any(|list| says_not_to_verify(list))
        };
        let bodies = calls.bodies(id);
        if !is_called_by_contract(program, &calls, id) || (!bodies.is_empty() && bodies.iter().all(is_checked)) {
            continue;
        }
        let why = if bodies.is_empty() { "has no body" } else { "has a body with `{:verify false}`" };
        let outs = procedure.params[procedure.ins..].iter().filter_map(clause_of);
        for clause in touched(program, &procedure.modifies).into_iter().chain(outs) {
            let (variable, name) = (&clause.variable, &procedure.name);
            let message =
                format!("believed: `{variable}` satisfies its where-clause when `{name}` returns, which {why}");
            let help = "nothing in the program can prove it; to have it proved, give the procedure a body";
            found.push(Diagnostic::warning(&WHERE, clause.expr.span(), message).help(help));
        }
    }
    // Instances of one generic declaration have one place.
    let mut seen = FxHashSet::default();
    found.retain(|diagnostic| seen.insert((diagnostic.span, diagnostic.message.clone())));
    found
}

/// What the text itself says is to be believed.
fn stated(program: &Program, called: &FxHashSet<ProcedureId>) -> Vec<Diagnostic> {
    let is_free = |condition: &Condition| condition.free;
    let mut free: Vec<(Span, Name)> = Vec::new();
    let mut unverified: Vec<(Span, Name)> = Vec::new();
    for (index, procedure) in program.procedures.iter().enumerate() {
        let is_called = called.contains(&ProcedureId(index as u32));
        if is_called && procedure.requires.iter().chain(&procedure.ensures).any(is_free) {
            free.push((procedure.span, procedure.name.clone()));
        }
        let bodies = program.implementations.iter().filter(|body| body.procedure.index() == index);
        for body in bodies {
            let cmds = body.blocks.iter().flat_map(|block| &block.cmds);
            let is_free = |cmd: &Cmd| match &cmd.kind {
                CmdKind::Assume { origin, .. } => *origin == Assumption::FreeInvariant,
                kind => kind.calls().any(|call| call.free),
            };
            if cmds.into_iter().any(is_free) {
                free.push((procedure.span, procedure.name.clone()));
            }
            let skipped = [&body.attributes, &procedure.attributes].into_iter().any(|list| says_not_to_verify(list));
            if is_called && skipped && !procedure.ensures.is_empty() {
                unverified.push((procedure.span, procedure.name.clone()));
            }
        }
    }
    let free = note(&TRUSTED, free, "`free` conditions or calls, which are believed and not proved");
    free.into_iter()
        .chain(note(&TRUSTED, unverified, "a body with `{:verify false}`: what is declared is believed"))
        .collect()
}

/// So many names are listed; the rest is counted.
const LISTED: usize = 5;

/// A note that these procedures have something that is believed.
pub fn note(code: &'static Code, mut procedures: Vec<(Span, Name)>, what: &str) -> Option<Diagnostic> {
    procedures.sort_by_key(|(span, _)| (span.file, span.start));
    procedures.dedup_by_key(|(span, _)| *span);
    let (first, _) = procedures.first()?;
    let mut names: Vec<String> = procedures.iter().take(LISTED).map(|(_, name)| format!("`{name}`")).collect();
    if procedures.len() > LISTED {
        names.push(format!("{} more", procedures.len() - LISTED));
    }
    let verb = if procedures.len() == 1 { "has" } else { "have" };
    let listed = match names.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    };
    Some(Diagnostic::note(code, *first, format!("{listed} {verb} {what}")))
}
