//! Conversions: between numbers, boxing, and references whose type is known better.

use super::{Lowerer, Value};
use crate::java::ast::Primitive;
use crate::java::types::{Ty, primitive_type, unbox_method, widens};
use crate::java::world::{Lowered, gap};
use concurrent::object::{Call, CallKind, Constant, Expr, ExprKind, Instruction, Type};
use source::Span;

impl Lowerer<'_, '_> {
    /// As in an assignment to a variable of this type.
    pub(super) fn convert(&mut self, value: Value, ty: &Ty, span: Span) -> Lowered<Value> {
        match (&value.ty, ty) {
            (Ty::Void, _) | (_, Ty::Void) => gap(span, "a value that is none"),
            (Ty::Unseen, Ty::Primitive(_)) => {
                let ty = ty.clone();
                Ok(self.any_value(vec![value], &ty, span))
            }
            (Ty::Primitive(own), Ty::Primitive(target)) if own == target => Ok(value),
            (Ty::Primitive(own), Ty::Primitive(target)) => {
                let is_constant = matches!(value.expr.kind, ExprKind::Constant(Constant::Int(_)));
                if widens(*own, *target) || is_constant {
                    return Ok(self.numeric(value, *target));
                }
                // The wide type of a conditional whose branches are constants.
                let of_integers =
                    |primitive: &Primitive| *primitive <= Primitive::Int && *primitive != Primitive::Boolean;
                match of_integers(own) && of_integers(target) {
                    true => Ok(self.numeric(value, *target)),
                    false => gap(span, "a conversion that loses digits without a cast"),
                }
            }
            (Ty::Primitive(own), _) => {
                let own = self.world.unboxed(ty).filter(|target| *target != *own).unwrap_or(*own);
                let value = self.numeric(value, own);
                self.boxing(value, own, span)
            }
            (_, Ty::Primitive(target)) => {
                let (value, own) = match self.world.unboxed(&value.ty) {
                    Some(own) => (value, own),
                    None if value.ty == Ty::Unknown => {
                        let boxed = self.world.boxed(*target);
                        (self.recast(value, &boxed), *target)
                    }
                    None => return gap(span, "a number that is not known to be one"),
                };
                let value = self.unboxing(value, own, span)?;
                match widens(own, *target) {
                    true => Ok(self.numeric(value, *target)),
                    false => gap(span, "a conversion that loses digits without a cast"),
                }
            }
            (_, Ty::Unknown | Ty::Unseen) => Ok(value),
            _ => {
                // The erased type may be wider than what javac knows; the value is of the type all the same.
                let fits = self.program_subtype(&value.expr.ty, &self.world.erase(ty));
                let expr = if fits { value.expr } else { self.recast(value, ty).expr };
                Ok(Value { expr, ty: ty.clone() })
            }
        }
    }

    pub(super) fn program_subtype(&self, sub: &Type, sup: &Type) -> bool {
        match (sub, sup) {
            (Type::Null, _) => sup.is_reference(),
            (Type::Class(sub), Type::Class(sup)) => self.world.is_subclass(*sub, *sup),
            (Type::Array(_), Type::Class(sup)) => *sup == self.world.known.object,
            (Type::Array(sub), Type::Array(sup)) => {
                sub == sup || (sub.is_reference() && self.program_subtype(sub, sup))
            }
            _ => sub == sup,
        }
    }

    /// The same reference under another static type.
    pub(super) fn recast(&mut self, value: Value, ty: &Ty) -> Value {
        let erased = self.world.erase(ty);
        if value.expr.ty == erased || value.expr.ty == Type::Null {
            return Value { expr: value.expr, ty: ty.clone() };
        }
        Value { expr: Expr { kind: ExprKind::Cast(Box::new(value.expr)), ty: erased }, ty: ty.clone() }
    }

    /// A number as one of another type.
    pub(super) fn numeric(&self, value: Value, target: Primitive) -> Value {
        let ty = primitive_type(target);
        if value.expr.ty == ty {
            return Value { expr: value.expr, ty: Ty::Primitive(target) };
        }
        let kind = match value.expr.kind {
            ExprKind::Constant(Constant::Int(number)) => ExprKind::Constant(match ty.integer() {
                Some((bits, is_signed)) => Constant::Int(wrap(number, bits, is_signed)),
                None => Constant::Float(number as f64),
            }),
            _ => ExprKind::Convert(Box::new(value.expr)),
        };
        Value { expr: Expr { kind, ty }, ty: Ty::Primitive(target) }
    }

    /// Unboxed if need be, and at least an `int`.
    pub(super) fn promote(&mut self, value: Value, span: Span) -> Lowered<Value> {
        match self.world.as_primitive(&value.ty) {
            None if value.ty == Ty::Unseen => Ok(self.any_value(vec![value], &Ty::INT, span)),
            None | Some(Primitive::Boolean) => gap(span, "a number that is not known to be one"),
            Some(own) => {
                let value = self.convert(value, &Ty::Primitive(own), span)?;
                Ok(self.numeric(value, own.max(Primitive::Int)))
            }
        }
    }

    /// The value as an object: where a type is inferred, it is never a primitive one.
    pub(super) fn boxed(&mut self, value: Value, span: Span) -> Lowered<Value> {
        match value.ty {
            Ty::Void => self.unknown_type(span),
            Ty::Primitive(primitive) => {
                let boxed = self.world.boxed(primitive);
                self.convert(value, &boxed, span)
            }
            Ty::Null | Ty::Class(..) | Ty::Array(_) | Ty::Var(_) | Ty::Unknown | Ty::Unseen => Ok(value),
        }
    }

    fn boxing(&mut self, value: Value, primitive: Primitive, span: Span) -> Lowered<Value> {
        let ty = self.world.boxed(primitive);
        let candidates = self.world.methods_named(&ty, "valueOf");
        let wanted = [Ty::Primitive(primitive)];
        let Some(found) = candidates.iter().find(|candidate| candidate.params == wanted) else {
            return gap(span, "boxing without a model of its class");
        };
        let target = self.temporary_of(&ty, span);
        self.not_null.push(target);
        self.emit(
            Instruction::Call(Call {
                kind: CallKind::Static,
                target: Some(target),
                method: found.method,
                receiver: None,
                args: vec![value.expr],
                targets: Vec::new(),
            }),
            span,
        );
        Ok(self.local_value(target, ty))
    }

    fn unboxing(&mut self, value: Value, primitive: Primitive, span: Span) -> Lowered<Value> {
        let candidates = self.world.methods_named(&value.ty, unbox_method(primitive));
        let Some(found) = candidates.first() else {
            return gap(span, "unboxing without a model of its class");
        };
        self.check_not_null(&value.expr, span);
        let target = self.temporary(primitive_type(primitive), span);
        self.emit(
            Instruction::Call(Call {
                kind: CallKind::Special,
                target: Some(target),
                method: found.method,
                receiver: Some(value.expr),
                args: Vec::new(),
                targets: Vec::new(),
            }),
            span,
        );
        Ok(self.local_value(target, Ty::Primitive(primitive)))
    }

    pub(super) fn instance_test(&self, value: Expr, ty: &Ty) -> Expr {
        let ty = self.world.erase(ty);
        Expr { kind: ExprKind::InstanceOf { value: Box::new(value), ty }, ty: Type::Boolean }
    }
}

/// The lowest bits of a number, as a number of that width.
pub(super) fn wrap(number: i64, bits: u8, is_signed: bool) -> i64 {
    match (bits, is_signed) {
        (8, true) => i64::from(number as i8),
        (16, true) => i64::from(number as i16),
        (16, false) => i64::from(number as u16),
        (32, true) => i64::from(number as i32),
        _ => number,
    }
}
