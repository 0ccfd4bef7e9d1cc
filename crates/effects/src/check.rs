//! The check of a program: the table of contents of this engine.
//!
//! Linearization points are tried until a choice leads to a proof. For each choice the summaries are computed, all views
//! are explored, and each effect is checked against the summaries. What comes of it is told by [`report`](crate::report).

use crate::cas_block::{Blocks, blocks};
use crate::classical;
use crate::code::Code;
use crate::codes;
use crate::fixed_point::{End, FixedPoint, explore};
use crate::indeterminate;
use crate::interference::Summary;
use crate::linearization::{Points, candidates, instrument};
use crate::liveness::mark_live;
use crate::locks::reduce;
use crate::lower::lower;
use crate::mimic::{Missing, check_effects};
use crate::outsiders;
use crate::races::races;
use crate::repair::summary_of;
use crate::report::step_span;
use crate::set_summary::set_summary;
use crate::spin_locks::recognise;
use crate::text;
use concurrent::program::Program;
use concurrent::spec::{Kind, Spec};
use ivl::codes::INTERNAL;
use source::{Deadline, Diagnostic};
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

/// So many summaries are added to those that are computed from the code.
const ADDED: usize = 12;

/// Of a set all summaries are added, one for each way in which the keys around a change may lie.
const ADDED_TO_SET: usize = 64;

/// So many views are explored in all attempts together before no further one is made.
const VIEWS: usize = 1_000_000;

/// What was found out about a program.
pub struct Analysis {
    pub code: Code,
    pub points: Option<Points>,
    pub summaries: Vec<Summary>,
    pub fixed_point: Option<FixedPoint>,
    /// Warnings that qualify a proof.
    pub warnings: Vec<Diagnostic>,
    pub time: Duration,
}

impl Analysis {
    pub fn is_proved(&self) -> bool {
        self.fixed_point.as_ref().is_some_and(|fixed_point| matches!(fixed_point.end, End::Closed))
    }

    /// The size of the fixed point, or of what there was of it.
    pub fn views(&self) -> usize {
        self.fixed_point.as_ref().map_or(0, |fixed_point| fixed_point.views.len())
    }
}

/// How the other threads are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interference {
    /// By summaries.
    Summaries,
    /// By merging views and projecting what comes of it, without summaries.
    Classical,
}

/// How a program is checked.
#[derive(Clone, Debug)]
pub struct Config {
    pub interference: Interference,
    /// Every search that may take long asks once for each thing that it expands: a view, a pair of views, a path, a choice of
    /// points. A search that is cut short knows less than there is, so what it found is not used: the check ends as
    /// [`TimeUp`](End::TimeUp), and nothing is proved.
    pub deadline: Deadline,
}

impl From<Interference> for Config {
    fn from(interference: Interference) -> Config {
        Config { interference, deadline: Deadline::never() }
    }
}

/// Verifies a program, or says what of it is not supported. What goes wrong within costs this program its verdict, and nothing
/// else.
pub fn check(program: &Program, spec: &Spec, config: impl Into<Config>) -> Result<Analysis, Vec<Diagnostic>> {
    let config = config.into();
    let checked = std::panic::catch_unwind(AssertUnwindSafe(|| check_whole(program, spec, &config)));
    checked.unwrap_or_else(|_| {
        let message = "the check of this structure ended with an internal error";
        Err(vec![Diagnostic::error(&INTERNAL, spec.span, message)])
    })
}

fn check_whole(program: &Program, spec: &Spec, config: &Config) -> Result<Analysis, Vec<Diagnostic>> {
    let start = Instant::now();
    outsiders::refuse(program)?;
    let mut outcome = attempts(program, spec, config)?;
    outcome.time = start.elapsed();
    outcome.warnings = locked_code(program, spec).map_or_else(|_| Vec::new(), |code| races(program, spec, &code));
    outcome.warnings.extend(indeterminate::stored(program, spec));
    Ok(outcome)
}

/// The summaries as text: those of the proof, or if there is none, those that are computed from the code.
pub fn summarize(program: &Program, spec: &Spec) -> Result<String, Vec<Diagnostic>> {
    let outcome = attempts(program, spec, &Interference::Summaries.into())?;
    let print = |code: &Code, summaries: &[Summary]| {
        summaries.iter().map(|summary| text::print(code, summary)).collect::<Vec<String>>().join("\n")
    };
    if outcome.is_proved() {
        return Ok(print(&outcome.code, &outcome.summaries));
    }
    let mut code = locked_code(program, spec)?;
    reduce(&mut code)?;
    Ok(format!("{UNPROVED}\n{}", print(&code, &blocks(&code).plain)))
}

const UNPROVED: &str = "/* There is no proof. This is what operations do from their entry to the first step that others can see;\n   \
    they may do more. */\n";

/// The code of the program with its locks.
fn locked_code(program: &Program, spec: &Spec) -> Result<Code, Vec<Diagnostic>> {
    let mut code = lower(program, spec)?;
    recognise(&mut code);
    Ok(code)
}

/// The first attempt that proves the program, or else the first that came furthest. A cell belongs to the thread that cuts it off
/// from the globals; if that leads to no proof, to the thread that cuts it off from one of them.
fn attempts(program: &Program, spec: &Spec, config: &Config) -> Result<Analysis, Vec<Diagnostic>> {
    let mut code = locked_code(program, spec)?;
    code.deadline = config.deadline;
    code.is_classical = config.interference == Interference::Classical;
    if code.is_classical && code.kind == Kind::Set {
        let message = "sets are not supported with the classical interference";
        return Err(vec![Diagnostic::error(&codes::UNSUPPORTED, spec.span, message)]);
    }
    if code.is_classical && code.has_cell_locks {
        let message = "locks in cells are not supported with the classical interference";
        return Err(vec![Diagnostic::error(&codes::UNSUPPORTED, spec.span, message)]);
    }
    reduce(&mut code)?;
    let has_roots = code.is_manual() && code.pointers.len() > 1 && !code.is_classical;
    let roots = if has_roots { code.pointers.clone() } else { Vec::new() };
    let mut first = None;
    let mut explored = 0;
    for root in std::iter::once(None).chain(roots.into_iter().map(Some)) {
        code.root = root;
        code.shape.keeps_last = root.is_some();
        let outcome = best_points(&code, &mut explored);
        if outcome.is_proved() || code.deadline.is_over() {
            return Ok(outcome);
        }
        first.get_or_insert(outcome);
    }
    let nothing = || Analysis {
        code,
        points: None,
        summaries: Vec::new(),
        fixed_point: None,
        warnings: Vec::new(),
        time: Duration::ZERO,
    };
    Ok(first.unwrap_or_else(nothing))
}

/// The first choice of linearization points that leads to a proof, or else the one that came furthest.
fn best_points(code: &Code, explored: &mut usize) -> Analysis {
    let mut best: Option<Analysis> = None;
    for points in candidates(code) {
        let outcome = attempt(code, points, explored);
        if !depends_on_points(&outcome) || *explored > VIEWS {
            return outcome;
        }
        if best.as_ref().is_none_or(|best| best.views() < outcome.views()) {
            best = Some(outcome);
        }
    }
    let (code, summaries) = (code.clone(), Vec::new());
    best.unwrap_or(Analysis {
        code,
        points: None,
        summaries,
        fixed_point: None,
        warnings: Vec::new(),
        time: Duration::ZERO,
    })
}

/// Whether another choice of points may end otherwise.
fn depends_on_points(outcome: &Analysis) -> bool {
    match outcome.fixed_point.as_ref().map(|fixed_point| fixed_point.end) {
        Some(End::Failure { failure, .. }) => failure.fault.depends_on_points(),
        Some(End::Missing { .. }) => true,
        Some(End::Closed | End::HiddenAge | End::TooManyViews | End::TimeUp | End::NoStart | End::Unmerged { .. })
        | None => false,
    }
}

fn attempt(code: &Code, points: Points, explored: &mut usize) -> Analysis {
    let mut marked = instrument(code, &points);
    mark_live(&mut marked);
    let is_set = code.kind == Kind::Set;
    let Blocks { plain: mut summaries, chained } = match code.is_classical || is_set {
        true => Blocks { plain: Vec::new(), chained: Vec::new() },
        false => blocks(&marked),
    };
    let mut fixed_point = all_views(&marked, &summaries);
    *explored += fixed_point.views.len();
    for _ in 0..if is_set { ADDED_TO_SET } else { ADDED } {
        match fixed_point.end {
            _ if *explored > VIEWS => break,
            End::HiddenAge if marked.relates_cell_ages => marked.relates_cell_ages = false,
            End::Missing { missing, .. } => match added(&marked, &missing, &chained) {
                Some(summary) => summaries.push(summary),
                None => break,
            },
            End::Closed
            | End::Failure { .. }
            | End::HiddenAge
            | End::TooManyViews
            | End::TimeUp
            | End::NoStart
            | End::Unmerged { .. } => break,
        }
        fixed_point = all_views(&marked, &summaries);
        *explored += fixed_point.views.len();
    }
    Analysis {
        code: marked,
        points: Some(points),
        summaries,
        fixed_point: Some(fixed_point),
        warnings: Vec::new(),
        time: Duration::ZERO,
    }
}

fn all_views(code: &Code, summaries: &[Summary]) -> FixedPoint {
    if code.is_classical { classical::explore(code) } else { explore(code, summaries) }
}

/// A summary that has a missing effect: one of those that were put aside, or a new one.
fn added(code: &Code, missing: &Missing, chained: &[Summary]) -> Option<Summary> {
    let has_it =
        |summary: &&Summary| matches!(check_effects(code, &missing.before, std::slice::from_ref(*summary)), Ok(None));
    let span = step_span(code, missing.before.location);
    let name = code.procedure_of(missing.before.location).map_or_else(|| "step".into(), |of| of.name.clone());
    if code.kind == Kind::Set {
        return set_summary(code, missing, name, span);
    }
    chained.iter().find(has_it).cloned().or_else(|| summary_of(code, missing, name, span))
}
