//! Lock classes at random: for each mode, threads wait while something stands against it, say that they are there, and say
//! that they are gone. Here and there something is forgotten, doubled or exchanged.

use super::monitor::{
    Cond, Field, Formula, INHERITED, Interrupt, Monitor, Operation, Property, Refusal, Stmt, Term, Waiting, Wakes,
};

/// Numbers that look random and depend on the seed alone (SplitMix64).
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    /// True once in so many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

pub fn monitor(random: &mut Random) -> Monitor {
    let modes = 1 + random.below(2);
    let mut fields: Vec<Field> = (0..modes).map(|mode| field(random, ["x", "y"][mode])).collect();
    if random.once_in(3) {
        fields.push(field(random, "z"));
    }
    let mut monitor = Monitor { fields, modes, operations: Vec::new(), properties: Vec::new() };
    for mode in 0..modes {
        let enter = enter(random, &monitor, mode);
        let exit = exit(random, &monitor, mode, &enter);
        monitor.operations.extend([enter, exit]);
    }
    if random.once_in(4) {
        let more = another(random, &monitor);
        monitor.operations.push(more);
    }
    if random.once_in(2) {
        spoil(random, &mut monitor);
    }
    if random.once_in(12) {
        let acquires = 1 << random.below(modes);
        monitor.operations.push(Operation { name: INHERITED.to_string(), acquires, ..Operation::default() });
    }
    for number in 0..5 {
        let property = property(random, &monitor, number);
        monitor.properties.push(property);
    }
    monitor
}

fn field(random: &mut Random, name: &str) -> Field {
    let is_boolean = random.once_in(2);
    let initial = if is_boolean { 0 } else { [0, 0, 1, 2][random.below(4)] };
    Field { name: name.to_string(), is_boolean, initial }
}

fn enter(random: &mut Random, monitor: &Monitor, mode: usize) -> Operation {
    let is_boolean = monitor.fields[mode].is_boolean;
    let there = if is_boolean { Stmt::Set(mode, 1) } else { Stmt::Add(mode, random.of(&[1, 1, 1, -1])) };
    // Most of the time, threads wait for those who are there.
    let guard = match random.below(3) {
        0 => cond(random, monitor, false, 2),
        _ if is_boolean => Cond::Flag(mode),
        _ => Cond::Compare(vec![Term::Field(mode)], random.of(&[">", "!=", ">="]), 1 + random.below(2) as i64),
    };
    let mut operation = Operation {
        name: format!("enter{mode}"),
        acquires: 1 << mode,
        releases: 0,
        before: Vec::new(),
        refused: None,
        waiting: None,
        after: vec![there],
    };
    match random.below(8) {
        0 => {}
        1 => operation.refused = Some((guard, refusal(random))),
        _ => {
            let is_loop = !random.once_in(8);
            let interrupt = interrupt(random, monitor, &mut operation.before);
            let before_sleep = match random.below(4) {
                0 => vec![Stmt::Wake(random.of(&[Wakes::One, Wakes::All]))],
                _ => Vec::new(),
            };
            let after_sleep = match random.below(6) {
                0 => vec![statement(random, monitor)],
                _ => Vec::new(),
            };
            let is_timed = random.once_in(5);
            operation.waiting = Some(Waiting { guard, is_loop, is_timed, before_sleep, after_sleep, interrupt });
        }
    }
    operation
}

/// Threads that wait are counted now and then.
fn interrupt(random: &mut Random, monitor: &Monitor, before: &mut Vec<Stmt>) -> Interrupt {
    let counter = (0..monitor.fields.len()).rfind(|field| !monitor.fields[*field].is_boolean);
    let down = match counter.filter(|_| random.once_in(3)) {
        Some(counter) => {
            before.push(Stmt::Add(counter, 1));
            vec![Stmt::Add(counter, -1)]
        }
        None => Vec::new(),
    };
    match random.below(8) {
        0 => Interrupt::Ignored,
        1 => Interrupt::Returns(down),
        2 => Interrupt::Handled(down),
        3 | 4 => Interrupt::Leaves,
        _ => Interrupt::Finally(down),
    }
}

fn exit(random: &mut Random, monitor: &Monitor, mode: usize, enter: &Operation) -> Operation {
    let gone = enter.after.iter().map(|stmt| match stmt {
        Stmt::Add(field, by) => Stmt::Add(*field, -by),
        Stmt::Set(field, value) => Stmt::Set(*field, 1 - value),
        Stmt::Wake(_) | Stmt::If(..) => stmt.clone(),
    });
    let mut after: Vec<Stmt> = gone.collect();
    let wake = Stmt::Wake(random.of(&[Wakes::One, Wakes::All, Wakes::All]));
    match random.below(5) {
        0 if random.once_in(2) => {}
        0 => after.push(Stmt::If(cond(random, monitor, false, 1), Box::new(wake))),
        1 => after.insert(0, wake),
        _ => after.push(wake),
    }
    let refused = random.once_in(5).then(|| (cond(random, monitor, false, 1), refusal(random)));
    let (name, releases) = (format!("exit{mode}"), 1 << mode);
    Operation { name, acquires: 0, releases, before: Vec::new(), refused, waiting: None, after }
}

fn refusal(random: &mut Random) -> Refusal {
    random.of(&[Refusal::Returns, Refusal::Throws])
}

/// A way from one mode to another, or one more way in or out.
fn another(random: &mut Random, monitor: &Monitor) -> Operation {
    let (from, to) = (random.below(monitor.modes), random.below(monitor.modes));
    let (acquires, releases) = match random.below(3) {
        0 if from != to => (1 << to, 1 << from),
        1 => (1 << to, 0),
        _ => (0, 1 << from),
    };
    let mut before = Vec::new();
    let interrupt = interrupt(random, monitor, &mut before);
    let guard = cond(random, monitor, false, 1);
    let (before_sleep, after_sleep, is_timed) = (Vec::new(), Vec::new(), random.once_in(5));
    let waiting = Waiting { guard, is_loop: true, is_timed, before_sleep, after_sleep, interrupt };
    let waiting = random.once_in(2).then_some(waiting);
    let after = vec![statement(random, monitor), statement(random, monitor)];
    Operation { name: "change".to_string(), acquires, releases, before, refused: None, waiting, after }
}

/// One thing is forgotten, added or exchanged.
fn spoil(random: &mut Random, monitor: &mut Monitor) {
    let index = random.below(monitor.operations.len());
    let new = statement(random, monitor);
    let guard = cond(random, monitor, false, 2);
    let operation = &mut monitor.operations[index];
    match (random.below(5), &mut operation.waiting) {
        (0, _) => {
            operation.after.pop();
        }
        (1, Some(waiting)) => waiting.guard = guard,
        (2, Some(waiting)) => waiting.before_sleep.push(new),
        (3, Some(waiting)) => waiting.is_loop = !waiting.is_loop,
        (_, _) => operation.after.insert(0, new),
    }
}

fn statement(random: &mut Random, monitor: &Monitor) -> Stmt {
    let field = random.below(monitor.fields.len());
    match random.below(6) {
        0 => Stmt::Wake(Wakes::One),
        1 => Stmt::Wake(Wakes::All),
        2 if !monitor.fields[field].is_boolean => Stmt::Add(field, random.of(&[1, -1])),
        3 if !monitor.fields[field].is_boolean && random.once_in(3) => Stmt::Set(field, i64::from(i32::MAX)),
        3 => Stmt::If(cond(random, monitor, false, 1), Box::new(Stmt::Wake(random.of(&[Wakes::One, Wakes::All])))),
        _ => Stmt::Set(field, random.below(2) as i64),
    }
}

/// A condition on fields, and on the counts of modes if it is one of a property.
fn cond(random: &mut Random, monitor: &Monitor, with_counts: bool, depth: usize) -> Cond {
    if depth > 0 && random.once_in(3) {
        let left = Box::new(cond(random, monitor, with_counts, depth - 1));
        let right = Box::new(cond(random, monitor, with_counts, depth - 1));
        return if random.once_in(2) { Cond::And(left, right) } else { Cond::Or(left, right) };
    }
    let operator = random.of(&["==", "!=", "<", "<=", ">", ">=", ">"]);
    if with_counts && random.once_in(2) {
        let mode = Term::Count(random.below(monitor.modes));
        let field = random.below(monitor.fields.len());
        return match random.below(3) {
            0 if !monitor.fields[field].is_boolean => Cond::Same(Term::Field(field), mode),
            1 if !monitor.fields[field].is_boolean => {
                Cond::Compare(vec![Term::Field(field), mode], operator, random.below(3) as i64)
            }
            _ => Cond::Compare(vec![mode], operator, random.below(3) as i64),
        };
    }
    let field = random.below(monitor.fields.len());
    match monitor.fields[field].is_boolean {
        true if random.once_in(3) => Cond::Not(Box::new(Cond::Flag(field))),
        true => Cond::Flag(field),
        false => Cond::Compare(vec![Term::Field(field)], operator, random.below(3) as i64),
    }
}

fn property(random: &mut Random, monitor: &Monitor, number: usize) -> Property {
    let mut some = |depth| cond(random, monitor, true, depth);
    let (left, right) = (some(1), some(1));
    let now = |cond: Cond| Box::new(Formula::Now(cond));
    let mode = Term::Count(random.below(monitor.modes));
    let formula = match random.below(10) {
        0 | 1 => Formula::Always(now(left)),
        2 => Formula::Always(now(Cond::Compare(vec![mode], "<=", 1))),
        3 | 4 => Formula::Always(Box::new(Formula::Implies(left, now(right)))),
        5 => Formula::Always(Box::new(Formula::Implies(left, Box::new(Formula::Eventually(now(right)))))),
        6 => Formula::Always(Box::new(Formula::Implies(left, Box::new(Formula::Next(now(right)))))),
        7 => {
            Formula::Always(Box::new(Formula::Implies(left, Box::new(Formula::Until(right, some_count(random, mode))))))
        }
        8 => Formula::Implies(left, Box::new(Formula::Always(now(right)))),
        _ => Formula::WeakUntil(left, right),
    };
    Property { name: format!("p{number}"), formula, is_fair: random.once_in(2) }
}

fn some_count(random: &mut Random, mode: Term) -> Cond {
    Cond::Compare(vec![mode], "==", random.below(2) as i64)
}
