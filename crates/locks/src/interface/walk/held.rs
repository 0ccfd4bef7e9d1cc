//! Which locks a thread holds, and how often it has entered each.
//!
//! The extended state machine of a thread's interface: the set of held locks is the state, the reentry counts are its
//! counters. A method is looked at from any state of its caller: of a lock that the caller holds, the method knows that
//! the count was at least one, and counts from there.

use crate::interface::ordering::objects::{ObjectId, Set};
use crate::interface::terms::term::{Level, Rewrite, Term, TermId, Terms};
use concurrent::object::Name;
use source::Span;
use std::collections::BTreeSet;

/// A lock, by the value that names it. Different ids may still be the same lock: what is known of one id is then only
/// part of what the thread holds, and counts add up all the same.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Lock {
    Monitor(TermId),
    /// `ReentrantLock`, or a `Lock` of whatever class.
    Plain(TermId),
    /// A side of a read-write lock.
    Side(TermId, Level),
    /// A `StampedLock`.
    Stamped(TermId, Level),
    /// A semaphore with one permit.
    Permit(TermId),
    /// What a method of a lock class of the program says that it `acquires`.
    Mode(TermId, Name),
}

/// What a lock is, whichever object it belongs to.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LockKind {
    Monitor,
    Plain,
    Side(Level),
    Stamped(Level),
    Permit,
    Mode(Name),
}

impl Lock {
    pub fn kind(&self) -> LockKind {
        match self {
            Lock::Monitor(_) => LockKind::Monitor,
            Lock::Plain(_) => LockKind::Plain,
            Lock::Side(_, level) => LockKind::Side(*level),
            Lock::Stamped(_, level) => LockKind::Stamped(*level),
            Lock::Permit(_) => LockKind::Permit,
            Lock::Mode(_, name) => LockKind::Mode(name.clone()),
        }
    }

    pub fn object(&self) -> TermId {
        match self {
            Lock::Monitor(object) | Lock::Plain(object) | Lock::Permit(object) => *object,
            Lock::Side(object, _) | Lock::Stamped(object, _) | Lock::Mode(object, _) => *object,
        }
    }

    pub fn with_object(&self, object: TermId) -> Lock {
        match self {
            Lock::Monitor(_) => Lock::Monitor(object),
            Lock::Plain(_) => Lock::Plain(object),
            Lock::Permit(_) => Lock::Permit(object),
            Lock::Side(_, level) => Lock::Side(object, *level),
            Lock::Stamped(_, level) => Lock::Stamped(object, *level),
            Lock::Mode(_, name) => Lock::Mode(object, name.clone()),
        }
    }

    /// The lock that a value of type `Lock` is.
    pub fn of_value(terms: &Terms, value: TermId) -> Lock {
        match terms.get(value) {
            Term::Side(level, lock) => Lock::Side(*lock, *level),
            _ => Lock::Plain(value),
        }
    }

    /// Whether the thread that holds it is let in again.
    pub fn is_reentrant(&self) -> bool {
        match self {
            Lock::Monitor(_) | Lock::Plain(_) | Lock::Side(..) | Lock::Mode(..) => true,
            Lock::Stamped(..) | Lock::Permit(_) => false,
        }
    }

    /// The same lock in other words, if it has a name in them.
    pub fn rewrite(&self, terms: &mut Terms, replace: &mut dyn FnMut(&mut Terms, TermId) -> Rewrite) -> Option<Lock> {
        Some(self.with_object(terms.rewrite(self.object(), replace)?))
    }
}

/// How often a lock is held.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Count {
    /// Whether the callers hold it, at least once; `delta` counts from there.
    pub is_based: bool,
    pub delta: Delta,
}

/// How often a lock was taken, less how often it was released.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Delta {
    Exactly(i32),
    /// `MOST` times or more.
    Many,
}

/// Counts from here on are not told apart, unless ways are followed step by step.
pub const MOST: i32 = 12;
/// The same where they are.
pub const MOST_UNROLLED: i32 = 1000;

impl Delta {
    /// The sum. Of many less a few, what is left may be many or few: all of these.
    pub fn plus(self, other: Delta, most: i32) -> Vec<Delta> {
        match (self, other) {
            (Delta::Exactly(a), Delta::Exactly(b)) if a + b < most => vec![Delta::Exactly(a + b)],
            (Delta::Exactly(_), Delta::Exactly(_)) => vec![Delta::Many],
            (Delta::Many, Delta::Exactly(few)) | (Delta::Exactly(few), Delta::Many) => {
                let left = (MOST + few.min(0)..MOST).map(Delta::Exactly);
                left.chain([Delta::Many]).collect()
            }
            (Delta::Many, Delta::Many) => vec![Delta::Many],
        }
    }

    pub fn is_negative(self) -> bool {
        match self {
            Delta::Exactly(delta) => delta < 0,
            Delta::Many => false,
        }
    }
}

impl Count {
    /// Held by callers, at least once.
    pub const BASED: Count = Count { is_based: true, delta: Delta::Exactly(0) };

    pub const ONCE: Count = Count { is_based: false, delta: Delta::Exactly(1) };

    pub fn is_held(self) -> bool {
        match self.delta {
            Delta::Exactly(delta) => delta + i32::from(self.is_based) > 0,
            Delta::Many => true,
        }
    }

    pub fn is_zero(self) -> bool {
        !self.is_based && self.delta == Delta::Exactly(0)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Held {
    pub lock: Lock,
    pub count: Count,
    /// Of a `StampedLock`: what its release has to be given.
    pub stamp: Option<TermId>,
    /// Where it was taken first; none if a caller did.
    pub taken: Option<Span>,
    /// Which locks it may be, as all threads see them.
    pub ids: Set,
}

/// A lock that the method has taken and has no name for any more.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nameless {
    pub taken: Span,
    pub kind: LockKind,
    pub level: Level,
    pub ids: Set,
    /// The array that it is an element of.
    pub array: Option<TermId>,
}

/// What a thread holds, sorted by lock.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct HeldLocks {
    locks: Vec<Held>,
    /// Sorted.
    pub nameless: Vec<Nameless>,
    /// Whether a lock was taken more often than is counted: what is known of its count is not exact.
    pub is_deep: bool,
}

impl HeldLocks {
    pub fn iter(&self) -> impl Iterator<Item = &Held> {
        self.locks.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.locks.is_empty() && self.nameless.is_empty()
    }

    pub fn get(&self, lock: &Lock) -> Option<&Held> {
        self.locks.iter().find(|held| held.lock == *lock)
    }

    pub fn is_held(&self, lock: &Lock) -> bool {
        self.get(lock).is_some_and(|held| held.count.is_held())
    }

    /// Whether a side of a `StampedLock` is held with this stamp.
    pub fn has_stamp(&self, object: TermId, stamp: Option<TermId>) -> bool {
        let is_it = |held: &Held| matches!(held.lock, Lock::Stamped(lock, _) if lock == object);
        stamp.is_some() && self.locks.iter().any(|held| is_it(held) && held.count.is_held() && held.stamp == stamp)
    }

    pub fn insert(&mut self, held: Held) {
        self.locks.push(held);
        self.locks.sort_by(|a, b| a.lock.cmp(&b.lock));
    }

    /// Counts so many more.
    pub fn acquire(&mut self, new: Held, most: i32) {
        let Some(held) = self.locks.iter_mut().find(|held| held.lock == new.lock) else {
            self.is_deep |= new.count.delta == Delta::Many;
            self.insert(new);
            return;
        };
        // What is taken is no negative number: there is one sum.
        for delta in held.count.delta.plus(new.count.delta, most) {
            held.count.delta = delta;
        }
        held.taken = held.taken.filter(|_| held.count.delta != Delta::Exactly(1)).or(new.taken);
        self.is_deep |= held.count.delta == Delta::Many;
    }

    /// Counts one less, of a lock that is there: what may be left.
    pub fn release(self, lock: &Lock) -> Vec<HeldLocks> {
        self.change(lock, Delta::Exactly(-1), None, MOST_UNROLLED)
    }

    /// Puts every lock into other words. A lock without a name in them is kept in mind by its place; one that a caller
    /// holds is the caller's affair.
    pub fn rewrite(&mut self, terms: &mut Terms, replace: &mut dyn FnMut(&mut Terms, TermId) -> Rewrite) {
        let mut old = std::mem::take(&mut self.locks);
        for held in old.drain(..) {
            let renamed = held.lock.rewrite(terms, replace);
            let stamp = held.stamp.and_then(|stamp| terms.rewrite(stamp, replace));
            match renamed {
                Some(lock) if stamp.is_some() == held.stamp.is_some() => self.merge(Held { lock, stamp, ..held }),
                _ => {
                    let array = match terms.get(held.lock.object()) {
                        Term::Element(array, _) => Some(*array),
                        _ => None,
                    };
                    let array = array.and_then(|array| terms.rewrite(array, replace));
                    self.forget(held, array);
                }
            }
        }
        self.locks.sort_by(|a, b| a.lock.cmp(&b.lock));
    }

    /// Counts so many more or less: what may be left.
    pub fn change(self, lock: &Lock, change: Delta, taken: Option<Span>, most: i32) -> Vec<HeldLocks> {
        let Some(held) = self.get(lock) else { return vec![self] };
        let sums = held.count.delta.plus(change, most);
        sums.into_iter().map(|delta| self.clone().with_count(lock, delta, taken)).collect()
    }

    /// The same with another count of a lock that is there.
    pub fn with_count(mut self, lock: &Lock, delta: Delta, taken: Option<Span>) -> HeldLocks {
        if let Some(held) = self.locks.iter_mut().find(|held| held.lock == *lock) {
            held.count.delta = delta;
            held.taken = held.taken.or(taken);
            if held.count == Count::BASED {
                held.taken = None;
            }
            self.is_deep |= delta == Delta::Many;
        }
        self.locks.retain(|held| !held.count.is_zero());
        self
    }

    /// Another stamp has to be given to release a lock, if it is known.
    pub fn set_stamp(&mut self, lock: &Lock, stamp: Option<TermId>) {
        if let Some(held) = self.locks.iter_mut().find(|held| held.lock == *lock) {
            held.stamp = stamp;
        }
    }

    pub fn add_nameless(&mut self, nameless: Nameless) {
        if !self.nameless.contains(&nameless) {
            self.nameless.push(nameless);
            self.nameless.sort();
        }
    }

    /// Takes in which locks those of another state with the same names may be. True if there are new ones.
    pub fn merge_ids(&mut self, other: &HeldLocks) -> bool {
        let mut is_changed = false;
        for (held, theirs) in self.locks.iter_mut().zip(&other.locks) {
            if held.ids != theirs.ids {
                let both: BTreeSet<ObjectId> = held.ids.iter().chain(theirs.ids.iter()).copied().collect();
                is_changed |= both.len() > held.ids.len();
                held.ids = both.into_iter().collect();
            }
        }
        is_changed
    }

    fn merge(&mut self, held: Held) {
        match self.locks.iter_mut().find(|other| other.lock == held.lock) {
            Some(other) => {
                // Of the sums, the last is the greatest.
                for delta in other.count.delta.plus(held.count.delta, MOST_UNROLLED) {
                    other.count.delta = delta;
                }
                other.count.is_based |= held.count.is_based;
                other.taken = other.taken.or(held.taken);
            }
            None => self.locks.push(held),
        }
    }

    fn forget(&mut self, held: Held, array: Option<TermId>) {
        let (level, ids) = (crate::interface::ordering::order::level(&held.lock), held.ids);
        if let Some(taken) = held.taken {
            self.add_nameless(Nameless { taken, kind: held.lock.kind(), level, ids, array });
        }
    }

    /// What has to be equal so that states may be merged.
    pub fn key(&self) -> Vec<(Lock, Count, Option<TermId>)> {
        self.locks.iter().map(|held| (held.lock.clone(), held.count, held.stamp)).collect()
    }
}
