//! What was read optimistically: it may be used only behind a `validate` of its stamp that was true.
//!
//! A local is tainted if what it holds was read without the lock, or was made of such a value. To copy a value and to
//! compute with it is no use; to return it, to store it where others see it, or to pass it to a method of the program is.

use crate::codes;
use crate::interface::obligations::effect::{has_effect, is_answer};
use crate::interface::terms::term::TermId;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use concurrent::object::library::LibraryMethod;
use concurrent::object::liveness::{Annotations, reads};
use concurrent::object::{Body, Call, Edge, EdgeId, Expr, Instruction, LocalId, MethodKind, NodeId};
use source::Span;
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Taint {
    pub local: LocalId,
    /// Where the value was read.
    pub read: Span,
    /// What may confirm it; none if nothing does any more.
    pub stamp: Option<TermId>,
}

impl State {
    /// The stamp is valid: what was read since it was given is right.
    pub fn confirm(&mut self, stamp: Option<TermId>) {
        self.unconfirmed.retain(|(pending, _)| Some(*pending) != stamp);
        self.swayed.retain(|(pending, _)| Some(*pending) != stamp);
        self.tainted.retain(|taint| taint.stamp.is_none() || taint.stamp != stamp);
    }

    /// The stamp is not valid: what was read is rubbish.
    fn refuse(&mut self, stamp: Option<TermId>) {
        self.unconfirmed.retain(|(pending, _)| Some(*pending) != stamp);
        self.swayed.retain(|(pending, _)| Some(*pending) != stamp);
        for taint in &mut self.tainted {
            taint.stamp = taint.stamp.filter(|own| Some(*own) != stamp);
        }
    }

    fn taint_of(&self, expr: &Expr) -> Option<&Taint> {
        let mut found = None;
        let mut look = |local: LocalId| found = found.or(self.tainted.iter().find(|taint| taint.local == local));
        concurrent::object::liveness::locals_of(expr, &mut look);
        found
    }
}

impl Walk<'_, '_> {
    /// Two ways: the stamp is valid, or it is not. A stamp of which nothing is known may be either; that of a lock which is
    /// held is valid.
    pub fn validated(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        stamp: Option<TermId>,
        state: &State,
    ) -> Outcomes {
        let (mut valid, mut invalid) = (state.clone(), state.clone());
        let lock = call.receiver.as_ref().and_then(|receiver| self.eval(state, receiver));
        let is_own = state.optimistic.iter().any(|(known, of)| Some(*known) == stamp && Some(*of) == lock);
        let is_other = state.optimistic.iter().any(|(known, _)| Some(*known) == stamp) && !is_own;
        if is_other {
            self.doubt(edge.span, "it is not known whether this lock has given the stamp");
        } else {
            valid.confirm(stamp);
        }
        invalid.refuse(stamp);
        let (yes, no) = (self.engine.terms.bool_(true), self.engine.terms.bool_(false));
        let mut outcomes = self.with_result(id, call, valid, Some(yes), edge.to);
        if lock.is_some_and(|lock| state.held.has_stamp(lock, stamp)) {
            return outcomes;
        }
        outcomes.extend(self.with_result(id, call, invalid, Some(no), edge.to));
        outcomes
    }

    /// What an instruction sets is tainted if what it reads is.
    pub fn spread_taint(&mut self, id: EdgeId, before: &[Taint], state: &mut State) {
        let edge = &self.graph.edges[id.index()];
        let target = match &edge.instruction {
            Instruction::Call(call) if self.is_constructor(call) => call.receiver.as_ref().and_then(Expr::local),
            other => other.target(),
        };
        let Some(target) = target else { return };
        let mut new: Vec<Taint> = Vec::new();
        // What a lock answers is right, whatever was read.
        let is_answer = matches!(&edge.instruction, Instruction::Call(call) if is_answer(self.engine.program, call));
        if !before.is_empty() && !is_answer {
            reads(&edge.instruction, Annotations::AreSkipped, &mut |local| {
                new.extend(
                    before.iter().filter(|taint| taint.local == local).map(|taint| Taint { local: target, ..*taint }),
                );
            });
        }
        // What the instruction itself has read without the lock.
        let own = state.unconfirmed.iter().filter(|(_, read)| *read == edge.span);
        new.extend(own.map(|(stamp, read)| Taint { local: target, read: *read, stamp: Some(*stamp) }));
        if edge.instruction.target() == Some(target) {
            state.tainted.retain(|taint| taint.local != target);
        }
        // What is set, or not, as a value decides that nothing has confirmed yet. What is set in one place has one value
        // wherever it is read.
        let is_decided = !state.swayed.is_empty() && {
            let sets = |edge: &&Edge| edge.instruction.target() == Some(target);
            self.graph.edges.iter().filter(sets).count() > 1
        };
        new.extend(state.swayed.iter().filter(|_| is_decided).map(|(stamp, read)| Taint {
            local: target,
            read: *read,
            stamp: Some(*stamp),
        }));
        state.tainted.extend(new);
        state.tainted.sort();
        state.tainted.dedup();
    }

    /// Whether the instruction uses what is tainted. It is told once.
    pub fn tainted_uses(&mut self, id: EdgeId, state: &mut State) {
        if state.tainted.is_empty() && state.swayed.is_empty() {
            return;
        }
        let edge = &self.graph.edges[id.index()];
        let used: Vec<&Expr> = match &edge.instruction {
            Instruction::Assign { target, value } if Some(*target) == self.graph.result => vec![value],
            Instruction::WriteField { value, .. } | Instruction::WriteElement { value, .. } => vec![value],
            Instruction::Throw(value) => vec![value],
            // The lock that is asked is not what was read under its stamp.
            Instruction::Call(call) if is_answer(self.engine.program, call) => call.args.iter().collect(),
            Instruction::Call(call) if !self.is_constructor(call) && !self.only_computes(call) => {
                call.receiver.iter().chain(&call.args).collect()
            }
            // To decide by rubbish is a use; to decide by what is yet to be confirmed is one if something comes of it.
            Instruction::Assume(condition) => match state.taint_of(condition).copied() {
                Some(Taint { stamp: None, .. }) => vec![condition],
                Some(Taint { stamp: Some(stamp), read, .. }) => {
                    state.swayed.push((stamp, read));
                    state.swayed.sort();
                    state.swayed.dedup();
                    // What one branch sets, the other leaves as it is for the same reason.
                    let set = self.set_on_one_side(edge);
                    state.tainted.extend(set.into_iter().map(|local| Taint { local, read, stamp: Some(stamp) }));
                    state.tainted.sort();
                    state.tainted.dedup();
                    Vec::new()
                }
                None => Vec::new(),
            },
            Instruction::Call(_)
            | Instruction::Assign { .. }
            | Instruction::Skip
            | Instruction::ReadField { .. }
            | Instruction::ReadElement { .. }
            | Instruction::ArrayLength { .. }
            | Instruction::NewObject { .. }
            | Instruction::NewArray { .. }
            | Instruction::Enter(_)
            | Instruction::Exit(_)
            | Instruction::Check(_)
            | Instruction::Annotation(_) => Vec::new(),
        };
        let is_effect = has_effect(self.engine.program, &edge.instruction);
        let swayed = state.swayed.first().filter(|_| is_effect);
        let swayed = swayed.map(|(stamp, read)| Taint { local: LocalId(0), read: *read, stamp: Some(*stamp) });
        let taint = used.into_iter().find_map(|value| state.taint_of(value)).copied().or(swayed);
        let Some(taint) = taint else { return };
        let message = "what was read without the lock is used here, and no `validate` has confirmed it".to_string();
        let labels = vec![(taint.read, "read here".to_string())];
        self.violation_with(state, &codes::ACCESS, edge.span, message, labels, None);
        state.unconfirmed.retain(|(stamp, read)| Some(*stamp) != taint.stamp || *read != taint.read);
        state.swayed.retain(|(_, read)| *read != taint.read);
        state.tainted.retain(|other| other.read != taint.read);
    }

    /// The locals that are set on one side of a branch only, before a lock is asked.
    fn set_on_one_side(&self, branch: &Edge) -> BTreeSet<LocalId> {
        let sides: Vec<BTreeSet<EdgeId>> =
            self.graph.outgoing(branch.from).map(|edge| self.edges_before_an_answer(edge.to)).collect();
        let is_on_all = |edge: &EdgeId| sides.iter().all(|side| side.contains(edge));
        let one_sided = sides.iter().flatten().filter(|edge| !is_on_all(edge));
        let targets = one_sided.filter_map(|edge| self.graph.edges[edge.index()].instruction.target());
        targets.filter(|target| Some(*target) != self.graph.result).collect()
    }

    /// The edges that are reached from a node with no question to a lock in between.
    fn edges_before_an_answer(&self, start: NodeId) -> BTreeSet<EdgeId> {
        let (mut pending, mut found) = (vec![start], BTreeSet::new());
        while let Some(node) = pending.pop() {
            for id in &self.shape.outgoing[node.index()] {
                let edge = &self.graph.edges[id.index()];
                let is_asked =
                    matches!(&edge.instruction, Instruction::Call(call) if is_answer(self.engine.program, call));
                if !is_asked && found.insert(*id) {
                    pending.push(edge.to);
                    pending.extend(edge.unwind);
                }
            }
        }
        found
    }

    fn is_constructor(&self, call: &Call) -> bool {
        self.engine.program.method(call.method).kind == MethodKind::Constructor
    }

    /// Whether the call does nothing but compute a result.
    fn only_computes(&self, call: &Call) -> bool {
        match self.engine.program.method(call.method).body {
            Body::Library(kind) => matches!(
                kind,
                LibraryMethod::Pure
                    | LibraryMethod::Fresh
                    | LibraryMethod::Read
                    | LibraryMethod::Box
                    | LibraryMethod::Unbox
                    | LibraryMethod::StringEquals
                    | LibraryMethod::Equals
                    | LibraryMethod::HashCode
                    | LibraryMethod::ToString
            ),
            Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => false,
        }
    }
}
