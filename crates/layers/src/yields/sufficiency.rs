//! Yields suffice: what a thread does between two yields is a transaction.
//!
//! A program is verified as if threads took turns at yields only. That covers all runs if at each layer every path of
//! every yield procedure, read by the mover types of its steps, is a word of the yield sufficiency automaton (Hawblitzel,
//! Petrank, Qadeer, Tasiran: "Automated and modular refinement reasoning for concurrent programs", section 4.3):
//!
//! ```text
//! transaction = (R | B)* N? (L | B)*      transactions are separated by yields
//! ```
//!
//! A mover procedure is one step at its own layer, so its body reads as a part of a transaction without yields: from the
//! right-moving phase to the right-moving phase for `right`, within the left-moving phase for `left`, both for `both`,
//! and a whole transaction for `atomic`.
//!
//! An asynchronous call establishes the precondition of a thread that begins at the next yield; until then the creator
//! changes no globals. A second automaton says so. A mover procedure may leave such a thread to its caller.
//!
//! Layers are those at which something is proved under the assumption that yields suffice: of refinement, and of
//! assertions and invariants too, since an assertion at a layer without refinement is believed by its reader.

use crate::civl::{Body, Civl, Layer, YieldProcedure};
use crate::yields::codes::{ASYNC, MOVER_PROCEDURE, TRANSACTION};
use crate::yields::describe::{commit, describe, mover_words, step, subject, transaction};
use crate::yields::effects::Effects;
use crate::yields::flow::{AsyncLabel, Cause, Edge, Flow, MoverLabel};
use crate::yields::loop_yields::{Loop, check_loop_yields, loops};
use crate::yields::parallel_arms::check_parallel_arms;
use crate::yields::reading::{Automaton, Refusal, Run};
use ivl::ast::Mover;
use ivl::typed::ProcedureId;
use source::{Diagnostic, Span};

/// Where a transaction stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// RM: all steps so far move right.
    Right,
    /// LM: all steps from here move left.
    Left,
}

const TRANSACTIONS: &[(Phase, MoverLabel, Phase)] = &[
    (Phase::Right, MoverLabel::Private, Phase::Right),
    (Phase::Right, MoverLabel::Both, Phase::Right),
    (Phase::Right, MoverLabel::Right, Phase::Right),
    (Phase::Right, MoverLabel::Yield, Phase::Right),
    (Phase::Right, MoverLabel::Left, Phase::Left),
    (Phase::Right, MoverLabel::Non, Phase::Left),
    (Phase::Left, MoverLabel::Private, Phase::Left),
    (Phase::Left, MoverLabel::Both, Phase::Left),
    (Phase::Left, MoverLabel::Left, Phase::Left),
    (Phase::Left, MoverLabel::Yield, Phase::Right),
];

/// The yield sufficiency automaton. Its states are phases.
pub fn transactions() -> Automaton {
    let table = TRANSACTIONS.iter().map(|(from, label, to)| (*from as usize, *label as usize, *to as usize));
    Automaton::new(2, table, |edge| edge.mover as usize)
}

/// Whether a thread with a precondition waits for the next yield.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waiting {
    No,
    Yes,
}

const PRECONDITIONS: &[(Waiting, AsyncLabel, Waiting)] = &[
    (Waiting::No, AsyncLabel::Private, Waiting::No),
    (Waiting::No, AsyncLabel::Modifies, Waiting::No),
    (Waiting::No, AsyncLabel::Yield, Waiting::No),
    (Waiting::No, AsyncLabel::Starts, Waiting::No),
    (Waiting::No, AsyncLabel::Async, Waiting::Yes),
    (Waiting::No, AsyncLabel::ModifiesAsync, Waiting::Yes),
    (Waiting::Yes, AsyncLabel::Private, Waiting::Yes),
    (Waiting::Yes, AsyncLabel::Starts, Waiting::Yes),
    (Waiting::Yes, AsyncLabel::Async, Waiting::Yes),
    (Waiting::Yes, AsyncLabel::Yield, Waiting::No),
];

fn preconditions() -> Automaton {
    let table = PRECONDITIONS.iter().map(|(from, label, to)| (*from as usize, *label as usize, *to as usize));
    Automaton::new(2, table, |edge| edge.asynchrony as usize)
}

/// A finding, and the procedure that it is about.
pub type Found = (ProcedureId, Diagnostic);

/// Checks all yield procedures at all layers. What is wrong at several layers is reported for the lowest.
pub fn check_yield_sufficiency(civl: &Civl) -> Vec<Found> {
    for_each_flow(civl, |procedure, body, loops, flow| Checker { civl, procedure, body, loops, flow }.check())
}

/// What is found in the flow graphs of all yield procedures at all layers, at the lowest if at several.
pub fn for_each_flow<'a>(
    civl: &'a Civl,
    mut check: impl FnMut(&'a YieldProcedure, &'a Body, &[Loop], Flow) -> Vec<Diagnostic>,
) -> Vec<Found> {
    let effects = Effects::new(civl);
    let mut found: Vec<Found> = Vec::new();
    for procedure in civl.yield_procedures() {
        let Some(body) = &procedure.body else { continue };
        let loops = loops(body);
        for layer in layers_of(civl, procedure) {
            for diagnostic in check(procedure, body, &loops, Flow::new(civl, &effects, body, layer)) {
                if !found.iter().any(|(_, other)| (other.code, other.span) == (diagnostic.code, diagnostic.span)) {
                    found.push((procedure.id, diagnostic));
                }
            }
        }
    }
    found
}

/// The layers at which the body of a procedure is read.
fn layers_of(civl: &Civl, procedure: &YieldProcedure) -> Vec<Layer> {
    let layers = civl.refinement_layers.union(&civl.invariant_layers).copied();
    layers.filter(|layer| *layer <= procedure.layer).collect()
}

/// The phases in which the body may begin, each with the phase in which it must end, if that matters.
///
/// ```text
/// right:  RM → RM      left:  LM → LM      both: both      atomic, and anything that is no mover procedure:  RM → RM | LM
/// ```
pub fn phases(procedure: &YieldProcedure, layer: Layer) -> &'static [(Phase, Option<Phase>)] {
    match procedure.mover_at(layer) {
        None | Some(Mover::Atomic) => &[(Phase::Right, None)],
        Some(Mover::Right) => &[(Phase::Right, Some(Phase::Right))],
        Some(Mover::Left) => &[(Phase::Left, None)],
        Some(Mover::Both) => &[(Phase::Right, Some(Phase::Right)), (Phase::Left, None)],
    }
}

struct Checker<'a> {
    civl: &'a Civl<'a>,
    procedure: &'a YieldProcedure,
    body: &'a Body,
    loops: &'a [Loop],
    flow: Flow,
}

impl Checker<'_> {
    fn check(&self) -> Vec<Diagnostic> {
        let mut found = check_parallel_arms(self.civl, &self.flow);
        found.extend(check_loop_yields(self.civl, self.body, self.loops, &self.flow));
        found.extend(self.check_transactions());
        found.extend(self.check_no_yield());
        found.extend(self.check_preconditions());
        found
    }

    fn check_transactions(&self) -> Option<Diagnostic> {
        let automaton = transactions();
        phases(self.procedure, self.flow.layer).iter().find_map(|(start, end)| {
            let returns = |node| self.flow.returns.iter().any(|(at, _)| *at == node);
            let allowed = |node, state| match end {
                Some(end) => state == *end as usize || !returns(node),
                None => true,
            };
            if automaton.simulates(&self.flow, *start as usize, allowed) {
                return None;
            }
            let run = automaton.refused_run(&self.flow, *start as usize, allowed);
            Some(match self.procedure.mover_at(self.flow.layer) {
                None => self.no_transaction(run.as_ref()),
                Some(mover) => self.no_such_mover(mover, run.as_ref()),
            })
        })
    }

    /// A mover procedure is one step, and there is no yield in a step.
    fn check_no_yield(&self) -> Option<Diagnostic> {
        self.procedure.mover_at(self.flow.layer)?;
        let edge = self.flow.edges.iter().find(|edge| edge.mover == MoverLabel::Yield)?;
        let message = format!("mover procedure `{}` yields at its layer {}", self.name(), self.flow.layer);
        let diagnostic = Diagnostic::error(&MOVER_PROCEDURE, edge.span, message)
            .label(edge.span, describe(self.civl, edge, self.flow.layer))
            .help("a call of a mover procedure is one step: yield at lower layers only, or leave the mover type out");
        Some(diagnostic)
    }

    fn check_preconditions(&self) -> Option<Diagnostic> {
        let (automaton, start) = (preconditions(), Waiting::No as usize);
        if automaton.simulates(&self.flow, start, |_, _| true) {
            return None;
        }
        let message = format!(
            "`{}` changes global variables between an asynchronous call and the next yield at layer {}",
            self.name(),
            self.flow.layer
        );
        let Some((run, edge)) = automaton.refused_run(&self.flow, start, |_, _| true).and_then(|run| {
            let Refusal::Edge(edge) = run.refusal else { return None };
            Some((run, &self.flow.edges[edge]))
        }) else {
            return Some(Diagnostic::error(&ASYNC, self.span(), message));
        };
        let mut diagnostic = Diagnostic::error(&ASYNC, edge.span, message)
            .label(edge.span, format!("{} may change what the new thread relies on", subject(self.civl, edge)))
            .label(self.span(), self.whose());
        let asynchronous = |edge: &&Edge| matches!(edge.asynchrony, AsyncLabel::Async | AsyncLabel::ModifiesAsync);
        if let Some(start) = run.read.iter().rev().map(|(edge, _)| &self.flow.edges[*edge]).find(asynchronous) {
            diagnostic = diagnostic.label(start.span, "the precondition of the new thread is checked here");
        }
        let mut trace = transaction(self.civl, &self.flow, &run);
        trace.push(step(self.civl, &self.flow, edge, Some("the new thread has not begun yet")));
        let help = format!("yield between the two (`call Inv();`, of an invariant at layer {})", self.flow.layer);
        Some(diagnostic.help(help).help("or change the variables before the asynchronous call").trace(trace))
    }

    fn no_transaction(&self, run: Option<&Run>) -> Diagnostic {
        let layer = self.flow.layer;
        let Some((run, edge)) = run.and_then(|run| match run.refusal {
            Refusal::Edge(edge) => Some((run, &self.flow.edges[edge])),
            Refusal::At { .. } => None,
        }) else {
            let message = format!("the steps of `{}` between yields are no transactions at layer {layer}", self.name());
            return Diagnostic::error(&TRANSACTION, self.span(), message);
        };
        let this = subject(self.civl, edge);
        let commit = commit(&self.flow, run);
        let other = commit.map_or("the commit".to_string(), |commit| subject(self.civl, commit));
        let message = format!("`{}` needs a yield between {other} and {this} at layer {layer}", self.name());
        let mut diagnostic = Diagnostic::error(&TRANSACTION, edge.span, message).label(
            edge.span,
            format!("{this} is {}; after the commit only left movers follow", mover_words(edge.mover)),
        );
        diagnostic = diagnostic.label(self.span(), self.whose());
        if let Some(commit) = commit {
            let words = mover_words(commit.mover);
            diagnostic = diagnostic.label(commit.span, format!("committed here: {other} is {words}"));
        }
        let mut trace = transaction(self.civl, &self.flow, run);
        trace.push(step(self.civl, &self.flow, edge, Some("a yield is missing before it")));
        diagnostic
            .help(format!("add a yield between the two (`call Inv();`, of an invariant at layer {layer})"))
            .help(self.mover_help(commit, edge))
            .trace(trace)
    }

    fn no_such_mover(&self, mover: Mover, run: Option<&Run>) -> Diagnostic {
        let layer = self.flow.layer;
        let kind = match mover {
            Mover::Atomic => "atomic",
            Mover::Left => "a left mover",
            Mover::Right => "a right mover",
            Mover::Both => "a both mover",
        };
        let message = format!("`{}` is declared {kind}, but its body is not at layer {layer}", self.name());
        let Some(run) = run else { return Diagnostic::error(&MOVER_PROCEDURE, self.span(), message) };
        let mut trace = transaction(self.civl, &self.flow, run);
        let (edge, text) = match run.refusal {
            Refusal::Edge(edge) => {
                let edge = &self.flow.edges[edge];
                trace.push(step(self.civl, &self.flow, edge, Some("only left movers stand here")));
                (Some(edge), format!("{} is {}", subject(self.civl, edge), mover_words(edge.mover)))
            }
            Refusal::At { .. } => {
                let edge = commit(&self.flow, run);
                let what = |edge| format!("{} is {}", subject(self.civl, edge), mover_words(edge.mover));
                (edge, edge.map_or("committed at its end".to_string(), what))
            }
        };
        let span = edge.map_or(self.span(), |edge| edge.span);
        Diagnostic::error(&MOVER_PROCEDURE, span, message)
            .label(span, text)
            .help("declare the mover type that the body has; `atomic` asks least")
            .trace(trace)
    }

    /// Which of the two could move.
    fn mover_help(&self, commit: Option<&Edge>, edge: &Edge) -> String {
        let declared = |edge: &Edge| match edge.cause {
            Cause::Action { action, .. } => Some(format!("`{}`", self.civl.name(action))),
            Cause::MoverProcedure(procedure) => Some(format!("`{}`", self.civl.name(procedure))),
            _ => None,
        };
        match (commit.and_then(declared), declared(edge)) {
            (Some(commit), Some(this)) if commit != this => {
                format!("or declare {commit} a right mover or {this} a left mover, if it is one")
            }
            (Some(this), _) | (None, Some(this)) => format!("or declare {this} a mover, if it is one"),
            (None, None) => "or do both steps in one action, proved at a lower layer".to_string(),
        }
    }

    /// What the procedure is at the layer, beside its name.
    fn whose(&self) -> String {
        format!("at layer {} this is a sequence of transactions, separated by yields", self.flow.layer)
    }

    fn name(&self) -> &str {
        self.civl.name(self.procedure.id)
    }

    fn span(&self) -> Span {
        self.civl.program.procedures[self.procedure.id.index()].span
    }
}
