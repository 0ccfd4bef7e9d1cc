//! Which methods have to do with locks at all, themselves or through what they call.

use crate::interface::walk::backs;
use crate::spec::LockSpec;
use concurrent::object::library::{LibraryClass, LibraryMethod};
use concurrent::object::{
    Body, ClassId, ClassOrigin, Expr, FieldId, Instruction, MethodId, MethodKind, Name, Program, Visibility,
};
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
    Touches { methods, mutexes: mutexes(program, locks), classes, backs, initializers }
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

/// The semaphores that a method acquires and releases.
#[derive(Clone, Default)]
struct SemaphoreUse {
    acquired: FxHashSet<FieldId>,
    released: FxHashSet<FieldId>,
}

fn semaphore_use(program: &Program, id: MethodId) -> SemaphoreUse {
    let mut found = SemaphoreUse::default();
    let Some(graph) = program.method(id).graph() else { return found };
    let mut held_by = FxHashMap::default();
    for edge in &graph.edges {
        if let Instruction::ReadField { target, field, .. } = &edge.instruction {
            held_by.insert(*target, *field);
        }
    }
    for edge in &graph.edges {
        let Instruction::Call(call) = &edge.instruction else { continue };
        let Body::Library(kind) = program.method(call.method).body else { continue };
        let receiver = call.receiver.as_ref().and_then(Expr::local).and_then(|local| held_by.get(&local).copied());
        match kind {
            LibraryMethod::SemaphoreAcquire | LibraryMethod::SemaphoreTryAcquire => found.acquired.extend(receiver),
            LibraryMethod::SemaphoreRelease => found.released.extend(receiver),
            _ => {}
        }
    }
    found
}

/// What private methods do, they do for those who call them.
fn with_helpers(program: &Program, own: &[SemaphoreUse], id: MethodId) -> SemaphoreUse {
    let mut found = SemaphoreUse::default();
    let (mut pending, mut seen) = (vec![id], FxHashSet::default());
    while let Some(id) = pending.pop() {
        if !seen.insert(id) {
            continue;
        }
        found.acquired.extend(&own[id.index()].acquired);
        found.released.extend(&own[id.index()].released);
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            if let Instruction::Call(call) = &edge.instruction {
                let is_helper = |target: &&MethodId| program.method(**target).visibility == Visibility::Private;
                pending.extend(call.targets.iter().filter(is_helper));
            }
        }
    }
    found
}

/// Semaphores that some method both acquires and releases, or that guard something.
fn mutexes(program: &Program, locks: &LockSpec) -> Vec<bool> {
    let mut is_mutex = vec![false; program.fields.len()];
    let mut uses: Vec<(FieldId, bool, bool)> = Vec::new();
    let own: Vec<SemaphoreUse> = program.method_ids().map(|id| semaphore_use(program, id)).collect();
    for id in program.method_ids() {
        let SemaphoreUse { acquired, released } = with_helpers(program, &own, id);
        acquired.intersection(&released).for_each(|field| is_mutex[field.index()] = true);
        let is_hidden = program.method(id).visibility == Visibility::Private;
        uses.extend(acquired.iter().map(|field| (*field, true, is_hidden)));
        uses.extend(released.iter().map(|field| (*field, false, is_hidden)));
    }
    // What is never released, and what only helpers take and release, is no signal from thread to thread.
    for (field, ..) in uses.iter().filter(|(_, is_acquired, _)| *is_acquired) {
        let own = || uses.iter().filter(|(other, ..)| other == field);
        let is_private = program.field(*field).visibility == Visibility::Private;
        let is_kept = own().all(|(_, is_acquired, _)| *is_acquired);
        is_mutex[field.index()] |= is_private && (is_kept || own().all(|(_, _, is_hidden)| *is_hidden));
    }
    let guards = locks.fields.values().chain(locks.methods.values()).flatten();
    for path in guards.flat_map(|need| &need.alternatives) {
        let last = path.fields.last().copied().or(match path.root {
            crate::spec::Root::Static(field) => Some(field),
            _ => None,
        });
        last.into_iter().for_each(|field| is_mutex[field.index()] = true);
    }
    is_mutex
}
