//! A `tryLock` that is tried again until it succeeds is a wait. So is perhaps an `isLocked` that is asked again and again.
//!
//! From where it was refused, every way leads back to it: none out of the method, and none that gives something back
//! in between that the thread holds. The answer may be kept in a variable, a helper may be the one that tries, and the
//! method may call itself to try again.

use crate::interface::ordering::objects::Set;
use crate::interface::ordering::order;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::binding::Binding;
use crate::interface::walk::context::{Context, Exit};
use crate::interface::walk::entries::{reached_from, static_calls};
use crate::interface::walk::state::State;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, Constant, EdgeId, Expr, ExprKind, Instruction, LocalId, MethodId, NodeId, UnaryOp,
};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl Walk<'_, '_> {
    /// Whether the thread tries again until it has the lock, and keeps what it holds.
    pub fn is_tried_for_ever(&mut self, id: EdgeId, call: &Call, state: &State) -> bool {
        let Some(result) = call.target else { return false };
        let answers = self.holders_of_answer(id, result);
        let held: Vec<Set> =
            state.held.iter().filter(|held| held.count.is_held()).map(|held| held.ids.clone()).collect();
        let graph = self.graph;
        let mut seen = vec![false; graph.nodes.len()];
        let mut pending: Vec<NodeId> = vec![graph.edges[id.index()].to];
        let mut is_tried_again = false;
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut seen[node.index()], true) {
                continue;
            }
            if node == graph.exit || node == graph.exceptional_exit {
                return false;
            }
            for next in &Rc::clone(&self.shape).outgoing[node.index()] {
                let edge = &graph.edges[next.index()];
                match &edge.instruction {
                    Instruction::Call(other) if *next == id || other.targets.contains(&self.method) => {
                        is_tried_again = true;
                    }
                    Instruction::Assume(condition) if is_one_of(condition, &answers) => {}
                    instruction if self.gives_back(instruction, &held) => return false,
                    Instruction::Throw(_) => pending.push(edge.unwind.unwrap_or(edge.to)),
                    _ => pending.push(edge.to),
                }
            }
        }
        is_tried_again
    }

    /// Whether the thread may ask again and again, and keeps what it holds meanwhile.
    pub fn may_ask_again(&mut self, id: EdgeId, state: &State) -> bool {
        let held: Vec<Set> =
            state.held.iter().filter(|held| held.count.is_held()).map(|held| held.ids.clone()).collect();
        let graph = self.graph;
        let mut seen = vec![false; graph.nodes.len()];
        let mut pending: Vec<NodeId> = vec![graph.edges[id.index()].to];
        while let Some(node) = pending.pop().filter(|_| !held.is_empty()) {
            if std::mem::replace(&mut seen[node.index()], true) {
                continue;
            }
            for next in &Rc::clone(&self.shape).outgoing[node.index()] {
                if *next == id {
                    return true;
                }
                let edge = &graph.edges[next.index()];
                if !self.gives_back(&edge.instruction, &held) {
                    pending.push(edge.to);
                }
            }
        }
        false
    }

    /// A helper that tries, and is asked again until it has the lock: its locks are waited for here.
    pub fn asked_for_ever(
        &mut self,
        id: EdgeId,
        call: &Call,
        state: &State,
        (binding, context): (&Binding, &Context),
        exits: &[Exit],
    ) {
        let answers =
            |exit: &Exit, answer: bool| exit.result.is_some_and(|it| self.engine.terms.as_bool(it) == Some(answer));
        let is_refused = exits.iter().any(|exit| answers(exit, false));
        let taken = exits.iter().filter(|exit| is_refused && answers(exit, true)).flat_map(|exit| &exit.held);
        let is_new = |lock| !context.held.iter().any(|(known, ..)| known == lock);
        let taken: Vec<_> = taken.filter(|held| is_new(&held.lock)).collect();
        if taken.is_empty() || !self.is_tried_for_ever(id, call, state) {
            return;
        }
        let span = self.graph.edges[id.index()].span;
        for held in taken {
            if let Some(lock) = self.lock_to_caller(state, binding, &held.lock, None) {
                let ids = self.ids_of_term(lock.object()).unwrap_or_else(|| Rc::clone(&held.ids));
                order::acquired(self, state, &lock, &ids, span);
            }
        }
    }

    /// The locals that hold the answer, or `false`, and nothing else.
    fn holders_of_answer(&self, id: EdgeId, result: LocalId) -> FxHashSet<LocalId> {
        let mut found = FxHashSet::from_iter([result]);
        for _ in 0..self.graph.edges.len() {
            let before = found.len();
            for edge in &self.graph.edges {
                if let Instruction::Assign { target, value } = &edge.instruction
                    && value.local().is_some_and(|local| found.contains(&local))
                {
                    found.insert(*target);
                }
            }
            if found.len() == before {
                break;
            }
        }
        let all = found.clone();
        let is_answer = |index: usize, instruction: &Instruction| match instruction {
            Instruction::Assign { value, .. } => {
                let is_false = matches!(value.kind, ExprKind::Constant(Constant::Bool(false)));
                is_false || value.local().is_some_and(|local| all.contains(&local))
            }
            _ => index == id.index(),
        };
        found.retain(|local| {
            let edges = self.graph.edges.iter().enumerate();
            let mut writes = edges.filter(|(_, edge)| edge.instruction.target() == Some(*local));
            writes.all(|(index, edge)| is_answer(index, &edge.instruction))
        });
        found
    }

    /// Whether an instruction of the method may give one of these back, or end the program.
    fn gives_back(&mut self, instruction: &Instruction, held: &[Set]) -> bool {
        let (program, method) = (self.engine.program, self.method);
        if self.releases(method, instruction, held) {
            return true;
        }
        let Instruction::Call(call) = instruction else { return false };
        let is_about_locks = |target: &&MethodId| self.engine.may_touch_locks(**target);
        let callees: Vec<MethodId> = call.targets.iter().filter(is_about_locks).copied().collect();
        if callees.is_empty() {
            return false;
        }
        let all = reached_from(&static_calls(program), &callees);
        all.into_iter().any(|method| {
            let mut edges = program.method(method).graph().into_iter().flat_map(|graph| &graph.edges);
            edges.any(|edge| self.releases(method, &edge.instruction, held))
        })
    }

    /// The same for what the instruction itself does.
    pub fn releases(&mut self, method: MethodId, instruction: &Instruction, held: &[Set]) -> bool {
        let program = self.engine.program;
        let object = match instruction {
            Instruction::Exit(object) => object,
            Instruction::Call(call) => match (&program.method(call.method).body, &call.receiver) {
                (
                    Body::Library(
                        LibraryMethod::Unlock
                        | LibraryMethod::SemaphoreRelease
                        | LibraryMethod::StampUnlock
                        | LibraryMethod::StampUnlockRead
                        | LibraryMethod::StampUnlockWrite
                        | LibraryMethod::Wait
                        | LibraryMethod::TimedWait,
                    ),
                    Some(receiver),
                ) => receiver,
                (Body::Library(kind), _) => {
                    return matches!(
                        kind,
                        LibraryMethod::ConditionAwait | LibraryMethod::TimedConditionAwait | LibraryMethod::Halt
                    );
                }
                // What it does to a lock of a class of the program, it says in clauses.
                _ => return self.engine.locks.effects.contains_key(&call.method),
            },
            _ => return false,
        };
        let ids = self.engine.objects.of_expr(program, method, object);
        let may_be = |set: &Set| ids.iter().any(|id| set.iter().any(|held| self.engine.may_be_one(*id, *held)));
        held.iter().any(may_be)
    }
}

/// Whether the condition is that one of the locals is true.
fn is_one_of(condition: &Expr, locals: &FxHashSet<LocalId>) -> bool {
    match &condition.kind {
        ExprKind::Local(other) => locals.contains(other),
        ExprKind::Unary { op: UnaryOp::Not, arg } => match &arg.kind {
            ExprKind::Unary { op: UnaryOp::Not, arg } => is_one_of(arg, locals),
            _ => false,
        },
        _ => false,
    }
}
