//! Threads and tasks of the library whose body is run at once, by `run()`, or waited for.

use crate::interface::ordering::objects::Object;
use crate::interface::ordering::turns;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use crate::interface::walk::touches::is_followed;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Call, ClassId, Expr, Instruction, MethodId, MethodKind, Type};
use source::Span;
use std::collections::BTreeSet;

const EXECUTOR: &str = "java.util.concurrent.Executor";

impl Walk<'_, '_> {
    /// A thread or a task does what it was given: that is any body that the library knows.
    pub fn runs_task(&mut self, state: &State, kind: LibraryMethod, span: Span) {
        if kind != LibraryMethod::ThreadRun {
            return;
        }
        let tasks = self.methods_below("java.lang.Runnable");
        self.run_by_others(state, &tasks, span);
    }

    /// Whether tasks that are handed over may run here and now: an `Executor` of which nothing more is known may be any, and
    /// a pool may be told to have the caller run what it has no room for.
    pub fn may_run_at_once(&mut self, call: &Call, kind: LibraryMethod) -> bool {
        if !matches!(kind, LibraryMethod::Execute | LibraryMethod::Submit) {
            return false;
        }
        let program = self.engine.program;
        let is_direct = |class: &ClassId| program.class(*class).name.ends_with("CallerRunsPolicy");
        if program.class_ids().any(|class| is_direct(&class)) {
            return true;
        }
        let Some(executor) = self.engine.class_named(EXECUTOR) else { return false };
        let is_executor = |ty: &Type| matches!(ty, Type::Class(class) if program.is_subclass(*class, executor));
        let executors = call.receiver.iter().chain(&call.args).filter(|value| is_executor(&value.ty));
        executors.into_iter().any(|value| {
            let all = self.engine.objects.of_expr(program, self.method, value);
            all.iter().any(|id| match self.engine.objects.get(*id) {
                Object::Of(ty) => *ty == Type::Class(executor),
                _ => self.engine.objects.class_of(*id).is_some_and(|class| is_followed(program, class)),
            })
        })
    }

    /// Who hands over a task may make the thread that runs it: with any factory of threads that the library knows.
    pub fn makes_threads(&mut self, state: &State, kind: LibraryMethod, span: Span) {
        if !matches!(kind, LibraryMethod::Execute | LibraryMethod::Submit | LibraryMethod::InvokeAll) {
            return;
        }
        let factories = self.methods_below("java.util.concurrent.ThreadFactory");
        self.run_by_others(state, &factories, span);
    }

    /// The methods of the program that override one of a library class.
    fn methods_below(&self, class: &str) -> Vec<MethodId> {
        let program = self.engine.program;
        let is_one = |id: &MethodId| {
            let method = program.method(*id);
            let is_below = |above: &MethodId| &*program.class(program.method(*above).class).name == class;
            method.kind == MethodKind::Method && method.graph().is_some() && method.overrides.iter().any(is_below)
        };
        program.method_ids().filter(is_one).collect()
    }

    /// Who ends the program waits for the threads that are to run then, if there are any.
    pub fn ends_program(&mut self, state: &State, span: Span) {
        let program = self.engine.program;
        if program.methods.iter().any(|method| &*method.name == "addShutdownHook") {
            turns::joins(self, state, None, span);
        }
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
