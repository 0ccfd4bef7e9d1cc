//! The least set of views that holds the first ones and is closed under the steps of their threads and under interference
//! by the summaries (section 4.2 of the paper), and the check of effects on each of its views.

use crate::code::{Code, Procedure};
use crate::interference::{Summary, views_after};
use crate::mimic::{Missing, check_effects};
use crate::ownership::reached_from;
use crate::steps::{Failure, Trouble, thread_steps};
use crate::value::UNDEFINED;
use crate::view::{SLOTS, View};
use rustc_hash::FxHashMap;

/// Most views.
const VIEWS: usize = 500_000;

#[derive(Debug)]
pub struct FixedPoint {
    pub views: Vec<View>,
    pub end: End,
}

/// Why the search ended.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// All views are known, nothing goes wrong, and the summaries have all effects.
    Closed,
    Failure {
        view: u32,
        failure: Failure,
    },
    Missing {
        view: u32,
        missing: Missing,
    },
    /// The program sets the counter of a cell that is not shared.
    HiddenAge,
    TooManyViews,
    /// The time for the check is over.
    TimeUp,
    /// Two views could not be merged, or what a step makes of them is not known.
    Unmerged {
        view: u32,
    },
    /// The first procedure never ends.
    NoStart,
}

/// Explores all views, in the order in which they are found.
pub fn explore(code: &Code, summaries: &[Summary]) -> FixedPoint {
    match Known::begin(code) {
        Ok(known) => {
            let mut search = Search { code, known };
            let end = search.run(summaries);
            search.known.finish(end)
        }
        Err(end) => Known::default().finish(*end),
    }
}

/// The views that are known so far, in the order in which they were found.
#[derive(Default)]
pub struct Known {
    numbers: FxHashMap<View, u32>,
    views: Vec<View>,
}

impl Known {
    /// The views before any thread has made a step.
    pub fn begin(code: &Code) -> Result<Known, Box<End>> {
        let first = first_views(code).map_err(|trouble| Box::new(end_of(0, trouble)))?;
        if first.is_empty() || first.iter().any(|view| !is_rooted(code, view)) {
            return Err(Box::new(End::NoStart));
        }
        let mut known = Known::default();
        for heap in first {
            for procedure in &code.procedures {
                known.add(View { location: procedure.entry, ..heap });
            }
        }
        Ok(known)
    }

    pub fn add(&mut self, view: View) {
        let number = self.views.len() as u32;
        if let std::collections::hash_map::Entry::Vacant(place) = self.numbers.entry(view) {
            place.insert(number);
            self.views.push(view);
        }
    }

    pub fn len(&self) -> usize {
        self.views.len()
    }

    pub fn is_empty(&self) -> bool {
        self.views.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.views.len() > VIEWS
    }

    pub fn view(&self, number: u32) -> View {
        self.views[number as usize]
    }

    pub fn finish(self, end: End) -> FixedPoint {
        FixedPoint { views: self.views, end }
    }
}

struct Search<'a> {
    code: &'a Code,
    known: Known,
}

impl Search<'_> {
    fn run(&mut self, summaries: &[Summary]) -> End {
        let mut at = 0;
        while at < self.known.len() {
            if let Some(end) = self.expand(at as u32, summaries) {
                return end;
            }
            at += 1;
            if self.known.is_full() {
                return End::TooManyViews;
            }
        }
        End::Closed
    }

    fn expand(&mut self, at: u32, summaries: &[Summary]) -> Option<End> {
        let view = self.known.view(at);
        match thread_steps(self.code, &view, false, |_| {}) {
            Ok(next) => next.into_iter().for_each(|next| self.known.add(next)),
            Err(trouble) => return Some(end_of(at, trouble)),
        }
        if self.code.may_have_effect(view.location) {
            match check_effects(self.code, &view, summaries) {
                Ok(None) => {}
                Ok(Some(missing)) => return Some(End::Missing { view: at, missing }),
                Err(trouble) => return Some(end_of(at, trouble)),
            }
        }
        // Within an atomic block nobody else runs, even where its steps end.
        if self.code.is_stop(view.location) {
            return None;
        }
        for summary in summaries {
            match views_after(self.code, &view, summary) {
                Ok(next) => next.into_iter().for_each(|next| self.known.add(next)),
                Err(trouble) => return Some(end_of(at, trouble)),
            }
        }
        None
    }
}

pub fn end_of(view: u32, trouble: Trouble) -> End {
    match trouble {
        Trouble::Failure(failure) => End::Failure { view, failure },
        Trouble::HiddenAge | Trouble::Unfold(_) => End::HiddenAge,
        Trouble::TimeUp => End::TimeUp,
    }
}

/// Whether the root reaches all cells.
fn is_rooted(code: &Code, view: &View) -> bool {
    let reached = |root| reached_from(view, std::iter::once(usize::from(root)));
    code.root.is_none_or(|root| (0..view.cells()).all(|at| reached(root) & (1 << at) != 0))
}

/// The heaps that the first procedure leaves.
fn first_views(code: &Code) -> Result<Vec<View>, Trouble> {
    let Some(init) = &code.init else { return Ok(vec![View::empty()]) };
    let mut alone = code.clone();
    make_atomic(&mut alone, init);
    let start = View { location: init.entry, ..View::empty() };
    let mut views = thread_steps(&alone, &start, false, |_| {})?;
    for view in &mut views {
        view.held = 0;
        for slot in code.globals.len()..SLOTS {
            view.slots[slot] = UNDEFINED;
        }
    }
    Ok(views)
}

/// Nobody else runs while a procedure does.
fn make_atomic(code: &mut Code, procedure: &Procedure) {
    let mut pending = vec![procedure.entry];
    while let Some(at) = pending.pop() {
        let location = &mut code.locations[usize::from(at)];
        if !std::mem::replace(&mut location.is_within_atomic, true) {
            pending.extend(location.edges.iter().map(|edge| code.edges[*edge].to));
        }
    }
    // Nobody else looks on: counters may be set, and cells may be published in any order.
    code.root = None;
    code.relates_cell_ages = false;
}
