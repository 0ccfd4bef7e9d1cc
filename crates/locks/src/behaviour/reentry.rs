//! Whether a thread that holds modes of a lock may have to wait in an operation of the same lock.
//!
//! A lock whose methods are read as guarded commands does not know its threads apart: a thread that enters again is to
//! the lock one more thread that enters. So the machine with a thread for each entry simulates the program, as long as
//! nobody waits who holds something; who waits does not release it.
//!
//! o waits with m ⇔ in some configuration that is reached, a thread holds m, and the guard of a command of o holds that
//! begins outside and waits. If m is not what o takes, the thread does not hold that: else it is asked about that, too.

use super::commands;
use super::linear::{Condition, Linear, Number, Relation, Variable};
use super::machine::{CommandKind, Control, Machine};
use super::spaces::{Explored, Kind, Spaces};
use crate::spec::LockSpec;
use concurrent::object::{ClassId, MethodId, Name, Program};
use source::Deadline;

/// Whether a thread waits in an operation while it holds a mode.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Waiting {
    Never,
    /// If other threads hold what they may hold.
    WithOthers,
    /// With no other thread in sight.
    Alone,
    /// The class could not be read, or not be explored.
    Unknown,
}

/// What is known of a lock class.
pub struct Reentry {
    modes: Vec<Name>,
    /// The modes that one thread at most holds, as bits.
    exclusive: u32,
    operations: Vec<Row>,
}

struct Row {
    method: MethodId,
    acquires: u32,
    /// By mode that is held.
    waiting: Vec<Waiting>,
}

impl Reentry {
    pub fn new(program: &Program, locks: &LockSpec, class: ClassId, deadline: Deadline) -> Reentry {
        let Ok(machine) = commands::machine(program, locks, class) else {
            return Reentry { modes: Vec::new(), exclusive: 0, operations: Vec::new() };
        };
        let largest = machine.largest_number();
        let mut spaces = Spaces::new(&machine, None, largest, deadline);
        let rows = machine.operations.iter().enumerate().map(|(index, operation)| {
            let waiting = (0..machine.modes.len()).map(|mode| waits(&machine, &mut spaces, index, mode)).collect();
            Row { method: operation.method, acquires: operation.acquires, waiting }
        });
        let operations = rows.collect();
        let modes = 0..machine.modes.len();
        let exclusive = modes.filter(|mode| is_exclusive(&mut spaces, *mode)).fold(0, |bits, mode| bits | 1 << mode);
        Reentry { modes: machine.modes.clone(), exclusive, operations }
    }

    /// Whether the class could be read.
    pub fn is_read(&self) -> bool {
        !self.modes.is_empty()
    }

    /// Whether it is known that one thread at most holds the mode.
    pub fn is_exclusive(&self, mode: &str) -> bool {
        let index = self.modes.iter().position(|other| **other == *mode);
        index.is_some_and(|index| self.exclusive & (1 << index) != 0)
    }

    /// Whether a thread that holds a mode may have to wait in a method, or, if that is none of the lock's own, in one
    /// that takes the same as it.
    pub fn waits(&self, method: MethodId, acquired: Option<&str>, held: &str) -> Waiting {
        let index = |mode: &str| self.modes.iter().position(|other| **other == *mode);
        let Some(held) = index(held) else { return Waiting::Unknown };
        if let Some(row) = self.operations.iter().find(|row| row.method == method) {
            return row.waiting[held];
        }
        let Some(acquired) = acquired else { return Waiting::Never };
        let Some(acquired) = index(acquired) else { return Waiting::Unknown };
        let rows = self.operations.iter().filter(|row| row.acquires & (1 << acquired) != 0);
        rows.map(|row| row.waiting[held]).max().unwrap_or(Waiting::Unknown)
    }
}

/// Who calls an operation: a thread that holds a mode, and none of some others, as bits.
#[derive(Clone, Copy)]
struct Caller {
    mode: u32,
    without: u32,
}

/// A proof is an exploration for every number of threads; a wait is shown by a few.
fn waits(machine: &Machine, spaces: &mut Spaces, operation: usize, mode: usize) -> Waiting {
    let is_waiting = |index: &usize| {
        let command = &machine.commands[*index];
        command.operation == operation && command.kind == CommandKind::Waits && command.from == Control::Idle
    };
    let commands: Vec<usize> = (0..machine.commands.len()).filter(is_waiting).collect();
    if commands.is_empty() {
        return Waiting::Never;
    }
    let acquires = machine.operations[operation].acquires;
    let caller = Caller { mode: 1 << mode, without: if acquires & (1 << mode) == 0 { acquires } else { 0 } };
    let mut shown = |number: Number| {
        spaces.of_few(number).is_some_and(|explored| meets(explored, &commands, caller, |known| known == Some(true)))
    };
    if shown(1) {
        return Waiting::Alone;
    }
    if (2..=3).any(&mut shown) {
        return Waiting::WithOthers;
    }
    match spaces.get(Kind::EveryNumber) {
        Some(explored) if !meets(explored, &commands, caller, |known| known != Some(false)) => Waiting::Never,
        Some(_) | None => Waiting::Unknown,
    }
}

/// AG(count{m} ≤ 1), for every number of threads.
fn is_exclusive(spaces: &mut Spaces, mode: usize) -> bool {
    let one = Condition::compare(Linear::of(Variable::Holders(mode)), Relation::AtMost, Linear::constant(1));
    spaces.get(Kind::EveryNumber).is_some_and(|Explored { counting, space }| {
        let one = counting.in_counts(&one);
        space.configurations.iter().all(|at| counting.known(&one, at) == Some(true))
    })
}

/// Whether in some configuration there is such a thread, and the guard of one of the commands is as it is asked for.
fn meets(explored: &Explored, commands: &[usize], caller: Caller, is_met: impl Fn(Option<bool>) -> bool) -> bool {
    let Explored { counting, space } = explored;
    let guards: Vec<_> =
        commands.iter().map(|index| counting.in_counts(&counting.machine.commands[*index].guard)).collect();
    space.configurations.iter().any(|at| {
        let is_there = counting.states.iter().zip(&at.threads).any(|(state, count)| {
            let is_caller = state.held & caller.mode != 0 && state.held & caller.without == 0;
            state.control == Control::Idle && is_caller && count.high != Some(0)
        });
        is_there && guards.iter().any(|guard| is_met(counting.known(guard, at)))
    })
}
