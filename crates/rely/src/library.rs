//! What library methods do to shared state.
//!
//! Objects that are handed to a library method become known to all threads, unless the method only looks at them. Of
//! results nothing is known but their type, except for locks and atomics, which are modelled exactly: an atomic is a cell,
//! a `Lock` has an owner and a count like a monitor. Stamped locks are gaps.

use crate::assumptions::Reason;
use crate::clauses::clause_globals;
use crate::flat::FlatEdge;
use crate::heap::{Heap, Sort, binary, int, lt, sort_of};
use crate::lock::{Side, side};
use crate::method::Body;
use concurrent::object::library::{Callback, LibraryMethod};
use concurrent::object::{self, Call, Expr as JavaExpr, ExprKind, Program, Type};
use ivl::build::{eq, if_then_else, not, select, store};
use ivl::typed::{BinaryOp, Expr, GlobalId, Type as Term, Var};
use source::Span;
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Other threads do not see it, nor does it see them.
    None,
    /// Arguments become known to others.
    Publish,
    Start,
    Wait,
    /// Waits for the monitor of the thread, if it is held.
    Join,
    /// The same with the lock of a condition.
    Await,
    /// Needs the monitor.
    Notify,
    /// Needs the lock of the condition.
    Signal,
    Lock,
    TryLock,
    Unlock,
    Atomic,
    /// Nothing follows; what was done before, others see.
    Halt,
    Gap,
}

pub fn effect(method: LibraryMethod) -> Effect {
    use LibraryMethod as M;
    match method {
        M::Pure | M::Fresh | M::Input | M::Output | M::Box | M::Unbox | M::StringEquals => Effect::None,
        M::Halt => Effect::Halt,
        M::Equals | M::HashCode | M::ToString | M::GetClass | M::CurrentThread | M::HoldsLock => Effect::None,
        M::ThreadSleep | M::ThreadYield | M::ThreadInterrupt => Effect::None,
        M::ThreadJoin | M::TimedThreadJoin => Effect::Join,
        M::EnumValues | M::EnumValueOf | M::Read | M::FutureIsDone | M::FutureGet | M::TimedFutureGet => Effect::None,
        M::FutureCancel | M::Shutdown | M::AwaitTermination => Effect::None,
        M::SemaphoreAcquire | M::SemaphoreTryAcquire | M::SemaphoreRelease | M::LatchCountDown | M::LatchAwait => {
            Effect::None
        }
        M::TimedLatchAwait | M::LatchCount | M::BarrierAwait | M::BlockingTake => Effect::None,
        M::IsHeldByCurrentThread | M::IsLocked | M::HoldCount => Effect::None,
        M::NewCondition | M::ReadLock | M::WriteLock => Effect::None,
        M::ConditionSignal | M::ConditionSignalAll => Effect::Signal,
        M::New | M::Write | M::Execute | M::Submit | M::InvokeAll | M::CallbackLater | M::BlockingPut => {
            Effect::Publish
        }
        M::ThreadStart => Effect::Start,
        M::Wait | M::TimedWait => Effect::Wait,
        M::ConditionAwait | M::TimedConditionAwait => Effect::Await,
        M::Notify | M::NotifyAll => Effect::Notify,
        M::Lock | M::LockInterruptibly => Effect::Lock,
        M::TryLock | M::TimedTryLock => Effect::TryLock,
        M::Unlock => Effect::Unlock,
        M::AtomicGet | M::AtomicSet | M::AtomicGetAndSet | M::CompareAndSet | M::WeakCompareAndSet => Effect::Atomic,
        M::GetAndIncrement | M::IncrementAndGet | M::GetAndDecrement | M::DecrementAndGet => Effect::Atomic,
        M::GetAndAdd | M::AddAndGet => Effect::Atomic,
        M::CallbackPure | M::CallbackRead | M::CallbackWrite | M::Clone | M::ThreadRun => Effect::Gap,
        M::GetAndUpdate | M::UpdateAndGet | M::GetAndAccumulate | M::AccumulateAndGet => Effect::Gap,
        M::StampWriteLock | M::StampReadLock | M::StampTryWriteLock | M::StampTryReadLock => Effect::Gap,
        M::StampOptimisticRead | M::StampValidate | M::StampUnlock | M::StampUnlockRead => Effect::Gap,
        M::StampUnlockWrite | M::StampToWrite | M::StampToRead | M::StampToOptimistic => Effect::Gap,
    }
}

/// Whether a lock that was held before may have been given up in between.
pub fn gives_up_locks(method: LibraryMethod) -> bool {
    matches!(effect(method), Effect::Wait | Effect::Join | Effect::Await | Effect::Unlock | Effect::Gap)
}

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
        Effect::None if passes && holds_arguments(heap, call, method) => BTreeSet::from([heap.published]),
        Effect::None | Effect::Notify | Effect::Signal | Effect::Halt | Effect::Gap => BTreeSet::new(),
        Effect::Publish if method == LibraryMethod::New && atomic_sort(heap, call).is_some() => {
            let sort = atomic_sort(heap, call).unwrap_or(Sort::Ref);
            let published = passes.then_some(heap.published);
            [heap.content(sort)].into_iter().chain(published).collect()
        }
        Effect::Publish => passes.then_some(heap.published).into_iter().collect(),
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
            let content = heap.content(atomic_sort(heap, call).unwrap_or(Sort::Ref));
            let published = passes.then_some(heap.published);
            [content].into_iter().chain(published).collect()
        }
    }
}

/// The shared variable that a call looks at and does not write.
pub fn read(heap: &Heap, call: &Call, method: LibraryMethod) -> Option<GlobalId> {
    if asks_for_itself(method) {
        return Some(heap.owner);
    }
    match effect(method) {
        Effect::Atomic => Some(heap.content(atomic_sort(heap, call).unwrap_or(Sort::Ref))),
        Effect::Signal => Some(heap.owner),
        Effect::Notify => Some(heap.holder),
        _ => None,
    }
}

/// Whether a thread asks a lock about itself, which no other thread can change.
fn asks_for_itself(method: LibraryMethod) -> bool {
    matches!(method, LibraryMethod::IsHeldByCurrentThread | LibraryMethod::HoldCount)
}

/// What the cell of an atomic class holds.
fn atomic_sort(heap: &Heap, call: &Call) -> Option<Sort> {
    let class = heap.java.class(heap.java.method(call.method).class);
    match &*class.name {
        "java.util.concurrent.atomic.AtomicInteger" | "java.util.concurrent.atomic.AtomicLong" => Some(Sort::Int),
        "java.util.concurrent.atomic.AtomicBoolean" => Some(Sort::Bool),
        "java.util.concurrent.atomic.AtomicReference" => Some(Sort::Ref),
        _ => None,
    }
}

/// Executes a call. On failure, why it is not modelled.
pub fn call(
    body: &mut Body,
    call: &Call,
    method: LibraryMethod,
    declares: bool,
    edge: &FlatEdge,
) -> Result<(), String> {
    let span = edge.span;
    let name = concurrent::object::text::method_name(body.heap.java, call.method);
    let receiver = call.receiver.as_ref().map(|receiver| body.value(receiver, span));
    if is_view_of_declared(body, call) {
        return Err(format!(
            "what `{name}` gives back may write to the array, of whose elements something is declared"
        ));
    }
    for (array, sorts) in written_arrays(body.heap.java, call, method) {
        let array = body.value(array, span);
        for sort in sorts {
            let global = body.heap.elements(sort);
            let row = select(body.heap.now(global), array.clone());
            let any = body.sketch.hidden("row", row.ty().clone());
            body.sketch.havoc(vec![Var::Local(any)], span);
            let any = body.sketch.value(any);
            write(body, global, array.clone(), any, span);
        }
    }
    match effect(method) {
        Effect::Gap => return Err(format!("`{name}` is not supported")),
        Effect::None => {
            if holds_arguments(body.heap, call, method) {
                publish_args(body, &call.args, span);
            }
            if declares {
                body.may_throw(edge);
            }
            unknown_result(body, call, method, span);
        }
        Effect::Publish => {
            publish_args(body, &call.args, span);
            if let (LibraryMethod::New, Some(sort), Some(atomic)) = (method, atomic_sort(body.heap, call), receiver) {
                let first = match call.args.first() {
                    Some(arg) => body.value(arg, span),
                    None => body.heap.zero(sort, span),
                };
                write(body, body.heap.content(sort), atomic, first, span);
            }
            if declares {
                body.may_throw(edge);
            }
            unknown_result(body, call, method, span);
        }
        Effect::Halt => body.sketch.assume(Reason::Unreached, ivl::build::bool_lit(false, span)),
        Effect::Start => {
            let Some(thread) = receiver else { return Err(format!("`{name}` without a thread")) };
            if declares {
                body.may_throw(edge);
            }
            body.publish_if(ivl::build::bool_lit(true, span), vec![thread.clone()], span);
            write(body, body.heap.started, thread, ivl::build::bool_lit(true, span), span);
        }
        Effect::Notify => {
            let Some(object) = receiver else { return Err(format!("`{name}` without an object")) };
            body.held(body.heap.holder, object, &name, span);
        }
        Effect::Signal => {
            let Some(condition) = receiver else { return Err(format!("`{name}` without a condition")) };
            let lock = body.heap.condition_lock(condition);
            body.held(body.heap.owner, lock, &name, span);
        }
        Effect::Wait => {
            let Some(object) = receiver else { return Err(format!("`{name}` without an object")) };
            body.held(body.heap.holder, object.clone(), &name, span);
            body.wait(body.heap.holder, body.depth, object, span);
            body.may_throw(edge);
        }
        Effect::Join => {
            let Some(thread) = receiver else { return Err(format!("`{name}` without a thread")) };
            join(body, thread, span);
            body.may_throw(edge);
        }
        Effect::Await => {
            let Some(condition) = receiver else { return Err(format!("`{name}` without a condition")) };
            let lock = body.heap.condition_lock(condition);
            body.held(body.heap.owner, lock.clone(), &name, span);
            body.wait(body.heap.owner, body.locked, lock, span);
            if declares {
                body.may_throw(edge);
            }
            unknown_result(body, call, method, span);
        }
        Effect::Lock => {
            let Some(lock) = receiver else { return Err(format!("`{name}` without a lock")) };
            if declares {
                body.may_throw(edge);
            }
            body.lock(side(body.heap, call), lock, span);
        }
        Effect::TryLock => try_lock(body, call, receiver, declares, edge)?,
        Effect::Unlock => {
            let Some(lock) = receiver else { return Err(format!("`{name}` without a lock")) };
            body.unlock(side(body.heap, call), lock, &name, span);
        }
        Effect::Atomic => {
            let Some(sort) = atomic_sort(body.heap, call) else { return Err(format!("`{name}` is not supported")) };
            let Some(object) = receiver else { return Err(format!("`{name}` without an object")) };
            atomic(body, call, method, sort, object, span)?;
        }
    }
    Ok(())
}

/// Whether the result writes to an array that has another name, and declarations speak of elements.
fn is_view_of_declared(body: &Body, call: &Call) -> bool {
    if !body.heap.java.method(call.method).is_view {
        return false;
    }
    // The array of the last arguments of a call has no other name.
    let is_made_here = |arg: &JavaExpr| match crate::fields::uncast(arg).kind {
        ExprKind::Local(local) => body.flat.locals[local.index()].is_temporary && body.flat.makes_array(local),
        _ => false,
    };
    let elements = body.heap.elements(Sort::Ref);
    let mut clauses = body.clauses.invariants.iter().chain(&body.clauses.env_assumptions);
    let is_declared = clauses.any(|clause| clause_globals(body.heap, clause).contains(&elements));
    is_declared && !call.args.iter().all(is_made_here)
}

/// The end of a thread is awaited on its object: the monitor of that is given up meanwhile, if it is held.
fn join(body: &mut Body, thread: Expr, span: Span) {
    let held = eq(select(body.heap.now(body.heap.holder), thread.clone()), body.tid.clone());
    let start = body.sketch.current;
    let end = body.sketch.block(span);
    for is_held in [true, false] {
        body.sketch.branch(start, span);
        body.sketch.assume(Reason::Case, if is_held { held.clone() } else { not(held.clone()) });
        if is_held {
            body.wait(body.heap.holder, body.depth, thread.clone(), span);
        }
        let current = body.sketch.current;
        body.sketch.jump(current, vec![end], span);
    }
    body.sketch.current = end;
}

/// Whether the result of a call may hold its arguments, so that whoever gets it gets them.
pub fn holds_arguments(heap: &Heap, call: &Call, method: LibraryMethod) -> bool {
    let is_made = matches!(method, LibraryMethod::Fresh | LibraryMethod::Pure);
    let result = heap.java.method(call.method).result.as_ref();
    is_made && result.is_some_and(|ty| ty.is_reference() && !crate::harm::is_inert(heap.java, ty))
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
    let sorts = |arg: &JavaExpr, taken: Option<&Type>| match (&crate::fields::uncast(arg).ty, taken) {
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
        || holds_arguments(heap, call, method)
        || !written_arrays(heap.java, call, method).is_empty()
}

fn write(body: &mut Body, global: GlobalId, object: Expr, value: Expr, span: Span) {
    let map = body.heap.now(global);
    body.sketch.assign(Var::Global(global), store(map, object, value), span);
}

fn publish_args(body: &mut Body, args: &[JavaExpr], span: Span) {
    let references = args.iter().filter(|arg| arg.ty.is_reference());
    let values: Vec<Expr> = references.map(|arg| body.value(arg, span)).collect();
    body.publish_if(ivl::build::bool_lit(true, span), values, span);
}

fn unknown_result(body: &mut Body, call: &Call, method: LibraryMethod, span: Span) {
    let Some(target) = call.target else { return };
    let ty = body.flat.locals[target.index()].ty.clone();
    let receiver = call.receiver.as_ref().map(|receiver| body.value(receiver, span));
    if let (LibraryMethod::ReadLock | LibraryMethod::WriteLock, Some(lock)) = (method, &receiver) {
        let side = match method {
            LibraryMethod::ReadLock => body.heap.read_side(lock.clone()),
            _ => body.heap.write_side(lock.clone()),
        };
        let published = select(body.heap.now(body.heap.published), side.clone());
        body.sketch.assume(Reason::Model, published);
        body.set(target, side, span);
        return;
    }
    body.forget(target, span);
    body.known_result(target, &ty, span);
    let value = body.local(target);
    if let Some(lock) = receiver.clone().filter(|_| asks_for_itself(method) && side(body.heap, call) == Side::Exclusive)
    {
        let answer = match method {
            LibraryMethod::HoldCount => select(body.sketch.value(body.locked), lock),
            _ => eq(select(body.heap.now(body.heap.owner), lock), body.tid.clone()),
        };
        body.sketch.assume(Reason::Model, eq(value.clone(), answer));
    }
    if let (LibraryMethod::NewCondition, Some(lock)) = (method, receiver) {
        let of = body.heap.condition_lock(value.clone());
        body.sketch.assume(Reason::Model, eq(of, lock));
    }
    if body.heap.java.method(call.method).is_never_null {
        let null = body.heap.null(span);
        body.sketch.assume(Reason::Model, not(eq(value.clone(), null)));
    }
    match method {
        LibraryMethod::CurrentThread => body.sketch.assume(Reason::Model, eq(value, body.tid.clone())),
        // It may be what a `toString` of the program gives.
        LibraryMethod::Fresh if may_be_own_text(body.heap, call) => {}
        LibraryMethod::Fresh
        | LibraryMethod::Box
        | LibraryMethod::GetClass
        | LibraryMethod::ToString
        | LibraryMethod::Submit
        | LibraryMethod::NewCondition
        | LibraryMethod::EnumValues
        | LibraryMethod::EnumValueOf
            if ty.is_reference() =>
        {
            let null = body.heap.null(span);
            body.sketch.assume(Reason::Model, not(eq(value, null)));
        }
        LibraryMethod::HoldsLock => {
            if let Some(arg) = call.args.first() {
                let object = body.value(arg, span);
                let held = eq(select(body.heap.now(body.heap.holder), object), body.tid.clone());
                body.sketch.assume(Reason::Model, eq(value, held));
            }
        }
        _ => {}
    }
}

/// Whether a method shows its arguments, and one of them may be of a class of the program that says how.
fn may_be_own_text(heap: &Heap, call: &Call) -> bool {
    let java = heap.java;
    let is_text = |body: &object::Body| matches!(body, object::Body::Library(LibraryMethod::ToString));
    let says_how = || {
        java.methods.iter().any(|method| {
            let is_own = java.class(method.class).is_from_source();
            is_own && method.overrides.iter().any(|over| is_text(&java.method(*over).body))
        })
    };
    let shows = java.method(call.method).callbacks.contains(&Callback::Text);
    shows && call.args.iter().any(|arg| !crate::harm::is_inert(java, &crate::fields::uncast(arg).ty)) && says_how()
}

fn try_lock(
    body: &mut Body,
    call: &Call,
    receiver: Option<Expr>,
    declares: bool,
    edge: &FlatEdge,
) -> Result<(), String> {
    let span = edge.span;
    let Some(lock) = receiver else { return Err("a lock without an object".into()) };
    if declares {
        body.may_throw(edge);
    }
    let start = body.sketch.current;
    let end = body.sketch.block(span);
    for success in [true, false] {
        body.sketch.branch(start, span);
        if success {
            body.lock(side(body.heap, call), lock.clone(), span);
        }
        if let Some(target) = call.target {
            body.set(target, ivl::build::bool_lit(success, span), span);
        }
        let current = body.sketch.current;
        body.sketch.jump(current, vec![end], span);
    }
    body.sketch.current = end;
    Ok(())
}

fn atomic(
    body: &mut Body,
    call: &Call,
    method: LibraryMethod,
    sort: Sort,
    object: Expr,
    span: Span,
) -> Result<(), String> {
    use LibraryMethod as M;
    let content = body.heap.content(sort);
    let cell = body.heap.now(content);
    let was = body.sketch.hidden("cell", sort.ty());
    body.sketch.assign(Var::Local(was), select(cell, object.clone()), span);
    let was = body.sketch.value(was);
    let args: Vec<Expr> = call.args.iter().map(|arg| body.value(arg, span)).collect();
    let is_long = heap_class(body, call).ends_with("AtomicLong");
    let ty = if is_long { Type::Long } else { Type::Int };
    if sort == Sort::Int {
        let typed = body.heap.typed(&was, &ty);
        body.sketch.assume(Reason::Typed, typed);
    }
    let arg = |at: usize| args.get(at).cloned().ok_or_else(|| "an atomic without its argument".to_string());
    let plus = |amount: Expr| wrapped(binary(BinaryOp::Add, was.clone(), amount, Term::Int), &ty, span);
    let (new, result) = match method {
        M::AtomicGet => (None, Some(was.clone())),
        M::AtomicSet => (Some(arg(0)?), None),
        M::AtomicGetAndSet => (Some(arg(0)?), Some(was.clone())),
        M::CompareAndSet | M::WeakCompareAndSet => {
            let expected = eq(was.clone(), arg(0)?);
            let succeeds = match method {
                M::WeakCompareAndSet => {
                    let luck = body.sketch.hidden("luck", Term::Bool);
                    body.sketch.havoc(vec![Var::Local(luck)], span);
                    ivl::build::and(expected, body.sketch.value(luck))
                }
                _ => expected,
            };
            (Some(if_then_else(succeeds.clone(), arg(1)?, was.clone())), Some(succeeds))
        }
        M::GetAndIncrement => (Some(plus(int(1, span))), Some(was.clone())),
        M::IncrementAndGet => (Some(plus(int(1, span))), Some(plus(int(1, span)))),
        M::GetAndDecrement => (Some(plus(int(-1, span))), Some(was.clone())),
        M::DecrementAndGet => (Some(plus(int(-1, span))), Some(plus(int(-1, span)))),
        M::GetAndAdd => (Some(plus(arg(0)?)), Some(was.clone())),
        M::AddAndGet => (Some(plus(arg(0)?)), Some(plus(arg(0)?))),
        _ => return Err("this operation of an atomic is not supported".into()),
    };
    if let (Some(target), Some(result)) = (call.target, result) {
        let ty = body.flat.locals[target.index()].ty.clone();
        if sort_of(&ty).ty() != *result.ty() {
            return Err("an atomic whose content has another type".into());
        }
        body.set(target, result, span);
        if ty.is_reference() {
            body.known(target, &ty, Some(object.clone()), span);
        }
    }
    if let Some(new) = new {
        let stored = new.clone();
        write(body, content, object.clone(), new, span);
        if sort == Sort::Ref {
            body.stored(Some(object), stored, span);
        }
    }
    Ok(())
}

fn heap_class(body: &Body, call: &Call) -> String {
    body.heap.java.class(body.heap.java.method(call.method).class).name.to_string()
}

/// A sum of two numbers of the type, brought back into its range.
fn wrapped(number: Expr, ty: &Type, span: Span) -> Expr {
    let Some((low, high)) = crate::heap::range(ty) else { return number };
    let size = int(high - low + 1, span);
    let down = binary(BinaryOp::Sub, number.clone(), size.clone(), Term::Int);
    let up = binary(BinaryOp::Add, number.clone(), size, Term::Int);
    let above = lt(int(high, span), number.clone());
    let below = lt(number.clone(), int(low, span));
    if_then_else(above, down, if_then_else(below, up, number))
}
