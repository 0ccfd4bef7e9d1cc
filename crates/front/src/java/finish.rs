//! What is known only when all classes are there: who overrides whom, and which methods a call may reach.

use super::types::Ty;
use super::world::World;
use concurrent::object::{
    Body, CallKind, ClassId, ClassKind, Instruction, MethodId, MethodKind, Name, Program, Type, Visibility,
};
use source::Deadline;
use std::collections::{BTreeSet, HashMap};

/// Fills in [`overrides`](concurrent::object::Method::overrides), [`implements`](concurrent::object::Method::implements) and
/// [`targets`](concurrent::object::Call::targets). None if that is not done in time.
pub fn finish(mut world: World, deadline: Deadline) -> Option<Program> {
    let overrides = find_overrides(&world, deadline)?;
    let targets = find_targets(&world, &overrides, deadline)?;
    for (method, overridden) in world.program.methods.iter_mut().zip(overrides) {
        method.overrides = overridden;
    }
    for (interface, found) in &targets {
        for target in found.iter().filter(|target| *target != interface) {
            let method = &mut world.program.methods[target.index()];
            if !method.overrides.contains(interface) {
                method.implements.push(*interface);
            }
        }
    }
    world.program.methods.iter_mut().for_each(|method| method.implements.sort());
    let is_library: Vec<bool> =
        world.program.methods.iter().map(|method| matches!(method.body, Body::Library(_))).collect();
    for method in &mut world.program.methods {
        let Body::Graph(graph) = &mut method.body else {
            continue;
        };
        for edge in &mut graph.edges {
            if let Instruction::Call(call) = &mut edge.instruction {
                call.targets = match call.kind {
                    CallKind::Static | CallKind::Special => vec![call.method],
                    // No class is below an array.
                    CallKind::Virtual if call.receiver.as_ref().is_some_and(|on| matches!(on.ty, Type::Array(_))) => {
                        vec![call.method]
                    }
                    CallKind::Virtual => {
                        let mut found = targets.get(&call.method).cloned().unwrap_or_default();
                        // A model stands for every class of the library.
                        if is_library[call.method.index()] && !found.contains(&call.method) {
                            found.insert(0, call.method);
                        }
                        found
                    }
                };
            }
        }
    }
    Some(world.program)
}

/// By method: what a virtual call of it may reach.
type Targets = HashMap<MethodId, Vec<MethodId>>;

fn is_inherited(world: &World, method: MethodId) -> bool {
    let method = &world.program.methods[method.index()];
    method.kind == MethodKind::Method && !method.is_static && method.visibility != Visibility::Private
}

/// By method: every method of an ancestor that it overrides or implements.
fn find_overrides(world: &World, deadline: Deadline) -> Option<Vec<Vec<MethodId>>> {
    let mut overrides: Vec<BTreeSet<MethodId>> = vec![BTreeSet::new(); world.program.methods.len()];
    for class in world.program.class_ids() {
        if deadline.is_over() {
            return None;
        }
        let info = world.info(class);
        let own = Ty::Class(class, info.type_params.iter().map(|var| Ty::Var(*var)).collect());
        for (name, methods) in &info.methods {
            let mut inherited = Vec::new();
            inherited_methods(world, &own, name, &mut inherited);
            if world.is_interface(class) {
                inherited_methods_of(world, &world.object(), name, &mut inherited);
            }
            for method in methods.iter().filter(|method| is_inherited(world, **method)) {
                let params = erased_params(world, &world.signatures[method.index()].params);
                let same = inherited.iter().filter(|(_, other)| same_params(&params, other));
                let seen = same.map(|(id, _)| *id).filter(|id| is_seen_from(world, *id, class));
                overrides[method.index()].extend(seen);
            }
        }
    }
    close(&mut overrides);
    Some(overrides.into_iter().map(|set| set.into_iter().collect()).collect())
}

/// Whether a class below may override the method: one without a modifier is known in its package only.
fn is_seen_from(world: &World, method: MethodId, class: ClassId) -> bool {
    let method = &world.program.methods[method.index()];
    let is_hidden = method.visibility == Visibility::Package && !world.is_interface(method.class);
    !is_hidden || world.is_same_package(method.class, class)
}

/// What overrides a method that overrides another one overrides that one too, from whatever package.
fn close(overrides: &mut [BTreeSet<MethodId>]) {
    loop {
        let mut is_closed = true;
        for method in 0..overrides.len() {
            let above: BTreeSet<MethodId> =
                overrides[method].iter().flat_map(|over| &overrides[over.index()]).copied().collect();
            is_closed &= above.is_subset(&overrides[method]);
            overrides[method].extend(above);
        }
        if is_closed {
            return;
        }
    }
}

fn erased_params(world: &World, params: &[Ty]) -> Vec<Type> {
    params.iter().map(|ty| world.erase(ty)).collect()
}

/// The methods of this name in the ancestors, with their parameters as seen from the class: as they are declared and
/// with the type arguments put in.
fn inherited_methods(world: &World, ty: &Ty, name: &Name, found: &mut Vec<(MethodId, [Vec<Type>; 2])>) {
    let Ty::Class(class, args) = ty else {
        return;
    };
    let bindings = world.class_bindings(*class, args);
    for parent in &world.info(*class).supers {
        inherited_methods_of(world, &bindings.apply(parent), name, found);
    }
}

fn inherited_methods_of(world: &World, ty: &Ty, name: &Name, found: &mut Vec<(MethodId, [Vec<Type>; 2])>) {
    let Ty::Class(class, args) = ty else {
        return;
    };
    let bindings = world.class_bindings(*class, args);
    for method in world.info(*class).methods.get(name).into_iter().flatten() {
        if is_inherited(world, *method) {
            let params = &world.signatures[method.index()].params;
            let seen: Vec<Ty> = params.iter().map(|ty| bindings.apply(ty)).collect();
            found.push((*method, [erased_params(world, params), erased_params(world, &seen)]));
        }
    }
    inherited_methods(world, ty, name, found);
}

fn same_params(params: &[Type], others: &[Vec<Type>; 2]) -> bool {
    others.iter().any(|other| other == params)
}

/// By method: what a virtual call of it may reach. Each class of the sources that can have objects contributes the method
/// that it finds first on its way up.
fn find_targets(world: &World, overrides: &[Vec<MethodId>], deadline: Deadline) -> Option<Targets> {
    let mut targets: HashMap<MethodId, BTreeSet<MethodId>> = HashMap::new();
    for class in world.program.class_ids() {
        if deadline.is_over() {
            return None;
        }
        let entry = world.class(class);
        let has_objects = !entry.is_abstract && !matches!(entry.kind, ClassKind::Interface | ClassKind::AnnotationType);
        if !has_objects || !entry.is_from_source() {
            continue;
        }
        let mut chosen: Vec<MethodId> = Vec::new();
        for ancestor in ancestors(world, class) {
            for method in &world.class(ancestor).methods {
                if !is_inherited(world, *method) {
                    continue;
                }
                let is_hidden = chosen.iter().any(|nearer| overrides[nearer.index()].contains(method));
                let has_body = !matches!(world.program.methods[method.index()].body, Body::Abstract);
                if !is_hidden && has_body {
                    chosen.push(*method);
                }
            }
        }
        let mut own: HashMap<MethodId, BTreeSet<MethodId>> = HashMap::new();
        for method in &chosen {
            own.entry(*method).or_default().insert(*method);
            for overridden in &overrides[method.index()] {
                own.entry(*overridden).or_default().insert(*method);
            }
        }
        inherited_implementations(world, class, &mut own);
        perhaps_overridden(world, class, &chosen, &mut own);
        left_open(world, class, &mut own);
        own.into_iter().for_each(|(method, found)| targets.entry(method).or_default().extend(found));
    }
    Some(targets.into_iter().map(|(method, set)| (method, set.into_iter().collect())).collect())
}

/// A class may implement an interface with a method that it inherits from a superclass which knows nothing of it.
fn inherited_implementations(world: &World, class: ClassId, targets: &mut HashMap<MethodId, BTreeSet<MethodId>>) {
    let own = Ty::Class(class, world.info(class).type_params.iter().map(|var| Ty::Var(*var)).collect());
    let ancestors = ancestors(world, class);
    let interfaces = ancestors.iter().filter(|ancestor| world.is_interface(**ancestor));
    for method in interfaces.flat_map(|interface| &world.class(*interface).methods) {
        if !is_inherited(world, *method) {
            continue;
        }
        let entry = &world.program.methods[method.index()];
        let params = params_seen_from(world, &own, *method);
        let superclasses = ancestors.iter().filter(|ancestor| !world.is_interface(**ancestor));
        let mut candidates = superclasses.flat_map(|ancestor| world.info(*ancestor).methods.get(&entry.name)).flatten();
        let found = candidates.find(|candidate| {
            is_inherited(world, **candidate)
                && !matches!(world.program.methods[candidate.index()].body, Body::Abstract)
                && params_seen_from(world, &own, **candidate) == params
        });
        if let Some(found) = found {
            targets.entry(*method).or_default().insert(*found);
        }
    }
}

/// A class with objects implements whatever its ancestors leave open. What does it is a method of the library without a
/// model if none is found, of which nothing is known: the open method stands for it. The constants of an enumeration may
/// each have their own.
fn left_open(world: &World, class: ClassId, own: &mut HashMap<MethodId, BTreeSet<MethodId>>) {
    if world.class(class).kind == ClassKind::Enum {
        return;
    }
    let above = ancestors(world, class).into_iter().flat_map(|ancestor| &world.class(ancestor).methods);
    for method in above.filter(|method| is_inherited(world, **method)) {
        let is_open = matches!(world.program.methods[method.index()].body, Body::Abstract);
        let found = own.entry(*method).or_default();
        if is_open && found.is_empty() {
            found.insert(*method);
        }
    }
}

/// What the type parameters of a class around an inner class stand for is not followed: a method of the inner class that
/// takes one of them is overridden, perhaps, by each that takes any type there.
fn perhaps_overridden(
    world: &World,
    class: ClassId,
    chosen: &[MethodId],
    targets: &mut HashMap<MethodId, BTreeSet<MethodId>>,
) {
    let above = ancestors(world, class).into_iter().flat_map(|ancestor| &world.class(ancestor).methods);
    for method in above.filter(|method| is_inherited(world, **method)) {
        let params = &world.signatures[method.index()].params;
        if !params.iter().any(|ty| is_from_around(world, *method, ty)) {
            continue;
        }
        let fits = |other: &&MethodId| {
            let others = &world.signatures[other.index()].params;
            let mut pairs = params.iter().zip(others);
            let is_same = |(ty, other): (&Ty, &Ty)| {
                is_from_around(world, *method, ty) && other.is_reference() || world.erase(ty) == world.erase(other)
            };
            let named = |id: MethodId| &world.program.methods[id.index()].name;
            named(**other) == named(*method) && params.len() == others.len() && pairs.all(is_same)
        };
        targets.entry(*method).or_default().extend(chosen.iter().filter(fits).copied());
    }
}

/// Whether the type of a parameter is a type parameter that neither the method nor its class declares, or an array of such.
fn is_from_around(world: &World, method: MethodId, ty: &Ty) -> bool {
    match ty {
        Ty::Var(var) => {
            let class = world.program.methods[method.index()].class;
            let own = &world.signatures[method.index()].type_params;
            !own.contains(var) && !world.info(class).type_params.contains(var)
        }
        Ty::Array(element) => is_from_around(world, method, element),
        Ty::Class(..) | Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Unknown | Ty::Unseen => false,
    }
}

/// The parameters of a method of a class or interface above, with the type arguments that the class gives it.
fn params_seen_from(world: &World, own: &Ty, method: MethodId) -> Vec<Type> {
    let bindings = world.member_bindings(own, world.program.methods[method.index()].class);
    let params: Vec<Ty> = world.signatures[method.index()].params.iter().map(|ty| bindings.apply(ty)).collect();
    erased_params(world, &params)
}

/// The class, its superclasses, then all interfaces, nearer ones first.
fn ancestors(world: &World, class: ClassId) -> Vec<ClassId> {
    let mut found = Vec::new();
    let mut current = Some(class);
    while let Some(id) = current {
        found.push(id);
        current = world.class(id).superclass;
    }
    let mut at = 0;
    while at < found.len() {
        for interface in world.class(found[at]).interfaces.clone() {
            if !found.contains(&interface) {
                found.push(interface);
            }
        }
        at += 1;
    }
    found
}
