//! Types as terms: children, substitution, parameters of map types.

use crate::typed::{MapType, Type, TypeVar};
use std::sync::Arc;

/// Type variables from here on are inference variables.
pub(super) const FIRST_INFERENCE_VAR: u32 = 1 << 31;

/// Rebuilds a type from its children; `depth` counts the polymorphic map types around a child.
pub(super) fn map_children(ty: &Type, depth: u32, f: &mut dyn FnMut(&Type, u32) -> Type) -> Type {
    match ty {
        Type::Ctor(id, args) if !args.is_empty() => Type::Ctor(*id, args.iter().map(|ty| f(ty, depth)).collect()),
        Type::Data(id, args) if !args.is_empty() => Type::Data(*id, args.iter().map(|ty| f(ty, depth)).collect()),
        Type::Map(map) => {
            let depth = depth + u32::from(map.type_params > 0);
            Type::Map(Arc::new(MapType {
                type_params: map.type_params,
                domain: map.domain.iter().map(|ty| f(ty, depth)).collect(),
                range: f(&map.range, depth),
            }))
        }
        Type::Ctor(..) | Type::Data(..) => ty.clone(),
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } => ty.clone(),
        Type::RoundingMode | Type::String | Type::RegEx | Type::Var(_) | Type::MapParam { .. } => ty.clone(),
    }
}

pub(super) fn any_child(ty: &Type, f: &mut dyn FnMut(&Type) -> bool) -> bool {
    match ty {
        Type::Ctor(_, args) | Type::Data(_, args) => args.iter().any(f),
        Type::Map(map) => map.domain.iter().any(&mut *f) || f(&map.range),
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } => false,
        Type::RoundingMode | Type::String | Type::RegEx | Type::Var(_) | Type::MapParam { .. } => false,
    }
}

/// Replaces the parameters of the map type `depth` binders out by `args`.
pub(super) fn open_params(ty: &Type, args: &[Type], depth: u32) -> Type {
    match ty {
        _ if args.is_empty() => ty.clone(),
        Type::MapParam { depth: at, index } if *at == depth => args[*index as usize].clone(),
        _ => map_children(ty, depth, &mut |child, depth| open_params(child, args, depth)),
    }
}

/// Whether every map parameter belongs to a map type inside `ty` itself.
pub(super) fn is_closed(ty: &Type, depth: u32) -> bool {
    match ty {
        Type::MapParam { depth: at, .. } => *at < depth,
        Type::Map(map) => {
            let depth = depth + u32::from(map.type_params > 0);
            map.domain.iter().all(|ty| is_closed(ty, depth)) && is_closed(&map.range, depth)
        }
        _ => !any_child(ty, &mut |child| !is_closed(child, depth)),
    }
}

/// Replaces type variables of the program: `params[i]` by `args[i]`.
pub(super) fn instantiate(ty: &Type, params: &[TypeVar], args: &[Type]) -> Type {
    if params.is_empty() {
        return ty.clone();
    }
    if let Type::Var(var) = ty {
        let at = params.iter().position(|param| param == var);
        return at.and_then(|at| args.get(at)).unwrap_or(ty).clone();
    }
    map_children(ty, 0, &mut |child, _| instantiate(child, params, args))
}

/// Turns type variables of the program into parameters of a map type around `ty`.
pub(super) fn abstract_over(ty: &Type, params: &[TypeVar], depth: u32) -> Type {
    if let Type::Var(var) = ty
        && let Some(index) = params.iter().position(|param| param == var)
    {
        return Type::MapParam { depth, index: index as u32 };
    }
    map_children(ty, depth, &mut |child, depth| abstract_over(child, params, depth))
}

/// Finds what the parameters of a map type stand for in `actual`, an instance of `formal`.
pub(super) fn match_params(formal: &Type, actual: &Type, depth: u32, found: &mut [Option<Type>]) {
    match (formal, actual) {
        (Type::MapParam { depth: at, index }, _) if *at == depth => {
            if let Some(place) = found.get_mut(*index as usize) {
                place.get_or_insert_with(|| actual.clone());
            }
        }
        (Type::Ctor(_, xs), Type::Ctor(_, ys)) | (Type::Data(_, xs), Type::Data(_, ys)) => {
            xs.iter().zip(ys.iter()).for_each(|(x, y)| match_params(x, y, depth, found));
        }
        (Type::Map(x), Type::Map(y)) => {
            let depth = depth + u32::from(x.type_params > 0);
            x.domain.iter().zip(&y.domain).for_each(|(x, y)| match_params(x, y, depth, found));
            match_params(&x.range, &y.range, depth, found);
        }
        _ => {}
    }
}

/// The type variables of the program in order of their first occurrence.
pub(super) fn free_vars(ty: &Type, found: &mut Vec<TypeVar>) {
    if let Type::Var(var) = ty {
        if var.0 < FIRST_INFERENCE_VAR && !found.contains(var) {
            found.push(*var);
        }
        return;
    }
    any_child(ty, &mut |child| {
        free_vars(child, found);
        false
    });
}
