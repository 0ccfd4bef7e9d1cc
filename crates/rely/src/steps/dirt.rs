//! What steps read and write, where other threads may run, and what is to be checked there.

use crate::others::parts::{PartSet, Parts};
use crate::plan::flat::{Flat, FlatEdge, Op};
use crate::steps::step::hands_on;
use crate::terms::heap::{Heap, sort_of};
use crate::text::call_graph::code_of;
use crate::text::footprint;
use crate::text::owned::Ownership;
use concurrent::object::annotations::spec::{ExprKind as SpecKind, StatementKind};
use concurrent::object::{Body, EdgeId, Instruction, MethodId, Type};
use ivl::typed::GlobalId;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Whether other threads may run before the operation.
pub fn is_boundary(heap: &Heap, op: &Op) -> bool {
    match op {
        Op::Java(Instruction::ReadField { field, .. }) => !heap.java.field(*field).is_final,
        Op::Java(
            Instruction::WriteField { .. }
            | Instruction::ReadElement { .. }
            | Instruction::WriteElement { .. }
            | Instruction::Enter(_)
            | Instruction::Exit(_),
        ) => true,
        Op::Java(_) | Op::Clauses { .. } | Op::Requires { .. } => false,
        Op::Library { call, method, .. } => footprint::is_noticed(heap, call, *method),
        // It has its own inside.
        Op::Abstract { .. } => true,
        Op::Shows { .. } => true,
    }
}

/// The shared variables that an operation writes.
pub fn written(heap: &Heap, op: &Op) -> BTreeSet<GlobalId> {
    match op {
        Op::Java(Instruction::WriteField { field, value, .. }) => {
            let published = value.ty.is_reference().then_some(heap.published);
            [heap.field(*field)].into_iter().chain(published).collect()
        }
        Op::Java(Instruction::WriteElement { value, .. }) => {
            let published = value.ty.is_reference().then_some(heap.published);
            [heap.elements(sort_of(&value.ty))].into_iter().chain(published).collect()
        }
        Op::Java(Instruction::Enter(_) | Instruction::Exit(_)) => BTreeSet::from([heap.holder]),
        Op::Java(_) | Op::Requires { .. } => BTreeSet::new(),
        Op::Library { call, method, .. } => footprint::written(heap, call, *method),
        Op::Abstract { .. } | Op::Shows { .. } => BTreeSet::from([heap.published]),
        Op::Clauses { clauses, .. } => {
            let targets = clauses.iter().filter_map(|clause| match &clause.kind {
                StatementKind::Set { target, .. } => match &target.kind {
                    SpecKind::Ghost { ghost, .. } => Some(heap.ghost(*ghost)),
                    _ => None,
                },
                StatementKind::Assert(_) | StatementKind::Assume(_) | StatementKind::LoopInvariant(_) => None,
            });
            let published = clauses.iter().any(|clause| hands_on(&clause.kind)).then_some(heap.published);
            targets.chain(published).collect()
        }
    }
}

/// All shared variables that the code of a method may write, itself or by what it calls.
pub fn written_by_code(heap: &Heap, method: MethodId) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    for id in code_of(&heap.calls, method) {
        for (at, edge) in heap.java.method(id).graph().into_iter().flat_map(|graph| &graph.edges).enumerate() {
            let op = match &edge.instruction {
                Instruction::Call(call) => {
                    for target in std::iter::once(&call.method).chain(&call.targets) {
                        if let Body::Library(method) = heap.java.method(*target).body {
                            found.extend(written(heap, &Op::Library { call: call.clone(), method, declares: false }));
                        }
                    }
                    continue;
                }
                Instruction::Annotation(_) => {
                    let clauses = heap.spec.statements.get(&(id, EdgeId(at as u32))).cloned().unwrap_or_default();
                    Op::Clauses { clauses, base: 0, this: None }
                }
                other => Op::Java(other.clone()),
            };
            found.extend(written(heap, &op));
        }
    }
    found
}

/// The shared variables that an operation reads or writes.
pub fn touched(heap: &Heap, op: &Op) -> BTreeSet<GlobalId> {
    let mut found = written(heap, op);
    match op {
        Op::Java(Instruction::ReadField { field, .. }) => {
            found.insert(heap.field(*field));
        }
        Op::Java(Instruction::ReadElement { array, .. }) => {
            if let Type::Array(element) = &array.ty {
                found.insert(heap.elements(sort_of(element)));
            }
        }
        Op::Library { call, method, .. } => found.extend(footprint::read(heap, call, *method)),
        Op::Java(_) | Op::Shows { .. } => {}
        Op::Clauses { clauses, .. } => clauses.iter().for_each(|clause| match &clause.kind {
            StatementKind::Assert(expr) | StatementKind::Assume(expr) | StatementKind::LoopInvariant(expr) => {
                crate::terms::formula::globals(heap, expr, &mut found);
            }
            StatementKind::Set { target, value } => {
                crate::terms::formula::globals(heap, target, &mut found);
                crate::terms::formula::globals(heap, value, &mut found);
            }
        }),
        Op::Abstract { method, .. } | Op::Requires { method, .. } => {
            if let Some(spec) = heap.spec.methods.get(method) {
                crate::abstraction::simulation::spec_globals(heap, spec, &mut found);
            }
            if crate::abstraction::simulation::modifies_everything(heap.spec, *method) {
                found.extend(heap.code_writes(*method).iter());
            }
        }
    }
    found
}

/// What happened since others ran last: the places, and the shared variables that were written.
#[derive(Clone, Default, PartialEq)]
pub struct Dirt {
    pub globals: BTreeSet<GlobalId>,
    /// The parts of the shared variables that this touches.
    pub parts: PartSet,
    pub place: Option<Span>,
}

pub struct Dirts {
    /// By node.
    pub nodes: Vec<Dirt>,
    /// Before each edge.
    pub edges: Vec<Dirt>,
}

/// What a step does by itself.
pub struct Wrote {
    /// Whether others run before it.
    pub is_boundary: bool,
    pub ownership: Ownership,
    pub dirt: Dirt,
}

/// What each edge does.
pub fn wrote(heap: &Heap, parts: &Parts, flat: &Flat, ownership: &[Ownership]) -> Vec<Wrote> {
    let of = |(edge, own): (&FlatEdge, &Ownership)| {
        let mut globals = written(heap, &edge.op);
        if !own.hands_on {
            globals.remove(&heap.published);
        }
        if own.is_owned {
            return Wrote { is_boundary: false, ownership: *own, dirt: Dirt { globals, ..Dirt::default() } };
        }
        if matches!(edge.op, Op::Shows { .. }) && !own.hands_on {
            // Others have all of it already.
            return Wrote { is_boundary: false, ownership: *own, dirt: Dirt::default() };
        }
        let place = (!globals.is_empty()).then_some(edge.span);
        let parts = parts.written_by(heap, &edge.op, &globals);
        Wrote { is_boundary: is_boundary(heap, &edge.op), ownership: *own, dirt: Dirt { globals, parts, place } }
    };
    flat.edges.iter().zip(ownership).map(of).collect()
}

/// What is unchecked before each edge and at each node, and the nodes where nothing is since it is checked on the way
/// there: the heads of loops, and where runs meet that did different things last.
pub fn dirty(flat: &Flat, wrote: &[Wrote], heads: &BTreeSet<usize>) -> (Dirts, BTreeSet<usize>) {
    let all = spread(flat, wrote, heads);
    // Having done nothing is one of the things: on such a run, what others did to a part may not have been looked at.
    let mut places: BTreeMap<usize, BTreeSet<Option<Span>>> = BTreeMap::new();
    for (edge, wrote) in flat.edges.iter().zip(wrote) {
        let dirt = left_by(wrote, &all[edge.from]);
        for to in std::iter::once(edge.to).chain(edge.unwind) {
            places.entry(to).or_default().insert(dirt.place);
        }
    }
    let joints = places.into_iter().filter(|(_, places)| places.len() > 1).map(|(node, _)| node);
    let clean: BTreeSet<usize> = joints.chain(heads.iter().copied()).collect();
    let nodes = spread(flat, wrote, &clean);
    let edges = flat.edges.iter().map(|edge| nodes[edge.from].clone()).collect();
    (Dirts { nodes, edges }, clean)
}

fn spread(flat: &Flat, wrote: &[Wrote], clean: &BTreeSet<usize>) -> Vec<Dirt> {
    let mut nodes = vec![Dirt::default(); flat.nodes.len()];
    let mut out = vec![Vec::new(); flat.nodes.len()];
    flat.edges.iter().enumerate().for_each(|(at, edge)| out[edge.from].push(at));
    let mut pending: Vec<usize> = (0..flat.nodes.len()).rev().collect();
    while let Some(from) = pending.pop() {
        for at in &out[from] {
            let edge = &flat.edges[*at];
            let dirt = left_by(&wrote[*at], &nodes[from]);
            for to in std::iter::once(edge.to).chain(edge.unwind).filter(|to| !clean.contains(to)) {
                let node = &mut nodes[to];
                let before = (node.globals.len(), node.parts.len());
                node.globals.extend(&dirt.globals);
                node.parts.extend(&dirt.parts);
                if node.place.is_none() {
                    node.place = dirt.place;
                }
                if (node.globals.len(), node.parts.len()) != before {
                    pending.push(to);
                }
            }
        }
    }
    nodes
}

/// What is unchecked after an edge.
pub fn left_by(wrote: &Wrote, before: &Dirt) -> Dirt {
    let mut dirt = if wrote.is_boundary { Dirt::default() } else { before.clone() };
    dirt.globals.extend(&wrote.dirt.globals);
    dirt.parts.extend(&wrote.dirt.parts);
    dirt.place = wrote.dirt.place.or(dirt.place);
    dirt
}

/// The shared variables that edges from these nodes write.
pub fn written_in(heap: &Heap, flat: &Flat, nodes: &BTreeSet<usize>) -> BTreeSet<GlobalId> {
    let inside = flat.edges.iter().filter(|edge| nodes.contains(&edge.from));
    inside.flat_map(|edge| written(heap, &edge.op)).collect()
}

/// Whether an operation may store a reference in an object or an array.
pub fn may_link(heap: &Heap, op: &Op) -> bool {
    match op {
        Op::Java(Instruction::WriteField { object, value, .. }) => object.is_some() && value.ty.is_reference(),
        Op::Java(Instruction::WriteElement { value, .. }) => value.ty.is_reference(),
        Op::Library { call, method, .. } => {
            let passes = call.args.iter().any(|arg| arg.ty.is_reference());
            passes && !footprint::written(heap, call, *method).is_empty()
        }
        Op::Clauses { clauses, .. } => clauses.iter().any(|clause| hands_on(&clause.kind)),
        Op::Java(_) | Op::Abstract { .. } | Op::Shows { .. } | Op::Requires { .. } => false,
    }
}
