//! Lambdas as arrays with names.
//!
//! ```text
//! (lambda x: A :: e)    lambda!k    with    forall x: A :: { lambda!k[x] } lambda!k[x] == e
//! ```
//!
//! The array exists and is the only one with this property, so the axiom says nothing about anything else. The solver has
//! lambda terms of its own, but between questions that build on each other it does not look into them: an equation of two
//! sets made of lambdas, unions and complements is then out of its reach, while two named arrays differ at an index, and
//! there the axioms apply. A lambda that mentions variables bound outside of it stays a lambda term.

use super::{Encoder, Gap};
use crate::typed::{MapType, Quantifier, Type};
use rustc_hash::FxHashMap;
use smt::{QuantifierKind, Sort, TermId, write_term};
use source::Span;
use std::fmt::Write;
use std::sync::Arc;

/// The lambdas that got a name.
#[derive(Default)]
pub struct Lambdas {
    /// The name of each lambda term.
    names: FxHashMap<TermId, TermId>,
    /// Declarations and axioms, in the order of the names.
    definitions: Vec<(String, TermId)>,
}

impl Encoder<'_> {
    pub(super) fn lambda(
        &mut self,
        lambda: &Quantifier,
        vars: Vec<(Arc<str>, Sort)>,
        body: TermId,
        span: Span,
    ) -> Result<TermId, Gap> {
        // Maps of several arguments are maps to maps.
        let term = vars.iter().rev().fold(body, |body, var| {
            self.terms.quantifier(smt::Quantifier::plain(QuantifierKind::Lambda, vec![var.clone()], body))
        });
        let Some(lambdas) = self.lambdas.as_ref().filter(|_| self.depth == 0) else { return Ok(term) };
        if let Some(name) = lambdas.names.get(&term) {
            return Ok(*name);
        }
        let text = format!("lambda!{}", lambdas.definitions.len());
        let domain = lambda.vars.iter().map(|var| var.ty.clone()).collect();
        let map = Type::Map(Arc::new(MapType { type_params: 0, domain, range: lambda.body.ty().clone() }));
        let declaration = format!("(declare-const {text} {})\n", self.sort(&map, span)?);
        let name = self.terms.constant(&text);
        let applied = vars.iter().fold(name, |map, (var, _)| {
            let index = self.terms.constant(var);
            self.terms.app("select", &[map, index])
        });
        let equation = self.terms.app("=", &[applied, body]);
        let axiom = self.terms.quantifier(smt::Quantifier {
            triggers: [Box::from([applied])].into(),
            ..smt::Quantifier::plain(QuantifierKind::Forall, vars, equation)
        });
        if let Some(lambdas) = &mut self.lambdas {
            lambdas.names.insert(term, name);
            lambdas.definitions.push((declaration, axiom));
        }
        Ok(name)
    }

    /// What the names of lambdas mean.
    pub fn lambda_axioms(&self) -> impl Iterator<Item = TermId> {
        self.lambdas.iter().flat_map(|lambdas| &lambdas.definitions).map(|(_, axiom)| *axiom)
    }

    /// The names of lambdas and what they mean, as solver text.
    pub fn lambda_definitions(&self) -> String {
        let mut text = String::new();
        for (declaration, axiom) in self.lambdas.iter().flat_map(|lambdas| &lambdas.definitions) {
            text.push_str(declaration);
            let _ = write!(text, "(assert ");
            write_term(&self.terms, *axiom, &mut text);
            text.push_str(")\n");
        }
        text
    }
}
