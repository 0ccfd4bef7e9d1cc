//! What the fields of thread-safe classes lead to is shared, too.
//!
//! ```text
//! content     what a field of a thread-safe class leads to: elements of arrays, the state of collections, fields of objects
//! region      the fields that may lead to the same content
//!
//!   a write to content, and any other access to it, by threads that are not known to be one:
//!   some lock is held at both, alone at the write                                   unprotected-content
//!
//!   a write to a volatile field, an atomic or a thread-safe collection, whose value or whose being made depends on an
//!   earlier read of it: some lock is held from the read to the write, and at every other write    compound-step
//! ```
//!
//! Not counted are accesses while no other thread has the object; to final, volatile and declared fields; to objects of
//! the library that are thread-safe; to variables of which a clause speaks: for these there are other obligations. Of a
//! `@ThreadSafe` class without further annotations this is the promise: there is no data race on what its fields lead to,
//! and no write is based on a value that another thread may have replaced.
//!
//! It is Eraser's lockset discipline (Savage et al. 1997) on the text: each method with its callees, walked forward once
//! for each entry point ([`walk`]), from objects that only this thread has to those that a field leads to ([`state`]).
//! A lock counts by its access path from the object with the field, so that two objects have two locks; where two objects
//! may share content, only locks that are the same for all of them count ([`races`]).

mod compound;
mod control;
mod facts;
mod leaving;
mod library;
mod live;
mod races;
mod record;
mod state;
mod store;
mod variables;
mod walk;

use crate::check::{Plan, Planned};
use crate::plan::flat::{Flat, Op, has_abstraction};
use crate::text::threads::is_main;
use concurrent::object::annotations::spec::{Expr, ExprKind, Guard, Guarded, Spec};
use concurrent::object::{ClassId, Constant, LocalId, Method, MethodId, MethodKind, Program, Visibility};
use facts::{Facts, Kind};
use record::{Record, What};
use source::{Code, Diagnostic, Verdict};
use state::{Mode, Root, Site, State, Step, Term, Value};
use std::collections::BTreeSet;
use walk::{Returns, Walker};

/// A finding, and what it means for the program.
pub struct Finding {
    pub code: &'static Code,
    pub verdict: Verdict,
    pub diagnostic: Diagnostic,
}

/// A method that was walked.
struct Walked {
    id: MethodId,
    /// Only one thread runs it, and once.
    is_main: bool,
    /// Its steps are proved to be those that it declares.
    is_specified: bool,
    record: Record,
}

pub fn findings(plan: &Plan, safe: &BTreeSet<ClassId>) -> Option<Vec<Finding>> {
    if safe.is_empty() {
        return Some(Vec::new());
    }
    let in_time = || (!plan.deadline.is_over()).then_some(());
    let facts = Facts::new(plan.java, plan.spec, safe, plan.request.text);
    let methods = || plan.methods.iter().filter_map(|method| Some((method, method.flat.as_ref().ok()?)));
    let mut returns = Returns::new();
    let abstracted: Vec<(&Planned, &Flat)> =
        methods().filter(|(method, _)| has_abstraction(plan.spec, method.id)).collect();
    // Each round follows what is returned by one more call.
    for _ in 0..=abstracted.len().min(MOST_ROUNDS) {
        let before = returns.clone();
        for (method, flat) in &abstracted {
            in_time()?;
            let found = walk(plan, &facts, method.id, flat, &before).1;
            returns.entry(method.id).or_default().extend(found);
        }
        if returns == before {
            break;
        }
    }
    let walked = methods().map(|(method, flat)| in_time().map(|()| walk(plan, &facts, method.id, flat, &returns).0));
    let walked: Vec<Walked> = walked.collect::<Option<_>>()?;
    let regions = races::Regions::new(&facts, &walked);
    let mut found = races::races(&facts, &regions, &walked);
    found.extend(compound::compound_steps(&facts, &regions, &walked));
    Some(found)
}

/// What is returned is followed through at most so many methods with abstractions.
const MOST_ROUNDS: usize = 8;

/// Decisions that depend on decisions are followed so many times.
const MOST_DECISIONS: usize = 12;

type Returned = BTreeSet<(concurrent::object::FieldId, state::Level)>;

fn walk(plan: &Plan, facts: &Facts, id: MethodId, flat: &Flat, returns: &Returns) -> (Walked, Returned) {
    let method = plan.java.method(id);
    let initialises = (method.kind == MethodKind::StaticInitializer).then_some(method.class);
    let control = vec![BTreeSet::new(); flat.nodes.len()];
    let mut walker = Walker {
        facts,
        flat,
        control,
        decisions: Vec::new(),
        returns,
        class: method.class,
        initialises,
        record: Record::default(),
    };
    let deciding = control::deciding_edges(flat);
    let live = live::live(flat);
    let mut states = fixed_point(&mut walker, first_state(plan.spec, method, id), &live);
    for _ in 0..MOST_DECISIONS {
        let control = decided(&walker, &deciding, &states);
        if control == walker.control {
            break;
        }
        walker.control = control;
        states = fixed_point(&mut walker, first_state(plan.spec, method, id), &live);
    }
    walker.decisions = decisions(&walker, &deciding, &states);
    walker.record = Record::default();
    for (at, edge) in flat.edges.iter().enumerate() {
        if let Some(state) = &states[edge.from] {
            walker.step(at, edge, &mut state.clone());
        }
    }
    walker.record.answered = looked_at(&walker, &states);
    let returned = hand_out(&mut walker, (id, method), states[flat.exit].as_mut());
    let is_specified =
        plan.spec.methods.get(&id).is_some_and(|spec| !spec.actions.is_empty() || !spec.ensures.is_empty());
    (Walked { id, is_main: is_main(plan.java, method), is_specified, record: walker.record }, returned)
}

/// What the method gives back: to code that is not given, if others may call it.
fn hand_out(walker: &mut Walker, (id, method): (MethodId, &Method), state: Option<&mut State>) -> Returned {
    let (Some(state), Some(result)) = (state, walker.flat.result) else { return Returned::new() };
    let value = state.locals.get(&result).cloned().unwrap_or_default();
    walker.record.returned = state.marks(&value);
    let places = state.origins(&value);
    let kind = method.result.as_ref().map_or(Kind::Safe, |ty| walker.facts.kind(ty));
    let is_open = method.visibility == Visibility::Public && walker.facts.safe.contains(&method.class);
    walker.hand_out_inside(id, &value, method.span, state);
    if is_open && matches!(kind, Kind::Unsafe | Kind::Depends) {
        let is_view = places.iter().all(|place| place.is_view);
        walker.access(&value, What::HandedOut, !is_view, kind, method.span, state);
    }
    places.into_iter().map(|place| (place.field, place.level)).collect()
}

fn fixed_point(walker: &mut Walker, first: State, live: &live::Live) -> Vec<Option<State>> {
    let flat = walker.flat;
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); flat.nodes.len()];
    flat.edges.iter().enumerate().for_each(|(at, edge)| out[edge.from].push(at));
    let mut states: Vec<Option<State>> = vec![None; flat.nodes.len()];
    states[flat.entry] = Some(first);
    let mut pending = BTreeSet::from([flat.entry]);
    while let Some(node) = pending.pop_first() {
        let Some(before) = states[node].clone() else { continue };
        for at in &out[node] {
            let edge = &flat.edges[*at];
            let mut after = before.clone();
            walker.step(*at, edge, &mut after);
            for to in std::iter::once(edge.to).chain(edge.unwind) {
                let mut arriving = after.clone();
                arriving.locals.retain(|local, _| live.is_live(to, *local));
                let is_new = match &mut states[to] {
                    Some(known) => known.join(&arriving),
                    none => {
                        *none = Some(arriving);
                        true
                    }
                };
                if is_new {
                    pending.insert(to);
                }
            }
        }
    }
    states
}

/// By node, the reads that the decisions about it look at.
fn decided(walker: &Walker, deciding: &[Vec<usize>], states: &[Option<State>]) -> Vec<BTreeSet<usize>> {
    let marks_of = |at: usize| -> BTreeSet<usize> {
        let edge = &walker.flat.edges[at];
        let mut marks = walker.control[edge.from].clone();
        if let (Op::Java(concurrent::object::Instruction::Assume(condition)), Some(state)) =
            (&edge.op, &states[edge.from])
        {
            marks.extend(walker.value(condition, state).marks);
        }
        marks
    };
    deciding.iter().map(|edges| edges.iter().flat_map(|at| marks_of(*at)).collect()).collect()
}

/// By node, the reads that each decision about it looks at, but for those that look at the answer of a swap.
fn decisions(walker: &Walker, deciding: &[Vec<usize>], states: &[Option<State>]) -> Vec<BTreeSet<BTreeSet<usize>>> {
    let swaps: BTreeSet<usize> =
        walker.record.updates.iter().filter_map(|update| update.swap.as_ref()).map(|swap| swap.at).collect();
    let of_edge = |at: &usize| -> BTreeSet<usize> {
        let edge = &walker.flat.edges[*at];
        match (&edge.op, &states[edge.from]) {
            (Op::Java(concurrent::object::Instruction::Assume(condition)), Some(state)) => {
                walker.value(condition, state).marks
            }
            _ => BTreeSet::new(),
        }
    };
    let counts = |marks: &BTreeSet<usize>| !marks.is_empty() && marks.is_disjoint(&swaps);
    let own = |edges: &Vec<usize>| edges.iter().map(of_edge).filter(counts).collect();
    let mut found: Vec<BTreeSet<BTreeSet<usize>>> = deciding.iter().map(own).collect();
    loop {
        let mut is_new = false;
        for (node, edges) in deciding.iter().enumerate() {
            let before: BTreeSet<_> = edges.iter().flat_map(|at| found[walker.flat.edges[*at].from].clone()).collect();
            let count = found[node].len();
            found[node].extend(before);
            is_new |= found[node].len() > count;
        }
        if !is_new {
            return found;
        }
    }
}

/// The reads and swaps that anything depends on which the method does or returns.
fn looked_at(walker: &Walker, states: &[Option<State>]) -> BTreeSet<usize> {
    use concurrent::object::Instruction as I;
    let mut found = BTreeSet::new();
    let mut note = |value: &Value, state: &State| {
        found.extend(state.marks(value));
        found.extend(&value.implied);
    };
    for edge in &walker.flat.edges {
        let Some(state) = &states[edge.from] else { continue };
        if matches!(edge.op, Op::Java(I::Skip | I::Assign { .. } | I::Assume(_))) {
            continue;
        }
        let decisions = Value { marks: walker.control[edge.from].clone(), ..Value::default() };
        note(&decisions, state);
        live::used(&edge.op, &mut |local| note(&state.locals.get(&local).cloned().unwrap_or_default(), state));
    }
    if let (Some(state), Some(result)) = (&states[walker.flat.exit], walker.flat.result) {
        note(&state.locals.get(&result).cloned().unwrap_or_default(), state);
    }
    found
}

/// The parameters, the object that is being built, the locks that are held at the entry.
fn first_state(spec: &Spec, method: &Method, id: MethodId) -> State {
    let mut state = State::default();
    for (at, param) in method.params.iter().enumerate() {
        let is_built = method.kind == MethodKind::Constructor && method.this() == Some(*param);
        let site = if is_built { Site::This } else { Site::Param(at as u32) };
        let value = Value { term: Some(Term::of(Root::Site(site))), sites: BTreeSet::from([site]), ..Value::default() };
        state.locals.insert(*param, value);
    }
    let guards = spec.guarded_by.iter().filter(|guard| guard.on == Guarded::Method(id));
    for guard in guards {
        if let Guard::Lock(lock) = &guard.lock
            && let Some(term) = lock_term(lock, method.this(), &state)
        {
            state.take((term, Mode::Exclusive));
        }
    }
    state
}

fn lock_term(lock: &Expr, this: Option<LocalId>, state: &State) -> Option<Term> {
    match &lock.kind {
        ExprKind::This => state.locals.get(&this?)?.term.clone(),
        ExprKind::Field { object: None, field } => Some(Term::of(Root::Static(*field))),
        ExprKind::Field { object: Some(object), field } => lock_term(object, this, state)?.then(Step::Field(*field)),
        ExprKind::Constant(Constant::Class(ty)) => Some(Term::of(Root::ClassObject(format!("{ty:?}")))),
        _ => None,
    }
}

/// The name of a method, for findings.
fn name_of(java: &Program, id: MethodId) -> String {
    concurrent::object::text::method_name(java, id)
}
