//! A method in a context: the states at each of its nodes, until nothing new appears.

use crate::interface::judge::candidate::Candidate;
use crate::interface::obligations::taint::Taint;
use crate::interface::terms::term::{SymbolKind, Term, TermId};
use crate::interface::walk::context::{Acquired, Arg, Context, Doubt, Exit, ExitKind, Summary};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::held::{Held, HeldLocks, MOST, MOST_UNROLLED};
use crate::interface::walk::shape::Shape;
use crate::interface::walk::state::State;
use crate::interface::walk::trace::{Event, Trace};
use concurrent::object::{ClassId, FieldId, Graph, LocalId, MethodId, NodeId};
use ivl::check::end_of_run;
use rustc_hash::FxHashSet;
use source::{Code, Span};
use std::collections::BTreeSet;
use std::rc::Rc;

/// So many states of one node are told apart.
const STATES_AT_NODE: usize = 48;
/// So many states of a loop's head may differ in the names of their locks.
const DIFFERENT: usize = 4;
/// So many states of a method are told apart where none are merged.
const STATES_APART: usize = 4000;
/// So many states are followed step by step.
const STATES_UNROLLED: usize = 8_000;
/// So many steps are made in one method, in one context.
const STEPS: usize = 30_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// States with the same locks are merged where ways meet.
    Joined,
    /// States are merged at the heads of loops only.
    Apart,
    /// States are never merged.
    Unrolled,
}

/// One pass through a method.
pub struct Walk<'e, 'a> {
    pub engine: &'e mut Engine<'a>,
    pub context: &'e Context,
    pub graph: &'a Graph,
    pub method: MethodId,
    /// Where the instruction stands that is looked at.
    pub at: NodeId,
    pub summary: Summary,
    /// Whether violations are written down: only of states that are not going to change.
    pub is_recording: bool,
    pub shape: Rc<Shape>,
    precision: Precision,
    pub states: Vec<Vec<State>>,
    /// States that have to be followed, in the order of the text: where ways meet, all of them come first. Where none
    /// are merged, in the order in which they came.
    queue: BTreeSet<(usize, NodeId, usize)>,
    count: usize,
    steps: usize,
    /// Where states are not merged: those that were there before.
    seen: FxHashSet<Seen>,
    /// From which node states have come to which.
    pub moves: BTreeSet<(NodeId, NodeId)>,
    /// The only way that is followed, if there is one.
    guide: Option<Vec<Event>>,
}

/// A state at a node, all but its trace: what comes after two states that are equal here is the same.
type Seen = (NodeId, Values, Vec<TermId>, HeldLocks, Reads, bool);
/// Of variables, of fields of new objects, and which fields values were read from.
type Values = (Vec<Option<TermId>>, Vec<((TermId, FieldId), TermId)>, Pairs, Pairs);
/// What was read without a lock, and the stamps that will confirm it.
type Reads = (Vec<(TermId, Span)>, Vec<Taint>, Pairs);
type Pairs = Vec<(TermId, TermId)>;

impl<'e, 'a> Walk<'e, 'a> {
    pub fn run(engine: &'e mut Engine<'a>, context: &'e Context, precision: Precision) -> Summary {
        Walk::start(engine, context, precision, Vec::new(), None)
    }

    /// Looks at a method again, which is known to take these locks.
    pub fn again(engine: &'e mut Engine<'a>, context: &'e Context, acquired: Vec<Acquired>) -> Summary {
        Walk::start(engine, context, Precision::Joined, acquired, None)
    }

    /// Follows one way, step by step.
    pub fn along(engine: &'e mut Engine<'a>, context: &'e Context, way: &Trace) -> Summary {
        Walk::start(engine, context, Precision::Unrolled, Vec::new(), Some(way.events()))
    }

    fn start(
        engine: &'e mut Engine<'a>,
        context: &'e Context,
        precision: Precision,
        acquired: Vec<Acquired>,
        guide: Option<Vec<Event>>,
    ) -> Summary {
        let program = engine.program;
        let Some(graph) = program.method(context.method).graph() else { return Summary::default() };
        let shape = engine.shape(context.method, graph);
        let mut walk = Walk {
            engine,
            context,
            graph,
            method: context.method,
            at: graph.entry,
            summary: Summary { acquired, ..Summary::default() },
            is_recording: false,
            shape,
            precision,
            states: vec![Vec::new(); graph.nodes.len()],
            queue: BTreeSet::new(),
            count: 0,
            steps: 0,
            seen: FxHashSet::default(),
            moves: BTreeSet::new(),
            guide,
        };
        // States that are never merged do not change.
        walk.is_recording = precision == Precision::Unrolled;
        let start = walk.initial();
        walk.first_use_by_others(&start);
        walk.arrive(graph.entry, start);
        while let Some((_, node, index)) = walk.queue.pop_first() {
            if walk.summary.is_too_large {
                break;
            }
            walk.steps += 1;
            walk.engine.steps += 1;
            walk.summary.is_too_large |= walk.steps >= STEPS || walk.engine.is_exhausted();
            walk.leave(node, index);
        }
        if precision == Precision::Unrolled {
            walk.collect_exits();
            return walk.summary;
        }
        walk.is_recording = true;
        for node in 0..walk.states.len() {
            for index in 0..walk.states[node].len() {
                walk.leave(NodeId(node as u32), index);
            }
        }
        walk.collect_exits();
        walk.summary
    }

    /// Counts from here on are not told apart.
    pub fn most(&self) -> i32 {
        match self.precision {
            Precision::Joined | Precision::Apart => MOST,
            Precision::Unrolled => MOST_UNROLLED,
        }
    }

    /// Whether ways are followed that have been looked at before: nothing is learnt of the order of locks.
    pub fn is_unrolled(&self) -> bool {
        self.precision == Precision::Unrolled
    }

    /// What the method is told.
    fn initial(&mut self) -> State {
        let method = self.engine.program.method(self.method);
        let mut env = vec![None; method.locals.len()];
        for (index, param) in method.params.iter().enumerate() {
            let terms = &mut self.engine.terms;
            env[param.index()] = Some(match self.context.args.get(index) {
                Some(Arg::Null) => terms.intern(Term::Null),
                Some(Arg::Bool(value)) => terms.bool_(*value),
                Some(Arg::Same(earlier)) => match env[method.params[*earlier].index()] {
                    Some(value) => value,
                    None => terms.intern(Term::Entry(method.params[*earlier])),
                },
                Some(Arg::Is(value)) => *value,
                Some(Arg::Side(level, lock)) => terms.intern(Term::Side(*level, *lock)),
                Some(Arg::Any | Arg::NotNull) | None => terms.intern(Term::Entry(*param)),
            });
        }
        let mut held = HeldLocks::default();
        held.is_deep = self.context.is_deep;
        for (lock, count, stamp) in &self.context.held {
            let ids = self.ids_of_term(lock.object()).unwrap_or_else(|| Rc::from([]));
            held.insert(Held { lock: lock.clone(), count: *count, stamp: *stamp, taken: None, ids });
        }
        State {
            env,
            held,
            facts: self.context.orders.clone(),
            heap: self.context.captured.clone(),
            unconfirmed: Vec::new(),
            tainted: Vec::new(),
            optimistic: Vec::new(),
            merged: self.context.contents.iter().map(|content| (content.name, content.source)).collect(),
            just_read: Vec::new(),
            swayed: Vec::new(),
            is_published: false,
            trace: Trace::default(),
        }
    }

    fn leave(&mut self, node: NodeId, index: usize) {
        let shape = Rc::clone(&self.shape);
        for edge in &shape.outgoing[node.index()] {
            let state = self.states[node.index()][index].clone();
            for (to, state) in self.step(*edge, state) {
                self.moves.insert((node, to));
                if !self.is_recording || self.precision == Precision::Unrolled {
                    self.arrive(to, state);
                }
            }
        }
    }

    /// Takes in a state at a node, and what may become of it there.
    fn arrive(&mut self, node: NodeId, state: State) {
        if self.precision == Precision::Unrolled
            && let Some(later) = self.after_enough_rounds(node, &state)
        {
            self.take_in(node, later);
        }
        self.take_in(node, state);
    }

    /// Takes in a state at a node: merged with one that has the same locks, or as a new one.
    fn take_in(&mut self, node: NodeId, mut state: State) {
        if self.guide.as_ref().is_some_and(|guide| !state.trace.is_on_way(guide)) {
            return;
        }
        self.summary.is_deep |= state.held.is_deep;
        state.keep_live(&self.shape.live[node.index()]);
        let renamed = state.forget_joined(&mut self.engine.terms, node);
        let is_merging = match self.precision {
            Precision::Joined => true,
            Precision::Apart => self.shape.is_loop_head[node.index()],
            Precision::Unrolled => false,
        };
        if !is_merging {
            let unconfirmed = state.unconfirmed.iter().chain(&state.swayed).copied().collect();
            let reads = (unconfirmed, state.tainted.clone(), state.optimistic.clone());
            let mut heap = state.heap.clone();
            heap.sort();
            let values = (state.env.clone(), heap, state.merged.clone(), state.just_read.clone());
            let (facts, held) = (state.facts.clone(), state.held.clone());
            if !self.seen.insert((node, values, facts, held, reads, state.is_published)) {
                return;
            }
        }
        self.widen(node, &mut state);
        self.hand_over_merged(node, &state, is_merging);
        let known = &mut self.states[node.index()];
        let like = |other: &State| is_merging && other.has_same_locks(&state);
        let index = match known.iter().position(like) {
            Some(index) => {
                if !known[index].merge(&mut self.engine.terms, node, &state) {
                    return;
                }
                index
            }
            None => {
                self.count += 1;
                let is_full = match self.precision {
                    Precision::Joined => known.len() >= STATES_AT_NODE,
                    Precision::Apart => self.count >= STATES_APART,
                    Precision::Unrolled => self.count >= STATES_UNROLLED,
                };
                if is_full {
                    self.summary.is_too_large = true;
                    return;
                }
                state.rename(&mut self.engine.terms, node, &renamed);
                known.push(state);
                known.len() - 1
            }
        };
        let turn = if self.precision == Precision::Unrolled { self.count } else { self.shape.order[node.index()] };
        self.queue.insert((turn, node, index));
    }

    /// Where a loop goes from object to object, with a lock of each, the objects get the names of the locals.
    fn widen(&mut self, node: NodeId, state: &mut State) {
        let known = &self.states[node.index()];
        if self.precision == Precision::Unrolled || !self.shape.is_loop_head[node.index()] || known.len() < DIFFERENT {
            return;
        }
        let terms = &self.engine.terms;
        let differs = |index: usize, value: TermId| known.iter().any(|other| other.env[index] != Some(value));
        let moving: Vec<LocalId> = (0..state.env.len())
            .filter(|index| {
                state.env[*index].is_some_and(|value| {
                    matches!(terms.get(value), Term::Field(..) | Term::Element(..)) && differs(*index, value)
                })
            })
            .map(|index| LocalId(index as u32))
            .collect();
        state.name_locks_by(&mut self.engine.terms, node, &moving);
    }

    /// A lambda that is one of several that a local may hold is not followed any more.
    fn hand_over_merged(&mut self, node: NodeId, state: &State, is_merging: bool) {
        if !is_merging {
            return;
        }
        let Some(known) = self.states[node.index()].iter().find(|other| other.has_same_locks(state)) else { return };
        let known = known.clone();
        for (old, new) in known.env.iter().zip(&state.env) {
            if let (Some(old), Some(new)) = (old, new)
                && old != new
            {
                self.hand_over(&known, *old);
                self.hand_over(state, *new);
            }
        }
        // What one of them has captured and the other has not is forgotten.
        for (one, other) in [(&known, state), (state, &known)] {
            for (place, value) in one.heap.iter().filter(|entry| !other.heap.contains(entry)) {
                let is_known = one.env.contains(&Some(place.0)) || one.heap.iter().any(|(_, value)| *value == place.0);
                if is_known {
                    self.hand_over(one, *value);
                }
            }
        }
    }

    fn collect_exits(&mut self) {
        if self.summary.is_too_large {
            let span = self.engine.program.method(self.method).span;
            let reason = match self.engine.deadline.is_over() {
                true => end_of_run(self.engine.deadline),
                false => {
                    "the method has more ways, by the locks held on them, than are told apart; smaller methods help"
                }
            };
            self.doubt(span, reason);
        }
        self.never_ends();
        for (node, is_exceptional) in [(self.graph.exit, false), (self.graph.exceptional_exit, true)] {
            for state in std::mem::take(&mut self.states[node.index()]) {
                self.unconfirmed_reads(&state);
                if self.context.is_entry {
                    self.end_of_entry(&state, is_exceptional);
                }
                let exit = self.exit(state, is_exceptional);
                self.add_exit(exit);
            }
        }
    }

    fn exit(&mut self, state: State, is_exceptional: bool) -> Exit {
        let thrown = state.get(self.graph.exception);
        let kind = match is_exceptional {
            true => ExitKind::Throws(thrown.and_then(|thrown| self.class_bound(thrown))),
            false => ExitKind::Returns,
        };
        let result = self.graph.result.filter(|_| !is_exceptional).and_then(|result| state.get(result));
        let held = state.held.iter().cloned().collect();
        // Who is seen to call follows what he gets.
        if let Some(result) = result.filter(|_| self.context.is_entry) {
            self.hand_over(&state, result);
        }
        let captured = state.heap.iter().filter(|((object, _), _)| Some(*object) == result);
        let captured: Vec<(FieldId, TermId)> = captured.map(|((_, field), value)| (*field, *value)).collect();
        // What was made here and is inside of the result has no name there.
        for (_, value) in captured.iter().filter(|(_, value)| Some(*value) != result) {
            self.hand_over(&state, *value);
        }
        let sources = result.map_or_else(Vec::new, |result| self.guarded_sources(&state, result));
        let contents = sources.into_iter().map(|(source, ..)| source).collect();
        let kept = self.kept_arguments(&state);
        self.summary.is_deep |= state.held.is_deep;
        let State { facts, trace, .. } = state;
        let (nameless, is_deep) = (state.held.nameless, state.held.is_deep);
        Exit { kind, held, nameless, is_deep, result, captured, contents, kept, facts, trace }
    }

    /// The class of an object, or one above.
    pub fn class_bound(&self, value: TermId) -> Option<ClassId> {
        match self.engine.terms.get(value) {
            Term::Symbol(symbol) => match symbol.kind {
                SymbolKind::Fresh(class) | SymbolKind::Of(class) => Some(class),
                SymbolKind::Any | SymbolKind::NotNull | SymbolKind::Stamp => None,
            },
            _ => None,
        }
    }

    fn add_exit(&mut self, mut exit: Exit) {
        let terms = &self.engine.terms;
        // What arose inside has no meaning outside, but for whether it is null or zero.
        let is_inner = |id: TermId| terms.mentions(id, &|term| matches!(term, Term::Symbol(_)));
        let result = exit.result;
        exit.facts
            .retain(|fact| !is_inner(*fact) || result.is_some_and(|r| terms.mentions(*fact, &|t| t == terms.get(r))));
        match self.summary.exits.iter_mut().find(|other| other.is_like(&exit)) {
            Some(other) => other.facts.retain(|fact| exit.facts.contains(fact)),
            None => self.summary.exits.push(exit),
        }
    }

    pub fn doubt(&mut self, span: Span, message: impl Into<String>) {
        self.add_doubt(Doubt { span, message: message.into(), is_of_callee: false, is_internal: false });
    }

    /// Something that the order of locks rests on is not known; the method itself may be right all the same.
    pub fn doubt_order(&mut self, span: Span, message: &'static str) {
        self.engine.order_doubts.insert((span, message));
    }

    pub fn add_doubt(&mut self, doubt: Doubt) {
        if !self.summary.unknown.contains(&doubt) {
            self.summary.unknown.push(doubt);
        }
    }

    /// Writes down a violation, at its place.
    pub fn violation(&mut self, state: &State, code: &'static Code, span: Span, message: String) {
        self.violation_with(state, code, span, message, Vec::new(), None);
    }

    /// What was written down last is about how often a lock is held.
    pub fn is_about_counts(&mut self) {
        if let Some(candidate) = self.summary.candidates.last_mut().filter(|_| self.is_recording) {
            candidate.is_about_counts = true;
        }
    }

    pub fn violation_with(
        &mut self,
        state: &State,
        code: &'static Code,
        span: Span,
        message: String,
        labels: Vec<(Span, String)>,
        help: Option<&'static str>,
    ) {
        if self.is_recording {
            let (facts, trace) = (state.facts.clone(), state.trace.clone());
            let (method, is_deep) = (self.method, state.held.is_deep);
            self.summary.candidates.push(Candidate {
                code,
                span,
                message,
                labels,
                help,
                method,
                facts,
                trace,
                is_deep,
                is_about_counts: false,
            });
        }
    }
}
