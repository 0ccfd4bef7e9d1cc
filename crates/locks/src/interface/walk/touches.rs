//! Which methods have to do with locks at all, themselves or through what they call.

use crate::interface::walk::backs;
use crate::interface::walk::first_use::use_each_other;
use crate::interface::walk::semaphores::mutexes;
use crate::spec::LockSpec;
use concurrent::object::library::{LibraryClass, LibraryMethod};
use concurrent::object::{Body, ClassId, ClassOrigin, Instruction, MethodId, MethodKind, Name, Program};
use rustc_hash::{FxHashMap, FxHashSet};

pub struct Touches {
    /// By method.
    pub methods: Vec<bool>,
    /// By field: semaphores that one method both acquires and releases.
    pub mutexes: Vec<bool>,
    /// Classes by name.
    pub classes: FxHashMap<Name, ClassId>,
    /// Methods that the library runs by itself, and that have to do with locks.
    pub backs: Vec<MethodId>,
    /// By class: its static initialiser.
    pub initializers: FxHashMap<ClassId, MethodId>,
    /// Classes of which each is initialised while another one is.
    pub use_each_other: FxHashSet<ClassId>,
}

pub fn methods(program: &Program, locks: &LockSpec) -> Touches {
    let mut methods: Vec<bool> = program.method_ids().map(|id| touches(program, locks, id)).collect();
    let mut backs = backs::overriding(program);
    let mut callers: Vec<Vec<MethodId>> = vec![Vec::new(); program.methods.len()];
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            match &edge.instruction {
                Instruction::Call(call) => {
                    for target in &call.targets {
                        callers[target.index()].push(id);
                        let run = backs.iter().filter(|back| backs::may_run(program, call, *target, **back));
                        run.for_each(|back| callers[back.index()].push(id));
                    }
                }
                // Whoever makes a lambda may have it run.
                Instruction::NewObject { class, .. } if is_followed(program, *class) => {
                    let methods = &program.class(*class).methods;
                    methods.iter().for_each(|method| callers[method.index()].push(id));
                }
                _ => {}
            }
        }
    }
    let mut queue: Vec<MethodId> = program.method_ids().filter(|id| methods[id.index()]).collect();
    while let Some(id) = queue.pop() {
        for caller in &callers[id.index()] {
            if !std::mem::replace(&mut methods[caller.index()], true) {
                queue.push(*caller);
            }
        }
    }
    let classes = program.class_ids().map(|id| (program.class(id).name.clone(), id)).collect();
    backs.retain(|back| methods[back.index()]);
    let is_initializer = |id: &MethodId| {
        program.method(*id).kind == MethodKind::StaticInitializer && program.method(*id).graph().is_some()
    };
    let initializers = program.method_ids().filter(is_initializer);
    let initializers = initializers.map(|id| (program.method(id).class, id)).collect();
    let use_each_other = use_each_other(program, &initializers);
    Touches { methods, mutexes: mutexes(program, locks), classes, backs, initializers, use_each_other }
}

/// Whether objects of the class are followed from where they are made.
pub fn is_followed(program: &Program, class: ClassId) -> bool {
    matches!(program.class(class).origin, ClassOrigin::Lambda | ClassOrigin::Anonymous)
}

fn touches(program: &Program, locks: &LockSpec, id: MethodId) -> bool {
    if locks.effects.contains_key(&id) || locks.methods.contains_key(&id) {
        return true;
    }
    match &program.method(id).body {
        Body::Library(kind) => is_about_locks(program, id, *kind),
        Body::Graph(graph) => graph.edges.iter().any(|edge| match &edge.instruction {
            Instruction::Enter(_) | Instruction::Exit(_) => true,
            Instruction::ReadField { field, .. } | Instruction::WriteField { field, .. } => {
                locks.fields.contains_key(field)
            }
            _ => false,
        }),
        Body::Abstract | Body::Native => false,
        // Whoever calls it has to be told.
        Body::Unsupported(_) => true,
    }
}

fn is_about_locks(program: &Program, id: MethodId, kind: LibraryMethod) -> bool {
    let class = program.class(program.method(id).class);
    let is_lock = matches!(
        class.origin,
        ClassOrigin::Library(
            LibraryClass::Lock
                | LibraryClass::ReadWriteLock
                | LibraryClass::StampedLock
                | LibraryClass::Condition
                | LibraryClass::Semaphore
        )
    );
    let is_monitor = matches!(
        kind,
        LibraryMethod::Wait
            | LibraryMethod::TimedWait
            | LibraryMethod::Notify
            | LibraryMethod::NotifyAll
            | LibraryMethod::HoldsLock
    );
    kind != LibraryMethod::New && is_lock || is_monitor
}
