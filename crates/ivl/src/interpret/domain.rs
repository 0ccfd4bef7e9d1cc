//! Types as sets of values: how many there are, which they are, and the canonical form of maps over them.

use super::value::{MapValue, Value};
use crate::typed::{ConstructorId, CtorId, DatatypeId, MapType, Program, Type};
use crate::visit;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Types of at most this many values are *small*: they are enumerated.
const SMALL: usize = 1024;

/// Maps over types of at most this many values are tabulated.
const TABLE: u64 = 64;

/// A map that has too many entries for its canonical form to be known.
pub(super) struct TooManyEntries;

/// All values of a small type, in a fixed order; none if the type is not small.
pub(super) fn elements(program: &Program, ty: &Type) -> Option<Vec<Value>> {
    Enumeration { program, around: Vec::new() }.elements(ty)
}

struct Enumeration<'a> {
    program: &'a Program,
    /// The datatypes whose fields are being looked at; one within itself has infinitely many values.
    around: Vec<DatatypeId>,
}

impl Enumeration<'_> {
    fn elements(&mut self, ty: &Type) -> Option<Vec<Value>> {
        match ty {
            Type::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
            Type::Bv(width) if *width <= 10 => {
                Some((0..1u32 << width).map(|value| Value::Bv { value: value.into(), width: *width }).collect())
            }
            Type::Data(id, _) => self.datatype(*id),
            Type::Map(map) if map.type_params == 0 => self.maps(map),
            Type::Int
            | Type::Real
            | Type::Bv(_)
            | Type::Float { .. }
            | Type::RoundingMode
            | Type::String
            | Type::RegEx
            | Type::Ctor(..)
            | Type::Map(_)
            | Type::Var(_)
            | Type::MapParam { .. } => None,
        }
    }

    fn datatype(&mut self, id: DatatypeId) -> Option<Vec<Value>> {
        if self.around.contains(&id) {
            return None;
        }
        self.around.push(id);
        let declaration = &self.program.datatypes[id.index()];
        let mut values = Vec::new();
        for (number, constructor) in declaration.constructors.iter().enumerate() {
            let types = constructor.fields.iter().map(|field| declaration.fields[field.index()].ty.clone());
            for fields in self.tuples(types)? {
                values.push(Value::Data { datatype: id, constructor: ConstructorId(number as u32), fields });
            }
        }
        self.around.pop();
        (values.len() <= SMALL).then_some(values)
    }

    fn maps(&mut self, map: &MapType) -> Option<Vec<Value>> {
        let mut range = self.elements(&map.range)?;
        for domain in map.domain.iter().rev() {
            let keys = self.elements(domain)?;
            let count = u32::try_from(keys.len()).ok().and_then(|power| range.len().checked_pow(power))?;
            if count > SMALL {
                return None;
            }
            let tables = tuples(keys.iter().map(|_| range.clone()).collect())?;
            range = tables.into_iter().map(|table| tabulated(&keys, table)).collect::<Option<_>>()?;
        }
        Some(range)
    }

    fn tuples(&mut self, types: impl Iterator<Item = Type>) -> Option<Vec<Vec<Value>>> {
        let choices = types.map(|ty| self.elements(&ty)).collect::<Option<Vec<_>>>()?;
        tuples(choices)
    }
}

/// One value of each list, in all ways; none if these are too many.
fn tuples(choices: Vec<Vec<Value>>) -> Option<Vec<Vec<Value>>> {
    let mut found = vec![Vec::new()];
    for choice in choices {
        if found.len() * choice.len() > SMALL {
            return None;
        }
        let longer = |tuple: &Vec<Value>| -> Vec<Vec<Value>> {
            choice.iter().map(|value| tuple.iter().chain([value]).cloned().collect()).collect()
        };
        found = found.iter().flat_map(longer).collect();
    }
    Some(found)
}

/// The map with these values at these keys, which are the whole domain; none if the domain is empty.
fn tabulated(keys: &[Value], values: Vec<Value>) -> Option<Value> {
    let default = values.first()?.clone();
    let differ = keys.iter().cloned().zip(values).filter(|(_, value)| *value != default);
    Some(Value::Map(Arc::new(MapValue { entries: differ.collect(), default })))
}

/// The map that has these entries and the default elsewhere. `domain` is the type of its index.
pub(super) fn map(
    program: &Program,
    domain: &Type,
    default: Value,
    mut entries: BTreeMap<Value, Value>,
) -> Result<Value, TooManyEntries> {
    entries.retain(|_, value| *value != default);
    let map = MapValue { default, entries };
    match size(program, domain) {
        Some(size) if size <= TABLE => {
            let keys = elements(program, domain).ok_or(TooManyEntries)?;
            let values = keys.iter().map(|key| map.get(key).clone()).collect();
            tabulated(&keys, values).ok_or(TooManyEntries)
        }
        // Two such maps with different defaults would be equal only if their entries covered the domain.
        Some(size) if map.entries.len() as u64 >= size / 2 => Err(TooManyEntries),
        Some(_) | None => Ok(Value::Map(Arc::new(map))),
    }
}

/// How many values a type has; none if they are infinitely many, or more than anyone could count.
fn size(program: &Program, ty: &Type) -> Option<u64> {
    Sizing { program, around: Vec::new() }.size(ty)
}

struct Sizing<'a> {
    program: &'a Program,
    /// The datatypes whose fields are being looked at; one within itself has infinitely many values.
    around: Vec<DatatypeId>,
}

impl Sizing<'_> {
    fn size(&mut self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Bool => Some(2),
            Type::Bv(width) => 1u64.checked_shl(*width),
            Type::Data(id, _) => {
                if self.around.contains(id) {
                    return None;
                }
                self.around.push(*id);
                let declaration = &self.program.datatypes[id.index()];
                let mut total = 0u64;
                for constructor in &declaration.constructors {
                    let mut count = 1u64;
                    for field in &constructor.fields {
                        count = count.checked_mul(self.size(&declaration.fields[field.index()].ty)?)?;
                    }
                    total = total.checked_add(count)?;
                }
                self.around.pop();
                Some(total)
            }
            Type::Map(map) => {
                let range = self.size(&map.range)?;
                map.domain
                    .iter()
                    .try_fold(range, |range, index| range.checked_pow(u32::try_from(self.size(index)?).ok()?))
            }
            Type::Int
            | Type::Real
            | Type::Float { .. }
            | Type::RoundingMode
            | Type::String
            | Type::RegEx
            | Type::Ctor(..)
            | Type::Var(_)
            | Type::MapParam { .. } => None,
        }
    }
}

/// The map with another value at one key.
pub(super) fn store(
    program: &Program,
    domain: &Type,
    map_value: &MapValue,
    key: Value,
    value: Value,
) -> Result<Value, TooManyEntries> {
    let mut entries = map_value.entries.clone();
    entries.insert(key, value);
    map(program, domain, map_value.default.clone(), entries)
}

/// The type of the map's first index, and the type of what selecting there gives. None for `[]T`, which is T.
pub(super) fn uncurried(map: &MapType) -> Option<(&Type, Type)> {
    let (first, rest) = map.domain.split_first()?;
    let result = match rest.is_empty() {
        true => map.range.clone(),
        false => {
            let inner = MapType { type_params: 0, domain: rest.to_vec(), range: map.range.clone() };
            Type::Map(Arc::new(inner))
        }
    };
    Some((first, result))
}

/// The uninterpreted types that values of a type are made of.
pub(super) fn type_ctors(program: &Program, ty: &Type) -> FxHashSet<CtorId> {
    let (mut found, mut seen) = (FxHashSet::default(), FxHashSet::default());
    let mut work = vec![ty];
    while let Some(ty) = work.pop() {
        visit::walk_type(ty, &mut |part| match part {
            Type::Ctor(id, _) => {
                found.insert(*id);
            }
            Type::Data(id, _) if seen.insert(*id) => {
                work.extend(program.datatypes[id.index()].fields.iter().map(|field| &field.ty));
            }
            Type::Data(..)
            | Type::Bool
            | Type::Int
            | Type::Real
            | Type::Bv(_)
            | Type::Float { .. }
            | Type::RoundingMode
            | Type::String
            | Type::RegEx
            | Type::Map(_)
            | Type::Var(_)
            | Type::MapParam { .. } => {}
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(value: u32, width: u32) -> Value {
        Value::Bv { value: value.into(), width }
    }

    fn made(domain: &Type, default: Value, entries: &[(Value, Value)]) -> Value {
        let entries = entries.iter().cloned().collect();
        map(&Program::default(), domain, default, entries).ok().unwrap()
    }

    #[test]
    fn entries_like_the_default_do_not_count() {
        let plain = made(&Type::Int, Value::int(0), &[]);
        let padded = made(&Type::Int, Value::int(0), &[(Value::int(5), Value::int(0))]);
        assert_eq!(plain, padded);
    }

    #[test]
    fn maps_over_small_types_are_equal_by_their_values() {
        let (zero, one) = (Value::int(0), Value::int(1));
        let low = made(&Type::Bool, zero.clone(), &[(Value::Bool(true), one.clone())]);
        let high = made(&Type::Bool, one.clone(), &[(Value::Bool(false), zero.clone())]);
        assert_eq!(low, high);
        let everywhere = [(bits(0, 1), one.clone()), (bits(1, 1), one.clone())];
        assert_eq!(made(&Type::Bv(1), zero, &everywhere), made(&Type::Bv(1), one, &[]));
    }

    #[test]
    fn small_types_are_enumerated() {
        let map = |domain, range| Type::Map(Arc::new(MapType { type_params: 0, domain, range }));
        let count = |ty: &Type| elements(&Program::default(), ty).map(|values| values.len());
        assert_eq!(count(&Type::Bv(3)), Some(8));
        assert_eq!(count(&Type::Bv(32)), None);
        assert_eq!(count(&map(vec![Type::Bool, Type::Bool], Type::Bv(2))), Some(256));
        assert_eq!(count(&map(vec![Type::Bool], Type::Int)), None);
        assert_eq!(size(&Program::default(), &map(vec![Type::Bool, Type::Bool], Type::Bv(2))), Some(256));
        assert_eq!(size(&Program::default(), &map(vec![Type::Bv(40)], Type::Bool)), None);
    }
}
