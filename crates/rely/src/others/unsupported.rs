//! Declarations that are not supported, whatever the methods do.

use crate::codes;
use crate::terms::heap::Heap;
use concurrent::object::annotations::spec::{Expr, ExprKind, Guarded, Owner, SpecType};
use concurrent::object::{Body, MethodId, Type};
use source::Diagnostic;

pub fn unsupported(heap: &Heap) -> Vec<Diagnostic> {
    let mut found = of_abstract_methods(heap);
    found.extend(of_arrays(heap));
    found
}

/// What is said of a method without a body would have to be shown of those that override it, which is not done.
fn of_abstract_methods(heap: &Heap) -> Vec<Diagnostic> {
    let is_abstract = |id: &MethodId| matches!(heap.java.method(*id).body, Body::Abstract);
    let mut found = Vec::new();
    for (_, spec) in heap.spec.methods.iter().filter(|(id, _)| is_abstract(id)) {
        let conditions = spec.requires.iter().chain(&spec.ensures).map(|condition| condition.span);
        let actions = spec.actions.iter().map(|action| action.span);
        let places = spec.modifies.iter().map(|place| place.span);
        if let Some(span) = conditions.chain(actions).chain(places).next() {
            let message = "clauses of a method without a body are not supported";
            let finding = Diagnostic::error(&codes::UNSUPPORTED, span, message);
            found.push(finding.help("write them at the methods that implement it"));
        }
    }
    let guards = heap.spec.guarded_by.iter().filter_map(|guard| match guard.on {
        Guarded::Method(method) => Some((method, guard.span)),
        Guarded::Field(_) => None,
    });
    let helpers = heap.spec.raw.iter().filter_map(|clause| match clause.owner {
        Owner::Method(method) => Some((method, clause.span)),
        Owner::Class(_) | Owner::Field(_) => None,
    });
    for (_, span) in guards.chain(helpers).filter(|(method, _)| is_abstract(method)) {
        let message = "a lock that a method without a body needs, takes or gives up is not supported";
        let finding = Diagnostic::error(&codes::UNSUPPORTED, span, message);
        found.push(finding.help("write it at the methods that implement it"));
    }
    found
}

/// Steps on arrays that a thread has for itself are not looked at, so nothing is known of all arrays.
fn of_arrays(heap: &Heap) -> Vec<Diagnostic> {
    let of_classes = heap.spec.env_assumptions.iter().chain(&heap.spec.global_invariants);
    let conditions = of_classes.map(|clause| &clause.condition);
    let conditions = conditions.chain(heap.spec.field_clauses.iter().map(|clause| &clause.condition));
    let message = "what is said of all arrays of some type is not supported";
    let found = conditions.filter(|condition| ranges_over_arrays(condition));
    found.map(|condition| Diagnostic::error(&codes::UNSUPPORTED, condition.span, message)).collect()
}

fn ranges_over_arrays(expr: &Expr) -> bool {
    let of_arrays = match &expr.kind {
        ExprKind::Quantifier { variables, .. } => {
            variables.iter().any(|variable| matches!(variable.ty, SpecType::Java(Type::Array(_))))
        }
        _ => false,
    };
    of_arrays || expr.children().into_iter().any(ranges_over_arrays)
}
