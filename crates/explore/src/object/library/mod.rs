//! What library classes and methods do. Each method is one step, unless it waits or calls back, or its object is not
//! thread-safe.
//!
//! - [`threads`]: threads, tasks, futures. [`monitors`]: wait and notify, conditions.
//! - [`locks`]: locks, semaphores, latches. [`atomics`]: atomics. [`collections`]: lists, sets, maps, queues.
//! - [`overlap`]: calls that take a while. [`values`]: strings, boxes, numbers.
//!
//! What is not here is unsupported.

mod atomics;
mod collections;
mod locks;
mod maps;
mod monitors;
mod overlap;
mod stamped;
mod threads;
mod values;

use super::calls::Flow;
use super::eval::is_same;
use super::machine::UNKNOWN_TEXT;
use super::run::{Run, Taken};
use super::state::{Hold, Native, Ref, Shape, Value};
use concurrent::object::library::{LibraryClass, LibraryMethod as M};
use concurrent::object::text::method_name;
use concurrent::object::{ClassId, FieldId, FieldKind, MethodId, Type};

/// A call of a library method.
#[derive(Clone, Copy)]
pub struct Invocation<'a> {
    pub method: MethodId,
    pub kind: M,
    pub name: &'a str,
    pub class: &'a str,
    pub receiver: Value,
    pub args: &'a [Value],
}

impl Invocation<'_> {
    pub fn arg(&self, at: usize) -> Value {
        self.args.get(at).copied().unwrap_or(Value::Unknown)
    }
}

impl Run<'_, '_> {
    /// What an object of this class brings from the library, when it is new.
    pub fn native_of(&mut self, class: ClassId) -> Taken<Native> {
        let Some((ancestor, kind)) = self.machine.library_ancestor(class) else {
            // A class that is not known may hide anything.
            let is_plain = self.machine.program.class(class).superclass.is_none();
            return Ok(if is_plain { Native::None } else { Native::Unmodelled });
        };
        let name = self.class_name(ancestor);
        Ok(match kind {
            LibraryClass::Atomic => atomics::initial(name).map_or(Native::Unmodelled, Native::Cell),
            LibraryClass::Lock if name.ends_with("ReentrantLock") => Native::Lock(Hold::default()),
            LibraryClass::ReadWriteLock if name.ends_with("ReentrantReadWriteLock") => {
                Native::ReadWrite { writer: Hold::default(), readers: Vec::new(), read_side: 0, write_side: 0 }
            }
            LibraryClass::StampedLock => Native::Stamped { version: 1, writer: None, readers: Vec::new() },
            LibraryClass::Semaphore => Native::Permits(0),
            LibraryClass::Latch => Native::Latch(0),
            LibraryClass::Thread => {
                Native::Thread { tid: 0, target: Value::Null, is_interrupted: false, is_daemon: false }
            }
            LibraryClass::Executor => Native::Executor { is_shut_down: false, is_serial: false, last: None },
            LibraryClass::Barrier => Native::Barrier { parties: 0, arrived: 0, round: 0 },
            LibraryClass::AtomicArray => {
                atomics::initial_element(name).map_or(Native::Unmodelled, |_| Native::Cells(Vec::new()))
            }
            LibraryClass::ThreadLocal => Native::PerThread(Vec::new()),
            LibraryClass::Immutable if self.is_throwable(ancestor) => {
                Native::Thrown { origin: None, is_check: false, message: Value::Null, cause: Value::Null }
            }
            LibraryClass::Immutable if matches!(name, "java.lang.Enum" | "java.lang.Record") => Native::None,
            LibraryClass::Depends => Native::None,
            LibraryClass::NotThreadSafe if matches!(name, "java.util.TimerTask") => Native::None,
            LibraryClass::ThreadSafe | LibraryClass::NotThreadSafe => collections::initial(name),
            LibraryClass::Immutable
            | LibraryClass::Lock
            | LibraryClass::ReadWriteLock
            | LibraryClass::Condition
            | LibraryClass::Future => Native::Unmodelled,
        })
    }

    fn is_throwable(&self, class: ClassId) -> bool {
        self.machine.class_named("java.lang.Throwable").is_some_and(|top| self.machine.program.is_subclass(class, top))
    }

    /// A static field of the library.
    pub fn library_static(&self, field: FieldId) -> Value {
        let entry = self.machine.program.field(field);
        match (self.class_name(entry.class), &*entry.name) {
            ("java.lang.Boolean", "TRUE") => Value::Boxed(entry.class, 1),
            ("java.lang.Boolean", "FALSE") => Value::Boxed(entry.class, 0),
            (_, _) if entry.ty.is_reference() => Value::Opaque,
            (_, _) => entry.constant.as_ref().map_or(Value::Unknown, |constant| self.machine.constant(constant)),
        }
    }

    pub fn library(&mut self, method: MethodId, kind: M, receiver: Option<Value>, args: &[Value]) -> Taken<Flow> {
        let found = self.machine.program.method(method);
        let class = self.class_name(found.class);
        let receiver = receiver.unwrap_or(Value::Null);
        let call = Invocation { method, kind, name: &found.name, class, receiver, args };
        if let Value::Ref(at) = receiver {
            self.stored_in(at, args);
            if self.locks_itself(at) {
                self.wait_for_monitor(at)?;
            }
        }
        let value = match kind {
            M::New => self.construct(call)?,
            M::Box | M::Unbox | M::StringEquals | M::Halt | M::Equals | M::HashCode | M::ToString | M::GetClass => {
                return self.values(call);
            }
            M::Clone => Some(self.clone_of(receiver)?),
            M::EnumValues => Some(self.enum_values(found.class)?),
            M::EnumValueOf | M::UnitTimedWait => return Err(self.unmodelled(call)),
            M::StampIsRead | M::StampIsWrite | M::StampIsLock | M::StampIsOptimistic => {
                return Err(self.unmodelled(call));
            }
            M::Wait | M::TimedWait | M::Notify | M::NotifyAll => return self.monitor_method(call),
            M::ConditionAwait | M::TimedConditionAwait | M::ConditionSignal | M::ConditionSignalAll => {
                return self.condition_method(call);
            }
            M::CurrentThread
            | M::ThreadStart
            | M::ThreadRun
            | M::ThreadJoin
            | M::TimedThreadJoin
            | M::ThreadSleep
            | M::ThreadYield
            | M::ThreadInterrupt
            | M::HoldsLock
            | M::Execute
            | M::Submit
            | M::InvokeAll
            | M::Shutdown
            | M::AwaitTermination
            | M::FutureGet
            | M::TimedFutureGet
            | M::FutureIsDone
            | M::FutureCancel => return self.thread_method(call),
            M::AtomicGet
            | M::AtomicSet
            | M::AtomicGetAndSet
            | M::CompareAndSet
            | M::WeakCompareAndSet
            | M::GetAndIncrement
            | M::IncrementAndGet
            | M::GetAndDecrement
            | M::DecrementAndGet
            | M::GetAndAdd
            | M::AddAndGet
            | M::GetAndUpdate
            | M::UpdateAndGet
            | M::GetAndAccumulate
            | M::AccumulateAndGet => return self.atomic_method(call),
            M::Lock
            | M::LockInterruptibly
            | M::TryLock
            | M::TimedTryLock
            | M::Unlock
            | M::NewCondition
            | M::ReadLock
            | M::WriteLock
            | M::IsHeldByCurrentThread
            | M::IsLocked
            | M::HoldCount => return self.lock_method(call),
            M::StampWriteLock
            | M::StampReadLock
            | M::StampTryWriteLock
            | M::StampTryReadLock
            | M::StampOptimisticRead
            | M::StampValidate
            | M::StampUnlock
            | M::StampUnlockRead
            | M::StampUnlockWrite
            | M::StampToWrite
            | M::StampToRead
            | M::StampToOptimistic => return self.stamped_method(call),
            M::SemaphoreAcquire
            | M::SemaphoreTryAcquire
            | M::SemaphoreRelease
            | M::LatchCountDown
            | M::LatchAwait
            | M::TimedLatchAwait
            | M::LatchCount => return self.counted_method(call),
            M::BarrierAwait => return self.barrier_await(call),
            M::CallbackLater => return Err(self.unmodelled(call)),
            M::Output => self.output(call),
            M::Input => return self.input(call),
            M::Pure | M::Fresh => return self.values(call),
            M::Read
            | M::Write
            | M::CallbackPure
            | M::CallbackRead
            | M::CallbackWrite
            | M::BlockingTake
            | M::BlockingPut => return self.collection_method(call),
        };
        Ok(Flow::Done(value))
    }

    /// Whether each method of the object takes its monitor.
    fn locks_itself(&self, at: Ref) -> bool {
        let object = self.object(at);
        let class = match (&object.native, &object.shape) {
            (Native::Synchronized(_), _) => return true,
            (Native::List { .. } | Native::Map { .. } | Native::Builder(_), Shape::Class(class)) => *class,
            (_, _) => return false,
        };
        let name = self.machine.library_ancestor(class).map_or("", |(ancestor, _)| self.class_name(ancestor));
        matches!(name, "java.util.Vector" | "java.util.Stack" | "java.util.Hashtable" | "java.lang.StringBuffer")
    }

    pub fn unmodelled(&self, call: Invocation) -> super::run::Stop {
        self.gap(format!("`{}` is not modelled", method_name(self.machine.program, call.method)))
    }

    /// A constructor of the library.
    fn construct(&mut self, call: Invocation) -> Taken<Option<Value>> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        let params: Vec<Type> = self.params(call.method);
        let value = match (&self.object(at).native, call.args) {
            (Native::None | Native::Executor { .. }, _) => return Ok(None),
            (Native::Cell(old), []) => Native::Cell(*old),
            (Native::Cell(_), [value]) => Native::Cell(*value),
            (Native::Lock(_) | Native::ReadWrite { .. } | Native::Stamped { .. } | Native::PerThread(_), _) => {
                return Ok(None);
            }
            (Native::Cells(_), [Value::Int(length @ 0..=4096)]) => {
                let zero = atomics::initial_element(call.class).unwrap_or(Value::Null);
                Native::Cells(vec![zero; *length as usize])
            }
            (Native::Barrier { .. }, [Value::Int(parties @ 1..=60)]) => {
                Native::Barrier { parties: *parties as u32, arrived: 0, round: 0 }
            }
            (Native::Permits(_), [Value::Int(count), ..]) => Native::Permits(*count),
            (Native::Latch(_), [Value::Int(count)]) if *count >= 0 => Native::Latch(*count),
            (Native::Latch(_), [Value::Int(_)]) => {
                return Err(super::run::Stop::Throw("java.lang.IllegalArgumentException"));
            }
            (Native::Thread { tid, is_interrupted, is_daemon, .. }, args) => {
                let runnable = |ty: &Type| match ty {
                    Type::Class(class) => self.class_name(*class) == "java.lang.Runnable",
                    _ => false,
                };
                let target = params.iter().position(runnable).and_then(|at| args.get(at)).copied();
                let target = target.unwrap_or(Value::Null);
                Native::Thread { tid: *tid, target, is_interrupted: *is_interrupted, is_daemon: *is_daemon }
            }
            (Native::Thrown { origin, is_check, .. }, args) => {
                let first_text = args.iter().copied().find(|arg| matches!(arg, Value::Text(_)));
                let cause = args.iter().copied().find(|arg| matches!(arg, Value::Ref(_)));
                let (message, cause) = (first_text.unwrap_or(Value::Null), cause.unwrap_or(Value::Null));
                Native::Thrown { origin: *origin, is_check: *is_check, message, cause }
            }
            (Native::Builder(_), []) => self.builder(""),
            (Native::Builder(_), [Value::Text(text)]) => Native::Builder(*text),
            (Native::Builder(_), [Value::Int(_)]) => self.builder(""),
            (Native::List { .. } | Native::Map { .. }, _) => return self.construct_collection(call, at),
            // Only whether threads use it at once is known of it.
            (Native::Unmodelled, _) if self.is_unsafe(at) => return Ok(None),
            (_, _) => return Err(self.unmodelled(call)),
        };
        self.object_mut(at).native = value;
        Ok(None)
    }

    fn builder(&self, text: &str) -> Native {
        match self.machine.text(text) {
            Value::Text(text) => Native::Builder(text),
            _ => Native::Builder(UNKNOWN_TEXT),
        }
    }

    /// The declared types of what is passed, without the receiver.
    pub fn params(&self, method: MethodId) -> Vec<Type> {
        let method = self.machine.program.method(method);
        let skipped = usize::from(!method.is_static);
        method.params.iter().skip(skipped).map(|param| method.local(*param).ty.clone()).collect()
    }

    fn clone_of(&mut self, value: Value) -> Taken<Value> {
        let Value::Ref(at) = value else { return Err(self.gap("a copy of what is not modelled")) };
        let object = self.object(at).clone();
        match (&object.shape, &object.native) {
            (Shape::Array(_), _) | (Shape::Class(_), Native::None | Native::List { .. } | Native::Map { .. }) => {
                Ok(Value::Ref(self.allocate(object.shape, object.values, object.native)))
            }
            (Shape::Class(_), _) => Err(self.gap("a copy of such an object is not modelled")),
        }
    }

    fn constants_of(&self, class: ClassId) -> Vec<Value> {
        let program = self.machine.program;
        let fields = program.class(class).fields.iter().copied();
        let constants = fields.filter(|field| program.field(*field).kind == FieldKind::EnumConstant);
        constants.map(|field| self.state.statics[self.machine.slot(field)]).collect()
    }

    fn enum_values(&mut self, class: ClassId) -> Taken<Value> {
        let constants = self.constants_of(class);
        Ok(self.allocate_array(&Type::Class(class), constants))
    }

    /// The number of an enum constant.
    pub fn ordinal(&self, value: Value) -> Option<i64> {
        let mut class = self.machine.class_of(&self.state, value)?;
        loop {
            let constants = self.constants_of(class);
            if let Some(at) = constants.iter().position(|constant| *constant == value) {
                return Some(at as i64);
            }
            class = self.machine.program.class(class).superclass?;
        }
    }

    /// `equals` of objects whose class does not say otherwise; none if that is not known.
    pub fn is_equal(&self, left: Value, right: Value) -> Option<bool> {
        match (left, right) {
            (Value::Boxed(..), Value::Boxed(..)) => Some(left == right),
            (Value::Text(UNKNOWN_TEXT), Value::Text(_)) | (Value::Text(_), Value::Text(UNKNOWN_TEXT)) => None,
            (Value::Text(left), Value::Text(right)) => Some(left == right),
            (Value::Ref(_), Value::Ref(_)) if left == right => Some(true),
            (Value::Ref(at), Value::Ref(_)) if self.has_equals(at) => None,
            (left, right) => is_same(left, right),
        }
    }

    fn has_equals(&self, at: Ref) -> bool {
        let Shape::Class(class) = self.object(at).shape else { return false };
        let program = self.machine.program;
        let mut next = Some(class);
        while let Some(class) = next {
            let entry = program.class(class);
            let declares = |id: &MethodId| {
                let method = program.method(*id);
                &*method.name == "equals" && method.params.len() == 2 && &*entry.name != "java.lang.Object"
            };
            if entry.methods.iter().any(declares) || &*entry.name == "java.lang.Record" {
                return true;
            }
            next = entry.superclass;
        }
        false
    }
}
