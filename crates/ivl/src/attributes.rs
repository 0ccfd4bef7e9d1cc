//! The attributes that this crate gives a meaning.

use crate::typed::{Attribute, AttributeParam, Expr, ExprKind, Literal, Name};
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

/// `{:assumption}`: a local variable that is true at first, and is only ever conjoined with something.
pub fn starts_true(attributes: &[Attribute]) -> bool {
    find(attributes, "assumption").is_some_and(|attribute| match attribute.params.first() {
        None => true,
        Some(_) => matches!(first_literal(attribute), Some(Literal::Bool(true))),
    })
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

/// The pools of a bound variable: `{:pool "A"}`, perhaps several.
pub fn pools(attributes: &[Attribute]) -> Vec<Name> {
    let params =
        attributes.iter().filter(|attribute| &*attribute.name == "pool").flat_map(|attribute| &attribute.params);
    let names = params.filter_map(|param| match param {
        AttributeParam::String(name) => Some(name.clone()),
        AttributeParam::Expr(_) => None,
    });
    names.collect()
}

/// What `{:add_to_pool "A", e, …}` offers, each value with its pool. One that names no pool offers nothing.
pub fn offers(attributes: &[Attribute]) -> Vec<(Name, &Expr)> {
    let mut offers = Vec::new();
    for attribute in attributes.iter().filter(|attribute| &*attribute.name == "add_to_pool") {
        let Some((AttributeParam::String(pool), values)) = attribute.params.split_first() else { continue };
        for value in values {
            match value {
                AttributeParam::Expr(expr) => offers.push((pool.clone(), expr)),
                AttributeParam::String(_) => {}
            }
        }
    }
    offers
}

/// `{:name n}`
pub fn number(attributes: &[Attribute], name: &str) -> Option<usize> {
    match first_literal(find(attributes, name)?)? {
        Literal::Int(value) => value.try_into().ok(),
        _ => None,
    }
}

/// The layers of all `{:layer …}`, in order.
pub fn layers(attributes: &[Attribute]) -> Vec<u32> {
    let attributes = attributes.iter().filter(|attribute| &*attribute.name == "layer");
    let numbers = attributes.flat_map(|attribute| &attribute.params).filter_map(|param| match param {
        AttributeParam::Expr(expr) => match expr.kind() {
            ExprKind::Literal(Literal::Int(value)) => u32::try_from(value).ok(),
            _ => None,
        },
        AttributeParam::String(_) => None,
    });
    let mut layers: Vec<u32> = numbers.collect();
    layers.sort_unstable();
    layers.dedup();
    layers
}

/// The mark of the library's operations on permissions, which change more than procedures can.
pub const PRIMITIVE: &str = "primitive";

/// `{:primitive}`
pub fn is_primitive(attributes: &[Attribute]) -> bool {
    find(attributes, PRIMITIVE).is_some()
}

/// `{:becomes e}` of a primitive: what its first argument, a path into a variable, leads to afterwards. In terms of the
/// in-parameters.
pub fn becomes(attributes: &[Attribute]) -> Option<&Expr> {
    match find(attributes, "becomes")?.params.first()? {
        AttributeParam::Expr(expr) => Some(expr),
        AttributeParam::String(_) => None,
    }
}

/// `{:linear}`, `{:linear_in}` or `{:linear_out}`
pub fn is_linear(attributes: &[Attribute]) -> bool {
    ["linear", "linear_in", "linear_out"].iter().any(|name| find(attributes, name).is_some())
}

/// `{:name …}`, whatever its parameters.
pub fn has(attributes: &[Attribute], name: &str) -> bool {
    find(attributes, name).is_some()
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

/// `{:closed}`: values of the datatype are built only in the file that declares it.
pub fn is_closed(attributes: &[Attribute]) -> bool {
    find(attributes, "closed").is_some()
}
