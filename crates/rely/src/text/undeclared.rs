//! Fields of thread-safe classes of which nothing is declared.
//!
//! Other threads may write such a field at any time, and without a lock or `volatile` Java does not even promise that
//! they see what was written. So every field that is touched, but by those who build what it is a field of, is final, volatile, or declared: by `@GuardedBy`, by a
//! clause on it, or by an environment assumption that speaks of it. So are those of the classes above.

use crate::codes;
use crate::text::fields::is_this;
use concurrent::object::annotations::spec::{Expr, ExprKind, Guarded, Owner, Spec};
use concurrent::object::{ClassId, Field, FieldId, FieldKind, Instruction, Method, MethodKind, Program};
use source::Diagnostic;
use std::collections::BTreeSet;

/// A finding for each.
pub fn undeclared_findings(java: &Program, spec: &Spec, safe: &BTreeSet<ClassId>) -> Vec<Diagnostic> {
    plain_fields(java, spec, safe).filter_map(|(id, field)| finding(java, id, field)).collect()
}

/// The fields that there are findings for.
pub fn undeclared_fields(java: &Program, spec: &Spec, safe: &BTreeSet<ClassId>) -> Vec<FieldId> {
    plain_fields(java, spec, safe).filter(|(id, field)| finding(java, *id, field).is_some()).map(|(id, _)| id).collect()
}

fn plain_fields<'p>(
    java: &'p Program,
    spec: &'p Spec,
    safe: &BTreeSet<ClassId>,
) -> impl Iterator<Item = (FieldId, &'p Field)> {
    let declared = declared(spec);
    // What an annotation that cannot be read declares is not known.
    let is_unread = |id: FieldId, field: &Field| {
        spec.unreadable.contains_key(&Owner::Field(id)) || spec.unreadable.contains_key(&Owner::Class(field.class))
    };
    let is_safe = move |class: ClassId| safe.iter().any(|safe| java.is_subclass(*safe, class));
    let fields = java.fields.iter().enumerate().map(|(at, field)| (FieldId(at as u32), field));
    fields.filter(move |(id, field)| {
        let is_plain = field.kind == FieldKind::Declared && !field.is_final && !field.is_volatile;
        let is_own = java.class(field.class).is_from_source();
        is_plain && is_own && is_safe(field.class) && !declared.contains(id) && !is_unread(*id, field)
    })
}

fn declared(spec: &Spec) -> BTreeSet<FieldId> {
    let mut found: BTreeSet<FieldId> = spec.field_clauses.iter().map(|clause| clause.field).collect();
    found.extend(spec.guarded_by.iter().filter_map(|guard| match guard.on {
        Guarded::Field(field) => Some(field),
        Guarded::Method(_) => None,
    }));
    spec.env_assumptions.iter().for_each(|clause| named(&clause.condition, &mut found));
    found
}

fn named(expr: &Expr, found: &mut BTreeSet<FieldId>) {
    if let ExprKind::Field { field, .. } = &expr.kind {
        found.insert(*field);
    }
    expr.children().into_iter().for_each(|child| named(child, found));
}

fn finding(java: &Program, id: FieldId, field: &Field) -> Option<Diagnostic> {
    let touching = |is_touch: &dyn Fn(&Instruction) -> bool| -> Vec<&Method> {
        let touches = |method: &&Method| {
            let mut edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
            edges.any(|edge| is_touch(&edge.instruction) && !is_of_the_unborn(method, &edge.instruction, field))
        };
        java.methods.iter().filter(touches).collect()
    };
    let writes = |step: &Instruction| matches!(step, Instruction::WriteField { field, .. } if *field == id);
    let reads = |step: &Instruction| matches!(step, Instruction::ReadField { field, .. } if *field == id);
    let (writing, all) = (touching(&writes), touching(&|step| writes(step) || reads(step)));
    if all.is_empty() {
        return None;
    }
    let class = java.class(field.class);
    let simple = class.name.rsplit('.').next().unwrap_or(&class.name);
    let help = if writing.is_empty() {
        "only constructors write it: make it `final`".to_string()
    } else if all.iter().all(|method| method.is_synchronized && method.class == field.class) {
        let lock = if field.is_static { format!("{simple}.class") } else { "this".into() };
        format!("every method that touches it is synchronized: write `@GuardedBy(\"{lock}\")`")
    } else {
        "write `@GuardedBy(\"…\")` with the lock that protects it, or `volatile`, or a clause that says who may write it".into()
    };
    let message = format!("`{}` is shared by threads, and nothing is declared of it", field.name);
    let finding = Diagnostic::error(&codes::UNDECLARED, field.span, message);
    Some(finding.label(class.span, "this class is to be thread-safe").help(help))
}

/// Whether a step touches a field of the object that a constructor builds, or of the class that is being initialised.
fn is_of_the_unborn(method: &Method, step: &Instruction, field: &Field) -> bool {
    let (Instruction::ReadField { object, .. } | Instruction::WriteField { object, .. }) = step else { return false };
    match (method.kind, object) {
        (MethodKind::Constructor, Some(object)) => is_this(method, object),
        (MethodKind::StaticInitializer, None) => method.class == field.class,
        (MethodKind::Constructor | MethodKind::StaticInitializer | MethodKind::Method, _) => false,
    }
}
