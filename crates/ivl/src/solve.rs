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
use source::Deadline;
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
    limits: Limits,
) -> Vec<(GoalId, Outcome)> {
    let Limits { timeout, deadline } = limits;
    let mut solving = Solving { query, session, timeout, deadline, hung: Duration::ZERO, outcomes: Vec::new() };
    solving.solve(goals, depth);
    solving.outcomes.sort_by_key(|(goal, _)| *goal);
    solving.outcomes
}

/// How long the questions of a query may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall clock, for one question.
    pub timeout: Duration,
    /// For all of them.
    pub deadline: Deadline,
}

/// A query under way.
struct Solving<'a> {
    query: &'a Query,
    session: &'a mut dyn Session,
    /// For one question at most.
    timeout: Duration,
    deadline: Deadline,
    /// How long was waited for a solver that did not keep its own limit.
    hung: Duration,
    outcomes: Vec<(GoalId, Outcome)>,
}

impl Solving<'_> {
    fn solve(&mut self, goals: &[GoalId], depth: Depth) {
        let at_first = if goals.len() > 1 { self.timeout / SOON_TOGETHER } else { self.timeout };
        let first = pose(self.query, goals, self.session).map(|()| self.check(at_first));
        let unknown = match (first, depth) {
            (Ok(Answer::Unsat), _) => return self.settle(goals, &Outcome::Proved),
            (_, Depth::Together) => {
                return self.settle(goals, &Outcome::Unknown(Reason::Other("not all hold together".into())));
            }
            (Ok(answer @ (Answer::Sat | Answer::Unknown(Reason::Incomplete(_)))), Depth::Goals) => {
                self.settle_each(goals, depth, answer, Instant::now() + self.timeout)
            }
            (Ok(Answer::Sat | Answer::Unknown(Reason::Incomplete(_))), Depth::Runs) => self.ask(goals, self.timeout),
            (Ok(Answer::Unknown(reason)) | Err(reason), Depth::Goals | Depth::Runs) => Some(reason),
        };
        if let Some(reason) = unknown {
            match self.open(goals)[..] {
                [goal] => self.outcomes.push((goal, Outcome::Unknown(reason))),
                ref open => self.ask_in_parts(open),
            }
        }
    }

    /// Settles all goals: some at a time and each alone for a short time, then those that ran out of it together and
    /// alone.
    fn ask_in_parts(&mut self, goals: &[GoalId]) {
        let mut late = Vec::new();
        for part in goals.chunks(goals.len().isqrt().max(1)) {
            if part.len() > 1 {
                // Whatever the reason, those that are still open are asked about alone.
                self.ask(part, self.timeout / SOON_TOGETHER);
            }
            late.extend(self.ask_one_by_one(&self.open(part), self.timeout / SOON_ALONE));
        }
        if late.len() > 1 {
            self.ask(&late, self.timeout);
        }
        let late = self.ask_one_by_one(&self.open(&late), self.timeout);
        self.settle(&late, &Outcome::Unknown(Reason::Timeout));
    }

    /// Settles each goal but those that run out of time, which are the result.
    fn ask_one_by_one(&mut self, goals: &[GoalId], timeout: Duration) -> Vec<GoalId> {
        let mut late = Vec::new();
        for goal in goals {
            match self.ask(&[*goal], timeout) {
                None => {}
                Some(Reason::Timeout) => late.push(*goal),
                // A hard question makes some solvers forget their limit, too.
                Some(Reason::Hung) if self.hung < self.timeout => late.push(*goal),
                Some(reason) => self.outcomes.push((*goal, Outcome::Unknown(reason))),
            }
        }
        late
    }

    /// Asks about some goals in a new session until all are settled; gives the reason if the solver has no answer for
    /// those left open. A solver that hangs is not asked any more once it has cost the time of one question.
    fn ask(&mut self, goals: &[GoalId], timeout: Duration) -> Option<Reason> {
        if self.hung >= self.timeout {
            return Some(Reason::Hung);
        }
        if self.deadline.is_over() {
            return Some(Reason::Stopped);
        }
        if let Err(reason) = self.session.restart().and_then(|()| pose(self.query, goals, self.session)) {
            return Some(reason);
        }
        let timeout = self.deadline.left().map_or(timeout, |left| timeout.min(left));
        let deadline = Instant::now() + timeout;
        let answer = self.check(timeout);
        self.settle_each(goals, Depth::Runs, answer, deadline)
    }

    fn check(&mut self, timeout: Duration) -> Answer {
        let started = Instant::now();
        let answer = self.session.check(started + timeout);
        if answer == Answer::Unknown(Reason::Hung) {
            self.hung += started.elapsed();
        }
        answer
    }

    /// As long as there is a model, switches the goal off that it refutes and asks again; begins with an answer.
    fn settle_each(&mut self, goals: &[GoalId], depth: Depth, mut answer: Answer, deadline: Instant) -> Option<Reason> {
        loop {
            let gave_up = match answer {
                Answer::Unsat => {
                    self.settle(goals, &Outcome::Proved);
                    return None;
                }
                Answer::Sat => None,
                // The solver has a candidate model, which satisfies everything but perhaps a quantifier.
                Answer::Unknown(reason @ Reason::Incomplete(_)) => Some(reason),
                Answer::Unknown(reason) => return Some(reason),
            };
            let (goal, counterexample) = match read_model(self.query, depth, self.session, deadline) {
                Ok(found) => found,
                Err(reason) => return Some(gave_up.unwrap_or(reason)),
            };
            if !self.open(goals).contains(&goal) {
                return Some(Reason::Garbage("a model that fails an assertion which was switched off".into()));
            }
            self.outcomes.push((goal, Outcome::Failed(counterexample)));
            if self.open(goals).is_empty() {
                return None;
            }
            let checks = self.query.checks.iter().enumerate().filter(|(_, other)| **other == goal);
            let text: String = checks.map(|(check, _)| switch_off(check)).collect();
            if let Err(reason) = self.session.send(&text) {
                return Some(reason);
            }
            answer = self.session.check(deadline);
        }
    }

    /// The goals that have no outcome yet.
    fn open(&self, goals: &[GoalId]) -> Vec<GoalId> {
        let is_open = |goal: &GoalId| !self.outcomes.iter().any(|(settled, _)| settled == goal);
        goals.iter().copied().filter(is_open).collect()
    }

    /// Gives this outcome to the goals that have none yet.
    fn settle(&mut self, goals: &[GoalId], outcome: &Outcome) {
        let open = self.open(goals);
        self.outcomes.extend(open.into_iter().map(|goal| (goal, outcome.clone())));
    }
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
