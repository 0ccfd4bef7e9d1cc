//! Threads that wait for a signal, and those who give it.
//!
//! A thread that waits gives up one lock and keeps the others. If each thread that signals needs one of those, none ever does:
//!
//! ```text
//! wait(b) with a held,  every signal of b with a held   ⇒   the thread that waits keeps out the one that would wake it
//! ```
//!
//! Two locks are the same for both if they are made once, or belong to the object of the other lock in the same way; if
//! they only may be the same, nobody is known to wake the thread. A thread that waits for a while only wakes up by itself.
//!
//! Code outside of the program may call what is public, of objects that it has. A method that signals o.f₁…fₙ, where o is
//! what it was given, wakes a thread that waits at p.f₁…fₙ for the sake of such a call only if p may reach code outside:
//! calls by the program itself are seen where they are made, with the locks that are held there.

use crate::codes;
use crate::interface::ordering::cycles;
use crate::interface::ordering::meetings;
use crate::interface::ordering::objects::{ObjectId, Set};
use crate::interface::ordering::order::{self, Holding};
use crate::interface::terms::term::{Level, Term, TermId, Terms};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::binding::Binding;
use crate::interface::walk::context::{Acquired, Context as Situation, Summary};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::entries::{reached_from, reversed, static_calls};
use crate::interface::walk::held::Lock;
use crate::interface::walk::state::State;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Call, ClassId, FieldId, Instruction, MethodId, Program};
use rustc_hash::FxHashSet;
use source::{Diagnostic, Span};
use std::rc::Rc;

/// So many turns of a method are told to its callers.
const MOST_TURNS: usize = 64;

pub const MAY_BE_KEPT_OUT: &str = "a thread that waits here keeps a lock that may be the one that whoever would wake it needs: then nobody ever does; wait with no other lock held, or signal without such a lock";

/// A place where a thread waits or signals, in a method or in one that it calls.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    pub kind: TurnKind,
    /// The lock that belongs to the signal, if it has a name in the method.
    pub lock: Option<Lock>,
    pub ids: Set,
    /// The conditions that it may be, unless it is that of a monitor.
    pub conditions: Option<Set>,
    pub span: Span,
    /// What else the thread holds. Sorted.
    pub kept: Vec<Kept>,
    /// What the object of the lock may be, then the one whose field that is, and so on.
    owners: Vec<Set>,
    /// The fields that lead from each owner to the one before.
    fields: Vec<FieldId>,
    /// Whether the last of these is what the method was given.
    is_given: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnKind {
    Waits,
    /// Until it is signalled, or some time has passed.
    WaitsForAWhile,
    Signals,
    /// Runs a function that is not followed, with whatever turns that one takes.
    Runs(MethodId),
    /// Waits for a thread or a task: for one that runs a method of this class, if it is known. See `joins`.
    Joins(Option<ClassId>),
}

impl Turn {
    fn new(kind: TurnKind, lock: Option<Lock>, ids: Set, span: Span) -> Turn {
        Turn {
            kind,
            lock,
            ids,
            conditions: None,
            span,
            kept: Vec::new(),
            owners: Vec::new(),
            fields: Vec::new(),
            is_given: false,
        }
    }
}

/// A lock that is kept while a thread waits or signals.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Kept {
    pub id: ObjectId,
    pub level: Level,
    taken: Span,
    relation: Option<Relation>,
}

/// How two locks are reached from one object.
type Relation = (Vec<Part>, Vec<Part>);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    Field(FieldId),
    /// The place in an array, if it is known.
    Element(Option<i64>),
}

/// A thread waits or signals here.
pub fn turn(walk: &mut Walk, state: &State, kind: TurnKind, lock: &Lock, conditions: Option<Set>, span: Span) {
    let Some(held) = state.held.get(lock) else { return };
    let (lock, ids) = (Some(lock.clone()), Rc::clone(&held.ids));
    add(walk, state, Turn { conditions, ..Turn::new(kind, lock, ids, span) });
}

/// A function that is not followed may be run here.
pub fn runs(walk: &mut Walk, state: &State, method: MethodId, span: Span) {
    if walk.engine.takes_turns.contains(&method) {
        let (kind, ids) = (TurnKind::Runs(method), Rc::from([]));
        add(walk, state, Turn::new(kind, None, ids, span));
    }
}

/// A thread waits for another one here, or for what it computes.
pub fn joins(walk: &mut Walk, state: &State, class: Option<ClassId>, span: Span) {
    let (kind, ids) = (TurnKind::Joins(class), Rc::from([]));
    add(walk, state, Turn::new(kind, None, ids, span));
}

/// What the callee does happens with the locks of the caller held, too.
pub fn take_over(walk: &mut Walk, state: &State, binding: &Binding, summary: &Summary) {
    for turn in &summary.turns {
        let lock = match &turn.lock {
            Some(lock) => walk.lock_to_caller(state, binding, lock, None),
            None => None,
        };
        if let (Some(lock), TurnKind::Waits | TurnKind::WaitsForAWhile) = (&lock, turn.kind) {
            order::waited(walk, state, lock, turn.span);
        }
        let ids = lock.as_ref().and_then(|lock| walk.ids_of_term(lock.object()));
        let ids = ids.unwrap_or_else(|| Rc::clone(&turn.ids));
        add(walk, state, Turn { lock, ids, ..turn.clone() });
    }
}

fn add(walk: &mut Walk, state: &State, mut turn: Turn) {
    add_owners(walk, &mut turn);
    let own = Acquired {
        lock: turn.lock.clone(),
        kind: None,
        ids: Rc::clone(&turn.ids),
        level: Level::Write,
        span: turn.span,
        and_older: false,
        is_again: false,
    };
    for Holding { lock, ids, level, taken, .. } in order::held_locks(walk, state, &own) {
        // Who has no name for what is waited for holds it all the same.
        if turn.lock.is_none() && ids == turn.ids && !ids.is_empty() {
            continue;
        }
        let relation = match (&lock, &turn.lock) {
            (Some(kept), Some(own)) => relation(&walk.engine.terms, kept.object(), own.object()),
            _ => None,
        };
        turn.kept.extend(ids.iter().map(|id| Kept { id: *id, level, taken, relation: relation.clone() }));
    }
    turn.kept.sort();
    turn.kept.dedup();
    if walk.summary.turns.contains(&turn) {
        return;
    }
    match walk.summary.turns.len() < MOST_TURNS {
        true => walk.summary.turns.push(turn),
        false => walk
            .doubt(turn.span, "threads wait and signal here, and in what is called, in more ways than are told apart"),
    }
}

/// Adds the objects that lead to the lock of a turn, the nearest first, and whether the last was given to the method.
fn add_owners(walk: &mut Walk, turn: &mut Turn) {
    (turn.owners, turn.fields, turn.is_given) = (vec![Rc::clone(&turn.ids)], Vec::new(), false);
    let Some(lock) = &turn.lock else { return };
    let mut at = lock.object();
    while let Term::Field(whole, field) = walk.engine.terms.get(at) {
        turn.fields.push(*field);
        at = *whole;
        turn.owners.push(walk.ids_of_term(at).unwrap_or_else(|| Rc::from([])));
    }
    turn.is_given = matches!(walk.engine.terms.get(at), Term::Entry(_));
}

/// How the lock that is kept belongs to the object of another: through fields, and at a place that is known.
fn relation(terms: &Terms, kept: TermId, own: TermId) -> Option<Relation> {
    let (ways, others) = (ways_to(terms, kept), ways_to(terms, own));
    let (to_kept, to_own) = ways.into_iter().find_map(|(object, way)| {
        let other = others.iter().find(|(other, _)| *other == object);
        other.map(|(_, other)| (way, other.clone()))
    })?;
    let is_one = !to_kept.contains(&Part::Element(None));
    // Which of the elements is waited for is not asked: it is the same for the one who signals.
    let to_own = to_own.into_iter().map(|part| match part {
        Part::Field(field) => Part::Field(field),
        Part::Element(_) => Part::Element(None),
    });
    is_one.then(|| (to_kept, to_own.collect()))
}

/// The objects that a value is a part of, the nearest first, and how it is reached from each.
fn ways_to(terms: &Terms, value: TermId) -> Vec<(TermId, Vec<Part>)> {
    let mut found = vec![(value, Vec::new())];
    loop {
        let (object, way) = &found[found.len() - 1];
        let (whole, part) = match terms.get(*object) {
            Term::Field(whole, field) => (*whole, Part::Field(*field)),
            Term::Element(array, index) => (*array, Part::Element(terms.as_int(*index))),
            _ => return found,
        };
        let way = [part].into_iter().chain(way.iter().copied()).collect();
        found.push((whole, way));
    }
}

/// The turns of all threads. In place of a function that may be run, the turns that it takes, with the locks of who runs it.
pub fn all_turns(engine: &Engine) -> Vec<Turn> {
    let of = |method: Option<MethodId>| {
        let is_one =
            move |context: &Situation| context.is_entry && method.is_none_or(|method| context.method == method);
        let results = engine.results().filter(move |(context, _)| is_one(context));
        results.flat_map(|(_, summary)| summary.turns.iter().cloned())
    };
    let mut queue: Vec<Turn> = of(None).collect();
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    while let Some(turn) = queue.pop() {
        let TurnKind::Runs(method) = turn.kind else {
            found.push(turn);
            continue;
        };
        if !seen.insert((method, turn.kept.clone())) || !engine.may_be_run(engine.program.method(method).class) {
            continue;
        }
        queue.extend(of(Some(method)).map(|inner| {
            let mut kept: Vec<Kept> = inner.kept.iter().chain(&turn.kept).cloned().collect();
            kept.sort();
            kept.dedup();
            Turn { kept, ..inner }
        }));
    }
    found
}

/// The methods that wait or signal, or wait for threads, themselves or in what they call.
pub fn takers(program: &Program) -> FxHashSet<MethodId> {
    let takes = |call: &Call| {
        matches!(
            program.method(call.method).body,
            Body::Library(
                LibraryMethod::Wait
                    | LibraryMethod::ThreadJoin
                    | LibraryMethod::FutureGet
                    | LibraryMethod::InvokeAll
                    | LibraryMethod::Notify
                    | LibraryMethod::NotifyAll
                    | LibraryMethod::TimedWait
                    | LibraryMethod::ConditionAwait
                    | LibraryMethod::TimedConditionAwait
                    | LibraryMethod::ConditionSignal
                    | LibraryMethod::ConditionSignalAll
            )
        )
    };
    let is_taker = |id: &MethodId| {
        let edges = program.method(*id).graph().into_iter().flat_map(|graph| &graph.edges);
        edges.into_iter().any(|edge| matches!(&edge.instruction, Instruction::Call(call) if takes(call)))
            || meetings::meets(program, *id)
    };
    let takers: Vec<MethodId> = program.method_ids().filter(is_taker).collect();
    reached_from(&reversed(&static_calls(program)), &takers)
}

/// Threads that keep out those that would wake them, and places where they may do so.
pub fn lockouts(engine: &Engine) -> (Vec<Diagnostic>, Vec<Span>) {
    let turns = all_turns(engine);
    let (mut found, mut doubts): (Vec<(Span, Diagnostic)>, Vec<Span>) = (Vec::new(), Vec::new());
    for wait in turns.iter().filter(|turn| turn.kind == TurnKind::Waits) {
        let is_signal = |turn: &&Turn| turn.kind == TurnKind::Signals && may_wake(engine, turn, wait);
        let signals: Vec<&Turn> = turns.iter().filter(is_signal).collect();
        let all_need = |kept: &Kept, is_same: IsSame| {
            let needs = |signal: &&Turn| signal.kept.iter().any(|other| is_same(engine, kept, other));
            !signals.is_empty() && signals.iter().all(needs)
        };
        if found.iter().any(|(span, _)| *span == wait.span) {
            continue;
        }
        if signals.is_empty() && !wait.kept.is_empty() {
            doubts.push(wait.span);
        }
        let Some(kept) = wait.kept.iter().find(|kept| all_need(kept, is_same)) else {
            doubts.extend(wait.kept.iter().filter(|kept| all_need(kept, may_be_same)).map(|_| wait.span));
            continue;
        };
        let name = cycles::name(engine, kept.id);
        let message =
            format!("a thread that waits here keeps {name}, and whoever would wake it needs that: nobody ever does");
        let diagnostic = Diagnostic::error(&codes::NESTED_WAIT, wait.span, message)
            .label(kept.taken, "it is taken here".to_string())
            .label(signals[0].span, "the signal is given here, with the same lock held".to_string())
            .help("wait with no other lock held, or signal without that lock");
        found.push((wait.span, diagnostic));
    }
    found.sort_by_key(|(span, _)| *span);
    (found.into_iter().map(|(_, diagnostic)| diagnostic).collect(), doubts)
}

type IsSame = fn(&Engine, &Kept, &Kept) -> bool;

/// Whether two that belong to one lock are the same.
fn is_same(engine: &Engine, kept: &Kept, other: &Kept) -> bool {
    let is_same = match engine.objects.is_once(kept.id) {
        true => kept.id == other.id,
        false => kept.relation.is_some() && kept.relation == other.relation,
    };
    is_same && keeps_out(kept, other)
}

fn may_be_same(engine: &Engine, kept: &Kept, other: &Kept) -> bool {
    engine.may_be_one(kept.id, other.id) && keeps_out(kept, other)
}

fn keeps_out(kept: &Kept, other: &Kept) -> bool {
    kept.level == Level::Write || other.level == Level::Write
}

/// Whether the signal is for those who wait there: for the same lock, and the same condition of it.
fn may_wake(engine: &Engine, signal: &Turn, wait: &Turn) -> bool {
    let is_condition = match (&signal.conditions, &wait.conditions) {
        (Some(signalled), Some(waited)) => may_be_one(engine, signalled, waited),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    is_condition && may_be_one(engine, &signal.ids, &wait.ids) && may_be_given(engine, signal, wait)
}

/// Whether who signals an object that it is given may be given the one that is waited for: see above.
fn may_be_given(engine: &Engine, signal: &Turn, wait: &Turn) -> bool {
    let Some(owner) = wait.owners.get(signal.fields.len()) else { return true };
    // What is empty is not known, and under other names it may be another one.
    let is_apart = !wait.fields.starts_with(&signal.fields);
    !signal.is_given || is_apart || owner.is_empty() || owner.iter().any(|id| engine.objects.reaches_outside(*id))
}

pub fn may_be_one(engine: &Engine, a: &Set, b: &Set) -> bool {
    a.iter().any(|a| b.iter().any(|b| engine.may_be_one(*a, *b)))
}
