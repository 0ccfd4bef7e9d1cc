//! Breadth-first search over all interleavings.
//!
//! States are kept as bytes ([`crate::arena`]), and the table holds their numbers: nothing is hashed away. Beside each state is the turn that
//! led to it first, so that a failing run is replayed from the start.

use super::super::arena::{Arena, Place};
use super::super::limits::{Limit, MOST_MEMORY, TO_TELL};
use super::canonical::{canonical, encode};
use super::fault::{Fault, FaultKind};
use super::harness::{Target, initial};
use super::machine::Machine;
use super::run::{Choices, Run, Stop, Taken};
use super::state::{Frame, Native, Role, State, Status, Value};
use super::{Bounds, Finding, Outcome};
use concurrent::object::{Gap, MethodId};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use source::Step;
use std::collections::VecDeque;
use std::hash::Hasher;

/// Steps that nobody notices are joined up to this many.
const LONGEST_TURN: usize = 20_000;

/// What one thread does at one go, with what was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub tid: u8,
    pub choices: Vec<u32>,
}

pub fn search(machine: &Machine, target: Target, bounds: &Bounds) -> Outcome {
    loop {
        // A guess about what a lock protects was wrong: it is not made again.
        if let Some(outcome) = attempt(machine, target, bounds) {
            return outcome;
        }
    }
}

fn attempt(machine: &Machine, target: Target, bounds: &Bounds) -> Option<Outcome> {
    let first = match initial(machine, target, bounds.threads, bounds.ops) {
        Ok(first) => canonical(machine, first),
        Err(Stop::Gap(gap)) => return Some(Outcome::Unsupported { gap, states: 0 }),
        Err(_) => return Some(Outcome::NoneWithin { states: 0 }),
    };
    let mut known = Known::default();
    known.add(&first, None);
    known.memory += size(&first);
    let mut queue = VecDeque::from([(0u32, first)]);
    let mut gap: Option<Box<Gap>> = None;
    let cut_short = |known: &Known, limit: Limit| Some(Outcome::LimitReached { states: known.len(), limit });
    while let Some((number, state)) = queue.pop_front() {
        if known.len() > bounds.states {
            return cut_short(&known, Limit::States);
        }
        if known.memory > MOST_MEMORY {
            return cut_short(&known, Limit::Memory);
        }
        known.memory -= size(&state);
        let mut is_stuck = true;
        for tid in 0..state.threads.len() {
            if is_interchangeable(&state, tid, bounds.ops) || state.is_halted {
                continue;
            }
            let mut next = Some(Choices::default());
            while let Some(choices) = next {
                let mut run = Run::new(machine, state.clone(), tid, choices);
                let taken = run.turn();
                let Run { state: end, choices, .. } = run;
                let turn = Turn { tid: tid as u8, choices: choices.made.clone() };
                match taken {
                    Ok(()) => {
                        is_stuck = false;
                        let end = canonical(machine, end);
                        if let Some(new) = known.add(&end, Some((number, turn))) {
                            known.memory += size(&end);
                            queue.push_back((new, end));
                        }
                    }
                    Err(Stop::Blocked) => {}
                    Err(Stop::Again) => return None,
                    Err(Stop::Late) => return cut_short(&known, Limit::Time),
                    Err(Stop::Pruned | Stop::Throw(_)) => is_stuck = false,
                    Err(Stop::Gap(found)) => {
                        is_stuck = false;
                        gap.get_or_insert(found);
                    }
                    Err(Stop::Fault(fault)) => {
                        let schedule = known.schedule(number, Some(turn));
                        return Some(found(machine, target, bounds, schedule, *fault, known.len()));
                    }
                }
                next = choices.advance();
            }
        }
        if is_stuck && let Some(fault) = deadlock(machine, &state) {
            let schedule = known.schedule(number, None);
            return Some(found(machine, target, bounds, schedule, fault, known.len()));
        }
    }
    Some(match gap {
        Some(gap) => Outcome::Unsupported { gap, states: known.len() },
        None => Outcome::NoneWithin { states: known.len() },
    })
}

/// Threads of the harness that have not begun are alike: the first of them goes first.
fn is_interchangeable(state: &State, tid: usize, ops: u8) -> bool {
    let is_fresh = |tid: usize| {
        let thread = state.thread(tid);
        thread.role == Role::Harness && thread.status == Status::Idle && thread.ops == ops
    };
    tid > 0 && is_fresh(tid) && is_fresh(tid - 1)
}

impl Run<'_, '_> {
    /// One step, and then those that nobody notices.
    pub fn turn(&mut self) -> Taken<()> {
        // That an operation is called, nobody notices either, unless it depends on the state whether it may be.
        let mut is_call = self.me().status == Status::Idle && self.me().role == Role::Harness;
        self.step()?;
        is_call &= !self.machine.options.is_fine && !self.depends_on_state();
        for _ in 0..LONGEST_TURN {
            if self.machine.deadline.get().is_over() {
                return Err(Stop::Late);
            }
            if self.me().status != Status::Running || self.state.is_halted || self.has_garbage() {
                break;
            }
            if self.is_visible() {
                // Others may use what the call uses before it ends.
                if !is_call || self.has_begun() {
                    break;
                }
                is_call = false;
                self.step()?;
                continue;
            }
            match self.step() {
                Ok(()) => {}
                Err(Stop::Blocked) => break,
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }
}

impl Run<'_, '_> {
    /// Whether the operation that was just called has conditions.
    fn depends_on_state(&self) -> bool {
        let is_required = |method: MethodId| {
            let spec = self.machine.spec.methods.get(&method);
            spec.is_some_and(|spec| !spec.requires.is_empty() || !spec.ensures.is_empty())
        };
        self.me().frames.iter().any(|frame| {
            let overridden = &self.machine.program.method(frame.method).overrides;
            is_required(frame.method) || overridden.iter().any(|method| is_required(*method))
        })
    }
}

/// Why no thread can go on, if some should.
fn deadlock(machine: &Machine, state: &State) -> Option<Fault> {
    if state.is_halted {
        return None;
    }
    let run = Run::new(machine, state.clone(), 0, Choices::default());
    let is_daemon = |tid: usize| {
        let object = state.thread(tid).object;
        matches!(state.object(object).native, Native::Thread { is_daemon: true, .. })
    };
    let unfinished: Vec<usize> = (0..state.threads.len())
        .filter(|tid| !matches!(state.thread(*tid).status, Status::New | Status::Idle | Status::Finished))
        .collect();
    let culprit = match machine.harness {
        // Others might still call what a waiting thread waits for; a cycle of locks stays closed.
        Some(_) => unfinished.iter().copied().find(|tid| is_in_cycle(&run, *tid)),
        None if unfinished.iter().all(|tid| is_daemon(*tid)) => None,
        None => unfinished.first().copied(),
    }?;
    let span = Run::new(machine, state.clone(), culprit, Choices::default()).span();
    let names: Vec<String> = unfinished.iter().map(|tid| format!("thread {}", tid + 1)).collect();
    let message = match names.as_slice() {
        [one] => format!("{one} waits for something that will never happen"),
        [..] => format!("{} wait for each other, or for something that will never happen", names.join(" and ")),
    };
    let fault = Fault::new(FaultKind::Deadlock, span, message);
    machine.options.judges.contains(fault.kind).then_some(fault)
}

/// Whether a thread waits for a lock whose holder waits, in the end, for the thread itself.
fn is_in_cycle(run: &Run, tid: usize) -> bool {
    let mut at = tid;
    for _ in 0..run.state.threads.len() {
        match run.blocked_on(at) {
            Some((_, holder)) if holder == tid => return true,
            Some((_, holder)) => at = holder,
            None => return false,
        }
    }
    false
}

fn found(
    machine: &Machine,
    target: Target,
    bounds: &Bounds,
    schedule: Vec<Turn>,
    fault: Fault,
    states: usize,
) -> Outcome {
    machine.deadline.set(machine.deadline.get().extended(TO_TELL));
    let steps = replay(machine, target, bounds, &schedule).0;
    Outcome::Found { finding: Box::new(Finding { fault, steps, schedule }), states }
}

/// Runs the turns from the start: what happened, and how it ended.
pub fn replay(machine: &Machine, target: Target, bounds: &Bounds, schedule: &[Turn]) -> (Vec<Step>, Option<Fault>) {
    let mut steps = Vec::new();
    let Ok(first) = initial(machine, target, bounds.threads, bounds.ops) else { return (steps, None) };
    let mut state = canonical(machine, first);
    for turn in schedule {
        let mut run = Run::new(machine, state, usize::from(turn.tid), Choices::replay(turn.choices.clone()));
        run.log = Some(Vec::new());
        let taken = run.turn();
        steps.extend(run.log.take().unwrap_or_default());
        match taken {
            Ok(()) => state = canonical(machine, run.state),
            Err(Stop::Fault(fault)) => return (steps, Some(*fault)),
            Err(_) => return (steps, None),
        }
    }
    let fault = if is_stuck(machine, &state) { deadlock(machine, &state) } else { None };
    (steps, fault)
}

fn is_stuck(machine: &Machine, state: &State) -> bool {
    let is_blocked = |tid: usize| {
        let taken = Run::new(machine, state.clone(), tid, Choices::default()).turn();
        matches!(taken, Err(Stop::Blocked))
    };
    (0..state.threads.len()).all(is_blocked)
}

#[derive(Default)]
struct Known {
    arena: Arena,
    places: Vec<Place>,
    /// The state before, and the turn that led here.
    parents: Vec<Option<(u32, Turn)>>,
    table: HashTable<u32>,
    bytes: Vec<u8>,
    /// That all of this takes, and the states that wait, in bytes.
    memory: usize,
}

impl Known {
    fn len(&self) -> usize {
        self.places.len()
    }

    /// The number of a state that was not there.
    fn add(&mut self, state: &State, parent: Option<(u32, Turn)>) -> Option<u32> {
        let mut bytes = std::mem::take(&mut self.bytes);
        encode(state, &mut bytes);
        let hashed = hash(&bytes);
        let (arena, places) = (&self.arena, &self.places);
        let at = |number: &u32| arena.get(places[*number as usize]);
        if self.table.find(hashed, |number| at(number) == bytes.as_slice()).is_some() {
            self.bytes = bytes;
            return None;
        }
        let number = self.places.len() as u32;
        self.table.insert_unique(hashed, number, |number| hash(at(number)));
        // Vectors have room for twice what they hold, and for three times while they grow.
        let turn = parent.as_ref().map_or(0, |(_, turn)| turn.choices.len() * 4);
        let entries = size_of::<Option<(u32, Turn)>>() + size_of::<Place>() + size_of::<u32>();
        self.memory += bytes.len() + 3 * entries + turn;
        self.places.push(self.arena.add(&bytes));
        self.parents.push(parent);
        self.bytes = bytes;
        Some(number)
    }

    /// The turns from the first state to this one, and one more.
    fn schedule(&self, mut number: u32, last: Option<Turn>) -> Vec<Turn> {
        let mut turns: Vec<Turn> = last.into_iter().collect();
        while let Some((parent, turn)) = &self.parents[number as usize] {
            turns.push(turn.clone());
            number = *parent;
        }
        turns.reverse();
        turns
    }
}

/// Bytes of a state that waits, about: of what it shares with the states before it only the pointers.
fn size(state: &State) -> usize {
    let objects = state.heap.iter().map(|object| {
        let items = match &object.native {
            Native::List { items, .. } | Native::Iterator { items, .. } | Native::Cells(items) => items.len(),
            Native::Map { entries } => 2 * entries.len(),
            _ => 0,
        };
        (object.values.len() + items) * size_of::<Value>()
    });
    // Few objects are not shared, but their content may be large.
    let objects = state.heap.len() * 48 + objects.sum::<usize>();
    let frames = state.threads.iter().flat_map(|thread| &thread.frames);
    let locals = frames.map(|frame| size_of::<Frame>() + frame.locals.len() * size_of::<Value>());
    objects + locals.sum::<usize>()
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
