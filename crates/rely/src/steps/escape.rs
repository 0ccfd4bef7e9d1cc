//! Objects that only this thread can reach.
//!
//! ```text
//! mine      objects that this method made and that no other thread can reach
//! linked    those of them that a field or an element of another one of them may hold
//! own       all objects that this method made, also those that others reach by now
//! ```
//!
//! An object gets out when it is stored where others may look, or handed to what may keep it; with it goes whatever it
//! may lead to, for which all linked objects are taken. A method that makes no object has none of these maps.

use crate::assumptions::Reason;
use crate::others::clauses::condition;
use crate::others::relevance::makes_objects;
use crate::steps::method::Body;
use crate::terms::heap::{Sort, sort_of};
use crate::terms::values::instance;
use concurrent::object::annotations::spec::GhostId;
use concurrent::object::{self, ClassId, LocalId as JavaLocal, MethodKind, Type};
use ivl::build::{all, and, any, bool_lit, eq, forall, implies, map_type, not, or, select, store};
use ivl::typed::{Expr, GlobalId, LocalId, Type as Term, Var};
use source::Span;

/// The maps of what this thread made.
#[derive(Clone, Copy)]
pub struct Private {
    pub mine: LocalId,
    pub own: LocalId,
    /// Only if some step may store one of these objects in another.
    linked: Option<LocalId>,
}

impl Body<'_, '_> {
    /// Declares the maps that the method needs.
    pub fn declare_private(&mut self) {
        if !makes_objects(self.heap.java, self.method, self.flat) {
            return;
        }
        let links = self.flat.edges.iter().any(|edge| crate::steps::dirt::may_link(self.heap, &edge.op));
        let mut map = |name: &str| self.sketch.hidden(name, Sort::ThreadSet.ty());
        self.private = Some(Private { mine: map("mine"), own: map("own"), linked: links.then(|| map("linked")) });
    }

    /// At the entry of a constructor only its object is there.
    pub fn begin_private(&mut self, span: Span) {
        let Some(private) = self.private else { return };
        let method = self.heap.java.method(self.method);
        let nothing = self.heap.zero(Sort::ThreadSet, span);
        let first = match method.this() {
            Some(this) if method.kind == MethodKind::Constructor => {
                let this = self.local(this);
                let is_constant = self.heap.is_constant(this.clone());
                self.sketch.assume(Reason::Fresh, not(is_constant));
                store(nothing.clone(), this, bool_lit(true, span))
            }
            Some(_) | None => nothing.clone(),
        };
        for map in [private.mine, private.own] {
            self.sketch.assign(Var::Local(map), first.clone(), span);
        }
        if let Some(linked) = private.linked {
            self.sketch.assign(Var::Local(linked), nothing, span);
        }
    }

    /// Whether only this thread can reach the object.
    pub fn is_mine(&self, object: &Expr) -> Expr {
        match self.private {
            Some(private) => select(self.sketch.value(private.mine), object.clone()),
            None => bool_lit(false, object.span()),
        }
    }

    /// Whether this method made the object.
    pub fn is_own(&self, object: &Expr) -> Expr {
        match self.private {
            Some(private) => select(self.sketch.value(private.own), object.clone()),
            None => bool_lit(false, object.span()),
        }
    }

    /// What holds of the maps in every state.
    pub fn private_facts(&mut self) {
        let Some(private) = self.private else { return };
        let span = self.heap.span;
        let (object, some) = self.heap.any_ref("o");
        let mine = self.is_mine(&some);
        let null = self.heap.null(span);
        let reached = self.reachable_by_others(&some);
        let apart = all([not(reached), not(eq(some.clone(), null)), self.is_own(&some)], span);
        self.sketch.assume(Reason::Bookkeeping, forall(vec![object], vec![vec![mine.clone()]], implies(mine, apart)));
        if let Some(linked) = private.linked {
            let (object, some) = self.heap.any_ref("o");
            let linked = select(self.sketch.value(linked), some.clone());
            let own = self.is_own(&some);
            self.sketch
                .assume(Reason::Bookkeeping, forall(vec![object], vec![vec![linked.clone()]], implies(linked, own)));
        }
    }

    fn reachable_by_others(&self, object: &Expr) -> Expr {
        let reached = [self.heap.published, self.heap.started].into_iter().filter(|map| self.old.contains_key(map));
        any(reached.map(|map| select(self.heap.now(map), object.clone())), object.span())
    }

    /// A reference was stored in an object or a static field: if others can reach that, they can now reach this.
    pub fn stored(&mut self, into: Option<Expr>, value: Expr, span: Span) {
        let Some(private) = self.private else { return };
        match into {
            Some(object) => {
                if let Some(linked) = private.linked {
                    let map = self.sketch.value(linked);
                    let inside = and(self.is_mine(&object), self.is_own(&value));
                    let inside = or(select(map.clone(), value.clone()), inside);
                    self.sketch.assign(Var::Local(linked), store(map, value.clone(), inside), span);
                }
                let condition = not(self.is_mine(&object));
                self.publish_if(condition, vec![value], span);
            }
            None => self.publish_if(bool_lit(true, span), vec![value], span),
        }
    }

    /// If the condition holds, those of these objects that are mine get out.
    pub fn publish_if(&mut self, condition: Expr, objects: Vec<Expr>, span: Span) {
        let Some(private) = self.private else { return };
        if objects.is_empty() || !self.ownership.hands_on {
            return;
        }
        let Some(linked) = private.linked else {
            for object in objects {
                let escapes = self.sketch.hidden("escapes", Term::Bool);
                let condition = and(condition.clone(), self.is_mine(&object));
                self.sketch.assign(Var::Local(escapes), condition, span);
                let escapes = self.sketch.value(escapes);
                let published = self.heap.now(self.heap.published);
                let is_out = or(select(published.clone(), object.clone()), escapes.clone());
                self.sketch.assign(Var::Global(self.heap.published), store(published, object.clone(), is_out), span);
                let mine = self.sketch.value(private.mine);
                let stays = and(select(mine.clone(), object.clone()), not(escapes));
                self.sketch.assign(Var::Local(private.mine), store(mine, object, stays), span);
            }
            return;
        };
        self.publish_linked(private.mine, linked, condition, objects, span);
    }

    fn publish_linked(&mut self, mine: LocalId, linked: LocalId, condition: Expr, objects: Vec<Expr>, span: Span) {
        let published = self.heap.published;
        let was_published = self.sketch.hidden("published before", self.heap.ty(published));
        let was_mine = self.sketch.hidden("mine before", self.heap.ty(published));
        let escapes = self.sketch.hidden("escapes", Term::Bool);
        let one = any(objects.iter().map(|object| self.is_mine(object)).collect::<Vec<_>>(), span);
        self.sketch.assign(Var::Local(escapes), and(condition, one), span);
        let now = self.heap.now(published);
        self.sketch.assign(Var::Local(was_published), now, span);
        let now = self.sketch.value(mine);
        self.sketch.assign(Var::Local(was_mine), now, span);
        self.sketch.havoc(vec![Var::Global(published), Var::Local(mine)], span);
        let escapes = self.sketch.value(escapes);
        let (object, some) = self.heap.any_ref("o");
        let (old, own) = (self.sketch.value(was_published), self.sketch.value(was_mine));
        let (old, own) = (select(old, some.clone()), select(own, some.clone()));
        let new = select(self.heap.now(published), some.clone());
        let left = self.is_mine(&some);
        let named = objects.into_iter().map(|object| eq(some.clone(), object));
        let goes = any(named.chain([select(self.sketch.value(linked), some.clone())]), span);
        let goes = all([escapes, own.clone(), goes], span);
        let grown = eq(new.clone(), or(old.clone(), goes.clone()));
        let kept = eq(left.clone(), and(own.clone(), not(goes)));
        let triggers = vec![vec![new], vec![left], vec![old], vec![own]];
        self.sketch.assume(Reason::Bookkeeping, forall(vec![object], triggers, and(grown, kept)));
    }

    /// A new object: no one has it.
    pub fn allocate(&mut self, target: JavaLocal, span: Span) {
        let Some(private) = self.private else { return };
        self.forget(target, span);
        let object = self.local(target);
        let null = self.heap.null(span);
        self.sketch.assume(Reason::Fresh, not(eq(object.clone(), null)));
        self.sketch.assume(Reason::Fresh, not(select(self.heap.now(self.heap.published), object.clone())));
        self.sketch.assume(Reason::Fresh, not(self.is_own(&object)));
        let is_constant = self.heap.is_constant(object.clone());
        self.sketch.assume(Reason::Fresh, not(is_constant));
        for map in [private.mine, private.own] {
            let now = self.sketch.value(map);
            self.sketch.assign(Var::Local(map), store(now, object.clone(), bool_lit(true, span)), span);
        }
    }

    /// The fields of a new object hold zeros, its lock is free, its class is known.
    pub fn fresh(&mut self, object: &Expr, class: ClassId, span: Span) {
        let java = self.heap.java;
        let exactly = self.heap.is_exactly(object, class);
        self.sketch.assume(Reason::Fresh, exactly);
        for global in self.old.keys().copied().collect::<Vec<_>>() {
            let Some(field) = self.heap.field_of(global) else { continue };
            let field = java.field(field);
            if !field.is_static && java.is_subclass(class, field.class) {
                let zero = self.heap.zero(sort_of(&field.ty), span);
                self.sketch.assume(Reason::Fresh, eq(select(self.heap.now(global), object.clone()), zero));
            }
        }
        for (at, ghost) in self.heap.spec.ghosts.iter().enumerate() {
            let global = self.heap.ghost(GhostId(at as u32));
            if !ghost.is_static && java.is_subclass(class, ghost.class) && self.old.contains_key(&global) {
                let zero = match &ghost.value {
                    Some(value) => {
                        let (state, tid) = (self.now(), self.tid.clone());
                        let now = |global: GlobalId| state[global.index()].clone();
                        condition(self.heap, value, Some(object.clone()), &tid, &now, &now)
                    }
                    None => self.heap.zero(crate::terms::heap::sort_of_spec(&ghost.ty), span),
                };
                self.sketch.assume(Reason::Fresh, eq(select(self.heap.now(global), object.clone()), zero));
            }
        }
        self.free_locks(object, span);
        if self.old.contains_key(&self.heap.started) {
            self.sketch.assume(Reason::Fresh, not(select(self.heap.now(self.heap.started), object.clone())));
        }
    }

    fn free_locks(&mut self, object: &Expr, span: Span) {
        let null = self.heap.null(span);
        for lock in [self.heap.holder, self.heap.owner] {
            if self.old.contains_key(&lock) {
                self.sketch.assume(Reason::Fresh, eq(select(self.heap.now(lock), object.clone()), null.clone()));
            }
        }
        if self.old.contains_key(&self.heap.readers) {
            let nobody = self.heap.zero(Sort::ThreadSet, span);
            self.sketch.assume(Reason::Fresh, eq(select(self.heap.now(self.heap.readers), object.clone()), nobody));
        }
    }

    pub fn new_array(&mut self, target: JavaLocal, ty: &Type, lengths: &[object::Expr], span: Span) {
        let Type::Array(element) = ty else { return };
        let length = self.value(&lengths[0], span);
        self.allocate(target, span);
        let array = self.local(target);
        let of_type = instance(self.heap, array.clone(), ty);
        self.sketch.assume(Reason::Fresh, of_type);
        let is_array = self.heap.is_array(&array);
        self.sketch.assume(Reason::Fresh, is_array);
        let own_length = self.heap.length(array.clone());
        self.sketch.assume(Reason::Fresh, eq(own_length, length));
        self.free_locks(&array, span);
        // Of arrays in the array nothing is known.
        let global = self.heap.elements(sort_of(element));
        if lengths.len() == 1 && self.old.contains_key(&global) {
            let row = map_type(vec![Term::Int], sort_of(element).ty());
            let zero = self.heap.zero(sort_of(element), span);
            let zeros = self.heap.build.constant_map(row, zero);
            self.sketch.assume(Reason::Fresh, eq(select(self.heap.now(global), array), zeros));
        }
    }
}
