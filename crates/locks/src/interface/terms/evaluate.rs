//! Expressions as terms.

use crate::interface::terms::term::{Term, TermId, Terms};
use crate::interface::walk::state::State;
use concurrent::object::{BinaryOp, ClassId, Constant, Expr, ExprKind, Program, Type};

/// The value of an expression, if it has a term. Numbers are only followed where their width does not matter: arithmetic
/// on `int` and narrower types, comparisons of integers.
pub fn evaluate(program: &Program, terms: &mut Terms, state: &State, expr: &Expr) -> Option<TermId> {
    match &expr.kind {
        ExprKind::Local(local) => state.get(*local),
        ExprKind::Constant(constant) => constant_term(terms, constant),
        ExprKind::Unary { op, arg } => {
            let value = evaluate(program, terms, state, arg)?;
            match op {
                concurrent::object::UnaryOp::Not => Some(terms.unary(*op, value)),
                concurrent::object::UnaryOp::Negate => {
                    // The least number has no negative: it stays as it is.
                    let negated = i32::try_from(terms.as_int(value)?.checked_neg()?).ok()?;
                    Some(terms.int(negated.into()))
                }
                concurrent::object::UnaryOp::Complement => None,
            }
        }
        ExprKind::Binary { op, left, right } => {
            if !is_exact(*op, &left.ty, &right.ty) {
                return None;
            }
            let (left, right) = (evaluate(program, terms, state, left)?, evaluate(program, terms, state, right)?);
            terms.is_one_value(left, right).then(|| terms.binary(*op, left, right))
        }
        ExprKind::Convert(inner) => {
            if !is_widening(&inner.ty, &expr.ty) {
                return None;
            }
            let value = evaluate(program, terms, state, inner)?;
            let is_wide = |ty: &Type| ty.integer().is_some_and(|(width, _)| width > 32);
            let is_kept = is_wide(&inner.ty) == is_wide(&expr.ty) || terms.as_int(value).is_some();
            Some(if is_kept { value } else { terms.intern(Term::Wide(value)) })
        }
        ExprKind::Cast(inner) => evaluate(program, terms, state, inner),
        ExprKind::InstanceOf { value, ty } => {
            let value = evaluate(program, terms, state, value)?;
            Some(instance_of(program, terms, value, ty))
        }
        ExprKind::Concat(_) => None,
    }
}

fn constant_term(terms: &mut Terms, constant: &Constant) -> Option<TermId> {
    Some(terms.intern(match constant {
        Constant::Null => Term::Null,
        Constant::Bool(value) => Term::Bool(*value),
        Constant::Int(value) => Term::Int(*value),
        Constant::String(text) => Term::Text(text.clone()),
        Constant::Class(ty) => Term::ClassLiteral(ty.clone()),
        Constant::Float(_) => return None,
    }))
}

/// Whether the operator means the same on these types as on terms.
fn is_exact(op: BinaryOp, left: &Type, right: &Type) -> bool {
    let is_integer = |ty: &Type| ty.integer().is_some();
    let is_int = |ty: &Type| ty.integer().is_some_and(|(width, _)| width <= 32);
    match op {
        BinaryOp::Equal | BinaryOp::NotEqual => {
            !matches!(left, Type::Float | Type::Double) && !matches!(right, Type::Float | Type::Double)
        }
        BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
            is_integer(left) && is_integer(right)
        }
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Remainder => is_int(left) && is_int(right),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            is_int(left) && is_int(right) || *left == Type::Boolean && *right == Type::Boolean
        }
        BinaryOp::Multiply | BinaryOp::Divide => false,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => false,
    }
}

/// `value instanceof ty`, decided if the class of the value is known well enough.
fn instance_of(program: &Program, terms: &mut Terms, value: TermId, ty: &Type) -> TermId {
    use crate::interface::terms::term::SymbolKind;
    let (class, is_exact): (Option<ClassId>, bool) = match terms.get(value) {
        Term::Null => return terms.bool_(false),
        Term::Symbol(symbol) => match symbol.kind {
            SymbolKind::Fresh(class) => (Some(class), true),
            SymbolKind::Of(class) => (Some(class), false),
            SymbolKind::Any | SymbolKind::NotNull | SymbolKind::Stamp => (None, false),
        },
        _ => (None, false),
    };
    if let (Some(class), Type::Class(wanted)) = (class, ty) {
        if program.is_subclass(class, *wanted) {
            return terms.bool_(true);
        }
        let may_be_below = program.is_subclass(*wanted, class)
            || program.class(*wanted).kind == concurrent::object::ClassKind::Interface;
        if is_exact || !may_be_below {
            return terms.bool_(false);
        }
    }
    terms.intern(Term::InstanceOf(value, ty.clone()))
}

/// Whether every number of the one type is the same number in the other.
pub fn is_widening(from: &Type, to: &Type) -> bool {
    match (from.integer(), to.integer()) {
        (Some(from), Some(to)) => from == to || from.0 < to.0 && (to.1 || !from.1),
        (_, _) => false,
    }
}
