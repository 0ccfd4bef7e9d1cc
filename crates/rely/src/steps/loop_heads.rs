//! The heads of loops: what holds there in every iteration.
//!
//! A loop whose steps write neither a field nor what a declaration on it speaks of, and do not give up locks, leaves the
//! declaration's promise standing across all its iterations: it is one of the environment, kept step by step. This is
//! proved with the method, as is that monitors are left as often as entered. Assumed at the head of a loop is what the
//! encoding keeps by itself: counts agree with holders, private objects are out of reach, what is published stays so.

use crate::assumptions::Reason;
use crate::codes;
use crate::others::clauses::State;
use crate::others::java_relation::lasting;
use crate::others::parts::PartSet;
use crate::plan::flat::Op;
use crate::steps::dirt::written_in;
use crate::steps::method::Body;
use crate::terms::heap::Sort;
use crate::text::effect::gives_up_locks;
use crate::text::loops::Loop;
use concurrent::object::LocalId as JavaLocal;
use concurrent::object::annotations::spec::StatementKind;
use ivl::build::{and, eq, forall, implies, not, or, select};
use ivl::typed::{BlockId, GlobalId, LocalId, Var};
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Copies of the shared variables and lock counts at the entry of a loop.
pub struct Snapshots {
    pub globals: BTreeMap<GlobalId, LocalId>,
    depth: LocalId,
    pub locked: LocalId,
    pub reading: LocalId,
    /// Of the integers that the loop changes.
    pub numbers: BTreeMap<JavaLocal, LocalId>,
    /// What this method had made by then.
    pub own: Option<LocalId>,
    /// Copies of where the abstraction may be.
    pub positions: Vec<(LocalId, LocalId)>,
}

impl Body<'_, '_> {
    /// Invariants at the heads of loops: those that hold by themselves, and those that are written there.
    pub fn loop_heads(&mut self, cycles: &[Loop], blocks: &[BlockId], awake: &[PartSet]) -> Vec<(usize, Snapshots)> {
        let mut entries = Vec::new();
        for cycle in cycles {
            let depth = self.sketch.hidden("depth at the loop", self.sketch.locals[self.depth.index()].ty.clone());
            let own = self.private.map(|_| self.sketch.hidden("own at the loop", Sort::ThreadSet.ty()));
            let counts = self.sketch.locals[self.locked.index()].ty.clone();
            let mut snapshots = Snapshots {
                globals: BTreeMap::new(),
                depth,
                locked: self.sketch.hidden("locked at the loop", counts.clone()),
                reading: self.sketch.hidden("reading at the loop", counts),
                own,
                numbers: self.number_snapshots(cycle),
                positions: Vec::new(),
            };
            let moved = self.moved_in(cycle, awake);
            for global in moved.iter().copied() {
                let copy = self.sketch.hidden("at the loop", self.heap.ty(global));
                snapshots.globals.insert(global, copy);
            }
            self.sketch.current = blocks[cycle.head];
            self.written_invariants(cycle);
            self.keep_positions(&mut snapshots);
            self.guesses(cycle, &snapshots);
            // Nothing was done since the last check, which was on the way here.
            for global in &moved {
                let same = eq(self.sketch.value(self.old[global]), self.heap.now(*global));
                self.sketch.assume(Reason::Bookkeeping, same);
            }
            self.lock_facts();
            self.private_facts();
            self.made_in_loop(&snapshots);
            // Monitors are entered and left in pairs within the text.
            let (object, some) = self.heap.any_ref("o");
            let now = select(self.sketch.value(self.depth), some.clone());
            let before = select(self.sketch.value(snapshots.depth), some);
            let paired = forall(vec![object], vec![vec![now.clone()], vec![before.clone()]], eq(now, before));
            let span = self.flat.nodes[cycle.head];
            self.lasts(paired, span, "a monitor may be held in one iteration of this loop and not in another");
            let gives_up =
                self.flat.edges.iter().filter(|edge| cycle.nodes.contains(&edge.from)).any(|edge| match &edge.op {
                    Op::Library { method, .. } => gives_up_locks(*method),
                    Op::Abstract { .. } => true,
                    Op::Java(_) | Op::Shows { .. } | Op::Clauses { .. } | Op::Requires { .. } => false,
                });
            if !gives_up {
                let wrote = written_in(self.heap, self.flat, &cycle.nodes);
                let from = snapshots.globals.clone();
                for promise in self.promises(&from, &wrote) {
                    self.lasts(
                        promise,
                        span,
                        "what other threads promise might not last from one iteration to the next",
                    );
                }
            }
            self.lasting(&snapshots);
            entries.push((cycle.head, snapshots));
        }
        entries
    }

    /// The shared variables that are not as they were after an iteration: those that it writes, and those that others do
    /// something to.
    fn moved_in(&self, cycle: &Loop, awake: &[PartSet]) -> BTreeSet<GlobalId> {
        let mut moved = BTreeSet::from([self.heap.published]);
        for (edge, awake) in self.flat.edges.iter().zip(awake) {
            if cycle.nodes.contains(&edge.from) {
                moved.extend(self.parts.globals(awake));
            }
        }
        moved.retain(|global| !self.heap.is_frozen(*global));
        moved.extend(written_in(self.heap, self.flat, &cycle.nodes));
        moved.retain(|global| self.old.contains_key(global));
        moved
    }

    /// What this method made in the loop, no one had when the loop began.
    fn made_in_loop(&mut self, snapshots: &Snapshots) {
        let Some(own) = snapshots.own else { return };
        let (object, some) = self.heap.any_ref("o");
        let now = self.is_own(&some);
        let before = select(self.sketch.value(own), some.clone());
        let published = select(self.sketch.value(snapshots.globals[&self.heap.published]), some);
        let fact = and(implies(before.clone(), now.clone()), implies(now.clone(), or(before, not(published))));
        self.sketch.assume(Reason::Bookkeeping, forall(vec![object], vec![vec![now]], fact));
    }

    /// What no step of anyone changes.
    fn lasting(&mut self, snapshots: &Snapshots) {
        let (now, old) = (self.now(), self.copies(&snapshots.globals));
        let before: State = &|global| old[&global].clone();
        let after: State = &|global| now[global.index()].clone();
        let globals = snapshots.globals.keys().copied().collect();
        for fact in lasting(self.heap, &globals, before, after) {
            self.sketch.assume(Reason::Java, fact);
        }
    }

    fn written_invariants(&mut self, cycle: &Loop) {
        let flat = self.flat;
        for edge in flat.edges.iter().filter(|edge| edge.from == cycle.head) {
            let Op::Clauses { clauses, base, this } = &edge.op else { continue };
            for clause in clauses {
                if let StatementKind::LoopInvariant(condition) = &clause.kind {
                    let condition = self.here(condition, *base, *this);
                    let failure = Diagnostic::error(
                        &codes::LOOP,
                        clause.span,
                        "this loop invariant might not hold on entry, or after an iteration",
                    );
                    self.sketch.prove(codes::LOOP.name, failure, condition);
                }
            }
        }
    }

    pub fn enter_loop(&mut self, snapshots: &Snapshots, span: Span) {
        for (global, copy) in &snapshots.globals {
            let now = self.heap.now(*global);
            self.sketch.assign(Var::Local(*copy), now, span);
        }
        for (position, copy) in &snapshots.positions {
            let now = self.sketch.value(*position);
            self.sketch.assign(Var::Local(*copy), now, span);
        }
        for (now, copy) in
            [(self.depth, snapshots.depth), (self.locked, snapshots.locked), (self.reading, snapshots.reading)]
        {
            let now = self.sketch.value(now);
            self.sketch.assign(Var::Local(copy), now, span);
        }
        for (local, copy) in &snapshots.numbers {
            let now = self.local(*local);
            self.sketch.assign(Var::Local(*copy), now, span);
        }
        if let (Some(private), Some(own)) = (self.private, snapshots.own) {
            let now = self.sketch.value(private.own);
            self.sketch.assign(Var::Local(own), now, span);
        }
    }
}
