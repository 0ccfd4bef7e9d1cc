//! The clauses that only actions, yield procedures and yield invariants have.
//!
//! Between two steps of a thread other threads run, so a clause of a yield procedure speaks of global variables only
//! inside `old`, or by a call of a yield invariant, which the others keep. A procedure with a mover type is one step at
//! its own layer: there it may speak of them as any procedure does.

use super::routine::{Kind, Refined, Routine};
use super::{Checker, Mode, Namespace, attributes, codes};
use crate::ast;
use crate::typed::{CallSite, Refines, Role};
use source::{Diagnostic, Span};

impl Routine<'_> {
    /// Whether a precondition with these attributes holds in a state that others change.
    pub fn is_shared_before(&self, attributes: &[ast::Attribute]) -> bool {
        match self.kind {
            Kind::Plain | Kind::Pure | Kind::Invariant { .. } => false,
            Kind::Action { .. } => true,
            Kind::Yield { has_mover } => !has_mover || self.is_below(attributes),
        }
    }

    /// Likewise for a postcondition.
    pub fn is_shared_after(&self, attributes: &[ast::Attribute]) -> bool {
        match self.kind {
            Kind::Plain | Kind::Pure | Kind::Action { .. } | Kind::Invariant { .. } => false,
            Kind::Yield { has_mover } => !has_mover || self.is_below(attributes),
        }
    }

    /// Whether a clause with these attributes is for a layer below that of the procedure.
    fn is_below(&self, clause: &[ast::Attribute]) -> bool {
        let own = attributes::layers(self.attributes).last().copied().unwrap_or(0);
        attributes::layers(clause).iter().any(|layer| *layer < own)
    }
}

impl<'a> Checker<'a> {
    /// The law: `preserves E` is `requires E` and `ensures E`.
    pub(super) fn check_preserves(&mut self, routine: &Routine<'a>, condition: &'a ast::Condition) {
        if routine.is_shared_before(&condition.attributes) {
            let message = match routine.kind {
                Kind::Yield { has_mover: true } => "a `preserves` clause is for the procedure's own layer only",
                Kind::Yield { has_mover: false } | Kind::Action { .. } => {
                    "a yield procedure without a mover type has no `preserves` clause"
                }
                Kind::Plain | Kind::Pure | Kind::Invariant { .. } => "there is no `preserves` clause here",
            };
            let diagnostic = Diagnostic::error(&codes::STATE, condition.span, message);
            self.report(diagnostic.help("state what others keep as a yield invariant: `preserves call I(…);`"));
            return;
        }
        let condition = self.check_condition(condition, "a preserved condition");
        let procedure = &mut self.out.procedures[routine.id.index()];
        procedure.requires.push(condition.clone());
        procedure.ensures.push(condition);
    }

    /// A condition of the gate of an action.
    pub(super) fn check_gate(&mut self, routine: &Routine<'a>, condition: &'a ast::Condition) {
        self.register_id(&condition.attributes, condition.span);
        let condition = self.check_condition(condition, "a condition of the gate");
        if let Role::Action(action) = &mut self.out.procedures[routine.id.index()].role {
            action.asserts.push(condition);
        }
    }

    pub(super) fn check_requires_call(&mut self, routine: &Routine<'a>, call: &'a ast::Call) {
        let Some(site) = self.clause_call(routine, call, routine.kind.is_action()) else { return };
        let callee = self.procedure_signatures[site.call.procedure.index()].clone();
        match &mut self.out.procedures[routine.id.index()].role {
            Role::Yield(procedure) => procedure.requires.push(site),
            Role::Action(action) => {
                action.requires.push(site);
                if callee.kind == (Kind::Invariant { global: false }) {
                    let message = format!("an action requires only global invariants, and `{}` is none", callee.name);
                    let diagnostic = Diagnostic::error(&codes::CALL, call.span, message);
                    self.report(diagnostic.label(callee.span, "declared here"));
                }
            }
            Role::Plain | Role::Pure | Role::Invariant { .. } => {}
        }
    }

    pub(super) fn check_preserves_call(&mut self, routine: &Routine<'a>, call: &'a ast::Call) {
        let site = self.clause_call(routine, call, true);
        if let Role::Yield(procedure) = &mut self.out.procedures[routine.id.index()].role {
            procedure.preserves.extend(site);
        }
    }

    pub(super) fn check_ensures_call(&mut self, routine: &Routine<'a>, call: &'a ast::Call) {
        let site = self.clause_call(routine, call, true);
        if let Role::Yield(procedure) = &mut self.out.procedures[routine.id.index()].role {
            procedure.ensures.extend(site);
        }
    }

    /// `old` is allowed in the arguments of all these calls, except in actions.
    fn clause_call(&mut self, routine: &Routine<'a>, call: &'a ast::Call, is_shared: bool) -> Option<CallSite> {
        let mode = if routine.kind.is_yield() { Mode::Two } else { self.mode };
        self.in_mode(mode, |checker| checker.in_shared_state(is_shared, |checker| checker.invariant_call(call)))
    }

    pub(super) fn check_refines(
        &mut self,
        routine: &Routine<'a>,
        action: Refined<'a>,
        attributes: &'a [ast::Attribute],
        span: Span,
    ) {
        let attributes = self.top_attributes(attributes);
        if routine.kind == (Kind::Yield { has_mover: true }) {
            let diagnostic = Diagnostic::error(&codes::CALL, span, "a procedure with a mover type refines no action");
            self.report(diagnostic.label(routine.name.span, "this procedure has a mover type"));
        }
        let action = match action {
            Refined::Own(id) => id,
            Refined::Named(name) => match self.procedures.get(&name.name).copied() {
                Some(id) => id,
                None => return self.undeclared(Namespace::Procedures, &name.name, name.span),
            },
        };
        let refined = self.procedure_signatures[action.index()].clone();
        if !refined.kind.is_action() {
            let message = format!("only an action can be refined, and `{}` is {}", refined.name, refined.kind.name());
            self.report(Diagnostic::error(&codes::CALL, span, message).label(refined.span, "declared here"));
            return;
        }
        let refines = Some(Refines { action, attributes, span });
        match &mut self.out.procedures[routine.id.index()].role {
            Role::Action(role) => role.refines = refines,
            Role::Yield(role) => role.refines = refines,
            Role::Plain | Role::Pure | Role::Invariant { .. } => {}
        }
    }
}
