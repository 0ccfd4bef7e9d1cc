//! What other threads do to a view: any summary, as one step, with nothing left of it.

use crate::canonical::canonical;
use crate::code::{Code, Op};
use crate::liveness::live_in;
use crate::ownership::reaches_free;
use crate::post::{Actor, Run, Stop};
use crate::steps::{Failure, Trouble, run_ops};
use crate::value::UNDEFINED;
use crate::view::{SLOTS, View, status};
use source::Span;

/// A stateless program: an atomic block that stands for steps of a procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The procedure.
    pub of: concurrent::program::Name,
    pub ops: Vec<Op>,
    /// The names of its locals; the first is that of the slot [`Code::first_temporary`].
    pub locals: Vec<concurrent::program::Name>,
    pub span: Span,
}

/// Runs a summary on a view and hands each result on, as it is after the run. A run that is to mimic a thread is strict.
///
/// A run that goes wrong, that would leave a cell owned, or that would free a cell which others reach, is none: the summaries
/// that are used are the stateless runs of those that were computed, and what they fail to do is found by the
/// [check of effects](crate::mimic). A thread for which such a run would stand goes wrong in its own view.
pub fn interfere(
    code: &Code,
    actor: Actor,
    view: &View,
    summary: &Summary,
    mut done: impl FnMut(Run),
) -> Result<(), Stop> {
    run_ops(code, actor, actor == Actor::Mimic, Run::new(*view), &summary.ops, |mut run| {
        for slot in usize::from(code.first_temporary)..SLOTS {
            run.view.slots[slot] = UNDEFINED;
        }
        // A summary that is left with a cell of its own would need a memory; one that leaves a free cell where the globals reach it
        // has published or kept what is not its own. Neither is a run of a summary: a thread that does the same has an effect
        // that is missing, or a fault of its own.
        let cells = &run.view.status[..run.view.cells()];
        let is_stateless = !code.is_manual() || !cells.contains(&status::BORROWED);
        if is_stateless && !reaches_free(code, &run.view) {
            done(run);
        }
    })
}

/// The views that a summary makes of a view: all of them, or why they are not known.
pub fn views_after(code: &Code, view: &View, summary: &Summary) -> Result<Vec<View>, Trouble> {
    let mut views = Vec::new();
    let mut fault = None;
    let stop = interfere(code, Actor::Summary, view, summary, |run| {
        match canonical(&run.view, live_in(code, &run.view), code.shape) {
            Ok(view) => views.push(view),
            Err(lost) => fault = Some(lost),
        }
    });
    let failed = |fault| Trouble::Failure(Failure { fault, span: summary.span, location: view.location });
    match (stop, fault) {
        (Err(Stop::Fault(fault)), _) | (_, Some(fault)) => Err(failed(fault)),
        (Err(Stop::HiddenAge), None) => Err(Trouble::HiddenAge),
        (Err(Stop::Unfold(cell)), None) => Err(Trouble::Unfold(cell)),
        (Ok(()) | Err(Stop::Blocked | Stop::Bored), None) => Ok(views),
    }
}
