//! Library methods that are not about locks, and the functions that they run.

use super::analysis::Walk;
use super::context::ExitKind;
use super::functions::runs_task;
use super::state::State;
use super::step::Outcomes;
use super::term::{SymbolKind, TermId};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Call, Edge, EdgeId, MethodId, MethodKind};
use source::Span;

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
        let is_synchronous = matches!(
            kind,
            LibraryMethod::CallbackPure
                | LibraryMethod::CallbackRead
                | LibraryMethod::CallbackWrite
                | LibraryMethod::GetAndUpdate
                | LibraryMethod::UpdateAndGet
                | LibraryMethod::GetAndAccumulate
                | LibraryMethod::AccumulateAndGet
        );
        let mut outcomes = Vec::new();
        // A function that is made into another one runs when that does.
        if let Some(receiver) = call.receiver.as_ref().and_then(|receiver| self.eval(&state, receiver)) {
            self.hand_over(&state, receiver);
        }
        for arg in &call.args {
            let Some(value) = self.eval(&state, arg) else { continue };
            match is_synchronous {
                true => outcomes.extend(self.callback(id, edge, value, &state)),
                false => self.hand_over(&state, value),
            }
            if kind == LibraryMethod::CallbackLater {
                self.may_run_at_once(&state, value, edge);
            }
            let is_run = is_synchronous || kind == LibraryMethod::CallbackLater;
            if is_run && self.exact_class(value).is_none() {
                self.run_function(&state, arg, edge.span);
            }
        }
        if runs_task(kind) {
            self.run_task(&state, edge.span);
        }
        if let Some(view) = self.view(&state, id, call, method) {
            outcomes.extend(self.with_result(id, call, state, Some(view), edge.to));
            return outcomes;
        }
        let mut state = state;
        let is_never_null = matches!(
            kind,
            LibraryMethod::Fresh | LibraryMethod::Box | LibraryMethod::ToString | LibraryMethod::GetClass
        );
        let value = is_never_null.then(|| self.define(&mut state, id, SymbolKind::NotNull));
        outcomes.extend(self.with_result(id, call, state, value, edge.to));
        outcomes
    }

    /// What is run later may be run at once: what it takes is taken with the locks of this thread.
    fn may_run_at_once(&mut self, state: &State, value: TermId, edge: &Edge) {
        let Some(class) = self.exact_class(value) else { return };
        let methods = self.engine.program.class(class).methods.clone();
        self.run_by_others(state, &methods, edge.span);
    }

    /// Methods of the program that the library runs by itself take locks of their own.
    pub fn run_back(&mut self, state: &State, call: &Call, target: MethodId, span: Span) {
        if state.held.is_empty() && !self.context.has_frame {
            return;
        }
        if let Some(back) = self.engine.run_back(call, target).first() {
            let name = concurrent::object::text::method_name(self.engine.program, *back);
            self.doubt(span, format!("`{name}` may run here, which has to do with locks, and is not followed"));
        }
    }

    /// A function that a library method calls, here and now, any number of times: it has to leave the locks as they
    /// are. What it throws leaves the library method, too.
    fn callback(&mut self, id: EdgeId, edge: &Edge, value: TermId, state: &State) -> Outcomes {
        let Some(class) = self.exact_class(value) else { return Vec::new() };
        let program = self.engine.program;
        let methods: Vec<MethodId> = program
            .class(class)
            .methods
            .iter()
            .copied()
            .filter(|method| program.method(*method).kind == MethodKind::Method)
            .filter(|method| program.method(*method).graph().is_some() && !program.method(*method).is_static)
            .collect();
        let mut outcomes = Vec::new();
        for method in methods {
            let count = program.method(method).params.len();
            let values = (0..count).map(|index| (index == 0).then_some(value)).collect();
            let binding = self.binding(state, method, values);
            let context = self.context_of(state, method, &binding, false);
            let Some((context, summary)) = self.summary_of(state, method, &binding, context) else { continue };
            self.take_over(state, &binding, &summary, edge);
            for exit in &summary.exits {
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
        }
        outcomes
    }
}
