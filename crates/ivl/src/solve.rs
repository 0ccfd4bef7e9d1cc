//! A query put to the solver until every goal has its answer.
//!
//! One question decides all goals if none fails. Else the solver starts anew, so that what it says depends on the
//! question alone: each model refutes one goal; with that goal's checks switched off the question is asked again.
//!
//! What is hard together is often easy alone, and the other way round. So a question about several goals is given up
//! soon, and so are then the questions about parts of them and about each of a part; only what is left is given the whole
//! time, first together, then one by one.

use crate::body::GoalId;
use crate::vc::{Position, Query};
use rustc_hash::FxHashSet;
use smt::{Answer, Reason, Session, Sexpr};
use std::time::{Duration, Instant};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Proved,
    Failed(Counterexample),
    Unknown(Reason),
}

/// A run that the solver thinks fails, with the values that its events show, as the solver wrote them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    pub events: Vec<(Position, Vec<String>)>,
}

/// The parts of the time after which a question is given up that is asked in another way later: about several goals, and
/// about one. A question about many conditions that has no answer in a second seldom has one in three.
const SOON_TOGETHER: u32 = 30;
const SOON_ALONE: u32 = 10;

/// How much is asked where not all goals hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Nothing more: each is unknown then.
    Together,
    /// Which goals fail.
    Goals,
    /// Which goals fail, and a run for each.
    Runs,
}

/// The outcome of each goal in `goals`.
pub fn solve(
    query: &Query,
    goals: &[GoalId],
    depth: Depth,
    session: &mut dyn Session,
    timeout: Duration,
) -> Vec<(GoalId, Outcome)> {
    let at_first = if goals.len() > 1 { timeout / SOON_TOGETHER } else { timeout };
    let first = pose(query, goals, session).map(|()| session.check(Instant::now() + at_first));
    let mut outcomes = Vec::new();
    let unknown = match (first, depth) {
        (Ok(Answer::Unsat), _) => return goals.iter().map(|goal| (*goal, Outcome::Proved)).collect(),
        (_, Depth::Together) => {
            let reason = Reason::Other("not all hold together".into());
            return goals.iter().map(|goal| (*goal, Outcome::Unknown(reason.clone()))).collect();
        }
        (Ok(answer @ (Answer::Sat | Answer::Unknown(Reason::Incomplete(_)))), Depth::Goals) => {
            settle_each(query, goals, depth, answer, session, Instant::now() + timeout, &mut outcomes)
        }
        (Ok(Answer::Sat | Answer::Unknown(Reason::Incomplete(_))), Depth::Runs) => {
            ask(query, goals, session, timeout, &mut outcomes)
        }
        (Ok(Answer::Unknown(reason)) | Err(reason), Depth::Goals | Depth::Runs) => Some(reason),
    };
    if let Some(reason) = unknown {
        let open: Vec<GoalId> = goals.iter().copied().filter(|goal| !is_settled(&outcomes, *goal)).collect();
        match open[..] {
            [goal] => outcomes.push((goal, Outcome::Unknown(reason))),
            _ => ask_in_parts(query, open, session, timeout, &mut outcomes),
        }
    }
    outcomes.sort_by_key(|(goal, _)| *goal);
    outcomes
}

/// Settles all goals: some at a time and each alone for a short time, then those that ran out of it together and alone.
fn ask_in_parts(
    query: &Query,
    goals: Vec<GoalId>,
    session: &mut dyn Session,
    timeout: Duration,
    outcomes: &mut Vec<(GoalId, Outcome)>,
) {
    let mut late = Vec::new();
    for part in goals.chunks(goals.len().isqrt().max(1)) {
        if part.len() > 1 {
            // Whatever the reason, those that are still open are asked about alone.
            ask(query, part, session, timeout / SOON_TOGETHER, outcomes);
        }
        let open: Vec<GoalId> = part.iter().copied().filter(|goal| !is_settled(outcomes, *goal)).collect();
        late.extend(ask_one_by_one(query, &open, session, timeout / SOON_ALONE, outcomes));
    }
    if late.len() > 1 {
        ask(query, &late, session, timeout, outcomes);
    }
    let late: Vec<GoalId> = late.into_iter().filter(|goal| !is_settled(outcomes, *goal)).collect();
    let late = ask_one_by_one(query, &late, session, timeout, outcomes);
    outcomes.extend(late.into_iter().map(|goal| (goal, Outcome::Unknown(Reason::Timeout))));
}

/// Settles each goal but those that run out of time, which it gives back.
fn ask_one_by_one(
    query: &Query,
    goals: &[GoalId],
    session: &mut dyn Session,
    timeout: Duration,
    outcomes: &mut Vec<(GoalId, Outcome)>,
) -> Vec<GoalId> {
    let mut late = Vec::new();
    for goal in goals {
        match ask(query, &[*goal], session, timeout, outcomes) {
            None => {}
            Some(Reason::Timeout) => late.push(*goal),
            Some(reason) => outcomes.push((*goal, Outcome::Unknown(reason))),
        }
    }
    late
}

/// Whether a run can reach the probe, a place with `check false`. The query has been sent.
pub fn is_reachable(
    query: &Query,
    probe: GoalId,
    session: &mut dyn Session,
    deadline: Instant,
) -> Result<bool, Reason> {
    let others: Vec<String> = (0..query.checks.len())
        .filter(|check| query.checks[*check] != probe)
        .map(|check| format!("(not {})", Query::wrong(check)))
        .collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    match session.check_assuming(&others, deadline) {
        Answer::Sat | Answer::Unknown(Reason::Incomplete(_)) => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(reason) => Err(reason),
    }
}

/// Sends the question about some of the goals.
fn pose(query: &Query, goals: &[GoalId], session: &mut dyn Session) -> Result<(), Reason> {
    let goals: FxHashSet<GoalId> = goals.iter().copied().collect();
    let others = query.checks.iter().enumerate().filter(|(_, goal)| !goals.contains(goal));
    let switched_off: String = others.map(|(check, _)| switch_off(check)).collect();
    session.send(&format!("{}{switched_off}", query.text))
}

fn is_settled(outcomes: &[(GoalId, Outcome)], goal: GoalId) -> bool {
    outcomes.iter().any(|(settled, _)| *settled == goal)
}

/// Asks about some goals in a new beginning until all are settled; gives the reason if the solver has no answer for
/// those left open.
fn ask(
    query: &Query,
    goals: &[GoalId],
    session: &mut dyn Session,
    timeout: Duration,
    outcomes: &mut Vec<(GoalId, Outcome)>,
) -> Option<Reason> {
    if let Err(reason) = session.restart().and_then(|()| pose(query, goals, session)) {
        return Some(reason);
    }
    let deadline = Instant::now() + timeout;
    let answer = session.check(deadline);
    settle_each(query, goals, Depth::Runs, answer, session, deadline, outcomes)
}

/// As long as there is a model, switches the goal off that it refutes and asks again; begins with an answer.
fn settle_each(
    query: &Query,
    goals: &[GoalId],
    depth: Depth,
    mut answer: Answer,
    session: &mut dyn Session,
    deadline: Instant,
    outcomes: &mut Vec<(GoalId, Outcome)>,
) -> Option<Reason> {
    loop {
        let gave_up = match answer {
            Answer::Unsat => {
                for goal in goals {
                    if !is_settled(outcomes, *goal) {
                        outcomes.push((*goal, Outcome::Proved));
                    }
                }
                return None;
            }
            Answer::Sat => None,
            // The solver has a candidate model, which satisfies everything but perhaps a quantifier.
            Answer::Unknown(reason @ Reason::Incomplete(_)) => Some(reason),
            Answer::Unknown(reason) => return Some(reason),
        };
        let (goal, counterexample) = match read_model(query, depth, session, deadline) {
            Ok(found) => found,
            Err(reason) => return Some(gave_up.unwrap_or(reason)),
        };
        if is_settled(outcomes, goal) || !goals.contains(&goal) {
            return Some(Reason::Garbage("a model that fails an assertion which was switched off".into()));
        }
        outcomes.push((goal, Outcome::Failed(counterexample)));
        if goals.iter().all(|goal| is_settled(outcomes, *goal)) {
            return None;
        }
        let checks = query.checks.iter().enumerate().filter(|(_, other)| **other == goal);
        let text: String = checks.map(|(check, _)| switch_off(check)).collect();
        if let Err(reason) = session.send(&text) {
            return Some(reason);
        }
        answer = session.check(deadline);
    }
}

fn switch_off(check: usize) -> String {
    format!("(assert (not {}))\n", Query::wrong(check))
}

/// Follows the true points of the model from the start to the check that fails.
fn read_model(
    query: &Query,
    depth: Depth,
    session: &mut dyn Session,
    deadline: Instant,
) -> Result<(GoalId, Counterexample), Reason> {
    let points = truths(session, (0..query.points.len()).map(Query::at).collect(), deadline)?;
    let wrong = truths(session, (0..query.checks.len()).map(Query::wrong).collect(), deadline)?;
    let mut positions = Vec::new();
    let mut current = 0;
    let failed = loop {
        let point = &query.points[current];
        positions.extend(&point.events);
        if let Some(check) = point.check
            && wrong[check]
        {
            break check;
        }
        let next = point.next.iter().copied().find(|next| points[*next]);
        current = next.ok_or_else(|| Reason::Garbage("a model without a failing run".into()))?;
    };
    if depth != Depth::Runs {
        positions.clear();
    }
    let terms: Vec<String> = positions.iter().flat_map(|position| query.values[position].clone()).collect();
    let mut values = session.values(&terms, deadline)?.into_iter();
    let events = positions
        .into_iter()
        .map(|position| {
            let count = query.values[&position].len();
            let shown = values.by_ref().take(count).map(|value| value.to_string());
            (position, shown.collect())
        })
        .collect();
    Ok((query.checks[failed], Counterexample { events }))
}

fn truths(session: &mut dyn Session, names: Vec<String>, deadline: Instant) -> Result<Vec<bool>, Reason> {
    let values = session.values(&names, deadline)?;
    Ok(values.iter().map(|value| matches!(value, Sexpr::Atom(text) if text == "true")).collect())
}
