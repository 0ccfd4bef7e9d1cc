//! Follows every way through a method of a lock class, from one wait to the next.

use super::{Gap, Reading};
use crate::behaviour::linear::{Condition, Linear, Variable};
use crate::behaviour::machine::{Command, CommandKind, Control, Machine, Point, Wakes};
use crate::interface::evaluate::is_widening;
use concurrent::object::library::LibraryMethod;
use concurrent::object::liveness::{Annotations, Locals, liveness};
use concurrent::object::{
    BinaryOp, Body, Constant, Edge, EdgeId, Expr, ExprKind, FieldId, Graph, Instruction, LocalId, Method, NodeId,
    Program, Type, UnaryOp,
};

/// So many instructions are followed on one way; more is a loop.
const LONGEST: usize = 2000;
/// So many commands a lock may have.
const MOST_COMMANDS: usize = 500;

/// Follows the ways through one method.
pub struct Reader<'a> {
    program: &'a Program,
    method: &'a Method,
    graph: &'a Graph,
    fields: &'a [FieldId],
    operation: usize,
    live: Vec<Locals>,
    pub is_constructor: bool,
}

/// What a local holds.
#[derive(Clone, Debug)]
pub enum Local {
    Number(Linear),
    Truth(Condition),
    This,
    /// The exception of an interrupt.
    Interrupt,
    Other,
}

#[derive(Clone, Debug)]
pub struct Way {
    node: NodeId,
    locals: Vec<(LocalId, Local)>,
    pub fields: Vec<Linear>,
    guard: Condition,
    wakes: Wakes,
    /// How often the monitor is entered.
    depth: usize,
    /// Whether it was entered at all.
    is_used: bool,
    length: usize,
}

/// How a way ends.
pub struct End {
    pub way: Way,
    kind: EndKind,
}

pub enum EndKind {
    Returns,
    /// With `false`, of an operation that would have acquired something.
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
            length: 0,
        }
    }

    fn set(&mut self, local: LocalId, value: Local) {
        self.locals.retain(|(other, _)| *other != local);
        self.locals.push((local, value));
    }

    fn get(&self, local: LocalId) -> Local {
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
        Ok(Reader { program, method, graph, fields, operation, live, is_constructor: false })
    }

    /// Adds the commands of the method, and those of every point where it waits.
    pub fn read(&self, machine: &mut Machine) -> Reading<()> {
        let start = Way::new(self.graph.entry, self.fields.len(), false);
        self.add(machine, Control::Idle, start, false)?;
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
            self.add(machine, Control::Awake(index), resumed(edge.to), false)?;
            if let Some(unwind) = edge.unwind
                && self.may_be_interrupted(edge)
            {
                let mut way = resumed(unwind);
                way.set(self.graph.exception, Local::Interrupt);
                self.add(machine, Control::Awake(index), way, true)?;
            }
            next = (index + 1 < machine.points.len()).then_some(index + 1);
        }
        Ok(())
    }

    fn may_be_interrupted(&self, edge: &Edge) -> bool {
        match &edge.instruction {
            Instruction::Call(call) => {
                let throws = &self.program.method(call.method).throws;
                throws.iter().any(|class| self.program.class(*class).name.ends_with("InterruptedException"))
            }
            _ => false,
        }
    }

    fn add(&self, machine: &mut Machine, from: Control, start: Way, is_interrupted: bool) -> Reading<()> {
        let mut ends = Vec::new();
        self.follow(start, &mut ends)?;
        let ends: Vec<End> = ends.into_iter().flat_map(|end| self.with_answers(machine, end)).collect();
        for End { way, kind } in ends {
            let (to, kind) = match kind {
                EndKind::Returns => (Control::Idle, CommandKind::Completes),
                EndKind::Refuses => (Control::Idle, CommandKind::Refused),
                EndKind::Throws => (Control::Idle, CommandKind::Throws),
                EndKind::Waits(edge) => (Control::Asleep(self.point(machine, &way, edge)?), CommandKind::Waits),
            };
            let kind = match (is_interrupted, kind) {
                (true, CommandKind::Throws | CommandKind::Refused | CommandKind::Waits) => CommandKind::Interrupted,
                (_, kind) => kind,
            };
            if machine.commands.len() >= MOST_COMMANDS {
                return Err(Gap { span: self.method.span, message: "the lock has too many commands".to_string() });
            }
            let (guard, updates, wakes) = (way.guard, way.fields, way.wakes);
            machine.commands.push(Command { operation: self.operation, from, to, kind, guard, updates, wakes });
        }
        Ok(())
    }

    /// An operation that acquires something and answers has done so if the answer is `true`.
    fn with_answers(&self, machine: &Machine, end: End) -> Vec<End> {
        let is_try = self.method.result == Some(Type::Boolean) && machine.operations[self.operation].acquires != 0;
        let Some(result) = self.graph.result.filter(|_| is_try && matches!(end.kind, EndKind::Returns)) else {
            return vec![end];
        };
        let answer = match end.way.get(result) {
            Local::Truth(answer) => Some(answer),
            Local::Number(answer) => Some(Condition::compare(answer, "!=", Linear::default())),
            Local::This | Local::Interrupt | Local::Other => None,
        };
        let (yes, no) = match answer {
            Some(answer) => (answer.clone(), answer.negated()),
            None => (Condition::Known(true), Condition::Known(true)),
        };
        let ends = [(EndKind::Returns, yes), (EndKind::Refuses, no)].map(|(kind, condition)| {
            let guard = Condition::and(end.way.guard.clone(), condition);
            End { way: Way { guard, ..end.way.clone() }, kind }
        });
        ends.into_iter().filter(|end| end.way.guard != Condition::Known(false)).collect()
    }

    /// The point of a wait, with the locals that are read after it.
    fn point(&self, machine: &mut Machine, way: &Way, edge: EdgeId) -> Reading<usize> {
        let waiting = &self.graph.edges[edge.index()];
        let mut live = self.live[waiting.to.index()].clone();
        if let Some(unwind) = waiting.unwind {
            live.add(&self.live[unwind.index()]);
        }
        let mut locals = Vec::new();
        for (local, value) in &way.locals {
            let is_read =
                live.contains(local.index()) && Some(*local) != self.method.this() && *local != self.graph.exception;
            match value {
                _ if !is_read => {}
                Local::Number(number) => match number.as_constant() {
                    Some(constant) => locals.push((*local, constant)),
                    None => return self.gap(waiting, "a thread remembers a number of the lock while it waits"),
                },
                Local::Truth(Condition::Known(value)) => locals.push((*local, i64::from(*value))),
                Local::Truth(_) => return self.gap(waiting, "a thread remembers a condition while it waits"),
                Local::This | Local::Interrupt | Local::Other => {}
            }
        }
        locals.sort();
        let is_timed = match &waiting.instruction {
            Instruction::Call(call) => {
                matches!(self.program.method(call.method).body, Body::Library(LibraryMethod::TimedWait))
            }
            _ => false,
        };
        let point = Point { operation: self.operation, edge, locals, is_timed, span: waiting.span };
        Ok(match machine.points.iter().position(|other| *other == point) {
            Some(index) => index,
            None => {
                machine.points.push(point);
                machine.points.len() - 1
            }
        })
    }

    fn gap<T>(&self, edge: &Edge, message: &str) -> Reading<T> {
        Err(Gap { span: edge.span, message: message.to_string() })
    }

    /// Follows a way until the method is left or waits.
    pub fn follow(&self, start: Way, ends: &mut Vec<End>) -> Reading<()> {
        let mut open = vec![start];
        while let Some(way) = open.pop() {
            if way.guard == Condition::Known(false) {
                continue;
            }
            if way.node == self.graph.exit {
                ends.push(End { way, kind: EndKind::Returns });
                continue;
            }
            if way.node == self.graph.exceptional_exit {
                ends.push(End { way, kind: EndKind::Throws });
                continue;
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
                let value = match self.own_field(&way, object.as_ref(), *field) {
                    Some(index) if self.program.field(*field).ty == Type::Boolean => {
                        Local::Truth(Condition::compare(way.fields[index].clone(), "!=", Linear::default()))
                    }
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
            Instruction::Call(call) => match self.program.method(call.method).body {
                Body::Library(LibraryMethod::Wait | LibraryMethod::TimedWait) => {
                    ends.push(End { way, kind: EndKind::Waits(id) });
                    return Ok(());
                }
                Body::Library(LibraryMethod::Notify) => way.wakes = way.wakes.max(Wakes::One),
                Body::Library(LibraryMethod::NotifyAll) => way.wakes = Wakes::All,
                Body::Library(LibraryMethod::New) if self.is_constructor => {}
                _ => return self.gap(edge, "a call inside of a lock's method"),
            },
            Instruction::Check(concurrent::object::Check::NotNull(value)) => {
                if !self.is_this(&way, value) {
                    return self.gap(edge, "an object other than the lock");
                }
            }
            Instruction::NewObject { .. } | Instruction::Throw(_) => {
                if let (Instruction::Throw(_), Some(unwind)) = (&edge.instruction, edge.unwind) {
                    way.node = unwind;
                }
                if let Instruction::NewObject { target, .. } = &edge.instruction {
                    way.set(*target, Local::Other);
                }
            }
            Instruction::Check(_)
            | Instruction::ReadElement { .. }
            | Instruction::WriteElement { .. }
            | Instruction::ArrayLength { .. }
            | Instruction::NewArray { .. } => return self.gap(edge, "arrays and casts in a lock's method"),
        }
        open.push(way);
        Ok(())
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
            return self.gap(
                edge,
                "a field other than the lock's own numbers and booleans is written, or one outside of the monitor",
            );
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
            Local::This | Local::Interrupt | Local::Other => {
                return self.gap(edge, "a value that does not come from the lock's own fields");
            }
        }
        Ok(())
    }

    /// A number or boolean of the lock, used inside of its monitor.
    fn own_field(&self, way: &Way, object: Option<&Expr>, field: FieldId) -> Option<usize> {
        if way.depth == 0 && !self.is_constructor {
            return None;
        }
        let index = self.fields.iter().position(|other| *other == field)?;
        object.is_some_and(|object| self.is_this(way, object)).then_some(index)
    }

    fn is_this(&self, way: &Way, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => Some(*local) == self.method.this() || matches!(way.get(*local), Local::This),
            ExprKind::Cast(inner) => self.is_this(way, inner),
            _ => false,
        }
    }

    fn value(&self, way: &Way, expr: &Expr) -> Local {
        match &expr.kind {
            ExprKind::Local(local) if Some(*local) == self.method.this() => Local::This,
            ExprKind::Local(local) => match way.get(*local) {
                Local::Number(number) if self.method.local(*local).ty == Type::Boolean => {
                    Local::Truth(Condition::compare(number, "!=", Linear::default()))
                }
                value => value,
            },
            ExprKind::Constant(Constant::Int(value)) => Local::Number(Linear::constant(*value)),
            ExprKind::Constant(Constant::Bool(value)) => Local::Truth(Condition::Known(*value)),
            ExprKind::Constant(_) => Local::Other,
            ExprKind::Unary { op, arg } => match (op, self.value(way, arg)) {
                (UnaryOp::Not, Local::Truth(condition)) => Local::Truth(condition.negated()),
                (UnaryOp::Negate, Local::Number(number)) => Local::Number(Linear::default().plus(&number, -1)),
                _ => Local::Other,
            },
            ExprKind::Binary { op, left, right } => self.binary(*op, self.value(way, left), self.value(way, right)),
            ExprKind::Convert(inner) if !is_widening(&inner.ty, &expr.ty) => Local::Other,
            ExprKind::Convert(inner) | ExprKind::Cast(inner) => self.value(way, inner),
            ExprKind::InstanceOf { value, ty } => match (self.value(way, value), ty) {
                (Local::Interrupt, Type::Class(class)) => {
                    let name = &*self.program.class(*class).name;
                    let is_above = ["InterruptedException", "Exception", "Throwable"];
                    Local::Truth(Condition::Known(is_above.contains(&name.rsplit('.').next().unwrap_or(name))))
                }
                _ => Local::Other,
            },
            ExprKind::Concat(_) => Local::Other,
        }
    }

    fn binary(&self, op: BinaryOp, left: Local, right: Local) -> Local {
        match (left, right) {
            (Local::Number(a), Local::Number(b)) => {
                let operator = match op {
                    BinaryOp::Add => return Local::Number(a.plus(&b, 1)),
                    BinaryOp::Subtract => return Local::Number(a.plus(&b, -1)),
                    BinaryOp::Equal => "==",
                    BinaryOp::NotEqual => "!=",
                    BinaryOp::Less => "<",
                    BinaryOp::LessEqual => "<=",
                    BinaryOp::Greater => ">",
                    BinaryOp::GreaterEqual => ">=",
                    _ => return Local::Other,
                };
                Local::Truth(Condition::compare(a, operator, b))
            }
            (Local::Truth(a), Local::Truth(b)) => {
                let same =
                    Condition::or(Condition::and(a.clone(), b.clone()), Condition::and(a.negated(), b.negated()));
                match op {
                    BinaryOp::And => Local::Truth(Condition::and(a, b)),
                    BinaryOp::Or => Local::Truth(Condition::or(a, b)),
                    BinaryOp::Equal => Local::Truth(same),
                    BinaryOp::NotEqual | BinaryOp::Xor => Local::Truth(same.negated()),
                    _ => Local::Other,
                }
            }
            _ => Local::Other,
        }
    }
}
