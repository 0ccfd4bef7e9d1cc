//! What the text alone says of fields that are final: facts about every object whose constructor has run.
//!
//! ```text
//! never null     every write gives it something that is not null, and before the write no one else can have the object
//! fresh          every write gives it an object that was made in the same run of the constructor: no two objects share it
//! length         if it is a new array, of always the same length: that length
//! side           it is the read or the write side of the read-write lock in another final field of the object
//! condition      it is a condition of the lock in another final field of the object, or of the write side of that lock
//! ```
//!
//! They are about objects that other threads made, or that were made before the method began: one that is being built
//! is known by what was written to it.

use crate::text::never_null::{captures_new_objects, given_objects};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, CallKind, ClassId, ClassOrigin, Constant, Edge, Expr, ExprKind, FieldId, FieldKind, Graph, Instruction,
    LocalId, Method, MethodId, MethodKind, NodeId, Program,
};
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FieldFacts {
    pub is_never_null: bool,
    pub origin: Origin,
}

/// Where the value of a final field comes from, if all its writes agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    #[default]
    Unknown,
    /// An object of exactly this class, made for this field.
    New(ClassId),
    /// An array made for this field, of this length if it is always the same.
    NewArray(Option<i64>),
    ReadSideOf(FieldId),
    WriteSideOf(FieldId),
    ConditionOf(FieldId),
    /// A condition of the write side of a read-write lock.
    ConditionOfWriteSideOf(FieldId),
}

impl Origin {
    /// What is known of a value that comes from the one or from the other.
    fn or_else(self, other: Origin) -> Origin {
        match (self, other) {
            (Origin::NewArray(_), Origin::NewArray(_)) if self != other => Origin::NewArray(None),
            _ if self == other => self,
            _ => Origin::Unknown,
        }
    }
}

/// The facts of each field.
pub fn field_facts(java: &Program) -> Vec<FieldFacts> {
    let mut facts = vec![FieldFacts::default(); java.fields.len()];
    let mut origins: Vec<Option<Origin>> = vec![None; java.fields.len()];
    for id in java.method_ids() {
        let method = java.method(id);
        for edge in method.graph().into_iter().flat_map(|graph| &graph.edges) {
            let Instruction::WriteField { object, field, value } = &edge.instruction else { continue };
            let origin = match is_own_write(java, method, object.as_ref(), *field) {
                true => origin(java, method, value),
                false => Origin::Unknown,
            };
            let known = &mut origins[field.index()];
            *known = Some(known.map_or(origin, |other| other.or_else(origin)));
        }
    }
    let given = given_objects(java);
    for (at, field) in java.fields.iter().enumerate() {
        facts[at].is_never_null = match field.kind {
            _ if field.is_final && given.contains(&FieldId(at as u32)) => {
                !is_seen_before(java, field.class, FieldId(at as u32))
            }
            FieldKind::Outer | FieldKind::EnumConstant => true,
            // `System.out` and the like.
            _ if matches!(java.class(field.class).origin, ClassOrigin::Library(_)) => field.is_static && field.is_final,
            FieldKind::Captured => captures_new_objects(java, FieldId(at as u32)),
            FieldKind::Declared => false,
        };
    }
    for (at, origin) in origins.into_iter().enumerate() {
        let (field, origin) = (&java.fields[at], origin.unwrap_or_default());
        if field.is_final && origin != Origin::Unknown {
            facts[at].origin = origin;
        }
    }
    facts
}

/// Whether a constructor writes a field of `this`, or a static initialiser one of its class.
pub fn is_own_write(java: &Program, method: &Method, object: Option<&Expr>, field: FieldId) -> bool {
    let field = java.field(field);
    match (method.kind, object) {
        (MethodKind::Constructor, Some(object)) => method.class == field.class && is_this(method, object),
        (MethodKind::StaticInitializer, None) => method.class == field.class,
        (MethodKind::Constructor | MethodKind::StaticInitializer | MethodKind::Method, _) => false,
    }
}

pub fn is_this(method: &Method, expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(local) if Some(local) == method.this())
}

fn origin(java: &Program, method: &Method, value: &Expr) -> Origin {
    let ExprKind::Local(local) = uncast(value).kind else { return Origin::Unknown };
    match definition(method, local) {
        Some(Instruction::NewObject { class, .. }) if is_stored_once(method, local) => Origin::New(*class),
        Some(Instruction::NewArray { lengths, .. }) if is_stored_once(method, local) => {
            Origin::NewArray(lengths.first().and_then(|length| match length.kind {
                ExprKind::Constant(Constant::Int(length)) => Some(length),
                _ => None,
            }))
        }
        Some(Instruction::Call(call)) => derived(java, method, call),
        _ => Origin::Unknown,
    }
}

fn derived(java: &Program, method: &Method, call: &Call) -> Origin {
    let Body::Library(kind) = java.method(call.method).body else { return Origin::Unknown };
    let Some(receiver) = &call.receiver else { return Origin::Unknown };
    let Some(of) = own_field(java, method, receiver) else {
        // `rw.writeLock().newCondition()`
        return match (kind, derived_from(java, method, receiver)) {
            (LibraryMethod::NewCondition, Origin::WriteSideOf(lock)) => Origin::ConditionOfWriteSideOf(lock),
            _ => Origin::Unknown,
        };
    };
    match kind {
        LibraryMethod::ReadLock => Origin::ReadSideOf(of),
        LibraryMethod::WriteLock => Origin::WriteSideOf(of),
        LibraryMethod::NewCondition => Origin::ConditionOf(of),
        _ => Origin::Unknown,
    }
}

/// The same of a value that a call has just given.
fn derived_from(java: &Program, method: &Method, value: &Expr) -> Origin {
    let ExprKind::Local(local) = uncast(value).kind else { return Origin::Unknown };
    match definition(method, local) {
        Some(Instruction::Call(call)) => derived(java, method, call),
        _ => Origin::Unknown,
    }
}

/// The final field of `this` that the expression was read from or is written to.
fn own_field(java: &Program, method: &Method, expr: &Expr) -> Option<FieldId> {
    let ExprKind::Local(local) = uncast(expr).kind else { return None };
    let definition = definition(method, local)?;
    if let Instruction::ReadField { object: Some(object), field, .. } = definition
        && is_this(method, object)
        && java.field(*field).is_final
    {
        return Some(*field);
    }
    let writes = method.graph()?.edges.iter().filter_map(|edge| match &edge.instruction {
        Instruction::WriteField { object: Some(object), field, value } if is_this(method, object) => {
            Some((*field, value))
        }
        _ => None,
    });
    let writes: Vec<(FieldId, &Expr)> = writes.collect();
    // Every way through a constructor writes a final field: if there is one write, it is on all of them.
    let is_written_once = |field: FieldId| writes.iter().filter(|(written, _)| *written == field).count() == 1;
    let holds = |value: &Expr| matches!(uncast(value).kind, ExprKind::Local(written) if written == local);
    let fields = writes.iter().filter(|(_, value)| holds(value)).map(|(field, _)| *field);
    fields.into_iter().find(|field| java.field(*field).is_final && is_written_once(*field))
}

pub fn uncast(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) => uncast(inner),
        _ => expr,
    }
}

/// Whether one field only gets the object.
fn is_stored_once(method: &Method, local: LocalId) -> bool {
    let edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
    let stores = edges.filter(|edge| match &edge.instruction {
        Instruction::WriteField { value, .. } => {
            matches!(uncast(value).kind, ExprKind::Local(written) if written == local)
        }
        _ => false,
    });
    stores.count() == 1
}

/// The one instruction that sets a local.
pub fn definition(method: &Method, local: LocalId) -> Option<&Instruction> {
    let graph = method.graph()?;
    // Callers set the parameters, and every step that may throw sets the exception.
    if method.params.contains(&local) || graph.exception == local {
        return None;
    }
    let mut found = None;
    for edge in &graph.edges {
        if edge.instruction.target() == Some(local) && found.replace(&edge.instruction).is_some() {
            return None;
        }
    }
    found
}

/// Where the value of a local comes from, past assignments of one local to another: the first local, and the step that
/// sets it, if there is one only.
pub fn source(method: &Method, local: LocalId) -> (LocalId, Option<&Instruction>) {
    let mut local = local;
    // As often as there are locals; then they go round in a cycle.
    for _ in 0..method.locals.len() {
        let found = definition(method, local);
        match found.map(|found| (found, assigned(found))) {
            Some((_, Some(from))) => local = from,
            Some((found, None)) => return (local, Some(found)),
            None => return (local, None),
        }
    }
    (local, None)
}

/// The local that is assigned to another.
fn assigned(step: &Instruction) -> Option<LocalId> {
    let Instruction::Assign { value, .. } = step else { return None };
    uncast(value).local()
}

/// How deep it is looked into methods that return what others return.
const MOST_RETURNS: usize = 5;

/// The class of what a method returns, if one `new` only can have made the object.
pub fn returned_class(java: &Program, method: MethodId, depth: usize) -> Option<ClassId> {
    let method = java.method(method);
    match source(method, method.graph()?.result?).1? {
        Instruction::NewObject { class, .. } => Some(*class),
        Instruction::Call(call) if call.targets.len() == 1 && depth < MOST_RETURNS => {
            returned_class(java, call.targets[0], depth + 1)
        }
        _ => None,
    }
}

/// Whether some constructor of the class or of a class above may hand the object on before it writes the field.
fn is_seen_before(java: &Program, class: ClassId, field: FieldId) -> bool {
    if java.field(field).is_static {
        return false;
    }
    let own = constructors(java, class).any(|method| hands_on(java, method, Some(field)));
    let mut above = java.class(class).superclass;
    while let Some(superclass) = above {
        let is_seen = match java.class(superclass).origin {
            ClassOrigin::Unknown => true,
            ClassOrigin::Library(_) => false,
            ClassOrigin::Source | ClassOrigin::Anonymous | ClassOrigin::Lambda => {
                constructors(java, superclass).any(|method| hands_on(java, method, None))
            }
        };
        if is_seen {
            return true;
        }
        above = java.class(superclass).superclass;
    }
    own
}

fn constructors(java: &Program, class: ClassId) -> impl Iterator<Item = &Method> {
    let methods = java.class(class).methods.iter().map(|id| java.method(*id));
    methods.filter(|method| method.kind == MethodKind::Constructor)
}

/// Whether `this` gets out of a constructor, before the field is written if one is given.
pub fn hands_on(java: &Program, method: &Method, before: Option<FieldId>) -> bool {
    let Some(graph) = method.graph() else { return true };
    let Some(this) = method.this() else { return true };
    let leaks = graph.edges.iter().filter(|edge| gives_away(java, &edge.instruction, this));
    match before {
        None => leaks.count() > 0,
        Some(field) => {
            let unwritten = before_the_write(java, method, graph, field);
            leaks.into_iter().any(|leak| unwritten.contains(&leak.from.index()))
        }
    }
}

/// The nodes of a constructor that control may get to without having written the field, itself or by another
/// constructor of the class.
fn before_the_write(java: &Program, method: &Method, graph: &Graph, field: FieldId) -> BTreeSet<usize> {
    let writes = |edge: &Edge| match &edge.instruction {
        Instruction::WriteField { field: written, .. } => *written == field,
        Instruction::Call(call) => {
            let called = java.method(call.method);
            call.kind == CallKind::Special
                && called.kind == MethodKind::Constructor
                && called.class == method.class
                && call.receiver.as_ref().is_some_and(|receiver| is_this(method, receiver))
        }
        _ => false,
    };
    let mut pending = vec![graph.entry];
    let mut seen = BTreeSet::new();
    while let Some(node) = pending.pop() {
        if seen.insert(node.index()) {
            for edge in graph.outgoing(node) {
                pending.extend(edge.unwind);
                pending.extend((!writes(edge)).then_some(edge.to));
            }
        }
    }
    seen
}

/// The nodes that control may get to from these.
pub fn reachable_from(graph: &Graph, from: impl IntoIterator<Item = NodeId>) -> BTreeSet<usize> {
    let mut pending: Vec<usize> = from.into_iter().map(|node| node.index()).collect();
    let mut seen = BTreeSet::new();
    while let Some(node) = pending.pop() {
        if seen.insert(node) {
            let out = graph.edges.iter().filter(|edge| edge.from.index() == node);
            pending.extend(out.flat_map(|edge| std::iter::once(edge.to).chain(edge.unwind)).map(|node| node.index()));
        }
    }
    seen
}

/// Whether an instruction does more with the object than to touch its fields and to call another constructor of it.
fn gives_away(java: &Program, instruction: &Instruction, this: LocalId) -> bool {
    let is = |expr: &Expr| matches!(uncast(expr).kind, ExprKind::Local(local) if local == this);
    match instruction {
        Instruction::Assign { value, .. } | Instruction::WriteField { value, .. } => is(value),
        Instruction::WriteElement { value, .. } => is(value),
        Instruction::Throw(value) => is(value),
        Instruction::Call(call) => {
            let is_constructor = call.kind == CallKind::Special && is_constructor(java, call.method);
            call.args.iter().any(&is) || call.receiver.as_ref().is_some_and(&is) && !is_constructor
        }
        Instruction::Skip
        | Instruction::ReadField { .. }
        | Instruction::ReadElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewObject { .. }
        | Instruction::NewArray { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Annotation(_) => false,
    }
}

fn is_constructor(java: &Program, method: MethodId) -> bool {
    java.method(method).kind == MethodKind::Constructor
}
