//! Between two steps: what the last one did is checked, then other threads run.
//!
//! What other threads do in any number of steps is arbitrary, but for
//!
//! ```text
//! Java      what [`crate::others::java_relation`] says;
//!           objects that only this thread can reach stay as they are, and unreachable for others
//! clauses   what each declaration says of steps of others; the global invariants
//! ```

use crate::assumptions::Reason;
use crate::codes;
use crate::others::clauses::{
    State, clause_globals, for_all, for_all_but, for_all_others, speaks_of_objects, speaks_of_tid,
};
use crate::others::java_relation::java_relation;
use crate::others::parts::PartSet;
use crate::steps::dirt::Dirt;
use crate::steps::method::Body;
use concurrent::object::annotations::spec::ClassClause;
use concurrent::object::{LocalId as JavaLocal, MethodKind};
use ivl::build::{and, bool_lit, eq, forall, implies, not, select};
use ivl::typed::{Expr, GlobalId, LocalId, Var};
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What every shared variable holds in some state.
#[derive(Clone)]
pub struct Values {
    now: Rc<Vec<Expr>>,
    /// Those that are not as they are now.
    copies: BTreeMap<GlobalId, Expr>,
}

impl std::ops::Index<&GlobalId> for Values {
    type Output = Expr;

    fn index(&self, global: &GlobalId) -> &Expr {
        self.copies.get(global).unwrap_or_else(|| &self.now[global.index()])
    }
}

impl Body<'_, '_> {
    pub fn boundary(&mut self, dirt: &Dirt, span: Span) {
        self.judge(dirt);
        self.remember(&dirt.globals, span);
        self.others_run(span);
    }

    /// From now on others do something to these parts where they run.
    pub fn wake(&mut self, parts: &PartSet) {
        self.awake = self.parts.globals(parts);
    }

    /// What is to be checked if these variables were written.
    pub fn dirt(&self, mut globals: BTreeSet<GlobalId>, span: Span) -> Dirt {
        if self.private.is_none() {
            globals.remove(&self.heap.published);
        }
        let place = (!globals.is_empty()).then_some(span);
        Dirt { parts: self.parts.written(&globals), globals, place }
    }

    /// What was written since others ran last keeps the invariants and what others assume.
    pub fn judge(&mut self, dirt: &Dirt) {
        self.advance(dirt);
        let Some(span) = dirt.place else { return };
        let clauses = self.clauses.clone();
        let (parts, published) = (self.parts.clone(), self.heap.published);
        let concerns = |globals: &BTreeSet<GlobalId>| {
            let mut written = globals.iter().filter(|global| **global != published);
            parts.has(&dirt.parts, globals) && written.any(|global| dirt.globals.contains(global))
        };
        let publishes = dirt.globals.contains(&self.heap.published);
        let kept = self.kept_by_callee.clone();
        for clause in clauses.invariants.iter().filter(|clause| !kept.contains(&clause.class)) {
            if self.is_postponed(clause) {
                continue;
            }
            let failure =
                Diagnostic::error(&codes::INVARIANT, span, "after this step a global invariant might not hold")
                    .label(clause.span, "this is the invariant");
            let holds =
                if concerns(&clause_globals(self.heap, clause)) || publishes && speaks_of_objects(&clause.condition) {
                    self.invariant(clause)
                } else if publishes && self.may_publish(clause) {
                    self.invariant_of_new(clause)
                } else {
                    continue;
                };
            self.sketch.prove(codes::INVARIANT.name, failure, holds);
        }
        for clause in clauses.env_assumptions.iter().filter(|clause| !kept.contains(&clause.class)) {
            let sees_new = publishes && speaks_of_objects(&clause.condition);
            if (sees_new || concerns(&clause_globals(self.heap, clause))) && !self.is_postponed(clause) {
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

    /// Whether an object that this method made may be one that the clause speaks of.
    fn may_publish(&self, clause: &ClassClause) -> bool {
        self.made.iter().any(|class| self.heap.java.is_subclass(*class, clause.class))
    }

    pub fn invariant(&mut self, clause: &ClassClause) -> Expr {
        let (now, tid) = (self.now(), self.tid.clone());
        let state = |global: GlobalId| now[global.index()].clone();
        let own = for_all(self.heap, clause, &tid, &state, &state);
        if !speaks_of_tid(&clause.condition) {
            return own;
        }
        // Each thread takes it to be about itself.
        let others = for_all_others(self.heap, clause, &tid, &state, &state);
        and(own, others)
    }

    /// The invariant, for objects that were published since others ran last.
    fn invariant_of_new(&mut self, clause: &ClassClause) -> Expr {
        if speaks_of_tid(&clause.condition) {
            return self.invariant(clause);
        }
        let (now, tid) = (self.now(), self.tid.clone());
        let state = |global: GlobalId| now[global.index()].clone();
        let old = self.before()[&self.heap.published].clone();
        for_all_but(self.heap, clause, &old, &tid, &state)
    }

    pub fn now(&self) -> Rc<Vec<Expr>> {
        self.heap.vars.clone()
    }

    /// The state after others ran last; variables that play no role here are as they are now.
    pub fn before(&self) -> Values {
        self.copies(&self.old)
    }

    pub fn copies(&self, copies: &BTreeMap<GlobalId, LocalId>) -> Values {
        let copies = copies.iter().map(|(global, local)| (*global, self.sketch.value(*local))).collect();
        Values { now: self.heap.vars.clone(), copies }
    }

    pub fn assume_invariants(&mut self) {
        let clauses = self.clauses.clone();
        for clause in &clauses.invariants {
            let globals = clause_globals(self.heap, clause);
            if globals.is_subset(&self.awake) && !self.is_postponed(clause) {
                let holds = self.invariant(clause);
                self.sketch.assume(Reason::Invariant, holds);
            }
        }
    }

    /// Copies these shared variables.
    pub fn remember(&mut self, globals: &BTreeSet<GlobalId>, span: Span) {
        for global in globals {
            if let Some(old) = self.old.get(global).copied() {
                let now = self.heap.now(*global);
                self.sketch.assign(Var::Local(old), now, span);
            }
        }
    }

    pub fn others_run(&mut self, span: Span) {
        self.sketch.havoc(vec![Var::Local(self.others)], span);
        self.others_run_around(&BTreeSet::new(), span);
    }

    /// Others run, and this thread changes the given variables in between, any number of times.
    pub fn others_run_around(&mut self, changed: &BTreeSet<GlobalId>, span: Span) {
        let awake = self.awake.clone();
        let moving: BTreeSet<GlobalId> = awake.iter().copied().filter(|global| !self.is_constant(*global)).collect();
        self.remember(&moving, span);
        self.sketch.havoc(moving.iter().copied().map(Var::Global).collect(), span);
        let old = self.old.iter().filter(|(global, _)| awake.contains(global)).map(|(global, old)| (*global, *old));
        self.assume_environment(&old.collect(), changed);
        self.assume_invariants();
        self.remember(&moving, span);
    }

    /// What no other thread changes: a final field, of objects or a static one whose initialiser ran before anyone saw it,
    /// and what the initialiser under way has for itself.
    fn is_constant(&self, global: GlobalId) -> bool {
        let field = self.heap.field_of(global).map(|field| self.heap.java.field(field));
        let is_final = field.is_some_and(|field| field.is_static && field.is_final);
        is_final || self.heap.is_frozen(global) || self.is_under_construction(global)
    }

    /// What is known of steps of others from the copied state until now, if this thread wrote the given variables.
    fn assume_environment(&mut self, from: &BTreeMap<GlobalId, LocalId>, wrote: &BTreeSet<GlobalId>) {
        let (now, old) = (self.now(), self.copies(from));
        self.assume_java(&|global| old[&global].clone(), &|global| now[global.index()].clone());
        for promise in self.promises(from, wrote) {
            self.sketch.assume(Reason::Promise, promise);
        }
    }

    /// What others promise of their steps from the copied state until now, if this thread wrote the given variables.
    pub fn promises(&mut self, from: &BTreeMap<GlobalId, LocalId>, wrote: &BTreeSet<GlobalId>) -> Vec<Expr> {
        let (now, old) = (self.now(), self.copies(from));
        let before: State = &|global| old[&global].clone();
        let after: State = &|global| now[global.index()].clone();
        let (clauses, tid) = (self.clauses.clone(), self.tid.clone());
        let locks = [self.heap.holder, self.heap.owner, self.heap.readers];
        let gives_up = self.gives_up_locks;
        let frozen: BTreeSet<GlobalId> =
            self.old.keys().copied().filter(|global| self.heap.is_frozen(*global)).collect();
        let is_there = |global: &GlobalId| from.contains_key(global) || frozen.contains(global);
        let is_known = |globals: &BTreeSet<GlobalId>| {
            globals.iter().all(|global| is_there(global) && !wrote.contains(global))
                && !(gives_up && globals.iter().any(|global| locks.contains(global)))
        };
        let mut promises = Vec::new();
        for rule in &clauses.rules {
            let mut globals = BTreeSet::clone(&rule.globals(self.heap));
            if rule.is_about_a_monitor() && !gives_up {
                // One that was held at the first is held all the time, whatever pairs of enter and exit were between.
                globals.remove(&self.heap.holder);
            }
            if is_known(&globals) {
                promises.extend(rule.kept(self.heap, &tid, before, after));
            }
        }
        for clause in &clauses.env_assumptions {
            if is_known(&clause_globals(self.heap, clause)) && !self.is_postponed(clause) {
                promises.push(for_all(self.heap, clause, &tid, before, after));
            }
        }
        promises
    }

    /// An invariant of the loop at whose head we are. That its parts hold together is the law; that nothing in the loop
    /// breaks them is proved.
    pub fn lasts(&mut self, invariant: Expr, span: Span, message: &str) {
        let failure = Diagnostic::error(&codes::LOOP, span, message);
        self.sketch.prove(codes::LOOP.name, failure, invariant);
    }

    fn assume_java(&mut self, before: State, after: State) {
        let awake: Vec<GlobalId> = self.awake.iter().copied().collect();
        self.assume_shape(&awake, after);
        self.no_new_objects(before, after);
        let moving = self.awake.iter().copied().filter(|global| !self.is_constant(*global)).collect();
        for fact in java_relation(self.heap, &moving, &self.tid, before, after) {
            self.sketch.assume(Reason::Java, fact);
        }
        if self.private.is_some() {
            let (object, some) = self.heap.any_ref("o");
            let owned = self.is_mine(&some);
            let published = select(after(self.heap.published), some);
            let apart = implies(owned.clone(), not(published.clone()));
            self.sketch.assume(Reason::Java, forall(vec![object], vec![vec![owned], vec![published]], apart));
        }
        if self.private.is_none() {
            return;
        }
        for global in awake {
            if global == self.heap.published || !self.heap.is_by_object(global) || self.heap.is_frozen(global) {
                continue;
            }
            let (object, some) = self.heap.any_ref("o");
            let (old, new) = (select(before(global), some.clone()), select(after(global), some.clone()));
            let kept = implies(self.is_mine(&some), eq(new.clone(), old.clone()));
            self.sketch.assume(Reason::Java, forall(vec![object], vec![vec![old], vec![new]], kept));
        }
    }

    pub fn finish_normally(&mut self, dirt: &Dirt, hands_over: bool) {
        let method = self.heap.java.method(self.method);
        let span = self.flat.nodes[self.flat.exit];
        let left = if method.kind == MethodKind::Constructor { method.this() } else { self.flat.result };
        let dirt = self.hand_over(left.filter(|_| hands_over), dirt, span);
        self.judge(&dirt);
        self.remember(&dirt.globals, span);
        if method.kind == MethodKind::StaticInitializer {
            self.judge_initialised(method.span);
        }
        self.others_run(span);
        self.finish_helper(span);
        self.finish_simulation(span);
    }

    /// What a method leaves to its caller, the caller may share with others. That is a step, and others run before it.
    pub fn hand_over(&mut self, object: Option<JavaLocal>, dirt: &Dirt, span: Span) -> Dirt {
        let mut dirt = dirt.clone();
        if let Some(object) = object.filter(|local| self.flat.locals[local.index()].ty.is_reference()) {
            let object = self.local(object);
            let awake = std::mem::replace(&mut self.awake, self.parts.globals(&self.parts.all()));
            self.boundary(&dirt, span);
            self.awake = awake;
            self.publish_if(bool_lit(true, span), vec![object], span);
            dirt.globals = BTreeSet::from([self.heap.published]);
            dirt.parts = self.parts.written(&dirt.globals);
            dirt.place = dirt.place.or(Some(self.heap.java.method(self.method).span));
        }
        dirt
    }
}
