//! Which steps of others are looked at where.
//!
//! The shared variables fall into parts: two are in the same part if a declaration speaks of both. Others run before every
//! step, on all parts; but what they do to a part that the step and what belongs to it do not touch commutes with the
//! step. It is moved past it and joined with what they do next, up to a step that touches the part:
//!
//! ```text
//! E_C ; step ; E_C   =   step ; E_C ; E_C   =   step ; E_C        step touches nothing that E_C speaks of; E_C is transitive
//! ```
//!
//! Four kinds of variables do not join parts, though declarations of several parts may speak of them:
//!
//! ```text
//! locks          E_C asks of them whether this thread has one, which others do not change. So only own steps on locks that
//!                the part speaks of, by their class, touch it. A part that asks more is never passed over.
//! started        is like the locks
//! published      grows. Of an object that others make in between, nothing was known before. What others do to a part
//!                does not depend on an object that a step publishes, unless a declaration looks from one object to another.
//! final fields   others do not change
//! ```

use crate::abstraction::simulation::modifies_everything;
use crate::others::clauses::{Clauses, Protection, RuleKind, speaks_of_objects, speaks_of_this};
use crate::plan::flat::{Flat, FlatEdge, Op};
use crate::steps::dirt::{Wrote, touched};
use crate::terms::heap::Heap;
use concurrent::object::annotations::spec::{Expr, ExprKind, SpecType, StatementKind};
use concurrent::object::annotations::syntax::Operator;
use concurrent::object::{BinaryOp, ClassKind, Instruction, MethodId, Type};
use ivl::typed::GlobalId;
use std::collections::{BTreeMap, BTreeSet};

pub type PartSet = BTreeSet<usize>;

/// The parts of the shared variables of one method.
#[derive(Default)]
pub struct Parts {
    of: BTreeMap<GlobalId, usize>,
    parts: Vec<Part>,
    /// Those that are looked at before every step.
    always: PartSet,
    /// What declarations of several parts may speak of, and what of it are final fields.
    common: BTreeSet<GlobalId>,
    frozen: BTreeSet<GlobalId>,
    published: Option<GlobalId>,
}

#[derive(Default)]
struct Part {
    /// Its variables, and the common ones that its declarations speak of.
    globals: BTreeSet<GlobalId>,
    locks: Vec<LockOf>,
    /// Whether some declaration looks from one object to another.
    looks_across: bool,
}

/// A lock that a declaration speaks of: the map of its kind, and its static type if that says anything.
#[derive(Clone)]
pub struct LockOf {
    pub map: GlobalId,
    pub ty: Option<Type>,
}

/// The locks that a condition speaks of.
pub fn locks_of(heap: &Heap, condition: &Expr) -> Vec<LockOf> {
    let mut spoken = Spoken::new(BTreeSet::new());
    look(heap, condition, &mut spoken);
    spoken.locks
}

/// What is asked of a declaration.
struct Spoken {
    globals: BTreeSet<GlobalId>,
    locks: Vec<LockOf>,
    /// Whether others may change what it says of locks and threads.
    is_unsteady: bool,
    looks_across: bool,
}

impl Spoken {
    fn new(globals: BTreeSet<GlobalId>) -> Spoken {
        Spoken { globals, locks: Vec::new(), is_unsteady: false, looks_across: false }
    }
}

impl Parts {
    /// The parts of these variables.
    pub fn new(heap: &Heap, clauses: &Clauses, relevant: &BTreeSet<GlobalId>) -> Parts {
        let frozen: BTreeSet<GlobalId> = relevant.iter().copied().filter(|global| heap.is_frozen(*global)).collect();
        let common: BTreeSet<GlobalId> = heap.by_java().into_iter().chain(frozen.iter().copied()).collect();
        let spoken: Vec<Spoken> =
            spoken(heap, clauses).into_iter().filter(|one| one.globals.is_subset(relevant)).collect();
        let mut groups = Groups::default();
        relevant.iter().for_each(|global| groups.add(*global));
        for one in &spoken {
            let mut own: Vec<GlobalId> =
                one.globals.iter().copied().filter(|global| !common.contains(global)).collect();
            if own.is_empty() {
                own.extend(one.globals.iter().copied().filter(|global| frozen.contains(global)));
            }
            own.windows(2).for_each(|pair| groups.join(pair[0], pair[1]));
        }
        for global in frozen.iter().copied() {
            let sources = crate::others::shape::sources(heap, &BTreeSet::from([global]));
            sources.into_iter().for_each(|source| groups.join(global, source));
        }
        let mut parts = Parts {
            of: BTreeMap::new(),
            parts: Vec::new(),
            always: PartSet::new(),
            common,
            frozen,
            published: Some(heap.published),
        };
        let mut by_leader: BTreeMap<GlobalId, usize> = BTreeMap::new();
        for global in groups.members() {
            let part = *by_leader.entry(groups.leader(global)).or_insert_with(|| {
                parts.parts.push(Part::default());
                parts.parts.len() - 1
            });
            parts.of.insert(global, part);
            parts.parts[part].globals.insert(global);
        }
        for one in spoken {
            match parts.of_declaration(&one.globals) {
                Some(part) => {
                    parts.parts[part].globals.extend(&one.globals);
                    parts.parts[part].locks.extend(one.locks);
                    parts.parts[part].looks_across |= one.looks_across;
                    if one.is_unsteady {
                        parts.always.insert(part);
                    }
                }
                None => parts.always.extend(one.globals.iter().filter_map(|global| parts.of.get(global))),
            }
        }
        parts
    }

    /// The part of a declaration that speaks of these variables; none if they are all common.
    fn of_declaration(&self, globals: &BTreeSet<GlobalId>) -> Option<usize> {
        let own = globals.iter().find(|global| !self.common.contains(global));
        let own = own.or_else(|| globals.iter().find(|global| self.frozen.contains(global)))?;
        self.of.get(own).copied()
    }

    /// Whether a declaration that speaks of these variables is among the parts.
    pub fn has(&self, parts: &PartSet, globals: &BTreeSet<GlobalId>) -> bool {
        self.of_declaration(globals).is_none_or(|part| parts.contains(&part))
    }

    /// The variables of these parts, and what goes with every step of others.
    pub fn globals(&self, parts: &PartSet) -> BTreeSet<GlobalId> {
        let own = parts.union(&self.always).flat_map(|part| &self.parts[*part].globals).copied();
        own.chain(self.published).collect()
    }

    /// The parts that a step touches if it writes these variables.
    pub fn written(&self, globals: &BTreeSet<GlobalId>) -> PartSet {
        let publishes = self.published.is_some_and(|published| globals.contains(&published));
        let mut found = self.of(globals);
        for (at, part) in self.parts.iter().enumerate() {
            if part.locks.iter().any(|lock| globals.contains(&lock.map)) || publishes && part.looks_across {
                found.insert(at);
            }
        }
        found
    }

    /// The parts that these variables are in.
    pub fn of(&self, globals: &BTreeSet<GlobalId>) -> PartSet {
        globals.iter().filter_map(|global| self.of.get(global)).copied().collect()
    }

    pub fn all(&self) -> PartSet {
        (0..self.parts.len()).collect()
    }

    /// The parts that an operation touches by writing these variables.
    pub fn written_by(&self, heap: &Heap, op: &Op, globals: &BTreeSet<GlobalId>) -> PartSet {
        match op {
            Op::Java(Instruction::Enter(object) | Instruction::Exit(object)) => self.of_monitor(heap, &object.ty),
            Op::Abstract { method, .. } => {
                let waited = heap.waits_for(*method);
                let locks = waited.has_conditions.then_some([heap.owner, heap.readers]).into_iter().flatten();
                let mut globals: BTreeSet<GlobalId> = globals.iter().copied().chain(locks).collect();
                if modifies_everything(heap.spec, *method) {
                    let by_java = heap.by_java();
                    globals.extend(heap.code_writes(*method).iter().filter(|global| !by_java.contains(global)));
                }
                let mut found = self.written(&globals);
                waited.monitors.iter().for_each(|ty| found.extend(self.of_monitor(heap, ty)));
                found
            }
            Op::Java(_) | Op::Library { .. } | Op::Shows { .. } | Op::Clauses { .. } | Op::Requires { .. } => {
                self.written(globals)
            }
        }
    }

    /// The parts that speak of monitors of objects that may be of this static type.
    fn of_monitor(&self, heap: &Heap, ty: &Type) -> PartSet {
        let mut found: PartSet = self.of.get(&heap.holder).copied().into_iter().collect();
        for (at, part) in self.parts.iter().enumerate() {
            let may_be = |lock: &LockOf| lock.map == heap.holder && may_be_same(heap, &lock.ty, ty);
            if part.locks.iter().any(may_be) {
                found.insert(at);
            }
        }
        found
    }

    /// The parts that an edge touches.
    fn touched_by(&self, heap: &Heap, clauses: &Clauses, op: &Op, wrote: &Wrote) -> PartSet {
        if wrote.ownership.is_owned {
            return PartSet::new();
        }
        let mut globals = touched(heap, op);
        if let Op::Requires { method, .. } | Op::Abstract { method, .. } = op {
            globals.extend(guard_globals(heap, clauses, *method));
        }
        let mut found = self.of(&globals);
        found.extend(&wrote.dirt.parts);
        found
    }

    /// For each edge before which others run, the parts to which they do something there: those that the edge touches, and
    /// what follows it up to where others run next.
    pub fn awake(&self, heap: &Heap, clauses: &Clauses, flat: &Flat, wrote: &[Wrote], ends: &Ends) -> Vec<PartSet> {
        let edges = flat.edges.iter().zip(wrote);
        let own: Vec<PartSet> = edges.map(|(edge, wrote)| self.touched_by(heap, clauses, &edge.op, wrote)).collect();
        let each = self.of(&ends.each);
        let mut needed = vec![PartSet::new(); flat.nodes.len()];
        needed[flat.exit] = ends.last.clone();
        let mut into = vec![Vec::new(); flat.nodes.len()];
        for (at, edge) in flat.edges.iter().enumerate() {
            std::iter::once(edge.to).chain(edge.unwind).for_each(|to| into[to].push(at));
        }
        let later = |edge: &FlatEdge, needed: &[PartSet]| -> PartSet {
            let unwind = edge.unwind.iter().flat_map(|node| &needed[*node]);
            needed[edge.to].iter().chain(unwind).copied().collect()
        };
        let mut pending: Vec<usize> = (0..flat.edges.len()).collect();
        while let Some(at) = pending.pop() {
            let edge = &flat.edges[at];
            if wrote[at].is_boundary {
                continue;
            }
            let later = if has_own_steps(&edge.op) { PartSet::new() } else { later(edge, &needed) };
            let node = &mut needed[edge.from];
            let before = node.len();
            node.extend(own[at].iter().chain(&later));
            if node.len() != before {
                pending.extend(&into[edge.from]);
            }
        }
        let mut awake = Vec::new();
        for ((edge, own), wrote) in flat.edges.iter().zip(own).zip(wrote) {
            let mut found = PartSet::new();
            if wrote.is_boundary || has_own_steps(&edge.op) {
                found.extend(own.into_iter().chain(later(edge, &needed)).chain(each.iter().copied()));
            }
            awake.push(found);
        }
        awake
    }
}

/// What is looked at besides the steps.
pub struct Ends {
    /// On return.
    pub last: PartSet,
    /// At every step.
    pub each: BTreeSet<GlobalId>,
}

/// Whether others run in the middle of annotations: before what is asserted or assumed.
fn has_own_steps(op: &Op) -> bool {
    match op {
        Op::Clauses { clauses, .. } => {
            clauses.iter().any(|clause| matches!(clause.kind, StatementKind::Assert(_) | StatementKind::Assume(_)))
        }
        Op::Java(_) | Op::Library { .. } | Op::Abstract { .. } | Op::Shows { .. } | Op::Requires { .. } => false,
    }
}

fn guard_globals(heap: &Heap, clauses: &Clauses, method: MethodId) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    for (guarded, condition, _) in &clauses.methods.guards {
        if *guarded == method {
            crate::terms::formula::globals(heap, condition, &mut found);
        }
    }
    found
}

/// Whether objects of these static types may be the same one: neither is a class that has nothing to do with the other.
pub fn may_be_same(heap: &Heap, spoken_of: &Option<Type>, taken: &Type) -> bool {
    let (Some(Type::Class(one)), Type::Class(other)) = (spoken_of, taken) else { return true };
    let java = heap.java;
    let is_class = |class: &concurrent::object::ClassId| java.class(*class).kind != ClassKind::Interface;
    !is_class(one) || !is_class(other) || java.is_subclass(*one, *other) || java.is_subclass(*other, *one)
}

fn spoken(heap: &Heap, clauses: &Clauses) -> Vec<Spoken> {
    let mut found = Vec::new();
    for rule in &clauses.rules {
        let mut one = Spoken::new(BTreeSet::clone(&rule.globals(heap)));
        match &rule.protection {
            Protection::Condition(condition) => {
                // `writable_if P` also asks whether another thread has P. If P needs a lock, only this one can.
                let is_steady = rule.kind != RuleKind::WritableIf || needs_lock(condition);
                look(heap, condition, &mut one);
                one.is_unsteady |= speaks_of_objects(condition);
                one.is_unsteady |= !is_steady && !one.locks.is_empty();
            }
            Protection::ReadWrite(_) => {
                one.locks.extend([heap.owner, heap.readers].map(|map| LockOf { map, ty: None }));
            }
        }
        found.push(one);
    }
    let of_steps = clauses.env_assumptions.iter().map(|clause| (clause, true));
    for (clause, is_of_steps) in of_steps.chain(clauses.invariants.iter().map(|clause| (clause, false))) {
        let mut one = Spoken::new(BTreeSet::clone(&crate::others::clauses::clause_globals(heap, clause)));
        look(heap, &clause.condition, &mut one);
        // Objects that others make in between may be among those that it speaks of.
        one.is_unsteady |= speaks_of_objects(&clause.condition);
        // So may one that `this` is about, and of whose past nothing is known. What it looks at besides had a past.
        one.is_unsteady |= is_of_steps && one.looks_across && speaks_of_this(&clause.condition);
        found.push(one);
    }
    found
}

/// Whether the condition is that the thread holds a lock, perhaps together with more that speaks of no lock.
fn needs_lock(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Binary { op: Operator::And, left, right } => {
            needs_lock(left) && !speaks_of_locks(right) || needs_lock(right) && !speaks_of_locks(left)
        }
        _ => {
            let is_negated = matches!(&condition.kind, ExprKind::Binary { op: Operator::Java(BinaryOp::NotEqual), .. });
            !is_negated && is_held_by_tid(condition).is_some()
        }
    }
}

fn speaks_of_locks(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Holder(_) | ExprKind::Started(_)) || expr.children().into_iter().any(speaks_of_locks)
}

/// `l.holder == tid`: the lock.
fn is_held_by_tid(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Binary { op: Operator::Java(BinaryOp::Equal | BinaryOp::NotEqual), left, right } = &expr.kind else {
        return None;
    };
    match (&uncovered(left).kind, &uncovered(right).kind) {
        (ExprKind::Holder(lock), ExprKind::Tid) | (ExprKind::Tid, ExprKind::Holder(lock)) => Some(lock),
        _ => None,
    }
}

/// The expression at whatever time: others do not change whether a thread holds a lock.
fn uncovered(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Old(inner) | ExprKind::Prime(inner) => uncovered(inner),
        _ => expr,
    }
}

fn look(heap: &Heap, expr: &Expr, found: &mut Spoken) {
    if let Some(lock) = is_held_by_tid(expr) {
        found.locks.push(lock_of(heap, lock));
        return look(heap, lock, found);
    }
    match &expr.kind {
        ExprKind::Holder(lock) => {
            found.locks.push(lock_of(heap, lock));
            found.is_unsteady = true;
        }
        ExprKind::Started(_) => {
            found.locks.push(LockOf { map: heap.started, ty: None });
            found.is_unsteady = true;
        }
        ExprKind::Field { object: Some(object), field } => {
            found.looks_across |= !is_this(object) && !heap.is_frozen(heap.field(*field));
        }
        ExprKind::Ghost { object: Some(object), .. } => found.looks_across |= !is_this(object),
        // What is said of a new object may depend on what others have made of it meanwhile.
        ExprKind::Field { object: None, field } => found.looks_across |= !heap.java.field(*field).is_final,
        ExprKind::Ghost { object: None, .. } => found.looks_across = true,
        ExprKind::Content(_) | ExprKind::Element { .. } => found.looks_across = true,
        _ => {}
    }
    expr.children().into_iter().for_each(|child| look(heap, child, found));
}

fn is_this(expr: &Expr) -> bool {
    matches!(uncovered(expr).kind, ExprKind::This)
}

fn lock_of(heap: &Heap, lock: &Expr) -> LockOf {
    let ty = match &lock.ty {
        SpecType::Java(ty) => Some(ty.clone()),
        SpecType::Thread | SpecType::ThreadSet => None,
    };
    LockOf { map: crate::terms::formula::holder_map(heap, &lock.ty), ty }
}

/// Sets that are joined.
#[derive(Default)]
struct Groups {
    above: BTreeMap<GlobalId, GlobalId>,
}

impl Groups {
    fn add(&mut self, global: GlobalId) {
        self.above.entry(global).or_insert(global);
    }

    fn leader(&self, global: GlobalId) -> GlobalId {
        match self.above.get(&global) {
            Some(above) if *above != global => self.leader(*above),
            Some(_) | None => global,
        }
    }

    fn join(&mut self, one: GlobalId, other: GlobalId) {
        self.add(one);
        self.add(other);
        let (one, other) = (self.leader(one), self.leader(other));
        self.above.insert(one.max(other), one.min(other));
    }

    fn members(&self) -> Vec<GlobalId> {
        self.above.keys().copied().collect()
    }
}
