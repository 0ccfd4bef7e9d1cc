//! Operators.

use super::{Lowerer, Value};
use crate::java::ast::{Expr, ExprKind, Literal, Primitive};
use crate::java::types::{Ty, primitive_type, promoted};
use crate::java::world::{Lowered, gap};
use concurrent::object::{BinaryOp, Check, Constant, Instruction, Type, UnaryOp};
use source::Span;

impl<'a> Lowerer<'_, 'a> {
    pub(super) fn unary(&mut self, op: UnaryOp, arg: &'a Expr, span: Span) -> Lowered<Value> {
        // The smallest integers are written as the negation of what is no integer of their type.
        if let (UnaryOp::Negate, ExprKind::Literal(Literal::Int(value) | Literal::Long(value))) = (op, &arg.kind) {
            let primitive =
                if matches!(arg.kind, ExprKind::Literal(Literal::Long(_))) { Primitive::Long } else { Primitive::Int };
            return match i64::try_from(-value) {
                Ok(value) => Ok(self.constant(Constant::Int(value), Ty::Primitive(primitive))),
                Err(_) => gap(span, "a literal that is out of range"),
            };
        }
        let value = self.expr(arg, None)?;
        if value.ty == Ty::Unseen {
            return Ok(self.any_value(vec![value], &Ty::Unseen, span));
        }
        let value = self.promote(value, arg.span)?;
        if let (UnaryOp::Negate, concurrent::object::ExprKind::Constant(Constant::Float(number))) =
            (op, &value.expr.kind)
        {
            return Ok(self.constant(Constant::Float(-number), value.ty));
        }
        let ty = value.expr.ty.clone();
        let kind = concurrent::object::ExprKind::Unary { op, arg: Box::new(value.expr) };
        Ok(Value { expr: concurrent::object::Expr { kind, ty }, ty: value.ty })
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr, span: Span) -> Lowered<Value> {
        let mut first = self.expr(left, None)?;
        if crate::java::walk::assigns(right) {
            first = self.keep(first, left.span);
        }
        let second = self.expr(right, None)?;
        self.operate(op, first, second, span)
    }

    /// Both sides are evaluated.
    pub(super) fn operate(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Lowered<Value> {
        match op {
            _ if left.ty == Ty::Unseen || right.ty == Ty::Unseen => self.operate_unseen(op, left, right, span),
            BinaryOp::Equal | BinaryOp::NotEqual => self.equality(op, left, right, span),
            BinaryOp::Add if self.world.is_string(&left.ty) || self.world.is_string(&right.ty) => {
                self.concat(left, right, span)
            }
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                let (left, right, _) = self.numbers(left, right, span)?;
                Ok(operation(op, left, right, Ty::BOOLEAN, Type::Boolean))
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if self.is_boolean(&left) && self.is_boolean(&right) => {
                let left = self.convert(left, &Ty::BOOLEAN, span)?;
                let right = self.convert(right, &Ty::BOOLEAN, span)?;
                Ok(operation(op, left, right, Ty::BOOLEAN, Type::Boolean))
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => {
                let left = self.promote(left, span)?;
                let right = self.promote(right, span)?;
                let (ty, erased) = (left.ty.clone(), left.expr.ty.clone());
                Ok(operation(op, left, right, ty, erased))
            }
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => {
                let (left, right, primitive) = self.numbers(left, right, span)?;
                if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) && primitive <= Primitive::Long {
                    self.check_divisor(&right, span);
                }
                Ok(operation(op, left, right, Ty::Primitive(primitive), primitive_type(primitive)))
            }
        }
    }

    /// One side is of a type that is not known: an object, if the other one is.
    fn operate_unseen(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Lowered<Value> {
        let other = if left.ty == Ty::Unseen { &right.ty } else { &left.ty };
        let is_number = self.world.as_primitive(other).is_some() || *other == Ty::Unseen;
        let is_boolean = self.world.as_primitive(other) == Some(Primitive::Boolean);
        match op {
            BinaryOp::Equal | BinaryOp::NotEqual if !is_number => self.equality(op, left, right, span),
            BinaryOp::Add if !is_number => self.concat(left, right, span),
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => self.unseen_operation(op, vec![left, right], Some(&Ty::BOOLEAN), span),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if is_boolean => {
                self.unseen_operation(op, vec![left, right], Some(&Ty::BOOLEAN), span)
            }
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight
            | BinaryOp::ShiftRightUnsigned => self.unseen_operation(op, vec![left, right], None, span),
        }
    }

    fn check_divisor(&mut self, divisor: &Value, span: Span) {
        let is_known = matches!(
            divisor.expr.kind,
            concurrent::object::ExprKind::Constant(Constant::Int(value)) if value != 0
        );
        if !is_known {
            self.emit_throwing(Instruction::Check(Check::NotZero(divisor.expr.clone())), span);
        }
    }

    fn is_boolean(&self, value: &Value) -> bool {
        self.world.as_primitive(&value.ty) == Some(Primitive::Boolean)
    }

    /// Both as numbers of the type that the operator works on.
    fn numbers(&mut self, left: Value, right: Value, span: Span) -> Lowered<(Value, Value, Primitive)> {
        let left = self.promote(left, span)?;
        let right = self.promote(right, span)?;
        match (&left.ty, &right.ty) {
            (Ty::Primitive(a), Ty::Primitive(b)) => {
                let primitive = promoted(*a, *b);
                Ok((self.numeric(left, primitive), self.numeric(right, primitive), primitive))
            }
            _ => self.unknown_type(span),
        }
    }

    /// Of references, unless one side is a primitive value.
    fn equality(&mut self, op: BinaryOp, left: Value, right: Value, span: Span) -> Lowered<Value> {
        if left.ty == Ty::Void || right.ty == Ty::Void {
            return self.unknown_type(span);
        }
        let (left, right) = match (left.ty.is_primitive(), right.ty.is_primitive()) {
            (false, false) => (left, right),
            _ if self.is_boolean(&left) && self.is_boolean(&right) => {
                (self.convert(left, &Ty::BOOLEAN, span)?, self.convert(right, &Ty::BOOLEAN, span)?)
            }
            _ => {
                let (left, right, _) = self.numbers(left, right, span)?;
                (left, right)
            }
        };
        Ok(operation(op, left, right, Ty::BOOLEAN, Type::Boolean))
    }

    /// A chain of `+` is one concatenation. What the program's own `toString` does is a call.
    pub(super) fn concat(&mut self, left: Value, right: Value, span: Span) -> Lowered<Value> {
        if left.ty == Ty::Void || right.ty == Ty::Void {
            return self.unknown_type(span);
        }
        let mut parts = Vec::new();
        for side in [left, right] {
            let side = self.shown(side, span)?;
            match side.expr.kind {
                concurrent::object::ExprKind::Concat(inner) => parts.extend(inner),
                _ => parts.push(side.expr),
            }
        }
        let string = self.world.string();
        let texts = parts.iter().map(|part| match &part.kind {
            concurrent::object::ExprKind::Constant(Constant::String(text)) => Some(&**text),
            _ => None,
        });
        if let Some(texts) = texts.collect::<Option<Vec<&str>>>() {
            return Ok(self.constant(Constant::String(texts.concat().into()), string));
        }
        let ty = self.world.erase(&string);
        let expr = concurrent::object::Expr { kind: concurrent::object::ExprKind::Concat(parts), ty };
        Ok(Value { expr, ty: string })
    }

    /// ```text
    /// if (x != null) s := x.toString()
    /// ```
    /// where that may run code of the program: an object of a library class may be of one below it, unless that is final.
    fn shown(&mut self, value: Value, span: Span) -> Lowered<Value> {
        let value = match value.ty {
            Ty::Unseen => Value { ty: self.world.object(), ..value },
            _ => value,
        };
        let Ty::Class(class, _) = self.world.upper(&value.ty) else {
            return Ok(value);
        };
        let class = self.world.class(class);
        if class.is_final && !class.is_from_source() {
            return Ok(value);
        }
        if self.is_not_null(&value.expr) {
            return self.call_named(value, "toString", span);
        }
        let value = self.keep(value, span);
        let string = self.world.string();
        let result = self.temporary_of(&string, span);
        let (present, absent, after) = (self.node(span), self.node(span), self.node(span));
        let null = self.null();
        let test = operation(BinaryOp::NotEqual, value.clone(), null, Ty::BOOLEAN, Type::Boolean);
        self.split(test.expr, present, absent, span);
        self.at = present;
        let text = self.call_on_present(value, "toString", span)?;
        self.assign(result, text.expr, span);
        self.goto(after, span);
        self.at = absent;
        let text = self.constant(Constant::String("null".into()), string.clone());
        self.assign(result, text.expr, span);
        self.goto(after, span);
        self.at = after;
        Ok(self.local_value(result, string))
    }
}

fn operation(op: BinaryOp, left: Value, right: Value, ty: Ty, erased: Type) -> Value {
    Value { expr: super::loops::binary(op, left.expr, right.expr, erased), ty }
}
