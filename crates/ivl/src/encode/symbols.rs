//! What a piece of solver text mentions and needs declared.

use crate::typed::{ConstId, FunctionId, Type};
use std::collections::BTreeSet;

/// Functions, constants and declared types. Ordered, so that texts built from them are stable.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Symbols {
    pub functions: BTreeSet<FunctionId>,
    pub consts: BTreeSet<ConstId>,
    /// Datatypes and ground instances of type constructors.
    pub types: BTreeSet<Type>,
    /// `**` on reals, which the solver knows only as a name.
    pub power: bool,
}

impl Symbols {
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.consts.is_empty() && self.types.is_empty() && !self.power
    }
}
