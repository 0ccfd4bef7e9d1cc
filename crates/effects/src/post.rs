//! What an operation does to a view, for the thread of the view or for a summary that runs on it.
//!
//! Memory (section 6 and appendix B of the paper): reading a free cell gives an undefined value; writing, freeing and
//! publishing one are violations of [ownership](crate::ownership). Version counters survive `free`.
//!
//! An undefined value equals anything and nothing: a decision on it goes both ways.

use crate::code::{AgeOf, Code, Expr, Op};
use crate::fault::Fault;
use crate::observer::{self, Reaction};
use crate::ownership::reached_from;
use crate::value::*;
use crate::view::{Slot, View, status};
use concurrent::spec::Kind;

/// Who runs the operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// The thread of the view.
    Thread,
    /// Any other thread, by a summary.
    Summary,
    /// A summary that is to do what the thread did.
    Mimic,
}

/// A view on its way through the operations of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    pub view: View,
    /// Whether no decision on the way depended on something that the view does not know.
    pub is_certain: bool,
    /// The version counters that grew by one, as bits.
    pub grown: u32,
    /// The version counters that were set otherwise, as bits.
    pub scrambled: u32,
    /// The value whose insertion took effect.
    pub inserted: Val,
    /// The value whose removal took effect.
    pub removed: Val,
}

/// Why a run does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// An assumption does not hold.
    Blocked,
    /// The observer has lost interest.
    Bored,
    /// The first cell of the segment behind this one has to be named.
    Unfold(usize),
    /// The counter of a cell is set that is not shared.
    HiddenAge,
    Fault(Fault),
}

impl Run {
    pub fn new(view: View) -> Run {
        Run { view, is_certain: true, grown: 0, scrambled: 0, inserted: UNDEFINED, removed: UNDEFINED }
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

/// Runs an operation. Where several things can happen, all but one go into `forks`. Nothing is changed on a stop.
pub fn step(code: &Code, actor: Actor, run: &mut Run, op: &Op, forks: &mut Vec<Run>) -> Result<(), Stop> {
    let post = Post { code, actor };
    match op {
        Op::Assume(condition) => post.assume(run, condition),
        Op::Assert(condition) => match post.truth(&run.view, condition)? {
            Some(true) => Ok(()),
            Some(false) | None => Err(Fault::Assertion.into()),
        },
        Op::Set(slot, value) => {
            let value = post.value(&run.view, value)?;
            post.set(run, *slot, value)
        }
        Op::SetNext(base, value) => {
            let value = post.value(&run.view, value)?;
            let at = post.writable(&run.view, base)?;
            if run.view.has_segment(at) {
                return Err(Stop::Unfold(at));
            }
            let is_shared = status::is_shared(run.view.status[at]);
            if actor == Actor::Thread && is_shared && run.view.next[at] != NULL && code.only_appends(run.view.location)
            {
                return Err(Fault::Replaced.into());
            }
            let mut view = run.view;
            view.next[at] = value;
            if status::is_shared(view.status[at]) {
                post.settle(&run.view, &mut view)?;
            }
            run.view = view;
            Ok(())
        }
        Op::SetData(base, value) => {
            let value = post.value(&run.view, value)?;
            let at = post.writable(&run.view, base)?;
            run.view.data[at] = value;
            Ok(())
        }
        Op::SetAge(place, value) => {
            let value = post.value(&run.view, value)?;
            post.set_age(run, place, value)
        }
        Op::Alloc(slot) => post.alloc(run, *slot, forks),
        Op::Free(expr) => {
            let value = post.value(&run.view, expr)?;
            post.free(run, value)
        }
        Op::Pick(slot) => {
            post.pick(run, *slot, forks);
            Ok(())
        }
        Op::Insert(value) => {
            let value = post.value(&run.view, value)?;
            post.insert(run, value)
        }
        Op::Remove(value) => {
            // The program does not evaluate it here: what goes wrong in it is the fault of the choice of points.
            let value = post.value(&run.view, value).map_err(|stop| match stop {
                Stop::Fault(fault) if !fault.is_limit() => Fault::UndefinedResult.into(),
                Stop::Fault(_) | Stop::Blocked | Stop::Bored | Stop::Unfold(_) | Stop::HiddenAge => stop,
            })?;
            post.remove(run, value)
        }
        Op::Choose(slot) => post.choose(run, *slot, forks),
        Op::Is(expr, role) => match post.value(&run.view, expr)? {
            value if value == *role => Ok(()),
            _ => Err(Stop::Blocked),
        },
        Op::Lock(base) => post.lock(run, base),
        Op::Unlock(base) => post.unlock(run, base),
        Op::InitLock(base) => post.init_lock(run, base),
        Op::MarkEmpty => {
            if actor == Actor::Thread && run.view.slots[usize::from(code.linearized())] == UNDEFINED {
                let holds = observer::can_be_empty(run.view.observer);
                run.view.slots[usize::from(code.mark())] = if holds { DONE } else { MISSED };
            }
            Ok(())
        }
    }
}

/// Who runs which code.
pub(crate) struct Post<'a> {
    pub code: &'a Code,
    pub actor: Actor,
}

impl Post<'_> {
    fn assume(&self, run: &mut Run, condition: &Expr) -> Result<(), Stop> {
        match self.truth(&run.view, condition)? {
            Some(true) => Ok(()),
            Some(false) => Err(Stop::Blocked),
            None => {
                run.is_certain = false;
                self.learn(run, condition, true)
            }
        }
    }

    /// Keeps what an assumption says of a local that was not known.
    fn learn(&self, run: &mut Run, condition: &Expr, truth: bool) -> Result<(), Stop> {
        match condition {
            Expr::Not(arg) => self.learn(run, arg, !truth),
            Expr::And(left, right) if truth => {
                self.learn(run, left, true)?;
                self.learn(run, right, true)
            }
            Expr::Slot(slot) if run.view.slots[usize::from(*slot)] == ANY && !self.code.is_global(*slot) => {
                if !truth {
                    run.view.slots[usize::from(*slot)] = constant(0);
                }
                Ok(())
            }
            Expr::Equal(left, right) if truth => {
                for (slot, other) in [(left, right), (right, left)] {
                    let Expr::Slot(slot) = **slot else { continue };
                    let value = self.value(&run.view, other)?;
                    let is_current = matches!(as_age(value), Some((_, Age::Current)));
                    let known = run.view.slots[usize::from(slot)];
                    if !self.code.is_global(slot) && known == ANY && (is_current || as_constant(value).is_some()) {
                        run.view.slots[usize::from(slot)] = value;
                    }
                }
                Ok(())
            }
            Expr::Slot(_)
            | Expr::Value(_)
            | Expr::Unknown
            | Expr::Next(_)
            | Expr::Data(_)
            | Expr::Age(_)
            | Expr::Successor(_)
            | Expr::Equal(..)
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::Arithmetic(..) => Ok(()),
        }
    }

    fn set(&self, run: &mut Run, slot: Slot, value: Val) -> Result<(), Stop> {
        let mut view = run.view;
        view.slots[usize::from(slot)] = value;
        if self.code.is_global(slot) {
            self.settle(&run.view, &mut view)?;
        }
        run.view = view;
        Ok(())
    }

    fn set_age(&self, run: &mut Run, place: &AgeOf, value: Val) -> Result<(), Stop> {
        let mut is_hidden = false;
        if let AgeOf::Cell(base) = place {
            let at = self.writable(&run.view, base)?;
            is_hidden = !status::is_shared(run.view.status[at]);
            if is_hidden && self.actor == Actor::Thread && self.code.is_manual() && self.code.relates_cell_ages {
                return Err(Stop::HiddenAge);
            }
        }
        let is_noted = !is_hidden || self.code.is_manual();
        let Some(place) = self.age_place(&run.view, place)? else { return Ok(()) };
        match as_age(value) {
            Some((of, Age::Current)) if of == place => return Ok(()),
            Some((of, Age::Ahead)) if of == place && run.grown & (1 << place) == 0 => {
                run.grown |= u32::from(is_noted) << place;
                relate_anew(&mut run.view, place, |relation| match relation {
                    Age::Current | Age::Behind => age(place, Age::Behind),
                    Age::Ahead => age(place, Age::Current),
                });
            }
            Some(_) | None => {
                run.scrambled |= u32::from(is_noted) << place;
                relate_anew(&mut run.view, place, |_| ANY);
            }
        }
        Ok(())
    }

    /// A fresh cell, or any free one that the view still knows.
    fn alloc(&self, run: &mut Run, slot: Slot, forks: &mut Vec<Run>) -> Result<(), Stop> {
        let own = self.own();
        for at in (0..run.view.cells()).filter(|at| run.view.status[*at] == status::FREE) {
            let mut fork = *run;
            fork.view.status[at] = own;
            fork.view.next[at] = UNDEFINED;
            fork.view.data[at] = UNDEFINED;
            self.renew_lock(&mut fork.view, at);
            fork.view.slots[usize::from(slot)] = cell(at);
            forks.push(fork);
        }
        let at = run.view.add_cell(UNDEFINED, UNDEFINED, own).ok_or(Fault::TooManyCells)?;
        self.renew_lock(&mut run.view, at);
        run.view.slots[usize::from(slot)] = cell(at);
        Ok(())
    }

    fn free(&self, run: &mut Run, value: Val) -> Result<(), Stop> {
        if value == NULL {
            return Ok(());
        }
        let at = as_cell(value).ok_or(Fault::FreeOfUndefined)?;
        let is_left = self.actor != Actor::Thread && self.code.root.is_some();
        if is_left && run.view.status[at] != status::BORROWED {
            // Retired by the summary: it looks free to others as soon as nobody reaches it.
            return Ok(());
        }
        if self.looks_free(&run.view, at) {
            return Err(Fault::FreeOfFree.into());
        }
        if run.view.has_segment(at) {
            return Err(Stop::Unfold(at));
        }
        // A lock that is held must not be destroyed, be it by the thread that holds it or by another.
        if run.view.held & (1 << at) != 0 && self.actor != Actor::Mimic {
            return Err(Fault::FreeOfLocked.into());
        }
        run.view.status[at] = status::FREE;
        run.view.held &= !(1 << at);
        run.view.next[at] = UNDEFINED;
        run.view.data[at] = UNDEFINED;
        Ok(())
    }

    /// The thread picks a value of its own, whichever it is. Others, and with classical interference all, pick an observed value where the observer waits for
    /// it, or another one; where others are compared with the thread, also its own.
    fn pick(&self, run: &mut Run, slot: Slot, forks: &mut Vec<Run>) {
        if self.code.kind == Kind::Set {
            for key in [LESS, GREATER] {
                let mut fork = *run;
                fork.view.slots[usize::from(slot)] = key;
                forks.push(fork);
            }
            run.view.slots[usize::from(slot)] = FIRST;
            return;
        }
        let picked = &mut run.view.slots[usize::from(slot)];
        match self.actor {
            Actor::Thread if !self.code.is_classical => *picked = MINE,
            Actor::Mimic => *picked = MINE,
            Actor::Thread | Actor::Summary => {
                *picked = OTHER;
                for value in [FIRST, SECOND] {
                    if observer::may_follow(run.view.observer, value) {
                        let mut fork = *run;
                        fork.view.slots[usize::from(slot)] = value;
                        forks.push(fork);
                    }
                }
            }
        }
    }

    /// Any cell that the globals reach, named or not. Where a thread is to be matched, all cells that count are named.
    fn choose(&self, run: &mut Run, slot: Slot, forks: &mut Vec<Run>) -> Result<(), Stop> {
        let reached = reached_from(&run.view, 0..self.code.globals.len());
        for at in (0..run.view.cells()).filter(|at| reached & (1 << at) != 0) {
            let mut fork = *run;
            fork.view.slots[usize::from(slot)] = cell(at);
            forks.push(fork);
            if run.view.has_segment(at) && self.actor != Actor::Mimic {
                let (view, middle) = run.view.split(at).ok_or(Fault::TooManyCells)?;
                let mut fork = Run { view, ..*run };
                fork.view.slots[usize::from(slot)] = cell(middle);
                forks.push(fork);
            }
        }
        // All ways to go on are forks.
        Err(Stop::Blocked)
    }

    fn insert(&self, run: &mut Run, value: Val) -> Result<(), Stop> {
        let mut view = run.view;
        if self.actor == Actor::Thread {
            self.linearize(&mut view, DONE)?;
        }
        view.observer = state_after(observer::insert(self.code.kind, view.observer, value))?;
        run.inserted = if run.inserted == UNDEFINED { value } else { ANY };
        run.view = view;
        Ok(())
    }

    fn remove(&self, run: &mut Run, value: Val) -> Result<(), Stop> {
        let mut view = run.view;
        if self.actor == Actor::Thread {
            self.linearize(&mut view, value)?;
            view.slots[usize::from(self.code.mark())] = UNDEFINED;
        }
        view.observer = state_after(observer::remove(self.code.kind, view.observer, value))?;
        run.removed = if run.removed == UNDEFINED { value } else { ANY };
        run.view = view;
        Ok(())
    }

    fn linearize(&self, view: &mut View, effect: Val) -> Result<(), Stop> {
        let slot = usize::from(self.code.linearized());
        if view.slots[slot] != UNDEFINED {
            return Err(Fault::LinearizedTwice.into());
        }
        view.slots[slot] = effect;
        Ok(())
    }
}

fn state_after(reaction: Reaction) -> Result<u8, Stop> {
    match reaction {
        Reaction::State(state) => Ok(state),
        Reaction::Bored => Err(Stop::Bored),
        Reaction::Fault(fault) => Err(fault.into()),
    }
}

/// Gives every copy of a counter its new relation to it.
fn relate_anew(view: &mut View, place: AgePlace, relation: impl Fn(Age) -> Val) {
    for slot in &mut view.slots {
        if let Some((of, old)) = as_age(*slot)
            && of == place
        {
            *slot = relation(old);
        }
    }
}
