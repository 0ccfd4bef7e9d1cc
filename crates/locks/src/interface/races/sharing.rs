//! Which objects several threads may have, and which methods use what they share.

use crate::interface::ordering::objects::{ObjectId, Objects};
use crate::interface::walk::entries::{reached_from, reversed, static_calls};
use concurrent::object::{ClassId, FieldId, Instruction, MethodId, Program};
use rustc_hash::FxHashSet;

/// By method: whether it, or one that it calls, uses one of these fields.
pub fn users(program: &Program, is_shared: &dyn Fn(FieldId) -> bool) -> Vec<bool> {
    let uses = |id: &MethodId| {
        let edges = program.method(*id).graph().map_or(&[][..], |graph| &graph.edges[..]);
        edges.iter().any(|edge| match &edge.instruction {
            Instruction::ReadField { field, .. } | Instruction::WriteField { field, .. } => is_shared(*field),
            _ => false,
        })
    };
    let direct: Vec<MethodId> = program.method_ids().filter(uses).collect();
    let all = reached_from(&reversed(&static_calls(program)), &direct);
    program.method_ids().map(|id| all.contains(&id)).collect()
}

/// The objects that are reached from static fields, from what threads run, or from code outside.
pub fn shared(program: &Program, objects: &mut Objects, bodies: &FxHashSet<ClassId>) -> FxHashSet<ObjectId> {
    let mut found: FxHashSet<ObjectId> = objects.all().filter(|id| objects.reaches_outside(*id)).collect();
    let is_body = |id: &ObjectId| objects.class_of(*id).is_some_and(|class| bodies.contains(&class));
    found.extend(objects.all().filter(is_body));
    for index in 0..program.fields.len() {
        if program.fields[index].is_static {
            found.extend(objects.of_field(program, FieldId(index as u32)).iter());
        }
    }
    let mut open: Vec<ObjectId> = found.iter().copied().collect();
    while let Some(id) = open.pop() {
        let mut next: Vec<ObjectId> = objects.of_elements(&std::rc::Rc::from([id])).to_vec();
        let mut class = objects.class_of(id);
        while let Some(at) = class {
            for field in &program.class(at).fields {
                next.extend(objects.of_field(program, *field).iter());
            }
            class = program.class(at).superclass;
        }
        open.extend(next.into_iter().filter(|next| found.insert(*next)));
    }
    found
}
