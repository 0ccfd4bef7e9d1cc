//! When the thread of `main` is alone: before it starts others, and after it has joined all that it has started.
//!
//! ```text
//! n is reached from no start, or
//! each start s is of a thread t, and every path from s to n passes a join of t; if that is in a loop, the whole loop
//! ```
//!
//! A static initialiser may run before any instruction of `main`: if one starts a thread, `main` is never alone.
//! A loop of joins that goes on after a join was interrupted has left that thread behind: it counts for nothing.

use super::roots::is_start;
use crate::interface::walk::entries::{Calls, reached_from};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, Edge, EdgeId, Expr, Graph, Instruction, LocalId, MethodId, MethodKind, NodeId, Program, Type,
};
use rustc_hash::FxHashSet;

/// By node of the method: whether threads that it has started, itself or in what it calls, may run.
pub fn with_others(program: &Program, calls: &Calls, method: MethodId) -> Vec<bool> {
    let Some(graph) = program.method(method).graph() else { return Vec::new() };
    let starters = starters(program);
    let is_initialiser = program.method(method).kind == MethodKind::StaticInitializer;
    if !is_initialiser && !starting_initialisers(program, calls).is_empty() {
        return vec![true; graph.nodes.len()];
    }
    let mut found = vec![false; graph.nodes.len()];
    for edge in &graph.edges {
        let Instruction::Call(call) = &edge.instruction else { continue };
        if !is_start(program, call) && !starts(calls, &starters, &call.targets) {
            continue;
        }
        let key = is_direct(program, call).then(|| thread(program, graph, call)).flatten();
        let joins = key.map_or_else(FxHashSet::default, |key| joined_nodes(program, graph, key));
        let reached = reached(graph, edge, &joins);
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

/// A thread: the instruction that makes it, or the array or collection that it is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thread {
    Made(EdgeId),
    Of(LocalId),
}

fn thread(program: &Program, graph: &Graph, call: &Call) -> Option<Thread> {
    let mut local = call.receiver.as_ref()?.local()?;
    for _ in 0..graph.edges.len() {
        let (at, write) = only_write(graph, local)?;
        local = match &write.instruction {
            Instruction::NewObject { .. } => return (!is_in_cycle(graph, write)).then_some(Thread::Made(at)),
            Instruction::Assign { value, .. } => value.local()?,
            Instruction::ReadElement { array, .. } => return Some(Thread::Of(root(graph, array.local()?)?)),
            // An element of a collection, or an iterator over it.
            Instruction::Call(call) if program.method(call.method).graph().is_none() => {
                let receiver = call.receiver.as_ref()?.local()?;
                match program.method(call.method).result.as_ref()? {
                    Type::Class(_) => return Some(Thread::Of(root_of_iterator(graph, receiver)?)),
                    _ => return None,
                }
            }
            _ => return None,
        };
    }
    None
}

fn root_of_iterator(graph: &Graph, local: LocalId) -> Option<LocalId> {
    let local = root(graph, local)?;
    match &only_write(graph, local)?.1.instruction {
        Instruction::Call(call) => root(graph, call.receiver.as_ref()?.local()?),
        _ => Some(local),
    }
}

/// The local that another one is a copy of, which is written once.
fn root(graph: &Graph, mut local: LocalId) -> Option<LocalId> {
    for _ in 0..graph.edges.len() {
        match &only_write(graph, local)?.1.instruction {
            Instruction::Assign { value, .. } => local = value.local()?,
            _ => return Some(local),
        }
    }
    None
}

fn only_write(graph: &Graph, local: LocalId) -> Option<(EdgeId, &Edge)> {
    let is_write = |(_, edge): &(usize, &Edge)| edge.instruction.target() == Some(local);
    let mut writes = graph.edges.iter().enumerate().filter(is_write);
    match (writes.next(), writes.next()) {
        (Some((index, edge)), None) => Some((EdgeId(index as u32), edge)),
        _ => None,
    }
}

/// The nodes that a path passes which joins the thread: behind the join, or a whole loop of joins.
fn joined_nodes(program: &Program, graph: &Graph, key: Thread) -> FxHashSet<NodeId> {
    let mut found = FxHashSet::default();
    for edge in &graph.edges {
        let Instruction::Call(call) = &edge.instruction else { continue };
        let is_join = matches!(program.method(call.method).body, Body::Library(LibraryMethod::ThreadJoin));
        if !is_join || !call.args.is_empty() || thread(program, graph, call) != Some(key) {
            continue;
        }
        match (key, is_in_cycle(graph, edge)) {
            (Thread::Made(_), _) => {
                found.insert(edge.to);
            }
            (Thread::Of(_), true) => {
                let cycle = cycle(graph, edge);
                let after = edge.unwind.map(|unwind| reached_from_nodes(graph, vec![unwind], &FxHashSet::default()));
                let is_left = after.is_some_and(|after| cycle.iter().any(|node| after[node.index()]));
                found.extend(cycle.into_iter().filter(|_| !is_left));
            }
            (Thread::Of(_), false) => {}
        }
    }
    found
}

/// The nodes that are reached from the end of an edge without passing some others; these are reached, and not left.
fn reached(graph: &Graph, from: &Edge, without: &FxHashSet<NodeId>) -> Vec<bool> {
    reached_from_nodes(graph, std::iter::once(from.to).chain(from.unwind).collect(), without)
}

fn reached_from_nodes(graph: &Graph, mut open: Vec<NodeId>, without: &FxHashSet<NodeId>) -> Vec<bool> {
    let mut seen = vec![false; graph.nodes.len()];
    while let Some(node) = open.pop() {
        if without.contains(&node) || std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        for edge in graph.outgoing(node) {
            open.push(edge.to);
            open.extend(edge.unwind);
        }
    }
    seen
}

fn is_in_cycle(graph: &Graph, edge: &Edge) -> bool {
    reached(graph, edge, &FxHashSet::default())[edge.from.index()]
}

/// The nodes on cycles through an edge.
fn cycle(graph: &Graph, edge: &Edge) -> Vec<NodeId> {
    let none = FxHashSet::default();
    let after = reached(graph, edge, &none);
    let leads_back = |node: &NodeId| {
        let mut seen = vec![false; graph.nodes.len()];
        let mut open = vec![*node];
        while let Some(node) = open.pop() {
            if node == edge.from {
                return true;
            }
            if !std::mem::replace(&mut seen[node.index()], true) {
                graph.outgoing(node).for_each(|edge| open.push(edge.to));
            }
        }
        false
    };
    let nodes = (0..graph.nodes.len() as u32).map(NodeId);
    nodes.filter(|node| after[node.index()] && leads_back(node)).collect()
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

/// Whether a path leads from the end of an edge back to it without passing the other.
pub fn repeats(graph: &Graph, edge: &Edge, made: EdgeId) -> bool {
    let mut seen = vec![false; graph.nodes.len()];
    let mut open: Vec<NodeId> = std::iter::once(edge.to).chain(edge.unwind).collect();
    while let Some(node) = open.pop() {
        if node == edge.from {
            return true;
        }
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        for (index, edge) in graph.edges.iter().enumerate().filter(|(_, edge)| edge.from == node) {
            if index != made.index() {
                open.push(edge.to);
                open.extend(edge.unwind);
            }
        }
    }
    false
}
