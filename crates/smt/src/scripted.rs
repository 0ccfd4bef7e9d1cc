//! A session that answers from a script: tests of timeouts, deaths, rubbish and cancellation
//! that need no solver.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::answer::{Answer, Reason};
use crate::session::Session;
use crate::sexpr::{Sexpr, parse_one};

/// What the session does at the next check (or `values`, or `reset`, where it says so).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Answer(Answer),
    /// An answer after some time, or a timeout if the deadline comes first.
    After(Duration, Answer),
    /// The process dies, with this description.
    Die(String),
    /// The process prints this instead of an answer.
    Rubbish(String),
    /// No answer until the deadline, or until [`Script::cancel`].
    Hang,
    /// The texts of the values that the next `values` returns.
    Values(Vec<String>),
    /// The next reset fails.
    FailReset,
}

/// The script of a session, shared with the test that watches it.
#[derive(Clone)]
pub struct Script {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    cancelled: Condvar,
}

struct State {
    steps: VecDeque<Step>,
    sent: Vec<String>,
    cancelled: bool,
}

impl Script {
    pub fn new(steps: Vec<Step>) -> Script {
        let state = State { steps: steps.into(), sent: Vec::new(), cancelled: false };
        Script { shared: Arc::new(Shared { state: Mutex::new(state), cancelled: Condvar::new() }) }
    }

    /// Everything the session was asked, in order; questions as SMT-LIB commands.
    pub fn sent(&self) -> Vec<String> {
        self.lock().sent.clone()
    }

    /// Ends the hanging check, and every later one.
    pub fn cancel(&self) {
        self.lock().cancelled = true;
        self.shared.cancelled.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        let state = self.shared.state.lock();
        state.unwrap_or_else(PoisonError::into_inner)
    }

    fn record(&self, text: &str) {
        self.lock().sent.push(text.to_owned());
    }

    fn next_step(&self) -> Option<Step> {
        self.lock().steps.pop_front()
    }

    /// Takes the next step if it is the expected one.
    fn take_step<T>(&self, expected: impl Fn(&Step) -> Option<T>) -> Option<T> {
        let mut state = self.lock();
        let found = state.steps.front().and_then(expected)?;
        state.steps.pop_front();
        Some(found)
    }

    fn hang(&self, deadline: Instant) -> Reason {
        let mut state = self.lock();
        while !state.cancelled {
            let patience = deadline.saturating_duration_since(Instant::now());
            if patience.is_zero() {
                return Reason::Timeout;
            }
            let waited = self.shared.cancelled.wait_timeout(state, patience);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Reason::Cancelled
    }
}

pub struct ScriptedSession {
    script: Script,
    /// As in a real session: after a mishap nothing is believed before the next reset.
    distrust: Option<Reason>,
}

impl ScriptedSession {
    pub fn new(script: Script) -> ScriptedSession {
        ScriptedSession { script, distrust: None }
    }

    fn trusted(&self) -> Result<(), Reason> {
        match &self.distrust {
            Some(reason) => Err(reason.clone()),
            None => Ok(()),
        }
    }

    fn lose(&mut self, reason: Reason) -> Reason {
        self.distrust = Some(reason.clone());
        reason
    }

    fn decide(&mut self, command: &str, deadline: Instant) -> Result<Answer, Reason> {
        self.script.record(command);
        self.trusted()?;
        match self.script.next_step() {
            Some(Step::Answer(answer)) => Ok(answer),
            Some(Step::After(delay, answer)) => {
                let patience = deadline.saturating_duration_since(Instant::now());
                thread::sleep(delay.min(patience));
                if delay > patience { Err(self.lose(Reason::Timeout)) } else { Ok(answer) }
            }
            Some(Step::Die(how)) => Err(self.lose(Reason::Died(how))),
            Some(Step::Rubbish(text)) => Err(self.lose(Reason::Garbage(text))),
            Some(Step::Hang) => {
                let reason = self.script.hang(deadline);
                Err(self.lose(reason))
            }
            Some(step @ (Step::Values(_) | Step::FailReset)) => {
                let why = format!("the script expects {step:?}, not a check");
                Err(self.lose(Reason::Other(why)))
            }
            None => Err(self.lose(Reason::Other("the script is at its end".to_owned()))),
        }
    }
}

impl Session for ScriptedSession {
    fn send(&mut self, text: &str) -> Result<(), Reason> {
        self.script.record(text);
        self.trusted()
    }

    fn check(&mut self, deadline: Instant) -> Answer {
        self.decide("(check-sat)", deadline).unwrap_or_else(Answer::Unknown)
    }

    fn check_assuming(&mut self, literals: &[&str], deadline: Instant) -> Answer {
        let command = format!("(check-sat-assuming ({}))", literals.join(" "));
        self.decide(&command, deadline).unwrap_or_else(Answer::Unknown)
    }

    fn values(&mut self, terms: &[String], _deadline: Instant) -> Result<Vec<Sexpr>, Reason> {
        self.script.record(&format!("(get-value ({}))", terms.join(" ")));
        self.trusted()?;
        let texts = self.script.take_step(|step| match step {
            Step::Values(texts) if texts.len() == terms.len() => Some(texts.clone()),
            _ => None,
        });
        match texts {
            None if terms.is_empty() => Ok(Vec::new()),
            None => Err(self.lose(Reason::Other("the script has no such values".to_owned()))),
            Some(texts) => {
                texts.iter().map(|text| parse_one(text).map_err(|_| Reason::Garbage(text.clone()))).collect()
            }
        }
    }

    fn reset(&mut self) -> Result<(), Reason> {
        self.script.record("(reset)");
        let fails = |step: &Step| (*step == Step::FailReset).then_some(());
        if self.script.take_step(fails).is_some() {
            return Err(self.lose(Reason::Died("it did not survive the reset".to_owned())));
        }
        self.distrust = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn a_script_is_played_and_recorded() {
        let script = Script::new(vec![
            Step::Answer(Answer::Sat),
            Step::Values(vec!["(- 5)".into()]),
            Step::Die("bad luck".into()),
            Step::After(Duration::from_millis(1), Answer::Unsat),
            Step::After(Duration::from_secs(60), Answer::Unsat),
        ]);
        let mut session = ScriptedSession::new(script.clone());
        session.send("(assert p)").unwrap();
        assert_eq!(session.check(soon()), Answer::Sat);
        let values = session.values(&["x".into()], soon()).unwrap();
        assert_eq!(values[0].to_string(), "(- 5)");
        let died = Reason::Died("bad luck".into());
        assert_eq!(session.check(soon()), Answer::Unknown(died.clone()));
        assert_eq!(session.check(soon()), Answer::Unknown(died));
        session.reset().unwrap();
        assert_eq!(session.check_assuming(&["p", "(not q)"], soon()), Answer::Unsat);
        let already = Instant::now();
        assert_eq!(session.check(already), Answer::Unknown(Reason::Timeout));
        expect![[r#"
            (assert p)
            (check-sat)
            (get-value (x))
            (check-sat)
            (check-sat)
            (reset)
            (check-sat-assuming (p (not q)))
            (check-sat)"#]]
        .assert_eq(&script.sent().join("\n"));
    }

    #[test]
    fn a_hanging_check_can_be_cancelled() {
        let script = Script::new(vec![Step::Hang]);
        let mut session = ScriptedSession::new(script.clone());
        let hanging = thread::spawn(move || session.check(soon()));
        thread::sleep(Duration::from_millis(20));
        script.cancel();
        let answer = hanging.join().unwrap();
        assert_eq!(answer, Answer::Unknown(Reason::Cancelled));
    }
}
