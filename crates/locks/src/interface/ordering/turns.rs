//! Threads that wait for a signal, and those who give it.
//!
//! A thread that waits gives up one lock and keeps the others. If whoever signals needs one of those, nobody ever does:
//!
//! ```text
//! wait(b) with a held,  every signal of b with a held   ⇒   the thread that waits keeps out the one that would wake it
//! ```
//!
//! Two locks are the same for both if they are made once, or belong to the object of the other lock in the same way. A
//! thread that waits for a while only wakes up by itself.

use crate::codes;
use crate::interface::ordering::circles;
use crate::interface::ordering::objects::{ObjectId, Set};
use crate::interface::ordering::order::{self, Holding};
use crate::interface::terms::term::{Level, Term, TermId, Terms};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::binding::Binding;
use crate::interface::walk::context::{Acquired, Summary};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::held::Lock;
use crate::interface::walk::state::State;
use concurrent::object::FieldId;
use source::{Diagnostic, Span};
use std::rc::Rc;

/// So many turns of a method are told to its callers.
const MOST_TURNS: usize = 64;

/// A place where a thread waits or signals, in a method or in one that it calls.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    pub kind: TurnKind,
    /// The lock that belongs to the signal, if it has a name in the method.
    pub lock: Option<Lock>,
    pub ids: Set,
    pub span: Span,
    /// What else the thread holds. Sorted.
    pub kept: Vec<Kept>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnKind {
    Waits,
    /// Until it is signalled, or some time has passed.
    WaitsForAWhile,
    Signals,
}

/// A lock that is kept while a thread waits or signals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Kept {
    id: ObjectId,
    level: Level,
    taken: Span,
    relation: Option<Relation>,
}

/// The fields that hold two locks of one object; none for the object itself.
type Relation = (Option<FieldId>, Option<FieldId>);

/// A thread waits or signals here.
pub fn turn(walk: &mut Walk, state: &State, kind: TurnKind, lock: &Lock, span: Span) {
    let Some(held) = state.held.get(lock) else { return };
    let turn = Turn { kind, lock: Some(lock.clone()), ids: Rc::clone(&held.ids), span, kept: Vec::new() };
    add(walk, state, turn);
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
    let own = Acquired {
        lock: turn.lock.clone(),
        ids: Rc::clone(&turn.ids),
        level: Level::Write,
        span: turn.span,
        and_older: false,
        is_again: false,
    };
    for Holding { lock, ids, level, taken, .. } in order::held_locks(walk, state, &own) {
        let relation = match (&lock, &turn.lock) {
            (Some(kept), Some(own)) => relation(&walk.engine.terms, kept.object(), own.object()),
            _ => None,
        };
        turn.kept.extend(ids.iter().map(|id| Kept { id: *id, level, taken, relation }));
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

/// How one lock belongs to the object of another.
fn relation(terms: &Terms, a: TermId, b: TermId) -> Option<Relation> {
    let split = |id: TermId| match terms.get(id) {
        Term::Field(object, field) => Some((*object, *field)),
        _ => None,
    };
    match (split(a), split(b)) {
        (Some((of_a, first)), Some((of_b, second))) if of_a == of_b => Some((Some(first), Some(second))),
        (Some((of_a, first)), _) if of_a == b => Some((Some(first), None)),
        (_, Some((of_b, second))) if of_b == a => Some((None, Some(second))),
        (_, _) => None,
    }
}

/// Threads that keep out whoever would wake them.
pub fn lockouts(engine: &Engine) -> Vec<Diagnostic> {
    let entries = engine.results().filter(|(context, _)| context.is_entry);
    let turns: Vec<&Turn> = entries.flat_map(|(_, summary)| &summary.turns).collect();
    let mut found: Vec<(Span, Diagnostic)> = Vec::new();
    for wait in turns.iter().filter(|turn| turn.kind == TurnKind::Waits) {
        let is_signal = |turn: &&&Turn| turn.kind == TurnKind::Signals && may_be_one(engine, &turn.ids, &wait.ids);
        let signals: Vec<&Turn> = turns.iter().filter(is_signal).copied().collect();
        let needs = |kept: &Kept, signal: &Turn| {
            signal.kept.iter().any(|other| {
                let is_same = match engine.objects.is_once(kept.id) {
                    true => kept.id == other.id,
                    false => kept.relation.is_some() && kept.relation == other.relation,
                };
                is_same && (kept.level == Level::Write || other.level == Level::Write)
            })
        };
        let is_kept_out = |kept: &&Kept| !signals.is_empty() && signals.iter().all(|signal| needs(kept, signal));
        let Some(kept) = wait.kept.iter().find(is_kept_out) else { continue };
        if found.iter().any(|(span, _)| *span == wait.span) {
            continue;
        }
        let name = circles::name(engine, kept.id);
        let message =
            format!("a thread that waits here keeps {name}, and whoever would wake it needs that: nobody ever does");
        let diagnostic = Diagnostic::error(&codes::NESTED_WAIT, wait.span, message)
            .label(kept.taken, "it is taken here".to_string())
            .label(signals[0].span, "the signal is given here, with the same lock held".to_string())
            .help("wait with no other lock held, or signal without that lock");
        found.push((wait.span, diagnostic));
    }
    found.sort_by_key(|(span, _)| *span);
    found.into_iter().map(|(_, diagnostic)| diagnostic).collect()
}

pub fn may_be_one(engine: &Engine, a: &Set, b: &Set) -> bool {
    a.iter().any(|a| b.iter().any(|b| engine.may_be_one(*a, *b)))
}
