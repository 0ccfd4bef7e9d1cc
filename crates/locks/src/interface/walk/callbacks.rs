//! Library methods that are not about locks, and the functions that they run.

use crate::interface::ordering::turns;
use crate::interface::terms::term::{SymbolKind, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::ExitKind;
use crate::interface::walk::functions::{methods_of, runs_at_once};
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use crate::interface::walk::streams::{Fate, asks};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Call, Edge, EdgeId, Expr, MethodId};
use std::collections::BTreeSet;

impl Walk<'_, '_> {
    /// A library method that is not about locks. Functions that it runs at once are run here; others are handed over.
    pub fn other_library_call(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        (method, kind): (MethodId, LibraryMethod),
        state: State,
    ) -> Outcomes {
        let fate = self.engine.streams.fate(self.method, id);
        let is_synchronous = runs_at_once(self.engine.program, method) && !fate.is_later;
        let mut outcomes = Vec::new();
        // A function that is made into another one runs when that does.
        if let Some(receiver) = call.receiver.as_ref().and_then(|receiver| self.eval(&state, receiver)) {
            self.hand_over(&state, receiver);
        }
        let registered = self.registered_functions(call);
        self.run_by_others(&state, &registered, edge.span);
        self.runs_task(&state, kind, edge.span);
        self.makes_threads(&state, kind, edge.span);
        self.runs_made_function(&state, call, edge.span);
        outcomes.extend(self.asked_for_elements(id, edge, call, &state));
        let inside = self.inside_of_library(&state, call, edge.span);
        for arg in &call.args {
            let Some(value) = self.eval(&state, arg) else { continue };
            match is_synchronous {
                true => outcomes.extend(self.callback(id, edge, arg, fate, &state, &inside)),
                false => self.hand_over(&state, value),
            }
            if kind == LibraryMethod::CallbackLater || self.may_run_at_once(call, kind) {
                let given = self.functions_of(&state, arg);
                self.run_by_others(&state, &given.methods, edge.span);
            }
        }
        let is_never_null = matches!(
            kind,
            LibraryMethod::Fresh
                | LibraryMethod::Box
                | LibraryMethod::Clone
                | LibraryMethod::ToString
                | LibraryMethod::GetClass
        ) || self.engine.program.method(method).is_never_null;
        let mut state = state;
        if let Some(view) = self.view(&mut state, id, call, method, is_never_null) {
            outcomes.extend(self.with_result(id, call, state, Some(view), edge.to));
            return outcomes;
        }
        if let Some(value) = self.returned_argument(&mut state, id, call, method) {
            outcomes.extend(self.with_result(id, call, state, Some(value), edge.to));
            return outcomes;
        }
        if let Some(known) = self.computed(&state, call, method) {
            outcomes.extend(
                known.into_iter().flat_map(|(state, value)| self.with_result(id, call, state, Some(value), edge.to)),
            );
            return outcomes;
        }
        let value = is_never_null.then(|| self.define(&mut state, id, SymbolKind::NotNull));
        outcomes.extend(self.with_result(id, call, state, value, edge.to));
        outcomes
    }

    /// Functions that were given to a stream elsewhere may run where one is asked for elements.
    fn asked_for_elements(&mut self, id: EdgeId, edge: &Edge, call: &Call, state: &State) -> Outcomes {
        let program = self.engine.program;
        let lazy = methods_of(program, &self.engine.functions.lazy);
        if lazy.is_empty() || !asks(program, call) {
            return Vec::new();
        }
        self.run_by_others(state, &lazy, edge.span);
        match edge.unwind {
            Some(_) => self.thrown_by_callee(id, edge, state.clone(), SymbolKind::NotNull),
            None => Vec::new(),
        }
    }

    /// Methods of the program that the library runs by itself take locks of their own. With no lock of the program's held,
    /// they are taken with those that the library holds meanwhile.
    pub fn run_back(&mut self, id: EdgeId, state: &State, call: &Call, target: MethodId) {
        let backs = self.engine.run_back((self.method, id), call, target);
        let Some(back) = backs.first() else { return };
        let span = self.graph.edges[id.index()].span;
        if state.held.is_empty() && !self.context.has_frame {
            let inside = self.inside_of_content(state, call, span);
            self.run_by_others(&inside, &backs, span);
            return;
        }
        let name = concurrent::object::text::method_name(self.engine.program, *back);
        self.doubt(span, format!("`{name}` may run here, which has to do with locks, and is not followed"));
    }

    /// A function that a library method calls, here and now, any number of times, with the locks of the library held
    /// (`inside`). One that is followed from where it was made runs as it is; others are entry points of their own.
    fn callback(&mut self, id: EdgeId, edge: &Edge, arg: &Expr, fate: Fate, state: &State, inside: &State) -> Outcomes {
        let Some(value) = self.eval(state, arg) else { return Vec::new() };
        let program = self.engine.program;
        if let Some(class) = self.exact_class(value) {
            if fate.is_parallel {
                turns::joins(self, state, Some(class), edge.span);
            }
            let methods = methods_of(program, &BTreeSet::from([class]));
            return methods
                .into_iter()
                .flat_map(|method| self.run_function(id, edge, value, (method, fate), state, inside))
                .collect();
        }
        let given = self.functions_of(state, arg);
        let (followed, others): (Vec<MethodId>, Vec<MethodId>) =
            given.methods.into_iter().partition(|method| self.is_followed(program.method(*method).class));
        self.run_by_others(inside, &followed, edge.span);
        let waits = followed.iter().any(|method| self.engine.may_touch_locks(*method));
        if fate.is_parallel && waits && (!state.held.is_empty() || self.context.has_frame) {
            self.doubt(edge.span, "a parallel stream runs functions here that have to do with locks, in other threads");
        }
        let mut outcomes = Vec::new();
        for method in others {
            outcomes.extend(self.run_function(id, edge, value, (method, fate), state, inside));
        }
        if given.is_open || !followed.is_empty() {
            outcomes.extend(self.thrown_by_callee(id, edge, state.clone(), SymbolKind::NotNull));
        }
        outcomes
    }

    /// One method of it: it has to leave the locks as they are. What it throws leaves the library method, too.
    pub fn run_function(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        value: TermId,
        (method, fate): (MethodId, Fate),
        state: &State,
        inside: &State,
    ) -> Outcomes {
        let count = self.engine.program.method(method).params.len();
        let values = (0..count).map(|index| match index {
            0 => Some(value),
            _ => self.entry_given_to(state, (id, edge), method, index),
        });
        let values = values.collect();
        let binding = self.binding(state, method, values);
        let context = self.context_of(state, method, &binding, false);
        let context = if fate.is_parallel { context.shared() } else { context };
        let Some((context, summary)) = self.summary_of(state, method, &binding, context) else { return Vec::new() };
        self.take_over(inside, &binding, (&context, &summary), edge);
        let mut outcomes = Vec::new();
        for exit in &summary.exits {
            if !exit.contents.is_empty() {
                self.doubt(
                    edge.span,
                    "a function returns what is guarded to the library here, where it is not followed",
                );
            }
            for (after, _) in self.after_exit(id, state, &binding, &context, exit) {
                if after.held != state.held {
                    self.doubt(edge.span, "a function that is called any number of times takes or releases a lock");
                }
                if let ExitKind::Throws(class) = exit.kind {
                    let kind = class.map_or(SymbolKind::NotNull, SymbolKind::Of);
                    outcomes.extend(self.thrown_by_callee(id, edge, after, kind));
                }
            }
        }
        outcomes
    }
}
