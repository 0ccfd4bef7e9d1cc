//! Which locals are still read, at each node of a graph.

use concurrent::object::{Check, Expr, ExprKind, Graph, Instruction, LocalId};

/// By node, then by local.
pub fn live_locals(graph: &Graph, locals: usize) -> Vec<Vec<bool>> {
    let mut live = vec![vec![false; locals]; graph.nodes.len()];
    if let Some(result) = graph.result {
        live[graph.exit.index()][result.index()] = true;
    }
    live[graph.exceptional_exit.index()][graph.exception.index()] = true;
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for edge in graph.edges.iter().rev() {
            let mut before = live[edge.to.index()].clone();
            let (read, written) = accesses(&edge.instruction);
            if let Some(written) = written {
                before[written.index()] = false;
            }
            if let Some(unwind) = edge.unwind {
                let caught = &live[unwind.index()];
                for (index, is_live) in caught.iter().enumerate() {
                    before[index] |= *is_live && index != graph.exception.index();
                }
            }
            for local in read {
                before[local.index()] = true;
            }
            let at = &mut live[edge.from.index()];
            for (known, is_live) in at.iter_mut().zip(before) {
                is_changed |= is_live && !*known;
                *known |= is_live;
            }
        }
    }
    live
}

/// What an instruction reads and what it writes.
fn accesses(instruction: &Instruction) -> (Vec<LocalId>, Option<LocalId>) {
    let mut exprs: Vec<&Expr> = Vec::new();
    let mut written = None;
    match instruction {
        Instruction::Skip => {}
        // What an annotation speaks of is no value of the program.
        Instruction::Annotation(_) => {}
        Instruction::Assign { target, value } => {
            exprs.push(value);
            written = Some(*target);
        }
        Instruction::ReadField { target, object, field: _ } => {
            exprs.extend(object);
            written = Some(*target);
        }
        Instruction::WriteField { object, field: _, value } => {
            exprs.extend(object);
            exprs.push(value);
        }
        Instruction::ReadElement { target, array, index } => {
            exprs.extend([array, index]);
            written = Some(*target);
        }
        Instruction::WriteElement { array, index, value } => exprs.extend([array, index, value]),
        Instruction::ArrayLength { target, array } => {
            exprs.push(array);
            written = Some(*target);
        }
        Instruction::NewObject { target, class: _ } => written = Some(*target),
        Instruction::NewArray { target, ty: _, lengths } => {
            exprs.extend(lengths);
            written = Some(*target);
        }
        Instruction::Call(call) => {
            exprs.extend(&call.receiver);
            exprs.extend(&call.args);
            written = call.target;
        }
        Instruction::Enter(value) | Instruction::Exit(value) | Instruction::Throw(value) => exprs.push(value),
        Instruction::Assume(condition) => exprs.push(condition),
        Instruction::Check(check) => match check {
            Check::NotNull(value) | Check::NotNegative(value) | Check::NotZero(value) | Check::Assertion(value) => {
                exprs.push(value);
            }
            Check::Cast { value, ty: _ } => exprs.push(value),
            Check::InBounds { array, index } => exprs.extend([array, index]),
            Check::ArrayStore { array, value } => exprs.extend([array, value]),
        },
    }
    let mut read = Vec::new();
    exprs.into_iter().for_each(|expr| locals_of(expr, &mut read));
    (read, written)
}

fn locals_of(expr: &Expr, found: &mut Vec<LocalId>) {
    match &expr.kind {
        ExprKind::Local(local) => found.push(*local),
        ExprKind::Constant(_) => {}
        ExprKind::Unary { arg, .. } | ExprKind::Convert(arg) | ExprKind::Cast(arg) => locals_of(arg, found),
        ExprKind::InstanceOf { value, .. } => locals_of(value, found),
        ExprKind::Binary { left, right, .. } => {
            locals_of(left, found);
            locals_of(right, found);
        }
        ExprKind::Concat(parts) => parts.iter().for_each(|part| locals_of(part, found)),
    }
}
