//! Fields that others find before they have their last value.
//!
//! A constructor may give its object away before it is done, and a static initialiser may run code that looks at the
//! class. Who reads a field then finds null, or what was written first: the field has no name that stays the same if it
//! is written twice, and may be null if it is written once.

use super::building::reached;
use concurrent::object::{ClassId, Expr, FieldId, Graph, Instruction, MethodId, MethodKind, Program};
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

/// By field: whether one constructor or initialiser writes it in several places, or in a loop, or again behind `this(…)`.
pub fn written_again(program: &Program, is_chained: &[bool]) -> Vec<bool> {
    let mut found = is_chained.to_vec();
    for graph in program.methods.iter().filter_map(|method| method.graph()) {
        let mut seen = FxHashSet::default();
        for edge in &graph.edges {
            if let Instruction::WriteField { field, .. } = &edge.instruction {
                let is_in_loop = || reached(graph, vec![edge.to])[edge.from.index()];
                found[field.index()] |= !seen.insert(*field) || is_in_loop();
            }
        }
    }
    found
}

/// By field: whether a constructor writes it that has left the rest to another one, `this(…)`, which does so, too.
pub fn written_behind_this_call(program: &Program) -> Vec<bool> {
    let mut found = vec![false; program.fields.len()];
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        let (mut chain, mut at) = (vec![id], 0);
        while at < chain.len() {
            let next: Vec<MethodId> = this_calls(program, chain[at]).filter(|id| !chain.contains(id)).collect();
            chain.extend(next);
            at += 1;
        }
        let earlier: Vec<FieldId> =
            chain[1..].iter().filter_map(|id| program.method(*id).graph()).flat_map(writes).collect();
        writes(graph).into_iter().filter(|own| earlier.contains(own)).for_each(|own| found[own.index()] = true);
    }
    found
}

/// The constructors of the same class that a constructor calls on its own object.
fn this_calls(program: &Program, id: MethodId) -> impl Iterator<Item = MethodId> {
    let method = program.method(id);
    let edges = method.graph().filter(|_| method.kind == MethodKind::Constructor).map(|graph| &graph.edges);
    edges.into_iter().flatten().filter_map(move |edge| match &edge.instruction {
        Instruction::Call(call) => {
            let callee = program.method(call.method);
            let is_own = call.receiver.as_ref().and_then(Expr::local) == method.this();
            let is_chained = is_own && callee.kind == MethodKind::Constructor && callee.class == method.class;
            is_chained.then_some(call.method)
        }
        _ => None,
    })
}

fn writes(graph: &Graph) -> Vec<FieldId> {
    let written = graph.edges.iter().filter_map(|edge| match &edge.instruction {
        Instruction::WriteField { field, .. } => Some(*field),
        _ => None,
    });
    written.collect()
}

/// The methods that an initialiser runs, or that others may run because of it: those of the objects that it makes, and
/// the initialisers of the classes that it uses first.
pub fn run_by(program: &Program, initializer: MethodId) -> FxHashSet<MethodId> {
    let mut found = FxHashSet::default();
    let mut queue = vec![initializer];
    while let Some(id) = queue.pop() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            let used = initializers_run_by(program, &edge.instruction);
            queue.extend(used.into_iter().filter(|method| found.insert(*method)));
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
fn is_run_elsewhere(program: &Program, class: ClassId) -> bool {
    let is_foreign = |above: &MethodId| !program.class(program.method(*above).class).is_from_source();
    program.class(class).methods.iter().any(|method| program.method(*method).overrides.iter().any(is_foreign))
}

/// The static initialisers that an instruction runs, if it is the first one to use a class.
pub fn initializers_run_by(program: &Program, instruction: &Instruction) -> Vec<MethodId> {
    let used = match instruction {
        Instruction::NewObject { class, .. } => Some(*class),
        Instruction::Call(call) if program.method(call.method).is_static => Some(program.method(call.method).class),
        Instruction::ReadField { object: None, field, .. } | Instruction::WriteField { object: None, field, .. } => {
            Some(program.field(*field).class)
        }
        _ => None,
    };
    let (mut classes, mut at) = (Vec::from_iter(used), 0);
    while at < classes.len() {
        let above: Vec<ClassId> = program.supertypes(classes[at]).filter(|above| !classes.contains(above)).collect();
        classes.extend(above);
        at += 1;
    }
    let methods = classes.iter().flat_map(|class| &program.class(*class).methods);
    methods.copied().filter(|id| program.method(*id).kind == MethodKind::StaticInitializer).collect()
}
