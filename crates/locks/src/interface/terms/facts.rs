//! What follows from conditions at once: equal terms, and intervals of numbers. Whatever this cannot tell, a solver may.

use crate::interface::terms::term::{Rewrite, Term, TermId, Terms};
use concurrent::object::{BinaryOp, UnaryOp};

/// How far a bound is followed through conditions that compare two unknown numbers.
const DEPTH: u32 = 3;

/// The conditions cannot all hold together with this one.
pub fn contradicts(terms: &mut Terms, facts: &[TermId], condition: TermId) -> bool {
    let negation = terms.unary(UnaryOp::Not, condition);
    implies(terms, facts, negation) || has_other_remainder(terms, facts, condition)
}

/// The condition says which number this is, and another one that its remainder is not that number's.
fn has_other_remainder(terms: &mut Terms, facts: &[TermId], condition: TermId) -> bool {
    let Term::Binary(BinaryOp::Equal, left, right) = *terms.get(condition) else { return false };
    let number = match (terms.as_int(left), terms.as_int(right)) {
        (None, Some(_)) => left,
        (Some(_), None) => right,
        _ => return false,
    };
    let is_of_number = |term: &Term| matches!(term, Term::Binary(BinaryOp::Remainder, of, _) if *of == number);
    let remainders: Vec<TermId> = facts.iter().copied().filter(|fact| terms.mentions(*fact, &is_of_number)).collect();
    remainders.into_iter().any(|remainder| {
        let negation = terms.unary(UnaryOp::Not, remainder);
        implies(terms, &[condition], negation)
    })
}

/// The conditions imply this one.
pub fn implies(terms: &Terms, facts: &[TermId], condition: TermId) -> bool {
    if facts.binary_search(&condition).is_ok() || facts.contains(&condition) {
        return true;
    }
    match terms.get(condition) {
        Term::Bool(value) => *value,
        Term::Binary(BinaryOp::And, left, right) => implies(terms, facts, *left) && implies(terms, facts, *right),
        Term::Binary(BinaryOp::Or, left, right) => implies(terms, facts, *left) || implies(terms, facts, *right),
        Term::Binary(op, left, right) => {
            let (a, b) = (interval(terms, facts, *left, DEPTH), interval(terms, facts, *right, DEPTH));
            match op {
                BinaryOp::Less => a.high < b.low || has_less(terms, facts, *left, *right),
                BinaryOp::LessEqual => a.high <= b.low || has_less(terms, facts, *left, *right),
                BinaryOp::Equal => a.low == a.high && b.low == b.high && a.low == b.low,
                BinaryOp::NotEqual => {
                    a.high < b.low
                        || b.high < a.low
                        || has_less(terms, facts, *left, *right)
                        || has_less(terms, facts, *right, *left)
                }
                _ => false,
            }
        }
        _ => false,
    }
}

fn has_less(terms: &Terms, facts: &[TermId], left: TermId, right: TermId) -> bool {
    facts.iter().any(|fact| *terms.get(*fact) == Term::Binary(BinaryOp::Less, left, right))
}

/// What is known of the symbol of a local that held this number so far.
pub fn bounds(terms: &mut Terms, symbol: TermId, old: TermId) -> Vec<TermId> {
    if terms.as_int(old).is_none() {
        return Vec::new();
    }
    vec![terms.binary(BinaryOp::LessEqual, old, symbol), terms.binary(BinaryOp::LessEqual, symbol, old)]
}

/// What may be known of a symbol that stands for the one value or the other, if conditions compare the two: of the same
/// measure of both, that of the symbol is not greater, or not less, than that of the first.
pub fn chosen(terms: &mut Terms, facts: &[TermId], symbol: TermId, old: TermId, new: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    for fact in facts {
        let Term::Binary(BinaryOp::Less | BinaryOp::LessEqual, left, right) = *terms.get(*fact) else { continue };
        for (of_new, of_old) in [(left, right), (right, left)] {
            let put = |terms: &mut Terms, value| {
                terms.rewrite(of_new, &mut |_, id| if id == new { Rewrite::To(value) } else { Rewrite::Parts })
            };
            if !terms.has_part(of_new, new) || put(terms, old) != Some(of_old) {
                continue;
            }
            let Some(of_symbol) = put(terms, symbol) else { continue };
            let (a, b) = if of_new == left { (of_symbol, of_old) } else { (of_old, of_symbol) };
            found.push(terms.binary(BinaryOp::LessEqual, a, b));
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub low: i64,
    pub high: i64,
}

const INT: Interval = Interval { low: i32::MIN as i64, high: i32::MAX as i64 };
const LONG: Interval = Interval { low: i64::MIN, high: i64::MAX };

impl Interval {
    fn meet(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    fn exactly(value: i64) -> Interval {
        Interval { low: value, high: value }
    }
}

/// Where the value of a number lies.
pub fn interval(terms: &Terms, facts: &[TermId], id: TermId, depth: u32) -> Interval {
    interval_in(terms, facts, id, depth, LONG)
}

/// Where the value of a number of this range lies. Arithmetic is Java's on `int`: what may overflow may be any number.
fn interval_in(terms: &Terms, facts: &[TermId], id: TermId, depth: u32, range: Interval) -> Interval {
    let own = match terms.get(id) {
        Term::Int(value) => return Interval::exactly(*value),
        Term::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right) if depth > 0 => {
            let a = interval_in(terms, facts, *left, depth - 1, INT);
            let b = interval_in(terms, facts, *right, depth - 1, INT);
            let sum = match op {
                BinaryOp::Add => Interval { low: a.low + b.low, high: a.high + b.high },
                _ => Interval { low: a.low - b.high, high: a.high - b.low },
            };
            if sum == sum.meet(INT) { sum } else { INT }
        }
        Term::Wide(value) => interval_in(terms, facts, *value, depth, INT),
        Term::Binary(BinaryOp::And, left, right) => {
            let mask = terms.as_int(*left).or_else(|| terms.as_int(*right)).filter(|mask| *mask >= 0);
            mask.map_or(range, |mask| Interval { low: 0, high: mask })
        }
        Term::Binary(BinaryOp::Remainder, left, right) => match terms.as_int(*right) {
            Some(divisor) if divisor > 0 => {
                let divided = if depth > 0 { interval(terms, facts, *left, depth - 1) } else { LONG };
                match terms.as_int(*left).is_none() && divided.low == divided.high {
                    true => Interval::exactly(divided.low % divisor),
                    false => Interval { low: if divided.low >= 0 { 0 } else { 1 - divisor }, high: divisor - 1 },
                }
            }
            _ => range,
        },
        _ => range,
    };
    facts.iter().fold(own, |known, fact| known.meet(told_by(terms, facts, *fact, id, depth, range)))
}

/// What one condition says of where the number lies. Both sides of a comparison have one type, so that an `int` is
/// compared with an `int`: where one is compared with a `long`, that is said of `Term::Wide`.
fn told_by(terms: &Terms, facts: &[TermId], fact: TermId, id: TermId, depth: u32, range: Interval) -> Interval {
    let Term::Binary(op, left, right) = terms.get(fact) else { return range };
    let other = |side: TermId| match terms.as_int(side) {
        Some(value) => Interval::exactly(value),
        None if depth > 0 => interval_in(terms, &without(facts, fact), side, depth - 1, range),
        None => range,
    };
    match op {
        BinaryOp::Less if *left == id => Interval { high: other(*right).high.saturating_sub(1), ..range },
        BinaryOp::Less if *right == id => Interval { low: other(*left).low.saturating_add(1), ..range },
        BinaryOp::LessEqual if *left == id => Interval { high: other(*right).high, ..range },
        BinaryOp::LessEqual if *right == id => Interval { low: other(*left).low, ..range },
        BinaryOp::Equal if *left == id => other(*right),
        BinaryOp::Equal if *right == id => other(*left),
        _ => range,
    }
}

fn without(facts: &[TermId], fact: TermId) -> Vec<TermId> {
    facts.iter().copied().filter(|other| *other != fact).collect()
}
