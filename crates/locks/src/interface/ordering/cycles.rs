//! Cycles in the order in which threads take locks.
//!
//! A cycle is a sequence of edges, each of a thread of its own, in which each waits for what may be the lock that the
//! next one holds, and the last for that of the first. It exists unless
//!
//! * a reason is common to all its edges, and strict for one of them, see `reasons`, or
//! * two of its edges have a gate in common: a lock that is made once, held by both, and that one of them holds alone.

use crate::codes;
use crate::interface::judge::horn;
use crate::interface::obligations::initial::is_not_shared_yet;
use crate::interface::ordering::chain::calls_to;
use crate::interface::ordering::objects::{Object, ObjectId};
use crate::interface::ordering::order::OrderEdge;
use crate::interface::ordering::reasons::{Before, Strictness, reason_of_array};
use crate::interface::terms::names::simple;
use crate::interface::terms::term::Level;
use crate::interface::walk::context::{Context as Situation, Summary};
use crate::interface::walk::engine::Engine;
use concurrent::object::{ClassId, ClassOrigin, FieldId, MethodId, Type};
use ivl::check::Context;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span, Step};
use std::collections::BTreeSet;
use std::time::Duration;

/// The order in which locks are taken, by place. Of edges that differ only in their places, the first.
pub fn in_text_order(engine: &mut Engine, context: &Context, time: &mut Duration) -> Vec<OrderEdge> {
    let mut ways = Ways::default();
    look_closer(engine, &mut ways, context, time);
    let mut edges: Vec<OrderEdge> = engine.order.iter().flat_map(|edge| with_lambdas(engine, edge)).collect();
    // Who initialises a class does not wait for itself.
    edges.retain(|edge| edge.held != edge.taken || !matches!(engine.objects.get(edge.held), Object::Initialises(_)));
    edges.retain(|edge| !is_not_shared_yet(engine, edge));
    for edge in edges.iter_mut().filter(|edge| !edge.is_ordered(Strictness::Strict)) {
        edge.reasons.extend(edge.array.and_then(|_| ways.of(engine, edge, context, time)));
    }
    edges.sort_by_key(|edge| (edge.taken_at, edge.held_at, edge.method, edge.held, edge.taken));
    let mut seen = FxHashSet::default();
    edges.retain(|edge| {
        let levels = (edge.held_level, edge.taken_level);
        seen.insert((edge.held, edge.taken, levels, edge.gates.clone(), edge.reasons.clone()))
    });
    edges
}

impl OrderEdge {
    /// Whether the one that is held comes first, for some reason that is as strict as this.
    fn is_ordered(&self, enough: Strictness) -> bool {
        self.reasons.iter().any(|before| before.strictness >= enough)
    }
}

/// Elements of an array that are taken in a loop: whether upwards or downwards is a question for the solver.
#[derive(Default)]
struct Ways {
    known: FxHashMap<(MethodId, FieldId), Option<Before>>,
}

impl Ways {
    fn of(&mut self, engine: &mut Engine, edge: &OrderEdge, context: &Context, time: &mut Duration) -> Option<Before> {
        let (method, field) = (edge.method, edge.array?);
        if let Some(known) = self.known.get(&(method, field)) {
            return *known;
        }
        let way = [true, false].into_iter().find(|way| horn::goes_one_way(engine, method, *way, context, time));
        let reason = way.map(|way| reason_of_array(&mut engine.terms, field, way));
        self.known.insert((method, field), reason);
        reason
    }
}

/// A method that takes two locks of one place for no reason is looked at again, with all its ways told apart: where they
/// meet, it may be forgotten which of two objects was chosen to be the first.
fn look_closer(engine: &mut Engine, ways: &mut Ways, context: &Context, time: &mut Duration) {
    let is_unordered =
        |edge: &&OrderEdge| !edge.is_ordered(Strictness::Strict) && engine.may_be_one(edge.held, edge.taken);
    let mut unordered: Vec<OrderEdge> = engine.order.iter().filter(is_unordered).cloned().collect();
    unordered.retain(|edge| ways.of(engine, edge, context, time).is_none());
    for method in unordered.iter().map(|edge| edge.method).collect::<BTreeSet<MethodId>>() {
        let of_method = |(situation, _): &(&Situation, &Summary)| situation.method == method;
        let situations: Vec<Situation> =
            engine.results().filter(of_method).map(|(situation, _)| situation.clone()).collect();
        let all = std::mem::take(&mut engine.order);
        let (joined, others): (FxHashSet<_>, FxHashSet<_>) = all.into_iter().partition(|edge| edge.method == method);
        engine.order = others;
        if !situations.iter().all(|situation| engine.apart(situation).is_some()) {
            engine.order.extend(joined);
        }
    }
}

/// In place of a lambda that may be run, the locks that it takes if it was handed over.
fn with_lambdas(engine: &Engine, edge: &OrderEdge) -> Vec<OrderEdge> {
    let mut found = Vec::new();
    let (mut queue, mut seen) = (vec![edge.clone()], FxHashSet::default());
    while let Some(edge) = queue.pop() {
        let method = match engine.objects.get(edge.taken) {
            Object::Runs(method) => Some(*method).filter(|_| engine.may_be_run(engine.program.method(*method).class)),
            Object::Initialises(class) => {
                found.push(edge.clone());
                engine.initializer(*class)
            }
            _ => {
                found.push(edge);
                continue;
            }
        };
        let Some(method) = method.filter(|method| seen.insert(*method)) else { continue };
        for (_, summary) in engine.results().filter(|(context, _)| context.method == method && context.is_entry) {
            for acquired in &summary.acquired {
                let taken = |id: &ObjectId| OrderEdge {
                    taken: *id,
                    taken_level: acquired.level,
                    taken_at: acquired.span,
                    ..edge.clone()
                };
                let waits =
                    |id: &&ObjectId| **id != edge.held || !engine.is_let_in(**id, edge.held_level, acquired.level);
                queue.extend(acquired.ids.iter().filter(waits).map(taken));
            }
        }
    }
    found
}

pub const MAY_BE_TIED: &str = "the two are ordered by what two objects may have in common: then threads may take them in opposite order and wait for each other for ever; a number that is handed out once helps (`NEXT.getAndIncrement()` of a private static final atomic), or one lock held around both where they are equal";

/// One finding for each cycle; if there are none, the places of those that exist only if two objects have the same in a
/// final field that is compared.
pub fn cycles(engine: &Engine, edges: &[OrderEdge]) -> (Vec<Diagnostic>, Vec<Span>) {
    let found = unless_ordered(engine, edges, Strictness::UnlessTied);
    let tied = match found.is_empty() {
        true => unless_ordered(engine, edges, Strictness::Strict),
        false => Vec::new(),
    };
    let tied = tied.into_iter().filter_map(|cycle| cycle.iter().map(|edge| edge.taken_at).min()).collect();
    (found.into_iter().map(|cycle| finding(engine, cycle)).collect(), tied)
}

/// The cycles whose edges have no reason in common that is as strict as this.
fn unless_ordered<'e>(engine: &Engine, edges: &'e [OrderEdge], enough: Strictness) -> Vec<Vec<&'e OrderEdge>> {
    let mut found: Vec<Vec<&OrderEdge>> = unordered(engine, edges, enough);
    for edge in edges {
        let Some(cycle) = shortest(engine, edges, edge, enough) else { continue };
        let places = |cycle: &[&OrderEdge]| -> FxHashSet<(Span, Span)> {
            cycle.iter().map(|edge| (edge.held_at, edge.taken_at)).collect()
        };
        let locks = |cycle: &[&OrderEdge]| -> FxHashSet<ObjectId> { cycle.iter().map(|edge| edge.held).collect() };
        let is_new = !found.iter().any(|other| places(other) == places(&cycle) || locks(other) == locks(&cycle));
        if is_new {
            found.push(cycle);
        }
    }
    found
}

impl Engine<'_> {
    /// Whether anybody may run the methods of an object of the class: of a lambda, if it was handed over.
    pub fn may_be_run(&self, class: ClassId) -> bool {
        match self.program.class(class).origin {
            ClassOrigin::Lambda | ClassOrigin::Anonymous => self.handed_over.contains(&class),
            ClassOrigin::Source | ClassOrigin::Library(_) | ClassOrigin::Unknown => true,
        }
    }

    pub fn may_be_one(&self, a: ObjectId, b: ObjectId) -> bool {
        self.objects.overlap(self.program, a, b)
    }

    /// Whether a thread at this level keeps another at that level waiting. Readers wait for each other if a writer stands
    /// in between, who waits for the first and keeps the second out.
    fn blocks(&self, lock: ObjectId, held: Level, taken: Level) -> bool {
        held == Level::Write || taken == Level::Write || self.written.iter().any(|other| self.may_be_one(lock, *other))
    }
}

/// Edges between two locks that may be of one place, with no strict reason: two threads at one of them make a cycle.
fn unordered<'e>(engine: &Engine, edges: &'e [OrderEdge], enough: Strictness) -> Vec<Vec<&'e OrderEdge>> {
    let mut found: Vec<Vec<&OrderEdge>> = Vec::new();
    for edge in edges {
        let is_alone = !edge.is_ordered(enough) && edge.gates.iter().all(|(_, level)| *level == Level::Read);
        let is_circle = is_alone
            && engine.may_be_one(edge.held, edge.taken)
            && engine.blocks(edge.held, edge.held_level, edge.taken_level);
        if is_circle && !found.iter().any(|known| known[0].taken_at == edge.taken_at) {
            found.push(vec![edge]);
        }
    }
    found
}

/// A way from the first edge, and what may still keep its threads from a cycle.
struct Way<'e> {
    edges: Vec<&'e OrderEdge>,
    /// The reasons that are common to all edges, strict if one of them is.
    reasons: Vec<Before>,
    /// The gates of all of them, with the highest level.
    gates: Vec<(ObjectId, Level)>,
}

impl<'e> Way<'e> {
    fn is_kept_from(&self, next: &OrderEdge) -> bool {
        let excludes = |(gate, level): &(ObjectId, Level)| {
            let is_same = |(other, theirs): &(ObjectId, Level)| {
                other == gate && (*level == Level::Write || *theirs == Level::Write)
            };
            next.gates.iter().any(is_same)
        };
        self.gates.iter().any(excludes)
    }

    fn then(&self, next: &'e OrderEdge) -> Way<'e> {
        let mut gates = self.gates.clone();
        gates.extend(next.gates.iter().copied().filter(|gate| !self.gates.contains(gate)));
        Way {
            edges: self.edges.iter().copied().chain([next]).collect(),
            reasons: self.reasons.iter().filter_map(|before| in_common(before, &next.reasons)).collect(),
            gates,
        }
    }

    /// Whether each cycle that goes on from the other way has one that goes on from this.
    fn stands_for(&self, other: &Way) -> bool {
        let (last, others) = (self.edges[self.edges.len() - 1], other.edges[other.edges.len() - 1]);
        last.taken == others.taken
            && last.taken_level == others.taken_level
            && self.reasons.iter().all(|before| {
                let is_kept =
                    |theirs: &Before| theirs.reason == before.reason && theirs.strictness >= before.strictness;
                other.reasons.iter().any(is_kept)
            })
            && self.gates.iter().all(|gate| other.gates.contains(gate))
    }
}

/// A reason that both have, strict if it is so for one of them.
fn in_common(before: &Before, reasons: &[Before]) -> Option<Before> {
    let other = reasons.iter().find(|other| other.reason == before.reason)?;
    Some(Before { strictness: before.strictness.max(other.strictness), ..*before })
}

/// The edges of a shortest cycle that begins with this one.
fn shortest<'e>(
    engine: &Engine,
    edges: &'e [OrderEdge],
    first: &'e OrderEdge,
    enough: Strictness,
) -> Option<Vec<&'e OrderEdge>> {
    let mut ways = vec![Way { edges: vec![first], reasons: first.reasons.clone(), gates: first.gates.clone() }];
    let mut at = 0;
    while at < ways.len() {
        let last = ways[at].edges[ways[at].edges.len() - 1];
        for next in edges.iter().filter(|next| engine.may_be_one(last.taken, next.held)) {
            if !engine.blocks(next.held, next.held_level, last.taken_level) || ways[at].is_kept_from(next) {
                continue;
            }
            let way = ways[at].then(next);
            let is_closed = engine.may_be_one(next.taken, first.held)
                && engine.blocks(first.held, first.held_level, next.taken_level);
            if is_closed && !way.reasons.iter().any(|before| before.strictness >= enough) {
                return Some(way.edges);
            }
            if !ways.iter().any(|known| known.stands_for(&way)) {
                ways.push(way);
            }
        }
        at += 1;
    }
    None
}

fn finding(engine: &Engine, mut cycle: Vec<&OrderEdge>) -> Diagnostic {
    let first = (0..cycle.len()).min_by_key(|index| cycle[*index].taken_at).unwrap_or(0);
    cycle.rotate_left(first);
    let names: Vec<String> = cycle.iter().map(|edge| name(engine, edge.held)).collect();
    let edge = cycle[0];
    let message = match cycle.len() {
        1 if edge.held == edge.taken && engine.objects.is_once(edge.held) => {
            format!("a thread that holds {} may take it again here, and waits for itself", names[0])
        }
        1 => format!(
            "a thread that holds {} takes {}; two threads may do so in opposite order",
            one_of("one", &names[0]),
            one_of("another", &name(engine, edge.taken))
        ),
        _ => format!(
            "threads may wait for each other for ever: {} is taken with {} held here, and elsewhere the other way round",
            name(engine, edge.taken),
            names[0]
        ),
    };
    let mut diagnostic = Diagnostic::error(&codes::ORDER, edge.taken_at, message)
        .label(edge.held_at, format!("{} is taken here", names[0]));
    diagnostic = called(engine, diagnostic, edge);
    for (index, edge) in cycle.iter().enumerate().skip(1) {
        diagnostic = diagnostic
            .label(edge.held_at, format!("another thread takes {} here", names[index]))
            .label(edge.taken_at, format!("and waits for {} here", name(engine, edge.taken)));
        diagnostic = called(engine, diagnostic, edge);
    }
    match cycle[..] {
        [edge] if edge.held != edge.taken || !engine.objects.is_once(edge.held) => {
            diagnostic.trace(both_ways(engine, edge)).help("compare final numbers of both, and take the smaller first")
        }
        _ => diagnostic.help("take the locks in the same order everywhere, or the second one with `tryLock`"),
    }
}

/// Two threads that take two locks of one place, each the other's first one second.
fn both_ways(engine: &Engine, edge: &OrderEdge) -> Vec<Step> {
    let step = |span, thread, text| Step { span, thread: Some(thread), text, values: Vec::new() };
    let (held, taken) = (name(engine, edge.held), name(engine, edge.taken));
    vec![
        step(edge.held_at, 1, format!("takes {}", one_of("one", &held))),
        step(edge.held_at, 2, format!("takes {}", one_of("another", &held))),
        step(edge.taken_at, 1, format!("waits for {}, which thread 2 holds", one_of("the other", &taken))),
        step(edge.taken_at, 2, format!("waits for {}, which thread 1 holds", one_of("the other", &taken))),
    ]
}

/// The name of a lock that is one of several.
fn one_of(word: &str, name: &str) -> String {
    for article in ["an ", "a "] {
        if let Some((whole, part)) =
            name.split_once(article).filter(|(whole, _)| matches!(*whole, "" | "the monitor of "))
        {
            return format!("{whole}{word} {part}");
        }
    }
    format!("{word} {name}")
}

/// Shows the calls that lead to where a lock is taken.
fn called(engine: &Engine, diagnostic: Diagnostic, edge: &OrderEdge) -> Diagnostic {
    let calls = calls_to(engine, edge.method, edge.taken_at);
    calls
        .into_iter()
        .fold(diagnostic, |diagnostic, (span, name)| diagnostic.label(span, format!("`{name}` is called here")))
}

pub fn name(engine: &Engine, id: ObjectId) -> String {
    let program = engine.program;
    let of_type = |ty: &Type| match ty {
        Type::Class(class) if program.class(*class).is_from_source() => {
            format!("the monitor of a `{}`", simple(&program.class(*class).name))
        }
        Type::Class(class) => format!("a `{}`", simple(&program.class(*class).name)),
        _ => "the monitor of an array".to_string(),
    };
    match engine.objects.get(id) {
        Object::Made(..) => {
            let ty = engine.objects.type_of(id).clone();
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
        Object::Initialises(class) => format!("the initialisation of `{}`", simple(&program.class(*class).name)),
        Object::Runs(method) => {
            format!("a lock that `{}` takes", concurrent::object::text::method_name(program, *method))
        }
        Object::Text(text) => format!("the text \"{text}\""),
        Object::View(whole, _) => name(engine, *whole),
        Object::Inside(whole) => format!("a lock inside of {}", name(engine, *whole)),
    }
}
