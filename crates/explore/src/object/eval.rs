//! Values of expressions: Java's arithmetic, wrapped to its width.
//!
//! What depends on something unknown is unknown.

use super::machine::{Machine, UNKNOWN_TEXT};
use super::state::{Frame, Shape, State, Value};
use concurrent::object::{BinaryOp, ClassId, Constant, Expr, ExprKind, Type, UnaryOp};

impl Machine<'_> {
    pub fn eval(&self, state: &State, frame: &Frame, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Local(local) => frame.local(*local),
            ExprKind::Constant(constant) => self.constant(constant),
            ExprKind::Unary { op, arg } => unary(*op, self.eval(state, frame, arg), &expr.ty),
            ExprKind::Binary { op, left, right } => {
                let (first, second) = (self.eval(state, frame, left), self.eval(state, frame, right));
                binary(*op, first, second, &left.ty)
            }
            ExprKind::Convert(arg) => convert(self.eval(state, frame, arg), &expr.ty),
            ExprKind::Cast(arg) => self.eval(state, frame, arg),
            ExprKind::InstanceOf { value, ty } => {
                let value = self.eval(state, frame, value);
                if value == Value::Null {
                    return Value::Bool(false);
                }
                self.is_of(state, value, ty).map_or(Value::Unknown, Value::Bool)
            }
            ExprKind::Concat(parts) => {
                let mut text = String::new();
                for part in parts {
                    match self.shown(self.eval(state, frame, part), &part.ty) {
                        Some(part) => text.push_str(&part),
                        None => return Value::Text(UNKNOWN_TEXT),
                    }
                }
                self.text(&text)
            }
        }
    }

    pub fn constant(&self, constant: &Constant) -> Value {
        match constant {
            Constant::Null => Value::Null,
            Constant::Bool(value) => Value::Bool(*value),
            Constant::Int(value) => Value::Int(*value),
            Constant::Float(value) => Value::Float(value.to_bits()),
            Constant::String(text) => self.text(text),
            Constant::Class(Type::Class(class)) => self.class_object(*class).map_or(Value::Opaque, Value::Ref),
            Constant::Class(_) => Value::Opaque,
        }
    }

    /// A value as part of a string.
    pub fn shown(&self, value: Value, ty: &Type) -> Option<String> {
        match value {
            Value::Null => Some("null".into()),
            Value::Bool(value) => Some(value.to_string()),
            Value::Int(value) if *ty == Type::Char => char::from_u32(value as u32).map(String::from),
            Value::Int(value) => Some(value.to_string()),
            Value::Boxed(class, value) => match &*self.program.class(class).name {
                "java.lang.Integer" | "java.lang.Long" | "java.lang.Short" | "java.lang.Byte" => {
                    Some(value.to_string())
                }
                "java.lang.Boolean" => Some((value != 0).to_string()),
                _ => None,
            },
            Value::Text(text) => self.text_of(text),
            Value::Float(_) | Value::Ref(_) | Value::Threads(_) | Value::Opaque | Value::Unknown => None,
        }
    }

    /// The class of an object that is not null.
    pub fn class_of(&self, state: &State, value: Value) -> Option<ClassId> {
        match value {
            Value::Ref(at) => match &state.object(at).shape {
                Shape::Class(class) => Some(*class),
                Shape::Array(_) => self.class_named("java.lang.Object"),
            },
            Value::Boxed(class, _) => Some(class),
            Value::Text(_) => self.class_named("java.lang.String"),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => None,
            Value::Threads(_) | Value::Opaque | Value::Unknown => None,
        }
    }

    /// Whether an object that is not null is of this type; none if that is not known.
    pub fn is_of(&self, state: &State, value: Value, ty: &Type) -> Option<bool> {
        if let Some(object) = state.behind(value)
            && let Shape::Array(element) = &object.shape
        {
            return Some(self.is_subtype(&Type::Array(Box::new(element.clone())), ty));
        }
        let class = self.class_of(state, value)?;
        Some(self.is_subtype(&Type::Class(class), ty))
    }

    pub fn is_subtype(&self, sub: &Type, sup: &Type) -> bool {
        match (sub, sup) {
            (Type::Class(sub), Type::Class(sup)) => self.program.is_subclass(*sub, *sup),
            (Type::Array(sub), Type::Array(sup)) => sub == sup || (sub.is_reference() && self.is_subtype(sub, sup)),
            (Type::Array(_), Type::Class(sup)) => {
                matches!(&*self.program.class(*sup).name, "java.lang.Object" | "java.lang.Cloneable")
            }
            (Type::Null, sup) => sup.is_reference(),
            (sub, sup) => sub == sup,
        }
    }
}

/// An integer as one of this type.
pub fn wrap(value: i64, ty: &Type) -> i64 {
    match ty {
        Type::Byte => i64::from(value as i8),
        Type::Short => i64::from(value as i16),
        Type::Char => i64::from(value as u16),
        Type::Int => i64::from(value as i32),
        Type::Boolean | Type::Long | Type::Float | Type::Double | Type::Null | Type::Class(_) | Type::Array(_) => value,
    }
}

fn float(value: f64, ty: &Type) -> Value {
    let rounded = if *ty == Type::Float { f64::from(value as f32) } else { value };
    Value::Float(rounded.to_bits())
}

pub fn unary(op: UnaryOp, arg: Value, ty: &Type) -> Value {
    match (op, arg) {
        (UnaryOp::Not, Value::Bool(value)) => Value::Bool(!value),
        (UnaryOp::Negate, Value::Int(value)) => Value::Int(wrap(value.wrapping_neg(), ty)),
        (UnaryOp::Negate, Value::Float(bits)) => float(-f64::from_bits(bits), ty),
        (UnaryOp::Complement, Value::Int(value)) => Value::Int(wrap(!value, ty)),
        (UnaryOp::Not | UnaryOp::Negate | UnaryOp::Complement, _) => Value::Unknown,
    }
}

/// Both sides have type `ty`, shifts apart.
pub fn binary(op: BinaryOp, left: Value, right: Value, ty: &Type) -> Value {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => integers(op, left, right, ty),
        (Value::Bool(left), Value::Bool(right)) => match op {
            BinaryOp::And => Value::Bool(left & right),
            BinaryOp::Or => Value::Bool(left | right),
            BinaryOp::Xor | BinaryOp::NotEqual => Value::Bool(left != right),
            BinaryOp::Equal => Value::Bool(left == right),
            _ => Value::Unknown,
        },
        (Value::Float(left), Value::Float(right)) => floats(op, f64::from_bits(left), f64::from_bits(right), ty),
        // `false & x` and `true | x`.
        (Value::Bool(false), Value::Unknown) | (Value::Unknown, Value::Bool(false)) if op == BinaryOp::And => {
            Value::Bool(false)
        }
        (Value::Bool(true), Value::Unknown) | (Value::Unknown, Value::Bool(true)) if op == BinaryOp::Or => {
            Value::Bool(true)
        }
        (left, right) => match (op, is_same(left, right)) {
            (BinaryOp::Equal, Some(same)) => Value::Bool(same),
            (BinaryOp::NotEqual, Some(same)) => Value::Bool(!same),
            (_, _) => Value::Unknown,
        },
    }
}

/// Whether two references are the same; none if that is not known.
pub fn is_same(left: Value, right: Value) -> Option<bool> {
    match (left, right) {
        (Value::Unknown, _) | (_, Value::Unknown) => None,
        (Value::Opaque, Value::Null) | (Value::Null, Value::Opaque) => Some(false),
        (Value::Opaque, _) | (_, Value::Opaque) => None,
        // Small numbers are boxed in the same object; of others that is not known.
        (Value::Boxed(_, a), Value::Boxed(_, b)) if left == right => {
            (a == b && (-128..128).contains(&a)).then_some(true)
        }
        // Equal literals are the same object; of strings that were made that is not known.
        (Value::Text(a), Value::Text(b)) if a == b || a == UNKNOWN_TEXT || b == UNKNOWN_TEXT => None,
        (left, right) => Some(left == right),
    }
}

fn integers(op: BinaryOp, left: i64, right: i64, ty: &Type) -> Value {
    let is_long = *ty == Type::Long;
    let shift = (right & if is_long { 63 } else { 31 }) as u32;
    let number = |value: i64| Value::Int(wrap(value, ty));
    match op {
        BinaryOp::Equal => Value::Bool(left == right),
        BinaryOp::NotEqual => Value::Bool(left != right),
        BinaryOp::Less => Value::Bool(left < right),
        BinaryOp::LessEqual => Value::Bool(left <= right),
        BinaryOp::Greater => Value::Bool(left > right),
        BinaryOp::GreaterEqual => Value::Bool(left >= right),
        BinaryOp::Add => number(left.wrapping_add(right)),
        BinaryOp::Subtract => number(left.wrapping_sub(right)),
        BinaryOp::Multiply => number(left.wrapping_mul(right)),
        BinaryOp::Divide if right != 0 => number(left.wrapping_div(right)),
        BinaryOp::Remainder if right != 0 => number(left.wrapping_rem(right)),
        BinaryOp::Divide | BinaryOp::Remainder => Value::Unknown,
        BinaryOp::And => number(left & right),
        BinaryOp::Or => number(left | right),
        BinaryOp::Xor => number(left ^ right),
        BinaryOp::ShiftLeft => number(left.wrapping_shl(shift)),
        BinaryOp::ShiftRight => number(left >> shift),
        BinaryOp::ShiftRightUnsigned if is_long => number(((left as u64) >> shift) as i64),
        BinaryOp::ShiftRightUnsigned => number(i64::from(((left as i32 as u32) >> shift) as i32)),
    }
}

fn floats(op: BinaryOp, left: f64, right: f64, ty: &Type) -> Value {
    match op {
        BinaryOp::Equal => Value::Bool(left == right),
        BinaryOp::NotEqual => Value::Bool(left != right),
        BinaryOp::Less => Value::Bool(left < right),
        BinaryOp::LessEqual => Value::Bool(left <= right),
        BinaryOp::Greater => Value::Bool(left > right),
        BinaryOp::GreaterEqual => Value::Bool(left >= right),
        BinaryOp::Add => float(left + right, ty),
        BinaryOp::Subtract => float(left - right, ty),
        BinaryOp::Multiply => float(left * right, ty),
        BinaryOp::Divide => float(left / right, ty),
        BinaryOp::Remainder => float(left % right, ty),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Value::Unknown,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => Value::Unknown,
    }
}

/// A number as one of this type.
pub fn convert(value: Value, ty: &Type) -> Value {
    match (value, ty) {
        (Value::Int(value), Type::Float | Type::Double) => float(value as f64, ty),
        (Value::Int(value), _) => Value::Int(wrap(value, ty)),
        (Value::Float(bits), Type::Float | Type::Double) => float(f64::from_bits(bits), ty),
        (Value::Float(bits), Type::Long) => Value::Int(f64::from_bits(bits) as i64),
        // What is narrower than an `int` goes through it.
        (Value::Float(bits), _) => Value::Int(wrap(i64::from(f64::from_bits(bits) as i32), ty)),
        (value, _) => value,
    }
}
