//! Datatypes marked `{:closed}` are built only in the file that declares them.
//!
//! A library may state axioms about all values of a datatype that hold only of those its own functions build. A value
//! built elsewhere could contradict them, and anything would follow.

use super::{Checker, codes};
use crate::attributes;
use crate::typed::{Datatype, Expr, ExprKind, Type};
use crate::visit::{for_each_expr_of_program, walk};
use source::{Diagnostic, Span};

pub(super) fn check(checker: &mut Checker) {
    let program = &checker.out;
    if !program.datatypes.iter().any(is_closed) {
        return;
    }
    let mut found: Vec<(Span, &Datatype)> = Vec::new();
    for_each_expr_of_program(program, &mut |expr| {
        walk(expr, &mut |expr| {
            if let Some(built) = built(expr)
                && let Type::Data(id, _) = built
            {
                let datatype = &program.datatypes[id.index()];
                if is_closed(datatype) && expr.span().file != datatype.span.file {
                    found.push((expr.span(), datatype));
                }
            }
            true
        });
    });
    found.sort_by_key(|(span, _)| *span);
    found.dedup_by_key(|(span, _)| *span);
    let diagnostics: Vec<Diagnostic> = found.into_iter().map(|(span, datatype)| refusal(span, datatype)).collect();
    diagnostics.into_iter().for_each(|diagnostic| checker.report(diagnostic));
}

/// `{:closed}`
fn is_closed(datatype: &Datatype) -> bool {
    attributes::is_closed(&datatype.attributes)
}

/// The type of the value that the expression builds by itself.
fn built(expr: &Expr) -> Option<&Type> {
    match expr.kind() {
        ExprKind::Construct { .. } | ExprKind::FieldUpdate { .. } => Some(expr.ty()),
        _ => None,
    }
}

fn refusal(span: Span, datatype: &Datatype) -> Diagnostic {
    let message = format!("a `{}` is built by the functions of its library only", datatype.name);
    Diagnostic::error(&codes::CLOSED, span, message)
        .label(datatype.span, "declared `{:closed}`: the axioms of the library hold of the values it builds")
        .help(format!("use a function that gives a `{}`", datatype.name))
}
