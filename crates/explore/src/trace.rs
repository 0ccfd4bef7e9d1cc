//! A failing run from the start, move by move, with the states between.
//!
//! The search keeps states without names. To tell the run, it is made again with names that stay: of the turns that are
//! possible, one is taken that leads to the next state of the search. A schedule from elsewhere is replayed likewise,
//! move by move, and is a run only if every move is possible.

use crate::advance::{Move, Turn};
use crate::machine::Machine;
use crate::search::Bounds;
use crate::state::State;
use crate::step::{Fault, FaultKind, Taken};
use concurrent::program::Program;
use concurrent::spec::Spec;
use source::Span;

/// A run that ends with a fault.
#[derive(Clone, Debug)]
pub struct Trace {
    pub threads: u8,
    pub ops: u8,
    pub steps: Vec<TraceStep>,
    pub fault: Fault,
}

/// One move, with the states before and after. The last state is the one before the fault if the fault leaves none.
#[derive(Clone, Debug)]
pub struct TraceStep {
    pub thread: u8,
    pub action: Move,
    pub span: Span,
    pub before: State,
    pub after: State,
}

impl Trace {
    /// What to give to [`replay`].
    pub fn schedule(&self) -> Vec<(u8, Move)> {
        self.steps.iter().map(|step| (step.thread, step.action)).collect()
    }
}

/// The run through the states of the search, and then a turn with the fault.
pub(crate) fn follow(machine: &Machine, path: &[&[u8]], bounds: &Bounds, fault: Fault) -> Trace {
    let mut schedule = Vec::new();
    let mut bytes = Vec::new();
    // `init` was fine when the search began.
    let Ok(mut state) = machine.initial(bounds.threads, bounds.ops) else { return of_init(fault) };
    for wanted in &path[1..] {
        let mut leads_there = |round: &Turn| match &round.end {
            Ok(end) => {
                bytes.clear();
                machine.encode(end, &mut bytes);
                bytes == *wanted
            }
            Err(_) => false,
        };
        let Some(round) = machine.rounds(&state).into_iter().find(|round| leads_there(round)) else { break };
        schedule.extend(round.moves);
        if let Ok(end) = round.end {
            state = end;
            // The states of the search do not have it either.
            machine.forget(&mut state);
        }
    }
    if let Some(last) = machine.rounds(&state).into_iter().find(|round| round.end == Err(fault)) {
        schedule.extend(last.moves);
    }
    run(machine, bounds.threads, bounds.ops, &schedule).unwrap_or_else(|_| of_init(fault))
}

/// Something went wrong before any thread ran.
pub(crate) fn of_init(fault: Fault) -> Trace {
    Trace { threads: 0, ops: 0, steps: Vec::new(), fault }
}

/// Why a schedule is no failing run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoRun {
    /// The move of this number, counted from 0, is not possible.
    Impossible(usize),
    /// Every move is possible, and nothing goes wrong.
    NothingWrong,
}

/// Makes the moves, in order, from the state after `init`.
pub fn replay(program: &Program, spec: &Spec, threads: u8, ops: u8, schedule: &[(u8, Move)]) -> Result<Trace, NoRun> {
    run(&Machine::new(program, spec), threads, ops, schedule)
}

fn run(machine: &Machine, threads: u8, ops: u8, schedule: &[(u8, Move)]) -> Result<Trace, NoRun> {
    let mut state = match machine.initial(threads, ops) {
        Ok(state) => state,
        Err(fault) => return Ok(of_init(fault)),
    };
    let mut steps: Vec<TraceStep> = Vec::new();
    for (at, (thread, action)) in schedule.iter().enumerate() {
        let (thread, action) = (*thread, *action);
        if usize::from(thread) >= state.threads.len() || !is_well_formed(machine, &state, usize::from(thread), action) {
            return Err(NoRun::Impossible(at));
        }
        let before = state.clone();
        let span = span(machine, &state, usize::from(thread), action);
        let taken = machine.apply(&mut state, usize::from(thread), action);
        let mut push = |after: &State| {
            steps.push(TraceStep { thread, action, span, before: before.clone(), after: after.clone() });
        };
        match taken {
            Ok(Taken::No) => return Err(NoRun::Impossible(at)),
            Err(fault) => {
                push(&before);
                let fault = with_place(machine, &before, usize::from(thread), fault, &steps);
                return Ok(Trace { threads, ops, steps, fault });
            }
            Ok(Taken::Yes) => push(&state),
        }
        if !is_within_atomic(machine, &state, usize::from(thread))
            && let Some(kind) = machine.memory_fault(&state)
        {
            let fault = Fault::new(kind, span);
            return Ok(Trace { threads, ops, steps, fault });
        }
    }
    Err(NoRun::NothingWrong)
}

/// Whether nobody else may run.
fn is_within_atomic(machine: &Machine, state: &State, thread: usize) -> bool {
    let call = state.threads[thread].call.as_ref().filter(|_| !machine.has_porous_blocks);
    call.is_some_and(|call| machine.procedure(call.procedure).node(call.node).is_within_atomic)
}

/// Whether the move is one of the thread's present node, and nobody else is within an atomic block.
fn is_well_formed(machine: &Machine, state: &State, thread: usize, action: Move) -> bool {
    let disturbed = (0..state.threads.len()).any(|other| other != thread && is_within_atomic(machine, state, other));
    let fits = match (action, &state.threads[thread].call) {
        (Move::Take { edge, cell }, Some(call)) => {
            let is_free = |cell: u16| state.cells.get(usize::from(cell)).is_some_and(|cell| cell.is_free);
            machine.leaving(call.procedure, call.node).contains(&edge)
                && cell.is_none_or(is_free)
                && !machine.has_to_wait(state, thread, machine.procedure(call.procedure), edge)
        }
        (Move::Call { .. }, None) | (Move::Return, Some(_)) => true,
        (Move::Take { .. } | Move::Return, None) | (Move::Call { .. }, Some(_)) => false,
    };
    fits && !disturbed
}

fn span(machine: &Machine, state: &State, thread: usize, action: Move) -> Span {
    let call = state.threads[thread].call.as_ref();
    match (action, call) {
        (Move::Call { procedure, .. }, _) => machine.procedure(procedure).span,
        (Move::Take { edge, .. }, Some(call)) => machine.procedure(call.procedure).edges[edge.index()].step.span,
        (_, Some(call)) => machine.procedure(call.procedure).span,
        (_, None) => machine.spec.span,
    }
}

/// A wrong result is shown where it was returned: at the last step of the operation.
fn with_place(machine: &Machine, before: &State, thread: usize, fault: Fault, steps: &[TraceStep]) -> Fault {
    if fault.kind != FaultKind::Linearizability {
        return fault;
    }
    let is_step = |step: &&TraceStep| usize::from(step.thread) == thread && matches!(step.action, Move::Take { .. });
    let last = steps.iter().rev().find(is_step).map(|step| step.span);
    let call = before.threads[thread].call.as_ref();
    let whole = call.map_or(fault.span, |call| machine.procedure(call.procedure).span);
    Fault::new(fault.kind, last.unwrap_or(whole))
}
