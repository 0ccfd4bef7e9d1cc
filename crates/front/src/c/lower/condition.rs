//! Conditions: control goes one way or the other.

use super::Constant;
use super::body::{Body, Operand, Returns};
use super::builtins::Builtin;
use super::place::Lvalue;
use crate::c::ast::{BinarySign, Expr, ExprKind};
use crate::c::codes::TYPE;
use crate::c::types::CType;
use crate::c::walk;
use concurrent::program::{CmdKind, Expr as Condition, ExprKind as Kind, Name, NodeId, Type, UnaryOp};
use source::Span;

impl Body<'_, '_> {
    /// Control goes to the first node if the expression is true, else to the second.
    pub fn condition(&mut self, expr: &Expr, then: NodeId, otherwise: NodeId) -> Option<()> {
        if let Some(truth) = self.truth_of_address(expr) {
            self.edge(self.at, if truth { then } else { otherwise }, Vec::new(), expr.span);
            return Some(());
        }
        match &expr.kind {
            ExprKind::Not(arg) => self.condition(arg, otherwise, then),
            ExprKind::Binary { op: BinarySign::NotEqual, left, right }
                if self.is_try_lock(left) && self.is_success(right) =>
            {
                self.condition(left, then, otherwise)
            }
            ExprKind::Binary { op: BinarySign::Equal, left, right }
                if self.is_try_lock(left) && self.is_success(right) =>
            {
                self.condition(left, otherwise, then)
            }
            ExprKind::Call { args, .. } if self.is_try_lock(expr) => self.try_lock(args, otherwise, then, expr.span),
            ExprKind::And(left, right) => {
                let both = self.node(right.span);
                self.condition(left, both, otherwise)?;
                self.at = both;
                self.condition(right, then, otherwise)
            }
            ExprKind::Or(left, right) => {
                let neither = self.node(right.span);
                self.condition(left, then, neither)?;
                self.at = neither;
                self.condition(right, then, otherwise)
            }
            ExprKind::Call { function, args } => {
                if let Some(cas) = self.compare_and_swap(function, args, expr.span) {
                    return self.swap_or_not(cas?, then, otherwise);
                }
                if self.is_inlined(function) {
                    self.must_return_value(function, expr.span)?;
                    return self.inline(function, args, Returns::Branch(then, otherwise), expr.span);
                }
                self.branch_on_value(expr, then, otherwise)
            }
            _ => self.branch_on_value(expr, then, otherwise),
        }
    }

    /// A condition is a value.
    fn must_return_value(&mut self, function: &Name, span: Span) -> Option<()> {
        let result = self.cx.function(function).map(|function| function.result.clone());
        match result.map(|result| self.cx.types.resolve(&result)) {
            Some(Some(CType::Void)) => self.fail(&TYPE, span, format!("`{function}` returns no value")),
            Some(None) => None,
            Some(Some(_)) | None => Some(()),
        }
    }

    fn is_try_lock(&self, expr: &Expr) -> bool {
        let ExprKind::Call { function, .. } = &expr.kind else { return false };
        self.known_function(function).is_some_and(|(builtin, _)| builtin == Builtin::TryLock)
    }

    /// Zero, be it by the name of a constant.
    fn is_success(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => {
                let is_zero = matches!(self.constant(name), Some(Constant::Value { value: 0, .. }));
                is_zero && self.binding(name, expr.span).is_none()
            }
            _ => is_zero(expr),
        }
    }

    /// Whether a condition on the address of a variable holds; none if it is about something else. An address is not null.
    pub fn truth_of_address(&mut self, expr: &Expr) -> Option<bool> {
        match &expr.kind {
            ExprKind::Name(_) | ExprKind::AddressOf(_) => self.is_address(expr).then_some(true),
            ExprKind::Not(arg) => self.truth_of_address(arg).map(|truth| !truth),
            ExprKind::Binary { op: op @ (BinarySign::Equal | BinarySign::NotEqual), left, right } => {
                let is_one = self.is_address(left) && is_zero(right) || self.is_address(right) && is_zero(left);
                is_one.then_some(*op == BinarySign::NotEqual)
            }
            _ => None,
        }
    }

    fn branch_on_value(&mut self, expr: &Expr, then: NodeId, otherwise: NodeId) -> Option<()> {
        let value = self.value(expr)?;
        self.branch(value, then, otherwise)
    }

    pub fn branch(&mut self, value: Operand, then: NodeId, otherwise: NodeId) -> Option<()> {
        let span = value.span;
        let condition = self.truth(value)?;
        match condition.kind {
            Kind::Bool(true) => self.edge(self.at, then, Vec::new(), span),
            Kind::Bool(false) => self.edge(self.at, otherwise, Vec::new(), span),
            _ => {
                self.edge(self.at, then, vec![CmdKind::Assume(condition.clone())], span);
                self.edge(self.at, otherwise, vec![CmdKind::Assume(negated(condition))], span);
            }
        }
        Some(())
    }

    /// `!`, `&&` and `||` as a value: an expression if that has neither effects nor accesses, else by control flow.
    pub fn logical(&mut self, expr: &Expr, into: Option<&Lvalue>) -> Option<Operand> {
        if let ExprKind::Not(arg) = &expr.kind
            && !walk::has_effects(arg)
            && !matches!(arg.kind, ExprKind::And(..) | ExprKind::Or(..))
        {
            let arg = self.value(arg)?;
            let is_shared = arg.is_shared;
            let condition = negated(self.truth(arg)?);
            return Some(Operand { parts: vec![condition], ty: CType::Bool, is_shared, span: expr.span });
        }
        let target = self.variable_for(&CType::Bool, into, expr.span)?;
        let (then, otherwise, end) = (self.node(expr.span), self.node(expr.span), self.node(expr.span));
        self.condition(expr, then, otherwise)?;
        for (node, value) in [(then, true), (otherwise, false)] {
            self.at = node;
            self.assign_step(&target, Operand::bool(value, expr.span), Vec::new())?;
            self.go(end, expr.span);
        }
        Some(self.read(&target))
    }

    pub fn conditional(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        into: Option<&Lvalue>,
        span: Span,
    ) -> Option<Operand> {
        let (yes, no, end) = (self.node(span), self.node(span), self.node(span));
        self.condition(condition, yes, no)?;
        self.at = yes;
        let first = self.value(then)?;
        let after_first = std::mem::replace(&mut self.at, no);
        let second = self.value(otherwise)?;
        let after_second = self.at;
        let is_number = |ty: &CType| matches!(ty, CType::Int { .. } | CType::Bool);
        let ty = match (&first.ty, &second.ty) {
            (one, other) if is_number(one) && is_number(other) => self.common(one, other),
            (CType::Null, other) => other.clone(),
            (one, other) if is_number(one) && matches!(other, CType::Pointer(_)) => other.clone(),
            (one, _) => one.clone(),
        };
        let target = self.variable_for(&ty, into, span)?;
        for (at, value) in [(after_first, first), (after_second, second)] {
            self.at = at;
            let value = self.convert(value, &ty)?;
            self.assign_step(&target, value, Vec::new())?;
            self.go(end, span);
        }
        Some(self.read(&target))
    }

    /// The given local variable if it has the type, else a temporary.
    pub fn variable_for(&mut self, ty: &CType, into: Option<&Lvalue>, span: Span) -> Option<Lvalue> {
        match into {
            Some(into) if into.ty == *ty && !into.is_shared() => Some(into.clone()),
            Some(_) | None => self.temporary(ty, span),
        }
    }
}

/// `0`, `NULL`, or one of them behind casts.
pub(super) fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Null | ExprKind::Int { value: 0, .. } => true,
        ExprKind::Cast { arg, .. } => is_zero(arg),
        _ => false,
    }
}

pub(super) fn negated(condition: Condition) -> Condition {
    let span = condition.span;
    match condition.kind {
        Kind::Unary { op: UnaryOp::Not, arg } => *arg,
        Kind::Binary { op: concurrent::program::BinaryOp::Equal, left, right } => {
            let kind = Kind::Binary { op: concurrent::program::BinaryOp::NotEqual, left, right };
            Condition { kind, ty: Type::Bool, span }
        }
        Kind::Binary { op: concurrent::program::BinaryOp::NotEqual, left, right } => {
            let kind = Kind::Binary { op: concurrent::program::BinaryOp::Equal, left, right };
            Condition { kind, ty: Type::Bool, span }
        }
        kind => {
            let arg = Box::new(Condition { kind, ty: Type::Bool, span });
            Condition { kind: Kind::Unary { op: UnaryOp::Not, arg }, ty: Type::Bool, span }
        }
    }
}
