//! Classes whose objects are called and go nowhere else: lambdas and anonymous classes, and others by name.
//!
//! Such an object is handed from method to method of the program, which call it, and to library methods that call it
//! before they return. Nobody else can, and no thread begins with it: it is looked at where it is called. A class that
//! extends one of the library may have been made for other uses, such as a thread.

use crate::text::callbacks::is_given;
use crate::text::fields::uncast;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, ClassId, ClassOrigin, Expr, ExprKind, Instruction, LocalId, Method, MethodId, Program,
};
use std::collections::BTreeSet;

/// The lambdas and anonymous classes of which all objects are of this kind.
pub fn functions(java: &Program) -> BTreeSet<ClassId> {
    let is_function = |class: &ClassId| match java.class(*class).origin {
        ClassOrigin::Lambda | ClassOrigin::Anonymous => true,
        ClassOrigin::Source | ClassOrigin::Library(_) | ClassOrigin::Unknown => false,
    };
    only_called(java).into_iter().filter(is_function).collect()
}

/// The classes of the program of which all objects are of this kind, by whatever name.
pub fn only_called(java: &Program) -> BTreeSet<ClassId> {
    let (mut made, mut kept) = (BTreeSet::new(), BTreeSet::new());
    for id in java.method_ids() {
        for edge in java.method(id).graph().into_iter().flat_map(|graph| &graph.edges) {
            let Instruction::NewObject { target, class } = &edge.instruction else { continue };
            if java.class(*class).is_from_source() && made.insert(*class) && keeps_itself(java, *class) {
                kept.insert(*class);
            }
            if !kept.contains(class) && !is_only_called(java, id, *target, &mut BTreeSet::new()) {
                kept.insert(*class);
            }
        }
    }
    made.difference(&kept).copied().collect()
}

/// Whether an object of the class may hand itself on, or the library does so: it is of a class of the library too.
fn keeps_itself(java: &Program, class: ClassId) -> bool {
    let above = std::iter::successors(java.class(class).superclass, |above| java.class(*above).superclass);
    let mut above = above.filter(|above| java.class(*above).superclass.is_some());
    let mut methods = java.class(class).methods.iter().copied();
    above.next().is_some()
        || methods.any(|method| {
            let this = java.method(method).this();
            this.is_some_and(|this| !is_only_called(java, method, this, &mut BTreeSet::new()))
        })
}

fn is_only_called(java: &Program, id: MethodId, local: LocalId, seen: &mut BTreeSet<(MethodId, LocalId)>) -> bool {
    if !seen.insert((id, local)) {
        return true;
    }
    let method = java.method(id);
    let Some(graph) = method.graph() else { return false };
    if graph.result == Some(local) || graph.exception == local {
        return false;
    }
    graph.edges.iter().all(|edge| match &edge.instruction {
        Instruction::Assign { target, value } if is(value, local) => is_only_called(java, id, *target, seen),
        Instruction::WriteField { value, .. } | Instruction::WriteElement { value, .. } => !is(value, local),
        Instruction::Throw(value) => !is(value, local),
        Instruction::Call(call) => {
            let values = call.receiver.iter().chain(&call.args).enumerate();
            let mut given = values.filter(|(_, value)| is(value, local));
            given.all(|(at, _)| call.targets.iter().all(|target| takes(java, call, *target, at, seen)))
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
        | Instruction::Annotation(_) => true,
    })
}

/// Whether a method only calls the value at this place among its receiver and arguments.
fn takes(java: &Program, call: &Call, target: MethodId, at: usize, seen: &mut BTreeSet<(MethodId, LocalId)>) -> bool {
    let method = java.method(target);
    let is_receiver = at == 0 && call.receiver.is_some();
    match &method.body {
        // What the model stands for is another object, or does nothing.
        Body::Library(kind) if is_receiver => is_given(method) || *kind == LibraryMethod::New,
        Body::Library(kind) => runs_at_once(*kind),
        Body::Graph(_) => method.params.get(at).is_some_and(|param| is_only_called(java, target, *param, seen)),
        Body::Abstract | Body::Native | Body::Unsupported(_) => false,
    }
}

/// Whether a library method runs the functions among its arguments before it returns, and then forgets them.
fn runs_at_once(kind: LibraryMethod) -> bool {
    use LibraryMethod as M;
    matches!(
        kind,
        M::CallbackPure
            | M::CallbackRead
            | M::CallbackWrite
            | M::GetAndUpdate
            | M::UpdateAndGet
            | M::GetAndAccumulate
            | M::AccumulateAndGet
    )
}

fn is(expr: &Expr, local: LocalId) -> bool {
    matches!(uncast(expr).kind, ExprKind::Local(own) if own == local)
}

/// The methods of a class, but for its constructors.
pub fn methods(java: &Program, class: ClassId) -> impl Iterator<Item = MethodId> + '_ {
    use concurrent::object::MethodKind;
    let is_method = |method: &Method| method.kind == MethodKind::Method;
    java.class(class).methods.iter().copied().filter(move |id| is_method(java.method(*id)))
}
