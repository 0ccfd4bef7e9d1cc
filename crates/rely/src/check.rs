//! The engine `rely`: the table of contents.
//!
//! ```text
//! once             every declaration is reflexive and transitive; what is said of static fields holds at the start
//! loops            guesses about them that hold
//! every method     that threads may call: each step allowed, invariants kept, the abstraction followed
//! if all holds     what was assumed can be true
//! ```

use crate::codes;
use crate::obligations::{Obligations, Part, batch, batches, whole};
use crate::others::stability::Asked;
use crate::plan::entries::{Entries, Entry, Scope, entries, is_name_of};
use crate::plan::flat::{Flat, Op, flatten};
use crate::plan::provable::provable;
use crate::plan::settle::settle;
use crate::steps::in_between::Surroundings;
use crate::text::call_graph::{all_callees, code_of};
use crate::text::inherited::inherited;
use crate::text::replaceable::{as_final, replaceable};
use concurrent::object::annotations::spec::{Owner, Spec};
use concurrent::object::text::method_name;
use concurrent::object::{Gap, MethodId, Program};
use ivl::check::{Context, Depth, MORE_TIME, Prepared, Probe, check_prepared, end_of_run};
use ivl::codes::UNKNOWN;
use ivl::parallel::beside;
use ivl::typed::{self};
use source::{Code, Deadline, Diagnostic, Obligation, Outcome, Report, Span, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The codes of this engine's findings.
pub static CODES: &[&Code] = codes::ALL;

/// How Z3 is set up for this engine's questions, besides what suits all. Its arrays are maps from objects that are read
/// and written at objects that the question names. Looking for objects at which two maps might differ, as the full theory
/// of arrays does, lets every quantifier look at these too, without end; no proof here needs it.
pub static Z3_OPTIONS: &[(&str, &str)] = &[("smt.array.weak", "true"), ("smt.array.extensional", "false")];

/// What the user asks for beyond the annotations.
pub struct Request<'a> {
    /// Classes to be checked as thread-safe ones.
    pub thread_safe: &'a [String],
    /// The source at a span.
    pub text: &'a (dyn Fn(Span) -> String + Sync),
}

/// Checks a Java program.
pub fn check(java: &Program, spec: &Spec, request: &Request, context: &Context) -> Report {
    let place = java.classes.iter().find(|class| class.is_from_source()).map(|class| class.span);
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let replaceable = replaceable(java, spec);
        let as_final = (!replaceable.is_empty()).then(|| as_final(java, replaceable.keys().copied()));
        let java = as_final.as_ref().unwrap_or(java);
        let (spec, not_compared) = &inherited(java, spec, request.text);
        let plan = Plan::new(java, spec, request, context.deadline);
        let mut report = Report::default();
        for (field, guarded) in &replaceable {
            let finding = crate::text::replaceable::finding(java, *field, guarded);
            report.append(decided("declarations", codes::UNDECLARED.name, Verdict::Failed, finding));
        }
        for finding in not_compared {
            report.append(decided("declarations", codes::UNSUPPORTED.name, Verdict::Unsupported, finding.clone()));
        }
        let (mut rest, mut settled) = (Report::default(), None);
        let reached = in_batches(&plan, Part::Claims, context, |batch| {
            report.append(batch.undeclared);
            let settled = settled.get_or_insert_with(|| told(settle(&plan, context), request));
            report.append(std::mem::take(settled));
            report.append(told(ask(&batch.program, &[], context), request));
            rest.append(batch.report);
        });
        plan.methods[reached..].iter().for_each(|planned| rest.append(not_reached(java, planned, context.deadline)));
        if report.obligations.iter().all(|one| one.outcome.is_proved()) {
            in_batches(&plan, Part::Probes, context, |batch| {
                report.append(ask(&batch.program, &batch.probes, context));
            });
        }
        report.append(rest);
        report
    }));
    attempt.unwrap_or_else(|_| ivl::check::internal_error(place))
}

/// Hands on one batch after the other, and builds the next one meanwhile, until the run's time is over; so many methods have
/// had their turn.
fn in_batches(plan: &Plan, part: Part, context: &Context, mut hand_on: impl FnMut(Obligations)) -> usize {
    let asked = Mutex::new(Asked::default());
    let build = |methods: &Range<usize>| {
        let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
        batch(plan, methods.clone(), part, &mut asked)
    };
    let mut waiting = batches(plan);
    let mut reached = 0;
    let mut next = waiting.next().map(|methods| (methods.end, build(&methods)));
    while let Some((end, batch)) = next {
        let following = waiting.next();
        let in_time = || following.as_ref().filter(|_| !context.deadline.is_over());
        let (built, ()) = beside(|| in_time().map(|methods| (methods.end, build(methods))), || hand_on(batch));
        reached = end;
        next = built;
    }
    reached
}

/// What is said of a method that is not checked before the time is over.
pub fn not_reached(java: &Program, planned: &Planned, deadline: Deadline) -> Report {
    let message = format!("`{}` was not checked: {}", planned.name, end_of_run(deadline));
    let finding = Diagnostic::error(&UNKNOWN, java.method(planned.id).span, message).help(MORE_TIME);
    decided(&planned.name, "procedure", Verdict::Unknown, finding)
}

/// The same report in the words of the source.
fn told(mut report: Report, request: &Request) -> Report {
    report.findings_mut().for_each(|finding| crate::trace::tell(finding, request.text));
    report
}

/// Asks about the procedures of a batch, or of probes whether what is assumed can be true.
fn ask(program: &typed::Program, probes: &[Probe], context: &Context) -> Report {
    let none = BTreeSet::new();
    let prepared = Prepared {
        program,
        obligations: 0,
        probes,
        selected: (!probes.is_empty()).then_some(&none),
        depth: Depth::Runs,
        facts: probes.is_empty(),
    };
    check_prepared(&prepared, context)
}

/// Whether a class of the program has this name, as `--thread-safe` gives it.
pub fn names_class(java: &Program, wanted: &str) -> bool {
    java.class_ids().any(|class| is_name_of(java, class, wanted))
}

/// The plain procedures that are to be proved, without any guesses.
pub fn obligations(java: &Program, spec: &Spec, request: &Request) -> typed::Program {
    let (spec, _) = inherited(java, spec, request.text);
    whole(&Plan::new(java, &spec, request, Deadline::never())).program
}

/// The methods that are checked.
pub struct Plan<'a> {
    pub java: &'a Program,
    pub spec: &'a Spec,
    pub request: &'a Request<'a>,
    pub methods: Vec<Planned>,
    /// Methods that could not be read, and are none of these.
    pub unread: Vec<MethodId>,
    /// When the methods are to be ready.
    pub deadline: Deadline,
    /// By the places of declarations that are tried, their numbers. If there are any, nothing else is proved.
    pub candidates: BTreeMap<Span, u32>,
}

pub struct Planned {
    pub id: MethodId,
    pub scope: Scope,
    pub name: String,
    pub flat: Result<Flat, Gap>,
    pub has_loops: bool,
}

impl<'a> Plan<'a> {
    pub fn new(java: &'a Program, spec: &'a Spec, request: &'a Request<'a>, deadline: Deadline) -> Plan<'a> {
        let around = Surroundings::new(java, spec);
        let calls = all_callees(java);
        let Entries { chosen, left, unread } = entries(java, spec, request.thread_safe);
        let mut seen = BTreeSet::new();
        let mut flats: BTreeMap<MethodId, (Scope, Result<Flat, Gap>)> = BTreeMap::new();
        let left = left.into_iter().map(|method| Entry { method, scope: Scope::All });
        let chosen = chosen.into_iter().map(|entry| (entry, true));
        for (Entry { method: id, scope }, is_chosen) in chosen.chain(left.map(|entry| (entry, false))) {
            if !is_chosen && seen.contains(&id) {
                continue;
            }
            let flat = in_time(java, id, deadline).and_then(|()| readable(spec, id));
            let flat = flat.and_then(|()| provable(java, spec, id)).and_then(|()| flattened(&around, id));
            match &flat {
                Ok(flat) => seen.extend(flat.methods.iter().copied()),
                // What stands behind the gap would be part of it.
                Err(_) => seen.extend(code_of(&calls, id)),
            }
            flats.insert(id, (scope, flat));
        }
        let alone: BTreeSet<MethodId> = flats.keys().copied().collect();
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let mut methods = Vec::new();
        for (id, (scope, flat)) in flats {
            let flat = flat.and_then(|flat| believed(java, &flat, &alone).map_or(Ok(flat), Err));
            let has_loops = flat.as_ref().is_ok_and(|flat| !crate::text::loops::loops(flat).is_empty());
            methods.push(Planned { id, scope, name: unique(method_name(java, id), &mut names), flat, has_loops });
        }
        Plan { java, spec, request, methods, unread, deadline, candidates: BTreeMap::new() }
    }
}

/// When the time is over, there is no graph of a method, which is then one that is not reached.
fn in_time(java: &Program, id: MethodId, deadline: Deadline) -> Result<(), Gap> {
    let late = || Gap { message: end_of_run(deadline).into(), span: java.method(id).span };
    if deadline.is_over() { Err(late()) } else { Ok(()) }
}

/// The graph of a method with its callees; an internal error costs the method its verdict.
fn flattened(around: &Surroundings, id: MethodId) -> Result<Flat, Gap> {
    let failed = || Gap { message: "an internal error happened".into(), span: around.java.method(id).span };
    catch_unwind(AssertUnwindSafe(|| flatten(around, id))).unwrap_or_else(|_| Err(failed()))
}

/// What a clause that cannot be read asks of a method is not known.
fn readable(spec: &Spec, id: MethodId) -> Result<(), Gap> {
    match spec.unreadable.get(&Owner::Method(id)) {
        Some(span) => Err(Gap { message: "this annotation cannot be read".into(), span: *span }),
        None => Ok(()),
    }
}

/// Callers by an abstraction believe it, so the method is one of those that are checked, each alone.
fn believed(java: &Program, flat: &Flat, alone: &BTreeSet<MethodId>) -> Option<Gap> {
    let mut edges = flat.edges.iter();
    edges.find_map(|edge| match &edge.op {
        Op::Abstract { method, .. } if !alone.contains(method) => {
            let message = format!("nothing shows that `{}` keeps to its abstraction", method_name(java, *method));
            Some(Gap { message, span: edge.span })
        }
        Op::Java(_)
        | Op::Library { .. }
        | Op::Abstract { .. }
        | Op::Shows { .. }
        | Op::Clauses { .. }
        | Op::Requires { .. } => None,
    })
}

/// The name, with a number if it is not the first such.
pub fn unique(name: String, names: &mut BTreeMap<String, usize>) -> String {
    let count = names.entry(name.clone()).or_default();
    *count += 1;
    if *count == 1 { name } else { format!("{name}#{count}") }
}

/// What needs no solver.
pub fn decided(name: &str, kind: &'static str, verdict: Verdict, finding: Diagnostic) -> Report {
    let id = format!("{name}/{kind}");
    let (span, time) = (finding.span, Duration::ZERO);
    Report::of_obligation(Obligation { id, kind, span, outcome: Outcome::of(verdict, vec![finding]), time })
}
