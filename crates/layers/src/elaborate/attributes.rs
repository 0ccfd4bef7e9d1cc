//! Reading the attributes of Civl.
//!
//! Each reader returns something usable also when it reports: the program goes no further then.

use super::codes;
use crate::civl::{Layer, LayerRange, Linearity};
use ivl::typed::{Attribute, AttributeParam, ExprKind, Literal, Variable};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// The attributes that have a meaning in Civl.
const CIVL: [&str; 10] =
    ["layer", "linear", "linear_in", "linear_out", "hide", "sync", "yields", "module", "functor", "instance"];

/// What was found wrong while reading.
#[derive(Default)]
pub struct Reader {
    pub diagnostics: Vec<Diagnostic>,
}

impl Reader {
    /// The layers of all `{:layer}` attributes, in order and without duplicates; empty if there are none.
    pub fn layers(&mut self, attributes: &[Attribute]) -> Vec<Layer> {
        let mut layers = BTreeSet::new();
        for attribute in attributes.iter().filter(|attribute| &*attribute.name == "layer") {
            if attribute.params.is_empty() {
                self.layers_error(attribute.span, "`{:layer}` names no layer");
            }
            for param in &attribute.params {
                match layer_number(param) {
                    Some(layer) => _ = layers.insert(layer),
                    None => self.layers_error(attribute.span, "a layer is a number from 0 to 2147483647"),
                }
            }
        }
        layers.into_iter().collect()
    }

    /// `{:layer n}` or `{:layer m, n}`; `default` if there is none.
    pub fn layer_range(&mut self, attributes: &[Attribute], default: LayerRange, span: Span) -> LayerRange {
        match self.layers(attributes)[..] {
            [] => default,
            [layer] => LayerRange::only(layer),
            [lower, upper] => LayerRange { lower, upper },
            [_, _, _, ..] => {
                self.layers_error(span, "a range of layers has a first and a last layer, not more");
                default
            }
        }
    }

    /// `{:layer n}`, which must be there.
    pub fn single_layer(&mut self, attributes: &[Attribute], what: &str, span: Span) -> Layer {
        match self.layers(attributes)[..] {
            [layer] => layer,
            [] => {
                self.layers_error(span, format!("{what} needs its layer, `{{:layer n}}`"));
                0
            }
            [_, _, ..] => {
                self.layers_error(span, format!("{what} has one single layer"));
                0
            }
        }
    }

    /// `{:layer …}`, which must be there, within `allowed`.
    pub fn layer_set(
        &mut self,
        attributes: &[Attribute],
        allowed: LayerRange,
        what: &str,
        span: Span,
    ) -> BTreeSet<Layer> {
        let layers = self.layers(attributes);
        if layers.is_empty() {
            self.layers_error(span, format!("{what} needs the layers at which it holds, `{{:layer …}}`"));
        }
        if let Some(layer) = layers.iter().find(|layer| !allowed.contains(**layer)) {
            let enclosing = if allowed.lower == allowed.upper {
                format!("exists at layer {} only", allowed.upper)
            } else {
                format!("does not exist above layer {}", allowed.upper)
            };
            self.layers_error(span, format!("{what} is stated at layer {layer}, but what it belongs to {enclosing}"));
        }
        layers.into_iter().collect()
    }

    pub fn linearity(&mut self, attributes: &[Attribute], allowed: &[Linearity], what: &str) -> Linearity {
        let mut found: Option<Linearity> = None;
        for attribute in attributes {
            let linearity = match &*attribute.name {
                "linear" => Linearity::Linear,
                "linear_in" => Linearity::LinearIn,
                "linear_out" => Linearity::LinearOut,
                _ => continue,
            };
            let problem = if found.is_some_and(|found| found != linearity) {
                "a variable holds permissions in one way only".to_string()
            } else if !allowed.contains(&linearity) {
                format!("{what} cannot be `{{:{}}}`", attribute.name)
            } else {
                found = Some(linearity);
                continue;
            };
            self.diagnostics.push(Diagnostic::error(&codes::LINEARITY, attribute.span, problem));
        }
        found.unwrap_or(Linearity::Ordinary)
    }

    /// Reports the attributes of Civl beyond those that have a meaning at `what`.
    pub fn only(&mut self, attributes: &[Attribute], allowed: &[&str], what: &str) {
        for attribute in attributes {
            let name = &*attribute.name;
            if CIVL.contains(&name) && !allowed.contains(&name) {
                let message = format!("`{{:{name}}}` has no meaning at {what}");
                let diagnostic = Diagnostic::error(&codes::MISPLACED, attribute.span, message);
                self.diagnostics.push(diagnostic.help("remove it"));
            }
        }
    }

    /// A where-clause would be believed of a shared variable after every yield.
    pub fn no_where_clause(&mut self, variable: &Variable) {
        if let Some(clause) = &variable.where_clause {
            let message = format!("the where-clause of `{}` is not supported in Civl programs", variable.name);
            let diagnostic = Diagnostic::error(&codes::UNSUPPORTED, clause.span(), message);
            self.diagnostics.push(diagnostic.help("state it as an invariant or a precondition"));
        }
    }

    pub fn layers_error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(&codes::LAYERS, span, message));
    }
}

/// `{:name}`, as for `{:hide}` and `{:sync}`; `{:name false}` is none.
pub fn is_set(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().filter(|attribute| &*attribute.name == name).any(|attribute| match &attribute.params[..] {
        [] => true,
        [AttributeParam::Expr(expr)] => matches!(expr.kind(), ExprKind::Literal(Literal::Bool(true))),
        _ => false,
    })
}

/// The attributes without those of Civl.
pub fn others(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().filter(|attribute| !CIVL.contains(&&*attribute.name)).cloned().collect()
}

pub fn layer_number(param: &AttributeParam) -> Option<Layer> {
    match param {
        AttributeParam::Expr(expr) => match expr.kind() {
            ExprKind::Literal(Literal::Int(value)) => {
                i32::try_from(value.clone()).ok().and_then(|value| Layer::try_from(value).ok())
            }
            _ => None,
        },
        AttributeParam::String(_) => None,
    }
}
