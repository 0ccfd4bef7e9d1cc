//! By which calls a method comes to a place: what a finding shows of a lock that is taken further down.

use crate::interface::walk::engine::Engine;
use concurrent::object::{Instruction, MethodId};
use rustc_hash::FxHashMap;
use source::Span;
use std::collections::VecDeque;

/// The calls on a shortest way from a method to one with an instruction at this place, with the names of what is called. None
/// if the place is in the method itself.
pub fn calls_to(engine: &Engine, from: MethodId, place: Span) -> Vec<(Span, String)> {
    let mut before: FxHashMap<MethodId, MethodId> = FxHashMap::default();
    let mut queue = VecDeque::from([from]);
    while let Some(method) = queue.pop_front() {
        if is_at(engine, method, place) {
            return way(engine, from, method, &before);
        }
        let mut called: Vec<MethodId> = engine.calls.get(&method).into_iter().flatten().copied().collect();
        called.sort();
        for next in called {
            if next != from && !before.contains_key(&next) {
                before.insert(next, method);
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

fn is_at(engine: &Engine, method: MethodId, place: Span) -> bool {
    let graph = engine.program.method(method).graph();
    graph.is_some_and(|graph| graph.edges.iter().any(|edge| edge.span == place))
}

fn way(
    engine: &Engine,
    from: MethodId,
    mut to: MethodId,
    before: &FxHashMap<MethodId, MethodId>,
) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    while let Some(caller) = before.get(&to).filter(|_| to != from) {
        let name = concurrent::object::text::method_name(engine.program, to);
        found.extend(place_of_call(engine, *caller, to).map(|span| (span, name)));
        to = *caller;
    }
    found.reverse();
    found
}

/// Where one method calls another; none if the library does it for the first.
fn place_of_call(engine: &Engine, caller: MethodId, callee: MethodId) -> Option<Span> {
    let graph = engine.program.method(caller).graph()?;
    let calls = |instruction: &Instruction| match instruction {
        Instruction::Call(call) => call.targets.contains(&callee),
        _ => false,
    };
    graph.edges.iter().find(|edge| calls(&edge.instruction)).map(|edge| edge.span)
}
