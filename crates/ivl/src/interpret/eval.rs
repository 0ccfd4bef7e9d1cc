//! The value of an expression in a state.
//!
//! Every operator is total. Connectives and `if` look only at what decides them, which changes no value and asks the
//! chooser for less.

use super::data::datatype_of;
use super::domain::{self, uncurried};
use super::machine::{Frame, Halt, Machine, Run, Scope, unmodelled};
use super::rational::Rational;
use super::value::Value;
use super::{arithmetic, bitvector};
use crate::typed::{BinaryOp, BoundId, BoundVar, Expr, ExprKind, FunctionId, Literal, Meaning, Type, UnaryOp, Var};
use num_bigint::BigInt;
use source::Span;
use std::sync::Arc;

/// Bodies of functions are evaluated at most this deep within each other.
const DEEPEST: usize = 200;

impl Machine<'_> {
    /// The truth of a condition.
    pub(super) fn holds(&mut self, scope: &mut Scope, expr: &Expr) -> Run<bool> {
        match self.eval(scope, expr)? {
            Value::Bool(value) => Ok(value),
            _ => unmodelled("a condition that is not a truth value", expr.span()),
        }
    }

    pub(super) fn eval(&mut self, scope: &mut Scope, expr: &Expr) -> Run<Value> {
        self.burn()?;
        let span = expr.span();
        match expr.kind() {
            ExprKind::Literal(literal) => literal_value(literal, span),
            ExprKind::Var(var) => self.variable(scope, *var, span),
            ExprKind::Old(inner) => self.old(scope, inner),
            ExprKind::Unary(op, operand) => unary(*op, self.eval(scope, operand)?, span),
            ExprKind::Binary(op, left, right) => self.binary(scope, *op, left, right, span),
            ExprKind::IfThenElse(condition, then_branch, else_branch) => {
                let chosen = if self.holds(scope, condition)? { then_branch } else { else_branch };
                self.eval(scope, chosen)
            }
            ExprKind::Select { map, indices, .. } => {
                let map = self.eval(scope, map)?;
                self.eval_all(scope, indices)?.iter().try_fold(map, |map, key| select(&map, key, span))
            }
            ExprKind::Store { map, indices, value, .. } => {
                let whole = self.eval(scope, map)?;
                let keys = self.eval_all(scope, indices)?;
                let value = self.eval(scope, value)?;
                self.store(map.ty(), whole, &keys, value, span)
            }
            ExprKind::Apply { function, args, .. } => {
                let args = self.eval_all(scope, args)?;
                self.apply(*function, args, span)
            }
            ExprKind::Construct { constructor, args } => {
                let fields = self.eval_all(scope, args)?;
                Ok(Value::Data { datatype: datatype_of(expr.ty(), span)?, constructor: *constructor, fields })
            }
            ExprKind::Field { expr: inner, field } => {
                let value = self.eval(scope, inner)?;
                self.field(datatype_of(inner.ty(), span)?, *field, &value, span)
            }
            ExprKind::FieldUpdate { expr: inner, field, value } => {
                let (record, value) = (self.eval(scope, inner)?, self.eval(scope, value)?);
                self.field_update(datatype_of(inner.ty(), span)?, *field, record, value, span)
            }
            ExprKind::Is { expr: inner, constructor } => match self.eval(scope, inner)? {
                Value::Data { constructor: own, .. } => Ok(Value::Bool(own == *constructor)),
                _ => unmodelled("a test of something that is not a datatype", span),
            },
            ExprKind::Extract { expr: inner, high, low } => match self.eval(scope, inner)? {
                Value::Bv { value, .. } if low < high => Ok(bitvector::extract(&value, *high, *low)),
                _ => unmodelled("this extraction of bits", span),
            },
            ExprKind::ToInt(inner) => to_int(self.eval(scope, inner)?, span),
            ExprKind::ToReal(inner) => to_real(&self.eval(scope, inner)?, span),
            ExprKind::Quantifier(quantifier) => self.quantifier(scope, quantifier, expr.ty(), span),
            ExprKind::Let { vars, values, body } => self.let_in(scope, vars, values, body),
            ExprKind::Code(_) => unmodelled("a code expression", span),
        }
    }

    pub(super) fn eval_all(&mut self, scope: &mut Scope, exprs: &[Expr]) -> Run<Vec<Value>> {
        exprs.iter().map(|expr| self.eval(scope, expr)).collect()
    }

    fn old(&mut self, scope: &mut Scope, inner: &Expr) -> Run<Value> {
        let outside = std::mem::replace(&mut scope.in_old, true);
        let value = self.eval(scope, inner);
        scope.in_old = outside;
        value
    }

    fn let_in(&mut self, scope: &mut Scope, vars: &[BoundVar], values: &[Expr], body: &Expr) -> Run<Value> {
        let values = self.eval_all(scope, values)?;
        let outside = scope.bound.len();
        scope.bound.extend(vars.iter().map(|var| var.id).zip(values));
        let value = self.eval(scope, body);
        scope.bound.truncate(outside);
        value
    }

    fn variable(&mut self, scope: &Scope, var: Var, span: Span) -> Run<Value> {
        match var {
            Var::Const(id) => self.constant(id, span),
            Var::Bound(id) => match scope.bound.iter().rev().find(|(bound, _)| *bound == id) {
                Some((_, value)) => Ok(value.clone()),
                None => unmodelled("a variable out of its scope", span),
            },
            Var::Global(_) | Var::Local(_) => match self.cell(scope, var) {
                Some(cell) => self.read(&cell, span),
                None => unmodelled("a variable out of its scope", span),
            },
        }
    }

    fn binary(&mut self, scope: &mut Scope, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Run<Value> {
        match op {
            BinaryOp::And => Ok(Value::Bool(self.holds(scope, left)? && self.holds(scope, right)?)),
            BinaryOp::Or => Ok(Value::Bool(self.holds(scope, left)? || self.holds(scope, right)?)),
            BinaryOp::Implies => Ok(Value::Bool(!self.holds(scope, left)? || self.holds(scope, right)?)),
            BinaryOp::Iff | BinaryOp::Eq => Ok(Value::Bool(self.eval(scope, left)? == self.eval(scope, right)?)),
            BinaryOp::Neq => Ok(Value::Bool(self.eval(scope, left)? != self.eval(scope, right)?)),
            BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Concat
            | BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::RealDiv
            | BinaryOp::Pow => {
                let (left, right) = (self.eval(scope, left)?, self.eval(scope, right)?);
                self.arithmetic(op, left, right, span)
            }
        }
    }

    /// m[k := v]; of several indices, m[k1, … := v] is m[k1 := m[k1][… := v]].
    fn store(&mut self, ty: &Type, map: Value, keys: &[Value], value: Value, span: Span) -> Run<Value> {
        let Some((key, rest)) = keys.split_first() else { return Ok(value) };
        let (Type::Map(map_type), Value::Map(map)) = (ty, &map) else { return unmodelled("this update", span) };
        let Some((domain, result)) = uncurried(map_type) else { return unmodelled("this update", span) };
        let inner = match rest.is_empty() {
            true => value,
            false => self.store(&result, map.get(key).clone(), rest, value, span)?,
        };
        match domain::store(self.program, domain, map, key.clone(), inner) {
            Ok(value) => Ok(value),
            Err(domain::TooManyEntries) => unmodelled("a map with this many entries", span),
        }
    }

    fn apply(&mut self, id: FunctionId, args: Vec<Value>, span: Span) -> Run<Value> {
        let function = &self.program.functions[id.index()];
        match &function.meaning {
            Meaning::Builtin(name) => self.builtin(function, name, args, span),
            Meaning::Define(body) | Meaning::Inline(body) => {
                let params = function.params.iter().map(|param| param.id);
                self.function_body(params.zip(args).collect(), body)
            }
            Meaning::Uninterpreted => match self.judge.definition(id) {
                Some(definition) => {
                    self.asked.insert(id);
                    let params = definition.params.iter().copied();
                    self.function_body(params.zip(args).collect(), &definition.body)
                }
                None => self.function(id, args, span),
            },
        }
    }

    /// The value of a body that has no free variables but these.
    fn function_body(&mut self, bound: Vec<(BoundId, Value)>, body: &Expr) -> Run<Value> {
        if self.depth >= DEEPEST {
            return Err(Halt::OutOfFuel);
        }
        let frame = Frame { locals: Vec::new(), old_globals: Vec::new() };
        self.depth += 1;
        let value = self.eval(&mut Scope { frame: &frame, in_old: false, bound }, body);
        self.depth -= 1;
        value
    }
}

fn literal_value(literal: &Literal, span: Span) -> Run<Value> {
    match literal {
        Literal::Bool(value) => Ok(Value::Bool(*value)),
        Literal::Int(value) => Ok(Value::Int(value.clone())),
        Literal::Real { numerator, scale } => {
            let real = Rational::new(numerator.clone(), BigInt::from(10).pow(*scale));
            real.map_or_else(|| unmodelled("this number", span), |real| Ok(Value::Real(real)))
        }
        Literal::Bv { width: 0, .. } => unmodelled("a bit-vector of width 0", span),
        Literal::Bv { value, width } => Ok(Value::Bv { value: value.clone(), width: *width }),
        Literal::Float(_) => unmodelled("a floating-point number", span),
        Literal::String(_) => unmodelled("a string", span),
        Literal::RoundingMode(_) => unmodelled("a rounding mode", span),
    }
}

fn unary(op: UnaryOp, value: Value, span: Span) -> Run<Value> {
    match (op, value) {
        (UnaryOp::Not, Value::Bool(value)) => Ok(Value::Bool(!value)),
        (UnaryOp::Neg, Value::Int(value)) => Ok(Value::Int(-value)),
        (UnaryOp::Neg, Value::Real(value)) => Ok(Value::Real(value.negated())),
        (UnaryOp::Not | UnaryOp::Neg, _) => unmodelled("this operator", span),
    }
}

fn to_int(value: Value, span: Span) -> Run<Value> {
    match value {
        Value::Real(value) => Ok(Value::Int(value.floor())),
        Value::Int(_) => Ok(value),
        _ => unmodelled("this conversion to `int`", span),
    }
}

fn to_real(value: &Value, span: Span) -> Run<Value> {
    let real = arithmetic::as_real(value);
    real.map_or_else(|| unmodelled("this conversion to `real`", span), |real| Ok(Value::Real(real)))
}

fn select(map: &Value, key: &Value, span: Span) -> Run<Value> {
    match map {
        Value::Map(map) => Ok(map.get(key).clone()),
        _ => unmodelled("a selection from something that is not a map", span),
    }
}

/// The type of a map over one index, for the builders of maps.
pub(super) fn map_index(ty: &Type) -> Option<(Type, Type)> {
    let Type::Map(map) = ty else { return None };
    uncurried(&Arc::clone(map)).map(|(domain, result)| (domain.clone(), result))
}
