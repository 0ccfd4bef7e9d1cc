//! The engine `sequential`: every implementation of a program, checked alone.
//!
//! ```text
//! whole program:          inline functions → monomorphise
//! each implementation:    contract → cut loops → passify → query → solve → report; then vacuity
//! once:                   do the axioms contradict each other?
//! ```

use crate::attributes;
use crate::body::{Goal, GoalId};
use crate::call_graph::CallGraph;
use crate::codes;
use crate::contract::{contract, is_inlined_everywhere};
use crate::cut_loops::cut_loops;
use crate::encode::{Gap, Prelude};
use crate::inline_functions::inline_functions;
use crate::interpret::replay::replay;
use crate::mono::monomorphise;
use crate::passify::passify;
use crate::passive::Passive;
use crate::report::{goal_ids, report};
use crate::solve::{Counterexample, Outcome, solve};
use crate::typed::{ImplementationId, ProcedureId, Program};
use crate::vacuity::{Place, Probes, probes};
use crate::vc::{Query, query};
use crate::verdict_cache;
use rustc_hash::FxHashSet;
use smt::{Cache, Key, Pool, Reason, SolverConfig, SolverInfo};
use source::{Diagnostic, FileReport, Obligation, Span, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a run is given besides the program.
pub struct Context<'a> {
    pub pool: &'a Pool,
    pub cache: &'a Cache,
    /// What the solver is and how it is set up: part of every cache key.
    pub info: &'a SolverInfo,
    pub config: &'a SolverConfig,
    /// Wall clock, per obligation.
    pub timeout: Duration,
    /// How many implementations are checked at once.
    pub jobs: usize,
    /// Only the procedure or obligation of this name.
    pub only: Option<&'a str>,
    /// Told how many of how many implementations are done.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// The codes of this engine's findings.
pub static CODES: &[&source::Code] = codes::ALL;

/// How Z3 is set up. Quantifiers are instantiated by their triggers only: searching for models of them instead is what
/// makes a failing query run out of time. Chains of instances are followed ten times further than by default, which long
/// axiomatisations of sequences and the like need.
pub static Z3_OPTIONS: &[(&str, &str)] =
    &[("smt.mbqi", "false"), ("smt.qi.eager_threshold", "100"), ("model.v2", "true"), ("model.compact", "false")];

/// Expressions are as deep as the front end allows, and passes recurse on them.
const STACK: usize = 256 << 20;

/// A probe for vacuity is worth this much time and no more.
const VACUITY_TIMEOUT: Duration = Duration::from_millis(500);

/// Checks every implementation of the program.
pub fn check(program: &Program, context: &Context) -> FileReport {
    let attempt = catch_unwind(AssertUnwindSafe(|| check_program(program, context)));
    attempt.unwrap_or_else(|_| {
        let spans = program.implementations.iter().map(|implementation| implementation.span);
        let diagnostics = spans.take(1).map(|span| {
            Diagnostic::error(&codes::INTERNAL, span, "internal error; nothing is known about this program")
        });
        FileReport::of_diagnostics(diagnostics.collect())
    })
}

fn check_program(program: &Program, context: &Context) -> FileReport {
    let program = match prepare(program.clone()) {
        Ok(program) => program,
        Err(diagnostics) => return FileReport::of_diagnostics(diagnostics),
    };
    let run = Run {
        calls: CallGraph::new(&program),
        prelude: Prelude::new(&program),
        names: implementation_names(&program),
        inlined: FxHashSet::default(),
        program: &program,
        context,
    };
    let run = Run { inlined: run.inlined_into_checked_ones(), ..run };
    let tasks: Vec<ImplementationId> = run.tasks();
    let mut reports = in_parallel(&tasks, context.jobs, context.progress, |id| run.implementation(*id));
    if context.only.is_none() {
        reports.push(run.axioms());
    }
    let mut all = FileReport::default();
    reports.into_iter().for_each(|report| all.append(report));
    all
}

/// The program without type variables and inline functions.
pub fn prepare(program: Program) -> Result<Program, Vec<Diagnostic>> {
    Ok(monomorphise(inline_functions(program))?.0)
}

/// The passive form of one implementation, as [`check`] makes it.
pub fn passive(program: &Program, calls: &CallGraph, id: ImplementationId) -> Result<Passive, Gap> {
    let acyclic = cut_loops(program, contract(program, calls, id)?)?;
    Ok(passify(program, acyclic))
}

/// A unique name for every implementation: its procedure's, numbered if there are several.
pub fn implementation_names(program: &Program) -> Vec<String> {
    let mut count = vec![0usize; program.procedures.len()];
    let mut names = Vec::new();
    for implementation in &program.implementations {
        let number = &mut count[implementation.procedure.index()];
        *number += 1;
        names.push(match number {
            1 => implementation.name.to_string(),
            _ => format!("{}#{number}", implementation.name),
        });
    }
    names
}

struct Run<'a> {
    program: &'a Program,
    calls: CallGraph,
    prelude: Prelude<'a>,
    names: Vec<String>,
    /// Procedures that are checked where they are called, because a body that is checked inlines them.
    inlined: FxHashSet<ProcedureId>,
    context: &'a Context<'a>,
}

impl Run<'_> {
    fn tasks(&self) -> Vec<ImplementationId> {
        let ids = (0..self.program.implementations.len() as u32).map(ImplementationId);
        ids.filter(|id| self.is_wanted(*id)).collect()
    }

    /// Implementations that are told not to be verified, or that are checked where they are inlined, are not.
    fn is_wanted(&self, id: ImplementationId) -> bool {
        let procedure = self.program.implementations[id.index()].procedure;
        let name = self.names[id.index()].as_str();
        // A polymorphic procedure is checked at several instances, all of which are meant by its name.
        let declared = name.split(['<', '#']).next().unwrap_or(name);
        let is_part = |only: &str| {
            [name, declared]
                .iter()
                .any(|name| only.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
        };
        !self.is_skipped(id) && !self.inlined.contains(&procedure) && self.context.only.is_none_or(is_part)
    }

    /// `{:verify false}`
    fn is_skipped(&self, id: ImplementationId) -> bool {
        let implementation = &self.program.implementations[id.index()];
        let procedure = &self.program.procedures[implementation.procedure.index()];
        [&implementation.attributes, &procedure.attributes].into_iter().any(|list| attributes::says_not_to_verify(list))
    }

    /// The procedures whose every call is inlined and that some checked implementation inlines, directly or through
    /// other inlined ones. One that nobody checked calls is checked by itself.
    fn inlined_into_checked_ones(&self) -> FxHashSet<ProcedureId> {
        let is_inlined = |id: ProcedureId| is_inlined_everywhere(self.program, &self.calls, id);
        let ids = (0..self.program.implementations.len() as u32).map(ImplementationId);
        let checked = ids.filter(|id| !self.is_skipped(*id));
        let roots = checked.map(|id| self.program.implementations[id.index()].procedure).filter(|id| !is_inlined(*id));
        let mut work: Vec<ProcedureId> = roots.collect();
        let mut inlined = FxHashSet::default();
        while let Some(caller) = work.pop() {
            for callee in self.calls.callees(caller) {
                if is_inlined(*callee) && inlined.insert(*callee) {
                    work.push(*callee);
                }
            }
        }
        inlined
    }

    fn implementation(&self, id: ImplementationId) -> FileReport {
        let attempt = catch_unwind(AssertUnwindSafe(|| self.try_implementation(id)));
        let span = self.program.implementations[id.index()].span;
        let name = &self.names[id.index()];
        match attempt {
            Ok(Ok(report)) => report,
            Ok(Err(gap)) => {
                let message = format!("{} are not supported", gap.what);
                let diagnostic = Diagnostic::error(&codes::UNSUPPORTED, gap.span, message)
                    .label(span, "so this procedure is not checked");
                whole(name, span, Verdict::Unsupported, diagnostic)
            }
            Err(_) => {
                let message = format!("internal error while checking `{name}`; nothing is known about it");
                whole(name, span, Verdict::Unknown, Diagnostic::error(&codes::INTERNAL, span, message))
            }
        }
    }

    fn try_implementation(&self, id: ImplementationId) -> Result<FileReport, Gap> {
        let name = &self.names[id.index()];
        let span = self.program.implementations[id.index()].span;
        let passive = passive(self.program, &self.calls, id)?;
        let query = query(self.program, &self.prelude, &passive, span)?;
        let goals = self.wanted_goals(name, &passive);
        let started = Instant::now();
        let outcomes = self.outcomes(&query, &goals, self.timeout(id));
        let time = started.elapsed();
        let replay = |goal: &Goal, found: &Counterexample| replay(self.program, id, goal, found, &passive);
        let mut report = report(name, &passive, &outcomes, &replay, time);
        report.solver_time += time;
        // Whether a proof is from nothing is asked where there is a proof.
        let is_proof = outcomes.iter().all(|(_, outcome)| *outcome == Outcome::Proved);
        if is_proof && self.context.only.is_none_or(|only| !only.contains('/')) {
            report.append(self.vacuity(name, &passive, span)?);
        }
        Ok(report)
    }

    fn wanted_goals(&self, name: &str, passive: &Passive) -> Vec<GoalId> {
        let all = (0..passive.goals.len() as u32).map(GoalId);
        match self.context.only.filter(|only| only.contains('/')) {
            None => all.collect(),
            Some(only) => {
                let ids = goal_ids(name, &passive.goals);
                all.filter(|goal| ids[goal.index()] == only).collect()
            }
        }
    }

    /// The cached outcomes, or the solver's.
    fn outcomes(&self, query: &Query, goals: &[GoalId], timeout: Duration) -> Vec<(GoalId, Outcome)> {
        let asked: Vec<GoalId> = goals.iter().copied().filter(|goal| query.checks.contains(goal)).collect();
        let trivial = goals.iter().copied().filter(|goal| !query.checks.contains(goal));
        let mut outcomes: Vec<(GoalId, Outcome)> = trivial.map(|goal| (goal, Outcome::Proved)).collect();
        if !asked.is_empty() {
            let solved = self.cached(&cache_text(query, &asked), &asked, || {
                solve(query, &asked, &mut *self.context.pool.acquire(), timeout)
            });
            outcomes.extend(solved);
        }
        outcomes.sort_by_key(|(goal, _)| *goal);
        outcomes
    }

    fn cached(
        &self,
        text: &str,
        asked: &[GoalId],
        solve: impl FnOnce() -> Vec<(GoalId, Outcome)>,
    ) -> Vec<(GoalId, Outcome)> {
        let key = Key::new(self.context.info, self.context.config, text);
        let remembered = self.context.cache.get(&key).and_then(|entry| verdict_cache::read(&entry));
        // An entry that does not answer the question is no answer.
        if let Some(outcomes) = remembered
            && outcomes.iter().map(|(goal, _)| *goal).eq(asked.iter().copied())
        {
            return outcomes;
        }
        let outcomes = solve();
        if let Some(entry) = verdict_cache::write(&outcomes) {
            self.context.cache.put(&key, &entry);
        }
        outcomes
    }

    /// `{:timeLimit n}`, or the run's limit.
    fn timeout(&self, id: ImplementationId) -> Duration {
        let implementation = &self.program.implementations[id.index()];
        let procedure = &self.program.procedures[implementation.procedure.index()];
        let both = [&implementation.attributes, &procedure.attributes];
        both.into_iter().find_map(|list| attributes::time_limit(list)).unwrap_or(self.context.timeout)
    }

    fn vacuity(&self, name: &str, passive: &Passive, span: Span) -> Result<FileReport, Gap> {
        let Some(probes) = probes(passive, span) else { return Ok(FileReport::default()) };
        let query = query(self.program, &self.prelude, &probes.passive, span)?;
        let started = Instant::now();
        let contradictions = self.contradictions(&probes, &query);
        let time = started.elapsed();
        let mut report = FileReport { solver_time: time, ..FileReport::default() };
        for (claim, contradiction) in contradictions {
            let span = probes.spans[claim.index()];
            // A test of the proof, not a part of it: it counts only where it finds something, or finds no solver.
            let (verdict, diagnostic) = match contradiction {
                Ok(false) | Err(Reason::Timeout | Reason::ResourceLimit) => continue,
                Ok(true) => (Verdict::Failed, contradicts(probes.places[claim.index()], span)),
                Err(reason) => {
                    let message = format!("no answer to whether the assumptions contradict each other: {reason}");
                    (Verdict::Unknown, Diagnostic::error(&codes::UNKNOWN, span, message))
                }
            };
            let id = format!("{name}/vacuity.{}", claim.index() + 1);
            report.obligations.push(Obligation { id, kind: "vacuity", span, verdict, time });
            report.diagnostics.push(diagnostic);
        }
        Ok(report)
    }

    /// From the cache, or the solver.
    fn contradictions(&self, probes: &Probes, query: &Query) -> Vec<(GoalId, Result<bool, Reason>)> {
        let key = Key::new(self.context.info, self.context.config, &format!("; vacuity\n{}", query.text));
        let remembered = self.context.cache.get(&key);
        let words: Vec<&str> = remembered.iter().flat_map(|entry| entry.split_whitespace()).collect();
        if !words.is_empty() && words.len() == probes.claims().count() {
            return probes.claims().zip(words).map(|(claim, word)| (claim, Ok(word == "contradiction"))).collect();
        }
        let deadline = Instant::now() + VACUITY_TIMEOUT;
        let found = probes.contradictions(query, &mut *self.context.pool.acquire(), deadline);
        let words: Result<Vec<&str>, &Reason> = found
            .iter()
            .map(|(_, answer)| answer.as_ref().map(|yes| if *yes { "contradiction" } else { "nothing" }))
            .collect();
        if let Ok(words) = words {
            self.context.cache.put(&key, &words.join("\n"));
        }
        found
    }

    /// Do the axioms contradict each other? The smallest contradictory beginning of the list names the culprit.
    fn axioms(&self) -> FileReport {
        let mut report = FileReport::default();
        let count = self.program.axioms.len();
        if count == 0 || !self.is_contradictory(count) {
            return report;
        }
        let (mut good, mut bad) = (0, count);
        while bad - good > 1 {
            let middle = (good + bad) / 2;
            if self.is_contradictory(middle) { bad = middle } else { good = middle }
        }
        let span = self.program.axioms[bad - 1].span;
        let message = "this axiom contradicts the axioms before it (or itself), so everything can be proved";
        let obligation = Obligation {
            id: "axioms/vacuity".into(),
            kind: "vacuity",
            span,
            verdict: Verdict::Failed,
            time: Duration::ZERO,
        };
        report.obligations.push(obligation);
        report.diagnostics.push(Diagnostic::error(&codes::VACUOUS, span, message));
        report
    }

    /// Whether the solver proves the first `count` axioms contradictory.
    fn is_contradictory(&self, count: usize) -> bool {
        let Ok(selection) = self.prelude.beginning(count) else { return false };
        let text = selection.text;
        let key = Key::new(self.context.info, self.context.config, &format!("; axioms\n{text}"));
        if let Some(entry) = self.context.cache.get(&key) {
            return entry == "unsat";
        }
        let mut session = self.context.pool.acquire();
        let answer = match session.send(&text) {
            Ok(()) => session.check(Instant::now() + VACUITY_TIMEOUT),
            Err(reason) => smt::Answer::Unknown(reason),
        };
        match answer {
            smt::Answer::Unsat => self.context.cache.put(&key, "unsat"),
            smt::Answer::Sat => self.context.cache.put(&key, "sat"),
            smt::Answer::Unknown(_) => {}
        }
        answer == smt::Answer::Unsat
    }
}

/// The question, which goals it is about, and what a trace would show.
fn cache_text(query: &Query, asked: &[GoalId]) -> String {
    let goals: Vec<String> = query.checks.iter().map(|goal| goal.0.to_string()).collect();
    let asked: Vec<String> = asked.iter().map(|goal| goal.0.to_string()).collect();
    let mut text = format!("; checks of goals {}\n; asked {}\n", goals.join(" "), asked.join(" "));
    for position in query.points.iter().flat_map(|point| &point.events) {
        text.push_str(&format!(
            "; event {} {}: {}\n",
            position.block.0,
            position.step,
            query.values[position].join(" ")
        ));
    }
    text + &query.text
}

fn contradicts(place: Place, span: Span) -> Diagnostic {
    let message = match place {
        Place::Entry => {
            "the preconditions of this procedure contradict each other or the axioms, so its proof says nothing"
        }
        Place::BeforeInvariants { .. } | Place::AfterInvariants { .. } => {
            "the invariants of this loop contradict each other, so what follows is proved from nothing"
        }
    };
    Diagnostic::error(&codes::VACUOUS, span, message)
}

/// One answer for an implementation as a whole.
fn whole(name: &str, span: Span, verdict: Verdict, diagnostic: Diagnostic) -> FileReport {
    let obligation =
        Obligation { id: format!("{name}/procedure"), kind: "procedure", span, verdict, time: Duration::ZERO };
    FileReport { obligations: vec![obligation], diagnostics: vec![diagnostic], ..FileReport::default() }
}

/// Does the tasks on several threads; the results are in the order of the tasks.
fn in_parallel<T: Sync, R: Send>(
    tasks: &[T],
    jobs: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(tasks.len()));
    let worker = || {
        while let Some((index, task)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, tasks.get(at)?)))
        {
            let result = work(task);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len());
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, tasks.len().max(1)) {
            // A system without room for a thread leaves the work to the others.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
        }
    });
    // And in the end to this one.
    worker();
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
