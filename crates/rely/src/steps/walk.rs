//! The graph of a method as blocks: the boundaries between its steps, its loops and its ends.
//!
//! What a step did is checked before others run next. Where runs meet that did different things last, and at the heads
//! of loops, it is checked on the way there.

use crate::abstraction::simulation::spec_globals;
use crate::assumptions::Reason;
use crate::others::parts::{Ends, PartSet};
use crate::plan::flat::{FlatEdge, Op};
use crate::steps::dirt::{Dirt, Dirts, Wrote, dirty, left_by, wrote};
use crate::steps::library;
use crate::steps::loop_heads::Snapshots;
use crate::steps::method::Body;
use crate::text::loops::{Loop, loops};
use crate::text::owned::{Owned, Ownership, owned};
use concurrent::object::annotations::spec::StatementKind;
use concurrent::object::{ExprKind, Gap, Instruction, MethodKind};
use ivl::build::{eq, not, select};
use ivl::typed::{BlockId, Var};
use source::Span;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where control may go.
pub struct Route {
    blocks: Vec<BlockId>,
    cycles: Vec<Loop>,
    entries: Vec<(usize, Snapshots)>,
    /// Where nothing is left to be checked.
    clean: BTreeSet<usize>,
    /// By edge: what it does, and to which parts others do something before it.
    wrote: Vec<Wrote>,
    awake: Vec<PartSet>,
}

impl Body<'_, '_> {
    /// Gives the blocks in which a run ends.
    pub fn graph(&mut self) -> Vec<BlockId> {
        let flat = self.flat;
        let blocks: Vec<BlockId> = flat.nodes.iter().map(|span| self.sketch.block(*span)).collect();
        let start = BlockId(0);
        let span = self.heap.java.method(self.method).span;
        let cycles = loops(flat);
        let heads: BTreeSet<usize> = cycles.iter().map(|cycle| cycle.head).collect();
        let owned = owned(self.heap, flat, self.method);
        let wrote = wrote(self.heap, &self.parts, flat, &owned.edges);
        let (dirt, clean) = dirty(flat, &wrote, &heads);
        let ends = self.touched_at_ends();
        let awake = self.parts.awake(self.heap, &self.clauses, flat, &wrote, &ends);
        let entries = self.loop_heads(&cycles, &blocks, &awake);
        self.route = Some(Rc::new(Route { blocks: blocks.clone(), cycles, entries, clean, wrote, awake }));
        self.sketch.current = start;
        self.enter_loops(None, flat.entry, span);
        self.sketch.jump(start, vec![blocks[flat.entry]], span);
        for (at, dirt) in dirt.edges.iter().enumerate() {
            self.edge(at, dirt);
        }
        self.ends(&dirt, &owned, &ends)
    }

    /// What is looked at besides the steps: on return, what is promised to callers; at each step, what actions speak of.
    fn touched_at_ends(&self) -> Ends {
        let mut each = BTreeSet::new();
        if let Some(spec) = self.heap.spec.methods.get(&self.method).filter(|_| self.positions.is_some()) {
            spec_globals(self.heap, spec, &mut each);
        }
        let is_initialiser = self.heap.java.method(self.method).kind == MethodKind::StaticInitializer;
        let last = if is_initialiser { self.parts.all() } else { self.parts.of(&each) };
        Ends { last, each }
    }

    fn edge(&mut self, at: usize, dirt: &Dirt) {
        let Some(route) = self.route.clone() else { return };
        let edge = &self.flat.edges[at];
        self.sketch.branch(route.blocks[edge.from], edge.span);
        self.leaving = left_by(&route.wrote[at], dirt);
        self.wake(&route.awake[at]);
        self.ownership = route.wrote[at].ownership;
        let is_head = route.cycles.iter().any(|cycle| cycle.head == edge.from);
        if is_head && is_loop_invariant(&edge.op) {
            // At the head already.
        } else {
            let is_boundary = route.wrote[at].is_boundary;
            if is_boundary {
                self.boundary(dirt, edge.span);
            }
            self.op(edge);
            if is_boundary {
                self.show(&edge.op, edge.span);
            }
        }
        self.go(edge, edge.to);
    }

    /// For the trace, the field that was read, as others have left it, or what was written to it.
    fn show(&mut self, op: &Op, span: Span) {
        let Op::Java(Instruction::ReadField { object, field, .. } | Instruction::WriteField { object, field, .. }) = op
        else {
            return;
        };
        let declared = self.heap.java.field(*field);
        let owner = match object.as_ref().map(|object| &object.kind) {
            Some(ExprKind::Local(local)) => self.flat.locals[local.index()].name.to_string(),
            Some(_) => return,
            None => self.heap.java.class(declared.class).name.rsplit('.').next().unwrap_or_default().to_string(),
        };
        let map = self.heap.now(self.heap.field(*field));
        let value = match object {
            Some(object) => select(map, self.value(object, span)),
            None => map,
        };
        let shown = self.sketch.local(&format!("{owner}.{}", declared.name), value.ty().clone(), span);
        self.sketch.assign(Var::Local(shown), value, span);
    }

    /// From the current block to a node.
    fn go(&mut self, edge: &FlatEdge, to: usize) {
        let Some(route) = self.route.clone() else { return };
        if route.clean.contains(&to) {
            let dirt = self.leaving.clone();
            self.judge(&dirt);
            self.remember(&dirt.globals, edge.span);
        }
        self.enter_loops(Some(edge.from), to, edge.span);
        let current = self.sketch.current;
        self.sketch.jump(current, vec![route.blocks[to]], edge.span);
    }

    fn enter_loops(&mut self, from: Option<usize>, to: usize, span: Span) {
        let Some(route) = self.route.clone() else { return };
        for (head, snapshots) in route.entries.iter().filter(|(head, _)| *head == to) {
            let is_inside =
                |from: usize| route.cycles.iter().any(|cycle| cycle.head == *head && cycle.nodes.contains(&from));
            if !from.is_some_and(is_inside) {
                self.enter_loop(snapshots, span);
            }
        }
    }

    fn ends(&mut self, dirt: &Dirts, owned: &Owned, ends: &Ends) -> Vec<BlockId> {
        let (flat, Some(route)) = (self.flat, self.route.clone()) else { return Vec::new() };
        self.wake(&self.parts.of(&ends.each));
        self.ownership = Ownership { is_owned: false, hands_on: true };
        self.sketch.current = route.blocks[flat.exit];
        self.finish_normally(&dirt.nodes[flat.exit], owned.is_returned);
        let normal = self.sketch.current;
        self.sketch.current = route.blocks[flat.exceptional];
        let span = flat.nodes[flat.exceptional];
        let thrown = self.heap.java.method(self.method).graph().map(|graph| graph.exception);
        let thrown = thrown.filter(|_| owned.is_thrown);
        let dirt = self.hand_over(thrown, &dirt.nodes[flat.exceptional], span);
        self.boundary(&dirt, span);
        self.locks_are_back(self.heap.java.method(self.method).span);
        let reached = flat.reached();
        let both = [(flat.exit, normal), (flat.exceptional, self.sketch.current)];
        both.into_iter().filter(|(node, _)| reached.contains(node)).map(|(_, block)| block).collect()
    }

    fn op(&mut self, edge: &FlatEdge) {
        let span = edge.span;
        match &edge.op {
            Op::Java(instruction) => self.instruction(instruction, edge),
            Op::Library { call, method, declares } => {
                if let Err(message) = library::call(self, call, *method, *declares, edge) {
                    self.gap.get_or_insert(Gap { message, span });
                }
            }
            Op::Shows { objects } => library::publish(self, objects, span),
            Op::Abstract { call, method } => self.abstract_call(call, *method, edge),
            Op::Clauses { clauses, base, this } => {
                for clause in clauses {
                    if is_own_step(&clause.kind) {
                        let dirt = self.leaving.clone();
                        self.boundary(&dirt, clause.span);
                    }
                    self.clause(clause, *base, *this);
                }
            }
            Op::Requires { method, base, this } => self.requires(*method, *base, *this, span),
        }
    }

    /// From the current block to the edge's handler too, with whatever exception.
    pub fn may_throw(&mut self, edge: &FlatEdge) {
        let Some(unwind) = edge.unwind else { return };
        let current = self.sketch.current;
        self.sketch.branch(current, edge.span);
        self.forget(edge.exception, edge.span);
        let thrown = self.local(edge.exception);
        let null = self.heap.null(edge.span);
        self.sketch.assume(Reason::Reachable, not(eq(thrown.clone(), null)));
        let published = select(self.heap.now(self.heap.published), thrown);
        self.sketch.assume(Reason::Reachable, published);
        self.go(edge, unwind);
        self.sketch.branch(current, edge.span);
    }

    /// To the edge's handler and nowhere else.
    pub fn throws(&mut self, edge: &FlatEdge) {
        self.go(edge, edge.unwind.unwrap_or(edge.to));
        // What follows is not reached.
        self.sketch.current = self.sketch.block(edge.span);
        self.sketch.assume(Reason::Unreached, ivl::build::bool_lit(false, edge.span));
    }
}

/// What is asserted or assumed is so after whatever others did; a ghost assignment belongs to the step before it.
fn is_own_step(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Assert(_) | StatementKind::Assume(_) => true,
        StatementKind::LoopInvariant(_) | StatementKind::Set { .. } => false,
    }
}

fn is_loop_invariant(op: &Op) -> bool {
    match op {
        Op::Clauses { clauses, .. } => {
            clauses.iter().all(|clause| matches!(clause.kind, StatementKind::LoopInvariant(_)))
        }
        Op::Java(_) | Op::Library { .. } | Op::Abstract { .. } | Op::Shows { .. } | Op::Requires { .. } => false,
    }
}
