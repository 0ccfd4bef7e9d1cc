//! Arrays in which each object has one place: then indices order what they hold.
//!
//! ```text
//! o = new …;  xs[i] = o        where xs may be an array of the field, and nothing else is written to these
//! ```
//!
//! Each object that is made there is stored once: no way leads from the store to itself that does not make another, and
//! no other store to an array of the field stores it. So an object is in one of the arrays at most, at one index.

use super::{OUTSIDE, Object, ObjectId, Objects};
use crate::interface::paths::{only_write, repeats};
use concurrent::object::{EdgeId, Expr, FieldId, Graph, Instruction, LocalId, MethodId, Program};
use std::collections::BTreeSet;

impl Objects {
    /// Whether each object in the arrays of a field has one place in all of them.
    pub fn have_one_place(&mut self, program: &Program, field: FieldId) -> bool {
        if let Some(known) = self.one_place.get(&field) {
            return *known;
        }
        let is_so = self.look_at_places(program, field);
        self.one_place.insert(field, is_so);
        is_so
    }

    fn look_at_places(&self, program: &Program, field: FieldId) -> bool {
        let arrays = &self.sets[self.first_field + field.index()];
        let is_known = |id: &ObjectId| matches!(self.get(*id), Object::Made(..)) && !self.sets[OUTSIDE].contains(id);
        if !arrays.iter().all(is_known) {
            return false;
        }
        let mut makers = BTreeSet::new();
        for id in program.method_ids() {
            let Some(graph) = program.method(id).graph() else { continue };
            for edge in &graph.edges {
                let Instruction::WriteElement { array, value, .. } = &edge.instruction else { continue };
                if !self.may_be_one_of(id, array, arrays) {
                    continue;
                }
                let maker = value.local().and_then(|local| maker(graph, local));
                let is_new = maker.is_some_and(|maker| makers.insert((id, maker)) && !repeats(graph, edge, maker));
                if !is_new {
                    return false;
                }
            }
        }
        true
    }

    fn may_be_one_of(&self, method: MethodId, array: &Expr, arrays: &BTreeSet<ObjectId>) -> bool {
        match array.local() {
            Some(local) => {
                let node = self.first_local[method.index()] + local.index();
                !self.sets[node].is_disjoint(arrays)
            }
            None => true,
        }
    }
}

/// The only instruction that gives the local a value, through copies: one that makes an object.
fn maker(graph: &Graph, mut local: LocalId) -> Option<EdgeId> {
    for _ in 0..graph.edges.len() {
        let (at, edge) = only_write(graph, local)?;
        match &edge.instruction {
            Instruction::NewObject { .. } => return Some(at),
            Instruction::Assign { value, .. } => local = value.local()?,
            _ => return None,
        }
    }
    None
}
