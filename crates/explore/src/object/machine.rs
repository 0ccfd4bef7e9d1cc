//! What is known of a program before it runs: where fields lie, what leaves a node, what is read later on.

use super::fault::Kinds;
use super::harness::Harness;
use super::protection::Protection;
use super::state::Value;
use concurrent::object::annotations::Keyword;
use concurrent::object::annotations::spec::{
    Expr as SpecExpr, ExprKind as SpecKind, FieldClause, Ghost, Guarded, GuardedBy, Spec, SpecType,
};
use concurrent::object::library::{LibraryClass, LibraryMethod};
use concurrent::object::liveness::{Annotations, Liveness, liveness};
use concurrent::object::{
    Body, ClassId, ClassOrigin, EdgeId, Field, FieldId, Instruction, Method, MethodId, MethodKind, NodeId, Program,
    Type,
};
use source::{Deadline, Span};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// How the search treats what a program may do or not.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// A waiting thread may wake up for no reason.
    pub spurious: bool,
    /// Every step is a step of its own.
    pub is_fine: bool,
    /// The kinds of faults that are looked for. A fault of another kind does not end the run.
    pub judges: Kinds,
    /// Whether an operation of the harness has to give back the locks that it takes.
    pub leaks: bool,
}

pub struct Machine<'p> {
    pub program: &'p Program,
    pub spec: &'p Spec,
    pub options: Options,
    pub deadline: Cell<Deadline>,
    /// Of a class; none if `main` is run.
    pub harness: Option<Harness>,
    /// The place of a field among the values of its object, or among the static fields.
    slots: Vec<u32>,
    ghost_slots: Vec<u32>,
    /// How many values an object of each class has, and what they hold at first.
    defaults: Vec<Vec<Value>>,
    pub static_defaults: Vec<Value>,
    /// The edges that leave each node, of each method with a graph.
    outgoing: Vec<Vec<Vec<EdgeId>>>,
    liveness: Vec<Option<Liveness>>,
    clinits: Vec<Option<MethodId>>,
    /// The classes whose objects of class `Class` come first in the heap.
    pub class_objects: Vec<ClassId>,
    pub field_clauses: HashMap<FieldId, Vec<&'p FieldClause>>,
    pub field_guards: HashMap<FieldId, Vec<&'p GuardedBy>>,
    pub method_guards: HashMap<MethodId, Vec<&'p GuardedBy>>,
    pub protection: Protection,
    pub uses: Uses,
    class_names: HashMap<&'p str, ClassId>,
    dispatch: RefCell<HashMap<(ClassId, MethodId), Option<MethodId>>>,
    texts: RefCell<Texts>,
}

#[derive(Default)]
struct Texts {
    /// None is a text that is not known.
    texts: Vec<Option<String>>,
    numbers: HashMap<String, u32>,
    bytes: usize,
}

/// The text of which nothing is known.
pub const UNKNOWN_TEXT: u32 = 0;

/// Of a longer text nothing is known.
const LONGEST_TEXT: usize = 4096;

/// Bytes of all texts together; of what is made then nothing is known.
const MOST_TEXT: usize = 64 << 20;

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, spec: &'p Spec, options: Options) -> Machine<'p> {
        let mut machine = Machine {
            program,
            spec,
            options,
            deadline: Cell::new(Deadline::never()),
            harness: None,
            slots: vec![0; program.fields.len()],
            ghost_slots: vec![0; spec.ghosts.len()],
            defaults: vec![Vec::new(); program.classes.len()],
            static_defaults: Vec::new(),
            outgoing: Vec::new(),
            liveness: Vec::new(),
            clinits: vec![None; program.classes.len()],
            class_objects: program.class_ids().filter(|id| program.class(*id).origin == ClassOrigin::Source).collect(),
            field_clauses: HashMap::new(),
            field_guards: HashMap::new(),
            method_guards: HashMap::new(),
            protection: Protection::new(spec),
            uses: uses(program),
            class_names: HashMap::new(),
            dispatch: RefCell::default(),
            texts: RefCell::new(Texts { texts: vec![None], numbers: HashMap::new(), bytes: 0 }),
        };
        machine.lay_out();
        machine.prepare_graphs();
        for clause in &spec.field_clauses {
            machine.field_clauses.entry(clause.field).or_default().push(clause);
        }
        for guard in &spec.guarded_by {
            match guard.on {
                Guarded::Field(field) => machine.field_guards.entry(field).or_default().push(guard),
                Guarded::Method(method) => machine.method_guards.entry(method).or_default().push(guard),
            }
        }
        for class in program.class_ids() {
            machine.class_names.entry(&program.class(class).name).or_insert(class);
        }
        machine
    }

    fn lay_out(&mut self) {
        let mut is_done = vec![false; self.program.classes.len()];
        for class in self.program.class_ids() {
            self.lay_out_class(class, &mut is_done);
        }
    }

    fn lay_out_class(&mut self, class: ClassId, is_done: &mut [bool]) {
        if std::mem::replace(&mut is_done[class.index()], true) {
            return;
        }
        let entry = self.program.class(class);
        let mut values = match entry.superclass {
            Some(parent) => {
                self.lay_out_class(parent, is_done);
                self.defaults[parent.index()].clone()
            }
            None => Vec::new(),
        };
        for field in &entry.fields {
            let found = self.program.field(*field);
            let list = if found.is_static { &mut self.static_defaults } else { &mut values };
            self.slots[field.index()] = list.len() as u32;
            list.push(default(&found.ty));
        }
        for (at, ghost) in self.spec.ghosts.iter().enumerate().filter(|(_, ghost)| ghost.class == class) {
            let list = if ghost.is_static { &mut self.static_defaults } else { &mut values };
            self.ghost_slots[at] = list.len() as u32;
            list.push(ghost_default(ghost));
        }
        self.defaults[class.index()] = values;
    }

    fn prepare_graphs(&mut self) {
        for id in self.program.method_ids() {
            let method = self.program.method(id);
            if method.kind == MethodKind::StaticInitializer {
                self.clinits[method.class.index()] = Some(id);
            }
            let (outgoing, live) = match &method.body {
                Body::Graph(graph) => {
                    let mut outgoing = vec![Vec::new(); graph.nodes.len()];
                    for (at, edge) in graph.edges.iter().enumerate() {
                        outgoing[edge.from.index()].push(EdgeId(at as u32));
                    }
                    (outgoing, Some(liveness(method, graph, Annotations::Read)))
                }
                Body::Library(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => (Vec::new(), None),
            };
            self.outgoing.push(outgoing);
            self.liveness.push(live);
        }
    }

    pub fn slot(&self, field: FieldId) -> usize {
        self.slots[field.index()] as usize
    }

    pub fn ghost_slot(&self, ghost: concurrent::object::annotations::spec::GhostId) -> usize {
        self.ghost_slots[ghost.0 as usize] as usize
    }

    pub fn defaults(&self, class: ClassId) -> &[Value] {
        &self.defaults[class.index()]
    }

    pub fn outgoing(&self, method: MethodId, node: NodeId) -> &[EdgeId] {
        &self.outgoing[method.index()][node.index()]
    }

    pub fn liveness(&self, method: MethodId) -> Option<&Liveness> {
        self.liveness[method.index()].as_ref()
    }

    pub fn clinit(&self, class: ClassId) -> Option<MethodId> {
        self.clinits[class.index()]
    }

    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.class_names.get(name).copied()
    }

    /// The object whose monitor static synchronized methods of the class take.
    pub fn class_object(&self, class: ClassId) -> Option<u32> {
        self.class_objects.binary_search(&class).ok().map(|at| at as u32)
    }

    /// The nearest class of the library that this class is or extends.
    pub fn library_ancestor(&self, mut class: ClassId) -> Option<(ClassId, LibraryClass)> {
        loop {
            let entry = self.program.class(class);
            match entry.origin {
                ClassOrigin::Library(kind) => return Some((class, kind)),
                ClassOrigin::Unknown => return None,
                ClassOrigin::Source | ClassOrigin::Anonymous | ClassOrigin::Lambda => class = entry.superclass?,
            }
        }
    }

    /// The method that runs when `method` is called on an object of this class.
    pub fn dispatch(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        if let Some(known) = self.dispatch.borrow().get(&(class, method)) {
            return *known;
        }
        let found = self.look_up(class, method);
        self.dispatch.borrow_mut().insert((class, method), found);
        found
    }

    fn look_up(&self, class: ClassId, wanted: MethodId) -> Option<MethodId> {
        let fits = |id: &MethodId| {
            let method = self.program.method(*id);
            let is_meant = *id == wanted || method.overrides.contains(&wanted) || method.implements.contains(&wanted);
            is_meant && !matches!(method.body, Body::Abstract) && !method.is_static
        };
        let mut chain = Vec::new();
        let mut next = Some(class);
        while let Some(class) = next {
            chain.push(class);
            next = self.program.class(class).superclass;
        }
        let of_class = chain.iter().find_map(|class| self.program.class(*class).methods.iter().copied().find(fits));
        // Default methods of interfaces: one that no other candidate overrides.
        of_class.or_else(|| {
            let mut candidates = Vec::new();
            chain.iter().for_each(|class| self.interface_methods(*class, &fits, &mut candidates));
            let is_best = |id: &MethodId| {
                !candidates.iter().any(|other| other != id && self.program.method(*other).overrides.contains(id))
            };
            candidates.iter().copied().find(|id| is_best(id))
        })
    }

    fn interface_methods(&self, class: ClassId, fits: &dyn Fn(&MethodId) -> bool, found: &mut Vec<MethodId>) {
        for interface in &self.program.class(class).interfaces {
            found.extend(self.program.class(*interface).methods.iter().copied().filter(fits));
            self.interface_methods(*interface, fits, found);
        }
    }

    pub fn text(&self, text: &str) -> Value {
        let mut texts = self.texts.borrow_mut();
        if let Some(number) = texts.numbers.get(text) {
            return Value::Text(*number);
        }
        if text.len() > LONGEST_TEXT || texts.bytes > MOST_TEXT {
            return Value::Text(UNKNOWN_TEXT);
        }
        texts.bytes += text.len();
        let number = texts.texts.len() as u32;
        texts.texts.push(Some(text.to_string()));
        texts.numbers.insert(text.to_string(), number);
        Value::Text(number)
    }

    /// None if nothing is known of it.
    pub fn text_of(&self, number: u32) -> Option<String> {
        self.texts.borrow().texts.get(number as usize).cloned().flatten()
    }

    /// Whether steps are compared with conditions on all objects.
    pub fn is_watched(&self) -> bool {
        !self.spec.global_invariants.is_empty() || !self.spec.env_assumptions.is_empty()
    }

    /// Whether a method that is called from outside has to give back its locks. Where some method is declared to acquire
    /// one, that cannot be told from a single call.
    pub fn judges_leaks(&self) -> bool {
        self.options.leaks && !self.spec.raw.iter().any(|clause| clause.keyword == Keyword::Acquires)
    }

    pub fn span_of(&self, method: MethodId, edge: EdgeId) -> Option<Span> {
        self.program.method(method).graph().map(|graph| graph.edges[edge.index()].span)
    }

    pub fn instruction(&self, method: MethodId, edge: EdgeId) -> Option<&'p Instruction> {
        self.program.method(method).graph().map(|graph| &graph.edges[edge.index()].instruction)
    }
}

/// What the program looks at somewhere.
#[derive(Clone, Copy, Default, Debug)]
pub struct Uses {
    /// Whether another thread holds a lock.
    pub locks_of_others: bool,
    pub interrupts: bool,
}

fn uses(program: &Program) -> Uses {
    let mut uses = Uses::default();
    for kind in program.methods.iter().flat_map(|method| library_calls(program, method)) {
        uses.locks_of_others |= matches!(
            kind,
            LibraryMethod::TryLock | LibraryMethod::TimedTryLock | LibraryMethod::IsLocked | LibraryMethod::Input
        );
        uses.interrupts |= kind == LibraryMethod::ThreadInterrupt;
    }
    uses
}

/// The kinds of the library methods that a method calls.
pub fn library_calls<'p>(program: &'p Program, method: &'p Method) -> impl Iterator<Item = LibraryMethod> + 'p {
    let edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
    edges.filter_map(|edge| match &edge.instruction {
        Instruction::Call(call) => match program.method(call.method).body {
            Body::Library(kind) => Some(kind),
            Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => None,
        },
        _ => None,
    })
}

pub fn default(ty: &Type) -> Value {
    match ty {
        Type::Boolean => Value::Bool(false),
        Type::Byte | Type::Short | Type::Char | Type::Int | Type::Long => Value::Int(0),
        Type::Float | Type::Double => Value::Float(0),
        Type::Null | Type::Class(_) | Type::Array(_) => Value::Null,
    }
}

fn ghost_default(ghost: &Ghost) -> Value {
    match &ghost.ty {
        SpecType::Java(ty) => default(ty),
        SpecType::Thread => Value::Null,
        SpecType::ThreadSet => Value::Threads(0),
    }
}

/// Whether an expression reads nothing but locals.
pub fn is_local(expr: &SpecExpr) -> bool {
    let reads_memory = matches!(
        expr.kind,
        SpecKind::Field { .. }
            | SpecKind::Ghost { .. }
            | SpecKind::Holder(_)
            | SpecKind::Started(_)
            | SpecKind::Content(_)
            | SpecKind::Element { .. }
            | SpecKind::Quantifier { .. }
    );
    !reads_memory && expr.children().into_iter().all(is_local)
}

/// Whether a field will never change again: it is final and was written.
pub fn is_settled(field: &Field, value: Value) -> bool {
    field.is_final && !matches!(value, Value::Null | Value::Bool(false) | Value::Int(0) | Value::Float(0))
}
