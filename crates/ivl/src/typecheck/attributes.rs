//! Attributes: their parameters are expressions of the scope they stand in.

use super::{Checker, Mode, codes};
use crate::ast;
use crate::typed::{Attribute, AttributeParam, Name, Type};
use source::Span;

/// The layers of all `{:layer …}`, in order.
pub(super) fn layers(attributes: &[ast::Attribute]) -> Vec<u32> {
    let attributes = attributes.iter().filter(|attribute| &*attribute.name.name == "layer");
    let numbers = attributes.flat_map(|attribute| &attribute.params).filter_map(|param| match param {
        ast::AttributeParam::Expr(expr) => match &*expr.kind {
            ast::ExprKind::Int(digits) => digits.parse().ok(),
            _ => None,
        },
        ast::AttributeParam::String(_) => None,
    });
    let mut layers: Vec<u32> = numbers.collect();
    layers.sort_unstable();
    layers.dedup();
    layers
}

/// `{:name}` or `{:name true}`.
pub(super) fn is_set(attributes: &[ast::Attribute], name: &str) -> bool {
    attributes.iter().filter(|attribute| &*attribute.name.name == name).any(|attribute| match &attribute.params[..] {
        [] => true,
        [ast::AttributeParam::Expr(expr)] => *expr.kind == ast::ExprKind::Bool(true),
        _ => false,
    })
}

/// The string of `{:name "string"}`.
pub(super) fn string(attributes: &[ast::Attribute], name: &str) -> Option<Name> {
    attributes.iter().filter(|attribute| &*attribute.name.name == name).find_map(|attribute| {
        match &attribute.params[..] {
            [ast::AttributeParam::String(text)] => Some(text.clone()),
            _ => None,
        }
    })
}

impl<'a> Checker<'a> {
    pub(super) fn check_attributes(&mut self, attributes: &'a [ast::Attribute]) -> Vec<Attribute> {
        if attributes.is_empty() {
            return Vec::new();
        }
        let mode = if self.mode == Mode::Stateless { Mode::Stateless } else { Mode::Two };
        let check =
            |checker: &mut Self| attributes.iter().map(|attribute| checker.check_attribute(attribute)).collect();
        self.in_mode(mode, |checker| checker.in_shared_state(false, check))
    }

    fn check_attribute(&mut self, attribute: &'a ast::Attribute) -> Attribute {
        let mut params = Vec::new();
        for param in &attribute.params {
            params.push(match param {
                ast::AttributeParam::String(text) => AttributeParam::String(text.clone()),
                ast::AttributeParam::Expr(expr) => AttributeParam::Expr(self.expr(expr)),
            });
        }
        let name = attribute.name.name.clone();
        match &*name {
            "minimize" | "maximize" => self.check_single(&name, &params, "a number", attribute.span, |ty| {
                matches!(ty, Type::Int | Type::Real | Type::Bv(_))
            }),
            "verified_under" => {
                self.check_single(&name, &params, "a bool", attribute.span, |ty| *ty == Type::Bool);
            }
            "layer" => self.check_layers(attribute),
            _ => {}
        }
        Attribute { name, params, span: attribute.span }
    }

    fn check_single(
        &mut self,
        name: &str,
        params: &[AttributeParam],
        what: &str,
        span: Span,
        fits: impl Fn(&Type) -> bool,
    ) {
        let good = match params {
            [AttributeParam::Expr(expr)] => {
                let ty = self.infer.head(expr.ty());
                ty == super::UNKNOWN || fits(&ty)
            }
            _ => false,
        };
        if !good {
            self.error(&codes::ATTRIBUTE, span, format!("attribute `:{name}` takes one parameter, {what}"));
        }
    }

    fn check_layers(&mut self, attribute: &'a ast::Attribute) {
        for param in &attribute.params {
            let good = match param {
                ast::AttributeParam::Expr(expr) => match &*expr.kind {
                    ast::ExprKind::Int(digits) => digits.parse::<i32>().is_ok(),
                    _ => false,
                },
                ast::AttributeParam::String(_) => false,
            };
            if !good {
                let message = "a layer is a number from 0 to 2147483647";
                self.error(&codes::ATTRIBUTE, attribute.span, message);
            }
        }
    }

    /// `{:id "name"}` names a statement; names are unique in the program.
    pub(super) fn register_id(&mut self, attributes: &'a [ast::Attribute], span: Span) {
        if attributes.is_empty() {
            return;
        }
        if let Some(id) = string(attributes, "id")
            && let Some(previous) = self.statement_ids.insert(id.clone(), span)
        {
            let message = format!("more than one statement has the id `{id}`");
            let diagnostic = source::Diagnostic::error(&codes::DUPLICATE, span, message);
            self.report(diagnostic.label(previous, "also here"));
        }
    }
}
