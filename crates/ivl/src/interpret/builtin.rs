//! Functions that are operators of the solver.

use super::domain;
use super::machine::{Machine, Run, unmodelled};
use super::value::{MapValue, Value};
use super::{arithmetic, bitvector};
use crate::typed::{BinaryOp, Function, Type};
use num_bigint::BigInt;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Machine<'_> {
    pub(super) fn builtin(&mut self, function: &Function, name: &str, args: Vec<Value>, span: Span) -> Run<Value> {
        let operator: &dyn Fn(&mut Machine, Vec<Value>) -> Run<Value> = match name {
            "MapConst" => return self.constant_map(&function.result, args, span),
            "MapAdd" => &|machine, args| machine.pointwise(BinaryOp::Add, args, span),
            "MapSub" => &|machine, args| machine.pointwise(BinaryOp::Sub, args, span),
            "MapMul" => &|machine, args| machine.pointwise(BinaryOp::Mul, args, span),
            "MapDiv" => &|machine, args| machine.pointwise(BinaryOp::Div, args, span),
            "MapMod" => &|machine, args| machine.pointwise(BinaryOp::Mod, args, span),
            "MapGt" => &|machine, args| machine.pointwise(BinaryOp::Gt, args, span),
            "MapGe" => &|machine, args| machine.pointwise(BinaryOp::Ge, args, span),
            "MapLt" => &|machine, args| machine.pointwise(BinaryOp::Lt, args, span),
            "MapLe" => &|machine, args| machine.pointwise(BinaryOp::Le, args, span),
            "MapEq" | "MapIff" => &|_, args| Ok(Value::Bool(args[0] == args[1])),
            "MapOr" => &|_, args| truths(args, |args| args[0] || args[1], span),
            "MapAnd" => &|_, args| truths(args, |args| args[0] && args[1], span),
            "MapImp" => &|_, args| truths(args, |args| !args[0] || args[1], span),
            "MapNot" => &|_, args| truths(args, |args| !args[0], span),
            "MapIte" => &|_, mut args| {
                let chosen = if args[0] == Value::Bool(true) { 1 } else { 2 };
                Ok(args.swap_remove(chosen))
            },
            _ => return self.scalar_builtin(name, args, span),
        };
        self.map_pointwise(&function.result, args, operator, span)
    }

    fn scalar_builtin(&mut self, name: &str, args: Vec<Value>, span: Span) -> Run<Value> {
        if let Some(value) = bitvector::apply(name, &args) {
            return Ok(value);
        }
        match (name, args.as_slice()) {
            ("to_real", [value]) if arithmetic::as_real(value).is_some() => {
                Ok(arithmetic::as_real(value).map_or(Value::Bool(false), Value::Real))
            }
            ("to_int", [Value::Real(value)]) => Ok(Value::Int(value.floor())),
            (name, [Value::Int(value)]) => match int_to_bits(name) {
                Some(width) => Ok(bitvector::bits(value.clone(), width)),
                None => unmodelled(format!("the solver's operator `{name}`"), span),
            },
            _ => unmodelled(format!("the solver's operator `{name}`"), span),
        }
    }

    fn pointwise(&mut self, op: BinaryOp, mut args: Vec<Value>, span: Span) -> Run<Value> {
        let (Some(right), Some(left)) = (args.pop(), args.pop()) else { return unmodelled("this operator", span) };
        self.arithmetic(op, left, right, span)
    }

    fn constant_map(&mut self, ty: &Type, args: Vec<Value>, span: Span) -> Run<Value> {
        match (single_index(ty), args.into_iter().next()) {
            (Some((domain, _)), Some(value)) => self.map_value(&domain, value, BTreeMap::new(), span),
            _ => unmodelled("this constant map", span),
        }
    }

    /// The map of the operator's values at each index, where all arguments are maps of one index.
    fn map_pointwise(
        &mut self,
        ty: &Type,
        args: Vec<Value>,
        operator: &dyn Fn(&mut Machine, Vec<Value>) -> Run<Value>,
        span: Span,
    ) -> Run<Value> {
        let maps: Option<Vec<Arc<MapValue>>> = args
            .into_iter()
            .map(|arg| match arg {
                Value::Map(map) => Some(map),
                _ => None,
            })
            .collect();
        let (Some(maps), Some((domain, _))) = (maps, single_index(ty)) else {
            return unmodelled("a map combinator on these arguments", span);
        };
        let default = operator(self, maps.iter().map(|map| map.default.clone()).collect())?;
        let keys: BTreeSet<&Value> = maps.iter().flat_map(|map| map.entries.keys()).collect();
        let mut entries = BTreeMap::new();
        for key in keys {
            let value = operator(self, maps.iter().map(|map| map.get(key).clone()).collect())?;
            entries.insert(key.clone(), value);
        }
        self.map_value(&domain, default, entries, span)
    }

    pub(super) fn map_value(
        &self,
        domain: &Type,
        default: Value,
        entries: BTreeMap<Value, Value>,
        span: Span,
    ) -> Run<Value> {
        match domain::map(self.program, domain, default, entries) {
            Ok(value) => Ok(value),
            Err(domain::TooManyEntries) => unmodelled("a map with this many entries", span),
        }
    }
}

/// The index and the result of a map of exactly one index.
fn single_index(ty: &Type) -> Option<(Type, Type)> {
    match ty {
        Type::Map(map) if map.domain.len() == 1 => Some((map.domain[0].clone(), map.range.clone())),
        _ => None,
    }
}

fn truths(args: Vec<Value>, connective: impl Fn(&[bool]) -> bool, span: Span) -> Run<Value> {
    let truths: Option<Vec<bool>> = args
        .iter()
        .map(|arg| match arg {
            Value::Bool(value) => Some(*value),
            _ => None,
        })
        .collect();
    truths.map_or_else(
        || unmodelled("a connective on these arguments", span),
        |truths| Ok(Value::Bool(connective(&truths))),
    )
}

/// The width in `int2bv n` and its newer spelling.
fn int_to_bits(name: &str) -> Option<u32> {
    let name = name.trim_start_matches("(_ ").trim_end_matches(')');
    let width = name.strip_prefix("int2bv ").or_else(|| name.strip_prefix("int_to_bv "))?;
    width.trim().parse::<u32>().ok().filter(|width| BigInt::from(*width) > BigInt::from(0))
}
