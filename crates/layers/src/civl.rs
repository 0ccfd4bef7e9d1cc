//! A Civl program whose annotations are read.
//!
//! mono → **civl** → obligations: plain procedures → the sequential engine
//!
//! At this level every attribute of Civl has become a field: who exists at which layers, who moves how, what is linear,
//! what is hidden. No attribute is looked up by name after this. The layer discipline holds (see [`crate::elaborate`]):
//! whatever exists at a layer mentions only what exists there too. Linearity is not yet checked.
//!
//! Ids are those of the monomorphic program: routines are indexed by [`ProcedureId`], globals by [`GlobalId`]; a
//! [`LocalId`] indexes the locals of the routine's [`Body`], which starts with the parameters.

use crate::modules::Modules;
use ivl::ast::Mover;
use ivl::typed::{
    Attribute, BlockId, Condition, ConstructorId, Expr, GlobalId, ImplementationId, LocalId, Name, ProcedureId,
    Program, Var, Variable,
};
use source::Span;
use std::collections::BTreeSet;

pub type Layer = u32;

/// The layers from `lower` to `upper`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerRange {
    pub lower: Layer,
    pub upper: Layer,
}

impl LayerRange {
    pub const ALL: LayerRange = LayerRange { lower: 0, upper: Layer::MAX };

    pub fn only(layer: Layer) -> LayerRange {
        LayerRange { lower: layer, upper: layer }
    }

    pub fn contains(self, layer: Layer) -> bool {
        self.lower <= layer && layer <= self.upper
    }

    pub fn is_within(self, other: LayerRange) -> bool {
        other.lower <= self.lower && self.upper <= other.upper
    }

    pub fn overlaps(self, other: LayerRange) -> bool {
        self.lower <= other.upper && other.lower <= self.upper
    }
}

/// How a variable holds permissions. A variable of a type without permissions is linear or not without consequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linearity {
    /// Its permissions, if its type has any, are not its own.
    Ordinary,
    /// `{:linear}`: holds permissions; as a parameter, before and after the call.
    Linear,
    /// `{:linear_in}`: a parameter that takes the caller's permissions and does not give them back.
    LinearIn,
    /// `{:linear_out}`: a parameter that holds permissions after the call only.
    LinearOut,
}

impl Linearity {
    pub fn holds_on_entry(self) -> bool {
        matches!(self, Linearity::Linear | Linearity::LinearIn)
    }

    pub fn holds_on_exit(self) -> bool {
        matches!(self, Linearity::Linear | Linearity::LinearOut)
    }
}

/// The whole program.
pub struct Civl<'a> {
    /// Types, functions, axioms, globals and the signatures of all routines.
    pub program: &'a Program,
    pub globals: Vec<Global>,
    pub routines: Vec<Routine>,
    /// Who owns the globals and the routines.
    pub modules: Modules,
    /// Layers at which some assertion, invariant, yield procedure or action refinement is to be checked.
    pub invariant_layers: BTreeSet<Layer>,
    /// Layers at which some yield procedure or action gives way to what it refines.
    pub refinement_layers: BTreeSet<Layer>,
}

/// A global exists from layer `lower`, where it is introduced, to layer `upper`, where it is hidden: procedures at layers
/// in between read and write it through actions.
#[derive(Clone, Copy, Debug)]
pub struct Global {
    pub layers: LayerRange,
    pub is_linear: bool,
}

impl Global {
    /// Whether it exists at the layer and at the next.
    pub fn outlives(self, layer: Layer) -> bool {
        self.layers.lower <= layer && layer < self.layers.upper
    }
}

pub enum Routine {
    /// A procedure of sequential Boogie; Civl does not call it. One body for each implementation.
    Plain {
        params: Vec<Linearity>,
        bodies: Vec<Body>,
    },
    /// `pure procedure`, with or without a body: touches no globals.
    Pure {
        params: Vec<Linearity>,
        body: Option<Body>,
    },
    /// A procedure of the base library that moves permissions; its meaning is built in.
    Primitive {
        primitive: Primitive,
        params: Vec<Linearity>,
    },
    Action(Action),
    Yield(YieldProcedure),
    Invariant(Invariant),
}

/// The procedures of the base library that move permissions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Primitive {
    LocNew,
    TagNew,
    TagsNew,
    Move,
    MapMakeEmpty,
    MapGet,
    MapPut,
    MapSplit,
    MapJoin,
    OneGet,
    OnePut,
    PathLoad,
    PathStore,
}

/// An atomic action: a gate and a body that runs in one step.
pub struct Action {
    /// The procedure of this id has the signature.
    pub id: ProcedureId,
    pub layers: LayerRange,
    pub is_pure: bool,
    /// Pure actions are both movers.
    pub mover: Mover,
    /// The action that stands for it at the layer above `layers.upper`.
    pub refines: Option<ProcedureId>,
    /// `asserts E`, over globals and in-parameters. Empty: the gate is what the assertions in the body need.
    pub gate: Vec<Condition>,
    /// `requires E` and `requires call Inv(…)`: facts that every caller establishes at the single layer of the action.
    pub requires: Vec<Layered>,
    pub requires_calls: Vec<InvariantCall>,
    /// One per parameter, in-parameters first.
    pub params: Vec<Linearity>,
    pub body: Body,
}

impl Action {
    pub fn is_left_mover(&self) -> bool {
        matches!(self.mover, Mover::Left | Mover::Both)
    }

    pub fn is_right_mover(&self) -> bool {
        matches!(self.mover, Mover::Right | Mover::Both)
    }

    pub fn has_preconditions(&self) -> bool {
        !self.requires.is_empty() || !self.requires_calls.is_empty()
    }
}

/// A yield procedure. It exists at the layers up to its own; above, what it refines stands for it.
pub struct YieldProcedure {
    pub id: ProcedureId,
    pub layer: Layer,
    /// A mover procedure: at its own layer its body is one step of this kind.
    pub mover: Option<Mover>,
    /// `None`: it refines the action that does nothing (or it is a mover procedure).
    pub refines: Option<Refines>,
    /// One per parameter, in-parameters first.
    pub params: Vec<Param>,
    /// The parameters that what it refines has too, in their order. Empty for mover procedures and without `refines`.
    pub visible: Vec<LocalId>,
    pub requires: Vec<Layered>,
    pub ensures: Vec<Layered>,
    /// `requires call` and `preserves call`, in this order; `old` is gone, since the state is the one on entry.
    pub requires_calls: Vec<InvariantCall>,
    /// `ensures call` and `preserves call`, in this order.
    pub ensures_calls: Vec<InvariantCall>,
    pub measures: Vec<LayeredMeasure>,
    /// Mover procedures only.
    pub modifies: Vec<GlobalId>,
    pub body: Option<Body>,
}

#[derive(Clone, Copy, Debug)]
pub struct Refines {
    pub action: ProcedureId,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Param {
    pub linearity: Linearity,
    pub layers: LayerRange,
    /// `{:hide}`: not a parameter of what is refined.
    pub is_hidden: bool,
}

/// `yield invariant` or global `invariant`: holds at one layer.
pub struct Invariant {
    pub id: ProcedureId,
    pub layer: Layer,
    pub is_global: bool,
    pub conditions: Vec<Condition>,
    /// One per parameter; only `Ordinary` and `Linear`.
    pub params: Vec<Linearity>,
}

/// A condition that is checked, or believed, at some layers.
pub struct Layered {
    pub condition: Condition,
    pub layers: BTreeSet<Layer>,
}

pub struct LayeredMeasure {
    pub exprs: Vec<Expr>,
    pub layers: BTreeSet<Layer>,
    pub span: Span,
}

/// `call Inv(…)`, as a yield or in a specification.
#[derive(Clone, Debug)]
pub struct InvariantCall {
    pub invariant: ProcedureId,
    pub ins: Vec<Expr>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// Code. The first block is the entry.
pub struct Body {
    pub implementation: ImplementationId,
    /// In-parameters, out-parameters, locals.
    pub locals: Vec<Local>,
    pub blocks: Vec<Block>,
    /// The closing brace.
    pub end: Span,
}

pub struct Local {
    pub variable: Variable,
    pub layers: LayerRange,
    /// Of parameters; a local of a type with permissions may hold them.
    pub linearity: Linearity,
}

pub struct Block {
    pub label: Name,
    /// The block is the head of a loop that yields at each iteration.
    pub yields: Option<LoopYield>,
    pub cmds: Vec<Cmd>,
    pub transfer: Transfer,
    pub span: Span,
}

impl Block {
    /// Whether it is the head of a loop that yields at the layer.
    pub fn yields_at(&self, layer: Layer) -> bool {
        self.yields.as_ref().is_some_and(|yields| layer <= yields.layer)
    }

    /// The blocks that a run may come to next.
    pub fn successors(&self) -> &[BlockId] {
        match &self.transfer {
            Transfer::Goto { targets, span: _ } => targets,
            Transfer::Return { span: _ } => &[],
        }
    }
}

/// `invariant {:yields} true;` with the `invariant call …;` clauses of the loop.
pub struct LoopYield {
    /// The loop yields at the layers up to this one.
    pub layer: Layer,
    pub invariants: Vec<InvariantCall>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Transfer {
    Goto { targets: Vec<BlockId>, span: Span },
    Return { span: Span },
}

pub struct Cmd {
    pub kind: CmdKind,
    /// Hints for the solver such as `{:add_to_pool}`, and `{:msg}`.
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

pub enum CmdKind {
    /// In actions and pure procedures `layers` is empty and the assertion holds at all layers of the routine.
    Assert {
        expr: Expr,
        layers: BTreeSet<Layer>,
    },
    Assume {
        expr: Expr,
        origin: ivl::typed::Assumption,
    },
    /// Simultaneous. An assignment to a part, as in `x->f := e` or `m[i] := e`, assigns an update of the variable itself.
    Assign(Vec<(Var, Expr)>),
    /// `C(x, y) := e`, which asserts that `e` is a `C`; the targets are locals.
    Unpack {
        constructor: ConstructorId,
        targets: Vec<Var>,
        source: Expr,
    },
    Havoc(Vec<Var>),
    Measure(LayeredMeasure),
    /// A call of a pure procedure, a pure action or a primitive; in an action, also of another action, and in a plain
    /// procedure of another one. In a yield procedure it happens at `layers` only.
    Atomic {
        callee: ProcedureId,
        ins: Vec<Expr>,
        outs: Vec<Var>,
        layers: LayerRange,
    },
    /// A yield that keeps an invariant.
    Invariant(InvariantCall),
    Call(Call),
    /// With `sync`, at layers above the callee's its refined action runs in place of the call.
    Async {
        call: Call,
        sync: bool,
    },
    /// `call A() | B() | Inv()`
    Parallel(Vec<Arm>),
}

/// A call of a yield procedure.
#[derive(Clone, Debug)]
pub struct Call {
    pub callee: ProcedureId,
    pub ins: Vec<Expr>,
    pub outs: Vec<Var>,
    pub span: Span,
}

pub enum Arm {
    Call(Call),
    Invariant(InvariantCall),
}

impl Civl<'_> {
    pub fn action(&self, id: ProcedureId) -> Option<&Action> {
        match &self.routines[id.index()] {
            Routine::Action(action) => Some(action),
            _ => None,
        }
    }

    pub fn yield_procedure(&self, id: ProcedureId) -> Option<&YieldProcedure> {
        match &self.routines[id.index()] {
            Routine::Yield(procedure) => Some(procedure),
            _ => None,
        }
    }

    pub fn invariant(&self, id: ProcedureId) -> Option<&Invariant> {
        match &self.routines[id.index()] {
            Routine::Invariant(invariant) => Some(invariant),
            _ => None,
        }
    }

    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.routines.iter().filter_map(|routine| match routine {
            Routine::Action(action) => Some(action),
            _ => None,
        })
    }

    pub fn yield_procedures(&self) -> impl Iterator<Item = &YieldProcedure> {
        self.routines.iter().filter_map(|routine| match routine {
            Routine::Yield(procedure) => Some(procedure),
            _ => None,
        })
    }

    pub fn invariants(&self) -> impl Iterator<Item = &Invariant> {
        self.routines.iter().filter_map(|routine| match routine {
            Routine::Invariant(invariant) => Some(invariant),
            _ => None,
        })
    }

    /// The globals that hold permissions at the layer.
    pub fn linear_globals(&self, layer: Layer) -> impl Iterator<Item = GlobalId> {
        let globals = self.globals.iter().enumerate();
        let linear = globals.filter(move |(_, global)| global.is_linear && global.layers.contains(layer));
        linear.map(|(at, _)| GlobalId(at as u32))
    }

    pub fn name(&self, id: ProcedureId) -> &Name {
        &self.program.procedures[id.index()].name
    }
}
