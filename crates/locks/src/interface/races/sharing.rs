//! Which objects several threads may have, and which methods use what they share.

use super::record::Owner;
use super::roots::outermost;
use crate::interface::ordering::objects::{Object, ObjectId, Objects, Set};
use crate::interface::walk::engine::Engine;
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

/// Whether objects may belong to the one whose lock is held. If there is one of that, all do. Of several, each has those
/// that its own class, or theirs, has made; what others have made may be given to two of them.
pub fn belongs_to(engine: &Engine, objects: Option<&Set>, owner: &Owner) -> bool {
    let (program, all) = (engine.program, &engine.objects);
    let (is_one, class) = match owner {
        Owner::Made(id) => match all.get(*id) {
            Object::Made(maker, _) => (all.is_once(*id), outermost(program, program.method(*maker).class)),
            _ => return true,
        },
        Owner::Of(class) => {
            let mut of_class = all.all().filter(|id| all.class_of(*id) == Some(*class));
            let only = of_class.next().filter(|_| of_class.next().is_none());
            (only.is_some_and(|id| all.is_once(id)), *class)
        }
    };
    let is_related = |one: ClassId, other: ClassId| program.is_subclass(one, other) || program.is_subclass(other, one);
    let is_own = |id: &ObjectId| match all.get(*id) {
        Object::Made(maker, _) => {
            let maker = outermost(program, program.method(*maker).class);
            is_related(maker, class) || all.class_of(*id).is_some_and(|own| is_related(maker, own))
        }
        _ => true,
    };
    is_one || objects.is_none_or(|objects| objects.iter().all(is_own))
}
