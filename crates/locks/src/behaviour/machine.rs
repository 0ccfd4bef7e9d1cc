//! The behaviour of a lock: guarded commands on its fields, and what each thread may do with it.
//!
//! A thread is idle, holding some of the modes, or waits in one of the lock's methods. The methods are monitors: what a
//! thread does between two waits is one step of the machine, a guarded command. Threads keep to the interface, and to the
//! premise: one that would have to wait in an operation while it holds modes that the operation does not release is not
//! there. One that holds only what the operation releases is, and holds it while it waits: an upgrade.
//!
//! Theorem 4.1 of the paper asks of the threads that they are interface correct, and of the lock that a second entry
//! changes nothing. Our locks keep no counts for each thread, so that a second entry is to them that of one more
//! thread; that is no longer so once a thread waits with something held that no other thread releases. Hence the premise
//! above, beyond the paper's. That the machine leaves such threads out does not hide them from who looks for them
//! (`reentry`, and `interface/obligations/premise.rs` at every call): take the first step of a run of the program at which a thread waits
//! in o while it holds u, which o does not release. All steps before it are steps of the machine, so the machine reaches the
//! configuration before it, in which a thread is idle with u and the guard of a command of o that waits holds. That is
//! what `reentry` asks, of all configurations that are reached, for every number of threads; unless the answer is *never*,
//! the call is reported.
//!
//! A method whose result is a boolean has taken and released what it says if the result is true, and nothing if not.

use super::linear::{Condition, Linear, Number, Variable};
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
    /// Every state that a thread may be in, whatever the guards say; the first is the one it begins in.
    pub states: Vec<ThreadState>,
}

/// A field of the lock that is a number or a boolean.
#[derive(Clone, Debug)]
pub struct LockField {
    pub name: Name,
    pub is_boolean: bool,
    pub initial: Number,
    /// The width of its type in bits.
    pub bits: u8,
}

impl LockField {
    /// What the field holds when a number is stored in it that its type may have no room for: Java keeps the low bits.
    /// Narrower types than `int` are converted to, which is not followed.
    pub fn stored(&self, number: Number) -> Number {
        match self.bits {
            64 => Number::from(number as i64),
            _ => Number::from(number as i32),
        }
    }
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
    pub locals: Vec<(LocalId, Number)>,
    pub span: Span,
    /// Whether the thread wakes up by itself after some time.
    pub is_timed: bool,
    /// Whether it may be interrupted there.
    pub is_interruptible: bool,
}

/// Where a thread is before or after a command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Control {
    Idle,
    /// At a point, asleep until it is woken.
    Asleep(usize),
    /// Woken, and waiting for the monitor only.
    Awake(usize),
    /// Interrupted, and waiting for the monitor only: nobody wakes it in place of others any more.
    Interrupted(usize),
}

/// guard → updates
#[derive(Clone, Debug)]
pub struct Command {
    pub operation: usize,
    /// Idle, or awake or interrupted at a point.
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
    /// The operation has returned `false`, and no mode has changed hands.
    Refused,
    /// It is over by an exception, and no mode has changed hands.
    Throws,
    /// The thread waits.
    Waits,
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

impl Command {
    /// Whether others cannot see that it happened.
    pub fn changes_nothing(&self) -> bool {
        let is_same = |(field, update): (usize, &Linear)| *update == Linear::of(Variable::Field(field));
        self.wakes == Wakes::Nobody && self.updates.iter().enumerate().all(is_same)
    }
}

/// So far is counted in any case.
pub const FEW: Number = 12;
/// Nobody counts further; larger numbers are told apart no better than after a few.
const MANY: Number = 120;

/// How far is counted.
pub fn largest(numbers: impl Iterator<Item = Number>) -> Number {
    numbers.map(|number| if number > MANY { FEW } else { number }).max().unwrap_or(0).max(1)
}

impl Machine {
    /// Fields that no guard and none of the conditions depends on stay as they were at first: what only counts, say how
    /// often threads have tried, makes no state another one.
    pub fn keep_what_counts(&mut self, conditions: &[&Condition]) {
        let guards = self.commands.iter().map(|command| &command.guard);
        let read: Vec<&Condition> = guards.chain(conditions.iter().copied()).collect();
        let is_read = |field: usize| read.iter().any(|condition| condition.mentions(Variable::Field(field)));
        let mut counts: Vec<bool> = (0..self.fields.len()).map(is_read).collect();
        let mut open: Vec<usize> = (0..counts.len()).filter(|field| counts[*field]).collect();
        while let Some(field) = open.pop() {
            for variable in self.commands.iter().flat_map(|command| command.updates[field].factors.keys()) {
                if let Variable::Field(source) = variable
                    && !std::mem::replace(&mut counts[*source], true)
                {
                    open.push(*source);
                }
            }
        }
        for command in &mut self.commands {
            for field in (0..counts.len()).filter(|field| !counts[*field]) {
                command.updates[field] = Linear::of(Variable::Field(field));
            }
        }
    }

    /// The largest number that it speaks of, within bounds.
    pub fn largest_number(&self) -> Number {
        let in_guards = self.commands.iter().map(|command| command.guard.largest());
        let in_updates = self.commands.iter().flat_map(|command| &command.updates).map(|sum| sum.constant.abs());
        let initial = self.fields.iter().map(|field| field.initial.abs());
        largest(in_guards.chain(in_updates).chain(initial))
    }

    /// Every state that a thread may be in; none if they are more than so many.
    pub fn thread_states(&self, most: usize) -> Option<Vec<ThreadState>> {
        let mut states = vec![ThreadState::START];
        let mut at = 0;
        while at < states.len() {
            if states.len() > most {
                return None;
            }
            let state = states[at];
            at += 1;
            let mut next: Vec<ThreadState> =
                self.commands.iter().filter_map(|command| self.after(command, state)).collect();
            next.extend(self.awake(state));
            next.extend(self.interrupted(state));
            for state in next {
                if !states.contains(&state) {
                    states.push(state);
                }
            }
        }
        Some(states)
    }

    /// The state of a thread after a command; none if a thread in this state does not take it.
    pub fn after(&self, command: &Command, state: ThreadState) -> Option<ThreadState> {
        let operation = &self.operations[command.operation];
        if command.from != state.control {
            return None;
        }
        if command.from == Control::Idle {
            // Threads keep to the interface: they take what they do not hold, and release what they hold.
            let is_obeying = operation.acquires & state.held == 0 && operation.releases & !state.held == 0;
            let is_waiting = command.kind == CommandKind::Waits;
            if !is_obeying || is_waiting && state.held & !operation.releases != 0 {
                return None;
            }
        }
        let held = match command.kind {
            CommandKind::Completes => state.held & !operation.releases | operation.acquires,
            CommandKind::Refused | CommandKind::Throws | CommandKind::Waits => state.held,
        };
        Some(ThreadState { held, control: command.to })
    }
    /// The state of a thread that sleeps, when it is woken.
    pub fn awake(&self, state: ThreadState) -> Option<ThreadState> {
        match state.control {
            Control::Asleep(point) => Some(ThreadState { control: Control::Awake(point), ..state }),
            Control::Idle | Control::Awake(_) | Control::Interrupted(_) => None,
        }
    }

    /// The state of a thread that sleeps, when it is interrupted. One that has been woken is not interrupted any more: the
    /// wake-up would be lost for the others. If all it does then is to leave, nobody can tell when it does: it has left.
    pub fn interrupted(&self, state: ThreadState) -> Option<ThreadState> {
        match state.control {
            Control::Asleep(point) if self.points[point].is_interruptible => {
                let control = if self.only_leaves(point) { Control::Idle } else { Control::Interrupted(point) };
                Some(ThreadState { control, ..state })
            }
            Control::Idle | Control::Asleep(_) | Control::Awake(_) | Control::Interrupted(_) => None,
        }
    }

    /// Whether a thread that is interrupted at the point leaves the lock as it is, and has what it had.
    fn only_leaves(&self, point: usize) -> bool {
        self.commands.iter().filter(|command| command.from == Control::Interrupted(point)).all(|command| {
            let has_what_it_had = match command.kind {
                CommandKind::Refused | CommandKind::Throws => true,
                CommandKind::Completes | CommandKind::Waits => false,
            };
            has_what_it_had && command.guard == Condition::Known(true) && command.changes_nothing()
        })
    }
}
