//! The graph of a method as blocks: the boundaries between its steps, its loops and its ends.

use crate::dirt::{dirty, is_boundary, left_by};
use crate::flat::{FlatEdge, Op};
use crate::library;
use crate::loops::loops;
use crate::method::Body;
use concurrent::object::Gap;
use concurrent::object::annotations::spec::StatementKind;
use ivl::build::{eq, not, select};
use ivl::typed::BlockId;
use std::collections::BTreeSet;

impl Body<'_, '_> {
    pub fn graph(&mut self) {
        let flat = self.flat;
        let blocks: Vec<BlockId> = flat.nodes.iter().map(|span| self.sketch.block(*span)).collect();
        let start = BlockId(0);
        let span = self.heap.java.method(self.method).span;
        let cycles = loops(flat);
        let heads: BTreeSet<usize> = cycles.iter().map(|cycle| cycle.head).collect();
        let dirt = dirty(self.heap, flat, &heads);
        let entries = self.loop_heads(&cycles, &blocks);
        self.sketch.current = start;
        for (_, snapshots) in entries.iter().filter(|(head, _)| *head == flat.entry) {
            self.enter_loop(snapshots, span);
        }
        self.sketch.jump(start, vec![blocks[flat.entry]], span);
        for (edge, dirt) in flat.edges.iter().zip(&dirt.edges) {
            self.sketch.branch(blocks[edge.from], edge.span);
            if let Op::Clauses { clauses, .. } = &edge.op
                && clauses.iter().all(|clause| matches!(clause.kind, StatementKind::LoopInvariant(_)))
                && cycles.iter().any(|cycle| cycle.head == edge.from)
            {
                // At the head already.
            } else {
                if is_boundary(self.heap, &edge.op) {
                    self.boundary(dirt, edge.span);
                }
                self.op(edge, &blocks);
            }
            if heads.contains(&edge.to) {
                let dirt = left_by(self.heap, edge, dirt);
                self.judge(&dirt);
            }
            for (head, snapshots) in &entries {
                let is_entering =
                    edge.to == *head && !cycles.iter().any(|c| c.head == *head && c.nodes.contains(&edge.from));
                if is_entering {
                    self.enter_loop(snapshots, edge.span);
                }
            }
            let current = self.sketch.current;
            self.sketch.jump(current, vec![blocks[edge.to]], edge.span);
        }
        self.sketch.current = blocks[flat.exit];
        self.finish_normally(&dirt.nodes[flat.exit]);
        self.sketch.current = blocks[flat.exceptional];
        let span = flat.nodes[flat.exceptional];
        self.boundary(&dirt.nodes[flat.exceptional], span);
        self.locks_are_back(self.heap.java.method(self.method).span);
    }

    pub fn op(&mut self, edge: &FlatEdge, blocks: &[BlockId]) {
        let span = edge.span;
        match &edge.op {
            Op::Java(instruction) => self.instruction(instruction, edge, blocks),
            Op::Library { call, method, declares } => {
                if let Err(message) = library::call(self, call, *method, *declares, edge, blocks) {
                    self.gap.get_or_insert(Gap { message, span });
                }
            }
            Op::Abstract { call, method } => self.abstract_call(call, *method, edge, blocks),
            Op::Clauses { clauses, base, this } => clauses.iter().for_each(|clause| self.clause(clause, *base, *this)),
            Op::Requires { method, base, this } => self.requires(*method, *base, *this, span),
        }
    }

    /// From the current block to the edge's handler too, with whatever exception.
    pub fn may_throw(&mut self, edge: &FlatEdge, blocks: &[BlockId]) {
        let Some(unwind) = edge.unwind else { return };
        let current = self.sketch.current;
        self.sketch.branch(current, edge.span);
        self.forget(edge.exception, edge.span);
        let thrown = self.local(edge.exception);
        let null = self.heap.null(edge.span);
        self.sketch.assume(not(eq(thrown.clone(), null)));
        let published = select(self.heap.now(self.heap.published), thrown);
        self.sketch.assume(published);
        let handler = self.sketch.current;
        self.sketch.jump(handler, vec![blocks[unwind]], edge.span);
        self.sketch.branch(current, edge.span);
    }
}
