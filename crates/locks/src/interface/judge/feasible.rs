//! Whether the conditions on a way can hold together: the solver's word where intervals do not tell.
//!
//! Numbers are mathematical integers; a sum that may leave the range of `int` is any number then, so that *no* is never
//! said because of an overflow that Java would wrap.

use crate::interface::terms::term::{Term, TermId, Terms};
use concurrent::object::{BinaryOp, UnaryOp};
use ivl::check::Context;
use rustc_hash::FxHashSet;
use smt::Answer;
use std::fmt::Write;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feasible {
    Yes,
    No,
    Unknown,
}

/// Asks the solver, if there is a condition that it can say something about.
pub fn feasible(terms: &Terms, facts: &[TermId], context: &Context) -> (Feasible, Duration) {
    let has_numbers = |id: &TermId| {
        terms.mentions(*id, &|term| {
            matches!(
                term,
                Term::Binary(BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Equal | BinaryOp::NotEqual, ..)
            )
        })
    };
    if !facts.iter().any(has_numbers) {
        return (Feasible::Yes, Duration::ZERO);
    }
    let start = Instant::now();
    let mut session = context.pool.acquire();
    let answer = match session.send(&Question::new(terms).text(facts)) {
        Ok(()) => session.check(Instant::now() + within(context)),
        Err(reason) => Answer::Unknown(reason),
    };
    let feasible = match answer {
        Answer::Sat => Feasible::Yes,
        Answer::Unsat => Feasible::No,
        Answer::Unknown(_) => Feasible::Unknown,
    };
    (feasible, start.elapsed())
}

/// How long an answer is awaited.
pub fn within(context: &Context) -> Duration {
    context.deadline.left().map_or(context.timeout, |left| left.min(context.timeout))
}

struct Question<'a> {
    terms: &'a Terms,
    /// Terms that are used as conditions.
    booleans: FxHashSet<TermId>,
    declared: FxHashSet<(TermId, bool)>,
    text: String,
}

impl Question<'_> {
    fn new(terms: &Terms) -> Question<'_> {
        Question { terms, booleans: FxHashSet::default(), declared: FxHashSet::default(), text: String::new() }
    }

    fn text(mut self, facts: &[TermId]) -> String {
        facts.iter().for_each(|fact| self.mark(*fact));
        for fact in facts {
            let condition = self.condition(*fact);
            let _ = writeln!(self.text, "(assert {condition})");
        }
        self.text
    }

    /// Finds out which terms are conditions.
    fn mark(&mut self, id: TermId) {
        if !self.booleans.insert(id) {
            return;
        }
        match self.terms.get(id) {
            Term::Unary(UnaryOp::Not, arg) => self.mark(*arg),
            Term::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, left, right) => {
                self.mark(*left);
                self.mark(*right);
            }
            _ => {}
        }
    }

    fn condition(&mut self, id: TermId) -> String {
        match self.terms.get(id).clone() {
            Term::Bool(value) => value.to_string(),
            Term::Unary(UnaryOp::Not, arg) => format!("(not {})", self.condition(arg)),
            Term::Binary(op, left, right) => match op {
                BinaryOp::And => format!("(and {} {})", self.condition(left), self.condition(right)),
                BinaryOp::Or => format!("(or {} {})", self.condition(left), self.condition(right)),
                BinaryOp::Xor => format!("(xor {} {})", self.condition(left), self.condition(right)),
                BinaryOp::Less => format!("(< {} {})", self.number(left), self.number(right)),
                BinaryOp::LessEqual => format!("(<= {} {})", self.number(left), self.number(right)),
                BinaryOp::Equal => self.equality(left, right),
                BinaryOp::NotEqual => format!("(not {})", self.equality(left, right)),
                _ => self.constant(id, "Bool"),
            },
            _ => self.constant(id, "Bool"),
        }
    }

    fn equality(&mut self, left: TermId, right: TermId) -> String {
        let is_condition = |id: &TermId| {
            self.booleans.contains(id)
                || matches!(self.terms.get(*id), Term::Bool(_) | Term::InstanceOf(..) | Term::Unary(UnaryOp::Not, _))
        };
        match [left, right].iter().any(is_condition) {
            true => {
                self.mark(left);
                self.mark(right);
                format!("(= {} {})", self.condition(left), self.condition(right))
            }
            false => format!("(= {} {})", self.number(left), self.number(right)),
        }
    }

    /// A number, or an object as a number: null is one that no object is.
    fn number(&mut self, id: TermId) -> String {
        match self.terms.get(id).clone() {
            Term::Int(value) if value < 0 => format!("(- {})", value.unsigned_abs()),
            Term::Int(value) => value.to_string(),
            Term::Wide(value) => self.number(value),
            Term::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right) => {
                let sum = self.constant(id, "Int");
                let op = if op == BinaryOp::Add { "+" } else { "-" };
                let (left, right) = (self.number(left), self.number(right));
                let exact = format!("({op} {left} {right})");
                for side in [left, right] {
                    let _ = writeln!(self.text, "(assert (<= (- 2147483648) {side} 2147483647))");
                }
                let in_range = format!("(<= (- 2147483648) {exact} 2147483647)");
                let _ = writeln!(self.text, "(assert (=> {in_range} (= {sum} {exact})))");
                sum
            }
            // A constant is what a loop counts from: only its first rounds are followed, which stand for all of them. That
            // they divide a constant is not held against a way.
            Term::Binary(BinaryOp::Remainder, left, right)
                if self.terms.as_int(left).is_none() && self.terms.as_int(right).is_some_and(|by| by > 0) =>
            {
                self.remainder(id, left, right)
            }
            _ => {
                let name = self.constant(id, "Int");
                let never_zero = match self.terms.get(id) {
                    Term::Symbol(symbol) => symbol.kind == crate::interface::terms::term::SymbolKind::Stamp,
                    _ => false,
                };
                if never_zero {
                    let _ = writeln!(self.text, "(assert (not (= {name} 0)))");
                }
                name
            }
        }
    }

    /// left = by · quotient + remainder; the remainder has the sign of what is divided, or is zero.
    fn remainder(&mut self, id: TermId, left: TermId, right: TermId) -> String {
        let is_new = !self.declared.contains(&(id, false));
        let name = self.constant(id, "Int");
        if is_new {
            let (left, by) = (self.number(left), self.number(right));
            let _ = writeln!(self.text, "(declare-const q{name} Int)");
            let _ = writeln!(self.text, "(assert (= {left} (+ (* {by} q{name}) {name})))");
            let _ = writeln!(self.text, "(assert (ite (<= 0 {left}) (< (- 1) {name} {by}) (< (- {by}) {name} 1)))");
        }
        name
    }

    fn constant(&mut self, id: TermId, sort: &str) -> String {
        let name = format!("{}{}", if sort == "Bool" { "b" } else { "n" }, self.terms.number(id));
        if self.declared.insert((id, sort == "Bool")) {
            let _ = writeln!(self.text, "(declare-const {name} {sort})");
        }
        name
    }
}
