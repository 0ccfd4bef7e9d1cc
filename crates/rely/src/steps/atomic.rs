//! Atomics: a cell each, read and written in one step.

use crate::assumptions::Reason;
use crate::steps::library::write;
use crate::steps::method::Body;
use crate::terms::heap::{Heap, Sort, binary, int, lt, sort_of};
use concurrent::object::library::{LibraryMethod, Promise};
use concurrent::object::{Call, Type};
use ivl::build::{eq, if_then_else, select};
use ivl::typed::{BinaryOp, Expr, Type as Term, Var};
use source::Span;

/// What an atomic holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    Int,
    Long,
    Boolean,
    Reference,
}

impl Cell {
    pub fn sort(self) -> Sort {
        match self {
            Cell::Int | Cell::Long => Sort::Int,
            Cell::Boolean => Sort::Bool,
            Cell::Reference => Sort::Ref,
        }
    }

    fn ty(self) -> Type {
        match self {
            Cell::Int => Type::Int,
            Cell::Long => Type::Long,
            Cell::Boolean => Type::Boolean,
            Cell::Reference => Type::Null,
        }
    }
}

/// The cell that a call is about, if it is one of a class with a cell that is modelled.
pub fn cell(heap: &Heap, call: &Call) -> Option<Cell> {
    let class = heap.java.class(heap.java.method(call.method).class);
    class.promises.iter().find_map(|promise| match promise {
        Promise::IntCell => Some(Cell::Int),
        Promise::LongCell => Some(Cell::Long),
        Promise::BooleanCell => Some(Cell::Boolean),
        Promise::ReferenceCell => Some(Cell::Reference),
        Promise::Inert | Promise::Exclusive | Promise::ReadSide | Promise::Sorted => None,
    })
}

/// Executes an operation. On failure, why it is not modelled.
pub fn atomic(
    body: &mut Body,
    call: &Call,
    method: LibraryMethod,
    cell: Cell,
    object: Expr,
    span: Span,
) -> Result<(), String> {
    use LibraryMethod as M;
    let (sort, ty) = (cell.sort(), cell.ty());
    let content = body.heap.content(sort);
    let cells = body.heap.now(content);
    let was = body.sketch.hidden("cell", sort.ty());
    body.sketch.assign(Var::Local(was), select(cells, object.clone()), span);
    let was = body.sketch.value(was);
    let args: Vec<Expr> = call.args.iter().map(|arg| body.value(arg, span)).collect();
    if sort == Sort::Int {
        let typed = body.heap.typed(&was, &ty);
        body.sketch.assume(Reason::Typed, typed);
    }
    let arg = |at: usize| args.get(at).cloned().ok_or_else(|| "an atomic without its argument".to_string());
    let plus = |amount: Expr| wrapped(binary(BinaryOp::Add, was.clone(), amount, Term::Int), &ty, span);
    let (new, result) = match method {
        M::AtomicGet => (None, Some(was.clone())),
        M::AtomicSet => (Some(arg(0)?), None),
        M::AtomicGetAndSet => (Some(arg(0)?), Some(was.clone())),
        M::CompareAndSet | M::WeakCompareAndSet => {
            let expected = eq(was.clone(), arg(0)?);
            let succeeds = match method {
                M::WeakCompareAndSet => {
                    let luck = body.sketch.hidden("luck", Term::Bool);
                    body.sketch.havoc(vec![Var::Local(luck)], span);
                    ivl::build::and(expected, body.sketch.value(luck))
                }
                _ => expected,
            };
            (Some(if_then_else(succeeds.clone(), arg(1)?, was.clone())), Some(succeeds))
        }
        M::GetAndIncrement => (Some(plus(int(1, span))), Some(was.clone())),
        M::IncrementAndGet => (Some(plus(int(1, span))), Some(plus(int(1, span)))),
        M::GetAndDecrement => (Some(plus(int(-1, span))), Some(was.clone())),
        M::DecrementAndGet => (Some(plus(int(-1, span))), Some(plus(int(-1, span)))),
        M::GetAndAdd => (Some(plus(arg(0)?)), Some(was.clone())),
        M::AddAndGet => (Some(plus(arg(0)?)), Some(plus(arg(0)?))),
        _ => return Err("this operation of an atomic is not supported".into()),
    };
    if let (Some(target), Some(result)) = (call.target, result) {
        let ty = body.flat.locals[target.index()].ty.clone();
        if sort_of(&ty).ty() != *result.ty() {
            return Err("an atomic whose content has another type".into());
        }
        body.set(target, result, span);
        if ty.is_reference() {
            body.known(target, &ty, Some(object.clone()), span);
        }
    }
    if let Some(new) = new {
        let stored = new.clone();
        write(body, content, object.clone(), new, span);
        if sort == Sort::Ref {
            body.stored(Some(object), stored, span);
        }
    }
    Ok(())
}

/// A sum of two numbers of the type, brought back into its range.
fn wrapped(number: Expr, ty: &Type, span: Span) -> Expr {
    let Some((low, high)) = crate::terms::heap::range(ty) else { return number };
    let size = int(high - low + 1, span);
    let down = binary(BinaryOp::Sub, number.clone(), size.clone(), Term::Int);
    let up = binary(BinaryOp::Add, number.clone(), size, Term::Int);
    let above = lt(int(high, span), number.clone());
    let below = lt(number.clone(), int(low, span));
    if_then_else(above, down, if_then_else(below, up, number))
}
