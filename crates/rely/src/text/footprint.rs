//! What library methods look at and write of shared state, by their effects.

use crate::steps::atomic::cell;
use crate::steps::lock::{Side, side};
use crate::terms::heap::{Heap, Sort, sort_of};
use crate::text::effect::{Effect, effect};
use crate::text::harm::is_inert;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Call, ClassId, ClassKind, Expr as JavaExpr, Program, Type};
use ivl::typed::GlobalId;
use std::collections::BTreeSet;

/// The shared variables that a call may write.
pub fn written(heap: &Heap, call: &Call, method: LibraryMethod) -> BTreeSet<GlobalId> {
    let arrays = written_arrays(heap.java, call, method).into_iter().flat_map(|(_, sorts)| sorts);
    let arrays: Vec<GlobalId> = arrays.map(|sort| heap.elements(sort)).collect();
    let mut found = written_by_effect(heap, call, method);
    found.extend(arrays);
    found
}

fn written_by_effect(heap: &Heap, call: &Call, method: LibraryMethod) -> BTreeSet<GlobalId> {
    let passes = call.args.iter().any(|arg| arg.ty.is_reference());
    match effect(method) {
        Effect::None if !held_by_result(heap, call, method).is_empty() => BTreeSet::from([heap.published]),
        Effect::None | Effect::Notify | Effect::Signal | Effect::Halt | Effect::Gap => BTreeSet::new(),
        Effect::Publish => {
            let made = cell(heap, call).filter(|_| method == LibraryMethod::New);
            let content = made.map(|cell| heap.content(cell.sort()));
            let hands_on = passes || !held_by_result(heap, call, method).is_empty();
            content.into_iter().chain(hands_on.then_some(heap.published)).collect()
        }
        Effect::Start => BTreeSet::from([heap.started, heap.published]),
        Effect::Wait | Effect::Join => BTreeSet::from([heap.holder]),
        Effect::Await => BTreeSet::from([heap.owner]),
        Effect::Lock | Effect::TryLock | Effect::Unlock => match side(heap, call) {
            Side::Exclusive => BTreeSet::from([heap.owner]),
            Side::Unknown if !heap.has_read_sides() => BTreeSet::from([heap.owner]),
            Side::Shared | Side::Unknown => BTreeSet::from([heap.owner, heap.readers]),
        },
        Effect::Atomic if method == LibraryMethod::AtomicGet => BTreeSet::new(),
        Effect::Atomic => {
            let content = content(heap, call);
            content.into_iter().chain(passes.then_some(heap.published)).collect()
        }
    }
}

/// The shared variable that a call looks at and does not write.
pub fn read(heap: &Heap, call: &Call, method: LibraryMethod) -> Option<GlobalId> {
    if asks_for_itself(method) {
        return Some(heap.owner);
    }
    match effect(method) {
        Effect::Atomic => content(heap, call),
        Effect::Signal => Some(heap.owner),
        Effect::Notify => Some(heap.holder),
        _ => None,
    }
}

/// The contents of atomics, if the call is about one.
fn content(heap: &Heap, call: &Call) -> Option<GlobalId> {
    cell(heap, call).map(|cell| heap.content(cell.sort()))
}

/// Whether a thread asks a lock about itself, which no other thread can change.
pub fn asks_for_itself(method: LibraryMethod) -> bool {
    matches!(method, LibraryMethod::IsHeldByCurrentThread | LibraryMethod::HoldCount)
}

/// What the result of a call may lead to, so that code that gets it gets that: of what is made, the arguments; and the
/// receiver, if it may be of a class of the program, as a part of a list goes on to the list.
pub fn held_by_result<'c>(heap: &Heap, call: &'c Call, method: LibraryMethod) -> Vec<&'c JavaExpr> {
    let model = heap.java.method(call.method);
    let leads_on = |ty: &Type| ty.is_reference() && !is_inert(heap.java, ty);
    if !model.result.as_ref().is_some_and(leads_on) {
        return Vec::new();
    }
    let is_made = matches!(method, LibraryMethod::Fresh | LibraryMethod::Pure);
    let arguments = call.args.iter().filter(|_| is_made);
    let receiver = call.receiver.iter().filter(|_| has_own_classes(heap.java, model.class));
    receiver.chain(arguments).filter(|value| value.ty.is_reference()).collect()
}

/// Whether a class of the program extends or implements this one of the library, and not only as every class does.
fn has_own_classes(java: &Program, class: ClassId) -> bool {
    let is_top = java.class(class).kind == ClassKind::Class && java.class(class).superclass.is_none();
    let is_own = |own: &ClassId| java.class(*own).is_from_source() && java.is_subclass(*own, class);
    !is_top && java.class_ids().any(|own| is_own(&own))
}

/// The arrays that a call may write to: those that the model takes as arrays and is not known to look at only, and those
/// that elements are copied to, whatever their static type.
pub fn written_arrays<'c>(java: &Program, call: &'c Call, method: LibraryMethod) -> Vec<(&'c JavaExpr, Vec<Sort>)> {
    use LibraryMethod as M;
    let model = java.method(call.method);
    // What gives nothing back is not called to look.
    let looks_only = matches!(method, M::Pure | M::Fresh) && model.result.is_some()
        || matches!(method, M::New | M::Output | M::StringEquals | M::Equals | M::Box | M::Unbox);
    if looks_only {
        return Vec::new();
    }
    let taken = model.params.iter().skip(usize::from(!model.is_static)).map(|param| &model.local(*param).ty);
    let sorts = |arg: &JavaExpr, taken: Option<&Type>| match (&crate::text::fields::uncast(arg).ty, taken) {
        (_, Some(Type::Array(element))) => vec![sort_of(element)],
        (Type::Array(element), _) if model.copies_first => vec![sort_of(element)],
        (Type::Class(_), _) if model.copies_first => vec![Sort::Int, Sort::Bool, Sort::Float, Sort::Ref],
        (_, _) => Vec::new(),
    };
    let taken = taken.map(Some).chain(std::iter::repeat(None));
    let pairs = call.args.iter().zip(taken).skip(usize::from(model.copies_first));
    pairs.map(|(arg, taken)| (arg, sorts(arg, taken))).filter(|(_, sorts)| !sorts.is_empty()).collect()
}

/// Whether the result may be an object that others have made known meanwhile.
fn receives(heap: &Heap, call: &Call, method: LibraryMethod) -> bool {
    use LibraryMethod as M;
    let is_own = matches!(
        method,
        M::New | M::Pure | M::Fresh | M::Box | M::GetClass | M::ToString | M::CurrentThread | M::NewCondition
    ) || matches!(method, M::ReadLock | M::WriteLock | M::EnumValues | M::EnumValueOf);
    let result = heap.java.method(call.method).result.as_ref();
    !is_own && call.target.is_some() && result.is_some_and(|ty| ty.is_reference())
}

/// Whether others may notice a call, or it may notice them.
pub fn is_noticed(heap: &Heap, call: &Call, method: LibraryMethod) -> bool {
    effect(method) != Effect::None
        || receives(heap, call, method)
        || !held_by_result(heap, call, method).is_empty()
        || !written_arrays(heap.java, call, method).is_empty()
}
