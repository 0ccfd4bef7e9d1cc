//! What engines prove, in the words of users, so that a result can say what was asked and what was not.

use crate::{Obligation, Report, Verdict};

/// A property that an engine proves of programs, or knowingly does not.
#[derive(Debug)]
pub struct Property {
    /// What holds of a program of which it is proved.
    pub name: &'static str,
    /// The kinds of obligations that it consists of; none if the engine never asks.
    pub kinds: &'static [&'static str],
    /// What is said where it was not asked; empty if that goes without saying.
    pub not_asked: &'static str,
}

/// The answers to a property.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Asked {
    pub proved: usize,
    /// Failed or refuted.
    pub failed: usize,
    /// Unknown, or unsupported.
    pub open: usize,
}

impl Asked {
    pub fn of<'o>(obligations: impl IntoIterator<Item = &'o Obligation>) -> Asked {
        let mut asked = Asked::default();
        for obligation in obligations {
            match obligation.outcome.verdict() {
                Verdict::Proved => asked.proved += 1,
                Verdict::Refuted | Verdict::Failed => asked.failed += 1,
                Verdict::Unknown | Verdict::Unsupported | Verdict::Invalid | Verdict::NotChecked => asked.open += 1,
            }
        }
        asked
    }

    pub fn count(&self) -> usize {
        self.proved + self.failed + self.open
    }

    #[must_use]
    pub fn and(self, other: Asked) -> Asked {
        Asked { proved: self.proved + other.proved, failed: self.failed + other.failed, open: self.open + other.open }
    }
}

impl Property {
    /// What was asked of it in a report.
    pub fn asked(&self, report: &Report) -> Asked {
        Asked::of(report.obligations.iter().filter(|obligation| self.kinds.contains(&obligation.kind)))
    }
}
