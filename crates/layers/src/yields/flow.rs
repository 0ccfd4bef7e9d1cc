//! The flow graph of a yield procedure at a layer, with what each step means for reduction on its edges.
//!
//! At layer n, a procedure below n is what it refines, and a procedure at n or above still yields when it is called and
//! when it returns:
//!
//! ```text
//! call P       P below n                 the mover type of the action that stands for P at n; none: both
//! call P       mover procedure at n      its mover type; it may start threads
//! call P       otherwise                 yield
//! async P      P below n, sync           as a call
//! async P      P below n                 nothing: P refines the action that does nothing
//! async P      mover procedure at n      as a call
//! async P      otherwise                 left: starting a thread moves left
//! call Inv     Inv at n                  yield
//! call Inv     otherwise                 nothing
//! loop head    yields at n               yield
//! anything else                          private: locals, and ghost code that belongs to the transaction around it
//! ```
//!
//! The arms of a parallel call follow one another; [`crate::yields::parallel_arms`] says when that is all the same.

use crate::calls::Callee;
use crate::civl::{Action, Arm, Block, Body, Call, Civl, Cmd, CmdKind, Layer, LoopYield, Transfer, YieldProcedure};
use crate::yields::effects::{Effect, Effects};
use ivl::ast::Mover;
use ivl::typed::{Assumption, BlockId, Expr, ExprKind, Literal, ProcedureId};
use source::Span;

/// How a step commutes with steps of other threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoverLabel {
    Yield,
    Both,
    Left,
    Right,
    Non,
    Private,
}

impl MoverLabel {
    pub const ALL: [MoverLabel; 6] = [
        MoverLabel::Yield,
        MoverLabel::Both,
        MoverLabel::Left,
        MoverLabel::Right,
        MoverLabel::Non,
        MoverLabel::Private,
    ];

    fn of(mover: Mover) -> MoverLabel {
        match mover {
            Mover::Atomic => MoverLabel::Non,
            Mover::Left => MoverLabel::Left,
            Mover::Right => MoverLabel::Right,
            Mover::Both => MoverLabel::Both,
        }
    }
}

/// What a step does to the precondition of a thread that was started before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsyncLabel {
    /// The thread may begin.
    Yield,
    Private,
    /// Some global may change.
    Modifies,
    /// A thread without a precondition at this layer is started.
    Starts,
    /// A thread with a precondition at this layer is started.
    Async,
    /// Some global may change, and then a thread with a precondition is started: a mover procedure does both.
    ModifiesAsync,
}

/// What the program does on an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    Jump,
    LoopHead,
    Invariant(ProcedureId),
    /// `assume`, as written by the user: the thread may stay here.
    Assume,
    /// Ghost code.
    Pure(ProcedureId),
    /// A call of a procedure that yields at this layer.
    Yielding(ProcedureId),
    /// A call of a procedure for which an action stands.
    Action {
        callee: ProcedureId,
        action: ProcedureId,
    },
    /// A call of a procedure that does nothing at this layer.
    Skip(ProcedureId),
    MoverProcedure(ProcedureId),
    Async(ProcedureId),
}

#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub mover: MoverLabel,
    pub asynchrony: AsyncLabel,
    pub cause: Cause,
    pub span: Span,
}

/// The graph. Node 0 is the entry; the node of the same number is the start of each block.
pub struct Flow {
    pub layer: Layer,
    /// The block of each node.
    pub blocks: Vec<BlockId>,
    pub edges: Vec<Edge>,
    /// The nodes at a `return`, with its place.
    pub returns: Vec<(usize, Span)>,
    /// For each node, the edges that leave it.
    pub outgoing: Vec<Vec<usize>>,
    /// Parallel calls that can be reached, each with the edges of its arms.
    pub parallel: Vec<(Span, Vec<usize>)>,
}

impl Flow {
    pub fn new(civl: &Civl, effects: &Effects, body: &Body, layer: Layer) -> Flow {
        let blocks = (0..body.blocks.len() as u32).map(BlockId).collect();
        let flow = Flow { layer, blocks, edges: vec![], returns: vec![], outgoing: vec![], parallel: vec![] };
        let mut builder = Builder { civl, effects, flow };
        for block in reachable(body) {
            builder.block(block, &body.blocks[block.index()]);
        }
        let mut flow = builder.flow;
        flow.outgoing = vec![Vec::new(); flow.blocks.len()];
        for (at, edge) in flow.edges.iter().enumerate() {
            flow.outgoing[edge.from].push(at);
        }
        flow
    }
}

/// The blocks that runs can come to, in order.
pub fn reachable(body: &Body) -> Vec<BlockId> {
    let mut seen = vec![false; body.blocks.len()];
    let mut work = vec![BlockId(0)];
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut seen[block.index()], true) {
            work.extend(body.blocks[block.index()].successors());
        }
    }
    (0..seen.len()).filter(|at| seen[*at]).map(|at| BlockId(at as u32)).collect()
}

/// The labels of a step and its cause.
type Labels = (MoverLabel, AsyncLabel, Cause);

struct Builder<'a> {
    civl: &'a Civl<'a>,
    effects: &'a Effects,
    flow: Flow,
}

impl Builder<'_> {
    fn block(&mut self, id: BlockId, block: &Block) {
        let mut node = id.index();
        if let Some(LoopYield { layer, span, .. }) = &block.yields
            && self.flow.layer <= *layer
        {
            node = self.step(id, node, (MoverLabel::Yield, AsyncLabel::Yield, Cause::LoopHead), *span);
        }
        for cmd in &block.cmds {
            node = self.cmd(id, node, cmd);
        }
        match &block.transfer {
            Transfer::Goto { targets, span } => {
                for target in targets {
                    self.edge(node, target.index(), (MoverLabel::Private, AsyncLabel::Private, Cause::Jump), *span);
                }
            }
            Transfer::Return { span } => self.flow.returns.push((node, *span)),
        }
    }

    fn cmd(&mut self, block: BlockId, node: usize, cmd: &Cmd) -> usize {
        let labels = match &cmd.kind {
            CmdKind::Assume { expr, origin: Assumption::Stated } if !is_true(expr) => {
                let next = self.node(block);
                self.edge(node, next, (MoverLabel::Private, AsyncLabel::Private, Cause::Assume), cmd.span);
                return next;
            }
            CmdKind::Assert { .. }
            | CmdKind::Assume { .. }
            | CmdKind::Assign(_)
            | CmdKind::Unpack { .. }
            | CmdKind::Havoc(_)
            | CmdKind::Measure(_) => return node,
            CmdKind::Atomic { callee, ins, outs, layers } => {
                let here = layers.contains(self.flow.layer);
                let changes = here && self.effects.atomic_changes(self.civl, *callee, ins, outs);
                (MoverLabel::Private, modifies(changes), Cause::Pure(*callee))
            }
            CmdKind::Invariant(call) => self.invariant(call.invariant),
            CmdKind::Call(call) => self.call(call),
            CmdKind::Async { call, sync } => self.asynchronous(call, *sync),
            CmdKind::Parallel(arms) => return self.parallel(block, node, arms, cmd.span),
        };
        self.step(block, node, labels, cmd.span)
    }

    fn parallel(&mut self, block: BlockId, mut node: usize, arms: &[Arm], span: Span) -> usize {
        let mut edges = Vec::new();
        for arm in arms {
            let (labels, span) = match arm {
                Arm::Call(call) => (self.call(call), call.span),
                Arm::Invariant(call) => (self.invariant(call.invariant), call.span),
            };
            let next = self.node(block);
            edges.push(self.flow.edges.len());
            self.edge(node, next, labels, span);
            node = next;
        }
        self.flow.parallel.push((span, edges));
        node
    }

    fn invariant(&self, id: ProcedureId) -> Labels {
        match self.civl.invariant(id) {
            Some(invariant) if invariant.layer != self.flow.layer => {
                (MoverLabel::Private, AsyncLabel::Private, Cause::Invariant(id))
            }
            _ => (MoverLabel::Yield, AsyncLabel::Yield, Cause::Invariant(id)),
        }
    }

    fn call(&self, call: &Call) -> Labels {
        match self.civl.callee_at(call.callee, self.flow.layer) {
            Callee::Action(callee, action) => self.action(callee, action),
            Callee::Nothing => (MoverLabel::Both, AsyncLabel::Private, Cause::Skip(call.callee)),
            Callee::Mover(callee, mover) => self.mover_procedure(callee, mover),
            Callee::Yields(callee) => (MoverLabel::Yield, AsyncLabel::Yield, Cause::Yielding(callee.id)),
            Callee::Missing => unknown(call.callee),
        }
    }

    fn asynchronous(&self, call: &Call, sync: bool) -> Labels {
        match self.civl.callee_at(call.callee, self.flow.layer) {
            Callee::Action(callee, action) if sync => self.action(callee, action),
            Callee::Nothing if sync => (MoverLabel::Both, AsyncLabel::Private, Cause::Skip(call.callee)),
            Callee::Nothing => (MoverLabel::Private, AsyncLabel::Private, Cause::Async(call.callee)),
            Callee::Mover(callee, mover) => self.mover_procedure(callee, mover),
            Callee::Yields(callee) => self.start_of_thread(callee),
            Callee::Action(..) | Callee::Missing => unknown(call.callee),
        }
    }

    fn start_of_thread(&self, callee: &YieldProcedure) -> Labels {
        let effect = Effect::of_start(self.civl, callee, self.flow.layer);
        (MoverLabel::Left, asynchrony(effect), Cause::Async(callee.id))
    }

    fn action(&self, callee: &YieldProcedure, action: &Action) -> Labels {
        let cause = Cause::Action { callee: callee.id, action: action.id };
        (MoverLabel::of(action.mover), asynchrony(self.effects.of(action.id)), cause)
    }

    fn mover_procedure(&self, callee: &YieldProcedure, mover: Mover) -> Labels {
        (MoverLabel::of(mover), asynchrony(self.effects.of(callee.id)), Cause::MoverProcedure(callee.id))
    }

    fn node(&mut self, block: BlockId) -> usize {
        self.flow.blocks.push(block);
        self.flow.blocks.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize, (mover, asynchrony, cause): Labels, span: Span) {
        self.flow.edges.push(Edge { from, to, mover, asynchrony, cause, span });
    }

    /// A step inside a block. What is private in every respect needs no edge.
    fn step(&mut self, block: BlockId, node: usize, labels: Labels, span: Span) -> usize {
        if (labels.0, labels.1) == (MoverLabel::Private, AsyncLabel::Private) {
            return node;
        }
        let next = self.node(block);
        self.edge(node, next, labels, span);
        next
    }
}

pub fn is_true(expr: &Expr) -> bool {
    matches!(expr.kind(), ExprKind::Literal(Literal::Bool(true)))
}

/// A mover procedure that does both changes globals first, by its own check.
fn asynchrony(effect: Effect) -> AsyncLabel {
    match (effect.changes_globals, effect.leaves_waiting) {
        (true, true) => AsyncLabel::ModifiesAsync,
        (true, false) => AsyncLabel::Modifies,
        (false, true) => AsyncLabel::Async,
        (false, false) if effect.starts_thread => AsyncLabel::Starts,
        (false, false) => AsyncLabel::Private,
    }
}

fn modifies(changes: bool) -> AsyncLabel {
    if changes { AsyncLabel::Modifies } else { AsyncLabel::Private }
}

/// The worst that a call may be.
fn unknown(callee: ProcedureId) -> Labels {
    (MoverLabel::Non, AsyncLabel::Modifies, Cause::MoverProcedure(callee))
}
