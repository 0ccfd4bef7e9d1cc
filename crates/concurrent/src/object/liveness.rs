//! Which locals are read later on: the others do not tell states apart.
//!
//! live(n) = ⋃ over edges n → m of uses(e) ∪ (live(m) ∖ target(e)) ∪ live(unwind(e)) ∖ {exception}

use super::{Call, Check, Edge, Expr, ExprKind, Graph, Instruction, LocalId, Method, ScopeVariable};

/// Locals as bits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Locals(Vec<u64>);

impl Locals {
    fn new(count: usize) -> Locals {
        Locals(vec![0; count.div_ceil(64)])
    }

    pub fn contains(&self, local: usize) -> bool {
        self.0[local / 64] & (1 << (local % 64)) != 0
    }

    fn insert(&mut self, local: LocalId) {
        self.0[local.index() / 64] |= 1 << (local.index() % 64);
    }

    fn remove(&mut self, local: LocalId) {
        self.0[local.index() / 64] &= !(1 << (local.index() % 64));
    }

    pub fn add(&mut self, other: &Locals) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }
}

/// Whether annotations read what is in scope: they do for who evaluates them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Annotations {
    Read,
    AreSkipped,
}

pub struct Liveness {
    /// Before each node.
    pub nodes: Vec<Locals>,
    /// While the call on this edge is in progress.
    pub calls: Vec<Locals>,
}

pub fn liveness(method: &Method, graph: &Graph, annotations: Annotations) -> Liveness {
    let empty = Locals::new(method.locals.len());
    let mut nodes = vec![empty.clone(); graph.nodes.len()];
    if let Some(result) = graph.result {
        nodes[graph.exit.index()].insert(result);
    }
    nodes[graph.exceptional_exit.index()].insert(graph.exception);
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for edge in graph.edges.iter().rev() {
            let mut live = behind(graph, edge, &nodes);
            reads(&edge.instruction, annotations, &mut |local| live.insert(local));
            live.add(&nodes[edge.from.index()]);
            if live != nodes[edge.from.index()] {
                nodes[edge.from.index()] = live;
                is_changed = true;
            }
        }
    }
    let calls = graph.edges.iter().map(|edge| behind(graph, edge, &nodes)).collect();
    Liveness { nodes, calls }
}

/// What is read after the edge, on either way out.
fn behind(graph: &Graph, edge: &Edge, nodes: &[Locals]) -> Locals {
    let mut live = nodes[edge.to.index()].clone();
    if let Some(target) = edge.instruction.target() {
        live.remove(target);
    }
    // A call that ends abruptly leads to the exceptional exit if no other place is named.
    let unwind = edge.unwind.unwrap_or(graph.exceptional_exit);
    let mut thrown = nodes[unwind.index()].clone();
    thrown.remove(graph.exception);
    live.add(&thrown);
    live
}

/// The locals that an instruction reads.
pub fn reads(instruction: &Instruction, annotations: Annotations, found: &mut dyn FnMut(LocalId)) {
    let mut read = |expr: &Expr| locals_of(expr, found);
    match instruction {
        Instruction::Skip | Instruction::NewObject { .. } => {}
        Instruction::Assign { value, .. } => read(value),
        Instruction::ReadField { object, .. } => object.iter().for_each(read),
        Instruction::WriteField { object, value, .. } => object.iter().chain([value]).for_each(read),
        Instruction::ReadElement { array, index, .. } => [array, index].into_iter().for_each(read),
        Instruction::WriteElement { array, index, value } => [array, index, value].into_iter().for_each(read),
        Instruction::ArrayLength { array, .. } => read(array),
        Instruction::NewArray { lengths, .. } => lengths.iter().for_each(read),
        Instruction::Call(Call { receiver, args, .. }) => receiver.iter().chain(args).for_each(read),
        Instruction::Enter(value)
        | Instruction::Exit(value)
        | Instruction::Assume(value)
        | Instruction::Throw(value) => read(value),
        Instruction::Check(check) => check_operands(check).into_iter().for_each(read),
        Instruction::Annotation(_) if annotations == Annotations::AreSkipped => {}
        Instruction::Annotation(annotation) => {
            for entry in annotation.scope.iter() {
                match entry.variable {
                    ScopeVariable::Local(local) => found(local),
                    // Captured variables are fields of `this`, which is a parameter.
                    ScopeVariable::Captured(_) => {}
                }
            }
            found(LocalId(0));
        }
    }
}

fn check_operands(check: &Check) -> Vec<&Expr> {
    match check {
        Check::NotNull(value) | Check::NotNegative(value) | Check::NotZero(value) | Check::Assertion(value) => {
            vec![value]
        }
        Check::Cast { value, .. } => vec![value],
        Check::InBounds { array, index: other } | Check::ArrayStore { array, value: other } => vec![array, other],
    }
}

/// The locals that an expression reads.
pub fn locals_of(expr: &Expr, found: &mut dyn FnMut(LocalId)) {
    match &expr.kind {
        ExprKind::Local(local) => found(*local),
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
