//! Which methods call which, as far as the text says, and what follows from that.

use crate::text::functions::functions;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, ClassId, Instruction, MethodId, Program, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The methods that are called by one that they do not call themselves, however deep.
pub fn called_from_elsewhere(calls: &[Vec<MethodId>]) -> BTreeSet<MethodId> {
    let mut callers = vec![0usize; calls.len()];
    calls.iter().flatten().for_each(|callee| callers[callee.index()] += 1);
    let mut pending: Vec<usize> = (0..calls.len()).filter(|method| callers[*method] == 0).collect();
    let (mut found, mut in_order) = (BTreeSet::new(), vec![false; calls.len()]);
    while let Some(caller) = pending.pop() {
        in_order[caller] = true;
        for callee in &calls[caller] {
            found.insert(*callee);
            callers[callee.index()] -= 1;
            if callers[callee.index()] == 0 {
                pending.push(callee.index());
            }
        }
    }
    // What is left calls itself, or is called by what does.
    for caller in (0..calls.len()).filter(|caller| !in_order[*caller]) {
        let new: Vec<MethodId> = calls[caller].iter().copied().filter(|callee| !found.contains(callee)).collect();
        let is_elsewhere = |callee: &MethodId| !code_of(calls, *callee).contains(&MethodId(caller as u32));
        found.extend(new.into_iter().filter(is_elsewhere));
    }
    found
}

/// These methods and all that call one of them, however deep.
pub fn callers(calls: &[Vec<MethodId>], mut found: BTreeSet<MethodId>) -> BTreeSet<MethodId> {
    let mut by: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
    for (caller, callees) in calls.iter().enumerate() {
        callees.iter().for_each(|callee| by.entry(*callee).or_default().push(MethodId(caller as u32)));
    }
    let mut pending: Vec<MethodId> = found.iter().copied().collect();
    while let Some(id) = pending.pop() {
        pending.extend(by.get(&id).into_iter().flatten().filter(|caller| found.insert(**caller)));
    }
    found
}

/// By method, what it calls.
pub fn all_callees(java: &Program) -> Vec<Vec<MethodId>> {
    let functions = functions(java);
    java.method_ids().map(|id| callees(java, id, &functions)).collect()
}

/// What a method calls, or makes to be called.
pub fn callees(java: &Program, id: MethodId, functions: &BTreeSet<ClassId>) -> Vec<MethodId> {
    let mut found = Vec::new();
    for edge in java.method(id).graph().into_iter().flat_map(|graph| &graph.edges) {
        match &edge.instruction {
            Instruction::Call(call) => found.extend(&call.targets),
            Instruction::NewObject { class, .. } if functions.contains(class) => {
                found.extend(crate::text::functions::methods(java, *class));
            }
            _ => {}
        }
    }
    found
}

/// The method and all that it calls, however deep.
pub fn code_of(calls: &[Vec<MethodId>], method: MethodId) -> BTreeSet<MethodId> {
    reached(calls, std::iter::once(method))
}

/// These methods and all that they call, however deep.
fn reached(calls: &[Vec<MethodId>], from: impl Iterator<Item = MethodId>) -> BTreeSet<MethodId> {
    let mut pending: Vec<MethodId> = from.collect();
    let mut seen: BTreeSet<MethodId> = pending.iter().copied().collect();
    while let Some(id) = pending.pop() {
        pending.extend(calls[id.index()].iter().filter(|callee| seen.insert(**callee)));
    }
    seen
}

/// The methods that wait for a monitor or on a condition, themselves or by one that they call.
pub fn waiting(java: &Program, calls: &[Vec<MethodId>]) -> BTreeSet<MethodId> {
    let waits = |id: &MethodId| {
        matches!(
            java.method(*id).body,
            Body::Library(
                LibraryMethod::Wait
                    | LibraryMethod::TimedWait
                    | LibraryMethod::ThreadJoin
                    | LibraryMethod::TimedThreadJoin
                    | LibraryMethod::ConditionAwait
                    | LibraryMethod::TimedConditionAwait
            )
        )
    };
    callers(calls, java.method_ids().filter(waits).collect())
}

/// What a method waits for, itself or by one that it calls.
#[derive(Default)]
pub struct Waited {
    /// The static types of objects whose monitors it gives up meanwhile.
    pub monitors: Vec<Type>,
    pub has_conditions: bool,
}

pub fn waited(java: &Program, calls: &[Vec<MethodId>], method: MethodId) -> Waited {
    let mut found = Waited::default();
    for id in code_of(calls, method) {
        for edge in java.method(id).graph().into_iter().flat_map(|graph| &graph.edges) {
            let Instruction::Call(call) = &edge.instruction else { continue };
            let bodies = std::iter::once(&call.method).chain(&call.targets).map(|target| &java.method(*target).body);
            bodies.for_each(|body| match body {
                Body::Library(
                    LibraryMethod::Wait
                    | LibraryMethod::TimedWait
                    | LibraryMethod::ThreadJoin
                    | LibraryMethod::TimedThreadJoin,
                ) => {
                    found.monitors.extend(call.receiver.as_ref().map(|receiver| receiver.ty.clone()));
                }
                Body::Library(LibraryMethod::ConditionAwait | LibraryMethod::TimedConditionAwait) => {
                    found.has_conditions = true;
                }
                Body::Library(_) | Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => {}
            });
        }
    }
    found
}
