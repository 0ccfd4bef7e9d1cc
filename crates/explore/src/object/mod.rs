//! The judge of object programs: a bounded search over the full states of Java threads.
//!
//! Either `main` is run, or a few threads call the methods of a class, each a few of them; every interleaving is run,
//! breadth first, so that a failing run has the fewest turns. Memory is sequentially consistent. Nothing is concluded
//! about more threads, more calls or other arguments.
//!
//! - [`harness`]: what is run. [`search`]: all its states. [`report`]: a failing run as a finding.
//! - [`machine`], [`state`]: what is known before, and what a run changes. [`canonical`]: states in one form.
//! - [`step`], [`calls`], [`library`], [`eval`]: what an instruction does. [`visible`], [`protection`]: which steps
//!   others notice.
//! - [`watch`], [`spec`]: what is judged at each step. [`fault`]: what may be wrong.

mod calls;
mod canonical;
mod contract;
mod eval;
pub mod fault;
pub mod harness;
mod library;
pub mod machine;
mod protection;
mod refs;
pub mod report;
mod run;
pub mod search;
mod spec;
pub mod state;
mod step;
mod visible;
mod watch;

use super::limits::Limit;
use concurrent::object::annotations::{self, spec::Spec};
use concurrent::object::{Gap, Program};
pub use fault::{Fault, FaultKind, Kinds};
pub use harness::{Target, targets};
use machine::{Machine, Options};
pub use search::Turn;
use source::{Deadline, Step};

#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Threads that call the methods of a class; a program with `main` makes its own.
    pub threads: u8,
    /// Methods that each of them calls at most.
    pub ops: u8,
    pub states: usize,
    pub deadline: Deadline,
    /// Whether a waiting thread may wake up for no reason.
    pub spurious: bool,
    /// Join steps that nobody can tell apart. Without that the search takes longer and finds the same.
    pub is_reduced: bool,
    /// The kinds of faults that are looked for. A fault of another kind does not end a run.
    pub judges: Kinds,
    /// Whether a method that is called from outside has to give back the locks that it takes.
    pub leaks: bool,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            threads: 2,
            ops: 2,
            states: 1_000_000,
            deadline: Deadline::never(),
            spurious: false,
            is_reduced: true,
            judges: Kinds::ALL,
            leaks: false,
        }
    }
}

/// A failing run.
#[derive(Clone, Debug)]
pub struct Finding {
    pub fault: Fault,
    pub steps: Vec<Step>,
    /// The turns of the run, for [`search::replay`].
    pub schedule: Vec<Turn>,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    Found {
        finding: Box<Finding>,
        states: usize,
    },
    /// Nothing goes wrong within the bounds.
    NoneWithin {
        states: usize,
    },
    /// The search was cut short.
    LimitReached {
        states: usize,
        limit: Limit,
    },
    /// Nothing was found, but some run came to what is not modelled.
    Unsupported {
        gap: Box<Gap>,
        states: usize,
    },
}

impl Outcome {
    pub fn states(&self) -> usize {
        match self {
            Outcome::Found { states, .. }
            | Outcome::NoneWithin { states }
            | Outcome::LimitReached { states, .. }
            | Outcome::Unsupported { states, .. } => *states,
        }
    }

    fn rank(&self) -> usize {
        match self {
            Outcome::NoneWithin { .. } => 0,
            Outcome::Unsupported { .. } => 1,
            Outcome::LimitReached { .. } => 2,
            Outcome::Found { .. } => 3,
        }
    }
}

/// Runs everything that there is to run in a program: the gravest outcome. A program with nothing to run has no states.
pub fn explore(program: &Program, bounds: &Bounds) -> Outcome {
    let (spec, _) = annotations::resolve(program);
    let all = targets(program, &spec).into_iter().map(|target| explore_target(program, &spec, target, bounds));
    all.max_by_key(Outcome::rank).unwrap_or(Outcome::NoneWithin { states: 0 })
}

pub fn explore_target(program: &Program, spec: &Spec, target: Target, bounds: &Bounds) -> Outcome {
    search::search(&prepared(program, spec, target, bounds), target, bounds)
}

/// The machine that runs a target, for [`search::replay`].
pub fn prepared<'p>(program: &'p Program, spec: &'p Spec, target: Target, bounds: &Bounds) -> Machine<'p> {
    let Bounds { spurious, is_reduced, judges, leaks, .. } = *bounds;
    let options = Options { spurious, is_fine: !is_reduced, judges, leaks };
    let mut machine = Machine::new(program, spec, options);
    machine.deadline.set(bounds.deadline);
    machine.harness = match target {
        Target::Main(_) => None,
        Target::Class(class) => Some(harness::Harness::new(program, spec, class)),
    };
    machine
}
