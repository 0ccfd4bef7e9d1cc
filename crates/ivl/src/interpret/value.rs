//! Values of runs. Equality is the mathematical one.

use super::Rational;
use crate::typed::{ConstructorId, DatatypeId, Program, Type};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The value of an expression. The order is total and means nothing beyond that.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    Bool(bool),
    Int(BigInt),
    Real(Rational),
    /// 0 ≤ value < 2^width
    Bv {
        value: BigInt,
        width: u32,
    },
    Data {
        datatype: DatatypeId,
        constructor: ConstructorId,
        fields: Vec<Value>,
    },
    /// A map of one index; maps of several indices are maps to maps.
    Map(Arc<MapValue>),
    /// An element of an uninterpreted type, which is taken to have infinitely many.
    Element {
        ty: Type,
        number: u32,
    },
}

/// A function that is constant but for finitely many arguments, in its canonical form, so that equal functions are
/// equal here. Over a domain that is not small, the default is the value almost everywhere and no entry has it; over a
/// small domain, the default is the value of the first element. Only [`super::domain`] makes these.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MapValue {
    pub(super) default: Value,
    pub(super) entries: BTreeMap<Value, Value>,
}

impl MapValue {
    pub fn get(&self, key: &Value) -> &Value {
        self.entries.get(key).unwrap_or(&self.default)
    }
}

impl Value {
    pub fn int(value: i64) -> Value {
        Value::Int(value.into())
    }

    /// In the spelling of the program, as far as there is one.
    pub fn show(&self, program: &Program) -> String {
        match self {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Real(value) => value.to_string(),
            Value::Bv { value, width } => format!("{value}bv{width}"),
            Value::Data { datatype, constructor, fields } => {
                let name = &program.datatypes[datatype.index()].constructors[constructor.index()].name;
                let fields: Vec<String> = fields.iter().map(|field| field.show(program)).collect();
                format!("{name}({})", fields.join(", "))
            }
            Value::Map(map) => {
                let entries = map.entries.iter();
                let mut parts: Vec<String> =
                    entries.map(|(key, value)| format!("{} := {}", key.show(program), value.show(program))).collect();
                parts.push(format!("else {}", map.default.show(program)));
                format!("[{}]", parts.join(", "))
            }
            Value::Element { ty, number } => match ty {
                Type::Ctor(id, _) => format!("{}#{number}", program.type_ctors[id.index()].name),
                _ => format!("#{number}"),
            },
        }
    }
}
