//! What a run concludes.

use crate::{Diagnostic, Span};
use std::time::Duration;

/// The answer to one obligation, and to a file as a whole. Only `Proved` is success.
///
/// The order is that of severity: the verdict of a file is the greatest of its obligations' verdicts,
/// so that nothing but proofs adds up to a proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    Proved,
    /// A construct that is not modelled; its diagnostic names it.
    Unsupported,
    /// Timeout, solver death, too coarse an abstraction; its diagnostic says which.
    Unknown,
    /// Not provable here: the solver's candidate is shown, and the proof may be at fault.
    Failed,
    /// A real failing run, replayed concretely.
    Refuted,
    /// The input is not a program.
    Invalid,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Unsupported => "unsupported",
            Verdict::Unknown => "unknown",
            Verdict::Failed => "failed",
            Verdict::Refuted => "refuted",
            Verdict::Invalid => "invalid",
        }
    }
}

/// One proof obligation with its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// Stable and short: depends on the program's names, not on its line numbers.
    pub id: String,
    pub kind: &'static str,
    pub span: Span,
    pub verdict: Verdict,
    /// Wall-clock time of the query that decided it.
    pub time: Duration,
}

/// What an engine says of one program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileReport {
    pub obligations: Vec<Obligation>,
    pub diagnostics: Vec<Diagnostic>,
    /// How long the solver was waited for, over all threads.
    pub solver_time: Duration,
}

impl FileReport {
    /// A report that only says what is wrong with the input.
    pub fn of_diagnostics(diagnostics: Vec<Diagnostic>) -> FileReport {
        FileReport { diagnostics, ..FileReport::default() }
    }

    /// Adds what another part of the run found.
    pub fn append(&mut self, other: FileReport) {
        let FileReport { obligations, diagnostics, solver_time } = other;
        self.obligations.extend(obligations);
        self.diagnostics.extend(diagnostics);
        self.solver_time += solver_time;
    }
}
