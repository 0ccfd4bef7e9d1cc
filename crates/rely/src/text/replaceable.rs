//! Locks in fields that are not final.
//!
//! A lock that may be replaced protects nothing: of two threads, each may hold one. If only constructors write the field,
//! `final` is what was forgotten. That is told once, and the rest is checked as if it were there: every other finding would
//! be about this one again.

use crate::codes;
use crate::text::fields::is_own_write;
use concurrent::object::annotations::spec::{Expr, ExprKind, Guard, Guarded, GuardedBy, Spec};
use concurrent::object::{FieldId, Instruction, Program};
use source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// The fields of locks that only constructors write, which are not final and of which nothing else is declared; each with
/// the guard that names it.
pub fn replaceable<'s>(java: &Program, spec: &'s Spec) -> BTreeMap<FieldId, &'s GuardedBy> {
    let mut found = BTreeMap::new();
    for guarded in &spec.guarded_by {
        let Guard::Lock(lock) = &guarded.lock else { continue };
        let mut fields = BTreeSet::new();
        named(lock, &mut fields);
        for field in fields.into_iter().filter(|field| !java.field(*field).is_final) {
            found.entry(field).or_insert(guarded);
        }
    }
    let mut declared: BTreeSet<FieldId> = spec.field_clauses.iter().map(|clause| clause.field).collect();
    declared.extend(spec.guarded_by.iter().filter_map(|guarded| match guarded.on {
        Guarded::Field(field) => Some(field),
        Guarded::Method(_) => None,
    }));
    let clauses = spec.env_assumptions.iter().chain(&spec.global_invariants);
    clauses.for_each(|clause| named(&clause.condition, &mut declared));
    found.retain(|field, _| !declared.contains(field) && is_built(java, *field));
    found
}

/// The program with these fields final.
pub fn as_final(java: &Program, fields: impl Iterator<Item = FieldId>) -> Program {
    let mut java = java.clone();
    fields.for_each(|field| java.fields[field.index()].is_final = true);
    java
}

pub fn finding(java: &Program, field: FieldId, guarded: &GuardedBy) -> Diagnostic {
    let field = java.field(field);
    let message = format!("`{}` is used as a lock and is not `final`: it could be replaced by another", field.name);
    Diagnostic::error(&codes::UNDECLARED, field.span, message)
        .label(guarded.span, "here it is to protect something")
        .help("only constructors write it: make it `final`; all else is checked as if it were")
}

fn named(expr: &Expr, found: &mut BTreeSet<FieldId>) {
    if let ExprKind::Field { field, .. } = &expr.kind {
        found.insert(*field);
    }
    expr.children().into_iter().for_each(|child| named(child, found));
}

/// Whether only constructors write the field, of their own object, or static initialisers of their own class.
fn is_built(java: &Program, field: FieldId) -> bool {
    java.class(java.field(field).class).is_from_source()
        && java.methods.iter().all(|method| {
            let mut edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
            edges.all(|edge| match &edge.instruction {
                Instruction::WriteField { object, field: written, .. } if *written == field => {
                    is_own_write(java, method, object.as_ref(), field)
                }
                _ => true,
            })
        })
}
