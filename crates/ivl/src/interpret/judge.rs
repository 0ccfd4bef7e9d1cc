//! What a run needs to know of the program before it starts, and how runs end.

use super::axioms::{AxiomFacts, Definition, definitions};
use super::choose::Chooser;
use super::flow::Flow;
use super::machine::{Halt, Machine};
use crate::body::GoalKind;
use crate::typed::{FunctionId, ImplementationId, ProcedureId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Span, Step};
use std::cell::OnceCell;

/// Runs implementations of one prepared program.
pub struct Judge<'a> {
    pub(super) program: &'a Program,
    implementations: Vec<Vec<ImplementationId>>,
    flows: Vec<OnceCell<Flow>>,
    definitions: FxHashMap<FunctionId, Definition>,
    axioms: OnceCell<Vec<AxiomFacts>>,
}

/// How a run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It returns, and everything held.
    Finished,
    /// An assumption is false: there is no such run.
    Stuck,
    Failed(Failure),
    /// It went on for too long, in steps or in nested calls.
    OutOfFuel,
    /// It came to something whose value is not known.
    Unmodelled {
        what: String,
        span: Span,
    },
}

/// A condition that was to hold and did not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub kind: GoalKind,
    /// The place to blame, as in [`crate::body::Goal`].
    pub span: Span,
    pub clause: Option<Span>,
    /// The calls around the place, outermost first.
    pub calls: Vec<Span>,
    pub steps: Vec<Step>,
}

impl<'a> Judge<'a> {
    pub fn new(program: &'a Program) -> Judge<'a> {
        let mut implementations = vec![Vec::new(); program.procedures.len()];
        for (index, implementation) in program.implementations.iter().enumerate() {
            implementations[implementation.procedure.index()].push(ImplementationId(index as u32));
        }
        let flows = program.implementations.iter().map(|_| OnceCell::new()).collect();
        Judge { program, implementations, flows, definitions: definitions(program), axioms: OnceCell::new() }
    }

    /// Runs an implementation from any state that its preconditions allow, until `fuel` is used up.
    pub fn run(&self, implementation: ImplementationId, chooser: &mut dyn Chooser, fuel: &mut u64) -> Ending {
        let mut machine = Machine {
            judge: self,
            program: self.program,
            chooser,
            globals: Vec::new(),
            open: Vec::new(),
            consts: FxHashMap::default(),
            functions: FxHashMap::default(),
            asked: FxHashSet::default(),
            asked_types: FxHashSet::default(),
            undefined: FxHashMap::default(),
            occurrences: FxHashMap::default(),
            trace: Vec::new(),
            calls: Vec::new(),
            fuel,
            depth: 0,
        };
        match machine.start(implementation) {
            Ok(()) => Ending::Finished,
            Err(Halt::Stuck) => Ending::Stuck,
            Err(Halt::OutOfFuel) => Ending::OutOfFuel,
            Err(Halt::Unmodelled { what, span }) => Ending::Unmodelled { what, span },
            Err(Halt::Failed(failure)) => Ending::Failed(*failure),
        }
    }

    pub(super) fn implementations(&self, procedure: ProcedureId) -> &[ImplementationId] {
        &self.implementations[procedure.index()]
    }

    pub(super) fn flow(&self, id: ImplementationId) -> &Flow {
        self.flows[id.index()].get_or_init(|| Flow::new(self.program, &self.program.implementations[id.index()]))
    }

    pub(super) fn definition(&self, function: FunctionId) -> Option<&Definition> {
        self.definitions.get(&function)
    }

    /// What each axiom speaks of, in the program's order.
    pub(super) fn axioms(&self) -> &[AxiomFacts] {
        self.axioms.get_or_init(|| {
            let axioms = self.program.axioms.iter().enumerate();
            axioms.map(|(index, axiom)| AxiomFacts::new(self, index, &axiom.expr)).collect()
        })
    }
}
