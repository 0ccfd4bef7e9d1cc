//! Single assignment: every variable has one value.
//!
//! acyclic → **passive** → solver text
//!
//! At this level: no assignments, no havoc, no globals. Each variable of the program has become several, its
//! incarnations, one for each value it takes on a run; they are the locals of this level, and [`Var::Local`] means
//! nothing else. Blocks are in topological order.

use crate::body::{Block as AcyclicBlock, Goal, GoalId, Origin};
use crate::typed::{BlockId, Expr, Name, Type};
use source::Span;

#[derive(Clone, Debug)]
pub struct Passive {
    pub name: Name,
    pub incarnations: Vec<Incarnation>,
    pub blocks: Vec<Block>,
    pub goals: Vec<Goal>,
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

impl Block {
    pub(crate) fn like(block: &AcyclicBlock) -> Block {
        Block { label: block.label.clone(), steps: Vec::new(), successors: block.successors.clone() }
    }
}
