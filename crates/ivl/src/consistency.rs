//! Whether what is taken for granted contradicts itself.
//!
//! From a contradiction everything follows, so a proof is worth something only where there is none. Asked of every
//! proved implementation: can a run get past its preconditions and the invariants of its loops (see
//! [`crate::vacuity`])? Asked once: do the facts of the program, unique constants and axioms, exclude each other?
//!
//! An engine asks the same of what its obligations assume, by procedures whose ends must be in reach ([`Probe`]).
//!
//! These are tests of proofs and no part of them. A contradiction that is found makes the proof *failed*. A solver that
//! breaks down makes it *unknown*. A question that the solver has no time for leaves the proof as it is, with a note.

use crate::body::GoalId;
use crate::check::{Run, passive};
use crate::codes;
use crate::encode::{Fact, Gap};
use crate::parallel::in_parallel;
use crate::passive::Passive;
use crate::solve::is_reachable;
use crate::typed::{ConstId, ImplementationId};
use crate::vacuity::{Place, Probes, probes};
use crate::vc::{Query, query};
use smt::{Answer, Reason};
use source::{Diagnostic, Obligation, Outcome, Report, Span};
use std::time::{Duration, Instant};

/// A question is worth this much time and no more.
const TIMEOUT: Duration = Duration::from_millis(500);

/// What is found out about the assumptions of one implementation.
pub fn contradictory_assumptions(run: &Run, name: &str, passive: &Passive, span: Span) -> Result<Report, Gap> {
    let Some(probes) = probes(passive, span) else { return Ok(Report::default()) };
    let query = query(run.program, &run.prelude, &probes.passive, span)?;
    let started = Instant::now();
    let contradictions = probe(run, &probes, &query);
    let time = started.elapsed();
    let mut report = Report { solver_time: time, ..Report::default() };
    for (claim, contradiction) in contradictions {
        let span = probes.spans[claim.index()];
        let id = format!("{name}/vacuity.{}", claim.index() + 1);
        match contradiction {
            Ok(false) => {}
            Ok(true) => report.append(found(id, time, contradicts(probes.places[claim.index()], span))),
            Err(reason) => report.append(unanswered(id, time, span, "the assumptions made here", &reason)),
        }
    }
    Ok(report)
}

/// From the cache, or the solver.
fn probe(run: &Run, probes: &Probes, query: &Query) -> Vec<(GoalId, Result<bool, Reason>)> {
    let key = run.key(format!("; vacuity\n{}", query.text));
    let remembered = run.context.cache.get(&key);
    let words: Vec<&str> = remembered.iter().flat_map(|entry| entry.split_whitespace()).collect();
    if !words.is_empty() && words.len() == probes.claims().count() {
        return probes.claims().zip(words).map(|(claim, word)| (claim, Ok(word == "contradiction"))).collect();
    }
    let found = probes.contradictions(query, &mut *run.context.pool.acquire(), Instant::now() + TIMEOUT);
    let words: Result<Vec<&str>, &Reason> = found
        .iter()
        .map(|(_, answer)| answer.as_ref().map(|yes| if *yes { "contradiction" } else { "nothing" }))
        .collect();
    if let Ok(words) = words {
        run.context.cache.put(&key, &words.join("\n"));
    }
    found
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

/// A procedure of an engine's that ends with `assert false`, which must not be provable.
pub struct Probe {
    pub implementation: ImplementationId,
    /// What is wrong if no run comes to the end.
    pub failure: Diagnostic,
    /// The numbers of probes that explain it: if one of them fails, this one tells nothing new.
    pub after: Vec<usize>,
}

/// What is found out by the probes.
pub fn contradictory_probes(run: &Run, probes: &[Probe]) -> Report {
    let context = run.context;
    let answers = in_parallel(probes, context.jobs, &|_, _| (), |probe| {
        let started = Instant::now();
        // What is not modelled is told with the obligations.
        let answer = ends(run, probe).unwrap_or(Ok(true));
        (answer, started.elapsed())
    });
    let fails = |at: usize| answers.get(at).is_some_and(|(answer, _)| *answer == Ok(false));
    let mut report = Report::default();
    for (probe, (answer, time)) in probes.iter().zip(&answers) {
        report.solver_time += *time;
        let id = || format!("{}/vacuity", run.program.implementations[probe.implementation.index()].name);
        match answer {
            Ok(true) => {}
            Ok(false) if probe.after.iter().any(|before| fails(*before)) => {}
            Ok(false) => report.append(found(id(), *time, probe.failure.clone())),
            Err(reason) => {
                report.append(unanswered(id(), *time, probe.failure.span, "the assumptions made here", reason));
            }
        }
    }
    report
}

/// Whether a run may come to the end of the probe, as far as the solver can tell.
fn ends(run: &Run, probe: &Probe) -> Result<Result<bool, Reason>, Gap> {
    let key = run.key([b"probe".as_slice(), &run.fingerprints.of(probe.implementation).bytes].concat());
    match run.context.cache.get(&key).as_deref() {
        Some("contradiction") => return Ok(Ok(false)),
        Some("nothing") => return Ok(Ok(true)),
        Some(_) | None => {}
    }
    let passive = passive(run.program, run.calls, probe.implementation)?;
    let query = query(run.program, &run.prelude, &passive, probe.failure.span)?;
    let Some(end) = query.checks.last().copied() else { return Ok(Ok(true)) };
    let mut session = run.context.pool.acquire();
    let sent = session.send(&query.text);
    let answer = sent.and_then(|()| is_reachable(&query, end, &mut *session, Instant::now() + TIMEOUT));
    if let Ok(reached) = &answer {
        run.context.cache.put(&key, if *reached { "nothing" } else { "contradiction" });
    }
    Ok(answer)
}

/// What is found out about the facts of the program.
pub fn contradictory_facts(run: &Run) -> Report {
    let key = run.key([b"facts".as_slice(), run.fingerprints.environment()].concat());
    if run.context.cache.get(&key).is_some() {
        return Report::default();
    }
    let (facts, mut report) = facts(run);
    let can_contradict = facts.len() > 1 || facts.iter().any(|fact| matches!(fact, Fact::Axiom(_)));
    if can_contradict {
        let started = Instant::now();
        match first_contradiction(run, &facts) {
            Ok(None) => {}
            Ok(Some(fact)) => report.append(found("axioms/vacuity".into(), started.elapsed(), excluded(run, fact))),
            Err(reason) => {
                let span = span_of(run, facts[0]);
                report.append(unanswered("axioms/vacuity".into(), started.elapsed(), span, "the axioms", &reason));
            }
        }
    }
    // All was well, and will be as long as the environment is the same.
    if report.findings().next().is_none() {
        run.context.cache.put(&key, "");
    }
    report
}

/// The unique constants and axioms, with a note on each that is not modelled.
fn facts(run: &Run) -> (Vec<Fact>, Report) {
    let consts = run.program.consts.iter().enumerate().filter(|(_, constant)| constant.unique);
    let unique = consts.map(|(index, _)| Fact::Unique(ConstId(index as u32)));
    let mut facts: Vec<Fact> = unique.chain((0..run.program.axioms.len()).map(Fact::Axiom)).collect();
    let mut report = Report::default();
    if run.prelude.facts(&facts).is_err() {
        facts.retain(|fact| {
            let gap = run.prelude.facts(&[*fact]).err();
            report.notes.extend(gap.as_ref().map(|gap| left_out(run, *fact, gap)));
            gap.is_none()
        });
    }
    (facts, report)
}

fn left_out(run: &Run, fact: Fact, gap: &Gap) -> Diagnostic {
    let message = format!("not tested for contradictions: {}", gap.message);
    Diagnostic::note(&codes::UNKNOWN, span_of(run, fact), message)
}

/// The last fact of the smallest contradictory prefix of the list.
fn first_contradiction(run: &Run, facts: &[Fact]) -> Result<Option<Fact>, Reason> {
    if !is_contradictory(run, facts)? {
        return Ok(None);
    }
    let (mut good, mut bad) = (0, facts.len());
    while bad - good > 1 {
        let middle = (good + bad) / 2;
        // Where there is no answer, a longer prefix is blamed.
        if is_contradictory(run, &facts[..middle]) == Ok(true) { bad = middle } else { good = middle }
    }
    Ok(facts.get(bad - 1).copied())
}

/// Whether the solver proves these facts contradictory.
fn is_contradictory(run: &Run, facts: &[Fact]) -> Result<bool, Reason> {
    let text = match run.prelude.facts(facts) {
        Ok(selection) => selection.text,
        Err(gap) => return Err(Reason::Other(gap.message.clone())),
    };
    let key = run.key(format!("; facts\n{text}"));
    match run.context.cache.get(&key).as_deref() {
        Some("contradiction") => return Ok(true),
        Some("nothing") => return Ok(false),
        Some(_) | None => {}
    }
    let mut session = run.context.pool.acquire();
    session.send(&text)?;
    let (yes, word) = match session.check(Instant::now() + TIMEOUT) {
        Answer::Unsat => (true, "contradiction"),
        // The usual answer where there are quantifiers: the solver has tried what it can.
        Answer::Sat | Answer::Unknown(Reason::Incomplete(_)) => (false, "nothing"),
        Answer::Unknown(reason) => return Err(reason),
    };
    run.context.cache.put(&key, word);
    Ok(yes)
}

fn excluded(run: &Run, fact: Fact) -> Diagnostic {
    let message = match fact {
        Fact::Unique(_) => {
            "the type has fewer values than unique constants up to this one, so everything can be proved"
        }
        Fact::Axiom(_) => "this axiom contradicts the axioms before it (or itself), so everything can be proved",
    };
    Diagnostic::error(&codes::VACUOUS, span_of(run, fact), message)
}

fn span_of(run: &Run, fact: Fact) -> Span {
    match fact {
        Fact::Unique(id) => run.program.consts[id.index()].span,
        Fact::Axiom(index) => run.program.axioms[index].span,
    }
}

fn found(id: String, time: Duration, diagnostic: Diagnostic) -> Report {
    answered(id, time, diagnostic.span, Outcome::failed(diagnostic))
}

/// The proof stands, unless the solver broke down.
fn unanswered(id: String, time: Duration, span: Span, what: &str, reason: &Reason) -> Report {
    let message = format!("no answer to whether {what} contradict each other: {reason}");
    match reason {
        Reason::Timeout | Reason::Hung | Reason::ResourceLimit => {
            Report::of_notes(vec![Diagnostic::note(&codes::UNKNOWN, span, message)])
        }
        Reason::Incomplete(_)
        | Reason::Stopped
        | Reason::MemoryOut
        | Reason::Died(_)
        | Reason::Garbage(_)
        | Reason::Rejected(_)
        | Reason::Cancelled
        | Reason::Other(_) => {
            answered(id, time, span, Outcome::unknown(Diagnostic::error(&codes::UNKNOWN, span, message)))
        }
    }
}

fn answered(id: String, time: Duration, span: Span, outcome: Outcome) -> Report {
    Report::of_obligation(Obligation { id, kind: "vacuity", span, outcome, time })
}
