//! Formulas over truth values by chance, with pools and offers wherever they can stand, judged by trying all values.
//!
//! Pools must not change what is true. A claim that is proved and false would be the worst that a wrong polarity, a
//! shared witness or a captured variable can do, so the formulas are made of little else.

#[path = "support/dice.rs"]
#[allow(dead_code)]
mod dice;
#[path = "support/pipeline.rs"]
mod pipeline;

use dice::Dice;
use pipeline::{Solver, read};
use source::Verdict;
use std::fmt::Write;

/// How many procedures; each has three claims.
const PROCEDURES: usize = 300;

enum Formula {
    /// By how many binders out: parameters `a` and `b` are the outermost variables.
    Var(usize),
    Not(Box<Formula>),
    Binary(&'static str, Box<Formula>, Box<Formula>),
    If(Box<[Formula; 3]>),
    /// `m[f]` of the map parameter.
    Select(Box<Formula>),
    Quantifier {
        word: &'static str,
        pool: bool,
        offers: Vec<Formula>,
        body: Box<Formula>,
    },
    Let(Box<Formula>, Box<Formula>),
    /// `(lambda x :: body)[argument]`
    Lambda(Box<Formula>, Box<Formula>),
}

/// A formula of at most this depth over so many variables.
fn formula(dice: &mut Dice, depth: usize, vars: usize) -> Formula {
    let part = |dice: &mut Dice, vars| Box::new(formula(dice, depth - 1, vars));
    if depth == 0 {
        return Formula::Var(dice.below(vars));
    }
    match dice.below(12) {
        0 => Formula::Var(dice.below(vars)),
        1 => Formula::Not(part(dice, vars)),
        2..=4 => {
            let op = ["&&", "||", "==>", "<==>"][dice.below(4)];
            let left = part(dice, vars);
            Formula::Binary(op, left, part(dice, vars))
        }
        5 => Formula::If(Box::new([0; 3].map(|_| formula(dice, depth - 1, vars)))),
        6 => Formula::Select(part(dice, vars)),
        7 => {
            let value = part(dice, vars);
            Formula::Let(value, part(dice, vars + 1))
        }
        8 => {
            let body = part(dice, vars + 1);
            Formula::Lambda(body, part(dice, vars))
        }
        _ => {
            let word = ["forall", "exists"][dice.below(2)];
            let offers = (0..dice.below(3)).map(|_| formula(dice, 1, vars + 1)).collect();
            Formula::Quantifier { word, pool: dice.below(4) > 0, offers, body: part(dice, vars + 1) }
        }
    }
}

/// Bound variables of the same depth share their name.
fn name(var: usize) -> String {
    match var {
        0 => "a".into(),
        1 => "b".into(),
        _ => format!("x{var}"),
    }
}

fn text(formula: &Formula, vars: usize) -> String {
    let inner = name(vars);
    match formula {
        Formula::Var(var) => name(*var),
        Formula::Not(f) => format!("!({})", text(f, vars)),
        Formula::Binary(op, f, g) => format!("(({}) {op} ({}))", text(f, vars), text(g, vars)),
        Formula::If(parts) => {
            let [c, f, g] = &**parts;
            format!("(if {} then {} else {})", text(c, vars), text(f, vars), text(g, vars))
        }
        Formula::Select(f) => format!("m[{}]", text(f, vars)),
        Formula::Let(f, g) => format!("(var {inner} := {}; {})", text(f, vars), text(g, vars + 1)),
        Formula::Lambda(f, g) => {
            format!("(lambda {{:pool \"A\"}} {inner}: bool :: {})[{}]", text(f, vars + 1), text(g, vars))
        }
        Formula::Quantifier { word, pool, offers, body } => {
            let pool = if *pool { "{:pool \"A\"} " } else { "" };
            let offers: String = offers.iter().map(|offer| offer_text(offer, vars + 1)).collect();
            format!("({word} {pool}{inner}: bool :: {offers}{})", text(body, vars + 1))
        }
    }
}

fn offer_text(offer: &Formula, vars: usize) -> String {
    format!("{{:add_to_pool \"A\", {}}} ", text(offer, vars))
}

fn holds(formula: &Formula, vars: &mut Vec<bool>, map: [bool; 2]) -> bool {
    let under = |value: bool, formula: &Formula, vars: &mut Vec<bool>| {
        vars.push(value);
        let holds = holds(formula, vars, map);
        vars.pop();
        holds
    };
    match formula {
        Formula::Var(var) => vars[*var],
        Formula::Not(f) => !holds(f, vars, map),
        Formula::Binary(op, f, g) => {
            let (f, g) = (holds(f, vars, map), holds(g, vars, map));
            match *op {
                "&&" => f && g,
                "||" => f || g,
                "==>" => !f || g,
                _ => f == g,
            }
        }
        Formula::If(parts) => {
            let [c, f, g] = &**parts;
            if holds(c, vars, map) { holds(f, vars, map) } else { holds(g, vars, map) }
        }
        Formula::Select(f) => map[usize::from(holds(f, vars, map))],
        Formula::Let(f, g) => {
            let value = holds(f, vars, map);
            under(value, g, vars)
        }
        Formula::Lambda(f, g) => {
            let value = holds(g, vars, map);
            under(value, f, vars)
        }
        Formula::Quantifier { word, body, .. } => {
            let (no, yes) = (under(false, body, vars), under(true, body, vars));
            if *word == "forall" { no && yes } else { no || yes }
        }
    }
}

/// `assume f; assert g; assert h`, with the truth of the two claims in every run that reaches them.
fn procedure(dice: &mut Dice, number: usize, program: &mut String) -> [bool; 2] {
    let [f, g, h] = [4, 4, 4].map(|depth| formula(dice, depth, 2));
    let offers: String = (0..dice.below(3)).map(|_| offer_text(&formula(dice, 1, 2), 2)).collect();
    let _ = writeln!(
        program,
        "procedure P{number}(a: bool, b: bool, m: [bool]bool) {{ assume {offers}{}; assert {}; assert {}; }}",
        text(&f, 2),
        text(&g, 2),
        text(&h, 2)
    );
    let mut truth = [true; 2];
    for bits in 0..16 {
        let bit = |at: usize| bits >> at & 1 == 1;
        let holds = |formula: &Formula| holds(formula, &mut vec![bit(0), bit(1)], [bit(2), bit(3)]);
        truth[0] &= !holds(&f) || holds(&g);
        truth[1] &= !(holds(&f) && holds(&g)) || holds(&h);
    }
    truth
}

#[test]
fn no_false_claim_is_proved() {
    let mut dice = Dice::new(7);
    let mut program = String::new();
    let truths: Vec<[bool; 2]> = (0..PROCEDURES).map(|number| procedure(&mut dice, number, &mut program)).collect();
    let checked = read(&program).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}\n{program}"));
    let report = Solver::start(1).check(&checked.typed);
    let (mut right, mut proved, mut wrong) = (0, 0, 0);
    for (number, truth) in truths.iter().enumerate() {
        for (claim, is_true) in truth.iter().enumerate() {
            let id = format!("P{number}/assertion.{}", claim + 1);
            let obligation = report.obligations.iter().find(|obligation| obligation.id == id);
            let verdict = obligation.unwrap_or_else(|| panic!("no verdict for {id}")).outcome.verdict();
            let line = program.lines().nth(number).unwrap_or_default();
            assert!(*is_true || verdict != Verdict::Proved, "{id} is proved and false:\n{line}");
            assert!(!*is_true || verdict != Verdict::Refuted, "{id} is refuted and true:\n{line}");
            right += usize::from(*is_true);
            wrong += usize::from(!*is_true);
            proved += usize::from(verdict == Verdict::Proved);
        }
    }
    assert!(right > PROCEDURES / 4 && wrong > PROCEDURES / 4, "{right} true, {wrong} false");
    assert!(proved * 10 > right * 9, "{proved} of {right} true claims proved");
}
