//! Values out of a solver's model.

use super::domain::{self, uncurried};
use super::rational::Rational;
use super::value::Value;
use crate::typed::{ConstructorId, DatatypeId, Program, Type};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// The value that the solver's text means at a type; none if it cannot be read.
pub(super) fn from_text(program: &Program, ty: &Type, text: &str) -> Option<Value> {
    let value = smt::Value::from_sexpr(&smt::parse_one(text).ok()?);
    convert(program, ty, &value)
}

fn convert(program: &Program, ty: &Type, value: &smt::Value) -> Option<Value> {
    match (ty, value) {
        (Type::Bool, smt::Value::Bool(value)) => Some(Value::Bool(*value)),
        (Type::Int, smt::Value::Int(value)) => value.to_string().parse().ok().map(Value::Int),
        (Type::Real, smt::Value::Int(value)) => real(&value.to_string()).map(Value::Real),
        (Type::Real, smt::Value::Real(text)) => real(text).map(Value::Real),
        (Type::Bv(width), smt::Value::BitVec { width: own, value }) if width == own => {
            let value = value.to_string().parse().ok()?;
            Some(Value::Bv { value, width: *width })
        }
        (Type::Data(id, _), smt::Value::Data(name, arguments)) => data(program, *id, name, arguments),
        (Type::Map(map), _) => match uncurried(map) {
            None => convert(program, &map.range, value),
            Some((domain, result)) => self::map(program, domain, &result, value),
        },
        (Type::Ctor(..), smt::Value::Element(name)) => {
            let (_, number) = name.split_once("!val!")?;
            Some(Value::Element { ty: ty.clone(), number: number.parse().ok()? })
        }
        _ => None,
    }
}

fn data(program: &Program, datatype: DatatypeId, name: &str, arguments: &[smt::Value]) -> Option<Value> {
    let declaration = &program.datatypes[datatype.index()];
    let own_name = name.strip_prefix("k%")?.strip_prefix(&*declaration.name)?.strip_prefix('%')?;
    let number = declaration.constructors.iter().position(|constructor| &*constructor.name == own_name)?;
    let constructor = &declaration.constructors[number];
    if constructor.fields.len() != arguments.len() {
        return None;
    }
    let types = constructor.fields.iter().map(|field| &declaration.fields[field.index()].ty);
    let fields = types.zip(arguments).map(|(ty, argument)| convert(program, ty, argument)).collect::<Option<_>>()?;
    Some(Value::Data { datatype, constructor: ConstructorId(number as u32), fields })
}

fn map(program: &Program, domain: &Type, result: &Type, value: &smt::Value) -> Option<Value> {
    let smt::Value::Map { entries, default } = value else { return None };
    let default = convert(program, result, default.as_deref()?)?;
    let mut converted = BTreeMap::new();
    for (key, value) in entries {
        converted.insert(convert(program, domain, key)?, convert(program, result, value)?);
    }
    domain::map(program, domain, default, converted).ok()
}

/// `-3`, `1.25` or `-1/3`.
fn real(text: &str) -> Option<Rational> {
    if let Some((above, below)) = text.split_once('/') {
        return real(above)?.divided_by(&real(below)?);
    }
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits: BigInt = format!("{whole}{decimals}").parse().ok()?;
    Rational::new(digits, BigInt::from(10).pow(u32::try_from(decimals.len()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typed::MapType;
    use std::sync::Arc;

    fn read(ty: &Type, text: &str) -> String {
        let program = Program::default();
        from_text(&program, ty, text).map_or("-".into(), |value| value.show(&program))
    }

    #[test]
    fn texts_of_solvers() {
        let map = |domain, range| Type::Map(Arc::new(MapType { type_params: 0, domain, range }));
        let cases = [
            (Type::Int, "(- 5)", "-5"),
            (Type::Int, "true", "-"),
            (Type::Real, "(/ 1.0 4.0)", "1/4"),
            (Type::Real, "(- 1.5)", "-3/2"),
            (Type::Bv(8), "#x0f", "15bv8"),
            (Type::Bv(8), "#b1", "-"),
            (map(vec![Type::Int], Type::Int), "(store ((as const (Array Int Int)) 0) 2 7)", "[2 := 7, else 0]"),
            (
                map(vec![Type::Int, Type::Int], Type::Bool),
                "(store ((as const X) ((as const Y) false)) 1 (store ((as const Y) false) 2 true))",
                "[1 := [2 := true, else false], else [else false]]",
            ),
            (map(vec![Type::Int], Type::Int), "(_ as-array k!0)", "-"),
        ];
        for (ty, text, expected) in cases {
            assert_eq!(read(&ty, text), expected, "{text}");
        }
    }
}
