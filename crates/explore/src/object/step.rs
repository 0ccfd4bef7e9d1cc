//! One instruction of one thread.

use super::fault::{Fault, FaultKind};
use super::machine::{default, is_settled};
use super::protection::Subject;
use super::run::{Run, Stop, Taken};
use super::state::{Init, Native, Shape, Status, Value};
use concurrent::object::annotations::spec::{StatementClause, StatementKind};
use concurrent::object::text::print_instruction;
use concurrent::object::{Check, EdgeId, Expr, FieldId, Instruction, LocalId, MethodId, NodeId, Type};
use std::sync::Arc;

impl<'m> Run<'m, '_> {
    /// Makes one step.
    pub fn step(&mut self) -> Taken<()> {
        self.is_changed = false;
        let (is_watched, is_followed) = (self.machine.is_watched(), self.is_followed());
        let before = (is_watched || is_followed).then(|| (self.state.clone(), self.span()));
        match self.me().status.clone() {
            Status::Running => self.running()?,
            Status::Idle => self.call_operation()?,
            Status::Waiting { is_timed, .. } => self.wake_up(is_timed)?,
            Status::Woken { lock, count, result, is_interrupted } => {
                self.take_again(lock, count, result, is_interrupted)?;
            }
            Status::Updating { cell, old, new, returns_new } => self.update(cell, old, new, returns_new)?,
            Status::Queued(before) => self.begin_task(before)?,
            Status::AtBarrier { barrier, round, result } => self.pass_barrier(barrier, round, result)?,
            Status::New | Status::Finished => return Err(Stop::Blocked),
        }
        while self.is_at_ghosts() {
            self.running()?;
        }
        if let Some((before, span)) = before {
            if is_watched && self.is_changed {
                self.watch(&before, span)?;
            }
            if is_followed {
                self.follow(&before, span)?;
            }
        }
        Ok(())
    }

    /// Whether ghosts are set next, which belongs to the step before.
    fn is_at_ghosts(&self) -> bool {
        let Some(frame) = self.frame().filter(|_| self.me().status == Status::Running) else { return false };
        let Some(edge) = self.machine.outgoing(frame.method, frame.node).first() else { return false };
        let clauses = self.machine.spec.statements.get(&(frame.method, *edge));
        let is_set = |clause: &StatementClause| matches!(clause.kind, StatementKind::Set { .. });
        clauses.is_some_and(|clauses| !clauses.is_empty() && clauses.iter().all(is_set))
    }

    fn running(&mut self) -> Taken<()> {
        let Some(frame) = self.frame() else { return self.finish(None, self.span()) };
        let (method, node) = (frame.method, frame.node);
        let graph = self.graph(method)?;
        if node == graph.exit {
            return self.return_from(graph.result);
        }
        if node == graph.exceptional_exit {
            return self.throw_from(graph.exception);
        }
        let edges = self.edges(method, node)?;
        let mut chosen = None;
        for edge in edges {
            match &graph.edges[edge.index()].instruction {
                Instruction::Assume(condition) => match self.value(condition) {
                    Value::Bool(true) => chosen = Some(*edge),
                    Value::Bool(false) => {}
                    _ => return Err(self.gap("which way is taken depends on what is not modelled")),
                },
                _ => chosen = Some(*edge),
            }
        }
        let Some(edge) = chosen else {
            return Err(self.gap("nothing follows here"));
        };
        let instruction = &graph.edges[edge.index()].instruction;
        match self.execute(method, edge, instruction) {
            Err(Stop::Throw(name)) => {
                // Of what the library throws, this alone is never meant.
                let is_check = name == "java.lang.IllegalMonitorStateException";
                let exception = self.exception(name, (method, edge), is_check)?;
                self.unwind(edge, exception)
            }
            other => other,
        }
    }

    /// The edges of which one is taken. Where the condition of an assertion does more than look, the last edge leads around
    /// it, for when assertions are switched off: in one run, they all are or none is.
    fn edges(&mut self, method: MethodId, node: NodeId) -> Taken<&'m [EdgeId]> {
        let edges = self.machine.outgoing(method, node);
        let graph = self.graph(method)?;
        let is_skip = |edge: &EdgeId| matches!(graph.edges[edge.index()].instruction, Instruction::Skip);
        let Some((off, on)) = edges.split_last().filter(|(last, rest)| !rest.is_empty() && is_skip(last)) else {
            return Ok(edges);
        };
        let has_assertions = match self.state.has_assertions {
            Some(known) => known,
            None => self.choose(2) == 0,
        };
        self.state.has_assertions = Some(has_assertions);
        Ok(if has_assertions { on } else { std::slice::from_ref(off) })
    }

    pub fn value(&self, expr: &Expr) -> Value {
        match self.frame() {
            Some(frame) => self.machine.eval(&self.state, frame, expr),
            None => Value::Unknown,
        }
    }

    fn execute(&mut self, method: MethodId, edge: EdgeId, instruction: &Instruction) -> Taken<()> {
        match instruction {
            Instruction::Skip | Instruction::Assume(_) => {}
            Instruction::Assign { target, value } => {
                let value = self.value(value);
                self.assign(*target, value);
            }
            Instruction::ReadField { target, object, field } => {
                let Some(value) = self.read_field(object.as_ref(), *field)? else { return Ok(()) };
                self.assign(*target, value);
            }
            Instruction::WriteField { object, field, value } => {
                let value = self.value(value);
                if !self.write_field(object.as_ref(), *field, value)? {
                    return Ok(());
                }
            }
            Instruction::ReadElement { target, array, index } => {
                let (at, index) = self.element(array, index)?;
                self.check_protection(Subject::Elements, Some(at), false)?;
                let value = self.object(at).values[index];
                self.assign(*target, value);
            }
            Instruction::WriteElement { array, index, value } => {
                let (at, index) = self.element(array, index)?;
                let value = self.value(value);
                self.check_protection(Subject::Elements, Some(at), true)?;
                self.stored_in(at, &[value]);
                self.object_mut(at).values[index] = value;
            }
            Instruction::ArrayLength { target, array } => {
                let array = self.value(array);
                let Some(object) = self.state.behind(array) else {
                    return Err(self.gap("an array that is not modelled"));
                };
                let length = object.values.len() as i64;
                self.assign(*target, Value::Int(length));
            }
            Instruction::NewObject { target, class } => {
                if self.initialize(*class)? {
                    return Ok(());
                }
                let object = self.new_object(*class)?;
                self.assign(*target, object);
            }
            Instruction::NewArray { target, ty, lengths } => {
                let lengths = lengths.iter().map(|length| self.value(length)).collect::<Vec<_>>();
                let array = self.new_array(ty, &lengths)?;
                self.assign(*target, array);
            }
            Instruction::Call(call) => return self.call(edge, call),
            Instruction::Enter(monitor) => self.enter(monitor)?,
            Instruction::Exit(monitor) => self.exit(monitor)?,
            Instruction::Check(check) => {
                if !self.holds(check)? {
                    let exception = self.exception(check.exception(), (method, edge), true)?;
                    return self.unwind(edge, exception);
                }
            }
            Instruction::Throw(value) => {
                let value = self.value(value);
                self.remember_origin(value, (method, edge));
                return self.unwind(edge, value);
            }
            Instruction::Annotation(_) => self.annotation(method, edge)?,
        }
        let graph = self.graph(method)?;
        self.report(method, edge);
        if let Some(frame) = self.frame_mut() {
            frame.node = graph.edges[edge.index()].to;
        }
        Ok(())
    }

    /// An exception knows where it was thrown first.
    fn remember_origin(&mut self, exception: Value, thrown: (MethodId, EdgeId)) {
        let Value::Ref(at) = exception else { return };
        // One that others can come to may be thrown again and again.
        if self.object(at).is_shared || !matches!(self.object(at).native, Native::Thrown { origin: None, .. }) {
            return;
        }
        if let Native::Thrown { origin, .. } = &mut self.object_mut(at).native {
            *origin = Some(thrown);
        }
    }

    pub fn assign(&mut self, target: LocalId, value: Value) {
        if let Some(frame) = self.frame_mut() {
            frame.locals[target.index()] = value;
        }
    }

    /// The object of a field. Where the types are wrong, which javac refuses, it may have no such field.
    fn owner(&self, object: &Expr, field: FieldId) -> Taken<u32> {
        match self.value(object) {
            Value::Ref(at) if self.machine.slot(field) < self.object(at).values.len() => Ok(at),
            _ => {
                let name = &self.machine.program.field(field).name;
                Err(self.gap(format!("`{name}` of an object that is not modelled")))
            }
        }
    }

    /// None if a static initialiser runs first.
    fn read_field(&mut self, object: Option<&Expr>, field: FieldId) -> Taken<Option<Value>> {
        let entry = self.machine.program.field(field);
        let Some(object) = object else {
            if self.initialize(entry.class)? {
                return Ok(None);
            }
            self.watch_access(Value::Null, field, None)?;
            if !self.machine.program.class(entry.class).is_from_source() {
                return Ok(Some(self.library_static(field)));
            }
            let value = self.state.statics[self.machine.slot(field)];
            if !is_settled(entry, value) {
                self.check_protection(Subject::Field(field), None, false)?;
            }
            return Ok(Some(value));
        };
        let at = self.owner(object, field)?;
        self.watch_access(Value::Ref(at), field, None)?;
        let value = self.object(at).values[self.machine.slot(field)];
        if !is_settled(entry, value) {
            self.check_protection(Subject::Field(field), Some(at), false)?;
        }
        Ok(Some(value))
    }

    /// False if a static initialiser runs first.
    fn write_field(&mut self, object: Option<&Expr>, field: FieldId, value: Value) -> Taken<bool> {
        let entry = self.machine.program.field(field);
        let slot = self.machine.slot(field);
        let Some(object) = object else {
            if self.initialize(entry.class)? {
                return Ok(false);
            }
            self.watch_access(Value::Null, field, Some(value))?;
            if self.state.classes[entry.class.index()] != Init::Running(self.tid()) {
                self.check_protection(Subject::Field(field), None, true)?;
            }
            self.publish(value);
            Arc::make_mut(&mut self.state.statics)[slot] = value;
            self.is_changed = true;
            return Ok(true);
        };
        let at = self.owner(object, field)?;
        self.watch_access(Value::Ref(at), field, Some(value))?;
        self.check_protection(Subject::Field(field), Some(at), true)?;
        self.stored_in(at, &[value]);
        self.object_mut(at).values[slot] = value;
        Ok(true)
    }

    fn element(&self, array: &Expr, index: &Expr) -> Taken<(u32, usize)> {
        match (self.value(array), self.value(index)) {
            (Value::Ref(at), Value::Int(index)) if index >= 0 && (index as usize) < self.object(at).values.len() => {
                Ok((at, index as usize))
            }
            _ => Err(self.gap("an element that is not modelled")),
        }
    }

    fn new_array(&mut self, ty: &Type, lengths: &[Value]) -> Taken<Value> {
        let (Type::Array(element), Some(Value::Int(length))) = (ty, lengths.first()) else {
            return Err(self.gap("an array whose length is not modelled"));
        };
        let length = usize::try_from(*length).unwrap_or(0);
        if length > MAX_LENGTH {
            return Err(self.gap(format!("an array with more than {MAX_LENGTH} elements")));
        }
        let mut values = Vec::with_capacity(length);
        for _ in 0..length {
            if self.machine.deadline.get().is_over() {
                return Err(Stop::Late);
            }
            if lengths.len() > 1 && self.has_garbage() {
                return Err(self.gap("an array with too many elements in all"));
            }
            values.push(match lengths.len() {
                1 => default(element),
                _ => self.new_array(element, &lengths[1..])?,
            });
        }
        Ok(self.allocate_array(element, values))
    }

    /// Whether a check holds.
    fn holds(&mut self, check: &Check) -> Taken<bool> {
        let unknown = || Err(self.gap("a check of what is not modelled"));
        match check {
            Check::NotNull(value) => match self.value(value) {
                Value::Null => Ok(false),
                Value::Unknown => unknown(),
                _ => Ok(true),
            },
            Check::InBounds { array, index } => match (self.state.behind(self.value(array)), self.value(index)) {
                (Some(object), Value::Int(index)) => Ok(index >= 0 && index < object.values.len() as i64),
                (_, _) => unknown(),
            },
            Check::NotNegative(value) => match self.value(value) {
                Value::Int(value) => Ok(value >= 0),
                _ => unknown(),
            },
            Check::NotZero(value) => match self.value(value) {
                Value::Int(value) => Ok(value != 0),
                _ => unknown(),
            },
            Check::Cast { value, ty } => match self.value(value) {
                Value::Null => Ok(true),
                value => self.machine.is_of(&self.state, value, ty).map_or_else(unknown, Ok),
            },
            Check::ArrayStore { array, value } => {
                let (array, value) = (self.value(array), self.value(value));
                match self.state.behind(array).map(|object| &object.shape) {
                    Some(Shape::Array(_)) if value == Value::Null => Ok(true),
                    Some(Shape::Array(ty)) => self.machine.is_of(&self.state, value, ty).map_or_else(unknown, Ok),
                    Some(Shape::Class(_)) | None => unknown(),
                }
            }
            Check::Assertion(_) if self.state.has_assertions == Some(false) => Ok(true),
            Check::Assertion(value) => match self.value(value) {
                Value::Bool(false) => {
                    self.state.has_assertions = Some(true);
                    Ok(false)
                }
                Value::Bool(true) => Ok(true),
                _ => unknown(),
            },
        }
    }

    fn enter(&mut self, monitor: &Expr) -> Taken<()> {
        let Value::Ref(at) = self.value(monitor) else {
            return Err(self.gap("the monitor of an object that is not modelled"));
        };
        let tid = self.tid();
        let hold = &self.object(at).monitor;
        if hold.holder.is_some_and(|holder| holder != tid) {
            return Err(Stop::Blocked);
        }
        let hold = &mut self.object_mut(at).monitor;
        hold.holder = Some(tid);
        hold.count += 1;
        Ok(())
    }

    fn exit(&mut self, monitor: &Expr) -> Taken<()> {
        let Value::Ref(at) = self.value(monitor) else {
            return Err(self.gap("the monitor of an object that is not modelled"));
        };
        let hold = &mut self.object_mut(at).monitor;
        hold.count = hold.count.saturating_sub(1);
        if hold.count == 0 {
            hold.holder = None;
        }
        Ok(())
    }

    fn annotation(&mut self, method: MethodId, edge: EdgeId) -> Taken<()> {
        let spec = self.machine.spec;
        let Some(clauses) = spec.statements.get(&(method, edge)) else { return Ok(()) };
        for clause in clauses {
            match &clause.kind {
                StatementKind::Assert(condition) => {
                    if self.condition(condition) == Some(false) {
                        let fault = Fault::new(FaultKind::Assertion, clause.span, "the assertion does not hold");
                        self.judge(fault)?;
                    }
                }
                StatementKind::LoopInvariant(condition) => {
                    if self.condition(condition) == Some(false) {
                        let message = "the loop invariant does not hold";
                        self.judge(Fault::new(FaultKind::LoopInvariant, clause.span, message))?;
                    }
                }
                StatementKind::Assume(condition) => {
                    if self.condition(condition) == Some(false) {
                        return Err(Stop::Pruned);
                    }
                }
                StatementKind::Set { target, value } => self.set(target, value)?,
            }
        }
        Ok(())
    }

    /// Tells what an instruction has done.
    fn report(&mut self, method: MethodId, edge: EdgeId) {
        if self.log.is_none() {
            return;
        }
        let found = self.machine.program.method(method);
        let Some(graph) = found.graph() else { return };
        let edge = &graph.edges[edge.index()];
        let text = || print_instruction(self.machine.program, found, &edge.instruction);
        let (text, values) = match &edge.instruction {
            Instruction::Skip | Instruction::Assume(_) | Instruction::Check(_) => return,
            Instruction::Enter(_) | Instruction::Exit(_) => (text(), Vec::new()),
            Instruction::WriteField { value, .. } => {
                let place = text();
                let place = place.split(" := ").next().unwrap_or("").to_string();
                (String::new(), vec![(place, self.shown(self.value(value)))])
            }
            Instruction::WriteElement { index, value, .. } => {
                let name = format!("element {}", self.shown(self.value(index)));
                (String::new(), vec![(name, self.shown(self.value(value)))])
            }
            Instruction::Assign { target, .. }
            | Instruction::ReadField { target, .. }
            | Instruction::ReadElement { target, .. }
            | Instruction::ArrayLength { target, .. }
            | Instruction::NewObject { target, .. }
            | Instruction::NewArray { target, .. } => {
                let local = found.local(*target);
                let is_read = matches!(edge.instruction, Instruction::ReadField { .. });
                if local.is_temporary && !is_read {
                    return;
                }
                let value = self.frame().map_or(Value::Unknown, |frame| frame.local(*target));
                let name = if local.is_temporary { text() } else { local.name.to_string() };
                let name = name.split(" := ").last().unwrap_or("").to_string();
                (String::new(), vec![(name, self.shown(value))])
            }
            Instruction::Annotation(_) => (text(), Vec::new()),
            Instruction::Call(_) | Instruction::Throw(_) => return,
        };
        self.note(edge.span, || text, values);
    }

    /// A value, for people.
    pub fn shown(&self, value: Value) -> String {
        match value {
            Value::Null => "null".into(),
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Float(bits) => f64::from_bits(bits).to_string(),
            Value::Boxed(_, value) => value.to_string(),
            Value::Text(text) => self.machine.text_of(text).map_or("a string".into(), |text| format!("{text:?}")),
            Value::Threads(bits) => {
                let threads = (0..64).filter(|at| bits & (1 << at) != 0).map(|at| format!("thread {}", at + 1));
                format!("{{{}}}", threads.collect::<Vec<_>>().join(", "))
            }
            Value::Opaque | Value::Unknown => "?".into(),
            Value::Ref(at) => match (&self.object(at).native, &self.object(at).shape) {
                (Native::Thread { tid, .. }, _) => format!("thread {}", tid + 1),
                (_, Shape::Class(class)) => {
                    let name = self.class_name(*class);
                    format!("a {}", name.rsplit('.').next().unwrap_or(name))
                }
                (_, Shape::Array(_)) => "an array".into(),
            },
        }
    }
}

/// Longer arrays and collections are not modelled.
pub const MAX_LENGTH: usize = 4096;
