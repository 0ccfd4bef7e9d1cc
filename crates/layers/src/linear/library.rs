//! What the base library's types `One` and `Map` are in this program.
//!
//! A datatype is `One` or `Map` if it is an instance of a generic datatype of this name and of the library's form, so a
//! user's own type of that name is not mistaken for it.

use ivl::mono::Origins;
use ivl::typed::{Constructor, Datatype, DatatypeId, FieldId, FunctionId, Program, Type};
use rustc_hash::FxHashMap;

/// What a datatype is for linearity.
#[derive(Clone, Debug)]
pub enum Shape {
    /// `One<T> { One(val: T) }`
    One {
        inner: Type,
    },
    /// `Map<T,U> { Map(dom: [T]bool, val: [T]U) }`
    Map(MapShape),
    Other,
}

#[derive(Clone, Debug)]
pub struct MapShape {
    pub key: Type,
    pub value: Type,
    pub dom: FieldId,
    pub val: FieldId,
}

/// The shape of every datatype, by id.
pub fn shapes(program: &Program, origins: &Origins) -> Vec<Shape> {
    let ids = (0..program.datatypes.len() as u32).map(DatatypeId);
    ids.zip(&program.datatypes).map(|(id, datatype)| shape(origins, id, datatype)).collect()
}

fn shape(origins: &Origins, id: DatatypeId, datatype: &Datatype) -> Shape {
    let Some(origin) = origins.datatype(id) else { return Shape::Other };
    let [Constructor { fields, .. }] = &datatype.constructors[..] else { return Shape::Other };
    let name = |field: &FieldId| &*datatype.fields[field.index()].name;
    match (&*origin.name, &origin.args[..], &fields[..]) {
        ("One", [inner], [val]) if name(val) == "val" && datatype.fields[val.index()].ty == *inner => {
            Shape::One { inner: inner.clone() }
        }
        ("Map", [key, value], [dom, val]) if name(dom) == "dom" && name(val) == "val" => {
            let field = |field: &FieldId| &datatype.fields[field.index()].ty;
            match is_map(field(dom), key, &Type::Bool) && is_map(field(val), key, value) {
                true => Shape::Map(MapShape { key: key.clone(), value: value.clone(), dom: *dom, val: *val }),
                false => Shape::Other,
            }
        }
        _ => Shape::Other,
    }
}

fn is_map(ty: &Type, key: &Type, value: &Type) -> bool {
    matches!(ty, Type::Map(map) if map.type_params == 0 && map.domain == [key.clone()] && map.range == *value)
}

/// The instances of the library's `Default<T>()`, by `T`.
pub fn defaults(program: &Program, origins: &Origins) -> FxHashMap<Type, FunctionId> {
    let ids = (0..program.functions.len() as u32).map(FunctionId);
    let instances = ids.zip(&program.functions).filter_map(|(id, function)| {
        let origin = origins.function(id)?;
        let is_default =
            &*origin.name == "Default" && function.params.is_empty() && origin.args[..] == [function.result.clone()];
        is_default.then(|| (function.result.clone(), id))
    });
    instances.collect()
}
