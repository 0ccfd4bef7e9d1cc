//! Plain procedures for what is to be proved: what is asked once, and the methods.
//!
//! The procedures of a large program do not fit into memory together, so methods come in batches, each a program of its own.

use crate::check::{Plan, Planned, decided, not_reached};
use crate::codes;
use crate::others::clauses::{Clauses, Rule, clauses, speaks_of_java};
use crate::others::stability::{Asked, stability};
use crate::plan::entries::{Scope, safe_classes};
use crate::plan::flat::Flat;
use crate::steps::guess::Guess;
use crate::steps::method::{Task, method};
use crate::terms::heap::Heap;
use crate::text::undeclared::undeclared_findings;
use crate::vacuity::{beginning, class_probes, exit_probe, method_probe};
use concurrent::object::annotations::spec::{ClassClause, Spec, StatementKind};
use concurrent::object::text::method_name;
use concurrent::object::{Body, ClassId, Gap, MethodId, Program};
use ivl::check::{MORE_TIME, Probe, end_of_run};
use ivl::typed;
use source::{Code, Diagnostic, Obligation, Outcome, Report, Span, Verdict};
use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

/// So many methods are one program.
const BATCH: usize = 256;

/// Procedures that are to be proved, and what is decided without them.
#[derive(Default)]
pub struct Obligations {
    pub program: typed::Program,
    /// Where all is proved, these are asked whether what is assumed can be true.
    pub probes: Vec<Probe>,
    /// Fields of which nothing is declared, which is the cause of much else.
    pub undeclared: Report,
    /// What else is decided already: what is not supported, what is taken for granted.
    pub report: Report,
}

/// What a batch is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What is to be proved.
    Claims,
    /// What is asked of assumptions where all is proved.
    Probes,
}

/// The batches of the methods of a plan: the first one has also what is asked once.
pub fn batches(plan: &Plan) -> impl Iterator<Item = Range<usize>> {
    let count = plan.methods.len();
    (0..count.max(1)).step_by(BATCH).map(move |from| from..count.min(from + BATCH))
}

/// One batch; `asked` is what the batches before it have asked of declarations.
pub fn batch(plan: &Plan, methods: Range<usize>, part: Part, asked: &mut Asked) -> Obligations {
    let mut build = Build::new(plan);
    if methods.start == 0 {
        build.once(part, asked);
    }
    for planned in &plan.methods[methods] {
        match part {
            Part::Claims if plan.deadline.is_over() => {
                build.done.append(not_reached(plan.java, planned, plan.deadline));
            }
            Part::Claims => build.claims(planned, asked),
            Part::Probes => build.probes(planned),
        }
    }
    build.finish()
}

/// The procedures of these methods, each with guesses about its loops.
pub fn with_guesses(plan: &Plan, wanted: &dyn Fn(&Planned) -> Option<Guess>) -> Obligations {
    let mut build = Build::new(plan);
    for planned in &plan.methods {
        if let Some(guess) = wanted(planned)
            && let Ok(flat) = &planned.flat
        {
            build.method(planned, flat, &guess);
        }
    }
    build.finish()
}

/// All procedures as one program, without any guesses.
pub fn whole(plan: &Plan) -> Obligations {
    let (mut build, mut asked) = (Build::new(plan), Asked::default());
    build.once(Part::Claims, &mut asked);
    build.once(Part::Probes, &mut asked);
    for planned in &plan.methods {
        build.claims(planned, &mut asked);
        if let Ok(flat) = planned.flat.as_ref()
            && planned.has_loops
        {
            build.method(planned, flat, &Guess::Nothing);
        }
        build.probes(planned);
    }
    build.finish()
}

/// Obligations under construction.
struct Build<'a> {
    plan: &'a Plan<'a>,
    safe: BTreeSet<ClassId>,
    heap: Heap<'a>,
    clauses: Clauses,
    /// Declarations that are not supported.
    gaps: Vec<Diagnostic>,
    probes: Vec<Probe>,
    undeclared: Report,
    done: Report,
}

impl<'a> Build<'a> {
    fn new(plan: &'a Plan) -> Build<'a> {
        let Plan { java, spec, request, .. } = plan;
        let safe = safe_classes(java, spec, request.thread_safe);
        let heap = Heap::new(java, spec, safe.clone());
        let (clauses, gaps) = clauses(&heap, request.text);
        let (undeclared, done) = (Report::default(), Report::default());
        Build { plan, safe, heap, clauses, gaps, probes: Vec::new(), undeclared, done }
    }

    fn finish(self) -> Obligations {
        let Build { heap, probes, undeclared, done, .. } = self;
        Obligations { program: heap.build.program, probes, undeclared, report: done }
    }

    /// What is asked once for the program.
    fn once(&mut self, part: Part, asked: &mut Asked) {
        if part == Part::Probes {
            self.probes.extend(class_probes(&mut self.heap, &self.clauses));
            return;
        }
        let Plan { java, spec, methods, unread, .. } = self.plan;
        for gap in std::mem::take(&mut self.gaps) {
            self.done.append(decided("declarations", codes::UNSUPPORTED.name, Verdict::Unsupported, gap));
        }
        let undeclared = undeclared_findings(java, spec, &self.safe);
        if undeclared.is_empty() {
            let first = self.safe.iter().next().map(|class| java.class(*class).span);
            self.undeclared.obligations.extend(kept(self.plan, &codes::UNDECLARED, first));
        }
        for finding in undeclared {
            self.undeclared.append(decided("declarations", codes::UNDECLARED.name, Verdict::Failed, finding));
        }
        if let Some(finding) = not_read(java, unread).filter(|_| !methods.is_empty()) {
            self.done.append(decided("declarations", codes::UNSUPPORTED.name, Verdict::Unsupported, finding));
        }
        self.undeclared.append(content(self.plan, &self.safe));
        self.done.notes.extend(trusted(spec));
        stability(&mut self.heap, &self.clauses, asked);
        beginning(&mut self.heap, &self.clauses);
    }

    /// That a method is right, and that the declarations which it is checked with are stable.
    fn claims(&mut self, planned: &Planned, asked: &mut Asked) {
        if let Some(narrowed) = self.narrowed(planned) {
            stability(&mut self.heap, &narrowed, asked);
        }
        match &planned.flat {
            Err(gap) => self.done.append(not_checked(&planned.name, gap)),
            // A method with loops is settled by itself.
            Ok(_) if planned.has_loops => {}
            Ok(flat) => self.method(planned, flat, &Guess::Nothing),
        }
    }

    /// The procedure of a method. An internal error costs the method its verdict: a procedure is added when it is complete.
    fn method(&mut self, planned: &Planned, flat: &Flat, guess: &Guess) {
        let narrowed = self.narrowed(planned);
        let clauses = narrowed.as_ref().unwrap_or(&self.clauses);
        let task = Task { clauses, method: planned.id, flat, guess, candidates: &self.plan.candidates };
        let attempt = catch_unwind(AssertUnwindSafe(|| method(&mut self.heap, &task, &planned.name)));
        match attempt {
            Ok(Ok(())) => {}
            Ok(Err(gap)) => self.done.append(not_checked(&planned.name, &gap)),
            Err(_) => self.done.append(ivl::check::internal_error(Some(self.plan.java.method(planned.id).span))),
        }
    }

    fn probes(&mut self, planned: &Planned) {
        let Ok(flat) = &planned.flat else { return };
        let narrowed = self.narrowed(planned);
        let clauses = narrowed.as_ref().unwrap_or(&self.clauses);
        self.probes.extend(method_probe(&mut self.heap, clauses, planned.id, flat, &planned.name));
        self.probes.extend(exit_probe(&mut self.heap, clauses, planned, flat));
    }

    /// The declarations that a method is checked with, if not all.
    fn narrowed(&self, planned: &Planned) -> Option<Clauses> {
        let known = (planned.scope == Scope::Known).then(|| self.heap.known_classes(planned.id))?;
        Some(narrowed(&self.heap, &self.clauses, &known))
    }
}

/// What is wrong with accesses to what fields of thread-safe classes lead to.
fn content(plan: &Plan, safe: &BTreeSet<ClassId>) -> Report {
    let place = safe.iter().next().map(|class| plan.java.class(*class).span);
    let Ok(findings) = catch_unwind(AssertUnwindSafe(|| crate::content::findings(plan, safe))) else {
        return ivl::check::internal_error(place);
    };
    let Some(findings) = findings else {
        let message =
            format!("what fields of thread-safe classes lead to was not checked: {}", end_of_run(plan.deadline));
        let Some(place) = place else { return Report::default() };
        let finding = Diagnostic::error(&ivl::codes::UNKNOWN, place, message).help(MORE_TIME);
        return decided("declarations", "procedure", Verdict::Unknown, finding);
    };
    let mut report = Report::default();
    for code in [&codes::CONTENT, &codes::COMPOUND] {
        if !findings.iter().any(|found| found.code == code) {
            report.obligations.extend(kept(plan, code, place));
        }
    }
    for found in findings {
        report.append(decided("declarations", found.code.name, found.verdict, found.diagnostic));
    }
    report
}

/// A rule about all thread-safe classes, the first of which is here, that nothing breaks. Methods that could not be read,
/// which are reported each by itself, might.
fn kept(plan: &Plan, code: &Code, place: Option<Span>) -> Option<Obligation> {
    let is_open = !plan.unread.is_empty() || plan.methods.iter().any(|planned| planned.flat.is_err());
    let outcome = if is_open { Outcome::Unsupported(Vec::new()) } else { Outcome::Proved };
    let (id, kind, span) = (format!("declarations/{}", code.name), code.name, place?);
    Some(Obligation { id, kind, span, outcome, time: Duration::ZERO })
}

fn not_checked(name: &str, gap: &Gap) -> Report {
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

/// What `assume` takes for granted.
fn trusted(spec: &Spec) -> Vec<Diagnostic> {
    let clauses = spec.statements.values().flatten();
    let assumed = clauses.filter(|clause| matches!(clause.kind, StatementKind::Assume(_)));
    assumed.map(|clause| Diagnostic::note(&codes::TRUSTED, clause.span, "this is taken for granted")).collect()
}

/// The clauses of these classes.
fn narrowed(heap: &Heap, clauses: &Clauses, known: &BTreeSet<ClassId>) -> Clauses {
    // Locks and threads are everyone's: no `modifies` names them.
    let concerns = |clause: &&Rc<ClassClause>| known.contains(&clause.class) || speaks_of_java(&clause.condition);
    let of = |list: &[Rc<ClassClause>]| list.iter().filter(concerns).cloned().collect();
    let is_known = |rule: &&Rc<Rule>| known.contains(&heap.java.field(rule.field).class);
    let rules = clauses.rules.iter().filter(is_known).cloned().collect();
    Clauses::new(heap, rules, of(&clauses.env_assumptions), of(&clauses.invariants), clauses.methods.clone())
}
