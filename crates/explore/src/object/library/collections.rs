//! Lists, sets and queues: each method is one step.

use super::super::calls::Flow;
use super::super::machine::UNKNOWN_TEXT;
use super::super::run::{Run, Stop, Taken};
use super::super::state::{After, Native, Ref, Value};
use super::super::step::MAX_LENGTH;
use super::Invocation;
use super::overlap::is_writer;

const OUT_OF_BOUNDS: Stop = Stop::Throw("java.lang.IndexOutOfBoundsException");
const NO_ELEMENT: Stop = Stop::Throw("java.util.NoSuchElementException");

/// What a new object of the class is; unmodelled if the class is not known here.
pub fn initial(class: &str) -> Native {
    let list = |is_set: bool| Native::List { items: Vec::new(), capacity: None, is_set, is_fixed: false, of: None };
    match class.rsplit('.').next().unwrap_or(class) {
        "ArrayList" | "LinkedList" | "ArrayDeque" | "Vector" | "Stack" | "CopyOnWriteArrayList" => list(false),
        "ConcurrentLinkedQueue" | "ConcurrentLinkedDeque" => list(false),
        "LinkedBlockingQueue" | "ArrayBlockingQueue" | "LinkedBlockingDeque" => list(false),
        "HashSet" | "LinkedHashSet" | "CopyOnWriteArraySet" => list(true),
        "HashMap" | "LinkedHashMap" | "ConcurrentHashMap" | "Hashtable" | "WeakHashMap" | "IdentityHashMap" => {
            Native::Map { entries: Vec::new() }
        }
        "StringBuilder" | "StringBuffer" => Native::Builder(UNKNOWN_TEXT),
        "Random" => Native::None,
        // A class of the program brings the state itself; what it inherits is not modelled.
        "AbstractCollection" | "AbstractList" | "AbstractSet" | "AbstractQueue" | "AbstractMap" | "Dictionary" => {
            Native::None
        }
        _ => Native::Unmodelled,
    }
}

fn done(value: Value) -> Taken<Flow> {
    Ok(Flow::Done(Some(value)))
}

fn nothing() -> Taken<Flow> {
    Ok(Flow::Done(None))
}

impl Run<'_, '_> {
    pub(super) fn construct_collection(&mut self, call: Invocation, at: Ref) -> Taken<Option<Value>> {
        let is_bounded = call.class.ends_with("BlockingQueue") || call.class.ends_with("BlockingDeque");
        let new = match (call.args, self.object(at).native.clone()) {
            ([], native) => native,
            ([Value::Int(size), ..], _) if *size < 0 => return Err(Stop::Throw("java.lang.IllegalArgumentException")),
            ([Value::Int(size), ..], Native::List { items, is_set, is_fixed, .. }) if is_bounded => {
                Native::List { items, capacity: u32::try_from(*size).ok(), is_set, is_fixed, of: None }
            }
            ([Value::Int(_), ..], native) => native,
            ([Value::Ref(other)], Native::List { capacity, is_set, is_fixed, .. }) => {
                let Some(items) = self.items_of(*other) else { return Err(self.unmodelled(call)) };
                let items = if is_set { self.without_doubles(&items)? } else { items };
                Native::List { items, capacity, is_set, is_fixed, of: None }
            }
            ([Value::Ref(other)], Native::Map { .. }) => match &self.object(*other).native {
                Native::Map { entries } => Native::Map { entries: entries.clone() },
                _ => return Err(self.unmodelled(call)),
            },
            (_, _) => return Err(self.unmodelled(call)),
        };
        self.object_mut(at).native = new;
        Ok(None)
    }

    /// What a collection or array holds.
    pub(super) fn items_of(&self, at: Ref) -> Option<Vec<Value>> {
        match &self.object(at).native {
            Native::List { items, .. } => Some(items.clone()),
            Native::Synchronized(inner) => self.items_of(*inner),
            _ => self.array(Value::Ref(at)).map(<[Value]>::to_vec),
        }
    }

    fn without_doubles(&self, items: &[Value]) -> Taken<Vec<Value>> {
        let mut found = Vec::new();
        for item in items {
            if self.position(&found, *item)?.is_none() {
                found.push(*item);
            }
        }
        Ok(found)
    }

    pub(super) fn position(&self, items: &[Value], wanted: Value) -> Taken<Option<usize>> {
        for (at, item) in items.iter().enumerate() {
            match self.is_equal(wanted, *item) {
                Some(true) => return Ok(Some(at)),
                Some(false) => {}
                None => return Err(self.gap("a comparison of objects that is not modelled")),
            }
        }
        Ok(None)
    }

    pub(super) fn collection_method(&mut self, call: Invocation) -> Taken<Flow> {
        if call.receiver == Value::Null {
            return self.static_method(call);
        }
        let Value::Ref(at) = call.receiver else { return Err(self.unmodelled(call)) };
        match self.object(at).native.clone() {
            Native::List { items, capacity, is_set, is_fixed, of } => {
                if let Some(map) = of {
                    self.check_view(call, map, items.len())?;
                } else if is_fixed && is_writer(call.kind) && call.name != "set" {
                    return Err(Stop::Throw("java.lang.UnsupportedOperationException"));
                }
                let mut list = items;
                let flow = self.list_method(call, at, &mut list, capacity, is_set)?;
                if let Native::List { items, .. } = &self.object(at).native
                    && *items != list
                {
                    if list.len() > MAX_LENGTH {
                        return Err(self.gap(format!("a collection with more than {MAX_LENGTH} elements")));
                    }
                    self.object_mut(at).native = Native::List { items: list, capacity, is_set, is_fixed, of };
                }
                Ok(flow)
            }
            Native::Synchronized(inner) => self.through_wrapper(call, inner),
            Native::Map { entries } => self.map_method(call, at, entries),
            Native::Entry { key, value } => match call.name {
                "getKey" => done(key),
                "getValue" => done(value),
                _ => Err(self.unmodelled(call)),
            },
            Native::Iterator { items, next, of } => self.iterator_method(call, at, (&items, next, of)),
            Native::Builder(text) => self.builder_method(call, at, text),
            Native::PerThread(values) => self.per_thread(call, at, values),
            Native::Cell(_) => self.adder(call, at),
            Native::None => self.random(call),
            _ => Err(self.unmodelled(call)),
        }
    }

    fn list_method(
        &mut self,
        call: Invocation,
        at: Ref,
        items: &mut Vec<Value>,
        capacity: Option<u32>,
        is_set: bool,
    ) -> Taken<Flow> {
        let is_full = capacity.is_some_and(|most| items.len() >= most as usize);
        if call.args.iter().any(|arg| matches!(arg, Value::Unknown)) {
            return Err(self.gap("a collection and a value that is not modelled"));
        }
        let index = |value: &Value, most: usize| match value {
            Value::Int(index) if *index >= 0 && (*index as usize) < most => Ok(*index as usize),
            _ => Err(OUT_OF_BOUNDS),
        };
        let is_stack = self.class_of_receiver(call).is_some_and(|name| name.ends_with("Stack"));
        match (call.name, call.args) {
            ("size" | "length", []) => done(Value::Int(items.len() as i64)),
            ("isEmpty" | "empty", []) => done(Value::Bool(items.is_empty())),
            ("remainingCapacity", []) => {
                done(capacity.map_or(Value::Unknown, |most| Value::Int(i64::from(most) - items.len() as i64)))
            }
            ("contains", [value]) => done(Value::Bool(self.position(items, *value)?.is_some())),
            ("indexOf", [value]) => {
                let found = self.position(items, *value)?;
                done(Value::Int(found.map_or(-1, |at| at as i64)))
            }
            ("get" | "elementAt", [value]) => done(items[index(value, items.len())?]),
            ("set", [value, new]) => {
                let at = index(value, items.len())?;
                done(std::mem::replace(&mut items[at], *new))
            }
            ("add" | "addElement", [value]) if is_set => {
                let is_new = self.position(items, *value)?.is_none();
                if is_new {
                    items.push(*value);
                }
                done(Value::Bool(is_new))
            }
            ("put" | "putLast", [_]) if is_full => Err(Stop::Blocked),
            ("add" | "addLast" | "addFirst", [_]) if is_full => Err(Stop::Throw("java.lang.IllegalStateException")),
            ("offer" | "offerLast" | "offerFirst", [_, ..]) if is_full => done(Value::Bool(false)),
            ("push", [value]) if is_stack => {
                items.push(*value);
                done(*value)
            }
            ("add" | "offer" | "offerLast", [value]) => {
                items.push(*value);
                done(Value::Bool(true))
            }
            ("offer", [value, _, _]) => {
                items.push(*value);
                done(Value::Bool(true))
            }
            ("addElement" | "addLast" | "put" | "putLast", [value]) => {
                items.push(*value);
                nothing()
            }
            ("addFirst" | "push" | "putFirst", [value]) => {
                items.insert(0, *value);
                nothing()
            }
            ("offerFirst", [value]) => {
                items.insert(0, *value);
                done(Value::Bool(true))
            }
            ("add", [at @ Value::Int(_), value]) => {
                let at = index(at, items.len() + 1)?;
                items.insert(at, *value);
                nothing()
            }
            ("addAll", [Value::Ref(other)]) => {
                let Some(more) = self.items_of(*other) else { return Err(self.unmodelled(call)) };
                let before = items.len();
                items.extend(more);
                if is_set {
                    *items = self.without_doubles(items)?;
                }
                done(Value::Bool(items.len() > before))
            }
            ("clear" | "removeAllElements", []) => {
                items.clear();
                nothing()
            }
            ("remove", [Value::Int(_)]) => {
                let at = index(&call.args[0], items.len())?;
                done(items.remove(at))
            }
            ("remove" | "removeElement" | "removeFirstOccurrence", [value]) => {
                let found = self.position(items, *value)?;
                if let Some(at) = found {
                    items.remove(at);
                }
                done(Value::Bool(found.is_some()))
            }
            ("pop" | "peek", []) if is_stack => match items.last().copied() {
                None => Err(Stop::Throw("java.util.EmptyStackException")),
                Some(last) => {
                    if call.name == "pop" {
                        items.pop();
                    }
                    done(last)
                }
            },
            ("poll" | "pollFirst", _) if items.is_empty() => done(Value::Null),
            ("pollLast", _) if items.is_empty() => done(Value::Null),
            ("take" | "takeFirst" | "takeLast", []) if items.is_empty() => Err(Stop::Blocked),
            ("remove" | "removeFirst" | "removeLast" | "pop", []) if items.is_empty() => Err(NO_ELEMENT),
            ("poll" | "pollFirst", _) | ("take" | "takeFirst" | "remove" | "removeFirst" | "pop", []) => {
                done(items.remove(0))
            }
            ("pollLast" | "takeLast" | "removeLast", _) => done(items.pop().unwrap_or(Value::Null)),
            ("peek" | "peekFirst", []) => done(items.first().copied().unwrap_or(Value::Null)),
            ("peekLast", []) => done(items.last().copied().unwrap_or(Value::Null)),
            ("element" | "getFirst" | "firstElement", []) => items.first().copied().map_or(Err(NO_ELEMENT), done),
            ("getLast" | "lastElement", []) => items.last().copied().map_or(Err(NO_ELEMENT), done),
            ("iterator" | "elements", []) => {
                let collection = match self.object(at).native {
                    Native::List { of: Some(map), .. } => map,
                    _ => at,
                };
                let of = self.is_unsafe(collection).then_some(collection);
                let iterator = Native::Iterator { items: items.clone(), next: 0, of };
                done(self.allocate_named("java.util.Iterator", iterator)?)
            }
            ("toArray", []) => {
                let object = self.machine.class_named("java.lang.Object");
                let ty = object.map_or(concurrent::object::Type::Null, concurrent::object::Type::Class);
                done(self.allocate_array(&ty, items.clone()))
            }
            ("forEach", [Value::Ref(function)]) => {
                let rest = items.iter().map(|item| vec![*item]).collect();
                self.start_each(*function, rest)
            }
            (_, _) => Err(self.unmodelled(call)),
        }
    }

    /// Calls a function with each of these; the call in progress goes on when it has returned for the last time.
    pub(super) fn start_each(&mut self, function: Ref, mut rest: Vec<Vec<Value>>) -> Taken<Flow> {
        if rest.is_empty() {
            return nothing();
        }
        let args = rest.remove(0);
        self.call_function(self.tid, Value::Ref(function), &args, After::Each { function, rest })?;
        Ok(Flow::Pending)
    }

    pub(super) fn class_of_receiver(&self, call: Invocation) -> Option<&str> {
        self.machine.class_of(&self.state, call.receiver).map(|class| self.class_name(class))
    }

    /// A view shows the map as it is now, and was read when it was made.
    fn check_view(&self, call: Invocation, map: Ref, size: usize) -> Taken<()> {
        match &self.object(map).native {
            Native::Map { entries } if entries.len() == size && !is_writer(call.kind) => Ok(()),
            _ => Err(self.gap("a view of a map that changes")),
        }
    }

    /// A call of a synchronized wrapper. Views of what is behind it lock the wrapper, too, which is not modelled: they are
    /// copies.
    fn through_wrapper(&mut self, call: Invocation, inner: Ref) -> Taken<Flow> {
        self.stored_in(inner, call.args);
        let flow = self.collection_method(Invocation { receiver: Value::Ref(inner), ..call })?;
        if let Flow::Done(Some(Value::Ref(view))) = flow
            && matches!(self.object(view).native, Native::List { of: Some(map), .. } if map == inner)
            && let Native::List { of, .. } = &mut self.object_mut(view).native
        {
            *of = None;
        }
        Ok(flow)
    }

    /// Whether the collection has got or lost elements since the iterator was made. None if that is not known, because
    /// elements may have been replaced, or if the iterator may go on all the same.
    fn is_modified(&self, items: &[Value], of: Option<Ref>) -> Option<bool> {
        let is_deque = of.and_then(|of| self.machine.class_of(&self.state, Value::Ref(of)));
        let is_deque = is_deque.is_some_and(|class| self.class_name(class) == "java.util.ArrayDeque");
        match of.map(|of| &self.object(of).native) {
            Some(Native::List { items: now, .. }) if now == items => Some(false),
            Some(Native::List { items: now, .. }) if now.len() == items.len() => None,
            Some(Native::List { .. }) => (!is_deque).then_some(true),
            Some(Native::Map { entries }) => Some(entries.len() != items.len()),
            _ => Some(false),
        }
    }

    fn iterator_method(
        &mut self,
        call: Invocation,
        at: Ref,
        (items, next, of): (&[Value], u32, Option<Ref>),
    ) -> Taken<Flow> {
        let changed = || self.gap("an iterator over a collection that was changed");
        match call.name {
            "hasNext" | "hasMoreElements" => match self.is_modified(items, of) {
                Some(false) => done(Value::Bool((next as usize) < items.len())),
                _ => Err(changed()),
            },
            "next" | "nextElement" if self.is_modified(items, of) != Some(false) => match self.is_modified(items, of) {
                Some(_) => Err(Stop::Throw("java.util.ConcurrentModificationException")),
                None => Err(changed()),
            },
            "next" | "nextElement" => match items.get(next as usize) {
                None => Err(NO_ELEMENT),
                Some(item) => {
                    let item = *item;
                    self.object_mut(at).native = Native::Iterator { items: items.to_vec(), next: next + 1, of };
                    done(item)
                }
            },
            _ => Err(self.unmodelled(call)),
        }
    }

    fn builder_method(&mut self, call: Invocation, at: Ref, text: u32) -> Taken<Flow> {
        match (call.name, call.args) {
            ("append", [value]) => {
                let ty = self.params(call.method).first().cloned().unwrap_or(concurrent::object::Type::Null);
                let new = self.machine.text_of(text).zip(self.machine.shown(*value, &ty));
                let new = match new.map(|(text, more)| self.machine.text(&(text + &more))) {
                    Some(Value::Text(new)) => new,
                    _ => UNKNOWN_TEXT,
                };
                self.object_mut(at).native = Native::Builder(new);
                done(call.receiver)
            }
            ("toString", []) => done(Value::Text(text)),
            ("length", []) => {
                done(self.machine.text_of(text).map_or(Value::Unknown, |text| Value::Int(text.chars().count() as i64)))
            }
            (_, _) => Err(self.unmodelled(call)),
        }
    }

    fn per_thread(&mut self, call: Invocation, at: Ref, mut values: Vec<(u8, Value)>) -> Taken<Flow> {
        let tid = self.tid();
        let own = values.iter().position(|(owner, _)| *owner == tid);
        match (call.name, call.args) {
            ("get", []) => done(own.map_or(Value::Null, |own| values[own].1)),
            ("set", [value]) => {
                match own {
                    Some(own) => values[own].1 = *value,
                    None => values.push((tid, *value)),
                }
                values.sort_unstable_by_key(|(owner, _)| *owner);
                self.object_mut(at).native = Native::PerThread(values);
                nothing()
            }
            (_, _) => Err(self.unmodelled(call)),
        }
    }

    /// `LongAdder`.
    fn adder(&mut self, call: Invocation, at: Ref) -> Taken<Flow> {
        let Native::Cell(Value::Int(old)) = self.object(at).native else { return Err(self.unmodelled(call)) };
        let new = match (call.name, call.args) {
            ("increment", []) => old.wrapping_add(1),
            ("decrement", []) => old.wrapping_sub(1),
            ("add", [Value::Int(delta)]) => old.wrapping_add(*delta),
            ("sum" | "longValue" | "intValue", []) => return done(Value::Int(old)),
            ("reset", []) => 0,
            (_, _) => return Err(self.unmodelled(call)),
        };
        self.object_mut(at).native = Native::Cell(Value::Int(new));
        nothing()
    }

    /// Of a random number every value is tried, if there are few.
    fn random(&mut self, call: Invocation) -> Taken<Flow> {
        if self.class_of_receiver(call) != Some("java.util.Random") {
            return Err(self.unmodelled(call));
        }
        match (call.name, call.args) {
            ("nextInt", [Value::Int(bound @ 1..=4)]) => {
                let chosen = self.choose(*bound as usize);
                done(Value::Int(chosen as i64))
            }
            ("nextBoolean", []) => {
                let chosen = self.choose(2);
                done(Value::Bool(chosen == 1))
            }
            ("setSeed", _) => nothing(),
            (_, _) => done(Value::Unknown),
        }
    }
}

/// Whether a method changes neither which elements there are nor their order.
pub(super) fn is_reader(name: &str) -> bool {
    let of_lists = ["size", "isEmpty", "contains", "indexOf", "get", "iterator", "toArray", "forEach", "set"];
    let of_maps = ["containsKey", "getOrDefault", "keySet", "values", "entrySet"];
    of_lists.contains(&name) || of_maps.contains(&name)
}
