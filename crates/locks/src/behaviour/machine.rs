//! The behaviour of a lock: guarded commands on its fields, and what each thread may do with it.
//!
//! A thread is idle, holding some of the modes, or waits in one of the lock's methods. The methods are monitors: what a
//! thread does between two waits is one step of the machine, a guarded command. A thread that holds modes and would have
//! to wait for another does not move: that there is no such thread is a premise, which the other half checks.

use super::linear::{Condition, Linear};
use concurrent::object::{ClassId, EdgeId, LocalId, MethodId, Name};
use source::Span;

#[derive(Debug)]
pub struct Machine {
    pub class: ClassId,
    pub fields: Vec<LockField>,
    pub modes: Vec<Name>,
    pub operations: Vec<Operation>,
    pub points: Vec<Point>,
    pub commands: Vec<Command>,
}

/// A field of the lock that is a number or a boolean.
#[derive(Clone, Debug)]
pub struct LockField {
    pub name: Name,
    pub is_boolean: bool,
    pub initial: i64,
}

/// A method that takes or releases modes.
#[derive(Clone, Debug)]
pub struct Operation {
    pub method: MethodId,
    pub name: Name,
    pub span: Span,
    /// Sets of modes, as bits.
    pub acquires: u32,
    pub releases: u32,
}

/// Where a thread is that is in an operation: at a `wait()`, with what its locals hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    pub operation: usize,
    pub edge: EdgeId,
    pub locals: Vec<(LocalId, i64)>,
    /// Whether it wakes up by itself, after some time.
    pub is_timed: bool,
    pub span: Span,
}

/// Where a thread is before or after a command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Control {
    Idle,
    /// At a point, asleep until it is woken.
    Asleep(usize),
    /// Woken, and waiting for the monitor only.
    Awake(usize),
}

/// guard → updates
#[derive(Clone, Debug)]
pub struct Command {
    pub operation: usize,
    /// Idle, or awake at a point.
    pub from: Control,
    /// Idle, or asleep at a point.
    pub to: Control,
    pub kind: CommandKind,
    pub guard: Condition,
    /// By field.
    pub updates: Vec<Linear>,
    pub wakes: Wakes,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CommandKind {
    /// The operation is over, and the modes have changed hands.
    Completes,
    /// It is over by an exception, and no mode has changed hands.
    Throws,
    /// It is over with the answer `false`, and no mode has changed hands.
    Refused,
    /// The thread waits.
    Waits,
    /// A waiting thread is interrupted; it is idle again, or wherever the handler leads.
    Interrupted,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wakes {
    Nobody,
    One,
    All,
}

/// What a thread is to the machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ThreadState {
    pub held: u32,
    pub control: Control,
}

impl ThreadState {
    pub const START: ThreadState = ThreadState { held: 0, control: Control::Idle };

    pub fn is_resting(self) -> bool {
        self == ThreadState::START
    }
}

impl Machine {
    /// Every state that a thread may be in, whatever the guards say; the first is the one it begins in.
    pub fn thread_states(&self) -> Vec<ThreadState> {
        let mut states = vec![ThreadState::START];
        let mut at = 0;
        while at < states.len() {
            let state = states[at];
            at += 1;
            let mut next: Vec<ThreadState> =
                self.commands.iter().filter_map(|command| self.after(command, state)).collect();
            if let Control::Asleep(point) = state.control {
                next.push(ThreadState { control: Control::Awake(point), ..state });
            }
            for state in next {
                if !states.contains(&state) {
                    states.push(state);
                }
            }
        }
        states
    }

    /// The state of a thread after a command; none if a thread in this state does not take it.
    pub fn after(&self, command: &Command, state: ThreadState) -> Option<ThreadState> {
        let operation = &self.operations[command.operation];
        let starts_here = match command.kind {
            CommandKind::Interrupted => match (command.from, state.control) {
                // Who has been woken is not interrupted any more: the wake-up would be lost for the others.
                (Control::Awake(point), Control::Asleep(at)) => point == at,
                _ => false,
            },
            CommandKind::Completes | CommandKind::Throws | CommandKind::Refused | CommandKind::Waits => {
                command.from == state.control
            }
        };
        if !starts_here {
            return None;
        }
        if command.from == Control::Idle {
            // Threads keep to the interface: they take what they do not hold, and release what they hold.
            let is_obeying = operation.acquires & state.held == 0 && operation.releases & !state.held == 0;
            // They wait only while they hold nothing else of the lock.
            let would_wait = command.kind == CommandKind::Waits;
            if !is_obeying || would_wait && state.held & !operation.releases != 0 {
                return None;
            }
        }
        let held = match command.kind {
            CommandKind::Completes => state.held & !operation.releases | operation.acquires,
            CommandKind::Throws | CommandKind::Refused | CommandKind::Waits | CommandKind::Interrupted => state.held,
        };
        Some(ThreadState { held, control: command.to })
    }
}
