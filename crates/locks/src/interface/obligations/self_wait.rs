//! Threads that wait for themselves under another name.
//!
//! Two names of a lock that is not reentrant may mean one object. No second thread is needed then: neither a gate nor an
//! order keeps a thread from itself, and only what tells the two objects apart does:
//!
//! ```text
//! held = p(a), taken = p(b), where each object has a p of its own    facts ∧ a = b is impossible
//! ```
//!
//! Where ways meet, it may be forgotten which of two objects was chosen to be the first. So a method in which this may
//! happen is looked at again with all its ways told apart.

use crate::behaviour::reentry::Waiting;
use crate::codes;
use crate::interface::judge::feasible::{Feasible, feasible};
use crate::interface::ordering::objects::ObjectId;
use crate::interface::ordering::order::Holding;
use crate::interface::ordering::reasons::{leads_to_older, ordered_array, owners};
use crate::interface::terms::term::{Level, Rewrite, SymbolKind, Term, TermId, Terms};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::{Acquired, Context as Situation, Summary};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::held::LockKind;
use crate::interface::walk::state::State;
use concurrent::object::library::LibraryClass;
use concurrent::object::{BinaryOp, MethodId, Name, Type};
use ivl::check::Context;
use rustc_hash::FxHashSet;
use source::Span;
use std::collections::BTreeSet;
use std::time::Duration;

/// A lock is taken that may be another name for one that is held.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SelfWait {
    method: MethodId,
    taken_at: Span,
    /// What has to hold if the two are one.
    conditions: Vec<TermId>,
}

const MESSAGE: &str = "this may be another name for a lock that the thread holds already, and that is not reentrant: then it waits for itself";

/// A lock is taken with another one held.
pub fn taken(walk: &mut Walk, state: &State, held: &Holding, acquired: &Acquired) {
    if acquired.is_again || !may_be_one(walk, held, acquired) {
        return;
    }
    let (Some(held_lock), Some(lock)) = (&held.lock, &acquired.lock) else {
        // Without names, nothing tells them apart.
        let (method, conditions) = (walk.method, state.facts.clone());
        walk.engine.self_waits.insert(SelfWait { method, taken_at: acquired.span, conditions });
        return;
    };
    if held_lock.object() == lock.object() {
        return;
    }
    let (a, b) = owners(walk.engine, held_lock.object(), lock.object());
    let is_older = leads_to_older(walk.engine, held_lock.object(), lock.object())
        || leads_to_older(walk.engine, lock.object(), held_lock.object());
    if is_older || is_new(&walk.engine.terms, a, b) || is_new(&walk.engine.terms, b, a) {
        return;
    }
    let Some(mut conditions) = if_one(walk.engine, &state.facts, a, b) else { return };
    conditions.sort();
    conditions.dedup();
    walk.engine.self_waits.insert(SelfWait { method: walk.method, taken_at: acquired.span, conditions });
}

/// Whether the two may be one lock that does not let its holder in.
fn may_be_one(walk: &mut Walk, held: &Holding, acquired: &Acquired) -> bool {
    let Some(taken_kind) = &acquired.kind else { return false };
    let is_named = held.lock.is_some() && acquired.lock.is_some();
    let mut pairs = held.ids.iter().flat_map(|id| acquired.ids.iter().map(move |taken| (*id, *taken)));
    pairs.any(|(id, taken)| {
        // Of what has names and is made once it is said elsewhere.
        let is_once = is_named && id == taken && walk.engine.objects.is_once(id);
        !is_once && walk.engine.may_be_one(id, taken) && keeps_out(walk.engine, id, &held.kind, taken_kind)
    })
}

/// Whether who holds the one waits for the other, if they are one object.
fn keeps_out(engine: &mut Engine, id: ObjectId, held: &LockKind, taken: &LockKind) -> bool {
    match (held, taken) {
        (LockKind::Stamped(_), LockKind::Stamped(_)) | (LockKind::Permit, LockKind::Permit) => true,
        (LockKind::Side(Level::Read), LockKind::Side(Level::Write)) => true,
        (LockKind::Side(Level::Read) | LockKind::Plain, LockKind::Plain | LockKind::Side(Level::Write)) => {
            engine.objects.is_made_of(engine.program, id, LibraryClass::ReadWriteLock)
        }
        (LockKind::Mode(held), LockKind::Mode(taken)) => waits_for_mode(engine, id, held, taken),
        (LockKind::Monitor | LockKind::Plain | LockKind::Side(_), _) => false,
        (LockKind::Stamped(_) | LockKind::Permit | LockKind::Mode(_), _) => false,
    }
}

/// Whether an operation that acquires a mode may wait for a thread that holds another one, or the same.
fn waits_for_mode(engine: &mut Engine, id: ObjectId, held: &Name, taken: &Name) -> bool {
    let Type::Class(class) = *engine.objects.type_of(id) else { return true };
    let (program, locks) = (engine.program, engine.locks);
    let reentry = engine.reentry(class);
    let acquires = |method: &MethodId| {
        let effects = locks.effects.get(method).into_iter().flatten();
        effects.into_iter().any(|effect| effect.is_acquire && effect.lock.mode.as_ref() == Some(taken))
    };
    let mut operations = program.class(class).methods.iter().filter(|method| acquires(method));
    operations.any(|method| reentry.waits(*method, Some(&**taken), held) != Waiting::Never)
}

/// Whether the first is an object that this method has made, and the second one that was there before or another one.
fn is_new(terms: &Terms, a: TermId, b: TermId) -> bool {
    let is_made = |id: TermId| match terms.get(id) {
        Term::Symbol(symbol) => matches!(symbol.kind, SymbolKind::Fresh(_)),
        _ => false,
    };
    is_made(a) && (is_made(b) || matches!(terms.get(b), Term::Entry(_)))
}

/// The facts, if the two are one; none if they cannot be.
fn if_one(engine: &mut Engine, facts: &[TermId], a: TermId, b: TermId) -> Option<Vec<TermId>> {
    let (a, b) = match (engine.terms.get(a), engine.terms.get(b)) {
        // Each lock has one place in such an array.
        (Term::Element(array, i), Term::Element(other, j)) if array == other => {
            let (array, i, j) = (*array, *i, *j);
            match ordered_array(engine, array) {
                Some(_) => (i, j),
                None => (a, b),
            }
        }
        _ => (a, b),
    };
    let terms = &mut engine.terms;
    let ((first, x), (second, y)) = (offset(terms, a), offset(terms, b));
    if first == second && x != y {
        return None;
    }
    let mut conditions = Vec::new();
    for fact in facts {
        let about_one = terms.rewrite(*fact, &mut |_, id| if id == b { Rewrite::To(a) } else { Rewrite::Parts });
        conditions.extend(about_one);
    }
    conditions.push(terms.binary(BinaryOp::Equal, a, b));
    let is_false = |condition: &TermId| terms.as_bool(*condition) == Some(false);
    (!conditions.iter().any(is_false)).then_some(conditions)
}

/// A number as another one, if there is one, and what is added to it: the sum of a number and less than 2³² is another
/// number, in Java's arithmetic, too.
fn offset(terms: &Terms, id: TermId) -> (Option<TermId>, i64) {
    let Term::Binary(op, left, right) = terms.get(id) else {
        return terms.as_int(id).map_or((Some(id), 0), |value| (None, value));
    };
    let is_small = |value: &i64| value.abs() < 1 << 31;
    match (op, terms.as_int(*left).filter(is_small), terms.as_int(*right).filter(is_small)) {
        (BinaryOp::Add, None, Some(value)) => (Some(*left), value),
        (BinaryOp::Add, Some(value), None) => (Some(*right), value),
        (BinaryOp::Subtract, None, Some(value)) => (Some(*left), -value),
        _ => (Some(id), 0),
    }
}

/// Says of the order of locks that it is not known, where a thread may wait for itself.
pub fn doubts(engine: &mut Engine, context: &Context, time: &mut Duration) {
    let methods = possible(engine, context, time).iter().map(|wait| wait.method).collect::<BTreeSet<MethodId>>();
    for method in methods {
        let of_method = |(situation, _): &(&Situation, &Summary)| situation.method == method;
        let situations: Vec<Situation> =
            engine.results().filter(of_method).map(|(situation, _)| situation.clone()).collect();
        let all = std::mem::take(&mut engine.self_waits);
        let (joined, others): (FxHashSet<_>, FxHashSet<_>) = all.into_iter().partition(|wait| wait.method == method);
        engine.self_waits = others;
        // Looked at closely, the two names may be one.
        let waits = |summary: &Summary| summary.candidates.iter().any(|found| *found.code == codes::SELF_DEADLOCK);
        let is_excluded = |situation| engine.apart(situation).is_some_and(|closer| !waits(&closer));
        if !situations.iter().all(is_excluded) {
            engine.self_waits.extend(joined);
        }
    }
    let places: Vec<Span> = possible(engine, context, time).iter().map(|wait| wait.taken_at).collect();
    engine.order_doubts.extend(places.into_iter().map(|place| (place, MESSAGE)));
}

/// Those that the solver does not exclude.
fn possible(engine: &Engine, context: &Context, time: &mut Duration) -> Vec<SelfWait> {
    let mut found = Vec::new();
    for wait in &engine.self_waits {
        let (answer, took) = feasible(&engine.terms, &wait.conditions, context);
        *time += took;
        match answer {
            Feasible::Yes | Feasible::Unknown => found.push(wait.clone()),
            Feasible::No => {}
        }
    }
    found
}
