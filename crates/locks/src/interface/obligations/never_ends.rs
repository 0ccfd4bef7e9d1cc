//! Loops that no way leads out of: what a thread holds in all of them, it holds for ever.
//!
//! A part of the graph from which no state comes to an end, and that leads back to itself, runs for ever. A lock that is
//! held in every state of the part is never given back, and so is one that is taken once more in each round. A method
//! that comes to such a part, on whatever way, and never returns keeps what its callers hold as well.

use crate::codes;
use crate::interface::ordering::objects::Set;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::{Context, Summary};
use crate::interface::walk::entries::{reached_from, static_calls};
use crate::interface::walk::held::{Delta, Held};
use crate::interface::walk::state::State;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Edge, Instruction, MethodId, NodeId};
use std::rc::Rc;

impl Walk<'_, '_> {
    pub fn never_ends(&mut self) {
        if !self.shape.is_loop_head.contains(&true) {
            return;
        }
        let is_leaving = self.leads_out();
        let is_head = |node: &usize| self.shape.is_loop_head[*node] && !is_leaving[*node];
        let heads: Vec<usize> = (0..self.states.len()).filter(is_head).collect();
        for head in heads {
            let part = self.part_of(head);
            if self.states[head].is_empty() || part.is_empty() {
                continue;
            }
            self.summary.never_ends = true;
            for state in self.states[head].clone() {
                let judges = self.engine.may_touch_locks(self.method);
                let is_judged = |held: &&Held| held.taken.is_some() || judges;
                for held in state.held.iter().filter(|held| held.count.is_held()).filter(is_judged) {
                    let in_state = |state: &State| state.held.is_held(&held.lock);
                    let is_held = part.iter().all(|node| self.states[*node].iter().all(in_state));
                    let is_kept =
                        is_held && !part.iter().any(|node| self.gives_back_at(NodeId(*node as u32), &held.ids));
                    if is_kept || held.count.delta == Delta::Many {
                        self.kept_for_ever(&state, held, head);
                    }
                }
            }
        }
    }

    /// A method is called that never returns.
    pub fn kept_by_caller(&mut self, state: &State, context: &Context, summary: &Summary, edge: &Edge) {
        if !summary.never_ends {
            return;
        }
        self.summary.never_ends = true;
        // What the method was told of, it judges itself, if it has to do with locks.
        let judges = self.engine.may_touch_locks(context.method);
        let is_told = |held: &Held| {
            judges && context.held.iter().any(|(lock, ..)| lock.with_object(held.lock.object()) == held.lock)
        };
        for held in state.held.iter().filter(|held| held.count.is_held() && !is_told(held)) {
            match summary.exits.is_empty() {
                true => {
                    let message =
                        format!("{} is never given back: what is called here never ends", self.name(&held.lock));
                    self.violation(state, &codes::NOT_RELEASED, held.taken.unwrap_or(edge.span), message);
                }
                false => self.doubt(edge.span, "what is called here may never end, with locks held"),
            }
        }
    }

    fn kept_for_ever(&mut self, state: &State, held: &Held, head: usize) {
        let at_head = self.graph.outgoing(NodeId(head as u32)).next().map(|edge| edge.span);
        let Some(span) = held.taken.or(at_head) else { return };
        let message = format!("{} is never given back: the method never ends", self.name(&held.lock));
        self.violation(state, &codes::NOT_RELEASED, span, message);
    }

    /// By node: whether a way leads to an end of the method.
    fn leads_out(&self) -> Vec<bool> {
        let mut leads = vec![false; self.graph.nodes.len()];
        let mut pending = vec![self.graph.exit, self.graph.exceptional_exit];
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut leads[node.index()], true) {
                pending.extend(self.moves.iter().filter(|(_, to)| *to == node).map(|(from, _)| *from));
            }
        }
        leads
    }

    /// The nodes that are reached from the head and lead back to it; none if it is in no loop.
    fn part_of(&self, head: usize) -> Vec<usize> {
        let next = |node: usize| {
            let moves = self.moves.iter().filter(move |(from, _)| from.index() == node);
            moves.map(|(_, to)| to.index()).collect::<Vec<usize>>()
        };
        let reach = |start: usize| {
            let (mut seen, mut pending) = (vec![false; self.graph.nodes.len()], vec![start]);
            while let Some(node) = pending.pop() {
                for to in next(node) {
                    if !std::mem::replace(&mut seen[to], true) {
                        pending.push(to);
                    }
                }
            }
            seen
        };
        let reached = reach(head);
        (0..self.graph.nodes.len()).filter(|node| reached[*node] && reach(*node)[head]).collect()
    }

    /// Whether an instruction gives a lock back for a while: it waits with it, or calls what does so or releases it. A
    /// monitor is left where it was entered.
    fn gives_back_at(&mut self, node: NodeId, lock: &Set) -> bool {
        let program = self.engine.program;
        let held = [Rc::clone(lock)];
        let mut edges = self.graph.outgoing(node);
        edges.any(|edge| {
            let Instruction::Call(call) = &edge.instruction else { return false };
            // What the method releases itself, its states tell.
            let is_wait = matches!(
                program.method(call.method).body,
                Body::Library(
                    LibraryMethod::Wait
                        | LibraryMethod::TimedWait
                        | LibraryMethod::ConditionAwait
                        | LibraryMethod::TimedConditionAwait
                )
            );
            if is_wait && self.releases(self.method, &edge.instruction, &held) {
                return true;
            }
            let is_unseen = |target: &MethodId| match program.method(*target).body {
                Body::Abstract | Body::Native | Body::Unsupported(_) => true,
                Body::Graph(_) | Body::Library(_) => false,
            };
            if call.targets.iter().any(|target| is_unseen(target) && self.engine.may_touch_locks(*target)) {
                return true;
            }
            let callees = reached_from(&static_calls(program), &call.targets);
            callees.into_iter().any(|callee| {
                let mut edges = program.method(callee).graph().into_iter().flat_map(|graph| &graph.edges);
                edges.any(|edge| {
                    let is_left = matches!(edge.instruction, Instruction::Exit(_));
                    !is_left && self.releases(callee, &edge.instruction, &held)
                })
            })
        })
    }
}
