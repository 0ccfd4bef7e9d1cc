//! What calls of library methods do to what is known.

use crate::content::facts::{Facts, Kind};
use crate::content::live::used;
use crate::content::record::What;
use crate::content::state::{Level, Mode, Origin, State, Step, Term, Value};
use crate::content::walk::Walker;
use crate::plan::flat::{Flat, FlatEdge};
use crate::text::effect::{Effect, effect};
use crate::text::footprint::written_arrays;
use concurrent::object::library::{Callback, LibraryMethod, Sharing};
use concurrent::object::{Call, Class, Expr, LocalId, Method, Type};
use std::collections::BTreeSet;

/// A call with the values that it is given.
struct Given<'c> {
    at: usize,
    edge: &'c FlatEdge,
    call: &'c Call,
    method: LibraryMethod,
    receiver: Option<Value>,
    args: Vec<Value>,
}

impl Walker<'_> {
    pub fn library(&mut self, at: usize, edge: &FlatEdge, call: &Call, method: LibraryMethod, state: &mut State) {
        use LibraryMethod as M;
        let receiver = call.receiver.as_ref().map(|receiver| self.value(receiver, state));
        let args = call.args.iter().map(|arg| self.value(arg, state)).collect();
        let given = Given { at, edge, call, method, receiver, args };
        let lock = given.receiver.as_ref().and_then(|receiver| receiver.term.as_ref()).and_then(side);
        let value = match method {
            M::Lock | M::LockInterruptibly => {
                if let Some(lock) = lock {
                    state.take(lock);
                }
                Value::default()
            }
            M::TryLock | M::TimedTryLock => Value { tried: lock, ..Value::default() },
            M::Unlock => {
                state.release(lock);
                Value::default()
            }
            M::ReadLock | M::WriteLock => {
                let step = if method == M::ReadLock { Step::ReadSide } else { Step::WriteSide };
                let term = given.receiver.as_ref().and_then(|receiver| receiver.term.as_ref());
                Value { term: term.and_then(|term| term.then(step)), ..Value::default() }
            }
            _ if matches!(effect(method), Effect::Wait | Effect::Await | Effect::Join) => {
                state.interrupt(None);
                Value::default()
            }
            _ if effect(method) == Effect::Atomic => self.atomic(&given, state),
            M::New => self.construct(&given, state),
            _ => self.other(&given, state),
        };
        self.assign(call.target, value, edge.from, state);
    }

    fn implied(given: &Given) -> BTreeSet<usize> {
        given.receiver.iter().chain(&given.args).flat_map(|value| value.implied.iter().copied()).collect()
    }

    fn marks(given: &Given, state: &State) -> BTreeSet<usize> {
        given.receiver.iter().chain(&given.args).flat_map(|value| state.marks(value)).collect()
    }

    /// A cell: `get` looks, `compareAndSet` and `incrementAndGet` are one step, what else sets it depends on what was read.
    fn atomic(&mut self, given: &Given, state: &mut State) -> Value {
        use LibraryMethod as M;
        let Given { at, edge, call, method, receiver, args } = given;
        let Some(receiver) = receiver else { return Value::default() };
        let cell = self.cell(receiver, false, Kind::Safe, state);
        let mut marks = Self::marks(given, state);
        let mut value = Value::default();
        let passed = args.iter().zip(&call.args);
        match method {
            M::AtomicGet => {
                self.read_variable(*at, cell, edge.span, state);
                marks.insert(*at);
                value.origins = state.inner(receiver);
                value.copies = Some(BTreeSet::from([*at]));
            }
            M::CompareAndSet | M::WeakCompareAndSet => {
                let (expected, new) = (args.iter().nth_back(1), args.last());
                self.swap_variable(cell, expected, new, (*at, edge), state);
                marks.insert(*at);
                let places = state.homes_within(receiver);
                for (arg, expr) in passed.filter(|(_, expr)| expr.ty.is_reference()) {
                    let kinds = self.stored_kind(arg, &expr.ty);
                    places.iter().for_each(|place| self.record.kind_of_elements(place.field, kinds.clone()));
                    self.store(arg, &places, state);
                    value.swapped.extend(&arg.sites);
                }
                if call.target.is_none() {
                    state.publish(value.swapped.iter().copied());
                }
            }
            _ => {
                self.update(cell, marks.clone(), &Self::implied(given), edge, state);
                for (arg, expr) in passed {
                    self.store_element(receiver, arg, &expr.ty, state);
                }
                value.origins = state.inner(receiver);
            }
        }
        Value { marks, implied: Self::implied(given), ..value }
    }

    /// A new object of the library takes over what its arguments hold, and the arguments themselves.
    fn construct(&mut self, given: &Given, state: &mut State) -> Value {
        let Some(receiver) = &given.receiver else { return Value::default() };
        for (arg, expr) in given.args.iter().zip(&given.call.args) {
            self.look(arg, expr, given, state);
            let inner = state.inner(arg);
            for site in &receiver.sites {
                state.objects.entry(*site).or_default().inner.extend(inner.iter().cloned());
            }
            self.hold(&receiver.sites, !receiver.origins.is_empty(), arg, state);
        }
        Value::default()
    }

    /// An argument is looked at, or changed.
    fn look(&mut self, arg: &Value, expr: &Expr, given: &Given, state: &mut State) {
        use LibraryMethod as M;
        let kind = self.facts.kind(&expr.ty);
        if !matches!(kind, Kind::Unsafe | Kind::Depends) {
            return;
        }
        let model = self.facts.java.method(given.call.method);
        let written = written_arrays(self.facts.java, given.call, given.method);
        let is_array = written.iter().any(|(written, _)| std::ptr::eq(*written, expr));
        let is_changed = given.receiver.is_none() && matches!(given.method, M::Write | M::CallbackWrite);
        let what = if iterates(self.facts.java.class(model.class), model) { What::Iterated } else { What::Content };
        self.access(arg, what, is_array || is_changed, kind, given.edge.span, state);
    }

    fn other(&mut self, given: &Given, state: &mut State) -> Value {
        use LibraryMethod as M;
        let Given { at, edge, call, method, receiver, args } = given;
        let model = self.facts.java.method(call.method);
        let is_safe = model.sharing.contains(&Sharing::SafeResult);
        let is_wrapper = model.sharing.contains(&Sharing::Wrapper) && !is_safe;
        if is_safe && model.sharing.contains(&Sharing::Wrapper) {
            self.wrap(given, state);
        }
        let mut marks = Self::marks(given, state);
        let mut copies = match (method, receiver.iter().chain(args).next()) {
            (M::Box | M::Unbox, Some(value)) => value.copies.clone(),
            _ => None,
        };
        let looks = matches!(method, M::Read | M::CallbackRead | M::Equals | M::HashCode | M::ToString);
        let changes = matches!(method, M::Write | M::CallbackWrite | M::BlockingPut | M::BlockingTake);
        if let (Some(value), Some(expr)) = (receiver, &call.receiver) {
            let kind = self.facts.library_kind(&expr.ty);
            let moves_on = self.facts.is_cursor(&expr.ty) && args.is_empty() && model.result.is_some();
            if looks || changes {
                let what = match self.facts.is_cursor(&expr.ty) || is_cursor_made(self.facts, model) {
                    true => What::Iterated,
                    false => What::Content,
                };
                self.access(value, what, changes && !moves_on, kind, edge.span, state);
                let is_unit = model.sharing.contains(&Sharing::OneStep) || *method == M::CallbackWrite;
                let collection = self.cell(value, true, kind, state).filter(|_| kind != Kind::Unsafe);
                if *method == M::Read {
                    self.read_variable(*at, collection, edge.span, state);
                    marks.insert(*at);
                    copies = Some(BTreeSet::from([*at]));
                } else if is_unit {
                    let (expected, new) = compared(model, args);
                    self.swap_variable(collection, expected, new, (*at, edge), state);
                    marks.insert(*at);
                } else if *method == M::Write {
                    self.update(collection, marks.clone(), &Self::implied(given), edge, state);
                    let is_unseen = call.target.is_none_or(|target| !is_looked_at(self.flat, target));
                    let made = self.record.updates.last_mut().filter(|update| update.span == edge.span);
                    if let Some(update) = made.filter(|_| is_unseen && empties(&model.name)) {
                        update.discards = true;
                    }
                }
            }
        }
        for (arg, expr) in args.iter().zip(&call.args) {
            if !is_wrapper {
                self.look(arg, expr, given, state);
            }
            if matches!(method, M::Execute | M::Submit | M::InvokeAll | M::CallbackLater) {
                self.leave(arg, edge.span, state);
            }
            match receiver {
                Some(receiver) if changes => self.store_element(receiver, arg, &expr.ty, state),
                _ if matches!(effect(*method), Effect::None) => {}
                _ => state.publish(arg.sites.iter().copied()),
            }
        }
        if !matches!(effect(*method), Effect::None | Effect::Publish) {
            state.publish(receiver.iter().flat_map(|receiver| receiver.sites.iter().copied()).collect::<Vec<_>>());
        }
        Value { marks, implied: Self::implied(given), copies, ..self.result(given, is_wrapper, state) }
    }

    /// The arguments are used by threads that have the wrapper, wherever else they are stored.
    fn wrap(&mut self, given: &Given, state: &mut State) {
        for (arg, expr) in given.args.iter().zip(&given.call.args) {
            if matches!(self.facts.kind(&expr.ty), Kind::Unsafe | Kind::Depends) {
                self.use_wrapped(&state.homes(arg), given.edge.span);
                for site in &arg.sites {
                    state.objects.entry(*site).or_default().wrapped.insert(given.edge.span);
                }
            }
        }
    }

    /// What a call returns: an element of the receiver, a view of it or of the arguments, or something new.
    fn result(&mut self, given: &Given, is_wrapper: bool, state: &mut State) -> Value {
        let Given { at, call, receiver, args, .. } = given;
        let model = self.facts.java.method(call.method);
        let (Some(target), Some(ty)) = (call.target, model.result.as_ref().filter(|ty| ty.is_reference())) else {
            return Value::default();
        };
        let view = |value: &Value, state: &State| -> Value {
            let origins = state.origins(value);
            let origins = origins.into_iter().map(|origin| Origin { is_view: true, ..origin }).collect();
            Value { origins, sites: value.sites.clone(), ..Value::default() }
        };
        if let (Some(value), Some(expr)) = (receiver, &call.receiver) {
            if self.facts.is_thread_local(&expr.ty) {
                return Value::default();
            }
            let is_view = matches!(ty, Type::Class(class)
                if matches!(self.facts.class_kind(*class), Kind::Unsafe | Kind::Depends));
            return match is_view {
                true => view(value, state),
                false => Value { origins: state.inner(value), ..Value::default() },
            };
        }
        if is_wrapper {
            let mut found = Value::default();
            for value in args.iter().map(|arg| view(arg, state)) {
                found.origins.extend(value.origins);
                found.sites.extend(value.sites);
            }
            return found;
        }
        let made = self.fresh(*at, target, state);
        for arg in args {
            let mut inner = state.inner(arg);
            inner.extend(state.homes(arg).into_iter().map(|origin| Origin { level: Level::Inside, ..origin }));
            for site in &made.sites {
                state.objects.entry(*site).or_default().inner.extend(inner.iter().cloned());
            }
            self.hold(&made.sites, false, arg, state);
        }
        made
    }
}

/// Whether a method takes out what is there.
fn empties(name: &str) -> bool {
    let is_first_or_last = |name: &str| matches!(name, "" | "First" | "Last");
    let is_taken = ["remove", "poll"].iter().any(|word| name.strip_prefix(word).is_some_and(is_first_or_last));
    is_taken || matches!(name, "pop" | "clear" | "reset")
}

fn is_looked_at(flat: &Flat, local: LocalId) -> bool {
    let mut is_used = flat.result == Some(local);
    flat.edges.iter().for_each(|edge| used(&edge.op, &mut |other| is_used |= other == local));
    is_used
}

fn is_cursor_made(facts: &Facts, model: &Method) -> bool {
    model.result.as_ref().is_some_and(|ty| facts.is_cursor(ty))
}

/// Whether a method iterates over its arguments. These ask for an array instead, which is one call.
fn iterates(class: &Class, model: &Method) -> bool {
    let copies = ["ArrayList", "LinkedList", "Vector", "PriorityQueue", "concurrent.CopyOnWriteArrayList"];
    let name = class.name.strip_prefix("java.util.").unwrap_or_default();
    match &*model.name {
        "<init>" | "addAll" => !copies.contains(&name),
        "copyOf" => name != "List",
        "join" | "putAll" | "containsAll" | "removeAll" | "retainAll" | "max" | "min" | "frequency" | "disjoint" => {
            true
        }
        _ => false,
    }
}

/// Of a method that looks and changes in one step, after the key: what it compares with, if it does, and what it stores.
fn compared<'v>(model: &Method, args: &'v [Value]) -> (Option<&'v Value>, Option<&'v Value>) {
    let is_compared = model.sharing.contains(&Sharing::OneStep) && model.callbacks.contains(&Callback::Equality);
    match (is_compared, args) {
        (true, [_, expected, rest @ ..]) => (Some(expected), rest.first()),
        (_, [_, new, ..]) => (None, Some(new)),
        (_, [new]) => (None, Some(new)),
        (_, []) => (None, None),
    }
}

/// The lock that a term is, or a side of which it is.
fn side(term: &Term) -> Option<(Term, Mode)> {
    let mut lock = term.clone();
    match term.path.last() {
        Some(Step::ReadSide) => {
            lock.path.pop();
            Some((lock, Mode::Shared))
        }
        Some(Step::WriteSide) => {
            lock.path.pop();
            Some((lock, Mode::Exclusive))
        }
        Some(Step::Field(_)) | None => Some((lock, Mode::Exclusive)),
    }
}
