//! `StampedLock`: a stamp is the version at which it was given out, and its mode.

use super::super::calls::Flow;
use super::super::run::{Run, Stop, Taken};
use super::super::state::{Native, Tid, Value};
use super::Invocation;
use concurrent::object::library::LibraryMethod as M;

const WRITE: i64 = 1;
const READ: i64 = 2;
const OPTIMISTIC: i64 = 3;

/// The lock while one method works on it.
struct Stamped {
    version: i64,
    writer: Option<Tid>,
    readers: Vec<Tid>,
}

impl Stamped {
    fn stamp(&self, mode: i64) -> i64 {
        self.version * 4 + mode
    }

    fn is_valid(&self, stamp: i64) -> bool {
        let is_held = match stamp % 4 {
            WRITE => self.writer.is_some(),
            READ => !self.readers.is_empty(),
            _ => stamp % 4 == OPTIMISTIC,
        };
        is_held && stamp / 4 == self.version
    }

    fn is_free(&self) -> bool {
        self.writer.is_none() && self.readers.is_empty()
    }

    fn write(&mut self, tid: Tid) -> i64 {
        self.writer = Some(tid);
        self.version += 1;
        self.stamp(WRITE)
    }

    fn read(&mut self, tid: Tid) -> i64 {
        self.readers.push(tid);
        self.readers.sort_unstable();
        self.stamp(READ)
    }

    /// Gives back what the stamp stands for; false if it stands for nothing.
    fn release(&mut self, stamp: i64, tid: Tid) -> bool {
        match stamp % 4 {
            WRITE if self.is_valid(stamp) => {
                self.writer = None;
                self.version += 1;
            }
            READ if self.is_valid(stamp) => {
                let own = self.readers.iter().position(|reader| *reader == tid).unwrap_or(0);
                self.readers.remove(own);
            }
            _ => return false,
        }
        true
    }

    fn convert_to_write(&mut self, stamp: i64, tid: Tid) -> i64 {
        match stamp % 4 {
            _ if !self.is_valid(stamp) => 0,
            WRITE => stamp,
            READ if self.readers.len() == 1 => {
                self.readers.clear();
                self.write(tid)
            }
            OPTIMISTIC if self.is_free() => self.write(tid),
            _ => 0,
        }
    }

    fn convert_to_read(&mut self, stamp: i64, tid: Tid) -> i64 {
        match stamp % 4 {
            _ if !self.is_valid(stamp) => 0,
            READ => stamp,
            WRITE => {
                self.release(stamp, tid);
                self.read(tid)
            }
            OPTIMISTIC if self.writer.is_none() => self.read(tid),
            _ => 0,
        }
    }

    fn convert_to_optimistic(&mut self, stamp: i64, tid: Tid) -> i64 {
        if !self.is_valid(stamp) {
            return 0;
        }
        self.release(stamp, tid);
        self.stamp(OPTIMISTIC)
    }
}

impl Run<'_, '_> {
    pub(super) fn stamped_method(&mut self, call: Invocation) -> Taken<Flow> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        let Native::Stamped { version, writer, readers } = self.object(at).native.clone() else {
            return Err(self.unmodelled(call));
        };
        let mut lock = Stamped { version, writer, readers };
        let tid = self.tid();
        let stamp = match call.args.first() {
            Some(Value::Int(stamp)) => *stamp,
            Some(Value::Unknown) => return Err(self.gap("a stamp that is not modelled")),
            _ => 0,
        };
        let value = match call.kind {
            M::StampWriteLock if !lock.is_free() => return Err(Stop::Blocked),
            M::StampReadLock if lock.writer.is_some() => return Err(Stop::Blocked),
            M::StampWriteLock => Some(Value::Int(lock.write(tid))),
            M::StampReadLock => Some(Value::Int(lock.read(tid))),
            M::StampTryWriteLock => Some(Value::Int(if lock.is_free() { lock.write(tid) } else { 0 })),
            M::StampTryReadLock => Some(Value::Int(if lock.writer.is_none() { lock.read(tid) } else { 0 })),
            M::StampOptimisticRead => Some(Value::Int(if lock.writer.is_none() { lock.stamp(OPTIMISTIC) } else { 0 })),
            M::StampValidate => Some(Value::Bool(lock.is_valid(stamp))),
            M::StampUnlock | M::StampUnlockRead | M::StampUnlockWrite => {
                let fits = match call.kind {
                    M::StampUnlockRead => stamp % 4 == READ,
                    M::StampUnlockWrite => stamp % 4 == WRITE,
                    _ => true,
                };
                if !fits || !lock.release(stamp, tid) {
                    return Err(Stop::Throw("java.lang.IllegalMonitorStateException"));
                }
                None
            }
            M::StampToWrite => Some(Value::Int(lock.convert_to_write(stamp, tid))),
            M::StampToRead => Some(Value::Int(lock.convert_to_read(stamp, tid))),
            M::StampToOptimistic => Some(Value::Int(lock.convert_to_optimistic(stamp, tid))),
            _ => return Err(self.unmodelled(call)),
        };
        let Stamped { version, writer, readers } = lock;
        self.object_mut(at).native = Native::Stamped { version, writer, readers };
        Ok(Flow::Done(value))
    }
}
