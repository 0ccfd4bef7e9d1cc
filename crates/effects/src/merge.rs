//! Two views as one: all heaps that both may be views of.
//!
//! This is the first half of the classical interference, which the summaries replace. Both views know what the globals
//! reach, each with names for the cells that matter to its own thread. They are walked through side by side: a named cell of
//! the one is a named cell of the other or an unnamed one of a segment, and both cases are kept. A segment that is met by a
//! segment stays one until the next named cell of either.
//!
//! What the globals do not reach is known to one thread, or free. A free cell of the one may be a free cell of the other or
//! one that the other owns; all combinations are kept. With a garbage collector, cells that were cut off from the globals
//! are taken to be different ones, so nothing may be concluded from a step that writes to them or makes them reachable
//! again ([`classical`](crate::classical) gives up there).
//!
//! In a merged view the *actor* is the thread of the view, as always, and the *passenger* sits behind it: its slots are
//! moved up, and what it owns is [borrowed](status::BORROWED), which looks free to the actor.

use crate::code::Code;
use crate::value::{
    ANY, CELLS, FIRST, NULL, SECOND, SEGMENT_TO_NULL, UNDEFINED, Val, age, as_age, as_cell, as_segment,
};
use crate::value::{cell, segment};
use crate::view::{SLOTS, View, status};

/// The views cannot be merged: too many cells or variables, or a heap that is not known well enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmergeable;

/// How far the slots of the passenger are moved up.
pub fn shift(code: &Code) -> usize {
    usize::from(code.first_temporary) - code.globals.len()
}

/// The slots of the passenger, as bits.
pub fn passengers(code: &Code) -> u64 {
    let first = usize::from(code.first_temporary);
    ((1u64 << shift(code)) - 1) << first
}

/// All merged views, with what was cut off from the globals as bits.
pub fn merge(code: &Code, passenger: &View, actor: &View) -> Result<Vec<(View, u32)>, Unmergeable> {
    if passenger.observer != actor.observer {
        return Ok(Vec::new());
    }
    if usize::from(code.first_temporary) + shift(code) > SLOTS {
        return Err(Unmergeable);
    }
    let first = View { location: actor.location, observer: actor.observer, ..View::empty() };
    let globals = (0..code.globals.len()).rev();
    let links = globals.map(|at| Link { from: From::Slot(at), one: passenger.slots[at], other: actor.slots[at] });
    let start = Partial { view: first, of_one: [None; CELLS], of_other: [None; CELLS], links: links.collect() };
    let mut merged = Vec::new();
    let mut pending = vec![start];
    while let Some(mut partial) = pending.pop() {
        match partial.links.pop() {
            Some(link) => partial.follow(passenger, actor, link, &mut pending)?,
            None => finish(code, passenger, actor, partial, &mut merged)?,
        }
    }
    Ok(merged)
}

/// A pointer of which both views know where it leads, and which is not in the merged view yet.
#[derive(Clone, Copy)]
struct Link {
    from: From,
    one: Val,
    other: Val,
}

#[derive(Clone, Copy)]
enum From {
    Slot(usize),
    Cell(usize),
}

#[derive(Clone)]
struct Partial {
    view: View,
    /// The cell of the merged view that a cell of the passenger is, or of the actor.
    of_one: [Option<usize>; CELLS],
    of_other: [Option<usize>; CELLS],
    links: Vec<Link>,
}

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Null,
    Cell(usize),
}

/// A pointer as its end and whether unnamed cells may come before it. None if it is no pointer.
fn end_of(value: Val) -> Option<(End, bool)> {
    match value {
        NULL => Some((End::Null, false)),
        SEGMENT_TO_NULL => Some((End::Null, true)),
        _ => {
            let exact = as_cell(value).map(|at| (End::Cell(at), false));
            exact.or(as_segment(value).map(|at| (End::Cell(at), true)))
        }
    }
}

impl Partial {
    fn set(&mut self, from: From, value: Val) {
        match from {
            From::Slot(at) => self.view.slots[at] = value,
            From::Cell(at) => self.view.next[at] = value,
        }
    }

    /// Adds every way to go on at a link.
    fn follow(mut self, one: &View, other: &View, link: Link, pending: &mut Vec<Partial>) -> Result<(), Unmergeable> {
        let (Some((left, is_left_vague)), Some((right, is_right_vague))) = (end_of(link.one), end_of(link.other))
        else {
            let value = match (link.one, link.other) {
                (left, right) if left == right => left,
                _ if end_of(link.one).is_some() || end_of(link.other).is_some() => return Err(Unmergeable),
                (UNDEFINED | ANY, right) => right,
                (left, UNDEFINED | ANY) => left,
                // Two views of one heap agree on what it holds: these are views of two.
                _ => return Ok(()),
            };
            self.set(link.from, value);
            pending.push(self);
            return Ok(());
        };
        let is_vague = is_left_vague && is_right_vague;
        // Both ends are the same.
        match (left, right) {
            (End::Null, End::Null) => {
                let mut both = self.clone();
                both.set(link.from, if is_vague { SEGMENT_TO_NULL } else { NULL });
                pending.push(both);
            }
            (End::Cell(left), End::Cell(right)) => {
                let mut both = self.clone();
                if let Some(at) = both.same_cell(one, other, left, right)? {
                    both.set(link.from, if is_vague { segment(at) } else { cell(at) });
                    pending.push(both);
                }
            }
            (End::Null, End::Cell(_)) | (End::Cell(_), End::Null) => {}
        }
        // The end of one view is an unnamed cell of the other.
        if let (End::Cell(left), true) = (left, is_right_vague)
            && self.of_one[left].is_none()
            && let Some(data) = same_data(one.data[left], crate::value::OTHER)
        {
            let mut first = self.clone();
            let at = first.new_cell(data)?;
            first.of_one[left] = Some(at);
            first.set(link.from, if is_vague { segment(at) } else { cell(at) });
            first.links.push(Link { from: From::Cell(at), one: one.next[left], other: link.other });
            pending.push(first);
        }
        if let (End::Cell(right), true) = (right, is_left_vague)
            && self.of_other[right].is_none()
            && let Some(data) = same_data(other.data[right], crate::value::OTHER)
        {
            let at = self.new_cell(data)?;
            self.of_other[right] = Some(at);
            self.set(link.from, if is_vague { segment(at) } else { cell(at) });
            self.links.push(Link { from: From::Cell(at), one: link.one, other: other.next[right] });
            pending.push(self);
        }
        Ok(())
    }

    fn new_cell(&mut self, data: Val) -> Result<usize, Unmergeable> {
        self.view.add_cell(UNDEFINED, data, status::SHARED).ok_or(Unmergeable)
    }

    /// The merged cell that two named cells are, unless they cannot be the same.
    fn same_cell(&mut self, one: &View, other: &View, left: usize, right: usize) -> Result<Option<usize>, Unmergeable> {
        match (self.of_one[left], self.of_other[right]) {
            (Some(known), Some(also)) => return Ok((known == also).then_some(known)),
            (Some(_), None) | (None, Some(_)) => return Ok(None),
            (None, None) => {}
        }
        if one.status[left] != status::SHARED || other.status[right] != status::SHARED {
            return Err(Unmergeable);
        }
        let Some(data) = same_data(one.data[left], other.data[right]) else { return Ok(None) };
        let at = self.new_cell(data)?;
        (self.of_one[left], self.of_other[right]) = (Some(at), Some(at));
        self.links.push(Link { from: From::Cell(at), one: one.next[left], other: other.next[right] });
        Ok(Some(at))
    }
}

/// What both values may be. What was never initialised is no value that was inserted.
fn same_data(left: Val, right: Val) -> Option<Val> {
    match (left, right) {
        _ if left == right => Some(left),
        (UNDEFINED | ANY, FIRST | SECOND) | (FIRST | SECOND, UNDEFINED | ANY) => None,
        (UNDEFINED | ANY, value) | (value, UNDEFINED | ANY) => Some(value),
        _ => None,
    }
}

/// Adds what the globals do not reach, in all combinations, and the slots of both threads.
fn finish(
    code: &Code,
    one: &View,
    other: &View,
    partial: Partial,
    merged: &mut Vec<(View, u32)>,
) -> Result<(), Unmergeable> {
    let mut pending = vec![(partial, 0)];
    while let Some((mut partial, at)) = pending.pop() {
        if at == one.cells() {
            let left = (0..other.cells()).filter(|at| partial.of_other[*at].is_none()).collect::<Vec<usize>>();
            for cell in left {
                let at = partial.new_cell(other.data[cell])?;
                partial.view.status[at] = other.status[cell];
                partial.of_other[cell] = Some(at);
            }
            merged.push(with_slots(code, one, other, partial));
            continue;
        }
        if partial.of_one[at].is_some() {
            pending.push((partial, at + 1));
            continue;
        }
        for cell in (0..other.cells()).filter(|cell| partial.of_other[*cell].is_none()) {
            let merged_status = match (one.status[at], other.status[cell]) {
                (status::FREE, status::FREE) => (status::FREE, UNDEFINED),
                (status::OWNED, status::FREE) => (status::BORROWED, one.data[at]),
                (status::FREE, status::OWNED) => (status::OWNED, other.data[cell]),
                _ => continue,
            };
            let mut same = partial.clone();
            let new = same.new_cell(merged_status.1)?;
            same.view.status[new] = merged_status.0;
            (same.of_one[at], same.of_other[cell]) = (Some(new), Some(new));
            pending.push((same, at + 1));
        }
        let new = partial.new_cell(one.data[at])?;
        let is_owned = one.status[at] == status::OWNED;
        partial.view.status[new] = if is_owned { status::BORROWED } else { one.status[at] };
        partial.of_one[at] = Some(new);
        pending.push((partial, at + 1));
    }
    Ok(())
}

fn renamed(value: Val, names: &[Option<usize>; CELLS]) -> Val {
    let name = |at: usize, make: &dyn Fn(usize) -> Val| names[at].map_or(UNDEFINED, make);
    match (as_cell(value), as_segment(value), as_age(value)) {
        (Some(at), _, _) => name(at, &cell),
        (_, Some(at), _) => name(at, &segment),
        (_, _, Some((place, relation))) if place < CELLS => names[place].map_or(ANY, |at| age(at, relation)),
        _ => value,
    }
}

fn with_slots(code: &Code, one: &View, other: &View, partial: Partial) -> (View, u32) {
    let Partial { mut view, of_one, of_other, .. } = partial;
    let reached = crate::ownership::reached_from(&view, 0..code.globals.len());
    // The successors of what the globals do not reach: each is known to one thread.
    for (from, names) in [(one, &of_one), (other, &of_other)] {
        for at in 0..from.cells() {
            if let Some(new) = names[at].filter(|new| reached & (1 << new) == 0 && from.status[at] != status::FREE) {
                view.next[new] = renamed(from.next[at], names);
            }
        }
    }
    let removed = (0..view.cells()).filter(|at| view.status[*at] == status::SHARED && reached & (1 << at) == 0);
    let removed = removed.fold(0, |bits, at| bits | 1 << at);
    for slot in code.globals.len()..usize::from(code.first_temporary) {
        view.slots[slot] = renamed(other.slots[slot], &of_other);
        view.slots[slot + shift(code)] = renamed(one.slots[slot], &of_one);
    }
    (view, removed)
}

/// The passenger's view of a merged view: what the actor owns looks free, and its variables are forgotten.
pub fn project(code: &Code, passenger: &View, merged: &View) -> View {
    let mut view = View { location: passenger.location, ..*merged };
    for slot in code.globals.len()..SLOTS {
        let from = slot + shift(code);
        let is_kept = slot < usize::from(code.first_temporary);
        view.slots[slot] = if is_kept { merged.slots[from] } else { UNDEFINED };
    }
    for at in 0..view.cells() {
        match view.status[at] {
            status::BORROWED => view.status[at] = status::OWNED,
            status::OWNED => {
                view.status[at] = status::FREE;
                view.next[at] = UNDEFINED;
                view.data[at] = UNDEFINED;
            }
            _ => {}
        }
    }
    view
}

/// What all views of a heap have in common: views with different ones cannot be merged.
pub fn signature(code: &Code, view: &View) -> Vec<u8> {
    const JOIN: u8 = 254;
    let mut text = vec![view.observer];
    let mut seen = 0u32;
    for slot in 0..code.globals.len() {
        let mut next = view.slots[slot];
        text.push(slot as u8);
        while let Some(at) = as_cell(next).or(as_segment(next)) {
            if seen & (1 << at) != 0 {
                text.push(JOIN);
                break;
            }
            seen |= 1 << at;
            let pointers = (0..code.globals.len()).filter(|global| view.slots[*global] == cell(at));
            let mask = pointers.fold(0u8, |bits, global| bits | 1 << (global % 8));
            let observed = if matches!(view.data[at], FIRST | SECOND) { view.data[at] } else { 0 };
            if mask != 0 || observed != 0 {
                text.extend([mask, observed]);
            }
            next = view.next[at];
        }
        if next == NULL || next == SEGMENT_TO_NULL {
            text.push(NULL);
        }
    }
    text
}
