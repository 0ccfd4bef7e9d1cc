//! Expressions: their values, or only their effects.

use super::{Lowerer, Value, unforeseen};
use crate::java::ast::{Expr, ExprKind, Literal, Primitive};
use crate::java::types::Ty;
use crate::java::world::{Lowered, gap};
use concurrent::object::{Check, Constant, Instruction, NodeId, Type, UnaryOp};
use source::Span;

impl<'a> Lowerer<'_, 'a> {
    /// The value of an expression. The expected type helps where the expression does not say its own: lambdas, generic
    /// calls, braces.
    pub(super) fn expr(&mut self, expr: &'a Expr, expected: Option<&Ty>) -> Lowered<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal, span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::This => self.this(span),
            ExprKind::OuterThis(path) => self.outer_this(path, span),
            ExprKind::ClassLiteral(ty) => {
                let ty = self.resolve(ty);
                let class = Constant::Class(self.world.erase(&ty));
                Ok(self.constant(class, Ty::class(self.world.known.class)))
            }
            ExprKind::Field { object, name, name_span } => self.field_access(object, name, *name_span, span),
            ExprKind::SuperField { name } => self.super_field(name, span),
            ExprKind::Index { array, index } => {
                let (array, index) = self.element(array, index, span)?;
                self.read_element(array, index, span)
            }
            ExprKind::Call { object, name, name_span, args } => {
                self.call(object.as_deref(), name, *name_span, args, expected, span)
            }
            ExprKind::SuperCall { qualifier, name, args } => {
                self.super_call(qualifier.as_deref(), name, args, expected, span)
            }
            ExprKind::New { outer, ty, args, body } => {
                self.new_object(outer.as_deref(), ty, args, body.as_ref(), expected, span)
            }
            ExprKind::NewArray { element, lengths, more, values } => {
                self.new_array(element, lengths, *more, values.as_deref(), span)
            }
            ExprKind::ArrayValues(values) => match expected {
                Some(Ty::Array(element)) => {
                    let element = (**element).clone();
                    self.array_of(values, &element, span)
                }
                _ => self.unknown_type(span),
            },
            ExprKind::Unary { op: UnaryOp::Not, .. } | ExprKind::ShortCircuit { .. } => self.boolean(expr),
            ExprKind::InstanceOf { .. } => self.boolean(expr),
            ExprKind::Unary { op, arg } => self.unary(*op, arg, span),
            ExprKind::Plus(arg) => {
                let value = self.expr(arg, None)?;
                self.promote(value, arg.span)
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, span),
            ExprKind::Assign { target, op, value } => self.assignment(target, *op, value, span),
            ExprKind::Update { target, is_increment, is_prefix } => {
                self.update(target, *is_increment, *is_prefix, true, span)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(condition, then, otherwise, expected, span)
            }
            ExprKind::Cast { ty, value } => self.cast(ty, value, span),
            ExprKind::Lambda(lambda) => match expected {
                Some(target) => {
                    let target = target.clone();
                    self.lambda(lambda, &target).map(|lambda| lambda.value)
                }
                None => gap(span, "a lambda whose type is not known"),
            },
            ExprKind::MethodReference(reference) => match expected {
                Some(target) => {
                    let target = target.clone();
                    self.method_reference(reference, &target).map(|lambda| lambda.value)
                }
                None => gap(span, "a method reference whose type is not known"),
            },
            ExprKind::Switch(switch) => self.switch_expr(switch, expected),
            ExprKind::Unsupported(what) => Err(unforeseen(span, what)),
        }
    }

    /// The value, converted as in an assignment to this type.
    pub(super) fn converted(&mut self, expr: &'a Expr, ty: &Ty) -> Lowered<Value> {
        let value = self.expr(expr, Some(ty))?;
        self.convert(value, ty, expr.span)
    }

    /// Evaluates for the effects alone.
    pub(super) fn effect(&mut self, expr: &'a Expr) -> Lowered<()> {
        match &expr.kind {
            ExprKind::Update { target, is_increment, is_prefix } => {
                self.update(target, *is_increment, *is_prefix, false, expr.span).map(|_| ())
            }
            _ => self.expr(expr, None).map(|_| ()),
        }
    }

    fn literal(&mut self, literal: &Literal, span: Span) -> Lowered<Value> {
        let number = |value: i128, primitive| match i64::try_from(value) {
            Ok(value) => Ok((Constant::Int(value), Ty::Primitive(primitive))),
            Err(_) => gap(span, "a literal that is out of range"),
        };
        let (constant, ty) = match literal {
            Literal::Null => return Ok(self.null()),
            Literal::Bool(value) => (Constant::Bool(*value), Ty::BOOLEAN),
            Literal::Int(value) => number(*value, Primitive::Int)?,
            Literal::Long(value) => number(*value, Primitive::Long)?,
            Literal::Float(value) => (Constant::Float(*value), Ty::Primitive(Primitive::Float)),
            Literal::Double(value) => (Constant::Float(*value), Ty::Primitive(Primitive::Double)),
            Literal::Char(unit) => (Constant::Int(i64::from(*unit)), Ty::Primitive(Primitive::Char)),
            Literal::String(text) => (Constant::String(text.clone()), self.world.string()),
        };
        Ok(self.constant(constant, ty))
    }

    /// Control goes to one of two nodes.
    pub(super) fn branch(&mut self, condition: &'a Expr, if_true: NodeId, if_false: NodeId) -> Lowered<()> {
        let span = condition.span;
        match &condition.kind {
            ExprKind::ShortCircuit { is_and, left, right } => {
                let second = self.node(right.span);
                match is_and {
                    true => self.branch(left, second, if_false)?,
                    false => self.branch(left, if_true, second)?,
                }
                self.at = second;
                self.branch(right, if_true, if_false)
            }
            ExprKind::Unary { op: UnaryOp::Not, arg } => self.branch(arg, if_false, if_true),
            ExprKind::InstanceOf { value, ty, binding } => {
                let value = self.expr(value, None)?;
                if !value.ty.is_reference() {
                    return gap(span, "`instanceof` of a value that is no object");
                }
                let ty = self.resolve(ty);
                let test = self.instance_test(value.expr.clone(), &ty);
                let Some((name, name_span)) = binding else {
                    self.split(test, if_true, if_false, span);
                    return Ok(());
                };
                let bound = self.node(*name_span);
                self.split(test, bound, if_false, span);
                self.at = bound;
                let value = self.recast(value, &ty);
                let local = self.declare(name, ty, *name_span);
                self.assign(local, value.expr, *name_span);
                self.goto(if_true, span);
                Ok(())
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (first, second) = (self.node(then.span), self.node(otherwise.span));
                self.branch(condition, first, second)?;
                self.at = first;
                self.branch(then, if_true, if_false)?;
                self.at = second;
                self.branch(otherwise, if_true, if_false)
            }
            _ => {
                let value = match super::stmt::is_true(condition) {
                    true => self.bool(true),
                    false => self.expr(condition, Some(&Ty::BOOLEAN))?,
                };
                let value = self.convert(value, &Ty::BOOLEAN, span)?;
                self.split(value.expr, if_true, if_false, span);
                Ok(())
            }
        }
    }

    /// A condition as a value without control flow around it, where it has none inside.
    pub(super) fn condition_value(&mut self, condition: &'a Expr) -> Lowered<concurrent::object::Expr> {
        let value = self.expr(condition, Some(&Ty::BOOLEAN))?;
        Ok(self.convert(value, &Ty::BOOLEAN, condition.span)?.expr)
    }

    /// A condition with control flow as a value.
    fn boolean(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let span = expr.span;
        if let ExprKind::Unary { op: UnaryOp::Not, arg } = &expr.kind
            && !matches!(arg.kind, ExprKind::ShortCircuit { .. } | ExprKind::InstanceOf { .. })
        {
            let value = self.condition_value(arg)?;
            return Ok(Value { expr: super::build::not(value), ty: Ty::BOOLEAN });
        }
        let result = self.temporary(Type::Boolean, span);
        let (if_true, if_false, after) = (self.node(span), self.node(span), self.node(span));
        self.branch(expr, if_true, if_false)?;
        for (at, value) in [(if_true, true), (if_false, false)] {
            self.at = at;
            let value = self.bool(value).expr;
            self.assign(result, value, span);
            self.goto(after, span);
        }
        self.at = after;
        Ok(self.local_value(result, Ty::BOOLEAN))
    }

    fn conditional(
        &mut self,
        condition: &'a Expr,
        then: &'a Expr,
        otherwise: &'a Expr,
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        let (first, second, after) = (self.node(span), self.node(span), self.node(span));
        self.branch(condition, first, second)?;
        self.at = first;
        let left = self.expr(then, expected)?;
        let first_end = self.at;
        self.at = second;
        let right = self.expr(otherwise, expected)?;
        let second_end = self.at;
        let ty = self.joined(&left.ty, &right.ty, expected, span)?;
        let result = self.temporary_of(&ty, span);
        for (at, value, span) in [(first_end, left, then.span), (second_end, right, otherwise.span)] {
            self.at = at;
            let value = self.convert(value, &ty, span)?;
            self.assign(result, value.expr, span);
            self.goto(after, span);
        }
        self.at = after;
        Ok(self.local_value(result, ty))
    }

    /// The type of an expression that has one of two values.
    pub(super) fn joined(&self, left: &Ty, right: &Ty, expected: Option<&Ty>, span: Span) -> Lowered<Ty> {
        if *left == Ty::Void || *right == Ty::Void {
            return self.unknown_type(span);
        }
        if left == right {
            return Ok(left.clone());
        }
        if *left == Ty::Unseen || *right == Ty::Unseen {
            return Ok(expected.filter(|ty| **ty != Ty::Unknown).cloned().unwrap_or(Ty::Unseen));
        }
        let world = &self.world;
        if left.is_primitive() || right.is_primitive() {
            return match (world.as_primitive(left), world.as_primitive(right)) {
                (Some(Primitive::Boolean), Some(Primitive::Boolean)) => Ok(Ty::BOOLEAN),
                (Some(Primitive::Boolean), _) | (_, Some(Primitive::Boolean)) => Ok(world.object()),
                // A constant that fits keeps the narrow type in Java. The wide one holds the same values.
                (Some(left), Some(right)) if left == right => Ok(Ty::Primitive(left)),
                (Some(left), Some(right)) => Ok(Ty::Primitive(crate::java::types::promoted(left, right))),
                (Some(own), None) | (None, Some(own)) => match (left, right) {
                    (Ty::Null, _) | (_, Ty::Null) => Ok(world.boxed(own)),
                    _ => Ok(expected.cloned().unwrap_or_else(|| world.object())),
                },
                (None, None) => self.unknown_type(span),
            };
        }
        if let Some(expected) = expected
            && expected.is_reference()
            && *expected != Ty::Unknown
        {
            return Ok(expected.clone());
        }
        match (left, right) {
            (Ty::Unknown | Ty::Null, other) | (other, Ty::Unknown | Ty::Null) => Ok(other.clone()),
            _ if world.is_subtype(left, right) => Ok(right.clone()),
            _ if world.is_subtype(right, left) => Ok(left.clone()),
            _ => Ok(Ty::Unknown),
        }
    }

    /// Array and index of an element access, evaluated but not checked.
    pub(super) fn element(&mut self, array: &'a Expr, index: &'a Expr, span: Span) -> Lowered<(Value, Value)> {
        let mut array_value = self.expr(array, None)?;
        if crate::java::walk::assigns(index) {
            array_value = self.keep(array_value, array.span);
        }
        let index_value = self.expr(index, None)?;
        let index_value = self.promote(index_value, index.span)?;
        if !matches!(self.world.upper(&array_value.ty), Ty::Array(_) | Ty::Unseen) {
            return gap(span, "an element of a value that is not known to be an array");
        }
        Ok((array_value, index_value))
    }

    pub(super) fn read_element(&mut self, array: Value, index: Value, span: Span) -> Lowered<Value> {
        if array.ty == Ty::Unseen {
            return Ok(self.unseen_element(array, index, span));
        }
        let Ty::Array(element) = self.world.upper(&array.ty) else {
            return self.unknown_type(span);
        };
        self.check_element(&array, &index, span);
        let target = self.temporary_of(&element, span);
        self.emit(Instruction::ReadElement { target, array: array.expr, index: index.expr }, span);
        Ok(self.local_value(target, *element))
    }

    fn cast(&mut self, ty: &'a crate::java::ast::TypeExpr, value: &'a Expr, span: Span) -> Lowered<Value> {
        let ty = self.resolve(ty);
        let value = self.expr(value, Some(&ty))?;
        match (&value.ty, &ty) {
            (Ty::Void, _) => self.unknown_type(span),
            (Ty::Unseen, Ty::Primitive(_)) => self.convert(value, &ty, span),
            (_, Ty::Primitive(target)) => {
                let Some(own) = self.world.as_primitive(&value.ty) else {
                    // `(int) object` is a cast to the box and an unboxing.
                    let boxed = self.world.boxed(*target);
                    let value = self.checked_cast(value, &boxed, span);
                    return self.convert(value, &ty, span);
                };
                let value = self.convert(value, &Ty::Primitive(own), span)?;
                Ok(self.numeric(value, *target))
            }
            (Ty::Primitive(_), _) => {
                let boxed = match self.world.unboxed(&ty) {
                    Some(primitive) => Ty::Primitive(primitive),
                    None => value.ty.clone(),
                };
                let value = self.convert(value, &boxed, span)?;
                self.convert(value, &ty, span)
            }
            _ => Ok(self.checked_cast(value, &ty, span)),
        }
    }

    /// A reference as one of another type; the check is left out where the types say enough.
    fn checked_cast(&mut self, value: Value, ty: &Ty, span: Span) -> Value {
        let erased = self.world.erase(ty);
        let is_known = value.ty != Ty::Unknown && self.program_subtype(&value.expr.ty, &erased);
        if !is_known {
            let check = Check::Cast { value: value.expr.clone(), ty: erased };
            self.emit_throwing(Instruction::Check(check), span);
        }
        self.recast(value, ty)
    }
}
