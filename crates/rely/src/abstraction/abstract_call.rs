//! A call of a method that is known by its abstraction: what the caller sees.
//!
//! Let S be a step that changes only what `modifies` names, and keeps the clauses of the classes that the callee knows;
//! Aᵢ one that does action i, and keeps them too; E any number of steps of others.
//!
//! ```text
//! a call that returns     E S* E  A₁  E S* E  …  Aₙ  E S* E     then `ensures`, of the entry and now
//! a call that throws      the same up to some E, each Aᵢ for some result
//! ```
//!
//! `S*` between steps of others is: whatever the changed places hold, what others promise of the rest; then one S. Which
//! locks the callee has meanwhile, [`crate::abstraction::underway`] says.

use crate::abstraction::simulation::Step;
use crate::abstraction::underway::Unseen;
use crate::assumptions::Reason;
use crate::others::clauses::{State, clause_globals, for_all, for_all_others};
use crate::plan::flat::FlatEdge;
use crate::steps::dirt::Dirt;
use crate::steps::method::Body;
use crate::terms::formula::speaks_of_result;
use crate::terms::heap::{Sort, sort_of};
use concurrent::object::annotations::spec::{ClassClause, MethodSpec, Place, PlaceKind};
use concurrent::object::{Call, LocalId as JavaLocal, MethodId};
use ivl::build::{bool_lit, select, store};
use ivl::typed::{Expr, GlobalId, LocalId, Var};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What is called.
struct Callee<'c> {
    method: MethodId,
    spec: &'c MethodSpec,
    unseen: Unseen,
    edge: &'c FlatEdge,
}

/// How the call ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Returns,
    Throws,
    /// The one or the other: no action speaks of the result, so they are the same up to there.
    Either,
}

impl Body<'_, '_> {
    /// Runs the abstraction of a method in place of a call.
    pub fn abstract_call(&mut self, call: &Call, method: MethodId, edge: &FlatEdge) {
        let span = edge.span;
        self.gives_up_locks = self.heap.may_wait(method);
        let mut step = self.at_call(call, method, span);
        for precondition in self.preconditions(method) {
            let condition = step.formula(self.heap, &precondition.condition);
            self.prove_precondition(method, &precondition, condition, span);
        }
        let entry = step.before.clone();
        let callee = Callee { method, spec: &self.heap.spec.methods[&method], unseen: self.unseen(method), edge };
        let mut actions = callee.spec.actions.iter().filter_map(|action| action.ensures.as_ref());
        let is_about_result = actions.any(speaks_of_result);
        if edge.unwind.is_some() && is_about_result {
            let start = self.sketch.current;
            self.sketch.branch(start, span);
            self.actions(&callee, &mut step.clone(), End::Throws);
            self.sketch.assume(Reason::Unreached, bool_lit(false, span));
            self.sketch.branch(start, span);
            self.actions(&callee, &mut step, End::Returns);
        } else {
            self.actions(&callee, &mut step, End::Either);
        }
        self.is_through(&callee.unseen, span);
        // The result may have been made on the way.
        if let Some(target) = call.target {
            let ty = self.flat.locals[target.index()].ty.clone();
            self.known(target, &ty, None, span);
        }
        step.before = entry;
        for ensures in &callee.spec.ensures {
            let holds = step.formula(self.heap, &ensures.condition);
            self.sketch.assume(Reason::Abstraction, holds);
        }
        self.gives_up_locks = false;
        self.kept_by_callee.clear();
    }

    /// What is passed becomes known to others, and others run. The result is any value.
    fn at_call(&mut self, call: &Call, method: MethodId, span: Span) -> Step {
        let callee = self.heap.java.method(method);
        let values: Vec<Expr> = call.receiver.iter().chain(&call.args).map(|arg| self.value(arg, span)).collect();
        let references: Vec<Expr> = values.iter().filter(|value| *value.ty() == Sort::Ref.ty()).cloned().collect();
        let params: BTreeMap<JavaLocal, Expr> = callee.params.iter().copied().zip(values).collect();
        self.publish_if(bool_lit(true, span), references, span);
        let published = self.ownership.hands_on.then_some(self.heap.published).into_iter().collect();
        let published = self.dirt(published, span);
        self.boundary(&published, span);
        self.kept_by_callee = BTreeSet::clone(&self.heap.known_classes(method));
        let result = match call.target {
            Some(target) => {
                self.forget(target, span);
                Some(self.local(target))
            }
            None => self.any_result(method, span),
        };
        let this = callee.this().and_then(|this| params.get(&this).cloned());
        let first = self.copy_all(span);
        let (before, after) = (self.copies(&first), self.copies(&BTreeMap::new()));
        Step { before, after, this, params, tid: self.tid.clone(), result }
    }

    /// Any value that the method may give back.
    fn any_result(&mut self, method: MethodId, span: Span) -> Option<Expr> {
        let ty = self.heap.java.method(method).result.clone()?;
        let result = self.sketch.hidden("some result", sort_of(&ty).ty());
        self.sketch.havoc(vec![Var::Local(result)], span);
        Some(self.sketch.value(result))
    }

    /// The actions in order, with stuttering steps before and after each.
    fn actions(&mut self, callee: &Callee, step: &mut Step, end: End) {
        let Callee { method, spec, unseen, edge } = callee;
        let span = edge.span;
        for action in spec.actions.iter().map(Some).chain([None]) {
            self.takes_unseen(unseen, span);
            self.stutter(step, *method, span);
            if edge.unwind.is_some() && end != End::Returns {
                self.may_throw(edge);
            }
            let Some(action) = action else { break };
            step.before = self.before();
            let places: Vec<&Place> = spec.modifies.iter().chain(&action.also_modifies).collect();
            let wrote = self.change(step, &places, *method, span);
            self.acts_unseen(unseen, span);
            if end == End::Throws {
                step.result = self.any_result(*method, span);
            }
            if let Some(ensures) = &action.ensures {
                let does = step.formula(self.heap, ensures);
                self.sketch.assume(Reason::Abstraction, does);
            }
            self.assume_kept_by(*method, &wrote);
            let dirt = self.dirt(wrote, span);
            self.boundary(&dirt, span);
        }
    }

    /// What the callee was checked to keep with each of its steps: the clauses of the classes that it knows.
    fn assume_kept_by(&mut self, method: MethodId, wrote: &BTreeSet<GlobalId>) {
        let known = self.heap.known_classes(method);
        let (old, now, tid) = (self.before(), self.copies(&BTreeMap::new()), self.tid.clone());
        let before: State = &|global| old[&global].clone();
        let after: State = &|global| now[&global].clone();
        let (clauses, parts) = (self.clauses.clone(), self.parts.written(wrote));
        let is_meant = |body: &Self, clause: &ClassClause| {
            let globals = clause_globals(body.heap, clause);
            let is_followed = globals.iter().all(|global| body.old.contains_key(global));
            known.contains(&clause.class) && is_followed && body.parts.has(&parts, &globals)
        };
        for clause in &clauses.invariants {
            if is_meant(self, clause) {
                let holds = for_all(self.heap, clause, &tid, after, after);
                self.sketch.assume(Reason::Abstraction, holds);
            }
        }
        for clause in &clauses.env_assumptions {
            if is_meant(self, clause) {
                let holds = for_all_others(self.heap, clause, &tid, before, after);
                self.sketch.assume(Reason::Abstraction, holds);
            }
        }
    }

    fn copy_all(&mut self, span: Span) -> BTreeMap<GlobalId, LocalId> {
        let mut copies = BTreeMap::new();
        for global in self.old.keys().copied().collect::<Vec<_>>() {
            let copy = self.sketch.hidden("at the call", self.heap.ty(global));
            let now = self.heap.now(global);
            self.sketch.assign(Var::Local(copy), now, span);
            copies.insert(global, copy);
        }
        copies
    }

    /// Any number of stuttering steps of a callee among others. Before the last one, all that is known is what others
    /// promise whatever the changed places hold; each leaves the method's own abstraction where it may have been.
    fn stutter(&mut self, step: &Step, method: MethodId, span: Span) {
        let modifies: Vec<&Place> = self.heap.spec.methods[&method].modifies.iter().collect();
        let changed = self.changed(step, &modifies, method);
        if changed.is_empty() {
            self.boundary(&Dirt::default(), span);
            return;
        }
        self.others_run_around(&changed, span);
        let step = Step { before: self.before(), ..step.clone() };
        let wrote = self.change(&step, &modifies, method, span);
        self.assume_kept_by(method, &wrote);
        let positions = self.copied_positions();
        for (position, copy) in &positions {
            let now = self.sketch.value(*position);
            self.sketch.assign(Var::Local(*copy), now, span);
        }
        self.judge(&self.dirt(wrote, span));
        self.positions_are_kept(&positions, span, "a step that this callee may take any number of times");
        self.others_run(span);
    }

    /// The shared variables that these places of a callee are parts of; `\everything` is all that its code may write.
    fn changed(&mut self, step: &Step, places: &[&Place], method: MethodId) -> BTreeSet<GlobalId> {
        let by_java = self.heap.by_java();
        let everything = places.iter().any(|place| matches!(place.kind, PlaceKind::Everything));
        let own: Vec<GlobalId> = self.old.keys().copied().filter(|global| !by_java.contains(global)).collect();
        let may_write = self.heap.code_writes(method);
        let is_changed = |global: &GlobalId| match everything {
            true => may_write.contains(global),
            false => !self.objects(step, places, *global).is_empty(),
        };
        own.into_iter().filter(is_changed).collect()
    }

    /// Arbitrary values for these places.
    fn change(&mut self, step: &Step, places: &[&Place], method: MethodId, span: Span) -> BTreeSet<GlobalId> {
        let wrote = self.changed(step, places, method);
        let everything = places.iter().any(|place| matches!(place.kind, PlaceKind::Everything));
        for global in wrote.iter().copied() {
            if everything {
                self.sketch.havoc(vec![Var::Global(global)], span);
                continue;
            }
            for object in self.objects(step, places, global) {
                let Some(object) = object else {
                    self.sketch.havoc(vec![Var::Global(global)], span);
                    continue;
                };
                let map = self.heap.now(global);
                let part = select(map.clone(), object.clone());
                let any = self.sketch.hidden("changed", part.ty().clone());
                self.sketch.havoc(vec![Var::Local(any)], span);
                let value = self.sketch.value(any);
                self.sketch.assign(Var::Global(global), store(map, object, value), span);
            }
        }
        wrote
    }
}
