//! Annotations, evaluated in a state or over a step.
//!
//! What is not defined (a field of null, an element out of bounds) or not known has no value, and a condition without a
//! value is neither kept nor broken.

use super::eval::{binary, convert, is_same, unary};
use super::machine::Machine;
use super::run::{Run, Taken};
use super::state::{Native, Ref, Shape, State, Status, Value};
use concurrent::object::annotations::spec::{Expr, ExprKind, SpecType};
use concurrent::object::annotations::syntax::Operator;
use concurrent::object::{BinaryOp, ClassId, Type, UnaryOp};
use source::Span;
use std::sync::Arc;

/// What the names of an annotation mean.
#[derive(Clone)]
pub struct Scene<'s> {
    pub machine: &'s Machine<'s>,
    pub before: &'s State,
    pub after: &'s State,
    pub this: Value,
    pub tid: usize,
    pub locals: &'s [Value],
    pub result: Option<Value>,
    /// What `\old` stands for, if it is not the state before the step.
    pub olds: Option<&'s [(Span, Option<Value>)]>,
    bound: Vec<(u32, Value)>,
}

impl<'s> Scene<'s> {
    /// Of one state.
    pub fn new(machine: &'s Machine<'s>, state: &'s State, this: Value, tid: usize, locals: &'s [Value]) -> Scene<'s> {
        Scene { machine, before: state, after: state, this, tid, locals, result: None, olds: None, bound: Vec::new() }
    }

    pub fn over(self, before: &'s State) -> Scene<'s> {
        Scene { before, ..self }
    }

    /// The step from this state to another.
    pub fn to(self, after: &'s State) -> Scene<'s> {
        Scene { after, ..self }
    }

    pub fn condition(&self, expr: &Expr) -> Option<bool> {
        self.bool(expr, false)
    }

    fn bool(&self, expr: &Expr, is_old: bool) -> Option<bool> {
        match self.value(expr, is_old)? {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The value in the state after the step, or before it.
    pub fn value(&self, expr: &Expr, is_old: bool) -> Option<Value> {
        let state = if is_old { self.before } else { self.after };
        let of = |expr: &Expr| self.value(expr, is_old);
        let value = match &expr.kind {
            ExprKind::Constant(constant) => self.machine.constant(constant),
            ExprKind::Local(local) => *self.locals.get(local.index())?,
            ExprKind::Bound(number) => self.bound.iter().rev().find(|(bound, _)| bound == number)?.1,
            ExprKind::This => self.this,
            ExprKind::Result => self.result?,
            ExprKind::Tid => Value::Ref(state.threads.get(self.tid)?.object),
            ExprKind::Main => Value::Ref(state.threads.first()?.object),
            ExprKind::Field { object: None, field } => state.statics[self.machine.slot(*field)],
            ExprKind::Field { object: Some(object), field } => {
                *behind(state, of(object)?)?.values.get(self.machine.slot(*field))?
            }
            ExprKind::Ghost { object: None, ghost } => state.statics[self.machine.ghost_slot(*ghost)],
            ExprKind::Ghost { object: Some(object), ghost } => {
                *behind(state, of(object)?)?.values.get(self.machine.ghost_slot(*ghost))?
            }
            ExprKind::Holder(lock) => holder(state, of(lock)?)?,
            ExprKind::Started(thread) => {
                let tid = state.tid_of(of(thread)?)?;
                Value::Bool(state.thread(usize::from(tid)).status != Status::New)
            }
            ExprKind::Content(atomic) => match behind(state, of(atomic)?)?.native {
                Native::Cell(value) => value,
                _ => return None,
            },
            ExprKind::Element { array, index } => {
                let Value::Int(index) = of(index)? else { return None };
                *behind(state, of(array)?)?.values.get(usize::try_from(index).ok()?)?
            }
            ExprKind::Length(array) => {
                let object = behind(state, of(array)?)?;
                matches!(object.shape, Shape::Array(_)).then_some(Value::Int(object.values.len() as i64))?
            }
            ExprKind::Old(arg) => match self.olds {
                Some(olds) => olds.iter().find(|(span, _)| *span == arg.span)?.1?,
                None => self.value(arg, true)?,
            },
            ExprKind::Prime(arg) => self.value(arg, false)?,
            ExprKind::Unary { op: UnaryOp::Not, arg } => Value::Bool(!self.bool(arg, is_old)?),
            ExprKind::Unary { op, arg } => unary(*op, of(arg)?, unbounded(java(expr))),
            ExprKind::Binary { op, left, right } => self.binary(*op, (left, right), java(expr), is_old)?,
            ExprKind::Conditional { condition, then, otherwise } => match self.bool(condition, is_old)? {
                true => of(then)?,
                false => of(otherwise)?,
            },
            ExprKind::InstanceOf { value, ty } => match of(value)? {
                Value::Null => Value::Bool(false),
                value => Value::Bool(self.machine.is_of(state, value, ty)?),
            },
            ExprKind::Quantifier { is_forall, variables, body } => {
                let variables: Vec<(u32, &SpecType)> = variables.iter().map(|one| (one.number, &one.ty)).collect();
                Value::Bool(self.quantifier(*is_forall, &variables, body, is_old)?)
            }
            ExprKind::EmptySet => Value::Threads(0),
            ExprKind::Contains { set, thread } => {
                let (set, bit) = self.set_and_bit(set, thread, is_old)?;
                Value::Bool(set & bit != 0)
            }
            ExprKind::With { set, thread } => {
                let (set, bit) = self.set_and_bit(set, thread, is_old)?;
                Value::Threads(set | bit)
            }
            ExprKind::Without { set, thread } => {
                let (set, bit) = self.set_and_bit(set, thread, is_old)?;
                Value::Threads(set & !bit)
            }
        };
        (value != Value::Unknown).then_some(value)
    }

    fn set_and_bit(&self, set: &Expr, thread: &Expr, is_old: bool) -> Option<(u64, u64)> {
        let Value::Threads(set) = self.value(set, is_old)? else { return None };
        let tid = self.after.tid_of(self.value(thread, is_old)?)?;
        Some((set, 1 << tid))
    }

    fn binary(&self, op: Operator, (left, right): (&Expr, &Expr), ty: &Type, is_old: bool) -> Option<Value> {
        let first = || self.bool(left, is_old);
        let second = || self.bool(right, is_old);
        // One side may decide alone, also where the other has no value.
        Some(Value::Bool(match op {
            Operator::And => match (first(), second()) {
                (Some(false), _) | (_, Some(false)) => false,
                (Some(true), Some(true)) => true,
                (_, _) => return None,
            },
            Operator::Or => match (first(), second()) {
                (Some(true), _) | (_, Some(true)) => true,
                (Some(false), Some(false)) => false,
                (_, _) => return None,
            },
            Operator::Implies => match (first(), second()) {
                (Some(false), _) | (_, Some(true)) => true,
                (Some(true), Some(false)) => false,
                (_, _) => return None,
            },
            Operator::Iff => first()? == second()?,
            Operator::Java(op) => return self.java(op, self.value(left, is_old)?, self.value(right, is_old)?, ty),
        }))
    }

    fn java(&self, op: BinaryOp, left: Value, right: Value, ty: &Type) -> Option<Value> {
        let (left, right) = match (left, right) {
            (Value::Float(_), Value::Int(_)) => (left, convert(right, &Type::Double)),
            (Value::Int(_), Value::Float(_)) => (convert(left, &Type::Double), right),
            pair => pair,
        };
        let is_reference = !matches!(left, Value::Int(_) | Value::Bool(_) | Value::Float(_));
        match op {
            BinaryOp::Equal if is_reference => is_same(left, right).map(Value::Bool),
            BinaryOp::NotEqual if is_reference => is_same(left, right).map(|same| Value::Bool(!same)),
            // Comparisons have the type `boolean`.
            _ if *ty == Type::Boolean => Some(binary(op, left, right, &Type::Long)),
            _ => Some(binary(op, left, right, unbounded(ty))),
        }
    }

    fn quantifier(&self, is_forall: bool, variables: &[(u32, &SpecType)], body: &Expr, is_old: bool) -> Option<bool> {
        let Some(((number, ty), rest)) = variables.split_first() else { return self.bool(body, is_old) };
        let mut is_known = true;
        for value in self.domain(ty, is_old)? {
            if self.machine.deadline.get().is_over() {
                return None;
            }
            let mut inner = self.clone();
            inner.bound.push((*number, value));
            match inner.quantifier(is_forall, rest, body, is_old) {
                Some(holds) if holds != is_forall => return Some(holds),
                Some(_) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(is_forall)
    }

    /// The values of a type: all threads, all objects, both booleans, and the integers that could be indices.
    fn domain(&self, ty: &SpecType, is_old: bool) -> Option<Vec<Value>> {
        let state = if is_old { self.before } else { self.after };
        let threads = || state.threads.iter().map(|thread| Value::Ref(thread.object)).collect();
        Some(match ty {
            SpecType::Thread => threads(),
            SpecType::ThreadSet => return None,
            SpecType::Java(Type::Boolean) => vec![Value::Bool(false), Value::Bool(true)],
            SpecType::Java(Type::Class(class)) => objects(self.machine, state, *class).map(Value::Ref).collect(),
            SpecType::Java(ty) if ty.integer().is_some() => {
                let longest = state.heap.iter().map(|object| object.values.len()).max().unwrap_or(0);
                (-2..=longest.max(6) as i64 + 2).map(Value::Int).collect()
            }
            SpecType::Java(_) => return None,
        })
    }
}

/// Sums in annotations do not wrap around.
fn unbounded(ty: &Type) -> &Type {
    if ty.integer().is_some() { &Type::Long } else { ty }
}

fn java(expr: &Expr) -> &Type {
    match &expr.ty {
        SpecType::Java(ty) => ty,
        SpecType::Thread | SpecType::ThreadSet => &Type::Null,
    }
}

fn behind(state: &State, value: Value) -> Option<&super::state::Object> {
    match value {
        Value::Ref(at) => state.heap.get(at as usize).map(|object| &**object),
        _ => None,
    }
}

/// The objects of a class that more than one thread can come to.
pub fn objects<'s>(machine: &'s Machine, state: &'s State, class: ClassId) -> impl Iterator<Item = Ref> + 's {
    let fits = move |object: &super::state::Object| match object.shape {
        Shape::Class(own) => object.is_shared && machine.program.is_subclass(own, class),
        Shape::Array(_) => false,
    };
    state.heap.iter().enumerate().filter(move |(_, object)| fits(object)).map(|(at, _)| at as Ref)
}

/// The thread that holds a lock, or null.
fn holder(state: &State, lock: Value) -> Option<Value> {
    let object = behind(state, lock)?;
    let holder = match &object.native {
        Native::Lock(hold) => hold.holder,
        Native::ReadWrite { writer, .. } => writer.holder,
        Native::WriteSide(at) => return holder(state, Value::Ref(*at)),
        Native::Stamped { writer, .. } => *writer,
        Native::ReadSide(_) | Native::Permits(_) | Native::Unmodelled => return None,
        _ => object.monitor.holder,
    };
    Some(holder.map_or(Value::Null, |tid| Value::Ref(state.thread(usize::from(tid)).object)))
}

impl Run<'_, '_> {
    /// A condition among the statements of the frame that runs.
    pub fn condition(&self, expr: &Expr) -> Option<bool> {
        let frame = self.frame()?;
        let this = self.machine.program.method(frame.method).this().map_or(Value::Null, |this| frame.local(this));
        Scene::new(self.machine, &self.state, this, self.tid, &frame.locals).condition(expr)
    }

    /// A ghost gets a value.
    pub fn set(&mut self, target: &Expr, value: &Expr) -> Taken<()> {
        let unknown = || self.gap("a value that is not modelled");
        let Some(frame) = self.frame() else { return Ok(()) };
        let this = self.machine.program.method(frame.method).this().map_or(Value::Null, |this| frame.local(this));
        let scene = Scene::new(self.machine, &self.state, this, self.tid, &frame.locals);
        let value = scene.value(value, false).ok_or_else(unknown)?;
        let ExprKind::Ghost { object, ghost } = &target.kind else {
            return Err(self.gap("only ghosts can be set"));
        };
        let slot = self.machine.ghost_slot(*ghost);
        match object {
            None => {
                self.publish(value);
                Arc::make_mut(&mut self.state.statics)[slot] = value;
                self.is_changed = true;
            }
            Some(object) => {
                let Some(Value::Ref(at)) = scene.value(object, false) else { return Err(unknown()) };
                self.stored_in(at, &[value]);
                self.object_mut(at).values[slot] = value;
            }
        }
        Ok(())
    }

    /// What the ghosts of a new object hold at first.
    pub fn ghosts_of(&mut self, at: Ref, class: ClassId) -> Taken<()> {
        let ghosts = &self.machine.spec.ghosts;
        for (number, ghost) in ghosts.iter().enumerate() {
            let is_own = !ghost.is_static && self.machine.program.is_subclass(class, ghost.class);
            let Some(value) = ghost.value.as_ref().filter(|_| is_own) else { continue };
            let scene = Scene::new(self.machine, &self.state, Value::Ref(at), self.tid, &[]);
            let value =
                scene.value(value, false).ok_or_else(|| self.gap("a ghost whose first value is not modelled"))?;
            let id = concurrent::object::annotations::spec::GhostId(number as u32);
            let slot = self.machine.ghost_slot(id);
            Arc::make_mut(&mut self.state.heap[at as usize]).values[slot] = value;
        }
        Ok(())
    }
}
