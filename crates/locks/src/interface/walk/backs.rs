//! Methods of the program that the library runs by itself: `hashCode` of a key, `compareTo` in a sorted set, `get` and
//! `size` of an own list, `initialValue` of a `ThreadLocal`.
//!
//! Which ones a library method may run, its model says. An object whose class overrides other methods of the library is
//! asked by the methods that it inherits, and by those that are given it for its content; so is what it hands out, such as
//! its iterator. What such a method does with locks is not followed: where it takes some while others are held, nothing
//! is known.

use crate::interface::walk::streams::is_stream;
use concurrent::object::library::{Callback, LibraryClass, LibraryMethod};
use concurrent::object::{
    Body, Call, CallKind, ClassId, ClassKind, ClassOrigin, Expr, LocalId, Method, MethodId, MethodKind, Program, Type,
};
use rustc_hash::FxHashSet;

/// A method of the program that the library may run.
pub struct Back {
    pub method: MethodId,
    /// The classes whose objects lead to it: its own, and of what overrides other methods than those of every object, what
    /// returns such an object when the library asks.
    holders: Vec<ClassId>,
}

pub fn overriding(program: &Program) -> Vec<Back> {
    let is_own =
        |id: &MethodId| program.method(*id).kind == MethodKind::Method && program.method(*id).graph().is_some();
    let hooks: Vec<MethodId> = program.method_ids().filter(|id| is_own(id) && is_hook(program, *id)).collect();
    let is_back = |id: &MethodId| {
        let mut overrides = program.method(*id).overrides.iter().map(|above| program.method(*above));
        overrides.any(|above| is_of_object(above) || compares(above))
    };
    let backs = program.method_ids().filter(|id| is_own(id) && is_back(id));
    let backs = backs.map(|method| Back { method, holders: vec![program.method(method).class] });
    let of_hook = |method: &MethodId| {
        let class = program.method(*method).class;
        let leads_to = |hook: &&MethodId| {
            let result = program.method(**hook).result.as_ref();
            result.is_some_and(|result| is_near(program, result, class) && !is_object(program, result))
        };
        let others = hooks.iter().filter(leads_to).map(|hook| program.method(*hook).class);
        Back { method: *method, holders: std::iter::once(class).chain(others).collect() }
    };
    backs.chain(hooks.iter().map(of_hook)).collect()
}

impl Back {
    /// The values of a call whose objects the library would ask, if the method is one of own collections and the like: those
    /// that may be of the classes that lead to it. None if they do not matter.
    pub fn asked<'c>(&'c self, program: &Program, call: &'c Call) -> Option<impl Iterator<Item = (&'c Expr, ClassId)>> {
        let values = call.receiver.iter().chain(&call.args);
        let pairs = values.flat_map(|value| self.holders.iter().map(move |holder| (value, *holder)));
        is_hook(program, self.method).then_some(pairs)
    }
}

/// Whether the method overrides one of a library class that is no function, nor one of every object.
fn is_hook(program: &Program, id: MethodId) -> bool {
    let overrides = || program.method(id).overrides.iter().map(|above| program.method(*above));
    // Nothing in the library copies an object of whatever class.
    let is_every = |above: &Method| &*program.class(above.class).name == "java.lang.Object";
    let is_other = |above: &Method| is_every(above) || compares(above) || above.callbacks.contains(&Callback::Given);
    overrides().any(|above| matches!(above.body, Body::Library(_))) && !overrides().any(is_other)
}

/// Whether a call of a library method may run this method of the program.
pub fn may_run(program: &Program, call: &Call, target: MethodId, back: &Back) -> bool {
    let (model, class) = (program.method(target), program.method(back.method).class);
    let overrides = || program.method(back.method).overrides.iter().map(|above| program.method(*above));
    let is_kind = |kinds: &[LibraryMethod]| {
        overrides().any(|above| matches!(above.body, Body::Library(kind) if kinds.contains(&kind)))
    };
    let is_given = || asked_for_content(program, call).any(|value| may_hold(program, &value.ty, class));
    let is_alike = |kind: LibraryMethod| is_of_object(model) && is_kind(&[kind]);
    if matches!(model.body, Body::Library(kind) if is_alike(kind)) && may_be_record_with(program, call, class) {
        return true;
    }
    let is_hook = is_hook(program, back.method);
    if is_hook && back.holders.iter().any(|holder| is_inherited(program, call, target, *holder)) {
        return true;
    }
    if is_hook && is_kept_inside(program, call, back) {
        return true;
    }
    let is_content = |arg: &Expr| {
        !is_object(program, &arg.ty) && back.holders.iter().any(|holder| is_near(program, &arg.ty, *holder))
    };
    model.callbacks.iter().any(|callback| match callback {
        Callback::Given | Callback::Comparison | Callback::Constructors | Callback::Functions => false,
        Callback::Content => is_hook && call.args.iter().any(is_content),
        Callback::Equality => is_kind(&[LibraryMethod::Equals]) && is_given(),
        Callback::Hashing => is_kind(&[LibraryMethod::Equals, LibraryMethod::HashCode]) && is_given(),
        Callback::Text => is_kind(&[LibraryMethod::ToString]) && is_given(),
        Callback::Order => overrides().any(compares),
    })
}

/// The values whose content a library method asks: what it is given; the receiver, if it is given nothing, or is a stream.
fn asked_for_content<'c>(program: &Program, call: &'c Call) -> impl Iterator<Item = &'c Expr> {
    let is_asked = |receiver: &&Expr| call.args.is_empty() || is_stream(program, &receiver.ty);
    call.args.iter().chain(call.receiver.as_ref().filter(is_asked))
}

/// Whether the call is of an object of the library that is made of another one and hands on to it, such as a reader: its
/// constructors are marked so.
pub fn is_kept_inside(program: &Program, call: &Call, back: &Back) -> bool {
    let Some(Type::Class(class)) = call.receiver.as_ref().map(|receiver| &receiver.ty) else { return false };
    let marks = [Callback::Content, Callback::Functions];
    let keeps = |id: &MethodId| {
        let method = program.method(*id);
        let is_kept = |param: &LocalId| {
            let ty = &method.local(*param).ty;
            back.holders.iter().any(|holder| is_near(program, ty, *holder))
        };
        method.kind == MethodKind::Constructor
            && marks.iter().all(|mark| method.callbacks.contains(mark))
            && method.params.iter().skip(1).any(is_kept)
    };
    program.class(*class).methods.iter().any(keeps)
}

/// Whether a call may be of an object of the class, which has the method from the library.
fn is_inherited(program: &Program, call: &Call, target: MethodId, class: ClassId) -> bool {
    let model = program.method(target);
    let is_of_class = call.receiver.as_ref().is_some_and(|receiver| is_near(program, &receiver.ty, class));
    let is_below = matches!(model.body, Body::Library(_)) && program.is_subclass(class, model.class);
    if !is_of_class || !is_below || is_of_object(model) || model.kind != MethodKind::Method {
        return false;
    }
    let mut above = std::iter::successors(Some(class), |class| program.class(*class).superclass);
    let is_overridden = |class: ClassId| {
        program.class(class).methods.iter().any(|own| program.method(*own).overrides.contains(&target))
    };
    call.kind != CallKind::Virtual || !above.any(is_overridden)
}

/// Whether a value of the type may be an object of the class, by their places among the classes.
fn is_near(program: &Program, ty: &Type, class: ClassId) -> bool {
    matches!(ty, Type::Class(own) if program.is_subclass(class, *own) || program.is_subclass(*own, class))
}

fn is_object(program: &Program, ty: &Type) -> bool {
    matches!(ty, Type::Class(class) if &*program.class(*class).name == "java.lang.Object")
}

/// Whether the receiver may be a record: what it has from every object, it asks its components for.
fn may_be_record_with(program: &Program, call: &Call, class: ClassId) -> bool {
    let Some(Type::Class(ty)) = call.receiver.as_ref().map(|receiver| &receiver.ty) else { return false };
    program.class_ids().any(|record| {
        let own = program.class(record);
        own.kind == ClassKind::Record
            && program.is_subclass(record, *ty)
            && own.fields.iter().any(|field| may_hold(program, &program.field(*field).ty, class))
    })
}

fn is_of_object(method: &Method) -> bool {
    matches!(method.body, Body::Library(LibraryMethod::Equals | LibraryMethod::HashCode | LibraryMethod::ToString))
}

/// Whether a method is one that every object has, and that throws nothing.
pub fn is_trusted(program: &Program, method: MethodId) -> bool {
    program.method(method).overrides.iter().any(|above| is_of_object(program.method(*above)))
}

fn compares(method: &Method) -> bool {
    method.callbacks.contains(&Callback::Comparison)
}

/// Whether a value of the type may be an object of the class, or hold one. A record holds its components.
pub fn may_hold(program: &Program, ty: &Type, class: ClassId) -> bool {
    let (mut queue, mut seen) = (vec![ty], FxHashSet::default());
    while let Some(ty) = queue.pop() {
        let own = match ty {
            Type::Class(own) => *own,
            Type::Array(element) => {
                queue.push(element);
                continue;
            }
            _ => continue,
        };
        let holds_others = matches!(
            program.class(own).origin,
            ClassOrigin::Library(LibraryClass::NotThreadSafe | LibraryClass::ThreadSafe | LibraryClass::Depends)
        );
        if holds_others || program.is_subclass(class, own) || program.is_subclass(own, class) {
            return true;
        }
        if program.class(own).is_from_source() && seen.insert(own) {
            let is_record =
                |id: &ClassId| program.class(*id).kind == ClassKind::Record && program.is_subclass(*id, own);
            let fields = program.class_ids().filter(is_record).flat_map(|record| &program.class(record).fields);
            queue.extend(fields.map(|field| &program.field(*field).ty));
        }
    }
    false
}
