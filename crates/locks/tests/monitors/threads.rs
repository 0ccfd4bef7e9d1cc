//! What threads do with a monitor, one by one: the judge. It knows nothing of guarded commands and of counting.
//!
//! Each thread has its own state, and how often it holds which mode. A thread that sleeps is woken, wakes up for no reason, or
//! is interrupted; then it waits for the monitor, and nobody wakes it any more. Between two waits, a thread has the monitor.

use super::monitor::{Cond, Interrupt, Monitor, Operation, Stmt, Term, Wakes};
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum At {
    Outside,
    Asleep(usize),
    Awake(usize),
    Interrupted(usize),
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Thread {
    at: At,
    /// By mode.
    held: Vec<u8>,
}

impl Thread {
    fn is_resting(&self) -> bool {
        self.at == At::Outside && self.held.iter().all(|count| *count == 0)
    }

    /// The modes that it holds beside what the operation releases once, as bits.
    fn keeps(&self, operation: &Operation) -> u32 {
        let kept = |(mode, count): (usize, &u8)| {
            let released = u8::from(operation.releases & (1 << mode) != 0);
            if *count > released { 1 << mode } else { 0 }
        };
        self.held.iter().enumerate().map(kept).sum()
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct World {
    pub fields: Vec<i64>,
    threads: Vec<Thread>,
}

/// How an operation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Completes,
    /// Refused, or left with an exception.
    LeavesEmpty,
    Sleeps,
}

/// What all threads together can do.
pub struct Graph {
    pub worlds: Vec<World>,
    /// By world: the next ones, and the modes that are released on the way.
    pub next: Vec<Vec<(usize, u32)>>,
    /// By world: the modes that can be released.
    pub releasable: Vec<u32>,
    /// By world: whether it has steps that were not looked at.
    cut: Vec<bool>,
    /// The steps of threads that are in the middle of something, of their own accord.
    own: Vec<(usize, usize)>,
    pub is_complete: bool,
    /// The operations in which a thread would have waited that held these modes.
    pub waits_with: Vec<(usize, u32)>,
}

/// Everything that so many threads can do that hold each mode so often at most.
pub fn graph(monitor: &Monitor, threads: usize, depth: u8, limit: usize) -> Graph {
    let thread = Thread { at: At::Outside, held: vec![0; monitor.modes] };
    let fields = monitor.fields.iter().map(|field| field.initial).collect();
    let first = World { fields, threads: vec![thread; threads] };
    let mut known = HashMap::from([(first.clone(), 0)]);
    let mut graph = Graph {
        worlds: vec![first],
        next: Vec::new(),
        releasable: Vec::new(),
        cut: Vec::new(),
        own: Vec::new(),
        is_complete: true,
        waits_with: Vec::new(),
    };
    while graph.next.len() < graph.worlds.len() {
        let world = graph.worlds[graph.next.len()].clone();
        let mut judge = Judge { monitor, depth, found: Vec::new(), releasable: 0, waits_with: Vec::new() };
        judge.steps(&world);
        let mut next = Vec::new();
        let at = graph.next.len();
        graph.cut.push(false);
        for (mut world, released, is_own) in judge.found {
            // Threads are alike.
            world.threads.sort();
            let count = graph.worlds.len();
            let index = match known.get(&world) {
                Some(index) => *index,
                None if count >= limit => {
                    graph.is_complete = false;
                    graph.cut[at] = true;
                    continue;
                }
                None => {
                    known.insert(world.clone(), count);
                    graph.worlds.push(world);
                    count
                }
            };
            next.push((index, released));
            if is_own {
                graph.own.push((at, index));
            }
        }
        graph.next.push(next);
        graph.releasable.push(judge.releasable);
        for waits in judge.waits_with {
            if !graph.waits_with.contains(&waits) {
                graph.waits_with.push(waits);
            }
        }
    }
    graph
}

impl Graph {
    /// Whether threads may come to where they cannot all come to rest any more, if no others come and nobody is
    /// interrupted. What was not looked at may lead there.
    pub fn is_left_for_ever(&self) -> bool {
        let is_end = |at: usize| self.cut[at] || self.worlds[at].threads.iter().all(Thread::is_resting);
        let mut is_good: Vec<bool> = (0..self.worlds.len()).map(is_end).collect();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (from, to) in self.own.iter().rev() {
                if is_good[*to] && !is_good[*from] {
                    is_good[*from] = true;
                    is_changed = true;
                }
            }
        }
        is_good.contains(&false)
    }
}

/// What happens next in one world.
struct Judge<'a> {
    monitor: &'a Monitor,
    depth: u8,
    /// The worlds after, what is released on the way, and whether a thread goes there of its own accord that is in the middle
    /// of something.
    found: Vec<(World, u32, bool)>,
    releasable: u32,
    waits_with: Vec<(usize, u32)>,
}

impl Judge<'_> {
    fn steps(&mut self, world: &World) {
        for me in 0..world.threads.len() {
            match world.threads[me].at {
                At::Outside => self.calls(world, me),
                At::Asleep(operation) => {
                    let waiting = self.monitor.operations[operation].waiting.as_ref();
                    let is_timed = waiting.is_some_and(|waiting| waiting.is_timed);
                    for (at, is_own) in [(At::Awake(operation), is_timed), (At::Interrupted(operation), false)] {
                        let mut next = world.clone();
                        next.threads[me].at = at;
                        self.found.push((next, 0, is_own));
                    }
                }
                At::Awake(operation) => {
                    let ends = self.woken(world.clone(), me, operation);
                    self.take(ends, me, operation, true);
                }
                At::Interrupted(operation) => {
                    let ends = self.interrupted(world.clone(), me, operation);
                    self.take(ends, me, operation, true);
                }
            }
        }
    }

    /// Every operation that a thread may call.
    fn calls(&mut self, world: &World, me: usize) {
        for (index, operation) in self.monitor.operations.iter().enumerate() {
            let thread = &world.threads[me];
            let obeys = thread.held.iter().enumerate().all(|(mode, count)| {
                let (takes, gives) = (operation.acquires & (1 << mode) != 0, operation.releases & (1 << mode) != 0);
                !(takes && *count >= self.depth || gives && *count == 0)
            });
            if !obeys {
                continue;
            }
            let kept = thread.keeps(operation);
            let ends = self.start(world.clone(), me, index);
            if kept != 0 && ends.iter().any(|(_, end)| *end == End::Sleeps) {
                self.waits_with.push((index, kept));
                continue;
            }
            if ends.iter().any(|(_, end)| *end == End::Completes) {
                self.releasable |= operation.releases;
            }
            let is_own = !world.threads[me].is_resting();
            self.take(ends, me, index, is_own);
        }
    }

    fn take(&mut self, ends: Vec<(World, End)>, me: usize, index: usize, is_own: bool) {
        let operation = &self.monitor.operations[index];
        for (mut world, end) in ends {
            let thread = &mut world.threads[me];
            thread.at = if end == End::Sleeps { At::Asleep(index) } else { At::Outside };
            let is_complete = end == End::Completes;
            for (mode, count) in thread.held.iter_mut().enumerate().filter(|_| is_complete) {
                *count += u8::from(operation.acquires & (1 << mode) != 0);
                *count -= u8::from(operation.releases & (1 << mode) != 0);
            }
            self.found.push((world, if is_complete { operation.releases } else { 0 }, is_own));
        }
    }

    fn start(&self, world: World, me: usize, index: usize) -> Vec<(World, End)> {
        let operation = &self.monitor.operations[index];
        let mut ends = Vec::new();
        for world in self.run(&operation.before, world, me) {
            match &operation.refused {
                Some((refused, _)) if self.holds(refused, &world) => ends.push((world, End::LeavesEmpty)),
                Some(_) | None => ends.extend(self.wait_or_go_on(world, me, operation)),
            }
        }
        ends
    }

    fn wait_or_go_on(&self, world: World, me: usize, operation: &Operation) -> Vec<(World, End)> {
        match &operation.waiting {
            Some(waiting) if self.holds(&waiting.guard, &world) => {
                let worlds = self.run(&waiting.before_sleep, world, me).into_iter();
                worlds.map(|world| (world, End::Sleeps)).collect()
            }
            Some(_) | None => self.go_on(world, me, operation),
        }
    }

    fn go_on(&self, world: World, me: usize, operation: &Operation) -> Vec<(World, End)> {
        let finally = match operation.waiting.as_ref().map(|waiting| &waiting.interrupt) {
            Some(Interrupt::Finally(code)) => &code[..],
            _ => &[],
        };
        let worlds = self.run(finally, world, me).into_iter();
        let worlds = worlds.flat_map(|world| self.run(&operation.after, world, me));
        worlds.map(|world| (world, End::Completes)).collect()
    }

    fn woken(&self, world: World, me: usize, index: usize) -> Vec<(World, End)> {
        let operation = &self.monitor.operations[index];
        let Some(waiting) = &operation.waiting else { return Vec::new() };
        let worlds = self.run(&waiting.after_sleep, world, me).into_iter();
        let ends = worlds.flat_map(|world| match waiting.is_loop {
            true => self.wait_or_go_on(world, me, operation),
            false => self.go_on(world, me, operation),
        });
        ends.collect()
    }

    fn interrupted(&self, world: World, me: usize, index: usize) -> Vec<(World, End)> {
        let with = |code: &[Stmt], end: End| -> Vec<(World, End)> {
            self.run(code, world.clone(), me).into_iter().map(|world| (world, end)).collect()
        };
        match self.monitor.operations[index].waiting.as_ref().map(|waiting| &waiting.interrupt) {
            Some(Interrupt::Finally(code) | Interrupt::Handled(code)) => with(code, End::LeavesEmpty),
            Some(Interrupt::Returns(code)) => with(code, End::Completes),
            Some(Interrupt::Ignored) => self.woken(world.clone(), me, index),
            Some(Interrupt::Leaves) | None => with(&[], End::LeavesEmpty),
        }
    }

    /// One statement after the other; whoever wakes one of several may wake any of them.
    fn run(&self, code: &[Stmt], world: World, me: usize) -> Vec<World> {
        let mut worlds = vec![world];
        for stmt in code {
            worlds = worlds.into_iter().flat_map(|world| self.statement(stmt, world, me)).collect();
        }
        worlds
    }

    fn statement(&self, stmt: &Stmt, mut world: World, me: usize) -> Vec<World> {
        let sleepers = |world: &World| -> Vec<(usize, usize)> {
            let asleep = world.threads.iter().enumerate().filter(|(index, _)| *index != me);
            asleep
                .filter_map(|(index, thread)| if let At::Asleep(at) = thread.at { Some((index, at)) } else { None })
                .collect()
        };
        match stmt {
            Stmt::Add(field, by) => world.fields[*field] = i64::from((world.fields[*field] + by) as i32),
            Stmt::Set(field, value) => world.fields[*field] = *value,
            Stmt::If(cond, then) if self.holds(cond, &world) => return self.statement(then, world, me),
            Stmt::If(..) => {}
            Stmt::Wake(Wakes::All) => {
                for (index, at) in sleepers(&world) {
                    world.threads[index].at = At::Awake(at);
                }
            }
            Stmt::Wake(Wakes::One) => {
                let woken = sleepers(&world).into_iter().map(|(index, at)| {
                    let mut world = world.clone();
                    world.threads[index].at = At::Awake(at);
                    world
                });
                let woken: Vec<World> = woken.collect();
                return if woken.is_empty() { vec![world] } else { woken };
            }
        }
        vec![world]
    }

    fn holds(&self, cond: &Cond, world: &World) -> bool {
        holds(cond, world)
    }
}

pub fn holds(cond: &Cond, world: &World) -> bool {
    let value = |term: &Term| match term {
        Term::Field(field) => world.fields[*field],
        Term::Count(mode) => world.threads.iter().map(|thread| i64::from(thread.held[*mode])).sum(),
    };
    match cond {
        Cond::Flag(field) => world.fields[*field] != 0,
        Cond::Compare(sum, operator, number) => {
            let sum: i64 = sum.iter().map(value).sum();
            match *operator {
                "==" => sum == *number,
                "!=" => sum != *number,
                "<" => sum < *number,
                "<=" => sum <= *number,
                ">" => sum > *number,
                _ => sum >= *number,
            }
        }
        Cond::Same(left, right) => value(left) == value(right),
        Cond::Not(inner) => !holds(inner, world),
        Cond::And(left, right) => holds(left, world) && holds(right, world),
        Cond::Or(left, right) => holds(left, world) || holds(right, world),
    }
}
