//! Abstractions: what a method is checked against.
//!
//! An abstraction is a number of actions in order, with stuttering steps between them that change only what `modifies`
//! names. Instead of a witness, the set of all positions that the abstraction may be in is followed: after a step, it may
//! be at i if it was there and the step stutters, or if it was at i - 1 and the step is what action i does. No step may
//! leave the set empty, and on return the last position is in it.
//!
//! An action may speak of `\result`, which is known on return only. So two sets are followed: one for some result, judged
//! at each step, and one for the result that will be, which is guessed at the entry and judged on return.
//!
//! What callers see is in [`crate::abstraction::abstract_call`].

use crate::assumptions::Reason;
use crate::codes;
use crate::others::environment::Values;
use crate::plan::flat::has_abstraction;
use crate::steps::dirt::Dirt;
use crate::steps::lock::EntryCounts;
use crate::steps::loop_heads::Snapshots;
use crate::steps::method::Body;
use crate::terms::formula::{View, formula, globals, speaks_of_result};
use crate::terms::heap::{Heap, sort_of, sort_of_spec};
use concurrent::object::annotations::spec::{Action, Expr as SpecExpr, ExprKind, MethodSpec, Place, PlaceKind, Spec};
use concurrent::object::text::method_name;
use concurrent::object::{LocalId as JavaLocal, MethodId};
use ivl::build::{all, and, any, bool_lit, bound_var, eq, exists, forall, implies, or, select};
use ivl::typed::{CmdKind, Expr, GlobalId, LocalId, Var};
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Where the abstraction may be, for some result and for the one that will be.
#[derive(Clone)]
pub struct Positions {
    some: Vec<LocalId>,
    final_result: Vec<LocalId>,
    /// The parameters as they were at the entry.
    params: BTreeMap<JavaLocal, LocalId>,
}

/// A pair of states, and what names mean in them.
#[derive(Clone)]
pub struct Step {
    pub before: Values,
    pub after: Values,
    pub this: Option<Expr>,
    pub params: BTreeMap<JavaLocal, Expr>,
    pub tid: Expr,
    pub result: Option<Expr>,
}

impl Step {
    pub fn formula(&self, heap: &mut Heap, expr: &SpecExpr) -> Expr {
        let null = heap.null(expr.span);
        let local = |id: JavaLocal| self.params.get(&id).cloned().unwrap_or_else(|| null.clone());
        let view = View {
            before: &|global| self.before[&global].clone(),
            after: &|global| self.after[&global].clone(),
            this: self.this.clone(),
            tid: self.tid.clone(),
            local: &local,
            result: self.result.clone(),
        };
        formula(heap, expr, &view)
    }

    /// The same in the state before.
    fn earlier(&self) -> Step {
        Step { after: self.before.clone(), ..self.clone() }
    }
}

/// The shared variables that an abstraction speaks of.
pub fn spec_globals(heap: &Heap, spec: &MethodSpec, found: &mut BTreeSet<GlobalId>) {
    let conditions = spec.requires.iter().chain(&spec.ensures).map(|condition| &condition.condition);
    let actions = spec.actions.iter().filter_map(|action| action.ensures.as_ref());
    conditions.chain(actions).for_each(|expr| globals(heap, expr, found));
    for place in places(spec) {
        match &place.kind {
            PlaceKind::One(expr) => globals(heap, expr, found),
            PlaceKind::Elements(array) => {
                globals(heap, array, found);
                found.insert(element_global(heap, array));
            }
            PlaceKind::Nothing | PlaceKind::Everything => {}
        }
    }
}

/// Whether the abstraction of the method leaves nothing as it is.
pub fn modifies_everything(spec: &Spec, method: MethodId) -> bool {
    let Some(spec) = spec.methods.get(&method) else { return false };
    places(spec).any(|place| matches!(place.kind, PlaceKind::Everything))
}

fn places(spec: &MethodSpec) -> impl Iterator<Item = &Place> {
    spec.modifies.iter().chain(spec.actions.iter().flat_map(|action| &action.also_modifies))
}

fn element_global(heap: &Heap, array: &SpecExpr) -> GlobalId {
    use concurrent::object::Type;
    use concurrent::object::annotations::spec::SpecType;
    match &array.ty {
        SpecType::Java(Type::Array(element)) => heap.elements(sort_of(element)),
        SpecType::Java(_) | SpecType::Thread | SpecType::ThreadSet => heap.elements(crate::terms::heap::Sort::Ref),
    }
}

impl Body<'_, '_> {
    pub fn begin_simulation(&mut self) {
        let spec = self.heap.spec;
        if !has_abstraction(spec, self.method) {
            return;
        }
        let method = self.heap.java.method(self.method);
        let count = spec.methods[&self.method].actions.len() + 1;
        let span = method.span;
        let mut positions = Positions { some: Vec::new(), final_result: Vec::new(), params: BTreeMap::new() };
        for at in 0..count {
            for track in [&mut positions.some, &mut positions.final_result] {
                let position = self.sketch.hidden("position", ivl::typed::Type::Bool);
                self.sketch.assign(Var::Local(position), bool_lit(at == 0, span), span);
                track.push(position);
            }
        }
        for param in &method.params {
            let now = self.local(*param);
            let copy = self.sketch.hidden("parameter", now.ty().clone());
            self.sketch.assign(Var::Local(copy), now, span);
            positions.params.insert(*param, copy);
        }
        if let Some(result) = &method.result {
            self.result = Some(self.sketch.hidden("result", sort_of(result).ty()));
        }
        let [locked, reading] = [self.locked, self.reading].map(|count| {
            let copy = self.sketch.hidden("count at the entry", self.sketch.locals[count.index()].ty.clone());
            let now = self.sketch.value(count);
            self.sketch.assign(Var::Local(copy), now, span);
            copy
        });
        self.entry_counts = Some(EntryCounts { locked, reading });
        self.positions = Some(positions);
    }

    fn own_step(&self, before: Values) -> Step {
        let params = self.positions.iter().flat_map(|positions| &positions.params);
        let params: BTreeMap<JavaLocal, Expr> = params.map(|(id, copy)| (*id, self.sketch.value(*copy))).collect();
        let this = self.heap.java.method(self.method).this().and_then(|this| params.get(&this).cloned());
        let result = self.result.map(|result| self.sketch.value(result));
        Step { before, after: self.copies(&BTreeMap::new()), this, params, tid: self.tid.clone(), result }
    }

    /// What was done since others ran last is a step of the abstraction.
    pub fn advance(&mut self, dirt: &Dirt) {
        let Some(positions) = self.positions.clone() else { return };
        let spec = &self.heap.spec.methods[&self.method];
        let step = self.own_step(self.before());
        let span = dirt.place.unwrap_or(self.heap.span);
        let stutters = self.frame(&step, &spec.modifies, &[], &dirt.globals);
        let mut moves = Vec::new();
        for action in &spec.actions {
            let framed = self.frame(&step, &spec.modifies, &action.also_modifies, &dirt.globals);
            let (some, exact) = self.does(&step, action, span);
            moves.push((and(some, framed.clone()), and(exact, framed)));
        }
        let mut next = Vec::new();
        for (is_exact, track) in [(false, &positions.some), (true, &positions.final_result)] {
            for (at, position) in track.iter().enumerate() {
                let stays = and(self.sketch.value(*position), stutters.clone());
                let comes = match at.checked_sub(1) {
                    Some(last) => {
                        let does = if is_exact { moves[last].1.clone() } else { moves[last].0.clone() };
                        and(self.sketch.value(track[last]), does)
                    }
                    None => bool_lit(false, span),
                };
                next.push((Var::Local(*position), or(stays, comes)));
            }
        }
        self.sketch.push(CmdKind::Assign(next), span);
        if dirt.place.is_some() {
            let somewhere: Vec<Expr> = positions.some.iter().map(|position| self.sketch.value(*position)).collect();
            let name = method_name(self.heap.java, self.method);
            let mut failure = Diagnostic::error(
                &codes::ACTION,
                span,
                format!("this step is none that the abstraction of `{name}` allows"),
            );
            for action in &spec.actions {
                failure = failure.label(action.span, "it is not this action, or not now");
            }
            let failure = failure.help("name what the step changes in `modifies`, or make it one of the actions");
            self.sketch.prove(codes::ACTION.name, failure, any(somewhere, span));
        }
    }

    /// What the action says of the step: for some result, and for the one that will be.
    fn does(&mut self, step: &Step, action: &Action, span: Span) -> (Expr, Expr) {
        let Some(ensures) = &action.ensures else { return (bool_lit(true, span), bool_lit(true, span)) };
        let exact = step.formula(self.heap, ensures);
        let Some(result) = step.result.as_ref().filter(|_| speaks_of_result(ensures)) else {
            return (exact.clone(), exact);
        };
        let bound = bound_var(self.heap.build.fresh_bound(), "result".into(), result.ty().clone());
        let some = Step { result: Some(self.heap.bound(&bound)), ..step.clone() };
        let some = some.formula(self.heap, ensures);
        (exists(vec![bound], Vec::new(), some), exact)
    }

    /// Of the written variables only these places change, in objects that others may reach.
    fn frame(&mut self, step: &Step, first: &[Place], second: &[Place], written: &BTreeSet<GlobalId>) -> Expr {
        let span = self.heap.span;
        let places: Vec<&Place> = first.iter().chain(second).collect();
        if places.iter().any(|place| matches!(place.kind, PlaceKind::Everything)) {
            return bool_lit(true, span);
        }
        let by_java = self.heap.by_java();
        let mut facts = Vec::new();
        for global in written.iter().filter(|global| !by_java.contains(global)) {
            let objects = self.objects(step, &places, *global);
            let (old, new) = (step.before[global].clone(), step.after[global].clone());
            if !self.heap.is_by_object(*global) {
                if objects.is_empty() {
                    facts.push(eq(new, old));
                }
                continue;
            }
            let (variable, some) = self.heap.any_ref("o");
            let published = select(step.before[&self.heap.published].clone(), some.clone());
            let named = objects.into_iter().flatten().map(|object| eq(some.clone(), object));
            let (new, old) = (select(new, some.clone()), select(old, some.clone()));
            let same = or(any(named, span), eq(new.clone(), old.clone()));
            facts.push(forall(vec![variable], vec![vec![new], vec![old]], implies(published, same)));
        }
        all(facts, span)
    }

    /// The objects whose part of this variable is among the places; none for a static one.
    pub fn objects(&mut self, step: &Step, places: &[&Place], global: GlobalId) -> Vec<Option<Expr>> {
        let earlier = step.earlier();
        let mut found = Vec::new();
        for place in places {
            let (own, object) = match &place.kind {
                PlaceKind::Nothing | PlaceKind::Everything => continue,
                PlaceKind::Elements(array) => (element_global(self.heap, array), Some(array)),
                PlaceKind::One(expr) => match &expr.kind {
                    ExprKind::Field { object, field } => (self.heap.field(*field), object.as_deref()),
                    ExprKind::Ghost { object, ghost } => (self.heap.ghost(*ghost), object.as_deref()),
                    ExprKind::Content(atomic) => (self.heap.content(sort_of_spec(&expr.ty)), Some(&**atomic)),
                    ExprKind::Element { array, .. } => (self.heap.elements(sort_of_spec(&expr.ty)), Some(&**array)),
                    _ => continue,
                },
            };
            if own == global {
                found.push(object.map(|object| earlier.formula(self.heap, object)));
            }
        }
        found
    }

    pub fn finish_simulation(&mut self, span: Span) {
        let Some(positions) = self.positions.clone() else { return };
        let method = self.heap.java.method(self.method);
        let name = method_name(self.heap.java, self.method);
        let spec = &self.heap.spec.methods[&self.method];
        if let (Some(result), Some(returned)) = (self.result, self.flat.result) {
            let returned = self.local(returned);
            self.sketch.assume(Reason::Bookkeeping, eq(self.sketch.value(result), returned));
        }
        if let Some(last) = positions.final_result.last() {
            let mut failure = Diagnostic::error(
                &codes::ACTION,
                method.span,
                format!("`{name}` might return before it has done what its abstraction says"),
            );
            for action in &spec.actions {
                failure = failure.label(action.span, "this action");
            }
            let done = self.sketch.value(*last);
            self.sketch.prove(codes::ACTION.name, failure, done);
        }
        self.locks_are_back(method.span);
        let entry = self.copies(&self.entry);
        let step = self.own_step(entry);
        for ensures in &spec.ensures {
            let holds = step.formula(self.heap, &ensures.condition);
            let failure =
                Diagnostic::error(&codes::ACTION, ensures.span, format!("this might not hold when `{name}` returns"))
                    .label(span, "on this return")
                    .help("other threads run before the caller goes on: only what they cannot change can be promised");
            self.sketch.prove(codes::ACTION.name, failure, holds);
        }
    }

    /// In a loop, the abstraction stays where it may have been.
    pub fn keep_positions(&mut self, snapshots: &mut Snapshots) {
        snapshots.positions = self.copied_positions();
        let span = self.heap.java.method(self.method).span;
        self.positions_are_kept(&snapshots.positions, span, "an iteration of a loop");
    }

    /// A variable for a copy of each position.
    pub fn copied_positions(&mut self) -> Vec<(LocalId, LocalId)> {
        let Some(positions) = self.positions.clone() else { return Vec::new() };
        let all = positions.some.iter().chain(&positions.final_result);
        all.map(|position| (*position, self.sketch.hidden("position before", ivl::typed::Type::Bool))).collect()
    }

    /// What may happen any number of times stutters in the abstraction.
    pub fn positions_are_kept(&mut self, positions: &[(LocalId, LocalId)], span: Span, what: &str) {
        for (position, copy) in positions {
            let kept = implies(self.sketch.value(*copy), self.sketch.value(*position));
            let message = format!("{what} does more than stutter in the abstraction of this method");
            let failure = Diagnostic::error(&codes::ACTION, span, message)
                .help("what is done any number of times has to be allowed by `modifies`");
            self.sketch.prove(codes::ACTION.name, failure, kept);
        }
    }
}
