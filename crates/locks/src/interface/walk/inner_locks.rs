//! Locks that objects of the library take of themselves while one of their methods runs, see `objects::self_locking`.

use crate::interface::ordering::objects::Set;
use crate::interface::ordering::objects::self_locking::{Running, looked_into};
use crate::interface::ordering::order;
use crate::interface::terms::term::Level;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::Acquired;
use crate::interface::walk::held::{Count, Held, Lock, LockKind, Nameless};
use crate::interface::walk::state::State;
use concurrent::object::{Call, EdgeId, Expr, Instruction};
use source::Span;
use std::rc::Rc;

/// The method that looks into a collection.
const LOOKS: &str = "toArray";

impl Walk<'_, '_> {
    /// A method of the library waits for the lock of its object, and for those of what it is given and looks into.
    pub fn own_lock_of_library(&mut self, id: EdgeId, state: &State) {
        let edge = &self.graph.edges[id.index()];
        let Instruction::Call(call) = &edge.instruction else { return };
        let program = self.engine.program;
        let method = program.method(call.method);
        if self.engine.self_locking.is_empty() || program.class(method.class).is_from_source() {
            return;
        }
        if let Some(receiver) = &call.receiver {
            self.waits_for_own(state, receiver, &method.name, edge.span);
        }
        let given = looked_into(program, call);
        if given.is_empty() {
            return;
        }
        let inside = self.with_own_locks(state, call, Running::Nothing, edge.span);
        given.iter().for_each(|value| self.waits_for_own(&inside, value, LOOKS, edge.span));
    }

    /// A method of this name waits for the locks that the value takes of itself.
    fn waits_for_own(&mut self, state: &State, value: &Expr, name: &str, span: Span) {
        for OwnLocks { ids, is_monitor } in self.own_locks(value, name, Running::Nothing) {
            let lock = self.eval(state, value).filter(|_| is_monitor).map(Lock::Monitor);
            // Who uses a view has no name for the lock, and may hold it: those of one place are taken for one.
            let is_held = |held: &Held| lock.is_none() && held.count.is_held() && held.ids == ids;
            if state.held.iter().any(is_held) {
                continue;
            }
            let (kind, level) = (Some(LockKind::Monitor), Level::Write);
            order::called(self, state, &Acquired { lock, kind, ids, level, span, and_older: false, is_again: false });
        }
    }

    /// The state in which a method of the library runs the functions that it is given: with the lock of its object held.
    pub fn inside_of_library(&mut self, state: &State, call: &Call, span: Span) -> State {
        self.with_own_locks(state, call, Running::Functions, span)
    }

    /// The state in which a method of the library runs `equals` and the like: with that lock held, and those of what it looks
    /// into.
    pub fn inside_of_content(&mut self, state: &State, call: &Call, span: Span) -> State {
        let mut inside = self.with_own_locks(state, call, Running::Methods, span);
        for value in looked_into(self.engine.program, call) {
            let locks = self.own_locks(value, LOOKS, Running::Methods);
            self.hold_own(&mut inside, value, locks, span);
        }
        inside
    }

    fn with_own_locks(&mut self, state: &State, call: &Call, running: Running, span: Span) -> State {
        let mut inside = state.clone();
        let program = self.engine.program;
        let method = program.method(call.method);
        let Some(receiver) = call.receiver.as_ref().filter(|_| !program.class(method.class).is_from_source()) else {
            return inside;
        };
        let locks = self.own_locks(receiver, &method.name, running);
        self.hold_own(&mut inside, receiver, locks, span);
        inside
    }

    fn hold_own(&mut self, inside: &mut State, value: &Expr, locks: Vec<OwnLocks>, span: Span) {
        for OwnLocks { ids, is_monitor } in locks {
            match self.eval(inside, value).filter(|_| is_monitor) {
                Some(object) => {
                    let (lock, most) = (Lock::Monitor(object), self.most());
                    let held = Held { lock, count: Count::ONCE, stamp: None, taken: Some(span), ids };
                    inside.held.acquire(held, most);
                }
                None => {
                    let (kind, level) = (LockKind::Monitor, Level::Write);
                    inside.held.add_nameless(Nameless { taken: span, kind, level, ids, array: None });
                }
            }
        }
    }

    /// The locks that a method of this name takes of the value, or with which it runs code of the program.
    fn own_locks(&mut self, value: &Expr, name: &str, running: Running) -> Vec<OwnLocks> {
        if self.engine.self_locking.is_empty() {
            return Vec::new();
        }
        let program = self.engine.program;
        let all = self.engine.objects.of_expr(program, self.method, value);
        let (mut monitors, mut others) = (Vec::new(), Vec::new());
        for id in all.iter().copied() {
            let objects = &mut self.engine.objects;
            if !self.engine.self_locking.contains(&objects.whole(id)) {
                continue;
            }
            match objects.locked_by(program, id, name, running) {
                Some(lock) if lock == id => monitors.push(lock),
                Some(lock) => others.push(lock),
                None => {}
            }
        }
        let sets = [(monitors, true), (others, false)].into_iter().filter(|(set, _)| !set.is_empty());
        sets.map(|(set, is_monitor)| OwnLocks { ids: Rc::from(set), is_monitor }).collect()
    }
}

/// Locks that an object takes of itself.
struct OwnLocks {
    ids: Set,
    /// Whether they are the monitors of the value, which go by its name.
    is_monitor: bool,
}
