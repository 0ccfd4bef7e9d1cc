//! What the proof of a sequential program rests on besides its text.
//!
//! A where-clause says which values a variable may get when it gets an arbitrary one: at the start of a body, and by
//! `havoc`. There it is part of what the statement means, and excludes no run. At other places it is believed of values
//! that the program has computed (see [`crate::contract`] and [`crate::cut_loops`]), as Boogie does, and a run may differ:
//!
//! ```text
//! in-parameter        at the entry, of what callers pass
//! out-parameter       after a call, of what the callee returns
//! global              at the entry and after a call, of what others left there
//! assigned in a loop  at the loop head, of what the iterations before left there
//! ```
//!
//! The belief is justified, and nothing is said, where the clause is kept by construction: the variable is changed by
//! `havoc` alone, and nothing else that its clause reads is changed at all. Then it holds at every point of every run.
//! Otherwise a warning says what is believed. `free` conditions and bodies with `{:verify false}` are listed in a note.

use crate::attributes::says_not_to_verify;
use crate::call_graph::{CallGraph, called_by};
use crate::codes::{TRUSTED, WHERE};
use crate::components::components;
use crate::contract::is_inlined_everywhere;
use crate::typed::*;
use crate::visit::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};

/// Warnings for where-clauses that are believed of computed values, and a note for what the author wants believed.
pub fn believed(program: &Program) -> Vec<Diagnostic> {
    let mut found = where_clauses(program);
    found.extend(stated(program, &called(program)));
    found
}

fn called(program: &Program) -> FxHashSet<ProcedureId> {
    program.implementations.iter().flat_map(called_by).collect()
}

/// A warning for each where-clause that is believed of computed values.
pub fn where_clauses(program: &Program) -> Vec<Diagnostic> {
    let (calls, called) = (CallGraph::new(program), called(program));
    let mut found = Vec::new();
    for (index, global) in program.globals.iter().enumerate() {
        let var = Var::Global(GlobalId(index as u32));
        if program.implementations.iter().any(|body| !is_kept(program, body, var, global)) {
            found.extend(warning(global, "wherever a procedure starts, a call returns or a loop begins"));
        }
    }
    for (index, procedure) in program.procedures.iter().enumerate() {
        let id = ProcedureId(index as u32);
        if called.contains(&id) && !is_inlined_everywhere(program, &calls, id) {
            let bodies = calls.bodies(id).iter().map(|body| &program.implementations[body.index()]);
            found.extend(at_calls(program, procedure, bodies));
        }
    }
    found.extend(program.implementations.iter().flat_map(|body| at_loops(program, body)));
    // Instances of one generic declaration have one place.
    let mut seen = FxHashSet::default();
    found.retain(|diagnostic| seen.insert(diagnostic.span));
    found
}

fn warning(variable: &Variable, place: &str) -> Option<Diagnostic> {
    let clause = variable.where_clause.as_ref()?;
    let message = format!("believed: `{}` satisfies its where-clause {place}", variable.name);
    let help = "to have it proved, state it as an invariant, a precondition or a postcondition";
    Some(Diagnostic::warning(&WHERE, clause.span(), message).help(help))
}

fn at_calls<'a>(
    program: &Program,
    procedure: &'a Procedure,
    bodies: impl Iterator<Item = &'a Implementation>,
) -> Vec<Diagnostic> {
    let bodies: Vec<&Implementation> = bodies.collect();
    let mut found = Vec::new();
    for (at, param) in procedure.params.iter().enumerate() {
        let var = Var::Local(LocalId(at as u32));
        if at < procedure.ins {
            found.extend(warning(param, &format!("where `{}` is called", procedure.name)));
        } else if bodies.iter().any(|body| !is_kept(program, body, var, param)) {
            found.extend(warning(param, &format!("where a call of `{}` returns", procedure.name)));
        }
    }
    found
}

/// The locals that loops of the body change, and not by choice alone.
fn at_loops(program: &Program, body: &Implementation) -> Vec<Diagnostic> {
    let in_loops = blocks_in_loops(body);
    let cmds = body.blocks.iter().zip(&in_loops).filter(|(_, inside)| **inside).flat_map(|(block, _)| &block.cmds);
    let changed: FxHashSet<Var> = cmds.flat_map(targets).map(|(var, _)| var).collect();
    let locals = body.locals.iter().enumerate().map(|(at, local)| (Var::Local(LocalId(at as u32)), local));
    let believed = locals.filter(|(var, local)| changed.contains(var) && !is_kept(program, body, *var, local));
    believed.filter_map(|(_, local)| warning(local, "at the head of each loop that changes it")).collect()
}

/// Whether the clause of the variable holds at every point of every run of the body where it held before.
fn is_kept(program: &Program, body: &Implementation, var: Var, variable: &Variable) -> bool {
    let Some(clause) = &variable.where_clause else { return true };
    let mut changes: FxHashMap<Var, Change> = FxHashMap::default();
    for (target, change) in body.blocks.iter().flat_map(|block| &block.cmds).flat_map(targets) {
        let known = changes.entry(target).or_insert(change);
        *known = (*known).max(change);
    }
    let modifies = &program.procedures[body.procedure.index()].modifies;
    let mut is_kept = changes.get(&var).is_none_or(|change| *change == Change::Chosen);
    walk(clause, &mut |expr| {
        is_kept &= match expr.kind() {
            ExprKind::Var(read) if *read == var => true,
            // A callee may change a global that this body may modify, and nothing asks about other globals' clauses then.
            ExprKind::Var(Var::Global(global)) => match var {
                Var::Global(_) => !program.procedures.iter().any(|other| other.modifies.contains(global)),
                Var::Local(_) | Var::Const(_) | Var::Bound(_) => !modifies.contains(global),
            },
            ExprKind::Var(read @ Var::Local(_)) => !changes.contains_key(read),
            _ => true,
        };
        is_kept
    });
    is_kept
}

/// How a variable gets a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// By `havoc`.
    Chosen,
    Computed,
}

fn targets(cmd: &Cmd) -> Vec<(Var, Change)> {
    match &cmd.kind {
        CmdKind::Havoc(vars) => vars.iter().map(|var| (*var, Change::Chosen)).collect(),
        CmdKind::Assign(pairs) => pairs.iter().map(|(var, _)| (*var, Change::Computed)).collect(),
        CmdKind::Call(_) | CmdKind::Async(_) | CmdKind::Parallel(_) => {
            let outs = cmd.kind.calls().flat_map(|call| call.outs.iter());
            outs.map(|var| (*var, Change::Computed)).collect()
        }
        CmdKind::Assert(_)
        | CmdKind::Prove { .. }
        | CmdKind::Assume { .. }
        | CmdKind::LoopYield(_)
        | CmdKind::Measure(_)
        | CmdKind::Visibility(_) => Vec::new(),
    }
}

/// For each block, whether a run that left it may come to it again.
fn blocks_in_loops(body: &Implementation) -> Vec<bool> {
    let targets = |block: &Block| match &block.transfer {
        Transfer::Goto { targets, .. } => targets.iter().map(|target| target.index()).collect(),
        Transfer::Return { .. } => Vec::new(),
    };
    let successors: Vec<Vec<usize>> = body.blocks.iter().map(targets).collect();
    let mut inside: Vec<bool> = successors.iter().enumerate().map(|(at, targets)| targets.contains(&at)).collect();
    for part in components(&successors).iter().filter(|part| part.len() > 1) {
        part.iter().for_each(|at| inside[*at] = true);
    }
    inside
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
            if cmds.into_iter().any(|cmd| matches!(cmd.kind, CmdKind::Assume { origin: Assumption::FreeInvariant, .. }))
            {
                free.push((procedure.span, procedure.name.clone()));
            }
            let skipped = [&body.attributes, &procedure.attributes].into_iter().any(|list| says_not_to_verify(list));
            if is_called && skipped && !procedure.ensures.is_empty() {
                unverified.push((procedure.span, procedure.name.clone()));
            }
        }
    }
    let free = note(free, "`free` conditions, which are believed and not proved");
    free.into_iter().chain(note(unverified, "a body with `{:verify false}`: what is declared is believed")).collect()
}

/// The names that are told before the rest is only counted.
const TOLD: usize = 5;

fn note(mut procedures: Vec<(Span, Name)>, what: &str) -> Option<Diagnostic> {
    procedures.sort_by_key(|(span, _)| (span.file, span.start));
    procedures.dedup_by_key(|(span, _)| *span);
    let (first, _) = procedures.first()?;
    let mut names: Vec<String> = procedures.iter().take(TOLD).map(|(_, name)| format!("`{name}`")).collect();
    if procedures.len() > TOLD {
        names.push(format!("{} more", procedures.len() - TOLD));
    }
    let verb = if procedures.len() == 1 { "has" } else { "have" };
    let listed = match names.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    };
    Some(Diagnostic::note(&TRUSTED, *first, format!("{listed} {verb} {what}")))
}
