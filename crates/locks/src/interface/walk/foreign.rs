//! Functions from outside of the program, and library methods that return what they are given.
//!
//! A library method throws what it declares; a function that somebody else has written throws whatever need not be
//! declared.

use crate::interface::terms::term::{SymbolKind, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use concurrent::object::library::Callback;
use concurrent::object::{BinaryOp, Call, ClassId, ClassKind, Edge, EdgeId, MethodId};

impl Walk<'_, '_> {
    /// What is thrown by a function that is called by its interface, if it may be one that is not seen.
    pub fn thrown_by_function(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        target: MethodId,
        state: &State,
    ) -> Outcomes {
        let program = self.engine.program;
        let model = program.method(target);
        let is_run = |callback: &Callback| matches!(callback, Callback::Given | Callback::Comparison);
        let is_function = program.class(model.class).kind == ClassKind::Interface && model.callbacks.iter().any(is_run);
        let (Some(receiver), Some(_), true) = (&call.receiver, edge.unwind, is_function) else {
            return Vec::new();
        };
        let is_known = self.eval(state, receiver).is_some_and(|value| self.exact_class(value).is_some());
        let (_, is_outside) = self.engine.objects.classes_of(program, self.method, receiver);
        if is_known || !is_outside {
            return Vec::new();
        }
        self.may_run_any_given(state, edge.span);
        self.thrown_by_unseen(id, edge, target, state)
    }

    /// What code that is not seen throws: what its method declares, and what need not be declared.
    pub fn thrown_by_unseen(&mut self, id: EdgeId, edge: &Edge, method: MethodId, state: &State) -> Outcomes {
        let unchecked = ["java.lang.RuntimeException", "java.lang.Error"];
        let unchecked: Vec<Option<ClassId>> = unchecked.iter().map(|name| self.engine.class_named(name)).collect();
        let declared = self.engine.program.method(method).throws.iter().copied().map(Some);
        let mut outcomes = Vec::new();
        for class in unchecked.into_iter().chain(declared) {
            let kind = class.map_or(SymbolKind::NotNull, SymbolKind::Of);
            outcomes.extend(self.thrown_by_callee(id, edge, state.clone(), kind));
        }
        outcomes
    }

    /// What a library method returns that returns its argument.
    pub fn returned_argument(
        &mut self,
        state: &mut State,
        id: EdgeId,
        call: &Call,
        method: MethodId,
    ) -> Option<TermId> {
        let declared = self.engine.program.method(method);
        if &*self.engine.program.class(declared.class).name != "java.util.Objects" {
            return self.given_back(state, id, call, method);
        }
        let values: Vec<Option<TermId>> = call.args.iter().map(|arg| self.eval(state, arg)).collect();
        match (&*declared.name, &values[..]) {
            ("requireNonNull", [Some(value), ..]) => {
                let null = self.engine.terms.intern(Term::Null);
                let is_there = self.engine.terms.binary(BinaryOp::NotEqual, *value, null);
                state.assume(&mut self.engine.terms, is_there);
                Some(*value)
            }
            ("requireNonNullElse" | "requireNonNullElseGet", [first, second]) => {
                let either = self.define(state, id, SymbolKind::NotNull);
                for value in [first, second].into_iter().flatten() {
                    state.names_again(&self.engine.terms, *value, either);
                }
                Some(either)
            }
            _ => None,
        }
    }
}
