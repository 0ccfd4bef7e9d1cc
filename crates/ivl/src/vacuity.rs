//! Proofs from contradictory assumptions, found.
//!
//! A body is turned into one whose checks ask whether a place can be reached at all: every check that was to be proved
//! is believed, and at each place of interest stands `check false`, the probe. A probe that is *proved* is a place that
//! no run reaches. Places of interest:
//!
//! ```text
//! entry        after the preconditions and where-clauses: unreachable means they contradict each other or the axioms
//! loop head    after the invariants, if it is reachable before them: unreachable means the invariants contradict
//! ```
//!
//! Only a proof of unreachability counts. The solver may give up on a probe; that is the usual answer when there are
//! quantifiers, and says nothing against the program.

use crate::body::{Goal, GoalId, GoalKind, Origin};
use crate::passive::{Block, Passive, Step};
use crate::solve::is_reachable;
use crate::typed::{Expr, ExprKind, Literal, Type};
use crate::vc::Query;
use smt::{Reason, Session};
use source::Span;
use std::time::Instant;

/// A place that should be reachable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Entry,
    BeforeInvariants { head: usize },
    AfterInvariants { head: usize },
}

/// The body with probes for checks, and the place of each probe's goal.
pub struct Probes {
    pub passive: Passive,
    pub places: Vec<Place>,
    /// Where each probe stands in the source.
    pub spans: Vec<Span>,
}

/// None if there is nothing that could be contradictory: no precondition, where-clause or loop invariant.
pub fn probes(passive: &Passive, span: Span) -> Option<Probes> {
    let mut probing = Probing { places: Vec::new(), spans: Vec::new() };
    let blocks = passive.blocks.iter().enumerate().map(|(index, block)| probing.block(index, block, span)).collect();
    if probing.places.is_empty() {
        return None;
    }
    let goals = probing
        .spans
        .iter()
        .map(|span| Goal {
            kind: GoalKind::Assertion,
            span: *span,
            clause: None,
            message: None,
            inlined_at: Vec::new(),
        })
        .collect();
    let incarnations = passive.incarnations.clone();
    let passive = Passive { name: passive.name.clone(), incarnations, blocks, goals, offers: Vec::new() };
    Some(Probes { passive, places: probing.places, spans: probing.spans })
}

impl Probes {
    /// The places where a contradiction would be reported.
    pub fn claims(&self) -> impl Iterator<Item = GoalId> {
        let reported = |(_, place): &(usize, &Place)| !matches!(place, Place::BeforeInvariants { .. });
        self.places.iter().enumerate().filter(reported).map(|(index, _)| GoalId(index as u32))
    }

    /// For each claim, whether what is assumed there contradicts itself. Loop heads come first: a run that gets beyond
    /// one has passed the entry.
    pub fn contradictions(
        &self,
        query: &Query,
        session: &mut dyn Session,
        deadline: Instant,
    ) -> Vec<(GoalId, Result<bool, Reason>)> {
        if let Err(reason) = session.send(&query.text) {
            return self.claims().map(|claim| (claim, Err(reason.clone()))).collect();
        }
        let mut ask = |place: Place| {
            let probe = self.places.iter().position(|other| *other == place).unwrap_or_default();
            is_reachable(query, GoalId(probe as u32), session, deadline)
        };
        let mut passed_entry = false;
        let mut found = Vec::new();
        for claim in self.claims() {
            let Place::AfterInvariants { head } = self.places[claim.index()] else { continue };
            let contradiction = match ask(Place::AfterInvariants { head }) {
                Ok(true) => {
                    passed_entry = true;
                    Ok(false)
                }
                Ok(false) => ask(Place::BeforeInvariants { head }),
                Err(reason) => Err(reason),
            };
            found.push((claim, contradiction));
        }
        if let Some(entry) = self.places.iter().position(|place| *place == Place::Entry) {
            let reached = if passed_entry { Ok(true) } else { ask(Place::Entry) };
            found.push((GoalId(entry as u32), reached.map(|reached| !reached)));
        }
        found.sort_by_key(|(claim, _)| *claim);
        found
    }
}

struct Probing {
    places: Vec<Place>,
    spans: Vec<Span>,
}

impl Probing {
    fn block(&mut self, index: usize, block: &Block, span: Span) -> Block {
        let mut steps: Vec<Step> = Vec::new();
        let mut open = None;
        for step in &block.steps {
            let assumption = assumption_kind(step);
            // A run of assumptions of one kind ends here: probe what they leave.
            if let Some((place, place_span)) = open
                && assumption != Some(place_kind(place))
                && !matches!(step, Step::Event(_))
            {
                self.probe(place, place_span, &mut steps);
                open = None;
            }
            match step {
                Step::Assume { origin: Origin::Entry, .. } => open = Some((Place::Entry, span)),
                Step::Assume { origin: Origin::Invariant, .. } if open.is_none() => {
                    let head_span = head_span(block).unwrap_or(span);
                    self.probe(Place::BeforeInvariants { head: index }, head_span, &mut steps);
                    open = Some((Place::AfterInvariants { head: index }, head_span));
                }
                Step::Assume { .. } | Step::Check { .. } | Step::Event(_) => {}
            }
            steps.push(believed(step));
        }
        if let Some((place, place_span)) = open {
            self.probe(place, place_span, &mut steps);
        }
        Block { label: block.label.clone(), steps, successors: block.successors.clone() }
    }

    fn probe(&mut self, place: Place, span: Span, steps: &mut Vec<Step>) {
        let goal = GoalId(self.places.len() as u32);
        self.places.push(place);
        self.spans.push(span);
        let expr = Expr::new(ExprKind::Literal(Literal::Bool(false)), Type::Bool, span);
        steps.push(Step::Check { goal, expr, forget: true });
    }
}

fn place_kind(place: Place) -> Origin {
    match place {
        Place::Entry => Origin::Entry,
        Place::BeforeInvariants { .. } | Place::AfterInvariants { .. } => Origin::Invariant,
    }
}

fn assumption_kind(step: &Step) -> Option<Origin> {
    match step {
        Step::Assume { origin, .. } => Some(origin.clone()),
        Step::Check { .. } | Step::Event(_) => None,
    }
}

/// Where the loop whose head this block is stands.
fn head_span(block: &Block) -> Option<Span> {
    block.steps.iter().find_map(|step| match step {
        Step::Event(event) if event.origin == Origin::LoopHead => Some(event.span),
        _ => None,
    })
}

fn believed(step: &Step) -> Step {
    match step {
        Step::Check { expr, .. } => Step::Assume { expr: expr.clone(), origin: Origin::Internal },
        Step::Assume { .. } | Step::Event(_) => step.clone(),
    }
}
