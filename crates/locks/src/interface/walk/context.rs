//! A method in the situation in which it is called, and what comes of it.

use crate::interface::judge::candidate::Candidate;
use crate::interface::ordering::meetings::Meeting;
use crate::interface::ordering::objects::Set;
use crate::interface::ordering::turns::Turn;
use crate::interface::terms::term::{Level, TermId};
use crate::interface::walk::held::{Count, Held, Lock, LockKind, Nameless};
use crate::interface::walk::trace::Trace;
use concurrent::object::{ClassId, FieldId, MethodId, Program};
use source::Span;

/// What a method is told by its caller. All terms are in the words of the method.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Context {
    pub method: MethodId,
    /// The locks that the callers hold and the method has a name for, sorted.
    pub held: Vec<(Lock, Count, Option<TermId>)>,
    pub args: Vec<Arg>,
    /// Objects whose exact class is known.
    pub objects: Vec<(TermId, ClassId)>,
    /// What lambdas have captured, where the method has another name for it.
    pub captured: Vec<((TermId, FieldId), TermId)>,
    /// Which of its values are guarded collections. Sorted.
    pub contents: Vec<Content>,
    /// Which of its numbers is less than another: conditions that hold. Sorted.
    pub orders: Vec<TermId>,
    /// Whether the callers hold further locks.
    pub has_frame: bool,
    /// Whether what is known of the callers' counts is not exact.
    pub is_deep: bool,
    /// Whether `this` is still unknown to other threads.
    pub is_building: bool,
    /// Whether several threads run it at once, for one that holds the callers' locks: nobody else has these meanwhile, but
    /// they do not keep the threads from each other, and none of them has what it waits for.
    pub is_shared: bool,
    /// Whether several threads run it at once, with whatever locks.
    pub is_parallel: bool,
    /// Whether a thread begins here, or somebody who is not seen calls: what is taken has to be given back.
    pub is_entry: bool,
}

impl Context {
    /// A call of which nothing is known.
    pub fn bare(program: &Program, method: MethodId) -> Context {
        Context {
            method,
            held: Vec::new(),
            args: vec![Arg::Any; program.method(method).params.len()],
            objects: Vec::new(),
            captured: Vec::new(),
            contents: Vec::new(),
            orders: Vec::new(),
            has_frame: false,
            is_deep: false,
            is_building: false,
            is_shared: false,
            is_parallel: false,
            is_entry: false,
        }
    }
}

impl Context {
    /// Several threads run it: together, they may only read what the locks of the callers guard.
    pub fn shared(mut self) -> Context {
        self.is_shared = !self.held.is_empty() || self.has_frame;
        self.is_parallel = true;
        self.contents.iter_mut().for_each(|content| content.level = Level::Read);
        self
    }
}

/// A value that a guarded field holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Content {
    pub name: TermId,
    pub source: TermId,
    /// What the callers may do with it.
    pub level: Level,
    /// Whether the object with the field has no name in the method: then what the callers may do is all that is known.
    pub is_nameless: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arg {
    Any,
    NotNull,
    Null,
    Bool(bool),
    /// The same value as an earlier one.
    Same(usize),
    /// This value, which leads from another one.
    Is(TermId),
    /// A side of this read-write lock.
    Side(Level, TermId),
}

/// One way out of a method. Ways that differ only in what else is known are one.
#[derive(Clone, Debug)]
pub struct Exit {
    pub kind: ExitKind,
    /// What is held at the end, in the words of the method.
    pub held: Vec<Held>,
    pub nameless: Vec<Nameless>,
    pub is_deep: bool,
    pub result: Option<TermId>,
    /// What the result has captured, if it is a lambda that was made here.
    pub captured: Vec<(FieldId, TermId)>,
    /// The guarded fields whose collection the result may be.
    pub contents: Vec<TermId>,
    /// Values of the caller that guarded fields hold now.
    pub kept: Vec<(TermId, TermId)>,
    pub facts: Vec<TermId>,
    pub trace: Trace,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExitKind {
    Returns,
    /// With an object of this class, or one below.
    Throws(Option<ClassId>),
}

impl Exit {
    pub fn is_like(&self, other: &Exit) -> bool {
        let locks = |exit: &Exit| -> Vec<(Lock, Count, Option<TermId>)> {
            exit.held.iter().map(|held| (held.lock.clone(), held.count, held.stamp)).collect()
        };
        self.kind == other.kind
            && self.result == other.result
            && self.captured == other.captured
            && self.contents == other.contents
            && self.kept == other.kept
            && self.nameless == other.nameless
            && self.is_deep == other.is_deep
            && locks(self) == locks(other)
    }
}

/// A lock that a method takes, itself or in its callees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acquired {
    /// If it has a name there.
    pub lock: Option<Lock>,
    /// None for whatever a function takes that is not followed.
    pub kind: Option<LockKind>,
    /// What all threads know it as.
    pub ids: Set,
    pub level: Level,
    pub span: Span,
    /// Whether locks of older objects that are reached from this one's object are taken as well.
    pub and_older: bool,
    /// Whether it is held before, and taken again after waiting for a signal.
    pub is_again: bool,
}

/// What is known of a method in a context.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub exits: Vec<Exit>,
    pub candidates: Vec<Candidate>,
    pub acquired: Vec<Acquired>,
    pub turns: Vec<Turn>,
    pub meetings: Vec<Meeting>,
    /// Why not everything is known.
    pub unknown: Vec<Doubt>,
    /// Whether locks are used here, or what needs them.
    pub uses_locks: bool,
    /// Whether a lock of the callers was released more often than it was known to be held.
    pub needs_exact_counts: bool,
    /// Whether a lock was taken more often than is counted, on some way.
    pub is_deep: bool,
    /// Whether there were too many states.
    pub is_too_large: bool,
    /// Whether a way leads to where no way leads out.
    pub never_ends: bool,
}

impl Summary {
    /// Whether callers cannot tell the two apart: then methods that call each other need not be looked at again.
    pub fn is_like(&self, other: &Summary) -> bool {
        let are_like = |(one, other): (&Exit, &Exit)| one.is_like(other) && one.facts == other.facts;
        self.exits.len() == other.exits.len()
            && self.exits.iter().zip(&other.exits).all(are_like)
            && self.acquired == other.acquired
            && self.turns == other.turns
            && self.meetings == other.meetings
            && self.needs_exact_counts == other.needs_exact_counts
            && self.uses_locks == other.uses_locks
            && self.unknown.is_empty() == other.unknown.is_empty()
            && self.never_ends == other.never_ends
    }
}

/// A place that the analysis does not see through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    pub span: Span,
    pub message: String,
    /// Whether the place itself is in a method that is called here, or further down.
    pub is_of_callee: bool,
    /// Whether the verifier itself failed there.
    pub is_internal: bool,
}
