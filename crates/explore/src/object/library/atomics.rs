//! Atomics: each method is one step, but those with a function, which read, call it, and swap if nothing has changed.

use super::super::calls::Flow;
use super::super::eval::wrap;
use super::super::run::{Run, Stop, Taken};
use super::super::state::{After, Native, Ref, Value};
use super::Invocation;
use concurrent::object::Type;
use concurrent::object::library::LibraryMethod as M;

/// What a new atomic holds.
pub fn initial(class: &str) -> Option<Value> {
    match class {
        "java.util.concurrent.atomic.AtomicInteger" | "java.util.concurrent.atomic.AtomicLong" => Some(Value::Int(0)),
        "java.util.concurrent.atomic.LongAdder" => Some(Value::Int(0)),
        "java.util.concurrent.atomic.AtomicBoolean" => Some(Value::Bool(false)),
        "java.util.concurrent.atomic.AtomicReference" => Some(Value::Null),
        _ => None,
    }
}

/// What each of a new array of atomics holds.
pub fn initial_element(class: &str) -> Option<Value> {
    match class {
        "java.util.concurrent.atomic.AtomicIntegerArray" | "java.util.concurrent.atomic.AtomicLongArray" => {
            Some(Value::Int(0))
        }
        "java.util.concurrent.atomic.AtomicReferenceArray" => Some(Value::Null),
        _ => None,
    }
}

impl Run<'_, '_> {
    /// A method of an array of atomics: that of the atomic with this index.
    fn array_method(&mut self, call: Invocation, at: Ref, cells: Vec<Value>) -> Taken<Flow> {
        let [Value::Int(index), args @ ..] = call.args else { return Err(self.unmodelled(call)) };
        let Some(index) = usize::try_from(*index).ok().filter(|index| *index < cells.len()) else {
            return Err(Stop::Throw("java.lang.IndexOutOfBoundsException"));
        };
        if matches!(call.kind, M::GetAndUpdate | M::UpdateAndGet | M::GetAndAccumulate | M::AccumulateAndGet) {
            return Err(self.unmodelled(call));
        }
        // The atomic is taken out, used, and put back.
        self.object_mut(at).native = Native::Cell(cells[index]);
        let flow = self.atomic_method(Invocation { args, ..call });
        let mut cells = cells;
        if let Native::Cell(new) = self.object(at).native {
            cells[index] = new;
        }
        self.object_mut(at).native = Native::Cells(cells);
        flow
    }

    pub(super) fn atomic_method(&mut self, call: Invocation) -> Taken<Flow> {
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        if let Native::Cells(cells) = &self.object(at).native {
            let cells = cells.clone();
            return self.array_method(call, at, cells);
        }
        let Native::Cell(old) = self.object(at).native else { return Err(self.unmodelled(call)) };
        let done = |value: Value| Ok(Flow::Done(Some(value)));
        let delta = match call.kind {
            M::GetAndIncrement | M::IncrementAndGet => 1,
            M::GetAndDecrement | M::DecrementAndGet => -1,
            _ => match call.arg(0) {
                Value::Int(delta) => delta,
                _ => 0,
            },
        };
        match call.kind {
            M::AtomicGet if call.name == "toString" => done(Value::Text(super::UNKNOWN_TEXT)),
            M::AtomicGet => {
                let ty = self.machine.program.method(call.method).result.clone();
                done(ty.map_or(old, |ty| super::super::eval::convert(old, &ty)))
            }
            M::AtomicSet => {
                self.set_cell(at, call.arg(0));
                Ok(Flow::Done(None))
            }
            M::AtomicGetAndSet => {
                self.set_cell(at, call.arg(0));
                done(old)
            }
            M::CompareAndSet | M::WeakCompareAndSet => {
                // A weak one may fail for no reason.
                let fails = call.kind == M::WeakCompareAndSet && self.choose(2) == 1;
                let same =
                    super::super::eval::binary(concurrent::object::BinaryOp::Equal, old, call.arg(0), &Type::Long);
                match same {
                    Value::Bool(true) if !fails => {
                        self.set_cell(at, call.arg(1));
                        done(Value::Bool(true))
                    }
                    Value::Bool(_) => done(Value::Bool(false)),
                    _ => Err(self.gap("a comparison with what is not modelled")),
                }
            }
            M::GetAndIncrement | M::GetAndDecrement | M::GetAndAdd => {
                self.add(call, at, old, delta)?;
                done(old)
            }
            M::IncrementAndGet | M::DecrementAndGet | M::AddAndGet => {
                let new = self.add(call, at, old, delta)?;
                done(new)
            }
            M::GetAndUpdate | M::UpdateAndGet => {
                let returns_new = call.kind == M::UpdateAndGet;
                let after = After::Update { cell: at, old, returns_new };
                self.call_function(self.tid, call.arg(0), &[old], after)?;
                Ok(Flow::Pending)
            }
            M::GetAndAccumulate | M::AccumulateAndGet => {
                let returns_new = call.kind == M::AccumulateAndGet;
                let after = After::Update { cell: at, old, returns_new };
                self.call_function(self.tid, call.arg(1), &[old, call.arg(0)], after)?;
                Ok(Flow::Pending)
            }
            _ => Err(self.unmodelled(call)),
        }
    }

    fn set_cell(&mut self, at: Ref, value: Value) {
        self.object_mut(at).native = Native::Cell(value);
    }

    fn add(&mut self, call: Invocation, at: Ref, old: Value, delta: i64) -> Taken<Value> {
        let Value::Int(number) = old else { return Err(self.unmodelled(call)) };
        let ty = match call.class {
            "java.util.concurrent.atomic.AtomicInteger" | "java.util.concurrent.atomic.AtomicIntegerArray" => Type::Int,
            _ => Type::Long,
        };
        let new = Value::Int(wrap(number.wrapping_add(delta), &ty));
        self.set_cell(at, new);
        Ok(new)
    }

    /// The swap after the function has run: if the atomic has changed meanwhile, the call begins again.
    pub fn update(&mut self, cell: Ref, old: Value, new: Value, returns_new: bool) -> Taken<()> {
        if self.object(cell).native == Native::Cell(old) {
            self.stored_in(cell, &[new]);
            self.set_cell(cell, new);
            return self.deliver(Some(if returns_new { new } else { old }));
        }
        self.me_mut().status = super::super::state::Status::Running;
        if let Some(frame) = self.frame_mut() {
            frame.call = None;
        }
        Ok(())
    }
}
