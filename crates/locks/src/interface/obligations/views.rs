//! Views and iterators: objects through which a guarded collection is used, under other names.
//!
//! What a method of a collection returns is the collection again if it is of a class that is not safe for threads:
//! iterators, key sets, parts of a list, streams. So are the wrappers that `Collections` makes.

use crate::interface::ordering::objects::{Object, ObjectId, Objects};
use crate::interface::terms::term::{Level, SymbolKind, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use crate::spec::LockSpec;
use concurrent::object::library::{LibraryClass, LibraryMethod};
use concurrent::object::{
    Body, Call, ClassOrigin, Constant, Edge, EdgeId, Expr, ExprKind, FieldId, Instruction, MethodId, Program, Type,
};
use rustc_hash::FxHashSet;

/// Methods of collections that make copies.
const COPIES: [&str; 4] = ["clone", "copyOf", "toArray", "toList"];

/// How methods of `Collections` and `Arrays` begin that make wrappers.
const WRAPPERS: [&str; 8] =
    ["unmodifiable", "synchronized", "checked", "newSetFromMap", "asList", "stream", "enumeration", "asLifoQueue"];

/// Methods that copy an array, but not what it holds.
const COPIES_OF_ARRAYS: [&str; 3] = ["clone", "copyOf", "copyOfRange"];

/// Methods that fill an argument, and which one.
const FILLS: [(&str, usize); 7] =
    [("arraycopy", 2), ("copyInto", 0), ("drainTo", 0), ("getChars", 2), ("nextBytes", 0), ("read", 0), ("toArray", 0)];

/// What is moved by its own methods, and changes the collection only with these.
const CHANGES_OF_ITERATORS: [&str; 3] = ["remove", "add", "set"];

impl Walk<'_, '_> {
    /// The result of a library call, if it is a view of a collection. One that may be null is another value that stands for
    /// the same.
    pub fn view(
        &mut self,
        state: &mut State,
        id: EdgeId,
        call: &Call,
        method: MethodId,
        is_never_null: bool,
    ) -> Option<TermId> {
        if self.engine.locks.fields.is_empty() {
            return None;
        }
        let viewed = match copied_rows(self.engine.program, call, method) {
            Some(copied) => self.eval(state, copied)?,
            None => self.viewed(state, call, method)?,
        };
        if is_never_null {
            return Some(self.engine.terms.intern(Term::View(viewed, id)));
        }
        self.guarded_content(state, viewed)?;
        let view = self.define(state, id, SymbolKind::Any);
        state.names_again(&self.engine.terms, viewed, view);
        Some(view)
    }

    /// What the result of a library call is a view of.
    fn viewed(&mut self, state: &State, call: &Call, method: MethodId) -> Option<TermId> {
        let declared = self.engine.program.method(method);
        let (is_static, name) = (declared.is_static, declared.name.clone());
        // What a collection holds is no view of it: its type is a type variable.
        let is_view = |ty: &Type| is_unsafe(self.engine.program, ty) && !is_object(self.engine.program, ty);
        if !declared.result.as_ref().is_some_and(is_view) && !self.yields_entry(state, call) {
            return None;
        }
        let result = declared.result.clone();
        match &call.receiver {
            // What is filled is given back.
            Some(_) if &*name == "toArray" => call.args.first().and_then(|arg| self.eval(state, arg)),
            Some(receiver) if !is_static && !COPIES.contains(&&*name) => self.eval(state, receiver),
            // What is made of an array goes through it.
            None if WRAPPERS.iter().any(|prefix| name.starts_with(prefix))
                || matches!(call.args.first().map(|arg| &arg.ty), Some(Type::Array(_)))
                    && result.is_some_and(|result| is_stream(self.engine.program, &result)) =>
            {
                call.args.first().and_then(|arg| self.eval(state, arg))
            }
            _ => None,
        }
    }

    /// Where arrays are copied into another one, that has the same rows.
    pub fn rows_are_copied(&mut self, state: &mut State, call: &Call) {
        if &*self.engine.program.method(call.method).name != "arraycopy" {
            return;
        }
        let [from, _, to, ..] = &call.args[..] else { return };
        let has_rows = matches!(&to.ty, Type::Array(row) if is_unsafe(self.engine.program, row));
        if let (Some(from), Some(to), true) = (self.eval(state, from), self.eval(state, to), has_rows) {
            state.names_again(&self.engine.terms, from, to);
        }
    }

    /// Whether the result is an entry of a map: through it, the map is changed.
    fn yields_entry(&mut self, state: &State, call: &Call) -> bool {
        let Some(target) = call.target else { return false };
        let is_cast = |expr: &Expr| match &expr.kind {
            ExprKind::Cast(inner) => inner.local() == Some(target) && is_entry(self.engine.program, &expr.ty),
            _ => false,
        };
        let is_entry = self.graph.edges.iter().any(|edge| match &edge.instruction {
            Instruction::Assign { value, .. } | Instruction::WriteField { value, .. } => is_cast(value),
            Instruction::Call(call) => call.receiver.iter().chain(&call.args).any(is_cast),
            _ => false,
        });
        is_entry && call.receiver.as_ref().is_some_and(|receiver| self.is_part_of_map(state, receiver))
    }

    /// Whether a value may be a guarded map, or a view of one.
    fn is_part_of_map(&mut self, state: &State, value: &Expr) -> bool {
        let program = self.engine.program;
        let Some(value) = self.eval(state, value) else { return false };
        let is_map = |field: FieldId| {
            matches!(&program.field(field).ty, Type::Class(class)
            if program.class_named("java.util.Map").is_some_and(|map| program.is_subclass(*class, map)))
        };
        self.guarded_sources(state, value).iter().any(|(_, _, field)| is_map(*field))
    }

    /// What a function gets from a library method that is called on a guarded map, or a view of it: entries are the map.
    pub fn entry_given_to(
        &mut self,
        state: &State,
        (id, edge): (EdgeId, &Edge),
        function: MethodId,
        index: usize,
    ) -> Option<TermId> {
        let method = self.engine.program.method(function);
        let Instruction::Call(call) = &edge.instruction else { return None };
        let receiver = call.receiver.as_ref()?;
        if !is_entry(self.engine.program, &method.local(method.params[index]).ty)
            || !self.is_part_of_map(state, receiver)
        {
            return None;
        }
        let viewed = self.eval(state, receiver)?;
        Some(self.engine.terms.intern(Term::View(viewed, id)))
    }

    /// A library method whose result may be one of its arguments, which is guarded: both have the type of a variable, as in
    /// `getOrDefault`.
    pub fn given_back(&mut self, state: &mut State, id: EdgeId, call: &Call, method: MethodId) -> Option<TermId> {
        let program = self.engine.program;
        let declared = program.method(method);
        let is_variable = |ty: &Type| is_object(program, ty);
        if !declared.result.as_ref().is_some_and(is_variable) {
            return None;
        }
        let params = declared.params.iter().skip(usize::from(!declared.is_static));
        let given = params.zip(&call.args).filter(|(param, _)| is_variable(&declared.local(**param).ty));
        let values: Vec<TermId> = given.filter_map(|(_, arg)| self.eval(state, arg)).collect();
        let guarded: Vec<TermId> =
            values.into_iter().filter(|value| self.guarded_content(state, *value).is_some()).collect();
        if guarded.is_empty() {
            return None;
        }
        let result = self.define(state, id, SymbolKind::Any);
        guarded.into_iter().for_each(|value| state.names_again(&self.engine.terms, value, result));
        Some(result)
    }

    /// What the call does to the collection that it is made on.
    pub fn receiver_level(&mut self, call: &Call) -> Level {
        let program = self.engine.program;
        let method = program.method(call.method);
        let is_write = matches!(method.body, Body::Library(LibraryMethod::Write | LibraryMethod::CallbackWrite));
        let is_change = !moves_itself(program, call) || CHANGES_OF_ITERATORS.contains(&&*method.name);
        let is_read = matches!(method.body, Body::Library(LibraryMethod::Read | LibraryMethod::CallbackRead));
        match is_write && is_change || is_read && self.changes_when_read(call) {
            true => Level::Write,
            false => Level::Read,
        }
    }

    /// Whether the call may be made on a map that changes when it is read: one that keeps its keys in the order of their
    /// use, where a value is looked up, or one that lets go of keys that nobody has any more.
    fn changes_when_read(&mut self, call: &Call) -> bool {
        let program = self.engine.program;
        let Some(receiver) = &call.receiver else { return false };
        let yields_value = program.method(call.method).result.as_ref().is_some_and(|ty| is_object(program, ty));
        let (weak, linked) =
            (program.class_named("java.util.WeakHashMap"), program.class_named("java.util.LinkedHashMap"));
        let ids = self.engine.objects.of_expr(program, self.method, receiver);
        ids.iter().any(|id| match (self.engine.objects.type_of(*id), self.engine.objects.get(*id)) {
            (Type::Class(class), _) if Some(*class) == weak => true,
            (Type::Class(class), Object::Made(maker, made))
                if linked.is_some_and(|l| program.is_subclass(*class, l)) =>
            {
                yields_value && is_in_order_of_use(program, *maker, *made)
            }
            _ => false,
        })
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

/// Whether what a method returns may be a view: what a collection holds has the type of a variable.
pub fn makes_view(program: &Program, call: &Call) -> bool {
    let result = program.method(call.method).result.as_ref();
    result.is_some_and(|ty| is_unsafe(program, ty) && !is_object(program, ty))
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
        ClassOrigin::Library(_) => is_below("java.lang.Iterable") || is_below("java.util.Map"),
        ClassOrigin::Source | ClassOrigin::Anonymous | ClassOrigin::Lambda | ClassOrigin::Unknown => false,
    }
}

/// The guarded fields that hold such: by their type, or by what the program makes for them.
pub fn collections(program: &Program, locks: &LockSpec, objects: &mut Objects) -> FxHashSet<FieldId> {
    let mut holds = |field: FieldId| {
        let is_made = |objects: &Objects, id: ObjectId| {
            matches!(objects.get(id), Object::Made(..)) && is_collection(program, objects.type_of(id))
        };
        let ids = objects.of_field(program, field);
        is_collection(program, &program.field(field).ty) || ids.iter().any(|id| is_made(objects, *id))
    };
    locks.fields.keys().copied().filter(|field| holds(*field)).collect()
}

/// Whether a map is made to keep its keys in the order of their use: the third argument of its constructor says so.
fn is_in_order_of_use(program: &Program, maker: MethodId, made: EdgeId) -> bool {
    let Some(graph) = program.method(maker).graph() else { return false };
    let object = graph.edges[made.index()].instruction.target();
    let is_false = |arg: &Expr| matches!(arg.kind, ExprKind::Constant(Constant::Bool(false)));
    graph.edges.iter().any(|edge| match &edge.instruction {
        Instruction::Call(call) => {
            call.receiver.as_ref().and_then(Expr::local) == object
                && matches!(&call.args[..], [_, _, order] if !is_false(order))
        }
        _ => false,
    })
}

fn is_entry(program: &Program, ty: &Type) -> bool {
    let entry = program.class_named("java.util.Map.Entry");
    matches!(ty, Type::Class(class) if entry.is_some_and(|entry| program.is_subclass(*class, entry)))
}

fn is_stream(program: &Program, ty: &Type) -> bool {
    matches!(ty, Type::Class(class) if program.class(*class).name.starts_with("java.util.stream."))
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

/// The array that is copied, if it is one of arrays: the copy has the same rows.
fn copied_rows<'c>(program: &Program, call: &'c Call, method: MethodId) -> Option<&'c Expr> {
    let is_copy = COPIES_OF_ARRAYS.contains(&&*program.method(method).name);
    let array = call.receiver.as_ref().or_else(|| call.args.first()).filter(|_| is_copy)?;
    matches!(&array.ty, Type::Array(row) if row.is_reference() && is_unsafe(program, row)).then_some(array)
}
