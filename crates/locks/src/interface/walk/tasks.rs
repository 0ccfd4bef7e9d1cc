//! Threads and tasks of the library whose body is run at once, by `run()`, or waited for.

use crate::interface::ordering::objects::Object;
use crate::interface::ordering::turns;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Call, ClassId, Expr, Instruction, MethodId, MethodKind, Type};
use source::Span;
use std::collections::BTreeSet;

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

    /// The thread waits for another one, or for what a task computes.
    pub fn waits_for_thread(&mut self, state: &State, call: &Call, kind: LibraryMethod, span: Span) {
        let bodies = match (kind, &call.receiver) {
            (LibraryMethod::ThreadJoin, Some(thread)) => self.bodies_of(thread),
            _ => None,
        };
        match bodies {
            Some(classes) => classes.into_iter().for_each(|class| turns::joins(self, state, Some(class), span)),
            None => turns::joins(self, state, None, span),
        }
    }

    /// The classes whose methods a thread runs, if all are seen: its own, or those of what it was made with.
    fn bodies_of(&mut self, thread: &Expr) -> Option<BTreeSet<ClassId>> {
        let program = self.engine.program;
        let mut found = BTreeSet::new();
        for id in self.engine.objects.of_expr(program, self.method, thread).iter() {
            let Object::Made(maker, edge) = *self.engine.objects.get(*id) else { return None };
            let graph = program.method(maker).graph()?;
            let Instruction::NewObject { target, class } = &graph.edges[edge.index()].instruction else { return None };
            if program.class(*class).is_from_source() {
                found.insert(*class);
                continue;
            }
            let is_constructor = |call: &&Call| {
                let is_own = call.receiver.as_ref().and_then(Expr::local) == Some(*target);
                is_own && program.method(call.method).kind == MethodKind::Constructor
            };
            let calls = graph.edges.iter().filter_map(|edge| match &edge.instruction {
                Instruction::Call(call) => Some(call),
                _ => None,
            });
            for arg in calls.filter(is_constructor).flat_map(|call| &call.args) {
                let (classes, is_outside) = self.engine.objects.classes_of(program, maker, arg);
                let is_text = matches!(arg.ty, Type::Class(class) if &*program.class(class).name == "java.lang.String");
                if is_outside && !is_text {
                    return None;
                }
                found.extend(classes);
            }
        }
        Some(found)
    }
}
