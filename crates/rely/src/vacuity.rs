//! Whether what is assumed can be true at all.
//!
//! From a contradiction everything follows. For each class with declarations there is a probe: some state has an object
//! of the class that others can reach, and other threads can make a step from there. For each method with a precondition
//! there is one: some state satisfies it. Methods that take more for granted on their way, since they build an object or
//! call others by their abstractions, have one at their end: some run comes there. And at the start, before any thread has done anything, what is said of
//! static fields holds.

use crate::assumptions::Reason;
use crate::check::Planned;
use crate::codes;
use crate::others::clauses::{Clauses, State, clause_globals, condition, speaks_of_this};
use crate::others::relevance::Touched;
use crate::others::stability::relation_of;
use crate::plan::flat::{Flat, Op};
use crate::steps::guess::Guess;
use crate::steps::method::{Task, entry_probe};
use crate::steps::sketch::Sketch;
use crate::terms::heap::{Heap, Sort, sort_of, sort_of_spec};
use concurrent::object::annotations::spec::{ClassClause, GhostId};
use concurrent::object::text::method_name;
use concurrent::object::{ClassId, MethodId, MethodKind};
use ivl::build::{bool_lit, eq, forall, implies, select};
use ivl::check::Probe;
use ivl::codes::VACUOUS;
use ivl::typed::GlobalId;
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Probes for the declarations of each class.
pub fn class_probes(heap: &mut Heap, clauses: &Clauses) -> Vec<Probe> {
    let mut of_class: BTreeMap<ClassId, BTreeSet<GlobalId>> = BTreeMap::new();
    for clause in clauses.env_assumptions.iter().chain(&clauses.invariants) {
        of_class.entry(clause.class).or_default().extend(clause_globals(heap, clause).iter());
    }
    for rule in &clauses.rules {
        of_class.entry(heap.java.field(rule.field).class).or_default().extend(rule.globals(heap).iter());
    }
    let relevant = |heap: &Heap, mut globals: BTreeSet<GlobalId>| {
        globals.extend(heap.by_java());
        clauses.relevant(heap, Touched { globals, ..Touched::default() }).clauses
    };
    of_class.into_iter().map(|(class, seeds)| class_probe(heap, &relevant(heap, seeds), class)).collect()
}

/// Declarations that share no variable with those of the class do not contradict them.
fn class_probe(heap: &mut Heap, clauses: &Clauses, class: ClassId) -> Probe {
    let span = heap.java.class(class).span;
    let name = heap.java.class(class).name.clone();
    let mut sketch = Sketch::new(span);
    let object = sketch.local("object", Sort::Ref.ty(), span);
    let object = sketch.value(object);
    let of_class = heap.is_instance(object.clone(), class);
    sketch.assume(Reason::Question, of_class);
    sketch.assume(Reason::Question, select(heap.now(heap.published), object));
    for fact in relation_of(heap, clauses, &mut sketch) {
        sketch.assume(Reason::Question, fact);
    }
    let message = format!("no state satisfies what is declared about `{name}`, so proofs say nothing of its objects");
    sketch.claim("vacuity", Diagnostic::error(&VACUOUS, span, "not reached"), bool_lit(false, span));
    let implementation = sketch.finish(&mut heap.build, &format!("{name}: some object"));
    Probe { implementation, failure: Diagnostic::error(&VACUOUS, span, message), after: Vec::new() }
}

/// A probe for what a method requires, if it does.
pub fn method_probe(heap: &mut Heap, clauses: &Clauses, method: MethodId, flat: &Flat, name: &str) -> Option<Probe> {
    let requires = heap.spec.methods.get(&method).is_some_and(|spec| !spec.requires.is_empty());
    let guards = clauses.methods.guards.iter().any(|guard| guard.0 == method);
    if !requires && !guards {
        return None;
    }
    let guess = Guess::default();
    let implementation = entry_probe(
        heap,
        &Task { clauses, method, flat, guess: &guess, candidates: &BTreeMap::new() },
        &format!("{name}: entry"),
    );
    let message = format!("what `{}` requires contradicts itself, or the invariants", method_name(heap.java, method));
    let failure = Diagnostic::error(&VACUOUS, heap.java.method(method).span, message);
    Some(Probe { implementation, failure, after: Vec::new() })
}

/// A probe for what a method assumes on its way, if it builds an object or calls others by their abstractions. Where loops
/// are, their invariants are not known yet.
pub fn exit_probe(heap: &mut Heap, clauses: &Clauses, planned: &Planned, flat: &Flat) -> Option<Probe> {
    let method = heap.java.method(planned.id);
    let calls_abstraction = flat.edges.iter().any(|edge| matches!(edge.op, Op::Abstract { .. }));
    let is_bold = method.kind == MethodKind::Constructor || calls_abstraction;
    if planned.has_loops || !is_bold {
        return None;
    }
    let guess = Guess::default();
    let implementation = crate::steps::method::exit_probe(
        heap,
        &Task { clauses, method: planned.id, flat, guess: &guess, candidates: &BTreeMap::new() },
        &format!("{}: end", planned.name),
    )?;
    let message = format!(
        "no run of `{}` comes to its end: what is assumed on the way contradicts itself, so its proof says nothing",
        method_name(heap.java, planned.id)
    );
    let failure = Diagnostic::error(&VACUOUS, method.span, message);
    Some(Probe { implementation, failure, after: Vec::new() })
}

/// Adds the obligation that what is said of static fields holds at the start. Those of classes with an initialiser are
/// looked at when it is through.
pub fn beginning(heap: &mut Heap, clauses: &Clauses) {
    let wanted: Vec<&Rc<ClassClause>> =
        clauses.invariants.iter().filter(|clause| is_about_beginning(heap, clause)).collect();
    let Some(first) = wanted.first() else { return };
    let mut sketch = Sketch::new(first.span);
    // Whichever thread it is that takes them to be about itself.
    let tid = sketch.local("tid", Sort::Ref.ty(), first.span);
    let tid = sketch.value(tid);
    let now: Vec<_> = (0..heap.build.program.globals.len() as u32).map(|global| heap.now(GlobalId(global))).collect();
    let state: State = &|global| now[global.index()].clone();
    for clause in wanted {
        for global in crate::others::clauses::clause_globals(heap, clause).iter() {
            sketch_zero(heap, &mut sketch, *global, clause.span);
        }
        let holds = condition(heap, &clause.condition, None, &tid, state, state);
        let failure = Diagnostic::error(&codes::INVARIANT, clause.span, "this does not hold when the program begins");
        sketch.prove(codes::INVARIANT.name, failure, holds);
    }
    sketch.finish(&mut heap.build, "beginning");
}

fn is_about_beginning(heap: &Heap, clause: &ClassClause) -> bool {
    let has_initialiser = |class: ClassId| {
        let methods = heap.java.class(class).methods.iter();
        methods.into_iter().any(|id| heap.java.method(*id).kind == MethodKind::StaticInitializer)
    };
    let fields = crate::others::clauses::clause_globals(heap, clause);
    let mut statics = fields.iter().filter_map(|global| heap.field_of(*global)).map(|id| heap.java.field(id));
    !speaks_of_this(&clause.condition) && !statics.any(|field| field.is_static && has_initialiser(field.class))
}

/// What a variable holds before any thread has done anything.
fn sketch_zero(heap: &mut Heap, sketch: &mut Sketch, global: GlobalId, span: Span) {
    let now = heap.now(global);
    if let Some(field) = heap.field_of(global).map(|field| heap.java.field(field)) {
        if field.is_static && field.constant.is_none() {
            let zero = heap.zero(sort_of(&field.ty), span);
            sketch.assume(Reason::Question, eq(now, zero));
        }
        return;
    }
    for (at, ghost) in heap.spec.ghosts.iter().enumerate() {
        if heap.ghost(GhostId(at as u32)) == global && ghost.is_static {
            let zero = match &ghost.value {
                Some(value) => {
                    let tid = heap.main(span);
                    let state: State = &|_| now.clone();
                    condition(heap, value, None, &tid, state, state)
                }
                None => heap.zero(sort_of_spec(&ghost.ty), span),
            };
            sketch.assume(Reason::Question, eq(now, zero));
            return;
        }
    }
    let (object, some) = heap.any_ref("o");
    if global == heap.holder || global == heap.owner {
        let held = select(now, some);
        let free = eq(held.clone(), heap.null(span));
        sketch.assume(Reason::Question, forall(vec![object], vec![vec![held]], free));
    } else if global == heap.published || global == heap.started {
        let reached = select(now, some.clone());
        let main = eq(some, heap.main(span));
        sketch.assume(
            Reason::Question,
            forall(vec![object], vec![vec![reached.clone()]], implies(reached.clone(), main)),
        );
    }
}
