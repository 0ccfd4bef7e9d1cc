//! Which variables of a method are still read after a node, so that no more is kept of them than needed.

use crate::plan::flat::{Flat, Op};
use concurrent::object::{Check, Expr, ExprKind, Instruction, LocalId};

pub struct Live {
    nodes: Vec<Vec<u64>>,
}

impl Live {
    pub fn is_live(&self, node: usize, local: LocalId) -> bool {
        self.nodes[node].get(local.index() / 64).is_some_and(|word| word & (1 << (local.index() % 64)) != 0)
    }
}

pub fn live(flat: &Flat) -> Live {
    let words = flat.locals.len().div_ceil(64);
    let mut nodes = vec![vec![0_u64; words]; flat.nodes.len()];
    let set = |bits: &mut [u64], local: LocalId| bits[local.index() / 64] |= 1 << (local.index() % 64);
    if let Some(result) = flat.result {
        set(&mut nodes[flat.exit], result);
    }
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); flat.nodes.len()];
    for (at, edge) in flat.edges.iter().enumerate() {
        std::iter::once(edge.to).chain(edge.unwind).for_each(|to| before[to].push(at));
    }
    let mut pending: Vec<usize> = (0..flat.nodes.len()).collect();
    while let Some(node) = pending.pop() {
        for at in &before[node] {
            let edge = &flat.edges[*at];
            let mut bits = nodes[edge.to].clone();
            if let Some(unwind) = edge.unwind {
                bits.iter_mut().zip(&nodes[unwind]).for_each(|(bits, more)| *bits |= more);
            }
            // A target is dead before, unless the edge may leave it alone.
            if let (Some(target), None) = (target(&edge.op), edge.unwind) {
                bits[target.index() / 64] &= !(1 << (target.index() % 64));
            }
            used(&edge.op, &mut |local| set(&mut bits, local));
            let known = &mut nodes[edge.from];
            let is_new = known.iter().zip(&bits).any(|(known, bits)| bits & !known != 0);
            if is_new {
                known.iter_mut().zip(&bits).for_each(|(known, bits)| *known |= bits);
                pending.push(edge.from);
            }
        }
    }
    Live { nodes }
}

fn target(op: &Op) -> Option<LocalId> {
    match op {
        Op::Java(instruction) => instruction.target(),
        Op::Library { call, .. } | Op::Abstract { call, .. } => call.target,
        Op::Shows { .. } | Op::Clauses { .. } | Op::Requires { .. } => None,
    }
}

/// The variables that an edge looks at.
pub fn used(op: &Op, note: &mut dyn FnMut(LocalId)) {
    match op {
        Op::Java(instruction) => in_instruction(instruction, note),
        Op::Library { call, .. } | Op::Abstract { call, .. } => {
            call.receiver.iter().chain(&call.args).for_each(|value| in_expr(value, note));
        }
        Op::Shows { objects } => objects.iter().for_each(|value| in_expr(value, note)),
        Op::Clauses { .. } | Op::Requires { .. } => {}
    }
}

fn in_instruction(instruction: &Instruction, note: &mut dyn FnMut(LocalId)) {
    match instruction {
        Instruction::Assign { value, .. } => in_expr(value, note),
        Instruction::ReadField { object, .. } => object.iter().for_each(|object| in_expr(object, note)),
        Instruction::WriteField { object, value, .. } => {
            object.iter().chain([value]).for_each(|value| in_expr(value, note));
        }
        Instruction::ReadElement { array, index, .. } => [array, index].into_iter().for_each(|x| in_expr(x, note)),
        Instruction::WriteElement { array, index, value } => {
            [array, index, value].into_iter().for_each(|x| in_expr(x, note));
        }
        Instruction::ArrayLength { array, .. } => in_expr(array, note),
        Instruction::NewArray { lengths, .. } => lengths.iter().for_each(|length| in_expr(length, note)),
        Instruction::Call(call) => call.receiver.iter().chain(&call.args).for_each(|value| in_expr(value, note)),
        Instruction::Enter(value) | Instruction::Exit(value) => in_expr(value, note),
        Instruction::Assume(value) | Instruction::Throw(value) => in_expr(value, note),
        Instruction::Check(check) => match check {
            Check::NotNull(value) | Check::NotNegative(value) | Check::NotZero(value) => in_expr(value, note),
            Check::Assertion(value) | Check::Cast { value, .. } => in_expr(value, note),
            Check::InBounds { array, index: other } | Check::ArrayStore { array, value: other } => {
                [array, other].into_iter().for_each(|value| in_expr(value, note));
            }
        },
        Instruction::Skip | Instruction::NewObject { .. } | Instruction::Annotation(_) => {}
    }
}

fn in_expr(expr: &Expr, note: &mut dyn FnMut(LocalId)) {
    match &expr.kind {
        ExprKind::Local(local) => note(*local),
        ExprKind::Constant(_) => {}
        ExprKind::Unary { arg, .. } | ExprKind::Convert(arg) | ExprKind::Cast(arg) => in_expr(arg, note),
        ExprKind::InstanceOf { value, .. } => in_expr(value, note),
        ExprKind::Binary { left, right, .. } => [left, right].into_iter().for_each(|part| in_expr(part, note)),
        ExprKind::Concat(parts) => parts.iter().for_each(|part| in_expr(part, note)),
    }
}
