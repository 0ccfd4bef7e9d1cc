//! Whose a cell is (section 6 and appendix B of the paper), see [`status`].
//!
//! A cell is free, shared or owned. Shared is what the globals reach. A cell that they cease to reach belongs to the thread that cut
//! it off; with a garbage collector, what was shared stays shared. What belongs to others looks free.

use crate::code::Code;
use crate::fault::Fault;
use crate::post::{Actor, Post};
use crate::value::{UNDEFINED, as_cell, as_segment};
use crate::view::{View, status};

impl Post<'_> {
    pub(crate) fn own(&self) -> u8 {
        match self.actor {
            Actor::Thread => status::OWNED,
            Actor::Summary | Actor::Mimic => status::BORROWED,
        }
    }

    pub(crate) fn looks_free(&self, view: &View, at: usize) -> bool {
        !status::is_shared(view.status[at]) && view.status[at] != self.own()
    }

    pub(crate) fn is_forbidden(&self, view: &View, at: usize) -> bool {
        self.actor == Actor::Thread && view.status[at] == status::FREE && self.code.is_in_section(view.location)
    }

    /// Draws the line between shared and owned cells anew, after a write.
    ///
    /// With a [root](Code::root), a cell that is cut off from it belongs to the actor. As long as others reach the cell, the
    /// thread keeps it in mind as retired, and a summary does not: when nobody reaches it any more, it looks free to all
    /// but its owner, whether it has been freed or not. It must not come back under the root, by any thread: a cell
    /// that is shared and that the root does not reach has been retired by somebody.
    pub(crate) fn settle(&self, before: &View, view: &mut View) -> Result<(), Fault> {
        let reached = reached_from(view, 0..self.code.globals.len());
        if (0..view.cells()).any(|at| reached & (1 << at) != 0 && self.looks_free(view, at)) {
            return Err(Fault::PublicationOfFree);
        }
        let from_root =
            |view: &View| self.code.root.map_or(!0, |root| reached_from(view, std::iter::once(usize::from(root))));
        let (had, has) = (from_root(before), from_root(view));
        for at in 0..view.cells() {
            let (bit, is_reached) = (1u32 << at, reached & (1 << at) != 0);
            let is_cut = had & bit != 0 && (has & bit == 0 || !is_reached);
            view.status[at] = match view.status[at] {
                status::RETIRED if is_reached && has & bit != 0 => return Err(Fault::RetiredAgain),
                // Somebody has retired it: the root reached it when it was published.
                status::SHARED if has & !had & bit != 0 => return Err(Fault::RetiredAgain),
                status::RETIRED if !is_reached => status::OWNED,
                status::SHARED if !is_reached && !self.code.is_manual() => status::SHARED,
                status::SHARED if !is_reached && is_cut => self.own(),
                status::SHARED if !is_reached => {
                    view.next[at] = UNDEFINED;
                    view.data[at] = UNDEFINED;
                    status::FREE
                }
                status::SHARED if is_cut && self.actor == Actor::Thread && self.code.is_manual() => status::RETIRED,
                kept if !is_reached || kept == status::RETIRED => kept,
                status::SHARED => status::SHARED,
                // A cell that is published where the root does not reach it would never have an owner.
                _ if has & bit == 0 => return Err(Fault::Leak),
                _ => status::SHARED,
            };
        }
        Ok(())
    }
}

/// Whether the globals reach a cell that is free: it was freed while others could reach it.
pub fn reaches_free(code: &Code, view: &View) -> bool {
    (0..view.cells()).any(|at| view.status[at] == status::FREE) && {
        let reached = reached_from(view, 0..code.globals.len());
        (0..view.cells()).any(|at| view.status[at] == status::FREE && reached & (1 << at) != 0)
    }
}

/// The cells that slots reach, as bits.
pub fn reached_from(view: &View, slots: impl Iterator<Item = usize>) -> u32 {
    let mut reached = 0u32;
    for slot in slots {
        let mut next = view.slots[slot];
        while let Some(at) = as_cell(next).or(as_segment(next)) {
            if reached & (1 << at) != 0 {
                break;
            }
            reached |= 1 << at;
            next = view.next[at];
        }
    }
    reached
}
