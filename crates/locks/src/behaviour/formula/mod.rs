//! Properties of a lock: formulas about all paths.

mod parse;

use super::linear::Condition;
pub use parse::read;

/// A property of states, true of a state if it is true of all paths from there.
#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// Speaks of the state alone.
    Now(Condition),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    Always(Box<Formula>),
    Eventually(Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
    /// Until, or for ever.
    WeakUntil(Box<Formula>, Box<Formula>),
}

/// `NAME: formula`, perhaps with `under fair releases`.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    pub name: String,
    pub formula: Formula,
    /// What implications have on their left.
    pub antecedents: Vec<Antecedent>,
    /// Whether no thread keeps what it holds for ever.
    pub is_fair: bool,
    /// Where the formula begins and ends in the text.
    pub range: (usize, usize),
}

impl Named {
    /// What it says of single states.
    pub fn conditions(&self) -> Vec<&Condition> {
        let mut found: Vec<&Condition> = self.antecedents.iter().map(|left| &left.condition).collect();
        let mut open = vec![&self.formula];
        while let Some(formula) = open.pop() {
            match formula {
                Formula::Now(condition) => found.push(condition),
                Formula::Next(inner) | Formula::Always(inner) | Formula::Eventually(inner) => open.push(inner),
                Formula::And(left, right)
                | Formula::Or(left, right)
                | Formula::Until(left, right)
                | Formula::WeakUntil(left, right) => open.extend([&**left, right]),
            }
        }
        found
    }
}

/// The left side of an implication.
#[derive(Clone, PartialEq, Debug)]
pub struct Antecedent {
    pub condition: Condition,
    /// It is asked about after so many steps at most; none is any number.
    pub steps: Option<usize>,
    /// Where it begins and ends in the text.
    pub range: (usize, usize),
}

/// What is wrong, and where in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Wrong {
    pub message: String,
    pub at: usize,
    /// Whether it follows the grammar, and is more than is computed with.
    pub is_too_large: bool,
}

impl Wrong {
    pub fn at(at: usize, message: impl Into<String>) -> Wrong {
        Wrong { message: message.into(), at, is_too_large: false }
    }

    pub fn too_large(at: usize, message: impl Into<String>) -> Wrong {
        Wrong { is_too_large: true, ..Wrong::at(at, message) }
    }
}
