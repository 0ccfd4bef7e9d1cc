//! Expressions of Java as terms.
//!
//! Integers are mathematical integers in the range of their type: what an operator computes is brought back into range
//! by adding or subtracting multiples of 2^n, as the machine does. Bits, shifts and floating-point operators are
//! functions of which nothing is known but that they are functions and stay in range.

use crate::terms::heap::{Heap, Sort, binary, int, le, lt, range, sort_of};
use concurrent::object::{self, BinaryOp, Constant, ExprKind, LocalId, Type, UnaryOp};
use ivl::build::{and, apply, bool_lit, eq, if_then_else, not, or};
use ivl::typed::{BinaryOp as Op, Expr, Literal, Type as Term};
use source::Span;

/// The value of an expression over the locals of a method. Each concatenation in it is one of the given strings, in
/// order: they are objects of their own, however alike.
pub fn value(
    heap: &mut Heap,
    expr: &object::Expr,
    local: &dyn Fn(LocalId) -> Expr,
    strings: &mut dyn Iterator<Item = Expr>,
    span: Span,
) -> Expr {
    match &expr.kind {
        ExprKind::Local(id) => local(*id),
        ExprKind::Constant(constant) => literal(heap, constant, span),
        ExprKind::Unary { op, arg } => {
            let arg = value(heap, arg, local, strings, span);
            unary(heap, *op, arg, &expr.ty)
        }
        ExprKind::Binary { op, left, right } => {
            let operand = left.ty.clone();
            let left = value(heap, left, local, strings, span);
            let right = value(heap, right, local, strings, span);
            operator(heap, *op, left, right, &operand, &expr.ty)
        }
        ExprKind::Convert(arg) => {
            let from = arg.ty.clone();
            let arg = value(heap, arg, local, strings, span);
            convert(heap, arg, &from, &expr.ty)
        }
        ExprKind::Cast(arg) => value(heap, arg, local, strings, span),
        ExprKind::InstanceOf { value: arg, ty } => {
            let arg = value(heap, arg, local, strings, span);
            instance(heap, arg, ty)
        }
        ExprKind::Concat(_) => strings.next().unwrap_or_else(|| heap.null(span)),
    }
}

/// How many strings the expression makes.
pub fn concatenations(expr: &object::Expr) -> usize {
    match &expr.kind {
        ExprKind::Local(_) | ExprKind::Constant(_) => 0,
        ExprKind::Unary { arg, .. } | ExprKind::Convert(arg) | ExprKind::Cast(arg) => concatenations(arg),
        ExprKind::InstanceOf { value, .. } => concatenations(value),
        ExprKind::Binary { left, right, .. } => concatenations(left) + concatenations(right),
        ExprKind::Concat(_) => 1,
    }
}

pub fn literal(heap: &mut Heap, constant: &Constant, span: Span) -> Expr {
    match constant {
        Constant::Null => heap.null(span),
        Constant::Bool(value) => bool_lit(*value, span),
        Constant::Int(value) => int((*value).into(), span),
        Constant::Float(value) if *value == 0.0 && value.is_sign_positive() => heap.zero(Sort::Float, span),
        Constant::Float(value) => {
            let bits = int(value.to_bits().into(), span);
            let (function, _) = heap.build.function("float literal", &[Term::Int], &Sort::Float.ty(), span);
            apply(function, vec![bits], Sort::Float.ty(), span)
        }
        Constant::String(text) => heap.object(format!("\"{text}\""), span),
        Constant::Class(ty) => heap.object(format!("{}.class", full_name(heap.java, ty)), span),
    }
}

/// Not null and of this type. Of types that are no class of the program nothing is known.
pub fn instance(heap: &mut Heap, value: Expr, ty: &Type) -> Expr {
    let span = value.span();
    let some = not(eq(value.clone(), heap.null(span)));
    match ty {
        Type::Class(class) => heap.is_instance(value, *class),
        Type::Array(_) => {
            let name = int(array_code(heap, ty), span);
            let (function, _) = heap.build.function("is array", &[Sort::Ref.ty(), Term::Int], &Term::Bool, span);
            and(some, apply(function, vec![value, name], Term::Bool, span))
        }
        Type::Boolean | Type::Byte | Type::Short | Type::Char | Type::Int | Type::Long | Type::Float | Type::Double => {
            some
        }
        Type::Null => bool_lit(false, span),
    }
}

/// A number for each array type.
fn array_code(heap: &Heap, ty: &Type) -> i128 {
    full_name(heap.java, ty).bytes().fold(7i128, |code, byte| (code * 257 + i128::from(byte)) % (1 << 61))
}

/// The name of a type with its package: no other type has it.
fn full_name(java: &object::Program, ty: &Type) -> String {
    match ty {
        Type::Class(class) => java.class(*class).name.to_string(),
        Type::Array(element) => format!("{}[]", full_name(java, element)),
        _ => object::text::print_type(java, ty),
    }
}

fn unary(heap: &mut Heap, op: UnaryOp, arg: Expr, ty: &Type) -> Expr {
    let span = arg.span();
    match (op, sort_of(ty)) {
        (UnaryOp::Not, _) => not(arg),
        (UnaryOp::Negate, Sort::Int) => wrap(binary(Op::Sub, int(0, span), arg, Term::Int), ty, false),
        // ~x is -x - 1 in two's complement.
        (UnaryOp::Complement, Sort::Int) => {
            let negated = binary(Op::Sub, int(0, span), arg, Term::Int);
            binary(Op::Sub, negated, int(1, span), Term::Int)
        }
        (UnaryOp::Negate | UnaryOp::Complement, _) => {
            let result = sort_of(ty).ty();
            opaque(heap, "negate", vec![arg], result)
        }
    }
}

fn opaque(heap: &mut Heap, name: &'static str, args: Vec<Expr>, result: Term) -> Expr {
    let span = args[0].span();
    let types: Vec<Term> = args.iter().map(|arg| arg.ty().clone()).collect();
    let (function, _) = heap.build.function(name, &types, &result, span);
    apply(function, args, result, span)
}

/// `left op right` on operands of a type, with a result of another.
pub fn operator(heap: &mut Heap, op: BinaryOp, left: Expr, right: Expr, operand: &Type, result: &Type) -> Expr {
    if sort_of(operand) == Sort::Float && sort_of(result) != Sort::Int {
        let name = if *operand == Type::Float { symbol_of_float(op) } else { op.symbol() };
        return opaque(heap, name, vec![left, right], sort_of(result).ty());
    }
    let whole = |op: Op| binary(op, left.clone(), right.clone(), Term::Int);
    match op {
        BinaryOp::Equal => eq(left, right),
        BinaryOp::NotEqual => not(eq(left, right)),
        BinaryOp::Less => lt(left, right),
        BinaryOp::LessEqual => le(left, right),
        BinaryOp::Greater => lt(right, left),
        BinaryOp::GreaterEqual => le(right, left),
        BinaryOp::Add => wrap(whole(Op::Add), result, false),
        BinaryOp::Subtract => wrap(whole(Op::Sub), result, false),
        BinaryOp::Multiply => wrap(whole(Op::Mul), result, true),
        BinaryOp::Divide => wrap(truncated(&left, &right), result, false),
        BinaryOp::Remainder => {
            let product = binary(Op::Mul, truncated(&left, &right), right.clone(), Term::Int);
            binary(Op::Sub, left, product, Term::Int)
        }
        BinaryOp::And if sort_of(operand) == Sort::Bool => and(left, right),
        BinaryOp::Or if sort_of(operand) == Sort::Bool => or(left, right),
        BinaryOp::Xor if sort_of(operand) == Sort::Bool => not(eq(left, right)),
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::ShiftRightUnsigned => bits(heap, op, left, right, result),
    }
}

/// Masks of the form 2^n - 1 and shifts by a constant are exact, other masks are between zero and the mask, and of the
/// rest nothing is known.
fn bits(heap: &mut Heap, op: BinaryOp, left: Expr, right: Expr, result: &Type) -> Expr {
    let span = left.span();
    let width: i128 = if *result == Type::Long { 64 } else { 32 };
    let power = |n: i128| int(1i128 << n, span);
    match (op, number(&left), number(&right)) {
        (BinaryOp::And, Some(mask), _) if mask >= 0 && number(&right).is_none() => {
            return bits(heap, op, right, left, result);
        }
        (BinaryOp::And, _, Some(mask)) if mask >= 0 && (mask + 1).count_ones() == 1 => {
            return binary(Op::Mod, left, int(mask + 1, span), Term::Int);
        }
        (BinaryOp::And, _, Some(mask)) if mask >= 0 => {
            let some = opaque(heap, symbol_of_width(op, width), vec![left, right], Term::Int);
            let inside = and(le(int(0, span), some.clone()), le(some.clone(), int(mask, span)));
            return if_then_else(inside, some, int(0, span));
        }
        (BinaryOp::ShiftLeft, _, Some(by)) => {
            return wrap(binary(Op::Mul, left, power(by & (width - 1)), Term::Int), result, true);
        }
        (BinaryOp::ShiftRight, _, Some(by)) => {
            return binary(Op::Div, left, power(by & (width - 1)), Term::Int);
        }
        (BinaryOp::ShiftRightUnsigned, _, Some(by)) if by & (width - 1) != 0 => {
            let raised = binary(Op::Add, left.clone(), power(width), Term::Int);
            let unsigned = if_then_else(lt(left.clone(), int(0, span)), raised, left);
            return binary(Op::Div, unsigned, power(by & (width - 1)), Term::Int);
        }
        _ => {}
    }
    let bits = opaque(heap, symbol_of_width(op, width), vec![left, right], Term::Int);
    wrap(bits, result, true)
}

fn number(expr: &Expr) -> Option<i128> {
    match expr.kind() {
        ivl::typed::ExprKind::Literal(Literal::Int(value)) => value.to_string().parse().ok(),
        _ => None,
    }
}

/// What an operator does depends on the width of its operands.
fn symbol_of_width(op: BinaryOp, width: i128) -> &'static str {
    match (op, width) {
        (BinaryOp::ShiftLeft, 64) => "long <<",
        (BinaryOp::ShiftRight, 64) => "long >>",
        (BinaryOp::ShiftRightUnsigned, 64) => "long >>>",
        _ => op.symbol(),
    }
}

/// Single precision rounds otherwise.
fn symbol_of_float(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "float +",
        BinaryOp::Subtract => "float -",
        BinaryOp::Multiply => "float *",
        BinaryOp::Divide => "float /",
        BinaryOp::Remainder => "float %",
        _ => op.symbol(),
    }
}

/// Division that rounds towards zero. The divisor is not zero.
fn truncated(left: &Expr, right: &Expr) -> Expr {
    let span = left.span();
    let zero = || int(0, span);
    let negated = |expr: &Expr| binary(Op::Sub, zero(), expr.clone(), Term::Int);
    let size = |expr: &Expr| if_then_else(lt(expr.clone(), zero()), negated(expr), expr.clone());
    let quotient = binary(Op::Div, size(left), size(right), Term::Int);
    let same_sign = eq(lt(left.clone(), zero()), lt(right.clone(), zero()));
    if_then_else(same_sign, quotient.clone(), negated(&quotient))
}

/// The number in the range of the type that differs by a multiple of 2^n. Sums and differences of two numbers in range
/// leave it by less than 2^n; products, if `far`, by any multiple.
fn wrap(number: Expr, ty: &Type, far: bool) -> Expr {
    let Some((low, high)) = range(ty) else { return number };
    let span = number.span();
    let size = high - low + 1;
    let inside = and(le(int(low, span), number.clone()), le(number.clone(), int(high, span)));
    let outside = if far {
        let shifted = binary(Op::Sub, number.clone(), int(low, span), Term::Int);
        let rest = binary(Op::Mod, shifted, int(size, span), Term::Int);
        binary(Op::Add, rest, int(low, span), Term::Int)
    } else {
        let down = binary(Op::Sub, number.clone(), int(size, span), Term::Int);
        let up = binary(Op::Add, number.clone(), int(size, span), Term::Int);
        if_then_else(lt(int(high, span), number.clone()), down, up)
    };
    if_then_else(inside, number, outside)
}

/// The value as one of another type.
pub fn convert(heap: &mut Heap, arg: Expr, from: &Type, to: &Type) -> Expr {
    match (sort_of(from), sort_of(to)) {
        (Sort::Int, Sort::Int) => wrap(arg, to, true),
        (from, to_sort) if from == to_sort && from != Sort::Float => arg,
        // What is out of range becomes the nearest number in it, which for `long` is another one than for `int`; smaller
        // types get what becomes of the `int`.
        (_, Sort::Int) => {
            let name = if *to == Type::Long { "to long" } else { "to int" };
            let number = opaque(heap, name, vec![arg], Term::Int);
            wrap(number, to, true)
        }
        (_, sort) => opaque(heap, if *to == Type::Float { "to float" } else { "convert" }, vec![arg], sort.ty()),
    }
}
