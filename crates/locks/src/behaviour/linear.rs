//! Sums of variables, and conditions on them. Numbers are exact here; what overflows in Java is seen where fields are written.
//!
//! The integers of properties have no bounds. They are computed with 128 bits, and never leave these: a sum that is read
//! from a property or a method has a constant of at most 2⁹⁶ and factors of at most 2³² ([`Linear::is_small`]; another one
//! is *unsupported*). A field holds 64 bits at most and threads are fewer, so that each product stays below 2⁹⁶, and the
//! sum of these, of which there are as many as fields, modes and states of threads, below 2¹¹⁰. Differences of two sums,
//! and sums in place of variables with factors of at most 1000, double the constants or add ten bits to the factors.

use std::collections::BTreeMap;

/// An integer, see above.
pub type Number = i128;

/// The constant of a sum that is read is at most this.
const LARGEST_CONSTANT: Number = 1 << 96;
/// So is each factor at most this.
const LARGEST_FACTOR: Number = 1 << 32;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Variable {
    /// A field of the lock; true is one.
    Field(usize),
    /// How many threads hold this mode.
    Holders(usize),
    /// How many threads are in this state.
    Threads(usize),
}

/// constant + Σ factor · variable, without factors that are zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Linear {
    pub constant: Number,
    pub factors: BTreeMap<Variable, Number>,
}

impl Linear {
    pub fn constant(constant: Number) -> Linear {
        Linear { constant, factors: BTreeMap::new() }
    }

    pub fn of(variable: Variable) -> Linear {
        Linear { constant: 0, factors: BTreeMap::from([(variable, 1)]) }
    }

    /// self + factor · other
    pub fn plus(&self, other: &Linear, factor: Number) -> Linear {
        let mut sum = self.clone();
        sum.constant += other.constant * factor;
        for (variable, of_other) in &other.factors {
            *sum.factors.entry(*variable).or_default() += of_other * factor;
        }
        sum.factors.retain(|_, factor| *factor != 0);
        sum
    }

    /// Whether it is one of those that are computed with.
    pub fn is_small(&self) -> bool {
        self.constant.abs() <= LARGEST_CONSTANT && self.factors.values().all(|factor| factor.abs() <= LARGEST_FACTOR)
    }

    pub fn as_constant(&self) -> Option<Number> {
        self.factors.is_empty().then_some(self.constant)
    }

    pub fn value(&self, of: &dyn Fn(Variable) -> Number) -> Number {
        let sum: Number = self.factors.iter().map(|(variable, factor)| of(*variable) * factor).sum();
        self.constant + sum
    }

    /// With sums in the place of variables.
    pub fn replaced(&self, by: &dyn Fn(Variable) -> Option<Linear>) -> Linear {
        let mut sum = Linear::constant(self.constant);
        for (variable, factor) in &self.factors {
            let part = by(*variable).unwrap_or_else(|| Linear::of(*variable));
            sum = sum.plus(&part, *factor);
        }
        sum
    }

    /// Bounds of the value, where `of` gives bounds of the variables; none is no bound.
    pub fn range(&self, of: &dyn Fn(Variable) -> Range) -> Range {
        let mut range = Range { low: Some(self.constant), high: Some(self.constant) };
        for (variable, factor) in &self.factors {
            let part = of(*variable);
            let (low, high) = if *factor > 0 { (part.low, part.high) } else { (part.high, part.low) };
            range.low = range.low.zip(low).map(|(sum, low)| sum + low * factor);
            range.high = range.high.zip(high).map(|(sum, high)| sum + high * factor);
        }
        range
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    pub low: Option<Number>,
    pub high: Option<Number>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// sum ≤ 0
    AtMost,
    /// sum = 0
    Equal,
    /// sum ≠ 0
    NotEqual,
}

/// How two sums are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    Known(bool),
    Compare(Linear, Comparison),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    pub fn and(left: Condition, right: Condition) -> Condition {
        match (left, right) {
            (Condition::Known(false), _) | (_, Condition::Known(false)) => Condition::Known(false),
            (Condition::Known(true), other) | (other, Condition::Known(true)) => other,
            (left, right) if left.includes(&right) => left,
            (left, right) if left.includes(&right.negated()) => Condition::Known(false),
            (left, right) => Condition::And(Box::new(left), Box::new(right)),
        }
    }

    /// Whether the other one is a part of this conjunction.
    fn includes(&self, part: &Condition) -> bool {
        match self {
            Condition::And(left, right) => self == part || left.includes(part) || right.includes(part),
            Condition::Known(_) | Condition::Compare(..) | Condition::Or(..) => self == part,
        }
    }

    pub fn or(left: Condition, right: Condition) -> Condition {
        match (left, right) {
            (Condition::Known(true), _) | (_, Condition::Known(true)) => Condition::Known(true),
            (Condition::Known(false), other) | (other, Condition::Known(false)) => other,
            (left, right) => Condition::Or(Box::new(left), Box::new(right)),
        }
    }

    pub fn compare(left: Linear, relation: Relation, right: Linear) -> Condition {
        let difference = left.plus(&right, -1);
        let opposite = right.plus(&left, -1);
        let one = Linear::constant(1);
        match relation {
            Relation::Equal => Condition::simple(difference, Comparison::Equal),
            Relation::NotEqual => Condition::simple(difference, Comparison::NotEqual),
            Relation::Less => Condition::simple(difference.plus(&one, 1), Comparison::AtMost),
            Relation::AtMost => Condition::simple(difference, Comparison::AtMost),
            Relation::More => Condition::simple(opposite.plus(&one, 1), Comparison::AtMost),
            Relation::AtLeast => Condition::simple(opposite, Comparison::AtMost),
        }
    }

    fn simple(sum: Linear, comparison: Comparison) -> Condition {
        match sum.as_constant() {
            Some(constant) => Condition::Known(holds(constant, comparison)),
            None => Condition::Compare(sum, comparison),
        }
    }

    pub fn negated(&self) -> Condition {
        match self {
            Condition::Known(value) => Condition::Known(!value),
            Condition::Compare(sum, Comparison::Equal) => Condition::Compare(sum.clone(), Comparison::NotEqual),
            Condition::Compare(sum, Comparison::NotEqual) => Condition::Compare(sum.clone(), Comparison::Equal),
            // ¬(sum ≤ 0) is 1 − sum ≤ 0.
            Condition::Compare(sum, Comparison::AtMost) => {
                Condition::Compare(Linear::constant(1).plus(sum, -1), Comparison::AtMost)
            }
            Condition::And(left, right) => Condition::or(left.negated(), right.negated()),
            Condition::Or(left, right) => Condition::and(left.negated(), right.negated()),
        }
    }

    pub fn holds(&self, of: &dyn Fn(Variable) -> Number) -> bool {
        match self {
            Condition::Known(value) => *value,
            Condition::Compare(sum, comparison) => holds(sum.value(of), *comparison),
            Condition::And(left, right) => left.holds(of) && right.holds(of),
            Condition::Or(left, right) => left.holds(of) || right.holds(of),
        }
    }

    /// Whether it holds for all values, or for none, within the bounds.
    pub fn known(&self, of: &dyn Fn(Variable) -> Range) -> Option<bool> {
        match self {
            Condition::Known(value) => Some(*value),
            Condition::Compare(sum, comparison) => known(sum.range(of), *comparison),
            Condition::And(left, right) => match (left.known(of), right.known(of)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Condition::Or(left, right) => match (left.known(of), right.known(of)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
        }
    }

    pub fn replaced(&self, by: &dyn Fn(Variable) -> Option<Linear>) -> Condition {
        match self {
            Condition::Known(value) => Condition::Known(*value),
            Condition::Compare(sum, comparison) => Condition::simple(sum.replaced(by), *comparison),
            Condition::And(left, right) => Condition::and(left.replaced(by), right.replaced(by)),
            Condition::Or(left, right) => Condition::or(left.replaced(by), right.replaced(by)),
        }
    }

    /// Whether it speaks of the variable.
    pub fn mentions(&self, variable: Variable) -> bool {
        match self {
            Condition::Known(_) => false,
            Condition::Compare(sum, _) => sum.factors.contains_key(&variable),
            Condition::And(left, right) | Condition::Or(left, right) => {
                left.mentions(variable) || right.mentions(variable)
            }
        }
    }

    /// How many comparisons it is made of.
    pub fn parts(&self) -> usize {
        match self {
            Condition::Known(_) | Condition::Compare(..) => 1,
            Condition::And(left, right) | Condition::Or(left, right) => left.parts() + right.parts(),
        }
    }

    /// The largest number in it.
    pub fn largest(&self) -> Number {
        match self {
            Condition::Known(_) => 0,
            Condition::Compare(sum, _) => sum.constant.abs(),
            Condition::And(left, right) | Condition::Or(left, right) => left.largest().max(right.largest()),
        }
    }
}

fn holds(value: Number, comparison: Comparison) -> bool {
    match comparison {
        Comparison::AtMost => value <= 0,
        Comparison::Equal => value == 0,
        Comparison::NotEqual => value != 0,
    }
}

fn known(range: Range, comparison: Comparison) -> Option<bool> {
    let is_zero = range.low == Some(0) && range.high == Some(0);
    let is_apart = range.low.is_some_and(|low| low > 0) || range.high.is_some_and(|high| high < 0);
    match comparison {
        Comparison::AtMost if range.high.is_some_and(|high| high <= 0) => Some(true),
        Comparison::AtMost if range.low.is_some_and(|low| low > 0) => Some(false),
        Comparison::Equal if is_zero => Some(true),
        Comparison::Equal if is_apart => Some(false),
        Comparison::NotEqual if is_zero => Some(false),
        Comparison::NotEqual if is_apart => Some(true),
        _ => None,
    }
}
