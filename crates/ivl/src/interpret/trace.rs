//! What a run did, for the report of a failure.

use super::machine::{Cell, Frame, Machine};
use crate::typed::{Name, Var};
use source::{Span, Step};

/// A step with the variables that it changed. Values are filled in at the end: some are decided only later.
pub(super) struct TraceStep {
    pub span: Span,
    pub text: String,
    pub values: Vec<(Name, Cell)>,
}

impl Machine<'_> {
    pub(super) fn tell(&mut self, span: Span, text: impl Into<String>, values: Vec<(Name, Cell)>) {
        self.trace.push(TraceStep { span, text: text.into(), values });
    }

    /// The steps so far. Variables that the run never looked at are left out.
    pub(super) fn steps(&self) -> Vec<Step> {
        let step = |step: &TraceStep| {
            let values = step.values.iter().filter_map(|(name, cell)| {
                let value = self.peek(cell)?;
                Some((name.to_string(), value.show(self.program)))
            });
            Step { span: step.span, thread: None, text: step.text.clone(), values: values.collect() }
        };
        self.trace.iter().map(step).collect()
    }

    /// Variables of the program text with their content.
    pub(super) fn named(&self, frame: &Frame, locals: &[crate::typed::Variable], vars: &[Var]) -> Vec<(Name, Cell)> {
        let named = |var: &Var| match var {
            Var::Global(id) => Some((self.program.globals[id.index()].name.clone(), self.globals[id.index()].clone())),
            Var::Local(id) => Some((locals[id.index()].name.clone(), frame.locals[id.index()].clone())),
            Var::Const(_) | Var::Bound(_) => None,
        };
        vars.iter().filter_map(named).collect()
    }
}
