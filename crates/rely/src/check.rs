//! The engine `rely`: the table of contents.
//!
//! ```text
//! once             every declaration is reflexive and transitive; what is said of static fields holds at the start
//! loops            guesses about them that hold
//! every method     that threads may call: each step allowed, invariants kept, the abstraction followed
//! if all holds     what was assumed can be true
//! ```

use crate::codes;
use crate::others::clauses::{Clauses, clauses, speaks_of_java};
use crate::others::stability::stability;
use crate::plan::entries::{Entries, Entry, Scope, entries, is_name_of, safe_classes};
use crate::plan::flat::{Flat, Op, flatten};
use crate::plan::provable::provable;
use crate::plan::settle::settle;
use crate::steps::guess::Guess;
use crate::steps::in_between::Surroundings;
use crate::steps::method::{Task, method};
use crate::terms::heap::Heap;
use crate::text::call_graph::{all_callees, code_of};
use crate::text::inherited::inherited;
use crate::text::replaceable::{as_final, replaceable};
use crate::text::undeclared::undeclared_findings;
use crate::vacuity::{beginning, class_probes, exit_probe, method_probe};
use concurrent::object::annotations::spec::{ClassClause, Owner, Spec, StatementKind};
use concurrent::object::text::method_name;
use concurrent::object::{Body, ClassId, Gap, MethodId, Program};
use ivl::check::{Context, Depth, MORE_TIME, Prepared, Probe, check_prepared, end_of_run};
use ivl::parallel::beside;
use ivl::typed::{self, ImplementationId};
use source::{Code, Deadline, Diagnostic, FileReport, Obligation, Span, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
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
pub fn check(java: &Program, spec: &Spec, request: &Request, context: &Context) -> FileReport {
    let place = java.classes.iter().find(|class| class.is_from_source()).map(|class| class.span);
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let replaceable = replaceable(java, spec);
        let as_final = (!replaceable.is_empty()).then(|| as_final(java, replaceable.keys().copied()));
        let java = as_final.as_ref().unwrap_or(java);
        let (spec, not_compared) = &inherited(java, spec, request.text);
        let plan = Plan::new(java, spec, request, context.deadline);
        let straight = |method: &Planned| (!method.has_loops).then_some(Guess::Nothing);
        let (settled, built) = beside(|| settle(&plan, context), || build(&plan, &straight, true));
        let Obligations { program, probes, undeclared, report: rest } = built;
        let is_probe = |id: &ImplementationId| probes.iter().any(|probe| probe.implementation == *id);
        let obligations = (0..program.implementations.len() as u32).map(ImplementationId);
        let obligations: BTreeSet<ImplementationId> = obligations.filter(|id| !is_probe(id)).collect();
        let ask = |selected: &BTreeSet<ImplementationId>, probes: &[Probe], facts: bool| {
            let prepared = Prepared {
                program: &program,
                obligations: 0,
                probes,
                selected: Some(selected),
                depth: Depth::Runs,
                facts,
            };
            check_prepared(&prepared, context)
        };
        let mut report = FileReport::default();
        for (field, guarded) in &replaceable {
            let finding = crate::text::replaceable::finding(java, *field, guarded);
            report.append(decided("declarations", codes::UNDECLARED.name, Verdict::Failed, finding));
        }
        for finding in not_compared {
            report.append(decided("declarations", codes::UNSUPPORTED.name, Verdict::Unsupported, finding.clone()));
        }
        report.append(undeclared);
        report.append(settled);
        report.append(ask(&obligations, &[], true));
        if report.obligations.iter().all(|one| one.verdict == Verdict::Proved) {
            report.append(ask(&BTreeSet::new(), &probes, false));
        }
        report.append(rest);
        report.diagnostics.iter_mut().for_each(|finding| crate::trace::tell(&program, finding, request.text));
        report
    }));
    attempt.unwrap_or_else(|_| ivl::check::internal_error(place))
}

/// Whether a class of the program has this name, as `--thread-safe` gives it.
pub fn names_class(java: &Program, wanted: &str) -> bool {
    java.class_ids().any(|class| is_name_of(java, class, wanted))
}

/// The plain procedures that are to be proved, without any guesses.
pub fn obligations(java: &Program, spec: &Spec, request: &Request) -> typed::Program {
    let (spec, _) = inherited(java, spec, request.text);
    build(&Plan::new(java, &spec, request, Deadline::never()), &|_| Some(Guess::Nothing), true).program
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
    scope: Scope,
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
            methods.push(Planned { id, scope, name: unique(java, id, &mut names), flat, has_loops });
        }
        Plan { java, spec, request, methods, unread, deadline, candidates: BTreeMap::new() }
    }
}

/// When the time is over, there is no graph of a method; `build` says so of it.
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

pub struct Obligations {
    pub program: typed::Program,
    probes: Vec<Probe>,
    /// Fields of which nothing is declared, which is the cause of much else.
    undeclared: FileReport,
    /// What else is decided already: what is not supported, what is taken for granted.
    pub report: FileReport,
}

/// The obligations of the wanted methods, with these guesses about their loops; if `whole`, also what is asked once.
pub fn build(plan: &Plan, wanted: &dyn Fn(&Planned) -> Option<Guess>, whole: bool) -> Obligations {
    let Plan { java, spec, request, methods, unread, deadline, candidates } = plan;
    let safe = safe_classes(java, spec, request.thread_safe);
    let mut heap = Heap::new(java, spec, safe.clone());
    let (mut undeclared, mut report) = (FileReport::default(), FileReport::default());
    let mut probes = Vec::new();
    let (clauses, gaps) = clauses(&heap, request.text);
    if whole {
        for gap in gaps {
            report.append(decided("declarations", codes::UNSUPPORTED.name, Verdict::Unsupported, gap));
        }
        for finding in undeclared_findings(java, spec, &safe) {
            undeclared.append(decided("declarations", codes::UNDECLARED.name, Verdict::Failed, finding));
        }
        if let Some(finding) = not_read(java, unread).filter(|_| !methods.is_empty()) {
            report.append(decided("declarations", codes::UNSUPPORTED.name, Verdict::Unsupported, finding));
        }
        undeclared.append(content(plan, &safe));
        report.diagnostics.extend(trusted(spec));
        stability(&mut heap, &clauses, "declarations");
        beginning(&mut heap, &clauses);
        probes.extend(class_probes(&mut heap, &clauses));
    }
    let mut scopes = BTreeSet::new();
    for planned in methods {
        let Planned { id, scope, name, flat, has_loops: _ } = planned;
        let guess = wanted(planned);
        if guess.is_none() && !whole {
            continue;
        }
        // Methods with loops that were reached are settled by themselves, and say so themselves.
        if whole && (guess.is_some() || flat.is_err()) && deadline.is_over() {
            report.append(not_reached(java, planned, *deadline));
            continue;
        }
        let narrowed = (*scope == Scope::Known).then(|| narrowed(java, &clauses, &heap.known_classes(*id)));
        if let Some(narrowed) = &narrowed
            && whole
            && scopes.insert(narrowed.spans())
        {
            stability(&mut heap, narrowed, &format!("declarations for {name}"));
        }
        let clauses = narrowed.as_ref().unwrap_or(&clauses);
        let flat = match flat {
            Ok(flat) => flat,
            Err(gap) if whole => {
                report.append(not_checked(name, gap));
                continue;
            }
            Err(_) => continue,
        };
        if let Some(guess) = guess {
            let task = Task { clauses, method: *id, flat, guess: &guess, candidates };
            // An internal error costs this method its verdict: its procedure is added when it is complete.
            match catch_unwind(AssertUnwindSafe(|| method(&mut heap, &task, name))) {
                Ok(Ok(())) => {}
                Ok(Err(gap)) => {
                    report.append(not_checked(name, &gap));
                    continue;
                }
                Err(_) => {
                    report.append(ivl::check::internal_error(Some(java.method(*id).span)));
                    continue;
                }
            }
        }
        if whole {
            probes.extend(method_probe(&mut heap, clauses, *id, flat, name));
            probes.extend(exit_probe(&mut heap, clauses, planned, flat));
        }
    }
    Obligations { program: heap.build.program, probes, undeclared, report }
}

/// What is wrong with accesses to what fields of thread-safe classes lead to.
fn content(plan: &Plan, safe: &BTreeSet<ClassId>) -> FileReport {
    let place = safe.iter().next().map(|class| plan.java.class(*class).span);
    let Ok(findings) = catch_unwind(AssertUnwindSafe(|| crate::content::findings(plan, safe))) else {
        return ivl::check::internal_error(place);
    };
    let Some(findings) = findings else {
        let message =
            format!("what fields of thread-safe classes lead to was not checked: {}", end_of_run(plan.deadline));
        let Some(place) = place else { return FileReport::default() };
        let finding = Diagnostic::error(&ivl::codes::UNKNOWN, place, message).help(MORE_TIME);
        return decided("declarations", "procedure", Verdict::Unknown, finding);
    };
    let mut report = FileReport::default();
    for found in findings {
        report.append(decided("declarations", found.code.name, found.verdict, found.diagnostic));
    }
    report
}

/// What is said of a method that is not checked before the time is over.
pub fn not_reached(java: &Program, method: &Planned, deadline: Deadline) -> FileReport {
    let message = format!("`{}` was not checked: {}", method.name, end_of_run(deadline));
    let finding = Diagnostic::error(&ivl::codes::UNKNOWN, java.method(method.id).span, message).help(MORE_TIME);
    decided(&method.name, "procedure", Verdict::Unknown, finding)
}

fn not_checked(name: &str, gap: &Gap) -> FileReport {
    let message = format!("`{name}` is not checked: {}", gap.message);
    let finding = Diagnostic::error(&codes::UNSUPPORTED, gap.span, message);
    decided(name, codes::UNSUPPORTED.name, Verdict::Unsupported, finding)
}

/// At most so many methods that could not be read are named.
const MOST_NAMED: usize = 5;

/// Methods that could not be read may touch whatever is declared.
fn not_read(java: &Program, unread: &[MethodId]) -> Option<Diagnostic> {
    let (first, others) = unread.split_first()?;
    let gap = |id: &MethodId| match &java.method(*id).body {
        Body::Unsupported(gap) => gap.clone(),
        Body::Native | Body::Abstract | Body::Library(_) | Body::Graph(_) => {
            Gap { message: "it is native".into(), span: java.method(*id).span }
        }
    };
    let reason = gap(first);
    let name = method_name(java, *first);
    let subject = match others.len() {
        0 => format!("`{name}` cannot be read"),
        1 => format!("`{name}` and another method cannot be read"),
        count => format!("`{name}` and {count} other methods cannot be read"),
    };
    let message = format!("{subject}, so it is not known what it touches: {}", reason.message);
    let mut finding = Diagnostic::error(&codes::UNSUPPORTED, reason.span, message);
    for other in others.iter().take(MOST_NAMED) {
        let gap = gap(other);
        finding = finding.label(gap.span, format!("`{}`: {}", method_name(java, *other), gap.message));
    }
    Some(finding)
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

/// What `assume` takes for granted.
fn trusted(spec: &Spec) -> Vec<Diagnostic> {
    let clauses = spec.statements.values().flatten();
    let assumed = clauses.filter(|clause| matches!(clause.kind, StatementKind::Assume(_)));
    assumed.map(|clause| Diagnostic::note(&codes::TRUSTED, clause.span, "this is taken for granted")).collect()
}

/// The clauses of these classes.
fn narrowed(java: &Program, clauses: &Clauses, known: &BTreeSet<ClassId>) -> Clauses {
    // Locks and threads are everyone's: no `modifies` names them.
    let concerns = |clause: &&ClassClause| known.contains(&clause.class) || speaks_of_java(&clause.condition);
    let of = |list: &[ClassClause]| list.iter().filter(concerns).cloned().collect();
    Clauses {
        rules: clauses.rules.iter().filter(|rule| known.contains(&java.field(rule.field).class)).cloned().collect(),
        env_assumptions: of(&clauses.env_assumptions),
        invariants: of(&clauses.invariants),
        method_guards: clauses.method_guards.clone(),
        helpers: clauses.helpers.clone(),
    }
}

fn unique(java: &Program, id: MethodId, names: &mut BTreeMap<String, usize>) -> String {
    let name = method_name(java, id);
    let count = names.entry(name.clone()).or_default();
    *count += 1;
    if *count == 1 { name } else { format!("{name}#{count}") }
}

/// What needs no solver.
pub fn decided(name: &str, kind: &'static str, verdict: Verdict, finding: Diagnostic) -> FileReport {
    let id = format!("{name}/{kind}");
    let obligation = Obligation { id, kind, span: finding.span, verdict, time: Duration::ZERO };
    FileReport { obligations: vec![obligation], diagnostics: vec![finding], ..FileReport::default() }
}
