//! Between two steps: what the last one did is checked, then other threads run.
//!
//! What other threads do in any number of steps is arbitrary, but for
//!
//! ```text
//! Java      what this thread holds stays held by it, and nobody gives it a lock;
//!           objects that only this thread can reach stay as they are, and unreachable for others;
//!           what is published stays so, who was started stays started, final fields do not change
//! clauses   what each declaration says of steps of others; the global invariants
//! ```
//!
//! A loop whose steps write neither a field nor what a declaration on it speaks of, and do not give up locks, leaves the
//! declaration's promise standing across all its iterations: it is one of the environment, kept step by step.

use crate::clauses::{State, clause_globals, for_all, for_all_others};
use crate::codes;
use crate::flat::Op;
use crate::heap::Heap;
use crate::library::gives_up_locks;
use crate::loops::Loop;
use crate::method::{Body, Dirt, written_in};
use concurrent::object::MethodKind;
use concurrent::object::annotations::spec::StatementKind;
use ivl::build::{and, eq, forall, implies, not, or, select};
use ivl::typed::{BlockId, CmdKind, Expr, GlobalId, LocalId, Var};
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Copies of the shared variables and lock counts at the entry of a loop.
pub struct Snapshots {
    globals: BTreeMap<GlobalId, LocalId>,
    depth: LocalId,
    /// Copies of where the abstraction may be.
    pub positions: Vec<(LocalId, LocalId)>,
}

/// What holds of final fields of published objects in every state: they refer to published objects of their type, and
/// those that are always given a new object are not null.
pub fn shape(heap: &mut Heap, globals: &[GlobalId], state: State) -> Vec<Expr> {
    let mut facts = Vec::new();
    for global in globals {
        let Some(id) = heap.field_of(*global) else { continue };
        let field = heap.java.field(id);
        let class = heap.java.class(field.class);
        if !field.ty.is_reference() || !field.is_final || field.is_static || !class.is_from_source() {
            continue;
        }
        let (object, some) = heap.any_ref("o");
        let value = select(state(*global), some.clone());
        let published = state(heap.published);
        let known = or(eq(value.clone(), heap.null(heap.span)), select(published.clone(), value.clone()));
        let mut known = and(known, heap.typed(&value, &field.ty));
        if crate::entries::is_never_null(heap.java, id) {
            let of_class = heap.is_instance(some.clone(), field.class);
            known = and(known, implies(of_class, not(eq(value.clone(), heap.null(heap.span)))));
        }
        facts.push(forall(vec![object], vec![vec![value]], implies(select(published, some), known)));
    }
    facts
}

impl Body<'_, '_> {
    pub fn boundary(&mut self, dirt: &Dirt, span: Span) {
        self.judge(dirt);
        self.others_run(span);
    }

    /// What was written since others ran last keeps the invariants and what others assume.
    pub fn judge(&mut self, dirt: &Dirt) {
        self.advance(dirt);
        let Some(span) = dirt.place else { return };
        let clauses = self.clauses;
        let concerns = |globals: &BTreeSet<GlobalId>| globals.iter().any(|global| dirt.globals.contains(global));
        let publishes = dirt.globals.contains(&self.heap.published);
        for clause in &clauses.invariants {
            if publishes || concerns(&clause_globals(self.heap, clause)) {
                let failure =
                    Diagnostic::error(&codes::INVARIANT, span, "after this step a global invariant might not hold")
                        .label(clause.span, "this is the invariant");
                let holds = self.invariant(clause);
                self.sketch.prove(codes::INVARIANT.name, failure, holds);
            }
        }
        for clause in &clauses.env_assumptions {
            if concerns(&clause_globals(self.heap, clause)) {
                let failure = Diagnostic::error(
                    &codes::ENVIRONMENT,
                    span,
                    "this step might break what other threads assume of their environment",
                )
                .label(clause.span, "they rely on this")
                .help("hold a lock from the read to the write that depends on it, or check again before writing");
                let (now, old) = (self.now(), self.before());
                let tid = self.tid.clone();
                let holds = for_all_others(self.heap, clause, &tid, &|g| old[&g].clone(), &|g| now[g.index()].clone());
                self.sketch.prove(codes::ENVIRONMENT.name, failure, holds);
            }
        }
    }

    fn invariant(&mut self, clause: &concurrent::object::annotations::spec::ClassClause) -> Expr {
        let (now, tid) = (self.now(), self.tid.clone());
        let state = |global: GlobalId| now[global.index()].clone();
        for_all(self.heap, clause, &tid, &state, &state)
    }

    fn now(&self) -> Vec<Expr> {
        (0..self.heap.build.program.globals.len() as u32).map(|global| self.heap.now(GlobalId(global))).collect()
    }

    /// The state after others ran last; variables that play no role here are as they are now.
    pub fn before(&self) -> BTreeMap<GlobalId, Expr> {
        self.copies(&self.old)
    }

    pub fn copies(&self, copies: &BTreeMap<GlobalId, LocalId>) -> BTreeMap<GlobalId, Expr> {
        let all = (0..self.heap.build.program.globals.len() as u32).map(GlobalId);
        let value = |global: GlobalId| match copies.get(&global) {
            Some(local) => self.sketch.value(*local),
            None => self.heap.now(global),
        };
        all.map(|global| (global, value(global))).collect()
    }

    pub fn assume_invariants(&mut self) {
        let clauses = self.clauses;
        for clause in &clauses.invariants {
            if clause_globals(self.heap, clause).iter().all(|global| self.old.contains_key(global)) {
                let holds = self.invariant(clause);
                self.sketch.assume(holds);
            }
        }
    }

    /// Copies the shared variables.
    pub fn remember(&mut self, span: Span) {
        for (global, old) in self.old.clone() {
            let now = self.heap.now(global);
            self.sketch.assign(Var::Local(old), now, span);
        }
    }

    pub fn others_run(&mut self, span: Span) {
        self.remember(span);
        let vars: Vec<Var> =
            self.old.keys().filter(|global| !self.is_constant(**global)).map(|g| Var::Global(*g)).collect();
        self.sketch.havoc(vars, span);
        let old = self.old.clone();
        self.assume_environment(&old, &BTreeSet::new(), false);
        self.assume_invariants();
        self.remember(span);
    }

    /// A static final field; its initialiser ran before anyone saw it.
    fn is_constant(&self, global: GlobalId) -> bool {
        let java = self.heap.java;
        let in_initialiser = java.method(self.method).kind == MethodKind::StaticInitializer;
        let field = self.heap.field_of(global).map(|field| java.field(field));
        field.is_some_and(|field| field.is_static && field.is_final) && !in_initialiser
    }

    /// What is known of steps of others from the copied state until now, if this thread wrote the given variables and,
    /// if `across` steps of its own, kept all locks.
    fn assume_environment(&mut self, from: &BTreeMap<GlobalId, LocalId>, wrote: &BTreeSet<GlobalId>, across: bool) {
        let (now, old) = (self.now(), self.copies(from));
        let before: State = &|global| old[&global].clone();
        let after: State = &|global| now[global.index()].clone();
        if !across {
            self.assume_java(before, after);
        }
        let (clauses, tid) = (self.clauses, self.tid.clone());
        let is_known = |globals: &BTreeSet<GlobalId>| {
            globals.iter().all(|global| from.contains_key(global) && !wrote.contains(global))
        };
        for rule in &clauses.rules {
            let mut globals = rule.globals(self.heap);
            if rule.is_about_a_monitor() {
                // One that was held at the first is held all the time, whatever pairs of enter and exit were between.
                globals.remove(&self.heap.holder);
            }
            if is_known(&globals)
                && let Some(kept) = rule.kept(self.heap, &tid, before, after)
            {
                self.sketch.assume(kept);
            }
        }
        for clause in &clauses.env_assumptions {
            if is_known(&clause_globals(self.heap, clause)) {
                let holds = for_all(self.heap, clause, &tid, before, after);
                self.sketch.assume(holds);
            }
        }
    }

    fn assume_java(&mut self, before: State, after: State) {
        let globals: Vec<GlobalId> = self.old.keys().copied().collect();
        for fact in shape(self.heap, &globals, after) {
            self.sketch.assume(fact);
        }
        let (tid, java) = (self.tid.clone(), self.heap.java);
        for lock in [self.heap.holder, self.heap.owner] {
            let (object, some) = self.heap.any_ref("o");
            let (old, new) = (select(before(lock), some.clone()), select(after(lock), some));
            let fact = eq(eq(old.clone(), tid.clone()), eq(new.clone(), tid.clone()));
            self.sketch.assume(forall(vec![object], vec![vec![old], vec![new]], fact));
        }
        for grows in [self.heap.published, self.heap.started] {
            let (object, some) = self.heap.any_ref("o");
            let (old, new) = (select(before(grows), some.clone()), select(after(grows), some));
            self.sketch.assume(forall(vec![object], vec![vec![old.clone()], vec![new.clone()]], implies(old, new)));
        }
        let (object, some) = self.heap.any_ref("o");
        let owned = self.is_mine(&some);
        let published = select(after(self.heap.published), some);
        let apart = implies(owned.clone(), not(published.clone()));
        self.sketch.assume(forall(vec![object], vec![vec![owned], vec![published]], apart));
        for global in self.old.keys().copied().collect::<Vec<_>>() {
            if global == self.heap.published || !self.heap.is_by_object(global) {
                continue;
            }
            let (object, some) = self.heap.any_ref("o");
            let (old, new) = (select(before(global), some.clone()), select(after(global), some.clone()));
            let is_final = self.heap.field_of(global).is_some_and(|field| java.field(field).is_final);
            let kept = match is_final {
                true => or(self.is_mine(&some), select(before(self.heap.published), some.clone())),
                false => self.is_mine(&some),
            };
            self.sketch.assume(forall(
                vec![object],
                vec![vec![old.clone()], vec![new.clone()]],
                implies(kept, eq(new, old)),
            ));
        }
    }

    pub fn finish_normally(&mut self, dirt: &Dirt) {
        let method = self.heap.java.method(self.method);
        let span = self.flat.nodes[self.flat.exit];
        let mut dirt = dirt.clone();
        if let (MethodKind::Constructor, Some(this)) = (method.kind, method.this()) {
            let this = self.local(this);
            let private = self.is_mine(&this);
            self.publish_if(private, span);
            dirt.globals.insert(self.heap.published);
            dirt.place = dirt.place.or(Some(method.span));
        }
        self.judge(&dirt);
        self.others_run(span);
        self.finish_simulation(span);
    }

    /// Invariants at the heads of loops: those that hold by themselves, and those that are written there.
    pub fn loop_heads(&mut self, cycles: &[Loop], blocks: &[BlockId]) -> Vec<(usize, Snapshots)> {
        let mut entries = Vec::new();
        for cycle in cycles {
            let depth = self.sketch.hidden("depth at the loop", self.sketch.locals[self.depth.index()].ty.clone());
            let mut snapshots = Snapshots { globals: BTreeMap::new(), depth, positions: Vec::new() };
            for global in self.old.keys().copied().collect::<Vec<_>>() {
                let copy = self.sketch.hidden("at the loop", self.heap.ty(global));
                snapshots.globals.insert(global, copy);
            }
            self.sketch.current = blocks[cycle.head];
            self.written_invariants(cycle);
            self.keep_positions(&mut snapshots);
            self.lock_facts();
            // Monitors are entered and left in pairs within the text.
            let (object, some) = self.heap.any_ref("o");
            let now = select(self.sketch.value(self.depth), some.clone());
            let before = select(self.sketch.value(snapshots.depth), some);
            self.sketch.assume(forall(vec![object], vec![vec![now.clone()], vec![before.clone()]], eq(now, before)));
            let gives_up =
                self.flat.edges.iter().filter(|edge| cycle.nodes.contains(&edge.from)).any(|edge| match &edge.op {
                    Op::Library { method, .. } => gives_up_locks(*method),
                    Op::Abstract { .. } => true,
                    Op::Java(_) | Op::Clauses { .. } | Op::Requires { .. } => false,
                });
            if !gives_up {
                let wrote = written_in(self.heap, self.flat, &cycle.nodes);
                let from = snapshots.globals.clone();
                self.assume_environment(&from, &wrote, true);
            }
            self.growing(&snapshots);
            entries.push((cycle.head, snapshots));
        }
        entries
    }

    /// What is published or started stays so.
    fn growing(&mut self, snapshots: &Snapshots) {
        for grows in [self.heap.published, self.heap.started] {
            let (object, some) = self.heap.any_ref("o");
            let old = select(self.sketch.value(snapshots.globals[&grows]), some.clone());
            let new = select(self.heap.now(grows), some);
            self.sketch.assume(forall(vec![object], vec![vec![old.clone()], vec![new.clone()]], implies(old, new)));
        }
        for global in self.old.keys().copied().collect::<Vec<_>>() {
            let field = self.heap.field_of(global).map(|field| self.heap.java.field(field));
            if field.is_some_and(|field| field.is_final && !field.is_static) {
                let (object, some) = self.heap.any_ref("o");
                let published = select(self.sketch.value(snapshots.globals[&self.heap.published]), some.clone());
                let old = select(self.sketch.value(snapshots.globals[&global]), some.clone());
                let new = select(self.heap.now(global), some);
                let kept = implies(published, eq(old.clone(), new.clone()));
                self.sketch.assume(forall(vec![object], vec![vec![old], vec![new]], kept));
            }
        }
    }

    fn written_invariants(&mut self, cycle: &Loop) {
        let flat = self.flat;
        for edge in flat.edges.iter().filter(|edge| edge.from == cycle.head) {
            let Op::Clauses { clauses, base, this } = &edge.op else { continue };
            for clause in clauses {
                if let StatementKind::LoopInvariant(condition) = &clause.kind {
                    let condition = self.here(condition, *base, *this);
                    self.sketch.push(CmdKind::Assert(condition), clause.span);
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
        let depth = self.sketch.value(self.depth);
        self.sketch.assign(Var::Local(snapshots.depth), depth, span);
    }
}
