//! Where a `measure` may stand.
//!
//! In a body: only in the head of a loop, at most one, before any assignment. In a specification: at most one. A
//! recursive call compares the measures of caller and callee, so these have the same number of expressions.

use super::components::components;
use super::{Checker, codes};
use crate::typed::{Block, CmdKind, Implementation, ProcedureId, Transfer};
use rustc_hash::FxHashSet;
use source::Span;

pub(super) fn check(checker: &mut Checker) {
    let mut findings = Vec::new();
    for implementation in &checker.out.implementations {
        check_loops(implementation, &mut findings);
    }
    for procedure in &checker.out.procedures {
        if let Some(second) = procedure.measures.get(1) {
            findings.push((second.span, "a procedure has at most one measure".to_string()));
        }
    }
    check_recursion(checker, &mut findings);
    for (span, message) in findings {
        checker.error(&codes::MEASURE, span, message);
    }
}

fn is_measure(block: &Block) -> bool {
    block.cmds.iter().any(|cmd| matches!(cmd.kind, CmdKind::Measure(_)))
}

fn check_loops(implementation: &Implementation, findings: &mut Vec<(Span, String)>) {
    if !implementation.blocks.iter().any(is_measure) {
        return;
    }
    let heads = loop_heads(&implementation.blocks);
    for (at, block) in implementation.blocks.iter().enumerate() {
        let (mut measures, mut assigned) = (0, false);
        for cmd in &block.cmds {
            match cmd.kind {
                CmdKind::Assign(_) | CmdKind::Havoc(_) | CmdKind::Call(_) => assigned = true,
                CmdKind::Measure(_) if !heads.contains(&at) => {
                    findings.push((cmd.span, "a measure belongs in the head of a loop".to_string()));
                }
                CmdKind::Measure(_) => {
                    measures += 1;
                    if measures == 2 {
                        findings.push((cmd.span, "a loop has at most one measure".to_string()));
                    } else if assigned {
                        findings.push((cmd.span, "the measure of a loop stands before any assignment".to_string()));
                    }
                }
                CmdKind::Assert(_) | CmdKind::Assume { .. } | CmdKind::Visibility(_) => {}
            }
        }
    }
}

/// Targets of edges whose source they dominate.
fn loop_heads(blocks: &[Block]) -> FxHashSet<usize> {
    let successors: Vec<Vec<usize>> = blocks.iter().map(successors).collect();
    let order = reverse_postorder(&successors);
    let dominators = immediate_dominators(&successors, &order);
    let dominates = |head: usize, mut node: usize| {
        while node != head && dominators[node] != node {
            node = dominators[node];
        }
        node == head
    };
    let edges = order.iter().flat_map(|from| successors[*from].iter().map(|to| (*from, *to)));
    edges.filter(|(from, to)| dominates(*to, *from)).map(|(_, to)| to).collect()
}

fn successors(block: &Block) -> Vec<usize> {
    match &block.transfer {
        Transfer::Goto { targets, .. } => targets.iter().map(|target| target.index()).collect(),
        Transfer::Return { .. } => Vec::new(),
    }
}

fn reverse_postorder(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let (mut order, mut work) = (Vec::new(), vec![(0, 0)]);
    seen[0] = true;
    while let Some((node, child)) = work.pop() {
        match successors[node].get(child) {
            Some(&to) => {
                work.push((node, child + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    work.push((to, 0));
                }
            }
            None => order.push(node),
        }
    }
    order.reverse();
    order
}

/// Cooper, Harvey and Kennedy's iteration; unreachable blocks dominate only themselves.
fn immediate_dominators(successors: &[Vec<usize>], order: &[usize]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut position = vec![NONE; successors.len()];
    order.iter().enumerate().for_each(|(at, node)| position[*node] = at);
    let mut predecessors = vec![Vec::new(); successors.len()];
    for from in order {
        successors[*from].iter().for_each(|to| predecessors[*to].push(*from));
    }
    let mut dominators = vec![NONE; successors.len()];
    dominators[order[0]] = order[0];
    let mut changed = true;
    while changed {
        changed = false;
        for node in &order[1..] {
            let mut best = NONE;
            for from in predecessors[*node].iter().filter(|from| dominators[**from] != NONE) {
                best = if best == NONE { *from } else { common(best, *from, &dominators, &position) };
            }
            changed |= dominators[*node] != best;
            dominators[*node] = best;
        }
    }
    dominators.iter().enumerate().map(|(at, dominator)| if *dominator == NONE { at } else { *dominator }).collect()
}

fn common(mut a: usize, mut b: usize, dominators: &[usize], position: &[usize]) -> usize {
    while a != b {
        if position[a] > position[b] {
            a = dominators[a];
        } else {
            b = dominators[b];
        }
    }
    a
}

fn check_recursion(checker: &Checker, findings: &mut Vec<(Span, String)>) {
    let procedures = &checker.out.procedures;
    if procedures.iter().all(|procedure| procedure.measures.is_empty()) {
        return;
    }
    let mut calls: Vec<Vec<usize>> = vec![Vec::new(); procedures.len()];
    for implementation in &checker.out.implementations {
        for_each_call(implementation, &mut |callee, _| calls[implementation.procedure.index()].push(callee.index()));
    }
    let mut component = vec![0; procedures.len()];
    for (number, part) in components(&calls).iter().enumerate() {
        part.iter().for_each(|at| component[*at] = number);
    }
    let size =
        |id: ProcedureId| -> usize { procedures[id.index()].measures.iter().map(|measure| measure.exprs.len()).sum() };
    for implementation in &checker.out.implementations {
        let caller = implementation.procedure;
        for_each_call(implementation, &mut |callee, span| {
            let recursive = component[callee.index()] == component[caller.index()];
            if size(caller) > 0 && recursive && size(caller) != size(callee) {
                let names = (&procedures[caller.index()].name, &procedures[callee.index()].name);
                let message = format!(
                    "the measures of `{}` and `{}` cannot be compared: {} and {} expressions",
                    names.0,
                    names.1,
                    size(caller),
                    size(callee)
                );
                findings.push((span, message));
            }
        });
    }
}

fn for_each_call(implementation: &Implementation, f: &mut dyn FnMut(ProcedureId, Span)) {
    for cmd in implementation.blocks.iter().flat_map(|block| &block.cmds) {
        if let CmdKind::Call(call) = &cmd.kind {
            f(call.procedure, cmd.span);
        }
    }
}
