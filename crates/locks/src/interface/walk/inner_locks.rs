//! Locks that objects of the library take of themselves while one of their methods runs, see `objects::self_locking`.

use crate::interface::ordering::objects::Set;
use crate::interface::ordering::order;
use crate::interface::terms::term::Level;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::Acquired;
use crate::interface::walk::held::{Count, Held, Lock, Nameless};
use crate::interface::walk::state::State;
use concurrent::object::{Call, EdgeId, Instruction};
use source::Span;
use std::rc::Rc;

impl Walk<'_, '_> {
    /// A method of the library waits for the lock of its object.
    pub fn own_lock_of_library(&mut self, id: EdgeId, state: &State) {
        let edge = &self.graph.edges[id.index()];
        let Instruction::Call(call) = &edge.instruction else { return };
        let Some(receiver) = &call.receiver else { return };
        for ids in self.own_locks(call, false) {
            let is_monitor = self.is_own_monitor(call, &ids);
            let lock = self.eval(state, receiver).filter(|_| is_monitor).map(Lock::Monitor);
            let level = Level::Write;
            let acquired = Acquired { lock, ids, level, span: edge.span, and_older: false, is_again: false };
            order::called(self, state, &acquired);
        }
    }

    /// The state in which a method of the library runs the functions that it is given: with the lock of its object held.
    pub fn inside_of_library(&mut self, state: &State, call: &Call, span: Span) -> State {
        let mut inside = state.clone();
        for ids in self.own_locks(call, true) {
            let receiver = call.receiver.as_ref().filter(|_| self.is_own_monitor(call, &ids));
            match receiver.and_then(|receiver| self.eval(state, receiver)) {
                Some(object) => {
                    let (lock, most) = (Lock::Monitor(object), self.most());
                    let held = Held { lock, count: Count::ONCE, stamp: None, taken: Some(span), ids };
                    inside.held.acquire(held, most);
                }
                None => inside.held.add_nameless(Nameless { taken: span, level: Level::Write, ids, array: None }),
            }
        }
        inside
    }

    /// The locks of the receiver that a call takes, or with which it runs functions: its monitor, and others.
    fn own_locks(&mut self, call: &Call, is_running: bool) -> Vec<Set> {
        let program = self.engine.program;
        let method = program.method(call.method);
        let is_known = !self.engine.self_locking.is_empty() && !program.class(method.class).is_from_source();
        let Some(receiver) = call.receiver.as_ref().filter(|_| is_known) else { return Vec::new() };
        let all = self.engine.objects.of_expr(program, self.method, receiver);
        let (mut monitors, mut others) = (Vec::new(), Vec::new());
        for id in all.iter().filter(|id| self.engine.self_locking.contains(id)) {
            let objects = &mut self.engine.objects;
            let lock = match is_running {
                true => objects.held_by(program, *id, &method.name),
                false => objects.taken_by(program, *id, &method.name),
            };
            match lock {
                Some(lock) if lock == *id => monitors.push(lock),
                Some(lock) => others.push(lock),
                None => {}
            }
        }
        let sets = [monitors, others].into_iter().filter(|set| !set.is_empty());
        sets.map(|set| -> Set { Rc::from(set) }).collect()
    }

    fn is_own_monitor(&mut self, call: &Call, ids: &Set) -> bool {
        let Some(receiver) = &call.receiver else { return false };
        let all = self.engine.objects.of_expr(self.engine.program, self.method, receiver);
        ids.iter().all(|id| all.contains(id))
    }
}
