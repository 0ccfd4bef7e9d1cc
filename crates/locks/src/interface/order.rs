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
use concurrent::object::{BinaryOp, EdgeId, Instruction, LocalId, MethodId};
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
    /// Whether both are elements of one array.
    pub is_in_array: bool,
}

/// Why of two locks of one place one comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// The one that is held belongs to an object that was made later: it holds the other in a field that only its
    /// constructor writes, and that is given from outside.
    Younger,
    /// The same the other way round.
    Older,
    /// A comparison of the two objects or indices, with signs in place of them. Numbers that are compared in order to
    /// choose are taken to be different for different objects.
    Compared(TermId),
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
    let once = |ids: &Set| if let [only] = ids[..] { Some(only) } else { None };
    let gates = held.iter().filter_map(|held| once(&held.ids)).filter(|id| walk.engine.objects.is_once(*id));
    let gates: Vec<ObjectId> = gates.collect();
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
                    is_in_array: array.is_some() && array == held.array,
                });
            }
        }
    }
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

/// The reason of a method that takes the elements of an array upwards, or downwards.
pub fn reason_of_array(terms: &mut Terms, is_upwards: bool) -> Reason {
    let (held, taken) = (sign(terms, 0), sign(terms, 1));
    let (low, high) = if is_upwards { (held, taken) } else { (taken, held) };
    Reason::Compared(terms.intern(Term::Binary(BinaryOp::Less, low, high)))
}

fn sign(terms: &mut Terms, index: u32) -> TermId {
    let place = Place::Stale(LocalId(u32::MAX - index));
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
    let terms = &mut walk.engine.terms;
    let (held, taken) = without_common_fields(terms, held, taken);
    let (held, taken) = match (terms.get(held), terms.get(taken)) {
        (Term::Element(a, held), Term::Element(b, taken)) if a == b => (*held, *taken),
        _ => (held, taken),
    };
    let mut compared = |terms: &mut Terms, fact: TermId| {
        let key = with_signs(terms, fact, held, taken);
        found.extend(key.map(Reason::Compared));
    };
    if let (Some(first), Some(second)) = (terms.as_int(held), terms.as_int(taken)) {
        let (low, high) = if first < second { (held, taken) } else { (taken, held) };
        let fact = terms.intern(Term::Binary(BinaryOp::Less, low, high));
        compared(terms, fact);
        return found;
    }
    for fact in &state.facts {
        let sides = match terms.get(*fact) {
            Term::Binary(BinaryOp::Less | BinaryOp::LessEqual, left, right) => Some((*left, *right)),
            _ => None,
        };
        if let Some((left, right)) = sides {
            // An order is one whether it is strict or not, if different objects have different numbers.
            let strict = terms.intern(Term::Binary(BinaryOp::Less, left, right));
            compared(terms, strict);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The comparison with a sign for each of the two, if it mentions both.
fn with_signs(terms: &mut Terms, fact: TermId, held: TermId, taken: TermId) -> Option<TermId> {
    let (first, second) = (sign(terms, 0), sign(terms, 1));
    let (mut has_held, mut has_taken) = (false, false);
    let signed = terms.rewrite(fact, &mut |_, id| match (id == held, id == taken) {
        (true, _) => {
            has_held = true;
            Rewrite::To(first)
        }
        (_, true) => {
            has_taken = true;
            Rewrite::To(second)
        }
        (false, false) => Rewrite::Parts,
    });
    signed.filter(|_| has_held && has_taken)
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
            Term::Side(_, lock) | Term::Condition(lock) => self.ids_of_term(*lock),
            Term::Element(array, _) => {
                let arrays = self.ids_of_term(*array)?;
                Some(self.engine.objects.of_elements(&arrays)).filter(|elements| !elements.is_empty())
            }
            Term::Symbol(Symbol { place: Place::Edge(edge), kind: SymbolKind::Fresh(_) }) => {
                objects.made(method, *edge)
            }
            Term::Symbol(_) | Term::View(..) | Term::Null | Term::Bool(_) | Term::Int(_) => None,
            Term::Unary(..) | Term::Binary(..) | Term::InstanceOf(..) => None,
        }
    }
}
