//! An implementation as a flow graph of a few simple commands.
//!
//! text → ast → typed → mono → **contract → acyclic** → passive → solver text
//!
//! At this level: no type variables, no calls, no contracts, no measures. Every condition to be proved is a
//! [`StepKind::Check`] that names its [`Goal`]; every fact taken for granted is a [`StepKind::Assume`]. `old` is still
//! here, and so are assignments. A [`Contract`] may have loops; an [`Acyclic`] has none and lists its blocks in
//! topological order.

use crate::typed::{BlockId, Claim, Expr, Name, Type, Var, Variable};
use crate::where_clauses::WherePlace;
use rustc_hash::FxHashSet;
use source::Span;
use std::sync::Arc;

/// An implementation with calls and contracts spelt out. Loops remain.
#[derive(Clone, Debug)]
pub struct Contract {
    pub graph: Graph,
    pub goals: Vec<Goal>,
    pub measures: Vec<LoopMeasure>,
}

/// The measure of a loop, whose head saves its value.
#[derive(Clone, Debug)]
pub struct LoopMeasure {
    pub current: Vec<Expr>,
    pub saved: Vec<Expr>,
    /// The first of the locals that hold the saved value; the head assigns it.
    pub marker: Var,
    pub span: Span,
}

/// A [`Contract`] whose loops are cut. Blocks are in topological order, and no edge goes from a block with several
/// successors to a block with several predecessors.
#[derive(Clone, Debug)]
pub struct Acyclic {
    pub graph: Graph,
    pub goals: Vec<Goal>,
}

/// Blocks over one table of locals; the first block is the entry.
#[derive(Clone, Debug)]
pub struct Graph {
    pub name: Name,
    /// The implementation's name in its header.
    pub span: Span,
    /// Parameters, the author's locals, then locals that passes made up.
    pub locals: Vec<Variable>,
    /// Made-up locals that a reader of a trace need not see.
    pub hidden: FxHashSet<Var>,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub label: Name,
    pub steps: Vec<Step>,
    /// None: the run ends here.
    pub successors: Vec<BlockId>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub kind: StepKind,
    pub origin: Origin,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StepKind {
    Assume(Expr),
    /// The condition holds here, whenever all conditions before it did. With `forget`, later steps may not use it.
    Check {
        goal: GoalId,
        expr: Expr,
        forget: bool,
    },
    Assign(Vec<(Var, Expr)>),
    Havoc(Vec<Var>),
    /// Says nothing; offers a value to quantifiers.
    Offer(Offer),
}

/// `{:add_to_pool "pool", value}`: quantifiers over variables of this pool are to be instantiated at the value.
#[derive(Clone, Debug)]
pub struct Offer {
    pub pool: Name,
    pub value: Expr,
}

/// Why a step is there; decides how a trace tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The start of the implementation: parameters and globals have arbitrary values, preconditions hold.
    Entry,
    /// A statement of the author's.
    Statement,
    /// The condition of an `if` or `while` was decided.
    Guard { taken: bool },
    /// A call of this procedure returns.
    CallReturn(Name),
    /// The implementation returns.
    Return,
    /// An arbitrary iteration of a loop begins.
    LoopHead,
    /// An invariant is believed at the head of its loop.
    Invariant,
    /// Bookkeeping that a reader of a trace need not see.
    Internal,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GoalId(pub u32);

impl GoalId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A condition to be proved, with what a report says of it.
#[derive(Clone, Debug)]
pub struct Goal {
    pub kind: GoalKind,
    /// The place to blame: the assertion, the call, the `ensures` or `invariant` clause.
    pub span: Span,
    /// The clause that is broken, if it is elsewhere.
    pub clause: Option<Span>,
    /// `{:msg "…"}`: the author's own words.
    pub message: Option<Name>,
    /// The calls that put it here, outermost first, if its procedure was inlined.
    pub inlined_at: Vec<Span>,
}

/// The proof rules of sequential programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GoalKind {
    /// `assert E` where it stands.
    Assertion,
    /// `requires E` of the callee, at the call.
    Precondition { callee: Name },
    /// `ensures E`, at every return.
    Postcondition,
    /// `invariant E`, when the loop is first reached.
    InvariantEntry,
    /// `invariant E`, after each iteration.
    InvariantPreserved,
    /// The where-clause of a variable, where the program changed what it reads and the verifier goes on from it.
    Where { variable: Name, place: WherePlace },
    /// A measure is at least zero.
    MeasureBounded,
    /// A measure falls with each iteration, or from caller to callee.
    MeasureDecreases,
    /// The value matches the constructor of `C(x, y) := e`.
    Unpack,
    /// A rule of another engine.
    Claim(Arc<Claim>),
}

impl GoalKind {
    /// The words of all kinds but claims, which have their own.
    pub const WORDS: [&'static str; 8] = [
        "assertion",
        "precondition",
        "postcondition",
        "invariant-entry",
        "invariant-preserved",
        "where",
        "measure",
        "unpack",
    ];

    /// The word in obligation ids and JSON.
    pub fn word(&self) -> &'static str {
        match self {
            GoalKind::Assertion => "assertion",
            GoalKind::Precondition { .. } => "precondition",
            GoalKind::Postcondition => "postcondition",
            GoalKind::InvariantEntry => "invariant-entry",
            GoalKind::InvariantPreserved => "invariant-preserved",
            GoalKind::Where { .. } => "where",
            GoalKind::MeasureBounded | GoalKind::MeasureDecreases => "measure",
            GoalKind::Unpack => "unpack",
            GoalKind::Claim(claim) => claim.kind,
        }
    }
}

impl Graph {
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// Adds a local that no program text can name and no trace shows.
    pub fn hidden_local(&mut self, name: String, ty: Type, span: Span) -> Var {
        let var = self.fresh_local(name, ty, span);
        self.hidden.insert(var);
        var
    }

    /// Adds a local that no program text can name.
    pub fn fresh_local(&mut self, name: String, ty: Type, span: Span) -> Var {
        let id = crate::typed::LocalId(self.locals.len() as u32);
        self.locals.push(Variable { name: name.into(), ty, where_clause: None, attributes: Vec::new(), span });
        Var::Local(id)
    }

    fn reachable(&self) -> FxHashSet<BlockId> {
        let mut reached = FxHashSet::default();
        let mut work = vec![BlockId(0)];
        while let Some(block) = work.pop() {
            if reached.insert(block) {
                work.extend(&self.block(block).successors);
            }
        }
        reached
    }

    /// The goals that some run may come to a check of.
    pub fn reachable_goals(&self) -> FxHashSet<GoalId> {
        let blocks = self.reachable().into_iter().map(|block| self.block(block));
        let goals = blocks.flat_map(|block| &block.steps).filter_map(|step| match &step.kind {
            StepKind::Check { goal, .. } => Some(*goal),
            StepKind::Assume(_) | StepKind::Assign(_) | StepKind::Havoc(_) | StepKind::Offer(_) => None,
        });
        goals.collect()
    }

    /// Drops the blocks that no run reaches and renumbers the rest in the same order.
    pub fn remove_unreachable(&mut self) {
        let reached = self.reachable();
        let all = (0..self.blocks.len() as u32).map(BlockId);
        let order: Vec<BlockId> = all.filter(|id| reached.contains(id)).collect();
        self.renumber(&order);
    }

    /// Keeps the blocks of `order`, in this order.
    pub fn renumber(&mut self, order: &[BlockId]) {
        let mut new_id = vec![None; self.blocks.len()];
        for (index, block) in order.iter().enumerate() {
            new_id[block.index()] = Some(BlockId(index as u32));
        }
        let mut old: Vec<Option<Block>> = std::mem::take(&mut self.blocks).into_iter().map(Some).collect();
        for block in order {
            let Some(mut block) = old[block.index()].take() else { continue };
            block.successors = block.successors.iter().filter_map(|successor| new_id[successor.index()]).collect();
            self.blocks.push(block);
        }
    }

    /// The predecessors of every block.
    pub fn predecessors(&self) -> Vec<Vec<BlockId>> {
        let mut predecessors = vec![Vec::new(); self.blocks.len()];
        for (index, block) in self.blocks.iter().enumerate() {
            for successor in &block.successors {
                predecessors[successor.index()].push(BlockId(index as u32));
            }
        }
        predecessors
    }
}
