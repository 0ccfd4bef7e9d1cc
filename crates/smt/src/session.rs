//! A dialogue with a solver about one problem at a time, and when to believe it.
//!
//! The law: `Sat` and `Unsat` are reported only if, since the last reset (or the start), every
//! command was accepted in silence and the answer is exactly one word. A session that broke
//! this once answers every further question with the same reason, until it is reset. It has
//! also lost its assertions if its process is gone, so nothing else would be sound.
//!
//! A process may die of what is not the question's fault, such as a machine short of memory. So a
//! question during which it dies is put once more, with all that was said since the reset, to a
//! new process; only a second death is the answer.

use std::time::{Duration, Instant};

use crate::answer::{Answer, Reason};
use crate::config::SolverConfig;
use crate::conversation::{Break, Conversation};
use crate::dialect::{self, Family, Response};
use crate::process::Stop;
use crate::sexpr::{Sexpr, parse_one};

/// How long after the deadline a solver with a time limit of its own is left alive.
const GRACE: Duration = Duration::from_millis(500);
/// A solver that needs longer for a reset is replaced by a fresh process.
const RESET_TIME: Duration = Duration::from_secs(2);
/// How many terms are asked for in one command.
const VALUES_AT_ONCE: usize = 200;

pub trait Session: Send {
    /// Declarations and assertions. What the solver has against them is known at the next
    /// check at the latest, which then is `Rejected`.
    fn send(&mut self, text: &str) -> Result<(), Reason>;

    fn check(&mut self, deadline: Instant) -> Answer;

    /// Like `check`, under the assumption of some literals (Boolean constants or their
    /// negations).
    fn check_assuming(&mut self, literals: &[&str], deadline: Instant) -> Answer;

    /// Whether there are predicates that satisfy the asserted Horn clauses.
    fn check_horn(&mut self, _deadline: Instant) -> Answer {
        Answer::Unknown(Reason::Other("this solver does not solve Horn clauses".to_owned()))
    }

    /// The values of terms in the model of the last `Sat`.
    fn values(&mut self, terms: &[String], deadline: Instant) -> Result<Vec<Sexpr>, Reason>;

    /// Forgets declarations, assertions and mishaps.
    fn reset(&mut self) -> Result<(), Reason>;

    /// Forgets its past altogether, so that models and the answers to hard questions depend on the text alone. A reset
    /// is twenty times cheaper, and enough for what is proved: a proof is a proof whatever came before it.
    fn restart(&mut self) -> Result<(), Reason> {
        self.reset()
    }
}

/// A session with a solver process. The process is started at the first use, and again at
/// the first use after the reset of a session that lost it.
pub struct SolverSession {
    config: SolverConfig,
    live: Option<Live>,
    /// Why nothing is believed before the next reset.
    distrust: Option<Reason>,
    /// What was sent since the reset, to be said again to another process.
    sent: String,
    /// The last question since the reset.
    question: Option<String>,
    stop: Stop,
}

struct Live {
    conversation: Conversation,
    /// Unknown until the process has reported its name.
    family: Option<Family>,
}

impl SolverSession {
    pub fn new(config: SolverConfig) -> SolverSession {
        SolverSession { config, live: None, distrust: None, sent: String::new(), question: None, stop: Stop::never() }
    }

    /// The same session, which gives up every question when the run has come to its end.
    #[must_use]
    pub fn stopping(mut self, stop: Stop) -> SolverSession {
        self.stop = stop;
        self
    }

    /// The process, started if necessary. Its first command asks for its name.
    fn live(&mut self) -> Result<&mut Live, Reason> {
        if let Some(reason) = &self.distrust {
            return Err(reason.clone());
        }
        if self.live.is_none() {
            match Conversation::start(&self.config.path, &self.config.args) {
                Ok(mut conversation) => {
                    conversation.tell("(get-info :name)");
                    conversation.tell(&format!("{}\n(push 1)", self.config.preamble()));
                    self.live = Some(Live { conversation, family: None });
                }
                Err(error) => {
                    let path = self.config.path.display();
                    let why = format!("`{path}` cannot be started ({error})");
                    return Err(self.lose(Reason::Died(why)));
                }
            }
        }
        let distrusted = || Reason::Other("the session has no process".to_owned());
        self.live.as_mut().ok_or_else(distrusted)
    }

    /// Ends the process, if there is one, and trusts nothing before the next reset.
    fn lose(&mut self, reason: Reason) -> Reason {
        self.live = None;
        self.distrust = Some(reason.clone());
        reason
    }

    /// Waits until the process has accepted everything it was told.
    fn settle(&mut self, deadline: Instant) -> Result<Family, Reason> {
        let known = self.live()?.family;
        let mut outputs = self.hear(deadline)?.into_iter();
        let family = match known {
            Some(family) => family,
            None => {
                let answer = outputs.next().unwrap_or_default();
                match dialect::info(&answer, ":name") {
                    Some(name) => Family::of_name(&name),
                    None => return Err(self.lose(Reason::Garbage(answer))),
                }
            }
        };
        self.live()?.family = Some(family);
        for output in outputs {
            self.expect_silence(&output)?;
        }
        Ok(family)
    }

    /// Gives one command and waits for its output; what was told before it must have been accepted in silence.
    fn ask(&mut self, command: &str, deadline: Instant) -> Result<String, Reason> {
        self.live()?.conversation.tell(command);
        let mut outputs = self.hear(deadline)?;
        let answer = outputs.pop().unwrap_or_default();
        for output in outputs {
            self.expect_silence(&output)?;
        }
        Ok(answer)
    }

    fn hear(&mut self, deadline: Instant) -> Result<Vec<String>, Reason> {
        self.live()?;
        let Some(Live { conversation, family }) = self.live.take() else {
            return Ok(Vec::new());
        };
        match conversation.hear(deadline, &self.stop) {
            Ok((conversation, outputs)) => {
                self.live = Some(Live { conversation, family });
                Ok(outputs)
            }
            Err(broken) => Err(self.lose(reason_of_break(broken))),
        }
    }

    fn expect_silence(&mut self, output: &str) -> Result<(), Reason> {
        let responses = dialect::responses(output);
        match responses.iter().find(|response| **response != Response::Success) {
            None => Ok(()),
            Some(response) => Err(self.distrust_because_of(response)),
        }
    }

    /// A response that a command should not have had.
    fn distrust_because_of(&mut self, response: &Response) -> Reason {
        let reason = match response {
            Response::Error(message) => dialect::reason_of_error(message),
            Response::Unsupported => Reason::Rejected("a command or option is unsupported".to_owned()),
            Response::Timeout => Reason::Timeout,
            Response::Sat => Reason::Garbage("sat".to_owned()),
            Response::Unsat => Reason::Garbage("unsat".to_owned()),
            Response::Unknown => Reason::Garbage("unknown".to_owned()),
            Response::Success => Reason::Garbage("success".to_owned()),
            Response::Other(text) => Reason::Garbage(text.clone()),
        };
        self.lose(reason)
    }

    /// The answer to a question, from a second process if the first one dies of it.
    fn decide(&mut self, command: &str, deadline: Instant) -> Result<Answer, Reason> {
        let time = deadline.saturating_duration_since(Instant::now());
        self.question = Some(command.to_owned());
        match self.decide_once(command, deadline) {
            Err(Reason::Died(_)) => {
                self.repeat()?;
                self.decide_once(command, Instant::now() + time)
            }
            decided => decided,
        }
    }

    /// Says to a new process what was said to the old one.
    fn repeat(&mut self) -> Result<(), Reason> {
        self.distrust = None;
        let sent = std::mem::take(&mut self.sent);
        let told = self.live().map(|live| live.conversation.tell(&sent));
        self.sent = sent;
        told
    }

    fn decide_once(&mut self, command: &str, deadline: Instant) -> Result<Answer, Reason> {
        if self.stop.is_asked() {
            return Err(Reason::Stopped);
        }
        let family = match self.live()?.family {
            Some(family) => family,
            None => self.settle(deadline)?,
        };
        let start = Instant::now();
        let limit = whole_milliseconds(deadline.saturating_duration_since(start));
        if limit.is_zero() {
            return Err(Reason::Timeout);
        }
        let output = match family.limit_time(limit.as_millis()) {
            Some(limit) => self.ask(&format!("{limit}\n{command}"), deadline + GRACE)?,
            None => self.ask(command, deadline).map_err(late_without_limit)?,
        };
        match &dialect::responses(&output)[..] {
            [Response::Sat] => Ok(Answer::Sat),
            [Response::Unsat] => Ok(Answer::Unsat),
            [Response::Unknown] => {
                let stopped_by_clock = start.elapsed() >= limit;
                let reason = self.reason_unknown(stopped_by_clock)?;
                Ok(Answer::Unknown(reason))
            }
            [] => Err(self.lose(Reason::Garbage("no answer to a check".to_owned()))),
            responses => {
                let unexpected = responses
                    .iter()
                    .find(|response| !matches!(response, Response::Sat | Response::Unsat | Response::Unknown));
                let unexpected = unexpected.unwrap_or(&responses[0]).clone();
                Err(self.distrust_because_of(&unexpected))
            }
        }
    }

    /// Z3 explains a stop by its clock in many ways ("canceled", "incomplete"), and a stop by
    /// its resource limit as "canceled" or "timeout"; we know the clock and the limits.
    fn reason_unknown(&mut self, stopped_by_clock: bool) -> Result<Reason, Reason> {
        let output = self.ask("(get-info :reason-unknown)", Instant::now() + GRACE)?;
        Ok(match dialect::reason_unknown(&output) {
            reason @ (Reason::ResourceLimit | Reason::MemoryOut) => reason,
            _ if stopped_by_clock => Reason::Timeout,
            Reason::Timeout | Reason::Cancelled if self.config.has_option("rlimit") => Reason::ResourceLimit,
            reason => reason,
        })
    }

    fn some_values(&mut self, terms: &[String], deadline: Instant) -> Result<Vec<Sexpr>, Reason> {
        let output = self.ask(&format!("(get-value ({}))", terms.join("\n")), deadline)?;
        if let [first @ (Response::Error(_) | Response::Unsupported), ..] = &dialect::responses(&output)[..] {
            return Err(self.distrust_because_of(&first.clone()));
        }
        match pairs_of_values(&output, terms.len()) {
            Some(values) => Ok(values),
            None => Err(self.lose(Reason::Garbage(output))),
        }
    }
}

impl Session for SolverSession {
    fn send(&mut self, text: &str) -> Result<(), Reason> {
        self.live()?.conversation.tell(text);
        self.sent.push_str(text);
        self.sent.push('\n');
        Ok(())
    }

    fn check(&mut self, deadline: Instant) -> Answer {
        self.decide("(check-sat)", deadline).unwrap_or_else(Answer::Unknown)
    }

    fn check_assuming(&mut self, literals: &[&str], deadline: Instant) -> Answer {
        let command = format!("(check-sat-assuming ({}))", literals.join(" "));
        self.decide(&command, deadline).unwrap_or_else(Answer::Unknown)
    }

    fn check_horn(&mut self, deadline: Instant) -> Answer {
        self.decide(dialect::HORN, deadline).unwrap_or_else(Answer::Unknown)
    }

    fn values(&mut self, terms: &[String], deadline: Instant) -> Result<Vec<Sexpr>, Reason> {
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        match (self.values_once(terms, deadline), self.question.clone()) {
            (Err(Reason::Died(_)), Some(question)) => {
                self.repeat()?;
                match self.decide_once(&question, deadline)? {
                    Answer::Sat | Answer::Unknown(Reason::Incomplete(_)) => self.values_once(terms, deadline),
                    Answer::Unsat => {
                        Err(self.lose(Reason::Garbage("sat first, and unsat when asked again".to_owned())))
                    }
                    Answer::Unknown(reason) => Err(reason),
                }
            }
            (values, _) => values,
        }
    }

    fn reset(&mut self) -> Result<(), Reason> {
        self.begin_anew("(pop 1)\n(push 1)")
    }

    fn restart(&mut self) -> Result<(), Reason> {
        self.begin_anew(&format!("(reset)\n{}\n(push 1)", self.config.preamble()))
    }
}

impl SolverSession {
    fn values_once(&mut self, terms: &[String], deadline: Instant) -> Result<Vec<Sexpr>, Reason> {
        let mut values = Vec::with_capacity(terms.len());
        self.settle(deadline)?;
        for some in terms.chunks(VALUES_AT_ONCE) {
            values.extend(self.some_values(some, deadline)?);
        }
        Ok(values)
    }

    fn begin_anew(&mut self, commands: &str) -> Result<(), Reason> {
        self.distrust = None;
        self.sent.clear();
        self.question = None;
        let Some(live) = &mut self.live else { return Ok(()) };
        if live.family.is_some() && live.conversation.is_heard() {
            live.conversation.tell(commands);
            return Ok(());
        }
        let deadline = Instant::now() + RESET_TIME;
        // Whatever goes wrong costs the process, which is then started afresh at the next use;
        // only options that were not accepted would be at fault again.
        if self.settle(deadline).is_ok() {
            self.live()?.conversation.tell(commands);
            if let Err(rejected @ Reason::Rejected(_)) = self.settle(deadline) {
                return Err(rejected);
            }
        }
        self.distrust = None;
        Ok(())
    }
}

/// A solver that was given no limit of its own did not break it.
fn late_without_limit(reason: Reason) -> Reason {
    if reason == Reason::Hung { Reason::Timeout } else { reason }
}

fn whole_milliseconds(duration: Duration) -> Duration {
    let milliseconds = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    Duration::from_millis(milliseconds)
}

fn reason_of_break(broken: Break) -> Reason {
    match broken {
        Break::Deadline => Reason::Hung,
        Break::Stopped => Reason::Stopped,
        Break::Rubbish(text) => Reason::Garbage(text),
        Break::Ended { ending, output } => {
            if dialect::is_out_of_memory(&ending.complaints) || dialect::is_out_of_memory(&output) {
                return Reason::MemoryOut;
            }
            if dialect::responses(&output).contains(&Response::Timeout) {
                return Reason::Timeout;
            }
            let words = [ending.complaints.as_str(), output.trim()];
            match words.into_iter().find_map(|text| text.lines().next()) {
                Some(line) => Reason::Died(format!("{} and said `{line}`", ending.status)),
                None => Reason::Died(ending.status),
            }
        }
    }
}

/// The values in the answer `((term value) …)` to a `get-value` of so many terms.
fn pairs_of_values(output: &str, count: usize) -> Option<Vec<Sexpr>> {
    let mut answer = parse_one(output).ok()?;
    let Sexpr::List(pairs) = &mut answer else {
        return None;
    };
    if pairs.len() != count {
        return None;
    }
    let mut values = Vec::with_capacity(count);
    for pair in pairs {
        match pair {
            Sexpr::List(pair) if pair.len() == 2 => values.extend(pair.pop()),
            Sexpr::List(_) | Sexpr::Atom(_) | Sexpr::String(_) => return None,
        }
    }
    Some(values)
}
