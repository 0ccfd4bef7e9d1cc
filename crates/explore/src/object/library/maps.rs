//! Maps, and methods that make collections or work on arrays.

use super::super::calls::Flow;
use super::super::machine::default;
use super::super::run::{Run, Stop, Taken};
use super::super::state::{After, ComputeKind, Native, Ref, Shape, Thread, Value};
use super::super::step::MAX_LENGTH;
use super::Invocation;
use super::collections::is_reader;
use concurrent::object::Type;

fn done(value: Value) -> Taken<Flow> {
    Ok(Flow::Done(Some(value)))
}

fn nothing() -> Taken<Flow> {
    Ok(Flow::Done(None))
}

impl Run<'_, '_> {
    pub fn find_key(&self, map: Ref, key: Value) -> Taken<Option<usize>> {
        let Native::Map { entries } = &self.object(map).native else { return Ok(None) };
        let keys: Vec<Value> = entries.iter().map(|(key, _)| *key).collect();
        self.position(&keys, key)
    }

    pub(super) fn map_method(&mut self, call: Invocation, at: Ref, mut entries: Vec<(Value, Value)>) -> Taken<Flow> {
        // A concurrent map computes a value while nobody else changes it.
        let computes = |thread: &Thread| {
            thread.frames.iter().any(|frame| matches!(frame.after, After::Compute { map, .. } if map == at))
        };
        let others = self.state.threads.iter().enumerate().filter(|(tid, _)| *tid != self.tid);
        let is_concurrent = self.class_of_receiver(call) == Some("java.util.concurrent.ConcurrentHashMap");
        if is_concurrent && !is_reader(call.name) && others.into_iter().any(|(_, thread)| computes(thread)) {
            return Err(Stop::Blocked);
        }
        let is_strict = matches!(call.class, "java.util.concurrent.ConcurrentHashMap" | "java.util.Hashtable");
        if is_strict && call.args.contains(&Value::Null) {
            return Err(Stop::Throw("java.lang.NullPointerException"));
        }
        let found = match call.args.first() {
            Some(key) => self
                .find_key(at, *key)
                .or_else(|stop| if call.name == "containsValue" { Ok(None) } else { Err(stop) })?,
            None => None,
        };
        let value = found.map_or(Value::Null, |at| entries[at].1);
        let result = match (call.name, call.args) {
            ("size", []) => return done(Value::Int(entries.len() as i64)),
            ("isEmpty", []) => return done(Value::Bool(entries.is_empty())),
            ("containsKey", [_]) => return done(Value::Bool(found.is_some())),
            ("get", [_]) => return done(value),
            ("getOrDefault", [_, otherwise]) => return done(if found.is_some() { value } else { *otherwise }),
            ("put", [key, new]) => {
                match found {
                    Some(at) => entries[at].1 = *new,
                    None => entries.push((*key, *new)),
                }
                done(value)
            }
            ("putIfAbsent", [key, new]) => {
                match found {
                    Some(at) if entries[at].1 == Value::Null => entries[at].1 = *new,
                    Some(_) => {}
                    None => entries.push((*key, *new)),
                }
                done(value)
            }
            ("replace", [_, new]) => {
                if let Some(at) = found {
                    entries[at].1 = *new;
                }
                done(value)
            }
            ("remove", [_]) => {
                if let Some(at) = found {
                    entries.remove(at);
                }
                done(value)
            }
            ("clear", []) => {
                entries.clear();
                nothing()
            }
            ("computeIfAbsent", [_, _]) if value != Value::Null => return done(value),
            ("computeIfAbsent", [key, function]) => {
                let after = After::Compute { map: at, key: *key, kind: ComputeKind::Absent };
                self.call_function(self.tid, *function, &[*key], after)?;
                return Ok(Flow::Pending);
            }
            ("computeIfPresent", [_, _]) if value == Value::Null => return done(Value::Null),
            ("compute" | "computeIfPresent", [key, function]) => {
                let after = After::Compute { map: at, key: *key, kind: ComputeKind::Always };
                self.call_function(self.tid, *function, &[*key, value], after)?;
                return Ok(Flow::Pending);
            }
            ("merge", [key, new, function]) if value != Value::Null => {
                let after = After::Compute { map: at, key: *key, kind: ComputeKind::Always };
                self.call_function(self.tid, *function, &[value, *new], after)?;
                return Ok(Flow::Pending);
            }
            ("merge", [key, new, _]) => {
                entries.push((*key, *new));
                done(*new)
            }
            ("forEach", [Value::Ref(function)]) => {
                let rest = entries.iter().map(|(key, value)| vec![*key, *value]).collect();
                return self.start_each(*function, rest);
            }
            ("keySet" | "values" | "entrySet", []) => return self.view(call, &entries),
            (_, _) => return Err(self.unmodelled(call)),
        };
        self.object_mut(at).native = Native::Map { entries };
        result
    }

    /// Keys, values or entries, as they are now. A view that is used later would show later changes, so it is fixed.
    fn view(&mut self, call: Invocation, entries: &[(Value, Value)]) -> Taken<Flow> {
        let mut items = Vec::new();
        for (key, value) in entries {
            items.push(match call.name {
                "keySet" => *key,
                "values" => *value,
                _ => self.allocate_named("java.util.Map.Entry", Native::Entry { key: *key, value: *value })?,
            });
        }
        let class = if call.name == "values" { "java.util.Collection" } else { "java.util.Set" };
        let of = match call.receiver {
            Value::Ref(at) if self.is_unsafe(at) => Some(at),
            _ => None,
        };
        let view = Native::List { items, capacity: None, is_set: false, is_fixed: true, of };
        done(self.allocate_named(class, view)?)
    }

    /// `Collections.synchronizedList`, `List.of`, `Arrays.copyOf` and their kin.
    pub(super) fn collection_maker(&mut self, call: Invocation) -> Taken<Flow> {
        let fixed = |items: Vec<Value>| Native::List { items, capacity: None, is_set: false, is_fixed: true, of: None };
        match (call.name, call.args) {
            ("synchronizedList", [Value::Ref(at)]) => self.synchronized("java.util.List", *at),
            ("synchronizedMap", [Value::Ref(at)]) => self.synchronized("java.util.Map", *at),
            ("synchronizedSet", [Value::Ref(at)]) => self.synchronized("java.util.Set", *at),
            ("synchronizedCollection", [Value::Ref(at)]) => self.synchronized("java.util.Collection", *at),
            ("emptyList" | "emptySet", []) => done(self.allocate_named("java.util.List", fixed(Vec::new()))?),
            ("singletonList" | "singleton", [value]) => {
                done(self.allocate_named("java.util.List", fixed(vec![*value]))?)
            }
            ("of" | "asList" | "copyOf", [Value::Ref(other)]) if call.class != "java.util.Map" => {
                let Some(items) = self.items_of(*other) else { return Err(self.unmodelled(call)) };
                done(self.allocate_named("java.util.List", fixed(items))?)
            }
            ("newKeySet", []) => {
                let set = Native::List { items: Vec::new(), capacity: None, is_set: true, is_fixed: false, of: None };
                done(self.allocate_named("java.util.Set", set)?)
            }
            ("copyOf", [Value::Ref(at), Value::Int(length)]) => {
                let Ok(length) = usize::try_from(*length) else {
                    return Err(Stop::Throw("java.lang.NegativeArraySizeException"));
                };
                if length > MAX_LENGTH {
                    return Err(self.gap(format!("an array with more than {MAX_LENGTH} elements")));
                }
                let Shape::Array(ty) = self.object(*at).shape.clone() else { return Err(self.unmodelled(call)) };
                let mut values = self.object(*at).values.clone();
                values.resize(length, default(&ty));
                done(self.allocate_array(&ty, values))
            }
            (_, _) => Err(self.unmodelled(call)),
        }
    }

    fn synchronized(&mut self, class: &str, inner: Ref) -> Taken<Flow> {
        done(self.allocate_named(class, Native::Synchronized(inner))?)
    }

    /// Static methods that work on their arguments.
    pub(super) fn static_method(&mut self, call: Invocation) -> Taken<Flow> {
        match (call.class, call.name, call.args) {
            (
                "java.lang.System",
                "arraycopy",
                [from, Value::Int(start), to, Value::Int(target), Value::Int(length)],
            ) => self.copy_elements(call, *from, *start, *to, (*target, *length)),
            ("java.util.Arrays", "fill", [Value::Ref(at), value]) => {
                self.stored_in(*at, &[*value]);
                self.object_mut(*at).values.iter_mut().for_each(|slot| *slot = *value);
                nothing()
            }
            (_, _, _) => Err(self.unmodelled(call)),
        }
    }

    fn copy_elements(
        &mut self,
        call: Invocation,
        from: Value,
        start: i64,
        to: Value,
        (target, length): (i64, i64),
    ) -> Taken<Flow> {
        if from == Value::Null || to == Value::Null {
            return Err(Stop::Throw("java.lang.NullPointerException"));
        }
        let (Value::Ref(source), Value::Ref(dest)) = (from, to) else { return Err(self.unmodelled(call)) };
        let (Shape::Array(source_ty), Shape::Array(dest_ty)) = (&self.object(source).shape, &self.object(dest).shape)
        else {
            return Err(self.unmodelled(call));
        };
        if !self.machine.is_subtype(source_ty, dest_ty) && *source_ty != Type::Null {
            return Err(self.unmodelled(call));
        }
        let fits = |at: i64, len: usize| at >= 0 && length >= 0 && at + length <= len as i64;
        if !fits(start, self.object(source).values.len()) || !fits(target, self.object(dest).values.len()) {
            return Err(Stop::Throw("java.lang.IndexOutOfBoundsException"));
        }
        let moved = self.object(source).values[start as usize..(start + length) as usize].to_vec();
        self.stored_in(dest, &moved);
        self.object_mut(dest).values[target as usize..(target + length) as usize].copy_from_slice(&moved);
        nothing()
    }
}
