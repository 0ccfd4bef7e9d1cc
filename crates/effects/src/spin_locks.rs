//! Truth values that are used as locks become locks.
//!
//! ```text
//! x = busy; busy = true;   while x        a test and set, repeated until it finds `false`
//! assume !busy; busy = true;              a compare-and-swap that succeeds
//! busy = false;                           the release
//! ```
//!
//! If a global is used in these ways and in no other, it is a lock: a test that finds it taken changes nothing, so it is
//! the same as waiting. What the test looks at is what the exchange has found, and nothing else: control comes to the test from
//! the exchange alone.

use crate::code::{Code, Expr, Op};
use crate::value::{FALSE, NOBODY, SELF, constant};
use crate::view::Slot;

/// Turns truth values into locks where that is what they are.
pub fn recognise(code: &mut Code) {
    for slot in 0..code.globals.len() as Slot {
        if !code.locks.contains(&slot)
            && let Some(edges) = as_lock(code, slot)
        {
            for (edge, ops) in edges {
                code.edges[edge].ops = ops;
            }
            code.locks.push(slot);
        }
    }
}

/// The edges that use a global, as they are if it is a lock; none if it is not one.
fn as_lock(code: &Code, slot: Slot) -> Option<Vec<(usize, Vec<Op>)>> {
    let is_used = |op: &Op| {
        let mut found = op.target() == Some(slot);
        op.reads(|read| found |= read == slot);
        found
    };
    let mut changed = Vec::new();
    let mut is_taken = false;
    for (at, edge) in code.edges.iter().enumerate() {
        if !edge.ops.iter().any(is_used) {
            continue;
        }
        let ops =
            taken(code, at, slot).inspect(|_| is_taken = true).or_else(|| failed(code, at, slot)).or_else(|| {
                let release = Op::Set(slot, Expr::Value(constant(0)));
                let ops = edge.ops.iter();
                let replaced =
                    ops.map(|op| if *op == release { Op::Set(slot, Expr::Value(NOBODY)) } else { op.clone() });
                let replaced: Vec<Op> = replaced.collect();
                let is_release = |op: &Op| *op == Op::Set(slot, Expr::Value(NOBODY));
                replaced.iter().all(|op| is_release(op) || !is_used(op)).then_some(replaced)
            })?;
        changed.push((at, ops));
        if let [Op::Set(local, Expr::Slot(read)), ..] = &edge.ops[..]
            && *read == slot
        {
            let tests = &code.locations[usize::from(edge.to)].edges;
            let is_again = |test: &&usize| matches!(&code.edges[**test].ops[..], [op] if is_test(op, *local, true));
            let back = tests.iter().filter(is_again);
            changed.extend(back.map(|test| (*test, vec![NEVER])));
        }
    }
    is_taken.then_some(changed)
}

/// What cannot happen: once a lock is waited for, the test does not find it taken.
pub const NEVER: Op = Op::Assume(Expr::Value(FALSE));

fn take(slot: Slot) -> Vec<Op> {
    let free = Expr::Equal(Box::new(Expr::Slot(slot)), Box::new(Expr::Value(NOBODY)));
    vec![Op::Assume(free), Op::Set(slot, Expr::Value(SELF))]
}

/// The operations of an edge that takes the lock.
fn taken(code: &Code, edge: usize, slot: Slot) -> Option<Vec<Op>> {
    let (set, rest) = match &code.edges[edge].ops[..] {
        [Op::Set(local, Expr::Slot(read)), set] if *read == slot && is_spun(code, edge, *local) => {
            (set, vec![Op::Set(*local, Expr::Value(constant(0)))])
        }
        [Op::Assume(condition), set, rest @ ..] if is_free(condition, slot) => (set, rest.to_vec()),
        _ => return None,
    };
    (*set == Op::Set(slot, Expr::Value(constant(1)))).then(|| [take(slot), rest].concat())
}

/// The operations of an edge on which a compare-and-swap finds the lock taken. Others hold it only within a step, so it
/// is never taken there.
fn failed(code: &Code, edge: usize, slot: Slot) -> Option<Vec<Op>> {
    match &code.edges[edge].ops[..] {
        [Op::Assume(condition), rest @ ..] => {
            let is_taken = match condition {
                Expr::Slot(read) => *read == slot,
                Expr::Not(arg) => is_free(arg, slot),
                _ => false,
            };
            let free = Expr::Equal(Box::new(Expr::Slot(slot)), Box::new(Expr::Value(NOBODY)));
            is_taken.then(|| [vec![Op::Assume(Expr::Not(Box::new(free)))], rest.to_vec()].concat())
        }
        _ => None,
    }
}

fn is_free(condition: &Expr, slot: Slot) -> bool {
    match condition {
        Expr::Not(arg) => **arg == Expr::Slot(slot),
        Expr::Equal(left, right) => **left == Expr::Slot(slot) && **right == Expr::Value(constant(0)),
        _ => false,
    }
}

/// Whether an edge leads to a place where the local is tested at once, and back to the edge if it is true. No other edge leads
/// there: what the local holds is what the lock held.
fn is_spun(code: &Code, edge: usize, local: Slot) -> bool {
    let (from, to) = (code.edges[edge].from, code.edges[edge].to);
    let tests = &code.locations[usize::from(to)].edges;
    let leads_back = |start: u16| {
        let mut at = start;
        for _ in 0..code.locations.len() {
            if at == from {
                return true;
            }
            match &code.locations[usize::from(at)].edges[..] {
                [only] if code.edges[*only].ops.is_empty() => at = code.edges[*only].to,
                _ => return false,
            }
        }
        false
    };
    let is_only_way = code.edges.iter().filter(|edge| edge.to == to).count() == 1;
    is_only_way
        && tests.len() == 2
        && tests.iter().all(|test| match &code.edges[*test].ops[..] {
            [op] if is_test(op, local, true) => leads_back(code.edges[*test].to),
            [op] => is_test(op, local, false),
            _ => false,
        })
}

/// Whether the operation assumes that the local is true, or not: as a truth value, or as a number that is not zero.
fn is_test(op: &Op, local: Slot, is_true: bool) -> bool {
    let Op::Assume(condition) = op else { return false };
    let slot = Expr::Slot(local);
    let is_zero = |expr: &Expr| match expr {
        Expr::Equal(left, right) => **left == slot && **right == Expr::Value(constant(0)),
        _ => false,
    };
    match condition {
        Expr::Not(arg) => {
            if is_true {
                is_zero(arg)
            } else {
                **arg == slot
            }
        }
        other => {
            if is_true {
                *other == slot
            } else {
                is_zero(other)
            }
        }
    }
}
