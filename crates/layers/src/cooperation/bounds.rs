//! Bounds on integer variables that can be read off conditions, and steps towards them.
//!
//! Facts are conditions that every run through a place has passed: guards, other assumptions, and assertions at the
//! layer, which are proved there.

use crate::civl::{Arm, Block, Body, Civl, Cmd, CmdKind, Layer, Routine};
use crate::yields::flow::is_true;
use ivl::typed::{BinaryOp, BlockId, Expr, ExprKind, Literal, LocalId, Type, UnaryOp, Var};
use ivl::visit::walk;
use rustc_hash::FxHashSet;

/// Towards which side a variable goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Up,
    Down,
}

/// `v ≤ limit` or `v < limit` (up), `v ≥ limit` or `v > limit` (down).
#[derive(Clone, Debug)]
pub struct Bound {
    pub var: LocalId,
    pub direction: Direction,
    pub limit: Expr,
}

/// The bounds on locals that hold whenever a command, the one at `index` of a block, is reached from the entry, for locals
/// that are never assigned. What stands behind the command is no help: the run may not get there.
pub fn bounds_before(body: &Body, block: BlockId, index: usize, layer: Layer) -> Vec<Bound> {
    let mut found = Vec::new();
    for (at, passed) in body.blocks.iter().enumerate() {
        let end = if at == block.index() { index } else { passed.cmds.len() };
        let facts: Vec<Bound> =
            passed.cmds[..end].iter().filter_map(|cmd| fact(cmd, layer)).flat_map(|expr| bounds(&expr)).collect();
        if !facts.is_empty() && dominates(body, BlockId(at as u32), block) {
            found.extend(facts);
        }
    }
    found
}

/// Every way from the entry to `to` goes through `block`.
fn dominates(body: &Body, block: BlockId, to: BlockId) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![BlockId(0)];
    while let Some(at) = work.pop() {
        if at == block || !seen.insert(at) {
            continue;
        }
        if at == to {
            return false;
        }
        work.extend(body.blocks[at.index()].successors());
    }
    true
}

/// The condition that a run has passed behind a command.
pub fn fact(cmd: &Cmd, layer: Layer) -> Option<Expr> {
    match &cmd.kind {
        CmdKind::Assume { expr, origin: _ } => Some(expr.clone()),
        CmdKind::Assert { expr, layers } if layers.contains(&layer) => Some(expr.clone()),
        CmdKind::Assert { .. }
        | CmdKind::Assign(_)
        | CmdKind::Unpack { .. }
        | CmdKind::Havoc(_)
        | CmdKind::Measure(_)
        | CmdKind::Atomic { .. }
        | CmdKind::Invariant(_)
        | CmdKind::Call(_)
        | CmdKind::Async { .. }
        | CmdKind::Parallel(_) => None,
    }
}

/// The bounds that a condition gives, through conjunctions and negations.
pub fn bounds(expr: &Expr) -> Vec<Bound> {
    let mut found = Vec::new();
    collect_bounds(expr, true, &mut found);
    found
}

fn collect_bounds(expr: &Expr, positive: bool, found: &mut Vec<Bound>) {
    match expr.kind() {
        ExprKind::Unary(UnaryOp::Not, inner) => collect_bounds(inner, !positive, found),
        ExprKind::Binary(op, left, right) => match (op, positive) {
            (BinaryOp::And, true) | (BinaryOp::Or, false) => {
                collect_bounds(left, positive, found);
                collect_bounds(right, positive, found);
            }
            (BinaryOp::Implies, false) => {
                collect_bounds(left, true, found);
                collect_bounds(right, false, found);
            }
            (BinaryOp::Lt | BinaryOp::Le, true) | (BinaryOp::Gt | BinaryOp::Ge, false) => compare(left, right, found),
            (BinaryOp::Gt | BinaryOp::Ge, true) | (BinaryOp::Lt | BinaryOp::Le, false) => compare(right, left, found),
            (BinaryOp::Eq, true) => {
                compare(left, right, found);
                compare(right, left, found);
            }
            _ => {}
        },
        _ => {}
    }
}

/// `small ≤ great`, at integers.
fn compare(small: &Expr, great: &Expr, found: &mut Vec<Bound>) {
    if *small.ty() != Type::Int || *great.ty() != Type::Int {
        return;
    }
    if let ExprKind::Var(Var::Local(var)) = small.kind() {
        found.push(Bound { var: *var, direction: Direction::Up, limit: great.clone() });
    }
    if let ExprKind::Var(Var::Local(var)) = great.kind() {
        found.push(Bound { var: *var, direction: Direction::Down, limit: small.clone() });
    }
}

/// The direction from v to an expression `v + c`, `c + v` or `v − c` with a literal c that is not zero.
pub fn step_from(expr: &Expr, var: LocalId) -> Option<Direction> {
    let is_var = |expr: &Expr| matches!(expr.kind(), ExprKind::Var(Var::Local(it)) if *it == var);
    let is_positive = |expr: &Expr| literal(expr).is_some_and(|value| value > 0);
    let is_negative = |expr: &Expr| literal(expr).is_some_and(|value| value < 0);
    match expr.kind() {
        ExprKind::Binary(BinaryOp::Add, left, right) => {
            let other = if is_var(left) { right } else { left };
            let other = (is_var(left) || is_var(right)).then_some(other)?;
            match (is_positive(other), is_negative(other)) {
                (true, _) => Some(Direction::Up),
                (_, true) => Some(Direction::Down),
                _ => None,
            }
        }
        ExprKind::Binary(BinaryOp::Sub, left, right) if is_var(left) => {
            match (is_positive(right), is_negative(right)) {
                (true, _) => Some(Direction::Down),
                (_, true) => Some(Direction::Up),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value of an integer literal that is not astronomical.
pub fn literal(expr: &Expr) -> Option<i128> {
    match expr.kind() {
        ExprKind::Literal(Literal::Int(value)) => i128::try_from(value).ok(),
        ExprKind::Unary(UnaryOp::Neg, inner) => literal(inner)?.checked_neg(),
        _ => None,
    }
}

/// Whether an expression depends on constants and on such locals only. The state on entry stays as it was.
pub fn depends_only_on(expr: &Expr, such: impl Fn(LocalId) -> bool) -> bool {
    let mut only = true;
    walk(expr, &mut |part| {
        match part.kind() {
            ExprKind::Var(Var::Local(local)) => only &= such(*local),
            ExprKind::Var(Var::Global(_)) => only = false,
            ExprKind::Old(_) => return false,
            _ => {}
        }
        only
    });
    only
}

/// The locals that a command may assign. A primitive may change its in-parameters too.
pub fn assigned_locals(civl: &Civl, cmd: &Cmd) -> Vec<LocalId> {
    let locals = |vars: &[Var]| vars.iter().filter_map(as_local).collect::<Vec<_>>();
    match &cmd.kind {
        CmdKind::Assert { .. } | CmdKind::Assume { .. } | CmdKind::Measure(_) | CmdKind::Invariant(_) => Vec::new(),
        CmdKind::Assign(pairs) => pairs.iter().filter_map(|(target, _)| as_local(target)).collect(),
        CmdKind::Unpack { targets, .. } | CmdKind::Havoc(targets) => locals(targets),
        CmdKind::Atomic { callee, ins, outs, .. } => {
            let mut found = locals(outs);
            if matches!(civl.routines[callee.index()], Routine::Primitive { .. }) {
                for expr in ins {
                    walk(expr, &mut |part| {
                        if let ExprKind::Var(var) = part.kind() {
                            found.extend(as_local(var));
                        }
                        true
                    });
                }
            }
            found
        }
        CmdKind::Call(call) | CmdKind::Async { call, .. } => locals(&call.outs),
        CmdKind::Parallel(arms) => {
            let outs = arms.iter().filter_map(|arm| match arm {
                Arm::Call(call) => Some(&call.outs),
                Arm::Invariant(_) => None,
            });
            outs.flat_map(|outs| locals(outs)).collect()
        }
    }
}

fn as_local(var: &Var) -> Option<LocalId> {
    match var {
        Var::Local(local) => Some(*local),
        Var::Global(_) | Var::Const(_) | Var::Bound(_) => None,
    }
}

/// Whether a block begins without an assumption that could fail.
pub fn is_free(block: &Block) -> bool {
    block.cmds.iter().all(|cmd| match &cmd.kind {
        CmdKind::Assume { expr, origin: _ } => is_true(expr),
        CmdKind::Assert { .. }
        | CmdKind::Assign(_)
        | CmdKind::Unpack { .. }
        | CmdKind::Havoc(_)
        | CmdKind::Measure(_)
        | CmdKind::Atomic { .. }
        | CmdKind::Invariant(_)
        | CmdKind::Call(_)
        | CmdKind::Async { .. }
        | CmdKind::Parallel(_) => true,
    })
}
