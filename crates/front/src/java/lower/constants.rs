//! Constant variables: final fields with a constant value are that value wherever they are read.

use super::{Lowerer, Value};
use crate::java::ast::{Expr, ExprKind, Literal, Primitive, TypeKind};
use crate::java::names::{Place, TypeName};
use crate::java::types::{Ty, primitive_type, promoted};
use crate::java::world::World;
use concurrent::object::{BinaryOp, ClassId, Constant, FieldId, Name, UnaryOp};

/// A constant and its type; of a string there is only one.
type Typed = (Constant, Option<Primitive>);

/// Constants may be defined by constants, so deep.
const MAX_DEPTH: u32 = 50;

impl Lowerer<'_, '_> {
    pub(super) fn constant_field(&mut self, field: FieldId) -> Option<Value> {
        let constant = constant_of(self.world, field, 0)?;
        let ty = self.world.field_types[field.index()].clone();
        Some(self.constant(constant, ty))
    }
}

/// The value of a constant variable; it is remembered in the program.
pub fn constant_of(world: &mut World, field: FieldId, depth: u32) -> Option<Constant> {
    if let Some(constant) = &world.program.fields[field.index()].constant {
        return Some(constant.clone());
    }
    let ty = world.field_types[field.index()].clone();
    let target = match &ty {
        Ty::Primitive(primitive) => Some(*primitive),
        other if world.is_string(other) => None,
        _ => return None,
    };
    let value = world.field_values.get(&field)?.clone();
    if depth > MAX_DEPTH {
        return None;
    }
    let class = world.program.fields[field.index()].class;
    let result = Evaluator { world, class, depth }.expr(&value)?;
    let constant = converted(result, target)?;
    world.program.fields[field.index()].constant = Some(constant.clone());
    Some(constant)
}

/// The value of a constant expression in a class, such as a label of a switch.
pub fn constant_expr(world: &mut World, class: ClassId, expr: &Expr) -> Option<Constant> {
    Evaluator { world, class, depth: 0 }.expr(expr).map(|(constant, _)| constant)
}

fn converted((constant, own): Typed, target: Option<Primitive>) -> Option<Constant> {
    match (constant, own, target) {
        (constant, None, None) => Some(constant),
        (constant @ Constant::Bool(_), _, Some(Primitive::Boolean)) => Some(constant),
        (Constant::Int(value), Some(_), Some(target)) => Some(match primitive_type(target).integer() {
            Some((bits, is_signed)) => Constant::Int(super::convert::wrap(value, bits, is_signed)),
            None => Constant::Float(value as f64),
        }),
        (constant @ Constant::Float(_), Some(_), Some(Primitive::Float | Primitive::Double)) => Some(constant),
        _ => None,
    }
}

struct Evaluator<'w> {
    world: &'w mut World,
    class: ClassId,
    depth: u32,
}

impl Evaluator<'_> {
    fn expr(&mut self, expr: &Expr) -> Option<Typed> {
        match &expr.kind {
            ExprKind::Literal(literal) => literal_constant(literal),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Field { object, name, .. } => {
                let mut path = Vec::new();
                super::access::collect_path(object, &mut path)?;
                let names = self.world.info(self.class).scope.clone();
                let place = Place { unit: self.world.info(self.class).unit, class: Some(self.class), names: &names };
                match self.world.find_type(place, &path)? {
                    TypeName::Class(class) => {
                        let field = self.world.find_field(class, name)?;
                        self.field(field)
                    }
                    TypeName::Var(_) => None,
                }
            }
            ExprKind::Plus(arg) => self.expr(arg),
            ExprKind::Unary { op, arg } => self.unary(*op, arg),
            ExprKind::Binary { op, left, right } => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                binary(*op, left, right)
            }
            ExprKind::ShortCircuit { is_and, left, right } => match (self.expr(left)?.0, self.expr(right)?.0) {
                (Constant::Bool(left), Constant::Bool(right)) => {
                    Some(bool_constant(if *is_and { left && right } else { left || right }))
                }
                _ => None,
            },
            ExprKind::Conditional { condition, then, otherwise } => match self.expr(condition)?.0 {
                Constant::Bool(true) => self.expr(then),
                Constant::Bool(false) => self.expr(otherwise),
                _ => None,
            },
            ExprKind::Cast { ty, value } => match &ty.kind {
                TypeKind::Primitive(target) => {
                    let value = self.expr(value)?;
                    converted(value, Some(*target)).map(|constant| (constant, Some(*target)))
                }
                _ => self.expr(value).filter(|(_, own)| own.is_none()),
            },
            _ => None,
        }
    }

    fn name(&mut self, name: &Name) -> Option<Typed> {
        let mut class = Some(self.class);
        while let Some(id) = class {
            if let Some(field) = self.world.find_field(id, name) {
                return self.field(field);
            }
            class = self.world.class(id).outer;
        }
        None
    }

    fn field(&mut self, field: FieldId) -> Option<Typed> {
        let constant = constant_of(self.world, field, self.depth + 1)?;
        let own = match &self.world.field_types[field.index()] {
            Ty::Primitive(primitive) => Some(*primitive),
            _ => None,
        };
        Some((constant, own))
    }

    fn unary(&mut self, op: UnaryOp, arg: &Expr) -> Option<Typed> {
        let (value, own) = match &arg.kind {
            // `-2147483648`
            ExprKind::Literal(Literal::Int(value)) => (Constant::Int(*value as i64), Some(Primitive::Int)),
            ExprKind::Literal(Literal::Long(value)) => (Constant::Int(*value as i64), Some(Primitive::Long)),
            _ => self.expr(arg)?,
        };
        match (op, value) {
            (UnaryOp::Not, Constant::Bool(value)) => Some(bool_constant(!value)),
            (UnaryOp::Negate, Constant::Float(value)) => Some((Constant::Float(-value), own)),
            (UnaryOp::Negate, Constant::Int(value)) => int_constant(value.wrapping_neg(), own?.max(Primitive::Int)),
            (UnaryOp::Complement, Constant::Int(value)) => int_constant(!value, own?.max(Primitive::Int)),
            _ => None,
        }
    }
}

fn literal_constant(literal: &Literal) -> Option<Typed> {
    Some(match literal {
        Literal::Null => return None,
        Literal::Bool(value) => bool_constant(*value),
        Literal::Int(value) => (Constant::Int(i64::try_from(*value).ok()?), Some(Primitive::Int)),
        Literal::Long(value) => (Constant::Int(i64::try_from(*value).ok()?), Some(Primitive::Long)),
        Literal::Float(value) => (Constant::Float(*value), Some(Primitive::Float)),
        Literal::Double(value) => (Constant::Float(*value), Some(Primitive::Double)),
        Literal::Char(unit) => (Constant::Int(i64::from(*unit)), Some(Primitive::Char)),
        Literal::String(text) => (Constant::String(text.clone()), None),
    })
}

fn bool_constant(value: bool) -> Typed {
    (Constant::Bool(value), Some(Primitive::Boolean))
}

fn int_constant(value: i64, primitive: Primitive) -> Option<Typed> {
    let (bits, is_signed) = primitive_type(primitive).integer()?;
    Some((Constant::Int(super::convert::wrap(value, bits, is_signed)), Some(primitive)))
}

fn binary(op: BinaryOp, (left, left_type): Typed, (right, right_type): Typed) -> Option<Typed> {
    match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => integers(op, left, left_type?, right, right_type?),
        (Constant::Bool(left), Constant::Bool(right)) => Some(bool_constant(match op {
            BinaryOp::Equal => left == right,
            BinaryOp::NotEqual | BinaryOp::Xor => left != right,
            BinaryOp::And => left & right,
            BinaryOp::Or => left | right,
            _ => return None,
        })),
        (Constant::String(left), Constant::String(right)) if op == BinaryOp::Add => {
            Some((Constant::String(format!("{left}{right}").into()), None))
        }
        (Constant::String(left), Constant::Int(right))
            if op == BinaryOp::Add && right_type != Some(Primitive::Char) =>
        {
            Some((Constant::String(format!("{left}{right}").into()), None))
        }
        _ => None,
    }
}

fn integers(op: BinaryOp, left: i64, left_type: Primitive, right: i64, right_type: Primitive) -> Option<Typed> {
    let ty = promoted(left_type, right_type);
    let shifted = left_type.max(Primitive::Int);
    let distance = (right & if shifted == Primitive::Long { 63 } else { 31 }) as u32;
    match op {
        BinaryOp::Equal => Some(bool_constant(left == right)),
        BinaryOp::NotEqual => Some(bool_constant(left != right)),
        BinaryOp::Less => Some(bool_constant(left < right)),
        BinaryOp::LessEqual => Some(bool_constant(left <= right)),
        BinaryOp::Greater => Some(bool_constant(left > right)),
        BinaryOp::GreaterEqual => Some(bool_constant(left >= right)),
        BinaryOp::Add => int_constant(left.wrapping_add(right), ty),
        BinaryOp::Subtract => int_constant(left.wrapping_sub(right), ty),
        BinaryOp::Multiply => int_constant(left.wrapping_mul(right), ty),
        BinaryOp::Divide => int_constant(left.checked_div(right)?, ty),
        BinaryOp::Remainder => int_constant(left.checked_rem(right)?, ty),
        BinaryOp::And => int_constant(left & right, ty),
        BinaryOp::Or => int_constant(left | right, ty),
        BinaryOp::Xor => int_constant(left ^ right, ty),
        BinaryOp::ShiftLeft => int_constant(left.wrapping_shl(distance), shifted),
        BinaryOp::ShiftRight => int_constant(left >> distance, shifted),
        BinaryOp::ShiftRightUnsigned if shifted == Primitive::Long => {
            int_constant(((left as u64) >> distance) as i64, shifted)
        }
        BinaryOp::ShiftRightUnsigned => int_constant(i64::from((left as u32) >> distance), shifted),
    }
}
