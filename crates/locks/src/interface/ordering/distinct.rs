//! Numbers that no two objects have in common.
//!
//! ```text
//! f = c.getAndIncrement()         f is final, and every constructor gives it what it gets from one counter c by one method;
//!                                 c is a static final atomic that the program does nothing else with
//! lock L { t = s; s = t + k }     s is private and static; all writes of s are such steps, with one L, made once, and one k;
//!     f = t                       every constructor gives the final f what it gets there, as it is or with one sum
//! ```
//!
//! Each value is then handed out once, to one object, as long as a program does not make more objects than its type has
//! numbers. A number from outside, one that is computed of another, and a counter without a lock prove nothing.

use crate::interface::paths::only_write;
use concurrent::object::library::LibraryMethod;
use concurrent::object::liveness::{Annotations, reads};
use concurrent::object::{
    BinaryOp, Body, Call, Check, ClassOrigin, Constant, Edge, EdgeId, Expr, ExprKind, FieldId, Graph, Instruction,
    LocalId, MethodId, MethodKind, NodeId, Program, Type, Visibility,
};
use std::collections::BTreeSet;

/// So many copies and calls are followed.
const DEEPEST: usize = 12;

/// Where a number comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counter {
    Atomic(FieldId, LibraryMethod),
    /// The number that was read, and how much was added to it.
    Plain {
        field: FieldId,
        read_by: (MethodId, EdgeId),
        added: i64,
    },
}

/// Whether no two objects have the same number in the field.
pub fn is_own_number(program: &Program, field: FieldId) -> bool {
    let declared = program.field(field);
    if !declared.is_final || declared.is_static {
        return false;
    }
    let mut counters: Vec<Counter> = Vec::new();
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            let Instruction::WriteField { field: written, value, .. } = &edge.instruction else { continue };
            if *written == field {
                let Some(counter) = counter(program, id, graph, value, DEEPEST) else { return false };
                counters.push(counter);
            }
        }
    }
    let Some(first) = counters.first() else { return false };
    let is_same = |other: &Counter| match (first, other) {
        (Counter::Plain { field, added, .. }, Counter::Plain { field: other, added: theirs, .. }) => {
            field == other && added == theirs
        }
        _ => first == other,
    };
    counters.iter().all(is_same) && counters.iter().all(|counter| counts_once(program, counter))
}

/// The counter that a value is taken from.
fn counter(program: &Program, id: MethodId, graph: &Graph, value: &Expr, depth: usize) -> Option<Counter> {
    let depth = depth.checked_sub(1)?;
    let local = match &value.kind {
        ExprKind::Local(local) => *local,
        ExprKind::Convert(inner) if is_wider(&inner.ty, &value.ty) => return counter(program, id, graph, inner, depth),
        ExprKind::Binary { op: BinaryOp::Add, left, right } => {
            let found = counter(program, id, graph, left, depth)?;
            return match (found, number(right)?) {
                (Counter::Plain { field, read_by, added }, more) => {
                    Some(Counter::Plain { field, read_by, added: added.checked_add(more)? })
                }
                (Counter::Atomic(..), _) => None,
            };
        }
        _ => return None,
    };
    let (at, edge) = only_write(graph, local)?;
    match &edge.instruction {
        Instruction::Assign { value, .. } => counter(program, id, graph, value, depth),
        Instruction::ReadField { object: None, field, .. } => {
            Some(Counter::Plain { field: *field, read_by: (id, at), added: 0 })
        }
        Instruction::Call(call) => match (&program.method(call.method).body, &call.targets[..]) {
            (Body::Library(LibraryMethod::Box), _) => counter(program, id, graph, call.args.first()?, depth),
            (Body::Library(kind), _) => Some(Counter::Atomic(static_field(graph, call)?, *kind)),
            (Body::Graph(inner), [target]) => {
                let result = inner.result?;
                let ty = program.method(*target).local(result).ty.clone();
                counter(program, *target, inner, &Expr { kind: ExprKind::Local(result), ty }, depth)
            }
            _ => None,
        },
        _ => None,
    }
}

fn is_wider(from: &Type, to: &Type) -> bool {
    matches!((from.integer(), to.integer()), (Some((from, true)), Some((to, true))) if from <= to)
}

fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Constant(Constant::Int(number)) => Some(*number),
        ExprKind::Convert(inner) => number(inner),
        _ => None,
    }
}

/// The static field whose object a method is called of.
fn static_field(graph: &Graph, call: &Call) -> Option<FieldId> {
    match &only_write(graph, call.receiver.as_ref()?.local()?)?.1.instruction {
        Instruction::ReadField { object: None, field, .. } => Some(*field),
        _ => None,
    }
}

/// Whether no value is taken from the counter twice.
fn counts_once(program: &Program, counter: &Counter) -> bool {
    match counter {
        Counter::Atomic(field, kind) => is_only_counted(program, *field, *kind),
        Counter::Plain { field, read_by, .. } => is_counted_under_lock(program, *field, *read_by),
    }
}

/// Whether all that is done with the atomic in a static final field is to call this method, which steps by one.
fn is_only_counted(program: &Program, field: FieldId, kind: LibraryMethod) -> bool {
    let steps = matches!(
        kind,
        LibraryMethod::GetAndIncrement
            | LibraryMethod::IncrementAndGet
            | LibraryMethod::GetAndDecrement
            | LibraryMethod::DecrementAndGet
    );
    let declared = program.field(field);
    let is_hidden = declared.visibility != Visibility::Public && declared.is_static && declared.is_final;
    steps && is_hidden && program.method_ids().all(|id| uses_only(program, id, field, kind))
}

fn uses_only(program: &Program, id: MethodId, field: FieldId, kind: LibraryMethod) -> bool {
    let Some(graph) = program.method(id).graph() else { return true };
    graph.edges.iter().all(|edge| match &edge.instruction {
        Instruction::ReadField { target, field: read, .. } if *read == field => {
            only_write(graph, *target).is_some()
                && graph.edges.iter().all(|edge| is_step_of(program, &edge.instruction, *target, kind))
        }
        // It holds an atomic that was made for it.
        Instruction::WriteField { field: written, value, .. } if *written == field => {
            let maker = value.local().and_then(|local| only_write(graph, local));
            let is_made = maker.is_some_and(|(_, maker)| is_made_here(program, graph, maker, value));
            program.method(id).kind == MethodKind::StaticInitializer && is_made
        }
        _ => true,
    })
}

/// Whether the object is new, and goes nowhere but into its constructor and the field.
fn is_made_here(program: &Program, graph: &Graph, maker: &Edge, value: &Expr) -> bool {
    let (Instruction::NewObject { class, .. }, Some(local)) = (&maker.instruction, value.local()) else { return false };
    let is_library = matches!(program.class(*class).origin, ClassOrigin::Library(_));
    is_library
        && graph.edges.iter().all(|edge| match &edge.instruction {
            Instruction::WriteField { .. } | Instruction::Check(_) => true,
            Instruction::Call(call) => call.args.iter().all(|arg| arg.local() != Some(local)),
            other => !is_read(other, local),
        })
}

fn is_read(instruction: &Instruction, local: LocalId) -> bool {
    let mut is_read = false;
    reads(instruction, Annotations::AreSkipped, &mut |read| is_read |= read == local);
    is_read
}

/// Whether an instruction does nothing with a local, or calls the method of what it holds.
fn is_step_of(program: &Program, instruction: &Instruction, local: LocalId, kind: LibraryMethod) -> bool {
    match instruction {
        Instruction::Call(call) if call.receiver.as_ref().and_then(Expr::local) == Some(local) => {
            matches!(program.method(call.method).body, Body::Library(found) if found == kind)
                && call.args.iter().all(|arg| arg.local() != Some(local))
        }
        Instruction::Check(Check::NotNull(_)) => true,
        other => !is_read(other, local),
    }
}

/// Whether every write of a private static field is `t = s; s = t + k` with one lock held, and so is this read.
fn is_counted_under_lock(program: &Program, field: FieldId, read_by: (MethodId, EdgeId)) -> bool {
    let declared = program.field(field);
    if declared.visibility != Visibility::Private || !declared.is_static || declared.ty.integer().is_none() {
        return false;
    }
    let mut steps: Vec<Step> = Vec::new();
    for id in program.method_ids() {
        let method = program.method(id);
        let Some(graph) = method.graph().filter(|_| method.kind != MethodKind::StaticInitializer) else { continue };
        for edge in &graph.edges {
            if matches!(&edge.instruction, Instruction::WriteField { field: written, .. } if *written == field) {
                let Some(step) = step(program, id, graph, edge, field) else { return false };
                steps.push(step);
            }
        }
    }
    let is_one = |step: &Step| step.lock == steps[0].lock && step.by == steps[0].by;
    steps.iter().all(is_one) && steps.iter().any(|step| step.read_by == read_by)
}

struct Step {
    read_by: (MethodId, EdgeId),
    by: i64,
    lock: StaticLock,
}

/// A lock that there is one of.
#[derive(Clone, PartialEq, Eq, Debug)]
enum StaticLock {
    Class(Type),
    Field(FieldId),
}

/// What the write of a counter adds, and the lock that is held from the read to the write.
fn step(program: &Program, id: MethodId, graph: &Graph, write: &Edge, field: FieldId) -> Option<Step> {
    let Instruction::WriteField { value, .. } = &write.instruction else { return None };
    let Counter::Plain { field: read, read_by, added } = counter(program, id, graph, value, DEEPEST)? else {
        return None;
    };
    if read != field || read_by.0 != id || added == 0 {
        return None;
    }
    if !leads_straight_to(graph, graph.edges[read_by.1.index()].to, write.from) {
        return None;
    }
    let at = graph.edges[read_by.1.index()].from;
    let locks = graph.edges.iter().filter_map(|edge| match &edge.instruction {
        Instruction::Enter(object) => static_lock(program, graph, object),
        _ => None,
    });
    let lock = locks.into_iter().find(|lock| is_held(program, graph, lock, at))?;
    Some(Step { read_by, by: added, lock })
}

/// Whether what follows a node is another one, after steps that others do not see.
fn leads_straight_to(graph: &Graph, mut node: NodeId, end: NodeId) -> bool {
    for _ in 0..graph.nodes.len() {
        if node == end {
            return true;
        }
        let mut next = graph.outgoing(node);
        let (Some(edge), None) = (next.next(), next.next()) else { return false };
        if !matches!(edge.instruction, Instruction::Assign { .. } | Instruction::Skip) {
            return false;
        }
        node = edge.to;
    }
    false
}

fn static_lock(program: &Program, graph: &Graph, object: &Expr) -> Option<StaticLock> {
    if let ExprKind::Constant(Constant::Class(ty)) = &object.kind {
        return Some(StaticLock::Class(ty.clone()));
    }
    match &only_write(graph, object.local()?)?.1.instruction {
        Instruction::ReadField { object: None, field, .. } if program.field(*field).is_final => {
            Some(StaticLock::Field(*field))
        }
        Instruction::Assign { value, .. } => static_lock(program, graph, value),
        _ => None,
    }
}

/// Whether the monitor is held on every path to the node.
fn is_held(program: &Program, graph: &Graph, lock: &StaticLock, at: NodeId) -> bool {
    const MOST: usize = 4;
    let is_it = |object: &Expr| static_lock(program, graph, object).as_ref() == Some(lock);
    let mut seen: BTreeSet<(NodeId, usize)> = BTreeSet::from([(graph.entry, 0)]);
    let mut open: Vec<(NodeId, usize)> = vec![(graph.entry, 0)];
    while let Some((node, depth)) = open.pop() {
        for edge in graph.outgoing(node) {
            let after = match &edge.instruction {
                Instruction::Enter(object) if is_it(object) => depth + 1,
                Instruction::Exit(object) if is_it(object) => depth.saturating_sub(1),
                _ => depth,
            };
            if after > MOST {
                return false;
            }
            let ends = [Some((edge.to, after)), edge.unwind.map(|unwind| (unwind, depth))];
            open.extend(ends.into_iter().flatten().filter(|end| seen.insert(*end)));
        }
    }
    seen.iter().filter(|(node, _)| *node == at).all(|(_, depth)| *depth > 0)
}
