//! Fields that stay as the constructor has left them, arrays whose elements do, fields that get new objects only.

use concurrent::object::{
    Body, ClassId, Edge, Expr, FieldId, FieldKind, Graph, Instruction, LocalId, MethodKind, Program, Type,
};
use rustc_hash::FxHashMap;

/// A field is stable if it is final, or nobody but constructors of its class, speaking of `this`, and the static
/// initialiser write it.
pub fn stable_fields(program: &Program) -> Vec<bool> {
    let mut is_stable = vec![true; program.fields.len()];
    for id in program.method_ids() {
        let method = program.method(id);
        let Some(graph) = method.graph() else { continue };
        for edge in &graph.edges {
            let Instruction::WriteField { object, field, .. } = &edge.instruction else { continue };
            let written = program.field(*field);
            let is_own = written.class == method.class
                && match method.kind {
                    MethodKind::Constructor => {
                        object.as_ref().and_then(Expr::local) == method.this() && object.is_some()
                    }
                    MethodKind::StaticInitializer => object.is_none(),
                    MethodKind::Method => false,
                };
            let is_captured = matches!(written.kind, FieldKind::Captured | FieldKind::Outer);
            is_stable[field.index()] &= written.is_final || is_own || is_captured;
        }
    }
    // Code that is not seen may write what it can reach.
    let is_blind = |class: ClassId| {
        let methods = &program.class(class).methods;
        methods.iter().any(|id| matches!(program.method(*id).body, Body::Unsupported(_) | Body::Native))
    };
    for (index, field) in program.fields.iter().enumerate() {
        let is_seen = field.is_final || matches!(field.kind, FieldKind::Captured | FieldKind::Outer);
        is_stable[index] &= is_seen || !is_blind(field.class);
    }
    is_stable
}

/// Arrays in stable private fields whose elements are written where they are built, and that are not handed out.
pub fn stable_elements(program: &Program, is_stable: &[bool]) -> Vec<bool> {
    let mut has_stable: Vec<bool> = program
        .fields
        .iter()
        .enumerate()
        .map(|(index, field)| {
            let is_private = field.visibility == concurrent::object::Visibility::Private;
            is_stable[index] && is_private && matches!(field.ty, Type::Array(_))
        })
        .collect();
    for id in program.method_ids() {
        let method = program.method(id);
        let Some(graph) = method.graph() else { continue };
        let mut read: FxHashMap<LocalId, FieldId> = FxHashMap::default();
        for edge in &graph.edges {
            if let Instruction::ReadField { target, field, .. } = &edge.instruction {
                read.insert(*target, *field);
            }
        }
        // Locals that are copies of the array are followed once: longer chains count as handed out.
        let copies: Vec<(LocalId, FieldId)> = graph
            .edges
            .iter()
            .filter_map(|edge| match &edge.instruction {
                Instruction::Assign { target, value } => Some((*target, *read.get(&value.local()?)?)),
                _ => None,
            })
            .collect();
        read.extend(copies);
        for edge in &graph.edges {
            match &edge.instruction {
                Instruction::WriteElement { array, value, .. } if method.kind == MethodKind::Method => {
                    let arrays = [array, value].into_iter().filter_map(Expr::local);
                    arrays.filter_map(|local| read.get(&local)).for_each(|field| has_stable[field.index()] = false);
                }
                Instruction::WriteField { value, .. } => {
                    let array = value.local().and_then(|local| read.get(&local));
                    array.into_iter().for_each(|field| has_stable[field.index()] = false);
                }
                Instruction::Call(call) => {
                    let handed = call.args.iter().filter_map(Expr::local).filter_map(|local| read.get(&local));
                    handed.for_each(|field| has_stable[field.index()] = false);
                }
                _ => {}
            }
        }
        if let Some(field) = graph.result.and_then(|result| read.get(&result)) {
            has_stable[field.index()] = false;
        }
    }
    has_stable
}

/// Fields with an initialiser that nothing but a new object is ever written to.
pub fn always_new(program: &Program) -> Vec<bool> {
    let mut is_new = vec![true; program.fields.len()];
    let mut is_initialized = vec![false; program.fields.len()];
    for method in &program.methods {
        let Some(graph) = method.graph() else { continue };
        let is_made = |local: LocalId| {
            let mut writes = graph.edges.iter().filter(|edge| edge.instruction.target() == Some(local)).peekable();
            writes.peek().is_some()
                && writes.all(|edge| {
                    matches!(edge.instruction, Instruction::NewObject { .. } | Instruction::NewArray { .. })
                })
        };
        for edge in &graph.edges {
            let Instruction::WriteField { field, value, .. } = &edge.instruction else { continue };
            is_new[field.index()] &= value.local().is_some_and(is_made);
            // The code of initialisers stands at the beginning of constructors.
            is_initialized[field.index()] |= method.kind != MethodKind::Method;
        }
    }
    let has_all_constructors = |field: FieldId| {
        let class = program.class(program.field(field).class);
        let is_static = program.field(field).is_static;
        let mut initializers = class.methods.iter().map(|id| program.method(*id)).filter(|method| match is_static {
            true => method.kind == MethodKind::StaticInitializer,
            false => method.kind == MethodKind::Constructor,
        });
        initializers.all(|method| {
            method.graph().is_some_and(|graph| {
                is_on_every_way(graph, |edge| match &edge.instruction {
                    Instruction::WriteField { field: written, .. } => *written == field,
                    // `this(…)` leaves it to another constructor.
                    Instruction::Call(call) => {
                        program.method(call.method).kind == MethodKind::Constructor
                            && program.method(call.method).class == method.class
                    }
                    _ => false,
                })
            })
        })
    };
    (0..program.fields.len())
        .map(|index| is_new[index] && is_initialized[index] && has_all_constructors(FieldId(index as u32)))
        .collect()
}

/// Whether every way to the normal end passes one of these edges.
fn is_on_every_way(graph: &Graph, is_meant: impl Fn(&Edge) -> bool) -> bool {
    let mut pending = vec![graph.entry];
    let mut seen = vec![false; graph.nodes.len()];
    while let Some(node) = pending.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        for edge in graph.outgoing(node) {
            pending.extend(edge.unwind);
            pending.extend((!is_meant(edge)).then_some(edge.to));
        }
    }
    !seen[graph.exit.index()]
}
