//! Random Civl programs: a lock, two variables, and procedures that are said to be steps; and a run of them, step by step.
//!
//! The lower layer's steps are the bodiless procedures. Two threads run any two procedures from small values that meet the
//! invariant, in every order of steps. A program is refuted if
//!
//! ```text
//! a gate or an assertion fails;
//! the invariant does not hold in the end;
//! the variables are in the end what no order of the actions that the procedures refine makes of them.
//! ```

use crate::piece::{Piece, all, line, maybe};
use crate::support::Random;
use std::collections::{BTreeMap, BTreeSet};

struct Choice<'r> {
    random: &'r mut Random,
    carelessness: usize,
}

pub fn program(random: &mut Random) -> Piece {
    let carelessness = [0, 3, 8, 20][random.below(4)];
    let mut choice = Choice { random, carelessness };
    let least = choice.one_of("0", &["1", "-1"]);
    let invariant = choice.one_of("x >= ", &["y >= ", "x <= "]);
    let mut pieces = vec![
        line("var {:layer 0, 1} own: Option int;"),
        line("var {:layer 0, 2} x: int;"),
        line("var {:layer 0, 2} y: int;"),
        line("yield invariant {:layer 1} Inv();"),
        line(format!("preserves {invariant}{least};")),
    ];
    pieces.extend(choice.primitives());
    pieces.extend((0..2 + choice.random.below(2)).map(|at| maybe(choice.procedure(at))));
    all(pieces)
}

impl Choice<'_> {
    fn is_careless(&mut self) -> bool {
        self.random.below(100) < self.carelessness
    }

    fn one_of<'t>(&mut self, right: &'t str, others: &[&'t str]) -> &'t str {
        if self.is_careless() { self.random.pick(others).copied().unwrap_or(right) } else { right }
    }

    fn primitives(&mut self) -> Vec<Piece> {
        let gate = "assert own == Some(me->val);";
        let of_lock = [
            ("Acquire({:linear} me: One int)", "", "right", vec!["assume own == None();", "own := Some(me->val);"]),
            ("Release({:linear} me: One int)", "", "left", vec![gate, "own := None();"]),
            ("LoadX({:linear} me: One int)", " returns (n: int)", "both", vec![gate, "n := x;"]),
            ("StoreX({:linear} me: One int, n: int)", "", "both", vec![gate, "x := n;"]),
        ];
        let of_y = [
            ("LoadY()", " returns (n: int)", "atomic", vec!["n := y;"]),
            ("StoreY(n: int)", "", "atomic", vec!["y := n;"]),
            ("AddY(n: int)", "", "atomic", vec!["y := y + n;"]),
        ];
        of_lock
            .into_iter()
            .chain(of_y)
            .map(|(head, results, mover, steps)| self.primitive(head, results, mover, &steps))
            .collect()
    }

    fn primitive(&mut self, head: &str, results: &str, mover: &str, steps: &[&str]) -> Piece {
        let mover = self.one_of(mover, &["atomic", "left", "right", "both"]);
        let steps: Vec<Piece> = steps
            .iter()
            .filter(|step| !step.starts_with("ass") || !self.is_careless())
            .map(|step| line(format!("  {step}")))
            .collect();
        all([
            line(format!("yield procedure {{:layer 0}} {head}{results};")),
            line(format!("refines {mover} action {{:layer 1}} _")),
            line("{"),
            all(steps),
            line("}"),
        ])
    }

    fn procedure(&mut self, at: usize) -> Piece {
        let (change, body) = match self.random.below(4) {
            0 => self.locked(),
            1 => self.twice(),
            2 => self.added(),
            _ => (None, vec![maybe(line("  call m := LoadY();"))]),
        };
        let spec = match change {
            Some(change) => maybe(line(format!("  {change}"))),
            None => all([]),
        };
        all([
            line(format!("yield procedure {{:layer 1}} P{at}({{:linear}} me: One int)")),
            line("refines atomic action {:layer 2} _"),
            line("{"),
            spec,
            line("}"),
            line("preserves call Inv();"),
            line("{"),
            line("  var n: int;"),
            line("  var m: int;"),
            all(body),
            line("}"),
        ])
    }

    fn amount(&mut self) -> i64 {
        [1, 1, 1, 2, 0, -1][self.random.below(if self.carelessness == 0 { 4 } else { 6 })]
    }

    /// Something that happens between steps.
    fn between(&mut self) -> Piece {
        match self.random.below(8) {
            0 if self.is_careless() => maybe(line("  call Inv();")),
            1 => maybe(line("  call m := LoadY();")),
            2 if self.is_careless() => maybe(line("  call AddY(1);")),
            _ => all([]),
        }
    }

    /// x is changed with the lock held.
    fn locked(&mut self) -> (Option<String>, Vec<Piece>) {
        let (stated, made) = self.amounts();
        let mut body = Vec::new();
        for step in ["call Acquire(me);", "call n := LoadX(me);", "", "call StoreX(me, n);", "call Release(me);"] {
            match step {
                "" => {
                    if self.random.below(3) == 0 {
                        body.push(maybe(line(format!(
                            "  assert {{:layer 1}} n >= {};",
                            self.one_of("0", &["1", "-1"])
                        ))));
                    }
                    body.push(maybe(line(format!("  n := n + {made};"))));
                }
                _ if self.is_careless() => {}
                step => body.push(maybe(line(format!("  {step}")))),
            }
            if !step.starts_with("call A") || self.is_careless() {
                body.push(self.between());
            }
        }
        (Some(format!("x := x + {stated};")), body)
    }

    /// Both variables, the second with the lock or after it.
    fn twice(&mut self) -> (Option<String>, Vec<Piece>) {
        let (_, mut body) = self.locked();
        let store = maybe(line("  call AddY(1);"));
        let at = if self.is_careless() { self.random.below(body.len() + 1) } else { body.len().saturating_sub(2) };
        body.insert(at, store);
        (Some("x := x + 1; y := y + 1;".replace("; ", ";\n  ")), body)
    }

    /// y is changed in one step, or in two.
    fn added(&mut self) -> (Option<String>, Vec<Piece>) {
        let (stated, made) = self.amounts();
        let body = match self.is_careless() {
            true => vec![
                maybe(line("  call m := LoadY();")),
                maybe(line(format!("  m := m + {made};"))),
                self.between(),
                maybe(line("  call StoreY(m);")),
            ],
            false => vec![self.between(), maybe(line(format!("  call AddY({made});"))), maybe(line("  call Inv();"))],
        };
        (Some(format!("y := y + {stated};")), body)
    }

    /// What the action says, and what the body does.
    fn amounts(&mut self) -> (i64, i64) {
        let stated = self.amount();
        (stated, if self.is_careless() { self.amount() } else { stated })
    }
}

/// Why the program is wrong, if two threads can show it.
pub fn refuted(text: &str) -> Option<String> {
    let program = Model::read(text);
    let names: Vec<&String> = program.procedures.keys().collect();
    for (at, first) in names.iter().enumerate() {
        for second in &names[at..] {
            for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1), (-1, 0), (2, 2)] {
                let globals = Globals { x, y, own: None };
                if program.meets_invariant(globals)
                    && let Err(reason) = program.run_all(globals, [first, second])
                {
                    return Some(format!("{first} and {second} from x = {x}, y = {y}: {reason}"));
                }
            }
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Globals {
    x: i64,
    y: i64,
    own: Option<usize>,
}

/// A thread: where it is in its procedure, and its variables `n` and `m`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Thread {
    at: usize,
    n: i64,
    m: i64,
}

/// A program that this generator makes, line by line.
#[derive(Default)]
struct Model {
    invariant: String,
    /// The steps of each bodiless procedure.
    primitives: BTreeMap<String, Vec<String>>,
    /// The action that each procedure refines, and its body.
    procedures: BTreeMap<String, (Vec<String>, Vec<String>)>,
}

enum Blocked {
    /// The step cannot be made now.
    Waits,
    Fails(String),
}

impl Model {
    fn read(text: &str) -> Model {
        let mut model = Model::default();
        let mut lines = text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            let mut block = || -> Vec<String> {
                let inside = lines.by_ref().skip_while(|line| *line != "{").skip(1);
                inside.take_while(|line| *line != "}").map(str::to_string).collect()
            };
            let name = |rest: &str| rest.split('(').next().unwrap_or_default().to_string();
            if let Some(rest) = line.strip_prefix("preserves ") {
                model.invariant = rest.trim_end_matches(';').to_string();
            } else if let Some(rest) = line.strip_prefix("yield procedure {:layer 0} ") {
                model.primitives.insert(name(rest), block());
            } else if let Some(rest) = line.strip_prefix("yield procedure {:layer 1} ") {
                let (action, mut body) = (block(), block());
                body.retain(|line| !line.starts_with("var ") && line != "call Inv();");
                model.procedures.insert(name(rest), (action, body));
            }
        }
        model
    }

    fn meets_invariant(&self, globals: Globals) -> bool {
        holds(&self.invariant, globals, &Thread::default(), 0)
    }

    /// All runs of two threads.
    fn run_all(&self, start: Globals, names: [&String; 2]) -> Result<(), String> {
        let bodies = names.map(|name| &self.procedures[name]);
        let allowed: BTreeSet<(i64, i64)> = [[0, 1], [1, 0]]
            .into_iter()
            .map(|order| {
                let mut globals = start;
                for thread in order {
                    for step in &bodies[thread].0 {
                        let _ = simple(step, &mut globals, &mut Thread::default(), thread);
                    }
                }
                (globals.x, globals.y)
            })
            .collect();
        let (mut pending, mut seen) = (vec![(start, [Thread::default(); 2])], BTreeSet::new());
        while let Some((globals, threads)) = pending.pop() {
            if !seen.insert((globals, threads)) {
                continue;
            }
            let is_over = |thread: usize| threads[thread].at == bodies[thread].1.len();
            if is_over(0) && is_over(1) {
                if !self.meets_invariant(globals) {
                    return Err("the invariant does not hold in the end".to_string());
                }
                if !allowed.contains(&(globals.x, globals.y)) {
                    return Err(format!("x = {}, y = {} in the end", globals.x, globals.y));
                }
            }
            for thread in (0..2).filter(|thread| !is_over(*thread)) {
                let (mut globals, mut threads) = (globals, threads);
                let step = &bodies[thread].1[threads[thread].at];
                threads[thread].at += 1;
                match self.step(step, &mut globals, &mut threads[thread], thread) {
                    Ok(()) => pending.push((globals, threads)),
                    Err(Blocked::Waits) => {}
                    Err(Blocked::Fails(reason)) => return Err(reason),
                }
            }
        }
        Ok(())
    }

    fn step(&self, step: &str, globals: &mut Globals, thread: &mut Thread, me: usize) -> Result<(), Blocked> {
        let Some(call) = step.strip_prefix("call ") else { return simple(step, globals, thread, me) };
        let (result, call) = call.split_once(" := ").map_or((None, call), |(result, call)| (Some(result), call));
        let (name, args) = call.split_once('(').unwrap_or((call, ""));
        let argument = args.trim_end_matches(");").split(", ").find(|arg| !arg.is_empty() && *arg != "me");
        let n = argument.map_or(0, |argument| value(argument, *globals, thread));
        let mut inside = Thread { n, ..Thread::default() };
        for step in &self.primitives[name] {
            simple(step, globals, &mut inside, me)?;
        }
        match result {
            Some("n") => thread.n = inside.n,
            Some("m") => thread.m = inside.n,
            _ => {}
        }
        Ok(())
    }
}

/// A step that calls nothing.
fn simple(step: &str, globals: &mut Globals, thread: &mut Thread, me: usize) -> Result<(), Blocked> {
    let step = step.replace("{:layer 1} ", "");
    let step = step.trim_end_matches(';');
    if let Some(condition) = step.strip_prefix("assume ") {
        return if holds(condition, *globals, thread, me) { Ok(()) } else { Err(Blocked::Waits) };
    }
    if let Some(condition) = step.strip_prefix("assert ") {
        let fails = || Err(Blocked::Fails(format!("`{condition}` does not hold")));
        return if holds(condition, *globals, thread, me) { Ok(()) } else { fails() };
    }
    match step.split_once(" := ") {
        Some(("own", "None()")) => globals.own = None,
        Some(("own", _)) => globals.own = Some(me),
        Some(("x", sum)) => globals.x = value(sum, *globals, thread),
        Some(("y", sum)) => globals.y = value(sum, *globals, thread),
        Some(("n", sum)) => thread.n = value(sum, *globals, thread),
        Some(("m", sum)) => thread.m = value(sum, *globals, thread),
        _ => unreachable!("the generator makes no step `{step}`"),
    }
    Ok(())
}

fn holds(condition: &str, globals: Globals, thread: &Thread, me: usize) -> bool {
    match condition {
        "own == None()" => return globals.own.is_none(),
        "own == Some(me->val)" => return globals.own == Some(me),
        _ => {}
    }
    let of = |text: &str| value(text, globals, thread);
    match (condition.split_once(" >= "), condition.split_once(" <= ")) {
        (Some((left, right)), _) => of(left) >= of(right),
        (_, Some((left, right))) => of(left) <= of(right),
        _ => unreachable!("the generator makes no condition `{condition}`"),
    }
}

/// A sum of numbers and variables.
fn value(sum: &str, globals: Globals, thread: &Thread) -> i64 {
    let of = |term: &str| match term {
        "x" => globals.x,
        "y" => globals.y,
        "n" => thread.n,
        "m" => thread.m,
        number => number.parse().expect("a number"),
    };
    sum.split(" + ").map(of).sum()
}
