//! Locks that a thread keeps itself from getting: those that are not reentrant, and the write side for a reader.
//!
//! Two names of one lock are known to be one if it is made once; where they only may be, nothing is proved. Where
//! nothing orders them, the order of locks tells.

use super::analysis::Walk;
use super::held::{Held, Lock};
use super::objects::{ObjectId, Set};
use super::reasons::{are_different, reasons};
use super::state::State;
use super::term::Level;
use concurrent::object::library::LibraryClass;
use source::Span;

impl Walk<'_, '_> {
    /// A lock that the thread holds and that keeps this one from it.
    pub fn obstacle(&mut self, state: &State, lock: &Lock) -> Option<Lock> {
        let is_upgrade = matches!(lock, Lock::Side(_, Level::Write)) && !state.held.is_held(lock);
        if lock.is_reentrant() && !is_upgrade {
            return None;
        }
        let others = if is_upgrade { vec![self.other_level(lock)] } else { vec![lock.clone(), self.other_level(lock)] };
        for held in state.held.iter().filter(|held| held.count.is_held()) {
            let object = held.lock.object();
            if others.iter().any(|other| other.with_object(object) == held.lock)
                && (object == lock.object() || self.is_one_lock(object, lock.object()))
            {
                return Some(held.lock.clone());
            }
        }
        None
    }

    /// A lock that is not reentrant, under a name that may be another one for what is held. Of locks that are made more than
    /// once, the order tells.
    pub fn may_wait_for_itself(&mut self, state: &State, lock: &Lock, ids: &Set, span: Span) {
        let others = [lock.clone(), self.other_level(lock)];
        let is_upgrade = matches!(lock, Lock::Side(_, Level::Write));
        for held in state.held.iter().filter(|held| held.count.is_held() && held.lock.object() != lock.object()) {
            let objects = &self.engine.objects;
            let is_side = |id: &ObjectId| objects.is_made_of(self.engine.program, *id, LibraryClass::ReadWriteLock);
            let is_other = |id: &ObjectId| match (&held.lock, lock) {
                (Lock::Side(_, Level::Read), _) if is_upgrade => true,
                (Lock::Side(_, Level::Read) | Lock::Plain(_), Lock::Plain(_)) => is_side(id),
                (Lock::Plain(_), Lock::Side(_, Level::Write)) => is_side(id),
                (Lock::Mode(_, first), Lock::Mode(_, second)) => first == second,
                _ => !lock.is_reentrant() && others.iter().any(|one| one.with_object(held.lock.object()) == held.lock),
            };
            let is_same = |id: &ObjectId| objects.is_once(*id) && ids.contains(id);
            let may_be =
                held.ids.iter().any(|id| is_other(id) && ids.iter().any(|own| self.engine.may_be_one(*id, *own)));
            if held.ids.iter().any(|id| is_same(id) && is_other(id)) || may_be && self.is_excused(state, held, lock) {
                let message = format!(
                    "{} may be another name for {}, which this thread holds: then it waits for itself",
                    self.name(lock),
                    self.name(&held.lock)
                );
                self.doubt(span, message);
            }
        }
    }

    /// Whether two locks that may be one are no concern of the order of locks: there is a reason for it, or others are
    /// kept out. A thread that waits for itself needs no other.
    fn is_excused(&mut self, state: &State, held: &Held, lock: &Lock) -> bool {
        let (first, second) = (held.lock.object(), lock.object());
        if are_different(self, state, first, second) {
            return false;
        }
        let is_gate =
            |other: &Held| other.lock != held.lock && other.ids.iter().any(|id| self.engine.objects.is_once(*id));
        state.held.iter().any(is_gate) || !reasons(self, state, first, second, false).is_empty()
    }

    fn other_level(&self, lock: &Lock) -> Lock {
        match lock {
            Lock::Stamped(object, Level::Read) => Lock::Stamped(*object, Level::Write),
            Lock::Stamped(object, Level::Write) => Lock::Stamped(*object, Level::Read),
            Lock::Side(object, Level::Read) => Lock::Side(*object, Level::Write),
            Lock::Side(object, Level::Write) => Lock::Side(*object, Level::Read),
            _ => lock.clone(),
        }
    }
}
