//! What `--only` selects. A name that selects nothing must not look like a proof.

use crate::report::ProgramReport;
use source::Verdict;
use std::collections::BTreeSet;

/// So many procedures are listed where a name is not among them.
const LISTED: usize = 8;

pub struct Selection<'a> {
    only: Option<&'a str>,
    /// Whether something of the name was checked, or a program could not be.
    is_met: bool,
    /// The procedures with a body.
    procedures: BTreeSet<String>,
}

impl<'a> Selection<'a> {
    pub fn new(only: Option<&'a str>) -> Selection<'a> {
        Selection { only, is_met: only.is_none(), procedures: BTreeSet::new() }
    }

    /// These names of one more program can be selected.
    pub fn offer(&mut self, names: Vec<String>) {
        if self.only.is_some() {
            self.procedures.extend(names);
        }
    }

    /// One more program has been checked: does it have something of the name, or could it not be understood?
    pub fn concerns(&mut self, program: &ProgramReport) -> bool {
        let has_something = program.verdict() != Verdict::NotChecked;
        self.is_met |= has_something;
        has_something || self.only.is_none()
    }

    /// The error of a name that nothing has, with names that something has.
    pub fn reject_if_empty(&self) -> Result<(), String> {
        let (Some(only), false) = (self.only, self.is_met) else { return Ok(()) };
        let procedure = only.split('/').next().unwrap_or(only);
        let hint = if procedure != only && self.procedures.contains(procedure) {
            format!("the obligations of `{procedure}` are listed by `--only {procedure} --verbose`")
        } else if self.procedures.contains(procedure) {
            format!("`{procedure}` is not checked by itself: it is inlined, or marked `{{:verify false}}`")
        } else {
            self.list()
        };
        Err(format!("nothing to check is named `{only}`; {hint}"))
    }

    fn list(&self) -> String {
        let names: Vec<String> = self.procedures.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
        match (names.len(), self.procedures.len() - names.len()) {
            (0, _) => "there is no procedure with a body".to_string(),
            (_, 0) => format!("there is {}", names.join(", ")),
            (_, more) => format!("there is {} and {more} more", names.join(", ")),
        }
    }
}
