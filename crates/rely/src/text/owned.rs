//! What the text alone says of the objects that a method makes: which steps are on an object that certainly no other
//! thread can reach, and which steps may hand on such an object.
//!
//! ```text
//!                         certainly own                              perhaps own
//! x = new …               x holds such an object                     x
//! y = x                   so does y                                  y if x
//! y = x.f, y = x[i]       y does not                                 y if x
//! x.f = v, x[i] = v       both stay, if x was; code that gets x        v is handed on unless x is certainly own
//!                         gets v
//! a ghost gets x          nothing is known to be own from here on    x is handed on
//! a call                  one of them may get out: nothing is        what is passed is handed on
//!                         known to be own from here on
//! ```
//!
//! Others neither see a step on an own object nor disturb it: they need not run before it. A step that hands on no own
//! object publishes nothing.

use crate::plan::flat::{Flat, FlatEdge, Op};
use crate::terms::heap::Heap;
use crate::text::effect::{Effect, effect};
use crate::text::footprint::held_by_result;
use concurrent::object::annotations::spec::StatementKind;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Expr, ExprKind, Instruction, LocalId, MethodId, MethodKind};
use std::collections::BTreeSet;

/// What is known of an edge.
#[derive(Clone, Copy, Default)]
pub struct Ownership {
    /// It touches only an object that this thread has for itself.
    pub is_owned: bool,
    /// It may publish an object that this method made.
    pub hands_on: bool,
}

/// What is known of a method.
pub struct Owned {
    /// By edge.
    pub edges: Vec<Ownership>,
    /// Whether what is returned, or the object that is built, may be known to this thread alone until then.
    pub is_returned: bool,
    /// The same of what is thrown.
    pub is_thrown: bool,
}

pub fn owned(heap: &Heap, flat: &Flat, method: MethodId) -> Owned {
    let method = heap.java.method(method);
    let makes = |op: &Op| matches!(op, Op::Java(Instruction::NewObject { .. } | Instruction::NewArray { .. }));
    let is_constructor = method.kind == MethodKind::Constructor;
    if !is_constructor && !flat.edges.iter().any(|edge| makes(&edge.op)) {
        let edges = vec![Ownership::default(); flat.edges.len()];
        return Owned { edges, is_returned: false, is_thrown: false };
    }
    let this: BTreeSet<LocalId> = method.this().filter(|_| is_constructor).into_iter().collect();
    let certain = spread(
        flat,
        &this,
        |edge, own| certainly(heap, edge, own),
        |known, new| known.intersection(new).copied().collect(),
    );
    let perhaps = spread(flat, &this, perhaps, |known, new| known.union(new).copied().collect());
    let none = BTreeSet::new();
    let of = |edge: &FlatEdge| {
        let certain = certain[edge.from].as_ref().unwrap_or(&none);
        let perhaps = perhaps[edge.from].as_ref().unwrap_or(&none);
        let is_owned = touched_object(&edge.op).is_some_and(|object| certain.contains(&object));
        let is_named_by_ghost = match &edge.op {
            Op::Clauses { clauses, .. } => clauses.iter().any(|clause| crate::steps::step::hands_on(&clause.kind)),
            Op::Java(_) | Op::Library { .. } | Op::Abstract { .. } | Op::Shows { .. } | Op::Requires { .. } => false,
        };
        let is_passed = handed_on(heap, &edge.op).into_iter().any(|value| is_among(value, perhaps));
        let hands_on = !is_owned && (is_passed || is_named_by_ghost);
        Ownership { is_owned, hands_on }
    };
    let edges = flat.edges.iter().map(of).collect();
    let is_own = |node: usize, local: LocalId| {
        let is_reference = flat.locals[local.index()].ty.is_reference();
        is_reference && perhaps[node].as_ref().is_some_and(|own| own.contains(&local))
    };
    let is_returned = is_constructor || flat.result.is_some_and(|result| is_own(flat.exit, result));
    let exception = method.graph().map(|graph| graph.exception);
    let is_thrown = exception.is_some_and(|exception| is_own(flat.exceptional, exception));
    Owned { edges, is_returned, is_thrown }
}

type Locals = BTreeSet<LocalId>;

/// What holds at each node that is reached.
fn spread(
    flat: &Flat,
    first: &Locals,
    step: impl Fn(&FlatEdge, &mut Locals),
    join: impl Fn(&Locals, &Locals) -> Locals,
) -> Vec<Option<Locals>> {
    let mut out = vec![Vec::new(); flat.nodes.len()];
    flat.edges.iter().for_each(|edge| out[edge.from].push(edge));
    let mut nodes: Vec<Option<Locals>> = vec![None; flat.nodes.len()];
    nodes[flat.entry] = Some(first.clone());
    let mut pending = vec![flat.entry];
    while let Some(from) = pending.pop() {
        let Some(before) = nodes[from].clone() else { continue };
        for edge in &out[from] {
            let mut after = before.clone();
            step(edge, &mut after);
            for to in std::iter::once(edge.to).chain(edge.unwind) {
                let joined = match &nodes[to] {
                    Some(known) => join(known, &after),
                    None => after.clone(),
                };
                if nodes[to].as_ref() != Some(&joined) {
                    nodes[to] = Some(joined);
                    pending.push(to);
                }
            }
        }
    }
    nodes
}

/// The local whose object an operation reads or writes.
fn touched_object(op: &Op) -> Option<LocalId> {
    match op {
        Op::Java(
            Instruction::ReadField { object: Some(object), .. } | Instruction::WriteField { object: Some(object), .. },
        ) => local(object),
        Op::Java(Instruction::ReadElement { array, .. } | Instruction::WriteElement { array, .. }) => local(array),
        Op::Library { call, method: LibraryMethod::New, .. } if !call.args.iter().any(|arg| arg.ty.is_reference()) => {
            call.receiver.as_ref().and_then(local)
        }
        Op::Java(_)
        | Op::Library { .. }
        | Op::Abstract { .. }
        | Op::Shows { .. }
        | Op::Clauses { .. }
        | Op::Requires { .. } => None,
    }
}

/// The references that an operation stores somewhere, or that others may keep.
fn handed_on<'o>(heap: &Heap, op: &'o Op) -> Vec<&'o Expr> {
    let passed: Vec<&Expr> = match op {
        Op::Java(Instruction::WriteField { value, .. } | Instruction::WriteElement { value, .. }) => vec![value],
        Op::Library { call, method, .. } => match effect(*method) {
            Effect::None => held_by_result(heap, call, *method),
            // The object that is made is where it was.
            Effect::Publish if *method == LibraryMethod::New => call.args.iter().collect(),
            _ => call.receiver.iter().chain(&call.args).collect(),
        },
        Op::Abstract { call, .. } => call.receiver.iter().chain(&call.args).collect(),
        Op::Shows { objects } => objects.iter().collect(),
        Op::Java(_) | Op::Clauses { .. } | Op::Requires { .. } => Vec::new(),
    };
    passed.into_iter().filter(|value| value.ty.is_reference()).collect()
}

fn is_among(value: &Expr, locals: &Locals) -> bool {
    local(value).is_some_and(|local| locals.contains(&local))
}

/// What certainly holds own objects after the edge.
fn certainly(heap: &Heap, edge: &FlatEdge, own: &mut Locals) {
    let is_inside = touched_object(&edge.op).is_some_and(|object| own.contains(&object));
    if !is_inside && handed_on(heap, &edge.op).into_iter().any(|value| local(value).is_some()) {
        own.clear();
    }
    // Through a ghost, declarations may speak of it from now on.
    if let Op::Clauses { clauses, .. } = &edge.op
        && clauses.iter().any(|clause| matches!(clause.kind, StatementKind::Set { .. }))
    {
        own.clear();
    }
    if let Some(target) = target(&edge.op) {
        let is_own = match &edge.op {
            Op::Java(Instruction::NewObject { .. } | Instruction::NewArray { .. }) => true,
            Op::Java(Instruction::Assign { value, .. }) => is_among(value, own),
            Op::Java(_)
            | Op::Library { .. }
            | Op::Abstract { .. }
            | Op::Shows { .. }
            | Op::Clauses { .. }
            | Op::Requires { .. } => false,
        };
        if is_own {
            own.insert(target)
        } else {
            own.remove(&target)
        };
    }
    if edge.unwind.is_some() {
        own.remove(&edge.exception);
    }
}

/// What perhaps holds own objects after the edge.
fn perhaps(edge: &FlatEdge, own: &mut Locals) {
    if let Some(target) = target(&edge.op) {
        let is_own = match &edge.op {
            Op::Java(Instruction::NewObject { .. } | Instruction::NewArray { .. }) => true,
            Op::Java(Instruction::Assign { value, .. }) => is_among(value, own),
            Op::Java(Instruction::ReadField { .. } | Instruction::ReadElement { .. }) => {
                touched_object(&edge.op).is_some_and(|object| own.contains(&object))
            }
            // It may give back what it is given.
            Op::Library { call, .. } => call.receiver.iter().chain(&call.args).any(|value| is_among(value, own)),
            Op::Java(_) | Op::Abstract { .. } | Op::Shows { .. } | Op::Clauses { .. } | Op::Requires { .. } => false,
        };
        if is_own {
            own.insert(target)
        } else {
            own.remove(&target)
        };
    }
    if let Op::Java(Instruction::Throw(value)) = &edge.op
        && is_among(value, own)
    {
        own.insert(edge.exception);
    }
}

fn target(op: &Op) -> Option<LocalId> {
    match op {
        Op::Java(instruction) => instruction.target(),
        Op::Library { call, .. } | Op::Abstract { call, .. } => call.target,
        Op::Shows { .. } | Op::Clauses { .. } | Op::Requires { .. } => None,
    }
}

/// The local that the expression is.
fn local(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Local(local) => Some(*local),
        ExprKind::Cast(inner) => local(inner),
        _ => None,
    }
}
