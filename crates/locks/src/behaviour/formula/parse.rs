//! How properties are read.
//!
//! ```text
//! formula  ::= implied ("<==>" implied)*          implied ::= or ("==>" implied)?
//! or       ::= and ("||" and)*                    and     ::= not ("&&" not)*
//! not      ::= "!" not | "AG" "(" formula ")" | "AF" … | "AX" … | "AU" "(" formula "," formula ")" | "AW" …
//!            | "A" "[" formula ("U" | "W") formula "]" | sum (("==" | "!=" | "<" | "<=" | ">" | ">=") sum)?
//! sum      ::= part (("+" | "-") part)*           part    ::= number | variable | "count" "{" mode "}" | "(" formula ")"
//! ```

use super::{Antecedent, Formula, Named, Wrong};
use crate::behaviour::linear::{Comparison, Condition, Linear, Number, Relation, Variable};

const FAIRNESS: [&str; 3] = ["under", "fair", "releases"];

/// So many words a formula may have: it is read, and followed later, by recursion.
const LONGEST: usize = 1000;
/// So many comparisons a condition may have: each `<==>` doubles it.
const MOST_PARTS: usize = 5000;

/// What is written elsewhere for an operator, and the operator.
const OTHERWISE: [(&str, &str); 8] = [
    ("<->", "<==>"),
    ("<=>", "<==>"),
    ("->", "==>"),
    ("=>", "==>"),
    ("=<", "<="),
    ("=", "=="),
    ("&", "&&"),
    ("|", "||"),
];

/// Reads a property. `variable` and `mode` answer for names; of a variable, also whether it is a truth value.
pub fn read(
    text: &str,
    variable: &dyn Fn(&str) -> Option<(usize, bool)>,
    mode: &dyn Fn(&str) -> Option<usize>,
) -> Result<Named, Wrong> {
    let Some(colon) = text.find(':') else {
        return Err(Wrong::at(0, "expected a name and `:` in front of the formula"));
    };
    let name = text[..colon].trim().to_string();
    if name.is_empty() {
        return Err(Wrong::at(0, "a property has a name in front of `:`"));
    }
    let body = text[colon + 1..].trim_end().trim_end_matches(';').trim_end();
    let start = colon + 1 + (body.len() - body.trim_start().len());
    let end = colon + 1 + body.len();
    let fairness = body.rfind(FAIRNESS[0]).filter(|at| body[*at..].split_whitespace().eq(FAIRNESS));
    let formula_text = fairness.map_or(body, |at| body[..at].trim_end().trim_end_matches(';'));
    let tokens = tokens(formula_text, colon + 1)?;
    if tokens.len() > LONGEST {
        return Err(Wrong::too_large(start, format!("a formula of more than {LONGEST} words is not read")));
    }
    let mut parser = Parser { tokens, at: 0, end, variable, mode, steps: Some(0), antecedents: Vec::new() };
    let formula = parser.formula()?;
    if let Some(token) = parser.tokens.get(parser.at) {
        let message = match token.text == FAIRNESS[0] {
            true => format!("expected `{}` behind the formula", FAIRNESS.join(" ")),
            false => format!("`{}` is not expected here", token.text),
        };
        return Err(Wrong::at(token.at, message));
    }
    let formula = formula.into_formula(start)?;
    if let Formula::Now(_) = formula {
        let message = "this says something of the first state only: `AG(…)` says it of all states".to_string();
        return Err(Wrong::at(start, message));
    }
    Ok(Named { name, formula, antecedents: parser.antecedents, is_fair: fairness.is_some(), range: (start, end) })
}

struct Token {
    text: String,
    at: usize,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn tokens(text: &str, offset: usize) -> Result<Vec<Token>, Wrong> {
    const SYMBOLS: [&str; 20] =
        ["<==>", "==>", "&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "(", ")", "[", "]", "{", "}", ",", "+", "-"];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
        let otherwise = OTHERWISE.iter().find(|(written, _)| rest.starts_with(written));
        if let Some((written, meant)) = otherwise.filter(|(written, _)| symbol.is_none_or(|s| s.len() < written.len()))
        {
            let message = format!("`{written}` does not belong into a formula: did you mean `{meant}`?");
            return Err(Wrong::at(offset + at, message));
        }
        let length = match symbol {
            Some(symbol) => symbol.len(),
            None => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        };
        if length == 0 {
            return Err(Wrong::at(offset + at, format!("`{first}` does not belong into a formula")));
        }
        found.push(Token { text: rest[..length].to_string(), at: offset + at });
        at += length;
    }
    Ok(found)
}

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    end: usize,
    variable: &'a dyn Fn(&str) -> Option<(usize, bool)>,
    mode: &'a dyn Fn(&str) -> Option<usize>,
    /// What is read is asked about after so many steps at most; none is any number.
    steps: Option<usize>,
    antecedents: Vec<Antecedent>,
}

/// What a part of the text is.
enum Part {
    Number(Linear),
    Now(Condition),
    Paths(Formula),
}

impl Part {
    /// A formula that begins here.
    fn into_formula(self, at: usize) -> Result<Formula, Wrong> {
        match self {
            Part::Number(_) => {
                let message = "this is a number, and a condition is expected: compare it with another one".to_string();
                Err(Wrong::at(at, message))
            }
            Part::Now(condition) => Ok(Formula::Now(condition)),
            Part::Paths(formula) => Ok(formula),
        }
    }

    /// A condition that begins here; none if it is a formula about paths.
    fn into_condition(self, at: usize) -> Result<Option<Condition>, Wrong> {
        Ok(match self.into_formula(at)? {
            Formula::Now(condition) => Some(condition),
            _ => None,
        })
    }
}

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| &token.text)
    }

    fn place(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |token| token.at)
    }

    fn takes(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, text: &str) -> Result<(), Wrong> {
        if self.takes(text) { Ok(()) } else { self.wrong(format!("expected `{text}`")) }
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong::at(self.place(), message))
    }

    fn formula(&mut self) -> Result<Part, Wrong> {
        let start = self.place();
        let mut left = self.implied()?;
        while self.peek() == "<==>" {
            let place = self.place();
            self.at += 1;
            let behind = self.place();
            let right = self.implied()?;
            let both = left.into_condition(start)?.zip(right.into_condition(behind)?);
            let Some((a, b)) = both else {
                return Err(Wrong::at(place, "`<==>` relates conditions, not formulas about paths"));
            };
            let both = same(a, b);
            if both.parts() > MOST_PARTS {
                return Err(Wrong::too_large(
                    place,
                    format!("a condition of more than {MOST_PARTS} parts is not read"),
                ));
            }
            left = Part::Now(both);
        }
        Ok(left)
    }

    fn implied(&mut self) -> Result<Part, Wrong> {
        let start = self.place();
        let left = self.or()?;
        let place = self.place();
        if !self.takes("==>") {
            return Ok(left);
        }
        let behind = self.place();
        let right = self.implied()?;
        let Some(condition) = left.into_condition(start)? else {
            let message = "to the left of `==>` there are no formulas about paths".to_string();
            return Err(Wrong::at(place, message));
        };
        self.antecedents.push(Antecedent { condition: condition.clone(), steps: self.steps, range: (start, place) });
        let negation = condition.negated();
        Ok(match right.into_formula(behind)? {
            Formula::Now(right) => Part::Now(Condition::or(negation, right)),
            formula => Part::Paths(Formula::Or(Box::new(Formula::Now(negation)), Box::new(formula))),
        })
    }

    fn or(&mut self) -> Result<Part, Wrong> {
        let start = self.place();
        let mut left = self.and()?;
        while self.takes("||") {
            let behind = self.place();
            let right = self.and()?.into_formula(behind)?;
            left = joined(left.into_formula(start)?, right, Condition::or, Formula::Or);
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Part, Wrong> {
        let start = self.place();
        let mut left = self.not()?;
        while self.takes("&&") {
            let behind = self.place();
            let right = self.not()?.into_formula(behind)?;
            left = joined(left.into_formula(start)?, right, Condition::and, Formula::And);
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Part, Wrong> {
        let place = self.place();
        if self.takes("!") {
            let behind = self.place();
            let inner = self.not()?;
            return match inner.into_condition(behind)? {
                Some(condition) => Ok(Part::Now(condition.negated())),
                None => Err(Wrong::at(place, "below `!` there are no formulas about paths")),
            };
        }
        let one: Option<fn(Box<Formula>) -> Formula> = match self.peek() {
            "AG" => Some(Formula::Always),
            "AF" => Some(Formula::Eventually),
            "AX" => Some(Formula::Next),
            _ => None,
        };
        if let Some(make) = one {
            let steps = self.steps.filter(|_| self.peek() == "AX").map(|steps| steps + 1);
            self.at += 1;
            let inner = self.later(steps, Parser::not)?;
            return Ok(Part::Paths(make(Box::new(inner))));
        }
        match self.peek() {
            "AU" | "AW" => {
                let is_weak = self.peek() == "AW";
                self.at += 1;
                self.expect("(")?;
                let left = self.later(None, Parser::formula)?;
                self.expect(",")?;
                let right = self.later(None, Parser::formula)?;
                self.expect(")")?;
                Ok(until(is_weak, left, right))
            }
            "A" if self.tokens.get(self.at + 1).is_some_and(|token| token.text == "[") => {
                self.at += 2;
                let left = self.later(None, Parser::formula)?;
                let is_weak = match self.peek() {
                    "U" => false,
                    "W" => true,
                    _ => return self.wrong("expected `U` or `W`"),
                };
                self.at += 1;
                let right = self.later(None, Parser::formula)?;
                self.expect("]")?;
                Ok(until(is_weak, left, right))
            }
            _ => self.comparison(),
        }
    }

    /// What is asked about after so many steps.
    fn later(&mut self, steps: Option<usize>, read: fn(&mut Self) -> Result<Part, Wrong>) -> Result<Formula, Wrong> {
        let before = std::mem::replace(&mut self.steps, steps);
        let start = self.place();
        let inner = read(self)?.into_formula(start)?;
        self.steps = before;
        Ok(inner)
    }

    fn comparison(&mut self) -> Result<Part, Wrong> {
        let start = self.place();
        let left = self.sum()?;
        let Some(relation) = relation(self.peek()) else { return Ok(left) };
        self.at += 1;
        let place = self.place();
        let right = self.sum()?;
        match (left, right, relation) {
            (Part::Number(a), Part::Number(b), _) => Ok(Part::Now(Condition::compare(a, relation, b))),
            (Part::Number(_), _, _) | (_, Part::Number(_), _) => {
                let message = "a number is compared with a number, a truth value with `true`, `false` or another one";
                Err(Wrong::at(place, message))
            }
            (left, right, Relation::Equal | Relation::NotEqual) => {
                let Some((a, b)) = left.into_condition(start)?.zip(right.into_condition(place)?) else {
                    return Err(Wrong::at(place, "formulas about paths are not compared"));
                };
                let same = same(a, b);
                Ok(Part::Now(if relation == Relation::Equal { same } else { same.negated() }))
            }
            _ => Err(Wrong::at(place, "only numbers are more or less")),
        }
    }

    fn sum(&mut self) -> Result<Part, Wrong> {
        let mut left = self.part()?;
        while let "+" | "-" = self.peek() {
            let factor = if self.peek() == "+" { 1 } else { -1 };
            let place = self.place();
            self.at += 1;
            let right = self.part()?;
            let (Part::Number(a), Part::Number(b)) = (left, right) else {
                return Err(Wrong::at(place, "only numbers are added"));
            };
            let sum = a.plus(&b, factor);
            if !sum.is_small() {
                return Err(too_large(place));
            }
            left = Part::Number(sum);
        }
        Ok(left)
    }

    fn part(&mut self) -> Result<Part, Wrong> {
        if self.takes("(") {
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.takes("-") {
            let Part::Number(number) = self.part()? else { return self.wrong("expected a number") };
            return Ok(Part::Number(Linear::default().plus(&number, -1)));
        }
        let word = self.peek().to_string();
        let place = self.place();
        match word.as_str() {
            "" => self.wrong("the formula ends too early"),
            "EF" | "EG" | "EX" | "EU" | "EW" | "E" => self.wrong("formulas are about all paths, with `A` in front"),
            _ if !word.starts_with(is_word) => self.wrong(format!("`{word}` is not expected here")),
            "true" | "false" => {
                self.at += 1;
                Ok(Part::Now(Condition::Known(word == "true")))
            }
            "count" => {
                self.at += 1;
                self.expect("{")?;
                let name = self.peek().to_string();
                if !name.starts_with(is_word) {
                    return self.wrong("expected the name of a mode");
                }
                let Some(mode) = (self.mode)(&name) else {
                    return self.wrong(format!("no method of the class `acquires` a `{name}`"));
                };
                self.at += 1;
                self.expect("}")?;
                Ok(Part::Number(Linear::of(Variable::Holders(mode))))
            }
            _ => {
                self.at += 1;
                if let Some(number) = number(&word, place)? {
                    return Ok(Part::Number(number));
                }
                match (self.variable)(&word) {
                    Some((field, is_truth_value)) => Ok(field_value(field, is_truth_value)),
                    None => Err(Wrong::at(place, format!("`{word}` is no number or boolean field of the lock"))),
                }
            }
        }
    }
}

/// The number that a word is, if it begins like one.
fn number(word: &str, place: usize) -> Result<Option<Linear>, Wrong> {
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(None);
    }
    if !word.chars().all(|c| c.is_ascii_digit()) {
        return Err(Wrong::at(place, "expected a number"));
    }
    let number = word.parse::<Number>().ok().map(Linear::constant).filter(Linear::is_small);
    number.map(Some).ok_or_else(|| too_large(place))
}

fn too_large(place: usize) -> Wrong {
    Wrong::too_large(
        place,
        "this is more than the numbers that are computed with: at most 2^96, and 2^32 times a field",
    )
}

fn field_value(field: usize, is_truth_value: bool) -> Part {
    let value = Linear::of(Variable::Field(field));
    match is_truth_value {
        true => Part::Now(Condition::Compare(value, Comparison::NotEqual)),
        false => Part::Number(value),
    }
}

/// Both are true, or none.
fn same(a: Condition, b: Condition) -> Condition {
    let neither = Condition::and(a.negated(), b.negated());
    Condition::or(Condition::and(a, b), neither)
}

fn relation(operator: &str) -> Option<Relation> {
    match operator {
        "==" => Some(Relation::Equal),
        "!=" => Some(Relation::NotEqual),
        "<" => Some(Relation::Less),
        "<=" => Some(Relation::AtMost),
        ">" => Some(Relation::More),
        ">=" => Some(Relation::AtLeast),
        _ => None,
    }
}

fn until(is_weak: bool, left: Formula, right: Formula) -> Part {
    let make = if is_weak { Formula::WeakUntil } else { Formula::Until };
    Part::Paths(make(Box::new(left), Box::new(right)))
}

fn joined(
    left: Formula,
    right: Formula,
    now: fn(Condition, Condition) -> Condition,
    paths: fn(Box<Formula>, Box<Formula>) -> Formula,
) -> Part {
    match (left, right) {
        (Formula::Now(a), Formula::Now(b)) => Part::Now(now(a, b)),
        (a, b) => Part::Paths(paths(Box::new(a), Box::new(b))),
    }
}
