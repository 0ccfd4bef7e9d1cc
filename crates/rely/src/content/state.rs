//! What is known at a node of a method: where the value of each variable comes from, which locks are held, and which
//! objects no other thread has yet.

use concurrent::object::{FieldId, LocalId};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// An object that the method makes or is given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Site {
    /// By the edge that makes it.
    New(usize),
    /// The object that a constructor builds.
    This,
    Param(u32),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Root {
    Site(Site),
    /// What the edge read last.
    Read(usize),
    Static(FieldId),
    ClassObject(String),
    /// Whose fields are static.
    Statics,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    Field(FieldId),
    ReadSide,
    WriteSide,
}

/// An access path by way of final fields: equal terms are the same object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Term {
    pub root: Root,
    pub path: Vec<Step>,
}

/// Paths are not followed further than this; a longer one is of an unknown object.
const LONGEST_PATH: usize = 6;

impl Term {
    pub fn of(root: Root) -> Term {
        Term { root, path: Vec::new() }
    }

    pub fn then(&self, step: Step) -> Option<Term> {
        let mut path = self.path.clone();
        path.push(step);
        (path.len() <= LONGEST_PATH).then(|| Term { root: self.root.clone(), path })
    }

    pub fn is_static(&self) -> bool {
        matches!(self.root, Root::Static(_) | Root::ClassObject(_))
    }
}

/// Which part of what a field leads to: what a field holds, what a collection or an array holds, or what a wrapper hides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Field(FieldId),
    Element,
    Inside,
}

/// A place that a value was read from or stored to: something that the field of an object leads to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Origin {
    pub field: FieldId,
    pub level: Level,
    /// The object with the field, if it is known.
    pub owner: Option<Term>,
    /// No lock was released since the field was read.
    pub is_fresh: bool,
    /// An iterator, or a view that only reads.
    pub is_view: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mode {
    Shared,
    Exclusive,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Value {
    pub term: Option<Term>,
    pub origins: BTreeSet<Origin>,
    pub sites: BTreeSet<Site>,
    /// The reads of shared variables that it depends on.
    pub marks: BTreeSet<usize>,
    /// Those that decided that it is this value.
    pub implied: BTreeSet<usize>,
    /// Whether this lock was taken.
    pub tried: Option<(Term, Mode)>,
    /// Whether these objects were stored.
    pub swapped: BTreeSet<Site>,
    /// It is what one of these reads last read, unchanged.
    pub copies: Option<BTreeSet<usize>>,
}

/// What a site stands for now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Object {
    pub is_published: bool,
    /// Where others find it, once it is published.
    pub stored: BTreeSet<Origin>,
    pub holds: BTreeSet<Site>,
    /// Where what it holds comes from.
    pub inner: BTreeSet<Origin>,
    pub marks: BTreeSet<usize>,
    /// What was stored last in its fields, as long as that is certain.
    pub fields: BTreeMap<FieldId, Value>,
    /// Its fields that lead to what other fields lead to: two owners, once others have it.
    pub borrowed: BTreeSet<(FieldId, FieldId)>,
    /// The calls that put it into a thread-safe wrapper.
    pub wrapped: BTreeSet<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    pub locals: BTreeMap<LocalId, Value>,
    pub held: BTreeMap<(Term, Mode), u32>,
    pub objects: BTreeMap<Site, Object>,
    /// The reads that what this method stored in these fields, or in the arrays that they lead to, depends on.
    pub kept: BTreeMap<FieldId, BTreeSet<usize>>,
    /// By the edge of a read, the locks that were held ever since.
    pub since: BTreeMap<usize, BTreeSet<(Term, Mode)>>,
    /// Fields of published objects that lead to what fields of other objects lead to; taken by the walk.
    pub borrowed: BTreeSet<(FieldId, FieldId)>,
}

/// A lock is counted up to this depth.
const DEEPEST: u32 = 8;

impl State {
    /// What holds on both paths. Whether anything is new.
    pub fn join(&mut self, other: &State) -> bool {
        let before = self.clone();
        for (local, value) in &other.locals {
            match self.locals.get_mut(local) {
                Some(known) => known.join(value),
                None => drop(self.locals.insert(*local, value.without_certainties())),
            }
        }
        for (local, value) in &mut self.locals {
            if !other.locals.contains_key(local) {
                *value = value.without_certainties();
            }
        }
        self.held.retain(|lock, _| other.held.contains_key(lock));
        self.held.iter_mut().for_each(|(lock, count)| *count = (*count).min(other.held[lock]));
        for (site, object) in &other.objects {
            match self.objects.get_mut(site) {
                Some(known) => known.join(object),
                None => drop(self.objects.insert(*site, object.clone())),
            }
        }
        self.borrowed.extend(&other.borrowed);
        for (field, marks) in &other.kept {
            self.kept.entry(*field).or_default().extend(marks);
        }
        for (read, locks) in &other.since {
            match self.since.get_mut(read) {
                Some(known) => known.retain(|lock| locks.contains(lock)),
                None => drop(self.since.insert(*read, locks.clone())),
            }
        }
        *self != before
    }

    pub fn take(&mut self, lock: (Term, Mode)) {
        let count = self.held.entry(lock).or_default();
        *count = (*count + 1).min(DEEPEST);
    }

    /// The lock is released once; what is not known may be any.
    pub fn release(&mut self, lock: Option<(Term, Mode)>) {
        match &lock {
            Some(lock) => match self.held.get_mut(lock) {
                Some(count) if *count > 1 => *count -= 1,
                _ => drop(self.held.remove(lock)),
            },
            None => self.held.clear(),
        }
        self.interrupt(lock.as_ref().filter(|lock| !self.held.contains_key(lock)));
    }

    /// Others may have had the lock in between.
    pub fn interrupt(&mut self, lock: Option<&(Term, Mode)>) {
        for locks in self.since.values_mut() {
            match lock {
                Some(lock) => drop(locks.remove(lock)),
                None => locks.clear(),
            }
        }
        let stale = |origins: &BTreeSet<Origin>| -> BTreeSet<Origin> {
            origins.iter().map(|origin| Origin { is_fresh: false, ..origin.clone() }).collect()
        };
        self.locals.values_mut().for_each(|value| value.origins = stale(&value.origins));
        for object in self.objects.values_mut() {
            (object.stored, object.inner) = (stale(&object.stored), stale(&object.inner));
            object.fields.values_mut().for_each(|value| value.origins = stale(&value.origins));
        }
    }

    /// The root stands for another object from here on.
    pub fn forget_root(&mut self, root: &Root) {
        let is_old = |term: &Term| term.root == *root;
        self.held.retain(|(term, _), _| !is_old(term));
        self.since.values_mut().for_each(|locks| locks.retain(|(term, _)| !is_old(term)));
        let renewed = |origins: &BTreeSet<Origin>| -> BTreeSet<Origin> {
            let owner = |origin: &Origin| origin.owner.clone().filter(|term| !is_old(term));
            origins.iter().map(|origin| Origin { owner: owner(origin), ..origin.clone() }).collect()
        };
        let within = self.objects.values_mut().flat_map(|object| object.fields.values_mut());
        for value in self.locals.values_mut().chain(within) {
            value.term = value.term.take().filter(|term| !is_old(term));
            value.tried = value.tried.take().filter(|(term, _)| !is_old(term));
            value.origins = renewed(&value.origins);
        }
        for object in self.objects.values_mut() {
            (object.stored, object.inner) = (renewed(&object.stored), renewed(&object.inner));
        }
    }

    /// The edge reads again: what it read before is an older value.
    pub fn forget_read(&mut self, at: usize) {
        let within = self.objects.values_mut().flat_map(|object| object.fields.values_mut());
        for value in self.locals.values_mut().chain(within) {
            value.copies = value.copies.take().filter(|reads| !reads.contains(&at));
        }
    }

    /// These objects are found at a place from now on, and so is what is read from them.
    pub fn rehome(&mut self, moved: &BTreeSet<Site>, places: &BTreeSet<Origin>) {
        let is_inside = |origin: &Origin| matches!(&origin.owner, Some(Term { root: Root::Site(site), .. }) if moved.contains(site));
        let found = |origins: &BTreeSet<Origin>| -> BTreeSet<Origin> {
            let (inside, others): (Vec<&Origin>, Vec<&Origin>) = origins.iter().partition(|origin| is_inside(origin));
            let place = |origin: &Origin, place: &Origin| Origin {
                field: place.field,
                owner: place.owner.clone(),
                is_fresh: false,
                ..origin.clone()
            };
            let moved = inside.iter().flat_map(|origin| places.iter().map(|to| place(origin, to)));
            others.into_iter().cloned().chain(moved).collect()
        };
        self.locals.values_mut().for_each(|value| value.origins = found(&value.origins));
        for object in self.objects.values_mut() {
            (object.stored, object.inner) = (found(&object.stored), found(&object.inner));
            object.fields.values_mut().for_each(|value| value.origins = found(&value.origins));
        }
        for site in moved {
            self.objects.entry(*site).or_default().borrowed.clear();
        }
    }

    /// Others have the object and what it leads to.
    pub fn publish(&mut self, sites: impl IntoIterator<Item = Site>) {
        let mut pending: Vec<Site> = sites.into_iter().collect();
        while let Some(site) = pending.pop() {
            let object = self.objects.entry(site).or_default();
            if !object.is_published {
                object.is_published = true;
                self.borrowed.append(&mut object.borrowed);
                pending.extend(object.holds.iter().copied());
            }
        }
    }

    pub fn is_published(&self, site: Site) -> bool {
        matches!(site, Site::Param(_)) || self.objects.get(&site).is_some_and(|object| object.is_published)
    }

    /// Whether no other thread has the object of this term: a new object itself, and not what its fields lead to.
    pub fn is_own(&self, term: &Term) -> bool {
        term.path.is_empty() && matches!(term.root, Root::Site(site) if !self.is_published(site))
    }

    /// All places that others may find a value at.
    pub fn origins(&self, value: &Value) -> BTreeSet<Origin> {
        let known = value.sites.iter().filter_map(|site| self.objects.get(site).map(|object| (*site, object)));
        let stored = known.filter(|(site, _)| self.is_published(*site)).map(|(_, object)| object);
        value.origins.iter().chain(stored.flat_map(|object| &object.stored)).cloned().collect()
    }

    /// The same, once others have the object that it is stored in.
    pub fn homes(&self, value: &Value) -> BTreeSet<Origin> {
        let known = value.sites.iter().filter_map(|site| self.objects.get(site));
        value.origins.iter().chain(known.flat_map(|object| &object.stored)).cloned().collect()
    }

    /// The places that an element of a container has from then on.
    pub fn homes_within(&self, value: &Value) -> BTreeSet<Origin> {
        let within = |origin: &Origin| Origin { level: Level::Element, is_view: false, ..origin.clone() };
        let held = value.sites.iter().filter_map(|site| self.objects.get(site)).flat_map(|object| &object.inner);
        self.homes(value).iter().map(within).chain(held.cloned()).collect()
    }

    /// Where what it holds may come from.
    pub fn inner(&self, value: &Value) -> BTreeSet<Origin> {
        let within = |origin: &Origin| Origin { level: Level::Element, is_view: false, ..origin.clone() };
        let held = value.sites.iter().filter_map(|site| self.objects.get(site)).flat_map(|object| &object.inner);
        self.origins(value).iter().map(within).chain(held.cloned()).collect()
    }

    /// What is loaded from an object that the method made depends on all that it stored there.
    pub fn loaded(&self, value: &Value) -> BTreeSet<usize> {
        let sites = value.sites.iter().copied().filter(|site| matches!(site, Site::New(_))).collect();
        self.marks(&Value { marks: value.marks.clone(), sites, ..Value::default() })
    }

    /// What is loaded from these fields, if it may be what the method stored there.
    pub fn kept(&self, fields: impl Iterator<Item = FieldId>) -> BTreeSet<usize> {
        fields.filter_map(|field| self.kept.get(&field)).flatten().copied().collect()
    }

    pub fn keep(&mut self, fields: impl Iterator<Item = FieldId>, marks: &BTreeSet<usize>) {
        fields.for_each(|field| self.kept.entry(field).or_default().extend(marks));
    }

    /// The reads that a value depends on, with what was stored in it.
    pub fn marks(&self, value: &Value) -> BTreeSet<usize> {
        let mut found = value.marks.clone();
        let mut pending: Vec<Site> = value.sites.iter().copied().collect();
        let mut seen = BTreeSet::new();
        while let Some(site) = pending.pop() {
            if let Some(object) = self.objects.get(&site).filter(|_| seen.insert(site)) {
                found.extend(&object.marks);
                pending.extend(&object.holds);
            }
        }
        found
    }
}

impl Value {
    fn join(&mut self, other: &Value) {
        if self.term != other.term {
            self.term = None;
        }
        if self.tried != other.tried {
            self.tried = None;
        }
        self.copies = match (self.copies.take(), &other.copies) {
            (Some(one), Some(other)) => Some(one.union(other).copied().collect()),
            (None, _) | (_, None) => None,
        };
        self.origins.extend(other.origins.iter().cloned());
        self.sites.extend(&other.sites);
        self.marks.extend(&other.marks);
        self.implied.extend(&other.implied);
        self.swapped.extend(&other.swapped);
    }

    fn without_certainties(&self) -> Value {
        Value { term: None, tried: None, copies: None, ..self.clone() }
    }
}

impl Object {
    fn join(&mut self, other: &Object) {
        self.is_published |= other.is_published;
        self.stored.extend(other.stored.iter().cloned());
        self.holds.extend(&other.holds);
        self.inner.extend(other.inner.iter().cloned());
        self.marks.extend(&other.marks);
        self.fields.retain(|field, value| other.fields.get(field) == Some(value));
        self.borrowed.extend(&other.borrowed);
        self.wrapped.extend(&other.wrapped);
    }
}
