//! Sorts of SMT-LIB, and their text.

use std::fmt;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    Bool,
    Int,
    Real,
    BitVec(u32),
    Float {
        exponent: u32,
        significand: u32,
    },
    RoundingMode,
    String,
    RegLan,
    Array(Arc<Sort>, Arc<Sort>),
    /// Declared sorts, datatypes and `Seq`. The name is SMT-LIB text (see [`crate::quote`]).
    Named(Arc<str>, Arc<[Sort]>),
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float { exponent, significand } => write!(f, "(_ FloatingPoint {exponent} {significand})"),
            Sort::RoundingMode => f.write_str("RoundingMode"),
            Sort::String => f.write_str("String"),
            Sort::RegLan => f.write_str("RegLan"),
            Sort::Array(index, element) => write!(f, "(Array {index} {element})"),
            Sort::Named(name, arguments) if arguments.is_empty() => f.write_str(name),
            Sort::Named(name, arguments) => {
                write!(f, "({name}")?;
                for argument in arguments.iter() {
                    write!(f, " {argument}")?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_sorts() {
        let int = Arc::new(Sort::Int);
        let list = Sort::Named("List".into(), [Sort::BitVec(8)].into());
        let cases = [
            (Sort::Bool, "Bool"),
            (Sort::Float { exponent: 8, significand: 24 }, "(_ FloatingPoint 8 24)"),
            (Sort::Array(int, Arc::new(list)), "(Array Int (List (_ BitVec 8)))"),
            (Sort::Named("|my sort|".into(), [].into()), "|my sort|"),
        ];
        for (sort, text) in cases {
            assert_eq!(sort.to_string(), text);
        }
    }
}
