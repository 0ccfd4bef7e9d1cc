//! Assignments. A compound assignment and `++` read and write in two instructions.

use super::{Lowerer, Value};
use crate::java::ast::{Expr, ExprKind};
use crate::java::types::Ty;
use crate::java::world::{Lowered, gap};
use concurrent::object::{BinaryOp, Check, FieldId, Instruction, LocalId};
use source::Span;

/// What is assigned to, its parts evaluated.
#[derive(Clone)]
pub(super) enum Target {
    Local { local: LocalId, ty: Ty },
    Field { object: Option<Value>, field: FieldId, ty: Ty },
    Element { array: Value, index: Value, ty: Ty },
}

impl Target {
    fn ty(&self) -> &Ty {
        match self {
            Target::Local { ty, .. } | Target::Field { ty, .. } | Target::Element { ty, .. } => ty,
        }
    }
}

impl<'a> Lowerer<'_, 'a> {
    fn target(&mut self, target: &'a Expr, value: Option<&'a Expr>) -> Lowered<Target> {
        let span = target.span;
        let keeps = value.is_some_and(crate::java::walk::assigns);
        match &target.kind {
            ExprKind::Name(name) => self.name_target(name, span),
            ExprKind::Field { object, name, .. } => self.field_target(object, name, keeps, span),
            ExprKind::SuperField { name } => self.super_field_target(name, span),
            ExprKind::Index { array, index } => {
                let (mut array, mut index) = self.element(array, index, span)?;
                if keeps {
                    (array, index) = (self.keep(array, span), self.keep(index, span));
                }
                let Ty::Array(element) = self.world.upper(&array.ty) else {
                    return self.unknown_type(span);
                };
                Ok(Target::Element { array, index, ty: *element })
            }
            _ => gap(span, "an assignment to this"),
        }
    }

    pub(super) fn assignment(
        &mut self,
        target: &'a Expr,
        op: Option<BinaryOp>,
        value: &'a Expr,
        span: Span,
    ) -> Lowered<Value> {
        let place = self.target(target, Some(value))?;
        let Some(op) = op else {
            let ty = place.ty().clone();
            let value = self.converted(value, &ty)?;
            return self.write(place, value, span, true);
        };
        self.check_access(&place, target.span);
        let old = self.read(&place, target.span)?;
        let old = if crate::java::walk::assigns(value) { self.keep(old, target.span) } else { old };
        let right = self.expr(value, None)?;
        let new = self.operate(op, old, right, span)?;
        let new = self.narrowed(new, place.ty(), span)?;
        self.write(place, new, span, false)
    }

    /// `x++` and its kin. The old value is kept only if somebody wants it.
    pub(super) fn update(
        &mut self,
        target: &'a Expr,
        is_increment: bool,
        is_prefix: bool,
        is_used: bool,
        span: Span,
    ) -> Lowered<Value> {
        let place = self.target(target, None)?;
        self.check_access(&place, target.span);
        let mut old = self.read(&place, target.span)?;
        if is_used && !is_prefix {
            old = self.keep(old, span);
        }
        let one = self.int(1);
        let op = if is_increment { BinaryOp::Add } else { BinaryOp::Subtract };
        let new = self.operate(op, old.clone(), one, span)?;
        let new = self.narrowed(new, place.ty(), span)?;
        let new = self.write(place, new, span, false)?;
        Ok(if is_prefix { new } else { old })
    }

    /// The result of a compound assignment is cast to the type of its target.
    fn narrowed(&mut self, value: Value, ty: &Ty, span: Span) -> Lowered<Value> {
        match (self.world.as_primitive(&value.ty), self.world.as_primitive(ty)) {
            (Some(own), Some(target)) => {
                let value = self.convert(value, &Ty::Primitive(own), span)?;
                let value = self.numeric(value, target);
                self.convert(value, ty, span)
            }
            _ => self.convert(value, ty, span),
        }
    }

    /// The checks of an access, where they come before the right side: in compound assignments.
    fn check_access(&mut self, place: &Target, span: Span) {
        match place {
            Target::Local { .. } | Target::Field { object: None, .. } => {}
            Target::Field { object: Some(object), .. } => self.check_not_null(&object.expr, span),
            Target::Element { array, index, .. } => self.check_element(array, index, span),
        }
    }

    /// After its checks.
    fn read(&mut self, place: &Target, span: Span) -> Lowered<Value> {
        match place {
            Target::Local { local, ty } => Ok(self.local_value(*local, ty.clone())),
            Target::Field { object, field, ty } => {
                Ok(self.read_field(object.as_ref().map(|object| object.expr.clone()), *field, ty.clone(), span))
            }
            Target::Element { array, index, ty } => {
                let target = self.temporary_of(ty, span);
                let (array, index) = (array.expr.clone(), index.expr.clone());
                self.emit(Instruction::ReadElement { target, array, index }, span);
                Ok(self.local_value(target, ty.clone()))
            }
        }
    }

    /// Writes, with the checks that come after the right side if they were not made before. The value of the whole is
    /// what was written.
    pub(super) fn write(&mut self, place: Target, value: Value, span: Span, checks: bool) -> Lowered<Value> {
        match place {
            Target::Local { local, ty } => {
                self.assign(local, value.expr, span);
                Ok(self.local_value(local, ty))
            }
            Target::Field { object, field, .. } => {
                if let (true, Some(object)) = (checks, &object) {
                    self.check_not_null(&object.expr, span);
                }
                let object = object.map(|object| object.expr);
                self.emit(Instruction::WriteField { object, field, value: value.expr.clone() }, span);
                Ok(value)
            }
            Target::Element { array, index, ty } => {
                if checks {
                    self.check_element(&array, &index, span);
                }
                if ty.is_reference() && !self.stores_surely(&ty, &value) {
                    let check = Check::ArrayStore { array: array.expr.clone(), value: value.expr.clone() };
                    self.emit_throwing(Instruction::Check(check), span);
                }
                let (array, index) = (array.expr, index.expr);
                self.emit(Instruction::WriteElement { array, index, value: value.expr.clone() }, span);
                Ok(value)
            }
        }
    }

    /// Null fits every array, and an array of a final class holds all that its type allows.
    fn stores_surely(&self, element: &Ty, value: &Value) -> bool {
        let is_final = match element {
            Ty::Class(class, _) => self.world.class(*class).is_final,
            Ty::Array(inner) => inner.is_primitive(),
            Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Var(_) | Ty::Unknown | Ty::Unseen => false,
        };
        value.ty == Ty::Null || is_final
    }
}
