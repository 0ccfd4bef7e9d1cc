//! What a thread does at one go: one step that others can notice, and everything around it that they cannot.
//!
//! A step is hidden if it touches nothing but the thread's locals and cells that no one else has a way to. Hidden steps
//! commute with all steps of other threads, so it is enough to run them at once. A call happens right before the first step
//! that can be noticed, and a return right after the last: later calls and earlier returns leave less freedom to explain
//! the history, so if any run with the same steps has no explanation, this one has none. Allocation under `manual` can be
//! noticed: it depends on what has been freed.

use crate::machine::Machine;
use crate::state::{State, Thread, Value};
use crate::step::{Fault, FaultKind, Taken};
use concurrent::program::*;
use concurrent::spec::Kind;

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
    pub moves: Vec<Move>,
    /// The state after it, or what went wrong in its last move.
    pub end: Result<State, Fault>,
}

/// Hidden steps in one turn; after so many the turn ends, and the next one goes on.
const HIDDEN_STEPS: usize = 2_000;
/// Steps within one atomic block; one that takes more is taken to run forever.
const ATOMIC_STEPS: usize = 100_000;

struct Work {
    state: State,
    moves: Vec<Move>,
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
                let started = work(started, vec![first]);
                match self.is_fine {
                    true => turns.push(self.ended(started, self.spec.span)),
                    false => self.run_turn(started, thread, &mut turns),
                }
            }
        }
        turns
    }

    /// The operations that may be called next: every inserted value is a new one; keys of a set are few.
    fn calls(&self, state: &State) -> Vec<Move> {
        let with = |procedure, arg| Move::Call { procedure, arg };
        if self.spec.kind == Kind::Set {
            let keys = 1..=i64::from(self.keys);
            let operations = self.spec.operations();
            return operations.flat_map(|id| keys.clone().map(move |key| with(id, Some(Value::Int(key))))).collect();
        }
        vec![with(self.spec.insert, Some(self.fresh_value(state))), with(self.spec.remove, None)]
    }

    fn fresh_value(&self, state: &State) -> Value {
        match self.is_independent {
            true => Value::Data(state.inserted),
            false => Value::Int(i64::from(state.inserted) + 1),
        }
    }

    fn run_turn(&self, first: Work, thread: usize, turns: &mut Vec<Turn>) {
        let mut waiting = vec![first];
        while let Some(work) = waiting.pop() {
            let Some(call) = &work.state.threads[thread].call else { continue };
            let (id, node) = (call.procedure, call.node);
            let procedure = self.procedure(id);
            let is_atomic = procedure.node(node).is_within_atomic;
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
            for edge in self.leaving(id, node) {
                for cell in self.choices(&work.state, procedure, *edge) {
                    if !self.may_take(&work.state, thread, procedure, *edge) {
                        continue;
                    }
                    let mut state = work.state.clone();
                    let mut moves = work.moves.clone();
                    moves.push(Move::Take { edge: *edge, cell });
                    match self.take(&mut state, thread, *edge, cell) {
                        Ok(Taken::No) => {}
                        Err(fault) => turns.push(Turn { moves, end: Err(fault) }),
                        Ok(Taken::Yes) => {
                            if is_noticed || is_atomic {
                                self.note_effect(&mut state, thread, *edge, cell);
                            }
                            let was_noticed = work.was_noticed || is_noticed;
                            waiting.push(Work { state, moves, was_noticed, steps: work.steps + 1 });
                        }
                    }
                }
            }
        }
    }

    /// Remembers that the operation has changed something, if the step writes memory, frees, or uses a cell again.
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
        let mut bytes = Vec::new();
        let mut same = |other: &State| {
            let node = other.threads[thread].call.as_ref().map(|call| call.node);
            node == Some(call.node) && {
                if bytes.is_empty() {
                    self.encode(state, &mut bytes);
                }
                let mut others = Vec::new();
                let key = self.encode(other, &mut others);
                bytes.get(..key) == Some(&others[..key]) && self.encode(state, &mut Vec::new()) == key
            }
        };
        let work = |was_noticed| Work { state: fresh.clone(), moves: Vec::new(), was_noticed, steps: 0 };
        let mut turns = Vec::new();
        // Up to the first step that others can notice, and up to the second.
        self.run_turn(work(true), thread, &mut turns);
        self.run_turn(work(false), thread, &mut turns);
        turns.iter().any(|turn| turn.end.as_ref().is_ok_and(&mut same))
    }

    /// Whether the assumptions at the beginning of the step hold; a quick test before the state is copied.
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
        work.moves.push(Move::Return);
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
                    state.inserted += 1;
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
                let live = self.live(call.procedure, call.node);
                self.mark(state, live.iter().map(|local| call.locals[local.index()]), &mut reached);
            }
        }
        let is_lost = state.cells.iter().zip(&reached).any(|(cell, reached)| !cell.is_free && !*reached);
        is_lost.then_some(FaultKind::Leak)
    }

    /// Whether others can notice the thread's next step.
    fn is_noticed(&self, state: &State, thread: usize) -> bool {
        let Some(call) = &state.threads[thread].call else { return true };
        let procedure = self.procedure(call.procedure);
        let mut others: Option<Vec<bool>> = None;
        let leaving = self.leaving(call.procedure, call.node);
        if leaving.iter().any(|edge| procedure.node(procedure.edges[edge.index()].to).is_within_atomic) {
            return true;
        }
        leaving.iter().any(|edge| {
            let cmds = &procedure.edges[edge.index()].step.cmds;
            let mut assigned = Vec::new();
            cmds.iter().any(|cmd| {
                let mut touched = Touched { has_global: false, bases: Vec::new() };
                touched.cmd(cmd);
                if touched.has_global || (self.is_manual && matches!(cmd.kind, CmdKind::Alloc { .. })) {
                    return true;
                }
                let is_noticed = touched.bases.iter().any(|base| {
                    let ExprKind::Read(place) = &base.kind else { return true };
                    let PlaceKind::Local(local) = place.kind else { return true };
                    let Value::Cell(cell) = call.locals[local.index()] else { return true };
                    let others = others.get_or_insert_with(|| self.reachable_by_others(state, thread));
                    assigned.contains(&local) || others[usize::from(cell)]
                });
                match &cmd.kind {
                    CmdKind::Assign { target: Place { kind: PlaceKind::Local(local), .. }, .. } => {
                        assigned.push(*local);
                    }
                    CmdKind::Alloc { target, .. } => assigned.push(*target),
                    CmdKind::Assign { .. }
                    | CmdKind::Havoc(_)
                    | CmdKind::Assume(_)
                    | CmdKind::Assert(_)
                    | CmdKind::Free(_) => {}
                }
                is_noticed
            })
        })
    }

    /// For each cell, whether it can be reached from shared variables or from another thread.
    fn reachable_by_others(&self, state: &State, thread: usize) -> Vec<bool> {
        let mut reached = self.reachable_from_globals(state);
        for (at, other) in state.threads.iter().enumerate() {
            if let (Some(call), true) = (&other.call, at != thread) {
                let live = self.live(call.procedure, call.node);
                self.mark(state, live.iter().map(|local| call.locals[local.index()]), &mut reached);
            }
        }
        reached
    }
}

/// What a command touches besides locals.
struct Touched<'a> {
    has_global: bool,
    /// The pointers to the cells.
    bases: Vec<&'a Expr>,
}

impl<'a> Touched<'a> {
    fn cmd(&mut self, cmd: &'a Cmd) {
        match &cmd.kind {
            CmdKind::Assume(expr) | CmdKind::Assert(expr) => self.expr(expr),
            CmdKind::Assign { target, value } => {
                self.place(target);
                self.expr(value);
            }
            CmdKind::Havoc(target) => self.place(target),
            CmdKind::Alloc { .. } => {}
            CmdKind::Free(pointer) => {
                self.bases.push(pointer);
                self.expr(pointer);
            }
        }
    }

    fn place(&mut self, place: &'a Place) {
        match &place.kind {
            PlaceKind::Local(_) => {}
            PlaceKind::Global(_) => self.has_global = true,
            PlaceKind::Field { base, .. } => {
                self.bases.push(base);
                self.expr(base);
            }
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Read(place) => self.place(place),
            ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => {}
            ExprKind::Unary { arg, .. } => self.expr(arg),
            ExprKind::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
        }
    }
}
