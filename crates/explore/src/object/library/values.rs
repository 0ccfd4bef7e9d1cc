//! Strings, boxes, numbers, and what looks outside.

use super::super::calls::Flow;
use super::super::eval::{convert, wrap};
use super::super::machine::UNKNOWN_TEXT;
use super::super::run::{Run, Stop, Taken};
use super::super::state::{Native, Shape, Status, Value};
use super::Invocation;
use concurrent::object::Type;
use concurrent::object::library::LibraryMethod as M;

impl Run<'_, '_> {
    pub(super) fn values(&mut self, call: Invocation) -> Taken<Flow> {
        let value = match call.kind {
            M::Box => Value::Boxed(self.machine.program.method(call.method).class, bits(call.arg(0))),
            M::Unbox => self.unboxed(call)?,
            M::Halt => {
                self.state.is_halted = true;
                return Ok(Flow::Done(None));
            }
            M::StringEquals | M::Equals => match call.arg(0) {
                Value::Null => Value::Bool(false),
                other => self.is_equal(call.receiver, other).map_or(Value::Unknown, Value::Bool),
            },
            M::GetClass => match self.machine.class_of(&self.state, call.receiver) {
                Some(class) => self.machine.class_object(class).map_or(Value::Opaque, Value::Ref),
                None => Value::Opaque,
            },
            M::HashCode => Value::Unknown,
            M::ToString => Value::Text(UNKNOWN_TEXT),
            _ => return self.pure(call),
        };
        Ok(Flow::Done(Some(value)))
    }

    fn unboxed(&self, call: Invocation) -> Taken<Value> {
        let Value::Boxed(class, bits) = call.receiver else { return Err(self.unmodelled(call)) };
        Ok(match self.class_name(class) {
            "java.lang.Boolean" => Value::Bool(bits != 0),
            "java.lang.Float" | "java.lang.Double" => Value::Float(bits as u64),
            _ => Value::Int(bits),
        })
    }

    /// Methods whose result depends on what never changes.
    fn pure(&mut self, call: Invocation) -> Taken<Flow> {
        let Invocation { receiver, args, name, class, .. } = call;
        let result = self.machine.program.method(call.method).result.clone();
        let done = |value: Value| Ok(Flow::Done(Some(value)));
        if let (
            Value::Boxed(..),
            "intValue" | "longValue" | "shortValue" | "byteValue" | "doubleValue" | "floatValue",
        ) = (receiver, name)
        {
            let value = self.unboxed(call)?;
            return done(result.map_or(value, |ty| convert(value, &ty)));
        }
        if let Some(value) = self.boxed_method(call) {
            return done(value);
        }
        match (class, name, args) {
            ("java.lang.Math" | "java.lang.Integer" | "java.lang.Long", _, [Value::Int(_), ..]) => {
                if let Some(value) = numbers(name, args, result.as_ref())? {
                    return done(value);
                }
            }
            ("java.util.Objects", "requireNonNull", [Value::Null, ..]) => {
                return Err(Stop::Throw("java.lang.NullPointerException"));
            }
            ("java.util.Objects", "requireNonNull", [value, ..]) => return done(*value),
            ("java.util.Objects", "equals", [left, right]) => {
                return done(match (*left, *right) {
                    (Value::Null, Value::Null) => Value::Bool(true),
                    (Value::Null, _) | (_, Value::Null) => Value::Bool(false),
                    (left, right) => self.is_equal(left, right).map_or(Value::Unknown, Value::Bool),
                });
            }
            ("java.util.Objects", "isNull", [value]) if *value != Value::Unknown => {
                return done(Value::Bool(*value == Value::Null));
            }
            ("java.util.Objects", "nonNull", [value]) if *value != Value::Unknown => {
                return done(Value::Bool(*value != Value::Null));
            }
            ("java.lang.Enum", "ordinal", []) => {
                return done(self.ordinal(receiver).map_or(Value::Unknown, Value::Int));
            }
            ("java.lang.String", _, _) => {
                if let Value::Text(text) = receiver
                    && let Some(value) = self.text_method(call, text)?
                {
                    return done(value);
                }
            }
            ("java.util.Collections" | "java.util.Arrays" | "java.util.List" | "java.util.Set", _, _)
            | ("java.util.Map" | "java.util.concurrent.ConcurrentHashMap", _, _) => {
                return self.collection_maker(call);
            }
            ("java.util.concurrent.Executors", _, _) if name.starts_with("new") => {
                let pool = "java.util.concurrent.ExecutorService";
                let is_serial =
                    name.starts_with("newSingle") || (name == "newFixedThreadPool" && *args == [Value::Int(1)]);
                return done(
                    self.allocate_named(pool, Native::Executor { is_shut_down: false, is_serial, last: None })?,
                );
            }
            (_, "getMessage", []) => {
                if let Some(Native::Thrown { message, .. }) = self.state.behind(receiver).map(|object| &object.native) {
                    return done(*message);
                }
            }
            (_, "getCause", []) => {
                if let Some(Native::Thrown { cause, .. }) = self.state.behind(receiver).map(|object| &object.native) {
                    return done(*cause);
                }
            }
            (_, _, _) => {}
        }
        self.of_type(call, result.as_ref())
    }

    /// `equals`, `compareTo` and `hashCode` of boxes of integers and booleans.
    fn boxed_method(&self, call: Invocation) -> Option<Value> {
        let Value::Boxed(class, own) = call.receiver else { return None };
        let name = self.class_name(class);
        if matches!(name, "java.lang.Float" | "java.lang.Double") {
            return None;
        }
        match (call.name, call.args) {
            ("equals", [other]) => match other {
                Value::Boxed(..) => Some(Value::Bool(call.receiver == *other)),
                Value::Unknown | Value::Opaque => None,
                _ => Some(Value::Bool(false)),
            },
            ("compareTo", [Value::Boxed(_, other)]) => {
                Some(Value::Int(i64::from(own > *other) - i64::from(own < *other)))
            }
            ("hashCode", []) if matches!(name, "java.lang.Integer" | "java.lang.Short" | "java.lang.Byte") => {
                Some(Value::Int(own))
            }
            (_, _) => None,
        }
    }

    /// A result of which nothing is known but its type, if it changes nothing and leads to nothing.
    fn of_type(&self, call: Invocation, result: Option<&Type>) -> Taken<Flow> {
        let Some(ty) = result else { return Ok(Flow::Done(None)) };
        let is_text = matches!(ty, Type::Class(class) if self.class_name(*class) == "java.lang.String");
        match call.kind {
            M::Fresh if is_text => Ok(Flow::Done(Some(Value::Text(UNKNOWN_TEXT)))),
            _ if !ty.is_reference() || is_text => Ok(Flow::Done(Some(Value::Unknown))),
            _ => Err(self.unmodelled(call)),
        }
    }

    fn text_method(&mut self, call: Invocation, text: u32) -> Taken<Option<Value>> {
        let Some(text) = self.machine.text_of(text) else { return Ok(None) };
        let length = text.chars().count() as i64;
        Ok(match (call.name, call.args) {
            ("length", []) => Some(Value::Int(length)),
            ("isEmpty", []) => Some(Value::Bool(text.is_empty())),
            ("toString" | "intern", []) => Some(call.receiver),
            ("charAt", [Value::Int(at)]) => match usize::try_from(*at).ok().and_then(|at| text.chars().nth(at)) {
                Some(found) => Some(Value::Int(i64::from(u32::from(found)))),
                None => return Err(Stop::Throw("java.lang.StringIndexOutOfBoundsException")),
            },
            ("compareTo", [Value::Text(other)]) => self.machine.text_of(*other).map(|other| {
                Value::Int(match text.cmp(&other) {
                    std::cmp::Ordering::Less => -1,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Greater => 1,
                })
            }),
            (_, _) => None,
        })
    }

    /// Nothing of the program changes.
    pub(super) fn output(&mut self, call: Invocation) -> Option<Value> {
        if call.name == "setDaemon"
            && let Value::Ref(at) = call.receiver
            && let Native::Thread { is_daemon, .. } = &mut self.object_mut(at).native
        {
            *is_daemon = call.arg(0) == Value::Bool(true);
        }
        let has_result = self.machine.program.method(call.method).result.is_some();
        has_result.then_some(call.receiver)
    }

    pub(super) fn input(&mut self, call: Invocation) -> Taken<Flow> {
        let done = |value: Value| Ok(Flow::Done(Some(value)));
        match (self.state.behind(call.receiver).map(|object| object.native.clone()), call.name) {
            (Some(Native::Thread { is_interrupted, .. }), "isInterrupted") => return done(Value::Bool(is_interrupted)),
            (Some(Native::Thread { tid, .. }), "isAlive") => {
                let status = &self.state.thread(usize::from(tid)).status;
                return done(Value::Bool(!matches!(status, Status::New | Status::Finished)));
            }
            (Some(Native::Executor { is_shut_down, .. }), "isShutdown") => return done(Value::Bool(is_shut_down)),
            (Some(Native::Permits(count)), "availablePermits") => return done(Value::Int(count)),
            (Some(Native::ReadWrite { readers, .. }), "getReadLockCount") => {
                return done(Value::Int(readers.iter().map(|(_, count)| i64::from(*count)).sum()));
            }
            (_, "interrupted") => {
                let me = self.me().object;
                if let Native::Thread { is_interrupted, .. } = &mut self.object_mut(me).native {
                    return done(Value::Bool(std::mem::take(is_interrupted)));
                }
            }
            (_, _) => {}
        }
        let result = self.machine.program.method(call.method).result.clone();
        match result {
            Some(ty) if ty.is_reference() => done(Value::Unknown),
            Some(_) => done(Value::Unknown),
            None => Ok(Flow::Done(None)),
        }
    }

    /// Whether a value is an array of this many elements.
    pub(super) fn array(&self, value: Value) -> Option<&[Value]> {
        let object = self.state.behind(value)?;
        matches!(object.shape, Shape::Array(_)).then_some(&object.values)
    }
}

/// What a box holds.
pub(super) fn bits(value: Value) -> i64 {
    match value {
        Value::Bool(value) => i64::from(value),
        Value::Int(value) => value,
        Value::Float(bits) => bits as i64,
        _ => 0,
    }
}

/// Methods of `Math`, `Integer` and `Long` on integers.
fn numbers(name: &str, args: &[Value], result: Option<&Type>) -> Taken<Option<Value>> {
    let ty = result.unwrap_or(&Type::Int);
    let number = |value: i64| Ok(Some(Value::Int(wrap(value, ty))));
    let exact = |value: Option<i64>| match value {
        Some(value) if wrap(value, ty) == value => Ok(Some(Value::Int(value))),
        _ => Err(Stop::Throw("java.lang.ArithmeticException")),
    };
    match (name, args) {
        ("abs", [Value::Int(a)]) => number(a.wrapping_abs()),
        ("max", [Value::Int(a), Value::Int(b)]) => number(*a.max(b)),
        ("min", [Value::Int(a), Value::Int(b)]) => number(*a.min(b)),
        ("sum", [Value::Int(a), Value::Int(b)]) => number(a.wrapping_add(*b)),
        ("signum", [Value::Int(a)]) => number(a.signum()),
        ("compare", [Value::Int(a), Value::Int(b)]) => number(i64::from(a > b) - i64::from(a < b)),
        ("hashCode", [Value::Int(a)]) if *ty == Type::Int && i64::from(*a as i32) == *a => number(*a),
        ("floorMod" | "floorDiv", [Value::Int(_), Value::Int(0)]) => Err(Stop::Throw("java.lang.ArithmeticException")),
        ("floorMod", [Value::Int(a), Value::Int(b)]) => number(a.wrapping_rem(*b).wrapping_add(*b).wrapping_rem(*b)),
        ("addExact", [Value::Int(a), Value::Int(b)]) => exact(a.checked_add(*b)),
        ("subtractExact", [Value::Int(a), Value::Int(b)]) => exact(a.checked_sub(*b)),
        ("multiplyExact", [Value::Int(a), Value::Int(b)]) => exact(a.checked_mul(*b)),
        ("toIntExact", [Value::Int(a)]) => exact(Some(*a)),
        ("incrementExact", [Value::Int(a)]) => exact(a.checked_add(1)),
        (_, _) => Ok(None),
    }
}
