//! Locks that a static initialiser makes: until it is done, no other thread has them.
//!
//! Who finds such a lock in a static field of the class has waited for the initialiser. Only if the initialiser itself
//! runs code of the program, or begins a thread, may somebody get it earlier.

use crate::interface::ordering::objects::Object;
use crate::interface::ordering::order::OrderEdge;
use crate::interface::walk::backs::{may_run, overriding};
use crate::interface::walk::engine::Engine;
use concurrent::object::library::{Callback, LibraryMethod};
use concurrent::object::{Body, Call, Instruction, MethodId, Program};

/// Whether a lock is taken by the initialiser that has made it, before others know it.
pub fn is_not_shared_yet(engine: &Engine, edge: &OrderEdge) -> bool {
    let (Object::Initialises(class), Object::Made(maker, _)) =
        (engine.objects.get(edge.held), engine.objects.get(edge.taken))
    else {
        return false;
    };
    engine.initializer(*class) == Some(*maker) && keeps_to_itself(engine.program, *maker)
}

/// Whether the method runs nothing but methods of the library that begin no thread and run no function.
fn keeps_to_itself(program: &Program, method: MethodId) -> bool {
    let Some(graph) = program.method(method).graph() else { return false };
    let backs = overriding(program);
    let is_plain = |call: &Call, target: MethodId| {
        let runs_nothing = !backs.iter().any(|back| may_run(program, call, target, back));
        let target = program.method(target);
        let is_function = |callback: &Callback| match callback {
            Callback::Given
            | Callback::Comparison
            | Callback::Functions
            | Callback::Content
            | Callback::Constructors => true,
            Callback::Equality | Callback::Hashing | Callback::Text | Callback::Order => false,
        };
        runs_nothing
            && !target.callbacks.iter().any(is_function)
            && matches!(
                target.body,
                Body::Library(
                    LibraryMethod::New
                        | LibraryMethod::Pure
                        | LibraryMethod::Fresh
                        | LibraryMethod::Input
                        | LibraryMethod::Output
                        | LibraryMethod::Read
                        | LibraryMethod::Write
                        | LibraryMethod::Box
                        | LibraryMethod::Unbox
                        | LibraryMethod::Lock
                        | LibraryMethod::Unlock
                        | LibraryMethod::ReadLock
                        | LibraryMethod::WriteLock
                        | LibraryMethod::NewCondition
                )
            )
    };
    graph.edges.iter().all(|edge| match &edge.instruction {
        Instruction::Call(call) => {
            !call.targets.is_empty() && call.targets.iter().all(|target| is_plain(call, *target))
        }
        // Its constructor runs, and its methods are called by their names.
        Instruction::NewObject { class, .. } => !program.class(*class).is_from_source(),
        Instruction::WriteField { field, .. } => program.field(*field).class == program.method(method).class,
        Instruction::Skip
        | Instruction::Assign { .. }
        | Instruction::ReadField { .. }
        | Instruction::ReadElement { .. }
        | Instruction::WriteElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewArray { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Throw(_)
        | Instruction::Annotation(_) => true,
    })
}
