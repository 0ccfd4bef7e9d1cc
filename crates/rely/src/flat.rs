//! One graph for a method, with its callees in it.
//!
//! A callee with an abstraction stays a call. Any other callee's graph is put in place of the call; of a virtual call,
//! the graphs of all methods that may run, side by side. Recursion without an abstraction, native and abstract methods
//! without an implementation, and what the front end could not read are gaps: the method is not checked. So are library
//! methods that may run harmful code of the program ([`crate::callbacks`]), and the first use of a class whose static
//! initialiser does harm ([`crate::initialisers`]).

use crate::callbacks::{Callbacks, is_given, overriding};
use crate::initialisers::Initialisers;
use concurrent::object::annotations::spec::{Spec, StatementClause};
use concurrent::object::library::LibraryMethod;
use concurrent::object::text::method_name;
use concurrent::object::{
    Body, Call, Check, ClassId, ClassKind, Edge, EdgeId, Expr, ExprKind, Gap, Graph, Instruction, Local, LocalId,
    MethodId, NodeId, Program, Type, UnaryOp,
};
use source::Span;
use std::collections::BTreeSet;

pub struct Flat {
    /// By node: the source that comes next.
    pub nodes: Vec<Span>,
    pub edges: Vec<FlatEdge>,
    pub entry: usize,
    pub exit: usize,
    pub exceptional: usize,
    pub locals: Vec<Local>,
    pub result: Option<LocalId>,
}

pub struct FlatEdge {
    pub from: usize,
    pub to: usize,
    pub unwind: Option<usize>,
    /// What holds the exception in flight at `unwind`.
    pub exception: LocalId,
    pub op: Op,
    pub span: Span,
}

pub enum Op {
    /// No call and no annotation.
    Java(Instruction),
    Library {
        call: Call,
        method: LibraryMethod,
        declares: bool,
    },
    /// Of a method by its abstraction.
    Abstract {
        call: Call,
        method: MethodId,
    },
    Clauses {
        clauses: Vec<StatementClause>,
        base: u32,
        this: Option<LocalId>,
    },
    /// The preconditions of an inlined method, whose parameters are set.
    Requires {
        method: MethodId,
        base: u32,
        this: Option<LocalId>,
    },
}

/// Graphs grow by inlining; past this many edges the method is not checked.
const MOST_EDGES: usize = 20_000;

/// The program, and the code in it that may run in between.
pub struct Surroundings<'p> {
    pub java: &'p Program,
    pub spec: &'p Spec,
    pub callbacks: Callbacks,
    pub initialisers: Initialisers,
}

impl<'p> Surroundings<'p> {
    pub fn new(java: &'p Program, spec: &'p Spec) -> Surroundings<'p> {
        let overriding = overriding(java);
        let callbacks = Callbacks::new(java, spec, &overriding);
        Surroundings { java, spec, callbacks, initialisers: Initialisers::new(java, spec, &overriding) }
    }
}

/// Whether calls of the method are by its abstraction.
pub fn has_abstraction(spec: &Spec, method: MethodId) -> bool {
    spec.methods.get(&method).is_some_and(|spec| {
        !spec.is_inline && (!spec.actions.is_empty() || !spec.modifies.is_empty() || !spec.ensures.is_empty())
    })
}

pub fn flatten(around: &Surroundings, method: MethodId) -> Result<Flat, Gap> {
    let Surroundings { java, spec, .. } = *around;
    let ready = crate::initialisers::ready(java, method);
    let mut inliner = Inliner {
        around,
        java,
        spec,
        ready,
        stack: Vec::new(),
        nodes: Vec::new(),
        edges: Vec::new(),
        locals: Vec::new(),
    };
    let entry = java.method(method);
    let graph = match &entry.body {
        Body::Graph(graph) => graph,
        Body::Unsupported(gap) => return Err(gap.clone()),
        Body::Library(_) | Body::Abstract | Body::Native => {
            return Err(Gap { message: "the method has no body".into(), span: entry.span });
        }
    };
    let placed = inliner.place(method, graph)?;
    Ok(Flat {
        entry: placed.node(graph.entry),
        exit: placed.node(graph.exit),
        exceptional: placed.node(graph.exceptional_exit),
        result: graph.result,
        nodes: inliner.nodes,
        edges: inliner.edges,
        locals: inliner.locals,
    })
}

struct Inliner<'p> {
    around: &'p Surroundings<'p>,
    /// The classes that are initialised before the method begins.
    ready: BTreeSet<ClassId>,
    java: &'p Program,
    spec: &'p Spec,
    stack: Vec<MethodId>,
    nodes: Vec<Span>,
    edges: Vec<FlatEdge>,
    locals: Vec<Local>,
}

/// A call in a graph.
#[derive(Clone, Copy)]
struct Site {
    from: usize,
    to: usize,
    unwind: Option<usize>,
    exception: LocalId,
    span: Span,
}

/// Where a graph was put.
#[derive(Clone, Copy)]
struct Placed {
    nodes: usize,
    locals: u32,
    exception: LocalId,
}

impl Placed {
    fn node(&self, node: NodeId) -> usize {
        self.nodes + node.index()
    }

    fn local(&self, local: LocalId) -> LocalId {
        LocalId(self.locals + local.0)
    }
}

impl Inliner<'_> {
    fn place(&mut self, method: MethodId, graph: &Graph) -> Result<Placed, Gap> {
        let locals = self.locals.len() as u32;
        let placed = Placed { nodes: self.nodes.len(), locals, exception: LocalId(locals + graph.exception.0) };
        self.nodes.extend(graph.nodes.iter().map(|node| node.span));
        self.locals.extend(self.java.method(method).locals.iter().cloned());
        self.stack.push(method);
        for (at, edge) in graph.edges.iter().enumerate() {
            self.edge(method, EdgeId(at as u32), edge, placed)?;
            if self.edges.len() > MOST_EDGES {
                let message = "the method is too large with the methods that it calls; give some of them abstractions";
                return Err(Gap { message: message.into(), span: edge.span });
            }
        }
        self.stack.pop();
        Ok(placed)
    }

    fn edge(&mut self, method: MethodId, id: EdgeId, edge: &Edge, placed: Placed) -> Result<(), Gap> {
        let (from, to) = (placed.node(edge.from), placed.node(edge.to));
        let unwind = edge.unwind.map(|node| placed.node(node));
        if let Some(message) = self.around.initialisers.harm(self.java, &edge.instruction, &self.ready) {
            return Err(Gap { message, span: edge.span });
        }
        let op = match &edge.instruction {
            Instruction::Call(call) => {
                let site = Site { from, to, unwind, exception: placed.exception, span: edge.span };
                return self.call(method, call, &shift_call(call, placed.locals), site);
            }
            Instruction::Annotation(_) => Op::Clauses {
                clauses: self.spec.statements.get(&(method, id)).cloned().unwrap_or_default(),
                base: placed.locals,
                this: self.java.method(method).this().map(|this| placed.local(this)),
            },
            other => Op::Java(shift(other, placed.locals)),
        };
        self.edges.push(FlatEdge { from, to, unwind, exception: placed.exception, op, span: edge.span });
        Ok(())
    }

    /// A call in a method, as it stands there and with the numbers of its locals raised.
    fn call(&mut self, caller: MethodId, written: &Call, call: &Call, site: Site) -> Result<(), Gap> {
        let Site { from, to, unwind, exception, span } = site;
        let itself = [call.method];
        let has_body = matches!(self.java.method(call.method).body, Body::Graph(_));
        let targets = if call.targets.is_empty() && has_body { &itself[..] } else { &call.targets[..] };
        if targets.is_empty() {
            let name = method_name(self.java, call.method);
            return Err(Gap { message: format!("no class of the program implements `{name}`"), span });
        }
        for target in targets {
            let callee = self.java.method(*target);
            let gap = |message: String| Err(Gap { message, span });
            let mut from = from;
            for condition in dispatch(self.java, call, targets, *target) {
                from = self.step(from, Op::Java(Instruction::Assume(condition)), exception, span);
            }
            let site = Site { from, ..site };
            let op = match &callee.body {
                _ if has_abstraction(self.spec, *target) => Op::Abstract { call: call.clone(), method: *target },
                Body::Library(_) if is_given(callee) => {
                    let name = method_name(self.java, *target);
                    return gap(format!("`{name}` may run code that is not given, and that may call back"));
                }
                Body::Library(method) => {
                    let throws = self.call_back(caller, written, *target, span)?;
                    Op::Library { call: call.clone(), method: *method, declares: throws || !callee.throws.is_empty() }
                }
                Body::Graph(graph) => {
                    if let Some(at) = self.stack.iter().position(|caller| caller == target) {
                        let cycle: Vec<String> =
                            self.stack[at..].iter().chain([target]).map(|id| method_name(self.java, *id)).collect();
                        return gap(format!("recursion without an abstraction: {}", cycle.join(" calls ")));
                    }
                    self.inline(*target, graph, call, site)?;
                    continue;
                }
                Body::Abstract => return gap(format!("nothing is known of `{}`", method_name(self.java, *target))),
                Body::Native => return gap(format!("`{}` is native", method_name(self.java, *target))),
                Body::Unsupported(inner) => return Err(inner.clone()),
            };
            self.edges.push(FlatEdge { from, to, unwind, exception, op, span });
        }
        Ok(())
    }

    /// Whether code of the program that a library method runs may throw; a gap if it does harm.
    fn call_back(&self, caller: MethodId, call: &Call, target: MethodId, span: Span) -> Result<bool, Gap> {
        let mut throws = false;
        for back in self.around.callbacks.of(self.java, self.java.method(caller), call, target) {
            if let Some(harm) = &back.harm {
                let (model, own) = (method_name(self.java, target), method_name(self.java, back.method));
                return Err(Gap { message: format!("`{model}` may call `{own}` back: {harm}"), span });
            }
            throws |= back.throws;
        }
        Ok(throws)
    }

    fn inline(&mut self, target: MethodId, graph: &Graph, call: &Call, site: Site) -> Result<(), Gap> {
        let Site { from, to, unwind, exception, span } = site;
        let placed = self.place(target, graph)?;
        let callee = self.java.method(target);
        let mut at = from;
        for (param, value) in callee.params.iter().zip(call.receiver.iter().chain(&call.args)) {
            let op = Op::Java(Instruction::Assign { target: placed.local(*param), value: value.clone() });
            at = self.step(at, op, exception, span);
        }
        let this = callee.this().map(|this| placed.local(this));
        at = self.step(at, Op::Requires { method: target, base: placed.locals, this }, exception, span);
        let mut link = |from: usize, to: usize, op: Op| {
            self.edges.push(FlatEdge { from, to, unwind: None, exception, op, span });
        };
        link(at, placed.node(graph.entry), Op::Java(Instruction::Skip));
        let copy = |locals: &[Local], from: LocalId, to: LocalId| {
            let value = Expr { kind: ExprKind::Local(from), ty: locals[from.index()].ty.clone() };
            Op::Java(Instruction::Assign { target: to, value })
        };
        let back = match (call.target, graph.result) {
            (Some(local), Some(result)) => copy(&self.locals, placed.local(result), local),
            (Some(_), None) | (None, _) => Op::Java(Instruction::Skip),
        };
        let mut link = |from: usize, to: usize, op: Op| {
            self.edges.push(FlatEdge { from, to, unwind: None, exception, op, span });
        };
        link(placed.node(graph.exit), to, back);
        if let Some(unwind) = unwind {
            let thrown = copy(&self.locals, placed.exception, exception);
            self.edges.push(FlatEdge {
                from: placed.node(graph.exceptional_exit),
                to: unwind,
                unwind: None,
                exception,
                op: thrown,
                span,
            });
        }
        Ok(())
    }

    fn step(&mut self, from: usize, op: Op, exception: LocalId, span: Span) -> usize {
        let to = self.node(span);
        self.edges.push(FlatEdge { from, to, unwind: None, exception, op, span });
        to
    }

    fn node(&mut self, span: Span) -> usize {
        self.nodes.push(span);
        self.nodes.len() - 1
    }
}

/// What the receiver's class is if a virtual call runs this one of its targets: a class that has the method, and none
/// that has another one in its place. A model stands for all classes of the library.
fn dispatch(java: &Program, call: &Call, targets: &[MethodId], target: MethodId) -> Vec<Expr> {
    let Some(receiver) = call.receiver.as_ref().filter(|_| targets.len() > 1) else { return Vec::new() };
    let is_of = |class: ClassId| Expr {
        kind: ExprKind::InstanceOf { value: Box::new(receiver.clone()), ty: Type::Class(class) },
        ty: Type::Boolean,
    };
    let is_own = |class: ClassId| java.class(class).is_from_source();
    let class = java.method(target).class;
    let mut conditions: Vec<Expr> = is_own(class).then(|| is_of(class)).into_iter().collect();
    for other in targets.iter().map(|other| java.method(*other)) {
        // An interface's method yields to one of a class.
        let is_class = java.class(other.class).kind != ClassKind::Interface;
        if is_own(other.class) && is_class && other.overrides.contains(&target) {
            let kind = ExprKind::Unary { op: UnaryOp::Not, arg: Box::new(is_of(other.class)) };
            conditions.push(Expr { kind, ty: Type::Boolean });
        }
    }
    conditions
}

fn shift_call(call: &Call, by: u32) -> Call {
    Call {
        target: call.target.map(|local| LocalId(local.0 + by)),
        receiver: call.receiver.as_ref().map(|expr| shift_expr(expr, by)),
        args: call.args.iter().map(|expr| shift_expr(expr, by)).collect(),
        ..call.clone()
    }
}

/// The instruction with the numbers of its locals raised.
fn shift(instruction: &Instruction, by: u32) -> Instruction {
    let local = |id: &LocalId| LocalId(id.0 + by);
    let expr = |value: &Expr| shift_expr(value, by);
    let maybe = |value: &Option<Expr>| value.as_ref().map(|value| shift_expr(value, by));
    match instruction {
        Instruction::Skip => Instruction::Skip,
        Instruction::Assign { target, value } => Instruction::Assign { target: local(target), value: expr(value) },
        Instruction::ReadField { target, object, field } => {
            Instruction::ReadField { target: local(target), object: maybe(object), field: *field }
        }
        Instruction::WriteField { object, field, value } => {
            Instruction::WriteField { object: maybe(object), field: *field, value: expr(value) }
        }
        Instruction::ReadElement { target, array, index } => {
            Instruction::ReadElement { target: local(target), array: expr(array), index: expr(index) }
        }
        Instruction::WriteElement { array, index, value } => {
            Instruction::WriteElement { array: expr(array), index: expr(index), value: expr(value) }
        }
        Instruction::ArrayLength { target, array } => {
            Instruction::ArrayLength { target: local(target), array: expr(array) }
        }
        Instruction::NewObject { target, class } => Instruction::NewObject { target: local(target), class: *class },
        Instruction::NewArray { target, ty, lengths } => {
            Instruction::NewArray { target: local(target), ty: ty.clone(), lengths: lengths.iter().map(expr).collect() }
        }
        Instruction::Call(call) => Instruction::Call(shift_call(call, by)),
        Instruction::Enter(object) => Instruction::Enter(expr(object)),
        Instruction::Exit(object) => Instruction::Exit(expr(object)),
        Instruction::Assume(condition) => Instruction::Assume(expr(condition)),
        Instruction::Check(check) => Instruction::Check(shift_check(check, by)),
        Instruction::Throw(value) => Instruction::Throw(expr(value)),
        Instruction::Annotation(annotation) => Instruction::Annotation(annotation.clone()),
    }
}

fn shift_check(check: &Check, by: u32) -> Check {
    let expr = |value: &Expr| shift_expr(value, by);
    match check {
        Check::NotNull(value) => Check::NotNull(expr(value)),
        Check::InBounds { array, index } => Check::InBounds { array: expr(array), index: expr(index) },
        Check::NotNegative(value) => Check::NotNegative(expr(value)),
        Check::NotZero(value) => Check::NotZero(expr(value)),
        Check::Cast { value, ty } => Check::Cast { value: expr(value), ty: ty.clone() },
        Check::ArrayStore { array, value } => Check::ArrayStore { array: expr(array), value: expr(value) },
        Check::Assertion(value) => Check::Assertion(expr(value)),
    }
}

fn shift_expr(expr: &Expr, by: u32) -> Expr {
    let boxed = |inner: &Expr| Box::new(shift_expr(inner, by));
    let kind = match &expr.kind {
        ExprKind::Local(id) => ExprKind::Local(LocalId(id.0 + by)),
        ExprKind::Constant(constant) => ExprKind::Constant(constant.clone()),
        ExprKind::Unary { op, arg } => ExprKind::Unary { op: *op, arg: boxed(arg) },
        ExprKind::Binary { op, left, right } => ExprKind::Binary { op: *op, left: boxed(left), right: boxed(right) },
        ExprKind::Convert(arg) => ExprKind::Convert(boxed(arg)),
        ExprKind::Cast(arg) => ExprKind::Cast(boxed(arg)),
        ExprKind::InstanceOf { value, ty } => ExprKind::InstanceOf { value: boxed(value), ty: ty.clone() },
        ExprKind::Concat(parts) => ExprKind::Concat(parts.iter().map(|part| shift_expr(part, by)).collect()),
    };
    Expr { kind, ty: expr.ty.clone() }
}
