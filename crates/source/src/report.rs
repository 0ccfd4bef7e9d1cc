//! What is said of one program: problems of the input, obligations with their outcomes, and notes.
//!
//! The verdict follows from the outcomes and from problems of the input, and from nothing else.

use crate::{Diagnostic, Kind, Severity, Span, Verdict};
use std::time::Duration;

/// What an engine says of one program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// What is wrong with the input, or not modelled, and belongs to no obligation; with warnings and notes of front ends.
    pub inputs: Vec<Diagnostic>,
    pub obligations: Vec<Obligation>,
    /// Warnings and notes: what the proofs rest on, and what else is worth knowing.
    pub notes: Vec<Diagnostic>,
    /// How long the solver was waited for, over all threads.
    pub solver_time: Duration,
}

/// One proof obligation with its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// Stable and short: depends on the program's names, not on its line numbers.
    pub id: String,
    pub kind: &'static str,
    pub span: Span,
    pub outcome: Outcome,
    /// Wall-clock time of the query that decided it.
    pub time: Duration,
}

/// What came of an obligation, with the findings that say why. A reason that stands at another obligation is not repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Proved,
    /// A real failing run was found.
    Refuted(Vec<Diagnostic>),
    /// Not provable here: the solver's candidate is shown, and the proof may be at fault.
    Failed(Vec<Diagnostic>),
    Unknown(Vec<Diagnostic>),
    Unsupported(Vec<Diagnostic>),
    /// The verifier itself failed; nothing is known.
    Internal(Vec<Diagnostic>),
}

impl Outcome {
    /// A failed proof with one finding.
    pub fn failed(finding: Diagnostic) -> Outcome {
        Outcome::Failed(vec![finding])
    }

    pub fn unknown(finding: Diagnostic) -> Outcome {
        Outcome::Unknown(vec![finding])
    }

    pub fn unsupported(finding: Diagnostic) -> Outcome {
        Outcome::Unsupported(vec![finding])
    }

    /// The outcome with this verdict. An input that is not a program has no obligations: of one that had, nothing is known.
    pub fn of(verdict: Verdict, findings: Vec<Diagnostic>) -> Outcome {
        match verdict {
            Verdict::Proved => Outcome::Proved,
            Verdict::Refuted => Outcome::Refuted(findings),
            Verdict::Failed => Outcome::Failed(findings),
            Verdict::Unknown | Verdict::Invalid | Verdict::NotChecked => Outcome::Unknown(findings),
            Verdict::Unsupported => Outcome::Unsupported(findings),
        }
    }

    /// The same, for an obligation whose reason stands at another one.
    #[must_use]
    pub fn without_findings(&self) -> Outcome {
        match self {
            Outcome::Proved => Outcome::Proved,
            Outcome::Refuted(_) => Outcome::Refuted(Vec::new()),
            Outcome::Failed(_) => Outcome::Failed(Vec::new()),
            Outcome::Unknown(_) => Outcome::Unknown(Vec::new()),
            Outcome::Unsupported(_) => Outcome::Unsupported(Vec::new()),
            Outcome::Internal(_) => Outcome::Internal(Vec::new()),
        }
    }

    pub fn verdict(&self) -> Verdict {
        match self {
            Outcome::Proved => Verdict::Proved,
            Outcome::Refuted(_) => Verdict::Refuted,
            Outcome::Failed(_) => Verdict::Failed,
            Outcome::Unknown(_) | Outcome::Internal(_) => Verdict::Unknown,
            Outcome::Unsupported(_) => Verdict::Unsupported,
        }
    }

    pub fn is_proved(&self) -> bool {
        *self == Outcome::Proved
    }

    pub fn findings(&self) -> &[Diagnostic] {
        match self {
            Outcome::Proved => &[],
            Outcome::Refuted(findings)
            | Outcome::Failed(findings)
            | Outcome::Unknown(findings)
            | Outcome::Unsupported(findings)
            | Outcome::Internal(findings) => findings,
        }
    }

    /// The list of findings; a proof has none.
    fn list(&mut self) -> Option<&mut Vec<Diagnostic>> {
        match self {
            Outcome::Proved => None,
            Outcome::Refuted(findings)
            | Outcome::Failed(findings)
            | Outcome::Unknown(findings)
            | Outcome::Unsupported(findings)
            | Outcome::Internal(findings) => Some(findings),
        }
    }

    /// Adds a finding to what is no proof.
    pub fn add(&mut self, finding: Diagnostic) {
        self.list().into_iter().for_each(|findings| findings.push(finding.clone()));
    }
}

impl Report {
    /// A report that only says what is wrong with the input.
    pub fn of_inputs(inputs: Vec<Diagnostic>) -> Report {
        Report { inputs, ..Report::default() }
    }

    pub fn of_obligation(obligation: Obligation) -> Report {
        Report { obligations: vec![obligation], ..Report::default() }
    }

    pub fn of_notes(notes: Vec<Diagnostic>) -> Report {
        Report { notes, ..Report::default() }
    }

    /// Adds what another part of the run found.
    pub fn append(&mut self, other: Report) {
        let Report { inputs, obligations, notes, solver_time } = other;
        self.inputs.extend(inputs);
        self.obligations.extend(obligations);
        self.notes.extend(notes);
        self.solver_time += solver_time;
    }

    /// All findings: of the input, of the obligations, and notes.
    pub fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        let of_obligations = self.obligations.iter().flat_map(|obligation| obligation.outcome.findings());
        self.inputs.iter().chain(of_obligations).chain(&self.notes)
    }

    pub fn findings_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        let of_obligations = self.obligations.iter_mut().filter_map(|obligation| obligation.outcome.list()).flatten();
        self.inputs.iter_mut().chain(of_obligations).chain(&mut self.notes)
    }

    /// What the proofs rest on because the text says so.
    pub fn trusted(&self) -> impl Iterator<Item = &Diagnostic> {
        let is_trusted =
            |finding: &&Diagnostic| finding.code.kind == Kind::Trusted && finding.severity != Severity::Error;
        self.findings().filter(is_trusted)
    }

    /// Keeps these findings of obligations. An obligation without findings keeps its verdict: its reason stands elsewhere.
    pub fn keep_findings(&mut self, is_wanted: impl Fn(&Diagnostic) -> bool) {
        let lists = self.obligations.iter_mut().filter_map(|obligation| obligation.outcome.list());
        lists.for_each(|findings| findings.retain(&is_wanted));
    }

    pub fn is_proved(&self) -> bool {
        self.verdict() == Verdict::Proved
    }

    /// The greatest verdict of the obligations and of the problems of the input, so that nothing but proofs adds up to a proof.
    pub fn verdict(&self) -> Verdict {
        let obligations = self.obligations.iter().map(|obligation| obligation.outcome.verdict());
        // An error is never a note; one that is there all the same is no proof.
        let besides = self.inputs.iter().chain(&self.notes);
        let inputs = besides.filter(|one| one.severity == Severity::Error).map(of_input);
        obligations.chain(inputs).max().unwrap_or(Verdict::NotChecked)
    }
}

/// The verdict of a program with this problem.
fn of_input(problem: &Diagnostic) -> Verdict {
    match problem.code.kind {
        Kind::Wrong => Verdict::Invalid,
        Kind::Unsupported => Verdict::Unsupported,
        Kind::Unknown | Kind::Internal | Kind::Trusted => Verdict::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, FileId};

    static WRONG: Code = Code { id: "E9001", name: "wrong", kind: Kind::Wrong, explanation: "" };
    static UNMODELLED: Code = Code { id: "E9002", name: "unsupported", kind: Kind::Unsupported, explanation: "" };
    static BROKEN: Code = Code { id: "E9003", name: "internal", kind: Kind::Internal, explanation: "" };

    fn error(code: &'static Code) -> Diagnostic {
        Diagnostic::error(code, Span::new(FileId(0), 0, 0), "bad")
    }

    fn verdict(outcomes: Vec<Outcome>, inputs: &[&'static Code]) -> Verdict {
        let span = Span::new(FileId(0), 0, 0);
        let obligation = |outcome| Obligation { id: "P/a".into(), kind: "a", span, outcome, time: Duration::ZERO };
        let inputs = inputs.iter().map(|code| error(code)).collect();
        Report { inputs, obligations: outcomes.into_iter().map(obligation).collect(), ..Report::default() }.verdict()
    }

    #[test]
    fn only_proofs_add_up_to_a_proof() {
        let proved = || vec![Outcome::Proved, Outcome::Proved];
        assert_eq!(verdict(vec![], &[]), Verdict::NotChecked);
        assert_eq!(verdict(proved(), &[]), Verdict::Proved);
        for other in [
            Outcome::Refuted(Vec::new()),
            Outcome::failed(error(&WRONG)),
            Outcome::unknown(error(&WRONG)),
            Outcome::unsupported(error(&UNMODELLED)),
            Outcome::Internal(vec![error(&BROKEN)]),
        ] {
            let expected = other.verdict();
            assert_ne!(expected, Verdict::Proved);
            assert_eq!(verdict(vec![Outcome::Proved, other, Outcome::Proved], &[]), expected);
        }
    }

    #[test]
    fn a_problem_of_the_input_is_no_proof() {
        assert_eq!(verdict(vec![Outcome::Proved], &[&WRONG]), Verdict::Invalid);
        assert_eq!(verdict(vec![Outcome::Proved], &[&UNMODELLED]), Verdict::Unsupported);
        assert_eq!(verdict(vec![Outcome::Proved], &[&BROKEN]), Verdict::Unknown);
        assert_eq!(verdict(vec![], &[&UNMODELLED, &WRONG]), Verdict::Invalid);
    }
}
