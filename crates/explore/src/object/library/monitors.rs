//! `wait`, `notify`, and conditions of locks.
//!
//! A wait is two steps: giving the lock back and entering the wait set is one, taking the lock again is the other. In
//! between another thread notifies or interrupts, the time runs out, or, if that is asked for, nothing happens at all.

use super::super::calls::Flow;
use super::super::run::{Run, Stop, Taken};
use super::super::state::{Hold, Native, Ref, Status, Tid, Value};
use super::Invocation;
use concurrent::object::Type;
use concurrent::object::library::LibraryMethod as M;

const NOT_HELD: Stop = Stop::Throw("java.lang.IllegalMonitorStateException");
const INTERRUPTED: Stop = Stop::Throw("java.lang.InterruptedException");

impl Run<'_, '_> {
    pub(super) fn monitor_method(&mut self, call: Invocation) -> Taken<Flow> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        let hold = self.object(at).monitor;
        if hold.holder != Some(self.tid()) {
            return Err(NOT_HELD);
        }
        match call.kind {
            M::Wait | M::TimedWait => {
                if self.take_interrupt() {
                    return Err(INTERRUPTED);
                }
                self.object_mut(at).monitor = Hold::default();
                // A time of zero is no limit.
                let is_timed = call.kind == M::TimedWait && call.arg(0) != Value::Int(0);
                self.me_mut().status = Status::Waiting { on: at, lock: at, count: hold.count, is_timed };
                Ok(Flow::Pending)
            }
            M::Notify => self.notify(at),
            _ => self.notify_all(at),
        }
    }

    fn waiters(&self, on: Ref) -> Vec<usize> {
        let waits =
            |tid: &usize| matches!(self.state.thread(*tid).status, Status::Waiting { on: other, .. } if other == on);
        (0..self.state.threads.len()).filter(waits).collect()
    }

    fn notify(&mut self, on: Ref) -> Taken<Flow> {
        let waiters = self.waiters(on);
        if !waiters.is_empty() {
            let chosen = self.choose(waiters.len());
            self.wake(waiters[chosen], true, false);
        }
        Ok(Flow::Done(None))
    }

    fn notify_all(&mut self, on: Ref) -> Taken<Flow> {
        self.waiters(on).into_iter().for_each(|tid| self.wake(tid, true, false));
        Ok(Flow::Done(None))
    }

    /// A waiting thread leaves the wait set, because of a signal or because its time is over.
    pub fn wake(&mut self, tid: usize, is_signalled: bool, is_interrupted: bool) {
        let Status::Waiting { lock, count, .. } = self.state.thread(tid).status else { return };
        let result = self.awaited(tid, is_signalled);
        self.thread_mut(tid).status = Status::Woken { lock, count, result, is_interrupted };
    }

    /// What the call of the waiting thread returns.
    fn awaited(&self, tid: usize, is_signalled: bool) -> Option<Value> {
        let frame = self.state.thread(tid).frames.last()?;
        let concurrent::object::Instruction::Call(call) = self.machine.instruction(frame.method, frame.call?)? else {
            return None;
        };
        match self.machine.program.method(call.method).result.as_ref()? {
            Type::Boolean => Some(Value::Bool(is_signalled)),
            Type::Long => Some(Value::Int(i64::from(is_signalled))),
            _ => None,
        }
    }

    /// Whether the call in which the thread waits says that an interrupt ends it.
    fn is_interruptible(&self) -> bool {
        let frame = self.frame();
        let call = frame.and_then(|frame| self.machine.instruction(frame.method, frame.call?));
        let Some(concurrent::object::Instruction::Call(call)) = call else { return true };
        let throws = &self.machine.program.method(call.method).throws;
        throws.iter().any(|class| self.class_name(*class) == "java.lang.InterruptedException")
    }

    /// A step of a waiting thread itself.
    pub fn wake_up(&mut self, is_timed: bool) -> Taken<()> {
        let me = self.me().object;
        let is_interrupted = matches!(self.object(me).native, Native::Thread { is_interrupted: true, .. });
        if is_interrupted && self.is_interruptible() {
            self.wake(self.tid, false, true);
        } else if is_timed || self.machine.options.spurious {
            self.wake(self.tid, !is_timed, false);
        } else {
            return Err(Stop::Blocked);
        }
        Ok(())
    }

    /// The last step of a wait: the lock is taken again, as often as it was held.
    pub fn take_again(&mut self, lock: Ref, count: u32, result: Option<Value>, is_interrupted: bool) -> Taken<()> {
        let tid = self.tid();
        let hold = self.hold_of(lock);
        if hold.holder.is_some() {
            return Err(Stop::Blocked);
        }
        if let Native::ReadWrite { readers, .. } = &self.object(lock).native
            && !readers.is_empty()
        {
            return Err(Stop::Blocked);
        }
        self.set_hold(lock, Hold { holder: Some(tid), count });
        if !is_interrupted {
            return self.deliver(result);
        }
        self.take_interrupt();
        let Some((method, edge)) = self.frame().and_then(|frame| Some((frame.method, frame.call?))) else {
            return Ok(());
        };
        let exception = self.exception("java.lang.InterruptedException", (method, edge), false)?;
        self.unwind(edge, exception)
    }

    /// Who holds a lock: the lock itself if it is one of the library, else the monitor.
    pub fn hold_of(&self, lock: Ref) -> Hold {
        match &self.object(lock).native {
            Native::Lock(hold) => *hold,
            Native::ReadWrite { writer, .. } => *writer,
            _ => self.object(lock).monitor,
        }
    }

    pub fn set_hold(&mut self, lock: Ref, new: Hold) {
        let object = self.object_mut(lock);
        match &mut object.native {
            Native::Lock(hold) | Native::ReadWrite { writer: hold, .. } => *hold = new,
            _ => object.monitor = new,
        }
    }

    /// Whether the thread was interrupted, which it then no longer is.
    pub fn take_interrupt(&mut self) -> bool {
        let me = self.me().object;
        if !matches!(self.object(me).native, Native::Thread { is_interrupted: true, .. }) {
            return false;
        }
        if let Native::Thread { is_interrupted, .. } = &mut self.object_mut(me).native {
            *is_interrupted = false;
        }
        true
    }

    pub(super) fn condition_method(&mut self, call: Invocation) -> Taken<Flow> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        let Native::Condition(lock) = self.object(at).native else { return Err(self.unmodelled(call)) };
        let hold = self.hold_of(lock);
        let tid: Tid = self.tid();
        if hold.holder != Some(tid) {
            return Err(NOT_HELD);
        }
        match call.kind {
            M::ConditionAwait | M::TimedConditionAwait => {
                if call.name != "awaitUninterruptibly" && self.take_interrupt() {
                    return Err(INTERRUPTED);
                }
                self.set_hold(lock, Hold::default());
                let is_timed = call.kind == M::TimedConditionAwait;
                self.me_mut().status = Status::Waiting { on: at, lock, count: hold.count, is_timed };
                Ok(Flow::Pending)
            }
            M::ConditionSignal => self.notify(at),
            _ => self.notify_all(at),
        }
    }
}
