//! What kinds of objects the locals of a method hold, as far as others may know them.

use crate::interface::terms::definitions::Definitions;
use concurrent::object::{ClassId, FieldId, Graph, Instruction, MethodId, Program, Visibility};
use std::collections::BTreeSet;

/// What kinds of objects the locals of a method hold.
pub struct Locals {
    /// Only what is made here.
    pub is_fresh: Vec<bool>,
    /// Only what a private field of `this` holds that is given nothing but new objects.
    pub is_part_of_this: Vec<bool>,
    /// The fields that such parts are read from.
    pub parts: BTreeSet<FieldId>,
    /// The classes of what is made here.
    pub classes: Vec<BTreeSet<ClassId>>,
}

impl Locals {
    pub fn new(program: &Program, definitions: &Definitions, id: MethodId, graph: &Graph) -> Locals {
        let method = program.method(id);
        let mut is_fresh = vec![true; method.locals.len()];
        let mut is_part_of_this = vec![true; method.locals.len()];
        let mut is_written = vec![false; method.locals.len()];
        let mut copies = Vec::new();
        let mut parts = BTreeSet::new();
        let mut classes = vec![BTreeSet::new(); method.locals.len()];
        for edge in &graph.edges {
            let Some(target) = edge.instruction.target() else { continue };
            let (fresh, part) = match &edge.instruction {
                Instruction::NewObject { class, .. } => {
                    classes[target.index()].insert(*class);
                    (true, false)
                }
                Instruction::NewArray { .. } => (true, false),
                Instruction::ReadField { object: Some(object), field, .. } => {
                    let is_private = program.field(*field).visibility == Visibility::Private;
                    let is_own = is_private && definitions.is_always_new(*field);
                    let is_part = is_own && object.local() == method.this();
                    parts.extend(is_part.then_some(*field));
                    (false, is_part)
                }
                Instruction::Assign { value, .. } => match value.local() {
                    Some(from) => {
                        copies.push((from, target));
                        (true, true)
                    }
                    None => (false, false),
                },
                _ => (false, false),
            };
            is_fresh[target.index()] &= fresh;
            is_part_of_this[target.index()] &= part;
            is_written[target.index()] = true;
        }
        for (index, is_written) in is_written.iter().enumerate() {
            is_fresh[index] &= *is_written;
            is_part_of_this[index] &= *is_written;
        }
        for _ in 0..copies.len() {
            for (from, to) in &copies {
                is_fresh[to.index()] &= is_fresh[from.index()];
                is_part_of_this[to.index()] &= is_part_of_this[from.index()];
                let made = classes[from.index()].clone();
                classes[to.index()].extend(made);
            }
        }
        Locals { is_fresh, is_part_of_this, parts, classes }
    }
}
