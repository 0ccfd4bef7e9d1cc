//! Terms as a hash-consed graph: equal terms have equal ids, and a term is made once.
//!
//! A child's id is always smaller than its parent's. Heads are verbatim SMT-LIB text, so this
//! level knows no theory beyond the Boolean connectives it simplifies.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};

use crate::sort::Sort;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TermId(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    App {
        /// Verbatim SMT-LIB text: `and`, `(_ extract 7 0)`, `x@3`, `5`.
        head: Arc<str>,
        args: Box<[TermId]>,
    },
    /// Boxed, so that applications, by far the most frequent terms, stay small.
    Quantifier(Box<Quantifier>),
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum QuantifierKind {
    Forall,
    Exists,
    Lambda,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quantifier {
    pub kind: QuantifierKind,
    /// Names are SMT-LIB text; an occurrence is a constant with the same head.
    pub vars: Box<[(Arc<str>, Sort)]>,
    /// Each trigger is a set of terms to be matched together.
    pub triggers: Box<[Box<[TermId]>]>,
    /// Terms that must not serve as triggers. Z3 takes these only where there is no trigger,
    /// so they are printed only then.
    pub no_patterns: Box<[TermId]>,
    pub weight: Option<u32>,
    /// The solver's name for this quantifier (`:qid`), as SMT-LIB text.
    pub name: Option<Arc<str>>,
    pub body: TermId,
}

impl Quantifier {
    /// A quantifier without triggers or other advice to the solver.
    pub fn plain(kind: QuantifierKind, vars: Vec<(Arc<str>, Sort)>, body: TermId) -> Quantifier {
        Quantifier {
            kind,
            vars: vars.into(),
            triggers: Box::default(),
            no_patterns: Box::default(),
            weight: None,
            name: None,
            body,
        }
    }
}

/// The arena of terms.
pub struct Terms {
    terms: Vec<Term>,
    heads: FxHashSet<Arc<str>>,
    index: Index,
}

const FALSE: TermId = TermId(0);
const TRUE: TermId = TermId(1);

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    pub fn new() -> Terms {
        let mut terms = Terms { terms: Vec::new(), heads: FxHashSet::default(), index: Index::new() };
        let no = terms.constant("false");
        let yes = terms.constant("true");
        debug_assert!(no == FALSE && yes == TRUE);
        terms
    }

    pub fn get(&self, id: TermId) -> &Term {
        &self.terms[id.0 as usize]
    }

    /// How many different terms were made.
    pub fn count(&self) -> usize {
        self.terms.len()
    }

    /// The application exactly as given, without simplification.
    pub fn app(&mut self, head: &str, args: &[TermId]) -> TermId {
        let hash = hash_app(head, args);
        let terms = &self.terms;
        let known = self.index.find(hash, |id| match &terms[id as usize] {
            Term::App { head: h, args: a } => **a == *args && **h == *head,
            Term::Quantifier(_) => false,
        });
        if let Some(id) = known {
            return TermId(id);
        }
        let head = match self.heads.get(head) {
            Some(head) => Arc::clone(head),
            None => {
                let head: Arc<str> = head.into();
                self.heads.insert(Arc::clone(&head));
                head
            }
        };
        let args = args.into();
        self.push(hash, Term::App { head, args })
    }

    pub fn constant(&mut self, head: &str) -> TermId {
        self.app(head, &[])
    }

    /// An integer literal from its digits, with or without a minus sign.
    pub fn int(&mut self, digits: &str) -> TermId {
        match digits.strip_prefix('-') {
            None => self.constant(digits),
            Some(magnitude) => {
                let magnitude = self.constant(magnitude);
                self.app("-", &[magnitude])
            }
        }
    }

    pub fn bool_(&mut self, value: bool) -> TermId {
        if value { TRUE } else { FALSE }
    }

    /// (∀ x. true) = true, (∃ x. false) = false.
    pub fn quantifier(&mut self, quantifier: Quantifier) -> TermId {
        match (quantifier.kind, quantifier.body) {
            (QuantifierKind::Forall, TRUE) => return TRUE,
            (QuantifierKind::Exists, FALSE) => return FALSE,
            (QuantifierKind::Forall | QuantifierKind::Exists | QuantifierKind::Lambda, _) => {}
        }
        let hash = hash_quantifier(&quantifier);
        let terms = &self.terms;
        let known = self.index.find(hash, |id| match &terms[id as usize] {
            Term::App { .. } => false,
            Term::Quantifier(other) => **other == quantifier,
        });
        match known {
            Some(id) => TermId(id),
            None => self.push(hash, Term::Quantifier(Box::new(quantifier))),
        }
    }

    /// ¬true = false, ¬false = true, ¬¬a = a.
    pub fn not(&mut self, a: TermId) -> TermId {
        match a {
            TRUE => FALSE,
            FALSE => TRUE,
            _ => match self.get(a) {
                Term::App { head, args } if **head == *"not" && args.len() == 1 => args[0],
                Term::App { .. } | Term::Quantifier(_) => self.app("not", &[a]),
            },
        }
    }

    /// true is the unit of ∧ and false its zero; nothing is flattened.
    pub fn and(&mut self, conjuncts: impl IntoIterator<Item = TermId>) -> TermId {
        self.connective("and", conjuncts, TRUE, FALSE)
    }

    /// false is the unit of ∨ and true its zero; nothing is flattened.
    pub fn or(&mut self, disjuncts: impl IntoIterator<Item = TermId>) -> TermId {
        self.connective("or", disjuncts, FALSE, TRUE)
    }

    /// (true ⇒ b) = b, (false ⇒ b) = (a ⇒ true) = (a ⇒ a) = true, (a ⇒ false) = ¬a.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        if a == TRUE {
            b
        } else if a == FALSE || b == TRUE || a == b {
            TRUE
        } else if b == FALSE {
            self.not(a)
        } else {
            self.app("=>", &[a, b])
        }
    }

    /// (a = a) = true.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b { TRUE } else { self.app("=", &[a, b]) }
    }

    /// ite(true, a, b) = a, ite(false, a, b) = b, ite(c, a, a) = a.
    pub fn ite(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        if condition == TRUE || a == b {
            a
        } else if condition == FALSE {
            b
        } else {
            self.app("ite", &[condition, a, b])
        }
    }

    fn connective(
        &mut self,
        head: &str,
        operands: impl IntoIterator<Item = TermId>,
        unit: TermId,
        zero: TermId,
    ) -> TermId {
        let mut kept = Vec::new();
        for operand in operands {
            if operand == zero {
                return zero;
            }
            if operand != unit {
                kept.push(operand);
            }
        }
        match kept[..] {
            [] => unit,
            [only] => only,
            _ => self.app(head, &kept),
        }
    }

    fn push(&mut self, hash: u32, term: Term) -> TermId {
        let id = u32::try_from(self.terms.len()).expect("an arena holds fewer than 2^32 terms");
        self.terms.push(term);
        self.index.insert(hash, id);
        TermId(id)
    }
}

fn hash_app(head: &str, args: &[TermId]) -> u32 {
    let mut hasher = FxHasher::default();
    head.hash(&mut hasher);
    for arg in args {
        hasher.write_u32(arg.0);
    }
    fold(hasher.finish())
}

fn hash_quantifier(quantifier: &Quantifier) -> u32 {
    let mut hasher = FxHasher::default();
    quantifier.hash(&mut hasher);
    fold(hasher.finish())
}

fn fold(hash: u64) -> u32 {
    ((hash >> 32) ^ hash) as u32
}

/// A hash table from terms to ids that does not hold the terms a second time: a slot is a
/// hash and an id, and the arena holds the rest. Open addressing with linear probing, never
/// more than half full.
struct Index {
    slots: Vec<(u32, u32)>,
    used: usize,
}

const EMPTY: u32 = u32::MAX;

impl Index {
    fn new() -> Index {
        Index { slots: vec![(0, EMPTY); 64], used: 0 }
    }

    fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (slot_hash, id) = self.slots[at];
            if id == EMPTY {
                return None;
            }
            if slot_hash == hash && is_it(id) {
                return Some(id);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds an id that is not in the table.
    fn insert(&mut self, hash: u32, id: u32) {
        if (self.used + 1) * 2 > self.slots.len() {
            let doubled = vec![(0, EMPTY); self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, doubled);
            for (hash, id) in old {
                if id != EMPTY {
                    self.place(hash, id);
                }
            }
        }
        self.place(hash, id);
        self.used += 1;
    }

    fn place(&mut self, hash: u32, id: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != EMPTY {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_ids() {
        let mut terms = Terms::new();
        let x = terms.constant("x");
        let y = terms.constant("y");
        let sum = terms.app("+", &[x, y]);
        assert_eq!(sum, terms.app("+", &[x, y]));
        assert_ne!(sum, terms.app("+", &[y, x]));
        assert_ne!(sum, terms.app("-", &[x, y]));
        let all = |body| Quantifier::plain(QuantifierKind::Forall, vec![("i".into(), Sort::Int)], body);
        let quantified = terms.quantifier(all(sum));
        assert_eq!(quantified, terms.quantifier(all(sum)));
        assert_ne!(quantified, terms.quantifier(all(x)));
    }

    #[test]
    fn ids_survive_growth_of_the_table() {
        let mut terms = Terms::new();
        let ids: Vec<_> = (0..10_000).map(|n| terms.int(&n.to_string())).collect();
        let count = terms.count();
        for (n, id) in ids.iter().enumerate() {
            assert_eq!(terms.int(&n.to_string()), *id);
        }
        assert_eq!(terms.count(), count);
    }

    #[test]
    fn simplifications() {
        let mut t = Terms::new();
        let (yes, no) = (t.bool_(true), t.bool_(false));
        let (a, b) = (t.constant("a"), t.constant("b"));
        let not_a = t.not(a);
        let cases = [
            (t.not(not_a), a),
            (t.not(yes), no),
            (t.not(no), yes),
            (t.and([]), yes),
            (t.and([yes, a, yes]), a),
            (t.and([a, no, b]), no),
            (t.or([]), no),
            (t.or([no, b]), b),
            (t.or([a, yes]), yes),
            (t.implies(yes, a), a),
            (t.implies(no, a), yes),
            (t.implies(a, yes), yes),
            (t.implies(a, a), yes),
            (t.implies(a, no), not_a),
            (t.eq(a, a), yes),
            (t.ite(yes, a, b), a),
            (t.ite(no, a, b), b),
            (t.ite(a, b, b), b),
        ];
        for (number, (got, want)) in cases.into_iter().enumerate() {
            assert_eq!(got, want, "case {number}");
        }
        // What is not listed above stays.
        assert_ne!(t.and([a, a]), a);
        assert_ne!(t.eq(a, b), t.eq(b, a));
    }
}
