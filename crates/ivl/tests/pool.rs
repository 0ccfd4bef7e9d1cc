//! Quantifiers instantiated at the values of their pools, from text to text.

use expect_test::{Expect, expect};
use ivl::dump::{Stage, dump};
use source::{Severity, SourceMap};

/// The statements of `body` at the passive stage, one procedure being all there is.
fn passive(body: &str) -> Vec<String> {
    at(Stage::Passive, body)
}

fn at(stage: Stage, body: &str) -> Vec<String> {
    let text = format!(
        "function F(x: int): bool;
         function P(x: int, y: int): bool;
         function Q(x: bool): bool;
         procedure Main(a: bool, n: int, m: [int]int) {body}"
    );
    let mut map = SourceMap::new();
    let file = map.add("test.bpl", &text);
    let (tree, diagnostics) = front::bpl::parse(file, &text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
    let (program, diagnostics) = ivl::typecheck::typecheck(&tree);
    assert!(diagnostics.iter().all(|found| found.severity != Severity::Error), "{diagnostics:?}\n{text}");
    let dumped = dump(&program, stage).expect("the program is supported");
    dumped.lines().map(str::to_string).collect()
}

fn is_statement(line: &str) -> bool {
    ["assume", "assert"].iter().any(|word| line.trim_start().starts_with(word)) && line.trim() != "assume true;"
}

fn check(body: &str, expected: Expect) {
    let statements: Vec<String> = passive(body).into_iter().filter(|line| is_statement(line)).collect();
    expected.assert_eq(&statements.iter().map(|line| format!("{}\n", line.trim())).collect::<String>());
}

#[test]
fn an_assumed_forall_has_its_instances_beside_it() {
    check(
        r#"{ assume (forall {:pool "L"} x: int :: F(x - 1)); assert {:add_to_pool "L", n, 1, n} F(0); }"#,
        expect![[r#"
            assume (forall {:pool "L"} x: int :: F(x - 1)) && (F(n_0 - 1) && F(1 - 1));
            assert F(0);
        "#]],
    );
}

#[test]
fn a_checked_exists_has_its_instances_beside_it() {
    check(
        r#"{ assume {:add_to_pool "L", n} true; assert (exists {:pool "L"} x: int :: F(x - 1)); assert F(1); }"#,
        expect![[r#"
            assert {:subsumption 0} (exists {:pool "L"} x: int :: F(x - 1)) || F(n_0 - 1);
            assume F(x_some1 - 1);
            assert F(1);
        "#]],
    );
}

#[test]
fn witnesses_are_named_and_offered() {
    check(
        r#"{
            assume (exists x: int :: {:add_to_pool "L", x + 1} F(x));
            assert (forall x: int :: {:add_to_pool "L", x} P(x, x));
            assert (exists {:pool "L"} x: int :: F(x - 1));
        }"#,
        expect![[r#"
            assume F(x_some1);
            assert {:subsumption 0} P(x_some2, x_some2);
            assume (forall x: int :: {:add_to_pool "L", x} P(x, x));
            assert {:subsumption 0} (exists {:pool "L"} x: int :: F(x - 1)) || (F(x_some1 + 1 - 1) || F(x_some2 - 1));
        "#]],
    );
}

#[test]
fn polarity_goes_through_connectives_and_not_through_equivalence() {
    check(
        r#"{
            assume a ==> !(forall x: int :: {:add_to_pool "L", x} F(x));
            assume a <==> (exists {:pool "L"} x: int :: {:add_to_pool "L", x + 2} F(x));
            assume if a then (exists x: int :: {:add_to_pool "L", x + 3} F(x)) else true;
            assert true ==> a;
        }"#,
        expect![[r#"
            assume a_0 ==> !F(x_some1);
            assume a_0 <==> (exists {:pool "L"} x: int :: {:add_to_pool "L", x + 2} F(x)) || (F(x_some1) || F(x_some2 + 3));
            assume if a_0 then F(x_some2) else true;
            assert true ==> a_0;
        "#]],
    );
}

#[test]
fn quantifiers_inside_instances_take_their_turn() {
    check(
        r#"{
            assume (forall {:pool "T"} x: int :: (exists y: int :: {:add_to_pool "V", y} P(x, y)));
            assert {:add_to_pool "T", n} (exists {:pool "V"} y: int :: P(n, y + 1));
        }"#,
        expect![[r#"
            assume (forall {:pool "T"} x: int :: (exists y: int :: {:add_to_pool "V", y} P(x, y))) && P(n_0, y_some1);
            assert {:subsumption 0} (exists {:pool "V"} y: int :: P(n_0, y + 1)) || P(n_0, y_some1 + 1);
        "#]],
    );
}

#[test]
fn every_variable_needs_a_value_of_its_type() {
    check(
        r#"{
            assume (forall {:pool "L"} x: int, {:pool "M"} b: bool :: F(x) || b);
            assume (forall {:pool "L"} x: int, y: int :: P(x, y));
            assert {:add_to_pool "L", 1, true} {:add_to_pool "M", a, 2} a;
        }"#,
        expect![[r#"
            assume (forall {:pool "L"} x: int, {:pool "M"} b: bool :: F(x) || b) && (F(1) || a_0);
            assume (forall {:pool "L"} x: int, y: int :: P(x, y));
            assert a_0;
        "#]],
    );
}

#[test]
fn lambdas_are_named_and_known_at_values() {
    check(
        r#"{
            var f: [int]int;
            f := (var k := n + 1; (lambda {:pool "L"} i: int :: m[i] + k));
            assert {:add_to_pool "L", 5} (forall j: int :: f[j] == (lambda {:pool "L"} i: int :: m[i] + j)[j]);
        }"#,
        expect![[r#"
            assume lambda_some1 == (lambda {:pool "L"} i: int :: m_0[i] + (n_0 + 1));
            assume lambda_some1[5] == m_0[5] + (n_0 + 1);
            assume lambda_some3 == (lambda {:pool "L"} i: int :: m_0[i] + j_some2);
            assume lambda_some3[5] == m_0[5] + j_some2;
            assume f_0 == (lambda {:pool "L"} i: int :: m_0[i] + (n_0 + 1));
            assert {:subsumption 0} f_0[j_some2] == (lambda {:pool "L"} i: int :: m_0[i] + j_some2)[j_some2];
        "#]],
    );
}

#[test]
fn a_quantifier_shares_its_witness_with_its_copies_only() {
    check(
        r#"{
            assume (exists x: int :: {:add_to_pool "L", x} P(x, n));
            assume (exists x: int :: {:add_to_pool "L", x} P(x, n));
            assume (exists x: int :: {:add_to_pool "L", x} P(x, n + 1));
            assert a;
        }"#,
        expect![[r#"
            assume P(x_some1, n_0);
            assume P(x_some1, n_0);
            assume P(x_some2, n_0 + 1);
            assert a_0;
        "#]],
    );
}

#[test]
fn offers_are_in_the_state_where_they_stand() {
    check(
        r#"{
            var i: int;
            i := n + 1;
            assume {:add_to_pool "L", i} true;
            i := i + 1;
            assume {:add_to_pool "L", i} true;
            assert (exists {:pool "L"} x: int :: F(x));
        }"#,
        expect![[r#"
            assume i_0 == n_0 + 1;
            assume i_1 == i_0 + 1;
            assert {:subsumption 0} (exists {:pool "L"} x: int :: F(x)) || (F(i_0) || F(i_1));
        "#]],
    );
}

#[test]
fn nothing_changes_where_nothing_is_offered() {
    let body = r#"{
        assume (forall {:pool "L"} x: int :: F(x - 1));
        assume (exists x: int :: F(x));
        assert (exists {:pool "L"} x: int :: F(x - 1));
    }"#;
    let without = body.replace("{:pool \"L\"}", "");
    let plain = |text: &str| passive(text).join("\n").replace("{:pool \"L\"} ", "");
    assert_eq!(plain(body), plain(&without));
}

/// How many constants stand for witnesses.
fn witnesses(body: &str) -> usize {
    passive(body).iter().filter(|line| line.trim_start().starts_with("var") && line.contains("_some")).count()
}

#[test]
fn values_that_make_values_come_to_an_end() {
    let chain = r#"{
        assume (forall {:pool "L"} x: int :: (exists y: int :: {:add_to_pool "L", y} P(x, y)));
        assert {:add_to_pool "L", 0} a;
    }"#;
    assert_eq!(witnesses(chain), 8);
    let explosion = r#"{
        assume (forall {:pool "L"} x: int, {:pool "L"} y: int ::
          (exists z: int :: {:add_to_pool "L", z} P(x, z) && P(y, z)));
        assert {:add_to_pool "L", 0, 1, 2} a;
    }"#;
    assert_eq!(witnesses(explosion), 4_000);
    let itself = r#"{
        assume (forall {:pool "L"} b: bool :: Q(b));
        assert {:add_to_pool "L", (forall {:pool "L"} b: bool :: Q(b))} a;
    }"#;
    assert!(!passive(itself).is_empty());
}

#[test]
fn the_text_is_the_same_every_time() {
    let body = r#"{
        assume (forall {:pool "L", "M"} x: int :: (exists y: int :: {:add_to_pool "N", y} P(x, y)));
        assume (exists y: int :: {:add_to_pool "M", y} {:add_to_pool "L", y + 1} F(y));
        assert {:add_to_pool "L", n, n + 1} {:add_to_pool "M", 5} (exists {:pool "N"} y: int :: P(5, y + 1));
    }"#;
    let first = at(Stage::Smt, body);
    assert!((0..5).all(|_| at(Stage::Smt, body) == first));
}

#[test]
fn offers_are_part_of_the_levels_before() {
    let contract = at(Stage::Contract, r#"{ assert {:add_to_pool "L", n, n + 1} F(0); }"#);
    let statements: Vec<&str> = contract.iter().filter(|line| line.contains("pool")).map(|line| line.trim()).collect();
    expect![[r#"
        assume {:add_to_pool "L", n} true;
        assume {:add_to_pool "L", n + 1} true;"#]]
    .assert_eq(&statements.join("\n"));
}
