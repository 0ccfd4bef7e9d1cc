//! Numbers that count the rounds of a loop, and do nothing else there.
//!
//! ```text
//! int x = 0; while (…) { o.m(x); x = x + 1; }
//! ```
//!
//! Every round counts by one, and the loop itself never asks for the number: it hands it to methods. So after enough rounds
//! it is any number of its type; one that has grown too large is less than zero. Following the first rounds one by
//! one would never show that, so that a way that is followed step by step may also begin its first round there. That the
//! rounds between can all be made is not looked at: this is for finding what may go wrong, and not for proving.

use crate::interface::terms::term::{Place, SymbolKind};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use crate::interface::walk::trace::{Event, EventKind};
use concurrent::object::liveness::{Annotations, reads};
use concurrent::object::{
    BinaryOp, Constant, Edge, EdgeId, Expr, ExprKind, Graph, Instruction, LocalId, Method, NodeId, Type,
};

/// A local that counts the rounds of a loop, and where it does so.
#[derive(Clone, Copy, Debug)]
pub struct RoundCounter {
    pub local: LocalId,
    pub edge: EdgeId,
}

impl Walk<'_, '_> {
    /// A state that comes to a loop with a count that is known, after enough rounds to make it any number.
    pub fn after_enough_rounds(&mut self, node: NodeId, state: &State) -> Option<State> {
        let method = self.engine.program.method(self.method);
        let is_known = |counter: &&RoundCounter| {
            state.get(counter.local).is_some_and(|value| self.engine.terms.as_int(value).is_some())
        };
        let counters: Vec<RoundCounter> = self.shape.counters[node.index()].iter().filter(is_known).copied().collect();
        let mut state = state.clone();
        for RoundCounter { local, edge } in &counters {
            let place = Place::Join(node, *local);
            state.forget(&mut self.engine.terms, place);
            let any = self.engine.terms.symbol(place, SymbolKind::Any);
            state.set(*local, any);
            let (span, name) = (self.graph.edges[edge.index()].span, method.local(*local).name.to_string());
            let kind = EventKind::AfterRounds(name);
            state.trace = state.trace.then(Event { method: self.method, edge: *edge, span, kind });
        }
        (!counters.is_empty()).then_some(state)
    }
}

/// The counters of the loop that begins at a node.
pub fn counters(method: &Method, graph: &Graph, head: NodeId) -> Vec<RoundCounter> {
    let is_inside = inside(graph, head, None);
    let edges = || (graph.edges.iter().enumerate()).filter(|(_, edge)| is_inside[edge.from.index()]);
    let is_counter = |counter: &RoundCounter| {
        let is_handed_on = |edge: &Edge| {
            matches!(edge.instruction, Instruction::Call(_)) && edge.instruction.target() != Some(counter.local)
        };
        edges().all(|(index, edge)| index == counter.edge.index() || is_handed_on(edge) || !uses(edge, counter.local))
            && !inside(graph, head, Some(counter.edge))[head.index()]
    };
    let counted = edges().filter_map(|(index, edge)| {
        let local = counted_by_one(&edge.instruction)?;
        Some(RoundCounter { local, edge: EdgeId(index as u32) })
    });
    counted.filter(|counter| method.local(counter.local).ty == Type::Int).filter(is_counter).collect()
}

/// x, of x = x ± 1.
fn counted_by_one(instruction: &Instruction) -> Option<LocalId> {
    let Instruction::Assign { target, value } = instruction else { return None };
    let ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Subtract, left, right } = &value.kind else { return None };
    let is_one = |expr: &Expr| matches!(expr.kind, ExprKind::Constant(Constant::Int(1)));
    (left.local() == Some(*target) && is_one(right)).then_some(*target)
}

fn uses(edge: &Edge, local: LocalId) -> bool {
    let mut is_read = false;
    reads(&edge.instruction, Annotations::AreSkipped, &mut |read| is_read |= read == local);
    is_read || edge.instruction.target() == Some(local)
}

/// By node: whether it is on a way that leads from the head back to it, without this edge.
fn inside(graph: &Graph, head: NodeId, without: Option<EdgeId>) -> Vec<bool> {
    let steps: Vec<(NodeId, NodeId)> = (graph.edges.iter().enumerate())
        .filter(|(index, _)| without.is_none_or(|edge| edge.index() != *index))
        .flat_map(|(_, edge)| std::iter::once(edge.to).chain(edge.unwind).map(|to| (edge.from, to)))
        .collect();
    let forwards = reached(graph.nodes.len(), head, &steps);
    let backwards: Vec<(NodeId, NodeId)> = steps.iter().map(|(from, to)| (*to, *from)).collect();
    let backwards = reached(graph.nodes.len(), head, &backwards);
    forwards.into_iter().zip(backwards).map(|(after, before)| after && before).collect()
}

/// By node: whether one or more steps lead there.
fn reached(nodes: usize, from: NodeId, steps: &[(NodeId, NodeId)]) -> Vec<bool> {
    let mut next = vec![Vec::new(); nodes];
    steps.iter().for_each(|(from, to)| next[from.index()].push(*to));
    let mut is_reached = vec![false; nodes];
    let mut stack = next[from.index()].clone();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut is_reached[node.index()], true) {
            stack.extend(&next[node.index()]);
        }
    }
    is_reached
}
