//! `C(x, y) := e`, found again.
//!
//! The typed program has `assert e is C; x, y := e->f, e->g` for it, and marks the assertion by an attribute whose span
//! is the whole command; an attribute of the same name in the text spans less.

use crate::civl::CmdKind;
use ivl::typed::{self, ExprKind, Type};

/// The unpacking that the two commands stand for, if they do.
pub fn unpack(first: &typed::Cmd, second: Option<&typed::Cmd>, program: &typed::Program) -> Option<CmdKind> {
    let marked = first.attributes.iter().any(|attribute| {
        &*attribute.name == ivl::typecheck::UNPACK && attribute.params.is_empty() && attribute.span == first.span
    });
    let (typed::CmdKind::Assert(test), true) = (&first.kind, marked) else { return None };
    let ExprKind::Is { expr: source, constructor } = test.kind() else { return None };
    let Type::Data(datatype, _) = source.ty() else { return None };
    let typed::CmdKind::Assign(assignments) = &second?.kind else { return None };
    let fields = &program.datatypes[datatype.index()].constructors[constructor.index()].fields;
    let fits = assignments.len() == fields.len()
        && assignments
            .iter()
            .zip(fields)
            .all(|((_, value), at)| matches!(value.kind(), ExprKind::Field { expr: _, field } if field == at));
    let targets = assignments.iter().map(|(target, _)| *target).collect();
    fits.then(|| CmdKind::Unpack { constructor: *constructor, targets, source: source.clone() })
}
