//! Locks in cells: hand-over-hand locking.
//!
//! A view knows which of these locks its own thread holds ([`View::held`]), and nothing about those of others. To take a lock
//! and to release it therefore changes nothing that others know, and has to be matched by no summary. What others know is
//! that they do not hold what the thread holds. A summary says so by [`Op::Lock`]:
//!
//! ```text
//! thread      Lock(x): waits if the thread holds the lock; else it holds it now. Another thread that held it has released it.
//! summary     Lock(x): there is no such run if the thread of the view holds the lock of x.
//! mimic       Lock(x): there is such a run only if the thread that is matched holds the lock of x.
//! ```
//!
//! This is sound: the step of a thread u that a summary with `Lock(x)` matches is one that u makes while it holds the lock of
//! x. In each state in which u can make it no other thread t holds that lock, so the run of the summary on the view of t
//! is not cut off. Cells that a lock protects are therefore as the thread that holds the lock has seen them.
//!
//! The lock of a new cell has to be initialised once before the cell becomes shared, and never afterwards.

use crate::code::{Expr, Op};
use crate::fault::Fault;
use crate::post::{Actor, Post, Run, Stop};
use crate::view::{View, status};

impl Post<'_> {
    pub(crate) fn lock(&self, run: &mut Run, base: &Expr) -> Result<(), Stop> {
        let at = self.writable(&run.view, base)?;
        let is_held = run.view.held & (1 << at) != 0;
        match self.actor {
            Actor::Thread if run.view.raw & (1 << at) != 0 => Err(Fault::UninitialisedLock.into()),
            Actor::Thread | Actor::Summary if is_held => Err(Stop::Blocked),
            Actor::Mimic if !is_held => Err(Stop::Blocked),
            Actor::Summary | Actor::Mimic => Ok(()),
            Actor::Thread => {
                run.view.held |= 1 << at;
                Ok(())
            }
        }
    }

    pub(crate) fn unlock(&self, run: &mut Run, base: &Expr) -> Result<(), Stop> {
        if self.actor != Actor::Thread {
            return Ok(());
        }
        let at = self.writable(&run.view, base)?;
        if run.view.held & (1 << at) == 0 {
            return Err(Fault::NotHeld.into());
        }
        run.view.held &= !(1 << at);
        Ok(())
    }

    pub(crate) fn init_lock(&self, run: &mut Run, base: &Expr) -> Result<(), Stop> {
        if self.actor != Actor::Thread {
            return Ok(());
        }
        let at = self.writable(&run.view, base)?;
        if run.view.raw & (1 << at) == 0 {
            return Err(Fault::LockInitialisedAgain.into());
        }
        run.view.raw &= !(1 << at);
        Ok(())
    }

    /// The lock of a cell that has just been allocated. Summaries publish cells whose locks are initialised.
    pub(crate) fn renew_lock(&self, view: &mut View, at: usize) {
        view.held &= !(1 << at);
        view.raw &= !(1 << at);
        if self.code.has_cell_locks && self.actor == Actor::Thread {
            view.raw |= 1 << at;
        }
    }
}

/// Whether others can reach a cell whose lock is not initialised.
pub fn shares_raw_lock(view: &View) -> bool {
    view.raw != 0 && (0..view.cells()).any(|at| view.raw & (1 << at) != 0 && status::is_shared(view.status[at]))
}

/// The cell whose lock an operation takes, releases or initialises.
pub fn locked_cell(op: &Op) -> Option<&Expr> {
    match op {
        Op::Lock(base) | Op::Unlock(base) | Op::InitLock(base) => Some(base),
        Op::Assume(_)
        | Op::Assert(_)
        | Op::Set(..)
        | Op::SetNext(..)
        | Op::SetData(..)
        | Op::SetAge(..)
        | Op::Alloc(_)
        | Op::Free(_)
        | Op::Pick(_)
        | Op::Insert(_)
        | Op::Remove(_)
        | Op::Choose(_)
        | Op::Is(..)
        | Op::MarkEmpty => None,
    }
}
