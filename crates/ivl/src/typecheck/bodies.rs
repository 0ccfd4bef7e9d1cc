//! Everything inside declarations: attributes, axioms, function bodies, specifications, implementations.

use super::names::Item;
use super::{Checker, Mode, attributes, codes};
use crate::ast;
use crate::typed::{Attribute, Axiom, Symbol, Type};
use source::Diagnostic;

impl<'a> Checker<'a> {
    pub(super) fn check_bodies(&mut self, items: &[Item<'a>]) {
        items.iter().for_each(|item| self.check_item(item));
        // Implementations take the where-clauses of their procedures, so all specifications come first.
        for item in items {
            match item {
                Item::Procedure(routine) => {
                    if let Some(body) = routine.body {
                        self.check_own_implementation(routine, body);
                    }
                }
                Item::Implementation(decl) => self.check_implementation(decl),
                Item::Type(..) | Item::Synonym(_) | Item::Datatype(..) | Item::Const(..) => {}
                Item::Function(..) | Item::Axiom(_) | Item::Var(..) => {}
            }
        }
    }

    fn check_item(&mut self, item: &Item<'a>) {
        match item {
            Item::Type(decl, id) => {
                let attributes = self.top_attributes(&decl.attributes);
                self.out.type_ctors[id.index()].attributes = attributes;
            }
            Item::Synonym(decl) => {
                self.top_attributes(&decl.attributes);
            }
            Item::Datatype(decl, id) => {
                let attributes = self.top_attributes(&decl.attributes);
                self.out.datatypes[id.index()].attributes = attributes;
            }
            Item::Const(decl, names) => {
                let attributes = self.top_attributes(&decl.attributes);
                for (_, id) in names {
                    self.out.consts[id.index()].attributes = attributes.clone();
                }
                let used_by: Vec<Symbol> = names.iter().map(|(_, id)| Symbol::Const(*id)).collect();
                decl.uses.iter().for_each(|axiom| self.check_axiom(axiom, &used_by));
            }
            Item::Function(decl, id) => {
                decl.uses.iter().for_each(|axiom| self.check_axiom(axiom, &[Symbol::Function(*id)]));
                self.check_function(decl, *id);
            }
            Item::Axiom(decl) => self.check_axiom(decl, &[]),
            Item::Var(decl, id) => {
                let attributes = self.top_attributes(&decl.binding.attributes);
                let where_clause = self.where_clause(&decl.binding);
                let global = &mut self.out.globals[id.index()];
                global.attributes = attributes;
                global.where_clause = where_clause;
                let ty = global.ty.clone();
                self.check_assumption_type(&decl.binding, &ty);
            }
            Item::Procedure(routine) => self.check_procedure(routine),
            Item::Implementation(_) => {}
        }
    }

    /// Attributes that stand by themselves, not inside an expression.
    pub(super) fn top_attributes(&mut self, attributes: &'a [ast::Attribute]) -> Vec<Attribute> {
        if attributes.is_empty() {
            return Vec::new();
        }
        self.begin();
        let attributes = self.check_attributes(attributes);
        self.settle_attributes(attributes)
    }

    fn check_axiom(&mut self, decl: &'a ast::AxiomDecl, used_by: &[Symbol]) {
        if let Some(name) = attributes::string(&decl.attributes, "name")
            && let Some(previous) = self.axiom_names.insert(name.clone(), decl.span)
        {
            let message = format!("more than one axiom has the name `{name}`");
            let diagnostic = Diagnostic::error(&codes::DUPLICATE, decl.span, message);
            self.report(diagnostic.label(previous, "also here"));
        }
        let attributes = self.top_attributes(&decl.attributes);
        let expr = self.in_mode(Mode::Stateless, |checker| checker.condition(&decl.expr, "an axiom"));
        self.out.axioms.push(Axiom { expr, attributes, used_by: used_by.to_vec(), span: decl.span });
    }

    /// The where-clause of a variable.
    pub(super) fn where_clause(&mut self, binding: &'a ast::Binding) -> Option<crate::typed::Expr> {
        let clause = binding.where_clause.as_ref()?;
        if attributes::is_set(&binding.attributes, "assumption") {
            let message = "an assumption variable has no where-clause";
            self.error(&codes::ATTRIBUTE, binding.name.span, message);
        }
        Some(self.condition(clause, "a where-clause"))
    }

    /// `{:assumption}` is for variables of type bool.
    pub(super) fn check_assumption_type(&mut self, binding: &'a ast::Binding, ty: &Type) {
        if attributes::is_set(&binding.attributes, "assumption") && !self.infer.unify(ty, &Type::Bool) {
            self.error(&codes::ATTRIBUTE, binding.name.span, "an assumption variable must be of type `bool`");
        }
    }
}
