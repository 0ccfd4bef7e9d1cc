//! The classical interference (section 3 of the paper): two views are merged, one of the two threads makes a step, and
//! what the other sees of it is one more view.
//!
//! ```text
//! (s, t) and (s, u) are views, (s, t, u) their merge, and u makes a step to s':    then (s', t) is a view
//! ```
//!
//! It needs no summaries and no check of effects, and every pair of views has to be looked at. It is here to compare with:
//! `--interference classical`. Pairs are looked for among views whose [signatures](crate::merge::signature) are the same.
//!
//! The value that a thread inserts is one of the observed ones or another from the start, as both threads have to mean
//! the same by it.

use crate::canonical::canonical;
use crate::code::Code;
use crate::fixed_point::{End, FixedPoint, Known, end_of};
use crate::liveness::live_in;
use crate::merge::{Unmergeable, merge, passengers, project, signature};
use crate::mimic::{is_same, stores_unknown};
use crate::ownership::reached_from;
use crate::post::Run;
use crate::steps::{Trouble, thread_steps};
use crate::view::View;
use rustc_hash::FxHashMap;

/// Most pairs of views that are merged.
const PAIRS: usize = 20_000_000;

/// Explores all views, in the order in which they are found.
pub fn explore(code: &Code) -> FixedPoint {
    let merging = Code { passengers: passengers(code), ..code.clone() };
    match Known::begin(code) {
        Ok(known) => {
            let mut search = Search { code, merging: &merging, known, groups: FxHashMap::default(), pairs: 0 };
            let end = search.run();
            search.known.finish(end)
        }
        Err(end) => Known::default().finish(*end),
    }
}

struct Search<'a> {
    code: &'a Code,
    /// The code for merged views, in which the variables of the passenger are live.
    merging: &'a Code,
    known: Known,
    groups: FxHashMap<Vec<u8>, Group>,
    pairs: usize,
}

/// Why a view cannot be expanded: trouble with a step, or views that cannot be merged.
struct Stopped {
    view: u32,
    trouble: Option<Trouble>,
}

/// Views that may be views of the same heap.
#[derive(Default)]
struct Group {
    all: Vec<u32>,
    /// Those whose thread may change what others see.
    actors: Vec<u32>,
}

impl Search<'_> {
    fn run(&mut self) -> End {
        let mut at = 0;
        while at < self.known.len() {
            if let Err(stopped) = self.expand(at as u32) {
                let view = stopped.view;
                return stopped.trouble.map_or(End::Unmerged { view }, |trouble| end_of(view, trouble));
            }
            at += 1;
            if self.known.is_full() || self.pairs > PAIRS {
                return End::TooManyViews;
            }
        }
        End::Closed
    }

    fn expand(&mut self, at: u32) -> Result<(), Stopped> {
        let view = self.known.view(at);
        let mut is_vague = false;
        let after =
            thread_steps(self.code, &view, false, |run| is_vague |= stores_unknown(self.code, &view, &run.view));
        for next in after.map_err(|trouble| Stopped { view: at, trouble: Some(trouble) })? {
            self.known.add(next);
        }
        if is_vague {
            return Err(Stopped { view: at, trouble: None });
        }
        let group = self.groups.entry(signature(self.code, &view)).or_default();
        group.all.push(at);
        let is_actor = self.code.may_have_effect(view.location);
        if is_actor {
            group.actors.push(at);
        }
        let actors = group.actors.clone();
        let passengers = if is_actor { group.all.clone() } else { Vec::new() };
        for actor in actors {
            self.interfere(at, actor)?;
        }
        // The pair of the view with itself has had its turn.
        for passenger in passengers.into_iter().filter(|passenger| *passenger != at) {
            self.interfere(passenger, at)?;
        }
        Ok(())
    }

    fn interfere(&mut self, passenger: u32, actor: u32) -> Result<(), Stopped> {
        self.pairs += 1;
        if self.code.deadline.is_over() {
            return Err(Stopped { view: passenger, trouble: Some(Trouble::TimeUp) });
        }
        let (one, other) = (self.known.view(passenger), self.known.view(actor));
        let unmerged = |_: Unmergeable| Stopped { view: passenger, trouble: None };
        for (merged, removed) in merge(self.code, &one, &other).map_err(unmerged)? {
            let mut pending = vec![merged];
            while let Some(merged) = pending.pop() {
                self.step(passenger, &one, &merged, removed, &mut pending)?;
            }
        }
        Ok(())
    }

    /// Makes the steps of the actor of a merged view. Where a cell has to be named first, both cases go into `pending`.
    fn step(
        &mut self,
        passenger: u32,
        one: &View,
        merged: &View,
        removed: u32,
        pending: &mut Vec<View>,
    ) -> Result<(), Stopped> {
        let mut runs = Vec::new();
        match thread_steps(self.merging, merged, true, |run| runs.push(*run)) {
            Ok(_) => {}
            Err(Trouble::Unfold(cell)) => {
                pending.extend(merged.unfold(cell).ok_or(Stopped { view: passenger, trouble: None })?);
                return Ok(());
            }
            Err(trouble) => return Err(Stopped { view: passenger, trouble: Some(trouble) }),
        }
        let before = Run::new(*merged);
        for run in runs {
            if touches(self.code, merged, &run.view, removed) {
                return Err(Stopped { view: passenger, trouble: None });
            }
            if is_same(self.code, merged.cells(), &before, &run) {
                continue;
            }
            let seen = project(self.code, one, &run.view);
            let seen = canonical(&seen, live_in(self.code, &seen), self.code.shape);
            self.known.add(seen.map_err(|_| Stopped { view: passenger, trouble: None })?);
        }
        Ok(())
    }
}

/// Whether a step wrote to cells that were cut off, or made them reachable again.
fn touches(code: &Code, before: &View, after: &View, removed: u32) -> bool {
    removed != 0
        && (reached_from(after, 0..code.globals.len()) & removed != 0
            || (0..before.cells())
                .filter(|at| removed & (1 << at) != 0)
                .any(|at| before.next[at] != after.next[at] || before.data[at] != after.data[at]))
}
