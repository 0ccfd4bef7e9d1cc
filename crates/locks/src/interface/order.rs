//! In which order threads take locks, and whether they may wait for each other in a circle.
//!
//! Locks are told apart by the places where they are made, see `objects`. A thread that holds a lock of one place and
//! waits for one of another is an edge; a circle is a sequence of edges in which each waits for what may be the lock that
//! the next one holds. Two locks of one place may be the same or not: they are in order only if a reason is known by which
//! every thread takes the same one first, see `Reason`.

use super::analysis::Walk;
use super::context::Acquired;
use super::engine::Engine;
use super::held::Lock;
use super::objects::{ObjectId, Set};
use super::state::State;
use super::term::{Level, Place, Rewrite, Symbol, SymbolKind, Term, TermId, Terms};
use concurrent::object::library::LibraryClass;
use concurrent::object::{BinaryOp, EdgeId, FieldId, Instruction, LocalId, MethodId};
use source::Span;
use std::rc::Rc;

/// So many locks that a method takes are told to its callers.
const MOST_ACQUIRED: usize = 64;

/// A thread that holds one lock waits for another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OrderEdge {
    pub held: ObjectId,
    pub held_level: Level,
    pub held_at: Span,
    pub taken: ObjectId,
    pub taken_level: Level,
    pub taken_at: Span,
    pub method: MethodId,
    /// Whatever else is held: a lock that all threads of a circle hold keeps them from it.
    pub gates: Vec<ObjectId>,
    /// Why this one is taken first, if both may be of one place.
    pub reasons: Vec<Reason>,
    /// The field of the array that both are elements of, if its elements are in no other array.
    pub array: Option<FieldId>,
}

/// Why of two locks of one place one comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// The one that is held belongs to an object that was made later: it holds the other in a field that only its
    /// constructor writes, and that is given from outside.
    Younger,
    /// The same the other way round.
    Older,
    /// What of the two is compared, with a sign in place of the object, and whether that of the held one is less. Numbers
    /// that are compared in order to choose are taken to be different for different objects.
    Compared(TermId, bool),
    /// Both are elements of the array in this field, whose elements are in no other; whether the held one stands first.
    Indexed(FieldId, bool),
}

/// A lock is about to be taken in this method.
pub fn acquired(walk: &mut Walk, state: &State, lock: &Lock, ids: &Set, span: Span) {
    if state.held.is_held(lock) {
        return;
    }
    let (lock, level) = (Some(lock.clone()), level(lock));
    called(walk, state, &Acquired { lock, ids: Rc::clone(ids), level, span, and_older: false });
}

/// A monitor or lock is taken again after waiting for a signal, with all others still held.
pub fn waited(walk: &mut Walk, state: &State, lock: &Lock, span: Span) {
    let Some(held) = state.held.get(lock) else { return };
    let (ids, level) = (Rc::clone(&held.ids), level(lock));
    add_edges(walk, state, &Acquired { lock: Some(lock.clone()), ids, level, span, and_older: false });
}

/// A lock is taken here, or in a method that is called here.
pub fn called(walk: &mut Walk, state: &State, acquired: &Acquired) {
    if acquired.lock.as_ref().is_some_and(|lock| state.held.is_held(lock)) {
        return;
    }
    remember(walk, acquired);
    add_edges(walk, state, acquired);
}

/// Tells the callers. In a list, each lock is reached from the one before, and the first stands for all of them.
fn remember(walk: &mut Walk, acquired: &Acquired) {
    let engine = &walk.engine;
    for known in &mut walk.summary.acquired {
        if known.ids != acquired.ids || known.level != acquired.level {
            continue;
        }
        if known.lock == acquired.lock {
            known.and_older |= acquired.and_older;
            return;
        }
        if let (Some(known_lock), Some(lock)) = (&known.lock, &acquired.lock)
            && leads_to_older(engine, known_lock.object(), lock.object())
        {
            known.and_older = true;
            return;
        }
    }
    match walk.summary.acquired.len() < MOST_ACQUIRED {
        true => walk.summary.acquired.push(acquired.clone()),
        false => walk.doubt(acquired.span, "more locks are taken here and in what is called than are told apart"),
    }
}

fn add_edges(walk: &mut Walk, state: &State, acquired: &Acquired) {
    walk.engine.written.extend(acquired.ids.iter().filter(|_| acquired.level == Level::Write));
    let held = held_locks(walk, state, acquired);
    let gates: Vec<ObjectId> = held.iter().filter_map(|held| gate(walk, held)).collect();
    let array = acquired.lock.as_ref().and_then(|lock| array_of(&walk.engine.terms, lock.object()));
    for held in held {
        let reasons = match (&held.lock, &acquired.lock) {
            (Some(held), Some(taken)) => reasons(walk, state, held.object(), taken.object(), acquired.and_older),
            _ => Vec::new(),
        };
        for id in held.ids.iter() {
            for taken in acquired.ids.iter() {
                let is_upgrade = held.level == Level::Read && acquired.level == Level::Write;
                if id == taken && walk.engine.objects.is_once(*id) && !is_upgrade {
                    continue;
                }
                walk.engine.order.insert(OrderEdge {
                    held: *id,
                    held_level: held.level,
                    held_at: held.taken,
                    taken: *taken,
                    taken_level: acquired.level,
                    taken_at: acquired.span,
                    method: walk.method,
                    gates: gates.iter().copied().filter(|gate| gate != id && gate != taken).collect(),
                    reasons: reasons.clone(),
                    array: array.filter(|_| array == held.array).and_then(|array| owner(walk, array)),
                });
            }
        }
    }
}

/// A lock keeps threads from each other only if it is one object for all of them, and theirs alone while they hold it:
/// readers, and those who hold a mode of an own lock class, may be many.
fn gate(walk: &Walk, held: &Holding) -> Option<ObjectId> {
    let objects = &walk.engine.objects;
    let [only] = held.ids[..] else { return None };
    let is_exclusive = match held.lock.as_ref()? {
        Lock::Monitor(_) | Lock::Permit(_) => true,
        Lock::Side(_, level) | Lock::Stamped(_, level) => *level == Level::Write,
        Lock::Plain(_) => objects.is_made_of(walk.engine.program, only, LibraryClass::Lock),
        Lock::Mode(..) => false,
    };
    (is_exclusive && objects.is_once(only)).then_some(only)
}

/// A lock that is held while another is taken.
struct Holding {
    lock: Option<Lock>,
    ids: Set,
    level: Level,
    taken: Span,
    array: Option<TermId>,
}

fn held_locks(walk: &Walk, state: &State, acquired: &Acquired) -> Vec<Holding> {
    let mut found = Vec::new();
    // The other side of a lock is no other lock.
    let object = acquired.lock.as_ref().map(Lock::object);
    for held in state.held.iter().filter(|held| held.count.is_held() && Some(held.lock.object()) != object) {
        // What the callers hold is their affair, unless nobody is seen who calls.
        let own = walk.context.is_entry.then(|| walk.engine.program.method(walk.method).span);
        let Some(taken) = held.taken.or(own) else { continue };
        let (lock, ids, level) = (Some(held.lock.clone()), Rc::clone(&held.ids), level(&held.lock));
        let array = array_of(&walk.engine.terms, held.lock.object());
        found.push(Holding { lock, ids, level, taken, array });
    }
    found.extend(state.held.nameless.iter().map(|held| {
        let (ids, level, taken) = (Rc::clone(&held.ids), held.level, held.taken);
        Holding { lock: None, ids, level, taken, array: held.array }
    }));
    found
}

fn array_of(terms: &Terms, lock: TermId) -> Option<TermId> {
    match terms.get(lock) {
        Term::Element(array, _) => Some(*array),
        _ => None,
    }
}

/// The field of an array whose elements are in no other.
fn owner(walk: &Walk, array: TermId) -> Option<FieldId> {
    match walk.engine.terms.get(array) {
        Term::Field(_, field) | Term::Static(field) => Some(*field),
        _ => None,
    }
    .filter(|field| walk.engine.definitions.owns_elements(*field))
}

/// In place of an object that is compared.
fn sign(terms: &mut Terms) -> TermId {
    let place = Place::Stale(LocalId(u32::MAX));
    terms.intern(Term::Symbol(Symbol { place, kind: SymbolKind::Any }))
}

pub fn level(lock: &Lock) -> Level {
    match lock {
        Lock::Side(_, level) | Lock::Stamped(_, level) => *level,
        Lock::Monitor(_) | Lock::Plain(_) | Lock::Permit(_) | Lock::Mode(..) => Level::Write,
    }
}

/// Why the lock that is held comes before the one that is taken. `and_older` stands for all that is reached from it, too.
fn reasons(walk: &mut Walk, state: &State, held: TermId, taken: TermId, and_older: bool) -> Vec<Reason> {
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
    let (held, taken) = without_common_fields(&walk.engine.terms, held, taken);
    found.extend(indexed(walk, state, held, taken));
    for fact in &state.facts {
        let terms = &mut walk.engine.terms;
        if let Term::Binary(BinaryOp::Less | BinaryOp::LessEqual, left, right) = *terms.get(*fact) {
            // An order is one whether it is strict or not, if different objects have different numbers.
            let less = compared(terms, (left, right), (held, taken)).map(|what| Reason::Compared(what, true));
            let more = compared(terms, (left, right), (taken, held)).map(|what| Reason::Compared(what, false));
            found.extend(less.into_iter().chain(more));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The order of two elements of one array.
fn indexed(walk: &mut Walk, state: &State, held: TermId, taken: TermId) -> Option<Reason> {
    let terms = &walk.engine.terms;
    let (Term::Element(array, held), Term::Element(other, taken)) = (terms.get(held), terms.get(taken)) else {
        return None;
    };
    let (array, held, taken) = (*array, *held, *taken);
    let field = owner(walk, array).filter(|_| array == *other)?;
    if let (Some(first), Some(second)) = (terms.as_int(held), terms.as_int(taken)) {
        return (first != second).then_some(Reason::Indexed(field, first < second));
    }
    let terms = &walk.engine.terms;
    let is_less = |low: TermId, high: TermId| {
        state.facts.iter().any(|fact| match terms.get(*fact) {
            Term::Binary(BinaryOp::Less | BinaryOp::LessEqual, left, right) => (*left, *right) == (low, high),
            _ => false,
        })
    };
    match (is_less(held, taken), is_less(taken, held)) {
        (true, false) => Some(Reason::Indexed(field, true)),
        (false, true) => Some(Reason::Indexed(field, false)),
        (true, true) | (false, false) => None,
    }
}

/// What is compared of two objects, with a sign in place of the object: the same on both sides, or it is no order.
fn compared(terms: &mut Terms, (left, right): (TermId, TermId), (low, high): (TermId, TermId)) -> Option<TermId> {
    let sign = sign(terms);
    let mut of = |side: TermId, object: TermId| {
        let signed = terms.rewrite(side, &mut |_, id| match id == object {
            true => Rewrite::To(sign),
            false => Rewrite::Parts,
        });
        signed.filter(|signed| *signed != side)
    };
    let (low, high) = (of(left, low)?, of(right, high)?);
    (low == high).then_some(low)
}

/// Whether the second is the first with further fields in between that lead from an object to one that was made before.
fn leads_to_older(engine: &Engine, from: TermId, to: TermId) -> bool {
    let (from, mut to) = without_common_fields(&engine.terms, from, to);
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

/// The two objects whose fields of the same names are meant.
fn without_common_fields(terms: &Terms, mut a: TermId, mut b: TermId) -> (TermId, TermId) {
    while let (Term::Field(first, one), Term::Field(second, other)) = (terms.get(a), terms.get(b)) {
        if one != other || a == b {
            break;
        }
        (a, b) = (*first, *second);
    }
    (a, b)
}

impl Walk<'_, '_> {
    /// The places where a lock may have been made.
    pub fn ids_of(&mut self, edge: EdgeId, lock: &Lock) -> Set {
        if let Some(ids) = self.ids_of_term(lock.object()) {
            return ids;
        }
        let (program, method) = (self.engine.program, self.method);
        let expr = match &self.graph.edges[edge.index()].instruction {
            Instruction::Enter(object) => Some(object),
            Instruction::Call(call) => call.receiver.as_ref(),
            _ => None,
        };
        expr.map_or_else(|| Rc::from([]), |expr| self.engine.objects.of_expr(program, method, expr))
    }

    /// The same for a value that has a name.
    pub fn ids_of_term(&mut self, id: TermId) -> Option<Set> {
        let (program, method) = (self.engine.program, self.method);
        let objects = &mut self.engine.objects;
        match self.engine.terms.get(id) {
            Term::Field(_, field) | Term::Static(field) => Some(objects.of_field(program, *field)),
            Term::Entry(local) => Some(objects.of_local(program, method, *local)),
            Term::ClassLiteral(ty) => Some(objects.class(ty)),
            Term::Text(text) => Some(objects.text(text)),
            Term::Side(_, lock) | Term::Condition(lock) | Term::LockOf(lock) => self.ids_of_term(*lock),
            Term::Element(array, _) => {
                let arrays = self.ids_of_term(*array)?;
                Some(self.engine.objects.of_elements(&arrays)).filter(|elements| !elements.is_empty())
            }
            Term::Symbol(Symbol { place: Place::Edge(edge), kind: SymbolKind::Fresh(_) }) => {
                objects.made(method, *edge)
            }
            Term::Symbol(_) | Term::View(..) | Term::Null | Term::Bool(_) | Term::Int(_) => None,
            Term::Unary(..) | Term::Binary(..) | Term::InstanceOf(..) | Term::Wide(_) => None,
        }
    }
}
