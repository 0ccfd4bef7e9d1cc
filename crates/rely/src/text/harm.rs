//! What code does to a method that it comes in the middle of: methods that the library calls back, and static
//! initialisers.
//!
//! The method under check knows its own steps and what others may do. Code that runs between two of its steps, in its
//! own thread, must not change what it knows. Such code does no harm if
//!
//! ```text
//! it writes      only fields and elements of objects that it has just made; an initialiser also the fields of its class
//! it takes       only monitors, which it gives back
//! it hands on    only texts and numbers: other objects might be private to the method; an initialiser knows none of them
//! ```
//!
//! Reads do no harm: their results are unknown anyway. Whether they are allowed, and whether each step keeps what others
//! rely on, is checked where the code is checked by itself.

use crate::text::callbacks::{is_given, may_call_back};
use crate::text::effect::{Effect, effect};
use crate::text::fields::{reachable_from, source, uncast};
use crate::text::footprint::written_arrays;
use concurrent::object::annotations::spec::{Spec, StatementKind};
use concurrent::object::library::{LibraryMethod, Promise};
use concurrent::object::text::method_name;
use concurrent::object::{
    Body, Call, ClassId, EdgeId, Expr, ExprKind, Instruction, Method, MethodId, MethodKind, NodeId, Program, Type,
};
use std::collections::BTreeSet;

/// Why code comes in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Callback,
    Initialiser(ClassId),
}

/// What the method, or one that it calls, does to the code that it comes in between; none if nothing. The library may call these
/// methods back.
pub fn harm(java: &Program, spec: &Spec, backs: &[MethodId], method: MethodId, role: Role) -> Option<String> {
    let ready = crate::text::initialisers::ready(java, method);
    let mut pending = vec![method];
    let mut seen = BTreeSet::from([method]);
    while let Some(id) = pending.pop() {
        let method = java.method(id);
        let graph = match &method.body {
            Body::Graph(graph) => graph,
            Body::Library(_) => continue,
            Body::Abstract => return Some(format!("nothing is known of `{}`", method_name(java, id))),
            Body::Native => return Some(format!("`{}` is native", method_name(java, id))),
            Body::Unsupported(gap) => return Some(gap.message.clone()),
        };
        for (at, edge) in graph.edges.iter().enumerate() {
            if let Some(harm) = step(java, method, &edge.instruction, role) {
                return Some(harm);
            }
            let clauses = spec.statements.get(&(id, EdgeId(at as u32))).into_iter().flatten();
            if clauses.into_iter().any(|clause| matches!(clause.kind, StatementKind::Set { .. })) {
                return Some("it sets a ghost variable".into());
            }
            let used = crate::text::initialisers::used(java, &edge.instruction);
            let begun = used.into_iter().flat_map(|class| crate::text::initialisers::begun_by(java, class));
            let begun = begun.filter(|method| !ready.contains(&java.method(*method).class));
            pending.extend(begun.filter(|method| seen.insert(*method)));
            if let Instruction::Call(call) = &edge.instruction {
                let called = reached_by(java, backs, method, call);
                pending.extend(called.into_iter().filter(|target| seen.insert(*target)));
            }
        }
    }
    None
}

/// What a call may run: its targets, and what those of the library call back.
fn reached_by(java: &Program, backs: &[MethodId], caller: &Method, call: &Call) -> Vec<MethodId> {
    let models = call.targets.iter().filter(|target| matches!(java.method(**target).body, Body::Library(_)));
    let back =
        models.flat_map(|model| backs.iter().filter(|method| may_call_back(java, caller, call, *model, **method)));
    call.targets.iter().chain(back).copied().collect()
}

fn step(java: &Program, method: &Method, instruction: &Instruction, role: Role) -> Option<String> {
    match instruction {
        Instruction::WriteField { object, field, .. } => {
            let field = java.field(*field);
            let is_own = match object {
                Some(object) => is_new(method, object),
                None => {
                    method.kind == MethodKind::StaticInitializer && method.class == field.class
                        || role == Role::Initialiser(field.class)
                }
            };
            (!is_own).then(|| format!("it writes `{}`", field.name))
        }
        Instruction::WriteElement { array, .. } => {
            (!is_new(method, array)).then(|| "it writes an element of an array".into())
        }
        Instruction::Call(call) => {
            let models = call.targets.iter().filter_map(|target| match java.method(*target).body {
                Body::Library(kind) => Some((*target, kind)),
                Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => None,
            });
            let harms = models.map(|(target, kind)| model(java, call, target, kind, role));
            harms.flatten().next()
        }
        Instruction::Skip
        | Instruction::Assign { .. }
        | Instruction::ReadField { .. }
        | Instruction::ReadElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewObject { .. }
        | Instruction::NewArray { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Throw(_)
        | Instruction::Annotation(_) => None,
    }
}

/// What a library method does.
fn model(java: &Program, call: &Call, target: MethodId, kind: LibraryMethod, role: Role) -> Option<String> {
    let named = || format!("it calls `{}`", method_name(java, target));
    if is_given(java.method(target)) {
        return Some(named());
    }
    if !written_arrays(java, call, kind).is_empty() {
        return Some(named());
    }
    match effect(kind) {
        Effect::None | Effect::Notify | Effect::Signal => None,
        Effect::Atomic if kind == LibraryMethod::AtomicGet => None,
        Effect::Publish => {
            let keeps = call.args.iter().any(|arg| !is_inert(java, &uncast(arg).ty));
            (keeps && role == Role::Callback).then(named)
        }
        Effect::Start if role != Role::Callback => None,
        Effect::Start
        | Effect::Wait
        | Effect::Join
        | Effect::Await
        | Effect::Lock
        | Effect::TryLock
        | Effect::Unlock => Some(named()),
        Effect::Atomic | Effect::Halt | Effect::Gap => Some(named()),
    }
}

/// Whether values of the type lead to nothing else: primitive values, texts, boxes.
pub fn is_inert(java: &Program, ty: &Type) -> bool {
    match ty {
        Type::Class(class) => java.class(*class).promises.contains(&Promise::Inert),
        Type::Array(element) => !element.is_reference(),
        Type::Null => true,
        Type::Boolean | Type::Byte | Type::Short | Type::Char => true,
        Type::Int | Type::Long | Type::Float | Type::Double => true,
    }
}

/// Whether the object was made in this method, or is being made by it.
fn is_new(method: &Method, object: &Expr) -> bool {
    let ExprKind::Local(local) = uncast(object).kind else { return false };
    match source(method, local) {
        (_, Some(Instruction::NewObject { .. } | Instruction::NewArray { .. })) => true,
        (_, Some(_)) => false,
        (first, None) => method.kind == MethodKind::Constructor && method.this() == Some(first),
    }
}

/// The methods that may end with an exception: that they or their callees throw, that a library method declares, or that
/// Java throws, of null and the like. Not all of them are checked by themselves, so none is taken to be without.
pub fn throwing(java: &Program, backs: &[MethodId]) -> BTreeSet<MethodId> {
    let mut calls: Vec<(MethodId, Vec<MethodId>)> = Vec::new();
    let mut found = BTreeSet::new();
    for id in java.method_ids() {
        let method = java.method(id);
        let Some(graph) = method.graph() else {
            if !matches!(method.body, Body::Library(_)) || !method.throws.is_empty() {
                found.insert(id);
            }
            continue;
        };
        let exit = graph.exceptional_exit.index();
        let leaves = |to: NodeId| to.index() == exit || reachable_from(graph, [to]).contains(&exit);
        for edge in &graph.edges {
            match &edge.instruction {
                Instruction::Throw(_) | Instruction::Check(_) if edge.unwind.is_some_and(leaves) => {
                    found.insert(id);
                }
                Instruction::Call(call) if edge.unwind.is_some_and(leaves) => {
                    calls.push((id, reached_by(java, backs, method, call)));
                }
                _ => {}
            }
        }
    }
    loop {
        let before = found.len();
        for (caller, callees) in &calls {
            if callees.iter().any(|callee| found.contains(callee)) {
                found.insert(*caller);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}
