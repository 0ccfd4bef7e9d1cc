//! Values that are objects, whatever happens, as far as the text alone says.
//!
//! ```text
//! new          made on the spot, or by a library method that never returns null
//! given        a parameter of a constructor that only the program calls, and always with such a value
//! captured     a local variable that only ever holds a new object
//! ```

use crate::text::fields::{is_own_write, source, uncast};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, ClassId, Constant, Expr, ExprKind, FieldId, Instruction, LocalId, Method, MethodKind, Program, Visibility,
};
use source::Span;
use std::collections::BTreeSet;

/// The fields that every write, in a constructor or an initialiser, gives something that is not null.
pub fn given_objects(java: &Program) -> BTreeSet<FieldId> {
    let (mut given, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for method in &java.methods {
        for edge in method.graph().into_iter().flat_map(|graph| &graph.edges) {
            let Instruction::WriteField { object, field, value } = &edge.instruction else { continue };
            let is_own = is_own_write(java, method, object.as_ref(), *field);
            let is_some = is_own && is_some(java, method, value, &mut BTreeSet::new());
            if is_some {
                given.insert(*field)
            } else {
                refused.insert(*field)
            };
        }
    }
    given.difference(&refused).copied().collect()
}

/// The parameters that are being looked at.
type Params = BTreeSet<(ClassId, Span, LocalId)>;

/// Whether the value is an object, whatever happens.
fn is_some(java: &Program, method: &Method, value: &Expr, seen: &mut Params) -> bool {
    match &uncast(value).kind {
        ExprKind::Constant(constant) => matches!(constant, Constant::String(_) | Constant::Class(_)),
        ExprKind::Concat(_) => true,
        ExprKind::Local(local) => match source(method, *local) {
            (first, _) if Some(first) == method.this() => true,
            (first, _) if method.params.contains(&first) => is_always_given(java, method, first, seen),
            (_, found) => is_set_to_some(java, method, found, seen),
        },
        _ => false,
    }
}

/// Whether a step gives something that is not null to its local.
fn is_set_to_some(java: &Program, method: &Method, step: Option<&Instruction>, seen: &mut Params) -> bool {
    {
        match step {
            Some(Instruction::NewObject { .. } | Instruction::NewArray { .. }) => true,
            Some(Instruction::Call(call)) => match java.method(call.method).body {
                _ if java.method(call.method).is_never_null => true,
                Body::Library(kind) => matches!(
                    kind,
                    LibraryMethod::Fresh
                        | LibraryMethod::Box
                        | LibraryMethod::NewCondition
                        | LibraryMethod::ReadLock
                        | LibraryMethod::WriteLock
                ),
                Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => false,
            },
            Some(Instruction::Assign { value, .. }) => is_some(java, method, value, seen),
            _ => false,
        }
    }
}

/// Whether a parameter of a constructor is an object in every call: the program calls the constructor, so that nobody else
/// does, and always with one.
fn is_always_given(java: &Program, constructor: &Method, param: LocalId, seen: &mut Params) -> bool {
    let is_hidden = constructor.kind == MethodKind::Constructor && constructor.visibility != Visibility::Public;
    let edges = constructor.graph().into_iter().flat_map(|graph| &graph.edges);
    if !is_hidden || edges.into_iter().any(|edge| edge.instruction.target() == Some(param)) {
        return false;
    }
    // One that is given again and again is given by the first that gave it.
    if !seen.insert((constructor.class, constructor.span, param)) {
        return true;
    }
    let mut calls = 0;
    for caller in &java.methods {
        for edge in caller.graph().into_iter().flat_map(|graph| &graph.edges) {
            let Instruction::Call(call) = &edge.instruction else { continue };
            if !std::ptr::eq(java.method(call.method), constructor) {
                continue;
            }
            calls += 1;
            let Some(arg) = call.args.get(param.index() - 1) else { return false };
            if !is_some(java, caller, arg, seen) {
                return false;
            }
        }
    }
    calls > 0
}

/// Whether the local that is captured only ever holds an object that was made there.
pub fn captures_new_objects(java: &Program, field: FieldId) -> bool {
    let mut writes = 0;
    for method in &java.methods {
        for edge in method.graph().into_iter().flat_map(|graph| &graph.edges) {
            let Instruction::WriteField { field: written, value, .. } = &edge.instruction else { continue };
            if *written != field {
                continue;
            }
            writes += 1;
            let ExprKind::Local(local) = uncast(value).kind else { return false };
            if !is_new(method, local) {
                return false;
            }
        }
    }
    writes > 0
}

/// Whether the local is set once, to a new object or to another local of this kind.
fn is_new(method: &Method, local: LocalId) -> bool {
    matches!(source(method, local).1, Some(Instruction::NewObject { .. } | Instruction::NewArray { .. }))
}
