//! The kinds of effects that library methods have, by the marks of their models.

use concurrent::object::library::LibraryMethod;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Other threads do not see it, nor does it see them.
    None,
    /// Arguments become known to others.
    Publish,
    Start,
    Wait,
    /// Waits for the monitor of the thread, if it is held.
    Join,
    /// The same with the lock of a condition.
    Await,
    /// Needs the monitor.
    Notify,
    /// Needs the lock of the condition.
    Signal,
    Lock,
    TryLock,
    Unlock,
    Atomic,
    /// Nothing follows; what was done before, others see.
    Halt,
    Gap,
}

pub fn effect(method: LibraryMethod) -> Effect {
    use LibraryMethod as M;
    match method {
        M::Pure | M::Fresh | M::Input | M::Output | M::Box | M::Unbox | M::StringEquals => Effect::None,
        M::Halt => Effect::Halt,
        M::Equals | M::HashCode | M::ToString | M::GetClass | M::CurrentThread | M::HoldsLock => Effect::None,
        M::ThreadSleep | M::ThreadYield | M::ThreadInterrupt => Effect::None,
        M::ThreadJoin | M::TimedThreadJoin => Effect::Join,
        M::EnumValues | M::EnumValueOf | M::Read | M::FutureIsDone | M::FutureGet | M::TimedFutureGet => Effect::None,
        M::FutureCancel | M::Shutdown | M::AwaitTermination => Effect::None,
        M::SemaphoreAcquire | M::SemaphoreTryAcquire | M::SemaphoreRelease | M::LatchCountDown | M::LatchAwait => {
            Effect::None
        }
        M::TimedLatchAwait | M::LatchCount | M::BarrierAwait | M::BlockingTake => Effect::None,
        M::IsHeldByCurrentThread | M::IsLocked | M::HoldCount => Effect::None,
        M::NewCondition | M::ReadLock | M::WriteLock => Effect::None,
        M::ConditionSignal | M::ConditionSignalAll => Effect::Signal,
        M::New | M::Write | M::Execute | M::Submit | M::InvokeAll | M::CallbackLater | M::BlockingPut => {
            Effect::Publish
        }
        M::ThreadStart => Effect::Start,
        M::Wait | M::TimedWait => Effect::Wait,
        M::ConditionAwait | M::TimedConditionAwait => Effect::Await,
        M::Notify | M::NotifyAll => Effect::Notify,
        M::Lock | M::LockInterruptibly => Effect::Lock,
        M::TryLock | M::TimedTryLock => Effect::TryLock,
        M::Unlock => Effect::Unlock,
        M::AtomicGet | M::AtomicSet | M::AtomicGetAndSet | M::CompareAndSet | M::WeakCompareAndSet => Effect::Atomic,
        M::GetAndIncrement | M::IncrementAndGet | M::GetAndDecrement | M::DecrementAndGet => Effect::Atomic,
        M::GetAndAdd | M::AddAndGet => Effect::Atomic,
        M::CallbackPure | M::CallbackRead | M::CallbackWrite | M::Clone | M::ThreadRun => Effect::Gap,
        M::GetAndUpdate | M::UpdateAndGet | M::GetAndAccumulate | M::AccumulateAndGet => Effect::Gap,
        M::StampWriteLock | M::StampReadLock | M::StampTryWriteLock | M::StampTryReadLock => Effect::Gap,
        M::StampOptimisticRead | M::StampValidate | M::StampUnlock | M::StampUnlockRead => Effect::Gap,
        M::StampUnlockWrite | M::StampToWrite | M::StampToRead | M::StampToOptimistic => Effect::Gap,
        M::StampIsRead | M::StampIsWrite | M::StampIsLock | M::StampIsOptimistic => Effect::Gap,
        M::UnitTimedWait => Effect::Gap,
    }
}

/// Whether a lock that was held before may have been given up in between.
pub fn gives_up_locks(method: LibraryMethod) -> bool {
    matches!(effect(method), Effect::Wait | Effect::Join | Effect::Await | Effect::Unlock | Effect::Gap)
}
