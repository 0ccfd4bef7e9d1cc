//! What was found on the way through all methods: accesses to shared content, what is stored in several places, reads of
//! shared variables and what is written after them.

use crate::content::facts::Kind;
use crate::content::state::{Level, Mode, Step, Term};
use concurrent::object::{ClassId, FieldId};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A lock as seen from the object whose field leads to the content.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relative {
    OfOwner(Vec<Step>),
    /// The same for all objects.
    Fixed(Term),
    /// That of the content: collections that lock themselves hold it during each call.
    Itself,
    /// The one that `@GuardedBy` on the field names: the engine proves that it is held.
    Guard(ClassId, String),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum What {
    Field(FieldId),
    /// Elements of an array, the state of a collection.
    Content,
    /// The same, by an iterator or the like, which looks at it between the calls of others.
    Iterated,
    /// Whatever it leads to.
    Whole,
    /// It is returned to code that is not given.
    HandedOut,
    /// A thread-safe wrapper uses it, under a lock of its own.
    Wrapped,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Access {
    pub field: FieldId,
    pub level: Level,
    pub what: What,
    pub is_write: bool,
    pub kind: Kind,
    pub locks: BTreeSet<(Relative, Mode)>,
    pub span: Span,
    /// It is handed to code that is not given, inside of this.
    pub inside: Option<String>,
}

/// A volatile field, an atomic or a thread-safe collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The fields that lead to it.
    pub regions: BTreeSet<FieldId>,
    pub levels: BTreeSet<Level>,
    /// Of a volatile field, that one.
    pub field: Option<FieldId>,
    pub owner: Option<Term>,
    pub is_collection: bool,
    pub kind: Kind,
}

/// A write, with the reads that its value or its being made depends on.
#[derive(Clone, Debug)]
pub struct Update {
    pub variable: Variable,
    pub data: BTreeSet<usize>,
    pub control: BTreeSet<usize>,
    /// By read, the locks that were held ever since.
    pub since: BTreeMap<usize, BTreeSet<(Relative, Mode)>>,
    pub locks: BTreeSet<(Relative, Mode)>,
    /// It compares first, in the same step, and writes only if the comparison holds.
    pub swap: Option<Swap>,
    /// What was there goes, and nobody looks at it: `remove`, `clear`, `reset`.
    pub discards: bool,
    pub span: Span,
}

/// What a write compares the variable with: `compareAndSet`, `replace`.
#[derive(Clone, Debug)]
pub struct Swap {
    /// The edge, which stands for the answer.
    pub at: usize,
    /// The reads that the expected value depends on.
    pub expected: BTreeSet<usize>,
    /// It is the value of one of these reads, as it was read.
    pub copies: Option<BTreeSet<usize>>,
    /// By decision to make it, the reads that it looks at. That an earlier attempt failed is none.
    pub decisions: BTreeSet<BTreeSet<usize>>,
}

#[derive(Default)]
pub struct Record {
    pub accesses: BTreeSet<Access>,
    /// Two fields that may lead to the same object, and whether the same object has both.
    pub merges: BTreeSet<(FieldId, FieldId, bool)>,
    /// In what these fields lead to, two levels that may hold the same object.
    pub level_merges: BTreeSet<(FieldId, Level, Level)>,
    pub kinds: BTreeMap<FieldId, BTreeSet<Kind>>,
    pub element_kinds: BTreeMap<FieldId, BTreeSet<Kind>>,
    /// Of which classes the new objects are that these fields lead to.
    pub classes: BTreeSet<(FieldId, ClassId)>,
    /// Fields that lead to something that is handed to code that is not given.
    pub leaving: BTreeSet<(FieldId, Span)>,
    pub reads: BTreeMap<usize, (Variable, Span)>,
    pub updates: Vec<Update>,
    /// The reads that what the method returns depends on.
    pub returned: BTreeSet<usize>,
    /// The swaps whose answer something depends on.
    pub answered: BTreeSet<usize>,
}

impl Record {
    pub fn merge(&mut self, one: FieldId, other: FieldId, is_same_owner: bool) {
        self.merges.insert((one.min(other), one.max(other), is_same_owner));
    }

    pub fn merge_levels(&mut self, fields: [FieldId; 2], one: Level, other: Level) {
        if one != other {
            self.level_merges.extend(fields.map(|field| (field, one.min(other), one.max(other))));
        }
    }

    pub fn kind_of_field(&mut self, field: FieldId, kinds: BTreeSet<Kind>) {
        self.kinds.entry(field).or_default().extend(kinds);
    }

    pub fn kind_of_elements(&mut self, field: FieldId, kinds: BTreeSet<Kind>) {
        self.element_kinds.entry(field).or_default().extend(kinds);
    }
}
