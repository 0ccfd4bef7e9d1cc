//! What the sequential engine refuses: programs that mean something only for many threads.

use crate::attributes;
use crate::codes;
use crate::typed::{CmdKind, Procedure, Program, Role};
use source::{Diagnostic, Span};

/// Whether the program means something only for many threads, or speaks of permissions.
pub fn is_beyond_sequential(program: &Program) -> bool {
    !refuse_threads(program).is_empty()
}

/// The first constructs of each kind that have no meaning for one thread alone; none in a sequential program.
pub fn refuse_threads(program: &Program) -> Vec<Diagnostic> {
    let procedures = program.procedures.iter().filter_map(role_beyond);
    let variables = program.globals.iter().chain(program.procedures.iter().flat_map(own_params));
    let locals = program.implementations.iter().flat_map(|implementation| {
        let procedure = &program.procedures[implementation.procedure.index()];
        let first = procedure.params.len();
        implementation.locals.get(first..).into_iter().flatten().filter(|_| !procedure.is_pure())
    });
    let linear = variables.chain(locals).filter(|variable| attributes::is_linear(&variable.attributes));
    let linear = linear.map(|variable| ("linear variables", variable.span));
    let found = [procedures.min_by_key(by_place), linear.min_by_key(by_place), primitive_call(program)];
    let refuse = |(what, span): (&str, Span)| {
        Diagnostic::error(&codes::UNSUPPORTED, span, format!("{what} are not supported by the sequential engine"))
    };
    found.into_iter().flatten().map(refuse).collect()
}

fn by_place(found: &(&'static str, Span)) -> Span {
    found.1
}

/// A pure action by itself says nothing: only actions and yield procedures call it.
fn role_beyond(procedure: &Procedure) -> Option<(&'static str, Span)> {
    let what = match &procedure.role {
        Role::Plain | Role::Pure => return None,
        Role::Action(action) if action.pure => return None,
        Role::Action(_) => "actions",
        Role::Yield(_) => "yield procedures",
        Role::Invariant { .. } => "yield invariants",
    };
    Some((what, procedure.span))
}

/// The parameters whose ownership matters for the procedure's own body: what is pure only passes it on.
fn own_params(procedure: &Procedure) -> &[crate::typed::Variable] {
    if procedure.is_pure() { &[] } else { &procedure.params }
}

/// A call of an operation on permissions, whose declaration does not say what it does.
fn primitive_call(program: &Program) -> Option<(&'static str, Span)> {
    for implementation in &program.implementations {
        for cmd in implementation.blocks.iter().flat_map(|block| &block.cmds) {
            let CmdKind::Call(call) = &cmd.kind else { continue };
            if attributes::is_primitive(&program.procedures[call.procedure.index()].attributes) {
                return Some(("calls of operations on permissions", cmd.span));
            }
        }
    }
    None
}
