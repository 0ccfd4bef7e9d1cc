//! Expressions. Where an operand is undefined the result is undefined too, unless the other operand decides it.

use crate::machine::Machine;
use crate::rounds::Location;
use crate::state::{State, Value};
use crate::step::{Fault, FaultKind};
use concurrent::program::*;

impl Machine<'_> {
    pub fn eval(&self, state: &State, thread: usize, expr: &Expr) -> Result<Value, Fault> {
        Ok(match &expr.kind {
            ExprKind::Read(place) => self.read(state, thread, place)?,
            ExprKind::Null => Value::Null,
            ExprKind::Bool(value) => Value::bool(*value),
            ExprKind::Int(value) => Value::Int(*value as i64),
            ExprKind::NoThread => Value::Nobody,
            ExprKind::ThisThread => Value::Thread(thread as u8),
            ExprKind::Unary { op, arg } => {
                let value = self.eval(state, thread, arg)?;
                unary(*op, value, arg.ty, expr.ty)
            }
            ExprKind::Binary { op, left, right } => {
                let (one, other) = (self.eval(state, thread, left)?, self.eval(state, thread, right)?);
                return binary(*op, one, other, left.ty, expr.ty).ok_or(Fault::new(FaultKind::Division, expr.span));
            }
        })
    }

    fn read(&self, state: &State, thread: usize, place: &Place) -> Result<Value, Fault> {
        match &place.kind {
            PlaceKind::Local(local) => {
                let call = state.threads[thread].call.as_ref();
                Ok(call.map_or(Value::Undefined, |call| call.locals[local.index()]))
            }
            PlaceKind::Global(global) => {
                self.watch(Location::Global(*global));
                Ok(state.globals[global.index()])
            }
            PlaceKind::Field { base, field, .. } => {
                let cell = self.target(state, thread, base)?;
                self.watch(Location::Field(cell, *field));
                // Freed memory holds anything; only version counters keep what they hold.
                if state.cells[usize::from(cell)].is_free && place.ty != Type::Version {
                    return Ok(Value::Undefined);
                }
                match state.fields[self.field_at(cell, *field)] {
                    Value::Undefined if place.ty == Type::Thread => {
                        Err(Fault::new(FaultKind::UninitialisedLock, place.span))
                    }
                    value => Ok(value),
                }
            }
        }
    }

    /// Remembers a place that is accessed, while that is of interest.
    pub(crate) fn watch(&self, location: Location) {
        if let Some(watched) = self.watched.borrow_mut().as_mut() {
            watched.push(location);
        }
    }

    /// The cell that a pointer leads to.
    pub fn target(&self, state: &State, thread: usize, base: &Expr) -> Result<u16, Fault> {
        match self.eval(state, thread, base)? {
            Value::Cell(cell) => Ok(cell),
            Value::Null => Err(Fault::new(FaultKind::NullDereference, base.span)),
            Value::Undefined | Value::Int(_) | Value::Data(_) | Value::Nobody | Value::Thread(_) => {
                Err(Fault::new(FaultKind::UndefinedDereference, base.span))
            }
        }
    }
}

fn unary(op: UnaryOp, value: Value, from: Type, to: Type) -> Value {
    match (op, value) {
        (_, Value::Undefined) => Value::Undefined,
        (UnaryOp::Not, Value::Int(value)) => Value::bool(value == 0),
        (UnaryOp::Negate, Value::Int(value)) => wrapped(-i128::from(value), to),
        (UnaryOp::Complement, Value::Int(value)) => wrapped(!i128::from(value), to),
        (UnaryOp::Convert, Value::Int(value)) if to == Type::Bool => Value::bool(value != 0),
        (UnaryOp::Convert, Value::Int(value)) => wrapped(wide(value, from), to),
        (UnaryOp::Convert, other) => other,
        (UnaryOp::Not | UnaryOp::Negate | UnaryOp::Complement, _) => Value::Undefined,
    }
}

/// None for a division by zero.
fn binary(op: BinaryOp, left: Value, right: Value, of: Type, to: Type) -> Option<Value> {
    let is_logical = of == Type::Bool;
    Some(match (op, left, right) {
        (BinaryOp::BitAnd, Value::Int(0), _) | (BinaryOp::BitAnd, _, Value::Int(0)) => Value::Int(0),
        (BinaryOp::BitOr, Value::Int(1), _) | (BinaryOp::BitOr, _, Value::Int(1)) if is_logical => Value::Int(1),
        (BinaryOp::Divide | BinaryOp::Remainder, _, Value::Undefined | Value::Int(0)) => return None,
        (_, Value::Undefined, _) | (_, _, Value::Undefined) => Value::Undefined,
        (BinaryOp::Equal, left, right) => Value::bool(left == right),
        (BinaryOp::NotEqual, left, right) => Value::bool(left != right),
        (_, Value::Int(left), Value::Int(right)) => {
            let (left, right) = (wide(left, of), wide(right, of));
            match op {
                BinaryOp::Less => Value::bool(left < right),
                BinaryOp::LessEqual => Value::bool(left <= right),
                BinaryOp::Add => wrapped(left + right, to),
                BinaryOp::Subtract => wrapped(left - right, to),
                BinaryOp::Multiply => wrapped(left.wrapping_mul(right), to),
                BinaryOp::Divide => wrapped(left / right, to),
                BinaryOp::Remainder => wrapped(left % right, to),
                BinaryOp::BitAnd => wrapped(left & right, to),
                BinaryOp::BitOr => wrapped(left | right, to),
                BinaryOp::BitXor => wrapped(left ^ right, to),
                BinaryOp::ShiftLeft => wrapped(left << (right & 63), to),
                BinaryOp::ShiftRight => wrapped(left >> (right & 63), to),
                BinaryOp::Equal | BinaryOp::NotEqual => return None,
            }
        }
        _ => Value::Undefined,
    })
}

/// The number that the bits mean in the type.
fn wide(value: i64, ty: Type) -> i128 {
    match ty {
        Type::Int { bits: 64, is_signed: false } => i128::from(value as u64),
        Type::Int { .. } | Type::Bool | Type::Version | Type::Pointer(_) | Type::Thread => value.into(),
    }
}

/// Two's complement in the type; versions never wrap.
fn wrapped(value: i128, ty: Type) -> Value {
    let Type::Int { bits, is_signed } = ty else { return Value::Int(value as i64) };
    if bits >= 64 {
        return Value::Int(value as i64);
    }
    let modulus = 1i128 << bits;
    let value = value.rem_euclid(modulus);
    Value::Int(if is_signed && value >= modulus / 2 { value - modulus } else { value } as i64)
}
