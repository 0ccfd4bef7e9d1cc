//! Reading and rebuilding types.

use crate::typed::{MapType, Type, TypeVar};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub type TypeSubstitution = FxHashMap<TypeVar, Type>;

/// Visits a type and everything in it, itself first.
pub fn walk_type<'a>(ty: &'a Type, f: &mut dyn FnMut(&'a Type)) {
    f(ty);
    match ty {
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::RoundingMode | Type::String | Type::RegEx => {}
        Type::Float { significand: _, exponent: _ } | Type::Var(_) | Type::MapParam { depth: _, index: _ } => {}
        Type::Ctor(_, args) | Type::Data(_, args) => args.iter().for_each(|arg| walk_type(arg, f)),
        Type::Map(map) => {
            map.domain.iter().for_each(|ty| walk_type(ty, f));
            walk_type(&map.range, f);
        }
    }
}

pub fn has_type_vars(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::RoundingMode | Type::String | Type::RegEx => false,
        Type::Float { significand: _, exponent: _ } | Type::MapParam { depth: _, index: _ } => false,
        Type::Var(_) => true,
        Type::Ctor(_, args) | Type::Data(_, args) => args.iter().any(has_type_vars),
        Type::Map(map) => map.domain.iter().any(has_type_vars) || has_type_vars(&map.range),
    }
}

/// The type with its variables replaced; `None` if that changes nothing.
/// The replacements have no free [`Type::MapParam`], so that they may go below map types as they are.
pub fn substitute_type(ty: &Type, types: &TypeSubstitution) -> Option<Type> {
    map_leaves(ty, 0, &mut |leaf, _| if let Type::Var(var) = leaf { types.get(var).cloned() } else { None })
}

/// The domain and range of a map type with its own parameters replaced by `type_args`, which have no free
/// [`Type::MapParam`].
pub fn open_map(map: &MapType, type_args: &[Type]) -> (Vec<Type>, Type) {
    if map.type_params == 0 {
        return (map.domain.clone(), map.range.clone());
    }
    let open = |ty: &Type| {
        let replaced = map_leaves(ty, 0, &mut |leaf, binders| {
            let Type::MapParam { depth, index } = leaf else { return None };
            if *depth == binders { type_args.get(*index as usize).cloned() } else { None }
        });
        replaced.unwrap_or_else(|| ty.clone())
    };
    (map.domain.iter().map(open).collect(), open(&map.range))
}

/// Replaces variables and map parameters; `f` is told how many map types with parameters are around the leaf.
/// `None` if nothing changes.
fn map_leaves(ty: &Type, binders: u32, f: &mut dyn FnMut(&Type, u32) -> Option<Type>) -> Option<Type> {
    match ty {
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::RoundingMode | Type::String | Type::RegEx => None,
        Type::Float { significand: _, exponent: _ } => None,
        Type::Var(_) | Type::MapParam { depth: _, index: _ } => f(ty, binders),
        Type::Ctor(id, args) => Some(Type::Ctor(*id, map_all(args, binders, f)?.into())),
        Type::Data(id, args) => Some(Type::Data(*id, map_all(args, binders, f)?.into())),
        Type::Map(map) => {
            let binders = if map.type_params == 0 { binders } else { binders + 1 };
            let domain = map_all(&map.domain, binders, f);
            let range = map_leaves(&map.range, binders, f);
            if domain.is_none() && range.is_none() {
                return None;
            }
            let domain = domain.unwrap_or_else(|| map.domain.clone());
            let range = range.unwrap_or_else(|| map.range.clone());
            Some(Type::Map(Arc::new(MapType { type_params: map.type_params, domain, range })))
        }
    }
}

fn map_all(types: &[Type], binders: u32, f: &mut dyn FnMut(&Type, u32) -> Option<Type>) -> Option<Vec<Type>> {
    let mapped: Vec<Option<Type>> = types.iter().map(|ty| map_leaves(ty, binders, f)).collect();
    if mapped.iter().all(Option::is_none) {
        return None;
    }
    Some(mapped.into_iter().zip(types).map(|(new, old)| new.unwrap_or_else(|| old.clone())).collect())
}
