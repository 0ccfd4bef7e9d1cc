//! The Horn clauses of a method, as text for the solver.

mod expression;
mod guards;

use crate::interface::judge::origin::{LockKey, LockOperation, Origin, Origins};
use crate::interface::obligations::views::is_unsafe;
use crate::interface::terms::term::Level;
use crate::interface::walk::engine::Engine;
use concurrent::object::library::LibraryMethod;
use concurrent::object::liveness::{Annotations, Liveness, liveness, locals_of};
use concurrent::object::{
    Body, Call, Check, ClassOrigin, Edge, Expr, ExprKind, Graph, Instruction, LocalId, MethodId, NodeId, Type,
};
use expression::{Rule, sort};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What must not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// That the interface is broken.
    Interface,
    /// That an element of an array of locks is taken after a later one; or after an earlier one, downwards.
    Order { is_upwards: bool },
}

pub struct Clauses<'a> {
    engine: &'a Engine<'a>,
    id: MethodId,
    graph: &'a Graph,
    origins: &'a Origins<'a>,
    goal: Goal,
    live: Liveness,
    /// Numbers and truths that conditions speak of.
    relevant: BTreeSet<LocalId>,
    keys: Vec<LockKey>,
    /// Arrays of locks, of each of which one element is counted.
    arrays: Vec<Origin>,
    text: String,
}

impl<'a> Clauses<'a> {
    pub fn new(
        engine: &'a Engine<'a>,
        id: MethodId,
        graph: &'a Graph,
        origins: &'a Origins<'a>,
        goal: Goal,
    ) -> Clauses<'a> {
        let live = liveness(engine.program.method(id), graph, Annotations::AreSkipped);
        let (relevant, keys, arrays) = (BTreeSet::new(), Vec::new(), Vec::new());
        let text = String::new();
        let mut clauses = Clauses { engine, id, graph, origins, goal, live, relevant, keys, arrays, text };
        clauses.find_relevant();
        clauses.find_keys();
        clauses
    }

    /// None if something in the method cannot be said in clauses.
    pub fn text(mut self) -> Option<String> {
        for index in 0..self.graph.nodes.len() {
            let sorts: Vec<&str> = self.variables(NodeId(index as u32)).iter().map(|(_, sort)| *sort).collect();
            let _ = writeln!(self.text, "(declare-fun n{index} ({}) Bool)", sorts.join(" "));
        }
        self.entry();
        for edge in &self.graph.edges {
            self.edge(edge)?;
        }
        if self.goal == Goal::Interface {
            for exit in [self.graph.exit, self.graph.exceptional_exit] {
                for key in 0..self.keys.len() {
                    self.bad(exit, Rule::default().when(format!("(not (= c{key} 0))")));
                }
            }
        }
        Some(self.text)
    }

    /// Locals that conditions and indices of locks speak of, and what these are made of.
    fn find_relevant(&mut self) {
        let method = self.engine.program.method(self.id);
        let mut found = BTreeSet::new();
        let add = |expr: &Expr, found: &mut BTreeSet<LocalId>| {
            locals_of(expr, &mut |local| {
                if sort(&method.local(local).ty).is_some() {
                    found.insert(local);
                }
            });
        };
        for edge in &self.graph.edges {
            match &edge.instruction {
                Instruction::Assume(condition) => add(condition, &mut found),
                Instruction::ReadElement { index, .. } => add(index, &mut found),
                _ => {}
            }
        }
        loop {
            let before = found.len();
            for edge in &self.graph.edges {
                if let Instruction::Assign { target, value } = &edge.instruction
                    && found.contains(target)
                {
                    add(value, &mut found);
                }
            }
            if found.len() == before {
                break;
            }
        }
        self.relevant = found;
    }

    fn find_keys(&mut self) {
        let mut keys: Vec<LockKey> = Vec::new();
        for edge in &self.graph.edges {
            let key = match &edge.instruction {
                Instruction::Enter(object) | Instruction::Exit(object) => {
                    self.origins.of(object).map(|origin| LockKey { origin, is_monitor: true })
                }
                Instruction::Call(call) => self.origins.operation(call).map(|(key, _)| key),
                _ => None,
            };
            if let Some(key) = key.filter(|key| !keys.contains(key)) {
                keys.push(key);
            }
        }
        for array in keys.iter().filter_map(|key| key.origin.array()) {
            if !self.arrays.contains(array) {
                self.arrays.push(array.clone());
            }
        }
        self.keys = keys;
    }

    /// The variables of a node's predicate, with their sorts: counters, the elements that are counted and the lengths of
    /// their arrays, where locals with elements have them from, numbers.
    fn variables(&self, node: NodeId) -> Vec<(String, &'static str)> {
        let mut found: Vec<(String, &'static str)> =
            (0..self.keys.len()).map(|key| (format!("c{key}"), "Int")).collect();
        for array in 0..self.arrays.len() {
            found.extend([(format!("k{array}"), "Int"), (format!("l{array}"), "Int")]);
        }
        let method = self.engine.program.method(self.id);
        for (index, local) in method.locals.iter().enumerate() {
            let id = LocalId(index as u32);
            if !self.live.nodes[node.index()].contains(index) {
                continue;
            }
            if self.relevant.contains(&id) {
                found.extend(sort(&local.ty).map(|sort| (format!("x{index}"), sort)));
            }
            if self.element_of(id).is_some() {
                found.push((format!("i{index}"), "Int"));
            }
        }
        found
    }

    /// The number of the array that a local holds an element of.
    fn element_of(&self, local: LocalId) -> Option<usize> {
        let origin = self.origins.of(&local_expr(local))?;
        let array = origin.array()?;
        self.arrays.iter().position(|other| other == array)
    }

    fn entry(&mut self) {
        let mut rule = Rule::default();
        for (variable, sort) in self.variables(self.graph.entry) {
            if variable.starts_with('c') {
                rule.updates.insert(variable, "0".to_string());
            } else {
                let value = rule.fresh(sort);
                rule.updates.insert(variable, value);
            }
        }
        for array in 0..self.arrays.len() {
            let condition = format!("(<= 0 {})", rule.updates[&format!("l{array}")]);
            rule.conditions.push(condition);
        }
        self.clause(None, rule, Some(self.graph.entry));
    }

    fn edge(&mut self, edge: &Edge) -> Option<()> {
        let mut rule = Rule::default();
        match &edge.instruction {
            Instruction::Skip | Instruction::Annotation(_) => {}
            Instruction::NewObject { class, .. } => {
                // What a lambda does to locks is done where it runs.
                let class = self.engine.program.class(*class);
                let is_run = matches!(class.origin, ClassOrigin::Lambda | ClassOrigin::Anonymous);
                if is_run && class.methods.iter().any(|method| self.engine.may_touch_locks(*method)) {
                    return None;
                }
            }
            Instruction::Assign { target, value } => rule = self.assigned(rule, *target, value),
            Instruction::ReadField { object, field, .. } => {
                self.needs(edge, object.as_ref(), *field, Level::Read)?;
                rule = self.forgotten(rule, &edge.instruction);
            }
            Instruction::WriteField { object, field, .. } => {
                self.needs(edge, object.as_ref(), *field, Level::Write)?;
            }
            Instruction::ReadElement { target, array, index } => {
                self.content(edge, array, Level::Read)?;
                rule = self.forgotten(rule, &edge.instruction);
                if self.element_of(*target).is_some() {
                    let value = self.number(&mut rule, index);
                    rule = rule.set(format!("i{}", target.index()), value);
                }
            }
            Instruction::WriteElement { array, .. } => self.content(edge, array, Level::Write)?,
            Instruction::ArrayLength { target, array } => {
                let known =
                    self.origins.of(array).and_then(|array| self.arrays.iter().position(|other| *other == array));
                rule = match known {
                    Some(array) => rule.set(format!("x{}", target.index()), format!("l{array}")),
                    None => self.forgotten(rule, &edge.instruction),
                };
            }
            Instruction::NewArray { .. } => {}
            Instruction::Call(call) => return self.call(edge, call),
            Instruction::Enter(object) | Instruction::Exit(object) => {
                let key = LockKey { origin: self.origins.of(object)?, is_monitor: true };
                let is_enter = matches!(edge.instruction, Instruction::Enter(_));
                let operation = if is_enter { LockOperation::Take } else { LockOperation::Release };
                return self.operate(edge, &key, object.local(), operation, None);
            }
            Instruction::Assume(condition) => {
                let condition = self.truth(&mut rule, condition);
                rule = rule.when(condition);
            }
            Instruction::Check(check) => return self.check(edge, check),
            Instruction::Throw(_) => {
                self.clause(Some(edge.from), rule, Some(edge.unwind.unwrap_or(edge.to)));
                return Some(());
            }
        }
        self.leave(edge, rule);
        Some(())
    }

    /// The way on, and the one out if there is one.
    fn leave(&mut self, edge: &Edge, rule: Rule) {
        if let Some(unwind) = edge.unwind {
            self.clause(Some(edge.from), Rule::default(), Some(unwind));
        }
        self.clause(Some(edge.from), rule, Some(edge.to));
    }

    fn assigned(&mut self, mut rule: Rule, target: LocalId, value: &Expr) -> Rule {
        if self.element_of(target).is_some()
            && let Some(from) = value.local()
        {
            rule = rule.set(format!("i{}", target.index()), format!("i{}", from.index()));
        }
        if !self.relevant.contains(&target) {
            return rule;
        }
        let value = match sort(&value.ty) {
            Some("Bool") => self.truth(&mut rule, value),
            _ => self.number(&mut rule, value),
        };
        rule.set(format!("x{}", target.index()), value)
    }

    /// What the instruction sets may be anything.
    fn forgotten(&self, mut rule: Rule, instruction: &Instruction) -> Rule {
        let Some(target) = instruction.target().filter(|target| self.relevant.contains(target)) else { return rule };
        let Some(sort) = sort(&self.engine.program.method(self.id).local(target).ty) else { return rule };
        let value = rule.fresh(sort);
        rule.set(format!("x{}", target.index()), value)
    }

    fn check(&mut self, edge: &Edge, check: &Check) -> Option<()> {
        let (mut passed, mut failed) = (Rule::default(), Rule::default());
        match check {
            Check::NotNull(value) if self.is_never_null(value) => failed = failed.when("false"),
            Check::InBounds { array, index } => {
                let known =
                    self.origins.of(array).and_then(|array| self.arrays.iter().position(|other| *other == array));
                if let Some(array) = known {
                    let index = self.number(&mut passed, index);
                    let within = format!("(and (<= 0 {index}) (< {index} l{array}))");
                    failed.fresh.clone_from(&passed.fresh);
                    failed.conditions.clone_from(&passed.conditions);
                    failed = failed.when(format!("(not {within})"));
                    passed = passed.when(within);
                }
            }
            Check::NotNull(_) | Check::NotNegative(_) | Check::NotZero(_) | Check::Assertion(_) => {}
            Check::Cast { .. } | Check::ArrayStore { .. } => {}
        }
        if let Some(unwind) = edge.unwind {
            self.clause(Some(edge.from), failed, Some(unwind));
        }
        self.clause(Some(edge.from), passed, Some(edge.to));
        Some(())
    }

    fn is_never_null(&self, value: &Expr) -> bool {
        match self.origins.of(value) {
            Some(Origin::Field(_, field) | Origin::Static(field)) => {
                self.engine.definitions.is_never_null(&self.engine.terms, field)
            }
            // Arrays of locks are filled by the constructor.
            Some(Origin::Element(_) | Origin::Class(_) | Origin::Side(..)) => true,
            Some(Origin::Param(local)) => Some(local) == self.engine.program.method(self.id).this(),
            None => false,
        }
    }

    fn call(&mut self, edge: &Edge, call: &Call) -> Option<()> {
        if let Some((key, operation)) = self.origins.operation(call) {
            let receiver = call.receiver.as_ref().and_then(Expr::local);
            return self.operate(edge, &key, receiver, operation, Some(call));
        }
        for target in call.targets.iter().chain([&call.method]) {
            let spec = self.engine.locks;
            if spec.effects.contains_key(target) || spec.methods.contains_key(target) {
                return None;
            }
            let is_side = matches!(self.origins.kind(call), Some(LibraryMethod::ReadLock | LibraryMethod::WriteLock));
            let is_opaque = match &self.engine.program.method(*target).body {
                Body::Graph(_) | Body::Library(_) => self.engine.may_touch_locks(*target) && !is_side,
                Body::Abstract | Body::Native => false,
                Body::Unsupported(_) => true,
            };
            if is_opaque {
                return None;
            }
        }
        for value in call.receiver.iter().chain(&call.args) {
            self.content(edge, value, Level::Write)?;
            // A view of a collection would have to be followed.
            let result = call.target.map(|target| &self.engine.program.method(self.id).local(target).ty);
            if self.is_guarded(value) && result.is_some_and(|ty| is_unsafe(self.engine.program, ty)) {
                return None;
            }
        }
        let rule = self.forgotten(Rule::default(), &edge.instruction);
        self.leave(edge, rule);
        Some(())
    }

    fn operate(
        &mut self,
        edge: &Edge,
        key: &LockKey,
        local: Option<LocalId>,
        operation: LockOperation,
        call: Option<&Call>,
    ) -> Option<()> {
        let number = self.keys.iter().position(|other| other == key)?;
        let counter = format!("c{number}");
        // Of an array, only the element that is counted.
        let array = key.origin.array().and_then(|array| self.arrays.iter().position(|other| other == array));
        let is_counted = match (array, local) {
            (Some(array), Some(local)) => format!("(= i{} k{array})", local.index()),
            (Some(_), None) => return None,
            (None, _) => "true".to_string(),
        };
        if let (Some(unwind), Some(call)) = (edge.unwind, call) {
            let is_interruptible =
                self.engine.program.method(call.method).throws.iter().any(|thrown| {
                    &*self.engine.program.class(*thrown).name != "java.lang.IllegalMonitorStateException"
                });
            if is_interruptible {
                self.clause(Some(edge.from), Rule::default(), Some(unwind));
            }
        }
        let missing = Rule::default().when(is_counted.clone()).when(format!("(<= {counter} 0)"));
        let after = self.forgotten(Rule::default(), &edge.instruction);
        match operation {
            LockOperation::Take | LockOperation::TryToTake => {
                self.obstacle(edge, key, number, &is_counted);
                self.order(edge, array, local, &counter);
                let sum = format!("(ite {is_counted} (+ {counter} 1) {counter})");
                let target = call.and_then(|call| call.target).filter(|target| self.relevant.contains(target));
                match (operation, target) {
                    (LockOperation::TryToTake, Some(target)) => {
                        let result = format!("x{}", target.index());
                        let refused = Rule::default().set(result.clone(), "false".to_string());
                        self.clause(Some(edge.from), refused, Some(edge.to));
                        let taken = Rule::default().set(result, "true".to_string()).set(counter, sum);
                        self.clause(Some(edge.from), taken, Some(edge.to));
                    }
                    (LockOperation::TryToTake, None) => {
                        self.clause(Some(edge.from), Rule::default(), Some(edge.to));
                        self.clause(Some(edge.from), Rule::default().set(counter, sum), Some(edge.to));
                    }
                    (_, _) => self.clause(Some(edge.from), after.set(counter, sum), Some(edge.to)),
                }
            }
            LockOperation::Release => {
                self.broken(edge.from, missing);
                let sum = format!("(ite {is_counted} (- {counter} 1) {counter})");
                self.clause(Some(edge.from), after.set(counter, sum), Some(edge.to));
            }
            LockOperation::NeedsIt => {
                self.broken(edge.from, missing);
                self.clause(Some(edge.from), after, Some(edge.to));
            }
        }
        Some(())
    }

    /// A reader waits for itself if it wants to write.
    fn obstacle(&mut self, edge: &Edge, key: &LockKey, number: usize, is_counted: &str) {
        let Origin::Side(Level::Write, lock) = &key.origin else { return };
        let read = LockKey { origin: Origin::Side(Level::Read, lock.clone()), is_monitor: false };
        if let Some(read) = self.keys.iter().position(|other| *other == read) {
            let condition = format!("(and (> c{read} 0) (<= c{number} 0))");
            self.broken(edge.from, Rule::default().when(is_counted).when(condition));
        }
    }

    /// An element that is held comes before the one that is taken, or after it.
    fn order(&mut self, edge: &Edge, array: Option<usize>, local: Option<LocalId>, counter: &str) {
        let (Goal::Order { is_upwards }, Some(array), Some(local)) = (self.goal, array, local) else { return };
        let sign = if is_upwards { "<" } else { ">" };
        let index = local.index();
        let condition = format!("(and (> {counter} 0) (not (= k{array} i{index})) (not ({sign} k{array} i{index})))");
        self.bad(edge.from, Rule::default().when(condition));
    }

    /// The interface is broken there.
    fn broken(&mut self, from: NodeId, rule: Rule) {
        if self.goal == Goal::Interface {
            self.bad(from, rule);
        }
    }

    fn bad(&mut self, from: NodeId, rule: Rule) {
        self.clause(Some(from), rule, None);
    }

    /// ∀ variables. reach(from) ∧ conditions ⇒ reach(to), or false.
    fn clause(&mut self, from: Option<NodeId>, mut rule: Rule, to: Option<NodeId>) {
        let known = from.map_or(Vec::new(), |from| self.variables(from));
        let mut arguments = Vec::new();
        for (variable, sort) in to.map_or(Vec::new(), |to| self.variables(to)) {
            let value = match rule.updates.get(&variable) {
                Some(value) => value.clone(),
                None if known.iter().any(|(other, _)| *other == variable) => variable,
                None => rule.fresh(sort),
            };
            arguments.push(value);
        }
        let head = application(to, &arguments, "false");
        let names: Vec<String> = known.iter().map(|(name, _)| name.clone()).collect();
        let mut body = vec![application(from, &names, "true")];
        body.extend(rule.conditions.iter().cloned());
        let all: Vec<String> = known
            .iter()
            .map(|(name, sort)| format!("({name} {sort})"))
            .chain(rule.fresh.iter().map(|(name, sort)| format!("({name} {sort})")))
            .collect();
        let implication = format!("(=> (and {}) {head})", body.join(" "));
        let _ = match all.is_empty() {
            true => writeln!(self.text, "(assert {implication})"),
            false => writeln!(self.text, "(assert (forall ({}) {implication}))", all.join(" ")),
        };
    }
}

fn application(node: Option<NodeId>, arguments: &[String], otherwise: &str) -> String {
    match node {
        Some(node) if arguments.is_empty() => format!("n{}", node.index()),
        Some(node) => format!("(n{} {})", node.index(), arguments.join(" ")),
        None => otherwise.to_string(),
    }
}

fn local_expr(local: LocalId) -> Expr {
    Expr { kind: ExprKind::Local(local), ty: Type::Null }
}
