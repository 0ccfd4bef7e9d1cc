//! Assumptions that are about the same things, said at once.
//!
//! ```text
//! (∀ x {T} · g ⇒ a) ∧ (∀ x {T} · g ⇒ b)   =   ∀ x {T} · g ⇒ a ∧ b
//! ```
//!
//! The solver finds the things of which they speak once instead of twice, and has less to read.

use rustc_hash::FxHashMap;
use smt::{Quantifier, QuantifierKind, Term, TermId, Terms};

/// The conjuncts, with those gathered that quantify alike.
pub fn gather(terms: &mut Terms, conjuncts: Vec<TermId>) -> Vec<TermId> {
    let mut gathered: Vec<Conjunct> = Vec::new();
    let mut alike: FxHashMap<Quantifier, usize> = FxHashMap::default();
    for conjunct in conjuncts {
        let Term::Quantifier(quantifier) = terms.get(conjunct) else {
            gathered.push(Conjunct::Other(conjunct));
            continue;
        };
        if quantifier.kind != QuantifierKind::Forall {
            gathered.push(Conjunct::Other(conjunct));
            continue;
        }
        let quantifier = quantifier.as_ref().clone();
        let (guard, known) = implication(terms, quantifier.body);
        let frame = Quantifier { body: guard, ..quantifier };
        let place = *alike.entry(frame.clone()).or_insert_with(|| {
            gathered.push(Conjunct::Forall { frame, known: Vec::new() });
            gathered.len() - 1
        });
        if let Conjunct::Forall { known: all, .. } = &mut gathered[place]
            && !all.contains(&known)
        {
            all.push(known);
        }
    }
    gathered.into_iter().map(|conjunct| conjunct.term(terms)).collect()
}

enum Conjunct {
    Other(TermId),
    /// The body of the frame is the guard of all that is known.
    Forall {
        frame: Quantifier,
        known: Vec<TermId>,
    },
}

impl Conjunct {
    fn term(self, terms: &mut Terms) -> TermId {
        match self {
            Conjunct::Other(term) => term,
            Conjunct::Forall { frame, known } => {
                let known = terms.and(known);
                let body = terms.implies(frame.body, known);
                terms.quantifier(Quantifier { body, ..frame })
            }
        }
    }
}

/// The two sides of an implication; what is no implication follows from true.
fn implication(terms: &mut Terms, body: TermId) -> (TermId, TermId) {
    match terms.get(body) {
        Term::App { head, args } if **head == *"=>" && args.len() == 2 => (args[0], args[1]),
        Term::App { .. } | Term::Quantifier(_) => (terms.bool_(true), body),
    }
}
