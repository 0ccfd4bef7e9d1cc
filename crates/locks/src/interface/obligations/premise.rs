//! The premise of the behaviour check: a thread waits in an operation of a lock class only while it holds nothing of the
//! same lock but what the operation releases. Why that is enough for Theorem 4.1 is said in `behaviour/machine.rs`.
//!
//! Whether an operation may wait with a mode held is read off the body of the class, see `behaviour::reentry`: a class is
//! reentrant only if it lets those in who hold a mode already. Who waits with no other thread in sight waits for itself.

use crate::behaviour::reentry::{Reentry, Waiting};
use crate::codes;
use crate::interface::obligations::needs::locks_of;
use crate::interface::ordering::objects::ObjectId;
use crate::interface::terms::term::{Level, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::held::{Count, Held, Lock};
use crate::interface::walk::state::State;
use crate::spec::{Effect, LockKind};
use concurrent::object::{ClassId, MethodId, Name};
use source::Span;
use std::rc::Rc;

impl Walk<'_, '_> {
    /// What keeps a thread from calling a method of a lock is reported. False if it surely waits for itself.
    pub fn may_wait_here(&mut self, state: &State, target: MethodId, receiver: Option<TermId>, span: Span) -> bool {
        let locks = self.engine.locks;
        let effects = locks.effects.get(&target).map_or(&[][..], |effects| &effects[..]);
        for effect in effects {
            let LockKind::Own(class) = effect.lock.kind else { continue };
            let engine = &mut *self.engine;
            let (terms, definitions) = (&mut engine.terms, &engine.definitions);
            let found = locks_of(terms, definitions, &|_| Vec::new(), &effect.lock, receiver, None, Level::Write);
            let Some(Lock::Mode(object, mode)) = found.and_then(|locks| locks.into_iter().next()) else { continue };
            for (held, held_mode) in self.held_modes(state, object, effects) {
                let acquired = effect.is_acquire.then_some(&*mode);
                let waiting = self.engine.reentry(class).waits(target, acquired, &held_mode);
                let lock = Lock::Mode(object, mode.clone());
                if !self.is_waiting_allowed(state, class, &lock, &held, waiting, span) {
                    return false;
                }
            }
        }
        true
    }

    /// The modes of a lock that the thread holds while it waits in an operation with these effects: what is released is
    /// still held if it was taken more than once.
    fn held_modes(&mut self, state: &State, object: TermId, effects: &[Effect]) -> Vec<(Held, Name)> {
        let is_released =
            |mode: &str| effects.iter().any(|effect| !effect.is_acquire && effect.lock.mode.as_deref() == Some(mode));
        let mut found = Vec::new();
        for held in state.held.iter().filter(|held| held.count.is_held()) {
            if let Lock::Mode(at, mode) = &held.lock
                && !(is_released(mode) && held.count == Count::ONCE)
                && (*at == object || self.is_one_lock(*at, object))
            {
                found.push((held.clone(), mode.clone()));
            }
        }
        found
    }

    fn is_waiting_allowed(
        &mut self,
        state: &State,
        class: ClassId,
        lock: &Lock,
        held: &Held,
        waiting: Waiting,
        span: Span,
    ) -> bool {
        let is_again = *lock == held.lock;
        let has_properties = self.engine.locks.properties.iter().any(|property| property.class == class);
        let (own, other) = (self.name(lock), self.name(&held.lock));
        let labels = held.taken.into_iter().map(|span| (span, "taken here".to_string())).collect();
        match waiting {
            Waiting::Never => true,
            Waiting::Alone if is_again || !has_properties => {
                let message = match is_again {
                    true => format!("{own} is not reentrant, and this thread holds it already: it waits for itself"),
                    false => format!("this thread holds {other}, so that it waits here for itself"),
                };
                self.violation_with(state, &codes::SELF_DEADLOCK, span, message, labels, None);
                false
            }
            Waiting::Alone | Waiting::WithOthers | Waiting::Unknown if has_properties => {
                let message = format!(
                    "{own} may be waited for with {other} held: what is proved of the lock's behaviour is not about such \
                     threads"
                );
                self.violation_with(state, &codes::PREMISE, span, message, labels, None);
                true
            }
            Waiting::Alone | Waiting::WithOthers => {
                self.doubt(
                    span,
                    "this thread may wait here with what it holds of the same lock, and keep others waiting",
                );
                true
            }
            // Of a class that could not be read, its words are looked at elsewhere.
            Waiting::Unknown if is_again && !self.engine.reentry(class).is_read() => true,
            Waiting::Unknown => {
                self.doubt(span, "whether the lock lets a thread in that holds it already is not known");
                true
            }
        }
    }

    /// Two names for what is made once.
    pub fn is_one_lock(&mut self, a: TermId, b: TermId) -> bool {
        let only = |walk: &mut Self, id: TermId| -> Option<ObjectId> {
            let ids = walk.ids_of_term(id)?;
            if let [only] = ids[..] { Some(only) } else { None }
        };
        let (a, b) = (only(self, a), only(self, b));
        a.is_some() && a == b && a.is_some_and(|id| self.engine.objects.is_once(id))
    }
}

impl crate::interface::walk::engine::Engine<'_> {
    /// What is known of a lock class, found out when it is asked for.
    pub fn reentry(&mut self, class: ClassId) -> Rc<Reentry> {
        let (program, locks, deadline) = (self.program, self.locks, self.deadline);
        Rc::clone(self.reentry.entry(class).or_insert_with(|| Rc::new(Reentry::new(program, locks, class, deadline))))
    }
}
