//! The check of effects (CHK-MIMIC, section 4.3 of the paper).
//!
//! ```text
//! for all views (s, t) of the fixed point and all steps (s, t) → (s', t') of their thread with s ≠ s':
//!     some summary, run on s alone, leads to s'
//! ```
//!
//! On views this is: for each step there is a run of a summary that changes the same named cells in the same way, up to
//! the names of cells that are new. The check is on graphs that are not folded, with every cell that the thread or the
//! summary touches named beforehand: if one of them comes to a segment, the segment is unfolded in the view and both cases
//! are checked. The run has to be certain: no decision in it may depend on what the view does not know. So the summary can
//! do to each heap that the view stands for what the thread does to it; that the two agree on the view alone would not be
//! enough. For the same reason an effect that stores something unknown in shared memory has no match.
//!
//! What the thread owns looks free to others, so a summary may be given those cells by its allocations. The value that the
//! thread inserts stands for all values: neither the thread nor a summary decides anything by values, so what they do with
//! one they do with every other, the observed ones among them.

use crate::code::Code;
use crate::interference::{Summary, interfere};
use crate::post::{Actor, Run, Stop};
use crate::steps::{Trouble, thread_steps};
use crate::value::{ANY, CELLS, UNDEFINED, Val, as_cell, as_segment};
use crate::view::{View, status};

/// The effect of a step that no summary has.
#[derive(Clone, Copy, Debug)]
pub struct Missing {
    /// The view, with all that is touched named.
    pub before: View,
    pub after: Run,
}

/// Checks all steps of the thread from a view.
pub fn check_effects(code: &Code, view: &View, summaries: &[Summary]) -> Result<Option<Missing>, Trouble> {
    let mut steps = Vec::new();
    let both = |at| match view.unfold(at) {
        None => Ok(Some(Missing { before: *view, after: Run::new(*view) })),
        Some([only, more]) => match check_effects(code, &only, summaries)? {
            Some(missing) => Ok(Some(missing)),
            None => check_effects(code, &more, summaries),
        },
    };
    match thread_steps(code, view, true, |run| steps.push(*run)) {
        Err(Trouble::Unfold(at)) => return both(at),
        Err(trouble) => return Err(trouble),
        Ok(_) => {}
    }
    let seen = without_thread(code, view);
    for step in steps {
        if is_same(code, view.cells(), &Run::new(*view), &step) {
            continue;
        }
        let mut is_matched = false;
        for summary in summaries {
            let stop = interfere(code, Actor::Mimic, &seen, summary, |run| {
                is_matched |= run.is_certain
                    && !stores_unknown(code, view, &run.view)
                    && is_same(code, view.cells(), &run, &step);
            });
            if let Err(Stop::Unfold(at)) = stop
                && !is_matched
            {
                return both(at);
            }
            if is_matched {
                break;
            }
        }
        if !is_matched {
            return Ok(Some(Missing { before: *view, after: step }));
        }
    }
    Ok(None)
}

/// The view as others see it: what its thread owns looks free, and nobody is about to insert a value.
fn without_thread(code: &Code, view: &View) -> View {
    let mut seen = *view;
    seen.slots[usize::from(code.pending())] = UNDEFINED;
    for at in 0..view.cells() {
        if view.status[at] == status::RETIRED {
            seen.status[at] = status::SHARED;
        }
        if view.status[at] == status::OWNED {
            seen.status[at] = status::FREE;
            seen.next[at] = UNDEFINED;
            seen.data[at] = UNDEFINED;
        }
    }
    seen
}

/// Whether a run made something shared that the view does not know.
pub fn stores_unknown(code: &Code, before: &View, after: &View) -> bool {
    let is_unknown = |value: Val| matches!(value, UNDEFINED | ANY);
    let is_new = |at: usize| at >= before.cells() || !status::is_shared(before.status[at]);
    (0..code.globals.len()).any(|slot| before.slots[slot] != after.slots[slot] && is_unknown(after.slots[slot]))
        || (0..after.cells()).filter(|at| status::is_shared(after.status[*at])).any(|at| {
            (is_new(at) || before.next[at] != after.next[at]) && is_unknown(after.next[at])
                || (is_new(at) || before.data[at] != after.data[at]) && is_unknown(after.data[at])
        })
}

/// Whether two runs from the same view agree on all that is shared, up to the names of new cells, and on what took effect.
/// An insertion that takes effect is one even if nothing else happens.
pub fn is_same(code: &Code, cells: usize, one: &Run, other: &Run) -> bool {
    let mut names = Names { cells, there: [None; CELLS], back: [None; CELLS] };
    let known = ((1u32 << cells) - 1) | !((1 << CELLS) - 1);
    let (happened, also) = ((one.inserted, one.removed), (other.inserted, other.removed));
    one.view.observer == other.view.observer
        && happened == also
        && one.grown & known == other.grown & known
        && one.scrambled & known == other.scrambled & known
        && (0..code.globals.len())
            .all(|slot| names.agree(&one.view, &other.view, one.view.slots[slot], other.view.slots[slot]))
        && (0..cells).all(|at| names.cells_agree(&one.view, &other.view, at, at))
}

/// Which new cell of one run is which new cell of the other.
struct Names {
    cells: usize,
    there: [Option<usize>; CELLS],
    back: [Option<usize>; CELLS],
}

impl Names {
    fn agree(&mut self, one: &View, other: &View, left: Val, right: Val) -> bool {
        let targets = match (as_cell(left), as_cell(right), as_segment(left), as_segment(right)) {
            (Some(left), Some(right), _, _) | (_, _, Some(left), Some(right)) => (left, right),
            _ => return left == right && as_cell(left).is_none() && as_segment(left).is_none(),
        };
        match targets {
            (left, right) if left < self.cells || right < self.cells => left == right,
            (left, right) => match (self.there[left], self.back[right]) {
                (Some(known), _) => known == right,
                (None, Some(_)) => false,
                (None, None) => {
                    self.there[left] = Some(right);
                    self.back[right] = Some(left);
                    self.cells_agree(one, other, left, right)
                }
            },
        }
    }

    fn cells_agree(&mut self, one: &View, other: &View, left: usize, right: usize) -> bool {
        let is_shared = status::is_shared(one.status[left]);
        if is_shared != status::is_shared(other.status[right]) {
            return false;
        }
        !is_shared || one.data[left] == other.data[right] && self.agree(one, other, one.next[left], other.next[right])
    }
}
