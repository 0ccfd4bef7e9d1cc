//! A run in progress: one thread makes a step in a state.

use super::fault::Fault;
use super::machine::Machine;
use super::state::{After, Frame, Hold, Native, Object, Ref, Shape, State, Status, Thread, Tid, Value};
use concurrent::object::{ClassId, EdgeId, Gap, Graph, MethodId, Type};
use source::{Span, Step};
use std::sync::Arc;

/// Why a step was not made.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The thread has to wait.
    Blocked,
    /// An assumption does not hold: this run is not meant.
    Pruned,
    Fault(Box<Fault>),
    Gap(Box<Gap>),
    /// The time of the search is over.
    Late,
    /// The search has to begin anew.
    Again,
    /// A library method throws an exception of this class.
    Throw(&'static str),
}

pub type Taken<T> = Result<T, Stop>;

/// Where more than one thing may happen: what was chosen, and among how many.
#[derive(Clone, Default, Debug)]
pub struct Choices {
    pub made: Vec<u32>,
    limits: Vec<u32>,
    next: usize,
}

impl Choices {
    pub fn replay(made: Vec<u32>) -> Choices {
        Choices { made, limits: Vec::new(), next: 0 }
    }

    pub fn choose(&mut self, count: u32) -> u32 {
        if self.next == self.made.len() {
            self.made.push(0);
        }
        self.limits.truncate(self.next);
        self.limits.push(count);
        let choice = self.made[self.next].min(count.saturating_sub(1));
        self.next += 1;
        choice
    }

    /// The next choices in order; none if all were made.
    pub fn advance(mut self) -> Option<Choices> {
        self.made.truncate(self.next);
        while let (Some(last), Some(limit)) = (self.made.pop(), self.limits.pop()) {
            if last + 1 < limit {
                self.made.push(last + 1);
                return Some(Choices { made: self.made, limits: self.limits, next: 0 });
            }
        }
        None
    }
}

pub struct Run<'m, 'p> {
    pub machine: &'m Machine<'p>,
    pub state: State,
    pub tid: usize,
    pub choices: Choices,
    /// What happened, if someone wants to know.
    pub log: Option<Vec<Step>>,
    /// Whether the step has changed what conditions may speak of.
    pub is_changed: bool,
    /// Values that were allocated since the last state.
    allocated: usize,
}

impl<'m, 'p> Run<'m, 'p> {
    pub fn new(machine: &'m Machine<'p>, state: State, tid: usize, choices: Choices) -> Run<'m, 'p> {
        Run { machine, state, tid, choices, log: None, is_changed: false, allocated: 0 }
    }

    pub fn tid(&self) -> Tid {
        self.tid as Tid
    }

    pub fn object(&self, at: Ref) -> &Object {
        self.state.object(at)
    }

    pub fn object_mut(&mut self, at: Ref) -> &mut Object {
        self.is_changed = true;
        Arc::make_mut(&mut self.state.heap[at as usize])
    }

    pub fn me(&self) -> &Thread {
        self.state.thread(self.tid)
    }

    pub fn me_mut(&mut self) -> &mut Thread {
        self.thread_mut(self.tid)
    }

    pub fn thread_mut(&mut self, tid: usize) -> &mut Thread {
        Arc::make_mut(&mut self.state.threads[tid])
    }

    /// The frame that runs. A running thread has one.
    pub fn frame(&self) -> Option<&Frame> {
        self.me().frames.last()
    }

    pub fn frame_mut(&mut self) -> Option<&mut Frame> {
        self.me_mut().frames.last_mut()
    }

    pub fn graph(&self, method: MethodId) -> Taken<&'p Graph> {
        let found = self.machine.program.method(method);
        found.graph().ok_or_else(|| gap(found.span, format!("`{}` has no body", found.name)))
    }

    /// Where the thread is.
    pub fn span(&self) -> Span {
        let here = self.frame().and_then(|frame| {
            let graph = self.machine.program.method(frame.method).graph()?;
            let edges = self.machine.outgoing(frame.method, frame.node);
            let edge = frame.call.or_else(|| edges.first().copied());
            Some(edge.map_or(graph.nodes[frame.node.index()].span, |edge| graph.edges[edge.index()].span))
        });
        here.unwrap_or(self.machine.program.methods.first().map_or(Span::new(source::FileId(0), 0, 0), |m| m.span))
    }

    pub fn gap(&self, message: impl Into<String>) -> Stop {
        gap(self.span(), message)
    }

    pub fn choose(&mut self, count: usize) -> usize {
        if count <= 1 { 0 } else { self.choices.choose(count as u32) as usize }
    }

    pub fn allocate(&mut self, shape: Shape, values: Vec<Value>, native: Native) -> Ref {
        let at = self.state.heap.len() as Ref;
        self.allocated += values.len() + 1;
        let monitor = Hold::default();
        let object = Object { shape, is_shared: false, is_built: true, monitor, values, native };
        self.state.heap.push(Arc::new(object));
        at
    }

    /// Whether the garbage of this turn should be collected before it goes on.
    pub fn has_garbage(&self) -> bool {
        self.allocated > MOST_ALLOCATED
    }

    /// An object of a library class.
    pub fn allocate_named(&mut self, name: &str, native: Native) -> Taken<Value> {
        let class = self.machine.class_named(name).ok_or_else(|| self.gap(format!("there is no class `{name}`")))?;
        let values = self.machine.defaults(class).to_vec();
        Ok(Value::Ref(self.allocate(Shape::Class(class), values, native)))
    }

    pub fn allocate_array(&mut self, element: &Type, values: Vec<Value>) -> Value {
        Value::Ref(self.allocate(Shape::Array(element.clone()), values, Native::None))
    }

    /// Others may come to this value from now on.
    pub fn publish(&mut self, value: Value) {
        let Value::Ref(at) = value else { return };
        let mut todo = vec![at];
        while let Some(at) = todo.pop() {
            if self.object(at).is_shared {
                continue;
            }
            let object = self.object_mut(at);
            object.is_shared = true;
            object.refs(&mut |next| todo.push(*next));
        }
    }

    /// Values that are stored in an object are as shared as it is.
    pub fn stored_in(&mut self, at: Ref, values: &[Value]) {
        if self.object(at).is_shared {
            values.iter().for_each(|value| self.publish(*value));
        }
    }

    pub fn push_frame(&mut self, tid: usize, method: MethodId, args: &[Value], after: After) -> Taken<()> {
        let graph = self.graph(method)?;
        let found = self.machine.program.method(method);
        let mut locals = vec![Value::Null; found.locals.len()];
        for (param, arg) in found.params.iter().zip(args) {
            locals[param.index()] = *arg;
        }
        if self.state.thread(tid).frames.len() >= MAX_DEPTH {
            return Err(self.gap("calls nest too deeply"));
        }
        let contract = self.contract(tid, method, &locals);
        self.thread_mut(tid).frames.push(Frame {
            method,
            node: graph.entry,
            locals,
            call: None,
            using: Vec::new(),
            holding: None,
            after,
            contract,
        });
        Ok(())
    }

    /// A new thread, with its object if it has one already.
    pub fn new_thread(&mut self, object: Option<Ref>, thread: impl FnOnce(Ref) -> Thread) -> Taken<(usize, Ref)> {
        let tid = self.state.threads.len();
        if tid >= MAX_THREADS {
            return Err(self.gap(format!("there are more than {MAX_THREADS} threads")));
        }
        let native = Native::Thread { tid: tid as Tid, target: Value::Null, is_interrupted: false, is_daemon: false };
        let at = match object {
            Some(at) => {
                self.object_mut(at).native = native;
                at
            }
            None => match self.allocate_named("java.lang.Thread", native)? {
                Value::Ref(at) => at,
                _ => return Err(self.gap("a thread without an object")),
            },
        };
        self.state.threads.push(Arc::new(thread(at)));
        Ok((tid, at))
    }

    /// The call in progress is over.
    pub fn deliver(&mut self, value: Option<Value>) -> Taken<()> {
        let Some((method, edge)) = self.frame().and_then(|frame| Some((frame.method, frame.call?))) else {
            return Ok(());
        };
        self.release_call();
        let edge = &self.graph(method)?.edges[edge.index()];
        let target = match &edge.instruction {
            concurrent::object::Instruction::Call(call) => call.target,
            _ => None,
        };
        if let Some(frame) = self.frame_mut() {
            if let (Some(target), Some(value)) = (target, value) {
                frame.locals[target.index()] = value;
            }
            frame.call = None;
            frame.node = edge.to;
        }
        self.me_mut().status = Status::Running;
        Ok(())
    }

    /// An exception of a library class, made by the instruction on this edge or by the check there.
    pub fn exception(&mut self, name: &str, origin: (MethodId, EdgeId), is_check: bool) -> Taken<Value> {
        let (origin, message, cause) = (Some(origin), Value::Null, Value::Null);
        self.allocate_named(name, Native::Thrown { origin, is_check, message, cause })
    }

    /// The frame that runs completes an edge abruptly.
    pub fn unwind(&mut self, edge: EdgeId, exception: Value) -> Taken<()> {
        let Some(method) = self.frame().map(|frame| frame.method) else { return Ok(()) };
        self.release_call();
        let graph = self.graph(method)?;
        let node = graph.edges[edge.index()].unwind.unwrap_or(graph.exceptional_exit);
        if let Some(frame) = self.frame_mut() {
            frame.locals[graph.exception.index()] = exception;
            frame.call = None;
            frame.node = node;
        }
        self.me_mut().status = Status::Running;
        Ok(())
    }

    pub fn class_name(&self, class: ClassId) -> &'p str {
        &self.machine.program.class(class).name
    }

    pub fn note(&mut self, span: Span, text: impl FnOnce() -> String, values: Vec<(String, String)>) {
        let thread = Some(self.tid as u32 + 1);
        if let Some(log) = &mut self.log {
            log.push(Step { span, thread, text: text(), values });
        }
    }
}

/// Deeper calls are not followed.
const MAX_DEPTH: usize = 200;

/// Values that a turn allocates at most; then it ends, and the next one goes on.
const MOST_ALLOCATED: usize = 1 << 18;

/// Sets of threads are words of 64 bits.
const MAX_THREADS: usize = 60;

pub fn gap(span: Span, message: impl Into<String>) -> Stop {
    Stop::Gap(Box::new(Gap { message: message.into(), span }))
}
