//! Follows every way through a method of a lock class, from one wait to the next.

use super::values::{Local, has_large_numbers};
use super::{Gap, Reading};
use crate::behaviour::linear::{Condition, Linear, Relation, Variable};
use crate::behaviour::machine::{Command, CommandKind, Control, Machine, Wakes};
use concurrent::object::library::LibraryMethod;
use concurrent::object::liveness::{Annotations, Locals, liveness};
use concurrent::object::{
    Body, Call, Check, ClassId, Edge, EdgeId, Expr, FieldId, Graph, Instruction, LocalId, Method, NodeId, Program, Type,
};

/// So many instructions are followed on one way; more is a loop.
const LONGEST: usize = 2000;
/// So many on all ways from one wait to the next.
const MOST_STEPS: usize = 100_000;
/// So many commands a lock may have.
const MOST_COMMANDS: usize = 500;

/// Follows the ways through one method.
pub struct Reader<'a> {
    pub(super) program: &'a Program,
    pub(super) method: &'a Method,
    pub(super) graph: &'a Graph,
    pub(super) fields: &'a [FieldId],
    pub(super) operation: usize,
    /// Whether the class has numbers so large that sums with them may leave their type at once.
    pub(super) has_large_numbers: bool,
    pub(super) live: Vec<Locals>,
    pub is_constructor: bool,
    /// How many methods of the lock have called this one.
    pub(super) level: usize,
}

#[derive(Clone, Debug)]
pub struct Way {
    pub(super) node: NodeId,
    pub(super) locals: Vec<(LocalId, Local)>,
    pub fields: Vec<Linear>,
    pub(super) guard: Condition,
    wakes: Wakes,
    /// How often the monitor is entered.
    pub(super) depth: usize,
    /// Whether it was entered at all.
    is_used: bool,
    /// Whether the thread has interrupted itself.
    is_interrupted: bool,
    length: usize,
}

/// How a way ends.
pub struct End {
    pub way: Way,
    pub(super) kind: EndKind,
}

pub enum EndKind {
    Returns,
    /// With `false`.
    Refuses,
    Throws,
    Waits(EdgeId),
}

impl Way {
    pub fn new(node: NodeId, fields: usize, is_zero: bool) -> Way {
        let field = |index: usize| match is_zero {
            true => Linear::default(),
            false => Linear::of(Variable::Field(index)),
        };
        Way {
            node,
            locals: Vec::new(),
            fields: (0..fields).map(field).collect(),
            guard: Condition::Known(true),
            wakes: Wakes::Nobody,
            depth: 0,
            is_used: false,
            is_interrupted: false,
            length: 0,
        }
    }

    pub(super) fn set(&mut self, local: LocalId, value: Local) {
        self.locals.retain(|(other, _)| *other != local);
        self.locals.push((local, value));
    }

    pub(super) fn get(&self, local: LocalId) -> Local {
        let found = self.locals.iter().find(|(other, _)| *other == local);
        found.map_or(Local::Other, |(_, value)| value.clone())
    }
}

impl<'a> Reader<'a> {
    pub fn new(
        program: &'a Program,
        method: &'a Method,
        fields: &'a [FieldId],
        operation: usize,
    ) -> Reading<Reader<'a>> {
        let graph = match &method.body {
            Body::Graph(graph) => graph,
            Body::Unsupported(gap) => return Err(Gap { span: gap.span, message: gap.message.clone() }),
            Body::Library(_) | Body::Abstract | Body::Native => {
                return Err(Gap { span: method.span, message: "the method has no body to read".to_string() });
            }
        };
        let live = liveness(method, graph, Annotations::AreSkipped).nodes;
        let has_large_numbers = has_large_numbers(program, method.class);
        Ok(Reader {
            program,
            method,
            graph,
            fields,
            operation,
            has_large_numbers,
            live,
            is_constructor: false,
            level: 0,
        })
    }

    /// Adds the commands of the method, and those of every point where it waits.
    pub fn read(&self, machine: &mut Machine) -> Reading<()> {
        let start = Way::new(self.graph.entry, self.fields.len(), false);
        self.add(machine, Control::Idle, start)?;
        let mut next = machine.points.iter().position(|point| point.operation == self.operation);
        while let Some(index) = next {
            let point = machine.points[index].clone();
            let edge = &self.graph.edges[point.edge.index()];
            let resumed = |node: NodeId| {
                let mut way = Way::new(node, self.fields.len(), false);
                way.depth = 1;
                way.is_used = true;
                for (local, value) in &point.locals {
                    way.set(*local, Local::Number(Linear::constant(*value)));
                }
                way
            };
            self.add(machine, Control::Awake(index), resumed(edge.to))?;
            if let (Some(unwind), Some(exception)) = (edge.unwind, self.interrupt(edge)) {
                let mut way = resumed(unwind);
                way.set(self.graph.exception, Local::Object(exception));
                self.add(machine, Control::Interrupted(index), way)?;
            }
            next = (index + 1 < machine.points.len()).then_some(index + 1);
        }
        Ok(())
    }

    fn add(&self, machine: &mut Machine, from: Control, start: Way) -> Reading<()> {
        let mut ends = Vec::new();
        self.follow(start, &mut ends)?;
        for End { way, kind } in ends {
            let (to, kind) = match kind {
                EndKind::Returns => (Control::Idle, CommandKind::Completes),
                EndKind::Refuses => (Control::Idle, CommandKind::Refused),
                EndKind::Throws => (Control::Idle, CommandKind::Throws),
                EndKind::Waits(edge) => (Control::Asleep(self.point(machine, &way, edge)?), CommandKind::Waits),
            };
            if machine.commands.len() >= MOST_COMMANDS {
                return self.too_many();
            }
            let (guard, updates, wakes) = (way.guard, way.fields, way.wakes);
            machine.commands.push(Command { operation: self.operation, from, to, kind, guard, updates, wakes });
        }
        Ok(())
    }

    fn too_many<T>(&self) -> Reading<T> {
        let message =
            format!("there are more than {MOST_COMMANDS} ways through its methods, from one wait to the next");
        Err(Gap { span: self.method.span, message })
    }

    pub(super) fn gap<T>(&self, edge: &Edge, message: &str) -> Reading<T> {
        Err(Gap { span: edge.span, message: message.to_string() })
    }

    /// Follows a way until the method is left or waits.
    pub fn follow(&self, start: Way, ends: &mut Vec<End>) -> Reading<()> {
        let mut open = vec![start];
        let mut steps = 0;
        while let Some(way) = open.pop() {
            steps += 1;
            if way.guard == Condition::Known(false) {
                continue;
            }
            if way.node == self.graph.exit {
                self.returns(way, ends);
                continue;
            }
            if way.node == self.graph.exceptional_exit {
                ends.push(End { way, kind: EndKind::Throws });
                continue;
            }
            if ends.len() > MOST_COMMANDS || steps > MOST_STEPS {
                return self.too_many();
            }
            if way.length > LONGEST {
                return Err(Gap { span: self.method.span, message: "a loop does not wait".to_string() });
            }
            for (index, edge) in self.graph.edges.iter().enumerate().filter(|(_, edge)| edge.from == way.node) {
                let mut next = way.clone();
                next.length += 1;
                next.node = edge.to;
                self.instruction(EdgeId(index as u32), edge, next, &mut open, ends)?;
            }
        }
        Ok(())
    }

    /// A boolean tells whether the modes have changed hands; what is not known of it may be either.
    fn returns(&self, way: Way, ends: &mut Vec<End>) {
        let is_boolean = self.method.result == Some(Type::Boolean);
        let result = match self.graph.result.filter(|_| is_boolean) {
            Some(result) => match way.get(result) {
                Local::Truth(condition) => Some(condition),
                Local::Number(number) => Some(Condition::compare(number, Relation::NotEqual, Linear::default())),
                Local::This | Local::Object(_) | Local::Other => None,
            },
            None => Some(Condition::Known(true)),
        };
        let (yes, no) = match result {
            Some(condition) => (condition.clone(), condition.negated()),
            None => (Condition::Known(true), Condition::Known(true)),
        };
        for (kind, condition) in [(EndKind::Returns, yes), (EndKind::Refuses, no)] {
            let guard = Condition::and(way.guard.clone(), condition);
            if guard != Condition::Known(false) {
                ends.push(End { way: Way { guard, ..way.clone() }, kind });
            }
        }
    }

    fn instruction(
        &self,
        id: EdgeId,
        edge: &Edge,
        mut way: Way,
        open: &mut Vec<Way>,
        ends: &mut Vec<End>,
    ) -> Reading<()> {
        match &edge.instruction {
            Instruction::Skip | Instruction::Annotation(_) => {}
            Instruction::Assign { target, value } => {
                let value = self.value(&way, value);
                way.set(*target, value);
            }
            Instruction::ReadField { target, object, field } => {
                let value =
                    match self.own_field(&way, object.as_ref(), *field) {
                        Some(index) if self.program.field(*field).ty == Type::Boolean => Local::Truth(
                            Condition::compare(way.fields[index].clone(), Relation::NotEqual, Linear::default()),
                        ),
                        Some(index) => Local::Number(way.fields[index].clone()),
                        None => Local::Other,
                    };
                way.set(*target, value);
            }
            Instruction::WriteField { object, field, value } => {
                return self.write(edge, way, object.as_ref(), *field, value, open);
            }
            Instruction::Assume(condition) => match self.value(&way, condition) {
                Local::Truth(condition) => way.guard = Condition::and(way.guard, condition),
                _ => {
                    return self.gap(
                        edge,
                        "a branch depends on something other than the lock's fields, read inside of its monitor",
                    );
                }
            },
            Instruction::Enter(object) | Instruction::Exit(object) => {
                if !self.is_this(&way, object) {
                    return self.gap(edge, "a monitor other than the lock's own");
                }
                let is_enter = matches!(edge.instruction, Instruction::Enter(_));
                // What happens after the monitor is left is another step.
                if is_enter && way.length > 1 && way.depth == 0 && way.is_used {
                    return self.gap(edge, "the monitor is left and entered again");
                }
                way.depth = if is_enter { way.depth + 1 } else { way.depth.saturating_sub(1) };
                way.is_used |= is_enter;
            }
            Instruction::Call(call) if self.is_helper(&way, call) => return self.helper(edge, call, way, open),
            Instruction::Call(call) => {
                if self.call(edge, call, &mut way)? {
                    ends.push(End { way, kind: EndKind::Waits(id) });
                    return Ok(());
                }
            }
            Instruction::Check(check @ Check::Assertion(condition)) => {
                open.extend(self.failed_assertion(edge, check, condition, &way));
            }
            Instruction::Check(Check::NotNull(value)) => {
                if !self.is_this(&way, value) && !matches!(self.value(&way, value), Local::Object(_)) {
                    return self.gap(edge, "an object other than the lock");
                }
            }
            Instruction::Throw(value) => {
                let value = self.value(&way, value);
                way.set(self.graph.exception, value);
                way.node = edge.unwind.unwrap_or(way.node);
            }
            Instruction::NewObject { target, class, .. } => way.set(*target, Local::Object(*class)),
            Instruction::Check(_)
            | Instruction::ReadElement { .. }
            | Instruction::WriteElement { .. }
            | Instruction::ArrayLength { .. }
            | Instruction::NewArray { .. } => return self.gap(edge, "arrays and casts in a lock's method"),
        }
        open.push(way);
        Ok(())
    }

    /// What a call does to the way; whether the thread waits there.
    fn call(&self, edge: &Edge, call: &Call, way: &mut Way) -> Reading<bool> {
        let Body::Library(method) = self.program.method(call.method).body else {
            return self.gap(edge, "a call of something else inside of a lock's method");
        };
        let wakes = match method {
            LibraryMethod::Wait | LibraryMethod::TimedWait => None,
            LibraryMethod::Notify => Some(Wakes::One),
            LibraryMethod::NotifyAll => Some(Wakes::All),
            LibraryMethod::CurrentThread => {
                let thread = Local::Object(self.program.method(call.method).class);
                call.target.into_iter().for_each(|target| way.set(target, thread.clone()));
                return Ok(false);
            }
            // To be interrupted is always possible. A wait would be over at once, and the monitor kept.
            LibraryMethod::ThreadInterrupt => {
                way.is_interrupted = true;
                return Ok(false);
            }
            LibraryMethod::New if self.is_constructor => return Ok(false),
            LibraryMethod::New if call.receiver.as_ref().is_some_and(|made| self.is_exception(way, made)) => {
                return Ok(false);
            }
            _ => return self.gap(edge, "a call of something else inside of a lock's method"),
        };
        if way.depth == 0 || !call.receiver.as_ref().is_some_and(|object| self.is_this(way, object)) {
            return self.gap(edge, "a thread waits or wakes others outside of the lock's own monitor");
        }
        let Some(wakes) = wakes else {
            return if way.is_interrupted { self.gap(edge, "a thread interrupts itself and waits") } else { Ok(true) };
        };
        way.wakes = match (way.wakes, wakes) {
            (Wakes::One, Wakes::One) => return self.gap(edge, "`notify()` twice in one step"),
            (before, wakes) => before.max(wakes),
        };
        Ok(false)
    }

    fn is_exception(&self, way: &Way, made: &Expr) -> bool {
        let is_throwable = |class: ClassId| {
            self.program.class_ids().any(|above| {
                &*self.program.class(above).name == "java.lang.Throwable" && self.program.is_subclass(class, above)
            })
        };
        matches!(self.value(way, made), Local::Object(class) if is_throwable(class))
    }

    fn write(
        &self,
        edge: &Edge,
        mut way: Way,
        object: Option<&Expr>,
        field: FieldId,
        value: &Expr,
        open: &mut Vec<Way>,
    ) -> Reading<()> {
        let Some(index) = self.own_field(&way, object, field) else {
            let message = match &self.program.field(field).ty {
                Type::Class(class) if self.is_library_lock(*class) => {
                    "a lock class that uses locks of the library is not read: only one that uses its own monitor is"
                }
                _ => "a field other than the lock's own numbers and booleans is written, or one outside of the monitor",
            };
            return self.gap(edge, message);
        };
        match self.value(&way, value) {
            Local::Number(number) => {
                way.fields[index] = number;
                open.push(way);
            }
            Local::Truth(condition) => {
                for (value, condition) in [(1, condition.clone()), (0, condition.negated())] {
                    let mut way = way.clone();
                    way.guard = Condition::and(way.guard, condition);
                    way.fields[index] = Linear::constant(value);
                    open.push(way);
                }
            }
            Local::This | Local::Object(_) | Local::Other => {
                return self.gap(edge, "a value that does not come from the lock's own fields");
            }
        }
        Ok(())
    }
}
