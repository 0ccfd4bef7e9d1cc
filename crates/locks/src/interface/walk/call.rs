//! Calls: the callee's context in its own words, and its ways out in the words of the caller.

use crate::interface::ordering::meetings;
use crate::interface::ordering::objects::ObjectId;
use crate::interface::ordering::order;
use crate::interface::ordering::turns;
use crate::interface::terms::term::{Level, SymbolKind, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::binding::Binding;
use crate::interface::walk::context::{Acquired, Context, Doubt, Exit, ExitKind, Summary};
use crate::interface::walk::held::{Delta, Held, HeldLocks, Lock, Nameless};
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use crate::interface::walk::touches::is_followed;
use crate::interface::walk::trace::EventKind;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Call, CallKind, ClassId, Edge, EdgeId, LocalId, MethodId, MethodKind};
use source::Span;
use std::collections::BTreeSet;
use std::rc::Rc;

impl<'a> Walk<'_, 'a> {
    pub fn call(&mut self, id: EdgeId, edge: &'a Edge, call: &'a Call, mut state: State) -> Outcomes {
        let receiver = call.receiver.as_ref().and_then(|receiver| self.eval(&state, receiver));
        if let Some(receiver) = &call.receiver {
            let level = self.receiver_level(call);
            self.content_access(&mut state, receiver, level, edge);
            self.note_content(&state, receiver, None, level, edge.span);
        }
        for (index, value) in call.args.iter().enumerate() {
            let level = self.argument_level(call, index);
            self.content_access(&mut state, value, level, edge);
            if matches!(self.engine.program.method(call.method).body, Body::Library(_)) {
                self.note_made(&state, value, level, edge.span);
            }
        }
        let (targets, followed) = self.targets(id, call, receiver);
        self.run_by_others(&state, &followed, edge.span);
        let is_met = self.callee_needs(&mut state, call.method, receiver, edge.span);
        let mut outcomes = Vec::new();
        for target in &targets {
            let is_met = match *target == call.method {
                true => is_met,
                false => self.callee_needs(&mut state, *target, receiver, edge.span),
            };
            // A method that is called without what it needs is not to blame for what it does.
            outcomes.extend(match is_met {
                true => self.call_of(id, edge, call, *target, receiver, state.clone()),
                false => self.opaque_call(id, edge, call, state.clone()),
            });
        }
        if targets.is_empty() || !followed.is_empty() {
            outcomes.extend(self.opaque_call(id, edge, call, state));
        }
        outcomes
    }

    /// The methods that may run: one, if the class of the receiver is known. A lambda runs only where it is known to
    /// come from: elsewhere it has been handed over, and is an entry point of its own.
    /// The methods of such lambdas are the second part of the answer.
    fn targets(&mut self, id: EdgeId, call: &Call, receiver: Option<TermId>) -> (Vec<MethodId>, Vec<MethodId>) {
        if call.kind != CallKind::Virtual {
            return (call.targets.clone(), Vec::new());
        }
        let program = self.engine.program;
        if let Some(class) = receiver.and_then(|receiver| self.exact_class(receiver)) {
            let mut class = Some(class);
            while let Some(at) = class {
                let own = call.targets.iter().copied().find(|target| program.method(*target).class == at);
                if let Some(own) = own {
                    return (vec![own], Vec::new());
                }
                class = program.class(at).superclass;
            }
        }
        let is_followed = |target: &MethodId| is_followed(program, program.method(*target).class);
        let (followed, mut others): (Vec<MethodId>, Vec<MethodId>) =
            self.possible(id, call).iter().copied().partition(is_followed);
        // What a function that is not followed from here does with what it is given, its interface tells.
        if !followed.is_empty() {
            others = call.targets.iter().copied().filter(|target| !is_followed(target)).collect();
        }
        // Inside of a lambda or such a class, `this` is one of them.
        let is_this = receiver.is_some_and(|receiver| Some(receiver) == self.engine.terms.find_this(self.this_local()));
        match is_this {
            true => (call.targets.clone(), Vec::new()),
            false => (others, followed),
        }
    }

    /// The targets in classes that the receiver may be of, if it is known where it was made.
    fn possible(&mut self, id: EdgeId, call: &Call) -> Rc<[MethodId]> {
        if let Some(known) = self.engine.possible.get(&(self.method, id)) {
            return Rc::clone(known);
        }
        let found: Rc<[MethodId]> = self.narrowed(call).unwrap_or_else(|| call.targets.clone()).into();
        self.engine.possible.insert((self.method, id), Rc::clone(&found));
        found
    }

    fn narrowed(&mut self, call: &Call) -> Option<Vec<MethodId>> {
        let program = self.engine.program;
        let has = |class: ClassId, target: MethodId| program.is_subclass(class, program.method(target).class);
        let objects = &mut self.engine.objects;
        let ids = objects.of_expr(program, self.method, call.receiver.as_ref()?);
        // The side of a lock is known as the lock.
        let class_of = |id: &ObjectId| objects.class_of(*id).filter(|class| has(*class, call.method));
        let classes: BTreeSet<ClassId> = ids.iter().map(class_of).collect::<Option<_>>()?;
        if classes.is_empty() {
            return None;
        }
        let is_overridden = |class: ClassId, target: MethodId| {
            let below = |other: &&MethodId| **other != target && has(program.method(**other).class, target);
            call.targets.iter().filter(below).any(|other| has(class, *other))
        };
        let runs = |target: &MethodId| classes.iter().any(|of| has(*of, *target) && !is_overridden(*of, *target));
        Some(call.targets.iter().copied().filter(runs).collect())
    }

    /// Lambdas that were handed over may be run here: what they take is taken with the locks of this thread.
    pub fn run_by_others(&mut self, state: &State, followed: &[MethodId], span: Span) {
        for method in followed {
            meetings::runs(self, state, *method, span);
            if !self.engine.may_touch_locks(*method) && !self.engine.may_never_end(*method) {
                continue;
            }
            let ids = self.engine.objects.runs(*method);
            let level = Level::Write;
            let acquired = Acquired { lock: None, kind: None, ids, level, span, and_older: false, is_again: false };
            order::called(self, state, &acquired);
            turns::runs(self, state, *method, span);
        }
    }

    /// Whether objects of the class are followed from where they are made.
    pub fn is_followed(&self, class: ClassId) -> bool {
        is_followed(self.engine.program, class)
    }

    fn this_local(&self) -> Option<LocalId> {
        self.engine.program.method(self.method).this()
    }

    fn call_of(
        &mut self,
        id: EdgeId,
        edge: &'a Edge,
        call: &'a Call,
        target: MethodId,
        receiver: Option<TermId>,
        state: State,
    ) -> Outcomes {
        if self.engine.locks.effects.contains_key(&target) {
            return self.mode_operation(id, edge, call, target, receiver, state);
        }
        match &self.engine.program.method(target).body {
            Body::Library(kind) => {
                let mut state = state;
                self.kept_by_library(&state, call, target, edge.span);
                self.rows_are_copied(&mut state, call);
                if *kind == LibraryMethod::Clone {
                    self.copied_by_clone(call, edge.span);
                }
                self.run_back(id, &state, call, target);
                let mut outcomes = self.thrown_by_function(id, edge, call, target, &state);
                outcomes.extend(self.thrown_back(id, edge, call, target, &state));
                outcomes.extend(self.library_call(id, edge, call, target, state));
                outcomes
            }
            Body::Graph(_) => self.graph_call(id, edge, call, target, receiver, state),
            Body::Abstract => self.opaque_call(id, edge, call, state),
            Body::Native => self.unseen_call(id, edge, call, target, state),
            Body::Unsupported(gap) => {
                let name = concurrent::object::text::method_name(self.engine.program, target);
                let message = format!("`{name}` is called, which could not be read: {}", gap.message);
                self.doubt(edge.span, message);
                self.opaque_call(id, edge, call, state)
            }
        }
    }

    /// Code that is not seen: it leaves locks as it found them, and may throw.
    pub fn opaque_call(&mut self, id: EdgeId, edge: &Edge, call: &Call, mut state: State) -> Outcomes {
        for arg in &call.args {
            let value = self.eval(&state, arg);
            value.into_iter().for_each(|value| self.hand_over(&state, value));
        }
        let mut outcomes = match (edge.unwind, &self.engine.program.method(call.method).body) {
            (Some(_), Body::Native) => self.thrown_by_callee(id, edge, state.clone(), SymbolKind::NotNull),
            (Some(_), _) => self.thrown_by_unseen(id, edge, call.method, &state),
            (None, _) => Vec::new(),
        };
        let result = self.unseen_result(&mut state, id, call);
        outcomes.extend(self.with_result(id, call, state, result, edge.to));
        outcomes
    }

    fn graph_call(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        target: MethodId,
        receiver: Option<TermId>,
        state: State,
    ) -> Outcomes {
        let method = self.engine.program.method(target);
        let args: Vec<Option<TermId>> = call.args.iter().map(|arg| self.eval(&state, arg)).collect();
        let values: Vec<Option<TermId>> =
            if method.is_static { args } else { std::iter::once(receiver).chain(args).collect() };
        let kind = method.kind;
        let binding = self.binding(&state, target, values);
        let mut context = self.context_of(&state, target, &binding, false);
        let is_own = self.context.is_building && receiver.is_some() && receiver == self.this_term();
        context.is_building = if is_own { !state.is_published } else { kind == MethodKind::Constructor };
        let Some(summary) = self.summary_of(&state, target, &binding, context) else { return Vec::new() };
        let (context, summary) = summary;
        self.take_over(&state, &binding, (&context, &summary), edge);
        self.kept_by_caller(&state, &context, &summary, edge);
        self.asked_for_ever(id, call, &state, (&binding, &context), &summary.exits);
        let mut outcomes = Vec::new();
        for exit in &summary.exits {
            for (mut after, result) in self.after_exit(id, &state, &binding, &context, exit) {
                match exit.kind {
                    ExitKind::Returns => {
                        if kind == MethodKind::Constructor {
                            self.remember_fields(&mut after, target, &binding);
                        }
                        outcomes.extend(self.with_result(id, call, after, result, edge.to));
                    }
                    ExitKind::Throws(class) => {
                        let kind = class.map_or(SymbolKind::NotNull, SymbolKind::Of);
                        outcomes.extend(self.thrown_by_callee(id, edge, after, kind));
                    }
                }
            }
        }
        outcomes
    }

    /// An exception leaves a callee with this state.
    pub fn thrown_by_callee(&mut self, id: EdgeId, edge: &Edge, mut after: State, kind: SymbolKind) -> Outcomes {
        let Some(unwind) = edge.unwind else {
            self.doubt(edge.span, "what is called here may throw, and where that leads is not known");
            return Vec::new();
        };
        self.throw(&mut after, id, kind, "");
        vec![(unwind, after)]
    }

    /// What a constructor was given and has put into fields that never change.
    fn remember_fields(&self, state: &mut State, constructor: MethodId, binding: &Binding) {
        let Some(Some(object)) = binding.values.first() else { return };
        let is_symbol = matches!(self.engine.terms.get(*object), Term::Symbol(_));
        for (field, param) in self.engine.definitions.given_by(constructor) {
            let index = binding.params.iter().position(|other| other == param);
            let value = index.and_then(|index| binding.values[index]);
            if let (Some(value), true) = (value, is_symbol) {
                state.set_field(*object, *field, value);
            }
        }
    }

    fn this_term(&mut self) -> Option<TermId> {
        let this = self.engine.program.method(self.method).this()?;
        Some(self.engine.terms.intern(Term::Entry(this)))
    }

    /// What comes of the callee; with exact counts of the locks, if it releases what the callers have taken. None if
    /// this method is not told them either.
    pub fn summary_of(
        &mut self,
        state: &State,
        target: MethodId,
        binding: &Binding,
        context: Context,
    ) -> Option<(Context, Rc<Summary>)> {
        self.engine.calls.entry(self.method).or_default().insert(target);
        self.note_call(state, &context);
        let summary = self.engine.summary(&context);
        if !summary.needs_exact_counts {
            return Some((context, summary));
        }
        let Context { is_building, is_shared, is_parallel, contents, .. } = context;
        let exact =
            Context { is_building, is_shared, is_parallel, contents, ..self.context_of(state, target, binding, true) };
        if exact.held.iter().any(|(_, count, _)| count.is_based) {
            self.summary.needs_exact_counts = true;
            return None;
        }
        self.note_call(state, &exact);
        let summary = self.engine.summary(&exact);
        Some((exact, summary))
    }

    /// What the callee does that concerns the caller, too.
    pub fn take_over(
        &mut self,
        state: &State,
        binding: &Binding,
        (context, summary): (&Context, &Summary),
        edge: &Edge,
    ) {
        self.summary.uses_locks |= summary.uses_locks;
        if let Some(doubt) = summary.unknown.first() {
            let (message, is_internal) = (doubt.message.clone(), doubt.is_internal);
            self.add_doubt(Doubt { span: edge.span, message, is_of_callee: true, is_internal });
        }
        self.take_over_locks(state, binding, (context, summary), edge.span);
        turns::take_over(self, state, binding, summary);
        meetings::take_over(self, state, summary);
    }

    /// The locks that the callee takes, in the words of the caller as far as they have names there.
    fn take_over_locks(
        &mut self,
        state: &State,
        binding: &Binding,
        (context, summary): (&Context, &Summary),
        span: Span,
    ) {
        // Each is as much work as a step.
        self.engine.steps += summary.acquired.len();
        for acquired in &summary.acquired {
            let lock = match &acquired.lock {
                Some(lock) => self.lock_to_caller(state, binding, lock, None),
                None => None,
            };
            // Who was told that it is held has given it back first.
            let is_told = |own: &Lock| context.held.iter().any(|(told, ..)| told.object() == own.object());
            if let Some(lock) = lock.as_ref().filter(|_| !acquired.is_again)
                && !acquired.lock.as_ref().is_some_and(is_told)
                && self.obstacle(state, lock).is_some()
            {
                let name = self.name(lock);
                self.doubt(span, format!("{name} is held here, and what is called may wait for it"));
            }
            // A name of the caller's says more than what is known of all callers.
            let ids = lock.as_ref().and_then(|lock| self.ids_of_term(lock.object()));
            let ids = ids.unwrap_or_else(|| Rc::clone(&acquired.ids));
            order::called(self, state, &Acquired { lock, ids, ..acquired.clone() });
        }
    }

    /// The caller's states after one way out of the callee, and the result; none if the two do not fit together.
    pub fn after_exit(
        &mut self,
        id: EdgeId,
        state: &State,
        binding: &Binding,
        context: &Context,
        exit: &Exit,
    ) -> Vec<(State, Option<TermId>)> {
        let mut after = state.clone();
        if self.engine.may_touch_locks(context.method) {
            after.just_read.clear();
        }
        self.kept_by_callee(state, binding, context, exit, &mut after);
        let mut result = None;
        if let Some(inner) = exit.result {
            let outer = self.in_caller(state, binding, inner, None);
            let outer = match (outer, self.engine.terms.get(inner)) {
                (Some(outer), _) => outer,
                (None, Term::Symbol(symbol)) => {
                    let kind = match symbol.kind {
                        SymbolKind::Fresh(class) if !self.is_followed(class) => SymbolKind::Of(class),
                        kind => kind,
                    };
                    self.define(&mut after, id, kind)
                }
                (None, _) => self.define(&mut after, id, SymbolKind::Any),
            };
            self.returned_content(state, binding, context, exit, &mut after, outer);
            for (field, value) in &exit.captured {
                if let Some(value) = self.in_caller(state, binding, *value, None) {
                    after.set_field(outer, *field, value);
                }
            }
            result = Some((inner, outer));
        }
        for held in &exit.held {
            if context.held.iter().any(|(known, ..)| *known == held.lock) {
                continue;
            }
            let renamed = self.lock_to_caller(state, binding, &held.lock, result);
            let stamp = match (held.stamp, result) {
                (Some(stamp), Some((inner, outer))) if stamp == inner => Some(outer),
                (Some(_), _) => None,
                (None, _) => None,
            };
            let Some(taken) = held.taken else { continue };
            let most = self.most();
            match renamed {
                Some(lock) if stamp.is_some() || !matches!(lock, Lock::Stamped(..)) => {
                    after.held.acquire(Held { lock, stamp, ..held.clone() }, most);
                }
                _ => {
                    let (level, ids) = (order::level(&held.lock), Rc::clone(&held.ids));
                    after.held.add_nameless(Nameless { taken, kind: held.lock.kind(), level, ids, array: None });
                }
            }
        }
        after.held.is_deep |= exit.is_deep;
        for nameless in &exit.nameless {
            after.held.add_nameless(Nameless { array: None, ..nameless.clone() });
        }
        for fact in &exit.facts {
            if let Some(fact) = self.in_caller(state, binding, *fact, result)
                && !after.assume(&mut self.engine.terms, fact)
            {
                return Vec::new();
            }
        }
        let name = self.engine.program.method(context.method).name.to_string();
        if !exit.trace.is_empty() {
            self.note(&mut after, id, EventKind::Call { name, inner: exit.trace.clone() });
        }
        let counted = self.counts_after(state, binding, context, (exit, result), std::mem::take(&mut after.held));
        let result = result.map(|(_, outer)| outer);
        counted.into_iter().map(|held| (State { held, ..after.clone() }, result)).collect()
    }

    /// What the callee has done to the counts of the locks that it was told of. Of a lock whose exact count it was told,
    /// it answers the count; of others, by how much it has changed.
    fn counts_after(
        &mut self,
        state: &State,
        binding: &Binding,
        context: &Context,
        (exit, result): (&Exit, Option<(TermId, TermId)>),
        held: HeldLocks,
    ) -> Vec<HeldLocks> {
        let most = self.most();
        let mut all = vec![held];
        for (lock, before, stamp) in &context.held {
            let at_end = exit.held.iter().find(|held| held.lock == *lock);
            let delta = at_end.map_or(Delta::Exactly(0), |held| held.count.delta);
            let taken = at_end.and_then(|held| held.taken);
            let Some(lock) = self.lock_to_caller(state, binding, lock, None) else { continue };
            // Another stamp than the caller's is needed now.
            if let Some(new) = at_end.map(|held| held.stamp).filter(|new| new != stamp) {
                let outer = result.filter(|(inner, _)| new == Some(*inner)).map(|(_, outer)| outer);
                all.iter_mut().for_each(|held| held.set_stamp(&lock, outer));
            }
            all = match before.is_based {
                true => all.into_iter().flat_map(|held| held.change(&lock, delta, taken, most)).collect(),
                false => all.into_iter().map(|held| held.with_count(&lock, delta, taken)).collect(),
            };
            let is_short = |held: &HeldLocks| {
                held.get(&lock).is_some_and(|held| held.count.is_based && held.count.delta.is_negative())
            };
            self.summary.needs_exact_counts |= delta.is_negative() && all.iter().any(is_short);
        }
        all
    }
}
