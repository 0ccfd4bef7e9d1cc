//! Objects of the library whose methods take a lock of the object: whoever calls one waits for it, and functions that it
//! runs meanwhile run with that lock held.
//!
//! What it returns and is a collection itself, such as a key set or a part of a list, takes the same lock. And a method that
//! looks into another collection that it is given takes that one's lock, with its own held.
//!
//! That matters to the order of locks only where somebody takes the same lock and then waits for something else: by
//! `synchronized`, or in a function that runs with it held.

use super::{Object, ObjectId, Objects};
use crate::interface::walk::functions::runs_at_once;
use concurrent::object::library::{Callback, LibraryMethod};
use concurrent::object::{Body, Call, Expr, Instruction, Program, Type};
use rustc_hash::FxHashSet;

/// A class whose objects lock themselves. Methods are told by how their names begin.
struct SelfLocking {
    class: &'static str,
    lock: OwnLock,
    /// Those that take the lock.
    takes: Methods,
    /// Those that run functions with it held.
    runs: Methods,
}

#[derive(Clone, Copy, PartialEq)]
enum OwnLock {
    /// That of the object, which everybody may take.
    Monitor,
    /// One or several that nobody else can name: a thread that holds one may wait for another.
    Inside,
}

#[derive(Clone, Copy)]
enum Methods {
    All,
    Beginning(&'static [&'static str]),
}

/// These, and what is below. A table of bins keeps others out of one bin only, but any two keys may be in one.
const CLASSES: [SelfLocking; 7] = [
    SelfLocking { class: "java.util.Vector", lock: OwnLock::Monitor, takes: Methods::All, runs: Methods::All },
    SelfLocking { class: "java.util.Hashtable", lock: OwnLock::Monitor, takes: Methods::All, runs: Methods::All },
    SelfLocking { class: "java.lang.StringBuffer", lock: OwnLock::Monitor, takes: Methods::All, runs: Methods::All },
    SelfLocking {
        class: "java.util.concurrent.ConcurrentHashMap",
        lock: OwnLock::Inside,
        takes: Methods::Beginning(&["put", "remove", "replace", "compute", "merge", "clear"]),
        runs: Methods::Beginning(&["compute", "merge"]),
    },
    SelfLocking {
        class: "java.util.concurrent.CopyOnWriteArrayList",
        lock: OwnLock::Inside,
        takes: Methods::Beginning(&["add", "remove", "retain", "replace", "set", "sort", "clear"]),
        runs: Methods::Beginning(&["removeIf", "replaceAll", "sort"]),
    },
    SelfLocking {
        class: "java.util.concurrent.CopyOnWriteArraySet",
        lock: OwnLock::Inside,
        takes: Methods::Beginning(&["add", "remove", "retain", "clear"]),
        runs: Methods::Beginning(&["removeIf"]),
    },
    SelfLocking {
        class: "java.util.concurrent.ArrayBlockingQueue",
        lock: OwnLock::Inside,
        takes: Methods::All,
        runs: Methods::Beginning(&["forEach", "removeIf"]),
    },
];

/// What `Collections.synchronizedList(list)` and the like make.
const WRAPPER: SelfLocking = SelfLocking { class: "", lock: OwnLock::Monitor, takes: Methods::All, runs: Methods::All };

impl Methods {
    fn contain(self, name: &str) -> bool {
        match self {
            Methods::All => true,
            Methods::Beginning(prefixes) => prefixes.iter().any(|prefix| name.starts_with(prefix)),
        }
    }
}

/// Whether a call yields a wrapper that is synchronized on itself, such as `Collections.synchronizedList(list)`.
pub fn makes_wrapper(program: &Program, call: &Call) -> bool {
    let method = program.method(call.method);
    let is_of_collections = &*program.class(method.class).name == "java.util.Collections";
    is_of_collections && method.name.starts_with("synchronized") && call.args.len() == 1
}

/// Whether a call may yield a collection through which its receiver is used.
pub fn is_view(program: &Program, call: &Call) -> bool {
    let method = program.method(call.method);
    let is_copy = matches!(method.body, Body::Library(LibraryMethod::Fresh | LibraryMethod::Clone));
    let is_below = |result: &Type, name: &str| match (result, program.class_named(name)) {
        (Type::Class(class), Some(above)) => program.is_subclass(*class, above),
        _ => false,
    };
    let is_collection = |result: &Type| is_below(result, "java.util.Collection") || is_below(result, "java.util.Map");
    !is_copy && method.result.as_ref().is_some_and(is_collection)
}

/// The arguments that a library method looks into, all of them together.
pub fn looked_into<'c>(program: &Program, call: &'c Call) -> &'c [Expr] {
    let looks = |callback: &Callback| matches!(callback, Callback::Content | Callback::Text);
    if program.method(call.method).callbacks.iter().any(looks) { &call.args } else { &[] }
}

/// Whether a call may run functions before it returns.
fn may_run_functions(program: &Program, call: &Call) -> bool {
    runs_at_once(program, call.method) || matches!(program.method(call.method).body, Body::Native)
}

impl Objects {
    /// The view of this type, if the object locks itself.
    pub fn view(&mut self, program: &Program, id: ObjectId, ty: &Type) -> Option<ObjectId> {
        self.locks_itself(program, id)?;
        let whole = self.whole(id);
        Some(self.intern(Object::View(whole, ty.clone()), ty.clone()))
    }

    /// What a view is a view of; any other object itself.
    pub fn whole(&self, id: ObjectId) -> ObjectId {
        match self.get(id) {
            Object::View(whole, _) => *whole,
            _ => id,
        }
    }

    /// Those whose lock somebody may hold who waits for another: the program takes it, or functions run with it held.
    pub fn self_locking(&mut self, program: &Program) -> FxHashSet<ObjectId> {
        let mut found = FxHashSet::default();
        for id in program.method_ids() {
            let Some(graph) = program.method(id).graph() else { continue };
            for edge in &graph.edges {
                let object = match &edge.instruction {
                    Instruction::Enter(object) => Some(object),
                    Instruction::Call(call) if may_run_functions(program, call) => call.receiver.as_ref(),
                    Instruction::Call(call) if !looked_into(program, call).is_empty() => call.receiver.as_ref(),
                    _ => None,
                };
                let Some(object) = object else { continue };
                let all = self.of_expr(program, id, object);
                let own = all.iter().filter(|object| self.locks_itself(program, **object).is_some());
                found.extend(own.map(|object| self.whole(*object)));
            }
        }
        found
    }

    /// The lock that a method of this name takes of the object.
    pub fn taken_by(&mut self, program: &Program, id: ObjectId, name: &str) -> Option<ObjectId> {
        let own = self.locks_itself(program, id).filter(|own| own.takes.contain(name))?;
        Some(self.own_lock(id, own.lock))
    }

    /// The lock of the object with which a method of this name runs functions.
    pub fn held_by(&mut self, program: &Program, id: ObjectId, name: &str) -> Option<ObjectId> {
        let own = self.locks_itself(program, id).filter(|own| own.runs.contain(name))?;
        Some(self.own_lock(id, own.lock))
    }

    fn own_lock(&mut self, id: ObjectId, lock: OwnLock) -> ObjectId {
        let id = self.whole(id);
        match lock {
            OwnLock::Monitor => id,
            OwnLock::Inside => self.intern(Object::Inside(id), Type::Null),
        }
    }

    fn locks_itself(&self, program: &Program, id: ObjectId) -> Option<&'static SelfLocking> {
        match self.get(id) {
            Object::Made(method, edge) => {
                let instruction = program.method(*method).graph().map(|graph| &graph.edges[edge.index()].instruction);
                if matches!(instruction, Some(Instruction::Call(call)) if makes_wrapper(program, call)) {
                    return Some(&WRAPPER);
                }
            }
            Object::Of(_) => {}
            Object::View(whole, _) => return self.locks_itself(program, *whole),
            Object::Class(_) | Object::Text(_) | Object::Runs(_) => return None,
            Object::Initialises(_) | Object::Inside(_) => return None,
        }
        let Type::Class(class) = self.type_of(id) else { return None };
        let mut above = std::iter::successors(Some(*class), |class| program.class(*class).superclass);
        above.find_map(|class| CLASSES.iter().find(|own| own.class == &*program.class(class).name))
    }
}
