//! Conversions between the types of C, and operators on converted operands.

use super::body::{Body, Operand};
use crate::c::ast::{BinarySign, Sign};
use crate::c::codes::UNSUPPORTED;
use crate::c::types::{CType, INT};
use concurrent::program::*;
use source::Span;

impl Operand {
    pub fn scalar(kind: ExprKind, ty: CType, of: Type, span: Span) -> Operand {
        Operand { parts: vec![Expr { kind, ty: of, span }], ty, is_shared: false, span }
    }

    pub fn bool(value: bool, span: Span) -> Operand {
        Operand::scalar(ExprKind::Bool(value), CType::Bool, Type::Bool, span)
    }

    pub fn int(value: i128, bits: u8, is_signed: bool, span: Span) -> Operand {
        let value = wrapped(value, bits, is_signed);
        Operand::scalar(ExprKind::Int(value), CType::Int { bits, is_signed }, Type::Int { bits, is_signed }, span)
    }

    pub fn null(span: Span) -> Operand {
        Operand::scalar(ExprKind::Int(0), CType::Null, Type::Int { bits: 64, is_signed: false }, span)
    }

    pub fn literal(&self) -> Option<i128> {
        match self.parts.first()?.kind {
            ExprKind::Int(value) => Some(value),
            ExprKind::Bool(value) => Some(value.into()),
            _ => None,
        }
    }

    /// Whether nothing that happens later changes the value.
    pub fn is_constant(&self) -> bool {
        self.parts.iter().all(|part| match part.kind {
            ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => true,
            ExprKind::Read(_) | ExprKind::Unary { .. } | ExprKind::Binary { .. } => false,
        })
    }

    /// Whether the value consists of constants and local variables.
    pub fn is_simple(&self) -> bool {
        self.parts.iter().all(|part| match &part.kind {
            ExprKind::Read(place) => matches!(place.kind, PlaceKind::Local(_)),
            ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => true,
            ExprKind::Unary { .. } | ExprKind::Binary { .. } => false,
        })
    }
}

/// The value that has these bits in the type.
pub(super) fn wrapped(value: i128, bits: u8, is_signed: bool) -> i128 {
    let modulus = 1i128 << bits.min(64);
    let value = value.rem_euclid(modulus);
    if is_signed && value >= modulus / 2 { value - modulus } else { value }
}

impl Body<'_, '_> {
    /// The value in another type, as by assignment.
    pub fn convert(&mut self, value: Operand, to: &CType) -> Option<Operand> {
        if value.ty == *to {
            return Some(value);
        }
        let span = value.span;
        match (&value.ty, to) {
            (CType::Null, CType::Pointer(_)) => {
                let ty = self.cx.types.scalar(to, span)?;
                Some(Operand::scalar(ExprKind::Null, to.clone(), ty, span))
            }
            (CType::Int { .. }, CType::Pointer(_)) if value.literal() == Some(0) => {
                self.convert(Operand::null(span), to)
            }
            (CType::Null, CType::Opaque) => Some(Operand { ty: CType::Opaque, ..value }),
            (CType::Int { .. } | CType::Bool, CType::Int { bits, is_signed }) => match value.literal() {
                Some(literal) => Some(Operand::int(literal, *bits, *is_signed, span)),
                None => self.convert_scalar(value, to),
            },
            (CType::Int { .. }, CType::Bool) => match value.literal() {
                Some(literal) => Some(Operand::bool(literal != 0, span)),
                None => self.convert_scalar(value, to),
            },
            (CType::Pointer(_), CType::Bool) => {
                let null = self.convert(Operand::null(span), &value.ty.clone())?;
                self.compare(BinaryOp::NotEqual, value, null, span)
            }
            (CType::Int { .. }, CType::Version) => match value.literal() {
                Some(literal) => {
                    let kind = ExprKind::Int(literal);
                    Some(Operand::scalar(kind, CType::Version, Type::Version, span))
                }
                None => self.unsupported_with_help(
                    span,
                    "a number that becomes the counter of a version-counted pointer",
                    "compute the counter from the counter of another pointer, as in `top.age + 1`",
                ),
            },
            (CType::Version, CType::Int { .. }) => self.unsupported_with_help(
                span,
                "the counter of a version-counted pointer as a number",
                "keep it in a variable of the pointer's own structure type",
            ),
            (CType::Int { .. }, CType::Opaque) | (CType::Opaque, CType::Int { .. }) => {
                self.unsupported(span, "a conversion between numbers and pointers")
            }
            (CType::Pointer(_), CType::Opaque) | (CType::Opaque, CType::Pointer(_)) => {
                self.unsupported(span, "a conversion between `void *` and pointers to structures")
            }
            _ => self.fail(&UNSUPPORTED, span, "this value has not the type that is expected here"),
        }
    }

    fn convert_scalar(&mut self, value: Operand, to: &CType) -> Option<Operand> {
        let ty = self.cx.types.scalar(to, value.span)?;
        let Operand { mut parts, is_shared, span, .. } = value;
        let arg = Box::new(parts.remove(0));
        let kind = ExprKind::Unary { op: UnaryOp::Convert, arg };
        Some(Operand { parts: vec![Expr { kind, ty, span }], ty: to.clone(), is_shared, span })
    }

    /// The value as a truth value.
    pub fn truth(&mut self, value: Operand) -> Option<Expr> {
        let span = value.span;
        let truth = match &value.ty {
            CType::Bool => value,
            CType::Int { .. } => match value.literal() {
                Some(literal) => Operand::bool(literal != 0, span),
                None => {
                    let zero = self.convert(Operand::int(0, 32, true, span), &value.ty.clone())?;
                    self.compare(BinaryOp::NotEqual, value, zero, span)?
                }
            },
            CType::Pointer(_) | CType::Opaque => {
                let null = self.convert(Operand::null(span), &value.ty.clone())?;
                self.compare(BinaryOp::NotEqual, value, null, span)?
            }
            CType::Null => Operand::bool(false, span),
            CType::Void | CType::Version | CType::Lock | CType::Struct(_) => {
                return self.fail(&UNSUPPORTED, span, "a condition is expected here");
            }
        };
        truth.parts.into_iter().next()
    }

    /// A comparison of operands of one type.
    pub fn compare(&mut self, op: BinaryOp, left: Operand, right: Operand, span: Span) -> Option<Operand> {
        self.operation(op, left, right, CType::Bool, span)
    }

    fn operation(
        &mut self,
        op: BinaryOp,
        mut left: Operand,
        mut right: Operand,
        ty: CType,
        span: Span,
    ) -> Option<Operand> {
        if left.parts.len() != 1 || right.parts.len() != 1 {
            return self.fail(&UNSUPPORTED, span, "this operator takes no structures");
        }
        let of = self.cx.types.scalar(&ty, span)?;
        let is_shared = left.is_shared || right.is_shared;
        let kind =
            ExprKind::Binary { op, left: Box::new(left.parts.remove(0)), right: Box::new(right.parts.remove(0)) };
        Some(Operand { parts: vec![Expr { kind, ty: of, span }], ty, is_shared, span })
    }

    pub fn unary(&mut self, op: Sign, arg: Operand, span: Span) -> Option<Operand> {
        let CType::Int { bits, is_signed } = self.promoted(&arg.ty) else {
            return self.fail(&UNSUPPORTED, span, "a number is expected here");
        };
        let arg = self.convert(arg, &CType::Int { bits, is_signed })?;
        if let (Some(literal), Sign::Minus) = (arg.literal(), op) {
            return Some(Operand::int(-literal, bits, is_signed, span));
        }
        let op = match op {
            Sign::Plus => return Some(arg),
            Sign::Minus => UnaryOp::Negate,
            Sign::Complement => UnaryOp::Complement,
        };
        let Operand { mut parts, ty, is_shared, .. } = arg;
        let of = parts[0].ty;
        let kind = ExprKind::Unary { op, arg: Box::new(parts.remove(0)) };
        Some(Operand { parts: vec![Expr { kind, ty: of, span }], ty, is_shared, span })
    }

    /// Integers narrower than `int` are computed with as `int`.
    pub fn promoted(&self, ty: &CType) -> CType {
        match ty {
            CType::Bool => INT,
            CType::Int { bits, .. } if *bits < 32 => INT,
            other => other.clone(),
        }
    }

    pub fn binary(&mut self, op: BinarySign, left: Operand, right: Operand, span: Span) -> Option<Operand> {
        let (op, left, right) = match op {
            BinarySign::Greater => (BinaryOp::Less, right, left),
            BinarySign::GreaterEqual => (BinaryOp::LessEqual, right, left),
            other => (operator(other), left, right),
        };
        let is_comparison = match op {
            BinaryOp::Equal | BinaryOp::NotEqual => true,
            BinaryOp::Less | BinaryOp::LessEqual => true,
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => false,
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => false,
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => false,
        };
        let is_equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        match (&left.ty, &right.ty) {
            (CType::Int { .. } | CType::Bool, CType::Int { .. } | CType::Bool) if is_shift => {
                // A shift has the type of its left operand.
                let ty = self.promoted(&left.ty);
                let (left, right) = (self.convert(left, &ty)?, self.convert(right, &ty)?);
                self.operation(op, left, right, ty, span)
            }
            (CType::Bool, CType::Bool) if is_equality => self.compare(op, left, right, span),
            (CType::Int { .. } | CType::Bool, CType::Int { .. } | CType::Bool) => {
                let common = self.common(&left.ty, &right.ty);
                let (left, right) = (self.convert(left, &common)?, self.convert(right, &common)?);
                let ty = if is_comparison { CType::Bool } else { common };
                self.operation(op, left, right, ty, span)
            }
            (CType::Version, CType::Version | CType::Int { .. }) | (CType::Int { .. }, CType::Version)
                if is_equality || op == BinaryOp::Add =>
            {
                let (left, right) = (self.convert(left, &CType::Version)?, self.convert(right, &CType::Version)?);
                let ty = if is_comparison { CType::Bool } else { CType::Version };
                self.operation(op, left, right, ty, span)
            }
            (CType::Version, _) | (_, CType::Version) => {
                self.unsupported(span, "anything but a comparison or an increment of a version counter")
            }
            (CType::Pointer(_), CType::Pointer(_)) if is_equality && left.ty != right.ty => {
                self.fail(&UNSUPPORTED, span, "pointers to different types are compared")
            }
            (CType::Pointer(_) | CType::Opaque, _) if is_equality => {
                let right = self.convert(right, &left.ty.clone())?;
                self.compare(op, left, right, span)
            }
            (_, CType::Pointer(_) | CType::Opaque) if is_equality => {
                let left = self.convert(left, &right.ty.clone())?;
                self.compare(op, left, right, span)
            }
            (CType::Pointer(_) | CType::Opaque, _) | (_, CType::Pointer(_) | CType::Opaque) => {
                self.unsupported(span, "pointer arithmetic")
            }
            _ => self.fail(&UNSUPPORTED, span, "this operator does not take operands of these types"),
        }
    }

    /// The type in which C computes with the two.
    pub fn common(&self, left: &CType, right: &CType) -> CType {
        match (self.promoted(left), self.promoted(right)) {
            (CType::Int { bits: one, is_signed: of_one }, CType::Int { bits: other, is_signed: of_other }) => {
                let is_signed = match one.cmp(&other) {
                    std::cmp::Ordering::Less => of_other,
                    std::cmp::Ordering::Equal => of_one && of_other,
                    std::cmp::Ordering::Greater => of_one,
                };
                CType::Int { bits: one.max(other), is_signed }
            }
            (one, _) => one,
        }
    }
}

fn operator(sign: BinarySign) -> BinaryOp {
    match sign {
        BinarySign::Equal => BinaryOp::Equal,
        BinarySign::NotEqual => BinaryOp::NotEqual,
        BinarySign::Less | BinarySign::Greater => BinaryOp::Less,
        BinarySign::LessEqual | BinarySign::GreaterEqual => BinaryOp::LessEqual,
        BinarySign::Add => BinaryOp::Add,
        BinarySign::Subtract => BinaryOp::Subtract,
        BinarySign::Multiply => BinaryOp::Multiply,
        BinarySign::Divide => BinaryOp::Divide,
        BinarySign::Remainder => BinaryOp::Remainder,
        BinarySign::BitAnd => BinaryOp::BitAnd,
        BinarySign::BitOr => BinaryOp::BitOr,
        BinarySign::BitXor => BinaryOp::BitXor,
        BinarySign::ShiftLeft => BinaryOp::ShiftLeft,
        BinarySign::ShiftRight => BinaryOp::ShiftRight,
    }
}
