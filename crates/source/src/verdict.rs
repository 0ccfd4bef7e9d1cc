//! What a run concludes.

/// The answer to one obligation, and to a file as a whole. Only `Proved` is success.
///
/// The order is that of severity: the verdict of a file is the greatest of its obligations' verdicts,
/// so that nothing but proofs adds up to a proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Nothing was asked.
    NotChecked,
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
            Verdict::NotChecked => "not checked",
            Verdict::Proved => "proved",
            Verdict::Unsupported => "unsupported",
            Verdict::Unknown => "unknown",
            Verdict::Failed => "failed",
            Verdict::Refuted => "refuted",
            Verdict::Invalid => "invalid",
        }
    }
}
