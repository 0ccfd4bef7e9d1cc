//! Civl's declarations: actions, yield procedures and invariants. Their bodies follow as implementations.

use super::expr::{Writer, ident};
use crate::ast::{ActionDecl, CivlSpec, Signature, YieldInvariantDecl, YieldProcedureDecl};
use crate::typed::{Action, Procedure, Refines, YieldProcedure};

impl Writer<'_> {
    pub fn action(&mut self, procedure: &Procedure, action: &Action, signature: Signature) -> ActionDecl {
        let Action { pure, mover, refines, asserts, requires } = action;
        let mut specs: Vec<CivlSpec> = refines.iter().map(|refines| self.refines(refines)).collect();
        self.add_modifies(procedure, &mut specs);
        specs.extend(procedure.requires.iter().map(|condition| CivlSpec::Requires(self.condition(condition))));
        specs.extend(self.call_sites(requires).into_iter().map(CivlSpec::RequiresCall));
        specs.extend(asserts.iter().map(|condition| CivlSpec::Asserts(self.condition(condition))));
        ActionDecl {
            pure: *pure,
            mover: if *pure { None } else { Some(*mover) },
            attributes: signature.attributes,
            name: signature.name,
            ins: signature.ins,
            outs: signature.outs,
            specs,
            body: None,
            span: procedure.span,
        }
    }

    pub fn yield_procedure(
        &mut self,
        procedure: &Procedure,
        role: &YieldProcedure,
        signature: Signature,
    ) -> YieldProcedureDecl {
        let YieldProcedure { mover, refines, requires, preserves, ensures } = role;
        let mut specs: Vec<CivlSpec> = refines.iter().map(|refines| self.refines(refines)).collect();
        self.add_modifies(procedure, &mut specs);
        specs.extend(procedure.requires.iter().map(|condition| CivlSpec::Requires(self.condition(condition))));
        specs.extend(self.call_sites(requires).into_iter().map(CivlSpec::RequiresCall));
        specs.extend(self.call_sites(preserves).into_iter().map(CivlSpec::PreservesCall));
        specs.extend(procedure.ensures.iter().map(|condition| CivlSpec::Ensures(self.condition(condition))));
        specs.extend(self.call_sites(ensures).into_iter().map(CivlSpec::EnsuresCall));
        specs.extend(procedure.measures.iter().map(|measure| CivlSpec::Measure(self.measure(measure))));
        YieldProcedureDecl {
            mover: *mover,
            attributes: signature.attributes,
            name: signature.name,
            ins: signature.ins,
            outs: signature.outs,
            specs,
            body: None,
            span: procedure.span,
        }
    }

    pub fn invariant(&mut self, procedure: &Procedure, global: bool, signature: Signature) -> YieldInvariantDecl {
        YieldInvariantDecl {
            global,
            attributes: signature.attributes,
            name: signature.name,
            params: signature.ins,
            preserves: procedure.requires.iter().map(|condition| self.condition(condition)).collect(),
            span: procedure.span,
        }
    }

    fn refines(&mut self, Refines { action, attributes, span }: &Refines) -> CivlSpec {
        let name = &self.names.procedures[action.index()];
        CivlSpec::Refines { attributes: self.attributes(attributes), action: ident(name, *span), span: *span }
    }

    fn add_modifies(&self, procedure: &Procedure, specs: &mut Vec<CivlSpec>) {
        if !procedure.modifies.is_empty() {
            specs.push(CivlSpec::Modifies { names: self.modified(procedure), span: procedure.span });
        }
    }
}
