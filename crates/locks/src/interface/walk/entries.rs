//! Where threads begin: what may be called by code that is not seen.

use crate::interface::obligations::needs::{locks_of, modes_of};
use crate::interface::terms::term::{Level, Term};
use crate::interface::walk::context::{Arg, Context};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::held::{Count, Lock};
use crate::interface::walk::touches::is_followed;
use crate::spec::{LockSpec, Need};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, ClassOrigin, Instruction, MethodId, MethodKind, Program, Type, Visibility};
use rustc_hash::{FxHashMap, FxHashSet};

/// The methods that are entry points: what is public, what no other entry point leads to and others may call,
/// what has clauses of its own. Lambdas begin where they are handed over.
pub fn entries(program: &Program, locks: &LockSpec) -> Vec<MethodId> {
    let called = called_methods(program);
    let is_named = |id: &MethodId| {
        let method = program.method(*id);
        program.class(method.class).origin == ClassOrigin::Source && method.graph().is_some()
    };
    // What is protected is there for classes below, which are all given.
    let is_open = |id: &MethodId| match program.method(*id).visibility {
        Visibility::Public | Visibility::Package => true,
        Visibility::Protected => {
            program.method(*id).kind == MethodKind::Constructor || is_called_by_library(program, *id)
        }
        Visibility::Private => false,
    };
    let is_entry = |id: &MethodId| {
        let method = program.method(*id);
        let is_reachable = match method.kind {
            MethodKind::StaticInitializer => true,
            MethodKind::Constructor => is_open(id),
            MethodKind::Method => {
                let is_called = called.contains(id) && !is_called_by_library(program, *id);
                method.visibility == Visibility::Public || is_open(id) && !is_called
            }
        };
        is_reachable || locks.effects.contains_key(id) || locks.methods.contains_key(id)
    };
    let mut entries: Vec<MethodId> = program.method_ids().filter(|id| is_named(id) && is_entry(id)).collect();
    // Methods that only call each other.
    let reached = reached_from(&static_calls(program), &entries);
    entries.extend(program.method_ids().filter(|id| is_named(id) && is_open(id) && !reached.contains(id)));
    entries.sort();
    entries
}

/// Whether the method overrides one of the library, so that code that is not seen may call it.
pub fn is_called_by_library(program: &Program, id: MethodId) -> bool {
    let overrides = &program.method(id).overrides;
    overrides.iter().any(|above| !program.class(program.method(*above).class).is_from_source())
}

/// Who calls whom, as the text says. A method that makes a lambda may run it.
pub fn static_calls(program: &Program) -> Calls {
    let mut calls = Calls::default();
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            match &edge.instruction {
                Instruction::Call(call) => calls.entry(id).or_default().extend(&call.targets),
                Instruction::NewObject { class, .. } if is_followed(program, *class) => {
                    calls.entry(id).or_default().extend(&program.class(*class).methods);
                }
                _ => {}
            }
        }
    }
    calls
}

/// Who calls whom.
pub type Calls = FxHashMap<MethodId, FxHashSet<MethodId>>;

pub fn reached_from(calls: &Calls, starts: &[MethodId]) -> FxHashSet<MethodId> {
    let mut reached: FxHashSet<MethodId> = starts.iter().copied().collect();
    let mut queue = starts.to_vec();
    while let Some(id) = queue.pop() {
        for next in calls.get(&id).into_iter().flatten() {
            if reached.insert(*next) {
                queue.push(*next);
            }
        }
    }
    reached
}

/// The methods that threads may run which also run one of these.
pub fn in_one_thread(calls: &Calls, methods: &[MethodId]) -> FxHashSet<MethodId> {
    let above: Vec<MethodId> = reached_from(&reversed(calls), methods).into_iter().collect();
    reached_from(calls, &above)
}

/// Who is called by whom.
pub fn reversed(calls: &Calls) -> Calls {
    let mut callers = Calls::default();
    for (caller, callees) in calls {
        for callee in callees {
            callers.entry(*callee).or_default().insert(*caller);
        }
    }
    callers
}

/// Classes with a method that threads begin with.
pub const BODIES: [&str; 3] = ["java.lang.Runnable", "java.lang.Thread", "java.util.concurrent.Callable"];

/// Whether threads begin with the method, whatever else calls it: `main`, what a thread or an executor runs, and
/// finalisers.
pub fn begins_thread(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let is_body = |above: &MethodId| BODIES.contains(&&*program.class(program.method(*above).class).name);
    is_main(program, id) || is_finalizer(program, id) || method.overrides.iter().any(is_body)
}

/// Whether the garbage collector runs the method, once for each object, in a thread that holds no lock of the program.
/// Nothing but the constructor is over by then: an object may be given up while a method of it runs that does not need it
/// any more.
pub fn is_finalizer(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let is_of_object = |above: &MethodId| &*program.class(program.method(*above).class).name == "java.lang.Object";
    let is_own = program.class(method.class).is_from_source() && &*method.name == "finalize";
    is_own && method.overrides.iter().any(is_of_object)
}

pub fn is_main(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let params: Vec<&Type> = method.params.iter().map(|param| &method.local(*param).ty).collect();
    &*method.name == "main" && method.is_static && matches!(params[..], [Type::Array(_)])
}

/// Whether what an entry point does to the counts of locks is seen where it is called: another entry point leads to it, by
/// calls that were followed, that it does not lead to itself. Of methods that only call each other, all are judged by
/// themselves, and so is what threads begin with.
pub fn is_left_to_callers(engine: &Engine, entries: &FxHashSet<MethodId>, method: MethodId) -> bool {
    let class = engine.program.method(method).class;
    let is_run_later = engine.functions.is_run_later(class) && is_called_by_library(engine.program, method);
    if is_run_later || engine.functions.unseen.contains(class) || begins_thread(engine.program, method) {
        return false;
    }
    let own = reached_from(&engine.calls, &[method]);
    let others = entries.iter().copied().filter(|entry| !own.contains(entry));
    reached_from(&engine.calls, &others.collect::<Vec<MethodId>>()).contains(&method)
}

/// The operation of `Lock` that a method is, in a class that implements it: it takes, or gives back, for its callers. What
/// clauses say, they say.
pub fn lock_operation(program: &Program, locks: &LockSpec, method: MethodId) -> Option<LibraryMethod> {
    if locks.effects.contains_key(&method) {
        return None;
    }
    program.method(method).overrides.iter().find_map(|above| match program.method(*above).body {
        Body::Library(
            kind @ (LibraryMethod::Lock
            | LibraryMethod::LockInterruptibly
            | LibraryMethod::TryLock
            | LibraryMethod::TimedTryLock
            | LibraryMethod::Unlock),
        ) => Some(kind),
        _ => None,
    })
}

/// The methods that others of the program call.
pub fn called_methods(program: &Program) -> FxHashSet<MethodId> {
    let mut called = FxHashSet::default();
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            if let Instruction::Call(call) = &edge.instruction {
                called.extend(call.targets.iter().copied().filter(|target| *target != id));
            }
        }
    }
    called
}

/// The contexts in which an entry is looked at: with what its clauses say that callers hold, one context for each
/// choice among the alternatives.
pub fn contexts(engine: &mut Engine, method: MethodId) -> Vec<Context> {
    let program = engine.program;
    let declared = program.method(method);
    let mut context = Context::bare(program, method);
    context.is_entry = true;
    // What the library calls back, it calls from anywhere.
    context.has_frame = is_called_by_library(program, method) && !begins_thread(program, method);
    context.is_building = declared.kind == MethodKind::Constructor;
    if !declared.is_static {
        context.args[0] = Arg::NotNull;
    }
    let this = declared.this().map(|this| engine.terms.intern(Term::Entry(this)));
    let (program, locks) = (engine.program, engine.locks);
    let modes = |class| modes_of(program, locks, class);
    let mut contexts = vec![context];
    // The library knows nothing of what a method needs.
    let needs = locks.methods.get(&method).filter(|_| !is_called_by_library(program, method));
    for need in needs.map_or(&[][..], |needs| &needs[..]) {
        contexts = contexts.into_iter().flat_map(|context| with_need(engine, &modes, need, this, &context)).collect();
    }
    for part in engine.parts_of(method, false).into_iter().chain(engine.handed_on(method, false)) {
        contexts.iter_mut().for_each(|context| add(context, part.clone(), Count::ONCE));
    }
    for effect in locks.effects.get(&method).map_or(&[][..], |effects| &effects[..]) {
        if effect.is_acquire || effect.lock.mode.is_some() {
            continue;
        }
        let found = locks_of(&mut engine.terms, &engine.definitions, &modes, &effect.lock, this, None, Level::Write);
        if let Some(lock) = found.and_then(|locks| locks.into_iter().next()) {
            for context in &mut contexts {
                add(context, lock.clone(), Count::ONCE);
            }
        }
    }
    contexts
}

fn with_need(
    engine: &mut Engine,
    modes: &dyn Fn(concurrent::object::ClassId) -> Vec<concurrent::object::Name>,
    need: &Need,
    this: Option<crate::interface::terms::term::TermId>,
    context: &Context,
) -> Vec<Context> {
    let mut contexts = Vec::new();
    for path in &need.alternatives {
        let found = locks_of(&mut engine.terms, &engine.definitions, modes, path, this, None, Level::Write);
        for lock in found.into_iter().flatten() {
            let mut context = context.clone();
            add(&mut context, lock, Count::BASED);
            contexts.push(context);
        }
    }
    if contexts.is_empty() { vec![context.clone()] } else { contexts }
}

pub fn add(context: &mut Context, lock: Lock, count: Count) {
    if !context.held.iter().any(|(known, ..)| *known == lock) {
        context.held.push((lock, count, None));
        context.held.sort_by(|a, b| a.0.cmp(&b.0));
    }
}
