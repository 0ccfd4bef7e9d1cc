//! Types as sorts.

use super::signature::named_sort;
use super::{Gap, Symbols};
use crate::typed::{Program, Type};
use smt::Sort;
use source::Span;
use std::sync::Arc;

/// The sort of a type; what it needs declared goes into `used`.
pub fn sort(program: &Program, ty: &Type, used: &mut Symbols, span: Span) -> Result<Sort, Gap> {
    Ok(match ty {
        Type::Bool => Sort::Bool,
        Type::Int => Sort::Int,
        Type::Real => Sort::Real,
        Type::Bv(0) => return Err(Gap::new("bit-vectors of width 0 are not supported", span)),
        Type::Bv(width) => Sort::BitVec(*width),
        Type::Float { significand, exponent } => Sort::Float { exponent: *exponent, significand: *significand },
        Type::RoundingMode => Sort::RoundingMode,
        Type::String => Sort::String,
        Type::RegEx => Sort::RegLan,
        Type::Ctor(id, args) => match program.type_ctors[id.index()].builtin.as_deref() {
            Some(builtin) => {
                let args: Result<Vec<Sort>, Gap> = args.iter().map(|arg| sort(program, arg, used, span)).collect();
                let unknown = || Gap::new(format!("the solver sort `{builtin}` is not supported"), span);
                named_sort(builtin, &args?).ok_or_else(unknown)?
            }
            None => {
                used.types.insert(ty.clone());
                Sort::Named(sort_name(program, ty), Arc::new([]))
            }
        },
        Type::Data(..) => {
            used.types.insert(ty.clone());
            Sort::Named(sort_name(program, ty), Arc::new([]))
        }
        Type::Map(map) if map.type_params == 0 => {
            let mut result = sort(program, &map.range, used, span)?;
            for index in map.domain.iter().rev() {
                result = Sort::Array(Arc::new(sort(program, index, used, span)?), Arc::new(result));
            }
            result
        }
        Type::Map(_) => return Err(Gap::new("a polymorphic map type is not supported here", span)),
        Type::Var(_) | Type::MapParam { .. } => return Err(Gap::new("a type variable is not supported here", span)),
    })
}

/// The solver's name of a datatype or of a ground instance of a type constructor.
pub fn sort_name(program: &Program, ty: &Type) -> Arc<str> {
    smt::quote(&format!("t%{}", type_text(program, ty))).into()
}

/// A ground type in Boogie's spelling.
pub fn type_text(program: &Program, ty: &Type) -> String {
    let applied = |name: &str, args: &[Type]| {
        let mut text = name.to_string();
        for arg in args {
            text.push_str(&format!(" ({})", type_text(program, arg)));
        }
        text
    };
    match ty {
        Type::Bool => "bool".into(),
        Type::Int => "int".into(),
        Type::Real => "real".into(),
        Type::Bv(width) => format!("bv{width}"),
        Type::Float { significand, exponent } => format!("float{significand}e{exponent}"),
        Type::RoundingMode => "rmode".into(),
        Type::String => "string".into(),
        Type::RegEx => "regex".into(),
        Type::Ctor(id, args) => applied(&program.type_ctors[id.index()].name, args),
        Type::Data(id, args) => applied(&program.datatypes[id.index()].name, args),
        Type::Map(map) => {
            let domain: Vec<String> = map.domain.iter().map(|index| type_text(program, index)).collect();
            format!("<{}>[{}]{}", map.type_params, domain.join(","), type_text(program, &map.range))
        }
        Type::Var(var) => program.type_vars[var.index()].to_string(),
        Type::MapParam { depth, index } => format!("'{depth}.{index}"),
    }
}
