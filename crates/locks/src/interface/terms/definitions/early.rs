//! Fields that others find before they have their last value.
//!
//! A constructor may give its object away before it is done, and a static initialiser may run code that looks at the
//! class. Who reads a field then finds null, or what was written first: the field has no name that stays the same if it
//! is written twice, and may be null if it is written once.

use concurrent::object::{FieldId, Graph, Instruction, MethodId, MethodKind, Program};
use rustc_hash::FxHashSet;

/// By field: whether somebody may read it before it is written for the last time. `is_late` says which are written after
/// other code has run.
pub fn early_fields(program: &Program, is_late: &[bool]) -> Vec<bool> {
    let mut is_early: Vec<bool> =
        program.fields.iter().zip(is_late).map(|(field, is_late)| *is_late && !field.is_static).collect();
    for id in program.method_ids() {
        let method = program.method(id);
        let is_pending = |field: &FieldId| program.field(*field).is_static && is_late[field.index()];
        let written: FxHashSet<FieldId> = method.graph().map(writes).into_iter().flatten().filter(is_pending).collect();
        if method.kind != MethodKind::StaticInitializer || written.is_empty() {
            continue;
        }
        for callee in run_by(program, id) {
            let Some(graph) = program.method(callee).graph() else { continue };
            for edge in &graph.edges {
                if let Instruction::ReadField { field, .. } = &edge.instruction {
                    is_early[field.index()] |= written.contains(field);
                }
            }
        }
    }
    is_early
}

/// By field: whether one constructor or initialiser writes it in several places.
pub fn written_again(program: &Program) -> Vec<bool> {
    let mut found = vec![false; program.fields.len()];
    for graph in program.methods.iter().filter_map(|method| method.graph()) {
        let mut seen = FxHashSet::default();
        for field in writes(graph) {
            found[field.index()] |= !seen.insert(field);
        }
    }
    found
}

fn writes(graph: &Graph) -> Vec<FieldId> {
    let written = graph.edges.iter().filter_map(|edge| match &edge.instruction {
        Instruction::WriteField { field, .. } => Some(*field),
        _ => None,
    });
    written.collect()
}

/// The methods that an initialiser runs, or that others may run because of it: those of the objects that it makes.
fn run_by(program: &Program, initializer: MethodId) -> FxHashSet<MethodId> {
    let mut found = FxHashSet::default();
    let mut queue = vec![initializer];
    while let Some(id) = queue.pop() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            let next = match &edge.instruction {
                Instruction::Call(call) => &call.targets,
                Instruction::NewObject { class, .. } if is_run_elsewhere(program, *class) => {
                    &program.class(*class).methods
                }
                _ => continue,
            };
            queue.extend(next.iter().copied().filter(|method| found.insert(*method)));
        }
    }
    found.remove(&initializer);
    found
}

/// Whether methods of the class override some of the library, which runs them without being told by the program.
fn is_run_elsewhere(program: &Program, class: concurrent::object::ClassId) -> bool {
    let is_foreign = |above: &MethodId| !program.class(program.method(*above).class).is_from_source();
    program.class(class).methods.iter().any(|method| program.method(*method).overrides.iter().any(is_foreign))
}
