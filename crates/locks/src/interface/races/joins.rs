//! Which steps of a method show that the threads which one of its calls starts have ended.
//!
//! ```text
//! t.start()                       t.join(), if t is made once
//! t.start(), t taken from c       the exit of a loop that takes each element of c and joins it
//! ```
//!
//! Of the container c, an array or a list that the method makes once, it has to be known
//!
//! * that only this method has it, and that it loses no element after a thread of it is started: a list only grows; an array
//!   is filled by one instruction at an index that only rises, and rises after each start before the next is filled in;
//! * that the loop is over when there is no further element (`hasNext`, or an index that rises by one from zero up to the
//!   length), and that it joins each element before it takes the next. A join that is interrupted has joined nothing.

use crate::interface::paths::{ends, is_in_cycle, only_write, original, reached};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    BinaryOp, Body, Call, Constant, Edge, EdgeId, Expr, ExprKind, Graph, Instruction, LocalId, NodeId, Program, UnaryOp,
};
use rustc_hash::FxHashSet;

/// Methods of a list that take no element out of it.
const GROWING: [&str; 6] = ["<init>", "add", "iterator", "get", "size", "isEmpty"];

/// The edges whose normal end shows that all threads have ended that the edge, a call of `start`, has started.
pub fn ending(program: &Program, graph: &Graph, start: &Edge) -> FxHashSet<EdgeId> {
    let method = Method { program, graph };
    let Some(started) = method.thread_of(start) else { return FxHashSet::default() };
    if let Source::Taken { container, .. } = started.source
        && !method.is_kept(container, start)
    {
        return FxHashSet::default();
    }
    let joins = method.edges().filter(|(_, edge)| method.is_join(edge));
    joins.flat_map(|(at, edge)| method.ends_of(at, edge, &started)).collect()
}

/// A thread, and the instructions by which its local gets it: the first one makes or takes it, the others copy.
struct Thread {
    source: Source,
    chain: Vec<EdgeId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Made(EdgeId),
    Taken { container: LocalId, by: EdgeId },
}

/// A local that is set to a number once, and only counted up by one from there.
struct Counter {
    first: EdgeId,
    starts_at: i64,
    step: EdgeId,
}

struct Method<'a> {
    program: &'a Program,
    graph: &'a Graph,
}

impl<'a> Method<'a> {
    fn edges(&self) -> impl Iterator<Item = (EdgeId, &'a Edge)> {
        self.graph.edges.iter().enumerate().map(|(index, edge)| (EdgeId(index as u32), edge))
    }

    fn edge(&self, id: EdgeId) -> &'a Edge {
        &self.graph.edges[id.index()]
    }

    fn calls(&self) -> impl Iterator<Item = (EdgeId, &'a Call)> {
        self.edges().filter_map(|(at, edge)| match &edge.instruction {
            Instruction::Call(call) => Some((at, call)),
            _ => None,
        })
    }

    fn is_join(&self, edge: &Edge) -> bool {
        matches!(&edge.instruction, Instruction::Call(call) if call.args.is_empty()
            && matches!(self.program.method(call.method).body, Body::Library(LibraryMethod::ThreadJoin)))
    }

    /// The name of the library method that is called on a local.
    fn library_call(&self, call: &Call) -> Option<(LocalId, &'a str)> {
        let method = self.program.method(call.method);
        let local = call.receiver.as_ref()?.local()?;
        matches!(method.body, Body::Library(_)).then_some((local, &*method.name))
    }

    /// The thread that a call starts or joins.
    fn thread_of(&self, edge: &Edge) -> Option<Thread> {
        let Instruction::Call(call) = &edge.instruction else { return None };
        let mut local = call.receiver.as_ref()?.local()?;
        let mut chain = Vec::new();
        for _ in 0..self.graph.edges.len() {
            let (at, write) = only_write(self.graph, local)?;
            chain.insert(0, at);
            let source = match &write.instruction {
                Instruction::Assign { value, .. } => {
                    local = value.local()?;
                    continue;
                }
                Instruction::NewObject { .. } if !is_in_cycle(self.graph, write) => Source::Made(at),
                Instruction::ReadElement { array, .. } => {
                    Source::Taken { container: original(self.graph, array.local()?)?, by: at }
                }
                Instruction::Call(call) => {
                    let (iterator, name) = self.library_call(call)?;
                    let container = self.iterated(original(self.graph, iterator)?).filter(|_| name == "next")?;
                    Source::Taken { container, by: at }
                }
                _ => return None,
            };
            return Some(Thread { source, chain });
        }
        None
    }

    /// The container of an iterator that is made once.
    fn iterated(&self, iterator: LocalId) -> Option<LocalId> {
        let (_, made) = only_write(self.graph, iterator)?;
        let Instruction::Call(call) = &made.instruction else { return None };
        let (container, name) = self.library_call(call)?;
        if name != "iterator" || is_in_cycle(self.graph, made) {
            return None;
        }
        original(self.graph, container)
    }

    /// The edges by which a join shows that the thread has ended, or all of the container have.
    fn ends_of(&self, at: EdgeId, join: &Edge, started: &Thread) -> Vec<EdgeId> {
        let Some(joined) = self.thread_of(join) else { return Vec::new() };
        match (started.source, joined.source) {
            (Source::Made(one), Source::Made(other)) if one == other => vec![at],
            (Source::Taken { container: one, .. }, Source::Taken { container, by }) if one == container => {
                self.exits(at, &joined, container, by).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// The exits of a loop that takes and joins each element.
    fn exits(&self, join: EdgeId, joined: &Thread, container: LocalId, taken: EdgeId) -> Option<Vec<EdgeId>> {
        let join_from = self.edge(join).from;
        match &self.edge(taken).instruction {
            Instruction::ReadElement { index, .. } => {
                let (counter, local, copies) = self.counted(index)?;
                let is_first = counter.starts_at == 0 && !is_in_cycle(self.graph, self.edge(counter.first));
                let counted = vec![self.edge(counter.first).to, self.edge(counter.step).to];
                let steps_over = self.comes_to(&counted, self.edge(counter.step).from, join);
                let is_stale = |passed: &EdgeId| self.comes_to(&counted, join_from, *passed);
                if !is_first || steps_over || copies.iter().chain(&joined.chain).any(is_stale) {
                    return None;
                }
                Some(self.exits_if(|condition| self.is_length_reached(condition, local, container)))
            }
            Instruction::Call(call) => {
                let iterator = original(self.graph, call.receiver.as_ref()?.local()?)?;
                if !self.only_takes(iterator, taken) {
                    return None;
                }
                let exits = self.exits_if(|condition| self.is_exhausted(condition, iterator));
                let after = vec![self.edge(taken).to];
                let is_stale = |passed: &EdgeId| self.comes_to(&after, join_from, *passed);
                let next = exits.iter().map(|exit| self.edge(*exit).from).chain([self.edge(taken).from]);
                let leaves_out = next.into_iter().any(|node| self.comes_to(&after, node, join));
                let is_right = !leaves_out && !joined.chain[1..].iter().any(is_stale);
                is_right.then_some(exits)
            }
            _ => None,
        }
    }

    /// Whether a path leads to a node that does not pass the normal end of the edge.
    fn comes_to(&self, from: &[NodeId], node: NodeId, without: EdgeId) -> bool {
        reached(self.graph, from.to_vec(), |at| at == without)[node.index()]
    }

    /// The edges that are taken if something does not hold any more.
    fn exits_if(&self, is_over: impl Fn(&Expr) -> bool) -> Vec<EdgeId> {
        let exits = self.edges().filter(|(_, edge)| match &edge.instruction {
            Instruction::Assume(Expr { kind: ExprKind::Unary { op: UnaryOp::Not, arg }, .. }) => is_over(arg),
            _ => false,
        });
        exits.map(|(at, _)| at).collect()
    }

    /// `i < n`, where n is the length of the array.
    fn is_length_reached(&self, condition: &Expr, counter: LocalId, array: LocalId) -> bool {
        let ExprKind::Binary { op: BinaryOp::Less, left, right } = &condition.kind else { return false };
        let length = right.local().and_then(|local| only_write(self.graph, local));
        let is_length = length.is_some_and(|(_, edge)| match &edge.instruction {
            Instruction::ArrayLength { array: of, .. } => self.is(of, array),
            _ => false,
        });
        left.local() == Some(counter) && is_length
    }

    /// What `hasNext` of the iterator has said.
    fn is_exhausted(&self, condition: &Expr, iterator: LocalId) -> bool {
        let said = condition.local().and_then(|local| only_write(self.graph, local));
        said.is_some_and(|(_, edge)| match &edge.instruction {
            Instruction::Call(call) => self
                .library_call(call)
                .is_some_and(|(local, name)| name == "hasNext" && original(self.graph, local) == Some(iterator)),
            _ => false,
        })
    }

    /// Whether nothing else takes elements from the iterator.
    fn only_takes(&self, iterator: LocalId, taken: EdgeId) -> bool {
        self.is_private(iterator)
            && self.calls().all(|(at, call)| match self.library_call(call) {
                Some((local, name)) if original(self.graph, local) == Some(iterator) => {
                    at == taken || name == "hasNext"
                }
                _ => true,
            })
    }

    fn is(&self, value: &Expr, local: LocalId) -> bool {
        value.local().and_then(|value| original(self.graph, value)) == Some(local)
    }

    /// Whether the method keeps the object to itself.
    fn is_private(&self, local: LocalId) -> bool {
        let is_it = |value: &Expr| self.is(value, local);
        self.edges().all(|(_, edge)| match &edge.instruction {
            Instruction::Assign { target, value } => !is_it(value) || original(self.graph, *target) == Some(local),
            Instruction::WriteField { value, .. } | Instruction::WriteElement { value, .. } => !is_it(value),
            Instruction::Throw(value) => !is_it(value),
            Instruction::Call(call) => {
                !call.args.iter().any(is_it)
                    && (!call.receiver.as_ref().is_some_and(is_it) || self.library_call(call).is_some())
            }
            _ => true,
        })
    }

    /// Whether a thread that was taken from the container and started stays in it.
    fn is_kept(&self, container: LocalId, start: &Edge) -> bool {
        let Some((_, made)) = only_write(self.graph, container) else { return false };
        let is_array = match &made.instruction {
            Instruction::NewArray { lengths, .. } => lengths.len() == 1,
            Instruction::NewObject { .. } => false,
            _ => return false,
        };
        if is_in_cycle(self.graph, made) || !self.is_private(container) {
            return false;
        }
        match is_array {
            true => self.is_filled_once(container, start),
            false => self.calls().all(|(_, call)| match self.library_call(call) {
                Some((local, name)) if original(self.graph, local) == Some(container) => GROWING.contains(&name),
                _ => true,
            }),
        }
    }

    fn is_filled_once(&self, array: LocalId, start: &Edge) -> bool {
        let mut writes = self.edges().filter_map(|(_, edge)| match &edge.instruction {
            Instruction::WriteElement { array: of, index, .. } if self.is(of, array) => Some((edge, index)),
            _ => None,
        });
        let (Some((write, index)), None) = (writes.next(), writes.next()) else { return false };
        let Some((counter, _, copies)) = self.counted(index) else { return false };
        let rises = !is_in_cycle(self.graph, self.edge(counter.first));
        let stepped = vec![self.edge(counter.step).to];
        let is_stale = |copy: &EdgeId| self.comes_to(&stepped, write.from, *copy);
        rises && !copies.iter().any(is_stale) && !self.comes_to(&ends(start), write.from, counter.step)
    }

    /// The counter that an index is, and the instructions that copy it.
    fn counted(&self, index: &Expr) -> Option<(Counter, LocalId, Vec<EdgeId>)> {
        let (mut local, mut copies) = (index.local()?, Vec::new());
        while let Some((at, write)) = only_write(self.graph, local).filter(|_| copies.len() < self.graph.edges.len()) {
            let Instruction::Assign { value, .. } = &write.instruction else { return None };
            copies.push(at);
            local = value.local()?;
        }
        Some((self.counter(local)?, local, copies))
    }

    fn counter(&self, local: LocalId) -> Option<Counter> {
        let mut writes = self.edges().filter(|(_, edge)| edge.instruction.target() == Some(local));
        let [Some(one), Some(other), None] = [writes.next(), writes.next(), writes.next()] else { return None };
        let (first, step) = if starting_value(one.1).is_some() { (one, other) } else { (other, one) };
        let starts_at = starting_value(first.1)?;
        is_step(step.1, local).then_some(Counter { first: first.0, starts_at, step: step.0 })
    }
}

/// `i = 0`
fn starting_value(edge: &Edge) -> Option<i64> {
    match &edge.instruction {
        Instruction::Assign { value: Expr { kind: ExprKind::Constant(Constant::Int(number)), .. }, .. } => {
            Some(*number)
        }
        _ => None,
    }
}

/// `i = i + 1`
fn is_step(edge: &Edge, local: LocalId) -> bool {
    let Instruction::Assign { value: Expr { kind: ExprKind::Binary { op: BinaryOp::Add, left, right }, .. }, .. } =
        &edge.instruction
    else {
        return false;
    };
    left.local() == Some(local) && right.kind == ExprKind::Constant(Constant::Int(1))
}
