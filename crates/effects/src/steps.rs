//! The steps of the thread of a view.
//!
//! A step runs through atomic blocks and through what only the thread can see: its locals and the cells that it owns. Such
//! steps commute with all steps of other threads, so nothing is lost if others do not run between them. An allocation is
//! one of them if the view knows no cell that may become free; freeing an owned cell always is, as owned and free look
//! the same to others.

use crate::canonical::canonical;
use crate::cell_locks::shares_raw_lock;
use crate::code::{AgeOf, Code, Expr, Op, Procedure, Role};
use crate::fault::Fault;
use crate::liveness::live_in;
use crate::ownership::reaches_free;
use crate::post::{Actor, Run, Stop, step};
use crate::value::{ANY, DONE, FIRST, MINE, MISSED, OTHER, UNDEFINED, as_cell, as_constant, as_segment, is_payload};
use crate::view::{Slot, View, status};
use concurrent::spec::{Kind, Removal};
use rustc_hash::FxHashSet;
use source::Span;

/// Where and why a view goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure {
    pub fault: Fault,
    pub span: Span,
    /// The location before the edge that fails.
    pub location: u16,
}

/// Why no successors are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    Failure(Failure),
    /// Strict runs only: the first cell of the segment behind this one has to be named beforehand.
    Unfold(usize),
    HiddenAge,
    /// The time for the check is over.
    TimeUp,
}

/// Runs `ops` from `run` in all ways and hands each result on. A run is strict if cells may not be named on the way.
pub fn run_ops(
    code: &Code,
    actor: Actor,
    is_strict: bool,
    run: Run,
    ops: &[Op],
    mut done: impl FnMut(Run),
) -> Result<(), Stop> {
    let chooses = code.kind == Kind::Set || ops.iter().any(|op| matches!(op, Op::Choose(_)));
    let mut pending = Vec::new();
    let mut forks = Vec::new();
    let mut current = Some((run, 0));
    while let Some((mut run, mut at)) = current {
        while at < ops.len() {
            match step(code, actor, &mut run, &ops[at], &mut forks) {
                Ok(()) => {
                    at += 1;
                    pending.extend(forks.drain(..).map(|fork| (fork, at)));
                }
                // What is to be matched has been named. A cell that was chosen and has not been is another one.
                Err(Stop::Unfold(_)) if actor == Actor::Mimic && chooses => break,
                Err(Stop::Unfold(cell)) if !is_strict => {
                    let [only, more] = run.view.unfold(cell).ok_or(Stop::Fault(Fault::TooManyCells))?;
                    pending.push((Run { view: more, ..run }, at));
                    run.view = only;
                }
                // There is no such run, or what follows of it is found in other runs (see `observer`).
                Err(Stop::Blocked | Stop::Bored) => {
                    pending.extend(forks.drain(..).map(|fork| (fork, at + 1)));
                    break;
                }
                // The thread for which the summary stands would go wrong in the same way in its own view, and there it is reported.
                // If no thread does, the run stands for nothing; and in a match, it matches nothing.
                Err(Stop::Fault(fault)) if actor != Actor::Thread && !fault.is_of_the_view() => break,
                Err(stop) => return Err(stop),
            }
        }
        if at == ops.len() {
            done(run);
        }
        current = pending.pop();
    }
    Ok(())
}

/// All steps of the thread from a view to the next views at which others may run. Views at an exit are judged and not
/// handed on; the effect of the step that led there is, in `effects`, like that of every other step.
pub fn thread_steps(
    code: &Code,
    view: &View,
    is_strict: bool,
    mut effects: impl FnMut(&Run),
) -> Result<Vec<View>, Trouble> {
    let mut results = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![Run::new(*view)];
    while let Some(run) = pending.pop() {
        if code.deadline.is_over() {
            return Err(Trouble::TimeUp);
        }
        for edge in &code.locations[usize::from(run.view.location)].edges {
            let edge = &code.edges[*edge];
            let failure = |fault| Trouble::Failure(Failure { fault, span: edge.span, location: edge.from });
            let mut next = Vec::new();
            run_ops(code, Actor::Thread, is_strict, run, &edge.ops, |run| next.push(run)).map_err(
                |stop| match stop {
                    Stop::Fault(fault) => failure(fault),
                    Stop::Unfold(cell) => Trouble::Unfold(cell),
                    Stop::HiddenAge => Trouble::HiddenAge,
                    Stop::Blocked | Stop::Bored => unreachable!("these end a run only"),
                },
            )?;
            for mut run in next {
                run.view.location = edge.to;
                let procedure = code.procedures.iter().chain(&code.init).find(|procedure| procedure.exit == edge.to);
                if let Some(procedure) = procedure {
                    judge(code, &run.view, procedure).map_err(failure)?;
                }
                let location = &code.locations[usize::from(edge.to)];
                if !location.is_within_atomic && reaches_free(code, &run.view) {
                    return Err(failure(Fault::FreeOfShared));
                }
                if (!location.is_within_atomic || procedure.is_some()) && shares_raw_lock(&run.view) {
                    return Err(failure(Fault::UninitialisedLock));
                }
                let tidy = canonical(&without_own_value(code, &run.view), live_in(code, &run.view), code.shape)
                    .map_err(failure)?;
                let is_passed = location.is_within_atomic && !code.is_stop(edge.to);
                if procedure.is_none() && (is_passed || is_private(code, &tidy)) {
                    let next = if is_strict { run } else { Run { view: tidy, ..run } };
                    let is_new = seen.insert(next);
                    if is_new {
                        pending.push(next);
                    }
                    // What only the thread can see may go on forever, and the step before it has been made all the same.
                    if is_new || is_passed {
                        continue;
                    }
                }
                effects(&run);
                if procedure.is_none() || procedure.is_some_and(|procedure| procedure.role == Role::Init) {
                    results.push(tidy);
                }
            }
        }
    }
    Ok(results)
}

/// Once it is inserted, the value of the thread is like any other.
fn without_own_value(code: &Code, view: &View) -> View {
    let mut view = *view;
    if view.slots[usize::from(code.linearized())] == DONE {
        for value in view.slots.iter_mut().chain(&mut view.data) {
            if *value == MINE {
                *value = OTHER;
            }
        }
    }
    view
}

/// Whether the thread's next step, whichever it is, is one that only it can see. To enter an atomic block is none: effects
/// are looked for where steps begin.
pub fn is_private(code: &Code, view: &View) -> bool {
    let edges = &code.locations[usize::from(view.location)].edges;
    let is_private_edge = |edge: &usize| {
        let edge = &code.edges[*edge];
        !code.locations[usize::from(edge.to)].is_within_atomic
            && edge.ops.iter().all(|op| is_private_op(code, view, op))
    };
    !edges.is_empty() && edges.iter().all(is_private_edge)
}

fn is_private_op(code: &Code, view: &View, op: &Op) -> bool {
    let private = |expr: &Expr| is_private_expr(code, view, expr);
    match op {
        Op::Assume(expr) | Op::Assert(expr) => private(expr),
        Op::Set(slot, expr) => !code.is_global(*slot) && private(expr),
        Op::SetNext(base, value) | Op::SetData(base, value) => is_own(code, view, base) && private(value),
        Op::Free(expr) => is_own(code, view, expr),
        Op::Alloc(slot) => !code.is_global(*slot) && (!code.is_manual() || knows_no_foreign_cell(code, view)),
        Op::SetAge(AgeOf::Cell(base), value) => {
            let is_hidden = !code.is_manual() || !code.relates_cell_ages;
            is_hidden && is_own(code, view, base) && private(value)
        }
        Op::SetAge(AgeOf::Global(_), _) | Op::Pick(_) | Op::Insert(_) | Op::Remove(_) | Op::MarkEmpty => false,
        Op::InitLock(base) => is_own(code, view, base),
        Op::Choose(_) | Op::Is(..) | Op::Lock(_) | Op::Unlock(_) => false,
    }
}

fn is_private_expr(code: &Code, view: &View, expr: &Expr) -> bool {
    let again = |arg: &Expr| is_private_expr(code, view, arg);
    match expr {
        Expr::Slot(slot) => !code.is_global(*slot),
        Expr::Value(_) | Expr::Unknown => true,
        Expr::Next(base) | Expr::Data(base) => is_own(code, view, base),
        Expr::Age(_) => false,
        Expr::Successor(arg) | Expr::Not(arg) => again(arg),
        Expr::Equal(left, right) | Expr::And(left, right) | Expr::Or(left, right) => again(left) && again(right),
        Expr::Arithmetic(_, _, left, right) => again(left) && again(right),
    }
}

/// Whether an expression is a local that points to a cell of the thread.
fn is_own(code: &Code, view: &View, base: &Expr) -> bool {
    let Expr::Slot(slot) = base else { return false };
    !code.is_global(*slot) && value_status(view, *slot) == Some(status::OWNED)
}

fn value_status(view: &View, slot: Slot) -> Option<u8> {
    as_cell(view.slots[usize::from(slot)]).map(|at| view.status[at])
}

/// Whether the thread has no way to a cell that others may free: neither a local nor a cell of its own leads there.
fn knows_no_foreign_cell(code: &Code, view: &View) -> bool {
    let locals = code.first_local()..code.first_temporary;
    let is_known = |slot| value_status(view, slot).is_some_and(|status| status != status::OWNED);
    let leads_away = |at: usize| {
        let next = as_cell(view.next[at]).or(as_segment(view.next[at]));
        view.status[at] == status::OWNED && next.is_some_and(|next| view.status[next] != status::OWNED)
    };
    let is_foreign = |at: usize| view.status[at] == status::FREE || leads_away(at);
    !locals.into_iter().any(is_known) && !(0..view.cells()).any(is_foreign)
}

/// What an operation returns fits what it did.
fn judge(code: &Code, view: &View, procedure: &Procedure) -> Result<(), Fault> {
    let effect = view.slots[usize::from(code.linearized())];
    let result = |at: usize| view.slots[usize::from(procedure.results[at])];
    if code.kind == Kind::Set && procedure.role != Role::Init {
        let mark = view.slots[usize::from(code.mark())];
        let is_observed = view.slots[usize::from(code.pending())] == FIRST;
        return if is_observed { judge_keyed(procedure.role, is_true(code, result(0)), effect, mark) } else { Ok(()) };
    }
    match procedure.role {
        Role::Init | Role::Contains => Ok(()),
        Role::Insert => {
            let said = if procedure.results.is_empty() { Some(true) } else { is_true(code, result(0)) };
            match (said, effect) {
                (Some(true), DONE) => Ok(()),
                (Some(true), _) => Err(Fault::NeverLinearized),
                (Some(false), UNDEFINED) if code.insertion_may_fail => Ok(()),
                (Some(false), _) if code.insertion_may_fail => Err(Fault::OtherResult),
                (Some(false) | None, _) => Err(Fault::FailedInsertion),
            }
        }
        Role::Remove => {
            let returned = match code.removal {
                Removal::Flagged => match is_true(code, result(0)) {
                    Some(true) => Some(result(1)),
                    Some(false) => None,
                    None => return Err(Fault::UndefinedResult),
                },
                Removal::Sentinel(empty) => Some(result(0)).filter(|value| Some(*value) != code.constant(empty)),
                Removal::Keyed => return Err(Fault::DataDependence),
            };
            judge_removal(returned, effect, view.slots[usize::from(code.mark())])
        }
    }
}

/// The same for an operation of a set with the observed key. The mark says whether the key was not there.
fn judge_keyed(role: Role, said: Option<bool>, effect: u8, mark: u8) -> Result<(), Fault> {
    let was_there = match mark {
        DONE => Some(false),
        MISSED => Some(true),
        _ => None,
    };
    match (role, said, effect) {
        (_, None, _) => Err(Fault::UndefinedResult),
        (Role::Insert | Role::Remove, Some(true), UNDEFINED) => Err(Fault::NeverLinearized),
        (Role::Insert | Role::Remove, Some(true), _) => Ok(()),
        (_, Some(_), effect) if effect != UNDEFINED => Err(Fault::OtherResult),
        (Role::Insert, Some(false), _) if was_there == Some(true) => Ok(()),
        (Role::Remove, Some(false), _) if was_there == Some(false) => Ok(()),
        (Role::Contains, said, _) if was_there == said => Ok(()),
        _ if was_there.is_none() => Err(Fault::NeverLinearized),
        _ => Err(Fault::WrongAnswer),
    }
}

fn judge_removal(returned: Option<u8>, effect: u8, mark: u8) -> Result<(), Fault> {
    match (returned, effect) {
        (Some(UNDEFINED | ANY), _) => Err(Fault::UndefinedResult),
        (Some(_), UNDEFINED) => Err(Fault::NeverLinearized),
        (Some(value), _) if value != effect => Err(Fault::OtherResult),
        (Some(value), _) if !is_payload(value) => Err(Fault::RemovedBeforeInserted),
        (Some(_), _) => Ok(()),
        (None, UNDEFINED) => match mark {
            DONE => Ok(()),
            MISSED => Err(Fault::EmptyWhileFull),
            _ => Err(Fault::NeverLinearized),
        },
        (None, _) => Err(Fault::OtherResult),
    }
}

fn is_true(code: &Code, value: u8) -> Option<bool> {
    as_constant(value).map(|at| code.constants[at] != 0)
}
