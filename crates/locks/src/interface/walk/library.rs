//! What library methods do to the locks of a thread.

use crate::codes;
use crate::interface::ordering::meetings;
use crate::interface::ordering::objects::{Object, ObjectId, Set};
use crate::interface::ordering::order;
use crate::interface::ordering::turns::{self, TurnKind};
use crate::interface::terms::facts;
use crate::interface::terms::names::yielded;
use crate::interface::terms::term::{Level, Place, Symbol, SymbolKind, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::entries::lock_operation;
use crate::interface::walk::held::{Count, Held, Lock};
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use crate::interface::walk::trace::EventKind;
use concurrent::object::library::{LibraryClass, LibraryMethod};
use concurrent::object::{Call, ClassId, ClassOrigin, Edge, EdgeId, ExprKind, Instruction, MethodId, NodeId};
use source::Span;

const MAY_ASK_FOR_EVER: &str = "a thread that asks here again and again whether a lock is held keeps another one: whether it waits for a thread that needs that is not known";

impl Walk<'_, '_> {
    /// A call of a library method. The receiver and the arguments have been looked at.
    pub fn library_call(&mut self, id: EdgeId, edge: &Edge, call: &Call, method: MethodId, state: State) -> Outcomes {
        let concurrent::object::Body::Library(kind) = self.engine.program.method(method).body else {
            return Vec::new();
        };
        let receiver = call.receiver.as_ref().and_then(|receiver| self.eval(&state, receiver));
        let class = self.engine.program.method(method).class;
        let origin = self.engine.program.class(class).origin;
        let Operation { mut outcomes, is_interruptible } =
            self.operation(id, edge, call, (method, kind), origin, receiver, &state);
        if is_interruptible {
            let throws = &self.engine.program.method(method).throws;
            let thrown = throws.iter().filter(|thrown| !self.is_excluded(&state, call, method, **thrown)).copied();
            let thrown: Vec<ClassId> = thrown.collect();
            outcomes.extend(self.declared_exceptions(id, edge, &thrown, &state));
        }
        outcomes
    }

    /// The ways on which a method throws what it declares, with nothing changed.
    pub fn declared_exceptions(&mut self, id: EdgeId, edge: &Edge, thrown: &[ClassId], state: &State) -> Outcomes {
        let Some(unwind) = edge.unwind else { return Vec::new() };
        let program = self.engine.program;
        let mut outcomes = Vec::new();
        for thrown in thrown {
            if self.is_about_monitors(*thrown) {
                continue;
            }
            let mut state = state.clone();
            let name = crate::interface::terms::names::simple(&program.class(*thrown).name).to_string();
            self.throw(&mut state, id, SymbolKind::Of(*thrown), &name);
            outcomes.push((unwind, state));
        }
        outcomes
    }

    /// An IllegalMonitorStateException is what this engine is there to exclude.
    fn is_about_monitors(&self, class: ClassId) -> bool {
        &*self.engine.program.class(class).name == "java.lang.IllegalMonitorStateException"
    }

    #[allow(clippy::too_many_arguments)]
    fn operation(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        (method, kind): (MethodId, LibraryMethod),
        origin: ClassOrigin,
        receiver: Option<TermId>,
        state: &State,
    ) -> Operation {
        meetings::called(self, state, call, edge.span);
        let to = edge.to;
        let lock = receiver.map(|receiver| Lock::of_value(&self.engine.terms, receiver));
        match (kind, lock) {
            (LibraryMethod::Lock | LibraryMethod::LockInterruptibly, Some(lock)) => {
                Operation::plain(self.taken(id, state.clone(), lock, to))
            }
            (LibraryMethod::TryLock | LibraryMethod::TimedTryLock, Some(lock)) => {
                Operation::plain(self.tried(id, call, state.clone(), lock, to))
            }
            (LibraryMethod::Unlock, Some(lock)) => Operation::final_(self.release(id, state.clone(), &lock, to)),
            (LibraryMethod::ReadLock | LibraryMethod::WriteLock, _) => {
                let level = if kind == LibraryMethod::ReadLock { Level::Read } else { Level::Write };
                let value = receiver.map(|receiver| self.engine.terms.intern(Term::Side(level, receiver)));
                Operation::plain(self.with_result(id, call, state.clone(), value, to))
            }
            (LibraryMethod::GetClass, _) => {
                let value = self.class_object(call, receiver);
                Operation::plain(self.with_result(id, call, state.clone(), value, to))
            }
            (LibraryMethod::NewCondition, _) => {
                let value = receiver.map(|receiver| self.engine.terms.intern(Term::Condition(receiver)));
                Operation::plain(self.with_result(id, call, state.clone(), value, to))
            }
            (LibraryMethod::ConditionAwait, _) => self.on_condition(id, edge, call, receiver, TurnKind::Waits, state),
            (LibraryMethod::TimedConditionAwait, _) => {
                self.on_condition(id, edge, call, receiver, TurnKind::WaitsForAWhile, state)
            }
            (LibraryMethod::ConditionSignal | LibraryMethod::ConditionSignalAll, _) => {
                self.on_condition(id, edge, call, receiver, TurnKind::Signals, state)
            }
            (LibraryMethod::Wait, _) => self.on_monitor(id, edge, call, receiver, TurnKind::Waits, state),
            (LibraryMethod::TimedWait, _) => {
                let kind = self.kind_of_timed_wait(state, call);
                self.on_monitor(id, edge, call, receiver, kind, state)
            }
            (LibraryMethod::Notify | LibraryMethod::NotifyAll, _) => {
                self.on_monitor(id, edge, call, receiver, TurnKind::Signals, state)
            }
            (LibraryMethod::IsHeldByCurrentThread, Some(lock)) => {
                let lock = self.write_side_of(lock, origin);
                let value = self.holds(state, &lock);
                let value = value.map(|value| self.engine.terms.bool_(value));
                Operation::plain(self.with_result(id, call, state.clone(), value, to))
            }
            (LibraryMethod::IsLocked, Some(lock)) => {
                if self.may_ask_again(id, state) {
                    self.doubt_order(edge.span, MAY_ASK_FOR_EVER);
                }
                let lock = self.write_side_of(lock, origin);
                let value = self.holds(state, &lock).filter(|is_held| *is_held);
                let value = value.map(|value| self.engine.terms.bool_(value));
                Operation::plain(self.with_result(id, call, state.clone(), value, to))
            }
            (LibraryMethod::HoldsLock, _) => {
                let object = call.args.first().and_then(|object| self.eval(state, object));
                let value = match object {
                    Some(object) => self.holds(state, &Lock::Monitor(object)),
                    None => None,
                };
                let value = value.map(|value| self.engine.terms.bool_(value));
                Operation::plain(self.with_result(id, call, state.clone(), value, to))
            }
            _ if origin == ClassOrigin::Library(LibraryClass::Semaphore)
                && !matches!(kind, LibraryMethod::New | LibraryMethod::Input) =>
            {
                self.on_semaphore(id, edge, call, kind, receiver, state)
            }
            _ if origin == ClassOrigin::Library(LibraryClass::StampedLock) => {
                self.on_stamped(id, edge, call, kind, receiver, state)
            }
            (LibraryMethod::Halt, _) => {
                self.ends_program(state, edge.span);
                Operation::final_(Vec::new())
            }
            _ => {
                if matches!(kind, LibraryMethod::ThreadJoin | LibraryMethod::FutureGet | LibraryMethod::InvokeAll) {
                    self.waits_for_thread(state, call, kind, edge.span);
                }
                Operation::plain(self.other_library_call(id, edge, call, (method, kind), state.clone()))
            }
        }
    }

    /// `isWriteLockedByCurrentThread` of a read-write lock is about its write side.
    fn write_side_of(&self, lock: Lock, origin: ClassOrigin) -> Lock {
        match (&lock, origin) {
            (Lock::Plain(object), ClassOrigin::Library(LibraryClass::ReadWriteLock)) => {
                Lock::Side(*object, Level::Write)
            }
            _ => lock,
        }
    }

    /// Whether the thread holds a lock, if that is known.
    fn holds(&mut self, state: &State, lock: &Lock) -> Option<bool> {
        if self.is_own(state, lock) {
            return Some(true);
        }
        let may_be_another_name = !state.held.is_empty() || self.context.has_frame;
        if may_be_another_name || self.may_be_held_outside(lock) { None } else { Some(false) }
    }

    /// Whether code outside of the program may call with the lock held: it has to know it.
    fn may_be_held_outside(&mut self, lock: &Lock) -> bool {
        let Some(ids) = self.ids_of_term(lock.object()).filter(|_| self.context.is_entry) else {
            return self.context.is_entry;
        };
        let objects = &self.engine.objects;
        let is_own =
            |id: &ObjectId| matches!(objects.get(*id), Object::Made(..)) && !objects.is_lost(self.engine.program, *id);
        !ids.iter().all(is_own)
    }

    /// The state after a call with this result, or one of which nothing is known.
    pub fn with_result(
        &mut self,
        id: EdgeId,
        call: &Call,
        mut state: State,
        value: Option<TermId>,
        to: NodeId,
    ) -> Outcomes {
        if let Some(target) = call.target {
            let value = match value {
                Some(value) => value,
                None => self.define(&mut state, id, SymbolKind::Any),
            };
            state.set(target, value);
        }
        vec![(to, state)]
    }

    pub fn taken(&mut self, id: EdgeId, mut state: State, lock: Lock, to: NodeId) -> Outcomes {
        match self.acquire(&mut state, id, lock, None) {
            true => vec![(to, state)],
            false => Vec::new(),
        }
    }

    /// Takes a lock, waiting for it. False if the thread would wait for ever.
    ///
    /// o ∈ LAOp_k ⇒ s' = s ∪ {lock_k} ∧ c'(k) = c(k) + 1
    pub fn acquire(&mut self, state: &mut State, id: EdgeId, lock: Lock, stamp: Option<TermId>) -> bool {
        self.summary.uses_locks = true;
        let span = self.graph.edges[id.index()].span;
        if let Some(obstacle) = self.obstacle(state, &lock) {
            let (own, held) = (self.name(&lock), self.name(&obstacle));
            let message = match own == held {
                true => format!("{own} is not reentrant, and this thread holds it already: it waits for itself"),
                false => format!("this thread holds {held}, so that {own} is never given to it: it waits for itself"),
            };
            let taken = state.held.get(&obstacle).and_then(|held| held.taken);
            let labels = taken.into_iter().map(|span| (span, "taken here".to_string())).collect();
            self.violation_with(state, &codes::SELF_DEADLOCK, span, message, labels, None);
            self.is_about_counts();
            return false;
        }
        if self.is_kept_by_caller(state, &lock) {
            let name = self.name(&lock);
            let message =
                format!("{name} is held by the caller of a parallel stream, who waits for the threads that wait here");
            self.violation(state, &codes::SELF_DEADLOCK, span, message);
            return false;
        }
        let ids = self.ids_of(id, &lock);
        self.may_wait_for_itself(state, &lock, &ids, span);
        order::acquired(self, state, &lock, &ids, span);
        let name = self.name(&lock);
        self.note(state, id, EventKind::Takes(name));
        self.hold(state, lock, stamp, span, ids);
        true
    }

    /// The thread holds a lock once more.
    pub fn hold(&mut self, state: &mut State, lock: Lock, stamp: Option<TermId>, taken: Span, ids: Set) {
        let most = self.most();
        state.held.acquire(Held { lock, count: Count::ONCE, stamp, taken: Some(taken), ids }, most);
    }

    /// Two ways: with the lock and `true`, or without it and `false`.
    pub fn tried(&mut self, id: EdgeId, call: &Call, state: State, lock: Lock, to: NodeId) -> Outcomes {
        self.summary.uses_locks = true;
        let mut outcomes = Vec::new();
        if self.obstacle(&state, &lock).is_none() {
            let mut taken = state.clone();
            let name = self.name(&lock);
            self.note(&mut taken, id, EventKind::Takes(name));
            let span = self.graph.edges[id.index()].span;
            let ids = self.ids_of(id, &lock);
            if self.is_tried_for_ever(id, call, &state) {
                self.may_wait_for_itself(&state, &lock, &ids, span);
                order::acquired(self, &state, &lock, &ids, span);
            }
            self.hold(&mut taken, lock.clone(), None, span, ids);
            let yes = self.engine.terms.bool_(true);
            outcomes.extend(self.with_result(id, call, taken, Some(yes), to));
        }
        // Who holds a reentrant lock is never refused.
        if !(lock.is_reentrant() && state.held.is_held(&lock)) {
            let mut refused = state;
            let name = self.name(&lock);
            self.note(&mut refused, id, EventKind::Refused(name));
            let no = self.engine.terms.bool_(false);
            outcomes.extend(self.with_result(id, call, refused, Some(no), to));
        }
        outcomes
    }

    /// Gives a lock back.
    ///
    /// o ∈ LROp_k ⇒ lock_k ∈ s ∧ (c(k) = 1 ∧ s' = s \ {lock_k} ∨ c(k) > 1 ∧ s' = s) ∧ c'(k) = c(k) − 1
    pub fn release(&mut self, id: EdgeId, mut state: State, lock: &Lock, to: NodeId) -> Outcomes {
        self.summary.uses_locks = true;
        if !state.held.is_held(lock) {
            if state.held.get(lock).is_some() {
                // The callers may hold it more than once: they know.
                self.summary.needs_exact_counts = true;
                return Vec::new();
            }
            // The `unlock` of a `Lock` gives back for its callers.
            let operation = lock_operation(self.engine.program, self.engine.locks, self.method);
            if self.context.is_entry && operation == Some(LibraryMethod::Unlock) {
                return vec![(to, state)];
            }
            match self.may_be_held(&state, id, lock) {
                true => {
                    let message = "which of the locks that are held is released here is not known: the lock has no name; \
                                   keep it in a local variable";
                    self.doubt(self.graph.edges[id.index()].span, message);
                }
                false => self.not_held(&state, id, lock, "released"),
            }
            return Vec::new();
        }
        let name = self.name(lock);
        self.note(&mut state, id, EventKind::Releases(name));
        state.just_read.clear();
        let mut outcomes = Vec::new();
        for held in std::mem::take(&mut state.held).release(lock) {
            let count = held.get(lock).map(|held| held.count);
            self.summary.needs_exact_counts |= count.is_some_and(|count| count.is_based && count.delta.is_negative());
            outcomes.push((to, State { held, ..state.clone() }));
        }
        outcomes
    }

    /// Whether what a method has answered may be a lock that is held. Of a field that somebody may write, one who locks
    /// relies on nobody doing so in between.
    fn may_be_held(&mut self, state: &State, id: EdgeId, lock: &Lock) -> bool {
        let Term::Symbol(Symbol { place: Place::Edge(made), kind }) = self.engine.terms.get(lock.object()) else {
            return false;
        };
        let is_answer = matches!(self.graph.edges[made.index()].instruction, Instruction::Call(_));
        if !is_answer || matches!(kind, SymbolKind::Fresh(_)) {
            return false;
        }
        let ids = self.ids_of(id, lock);
        let named =
            state.held.iter().filter(|held| held.lock.with_object(lock.object()) == *lock).map(|held| &held.ids);
        let held = named.chain(state.held.nameless.iter().map(|held| &held.ids));
        held.into_iter().any(|held| turns::may_be_one(self.engine, held, &ids))
    }

    /// Something is done with a lock that only its holder may do.
    pub fn not_held(&mut self, state: &State, id: EdgeId, lock: &Lock, done: &str) {
        let message = format!("{} is {done} by a thread that does not hold it", self.name(lock));
        self.without_lock(state, id, message, None);
    }

    fn without_lock(&mut self, state: &State, id: EdgeId, message: String, help: Option<&'static str>) {
        let span = self.graph.edges[id.index()].span;
        let labels = state
            .held
            .iter()
            .filter(|held| held.count.is_held())
            .filter_map(|held| Some((held.taken?, format!("it holds {}, taken here", self.name(&held.lock)))))
            .collect();
        self.violation_with(state, &codes::NOT_HELD, span, message, labels, help);
        self.is_about_counts();
    }

    /// `wait(0)` waits until it is signalled: the time has to be known to be more than that.
    fn kind_of_timed_wait(&mut self, state: &State, call: &Call) -> TurnKind {
        let times: Vec<Option<TermId>> = call.args.iter().map(|time| self.eval(state, time)).collect();
        let is_some = |time: &TermId| facts::interval(&self.engine.terms, &state.facts, *time, 3).low > 0;
        match times.iter().flatten().any(is_some) {
            true => TurnKind::WaitsForAWhile,
            false => TurnKind::Waits,
        }
    }

    fn on_condition(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        receiver: Option<TermId>,
        kind: TurnKind,
        state: &State,
    ) -> Operation {
        self.summary.uses_locks = true;
        let lock = receiver.and_then(|receiver| match self.engine.terms.get(receiver) {
            Term::Condition(lock) => Some(*lock),
            _ => None,
        });
        let Some(lock) = lock else {
            self.doubt(edge.span, "it is not known which lock this condition belongs to");
            return Operation::plain(self.with_result(id, call, state.clone(), None, edge.to));
        };
        let lock = Lock::of_value(&self.engine.terms, lock);
        let (program, method) = (self.engine.program, self.method);
        let conditions = call.receiver.as_ref().map(|one| self.engine.objects.of_expr(program, method, one));
        self.while_held(id, edge, call, (lock, conditions), kind, state)
    }

    fn on_monitor(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        receiver: Option<TermId>,
        kind: TurnKind,
        state: &State,
    ) -> Operation {
        self.summary.uses_locks = true;
        match receiver {
            Some(object) => self.while_held(id, edge, call, (Lock::Monitor(object), None), kind, state),
            None => Operation::plain(self.with_result(id, call, state.clone(), None, edge.to)),
        }
    }

    /// Waiting gives the lock up and gets it back, all of it, before it returns or throws.
    fn while_held(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        (lock, conditions): (Lock, Option<Set>),
        kind: TurnKind,
        state: &State,
    ) -> Operation {
        let is_wait = kind != TurnKind::Signals;
        if !self.is_own(state, &lock) {
            self.turn_without_lock(state, id, call, (&lock, conditions.is_some()), is_wait);
            return Operation::final_(Vec::new());
        }
        let mut state = state.clone();
        turns::turn(self, &state, kind, &lock, conditions, edge.span);
        if is_wait {
            state.just_read.clear();
            order::waited(self, &state, &lock, edge.span);
            let name = self.name(&lock);
            self.note(&mut state, id, EventKind::Waits(name));
        }
        Operation::plain(self.with_result(id, call, state, None, edge.to))
    }
}

impl Walk<'_, '_> {
    /// A thread waits or signals without the lock that this needs.
    fn turn_without_lock(
        &mut self,
        state: &State,
        id: EdgeId,
        call: &Call,
        (lock, is_condition): (&Lock, bool),
        is_wait: bool,
    ) {
        let name = self.name(lock);
        if is_condition {
            let condition = self.receiver_name(call).unwrap_or_else(|| "the condition".to_string());
            let called = &self.engine.program.method(call.method).name;
            let message = format!("`{condition}.{called}()` is called without {name}, to which the condition belongs");
            return self.without_lock(state, id, message, None);
        }
        let done = if is_wait { "waited for" } else { "signalled" };
        let message = format!("{name} is {done} by a thread that does not hold it");
        let help = match (self.engine.terms.get(lock.object()), is_wait) {
            (Term::Condition(_), true) => Some("did you mean `await()`?"),
            (Term::Condition(_), false) => Some("did you mean `signal()`?"),
            _ => None,
        };
        self.without_lock(state, id, message, help);
    }

    /// What the text calls the object whose method is called.
    fn receiver_name(&self, call: &Call) -> Option<String> {
        let method = self.engine.program.method(self.method);
        let Some(ExprKind::Local(local)) = call.receiver.as_ref().map(|receiver| &receiver.kind) else { return None };
        if !method.local(*local).is_temporary {
            return Some(method.local(*local).name.to_string());
        }
        let read = self.graph.edges.iter().position(|edge| edge.instruction.target() == Some(*local))?;
        yielded(self.engine.program, method, EdgeId(read as u32))
    }
}

/// What comes of a library call.
pub struct Operation {
    pub outcomes: Outcomes,
    /// Whether it may also throw what it declares, with nothing changed.
    pub is_interruptible: bool,
}

impl Operation {
    pub fn plain(outcomes: Outcomes) -> Operation {
        Operation { outcomes, is_interruptible: true }
    }

    pub fn final_(outcomes: Outcomes) -> Operation {
        Operation { outcomes, is_interruptible: false }
    }
}
