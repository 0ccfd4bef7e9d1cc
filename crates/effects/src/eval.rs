//! What an expression is worth in a view, for the thread of the view or for a summary that runs on it.
//!
//! An undefined value equals anything and nothing: a decision on it goes both ways, each time, and what is computed from it is
//! undefined, too (C11, 6.7.9 (10): such a value is indeterminate, and need not stay what it is). Numbers are known if they are constants
//! of the program. Values that callers hand in are not looked at, unless they are the keys of a set, of which the
//! [order](key_order) may be known.

use crate::code::{AgeOf, Expr};
use crate::fault::Fault;
use crate::post::{Post, Stop};
use crate::value::*;
use crate::view::View;
use concurrent::program::{BinaryOp, Type};
use concurrent::spec::Kind;
use std::cmp::Ordering;

impl Post<'_> {
    pub(crate) fn value(&self, view: &View, expr: &Expr) -> Result<Val, Stop> {
        match expr {
            Expr::Slot(slot) => Ok(view.slots[usize::from(*slot)]),
            Expr::Value(value) => Ok(*value),
            Expr::Unknown => Ok(ANY),
            Expr::Next(base) => {
                let at = self.cell(view, base)?;
                if self.is_forbidden(view, at) {
                    return Err(Fault::ReadOfFree.into());
                }
                if self.looks_free(view, at) {
                    return Ok(UNDEFINED);
                }
                if view.has_segment(at) { Err(Stop::Unfold(at)) } else { Ok(view.next[at]) }
            }
            Expr::Data(base) => {
                let at = self.cell(view, base)?;
                if self.is_forbidden(view, at) {
                    return Err(Fault::ReadOfFree.into());
                }
                Ok(if self.looks_free(view, at) { UNDEFINED } else { view.data[at] })
            }
            Expr::Age(place) => Ok(match self.age_place(view, place)? {
                Some(place) => age(place, Age::Current),
                None => ANY,
            }),
            Expr::Successor(arg) => match self.value(view, arg)? {
                UNDEFINED => Ok(UNDEFINED),
                value => Ok(match as_age(value) {
                    Some((place, Age::Current)) => age(place, Age::Ahead),
                    Some((_, Age::Behind | Age::Ahead)) | None => ANY,
                }),
            },
            Expr::Equal(..) | Expr::Not(_) | Expr::And(..) | Expr::Or(..) => match self.truth(view, expr)? {
                Some(truth) => Ok(constant(usize::from(truth))),
                None => self.undecided(view, expr),
            },
            Expr::Arithmetic(op, ty, left, right) => self.arithmetic(view, *op, *ty, left, right),
        }
    }

    /// The cell that an expression points to; it is about to be accessed.
    pub(crate) fn cell(&self, view: &View, base: &Expr) -> Result<usize, Stop> {
        match self.value(view, base)? {
            NULL => Err(Fault::NullDereference.into()),
            value => as_cell(value).ok_or(Fault::UndefinedDereference.into()),
        }
    }

    pub(crate) fn writable(&self, view: &View, base: &Expr) -> Result<usize, Stop> {
        let at = self.cell(view, base)?;
        if self.looks_free(view, at) { Err(Fault::WriteToFree.into()) } else { Ok(at) }
    }

    /// The place of a counter, if copies of it are related to it.
    pub(crate) fn age_place(&self, view: &View, place: &AgeOf) -> Result<Option<AgePlace>, Stop> {
        match place {
            AgeOf::Global(at) => Ok(Some(CELLS + usize::from(*at))),
            AgeOf::Cell(base) => Ok(Some(self.cell(view, base)?).filter(|_| self.code.relates_cell_ages)),
        }
    }

    /// Whether a condition holds; none if the view does not know.
    pub(crate) fn truth(&self, view: &View, expr: &Expr) -> Result<Option<bool>, Stop> {
        match expr {
            Expr::Equal(left, right) => {
                let (left, right) = (self.value(view, left)?, self.value(view, right)?);
                if self.code.kind == Kind::Set && (is_payload(left) || is_payload(right)) {
                    return Ok(key_order(left, right).map(|order| order == Ordering::Equal));
                }
                equal(left, right).map_err(Stop::Fault)
            }
            Expr::Not(arg) => Ok(self.truth(view, arg)?.map(|truth| !truth)),
            Expr::And(left, right) => Ok(match (self.truth(view, left)?, self.truth(view, right)?) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                (None, Some(true)) | (Some(true), None) | (None, None) => None,
            }),
            Expr::Or(left, right) => Ok(match (self.truth(view, left)?, self.truth(view, right)?) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                (None, Some(false)) | (Some(false), None) | (None, None) => None,
            }),
            Expr::Slot(_)
            | Expr::Value(_)
            | Expr::Unknown
            | Expr::Next(_)
            | Expr::Data(_)
            | Expr::Age(_)
            | Expr::Successor(_)
            | Expr::Arithmetic(..) => match self.value(view, expr)? {
                value if is_payload(value) => Err(Fault::DataDependence.into()),
                value => Ok(as_constant(value).map(|at| self.code.constants[at] != 0)),
            },
        }
    }

    /// The value of a condition that the view does not decide: of no use if an operand is, so that it may come out either way
    /// wherever it is used; else it is not known, and stays as it is.
    fn undecided(&self, view: &View, expr: &Expr) -> Result<Val, Stop> {
        let of_two = |left, right| if [left, right].contains(&UNDEFINED) { UNDEFINED } else { ANY };
        match expr {
            Expr::Equal(left, right) => Ok(of_two(self.value(view, left)?, self.value(view, right)?)),
            Expr::And(left, right) | Expr::Or(left, right) => {
                Ok(of_two(self.undecided(view, left)?, self.undecided(view, right)?))
            }
            Expr::Not(arg) => self.undecided(view, arg),
            Expr::Slot(_)
            | Expr::Value(_)
            | Expr::Unknown
            | Expr::Next(_)
            | Expr::Data(_)
            | Expr::Age(_)
            | Expr::Successor(_)
            | Expr::Arithmetic(..) => self.value(view, expr),
        }
    }

    pub(crate) fn arithmetic(
        &self,
        view: &View,
        op: BinaryOp,
        ty: Type,
        left: &Expr,
        right: &Expr,
    ) -> Result<Val, Stop> {
        let (left, right) = (self.value(view, left)?, self.value(view, right)?);
        if is_payload(left) || is_payload(right) {
            let order = key_order(left, right);
            let holds = match op {
                _ if self.code.kind != Kind::Set => return Err(Fault::DataDependence.into()),
                BinaryOp::Less => order.map(|order| order == Ordering::Less),
                BinaryOp::LessEqual => order.map(|order| order != Ordering::Greater),
                _ => return Err(Fault::DataDependence.into()),
            };
            return Ok(holds.map_or(ANY, |holds| constant(usize::from(holds))));
        }
        let is_zero = |at: usize| self.code.constants[at] == 0;
        if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) && as_constant(right).is_none_or(is_zero) {
            return Err(Fault::DivisionByZero.into());
        }
        if [left, right].contains(&UNDEFINED) {
            return Ok(UNDEFINED);
        }
        let (Some(left), Some(right)) = (as_constant(left), as_constant(right)) else { return Ok(ANY) };
        let number = calculate(op, ty, self.code.constants[left], self.code.constants[right]);
        Ok(number.and_then(|number| self.code.constant(number)).unwrap_or(ANY))
    }
}

/// Whether two values are equal; none if that is not known.
fn equal(left: Val, right: Val) -> Result<Option<bool>, Fault> {
    if is_payload(left) || is_payload(right) {
        return Err(Fault::DataDependence);
    }
    if let (Some((left_of, left)), Some((right_of, right))) = (as_age(left), as_age(right)) {
        return Ok(match (left, right) {
            _ if left_of != right_of => None,
            (Age::Behind, Age::Behind) => None,
            (left, right) => Some(left == right),
        });
    }
    let is_vague = |value| matches!(value, UNDEFINED | ANY) || as_age(value).is_some();
    if is_vague(left) || is_vague(right) {
        return Ok(None);
    }
    Ok(Some(left == right))
}

/// What an operator gives, in two's complement; none where it is not defined.
fn calculate(op: BinaryOp, ty: Type, left: i128, right: i128) -> Option<i128> {
    let number = match op {
        BinaryOp::Equal => i128::from(left == right),
        BinaryOp::NotEqual => i128::from(left != right),
        BinaryOp::Less => i128::from(left < right),
        BinaryOp::LessEqual => i128::from(left <= right),
        BinaryOp::Add => left.checked_add(right)?,
        BinaryOp::Subtract => left.checked_sub(right)?,
        BinaryOp::Multiply => left.checked_mul(right)?,
        BinaryOp::Divide => left.checked_div(right)?,
        BinaryOp::Remainder => left.checked_rem(right)?,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => return None,
    };
    match ty {
        Type::Int { bits, is_signed } if bits < 127 => {
            let wrapped = number & ((1 << bits) - 1);
            let is_negative = is_signed && bits > 0 && wrapped >> (bits - 1) != 0;
            Some(if is_negative { wrapped - (1 << bits) } else { wrapped })
        }
        Type::Int { .. } | Type::Bool | Type::Pointer(_) | Type::Version | Type::Thread => Some(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap() {
        let byte = Type::Int { bits: 8, is_signed: true };
        assert_eq!(calculate(BinaryOp::Add, byte, 127, 1), Some(-128));
        assert_eq!(calculate(BinaryOp::Divide, byte, 1, 0), None);
    }

    #[test]
    fn a_copy_that_is_behind_is_never_current() {
        let copy = |relation| crate::value::age(3, relation);
        assert_eq!(equal(copy(Age::Behind), copy(Age::Current)), Ok(Some(false)));
        assert_eq!(equal(copy(Age::Behind), copy(Age::Behind)), Ok(None));
        assert_eq!(equal(copy(Age::Current), copy(Age::Current)), Ok(Some(true)));
        assert_eq!(equal(copy(Age::Current), crate::value::age(4, Age::Current)), Ok(None));
    }
}
