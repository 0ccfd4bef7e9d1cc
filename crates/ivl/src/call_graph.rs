//! Which procedure may call which, through any number of calls, and which bodies it has.

use crate::typed::{Implementation, ImplementationId, ProcedureId, Program};
use rustc_hash::FxHashSet;

/// The procedures that the implementations of each procedure call.
pub struct CallGraph {
    callees: Vec<Vec<ProcedureId>>,
    bodies: Vec<Vec<ImplementationId>>,
    called: FxHashSet<ProcedureId>,
}

/// The procedures that a body calls, in order.
pub fn called_by(implementation: &Implementation) -> impl Iterator<Item = ProcedureId> {
    let cmds = implementation.blocks.iter().flat_map(|block| &block.cmds);
    cmds.flat_map(|cmd| cmd.kind.calls()).map(|call| call.procedure)
}

impl CallGraph {
    pub fn new(program: &Program) -> CallGraph {
        let mut callees: Vec<Vec<ProcedureId>> = vec![Vec::new(); program.procedures.len()];
        let mut bodies = vec![Vec::new(); program.procedures.len()];
        for (index, implementation) in program.implementations.iter().enumerate() {
            bodies[implementation.procedure.index()].push(ImplementationId(index as u32));
            let called = &mut callees[implementation.procedure.index()];
            called.extend(called_by(implementation));
        }
        for called in &mut callees {
            called.sort();
            called.dedup();
        }
        let called = callees.iter().flatten().copied().collect();
        CallGraph { callees, bodies, called }
    }

    /// The procedures that the bodies of a procedure call.
    pub fn callees(&self, procedure: ProcedureId) -> &[ProcedureId] {
        &self.callees[procedure.index()]
    }

    /// The implementations of a procedure.
    pub fn bodies(&self, procedure: ProcedureId) -> &[ImplementationId] {
        &self.bodies[procedure.index()]
    }

    /// Whether some body calls the procedure.
    pub fn is_called(&self, procedure: ProcedureId) -> bool {
        self.called.contains(&procedure)
    }

    /// Whether a run of `from` may call `to`, at once or through others; `from` itself counts.
    pub fn reaches(&self, from: ProcedureId, to: ProcedureId) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![from];
        while let Some(procedure) = work.pop() {
            if procedure == to {
                return true;
            }
            if seen.insert(procedure) {
                work.extend(&self.callees[procedure.index()]);
            }
        }
        false
    }

    /// Whether a run of the procedure may call it again.
    pub fn is_recursive(&self, procedure: ProcedureId) -> bool {
        self.callees[procedure.index()].iter().any(|callee| self.reaches(*callee, procedure))
    }
}
