//! Counts that are equal for a numeric reason: a method as Horn clauses.
//!
//! Where a loop takes a lock as often as another one releases it, no number of states tells. Each node of the method
//! becomes a predicate over the numbers that its conditions speak of and a counter for each lock:
//!
//! ```text
//! reach(n, x, c) ∧ guard(x) ⇒ reach(m, x', c')        for an edge from n to m
//! reach(n, x, c) ∧ c = 0    ⇒ false                   for a release, or an access that needs the lock
//! reach(exit, x, c) ∧ c ≠ 0 ⇒ false
//! ```
//!
//! If the solver finds predicates that satisfy them, every run obeys the interface. Of an array of locks, one element is
//! counted, whichever it is: what holds for it holds for all. Sums that leave the range of `int` are any number.

use crate::interface::judge::feasible::within;
use crate::interface::judge::origin::{LockKey, Origins};
use crate::interface::judge::rules::{Clauses, Goal};
use crate::interface::walk::context::Context as Situation;
use crate::interface::walk::engine::Engine;
use concurrent::object::{Body, Graph, Instruction, MethodId, MethodKind, NodeId};
use ivl::check::Context;
use smt::Answer;
use std::time::{Duration, Instant};

/// So long at most a question is thought about.
const LONGEST: Duration = Duration::from_secs(20);

/// Whether it is proved that the method, called with no lock held, obeys the interface.
pub fn is_safe(engine: &Engine, situation: &Situation, context: &Context, time: &mut Duration) -> bool {
    let is_plain = situation.held.is_empty() && !situation.is_building && situation.captured.is_empty();
    let is_promising = engine.locks.effects.contains_key(&situation.method);
    is_plain
        && !is_promising
        && !situation.has_frame
        && decide(engine, situation.method, Goal::Interface, context, time)
}

/// Whether the method takes the elements of an array of locks only upwards, or only downwards.
pub fn goes_one_way(
    engine: &Engine,
    method: MethodId,
    is_upwards: bool,
    context: &Context,
    time: &mut Duration,
) -> bool {
    decide(engine, method, Goal::Order { is_upwards }, context, time)
}

fn decide(engine: &Engine, id: MethodId, goal: Goal, context: &Context, time: &mut Duration) -> bool {
    let method = engine.program.method(id);
    let Body::Graph(graph) = &method.body else { return false };
    if method.kind != MethodKind::Method {
        return false;
    }
    let origins = Origins::new(engine.program, &engine.definitions, &engine.terms, method, graph);
    if !has_lock_in_loop(graph, &origins) {
        return false;
    }
    let start = Instant::now();
    let Some(text) = Clauses::new(engine, id, graph, &origins, goal).text() else { return false };
    let mut session = context.pool.acquire();
    // From a fresh start, so that the answer depends on the question alone: this solver is quick or lost.
    let answer = match session.restart().and_then(|()| session.send(&text)) {
        Ok(()) => session.check_horn(Instant::now() + within(context).min(LONGEST)),
        Err(reason) => Answer::Unknown(reason),
    };
    *time += start.elapsed();
    answer == Answer::Sat
}

/// Whether a lock is taken where a way leads back to.
fn has_lock_in_loop(graph: &Graph, origins: &Origins) -> bool {
    let is_acquisition = |instruction: &Instruction| match instruction {
        Instruction::Enter(_) => true,
        Instruction::Call(call) => matches!(origins.operation(call), Some((LockKey { .. }, _))),
        _ => false,
    };
    graph.edges.iter().any(|edge| is_acquisition(&edge.instruction) && reaches(graph, edge.to, edge.from))
}

fn reaches(graph: &Graph, from: NodeId, to: NodeId) -> bool {
    let mut seen = vec![false; graph.nodes.len()];
    let mut stack = vec![from];
    while let Some(node) = stack.pop() {
        if node == to {
            return true;
        }
        if !std::mem::replace(&mut seen[node.index()], true) {
            for edge in graph.outgoing(node) {
                stack.push(edge.to);
                stack.extend(edge.unwind);
            }
        }
    }
    false
}
