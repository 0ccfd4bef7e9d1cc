//! Views and iterators: objects through which a guarded collection is used, under other names.
//!
//! What a method of a collection returns is the collection again if it is of a class that is not safe for threads:
//! iterators, key sets, parts of a list, streams. So are the wrappers that `Collections` makes.

use crate::interface::terms::term::{Level, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use concurrent::object::library::{LibraryClass, LibraryMethod};
use concurrent::object::{Body, Call, ClassOrigin, EdgeId, Instruction, MethodId, Program, Type};

/// Methods of collections that make copies.
const COPIES: [&str; 4] = ["clone", "copyOf", "toArray", "toList"];

/// How methods of `Collections` and `Arrays` begin that make wrappers.
const WRAPPERS: [&str; 6] = ["unmodifiable", "synchronized", "checked", "newSetFromMap", "asList", "stream"];

/// Methods that fill an argument, and which one.
const FILLS: [(&str, usize); 6] =
    [("arraycopy", 2), ("copyInto", 0), ("drainTo", 0), ("getChars", 2), ("read", 0), ("toArray", 0)];

/// What is moved by its own methods, and changes the collection only with these.
const CHANGES_OF_ITERATORS: [&str; 3] = ["remove", "add", "set"];

impl Walk<'_, '_> {
    /// The result of a library call, if it is a view of a guarded collection.
    pub fn view(&mut self, state: &State, id: EdgeId, call: &Call, method: MethodId) -> Option<TermId> {
        let declared = self.engine.program.method(method);
        let (is_static, name) = (declared.is_static, declared.name.clone());
        // What a collection holds is no view of it: its type is a type variable.
        let is_view = |ty: &Type| is_unsafe(self.engine.program, ty) && !is_object(self.engine.program, ty);
        if !declared.result.as_ref().is_some_and(is_view) && !self.yields_entry(state, call) {
            return None;
        }
        let viewed = match &call.receiver {
            Some(receiver) if !is_static && !COPIES.contains(&&*name) => self.eval(state, receiver),
            None if WRAPPERS.iter().any(|prefix| name.starts_with(prefix)) => {
                call.args.first().and_then(|arg| self.eval(state, arg))
            }
            _ => None,
        }?;
        self.guarded_content(state, viewed)?;
        Some(self.engine.terms.intern(Term::View(viewed, id)))
    }

    /// Whether the result is an entry of a map: through it, the map is changed.
    fn yields_entry(&mut self, state: &State, call: &Call) -> bool {
        let Some(receiver) = call.receiver.as_ref().and_then(|receiver| self.eval(state, receiver)) else {
            return false;
        };
        let program = self.engine.program;
        let mut at = receiver;
        while let Term::View(viewed, edge) = self.engine.terms.get(at) {
            let made = &self.graph.edges[edge.index()].instruction;
            if matches!(made, Instruction::Call(call) if &*program.method(call.method).name == "entrySet") {
                return &*program.method(call.method).name == "next";
            }
            at = *viewed;
        }
        false
    }

    /// What the call does to the collection that it is made on.
    pub fn receiver_level(&self, call: &Call) -> Level {
        let program = self.engine.program;
        let method = program.method(call.method);
        let is_write = matches!(method.body, Body::Library(LibraryMethod::Write | LibraryMethod::CallbackWrite));
        let is_change = !moves_itself(program, call) || CHANGES_OF_ITERATORS.contains(&&*method.name);
        if is_write && is_change { Level::Write } else { Level::Read }
    }

    /// What the call does to an argument that is a collection or an array.
    pub fn argument_level(&self, call: &Call, index: usize) -> Level {
        let method = self.engine.program.method(call.method);
        let filled = FILLS.iter().find(|(name, _)| *name == &*method.name).map(|(_, filled)| *filled);
        match method.body {
            Body::Library(_) if filled.is_some() => {
                if filled == Some(index) {
                    Level::Write
                } else {
                    Level::Read
                }
            }
            Body::Library(LibraryMethod::Write | LibraryMethod::CallbackWrite) if method.is_static => Level::Write,
            Body::Library(_) | Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => Level::Read,
        }
    }
}

/// Whether a library method of this name fills one of its arguments.
pub fn fills_argument(name: &str) -> bool {
    FILLS.iter().any(|(known, _)| *known == name)
}

/// Whether objects of the type need the lock of what they belong to.
pub fn is_unsafe(program: &Program, ty: &Type) -> bool {
    match ty {
        Type::Array(_) => true,
        Type::Class(class) => matches!(
            program.class(*class).origin,
            ClassOrigin::Library(LibraryClass::NotThreadSafe | LibraryClass::Depends)
        ),
        _ => false,
    }
}

/// Whether the type is an array, or a collection or map, or something else with a state of its own.
pub fn is_collection(program: &Program, ty: &Type) -> bool {
    let Type::Class(class) = ty else { return matches!(ty, Type::Array(_)) };
    let is_below = |name: &str| program.class_named(name).is_some_and(|above| program.is_subclass(*class, above));
    match program.class(*class).origin {
        ClassOrigin::Library(LibraryClass::NotThreadSafe) => true,
        ClassOrigin::Library(_) => is_below("java.util.Collection") || is_below("java.util.Map"),
        ClassOrigin::Source | ClassOrigin::Anonymous | ClassOrigin::Lambda | ClassOrigin::Unknown => false,
    }
}

pub fn is_object(program: &Program, ty: &Type) -> bool {
    matches!(ty, Type::Class(class) if &*program.class(*class).name == "java.lang.Object")
}

/// Whether the receiver is an iterator or a stream, whose own state belongs to the thread that made it.
fn moves_itself(program: &Program, call: &Call) -> bool {
    let Some(Type::Class(class)) = call.receiver.as_ref().map(|receiver| &receiver.ty) else { return false };
    let name = &program.class(*class).name;
    name.starts_with("java.util.stream.") || name.ends_with("Iterator") || name.ends_with("Spliterator")
}
