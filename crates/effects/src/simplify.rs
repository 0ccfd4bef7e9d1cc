//! Expressions of a path that hold, or do not, whatever the heap is.

use crate::code::{AgeOf, Expr};
use crate::path::Infeasible;
use crate::value::{NULL, as_constant, constant};
use crate::view::Slot;

pub fn contains(expr: &Expr, is_it: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= is_it(part));
    found
}

pub fn definite(expr: &Expr) -> Result<(), Infeasible> {
    if contains(expr, |part| *part == Expr::Unknown) { Err(Infeasible) } else { Ok(()) }
}

pub fn negation(condition: &Expr) -> Expr {
    match condition {
        Expr::Not(arg) => (**arg).clone(),
        _ => Expr::Not(Box::new(condition.clone())),
    }
}

fn truth(is: bool) -> Expr {
    Expr::Value(constant(usize::from(is)))
}

fn as_truth(expr: &Expr) -> Option<bool> {
    match expr {
        Expr::Value(value) if *value == constant(0) => Some(false),
        Expr::Value(value) if *value == constant(1) => Some(true),
        _ => None,
    }
}

/// Decides conditions that hold, or do not, whatever the heap is.
pub fn simplify(expr: Expr, fresh: &[Slot]) -> Expr {
    let again = |arg: Box<Expr>| simplify(*arg, fresh);
    match expr {
        Expr::Not(arg) => match again(arg) {
            Expr::Not(arg) => *arg,
            Expr::And(left, right) => {
                let (left, right) = (negation(&left), negation(&right));
                simplify(Expr::Or(Box::new(left), Box::new(right)), fresh)
            }
            Expr::Or(left, right) => {
                let (left, right) = (negation(&left), negation(&right));
                simplify(Expr::And(Box::new(left), Box::new(right)), fresh)
            }
            arg => as_truth(&arg).map_or_else(|| Expr::Not(Box::new(arg)), |is| truth(!is)),
        },
        Expr::And(left, right) => match (again(left), again(right)) {
            (left, right) if as_truth(&left) == Some(false) || as_truth(&right) == Some(false) => truth(false),
            (left, right) if as_truth(&left) == Some(true) => right,
            (left, right) if as_truth(&right) == Some(true) => left,
            (left, right) => Expr::And(Box::new(left), Box::new(right)),
        },
        Expr::Or(left, right) => match (again(left), again(right)) {
            (left, right) if as_truth(&left) == Some(true) || as_truth(&right) == Some(true) => truth(true),
            (left, right) if as_truth(&left) == Some(false) => right,
            (left, right) if as_truth(&right) == Some(false) => left,
            (left, right) => Expr::Or(Box::new(left), Box::new(right)),
        },
        Expr::Equal(left, right) => {
            let (left, right) = (again(left), again(right));
            decide_equal(&left, &right, fresh).map_or_else(|| Expr::Equal(Box::new(left), Box::new(right)), truth)
        }
        Expr::Next(arg) => Expr::Next(Box::new(again(arg))),
        Expr::Data(arg) => Expr::Data(Box::new(again(arg))),
        Expr::Age(AgeOf::Cell(arg)) => Expr::Age(AgeOf::Cell(Box::new(again(arg)))),
        Expr::Successor(arg) => Expr::Successor(Box::new(again(arg))),
        Expr::Arithmetic(op, ty, left, right) => {
            Expr::Arithmetic(op, ty, Box::new(again(left)), Box::new(again(right)))
        }
        Expr::Slot(_) | Expr::Value(_) | Expr::Unknown | Expr::Age(AgeOf::Global(_)) => expr,
    }
}

fn decide_equal(left: &Expr, right: &Expr, fresh: &[Slot]) -> Option<bool> {
    let is_fresh = |expr: &Expr| matches!(expr, Expr::Slot(slot) if fresh.contains(slot));
    let is_unknown = |expr: &Expr| contains(expr, |part| *part == Expr::Unknown);
    match (left, right) {
        _ if is_unknown(left) || is_unknown(right) => None,
        (Expr::Value(one), Expr::Value(other)) => {
            let is_definite = |value: u8| value == NULL || as_constant(value).is_some();
            (is_definite(*one) && is_definite(*other)).then_some(one == other)
        }
        _ if left == right => Some(true),
        _ if is_fresh(left) || is_fresh(right) => Some(false),
        _ => None,
    }
}
