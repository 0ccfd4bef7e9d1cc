//! A query put to the solver until every goal has its answer.
//!
//! One question decides all goals if none fails. Each model refutes one goal; with that goal's checks switched off the
//! question is asked again. A question without an answer is split: each open goal is then asked about alone.

use crate::body::GoalId;
use crate::vc::{Position, Query};
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

/// The outcome of each goal in `goals`.
pub fn solve(query: &Query, goals: &[GoalId], session: &mut dyn Session, timeout: Duration) -> Vec<(GoalId, Outcome)> {
    let mut outcomes = Vec::new();
    let unknown = ask(query, goals, session, timeout, &mut outcomes);
    if let Some(reason) = unknown {
        let open: Vec<GoalId> = goals.iter().copied().filter(|goal| !is_settled(&outcomes, *goal)).collect();
        if let [only] = open.as_slice() {
            outcomes.push((*only, Outcome::Unknown(reason)));
        } else {
            for goal in open {
                if session.reset().is_err() {
                    outcomes.push((goal, Outcome::Unknown(reason.clone())));
                } else if let Some(reason) = ask(query, &[goal], session, timeout, &mut outcomes) {
                    outcomes.push((goal, Outcome::Unknown(reason)));
                }
            }
        }
    }
    outcomes.sort_by_key(|(goal, _)| *goal);
    outcomes
}

fn is_settled(outcomes: &[(GoalId, Outcome)], goal: GoalId) -> bool {
    outcomes.iter().any(|(settled, _)| *settled == goal)
}

/// Asks about some goals until all are settled; gives the reason if the solver has no answer for those left open.
pub fn ask(
    query: &Query,
    goals: &[GoalId],
    session: &mut dyn Session,
    timeout: Duration,
    outcomes: &mut Vec<(GoalId, Outcome)>,
) -> Option<Reason> {
    let deadline = Instant::now() + timeout;
    let others = query.checks.iter().enumerate().filter(|(_, goal)| !goals.contains(goal));
    let switched_off: String = others.map(|(check, _)| switch_off(check)).collect();
    if let Err(reason) = session.send(&query.text).and_then(|()| session.send(&switched_off)) {
        return Some(reason);
    }
    loop {
        let gave_up = match session.check(deadline) {
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
        let (goal, counterexample) = match read_model(query, session, deadline) {
            Ok(found) => found,
            Err(reason) => return Some(gave_up.unwrap_or(reason)),
        };
        if is_settled(outcomes, goal) || !goals.contains(&goal) {
            return Some(Reason::Garbage("a model that fails an assertion which was switched off".into()));
        }
        outcomes.push((goal, Outcome::Failed(counterexample)));
        let checks = query.checks.iter().enumerate().filter(|(_, other)| **other == goal);
        let text: String = checks.map(|(check, _)| switch_off(check)).collect();
        if let Err(reason) = session.send(&text) {
            return Some(reason);
        }
    }
}

fn switch_off(check: usize) -> String {
    format!("(assert (not {}))\n", Query::wrong(check))
}

/// Follows the true points of the model from the start to the check that fails.
fn read_model(query: &Query, session: &mut dyn Session, deadline: Instant) -> Result<(GoalId, Counterexample), Reason> {
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
