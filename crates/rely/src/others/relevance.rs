//! Which declarations matter to a method, or to a question about some of them.
//!
//! Every step owes all declarations, and may rely on all. But one that speaks of nothing which the code touches is kept by
//! each of its steps, and what others promise by it says nothing about the code. So a method is checked with
//!
//! ```text
//! variables       those that the code touches, and with each those of all declarations that speak of it
//! declarations    those that speak of such a variable; those that new objects of the code might break;
//!                 those that speak of locks, threads, elements or all objects of a class: steps touch these by other names
//! ```
//!
//! What Java governs (locks, threads, what is published) links no two declarations: nearly all speak of it.

use crate::others::clauses::{Clauses, Rule, clause_globals, speaks_of_objects};
use crate::plan::flat::{Flat, Op};
use crate::steps::dirt::{touched, written};
use crate::steps::step::preconditions;
use crate::terms::formula::globals;
use crate::terms::heap::{Heap, Sort};
use concurrent::object::annotations::spec::ClassClause;
use concurrent::object::{ClassId, Instruction, MethodId, MethodKind, Program};
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
            let is_everywhere = !rule.is_about_a_lock() && index.speaks_of_java(heap, &globals);
            index.add(globals, is_everywhere);
        }
        for clause in env_assumptions.iter().chain(invariants) {
            let globals = clause_globals(heap, clause);
            let is_everywhere = index.speaks_of_java(heap, &globals)
                || globals.contains(&elements)
                || speaks_of_objects(&clause.condition);
            index.by_class.entry(clause.class).or_default().push(index.globals.len() as Number);
            index.add(globals, is_everywhere);
        }
        index
    }

    /// Of locks and threads. What is published only grows, and all speak of it.
    fn speaks_of_java(&self, heap: &Heap, globals: &BTreeSet<GlobalId>) -> bool {
        globals.iter().any(|global| self.common.contains(global) && *global != heap.published)
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
    /// What matters to code that touches these variables, and publishes objects, if it does: new ones of these classes.
    pub fn relevant(
        &self,
        heap: &Heap,
        mut seeds: BTreeSet<GlobalId>,
        published: Option<&BTreeSet<ClassId>>,
    ) -> Relevant {
        let index = &self.index;
        let of_new = published.map(|classes| self.about(heap, classes)).unwrap_or_default();
        let invariants_from = (self.rules.len() + self.env_assumptions.len()) as Number;
        if published.is_some() {
            // Whatever becomes known to others has to satisfy the invariants.
            let of_objects = index.everywhere.iter().copied().filter(|number| {
                *number >= invariants_from
                    && speaks_of_objects(&self.invariants[(*number - invariants_from) as usize].condition)
            });
            let needed = of_objects.chain(of_new.iter().copied()).filter(|number| *number >= invariants_from);
            seeds.extend(needed.flat_map(|number| index.globals[number as usize].iter()));
        }
        let (globals, mut numbers) = index.linked(heap, seeds);
        numbers.extend(index.everywhere.iter().chain(&of_new));
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
            numbers.extend(&index.everywhere);
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
    clauses.relevant(heap, seeds, publishes.then_some(made))
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
