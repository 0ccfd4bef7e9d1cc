//! Objects of the library whose methods take a lock of the object: a thread that calls one waits for it, and functions that it
//! runs meanwhile run with that lock held.
//!
//! What it returns and is a collection itself, or leads through one, such as a key set, a part of a list or an iterator,
//! takes the same lock; so does what only hands on to it. And a method that looks into another collection that it is given
//! takes that one's lock, with its own held.
//!
//! That matters to the order of locks only where somebody takes the same lock and then waits for something else: by
//! `synchronized`, or in a function that runs with it held.

use super::{Object, ObjectId, Objects};
use crate::interface::walk::backs::{self, Back};
use crate::interface::walk::functions::runs_at_once;
use concurrent::object::library::{Callback, LibraryMethod};
use concurrent::object::{Body, Call, Expr, Instruction, MethodId, Program, Type};
use rustc_hash::FxHashSet;

/// What of the program a library method runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Running {
    Nothing,
    /// Methods that the library runs by itself, such as `equals`.
    Methods,
    /// Functions that it is given.
    Functions,
}

/// A class whose objects lock themselves. Methods are told by how their names begin.
struct SelfLocking {
    class: &'static str,
    lock: OwnLock,
    /// Those that take the lock.
    takes: Methods,
    /// Those of collections through which the object is used.
    views: Methods,
    /// Those of its iterators.
    iterators: Methods,
    /// Those that run `equals`, `compareTo`, `toString` and the like with it held.
    asks: Methods,
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

const NONE: Methods = Methods::Beginning(&[]);

/// What `Collections.synchronizedList(list)` and the like make. Its iterators are those of the list.
const WRAPPER: SelfLocking = SelfLocking {
    class: "",
    lock: OwnLock::Monitor,
    takes: Methods::All,
    views: Methods::All,
    iterators: NONE,
    asks: Methods::All,
    runs: Methods::All,
};

/// A queue all of whose methods take its lock.
const QUEUE: SelfLocking = SelfLocking {
    class: "",
    lock: OwnLock::Inside,
    takes: Methods::All,
    views: Methods::All,
    iterators: Methods::All,
    asks: Methods::All,
    runs: NONE,
};

/// An object that runs nothing of the program with its monitor held.
const ALONE: SelfLocking = SelfLocking { asks: NONE, runs: NONE, ..WRAPPER };

/// A list that is copied whenever it is written.
const COPIED: SelfLocking = SelfLocking {
    class: "",
    lock: OwnLock::Inside,
    takes: Methods::Beginning(&["add", "remove", "retain", "replace", "set", "sort", "clear"]),
    views: Methods::All,
    iterators: NONE,
    asks: Methods::Beginning(&["add", "remove", "retain", "sort"]),
    runs: Methods::Beginning(&["removeIf", "replaceAll", "sort"]),
};

/// These, and what is below. A table of bins keeps others out of one bin only, but any two keys may be in one.
const CLASSES: [SelfLocking; 15] = [
    SelfLocking {
        class: "java.util.Vector",
        iterators: Methods::Beginning(&["next", "previous", "remove", "set", "add", "forEachRemaining"]),
        ..WRAPPER
    },
    SelfLocking { class: "java.util.Hashtable", iterators: Methods::Beginning(&["remove"]), ..WRAPPER },
    SelfLocking { class: "java.lang.StringBuffer", ..WRAPPER },
    SelfLocking {
        class: "java.util.concurrent.ConcurrentHashMap",
        takes: Methods::Beginning(&["put", "remove", "replace", "compute", "merge", "clear"]),
        views: Methods::Beginning(&["add", "remove", "retain", "clear"]),
        iterators: Methods::Beginning(&["remove"]),
        asks: Methods::Beginning(&["put", "remove", "replace", "compute", "merge"]),
        runs: Methods::Beginning(&["compute", "merge"]),
        ..QUEUE
    },
    SelfLocking { class: "java.util.concurrent.CopyOnWriteArrayList", ..COPIED },
    SelfLocking { class: "java.util.concurrent.CopyOnWriteArraySet", ..COPIED },
    SelfLocking {
        class: "java.util.concurrent.ArrayBlockingQueue",
        runs: Methods::Beginning(&["forEach", "removeIf"]),
        ..QUEUE
    },
    SelfLocking { class: "java.util.concurrent.LinkedBlockingQueue", ..QUEUE },
    SelfLocking { class: "java.util.concurrent.LinkedBlockingDeque", ..QUEUE },
    SelfLocking {
        class: "java.util.concurrent.PriorityBlockingQueue",
        iterators: Methods::Beginning(&["remove"]),
        runs: Methods::Beginning(&["forEach", "removeIf"]),
        ..QUEUE
    },
    SelfLocking { class: "java.util.concurrent.DelayQueue", iterators: Methods::Beginning(&["remove"]), ..QUEUE },
    SelfLocking { class: "java.lang.Thread", takes: Methods::Beginning(&["start", "setName", "join"]), ..ALONE },
    SelfLocking {
        class: "java.lang.Throwable",
        takes: Methods::Beginning(&["addSuppressed", "getSuppressed", "initCause", "fillInStackTrace"]),
        ..ALONE
    },
    SelfLocking { class: "java.io.PrintStream", asks: Methods::Beginning(&["printf", "format"]), ..ALONE },
    SelfLocking { class: "java.io.ByteArrayOutputStream", ..ALONE },
];

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
    !is_copy
        && method.result.as_ref().is_some_and(|result| is_collection(program, result) || is_iterator(program, result))
}

/// The collection that a call only hands on to, such as that of `Collections.unmodifiableList(list)`.
pub fn handed_on_to<'c>(program: &Program, call: &'c Call) -> Option<&'c Expr> {
    let method = program.method(call.method);
    let is_of_collections = &*program.class(method.class).name == "java.util.Collections";
    let is_wrapper = ["unmodifiable", "checked", "newSetFromMap"].iter().any(|begin| method.name.starts_with(begin));
    call.args.first().filter(|_| is_of_collections && is_wrapper)
}

fn is_collection(program: &Program, ty: &Type) -> bool {
    is_below_one_of(program, ty, &["java.util.Collection", "java.util.Map"])
}

fn is_iterator(program: &Program, ty: &Type) -> bool {
    is_below_one_of(program, ty, &["java.util.Iterator", "java.util.Enumeration"])
}

fn is_below_one_of(program: &Program, ty: &Type, names: &[&str]) -> bool {
    let Type::Class(class) = ty else { return false };
    names.iter().any(|name| program.class_named(name).is_some_and(|above| program.is_subclass(*class, above)))
}

/// The arguments that a library method looks into, all of them together.
pub fn looked_into<'c>(program: &Program, call: &'c Call) -> &'c [Expr] {
    let looks = |callback: &Callback| {
        matches!(callback, Callback::Content | Callback::Text | Callback::Equality | Callback::Hashing)
    };
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

    /// Those whose lock somebody may hold who waits for another: the program takes it, or functions run with it held, or
    /// methods that the library runs by itself (`backs`).
    pub fn self_locking(&mut self, program: &Program, backs: &[Back]) -> FxHashSet<ObjectId> {
        let may_run = |call: &Call| {
            let is_run = |target: &MethodId| backs.iter().any(|back| backs::may_run(program, call, *target, back));
            call.targets.iter().any(is_run)
        };
        let mut found = FxHashSet::default();
        for id in program.method_ids() {
            let Some(graph) = program.method(id).graph() else { continue };
            for edge in &graph.edges {
                let values: Vec<&Expr> = match &edge.instruction {
                    Instruction::Enter(object) => vec![object],
                    Instruction::Call(call) if may_run(call) => call.receiver.iter().chain(&call.args).collect(),
                    Instruction::Call(call)
                        if may_run_functions(program, call) || !looked_into(program, call).is_empty() =>
                    {
                        call.receiver.iter().collect()
                    }
                    _ => continue,
                };
                for value in values {
                    let all = self.of_expr(program, id, value);
                    let own = all.iter().filter(|object| self.locks_itself(program, **object).is_some());
                    found.extend(own.map(|object| self.whole(*object)));
                }
            }
        }
        found
    }

    /// The lock of the object that a method of this name takes, or with which it runs code of the program.
    pub fn locked_by(&mut self, program: &Program, id: ObjectId, name: &str, running: Running) -> Option<ObjectId> {
        let own = self.locks_itself(program, id)?;
        let takes = match self.get(id) {
            Object::View(_, ty) if is_iterator(program, ty) => own.iterators,
            Object::View(..) => own.views,
            _ => own.takes,
        };
        let is_held = match running {
            Running::Nothing => true,
            Running::Methods => own.asks.contain(name),
            Running::Functions => own.runs.contain(name),
        };
        (takes.contain(name) && is_held).then(|| self.own_lock(id, own.lock))
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
