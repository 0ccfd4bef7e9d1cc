//! Locks, the sides of read-write locks, semaphores and latches.

use super::super::calls::Flow;
use super::super::run::{Run, Stop, Taken};
use super::super::state::{Hold, Native, Ref, Value};
use super::Invocation;
use concurrent::object::library::LibraryMethod as M;

const NOT_HELD: Stop = Stop::Throw("java.lang.IllegalMonitorStateException");

fn done(value: Value) -> Taken<Flow> {
    Ok(Flow::Done(Some(value)))
}

impl Run<'_, '_> {
    pub(super) fn lock_method(&mut self, call: Invocation) -> Taken<Flow> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        match (call.kind, self.object(at).native.clone()) {
            (M::ReadLock, Native::ReadWrite { read_side, .. }) => done(Value::Ref(read_side)),
            (M::WriteLock, Native::ReadWrite { write_side, .. }) => done(Value::Ref(write_side)),
            (_, Native::Lock(hold)) => self.exclusive(call, at, hold),
            (_, Native::WriteSide(lock)) => match self.object(lock).native.clone() {
                Native::ReadWrite { writer, .. } => self.exclusive(call, lock, writer),
                _ => Err(self.unmodelled(call)),
            },
            (_, Native::ReadSide(lock)) => self.read_side(call, lock),
            (M::IsHeldByCurrentThread, Native::ReadWrite { writer, .. }) => {
                done(Value::Bool(writer.holder == Some(self.tid())))
            }
            (M::IsLocked, Native::ReadWrite { writer, .. }) => done(Value::Bool(writer.holder.is_some())),
            (M::IsLocked, Native::Stamped { writer, readers, .. }) => {
                done(Value::Bool(if call.name == "isWriteLocked" { writer.is_some() } else { !readers.is_empty() }))
            }
            (M::HoldCount, Native::ReadWrite { writer, readers, .. }) => {
                let own = readers.iter().find(|(tid, _)| *tid == self.tid());
                let reads = own.map_or(0, |(_, count)| i64::from(*count));
                let writes = if writer.holder == Some(self.tid()) { i64::from(writer.count) } else { 0 };
                done(Value::Int(if call.name == "getWriteHoldCount" { writes } else { reads }))
            }
            (_, _) => Err(self.unmodelled(call)),
        }
    }

    /// A lock that one thread holds at a time, as often as it likes.
    fn exclusive(&mut self, call: Invocation, at: Ref, hold: Hold) -> Taken<Flow> {
        let tid = self.tid();
        let is_own = hold.holder == Some(tid);
        let is_read = matches!(&self.object(at).native, Native::ReadWrite { readers, .. } if !readers.is_empty());
        // A reader is not let through as a writer, not even if it is the only one.
        let is_free = is_own || (hold.holder.is_none() && !is_read);
        match call.kind {
            M::Lock | M::LockInterruptibly => {
                if call.kind == M::LockInterruptibly && self.take_interrupt() {
                    return Err(Stop::Throw("java.lang.InterruptedException"));
                }
                if !is_free {
                    return Err(Stop::Blocked);
                }
                self.set_hold(at, Hold { holder: Some(tid), count: hold.count + 1 });
                Ok(Flow::Done(None))
            }
            M::TryLock | M::TimedTryLock => {
                if is_free {
                    self.set_hold(at, Hold { holder: Some(tid), count: hold.count + 1 });
                }
                done(Value::Bool(is_free))
            }
            M::Unlock if !is_own => Err(NOT_HELD),
            M::Unlock => {
                let count = hold.count.saturating_sub(1);
                let holder = (count > 0).then_some(tid);
                self.set_hold(at, Hold { holder, count });
                Ok(Flow::Done(None))
            }
            M::NewCondition => {
                let condition = Native::Condition(at);
                done(self.allocate_named("java.util.concurrent.locks.Condition", condition)?)
            }
            M::IsHeldByCurrentThread => done(Value::Bool(is_own)),
            M::IsLocked => done(Value::Bool(hold.holder.is_some())),
            M::HoldCount => done(Value::Int(if is_own { i64::from(hold.count) } else { 0 })),
            _ => Err(self.unmodelled(call)),
        }
    }

    fn read_side(&mut self, call: Invocation, at: Ref) -> Taken<Flow> {
        let tid = self.tid();
        let Native::ReadWrite { writer, .. } = &self.object(at).native else { return Err(self.unmodelled(call)) };
        // The writer may read.
        let is_free = writer.holder.is_none_or(|holder| holder == tid);
        match call.kind {
            M::LockInterruptibly if self.take_interrupt() => Err(Stop::Throw("java.lang.InterruptedException")),
            M::Lock | M::LockInterruptibly if !is_free => Err(Stop::Blocked),
            M::Lock | M::LockInterruptibly => {
                self.enter_read(at);
                Ok(Flow::Done(None))
            }
            M::TryLock | M::TimedTryLock => {
                if is_free {
                    self.enter_read(at);
                }
                done(Value::Bool(is_free))
            }
            M::Unlock => {
                let Native::ReadWrite { readers, .. } = &mut self.object_mut(at).native else { return Err(NOT_HELD) };
                let Some(own) = readers.iter().position(|(reader, _)| *reader == tid) else { return Err(NOT_HELD) };
                readers[own].1 -= 1;
                if readers[own].1 == 0 {
                    readers.remove(own);
                }
                Ok(Flow::Done(None))
            }
            M::NewCondition => Err(Stop::Throw("java.lang.UnsupportedOperationException")),
            _ => Err(self.unmodelled(call)),
        }
    }

    fn enter_read(&mut self, at: Ref) {
        let tid = self.tid();
        if let Native::ReadWrite { readers, .. } = &mut self.object_mut(at).native {
            match readers.iter_mut().find(|(reader, _)| *reader == tid) {
                Some((_, count)) => *count += 1,
                None => {
                    readers.push((tid, 1));
                    readers.sort_unstable();
                }
            }
        }
    }

    /// Semaphores and latches.
    pub(super) fn counted_method(&mut self, call: Invocation) -> Taken<Flow> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        let wanted = match call.args.first() {
            Some(Value::Int(wanted)) if call.args.len() != 2 => *wanted,
            _ => 1,
        };
        let is_semaphore = matches!(self.object(at).native, Native::Permits(_));
        if is_semaphore && matches!(call.args, [Value::Unknown] | [Value::Unknown, _, _]) {
            return Err(self.gap("a number of permits that is not modelled"));
        }
        if is_semaphore && wanted < 0 {
            return Err(Stop::Throw("java.lang.IllegalArgumentException"));
        }
        match (call.kind, self.object(at).native.clone()) {
            (M::SemaphoreAcquire, Native::Permits(permits)) => {
                if !call.name.ends_with("Uninterruptibly") && self.take_interrupt() {
                    return Err(Stop::Throw("java.lang.InterruptedException"));
                }
                if permits < wanted {
                    return Err(Stop::Blocked);
                }
                self.object_mut(at).native = Native::Permits(permits - wanted);
                Ok(Flow::Done(None))
            }
            (M::SemaphoreTryAcquire, Native::Permits(permits)) => {
                if permits >= wanted {
                    self.object_mut(at).native = Native::Permits(permits - wanted);
                }
                done(Value::Bool(permits >= wanted))
            }
            (M::SemaphoreRelease, Native::Permits(permits)) if permits + wanted > i64::from(i32::MAX) => {
                Err(Stop::Throw("java.lang.Error"))
            }
            (M::SemaphoreRelease, Native::Permits(permits)) => {
                self.object_mut(at).native = Native::Permits(permits + wanted);
                Ok(Flow::Done(None))
            }
            (M::LatchCountDown, Native::Latch(count)) => {
                self.object_mut(at).native = Native::Latch((count - 1).max(0));
                Ok(Flow::Done(None))
            }
            (M::LatchAwait, Native::Latch(count)) => {
                if self.take_interrupt() {
                    return Err(Stop::Throw("java.lang.InterruptedException"));
                }
                if count > 0 { Err(Stop::Blocked) } else { Ok(Flow::Done(None)) }
            }
            (M::TimedLatchAwait, Native::Latch(count)) => done(Value::Bool(count == 0)),
            (M::LatchCount, Native::Latch(count)) => done(Value::Int(count)),
            (_, _) => Err(self.unmodelled(call)),
        }
    }
}
