//! Civl's declarations: yield invariants, actions, yield procedures.

use super::error::UNEXPECTED;
use super::parser::{Parse, Parser};
use super::token::TokenKind;
use ivl::ast::{ActionDecl, CivlSpec, Decl, Mover, YieldInvariantDecl, YieldProcedureDecl};
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// What follows `yield`.
    pub fn yield_decl(&mut self) -> Parse<Decl> {
        let start = self.span();
        self.bump();
        if self.kind() == TokenKind::Invariant {
            let mut decl = self.yield_invariant_decl(false)?;
            decl.span = self.span_from(start);
            return Ok(Decl::YieldInvariant(decl));
        }
        let mover = self.mover();
        self.expect(TokenKind::Procedure, "or `invariant` after `yield`")?;
        let attributes = self.attributes()?;
        let name = self.ident("the name of the procedure")?;
        let ins = self.formals(None)?;
        let outs = self.results(None)?;
        let (specs, body) = self.specs_and_body(Self::yield_procedure_spec)?;
        self.one_refines(&specs);
        let span = self.span_from(start);
        Ok(Decl::YieldProcedure(YieldProcedureDecl { mover, attributes, name, ins, outs, specs, body, span }))
    }

    /// What follows `pure`.
    pub fn pure_decl(&mut self) -> Parse<Decl> {
        let start = self.span();
        self.bump();
        if self.kind() == TokenKind::Procedure {
            let mut decl = self.procedure_decl(true)?;
            decl.span = self.span_from(start);
            return Ok(Decl::Procedure(decl));
        }
        let mut decl = self.action_decl(true)?;
        decl.span = self.span_from(start);
        Ok(Decl::Action(decl))
    }

    /// `invariant I(x: T); preserves e; …`
    pub fn yield_invariant_decl(&mut self, global: bool) -> Parse<YieldInvariantDecl> {
        let start = self.span();
        self.bump();
        let attributes = self.attributes()?;
        let name = self.ident("the name of the invariant")?;
        let params = self.formals(None)?;
        self.semicolon("after the header of the invariant")?;
        let mut preserves = Vec::new();
        while self.kind() == TokenKind::Preserves {
            let start = self.span();
            preserves.push(self.condition(start, false, "after the condition")?);
        }
        Ok(YieldInvariantDecl { global, attributes, name, params, preserves, span: self.span_from(start) })
    }

    /// `left action A(ins) returns (outs) …`
    pub fn action_decl(&mut self, pure: bool) -> Parse<ActionDecl> {
        let start = self.span();
        let mover = self.mover();
        if pure && mover.is_some() {
            let error = Diagnostic::error(&UNEXPECTED, start, "a pure action has no mover type");
            self.report(error.help("a pure action commutes with everything; remove the mover type"));
        }
        self.expect(TokenKind::Action, if pure { "or `procedure` after `pure`" } else { "after the mover type" })?;
        let attributes = self.attributes()?;
        let name = self.ident("the name of the action")?;
        let ins = self.formals(None)?;
        let outs = self.results(None)?;
        let (specs, body) = self.specs_and_body(Self::action_spec)?;
        self.one_refines(&specs);
        let span = self.span_from(start);
        Ok(ActionDecl { pure, mover, attributes, name, ins, outs, specs, body, span })
    }

    fn mover(&mut self) -> Option<Mover> {
        let mover = match self.kind() {
            TokenKind::Atomic => Mover::Atomic,
            TokenKind::Left => Mover::Left,
            TokenKind::Right => Mover::Right,
            TokenKind::Both => Mover::Both,
            _ => return None,
        };
        self.bump();
        Some(mover)
    }

    fn action_spec(&mut self) -> Parse<CivlSpec> {
        let start = self.span();
        match self.kind() {
            TokenKind::Refines => self.refines_name(start),
            TokenKind::Modifies => self.civl_modifies(start),
            TokenKind::Requires => self.civl_condition(start),
            TokenKind::Asserts => Ok(CivlSpec::Asserts(self.condition(start, false, "after the condition")?)),
            _ => {
                let help = "an action has a body instead of a postcondition";
                Err(self.unexpected_because("`refines`, `modifies`, `requires` or `asserts`", Some(help)))
            }
        }
    }

    fn yield_procedure_spec(&mut self) -> Parse<CivlSpec> {
        let start = self.span();
        match self.kind() {
            TokenKind::Refines => self.refines_action(start),
            TokenKind::Modifies => self.civl_modifies(start),
            TokenKind::Measure => Ok(CivlSpec::Measure(self.measure()?)),
            TokenKind::Requires | TokenKind::Preserves | TokenKind::Ensures => self.civl_condition(start),
            _ => Err(self.unexpected("`requires`, `preserves`, `ensures`, `refines`, `modifies` or `measure`")),
        }
    }

    fn civl_modifies(&mut self, start: Span) -> Parse<CivlSpec> {
        let names = self.modifies()?;
        Ok(CivlSpec::Modifies { names, span: self.span_from(start) })
    }

    /// `requires e;` or `requires call I(…);`, and so for `preserves` and `ensures`.
    fn civl_condition(&mut self, start: Span) -> Parse<CivlSpec> {
        let keyword = self.kind();
        if matches!(self.kind_ahead(1), TokenKind::Call | TokenKind::Async | TokenKind::Free) {
            self.bump();
            let call = self.call_in_spec()?;
            return Ok(match keyword {
                TokenKind::Requires => CivlSpec::RequiresCall(call),
                TokenKind::Preserves => CivlSpec::PreservesCall(call),
                _ => CivlSpec::EnsuresCall(call),
            });
        }
        let condition = self.condition(start, false, "after the condition")?;
        Ok(match keyword {
            TokenKind::Requires => CivlSpec::Requires(condition),
            TokenKind::Preserves => CivlSpec::Preserves(condition),
            _ => CivlSpec::Ensures(condition),
        })
    }

    /// `refines A;`
    fn refines_name(&mut self, start: Span) -> Parse<CivlSpec> {
        self.bump();
        let attributes = self.attributes()?;
        let action = self.ident("the name of an action after `refines`")?;
        self.semicolon("after the refined action")?;
        Ok(CivlSpec::Refines { attributes, action, span: self.span_from(start) })
    }

    /// `refines A;` or `refines left action A { … }`
    fn refines_action(&mut self, start: Span) -> Parse<CivlSpec> {
        self.bump();
        let attributes = self.attributes()?;
        let action_ahead = self.kind() != TokenKind::Ident && self.kind_ahead(1) == TokenKind::Action;
        if self.kind() != TokenKind::Action && !action_ahead {
            let action = self.ident("the name of an action after `refines`")?;
            self.semicolon("after the refined action")?;
            return Ok(CivlSpec::Refines { attributes, action, span: self.span_from(start) });
        }
        let mover = self.mover();
        self.expect(TokenKind::Action, "after the mover type")?;
        let action_attributes = self.attributes()?;
        let name = self.ident("the name of the action, or `_`")?;
        let body = self.body()?;
        let span = self.span_from(start);
        Ok(CivlSpec::RefinesAnonymous { attributes, mover, action_attributes, name, body, span })
    }

    fn one_refines(&mut self, specs: &[CivlSpec]) {
        let refines = specs.iter().filter_map(|spec| match spec {
            CivlSpec::Refines { span, .. } | CivlSpec::RefinesAnonymous { span, .. } => Some(*span),
            CivlSpec::Asserts(_)
            | CivlSpec::Requires(_)
            | CivlSpec::Preserves(_)
            | CivlSpec::Ensures(_)
            | CivlSpec::RequiresCall(_)
            | CivlSpec::PreservesCall(_)
            | CivlSpec::EnsuresCall(_)
            | CivlSpec::Modifies { .. }
            | CivlSpec::Measure(_) => None,
        });
        let spans: Vec<Span> = refines.collect();
        if let [first, second, ..] = spans[..] {
            let error = Diagnostic::error(&UNEXPECTED, second, "only one action can be refined");
            self.report(error.label(first, "the other `refines`"));
        }
    }
}
