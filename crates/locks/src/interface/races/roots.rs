//! Where threads come from that use a field: `main`, what threads of the program run, and callers of a class that is made
//! for several threads.
//!
//! A class is made for several threads if it takes locks, starts threads or has a finaliser, itself or in its lambdas, or if
//! a class above or below it does: an object is of all of them. Its public methods, and those that nobody in the program calls, may run at any time,
//! several at once. Of other classes, only what the program itself calls is looked at, and what the rest does with static
//! fields: another thread than those of the program calls it.

use super::phases::is_given_once;
use crate::interface::ordering::objects::{Object, ObjectId};
use crate::interface::walk::context::Context;
use crate::interface::walk::engine::Engine;
use crate::interface::walk::entries::{BODIES, begins_thread, is_called_by_library, is_finalizer, is_main};
use crate::interface::walk::touches::is_followed;
use crate::spec::LockSpec;
use concurrent::object::library::{LibraryClass, LibraryMethod, Threads};
use concurrent::object::{Body, Call, ClassId, ClassOrigin, Instruction, MethodId, MethodKind, Program, Type};
use rustc_hash::FxHashSet;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Root {
    Main,
    /// A thread, a timer or an executor runs this.
    Thread(MethodId),
    /// Anybody may call this.
    Entry(MethodId),
    /// Code outside of the program, in a thread that is none of the program's, calls what the program itself does not
    /// call of classes that are not made for several threads. It is one thread, and reaches no objects but those of static
    /// fields.
    Outside,
    /// The threads of a parallel stream run this.
    Parallel(MethodId),
}

/// Where a context begins, if a thread may come to it beside others. A static initialiser is run by the thread of `main`, and is
/// alone unless it starts others.
pub fn root(
    engine: &Engine,
    concurrent: &FxHashSet<ClassId>,
    (starting, called): (&FxHashSet<MethodId>, &FxHashSet<MethodId>),
    context: &Context,
) -> Option<Root> {
    let (program, method) = (engine.program, context.method);
    let declared = program.method(method);
    if !context.is_entry || declared.kind == MethodKind::StaticInitializer && !starting.contains(&method) {
        return None;
    }
    if declared.kind == MethodKind::StaticInitializer || is_main(program, method) {
        return Some(Root::Main);
    }
    if is_body(engine, method) {
        return Some(Root::Thread(method));
    }
    if concurrent.contains(&outermost(program, declared.class)) {
        return Some(Root::Entry(method));
    }
    (!called.contains(&method)).then_some(Root::Outside)
}

/// Whether another thread runs the method.
pub fn is_body(engine: &Engine, method: MethodId) -> bool {
    let (program, class) = (engine.program, engine.program.method(method).class);
    let is_later = engine.functions.is_run_later(class) || engine.functions.unseen.contains(class);
    let is_body = begins_thread(program, method) && !is_main(program, method);
    is_body || is_later && is_called_by_library(program, method)
}

/// The class whose text a lambda, or a class without a name, stands in.
pub fn outermost(program: &Program, mut class: ClassId) -> ClassId {
    while let Some(outer) = program.class(class).outer.filter(|_| is_followed(program, class)) {
        class = outer;
    }
    class
}

/// The classes that are made for several threads.
pub fn concurrent_classes(engine: &Engine) -> FxHashSet<ClassId> {
    let program = engine.program;
    let direct: FxHashSet<ClassId> = program
        .method_ids()
        .filter(|id| is_for_threads(program, engine.locks, *id))
        .map(|id| outermost(program, program.method(id).class))
        .collect();
    let is_related = |class: ClassId, other: &ClassId| {
        program.class(*other).is_from_source()
            && (program.is_subclass(class, *other) || program.is_subclass(*other, class))
    };
    program.class_ids().filter(|class| direct.iter().any(|other| is_related(*class, other))).collect()
}

/// Whether the method says that several threads use its class.
pub fn is_for_threads(program: &Program, locks: &LockSpec, id: MethodId) -> bool {
    uses_threads(program, locks, id) || is_finalizer(program, id)
}

/// Whether the text of a method takes locks, or starts threads.
pub fn uses_threads(program: &Program, locks: &LockSpec, id: MethodId) -> bool {
    let edges = program.method(id).graph().map_or(&[][..], |graph| &graph.edges[..]);
    edges.iter().any(|edge| match &edge.instruction {
        Instruction::Enter(_) => true,
        Instruction::Call(call) => is_of_lock(program, locks, call) || is_start(program, call),
        _ => false,
    })
}

fn is_of_lock(program: &Program, locks: &LockSpec, call: &Call) -> bool {
    let method = program.method(call.method);
    let is_lock = matches!(
        program.class(method.class).origin,
        ClassOrigin::Library(
            LibraryClass::Lock | LibraryClass::ReadWriteLock | LibraryClass::StampedLock | LibraryClass::Semaphore
        )
    );
    is_lock && method.kind == MethodKind::Method || locks.effects.contains_key(&call.method)
}

/// Whether a call has others run something beside this thread: the library does, now or later, and code that is not seen
/// may start a thread that it is given, or run a task in one.
pub fn is_start(program: &Program, call: &Call) -> bool {
    let method = program.method(call.method);
    let is_start = match method.body {
        Body::Library(kind) => matches!(
            kind,
            LibraryMethod::ThreadStart
                | LibraryMethod::Execute
                | LibraryMethod::Submit
                | LibraryMethod::InvokeAll
                | LibraryMethod::CallbackLater
        ),
        Body::Native => call.receiver.iter().chain(&call.args).any(|value| is_task(program, &value.ty)),
        Body::Abstract | Body::Graph(_) | Body::Unsupported(_) => false,
    };
    is_start || method.threads == Some(Threads::Parallel) && method.graph().is_none()
}

/// Whether values of the type are threads, or tasks for one.
pub fn is_task(program: &Program, ty: &Type) -> bool {
    let Type::Class(class) = ty else { return false };
    BODIES.contains(&&*program.class(*class).name)
        || program.supertypes(*class).any(|above| is_task(program, &Type::Class(above)))
}

/// The objects whose method a thread runs.
pub fn bodies(engine: &Engine, class: ClassId) -> Vec<ObjectId> {
    let is_one = |id: &ObjectId| engine.objects.class_of(*id).is_some_and(|of| engine.program.is_subclass(of, class));
    engine.objects.all().filter(is_one).collect()
}

/// Whether no two threads run the method of one object: it is a finaliser, or that of a thread, which is started once, or
/// of a task that is given away once.
pub fn runs_once_for_each(engine: &Engine, method: MethodId) -> bool {
    let (program, class) = (engine.program, engine.program.method(method).class);
    if is_finalizer(program, method) {
        return true;
    }
    let thread = program.class_named("java.lang.Thread");
    if thread.is_some_and(|thread| program.is_subclass(class, thread)) {
        return true;
    }
    let bodies = bodies(engine, class);
    let is_once = |id: &ObjectId| match engine.objects.get(*id) {
        Object::Made(maker, made) => program.method(*maker).graph().is_some_and(|graph| is_given_once(graph, *made)),
        _ => false,
    };
    // Trusted: code outside of the program runs each that it makes once.
    bodies.iter().all(is_once)
}

/// Whether two threads may run it at once.
pub fn is_many(engine: &Engine, root: Root) -> bool {
    match root {
        Root::Main | Root::Outside => false,
        Root::Entry(_) | Root::Parallel(_) => true,
        Root::Thread(method) => {
            let class = engine.program.method(method).class;
            let bodies = bodies(engine, class);
            let is_one = bodies.len() == 1 && engine.objects.is_once(bodies[0]);
            !(is_one && runs_once_for_each(engine, method))
        }
    }
}
