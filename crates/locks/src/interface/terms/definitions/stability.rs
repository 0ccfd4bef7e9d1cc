//! Fields that stay as the constructor has left them, arrays whose elements do, fields that get new objects only.

use super::building::late_elements;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, ClassId, Edge, Expr, ExprKind, Field, FieldId, FieldKind, Graph, Instruction, LocalId, Method,
    MethodKind, Program, Type, Visibility,
};
use rustc_hash::FxHashSet;

/// A field is stable if it is final, or nobody but constructors of its class, speaking of `this`, and the static
/// initialiser write it.
pub fn stable_fields(program: &Program, is_late: &[bool]) -> Vec<bool> {
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
    let is_open = |field: &Field| {
        let class = program.class(field.class);
        field.visibility == Visibility::Public && class.visibility == Visibility::Public && class.is_from_source()
    };
    for (index, field) in program.fields.iter().enumerate() {
        let is_seen = field.is_final || matches!(field.kind, FieldKind::Captured | FieldKind::Outer);
        is_stable[index] &= is_seen || !is_blind(field.class) && !is_open(field);
        // Code that has found a number or a truth value too early has found another one.
        is_stable[index] &= field.ty.is_reference() || !is_late[index];
    }
    is_stable
}

/// Whether a call does nothing with an array that it is given but write to it.
fn only_fills(program: &Program, call: &Call) -> bool {
    let method = program.method(call.method);
    let writes = matches!(method.body, Body::Library(LibraryMethod::Write | LibraryMethod::CallbackWrite));
    writes && method.is_static && method.result.is_none()
}

/// The locals of a method that are the array of a field: read from it, or written to it, and their copies.
pub fn arrays_of_fields(graph: &Graph) -> FxHashSet<(LocalId, FieldId)> {
    let mut names: FxHashSet<(LocalId, FieldId)> = FxHashSet::default();
    let mut copies: Vec<(LocalId, LocalId)> = Vec::new();
    for edge in &graph.edges {
        match &edge.instruction {
            Instruction::ReadField { target, field, .. } => {
                names.insert((*target, *field));
            }
            Instruction::WriteField { field, value, .. } => {
                names.extend(local_of(value).map(|local| (local, *field)));
            }
            Instruction::Assign { target, value } => copies.extend(local_of(value).map(|value| (*target, value))),
            _ => {}
        }
    }
    loop {
        let before = names.len();
        for (a, b) in &copies {
            let of = |local: LocalId| names.iter().filter(move |(name, _)| *name == local).map(|(_, field)| *field);
            let (of_a, of_b): (Vec<FieldId>, Vec<FieldId>) = (of(*a).collect(), of(*b).collect());
            names.extend(of_b.into_iter().map(|field| (*a, field)));
            names.extend(of_a.into_iter().map(|field| (*b, field)));
        }
        if names.len() == before {
            return names;
        }
    }
}

/// The local that an expression is, whatever it is cast to.
fn local_of(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Local(local) => Some(*local),
        ExprKind::Cast(inner) => local_of(inner),
        _ => None,
    }
}

/// Arrays in stable private fields that are made for the field, whose elements are written where they are built, and that
/// are not handed out.
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
        let names = arrays_of_fields(graph);
        let fields = |local: Option<LocalId>| {
            let named = names.iter().filter(move |(name, _)| Some(*name) == local);
            named.map(|(_, field)| *field).collect::<Vec<FieldId>>()
        };
        let mut lost: Vec<FieldId> = Vec::new();
        let is_building =
            |field: &FieldId| program.field(*field).class == method.class && speaks_of_own(method, graph, *field);
        for edge in &graph.edges {
            match &edge.instruction {
                Instruction::WriteElement { array, value, .. } => {
                    lost.extend(fields(local_of(array)).into_iter().filter(|field| !is_building(field)));
                    lost.extend(fields(local_of(value)));
                }
                Instruction::WriteField { field, value, .. } => {
                    let others: Vec<FieldId> = fields(local_of(value));
                    if others.iter().any(|other| other != field) {
                        lost.extend(others);
                    }
                    let is_made = local_of(value).is_some_and(|local| is_array_made_here(program, graph, local));
                    lost.extend((!is_made).then_some(*field));
                }
                // `Arrays.setAll(locks, …)` fills the array, and keeps it no longer.
                Instruction::Call(call) => {
                    let given = call.args.iter().flat_map(|arg| fields(local_of(arg)));
                    lost.extend(given.filter(|field| !(only_fills(program, call) && is_building(field))));
                }
                _ => {}
            }
        }
        lost.extend(fields(graph.result));
        lost.into_iter().for_each(|field| has_stable[field.index()] = false);
    }
    let is_late = late_elements(program, |id| program.method(id).graph().map(arrays_of_fields).unwrap_or_default());
    has_stable.iter_mut().zip(is_late).for_each(|(is_stable, is_late)| *is_stable &= !is_late);
    has_stable
}

/// Whether a constructor means its own object wherever it speaks of the field, and a static initialiser a static one.
fn speaks_of_own(method: &Method, graph: &Graph, field: FieldId) -> bool {
    graph.edges.iter().all(|edge| match &edge.instruction {
        Instruction::ReadField { object, field: own, .. } | Instruction::WriteField { object, field: own, .. }
            if *own == field =>
        {
            match method.kind {
                MethodKind::Constructor => object.is_some() && object.as_ref().and_then(Expr::local) == method.this(),
                MethodKind::StaticInitializer => object.is_none(),
                MethodKind::Method => false,
            }
        }
        _ => true,
    })
}

/// Whether a local never holds anything but arrays that this method makes, or copies for itself.
fn is_array_made_here(program: &Program, graph: &Graph, local: LocalId) -> bool {
    let (mut queue, mut seen) = (vec![local], Vec::new());
    while let Some(local) = queue.pop() {
        if seen.contains(&local) {
            continue;
        }
        seen.push(local);
        let mut writes = graph.edges.iter().filter(|edge| edge.instruction.target() == Some(local)).peekable();
        if writes.peek().is_none() {
            return false;
        }
        for edge in writes {
            match &edge.instruction {
                Instruction::NewArray { .. } => {}
                Instruction::Assign { value, .. } => match local_of(value) {
                    Some(local) => queue.push(local),
                    None => return false,
                },
                Instruction::Call(call) => {
                    if !matches!(program.method(call.method).body, Body::Library(LibraryMethod::Clone)) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
    }
    true
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
            // The code of initialisers stands at the start of constructors.
            is_initialized[field.index()] |= method.kind != MethodKind::Method;
        }
    }
    (0..program.fields.len())
        .map(|index| is_new[index] && is_initialized[index] && is_always_written(program, FieldId(index as u32)))
        .collect()
}

/// Fields of objects that somebody may copy with `clone`: those of the class, of classes above and of classes below.
pub fn copied_fields(program: &Program) -> Vec<bool> {
    let mut copied: FxHashSet<ClassId> = FxHashSet::default();
    for edge in program.methods.iter().filter_map(|method| method.graph()).flat_map(|graph| &graph.edges) {
        if let Instruction::Call(call) = &edge.instruction
            && matches!(program.method(call.method).body, Body::Library(LibraryMethod::Clone))
            && let Some(Type::Class(class)) = call.receiver.as_ref().map(|receiver| &receiver.ty)
        {
            copied.insert(*class);
        }
    }
    let is_related = |a: ClassId, b: ClassId| program.is_subclass(a, b) || program.is_subclass(b, a);
    let is_copied = |class: ClassId| copied.iter().any(|other| is_related(class, *other));
    program.fields.iter().map(|field| !field.is_static && is_copied(field.class)).collect()
}

/// Whether every constructor, or the static initialiser, writes the field.
pub fn is_always_written(program: &Program, field: FieldId) -> bool {
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
                        && call.receiver.as_ref().and_then(Expr::local) == method.this()
                }
                _ => false,
            })
        })
    })
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
