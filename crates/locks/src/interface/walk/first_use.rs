//! Where a class is used for the first time, its static initialiser runs, after that of its superclass, and others wait
//! until it is done. What it throws is thrown there, too.

use crate::interface::ordering::order;
use crate::interface::terms::names::simple;
use crate::interface::terms::term::{Level, SymbolKind};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::{Acquired, Context, ExitKind};
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use concurrent::object::{ClassId, EdgeId, Instruction, MethodId, Program};

impl Walk<'_, '_> {
    /// The ways on which an initialiser that runs here throws.
    pub fn first_use(&mut self, id: EdgeId, state: &State) -> Outcomes {
        let Some(class) = self.used_class(id) else { return Vec::new() };
        let program = self.engine.program;
        let edge = &self.graph.edges[id.index()];
        let above = classes_above(program, class);
        let initializers: Vec<MethodId> =
            above.into_iter().filter_map(|class| self.engine.initializer(class, self.method)).collect();
        let mut outcomes = Vec::new();
        for initializer in initializers {
            if self.engine.may_touch_locks(initializer) {
                let (ids, level, span) = (self.engine.objects.runs(initializer), Level::Write, edge.span);
                let acquired = Acquired { lock: None, ids, level, span, and_older: false, is_again: false };
                order::called(self, state, &acquired);
            }
            if !self.throws(initializer) {
                continue;
            }
            match edge.unwind {
                Some(_) => outcomes.extend(self.thrown_by_callee(id, edge, state.clone(), SymbolKind::NotNull)),
                None => {
                    let class = simple(&program.class(program.method(initializer).class).name);
                    let message = format!("the static initialiser of `{class}` may run here and throw: not followed");
                    self.doubt(edge.span, message);
                }
            }
        }
        outcomes
    }

    fn throws(&mut self, initializer: MethodId) -> bool {
        let context = Context { is_entry: true, ..Context::bare(self.engine.program, initializer) };
        let summary = self.engine.summary(&context);
        summary.exits.iter().any(|exit| matches!(exit.kind, ExitKind::Throws(_)))
    }

    fn used_class(&self, id: EdgeId) -> Option<ClassId> {
        let program = self.engine.program;
        match &self.graph.edges[id.index()].instruction {
            Instruction::NewObject { class, .. } => Some(*class),
            Instruction::Call(call) if program.method(call.method).is_static => Some(program.method(call.method).class),
            Instruction::ReadField { object: None, field, .. }
            | Instruction::WriteField { object: None, field, .. } => Some(program.field(*field).class),
            _ => None,
        }
    }
}

/// The class, and what is initialised with it: its superclasses and their interfaces.
fn classes_above(program: &Program, class: ClassId) -> Vec<ClassId> {
    let (mut found, mut at) = (vec![class], 0);
    while at < found.len() {
        let new: Vec<ClassId> = program.supertypes(found[at]).filter(|above| !found.contains(above)).collect();
        found.extend(new);
        at += 1;
    }
    found
}
