//! The methods that threads may call, and what the text alone says of fields.
//!
//! Of a class that is thread-safe or has annotations, every method that is not private may be called by any thread at any
//! time, and so may its constructors; `main` and every `run` are where threads begin. Methods marked `inline` and private
//! ones are checked where they are called, as are those of other classes.

use concurrent::object::annotations::spec::{Guarded, Owner, Spec};
use concurrent::object::{
    Body, ClassId, ExprKind, FieldId, Instruction, LocalId, Method, MethodId, MethodKind, Program, Visibility,
};
use std::collections::BTreeSet;

/// The methods to be checked, each for itself.
pub fn entries(java: &Program, spec: &Spec, named: &[String]) -> Vec<MethodId> {
    let checked = checked_classes(java, spec, named);
    let called = called_with_specification(java);
    java.method_ids().filter(|id| is_entry(java, spec, &checked, &called, *id)).collect()
}

fn is_entry(
    java: &Program,
    spec: &Spec,
    checked: &BTreeSet<ClassId>,
    called: &BTreeSet<MethodId>,
    id: MethodId,
) -> bool {
    let method = java.method(id);
    let has_body = matches!(method.body, Body::Graph(_) | Body::Unsupported(_));
    if !has_body || !java.class(method.class).is_from_source() {
        return false;
    }
    if begins_a_thread(java, method) {
        return true;
    }
    let is_inline = spec.methods.get(&id).is_some_and(|spec| spec.is_inline);
    if !checked.contains(&method.class) || is_inline {
        return crate::flat::has_abstraction(spec, id);
    }
    match method.visibility {
        Visibility::Public => true,
        // Callers in the program check them too; without any, someone else must.
        Visibility::Protected | Visibility::Package => !called.contains(&id) || spec.methods.contains_key(&id),
        Visibility::Private => crate::flat::has_abstraction(spec, id),
    }
}

fn begins_a_thread(java: &Program, method: &Method) -> bool {
    let is_main = &*method.name == "main" && method.is_static;
    let is_run = &*method.name == "run" && !method.is_static && method.params.len() == 1;
    let is_task = |name: &str| java.class_named(name).is_some_and(|task| java.is_subclass(method.class, task));
    is_main || is_run && (is_task("java.lang.Runnable") || is_task("java.lang.Thread"))
}

/// Classes with annotations, marked thread-safe, or named on the command line.
fn checked_classes(java: &Program, spec: &Spec, named: &[String]) -> BTreeSet<ClassId> {
    let mut found: BTreeSet<ClassId> = spec.thread_safe.iter().copied().collect();
    found.extend(spec.ghosts.iter().map(|ghost| ghost.class));
    found.extend(spec.env_assumptions.iter().chain(&spec.global_invariants).map(|clause| clause.class));
    found.extend(spec.field_clauses.iter().map(|clause| java.field(clause.field).class));
    found.extend(spec.methods.keys().map(|method| java.method(*method).class));
    found.extend(spec.guarded_by.iter().map(|guard| match guard.on {
        Guarded::Field(field) => java.field(field).class,
        Guarded::Method(method) => java.method(method).class,
    }));
    found.extend(spec.raw.iter().filter_map(|clause| match clause.owner {
        Owner::Class(_) | Owner::Field(_) | Owner::Method(_) => None::<ClassId>,
    }));
    found.extend(spec.statements.keys().map(|(method, _)| java.method(*method).class));
    let is_named = |class: &ClassId| {
        let name = &java.class(*class).name;
        named.iter().any(|wanted| **name == **wanted || name.ends_with(&format!(".{wanted}")))
    };
    found.extend(java.class_ids().filter(is_named));
    found
}

/// Every method that some method of the program calls.
fn called_with_specification(java: &Program) -> BTreeSet<MethodId> {
    let mut found = BTreeSet::new();
    for method in &java.methods {
        let edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
        for edge in edges {
            if let Instruction::Call(call) = &edge.instruction {
                found.extend(call.targets.iter().copied());
            }
        }
    }
    found
}

/// The classes that a method knows: its own, those whose methods it calls, however deep, and those whose fields it
/// touches. A method with an abstraction is checked against the clauses of these; its callers, against their own, which
/// include them, with the abstraction's actions as steps.
pub fn known_classes(java: &Program, method: MethodId) -> BTreeSet<ClassId> {
    let (mut found, mut seen, mut pending) = (BTreeSet::new(), BTreeSet::from([method]), vec![method]);
    while let Some(id) = pending.pop() {
        let method = java.method(id);
        let mut class = Some(method.class);
        while let Some(own) = class {
            found.insert(own);
            class = java.class(own).superclass;
        }
        for edge in method.graph().into_iter().flat_map(|graph| &graph.edges) {
            match &edge.instruction {
                Instruction::Call(call) => pending.extend(call.targets.iter().filter(|target| seen.insert(**target))),
                Instruction::ReadField { field, .. } | Instruction::WriteField { field, .. } => {
                    found.insert(java.field(*field).class);
                }
                _ => {}
            }
        }
    }
    found
}

/// Whether some method of the program calls this one.
pub fn is_called(java: &Program, method: MethodId) -> bool {
    called_with_specification(java).contains(&method)
}

/// A final field that every write in the program gives a new object, in a constructor or an initialiser.
pub fn is_never_null(java: &Program, field: FieldId) -> bool {
    let declared = java.field(field);
    if !declared.is_final {
        return false;
    }
    let class = declared.class;
    let initialisers = java.class(class).methods.iter().map(|id| java.method(*id)).filter(|method| match method.kind {
        MethodKind::Constructor => !declared.is_static,
        MethodKind::StaticInitializer => declared.is_static,
        MethodKind::Method => false,
    });
    let mut is_written = false;
    for method in initialisers {
        let Some(graph) = method.graph() else { return false };
        for edge in &graph.edges {
            if let Instruction::WriteField { field: written, value, .. } = &edge.instruction
                && *written == field
            {
                let ExprKind::Local(local) = value.kind else { return false };
                is_written = true;
                if !is_new(method, local) {
                    return false;
                }
            }
        }
    }
    is_written
}

/// Whether the local only ever holds a new object.
fn is_new(method: &Method, local: LocalId) -> bool {
    let Some(graph) = method.graph() else { return false };
    let mut is_set = false;
    for edge in &graph.edges {
        match &edge.instruction {
            Instruction::NewObject { target, .. } | Instruction::NewArray { target, .. } if *target == local => {
                is_set = true
            }
            Instruction::Assign { target, .. }
            | Instruction::ReadField { target, .. }
            | Instruction::ReadElement { target, .. }
            | Instruction::ArrayLength { target, .. }
                if *target == local =>
            {
                return false;
            }
            Instruction::Call(call) if call.target == Some(local) => return false,
            _ => {}
        }
    }
    is_set && !method.params.contains(&local)
}
