//! What holds of final fields of objects that others built, in every state: they refer to objects that others can reach,
//! and their values come from where the text says (see [`crate::text::fields`]).

use crate::assumptions::Reason;
use crate::others::clauses::State;
use crate::steps::method::Body;
use crate::terms::heap::{Heap, Sort, int};
use crate::text::fields::Origin;
use concurrent::object::FieldId;
use ivl::build::{all, and, apply, bound_var, eq, forall, implies, not, or, select};
use ivl::typed::{Expr, GlobalId, Type};
use std::collections::BTreeSet;

impl Body<'_, '_> {
    pub fn assume_shape(&mut self, globals: &[GlobalId], state: State) {
        for global in globals {
            if let Some(fact) = reachable(self.heap, *global, state) {
                self.sketch.assume(Reason::Reachable, fact);
            }
            let Some((variable, object)) = self.shaped(*global) else { continue };
            let is_others = not(self.is_own(&object));
            if let Some(fact) = shape(self.heap, *global, variable, object, is_others, state) {
                self.sketch.assume(Reason::Origin, fact);
            }
        }
    }

    fn shaped(&mut self, global: GlobalId) -> Option<(ivl::typed::BoundVar, Expr)> {
        self.heap.field_of(global).map(|_| self.heap.any_ref("o"))
    }
}

/// The facts for all objects, of a program without objects that are being built.
pub fn shapes(heap: &mut Heap, globals: &[GlobalId], state: State) -> Vec<Expr> {
    let mut facts = Vec::new();
    for global in globals {
        let (variable, object) = heap.any_ref("o");
        let anyone = ivl::build::bool_lit(true, heap.span);
        facts.extend(reachable(heap, *global, state));
        facts.extend(shape(heap, *global, variable, object, anyone, state));
    }
    facts
}

/// What others can reach leads to what others can reach: references in published objects are null or published.
fn reachable(heap: &mut Heap, global: GlobalId, state: State) -> Option<Expr> {
    let is_content = global == heap.content(Sort::Ref);
    let is_elements = global == heap.elements(Sort::Ref);
    let field = heap.field_of(global).map(|id| heap.java.field(id));
    let is_field = field.is_some_and(|field| field.ty.is_reference() && !field.is_static);
    if field.is_some_and(|field| field.ty.is_reference() && field.is_static) {
        let (value, null) = (state(global), heap.null(heap.span));
        return Some(or(eq(value.clone(), null), select(state(heap.published), value)));
    }
    let (object, some) = heap.any_ref("o");
    let published = state(heap.published);
    let (mut variables, mut value) = (vec![object], select(state(global), some.clone()));
    if is_elements {
        let index = bound_var(heap.build.fresh_bound(), "i".into(), Type::Int);
        value = select(value, heap.bound(&index));
        variables.push(index);
    } else if !is_content && !is_field {
        return None;
    }
    let leads = or(eq(value.clone(), heap.null(heap.span)), select(published.clone(), value.clone()));
    Some(forall(variables, vec![vec![value]], implies(select(published, some), leads)))
}

fn shape(
    heap: &mut Heap,
    global: GlobalId,
    variable: ivl::typed::BoundVar,
    object: Expr,
    is_others: Expr,
    state: State,
) -> Option<Expr> {
    let id = heap.field_of(global)?;
    let field = heap.java.field(id);
    let is_from_source = heap.java.class(field.class).is_from_source();
    if !field.ty.is_reference() || !field.is_final || field.is_static || !is_from_source {
        return None;
    }
    let value = select(state(global), object.clone());
    let published = state(heap.published);
    let null = heap.null(heap.span);
    let of_class = heap.is_instance(object.clone(), field.class);
    let mut known = vec![heap.typed(&value, &field.ty)];
    known.push(implies(not(eq(value.clone(), null.clone())), origin(heap, id, &object, &value, state)));
    if heap.facts(id).is_never_null {
        known.push(not(eq(value.clone(), null)));
    }
    let guard = all([select(published, object), is_others, of_class], heap.span);
    let known = all(known, heap.span);
    Some(forall(vec![variable], vec![vec![value]], implies(guard, known)))
}

/// Where the value of the field comes from, if it is not null.
pub fn origin(heap: &mut Heap, field: FieldId, object: &Expr, value: &Expr, state: State) -> Expr {
    let span = heap.span;
    let other = |heap: &mut Heap, field: FieldId| {
        let map = state(heap.field(field));
        select(map, object.clone())
    };
    match heap.facts(field).origin {
        Origin::Unknown => ivl::build::bool_lit(true, span),
        Origin::New(class) => {
            let made_for = made_for(heap, field, object, value);
            and(made_for, heap.is_exactly(value, class))
        }
        Origin::NewArray(_) => {
            let made_for = made_for(heap, field, object, value);
            let mut known = vec![made_for, heap.is_array(value)];
            known.extend(length(heap, field, value));
            all(known, span)
        }
        Origin::ReadSideOf(lock) => {
            let lock = other(heap, lock);
            eq(value.clone(), heap.read_side(lock))
        }
        Origin::WriteSideOf(lock) => {
            let lock = other(heap, lock);
            eq(value.clone(), heap.write_side(lock))
        }
        Origin::ConditionOf(lock) => {
            let lock = other(heap, lock);
            eq(heap.condition_lock(value.clone()), lock)
        }
        Origin::ConditionOfWriteSideOf(lock) => {
            let lock = other(heap, lock);
            let side = heap.write_side(lock);
            eq(heap.condition_lock(value.clone()), side)
        }
    }
}

/// That the array in a field has the length that it always has.
pub fn length(heap: &Heap, field: FieldId, array: &Expr) -> Option<Expr> {
    match heap.facts(field).origin {
        Origin::NewArray(Some(length)) => Some(eq(heap.length(array.clone()), int(length.into(), heap.span))),
        _ => None,
    }
}

/// The object was made for this field of that object, and so for no other.
pub fn made_for(heap: &mut Heap, field: FieldId, object: &Expr, value: &Expr) -> Expr {
    let span = heap.span;
    let (place, _) = heap.build.function("made for", &[Sort::Ref.ty()], &Sort::Ref.ty(), span);
    let (slot, _) = heap.build.function("made for field", &[Sort::Ref.ty()], &Type::Int, span);
    let place = apply(place, vec![value.clone()], Sort::Ref.ty(), span);
    let slot = apply(slot, vec![value.clone()], Type::Int, span);
    and(eq(place, object.clone()), eq(slot, int(field.0.into(), span)))
}

/// Nothing is said of a value of which the text says nothing.
pub fn is_made_for(heap: &Heap, field: FieldId) -> bool {
    matches!(heap.facts(field).origin, Origin::New(_) | Origin::NewArray(_))
}

/// The fields that these get their values from.
pub fn sources(heap: &Heap, globals: &BTreeSet<GlobalId>) -> Vec<GlobalId> {
    let fields = globals.iter().filter_map(|global| heap.field_of(*global));
    let sources = fields.filter_map(|field| match heap.facts(field).origin {
        Origin::ReadSideOf(lock)
        | Origin::WriteSideOf(lock)
        | Origin::ConditionOf(lock)
        | Origin::ConditionOfWriteSideOf(lock) => Some(heap.field(lock)),
        Origin::Unknown | Origin::New(_) | Origin::NewArray(_) => None,
    });
    sources.collect()
}
