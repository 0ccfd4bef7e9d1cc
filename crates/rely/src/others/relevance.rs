//! Which declarations matter to a method, or to a question about some of them.
//!
//! Every step owes all declarations, and may rely on all. But one that speaks of nothing which the code touches is kept by
//! each of its steps, and what others promise by it says nothing about the code. So a method is checked with
//!
//! ```text
//! variables       those that the code touches, and with each those of all declarations that speak of it
//! declarations    those that speak of such a variable; those that new objects of the code might break;
//!                 those that speak of who holds a lock, or of threads, if the code touches what may be one of these;
//!                 those that speak of elements or of all objects of a class: steps touch these by other names
//! ```
//!
//! What Java governs (locks, threads, what is published) links no two declarations: nearly all speak of it. That a field is
//! protected by a lock says something of the field alone.

use crate::others::clauses::{Clauses, Protection, Rule, clause_globals, speaks_of_objects};
use crate::others::parts::{LockOf, locks_of, may_be_same};
use crate::plan::flat::{Flat, Op};
use crate::steps::dirt::{touched, written};
use crate::steps::step::preconditions;
use crate::terms::formula::globals;
use crate::terms::heap::{Heap, Sort};
use concurrent::object::annotations::spec::{ClassClause, Expr};
use concurrent::object::{ClassId, Instruction, MethodId, MethodKind, Program, Type};
use ivl::typed::GlobalId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A declaration by its number: first the rules, then the environment assumptions, then the invariants.
type Number = u32;

/// What is asked of all declarations, found once.
#[derive(Clone, Default)]
pub struct Index {
    globals: Vec<Rc<BTreeSet<GlobalId>>>,
    /// Variables that link no declarations.
    common: BTreeSet<GlobalId>,
    by_global: FxHashMap<GlobalId, Vec<Number>>,
    by_class: FxHashMap<ClassId, Vec<Number>>,
    /// Those that matter everywhere, and those of them that speak of what Java governs alone.
    everywhere: Vec<Number>,
    of_java_alone: Vec<Number>,
    /// Those that speak of who holds a lock, or of threads, with these.
    of_locks: Vec<(Number, Vec<LockOf>)>,
}

/// What code touches.
#[derive(Default)]
pub struct Touched {
    pub globals: BTreeSet<GlobalId>,
    /// The static types of monitors that it enters and exits; none if there are others, too.
    pub monitors: Option<Vec<Type>>,
    /// If it publishes objects, the classes of new ones.
    pub published: Option<BTreeSet<ClassId>>,
}

impl Touched {
    /// Whether the lock, or the thread, may be one that the code touches.
    fn is_touched(&self, heap: &Heap, lock: &LockOf) -> bool {
        let is_monitor = |monitors: &Vec<Type>| monitors.iter().any(|ty| may_be_same(heap, &lock.ty, ty));
        let is_other = lock.map != heap.holder;
        self.globals.contains(&lock.map) && (is_other || self.monitors.as_ref().is_none_or(is_monitor))
    }
}

/// What matters.
pub struct Relevant {
    pub globals: BTreeSet<GlobalId>,
    pub clauses: Clauses,
}

impl Relevant {
    /// The environment assumptions that speak of these variables alone.
    pub fn own_assumptions(&self, heap: &Heap) -> Vec<&ClassClause> {
        let all = self.clauses.env_assumptions.iter().map(Rc::as_ref);
        all.filter(|clause| clause_globals(heap, clause).is_subset(&self.globals)).collect()
    }

    pub fn own_rules(&self, heap: &Heap) -> Vec<&Rule> {
        let all = self.clauses.rules.iter().map(Rc::as_ref);
        all.filter(|rule| rule.globals(heap).is_subset(&self.globals)).collect()
    }
}

impl Index {
    pub fn new(
        heap: &Heap,
        rules: &[Rc<Rule>],
        env_assumptions: &[Rc<ClassClause>],
        invariants: &[Rc<ClassClause>],
    ) -> Index {
        let mut index = Index { common: BTreeSet::from(heap.by_java()), ..Index::default() };
        let elements = heap.elements(Sort::Ref);
        for rule in rules {
            let globals = rule.globals(heap);
            match &rule.protection {
                Protection::Condition(condition) if !rule.is_about_a_lock() => index.note_locks(heap, condition),
                Protection::Condition(_) | Protection::ReadWrite(_) => {}
            }
            index.add(globals, false);
        }
        for clause in env_assumptions.iter().chain(invariants) {
            let globals = clause_globals(heap, clause);
            let is_everywhere = globals.contains(&elements) || speaks_of_objects(&clause.condition);
            index.note_locks(heap, &clause.condition);
            index.by_class.entry(clause.class).or_default().push(index.globals.len() as Number);
            index.add(globals, is_everywhere);
        }
        index
    }

    /// Notes the locks that the next declaration speaks of.
    fn note_locks(&mut self, heap: &Heap, condition: &Expr) {
        let locks = locks_of(heap, condition);
        if !locks.is_empty() {
            self.of_locks.push((self.globals.len() as Number, locks));
        }
    }

    fn add(&mut self, globals: Rc<BTreeSet<GlobalId>>, is_everywhere: bool) {
        let number = self.globals.len() as Number;
        for global in globals.iter().filter(|global| !self.common.contains(global)) {
            self.by_global.entry(*global).or_default().push(number);
        }
        let is_of_java_alone = globals.is_subset(&self.common);
        if is_everywhere || is_of_java_alone {
            self.everywhere.push(number);
        }
        if is_of_java_alone {
            self.of_java_alone.push(number);
        }
        self.globals.push(globals);
    }

    /// The variables that go with these, and the declarations that speak of them.
    fn linked(&self, heap: &Heap, seeds: BTreeSet<GlobalId>) -> (BTreeSet<GlobalId>, FxHashSet<Number>) {
        let mut numbers = FxHashSet::default();
        let mut found = BTreeSet::new();
        let mut pending: Vec<GlobalId> = seeds.into_iter().collect();
        pending.extend(self.of_java_alone.iter().flat_map(|number| self.globals[*number as usize].iter()));
        while let Some(global) = pending.pop() {
            if !found.insert(global) {
                continue;
            }
            pending.extend(crate::others::shape::sources(heap, &BTreeSet::from([global])));
            for number in self.by_global.get(&global).into_iter().flatten() {
                if numbers.insert(*number) {
                    pending.extend(self.globals[*number as usize].iter());
                }
            }
        }
        (found, numbers)
    }
}

impl Clauses {
    /// What matters to code that touches this.
    pub fn relevant(&self, heap: &Heap, touched: Touched) -> Relevant {
        let index = &self.index;
        let of_new = touched.published.as_ref().map(|classes| self.about(heap, classes)).unwrap_or_default();
        let is_of_locks = |(_, locks): &&(Number, Vec<LockOf>)| locks.iter().any(|lock| touched.is_touched(heap, lock));
        let of_locks: Vec<Number> = index.of_locks.iter().filter(is_of_locks).map(|(number, _)| *number).collect();
        let mut seeds = touched.globals.clone();
        let mut needed = of_locks.clone();
        if touched.published.is_some() {
            // Whatever becomes known to others has to satisfy the invariants.
            let first = (self.rules.len() + self.env_assumptions.len()) as Number;
            let of_objects =
                |number: &Number| speaks_of_objects(&self.invariants[(*number - first) as usize].condition);
            let everywhere = index.everywhere.iter().copied().filter(|number| *number >= first && of_objects(number));
            needed.extend(everywhere.chain(of_new.iter().copied().filter(|number| *number >= first)));
        }
        seeds.extend(needed.iter().flat_map(|number| index.globals[*number as usize].iter()));
        let (globals, mut numbers) = index.linked(heap, seeds);
        numbers.extend(index.everywhere.iter().chain(&of_new).chain(&of_locks));
        Relevant { globals, clauses: self.chosen(heap, &numbers) }
    }

    /// Class clauses that may be about an object of one of these classes.
    fn about(&self, heap: &Heap, classes: &BTreeSet<ClassId>) -> Vec<Number> {
        let java = heap.java;
        let mut above: BTreeSet<ClassId> = java.class_named("java.lang.Object").into_iter().collect();
        let mut pending: Vec<ClassId> = classes.iter().copied().collect();
        while let Some(class) = pending.pop() {
            if above.insert(class) {
                pending.extend(java.supertypes(class));
            }
        }
        above.iter().filter_map(|class| self.index.by_class.get(class)).flatten().copied().collect()
    }

    /// The declarations with these numbers, in their order.
    fn chosen(&self, heap: &Heap, numbers: &FxHashSet<Number>) -> Clauses {
        let mut numbers: Vec<Number> = numbers.iter().copied().collect();
        numbers.sort_unstable();
        let (rules, env_assumptions) = (self.rules.len(), self.rules.len() + self.env_assumptions.len());
        let mut chosen = (Vec::new(), Vec::new(), Vec::new());
        for number in numbers.into_iter().map(|number| number as usize) {
            if number < rules {
                chosen.0.push(self.rules[number].clone());
            } else if number < env_assumptions {
                chosen.1.push(self.env_assumptions[number - rules].clone());
            } else {
                chosen.2.push(self.invariants[number - env_assumptions].clone());
            }
        }
        Clauses::new(heap, chosen.0, chosen.1, chosen.2, self.methods.clone())
    }

    /// The declarations in groups that share no variable but those that Java governs. What speaks of these alone, or matters
    /// everywhere, is in each group.
    pub fn groups(&self, heap: &Heap) -> Vec<Relevant> {
        let index = &self.index;
        let mut placed = FxHashSet::default();
        let mut groups = Vec::new();
        for number in 0..index.globals.len() as Number {
            if placed.contains(&number) {
                continue;
            }
            let (globals, mut numbers) = index.linked(heap, BTreeSet::clone(&index.globals[number as usize]));
            placed.insert(number);
            placed.extend(&numbers);
            numbers.insert(number);
            numbers.extend(index.everywhere.iter().chain(index.of_locks.iter().map(|(number, _)| number)));
            groups.push(Relevant { globals, clauses: self.chosen(heap, &numbers) });
        }
        groups
    }
}

/// What matters to a method.
pub fn of_method(heap: &Heap, clauses: &Clauses, method: MethodId, flat: &Flat, made: &BTreeSet<ClassId>) -> Relevant {
    let mut seeds = BTreeSet::from([heap.published]);
    let mut required = preconditions(heap, clauses, method);
    for edge in &flat.edges {
        seeds.extend(touched(heap, &edge.op));
        if let Op::Requires { method, .. } | Op::Abstract { method, .. } = &edge.op {
            required.extend(preconditions(heap, clauses, *method));
        }
    }
    required.iter().for_each(|one| globals(heap, &one.condition, &mut seeds));
    if let Some(spec) = heap.spec.methods.get(&method) {
        let conditions = spec.ensures.iter().map(|condition| &condition.condition);
        let actions = spec.actions.iter().filter_map(|action| action.ensures.as_ref());
        conditions.chain(actions).for_each(|expr| globals(heap, expr, &mut seeds));
    }
    let method_itself = heap.java.method(method);
    if method_itself.kind == MethodKind::StaticInitializer {
        // What is said of them has to hold at the end, touched or not.
        let fields = heap.java.class(method_itself.class).fields.iter().map(|field| heap.field(*field));
        seeds.extend(fields.filter(|field| clauses.index.by_global.contains_key(field)));
    }
    let publishes = makes_objects(heap.java, method, flat)
        || flat.edges.iter().any(|edge| written(heap, &edge.op).contains(&heap.published));
    let published = publishes.then(|| made.clone());
    clauses.relevant(heap, Touched { globals: seeds, monitors: monitors(heap, flat), published })
}

/// The static types of the monitors that a method enters and exits; none if it does more with monitors than that.
fn monitors(heap: &Heap, flat: &Flat) -> Option<Vec<Type>> {
    let mut found = Vec::new();
    for edge in &flat.edges {
        match &edge.op {
            Op::Java(Instruction::Enter(object) | Instruction::Exit(object)) => found.push(object.ty.clone()),
            op if touched(heap, op).contains(&heap.holder) => return None,
            _ => {}
        }
    }
    Some(found)
}

/// The classes of which a method makes objects; its own, if it is a constructor.
pub fn made(java: &Program, method: MethodId, flat: &Flat) -> BTreeSet<ClassId> {
    let method = java.method(method);
    let own = (method.kind == MethodKind::Constructor).then_some(method.class);
    let made = flat.edges.iter().filter_map(|edge| match &edge.op {
        Op::Java(Instruction::NewObject { class, .. }) => Some(*class),
        Op::Java(_)
        | Op::Library { .. }
        | Op::Abstract { .. }
        | Op::Shows { .. }
        | Op::Clauses { .. }
        | Op::Requires { .. } => None,
    });
    own.into_iter().chain(made).collect()
}

/// Whether a method makes objects or arrays, or is a constructor, to which an object is its own at first.
pub fn makes_objects(java: &Program, method: MethodId, flat: &Flat) -> bool {
    let makes = |op: &Op| matches!(op, Op::Java(Instruction::NewObject { .. } | Instruction::NewArray { .. }));
    java.method(method).kind == MethodKind::Constructor || flat.edges.iter().any(|edge| makes(&edge.op))
}
