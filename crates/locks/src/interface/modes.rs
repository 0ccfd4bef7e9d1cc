//! Methods with `acquires` or `releases`: they do what their clauses say.

use super::analysis::Walk;
use super::entries::contexts;
use super::needs::locks_of;
use super::state::State;
use super::step::Outcomes;
use super::term::{Level, TermId};
use concurrent::object::{Call, Edge, EdgeId, MethodId};

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
        self.locks_of_body(call, target, receiver, &state);
        let mut outcomes = self.declared_exceptions(id, edge, target, &state);
        let is_try = method.result == Some(concurrent::object::Type::Boolean);
        if is_try {
            let no = self.engine.terms.bool_(false);
            outcomes.extend(self.with_result(id, call, state.clone(), Some(no), edge.to));
        }
        if !self.may_wait_here(&state, target, receiver, edge.span) {
            return outcomes;
        }
        let mut state = state;
        let effects = self.engine.locks.effects.get(&target).map_or(&[][..], |effects| &effects[..]);
        for effect in effects {
            let engine = &mut *self.engine;
            let (terms, definitions) = (&mut engine.terms, &engine.definitions);
            let found = locks_of(terms, definitions, &|_| Vec::new(), &effect.lock, receiver, None, Level::Write);
            let Some(lock) = found.and_then(|locks| locks.into_iter().next()) else {
                self.doubt(edge.span, "the lock that this method takes or releases has no name that stays the same");
                continue;
            };
            if effect.is_acquire {
                if !self.acquire(&mut state, id, lock, None) {
                    return outcomes;
                }
            } else {
                match self.release(id, state, &lock, edge.to).pop() {
                    Some((_, released)) => state = released,
                    None => return outcomes,
                }
            }
        }
        let yes = is_try.then(|| self.engine.terms.bool_(true));
        outcomes.extend(self.with_result(id, call, state, yes, edge.to));
        outcomes
    }

    /// Its body takes locks of its own, such as the monitor of the lock.
    fn locks_of_body(&mut self, call: &Call, target: MethodId, receiver: Option<TermId>, state: &State) {
        let method = self.engine.program.method(target);
        if method.graph().is_none() {
            return;
        }
        let args: Vec<Option<TermId>> = call.args.iter().map(|arg| self.eval(state, arg)).collect();
        let values = if method.is_static { args } else { std::iter::once(receiver).chain(args).collect() };
        let binding = self.binding(state, target, values);
        for context in contexts(self.engine, target) {
            let summary = self.engine.summary(&context);
            self.take_over_locks(state, &binding, &summary);
        }
    }
}
