//! What came of each method in each context. Recursion is solved from below.
//!
//! A context that is asked for before it is settled answers what it knows so far, and the one that has asked is analysed again
//! when that changes. Contexts that ask for each other in a cycle are a component, found as Tarjan finds them: those that
//! were begun after its root and are still open. A component is settled when none of it has to be looked at again.

use crate::interface::walk::context::{Acquired, Context, Doubt, Summary};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// So often a context is looked at again.
const ROUNDS: usize = 60;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EntryId(usize);

#[derive(Default)]
pub struct Memo {
    ids: FxHashMap<Rc<Context>, EntryId>,
    entries: Vec<Entry>,
    /// Those that are not settled, in the order in which they were begun.
    open: Vec<EntryId>,
    /// Those that are looked at now; each was asked for by the one before.
    running: Vec<Frame>,
}

struct Entry {
    context: Rc<Context>,
    summary: Rc<Summary>,
    /// Among the open ones; none if it is settled.
    position: Option<usize>,
    /// The lowest position of those that it has asked for.
    lowest: usize,
    /// Who has asked while it was open.
    askers: BTreeSet<EntryId>,
    /// Whether something has changed that it has asked for.
    is_stale: bool,
    rounds: usize,
}

struct Frame {
    entry: EntryId,
    /// The lowest position of those that it has asked for.
    lowest: usize,
}

impl Memo {
    /// Every context that was looked at, with what came of it.
    pub fn results(&self) -> impl Iterator<Item = (&Context, &Summary)> {
        self.entries.iter().map(|entry| (&*entry.context, &*entry.summary))
    }

    /// How deep calls nest now.
    pub fn depth(&self) -> usize {
        self.running.len()
    }

    pub fn context(&self, id: EntryId) -> Rc<Context> {
        Rc::clone(&self.entries[id.0].context)
    }

    /// The locks that are known to be taken there: as more is learnt of callees, they become more and never less.
    pub fn acquired(&self, id: EntryId) -> Vec<Acquired> {
        self.entries[id.0].summary.acquired.clone()
    }

    /// What is known of the context so far, if it has been added.
    pub fn ask(&mut self, context: &Context) -> Option<Rc<Summary>> {
        let id = *self.ids.get(context)?;
        Some(self.answer(id))
    }

    /// What is known so far, for the one that runs now.
    pub fn answer(&mut self, id: EntryId) -> Rc<Summary> {
        let entry = &mut self.entries[id.0];
        if let (Some(position), Some(asker)) = (entry.position, self.running.last_mut()) {
            asker.lowest = asker.lowest.min(position);
            entry.askers.insert(asker.entry);
        }
        Rc::clone(&entry.summary)
    }

    /// A new context, of which nothing is known.
    pub fn add(&mut self, context: &Context) -> EntryId {
        let (id, context) = (EntryId(self.entries.len()), Rc::new(context.clone()));
        self.ids.insert(Rc::clone(&context), id);
        let position = self.open.len();
        self.open.push(id);
        self.entries.push(Entry {
            context,
            summary: Rc::default(),
            position: Some(position),
            lowest: position,
            askers: BTreeSet::new(),
            is_stale: false,
            rounds: 0,
        });
        id
    }

    /// The context is looked at from now on.
    pub fn begin(&mut self, id: EntryId) {
        self.entries[id.0].is_stale = false;
        self.running.push(Frame { entry: id, lowest: self.open.len() });
    }

    /// The context that was begun last has been looked at.
    pub fn end(&mut self, found: Summary) {
        let Some(Frame { entry: id, lowest }) = self.running.pop() else { return };
        let entry = &mut self.entries[id.0];
        entry.lowest = entry.lowest.min(lowest);
        entry.rounds += 1;
        let has_changed = !entry.summary.is_like(&found);
        entry.summary = Rc::new(found);
        let askers: Vec<EntryId> = if has_changed { entry.askers.iter().copied().collect() } else { Vec::new() };
        askers.into_iter().for_each(|asker| self.entries[asker.0].is_stale = true);
    }

    /// Whether the context has been looked at so often that it is for the last time.
    pub fn is_last_round(&self, id: EntryId) -> bool {
        self.entries[id.0].rounds == ROUNDS
    }

    /// Those of the component that have to be looked at again, callees before callers; none if it is not whole.
    pub fn stale(&self, root: EntryId) -> Vec<EntryId> {
        let is_stale = |id: &EntryId| self.entries[id.0].is_stale && self.entries[id.0].rounds <= ROUNDS;
        match self.component(root).filter(|component| self.is_whole(root, component)) {
            Some(component) => component.iter().rev().copied().filter(is_stale).collect(),
            None => Vec::new(),
        }
    }

    /// The contexts that were begun after this one, and are still open.
    fn component(&self, root: EntryId) -> Option<&[EntryId]> {
        Some(&self.open[self.entries[root.0].position?..])
    }

    /// Whether it asks for nothing that is open outside of it.
    fn is_whole(&self, root: EntryId, component: &[EntryId]) -> bool {
        let lowest = component.iter().map(|id| self.entries[id.0].lowest).min();
        lowest >= self.entries[root.0].position
    }

    /// Nothing has to be looked at again: the component is settled, or belongs to a larger one.
    pub fn close(&mut self, root: EntryId) {
        let Some(component) = self.component(root) else { return };
        if !self.is_whole(root, component) {
            let lowest = component.iter().map(|id| self.entries[id.0].lowest).min();
            if let (Some(asker), Some(lowest)) = (self.running.last_mut(), lowest) {
                asker.lowest = asker.lowest.min(lowest);
            }
            return;
        }
        let settled = component.to_vec();
        for id in settled {
            let entry = &mut self.entries[id.0];
            (entry.position, entry.askers) = (None, BTreeSet::new());
            self.open.pop();
        }
    }

    /// The component is not looked at any more, although something has changed: nothing is known for sure of any of it.
    /// The doubts are those of its contexts, in order.
    pub fn give_up(&mut self, root: EntryId, doubts: Vec<Doubt>) {
        let component = self.component(root).map_or_else(Vec::new, <[EntryId]>::to_vec);
        for (id, doubt) in component.into_iter().zip(doubts) {
            let entry = &mut self.entries[id.0];
            entry.is_stale = false;
            Rc::make_mut(&mut entry.summary).unknown.push(doubt);
        }
    }

    /// The contexts of the component, in order.
    pub fn component_of(&self, root: EntryId) -> Vec<Rc<Context>> {
        let component = self.component(root).unwrap_or_default();
        component.iter().map(|id| Rc::clone(&self.entries[id.0].context)).collect()
    }
}
