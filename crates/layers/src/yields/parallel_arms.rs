//! When the arms of a parallel call may be taken from left to right.
//!
//! Arms that are steps at a layer interleave with each other and with the arms that still yield there. Every interleaving
//! has the effect of the arms in the written order if each arm commutes with those it may have to pass: an arm moves left
//! over the arms before it, or the arms before it move right over it. So the arms read as one of
//!
//! ```text
//! (left | both)* non? (right | both)*        no arm yields
//! (left | both)* yield* (right | both)*      arms that yield run side by side, without a step between them
//! ```
//!
//! Yields that are invariants stand anywhere: they say what holds, and are no threads.

use crate::civl::Civl;
use crate::yields::codes::PARALLEL_ARMS;
use crate::yields::describe::{describe, mover_words};
use crate::yields::flow::{Cause, Edge, Flow, MoverLabel};
use source::Diagnostic;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    /// Only arms that move left.
    Left,
    /// One that does not move, and then only arms that move right.
    Non,
    /// Some that yield.
    Yielding,
    /// Some that move right, after the others.
    Right,
}

const ORDER: &[(Seen, MoverLabel, Seen)] = &[
    (Seen::Left, MoverLabel::Left, Seen::Left),
    (Seen::Left, MoverLabel::Both, Seen::Left),
    (Seen::Left, MoverLabel::Non, Seen::Non),
    (Seen::Left, MoverLabel::Yield, Seen::Yielding),
    (Seen::Left, MoverLabel::Right, Seen::Right),
    (Seen::Non, MoverLabel::Right, Seen::Non),
    (Seen::Non, MoverLabel::Both, Seen::Non),
    (Seen::Yielding, MoverLabel::Yield, Seen::Yielding),
    (Seen::Yielding, MoverLabel::Right, Seen::Right),
    (Seen::Yielding, MoverLabel::Both, Seen::Right),
    (Seen::Right, MoverLabel::Right, Seen::Right),
    (Seen::Right, MoverLabel::Both, Seen::Right),
];

/// Reports the parallel calls whose arms do not match.
pub fn check_parallel_arms(civl: &Civl, flow: &Flow) -> Vec<Diagnostic> {
    flow.parallel.iter().filter_map(|(_, arms)| check_arms(civl, flow, arms)).collect()
}

fn check_arms(civl: &Civl, flow: &Flow, arms: &[usize]) -> Option<Diagnostic> {
    let mut seen = Seen::Left;
    let mut before: Option<&Edge> = None;
    for edge in arms.iter().map(|arm| &flow.edges[*arm]) {
        if edge.mover == MoverLabel::Private || matches!(edge.cause, Cause::Invariant(_)) {
            continue;
        }
        match ORDER.iter().find(|(from, label, _)| (*from, *label) == (seen, edge.mover)) {
            Some((_, _, to)) => {
                if *to != seen {
                    before = Some(edge);
                }
                seen = *to;
            }
            None => return Some(out_of_order(civl, flow, edge, before)),
        }
    }
    None
}

fn out_of_order(civl: &Civl, flow: &Flow, edge: &Edge, before: Option<&Edge>) -> Diagnostic {
    let layer = flow.layer;
    let message = format!("the arms of this parallel call cannot be taken from left to right at layer {layer}");
    let mut diagnostic = Diagnostic::error(&PARALLEL_ARMS, edge.span, message)
        .label(edge.span, format!("{}: it does not fit behind the arms before it", describe(civl, edge, layer)));
    let help = match (edge.mover, before.map(|edge| edge.mover)) {
        (MoverLabel::Left, _) | (MoverLabel::Non | MoverLabel::Yield, Some(MoverLabel::Right)) => {
            "order the arms: left movers, then what yields or does not move, then right movers"
        }
        (MoverLabel::Non, Some(MoverLabel::Yield)) | (MoverLabel::Yield, Some(MoverLabel::Non)) => {
            "an arm that does not move and one that yields do not go together: make two calls of them"
        }
        _ => "make two calls of them",
    };
    if let Some(before) = before {
        diagnostic = diagnostic.label(before.span, format!("this arm is {}", mover_words(before.mover)));
    }
    diagnostic.help(help)
}
