//! Why of two locks one is always taken first.
//!
//! A reason is a strict partial order ≺ of locks, one for all threads, with held ≺ taken. Where all edges of a circle
//! have one reason in common, l₁ ≺ l₂ ≺ … ≺ l₁, and the circle does not exist. Edges of which each two have a reason in
//! common may still close one.
//!
//! ```text
//! age      owner(held) was made after owner(taken), or before it
//! measure  f(owner(held)) < f(owner(taken)), with one f that speaks of nothing but the object: its stable fields
//! index    f(i) < f(j) for elements i and j of one array, each of whose locks has one place in all arrays of that field
//! owner    owner(o.f) = o if every o gets a new f of its own, else owner(o.f) = o.f: a lock that several share is no
//!          one's, and what is known of them does not order it
//! ```
//!
//! Numbers that are compared in order to choose are taken to be different for different objects: ≤ is as good as < for a
//! final number itself, but not for what is computed of it.

use crate::interface::terms::definitions::Definition;
use crate::interface::terms::term::{Place, Rewrite, Symbol, SymbolKind, Term, TermId, Terms};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::engine::Engine;
use crate::interface::walk::state::State;
use concurrent::object::{BinaryOp, FieldId, LocalId};

/// Why of two locks of one place one comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// The one that is held belongs to an object that was made later: it holds the other in a field that only its
    /// constructor writes, and that is given from outside.
    Younger,
    /// The same the other way round.
    Older,
    /// A comparison of the same measure of both.
    Compared { of: Measured, by: TermId, is_upwards: bool },
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Measured {
    /// The owners of the locks, which this leads to from an owner.
    Objects(TermId),
    /// Indices in the arrays of this field.
    Elements(FieldId),
}

/// Why the lock that is held comes before the one that is taken. `and_older` stands for all that is reached from it, too.
pub fn reasons(walk: &mut Walk, state: &State, held: TermId, taken: TermId, and_older: bool) -> Vec<Reason> {
    let mut found = Vec::new();
    if leads_to_older(walk.engine, held, taken) {
        found.push(Reason::Younger);
    }
    if and_older {
        return found;
    }
    if leads_to_older(walk.engine, taken, held) {
        found.push(Reason::Older);
    }
    let (held_owner, taken_owner) = owners(walk.engine, held, taken);
    let terms = &mut walk.engine.terms;
    let sign = sign(terms);
    let path = terms.rewrite(held, &mut |_, id| if id == held_owner { Rewrite::To(sign) } else { Rewrite::Parts });
    if let Some(path) = path {
        known(terms, state, held_owner, taken_owner, path, &mut found);
        compared(terms, state, held_owner, taken_owner, Measured::Objects(path), &mut found);
    }
    if let (Term::Element(array, i), Term::Element(other, j)) = (terms.get(held_owner), terms.get(taken_owner))
        && array == other
    {
        let (array, i, j) = (*array, *i, *j);
        if let Some(field) = ordered_array(walk.engine, array) {
            compared(&mut walk.engine.terms, state, i, j, Measured::Elements(field), &mut found);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The reason of a method that takes the elements of an array upwards, or downwards.
pub fn reason_of_array(terms: &mut Terms, field: FieldId, is_upwards: bool) -> Reason {
    Reason::Compared { of: Measured::Elements(field), by: sign(terms), is_upwards }
}

/// The field of an array, if indices order its elements.
pub fn ordered_array(engine: &mut Engine, array: TermId) -> Option<FieldId> {
    let (Term::Field(_, field) | Term::Static(field)) = engine.terms.get(array) else { return None };
    let field = *field;
    engine.objects.have_one_place(engine.program, field).then_some(field)
}

/// Adds what the facts, or the numbers themselves, say of the two.
fn compared(terms: &mut Terms, state: &State, held: TermId, taken: TermId, of: Measured, found: &mut Vec<Reason>) {
    if let (Some(first), Some(second)) = (terms.as_int(held), terms.as_int(taken)) {
        found.push(Reason::Compared { of, by: sign(terms), is_upwards: first < second });
        return;
    }
    for fact in &state.facts {
        let Term::Binary(op @ (BinaryOp::Less | BinaryOp::LessEqual), left, right) = terms.get(*fact) else { continue };
        let (op, left, right) = (*op, *left, *right);
        for (is_upwards, of_held, of_taken) in [(true, left, right), (false, right, left)] {
            let by = measure(terms, of_held, held);
            if let Some(by) = by
                && measure(terms, of_taken, taken) == Some(by)
                && (op == BinaryOp::Less || tells_apart(terms, by))
            {
                found.push(Reason::Compared { of, by, is_upwards });
            }
        }
    }
}

/// Adds what is known of the fields of two objects that were made before our eyes.
fn known(terms: &mut Terms, state: &State, held: TermId, taken: TermId, path: TermId, found: &mut Vec<Reason>) {
    let sign = sign(terms);
    for ((object, field), value) in state.heap.iter().filter(|((object, _), _)| *object == held) {
        let other = state.known_field(taken, *field).filter(|_| *object != taken);
        let numbers = other.and_then(|other| terms.as_int(*value).zip(terms.as_int(other)));
        if let Some((first, second)) = numbers {
            let by = terms.intern(Term::Field(sign, *field));
            found.push(Reason::Compared { of: Measured::Objects(path), by, is_upwards: first < second });
        }
    }
}

/// Whether the measure is the number itself, of which it is taken that different objects have different ones.
fn tells_apart(terms: &mut Terms, by: TermId) -> bool {
    let sign = sign(terms);
    let mut at = by;
    while let Term::Field(object, _) | Term::Wide(object) = terms.get(at) {
        at = *object;
    }
    at == sign
}

/// The value as a measure of the object alone, with a sign in its place.
fn measure(terms: &mut Terms, value: TermId, object: TermId) -> Option<TermId> {
    let sign = sign(terms);
    let mut is_mentioned = false;
    let measure = terms.rewrite(value, &mut |_, id| {
        let is_object = id == object;
        is_mentioned |= is_object;
        if is_object { Rewrite::To(sign) } else { Rewrite::Parts }
    })?;
    let sign = terms.get(sign).clone();
    let is_foreign = |term: &Term| match term {
        Term::Symbol(_) => *term != sign,
        Term::Entry(_) | Term::Element(..) | Term::View(..) | Term::Condition(_) | Term::Side(..) => true,
        Term::LockOf(_) | Term::LengthOf(_) => true,
        Term::Wide(_) => false,
        Term::Field(..) | Term::Static(_) | Term::Null | Term::Bool(_) | Term::Int(_) | Term::Text(_) => false,
        Term::ClassLiteral(_) | Term::Unary(..) | Term::Binary(..) | Term::InstanceOf(..) => false,
    };
    (is_mentioned && !terms.mentions(measure, &is_foreign)).then_some(measure)
}

fn sign(terms: &mut Terms) -> TermId {
    let place = Place::Stale(LocalId(u32::MAX));
    terms.intern(Term::Symbol(Symbol { place, kind: SymbolKind::Any }))
}

/// Whether the second is the first with further fields in between that lead from an object to one that was made before.
pub fn leads_to_older(engine: &Engine, from: TermId, to: TermId) -> bool {
    let (from, mut to) = owners(engine, from, to);
    if from == to {
        return false;
    }
    while let Term::Field(object, field) = engine.terms.get(to) {
        if !engine.definitions.leads_to_older(*field) {
            return false;
        }
        if *object == from {
            return true;
        }
        to = *object;
    }
    false
}

/// The two objects whose own locks of the same names are meant.
pub fn owners(engine: &Engine, mut a: TermId, mut b: TermId) -> (TermId, TermId) {
    while let (Term::Field(first, one), Term::Field(second, other)) = (engine.terms.get(a), engine.terms.get(b)) {
        let is_owned = || {
            let definition = engine.definitions.get(*one);
            engine.definitions.is_stable(*one)
                && (engine.definitions.is_always_new(*one) || matches!(definition, Some(Definition::New(..))))
        };
        if one != other || a == b || !is_owned() {
            break;
        }
        (a, b) = (*first, *second);
    }
    (a, b)
}
