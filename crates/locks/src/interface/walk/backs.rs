//! Methods of the program that the library runs by itself: `hashCode` of a key, `compareTo` in a sorted set.
//!
//! Which ones a library method may run, its model says. What such a method does with locks is not followed: where it
//! takes some while others are held, nothing is known.

use concurrent::object::library::{Callback, LibraryClass, LibraryMethod};
use concurrent::object::{Body, Call, ClassId, ClassKind, ClassOrigin, Method, MethodId, MethodKind, Program, Type};

/// The methods of the program that the library may run.
pub fn overriding(program: &Program) -> Vec<MethodId> {
    let is_back = |id: &MethodId| {
        let method = program.method(*id);
        let overrides = || method.overrides.iter().map(|above| program.method(*above));
        method.kind == MethodKind::Method
            && method.graph().is_some()
            && overrides().any(|above| is_of_object(above) || compares(above))
    };
    program.method_ids().filter(is_back).collect()
}

/// Whether a call of a library method may run this method of the program.
pub fn may_run(program: &Program, call: &Call, target: MethodId, back: MethodId) -> bool {
    let (model, class) = (program.method(target), program.method(back).class);
    let is_kind = |kinds: &[LibraryMethod]| {
        let overrides = program.method(back).overrides.iter().map(|above| &program.method(*above).body);
        overrides.into_iter().any(|body| matches!(body, Body::Library(kind) if kinds.contains(kind)))
    };
    let is_given = || call.args.iter().any(|arg| may_hold(program, &arg.ty, class));
    let is_alike = |kind: LibraryMethod| is_of_object(model) && is_kind(&[kind]);
    if matches!(model.body, Body::Library(kind) if is_alike(kind)) && may_be_record_with(program, call, class) {
        return true;
    }
    model.callbacks.iter().any(|callback| match callback {
        Callback::Given | Callback::Comparison | Callback::Constructors => false,
        Callback::Functions | Callback::Content => false,
        Callback::Equality => is_kind(&[LibraryMethod::Equals]) && is_given(),
        Callback::Hashing => is_kind(&[LibraryMethod::Equals, LibraryMethod::HashCode]) && is_given(),
        Callback::Text => is_kind(&[LibraryMethod::ToString]) && is_given(),
        Callback::Order => program.method(back).overrides.iter().any(|above| compares(program.method(*above))),
    })
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

fn compares(method: &Method) -> bool {
    method.callbacks.contains(&Callback::Comparison)
}

/// Whether a value of the type may be an object of the class, or hold one.
fn may_hold(program: &Program, ty: &Type, class: ClassId) -> bool {
    match ty {
        Type::Class(own) => {
            let holds_others = matches!(
                program.class(*own).origin,
                ClassOrigin::Library(LibraryClass::NotThreadSafe | LibraryClass::ThreadSafe | LibraryClass::Depends)
            );
            holds_others || program.is_subclass(class, *own) || program.is_subclass(*own, class)
        }
        Type::Array(element) => may_hold(program, element, class),
        _ => false,
    }
}
