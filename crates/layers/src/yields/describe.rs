//! Steps of a flow graph in words.

use crate::civl::{Civl, Layer};
use crate::yields::flow::{AsyncLabel, Cause, Edge, Flow, MoverLabel};
use crate::yields::reading::Run;
use crate::yields::sufficiency::Phase;
use source::Step;

/// "a right mover", and so on.
pub fn mover_words(mover: MoverLabel) -> &'static str {
    match mover {
        MoverLabel::Yield => "a yield",
        MoverLabel::Both => "a both mover",
        MoverLabel::Left => "a left mover",
        MoverLabel::Right => "a right mover",
        MoverLabel::Non => "a non-mover",
        MoverLabel::Private => "a private step",
    }
}

/// What happens on an edge, as a sentence without its full stop.
pub fn describe(civl: &Civl, edge: &Edge, layer: Layer) -> String {
    let mover = mover_words(edge.mover);
    match edge.cause {
        Cause::Jump => "the run goes on".to_string(),
        Cause::LoopHead => "the loop yields".to_string(),
        Cause::Assume => "the condition is assumed".to_string(),
        Cause::Invariant(id) => match edge.mover {
            MoverLabel::Yield => format!("`{}` is a yield", civl.name(id)),
            _ => format!("`{}` is no yield at layer {layer}", civl.name(id)),
        },
        Cause::Pure(id) => match edge.asynchrony {
            AsyncLabel::Modifies => format!("`{}` changes a global variable", civl.name(id)),
            _ => format!("`{}` is {mover}", civl.name(id)),
        },
        Cause::Yielding(id) => match civl.yield_procedure(id) {
            Some(callee) => format!("`{}` yields (it is a procedure up to layer {})", civl.name(id), callee.layer),
            None => format!("`{}` yields", civl.name(id)),
        },
        Cause::Action { callee, action } => {
            let (callee, action) = (civl.name(callee), civl.name(action));
            let is_anonymous = action.strip_prefix(&**callee).is_some_and(|rest| rest.starts_with('.'));
            match is_anonymous {
                true => format!("`{callee}` is {mover}"),
                false => format!("`{callee}` is {mover} (it refines `{action}`)"),
            }
        }
        Cause::Skip(callee) => format!("`{}` does nothing at layer {layer}", civl.name(callee)),
        Cause::MoverProcedure(callee) => format!("`{}` is {mover}", civl.name(callee)),
        Cause::Async(callee) => format!("starting `{}` is {mover}", civl.name(callee)),
    }
}

/// The procedure, loop or invariant of a step, for use within a sentence.
pub fn subject(civl: &Civl, edge: &Edge) -> String {
    match edge.cause {
        Cause::Jump => "the jump".to_string(),
        Cause::LoopHead => "the loop".to_string(),
        Cause::Assume => "the assumption".to_string(),
        Cause::Async(callee) => format!("the start of `{}`", civl.name(callee)),
        Cause::Invariant(id)
        | Cause::Pure(id)
        | Cause::Yielding(id)
        | Cause::Action { callee: id, .. }
        | Cause::Skip(id)
        | Cause::MoverProcedure(id) => format!("`{}`", civl.name(id)),
    }
}

/// The step of a run that committed its last transaction, if it did.
pub fn commit<'a>(flow: &'a Flow, run: &Run) -> Option<&'a Edge> {
    let committed = run.read.iter().rev().take_while(|(_, state)| *state == Phase::Left as usize).last();
    committed.map(|(edge, _)| &flow.edges[*edge])
}

/// The steps of a run since its last yield, that one included.
pub fn transaction(civl: &Civl, flow: &Flow, run: &Run) -> Vec<Step> {
    let edges = || run.read.iter().map(|(edge, _)| &flow.edges[*edge]);
    let start = edges().rposition(|edge| edge.mover == MoverLabel::Yield).unwrap_or(0);
    edges().skip(start).filter(|edge| edge.cause != Cause::Jump).map(|edge| step(civl, flow, edge, None)).collect()
}

/// One edge as a step of a trace, perhaps with more to say of it.
pub fn step(civl: &Civl, flow: &Flow, edge: &Edge, remark: Option<&str>) -> Step {
    let mut text = describe(civl, edge, flow.layer);
    if let Some(remark) = remark {
        text = format!("{text}; {remark}");
    }
    Step { span: edge.span, thread: None, text, values: Vec::new() }
}
