//! What expressions in the methods of a lock class mean: numbers and conditions on its fields.

use super::reader::{Reader, Way};
use crate::behaviour::linear::{Condition, Linear, Number, Relation};
use crate::interface::terms::evaluate::is_widening;
use concurrent::object::{BinaryOp, ClassId, Constant, Expr, ExprKind, FieldId, Instruction, Program, Type, UnaryOp};

/// What a local holds.
#[derive(Clone, Debug)]
pub enum Local {
    Number(Linear),
    Truth(Condition),
    This,
    /// An object of exactly this class other than the lock: one that was just made, or the exception of an interrupt.
    Object(ClassId),
    Other,
}

/// So large a number is added at most: half of the way to the end of the type.
fn largest_part(ty: &Type) -> Number {
    let (bits, _) = ty.integer().unwrap_or((32, true));
    1 << (bits - 2)
}

/// Numbers in the text that are larger are large: fewer than so many threads are counted.
const LARGE: u64 = 1 << 24;

/// Whether a number in the text of the class is large.
pub fn has_large_numbers(program: &Program, class: ClassId) -> bool {
    fn is_large(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Constant(Constant::Int(value)) => value.unsigned_abs() > LARGE,
            ExprKind::Constant(_) | ExprKind::Local(_) => false,
            ExprKind::Unary { arg, .. } | ExprKind::Convert(arg) | ExprKind::Cast(arg) => is_large(arg),
            ExprKind::Binary { left, right, .. } => is_large(left) || is_large(right),
            ExprKind::InstanceOf { value, .. } => is_large(value),
            ExprKind::Concat(parts) => parts.iter().any(is_large),
        }
    }
    let methods = program.class(class).methods.iter().filter_map(|method| program.method(*method).graph());
    methods.flat_map(|graph| &graph.edges).any(|edge| match &edge.instruction {
        Instruction::Assign { value, .. } | Instruction::WriteField { value, .. } => is_large(value),
        Instruction::Assume(condition) => is_large(condition),
        _ => false,
    })
}

impl Reader<'_> {
    /// A number or boolean of the lock, used inside of its monitor.
    pub(super) fn own_field(&self, way: &Way, object: Option<&Expr>, field: FieldId) -> Option<usize> {
        if way.depth == 0 && !self.is_constructor {
            return None;
        }
        let index = self.fields.iter().position(|other| *other == field)?;
        object.is_some_and(|object| self.is_this(way, object)).then_some(index)
    }

    pub(super) fn is_this(&self, way: &Way, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => Some(*local) == self.method.this() || matches!(way.get(*local), Local::This),
            ExprKind::Cast(inner) => self.is_this(way, inner),
            _ => false,
        }
    }

    pub(super) fn value(&self, way: &Way, expr: &Expr) -> Local {
        match &expr.kind {
            ExprKind::Local(local) if Some(*local) == self.method.this() => Local::This,
            ExprKind::Local(local) => match way.get(*local) {
                Local::Number(number) if self.method.local(*local).ty == Type::Boolean => {
                    Local::Truth(Condition::compare(number, Relation::NotEqual, Linear::default()))
                }
                value => value,
            },
            ExprKind::Constant(Constant::Int(value)) => Local::Number(Linear::constant(Number::from(*value))),
            ExprKind::Constant(Constant::Bool(value)) => Local::Truth(Condition::Known(*value)),
            ExprKind::Constant(_) => Local::Other,
            ExprKind::Unary { op, arg } => match (op, self.value(way, arg)) {
                (UnaryOp::Not, Local::Truth(condition)) => Local::Truth(condition.negated()),
                (UnaryOp::Negate, Local::Number(number)) => Local::Number(Linear::default().plus(&number, -1)),
                _ => Local::Other,
            },
            ExprKind::Binary { op, left, right } => {
                let (left, right) = (self.value(way, left), self.value(way, right));
                let is_compared = !matches!(op, BinaryOp::Add | BinaryOp::Subtract);
                if is_compared && self.has_large_numbers && [&left, &right].into_iter().any(is_sum) {
                    return Local::Other;
                }
                match self.binary(*op, left, right) {
                    // It may leave its type at once.
                    Local::Number(sum) if sum.constant.abs() > largest_part(&expr.ty) || !sum.is_small() => {
                        Local::Other
                    }
                    value => value,
                }
            }
            ExprKind::Convert(inner) if !is_widening(&inner.ty, &expr.ty) => Local::Other,
            ExprKind::Convert(inner) | ExprKind::Cast(inner) => self.value(way, inner),
            ExprKind::InstanceOf { value, ty } => match (self.value(way, value), ty) {
                (Local::Object(made), Type::Class(class)) => {
                    Local::Truth(Condition::Known(self.program.is_subclass(made, *class)))
                }
                _ => Local::Other,
            },
            ExprKind::Concat(_) => Local::Other,
        }
    }

    fn binary(&self, op: BinaryOp, left: Local, right: Local) -> Local {
        match (left, right) {
            (Local::Number(a), Local::Number(b)) => {
                let relation = match op {
                    BinaryOp::Add => return Local::Number(a.plus(&b, 1)),
                    BinaryOp::Subtract => return Local::Number(a.plus(&b, -1)),
                    BinaryOp::Equal => Relation::Equal,
                    BinaryOp::NotEqual => Relation::NotEqual,
                    BinaryOp::Less => Relation::Less,
                    BinaryOp::LessEqual => Relation::AtMost,
                    BinaryOp::Greater => Relation::More,
                    BinaryOp::GreaterEqual => Relation::AtLeast,
                    _ => return Local::Other,
                };
                Local::Truth(Condition::compare(a, relation, b))
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

/// Whether a value is more than a field or a number of the text.
fn is_sum(value: &Local) -> bool {
    let Local::Number(number) = value else { return false };
    let is_one =
        number.factors.len() == 1 && number.constant == 0 && number.factors.values().all(|factor| *factor == 1);
    !number.factors.is_empty() && !is_one
}
