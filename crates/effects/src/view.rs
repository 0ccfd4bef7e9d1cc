//! A view: the shared heap and one thread.
//!
//! The heap is a graph of cells, exact where it matters: a cell is named if a variable points to it, if its data is of
//! interest, or if two paths meet in it. Between named cells lie segments of unnamed ones, of any number or none. Unnamed
//! cells hold data that is not observed, and they have the [status] of the named cell before them.
//!
//! Two views are the same if their bytes are, once they are [canonical](crate::canonical).

use crate::value::{CELLS, NULL, SEGMENT_TO_NULL, UNDEFINED, Val, as_segment, cell, segment, unnamed_after};

/// Most variables of a view: globals, ghosts, locals, and the temporaries of a summary.
pub const SLOTS: usize = 44;

pub type Slot = u8;

/// Who may touch a cell.
pub mod status {
    /// Free, or owned by another thread, which looks the same from here.
    pub const FREE: u8 = 0;
    /// Reachable from the globals; with a garbage collector: once was.
    pub const SHARED: u8 = 1;
    /// Owned by the thread of the view.
    pub const OWNED: u8 = 2;
    /// Owned by the summary that runs on the view.
    pub const BORROWED: u8 = 3;
    /// Shared, and the thread of the view is the one to free it once nobody can reach it.
    pub const RETIRED: u8 = 4;

    /// Whether others can reach a cell of this status.
    pub fn is_shared(status: u8) -> bool {
        status == SHARED || status == RETIRED
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct View {
    /// Where the thread is.
    pub location: u16,
    /// The state of the observer.
    pub observer: u8,
    /// How many cells are named.
    pub count: u8,
    /// The cells whose locks the thread holds, as bits.
    pub held: u16,
    /// The cells whose locks have not been initialised, as bits.
    pub raw: u16,
    pub next: [Val; CELLS],
    pub data: [Val; CELLS],
    pub status: [u8; CELLS],
    pub slots: [Val; SLOTS],
}

impl View {
    pub fn empty() -> View {
        View {
            location: 0,
            observer: 0,
            count: 0,
            held: 0,
            raw: 0,
            next: [UNDEFINED; CELLS],
            data: [UNDEFINED; CELLS],
            status: [status::FREE; CELLS],
            slots: [UNDEFINED; SLOTS],
        }
    }

    pub fn cells(&self) -> usize {
        usize::from(self.count)
    }

    /// Names one more cell; none if there are too many.
    pub fn add_cell(&mut self, next: Val, data: Val, status: u8) -> Option<usize> {
        let at = self.cells();
        if at == CELLS {
            return None;
        }
        self.count += 1;
        self.next[at] = next;
        self.data[at] = data;
        self.status[at] = status;
        Some(at)
    }

    /// Whether the successor of a cell is unnamed.
    pub fn has_segment(&self, at: usize) -> bool {
        self.next[at] == SEGMENT_TO_NULL || as_segment(self.next[at]).is_some()
    }

    /// Names the first cell of the segment behind a cell, if there is one: both cases. None if there are too many cells.
    pub fn unfold(&self, at: usize) -> Option<[View; 2]> {
        let mut none = *self;
        none.next[at] = as_segment(self.next[at]).map_or(NULL, cell);
        let mut some = *self;
        let first = some.add_cell(self.next[at], unnamed_after(self.data[at]), self.status[at])?;
        some.next[at] = cell(first);
        Some([none, some])
    }

    /// Names any cell of the segment behind a cell, if there is one. None if there are too many cells.
    pub fn split(&self, at: usize) -> Option<(View, usize)> {
        let mut view = *self;
        let middle = view.add_cell(self.next[at], unnamed_after(self.data[at]), self.status[at])?;
        view.next[at] = segment(middle);
        Some((view, middle))
    }
}
