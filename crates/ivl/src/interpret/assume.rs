//! Assumptions: what is false ends the run, and what is still open becomes true where that is plain to see.

use super::machine::{Cell, Halt, Machine, Run, Scope};
use super::value::Value;
use crate::typed::{BinaryOp, Expr, ExprKind, UnaryOp, Var};
use crate::visit;

impl Machine<'_> {
    /// The run goes on only if the condition holds.
    ///
    /// A conjunct `x == e` with x undecided leaves only one choice for x, and it is made here. So are the conjuncts
    /// `x` and `!x`. This excludes no run, it only spares the search the wrong guesses.
    pub(super) fn assume(&mut self, scope: &mut Scope, expr: &Expr) -> Run<()> {
        match expr.kind() {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                self.assume(scope, left)?;
                self.assume(scope, right)
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Iff, left, right) => {
                if self.decide_by(scope, left, right)? || self.decide_by(scope, right, left)? {
                    return Ok(());
                }
                self.require(scope, expr)
            }
            ExprKind::Var(_) if self.decide(scope, expr, Value::Bool(true)) => Ok(()),
            ExprKind::Unary(UnaryOp::Not, inner) if self.decide(scope, inner, Value::Bool(false)) => Ok(()),
            _ => self.require(scope, expr),
        }
    }

    fn require(&mut self, scope: &mut Scope, expr: &Expr) -> Run<()> {
        if self.holds(scope, expr)? { Ok(()) } else { Err(Halt::Stuck) }
    }

    /// Gives an undecided variable the value of an expression that does not mention it.
    fn decide_by(&mut self, scope: &mut Scope, target: &Expr, source: &Expr) -> Run<bool> {
        let Some((var, _)) = self.undecided(scope, target) else { return Ok(false) };
        if mentions(source, var) {
            return Ok(false);
        }
        let value = self.eval(scope, source)?;
        Ok(self.decide(scope, target, value))
    }

    fn decide(&mut self, scope: &Scope, target: &Expr, value: Value) -> bool {
        match self.undecided(scope, target) {
            Some((_, index)) => {
                self.open[index].value = Some(value);
                true
            }
            None => false,
        }
    }

    /// The variable and its place in the table of open values, if the expression is a variable nobody has read.
    fn undecided(&self, scope: &Scope, expr: &Expr) -> Option<(Var, usize)> {
        let ExprKind::Var(var) = expr.kind() else { return None };
        match self.cell(scope, *var)? {
            Cell::Open(index) if self.open[index].value.is_none() => Some((*var, index)),
            Cell::Open(_) | Cell::Known(_) => None,
        }
    }
}

fn mentions(expr: &Expr, var: Var) -> bool {
    let mut found = false;
    visit::walk(expr, &mut |node| {
        found |= matches!(node.kind(), ExprKind::Var(other) if *other == var);
        !found
    });
    found
}
