//! The engine `sequential`: every implementation of a program, checked alone.
//!
//! ```text
//! whole program:          inline functions → monomorphise
//! each implementation:    contract → cut loops → passify → instantiate → query → solve → report; then vacuity
//! once:                   do the axioms contradict each other?
//! ```

use crate::attributes;
use crate::body::{Goal, GoalId};
use crate::call_graph::{CallGraph, called_by};
use crate::codes;
pub use crate::consistency::Probe;
use crate::consistency::{contradictory_assumptions, contradictory_facts, contradictory_probes};
use crate::contract::{contract, is_inlined_everywhere};
use crate::cut_loops::cut_loops;
use crate::encode::{Gap, Prelude};
use crate::fingerprint::Fingerprints;
use crate::inline_code_calls::inline_code_calls;
use crate::inline_functions::inline_functions;
use crate::interpret::replay::replay;
use crate::mono::monomorphise;
use crate::parallel::in_parallel;
use crate::passify::passify;
use crate::passive::Passive;
use crate::pool::instantiate;
use crate::proof_cache;
pub use crate::report::{MORE_TIME, end_of_run};
use crate::report::{goal_ids, proved, report};
pub use crate::solve::Depth;
use crate::solve::{Counterexample, Limits, Outcome as Answer, solve};
use crate::threads::refuse_threads;
use crate::trust::believed;
use crate::typed::{ImplementationId, ProcedureId, Program, Role};
use crate::vc::{Query, query};
use crate::verdict_cache;
use rustc_hash::FxHashSet;
use smt::{Cache, Key, Pool, SolverConfig, SolverInfo};
use source::{Deadline, Diagnostic, Obligation, Outcome, Report, Span};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a run is given besides the program.
pub struct Context<'a> {
    pub pool: &'a Pool,
    pub cache: &'a Cache,
    /// What the solver is and how it is set up: part of every cache key.
    pub info: &'a SolverInfo,
    pub config: &'a SolverConfig,
    /// Wall clock, per question.
    pub timeout: Duration,
    /// When the run ends, or the share of it that this program has.
    pub deadline: Deadline,
    /// How many implementations are checked at once.
    pub jobs: usize,
    /// Only the procedure or obligation of this name.
    pub only: Option<&'a str>,
    /// Told how many of how many implementations are done.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

impl Context<'_> {
    /// What an engine noted about this question, in this run or an earlier one.
    pub fn recall(&self, question: &[u8]) -> Option<String> {
        self.cache.get(&Key::new(self.info, self.config, question))
    }

    pub fn note(&self, question: &[u8], answer: &str) {
        self.cache.put(&Key::new(self.info, self.config, question), answer);
    }
}

/// The codes of this engine's findings.
pub static CODES: &[&source::Code] = codes::ALL;

/// How Z3 is set up. Quantifiers are instantiated by their triggers only: searching for models of them instead is what
/// makes a failing query run out of time. Chains of instances are followed ten times further than by default, which long
/// axiomatisations of sequences and the like need.
pub static Z3_OPTIONS: &[(&str, &str)] =
    &[("smt.mbqi", "false"), ("smt.qi.eager_threshold", "100"), ("model.v2", "true"), ("model.compact", "false")];

/// In a run with a time limit, an implementation has at least the time of so many questions.
const LEAST_SHARE: u32 = 2;

/// Checks every implementation of the program.
pub fn check(program: Program, context: &Context) -> Report {
    let place = first_place(&program);
    let attempt = catch_unwind(AssertUnwindSafe(|| check_program(program, context)));
    attempt.unwrap_or_else(|_| internal_error(place))
}

/// What is told of a program whose check came to an internal error.
pub fn internal_error(place: Option<Span>) -> Report {
    let message = "internal error; nothing is known about this program";
    Report::of_inputs(place.into_iter().map(|span| Diagnostic::error(&codes::INTERNAL, span, message)).collect())
}

/// Where to point at a program as a whole, if there is anything to prove of it.
pub fn first_place(program: &Program) -> Option<Span> {
    let implementation = program.implementations.first().map(|implementation| implementation.span);
    implementation.or_else(|| program.axioms.first().map(|axiom| axiom.span))
}

fn check_program(program: Program, context: &Context) -> Report {
    let refused = refuse_threads(&program);
    if !refused.is_empty() {
        return Report::of_inputs(refused);
    }
    match prepare(program) {
        Ok(program) => {
            let obligations = program.implementations.len();
            let all = Prepared {
                program: &program,
                obligations,
                probes: &[],
                selected: None,
                depth: Depth::Runs,
                facts: true,
            };
            let mut report = check_prepared(&all, context);
            report.notes.extend(believed(&program));
            report
        }
        Err(refused) => Report::of_inputs(refused),
    }
}

/// A program without type variables and inline functions, and what an engine says of its implementations.
#[derive(Clone, Copy)]
pub struct Prepared<'a> {
    pub program: &'a Program,
    /// Implementations from this number on were made by an engine: they are no code that could run, so failures are not
    /// replayed, and their assumptions may contradict each other.
    pub obligations: usize,
    /// Where all is proved, these are asked whether what is assumed can be true; their implementations are not checked.
    pub probes: &'a [Probe],
    /// The implementations to be checked, if not all are.
    pub selected: Option<&'a BTreeSet<ImplementationId>>,
    /// How much is asked about those that fail.
    pub depth: Depth,
    /// Whether it is asked if the facts of the program contradict each other.
    pub facts: bool,
}

/// Checks the implementations of a program.
pub fn check_prepared(prepared: &Prepared, context: &Context) -> Report {
    let Prepared { program, obligations, probes, selected, depth, facts } = *prepared;
    let calls = CallGraph::new(program);
    let run = Run {
        fingerprints: Fingerprints::new(program, &calls),
        calls: &calls,
        prelude: Prelude::new(program),
        names: implementation_names(program),
        inlined: FxHashSet::default(),
        obligations,
        probes: probes.iter().map(|probe| probe.implementation).collect(),
        selected,
        depth,
        waiting: AtomicUsize::new(0),
        program,
        context,
    };
    let run = Run { inlined: run.inlined_into_checked_ones(), ..run };
    let tasks: Vec<ImplementationId> = run.tasks();
    run.waiting.store(tasks.len(), Ordering::Relaxed);
    let mut reports = in_parallel(&tasks, context.jobs, context.progress, |id| run.implementation(*id));
    if facts && context.only.is_none() {
        reports.push(contradictory_facts(&run));
    }
    let mut all = Report::default();
    reports.into_iter().for_each(|report| all.append(report));
    if context.only.is_none() && all.obligations.iter().all(|obligation| obligation.outcome.is_proved()) {
        all.append(contradictory_probes(&run, probes));
    }
    all
}

/// All that the answer about an implementation depends on, as bytes.
pub fn fingerprint(program: &Program, id: ImplementationId) -> Vec<u8> {
    let calls = CallGraph::new(program);
    Fingerprints::new(program, &calls).of(id).bytes
}

/// The program without type variables, inline functions and calls in code expressions.
pub fn prepare(program: Program) -> Result<Program, Vec<Diagnostic>> {
    Ok(monomorphise(inline_functions(inline_code_calls(program)?))?.program)
}

/// The passive form of one implementation, as [`check`] makes it.
pub fn passive(program: &Program, calls: &CallGraph, id: ImplementationId) -> Result<Passive, Gap> {
    let contract = contract(program, calls, id)?;
    let (stated, reachable) = (contract.goals.len(), contract.graph.reachable_goals());
    let passive = passify(program, cut_loops(program, contract)?);
    // No goal is lost on the way: one that nothing checks is one that no run can come to.
    let checked = passive.checked_goals();
    let all = (0..passive.goals.len() as u32).map(GoalId);
    let lost = all.filter(|goal| !checked.contains(goal) && (goal.index() >= stated || reachable.contains(goal)));
    assert_eq!(lost.count(), 0, "a goal is lost");
    Ok(instantiate(program, passive))
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

/// A program under way.
pub(crate) struct Run<'a> {
    pub(crate) program: &'a Program,
    pub(crate) calls: &'a CallGraph,
    pub(crate) fingerprints: Fingerprints<'a>,
    pub(crate) prelude: Prelude<'a>,
    names: Vec<String>,
    /// Procedures that are checked where they are called, because a body that is checked inlines them.
    inlined: FxHashSet<ProcedureId>,
    /// The number of the first implementation that is an engine's obligation.
    obligations: usize,
    /// Implementations that are probes.
    probes: FxHashSet<ImplementationId>,
    selected: Option<&'a BTreeSet<ImplementationId>>,
    depth: Depth,
    /// How many implementations have not had their turn.
    waiting: AtomicUsize,
    pub(crate) context: &'a Context<'a>,
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
        self.selected.is_none_or(|selected| selected.contains(&id))
            && !self.is_action(procedure)
            && !self.is_skipped(id)
            && !self.probes.contains(&id)
            && !self.inlined.contains(&procedure)
            && self.context.only.is_none_or(is_part)
    }

    /// Only pure actions are left here, and nobody calls them.
    fn is_action(&self, id: ProcedureId) -> bool {
        matches!(self.program.procedures[id.index()].role, Role::Action(_))
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
        let is_inlined = |id: ProcedureId| is_inlined_everywhere(self.program, self.calls, id);
        let bodies = self.program.implementations.iter().enumerate();
        let checked = bodies
            .filter(|(index, body)| !self.is_skipped(ImplementationId(*index as u32)) && !is_inlined(body.procedure));
        let mut work: Vec<ProcedureId> = checked.flat_map(|(_, body)| called_by(body)).collect();
        let mut inlined = FxHashSet::default();
        while let Some(callee) = work.pop() {
            // An inlined procedure has one body.
            if is_inlined(callee) && inlined.insert(callee) {
                work.extend(self.calls.callees(callee));
            }
        }
        inlined
    }

    fn implementation(&self, id: ImplementationId) -> Report {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        if self.context.deadline.is_over() {
            return self.not_reached(id);
        }
        let attempt = catch_unwind(AssertUnwindSafe(|| self.try_implementation(id)));
        let span = self.program.implementations[id.index()].span;
        let name = &self.names[id.index()];
        match attempt {
            Ok(Ok(report)) => report,
            Ok(Err(gap)) => {
                let diagnostic = Diagnostic::error(&codes::UNSUPPORTED, gap.span, gap.message)
                    .label(span, "so this procedure is not checked");
                whole(name, span, Outcome::unsupported(diagnostic))
            }
            Err(_) => {
                let message = format!("internal error while checking `{name}`; nothing is known about it");
                whole(name, span, Outcome::Internal(vec![Diagnostic::error(&codes::INTERNAL, span, message)]))
            }
        }
    }

    /// The run ended before this implementation had its turn.
    fn not_reached(&self, id: ImplementationId) -> Report {
        let (name, span) = (&self.names[id.index()], self.program.implementations[id.index()].span);
        let message = format!("`{name}` was not checked: {}", end_of_run(self.context.deadline));
        let diagnostic = Diagnostic::error(&codes::UNKNOWN, span, message).help(MORE_TIME);
        whole(name, span, Outcome::unknown(diagnostic))
    }

    /// From memory, if all was well and nothing changed; else checked.
    fn try_implementation(&self, id: ImplementationId) -> Result<Report, Gap> {
        if !self.context.cache.is_enabled() || self.asks_for_one_goal() {
            return Ok(self.checked(id)?.0);
        }
        let fingerprint = self.fingerprints.of(id);
        // What an engine made may be proved from a contradiction, code may not.
        let key = self.key([&fingerprint.bytes[..], &[u8::from(self.is_code(id))]].concat());
        let remembered = self.context.cache.get(&key).and_then(|entry| proof_cache::read(&entry, &fingerprint));
        if let Some(goals) = remembered {
            return Ok(proved(&self.names[id.index()], &goals));
        }
        let (report, goals) = self.checked(id)?;
        let is_failure =
            |obligation: &Obligation| matches!(obligation.outcome, Outcome::Failed(_) | Outcome::Refuted(_));
        if report.obligations.iter().all(|obligation| obligation.outcome.is_proved())
            && report.findings().next().is_none()
            && let Some(entry) = proof_cache::write(&goals, &fingerprint)
        {
            self.context.cache.put(&key, &entry);
        } else if report.obligations.iter().any(is_failure) {
            self.context.cache.deny(&key);
        }
        Ok(report)
    }

    pub(crate) fn key(&self, question: impl AsRef<[u8]>) -> Key {
        Key::new(self.context.info, self.context.config, question)
    }

    /// Whether it is no engine's obligation.
    fn is_code(&self, id: ImplementationId) -> bool {
        id.index() < self.obligations
    }

    fn asks_for_one_goal(&self) -> bool {
        self.context.only.is_some_and(|only| only.contains('/'))
    }

    /// What is found by asking, and the goals that it is about.
    fn checked(&self, id: ImplementationId) -> Result<(Report, Vec<Goal>), Gap> {
        let name = &self.names[id.index()];
        let span = self.program.implementations[id.index()].span;
        let passive = passive(self.program, self.calls, id)?;
        let query = query(self.program, &self.prelude, &passive, span)?;
        let goals = self.wanted_goals(name, &passive);
        let started = Instant::now();
        let answers = self.answers(&query, &goals, self.timeout(id));
        let time = started.elapsed();
        let is_code = self.is_code(id);
        let replay = |goal: &Goal, found: &Counterexample| {
            is_code.then(|| replay(self.program, id, goal, found, &passive)).flatten()
        };
        let mut report = report(name, &passive, &answers, &replay, time);
        report.solver_time += time;
        // Whether a proof is from nothing is asked where there is a proof.
        let is_proof = answers.iter().all(|(_, answer)| *answer == Answer::Proved);
        if is_code && is_proof && !self.asks_for_one_goal() {
            report.append(contradictory_assumptions(self, name, &passive, span)?);
        }
        Ok((report, passive.goals))
    }

    fn wanted_goals(&self, name: &str, passive: &Passive) -> Vec<GoalId> {
        let all = (0..passive.goals.len() as u32).map(GoalId);
        match self.context.only.filter(|only| only.contains('/')) {
            None => all.collect(),
            Some(only) => {
                let ids = goal_ids(name, passive.goals.iter().map(|goal| goal.kind.word()));
                all.filter(|goal| ids[goal.index()] == only).collect()
            }
        }
    }

    /// The cached answers, or the solver's.
    fn answers(&self, query: &Query, goals: &[GoalId], timeout: Duration) -> Vec<(GoalId, Answer)> {
        let checks: FxHashSet<GoalId> = query.checks.iter().copied().collect();
        let (asked, trivial): (Vec<GoalId>, Vec<GoalId>) = goals.iter().partition(|goal| checks.contains(goal));
        let mut answers: Vec<(GoalId, Answer)> = trivial.into_iter().map(|goal| (goal, Answer::Proved)).collect();
        if !asked.is_empty() {
            let solved = self.cached(&cache_text(query, &asked), &asked, || {
                let limits = Limits { timeout, deadline: self.share(timeout) };
                solve(query, &asked, self.depth, &mut *self.context.pool.acquire(), limits)
            });
            answers.extend(solved);
        }
        answers.sort_by_key(|(goal, _)| *goal);
        answers
    }

    fn cached(
        &self,
        text: &str,
        asked: &[GoalId],
        solve: impl FnOnce() -> Vec<(GoalId, Answer)>,
    ) -> Vec<(GoalId, Answer)> {
        let key = self.key(text);
        let remembered = self.context.cache.get(&key).and_then(|entry| verdict_cache::read(&entry));
        // An entry that does not answer the question is no answer.
        if let Some(answers) = remembered
            && answers.iter().map(|(goal, _)| *goal).eq(asked.iter().copied())
        {
            return answers;
        }
        let answers = solve();
        // A failure is remembered with its run.
        let is_proof = answers.iter().all(|(_, answer)| *answer == Answer::Proved);
        if (self.depth == Depth::Runs || is_proof)
            && let Some(entry) = verdict_cache::write(&answers)
        {
            self.context.cache.put(&key, &entry);
        }
        answers
    }

    /// The part of the run that the questions of one implementation may take.
    fn share(&self, timeout: Duration) -> Deadline {
        let waiting = self.waiting.load(Ordering::Relaxed) + 1;
        self.context.deadline.share(waiting, self.context.jobs, timeout * LEAST_SHARE)
    }

    /// `{:timeLimit n}`, or the run's limit.
    fn timeout(&self, id: ImplementationId) -> Duration {
        let implementation = &self.program.implementations[id.index()];
        let procedure = &self.program.procedures[implementation.procedure.index()];
        let both = [&implementation.attributes, &procedure.attributes];
        both.into_iter().find_map(|list| attributes::time_limit(list)).unwrap_or(self.context.timeout)
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

/// One answer for an implementation as a whole.
fn whole(name: &str, span: Span, outcome: Outcome) -> Report {
    let (id, kind) = (format!("{name}/procedure"), "procedure");
    Report::of_obligation(Obligation { id, kind, span, outcome, time: Duration::ZERO })
}
