//! A method as one obligation: a plain procedure that runs it among arbitrary other threads.
//!
//! ```text
//! before each step that touches shared state     what the last such step did is checked; then others run
//! the step                                       the declarations allow it; Java does not throw
//! return                                         the last step is checked; others run; the abstraction is through
//! ```
//!
//! Locals of the procedure besides the method's own: `tid`; the objects that only this thread can reach
//! ([`crate::steps::escape`]); how often this thread has entered each monitor and lock ([`crate::steps::lock`]); and a copy of each
//! shared variable as it was after others ran last. A ghost assignment belongs to the step before it, as ghosts change nothing that runs.

use crate::abstraction::simulation::Positions;
use crate::assumptions::Reason;
use crate::others::clauses::Clauses;
use crate::others::parts::Parts;
use crate::others::relevance::{Relevant, made, of_method};
use crate::plan::flat::Flat;
use crate::steps::dirt::Dirt;
use crate::steps::escape::Private;
use crate::steps::guess::Guess;
use crate::steps::lock::EntryCounts;
use crate::steps::sketch::Sketch;
use crate::steps::walk::Route;
use crate::terms::formula::{View, formula};
use crate::terms::heap::{Heap, Sort, sort_of};
use crate::terms::values::{concatenations, value};
use crate::text::owned::Ownership;
use concurrent::object::annotations::spec::Expr as SpecExpr;
use concurrent::object::{self, ClassId, Gap, LocalId as JavaLocal, MethodId, MethodKind};
use ivl::build::{bool_lit, eq, map_type, not, or, select};
use ivl::typed::{Expr, GlobalId, ImplementationId, LocalId, Type as Term, Var};
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub struct Body<'a, 'p> {
    pub heap: &'a mut Heap<'p>,
    /// Those that matter here.
    pub clauses: Rc<Clauses>,
    pub method: MethodId,
    pub flat: &'a Flat,
    /// Of which it makes objects; of the own one, if it is a constructor.
    pub made: BTreeSet<ClassId>,
    pub sketch: Sketch,
    java: Vec<LocalId>,
    pub tid: Expr,
    /// Changes whenever others run, for the trace.
    pub others: LocalId,
    pub private: Option<Private>,
    /// How often this thread has entered each monitor, taken each lock and each read side.
    pub depth: LocalId,
    pub locked: LocalId,
    pub reading: LocalId,
    /// Of a method with an abstraction.
    pub entry_counts: Option<EntryCounts>,
    /// The shared variables, as they were after others ran last.
    pub old: BTreeMap<GlobalId, LocalId>,
    /// The parts that they fall into, and those of them to which others do something next.
    pub parts: Rc<Parts>,
    pub awake: BTreeSet<GlobalId>,
    /// The same, at the entry.
    pub entry: BTreeMap<GlobalId, LocalId>,
    pub positions: Option<Positions>,
    /// Of a method that takes or gives up locks for its callers.
    pub helper_counts: crate::abstraction::helpers::Counts,
    pub result: Option<LocalId>,
    pub gap: Option<Gap>,
    /// Set once the loops are known.
    pub route: Option<Rc<Route>>,
    /// Whether a callee is under way that may wait, and so give up locks for a while.
    pub gives_up_locks: bool,
    /// The classes whose clauses a callee was checked to keep, while its abstraction runs.
    pub kept_by_callee: BTreeSet<ClassId>,
    /// What is unchecked at the end of the step under way.
    pub leaving: Dirt,
    /// What the text says of objects of this method in the step under way.
    pub ownership: Ownership,
    pub guess: &'a Guess,
    pub candidates: &'a BTreeMap<Span, u32>,
    /// How many guesses were made so far.
    pub guessed: u32,
}

/// What a method is checked with.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    pub clauses: &'a Clauses,
    pub method: MethodId,
    pub flat: &'a Flat,
    pub guess: &'a Guess,
    /// Declarations that are tried, by their places.
    pub candidates: &'a BTreeMap<Span, u32>,
}

/// Adds the obligation of a method to the program.
pub fn method(heap: &mut Heap, task: &Task, name: &str) -> Result<(), Gap> {
    let mut body = body(heap, task);
    body.begin();
    body.graph();
    if let Some(gap) = body.gap {
        return Err(gap);
    }
    let Body { heap, sketch, .. } = body;
    sketch.finish(&mut heap.build, name);
    Ok(())
}

/// Adds a procedure whose end is in reach if what is assumed at the entry of a method can be true.
pub fn entry_probe(heap: &mut Heap, task: &Task, name: &str) -> ImplementationId {
    let mut body = body(heap, task);
    body.begin();
    let span = body.heap.java.method(task.method).span;
    body.others_run(span);
    let failure = Diagnostic::error(&ivl::codes::VACUOUS, span, "not reached");
    body.sketch.claim("vacuity", failure, bool_lit(false, span));
    let Body { heap, sketch, .. } = body;
    sketch.finish(&mut heap.build, name)
}

/// Adds a procedure whose end is in reach if some run of the method comes to one of its ends, and all that is to be proved
/// on the way holds. None if the text of the method has no end, or something in it is not modelled.
pub fn exit_probe(heap: &mut Heap, task: &Task, name: &str) -> Option<ImplementationId> {
    let mut body = body(heap, task);
    body.sketch.believes = true;
    body.begin();
    let ends = body.graph();
    let span = body.heap.java.method(task.method).span;
    let end = body.sketch.block(span);
    for block in &ends {
        body.sketch.jump(*block, vec![end], span);
    }
    body.sketch.current = end;
    let failure = Diagnostic::error(&ivl::codes::VACUOUS, span, "not reached");
    body.sketch.claim("vacuity", failure, bool_lit(false, span));
    let Body { heap, sketch, gap, .. } = body;
    (gap.is_none() && !ends.is_empty()).then(|| sketch.finish(&mut heap.build, name))
}

fn body<'a, 'p>(heap: &'a mut Heap<'p>, task: &Task<'a>) -> Body<'a, 'p> {
    let Task { clauses, method, flat, guess, candidates } = *task;
    let made = made(heap.java, method, flat);
    let Relevant { globals, clauses } = of_method(heap, clauses, method, flat, &made);
    let span = heap.java.method(method).span;
    let mut sketch = Sketch::new(span);
    sketch.believes = guess.is_trial() || !candidates.is_empty();
    let counts = map_type(vec![Sort::Ref.ty()], Term::Int);
    let tid = sketch.local("tid", Sort::Ref.ty(), span);
    let others = sketch.local(crate::trace::OTHERS, Term::Bool, span);
    let depth = sketch.hidden("depth", counts.clone());
    let locked = sketch.hidden("locked", counts.clone());
    let reading = sketch.hidden("reading", counts);
    let tid = sketch.value(tid);
    let mut body = Body {
        heap,
        clauses: Rc::new(clauses),
        method,
        flat,
        made,
        sketch,
        java: Vec::new(),
        tid,
        others,
        private: None,
        depth,
        locked,
        reading,
        entry_counts: None,
        old: BTreeMap::new(),
        parts: Rc::default(),
        awake: BTreeSet::new(),
        entry: BTreeMap::new(),
        positions: None,
        helper_counts: Vec::new(),
        result: None,
        gap: None,
        route: None,
        gives_up_locks: false,
        kept_by_callee: BTreeSet::new(),
        leaving: Dirt::default(),
        ownership: Ownership::default(),
        guess,
        candidates,
        guessed: 0,
    };
    body.declare(globals);
    body
}

impl Body<'_, '_> {
    fn declare(&mut self, globals: BTreeSet<GlobalId>) {
        for local in &self.flat.locals {
            let ty = sort_of(&local.ty).ty();
            let id = match local.is_temporary {
                true => self.sketch.hidden(&local.name, ty),
                false => self.sketch.local(&local.name, ty, local.span),
            };
            if crate::terms::heap::range(&local.ty).is_some() {
                let value = self.sketch.value(id);
                self.sketch.locals[id.index()].where_clause = Some(self.heap.typed(&value, &local.ty));
            }
            self.java.push(id);
        }
        self.declare_private();
        self.parts = Rc::new(Parts::new(self.heap, &self.clauses, &globals));
        self.awake = globals.clone();
        for global in globals {
            let name = self.heap.build.program.globals[global.index()].name.to_string();
            let old = self.sketch.hidden(&format!("old {name}"), self.heap.ty(global));
            self.old.insert(global, old);
            let entry = self.sketch.hidden(&format!("entry {name}"), self.heap.ty(global));
            self.entry.insert(global, entry);
        }
    }

    /// What is known when a thread calls the method.
    fn begin(&mut self) {
        let java = self.heap.java;
        let method = java.method(self.method);
        let span = method.span;
        let (tid, null) = (self.tid.clone(), self.heap.null(span));
        self.sketch.assume(Reason::Entry, not(eq(tid.clone(), null.clone())));
        let published = self.heap.now(self.heap.published);
        let main = self.heap.main(span);
        self.sketch.assume(Reason::Entry, select(published.clone(), main.clone()));
        self.sketch.assume(Reason::Entry, select(published.clone(), tid.clone()));
        let is_constructor = method.kind == MethodKind::Constructor;
        self.begin_private(span);
        self.lock_facts();
        self.private_facts();
        for param in &method.params {
            let local = method.local(*param);
            if !local.ty.is_reference() {
                continue;
            }
            let value = self.local(*param);
            if Some(*param) == method.this() {
                self.sketch.assume(Reason::Entry, not(eq(value.clone(), null.clone())));
                let is_published = select(published.clone(), value.clone());
                self.sketch.assume(Reason::Entry, if is_constructor { not(is_published) } else { is_published });
            } else {
                self.sketch.assume(
                    Reason::Entry,
                    or(eq(value.clone(), null.clone()), select(published.clone(), value.clone())),
                );
            }
            let typed = self.heap.typed(&value, &local.ty);
            self.sketch.assume(Reason::Typed, typed);
        }
        if let Some(this) = method.this() {
            let is_thread =
                java.class_named("java.lang.Thread").is_some_and(|thread| java.is_subclass(method.class, thread));
            let this = self.local(this);
            // Callers by an abstraction, and of a thread-safe class, may be any thread.
            let overridden = method.overrides.iter().map(|over| java.method(*over).class);
            let is_called = crate::plan::flat::has_abstraction(self.heap.spec, self.method)
                || std::iter::once(method.class).chain(overridden).any(|class| self.heap.safe.contains(&class));
            let runs_itself = is_thread && !is_called && !crate::text::threads::hands_threads_on(java);
            if &*method.name == "run" && method.params.len() == 1 && runs_itself {
                self.sketch.assume(Reason::OwnThread, eq(tid.clone(), this.clone()));
                self.sketch.assume(Reason::OwnThread, not(eq(tid.clone(), main.clone())));
                if self.old.contains_key(&self.heap.started) {
                    let started = self.heap.now(self.heap.started);
                    self.sketch.assume(Reason::OwnThread, select(started, this.clone()));
                }
            }
            if is_constructor {
                self.fresh(&this, method.class, span);
            }
        } else if crate::text::threads::is_main(java, method)
            && !crate::plan::flat::has_abstraction(self.heap.spec, self.method)
        {
            self.sketch.assume(Reason::OwnThread, eq(tid, main));
        }
        if method.kind == MethodKind::StaticInitializer {
            self.zero_statics(span);
            self.no_objects_yet(method.class);
        }
        let globals: Vec<GlobalId> = self.old.keys().copied().collect();
        let state = self.now();
        self.assume_shape(&globals, &|global| state[global.index()].clone());
        self.assume_invariants();
        for precondition in self.preconditions(self.method) {
            let condition = self.here(&precondition.condition, 0, method.this());
            self.sketch.assume(Reason::Precondition, condition);
        }
        self.remember(&self.awake.clone(), span);
        for (global, entry) in self.entry.clone() {
            let now = self.heap.now(global);
            self.sketch.assign(Var::Local(entry), now, span);
        }
        self.begin_helper(span);
        self.begin_simulation();
    }

    pub fn local(&self, local: JavaLocal) -> Expr {
        self.sketch.value(self.java[local.index()])
    }

    pub fn value(&mut self, expr: &object::Expr, span: Span) -> Expr {
        let strings: Vec<Expr> = (0..concatenations(expr)).map(|_| self.new_string(span)).collect();
        let Body { heap, sketch, java, .. } = self;
        value(heap, expr, &|local| sketch.value(java[local.index()]), &mut strings.into_iter(), span)
    }

    pub fn set(&mut self, local: JavaLocal, value: Expr, span: Span) {
        self.sketch.assign(Var::Local(self.java[local.index()]), value, span);
    }

    pub fn forget(&mut self, local: JavaLocal, span: Span) {
        self.sketch.havoc(vec![Var::Local(self.java[local.index()])], span);
    }

    /// An annotation at this point of an inlined method whose locals begin at `base`. `\old` is the entry.
    pub fn here(&mut self, expr: &SpecExpr, base: u32, this: Option<JavaLocal>) -> Expr {
        let this = this.map(|this| self.local(this));
        let Body { heap, sketch, java, tid, entry, .. } = self;
        let globals = heap.vars.clone();
        let now = |global: GlobalId| globals[global.index()].clone();
        let before = |global: GlobalId| match entry.get(&global) {
            Some(local) => sketch.value(*local),
            None => now(global),
        };
        let local = |id: JavaLocal| sketch.value(java[(base + id.0) as usize]);
        formula(heap, expr, &View { before: &before, after: &now, this, tid: tid.clone(), local: &local, result: None })
    }
}
