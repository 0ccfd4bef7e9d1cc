//! The classes whose clauses a method with an abstraction is checked against, where the program calls it.
//!
//! Its steps touch fields of these classes only, and make objects of these only. A clause of any other class is about
//! other fields, or about what `modifies` names: the caller shows it, of all that the abstraction allows. But an object
//! that the method makes, and makes known, is named by no `modifies`; so a class that says something of all objects of its
//! class is known too.

use crate::terms::classes::ranged_over;
use crate::text::call_graph::code_of;
use concurrent::object::annotations::spec::{ExprKind, Spec};
use concurrent::object::{ClassId, Instruction, MethodId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The classes that a method knows: its own, those whose methods it calls, however deep, those of which it makes objects,
/// those whose fields it touches, and those that declare something of all objects of a class of which it makes one; each
/// with the classes and interfaces above, and with those that its declarations look at.
pub fn known_classes(java: &Program, spec: &Spec, calls: &[Vec<MethodId>], method: MethodId) -> BTreeSet<ClassId> {
    let (mut pending, mut made) = (Vec::new(), BTreeSet::new());
    for id in code_of(calls, method) {
        let method = java.method(id);
        pending.push(method.class);
        for edge in method.graph().into_iter().flat_map(|graph| &graph.edges) {
            match &edge.instruction {
                Instruction::ReadField { field, .. } | Instruction::WriteField { field, .. } => {
                    pending.push(java.field(*field).class);
                }
                Instruction::NewObject { class, .. } => {
                    pending.push(*class);
                    made.insert(*class);
                }
                _ => {}
            }
        }
    }
    let is_made = |class: &ClassId| made.iter().any(|made| java.is_subclass(*made, *class));
    let clauses = spec.env_assumptions.iter().chain(&spec.global_invariants);
    let of_all = clauses.filter(|clause| ranged_over(&clause.condition).iter().any(is_made));
    pending.extend(of_all.map(|clause| clause.class));
    let looked_at = looked_at(java, spec);
    let mut found = BTreeSet::new();
    while let Some(class) = pending.pop() {
        if found.insert(class) {
            pending.extend(java.supertypes(class));
            pending.extend(looked_at.get(&class).into_iter().flatten());
        }
    }
    found
}

/// By class, those whose fields and ghosts its declarations speak of.
fn looked_at(java: &Program, spec: &Spec) -> BTreeMap<ClassId, BTreeSet<ClassId>> {
    let of_classes = spec.env_assumptions.iter().chain(&spec.global_invariants);
    let of_classes = of_classes.map(|clause| (clause.class, &clause.condition));
    let of_fields = spec.field_clauses.iter().map(|clause| (java.field(clause.field).class, &clause.condition));
    let mut found: BTreeMap<ClassId, BTreeSet<ClassId>> = BTreeMap::new();
    for (class, condition) in of_classes.chain(of_fields) {
        let mut pending = vec![condition];
        while let Some(expr) = pending.pop() {
            match &expr.kind {
                ExprKind::Field { field, .. } => {
                    found.entry(class).or_default().insert(java.field(*field).class);
                }
                ExprKind::Ghost { ghost, .. } => {
                    found.entry(class).or_default().insert(spec.ghost(*ghost).class);
                }
                _ => {}
            }
            pending.extend(expr.children());
        }
    }
    found
}
