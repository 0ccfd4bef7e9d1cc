//! Threads, tasks and futures. A task is a thread of its own.

use super::super::calls::Flow;
use super::super::run::{Run, Stop, Taken};
use super::super::state::{After, Native, Ref, Role, Status, Thread, Value};
use super::Invocation;
use concurrent::object::library::LibraryMethod as M;
use concurrent::object::{ClassId, MethodId};

fn done(value: Option<Value>) -> Taken<Flow> {
    Ok(Flow::Done(value))
}

impl Run<'_, '_> {
    pub(super) fn thread_method(&mut self, call: Invocation) -> Taken<Flow> {
        match call.kind {
            M::CurrentThread => {
                let me = self.me().object;
                done(Some(Value::Ref(me)))
            }
            M::ThreadSleep => match self.take_interrupt() {
                true => Err(Stop::Throw("java.lang.InterruptedException")),
                false => done(None),
            },
            M::ThreadYield => done(None),
            M::HoldsLock => {
                let tid = self.tid();
                let holds = self.state.behind(call.arg(0)).map(|object| object.monitor.holder == Some(tid));
                done(Some(holds.map_or(Value::Unknown, Value::Bool)))
            }
            M::ThreadStart | M::ThreadRun | M::ThreadJoin | M::TimedThreadJoin | M::ThreadInterrupt => {
                self.thread_object_method(call)
            }
            M::Execute | M::Submit => self.submit(call),
            M::Shutdown if call.name == "shutdown" => {
                if let Value::Ref(at) = call.receiver
                    && let Native::Executor { is_shut_down, .. } = &mut self.object_mut(at).native
                {
                    *is_shut_down = true;
                }
                done(None)
            }
            M::AwaitTermination => {
                let is_task = |thread: &Thread| matches!(thread.role, Role::Task(_));
                let is_over = |thread: &Thread| !is_task(thread) || thread.status == Status::Finished;
                match self.state.threads.iter().all(|thread| is_over(thread)) {
                    true => done(Some(Value::Bool(true))),
                    false => Err(Stop::Blocked),
                }
            }
            M::FutureGet | M::TimedFutureGet | M::FutureIsDone => self.future_method(call),
            _ => Err(self.unmodelled(call)),
        }
    }

    fn thread_object_method(&mut self, call: Invocation) -> Taken<Flow> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        let Native::Thread { tid, target, .. } = self.object(at).native else { return Err(self.unmodelled(call)) };
        let tid = usize::from(tid);
        let status = self.state.thread(tid).status.clone();
        match call.kind {
            M::ThreadStart if status != Status::New => Err(Stop::Throw("java.lang.IllegalThreadStateException")),
            M::ThreadStart => {
                self.publish(call.receiver);
                self.thread_mut(tid).status = Status::Running;
                let own = self.machine.class_of(&self.state, call.receiver).and_then(|class| self.named(class, "run"));
                match own {
                    Some(method) => self.push_frame(tid, method, &[call.receiver], After::Return)?,
                    None if target == Value::Null => self.thread_mut(tid).status = Status::Finished,
                    None => self.run_task(tid, target)?,
                }
                done(None)
            }
            M::ThreadRun if target == Value::Null => done(None),
            M::ThreadRun => {
                self.run_task(self.tid, target)?;
                Ok(Flow::Pending)
            }
            M::ThreadJoin => {
                if self.take_interrupt() {
                    return Err(Stop::Throw("java.lang.InterruptedException"));
                }
                match status {
                    Status::Finished | Status::New => done(None),
                    _ => Err(Stop::Blocked),
                }
            }
            // The time may be over at once.
            M::TimedThreadJoin => done(None),
            _ => {
                if let Native::Thread { is_interrupted, .. } = &mut self.object_mut(at).native {
                    *is_interrupted = true;
                }
                done(None)
            }
        }
    }

    /// The frame of a `Runnable` or `Callable`.
    fn run_task(&mut self, tid: usize, task: Value) -> Taken<()> {
        let class = self.machine.class_of(&self.state, task);
        let method = class.and_then(|class| self.named(class, "run").or_else(|| self.named(class, "call")));
        match method {
            Some(method) => self.push_frame(tid, method, &[task], After::Return),
            None => self.call_function(tid, task, &[], After::Return),
        }
    }

    /// The method of this name without parameters that a class from a source declares or inherits.
    fn named(&self, class: ClassId, name: &str) -> Option<MethodId> {
        let program = self.machine.program;
        let fits = |id: &MethodId| {
            let method = program.method(*id);
            &*method.name == name && method.params.len() == 1 && !method.is_static && method.graph().is_some()
        };
        let mut next = Some(class);
        while let Some(class) = next {
            if let Some(found) = program.class(class).methods.iter().copied().find(fits) {
                return Some(found);
            }
            next = program.class(class).superclass;
        }
        None
    }

    fn submit(&mut self, call: Invocation) -> Taken<Flow> {
        if call.name.starts_with("scheduleAt") || call.name.starts_with("scheduleWith") {
            return Err(self.unmodelled(call));
        }
        let task = call.arg(0);
        if task == Value::Null {
            return Err(Stop::Throw("java.lang.NullPointerException"));
        }
        if let Some(Native::Executor { is_shut_down: true, .. }) =
            self.state.behind(call.receiver).map(|object| &object.native)
        {
            return Err(Stop::Throw("java.util.concurrent.RejectedExecutionException"));
        }
        let result = match call.args.get(1) {
            Some(value) if call.name == "submit" => *value,
            _ => Value::Null,
        };
        let tid = self.state.threads.len() as u8;
        let native = Native::Future { tid, is_given: call.kind == M::Submit, result, exception: Value::Null };
        let class = match call.class {
            "java.util.concurrent.CompletableFuture" => "java.util.concurrent.CompletableFuture",
            _ => "java.util.concurrent.Future",
        };
        let Value::Ref(future) = self.allocate_named(class, native)? else { return Err(self.unmodelled(call)) };
        let (role, status) = (Role::Task(future), Status::Running);
        let (tid, _) = self.new_thread(None, |object| Thread { object, status, frames: Vec::new(), ops: 0, role })?;
        self.publish(task);
        self.publish(Value::Ref(future));
        self.run_task(tid, task)?;
        self.queue(call.receiver, tid);
        done((call.kind == M::Submit).then_some(Value::Ref(future)))
    }

    /// Tasks of an executor with one thread run one after the other.
    fn queue(&mut self, executor: Value, tid: usize) {
        let Value::Ref(at) = executor else { return };
        let Native::Executor { is_serial: true, last, .. } = &mut self.object_mut(at).native else { return };
        let before = last.replace(tid as u8);
        if let Some(before) = before {
            self.thread_mut(tid).status = Status::Queued(before);
        }
    }

    /// A step of a task that waits for the one before it.
    pub fn begin_task(&mut self, before: u8) -> Taken<()> {
        if self.state.thread(usize::from(before)).status != Status::Finished {
            return Err(Stop::Blocked);
        }
        self.me_mut().status = Status::Running;
        Ok(())
    }

    /// Arrives at a barrier: the last one opens it for all.
    pub(super) fn barrier_await(&mut self, call: Invocation) -> Taken<Flow> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        let Native::Barrier { parties, arrived, round } = self.object(at).native else {
            return Err(self.unmodelled(call));
        };
        if !call.args.is_empty() || self.machine.uses.interrupts {
            return Err(self.unmodelled(call));
        }
        let result = Value::Int(i64::from(parties - arrived) - 1);
        if arrived + 1 == parties {
            self.object_mut(at).native = Native::Barrier { parties, arrived: 0, round: round + 1 };
            return done(Some(result));
        }
        self.object_mut(at).native = Native::Barrier { parties, arrived: arrived + 1, round };
        self.me_mut().status = Status::AtBarrier { barrier: at, round, result };
        Ok(Flow::Pending)
    }

    /// A step of a thread at a barrier.
    pub fn pass_barrier(&mut self, barrier: Ref, round: u32, result: Value) -> Taken<()> {
        match self.object(barrier).native {
            Native::Barrier { round: now, .. } if now != round => self.deliver(Some(result)),
            _ => Err(Stop::Blocked),
        }
    }

    fn future_method(&mut self, call: Invocation) -> Taken<Flow> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        let Native::Future { tid, result, exception, .. } = self.object(at).native else {
            return Err(self.unmodelled(call));
        };
        let is_over = self.state.thread(usize::from(tid)).status == Status::Finished;
        match call.kind {
            M::FutureIsDone if call.name == "isDone" => done(Some(Value::Bool(is_over))),
            M::FutureIsDone => Err(self.unmodelled(call)),
            M::TimedFutureGet if !is_over => Err(Stop::Throw("java.util.concurrent.TimeoutException")),
            _ if !is_over => Err(Stop::Blocked),
            _ if exception != Value::Null => self.failed(call, exception),
            _ => done(Some(result)),
        }
    }

    /// The exception of the task, wrapped.
    fn failed(&mut self, call: Invocation, cause: Value) -> Taken<Flow> {
        let name = match call.name {
            "join" => "java.util.concurrent.CompletionException",
            _ => "java.util.concurrent.ExecutionException",
        };
        let Some((method, edge)) = self.frame().and_then(|frame| Some((frame.method, frame.call?))) else {
            return Err(self.unmodelled(call));
        };
        let (origin, is_check, message) = (Some((method, edge)), false, Value::Null);
        let exception = self.allocate_named(name, Native::Thrown { origin, is_check, message, cause })?;
        self.unwind(edge, exception).map(|()| Flow::Pending)
    }

    /// The lock that a thread waits for, and who holds it.
    pub fn blocked_on(&self, tid: usize) -> Option<(Ref, usize)> {
        let thread = self.state.thread(tid);
        let lock = match &thread.status {
            Status::Woken { lock, .. } => *lock,
            Status::Running => self.wanted_lock(tid)?,
            Status::New
            | Status::Idle
            | Status::Waiting { .. }
            | Status::Updating { .. }
            | Status::Queued(_)
            | Status::AtBarrier { .. }
            | Status::Finished => {
                return None;
            }
        };
        let holder = match &self.object(lock).native {
            Native::ReadWrite { writer, readers, .. } => {
                writer.holder.or_else(|| readers.first().map(|(reader, _)| *reader))
            }
            Native::Stamped { writer, readers, .. } => writer.or_else(|| readers.first().copied()),
            _ => self.hold_of(lock).holder,
        };
        holder.map(|holder| (lock, usize::from(holder)))
    }

    fn wanted_lock(&self, tid: usize) -> Option<Ref> {
        use concurrent::object::Instruction;
        let frame = self.state.thread(tid).frames.last()?;
        let graph = self.machine.program.method(frame.method).graph()?;
        let edge = frame.call.or_else(|| self.machine.outgoing(frame.method, frame.node).first().copied())?;
        let value = |expr| self.machine.eval(&self.state, frame, expr);
        let lock = match &graph.edges[edge.index()].instruction {
            Instruction::Enter(monitor) => value(monitor),
            Instruction::Call(call) => call.receiver.as_ref().map(value)?,
            _ => return None,
        };
        let Value::Ref(at) = lock else { return None };
        match self.object(at).native {
            Native::ReadSide(lock) | Native::WriteSide(lock) => Some(lock),
            _ => Some(at),
        }
    }
}
