//! Who knows what a library method is given.

use concurrent::object::library::LibraryMethod;

/// What a library method does with what it is given.
pub enum LibraryEffect {
    Nothing,
    /// The receiver holds the arguments afterwards.
    Keeps,
    Publishes,
}

pub fn effect_of(kind: LibraryMethod) -> LibraryEffect {
    match kind {
        LibraryMethod::New | LibraryMethod::Write | LibraryMethod::CallbackWrite => LibraryEffect::Keeps,
        LibraryMethod::Pure
        | LibraryMethod::Fresh
        | LibraryMethod::Input
        | LibraryMethod::Output
        | LibraryMethod::Read
        | LibraryMethod::Box
        | LibraryMethod::Unbox
        | LibraryMethod::StringEquals
        | LibraryMethod::Halt
        | LibraryMethod::Equals
        | LibraryMethod::HashCode
        | LibraryMethod::ToString
        | LibraryMethod::GetClass
        | LibraryMethod::Wait
        | LibraryMethod::TimedWait
        | LibraryMethod::Notify
        | LibraryMethod::NotifyAll
        | LibraryMethod::HoldsLock
        | LibraryMethod::ThreadInterrupt
        | LibraryMethod::ThreadJoin
        | LibraryMethod::TimedThreadJoin
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
        | LibraryMethod::HoldCount => LibraryEffect::Nothing,
        // Whatever hands on, runs later or elsewhere, or is kept in a cell that others may read.
        _ => LibraryEffect::Publishes,
    }
}
