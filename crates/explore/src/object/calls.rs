//! Calls and returns, exceptions that leave a method, ends of threads, static initialisers.

use super::fault::{Fault, FaultKind};
use super::run::{Run, Stop, Taken};
use super::state::{After, ComputeKind, Init, Native, Role, Shape, Status, Thread, Value};
use concurrent::object::library::LibraryMethod;
use concurrent::object::text::method_name;
use concurrent::object::{Body, Call, CallKind, ClassId, EdgeId, LocalId, MethodId, MethodKind};
use source::Span;
use std::sync::Arc;

/// How far a library method came at once.
pub enum Flow {
    /// It has returned.
    Done(Option<Value>),
    /// It waits, or a function that it calls runs first.
    Pending,
}

impl Run<'_, '_> {
    pub fn call(&mut self, edge: EdgeId, call: &Call) -> Taken<()> {
        let program = self.machine.program;
        let receiver = call.receiver.as_ref().map(|receiver| self.value(receiver));
        let args: Vec<Value> = call.args.iter().map(|arg| self.value(arg)).collect();
        let method = self.target(call, receiver)?;
        let found = program.method(method);
        if found.is_static && self.initialize(found.class)? {
            return Ok(());
        }
        let all: Vec<Value> = receiver.into_iter().chain(args.iter().copied()).collect();
        self.watch_call(method, &all)?;
        if let Some(frame) = self.frame_mut() {
            frame.call = Some(edge);
        }
        let span = self.span();
        match &found.body {
            Body::Graph(_) => {
                let shown = || all.iter().skip(usize::from(receiver.is_some())).map(|arg| self.shown(*arg));
                if self.log.is_some() {
                    let text = format!("{}({})", method_name(program, method), shown().collect::<Vec<_>>().join(", "));
                    self.note(span, || text, Vec::new());
                }
                self.push_frame(self.tid, method, &all, After::Return)
            }
            Body::Library(kind) => {
                if !self.has_begun() {
                    let uses = self.uses(method, *kind, receiver, &args);
                    if !uses.is_empty() {
                        return self.begin(uses);
                    }
                }
                let used = self.frame().map_or(Vec::new(), |frame| frame.using.clone());
                let before: Vec<_> = used.into_iter().map(|at| (at, self.structure(at))).collect();
                let is_hidden = before.iter().any(|(at, _)| self.object(*at).native == Native::Unmodelled);
                if is_hidden {
                    // That it is changed is all that is known.
                    self.check_overlap(&before, *kind)?;
                }
                let flow = match self.library(method, *kind, receiver, &args) {
                    Ok(flow) => flow,
                    Err(stop) => {
                        if let Some(frame) = self.frame_mut() {
                            frame.call = None;
                        }
                        return Err(stop);
                    }
                };
                if self.log.is_some() && is_told(*kind) {
                    let text = format!("{}()", method_name(program, method));
                    let result = match &flow {
                        Flow::Done(Some(value)) => vec![("result".to_string(), self.shown(*value))],
                        Flow::Done(None) | Flow::Pending => Vec::new(),
                    };
                    self.note(span, || text, result);
                }
                self.check_overlap(&before, *kind)?;
                match flow {
                    Flow::Done(value) => self.deliver(value),
                    Flow::Pending => Ok(()),
                }
            }
            Body::Abstract | Body::Native => {
                Err(self.gap(format!("`{}` has no body that could run", method_name(program, method))))
            }
            Body::Unsupported(gap) => Err(Stop::Gap(Box::new(gap.clone()))),
        }
    }

    fn target(&self, call: &Call, receiver: Option<Value>) -> Taken<MethodId> {
        match (call.kind, receiver) {
            (CallKind::Static | CallKind::Special, _) | (CallKind::Virtual, None) => Ok(call.method),
            (CallKind::Virtual, Some(receiver)) => match self.machine.class_of(&self.state, receiver) {
                Some(class) => self.machine.dispatch(class, call.method).or(self.library_named(call.method)),
                None => self.library_named(call.method),
            }
            .ok_or_else(|| {
                self.gap(format!("no method of `{}` is known", method_name(self.machine.program, call.method)))
            }),
        }
    }

    /// The method itself, if it is of the library: the receiver's native state says what it does.
    fn library_named(&self, method: MethodId) -> Option<MethodId> {
        let is_library = matches!(self.machine.program.method(method).body, Body::Library(_));
        is_library.then_some(method)
    }

    /// A function object is called with these arguments.
    pub fn call_function(&mut self, tid: usize, function: Value, args: &[Value], after: After) -> Taken<()> {
        let method = self.function(function)?;
        let all: Vec<Value> = std::iter::once(function).chain(args.iter().copied()).collect();
        self.push_frame(tid, method, &all, after)
    }

    /// The only method of a function object that a functional interface declares.
    fn function(&self, function: Value) -> Taken<MethodId> {
        let unknown = || self.gap("a function that is not modelled");
        let class = self.machine.class_of(&self.state, function).ok_or_else(unknown)?;
        let program = self.machine.program;
        let implements = |id: &MethodId| {
            let method = program.method(*id);
            let is_of_library = |other: &MethodId| !program.class(program.method(*other).class).is_from_source();
            method.kind == MethodKind::Method
                && method.graph().is_some()
                && method.overrides.iter().any(|other| {
                    is_of_library(other) && &*program.class(program.method(*other).class).name != "java.lang.Object"
                })
        };
        let mut next = Some(class);
        while let Some(class) = next {
            if let Some(found) = program.class(class).methods.iter().copied().find(implements) {
                return Ok(found);
            }
            next = program.class(class).superclass;
        }
        Err(unknown())
    }

    pub fn return_from(&mut self, result: Option<LocalId>) -> Taken<()> {
        self.watch_return(result)?;
        let Some(frame) = self.me_mut().frames.pop() else { return Ok(()) };
        let value = result.map(|result| frame.local(result));
        let method = self.machine.program.method(frame.method);
        if method.kind == MethodKind::Constructor
            && let Some(Value::Ref(at)) = method.this().map(|this| frame.local(this))
            && self.object(at).shape == Shape::Class(method.class)
        {
            self.object_mut(at).is_built = true;
        }
        match frame.after {
            After::Return if self.me().frames.is_empty() => self.finish(value, method.span),
            After::Return => self.deliver(value),
            After::Retry(class) => {
                Arc::make_mut(&mut self.state.classes)[class.index()] = Init::Done;
                if self.me().frames.is_empty() {
                    self.me_mut().status = Status::Idle;
                }
                Ok(())
            }
            After::Forget => Ok(()),
            After::Update { cell, old, returns_new } => {
                let new = value.unwrap_or(Value::Null);
                self.me_mut().status = Status::Updating { cell, old, new, returns_new };
                Ok(())
            }
            After::Compute { map, key, kind } => self.computed(map, key, kind, value.unwrap_or(Value::Null)),
            After::Each { function, rest } => self.each(function, rest),
        }
    }

    fn computed(&mut self, map: u32, key: Value, kind: ComputeKind, value: Value) -> Taken<()> {
        self.stored_in(map, &[key, value]);
        let at = self.find_key(map, key)?;
        let before = self.structure(map);
        let Native::Map { entries } = &mut self.object_mut(map).native else {
            return Err(self.gap("a map that is not modelled"));
        };
        let result = match (at, kind) {
            (Some(at), ComputeKind::Absent) => entries[at].1,
            (Some(at), ComputeKind::Always) if value == Value::Null => {
                entries.remove(at);
                value
            }
            (Some(at), ComputeKind::Always) => {
                entries[at].1 = value;
                value
            }
            (None, ComputeKind::Absent | ComputeKind::Always) => {
                if value != Value::Null {
                    entries.push((key, value));
                }
                value
            }
        };
        if self.structure(map) != before {
            self.overlap(map)?;
        }
        self.deliver(Some(result))
    }

    /// Calls the function with the first of the arguments, and then with the rest.
    pub fn each(&mut self, function: u32, mut rest: Vec<Vec<Value>>) -> Taken<()> {
        if rest.is_empty() {
            return self.deliver(None);
        }
        let args = rest.remove(0);
        self.call_function(self.tid, Value::Ref(function), &args, After::Each { function, rest })
    }

    /// The exception leaves the method.
    pub fn throw_from(&mut self, exception: LocalId) -> Taken<()> {
        let Some(frame) = self.me_mut().frames.pop() else { return Ok(()) };
        let span = self.machine.program.method(frame.method).span;
        let exception = frame.local(exception);
        match frame.after {
            After::Retry(_) => Err(self.gap("a static initialiser throws")),
            After::Forget => Err(Stop::Pruned),
            After::Return | After::Update { .. } | After::Compute { .. } | After::Each { .. } => {
                match self.frame().and_then(|frame| frame.call) {
                    Some(edge) => self.unwind(edge, exception),
                    None => self.uncaught(exception, span),
                }
            }
        }
    }

    fn uncaught(&mut self, exception: Value, ended: Span) -> Taken<()> {
        if let Some(object) = self.state.behind(exception)
            && let Native::Thrown { origin: Some((method, edge)), is_check: true, .. } = object.native
            && let Shape::Class(class) = object.shape
        {
            let span = self.graph(method)?.edges[edge.index()].span;
            let name = self.class_name(class);
            let short = name.rsplit('.').next().unwrap_or(name);
            let (kind, message) = match short {
                "IllegalMonitorStateException" => {
                    (FaultKind::MonitorState, "this thread does not hold the lock that it needs here".to_string())
                }
                "AssertionError" => (FaultKind::Assertion, "the assertion does not hold".to_string()),
                _ => (FaultKind::Uncaught, format!("nobody catches a `{short}` that is thrown here")),
            };
            self.judge(Fault::new(kind, span, message))?;
        } else if self.is_own_thread() {
            let (name, span) = self.thrown(exception, ended);
            let message = format!("thread {} dies of `{name}`, which is thrown here", self.tid + 1);
            self.judge(Fault::new(FaultKind::Died, span, message))?;
        }
        if self.me().role == Role::First && self.machine.harness.is_some() {
            // The harness has no object to work with.
            return Err(Stop::Pruned);
        }
        if let Role::Task(future) = self.me().role
            && let Native::Future { exception: slot, .. } = &mut self.object_mut(future).native
        {
            *slot = exception;
        }
        self.finish(None, ended)
    }

    /// Whether nobody but the thread itself could catch what it throws: it is none of the harness, which may call methods as
    /// it likes, and runs no task whose future keeps exceptions.
    fn is_own_thread(&self) -> bool {
        match self.me().role {
            Role::First => self.machine.harness.is_none(),
            Role::Harness => false,
            Role::Started => true,
            Role::Task(future) => matches!(self.object(future).native, Native::Future { is_given: false, .. }),
        }
    }

    /// The class of an exception, and where it was thrown.
    fn thrown(&self, exception: Value, otherwise: Span) -> (&str, Span) {
        let class = self.machine.class_of(&self.state, exception).map(|class| self.class_name(class));
        let name = class.map_or("Throwable", |name| name.rsplit('.').next().unwrap_or(name));
        let origin = match self.state.behind(exception).map(|object| &object.native) {
            Some(Native::Thrown { origin: Some((method, edge)), .. }) => self.machine.span_of(*method, *edge),
            _ => None,
        };
        (name, origin.unwrap_or(otherwise))
    }

    /// The thread has nothing left to run.
    pub fn finish(&mut self, value: Option<Value>, span: Span) -> Taken<()> {
        let me = self.me_mut();
        me.frames.clear();
        match me.role {
            Role::Harness if me.ops > 0 => me.status = Status::Idle,
            Role::First | Role::Harness | Role::Started => me.status = Status::Finished,
            Role::Task(future) => {
                me.status = Status::Finished;
                self.publish(value.unwrap_or(Value::Null));
                if let Native::Future { result, .. } = &mut self.object_mut(future).native {
                    *result = value.unwrap_or(Value::Null);
                }
            }
        }
        self.is_changed = true;
        match self.me().role {
            Role::First if self.machine.harness.is_some() => {
                let roots = self.state.roots.clone();
                roots.into_iter().for_each(|root| self.publish(root));
                Ok(())
            }
            Role::Harness if !self.machine.judges_leaks() => Ok(()),
            Role::First | Role::Harness | Role::Started | Role::Task(_) => self.locks_left(span),
        }
    }

    /// A thread of the program ends without its locks.
    fn locks_left(&self, span: Span) -> Taken<()> {
        let tid = self.tid();
        let is_held = |native: &Native| match native {
            Native::Lock(hold) => hold.holder == Some(tid),
            Native::ReadWrite { writer, readers, .. } => {
                writer.holder == Some(tid) || readers.iter().any(|(reader, _)| *reader == tid)
            }
            Native::Stamped { writer, readers, .. } => *writer == Some(tid) || readers.contains(&tid),
            _ => false,
        };
        if self.state.heap.iter().any(|object| is_held(&object.native)) {
            let message = format!("thread {} ends while it holds a lock", tid + 1);
            self.judge(Fault::new(FaultKind::LockHeld, span, message))?;
        }
        Ok(())
    }

    /// Begins the static initialiser that has to run before the class is used; false if there is none.
    pub fn initialize(&mut self, class: ClassId) -> Taken<bool> {
        let Some(first) = self.uninitialized(class) else { return Ok(false) };
        match self.state.classes[first.index()] {
            Init::Running(_) => Err(Stop::Blocked),
            Init::Untouched | Init::Done => {
                let tid = self.tid();
                Arc::make_mut(&mut self.state.classes)[first.index()] = Init::Running(tid);
                if let Some(method) = self.machine.clinit(first) {
                    if let Body::Unsupported(gap) = &self.machine.program.method(method).body {
                        return Err(Stop::Gap(Box::new(gap.clone())));
                    }
                    self.push_frame(self.tid, method, &[], After::Retry(first))?;
                }
                Ok(true)
            }
        }
    }

    /// The first class of the chain that this thread may not use yet.
    pub fn uninitialized(&self, class: ClassId) -> Option<ClassId> {
        let mut found = None;
        let mut next = Some(class);
        while let Some(class) = next {
            match self.state.classes[class.index()] {
                Init::Done => {}
                Init::Running(tid) if tid == self.tid() => {}
                Init::Running(_) | Init::Untouched => found = Some(class),
            }
            next = self.machine.program.class(class).superclass;
        }
        found
    }

    /// An object whose fields hold zero, false or null.
    pub fn new_object(&mut self, class: ClassId) -> Taken<Value> {
        let native = self.native_of(class)?;
        let values = self.machine.defaults(class).to_vec();
        let has_constructor = self.machine.program.class(class).methods.iter().any(|method| {
            let method = self.machine.program.method(*method);
            method.kind == MethodKind::Constructor && method.graph().is_some()
        });
        let is_thread = matches!(native, Native::Thread { .. });
        let is_read_write = matches!(native, Native::ReadWrite { .. });
        let at = self.allocate(Shape::Class(class), values, native);
        if is_thread {
            let (role, status) = (Role::Started, Status::New);
            self.new_thread(Some(at), |object| Thread { object, status, frames: Vec::new(), ops: 0, role })?;
        }
        if is_read_write {
            let read = self.side("java.util.concurrent.locks.ReentrantReadWriteLock.ReadLock", Native::ReadSide(at))?;
            let write =
                self.side("java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock", Native::WriteSide(at))?;
            if let Native::ReadWrite { read_side, write_side, .. } = &mut self.object_mut(at).native {
                (*read_side, *write_side) = (read, write);
            }
        }
        Arc::make_mut(&mut self.state.heap[at as usize]).is_built = !has_constructor;
        self.ghosts_of(at, class)?;
        Ok(Value::Ref(at))
    }

    fn side(&mut self, name: &str, native: Native) -> Taken<u32> {
        match self.allocate_named(name, native)? {
            Value::Ref(at) => Ok(at),
            _ => Err(self.gap("a lock without its sides")),
        }
    }
}

/// Whether a reader of a run wants to see the call.
fn is_told(kind: LibraryMethod) -> bool {
    !matches!(
        kind,
        LibraryMethod::New
            | LibraryMethod::Pure
            | LibraryMethod::Fresh
            | LibraryMethod::Box
            | LibraryMethod::Unbox
            | LibraryMethod::ReadLock
            | LibraryMethod::WriteLock
    )
}
