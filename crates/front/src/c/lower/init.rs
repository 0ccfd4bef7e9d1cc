//! The procedure that runs first: every global gets its first value, then `init` runs, if there is one.

use super::body::{Body, Frame, Operand, Returns};
use super::place::{Lvalue, Root};
use super::{Context, INIT};
use crate::c::ast::{Declaration, Initialiser, Unit};
use crate::c::codes::UNSUPPORTED;
use crate::c::types::CType;
use crate::c::walk;
use concurrent::program::{CmdKind, Expr, ExprKind, GlobalId, Name, NodeId, PlaceKind, Procedure, Type};
use source::{FileId, Span};
use std::collections::{BTreeSet, HashMap};

pub(super) fn lower(context: &mut Context, file: FileId, used: &BTreeSet<Name>) -> Option<Procedure> {
    let function = context.function(INIT);
    let span = function.map_or(Span::new(file, 0, 0), |function| function.span);
    let mut body = Body::new(context, true);
    body.frames.push(Frame::new(INIT.into(), CType::Void, Returns::Procedure(Vec::new()), HashMap::new()));
    let mut cmds = Vec::new();
    for declaration in definitions(body.cx.unit, used) {
        if declaration.is_extern && declaration.init.is_none() {
            body.unsupported::<()>(declaration.declared.span, "a variable that is defined in another file");
        }
        cmds.extend(first_value(&mut body, declaration).unwrap_or_default());
    }
    // Zero is no lock that may be used: one without an initialiser has no first value.
    let locks = locks_without_initialiser(&body, used);
    cmds.retain(|cmd| assigned(cmd).is_none_or(|global| !locks.iter().any(|(lock, _)| *lock == global)));
    if !cmds.is_empty() {
        body.emit(cmds, span);
    }
    if let Some(function) = function {
        if !function.params.is_empty() {
            return body.fail(&UNSUPPORTED, function.span, "`init` runs before everything else and has no parameters");
        }
        body.statements(&function.body);
    }
    body.finish_frame();
    body.edge(body.at, body.exit, Vec::new(), span);
    must_be_initialised(&mut body, &locks);
    let Body { locals, nodes, edges, exit, .. } = body;
    let (params, results) = (Vec::new(), Vec::new());
    Some(Procedure { name: INIT.into(), locals, params, results, nodes, edges, entry: NodeId(0), exit, span })
}

/// One declaration of each global: the one with an initialiser, if there is one, else one that is not `extern`.
fn definitions<'a>(unit: &'a Unit, used: &BTreeSet<Name>) -> Vec<&'a Declaration> {
    let mut definitions: Vec<&Declaration> = Vec::new();
    for one in unit.globals.iter().filter(|one| used.contains(&one.declared.name)) {
        match definitions.iter_mut().find(|known| known.declared.name == one.declared.name) {
            Some(known) if known.init.is_none() && (one.init.is_some() || known.is_extern) => *known = one,
            Some(_) => {}
            None => definitions.push(one),
        }
    }
    definitions
}

fn first_value(body: &mut Body, declaration: &Declaration) -> Option<Vec<CmdKind>> {
    let declared = &declaration.declared;
    let global = body.cx.globals.get(&declared.name)?.clone();
    let place =
        Lvalue { root: Root::Global(global.first), ty: global.ty.clone(), is_atomic: true, span: declared.span };
    let value: Operand = match &declaration.init {
        Some(init) => {
            let value = body.initial(init, &global.ty)?;
            if has_effects(init) || value.parts.iter().any(reads) {
                return body.unsupported(declared.span, "an initialiser of a global variable that is no constant");
            }
            value
        }
        None => body.zero(&global.ty, declared.span)?,
    };
    body.assignments(&place, value)
}

fn has_effects(init: &Initialiser) -> bool {
    let mut exprs = Vec::new();
    init.exprs(&mut exprs);
    exprs.into_iter().any(walk::has_effects)
}

/// Whether the value reads a variable.
fn reads(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Read(_) => true,
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => false,
        ExprKind::Unary { arg, .. } => reads(arg),
        ExprKind::Binary { left, right, .. } => reads(left) || reads(right),
    }
}

fn assigned(cmd: &CmdKind) -> Option<GlobalId> {
    match cmd {
        CmdKind::Assign { target, .. } => match target.kind {
            PlaceKind::Global(global) => Some(global),
            PlaceKind::Local(_) | PlaceKind::Field { .. } => None,
        },
        CmdKind::Assume(_) | CmdKind::Assert(_) | CmdKind::Havoc(_) | CmdKind::Alloc { .. } | CmdKind::Free(_) => None,
    }
}

/// The locks among the globals that no declaration initialises, and where they are declared.
fn locks_without_initialiser(body: &Body, used: &BTreeSet<Name>) -> Vec<(GlobalId, Span)> {
    let declarations = &body.cx.unit.globals;
    let has_initialiser = |name: &Name| declarations.iter().any(|one| one.declared.name == *name && one.init.is_some());
    let mut locks = Vec::new();
    for name in used.iter().filter(|name| !has_initialiser(name)) {
        let Some(global) = body.cx.globals.get(name) else { continue };
        let variables = body.cx.variables.iter().enumerate().skip(global.first.index());
        let parts = variables.take_while(|(_, variable)| {
            variable.name == *name || variable.name.strip_prefix(&**name).is_some_and(|rest| rest.starts_with('.'))
        });
        let of_lock = parts.filter(|(_, variable)| variable.ty == Type::Thread);
        locks.extend(of_lock.map(|(at, variable)| (GlobalId(at as u32), variable.span)));
    }
    locks
}

/// Every such lock is initialised by `init`, on all ways through it.
fn must_be_initialised(body: &mut Body, locks: &[(GlobalId, Span)]) {
    for (lock, span) in locks {
        let mut reached = vec![false; body.nodes.len()];
        let mut pending = vec![NodeId(0)];
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut reached[node.index()], true) {
                continue;
            }
            let without = body.edges.iter().filter(|edge| {
                edge.from == node && !edge.step.cmds.iter().any(|cmd| assigned(&cmd.kind) == Some(*lock))
            });
            pending.extend(without.map(|edge| edge.to));
        }
        if reached[body.exit.index()] {
            let help =
                "give it `PTHREAD_MUTEX_INITIALIZER`, or call `pthread_mutex_init` or `pthread_spin_init` in `init`";
            body.unsupported_with_help::<()>(*span, "a lock that is used and never initialised", help);
        }
    }
}
