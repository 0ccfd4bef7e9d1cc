//! The interface check of a whole program.

use super::candidate::Candidate;
use super::circles;
use super::context::{Context as Situation, Summary};
use super::engine::Engine;
use super::entries;
use super::feasible::{Feasible, feasible};
use super::horn;
use super::report;
use crate::codes;
use crate::spec::LockSpec;
use concurrent::object::{MethodId, MethodKind, Program};
use ivl::check::Context;
use source::{Diagnostic, FileReport, Obligation, Span, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Where the text of the program is needed in findings.
pub type Text<'a> = dyn Fn(Span) -> String + 'a;

/// Looks at every method from which a thread may begin, and at what it calls.
pub fn check(program: &Program, locks: &LockSpec, text: &Text, context: &Context) -> FileReport {
    let start = Instant::now();
    let mut engine = Engine::new(program, locks);
    look_at_entries(&mut engine);
    let helpers = entries::called_methods(program);
    let mut judged: BTreeMap<MethodId, Judged> = BTreeMap::new();
    let situations: Vec<(Situation, Summary)> =
        engine.results().map(|(situation, summary)| (situation.clone(), summary.clone())).collect();
    let mut report = FileReport::default();
    for (situation, summary) in situations {
        if summary.needs_exact_counts && situation.held.iter().any(|(_, count, _)| count.is_based) {
            continue;
        }
        let method = judged.entry(situation.method).or_default();
        method.uses_locks |= summary.uses_locks;
        let summary = match situation.is_entry && helpers.contains(&situation.method) {
            true => without_counts(summary),
            false => summary,
        };
        judge(&mut engine, &situation, &summary, method, context, &mut report.solver_time);
    }
    let uses_locks = judged.values().any(|judged| judged.uses_locks);
    for (id, judged) in &judged {
        if judged.uses_locks || !judged.violations.is_empty() {
            report.append(report::method(program, *id, judged, text));
        }
    }
    unsupported_methods(program, &engine, uses_locks, &mut report);
    lock_order(&mut engine, context, start, &mut report);
    report
}

/// A method that others of the program call may take a lock for them, or release it: whether that is right is seen
/// where they call it.
fn without_counts(mut summary: Summary) -> Summary {
    summary.candidates.retain(|candidate| *candidate.code != codes::NOT_HELD && *candidate.code != codes::NOT_RELEASED);
    summary
}

/// What is known of a method in all its situations.
#[derive(Default)]
pub struct Judged {
    pub uses_locks: bool,
    pub violations: Vec<Candidate>,
    /// Violations on ways of which it is not known whether they are possible.
    pub possible: Vec<Candidate>,
    pub doubts: Vec<super::context::Doubt>,
    pub time: Duration,
}

fn look_at_entries(engine: &mut Engine) {
    let program = engine.program;
    for method in entries::entries(program, engine.locks) {
        for situation in entries::contexts(engine, method) {
            engine.summary(&situation);
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(class) = engine.handed_over.iter().copied().find(|class| !seen.contains(class)) {
        seen.insert(class);
        for method in &program.class(class).methods {
            if program.method(*method).kind == MethodKind::Method && program.method(*method).graph().is_some() {
                for situation in entries::contexts(engine, *method) {
                    engine.summary(&situation);
                }
            }
        }
    }
}

/// Tells the violations that can happen from those that cannot, looking closer where it helps.
fn judge(
    engine: &mut Engine,
    situation: &Situation,
    summary: &Summary,
    method: &mut Judged,
    context: &Context,
    solver_time: &mut Duration,
) {
    method.doubts.extend(summary.unknown.iter().cloned());
    let mut surviving = possible_ones(engine, &summary.candidates, context, solver_time);
    if surviving.is_empty() {
        return;
    }
    if surviving.iter().any(|(candidate, _)| candidate.is_about_counts)
        && horn::is_safe(engine, situation, context, solver_time)
    {
        surviving.retain(|(candidate, _)| !candidate.is_about_counts);
        for (candidate, is_feasible) in surviving {
            add(if is_feasible { &mut method.violations } else { &mut method.possible }, candidate);
        }
        return;
    }
    let (candidates, is_exact) = match engine.apart(situation) {
        Some(closer) => (possible_ones(engine, &closer.candidates, context, solver_time), !closer.is_deep),
        None => (surviving, false),
    };
    // Where counts grow in a loop, or ways are too many, only a way that is followed step by step is believed.
    let followed = match is_exact {
        true => Vec::new(),
        false => {
            let followed = few_of_each(engine.unrolled(situation));
            possible_ones(engine, &followed, context, solver_time)
        }
    };
    for (candidate, is_feasible) in candidates {
        let is_same = |(other, is_feasible): &&(Candidate, bool)| {
            *is_feasible && other.code == candidate.code && other.span == candidate.span
        };
        let mut followed = followed.iter().find(is_same).map(|(followed, _)| followed.clone());
        if followed.is_none() && !is_exact && !candidate.is_deep {
            let along = few_of_each(engine.along(situation, &candidate.trace));
            let along = possible_ones(engine, &along, context, solver_time);
            followed = along.iter().find(is_same).map(|(followed, _)| followed.clone());
        }
        match (followed, is_feasible && is_exact) {
            (Some(followed), _) => add(&mut method.violations, followed),
            (None, true) => add(&mut method.violations, candidate),
            (None, false) => add(&mut method.possible, candidate),
        }
    }
}

/// Adds a candidate; of two at the same place, the one with the shorter way stays.
fn add(candidates: &mut Vec<Candidate>, candidate: Candidate) {
    let same = candidates.iter_mut().find(|known| known.code == candidate.code && known.span == candidate.span);
    match same {
        Some(known) if candidate.trace.length() < known.trace.length() => *known = candidate,
        Some(_) => {}
        None => candidates.push(candidate),
    }
}

/// The first ones at each place: they are there to confirm what is suspected already.
fn few_of_each(candidates: Vec<Candidate>) -> Vec<Candidate> {
    const FEW: usize = 6;
    let mut few: Vec<Candidate> = Vec::new();
    for candidate in candidates.into_iter().filter(|candidate| !candidate.is_deep) {
        let is_same = |other: &&Candidate| other.code == candidate.code && other.span == candidate.span;
        if few.iter().filter(is_same).count() < FEW {
            few.push(candidate);
        }
    }
    few
}

/// Those that the solver does not exclude, and whether it says that they are possible.
fn possible_ones(
    engine: &Engine,
    candidates: &[Candidate],
    context: &Context,
    solver_time: &mut Duration,
) -> Vec<(Candidate, bool)> {
    let mut possible: Vec<(Candidate, bool)> = Vec::new();
    for candidate in candidates {
        let is_known = possible
            .iter()
            .any(|(known, is_feasible)| *is_feasible && known.code == candidate.code && known.span == candidate.span);
        if is_known {
            continue;
        }
        let (answer, time) = feasible(&engine.terms, &candidate.facts, context);
        *solver_time += time;
        match answer {
            Feasible::Yes => possible.push((candidate.clone(), true)),
            Feasible::Unknown => possible.push((candidate.clone(), false)),
            Feasible::No => {}
        }
    }
    possible
}

/// Methods that could not be read, if the program uses locks at all.
fn unsupported_methods(program: &Program, engine: &Engine, uses_locks: bool, report: &mut FileReport) {
    let has_needs = !engine.locks.fields.is_empty();
    if !uses_locks && !has_needs {
        return;
    }
    for (method, gap) in program.gaps() {
        let name = concurrent::object::text::method_name(program, method);
        let id = format!("{name}/interface");
        let (span, verdict) = (program.method(method).span, Verdict::Unsupported);
        report.obligations.push(Obligation { id, kind: "lock-interface", span, verdict, time: Duration::ZERO });
        let message = format!("`{name}` is not checked for its use of locks: {}", gap.message);
        report.diagnostics.push(Diagnostic::error(&codes::UNSUPPORTED, gap.span, message));
    }
}

fn lock_order(engine: &mut Engine, context: &Context, start: Instant, report: &mut FileReport) {
    let mut order = circles::in_text_order(engine);
    circles::in_array_order(engine, &mut order, context, &mut report.solver_time);
    let cycles = circles::circles(engine, &order);
    let time = start.elapsed();
    let Some(edge) = order.first() else { return };
    let (span, verdict) = match cycles.first() {
        Some(cycle) => (cycle.span, Verdict::Failed),
        None => (edge.taken_at, Verdict::Proved),
    };
    report.obligations.push(Obligation { id: "lock-order".to_string(), kind: "lock-order", span, verdict, time });
    report.diagnostics.extend(cycles);
}
