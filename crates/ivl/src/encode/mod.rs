//! From typed expressions to solver terms.
//!
//! passive → **solver text**
//!
//! | here | there |
//! |---|---|
//! | `int`, `real`, `bool`, `bvN` | the solver's sorts; `div` and `mod` are Euclidean in both |
//! | `[A, B]C` | `(Array A (Array B C))`, extensional; `[]C` is `C` |
//! | datatype | datatype of the solver |
//! | type constructor instance | uninterpreted sort |
//! | function, constant, incarnation | `f%name`, `c%name`, `name@k`: three name spaces that no operator of the solver is in |
//! | lambda | an array with its defining axiom, see `lambda`; a lambda term of the solver if it mentions variables bound outside |
//! | let | shared term |
//!
//! Everything else is a [`Gap`]: unsupported, with its place.

mod binder;
mod builtin;
mod choose;
mod closure;
mod code;
mod data;
mod datatypes;
mod declare;
mod expr;
mod float;
mod lambda;
mod literal;
mod map;
mod names;
mod operator;
mod prelude;
mod signature;
mod sort;
mod string;
mod symbols;

pub use expr::Encoder;
pub use prelude::{Fact, Prelude, Selection};
pub use symbols::Symbols;

use source::Span;

/// A construct that has no encoding yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// A whole sentence.
    pub message: String,
    pub span: Span,
}

impl Gap {
    pub fn new(message: impl Into<String>, span: Span) -> Gap {
        Gap { message: message.into(), span }
    }
}
