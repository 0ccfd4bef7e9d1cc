//! The canonical form of a view.
//!
//! Variables that are not needed any more are forgotten; then cells that nothing reaches; then cells between others fold
//! into segments. What is left is numbered in the order in which it is met from the variables, so that views that differ
//! in names alone become the same.
//!
//! A cell folds if no variable points to it, one cell alone leads to it, its data is not observed (in a set: its key is on
//! the same side of the observed one as that of the cell before it), its status is that of the cell before it, and its
//! successor is defined. Since cells have one successor, each fold is a case of "any number of
//! unnamed cells", which [`View::unfold`] undoes. Whether a cell is followed at once by one that no variable points to is
//! forgotten too, unless a local points to the first; and whether null follows at once, unless any variable does.

use crate::fault::Fault;
use crate::liveness::Live;
use crate::value::{
    ANY, CELLS, GREATER, LESS, NULL, SEGMENT_TO_NULL, UNDEFINED, age, as_age, as_cell, as_segment, cell, segment,
    unnamed_after,
};
use crate::view::{SLOTS, View, status};

/// What there is to know of a program to fold its views.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// How many of the slots are globals.
    pub globals: usize,
    pub is_manual: bool,
    /// Whether data is the keys of a set.
    pub is_set: bool,
    /// Whether the last cell is named if it follows a cell that a global points to. That the tail is at most one cell
    /// behind the end is known only then.
    pub keeps_last: bool,
}

/// Forgets, folds and renumbers. With manual memory a cell of the thread that nothing reaches is lost.
///
/// This is where the time of a proof goes, so variables are sorted once, and later passes look at those alone that matter.
pub fn canonical(view: &View, live: Live, shape: Shape) -> Result<View, Fault> {
    let variables = Variables::new(view, live.slots);
    let mut view = *view;
    if !shape.is_manual {
        forget_fields(&mut view, variables, live.fields, shape.globals);
    }
    let survey = Survey::new(&view, variables, shape);
    for at in 0..view.cells() {
        let is_lost = match view.status[at] {
            status::OWNED => survey.reached & (1 << at) == 0,
            status::RETIRED => survey.held & (1 << at) == 0,
            _ => false,
        };
        if is_lost && shape.is_manual {
            return Err(Fault::Leak);
        }
    }
    Ok(renumber(&view, variables, &survey))
}

/// The live variables by what they hold, as bits for slots.
#[derive(Clone, Copy)]
struct Variables {
    /// Those that point to a cell.
    pointers: u64,
    /// Those that are copies of the counter of a cell.
    ages: u64,
    /// Those that hold anything else, unless it is undefined.
    others: u64,
}

impl Variables {
    fn new(view: &View, live: u64) -> Variables {
        let mut variables = Variables { pointers: 0, ages: 0, others: 0 };
        for slot in bits(live & ((1 << SLOTS) - 1)) {
            let value = view.slots[slot];
            if as_cell(value).is_some() {
                variables.pointers |= 1 << slot;
            } else if as_age(value).is_some_and(|(place, _)| place < CELLS) {
                variables.ages |= 1 << slot;
            } else if value != UNDEFINED {
                variables.others |= 1 << slot;
            }
        }
        variables
    }
}

/// The numbers of the bits that are set, the least first.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let first = set.trailing_zeros() as usize;
            set &= set - 1;
            first
        })
    })
}

/// Forgets what is in cells that were shared once, if only locals reach them whose cells' fields are not live.
fn forget_fields(view: &mut View, variables: Variables, fields: u64, globals: usize) {
    let mut needed = 0u32;
    for slot in bits(variables.pointers) {
        let value = view.slots[slot];
        if slot >= globals && fields & (1 << slot) == 0 && is_removed(view, value) {
            continue;
        }
        let mut next = value;
        while let Some(at) = as_cell(next).or(as_segment(next)) {
            if needed & (1 << at) != 0 {
                break;
            }
            needed |= 1 << at;
            next = view.next[at];
        }
    }
    for at in (0..view.cells()).filter(|at| needed & (1 << at) == 0) {
        view.next[at] = UNDEFINED;
        view.data[at] = UNDEFINED;
    }
}

fn is_removed(view: &View, value: u8) -> bool {
    as_cell(value).is_some_and(|at| view.status[at] == status::SHARED)
}

struct Survey {
    is_set: bool,
    /// Cells in the order in which they are met.
    order: [u8; CELLS],
    met: usize,
    reached: u32,
    /// Cells that a variable points to, that hold a counter of interest, or whose lock is of interest.
    pinned: u32,
    /// Cells that a local points to.
    held: u32,
    /// Cells to which another leads.
    entered: u32,
    /// Cells to which two others lead.
    joined: u32,
    /// Cells that have the status of a cell that leads to them, and the data that unnamed cells behind it have.
    continued: u32,
    /// Cells whose successor is undefined.
    open: u32,
}

impl Survey {
    fn new(view: &View, variables: Variables, shape: Shape) -> Survey {
        let mut survey = Survey {
            is_set: shape.is_set,
            order: [0; CELLS],
            met: 0,
            reached: 0,
            pinned: 0,
            held: 0,
            entered: 0,
            joined: 0,
            continued: 0,
            open: 0,
        };
        for slot in bits(variables.pointers) {
            let Some(at) = as_cell(view.slots[slot]) else { continue };
            survey.pinned |= 1 << at;
            survey.held |= u32::from(slot >= shape.globals) << at;
            survey.follow(view, at);
            if shape.keeps_last
                && slot < shape.globals
                && let Some(next) = as_cell(view.next[at])
                && view.next[next] == NULL
            {
                survey.pinned |= 1 << next;
            }
        }
        for slot in bits(variables.ages) {
            if let Some((at, _)) = as_age(view.slots[slot]) {
                survey.pinned |= 1 << at;
            }
        }
        survey.pinned |= u32::from(view.held | view.raw);
        survey
    }

    fn follow(&mut self, view: &View, mut at: usize) {
        while self.reached & (1 << at) == 0 {
            self.reached |= 1 << at;
            self.order[self.met] = at as u8;
            self.met += 1;
            let Some(next) = as_cell(view.next[at]).or(as_segment(view.next[at])) else {
                self.open |= u32::from(view.next[at] == UNDEFINED) << at;
                return;
            };
            self.joined |= self.entered & (1 << next);
            self.entered |= 1 << next;
            if view.status[at] == view.status[next] && view.data[next] == unnamed_after(view.data[at]) {
                self.continued |= 1 << next;
            }
            at = next;
        }
    }

    /// Whether a cell that is reached does not fold.
    fn is_kept(&self, at: usize) -> bool {
        (self.pinned | self.joined | self.open | !self.continued) & (1 << at) != 0
    }
}

fn renumber(view: &View, variables: Variables, survey: &Survey) -> View {
    let mut number = [0u8; CELLS];
    let mut kept = [0u8; CELLS];
    let mut count = 0;
    for at in &survey.order[..survey.met] {
        if survey.is_kept(usize::from(*at)) {
            number[usize::from(*at)] = count as u8;
            kept[count] = *at;
            count += 1;
        }
    }
    let mut result = View { location: view.location, observer: view.observer, count: count as u8, ..View::empty() };
    for (new, at) in kept[..count].iter().map(|at| usize::from(*at)).enumerate() {
        result.data[new] = view.data[at];
        result.status[new] = view.status[at];
        result.next[new] = successor(view, survey, &number, at);
        result.held |= (view.held >> at & 1) << new;
        result.raw |= (view.raw >> at & 1) << new;
    }
    for slot in bits(variables.pointers) {
        if let Some(target) = as_cell(view.slots[slot]) {
            result.slots[slot] = cell(usize::from(number[target]));
        }
    }
    for slot in bits(variables.ages) {
        result.slots[slot] = match as_age(view.slots[slot]) {
            Some((place, relation)) if survey.reached & (1 << place) != 0 => age(usize::from(number[place]), relation),
            Some(_) | None => ANY,
        };
    }
    for slot in bits(variables.others) {
        result.slots[slot] = view.slots[slot];
    }
    result
}

/// What follows a cell that is kept, once others are folded.
fn successor(view: &View, survey: &Survey, number: &[u8; CELLS], at: usize) -> u8 {
    let mut next = view.next[at];
    let mut is_folded = false;
    // In a set no unnamed cell comes behind one whose key is the observed one, or that has none.
    let may_have_unnamed = !survey.is_set || matches!(view.data[at], LESS | GREATER);
    let may_be_vague = view.status[at] == status::SHARED && survey.held & (1 << at) == 0 && may_have_unnamed;
    loop {
        let through = as_segment(next);
        let Some(target) = as_cell(next).or(through) else {
            let is_vague = next == NULL && (is_folded || may_be_vague && survey.pinned & (1 << at) == 0);
            return if is_vague { SEGMENT_TO_NULL } else { next };
        };
        is_folded |= through.is_some();
        if survey.is_kept(target) {
            let is_vague = may_be_vague && survey.pinned & (1 << target) == 0;
            let target = usize::from(number[target]);
            return if is_folded || is_vague { segment(target) } else { cell(target) };
        }
        is_folded = true;
        next = view.next[target];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{FIRST, OTHER};

    const SHAPE: Shape = Shape { globals: 1, is_manual: true, is_set: false, keeps_last: false };
    const ALL: Live = Live { slots: !0, fields: !0 };

    /// A list of shared cells with this data, from slot 0.
    fn list(data: &[u8]) -> View {
        let mut view = View::empty();
        for (at, data) in data.iter().enumerate() {
            view.add_cell(cell(at + 1), *data, status::SHARED);
        }
        view.next[data.len() - 1] = NULL;
        view.slots[0] = cell(0);
        view
    }

    #[test]
    fn cells_between_others_fold() {
        let folded = canonical(&list(&[OTHER, OTHER, OTHER, FIRST, OTHER]), ALL, SHAPE).unwrap();
        assert_eq!(folded.cells(), 2);
        assert_eq!(folded.next[..2], [segment(1), SEGMENT_TO_NULL]);
        assert_eq!(canonical(&folded, ALL, SHAPE), Ok(folded));
    }

    #[test]
    fn lists_that_differ_in_length_alone_become_the_same() {
        let long = canonical(&list(&[OTHER; 5]), ALL, SHAPE);
        assert_eq!(long, canonical(&list(&[OTHER; 2]), ALL, SHAPE));
        assert_ne!(long, canonical(&list(&[OTHER; 1]), ALL, SHAPE));
    }

    #[test]
    fn unfolding_and_folding_is_nothing() {
        let folded = canonical(&list(&[OTHER, OTHER, FIRST, OTHER]), ALL, SHAPE).unwrap();
        for view in folded.unfold(0).unwrap() {
            assert_eq!(canonical(&view, ALL, SHAPE), Ok(folded));
        }
    }

    #[test]
    fn a_cell_that_a_variable_points_to_is_known_to_be_next() {
        let mut view = list(&[OTHER, OTHER, OTHER]);
        view.slots[1] = cell(1);
        assert_eq!(canonical(&view, ALL, SHAPE).unwrap().next[..2], [cell(1), SEGMENT_TO_NULL]);
    }

    #[test]
    fn a_join_is_kept() {
        let mut view = list(&[OTHER, OTHER, OTHER, OTHER]);
        let side = view.add_cell(cell(2), OTHER, status::SHARED).unwrap();
        view.slots[1] = cell(side);
        let folded = canonical(&view, ALL, SHAPE).unwrap();
        assert_eq!(folded.cells(), 3);
        assert_eq!(folded.next[..3], [segment(1), SEGMENT_TO_NULL, cell(1)]);
    }

    #[test]
    fn an_owned_cell_that_is_forgotten_is_lost() {
        let mut view = list(&[OTHER]);
        let own = view.add_cell(cell(0), OTHER, status::OWNED).unwrap();
        view.slots[1] = cell(own);
        assert_eq!(canonical(&view, Live { slots: !0b10, ..ALL }, SHAPE), Err(Fault::Leak));
        assert!(canonical(&view, Live { slots: !0b10, ..ALL }, Shape { is_manual: false, ..SHAPE }).is_ok());
    }
}
