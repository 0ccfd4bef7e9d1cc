//! Each declaration is reflexive and transitive, together with all others.
//!
//! Let E be the conjunction of all declarations and of what Java says of steps of others. If E(a, b) and E(b, c) imply a
//! declaration of (a, c), for every declaration, then any number of steps of others is one of E. Reflexivity is that
//! E holds of (a, a), for the user's own relations. Declarations that share no variable say nothing about each other, so each
//! group of those that do is an obligation of its own.

use crate::assumptions::Reason;
use crate::check::unique;
use crate::codes;
use crate::others::clauses::{Clauses, State, clause_globals, for_all};
use crate::others::java_relation::java_relation;
use crate::others::relevance::Relevant;
use crate::steps::sketch::Sketch;
use crate::terms::heap::Heap;
use ivl::build::{eq, not};
use ivl::typed::{Expr, GlobalId};
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The groups of declarations of which it is asked, by the places of the declarations, and their names.
#[derive(Default)]
pub struct Asked {
    groups: BTreeSet<Vec<Span>>,
    names: BTreeMap<String, usize>,
}

/// Adds the obligations for these declarations, but for groups of which it is asked already.
pub fn stability(heap: &mut Heap, clauses: &Clauses, asked: &mut Asked) {
    for group in clauses.groups(heap) {
        let is_some = !group.clauses.rules.is_empty() || !group.clauses.env_assumptions.is_empty();
        if is_some && asked.groups.insert(group.clauses.spans()) {
            let name = unique(format!("declarations of {}", group.clauses.subject(heap)), &mut asked.names);
            transitivity(heap, &group, &name);
            reflexivity(heap, &group, &name);
        }
    }
}

fn transitivity(heap: &mut Heap, group: &Relevant, name: &str) {
    let clauses = &group.clauses;
    let mut sketch = Sketch::new(heap.span);
    let tid = sketch.local("tid", crate::terms::heap::Sort::Ref.ty(), heap.span);
    let tid = sketch.value(tid);
    sketch.assume(Reason::Question, not(eq(tid.clone(), heap.null(heap.span))));
    let globals = spoken_of(heap, clauses);
    let mut states: Vec<BTreeMap<GlobalId, Expr>> = Vec::new();
    for _ in 0..2 {
        let copies = globals.iter().map(|global| {
            let name = heap.build.program.globals[global.index()].name.to_string();
            let copy = sketch.hidden(&name, heap.ty(*global));
            (*global, sketch.value(copy))
        });
        states.push(copies.collect());
    }
    states.push(globals.iter().map(|global| (*global, heap.now(*global))).collect());
    let [a, b, c] = &states[..] else { return };
    let now: Vec<Expr> =
        (0..heap.build.program.globals.len() as u32).map(|global| heap.now(GlobalId(global))).collect();
    let at = |state: &BTreeMap<GlobalId, Expr>, global: GlobalId| match state.get(&global) {
        Some(value) => value.clone(),
        None => now[global.index()].clone(),
    };
    for (before, after) in [(a, b), (b, c)] {
        let (before, after): (State, State) = (&|global| at(before, global), &|global| at(after, global));
        for fact in relation(heap, clauses, &globals, &tid, before, after) {
            sketch.assume(Reason::Question, fact);
        }
    }
    let (before, after): (State, State) = (&|global| at(a, global), &|global| at(c, global));
    for rule in group.own_rules(heap) {
        if let Some(kept) = rule.kept(heap, &tid, before, after) {
            let name = heap.java.field(rule.field).name.clone();
            let message = format!("the declaration on `{name}` does not survive two steps of other threads");
            let failure = Diagnostic::error(&codes::STABILITY, rule.span, message)
                .help("what the condition speaks of may itself be changed by others: make the lock's field final")
                .label(heap.java.field(rule.field).span, "of this field");
            sketch.prove(codes::STABILITY.name, failure, kept);
        }
    }
    for clause in group.own_assumptions(heap) {
        let holds = for_all(heap, clause, &tid, before, after);
        let message = "this assumption is not transitive: two steps of other threads may break it";
        sketch.prove(codes::STABILITY.name, Diagnostic::error(&codes::STABILITY, clause.span, message), holds);
    }
    sketch.finish(&mut heap.build, name);
}

/// Law: E(a, a) in every state a in which the invariants hold. That E holds of a step from a must not be assumed here:
/// a state from which E allows no step at all, not even none, is what this looks for.
fn reflexivity(heap: &mut Heap, group: &Relevant, name: &str) {
    let clauses = &group.clauses;
    if clauses.env_assumptions.is_empty() {
        return;
    }
    let mut sketch = Sketch::new(heap.span);
    let tid = sketch.local("tid", crate::terms::heap::Sort::Ref.ty(), heap.span);
    let tid = sketch.value(tid);
    sketch.assume(Reason::Question, not(eq(tid.clone(), heap.null(heap.span))));
    let globals: Vec<GlobalId> = spoken_of(heap, clauses).into_iter().collect();
    let now: Vec<Expr> =
        (0..heap.build.program.globals.len() as u32).map(|global| heap.now(GlobalId(global))).collect();
    let state: State = &|global| now[global.index()].clone();
    for shape in crate::others::shape::shapes(heap, &globals, state) {
        sketch.assume(Reason::Question, shape);
    }
    for clause in &clauses.invariants {
        let holds = for_all(heap, clause, &tid, state, state);
        sketch.assume(Reason::Question, holds);
    }
    for clause in group.own_assumptions(heap) {
        let same = for_all(heap, clause, &tid, state, state);
        let message = "this assumption is not reflexive: other threads may do nothing";
        sketch.prove(codes::STABILITY.name, Diagnostic::error(&codes::STABILITY, clause.span, message), same);
    }
    sketch.finish(&mut heap.build, &format!("{name}, without a step"));
}

/// What one step of others from some state to the current one is known to be.
pub fn relation_of(heap: &mut Heap, clauses: &Clauses, sketch: &mut Sketch) -> Vec<Expr> {
    let tid = sketch.local("tid", crate::terms::heap::Sort::Ref.ty(), heap.span);
    let tid = sketch.value(tid);
    sketch.assume(Reason::Question, not(eq(tid.clone(), heap.null(heap.span))));
    let globals = spoken_of(heap, clauses);
    let mut after: BTreeMap<GlobalId, Expr> = BTreeMap::new();
    for global in &globals {
        let copy = sketch.hidden("after", heap.ty(*global));
        after.insert(*global, sketch.value(copy));
    }
    let now: Vec<Expr> =
        (0..heap.build.program.globals.len() as u32).map(|global| heap.now(GlobalId(global))).collect();
    let before: State = &|global| now[global.index()].clone();
    let after: State = &|global| after.get(&global).unwrap_or(&now[global.index()]).clone();
    relation(heap, clauses, &globals, &tid, before, after)
}

/// The shared variables that the declarations speak of, those that Java governs, and what final fields come from.
fn spoken_of(heap: &Heap, clauses: &Clauses) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::from(heap.by_java());
    clauses.rules.iter().for_each(|rule| found.extend(rule.globals(heap).iter().copied()));
    let of_classes = clauses.env_assumptions.iter().chain(&clauses.invariants);
    of_classes.for_each(|clause| found.extend(clause_globals(heap, clause).iter().copied()));
    found.extend(crate::others::shape::sources(heap, &found));
    found
}

/// What one step of others is known to be.
fn relation(
    heap: &mut Heap,
    clauses: &Clauses,
    globals: &BTreeSet<GlobalId>,
    tid: &Expr,
    before: State,
    after: State,
) -> Vec<Expr> {
    let mut facts = java_relation(heap, globals, tid, before, after);
    let globals: Vec<GlobalId> = globals.iter().copied().collect();
    facts.extend(crate::others::shape::shapes(heap, &globals, before));
    facts.extend(crate::others::shape::shapes(heap, &globals, after));
    for rule in &clauses.rules {
        facts.extend(rule.kept(heap, tid, before, after));
    }
    for clause in &clauses.env_assumptions {
        facts.push(for_all(heap, clause, tid, before, after));
    }
    for clause in &clauses.invariants {
        facts.push(for_all(heap, clause, tid, before, before));
        facts.push(for_all(heap, clause, tid, after, after));
    }
    facts
}
