//! In which order threads take locks, and whether they may wait for each other in a cycle.
//!
//! Locks are told apart by the places where they are made, see `objects`. A thread that holds a lock of one place and
//! waits for one of another is an edge; a cycle is a sequence of edges in which each waits for what may be the lock that
//! the next one holds. Two locks of one place may be the same or not: they are in order only if a reason is known by which
//! every thread takes the same one first, see `reasons`. A thread that waits for a signal takes its lock again with all
//! others held, also those of the callers.

use crate::interface::obligations::needs::modes_of;
use crate::interface::obligations::self_wait;
use crate::interface::ordering::objects::{Object, ObjectId, Set};
use crate::interface::ordering::reasons::{Before, leads_to_older, ordered_array, reasons};
use crate::interface::terms::term::{Level, Place, Symbol, SymbolKind, Term, TermId, Terms};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::Acquired;
use crate::interface::walk::engine::Engine;
use crate::interface::walk::held::{Held, Lock, LockKind};
use crate::interface::walk::state::State;
use concurrent::object::library::LibraryClass;
use concurrent::object::{ClassOrigin, EdgeId, FieldId, Instruction, MethodId, MethodKind, Type};
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
    /// Whatever else is held: a lock that two threads of a cycle hold keeps them from it, unless both read.
    pub gates: Vec<(ObjectId, Level)>,
    /// Why this one is taken first.
    pub reasons: Vec<Before>,
    /// The field of the array that both are elements of, if indices order them.
    pub array: Option<FieldId>,
}

/// A lock is about to be taken in this method.
pub fn acquired(walk: &mut Walk, state: &State, lock: &Lock, ids: &Set, span: Span) {
    if state.held.is_held(lock) {
        return;
    }
    let (lock, kind, level) = (Some(lock.clone()), Some(lock.kind()), level(lock));
    let ids = Rc::clone(ids);
    called(walk, state, &Acquired { lock, kind, ids, level, span, and_older: false, is_again: false });
}

/// A monitor or lock is taken again after waiting for a signal, with all others still held.
pub fn waited(walk: &mut Walk, state: &State, lock: &Lock, span: Span) {
    let Some(held) = state.held.get(lock) else { return };
    let (ids, level) = (Rc::clone(&held.ids), level(lock));
    let (lock, kind) = (Some(lock.clone()), Some(lock.kind()));
    called(walk, state, &Acquired { lock, kind, ids, level, span, and_older: false, is_again: true });
}

/// A lock is taken here, or in a method that is called here.
pub fn called(walk: &mut Walk, state: &State, acquired: &Acquired) {
    let is_held = !acquired.is_again && acquired.lock.as_ref().is_some_and(|lock| state.held.is_held(lock));
    if is_held || walk.is_unrolled() {
        return;
    }
    remember(walk, acquired);
    add_edges(walk, state, acquired);
}

/// Tells the callers. In a list, each lock is reached from the one before, and the first stands for all of them.
fn remember(walk: &mut Walk, acquired: &Acquired) {
    let engine = &walk.engine;
    for known in &mut walk.summary.acquired {
        let is_like = known.ids == acquired.ids && known.kind == acquired.kind && known.level == acquired.level;
        if !is_like || known.is_again != acquired.is_again {
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
        false => walk.doubt_order(acquired.span, "more locks are taken here and in what is called than are told apart"),
    }
}

fn add_edges(walk: &mut Walk, state: &State, acquired: &Acquired) {
    walk.engine.written.extend(acquired.ids.iter().filter(|_| acquired.level == Level::Write));
    let held = held_locks(walk, state, acquired);
    // What the callers hold keeps others out as well.
    let of_callers = held_by_callers(state, acquired);
    let gates: Vec<(ObjectId, Level)> = held.iter().chain(&of_callers).filter_map(|held| gate(walk, held)).collect();
    let array = acquired.lock.as_ref().and_then(|lock| array_of(&walk.engine.terms, lock.object()));
    for held in held {
        self_wait::taken(walk, state, &held, acquired);
        let reasons = match (&held.lock, &acquired.lock) {
            (Some(held), Some(taken)) => reasons(walk, state, held.object(), taken.object(), acquired.and_older),
            _ => Vec::new(),
        };
        // Who has no name for what is waited for holds it all the same.
        if acquired.is_again && acquired.lock.is_none() && acquired.ids == held.ids {
            continue;
        }
        let array =
            array.filter(|array| held.array == Some(*array)).and_then(|array| ordered_array(walk.engine, array));
        for id in held.ids.iter() {
            for taken in acquired.ids.iter() {
                let is_initializer = matches!(walk.engine.objects.get(*id), Object::Initialises(_));
                let is_let_in = walk.engine.is_let_in(*id, held.level, acquired.level);
                if id == taken && (is_initializer || is_let_in) {
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
                    gates: gates.iter().copied().filter(|(gate, _)| gate != id && gate != taken).collect(),
                    reasons: reasons.clone(),
                    array,
                });
            }
        }
    }
}

/// A lock that is held while another is taken.
pub struct Holding {
    pub lock: Option<Lock>,
    pub kind: LockKind,
    pub ids: Set,
    pub level: Level,
    pub taken: Span,
    array: Option<TermId>,
}

pub fn held_locks(walk: &mut Walk, state: &State, acquired: &Acquired) -> Vec<Holding> {
    let mut found = Vec::new();
    let method = walk.engine.program.method(walk.method);
    // Others wait until a static initialiser is done.
    if method.kind == MethodKind::StaticInitializer {
        let ids = walk.engine.objects.initialises(method.class);
        let (kind, level, taken) = (LockKind::Monitor, Level::Write, method.span);
        found.push(Holding { lock: None, kind, ids, level, taken, array: None });
    }
    // The other side of a lock is no other lock.
    let object = acquired.lock.as_ref().map(Lock::object);
    for held in state.held.iter().filter(|held| held.count.is_held() && Some(held.lock.object()) != object) {
        // What the callers hold is their affair, unless nobody is seen who calls.
        let own = walk.context.is_entry.then(|| walk.engine.program.method(walk.method).span);
        let Some(taken) = held.taken.or(own) else { continue };
        let (lock, ids, level) = (Some(held.lock.clone()), Rc::clone(&held.ids), level(&held.lock));
        let array = array_of(&walk.engine.terms, held.lock.object());
        found.push(Holding { lock, kind: held.lock.kind(), ids, level, taken, array });
    }
    found.extend(state.held.nameless.iter().map(|held| {
        let (kind, ids, level, taken) = (held.kind.clone(), Rc::clone(&held.ids), held.level, held.taken);
        Holding { lock: None, kind, ids, level, taken, array: held.array }
    }));
    found
}

/// The locks that the callers hold, and that have a name here.
fn held_by_callers(state: &State, acquired: &Acquired) -> Vec<Holding> {
    let object = acquired.lock.as_ref().map(Lock::object);
    let is_theirs = |held: &&Held| held.count.is_held() && held.taken.is_none() && Some(held.lock.object()) != object;
    let theirs = state.held.iter().filter(is_theirs).map(|held| {
        let (lock, ids, level) = (Some(held.lock.clone()), Rc::clone(&held.ids), level(&held.lock));
        Holding { lock, kind: held.lock.kind(), ids, level, taken: acquired.span, array: None }
    });
    theirs.collect()
}

/// What keeps others out, if it is made once. Who holds a mode that others may hold, too, is as one who reads.
fn gate(walk: &mut Walk, held: &Holding) -> Option<(ObjectId, Level)> {
    let [id] = held.ids[..] else { return None };
    if !walk.engine.objects.is_once(id) {
        return None;
    }
    let engine = &mut *walk.engine;
    let class = match engine.objects.type_of(id) {
        Type::Class(class) => Some(*class),
        _ => None,
    };
    let is_exclusive = match (&held.lock, class) {
        (Some(Lock::Mode(_, mode)), Some(class)) => engine.reentry(class).is_exclusive(mode),
        (Some(Lock::Mode(..)), None) => false,
        // A `Lock` of whatever class may be one that several hold.
        (Some(Lock::Plain(_)), _) => engine.objects.is_made_of(engine.program, id, LibraryClass::Lock),
        (Some(_), _) | (None, None) => true,
        (None, Some(class)) => modes_of(engine.program, engine.locks, class).is_empty(),
    };
    Some((id, if is_exclusive { held.level } else { Level::Read }))
}

fn array_of(terms: &Terms, lock: TermId) -> Option<TermId> {
    match terms.get(lock) {
        Term::Element(array, _) => Some(*array),
        _ => None,
    }
}

pub fn level(lock: &Lock) -> Level {
    match lock {
        Lock::Side(_, level) | Lock::Stamped(_, level) => *level,
        Lock::Monitor(_) | Lock::Plain(_) | Lock::Permit(_) | Lock::Mode(..) => Level::Write,
    }
}

impl Engine<'_> {
    /// Whether who holds the lock at one level is let in at the other: it is one lock, and lets its holder in again.
    pub fn is_let_in(&self, id: ObjectId, held: Level, taken: Level) -> bool {
        let is_upgrade = held == Level::Read && taken == Level::Write;
        let is_refused = match self.objects.type_of(id) {
            Type::Class(class) => matches!(
                self.program.class(*class).origin,
                ClassOrigin::Library(LibraryClass::StampedLock | LibraryClass::Semaphore)
            ),
            _ => false,
        };
        self.objects.is_once(id) && !is_upgrade && !is_refused
    }
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
            Term::Unary(..) | Term::Binary(..) | Term::InstanceOf(..) | Term::Wide(_) | Term::LengthOf(_) => None,
            Term::Compare(..) | Term::Rank(..) => None,
        }
    }
}
