//! Threads and tasks of the library whose body is run at once, by `run()`.

use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{MethodId, MethodKind};
use source::Span;

impl Walk<'_, '_> {
    /// A thread or a task does what it was given: that is any body that the library knows.
    pub fn runs_task(&mut self, state: &State, kind: LibraryMethod, span: Span) {
        if kind != LibraryMethod::ThreadRun {
            return;
        }
        let program = self.engine.program;
        let is_task = |id: &MethodId| {
            let method = program.method(*id);
            let is_run = |above: &MethodId| &*program.class(program.method(*above).class).name == "java.lang.Runnable";
            method.kind == MethodKind::Method && method.graph().is_some() && method.overrides.iter().any(is_run)
        };
        let tasks: Vec<MethodId> = program.method_ids().filter(is_task).collect();
        self.run_by_others(state, &tasks, span);
    }
}
