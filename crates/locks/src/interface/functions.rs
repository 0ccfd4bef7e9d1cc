//! Which functions of the program a library method may run, where it is given a value of which the class is not known.
//!
//! They are those of all classes of which the value may be an object, as if the method of the value's type were called
//! here: what they take, they take with the locks of this thread.

use super::analysis::Walk;
use super::state::State;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Expr, MethodId, MethodKind, Program, Type};
use source::Span;

impl Walk<'_, '_> {
    /// A function that is run here, whichever it is.
    pub fn run_function(&mut self, state: &State, value: &Expr, span: Span) {
        let Type::Class(ty) = value.ty else { return };
        let (program, method) = (self.engine.program, self.method);
        if program.class(ty).is_from_source() {
            return;
        }
        let may_be = |walk: &mut Self, id: &MethodId| {
            let class = program.method(*id).class;
            walk.engine.may_touch_locks(*id)
                && is_run_by_library(program, *id)
                && program.is_subclass(class, ty)
                && walk.engine.objects.may_be_made_as(program, method, value, class)
        };
        let functions: Vec<MethodId> = program.method_ids().filter(|id| may_be(self, id)).collect();
        self.run_by_others(state, &functions, span);
    }

    /// A thread or a task of the library does at once what it was given: that is any of those that were handed over.
    pub fn run_task(&mut self, state: &State, span: Span) {
        let program = self.engine.program;
        let is_task = |id: &MethodId| {
            let is_run = |above: &MethodId| &*program.class(program.method(*above).class).name == "java.lang.Runnable";
            is_run_by_library(program, *id) && program.method(*id).overrides.iter().any(is_run)
        };
        let tasks: Vec<MethodId> = program.method_ids().filter(is_task).collect();
        self.run_by_others(state, &tasks, span);
    }
}

/// Whether the call is `run` of a thread or a task of the library itself.
pub fn runs_task(kind: LibraryMethod) -> bool {
    kind == LibraryMethod::ThreadRun
}

/// Whether it is a method of the program that the library knows under the name of one of its own.
fn is_run_by_library(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let is_of_library = |above: &MethodId| match program.method(*above).body {
        Body::Library(_) | Body::Abstract | Body::Native => {
            !program.class(program.method(*above).class).is_from_source()
        }
        Body::Graph(_) | Body::Unsupported(_) => false,
    };
    method.kind == MethodKind::Method && method.graph().is_some() && method.overrides.iter().any(is_of_library)
}
