//! What lasts from one method to the next: names, objects, and what came of each method in each context.

use crate::behaviour::reentry::Reentry;
use crate::interface::judge::candidate::Candidate;
use crate::interface::obligations::mode_parts::{ModeParts, parts_of};
use crate::interface::obligations::reentry;
use crate::interface::obligations::self_wait::SelfWait;
use crate::interface::ordering::objects::{ObjectId, Objects};
use crate::interface::ordering::order::OrderEdge;
use crate::interface::terms::definitions::Definitions;
use crate::interface::terms::escape::{Escapes, escapes};
use crate::interface::terms::term::Terms;
use crate::interface::walk::analysis::{Precision, Walk};
use crate::interface::walk::backs;
use crate::interface::walk::context::{Context, Doubt, Summary};
use crate::interface::walk::entries::{Calls, called_methods};
use crate::interface::walk::functions::Functions;
use crate::interface::walk::held::Lock;
use crate::interface::walk::shape::Shape;
use crate::interface::walk::touches::{self, Touches};
use crate::interface::walk::trace::Trace;
use crate::spec::LockSpec;
use concurrent::object::{Call, ClassId, FieldId, Graph, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;
use std::collections::BTreeSet;
use std::rc::Rc;

/// So many in all; what is left then is unknown.
const ALL_STEPS: usize = 5_000_000;
/// So many contexts of a method are told apart by what is known of arguments.
const CONTEXTS: usize = 16;
/// So often methods that call each other are looked at.
const ROUNDS: usize = 60;
/// So deep may calls nest.
const DEEPEST: usize = 200;

/// What lasts from one method to the next.
pub struct Engine<'a> {
    pub program: &'a Program,
    pub locks: &'a LockSpec,
    pub terms: Terms,
    pub definitions: Definitions,
    pub escapes: Escapes,
    graphs: FxHashMap<MethodId, Rc<Shape>>,
    memo: FxHashMap<Context, Remembered>,
    stack: Vec<Context>,
    /// By depth of the stack: the depths of the running methods that the method there rests on.
    rests: Vec<Depths>,
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
    touches: Touches,
    /// What modes of lock classes are made of.
    pub mode_parts: ModeParts,
    /// Functions that are given to the library.
    pub functions: Functions,
    /// Objects of the library whose own lock matters.
    pub self_locking: FxHashSet<ObjectId>,
    /// Of the lock classes that somebody enters with something held.
    pub reentry: FxHashMap<ClassId, Rc<Reentry>>,
}

struct Remembered {
    summary: Rc<Summary>,
    status: Status,
}

/// Depths of the stack.
type Depths = BTreeSet<usize>;

enum Status {
    /// At this depth of the stack; whether a callee has asked for it.
    Running {
        depth: usize,
        is_used: bool,
    },
    /// Rests on what methods have said that are still running, at these depths of the stack.
    Provisional(Depths),
    Final,
}

impl Status {
    fn resting_on(depths: Depths) -> Status {
        if depths.is_empty() { Status::Final } else { Status::Provisional(depths) }
    }

    fn rests_on(&self, depth: usize) -> bool {
        match self {
            Status::Provisional(depths) => depths.contains(&depth),
            Status::Running { .. } | Status::Final => false,
        }
    }
}

impl<'a> Engine<'a> {
    pub fn new(program: &'a Program, locks: &'a LockSpec) -> Engine<'a> {
        let mut terms = Terms::default();
        let definitions = Definitions::new(program, &mut terms);
        let touches = touches::methods(program, locks);
        let mut objects = Objects::new(program, &called_methods(program));
        let has_guards = !locks.fields.is_empty();
        let escapes = if has_guards { escapes(program, &definitions) } else { Escapes::default() };
        Engine {
            program,
            locks,
            terms,
            definitions,
            escapes,
            graphs: FxHashMap::default(),
            memo: FxHashMap::default(),
            stack: Vec::new(),
            rests: Vec::new(),
            handed_over: BTreeSet::new(),
            contexts: FxHashMap::default(),
            calls: Calls::default(),
            steps: 0,
            mode_parts: ModeParts::default(),
            functions: Functions::new(program, &mut objects),
            self_locking: objects.self_locking(program),
            objects,
            order: FxHashSet::default(),
            order_doubts: BTreeSet::new(),
            self_waits: FxHashSet::default(),
            reentries: reentry::operations(program, locks),
            written: FxHashSet::default(),
            touches,
            reentry: FxHashMap::default(),
        }
    }

    /// Whether locks, or what they guard, matter to the method or to one that it calls.
    pub fn may_touch_locks(&self, method: MethodId) -> bool {
        self.touches.methods[method.index()]
    }

    /// Whether a field holds a semaphore with one permit that some method both acquires and releases.
    pub fn is_used_as_mutex(&self, field: FieldId) -> bool {
        self.definitions.is_mutex(field) && self.touches.mutexes[field.index()]
    }

    /// The methods with locks that a call of a library method may run.
    pub fn run_back(&self, call: &Call, target: MethodId) -> Vec<MethodId> {
        let may_run = |back: &&MethodId| backs::may_run(self.program, call, target, **back);
        self.touches.backs.iter().filter(may_run).copied().collect()
    }

    /// The static initialiser that runs where a class is first used by a method.
    pub fn initializer(&self, class: ClassId, user: MethodId) -> Option<MethodId> {
        let own = self.program.method(user).class;
        self.touches.initializers.get(&class).copied().filter(|_| !self.program.is_subclass(own, class))
    }

    /// What a method with clauses about modes gives back, or leaves held, of the locks that the modes are made of.
    pub fn parts_of(&self, method: MethodId, is_acquire: bool) -> Vec<Lock> {
        let class = self.program.method(method).class;
        parts_of(&self.mode_parts, self.locks, class, method, is_acquire).into_iter().cloned().collect()
    }

    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.touches.classes.get(name).copied()
    }

    /// Every context that was looked at, with what came of it.
    pub fn results(&self) -> impl Iterator<Item = (&Context, &Summary)> {
        self.memo.iter().map(|(context, remembered)| (context, &*remembered.summary))
    }

    pub fn shape(&mut self, method: MethodId, graph: &Graph) -> Rc<Shape> {
        if let Some(shape) = self.graphs.get(&method) {
            return Rc::clone(shape);
        }
        let shape = Rc::new(Shape::new(self.program.method(method), graph));
        self.graphs.insert(method, Rc::clone(&shape));
        shape
    }

    /// What comes of a method in a context. Recursion is solved from below: a method that is asked for while it runs
    /// answers what it knows so far, and runs again until that does not change.
    pub fn summary(&mut self, context: &Context) -> Rc<Summary> {
        let depth = self.stack.len();
        if let Some(known) = self.memo.get_mut(context) {
            let summary = Rc::clone(&known.summary);
            let rests = match &mut known.status {
                Status::Final => Depths::new(),
                Status::Running { depth, is_used } => {
                    *is_used = true;
                    Depths::from([*depth])
                }
                Status::Provisional(depths) => depths.clone(),
            };
            self.rest_on(rests);
            return summary;
        }
        if depth >= DEEPEST || self.is_exhausted() {
            let given_up = Rc::new(self.given_up(context));
            // Where a method is called too deeply, it may still be looked at from elsewhere.
            if self.is_exhausted() {
                let remembered = Remembered { summary: Rc::clone(&given_up), status: Status::Final };
                self.memo.insert(context.clone(), remembered);
            }
            return given_up;
        }
        *self.contexts.entry(context.method).or_default() += 1;
        self.stack.push(context.clone());
        self.rests.push(Depths::new());
        let status = Status::Running { depth, is_used: false };
        self.memo.insert(context.clone(), Remembered { summary: Rc::default(), status });
        let summary = self.settle(context, depth);
        self.stack.pop();
        let mut rests = self.rests.pop().unwrap_or_default();
        rests.remove(&depth);
        self.rest_on(rests);
        summary
    }

    fn settle(&mut self, context: &Context, depth: usize) -> Rc<Summary> {
        for round in 0.. {
            self.rests[depth] = Depths::new();
            let mut found = Walk::run(self, context, Precision::Joined);
            if round == ROUNDS {
                found.unknown.extend(self.given_up(context).unknown);
            }
            let Some(known) = self.memo.get_mut(context) else { return Rc::new(found) };
            let is_used = matches!(known.status, Status::Running { is_used: true, .. });
            let is_stable = round >= ROUNDS || known.summary.is_like(&found);
            known.summary = Rc::new(found);
            if is_used && !is_stable {
                known.status = Status::Running { depth, is_used: false };
                // What rests on what this method has said so far is looked at again, whatever else it rests on.
                self.memo.retain(|_, other| !other.status.rests_on(depth));
                continue;
            }
            let summary = Rc::clone(&known.summary);
            let mut rests = self.rests[depth].clone();
            rests.remove(&depth);
            known.status = Status::resting_on(rests.clone());
            for other in self.memo.values_mut().filter(|_| is_used) {
                if let Status::Provisional(depths) = &mut other.status
                    && depths.remove(&depth)
                {
                    depths.extend(&rests);
                    other.status = Status::resting_on(std::mem::take(depths));
                }
            }
            return summary;
        }
        Rc::default()
    }

    /// The method that runs now rests on others further down the stack.
    fn rest_on(&mut self, depths: Depths) {
        if let Some(rests) = self.rests.last_mut() {
            rests.extend(depths);
        }
    }

    /// Whether the method has been looked at in so many contexts that what is known of its arguments is left out.
    pub fn has_many_contexts(&self, method: MethodId) -> bool {
        self.contexts.get(&method).is_some_and(|count| *count >= CONTEXTS)
    }

    fn given_up(&self, context: &Context) -> Summary {
        let span = self.program.method(context.method).span;
        let message = "calls nest too deeply, or are too many, to be followed".to_string();
        let unknown = vec![Doubt { span, message, is_of_callee: false }];
        Summary { unknown, uses_locks: true, ..Summary::default() }
    }

    /// Whether no more steps are made: callees that are asked for now say nothing, and ways end in them.
    pub fn is_exhausted(&self) -> bool {
        self.steps >= ALL_STEPS
    }

    /// Looks again at a method in which something may be wrong, telling all ways apart. None if there are too many.
    pub fn apart(&mut self, context: &Context) -> Option<Summary> {
        self.stack.push(context.clone());
        self.rests.push(Depths::new());
        let found = Walk::run(self, context, Precision::Apart);
        self.stack.pop();
        self.rests.pop();
        (!found.is_too_large && !self.is_exhausted()).then_some(found)
    }

    /// What goes wrong on one way that is followed step by step.
    pub fn along(&mut self, context: &Context, way: &Trace) -> Vec<Candidate> {
        self.stack.push(context.clone());
        self.rests.push(Depths::new());
        let found = Walk::along(self, context, way);
        self.stack.pop();
        self.rests.pop();
        found.candidates
    }

    /// What goes wrong on ways that are followed step by step, as far as that goes, and whether these are all ways, with
    /// exact counts.
    pub fn unrolled(&mut self, context: &Context) -> (Vec<Candidate>, bool) {
        self.stack.push(context.clone());
        self.rests.push(Depths::new());
        let found = Walk::run(self, context, Precision::Unrolled);
        self.stack.pop();
        self.rests.pop();
        let is_complete = !found.is_too_large && !found.is_deep && !self.is_exhausted();
        (found.candidates, is_complete)
    }
}
