//! Expressions of Java as terms of a clause. What is not followed is any value.

use super::Clauses;
use concurrent::object::{BinaryOp, Constant, Expr, ExprKind, Type, UnaryOp};
use std::collections::BTreeMap;

/// One clause in the making.
#[derive(Clone, Default)]
pub struct Rule {
    /// Variables that are not in the predicate in front, with their sorts.
    pub fresh: Vec<(String, &'static str)>,
    pub conditions: Vec<String>,
    /// New values.
    pub updates: BTreeMap<String, String>,
}

impl Rule {
    pub fn fresh(&mut self, sort: &'static str) -> String {
        let name = format!("f{}", self.fresh.len());
        self.fresh.push((name.clone(), sort));
        if sort == "Int" {
            self.conditions.push(in_range(&name));
        }
        name
    }

    pub fn when(mut self, condition: impl Into<String>) -> Rule {
        self.conditions.push(condition.into());
        self
    }

    pub fn set(mut self, variable: String, value: String) -> Rule {
        self.updates.insert(variable, value);
        self
    }
}

fn in_range(value: &str) -> String {
    format!("(<= (- 2147483648) {value} 2147483647)")
}

pub fn sort(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Boolean => Some("Bool"),
        Type::Byte | Type::Short | Type::Char | Type::Int => Some("Int"),
        Type::Long | Type::Float | Type::Double | Type::Null | Type::Class(_) | Type::Array(_) => None,
    }
}

impl Clauses<'_> {
    pub fn number(&self, rule: &mut Rule, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Local(local) if self.relevant.contains(local) => format!("x{}", local.index()),
            ExprKind::Constant(Constant::Int(value)) if *value < 0 => format!("(- {})", value.unsigned_abs()),
            ExprKind::Constant(Constant::Int(value)) => value.to_string(),
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Subtract), left, right } if expr.ty == Type::Int => {
                let (left, right) = (self.number(rule, left), self.number(rule, right));
                let sign = if *op == BinaryOp::Add { "+" } else { "-" };
                let exact = format!("({sign} {left} {right})");
                let value = rule.fresh("Int");
                rule.conditions.push(format!("(=> {} (= {value} {exact}))", in_range(&exact)));
                value
            }
            ExprKind::Convert(inner)
                if inner.ty.integer().zip(expr.ty.integer()).is_some_and(|(a, b)| a.0 < b.0 && b.1) =>
            {
                self.number(rule, inner)
            }
            _ => rule.fresh("Int"),
        }
    }

    pub fn truth(&self, rule: &mut Rule, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Local(local) if self.relevant.contains(local) => format!("x{}", local.index()),
            ExprKind::Constant(Constant::Bool(value)) => value.to_string(),
            ExprKind::Unary { op: UnaryOp::Not, arg } => format!("(not {})", self.truth(rule, arg)),
            ExprKind::Binary { op, left, right } => {
                let is_truth = left.ty == Type::Boolean;
                let is_number = sort(&left.ty) == Some("Int") && sort(&right.ty) == Some("Int");
                let sign = match op {
                    BinaryOp::And if is_truth => "and",
                    BinaryOp::Or if is_truth => "or",
                    BinaryOp::Xor if is_truth => "xor",
                    BinaryOp::Equal | BinaryOp::NotEqual if is_truth || is_number => "=",
                    BinaryOp::Less if is_number => "<",
                    BinaryOp::LessEqual if is_number => "<=",
                    BinaryOp::Greater if is_number => ">",
                    BinaryOp::GreaterEqual if is_number => ">=",
                    _ => return rule.fresh("Bool"),
                };
                let (left, right) = match is_truth {
                    true => (self.truth(rule, left), self.truth(rule, right)),
                    false => (self.number(rule, left), self.number(rule, right)),
                };
                let condition = format!("({sign} {left} {right})");
                if *op == BinaryOp::NotEqual { format!("(not {condition})") } else { condition }
            }
            _ => rule.fresh("Bool"),
        }
    }
}
