//! Single assignment: every variable has one value.
//!
//! acyclic → **passive** → solver text
//!
//! At this level: no assignments, no havoc, no globals. Each variable of the program has become several, its
//! incarnations, one for each value it takes on a run; they are the locals of this level, and [`Var::Local`] means
//! nothing else. Blocks are in topological order.

use crate::body::{Block as AcyclicBlock, Goal, GoalId, Offer, Origin};
use crate::typed::{BlockId, Expr, Name, Type};
use rustc_hash::FxHashSet;
use source::Span;

#[derive(Clone, Debug)]
pub struct Passive {
    pub name: Name,
    pub incarnations: Vec<Incarnation>,
    pub blocks: Vec<Block>,
    pub goals: Vec<Goal>,
    /// The values that the body offers to quantifiers. Incarnations have their value everywhere, so the places of the
    /// offers no longer matter.
    pub offers: Vec<Offer>,
}

/// One value of one variable.
#[derive(Clone, Debug)]
pub struct Incarnation {
    /// Unique in the body, such as `x@3`.
    pub name: Name,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub label: Name,
    pub steps: Vec<Step>,
    pub successors: Vec<BlockId>,
}

#[derive(Clone, Debug)]
pub enum Step {
    Assume {
        expr: Expr,
        origin: Origin,
    },
    Check {
        goal: GoalId,
        expr: Expr,
        forget: bool,
    },
    /// Something a reader of a failing run wants to see.
    Event(Event),
}

/// A step of the author's program, with the values that variables get there.
#[derive(Clone, Debug)]
pub struct Event {
    pub origin: Origin,
    pub span: Span,
    pub values: Vec<(Name, Expr)>,
}

impl Passive {
    /// The goals that some step checks.
    pub fn checked_goals(&self) -> FxHashSet<GoalId> {
        let goals = self.blocks.iter().flat_map(|block| &block.steps).filter_map(|step| match step {
            Step::Check { goal, .. } => Some(*goal),
            Step::Assume { .. } | Step::Event(_) => None,
        });
        goals.collect()
    }
}

impl Block {
    pub(crate) fn like(block: &AcyclicBlock) -> Block {
        Block { label: block.label.clone(), steps: Vec::new(), successors: block.successors.clone() }
    }
}
