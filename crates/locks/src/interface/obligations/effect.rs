//! Whether an instruction changes anything: what is done because of a value that nothing has confirmed cannot be taken back.

use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Call, Instruction, MethodId, Program};
use rustc_hash::FxHashSet;

/// Whether somebody may see what the instruction does. What a thread does to locks is looked at elsewhere.
pub fn has_effect(program: &Program, instruction: &Instruction) -> bool {
    may_change(program, instruction, &mut FxHashSet::default())
}

fn may_change(program: &Program, instruction: &Instruction, seen: &mut FxHashSet<MethodId>) -> bool {
    match instruction {
        Instruction::WriteField { .. } | Instruction::WriteElement { .. } => true,
        Instruction::Call(call) => {
            call.targets.is_empty() || call.targets.iter().any(|target| method_may_change(program, *target, seen))
        }
        Instruction::Skip
        | Instruction::Assign { .. }
        | Instruction::ReadField { .. }
        | Instruction::ReadElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewObject { .. }
        | Instruction::NewArray { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Throw(_)
        | Instruction::Annotation(_) => false,
    }
}

fn method_may_change(program: &Program, method: MethodId, seen: &mut FxHashSet<MethodId>) -> bool {
    match &program.method(method).body {
        Body::Library(kind) => !leaves_all_as_it_is(*kind),
        Body::Abstract | Body::Native | Body::Unsupported(_) => true,
        Body::Graph(_) if !seen.insert(method) => false,
        Body::Graph(graph) => graph.edges.iter().any(|edge| may_change(program, &edge.instruction, seen)),
    }
}

fn leaves_all_as_it_is(kind: LibraryMethod) -> bool {
    let computes = matches!(
        kind,
        LibraryMethod::New
            | LibraryMethod::Pure
            | LibraryMethod::Fresh
            | LibraryMethod::Input
            | LibraryMethod::Read
            | LibraryMethod::CallbackPure
            | LibraryMethod::CallbackRead
            | LibraryMethod::Box
            | LibraryMethod::Unbox
            | LibraryMethod::StringEquals
            | LibraryMethod::Equals
            | LibraryMethod::HashCode
            | LibraryMethod::ToString
            | LibraryMethod::GetClass
            | LibraryMethod::Clone
            | LibraryMethod::EnumValues
            | LibraryMethod::EnumValueOf
            | LibraryMethod::CurrentThread
            | LibraryMethod::ThreadSleep
            | LibraryMethod::ThreadYield
            | LibraryMethod::FutureIsDone
            | LibraryMethod::AtomicGet
            | LibraryMethod::LatchCount
    );
    computes || is_about_locks(kind)
}

/// Whether the call is of a lock of the library.
pub fn is_answer(program: &Program, call: &Call) -> bool {
    matches!(program.method(call.method).body, Body::Library(kind) if is_about_locks(kind))
}

fn is_about_locks(kind: LibraryMethod) -> bool {
    matches!(
        kind,
        LibraryMethod::HoldsLock
            | LibraryMethod::Lock
            | LibraryMethod::LockInterruptibly
            | LibraryMethod::TryLock
            | LibraryMethod::TimedTryLock
            | LibraryMethod::Unlock
            | LibraryMethod::NewCondition
            | LibraryMethod::ReadLock
            | LibraryMethod::WriteLock
            | LibraryMethod::IsHeldByCurrentThread
            | LibraryMethod::IsLocked
            | LibraryMethod::HoldCount
            | LibraryMethod::StampWriteLock
            | LibraryMethod::StampReadLock
            | LibraryMethod::StampTryWriteLock
            | LibraryMethod::StampTryReadLock
            | LibraryMethod::StampOptimisticRead
            | LibraryMethod::StampValidate
            | LibraryMethod::StampUnlock
            | LibraryMethod::StampUnlockRead
            | LibraryMethod::StampUnlockWrite
            | LibraryMethod::StampToWrite
            | LibraryMethod::StampToRead
            | LibraryMethod::StampToOptimistic
    )
}
