//! From a solver's counterexample to a real failing run.
//!
//! A counterexample of the proof may be the proof's fault: it believes contracts and invariants, and a loop starts it
//! from any state that the invariant allows. It is the program's fault if a run exists that violates the same
//! condition. The values that the solver chose on entry, for `havoc` and for calls without a body are tried first;
//! loops and bodies are executed. What the solver did not choose is searched for.

use super::choose::Place;
use super::convert;
use super::judge::Failure;
use super::search::{Effort, Search};
use super::value::Value;
use crate::body::{Goal, Origin};
use crate::passive::{Event, Passive, Step as PassiveStep};
use crate::solve::Counterexample;
use crate::typed::{CmdKind, GlobalId, ImplementationId, LocalId, Program, Type, Var};
use rustc_hash::FxHashMap;
use source::{Span, Step};

/// The search is small: it runs for every goal that fails.
const EFFORT: Effort = Effort { systematic: 60_000, by_chance: 60_000, each: 20_000, seed: 0x5eed };

/// How much of a long run is shown.
const FIRST_STEPS: usize = 30;
const LAST_STEPS: usize = 50;

/// The steps of a run of the implementation that violates the goal, up to the violation; none if none was found.
pub fn replay(
    program: &Program,
    implementation: ImplementationId,
    goal: &Goal,
    counterexample: &Counterexample,
    passive: &Passive,
) -> Option<Vec<Step>> {
    let hints = Hints::new(program, implementation, counterexample, passive);
    let wanted = |failure: &Failure| {
        failure.kind == goal.kind
            && failure.span == goal.span
            && failure.clause == goal.clause
            && failure.calls.ends_with(&goal.inlined_at)
    };
    let found = Search::new(program).find(implementation, EFFORT, &|place| hints.get(place), &wanted);
    found.failure.map(|failure| shortened(failure.steps))
}

/// A long run without its middle: how it starts and how it fails is what people read.
fn shortened(mut steps: Vec<Step>) -> Vec<Step> {
    let Some(left_out) = steps.len().checked_sub(FIRST_STEPS + LAST_STEPS).filter(|left_out| *left_out > 0) else {
        return steps;
    };
    let span = steps[FIRST_STEPS].span;
    let text = format!("… and {left_out} more steps …");
    steps.splice(FIRST_STEPS..FIRST_STEPS + left_out, [Step { span, thread: None, text, values: Vec::new() }]);
    steps
}

/// What the solver chose.
#[derive(Default)]
struct Hints {
    entry: FxHashMap<Var, Value>,
    /// By place of the statement, occurrence and position.
    later: FxHashMap<(Span, usize, usize), Value>,
}

impl Hints {
    fn new(program: &Program, id: ImplementationId, counterexample: &Counterexample, passive: &Passive) -> Hints {
        let mut hints = Hints::default();
        let types = ChangedTypes::new(program, id);
        let mut occurrences: FxHashMap<Span, usize> = FxHashMap::default();
        for (position, values) in &counterexample.events {
            let block = passive.blocks.get(position.block.index());
            let Some(PassiveStep::Event(event)) = block.and_then(|block| block.steps.get(position.step)) else {
                continue;
            };
            match event.origin {
                Origin::Entry => hints.entry(program, id, event, values),
                Origin::Statement | Origin::CallReturn(_) => {
                    let all = |types: &&Vec<Type>| types.len() == values.len();
                    let Some(types) = types.by_span.get(&event.span).filter(all) else { continue };
                    let occurrence = occurrences.entry(event.span).or_insert(0);
                    for (at, (ty, text)) in types.iter().zip(values).enumerate() {
                        if let Some(value) = convert::from_text(program, ty, text) {
                            hints.later.insert((event.span, *occurrence, at), value);
                        }
                    }
                    *occurrence += 1;
                }
                Origin::Guard { .. } | Origin::LoopHead | Origin::Return | Origin::Invariant | Origin::Internal => {}
            }
        }
        hints
    }

    /// The event lists variables by name, globals before locals, each in the order of their declaration.
    fn entry(&mut self, program: &Program, id: ImplementationId, event: &Event, values: &[String]) {
        let locals = &program.implementations[id.index()].locals;
        let globals = program.globals.iter().enumerate().map(|(at, global)| (Var::Global(GlobalId(at as u32)), global));
        let locals = locals.iter().enumerate().map(|(at, local)| (Var::Local(LocalId(at as u32)), local));
        let mut variables = globals.chain(locals);
        for ((name, _), text) in event.values.iter().zip(values) {
            let Some((var, variable)) = variables.find(|(_, variable)| variable.name == *name) else { return };
            if let Some(value) = convert::from_text(program, &variable.ty, text) {
                self.entry.insert(var, value);
            }
        }
    }

    fn get(&self, place: &Place) -> Option<Value> {
        match place {
            Place::Entry(var) => self.entry.get(var).cloned(),
            Place::Havoc { span, position, occurrence } | Place::Result { span, position, occurrence } => {
                self.later.get(&(*span, *occurrence, *position)).cloned()
            }
            Place::Local | Place::Const(_) | Place::Function(_) | Place::Undefined => None,
        }
    }
}

/// The types of what each `havoc` and each call of the implementation changes, in the order in which events list it.
struct ChangedTypes {
    by_span: FxHashMap<Span, Vec<Type>>,
}

impl ChangedTypes {
    fn new(program: &Program, id: ImplementationId) -> ChangedTypes {
        let implementation = &program.implementations[id.index()];
        let type_of = |var: &Var| match var {
            Var::Global(id) => Some(program.globals[id.index()].ty.clone()),
            Var::Local(id) => Some(implementation.locals[id.index()].ty.clone()),
            Var::Const(_) | Var::Bound(_) => None,
        };
        let mut by_span = FxHashMap::default();
        for cmd in implementation.blocks.iter().flat_map(|block| &block.cmds) {
            let changed: Option<Vec<Type>> = match &cmd.kind {
                CmdKind::Havoc(vars) => vars.iter().map(type_of).collect(),
                CmdKind::Call(call) => {
                    let modified = &program.procedures[call.procedure.index()].modifies;
                    let modified = modified.iter().map(|id| Var::Global(*id));
                    modified.chain(call.outs.iter().copied()).map(|var| type_of(&var)).collect()
                }
                CmdKind::Assert(_)
                | CmdKind::Prove { .. }
                | CmdKind::Assume { .. }
                | CmdKind::Assign(_)
                | CmdKind::Async(_)
                | CmdKind::Parallel(_)
                | CmdKind::LoopYield(_)
                | CmdKind::Measure(_)
                | CmdKind::Visibility(_) => None,
            };
            if let Some(changed) = changed {
                by_span.insert(cmd.span, changed);
            }
        }
        ChangedTypes { by_span }
    }
}
