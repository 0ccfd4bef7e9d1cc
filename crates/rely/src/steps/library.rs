//! What library methods do to shared state.
//!
//! Objects that are handed to a library method become known to all threads, unless the method only looks at them. Of
//! results nothing is known but their type, except for locks and atomics, which are modelled exactly: an atomic is a cell,
//! a `Lock` has an owner and a count like a monitor. Stamped locks are gaps.

use crate::assumptions::Reason;
use crate::others::clauses::clause_globals;
use crate::plan::flat::FlatEdge;
use crate::steps::atomic::{Cell, atomic, cell};
use crate::steps::lock::{Side, side};
use crate::steps::method::Body;
use crate::terms::heap::{Heap, Sort};
use crate::text::effect::{Effect, effect};
use crate::text::footprint::{asks_for_itself, held_by_result, written_arrays};
use concurrent::object::library::{Callback, LibraryMethod};
use concurrent::object::{self, Call, Expr as JavaExpr, ExprKind};
use ivl::build::{eq, not, select, store};
use ivl::typed::{Expr, GlobalId, Var};
use source::Span;

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
            publish(body, held_by_result(body.heap, call, method), span);
            if declares {
                body.may_throw(edge);
            }
            unknown_result(body, call, method, span);
        }
        Effect::Publish => {
            let held = held_by_result(body.heap, call, method);
            publish(body, call.args.iter().chain(held), span);
            if let (LibraryMethod::New, Some(sort), Some(atomic)) =
                (method, cell(body.heap, call).map(Cell::sort), receiver)
            {
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
            let Some(cell) = cell(body.heap, call) else { return Err(format!("`{name}` is not supported")) };
            let Some(object) = receiver else { return Err(format!("`{name}` without an object")) };
            atomic(body, call, method, cell, object, span)?;
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
    let is_made_here = |arg: &JavaExpr| match crate::text::fields::uncast(arg).kind {
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

/// Writes a value for an object to a shared variable.
pub fn write(body: &mut Body, global: GlobalId, object: Expr, value: Expr, span: Span) {
    let map = body.heap.now(global);
    body.sketch.assign(Var::Global(global), store(map, object, value), span);
}

/// Those of these objects that are this thread's own become known to others.
pub fn publish<'o>(body: &mut Body, objects: impl IntoIterator<Item = &'o JavaExpr>, span: Span) {
    let references = objects.into_iter().filter(|object| object.ty.is_reference());
    let values: Vec<Expr> = references.map(|object| body.value(object, span)).collect();
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
    shows
        && call.args.iter().any(|arg| !crate::text::harm::is_inert(java, &crate::text::fields::uncast(arg).ty))
        && says_how()
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
