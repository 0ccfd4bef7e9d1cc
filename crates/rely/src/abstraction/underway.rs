//! What Java itself governs, while a callee that is known by its abstraction is under way.
//!
//! No abstraction names locks, and on return they are as they were. In between the callee may hold more of them than its
//! caller does, and its actions, and the clauses that it keeps, may speak of that. So where one does:
//!
//! ```text
//! before each step of the callee     it holds whatever it likes, and at least what the caller holds, unless it waits
//! in the step                        the same once more; threads that it started, and objects that it made known, are so
//! on return                          this thread holds what the caller does, others run once more
//! ```

use crate::assumptions::Reason;
use crate::others::clauses::clause_globals;
use crate::steps::method::Body;
use crate::terms::formula::globals;
use crate::terms::heap::{int, lt};
use concurrent::object::MethodId;
use ivl::build::{and, eq, forall, implies, not, select};
use ivl::typed::{Expr, GlobalId, Var};
use source::Span;
use std::collections::BTreeSet;

/// The variables of Java that a callee may change unseen, and that something said of its steps looks at.
#[derive(Clone, Default)]
pub struct Unseen {
    locks: BTreeSet<GlobalId>,
    /// Threads that are started, objects that are published.
    growing: BTreeSet<GlobalId>,
}

impl Body<'_, '_> {
    pub fn unseen(&self, method: MethodId) -> Unseen {
        let heap = &*self.heap;
        let mut in_actions = BTreeSet::new();
        let actions = heap.spec.methods[&method].actions.iter().filter_map(|action| action.ensures.as_ref());
        actions.for_each(|ensures| globals(heap, ensures, &mut in_actions));
        let mut spoken_of = in_actions.clone();
        let clauses = self.clauses.invariants.iter().chain(&self.clauses.env_assumptions);
        clauses.for_each(|clause| spoken_of.extend(clause_globals(heap, clause).iter()));
        // That a field stays as it is while a lock is held is not said of locks that the caller does not hold.
        let rules = self.clauses.rules.iter().filter(|rule| !rule.is_about_a_lock());
        rules.for_each(|rule| spoken_of.extend(rule.globals(heap).iter()));
        let changed = heap.code_writes(method);
        let is_unseen = |global: &GlobalId| changed.contains(global) && self.old.contains_key(global);
        let locks = [heap.holder, heap.owner, heap.readers].into_iter();
        let growing = [heap.started, heap.published].into_iter();
        Unseen {
            locks: locks.filter(|lock| spoken_of.contains(lock) && is_unseen(lock)).collect(),
            growing: growing.filter(|map| in_actions.contains(map) && is_unseen(map)).collect(),
        }
    }

    /// The same, before others run.
    pub fn takes_unseen(&mut self, unseen: &Unseen, span: Span) {
        self.acts_unseen(unseen, span);
        self.remember(&unseen.locks.union(&unseen.growing).copied().collect(), span);
    }

    /// The callee takes and gives back locks of its own, starts threads, makes objects known.
    pub fn acts_unseen(&mut self, unseen: &Unseen, span: Span) {
        let variables = unseen.locks.iter().chain(&unseen.growing).copied().map(Var::Global);
        let before: Vec<(GlobalId, Expr)> = unseen.growing.iter().map(|map| (*map, self.copy_of(*map, span))).collect();
        self.sketch.havoc(variables.collect(), span);
        for lock in unseen.locks.iter().filter(|_| !self.gives_up_locks).copied().collect::<Vec<_>>() {
            self.callers_lock_is_held(lock, span);
        }
        for (map, before) in before {
            let (object, some) = self.heap.any_ref("o");
            let (old, new) = (select(before, some.clone()), select(self.heap.now(map), some.clone()));
            let is_others = implies(new.clone(), not(self.is_mine(&some)));
            let grown = and(implies(old.clone(), new.clone()), is_others);
            self.sketch.assume(Reason::Java, forall(vec![object], vec![vec![old], vec![new]], grown));
        }
    }

    /// The callee has returned.
    pub fn is_through(&mut self, unseen: &Unseen, span: Span) {
        if unseen.locks.is_empty() {
            return;
        }
        self.sketch.havoc(unseen.locks.iter().copied().map(Var::Global).collect(), span);
        self.lock_facts();
        self.remember(&unseen.locks, span);
        self.others_run(span);
    }

    fn copy_of(&mut self, global: GlobalId, span: Span) -> Expr {
        let copy = self.sketch.hidden("before the callee", self.heap.ty(global));
        let now = self.heap.now(global);
        self.sketch.assign(Var::Local(copy), now, span);
        self.sketch.value(copy)
    }

    fn callers_lock_is_held(&mut self, lock: GlobalId, span: Span) {
        let (object, some) = self.heap.any_ref("o");
        let count = match lock {
            _ if lock == self.heap.holder => self.depth,
            _ if lock == self.heap.owner => self.locked,
            _ => self.reading,
        };
        let count = select(self.sketch.value(count), some.clone());
        let held = select(self.heap.now(lock), some);
        let is_held = match lock == self.heap.readers {
            true => select(held.clone(), self.tid.clone()),
            false => eq(held.clone(), self.tid.clone()),
        };
        let fact = implies(lt(int(0, span), count.clone()), is_held);
        self.sketch.assume(Reason::Java, forall(vec![object], vec![vec![count], vec![held]], fact));
    }
}
