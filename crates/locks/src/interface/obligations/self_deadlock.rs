//! Locks that a thread keeps itself from getting: those that are not reentrant, and the write side for a reader.
//!
//! Two names of one lock are known to be one if it is made once; where they only may be, nothing is proved. Of
//! locks that are made more than once, see `self_wait`.

use crate::interface::ordering::objects::{ObjectId, Set};
use crate::interface::terms::term::Level;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::held::Lock;
use crate::interface::walk::state::State;
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
    /// once it is said elsewhere.
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
                _ => !lock.is_reentrant() && others.iter().any(|one| one.with_object(held.lock.object()) == held.lock),
            };
            let is_same = |id: &ObjectId| objects.is_once(*id) && ids.contains(id);
            if held.ids.iter().any(|id| is_same(id) && is_other(id)) {
                let message = format!(
                    "{} may be another name for {}, which this thread holds: then it waits for itself",
                    self.name(lock),
                    self.name(&held.lock)
                );
                self.doubt(span, message);
            }
        }
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
