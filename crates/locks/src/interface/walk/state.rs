//! What is known of a thread at a point of a method: values of locals, conditions that hold, locks that are held.
//!
//! States with different locks are never merged: that is what makes `if (c) lock(); … if (c) unlock();` right. States
//! with the same locks are merged where ways meet, and keep what both know.

use crate::interface::obligations::content::without_object;
use crate::interface::obligations::taint::Taint;
use crate::interface::terms::facts;
use crate::interface::terms::term::{Place, Rewrite, SymbolKind, Term, TermId, Terms};
use crate::interface::walk::held::HeldLocks;
use crate::interface::walk::trace::Trace;
use concurrent::object::liveness::Locals;
use concurrent::object::{BinaryOp, FieldId, LocalId, NodeId};
use source::Span;

#[derive(Clone, Debug)]
pub struct State {
    /// By local; none if nobody reads it any more.
    pub env: Vec<Option<TermId>>,
    pub held: HeldLocks,
    /// Conditions that hold, sorted.
    pub facts: Vec<TermId>,
    /// Fields of objects that only this thread knows so far, and what they hold.
    pub heap: Vec<((TermId, FieldId), TermId)>,
    /// Reads without a lock that a stamp still has to confirm.
    pub unconfirmed: Vec<(TermId, Span)>,
    /// What was read without a lock and is not to be used unless a stamp confirms it. Sorted.
    pub tainted: Vec<Taint>,
    /// Stamps of optimistic reads, with their locks.
    pub optimistic: Vec<(TermId, TermId)>,
    /// Symbols of joins, and fields or views of fields that they may stand for. Sorted.
    pub merged: Vec<(TermId, TermId)>,
    /// What was read from which field since a lock was last given back. Sorted.
    pub just_read: Vec<(TermId, TermId)>,
    /// Stamps of what branches were decided by, before it was confirmed.
    pub swayed: Vec<(TermId, Span)>,
    /// Whether others may know the object that is being built.
    pub is_published: bool,
    pub trace: Trace,
}

impl State {
    pub fn get(&self, local: LocalId) -> Option<TermId> {
        self.env[local.index()]
    }

    pub fn set(&mut self, local: LocalId, value: TermId) {
        self.env[local.index()] = Some(value);
    }

    pub fn known_field(&self, object: TermId, field: FieldId) -> Option<TermId> {
        self.heap.iter().find(|(place, _)| *place == (object, field)).map(|(_, value)| *value)
    }

    pub fn set_field(&mut self, object: TermId, field: FieldId, value: TermId) {
        self.heap.retain(|(place, _)| *place != (object, field));
        self.heap.push(((object, field), value));
    }

    /// Learns a condition. False if it cannot hold.
    pub fn assume(&mut self, terms: &mut Terms, condition: TermId) -> bool {
        match terms.get(condition) {
            Term::Bool(value) => return *value,
            Term::Binary(BinaryOp::And, left, right) => {
                let (left, right) = (*left, *right);
                return self.assume(terms, left) && self.assume(terms, right);
            }
            _ => {}
        }
        if facts::contradicts(terms, &self.facts, condition) {
            return false;
        }
        if let Err(at) = self.facts.binary_search(&condition) {
            self.facts.insert(at, condition);
        }
        true
    }

    /// A symbol gets a new meaning: whatever speaks of the old one is forgotten.
    pub fn forget(&mut self, terms: &mut Terms, place: Place) {
        let is_symbol = move |term: &Term| matches!(term, Term::Symbol(symbol) if symbol.place == place);
        let is_mentioned = |terms: &Terms, id: TermId| terms.mentions(id, &is_symbol);
        let lost = self.lost_sources(terms, &is_mentioned);
        self.forget_sources(terms, &is_mentioned);
        if !self.mentions(terms, &is_mentioned) {
            return;
        }
        for index in 0..self.env.len() {
            let stale = Place::Stale(LocalId(index as u32));
            if self.env[index].is_some_and(|value| is_mentioned(terms, value)) {
                if place != stale {
                    self.forget(terms, stale);
                }
                let symbol = terms.symbol(stale, SymbolKind::Any);
                self.env[index] = Some(symbol);
                lost.iter().filter(|(at, _)| *at == index).for_each(|(_, source)| self.stands_for(symbol, *source));
            }
        }
        self.facts.retain(|fact| !is_mentioned(terms, *fact));
        self.heap.retain(|((object, _), value)| !is_mentioned(terms, *object) && !is_mentioned(terms, *value));
        self.optimistic.retain(|(stamp, lock)| !is_mentioned(terms, *stamp) && !is_mentioned(terms, *lock));
        self.tainted
            .iter_mut()
            .for_each(|taint| taint.stamp = taint.stamp.filter(|stamp| !is_mentioned(terms, *stamp)));
        self.held.rewrite(terms, &mut |terms, id| match is_mentioned(terms, id) && terms.parts(id).is_empty() {
            true => Rewrite::Nameless,
            false => Rewrite::Parts,
        });
    }

    /// By local: what its value was read from, if the value loses its name.
    fn lost_sources(&self, terms: &mut Terms, is_forgotten: &dyn Fn(&Terms, TermId) -> bool) -> Vec<(usize, TermId)> {
        let mut lost = Vec::new();
        for (index, value) in self.env.iter().enumerate() {
            let Some(value) = value.filter(|value| is_forgotten(terms, *value)) else { continue };
            for source in self.sources(terms, value) {
                lost.push((index, without_object(terms, source, is_forgotten)));
            }
        }
        lost
    }

    fn mentions(&self, terms: &Terms, is_mentioned: &dyn Fn(&Terms, TermId) -> bool) -> bool {
        let in_locks = self.held.iter().flat_map(|held| [Some(held.lock.object()), held.stamp]).flatten();
        let in_heap = self.heap.iter().flat_map(|((object, _), value)| [*object, *value]);
        let of_taints = self.tainted.iter().filter_map(|taint| taint.stamp);
        let in_stamps = self.optimistic.iter().flat_map(|(stamp, lock)| [*stamp, *lock]).chain(of_taints);
        let all = self.env.iter().flatten().copied().chain(self.facts.iter().copied());
        all.chain(in_locks).chain(in_heap).chain(in_stamps).any(|id| is_mentioned(terms, id))
    }

    /// Forgets the locals that are not read any more, and the conditions that nothing else speaks of.
    pub fn keep_live(&mut self, live: &Locals) {
        for (index, value) in self.env.iter_mut().enumerate() {
            if !live.contains(index) {
                *value = None;
            }
        }
        self.tainted.retain(|taint| live.contains(taint.local.index()));
    }

    /// At a node, the symbols of its join get new meanings: locks that go by an old one lose their name. Values and
    /// conditions keep the old meanings until they are merged.
    ///
    /// A lock that is reached from the new value of a local goes by the symbol that the local gets here. Such locals are
    /// the answer.
    pub fn forget_joined(&mut self, terms: &mut Terms, node: NodeId) -> Vec<LocalId> {
        let env = &self.env;
        let mut renamed = Vec::new();
        let is_old = |terms: &Terms, id: TermId| match terms.get(id) {
            Term::Symbol(symbol) => match symbol.place {
                Place::Join(at, local) => at == node && env[local.index()] != Some(id),
                Place::Edge(_) | Place::Unwind(_) | Place::Stale(_) => false,
            },
            _ => false,
        };
        let is_stale = |terms: &Terms, id: TermId| {
            let mut stack = vec![id];
            while let Some(id) = stack.pop() {
                if is_old(terms, id) {
                    return true;
                }
                stack.extend(terms.parts(id));
            }
            false
        };
        self.heap.retain(|((object, _), value)| !is_stale(terms, *object) && !is_stale(terms, *value));
        self.optimistic.retain(|(stamp, lock)| !is_stale(terms, *stamp) && !is_stale(terms, *lock));
        self.tainted.iter_mut().for_each(|taint| taint.stamp = taint.stamp.filter(|stamp| !is_stale(terms, *stamp)));
        self.held.rewrite(terms, &mut |terms, id| {
            let holder = env.iter().position(|value| *value == Some(id)).filter(|_| is_stale(terms, id));
            match holder {
                Some(index) => {
                    let local = LocalId(index as u32);
                    renamed.push(local);
                    Rewrite::To(terms.symbol(Place::Join(node, local), SymbolKind::Any))
                }
                None if is_old(terms, id) => Rewrite::Nameless,
                None => Rewrite::Parts,
            }
        });
        renamed
    }

    /// Gives locals the symbols of a join, and the locks that are reached from them.
    pub fn name_locks_by(&mut self, terms: &mut Terms, node: NodeId, locals: &[LocalId]) {
        for local in locals {
            let Some(old) = self.env[local.index()] else { continue };
            let symbol = terms.symbol(Place::Join(node, *local), SymbolKind::Any);
            self.held.rewrite(terms, &mut |_, id| match id == old {
                true => Rewrite::To(symbol),
                false => Rewrite::Parts,
            });
            self.rename(terms, node, &[*local]);
        }
    }

    /// Gives locals the symbols of a join without a second state to join: what is known of their values is kept.
    pub fn rename(&mut self, terms: &mut Terms, node: NodeId, locals: &[LocalId]) {
        for local in locals {
            let symbol = terms.symbol(Place::Join(node, *local), SymbolKind::Any);
            let Some(old) = self.env[local.index()].filter(|old| *old != symbol) else { continue };
            let mut facts = Vec::new();
            for fact in std::mem::take(&mut self.facts) {
                let mentions_symbol = terms.mentions(fact, &|term| term == terms.get(symbol));
                let about_symbol = terms.rewrite(fact, &mut |_, id| match id == old {
                    true => Rewrite::To(symbol),
                    false => Rewrite::Parts,
                });
                match about_symbol {
                    Some(renamed) if renamed != fact => facts.push(renamed),
                    _ if !mentions_symbol => facts.push(fact),
                    _ => {}
                }
            }
            facts.sort();
            facts.dedup();
            self.facts = facts;
            self.names_again(terms, old, symbol);
            self.env[local.index()] = Some(symbol);
        }
    }

    /// Whether the two may be merged.
    pub fn has_same_locks(&self, other: &State) -> bool {
        self.held.key() == other.held.key()
            && self.held.nameless == other.held.nameless
            && self.held.is_deep == other.held.is_deep
            && self.unconfirmed == other.unconfirmed
            && self.tainted == other.tainted
            && self.swayed == other.swayed
    }

    /// Takes in another state that reaches the same node. True if something that was known is not known any more.
    ///
    /// A local whose values differ gets the symbol of this node. What the old state knows of such a symbol is kept if
    /// the other state knows it of its own value.
    pub fn merge(&mut self, terms: &mut Terms, node: NodeId, other: &State) -> bool {
        let mut renamed: Vec<(TermId, TermId)> = Vec::new();
        let mut bounds = Vec::new();
        let mut is_changed = false;
        let old_env = self.env.clone();
        for index in 0..self.env.len() {
            let (old, new) = (self.env[index], other.env[index]);
            let symbol = terms.symbol(Place::Join(node, LocalId(index as u32)), SymbolKind::Any);
            let is_own = |terms: &Terms, id: TermId| {
                terms.mentions(id, &|term: &Term| {
                    matches!(term, Term::Symbol(symbol) if matches!(symbol.place, Place::Join(at, _) if at == node))
                })
            };
            match (old, new) {
                (Some(old), Some(new)) if old == symbol => {
                    self.merged.push((symbol, new));
                    renamed.push((symbol, new));
                }
                (Some(old), Some(new)) if old == new && !is_own(terms, old) => {}
                (Some(old), Some(new)) => {
                    is_changed = true;
                    self.env[index] = Some(symbol);
                    self.merged.extend([(symbol, old), (symbol, new)]);
                    renamed.push((symbol, new));
                    bounds.extend(facts::bounds(terms, symbol, old));
                    bounds.extend(facts::chosen(terms, &other.facts, symbol, old, new));
                }
                (Some(_), None) => {
                    is_changed = true;
                    self.env[index] = None;
                }
                (None, _) => {}
            }
        }
        is_changed |= self.keep_merged(terms, other);
        is_changed |= self.held.merge_ids(&other.held) || other.is_published && !self.is_published;
        self.is_published |= other.is_published;
        is_changed |= self.keep_facts(terms, &renamed, bounds, &old_env, other);
        let known = |state: &State| (state.heap.len(), state.optimistic.len(), state.just_read.len());
        let before = known(self);
        self.heap.retain(|entry| other.heap.contains(entry));
        self.optimistic.retain(|entry| other.optimistic.contains(entry));
        self.just_read.retain(|entry| other.just_read.contains(entry));
        is_changed || known(self) != before
    }

    /// Keeps what symbols of joins may stand for, if it is a field, a view, a parameter, a new object, or such a symbol itself.
    /// True if there is more.
    fn keep_merged(&mut self, terms: &Terms, other: &State) -> bool {
        let before = self.merged.clone();
        self.merged.extend(&other.merged);
        let is_symbol = |id: TermId, all: &[(TermId, TermId)]| all.iter().any(|(symbol, _)| *symbol == id);
        let all = self.merged.clone();
        self.merged.retain(|(symbol, one)| {
            let is_value = match terms.get(*one) {
                Term::View(..) | Term::Field(..) | Term::Static(_) | Term::Entry(_) => true,
                Term::Symbol(made) => {
                    matches!((made.place, made.kind), (Place::Edge(_), SymbolKind::Fresh(_)))
                }
                _ => false,
            };
            symbol != one && (is_value || is_symbol(*one, &all))
        });
        self.merged.sort();
        self.merged.dedup();
        self.merged.iter().any(|entry| !before.contains(entry))
    }

    fn keep_facts(
        &mut self,
        terms: &mut Terms,
        renamed: &[(TermId, TermId)],
        bounds: Vec<TermId>,
        old_env: &[Option<TermId>],
        other: &State,
    ) -> bool {
        let before = self.facts.clone();
        let mut candidates = std::mem::take(&mut self.facts);
        candidates.extend(self.moved(terms, &candidates, renamed, old_env));
        candidates.extend(bounds);
        candidates.sort();
        candidates.dedup();
        for fact in candidates {
            let theirs = terms.rewrite(fact, &mut |_, id| match renamed.iter().find(|(symbol, _)| *symbol == id) {
                Some((_, value)) => Rewrite::To(*value),
                None => Rewrite::Parts,
            });
            if theirs.is_some_and(|theirs| facts::implies(terms, &other.facts, theirs)) {
                self.facts.push(fact);
            }
        }
        before.iter().any(|fact| !self.facts.contains(fact))
    }

    /// What was known of the value of a local, said of the symbol that now stands for it.
    fn moved(
        &self,
        terms: &mut Terms,
        facts: &[TermId],
        renamed: &[(TermId, TermId)],
        old_env: &[Option<TermId>],
    ) -> Vec<TermId> {
        let mut moved = Vec::new();
        let mut all: Vec<(TermId, TermId)> = Vec::new();
        for (index, old) in old_env.iter().enumerate() {
            let (Some(old), Some(new)) = (*old, self.env[index]) else { continue };
            if old == new || !renamed.iter().any(|(symbol, _)| *symbol == new) || terms.as_int(old).is_some() {
                continue;
            }
            all.push((old, new));
            for fact in facts {
                if terms.mentions(*fact, &|term| term == terms.get(old)) {
                    let about_new = terms.rewrite(*fact, &mut |_, id| match id == old {
                        true => Rewrite::To(new),
                        false => Rewrite::Parts,
                    });
                    moved.extend(about_new);
                    moved.extend(about_new.and_then(|fact| or_equal(terms, fact)));
                }
            }
        }
        // A condition on several of them, said of all their symbols at once.
        for fact in facts.iter().filter(|_| all.len() > 1) {
            let renamed = terms.rewrite(*fact, &mut |_, id| match all.iter().find(|(old, _)| *old == id) {
                Some((_, new)) => Rewrite::To(*new),
                None => Rewrite::Parts,
            });
            moved.extend(renamed);
            moved.extend(renamed.and_then(|fact| or_equal(terms, fact)));
        }
        moved
    }
}

/// a ≤ b, of a < b.
fn or_equal(terms: &mut Terms, fact: TermId) -> Option<TermId> {
    match *terms.get(fact) {
        Term::Binary(BinaryOp::Less, left, right) => Some(terms.binary(BinaryOp::LessEqual, left, right)),
        _ => None,
    }
}
