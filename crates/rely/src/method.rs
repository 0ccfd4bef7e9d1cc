//! A method as one obligation: a plain procedure that runs it among arbitrary other threads.
//!
//! ```text
//! before each step that touches shared state     what the last such step did is checked; then others run
//! the step                                       the declarations allow it; Java does not throw
//! return                                         the last step is checked; others run; the abstraction is through
//! ```
//!
//! Locals of the procedure besides the method's own: `tid`; `mine`, the objects that only this thread can reach; `depth`
//! and `locked`, how often this thread has entered each monitor and lock; and a copy of each shared variable as it was
//! after others ran last. A ghost assignment belongs to the step before it, as ghosts change nothing that runs.

use crate::clauses::{Clauses, RuleKind};
use crate::codes;
use crate::flat::{Flat, FlatEdge, Op};
use crate::formula::{View, formula};
use crate::heap::{Heap, Sort, at, int, le, lt, sort_of};
use crate::library::{self, Effect};
use crate::loops::loops;
use crate::simulation::Positions;
use crate::sketch::Sketch;
use crate::values::{instance, value};
use concurrent::object::annotations::spec::{Expr as SpecExpr, ExprKind as SpecKind, StatementClause, StatementKind};
use concurrent::object::{
    self, Check, ClassId, FieldId, Gap, Instruction, LocalId as JavaLocal, MethodId, MethodKind, Type,
};
use ivl::build::{and, any, bool_lit, eq, forall, if_then_else, implies, map_type, not, or, select, store};
use ivl::typed::{BinaryOp, BlockId, CmdKind, Expr, GlobalId, LocalId, Type as Term, Var};
use source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

pub struct Body<'a, 'p> {
    pub heap: &'a mut Heap<'p>,
    pub clauses: &'a Clauses,
    pub method: MethodId,
    pub flat: &'a Flat,
    pub sketch: Sketch,
    java: Vec<LocalId>,
    pub tid: Expr,
    pub mine: LocalId,
    pub depth: LocalId,
    pub locked: LocalId,
    /// The shared variables, as they were after others ran last.
    pub old: BTreeMap<GlobalId, LocalId>,
    /// The same, at the entry.
    pub entry: BTreeMap<GlobalId, LocalId>,
    pub positions: Option<Positions>,
    pub result: Option<LocalId>,
    pub gap: Option<Gap>,
}

/// Adds the obligation of a method to the program.
pub fn method(heap: &mut Heap, clauses: &Clauses, method: MethodId, flat: &Flat, name: &str) -> Result<(), Gap> {
    let span = heap.java.method(method).span;
    let mut sketch = Sketch::new(span);
    let counts = map_type(vec![Sort::Ref.ty()], Term::Int);
    let tid = sketch.local("tid", Sort::Ref.ty(), span);
    let mine = sketch.hidden("mine", Sort::ThreadSet.ty());
    let depth = sketch.hidden("depth", counts.clone());
    let locked = sketch.hidden("locked", counts);
    let tid = sketch.value(tid);
    let mut body = Body {
        heap,
        clauses,
        method,
        flat,
        sketch,
        java: Vec::new(),
        tid,
        mine,
        depth,
        locked,
        old: BTreeMap::new(),
        entry: BTreeMap::new(),
        positions: None,
        result: None,
        gap: None,
    };
    body.declare();
    body.begin();
    body.graph();
    if let Some(gap) = body.gap {
        return Err(gap);
    }
    let Body { heap, sketch, .. } = body;
    sketch.finish(&mut heap.build, name);
    Ok(())
}

impl Body<'_, '_> {
    fn declare(&mut self) {
        for local in &self.flat.locals {
            let id = self.sketch.local(&local.name, sort_of(&local.ty).ty(), local.span);
            if crate::heap::range(&local.ty).is_some() {
                let value = self.sketch.value(id);
                self.sketch.locals[id.index()].where_clause = Some(self.heap.typed(&value, &local.ty));
            }
            self.java.push(id);
        }
        for global in self.relevant() {
            let name = self.heap.build.program.globals[global.index()].name.to_string();
            let old = self.sketch.hidden(&format!("old {name}"), self.heap.ty(global));
            self.old.insert(global, old);
            let entry = self.sketch.hidden(&format!("entry {name}"), self.heap.ty(global));
            self.entry.insert(global, entry);
        }
    }

    /// The shared variables that the method touches, and those that declarations on them speak of.
    fn relevant(&self) -> BTreeSet<GlobalId> {
        let heap = &*self.heap;
        let mut found = BTreeSet::from([heap.holder, heap.owner, heap.published, heap.started]);
        for edge in &self.flat.edges {
            found.extend(touched(heap, &edge.op));
        }
        if let Some(spec) = heap.spec.methods.get(&self.method) {
            let conditions = spec.requires.iter().chain(&spec.ensures).map(|condition| &condition.condition);
            let actions = spec.actions.iter().filter_map(|action| action.ensures.as_ref());
            conditions.chain(actions).for_each(|expr| crate::formula::globals(heap, expr, &mut found));
        }
        let mut groups: Vec<BTreeSet<GlobalId>> = self.clauses.rules.iter().map(|rule| rule.globals(heap)).collect();
        let of_classes = self.clauses.env_assumptions.iter().chain(&self.clauses.invariants);
        groups.extend(of_classes.map(|clause| crate::clauses::clause_globals(heap, clause)));
        // Whatever becomes known to others has to satisfy all invariants.
        let publishes = heap.java.method(self.method).kind == MethodKind::Constructor
            || self.flat.edges.iter().any(|edge| written(heap, &edge.op).contains(&heap.published));
        if publishes {
            let invariants = self.clauses.invariants.iter();
            invariants.for_each(|clause| found.extend(crate::clauses::clause_globals(heap, clause)));
        }
        let common = BTreeSet::from([heap.holder, heap.owner, heap.published, heap.started]);
        loop {
            let before = found.len();
            for group in &groups {
                if group.iter().any(|global| found.contains(global) && !common.contains(global))
                    || group.is_subset(&common)
                {
                    found.extend(group);
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// What is known when a thread calls the method.
    fn begin(&mut self) {
        let java = self.heap.java;
        let method = java.method(self.method);
        let span = method.span;
        let (tid, null) = (self.tid.clone(), self.heap.null(span));
        self.sketch.assume(not(eq(tid.clone(), null.clone())));
        let (mine, published) = (self.sketch.value(self.mine), self.heap.now(self.heap.published));
        let main = self.heap.main(span);
        self.sketch.assume(select(published.clone(), main.clone()));
        self.sketch.assume(select(published.clone(), tid.clone()));
        let is_constructor = method.kind == MethodKind::Constructor;
        let (object, some) = self.heap.any_ref("o");
        let is_this = match method.this() {
            Some(this) if is_constructor => eq(some.clone(), self.local(this)),
            Some(_) | None => bool_lit(false, span),
        };
        let owned = select(mine.clone(), some.clone());
        self.sketch.assume(forall(vec![object], vec![vec![owned.clone()]], eq(owned, is_this)));
        self.lock_facts();
        for param in &method.params {
            let local = method.local(*param);
            if !local.ty.is_reference() {
                continue;
            }
            let value = self.local(*param);
            if Some(*param) == method.this() {
                self.sketch.assume(not(eq(value.clone(), null.clone())));
                let is_published = select(published.clone(), value.clone());
                self.sketch.assume(if is_constructor { not(is_published) } else { is_published });
            } else {
                self.sketch.assume(or(eq(value.clone(), null.clone()), select(published.clone(), value.clone())));
            }
            let typed = self.heap.typed(&value, &local.ty);
            self.sketch.assume(typed);
        }
        if let Some(this) = method.this() {
            let is_thread =
                java.class_named("java.lang.Thread").is_some_and(|thread| java.is_subclass(method.class, thread));
            let this = self.local(this);
            if &*method.name == "run" && method.params.len() == 1 && is_thread {
                self.sketch.assume(eq(tid.clone(), this.clone()));
                self.sketch.assume(not(eq(tid.clone(), main.clone())));
                let started = self.heap.now(self.heap.started);
                self.sketch.assume(select(started, this.clone()));
            }
            if is_constructor {
                self.fresh(&this, method.class, span);
            }
        } else if &*method.name == "main" {
            self.sketch.assume(eq(tid, main));
        }
        let globals: Vec<GlobalId> = self.old.keys().copied().collect();
        let state = self.now_state();
        for fact in crate::environment::shape(self.heap, &globals, &|global| state[global.index()].clone()) {
            self.sketch.assume(fact);
        }
        self.assume_invariants();
        for (guarded, condition, _) in &self.clauses.method_guards {
            if *guarded == self.method {
                let condition = self.here(condition, 0, method.this());
                self.sketch.assume(condition);
            }
        }
        if let Some(spec) = self.heap.spec.methods.get(&self.method) {
            for requires in &spec.requires {
                let condition = self.here(&requires.condition, 0, method.this());
                self.sketch.assume(condition);
            }
        }
        self.remember(span);
        for (global, entry) in self.entry.clone() {
            let now = self.heap.now(global);
            self.sketch.assign(Var::Local(entry), now, span);
        }
        self.begin_simulation();
    }

    /// `holder[o] == tid` exactly if the monitor was entered more often than left; the same for locks.
    pub fn lock_facts(&mut self) {
        for (holder, count) in [(self.heap.holder, self.depth), (self.heap.owner, self.locked)] {
            let (object, some) = self.heap.any_ref("o");
            let count = select(self.sketch.value(count), some.clone());
            let holder = select(self.heap.now(holder), some);
            let zero = int(0, self.heap.span);
            let is_mine = eq(holder.clone(), self.tid.clone());
            let fact = and(le(zero.clone(), count.clone()), eq(is_mine, lt(zero, count.clone())));
            self.sketch.assume(forall(vec![object], vec![vec![count], vec![holder]], fact));
        }
        let (object, some) = self.heap.any_ref("o");
        let owned = select(self.sketch.value(self.mine), some.clone());
        let null = self.heap.null(self.heap.span);
        let reached =
            [self.heap.published, self.heap.started].map(|global| select(self.heap.now(global), some.clone()));
        let private = and(not(any(reached, self.heap.span)), not(eq(some, null)));
        self.sketch.assume(forall(vec![object], vec![vec![owned.clone()]], implies(owned, private)));
    }

    pub fn local(&self, local: JavaLocal) -> Expr {
        self.sketch.value(self.java[local.index()])
    }

    pub fn value(&mut self, expr: &object::Expr, span: Span) -> Expr {
        let Body { heap, sketch, java, .. } = self;
        value(heap, expr, &|local| sketch.value(java[local.index()]), span)
    }

    pub fn set(&mut self, local: JavaLocal, value: Expr, span: Span) {
        self.sketch.assign(Var::Local(self.java[local.index()]), value, span);
    }

    pub fn forget(&mut self, local: JavaLocal, span: Span) {
        self.sketch.havoc(vec![Var::Local(self.java[local.index()])], span);
    }

    /// An annotation at this point of an inlined method whose locals begin at `base`. `\old` is the entry.
    pub fn here(&mut self, expr: &SpecExpr, base: u32, this: Option<JavaLocal>) -> Expr {
        let this = this.map(|this| self.local(this));
        let Body { heap, sketch, java, tid, entry, .. } = self;
        let globals: Vec<Expr> =
            (0..heap.build.program.globals.len() as u32).map(|global| heap.now(GlobalId(global))).collect();
        let now = |global: GlobalId| globals[global.index()].clone();
        let before = |global: GlobalId| match entry.get(&global) {
            Some(local) => sketch.value(*local),
            None => now(global),
        };
        let local = |id: JavaLocal| sketch.value(java[(base + id.0) as usize]);
        formula(heap, expr, &View { before: &before, after: &now, this, tid: tid.clone(), local: &local, result: None })
    }

    fn graph(&mut self) {
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
    }

    fn op(&mut self, edge: &FlatEdge, blocks: &[BlockId]) {
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

    fn instruction(&mut self, instruction: &Instruction, edge: &FlatEdge, blocks: &[BlockId]) {
        let span = edge.span;
        match instruction {
            Instruction::Skip => {}
            Instruction::Assign { target, value } => {
                let is_fresh = matches!(value.kind, object::ExprKind::Concat(_));
                let value = self.value(value, span);
                self.set(*target, value, span);
                if is_fresh {
                    self.some_object(*target, span);
                }
            }
            Instruction::ReadField { target, object, field } => self.read_field(*target, object.as_ref(), *field, span),
            Instruction::WriteField { object, field, value } => self.write_field(object.as_ref(), *field, value, span),
            Instruction::ReadElement { target, array, index } => {
                let ty = self.flat.locals[target.index()].ty.clone();
                let elements = self.heap.now(self.heap.elements(sort_of(&ty)));
                let (array, index) = (self.value(array, span), self.value(index, span));
                self.set(*target, at(elements, array.clone(), index), span);
                self.known(*target, &ty, Some(array), span);
            }
            Instruction::WriteElement { array, index, value } => {
                let global = self.heap.elements(sort_of(&value.ty));
                let elements = self.heap.now(global);
                let (array, index, written) =
                    (self.value(array, span), self.value(index, span), self.value(value, span));
                let row = store(select(elements.clone(), array.clone()), index, written.clone());
                self.sketch.assign(Var::Global(global), store(elements, array.clone(), row), span);
                if value.ty.is_reference() {
                    self.stored(Some(array), written, span);
                }
            }
            Instruction::ArrayLength { target, array } => {
                let array = self.value(array, span);
                let length = self.heap.length(array);
                self.set(*target, length, span);
            }
            Instruction::NewObject { target, class } => {
                self.allocate(*target, span);
                let object = self.local(*target);
                self.fresh(&object, *class, span);
            }
            Instruction::NewArray { target, ty, lengths } => self.new_array(*target, ty, lengths, span),
            Instruction::Call(_) | Instruction::Annotation(_) => {}
            Instruction::Enter(object) => {
                let object = self.value(object, span);
                self.take(self.heap.holder, self.depth, object, span);
            }
            Instruction::Exit(object) => {
                let object = self.value(object, span);
                self.release(self.heap.holder, self.depth, object, span);
            }
            Instruction::Assume(condition) => {
                let expr = self.value(condition, span);
                let origin = ivl::typed::Assumption::Guard { taken: true };
                self.sketch.push(CmdKind::Assume { expr, origin }, span);
            }
            Instruction::Check(check) => self.check(check, span),
            Instruction::Throw(thrown) => {
                let thrown = self.value(thrown, span);
                self.set(edge.exception, thrown, span);
                let current = self.sketch.current;
                self.sketch.jump(current, edge.unwind.iter().map(|node| blocks[*node]).collect(), span);
                // What follows is not reached.
                self.sketch.current = self.sketch.block(span);
                self.sketch.assume(bool_lit(false, span));
            }
        }
    }

    fn some_object(&mut self, target: JavaLocal, span: Span) {
        let value = self.local(target);
        let null = self.heap.null(span);
        self.sketch.assume(not(eq(value.clone(), null)));
        let published = self.heap.now(self.heap.published);
        self.sketch.assume(select(published, value));
    }

    pub fn is_mine(&self, object: &Expr) -> Expr {
        select(self.sketch.value(self.mine), object.clone())
    }

    /// What is known of a value that was read from an object, from a static field, or came from elsewhere.
    pub fn known(&mut self, target: JavaLocal, ty: &Type, from: Option<Expr>, span: Span) {
        let value = self.local(target);
        let typed = self.heap.typed(&value, ty);
        self.sketch.assume(typed);
        if ty.is_reference() {
            let null = eq(value.clone(), self.heap.null(span));
            let published = select(self.heap.now(self.heap.published), value.clone());
            let own = match from {
                Some(object) => and(self.is_mine(&object), self.is_mine(&value)),
                None => bool_lit(false, span),
            };
            self.sketch.assume(any([null, published, own], span));
        }
    }

    fn read_field(&mut self, target: JavaLocal, object: Option<&object::Expr>, field: FieldId, span: Span) {
        let java = self.heap.java;
        let object = object.map(|object| self.value(object, span));
        let clauses = self.clauses;
        for rule in clauses.rules.iter().filter(|rule| rule.field == field) {
            let (code, message) = match rule.kind {
                RuleKind::GuardedBy => (&codes::GUARD, crate::place::unguarded(java, rule, "read")),
                RuleKind::ReadableIf => (&codes::READ, crate::place::not_allowed(java, rule, "read")),
                RuleKind::UnwritableByEnvIf | RuleKind::WritableIf => continue,
            };
            let allowed = self.allowed(rule, object.clone());
            let failure = crate::place::of_rule(code, message, rule, span);
            self.sketch.prove(code.name, failure, allowed);
        }
        let global = self.heap.now(self.heap.field(field));
        let read = match &object {
            Some(object) => select(global, object.clone()),
            None => global,
        };
        self.set(target, read, span);
        let ty = java.field(field).ty.clone();
        self.known(target, &ty, object.clone(), span);
        if crate::entries::is_never_null(java, field) {
            let value = self.local(target);
            let some = not(eq(value, self.heap.null(span)));
            let known = match object {
                Some(object) => implies(not(self.is_mine(&object)), some),
                None => some,
            };
            self.sketch.assume(known);
        }
    }

    fn now_state(&self) -> Vec<Expr> {
        (0..self.heap.build.program.globals.len() as u32).map(|global| self.heap.now(GlobalId(global))).collect()
    }

    fn allowed(&mut self, rule: &crate::clauses::Rule, object: Option<Expr>) -> Expr {
        let (state, tid) = (self.now_state(), self.tid.clone());
        let now = |global: GlobalId| state[global.index()].clone();
        let private = object.as_ref().map_or(bool_lit(false, rule.span), |object| self.is_mine(object));
        let has = match rule.kind {
            RuleKind::UnwritableByEnvIf => rule.no_other(self.heap, object, &tid, &now),
            RuleKind::WritableIf | RuleKind::ReadableIf | RuleKind::GuardedBy => {
                rule.holds(self.heap, object, &tid, &now)
            }
        };
        or(private, has)
    }

    fn write_field(&mut self, object: Option<&object::Expr>, field: FieldId, value: &object::Expr, span: Span) {
        let java = self.heap.java;
        let is_reference = value.ty.is_reference();
        let object = object.map(|object| self.value(object, span));
        let value = self.value(value, span);
        let global = self.heap.field(field);
        let map = self.heap.now(global);
        let was = match &object {
            Some(object) => select(map.clone(), object.clone()),
            None => map.clone(),
        };
        let is_initialiser = java.method(self.method).kind == MethodKind::StaticInitializer && object.is_none();
        let clauses = self.clauses;
        for rule in clauses.rules.iter().filter(|rule| rule.field == field && !is_initialiser) {
            let (code, message) = match rule.kind {
                RuleKind::GuardedBy => (&codes::GUARD, crate::place::unguarded(java, rule, "written")),
                RuleKind::WritableIf | RuleKind::UnwritableByEnvIf => {
                    (&codes::WRITE, crate::place::not_allowed(java, rule, "written"))
                }
                RuleKind::ReadableIf => continue,
            };
            let allowed = self.allowed(rule, object.clone());
            let allowed = match rule.kind {
                RuleKind::UnwritableByEnvIf => or(allowed, eq(was.clone(), value.clone())),
                RuleKind::WritableIf | RuleKind::ReadableIf | RuleKind::GuardedBy => allowed,
            };
            let failure = crate::place::of_rule(code, message, rule, span);
            self.sketch.prove(code.name, failure, allowed);
        }
        if java.field(field).is_final
            && let Some(object) = &object
        {
            let message = format!(
                "the final field `{}` is written when other threads may already reach the object",
                java.field(field).name
            );
            let failure = Diagnostic::error(&codes::WRITE, span, message)
                .label(java.field(field).span, "declared here")
                .help("let `this` escape only after the constructor is through");
            let private = self.is_mine(object);
            self.sketch.prove(codes::WRITE.name, failure, private);
        }
        let written = match &object {
            Some(object) => store(map, object.clone(), value.clone()),
            None => value.clone(),
        };
        self.sketch.assign(Var::Global(global), written, span);
        if is_reference {
            self.stored(object, value, span);
        }
    }

    /// A reference was stored in an object or a static field: if others can reach that, they can now reach this.
    pub fn stored(&mut self, into: Option<Expr>, value: Expr, span: Span) {
        let escapes = match into {
            Some(object) => and(not(self.is_mine(&object)), self.is_mine(&value)),
            None => self.is_mine(&value),
        };
        self.publish_if(escapes, span);
    }

    /// All objects of this thread become known to others, which is more than can happen and never too little.
    pub fn publish_if(&mut self, condition: Expr, span: Span) {
        let (published, private) = (self.heap.published, self.mine);
        let was_published = self.sketch.hidden("published before", self.heap.ty(published));
        let was_mine = self.sketch.hidden("mine before", self.heap.ty(published));
        let escapes = self.sketch.hidden("escapes", Term::Bool);
        self.sketch.assign(Var::Local(escapes), condition, span);
        let now = self.heap.now(published);
        self.sketch.assign(Var::Local(was_published), now, span);
        let now = self.sketch.value(private);
        self.sketch.assign(Var::Local(was_mine), now, span);
        self.sketch.havoc(vec![Var::Global(published), Var::Local(private)], span);
        let escapes = self.sketch.value(escapes);
        let (object, some) = self.heap.any_ref("o");
        let (old, own) = (self.sketch.value(was_published), self.sketch.value(was_mine));
        let (old, own) = (select(old, some.clone()), select(own, some.clone()));
        let new = select(self.heap.now(published), some.clone());
        let left = self.is_mine(&some);
        let grown = eq(new.clone(), or(old.clone(), and(escapes.clone(), own.clone())));
        let kept = eq(left.clone(), and(own.clone(), not(escapes)));
        let triggers = vec![vec![new], vec![left], vec![old], vec![own]];
        self.sketch.assume(forall(vec![object], triggers, and(grown, kept)));
    }

    /// A new object: no one has it.
    pub fn allocate(&mut self, target: JavaLocal, span: Span) {
        self.forget(target, span);
        let object = self.local(target);
        let null = self.heap.null(span);
        self.sketch.assume(not(eq(object.clone(), null)));
        self.sketch.assume(not(select(self.heap.now(self.heap.published), object.clone())));
        self.sketch.assume(not(self.is_mine(&object)));
        let mine = store(self.sketch.value(self.mine), object, bool_lit(true, span));
        self.sketch.assign(Var::Local(self.mine), mine, span);
    }

    /// The fields of a new object hold zeros, its lock is free, its class is known.
    fn fresh(&mut self, object: &Expr, class: ClassId, span: Span) {
        let java = self.heap.java;
        let of_class = self.heap.is_instance(object.clone(), class);
        self.sketch.assume(of_class);
        let clauses = self.clauses;
        let spoken_of = clauses.env_assumptions.iter().chain(&clauses.invariants).map(|clause| clause.class);
        for other in spoken_of.collect::<BTreeSet<ClassId>>() {
            // Nothing is of two classes of which neither extends the other.
            let are_classes = [class, other].iter().all(|id| java.class(*id).kind != object::ClassKind::Interface);
            if are_classes && !java.is_subclass(class, other) && !java.is_subclass(other, class) {
                let of_other = self.heap.is_instance(object.clone(), other);
                self.sketch.assume(not(of_other));
            }
        }
        for global in self.old.keys().copied().collect::<Vec<_>>() {
            let Some(field) = self.heap.field_of(global) else { continue };
            let field = java.field(field);
            if !field.is_static && java.is_subclass(class, field.class) {
                let zero = self.heap.zero(sort_of(&field.ty), span);
                self.sketch.assume(eq(select(self.heap.now(global), object.clone()), zero));
            }
        }
        for (at, ghost) in self.heap.spec.ghosts.iter().enumerate() {
            let global = self.heap.ghost(concurrent::object::annotations::spec::GhostId(at as u32));
            if !ghost.is_static && java.is_subclass(class, ghost.class) && self.old.contains_key(&global) {
                let zero = match &ghost.value {
                    Some(value) => self.here(value, 0, None),
                    None => self.heap.zero(crate::heap::sort_of_spec(&ghost.ty), span),
                };
                self.sketch.assume(eq(select(self.heap.now(global), object.clone()), zero));
            }
        }
        let null = self.heap.null(span);
        for lock in [self.heap.holder, self.heap.owner] {
            self.sketch.assume(eq(select(self.heap.now(lock), object.clone()), null.clone()));
        }
        self.sketch.assume(not(select(self.heap.now(self.heap.started), object.clone())));
    }

    fn new_array(&mut self, target: JavaLocal, ty: &Type, lengths: &[object::Expr], span: Span) {
        let Type::Array(element) = ty else { return };
        let length = self.value(&lengths[0], span);
        self.allocate(target, span);
        let array = self.local(target);
        let of_type = instance(self.heap, array.clone(), ty);
        self.sketch.assume(of_type);
        let own_length = self.heap.length(array.clone());
        self.sketch.assume(eq(own_length, length));
        let null = self.heap.null(span);
        for lock in [self.heap.holder, self.heap.owner] {
            self.sketch.assume(eq(select(self.heap.now(lock), array.clone()), null.clone()));
        }
        // Of arrays in the array nothing is known.
        let global = self.heap.elements(sort_of(element));
        if lengths.len() == 1 && self.old.contains_key(&global) {
            let row = map_type(vec![Term::Int], sort_of(element).ty());
            let zero = self.heap.zero(sort_of(element), span);
            let zeros = self.heap.build.constant_map(row, zero);
            self.sketch.assume(eq(select(self.heap.now(global), array), zeros));
        }
    }

    /// Takes a lock, waiting for it; again, if this thread has it already.
    pub fn take(&mut self, lock: GlobalId, count: LocalId, object: Expr, span: Span) {
        let holder = self.heap.now(lock);
        let counts = self.sketch.value(count);
        let held = select(holder.clone(), object.clone());
        let is_free = or(eq(held.clone(), self.heap.null(span)), eq(held, self.tid.clone()));
        self.sketch.assume(is_free);
        self.sketch.assign(Var::Global(lock), store(holder, object.clone(), self.tid.clone()), span);
        let more = crate::heap::binary(BinaryOp::Add, select(counts.clone(), object.clone()), int(1, span), Term::Int);
        self.sketch.assign(Var::Local(count), store(counts, object, more), span);
    }

    pub fn release(&mut self, lock: GlobalId, count: LocalId, object: Expr, span: Span) {
        let (holder, counts) = (self.heap.now(lock), self.sketch.value(count));
        let less = crate::heap::binary(BinaryOp::Sub, select(counts.clone(), object.clone()), int(1, span), Term::Int);
        let null = self.heap.null(span);
        let left = if_then_else(lt(int(0, span), less.clone()), self.tid.clone(), null);
        self.sketch.assign(Var::Global(lock), store(holder, object.clone(), left), span);
        self.sketch.assign(Var::Local(count), store(counts, object, less), span);
    }

    fn check(&mut self, check: &Check, span: Span) {
        let null = self.heap.null(span);
        let (condition, message, code) = match check {
            Check::NotNull(value) => {
                let value = self.value(value, span);
                (not(eq(value, null)), "this might be null".to_string(), &codes::EXCEPTION)
            }
            Check::InBounds { array, index } => {
                let (array, index) = (self.value(array, span), self.value(index, span));
                let length = self.heap.length(array);
                let inside = and(le(int(0, span), index.clone()), lt(index, length));
                (inside, "this index might be out of bounds".to_string(), &codes::EXCEPTION)
            }
            Check::NotNegative(value) => {
                let value = self.value(value, span);
                (le(int(0, span), value), "this size might be negative".to_string(), &codes::EXCEPTION)
            }
            Check::NotZero(value) => {
                let value = self.value(value, span);
                (not(eq(value, int(0, span))), "this divisor might be zero".to_string(), &codes::EXCEPTION)
            }
            Check::Cast { value, ty } => {
                let value = self.value(value, span);
                let fits = instance(self.heap, value.clone(), ty);
                let message = format!("this might not be a `{}`", object::text::print_type(self.heap.java, ty));
                (or(eq(value, null), fits), message, &codes::EXCEPTION)
            }
            // The element types of arrays are not tracked; no state depends on the outcome but the exception.
            Check::ArrayStore { .. } => return,
            Check::Assertion(value) => {
                let value = self.value(value, span);
                (value, "this assertion might not hold".to_string(), &codes::ASSERTION)
            }
        };
        let failure = Diagnostic::error(code, span, message)
            .help("other threads run between any two steps; a value read earlier may be out of date");
        self.sketch.prove(code.name, failure, condition);
    }

    fn clause(&mut self, clause: &StatementClause, base: u32, this: Option<JavaLocal>) {
        let span = clause.span;
        match &clause.kind {
            StatementKind::Assert(condition) => {
                let condition = self.here(condition, base, this);
                let failure = Diagnostic::error(&codes::ASSERTION, span, "this assertion might not hold")
                    .help("other threads run between any two steps: does a lock keep them from changing what it says?");
                self.sketch.prove(codes::ASSERTION.name, failure, condition);
            }
            StatementKind::Assume(condition) => {
                let condition = self.here(condition, base, this);
                let origin = ivl::typed::Assumption::Stated;
                self.sketch.push(CmdKind::Assume { expr: condition, origin }, span);
            }
            StatementKind::LoopInvariant(condition) => {
                let condition = self.here(condition, base, this);
                let failure = Diagnostic::error(&codes::LOOP, span, "this loop invariant might not hold");
                self.sketch.prove(codes::LOOP.name, failure, condition);
            }
            StatementKind::Set { target, value } => {
                let value = self.here(value, base, this);
                let SpecKind::Ghost { object, ghost } = &target.kind else { return };
                let global = self.heap.ghost(*ghost);
                let written = match object {
                    Some(object) => {
                        let object = self.here(object, base, this);
                        store(self.heap.now(global), object, value)
                    }
                    None => value,
                };
                self.sketch.assign(Var::Global(global), written, span);
            }
        }
    }

    fn requires(&mut self, method: MethodId, base: u32, this: Option<JavaLocal>, span: Span) {
        let name = object::text::method_name(self.heap.java, method);
        let clauses = self.clauses;
        for (_, condition, declared) in clauses.method_guards.iter().filter(|guard| guard.0 == method) {
            let condition = self.here(condition, base, this);
            let failure = Diagnostic::error(&codes::PRECONDITION, span, format!("`{name}` is called without its lock"))
                .label(*declared, "it has to be held");
            self.sketch.prove(codes::PRECONDITION.name, failure, condition);
        }
        let Some(spec) = self.heap.spec.methods.get(&method) else { return };
        for requires in &spec.requires {
            let condition = self.here(&requires.condition, base, this);
            let message = format!("a precondition of `{name}` might not hold at this call");
            let failure =
                Diagnostic::error(&codes::PRECONDITION, span, message).label(requires.span, "this is the precondition");
            self.sketch.prove(codes::PRECONDITION.name, failure, condition);
        }
    }
}

/// Whether other threads may run before the operation.
fn is_boundary(heap: &Heap, op: &Op) -> bool {
    match op {
        Op::Java(Instruction::ReadField { field, .. }) => !heap.java.field(*field).is_final,
        Op::Java(
            Instruction::WriteField { .. }
            | Instruction::ReadElement { .. }
            | Instruction::WriteElement { .. }
            | Instruction::Enter(_)
            | Instruction::Exit(_),
        ) => true,
        Op::Java(_) | Op::Clauses { .. } | Op::Requires { .. } => false,
        Op::Library { method, .. } => library::effect(*method) != Effect::None,
        // It has its own inside.
        Op::Abstract { .. } => true,
    }
}

/// The shared variables that an operation writes.
fn written(heap: &Heap, op: &Op) -> BTreeSet<GlobalId> {
    match op {
        Op::Java(Instruction::WriteField { field, value, .. }) => {
            let published = value.ty.is_reference().then_some(heap.published);
            [heap.field(*field)].into_iter().chain(published).collect()
        }
        Op::Java(Instruction::WriteElement { value, .. }) => {
            let published = value.ty.is_reference().then_some(heap.published);
            [heap.elements(sort_of(&value.ty))].into_iter().chain(published).collect()
        }
        Op::Java(Instruction::Enter(_) | Instruction::Exit(_)) => BTreeSet::from([heap.holder]),
        Op::Java(_) | Op::Requires { .. } => BTreeSet::new(),
        Op::Library { call, method, .. } => library::written(heap, call, *method),
        Op::Abstract { .. } => BTreeSet::from([heap.published]),
        Op::Clauses { clauses, .. } => {
            let targets = clauses.iter().filter_map(|clause| match &clause.kind {
                StatementKind::Set { target, .. } => match &target.kind {
                    SpecKind::Ghost { ghost, .. } => Some(heap.ghost(*ghost)),
                    _ => None,
                },
                StatementKind::Assert(_) | StatementKind::Assume(_) | StatementKind::LoopInvariant(_) => None,
            });
            targets.collect()
        }
    }
}

/// The shared variables that an operation reads or writes.
fn touched(heap: &Heap, op: &Op) -> BTreeSet<GlobalId> {
    let mut found = written(heap, op);
    match op {
        Op::Java(Instruction::ReadField { field, .. }) => {
            found.insert(heap.field(*field));
        }
        Op::Java(Instruction::ReadElement { .. } | Instruction::NewArray { .. }) => {
            found.extend([Sort::Int, Sort::Bool, Sort::Float, Sort::Ref].map(|sort| heap.elements(sort)));
        }
        Op::Java(_) | Op::Library { .. } => {}
        Op::Clauses { clauses, .. } => clauses.iter().for_each(|clause| match &clause.kind {
            StatementKind::Assert(expr) | StatementKind::Assume(expr) | StatementKind::LoopInvariant(expr) => {
                crate::formula::globals(heap, expr, &mut found);
            }
            StatementKind::Set { target, value } => {
                crate::formula::globals(heap, target, &mut found);
                crate::formula::globals(heap, value, &mut found);
            }
        }),
        Op::Abstract { method, .. } | Op::Requires { method, .. } => {
            if let Some(spec) = heap.spec.methods.get(method) {
                crate::simulation::spec_globals(heap, spec, &mut found);
            }
        }
    }
    found
}

/// What happened since others ran last: the places, and the shared variables that were written.
#[derive(Clone, Default, PartialEq)]
pub struct Dirt {
    pub globals: BTreeSet<GlobalId>,
    pub place: Option<Span>,
}

pub struct Dirts {
    /// By node.
    pub nodes: Vec<Dirt>,
    /// Before each edge.
    pub edges: Vec<Dirt>,
}

/// What is unchecked before each edge and at each node. At the head of a loop nothing is: it is checked on the way there.
fn dirty(heap: &Heap, flat: &Flat, heads: &BTreeSet<usize>) -> Dirts {
    let mut nodes = vec![Dirt::default(); flat.nodes.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for edge in &flat.edges {
            let dirt = left_by(heap, edge, &nodes[edge.from]);
            for to in std::iter::once(edge.to).chain(edge.unwind).filter(|to| !heads.contains(to)) {
                let node = &mut nodes[to];
                let before = node.globals.len();
                node.globals.extend(&dirt.globals);
                if node.place.is_none() {
                    node.place = dirt.place;
                }
                changed |= node.globals.len() != before;
            }
        }
    }
    let edges = flat.edges.iter().map(|edge| nodes[edge.from].clone()).collect();
    Dirts { nodes, edges }
}

/// What is unchecked after an edge.
fn left_by(heap: &Heap, edge: &FlatEdge, before: &Dirt) -> Dirt {
    let mut dirt = if is_boundary(heap, &edge.op) { Dirt::default() } else { before.clone() };
    let globals = written(heap, &edge.op);
    if !globals.is_empty() {
        dirt.globals.extend(globals);
        dirt.place.get_or_insert(edge.span);
    }
    dirt
}

/// The shared variables that edges from these nodes write.
pub fn written_in(heap: &Heap, flat: &Flat, nodes: &BTreeSet<usize>) -> BTreeSet<GlobalId> {
    let inside = flat.edges.iter().filter(|edge| nodes.contains(&edge.from));
    inside.flat_map(|edge| written(heap, &edge.op)).collect()
}
