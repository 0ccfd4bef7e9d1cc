//! Which values are inserted, and which keys are looked for.
//!
//! A program that only [passes values on](crate::independence) does the same whichever they are. Of any other one the result
//! may depend on them, and no choice of a few is enough. At first, values are 1, 2, 3 and so on in the order of the calls, and
//! keys are 1 and 2. If nothing is found and that was quick, the search is made once more, with values of which each call may
//! take any that is left: 0, 1, 2, -1, the literals that the operations compare values with, and their neighbours. A set is
//! searched with a third key then, and with the same literals.

use crate::independence::Holders;
use concurrent::program::*;
use concurrent::spec::{Kind, Removal, Spec};

/// So many values are tried besides 1, 2, 3 and so on, and so many keys.
const MOST_VALUES: usize = 8;
const MOST_KEYS: usize = 5;

/// The keys of the first search; of a stack or a queue, nothing besides 1, 2, 3 and so on.
pub fn few(spec: &Spec) -> Vec<i64> {
    match spec.kind {
        Kind::Set => vec![1, 2],
        Kind::Stack | Kind::Queue => Vec::new(),
    }
}

/// The keys or values of the second search.
pub fn more(program: &Program, spec: &Spec) -> Vec<i64> {
    let (common, most) = match spec.kind {
        Kind::Set => (vec![1, 2, 3], MOST_KEYS),
        Kind::Stack | Kind::Queue => (vec![0, 1, 2, -1], MOST_VALUES),
    };
    let mut values: Vec<i64> = Vec::new();
    let near = literals(program, spec).into_iter().flat_map(|literal| [literal, literal - 1, literal + 1]);
    for value in common.into_iter().map(i128::from).chain(near) {
        let is_empty = spec.removal == Removal::Sentinel(value);
        let fits = is_of_type(program, spec, value) && !is_empty;
        values.extend(i64::try_from(value).ok().filter(|value| fits && !values.contains(value)));
    }
    values.truncate(most);
    values
}

/// Whether the operations take such a value.
fn is_of_type(program: &Program, spec: &Spec, value: i128) -> bool {
    let insert = program.procedure(spec.insert);
    insert.params.first().is_some_and(|param| match insert.local(*param).ty {
        Type::Bool => (0..=1).contains(&value),
        Type::Int { bits, is_signed: true } => (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value),
        Type::Int { bits, is_signed: false } => (0..1i128 << bits).contains(&value),
        Type::Pointer(_) | Type::Version | Type::Thread => false,
    })
}

/// The literals that operations combine with what is handed in.
fn literals(program: &Program, spec: &Spec) -> Vec<i128> {
    let holders = Holders::new(program, spec);
    let mut literals = Vec::new();
    for id in spec.operations() {
        for cmd in program.procedure(id).edges.iter().flat_map(|edge| &edge.step.cmds) {
            match &cmd.kind {
                CmdKind::Assume(expr) | CmdKind::Assert(expr) | CmdKind::Assign { value: expr, .. } => {
                    beside_data(&holders, id, expr, &mut literals);
                }
                CmdKind::Havoc(_) | CmdKind::Alloc { .. } | CmdKind::Free(_) => {}
            }
        }
    }
    literals
}

fn beside_data(holders: &Holders, id: ProcedureId, expr: &Expr, literals: &mut Vec<i128>) {
    match &expr.kind {
        ExprKind::Binary { left, right, .. } => {
            for (one, other) in [(left, right), (right, left)] {
                if let ExprKind::Int(number) = one.kind
                    && holders.may_be_data(id.index(), other)
                {
                    literals.push(number);
                }
                beside_data(holders, id, one, literals);
            }
        }
        ExprKind::Unary { arg, .. } => beside_data(holders, id, arg, literals),
        ExprKind::Read(_)
        | ExprKind::Null
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::NoThread
        | ExprKind::ThisThread => {}
    }
}
