//! Circles in the order in which threads take locks.

use super::engine::Engine;
use super::horn;
use super::names::simple;
use super::objects::{Object, ObjectId};
use super::order::{OrderEdge, Reason};
use super::term::Level;
use crate::codes;
use concurrent::object::{Instruction, MethodId, Type};
use ivl::check::Context;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};
use std::time::Duration;

/// The order in which locks are taken, by place. Of edges that differ only in their places, the first.
pub fn in_text_order(engine: &Engine) -> Vec<OrderEdge> {
    let mut edges: Vec<OrderEdge> = engine.order.iter().flat_map(|edge| with_lambdas(engine, edge)).collect();
    edges.sort_by_key(|edge| (edge.taken_at, edge.held_at, edge.method, edge.held, edge.taken));
    let mut seen = FxHashSet::default();
    edges.retain(|edge| {
        let levels = (edge.held_level, edge.taken_level);
        let array = edge.array.map(|field| (field, edge.method));
        seen.insert((edge.held, edge.taken, levels, edge.gates.clone(), edge.reasons.clone(), array))
    });
    edges
}

/// In place of a lambda that may be run, the locks that it takes if it was handed over.
fn with_lambdas(engine: &Engine, edge: &OrderEdge) -> Vec<OrderEdge> {
    let mut found = Vec::new();
    let (mut queue, mut seen) = (vec![edge.clone()], FxHashSet::default());
    while let Some(edge) = queue.pop() {
        let Object::Runs(method) = engine.objects.get(edge.taken) else {
            found.push(edge);
            continue;
        };
        if !seen.insert(*method) || !engine.handed_over.contains(&engine.program.method(*method).class) {
            continue;
        }
        for (_, summary) in engine.results().filter(|(context, _)| context.method == *method && context.is_entry) {
            for acquired in &summary.acquired {
                let taken = |id: &ObjectId| OrderEdge {
                    taken: *id,
                    taken_level: acquired.level,
                    taken_at: acquired.span,
                    ..edge.clone()
                };
                queue.extend(acquired.ids.iter().map(taken));
            }
        }
    }
    found
}

/// Elements of an array that are taken in a loop: whether upwards or downwards is a question for the solver.
pub fn in_array_order(engine: &Engine, edges: &mut [OrderEdge], context: &Context, time: &mut Duration) {
    let mut known: FxHashMap<MethodId, Option<bool>> = FxHashMap::default();
    for edge in edges.iter_mut().filter(|edge| edge.reasons.is_empty()) {
        let Some(field) = edge.array else { continue };
        let way = *known.entry(edge.method).or_insert_with(|| {
            let ways = [true, false];
            ways.into_iter().find(|way| horn::goes_one_way(engine, edge.method, *way, context, time))
        });
        edge.reasons = way.map(|is_upwards| Reason::Indexed(field, is_upwards)).into_iter().collect();
    }
}

/// One finding for each circle.
pub fn circles(engine: &Engine, edges: &[OrderEdge]) -> Vec<Diagnostic> {
    let mut found: Vec<Vec<&OrderEdge>> = unordered(engine, edges);
    let is_told = |edge: &OrderEdge| edge.reasons.is_empty() || !engine.may_be_one(edge.held, edge.taken);
    let others: Vec<&OrderEdge> = edges.iter().filter(|edge| is_told(edge)).collect();
    for edge in others.iter().filter(|edge| !engine.may_be_one(edge.held, edge.taken)) {
        let Some(circle) = shortest(engine, &others, edge) else { continue };
        let places = |circle: &[&OrderEdge]| -> FxHashSet<(Span, Span)> {
            circle.iter().map(|edge| (edge.held_at, edge.taken_at)).collect()
        };
        let locks = |circle: &[&OrderEdge]| -> FxHashSet<ObjectId> { circle.iter().map(|edge| edge.held).collect() };
        let is_new = !found.iter().any(|other| places(other) == places(&circle) || locks(other) == locks(&circle));
        if is_new {
            found.push(circle);
        }
    }
    found.into_iter().map(|circle| finding(engine, circle)).collect()
}

impl Engine<'_> {
    fn may_be_one(&self, a: ObjectId, b: ObjectId) -> bool {
        self.objects.overlap(self.program, a, b)
    }

    /// Whether a thread at this level keeps another at that level waiting. Readers wait for each other if a writer stands
    /// in between, who waits for the first and keeps the second out.
    fn blocks(&self, lock: ObjectId, held: Level, taken: Level) -> bool {
        held == Level::Write || taken == Level::Write || self.written.iter().any(|other| self.may_be_one(lock, *other))
    }
}

/// Edges between two locks that may be of one place, for which no reason is common to all threads.
fn unordered<'e>(engine: &Engine, edges: &'e [OrderEdge]) -> Vec<Vec<&'e OrderEdge>> {
    let mut found: Vec<Vec<&OrderEdge>> = Vec::new();
    let own: Vec<&OrderEdge> = edges.iter().filter(|edge| engine.may_be_one(edge.held, edge.taken)).collect();
    for edge in &own {
        if !engine.blocks(edge.held, edge.held_level, edge.taken_level) {
            continue;
        }
        // The first two edges that agree on no reason make a circle.
        let agrees = |other: &OrderEdge| edge.reasons.iter().any(|reason: &Reason| other.reasons.contains(reason));
        let other = own
            .iter()
            .find(|other| engine.may_be_one(edge.taken, other.held) && !agrees(other) && !shares_gate(&[*edge], other));
        let Some(other) = other else { continue };
        let circle = if edge.reasons.is_empty() { vec![*edge] } else { vec![*edge, *other] };
        let is_new = !found.iter().any(|known| {
            let is_there = |edge: &OrderEdge| {
                known.iter().any(|other| other.held_at == edge.held_at && other.taken_at == edge.taken_at)
            };
            circle.iter().all(|edge| is_there(edge))
                || known.iter().any(|other| other.taken_at == edge.taken_at && edge.reasons.is_empty())
        });
        if is_new {
            found.push(circle);
        }
    }
    let is_told = |edge: &OrderEdge| found.iter().flatten().any(|known| engine.may_be_one(known.held, edge.held));
    let untold: Vec<&OrderEdge> = own.iter().copied().filter(|edge| !is_told(edge)).collect();
    found.extend(untold.iter().find_map(|edge| without_common_reason(engine, &untold, edge)));
    found
}

/// Edges of one place of which each two agree on a reason, but not all of them on one: more than two threads make a circle.
fn without_common_reason<'e>(
    engine: &Engine,
    edges: &[&'e OrderEdge],
    first: &'e OrderEdge,
) -> Option<Vec<&'e OrderEdge>> {
    let mut circle = vec![first];
    for reason in &first.reasons {
        let lacks = |edge: &&&OrderEdge| !edge.reasons.contains(reason) && engine.may_be_one(first.held, edge.held);
        let other = edges.iter().find(lacks)?;
        if !circle.contains(other) {
            circle.push(other);
        }
    }
    let is_kept = circle.iter().enumerate().any(|(at, edge)| shares_gate(&circle[..at], edge));
    (circle.len() > 1 && !is_kept).then_some(circle)
}

fn shares_gate(path: &[&OrderEdge], next: &OrderEdge) -> bool {
    path.iter().any(|edge| edge.gates.iter().any(|gate| next.gates.contains(gate)))
}

/// The edges of a shortest circle that begins with this one.
fn shortest<'e>(engine: &Engine, edges: &[&'e OrderEdge], first: &'e OrderEdge) -> Option<Vec<&'e OrderEdge>> {
    let mut paths: Vec<Vec<&OrderEdge>> = vec![vec![first]];
    let mut seen = vec![first.taken];
    let mut at = 0;
    while let Some(path) = paths.get(at).cloned() {
        at += 1;
        let last = path[path.len() - 1];
        for next in edges.iter().filter(|next| engine.may_be_one(last.taken, next.held)) {
            if !engine.blocks(next.held, next.held_level, last.taken_level) || shares_gate(&path, next) {
                continue;
            }
            let path: Vec<&OrderEdge> = path.iter().copied().chain([*next]).collect();
            if engine.may_be_one(next.taken, first.held) {
                if engine.blocks(first.held, first.held_level, next.taken_level) {
                    return Some(path);
                }
            } else if !seen.contains(&next.taken) {
                seen.push(next.taken);
                paths.push(path);
            }
        }
    }
    None
}

fn finding(engine: &Engine, mut circle: Vec<&OrderEdge>) -> Diagnostic {
    let first = (0..circle.len()).min_by_key(|index| circle[*index].taken_at).unwrap_or(0);
    circle.rotate_left(first);
    let names: Vec<String> = circle.iter().map(|edge| name(engine, edge.held)).collect();
    let edge = circle[0];
    let message = match circle.len() {
        1 => format!(
            "a thread that holds {} takes that of another object, and another thread may do the same the other way round",
            names[0]
        ),
        _ => format!(
            "threads may wait for each other for ever: {} is taken with {} held here, and elsewhere the other way round",
            name(engine, edge.taken),
            names[0]
        ),
    };
    let mut diagnostic = Diagnostic::error(&codes::ORDER, edge.taken_at, message)
        .label(edge.held_at, format!("{} is taken here", names[0]));
    for (index, edge) in circle.iter().enumerate().skip(1) {
        diagnostic = diagnostic
            .label(edge.held_at, format!("another thread takes {} here", names[index]))
            .label(edge.taken_at, format!("and waits for {} here", name(engine, edge.taken)));
    }
    diagnostic.help("take the locks in the same order everywhere, or the second one with `tryLock`")
}

fn name(engine: &Engine, id: ObjectId) -> String {
    let program = engine.program;
    let of_type = |ty: &Type| match ty {
        Type::Class(class) if program.class(*class).is_from_source() => {
            format!("the monitor of a `{}`", simple(&program.class(*class).name))
        }
        Type::Class(class) => format!("a `{}`", simple(&program.class(*class).name)),
        _ => "the monitor of an array".to_string(),
    };
    match engine.objects.get(id) {
        Object::Made(method, edge) => {
            let instruction = program.method(*method).graph().map(|graph| &graph.edges[edge.index()].instruction);
            let ty = match instruction {
                Some(Instruction::NewObject { class, .. }) => Type::Class(*class),
                _ => Type::Null,
            };
            let is_own = matches!(ty, Type::Class(class) if program.class(class).is_from_source());
            match engine.objects.holder(program, id).filter(|_| !is_own) {
                Some(field) => {
                    let field = program.field(field);
                    format!("`{}.{}`", simple(&program.class(field.class).name), field.name)
                }
                None => of_type(&ty),
            }
        }
        Object::Of(ty) => of_type(ty),
        Object::Class(Type::Class(class)) => format!("`{}.class`", simple(&program.class(*class).name)),
        Object::Class(_) => "the monitor of a class".to_string(),
        Object::Runs(_) => "a lock".to_string(),
        Object::Text(text) => format!("the text \"{text}\""),
    }
}
