//! Loops that count: termination that can be read off the code.
//!
//! ```text
//! in each iteration        v < e (or v ≤ e, or v ≤ e is an invariant), and v := v + c with c > 0, at least once;
//! in the whole loop        v is assigned in no other way, and what e depends on is not assigned at all
//! ⟹ the loop ends
//! ```
//!
//! The number of iterations is at most max(0, e − v) + 1. The same holds for v > e and v := v − c. A loop that only tests
//! v ≠ e ends if it steps by one, behind the test, and starts on the right side of e.

use crate::civl::{Block, Body, Civl, Cmd, CmdKind, Layer, YieldProcedure};
use crate::cooperation::bounds::{
    Bound, Direction, assigned_locals, bounds, depends_only_on, fact, literal, step_from,
};
use crate::yields::loop_yields::Loop;
use ivl::typed::{BinaryOp, BlockId, Expr, ExprKind, LocalId, UnaryOp, Var};
use rustc_hash::FxHashSet;

/// Whether the loop counts a local variable towards a limit that stays.
pub fn is_counted(civl: &Civl, procedure: &YieldProcedure, body: &Body, it: &Loop, layer: Layer) -> bool {
    counts_below(civl, body, it, layer) || counts_up_to(civl, procedure, body, it, layer)
}

fn counts_below(civl: &Civl, body: &Body, it: &Loop, layer: Layer) -> bool {
    let [head] = it.entries[..] else { return false };
    let members: FxHashSet<BlockId> = it.blocks.iter().copied().collect();
    let cmds = || it.blocks.iter().flat_map(|block| &body.blocks[block.index()].cmds);
    let assigned: FxHashSet<LocalId> = cmds().flat_map(|cmd| assigned_locals(civl, cmd)).collect();
    let stays = |expr: &Expr| depends_only_on(expr, |local| !assigned.contains(&local));
    let facts: Vec<Bound> = cmds().filter_map(|cmd| fact(cmd, layer)).flat_map(|expr| bounds(&expr)).collect();
    facts.iter().filter(|bound| stays(&bound.limit)).any(|bound| {
        let moves = |cmd: &Cmd| step_of(cmd, bound.var) == Some(bound.direction);
        let mut others = cmds().filter(|cmd| assigned_locals(civl, cmd).contains(&bound.var));
        let holds = |cmd: &Cmd| {
            fact(cmd, layer).is_some_and(|expr| {
                bounds(&expr)
                    .iter()
                    .any(|it| it.var == bound.var && it.direction == bound.direction && stays(&it.limit))
            })
        };
        others.all(&moves)
            && passes_in_each_iteration(body, head, &members, &moves)
            && passes_in_each_iteration(body, head, &members, &holds)
    })
}

/// `v := c; while (v != e) { … v := v + 1; … }` where a precondition, or e itself, says c ≤ e.
fn counts_up_to(civl: &Civl, procedure: &YieldProcedure, body: &Body, it: &Loop, layer: Layer) -> bool {
    let [head] = it.entries[..] else { return false };
    let members: FxHashSet<BlockId> = it.blocks.iter().copied().collect();
    let cmds = || it.blocks.iter().flat_map(|block| &body.blocks[block.index()].cmds);
    let tests = cmds().filter_map(|cmd| fact(cmd, layer)).filter_map(|expr| difference(&expr));
    let mut candidates = tests.flat_map(|(left, right)| [(left.clone(), right.clone()), (right, left)]);
    candidates.any(|(var, limit)| {
        let ExprKind::Var(Var::Local(var)) = var.kind() else { return false };
        let mut assignments = cmds().filter(|cmd| assigned_locals(civl, cmd).contains(var));
        let (Some(step), None) = (assignments.next(), assignments.next()) else { return false };
        let moves = |cmd: &Cmd| std::ptr::eq(cmd, step);
        let holds = |cmd: &Cmd| {
            fact(cmd, layer).and_then(|expr| difference(&expr)).is_some_and(|(left, right)| {
                let is_var = |expr: &Expr| matches!(expr.kind(), ExprKind::Var(Var::Local(it)) if it == var);
                is_var(&left) && same_atom(&right, &limit) || is_var(&right) && same_atom(&left, &limit)
            })
        };
        let starts = starts_of(civl, body, head, &members, *var);
        let right_side = |direction| {
            starts
                .as_ref()
                .is_some_and(|starts| starts.iter().all(|start| is_beyond(procedure, &limit, *start, direction, layer)))
        };
        unit_step(step, *var).is_some_and(right_side)
            && passes_in_each_iteration(body, head, &members, &moves)
            && comes_first(body, head, &members, &holds, &moves)
            && happens_once(body, head, &members, &moves)
    })
}

/// The two sides of a condition that is, or has as a conjunct, `left ≠ right`.
fn difference(expr: &Expr) -> Option<(Expr, Expr)> {
    match expr.kind() {
        ExprKind::Binary(BinaryOp::Neq, left, right) => Some((left.clone(), right.clone())),
        ExprKind::Binary(BinaryOp::And, left, right) => difference(left).or_else(|| difference(right)),
        ExprKind::Unary(UnaryOp::Not, inner) => match inner.kind() {
            ExprKind::Binary(BinaryOp::Eq, left, right) => Some((left.clone(), right.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// The same integer literal, or the same local.
fn same_atom(left: &Expr, right: &Expr) -> bool {
    match (left.kind(), right.kind()) {
        (ExprKind::Var(left), ExprKind::Var(right)) => left == right,
        _ => literal(left).is_some() && literal(left) == literal(right),
    }
}

/// The values that a local has when the loop is entered, if they are literals.
fn starts_of(civl: &Civl, body: &Body, head: BlockId, members: &FxHashSet<BlockId>, var: LocalId) -> Option<Vec<i128>> {
    let enters =
        |(at, block): &(usize, &Block)| !members.contains(&BlockId(*at as u32)) && block.successors().contains(&head);
    let start = |(_, block): (usize, &Block)| {
        let last = block.cmds.iter().rev().find(|cmd| assigned_locals(civl, cmd).contains(&var))?;
        let CmdKind::Assign(pairs) = &last.kind else { return None };
        literal(&pairs.iter().find(|(target, _)| *target == Var::Local(var))?.1)
    };
    body.blocks.iter().enumerate().filter(enters).map(start).collect()
}

/// The limit, a literal or an in-parameter, is not before `start` on the way in a direction.
fn is_beyond(procedure: &YieldProcedure, limit: &Expr, start: i128, direction: Direction, layer: Layer) -> bool {
    let reaches = |value: i128| match direction {
        Direction::Up => value >= start,
        Direction::Down => value <= start,
    };
    if let Some(limit) = literal(limit) {
        return reaches(limit);
    }
    let ExprKind::Var(Var::Local(var)) = limit.kind() else { return false };
    let requires = procedure.requires.iter().filter(|it| it.layers.contains(&layer));
    let mut known = requires.flat_map(|it| bounds(&it.condition.expr));
    // The bound of the limit itself lies on the side from which the counter comes.
    known.any(|it| it.var == *var && it.direction != direction && literal(&it.limit).is_some_and(reaches))
}

/// The direction of `v := v ± 1`.
fn unit_step(cmd: &Cmd, var: LocalId) -> Option<Direction> {
    let CmdKind::Assign(pairs) = &cmd.kind else { return None };
    let (_, value) = pairs.iter().find(|(target, _)| *target == Var::Local(var))?;
    let ExprKind::Binary(_, left, right) = value.kind() else { return None };
    let is_unit = |expr: &Expr| literal(expr).is_some_and(|value| value.unsigned_abs() == 1);
    if is_unit(left) || is_unit(right) { step_from(value, var) } else { None }
}

/// On every way from the head, inside the loop, a command of the first kind stands before any of the second.
fn comes_first(
    body: &Body,
    head: BlockId,
    members: &FxHashSet<BlockId>,
    first: &dyn Fn(&Cmd) -> bool,
    second: &dyn Fn(&Cmd) -> bool,
) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![head];
    while let Some(block) = work.pop() {
        let block = &body.blocks[block.index()];
        match block.cmds.iter().find(|cmd| first(cmd) || second(cmd)) {
            Some(cmd) if first(cmd) => continue,
            Some(_) => return false,
            None => work.extend(block.successors().iter().filter(|to| members.contains(to) && seen.insert(**to))),
        }
    }
    true
}

/// No inner loop repeats such a command: behind it, the next one comes only after the head.
fn happens_once(body: &Body, head: BlockId, members: &FxHashSet<BlockId>, such: &dyn Fn(&Cmd) -> bool) -> bool {
    let has = |block: BlockId| body.blocks[block.index()].cmds.iter().any(such);
    let inner = |to: &BlockId| members.contains(to) && *to != head;
    members.iter().copied().filter(|block| has(*block)).all(|block| {
        let mut seen = FxHashSet::default();
        let mut work = vec![block];
        while let Some(at) = work.pop() {
            for next in body.blocks[at.index()].successors().iter().copied().filter(inner) {
                if has(next) {
                    return false;
                }
                if seen.insert(next) {
                    work.push(next);
                }
            }
        }
        true
    })
}

/// Every way from the head back to the head, inside the loop, has such a command.
fn passes_in_each_iteration(
    body: &Body,
    head: BlockId,
    members: &FxHashSet<BlockId>,
    such: &dyn Fn(&Cmd) -> bool,
) -> bool {
    let has = |block: BlockId| body.blocks[block.index()].cmds.iter().any(such);
    let mut seen = FxHashSet::default();
    let mut work = vec![head];
    while let Some(block) = work.pop() {
        if has(block) {
            continue;
        }
        for next in body.blocks[block.index()].successors() {
            if *next == head {
                return false;
            }
            if members.contains(next) && seen.insert(*next) {
                work.push(*next);
            }
        }
    }
    true
}

/// The direction of `v := v + c` or `v := v − c`.
fn step_of(cmd: &Cmd, var: LocalId) -> Option<Direction> {
    let CmdKind::Assign(pairs) = &cmd.kind else { return None };
    let (_, value) = pairs.iter().find(|(target, _)| *target == Var::Local(var))?;
    step_from(value, var)
}
