//! The behaviour check of a lock class: its properties for every number of threads, and whether threads wait for ever.

use super::actl::Model;
use super::classes;
use super::commands::{self, Gap};
use super::explain::{failing_run, is_never, steps};
use super::formula::{self, Formula, Named};
use super::linear::{Condition, Number};
use super::machine::{Machine, largest};
use super::overrides;
use super::spaces::{Explored, Kind, Spaces};
use crate::codes;
use crate::spec::{LockSpec, Property};
use crate::unit::{attempt, failed};
use concurrent::object::{ClassId, Program};
use ivl::check::end_of_run;
use source::{Deadline, Diagnostic, Obligation, Outcome, Report, Span, Verdict};
use std::time::Instant;

/// A verdict, if there is one.
pub type Judgement = Option<(Verdict, Option<Diagnostic>)>;

/// Checks every lock class that declares properties, or in which threads may wait. With a number of threads, for exactly
/// so many.
pub fn check(program: &Program, locks: &LockSpec, threads: Option<u32>, deadline: Deadline) -> Report {
    let place = program.classes.iter().find(|class| class.is_from_source()).map(|class| class.span);
    // A program without a class of its own has no overrides.
    let lost = || place.map(|span| failed("overrides".to_string(), "lock-override", span)).unwrap_or_default();
    let mut report = attempt(|| overrides::check(program, locks)).unwrap_or_else(lost);
    for class in classes::lock_classes(program, locks) {
        let properties: Vec<&Property> = locks.properties.iter().filter(|property| property.class == class).collect();
        let found = attempt(|| check_class(program, locks, class, &properties, threads, deadline));
        report.append(found.unwrap_or_else(|| {
            let name = crate::interface::terms::names::simple(&program.class(class).name);
            failed(format!("{name}/waiting"), "lock-deadlock", program.class(class).span)
        }));
    }
    report
}

fn check_class(
    program: &Program,
    locks: &LockSpec,
    class: ClassId,
    properties: &[&Property],
    threads: Option<u32>,
    deadline: Deadline,
) -> Report {
    let name = crate::interface::terms::names::simple(&program.class(class).name).to_string();
    if deadline.is_over() {
        return not_reached(program, class, &name, properties, deadline);
    }
    let mut machine = match commands::machine(program, locks, class) {
        Ok(machine) => machine,
        Err(gap) if properties.is_empty() => return unread(program, class, &name, &gap),
        Err(gap) => return unsupported(&name, properties, &gap),
    };
    let mut report = Report::default();
    let mut named: Vec<(&Property, Named)> = Vec::new();
    for property in properties {
        let found = read(&machine, property).and_then(|found| {
            let is_there = named.iter().any(|(_, other)| other.name == found.name);
            let message = format!("there are two properties of the name `{}`", found.name);
            let twice = Diagnostic::error(&codes::FORMULA, range(property, &found), message);
            if is_there { Err(Box::new((Verdict::Unsupported, twice))) } else { Ok(found) }
        });
        match found {
            Ok(found) => named.push((property, found)),
            Err(wrong) => {
                let (verdict, wrong) = *wrong;
                report.obligations.push(unchecked(&name, property, Outcome::of(verdict, vec![wrong])));
            }
        }
    }
    let conditions = named.iter().flat_map(|(_, named)| named.conditions());
    machine.keep_what_counts(&conditions.collect::<Vec<_>>());
    let checker = Checker { program, machine: &machine, name, class, deadline };
    checker.check(&named, threads.map(Number::from), &mut report);
    report
}

fn unsupported(name: &str, properties: &[&Property], gap: &Gap) -> Report {
    let message = format!("the behaviour of `{name}` is not checked: {}", gap.message);
    let mut outcome = Outcome::unsupported(Diagnostic::error(&codes::UNSUPPORTED, gap.span, message));
    let mut report = Report::default();
    for property in properties {
        let others = outcome.without_findings();
        report.obligations.push(unchecked(name, property, std::mem::replace(&mut outcome, others)));
    }
    report
}

/// A lock class that promises nothing but its modes, and cannot be read.
fn unread(program: &Program, class: ClassId, name: &str, gap: &Gap) -> Report {
    let message = format!("whether threads may wait in `{name}` for ever is not known: {}", gap.message);
    let (span, time) = (program.class(class).span, std::time::Duration::ZERO);
    let outcome = Outcome::unknown(Diagnostic::error(&codes::UNKNOWN, gap.span, message));
    Report::of_obligation(Obligation { id: format!("{name}/waiting"), kind: "lock-deadlock", span, outcome, time })
}

/// A lock class that the run did not come to.
fn not_reached(program: &Program, class: ClassId, name: &str, properties: &[&Property], deadline: Deadline) -> Report {
    let (span, message) = (program.class(class).span, end_of_run(deadline).to_string());
    let mut report = unread(program, class, name, &Gap { span, message });
    report
        .obligations
        .extend(properties.iter().map(|property| unchecked(name, property, Outcome::Unknown(Vec::new()))));
    report
}

fn unchecked(name: &str, property: &Property, outcome: Outcome) -> Obligation {
    let label = property.text.split(':').next().unwrap_or_default().trim();
    let id = format!("{name}/{label}");
    Obligation { id, kind: "lock-property", span: property.span, outcome, time: std::time::Duration::ZERO }
}

/// The formula of a property, or what is to be said of it: it is wrong, or more than is computed with.
fn read(machine: &Machine, property: &Property) -> Result<Named, Box<(Verdict, Diagnostic)>> {
    let field = |name: &str| {
        let at = machine.fields.iter().position(|field| &*field.name == name)?;
        Some((at, machine.fields[at].is_boolean))
    };
    let mode = |name: &str| machine.modes.iter().position(|mode| **mode == *name);
    formula::read(&property.text, &field, &mode).map_err(|wrong| {
        let at = property.span.start + wrong.at as u32;
        let (verdict, code) = match wrong.is_too_large {
            true => (Verdict::Unsupported, &codes::UNSUPPORTED),
            false => (Verdict::Unsupported, &codes::FORMULA),
        };
        Box::new((verdict, Diagnostic::error(code, Span::new(property.span.file, at, at + 1), wrong.message)))
    })
}

pub struct Checker<'a> {
    pub program: &'a Program,
    pub machine: &'a Machine,
    pub name: String,
    pub class: ClassId,
    pub deadline: Deadline,
}

impl<'a> Checker<'a> {
    fn check(&self, properties: &[(&Property, Named)], threads: Option<Number>, report: &mut Report) {
        let largest = self.largest_number(properties);
        let mut spaces = Spaces::new(self.machine, threads, largest, self.deadline);
        // The space of many threads of a wrong lock is large for nothing.
        spaces.is_refuted = threads.is_some() && self.is_wrong(properties, &mut spaces);
        let first = report.obligations.len();
        for (property, named) in properties {
            let start = Instant::now();
            let (verdict, finding) = self.property(property, named, &mut spaces);
            spaces.is_refuted |= verdict == Verdict::Refuted;
            report.obligations.push(Obligation {
                id: format!("{}/{}", self.name, named.name),
                kind: "lock-property",
                span: range(property, named),
                outcome: Outcome::of(verdict, finding.into_iter().collect()),
                time: start.elapsed(),
            });
        }
        let start = Instant::now();
        let (verdict, finding) = self.waiting(&mut spaces);
        let span = self.program.class(self.class).span;
        let id = format!("{}/waiting", self.name);
        let outcome = Outcome::of(verdict, finding.into_iter().collect());
        report.obligations.push(Obligation { id, kind: "lock-deadlock", span, outcome, time: start.elapsed() });
        // Of a lock that is refuted, it is no news that more is not known.
        if spaces.is_refuted {
            let open = report.obligations[first..].iter_mut().filter(|one| matches!(one.outcome, Outcome::Unknown(_)));
            open.for_each(|one| one.outcome = Outcome::Unknown(Vec::new()));
        }
        self.premise(report, threads);
    }

    /// Whether a few threads are enough to show it.
    fn is_wrong(&self, properties: &[(&Property, Named)], spaces: &mut Spaces) -> bool {
        properties.iter().any(|(property, named)| self.failure(property, named, spaces).is_some())
            || self.stuck_run(spaces).is_some()
    }

    /// What the verdicts rest on.
    fn premise(&self, report: &mut Report, threads: Option<Number>) {
        if !report.obligations.iter().any(|obligation| obligation.outcome.is_proved()) {
            return;
        }
        let number = match threads {
            Some(number) => format!("{number} threads that obey its interface, each entry counted as one"),
            None => "every number of threads that obey its interface, however often they enter it again".to_string(),
        };
        let message = format!(
            "what is proved of `{}` holds for {number}: each takes a mode and releases what it holds, and waits for a mode \
             only while it holds none but what it releases by that; threads of the program that do not are reported",
            self.name
        );
        let span = self.program.class(self.class).span;
        report.notes.push(Diagnostic::note(&codes::PREMISE, span, message));
    }

    fn largest_number(&self, properties: &[(&Property, Named)]) -> Number {
        let conditions = properties.iter().flat_map(|(_, named)| named.conditions());
        let in_formulas = conditions.map(Condition::largest);
        largest(in_formulas.chain([self.machine.largest_number()]))
    }

    fn not_settled(&self, named: &Named, spaces: &Spaces) -> String {
        format!(
            "whether `{}` has the property `{}` is not known: counting does not prove it, and no run of up to {} threads \
             refutes it",
            self.name, named.name, spaces.most
        )
    }

    /// For every number of threads, a proof is tried first: it is quick. For one number, a failing run of fewer threads is
    /// looked for first, beside which the others rest.
    fn property(&self, property: &Property, named: &Named, spaces: &mut Spaces) -> (Verdict, Option<Diagnostic>) {
        let found = match spaces.threads {
            None => self.proof(property, named, spaces).or_else(|| self.failure(property, named, spaces)),
            Some(_) => self.failure(property, named, spaces).or_else(|| self.proof(property, named, spaces)),
        };
        if let Some(judgement) = found {
            return judgement;
        }
        let message = match self.deadline.is_over() {
            true => format!(
                "whether `{}` has the property `{}` is not known: {}",
                self.name,
                named.name,
                end_of_run(self.deadline)
            ),
            false => self.not_settled(named, spaces),
        };
        (Verdict::Unknown, Some(Diagnostic::error(&codes::UNKNOWN, range(property, named), message)))
    }

    fn proof(&self, property: &Property, named: &Named, spaces: &mut Spaces) -> Judgement {
        for kind in spaces.kinds() {
            let Some(Explored { counting, space }) = spaces.get(kind) else { continue };
            let model = Model::new(counting, space, named.is_fair);
            let holds = model.holds(&named.formula);
            if !space.initial.iter().all(|start| holds[*start]) {
                match kind {
                    Kind::EveryNumber => continue,
                    Kind::OneNumber(number) => return Some(self.refuted(&model, number, property, named)),
                }
            }
            if let Some(left) = named.antecedents.iter().find(|left| is_never(&model, left)) {
                let message = match left.steps {
                    None => format!("`{}` holds, but this left side of `==>` is never true", named.name),
                    Some(_) => format!(
                        "`{}` holds, but only of the first states, where this left side of `==>` is not true: `AG(…)` \
                         says it of all states",
                        named.name
                    ),
                };
                let finding = Diagnostic::error(&codes::VACUOUS, span_of(property, left.range), message);
                return Some((Verdict::Failed, Some(finding)));
            }
            return Some((Verdict::Proved, None));
        }
        None
    }

    fn failure(&self, property: &Property, named: &Named, spaces: &mut Spaces) -> Judgement {
        for number in 1..=spaces.most {
            let Some(Explored { counting, space }) = spaces.of_few(number) else { continue };
            let model = Model::new(counting, space, named.is_fair);
            let fails = !model.holds(&named.formula)[space.initial[0]];
            if fails && (space.is_complete || is_safety(&named.formula)) {
                return Some(self.refuted(&model, number, property, named));
            }
        }
        None
    }

    fn refuted(
        &self,
        model: &Model,
        number: Number,
        property: &Property,
        named: &Named,
    ) -> (Verdict, Option<Diagnostic>) {
        let run = failing_run(model, &named.formula, model.space.initial[0]);
        let reason = match number {
            _ if run.transitions.is_empty() && !run.is_endless => "it is false in the first state".to_string(),
            1 => "a run of one thread".to_string(),
            _ => format!("a run of {number} threads"),
        };
        let message = format!("`{}` does not have the property `{}`: {reason}", self.name, named.name);
        let trace = steps(model, number, &run, property.keyword);
        let finding = Diagnostic::error(&codes::PROPERTY, range(property, named), message).trace(trace);
        (Verdict::Refuted, Some(finding))
    }
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
    span_of(property, named.range)
}

/// A part of the property's text.
fn span_of(property: &Property, (start, end): (usize, usize)) -> Span {
    let at = property.span.start;
    Span::new(property.span.file, at + start as u32, at + end as u32)
}
