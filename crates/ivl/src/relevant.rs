//! Assumptions that the solver can use.
//!
//! A universal assumption with triggers is instantiated only where terms match one of them. If each trigger mentions a
//! variable of the body that no other assumption mentions which could be used, nor any check, that never happens: the
//! assumption is left out, and so is the variable. Less is assumed then, so nothing is proved that was not before.

use rustc_hash::FxHashSet;
use smt::{QuantifierKind, Term, TermId, Terms};

pub struct Relevant<'a> {
    terms: &'a Terms,
    /// The variables of the body.
    variables: &'a FxHashSet<TermId>,
    seen: FxHashSet<TermId>,
}

impl<'a> Relevant<'a> {
    /// What is mentioned by terms that stay.
    pub fn new(terms: &'a Terms, variables: &'a FxHashSet<TermId>, stay: impl IntoIterator<Item = TermId>) -> Self {
        let mut relevant = Relevant { terms, variables, seen: FxHashSet::default() };
        stay.into_iter().for_each(|term| relevant.mention(term));
        relevant
    }

    /// Adds the assumptions that can be used, and what they mention in turn.
    pub fn close(&mut self, assumptions: impl IntoIterator<Item = TermId>) {
        let mut waiting: Vec<(TermId, Vec<Vec<TermId>>)> = Vec::new();
        for assumption in assumptions {
            match self.needed(assumption) {
                Some(triggers) => waiting.push((assumption, triggers)),
                None => self.mention(assumption),
            }
        }
        loop {
            let before = waiting.len();
            waiting.retain(|(assumption, triggers)| {
                let is_used = triggers.iter().any(|needed| needed.iter().all(|variable| self.seen.contains(variable)));
                if is_used {
                    self.mention(*assumption);
                }
                !is_used
            });
            if waiting.len() == before {
                return;
            }
        }
    }

    /// Whether the term is, or is part of, what stays.
    pub fn has(&self, term: TermId) -> bool {
        self.seen.contains(&term)
    }

    /// For each trigger of a universal assumption the variables that it needs; none if it may be used in any case.
    fn needed(&self, assumption: TermId) -> Option<Vec<Vec<TermId>>> {
        let Term::Quantifier(quantifier) = self.terms.get(assumption) else { return None };
        if quantifier.kind != QuantifierKind::Forall || quantifier.triggers.is_empty() {
            return None;
        }
        Some(quantifier.triggers.iter().map(|trigger| self.variables_of(trigger)).collect())
    }

    fn variables_of(&self, terms: &[TermId]) -> Vec<TermId> {
        let (mut found, mut work) = (Vec::new(), terms.to_vec());
        while let Some(term) = work.pop() {
            if self.variables.contains(&term) {
                found.push(term);
            }
            work.extend(parts(self.terms, term));
        }
        found
    }

    fn mention(&mut self, term: TermId) {
        let mut work = vec![term];
        while let Some(term) = work.pop() {
            if self.seen.insert(term) {
                work.extend(parts(self.terms, term));
            }
        }
    }
}

fn parts(terms: &Terms, term: TermId) -> Vec<TermId> {
    match terms.get(term) {
        Term::App { args, .. } => args.to_vec(),
        Term::Quantifier(quantifier) => {
            let advice = quantifier.triggers.iter().flatten().chain(&*quantifier.no_patterns);
            advice.copied().chain([quantifier.body]).collect()
        }
    }
}
