//! What runs while an object is built, or a class initialised: there, fields are not yet what they will be.
//!
//! A constructor gives its object away to whatever it calls on it, or with it, or on something that holds it. A field
//! that is written afterwards is *late*: code that ran in between has found it null, zero or false.

use super::early::{initializers_run_by, run_by};
use crate::interface::terms::escape::library::{LibraryEffect, effect_of};
use concurrent::object::{
    Body, Call, ClassId, Edge, Expr, FieldId, Graph, Instruction, LocalId, Method, MethodId, MethodKind, NodeId,
    Program, Type,
};
use rustc_hash::FxHashSet;

/// By field: whether a constructor, or the static initialiser, writes it after other code of the program may have run that
/// finds it.
pub fn late_fields(program: &Program) -> Vec<bool> {
    let gives_away = constructors_that_give_away(program);
    let mut is_late = vec![false; program.fields.len()];
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        let after = after_others(program, &gives_away, id, graph);
        for edge in graph.edges.iter().filter(|edge| after[edge.from.index()]) {
            if let Instruction::WriteField { field, .. } = &edge.instruction {
                is_late[field.index()] |= program.field(*field).class == program.method(id).class;
            }
        }
    }
    is_late
}

/// By field: whether a constructor, or the static initialiser, writes elements of its array where they may have been read.
pub fn late_elements(program: &Program, arrays: impl Fn(MethodId) -> FxHashSet<(LocalId, FieldId)>) -> Vec<bool> {
    let gives_away = constructors_that_give_away(program);
    let mut is_late = vec![false; program.fields.len()];
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        if program.method(id).kind == MethodKind::Method {
            continue;
        }
        let names = arrays(id);
        let reads = graph.edges.iter().filter(|edge| matches!(edge.instruction, Instruction::ReadElement { .. }));
        let after_reads = reached(graph, reads.map(|edge| edge.to).collect());
        let after_others = after_others(program, &gives_away, id, graph);
        for edge in &graph.edges {
            let arrays = match &edge.instruction {
                Instruction::WriteElement { array, .. } => std::slice::from_ref(array),
                Instruction::Call(call) => &call.args[..],
                _ => continue,
            };
            let at = edge.from.index();
            if after_reads[at] || after_others[at] {
                let is_one = |local: LocalId| arrays.iter().any(|array| array.local() == Some(local));
                let written = names.iter().filter(|(local, _)| is_one(*local));
                written.for_each(|(_, field)| is_late[field.index()] = true);
            }
        }
    }
    is_late
}

/// By node: whether other code may have run before, with the object that is built or the class that is initialised.
fn after_others(program: &Program, gives_away: &FxHashSet<MethodId>, id: MethodId, graph: &Graph) -> Vec<bool> {
    let method = program.method(id);
    let runs_others = |edge: &&Edge| match (&edge.instruction, method.kind) {
        (_, MethodKind::Method) => false,
        (instruction, MethodKind::Constructor) => {
            let carriers = carriers(method, graph);
            gives(program, gives_away, graph, instruction, &carriers)
        }
        // Static fields are found by whatever runs, and by the initialisers of other classes that look at this one.
        (instruction, MethodKind::StaticInitializer) => {
            let is_called = matches!(instruction, Instruction::Call(call)
                if call.targets.iter().any(|target| runs_code(program, *target)));
            let used = || initializers_run_by(program, instruction).into_iter();
            is_called || used().any(|other| other != id && looks_at(program, other, method.class))
        }
    };
    reached(graph, graph.edges.iter().filter(runs_others).map(|edge| edge.to).collect())
}

/// Whether an initialiser, or what it runs, reads static fields of a class.
fn looks_at(program: &Program, initializer: MethodId, class: ClassId) -> bool {
    let reads = |id: MethodId| {
        let edges = program.method(id).graph().map(|graph| &graph.edges);
        edges.into_iter().flatten().any(|edge| match &edge.instruction {
            Instruction::ReadField { object: None, field, .. } => program.field(*field).class == class,
            _ => false,
        })
    };
    run_by(program, initializer).into_iter().chain([initializer]).any(reads)
}

/// Constructors of the program in which others get to know the object.
fn constructors_that_give_away(program: &Program) -> FxHashSet<MethodId> {
    let mut found = FxHashSet::default();
    loop {
        let before = found.len();
        for id in program.method_ids().filter(|id| program.method(*id).kind == MethodKind::Constructor) {
            let method = program.method(id);
            let Some(graph) = method.graph().filter(|_| !found.contains(&id)) else { continue };
            let carriers = carriers(method, graph);
            if graph.edges.iter().any(|edge| gives(program, &found, graph, &edge.instruction, &carriers)) {
                found.insert(id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Whether an instruction gives the object that is built away: to a call, or to where others find it.
fn gives(
    program: &Program,
    gives_away: &FxHashSet<MethodId>,
    graph: &Graph,
    instruction: &Instruction,
    carriers: &FxHashSet<LocalId>,
) -> bool {
    let carries = |value: &Expr| value.local().is_some_and(|local| carriers.contains(&local));
    match instruction {
        Instruction::Call(call) => gives_to(program, gives_away, call, carriers),
        Instruction::WriteField { object: None, value, .. } => carries(value),
        Instruction::WriteField { object: Some(object), value, .. }
        | Instruction::WriteElement { array: object, value, .. } => {
            carries(value) && object.local().is_none_or(|local| is_known_to_others(graph, local))
        }
        _ => false,
    }
}

/// Whether a local of a constructor may hold what is neither its object nor made here.
fn is_known_to_others(graph: &Graph, local: LocalId) -> bool {
    let mut writes = graph.edges.iter().filter(|edge| edge.instruction.target() == Some(local)).peekable();
    let is_made =
        |edge: &Edge| matches!(edge.instruction, Instruction::NewObject { .. } | Instruction::NewArray { .. });
    local != LocalId(0) && (writes.peek().is_none() || !writes.all(is_made))
}

/// Whether a call gives the object that is built to code of the program.
fn gives_to(program: &Program, gives_away: &FxHashSet<MethodId>, call: &Call, carriers: &FxHashSet<LocalId>) -> bool {
    let carries = |value: &Expr| value.local().is_some_and(|local| carriers.contains(&local));
    let callee = program.method(call.method);
    let is_given = call.args.iter().any(carries);
    let is_on = call.receiver.as_ref().is_some_and(carries);
    // What holds the object is asked, and runs nothing.
    let is_asked = |target: &MethodId| match program.method(*target).body {
        Body::Library(kind) => !matches!(effect_of(kind), LibraryEffect::Publishes),
        Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => false,
    };
    if callee.kind != MethodKind::Constructor {
        return is_given || is_on && !call.targets.iter().all(is_asked);
    }
    let is_own = is_on && call.targets.iter().any(|target| gives_away.contains(target));
    is_own || is_given && call.targets.iter().any(|target| !only_stores(program, *target))
}

/// Whether a method may look at what it is given, or run others that do.
fn runs_code(program: &Program, id: MethodId) -> bool {
    match &program.method(id).body {
        Body::Graph(_) => !only_stores(program, id),
        Body::Unsupported(_) => true,
        // Code that is not seen runs what it is given.
        Body::Native => {
            let method = program.method(id);
            method.params.iter().any(|param| is_own(program, &method.local(*param).ty))
        }
        Body::Library(_) | Body::Abstract => false,
    }
}

/// Whether the type is a class of the program.
fn is_own(program: &Program, ty: &Type) -> bool {
    match ty {
        Type::Class(class) => program.class(*class).is_from_source(),
        Type::Array(element) => is_own(program, element),
        _ => false,
    }
}

/// Whether a constructor does nothing but put what it is given, and new objects of the library, into fields.
fn only_stores(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let Body::Graph(graph) = &method.body else { return matches!(method.body, Body::Library(_)) };
    let stores = |edge: &Edge| match &edge.instruction {
        Instruction::Skip
        | Instruction::Annotation(_)
        | Instruction::Assign { .. }
        | Instruction::WriteField { .. }
        | Instruction::WriteElement { .. }
        | Instruction::NewObject { .. }
        | Instruction::NewArray { .. }
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Throw(_) => true,
        Instruction::Call(call) => {
            let callee = program.method(call.method);
            callee.kind == MethodKind::Constructor && !program.class(callee.class).is_from_source()
        }
        Instruction::ReadField { .. }
        | Instruction::ReadElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_) => false,
    };
    method.kind == MethodKind::Constructor && graph.edges.iter().all(stores)
}

/// The locals of a constructor that are its object, or may hold it.
fn carriers(method: &Method, graph: &Graph) -> FxHashSet<LocalId> {
    let mut carriers: FxHashSet<LocalId> = method.this().into_iter().collect();
    loop {
        let before = carriers.len();
        for edge in &graph.edges {
            let carries = |value: &Expr| value.local().is_some_and(|local| carriers.contains(&local));
            let new = match &edge.instruction {
                Instruction::Assign { target, value } if carries(value) => Some(*target),
                Instruction::WriteField { object: Some(object), value, .. } if carries(value) => object.local(),
                Instruction::WriteElement { array, value, .. } if carries(value) => array.local(),
                Instruction::ReadField { target, object: Some(object), field } if carries(object) => {
                    let is_own = object.local() == method.this();
                    let holds_it = |edge: &Edge| {
                        matches!(&edge.instruction,
                        Instruction::WriteField { field: written, value, .. } if written == field && carries(value))
                    };
                    (!is_own || graph.edges.iter().any(holds_it)).then_some(*target)
                }
                Instruction::Call(call) if call.args.iter().any(carries) => {
                    carriers.extend(call.target);
                    call.receiver.as_ref().and_then(Expr::local)
                }
                _ => None,
            };
            carriers.extend(new);
        }
        if carriers.len() == before {
            return carriers;
        }
    }
}

pub fn reached(graph: &Graph, mut pending: Vec<NodeId>) -> Vec<bool> {
    let mut seen = vec![false; graph.nodes.len()];
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut seen[node.index()], true) {
            for edge in graph.outgoing(node) {
                pending.push(edge.to);
                pending.extend(edge.unwind);
            }
        }
    }
    seen
}
