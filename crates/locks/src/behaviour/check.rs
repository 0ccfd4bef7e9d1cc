//! The behaviour check of a lock class: its properties for every number of threads, and whether threads wait for ever.

use super::actl::Model;
use super::commands::{self, Gap};
use super::equalities::guesses;
use super::explain::{Run, failing_run, is_never, run_to, steps};
use super::formula::{self, Formula, Named};
use super::linear::{Linear, Variable};
use super::machine::{Control, Machine, ThreadState};
use super::space::{Counting, Space, Trouble};
use crate::codes;
use crate::spec::{LockSpec, Property};
use concurrent::object::{ClassId, Program};
use source::{Diagnostic, FileReport, Obligation, Span, Verdict};
use std::time::Instant;

/// At least so many threads are tried, one number after the other, in search of a failing run.
const THREADS: i64 = 4;
/// So many at most, for locks and properties that speak of larger numbers.
const MOST_THREADS: i64 = 7;
/// So many configurations are looked at for a given number of threads.
const LIMIT: usize = 300_000;
/// So many for every number at once.
const ABSTRACT: usize = 15_000;
/// So many for a guess.
const SAMPLES: usize = 2_000;

/// Checks every lock class that declares properties. With a number of threads, for exactly so many.
pub fn check(program: &Program, locks: &LockSpec, threads: Option<u32>) -> FileReport {
    let mut classes: Vec<ClassId> = locks.properties.iter().map(|property| property.class).collect();
    classes.sort();
    classes.dedup();
    let mut report = FileReport::default();
    for class in classes {
        let properties: Vec<&Property> = locks.properties.iter().filter(|property| property.class == class).collect();
        report.append(check_class(program, locks, class, &properties, threads));
    }
    report
}

fn check_class(
    program: &Program,
    locks: &LockSpec,
    class: ClassId,
    properties: &[&Property],
    threads: Option<u32>,
) -> FileReport {
    let name = crate::interface::names::simple(&program.class(class).name).to_string();
    let machine = match commands::machine(program, locks, class) {
        Ok(machine) => machine,
        Err(gap) => return unsupported(&name, properties, &gap),
    };
    let mut report = FileReport::default();
    let mut named = Vec::new();
    for property in properties {
        match read(&machine, property) {
            Ok(found) => named.push((*property, found)),
            Err(wrong) => report.diagnostics.push(wrong),
        }
    }
    let checker = Checker { program, machine: &machine, name, class };
    checker.check(&named, threads.map(i64::from), &mut report);
    report
}

fn unsupported(name: &str, properties: &[&Property], gap: &Gap) -> FileReport {
    let message = format!("the behaviour of `{name}` is not checked: {}", gap.message);
    let mut report = FileReport::of_diagnostics(vec![Diagnostic::error(&codes::UNSUPPORTED, gap.span, message)]);
    for property in properties {
        let label = property.text.split(':').next().unwrap_or_default().trim();
        report.obligations.push(Obligation {
            id: format!("{name}/{label}"),
            kind: "lock-property",
            span: property.span,
            verdict: Verdict::Unsupported,
            time: std::time::Duration::ZERO,
        });
    }
    report
}

fn read(machine: &Machine, property: &Property) -> Result<Named, Diagnostic> {
    let field = |name: &str| machine.fields.iter().position(|field| &*field.name == name);
    let mode = |name: &str| machine.modes.iter().position(|mode| **mode == *name);
    formula::read(&property.text, &field, &mode).map_err(|wrong| {
        let at = property.span.start + wrong.at as u32;
        Diagnostic::error(&codes::FORMULA, Span::new(property.span.file, at, at + 1), wrong.message)
    })
}

struct Checker<'a> {
    program: &'a Program,
    machine: &'a Machine,
    name: String,
    class: ClassId,
}

/// Everything that runs of all numbers of threads can do.
struct Abstraction<'a> {
    counting: Counting<'a>,
    space: Space,
}

impl<'a> Checker<'a> {
    fn check(&self, properties: &[(&Property, Named)], threads: Option<i64>, report: &mut FileReport) {
        let largest = self.largest_number(properties);
        let exact = Counting::exact(self.machine);
        let most = (largest + 2).clamp(THREADS, MOST_THREADS);
        let mut search = Search { exact: &exact, spaces: Vec::new(), most };
        let abstraction = match threads {
            Some(number) => exact
                .explore(Some(number), LIMIT)
                .ok()
                .filter(|space| space.is_complete)
                .map(|space| Abstraction { counting: Counting::exact(self.machine), space }),
            None => self.abstraction(&exact, largest),
        };
        for (property, named) in properties {
            let start = Instant::now();
            let (verdict, finding) = self.property(property, named, abstraction.as_ref(), &mut search, threads);
            report.diagnostics.extend(finding);
            report.obligations.push(Obligation {
                id: format!("{}/{}", self.name, named.name),
                kind: "lock-property",
                span: range(property, named),
                verdict,
                time: start.elapsed(),
            });
        }
        let start = Instant::now();
        let (verdict, finding) = self.waiting(abstraction.as_ref(), &mut search, threads);
        // Of a lock that is refuted, it is no news that more is not known.
        let is_refuted = report.obligations.iter().any(|obligation| obligation.verdict == Verdict::Refuted);
        report.diagnostics.extend(finding.filter(|_| verdict != Verdict::Unknown || !is_refuted));
        let span = self.program.class(self.class).span;
        let id = format!("{}/waiting", self.name);
        report.obligations.push(Obligation { id, kind: "lock-deadlock", span, verdict, time: start.elapsed() });
        self.premise(report, threads);
    }

    /// What the verdicts rest on.
    fn premise(&self, report: &mut FileReport, threads: Option<i64>) {
        if !report.obligations.iter().any(|obligation| obligation.verdict == Verdict::Proved) {
            return;
        }
        let number = match threads {
            Some(number) => format!("{number} threads"),
            None => "every number of threads".to_string(),
        };
        let message = format!(
            "what is proved of `{}` holds for {number} that obey its interface, however often they enter it again: each \
             takes a mode and releases what it holds, and waits for a mode only while it holds none",
            self.name
        );
        let span = self.program.class(self.class).span;
        report.diagnostics.push(Diagnostic::note(&codes::PREMISE, span, message));
    }

    fn largest_number(&self, properties: &[(&Property, Named)]) -> i64 {
        fn of_formula(formula: &Formula) -> i64 {
            match formula {
                Formula::Now(condition) => condition.largest(),
                Formula::Next(inner) | Formula::Always(inner) | Formula::Eventually(inner) => of_formula(inner),
                Formula::And(left, right)
                | Formula::Or(left, right)
                | Formula::Until(left, right)
                | Formula::WeakUntil(left, right) => of_formula(left).max(of_formula(right)),
            }
        }
        let in_guards = self.machine.commands.iter().map(|command| command.guard.largest());
        let in_updates =
            self.machine.commands.iter().flat_map(|command| &command.updates).map(|sum| sum.constant.abs());
        let in_formulas = properties.iter().map(|(_, named)| of_formula(&named.formula));
        let initial = self.machine.fields.iter().map(|field| field.initial.abs());
        in_guards.chain(in_updates).chain(in_formulas).chain(initial).max().unwrap_or(0).clamp(1, 12)
    }

    /// Counts up to a bound, with fields that are sums of counts replaced by them.
    fn abstraction(&self, exact: &Counting, largest: i64) -> Option<Abstraction<'a>> {
        let mut equal = guesses(exact, 3, SAMPLES);
        let states = exact.states.clone();
        for sum in &mut equal {
            if sum.as_ref().is_some_and(|sum| !is_kept_by_waking(&states, sum)) {
                *sum = None;
            }
        }
        loop {
            let counts = |index: usize| {
                let is_summed = equal.iter().flatten().any(|sum| sum.factors.contains_key(&Variable::Threads(index)));
                is_summed || states[index].held != 0
            };
            let caps = (0..states.len()).map(|index| Some(if counts(index) { largest + 1 } else { 0 })).collect();
            let counting = Counting::new(self.machine, states.clone(), caps, equal.clone(), Some(largest + 1));
            match counting.explore(None, ABSTRACT) {
                Ok(space) if space.is_complete => return Some(Abstraction { counting, space }),
                Ok(_) | Err(Trouble::Unknown(_)) => return None,
                Err(Trouble::NotEqual(field)) => equal[field] = None,
            }
        }
    }

    fn property(
        &self,
        property: &Property,
        named: &Named,
        abstraction: Option<&Abstraction>,
        search: &mut Search,
        threads: Option<i64>,
    ) -> (Verdict, Option<Diagnostic>) {
        let span = range(property, named);
        if let Some(Abstraction { counting, space }) = abstraction {
            let model = Model::new(counting, space, named.is_fair);
            let holds = model.holds(&named.formula);
            if space.initial.iter().all(|start| holds[*start]) {
                if !named.antecedents.is_empty() && named.antecedents.iter().all(|left| is_never(&model, left)) {
                    let message =
                        format!("`{}` holds, but only because the left side of `==>` is never true", named.name);
                    return (Verdict::Failed, Some(Diagnostic::error(&codes::VACUOUS, span, message)));
                }
                return (Verdict::Proved, None);
            }
        }
        let most = search.most;
        let numbers: Vec<i64> = threads.map_or_else(|| (1..=most).collect(), |number| vec![number]);
        for number in numbers {
            let exact = search.exact;
            let Some(space) = search.space(number) else { continue };
            let model = Model::new(exact, space, named.is_fair);
            let fails = !model.holds(&named.formula)[space.initial[0]];
            if fails && (space.is_complete || is_safety(&named.formula)) {
                let run = failing_run(&model, &named.formula, space.initial[0]);
                let threads = if number == 1 { "one thread".to_string() } else { format!("{number} threads") };
                let message =
                    format!("`{}` does not have the property `{}`: a run of {threads}", self.name, named.name);
                let trace = steps(&model, number, &run, property.keyword);
                return (Verdict::Refuted, Some(Diagnostic::error(&codes::PROPERTY, span, message).trace(trace)));
            }
        }
        let message = format!(
            "whether `{}` has the property `{}` for every number of threads is not known: counting up to a bound does not \
             prove it, and no run of up to {most} threads refutes it",
            self.name, named.name
        );
        (Verdict::Unknown, Some(Diagnostic::error(&codes::UNKNOWN, span, message)))
    }

    /// Whether threads may sleep with nobody left to wake them.
    fn waiting(
        &self,
        abstraction: Option<&Abstraction>,
        search: &mut Search,
        threads: Option<i64>,
    ) -> (Verdict, Option<Diagnostic>) {
        let is_stuck = |counting: &Counting, space: &Space, at: usize| {
            let configuration = &space.configurations[at];
            counting.is_busy(configuration) && !counting.can_go_on(configuration)
        };
        if let Some(Abstraction { counting, space }) = abstraction
            && (0..space.configurations.len()).all(|at| !is_stuck(counting, space, at))
        {
            return (Verdict::Proved, None);
        }
        let most = search.most;
        let numbers: Vec<i64> = threads.map_or_else(|| (1..=most).collect(), |number| vec![number]);
        for number in numbers {
            let exact = search.exact;
            let Some(space) = search.space(number) else { continue };
            let stuck = (0..space.transitions.len()).find(|at| is_stuck(exact, space, *at));
            if let Some(stuck) = stuck {
                let model = Model::new(exact, space, false);
                return (Verdict::Refuted, Some(self.stuck(&model, number, stuck)));
            }
        }
        let span = self.program.class(self.class).span;
        let message = format!("whether threads may wait in `{}` for ever is not known", self.name);
        (Verdict::Unknown, Some(Diagnostic::error(&codes::UNKNOWN, span, message)))
    }

    /// A thread that could go on if it were woken is missed by whoever moved last; else all wait for nothing.
    fn stuck(&self, model: &Model, number: i64, at: usize) -> Diagnostic {
        let run: Run = run_to(model.space, at);
        let last = run.transitions.iter().rev().find_map(|(_, transition)| transition.command);
        let class = self.program.class(self.class).span;
        let trace = |place: Span| steps(model, number, &run, place);
        let sleeper = self.woken_could_go_on(model, at);
        match (last, sleeper) {
            (Some(last), Some(point)) => {
                let operation = &self.machine.operations[self.machine.commands[last].operation];
                let waiting = &self.machine.points[point];
                let name = &self.machine.operations[waiting.operation].name;
                let message = format!(
                    "a thread that waits in `{name}` could go on when `{}` is done, but nobody wakes it",
                    operation.name
                );
                Diagnostic::error(&codes::MISSING_NOTIFY, operation.span, message)
                    .label(waiting.span, "it waits here")
                    .help("call `notifyAll()` whenever a condition that others wait for may have become true")
                    .trace(trace(operation.span))
            }
            _ => {
                let message = format!("threads may wait in `{}` for ever", self.name);
                Diagnostic::error(&codes::DEADLOCK, class, message).trace(trace(class))
            }
        }
    }

    fn woken_could_go_on(&self, model: &Model, at: usize) -> Option<usize> {
        let configuration = &model.space.configurations[at];
        let counting = model.counting;
        counting.states.iter().enumerate().find_map(|(index, state)| {
            let Control::Asleep(point) = state.control else { return None };
            let is_there = configuration.threads[index].low.is_some_and(|low| low > 0);
            let awake = ThreadState { control: Control::Awake(point), ..*state };
            let goes_on = self.machine.commands.iter().any(|command| {
                let after = self.machine.after(command, awake);
                let is_idle = after.is_some_and(|after| after.control == Control::Idle);
                let guard = counting.in_counts(&command.guard);
                is_idle && counting.known(&guard, configuration) == Some(true)
            });
            (is_there && goes_on).then_some(point)
        })
    }
}

/// A thread that is woken is counted as one that sleeps.
fn is_kept_by_waking(states: &[ThreadState], sum: &Linear) -> bool {
    let factor = |index: usize| sum.factors.get(&Variable::Threads(index)).copied().unwrap_or(0);
    states.iter().enumerate().all(|(index, state)| match state.control {
        Control::Asleep(point) => {
            let awake = ThreadState { control: Control::Awake(point), ..*state };
            let awake = states.iter().position(|other| *other == awake);
            awake.is_none_or(|awake| factor(awake) == factor(index))
        }
        Control::Idle | Control::Awake(_) => true,
    })
}

/// Whether a failure is seen after finitely many steps.
fn is_safety(formula: &Formula) -> bool {
    match formula {
        Formula::Now(_) => true,
        Formula::Next(inner) | Formula::Always(inner) => is_safety(inner),
        Formula::And(left, right) | Formula::Or(left, right) | Formula::WeakUntil(left, right) => {
            is_safety(left) && is_safety(right)
        }
        Formula::Eventually(_) | Formula::Until(..) => false,
    }
}

fn range(property: &Property, named: &Named) -> Span {
    let (start, end) = named.range;
    let at = property.span.start;
    Span::new(property.span.file, at + start as u32, at + end as u32)
}

/// The spaces of a few threads, each made once.
struct Search<'a> {
    exact: &'a Counting<'a>,
    spaces: Vec<(i64, Space)>,
    /// The largest number of threads that is tried.
    most: i64,
}

impl Search<'_> {
    /// What so many threads can do, as far as it was looked at.
    fn space(&mut self, threads: i64) -> Option<&Space> {
        let index = match self.spaces.iter().position(|(number, _)| *number == threads) {
            Some(index) => index,
            None => {
                let space = self.exact.explore(Some(threads), SAMPLES * 10).ok()?;
                self.spaces.push((threads, space));
                self.spaces.len() - 1
            }
        };
        Some(&self.spaces[index].1)
    }
}
