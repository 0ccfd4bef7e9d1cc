//! Which objects several threads may have, and which methods use what they share.

use super::record::Owner;
use super::roots::{Root, bodies, is_many, is_task, outermost, runs_once_for_each};
use crate::interface::obligations::views::is_collection;
use crate::interface::ordering::objects::{Object, ObjectId, Objects, Set};
use crate::interface::paths::repeats;
use crate::interface::walk::engine::Engine;
use crate::interface::walk::entries::{reached_from, reversed, static_calls};
use concurrent::object::library::LibraryClass;
use concurrent::object::{
    ClassId, ClassOrigin, EdgeId, Expr, FieldId, FieldKind, Graph, Instruction, LocalId, MethodId, Program, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

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

/// The arrays and collections that do not guard themselves and that a task gets: a lambda captures them, or a class of tasks
/// holds what others have made. Each with such a field.
pub fn handed_to_tasks(program: &Program, objects: &mut Objects) -> FxHashMap<ObjectId, FieldId> {
    let mut found = FxHashMap::default();
    for index in 0..program.fields.len() {
        let (id, field) = (FieldId(index as u32), &program.fields[index]);
        let is_captured = field.kind == FieldKind::Captured;
        if field.is_static || !is_captured && !is_task(program, &Type::Class(field.class)) {
            continue;
        }
        for object in objects.of_field(program, id).iter() {
            let Object::Made(maker, _) = objects.get(*object) else { continue };
            let is_others = program.method(*maker).class != field.class;
            if is_others && is_open(program, objects.type_of(*object)) {
                found.entry(*object).or_insert(id);
            }
        }
    }
    found
}

/// Whether objects of the type hold something, and do not guard it.
fn is_open(program: &Program, ty: &Type) -> bool {
    match ty {
        Type::Array(_) => true,
        Type::Class(class) => {
            program.class(*class).origin == ClassOrigin::Library(LibraryClass::NotThreadSafe)
                && is_collection(program, ty)
        }
        _ => false,
    }
}

/// Whether several threads may come to what tasks have. Those who call what has made it are one: each time there is a new one.
pub fn several_have(engine: &Engine, id: ObjectId, roots: &BTreeSet<Root>) -> bool {
    let is_caller = |root: &&Root| matches!(root, Root::Main | Root::Entry(_) | Root::Outside);
    let callers = usize::from(roots.iter().any(|root| is_caller(&root)));
    let of_root = |root: &Root| match root {
        Root::Main | Root::Entry(_) | Root::Outside => 0,
        Root::Parallel(_) => 2,
        Root::Thread(method) => 1 + usize::from(is_many(engine, *root) && !is_one_for(engine, *method, id)),
    };
    callers + roots.iter().map(of_root).sum::<usize>() > 1
}

/// Whether one thread at most that runs the method has the object: one task is made for it, which is given away once.
fn is_one_for(engine: &Engine, method: MethodId, id: ObjectId) -> bool {
    let (program, class) = (engine.program, engine.program.method(method).class);
    let Object::Made(maker, made) = engine.objects.get(id) else { return false };
    let gets = |task: &ObjectId| match engine.objects.get(*task) {
        Object::Made(of, at) => of != maker || is_given(program, *of, *at, *made),
        _ => true,
    };
    let tasks: Vec<ObjectId> = bodies(engine, class).into_iter().filter(gets).collect();
    let [task] = tasks[..] else { return false };
    let (Object::Made(of, at), Some(graph)) = (engine.objects.get(task), program.method(*maker).graph()) else {
        return false;
    };
    of == maker && !repeats(graph, &graph.edges[at.index()], *made) && runs_once_for_each(engine, method)
}

/// Whether the constructor of a task may get the object that another instruction of the method makes. What is captured is
/// given to all that are made of the class.
fn is_given(program: &Program, method: MethodId, task: EdgeId, made: EdgeId) -> bool {
    let Some(graph) = program.method(method).graph() else { return true };
    let target = graph.edges[task.index()].instruction.target();
    let built = graph.edges.iter().find_map(|edge| match &edge.instruction {
        Instruction::Call(call) if call.receiver.as_ref().and_then(Expr::local) == target => Some(call),
        _ => None,
    });
    let is_it = |value: &Expr| match value.local() {
        Some(local) => may_be(graph, local, made, graph.edges.len()),
        None => value.ty.is_reference(),
    };
    built.is_none_or(|call| call.args.is_empty() || call.args.iter().any(is_it))
}

/// Whether a local may hold what an instruction makes, by copies; whatever else it is set to may be that.
fn may_be(graph: &Graph, local: LocalId, made: EdgeId, depth: usize) -> bool {
    let mut writes = graph.edges.iter().enumerate().filter(|(_, edge)| edge.instruction.target() == Some(local));
    depth == 0
        || writes.any(|(at, edge)| match &edge.instruction {
            Instruction::NewObject { .. } | Instruction::NewArray { .. } => at == made.index(),
            Instruction::Assign { value, .. } => match value.local() {
                Some(from) => may_be(graph, from, made, depth - 1),
                None => value.ty.is_reference(),
            },
            _ => true,
        })
}
