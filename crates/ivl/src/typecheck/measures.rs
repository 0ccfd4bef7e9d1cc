//! Where a `measure` may stand.
//!
//! In a body: only in the head of a loop, at most one, before any assignment. In a specification: at most one. In a yield
//! procedure there may be one for each layer, and the specification has one only if there is a mover type. A
//! recursive call compares the measures of caller and callee, so these have the same number of expressions.

use super::flow::Flow;
use super::{Checker, codes};
use crate::attributes;
use crate::components::components;
use crate::typed::{Attribute, Cmd, CmdKind, Implementation, ProcedureId, Role};
use rustc_hash::FxHashSet;
use source::Span;

pub(super) fn check(checker: &mut Checker) {
    let mut findings = Vec::new();
    for implementation in &checker.out.implementations {
        let role = &checker.out.procedures[implementation.procedure.index()].role;
        check_loops(implementation, role, &mut findings);
    }
    for procedure in &checker.out.procedures {
        let has_mover = match &procedure.role {
            Role::Plain | Role::Pure => true,
            Role::Yield(role) => role.mover.is_some(),
            Role::Action(_) | Role::Invariant { .. } => false,
        };
        let measures = procedure.measures.iter().map(|measure| (&measure.attributes[..], measure.span));
        if let Some(span) = repeated(&procedure.role, measures) {
            findings.push((span, format!("a procedure has at most one measure{}", per_layer(&procedure.role))));
        } else if let Some(measure) = procedure.measures.first().filter(|_| !has_mover) {
            findings.push((measure.span, "a yield procedure has a measure only if it has a mover type".to_string()));
        }
    }
    check_recursion(checker, &mut findings);
    for (span, message) in findings {
        checker.error(&codes::MEASURE, span, message);
    }
}

fn per_layer(role: &Role) -> &'static str {
    match role {
        Role::Plain | Role::Pure | Role::Action(_) | Role::Invariant { .. } => "",
        Role::Yield(_) => " at each layer",
    }
}

/// The first measure that comes after another one, in a yield procedure at one of the same layers.
fn repeated<'m>(role: &Role, measures: impl Iterator<Item = (&'m [Attribute], Span)>) -> Option<Span> {
    let mut seen: FxHashSet<Option<u32>> = FxHashSet::default();
    for (attributes, span) in measures {
        let layers: Vec<Option<u32>> = match role {
            Role::Plain | Role::Pure | Role::Action(_) | Role::Invariant { .. } => vec![None],
            Role::Yield(_) => attributes::layers(attributes).into_iter().map(Some).collect(),
        };
        if layers.into_iter().filter(|layer| !seen.insert(*layer)).count() > 0 {
            return Some(span);
        }
    }
    None
}

fn is_measure(cmd: &&Cmd) -> bool {
    matches!(cmd.kind, CmdKind::Measure(_))
}

fn check_loops(implementation: &Implementation, role: &Role, findings: &mut Vec<(Span, String)>) {
    if !implementation.blocks.iter().any(|block| block.cmds.iter().any(|cmd| is_measure(&cmd))) {
        return;
    }
    let heads = Flow::new(&implementation.blocks).loop_heads();
    for (at, block) in implementation.blocks.iter().enumerate() {
        let mut measures = block.cmds.iter().filter(is_measure).map(|cmd| (&cmd.attributes[..], cmd.span));
        if !heads.contains(&at) {
            let findings_of = |(_, span)| (span, "a measure belongs in the head of a loop".to_string());
            findings.extend(measures.map(findings_of));
        } else if let Some(span) = repeated(role, &mut measures) {
            findings.push((span, format!("a loop has at most one measure{}", per_layer(role))));
        } else if let Some(measure) = block.cmds.iter().skip_while(|cmd| !assigns(cmd)).find(is_measure) {
            findings.push((measure.span, "the measure of a loop stands before any assignment".to_string()));
        }
    }
}

fn assigns(cmd: &Cmd) -> bool {
    match cmd.kind {
        CmdKind::Assign(_) | CmdKind::Havoc(_) | CmdKind::Call(_) | CmdKind::Async(_) | CmdKind::Parallel(_) => true,
        CmdKind::Assert(_) | CmdKind::Prove { .. } | CmdKind::Assume { .. } | CmdKind::LoopYield(_) => false,
        CmdKind::Measure(_) | CmdKind::Visibility(_) => false,
    }
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
        cmd.kind.calls().for_each(|call| f(call.procedure, cmd.span));
    }
}
