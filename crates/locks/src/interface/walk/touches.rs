//! Which methods have to do with locks at all, themselves or through what they call.

use crate::interface::ordering::objects::Objects;
use crate::interface::walk::backs::{self, Back};
use crate::interface::walk::first_use::use_each_other;
use crate::interface::walk::functions::{is_function, methods_of};
use crate::interface::walk::semaphores::mutexes;
use crate::interface::walk::streams::{asks, is_of_stream};
use crate::spec::LockSpec;
use concurrent::object::library::{LibraryClass, LibraryMethod, Promise};
use concurrent::object::{Body, Call, ClassId, ClassOrigin, Instruction, Method, MethodId, MethodKind, Name, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

pub struct Touches {
    /// By method.
    pub methods: Vec<bool>,
    /// By method: whether it may come to a loop that no way leads out of.
    pub endless: Vec<bool>,
    /// By field: semaphores that one method both acquires and releases.
    pub mutexes: Vec<bool>,
    /// Classes by name.
    pub classes: FxHashMap<Name, ClassId>,
    /// Methods that the library runs by itself, and that have to do with locks.
    pub backs: Vec<Back>,
    /// Those that have nothing to do with locks, without what every object has.
    pub asked: Rc<[Back]>,
    /// Classes of the library that sort what they hold.
    pub sorted: Rc<[ClassId]>,
    /// By class: its static initialiser.
    pub initializers: FxHashMap<ClassId, MethodId>,
    /// Classes of which each is initialised while another one is.
    pub use_each_other: FxHashSet<ClassId>,
}

pub fn methods(program: &Program, locks: &LockSpec, objects: &mut Objects) -> Touches {
    let mut methods: Vec<bool> = program.method_ids().map(|id| touches(program, locks, id)).collect();
    let backs = backs::overriding(program);
    let mut callers: Vec<Vec<MethodId>> = vec![Vec::new(); program.methods.len()];
    let lazy = given_to_streams(program, objects);
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            match &edge.instruction {
                Instruction::Call(call) => {
                    for target in &call.targets {
                        callers[target.index()].push(id);
                        let run = backs.iter().filter(|back| backs::may_run(program, call, *target, back));
                        run.for_each(|back| callers[back.method.index()].push(id));
                    }
                    let run = run_by_library(program, objects, id, call);
                    let asked = lazy.iter().copied().filter(|_| asks(program, call));
                    run.into_iter().chain(asked).for_each(|run| callers[run.index()].push(id));
                }
                // A method that makes a lambda may have it run.
                Instruction::NewObject { class, .. } if is_followed(program, *class) => {
                    let methods = &program.class(*class).methods;
                    methods.iter().for_each(|method| callers[method.index()].push(id));
                }
                _ => {}
            }
        }
    }
    let mut endless: Vec<bool> = program.methods.iter().map(has_endless_loop).collect();
    add_callers(&callers, &mut methods);
    add_callers(&callers, &mut endless);
    let classes = program.class_ids().map(|id| (program.class(id).name.clone(), id)).collect();
    let (backs, mut asked): (Vec<Back>, Vec<Back>) = backs.into_iter().partition(|back| methods[back.method.index()]);
    asked.retain(|back| !backs::is_trusted(program, back.method));
    let sorted = program.class_ids().filter(|id| program.class(*id).promises.contains(&Promise::Sorted)).collect();
    let is_initializer = |id: &MethodId| {
        program.method(*id).kind == MethodKind::StaticInitializer && program.method(*id).graph().is_some()
    };
    let initializers = program.method_ids().filter(is_initializer);
    let initializers = initializers.map(|id| (program.method(id).class, id)).collect();
    let use_each_other = use_each_other(program, &initializers);
    let (mutexes, asked) = (mutexes(program, locks), asked.into());
    Touches { methods, endless, mutexes, classes, backs, asked, sorted, initializers, use_each_other }
}

/// What is true of a method is true of those that call it.
fn add_callers(callers: &[Vec<MethodId>], is_true: &mut [bool]) {
    let mut queue: Vec<usize> = (0..is_true.len()).filter(|index| is_true[*index]).collect();
    while let Some(index) = queue.pop() {
        for caller in &callers[index] {
            if !std::mem::replace(&mut is_true[caller.index()], true) {
                queue.push(caller.index());
            }
        }
    }
}

fn has_endless_loop(method: &Method) -> bool {
    let Some(graph) = method.graph() else { return false };
    let mut leads_out = vec![false; graph.nodes.len()];
    (leads_out[graph.exit.index()], leads_out[graph.exceptional_exit.index()]) = (true, true);
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for edge in graph.edges.iter().rev().filter(|edge| edge.to != edge.from) {
            // A check need not fail: only what always throws leads out by that.
            let to = match edge.instruction {
                Instruction::Throw(_) => edge.unwind.unwrap_or(edge.to),
                _ => edge.to,
            };
            if leads_out[to.index()] {
                is_changed |= !std::mem::replace(&mut leads_out[edge.from.index()], true);
            }
        }
    }
    graph.edges.iter().any(|edge| !leads_out[edge.from.index()])
}

/// The functions that a library method is given.
fn run_by_library(program: &Program, objects: &mut Objects, id: MethodId, call: &Call) -> Vec<MethodId> {
    let is_model = matches!(program.method(call.method).body, Body::Library(_));
    let given = call.args.iter().filter(|arg| is_model && is_function(program, &arg.ty));
    given.flat_map(|arg| methods_of(program, &objects.classes_of(program, id, arg).0)).collect()
}

/// The functions that streams are given, which may run where one is asked for elements.
fn given_to_streams(program: &Program, objects: &mut Objects) -> Vec<MethodId> {
    let mut given = Vec::new();
    for id in program.method_ids() {
        for edge in program.method(id).graph().map_or(&[][..], |graph| &graph.edges[..]) {
            if let Instruction::Call(call) = &edge.instruction
                && is_of_stream(program, call)
            {
                given.extend(run_by_library(program, objects, id, call));
            }
        }
    }
    given
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
        // Its callers have to know.
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
