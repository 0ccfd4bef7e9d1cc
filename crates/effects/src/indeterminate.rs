//! Numbers without a defined value that are stored in memory.
//!
//! C11 leaves a local indeterminate until it is set. A proof takes what is stored of it as some number, whichever it is, that stays
//! what it is until the next store (`STORED` in the crate `explore` says why). That is what machines do, and more than the law
//! says, so a warning stands beside the proof. The paper's figures do it with the version of a new pointer.
//!
//! ```text
//! at the entry, every local but the parameters is indeterminate
//! x = e      makes x indeterminate if e reads a local that is, else not
//! havoc x    makes it indeterminate: its declaration is reached again
//! ```
//!
//! Of a place that two paths lead to, a local is indeterminate if it is on one of them.

use crate::codes::INDETERMINATE;
use concurrent::program::*;
use concurrent::spec::Spec;
use source::{Diagnostic, Span};

/// For each local, the variable of the text that was never set and from which its value may come.
type Origins = Vec<Option<LocalId>>;

/// A warning for each variable or member that such a number is stored in.
pub fn stored(program: &Program, spec: &Spec) -> Vec<Diagnostic> {
    let mut told: Vec<Span> = Vec::new();
    let mut warnings = Vec::new();
    for id in program.init.into_iter().chain(spec.operations()) {
        let procedure = program.procedure(id);
        let before = origins(procedure);
        for edge in &procedure.edges {
            let mut known = before[edge.from.index()].clone();
            if known.is_empty() {
                continue;
            }
            for cmd in &edge.step.cmds {
                if let Some((target, origin)) = stores(cmd, &known) {
                    let origin = procedure.local(origin);
                    if !told.contains(&origin.span) {
                        warnings.push(warning(program, target, origin));
                        told.push(origin.span);
                    }
                }
                run(cmd, &mut known);
            }
        }
    }
    warnings
}

fn warning(program: &Program, target: &Place, origin: &Variable) -> Diagnostic {
    let place = match &target.kind {
        PlaceKind::Local(_) => "a variable".to_string(),
        PlaceKind::Global(global) => format!("`{}`", program.global(*global).name),
        PlaceKind::Field { record, field, .. } => {
            format!("the member `{}`", program.record(*record).fields[field.index()].name)
        }
    };
    let message =
        format!("{place} gets a number that was never set: the proof takes it as some number that stays the same");
    Diagnostic::warning(&INDETERMINATE, target.span, message)
        .label(origin.span, "this variable has no value in all or a part of it")
        .help(format!("C11 leaves it indeterminate: set `{}` first", origin.name))
}

/// The place in memory that the command stores such a number in.
fn stores<'a>(cmd: &'a Cmd, known: &Origins) -> Option<(&'a Place, LocalId)> {
    let CmdKind::Assign { target, value } = &cmd.kind else { return None };
    let is_number = matches!(target.ty, Type::Int { .. } | Type::Bool | Type::Version);
    let is_memory = !matches!(target.kind, PlaceKind::Local(_));
    if is_number && is_memory { Some((target, origin(value, known)?)) } else { None }
}

/// What is indeterminate at each node; of a node that control does not come to, nothing is known.
fn origins(procedure: &Procedure) -> Vec<Origins> {
    let mut origins: Vec<Origins> = vec![Vec::new(); procedure.nodes.len()];
    let is_param = |local: &LocalId| procedure.params.contains(local);
    let locals = (0..procedure.locals.len() as u32).map(LocalId);
    origins[procedure.entry.index()] = locals.map(|local| Some(local).filter(|local| !is_param(local))).collect();
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for edge in &procedure.edges {
            let mut after = origins[edge.from.index()].clone();
            if after.is_empty() {
                continue;
            }
            edge.step.cmds.iter().for_each(|cmd| run(cmd, &mut after));
            let known = &mut origins[edge.to.index()];
            if known.is_empty() {
                *known = after;
                is_stable = false;
                continue;
            }
            for (known, after) in
                known.iter_mut().zip(after).filter(|(known, after)| known.is_none() && after.is_some())
            {
                *known = after;
                is_stable = false;
            }
        }
    }
    origins
}

fn run(cmd: &Cmd, known: &mut Origins) {
    match &cmd.kind {
        CmdKind::Assign { target: Place { kind: PlaceKind::Local(local), .. }, value } => {
            known[local.index()] = origin(value, known);
        }
        CmdKind::Havoc(Place { kind: PlaceKind::Local(local), .. }) => known[local.index()] = Some(*local),
        CmdKind::Alloc { target, .. } => known[target.index()] = None,
        CmdKind::Assign { .. } | CmdKind::Havoc(_) | CmdKind::Assume(_) | CmdKind::Assert(_) | CmdKind::Free(_) => {}
    }
}

/// Where an indeterminate operand of the expression comes from.
fn origin(expr: &Expr, known: &Origins) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Read(place) => match place.kind {
            PlaceKind::Local(local) => known[local.index()],
            PlaceKind::Global(_) | PlaceKind::Field { .. } => None,
        },
        ExprKind::Unary { arg, .. } => origin(arg, known),
        ExprKind::Binary { left, right, .. } => origin(left, known).or_else(|| origin(right, known)),
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => None,
    }
}
