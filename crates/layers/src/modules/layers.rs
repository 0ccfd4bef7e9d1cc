//! The layers that have to be looked at.
//!
//! Who exists and who owns changes at few layers only; in between, one layer is like the next.

use crate::civl::{Civl, Layer, LayerRange, Routine};
use std::collections::BTreeSet;

/// The first layer of every stretch of layers that are all alike.
pub struct Stretches(BTreeSet<Layer>);

impl Stretches {
    pub fn new(civl: &Civl) -> Stretches {
        let mut starts = BTreeSet::from([0]);
        let mut range = |layers: LayerRange| {
            starts.insert(layers.lower);
            starts.extend(layers.upper.checked_add(1));
        };
        civl.globals.iter().for_each(|global| range(global.layers));
        for routine in &civl.routines {
            match routine {
                Routine::Plain { .. } | Routine::Pure { .. } | Routine::Primitive { .. } => {}
                Routine::Action(action) => range(action.layers),
                Routine::Yield(procedure) => range(LayerRange::only(procedure.layer)),
                Routine::Invariant(invariant) => range(LayerRange::only(invariant.layer)),
            }
        }
        starts.extend(civl.modules.items().flat_map(|(_, it)| &it.owners).map(|tenure| tenure.from));
        Stretches(starts)
    }

    /// One layer of each stretch that the range meets.
    pub fn within(&self, layers: LayerRange) -> Vec<Layer> {
        let mut found = vec![layers.lower];
        found.extend(self.0.range(layers.lower..=layers.upper).filter(|layer| **layer != layers.lower));
        found
    }
}
