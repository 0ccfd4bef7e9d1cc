//! Instructions of a method at their place in a larger graph: the numbers of their locals are raised.

use concurrent::object::{Call, Check, Expr, ExprKind, Instruction, LocalId};

pub fn shift_call(call: &Call, by: u32) -> Call {
    Call {
        target: call.target.map(|local| LocalId(local.0 + by)),
        receiver: call.receiver.as_ref().map(|expr| shift_expr(expr, by)),
        args: call.args.iter().map(|expr| shift_expr(expr, by)).collect(),
        ..call.clone()
    }
}

/// The instruction with the numbers of its locals raised.
pub fn shift(instruction: &Instruction, by: u32) -> Instruction {
    let local = |id: &LocalId| LocalId(id.0 + by);
    let expr = |value: &Expr| shift_expr(value, by);
    let maybe = |value: &Option<Expr>| value.as_ref().map(|value| shift_expr(value, by));
    match instruction {
        Instruction::Skip => Instruction::Skip,
        Instruction::Assign { target, value } => Instruction::Assign { target: local(target), value: expr(value) },
        Instruction::ReadField { target, object, field } => {
            Instruction::ReadField { target: local(target), object: maybe(object), field: *field }
        }
        Instruction::WriteField { object, field, value } => {
            Instruction::WriteField { object: maybe(object), field: *field, value: expr(value) }
        }
        Instruction::ReadElement { target, array, index } => {
            Instruction::ReadElement { target: local(target), array: expr(array), index: expr(index) }
        }
        Instruction::WriteElement { array, index, value } => {
            Instruction::WriteElement { array: expr(array), index: expr(index), value: expr(value) }
        }
        Instruction::ArrayLength { target, array } => {
            Instruction::ArrayLength { target: local(target), array: expr(array) }
        }
        Instruction::NewObject { target, class } => Instruction::NewObject { target: local(target), class: *class },
        Instruction::NewArray { target, ty, lengths } => {
            Instruction::NewArray { target: local(target), ty: ty.clone(), lengths: lengths.iter().map(expr).collect() }
        }
        Instruction::Call(call) => Instruction::Call(shift_call(call, by)),
        Instruction::Enter(object) => Instruction::Enter(expr(object)),
        Instruction::Exit(object) => Instruction::Exit(expr(object)),
        Instruction::Assume(condition) => Instruction::Assume(expr(condition)),
        Instruction::Check(check) => Instruction::Check(shift_check(check, by)),
        Instruction::Throw(value) => Instruction::Throw(expr(value)),
        Instruction::Annotation(annotation) => Instruction::Annotation(annotation.clone()),
    }
}

fn shift_check(check: &Check, by: u32) -> Check {
    let expr = |value: &Expr| shift_expr(value, by);
    match check {
        Check::NotNull(value) => Check::NotNull(expr(value)),
        Check::InBounds { array, index } => Check::InBounds { array: expr(array), index: expr(index) },
        Check::NotNegative(value) => Check::NotNegative(expr(value)),
        Check::NotZero(value) => Check::NotZero(expr(value)),
        Check::Cast { value, ty } => Check::Cast { value: expr(value), ty: ty.clone() },
        Check::ArrayStore { array, value } => Check::ArrayStore { array: expr(array), value: expr(value) },
        Check::Assertion(value) => Check::Assertion(expr(value)),
    }
}

fn shift_expr(expr: &Expr, by: u32) -> Expr {
    let boxed = |inner: &Expr| Box::new(shift_expr(inner, by));
    let kind = match &expr.kind {
        ExprKind::Local(id) => ExprKind::Local(LocalId(id.0 + by)),
        ExprKind::Constant(constant) => ExprKind::Constant(constant.clone()),
        ExprKind::Unary { op, arg } => ExprKind::Unary { op: *op, arg: boxed(arg) },
        ExprKind::Binary { op, left, right } => ExprKind::Binary { op: *op, left: boxed(left), right: boxed(right) },
        ExprKind::Convert(arg) => ExprKind::Convert(boxed(arg)),
        ExprKind::Cast(arg) => ExprKind::Cast(boxed(arg)),
        ExprKind::InstanceOf { value, ty } => ExprKind::InstanceOf { value: boxed(value), ty: ty.clone() },
        ExprKind::Concat(parts) => ExprKind::Concat(parts.iter().map(|part| shift_expr(part, by)).collect()),
    };
    Expr { kind, ty: expr.ty.clone() }
}
