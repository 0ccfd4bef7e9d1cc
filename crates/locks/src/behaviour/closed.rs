//! Whether a lock class is the only one who decides how its objects behave.
//!
//! Its guarded commands say all that happens to a lock only if nobody else writes its fields, uses its monitor, under
//! whatever type, or puts other methods in place of its own. Nor may it be an object of the library by another name, which
//! may use the monitor for itself: who joins a `Thread` waits there to be woken. And it begins as its constructors
//! leave it, not as a copy of another one.

use super::commands::Gap;
use super::overrides::{hands_on, operations};
use crate::interface::ordering::objects::Objects;
use crate::interface::walk::entries::{called_methods, reached_from, static_calls};
use crate::spec::LockSpec;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, ClassId, ClassKind, Edge, Expr, FieldId, Instruction, MethodId, MethodKind, Program, Type, Visibility,
};
use rustc_hash::FxHashSet;

/// What stands against it, at its place.
pub fn is_closed(program: &Program, locks: &LockSpec, class: ClassId, fields: &[FieldId]) -> Result<(), Gap> {
    let is_named_outside = is_named_outside(program, locks, class);
    for field in fields {
        let declared = program.field(*field);
        let is_open = is_named_outside && matches!(declared.visibility, Visibility::Public | Visibility::Protected);
        if is_open && !declared.is_final {
            let message = format!("`{}` is not private, so that others may change the lock", declared.name);
            return Err(Gap { span: declared.span, message });
        }
    }
    let declared = program.class(class);
    let above = declared.superclass.filter(|_| declared.kind == ClassKind::Class).map(|above| program.class(above));
    if let Some(above) = above.filter(|above| &*above.name != "java.lang.Object") {
        let message = match above.is_from_source() {
            true => format!("a lock class below another one, here `{}`, is not read", above.name),
            false => format!("methods that it has from `{}` may use its monitor", above.name),
        };
        return Err(Gap { span: declared.span, message });
    }
    if program.class_named("java.lang.Cloneable").is_some_and(|cloneable| program.is_subclass(class, cloneable)) {
        let message = "a copy of the lock may begin in any state".to_string();
        return Err(Gap { span: declared.span, message });
    }
    let used = used_by_lock(program, locks, class);
    for other in program.class_ids().filter(|other| *other != class) {
        let is_below = program.class(other).is_from_source() && program.is_subclass(other, class);
        if is_below && !is_same_lock(program, &used, other) {
            let message = "this subclass may behave in another way".to_string();
            return Err(Gap { span: program.class(other).span, message });
        }
    }
    let mut objects = None;
    let mut may_be_lock = |id: MethodId, object: &Expr| match object.ty {
        Type::Class(ty) if program.is_subclass(ty, class) => true,
        Type::Class(ty) if program.is_subclass(class, ty) => {
            let objects = objects.get_or_insert_with(|| Objects::new(program, &called_methods(program)));
            objects.may_be_made_as(program, id, object, class)
        }
        _ => false,
    };
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            if let Some(message) = disturbance(program, class, fields, id, edge, &mut may_be_lock) {
                return Err(Gap { span: edge.span, message: message.to_string() });
            }
        }
    }
    Ok(())
}

/// Whether code outside of the program may have the class, or one below it: then it may write what is not private. A
/// class with properties is made for others, who may put classes below it; of another one, all code is given unless it is
/// public.
fn is_named_outside(program: &Program, locks: &LockSpec, class: ClassId) -> bool {
    let is_named =
        |other: ClassId| matches!(program.class(other).visibility, Visibility::Public | Visibility::Protected);
    locks.properties.iter().any(|property| property.class == class)
        || program.class_ids().any(|other| program.is_subclass(other, class) && is_named(other))
}

/// Whether a method below takes the monitor of its own object around the operation that it hands on to: that one takes it
/// again, and nothing that others do comes in between.
fn is_around_operation(program: &Program, id: MethodId, object: &Expr) -> bool {
    object.local().is_some() && object.local() == program.method(id).this() && hands_on(program, id)
}

/// The operations of a lock, its constructors, and what they call: all that decides how it behaves.
fn used_by_lock(program: &Program, locks: &LockSpec, class: ClassId) -> FxHashSet<MethodId> {
    let is_constructor = |id: &MethodId| program.method(*id).kind == MethodKind::Constructor;
    let constructors = program.class(class).methods.iter().copied().filter(is_constructor);
    let starts: Vec<MethodId> = operations(program, locks, class).into_iter().chain(constructors).collect();
    reached_from(&static_calls(program), &starts)
}

/// Whether a class below hands on wherever it overrides something that the lock uses: then its objects behave as those of
/// the class above.
fn is_same_lock(program: &Program, used: &FxHashSet<MethodId>, below: ClassId) -> bool {
    let overrides = |method: &MethodId| {
        let above = &program.method(*method).overrides;
        !above.is_empty() && (used.contains(method) || above.iter().any(|above| used.contains(above)))
    };
    let mut methods = program.class(below).methods.iter().copied().filter(overrides);
    methods.all(|method| hands_on(program, method))
}

/// What an instruction of a method does to locks of the class that its own operations do not say.
fn disturbance(
    program: &Program,
    class: ClassId,
    fields: &[FieldId],
    id: MethodId,
    edge: &Edge,
    may_be_lock: &mut dyn FnMut(MethodId, &Expr) -> bool,
) -> Option<&'static str> {
    let is_own = program.method(id).class == class;
    match &edge.instruction {
        Instruction::WriteField { field, .. } if !is_own && fields.contains(field) => {
            Some("a field of the lock is written outside of its class")
        }
        Instruction::Enter(object)
            if !is_own && !is_around_operation(program, id, object) && may_be_lock(id, object) =>
        {
            Some("the monitor of the lock is taken outside of its class")
        }
        Instruction::Call(call) if !is_own => {
            let is_about_monitor = matches!(
                program.method(call.method).body,
                Body::Library(
                    LibraryMethod::Wait | LibraryMethod::TimedWait | LibraryMethod::Notify | LibraryMethod::NotifyAll
                )
            );
            let is_used = is_about_monitor && call.receiver.as_ref().is_some_and(|object| may_be_lock(id, object));
            is_used.then_some("threads wait or are woken at the monitor of the lock, outside of its class")
        }
        _ => None,
    }
}
