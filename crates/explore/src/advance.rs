//! What a thread does at one go: one step that others can notice, and everything around it that they cannot.
//!
//! A step is hidden if it touches nothing but the thread's locals and cells that no one else has a way to. Hidden steps
//! commute with all steps of other threads, so it is enough to run them at once. A call happens right before the first step
//! that can be noticed, and a return right after the last: later calls and earlier returns leave less freedom to explain
//! the history, so if any run with the same steps has no explanation, this one has none. Allocation under `manual` can be
//! noticed: it depends on what has been freed. Threads whose next steps are comparisons that have become decided go on at once.
//! A thread that cannot go on, or that goes round for ever in hidden steps, ends its turn there: what it did before was done.

use crate::machine::Machine;
use crate::state::{State, Thread, Value};
use crate::step::{Fault, FaultKind, Taken};
use crate::touched::Touched;
use concurrent::program::*;
use concurrent::spec::{Kind, Removal};

/// A thread's part of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Call {
        procedure: ProcedureId,
        arg: Option<Value>,
    },
    /// Takes an edge. Where memory is allocated, the cell is one that was freed and is used again.
    Take {
        edge: EdgeId,
        cell: Option<u16>,
    },
    Return,
}

/// A possible end of a turn.
pub struct Turn {
    /// Those of the thread whose turn it is, then those of others.
    pub moves: Vec<(u8, Move)>,
    /// The state after it, or what went wrong in its last move.
    pub end: Result<State, Fault>,
}

/// Hidden steps in one turn; after so many the turn ends, and the next one goes on.
const HIDDEN_STEPS: usize = 2_000;
/// Forks in one turn; where there are more, the rest of the turn is left out, and the search is not complete.
const FORKS: usize = 500;
/// Steps within one atomic block; one that takes more is taken to run forever.
const ATOMIC_STEPS: usize = 100_000;

#[derive(Clone)]
struct Work {
    state: State,
    moves: Vec<(u8, Move)>,
    was_noticed: bool,
    steps: usize,
}

impl Machine<'_> {
    /// Every turn that the thread may take.
    pub fn turns(&self, state: &State, thread: usize) -> Vec<Turn> {
        let mut turns = Vec::new();
        let work = |state, moves| Work { state, moves, was_noticed: false, steps: 0 };
        if state.threads[thread].call.is_some() {
            self.run_turn(work(state.clone(), Vec::new()), thread, &mut turns);
        } else if state.threads[thread].calls_left > 0 {
            for first in self.calls(state) {
                let mut started = state.clone();
                if self.apply(&mut started, thread, first) != Ok(Taken::Yes) {
                    continue;
                }
                let started = work(started, vec![(thread as u8, first)]);
                match self.is_fine {
                    true => turns.push(self.ended(started, self.spec.span)),
                    false => self.run_turn(started, thread, &mut turns),
                }
            }
        }
        let is_settled = |turn: &Turn| match &turn.end {
            Ok(end) => end.globals == state.globals && state.has_same_cells(end),
            Err(_) => true,
        };
        if self.is_fine || turns.iter().all(is_settled) {
            return turns;
        }
        turns.into_iter().flat_map(|turn| self.settled(turn, thread)).collect()
    }

    /// The other threads make steps whose end is known by now.
    fn settled(&self, turn: Turn, thread: usize) -> Vec<Turn> {
        let threads = turn.end.as_ref().map_or(0, |end| end.threads.len());
        let mut turns = vec![turn];
        for other in (0..threads).filter(|other| *other != thread) {
            turns = turns.into_iter().flat_map(|turn| self.go_on(turn, other)).collect();
        }
        turns
    }

    /// Another thread makes steps whose end is known by now, at once: they depend on nobody, and nobody notices them.
    fn go_on(&self, turn: Turn, thread: usize) -> Vec<Turn> {
        let goes_on = |state: &State| {
            let call = state.threads[thread].call.as_ref();
            call.is_some_and(|call| self.is_decidable(call.procedure, call.node)) && !self.is_noticed(state, thread)
        };
        match &turn.end {
            Ok(state) if goes_on(state) => {
                let work = Work { state: state.clone(), moves: turn.moves.clone(), was_noticed: true, steps: 0 };
                let mut turns = Vec::new();
                self.run_turn(work, thread, &mut turns);
                // Where the thread cannot go on, the others can.
                if turns.is_empty() { vec![turn] } else { turns }
            }
            Ok(_) | Err(_) => vec![turn],
        }
    }

    /// The operations that may be called next: every inserted value is a new one; keys of a set are few.
    fn calls(&self, state: &State) -> Vec<Move> {
        let with = |procedure, arg| Move::Call { procedure, arg };
        if self.spec.kind == Kind::Set {
            let keys = || self.values.iter().copied();
            let operations = self.spec.operations();
            return operations.flat_map(|id| keys().map(move |key| with(id, Some(Value::Int(key))))).collect();
        }
        let left = (0..self.values.len()).filter(|at| state.chosen & (1 << at) == 0);
        let chosen = left.map(|at| with(self.spec.insert, Some(Value::Int(self.values[at]))));
        let fresh = with(self.spec.insert, Some(self.fresh_value(state)));
        std::iter::once(fresh).chain(chosen).chain([with(self.spec.remove, None)]).collect()
    }

    /// The number of a value among those that calls choose from.
    pub(crate) fn choice(&self, value: Option<Value>) -> Option<usize> {
        let is_it = |one: &i64| value == Some(Value::Int(*one));
        self.values.iter().position(is_it).filter(|_| self.spec.kind != Kind::Set)
    }

    pub(crate) fn fresh_value(&self, state: &State) -> Value {
        match self.is_independent {
            true => Value::Data(state.inserted),
            false => {
                // The value that means that there was nothing is never inserted.
                let is_ordinary = |number: &i64| {
                    self.spec.removal != Removal::Sentinel((*number).into()) && !self.values.contains(number)
                };
                let number = (1..).filter(is_ordinary).nth(usize::from(state.inserted));
                Value::Int(number.unwrap_or(i64::MAX))
            }
        }
    }

    fn run_turn(&self, first: Work, thread: usize, turns: &mut Vec<Turn>) {
        let mut waiting = vec![first];
        // Where the way forked: a loop that nobody notices may come back there in as many ways as it likes.
        let mut forked: Vec<(bool, State)> = Vec::new();
        while let Some(work) = waiting.pop() {
            if self.deadline.is_over() {
                return;
            }
            let Some(call) = &work.state.threads[thread].call else { continue };
            let (id, node) = (call.procedure, call.node);
            let procedure = self.procedure(id);
            let is_atomic = procedure.node(node).is_within_atomic && !self.has_porous_blocks;
            if self.is_fine && work.steps > 0 && !is_atomic {
                turns.push(self.ended(work, procedure.node(node).span));
                continue;
            }
            if node == procedure.exit {
                turns.push(self.finished(work, thread));
                continue;
            }
            let is_noticed = !is_atomic && self.is_noticed(&work.state, thread);
            if !is_atomic && ((is_noticed && work.was_noticed) || work.steps > HIDDEN_STEPS) {
                turns.push(self.ended(work, procedure.node(node).span));
                continue;
            }
            if work.steps > ATOMIC_STEPS {
                continue;
            }
            let has_effect = is_noticed || is_atomic;
            let work = Work { was_noticed: work.was_noticed || is_noticed, steps: work.steps + 1, ..work };
            let mut steps = self.possible_steps(&work.state, thread);
            if steps.is_empty() && !is_atomic && work.was_noticed {
                turns.push(self.ended(work, procedure.node(node).span));
                continue;
            }
            if steps.len() > 1 {
                if forked.iter().any(|(was_noticed, state)| *was_noticed == work.was_noticed && *state == work.state) {
                    // The thread goes round for ever, unless it leaves by another way; others see what it did before.
                    if work.was_noticed && !is_atomic {
                        turns.push(self.ended(work, procedure.node(node).span));
                    }
                    continue;
                }
                if forked.len() == FORKS {
                    self.was_cut_short.set(true);
                    return;
                }
                forked.push((work.was_noticed, work.state.clone()));
            }
            // The last one may have the state for itself.
            let last = steps.pop();
            for step in steps {
                self.make_step(work.clone(), thread, step, has_effect, &mut waiting, turns);
            }
            if let Some(last) = last {
                self.make_step(work, thread, last, has_effect, &mut waiting, turns);
            }
        }
    }

    /// The edges whose first assumption holds, with every cell that an allocation may use.
    fn possible_steps(&self, state: &State, thread: usize) -> Vec<(EdgeId, Option<u16>)> {
        let Some(call) = &state.threads[thread].call else { return Vec::new() };
        let procedure = self.procedure(call.procedure);
        let leaving = self.leaving(call.procedure, call.node).iter();
        let mut steps = Vec::new();
        for edge in leaving.filter(|edge| self.may_take(state, thread, procedure, **edge)) {
            if self.has_to_wait(state, thread, procedure, *edge) {
                continue;
            }
            steps.extend(self.choices(state, procedure, *edge).into_iter().map(|cell| (*edge, cell)));
        }
        steps
    }

    /// Whether the edge enters `ATOMIC` while another thread is there.
    pub fn has_to_wait(&self, state: &State, thread: usize, procedure: &Procedure, edge: EdgeId) -> bool {
        let edge = &procedure.edges[edge.index()];
        let enters = procedure.node(edge.to).is_within_atomic && !procedure.node(edge.from).is_within_atomic;
        let is_inside = |(at, other): (usize, &Thread)| {
            let call = other.call.as_ref().filter(|_| at != thread);
            call.is_some_and(|call| self.procedure(call.procedure).node(call.node).is_within_atomic)
        };
        enters && state.threads.iter().enumerate().any(is_inside)
    }

    fn make_step(
        &self,
        mut work: Work,
        thread: usize,
        (edge, cell): (EdgeId, Option<u16>),
        has_effect: bool,
        waiting: &mut Vec<Work>,
        turns: &mut Vec<Turn>,
    ) {
        work.moves.push((thread as u8, Move::Take { edge, cell }));
        match self.take(&mut work.state, thread, edge, cell) {
            Ok(Taken::No) => {}
            Err(fault) => turns.push(Turn { moves: work.moves, end: Err(fault) }),
            Ok(Taken::Yes) => {
                if has_effect {
                    self.note_effect(&mut work.state, thread, edge, cell);
                }
                waiting.push(work);
            }
        }
    }

    /// Remembers that the operation has changed something, if the step writes a shared variable or a cell that others can
    /// reach, frees, or uses a cell again.
    fn note_effect(&self, state: &mut State, thread: usize, edge: EdgeId, cell: Option<u16>) {
        let Some(call) = &mut state.threads[thread].call else { return };
        let cmds = &self.procedure(call.procedure).edges[edge.index()].step.cmds;
        let writes = cmds.iter().any(|cmd| match &cmd.kind {
            CmdKind::Assign { target, .. } | CmdKind::Havoc(target) => !matches!(target.kind, PlaceKind::Local(_)),
            CmdKind::Free(_) => true,
            CmdKind::Alloc { .. } => cell.is_some(),
            CmdKind::Assume(_) | CmdKind::Assert(_) => false,
        });
        call.is_pure &= !writes;
    }

    /// Whether the thread might as well have called its operation just now. If the operation has changed nothing so far, and
    /// a fresh call would come to the same point, then the run in which it was called only now goes on in the same way, and
    /// its history has fewer explanations: whatever goes wrong from here goes wrong there.
    pub fn is_restart(&self, state: &State, thread: usize) -> bool {
        let Some(call) = state.threads[thread].call.as_ref().filter(|call| call.is_pure) else { return false };
        let first = Move::Call { procedure: call.procedure, arg: call.arg };
        let mut fresh = state.clone();
        fresh.threads[thread] = Thread { calls_left: state.threads[thread].calls_left + 1, call: None };
        if self.apply(&mut fresh, thread, first) != Ok(Taken::Yes) {
            return false;
        }
        let (mut bytes, mut key) = (Vec::new(), 0);
        let mut same = |other: &State| {
            let node = other.threads[thread].call.as_ref().map(|call| call.node);
            if node != Some(call.node) {
                return false;
            }
            if bytes.is_empty() {
                key = self.encode(state, &mut bytes);
            }
            let mut others = Vec::new();
            let of_other = self.encode(other, &mut others);
            bytes[..key] == others[..of_other]
        };
        let work = |was_noticed| Work { state: fresh.clone(), moves: Vec::new(), was_noticed, steps: 0 };
        let mut turns = Vec::new();
        // Up to the first step that others can notice, and up to the second.
        self.run_turn(work(true), thread, &mut turns);
        self.run_turn(work(false), thread, &mut turns);
        turns.iter().any(|turn| turn.end.as_ref().is_ok_and(&mut same))
    }

    /// Whether the assumptions at the start of the step hold; a quick test before the state is copied.
    fn may_take(&self, state: &State, thread: usize, procedure: &Procedure, edge: EdgeId) -> bool {
        match procedure.edges[edge.index()].step.cmds.first().map(|cmd| &cmd.kind) {
            Some(CmdKind::Assume(condition)) => self.eval(state, thread, condition) != Ok(Value::Int(0)),
            Some(_) | None => true,
        }
    }

    /// Which freed cells an allocation of the step may use again; a fresh one in any case.
    fn choices(&self, state: &State, procedure: &Procedure, edge: EdgeId) -> Vec<Option<u16>> {
        let allocated = procedure.edges[edge.index()].step.cmds.iter().find_map(|cmd| match cmd.kind {
            CmdKind::Alloc { record, .. } => Some(record),
            _ => None,
        });
        let Some(record) = allocated else { return vec![None] };
        let is_free = |at: &u16| {
            let cell = state.cells[usize::from(*at)];
            cell.is_free && cell.record == record
        };
        let freed = (0..state.cells.len() as u16).filter(is_free).map(Some);
        std::iter::once(None).chain(freed).collect()
    }

    fn ended(&self, work: Work, span: source::Span) -> Turn {
        let end = match self.memory_fault(&work.state) {
            Some(kind) => Err(Fault::new(kind, span)),
            None => Ok(work.state),
        };
        Turn { moves: work.moves, end }
    }

    fn finished(&self, mut work: Work, thread: usize) -> Turn {
        work.moves.push((thread as u8, Move::Return));
        if let Err(fault) = self.apply(&mut work.state, thread, Move::Return) {
            return Turn { moves: work.moves, end: Err(fault) };
        }
        let span = self.spec.span;
        self.ended(work, span)
    }

    /// Makes one move.
    pub fn apply(&self, state: &mut State, thread: usize, step: Move) -> Result<Taken, Fault> {
        match step {
            Move::Call { procedure, arg } => {
                if state.threads[thread].call.is_some() || state.threads[thread].calls_left == 0 {
                    return Ok(Taken::No);
                }
                state.threads[thread].calls_left -= 1;
                if procedure == self.spec.insert && self.spec.kind != Kind::Set {
                    match self.choice(arg) {
                        Some(at) => state.chosen |= 1 << at,
                        None => state.inserted += 1,
                    }
                }
                self.enter(state, thread, procedure, arg);
                Ok(Taken::Yes)
            }
            Move::Take { edge, cell } => self.take(state, thread, edge, cell),
            Move::Return => {
                let Some(call) = &state.threads[thread].call else { return Ok(Taken::No) };
                let procedure = self.procedure(call.procedure);
                if call.node != procedure.exit {
                    return Ok(Taken::No);
                }
                let fault = Fault::new(FaultKind::Linearizability, procedure.span);
                let answer = self.answer(call).ok_or(fault)?;
                if !self.returns(state, thread, answer) {
                    return Err(fault);
                }
                state.threads[thread].call = None;
                Ok(Taken::Yes)
            }
        }
    }

    /// Under `manual`, a cell that is neither free nor reachable is lost. That a freed one is reachable from shared variables
    /// is no fault by itself: who holds the lock of the tail, say, may leave it dangling for a moment.
    pub fn memory_fault(&self, state: &State) -> Option<FaultKind> {
        if !self.is_manual {
            return None;
        }
        let mut reached = self.reachable_from_globals(state);
        for thread in &state.threads {
            if let Some(call) = &thread.call {
                let dooms = if self.is_fine { 0 } else { self.dooms_of(state, call, &[]) };
                let live = &self.prospects(call.procedure).needs(dooms, call.node).live;
                self.mark(state, live.iter().map(|local| call.locals[local.index()]), &mut reached);
            }
        }
        let is_lost = state.cells.iter().zip(&reached).any(|(cell, reached)| !cell.is_free && !*reached);
        is_lost.then_some(FaultKind::Leak)
    }

    /// Whether others can notice the thread's next step.
    fn is_noticed(&self, state: &State, thread: usize) -> bool {
        let Some(call) = &state.threads[thread].call else { return true };
        let dooms = match self.is_decidable(call.procedure, call.node) {
            true => self.dooms(state)[thread],
            false => 0,
        };
        match self.touched(call.procedure, call.node, dooms) {
            Touched::Shared => true,
            Touched::Nothing => false,
            Touched::Cells(pointers) => {
                let others = self.reachable_by_others(state, thread);
                pointers.iter().any(|local| match call.locals[local.index()] {
                    Value::Cell(cell) => others[usize::from(cell)],
                    Value::Undefined
                    | Value::Null
                    | Value::Int(_)
                    | Value::Data(_)
                    | Value::Nobody
                    | Value::Thread(_) => true,
                })
            }
        }
    }

    /// For each cell, whether it can be reached from shared variables or from another thread that may look into it.
    pub(crate) fn reachable_by_others(&self, state: &State, thread: usize) -> Vec<bool> {
        let mut reached = self.reachable_from_globals(state);
        for (at, other) in state.threads.iter().enumerate() {
            if let (Some(call), true) = (&other.call, at != thread) {
                let needs = self.prospects(call.procedure).needs(0, call.node);
                let held = if self.leaves_out_cells() { &needs.deep } else { &needs.live };
                self.mark(state, held.iter().map(|local| call.locals[local.index()]), &mut reached);
            }
        }
        reached
    }
}
