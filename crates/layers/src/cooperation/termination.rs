//! Cooperation: a committed transaction can always be brought to its end.
//!
//! Reduction completes interrupted transactions: from the commit on, all steps move left, so the missing ones can be
//! added and moved to where the thread was interrupted. That needs an end that can be reached (`Cooperative` in the paper
//! of [`crate::yields::sufficiency`], end of section 4.3), or else a real run that stops a thread inside its transaction
//! is covered by no run of the cooperative program. Left movers do not block; what remains are loops, recursion and
//! assumptions after the commit:
//!
//! ```text
//! a loop without a yield                has a measure, or counts to a limit, or may always be left
//! a cycle of left mover procedures      see [`crate::cooperation::recursion`]
//! an assumption                         is proved to hold, or to hold for some choice of the values that are arbitrary
//!                                       there; if it is about nothing else, that is believed, and said aloud
//! ```
//!
//! This is less than the paper asks. It is enough that *some* continuation ends, as the run to be completed is ours to
//! choose. And a transaction may be dropped instead of completed as long as nobody depends on it: steps before the commit
//! move right past everything that follows, and steps from the commit on that changed no global and started no thread can
//! be left out. So the three are asked for from the first such change on. Right mover and atomic procedures are called
//! before the commit only; a left mover procedure may be called after a change.

use crate::civl::{Body, Civl, Layer, YieldProcedure};
use crate::cooperation::bounds::is_free;
use crate::cooperation::counting::is_counted;
use crate::cooperation::finishing::has_measure;
use crate::cooperation::recursion::check_recursion;
use crate::yields::codes::{BLOCKED, COOPERATION_LOOP};
use crate::yields::describe::{subject, transaction};
use crate::yields::flow::{AsyncLabel, Cause, Edge, Flow, MoverLabel};
use crate::yields::loop_yields::Loop;
use crate::yields::reading::Automaton;
use crate::yields::sufficiency::{Found, Phase, for_each_flow, phases};
use ivl::typed::{BlockId, ProcedureId};
use rustc_hash::FxHashSet;
use source::{Diagnostic, Span};

/// Checks all yield procedures at all layers. What is wrong at several layers is reported for the lowest.
pub fn check_cooperation(civl: &Civl) -> Vec<Found> {
    let mut found = for_each_flow(civl, |procedure, body, loops, flow| {
        Checker { civl, procedure, body, loops, flow, automaton: standings() }.check()
    });
    found.extend(check_recursion(civl));
    found
}

/// An assumption of a yield procedure that stands in the committed part of a transaction at a layer.
pub struct Blocking {
    pub procedure: ProcedureId,
    pub layer: Layer,
    /// That of the command.
    pub span: Span,
    /// What is wrong if it blocks.
    pub failure: Diagnostic,
}

/// The assumptions that must not block.
pub fn blocking_assumptions(civl: &Civl) -> Vec<Blocking> {
    let mut found = Vec::new();
    for_each_flow(civl, |procedure, body, loops, flow| {
        found.extend(Checker { civl, procedure, body, loops, flow, automaton: standings() }.blocking());
        Vec::new()
    });
    found
}

/// Whether a transaction has to be completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// Not committed.
    Open,
    /// Committed, and nothing has changed by that.
    Unnoticed,
    /// Others may have seen it.
    Noticed,
}

/// How a body begins.
fn standing(start: Phase) -> Standing {
    match start {
        Phase::Right => Standing::Open,
        Phase::Left => Standing::Noticed,
    }
}

const CHANGES: [bool; 2] = [false, true];

/// The yield sufficiency automaton, where the left-moving phase is split by whether something has changed in it.
fn standings() -> Automaton {
    let after = |from: Standing, mover: MoverLabel, changes: bool| {
        let committed = if changes { Standing::Noticed } else { Standing::Unnoticed };
        match (from, mover) {
            (_, MoverLabel::Yield) => Some(Standing::Open),
            (Standing::Open, MoverLabel::Private | MoverLabel::Both | MoverLabel::Right) => Some(Standing::Open),
            (Standing::Open, MoverLabel::Left | MoverLabel::Non) => Some(committed),
            (Standing::Unnoticed, MoverLabel::Private | MoverLabel::Both | MoverLabel::Left) => Some(committed),
            (Standing::Noticed, MoverLabel::Private | MoverLabel::Both | MoverLabel::Left) => Some(Standing::Noticed),
            (Standing::Unnoticed | Standing::Noticed, MoverLabel::Right | MoverLabel::Non) => None,
        }
    };
    let mut table = Vec::new();
    for from in [Standing::Open, Standing::Unnoticed, Standing::Noticed] {
        for mover in MoverLabel::ALL {
            for changes in CHANGES {
                let to = after(from, mover, changes);
                table.extend(to.map(|to| (from as usize, label(mover, changes), to as usize)));
            }
        }
    }
    Automaton::new(3, table.into_iter(), |edge| label(edge.mover, changes(edge)))
}

fn label(mover: MoverLabel, changes: bool) -> usize {
    mover as usize * CHANGES.len() + changes as usize
}

/// Whether other threads could notice the step.
fn changes(edge: &Edge) -> bool {
    match edge.asynchrony {
        AsyncLabel::Modifies | AsyncLabel::Starts | AsyncLabel::Async | AsyncLabel::ModifiesAsync => true,
        AsyncLabel::Yield | AsyncLabel::Private => false,
    }
}

struct Checker<'a> {
    civl: &'a Civl<'a>,
    procedure: &'a YieldProcedure,
    body: &'a Body,
    loops: &'a [Loop],
    flow: Flow,
    automaton: Automaton,
}

impl Checker<'_> {
    fn check(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (start, _) in phases(self.procedure, self.flow.layer) {
            let start = standing(*start);
            let reached = self.automaton.reached(&self.flow, start as usize);
            let committed: FxHashSet<usize> = reached
                .iter()
                .filter(|(_, state)| *state == Standing::Noticed as usize)
                .map(|(node, _)| *node)
                .collect();
            let endless = self.loops.iter().filter_map(|it| self.endless_head(it, &committed));
            found.extend(endless.map(|head| self.may_not_end(start, head)));
        }
        found
    }

    /// The assumptions in the committed part.
    fn blocking(&self) -> Vec<Blocking> {
        let mut found: Vec<Blocking> = Vec::new();
        for (start, _) in phases(self.procedure, self.flow.layer) {
            let start = standing(*start);
            let reached = self.automaton.reached(&self.flow, start as usize);
            for edge in self.flow.edges.iter().filter(|edge| edge.cause == Cause::Assume) {
                let is_known = found.iter().any(|other| other.span == edge.span);
                if !is_known && reached.contains(&(edge.from, Standing::Noticed as usize)) {
                    found.push(self.may_block(start, edge.from, edge.span));
                }
            }
        }
        found
    }

    /// The block of a loop at which runs come back that must be completed, if nothing says that they leave.
    fn endless_head(&self, it: &Loop, committed: &FxHashSet<usize>) -> Option<BlockId> {
        let yields = |block: BlockId| {
            self.flow.edges.iter().any(|edge| edge.mover == MoverLabel::Yield && self.flow.blocks[edge.from] == block)
        };
        if it.blocks.iter().any(|block| yields(*block)) {
            return None;
        }
        let [head] = it.entries[..] else {
            return it.blocks.iter().copied().find(|block| committed.contains(&block.index()));
        };
        let layer = self.flow.layer;
        let leaves = |to: &BlockId| !it.blocks.contains(to) && is_free(&self.body.blocks[to.index()]);
        let may_leave = self.body.blocks[head.index()].successors().iter().any(leaves);
        let ends = may_leave
            || has_measure(self.body, head, layer)
            || is_counted(self.civl, self.procedure, self.body, it, layer);
        (committed.contains(&head.index()) && !ends).then_some(head)
    }

    fn may_not_end(&self, start: Standing, head: BlockId) -> Diagnostic {
        let layer = self.flow.layer;
        let span = self.body.blocks[head.index()].span;
        let message = format!(
            "this loop might not end, and a transaction of `{}` is committed in it at layer {layer}",
            self.civl.name(self.procedure.id)
        );
        let diagnostic = Diagnostic::error(&COOPERATION_LOOP, span, message)
            .help(format!(
                "add `measure {{:layer {layer}}} …;` to the loop: an integer that falls and stays above zero"
            ))
            .help("or let the loop yield");
        self.committed_at(diagnostic, start, head.index())
    }

    fn may_block(&self, start: Standing, node: usize, span: Span) -> Blocking {
        let layer = self.flow.layer;
        let message = format!("this assumption might block the transaction that is committed at layer {layer}");
        let failure = Diagnostic::error(&BLOCKED, span, message)
            .help("assume it before the commit or after a yield, or choose the value by an action that never blocks");
        let failure = Diagnostic { trace: Vec::new(), ..self.committed_at(failure, start, node) };
        Blocking { procedure: self.procedure.id, layer, span, failure }
    }

    /// Shows how a transaction that others may have seen comes to a node.
    fn committed_at(&self, diagnostic: Diagnostic, start: Standing, node: usize) -> Diagnostic {
        let run = self.automaton.run_to(&self.flow, start as usize, node, Standing::Noticed as usize);
        let Some(run) = run else { return diagnostic };
        let trace = transaction(self.civl, &self.flow, &run);
        let noticed = run.read.iter().rev().take_while(|(_, state)| *state == Standing::Noticed as usize).last();
        let edge = noticed.map(|(edge, _)| &self.flow.edges[*edge]).filter(|edge| changes(edge));
        let (span, text) = match edge {
            Some(edge) => (edge.span, format!("others may notice the transaction since {}", subject(self.civl, edge))),
            None => {
                let span = self.civl.program.procedures[self.procedure.id.index()].span;
                (span, "calls of this left mover stand in committed transactions".to_string())
            }
        };
        diagnostic.label(span, text).trace(trace)
    }
}
