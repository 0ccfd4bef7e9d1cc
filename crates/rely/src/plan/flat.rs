//! One graph for a method, with its callees in it.
//!
//! A callee with an abstraction stays a call. Any other callee's graph is put in place of the call; of a virtual call,
//! the graphs of all methods that may run, side by side. Recursion without an abstraction, native and abstract methods
//! without an implementation, and what the front end could not read are gaps: the method is not checked. So are library
//! methods that may run harmful code of the program ([`crate::text::callbacks`]), and the first use of a class whose static
//! initialiser does harm ([`crate::text::initialisers`]).

use crate::plan::shift::{shift, shift_call};
use crate::steps::in_between::{LibraryCall, Surroundings};
use crate::text::callbacks::is_given;
use crate::text::fields::{source, uncast};
use concurrent::object::annotations::spec::{
    Expr as SpecExpr, ExprKind as SpecKind, Spec, StatementClause, StatementKind,
};
use concurrent::object::library::LibraryMethod;
use concurrent::object::text::method_name;
use concurrent::object::{
    Body, Call, ClassId, ClassKind, Edge, EdgeId, Expr, ExprKind, Gap, Graph, Instruction, Local, LocalId, Method,
    MethodId, MethodKind, NodeId, Program, Type, UnaryOp,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

pub struct Flat {
    /// By node: the source that comes next.
    pub nodes: Vec<Span>,
    pub edges: Vec<FlatEdge>,
    pub entry: usize,
    pub exit: usize,
    pub exceptional: usize,
    pub locals: Vec<Local>,
    pub result: Option<LocalId>,
    /// The methods whose code is here.
    pub methods: BTreeSet<MethodId>,
}

impl Flat {
    /// Whether all that the variable ever holds is a new array.
    pub fn makes_array(&self, local: LocalId) -> bool {
        let mut set = self.edges.iter().filter(|edge| match &edge.op {
            Op::Java(instruction) => instruction.target() == Some(local),
            Op::Library { call, .. } | Op::Abstract { call, .. } => call.target == Some(local),
            Op::Shows { .. } | Op::Clauses { .. } | Op::Requires { .. } => false,
        });
        set.all(|edge| matches!(edge.op, Op::Java(Instruction::NewArray { .. })))
    }

    /// The nodes that control may get to, as far as the text says.
    pub fn reached(&self) -> BTreeSet<usize> {
        let mut by: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        self.edges.iter().for_each(|edge| by[edge.from].extend(std::iter::once(edge.to).chain(edge.unwind)));
        let mut pending = vec![self.entry];
        let mut seen = BTreeSet::from([self.entry]);
        while let Some(node) = pending.pop() {
            pending.extend(by[node].iter().filter(|next| seen.insert(**next)));
        }
        seen
    }
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
    /// Code of the program that a library method runs looks at these objects, or at what they lead to.
    Shows {
        objects: Vec<Expr>,
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

/// Whether calls of the method are by its abstraction.
pub fn has_abstraction(spec: &Spec, method: MethodId) -> bool {
    spec.methods.get(&method).is_some_and(|spec| {
        !spec.is_inline && (!spec.actions.is_empty() || !spec.modifies.is_empty() || !spec.ensures.is_empty())
    })
}

pub fn flatten(around: &Surroundings, method: MethodId) -> Result<Flat, Gap> {
    let Surroundings { java, spec, .. } = *around;
    let ready = crate::text::initialisers::ready(java, method);
    let mut inliner = Inliner {
        around,
        java,
        spec,
        ready,
        exact: BTreeMap::new(),
        stack: Vec::new(),
        nodes: Vec::new(),
        edges: Vec::new(),
        locals: Vec::new(),
        placed: BTreeSet::new(),
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
        methods: inliner.placed,
    })
}

struct Inliner<'p> {
    around: &'p Surroundings<'p>,
    /// The classes that are initialised before the method begins.
    ready: BTreeSet<ClassId>,
    /// The classes of what was handed to inlined methods, where they are known.
    exact: BTreeMap<LocalId, ClassId>,
    java: &'p Program,
    spec: &'p Spec,
    stack: Vec<MethodId>,
    nodes: Vec<Span>,
    edges: Vec<FlatEdge>,
    locals: Vec<Local>,
    placed: BTreeSet<MethodId>,
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

/// A call as it stands in a method whose locals begin at a number.
#[derive(Clone, Copy)]
struct Caller<'c> {
    method: MethodId,
    call: &'c Call,
    locals: u32,
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
        self.placed.insert(method);
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

    /// Whether callers see the body in spite of an abstraction. Of a constructor, since nobody else has the object yet; of
    /// any method in a static initialiser, since what the method relies on need not hold yet.
    fn is_seen_whole(&self, callee: &Method) -> bool {
        let is_initialiser = |id: &MethodId| self.java.method(*id).kind == MethodKind::StaticInitializer;
        callee.kind == MethodKind::Constructor || self.stack.first().is_some_and(is_initialiser)
    }

    /// Whether an annotation speaks of something.
    fn speaks_of(&self, method: MethodId, id: EdgeId, is_meant: fn(&SpecExpr) -> bool) -> bool {
        let clauses = self.spec.statements.get(&(method, id)).into_iter().flatten();
        clauses.into_iter().any(|clause| match &clause.kind {
            StatementKind::Assert(expr) | StatementKind::Assume(expr) | StatementKind::LoopInvariant(expr) => {
                is_meant(expr)
            }
            StatementKind::Set { target, value } => is_meant(target) || is_meant(value),
        })
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
                return self.call(Caller { method, call, locals: placed.locals }, site);
            }
            Instruction::Annotation(_) if self.speaks_of(method, id, has_old_local) => {
                let message = "`\\old` of a variable of the method is not supported in a statement";
                return Err(Gap { message: message.into(), span: edge.span });
            }
            Instruction::Annotation(_) if self.stack.len() > 1 && self.speaks_of(method, id, has_old) => {
                let message = "`\\old` in a statement of a method that is not checked by itself is not supported";
                return Err(Gap { message: message.into(), span: edge.span });
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

    fn call(&mut self, caller: Caller, site: Site) -> Result<(), Gap> {
        let Site { from, to, unwind, exception, span } = site;
        let call = &shift_call(caller.call, caller.locals);
        let targets = &self.targets(caller)[..];
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
                _ if has_abstraction(self.spec, *target) && !self.is_seen_whole(callee) => {
                    Op::Abstract { call: call.clone(), method: *target }
                }
                Body::Library(_) if is_given(callee) => {
                    let name = method_name(self.java, *target);
                    return gap(format!("`{name}` may run code that is not given, and that may call back"));
                }
                Body::Library(method) => {
                    let first = self.stack.first().copied();
                    let model = LibraryCall { first, caller: caller.method, call: caller.call, target: *target, span };
                    self.around.built_by_library(&model)?;
                    let throws = self.around.call_back(&model)?;
                    if self.around.shows_objects(&model)? {
                        let objects = call.receiver.iter().chain(&call.args).filter(|value| value.ty.is_reference());
                        from = self.step(from, Op::Shows { objects: objects.cloned().collect() }, exception, span);
                    }
                    Op::Library { call: call.clone(), method: *method, declares: throws || !callee.throws.is_empty() }
                }
                Body::Graph(graph) => {
                    if let Some(at) = self.stack.iter().position(|caller| caller == target) {
                        let cycle: Vec<String> =
                            self.stack[at..].iter().chain([target]).map(|id| method_name(self.java, *id)).collect();
                        return gap(format!("recursion without an abstraction: {}", cycle.join(" calls ")));
                    }
                    self.inline(*target, graph, caller, site)?;
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

    /// The methods that a call may run.
    fn targets(&self, caller: Caller) -> Vec<MethodId> {
        let call = caller.call;
        let has_body = matches!(self.java.method(call.method).body, Body::Graph(_));
        if call.targets.is_empty() && has_body {
            return vec![call.method];
        }
        let exact = call.receiver.as_ref().and_then(|receiver| self.exact_class(caller, receiver));
        let Some(class) = exact.filter(|_| call.targets.len() > 1) else { return call.targets.clone() };
        let has = |target: &MethodId| self.java.is_subclass(class, self.java.method(*target).class);
        let fitting: Vec<MethodId> = call.targets.iter().copied().filter(has).collect();
        let is_hidden = |target: &MethodId| {
            let mut others = fitting.iter().map(|other| self.java.method(*other));
            others.any(|other| other.overrides.contains(target))
        };
        fitting.iter().copied().filter(|target| !is_hidden(target)).collect()
    }

    /// The class of an expression in a method, if one `new` only can have made the object.
    fn exact_class(&self, caller: Caller, expr: &Expr) -> Option<ClassId> {
        let method = self.java.method(caller.method);
        let (local, found) = source(method, uncast(expr).local()?);
        if method.params.contains(&local) {
            let mut edges = method.graph()?.edges.iter();
            let is_set = edges.any(|edge| edge.instruction.target() == Some(local));
            return self.exact.get(&LocalId(caller.locals + local.0)).copied().filter(|_| !is_set);
        }
        match found? {
            Instruction::NewObject { class, .. } => Some(*class),
            Instruction::Call(call) => match &call.targets[..] {
                [target] => crate::text::fields::returned_class(self.java, *target, 0),
                _ => None,
            },
            _ => None,
        }
    }

    fn inline(&mut self, target: MethodId, graph: &Graph, caller: Caller, site: Site) -> Result<(), Gap> {
        let Site { from, to, unwind, exception, span } = site;
        let callee = self.java.method(target);
        let values = caller.call.receiver.iter().chain(&caller.call.args);
        for (param, value) in callee.params.iter().zip(values) {
            if let Some(class) = self.exact_class(caller, value) {
                self.exact.insert(LocalId(self.locals.len() as u32 + param.0), class);
            }
        }
        let placed = self.place(target, graph)?;
        let call = &shift_call(caller.call, caller.locals);
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

/// Whether it speaks of a variable of the method as it was at the entry.
fn has_old_local(expr: &SpecExpr) -> bool {
    let is_old = matches!(&expr.kind, SpecKind::Old(arg) if has_local(arg));
    is_old || expr.children().into_iter().any(has_old_local)
}

fn has_local(expr: &SpecExpr) -> bool {
    matches!(expr.kind, SpecKind::Local(_)) || expr.children().into_iter().any(has_local)
}

/// Whether it speaks of the state at the entry of its method.
fn has_old(expr: &SpecExpr) -> bool {
    matches!(expr.kind, SpecKind::Old(_)) || expr.children().into_iter().any(has_old)
}
