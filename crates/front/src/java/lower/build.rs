//! The graph as it grows, and its last shape: unreachable nodes and steps that do nothing are gone.

use super::{Lowerer, Value};
use crate::java::types::Ty;
use concurrent::object::{
    Check, Constant, Edge, Expr, ExprKind, Graph, Instruction, Local, LocalId, Node, NodeId, Type, UnaryOp,
};
use source::Span;

impl Lowerer<'_, '_> {
    pub(super) fn node(&mut self, span: Span) -> NodeId {
        self.nodes.push(Node { span });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// An instruction that cannot throw.
    pub(super) fn emit(&mut self, instruction: Instruction, span: Span) {
        let to = self.node(span);
        self.edge(self.at, to, None, instruction, span);
        self.at = to;
    }

    /// An instruction that may throw to the current handler.
    pub(super) fn emit_throwing(&mut self, instruction: Instruction, span: Span) {
        let to = self.node(span);
        self.edge(self.at, to, Some(self.unwind), instruction, span);
        self.at = to;
    }

    pub(super) fn edge(
        &mut self,
        from: NodeId,
        to: NodeId,
        unwind: Option<NodeId>,
        instruction: Instruction,
        span: Span,
    ) {
        self.nodes[from.index()].span = span;
        self.edges.push(Edge { from, to, unwind, instruction, span });
    }

    /// Control goes on at this node; what is emitted next is reached in another way or not at all.
    pub(super) fn goto(&mut self, to: NodeId, span: Span) {
        self.edge(self.at, to, None, Instruction::Skip, span);
        self.at = self.node(span);
    }

    pub(super) fn assume(&mut self, condition: Expr, to: NodeId, span: Span) {
        self.edge(self.at, to, None, Instruction::Assume(condition), span);
    }

    /// Two edges, one for each value of the condition.
    pub(super) fn split(&mut self, condition: Expr, if_true: NodeId, if_false: NodeId, span: Span) {
        match condition.kind {
            ExprKind::Constant(Constant::Bool(value)) => {
                let to = if value { if_true } else { if_false };
                self.edge(self.at, to, None, Instruction::Skip, span);
            }
            _ => {
                self.assume(condition.clone(), if_true, span);
                self.assume(not(condition), if_false, span);
            }
        }
        self.at = self.node(span);
    }

    pub(super) fn temporary(&mut self, ty: Type, span: Span) -> LocalId {
        let name = format!("t{}", self.temporaries);
        self.temporaries += 1;
        self.locals.push(Local { name: name.into(), ty, is_temporary: true, span });
        LocalId(self.locals.len() as u32 - 1)
    }

    pub(super) fn temporary_of(&mut self, ty: &Ty, span: Span) -> LocalId {
        let ty = self.world.erase(ty);
        self.temporary(ty, span)
    }

    /// The value in a local of its own, which nothing that follows changes.
    pub(super) fn keep(&mut self, value: Value, span: Span) -> Value {
        if matches!(value.expr.kind, ExprKind::Constant(_)) {
            return value;
        }
        if let ExprKind::Local(local) = value.expr.kind
            && (self.locals[local.index()].is_temporary || (!self.is_static && local.index() == 0))
        {
            return value;
        }
        let is_not_null = self.is_not_null(&value.expr);
        let target = self.temporary(value.expr.ty.clone(), span);
        if is_not_null {
            self.not_null.push(target);
        }
        self.emit(Instruction::Assign { target, value: value.expr }, span);
        self.local_value(target, value.ty)
    }

    pub(super) fn assign(&mut self, target: LocalId, value: Expr, span: Span) {
        self.emit(Instruction::Assign { target, value }, span);
    }

    /// The check that a reference is not null, unless it is known.
    pub(super) fn check_not_null(&mut self, value: &Expr, span: Span) {
        if !self.is_not_null(value) {
            self.emit_throwing(Instruction::Check(Check::NotNull(value.clone())), span);
        }
    }

    pub(super) fn is_not_null(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Local(local) => (!self.is_static && local.index() == 0) || self.not_null.contains(local),
            ExprKind::Constant(constant) => *constant != Constant::Null,
            ExprKind::Cast(inner) => self.is_not_null(inner),
            ExprKind::Concat(_) => true,
            ExprKind::Unary { .. } | ExprKind::Binary { .. } | ExprKind::Convert(_) | ExprKind::InstanceOf { .. } => {
                false
            }
        }
    }

    /// The finished graph and all locals.
    pub(super) fn finish(self) -> (Graph, Vec<Local>) {
        let graph = Graph {
            nodes: self.nodes,
            edges: self.edges,
            entry: self.entry,
            exit: self.exit,
            exceptional_exit: self.exceptional_exit,
            result: self.result,
            exception: self.exception,
        };
        (tidy(graph), self.locals)
    }
}

pub(super) fn not(condition: Expr) -> Expr {
    match condition.kind {
        ExprKind::Constant(Constant::Bool(value)) => {
            Expr { kind: ExprKind::Constant(Constant::Bool(!value)), ty: Type::Boolean }
        }
        ExprKind::Unary { op: UnaryOp::Not, arg } => *arg,
        _ => Expr { kind: ExprKind::Unary { op: UnaryOp::Not, arg: Box::new(condition) }, ty: Type::Boolean },
    }
}

/// Skips that are the only way out of their node are gone, then what cannot be reached; nodes are counted anew, in the
/// order in which a walk from the entry meets them.
fn tidy(graph: Graph) -> Graph {
    let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
    for (at, edge) in graph.edges.iter().enumerate() {
        outgoing[edge.from.index()].push(at);
    }
    let skipped = |node: NodeId| match outgoing[node.index()][..] {
        [only] => match graph.edges[only].instruction {
            Instruction::Skip => Some(graph.edges[only].to),
            _ => None,
        },
        _ => None,
    };
    let resolve = |mut node: NodeId| {
        // A loop that does nothing has no end.
        for _ in 0..graph.nodes.len() {
            match skipped(node) {
                Some(next) if next != node => node = next,
                _ => break,
            }
        }
        node
    };
    let mut number: Vec<Option<u32>> = vec![None; graph.nodes.len()];
    let mut nodes = Vec::new();
    let mut edges = Vec::new();
    let entry = resolve(graph.entry);
    let mut pending = vec![entry];
    let mut order = Vec::new();
    while let Some(node) = pending.pop() {
        if number[node.index()].is_some() {
            continue;
        }
        number[node.index()] = Some(nodes.len() as u32);
        nodes.push(graph.nodes[node.index()]);
        order.push(node);
        for edge in outgoing[node.index()].iter().rev().map(|at| &graph.edges[*at]) {
            pending.extend(edge.unwind.map(resolve));
            pending.push(resolve(edge.to));
        }
    }
    let mut numbered = |node: NodeId, nodes: &mut Vec<Node>| {
        let index = *number[node.index()].get_or_insert_with(|| {
            nodes.push(graph.nodes[node.index()]);
            nodes.len() as u32 - 1
        });
        NodeId(index)
    };
    let exit = numbered(graph.exit, &mut nodes);
    let exceptional_exit = numbered(graph.exceptional_exit, &mut nodes);
    for node in order {
        for edge in outgoing[node.index()].iter().map(|at| &graph.edges[*at]) {
            edges.push(Edge {
                from: numbered(node, &mut nodes),
                to: numbered(resolve(edge.to), &mut nodes),
                unwind: edge.unwind.map(|unwind| numbered(resolve(unwind), &mut nodes)),
                instruction: edge.instruction.clone(),
                span: edge.span,
            });
        }
    }
    let entry = numbered(entry, &mut nodes);
    Graph { nodes, edges, entry, exit, exceptional_exit, result: graph.result, exception: graph.exception }
}
