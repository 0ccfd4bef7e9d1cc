//! Methods with `acquires` or `releases`: they do what their clauses say.

use crate::codes;
use crate::interface::obligations::needs::locks_of;
use crate::interface::obligations::reentry::Reentry;
use crate::interface::terms::term::{Level, SymbolKind, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::ExitKind;
use crate::interface::walk::held::Lock;
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use crate::spec::LockKind;
use concurrent::object::{Call, ClassId, Edge, EdgeId, MethodId};
use source::Span;

/// How a body ends, in the words of the caller.
#[derive(Default)]
struct Ends {
    /// The classes of what it throws, none for any class.
    thrown: Vec<Option<ClassId>>,
    /// What it returns, if that is one value with a name.
    result: Option<TermId>,
}

impl Walk<'_, '_> {
    pub fn mode_operation(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        target: MethodId,
        receiver: Option<TermId>,
        state: State,
    ) -> Outcomes {
        self.summary.uses_locks = true;
        let method = self.engine.program.method(target);
        let effects = self.effects(target, receiver, edge.span);
        let is_possible = effects.iter().all(|(lock, is_acquire)| match is_acquire {
            true => self.obstacle(&state, lock).is_none(),
            false => state.held.is_held(lock),
        });
        // A method that is called without what it needs is not to blame for what it does.
        let ends = match is_possible {
            true => self.body(call, target, receiver, &state, edge),
            false => Some(Ends::default()),
        };
        let Some(Ends { thrown, result }) = ends else { return Vec::new() };
        let mut outcomes = self.declared_exceptions(id, edge, &self.engine.program.method(target).throws, &state);
        outcomes.extend(self.other_exceptions(id, edge, target, &thrown, &state));
        let is_try = method.result == Some(concurrent::object::Type::Boolean);
        if is_try {
            let no = self.engine.terms.bool_(false);
            outcomes.extend(self.with_result(id, call, state.clone(), Some(no), edge.to));
        }
        if !self.may_wait_here(&state, target, receiver, edge.span) {
            return outcomes;
        }
        let mut states = vec![state];
        for (lock, is_acquire) in effects {
            let is_read = self.is_read_as_machine(target, &lock);
            let mut next = Vec::new();
            for mut state in states {
                if is_acquire && !is_read && self.waits_for_itself(&state, &lock, target, is_try, edge.span) {
                    continue;
                }
                if is_acquire {
                    let is_taken = self.acquire(&mut state, id, lock.clone(), None);
                    next.extend(is_taken.then_some(state));
                } else {
                    next.extend(self.release(id, state, &lock, edge.to).into_iter().map(|(_, released)| released));
                }
            }
            states = next;
        }
        let result = if is_try { Some(self.engine.terms.bool_(true)) } else { result };
        for state in states {
            outcomes.extend(self.with_result(id, call, state, result, edge.to));
        }
        outcomes
    }

    /// What a method throws that it does not declare: then, as its clauses say, the locks are as they were.
    fn other_exceptions(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        target: MethodId,
        thrown: &[Option<ClassId>],
        state: &State,
    ) -> Outcomes {
        let Some(unwind) = edge.unwind else { return Vec::new() };
        let program = self.engine.program;
        let is_declared = |class: ClassId| {
            let declared = &program.method(target).throws;
            declared.iter().any(|above| program.is_subclass(class, *above))
        };
        let mut outcomes = Vec::new();
        for class in thrown.iter().filter(|class| !class.is_some_and(is_declared)) {
            let mut state = state.clone();
            self.throw(&mut state, id, class.map_or(SymbolKind::NotNull, SymbolKind::Of), "");
            outcomes.push((unwind, state));
        }
        outcomes
    }

    /// What the clauses of a method say that it takes and releases.
    fn effects(&mut self, target: MethodId, receiver: Option<TermId>, span: Span) -> Vec<(Lock, bool)> {
        let mut found = Vec::new();
        for effect in self.engine.locks.effects.get(&target).map_or(&[][..], |effects| &effects[..]) {
            let engine = &mut *self.engine;
            let (terms, definitions) = (&mut engine.terms, &engine.definitions);
            let locks = locks_of(terms, definitions, &|_| Vec::new(), &effect.lock, receiver, None, Level::Write);
            match locks.and_then(|locks| locks.into_iter().next()) {
                Some(lock) => found.push((lock, effect.is_acquire)),
                None => self.doubt(span, "the lock that this method takes or releases has no name that stays the same"),
            }
        }
        found
    }

    fn is_read_as_machine(&mut self, target: MethodId, lock: &Lock) -> bool {
        let Lock::Mode(_, mode) = lock else { return false };
        let effects = self.engine.locks.effects.get(&target).map_or(&[][..], |effects| &effects[..]);
        let own = effects.iter().find(|effect| effect.lock.mode.as_ref() == Some(mode)).map(|effect| effect.lock.kind);
        matches!(own, Some(LockKind::Own(class)) if self.engine.reentry(class).is_read())
    }

    /// What its body does besides concerns the caller as with any other method. No answer if the caller is to be looked
    /// at with exact counts.
    fn body(
        &mut self,
        call: &Call,
        target: MethodId,
        receiver: Option<TermId>,
        state: &State,
        edge: &Edge,
    ) -> Option<Ends> {
        let method = self.engine.program.method(target);
        if method.graph().is_none() {
            return Some(Ends { thrown: vec![None], result: None });
        }
        let args: Vec<Option<TermId>> = call.args.iter().map(|arg| self.eval(state, arg)).collect();
        let values = if method.is_static { args } else { std::iter::once(receiver).chain(args).collect() };
        let binding = self.binding(state, target, values);
        let context = self.context_of(state, target, &binding, false);
        let (context, summary) = self.summary_of(state, target, &binding, context)?;
        self.take_over(state, &binding, (&context, &summary), edge);
        self.kept_by_caller(state, &context, &summary, edge);
        let mut thrown = Vec::new();
        let mut results = Vec::new();
        for exit in &summary.exits {
            match exit.kind {
                ExitKind::Throws(class) if !thrown.contains(&class) => thrown.push(class),
                ExitKind::Throws(_) => {}
                ExitKind::Returns => {
                    results.push(exit.result.and_then(|result| self.in_caller(state, &binding, result, None)));
                }
            }
        }
        let result = results.first().copied().flatten().filter(|first| results.iter().all(|r| *r == Some(*first)));
        Some(Ends { thrown, result })
    }

    /// Whether the thread has the mode already and the operation does not let it in again.
    fn waits_for_itself(&mut self, state: &State, lock: &Lock, target: MethodId, is_try: bool, span: Span) -> bool {
        let Lock::Mode(object, _) = lock else { return false };
        let is_same = |walk: &mut Self, other: &Lock| {
            other.with_object(*object) == *lock && (other == lock || walk.is_one_lock(other.object(), *object))
        };
        let held =
            state.held.iter().filter(|held| held.count.is_held()).find(|held| is_same(self, &held.lock)).cloned();
        let (Some(held), Some(reentry)) = (held, self.engine.reentries.get(&target).copied()) else { return false };
        let name = self.name(lock);
        match reentry {
            Reentry::WaitsForItself if !is_try => {
                let message = format!("{name} is not reentrant, and this thread holds it already: it waits for itself");
                let labels = held.taken.into_iter().map(|span| (span, "taken here".to_string())).collect();
                self.violation_with(state, &codes::SELF_DEADLOCK, span, message, labels, None);
                self.is_about_counts();
                true
            }
            // Who tries does not wait; but what the first release leaves is not known.
            Reentry::WaitsForItself | Reentry::Unknown => {
                self.doubt(span, format!("whether {name} may be entered again by who holds it is not known"));
                false
            }
        }
    }
}
