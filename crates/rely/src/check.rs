//! The engine `rely`: the table of contents.
//!
//! ```text
//! once             every declaration is reflexive and transitive; what is said of static fields holds at the beginning
//! loops            guesses about them that hold
//! every method     that threads may call: each step allowed, invariants kept, the abstraction followed
//! if all holds     what was assumed can be true
//! ```

use crate::clauses::{Clauses, clauses};
use crate::codes;
use crate::entries::{Entry, Scope, begins_a_thread, entries, known_classes, safe_classes};
use crate::flat::{Surroundings, flatten};
use crate::guess::Guess;
use crate::heap::Heap;
use crate::method::{Task, method};
use crate::stability::stability;
use crate::undeclared::undeclared;
use crate::vacuity::{beginning, class_probes, method_probe};
use concurrent::object::annotations::spec::{ClassClause, Spec, StatementKind};
use concurrent::object::text::method_name;
use concurrent::object::{ClassId, Gap, MethodId, Program};
use ivl::check::{Context, Prepared, Probe, check_prepared};
use ivl::typed::{self, ImplementationId};
use source::{Code, Diagnostic, FileReport, Obligation, Span, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The codes of this engine's findings.
pub static CODES: &[&Code] = codes::ALL;

/// How Z3 is set up for this engine's questions, besides what suits all. Its arrays are maps from objects that are read
/// and written at objects that the question names. Looking for objects at which two maps might differ, as the full theory
/// of arrays does, lets every quantifier look at these too, without end; no proof here needs it.
pub static Z3_OPTIONS: &[(&str, &str)] = &[("smt.array.weak", "true"), ("smt.array.extensional", "false")];

/// How long guesses about loops are tried, and how often.
const TRIAL: Duration = Duration::from_secs(10);
const MOST_TRIALS: usize = 12;
/// A method has fewer guesses than this.
const MOST_GUESSES: u32 = 10_000;

/// What the user asks for beyond the annotations.
pub struct Request<'a> {
    /// Classes to be checked as thread-safe ones.
    pub thread_safe: &'a [String],
    /// The source at a span.
    pub text: &'a dyn Fn(Span) -> String,
}

/// Checks a Java program.
pub fn check(java: &Program, spec: &Spec, request: &Request, context: &Context) -> FileReport {
    let place = java.classes.iter().find(|class| class.is_from_source()).map(|class| class.span);
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let (guesses, proved) = settled_guesses(java, spec, request, context);
        let Obligations { program, probes, report: rest } = build(java, spec, request, &guesses);
        let open = implementations(&program, |name| !proved.iter().any(|one| one.id.starts_with(&format!("{name}/"))));
        let prepared = Prepared { program: &program, obligations: 0, probes: &probes, selected: Some(&open) };
        let mut report = check_prepared(&prepared, context);
        report.append(rest);
        report.obligations.extend(proved);
        report.diagnostics.iter_mut().for_each(|finding| crate::trace::tell(&program, finding));
        report
    }));
    attempt.unwrap_or_else(|_| ivl::check::internal_error(place))
}

/// The plain procedures that are to be proved, without any guesses.
pub fn obligations(java: &Program, spec: &Spec, request: &Request) -> typed::Program {
    build(java, spec, request, &Guesses::default()).program
}

/// By method, the guesses about its loops.
#[derive(Default)]
struct Guesses {
    of: BTreeMap<MethodId, Guess>,
    /// Only methods in which guesses are tried.
    is_trial: bool,
}

struct Obligations {
    program: typed::Program,
    probes: Vec<Probe>,
    /// What is decided already: what is not supported, what is taken for granted.
    report: FileReport,
}

fn build(java: &Program, spec: &Spec, request: &Request, guesses: &Guesses) -> Obligations {
    let mut heap = Heap::new(java, spec);
    let mut report = FileReport::default();
    let mut probes = Vec::new();
    let (clauses, gaps) = clauses(&heap, request.text);
    if !guesses.is_trial {
        for gap in gaps {
            report.append(decided("declarations", codes::UNSUPPORTED.name, Verdict::Unsupported, gap));
        }
        for finding in undeclared(java, spec, &safe_classes(java, spec, request.thread_safe)) {
            report.append(decided("declarations", codes::UNDECLARED.name, Verdict::Failed, finding));
        }
        report.diagnostics.extend(trusted(spec));
        stability(&mut heap, &clauses, "declarations");
        beginning(&mut heap, &clauses);
        probes.extend(class_probes(&mut heap, &clauses));
    }
    let around = Surroundings::new(java, spec);
    let mut scopes = BTreeSet::new();
    for (Entry { method: id, scope }, name) in named_entries(java, spec, request) {
        let guess = guesses.of.get(&id).cloned().unwrap_or_default();
        if guesses.is_trial && !guess.is_trial {
            continue;
        }
        let narrowed = (scope == Scope::Known).then(|| narrowed(java, &clauses, &known_classes(java, id)));
        if let Some(narrowed) = &narrowed
            && !guesses.is_trial
            && scopes.insert(narrowed.spans())
        {
            stability(&mut heap, narrowed, &format!("declarations for {name}"));
        }
        let clauses = narrowed.as_ref().unwrap_or(&clauses);
        let made = startable(java, spec, id).and_then(|()| flatten(&around, id)).and_then(|flat| {
            method(&mut heap, &Task { clauses, method: id, flat: &flat, guess: &guess }, &name)?;
            if !guesses.is_trial {
                probes.extend(method_probe(&mut heap, clauses, id, &flat, &name));
            }
            Ok(())
        });
        if let Err(Gap { message, span }) = made {
            let message = format!("`{name}` is not checked: {message}");
            let gap = Diagnostic::error(&codes::UNSUPPORTED, span, message);
            report.append(decided(&name, codes::UNSUPPORTED.name, Verdict::Unsupported, gap));
        }
    }
    Obligations { program: heap.build.program, probes, report }
}

/// Nobody proves what the first method of a thread requires.
fn startable(java: &Program, spec: &Spec, id: MethodId) -> Result<(), Gap> {
    let method = java.method(id);
    match spec.methods.get(&id).and_then(|spec| spec.requires.first()) {
        Some(requires) if begins_a_thread(java, method) => {
            let message = "a thread begins with it, so there is no caller to prove what it requires";
            Err(Gap { message: message.into(), span: requires.span })
        }
        Some(_) | None => Ok(()),
    }
}

/// What `assume` takes for granted.
fn trusted(spec: &Spec) -> Vec<Diagnostic> {
    let clauses = spec.statements.values().flatten();
    let assumed = clauses.filter(|clause| matches!(clause.kind, StatementKind::Assume(_)));
    assumed.map(|clause| Diagnostic::note(&codes::TRUSTED, clause.span, "this is taken for granted")).collect()
}

fn named_entries(java: &Program, spec: &Spec, request: &Request) -> Vec<(Entry, String)> {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let found = entries(java, spec, request.thread_safe).into_iter();
    found.map(|entry| (entry, unique(java, entry.method, &mut names))).collect()
}

fn implementations(program: &typed::Program, is_wanted: impl Fn(&str) -> bool) -> BTreeSet<ImplementationId> {
    let wanted = program.implementations.iter().enumerate().filter(|(_, one)| is_wanted(&one.name));
    wanted.map(|(at, _)| ImplementationId(at as u32)).collect()
}

/// Methods with loops are checked without guesses first. Where that is not enough, guesses are tried until all that are
/// left hold together. Gives these, and the obligations of the methods that need none.
fn settled_guesses(java: &Program, spec: &Spec, request: &Request, context: &Context) -> (Guesses, Vec<Obligation>) {
    let around = Surroundings::new(java, spec);
    let has_loops = |(entry, _): &&(Entry, String)| {
        flatten(&around, entry.method).is_ok_and(|flat| !crate::loops::loops(&flat).is_empty())
    };
    let entries: Vec<(Entry, String)> = named_entries(java, spec, request).iter().filter(has_loops).cloned().collect();
    let none = Guess { dropped: (0..MOST_GUESSES).collect(), is_trial: false };
    let mut guesses = Guesses { of: BTreeMap::new(), is_trial: false };
    guesses.of.extend(entries.iter().map(|(entry, _)| (entry.method, none.clone())));
    let quick = Context { timeout: context.timeout.min(TRIAL), progress: &|_, _| (), ..*context };
    let ask = |guesses: &Guesses| {
        let program = build(java, spec, request, guesses).program;
        let wanted = implementations(&program, |name| entries.iter().any(|(_, one)| one == name));
        let prepared = Prepared { program: &program, obligations: 0, probes: &[], selected: Some(&wanted) };
        check_prepared(&prepared, &quick)
    };
    if entries.is_empty() {
        return (guesses, Vec::new());
    }
    let of = |report: &FileReport, name: &str| -> Vec<Obligation> {
        let own = format!("{name}/");
        report.obligations.iter().filter(|one| one.id.starts_with(&own)).cloned().collect()
    };
    let first = ask(&guesses);
    let mut proved = Vec::new();
    for (entry, name) in &entries {
        let own = of(&first, name);
        if own.iter().all(|one| one.verdict == Verdict::Proved) {
            proved.extend(own);
        } else {
            guesses.of.insert(entry.method, Guess { is_trial: true, ..Guess::default() });
        }
    }
    guesses.is_trial = true;
    for _ in 0..MOST_TRIALS {
        if guesses.of.values().all(|guess| !guess.is_trial) {
            break;
        }
        let report = ask(&guesses);
        for (entry, name) in &entries {
            let Some(guess) = guesses.of.get_mut(&entry.method).filter(|guess| guess.is_trial) else { continue };
            let failed = of(&report, name).into_iter().filter(|one| one.verdict != Verdict::Proved);
            let before = guess.dropped.len();
            guess.dropped.extend(failed.map(|one| one.span.start));
            guess.is_trial = guess.dropped.len() > before;
        }
    }
    // What did not settle is left out.
    guesses.of.values_mut().filter(|guess| guess.is_trial).for_each(|guess| *guess = none.clone());
    guesses.is_trial = false;
    (guesses, proved)
}

/// The clauses of these classes.
fn narrowed(java: &Program, clauses: &Clauses, known: &BTreeSet<ClassId>) -> Clauses {
    let of = |list: &[ClassClause]| list.iter().filter(|clause| known.contains(&clause.class)).cloned().collect();
    Clauses {
        rules: clauses.rules.iter().filter(|rule| known.contains(&java.field(rule.field).class)).cloned().collect(),
        env_assumptions: of(&clauses.env_assumptions),
        invariants: of(&clauses.invariants),
        method_guards: clauses.method_guards.clone(),
    }
}

fn unique(java: &Program, id: MethodId, names: &mut BTreeMap<String, usize>) -> String {
    let name = method_name(java, id);
    let count = names.entry(name.clone()).or_default();
    *count += 1;
    if *count == 1 { name } else { format!("{name}#{count}") }
}

/// What needs no solver.
fn decided(name: &str, kind: &'static str, verdict: Verdict, finding: Diagnostic) -> FileReport {
    let id = format!("{name}/{kind}");
    let obligation = Obligation { id, kind, span: finding.span, verdict, time: Duration::ZERO };
    FileReport { obligations: vec![obligation], diagnostics: vec![finding], ..FileReport::default() }
}
