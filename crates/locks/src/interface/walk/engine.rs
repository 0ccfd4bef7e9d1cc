//! What lasts from one method to the next: names, objects, and what came of each method in each context.

use crate::behaviour::overrides::hands_on;
use crate::behaviour::reentry::Reentry;
use crate::interface::judge::candidate::Candidate;
use crate::interface::obligations::delegates::Delegates;
use crate::interface::obligations::elsewhere::{Unguarded, unguarded};
use crate::interface::obligations::mode_parts::{ModeParts, parts_of};
use crate::interface::obligations::reentry;
use crate::interface::obligations::self_wait::SelfWait;
use crate::interface::obligations::views::collections;
use crate::interface::ordering::objects::{ObjectId, Objects};
use crate::interface::ordering::order::OrderEdge;
use crate::interface::ordering::turns;
use crate::interface::races::record::Records;
use crate::interface::terms::definitions::Definitions;
use crate::interface::terms::escape::Escapes;
use crate::interface::terms::term::{Term, Terms};
use crate::interface::walk::analysis::{Precision, Walk};
use crate::interface::walk::backs::{self, Back};
use crate::interface::walk::context::{Context, Doubt, Summary};
use crate::interface::walk::entries::{Calls, called_methods};
use crate::interface::walk::functions::Functions;
use crate::interface::walk::held::Lock;
use crate::interface::walk::memo::{EntryId, Memo};
use crate::interface::walk::semaphores;
use crate::interface::walk::shape::Shape;
use crate::interface::walk::streams::Streams;
use crate::interface::walk::touches::{self, Touches};
use crate::interface::walk::trace::Trace;
use crate::spec::LockSpec;
use crate::unit;
use concurrent::object::{Call, ClassId, EdgeId, FieldId, Graph, MethodId, Name, Program};
use ivl::check::end_of_run;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Deadline, Span};
use std::collections::BTreeSet;
use std::rc::Rc;

/// So many in all; what is left then is unknown.
const ALL_STEPS: usize = 5_000_000;
/// So many contexts of a method are told apart by what is known of arguments.
const CONTEXTS: usize = 16;
const TOO_MANY_CALLS: &str = "calls nest too deeply, or are too many, to be followed; clauses on what is called (`//@ acquires`, `releases`) help";
/// So deep may calls nest.
const DEEPEST: usize = 200;

/// A call at a place in a method, and its target.
pub type CallOf = ((MethodId, EdgeId), MethodId);

/// What lasts from one method to the next.
pub struct Engine<'a> {
    pub program: &'a Program,
    pub locks: &'a LockSpec,
    /// What is not looked at by then is unknown.
    pub deadline: Deadline,
    pub terms: Terms,
    pub definitions: Definitions,
    pub escapes: Escapes,
    /// Collections that are where nothing guards them.
    pub unguarded: Unguarded,
    /// Guarded fields that hold collections, arrays, or the like.
    pub collections: FxHashSet<FieldId>,
    graphs: FxHashMap<MethodId, Rc<Shape>>,
    memo: Memo,
    /// Classes of lambdas that another thread, or anybody later, may run.
    pub handed_over: BTreeSet<ClassId>,
    /// How many contexts each method has.
    contexts: FxHashMap<MethodId, usize>,
    /// The calls that were followed.
    pub calls: Calls,
    pub steps: usize,
    pub objects: Objects,
    pub order: FxHashSet<OrderEdge>,
    /// Why not all of it is known.
    pub order_doubts: BTreeSet<(Span, &'static str)>,
    /// Where a thread may wait for itself, under another name.
    pub self_waits: FxHashSet<SelfWait>,
    /// Operations of lock classes that a thread cannot enter again.
    pub reentries: FxHashMap<MethodId, reentry::Reentry>,
    /// Locks that somebody takes for himself alone.
    pub written: FxHashSet<ObjectId>,
    pub touches: Touches,
    /// Who uses which field with which locks.
    pub records: Records,
    /// By call: the methods that may run.
    pub possible: FxHashMap<(MethodId, EdgeId), Rc<[MethodId]>>,
    /// What was asked before, by call and target.
    run_back: FxHashMap<CallOf, Rc<[MethodId]>>,
    pub asked_back: FxHashMap<CallOf, Rc<[MethodId]>>,
    /// Methods that wait or signal.
    pub takes_turns: FxHashSet<MethodId>,
    /// Semaphores that are used as locks.
    pub mutexes: FxHashSet<ObjectId>,
    /// What modes of lock classes are made of.
    pub mode_parts: ModeParts,
    /// What lock classes that hand on stand for.
    pub delegates: Delegates,
    /// Functions that are given to the library.
    pub functions: Functions,
    /// What becomes of those that streams are given.
    pub streams: Streams,
    /// Objects of the library whose own lock matters.
    pub self_locking: FxHashSet<ObjectId>,
    /// Of the lock classes that somebody enters with something held.
    pub reentry: FxHashMap<ClassId, Rc<Reentry>>,
}

impl<'a> Engine<'a> {
    pub fn new(program: &'a Program, locks: &'a LockSpec, deadline: Deadline) -> Engine<'a> {
        let mut terms = Terms::default();
        let definitions = Definitions::new(program, &mut terms);
        let mut objects = Objects::new(program, &called_methods(program));
        let touches = touches::methods(program, locks, &mut objects);
        let mutexes = semaphores::made(program, &definitions, &touches.mutexes, &mut objects);
        let streams = Streams::new(program, &touches.methods);
        let records = Records::new(program, locks, &definitions, &mut objects);
        let has_guards = !locks.fields.is_empty() || !records.is_empty();
        let escapes = if has_guards { Escapes::new(program, &definitions) } else { Escapes::default() };
        Engine {
            program,
            locks,
            deadline,
            terms,
            definitions,
            escapes,
            unguarded: unguarded(program, locks, &mut objects),
            collections: collections(program, locks, &mut objects),
            graphs: FxHashMap::default(),
            memo: Memo::default(),
            handed_over: BTreeSet::new(),
            contexts: FxHashMap::default(),
            calls: Calls::default(),
            steps: 0,
            mode_parts: ModeParts::default(),
            delegates: Delegates::default(),
            functions: Functions::new(program, &mut objects, &streams),
            streams,
            self_locking: objects.self_locking(program, &touches.backs),
            mutexes,
            takes_turns: turns::takers(program),
            objects,
            order: FxHashSet::default(),
            order_doubts: BTreeSet::new(),
            self_waits: FxHashSet::default(),
            reentries: reentry::operations(program, locks),
            written: FxHashSet::default(),
            touches,
            records,
            possible: FxHashMap::default(),
            run_back: FxHashMap::default(),
            asked_back: FxHashMap::default(),
            reentry: FxHashMap::default(),
        }
    }

    /// Whether locks, or what they guard, matter to the method or to one that it calls.
    pub fn may_touch_locks(&self, method: MethodId) -> bool {
        self.touches.methods[method.index()]
    }

    /// Whether the method, or one that it calls, has a loop that no way leads out of.
    pub fn may_never_end(&self, method: MethodId) -> bool {
        self.touches.endless[method.index()]
    }

    /// Whether a field holds a semaphore with one permit that some method both acquires and releases.
    pub fn is_used_as_mutex(&self, field: FieldId) -> bool {
        self.definitions.is_mutex(field) && self.touches.mutexes[field.index()]
    }

    /// The methods with locks that a call of a library method may run, at a place in a method.
    pub fn run_back(&mut self, place: (MethodId, EdgeId), call: &Call, target: MethodId) -> Rc<[MethodId]> {
        if let Some(known) = self.run_back.get(&(place, target)) {
            return Rc::clone(known);
        }
        let (program, objects, caller) = (self.program, &mut self.objects, place.0);
        let mut may_run = |back: &&Back| {
            backs::may_run(program, call, target, back)
                && (backs::is_kept_inside(program, call, back)
                    || back.asked(program, call).is_none_or(|mut asked| {
                        asked.any(|(value, holder)| objects.may_be_near(program, caller, value, holder))
                    }))
        };
        let found: Rc<[MethodId]> =
            self.touches.backs.iter().filter(|back| may_run(back)).map(|back| back.method).collect();
        self.run_back.insert((place, target), Rc::clone(&found));
        found
    }

    /// The static initialiser of a class.
    pub fn initializer(&self, class: ClassId) -> Option<MethodId> {
        self.touches.initializers.get(&class).copied()
    }

    /// Whether a thread that initialises the class may wait for another one.
    pub fn may_wait_to_initialise(&self, class: ClassId) -> bool {
        let touches_locks = self.initializer(class).is_some_and(|method| self.may_touch_locks(method));
        let waits = self.initializer(class).is_some_and(|method| self.takes_turns.contains(&method));
        touches_locks || waits || self.touches.use_each_other.contains(&class)
    }

    /// What a method with clauses about modes gives back, or leaves held, of the locks that the modes are made of.
    pub fn parts_of(&self, method: MethodId, is_acquire: bool) -> Vec<Lock> {
        let class = self.program.method(method).class;
        parts_of(&self.mode_parts, self.locks, class, method, is_acquire).into_iter().cloned().collect()
    }

    /// The modes that a method which hands on to the one that it overrides has, or gets, by that.
    pub fn handed_on(&mut self, method: MethodId, is_acquire: bool) -> Vec<Lock> {
        let effects = self.locks.effects.get(&method).map_or(&[][..], |effects| &effects[..]);
        let Some(this) = self.program.method(method).this().filter(|_| !effects.is_empty()) else { return Vec::new() };
        let effects = effects.iter().filter(|effect| effect.is_acquire == is_acquire);
        let modes: Vec<&Name> = effects.filter_map(|effect| effect.lock.mode.as_ref()).collect();
        if modes.is_empty() || !hands_on(self.program, method) {
            return Vec::new();
        }
        let this = self.terms.intern(Term::Entry(this));
        modes.into_iter().map(|mode| Lock::Mode(this, mode.clone())).collect()
    }

    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.touches.classes.get(name).copied()
    }

    /// Every context that was looked at, with what came of it.
    pub fn results(&self) -> impl Iterator<Item = (&Context, &Summary)> {
        self.memo.results()
    }

    pub fn shape(&mut self, method: MethodId, graph: &Graph) -> Rc<Shape> {
        if let Some(shape) = self.graphs.get(&method) {
            return Rc::clone(shape);
        }
        let shape = Rc::new(Shape::new(self.program.method(method), graph));
        self.graphs.insert(method, Rc::clone(&shape));
        shape
    }

    /// What comes of a method in a context, or is known of it so far.
    pub fn summary(&mut self, context: &Context) -> Rc<Summary> {
        if let Some(known) = self.memo.ask(context) {
            return known;
        }
        // Where a method is called too deeply or too late, it may still be looked at from elsewhere.
        if self.memo.depth() >= DEEPEST || self.is_exhausted() {
            return self.not_looked_at(context);
        }
        *self.contexts.entry(context.method).or_default() += 1;
        let id = self.memo.add(context);
        self.look_at(id);
        loop {
            let stale = self.memo.stale(id);
            if stale.is_empty() {
                break;
            }
            if self.is_exhausted() {
                let doubts: Vec<Doubt> =
                    self.memo.component_of(id).iter().map(|context| self.given_up(context)).collect();
                self.memo.give_up(id, doubts);
            }
            stale.into_iter().for_each(|stale| self.look_at(stale));
        }
        self.memo.close(id);
        self.memo.answer(id)
    }

    /// What is known of a method that is called too deeply or too late. Where a thread begins, that is all that is ever
    /// said of it.
    fn not_looked_at(&mut self, context: &Context) -> Rc<Summary> {
        let is_start = self.memo.depth() == 0;
        let unknown = vec![self.given_up(context)];
        let uses_locks = !is_start || self.may_touch_locks(context.method);
        let summary = Summary { unknown, uses_locks, ..Summary::default() };
        if is_start {
            let id = self.memo.add(context);
            self.memo.begin(id);
            self.memo.end(summary.clone());
            self.memo.close(id);
        }
        Rc::new(summary)
    }

    /// Why a method is not looked at to the end.
    pub fn given_up(&self, context: &Context) -> Doubt {
        let span = self.program.method(context.method).span;
        let message = match self.deadline.is_over() {
            true => end_of_run(self.deadline).to_string(),
            false => TOO_MANY_CALLS.to_string(),
        };
        Doubt { span, message, is_of_callee: false, is_internal: false }
    }

    fn look_at(&mut self, id: EntryId) {
        let context = self.memo.context(id);
        self.memo.begin(id);
        let acquired = self.memo.acquired(id);
        // What a callee fails at is caught there, so that this one is still the last that was begun.
        let found = unit::attempt(|| Walk::again(self, &context, acquired));
        let mut found = found.unwrap_or_else(|| Summary {
            unknown: vec![internal(self.program, context.method)],
            uses_locks: true,
            ..Summary::default()
        });
        if self.memo.is_last_round(id) {
            found.unknown.push(self.given_up(&context));
        }
        self.memo.end(found);
    }

    /// Whether the method has been looked at in so many contexts that what is known of its arguments is left out.
    pub fn has_many_contexts(&self, method: MethodId) -> bool {
        self.contexts.get(&method).is_some_and(|count| *count >= CONTEXTS)
    }

    /// Whether no more steps are made: callees that are asked for now say nothing, and ways end in them.
    pub fn is_exhausted(&self) -> bool {
        self.steps >= ALL_STEPS || self.deadline.is_over()
    }

    /// Looks again at a method in which something may be wrong, telling all ways apart. None if there are too many.
    pub fn apart(&mut self, context: &Context) -> Option<Summary> {
        let found = Walk::run(self, context, Precision::Apart);
        (!found.is_too_large && !self.is_exhausted()).then_some(found)
    }

    /// What goes wrong on one way that is followed step by step.
    pub fn along(&mut self, context: &Context, way: &Trace) -> Vec<Candidate> {
        let found = Walk::along(self, context, way);
        found.candidates
    }

    /// What goes wrong on ways that are followed step by step, as far as that goes, and whether these are all ways, with
    /// exact counts.
    pub fn unrolled(&mut self, context: &Context) -> (Vec<Candidate>, bool) {
        let found = Walk::run(self, context, Precision::Unrolled);
        let is_complete = !found.is_too_large && !found.is_deep && !self.is_exhausted();
        (found.candidates, is_complete)
    }
}

/// What is known of a method in which the verifier itself failed.
pub fn internal(program: &Program, method: MethodId) -> Doubt {
    let (span, message) = (program.method(method).span, unit::INTERNAL.to_string());
    Doubt { span, message, is_of_callee: false, is_internal: true }
}
