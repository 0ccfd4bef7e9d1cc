//! The attributes that the sequential engine gives a meaning.

use crate::typed::{Attribute, AttributeParam, ExprKind, Literal, Name};
use std::time::Duration;

/// `{:msg "…"}`: the author's own words for a failure.
pub fn message(attributes: &[Attribute]) -> Option<Name> {
    match find(attributes, "msg")?.params.first()? {
        AttributeParam::String(text) => Some(text.clone()),
        AttributeParam::Expr(_) => None,
    }
}

/// `{:subsumption 0}`: later steps may not use the assertion.
pub fn is_forgotten(attributes: &[Attribute]) -> bool {
    number(attributes, "subsumption") == Some(0)
}

/// The assertion stands for `C(x, y) := e`.
pub fn is_unpack(attributes: &[Attribute]) -> bool {
    find(attributes, "counterpoint_unpack").is_some()
}

/// `{:verify false}`
pub fn says_not_to_verify(attributes: &[Attribute]) -> bool {
    let literal = find(attributes, "verify").and_then(first_literal);
    matches!(literal, Some(Literal::Bool(false)))
}

/// `{:timeLimit seconds}`; 0 leaves it to the run, and nobody waits for more than a year.
pub fn time_limit(attributes: &[Attribute]) -> Option<Duration> {
    const YEAR: u64 = 365 * 24 * 3600;
    let seconds = number(attributes, "timeLimit").filter(|seconds| *seconds > 0)?;
    Some(Duration::from_secs((seconds as u64).min(YEAR)))
}

/// `{:name n}`
pub fn number(attributes: &[Attribute], name: &str) -> Option<usize> {
    match first_literal(find(attributes, name)?)? {
        Literal::Int(value) => value.try_into().ok(),
        _ => None,
    }
}

/// The last one counts.
fn find<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes.iter().rev().find(|attribute| &*attribute.name == name)
}

fn first_literal(attribute: &Attribute) -> Option<&Literal> {
    match attribute.params.first()? {
        AttributeParam::Expr(value) => match value.kind() {
            ExprKind::Literal(literal) => Some(literal),
            _ => None,
        },
        AttributeParam::String(_) => None,
    }
}
