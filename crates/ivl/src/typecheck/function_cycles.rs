//! Functions that are expanded, by `{:inline}` or `{:define}`, must not call themselves through each other.

use super::{Checker, codes};
use crate::components::components;
use crate::typed::{ExprKind, FunctionId, Meaning};
use crate::visit::walk;
use source::Diagnostic;

/// Reports each cycle once, at its first function in the order of the search.
pub(super) fn check(checker: &mut Checker) {
    let count = checker.out.functions.len();
    let calls: Vec<Vec<FunctionId>> = (0..count).map(|at| expanded_calls(checker, at)).collect();
    for cycle in cycles(&calls) {
        let names: Vec<String> =
            cycle.iter().map(|id| format!("`{}`", checker.out.functions[id.index()].name)).collect();
        let first = &checker.out.functions[cycle[0].index()];
        let message = match names.len() {
            1 => format!("function {} is expanded but calls itself", names[0]),
            _ => format!("functions are expanded but call each other: {}", names.join(", ")),
        };
        let diagnostic = Diagnostic::error(&codes::FUNCTION_ATTRIBUTE, first.span, message);
        checker
            .report(diagnostic.help("without `:inline` or `:define` the body becomes an axiom, and may be recursive"));
    }
}

/// The expanded functions that an expanded function calls.
fn expanded_calls(checker: &Checker, at: usize) -> Vec<FunctionId> {
    let functions = &checker.out.functions;
    let (Meaning::Inline(body) | Meaning::Define(body)) = &functions[at].meaning else { return Vec::new() };
    let mut calls = Vec::new();
    walk(body, &mut |expr| {
        if let ExprKind::Apply { function, .. } = expr.kind()
            && matches!(functions[function.index()].meaning, Meaning::Inline(_) | Meaning::Define(_))
        {
            calls.push(*function);
        }
        true
    });
    calls.sort();
    calls.dedup();
    calls
}

/// The strongly connected components with a cycle.
fn cycles(edges: &[Vec<FunctionId>]) -> Vec<Vec<FunctionId>> {
    let successors: Vec<Vec<usize>> = edges.iter().map(|ids| ids.iter().map(|id| id.index()).collect()).collect();
    let components = components(&successors);
    let cyclic = components.into_iter().filter(|part| part.len() > 1 || successors[part[0]].contains(&part[0]));
    let mut cycles: Vec<Vec<FunctionId>> = cyclic
        .map(|mut part| {
            part.sort_unstable();
            part.into_iter().map(|at| FunctionId(at as u32)).collect()
        })
        .collect();
    cycles.sort();
    cycles
}
