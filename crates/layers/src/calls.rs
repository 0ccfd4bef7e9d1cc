//! What a call of a yield procedure is at a layer.
//!
//! ```text
//! callee below the layer           the action that stands for it there; it refines nothing: nothing happens
//! mover procedure of the layer     one step of its mover type
//! otherwise                        a yield: the callee runs among other threads
//! ```

use crate::civl::{Action, Civl, Layer, YieldProcedure};
use ivl::ast::Mover;
use ivl::typed::ProcedureId;

/// What is called.
pub enum Callee<'a> {
    /// Its action, in one step.
    Action(&'a YieldProcedure, &'a Action),
    /// A procedure that has no effect at the layer.
    Nothing,
    /// A mover procedure, in one step.
    Mover(&'a YieldProcedure, Mover),
    /// A procedure that yields.
    Yields(&'a YieldProcedure),
    /// Nothing stands for it at the layer. The layer discipline refuses such calls.
    Missing,
}

impl Civl<'_> {
    pub fn callee_at(&self, id: ProcedureId, layer: Layer) -> Callee<'_> {
        let Some(callee) = self.yield_procedure(id) else { return Callee::Missing };
        if layer <= callee.layer {
            return match callee.mover_at(layer) {
                Some(mover) => Callee::Mover(callee, mover),
                None => Callee::Yields(callee),
            };
        }
        match (callee.mover, callee.refines) {
            (Some(_), _) => Callee::Missing,
            (None, None) => Callee::Nothing,
            (None, Some(refines)) => match self.standing_at(refines.action, layer) {
                Some(action) => Callee::Action(callee, action),
                None => Callee::Missing,
            },
        }
    }

    /// The first of the action, the one it refines, and so on, that reaches up to the layer.
    fn standing_at(&self, action: ProcedureId, layer: Layer) -> Option<&Action> {
        let mut next = self.action(action);
        while let Some(action) = next
            && action.layers.upper < layer
        {
            next = action.refines.and_then(|refined| self.action(refined));
        }
        next
    }
}

impl YieldProcedure {
    /// The mover type of a mover procedure, at the one layer where a call of it is one step.
    pub fn mover_at(&self, layer: Layer) -> Option<Mover> {
        self.mover.filter(|_| self.layer == layer)
    }

    pub fn has_measure_at(&self, layer: Layer) -> bool {
        self.measures.iter().any(|measure| measure.layers.contains(&layer))
    }
}
