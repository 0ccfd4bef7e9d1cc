//! Lock classes of the program that stand for another lock: they implement `Lock`, and hand on.
//!
//! ```text
//! stands(C) = the first lock that every return of C.lock() leaves held, in the words of its object
//! ```
//!
//! Who is guarded by an object of such a class is guarded by that lock: a thread that has locked the object holds it.

use crate::interface::obligations::mode_parts::held_after;
use crate::interface::terms::definitions::{Definition, Definitions};
use crate::interface::terms::term::{Term, TermId, Terms};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::entries::lock_operation;
use crate::interface::walk::held::Lock;
use crate::spec::{LockPath, Root};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{ClassId, MethodId, Program, Type};
use rustc_hash::FxHashMap;

pub type Delegates = FxHashMap<ClassId, Lock>;

pub fn delegates(engine: &mut Engine) -> Delegates {
    let (program, locks) = (engine.program, engine.locks);
    let is_lock = |id: &MethodId| lock_operation(program, locks, *id) == Some(LibraryMethod::Lock);
    let operations: Vec<MethodId> =
        program.method_ids().filter(is_lock).filter(|id| program.method(*id).graph().is_some()).collect();
    let mut delegates = Delegates::default();
    for id in operations {
        if let Some(lock) = held_after(engine, id).and_then(|held| held.into_iter().next()) {
            delegates.insert(program.method(id).class, lock);
        }
    }
    delegates
}

/// The lock that the object at the end of a path stands for.
pub fn stands_for(engine: &mut Engine, path: &LockPath, object: TermId) -> Option<Lock> {
    let class = class_at_end(engine.program, &engine.definitions, path)?;
    let lock = engine.delegates.get(&class)?.clone();
    let inner = said_of(&mut engine.terms, &engine.definitions, lock.object(), object)?;
    Some(lock.with_object(inner))
}

/// The class of the object at the end of a path, if all of its objects have the operations of that class.
fn class_at_end(program: &Program, definitions: &Definitions, path: &LockPath) -> Option<ClassId> {
    let field = match (path.fields.last(), &path.root) {
        (Some(field), _) | (None, Root::Static(field)) => *field,
        (None, Root::This | Root::Class(_) | Root::Itself | Root::Nameless) => return None,
    };
    match (definitions.get(field), &program.field(field).ty) {
        (Some(Definition::New(class, _)), _) => Some(*class),
        (_, Type::Class(class)) => {
            let has_subclass = program.class_ids().any(|other| other != *class && program.is_subclass(other, *class));
            (!has_subclass).then_some(*class)
        }
        _ => None,
    }
}

/// What leads from `this` to the lock, said of another object.
fn said_of(terms: &mut Terms, definitions: &Definitions, value: TermId, object: TermId) -> Option<TermId> {
    match *terms.get(value) {
        Term::Entry(_) => Some(object),
        Term::Field(holder, field) => {
            let holder = said_of(terms, definitions, holder, object)?;
            Some(definitions.field(terms, holder, field))
        }
        Term::Static(_) => Some(value),
        _ => None,
    }
}
