//! Procedures of every role, as they were declared, in one shape.
//!
//! A procedure, an action, a yield procedure and a yield invariant differ in which clauses they have and in what these may
//! speak of; names, parameters, clauses and bodies are alike. An action written inside `refines` is an action of its own:
//! its parameters are those of the yield procedure around it without the ones marked `{:hide}`.

use super::attributes;
use crate::ast::{self, CivlSpec};
use crate::typed::{Action, Mover, ProcedureId, Role, YieldProcedure};
use source::Span;

/// What a procedure is, as far as other declarations need to know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Pure,
    Action { pure: bool },
    Yield { has_mover: bool },
    Invariant { global: bool },
}

impl Kind {
    pub fn is_pure(self) -> bool {
        match self {
            Kind::Pure => true,
            Kind::Action { pure } => pure,
            Kind::Plain | Kind::Yield { .. } | Kind::Invariant { .. } => false,
        }
    }

    pub fn is_yield(self) -> bool {
        matches!(self, Kind::Yield { .. })
    }

    pub fn is_action(self) -> bool {
        matches!(self, Kind::Action { .. })
    }

    pub fn is_invariant(self) -> bool {
        matches!(self, Kind::Invariant { .. })
    }

    /// With its article.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Plain => "a procedure",
            Kind::Pure => "a pure procedure",
            Kind::Action { pure: true } => "a pure action",
            Kind::Action { pure: false } => "an action",
            Kind::Yield { .. } => "a yield procedure",
            Kind::Invariant { .. } => "a yield invariant",
        }
    }
}

pub(super) struct Routine<'a> {
    pub id: ProcedureId,
    pub kind: Kind,
    pub mover: Option<Mover>,
    pub name: ast::Ident,
    pub attributes: &'a [ast::Attribute],
    pub type_params: &'a [ast::Ident],
    pub ins: Vec<&'a ast::Binding>,
    pub outs: Vec<&'a ast::Binding>,
    /// Where-clauses of parameters are part of the declaration; an action inside `refines` has none.
    pub has_where: bool,
    pub clauses: Vec<Clause<'a>>,
    pub body: Option<&'a ast::Body>,
}

pub(super) enum Clause<'a> {
    Requires(&'a ast::Condition),
    Preserves(&'a ast::Condition),
    Ensures(&'a ast::Condition),
    Asserts(&'a ast::Condition),
    RequiresCall(&'a ast::Call),
    PreservesCall(&'a ast::Call),
    EnsuresCall(&'a ast::Call),
    Modifies { names: &'a [ast::Ident], span: Span },
    Measure(&'a ast::Measure),
    Refines { action: Refined<'a>, attributes: &'a [ast::Attribute], span: Span },
}

#[derive(Clone, Copy)]
pub(super) enum Refined<'a> {
    Named(&'a ast::Ident),
    /// The action inside the clause.
    Own(ProcedureId),
}

impl<'a> Routine<'a> {
    pub fn of_procedure(decl: &'a ast::ProcedureDecl, id: ProcedureId) -> Routine<'a> {
        let ast::ProcedureDecl { pure, signature, specs, body, span: _ } = decl;
        let clauses = specs.iter().map(|spec| match spec {
            ast::Spec::Requires(condition) => Clause::Requires(condition),
            ast::Spec::Ensures(condition) => Clause::Ensures(condition),
            ast::Spec::Modifies { names, span } => Clause::Modifies { names, span: *span },
            ast::Spec::Measure(measure) => Clause::Measure(measure),
        });
        Routine {
            id,
            kind: if *pure { Kind::Pure } else { Kind::Plain },
            mover: None,
            name: signature.name.clone(),
            attributes: &signature.attributes,
            type_params: &signature.type_params,
            ins: signature.ins.iter().collect(),
            outs: signature.outs.iter().collect(),
            has_where: true,
            clauses: clauses.collect(),
            body: body.as_ref(),
        }
    }

    pub fn of_action(decl: &'a ast::ActionDecl, id: ProcedureId) -> Routine<'a> {
        let ast::ActionDecl { pure, mover, attributes, name, ins, outs, specs, body, span: _ } = decl;
        Routine {
            id,
            kind: Kind::Action { pure: *pure },
            mover: *mover,
            name: name.clone(),
            attributes,
            type_params: &[],
            ins: ins.iter().collect(),
            outs: outs.iter().collect(),
            has_where: true,
            clauses: specs.iter().map(|spec| Clause::of_civl(spec, None)).collect(),
            body: body.as_ref(),
        }
    }

    /// `own` is the action inside its `refines`, if it has one.
    pub fn of_yield(decl: &'a ast::YieldProcedureDecl, id: ProcedureId, own: Option<ProcedureId>) -> Routine<'a> {
        let ast::YieldProcedureDecl { mover, attributes, name, ins, outs, specs, body, span: _ } = decl;
        Routine {
            id,
            kind: Kind::Yield { has_mover: mover.is_some() },
            mover: *mover,
            name: name.clone(),
            attributes,
            type_params: &[],
            ins: ins.iter().collect(),
            outs: outs.iter().collect(),
            has_where: true,
            clauses: specs.iter().map(|spec| Clause::of_civl(spec, own)).collect(),
            body: body.as_ref(),
        }
    }

    pub fn of_invariant(decl: &'a ast::YieldInvariantDecl, id: ProcedureId) -> Routine<'a> {
        let ast::YieldInvariantDecl { global, attributes, name, params, preserves, span: _ } = decl;
        Routine {
            id,
            kind: Kind::Invariant { global: *global },
            mover: None,
            name: name.clone(),
            attributes,
            type_params: &[],
            ins: params.iter().collect(),
            outs: Vec::new(),
            has_where: true,
            clauses: preserves.iter().map(Clause::Requires).collect(),
            body: None,
        }
    }

    /// The action inside the `refines` of a yield procedure, under this name.
    pub fn of_own_action(
        decl: &'a ast::YieldProcedureDecl,
        spec: &'a CivlSpec,
        name: ast::Ident,
        id: ProcedureId,
    ) -> Option<Routine<'a>> {
        let CivlSpec::RefinesAnonymous { attributes: _, mover, action_attributes, name: _, body, span: _ } = spec
        else {
            return None;
        };
        let visible = |param: &&'a ast::Binding| !attributes::is_set(&param.attributes, "hide");
        Some(Routine {
            id,
            kind: Kind::Action { pure: false },
            mover: *mover,
            name,
            attributes: action_attributes,
            type_params: &[],
            ins: decl.ins.iter().filter(visible).collect(),
            outs: decl.outs.iter().filter(visible).collect(),
            has_where: false,
            clauses: Vec::new(),
            body: Some(body),
        })
    }

    /// The role, its clauses still to be filled in.
    pub fn role(&self) -> Role {
        match self.kind {
            Kind::Plain => Role::Plain,
            Kind::Pure => Role::Pure,
            Kind::Action { pure } => {
                let mover = self.mover.unwrap_or(if pure { Mover::Both } else { Mover::Atomic });
                let (refines, asserts, requires) = (None, Vec::new(), Vec::new());
                Role::Action(Box::new(Action { pure, mover, refines, asserts, requires }))
            }
            Kind::Yield { .. } => Role::Yield(Box::new(YieldProcedure {
                mover: self.mover,
                refines: None,
                requires: Vec::new(),
                preserves: Vec::new(),
                ensures: Vec::new(),
            })),
            Kind::Invariant { global } => Role::Invariant { global },
        }
    }

    pub fn params(&self) -> impl Iterator<Item = &'a ast::Binding> + use<'a, '_> {
        self.ins.iter().chain(&self.outs).copied()
    }
}

impl<'a> Clause<'a> {
    fn of_civl(spec: &'a CivlSpec, own: Option<ProcedureId>) -> Clause<'a> {
        match spec {
            CivlSpec::Refines { attributes, action, span } => {
                Clause::Refines { action: Refined::Named(action), attributes, span: *span }
            }
            CivlSpec::RefinesAnonymous { attributes, name, span, .. } => {
                let action = own.map_or(Refined::Named(name), Refined::Own);
                Clause::Refines { action, attributes, span: *span }
            }
            CivlSpec::Asserts(condition) => Clause::Asserts(condition),
            CivlSpec::Requires(condition) => Clause::Requires(condition),
            CivlSpec::Preserves(condition) => Clause::Preserves(condition),
            CivlSpec::Ensures(condition) => Clause::Ensures(condition),
            CivlSpec::RequiresCall(call) => Clause::RequiresCall(call),
            CivlSpec::PreservesCall(call) => Clause::PreservesCall(call),
            CivlSpec::EnsuresCall(call) => Clause::EnsuresCall(call),
            CivlSpec::Modifies { names, span } => Clause::Modifies { names, span: *span },
            CivlSpec::Measure(measure) => Clause::Measure(measure),
        }
    }
}
