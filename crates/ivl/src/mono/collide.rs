//! Types that the pass takes for different and an instance of the program may make equal.
//!
//! An opaque type stands for any type that an implementation may be called with, an arbitrary type for any type at
//! which an assertion may fail. Taking them for different from all others is right except in two places: where a
//! polymorphic map with stores is used at each of two types, and where values of two types are compared. If such types
//! can be unified, the unifier is a case of its own. What counts is what the body uses, what the specifications that it
//! relies on use, and what axioms and functions use.

use super::instances::{Instances, Owner};
use crate::typed::{CtorId, MapType, Type};
use crate::visit::walk_type;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What opaque and arbitrary types stand for in one case.
pub(super) type Unifier = FxHashMap<CtorId, Type>;

/// Which of two types gives way to the other.
type Ranks = FxHashMap<CtorId, u8>;

/// The cases to be taken besides that of all types being different, with the body that each is found for.
pub(super) fn collisions(instances: &Instances) -> Vec<(Owner, Unifier)> {
    let mut found = Vec::new();
    if instances.opaque.values().all(Vec::is_empty) && instances.arbitrary.is_empty() {
        return found;
    }
    let global = Owner::Global;
    collide(instances, &global, &[&global], &mut found);
    for owner in instances.calls.keys().chain(instances.touched.keys()).collect::<BTreeSet<_>>() {
        let Owner::Body(..) = owner else { continue };
        let own = relied_on(instances, owner);
        collide(instances, owner, &own, &mut found);
    }
    found
}

/// The body itself, the specifications that it relies on, and the bodies that are inlined into it with what these rely
/// on. A body that exists at the types of a call counts as inlined there: a case too many proves nothing wrong.
fn relied_on<'a>(instances: &'a Instances, body: &'a Owner) -> Vec<&'a Owner> {
    let mut own = vec![body];
    let mut at = 0;
    while let Some(owner) = own.get(at).copied() {
        at += 1;
        for called in instances.calls.get(owner).into_iter().flatten() {
            let Owner::Specification(procedure, args) = called else { continue };
            let inlined = Owner::Body(*procedure, args.clone());
            let inlined = instances
                .calls
                .get_key_value(&inlined)
                .map(|(owner, _)| owner)
                .or_else(|| instances.touched.get_key_value(&inlined).map(|(owner, _)| owner));
            for owner in [Some(called), inlined].into_iter().flatten() {
                if !own.contains(&owner) {
                    own.push(owner);
                }
            }
        }
    }
    own
}

/// Finds the cases for one body: each thing that it or a specification says, against each of these and against what is
/// said everywhere.
fn collide(instances: &Instances, body: &Owner, own: &[&Owner], found: &mut Vec<(Owner, Unifier)>) {
    let any = ranks(instances, body);
    let mut pair = |left: &[Type], right: &[Type]| {
        let mut unifier = Unifier::default();
        if left != right && unify_all(left, right, &any, &mut unifier) {
            let resolved = unifier.keys().map(|id| (*id, resolve(&Type::Ctor(*id, Arc::new([])), &unifier))).collect();
            let case = (body.clone(), resolved);
            if !found.contains(&case) {
                found.push(case);
            }
        }
    };
    let touched = || own.iter().filter_map(|owner| instances.touched.get(owner));
    let everywhere = instances.touched.get(&Owner::Global);
    for (map, left) in touched().flat_map(|touched| &touched.maps) {
        if !instances.stored.contains(map) {
            continue;
        }
        let others = touched().chain(everywhere).flat_map(|touched| &touched.maps);
        others.filter(|(other, _)| other == map).for_each(|(_, right)| pair(left, right));
    }
    for (left, right) in touched().chain(everywhere).flat_map(|touched| &touched.compared) {
        pair(std::slice::from_ref(left), std::slice::from_ref(right));
    }
}

/// The types that may stand for others in a body. An arbitrary type gives way to an opaque one, not the other way round.
fn ranks(instances: &Instances, body: &Owner) -> Ranks {
    let mut ranks: Ranks = instances.arbitrary.values().map(|id| (*id, 1)).collect();
    if let Owner::Body(id, _) = body {
        ranks.extend(instances.opaque.get(id).into_iter().flatten().map(|id| (*id, 0)));
    }
    ranks
}

/// The type in a case.
pub(super) fn resolve(ty: &Type, unifier: &Unifier) -> Type {
    match ty {
        Type::Ctor(id, args) if args.is_empty() => match unifier.get(id) {
            Some(other) => resolve(other, unifier),
            None => ty.clone(),
        },
        Type::Ctor(id, args) => Type::Ctor(*id, args.iter().map(|arg| resolve(arg, unifier)).collect()),
        Type::Data(id, args) => Type::Data(*id, args.iter().map(|arg| resolve(arg, unifier)).collect()),
        Type::Map(map) => {
            let mut map = MapType::clone(map);
            map.domain.iter_mut().chain([&mut map.range]).for_each(|ty| *ty = resolve(ty, unifier));
            Type::Map(Arc::new(map))
        }
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => ty.clone(),
        Type::String | Type::RegEx | Type::Var(_) | Type::MapParam { .. } => ty.clone(),
    }
}

fn unify_all(xs: &[Type], ys: &[Type], any: &Ranks, unifier: &mut Unifier) -> bool {
    xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| unify(x, y, any, unifier))
}

fn unify(x: &Type, y: &Type, any: &Ranks, unifier: &mut Unifier) -> bool {
    let (x, y) = (resolve(x, unifier), resolve(y, unifier));
    if x == y {
        return true;
    }
    if let Some((_, id, other)) = variable(&x, &y, any).max(variable(&y, &x, any)) {
        // An opaque type cannot stand for a parameter of a map type around it.
        if occurs(id, other) || is_open(other, 0) {
            return false;
        }
        unifier.insert(id, other.clone());
        return true;
    }
    match (&x, &y) {
        (Type::Ctor(a, xs), Type::Ctor(b, ys)) => a == b && unify_all(xs, ys, any, unifier),
        (Type::Data(a, xs), Type::Data(b, ys)) => a == b && unify_all(xs, ys, any, unifier),
        (Type::Map(x), Type::Map(y)) => {
            x.type_params == y.type_params
                && unify_all(&x.domain, &y.domain, any, unifier)
                && unify(&x.range, &y.range, any, unifier)
        }
        _ => false,
    }
}

/// The opaque or arbitrary type that `ty` is, with its rank and what it is to stand for.
fn variable<'a>(ty: &Type, other: &'a Type, any: &Ranks) -> Option<(u8, CtorId, &'a Type)> {
    let Type::Ctor(id, _) = ty else { return None };
    any.get(id).map(|rank| (*rank, *id, other))
}

fn occurs(id: CtorId, ty: &Type) -> bool {
    let mut found = false;
    walk_type(ty, &mut |ty| found |= matches!(ty, Type::Ctor(other, _) if *other == id));
    found
}

/// Whether a parameter of a map type around is in the type.
pub(super) fn is_open(ty: &Type, binders: u32) -> bool {
    match ty {
        Type::MapParam { depth, index: _ } => *depth >= binders,
        Type::Ctor(_, args) | Type::Data(_, args) => args.iter().any(|arg| is_open(arg, binders)),
        Type::Map(map) => {
            let binders = binders + u32::from(map.type_params > 0);
            map.domain.iter().any(|ty| is_open(ty, binders)) || is_open(&map.range, binders)
        }
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => false,
        Type::String | Type::RegEx | Type::Var(_) => false,
    }
}
