//! What the threads of a parallel stream have of the locks of their caller, who waits for them: they keep others out, so
//! that what they guard may be read; none of the threads holds them.

use crate::interface::ordering::order::level;
use crate::interface::terms::term::Level;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::held::Lock;
use crate::interface::walk::state::State;

impl Walk<'_, '_> {
    /// Whether the thread itself holds the lock.
    pub fn is_own(&self, state: &State, lock: &Lock) -> bool {
        let held = state.held.get(lock).filter(|_| state.held.is_held(lock));
        held.is_some_and(|held| !self.context.is_shared || held.taken.is_some())
    }

    /// Whether a lock that is held is enough to read or write what it guards.
    pub fn is_enough(&self, state: &State, lock: &Lock, access: Level) -> bool {
        match access {
            Level::Read => state.held.is_held(lock),
            Level::Write => self.is_own(state, lock),
        }
    }

    /// Whether the caller keeps the thread from a lock.
    pub fn is_kept_by_caller(&self, state: &State, lock: &Lock) -> bool {
        let is_reading = |held: &Lock| level(held) == Level::Read && level(lock) == Level::Read;
        self.context.is_shared
            && state.held.iter().any(|held| {
                let is_it = held.lock.object() == lock.object() && held.count.is_held();
                is_it && held.taken.is_none() && !is_reading(&held.lock)
            })
    }
}
