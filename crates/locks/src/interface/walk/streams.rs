//! Streams: where the functions run that are given to one, and in which threads.
//!
//! ```text
//! t = s.map(f)    f runs where t, or what is made of it, is asked for elements,
//!                 in the threads that were chosen last before that
//! ```
//!
//! A stream is followed from where it is made, through locals, calls and results, to where it is asked. Where no lock is taken
//! or given back on the way, `f` runs with the locks that are held where it is given, and is looked at there. Otherwise,
//! and where the stream gets out of sight, `f` is handed over, and may run wherever some stream is asked.

use crate::interface::walk::shape::Shape;
use concurrent::object::library::{LibraryClass, Threads};
use concurrent::object::{
    Body, Call, ClassId, ClassKind, ClassOrigin, EdgeId, Expr, ExprKind, FieldId, Instruction, LocalId, MethodId,
    NodeId, Program, Type, Visibility,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What becomes of the functions that a call is given.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Fate {
    /// Whether they may run where other locks are held.
    pub is_later: bool,
    /// Whether other threads may run them, too.
    pub is_parallel: bool,
}

/// By call of a stream's method.
#[derive(Default)]
pub struct Streams {
    fates: FxHashMap<(MethodId, EdgeId), Fate>,
}

impl Streams {
    /// `touches` tells by method whether it has to do with locks.
    pub fn new(program: &Program, touches: &[bool]) -> Streams {
        let mut follower = Follower::new(program, touches);
        let mut fates = FxHashMap::default();
        for (method, edge, call) in calls(program) {
            let is_chosen = program.method(call.method).threads.is_some();
            if (is_of_stream(program, call) || is_chosen) && !call.args.is_empty() {
                fates.insert((method, edge), follower.fate(method, edge, call));
            }
        }
        Streams { fates }
    }

    pub fn fate(&self, method: MethodId, edge: EdgeId) -> Fate {
        self.fates.get(&(method, edge)).copied().unwrap_or_default()
    }
}

/// Whether values of the type are streams: their threads can be chosen.
pub fn is_stream(program: &Program, ty: &Type) -> bool {
    let Type::Class(class) = ty else { return false };
    let is_chosen = |id: &MethodId| program.method(*id).threads == Some(Threads::Sequential);
    program.class(*class).methods.iter().any(is_chosen)
        || program.supertypes(*class).any(|above| is_stream(program, &Type::Class(above)))
}

/// Whether a call of a library method is one of a stream, or makes one.
pub fn is_of_stream(program: &Program, call: &Call) -> bool {
    let model = program.method(call.method);
    let is_made = || model.result.as_ref().is_some_and(|result| is_stream(program, result));
    matches!(model.body, Body::Library(_)) && (is_stream(program, &Type::Class(model.class)) || is_made())
}

/// Whether a call may ask a stream for elements, or what was made of one to do so: an iterator.
pub fn asks(program: &Program, call: &Call) -> bool {
    let model = program.method(call.method);
    let is_iterator = program.class(model.class).kind == ClassKind::Interface
        && program.class(model.class).origin == ClassOrigin::Library(LibraryClass::NotThreadSafe);
    let makes_stream = model.result.as_ref().is_some_and(|result| is_stream(program, result));
    call.receiver.is_some() && is_iterator && !makes_stream && matches!(model.body, Body::Library(_))
}

fn calls(program: &Program) -> impl Iterator<Item = (MethodId, EdgeId, &Call)> {
    program.method_ids().flat_map(move |id| {
        let edges = program.method(id).graph().map_or(&[][..], |graph| &graph.edges[..]);
        edges.iter().enumerate().filter_map(move |(index, edge)| match &edge.instruction {
            Instruction::Call(call) => Some((id, EdgeId(index as u32), call)),
            _ => None,
        })
    })
}

/// A stream at a point of control, with the locals that hold it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct At {
    method: MethodId,
    node: NodeId,
    names: BTreeSet<LocalId>,
    is_parallel: bool,
}

struct Follower<'a> {
    program: &'a Program,
    touches: &'a [bool],
    /// By method: where it is called.
    callers: FxHashMap<MethodId, Vec<(MethodId, EdgeId)>>,
    /// By class of a lambda: where it is made, and the local that holds it.
    makers: FxHashMap<ClassId, (MethodId, LocalId)>,
    shapes: FxHashMap<MethodId, Rc<Shape>>,
    /// Whether the program chooses other threads for any stream.
    has_parallel: bool,
    /// Of the stream that is followed.
    fate: Fate,
    queue: Vec<At>,
}

impl<'a> Follower<'a> {
    fn new(program: &'a Program, touches: &'a [bool]) -> Follower<'a> {
        let mut callers: FxHashMap<MethodId, Vec<(MethodId, EdgeId)>> = FxHashMap::default();
        let mut has_parallel = false;
        for (method, edge, call) in calls(program) {
            has_parallel |= program.method(call.method).threads == Some(Threads::Parallel);
            call.targets.iter().for_each(|target| callers.entry(*target).or_default().push((method, edge)));
        }
        let mut makers = FxHashMap::default();
        for id in program.method_ids() {
            for edge in program.method(id).graph().map_or(&[][..], |graph| &graph.edges[..]) {
                if let Instruction::NewObject { target, class } = edge.instruction
                    && program.class(class).origin == ClassOrigin::Lambda
                {
                    makers.insert(class, (id, target));
                }
            }
        }
        let (shapes, fate, queue) = (FxHashMap::default(), Fate::default(), Vec::new());
        Follower { program, touches, callers, makers, shapes, has_parallel, fate, queue }
    }

    fn fate(&mut self, method: MethodId, edge: EdgeId, call: &Call) -> Fate {
        let is_parallel = self.runs_in_parallel(method, call, &mut BTreeSet::new());
        let makes_stream =
            self.program.method(call.method).result.as_ref().is_some_and(|ty| is_stream(self.program, ty));
        if !makes_stream {
            return Fate { is_later: false, is_parallel };
        }
        self.fate = Fate::default();
        self.goes_on(method, edge, call, is_parallel);
        let mut seen = FxHashSet::default();
        while let Some(at) = self.queue.pop() {
            if seen.insert(at.clone()) {
                self.leave(&at);
            }
        }
        self.fate
    }

    /// What a call returns is the stream.
    fn goes_on(&mut self, method: MethodId, edge: EdgeId, call: &Call, is_parallel: bool) {
        let node = self.program.method(method).graph().map(|graph| graph.edges[edge.index()].to);
        if let (Some(target), Some(node)) = (call.target, node) {
            self.arrive(At { method, node, names: BTreeSet::from([target]), is_parallel });
        }
    }

    /// What is not read any more is not asked either.
    fn arrive(&mut self, mut at: At) {
        let shape = self.shape(at.method);
        at.names.retain(|name| shape.live[at.node.index()].contains(name.index()));
        if !at.names.is_empty() {
            self.queue.push(at);
        }
    }

    fn leave(&mut self, at: &At) {
        let Some(graph) = self.program.method(at.method).graph() else { return };
        if at.node == graph.exit {
            self.returned(at);
        }
        for id in &self.shape(at.method).outgoing[at.node.index()] {
            let edge = &graph.edges[id.index()];
            let is_it = |value: &Expr| value.local().is_some_and(|local| at.names.contains(&local));
            let mut next = At { node: edge.to, ..at.clone() };
            edge.instruction.target().map(|target| next.names.remove(&target));
            let thrown = edge.unwind.map(|unwind| At { node: unwind, ..next.clone() });
            match &edge.instruction {
                Instruction::Assign { target, value } if is_it(value) => {
                    next.names.insert(*target);
                }
                Instruction::WriteField { value, .. }
                | Instruction::WriteElement { value, .. }
                | Instruction::Throw(value) => self.fate.is_later |= is_it(value),
                Instruction::Enter(_) | Instruction::Exit(_) => self.fate.is_later |= self.is_live(&next),
                Instruction::Call(call) => self.call(call, &is_it, &mut next),
                Instruction::Assign { .. }
                | Instruction::Skip
                | Instruction::ReadField { .. }
                | Instruction::ReadElement { .. }
                | Instruction::ArrayLength { .. }
                | Instruction::NewObject { .. }
                | Instruction::NewArray { .. }
                | Instruction::Assume(_)
                | Instruction::Check(_)
                | Instruction::Annotation(_) => {}
            }
            self.arrive(next);
            thrown.into_iter().for_each(|thrown| self.arrive(thrown));
        }
    }

    /// A call that the stream may have to do with. `next` is where it is afterwards.
    fn call(&mut self, call: &Call, is_it: &dyn Fn(&Expr) -> bool, next: &mut At) {
        let program = self.program;
        let model = program.method(call.method);
        let is_given = call.args.iter().any(is_it);
        let makes_stream = model.result.as_ref().is_some_and(|result| is_stream(program, result));
        if call.receiver.as_ref().is_some_and(is_it) {
            next.is_parallel = model.threads.map_or(next.is_parallel, |threads| threads == Threads::Parallel);
            let is_iterator = matches!(&model.result, Some(Type::Class(result))
                if program.class(*result).origin == ClassOrigin::Library(LibraryClass::NotThreadSafe));
            self.fate.is_parallel |= next.is_parallel && !makes_stream;
            next.names.extend(call.target.filter(|_| makes_stream || is_iterator));
        }
        if is_given && matches!(model.body, Body::Library(_)) {
            next.names.extend(call.target.filter(|_| makes_stream));
            self.fate.is_later |= !makes_stream;
        }
        for target in &call.targets {
            let method = program.method(*target);
            match method.graph() {
                Some(graph) => {
                    let params = method.params.iter().skip(usize::from(!method.is_static)).copied();
                    let names = params.zip(&call.args).filter(|(_, arg)| is_it(arg)).map(|(param, _)| param).collect();
                    self.arrive(At { method: *target, node: graph.entry, names, is_parallel: next.is_parallel });
                }
                None => self.fate.is_later |= is_given && !matches!(method.body, Body::Library(_)),
            }
        }
        self.fate.is_later |= is_given && call.targets.is_empty();
        let touches = call.targets.iter().any(|target| self.touches[target.index()]);
        self.fate.is_later |= touches && self.is_live(next);
    }

    fn is_live(&mut self, at: &At) -> bool {
        let shape = self.shape(at.method);
        at.names.iter().any(|name| shape.live[at.node.index()].contains(name.index()))
    }

    /// The callers have the stream. What a lambda returns, the library asks for together with the stream that the lambda was
    /// given to.
    fn returned(&mut self, at: &At) {
        let program = self.program;
        let class = program.method(at.method).class;
        if program.class(class).origin == ClassOrigin::Lambda {
            return self.returned_by_lambda(class);
        }
        self.fate.is_later |= self.is_open(at.method);
        for (caller, edge) in self.callers.get(&at.method).cloned().unwrap_or_default() {
            if let Some(call) = self.call_at(caller, edge) {
                self.goes_on(caller, edge, call, at.is_parallel);
            }
        }
    }

    fn returned_by_lambda(&mut self, class: ClassId) {
        let program = self.program;
        let Some((maker, lambda)) = self.makers.get(&class).copied() else {
            self.fate.is_later = true;
            return;
        };
        let is_given = |call: &Call| call.args.iter().any(|arg| arg.local() == Some(lambda));
        let uses: Vec<_> = calls(program).filter(|(method, _, call)| *method == maker && is_given(call)).collect();
        self.fate.is_later |= uses.is_empty();
        for (method, edge, call) in uses {
            let is_parallel = self.runs_in_parallel(method, call, &mut BTreeSet::new());
            let makes_stream = program.method(call.method).result.as_ref().is_some_and(|ty| is_stream(program, ty));
            match makes_stream && is_of_stream(program, call) {
                true => self.goes_on(method, edge, call, is_parallel),
                false => self.fate.is_later = true,
            }
        }
    }

    /// Whether the functions of a stream run in several threads, as far as is chosen up to this call of its method.
    fn runs_in_parallel(&mut self, method: MethodId, call: &Call, seen: &mut BTreeSet<(MethodId, LocalId)>) -> bool {
        match self.program.method(call.method).threads {
            Some(threads) => threads == Threads::Parallel,
            None => {
                let values = call.receiver.iter().chain(&call.args);
                let streams: Vec<&Expr> = values.filter(|value| is_stream(self.program, &value.ty)).collect();
                streams.into_iter().any(|stream| self.is_parallel(method, stream, seen))
            }
        }
    }

    /// Whether a stream may have been made parallel before. One from outside may be.
    fn is_parallel(&mut self, method: MethodId, value: &Expr, seen: &mut BTreeSet<(MethodId, LocalId)>) -> bool {
        let local = match (&value.kind, value.local()) {
            (ExprKind::Constant(_), _) => return false,
            (_, None) => return true,
            (_, Some(local)) => local,
        };
        if !seen.insert((method, local)) {
            return false;
        }
        let declared = self.program.method(method);
        if let Some(index) = declared.params.iter().position(|param| *param == local) {
            return self.is_given_parallel(method, index, seen);
        }
        let edges = declared.graph().map_or(&[][..], |graph| &graph.edges[..]);
        let writers: Vec<&Instruction> =
            edges.iter().map(|edge| &edge.instruction).filter(|edge| edge.target() == Some(local)).collect();
        writers.into_iter().any(|instruction| match instruction {
            Instruction::Assign { value, .. } => self.is_parallel(method, value, seen),
            Instruction::Call(call) => {
                let is_model = matches!(self.program.method(call.method).body, Body::Library(_));
                is_model && self.runs_in_parallel(method, call, seen)
                    || !is_model && call.targets.is_empty()
                    || call.targets.iter().any(|target| self.returns_parallel(*target, seen))
            }
            Instruction::ReadField { field, .. } => self.has_parallel || self.is_written_outside(*field),
            _ => self.has_parallel,
        })
    }

    fn is_given_parallel(&mut self, method: MethodId, index: usize, seen: &mut BTreeSet<(MethodId, LocalId)>) -> bool {
        let at = index.checked_sub(usize::from(!self.program.method(method).is_static));
        let callers = self.callers.get(&method).cloned().unwrap_or_default();
        self.is_open(method)
            || callers.into_iter().any(|(caller, edge)| {
                let call = self.call_at(caller, edge);
                let arg = call.zip(at).and_then(|(call, at)| call.args.get(at));
                arg.is_none_or(|arg| self.is_parallel(caller, arg, seen))
            })
    }

    fn returns_parallel(&mut self, method: MethodId, seen: &mut BTreeSet<(MethodId, LocalId)>) -> bool {
        let declared = self.program.method(method);
        let Some(graph) = declared.graph() else { return !matches!(declared.body, Body::Library(_)) };
        graph.result.is_some_and(|result| {
            let (kind, ty) = (ExprKind::Local(result), declared.local(result).ty.clone());
            self.is_parallel(method, &Expr { kind, ty }, seen)
        })
    }

    fn is_written_outside(&self, field: FieldId) -> bool {
        self.program.field(field).visibility == Visibility::Public && !self.program.field(field).is_final
    }

    /// Whether code that is not seen may call the method.
    fn is_open(&self, method: MethodId) -> bool {
        let declared = self.program.method(method);
        declared.visibility == Visibility::Public
            || !self.callers.contains_key(&method)
            || declared
                .overrides
                .iter()
                .any(|above| !self.program.class(self.program.method(*above).class).is_from_source())
    }

    fn call_at(&self, method: MethodId, edge: EdgeId) -> Option<&'a Call> {
        match &self.program.method(method).graph()?.edges[edge.index()].instruction {
            Instruction::Call(call) => Some(call),
            _ => None,
        }
    }

    fn shape(&mut self, method: MethodId) -> Rc<Shape> {
        let declared = self.program.method(method);
        let made = || declared.graph().map_or_else(Shape::default, |graph| Shape::new(declared, graph));
        Rc::clone(self.shapes.entry(method).or_insert_with(|| Rc::new(made())))
    }
}
