//! When the thread of `main` is alone: before it starts others, and after it has joined all that it has started.
//!
//! ```text
//! n is reached from no start, or
//! every path from each start to n passes the end of what it has started (`joins`)
//! ```
//!
//! A static initialiser may run before any instruction of `main`: if one starts a thread, `main` is never alone. Neither is
//! it if there are finalisers, which run at any time.

use super::joins::ending;
use super::roots::is_start;
use crate::interface::paths::{ends, only_write, reached, repeats};
use crate::interface::walk::entries::{Calls, is_finalizer, reached_from};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Call, Edge, EdgeId, Expr, Graph, Instruction, LocalId, MethodId, MethodKind, Program};
use rustc_hash::FxHashSet;

/// By node of the method: whether threads that it has started, itself or in what it calls, may run.
pub fn with_others(program: &Program, calls: &Calls, method: MethodId) -> Vec<bool> {
    let Some(graph) = program.method(method).graph() else { return Vec::new() };
    let starters = starters(program);
    let is_initialiser = program.method(method).kind == MethodKind::StaticInitializer;
    let has_finalizers = || program.method_ids().any(|id| is_finalizer(program, id));
    if !is_initialiser && (!starting_initialisers(program, calls).is_empty() || has_finalizers()) {
        return vec![true; graph.nodes.len()];
    }
    let mut found = vec![false; graph.nodes.len()];
    for edge in &graph.edges {
        let Instruction::Call(call) = &edge.instruction else { continue };
        if !is_start(program, call) && !starts(calls, &starters, &call.targets) {
            continue;
        }
        let ending = if is_direct(program, call) { ending(program, graph, edge) } else { FxHashSet::default() };
        let reached = reached(graph, ends(edge), |at| ending.contains(&at));
        found.iter_mut().zip(reached).for_each(|(found, reached)| *found |= reached);
    }
    found
}

fn initialisers(program: &Program) -> impl Iterator<Item = MethodId> {
    program.method_ids().filter(|id| program.method(*id).kind == MethodKind::StaticInitializer)
}

/// The static initialisers that start threads, themselves or in what they call.
pub fn starting_initialisers(program: &Program, calls: &Calls) -> FxHashSet<MethodId> {
    let starters = starters(program);
    initialisers(program).filter(|id| starts(calls, &starters, &[*id])).collect()
}

fn starts(calls: &Calls, starters: &FxHashSet<MethodId>, methods: &[MethodId]) -> bool {
    reached_from(calls, methods).iter().any(|callee| starters.contains(callee))
}

/// The methods whose text starts a thread, or hands over something that others run.
fn starters(program: &Program) -> FxHashSet<MethodId> {
    let is_one = |id: &MethodId| {
        let edges = program.method(*id).graph().map_or(&[][..], |graph| &graph.edges[..]);
        edges.iter().any(|edge| matches!(&edge.instruction, Instruction::Call(call) if is_start(program, call)))
    };
    program.method_ids().filter(is_one).collect()
}

fn is_direct(program: &Program, call: &Call) -> bool {
    matches!(program.method(call.method).body, Body::Library(LibraryMethod::ThreadStart))
}

/// Whether a value that an instruction makes is given away once, and not again before another one is made.
pub fn is_given_once(graph: &Graph, made: EdgeId) -> bool {
    let Some(mut local) = graph.edges[made.index()].instruction.target() else { return false };
    if only_write(graph, local).is_none() {
        return false;
    }
    for _ in 0..graph.edges.len() {
        let uses: Vec<&Edge> = graph.edges.iter().filter(|edge| gives(edge, local)).collect();
        let [only] = uses[..] else { return false };
        match &only.instruction {
            Instruction::Assign { target, .. } if only_write(graph, *target).is_some() => local = *target,
            Instruction::Call(_) => return !repeats(graph, only, made),
            _ => return false,
        }
    }
    false
}

/// Whether the edge hands the local on. A constructor of it, and what is written into it, do not.
fn gives(edge: &Edge, local: LocalId) -> bool {
    let is_it = |value: &Expr| value.local() == Some(local);
    match &edge.instruction {
        Instruction::Assign { value, .. } | Instruction::WriteField { value, .. } => is_it(value),
        Instruction::WriteElement { value, .. } | Instruction::Throw(value) => is_it(value),
        Instruction::Call(call) => call.args.iter().any(is_it),
        _ => false,
    }
}
