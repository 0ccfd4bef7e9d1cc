//! Why of two locks one is always taken first.
//!
//! A reason is an order of locks, one for all threads: a strict one, held ≺ taken, or a measure by which the two may also be
//! equal, held ⪯ taken. Where all edges of a cycle have one reason in common, and one of them is strict,
//! l₁ ⪯ l₂ ≺ … ⪯ l₁, and the cycle does not exist. Edges of which each two have a reason in common may still close one, and
//! so may edges that are all of them equal by their measure: these need a gate.
//!
//! ```text
//! age      owner(held) was made after owner(taken), or before it
//! measure  f(owner(held)) < f(owner(taken)), with one f that speaks of nothing but the object: its stable fields, where
//!          they stand in the order of their class, its identity hash; equal if f(owner(held)) ≤ f(owner(taken))
//! index    f(i) < f(j) for elements i and j of one array, each of whose locks has one place in all arrays of that field
//! owner    owner(o.f) = o if every o gets a new f of its own, else owner(o.f) = o.f: a lock that several share is no
//!          one's, and what is known of them does not order it
//! ```
//!
//! ≤ is as good as < for a number that no two objects have in common (`distinct`), in a final field of the object itself, or
//! of an object that is its own. What another final field holds may be the same for two: whether threads take these in one
//! order is *unknown*. What is computed of a number, a constant of an enumeration, a field of an object that several may
//! share, and a hash are not even meant to be different.

use crate::interface::ordering::distinct::is_own_number;
use crate::interface::terms::definitions::Definition;
use crate::interface::terms::term::{Place, Ranking, Rewrite, Symbol, SymbolKind, Term, TermId, Terms};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::engine::Engine;
use crate::interface::walk::state::State;
use concurrent::object::{BinaryOp, FieldId, LocalId, Type};

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

/// A reason for which the lock that is held comes before the one that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Before {
    pub reason: Reason,
    pub strictness: Strictness,
}

/// Whether the two may be equal, as far as the reason goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Strictness {
    MayBeEqual,
    /// If two objects have the same in a field that is meant to tell them apart.
    UnlessTied,
    Strict,
}

impl Before {
    fn strictly(reason: Reason) -> Before {
        Before { reason, strictness: Strictness::Strict }
    }
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
pub fn reasons(walk: &mut Walk, state: &State, held: TermId, taken: TermId, and_older: bool) -> Vec<Before> {
    let mut found = Vec::new();
    if leads_to_older(walk.engine, held, taken) {
        found.push(Before::strictly(Reason::Younger));
    }
    if and_older {
        return found;
    }
    if leads_to_older(walk.engine, taken, held) {
        found.push(Before::strictly(Reason::Older));
    }
    let (held_owner, taken_owner) = owners(walk.engine, held, taken);
    let terms = &mut walk.engine.terms;
    let sign = sign(terms);
    let path = terms.rewrite(held, &mut |_, id| if id == held_owner { Rewrite::To(sign) } else { Rewrite::Parts });
    if let Some(path) = path {
        known(terms, state, held_owner, taken_owner, path, &mut found);
        compared(walk.engine, state, held_owner, taken_owner, Measured::Objects(path), &mut found);
    }
    let terms = &walk.engine.terms;
    if let (Term::Element(array, i), Term::Element(other, j)) = (terms.get(held_owner), terms.get(taken_owner))
        && array == other
    {
        let (array, i, j) = (*array, *i, *j);
        if let Some(field) = ordered_array(walk.engine, array) {
            compared(walk.engine, state, i, j, Measured::Elements(field), &mut found);
        }
    }
    // Of two that differ in that, the strict one.
    found.sort_by_key(|before: &Before| (before.reason, std::cmp::Reverse(before.strictness)));
    found.dedup_by_key(|before| before.reason);
    found
}

/// The reason of a method that takes the elements of an array upwards, or downwards.
pub fn reason_of_array(terms: &mut Terms, field: FieldId, is_upwards: bool) -> Before {
    Before::strictly(Reason::Compared { of: Measured::Elements(field), by: sign(terms), is_upwards })
}

/// The field of an array, if indices order its elements.
pub fn ordered_array(engine: &mut Engine, array: TermId) -> Option<FieldId> {
    let (Term::Field(_, field) | Term::Static(field)) = engine.terms.get(array) else { return None };
    let field = *field;
    engine.objects.have_one_place(engine.program, field).then_some(field)
}

/// Adds what the facts, or the numbers themselves, say of the two.
fn compared(engine: &mut Engine, state: &State, held: TermId, taken: TermId, of: Measured, found: &mut Vec<Before>) {
    let sign = sign(&mut engine.terms);
    if let (Some(first), Some(second)) = (engine.terms.as_int(held), engine.terms.as_int(taken)) {
        numbers(first, second, of, sign, found);
        return;
    }
    for fact in &state.facts {
        let Term::Binary(op, left, right) = engine.terms.get(*fact) else { continue };
        let (op, left, right) = (*op, *left, *right);
        if !matches!(op, BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Equal) {
            continue;
        }
        for (is_upwards, of_held, of_taken) in [(true, left, right), (false, right, left)] {
            let Some(by) = measure(&mut engine.terms, of_held, held) else { continue };
            if measure(&mut engine.terms, of_taken, taken) != Some(by) {
                continue;
            }
            let differ = engine.terms.binary(BinaryOp::NotEqual, left, right);
            let strictness = match op {
                BinaryOp::LessEqual if state.facts.contains(&differ) => Strictness::Strict,
                BinaryOp::LessEqual => tells_apart(engine, by),
                BinaryOp::Less => Strictness::Strict,
                _ => Strictness::MayBeEqual,
            };
            let ways = if op == BinaryOp::Equal { vec![true, false] } else { vec![is_upwards] };
            let before = |is_upwards| Before { reason: Reason::Compared { of, by, is_upwards }, strictness };
            found.extend(ways.into_iter().map(before));
        }
    }
}

/// Adds what is known of the fields of two objects that were made before our eyes.
fn known(terms: &mut Terms, state: &State, held: TermId, taken: TermId, path: TermId, found: &mut Vec<Before>) {
    let sign = sign(terms);
    for ((object, field), value) in state.heap.iter().filter(|((object, _), _)| *object == held) {
        let other = state.known_field(taken, *field).filter(|_| *object != taken);
        if let Some((first, second)) = other.and_then(|other| terms.as_int(*value).zip(terms.as_int(other))) {
            let by = terms.intern(Term::Field(sign, *field));
            numbers(first, second, Measured::Objects(path), by, found);
        }
    }
}

/// Two numbers that are known. If they are equal, nothing follows.
fn numbers(held: i64, taken: i64, of: Measured, by: TermId, found: &mut Vec<Before>) {
    if held != taken {
        found.push(Before::strictly(Reason::Compared { of, by, is_upwards: held < taken }));
    }
}

/// Whether different objects have different ones of the measure: a number, a text or the like in a final field of the
/// object, or of a part that is its own, is meant to be so; a number that is handed out once is.
fn tells_apart(engine: &mut Engine, by: TermId) -> Strictness {
    let sign = sign(&mut engine.terms);
    if by == sign {
        return Strictness::Strict;
    }
    let mut at = by;
    while let Term::Wide(inner) | Term::Rank(Ranking::Natural, inner) = engine.terms.get(at) {
        at = *inner;
    }
    let strictness = match engine.terms.get(at) {
        Term::Field(_, field) if is_own_number(engine.program, *field) => Strictness::Strict,
        Term::Field(_, field) => match &engine.program.field(*field).ty {
            Type::Class(class) if engine.program.class(*class).is_from_source() => Strictness::MayBeEqual,
            Type::Class(_) => Strictness::UnlessTied,
            ty if ty.integer().is_some() => Strictness::UnlessTied,
            _ => Strictness::MayBeEqual,
        },
        _ => Strictness::MayBeEqual,
    };
    while let Term::Field(object, _) = engine.terms.get(at) {
        at = *object;
        if at == sign {
            return strictness;
        }
        if !matches!(engine.terms.get(at), Term::Field(_, part) if is_owned(engine, *part)) {
            return Strictness::MayBeEqual;
        }
    }
    Strictness::MayBeEqual
}

/// The value as a measure of the object alone, with a sign in its place.
fn measure(terms: &mut Terms, value: TermId, object: TermId) -> Option<TermId> {
    if !terms.has_part(value, object) {
        return None;
    }
    let sign = sign(terms);
    let measure = terms.rewrite(value, &mut |_, id| if id == object { Rewrite::To(sign) } else { Rewrite::Parts })?;
    let sign = terms.get(sign).clone();
    let is_foreign = |term: &Term| match term {
        Term::Symbol(_) => *term != sign,
        Term::Entry(_) | Term::Element(..) | Term::View(..) | Term::Condition(_) | Term::Side(..) => true,
        Term::LockOf(_) | Term::LengthOf(_) => true,
        Term::Compare(..) => true,
        Term::Wide(_) | Term::Rank(..) => false,
        Term::Field(..) | Term::Static(_) | Term::Null | Term::Bool(_) | Term::Int(_) | Term::Text(_) => false,
        Term::ClassLiteral(_) | Term::Unary(..) | Term::Binary(..) | Term::InstanceOf(..) => false,
    };
    (!terms.mentions(measure, &is_foreign)).then_some(measure)
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
        if one != other || a == b || !is_owned(engine, *one) {
            break;
        }
        (a, b) = (*first, *second);
    }
    (a, b)
}

/// Whether every object gets a new one of its own.
fn is_owned(engine: &Engine, field: FieldId) -> bool {
    let definitions = &engine.definitions;
    definitions.is_stable(field)
        && (definitions.is_always_new(field) || matches!(definitions.get(field), Some(Definition::New(..))))
}
