//! `StampedLock`: a lock that is not reentrant, whose release needs the stamp of the acquisition.

use crate::interface::terms::term::{Level, SymbolKind, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::held::Lock;
use crate::interface::walk::library::Operation;
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use crate::interface::walk::trace::EventKind;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Call, Edge, EdgeId};

impl Walk<'_, '_> {
    pub fn on_stamped(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        kind: LibraryMethod,
        receiver: Option<TermId>,
        state: &State,
    ) -> Operation {
        let stamp = call.args.first().and_then(|stamp| self.eval(state, stamp));
        let Some(object) = receiver else {
            let value = stamp.and_then(|stamp| self.kind_of_stamp(kind, stamp, state));
            let value = value.map(|value| self.engine.terms.bool_(value));
            return Operation::plain(self.with_result(id, call, state.clone(), value, edge.to));
        };
        match kind {
            LibraryMethod::StampWriteLock => self.stamp_taken(id, edge, call, object, Level::Write, false, state),
            LibraryMethod::StampReadLock => self.stamp_taken(id, edge, call, object, Level::Read, false, state),
            LibraryMethod::StampTryWriteLock => self.stamp_taken(id, edge, call, object, Level::Write, true, state),
            LibraryMethod::StampTryReadLock => self.stamp_taken(id, edge, call, object, Level::Read, true, state),
            LibraryMethod::StampOptimisticRead => {
                let mut state = state.clone();
                let stamp = self.define(&mut state, id, SymbolKind::Any);
                state.optimistic.push((stamp, object));
                Operation::plain(self.with_result(id, call, state, Some(stamp), edge.to))
            }
            LibraryMethod::StampValidate => Operation::plain(self.validated(id, edge, call, stamp, state)),
            LibraryMethod::StampUnlock | LibraryMethod::StampUnlockRead | LibraryMethod::StampUnlockWrite => {
                Operation::final_(self.stamp_released(id, edge, kind, object, stamp, state))
            }
            LibraryMethod::StampToWrite => self.converted(id, edge, call, object, stamp, Level::Write, state),
            LibraryMethod::StampToRead => self.converted(id, edge, call, object, stamp, Level::Read, state),
            LibraryMethod::StampToOptimistic => {
                self.doubt(edge.span, "`tryConvertToOptimisticRead` is not followed");
                Operation::plain(self.with_result(id, call, state.clone(), None, edge.to))
            }
            _ => Operation::plain(self.with_result(id, call, state.clone(), None, edge.to)),
        }
    }

    /// Whether a stamp is of this kind, if that is known: it is that of a lock which is held, or of an optimistic read; zero
    /// is of none, and may be what an optimistic read has got.
    fn kind_of_stamp(&self, kind: LibraryMethod, stamp: TermId, state: &State) -> Option<bool> {
        let level = state.held.iter().find_map(|held| match held.lock {
            Lock::Stamped(_, level) if held.stamp == Some(stamp) && held.count.is_held() => Some(level),
            _ => None,
        });
        let is_zero = self.engine.terms.as_int(stamp) == Some(0);
        let is_optimistic = state.optimistic.iter().any(|(known, _)| *known == stamp);
        match (kind, level) {
            (LibraryMethod::StampIsRead, Some(level)) => Some(level == Level::Read),
            (LibraryMethod::StampIsWrite, Some(level)) => Some(level == Level::Write),
            (LibraryMethod::StampIsLock, Some(_)) => Some(true),
            (LibraryMethod::StampIsOptimistic, Some(_)) => Some(false),
            (LibraryMethod::StampIsRead | LibraryMethod::StampIsWrite | LibraryMethod::StampIsLock, None) => {
                (is_zero || is_optimistic).then_some(false)
            }
            (LibraryMethod::StampIsOptimistic, None) => is_zero.then_some(false),
            _ => None,
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn stamp_taken(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        object: TermId,
        level: Level,
        is_try: bool,
        state: &State,
    ) -> Operation {
        self.summary.uses_locks = true;
        let lock = Lock::Stamped(object, level);
        let is_held =
            [Level::Read, Level::Write].iter().any(|level| state.held.is_held(&Lock::Stamped(object, *level)));
        let mut outcomes = Vec::new();
        if !is_try || !is_held {
            let mut taken = state.clone();
            let stamp = self.define(&mut taken, id, SymbolKind::Stamp);
            if self.acquire(&mut taken, id, lock.clone(), Some(stamp)) {
                outcomes.extend(self.with_result(id, call, taken, Some(stamp), edge.to));
            }
        }
        if is_try {
            let mut refused = state.clone();
            let name = self.name(&lock);
            self.note(&mut refused, id, EventKind::Refused(name));
            let zero = self.engine.terms.int(0);
            outcomes.extend(self.with_result(id, call, refused, Some(zero), edge.to));
        }
        Operation::plain(outcomes)
    }

    fn stamp_released(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        kind: LibraryMethod,
        object: TermId,
        stamp: Option<TermId>,
        state: &State,
    ) -> Outcomes {
        let levels: &[Level] = match kind {
            LibraryMethod::StampUnlockRead => &[Level::Read],
            LibraryMethod::StampUnlockWrite => &[Level::Write],
            _ => &[Level::Write, Level::Read],
        };
        let held = levels.iter().map(|level| Lock::Stamped(object, *level)).find(|lock| state.held.is_held(lock));
        let Some(lock) = held else {
            let lock = Lock::Stamped(object, levels[0]);
            self.summary.uses_locks = true;
            self.not_held(state, id, &lock, "released");
            return Vec::new();
        };
        let expected = state.held.get(&lock).and_then(|held| held.stamp);
        match (expected, stamp) {
            (Some(expected), Some(stamp)) if expected == stamp => self.release(id, state.clone(), &lock, edge.to),
            (Some(_), Some(stamp)) if self.engine.terms.as_int(stamp).is_some() => {
                self.not_held(state, id, &lock, "released with a stamp that is not its own");
                Vec::new()
            }
            _ => {
                self.doubt(edge.span, "it is not known whether this is the stamp of the acquisition");
                self.release(id, state.clone(), &lock, edge.to)
            }
        }
    }

    /// Two ways: converted with a new stamp, or as before with zero.
    #[allow(clippy::too_many_arguments)]
    fn converted(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        object: TermId,
        stamp: Option<TermId>,
        level: Level,
        state: &State,
    ) -> Operation {
        self.summary.uses_locks = true;
        let (wanted, other) = match level {
            Level::Write => (Lock::Stamped(object, Level::Write), Lock::Stamped(object, Level::Read)),
            Level::Read => (Lock::Stamped(object, Level::Read), Lock::Stamped(object, Level::Write)),
        };
        let is_of = |lock: &Lock| state.held.get(lock).is_some_and(|held| held.stamp.is_some() && held.stamp == stamp);
        if is_of(&wanted) {
            return Operation::plain(self.with_result(id, call, state.clone(), stamp, edge.to));
        }
        let is_optimistic = state.optimistic.iter().any(|(known, lock)| Some(*known) == stamp && *lock == object);
        if !is_of(&other) && !is_optimistic {
            self.doubt(edge.span, "it is not known which stamp is converted");
        }
        let span = edge.span;
        let mut converted = state.clone();
        if is_of(&other) {
            // It is not reentrant: nothing is left.
            let left = std::mem::take(&mut converted.held).release(&other);
            left.into_iter().for_each(|held| converted.held = held);
        }
        converted.confirm(stamp);
        let fresh = self.define(&mut converted, id, SymbolKind::Stamp);
        let ids = self.ids_of(id, &wanted);
        self.hold(&mut converted, wanted.clone(), Some(fresh), span, ids);
        let name = self.name(&wanted);
        self.note(&mut converted, id, EventKind::Takes(name));
        let mut outcomes = self.with_result(id, call, converted, Some(fresh), edge.to);
        let zero = self.engine.terms.int(0);
        outcomes.extend(self.with_result(id, call, state.clone(), Some(zero), edge.to));
        Operation::plain(outcomes)
    }
}
