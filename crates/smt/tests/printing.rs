//! The text of terms: linear, stable, and of the same meaning as the tree.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{soon, z3_session};
use expect_test::{Expect, expect};
use smt::{Answer, Quantifier, QuantifierKind, Session, Sort, Term, TermId, Terms, write_term};

fn text(terms: &Terms, id: TermId) -> String {
    let mut out = String::new();
    write_term(terms, id, &mut out);
    out
}

fn all(terms: &mut Terms, names: &[&str], body: TermId) -> TermId {
    terms.quantifier(Quantifier::plain(
        QuantifierKind::Forall,
        names.iter().map(|name| ((*name).into(), Sort::Int)).collect(),
        body,
    ))
}

/// f(f(f(x + y))): large enough for a name.
fn large(terms: &mut Terms, x: TermId, y: TermId) -> TermId {
    let mut term = terms.app("+", &[x, y]);
    for _ in 0..3 {
        term = terms.app("f", &[term]);
    }
    term
}

fn check(terms: &Terms, id: TermId, expected: Expect) {
    expected.assert_eq(&text(terms, id));
}

#[test]
fn small_or_single_terms_have_no_name() {
    let mut t = Terms::new();
    let (x, y) = (t.constant("x"), t.constant("y"));
    let sum = t.app("+", &[x, y]);
    let once = large(&mut t, x, y);
    let root = t.app("g", &[sum, sum, once]);
    check(&t, root, expect!["(g (+ x y) (+ x y) (f (f (f (+ x y)))))"]);
    let minus = t.int("-5");
    check(&t, minus, expect!["(- 5)"]);
}

#[test]
fn shared_terms_are_named_in_order() {
    let mut t = Terms::new();
    let (x, y) = (t.constant("x"), t.constant("y"));
    let inner = large(&mut t, x, y);
    let outer = t.app("g", &[inner, inner]);
    let root = t.app("h", &[outer, inner, outer]);
    check(&t, root, expect!["(let ((?0 (f (f (f (+ x y)))))) (let ((?1 (g ?0 ?0))) (h ?1 ?0 ?1)))"]);
}

#[test]
fn terms_with_bound_variables_are_named_below_their_binder() {
    let mut t = Terms::new();
    let (i, j, x) = (t.constant("i"), t.constant("j"), t.constant("x"));
    let closed = large(&mut t, x, x);
    let with_i = large(&mut t, i, x);
    let with_j = large(&mut t, i, j);
    let inner = t.app("p", &[closed, with_i, with_j, with_j]);
    let inner = all(&mut t, &["j"], inner);
    let body = t.app("and", &[inner, with_i]);
    let quantified = all(&mut t, &["i"], body);
    let root = t.app("q", &[quantified, closed]);
    check(
        &t,
        root,
        expect![
            "(let ((?0 (f (f (f (+ x x)))))) (q (forall ((i Int)) (let ((?1 (f (f (f (+ i x)))))) (and (forall ((j Int)) (let ((?2 (f (f (f (+ i j)))))) (p ?0 ?1 ?2 ?2))) ?1))) ?0))"
        ],
    );
}

#[test]
fn one_name_bound_twice_is_two_variables() {
    let mut t = Terms::new();
    let i = t.constant("i");
    let term = large(&mut t, i, i);
    let pair = t.app("p", &[term, term]);
    let one = all(&mut t, &["i"], pair);
    let single = t.app("q", &[term]);
    let two = all(&mut t, &["i"], single);
    // The free i is a third one.
    let root = t.app("and", &[one, two, pair, term]);
    check(
        &t,
        root,
        expect![
            "(let ((?0 (f (f (f (+ i i)))))) (and (forall ((i Int)) (let ((?1 (f (f (f (+ i i)))))) (p ?1 ?1))) (forall ((i Int)) (q (f (f (f (+ i i)))))) (p ?0 ?0) ?0))"
        ],
    );
}

#[test]
fn advice_to_the_solver() {
    let mut t = Terms::new();
    let (i, x) = (t.constant("i"), t.constant("x"));
    let trigger = large(&mut t, i, x);
    let double = t.app("g", &[trigger, trigger]);
    let body = t.app("p", &[trigger, trigger]);
    let mut quantifier = Quantifier::plain(QuantifierKind::Exists, vec![("i".into(), Sort::Int)], body);
    quantifier.triggers = [[trigger, double].into(), [trigger].into()].into();
    quantifier.no_patterns = [double].into();
    quantifier.weight = Some(3);
    quantifier.name = Some("|a b|".into());
    let with_triggers = t.quantifier(quantifier.clone());
    check(
        &t,
        with_triggers,
        expect![
            "(exists ((i Int)) (! (let ((?0 (f (f (f (+ i x)))))) (p ?0 ?0)) :pattern ((f (f (f (+ i x)))) (let ((?1 (f (f (f (+ i x)))))) (g ?1 ?1))) :pattern ((f (f (f (+ i x))))) :weight 3 :qid |a b|))"
        ],
    );
    quantifier.triggers = [].into();
    let without = t.quantifier(quantifier);
    check(
        &t,
        without,
        expect![
            "(exists ((i Int)) (! (let ((?0 (f (f (f (+ i x)))))) (p ?0 ?0)) :no-pattern (let ((?1 (f (f (f (+ i x)))))) (g ?1 ?1)) :weight 3 :qid |a b|))"
        ],
    );
}

#[test]
fn the_text_does_not_depend_on_the_order_of_making() {
    let make = |t: &mut Terms| {
        let (x, y) = (t.constant("x"), t.constant("y"));
        let (a, b) = (large(t, x, y), large(t, y, x));
        t.app("g", &[a, b, b, a])
    };
    let mut fresh = Terms::new();
    let one = make(&mut fresh);
    let mut used = Terms::new();
    let (y, x) = (used.constant("y"), used.constant("x"));
    large(&mut used, y, x);
    let two = make(&mut used);
    assert_eq!(text(&fresh, one), text(&used, two));
}

#[test]
fn a_term_of_a_hundred_thousand_levels() {
    let mut t = Terms::new();
    let mut term = t.constant("x");
    for _ in 0..100_000 {
        term = t.app("f", &[term]);
    }
    let start = Instant::now();
    let out = text(&t, term);
    assert_eq!(out.len(), 100_000 * 4 + 1);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn a_graph_whose_tree_is_astronomical() {
    let mut t = Terms::new();
    let mut sizes = Vec::new();
    for depth in [60, 120, 100_000] {
        let mut term = t.constant("x");
        for _ in 0..depth {
            term = t.app("+", &[term, term]);
        }
        let start = Instant::now();
        let out = text(&t, term);
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
        sizes.push(out.len());
    }
    assert!(sizes[1] < 3 * sizes[0], "{sizes:?}");
}

#[test]
fn a_graph_below_a_binder_whose_tree_is_astronomical() {
    let mut t = Terms::new();
    let mut term = t.constant("i");
    for _ in 0..1000 {
        term = t.app("+", &[term, term]);
    }
    let equation = t.app(">", &[term, term]);
    let quantified = all(&mut t, &["i"], equation);
    assert!(text(&t, quantified).len() < 50_000);
}

/// The term as a tree, without any sharing.
fn naive(terms: &Terms, id: TermId) -> String {
    match terms.get(id) {
        Term::App { head, args } if args.is_empty() => head.to_string(),
        Term::App { head, args } => {
            let args: Vec<_> = args.iter().map(|arg| naive(terms, *arg)).collect();
            format!("({head} {})", args.join(" "))
        }
        Term::Quantifier(quantifier) => {
            let vars = quantifier.vars.iter();
            let vars: String = vars.map(|(name, sort)| format!("({name} {sort})")).collect();
            let kind = match quantifier.kind {
                QuantifierKind::Forall => "forall",
                QuantifierKind::Exists => "exists",
                QuantifierKind::Lambda => "lambda",
            };
            let body = naive(terms, quantifier.body);
            if quantifier.triggers.is_empty() {
                return format!("({kind} ({vars}) {body})");
            }
            let triggers = quantifier.triggers.iter().flatten();
            let triggers: Vec<_> = triggers.map(|term| naive(terms, *term)).collect();
            format!("({kind} ({vars}) (! {body} :pattern ({})))", triggers.join(" "))
        }
    }
}

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

/// A random formula over few names, bound again and again, so that shadowing is frequent.
fn random_formula(t: &mut Terms, numbers: &mut Numbers) -> TermId {
    let names = ["i", "j", "k"];
    let mut integers: Vec<_> = names.iter().map(|name| t.constant(name)).collect();
    let mut formulas = vec![t.bool_(true)];
    for _ in 0..25 {
        let pick = |pool: &[TermId], numbers: &mut Numbers| {
            let recent = pool.len().saturating_sub(6);
            pool[recent + numbers.below(pool.len() - recent)]
        };
        let (a, b) = (pick(&integers, numbers), pick(&integers, numbers));
        let (p, q) = (pick(&formulas, numbers), pick(&formulas, numbers));
        match numbers.below(6) {
            0 => integers.push(t.app("f", &[a])),
            1 => integers.push(t.app("+", &[a, b])),
            2 => formulas.push(t.app("<", &[a, b])),
            3 => formulas.push(t.app("and", &[p, q])),
            _ => {
                let first = numbers.below(3);
                let mut vars: Vec<(Arc<str>, Sort)> = vec![(names[first].into(), Sort::Int)];
                if numbers.below(2) == 0 {
                    vars.push((names[(first + 1) % 3].into(), Sort::Int));
                }
                let mut quantifier = Quantifier::plain(QuantifierKind::Forall, vec![], p);
                if numbers.below(2) == 0 {
                    quantifier.kind = QuantifierKind::Exists;
                }
                // A trigger must mention all variables, so only that of one variable is sure.
                if let [(name, _)] = &vars[..] {
                    let variable = t.constant(name);
                    let sum = t.app("+", &[variable, a]);
                    let trigger = t.app("f", &[sum]);
                    quantifier.triggers = [[trigger].into()].into();
                    quantifier.body = t.app("and", &[p, q]);
                }
                quantifier.vars = vars.into();
                formulas.push(t.quantifier(quantifier));
            }
        }
    }
    let recent = formulas.len().saturating_sub(3);
    let last = formulas.split_off(recent);
    t.app("and", &last)
}

/// Judged by the solver, whose terms know variables by position, not by name: a captured
/// variable would make the two sides different.
#[test]
fn the_text_means_the_same_as_the_tree() {
    let mut numbers = Numbers(1);
    let mut session = z3_session();
    let (mut compared, mut with_lets) = (0, 0);
    for round in 0..600 {
        let mut t = Terms::new();
        let formula = random_formula(&mut t, &mut numbers);
        let tree = naive(&t, formula);
        if tree.len() > 20_000 {
            continue;
        }
        let declarations = "(declare-const i Int)(declare-const j Int)(declare-const k Int)
            (declare-fun f (Int) Int)";
        let shared = text(&t, formula);
        session.reset().unwrap();
        session.send(declarations).unwrap();
        session.send(&format!("(assert (distinct {shared} {tree}))")).unwrap();
        assert_eq!(session.check(soon()), Answer::Unsat, "round {round}: {shared}");
        compared += 1;
        with_lets += usize::from(shared.contains("(forall") && shared.contains("(let "));
    }
    assert!(compared > 300, "{compared}");
    assert!(with_lets > 100, "{with_lets}");
}

#[test]
fn z3_reads_deep_terms_and_many_lets() {
    let mut t = Terms::new();
    let mut doubled = t.constant("x");
    for _ in 0..20_000 {
        doubled = t.app("f", &[doubled, doubled]);
    }
    let same = t.app("=", &[doubled, doubled]);
    let mut session = z3_session();
    session.send("(declare-const x Int)(declare-fun f (Int Int) Int)").unwrap();
    session.send(&format!("(assert (not {}))", text(&t, same))).unwrap();
    assert_eq!(session.check(soon()), Answer::Unsat);
}
