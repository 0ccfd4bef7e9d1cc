//! Where a program looks at the values that callers hand in.
//!
//! That it does is found on views, often while a summary runs; this says where in the text it may be.

use crate::code::{Code, Expr, Op};
use source::Span;

/// The first step that decides something by such a value, or computes with one.
pub fn decided_by_data(code: &Code) -> Option<Span> {
    let held = holders(code);
    let is_data = |expr: &Expr| may_be_data(expr, held);
    let looks = |op: &Op| {
        let mut found = matches!(op, Op::Assume(arg) | Op::Assert(arg) if is_data(arg));
        op.walk(&mut |part| match part {
            Expr::Equal(left, right) | Expr::Arithmetic(_, _, left, right) => found |= is_data(left) || is_data(right),
            Expr::Not(arg) => found |= is_data(arg),
            Expr::And(left, right) | Expr::Or(left, right) => found |= is_data(left) || is_data(right),
            _ => {}
        });
        found
    };
    code.edges.iter().find(|edge| edge.ops.iter().any(looks)).map(|edge| edge.span)
}

/// The locals that may hold such a value, as bits.
fn holders(code: &Code) -> u64 {
    let mut held = 0u64;
    loop {
        let before = held;
        for op in code.edges.iter().flat_map(|edge| &edge.ops) {
            match op {
                Op::Pick(slot) => held |= 1 << slot,
                Op::Set(slot, value) if !code.is_global(*slot) && may_be_data(value, held) => held |= 1 << slot,
                _ => {}
            }
        }
        if held == before {
            return held;
        }
    }
}

fn may_be_data(expr: &Expr, held: u64) -> bool {
    match expr {
        Expr::Slot(slot) => held & (1 << slot) != 0,
        Expr::Data(_) => true,
        _ => false,
    }
}
