//! Linearizability by the history alone.
//!
//! A history is linearizable if each operation can be given a moment between its call and its return such that the
//! operations, run one after the other at their moments, return what they did return. A state carries all sequential runs
//! that explain the history so far. They are extended as late as possible: when an operation returns, running operations
//! may take effect before it, in any order, and it must have taken effect with just this answer. If no run is left, the
//! history is not linearizable. This is exact (Wing and Gong; Lowe's "just-in-time linearization").

use crate::machine::Machine;
use crate::state::{Answer, Call, Explanation, Pending, State, Value};
use concurrent::program::ProcedureId;
use concurrent::spec::{Kind, Removal};
use std::sync::Arc;

/// The empty run.
pub fn beginning(threads: usize) -> Arc<Vec<Explanation>> {
    Arc::new(vec![Explanation { content: Vec::new(), pending: vec![Pending::Not; threads] }])
}

impl Machine<'_> {
    /// What the operation returns, read from its results; none if that is nothing that an operation may return.
    pub fn answer(&self, call: &Call) -> Option<Answer> {
        let procedure = self.procedure(call.procedure);
        let result = |at: usize| procedure.results.get(at).map(|local| call.locals[local.index()]);
        let bool = |value: Option<Value>| match value {
            Some(Value::Int(value)) => Some(value != 0),
            _ => None,
        };
        let removed = |value: Option<Value>| match value {
            Some(value @ (Value::Data(_) | Value::Int(_))) => Some(Answer::Removed(value)),
            _ => None,
        };
        if self.spec.kind == Kind::Set {
            return bool(result(0)).map(Answer::Bool);
        }
        if call.procedure == self.spec.insert {
            return match (procedure.results.is_empty(), bool(result(0))) {
                (true, _) | (false, Some(true)) => Some(Answer::Nothing),
                (false, Some(false)) if self.spec.insertion_may_fail => Some(Answer::Bool(false)),
                (false, Some(false) | None) => None,
            };
        }
        match self.spec.removal {
            Removal::Flagged => match bool(result(0))? {
                true => removed(result(1)),
                false => Some(Answer::Empty),
            },
            Removal::Sentinel(empty) => match result(0) {
                Some(Value::Int(value)) if i128::from(value) == empty => Some(Answer::Empty),
                value => removed(value),
            },
            Removal::Keyed => bool(result(0)).map(Answer::Bool),
        }
    }

    /// The operation of the thread returns with this answer: keeps the runs that explain it, and says whether there are any.
    pub fn returns(&self, state: &mut State, thread: usize, answer: Answer) -> bool {
        if self.spec.kind != Kind::Set && answer == Answer::Bool(false) {
            // An insertion that failed never takes effect.
            let without = state.explanations.iter().filter(|run| run.pending[thread] == Pending::Not);
            state.explanations = Arc::new(without.cloned().collect());
            return !state.explanations.is_empty();
        }
        let mut kept = Vec::new();
        let mut seen: Vec<Explanation> = Vec::new();
        let mut waiting = Vec::clone(&state.explanations);
        while let Some(run) = waiting.pop() {
            if self.deadline.get().is_over() {
                // Nothing is concluded from what is left out.
                return true;
            }
            match run.pending[thread] {
                Pending::Done(done) if done == answer => {
                    let mut run = run;
                    run.pending[thread] = Pending::Not;
                    kept.push(run);
                }
                Pending::Done(_) => {}
                Pending::Not => {
                    for other in 0..state.threads.len() {
                        let Some(call) = &state.threads[other].call else { continue };
                        if run.pending[other] != Pending::Not {
                            continue;
                        }
                        let mut next = run.clone();
                        let done = self.perform(&mut next.content, call.procedure, call.arg);
                        next.pending[other] = Pending::Done(done);
                        if (other != thread || done == answer) && !seen.contains(&next) {
                            seen.push(next.clone());
                            waiting.push(next);
                        }
                    }
                }
            }
        }
        kept.sort();
        kept.dedup();
        state.explanations = Arc::new(kept);
        !state.explanations.is_empty()
    }

    /// The operation as the sequential structure performs it.
    fn perform(&self, content: &mut Vec<Value>, operation: ProcedureId, arg: Option<Value>) -> Answer {
        let arg = arg.unwrap_or(Value::Undefined);
        let is_insert = operation == self.spec.insert;
        match self.spec.kind {
            Kind::Stack | Kind::Queue if is_insert => {
                content.push(arg);
                Answer::Nothing
            }
            Kind::Stack => content.pop().map_or(Answer::Empty, Answer::Removed),
            Kind::Queue if content.is_empty() => Answer::Empty,
            Kind::Queue => Answer::Removed(content.remove(0)),
            Kind::Set => {
                let place = content.binary_search(&arg);
                if is_insert {
                    if let Err(place) = place {
                        content.insert(place, arg);
                    }
                    Answer::Bool(place.is_err())
                } else {
                    if let (Ok(place), true) = (place, operation == self.spec.remove) {
                        content.remove(place);
                    }
                    Answer::Bool(place.is_ok())
                }
            }
        }
    }
}
