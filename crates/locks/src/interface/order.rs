//! In which order threads take locks, and whether they may wait for each other in a circle.
//!
//! Locks are told apart by the fields that hold them: which object a field belongs to is not known across threads.

use super::analysis::{Engine, Walk};
use super::context::Acquired;
use super::held::Lock;
use super::names::simple;
use super::state::State;
use super::term::{Level, Term, TermId};
use crate::codes;
use concurrent::object::{BinaryOp, ClassId, FieldId, MethodId, Program, Type};
use source::{Diagnostic, Span};

/// So many locks that a method takes are told to its callers.
const MOST_ACQUIRED: usize = 64;

/// A lock as all threads see it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OrderId {
    Field(FieldId),
    /// The monitor of an object of this class.
    Object(ClassId),
    Literal(Type),
}

/// A thread that holds one lock waits for another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OrderEdge {
    pub held: OrderId,
    pub held_level: Level,
    pub held_at: Span,
    pub taken: OrderId,
    pub taken_level: Level,
    pub taken_at: Span,
    pub method: MethodId,
    /// Whatever else is held: a lock that all threads of a circle hold keeps them from it.
    pub gates: Vec<OrderId>,
}

/// A lock is about to be taken in this method.
pub fn acquired(walk: &mut Walk, state: &State, lock: &Lock, span: Span) {
    if state.held.is_held(lock) {
        return;
    }
    let acquired = Acquired { lock: lock.clone(), id: None, span };
    called(walk, state, &acquired);
}

/// A lock is taken here, or in a method that is called here.
pub fn called(walk: &mut Walk, state: &State, acquired: &Acquired) {
    if state.held.is_held(&acquired.lock) {
        return;
    }
    let id = order_id(walk, &acquired.lock);
    // One lock stands for all that are alike: in a list, each has the next one's name in the last one's.
    let is_known = |other: &Acquired| other.lock == acquired.lock || id.is_some() && other.id == id;
    if walk.summary.acquired.len() < MOST_ACQUIRED && !walk.summary.acquired.iter().any(is_known) {
        walk.summary.acquired.push(Acquired { id: id.clone(), ..acquired.clone() });
    }
    let Some(taken) = id else { return };
    let gates: Vec<OrderId> = state.held.iter().filter_map(|held| order_id(walk, &held.lock)).collect();
    for held in state.held.iter().filter(|held| held.count.is_held()) {
        let (Some(id), Some(held_at)) = (order_id(walk, &held.lock), held.taken) else { continue };
        if id == taken && is_ordered(walk, state, held.lock.object(), acquired.lock.object()) {
            continue;
        }
        let edge = OrderEdge {
            gates: gates.iter().filter(|gate| **gate != id && **gate != taken).cloned().collect(),
            held: id,
            held_level: level(&held.lock),
            held_at,
            taken: taken.clone(),
            taken_level: level(&acquired.lock),
            taken_at: acquired.span,
            method: walk.method,
        };
        walk.engine.order.insert(edge);
    }
}

fn level(lock: &Lock) -> Level {
    match lock {
        Lock::Side(_, level) | Lock::Stamped(_, level) => *level,
        Lock::Monitor(_) | Lock::Plain(_) | Lock::Permit(_) | Lock::Mode(..) => Level::Write,
    }
}

/// Two locks of the same field: whether they are the same, or a comparison says which of the two objects comes first.
fn is_ordered(walk: &Walk, state: &State, held: TermId, taken: TermId) -> bool {
    let terms = &walk.engine.terms;
    let root = |id: TermId| terms.parts(id).first().copied().unwrap_or(id);
    let (held, taken) = match (terms.get(held), terms.get(taken)) {
        (Term::Element(_, a), Term::Element(_, b)) => (*a, *b),
        _ => (root(held), root(taken)),
    };
    // Elements of an array, or of a list, are taken in an order of their own.
    let is_named = |id: TermId| matches!(terms.get(id), Term::Entry(_));
    let mentions = |fact: TermId, id: TermId| terms.mentions(fact, &|term| term == terms.get(id));
    held == taken
        || !is_named(held)
        || !is_named(taken)
        || state.facts.iter().any(|fact| {
            let is_comparison = matches!(terms.get(*fact), Term::Binary(BinaryOp::Less | BinaryOp::LessEqual, _, _));
            is_comparison && mentions(*fact, held) && mentions(*fact, taken)
        })
}

fn order_id(walk: &Walk, lock: &Lock) -> Option<OrderId> {
    let engine = &walk.engine;
    let object = lock.object();
    match engine.terms.get(object) {
        Term::Field(_, field) | Term::Static(field) => Some(OrderId::Field(*field)),
        Term::Element(array, _) => match engine.terms.get(*array) {
            Term::Field(_, field) | Term::Static(field) => Some(OrderId::Field(*field)),
            _ => None,
        },
        Term::ClassLiteral(ty) => Some(OrderId::Literal(ty.clone())),
        Term::Entry(local) => match (&engine.program.method(walk.method).local(*local).ty, lock) {
            (Type::Class(class), Lock::Monitor(_) | Lock::Mode(..)) => Some(OrderId::Object(*class)),
            _ => None,
        },
        _ => None,
    }
}

/// The order in which locks are taken, by place.
pub fn in_text_order(engine: &Engine) -> Vec<OrderEdge> {
    let mut edges: Vec<OrderEdge> = engine.order.iter().cloned().collect();
    edges.sort_by_key(|edge| (edge.taken_at, edge.held_at, edge.method));
    edges
}

/// One finding for each circle.
pub fn cycles(engine: &Engine) -> Vec<Diagnostic> {
    let edges = &in_text_order(engine);
    let mut found: Vec<Vec<&OrderEdge>> = Vec::new();
    for edge in edges.iter() {
        let Some(cycle) = shortest_cycle(edges, edge) else { continue };
        let is_new = !found.iter().any(|other| {
            other.len() == cycle.len() && cycle.iter().all(|edge| other.iter().any(|known| known.held == edge.held))
        });
        if is_new {
            found.push(cycle);
        }
    }
    found.into_iter().map(|cycle| finding(engine.program, cycle)).collect()
}

/// The edges of a shortest circle that begins with this one.
fn shortest_cycle<'e>(edges: &'e [OrderEdge], first: &'e OrderEdge) -> Option<Vec<&'e OrderEdge>> {
    if first.held == first.taken {
        return Some(vec![first]);
    }
    let mut paths: Vec<Vec<&OrderEdge>> = vec![vec![first]];
    let mut seen = vec![&first.taken];
    let mut at = 0;
    while let Some(path) = paths.get(at).cloned() {
        at += 1;
        let last = path[path.len() - 1];
        for next in edges.iter().filter(|next| next.held == last.taken) {
            let blocks = last.taken_level == Level::Write || next.held_level == Level::Write;
            let shares_gate = path.iter().any(|edge| edge.gates.iter().any(|gate| next.gates.contains(gate)));
            if !blocks || shares_gate {
                continue;
            }
            let path: Vec<&OrderEdge> = path.iter().copied().chain([next]).collect();
            if next.taken == first.held {
                let closes = next.taken_level == Level::Write || first.held_level == Level::Write;
                if closes {
                    return Some(path);
                }
            } else if !seen.contains(&&next.taken) {
                seen.push(&next.taken);
                paths.push(path);
            }
        }
    }
    None
}

fn finding(program: &Program, mut cycle: Vec<&OrderEdge>) -> Diagnostic {
    let first = (0..cycle.len()).min_by_key(|index| cycle[*index].taken_at).unwrap_or(0);
    cycle.rotate_left(first);
    let names: Vec<String> = cycle.iter().map(|edge| name(program, &edge.held)).collect();
    let edge = cycle[0];
    let message = match cycle.len() {
        1 => format!(
            "a thread that holds {} takes that of another object, and another thread may do the same the other way round",
            names[0]
        ),
        _ => format!(
            "threads may wait for each other for ever: {} is taken with {} held here, and elsewhere the other way round",
            name(program, &edge.taken),
            names[0]
        ),
    };
    let mut diagnostic = Diagnostic::error(&codes::ORDER, edge.taken_at, message)
        .label(edge.held_at, format!("{} is taken here", names[0]));
    for (index, edge) in cycle.iter().enumerate().skip(1) {
        diagnostic = diagnostic
            .label(edge.held_at, format!("another thread takes {} here", names[index]))
            .label(edge.taken_at, format!("and waits for {} here", name(program, &edge.taken)));
    }
    diagnostic.help("take the locks in the same order everywhere, or the second one with `tryLock`")
}

fn name(program: &Program, id: &OrderId) -> String {
    match id {
        OrderId::Field(field) => {
            let field = program.field(*field);
            format!("`{}.{}`", simple(&program.class(field.class).name), field.name)
        }
        OrderId::Object(class) => format!("the monitor of a `{}`", simple(&program.class(*class).name)),
        OrderId::Literal(Type::Class(class)) => format!("`{}.class`", simple(&program.class(*class).name)),
        OrderId::Literal(_) => "the monitor of a class".to_string(),
    }
}
